//! How Lots is drawn: the urn, what lies in front of everybody, the own hand.

use maud::Markup;
use pages::html;
use pages::{Desk, Drawn, Face, Rank, badge, face, number};
use table::{Rulebook, Seat};

use crate::{Action, Lots, Numbers, Rules, View};

/// The lots of a pile, one by one.
fn each(numbers: &Numbers) -> impl Iterator<Item = u8> {
    (1..).zip(numbers).flat_map(|(number, count)| (0..*count).map(move |_| number))
}

fn lot(lot: u8) -> Markup {
    let numbers = number("laurel", lot, "points");
    let name = lot.to_string();
    let text = format!("Buried it counts {}.", 2 * lot);
    face(&Face {
        paint: "p-sand",
        sort: "Lot",
        corner: None,
        picture: pages::mark("scroll"),
        name: &name,
        numbers,
        text,
    })
}

fn player(desk: &Desk<'_, Lots>, seat: Seat) -> Markup {
    let public = &desk.view.public;
    html! {
        section class={ "player seat-" (seat.index()) } aria-label=(desk.name(seat)) {
            header { (badge(seat)) (desk.who(seat)) (number("hand", public.held[seat], "in hand")) }
            div class="zones" {
                div class="zone" { h4 { "Played" } div class="chips" { @for lot in each(&public.played[seat]) { span class="chip" { b { (lot) } } } } }
                div class="zone" { h4 { "Buried" } div class="chips" { span class="chip" { b { (public.buried[seat]) } } } }
            }
        }
    }
}

impl Drawn for Lots {
    fn board(desk: &Desk<'_, Self>) -> Markup {
        let urn = desk.view.public.urn;
        let inside = html! { span class="s-name" { "The urn" } (number("card-back", urn, "in the urn")) };
        let own = desk.view.viewer.seat();
        html! {
            (desk.spot("urn", "thing p-bronze", &format!("The urn, {urn} left"), &inside))
            @for seat in Seat::all(desk.rules.players()) { (player(desk, seat)) }
            @if own.is_some() {
                section class="hand" tabindex="0" aria-label="Your hand" {
                    @for held in each(&desk.view.hand) {
                        div class="hold" { (desk.spot(&format!("lot:{held}"), "", &format!("Lot {held}"), &lot(held))) }
                    }
                }
            }
        }
    }

    fn spots(_: &Rules, _: &View, _: Seat, action: Action) -> Vec<String> {
        match action {
            Action::Draw | Action::Pass => vec!["urn".to_owned()],
            Action::Play(number) | Action::Bury(number) => vec![format!("lot:{number}")],
        }
    }

    fn rank(action: Action) -> Rank {
        match action {
            Action::Draw | Action::Play(_) | Action::Bury(_) => Rank::Move,
            Action::Pass => Rank::Rest,
        }
    }
}
