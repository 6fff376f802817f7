//! `balance GAME`: what a card set does, as one page.

use std::io::Write;
use std::path::PathBuf;

use lab::{Balance, Denial, Findings, Lottery, Part, Spec, What, Worth};
use table::Seat;

use super::{merge, progress, threads};
use crate::failure::{Done, Failure, usage};
use crate::on_game::{OnGame, Playable};
use crate::setting::{self, Setting};
use crate::text::{self, count};

/// The arguments of `balance`.
#[derive(clap::Args)]
pub struct Args {
    /// The game.
    pub game: String,
    /// Who sits on every seat.
    #[arg(long, default_value = "greedy")]
    player: String,
    /// How many games.
    #[arg(long, default_value_t = 2000)]
    games: u64,
    /// The number all luck comes from.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many threads; as many as there are cores if not said.
    #[arg(long)]
    jobs: Option<usize>,
    /// Write one self-contained page with plots to this file.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// A folder with another card set: show what it changes.
    #[arg(long, value_name = "DIR")]
    compare: Option<PathBuf>,
    /// Show what each thing is worth to those who want it: by lot, one in four of them must do without.
    #[arg(long, conflicts_with_all = ["html", "compare"])]
    by_lot: bool,
    /// Play only this part of the games, as in 3/8, into the file of --state; `gloria merge` puts the files of all parts together.
    #[arg(long, value_name = "I/N", requires = "state", conflicts_with_all = ["json", "html", "compare"])]
    shard: Option<Part>,
    /// The file of a part; what it holds already is gone on with.
    #[arg(long, value_name = "FILE", requires = "shard")]
    state: Option<PathBuf>,
    #[command(flatten)]
    setting: Setting,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl Args {
    fn measure<G: Playable>(&self, cards: Option<&PathBuf>) -> Result<Findings, Failure> {
        let mut options = self.setting.options()?;
        if let Some(folder) = cards {
            options.set("cards", &folder.display().to_string());
        }
        let rules = setting::rules::<G>(&options)?;
        let balance = Balance {
            player: self.player.clone(),
            games: self.games,
            seed: self.seed,
            jobs: threads(self.jobs),
        };
        let bar = progress(self.games, "games");
        let findings = balance.run::<G>(&rules, &|| bar.inc(1));
        bar.finish_and_clear();
        findings.map_err(|error| Failure::Usage(error.to_string()))
    }

    fn draw_lots<G: Playable>(&self) -> Result<Vec<Worth>, Failure> {
        let rules = setting::rules::<G>(&self.setting.options()?)?;
        let lottery = Lottery {
            player: self.player.clone(),
            games: self.games,
            seed: self.seed,
            jobs: threads(self.jobs),
            denial: Denial::Real,
        };
        let bar = progress(self.games, "games");
        let worths = lottery.run::<G>(&rules, &|| bar.inc(1));
        bar.finish_and_clear();
        worths.map_err(|error| Failure::Usage(error.to_string()))
    }
}

/// Prints what things are worth to those who want them, but for those that hardly anybody does.
pub fn print_worths(worths: &[Worth], out: &mut dyn Write) -> Done {
    writeln!(out, "worth to those who want it, in points, against those who had to do without:")?;
    for it in worths.iter().filter(|it| it.had.of + it.denied.of >= 100) {
        let (had, denied) = (100.0 * it.had.share, 100.0 * it.denied.share);
        writeln!(
            out,
            "  {:+5.1} ± {:.1}  {}: {}, {} had it and won {had:.1} %, {} did without and won {denied:.1} %",
            it.worth, it.error, it.sort, it.name, it.had.of, it.denied.of
        )?;
    }
    Ok(())
}

/// What is known less well than this, in points, says nothing of a card but that hardly anybody took it.
const VAGUE: f64 = 15.0;

/// Prints what was found.
pub fn print(findings: &Findings, out: &mut dyn Write) -> Done {
    let Findings { game, players, player, .. } = findings;
    writeln!(out, "{} of {game} for {players} {player}", count(findings.games, "game"))?;
    for (seat, share) in Seat::all(*players).zip(&findings.seats) {
        let (rate, low, high) = (100.0 * share.share, 100.0 * share.low, 100.0 * share.high);
        writeln!(out, "seat {seat}        won {rate:.1} %   (95 %: {low:.1} to {high:.1})")?;
    }
    let median = findings.lengths.get(5).copied().unwrap_or_default();
    writeln!(out, "length        {median} decisions (median)")?;
    writeln!(out, "lead changes  {:.1} a game", findings.lead_changes)?;
    writeln!(out, "comebacks     {:.1} %", 100.0 * findings.comebacks.share)?;
    let mut told = findings.effects.iter().filter(|effect| effect.error() <= VAGUE).peekable();
    if told.peek().is_none() {
        writeln!(out, "too few games to tell what anything is worth")?;
        return Ok(());
    }
    writeln!(out, "the farthest from the mean of their sort, in points, of what enough took to tell:")?;
    for effect in told.take(12) {
        let (taken, wins) = (100.0 * effect.taken.share, 100.0 * effect.wins.share);
        writeln!(
            out,
            "  {:+5.1} ± {:.1}  {}: {}, taken by {taken:.0} %, who win {wins:.1} % and stood at {:+.1} before",
            effect.above,
            effect.error(),
            effect.sort,
            effect.name,
            effect.before
        )?;
    }
    Ok(())
}

impl OnGame for Args {
    fn on<G: Playable>(&self, out: &mut dyn Write) -> Done {
        if self.games == 0 || self.jobs == Some(0) {
            return usage("there is nothing to do: expected at least 1 game and 1 job");
        }
        if let (Some(part), Some(path)) = (self.shard, &self.state) {
            let (player, games, seed) = (self.player.clone(), self.games, self.seed);
            let what = if self.by_lot {
                What::Lots { player, games, seed }
            } else {
                What::Balance { player, games, seed }
            };
            let spec = Spec::new::<G>(&self.setting.rules::<G>()?, what);
            return merge::play::<G>(&spec, part, path, threads(self.jobs), out);
        }
        if self.by_lot {
            let worths = self.draw_lots::<G>()?;
            return if self.json { text::json(out, &worths) } else { print_worths(&worths, out) };
        }
        let findings = self.measure::<G>(None)?;
        let other = self.compare.as_ref().map(|folder| self.measure::<G>(Some(folder))).transpose()?;
        if let Some(path) = &self.html {
            let page = lab::page(&findings, other.as_ref());
            std::fs::write(path, page)
                .map_err(|error| Failure::Usage(format!("{} can't be written: {error}", path.display())))?;
        }
        if self.json {
            return text::json(out, &findings);
        }
        print(&findings, out)?;
        if let Some(other) = &other {
            writeln!(out)?;
            print(other, out)?;
        }
        Ok(())
    }
}
