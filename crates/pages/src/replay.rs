//! Looking back at a game, moment by moment.

use maud::Markup;
use table::{Seat, Text, Viewer, say, tongue};

use crate::glossary::Glossary;
use crate::layout::{Guest, page};
use crate::log::{LogLine, TakenBack};
use crate::names::plain;
use crate::play::badge;

/// A moment of a game.
#[derive(Clone, Debug)]
pub struct Replay<'a> {
    /// The address this replay lives at, without its query.
    pub base: String,
    /// The table it belongs to, if it is one of ours.
    pub table: Option<&'a str>,
    /// The game's title.
    pub title: &'a str,
    /// After how many decisions.
    pub at: usize,
    /// How many there are.
    pub steps: usize,
    /// Whose eyes.
    pub viewer: Viewer,
    /// Whose eyes may be chosen.
    pub viewers: Vec<Viewer>,
    /// Who sits where.
    pub names: &'a [String],
    /// What is being decided here.
    pub prompt: Text,
    /// The decision that led here.
    pub line: Option<LogLine>,
    /// What was taken back here.
    pub taken_back: Vec<TakenBack>,
    /// How the game began, where this is its first moment.
    pub opening: Vec<Text>,
    /// The cards and rules of the table.
    pub glossary: &'a Glossary,
    /// Whether the moment can be played on from at a new table.
    pub forks: bool,
    /// The levels of bots.
    pub levels: Vec<(&'static str, &'static str)>,
    /// The seed, once it is told, and whether every draw was checked against it.
    pub seed: Option<(String, bool)>,
}

impl Replay<'_> {
    fn link(&self, at: usize, viewer: Viewer) -> String {
        match viewer {
            Viewer::Seat(seat) => format!("{}?at={at}&seat={seat}", self.base),
            Viewer::Spectator => format!("{}?at={at}", self.base),
        }
    }
}

fn eyes(viewer: Viewer, names: &[String]) -> String {
    match viewer {
        Viewer::Seat(seat) => names.get(seat.index()).cloned().unwrap_or_default(),
        Viewer::Spectator => tongue::phrase("a spectator").into_owned(),
    }
}

/// Seed, download, problem report.
fn about(moment: &Replay<'_>) -> Markup {
    html! {
        @if let Some((seed, checked)) = &moment.seed {
            p class="seed crumbs-line" {
                "Seed " code { (seed) }
                @if *checked { " – every draw was checked against it." } @else { " – the draws do not follow from it. Please report this." }
            }
        }
        @if let Some(table) = moment.table {
            details class="crumbs-line" {
                summary { "Share or report this moment" }
                @if moment.seed.is_some() { p { a class="button" href={ "/t/" (table) "/record" } download { "Download record" } } }
                p { label { "Link to this moment: " input class="link" readonly value=(moment.link(moment.at, moment.viewer)) data-copy data-whole; } }
                form method="post" action={ "/t/" (table) "/report" } {
                    input type="hidden" name="step" value=(moment.at);
                    label { "Is something wrong here? What did you expect?" textarea name="text" rows="2" maxlength="2000" {} }
                    button { "Send the report" }
                }
            }
        }
    }
}

/// The page of one moment.
pub fn replay(guest: &Guest<'_>, moment: &Replay<'_>, board: &Markup) -> Markup {
    let here = |at| moment.link(at, moment.viewer);
    let body = html! {
        h1 class="hidden" { (say!("{}: replay", moment.title).to_string()) }
        div class="replay" id="replay" data-cards=(moment.glossary.page()) {
            nav class="scrubber" aria-label="Moments" data-steps=(moment.steps) {
                a href=(here(0)) rel="first" title="Start (Home)" { "«" }
                a href=(here(moment.at.saturating_sub(1))) rel="prev" title="One back (←)" { "‹" }
                form method="get" action=(moment.base) {
                    @if let Viewer::Seat(seat) = moment.viewer { input type="hidden" name="seat" value=(seat); }
                    input type="range" name="at" min="0" max=(moment.steps) value=(moment.at) aria-label="Moment";
                    noscript { button { "Go" } }
                    output { (moment.at) " of " (moment.steps) }
                }
                a href=(here((moment.at + 1).min(moment.steps))) rel="next" title="One forward (→)" { "›" }
                a href=(here(moment.steps)) rel="last" title="End (End)" { "»" }
                button type="button" id="autoplay" aria-pressed="false" { "Play" }
                span class="eyes" {
                    "View as: "
                    @for viewer in &moment.viewers {
                        a href=(moment.link(moment.at, *viewer)) aria-current=[(*viewer == moment.viewer).then_some("true")] { (eyes(*viewer, moment.names)) } " "
                    }
                }
                @if let Some(table) = moment.table { a class="back" href={ "/t/" (table) } { "Back to the table" } }
            }
            p class="crumbs-line" { (plain(&moment.prompt, moment.names)) }
            @if let Some(line) = &moment.line {
                p class="moment-line" role="status" {
                    (badge(line.seat)) " " strong { (eyes(Viewer::Seat(line.seat), moment.names)) } ": " (moment.glossary.text(&line.told, moment.names)) ". "
                    @for news in &line.news { span class="news" { (moment.glossary.text(news, moment.names)) " " } }
                }
            }
            @if !moment.opening.is_empty() {
                p class="moment-line" role="status" {
                    strong { "The game begins. " }
                    @for news in &moment.opening { span class="news" { (moment.glossary.text(news, moment.names)) " " } }
                }
            }
            @for back in &moment.taken_back {
                p class="moment-line taken-back" { (badge(back.by)) " " (back.words(moment.names, moment.glossary)) }
            }
            div class="board" id="board" { h2 class="hidden" { "The table" } (board) }
            @if moment.forks {
                form class="fork" method="post" action={ (moment.base) "/fork" } {
                    input type="hidden" name="at" value=(moment.at);
                    label { "Play on from this moment as "
                        select name="seat" { @for seat in Seat::all(moment.names.len()) { option value=(seat) { (eyes(Viewer::Seat(seat), moment.names)) } } }
                    }
                    label { "against "
                        select name="others" {
                            option value="me" { "yourself, passing this device around" }
                            @for (level, like) in &moment.levels { option value={ "bot:" (level) } selected[*level == "fair"] { "a bot, " (tongue::phrase(level)) ": " (tongue::phrase(like)) } }
                        }
                    }
                    button { "Play from here" }
                }
            }
            (about(moment))
        }
    };
    page(moment.title, Some(guest), "at-replay", &body)
}
