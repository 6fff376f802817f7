//! What happened at the table, newest first.

use maud::Markup;
use table::{Seat, SeatSet, Text, say};

use crate::glossary::Glossary;
use crate::names::name;
use crate::play::{Sitting, badge};

/// A line of the log.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct LogLine {
    /// The step it belongs to, from 1.
    pub step: usize,
    /// Who decided.
    pub seat: Seat,
    /// What, as the viewer saw it.
    pub told: Text,
    /// What changed besides.
    pub news: Vec<Text>,
    /// Whether it happened since the viewer last decided.
    pub fresh: bool,
    /// Why it was decided without being asked, where a standing answer did it.
    pub standing: Option<Text>,
    /// Where on the table it happened.
    pub spots: String,
}

/// A decision that the log shows, and all that its line depends on: where that is the same, so is the line.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Step {
    /// Which of those that stand, from 1.
    pub step: usize,
    /// Its number among all that were ever made at this table.
    pub seq: usize,
    /// Whether it happened since the viewer last decided.
    pub fresh: bool,
    /// Whether everything of it may still be told.
    pub recalled: bool,
}

/// How the log's lines are told: each where it is needed.
pub trait Tale {
    /// The line of a decision.
    fn line(&self, step: &Step) -> Option<LogLine>;
    /// How the game began.
    fn opening(&self) -> Vec<Text>;
}

impl std::fmt::Debug for dyn Tale + '_ {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Tale")
    }
}

/// Decisions that were taken back: they no longer stand, but the log tells that they were, and what they were.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TakenBack {
    /// How many decisions stood after it.
    pub after: usize,
    /// At whose wish.
    pub by: Seat,
    /// Who had decided what, as the viewer saw it, in the order in which it was decided.
    pub decisions: Vec<(Seat, Text)>,
    /// Who agreed; nobody where nobody had to be asked.
    pub agreed: SeatSet,
}

impl TakenBack {
    /// Who took back what, and who agreed.
    pub(crate) fn words(&self, names: &[String], glossary: &Glossary) -> Markup {
        let told = |(seat, told): &(Seat, Text)| {
            if *seat == self.by { told.clone() } else { say!("{seat}: {told}") }
        };
        let what = Text::joined(self.decisions.iter().map(told), "; ");
        let agreed = Text::listed(self.agreed.iter().map(Text::of));
        html! {
            strong { (name(names, self.by)) }
            @if self.decisions.len() == 1 { " took back: " } @else { " took back " (self.decisions.len()) " decisions: " }
            (glossary.text(&what, names)) "."
            @if !agreed.is_empty() { " " (glossary.text(&say!("{agreed} agreed."), names)) }
        }
    }
}

fn taken_back(sitting: &Sitting<'_>, names: &[String], fits: impl Fn(usize) -> bool) -> Markup {
    html! {
        @for note in sitting.taken_back.iter().rev().filter(|note| fits(note.after)) {
            li class="taken-back" { (badge(note.by)) span class="told" { (note.words(names, sitting.glossary)) } }
        }
    }
}

fn line(sitting: &Sitting<'_>, names: &[String], line: &LogLine) -> Markup {
    html! {
        li id={ "log-" (line.step) } class=[line.fresh.then_some("fresh")] data-spots=[Some(&line.spots).filter(|spots| !spots.is_empty())] {
            a class="moment" href={ "/t/" (sitting.around.id) "/replay?at=" (line.step) } title="Look at this moment" { (line.step) }
            (badge(line.seat))
            span class="told" { strong { (name(names, line.seat)) } ": " (sitting.glossary.text(&line.told, names)) }
            @if let Some(why) = &line.standing { span class="standing" { (sitting.glossary.text(why, names)) } }
            @for news in &line.news { span class="news" { (sitting.glossary.text(news, names)) } }
        }
    }
}

/// How the game began.
fn opening(sitting: &Sitting<'_>, names: &[String]) -> Markup {
    html! {
        li id="log-opening" class="opening" {
            a class="moment" href={ "/t/" (sitting.around.id) "/replay?at=0" } title="Look at the start" { "0" }
            span class="told" { strong { "The game begins" } }
            @for news in &sitting.tale.opening() { span class="news" { (sitting.glossary.text(news, names)) } }
        }
    }
}

/// The log.
pub(crate) fn log(sitting: &Sitting<'_>, names: &[String]) -> Markup {
    let fresh = sitting.log.iter().filter(|line| line.fresh).count();
    let since = sitting.log.iter().find(|line| line.fresh).map(|line| line.step.saturating_sub(1));
    // The beginning is told where the lines reach back to it; the replay has it in any case.
    let begins = sitting.log.first().is_none_or(|line| line.step == 1);
    html! {
        section class="log" id="log" aria-label="What happened" {
            h2 {
                "Log"
                @if let (Some(since), true) = (since, fresh > 1) {
                    a class="since" href={ "/t/" (sitting.around.id) "/replay?at=" (since) @if let Some(seat) = sitting.around.viewer.seat() { "&seat=" (seat) } } {
                        (fresh) " new: step through"
                    }
                }
            }
            ol reversed start=(sitting.steps) {
                @if let Some(seat) = sitting.ended.as_ref().and_then(|ended| ended.resigned) {
                    li id="log-resigned" { (badge(seat)) span class="told" { strong { (name(names, seat)) } " resigned" } }
                }
                (taken_back(sitting, names, |after| after >= sitting.steps))
                @for told in sitting.log.iter().rev() {
                    @if told.step < sitting.steps { (taken_back(sitting, names, |after| after == told.step)) }
                    (sitting.around.parts.told(&format!("log-{}", told.step), told, || sitting.tale.line(told), |told| html! {
                        @if let Some(told) = told { (line(sitting, names, told)) }
                    }))
                }
                @if begins && sitting.steps > 0 { (taken_back(sitting, names, |after| after == 0)) }
                @if begins && sitting.opens { (sitting.part("log-opening", &(), || opening(sitting, names))) }
            }
        }
    }
}
