//! Where a lesson stands.

use super::{Lesson, Step};
use crate::seat::Seat;

/// Where a lesson stands, after what was decided and read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place<'a> {
    /// The step that is waited for; none once it has come to its end.
    pub step: Option<&'a Step>,
    /// What the learner is told of the way they took.
    pub reply: &'a str,
    /// What the learner is told now.
    pub text: &'a str,
    /// How many things the learner was told so far, this one included.
    pub told: usize,
    /// How many there will be, by the first way on from here.
    pub of: usize,
    /// Whether decisions were made after its end.
    pub left: bool,
}

impl Lesson {
    /// Where it stands after these decisions, and after these things were read or answered: each with the number of decisions before
    /// it, and the number of the answer. Nothing if the decisions are not those of the script.
    pub fn walk<'a>(&'a self, decisions: &[(Seat, String)], read: &[(usize, usize)]) -> Option<Place<'a>> {
        let (mut at, mut made, mut answers) = (0, 0, read.iter().peekable());
        let (mut told, mut reply, mut last) = (0, "", "");
        while let Some(step) = self.steps.get(at) {
            if step.speaks() {
                (told, last) = (told + 1, &step.text);
            }
            let way = match (step.seat, decisions.get(made)) {
                (Some(_), None) => break,
                (Some(seat), Some((by, action))) => {
                    made += 1;
                    step.ways.iter().find(|way| *by == seat && way.says == *action)?
                }
                (None, _) => match answers.next_if(|(before, _)| *before == made) {
                    Some((_, answer)) => step.ways.get(*answer)?,
                    None => break,
                },
            };
            if step.speaks() || !way.reply.is_empty() {
                reply = &way.reply;
            }
            at = way.to;
        }
        let step = self.steps.get(at);
        // While the others move, what was said last stays.
        let text = match step {
            Some(step) if step.speaks() => &step.text,
            Some(_) if reply.is_empty() => last,
            Some(_) => "",
            None => &self.end,
        };
        Some(Place { step, reply, text, told, of: told + self.ahead(at), left: made < decisions.len() })
    }

    /// How many things the learner will be told after this step, by the first ways.
    fn ahead(&self, at: usize) -> usize {
        let after = |at: usize| self.steps.get(at).and_then(|step| step.ways.first()).map(|way| way.to);
        let steps = std::iter::successors(after(at), |at| after(*at));
        steps.filter_map(|at| self.steps.get(at)).filter(|step| step.speaks()).count()
    }
}
