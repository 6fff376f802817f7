//! `play GAME`: a game here in the terminal, against bots or with others at the same keyboard.

mod screen;
mod session;

use std::io::{self, BufReader, IsTerminal as _, Write};
use std::path::{Path, PathBuf};

use table::{Entry, Fair, Light, Record, Rulebook as _, Seed};

use self::screen::Screen;
use self::session::{Keeping, Session};
use crate::failure::{Done, Failure, usage};
use crate::on_game::{self, OnGame, Playable};
use crate::players::{self, Player};
use crate::setting::Setting;
use crate::{files, text};

/// The arguments of `play`.
#[derive(clap::Args)]
pub struct Args {
    /// The game; not needed with --load.
    #[arg(required_unless_present = "load")]
    game: Option<String>,
    /// Who sits where, in order, separated by commas: human, or a level from random to grandmaster. You against fair bots, as many as the
    /// game usually has, if not said.
    #[arg(long, value_delimiter = ',', value_name = "PLAYER,…")]
    seats: Vec<String>,
    /// A number all luck comes from, to play the same deal again; the system's own randomness if not said.
    #[arg(long)]
    seed: Option<u64>,
    #[command(flatten)]
    setting: Setting,
    /// Go on with a saved game.
    #[arg(long, value_name = "FILE", conflicts_with = "set")]
    load: Option<PathBuf>,
    /// Save to this file after every decision.
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
}

/// Where the luck of a game comes from.
struct Luck {
    fair: Fair,
    /// Told when the game is over; unknown for a loaded game, whose file must not tell it.
    seed: Option<Seed>,
    /// For the bots; it has nothing to do with the deal.
    wits: Light,
}

impl Luck {
    fn new(number: Option<u64>) -> Result<Self, Failure> {
        let seed = number.map_or_else(random_seed, |number| Ok(Seed::from_number(number)))?;
        let wits = match number {
            Some(number) => Light::new(number),
            None => Light::new(random_number()?),
        };
        Ok(Self { fair: seed.chance(), seed: Some(seed), wits })
    }

    /// The luck to go on with after a loaded record: the seed's own, played up to here, if it is told on the command
    /// line; fresh otherwise.
    fn resume<G: Playable>(number: Option<u64>, record: &Record<G>) -> Result<Self, Failure> {
        let Some(number) = number else {
            return Ok(Self { seed: None, ..Self::new(None)? });
        };
        let mut luck = Self::new(Some(number))?;
        let misfit = || Failure::Usage(format!("seed {number} is not the one this game was started with"));
        if luck.seed.as_ref().map(Seed::commitment).as_deref() != record.commitment() {
            return Err(misfit());
        }
        let (rules, names) = (record.rules().clone(), record.names().to_vec());
        let mut again = Record::<G>::start(rules, names, None, &mut luck.fair);
        for entry in record.entries() {
            let fits = match entry {
                Entry::Move(made) => again.play(made.seat, made.action, &mut luck.fair).is_ok(),
                Entry::Undo(seat) => again.undo(*seat).is_ok(),
                Entry::TakeBack(seat) => again.take_back(*seat),
                Entry::Resigned(seat) => again.resign(*seat),
            };
            if !fits || again.entries().last() != Some(entry) {
                return Err(misfit());
            }
        }
        Ok(luck)
    }
}

fn random_seed() -> Result<Seed, Failure> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes)
        .map_err(|error| Failure::Usage(format!("the system gives no randomness: {error}")))?;
    Ok(Seed::new(bytes))
}

fn random_number() -> Result<u64, Failure> {
    getrandom::u64().map_err(|error| Failure::Usage(format!("the system gives no randomness: {error}")))
}

/// A loaded file: where it was, and its text.
struct Loaded<'a> {
    path: &'a Path,
    text: String,
}

struct Played<'a> {
    args: &'a Args,
    loaded: Option<Loaded<'a>>,
}

impl Played<'_> {
    fn begin<G: Playable>(&self) -> Result<(Record<G>, Luck), Failure> {
        let Args { seats, seed, setting, .. } = self.args;
        if let Some(Loaded { path, text }) = &self.loaded {
            let record = files::record::<G>(path, text)?;
            let (named, wanted) = (seats.len(), record.rules().players());
            if named > 0 && named != wanted {
                let named = text::seats_are(named);
                return usage(format!("{named} named: expected the {wanted} of the loaded game"));
            }
            let luck = Luck::resume(*seed, &record)?;
            return Ok((record, luck));
        }
        let (rules, seats) = if seats.is_empty() {
            let rules = setting.rules::<G>()?;
            let company = alone_with_bots(rules.players());
            (rules, company)
        } else {
            (setting.rules_for::<G>(seats.len())?, seats.clone())
        };
        let mut luck = Luck::new(*seed)?;
        let commitment = luck.seed.as_ref().map(Seed::commitment);
        let record = Record::start(rules, seats, commitment, &mut luck.fair);
        Ok((record, luck))
    }
}

/// The one at the keyboard, and bots on all other seats: who just wants to play need not say who else does.
fn alone_with_bots(players: usize) -> Vec<String> {
    let bots = std::iter::repeat_n("fair".to_owned(), players.saturating_sub(1));
    std::iter::once("human".to_owned()).chain(bots).collect()
}

impl OnGame for Played<'_> {
    fn on<G: Playable>(&self, out: &mut dyn Write) -> Done {
        for name in &self.args.seats {
            Player::<G>::named(name)?;
        }
        let (record, luck) = self.begin::<G>()?;
        let names = if self.args.seats.is_empty() { record.names() } else { &self.args.seats };
        let players =
            names.iter().map(|name| Player::named(name)).collect::<Result<Vec<_>, _>>().map_err(|_| {
                Failure::Usage(format!("say who sits where with --seats: {}", players::names()))
            })?;
        if let Some(path) = &self.args.save {
            files::save(path, &record).map_err(Failure::Usage)?;
        }
        let (terminal, echo) = (io::stdout().is_terminal(), !io::stdin().is_terminal());
        let screen = Screen { width: text::width(), terminal, echo };
        let input = BufReader::new(io::stdin());
        let keeping = match (&self.args.save, &self.args.load) {
            (Some(path), _) => Keeping::Always(path.clone()),
            (None, Some(path)) => Keeping::WhenAsked(path.clone()),
            (None, None) => Keeping::Nowhere,
        };
        Session::new(record, players, luck, screen, keeping, input, out).run()
    }
}

/// Plays.
pub fn run(args: &Args, out: &mut dyn Write) -> Done {
    let Some(path) = &args.load else {
        let game = args.game.as_deref().unwrap_or_default();
        return on_game::run(game, &Played { args, loaded: None }, out);
    };
    let text = files::read(path)?;
    let game = files::game(path, &text)?;
    if let Some(named) = args.game.as_deref().filter(|named| *named != game) {
        return usage(format!(
            "{} is a game of {game}: expected a game of {named}, or no name",
            path.display()
        ));
    }
    on_game::run(&game, &Played { args, loaded: Some(Loaded { path, text }) }, out)
}
