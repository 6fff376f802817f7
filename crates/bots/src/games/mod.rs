//! A mind for each game.

mod for_glory;
mod glory;
mod glory_to_rome;
#[cfg(any(test, feature = "testkit"))]
mod lots;
