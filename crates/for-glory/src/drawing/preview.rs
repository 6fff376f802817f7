//! What an action would come to, in numbers.

use crate::action::Action;
use crate::cards::Type;
use crate::effect::Stat;
use crate::procedures::Frame;
use crate::stats::needed;
use crate::{Rules, State, View};
use table::{Seat, Text, say};

/// The attack under way: its attacker's attack.
pub(super) fn attack_under_way(rules: &Rules, view: &View) -> Option<u8> {
    let attack = view
        .public
        .stack
        .iter()
        .rev()
        .find_map(|frame| if let Frame::Attack(attack) = frame { Some(attack.slot) } else { None })?;
    view.public.sand.get(attack).map(|_| view.table().stat(rules, attack, Stat::Attack))
}

/// What so much damage does to a gladiator, in words.
pub(super) fn blow(rules: &Rules, view: &View, slot: u8, damage: u8) -> Option<Text> {
    let it = view.public.sand.get(slot)?;
    let left = view.table().stat(rules, slot, Stat::Health).saturating_sub(it.damage);
    Some(if damage >= left {
        say!("{damage} damage: defeated, unless prevented.")
    } else {
        say!("{damage} damage: {} of {left} health left.", left - damage)
    })
}

/// What the action would come to.
pub(super) fn preview(rules: &Rules, view: &View, action: Action) -> Option<Text> {
    let (state, me) = (view.table(), view.viewer.seat()?);
    let top_is_attack = matches!(view.public.stack.last(), Some(Frame::Attack(_)));
    match action {
        Action::Enter(kind, place) => {
            let card = rules.set.card(kind);
            let used = state.requirement(rules, me) + needed(rules, kind, state.relief(rules, me));
            let agile = state.initiative(rules, me, place) + u32::from(card.agility);
            let rivals = Seat::all(rules.sides).filter(|seat| *seat != me);
            let best = rivals.map(|seat| state.initiative(rules, seat, place)).max().unwrap_or(0);
            let lust = bloodlust(rules, &state, me) + u32::from(card.bloodlust);
            let influence = state.influence(rules, me);
            let boast = state.top_boast(rules).map(|boast| say!(" of {boast}"));
            Some(say!(
                "Influence {used} of {influence}, initiative {agile} against {best}, bloodlust {lust}{boast}."
            ))
        }
        Action::Play(kind) if rules.set.card(kind).kind == Type::Patron => {
            let (now, more) = (state.influence(rules, me), u32::from(rules.set.card(kind).influence));
            Some(say!("Influence {now} becomes {}.", now + more))
        }
        Action::Target(fighter) if top_is_attack => {
            blow(rules, view, state.slot(fighter).ok()?, attack_under_way(rules, view)?)
        }
        Action::EndTurn => {
            let boast = state.top_boast(rules)?;
            let lust = bloodlust(rules, &state, me);
            let meets = lust >= boast;
            Some(if meets && rules.is_multi() && view.public.tokens.contains(&None) {
                say!(
                    "Your bloodlust of {lust} meets the boast of {boast}: a Reigning Champion token can be yours."
                )
            } else if meets && !rules.is_multi() && view.public.favor == me {
                say!("Bloodlust {lust} meets the boast of {boast}: an arena phase begins.")
            } else {
                say!("Bloodlust {lust} of {boast}.")
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
        | Action::Decline
        | Action::Mode(_) => None,
    }
}

/// The bloodlust that counts for a seat: everyone's, or with three or four players its own (FG-42, FG-43).
fn bloodlust(rules: &Rules, state: &State, seat: Seat) -> u32 {
    if rules.is_multi() { state.bloodlust_of(rules, seat) } else { state.bloodlust(rules) }
}
