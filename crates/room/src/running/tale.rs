//! What happened in a game, told to one viewer: decisions, and what was taken back.

use bots::Mind;
use naming::Named;
use pages::{Drawn, LogLine, Step, TakenBack, Tale};
use table::{SeatSet, Staged, Text, Traced, Viewer, say};

use super::RunningGame;

/// A game as one viewer is told it.
pub(super) struct Told<'a, G: Drawn + Mind + Named + Staged + Traced> {
    pub(super) game: &'a RunningGame<G>,
    pub(super) viewer: Viewer,
}

impl<G: Drawn + Mind + Named + Staged + Traced> Tale for Told<'_, G> {
    fn line(&self, step: &Step) -> Option<LogLine> {
        self.game.line(step.step, self.viewer, step.fresh)
    }

    fn opening(&self) -> Vec<Text> {
        self.game.record.opening_news(self.viewer)
    }
}

impl<G: Drawn + Mind + Named + Staged + Traced> RunningGame<G> {
    /// After how many of the decisions that stand everything is new to the viewer: those since the own last one.
    fn known(&self, viewer: Viewer) -> usize {
        let steps = self.record.steps();
        let own = viewer.seat().and_then(|seat| steps.iter().rposition(|step| step.seat == seat));
        own.map_or(0, |at| at + 1)
    }

    /// The last so many decisions that stand, oldest first, with what their lines depend on.
    pub(super) fn last_steps(&self, viewer: Viewer, most: usize) -> Vec<Step> {
        let (steps, known) = (self.record.steps(), self.known(viewer));
        let (state, rules) = (self.record.state(), self.record.rules());
        let of = |step: usize| {
            let fresh = step > known && viewer.seat().is_some();
            let then = self.record.state_at(step - 1);
            let recalled = fresh || then.is_some_and(|then| state.recalls(rules, then));
            Step { step, seq: steps[step - 1].seq, fresh, recalled }
        };
        (steps.len().saturating_sub(most) + 1..=steps.len()).map(of).collect()
    }

    /// Whether there is something to tell the viewer of how the game began.
    pub(super) fn opens(&self, viewer: Viewer) -> bool {
        let at = viewer.seat().map_or(self.opens.len() - 1, table::Seat::index);
        *self.opens[at].get_or_init(|| !self.record.opening_news(viewer).is_empty())
    }

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
        let own = self.known(viewer);
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
