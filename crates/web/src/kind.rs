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
    fn every_game_has_a_first_lesson_and_two_more_and_two_pages_of_rules() {
        let guest = pages::Guest { name: "Ann", waiting: None };
        for kind in KINDS.iter() {
            let name = kind.info().name;
            let minutes: Vec<u32> = kind.lessons().iter().map(|lesson| lesson.minutes).collect();
            assert_eq!(minutes.len(), 3, "{name}: every lesson reads");
            assert!(minutes[0] > minutes[1] && minutes[0] > minutes[2], "{name}: {minutes:?}");
            let first = kind.guide(&guest, "").expect("a first page").into_string();
            let pages = first.matches(&format!("href=\"/guide/{name}/")).count();
            assert_eq!(pages, 4, "{name}: two pages, above and below");
            assert!(kind.guide(&guest, "nothing").is_none());
        }
    }
}
