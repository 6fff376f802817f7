//! The game in words. Everything is made from views, so nothing leaks.

use std::fmt::Write as _;

use table::{Part, Seat, Tell, Text};

use crate::action::Action;
use crate::effect::{Deck, Stat};
use crate::event::Happening;
use crate::facts::known;
use crate::news;
use crate::phrase::{capital, fighter, joined, several, side};
use crate::pile::{Half, Pair};
use crate::procedures::Frame;
use crate::rules::Rules;
use crate::state::{Place, State, Stops};
use crate::stats::arenas_in;
use crate::text;
use crate::view::View;

/// Breaks a paragraph into lines, later ones indented.
fn wrap(text: &mut String, line: &str, width: usize) {
    let indent = line.len() - line.trim_start().len();
    text.push_str(&table::wrap(line, width.max(20), indent + 4));
    text.push('\n');
}

/// The cards of a pile, each kind once, with its number.
pub(crate) fn names_of(rules: &Rules, pair: &Pair, half: Half) -> String {
    let named = pair.kinds(half).map(|kind| match pair.count(half, kind) {
        1 => rules.set.card(kind).name.clone(),
        count => format!("{count} {}", rules.set.card(kind).name),
    });
    joined(&named.collect::<Vec<_>>())
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

impl Tell for State {
    type Event = Happening;

    fn table(rules: &Rules, view: &View, width: usize) -> String {
        let state = view.table();
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
        let state = view.table();
        if state.public.stack.is_empty() {
            return "The game is over".to_owned();
        }
        Text::joined(state.public.stack.iter().map(|frame| frame.crumb(rules, &state)), " › ").to_string()
    }

    fn explain(rules: &Rules, view: &View, action: Action) -> String {
        let state = view.table();
        let seat = view.viewer.seat().or_else(|| state.decides(rules)).unwrap_or_default();
        let top = state.public.stack.last();
        top.map_or(String::new(), |top| top.explain(rules, &state, seat, action).to_string())
    }

    fn news(rules: &Rules, before: &View, after: &View, events: &[Happening]) -> Vec<String> {
        news::lines(rules, before, &after.table(), events)
    }

    fn opening(rules: &Rules, view: &View, events: &[Happening]) -> Vec<String> {
        news::opening(rules, view, &view.table(), events)
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
