//! The games, in one place: a new game is one more line here.

use std::io::Write;

use table::testkit::lots::Lots;
use table::{Game, Staged, Tell};

use crate::failure::{Done, usage};

/// A game with everything the commands need.
pub trait Playable: Game + Tell + Staged {}

impl<G: Game + Tell + Staged> Playable for G {}

/// A command that runs on a game.
pub trait OnGame {
    /// Runs on the game `G`.
    fn on<G: Playable>(&self, out: &mut dyn Write) -> Done;
}

macro_rules! games {
    (listed: [$($listed:ty),* $(,)?], unlisted: [$($unlisted:ty),* $(,)?] $(,)?) => {
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
    listed: [glory_to_rome::State],
    // The testkit's example game: it can be broken on purpose, so that tests can see a check fail.
    unlisted: [Lots],
}
