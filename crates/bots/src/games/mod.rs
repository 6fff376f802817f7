//! A mind for each game.

mod glory;
mod glory_to_rome;
#[cfg(any(test, feature = "testkit"))]
mod lots;
