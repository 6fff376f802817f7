//! Where the procedures of For Glory stand: all that the encoding knows of frames is here.

use crate::cards::{ABILITIES, ARENAS, ArenaId, Kind};
use crate::effect::Occasion;
use crate::ludus::Section;
use crate::procedures::{
    Attack, Bearer, Check, Damage, Discard, Draft, Events, Fate, Frame, Look, Lose, Machinations, Magnus,
    Moment, Muster, NOBODY, Pay, Phase, Reclaim, Register, Sacrifice, Then, Token,
};
use crate::state::{Place, Public, SEATS};
use crate::{Rules, View};
use table::{Seat, SeatSet};

use super::KINDS;
use encode::{Pen, all_from_here, from_here, ladder};

/// How many kinds of procedures there are.
const FRAMES: usize = 19;
/// How many small facts a procedure has at most.
const FACTS: usize = 8;

/// What a procedure is about, the same for all: each has only some of it.
#[derive(Clone, Copy)]
struct About {
    frame: usize,
    seats: SeatSet,
    place: Option<Place>,
    kind: Option<Kind>,
    arena: Option<ArenaId>,
    ability: Option<u8>,
    occasion: Option<Occasion>,
    /// The gladiators it is about: the one it concerns, the one that bears it.
    slots: [u8; 2],
    /// How many have passed, how far it is, how much is left.
    count: u8,
    /// Small facts of its own, as bits.
    facts: u16,
}

impl About {
    const fn new(frame: usize, seats: SeatSet) -> Self {
        Self {
            frame,
            seats,
            place: None,
            kind: None,
            arena: None,
            ability: None,
            occasion: None,
            slots: [NOBODY; 2],
            count: 0,
            facts: 0,
        }
    }
}

const fn stage(phase: Phase) -> u16 {
    match phase {
        Phase::Fleeting => 1,
        Phase::Lasting => 2,
        Phase::Resolution => 4,
    }
}

const fn section(section: Section) -> u16 {
    match section {
        Section::Machinations => 1,
        Section::Attack => 2,
        Section::Tactic => 4,
        Section::Reaction => 8,
    }
}

/// What is paid for: the card, and which sort of cost.
const fn then(then: Then) -> (Option<Kind>, u16) {
    match then {
        Then::GoOn => (None, 1),
        Then::Buy(kind) => (Some(kind), 2),
        Then::Redeem => (None, 4),
        Then::Register(kind, _) => (Some(kind), 8),
        Then::Reclaim(kind) => (Some(kind), 16),
        Then::Upgrade(kind) => (Some(kind), 32),
    }
}

const fn bearer(bearer: Bearer) -> (Option<Kind>, Option<ArenaId>, u16) {
    match bearer {
        Bearer::Card(kind) => (Some(kind), None, 1),
        Bearer::Patron(kind) => (Some(kind), None, 2),
        Bearer::Gladiator(kind) => (Some(kind), None, 4),
        Bearer::Arena(id) => (None, Some(id), 8),
    }
}

fn about(public: &Public, frame: &Frame) -> About {
    let all = |frame: usize, seats: SeatSet| About::new(frame, seats);
    let one = |frame: usize, seat: Seat| About::new(frame, SeatSet::one(seat));
    let bit = |so: bool, at: u16| u16::from(so) << at;
    match *frame {
        // How many schemes have been played bounds a turn and decides nothing before that (FG-146).
        Frame::Machinations(Machinations { played: _ }) => one(0, public.active),
        Frame::Phase(at) => About { facts: stage(at), ..all(1, SeatSet::NONE) },
        Frame::Register(Register { seat, passed, opened }) => {
            About { count: passed.len() as u8, facts: bit(opened, 0), ..one(2, seat) }
        }
        Frame::Battle(it) => About {
            place: Some(it.place),
            count: it.passes,
            facts: bit(it.attacked, 0)
                | bit(it.tactic, 1)
                | bit(it.opened, 2)
                | bit(it.late, 3)
                | bit(it.rounds > 0, 4),
            ..one(3, it.seat)
        },
        Frame::Attack(Attack { slot, seat, opened, parried, order: _ }) => {
            About { slots: [slot, NOBODY], facts: bit(opened, 0) | bit(parried, 1), ..one(4, seat) }
        }
        Frame::Damage(Damage { attacker }) => About { slots: [attacker, NOBODY], ..all(5, SeatSet::NONE) },
        Frame::Muster(Muster { cards }) => About { count: cards, ..all(6, SeatSet::NONE) },
        Frame::Magnus(Magnus { section: at, order: _, opened }) => {
            About { facts: section(at) | bit(opened, 4), ..all(7, SeatSet::NONE) }
        }
        Frame::Window(it) => About {
            place: it.place,
            kind: Some(it.kind),
            occasion: Some(it.occasion),
            slots: [it.slot, NOBODY],
            count: it.passes,
            ..one(8, it.seat)
        },
        Frame::Use(it) => {
            let (kind, arena, sort) = bearer(it.bearer);
            let picked = it.picks.iter().filter(|pick| **pick != NOBODY).count() as u8;
            let ability = Some(it.ability);
            let slots = [it.subject, it.slot];
            About {
                place: it.place,
                kind,
                arena,
                ability,
                slots,
                count: picked,
                facts: sort | bit(it.mode, 4) | bit(it.step > 0, 5),
                ..one(9, it.seat)
            }
        }
        Frame::Pay(Pay { seat, coins, then: what }) => {
            let (kind, sort) = then(what);
            About { kind, count: coins, facts: sort, ..one(10, seat) }
        }
        Frame::Lose(Lose { seat }) => one(11, seat),
        Frame::Events(Events { first: _ }) => one(12, public.active),
        Frame::Moment(Moment { seats }) => all(13, seats),
        // Cards that leave the game are told from discarded ones by the last of the small facts (FG-144).
        Frame::Discard(Discard { seat, left, to }) => {
            About { count: left, facts: bit(to == Fate::Gone, 7), ..one(14, seat) }
        }
        // Like gladiators given up for influence, with a small fact of its own: no number is new (FG-144).
        Frame::Sacrifice(Sacrifice { seat, place, besides }) => {
            About { place, slots: [NOBODY, besides], facts: 1, ..one(11, seat) }
        }
        // A look has no number of its own, so that all others keep theirs: it is told from a discard by its small facts.
        Frame::Look(Look { seat, owner, cards, placed, then }) => {
            let facts = bit(true, 0) | 2 << then.index() | bit(owner != seat, 4) | bit(placed > 0, 5);
            About { count: cards, facts, ..one(14, seat) }
        }
        Frame::Draft(Draft { seat }) => one(15, seat),
        Frame::Check(Check { seat }) => one(16, seat),
        Frame::Token(Token { seat }) => one(17, seat),
        Frame::Reclaim(Reclaim { seat, kind, coins }) => {
            About { kind: Some(kind), count: coins, ..one(18, seat) }
        }
    }
}

pub(super) fn trace<P: Pen>(rules: &Rules, view: &View, viewer: Seat, pen: &mut P) {
    let public = &view.public;
    let stack = public.stack.as_slice();
    let (top, below) = stack.split_last().map_or((Frame::default(), stack), |(top, below)| (*top, below));
    let now = about(public, &top);
    let from = |seat: Seat| from_here(viewer, seat, rules.sides);
    pen.part("procedure");
    pen.one_of("asked", FRAMES, Some(now.frame));
    pen.bits("of", SEATS, all_from_here(viewer, now.seats, rules.sides));
    pen.one_of("arena", 3, now.place.map(Place::index));
    pen.one_of("card", KINDS, now.kind.map(Kind::index));
    pen.one_of("arena card", ARENAS, now.arena.map(|id| id.0.into()));
    pen.one_of("ability", ABILITIES, now.ability.map(usize::from));
    pen.one_of("occasion", Occasion::ALL.len(), now.occasion.map(|occasion| occasion as usize));
    pen.steps("count", now.count.into(), ladder![1, 2, 3, 4, 5, 6, 8]);
    // What a small fact means depends on the procedure, so each pair is a place of its own.
    pen.flags("facts", FRAMES * FACTS);
    pen.set_bits(now.frame * FACTS, (now.facts & 0xFF).into());
    for (at, slot) in now.slots.iter().enumerate() {
        pen.group("gladiator at hand", at);
        let it = public.sand.get(*slot);
        pen.one_of("owner", SEATS, it.map(|it| from(it.owner)));
        pen.one_of("card", KINDS, it.map(|it| it.kind.index()));
        pen.one_of("arena", 3, it.map(|it| it.place.index()));
    }
    pen.part("below");
    let (mut seen, mut battle) = (0_u64, None);
    for frame in below {
        let it = about(public, frame);
        if let Frame::Battle(_) = frame {
            battle = Some(it);
        }
        seen |= 1 << it.frame;
    }
    pen.bits("waits", FRAMES, seen);
    pen.one_of("battle in", 3, battle.and_then(|battle| battle.place).map(Place::index));
    pen.one_of("combat turn of", SEATS, battle.and_then(|battle| battle.seats.first()).map(from));
    pen.flags("attacked, tactic", 2);
    pen.set_if(0, battle.is_some_and(|battle| battle.facts & 1 != 0));
    pen.set_if(1, battle.is_some_and(|battle| battle.facts & 2 != 0));
}
