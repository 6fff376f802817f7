//! Where the procedures of Glory to Rome stand: all that the encoding knows of stack is here.

use crate::cards::{CARDS, Card, Material, Role};
use crate::effect::{Purchase, Repeated};
use crate::procedures::{
    Acts, Aerarium, Architect, Bacchanalia, Bank, BankLegion, BathRole, Bonus, ClientActs, Craftsman, Demand,
    Enlist, Follow, Fountain, Frame, FromPool, Give, Laborer, Lead, Levies, Levy, Merchant, Palace, Patron,
    Petition, Prison, Ransom, Raze, Revels, Round, Second, Senate, Sewer, Slay, Solarium, Stage, Stairway,
    Stopped, Think, Tribunal, Used,
};
use crate::state::Public;
use crate::zone::Demands;
use table::{MAX_SEATS, Seat};

use encode::{Pen, from_here, ladder};

/// What a procedure is about, the same for all: each has only some of it.
#[derive(Clone, Copy, Default)]
struct About {
    kind: usize,
    seat: Option<Seat>,
    other: Option<Seat>,
    card: Option<Card>,
    material: Option<Material>,
    role: Option<Role>,
    left: u8,
    demands: Demands,
    /// Small facts of its own, as bits.
    facts: u16,
}

/// How many kinds of procedures there are.
const KINDS: usize = 37;
// The kinds of those that the encoding shows while others wait on them.
const ROUND: usize = 1;
const ACTS: usize = 8;
const CLIENT: usize = 10;
const BONUS: usize = 28;
/// How many small facts a procedure has at most.
const FACTS: usize = 8;

const fn used(used: Used) -> u16 {
    used.has(Used::MAIN) as u16
        | (used.has(Used::HAND) as u16) << 1
        | (used.has(Used::DECK) as u16) << 2
        | (used.has(Used::DOMUS) as u16) << 3
        | (used.has(Used::BATH) as u16) << 4
        | (used.has(Used::SPARED) as u16) << 5
}

const fn revels(used: Revels) -> u16 {
    used.has(Revels::STOCK) as u16
        | (used.has(Revels::CLIENT) as u16) << 1
        | (used.has(Revels::VAULT) as u16) << 2
        | (used.has(Revels::LAY) as u16) << 3
        | (used.has(Revels::ADD) as u16) << 4
        | (used.has(Revels::LAST) as u16) << 5
}

const fn stage(stage: Stage) -> u8 {
    match stage {
        Stage::Follow => 0,
        Stage::Act => 1,
        Stage::Castra => 2,
        Stage::Senate => 3,
        Stage::Sewer => 4,
        Stage::Clear => 5,
        Stage::Academy => 6,
        Stage::End => 7,
    }
}

const fn stopped(stopped: Stopped) -> u16 {
    match stopped {
        Stopped::Nothing => 0,
        Stopped::Role => 1,
        Stopped::All => 2,
    }
}

const fn bonus(bonus: Repeated) -> u16 {
    match bonus {
        Repeated::Craftsman => 1,
        Repeated::Laborer => 2,
        Repeated::Patron => 4,
        Repeated::Think => 8,
    }
}

const fn levy(levy: Levy) -> u16 {
    match levy {
        Levy::Cards => 1,
        Levy::Clients => 2,
        Levy::Foundations => 4,
    }
}

const fn purchase(purchase: Purchase) -> u16 {
    match purchase {
        Purchase::Structure => 1,
        Purchase::Bonus => 2,
    }
}

#[allow(clippy::too_many_lines)] // One arm for each procedure of the rulebook.
fn about(frame: &Frame) -> About {
    let kind = |kind: usize, seat: Seat| About { kind, seat: Some(seat), ..About::default() };
    match *frame {
        Frame::Idle(_) => About::default(),
        Frame::Round(Round { stage: at, seat }) => About { facts: 1 << stage(at), ..kind(ROUND, seat) },
        Frame::Lead(Lead { spoken }) => About { kind: 2, facts: spoken.into(), ..About::default() },
        Frame::Follow(Follow { seat }) => kind(3, seat),
        Frame::Petition(Petition { seat, material, left }) => {
            About { material: Some(material), left, ..kind(4, seat) }
        }
        Frame::Palace(Palace { seat }) => kind(5, seat),
        Frame::Think(Think { seat, optional, drawing }) => {
            About { facts: u16::from(optional) | u16::from(drawing) << 1, ..kind(6, seat) }
        }
        Frame::Tribunal(Tribunal { seat }) => kind(7, seat),
        Frame::Acts(Acts { seat, own, stopped: given_up }) => {
            About { left: own, facts: stopped(given_up), ..kind(ACTS, seat) }
        }
        Frame::Second(Second { seat, role }) => About { role: Some(role), ..kind(9, seat) },
        Frame::ClientActs(ClientActs { seat, client, role, left, acted, spared }) => About {
            material: Some(client),
            role: Some(role),
            left,
            facts: u16::from(acted) | u16::from(spared) << 1,
            ..kind(CLIENT, seat)
        },
        Frame::BathRole(BathRole { seat, client, spared }) => {
            About { material: Some(client), facts: spared.into(), ..kind(11, seat) }
        }
        Frame::Patron(Patron { seat, used: parts, client, more }) => {
            About { material: Some(client), left: more, facts: used(parts), ..kind(12, seat) }
        }
        Frame::Laborer(Laborer { seat, used: parts }) => About { facts: used(parts), ..kind(13, seat) },
        Frame::Architect(Architect { seat }) => kind(14, seat),
        Frame::Craftsman(Craftsman { seat }) => kind(15, seat),
        Frame::Fountain(Fountain { seat }) => kind(16, seat),
        Frame::Stairway(Stairway { seat }) => kind(17, seat),
        Frame::Solarium(Solarium { seat, card }) => About { card: Some(card), ..kind(18, seat) },
        Frame::Demand(Demand { seat, most, demands }) => About { left: most, demands, ..kind(19, seat) },
        Frame::FromPool(FromPool { seat, at, demands }) => About {
            material: Material::ALL.get(usize::from(at / 32)).copied(),
            left: at % 32,
            demands,
            ..kind(20, seat)
        },
        Frame::Levies(Levies { seat, levy: what, step, demands }) => {
            About { left: step, facts: levy(what), demands, ..kind(21, seat) }
        }
        Frame::Give(Give { seat, to, left }) => About { other: Some(to), demands: left, ..kind(22, seat) },
        Frame::Slay(Slay { seat, victim, left }) => {
            About { other: Some(victim), demands: left, ..kind(23, seat) }
        }
        Frame::Raze(Raze { seat, victim, left }) => {
            About { other: Some(victim), demands: left, ..kind(24, seat) }
        }
        Frame::Merchant(Merchant { seat, used: parts }) => About { facts: used(parts), ..kind(25, seat) },
        Frame::Bank(Bank { seat, client }) => About { material: Some(client), ..kind(26, seat) },
        Frame::BankLegion(BankLegion { seat, left }) => About { left, ..kind(27, seat) },
        Frame::Bonus(Bonus { seat, bonus: what, left }) => {
            About { left, facts: bonus(what), ..kind(BONUS, seat) }
        }
        Frame::Prison(Prison { seat, own_site }) => About { facts: own_site.into(), ..kind(29, seat) },
        Frame::Ransom(Ransom { seat, victim, card, owed, buys }) => About {
            other: Some(victim),
            card: Some(card),
            left: owed,
            facts: purchase(buys),
            ..kind(30, seat)
        },
        Frame::Aerarium(Aerarium { seat, own_site }) => About { facts: own_site.into(), ..kind(31, seat) },
        Frame::Enlist(Enlist { seat, owner, card }) => {
            About { other: Some(owner), card: Some(card), ..kind(32, seat) }
        }
        Frame::Bacchanalia(Bacchanalia { seat, pile, used: parts }) => {
            About { left: pile, facts: revels(parts), ..kind(33, seat) }
        }
        Frame::Senate(Senate { seat }) => kind(34, seat),
        Frame::Sewer(Sewer { seat }) => kind(35, seat),
    }
}

/// What is asked now in full, and of what waits below: the turn, the acting player's part of it, and which kinds there are.
pub(super) fn trace<P: Pen>(public: &Public, viewer: Seat, pen: &mut P) {
    let players = usize::from(public.players);
    let from = |seat: Option<Seat>| seat.map(|seat| from_here(viewer, seat, players));
    let stack = public.stack.as_slice();
    let (top, below) = stack.split_last().map_or((Frame::default(), stack), |(top, below)| (*top, below));
    let now = about(&top);
    pen.part("procedure");
    pen.one_of("asked", KINDS, Some(now.kind));
    pen.one_of("decides", MAX_SEATS, from(public.decides()));
    pen.one_of("other seat", MAX_SEATS, from(now.other));
    pen.one_of("card", CARDS, now.card.map(Card::index));
    pen.one_of("material", 6, now.material.map(Material::index));
    pen.one_of("role", 6, now.role.map(|role| role as usize));
    pen.steps("left", now.left.into(), ladder![1, 2, 3, 4, 6]);
    // What a small fact means depends on the procedure, so each pair is a place of its own.
    pen.flags("facts", KINDS * FACTS);
    pen.set_bits(now.kind * FACTS, (now.facts & 0xFF).into());
    pen.tally("demands", &Material::ALL.map(|material| now.demands.of(material)), 4);
    let waits = Waiting::new(below);
    pen.bits("waits below", KINDS, waits.kinds);
    trace_turn(&waits, from, pen);
}

/// What waits below.
#[derive(Default)]
struct Waiting {
    /// Which kinds there are, as bits.
    kinds: u64,
    round: Option<About>,
    /// The acting player's part, and the innermost client and bonus.
    acts: About,
    client: About,
    bonus: About,
}

impl Waiting {
    fn new(below: &[Frame]) -> Self {
        let mut waits = Self::default();
        for frame in below {
            let it = about(frame);
            waits.kinds |= 1 << it.kind;
            match it.kind {
                ROUND => waits.round = Some(it),
                ACTS => waits.acts = it,
                CLIENT => waits.client = it,
                BONUS => waits.bonus = it,
                _ => {}
            }
        }
        waits
    }
}

/// The turn's stage and whose part has come, the actions left of it, and those of the innermost client and bonus.
fn trace_turn<P: Pen>(waits: &Waiting, from: impl Fn(Option<Seat>) -> Option<usize>, pen: &mut P) {
    let Waiting { kinds: _, round, acts, client, bonus } = waits;
    pen.one_of("stage", FACTS, round.as_ref().map(|round| round.facts.trailing_zeros() as usize));
    pen.one_of("turn has come to", MAX_SEATS, from(round.as_ref().and_then(|round| round.seat)));
    pen.one_of("acts", MAX_SEATS, from(acts.seat));
    pen.steps("own actions left", acts.left.into(), ladder![1, 2, 3, 4]);
    pen.flags("given up", 2);
    pen.set_if(0, acts.facts & 1 != 0);
    pen.set_if(1, acts.facts & 2 != 0);
    pen.steps("client's actions left", client.left.into(), ladder![1, 2, 3]);
    pen.one_of("client", 6, client.material.map(Material::index));
    pen.steps("bonus actions left", bonus.left.into(), ladder![1, 2, 3, 5, 8]);
    pen.flags("bonus of", 4);
    pen.set_bits(0, (bonus.facts & 0b1111).into());
}
