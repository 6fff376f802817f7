//! Who plays: whether they are there, how much time they have, and what the others can do about somebody who is away.

use maud::Markup;
use table::{Seat, SeatSet, Text, many, say};

use crate::play::{Sitting, badge};

/// How somebody's clock stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// What is left of it, in milliseconds.
    pub left: u64,
    /// When it will have run out, in milliseconds since 1970, if it runs.
    pub until: Option<u64>,
    /// Whether it would run, but for the night.
    pub night: bool,
}

/// Since when somebody is not there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Away {
    /// Since when, in milliseconds since 1970.
    pub since: u64,
    /// When it is looked at.
    pub now: u64,
}

/// What can be done about those who are not there.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Absent {
    /// For whom a bot decides until they come back.
    pub minded: SeatSet,
    /// Who may be reminded.
    pub nudge: SeatSet,
    /// Who has been.
    pub nudged: SeatSet,
    /// For whom a bot may be voted for.
    pub vote: SeatSet,
    /// Who wants one for whom, and how many are needed.
    pub votes: Vec<(Seat, SeatSet, usize)>,
}

/// A time that is left, as a clock shows it: minutes and seconds, hours and minutes, or days and hours.
pub(crate) fn left(milliseconds: u64) -> String {
    let seconds = milliseconds.div_ceil(1000);
    let (minutes, hours) = (seconds / 60, seconds / 3600);
    match hours {
        0 => format!("{minutes}:{:02}", seconds % 60),
        1..48 => format!("{hours}h {:02}", minutes % 60),
        _ => format!("{}d {}h", hours / 24, hours % 24),
    }
}

/// The strip with everybody who plays; nothing where one plays alone with bots and without a clock.
pub(crate) fn company(sitting: &Sitting<'_>) -> Markup {
    let around = sitting.around;
    let people = around.chairs.iter().filter(|chair| chair.bot.is_none()).count();
    let timed = around.chairs.iter().any(|chair| chair.clock.is_some());
    if sitting.ended.is_some() || (people < 2 && !timed && around.absent.minded.is_empty()) {
        return html! {};
    }
    sitting.frame("company", || html! {
        ul class="company" id="company" aria-label="Players and their time" {
            @for seat in Seat::all(around.chairs.len()) { (sitting.frame(&format!("seat-{seat}"), || chip(sitting, seat))) }
        }
    })
}

/// What there is to do about somebody who is not there.
pub(crate) fn missing(sitting: &Sitting<'_>) -> Markup {
    html! {
        @if sitting.ended.is_none() { (back(sitting)) (about(sitting)) }
    }
}

fn chip(sitting: &Sitting<'_>, seat: Seat) -> Markup {
    let around = sitting.around;
    let Some(chair) = around.chairs.get(seat.index()) else { return html! {} };
    let minded = around.absent.minded.contains(seat);
    let runs = chair.clock.is_some_and(|clock| clock.until.is_some());
    html! {
        li id={ "seat-" (seat) } class={ "chip" @if sitting.deciding.contains(seat) { " decides" } @if runs { " runs" } } {
            (badge(seat)) " "
            @if let Some(page) = &chair.page { a class="name" href=(page) { (chair.name) } }
            @else { span class="name" { (chair.name) } }
            @if minded { " " small { "bot for now" } }
            @else if chair.bot.is_some() { " " small { "bot" } }
            @else if let Some(Away { since, now }) = chair.away.filter(|_| !around.own.contains(seat)) {
                " " small class="away" { "away " time data-since=(since) data-at=(now) { (left(now.saturating_sub(since))) } }
            }
            @else { " " small class="here" { "here" } }
            @if let Some(clock) = chair.clock {
                " "
                time class="clock" role="timer" data-until=[clock.until.filter(|_| !clock.night)] { (left(clock.left)) }
                @if clock.night { " " small { "night" } }
            }
        }
    }
}

/// The way back for somebody whom a bot plays for.
fn back(sitting: &Sitting<'_>) -> Markup {
    let minded = sitting.around.own_eyes().filter(|seat| sitting.around.absent.minded.contains(*seat));
    html! {
        @if minded.is_some() {
            section class="consent" id="back" role="alert" {
                p { "A bot is playing for you." }
                (sitting.form("back", &html! { button class="main" { "I’m back" } }))
            }
        }
    }
}

/// What those who play can do about somebody whom they have been waiting for.
fn about(sitting: &Sitting<'_>) -> Markup {
    let (around, own) = (sitting.around, sitting.around.own);
    if around.own_eyes().is_none() {
        return html! {};
    }
    let absent = &around.absent;
    let others = Seat::all(around.chairs.len()).filter(|seat| !own.contains(*seat));
    let asked: Vec<Seat> = others
        .filter(|seat| {
            absent.nudge.contains(*seat) || absent.vote.contains(*seat) || absent.nudged.contains(*seat)
        })
        .collect();
    let voted = |seat: Seat| {
        let found = absent.votes.iter().find(|(out, _, _)| *out == seat);
        found.map_or((SeatSet::NONE, 1), |(_, votes, needed)| (*votes, *needed))
    };
    html! {
        @for seat in asked {
            @let (votes, needed) = voted(seat);
            section class="consent" id={ "about-" (seat) } {
                p {
                    (sitting.text(&say!("The table has been waiting for {seat}.")))
                    @if absent.nudged.contains(seat) { " They have been reminded." }
                    @if !votes.is_empty() { " " (sitting.text(&wanted(votes, needed))) }
                }
                div class="row" {
                    @if absent.nudge.contains(seat) { (ask(sitting, "nudge", seat, &html! { button { "Remind them" } })) }
                    @if absent.vote.contains(seat) && votes.iter().all(|voter| !own.contains(voter)) {
                        (ask(sitting, "vote", seat, &html! { button title="They can come back at any time." { "Let a bot play for them" } }))
                    }
                }
            }
        }
    }
}

fn wanted(votes: SeatSet, needed: usize) -> Text {
    let who = Text::listed(votes.iter().map(Text::of));
    say!("{who} would let a bot play for them; {} are needed.", many(needed as i64, "vote"))
}

/// A form about somebody else's seat.
fn ask(sitting: &Sitting<'_>, verb: &str, about: Seat, inside: &Markup) -> Markup {
    sitting.form(verb, &html! { input type="hidden" name="about" value=(about); (inside) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_read_like_clocks() {
        let hour = 3_600_000;
        for (time, shown) in [
            (0, "0:00"),
            (1, "0:01"),
            (59_001, "1:00"),
            (754_000, "12:34"),
            (hour, "1h 00"),
            (25 * hour + 60_000, "25h 01"),
            (50 * hour, "2d 2h"),
        ] {
            assert_eq!(left(time), shown);
        }
    }
}
