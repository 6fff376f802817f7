//! How each game is drawn: one file each.

mod for_glory;
mod glory;
mod glory_to_rome;
