//! Glory: so far the table in words, as the terminal shows it.

use crate::drawn::Drawn;

impl Drawn for glory::State {
    const RULES: &'static str = include_str!("../../../../docs/rules/glory.md");
}
