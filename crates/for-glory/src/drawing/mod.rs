//! For Glory: the supply, the arenas with their gladiators, the players' villas, and the own hand.

mod arena;
mod ludus;
mod preview;
mod strip;
mod supply;

use std::borrow::Cow;
use std::sync::Arc;

use crate::action::{Action, Fighter, Source};
use crate::cards::{ArenaId, Card, Home, Kind, Type};
use crate::effect::Effect;
use crate::ludus::Section;
use crate::pile::Half;
use crate::procedures::Frame;
use crate::state::Gladiator;
use crate::text::{arena_says, says};
use crate::{Rules, State, View};
use maud::Markup;
use pages::html;
use table::tongue::{phrase, spoken};
use table::{Game as _, Seat, Text};

use pages::{Desk, Drawn, Rank};
use pages::{Face, Picture, Plate, face, number};

/// A place at a table of For Glory.
pub(crate) type Place<'a> = Desk<'a, State>;

impl Drawn for State {
    fn board(desk: &Place<'_>) -> Markup {
        let me = desk.view.viewer.seat();
        let first = me.unwrap_or(Seat::new(0));
        let others: Vec<Seat> = first.round(desk.rules.sides).filter(|seat| Some(*seat) != me).collect();
        let seats: Vec<Seat> = me.into_iter().chain(others.iter().copied()).collect();
        html! {
            div class="lay" tabindex="0" {
                (strip::strip(desk))
                (ludus::standings(desk, &seats))
                (supply::offer(desk))
                (supply::supply(desk))
                (arena::arenas(desk))
                div class={ "ludi n" (desk.rules.sides) } {
                    @if let Some(seat) = me { (ludus::ludus(desk, seat)) }
                    @for seat in others { (ludus::ludus(desk, seat)) }
                }
            }
            @if me.is_some() { (supply::hand(desk)) }
        }
    }

    fn spots(rules: &Rules, view: &View, seat: Seat, action: Action) -> Vec<String> {
        let mut keys = spots(rules, view, seat, action);
        if !view.viewer.is(seat) {
            // These keys are the viewer's own cards.
            keys.retain(|key| !["hand:", "choose:", "reserve"].iter().any(|own| key.starts_with(own)));
        }
        keys
    }

    fn handles(_: &Rules, _: &View, seat: Seat, action: Action) -> Vec<String> {
        // A card is bought by dragging it to one's own side.
        if let Action::Buy(_) = action { vec![format!("side:{seat}")] } else { Vec::new() }
    }

    fn traces(_: &Rules, view: &View, seat: Seat, action: Action) -> Vec<String> {
        if let Action::Enter(kind, place) = action {
            let fits = |it: &Gladiator| it.owner == seat && it.kind == kind && it.place == place;
            let newest = view.public.sand.iter().filter(|(_, it)| fits(it)).last();
            newest.map(|(slot, _)| format!("slot:{slot}")).into_iter().collect()
        } else if let Action::Play(kind) = action {
            vec![format!("patron:{seat}:{}", kind.0)]
        } else if let Action::Buy(_) | Action::Pay(_) = action {
            vec![format!("side:{seat}")]
        } else {
            Vec::new()
        }
    }

    fn preview(rules: &Rules, view: &View, action: Action) -> Option<Text> {
        preview::preview(rules, view, action)
    }

    fn rank(action: Action) -> Rank {
        match action {
            Action::Stops(_) => Rank::Setting,
            Action::EndTurn | Action::Pass | Action::Decline => Rank::Rest,
            Action::Buy(_)
            | Action::Play(_)
            | Action::Enter(..)
            | Action::Reserve(_)
            | Action::Upgrade(_)
            | Action::Use(..)
            | Action::Blessing(_)
            | Action::Redeem
            | Action::Attack(_)
            | Action::Target(_)
            | Action::Choose(_)
            | Action::Row(_)
            | Action::Place(_)
            | Action::Patron(..)
            | Action::Arena(_)
            | Action::Opponent(_)
            | Action::First(..)
            | Action::Pay(_)
            | Action::Accept
            | Action::Mode(_) => Rank::Move,
        }
    }

    fn absent(rules: &Rules) -> Vec<String> {
        rules.magnus().map(|_| phrase(MAGNUS).into_owned()).into_iter().collect()
    }

    fn picture(rules: &Rules, name: &str) -> Option<Markup> {
        if let Some(kind) = rules.set.find(name) {
            let card = rules.set.card(kind);
            return Some(card_face(card, card.cost));
        }
        let arena = rules.set.arena(rules.set.find_arena(name)?);
        let text = arena_says(arena).to_string();
        let numbers = html! {};
        Some(face(&Face {
            paint: "p-sand",
            sort: "Arena",
            corner: None,
            picture: arena_picture(name).small(),
            name,
            numbers,
            text,
        }))
    }

    fn plates() -> Vec<Plate> {
        plates()
    }
}

/// What the side that nobody plays is called.
const MAGNUS: &str = "The Ludus Magnus";

/// The name of a side.
fn side<'a>(desk: &'a Place<'_>, seat: Seat) -> Cow<'a, str> {
    if desk.rules.magnus() == Some(seat) { phrase(MAGNUS) } else { desk.name(seat).into() }
}

/// A card's name.
fn called(name: &str) -> Cow<'_, str> {
    spoken().name(name)
}

const fn paint(sort: Type) -> &'static str {
    match sort {
        Type::Income => "p-gold",
        Type::Scheme => "p-green",
        Type::Patron => "p-violet",
        Type::Gladiator => "p-wine",
        Type::Tactic => "p-blue",
        Type::Reaction => "p-teal",
        Type::SchemeTactic => "p-slate",
    }
}

/// A card's picture: its own, or that of a card of its type where the set is somebody's own. A champion looks alike at every level.
fn picture(card: &Card) -> Picture {
    let family = match card.kind {
        Type::Income => "Business as Usual",
        Type::Scheme => "Lucrative Investment",
        Type::Patron => "Crooked Senator",
        Type::Gladiator => "Gregarius",
        Type::Tactic => "Javelin",
        Type::Reaction => "Parry",
        Type::SchemeTactic => "Regimen",
    };
    Picture::of_or(State::INFO.name, without_level(card), family)
}

/// A card's name without the level of a champion.
fn without_level(card: &Card) -> &str {
    match card.home {
        Home::Champion(_) => card.name.rsplit_once(' ').map_or(&card.name, |(name, _)| name),
        Home::Starting | Home::Supply(_) | Home::Boast => &card.name,
    }
}

/// An arena's picture.
fn arena_picture(name: &str) -> Picture {
    Picture::of_or(State::INFO.name, name, "Capua")
}

/// The picture of a section of the Ludus Magnus's orders.
fn order_picture(section: Section) -> Picture {
    Picture::of(State::INFO.name, section.name())
}

/// All pictures of the house set, family by family.
fn plates() -> Vec<Plate> {
    let set = crate::load::house();
    let plate = |family, name: &str, paint, picture| Plate { family, name: name.to_owned(), paint, picture };
    let mut plates = Vec::new();
    for (_, card) in set.cards().filter(|(_, card)| !matches!(card.home, Home::Champion(2..))) {
        let champion = matches!(card.home, Home::Champion(_));
        let family = match card.kind {
            Type::Gladiator if champion => "Champions",
            Type::Gladiator => "Gladiators",
            Type::Patron => "Patrons",
            Type::Income => "Incomes",
            Type::Scheme | Type::SchemeTactic => "Schemes",
            Type::Tactic => "Tactics",
            Type::Reaction => "Reactions",
        };
        plates.push(plate(family, without_level(card), paint(card.kind), picture(card)));
    }
    let arenas =
        set.arenas().map(|(_, arena)| plate("Arenas", &arena.name, "p-sand", arena_picture(&arena.name)));
    plates.extend(arenas);
    let orders = Section::ALL.into_iter();
    plates.extend(
        orders.map(|it| plate("Orders of the Ludus Magnus", it.name(), "p-slate", order_picture(it))),
    );
    plates
}

/// A card's numbers.
fn printed(card: &Card) -> Markup {
    html! {
        @match card.kind {
            Type::Gladiator => {
                (number("sword", card.attack, "attack")) (number("heart", card.health, "health")) (number("wing", card.agility, "agility"))
                (number("blood", card.bloodlust, "bloodlust"))
                @if card.influence > 0 { (number("influence", card.influence, "influence needed")) }
            }
            Type::Patron => { (number("influence", format!("+{}", card.influence), "influence granted")) }
            Type::Income => { (number("coin", card.value, "coin")) }
            Type::Scheme | Type::Tactic | Type::Reaction | Type::SchemeTactic => {}
        }
    }
}

/// A card's face with its price.
fn card_face(card: &Card, price: u8) -> Markup {
    face(&Face {
        paint: paint(card.kind),
        sort: card.kind.printed(),
        corner: (price > 0).then(|| format!("{price} ¢")),
        picture: picture(card).small(),
        name: &card.name,
        numbers: printed(card),
        text: says(card).to_string(),
    })
}

/// The face of a card at a table, with its price.
fn face_of(desk: &Place<'_>, kind: Kind, price: u8) -> Markup {
    let number = usize::from(kind.0) << 8 | usize::from(price);
    desk.drawn_once("face", number, || card_face(desk.rules.set.card(kind), price))
}

/// What a card says, in plain words.
fn said(desk: &Place<'_>, kind: Kind) -> Arc<str> {
    desk.once("says", kind.0.into(), || says(desk.rules.set.card(kind)).to_string())
}

/// What an arena says, in plain words.
fn arena_said(desk: &Place<'_>, id: ArenaId) -> Arc<str> {
    desk.once("arena", id.0.into(), || arena_says(desk.rules.set.arena(id)).to_string())
}

/// The numbers that are printed on a card.
fn numbers(desk: &Place<'_>, kind: Kind) -> Markup {
    desk.drawn_once("numbers", kind.0.into(), || printed(desk.rules.set.card(kind)))
}

/// What a gladiator is called on its way from hand to arena: its owner, its kind and which of them it is.
fn motion_name(owner: Seat, kind: Kind, nth: usize) -> String {
    format!("{owner}-{}-{nth}", kind.0)
}

fn at_slot(view: &View, fighter: Fighter) -> Vec<String> {
    view.table().slot(fighter).map(|slot| format!("slot:{slot}")).into_iter().collect()
}

/// Whether the cards to be named lie in a deck, also where one of their kind is held.
fn lies_in_deck(rules: &Rules, view: &View) -> bool {
    match view.public.stack.last() {
        Some(Frame::Look(_)) => true,
        Some(Frame::Use(it)) => {
            it.sentence(rules).is_some_and(|step| matches!(step.effect, Effect::Search { .. }))
        }
        _ => false,
    }
}

/// Where a card to be named lies: in hand, in the supply, or in what is offered.
fn choose_spot(rules: &Rules, view: &View, kind: Kind) -> String {
    let sentence = match view.public.stack.last() {
        Some(Frame::Use(it)) => it.sentence(rules).map(|step| step.effect),
        _ => None,
    };
    if let Some(Effect::Gain { .. }) = sentence {
        return format!("row:{}", kind.0);
    }
    if view.held.count(Half::First, kind) > 0 && !lies_in_deck(rules, view) {
        format!("hand:{}", kind.0)
    } else {
        format!("choose:{}", kind.0)
    }
}

/// Where on the table an action of a seat lies.
fn spots(rules: &Rules, view: &View, me: Seat, action: Action) -> Vec<String> {
    let one = |key: &str| vec![key.to_owned()];
    let hand = |kind: Kind| format!("hand:{}", kind.0);
    match action {
        Action::Buy(kind) => vec![format!("row:{}", kind.0)],
        Action::Play(kind) | Action::Reserve(kind) | Action::Upgrade(kind) => vec![hand(kind)],
        Action::Enter(kind, place) => vec![hand(kind), format!("place:{}", place.name())],
        Action::Use(Source::Patron(kind), _) => vec![format!("patron:{me}:{}", kind.0)],
        Action::Use(Source::Gladiator(fighter), _)
        | Action::Blessing(fighter)
        | Action::Attack(fighter)
        | Action::Target(fighter) => at_slot(view, fighter),
        Action::Use(Source::Departed(kind), _) => vec![format!("departed:{}", kind.0)],
        Action::Use(Source::Arena(id), _) | Action::Arena(id) => vec![format!("arena:{}", id.0)],
        Action::Redeem => one("reserve"),
        Action::Stops(_) => one("stops"),
        Action::EndTurn => one("end"),
        Action::Pass => one("pass"),
        Action::Choose(kind) => vec![choose_spot(rules, view, kind)],
        Action::Row(deck) => vec![format!("deck:{}", deck.name())],
        Action::Place(place) => vec![format!("place:{}", place.name())],
        Action::Patron(seat, kind) => vec![format!("patron:{seat}:{}", kind.0)],
        Action::Opponent(seat) => vec![format!("side:{seat}")],
        Action::First(seat, kind) => {
            let there = view.public.sand.iter().filter(|(_, it)| it.owner == seat && it.kind == kind);
            let there: Vec<_> = there.map(|(slot, _)| format!("slot:{slot}")).collect();
            // Who has fallen lies beside the arenas.
            if there.is_empty() { vec![format!("departed:{}", kind.0)] } else { there }
        }
        Action::Pay(counts) => {
            let paid = rules.set.incomes().iter().zip(counts).filter(|(_, count)| *count > 0);
            paid.map(|(kind, _)| hand(*kind)).collect()
        }
        Action::Accept => one("accept"),
        Action::Decline => one("decline"),
        Action::Mode(_) => Vec::new(),
    }
}
