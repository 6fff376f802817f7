//! How a game ended: who won, why it ended, and what each score is made of.

use maud::Markup;
use table::tongue::phrase;
use table::{Outcome, Part, Seat, Text, say};

use crate::assets;
use crate::names::plain;
use crate::play::{Sitting, badge};

/// How the game ended.
#[derive(Clone, Debug)]
pub struct Ended {
    /// The outcome.
    pub outcome: Outcome,
    /// What each seat's score is made of, in seat order; nothing where the game does not say, or nobody counted.
    pub tally: Vec<Vec<Part>>,
    /// Who came in which place where nothing is counted, the first first, and what each has to show for it; nothing where nobody knows.
    pub places: Vec<(Seat, Text)>,
    /// Who gave the game up, if that ended it.
    pub resigned: Option<Seat>,
    /// The seed, told at the end, and whether every draw was checked against it.
    pub seed: Option<(String, bool)>,
}

/// Who won.
pub(crate) fn winners(ended: &Ended, names: &[String]) -> String {
    let winners = Text::listed(ended.outcome.winners.iter().map(Text::of));
    let said = match ended.outcome.winners.len() {
        0 => say!("Nobody wins"),
        1 => say!("{winners} wins"),
        _ => say!("{winners} share the win"),
    };
    plain(&said, names)
}

/// Why the game is over: this says nothing of who won.
fn reason(ended: &Ended, names: &[String]) -> String {
    let said = match ended.resigned {
        Some(seat) => say!("{seat} resigned."),
        None => say!("How it ended: {}.", ended.outcome.reason),
    };
    plain(&said, names)
}

/// What the scores are made of: a line for each part, a column for each seat.
fn tally(ended: &Ended, names: &[String]) -> Markup {
    let mut whats: Vec<&Text> = Vec::new();
    for part in ended.tally.iter().flatten() {
        if !whats.contains(&&part.what) {
            whats.push(&part.what);
        }
    }
    let points = |parts: &[Part], what: &Text| -> Option<i32> {
        parts.iter().filter(|part| part.what == *what).map(|part| part.points).reduce(|sum, more| sum + more)
    };
    html! {
        @if !whats.is_empty() && ended.resigned.is_none() {
            table class="tally" {
                caption { "How the scores add up" }
                thead { tr {
                    td {}
                    @for (seat, name) in Seat::all(names.len()).zip(names) { th scope="col" title=(name) { (badge(seat)) span class="hidden" { (name) } } }
                } }
                tbody {
                    @for what in whats {
                        tr { th scope="row" { (plain(&what.clone().capital(), names)) } @for parts in &ended.tally { td { @match points(parts, what) { Some(points) => { (points) } None => { "–" } } } } }
                    }
                }
                tfoot { tr { th scope="row" { "Total" } @for seat in Seat::all(ended.tally.len()) { td { (ended.outcome.scores[seat]) } } } }
            }
        }
    }
}

/// Everyone in the order of the result, the winners first, with their scores where something was counted.
fn standing(ended: &Ended, seats: usize) -> Vec<(Seat, Option<i32>)> {
    let scores = &ended.outcome.scores;
    let counted = ended.resigned.is_none() && ended.outcome.is_counted(seats, &ended.tally);
    let mut order: Vec<Seat> = Seat::all(seats).collect();
    order.sort_by_key(|seat| (!ended.outcome.winners.contains(*seat), std::cmp::Reverse(scores[*seat])));
    order.into_iter().map(|seat| (seat, counted.then_some(scores[seat]))).collect()
}

/// The places where the game knows them and nothing is counted.
fn places(ended: &Ended) -> &[(Seat, Text)] {
    if ended.resigned.is_none() { &ended.places } else { &[] }
}

/// What a place is called, the first being 0.
fn nth(at: usize) -> &'static str {
    ["1st", "2nd", "3rd", "4th", "5th"].get(at).copied().unwrap_or_default()
}

/// A name, as a link to the player's own page where there is one.
fn named(sitting: &Sitting<'_>, name: &str, seat: Seat) -> Markup {
    let page = sitting.around.chairs.get(seat.index()).and_then(|chair| chair.page.as_ref());
    html! { @if let Some(page) = page { a href=(page) { (name) } } @else { (name) } }
}

/// The wreath over whoever won, for the eyes alone: the words below say it.
fn triumph(ended: &Ended) -> Markup {
    html! {
        @if !ended.outcome.winners.is_empty() {
            div class="triumph" aria-hidden="true" {
                svg class="wreath" viewBox="0 0 32 32" { use href=(assets::art("laurel")) {} }
                @for seat in ended.outcome.winners.iter() { (badge(seat)) }
            }
        }
    }
}

/// The panel at the end.
pub(crate) fn ending(ended: &Ended, names: &[String], sitting: &Sitting<'_>) -> Markup {
    html! {
        section class="ending slab" id="ending" aria-label="The result" {
            (triumph(ended))
            h2 { (winners(ended, names)) }
            p class="reason" { (reason(ended, names)) }
            ol class="scores" {
                @for (at, (seat, shows)) in places(ended).iter().enumerate() {
                    li class=[ended.outcome.winners.contains(*seat).then_some("won")] {
                        (badge(*seat)) span class="name" { (named(sitting, &names[seat.index()], *seat)) " " small { (plain(shows, names)) } }
                        span class="score" { (phrase(nth(at))) }
                    }
                }
                @for (seat, score) in standing(ended, sitting.around.chairs.len()).into_iter().filter(|_| places(ended).is_empty()) {
                    li class=[ended.outcome.winners.contains(seat).then_some("won")] {
                        (badge(seat)) span class="name" { (named(sitting, &names[seat.index()], seat)) }
                        @if let Some(score) = score { span class="score" { (score) } }
                        @else if ended.resigned == Some(seat) { span class="score" { "resigned" } }
                    }
                }
            }
            (tally(ended, &names[..sitting.around.chairs.len().min(names.len())]))
            div class="row" {
                @match sitting.around.rematch {
                    Some(next) => { a class="button main" href={ "/t/" (next) } { "To the next game" } }
                    None if !sitting.around.own.is_empty() => { (sitting.form("rematch", &html! { button class="main" { "Play again" } })) }
                    None => {}
                }
                a class="button" href={ "/t/" (sitting.around.id) "/replay" } { "Replay" }
                a class="button" href={ "/t/" (sitting.around.id) "/record" } download { "Download record" }
            }
            @if let Some((seed, checked)) = &ended.seed {
                details class="seed" {
                    summary { @if *checked { "The luck was fair: checked" } @else { "The luck does not add up" } }
                    p {
                        @if *checked { "Every draw was checked against the seed below, and the seed against what we committed to at the start. " }
                        @else { "The seed below does not lead to these draws. Please report this. " }
                        "Seed: " code { (seed) }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use table::{BySeat, SeatSet};

    use super::*;

    fn ended(winner: usize, scores: [i32; 3]) -> Ended {
        let mut by_seat = BySeat::default();
        for (seat, score) in Seat::all(3).zip(scores) {
            by_seat[seat] = score;
        }
        let winners = SeatSet::one(Seat::new(winner));
        let outcome = Outcome { winners, scores: by_seat, reason: "it is over" };
        Ended { outcome, tally: Vec::new(), places: Vec::new(), resigned: None, seed: None }
    }

    #[test]
    fn places_are_told_unless_somebody_gave_up() {
        let order: Vec<(Seat, Text)> = Seat::all(3).map(|seat| (seat, say!("fell"))).collect();
        let told = Ended { places: order.clone(), ..ended(0, [0, 0, 0]) };
        assert_eq!(places(&told), order);
        assert_eq!(["1st", "2nd", "3rd"], [0, 1, 2].map(nth));
        assert!(places(&Ended { resigned: Some(Seat::new(1)), ..told }).is_empty());
    }

    #[test]
    fn winners_come_first_and_what_nobody_counted_is_not_shown() {
        let told = |ended: &Ended| -> Vec<(usize, Option<i32>)> {
            standing(ended, 3).into_iter().map(|(seat, score)| (seat.index(), score)).collect()
        };
        assert_eq!(told(&ended(2, [0, 0, 0])), [(2, None), (0, None), (1, None)]);
        assert_eq!(told(&ended(1, [5, 9, 7])), [(1, Some(9)), (2, Some(7)), (0, Some(5))]);
        assert_eq!(told(&ended(0, [5, 9, 7])), [(0, Some(5)), (1, Some(9)), (2, Some(7))]);
        let given_up = Ended { resigned: Some(Seat::new(1)), ..ended(0, [0, 0, 0]) };
        assert_eq!(told(&given_up), [(0, None), (1, None), (2, None)]);
        // Lost alone: a score that nothing makes up is none.
        let mut lost = ended(0, [9, 0, 0]);
        lost.outcome.winners = SeatSet::NONE;
        assert_eq!(standing(&lost, 1), [(Seat::new(0), None)]);
        lost.tally = vec![vec![Part { what: "battles".into(), points: 9 }]];
        assert_eq!(standing(&lost, 1), [(Seat::new(0), Some(9))]);
    }
}
