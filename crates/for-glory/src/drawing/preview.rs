//! What an action would come to, in numbers.

use crate::action::Action;
use crate::cards::Type;
use crate::effect::Stat;
use crate::procedures::Frame;
use crate::{Rules, View};
use table::Seat;

use super::slot_of;

/// The attack under way: its attacker's attack.
pub(super) fn attack_under_way(rules: &Rules, view: &View) -> Option<u8> {
    let attack = view
        .public
        .stack
        .iter()
        .rev()
        .find_map(|frame| if let Frame::Attack(attack) = frame { Some(attack.slot) } else { None })?;
    view.public.sand.get(attack).map(|_| view.stat(rules, attack, Stat::Attack))
}

/// What so much damage does to a gladiator, in words.
pub(super) fn blow(rules: &Rules, view: &View, slot: u8, damage: u8) -> Option<String> {
    let it = view.public.sand.get(slot)?;
    let left = view.stat(rules, slot, Stat::Health).saturating_sub(it.damage);
    Some(if damage >= left {
        format!("{damage} damage: defeated, unless prevented.")
    } else {
        format!("{damage} damage: {} of {left} health left.", left - damage)
    })
}

/// What the action would come to.
pub(super) fn preview(rules: &Rules, view: &View, action: Action) -> Option<String> {
    let me = view.viewer.seat()?;
    let top_is_attack = matches!(view.public.stack.last(), Some(Frame::Attack(_)));
    match action {
        Action::Enter(kind, place) => {
            let card = rules.set.card(kind);
            let used = view.requirement(rules, me) + u32::from(card.influence);
            let agile = view.initiative(rules, me, place) + u32::from(card.agility);
            let rivals = Seat::all(rules.sides).filter(|seat| *seat != me);
            let best = rivals.map(|seat| view.initiative(rules, seat, place)).max().unwrap_or(0);
            let lust = bloodlust(rules, view, me) + u32::from(card.bloodlust);
            Some(format!(
                "Influence {used} of {}, initiative {agile} against {best}, bloodlust {lust}{}.",
                view.influence(rules, me),
                boast(rules, view).map_or(String::new(), |boast| format!(" of {boast}"))
            ))
        }
        Action::Play(kind) if rules.set.card(kind).kind == Type::Patron => {
            let (now, more) = (view.influence(rules, me), u32::from(rules.set.card(kind).influence));
            Some(format!("Influence {now} becomes {}.", now + more))
        }
        Action::Target(fighter) if top_is_attack => {
            blow(rules, view, slot_of(view, fighter)?, attack_under_way(rules, view)?)
        }
        Action::EndTurn => {
            let boast = boast(rules, view)?;
            let lust = bloodlust(rules, view, me);
            let meets = lust >= u32::from(boast);
            Some(if meets && rules.is_multi() && view.public.tokens.contains(&None) {
                format!(
                    "Your bloodlust of {lust} meets the boast of {boast}: a Reigning Champion token can be yours."
                )
            } else if meets && !rules.is_multi() && view.public.favor == me {
                format!("Bloodlust {lust} meets the boast of {boast}: an arena phase begins.")
            } else {
                format!("Bloodlust {lust} of {boast}.")
            })
        }
        Action::Buy(_)
        | Action::Play(_)
        | Action::Reserve(_)
        | Action::Upgrade(_)
        | Action::Use(..)
        | Action::Blessing(_)
        | Action::Redeem
        | Action::Stops(_)
        | Action::Attack(_)
        | Action::Pass
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
        | Action::Decline => None,
    }
}

/// The bloodlust that counts for a seat: everyone's, or with three or four players its own (FG-42, FG-43).
fn bloodlust(rules: &Rules, view: &View, seat: Seat) -> u32 {
    if rules.is_multi() { view.bloodlust_of(rules, seat) } else { view.bloodlust(rules) }
}

/// The boast to be reached next.
pub(super) fn boast(rules: &Rules, view: &View) -> Option<u8> {
    rules.boasts.get(usize::from(view.public.boasts)).copied()
}
