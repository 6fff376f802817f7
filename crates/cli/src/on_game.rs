//! A command and the game it runs on, which the list of games picks by its name.

use std::io::Write;

use games::Visit;
pub use games::{NAMES, Playable};

use crate::failure::{Done, usage};

/// A command that runs on a game.
pub trait OnGame {
    /// Runs on the game `G`.
    fn on<G: Playable>(&self, out: &mut dyn Write) -> Done;
}

/// A command on its way to its game.
struct Sent<'a, C> {
    command: &'a C,
    out: &'a mut dyn Write,
}

impl<C: OnGame> Visit for Sent<'_, C> {
    type Answer = Done;
    fn visit<G: Playable>(&mut self) -> Done {
        self.command.on::<G>(self.out)
    }
}

/// Whether there is a game of this name.
struct Known;

impl Visit for Known {
    type Answer = ();
    fn visit<G: Playable>(&mut self) {}
}

/// Runs the command on the game of this name.
pub fn run(name: &str, command: &impl OnGame, out: &mut dyn Write) -> Done {
    let done = games::with_example(name, &mut Sent { command, out });
    done.unwrap_or_else(|| usage(format!("there is no game '{name}': expected {}", NAMES.join(" or "))))
}

/// Whether there is a game of this name.
pub fn is_known(name: &str) -> bool {
    games::with_example(name, &mut Known).is_some()
}

/// Runs the command on every listed game, in order.
pub fn run_all(command: &impl OnGame, out: &mut dyn Write) -> Done {
    games::each(&mut Sent { command, out }).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use table::{Chance, Light, OptionKind, Options, Rulebook, Seat, Turn};

    use super::*;

    /// Whatever can be typed, legal or not, at any moment and by anyone, is answered, and only what is listed is allowed.
    struct Anything;

    impl Anything {
        /// Random games of every player count: their states, and everything that could be named in them.
        fn games<G: Playable>(luck: &mut Light) -> (Vec<(G::Rules, G)>, BTreeSet<String>) {
            let (mut states, mut words) = (Vec::new(), BTreeSet::new());
            let (low, high) = table::player_range::<G::Rules>();
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
