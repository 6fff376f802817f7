//! For Glory: so far the table in words, as the terminal shows it.

use crate::drawn::Drawn;

impl Drawn for for_glory::State {
    const RULES: &'static str = include_str!("../../../../docs/rules/for-glory.md");
}
