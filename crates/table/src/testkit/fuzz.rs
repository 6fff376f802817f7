//! Random tables, random games, all laws, for as long as asked.

use std::time::{Duration, Instant};

use crate::chance::Light;
use crate::game::{Game, Rulebook, Tell};
use crate::options::Options;
use crate::testkit::laws::{Laws, Tally, Violation};

/// What a fuzz run did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fuzzed {
    /// Games played and states checked.
    pub tally: Tally,
    /// The options and the game's seed that broke a law, and the law.
    pub broken: Option<(Options, u64, Violation)>,
}

/// Plays random games under random options until the time is up or a law breaks, telling `progress` after each game.
///
/// Text options (folders) are left at their defaults.
pub fn fuzz<G: Tell>(base: &Options, seed: u64, time: Duration, mut progress: impl FnMut(&Tally)) -> Fuzzed {
    let mut light = Light::new(seed);
    let mut tally = Tally::default();
    let started = Instant::now();
    while started.elapsed() < time {
        let game_seed = light.next_u64();
        if let Err((options, violation)) = fuzz_game::<G>(base, game_seed, &mut tally) {
            return Fuzzed { tally, broken: Some((options, game_seed, violation)) };
        }
        progress(&tally);
    }
    Fuzzed { tally, broken: None }
}

/// Plays one random game under random options, both from this seed, and checks all laws on half of its states.
/// The error gives the options drawn and the law that broke.
pub fn fuzz_game<G: Tell>(base: &Options, seed: u64, tally: &mut Tally) -> Result<(), (Options, Violation)> {
    let mut light = Light::new(seed);
    // Not every mix of options is a table; try another, but not for ever.
    for _ in 0..1_000 {
        let options = random_options::<G>(base, &mut light);
        let Ok(rules) = G::Rules::from_options(&options) else {
            continue;
        };
        let laws = Laws { sample: 2, ..Laws::default() };
        return laws
            .check_game::<G>(&rules, light.next_u64(), tally)
            .map_err(|violation| (options, violation));
    }
    Ok(())
}

/// Random values for all options but those already set in `base` and the text ones.
pub(super) fn random_options<G: Game>(base: &Options, light: &mut Light) -> Options {
    let mut options = base.clone();
    for spec in G::Rules::specs() {
        if options.get(spec.name).is_some() {
            continue;
        }
        if let Some(value) = spec.any(light) {
            options.set(spec.name, &value);
        }
    }
    options
}
