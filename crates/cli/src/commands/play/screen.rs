//! What a player at the keyboard is shown. Everything is made from that player's views.

use std::fmt::Write as _;

use table::{Record, Refusal, Seat, Viewer};

use crate::on_game::Playable;
use crate::text::wrap;

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
            let who = if viewer.is(step.seat) { "You".to_owned() } else { step.seat.to_string() };
            let _ = writeln!(text, "  {}", wrap(&format!("{who}: {told}"), self.width - 2, 6));
            for news in record.news(at + 1, viewer) {
                let _ = writeln!(text, "     – {}", wrap(&news.to_string(), self.width - 7, 7));
            }
        }
        for back in record.taken_back(viewer, usize::MAX) {
            if back.after >= seen && !viewer.is(back.by) {
                let _ = writeln!(text, "  {}", wrap(&format!("({back})"), self.width - 2, 6));
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
            let mut words = words.lines();
            let first = words.next().unwrap_or_default();
            let _ = writeln!(text, "{:>4}  {notation:<column$}  {first}", number + 1);
            for more in words {
                let _ = writeln!(text, "      {:<column$}  {more}", "");
            }
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
        // The same kind of action refused by the same rule with the same remedy is told once, with those it holds for too.
        let mut groups: Vec<(String, Refusal, Vec<String>)> = Vec::new();
        for action in candidates {
            let Some(refusal) = state.refusal(rules, seat, action) else { continue };
            let notation = G::write(rules, action);
            let verb = |text: &str| text.split(' ').next().map(str::to_owned);
            let like = groups.iter_mut().find(|(first, told, _)| {
                (told.rule, &told.remedy) == (refusal.rule, &refusal.remedy) && verb(first) == verb(&notation)
            });
            match like {
                Some((_, _, others)) => others.push(notation),
                None => groups.push((notation, refusal, Vec::new())),
            }
        }
        let mut text = String::new();
        for (first, refusal, others) in groups {
            let _ = writeln!(text, "  {}", wrap(&format!("{first}: {refusal}"), self.width - 2, 6));
            if !others.is_empty() {
                let likewise = format!("Likewise: {}.", others.join(", "));
                let _ = writeln!(text, "    {}", wrap(&likewise, self.width - 4, 6));
            }
        }
        if text.is_empty() { "You may do everything that can be named now.\n".to_owned() } else { text }
    }
}
