//! For Glory.

mod actions;
mod procedure;

use crate::action::Action;
use crate::cards::{ARENAS, KINDS, Kind, Type};
use crate::pile::{Half, Pair};
use crate::state::{Gladiator, Ludus, Place, Public, SEATS};
use crate::{Rules, State, View};
use table::{Seat, Viewer};

use encode::{Encoded, NoRoom, Pen, Spelling, Verb, from_here, seat_from};

/// The most gladiators of one card and owner that are told apart.
const COPIES: usize = 8;
/// The most income cards one payment takes: no more than what is paid for costs.
const DEAREST: u16 = 14;

impl Encoded for State {
    const VERSION: u32 = 1;
    const VERBS: &'static [Verb] = actions::VERBS;

    fn viewer(view: &View) -> Viewer {
        view.viewer
    }

    fn spell(rules: &Rules, decider: Seat, action: Action) -> Spelling {
        actions::spell(rules, decider, action)
    }

    fn unspell(rules: &Rules, decider: Seat, spelling: &Spelling) -> Option<Action> {
        actions::unspell(rules, decider, spelling)
    }

    fn fits(rules: &Rules) -> Result<(), NoRoom> {
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

    fn trace<P: Pen>(rules: &Rules, view: &View, viewer: Seat, pen: &mut P) {
        table_of(rules, &view.public, viewer, pen);
        pen.part("own");
        pile(["hand", "further copies in hand"], &view.held, Half::First, pen);
        pile(["reserve", "further copies in reserve"], &view.held, Half::Second, pen);
        let purse = view.held.kinds(Half::First).map(|kind| {
            u32::from(rules.set.card(kind).value) * u32::from(view.held.count(Half::First, kind))
        });
        pen.steps("income in hand", purse.sum(), &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12]);
        for steps in 0..SEATS {
            pen.group("seat", steps);
            let seat = seat_from(viewer, steps, rules.sides);
            if seat.is_some() || !pen.blank(SIDE) {
                side(rules, view, seat, pen);
            }
        }
        procedure::trace(rules, view, viewer, pen);
    }
}

/// How many places a side of the table has.
const SIDE: usize = 1526;

/// The cards of a pile: which, and how many more of each.
fn pile<P: Pen>(names: [&'static str; 2], pair: &Pair, half: Half, pen: &mut P) {
    pen.flags(names[0], KINDS);
    for kind in pair.kinds(half) {
        pen.set(kind.index());
    }
    pen.shares(names[1], KINDS, 14);
    for kind in pair.kinds(half) {
        pen.share(kind.index(), u32::from(pair.count(half, kind)) - 1, 14);
    }
}

/// What lies in the middle.
fn table_of<P: Pen>(rules: &Rules, public: &Public, viewer: Seat, pen: &mut P) {
    let from = |seat: Seat| from_here(viewer, seat, rules.sides);
    pen.part("table");
    for (name, row) in
        ["gladiators for sale", "training for sale", "economy for sale"].iter().zip(&public.rows)
    {
        pen.flags(name, KINDS);
        for (at, kind) in row.iter().enumerate() {
            pen.set_if(kind.index(), !row.as_slice()[..at].contains(kind));
        }
    }
    for (name, arena) in ["near arena", "far arena", "Lasting arena"].iter().zip(&public.arenas) {
        pen.one_of(name, ARENAS, arena.map(|id| id.0.into()));
    }
    pen.shares("glory on arenas", 3, 4);
    for (at, glory) in public.glory.iter().enumerate() {
        pen.share(at, (*glory).into(), 4);
    }
    for (name, token) in ["near token", "far token"].iter().zip(&public.tokens) {
        pen.one_of(name, SEATS, token.map(from));
    }
    pen.flag("token taken or left", public.token_done);
    pen.flags("exhausted arenas", ARENAS);
    for arena in (0..ARENAS).filter(|arena| public.tired >> arena & 1 != 0) {
        pen.set(arena);
    }
    pen.steps("arenas left", public.arena_deck.count_ones(), &[1, 2, 4, 8]);
    pen.one_of("Crowd's Favor", SEATS, Some(from(public.favor)));
    pen.one_of("active", SEATS, Some(from(public.active)));
    pen.one_of("turn", SEATS, Some(from(public.turn)));
    pen.amount("turns", public.turns.into(), 80);
    pen.steps("arena phases", public.phases.into(), &[1, 2, 3, 4, 6, 8]);
    pen.steps("boasts won", public.boasts.into(), &[1, 2, 3, 4, 6, 8]);
    let all: u32 = public.sand.iter().map(|(_, it)| u32::from(rules.set.card(it.kind).bloodlust)).sum();
    let boast = rules.boasts.get(usize::from(public.boasts)).copied().unwrap_or(0);
    pen.amount("boast", boast.into(), 60);
    pen.amount("bloodlust", all, 60);
    let missing = u32::from(boast).saturating_sub(all);
    pen.steps("bloodlust missing, below 11", 11_u32.saturating_sub(missing), &[1, 3, 5, 6, 7, 8, 9, 10, 11]);
    pen.flag("stops set", public.stopped);
    pen.flag("over", public.end.is_some());
    pen.steps("things that happened", public.events.len() as u32, &[1, 2, 3]);
    let orders = &public.orders;
    pen.amount("orders left", orders.left.count_ones() + u32::from(orders.boasts + orders.blanks), 60);
}

/// A side of the table, the Ludus Magnus included; all 0 where nobody sits.
fn side<P: Pen>(rules: &Rules, view: &View, seat: Option<Seat>, pen: &mut P) {
    let public = &view.public;
    let nobody = Ludus::default();
    let ludus = seat.map_or(&nobody, |seat| &public.ludi[seat]);
    pen.flag("seated", seat.is_some());
    pen.flag("Ludus Magnus", seat.is_some() && seat == public.magnus);
    pen.steps("glory at least", ludus.glory.into(), &[1, 2, 3, 4, 5, 6]);
    pen.amount("glory", ludus.glory.into(), 10);
    pen.steps("coins at least", ludus.coins.into(), &[1, 2, 3, 4, 5, 6, 8, 10]);
    pen.amount("coins", ludus.coins.into(), 20);
    pen.shares("deck, hand, reserve", 3, 40);
    for (at, count) in [ludus.deck, ludus.hand, ludus.reserve].iter().enumerate() {
        pen.share(at, (*count).into(), 40);
    }
    pen.steps("hand at least", ludus.hand.into(), &[1, 2, 3, 4, 5, 6, 7]);
    pen.steps("reserve at least", ludus.reserve.into(), &[1, 2, 3]);
    pile(["discard pile", "further copies in the discard pile"], &ludus.piles, Half::First, pen);
    pile(["deck, hand and reserve", "further copies there"], &ludus.piles, Half::Second, pen);
    known(ludus, pen);
    pen.flags("patrons ready", KINDS);
    let first = |at: usize, kind: Kind| {
        !ludus.patrons.iter().take(at).any(|other| other.kind == kind && !other.exhausted)
    };
    for (at, patron) in ludus.patrons.iter().enumerate().filter(|(_, patron)| !patron.exhausted) {
        pen.set_if(patron.kind.index(), first(at, patron.kind));
    }
    pen.flags("patrons exhausted", KINDS);
    let first = |at: usize, kind: Kind| {
        !ludus.patrons.iter().take(at).any(|other| other.kind == kind && other.exhausted)
    };
    for (at, patron) in ludus.patrons.iter().enumerate().filter(|(_, patron)| patron.exhausted) {
        pen.set_if(patron.kind.index(), first(at, patron.kind));
    }
    let influence = |kind: Kind| u32::from(rules.set.card(kind).influence);
    let granted =
        ludus.patrons.iter().filter(|patron| !patron.exhausted).map(|patron| influence(patron.kind));
    pen.amount("influence of patrons", granted.sum(), 20);
    pen.flags("arenas", ARENAS);
    for arena in (0..ARENAS).filter(|arena| ludus.arenas >> arena & 1 != 0) {
        pen.set(arena);
    }
    pen.one_of("is asked", 3, seat.map(|_| ludus.stops as usize));
    pen.one_of("champion", KINDS, ludus.champion.map(Kind::index));
    let out = seat.and_then(|seat| public.standing.iter().position(|other| *other == seat));
    pen.one_of("out of the battle", SEATS, out);
    gladiators(rules, public, seat, pen);
}

/// What everyone knows of hand and deck.
fn known<P: Pen>(ludus: &Ludus, pen: &mut P) {
    pen.flags("known to be held", KINDS);
    for (at, known) in ludus.known.iter().enumerate() {
        let first = !ludus.known.iter().take(at).any(|other| other.kind == known.kind);
        pen.set_if(known.kind.index(), first);
    }
    pen.flags("known on the deck", KINDS);
    for (at, kind) in ludus.top.iter().enumerate() {
        pen.set_if(kind.index(), !ludus.top.iter().take(at).any(|other| other == kind));
    }
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
}

impl Troop {
    fn add(&mut self, rules: &Rules, it: &Gladiator) {
        let card = rules.set.card(it.kind);
        let attack = u32::from(card.attack) + u32::from(it.fury);
        self.all += 1;
        self.ready += u32::from(!it.exhausted);
        self.attack += attack;
        self.ready_attack += if it.exhausted { 0 } else { attack };
        self.health += u32::from(card.health.saturating_sub(it.damage));
        self.agility += u32::from(card.agility);
        self.assigned += u32::from(it.assigned);
        self.blessings += u32::from(it.blessings);
    }
}

/// A side's gladiators: which there are, and what they come to in each arena, by what is printed on them.
fn gladiators<P: Pen>(rules: &Rules, public: &Public, seat: Option<Seat>, pen: &mut P) {
    let own = || public.sand.iter().filter(move |(_, it)| Some(it.owner) == seat).map(|(_, it)| it);
    let mut troops = [Troop::default(); 3];
    let mut counts = [[0_u8; KINDS]; 2];
    let (mut thirst, mut required) = (0, 0);
    for it in own() {
        troops[it.place.index()].add(rules, it);
        counts[usize::from(it.exhausted)][it.kind.index()] += 1;
        let card = rules.set.card(it.kind);
        thirst += u32::from(card.bloodlust);
        required += u32::from(card.influence);
    }
    for (name, exhausted) in [("ready gladiators", false), ("exhausted gladiators", true)] {
        pen.shares(name, KINDS, 2);
        let alike = || own().filter(move |it| it.exhausted == exhausted);
        for it in alike() {
            // Each card once, at its first gladiator.
            if alike().find(|other| other.kind == it.kind).is_some_and(|first| std::ptr::eq(first, it)) {
                let count = counts[usize::from(exhausted)][it.kind.index()];
                pen.share(it.kind.index(), count.into(), 2);
            }
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
        pen.steps(names[0], troop.all, &[1, 2, 3, 4, 5]);
        pen.steps(names[1], troop.ready, &[1, 2, 3, 4]);
        // Attack, attack of the ready, health left, agility, damage assigned, blessings.
        let sums =
            [troop.attack, troop.ready_attack, troop.health, troop.agility, troop.assigned, troop.blessings];
        pen.shares(names[2], sums.len(), 24);
        for (at, sum) in sums.iter().enumerate() {
            pen.share(at, *sum, 24);
        }
    }
}
