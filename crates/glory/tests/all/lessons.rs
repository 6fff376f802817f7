//! The lessons: each can be played by every way that a learner can take.

use gloria_glory::State;
use table::Taught;
use table::testkit::lessons;

#[test]
fn every_lesson_is_played_by_every_way() {
    assert_eq!(lessons::<State>(State::LESSONS).unwrap_or_else(|broken| panic!("{broken}")), 3);
}
