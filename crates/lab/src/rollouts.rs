//! Games that a net plays against itself by its policy alone, written down in columns: what learning by reinforcement needs.
//!
//! Whole games, one after the other on each thread: who decided, what could be done, how likely it was, and by how much it turned out better than expected. Only
//! the one who decides is shown. `docs/selfplay.md` describes the files.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use bots::{Glance, Instinct, Mind, choices};
use encode::{Encoded, Encoder, Quick};
use serde_json::json;
use table::{Chance as _, Light, Options, Rulebook as _, Seat, Turn, Viewer, nth_seed};

use crate::error::LabError;
use crate::selfplay::{describe, mixed};

/// How every file begins.
const MAGIC: &[u8; 8] = b"GLORIAro";
/// Raised whenever the bytes change their meaning.
const FORMAT: u32 = 1;
/// So many games are played at a table before another is chosen: to make one takes as long as some decisions.
const ROUNDS: u32 = 16;

/// Which table is sat at.
#[derive(Clone, PartialEq, Debug)]
pub enum Table {
    /// One with these options.
    With(Options),
    /// Any: player counts at random, options often as usual and sometimes not.
    Mixed,
}

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Rollouts {
    /// About so many decisions that have a choice: every thread plays until it has its share.
    pub decisions: u64,
    /// All luck comes from this number. The same seed and number of threads give the same files.
    pub seed: u64,
    /// How many threads.
    pub threads: usize,
    /// The tables, one as likely as the other.
    pub tables: Vec<Table>,
    /// How far back a surprise counts: 0 the decision before it alone, 1 all before it alike.
    pub lambda: f32,
}

/// What was played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Played {
    /// Games.
    pub games: u64,
    /// Decisions that had a choice.
    pub decisions: u64,
    /// Bytes written.
    pub bytes: u64,
}

/// What is written of all decisions of a thread.
#[derive(Default)]
struct Columns {
    flags: Vec<u16>,
    flag_counts: Vec<u16>,
    shares: Vec<u16>,
    share_values: Vec<i16>,
    share_counts: Vec<u16>,
    legal: Vec<u16>,
    by_hand: Vec<f32>,
    legal_counts: Vec<u16>,
    chosen: Vec<u16>,
    log_chance: Vec<f32>,
    value: Vec<f32>,
    advantage: Vec<f32>,
    result: Vec<f32>,
    score: Vec<f32>,
    left: Vec<f32>,
    players: Vec<u8>,
    games: u64,
}

impl Rollouts {
    /// Plays and writes one file for each thread into the folder, which is made if it is not there.
    pub fn run<G: Mind + Encoded>(&self, net: &Arc<Quick>, folder: &Path) -> Result<Played, LabError> {
        std::fs::create_dir_all(folder)
            .map_err(|error| LabError::SelfPlay(format!("{} can't be made: {error}", folder.display())))?;
        if self.tables.is_empty() {
            return Err(LabError::SelfPlay("there is no table: expected at least one".to_owned()));
        }
        let usual = G::Rules::from_options(&Options::new())
            .map_err(|error| LabError::SelfPlay(format!("{}: {error}", G::INFO.name)))?;
        describe(&Encoder::<G>::new(&usual).map_err(String::from)?, folder)?;
        let threads = self.threads.max(1) as u64;
        let work = |thread: u64| self.thread::<G>(net, folder, thread, self.decisions.div_ceil(threads));
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..threads).map(|thread| scope.spawn(move || work(thread))).collect();
            let mut sum = Played::default();
            for worker in workers {
                let Played { games, decisions, bytes } = worker.join().map_err(|_| LabError::Panicked)??;
                sum.games += games;
                sum.decisions += decisions;
                sum.bytes += bytes;
            }
            Ok(sum)
        })
    }

    fn thread<G: Mind + Encoded>(
        &self,
        net: &Arc<Quick>,
        folder: &Path,
        thread: u64,
        share: u64,
    ) -> Result<Played, LabError> {
        let mut luck = Light::new(nth_seed(self.seed, thread));
        let (mut columns, mut player) = (Columns::default(), Instinct::<G>::new(Arc::clone(net), 1.0));
        let mut shape = None;
        while (columns.chosen.len() as u64) < share {
            let rules = self.table::<G>(&mut luck)?;
            for _ in 0..ROUNDS {
                shape = columns.game(&rules, &mut player, self.lambda, &mut luck)?.or(shape);
                if columns.chosen.len() as u64 >= share {
                    break;
                }
            }
        }
        let shape = shape.ok_or_else(|| {
            LabError::SelfPlay(format!("no table of {} is one that the net has learned", G::INFO.name))
        })?;
        let bytes = columns.bytes::<G>(shape, self);
        let path = folder.join(format!("{}-{}-{thread:03}.rollout", G::INFO.name, self.seed));
        write(&path, &bytes)?;
        Ok(Played { games: columns.games, decisions: columns.chosen.len() as u64, bytes: bytes.len() as u64 })
    }

    fn table<G: Mind>(&self, luck: &mut Light) -> Result<G::Rules, LabError> {
        let table = &self.tables[luck.below(self.tables.len() as u32) as usize];
        match table {
            Table::With(options) => G::Rules::from_options(options)
                .map_err(|error| LabError::SelfPlay(format!("{}: {error}", G::INFO.name))),
            Table::Mixed => mixed_rules::<G>(luck),
        }
    }
}

/// Rules of some table.
fn mixed_rules<G: Mind>(luck: &mut Light) -> Result<G::Rules, LabError> {
    // Not every mix of options is a table; try another, but not for ever.
    let mut tries = (0..1_000).map(|_| G::Rules::from_options(&mixed::<G>(&Options::new(), luck)));
    tries
        .find_map(Result::ok)
        .ok_or_else(|| LabError::SelfPlay(format!("{} has no table with mixed options", G::INFO.name)))
}

/// Beside the file first, so that whoever finds one finds it whole.
fn write(path: &Path, bytes: &[u8]) -> Result<(), LabError> {
    let part = PathBuf::from(format!("{}.part", path.display()));
    std::fs::write(&part, bytes)
        .and_then(|()| std::fs::rename(&part, path))
        .map_err(|error| LabError::SelfPlay(format!("{} can't be written: {error}", path.display())))
}

/// How long observations are, and how many actions and features there are.
type Shape = (usize, usize, usize);

/// What of a game has to wait for its end.
struct Waiting {
    /// Where its first decision stands.
    first: usize,
    /// Who decided, one after the other.
    deciders: Vec<Seat>,
    /// How many decisions came before, those without a choice too.
    at: Vec<u32>,
}

impl Columns {
    /// Plays one game. Answers what the numbers are of, if there was anything to decide.
    fn game<G: Mind + Encoded>(
        &mut self,
        rules: &G::Rules,
        player: &mut Instinct<G>,
        lambda: f32,
        luck: &mut Light,
    ) -> Result<Option<Shape>, LabError> {
        let mut state = G::new(rules, luck);
        let (mut legal, mut decisions, mut shape) = (Vec::new(), 0, None);
        let mut waiting = Waiting { first: self.chosen.len(), deciders: Vec::new(), at: Vec::new() };
        while let Turn::Decide(seats) = state.turn(rules) {
            let deal = u64::from(decisions);
            let Some(seat) = seats.first() else {
                return Err(LabError::NobodyDecides { decisions, deal });
            };
            if decisions as usize >= G::INFO.most_decisions {
                return Err(LabError::Endless { decisions, deal, last: String::new() });
            }
            choices(rules, &state, seat, &mut legal);
            let action = match legal.as_slice() {
                [] => return Err(LabError::DeadEnd { seat, deal }),
                [only] => *only,
                several => {
                    let view = state.view(rules, Viewer::Seat(seat));
                    let Some(glance) = player.glance(rules, &view, seat, several) else {
                        return Ok(None);
                    };
                    let encoder = glance.judge.encoder();
                    shape = Some((encoder.len(), encoder.count(), encoder.numbering().features()));
                    let chosen = self.decision(&glance, seat, several, rules.players(), luck)?;
                    waiting.deciders.push(seat);
                    waiting.at.push(decisions);
                    several[chosen]
                }
            };
            state.play_unchecked(rules, seat, action, luck);
            decisions += 1;
        }
        let Some(outcome) = state.outcome(rules) else {
            return Err(LabError::SelfPlay("a game is over without a result".to_owned()));
        };
        let mean = Seat::all(rules.players()).map(|seat| outcome.scores[seat] as f32).sum::<f32>()
            / rules.players() as f32;
        let ends = |seat: Seat| (outcome.reward(seat) as f32, outcome.scores[seat] as f32 - mean);
        self.end(&waiting, decisions, lambda, rules.players(), ends);
        self.games += 1;
        Ok(shape)
    }

    /// Writes a decision down and chooses.
    fn decision<G: Mind + Encoded>(
        &mut self,
        glance: &Glance<'_, G>,
        seat: Seat,
        legal: &[G::Action],
        players: usize,
        luck: &mut Light,
    ) -> Result<usize, LabError> {
        let (encoder, places) = (glance.judge.encoder(), glance.judge.places());
        let mut always = encode::Places::default();
        for (place, value) in encoder.settings() {
            always.push(*place, *value);
        }
        let counts = (self.flags.len(), self.shares.len());
        for some in [&always, places] {
            self.flags.extend_from_slice(&some.flags);
            self.shares.extend(some.shares.iter().map(|(place, _)| place));
            self.share_values.extend(some.shares.iter().map(|(_, value)| value));
        }
        self.flag_counts.push((self.flags.len() - counts.0) as u16);
        self.share_counts.push((self.shares.len() - counts.1) as u16);
        for action in legal {
            let number = encoder.number(seat, *action).and_then(|number| u16::try_from(number).ok());
            let number =
                number.ok_or_else(|| format!("'{}' has no number", G::write(encoder.rules(), *action)))?;
            self.legal.push(number);
        }
        self.by_hand.extend(glance.by_hand.iter().map(|weight| weight.max(-100.0)));
        self.legal_counts.push(legal.len() as u16);
        let (chosen, log_chance) = draw(glance.weighed, luck);
        self.chosen.push(chosen as u16);
        self.log_chance.push(log_chance);
        self.value.push(glance.judged.win);
        self.players.push(players as u8);
        Ok(chosen)
    }

    /// What is known at the end of a game: by how much each decision turned out better than was expected.
    fn end(
        &mut self,
        waiting: &Waiting,
        decisions: u32,
        lambda: f32,
        players: usize,
        ends: impl Fn(Seat) -> (f32, f32),
    ) {
        let count = self.chosen.len();
        for column in [&mut self.advantage, &mut self.result, &mut self.score, &mut self.left] {
            column.resize(count, 0.0);
        }
        for seat in Seat::all(players) {
            let (result, score) = ends(seat);
            let (mut after, mut ahead) = (result, 0.0);
            for (nth, _) in waiting.deciders.iter().enumerate().rev().filter(|(_, decider)| **decider == seat)
            {
                let at = waiting.first + nth;
                ahead = after - self.value[at] + lambda * ahead;
                after = self.value[at];
                self.advantage[at] = ahead;
                self.result[at] = result;
                self.score[at] = score;
                self.left[at] = (decisions - waiting.at[nth]) as f32;
            }
        }
    }

    fn bytes<G: Encoded>(&self, (observation, actions, features): Shape, plan: &Rollouts) -> Vec<u8> {
        let wide = [
            ("by_hand", &self.by_hand),
            ("log_chance", &self.log_chance),
            ("value", &self.value),
            ("advantage", &self.advantage),
            ("result", &self.result),
            ("score", &self.score),
            ("left", &self.left),
        ];
        let short = [
            ("flags", &self.flags),
            ("flag_counts", &self.flag_counts),
            ("shares", &self.shares),
            ("share_counts", &self.share_counts),
            ("legal", &self.legal),
            ("legal_counts", &self.legal_counts),
            ("chosen", &self.chosen),
        ];
        let mut columns: Vec<_> =
            wide.iter().map(|(name, column)| json!([name, "<f4", column.len()])).collect();
        columns.extend(short.iter().map(|(name, column)| json!([name, "<u2", column.len()])));
        columns.push(json!(["share_values", "<i2", self.share_values.len()]));
        columns.push(json!(["players", "|u1", self.players.len()]));
        let header = json!({
            "game": G::INFO.name,
            "program": env!("CARGO_PKG_VERSION"),
            "rules_version": G::INFO.rules_version,
            "encoding": G::VERSION,
            "observation": observation,
            "actions": actions,
            "features": features,
            "games": self.games,
            "seed": plan.seed,
            "lambda": plan.lambda,
            "columns": columns,
        });
        let mut header = header.to_string();
        // Numbers of four bytes stand where four bytes begin.
        while !(header.len() + 16).is_multiple_of(8) {
            header.push(' ');
        }
        let mut out = MAGIC.to_vec();
        out.extend(FORMAT.to_le_bytes());
        out.extend((header.len() as u32).to_le_bytes());
        out.extend(header.as_bytes());
        for (_, column) in wide {
            out.extend(column.iter().flat_map(|number| number.to_le_bytes()));
        }
        for (_, column) in short {
            out.extend(column.iter().flat_map(|number| number.to_le_bytes()));
        }
        out.extend(self.share_values.iter().flat_map(|number| number.to_le_bytes()));
        out.extend(&self.players);
        out
    }
}

/// A place in the list, as likely as the softmax of its number says, and the logarithm of that.
fn draw(logits: &[f32], luck: &mut Light) -> (usize, f32) {
    let most = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let total: f32 = logits.iter().map(|logit| (logit - most).exp()).sum();
    let mut left = total * (luck.next_u64() >> 40) as f32 / (1_u64 << 24) as f32;
    let mut chosen = logits.len() - 1;
    for (at, logit) in logits.iter().enumerate() {
        left -= (logit - most).exp();
        if left < 0.0 {
            chosen = at;
            break;
        }
    }
    (chosen, logits[chosen] - most - total.ln())
}
