//! The game in words. Everything is made from views, so nothing leaks.

use table::{BySeat, Part, Seat, Span, Tell, Text, many, say};

use crate::action::Action;
use crate::effect::{Deck, Stat};
use crate::event::Happening;
use crate::facts::known;
use crate::news;
use crate::phrase::{fighter, listed, name, place_name, some, who};
use crate::pile::{Half, Pair};
use crate::rules::Rules;
use crate::state::{End, Gladiator, Place, State, Stops};
use crate::stats::arenas_in;
use crate::text;
use crate::view::View;

/// What is drawn in the terminal, line by line.
struct Page {
    text: String,
    width: usize,
}

impl Page {
    /// A paragraph, its later lines indented.
    fn line(&mut self, line: &Text) {
        self.inside("", line);
    }

    /// One of the lines below another.
    fn inside(&mut self, indent: &str, line: &Text) {
        let line = format!("{indent}{}", line.clone().capital());
        self.text.push_str(&table::wrap(&line, self.width.max(20), indent.len() + 4));
        self.text.push('\n');
    }
}

/// The cards of a pile, each kind once, with its number.
fn names_of(rules: &Rules, pair: &Pair, half: Half) -> Text {
    listed(pair.kinds(half).map(|kind| some(pair.count(half, kind), name(rules, kind))).collect())
}

/// Several things, one after the other.
fn row(parts: impl IntoIterator<Item = Text>) -> Text {
    Text::joined(parts, ", ")
}

/// A card with what is marked on it.
fn marked(card: Span, exhausted: bool) -> Text {
    if exhausted { say!("{card} (exhausted)") } else { Text::of(card) }
}

/// The turn, the round, and how far the crowd is from a battle (FG-42, FG-43).
fn head_line(rules: &Rules, state: &State) -> Text {
    let turn = match state.public.turns {
        0 => say!("Before the first turn"),
        turns => say!("Turn {turns}"),
    };
    let boast = state.top_boast(rules);
    if rules.is_multi() {
        let own = "everyone counts their own bloodlust against it.";
        let boast = boast.map(|boast| say!(" The boast is {boast}: {own}"));
        return say!("{turn}, round {} of {}.{boast}", state.round(rules), rules.rounds());
    }
    let Some(boast) = boast else { return say!("{turn}. No boast is left.") };
    say!("{turn}. Bloodlust {}: an arena phase begins at {boast}.", state.bloodlust(rules))
}

/// Where the Reigning Champion tokens are, with three or four players.
fn token_line(state: &State) -> Text {
    match state.public.tokens {
        [None, None] => say!("Reigning Champion tokens: both are free."),
        [Some(one), None] | [None, Some(one)] => {
            say!("Reigning Champion tokens: one is {one}'s, one is free.")
        }
        [Some(one), Some(two)] => say!("Reigning Champion tokens: one is {one}'s, one is {two}'s."),
    }
}

fn arena_lines(rules: &Rules, state: &State, page: &mut Page) {
    if rules.is_multi() {
        page.line(&token_line(state));
    }
    let sand = &state.public.sand;
    for place in Place::ALL {
        let arena = state.public.arenas[place.index()];
        if arena.is_none() && sand.at(place) == 0 && (rules.is_multi() || place.is_fleeting()) {
            continue;
        }
        let mut parts = vec![state.arena_name(rules, place)];
        if !rules.is_multi() {
            parts.push(say!("{} glory", state.public.glory[place.index()]));
            let token = state.public.tokens.get(place.index()).copied().flatten();
            parts.extend(token.map(|seat| say!("Reigning Champion: {}", who(rules, seat))));
        }
        let says = arena.map(|id| say!(" {}", text::arena_says(rules.set.arena(id))));
        page.line(&say!("{}.{says}", row(parts)));
        sand.among(sand.at(place)).for_each(|one| page.inside("  ", &gladiator(rules, state, one)));
    }
}

/// A gladiator with its numbers and marks.
fn gladiator(rules: &Rules, state: &State, (slot, it): (u8, &Gladiator)) -> Text {
    let [attack, health, agility, bloodlust] = Stat::ALL.map(|stat| state.stat(rules, slot, stat));
    let marks = [
        (it.damage > 0).then(|| say!("{} damage", it.damage)),
        (it.assigned > 0).then(|| say!("{} more damage coming", it.assigned)),
        (it.blessings > 0).then(|| many(it.blessings, "blessing")),
        it.exhausted.then(|| say!("exhausted")),
        it.bound.then(|| say!("bound")),
    ];
    let stats = say!("attack {attack}, health {health}, agility {agility}, bloodlust {bloodlust}");
    let parts = row([stats].into_iter().chain(marks.into_iter().flatten()));
    say!("{}: {parts}", fighter(rules, state.fighter(slot)))
}

fn ludus_lines(rules: &Rules, view: &View, state: &State, seat: Seat, page: &mut Page) {
    let (ludus, mut head) = (state.ludus(seat), who(rules, seat));
    if state.public.favor == seat {
        head = say!("{head} (Crowd's Favor)");
    }
    // The Ludus Magnus: its glory and its deck (FG-24, FG-110).
    if rules.magnus() == Some(seat) {
        let deck = say!("{} glory, {} in its deck", ludus.glory, many(state.orders_left(), "card"));
        let boasts = state.public.orders.boasts;
        let top = (boasts > 0).then(|| say!("on top {}", many(boasts, "boast")));
        page.line(&say!("{head}: {}", row([deck].into_iter().chain(top))));
        return;
    }
    let (used, influence) = (state.requirement(rules, seat), state.influence(rules, seat));
    let (hand, deck, reserve) = (many(ludus.hand, "card"), ludus.deck, ludus.reserve);
    let mut parts = vec![
        if rules.is_multi() {
            say!("bloodlust {}", state.bloodlust_of(rules, seat))
        } else {
            say!("{} glory", ludus.glory)
        },
        many(ludus.coins, "coin token"),
        say!("influence {used} of {influence} used"),
        say!("{hand} in hand, {deck} in the deck, {reserve} in reserve"),
    ];
    match ludus.stops {
        Stops::All => {}
        Stops::Mine => parts.push(say!("is asked only about own gladiators")),
        Stops::Never => parts.push(say!("is never asked to react")),
    }
    page.line(&say!("{head}: {}", row(parts)));
    let patrons = ludus.patrons.iter().map(|it| marked(name(rules, it.kind), it.exhausted));
    if !ludus.patrons.is_empty() {
        page.inside("  ", &say!("Villa: {}", row(patrons)));
    }
    for id in arenas_in(state.arenas_of(seat)) {
        let card = marked(place_name(rules, id), state.public.tired & id.bit() != 0);
        page.inside("  ", &say!("{card}: {}", text::arena_says(rules.set.arena(id))));
    }
    page.inside("  ", &say!("Discard pile: {}", names_of(rules, &ludus.piles, Half::First)));
    if !ludus.top.is_empty() {
        // What only its owner saw is told to the owner alone (FG-141).
        let mut seen = state.seen[seat].get().iter().rev();
        let top =
            ludus.top.iter().rev().map(|kind| match (kind, kind.is_none().then(|| seen.next()).flatten()) {
                (Some(kind), _) => Text::of(name(rules, *kind)),
                (None, Some(kind)) => say!("{} (only you know)", name(rules, *kind)),
                (None, None) => say!("a card its owner knows"),
            });
        page.inside("  ", &say!("Known on top of the deck: {}", row(top)));
    }
    if !ludus.known.is_empty() {
        page.inside("  ", &say!("Known to be held: {}", row(known(rules, ludus))));
    }
    if view.viewer.is(seat) {
        page.inside("  ", &say!("Hand: {}", names_of(rules, &view.held, Half::First)));
        if reserve > 0 {
            page.inside("  ", &say!("Reserve: {}", names_of(rules, &view.held, Half::Second)));
        }
    }
}

impl Tell for State {
    type Event = Happening;

    fn table(rules: &Rules, view: &View, width: usize) -> String {
        let (state, mut page) = (view.table(), Page { text: String::new(), width });
        page.line(&head_line(rules, &state));
        for deck in Deck::ALL {
            let cards = state.public.rows[deck.index()].iter();
            let cards = cards.map(|kind| say!("{} ({})", name(rules, *kind), rules.set.card(*kind).cost));
            page.line(&say!("{} for sale: {}", deck.noun(), listed(cards.collect())));
        }
        arena_lines(rules, &state, &mut page);
        Seat::all(rules.sides).for_each(|seat| ludus_lines(rules, view, &state, seat, &mut page));
        page.text
    }

    fn prompt(rules: &Rules, view: &View) -> Vec<Text> {
        let state = view.table();
        if state.public.stack.is_empty() {
            return vec!["The game is over".into()];
        }
        state.public.stack.iter().map(|frame| frame.crumb(rules, &state)).collect()
    }

    fn explain(rules: &Rules, view: &View, action: Action) -> Text {
        let state = view.table();
        let seat = view.viewer.seat().or_else(|| state.decides(rules)).unwrap_or_default();
        let top = state.public.stack.last();
        top.map(|top| top.explain(rules, &state, seat, action)).unwrap_or_default()
    }

    fn news(rules: &Rules, before: &View, after: &View, events: &[Happening]) -> Vec<Text> {
        news::lines(rules, before, &after.table(), events)
    }

    fn opening(rules: &Rules, view: &View, events: &[Happening]) -> Vec<Text> {
        news::opening(rules, view, &view.table(), events)
    }

    fn standing(&self, rules: &Rules) -> BySeat<i32> {
        self.scores(rules)
    }

    fn tally(&self, rules: &Rules) -> Vec<Vec<Part>> {
        // FG-86: with three or four the last battle decides, and no glory is counted.
        if rules.is_multi() || self.public.end.is_none() {
            return Vec::new();
        }
        Seat::all(rules.players).map(|seat| self.glory_parts(rules, seat)).collect()
    }

    fn places(&self, _: &Rules) -> Vec<(Seat, Text)> {
        // FG-85, FG-86: the last battle's places are the game's; the villa shows what the rounds before it were worth.
        if !matches!(self.public.end, Some(End::LastBattle(_))) {
            return Vec::new();
        }
        let arenas = |seat: Seat| match self.ludus(seat).arenas.count_ones() {
            0 => say!("no arena in the villa"),
            won => say!("{} in the villa", many(won, "arena")),
        };
        self.public.standing.iter().rev().map(|seat| (*seat, arenas(*seat))).collect()
    }

    fn cards(rules: &Rules) -> Vec<(String, Text)> {
        let cards = rules.set.cards().map(|(_, it)| (it.name.clone(), text::card_with_origin(it)));
        let arenas = rules.set.arenas().map(|(_, it)| (it.name.clone(), text::arena_with_origin(it)));
        let orders = (1..).zip(rules.set.orders());
        let orders = orders.map(|(number, it)| (format!("Order {number}"), text::order(it)));
        cards.chain(arenas).chain(orders).collect()
    }
}
