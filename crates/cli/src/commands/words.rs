//! `words GAME`: every sentence a player can meet in a game, to be read aloud.

use std::io::Write;

use crate::failure::{Done, Failure};
use crate::on_game::{OnGame, Playable};

/// The arguments of `words`.
#[derive(clap::Args)]
pub struct Args {
    /// The game.
    pub game: String,
}

impl OnGame for Args {
    fn on<G: Playable>(&self, out: &mut dyn Write) -> Done {
        let words = lab::Words::gather::<G>().map_err(|error| Failure::Check(error.to_string()))?;
        write!(out, "{}", words.page(G::INFO.title))?;
        Ok(())
    }
}
