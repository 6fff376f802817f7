//! How each game is drawn: one file each.

mod glory_to_rome;
