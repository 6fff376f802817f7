//! The game in words. Everything is made from views, so nothing leaks.

use std::fmt::Write as _;

use table::{Part, Seat, Tell};

use crate::action::Action;
use crate::answers::{known, open_table};
use crate::cards::Kind;
use crate::effect::{Deck, Occasion, Stat};
use crate::events::Happening;
use crate::explain::names_of;
use crate::frame::{Frame, Stage, Then};
use crate::ludus::Section;
use crate::news;
use crate::phrase::{bearer, capital, coins, fighter, joined, several, side};
use crate::pile::Half;
use crate::rules::Rules;
use crate::state::{Place, State, Stops};
use crate::stats::arenas_in;
use crate::text;
use crate::view::View;

/// Breaks a paragraph into lines, later ones indented.
fn wrap(text: &mut String, line: &str, width: usize) {
    let indent = line.len() - line.trim_start().len();
    text.push_str(&line[..indent]);
    let mut column = indent;
    let mut first = true;
    for word in line.trim_start().split(' ') {
        if !first && column + 1 + word.chars().count() > width.max(20) {
            text.push('\n');
            text.push_str(&" ".repeat(indent + 4));
            column = indent + 4;
        } else if !first {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += word.chars().count();
        first = false;
    }
    text.push('\n');
}

/// What is marked on a card.
fn exhausted(marked: bool) -> &'static str {
    if marked { " (exhausted)" } else { "" }
}

/// The turn, the round, and how far the crowd is from a battle (FG-42, FG-43).
fn head_line(rules: &Rules, state: &State) -> String {
    let public = &state.public;
    let turn = match public.turns {
        0 => "Before the first turn".to_owned(),
        turns => format!("Turn {turns}"),
    };
    let boast = rules.boasts.get(usize::from(public.boasts));
    if rules.is_multi() {
        let fights = public.stack.iter().any(|frame| matches!(frame, Frame::Phase(_)));
        let round = (public.phases + u8::from(!fights)).min(rules.rounds());
        let boast = match boast {
            Some(boast) => format!(" The boast is {boast}: everyone counts their own bloodlust against it."),
            None => String::new(),
        };
        return format!("{turn}, round {round} of {}.{boast}", rules.rounds());
    }
    match boast {
        Some(boast) => {
            format!("{turn}. Bloodlust {}: an arena phase begins at {boast}.", state.bloodlust(rules))
        }
        None => format!("{turn}. No boast is left."),
    }
}

/// Where the Reigning Champion tokens are, with three or four players.
fn token_line(state: &State) -> String {
    let taken: Vec<_> = state.public.tokens.iter().flatten().map(Seat::to_string).collect();
    match taken.as_slice() {
        [] => "Reigning Champion tokens: both are free.".to_owned(),
        [one] => format!("Reigning Champion tokens: one is {one}'s, one is free."),
        [one, two, ..] => format!("Reigning Champion tokens: one is {one}'s, one is {two}'s."),
    }
}

fn arena_lines(rules: &Rules, state: &State, text: &mut String, width: usize) {
    if rules.is_multi() {
        wrap(text, &token_line(state), width);
    }
    for place in Place::ALL {
        let fighters: Vec<u8> =
            state.public.sand.iter().filter(|(_, it)| it.place == place).map(|(slot, _)| slot).collect();
        let arena = state.public.arenas[place.index()];
        if arena.is_none() && fighters.is_empty() && (rules.is_multi() || place.is_fleeting()) {
            continue;
        }
        let mut line = capital(&state.arena_name(rules, place));
        if !rules.is_multi() {
            let _ = write!(line, ", {} glory", state.public.glory[place.index()]);
        }
        if let Some(Some(seat)) = state.public.tokens.get(place.index()).filter(|_| !rules.is_multi()) {
            let _ = write!(line, ", Reigning Champion: {}", side(rules, *seat));
        }
        line.push('.');
        if let Some(id) = arena {
            line.push_str(text::arena(rules.set.arena(id)).trim_start_matches("Arena."));
        }
        wrap(text, &line, width);
        for slot in fighters {
            wrap(text, &format!("  {}", gladiator(rules, state, slot)), width);
        }
    }
}

/// A gladiator with its numbers and marks.
fn gladiator(rules: &Rules, state: &State, slot: u8) -> String {
    let Some(it) = state.public.sand.get(slot) else {
        return String::new();
    };
    let stat = |stat| state.stat(rules, slot, stat);
    let mut line = format!(
        "{}: attack {}, health {}, agility {}",
        capital(&fighter(rules, state.fighter(slot))),
        stat(Stat::Attack),
        stat(Stat::Health),
        stat(Stat::Agility),
    );
    if it.damage > 0 {
        let _ = write!(line, ", {} damage", it.damage);
    }
    if it.assigned > 0 {
        let _ = write!(line, ", {} more damage coming", it.assigned);
    }
    if it.blessings > 0 {
        let _ = write!(line, ", {}", several(it.blessings, "blessing"));
    }
    if it.exhausted {
        line.push_str(", exhausted");
    }
    line
}

/// The Ludus Magnus: its glory and its deck (FG-24, FG-110).
fn magnus_line(rules: &Rules, state: &State, seat: Seat) -> String {
    let orders = &state.public.orders;
    let mut line = format!(
        "{}{}: {} glory, {} in its deck",
        capital(&side(rules, seat)),
        if state.public.favor == seat { " (Crowd's Favor)" } else { "" },
        state.ludus(seat).glory,
        several(state.orders_left(), "card"),
    );
    if orders.boasts > 0 {
        let _ = write!(line, ", on top {}", several(orders.boasts, "boast"));
    }
    line
}

fn ludus_lines(rules: &Rules, view: &View, state: &State, seat: Seat, text: &mut String, width: usize) {
    if rules.magnus() == Some(seat) {
        wrap(text, &magnus_line(rules, state, seat), width);
        return;
    }
    let ludus = state.ludus(seat);
    let mut line = format!("{seat}{}: ", if state.public.favor == seat { " (Crowd's Favor)" } else { "" });
    if rules.is_multi() {
        let _ = write!(line, "bloodlust {}, ", state.bloodlust_of(rules, seat));
    } else {
        let _ = write!(line, "{} glory, ", ludus.glory);
    }
    let _ = write!(
        line,
        "{}, influence {} of {} used, {} in hand, {} in the deck, {} in reserve",
        several(ludus.coins, "coin token"),
        state.requirement(rules, seat),
        state.influence(rules, seat),
        several(ludus.hand, "card"),
        ludus.deck,
        ludus.reserve,
    );
    let asked = match ludus.stops {
        Stops::All => "",
        Stops::Mine => ", is asked only about own gladiators",
        Stops::Never => ", is never asked to react",
    };
    line.push_str(asked);
    wrap(text, &line, width);
    let patrons: Vec<_> = ludus
        .patrons
        .iter()
        .map(|it| format!("{}{}", rules.set.card(it.kind).name, exhausted(it.exhausted)))
        .collect();
    if !patrons.is_empty() {
        wrap(text, &format!("  Villa: {}", patrons.join(", ")), width);
    }
    for id in arenas_in(state.arenas_of(seat)) {
        let arena = rules.set.arena(id);
        let says = text::arena(arena);
        let tired = exhausted(state.public.tired & id.bit() != 0);
        wrap(text, &format!("  {}{tired}:{}", arena.name, says.trim_start_matches("Arena.")), width);
    }
    wrap(text, &format!("  Discard pile: {}", names_of(rules, &ludus.piles, Half::First)), width);
    if !ludus.top.is_empty() {
        let top: Vec<_> = ludus.top.iter().rev().map(|kind| rules.set.card(*kind).name.clone()).collect();
        wrap(text, &format!("  Known on top of the deck: {}", top.join(", ")), width);
    }
    if !ludus.known.is_empty() {
        wrap(text, &format!("  Known to be held: {}", known(rules, ludus).join(", ")), width);
    }
    if view.viewer.is(seat) {
        wrap(text, &format!("  Hand: {}", names_of(rules, &view.held, Half::First)), width);
        if ludus.reserve > 0 {
            wrap(text, &format!("  Reserve: {}", names_of(rules, &view.held, Half::Second)), width);
        }
    }
}

/// What a frame of the stack is about.
fn crumb(rules: &Rules, state: &State, frame: &Frame) -> String {
    let name = |kind: Kind| rules.set.card(kind).name.as_str();
    let who = |seat: Seat| side(rules, seat);
    let pays = |frame: &Frame| matches!(frame, Frame::Pay { then: Then::Register(..), .. });
    let text = match frame {
        Frame::Machinations => format!("{}'s turn", state.public.active),
        Frame::Phase(Stage::Fleeting | Stage::Lasting | Stage::Resolution) => "arena phase".to_owned(),
        // While a registration is paid for, the turn has gone on already: who pays is named after it.
        Frame::Register { .. } if state.public.stack.last().is_some_and(pays) => {
            "late registration".to_owned()
        }
        Frame::Register { seat, .. } => format!("late registration: {}'s turn", who(*seat)),
        Frame::Battle(battle) => {
            let arena = state.public.arenas[battle.place.index()];
            let arena = arena.map_or("the arena", |id| rules.set.arena(id).name.as_str());
            format!("battle in {arena}: {}'s combat turn", who(battle.seat))
        }
        Frame::Attack { slot, seat, .. } => match state.public.sand.get(*slot) {
            Some(it) => format!("{} attacks with {}", who(*seat), name(it.kind)),
            None => format!("{}'s attack", who(*seat)),
        },
        Frame::Damage { .. } => "damage is dealt".to_owned(),
        Frame::Muster { .. } => "the Ludus Magnus brings gladiators".to_owned(),
        Frame::Magnus { section: Section::Reaction, .. } => {
            "the Ludus Magnus reacts: choose the gladiator it reacts for first".to_owned()
        }
        Frame::Magnus { section, order, .. } => match rules.set.orders().get(usize::from(*order)) {
            Some(it) => format!("the Ludus Magnus: {}. Several fit: choose one", it.text(*section)),
            None => "the Ludus Magnus".to_owned(),
        },
        Frame::Window(window) => {
            let whose = format!("{}'s {}", who(window.owner), name(window.kind));
            let about = match window.occasion {
                Occasion::Damage => "the damage".to_owned(),
                Occasion::Attack => format!("the attack of {whose}"),
                Occasion::Enter => format!("the entry of {whose}"),
                Occasion::Leave => format!("the departure of {whose}"),
                Occasion::Defeat => format!("the defeat of {whose}"),
                Occasion::Tactic => format!("{}'s tactic", who(window.owner)),
            };
            format!("{} may react to {about}", who(window.seat))
        }
        Frame::Use(it) => format!("{} uses {}", who(it.seat), bearer(rules, it.bearer)),
        Frame::Pay { seat, coins: cost, then } => {
            let what = match then {
                Then::GoOn => String::new(),
                Then::Buy(kind) => format!(" for {}", name(*kind)),
                Then::Redeem => " for the reserve".to_owned(),
                Then::Register(kind, _) => format!(" to register {}", name(*kind)),
                Then::Reclaim(kind) => format!(" to take {} back", name(*kind)),
                Then::Upgrade(kind) => format!(" to upgrade {}", name(*kind)),
            };
            format!("{} pays {}{what}", who(*seat), coins(*cost))
        }
        Frame::Lose { seat } => format!("{} has too little influence and gives up gladiators", who(*seat)),
        Frame::Events { .. } => {
            let seat = state.decider(rules).unwrap_or(state.public.active);
            format!("{} chooses what is reacted to first", who(seat))
        }
        Frame::Moment { seats } => {
            let seat = state.asked_now(rules, *seats).unwrap_or(state.public.active);
            format!("{} may buy back the reserve or use a free action", who(seat))
        }
        Frame::Discard { seat, left } => format!("{} discards {}", who(*seat), several(*left, "card")),
        Frame::Draft { seat } => format!("{} chooses a champion", who(*seat)),
        Frame::Check { seat } => format!("{}'s turn ends", who(*seat)),
        Frame::Token { seat } => format!("{} may take the second Reigning Champion token", who(*seat)),
        Frame::Reclaim { seat, kind, coins: price } => {
            format!("{} may take {} back for {}", who(*seat), name(*kind), coins(*price))
        }
    };
    capital(&text)
}

impl Tell for State {
    type Event = Happening;

    fn table(rules: &Rules, view: &View, width: usize) -> String {
        let state = open_table(view);
        let mut text = String::new();
        wrap(&mut text, &head_line(rules, &state), width);
        for deck in Deck::ALL {
            let row: Vec<_> = state.public.rows[deck.index()]
                .iter()
                .map(|kind| format!("{} ({})", rules.set.card(*kind).name, rules.set.card(*kind).cost))
                .collect();
            wrap(&mut text, &format!("{} for sale: {}", capital(deck.noun()), joined(&row)), width);
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
        let seat = view.viewer.seat().or_else(|| state.decider(rules)).unwrap_or_default();
        state.would_do(rules, seat, action)
    }

    fn news(rules: &Rules, before: &View, after: &View, events: &[Happening]) -> Vec<String> {
        news::lines(rules, before, &open_table(after), events)
    }

    fn opening(rules: &Rules, view: &View, events: &[Happening]) -> Vec<String> {
        news::opening(rules, view, &open_table(view), events)
    }

    fn tally(&self, rules: &Rules) -> Vec<Vec<Part>> {
        // FG-86: with three or four the last battle decides, and no glory is counted.
        if rules.is_multi() || self.public.end.is_none() {
            return Vec::new();
        }
        Seat::all(rules.players).map(|seat| self.glory_parts(rules, seat)).collect()
    }

    fn cards(rules: &Rules) -> Vec<(String, String)> {
        let cards = rules.set.cards().map(|(_, card)| (card.name.clone(), text::card_with_origin(card)));
        let arenas =
            rules.set.arenas().map(|(_, arena)| (arena.name.clone(), text::arena_with_origin(arena)));
        let orders =
            (1..).zip(rules.set.orders()).map(|(number, it)| (format!("Order {number}"), text::order(it)));
        cards.chain(arenas).chain(orders).collect()
    }
}
