//! The game in words. Everything is made from views, so nothing leaks.

use std::fmt::Write as _;

use table::{Seat, Tell};

use crate::action::{Action, Source};
use crate::answers::{known, open_table};
use crate::cards::{Kind, Type};
use crate::effect::{Deck, Occasion, Stat};
use crate::frame::{Bearer, Frame, Stage, Then};
use crate::ludus::Section;
use crate::pile::{Half, Pair};
use crate::resolve;
use crate::rules::Rules;
use crate::state::{Place, State};
use crate::stats::arenas_in;
use crate::text;
use crate::view::View;

fn names(rules: &Rules, pair: &Pair, half: Half) -> String {
    let mut parts = Vec::new();
    for kind in pair.kinds(half) {
        let name = &rules.set.card(kind).name;
        match pair.count(half, kind) {
            1 => parts.push(name.clone()),
            count => parts.push(format!("{count} {name}")),
        }
    }
    if parts.is_empty() { "nothing".to_owned() } else { parts.join(", ") }
}

/// Breaks a paragraph into lines, later ones indented.
fn wrap(text: &mut String, line: &str, width: usize) {
    let indent = line.len() - line.trim_start().len();
    text.push_str(&line[..indent]);
    let mut column = 0;
    for word in line.trim_start().split(' ') {
        if column > 0 && column + 1 + word.chars().count() > width.max(20) {
            text.push_str("\n    ");
            column = 4;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += word.chars().count();
    }
    text.push('\n');
}

fn place_name(rules: &Rules, state: &State, place: Place) -> String {
    match state.public.arenas[place.index()] {
        Some(id) if place.is_fleeting() => {
            format!("{} ({}, Fleeting)", rules.set.arena(id).name, place.name())
        }
        Some(id) => format!("{} (Lasting)", rules.set.arena(id).name),
        None => format!("no arena ({})", place.name()),
    }
}

fn arena_lines(rules: &Rules, state: &State, text: &mut String, width: usize) {
    for place in Place::ALL {
        let mut line =
            format!("{}: {} glory", place_name(rules, state, place), state.public.glory[place.index()]);
        if let Some(Some(seat)) = state.public.tokens.get(place.index()) {
            let _ = write!(line, ", Reigning Champion {seat}");
        }
        let mut fighters = Vec::new();
        for (slot, it) in state.public.sand.iter().filter(|(_, it)| it.place == place) {
            let stat = |stat| state.stat(rules, slot, stat);
            let mut fighter = format!(
                "{} {} [{}/{}/{}{}{}]",
                it.owner,
                rules.set.card(it.kind).name,
                stat(Stat::Attack),
                stat(Stat::Health),
                stat(Stat::Agility),
                if it.damage > 0 { format!(", damage {}", it.damage) } else { String::new() },
                if it.exhausted { ", exhausted" } else { "" },
            );
            if it.assigned > 0 {
                let _ = write!(fighter, " ({} damage assigned)", it.assigned);
            }
            if it.blessings > 0 {
                let _ = write!(fighter, " ({} blessings)", it.blessings);
            }
            fighters.push(fighter);
        }
        if !fighters.is_empty() {
            let _ = write!(line, ". {}", fighters.join("; "));
        }
        wrap(text, &line, width);
    }
}

fn ludus_lines(rules: &Rules, view: &View, state: &State, seat: Seat, text: &mut String, width: usize) {
    let ludus = state.ludus(seat);
    let mut line = format!(
        "{seat}{}: {} glory, {} coin, influence {} of {} used, hand {}, deck {}, reserve {}",
        if state.public.favor == seat { " (Crowd's Favor)" } else { "" },
        ludus.glory,
        ludus.coins,
        state.requirement(rules, seat),
        state.influence(rules, seat),
        ludus.hand,
        ludus.deck,
        ludus.reserve,
    );
    let patrons: Vec<_> = ludus
        .patrons
        .iter()
        .map(|it| {
            format!("{}{}", rules.set.card(it.kind).name, if it.exhausted { " (exhausted)" } else { "" })
        })
        .collect();
    if !patrons.is_empty() {
        let _ = write!(line, ". Villa: {}", patrons.join(", "));
    }
    let arenas: Vec<_> = arenas_in(state.arenas_of(seat))
        .map(|id| {
            let tired = state.public.tired & id.bit() != 0;
            format!("{}{}", rules.set.arena(id).name, if tired { " (exhausted)" } else { "" })
        })
        .collect();
    if !arenas.is_empty() {
        let _ = write!(line, ". Arenas: {}", arenas.join(", "));
    }
    wrap(text, &line, width);
    wrap(text, &format!("  discard pile: {}", names(rules, &ludus.piles, Half::First)), width);
    if !ludus.top.is_empty() {
        let top: Vec<_> = ludus.top.iter().rev().map(|kind| rules.set.card(*kind).name.clone()).collect();
        wrap(text, &format!("  known on top of the deck: {}", top.join(", ")), width);
    }
    if !ludus.known.is_empty() {
        wrap(text, &format!("  known to be held: {}", known(rules, ludus).join(", ")), width);
    }
    if view.viewer.is(seat) {
        wrap(text, &format!("  hand: {}", names(rules, &view.held, Half::First)), width);
        if ludus.reserve > 0 {
            wrap(text, &format!("  in reserve: {}", names(rules, &view.held, Half::Second)), width);
        }
    }
}

fn bearer_name(rules: &Rules, bearer: Bearer) -> &str {
    match bearer {
        Bearer::Card(kind) | Bearer::Patron(kind) | Bearer::Gladiator(kind) => &rules.set.card(kind).name,
        Bearer::Arena(id) => &rules.set.arena(id).name,
    }
}

fn crumb(rules: &Rules, state: &State, frame: &Frame) -> String {
    let name = |kind: Kind| rules.set.card(kind).name.as_str();
    match frame {
        Frame::Machinations => format!("{}'s machinations", state.public.active),
        Frame::Phase(Stage::Fleeting | Stage::Lasting | Stage::Resolution) => "Arena phase".to_owned(),
        Frame::Register { seat, .. } => format!("late registration, {seat}'s turn"),
        Frame::Battle(battle) => {
            format!("battle in {}, {}'s combat turn", place_name(rules, state, battle.place), battle.seat)
        }
        Frame::Attack { slot, seat, .. } => match state.public.sand.get(*slot) {
            Some(it) => format!("{seat} attacks with {}", name(it.kind)),
            None => format!("{seat}'s attack"),
        },
        Frame::Damage { .. } => "damage is assigned".to_owned(),
        Frame::Muster { .. } => "the Ludus Magnus musters".to_owned(),
        Frame::Magnus { section: Section::Reaction, .. } => {
            "the Ludus Magnus reacts; you say for which gladiator first".to_owned()
        }
        Frame::Magnus { section, order, .. } => match rules.set.orders().get(usize::from(*order)) {
            Some(it) => format!("the Ludus Magnus: {}; you break the tie", it.text(*section)),
            None => "the Ludus Magnus".to_owned(),
        },
        Frame::Window(window) => {
            let about = match window.occasion {
                Occasion::Damage => "to damage".to_owned(),
                Occasion::Attack => format!("to the attack of {}", name(window.kind)),
                Occasion::Enter => format!("to {} entering", name(window.kind)),
                Occasion::Leave => format!("to {} leaving", name(window.kind)),
                Occasion::Defeat => format!("to the defeat of {}", name(window.kind)),
                Occasion::Tactic => format!("to {}'s tactic", window.owner),
            };
            format!("{} may react {about}", window.seat)
        }
        Frame::Use(it) => format!("{} uses {}", it.seat, bearer_name(rules, it.bearer)),
        Frame::Pay { seat, coins, then } => {
            let what = match then {
                Then::GoOn => "the cost".to_owned(),
                Then::Buy(kind) => name(*kind).to_owned(),
                Then::Redeem => "the reserve".to_owned(),
                Then::Register(kind, _) => format!("registering {}", name(*kind)),
                Then::Reclaim(kind) => format!("{} back", name(*kind)),
                Then::Upgrade(kind) => format!("the next level of {}", name(*kind)),
            };
            format!("{seat} pays {coins} for {what}")
        }
        Frame::Lose { seat } => format!("{seat} has lost influence and gives up gladiators"),
        Frame::Events { .. } => {
            let seat = state.decider(rules).unwrap_or(state.public.active);
            format!("{seat} says what comes first")
        }
        Frame::Moment { .. } => "anyone may buy back a reserve or use a free action".to_owned(),
        Frame::Discard { seat, left } => format!("{seat} discards {left}"),
        Frame::Draft { seat } => format!("{seat} drafts a champion"),
        Frame::Check { seat } => format!("{seat}'s turn ends"),
        Frame::Token { seat } => format!("{seat} may take the second Reigning Champion token"),
        Frame::Reclaim { seat, kind, coins } => format!("{seat} may take {} back for {coins}", name(*kind)),
    }
}

impl Tell for State {
    type Event = crate::events::Happening;

    fn table(rules: &Rules, view: &View, width: usize) -> String {
        let state = open_table(view);
        let mut text = String::new();
        let boast =
            rules.boasts.get(usize::from(state.public.boasts)).map_or("none".to_owned(), u8::to_string);
        let head =
            format!("Turn {}. Bloodlust {} of boast {boast}.", state.public.turns, state.bloodlust(rules));
        wrap(&mut text, &head, width);
        for deck in Deck::ALL {
            let row: Vec<_> = state.public.rows[deck.index()]
                .iter()
                .map(|kind| format!("{} {}", rules.set.card(*kind).name, rules.set.card(*kind).cost))
                .collect();
            wrap(&mut text, &format!("Supply {}: {}", deck.name(), row.join(", ")), width);
        }
        arena_lines(rules, &state, &mut text, width);
        for seat in Seat::all(rules.sides) {
            ludus_lines(rules, view, &state, seat, &mut text, width);
        }
        text
    }

    fn prompt(rules: &Rules, view: &View) -> String {
        let state = open_table(view);
        let crumbs: Vec<_> = state.public.stack.iter().map(|frame| crumb(rules, &state, frame)).collect();
        if crumbs.is_empty() { "The game is over".to_owned() } else { crumbs.join(" › ") }
    }

    fn explain(rules: &Rules, view: &View, action: Action) -> String {
        let state = open_table(view);
        let card = |kind: Kind| text::card(rules.set.card(kind));
        match action {
            Action::Buy(kind) => {
                let price = view
                    .viewer
                    .seat()
                    .map_or(rules.set.card(kind).cost, |seat| state.price(rules, seat, kind));
                format!("pay {price} coin: {}", card(kind))
            }
            Action::Play(kind) => card(kind),
            Action::Enter(kind, place) => {
                format!("put it into {}: {}", place_name(rules, &state, place), card(kind))
            }
            Action::Reserve(_) => "put it face down into your reserve".to_owned(),
            Action::Upgrade(kind) => match rules.set.next_level(kind) {
                Some(next) => format!(
                    "pay {} coin; {}: {}",
                    rules.set.card(next).cost,
                    rules.set.card(next).name,
                    card(next)
                ),
                None => "it has no further level".to_owned(),
            },
            Action::Use(source, ability) => explain_use(rules, source, ability),
            Action::Blessing(_) => {
                "remove one of its blessings to prevent all damage now assigned to it".to_owned()
            }
            Action::Redeem => {
                "pay 1 coin for each card in your reserve and take all of them into your hand".to_owned()
            }
            Action::Stops(_) => "say in which windows you want to be asked".to_owned(),
            Action::EndTurn => "discard your hand, refill the supply, draw, and check for battle".to_owned(),
            Action::Attack(_) => {
                "exhaust it; after its window it deals its attack to one opposing gladiator".to_owned()
            }
            Action::Pass => "do nothing more here".to_owned(),
            Action::Target(_) => "name this gladiator".to_owned(),
            Action::Choose(_) => "name this card".to_owned(),
            Action::Row(_) => "replace this row".to_owned(),
            Action::Place(place) => format!("go to {}", place_name(rules, &state, place)),
            Action::Patron(..) => "name this patron".to_owned(),
            Action::Arena(_) => "name this arena".to_owned(),
            Action::Opponent(_) => "name this opponent".to_owned(),
            Action::First(..) => "let this be reacted to first".to_owned(),
            Action::Pay(_) => "pay with these, and coin tokens for the rest".to_owned(),
            Action::Accept => "take the offer".to_owned(),
            Action::Decline => "leave it".to_owned(),
        }
    }

    fn news(rules: &Rules, before: &View, after: &View, _: &[Self::Event]) -> Vec<String> {
        let mut news = Vec::new();
        let (old, new) = (open_table(before), open_table(after));
        for drawn in &new.public.log {
            match rules.set.orders().get(usize::from(drawn.order)) {
                Some(it) => {
                    let (number, text) = (drawn.order + 1, it.text(drawn.section));
                    let names: Vec<_> =
                        drawn.chosen.iter().map(|kind| rules.set.card(*kind).name.as_str()).collect();
                    let joint = if drawn.section == Section::Attack { " at " } else { ", " };
                    let chosen =
                        if names.is_empty() { String::new() } else { format!(" ({})", names.join(joint)) };
                    news.push(format!("the Ludus Magnus draws order {number}: {text}{chosen}"));
                }
                None => news.push("the Ludus Magnus draws a boast: a blank".to_owned()),
            }
        }
        for seat in Seat::all(rules.sides) {
            ludus_news(rules, &old, &new, seat, &mut news);
        }
        for (slot, it) in old.public.sand.iter() {
            let name = format!("{}'s {}", it.owner, rules.set.card(it.kind).name);
            match new.public.sand.get(slot) {
                Some(now) if now.kind == it.kind && now.owner == it.owner => {
                    if now.damage != it.damage {
                        news.push(format!("{name} has {} damage", now.damage));
                    }
                }
                Some(_) | None => news.push(format!("{name} leaves the arena")),
            }
        }
        if new.public.favor != old.public.favor {
            news.push(format!("the Crowd's Favor goes to {}", new.public.favor));
        }
        if new.public.phases > old.public.phases {
            news.push("an arena phase begins".to_owned());
        }
        for place in Place::ALL {
            let (was, is) = (old.public.arenas[place.index()], new.public.arenas[place.index()]);
            if was != is
                && let Some(id) = is
            {
                news.push(format!("{} is turned up", rules.set.arena(id).name));
            }
        }
        news
    }

    fn cards(rules: &Rules) -> Vec<(String, String)> {
        let cards = rules.set.cards().map(|(_, card)| (card.name.clone(), text::card(card)));
        let arenas = rules.set.arenas().map(|(_, arena)| (arena.name.clone(), text::arena(arena)));
        // Alone, what the Ludus Magnus draws can be looked up too.
        let orders = if rules.magnus().is_some() { rules.set.orders() } else { &[] };
        let orders = (1..).zip(orders).map(|(number, order)| (format!("Order {number}"), order.whole()));
        cards.chain(arenas).chain(orders).collect()
    }
}

fn explain_use(rules: &Rules, source: Source, ability: u8) -> String {
    let bearer = match source {
        Source::Patron(kind) => Bearer::Patron(kind),
        Source::Gladiator(fighter) => Bearer::Gladiator(fighter.kind),
        Source::Departed(kind) => Bearer::Gladiator(kind),
        Source::Arena(id) => Bearer::Arena(id),
    };
    text::of_ability(bearer_name(rules, bearer), resolve::ability(rules, bearer, ability), false)
}

fn ludus_news(rules: &Rules, old: &State, new: &State, seat: Seat, news: &mut Vec<String>) {
    let (was, is) = (old.ludus(seat), new.ludus(seat));
    if is.glory > was.glory {
        news.push(format!("{seat} wins {} glory and has {}", is.glory - was.glory, is.glory));
    }
    match is.coins.cmp(&was.coins) {
        std::cmp::Ordering::Greater => news.push(format!("{seat} gains {} coin", is.coins - was.coins)),
        std::cmp::Ordering::Less => news.push(format!("{seat} gives {} coin", was.coins - is.coins)),
        std::cmp::Ordering::Equal => {}
    }
    if is.hand > was.hand {
        news.push(format!("{seat} takes {} cards into hand", is.hand - was.hand));
    }
    let gained = is.arenas & !was.arenas;
    for id in arenas_in(gained) {
        news.push(format!("{seat} takes {} into the villa", rules.set.arena(id).name));
    }
    for (kind, card) in rules.set.cards().filter(|(_, card)| card.kind != Type::Income) {
        if is.discarded(kind) > was.discarded(kind) {
            news.push(format!("{} lies on {seat}'s discard pile", card.name));
        }
    }
}
