//! The table: prompt, board, actions, log, chat.

use maud::{Markup, html};
use table::{Outcome, Seat, SeatSet, Viewer};

use crate::assets;
use crate::drawn::{Choice, Desk, Drawn, Rank, choice_button, refusal};
use crate::glossary::Glossary;
use crate::layout::{Guest, page};
use crate::names::named;

/// Who sits on a seat, as everyone sees it.
#[derive(Clone, Debug)]
pub struct Chair {
    /// The name shown.
    pub name: String,
    /// The level, if an automatic player sits here.
    pub bot: Option<String>,
    /// Whether somebody is connected.
    pub present: bool,
}

/// A line of the log.
#[derive(Clone, Debug)]
pub struct LogLine {
    /// The step it belongs to, from 1.
    pub step: usize,
    /// Who decided.
    pub seat: Seat,
    /// What, as the viewer saw it.
    pub told: String,
    /// What changed besides.
    pub news: Vec<String>,
    /// Whether it happened since the viewer last decided.
    pub fresh: bool,
    /// Why it was decided without being asked, where a standing answer did it.
    pub standing: Option<&'static str>,
    /// Where on the table it happened.
    pub spots: String,
}

/// Something said at the table.
#[derive(Clone, Debug)]
pub struct Chat {
    /// Who said it.
    pub name: String,
    /// What.
    pub text: String,
}

/// A wish to take something back that needs the others' consent.
#[derive(Clone, Debug)]
pub struct TakeBack {
    /// Who wishes it.
    pub by: Seat,
    /// Who has not agreed yet.
    pub waiting: SeatSet,
}

/// How the game ended.
#[derive(Clone, Debug)]
pub struct Ended {
    /// The outcome.
    pub outcome: Outcome,
    /// Who gave the game up, if that ended it.
    pub resigned: Option<Seat>,
    /// The seed, told at the end, and whether every draw was checked against it.
    pub seed: Option<(String, bool)>,
    /// The table of the next game, if somebody asked for one.
    pub rematch: Option<String>,
}

/// Where a guided game stands.
#[derive(Clone, Debug)]
pub struct Coach {
    /// Which of its steps, from 1.
    pub at: usize,
    /// How many it has.
    pub of: usize,
    /// What to do now and why.
    pub text: String,
}

/// One guest at a table: all that the shell shows besides the game itself.
#[derive(Clone, Debug)]
pub struct Sitting<'a> {
    /// The table's name in addresses.
    pub id: &'a str,
    /// The seq of its last event.
    pub seq: u64,
    /// Who sits where.
    pub chairs: &'a [Chair],
    /// Whose eyes.
    pub viewer: Viewer,
    /// The seats this guest holds.
    pub own: SeatSet,
    /// Whose decision it is.
    pub deciding: SeatSet,
    /// The log's last lines, oldest first.
    pub log: Vec<LogLine>,
    /// How many decisions stand.
    pub steps: usize,
    /// What was said.
    pub chat: &'a [Chat],
    /// Whether the last decision can be taken back at once, or why not.
    pub undo: Result<(), String>,
    /// A wish to take something back.
    pub take_back: Option<TakeBack>,
    /// How it ended.
    pub ended: Option<Ended>,
    /// Whether forced decisions are answered by themselves.
    pub standing: bool,
    /// The commitment to the seed.
    pub commitment: Option<&'a str>,
    /// What the last post was refused for.
    pub refused: Option<String>,
    /// The cards of the table.
    pub glossary: &'a Glossary,
    /// Whether hints may be asked for.
    pub hints: bool,
    /// The hint that was asked for, best action first.
    pub advice: Vec<String>,
    /// Seats that let onlookers look through their eyes.
    pub shows: SeatSet,
    /// What the guided game says.
    pub coach: Option<Coach>,
    /// At a slow table, how long it has waited, if that is worth a word.
    pub waited: Option<String>,
}

impl Sitting<'_> {
    fn names(&self) -> Vec<String> {
        self.chairs.iter().map(|chair| chair.name.clone()).collect()
    }

    fn seat(&self) -> Option<Seat> {
        self.viewer.seat().filter(|seat| self.own.contains(*seat))
    }

    fn my_turn(&self) -> bool {
        self.seat().is_some_and(|seat| self.deciding.contains(seat))
    }

    /// The hidden fields of every form at the table: whose seat, and which state was seen.
    fn fields(&self) -> Markup {
        html! {
            input type="hidden" name="seq" value=(self.seq);
            @if let Some(seat) = self.viewer.seat() { input type="hidden" name="seat" value=(seat); }
        }
    }

    fn form(&self, verb: &str, inside: &Markup) -> Markup {
        html! {
            form method="post" action={ "/t/" (self.id) "/" (verb) } class={ "f-" (verb) } { (self.fields()) (inside) }
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
    let names = sitting.names();
    let sides: Vec<String> = names.iter().cloned().chain(G::absent(rules)).collect();
    let mut desk = Desk::new(rules, view, &sides, choices);
    desk.levels = sitting.chairs.iter().map(|chair| chair.bot.clone()).collect();
    html! {
        div id="table" class={ "table game-" (G::INFO.name) @if sitting.my_turn() { " my-turn" } }
            data-seq=(sitting.seq) data-steps=(sitting.steps) {
            (prompt::<G>(&desk, sitting))
            div class="board" id="board" { (G::board(&desk)) }
            aside class="side" id="side" aria-label="Actions and log" {
                @if let Some(ended) = &sitting.ended { (ending(ended, desk.names, sitting)) }
                (actions(&desk, sitting))
                (tools(sitting))
                (log(sitting, &sides))
                (talk(sitting))
            }
        }
    }
}

fn prompt<G: Drawn>(desk: &Desk<'_, G>, sitting: &Sitting<'_>) -> Markup {
    let text = match sitting.ended.as_ref().and_then(|ended| ended.resigned) {
        Some(seat) => format!("The game is over › {} resigned", desk.name(seat)),
        None => named(&G::headline(desk.rules, desk.view), desk.names),
    };
    let crumbs: Vec<&str> = text.split(" › ").collect();
    let waits: Vec<&str> = sitting.deciding.iter().map(|seat| desk.name(seat)).collect();
    html! {
        header class="prompt" id="prompt" {
            ol class="crumbs" aria-label="What is going on" {
                @for (at, crumb) in crumbs.iter().enumerate() {
                    li aria-current=[(at + 1 == crumbs.len()).then_some("step")] { (crumb) }
                }
            }
            p class="status" role="status" aria-live="polite" {
                @if let Some(ended) = &sitting.ended { strong { (winners(ended, desk.names)) } }
                @else if sitting.my_turn() { strong class="yours" { "Your decision" } }
                @else { "Waiting for " (waits.join(", ")) @if let Some(waited) = &sitting.waited { " for " (waited) } @else { "…" } }
            }
        }
        @if let Some(refused) = &sitting.refused { p class="refused-note" id="refused" role="alert" { (refused) } }
    }
}

fn winners(ended: &Ended, names: &[String]) -> String {
    let winners: Vec<&str> =
        ended.outcome.winners.iter().filter_map(|seat| names.get(seat.index())).map(String::as_str).collect();
    let reason = match ended.resigned.and_then(|seat| names.get(seat.index())) {
        Some(name) => format!("{name} resigned"),
        None => ended.outcome.reason.to_owned(),
    };
    match winners.as_slice() {
        [] => format!("Nobody wins: {reason}"),
        [one] => format!("{one} wins: {reason}"),
        several => format!("{} share the win: {reason}", several.join(" and ")),
    }
}

fn ending(ended: &Ended, names: &[String], sitting: &Sitting<'_>) -> Markup {
    let mut order: Vec<Seat> = Seat::all(sitting.chairs.len()).collect();
    order.sort_by_key(|seat| std::cmp::Reverse(ended.outcome.scores[*seat]));
    html! {
        section class="ending slab" id="ending" aria-label="The result" {
            h2 { (winners(ended, names)) }
            ol class="scores" {
                @for seat in order {
                    li class=[ended.outcome.winners.contains(seat).then_some("won")] {
                        (badge(seat)) span class="name" { (names[seat.index()]) }
                        @if ended.resigned.is_none() { span class="score" { (ended.outcome.scores[seat]) } }
                        @else if ended.resigned == Some(seat) { span class="score" { "resigned" } }
                    }
                }
            }
            div class="row" {
                @match &ended.rematch {
                    Some(next) => { a class="button main" href={ "/t/" (next) } { "To the next game" } }
                    None if !sitting.own.is_empty() => { (sitting.form("rematch", &html! { button class="main" { "Play again" } })) }
                    None => {}
                }
                a class="button" href={ "/t/" (sitting.id) "/replay" } { "Replay" }
                a class="button" href={ "/t/" (sitting.id) "/record" } download { "Download the record" }
            }
            @if let Some((seed, checked)) = &ended.seed {
                p class="seed" {
                    @if *checked { "Every draw was checked against the seed, and the seed against the commitment published at the start. " }
                    @else { "The seed does not fit the draws. Please report this. " }
                    "Seed " code { (seed) }
                }
            }
        }
    }
}

/// A seat's letter on its colour.
pub(crate) fn badge(seat: Seat) -> Markup {
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
            @if sitting.seat().is_some() {
                form id="act" method="post" action={ "/t/" (sitting.id) "/act" } { (sitting.fields()) }
            }
            (coach(sitting))
            @if groups.is_empty() && sitting.ended.is_none() {
                p class="idle" {
                    @if sitting.own.is_empty() { "You are looking on." } @else { "Nothing to decide for you right now." }
                }
            }
            @for (verb, group) in &groups {
                div class="group" {
                    @if groups.len() > 1 && group.len() > 1 { h3 { (verb) } }
                    @for choice in group { (choice_button(choice, keys.next(), &desk.spots_of(choice))) }
                }
            }
            @if !settings.is_empty() {
                details class="not-now" id="settings" {
                    summary { "Settings" }
                    @for choice in settings { (choice_button(choice, None, "")) }
                }
            }
            @if !refused.is_empty() {
                details class="not-now" id="not-now" {
                    summary { (refused.len()) " not possible now: why?" }
                    @for choice in refused { (refusal(choice, &desk.rules_page)) }
                }
            }
        }
    }
}

/// What the guided game says, and what a hint said.
fn coach(sitting: &Sitting<'_>) -> Markup {
    html! {
        @if let Some(coach) = &sitting.coach {
            div class="coach" id="coach" role="status" {
                h3 { "Lesson " small { (coach.at) " of " (coach.of) } }
                p { (sitting.glossary.mark(&coach.text)) }
            }
        }
        @if !sitting.advice.is_empty() {
            div class="coach" id="advice" role="status" {
                h3 { "Hint" }
                ol { @for line in &sitting.advice { li { (sitting.glossary.mark(line)) } } }
            }
        }
    }
}

fn tools(sitting: &Sitting<'_>) -> Markup {
    html! {
        div class="tools" id="tools" {
            @if sitting.hints && sitting.my_turn() && sitting.ended.is_none() {
                (sitting.form("hint", &html! { button title="What a strong player would think of (h)" data-key="?" { "Hint" kbd { "?" } } }))
            }
            @if sitting.seat().is_some() && sitting.ended.is_none() {
                @match &sitting.undo {
                    Ok(()) => {
                        (sitting.form("undo", &html! { button data-key="u" title="Take your last decision back (u)" { "Undo" kbd { "u" } } }))
                        (sitting.form("restart", &html! { button title="Back to where something new came out" { "Restart turn" } }))
                    }
                    Err(why) => {
                        button type="button" aria-disabled="true" title=(why) popovertarget="undo-why" { "Undo" }
                        div popover id="undo-why" class="menu" {
                            h3 { "Undo" }
                            p { (why) "." }
                            (sitting.form("ask-back", &html! { button { "Ask the others to take it back" } }))
                        }
                    }
                }
                (sitting.form("standing", &html! {
                    button title="Answer by yourself where only one thing is possible" aria-pressed=(sitting.standing) name="on" value=(!sitting.standing) {
                        @if sitting.standing { "Auto-answers on" } @else { "Auto-answers off" }
                    }
                }))
            }
            a class="button" href={ "/t/" (sitting.id) "/replay" @if let Some(seat) = sitting.viewer.seat() { "?seat=" (seat) } } { "Look back" }
            button type="button" popovertarget="more" { "More" }
            (more(sitting))
        }
        @if let Some(wish) = &sitting.take_back { (consent(wish, sitting)) }
    }
}

fn consent(wish: &TakeBack, sitting: &Sitting<'_>) -> Markup {
    let asked = sitting.seat().is_some_and(|seat| wish.waiting.contains(seat));
    let by = sitting.chairs.get(wish.by.index()).map_or("?", |chair| chair.name.as_str());
    html! {
        section class="consent" id="consent" role="alert" {
            p { (by) " asks to take the last decision back." }
            @if asked {
                div class="row" {
                    (sitting.form("agree", &html! { button class="main" { "Agree" } }))
                    (sitting.form("refuse", &html! { button { "Refuse" } }))
                }
            } @else if sitting.seat() == Some(wish.by) {
                (sitting.form("refuse", &html! { button { "Never mind" } }))
            }
        }
    }
}

fn more(sitting: &Sitting<'_>) -> Markup {
    html! {
        div popover id="more" class="menu" {
            h3 { "This table" }
            p class="row" {
                a class="button" href={ "/t/" (sitting.id) "/invite" } { "Invite to watch" }
                a class="button" href=(sitting.glossary.page()) { "Cards" }
                a class="button" href=(sitting.glossary.page().split('?').next().unwrap_or_default().replacen("/cards/", "/rules/", 1)) { "Rules" }
            }
            (onlookers(sitting))
            p class="row" {
                label class="check" { input type="checkbox" id="sound"; " Sounds" }
                label class="check" { input type="checkbox" id="motion"; " Less motion" }
            }
            p class="keys" { "Keys: the letter on a choice takes it, " kbd { "u" } " undoes, " kbd { "?" } " asks for a hint, " kbd { "Esc" } " closes, " kbd { "/" } " talks." }
            label { "Your own notes, kept in this browser only:" textarea data-notes=(sitting.id) rows="2" {} }
            (stop(sitting))
            details {
                summary { "Report a problem" }
                (sitting.form("report", &html! {
                    label { "What happened, and what did you expect? The record of this table goes with it to whoever runs this server." textarea name="text" rows="3" maxlength="2000" {} }
                    button { "Send the report" }
                }))
            }
            @if let Some(commitment) = sitting.commitment {
                details {
                    summary { "Fair luck" }
                    p class="seed" { "All luck of this game comes from one seed. This is the commitment to it; the seed itself is told at the end, and every draw can be checked: " code { (commitment) } }
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
        .chairs
        .iter()
        .enumerate()
        .filter(|(at, _)| *at != seat.index())
        .map(|(_, chair)| chair.name.as_str())
        .collect();
    let sure = |id: &str, title: &str, text: &str, verb: &str, yes: &str| {
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
        [] => Some("The game ends at once, and nobody wins. This can't be taken back.".to_owned()),
        [other] => Some(format!("The game ends at once: {other} wins. This can't be taken back.")),
        _ => None,
    };
    html! {
        div class="row stop" {
            @if let Some(ends) = ends { (sure("stop-resign", "Resign", &ends, "resign", "Yes, resign")) }
            @if !others.is_empty() {
                (sure("stop-leave", "Leave your seat", "The game goes on: an automatic player sits down in your place and plays to the end. You may look on, but not come back to this seat.", "leave", "Yes, leave it to an automatic player"))
            }
        }
    }
}

/// Who may look through whose eyes.
fn onlookers(sitting: &Sitting<'_>) -> Markup {
    html! {
        @if let Some(seat) = sitting.seat() {
            @let on = sitting.shows.contains(seat);
            (sitting.form("shows", &html! {
                button name="on" value=(!on) aria-pressed=(on) {
                    @if on { "Onlookers see your hand: stop that" } @else { "Let onlookers see your hand" }
                }
            }))
        } @else if !sitting.shows.is_empty() {
            p {
                "Look through the eyes of "
                @for seat in sitting.shows.iter() {
                    a href={ "/t/" (sitting.id) "?seat=" (seat) } { (sitting.chairs.get(seat.index()).map_or("?", |chair| chair.name.as_str())) } " "
                }
                @if sitting.viewer.seat().is_some() { a href={ "/t/" (sitting.id) } { "nobody" } }
            }
        }
    }
}

fn log(sitting: &Sitting<'_>, names: &[String]) -> Markup {
    let fresh = sitting.log.iter().filter(|line| line.fresh).count();
    let since = sitting.log.iter().find(|line| line.fresh).map(|line| line.step.saturating_sub(1));
    html! {
        section class="log" id="log" aria-label="What happened" {
            h3 {
                "Log"
                @if let (Some(since), true) = (since, fresh > 1) {
                    a class="since" href={ "/t/" (sitting.id) "/replay?at=" (since) @if let Some(seat) = sitting.viewer.seat() { "&seat=" (seat) } } {
                        (fresh) " since you decided: step through"
                    }
                }
            }
            ol reversed start=(sitting.steps) {
                @if let Some(seat) = sitting.ended.as_ref().and_then(|ended| ended.resigned) {
                    li id="log-resigned" { (badge(seat)) span class="told" { strong { (names.get(seat.index()).map_or("?", String::as_str)) } " resigned" } }
                }
                @for line in sitting.log.iter().rev() {
                    li id={ "log-" (line.step) } class=[line.fresh.then_some("fresh")] data-spots=[Some(&line.spots).filter(|spots| !spots.is_empty())] {
                        a class="moment" href={ "/t/" (sitting.id) "/replay?at=" (line.step) } title="Look at this moment" { (line.step) }
                        (badge(line.seat))
                        span class="told" { strong { (names.get(line.seat.index()).map_or("?", String::as_str)) } ": " (sitting.glossary.mark(&named(&line.told, names))) }
                        @if let Some(why) = line.standing { span class="standing" { (why) } }
                        @for news in &line.news { span class="news" { (sitting.glossary.mark(&named(news, names))) } }
                    }
                }
            }
        }
    }
}

fn talk(sitting: &Sitting<'_>) -> Markup {
    html! {
        section class="talk" id="talk" aria-label="Chat" {
            h3 { "Chat" }
            ol { @for line in sitting.chat { li { strong { (line.name) } " " (line.text) } } }
            (sitting.form("chat", &html! {
                input id="say" name="text" maxlength="300" placeholder="Say something" aria-label="Say something" autocomplete="off";
                button { "Say" }
            }))
        }
    }
}

/// The whole page of a running or finished game.
pub fn table_page(title: &str, guest: &Guest<'_>, id: &str, viewer: Viewer, inner: &Markup) -> Markup {
    let live = match viewer {
        Viewer::Seat(seat) => format!("/t/{id}/live?seat={seat}"),
        Viewer::Spectator => format!("/t/{id}/live"),
    };
    let body = html! {
        h1 class="hidden" { (title) }
        div id="live" data-live=(live) data-art=(assets::art("")) { (inner) }
        p id="offline" class="offline" hidden { "Connection lost: trying again…" }
    };
    page(title, Some(guest), "at-table", &body)
}

/// What is shown when the device is to be passed to another player: nothing of the table.
pub fn curtain(title: &str, id: &str, guest: &Guest<'_>, seat: Seat, name: &str) -> Markup {
    let body = html! {
        section class="curtain slab" {
            h1 { "Pass the device to " (name) }
            p { "It is " (name) "'s decision. Nobody else should look now." }
            a class="button main" href={ "/t/" (id) "?seat=" (seat) } { "I am " (name) }
        }
    };
    page(title, Some(guest), "plain-page", &body)
}
