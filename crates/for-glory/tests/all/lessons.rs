//! The lessons: each can be played by every way that a learner can take.

use std::collections::BTreeSet;

use gloria_for_glory::State;
use table::Taught;
use table::lesson::{Lesson, check};

#[test]
fn every_lesson_is_played_by_every_way() {
    let mut titles = BTreeSet::new();
    for (name, text) in State::LESSONS {
        let lesson = Lesson::read(name, text).expect("it can be read");
        let flaws: Vec<String> = check::<State>(&lesson).iter().map(ToString::to_string).collect();
        assert!(flaws.is_empty(), "{flaws:#?}");
        assert!(lesson.choices() > 0, "{name}: something is left to choose");
        assert!(lesson.learned.len() >= 4, "{name}: what was learned is said at the end");
        titles.insert(lesson.title);
    }
    assert_eq!(titles.len(), 3);
}
