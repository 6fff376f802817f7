#![doc = include_str!("../README.md")]
//!
//! # How it is cut
//!
//! A game is its own crate: the rules ([`table::Game`], [`Tell`], [`Staged`]), how it is learned and counted ([`Taught`],
//! [`Traced`]), how bots judge it ([`Mind`]), how it is drawn ([`Drawn`]), what it is in numbers ([`Encoded`]) and in names ([`Named`]). Whoever works with games of any kind (the terminal,
//! the tables in the browser, the lab, the proofs) is generic over [`Playable`] and gets the game by its name from [`with`], or
//! all of them from [`each`]. A new game is one more line in the list below and in this crate's manifest.

pub use table;

use bots::{Judgement, Mind, PlayerError, net_from};
use encode::Encoded;
use naming::Named;
use pages::Drawn;
use table::{Game, Staged, Taught, Tell, Traced};

/// A game with everything that plugs into it.
pub trait Playable: Drawn + Encoded + Mind + Named + Staged + Taught + Tell + Traced {}

impl<G: Drawn + Encoded + Mind + Named + Staged + Taught + Tell + Traced> Playable for G {}

/// Something to be done with a game, whatever game it is.
pub trait Visit {
    /// What comes of it.
    type Answer;
    /// Does it with the game `G`.
    fn visit<G: Playable>(&mut self) -> Self::Answer;
}

/// Reads and checks the nets that come with the games, so that a wrong one is told before anybody sits down and nobody waits for one;
/// the error is one sentence and names the game.
pub fn read_nets() -> Result<(), PlayerError> {
    struct Read;
    impl Visit for Read {
        type Answer = Result<(), PlayerError>;
        fn visit<G: Playable>(&mut self) -> Self::Answer {
            match G::USUAL {
                Judgement::Net => net_from::<G>(None).map(drop),
                Judgement::Hand => Ok(()),
            }
        }
    }
    each(&mut Read).collect()
}

macro_rules! games {
    (listed: [$($listed:ty),* $(,)?], examples: [$($example:ty),* $(,)?] $(,)?) => {
        /// The names of the games, as typed, in the order they are shown.
        pub const NAMES: &[&str] = &[$(<$listed as Game>::INFO.name),*];

        /// Visits every game, in the order they are shown; each when the iterator comes to it.
        pub fn each<V: Visit>(visitor: &mut V) -> impl Iterator<Item = V::Answer> {
            let games: [fn(&mut V) -> V::Answer; NAMES.len()] = [$(V::visit::<$listed>),*];
            games.into_iter().map(move |game| game(visitor))
        }

        /// Visits the game of this name, if it is on the list.
        pub fn with<V: Visit>(name: &str, visitor: &mut V) -> Option<V::Answer> {
            $(if name == <$listed as Game>::INFO.name {
                return Some(visitor.visit::<$listed>());
            })*
            None
        }

        /// Visits the example games, which are never listed.
        #[cfg(feature = "example")]
        pub fn examples<V: Visit>(visitor: &mut V) -> impl Iterator<Item = V::Answer> {
            let games: &[fn(&mut V) -> V::Answer] = &[$(V::visit::<$example>),*];
            games.iter().map(move |game| game(visitor))
        }

        /// Visits the game of this name, be it on the list or an example.
        #[cfg(feature = "example")]
        pub fn with_example<V: Visit>(name: &str, visitor: &mut V) -> Option<V::Answer> {
            $(if name == <$example as Game>::INFO.name {
                return Some(visitor.visit::<$example>());
            })*
            with(name, visitor)
        }
    };
}

games! {
    listed: [
        glory_to_rome::State,
        for_glory::State,
        glory::State,
    ],
    examples: [lots::Lots],
}
