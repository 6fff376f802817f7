//! What happened in a game, told to one viewer: decisions, and what was taken back.

use bots::Mind;
use naming::Named;
use pages::{Drawn, LogLine, TakenBack};
use table::{SeatSet, Viewer, say};

use super::RunningGame;

impl<G: Drawn + Mind + Named> RunningGame<G> {
    /// The line of a decision.
    pub(super) fn line(&self, at: usize, viewer: Viewer, fresh: bool) -> Option<LogLine> {
        let was = self.record.state_at(at.checked_sub(1)?)?.view(self.record.rules(), viewer);
        self.line_after(&was, at, viewer, fresh).map(|(line, _)| line)
    }

    /// The line of a decision, told from the view before it; and the view after it, for the next line.
    fn line_after(
        &self,
        was: &G::View,
        at: usize,
        viewer: Viewer,
        fresh: bool,
    ) -> Option<(LogLine, G::View)> {
        let step = self.record.steps().get(at.checked_sub(1)?)?;
        let (before, rules) = (self.record.state_at(at - 1)?, self.record.rules());
        let is = step.state.view(rules, viewer);
        let standing = (self.standing.contains(&step.seq) && viewer.is(step.seat))
            .then(|| say!("Made for you: it was the only choice."));
        // What is new to the viewer is told as it happened, what is told again as far as the rules let it be.
        let told = if fresh {
            before.tell(rules, step.seat, step.action, viewer)
        } else {
            self.record.state().recall(rules, before, step.seat, step.action, viewer)
        };
        // Only who is told the whole action may see where all of it happened.
        let whole = told == G::label(rules, step.action);
        let mut spots = if whole { G::spots(rules, was, step.seat, step.action) } else { Vec::new() };
        if whole {
            spots.extend(G::traces(rules, &is, step.seat, step.action));
        }
        let line = LogLine {
            step: at,
            seat: step.seat,
            told,
            news: G::news(rules, was, &is, &self.record.events(at)),
            fresh,
            standing,
            spots: spots.join(" "),
        };
        Some((line, is))
    }

    /// At most so many lines after the first so many decisions that stand, oldest first.
    pub(super) fn told(&self, viewer: Viewer, after: usize, most: usize) -> Vec<LogLine> {
        let steps = self.record.steps();
        let own = viewer
            .seat()
            .and_then(|seat| steps.iter().rposition(|step| step.seat == seat))
            .map_or(0, |at| at + 1);
        let last = steps.len().min(after.saturating_add(most));
        let mut lines = Vec::new();
        let Some(mut was) = self.record.state_at(after).map(|state| state.view(self.record.rules(), viewer))
        else {
            return lines;
        };
        for at in after + 1..=last {
            if let Some((line, is)) = self.line_after(&was, at, viewer, at > own && viewer.seat().is_some()) {
                lines.push(line);
                was = is;
            }
        }
        lines
    }

    /// What was taken back, the last so many times, oldest first.
    pub(super) fn told_back(&self, viewer: Viewer, most: usize) -> Vec<TakenBack> {
        let agreed = |(first, last): (usize, usize)| {
            let of = self.agreed.iter().filter(|(seq, _)| (first..=last).contains(seq));
            of.flat_map(|(_, agreed)| agreed.iter()).collect::<SeatSet>()
        };
        let told = self.record.taken_back(viewer, most).into_iter();
        told.map(|back| TakenBack {
            after: back.after,
            by: back.by,
            agreed: agreed(back.seqs),
            decisions: back.decisions,
        })
        .collect()
    }
}
