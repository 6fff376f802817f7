//! The table: prompt, board, actions, log, chat.

use std::hash::Hash;

use maud::Markup;
use table::{Seat, SeatSet, Text, Viewer, say, tongue};

use crate::aside::{Aside, aside};
use crate::assets;
use crate::coach::{Coach, NextLesson, coach};
use crate::company::{Absent, Away, Clock, company, missing};
use crate::drawn::{Choice, Desk, Drawn, Rank};
use crate::ending::{Ended, ending, winners};
use crate::glossary::Glossary;
use crate::host::{self, Host, Voice};
use crate::layout::{Guest, page};
use crate::log::{Step, TakenBack, Tale, log};
use crate::names::{capital, plain, sentence};
use crate::pacing::{film, pacing};
use crate::parts::Parts;

/// Who sits on a seat, as everyone sees it.
#[derive(Clone, Debug)]
pub struct Chair {
    /// The name shown.
    pub name: String,
    /// The level, if a bot sits here.
    pub bot: Option<String>,
    /// Since when whoever sits here is away, if they are.
    pub away: Option<Away>,
    /// The address of their own page, where they have one.
    pub page: Option<String>,
    /// How much time they have, where the table has clocks.
    pub clock: Option<Clock>,
}

/// Something said at the table.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Chat {
    /// Which line of the table's chat it is, from 1.
    pub number: u64,
    /// Who said it.
    pub name: String,
    /// What.
    pub text: String,
    /// Whether the table itself says it of them: that they left, that they were removed.
    pub noted: bool,
}

/// A wish to take something back that needs the others' consent.
#[derive(Clone, Debug)]
pub struct TakeBack {
    /// Who wishes it.
    pub by: Seat,
    /// Who has not agreed yet.
    pub waiting: SeatSet,
}

/// What a post is answered besides the table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reply {
    /// What it was refused for.
    pub refused: Option<Text>,
    /// The hint it asked for, best action first.
    pub advice: Vec<Text>,
    /// The place in the line of a hint that was asked for, from 1; 0 once somebody thinks about it.
    pub in_line: Option<u64>,
}

/// What the shell shows around a game for one guest: who sits there, what was said and wished, and what this guest may do.
#[derive(Clone, Debug)]
pub struct Around<'a> {
    /// The table's name in addresses.
    pub id: &'a str,
    /// The seq of its last event.
    pub seq: u64,
    /// Who sits where.
    pub chairs: Vec<Chair>,
    /// The same, by name.
    pub names: Vec<String>,
    /// Whose eyes.
    pub viewer: Viewer,
    /// The seats this guest holds.
    pub own: SeatSet,
    /// What was said.
    pub chat: Vec<&'a Chat>,
    /// Whether this guest may say something too, or why not.
    pub voice: Voice,
    /// What this guest may do as the host, if it is the host.
    pub host: Option<Host>,
    /// Seats that nobody has.
    pub free: SeatSet,
    /// A wish to take something back.
    pub take_back: Option<TakeBack>,
    /// Whose wish to take something back was refused last, and by whom.
    pub declined: Option<(Seat, Seat)>,
    /// Whose forced decisions are answered by themselves.
    pub standing: SeatSet,
    /// The next game's table.
    pub rematch: Option<&'a str>,
    /// What this guest's last post was answered.
    pub reply: &'a Reply,
    /// Whether hints may be asked for now.
    pub hints: bool,
    /// The actions that a lesson offers now.
    pub only: Option<Vec<&'a str>>,
    /// What the lesson says.
    pub coach: Option<Coach>,
    /// The lesson that somebody who is new to the game is offered.
    pub offered: Option<NextLesson>,
    /// Seats that let onlookers look through their eyes.
    pub shows: SeatSet,
    /// Whether the result counts for the ratings.
    pub rated: bool,
    /// What can be done about those who are not there.
    pub absent: Absent,
    /// At a slow table, how long it has waited, if that is worth a word.
    pub waited: Option<String>,
    /// How the page is cut.
    pub parts: &'a Parts<'a>,
}

impl Around<'_> {
    /// The seat that is looked from, if it is the guest's own.
    pub fn own_eyes(&self) -> Option<Seat> {
        self.viewer.seat().filter(|seat| self.own.contains(*seat))
    }
}

/// One guest at a table: the game as they are told it, and what is around it.
#[derive(Clone, Debug)]
pub struct Sitting<'a> {
    /// Everything besides the game.
    pub around: &'a Around<'a>,
    /// Whose decision it is.
    pub deciding: SeatSet,
    /// The decisions that the log shows, oldest first.
    pub log: Vec<Step>,
    /// How they are told.
    pub tale: &'a dyn Tale,
    /// How many decisions stand.
    pub steps: usize,
    /// Whether the last decision can be taken back at once, or why not.
    pub undo: Result<(), Text>,
    /// What was taken back, oldest first.
    pub taken_back: Vec<TakenBack>,
    /// Whether the log has something to tell of how the game began.
    pub opens: bool,
    /// How it ended.
    pub ended: Option<Ended>,
    /// The commitment to the seed.
    pub commitment: Option<&'a str>,
    /// The cards of the table.
    pub glossary: &'a Glossary,
}

impl Sitting<'_> {
    pub(crate) fn name(&self, seat: Seat) -> &str {
        self.around.chairs.get(seat.index()).map_or("?", |chair| chair.name.as_str())
    }

    fn plain(&self, text: &Text) -> String {
        plain(text, &self.around.names)
    }

    pub(crate) fn text(&self, text: &Text) -> Markup {
        self.glossary.text(text, &self.around.names)
    }

    pub(crate) fn seat(&self) -> Option<Seat> {
        self.around.own_eyes()
    }

    fn my_turn(&self) -> bool {
        self.seat().is_some_and(|seat| self.deciding.contains(seat))
    }

    /// Whether forced decisions of the seat that is looked from are answered by themselves.
    fn stands(&self) -> bool {
        self.around.viewer.seat().is_some_and(|seat| self.around.standing.contains(seat))
    }

    /// The hidden fields of every form at the table: whose seat, and which state was seen.
    fn fields(&self) -> Markup {
        let seq = if self.around.parts.is_cut() { String::new() } else { self.around.seq.to_string() };
        html! {
            input type="hidden" name="seq" value=(seq);
            @if let Some(seat) = self.around.viewer.seat() { input type="hidden" name="seat" value=(seat); }
        }
    }

    /// A part that is drawn from these inputs, and from who looks and who sits where.
    pub(crate) fn part(&self, id: &str, inputs: &impl Hash, draw: impl FnOnce() -> Markup) -> Markup {
        self.around.parts.part(id, inputs, draw)
    }

    /// A part that is drawn every time.
    pub(crate) fn frame(&self, id: &str, draw: impl FnOnce() -> Markup) -> Markup {
        self.around.parts.frame(id, draw)
    }

    pub(crate) fn form(&self, verb: &str, inside: &Markup) -> Markup {
        self.form_called(None, verb, inside)
    }

    fn form_called(&self, id: Option<&str>, verb: &str, inside: &Markup) -> Markup {
        html! {
            form id=[id] method="post" action={ "/t/" (self.around.id) "/" (verb) } class={ "f-" (verb) } { (self.fields()) (inside) }
        }
    }
}

const KEYS: &str = "1234567890abcdefghijklmnopqrstvwxyz";

/// The part of the page that changes: sent again whenever the table does.
pub fn table<G: Drawn>(
    rules: &G::Rules,
    view: &G::View,
    choices: &[Choice<G>],
    sitting: &Sitting<'_>,
) -> Markup {
    let sides: Vec<String> = sitting.around.names.iter().cloned().chain(G::absent(rules)).collect();
    let mut desk = Desk::new(rules, view, &sides, choices).in_parts(sitting.around.parts);
    desk.glossary = Some(sitting.glossary);
    desk.levels = sitting.around.chairs.iter().map(|chair| chair.bot.clone()).collect();
    html! {
        div id="table" class={ "table game-" (G::INFO.name) @if sitting.my_turn() { " my-turn" } }
            data-seq=(sitting.around.seq) data-steps=(sitting.steps) {
            (sitting.frame("prompt", || prompt::<G>(&desk, sitting)))
            @if let Some(refused) = &sitting.around.reply.refused { p class="refused-note" id="refused" role="alert" { (desk.text(refused)) } }
            (sitting.frame("board", || html! {
                div class="board" id="board" { h2 class="hidden" { "The table" } (G::board(&desk)) }
            }))
            (sitting.frame("side", || html! {
                aside class="side" id="side" aria-label="Actions and log" {
                    @if let Some(ended) = &sitting.ended { (sitting.frame("ending", || ending(ended, desk.names, sitting))) }
                    (sitting.frame("actions", || actions(&desk, sitting)))
                    (tools(sitting))
                    (sitting.frame("log", || log(sitting, &sides)))
                    (talk(sitting))
                }
            }))
        }
    }
}

fn prompt<G: Drawn>(desk: &Desk<'_, G>, sitting: &Sitting<'_>) -> Markup {
    let crumbs = match sitting.ended.as_ref().and_then(|ended| ended.resigned) {
        Some(seat) => vec![say!("The game is over"), say!("{seat} resigned")],
        None => G::headline(desk.rules, desk.view),
    };
    let waits = Text::listed(sitting.deciding.iter().map(Text::of));
    let waits = match &sitting.around.waited {
        Some(waited) => say!("Waiting for {waits} for {waited}"),
        None => say!("Waiting for {waits}…"),
    };
    html! {
        section class="prompt" id="prompt" aria-label="What is asked" {
            ol class="crumbs" aria-label="What is going on" {
                @for (at, crumb) in crumbs.iter().enumerate() {
                    li aria-current=[(at + 1 == crumbs.len()).then_some("step")] { (desk.plain(crumb)) }
                }
            }
            p class="status" {
                @if let Some(ended) = &sitting.ended { strong { (winners(ended, desk.names)) } }
                @else if sitting.my_turn() { strong class="yours" { "Your decision" } }
                @else { (desk.plain(&waits)) }
            }
            (company(sitting))
        }
    }
}

/// A seat's letter on its colour.
pub fn badge(seat: Seat) -> Markup {
    html! { span class={ "badge seat-" (seat.index()) } aria-hidden="true" { (seat.letter()) } }
}

fn actions<G: Drawn>(desk: &Desk<'_, G>, sitting: &Sitting<'_>) -> Markup {
    let (legal, refused): (Vec<_>, Vec<_>) = desk.choices.iter().partition(|choice| choice.refusal.is_none());
    let mut keys = KEYS.chars();
    let mut groups: Vec<(&str, Vec<&Choice<G>>)> = Vec::new();
    let (mut settings, mut last) = (Vec::new(), Vec::new());
    let legal: Vec<&Choice<G>> = legal
        .into_iter()
        .filter(|choice| match G::rank(choice.action) {
            Rank::Move => true,
            Rank::Rest => {
                last.push(*choice);
                false
            }
            Rank::Setting => {
                settings.push(*choice);
                false
            }
        })
        .collect();
    let legal = legal.into_iter().chain(last);
    for choice in legal {
        let verb = choice.notation.split(' ').next().unwrap_or_default();
        match groups.iter_mut().find(|(name, _)| *name == verb) {
            Some((_, group)) => group.push(choice),
            None => groups.push((verb, vec![choice])),
        }
    }
    html! {
        section class="actions" id="actions" aria-label="What you can do" {
            h2 class="hidden" { "What you can do" }
            (sitting.part("unfold", &(), || html! { button id="unfold" class="unfold scripted-only" type="button" aria-expanded="false" { "All choices" } }))
            @if sitting.seat().is_some() {
                form id="act" method="post" action={ "/t/" (sitting.around.id) "/act" } { (sitting.fields()) }
            }
            (coach(sitting, G::INFO.name))
            @let reads = sitting.around.coach.as_ref().is_some_and(Coach::is_read);
            @if groups.is_empty() && sitting.ended.is_none() && !reads {
                p class="idle" {
                    @if sitting.around.own.is_empty() { "You are watching this game." } @else { "Nothing for you to decide right now." }
                }
            }
            @if sitting.around.voice == Voice::Removed { (host::removed()) }
            (host::open_seats(sitting))
            @for (verb, group) in &groups {
                div class="group" {
                    @if groups.len() > 1 && group.len() > 1 { h3 { (capital(&tongue::phrase(verb))) } }
                    @for choice in group { (desk.choice_button(choice, keys.next(), &desk.spots_of(choice))) }
                }
            }
            @if !settings.is_empty() {
                details class="not-now" id="settings" {
                    summary { "Settings" }
                    @for choice in settings { (desk.choice_button(choice, None, "")) }
                }
            }
            @if !refused.is_empty() {
                details class="not-now" id="not-now" {
                    summary { @if refused.len() == 1 { "1 thing you can’t do now, and why" } @else { (refused.len()) " things you can’t do now, and why" } }
                    @for choice in refused { (desk.refusal(choice)) }
                }
            }
        }
    }
}

/// What the tools depend on.
fn tools_from<'s>(sitting: &'s Sitting<'_>) -> impl Hash + 's {
    let around = sitting.around;
    let turn =
        (around.hints, sitting.my_turn(), sitting.ended.is_some(), sitting.steps > 0, sitting.stands());
    (turn, &sitting.undo, more_from(sitting))
}

/// What the menu with everything else depends on.
fn more_from<'s>(sitting: &'s Sitting<'_>) -> impl Hash + 's {
    let around = sitting.around;
    let removable = around.host.as_ref().map(|host| host.removable);
    (sitting.ended.is_some(), around.shows, removable, sitting.commitment)
}

fn tools(sitting: &Sitting<'_>) -> Markup {
    html! {
        (sitting.part("tools", &tools_from(sitting), || tool_row(sitting)))
        @if let Some(wish) = &sitting.around.take_back { (sitting.frame("consent", || consent(wish, sitting))) }
        (declined(sitting))
        (missing(sitting))
    }
}

fn tool_row(sitting: &Sitting<'_>) -> Markup {
    html! {
        div class="tools" id="tools" {
            @if sitting.around.hints && sitting.my_turn() && sitting.ended.is_none() {
                (sitting.form("hint", &html! { button title="What a strong bot would do here (?)" data-key="?" { "Hint" kbd { "?" } } }))
            }
            @if sitting.seat().is_some() && sitting.ended.is_none() {
                @match &sitting.undo {
                    Ok(()) => {
                        (sitting.form("undo", &html! { button data-key="u" title="Undo your last decision (u)" { "Undo" kbd { "u" } } }))
                        (sitting.form("restart", &html! { button title="Undo everything you did since something new was seen" { "Undo all" } }))
                    }
                    Err(why) => {
                        (sitting.part("undo-not", why, || html! { button id="undo-not" type="button" aria-disabled="true" title=(sitting.plain(&sentence(why))) popovertarget="undo-why" { "Undo" } }))
                        div popover id="undo-why" class="menu" {
                            h3 { "Undo" }
                            (sitting.part("undo-reason", why, || html! { p id="undo-reason" { (sitting.text(&sentence(why))) } }))
                            @if sitting.steps > 0 {
                                (sitting.form("ask-back", &html! { button { "Ask the others to undo it" } }))
                            }
                            button type="button" class="quiet" popovertarget="undo-why" popovertargetaction="hide" { "Close" }
                        }
                    }
                }
                (sitting.part("standing", &sitting.stands(), || sitting.form_called(Some("standing"), "standing", &html! {
                    button title="When you have only one choice, should it be made for you?" aria-pressed=(sitting.stands()) name="on" value=(!sitting.stands()) {
                        @if sitting.stands() { "Single choices: made for you" } @else { "Single choices: ask me" }
                    }
                })))
            }
            a class="button" href={ "/t/" (sitting.around.id) "/replay" @if let Some(seat) = sitting.around.viewer.seat() { "?seat=" (seat) } } { "Look back" }
            (sitting.part("pacing", &(), pacing))
            button type="button" popovertarget="more" { "More" }
            (sitting.part("more", &more_from(sitting), || more(sitting)))
        }
    }
}

fn consent(wish: &TakeBack, sitting: &Sitting<'_>) -> Markup {
    let asked = sitting.seat().is_some_and(|seat| wish.waiting.contains(seat));
    let (by, waiting) = (wish.by, Text::listed(wish.waiting.iter().map(Text::of)));
    html! {
        section class="consent" id="consent" role="alert" {
            @if asked {
                p { (sitting.text(&say!("{by} asks to undo the last decision."))) }
                div class="row" {
                    (sitting.form("agree", &html! { button class="main" { "Agree" } }))
                    (sitting.form("refuse", &html! { button { "Refuse" } }))
                }
            } @else if sitting.seat() == Some(wish.by) {
                p { (sitting.text(&say!("You asked to undo. Waiting for {waiting}…"))) }
                (sitting.form("refuse", &html! { button { "Never mind" } }))
            } @else {
                p { (sitting.text(&say!("{by} asks to undo the last decision. Waiting for {waiting}…"))) }
            }
        }
    }
}

/// That somebody did not agree to undo: for the one who asked, and everyone else who waited for the answer.
fn declined(sitting: &Sitting<'_>) -> Markup {
    html! {
        @if let Some((by, no)) = sitting.around.declined.filter(|(_, no)| sitting.seat() != Some(*no)) {
            section class="consent" id="answer" role="alert" {
                p { (sitting.name(no)) " did not agree to undo" @if sitting.seat() == Some(by) { " your last decision" } "." }
            }
        }
    }
}

fn more(sitting: &Sitting<'_>) -> Markup {
    html! {
        div popover id="more" class="menu" {
            h3 { "This table" }
            p class="row" {
                a class="button" href={ "/t/" (sitting.around.id) "/invite" } { "Invite someone to watch" }
                a class="button" href=(sitting.glossary.page()) { "Cards" }
                a class="button" href=(sitting.glossary.page().split('?').next().unwrap_or_default().replacen("/cards/", "/rules/", 1)) { "Rules" }
            }
            (onlookers(sitting))
            p class="row" {
                label class="check" { input type="checkbox" id="sound"; " Sounds" }
                label class="slide" { "Volume " input type="range" id="volume" min="5" max="100" step="5"; }
            }
            p class="row" {
                label class="check" { input type="checkbox" id="motion"; " Less motion" }
                label class="slide" { "Time for each move of the others " input type="range" id="pace" min="0" max="4000" step="250"; }
            }
            p class="keys" { "Keys: press the key shown on a choice to take it; " kbd { "u" } " undo, " kbd { "?" } " hint, " kbd { "/" } " chat, " kbd { "Esc" } " close." }
            label { "Your own notes (only in this browser):" textarea data-notes=(sitting.around.id) rows="3" {} }
            (stop(sitting))
            (host::removing(sitting))
            details {
                summary { "Report a problem" }
                (sitting.form("report", &html! {
                    label { "What happened, and what did you expect? The record of this game is sent with it to whoever runs this server." textarea name="text" rows="3" maxlength="2000" {} }
                    button { "Send the report" }
                }))
            }
            @if let Some(commitment) = sitting.commitment {
                details {
                    summary { "Fair luck" }
                    p class="seed" { "All luck in this game comes from one secret seed. We commit to it now and show it at the end, so that every draw can be checked. The commitment: " code { (commitment) } }
                }
            }
            button type="button" class="quiet" popovertarget="more" popovertargetaction="hide" { "Close" }
        }
    }
}

/// Ways to stop playing: each says what will happen and asks again.
fn stop(sitting: &Sitting<'_>) -> Markup {
    let Some(seat) = sitting.seat().filter(|_| sitting.ended.is_none()) else { return html! {} };
    let others: Vec<&str> = sitting
        .around
        .chairs
        .iter()
        .enumerate()
        .filter(|(at, _)| *at != seat.index())
        .map(|(_, chair)| chair.name.as_str())
        .collect();
    let sure = |id: &str, title: &str, text: &str, verb: &str, yes: &str| {
        let (title, yes) = (tongue::phrase(title), tongue::phrase(yes));
        html! {
            button type="button" class="danger" popovertarget=(id) { (title) "…" }
            div popover id=(id) class="menu" role="alertdialog" aria-label=(title) {
                h3 { (title) "?" }
                p { (text) }
                (sitting.form(verb, &html! { button class="choice danger" { (yes) } }))
                button type="button" class="quiet" popovertarget=(id) popovertargetaction="hide" { "No, go back" }
            }
        }
    };
    let ends = match others.as_slice() {
        [] => Some(say!("The game ends at once, and nobody wins. This can't be undone.")),
        [other] => Some(say!("The game ends at once: {} wins. This can't be undone.", (*other).to_owned())),
        _ => None,
    };
    html! {
        div class="row stop" {
            @if let Some(ends) = ends { (sure("stop-resign", "Resign", &ends.to_string(), "resign", "Yes, resign")) }
            @if !others.is_empty() {
                (sure("stop-leave", "Leave your seat", &tongue::phrase("The game goes on: a bot takes your seat and plays to the end. You can watch, but you can’t come back to this seat."), "leave", "Yes, leave it to a bot"))
            }
        }
    }
}

/// Who may look through whose eyes.
fn onlookers(sitting: &Sitting<'_>) -> Markup {
    html! {
        @if let Some(seat) = sitting.seat() {
            @let on = sitting.around.shows.contains(seat);
            (sitting.form("shows", &html! {
                button name="on" value=(!on) aria-pressed=(on) {
                    @if on { "Stop showing spectators your hand" } @else { "Show spectators your hand" }
                }
            }))
        } @else if !sitting.around.shows.is_empty() {
            p {
                "See what they see: "
                @for seat in sitting.around.shows.iter() {
                    a href={ "/t/" (sitting.around.id) "?seat=" (seat) } { (sitting.name(seat)) } " "
                }
                @if sitting.around.viewer.seat().is_some() { a href={ "/t/" (sitting.around.id) } { "Only what is open" } }
            }
        }
    }
}

fn talk(sitting: &Sitting<'_>) -> Markup {
    let Around { chat, voice, host, .. } = sitting.around;
    sitting.part("talk", &(chat, voice, host), || chatter(sitting))
}

fn chatter(sitting: &Sitting<'_>) -> Markup {
    html! {
        section class="talk" id="talk" aria-label="Chat" {
            h2 { "Chat" }
            ol { @for line in &sitting.around.chat { (sitting.frame(&format!("said-{}", line.number), || html! { li id={ "said-" (line.number) } { strong { (line.name) } " " @if line.noted { (tongue::phrase(&line.text)) } @else { (sitting.glossary.said(&line.text)) } (host::muting(sitting, line)) } })) } }
            @match sitting.around.voice {
                Voice::Speaks => {
                    (sitting.form("chat", &html! {
                        input id="say" name="text" maxlength="300" placeholder="Say something" aria-label="Say something" autocomplete="off";
                        button { "Send" }
                    }))
                }
                Voice::Muted => { p class="idle" { "The host has turned off chat for you at this table." } }
                Voice::Listens | Voice::Removed => {}
            }
        }
    }
}

/// The whole page of a running or finished game.
pub fn table_page(
    title: &str,
    guest: &Guest<'_>,
    (id, now): (&str, Option<u64>),
    viewer: Viewer,
    (inner, beside): (&Markup, Aside<'_>),
) -> Markup {
    let live = match viewer {
        Viewer::Seat(seat) => format!("/t/{id}/live?seat={seat}"),
        Viewer::Spectator => format!("/t/{id}/live"),
    };
    let body = html! {
        h1 class="hidden" { (tongue::phrase(title)) }
        div id="live" data-live=(live) data-now=[now] data-parts=(assets::version()) data-art=(assets::art("")) { (inner) }
        div id="aside" class="aside" role="status" { (aside(beside)) }
        (film())
        div id="told" class="hidden" role="log" aria-label="What happens" {}
        (offline())
        @for script in assets::table_paths() { script src=(script) defer {} }
    };
    page(title, Some(guest), "at-table", &body)
}

/// What is shown while the server can't be reached; the script says what waits for it.
pub(crate) fn offline() -> Markup {
    html! { p id="offline" class="offline" role="status" hidden { "Not connected. Trying again…" } }
}

/// What is shown when the device is to be passed to another player: nothing of the table.
pub fn curtain(title: &str, id: &str, guest: &Guest<'_>, seat: Seat, name: &str) -> Markup {
    let body = html! {
        section class="curtain slab" {
            h1 { "Pass the device to " (name) }
            p { "It is " (name) "’s turn to decide. Nobody else should look now." }
            a class="button main" href={ "/t/" (id) "?seat=" (seat) } { "I am " (name) }
        }
    };
    page(title, Some(guest), "plain-page", &body)
}
