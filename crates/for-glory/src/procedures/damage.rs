//! Damage: assigned, reacted to, resolved; blessings and defeat (FG-70 to FG-75).

use super::prelude::*;
use crate::effect::Would;
use crate::instead::Concerned;
use crate::phrase::fighter;
use crate::rules::{BattleEndCheck, BlessingSpent, BlessingTiming};

/// Assigned damage that resolves once its window has closed (FG-70).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Damage {
    /// The attacker whose damage it is, if any.
    pub attacker: u8,
}

impl Procedure for Damage {
    /// FG-105: the Ludus Magnus answers before anything else comes of the damage; then all of it resolves at once (FG-70).
    #[inline(never)]
    fn go_on<C: Chance>(self, state: &mut State, rules: &Rules, chance: &mut C) {
        if rules.magnus().is_some() && state.magnus_reacts(rules, chance) {
            return;
        }
        state.done();
        if rules.choice.blessing_timing == BlessingTiming::Window {
            state.remove_owed_blessings(chance);
        }
        state.tell_damage(rules, chance);
        state.public.sand.settle_damage(|it| it.damage = it.damage.saturating_add(it.assigned));
        state.defeat_those_fallen(rules, self.attacker, chance);
    }

    /// Which damage waits, so that whoever may react knows to what.
    fn crumb(self, rules: &Rules, state: &State) -> Text {
        let struck = state.public.sand.iter().filter(|(_, it)| it.assigned > 0);
        let parts: Vec<Text> = struck
            .map(|(slot, it)| say!("{} damage to {}", it.assigned, fighter(rules, state.fighter(slot))))
            .collect();
        match parts.len() {
            0 => say!("damage is dealt"),
            1 | 2 => Text::listed(parts),
            several => say!("damage to {}", many(several as i64, "gladiator")),
        }
    }
}

impl State {
    /// Puts damage above a gladiator, `fixed` of it unpreventable. From now on one of its blessings must go, whatever else happens
    /// to that damage (FG-75), unless nothing of it could be prevented (ruling 43).
    pub(crate) fn assign<C: Chance>(
        &mut self,
        rules: &Rules,
        slot: u8,
        amount: u8,
        fixed: u8,
        chance: &mut C,
    ) {
        if amount == 0 || self.public.sand.get(slot).is_none() {
            return;
        }
        // FG-142: what can't be prevented can't be replaced either.
        if fixed == 0 && self.replaced(rules, Would::Damage, Concerned::Gladiator(slot), chance) {
            return;
        }
        let Some(it) = self.public.sand.strike(slot) else { return };
        it.assigned = it.assigned.saturating_add(amount);
        it.fixed = it.fixed.saturating_add(fixed);
        it.alarm += u8::from(rules.magnus() == Some(it.owner));
        if amount == fixed && rules.choice.blessing_vs_unpreventable == BlessingSpent::Kept {
            return;
        }
        match rules.choice.blessing_timing {
            BlessingTiming::Window => it.owed = it.blessings.min(it.owed.saturating_add(1)),
            BlessingTiming::Assignment if it.blessings > 0 => {
                let (damage, fixed) = (it.assigned - it.fixed, it.fixed);
                it.blessings -= 1;
                it.assigned = it.fixed;
                // The damage was assigned all the same: its window opens.
                it.owed = it.owed.saturating_add(1);
                chance.note(|| Happening::BlessingSpent { on: self.fighter(slot), damage, fixed });
            }
            BlessingTiming::Assignment => {}
        }
    }

    /// Damage is dealt to a gladiator, not by an attack, and told; `fixed` of it is unpreventable.
    pub(crate) fn deal<C: Chance>(&mut self, rules: &Rules, slot: u8, amount: u8, fixed: u8, chance: &mut C) {
        chance.note(|| Happening::Assigned(self.fighter(slot), amount));
        self.assign(rules, slot, amount, fixed, chance);
    }

    /// FG-75: a blessing goes to prevent all that is assigned now and can be prevented. Its owner says when in the window.
    pub(crate) fn remove_blessing<C: Chance>(&mut self, slot: u8, chance: &mut C) {
        if let Some(it) = self.public.sand.get_mut(slot) {
            let (damage, fixed) = (it.assigned - it.fixed, it.fixed);
            it.blessings = it.blessings.saturating_sub(1);
            it.owed = it.owed.saturating_sub(1);
            it.assigned = it.fixed;
            chance.note(|| Happening::BlessingSpent { on: self.fighter(slot), damage, fixed });
        }
    }

    /// Whether a seat may let a blessing on this gladiator work now rather than when the window closes.
    pub(crate) fn may_remove_blessing(&self, rules: &Rules, seat: Seat, slot: u8) -> bool {
        rules.choice.blessing_timing == BlessingTiming::Window
            && rules.magnus() != Some(seat)
            && self
                .public
                .sand
                .get(slot)
                .is_some_and(|it| it.owner == seat && it.owed > 0 && it.assigned > it.fixed)
    }

    /// After an assignment: a window, unless one for damage is open already (rulings 38, 45).
    pub(crate) fn damage_assigned(&mut self, rules: &Rules, attacker: u8) {
        for frame in &mut self.public.stack {
            if let Frame::Window(window) = frame
                && window.occasion == Occasion::Damage
            {
                window.passes = 0;
                return;
            }
        }
        if self.public.stack.iter().any(|frame| matches!(frame, Frame::Damage(_))) {
            return;
        }
        let assigned = |it: &Gladiator| it.assigned > 0 || it.owed > 0;
        let struck = self.public.sand.among(self.public.sand.struck());
        let mut places = struck.filter(|(_, it)| assigned(it)).map(|(_, it)| it.place);
        let Some(place) = places.next() else { return };
        let place = places.all(|other| other == place).then_some(place);
        drop(places);
        self.public.push(Damage { attacker });
        let (kind, owner) = match self.public.sand.get(attacker) {
            Some(it) => (it.kind, it.owner),
            None => (Kind(0), self.public.active),
        };
        let (occasion, slot) = (Occasion::Damage, attacker);
        self.open_window(rules, Event { occasion, place, slot, kind, owner, value: 0 });
    }

    /// FG-75: as the window closes, the blessings go that were not removed before.
    fn remove_owed_blessings<C: Chance>(&mut self, chance: &mut C) {
        let struck = self.public.sand.among(self.public.sand.struck());
        let owing = struck.filter(|(_, it)| it.owed > 0);
        for slot in slots_in(owing.fold(0, |set, (slot, _)| set | 1 << slot)) {
            while self.owes_blessing(slot) {
                self.remove_blessing(slot, chance);
            }
        }
    }

    fn owes_blessing(&self, slot: u8) -> bool {
        self.public.sand.get(slot).is_some_and(|it| it.owed > 0)
    }

    /// Tells who takes how much, before it is taken.
    fn tell_damage<C: Chance>(&self, rules: &Rules, chance: &mut C) {
        if !chance.listens() {
            return;
        }
        let struck = self.public.sand.among(self.public.sand.struck());
        for (slot, it) in struck.filter(|(_, it)| it.assigned > 0) {
            let (damage, total) = (it.assigned, it.damage.saturating_add(it.assigned));
            let (fighter, health) = (self.fighter(slot), self.stat(rules, slot, Stat::Health));
            chance.note(|| Happening::Takes { fighter, damage, total, health });
        }
    }

    /// FG-74: everyone whose damage reaches their health is defeated, together; again if that lowers somebody's health.
    pub(crate) fn defeat_the_fallen<C: Chance>(&mut self, rules: &Rules, chance: &mut C) {
        self.defeat_those_fallen(rules, NOBODY, chance);
    }

    /// The same where an attack of this gladiator, or of nobody, has just been resolved.
    fn defeat_those_fallen<C: Chance>(&mut self, rules: &Rules, attacker: u8, chance: &mut C) {
        let mut slain = false;
        let own = self.public.sand.get(attacker).map(|it| it.owner);
        let first = self.public.events.len() as u8;
        let mut fallen = [(NOBODY, 0); SLOTS];
        loop {
            let count = self.find_the_fallen(rules, &mut fallen);
            if count == 0 {
                break;
            }
            for (slot, attack) in &fallen[..count] {
                if self.replaced(rules, Would::Defeat, Concerned::Gladiator(*slot), chance) {
                    continue;
                }
                slain |= own.is_some() && self.public.sand.get(*slot).map(|it| it.owner) != own;
                self.defeat(rules, *slot, *attack, chance);
            }
            self.note_the_fallen(rules);
        }
        if slain && let Some(it) = self.public.sand.get(attacker) {
            let event = Event::of(Occasion::Slay, attacker, it);
            self.happen(rules, event);
        }
        self.open_events(first);
        self.check_battle_at_once(rules);
    }

    /// Those whose damage reaches their health, each with its attack; answers how many there are.
    fn find_the_fallen(&self, rules: &Rules, fallen: &mut [(u8, u8); SLOTS]) -> usize {
        let mut count = 0;
        let (mut place, mut may_change) = (None, false);
        for (slot, it) in self.public.sand.iter().filter(|(_, it)| it.damage > 0) {
            if place != Some(it.place) {
                place = Some(it.place);
                may_change = self.may_change(rules, it.place, Stat::Health);
            }
            if it.damage >= self.stat_where(rules, may_change, (slot, it), Stat::Health) {
                fallen[count] = (slot, self.stat(rules, slot, Stat::Attack));
                count += 1;
            }
        }
        count
    }

    /// One gladiator is defeated: to the top of the discard pile, and insurance is paid.
    pub(crate) fn defeat<C: Chance>(&mut self, rules: &Rules, slot: u8, attack: u8, chance: &mut C) {
        if let Some(it) = self.public.sand.get(slot) {
            chance.note(|| Happening::Defeated(self.fighter(slot), it.place));
        }
        let Some(gladiator) = self.public.sand.leave(slot) else { return };
        self.discard(gladiator.owner, gladiator.kind);
        // FG-106: the Ludus Magnus has no coin.
        if rules.magnus() != Some(gladiator.owner) {
            let coins = self.insurance(rules, gladiator.owner);
            self.gain_coins(gladiator.owner, coins);
            chance.note(|| Happening::Coins(gladiator.owner, coins, CoinWhy::Insurance(gladiator.kind)));
        }
        for watch in &mut self.public.watches {
            watch.fallen |= watch.slot == slot;
        }
        self.happen(rules, Event { value: attack, ..Event::of(Occasion::Defeat, NOBODY, &gladiator) });
    }

    pub(crate) fn gain_coins(&mut self, seat: Seat, coins: u8) {
        let ludus = self.ludus_mut(seat);
        ludus.coins = ludus.coins.saturating_add(u16::from(coins));
    }

    /// With `battle_end_check = instant` a battle ends the moment one side has nobody left, whatever was half done.
    fn check_battle_at_once(&mut self, rules: &Rules) {
        let Some(battle) = self.battle() else { return };
        if rules.choice.battle_end_check == BattleEndCheck::Stable || self.sides(battle.place).len() > 1 {
            return;
        }
        while !matches!(self.public.stack.last(), Some(Frame::Battle(_)) | None) {
            if let Some(Frame::Use(it)) = self.public.stack.pop()
                && let Bearer::Card(kind) = it.bearer
            {
                self.discard(it.seat, kind);
            }
        }
        self.public.events.clear();
        self.public.sand.settle_damage(|_| {});
    }
}
