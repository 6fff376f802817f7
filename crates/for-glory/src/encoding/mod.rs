//! For Glory.

mod actions;
mod procedure;

use crate::action::Action;
use crate::cards::{ARENAS, Kind, KindSet, Type};
use crate::effect::Stat;
use crate::pile::{Half, Pair, kinds_in};
use crate::state::{Gladiator, Ludus, Place, Public, SEATS};
use crate::{Rules, State, View};
use table::{Seat, Viewer};

use encode::{Encoded, NoRoom, Pen, Speller, Spelling, Verb, from_here, ladder, seat_from};

/// How many kinds of cards the encoding has room for; a set with more is judged by hand.
const KINDS: usize = 128;
/// The most gladiators of one card and owner that are told apart.
const COPIES: usize = 8;
/// The most income cards one payment takes: no more than what is paid for costs.
const DEAREST: u16 = 14;

impl Encoded for State {
    const VERSION: u32 = 2;
    const VERBS: &'static [Verb] = actions::VERBS;

    fn viewer(view: &View) -> Viewer {
        view.viewer
    }

    fn say<S: Speller>(rules: &Rules, decider: Seat, action: Action, speller: &S) -> S::Said {
        actions::say(rules, decider, action, speller)
    }

    fn unspell(rules: &Rules, decider: Seat, spelling: &Spelling) -> Option<Action> {
        actions::unspell(rules, decider, spelling)
    }

    fn fits(rules: &Rules) -> Result<(), NoRoom> {
        let kinds = rules.set.cards().count();
        if kinds > KINDS {
            return Err(NoRoom(format!(
                "there are {kinds} different cards: the encoding has room for {KINDS}"
            )));
        }
        for (_, card) in rules.set.cards() {
            if card.kind == Type::Gladiator && usize::from(card.copies) > COPIES {
                let (name, copies) = (&card.name, card.copies);
                return Err(NoRoom(format!(
                    "there are {copies} of {name}: the encoding has room for {COPIES}"
                )));
            }
            if u16::from(card.cost) > DEAREST {
                let (name, cost) = (&card.name, card.cost);
                return Err(NoRoom(format!("{name} costs {cost}: the encoding has room for {DEAREST}")));
            }
        }
        Ok(())
    }

    fn trace<P: Pen>(rules: &Rules, view: &View, viewer: Seat, before: Option<&View>, pen: &mut P) {
        let was = before.map(|before| &before.public);
        table_of(rules, &view.public, was, viewer, pen);
        pen.part("own");
        let alike = |before: &View| {
            before.viewer == view.viewer && before.held == view.held && before.seen == view.seen
        };
        pen.block(|| before.is_some_and(alike), |pen| own(rules, view, pen));
        pen.sides(rules.sides);
        for steps in 0..SEATS {
            pen.group("seat", steps);
            let seat = seat_from(viewer, steps, rules.sides);
            if seat.is_some() || !pen.blank(SIDE) {
                side(rules, &view.public, was, seat, pen);
            }
        }
        procedure::trace(rules, view, viewer, pen);
    }
}

/// The own hand and reserve.
fn own<P: Pen>(rules: &Rules, view: &View, pen: &mut P) {
    pile(["hand", "further copies in hand"], &view.held, Half::First, pen);
    set_of("reserve", view.held.set(Half::Second), pen);
    // What the viewer alone knows of the own deck (FG-141) has no field of its own, so that all others keep their places: it stands
    // where copies in reserve hardly ever do, the more the sooner it is drawn.
    let mut further = [0; KINDS];
    for kind in view.held.kinds(Half::Second) {
        further[kind.index()] = u32::from(view.held.count(Half::Second, kind)) - 1;
    }
    for (kind, weight) in view.seen.iter().rev().zip([7, 4, 2, 1].into_iter().chain(std::iter::repeat(1))) {
        further[kind.index()] += weight;
    }
    pen.shares("further copies in reserve", KINDS, 14);
    for (at, value) in further.iter().enumerate().filter(|(_, value)| **value > 0) {
        pen.share(at, (*value).min(14), 14);
    }
    let purse = view
        .held
        .kinds(Half::First)
        .map(|kind| u32::from(rules.set.card(kind).value) * u32::from(view.held.count(Half::First, kind)));
    pen.steps("income in hand", purse.sum(), ladder![1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12]);
}

/// How many places a side of the table has.
const SIDE: usize = 1529;

/// A field of cards that are there.
fn set_of<P: Pen>(name: &'static str, kinds: KindSet, pen: &mut P) {
    pen.flags(name, KINDS);
    for (at, part) in kinds.parts().iter().take(KINDS / 64).enumerate() {
        pen.set_bits(at * 64, *part);
    }
}

/// The cards of a pile: which, and how many more of each.
fn pile<P: Pen>(names: [&'static str; 2], pair: &Pair, half: Half, pen: &mut P) {
    set_of(names[0], pair.set(half), pen);
    pen.shares(names[1], KINDS, 14);
    for kind in pair.kinds(half) {
        pen.share(kind.index(), u32::from(pair.count(half, kind)) - 1, 14);
    }
}

/// What lies in the middle.
fn table_of<P: Pen>(rules: &Rules, public: &Public, was: Option<&Public>, viewer: Seat, pen: &mut P) {
    let from = |seat: Seat| from_here(viewer, seat, rules.sides);
    pen.part("table");
    let rows = || was.is_some_and(|was| was.rows == public.rows);
    pen.block(rows, |pen| {
        let names = ["gladiators for sale", "training for sale", "economy for sale"];
        for (name, row) in names.into_iter().zip(&public.rows) {
            set_of(name, row.iter().copied().collect(), pen);
        }
    });
    for (name, arena) in ["near arena", "far arena", "Lasting arena"].iter().zip(&public.arenas) {
        pen.one_of(name, ARENAS, arena.map(|id| id.0.into()));
    }
    pen.tally("glory on arenas", &public.glory, 4);
    for (name, token) in ["near token", "far token"].iter().zip(&public.tokens) {
        pen.one_of(name, SEATS, token.map(from));
    }
    pen.flag("token taken or left", public.token_done);
    pen.bits("exhausted arenas", ARENAS, public.tired);
    pen.steps("arenas left", public.arena_deck.count_ones(), ladder![1, 2, 4, 8]);
    pen.one_of("Crowd's Favor", SEATS, Some(from(public.favor)));
    pen.one_of("active", SEATS, Some(from(public.active)));
    pen.one_of("turn", SEATS, Some(from(public.turn)));
    pen.amount("turns", public.turns.into(), 80);
    pen.steps("arena phases", public.phases.into(), ladder![1, 2, 3, 4, 6, 8]);
    pen.steps("boasts won", public.boasts.into(), ladder![1, 2, 3, 4, 6, 8]);
    let all: u32 = public.sand.iter().map(|(_, it)| u32::from(rules.set.card(it.kind).bloodlust)).sum();
    let boast = rules.boasts.get(usize::from(public.boasts)).copied().unwrap_or(0);
    pen.amount("boast", boast.into(), 60);
    pen.amount("bloodlust", all, 60);
    let missing = u32::from(boast).saturating_sub(all);
    pen.steps(
        "bloodlust missing, below 11",
        11_u32.saturating_sub(missing),
        ladder![1, 3, 5, 6, 7, 8, 9, 10, 11],
    );
    pen.flag("stops set", public.stopped);
    pen.flag("over", public.end.is_some());
    pen.steps("things that happened", public.events.len() as u32, ladder![1, 2, 3]);
    let orders = &public.orders;
    pen.amount("orders left", orders.left.count_ones() + u32::from(orders.boasts + orders.blanks), 60);
}

/// A side of the table, the Ludus Magnus included; all 0 where nobody sits.
fn side<P: Pen>(rules: &Rules, public: &Public, was: Option<&Public>, seat: Option<Seat>, pen: &mut P) {
    let nobody = Ludus::default();
    let ludus = seat.map_or(&nobody, |seat| &public.ludi[seat]);
    let as_before = |alike: fn(Seat, &Public, &Public) -> bool| {
        was.zip(seat).is_some_and(|(was, seat)| alike(seat, was, public))
    };
    pen.block(|| as_before(same_counts), |pen| counts(public, seat, ludus, pen));
    pen.block(
        || as_before(|seat, was, now| was.ludi[seat].piles == now.ludi[seat].piles),
        |pen| {
            pile(["discard pile", "further copies in the discard pile"], &ludus.piles, Half::First, pen);
            pile(["deck, hand and reserve", "further copies there"], &ludus.piles, Half::Second, pen);
        },
    );
    pen.block(|| as_before(same_villa), |pen| villa(rules, public, seat, ludus, pen));
    pen.block(|| as_before(same_gladiators), |pen| gladiators(rules, public, seat, pen));
}

/// Whether all that [`counts`] looks at is as it was.
fn same_counts(seat: Seat, was: &Public, now: &Public) -> bool {
    let facts = |public: &Public| {
        let Ludus { glory, coins, deck, hand, reserve, .. } = public.ludi[seat];
        (glory, coins, deck, hand, reserve, public.magnus)
    };
    facts(was) == facts(now)
}

/// A player's glory, coins and numbers of cards.
fn counts<P: Pen>(public: &Public, seat: Option<Seat>, ludus: &Ludus, pen: &mut P) {
    pen.flag("seated", seat.is_some());
    pen.flag("Ludus Magnus", seat.is_some() && seat == public.magnus);
    pen.steps("glory at least", ludus.glory.into(), ladder![1, 2, 3, 4, 5, 6]);
    pen.amount("glory", ludus.glory.into(), 10);
    pen.steps("coins at least", ludus.coins.into(), ladder![1, 2, 3, 4, 5, 6, 8, 10]);
    pen.amount("coins", ludus.coins.into(), 20);
    pen.tally("deck, hand, reserve", &[ludus.deck, ludus.hand, ludus.reserve], 40);
    pen.steps("hand at least", ludus.hand.into(), ladder![1, 2, 3, 4, 5, 6, 7]);
    pen.steps("reserve at least", ludus.reserve.into(), ladder![1, 2, 3]);
}

/// Whether all that [`villa`] looks at is as it was.
fn same_villa(seat: Seat, was: &Public, now: &Public) -> bool {
    let (old, new) = (&was.ludi[seat], &now.ludi[seat]);
    old.known.as_slice() == new.known.as_slice()
        && old.top.as_slice() == new.top.as_slice()
        && old.patrons.as_slice() == new.patrons.as_slice()
        && (old.arenas, old.stops, old.champion) == (new.arenas, new.stops, new.champion)
        && was.standing == now.standing
}

/// What is known of a player's cards, and what lies in the villa.
fn villa<P: Pen>(rules: &Rules, public: &Public, seat: Option<Seat>, ludus: &Ludus, pen: &mut P) {
    known(ludus, pen);
    let patrons = |exhausted: bool| ludus.patrons.iter().filter(move |patron| patron.exhausted == exhausted);
    set_of("patrons ready", patrons(false).map(|patron| patron.kind).collect(), pen);
    set_of("patrons exhausted", patrons(true).map(|patron| patron.kind).collect(), pen);
    let influence = |kind: Kind| u32::from(rules.set.card(kind).influence);
    let granted = patrons(false).map(|patron| influence(patron.kind));
    pen.amount("influence of patrons", granted.sum(), 20);
    pen.bits("arenas", ARENAS, ludus.arenas);
    pen.one_of("is asked", 3, seat.map(|_| ludus.stops as usize));
    pen.one_of("champion", KINDS, ludus.champion.map(Kind::index));
    let out = seat.and_then(|seat| public.standing.iter().position(|other| *other == seat));
    pen.one_of("out of the battle", SEATS, out);
}

/// What everyone knows of hand and deck.
fn known<P: Pen>(ludus: &Ludus, pen: &mut P) {
    set_of("known to be held", ludus.known.iter().map(|known| known.kind).collect(), pen);
    // What only its owner saw (FG-141) stands in `own`: a side shows the same to all.
    set_of("known on the deck", ludus.top.iter().flatten().copied().collect(), pen);
}

/// What a side's gladiators in one arena come to.
#[derive(Clone, Copy, Default)]
struct Troop {
    all: u32,
    ready: u32,
    attack: u32,
    ready_attack: u32,
    health: u32,
    agility: u32,
    assigned: u32,
    blessings: u32,
    bound: u32,
}

/// A printed number with what it has more or less (FG-134).
fn boosted(printed: u8, boost: i8) -> u32 {
    i32::from(printed).saturating_add(i32::from(boost)).max(0).unsigned_abs()
}

impl Troop {
    fn add(&mut self, rules: &Rules, it: &Gladiator) {
        let card = rules.set.card(it.kind);
        // What lasts for a turn (FG-143) counts like what stays: either is what the gladiator has now.
        let more = |stat: Stat| it.boosts[stat.index()].saturating_add(it.passing.of(stat));
        let attack = boosted(card.attack, more(Stat::Attack));
        self.all += 1;
        self.ready += u32::from(!it.exhausted);
        self.attack += attack;
        self.ready_attack += if it.exhausted { 0 } else { attack };
        self.health += boosted(card.health, more(Stat::Health)).saturating_sub(it.damage.into());
        self.agility += boosted(card.agility, more(Stat::Agility));
        self.assigned += u32::from(it.assigned);
        self.blessings += u32::from(it.blessings);
        self.bound += u32::from(it.bound);
    }
}

/// Whether a side's gladiators are as they were.
fn same_gladiators(seat: Seat, was: &Public, now: &Public) -> bool {
    let own = |public: &Public| public.sand.of(seat);
    own(was) == own(now) && was.sand.among(own(was)).eq(now.sand.among(own(now)))
}

/// A side's gladiators: which there are, and what they come to in each arena, by what is printed on them.
fn gladiators<P: Pen>(rules: &Rules, public: &Public, seat: Option<Seat>, pen: &mut P) {
    let own = public.sand.among(seat.map_or(0, |seat| public.sand.of(seat)));
    let mut troops = [Troop::default(); 3];
    // How many of each card, of those ready and of those exhausted.
    let (mut kinds, mut counts) = ([KindSet::NONE; 2], [[0_u8; KINDS]; 2]);
    let (mut thirst, mut required) = (0, 0);
    for (_, it) in own {
        troops[it.place.index()].add(rules, it);
        kinds[usize::from(it.exhausted)].add(it.kind);
        counts[usize::from(it.exhausted)][it.kind.index()] += 1;
        let card = rules.set.card(it.kind);
        thirst += boosted(card.bloodlust, it.boosts[Stat::Bloodlust.index()]);
        required += u32::from(card.influence);
    }
    for (at, name) in ["ready gladiators", "exhausted gladiators"].into_iter().enumerate() {
        pen.shares(name, KINDS, 2);
        for kind in kinds_in(kinds[at]) {
            pen.share(kind.index(), counts[at][kind.index()].into(), 2);
        }
    }
    pen.amount("bloodlust", thirst, 30);
    pen.amount("influence required", required, 30);
    for (place, troop) in Place::ALL.iter().zip(&troops) {
        let names = match place {
            Place::Near => ["near: gladiators", "near: ready", "near: sums"],
            Place::Far => ["far: gladiators", "far: ready", "far: sums"],
            Place::Lasting => ["Lasting: gladiators", "Lasting: ready", "Lasting: sums"],
        };
        pen.steps(names[0], troop.all, ladder![1, 2, 3, 4, 5]);
        pen.steps(names[1], troop.ready, ladder![1, 2, 3, 4]);
        // Attack, attack of the ready, health left, agility, damage assigned, blessings, how many are bound.
        let Troop { attack, ready_attack, health, agility, assigned, blessings, bound, .. } = *troop;
        let sums = [attack, ready_attack, health, agility, assigned, blessings, bound];
        pen.shares(names[2], sums.len(), 24);
        for (at, sum) in sums.iter().enumerate() {
            pen.share(at, *sum, 24);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::cards::{Boasts, CardSet};
    use crate::load;
    use table::{Options, Rulebook};

    /// So many cards of the house set and copies of its last, which is all that is looked at here.
    fn padded(rules: &Rules, kinds: usize) -> Rules {
        let house = load::house();
        let mut cards: Vec<_> = house.cards().map(|(_, card)| card.clone()).collect();
        let last = cards[cards.len() - 1].clone();
        cards.resize(kinds, last);
        let mut rules = rules.clone();
        rules.set = Arc::new(CardSet::new(cards, Vec::new(), Boasts::default(), Vec::new()));
        rules
    }

    #[test]
    fn a_set_with_too_many_kinds_has_no_room() {
        let rules = Rules::from_options(&Options::new()).expect("the house set is sound");
        let fits = <State as Encoded>::fits;
        assert!(fits(&rules).is_ok() && fits(&padded(&rules, KINDS)).is_ok());
        let NoRoom(why) = fits(&padded(&rules, KINDS + 1)).unwrap_err();
        assert_eq!(why, "there are 129 different cards: the encoding has room for 128");
    }
}
