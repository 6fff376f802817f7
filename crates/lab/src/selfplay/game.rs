//! One game, and what is kept of it.

use bots::{Mind, Player, Thought};
use encode::{Encoded, Encoder};
use table::{Chance as _, Light, Options, Rulebook as _, Seat, Viewer, nth_seed};

use super::file::{Block, Kept, Position};
use super::{SelfPlay, Tables, written};
use crate::error::LabError;
use crate::sitting::play_thoughtfully;

/// One option in so many is not as usual at a mixed table.
const UNUSUAL: u32 = 4;

impl SelfPlay {
    /// The rules of a game.
    pub(super) fn rules<G: Mind>(&self, game: u64) -> Result<G::Rules, LabError> {
        let make = |options: &Options| G::Rules::from_options(options);
        if self.tables == Tables::Alike {
            return make(&self.options)
                .map_err(|error| LabError::SelfPlay(format!("{}: {error}", G::INFO.name)));
        }
        let mut luck = Light::new(nth_seed(self.seed ^ 0x4D49_5845, game));
        // Not every mix of options is a table; try another, but not for ever.
        for _ in 0..1_000 {
            if let Ok(rules) = make(&mixed::<G>(&self.options, &mut luck)) {
                return Ok(rules);
            }
        }
        Err(LabError::SelfPlay(format!(
            "{} has no table with the options {}",
            G::INFO.name,
            written(&self.options)
        )))
    }

    /// Plays one game and keeps what was asked for.
    pub(super) fn game<G: Mind + Encoded>(
        &self,
        encoder: &Encoder<G>,
        players: &mut [Box<dyn Player<G>>],
        game: u64,
    ) -> Result<Block, LabError> {
        let rules = encoder.rules();
        let mut luck = Light::new(nth_seed(self.seed ^ 0x5354_5241, game));
        let (deal, wits) = (nth_seed(self.seed, game), nth_seed(self.seed ^ 0x5749_5453, game));
        let first = luck.below(self.every.max(1));
        let first_turn = if self.turns > 1 { luck.below(self.turns) } else { 0 };
        let (mut positions, mut choices, mut decision) = (Vec::new(), 0, 0);
        let (mut beat, mut turns) = (None, 0);
        let sitting = play_thoughtfully(rules, players, deal, wits, |state, seat, legal, thought| {
            decision += 1;
            let mut keep = false;
            if beat.replace(state.beat()) != Some(state.beat()) && self.turns > 0 {
                keep = turns % self.turns == first_turn;
                turns += 1;
            }
            let mut strays = Strays::No;
            if legal.len() > 1 {
                strays = stray(self.stray, legal, thought, &mut luck);
                keep |= choices % self.every.max(1) == first;
                choices += 1;
            }
            if keep {
                positions.push(position(encoder, state, seat, legal, thought, (strays, decision))?);
            }
            Ok(())
        })?;
        for position in &mut positions {
            position.left = sitting.decisions + 1 - position.left;
        }
        let outcome = sitting.end.outcome(rules).ok_or(LabError::NoOutcome)?;
        let seats = || Seat::all(rules.players());
        Ok(Block {
            game,
            options: written(&rules.options()),
            decisions: sitting.decisions,
            rewards: seats().map(|seat| outcome.reward(seat) as f32).collect(),
            scores: seats().map(|seat| outcome.scores[seat]).collect(),
            positions,
        })
    }
}

/// Whether something else is played than the player chose.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Strays {
    No,
    Yes,
}

/// Now and then, puts another legal action in place of the one chosen.
fn stray<A: Copy + PartialEq>(often: f64, legal: &[A], thought: &mut Thought<A>, luck: &mut Light) -> Strays {
    const FINE: u32 = 1 << 20;
    if f64::from(luck.below(FINE)) >= often * f64::from(FINE) {
        return Strays::No;
    }
    thought.action = legal[luck.below(legal.len() as u32) as usize];
    Strays::Yes
}

/// A decision in numbers; until the game is over `left` is how many decisions came before it, and itself.
fn position<G: Encoded>(
    encoder: &Encoder<G>,
    state: &G,
    seat: Seat,
    legal: &[G::Action],
    thought: &Thought<G::Action>,
    (strays, decision): (Strays, u32),
) -> Result<Position, LabError> {
    let rules = encoder.rules();
    let number = |action: G::Action| {
        let number = encoder.number(seat, action).and_then(|number| u16::try_from(number).ok());
        number.ok_or_else(|| format!("'{}' has no number", G::write(rules, action)))
    };
    let mut moves = Vec::with_capacity(legal.len());
    let (mut sum, mut tried) = (0.0, 0);
    for action in legal {
        let found = thought
            .found
            .as_ref()
            .and_then(|found| found.candidates.iter().find(|candidate| candidate.action == *action));
        let visits = found.map_or(0, |found| found.visits);
        sum += found.map_or(0.0, |found| found.value) * f64::from(visits);
        tried += visits;
        moves.push((number(*action)?, u16::try_from(visits).unwrap_or(u16::MAX)));
    }
    let mut views = Vec::new();
    for viewer in Seat::all(rules.players()) {
        let mut view = Vec::new();
        encoder.active(&state.view(rules, Viewer::Seat(viewer)), &mut view);
        view.sort_unstable_by_key(|(at, _)| *at);
        views.push(view);
    }
    Ok(Position {
        decider: seat.index() as u8,
        kept: match (strays, tried) {
            (Strays::Yes, _) => Kept::Strayed,
            (Strays::No, 0) => Kept::Plain,
            (Strays::No, _) => Kept::Searched,
        },
        chosen: number(thought.action)?,
        value: if tried == 0 { f32::NAN } else { (sum / f64::from(tried)) as f32 },
        left: decision,
        legal: moves,
        views,
    })
}

/// Options of a mixed table: any number of players, the others mostly as usual. Texts (folders) stay as given.
pub(crate) fn mixed<G: Mind>(base: &Options, luck: &mut Light) -> Options {
    let mut options = base.clone();
    for spec in G::Rules::specs() {
        let usual = spec.name != "players" && luck.below(UNUSUAL) != 0;
        // Faults are for tests.
        if options.get(spec.name).is_some() || usual || spec.name == "fault" {
            continue;
        }
        if let Some(value) = spec.any(luck) {
            options.set(spec.name, &value);
        }
    }
    options
}
