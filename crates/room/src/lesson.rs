//! Where the lesson played at a table stands, and what the learner is told.

use pages::{Closing, Coach, NextLesson};
use table::Seat;
use table::lesson::{LEARNER, Lesson, Place};

use crate::error::Refused;
use crate::event::Chair;
use crate::room::{Automatic, Room, Who};

impl Room {
    /// Where the lesson played here stands. Nothing where none is played, or where the decisions are not those of its script: of an
    /// older one, or after its end.
    pub fn lesson_place(&self) -> Option<Place<'static>> {
        let (lesson, game) = (self.lesson?, self.game.as_ref()?);
        lesson.walk(&game.decisions(), &self.read).filter(|place| !place.left)
    }

    /// Whether the lesson played here has come to its end.
    pub fn lesson_is_done(&self) -> bool {
        self.lesson_place().is_some_and(|place| place.step.is_none())
    }

    /// Whether it has just come to its end, and its closing words are to be read before anything goes on.
    pub fn lesson_closes(&self) -> bool {
        !self.seating.heard && self.lesson_is_done()
    }

    /// The moves that the lesson lets the learner take now; nothing where everything is open.
    pub(crate) fn lesson_moves(&self) -> Option<Vec<&'static str>> {
        let step = self.lesson_place()?.step?;
        let own = step.seat == Some(LEARNER);
        Some(step.ways.iter().filter(|_| own).map(|way| way.says.as_str()).collect())
    }

    /// Whether a script decides who moves now, and nobody by themselves.
    pub(crate) fn lesson_leads(&self) -> bool {
        self.lesson_place().is_some_and(|place| place.step.is_some())
    }

    /// The next move of somebody else by the script.
    pub(crate) fn lesson_automatic(&self) -> Option<Automatic> {
        let step = self.lesson_place()?.step?;
        let seat = step.seat?;
        let bot = matches!(self.seating.chairs.get(seat.index())?, Chair::Bot(_));
        let who = Who::Lesson(step.ways.first()?.says.clone());
        bot.then_some(Automatic { seat, moved: self.moved, who })
    }

    /// What a decision draws by the script, or why it is not the one that is waited for.
    pub(crate) fn lesson_draws(&self, seat: Seat, action: &str) -> Result<Vec<String>, Refused> {
        let Some(step) = self.lesson_place().and_then(|place| place.step) else { return Ok(Vec::new()) };
        if step.seat.is_none() {
            return Err(Refused::ReadFirst);
        }
        let notation = self.game.as_ref().and_then(|game| game.notation(action));
        let taken = |says: &str| notation.as_deref().unwrap_or(action) == says;
        match step.ways.iter().find(|way| step.seat == Some(seat) && taken(&way.says)) {
            Some(way) => Ok(way.draws.clone()),
            None => Err(Refused::Lesson(step.ways.iter().map(|way| way.says.clone()).collect())),
        }
    }

    /// Whether this answer is one to what the learner reads now.
    pub(crate) fn may_read(&self, answer: usize) -> Result<(), Refused> {
        let step = self.lesson_place().and_then(|place| place.step).filter(|step| step.seat.is_none());
        step.filter(|step| answer < step.ways.len()).map(drop).ok_or(Refused::Stale)
    }

    /// What the learner is told.
    pub(crate) fn coach(&self) -> Option<Coach> {
        let place = self.lesson_place()?;
        let lesson = self.lesson?;
        let closing = match place.step {
            Some(_) => None,
            None if self.seating.heard => return None,
            None => Some(Closing {
                game: self.kind.info().name,
                learned: lesson.learned.clone(),
                next: self.next_lesson(&lesson.name),
                over: self.game.as_ref().is_some_and(|game| game.is_over()),
            }),
        };
        let words = place.step.filter(|step| step.seat.is_none());
        Some(Coach {
            title: lesson.title.clone(),
            at: place.told,
            of: place.of,
            reply: place.reply.to_owned(),
            text: place.text.to_owned(),
            answers: words.map(|step| step.ways.iter().map(|way| way.says.clone()).collect()),
            look: place.step.map_or("", |step| &step.look).to_owned(),
            closing,
        })
    }

    /// The lesson after the one of this name.
    fn next_lesson(&self, name: &str) -> Option<NextLesson> {
        let mut after = self.kind.lessons().iter().skip_while(|lesson| lesson.name != name).skip(1);
        after.next().map(listed)
    }

    /// The first lesson, where this table is a newcomer's first and they have not decided anything yet.
    pub(crate) fn offered(&self) -> Option<NextLesson> {
        let game = self.game.as_ref().filter(|_| self.seating.settings.newcomer)?;
        if game.is_over() || game.decisions().iter().any(|(seat, _)| *seat == LEARNER) {
            return None;
        }
        self.kind.lessons().first().map(listed)
    }
}

/// A lesson as pages offer it.
fn listed(lesson: &Lesson) -> NextLesson {
    NextLesson { name: lesson.name.clone(), title: lesson.title.clone(), minutes: lesson.minutes }
}
