//! What a player at the keyboard is shown. Everything is made from that player's views.

use std::fmt::Write as _;

use table::{Record, Refusal, Seat, Text, Viewer};

use crate::on_game::Playable;
use crate::text::{stopped, wrap};

/// How many actions are listed before the rest is left to `list`.
const LISTED: usize = 30;

/// The place where it is shown.
#[derive(Clone, Copy)]
pub struct Screen {
    /// Its columns.
    pub width: usize,
    /// Whether it can be cleared.
    pub terminal: bool,
    /// Whether what is typed must be shown, because it comes from elsewhere than a keyboard.
    pub echo: bool,
}

/// How much of the list of actions to show.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// As many as fit.
    Short,
    /// All of them.
    Whole,
}

pub const HELP: &str = "\
Type the number of an action, or the action itself as it is written in the list. Also:
  list          the actions again, all of them
  hint          what a strong bot would do here, and how likely it wins
  why ACTION    why you may not do that now, with the number of the rule
  why           everything you can't do now, each with its reason
  view          the table again
  card NAME     what a card does
  rule NUMBER   what a rule says, for example the one that 'why' has named
  log           the game so far, as you saw it
  undo          take your last decision back, if nobody has learned anything by it
  save FILE     save the game; 'gloria play --load FILE' goes on with it
  quit          stop playing";

/// Who did what, as the viewer reads it.
fn said(viewer: Viewer, seat: Seat, told: &str) -> String {
    let who = if viewer.is(seat) { "You".to_owned() } else { seat.to_string() };
    format!("{who}: {told}")
}

/// An action with its number and its explanation beside it; below it, where it is too long for its column.
fn listed(number: usize, notation: &str, words: &str, (column, width): (usize, usize)) -> String {
    let mut words = words.lines();
    let mut text = if notation.chars().count() > column {
        format!("{number:>4}  {}\n", wrap(notation, width.saturating_sub(6), 8))
    } else {
        let first = words.next().unwrap_or_default();
        format!("{number:>4}  {notation:<column$}  {first}\n")
    };
    for more in words {
        let _ = writeln!(text, "      {:<column$}  {more}", "");
    }
    text
}

impl Screen {
    /// Wipes the screen and what can be scrolled back to, so that the next player does not see it.
    pub const fn cleared(self) -> &'static str {
        if self.terminal { "\x1b[2J\x1b[3J\x1b[H" } else { "" }
    }

    /// A line across, to part one decision from the next.
    pub fn rule(self) -> String {
        "─".repeat(self.width.min(80))
    }

    /// The table as the viewer sees it.
    pub fn table<G: Playable>(self, record: &Record<G>, viewer: Viewer) -> String {
        let view = record.state().view(record.rules(), viewer);
        format!("{}\n", G::table(record.rules(), &view, self.width).trim_end())
    }

    /// What is to be decided, and by whom.
    pub fn prompt<G: Playable>(self, record: &Record<G>, seat: Seat) -> String {
        let view = record.state().view(record.rules(), Viewer::Seat(seat));
        let (bold, plain) = if self.terminal { ("\x1b[1m", "\x1b[0m") } else { ("", "") };
        format!("{bold}{}{plain}\n", wrap(&G::asked(record.rules(), &view).to_string(), self.width, 4))
    }

    /// What happened after the first `seen` decisions, as the viewer saw it.
    pub fn since<G: Playable>(self, record: &Record<G>, viewer: Viewer, seen: usize) -> String {
        let rules = record.rules();
        let mut text = String::new();
        for (at, step) in record.steps().iter().enumerate().skip(seen) {
            let Some(before) = record.state_at(at) else {
                break;
            };
            let told = before.tell(rules, step.seat, step.action, viewer).notation();
            let _ = writeln!(text, "  {}", wrap(&said(viewer, step.seat, &told), self.width - 2, 6));
            text += &self.news(&record.news(at + 1, viewer), 5);
        }
        for back in record.taken_back(viewer, usize::MAX) {
            if back.after >= seen && !viewer.is(back.by) {
                let _ = writeln!(text, "  {}", wrap(&format!("({back})"), self.width - 2, 6));
            }
        }
        text
    }

    /// What happened, a line each behind so many spaces, as sentences.
    pub fn news(self, lines: &[Text], spaces: usize) -> String {
        let mut text = String::new();
        for line in lines {
            let line = wrap(&stopped(line), self.width.saturating_sub(spaces + 2), spaces + 2);
            let _ = writeln!(text, "{:spaces$}– {line}", "");
        }
        text
    }

    /// The whole game as the viewer may still be told it, each decision with its number and what it changed.
    pub fn log<G: Playable>(self, record: &Record<G>, viewer: Viewer) -> String {
        let mut text = self.news(&record.opening_news(viewer), 2);
        let taken_back = record.taken_back(viewer, usize::MAX);
        let told = record.told(viewer);
        // What was taken back stands where it was: after as many decisions as stood then.
        for at in 0..=told.len() {
            let step = at.checked_sub(1).and_then(|before| record.steps().get(before));
            if let Some(step) = step {
                // The seat stands before it.
                let told = told[at - 1].split_once(' ').map_or("", |(_, told)| told);
                let line = wrap(&said(viewer, step.seat, told), self.width - 6, 10);
                let _ = writeln!(text, "{at:>4}  {line}");
                text += &self.news(&record.news(at, viewer), 8);
            }
            for back in taken_back.iter().filter(|back| back.after == at) {
                let _ = writeln!(text, "      {}", wrap(&format!("({back})"), self.width - 6, 10));
            }
        }
        text
    }

    /// The actions, numbered, each with its notation and what it would do.
    pub fn actions<G: Playable>(
        self,
        record: &Record<G>,
        seat: Seat,
        legal: &[G::Action],
        extent: Extent,
    ) -> String {
        let rules = record.rules();
        let view = record.state().view(rules, Viewer::Seat(seat));
        let shown = match extent {
            Extent::Short if legal.len() > LISTED => LISTED - 1,
            Extent::Short | Extent::Whole => legal.len(),
        };
        let notations: Vec<_> = legal[..shown].iter().map(|action| G::write(rules, *action)).collect();
        let longest = notations.iter().map(|text| text.chars().count()).max().unwrap_or_default();
        let column = longest.min(self.width / 2);
        let mut text = String::new();
        for (number, (notation, action)) in notations.iter().zip(legal).enumerate() {
            let explained = G::explain(rules, &view, *action).to_string();
            let words = wrap(&explained, self.width.saturating_sub(column + 8).max(20), 0);
            text += &listed(number + 1, notation, &words, (column, self.width));
        }
        if shown < legal.len() {
            let left = legal.len() - shown;
            let _ = writeln!(text, "      … and {left} more: 'list' shows them all");
        }
        text
    }

    /// Everything that can be named but not done now, each with its reason.
    pub fn refusals<G: Playable>(self, record: &Record<G>, seat: Seat) -> String {
        let (rules, state) = (record.rules(), record.state());
        let mut candidates = Vec::new();
        state.candidates(rules, seat, &mut candidates);
        // The same kind of action refused by the same rule with the same remedy is told once, with those it holds for too: those of which
        // the very same is true, and others.
        let mut groups: Vec<(String, Refusal, [Vec<String>; 2])> = Vec::new();
        for action in candidates {
            let Some(refusal) = state.refusal(rules, seat, action) else { continue };
            let notation = G::write(rules, action);
            let verb = |text: &str| text.split(' ').next().map(str::to_owned);
            let like = groups.iter_mut().find(|(first, told, _)| {
                (told.rule, &told.remedy) == (refusal.rule, &refusal.remedy) && verb(first) == verb(&notation)
            });
            match like {
                Some((_, told, others)) => others[usize::from(told.fact != refusal.fact)].push(notation),
                None => groups.push((notation, refusal, [Vec::new(), Vec::new()])),
            }
        }
        let mut text = String::new();
        for (first, refusal, others) in groups {
            let _ = writeln!(text, "  {}", wrap(&format!("{first}: {refusal}"), self.width - 2, 6));
            for (how, others) in ["Likewise", "By the same rule"].into_iter().zip(others) {
                if !others.is_empty() {
                    let line = format!("{how}: {}.", others.join(", "));
                    let _ = writeln!(text, "    {}", wrap(&line, self.width - 4, 6));
                }
            }
        }
        if text.is_empty() { "You may do everything that can be named now.\n".to_owned() } else { text }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_long_for_its_column_has_its_explanation_below() {
        assert_eq!(
            listed(1, "draw", "Take a lot.\nOr two.", (6, 20)),
            "   1  draw    Take a lot.\n              Or two.\n"
        );
        let long = listed(12, "send Verus to the arena", "It enters.", (6, 24));
        assert_eq!(long, "  12  send Verus to the\n        arena\n              It enters.\n");
    }
}
