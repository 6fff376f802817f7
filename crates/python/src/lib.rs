#![doc = include_str!("../README.md")]
//!
//! # How it is cut
//!
//! A [`any::Table`] is a game with its options; whoever works with any game holds it as a trait object. Classes for Python are thin: a
//! [`game::Game`] is a table, a [`state::State`] a position at it, a [`game::Bot`] a player, a [`sitting::Match`] a record that is played on,
//! an [`env::Env`] one game of numbers and a [`batch::Batch`] many of them; `lab` has what is done in shares on many machines. What goes wrong is a sentence ([`wrong::Wrong`]), raised as an exception.

// What Python gives is handed over, used or not; and it names what it gives.
#![allow(clippy::needless_pass_by_value)]
// Examples are Python's.
#![allow(clippy::doc_link_with_quotes)]

mod any;
mod batch;
mod dict;
mod env;
mod game;
mod html;
mod lab;
mod lane;
mod sitting;
mod state;

mod wrong;

use pyo3::prelude::*;

/// The engine under the package `gloria`.
#[pymodule(gil_used = true)]
mod _gloria {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::batch::Batch;
    #[pymodule_export]
    use crate::env::Env;
    #[pymodule_export]
    use crate::game::{Bot, Game, games, levels, run_scenarios};
    #[pymodule_export]
    use crate::lab::{GameFiles, Measurement, Tuning};
    #[pymodule_export]
    use crate::sitting::Match;
    #[pymodule_export]
    use crate::state::State;
    #[pymodule_export]
    use crate::wrong::{GameOver, IllegalAction};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
