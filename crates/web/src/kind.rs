//! The games the server knows, each behind one trait.

use std::sync::LazyLock;

use games::{Playable, Visit};
use room::{GameError, Kind, KindOf};
use table::Summary;

/// Takes a game from the list.
struct Take;

impl Visit for Take {
    type Answer = Box<dyn Kind>;
    fn visit<G: Playable>(&mut self) -> Box<dyn Kind> {
        Box::new(KindOf::<G>::default())
    }
}

/// Every game, in the order they are shown.
pub static KINDS: LazyLock<Vec<Box<dyn Kind>>> = LazyLock::new(|| games::each(&mut Take).collect());

/// The example games, which are played by those who know their names where the server is built for tests, and nowhere else.
static EXAMPLES: LazyLock<Vec<Box<dyn Kind>>> = LazyLock::new(|| {
    #[cfg(feature = "testkit")]
    return games::examples(&mut Take).collect();
    #[cfg(not(feature = "testkit"))]
    Vec::new()
});

/// Every game that can be played, listed or not.
fn all() -> impl Iterator<Item = &'static dyn Kind> {
    KINDS.iter().chain(&*EXAMPLES).map(Box::as_ref)
}

/// The game of this name.
pub fn kind(name: &str) -> Option<&'static dyn Kind> {
    all().find(|kind| kind.info().name == name)
}

/// The game a record is of.
pub fn kind_of_record(text: &str) -> Result<&'static dyn Kind, GameError> {
    let summary = Summary::read(text)?;
    kind(&summary.game).ok_or(GameError::OtherGame(summary.game))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_lesson_reads_and_says_enough() {
        for kind in all() {
            let lesson = kind.lesson().expect("every game has a lesson that reads");
            let told = lesson.beats.iter().filter(|beat| !beat.text.is_empty()).count();
            assert!((8..=24).contains(&told), "{}: {told} steps", lesson.game);
            assert!(!lesson.end.is_empty());
        }
        assert!(room::Lesson::read("x", "Z go | where").is_err());
    }
}
