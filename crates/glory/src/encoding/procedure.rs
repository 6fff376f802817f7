//! Where the procedures of Glory stand: all that the encoding knows of frames is here.

use crate::{
    Against, Aim, Fight, Foe, Frame, Goal, Kingdom, Landing, MOST_HEROES, NOTHING, Rules, Step, View,
};
use table::Seat;

use super::{CARDS, FACES, HIDDEN, PLACES, contest};
use encode::{Pen, from_here, ladder};

/// How many kinds of procedures there are.
const KINDS: usize = 18;

const fn kind(frame: &Frame) -> usize {
    match frame {
        Frame::ChooseHero(_) => 0,
        Frame::Start(_) => 1,
        Frame::Roll(_) => 2,
        Frame::Arrive(_) => 3,
        Frame::After(_) => 4,
        Frame::End(_) => 5,
        Frame::Close(_) => 6,
        Frame::NameLair(_) => 7,
        Frame::Haven(_) => 8,
        Frame::Quest(_) => 9,
        Frame::Fight(_) => 10,
        Frame::Follow(_) => 11,
        Frame::Choose(_) => 12,
        Frame::Travel(_) => 13,
        Frame::Peril(_) => 14,
        Frame::Aim(_) => 15,
        Frame::Learn(_) => 16,
        Frame::Trade(_) => 17,
    }
}

const fn goal(goal: Goal) -> usize {
    match goal {
        Goal::Castle => 0,
        Goal::Town => 1,
        Goal::Haven => 2,
        Goal::Lair => 3,
    }
}

const fn aim(aim: Aim) -> usize {
    match aim {
        Aim::Lair => 0,
        Aim::Town => 1,
        Aim::Face => 2,
        Aim::Rival(Against::Rob(_)) => 3,
        Aim::Rival(Against::Smite(_)) => 4,
        Aim::Rival(Against::TradePlaces) => 5,
    }
}

/// What a frame holds of its own, the same for all: each has only some of it.
#[derive(Clone, Copy, Default)]
struct Locals {
    die: u8,
    extra: u8,
    town: Option<u8>,
    peril: u8,
    aim: Option<Aim>,
    goal: Option<Goal>,
    follows: bool,
    offered: Option<(u8, u8)>,
    sold: Option<u8>,
}

fn locals(frame: &Frame) -> Locals {
    let none = Locals::default();
    match *frame {
        Frame::ChooseHero(_)
        | Frame::Start(_)
        | Frame::Arrive(_)
        | Frame::After(_)
        | Frame::End(_)
        | Frame::Close(_)
        | Frame::NameLair(_)
        | Frame::Haven(_)
        | Frame::Fight(_)
        | Frame::Follow(_)
        | Frame::Choose(_) => none,
        Frame::Roll(it) => Locals { die: it.die, extra: it.extra, ..none },
        Frame::Quest(it) => Locals { town: Some(it.place), ..none },
        Frame::Travel(it) => Locals { goal: Some(it.goal), follows: it.landing == Landing::Follow, ..none },
        Frame::Peril(it) => Locals { peril: it.by, ..none },
        Frame::Aim(aim) => Locals { aim: Some(aim), ..none },
        Frame::Trade(it) => Locals { sold: Some(it.kind), ..none },
        Frame::Learn(it) => Locals { offered: Some((it.first, it.second)), ..none },
    }
}

pub(super) fn trace<P: Pen>(rules: &Rules, view: &View, viewer: Seat, pen: &mut P) {
    let (public, kingdom) = (&view.public, &*rules.kingdom);
    let top = public.top();
    let now = locals(&top);
    pen.part("procedure");
    pen.one_of("asked", KINDS, Some(kind(&top)));
    pen.one_of("decides", MOST_HEROES, Some(from_here(viewer, public.decides(), rules.players)));
    pen.one_of("die", FACES, usize::from(now.die).checked_sub(1));
    pen.steps("steps added", now.extra.into(), ladder![1, 2, 3, 4, 6]);
    pen.one_of("quest of town", PLACES, now.town.map(usize::from));
    pen.steps("peril", now.peril.into(), ladder![1, 2, 3, 4]);
    pen.one_of("aims at", 6, now.aim.map(aim));
    pen.one_of("goes to", 4, now.goal.map(goal));
    pen.flag("the new space is followed", now.follows);
    pen.flags("abilities offered", CARDS);
    if let Some((first, second)) = now.offered {
        let known = |card: u8| kingdom.ability_stock.kind(card);
        let pair = [first, second].map(|card| if card == NOTHING { None } else { Some(known(card)) });
        pair[0].iter().for_each(|kind| pen.set(usize::from(*kind)));
        pair[1].iter().filter(|kind| pair[0] != Some(**kind)).for_each(|kind| pen.set(usize::from(*kind)));
    }
    pen.one_of("good for sale", CARDS, now.sold.map(usize::from));
    let below = public.stack.as_slice();
    let below = &below[..below.len().saturating_sub(1)];
    pen.bits("waits below", KINDS, below.iter().fold(0_u64, |seen, frame| seen | 1 << kind(frame)));
    fight(kingdom, view, public.fight(), pen);
}

/// The innermost battle, as far as the viewer knows the enemy.
fn fight<P: Pen>(kingdom: &Kingdom, view: &View, fight: Option<&Fight>, pen: &mut P) {
    let none = Fight::with(Foe::Card(NOTHING));
    let it = fight.unwrap_or(&none);
    let fought = |at: Foe| match at {
        Foe::Card(NOTHING) => (None, None),
        Foe::Card(card) => (Some(kingdom.battle_stock.kind(card)), None),
        Foe::Lair(place) => (None, Some(place)),
    };
    let (card, place) = fight.map_or((None, None), |fight| fought(fight.foe));
    let hidden = place.and_then(|place| view.lairs[usize::from(place)]);
    pen.part("battle");
    pen.flag("fought", fight.is_some());
    pen.one_of("battle card", CARDS, card.map(usize::from));
    pen.one_of("at lair", PLACES, place.map(usize::from));
    pen.one_of("lair card", HIDDEN, hidden.map(usize::from));
    pen.one_of("step", 2, fight.map(|fight| usize::from(fight.step == Step::Dice)));
    pen.steps("rounds", it.round.into(), ladder![1, 2, 3, 5]);
    pen.one_of("own die", FACES, usize::from(it.mine).checked_sub(1));
    pen.one_of("enemy's die", FACES, usize::from(it.theirs).checked_sub(1));
    let counts = [it.harm, it.strike, it.hinder, it.might, it.guard, it.prepared];
    pen.tally("harm, strike, hinder, might, guard, prepared", &counts, 8);
    pen.flag("the first loss is taken", it.bled);
    pen.one_of("named", HIDDEN, if it.named == NOTHING { None } else { Some(usize::from(it.named)) });
    let monster = match (card, hidden) {
        (Some(kind), _) => kingdom.battle.get(usize::from(kind)),
        (None, Some(lair)) => kingdom.lairs.get(usize::from(lair)),
        (None, None) => None,
    };
    let clash = fight.zip(monster).map(|(fight, monster)| view.public.clash(kingdom, fight, monster));
    contest(clash.as_ref(), pen);
    let pays = monster.map(|monster| (monster.glory, monster.coins));
    pen.steps("its glory", pays.map_or(0, |pays| pays.0.into()), ladder![1, 2, 3, 4, 5]);
    pen.amount("its coins", pays.map_or(0, |pays| pays.1.into()), 8);
    let margin = (i16::from(it.mine) + i16::from(it.strike)) - (i16::from(it.theirs) - i16::from(it.hinder));
    let total = clash.map_or(0, |clash| margin + clash.lead(it.round));
    let dice = fight.is_some_and(|fight| fight.step == Step::Dice);
    pen.one_of("roll leads by -6 to 6", 13, dice.then(|| (total.clamp(-6, 6) + 6) as usize));
}
