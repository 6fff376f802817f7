//! The games, in one place: a new game is one more line here.

use std::io::Write;

use bots::Mind;
use lab::Traced;
use table::testkit::lots::Lots;
use table::{Game, Staged, Tell};

use crate::failure::{Done, usage};

/// A game with everything the commands need.
pub trait Playable: Tell + Staged + Mind + Traced {}

impl<G: Tell + Staged + Mind + Traced> Playable for G {}

/// A command that runs on a game.
pub trait OnGame {
    /// Runs on the game `G`.
    fn on<G: Playable>(&self, out: &mut dyn Write) -> Done;
}

macro_rules! games {
    (listed: [$($listed:ty => $page:expr),* $(,)?], unlisted: [$($unlisted:ty),* $(,)?] $(,)?) => {
        /// The names of the games, as typed.
        pub const NAMES: &[&str] = &[$(<$listed as Game>::INFO.name),*];

        /// Runs the command on the game of this name.
        pub fn run(name: &str, command: &impl OnGame, out: &mut dyn Write) -> Done {
            $(if name == <$listed as Game>::INFO.name {
                return command.on::<$listed>(out);
            })*
            $(if name == <$unlisted as Game>::INFO.name {
                return command.on::<$unlisted>(out);
            })*
            usage(format!("there is no game '{name}': expected {}", NAMES.join(" or ")))
        }

        /// The page of numbered rules of a game.
        pub fn rules_page(name: &str) -> Option<&'static str> {
            $(if name == <$listed as Game>::INFO.name {
                return Some($page);
            })*
            None
        }

        /// Whether there is a game of this name.
        pub fn is_known(name: &str) -> bool {
            NAMES.contains(&name) $(|| name == <$unlisted as Game>::INFO.name)*
        }

        /// Runs the command on every listed game, in order.
        pub fn run_all(command: &impl OnGame, out: &mut dyn Write) -> Done {
            $(command.on::<$listed>(out)?;)*
            Ok(())
        }
    };
}

games! {
    listed: [
        glory_to_rome::State => include_str!("../../../docs/rules/glory-to-rome.md"),
        for_glory::State => include_str!("../../../docs/rules/for-glory.md"),
        glory::State => include_str!("../../../docs/rules/glory.md"),
    ],
    // The testkit's example game: it can be broken on purpose, so that tests can see a check fail.
    unlisted: [Lots],
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use table::{Chance, Light, OptionKind, Options, Rulebook, Seat, Turn};

    use super::*;
    use crate::setting;

    /// Whatever can be typed, legal or not, at any moment and by anyone, is answered, and only what is listed is allowed.
    struct Anything;

    impl Anything {
        /// Random games of every player count: their states, and everything that could be named in them.
        fn games<G: Playable>(luck: &mut Light) -> (Vec<(G::Rules, G)>, BTreeSet<String>) {
            let (mut states, mut words) = (Vec::new(), BTreeSet::new());
            let (low, high) = setting::players::<G>();
            for round in 0..4 * (high - low + 1) {
                let options = Options::new().with("players", &(low + round % (high - low + 1)).to_string());
                let several =
                    G::Rules::specs().iter().filter(|spec| matches!(spec.kind, OptionKind::Several(_)));
                let options = several.fold(options, |options, spec| options.with(spec.name, "all"));
                let rules = G::Rules::from_options(&options).unwrap();
                let mut state = G::new(&rules, luck);
                while let Turn::Decide(seats) = state.turn(&rules) {
                    let seat = seats.first().unwrap();
                    let mut named = Vec::new();
                    state.candidates(&rules, seat, &mut named);
                    words.extend(named.iter().map(|action| G::write(&rules, *action)));
                    let mut legal = Vec::new();
                    crate::players::choices(&rules, &state, seat, &mut legal).unwrap();
                    if luck.below(40) == 0 {
                        states.push((rules.clone(), state));
                    }
                    let action = legal[luck.below(legal.len() as u32) as usize];
                    state.play_unchecked(&rules, seat, action, luck);
                }
                states.push((rules, state));
            }
            (states, words)
        }
    }

    impl OnGame for Anything {
        fn on<G: Playable>(&self, _: &mut dyn Write) -> Done {
            let (states, mut words) = Self::games::<G>(&mut Light::new(1));
            // A seat that is not at the table can be typed too.
            let strangers: Vec<_> = words.iter().map(|text| text.replace(" B ", " E ")).collect();
            words.extend(strangers);
            assert!(states.len() > 15 && words.len() > 15, "{} states, {} words", states.len(), words.len());
            for (rules, state) in &states {
                let actions: Vec<_> = words.iter().filter_map(|text| G::read(rules, text).ok()).collect();
                for seat in Seat::all(table::MAX_SEATS) {
                    let mut legal = Vec::new();
                    if seat.index() < rules.players() {
                        state.legal(rules, seat, &mut legal);
                    }
                    for action in &actions {
                        let refusal = state.refusal(rules, seat, *action);
                        let text = G::write(rules, *action);
                        assert_eq!(refusal.is_none(), legal.contains(action), "{seat} {text}: {refusal:?}");
                    }
                }
            }
            Ok(())
        }
    }

    #[test]
    fn whatever_is_typed_is_answered_and_only_what_is_listed_is_allowed() {
        run_all(&Anything, &mut std::io::sink()).unwrap();
        run("lots", &Anything, &mut std::io::sink()).unwrap();
    }
}
