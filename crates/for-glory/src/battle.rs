//! Battles, attacks, damage and defeat.

use table::{Chance, Seat, SeatSet};

use crate::effect::{Occasion, Stat};
use crate::events::{AttackEnd, BattleEnd, Happening};
use crate::facts::Mark;
use crate::frame::{Battle, Event, Frame, NOBODY};
use crate::pile::Half;
use crate::rules::{CombatEnd, Protection, Rules};
use crate::state::{End, Place, SEATS, State, slots_in};
use crate::turn::GLORY;

/// A battle in which nobody can hurt anybody ends in a draw after so many readyings: our guard against endless battles.
const ROUNDS: u8 = 20;

impl State {
    /// FG-62, FG-63.
    pub(crate) fn begin_battle<C: Chance>(&mut self, rules: &Rules, place: Place, chance: &mut C) {
        let seat = self.first_to_act(rules, place);
        chance.note(|| {
            let sides = self.sides(place);
            let sides = sides.iter().map(|seat| (seat, self.initiative(rules, seat, place))).collect();
            Happening::Battle { place, first: seat, sides }
        });
        self.public.push(Frame::Battle(Battle {
            place,
            seat,
            attacked: false,
            tactic: false,
            opened: false,
            passes: 0,
            rounds: 0,
            cards: 0,
            late: false,
        }));
        self.note_the_fallen(rules);
    }

    /// FG-83, rulings 73, 74: who has nobody left is out, in the order in which their last ones left; of those out at once, the
    /// better place is nearer to the Crowd's Favor, backwards in turn order.
    pub(crate) fn note_the_fallen(&mut self, rules: &Rules) {
        let Some(place) = self.battle().filter(|_| rules.is_multi()).map(|battle| battle.place) else {
            return;
        };
        let favor = self.public.favor;
        // Clockwise from the seat after the Favor is the order from the worst place to the best.
        for seat in favor.next(rules.sides).round(rules.sides) {
            if !self.has_side(seat, place) && !self.public.standing.as_slice().contains(&seat) {
                self.public.standing.push(seat).expect("every seat falls once");
            }
        }
    }

    /// FG-62: the highest total agility; a tie goes to the Crowd's Favor, else backwards in turn order from it.
    fn first_to_act(&self, rules: &Rules, place: Place) -> Seat {
        let mut first = self.public.favor;
        let mut best = None;
        let mut seat = self.public.favor;
        for _ in 0..rules.sides {
            let total = self.has_side(seat, place).then(|| self.initiative(rules, seat, place));
            if total > best {
                (first, best) = (seat, total);
            }
            seat = seat.previous(rules.sides);
        }
        first
    }

    /// Who has gladiators in an arena.
    pub(crate) fn sides(&self, place: Place) -> SeatSet {
        let here = self.public.sand.at(place);
        (0..SEATS).map(Seat::new).filter(|seat| self.public.sand.of(*seat) & here != 0).collect()
    }

    /// The battle being fought, if any.
    pub(crate) fn battle(&self) -> Option<Battle> {
        self.public
            .stack
            .iter()
            .find_map(|frame| if let Frame::Battle(battle) = frame { Some(*battle) } else { None })
    }

    /// A stable point of a battle (ruling 50). Answers whether anything happened.
    #[inline(never)]
    pub(crate) fn advance_battle<C: Chance>(
        &mut self,
        rules: &Rules,
        battle: &Battle,
        chance: &mut C,
    ) -> bool {
        let mut battle = *battle;
        if let Some(at) = self.public.watches.iter().position(|watch| watch.fallen) {
            let watch = self.public.watches.remove(at);
            self.offer_return(watch.seat, watch.kind, watch.coins);
            return true;
        }
        let sides = self.sides(battle.place);
        if sides.len() < 2 {
            self.end_battle(rules, battle.place, sides.first(), chance);
            return true;
        }
        if rules.is_multi() && !sides.contains(battle.seat) {
            self.end_combat_turn(rules, battle);
            return true;
        }
        if self.round_is_over(rules, battle, sides) {
            self.next_round(rules, battle, chance);
            return true;
        }
        self.public.active = battle.seat;
        if !battle.opened {
            battle.opened = true;
            self.set_top(Frame::Battle(battle));
            self.open_moment(rules, battle.seat);
            return true;
        }
        if rules.magnus() == Some(battle.seat) {
            self.magnus_turn(rules, battle, chance);
            return true;
        }
        if battle.attacked && battle.tactic || self.has_no_turn(rules, battle) {
            self.end_combat_turn(rules, battle);
            return true;
        }
        false
    }

    /// FG-67, ruling 2.
    fn round_is_over(&self, rules: &Rules, battle: Battle, sides: SeatSet) -> bool {
        if rules.is_multi() && rules.combat_end == CombatEnd::NoReady {
            let mut here = self.public.sand.among(self.public.sand.at(battle.place));
            let ready = here.any(|(_, it)| !it.exhausted);
            if !battle.opened && !ready {
                return true;
            }
            // A ready gladiator that nobody can be attacked with would keep the round open for ever.
        }
        usize::from(battle.passes) >= sides.len()
    }

    /// Whether everyone can see that nothing is left to do in this combat turn.
    fn has_no_turn(&self, rules: &Rules, battle: Battle) -> bool {
        let seat = battle.seat;
        let can_attack = !battle.attacked && self.has_ready(seat, battle.place);
        !can_attack
            && self.ludus(seat).hand == 0
            && !self.has_moment(rules, seat)
            && (battle.tactic || !self.has_tactic_ability(rules, seat, battle.place))
    }

    /// Whether a seat has a ready gladiator in an arena.
    pub(crate) fn has_ready(&self, seat: Seat, place: Place) -> bool {
        let sand = &self.public.sand;
        sand.among(sand.of(seat) & sand.at(place)).any(|(_, it)| !it.exhausted)
    }

    /// A combat turn ends; doing neither is a pass (ruling 57).
    pub(crate) fn end_combat_turn(&mut self, rules: &Rules, battle: Battle) {
        let passes = if battle.attacked || battle.tactic || battle.cards > 0 {
            0
        } else {
            battle.passes.saturating_add(1)
        };
        let sides = self.sides(battle.place);
        let mut seat = battle.seat.next(rules.sides);
        // Ruling 72: who has nobody left is out.
        while !sides.contains(seat) && seat != battle.seat {
            seat = seat.next(rules.sides);
        }
        self.end_of_turn_effects();
        self.set_top(Frame::Battle(Battle {
            seat,
            passes,
            attacked: false,
            tactic: false,
            opened: false,
            cards: 0,
            late: false,
            ..battle
        }));
    }

    fn end_of_turn_effects(&mut self) {
        self.public.watches.clear();
        self.public.sand.for_each_mut(|gladiator| gladiator.fury = 0);
    }

    /// FG-68: all gladiators here are readied, initiative is determined again; damage stays.
    fn next_round<C: Chance>(&mut self, rules: &Rules, battle: Battle, chance: &mut C) {
        if battle.rounds >= ROUNDS {
            self.end_battle(rules, battle.place, None, chance);
            return;
        }
        let here = self.public.sand.at(battle.place);
        self.public.sand.for_each_among(here, |gladiator| gladiator.exhausted = false);
        let seat = self.first_to_act(rules, battle.place);
        let rounds = battle.rounds + 1;
        chance.note(|| Happening::Round { place: battle.place, first: seat });
        self.set_top(Frame::Battle(Battle { seat, rounds, passes: 0, opened: false, ..battle }));
    }

    /// FG-80 to FG-83. Nobody wins a draw, and nothing moves.
    fn end_battle<C: Chance>(&mut self, rules: &Rules, place: Place, winner: Option<Seat>, chance: &mut C) {
        chance.note(|| {
            let end = match winner {
                Some(seat) => BattleEnd::Won(seat),
                None if self.sides(place).is_empty() => BattleEnd::Draw,
                None => BattleEnd::BrokenOff,
            };
            Happening::BattleOver(place, end)
        });
        self.end_of_turn_effects();
        self.public.stack.pop();
        if rules.is_multi() {
            self.end_melee(rules, winner, chance);
            return;
        }
        let Some(winner) = winner else {
            return;
        };
        let glory = std::mem::take(&mut self.public.glory[place.index()]);
        self.ludus_mut(winner).glory += glory;
        chance.note(|| Happening::Glory { seat: winner, glory, place, total: self.ludus(winner).glory });
        match place {
            Place::Near | Place::Far => {
                self.public.tokens[place.index()] = Some(winner);
                chance.note(|| Happening::Champions(winner, place));
            }
            Place::Lasting => {
                // FG-110: the Ludus Magnus discards the arena, and the boast goes on top of its deck.
                let magnus = rules.magnus() == Some(winner);
                if let Some(arena) = self.public.arenas[place.index()].take() {
                    chance.note(|| Happening::TakesArena(winner, arena));
                    if !magnus {
                        self.ludus_mut(winner).arenas |= arena.bit();
                    }
                }
                if let Some(boast) = rules.boasts.get(usize::from(self.public.boasts)) {
                    chance.note(|| Happening::TakesBoast(winner, *boast));
                    self.public.boasts += 1;
                    if magnus {
                        self.public.orders.boasts += 1;
                    } else {
                        self.discard(winner, rules.set.boast());
                    }
                }
            }
        }
        if self.ludus(winner).glory >= GLORY {
            self.public.end = Some(End::Glory(winner));
            chance.note(|| Happening::Over(End::Glory(winner)));
            return;
        }
        // A token that changes sides may take influence with it.
        for seat in Seat::all(rules.sides) {
            self.enforce_influence(rules, seat, chance);
        }
    }

    /// FG-85, FG-86: the last one standing is first; the last round's winner has won the game.
    fn end_melee<C: Chance>(&mut self, rules: &Rules, winner: Option<Seat>, chance: &mut C) {
        // The guard of FG-121 may leave several standing: they are placed like those out at once.
        for seat in self.public.favor.next(rules.sides).round(rules.sides) {
            if Some(seat) != winner && !self.public.standing.as_slice().contains(&seat) {
                self.public.standing.push(seat).expect("every seat is placed once");
            }
        }
        if let Some(winner) = winner {
            self.public.standing.push(winner).expect("the winner has not fallen");
        }
        for (at, seat) in self.public.standing.iter().enumerate() {
            chance.note(|| Happening::Place(*seat, (rules.sides - at) as u8));
        }
        if self.public.phases >= rules.rounds()
            && let Some(best) = self.public.standing.last()
        {
            let best = *best;
            self.public.end = Some(End::LastBattle(best));
            chance.note(|| Happening::Over(End::LastBattle(best)));
        }
    }

    /// FG-65: the gladiator is exhausted, and its window opens.
    pub(crate) fn attack<C: Chance>(&mut self, seat: Seat, slot: u8, chance: &mut C) {
        chance.note(|| Happening::Attacks(self.fighter(slot)));
        if let Some(gladiator) = self.public.sand.get_mut(slot) {
            gladiator.exhausted = true;
        }
        if let Some(Frame::Battle(battle)) = self.public.stack.last_mut() {
            battle.attacked = true;
        }
        self.public.push(Frame::Attack { slot, seat, opened: false, parried: false, order: NOBODY });
    }

    /// The window first, then the target (ruling 46). Answers whether anything happened.
    #[inline(never)]
    pub(crate) fn advance_attack<C: Chance>(&mut self, rules: &Rules, attack: Frame, chance: &mut C) -> bool {
        let Frame::Attack { slot, seat, opened, parried, order } = attack else {
            return false;
        };
        if !opened {
            self.set_top(Frame::Attack { slot, seat, opened: true, parried, order });
            if let Some(it) = self.public.sand.get(slot) {
                let (occasion, place) = (Occasion::Attack, Some(it.place));
                let event = Event { occasion, place, slot, kind: it.kind, owner: it.owner, value: 0 };
                self.open_window(rules, event);
            }
            return true;
        }
        // Ruling 47: no attacker, no damage.
        let targets = if parried { 0 } else { self.attack_targets(rules, slot) };
        if targets == 0 {
            self.public.stack.pop();
            let why = if parried { AttackEnd::Parried } else { AttackEnd::NoTarget };
            chance.note(|| Happening::AttackFails(self.fighter(slot), why));
            return true;
        }
        let chosen = if targets.is_power_of_two() {
            Some(targets.trailing_zeros() as u8)
        } else if rules.magnus() == Some(seat) {
            self.magnus_target(rules, order, targets)
        } else {
            None
        };
        if let Some(target) = chosen {
            if let Some(kind) = self.public.sand.get(target).map(|it| it.kind) {
                self.note_chosen(order, kind);
            }
            self.strike(rules, slot, target, chance);
        }
        chosen.is_some()
    }

    /// Whether an attack would find anybody to target.
    pub(crate) fn has_attack_target(&self, rules: &Rules, slot: u8) -> bool {
        self.public
            .sand
            .get(slot)
            .is_some_and(|attacker| self.has_prey(rules, attacker.owner, attacker.place))
    }

    /// Whether a seat's gladiators would find anybody to attack in an arena.
    pub(crate) fn has_prey(&self, rules: &Rules, seat: Seat, place: Place) -> bool {
        let opposing = self.public.sand.at(place) & !self.public.sand.of(seat);
        match rules.protection {
            Protection::Attacks => opposing & !self.public.sand.marked(Mark::Untargetable) != 0,
            Protection::Texts => opposing != 0,
        }
    }

    /// FG-65, FG-9: opposing gladiators here, as a set of slots; a guard must be attacked first.
    pub(crate) fn attack_targets(&self, rules: &Rules, slot: u8) -> u64 {
        let sand = &self.public.sand;
        let Some(attacker) = sand.get(slot) else {
            return 0;
        };
        let opposing = sand.at(attacker.place) & !sand.of(attacker.owner);
        let open = match rules.protection {
            Protection::Attacks => opposing & !sand.marked(Mark::Untargetable),
            Protection::Texts => opposing,
        };
        let guards = open & sand.marked(Mark::Guard);
        if guards == 0 { open } else { guards }
    }

    /// Attack damage is dealt (FG-65, FG-70). The value is read now (ruling 47).
    pub(crate) fn strike<C: Chance>(&mut self, rules: &Rules, slot: u8, target: u8, chance: &mut C) {
        self.public.stack.pop();
        let attack = self.stat(rules, slot, Stat::Attack);
        let fixed = if self.public.sand.has(slot, Mark::Ruthless) { attack } else { 0 };
        chance.note(|| Happening::Strikes(self.fighter(slot), self.fighter(target), attack));
        self.assign(rules, target, attack, fixed, chance);
        self.damage_assigned(rules, slot);
    }

    /// FG-38: whoever has more required than influence gives gladiators up, one by one.
    pub(crate) fn enforce_influence<C: Chance>(&mut self, rules: &Rules, seat: Seat, chance: &mut C) {
        // FG-106: the Ludus Magnus needs no influence.
        if rules.magnus() == Some(seat) {
            return;
        }
        if self.requirement(rules, seat) > self.influence(rules, seat) && self.has_to_lose(rules, seat) {
            chance.note(|| Happening::LacksInfluence(seat));
            self.public.push(Frame::Lose { seat });
        }
    }

    /// Ruling 35: in a Lasting battle nobody in a Fleeting arena may be chosen.
    pub(crate) fn may_lose(&self, rules: &Rules, seat: Seat, slot: u8) -> bool {
        let Some(it) = self.public.sand.get(slot) else {
            return false;
        };
        let lasting = self.battle().is_some_and(|battle| battle.place == Place::Lasting);
        it.owner == seat && rules.set.fact(it.kind).influence > 0 && !(lasting && it.place.is_fleeting())
    }

    fn has_to_lose(&self, rules: &Rules, seat: Seat) -> bool {
        slots_in(self.public.sand.of(seat)).any(|slot| self.may_lose(rules, seat, slot))
    }

    /// Answers whether anything happened: the shortfall is met, or nobody is left who may be chosen.
    #[inline(never)]
    pub(crate) fn advance_loss(&mut self, rules: &Rules, seat: Seat) -> bool {
        let short = self.requirement(rules, seat) > self.influence(rules, seat);
        if short && self.has_to_lose(rules, seat) {
            return false;
        }
        self.public.stack.pop();
        true
    }

    /// A gladiator is given up; it counts as defeated (FG-38).
    pub(crate) fn give_up<C: Chance>(&mut self, rules: &Rules, slot: u8, chance: &mut C) {
        chance.note(|| Happening::GivesUp(self.fighter(slot)));
        let first = self.public.events.len() as u8;
        let attack = self.stat(rules, slot, Stat::Attack);
        self.defeat(rules, slot, attack, chance);
        self.note_the_fallen(rules);
        self.open_events(first);
        self.defeat_the_fallen(rules, chance);
    }

    /// A tactic card may come back, if it lies in the discard pile and its owner might pay (ruling 53).
    fn offer_return(&mut self, seat: Seat, kind: crate::cards::Kind, coins: u8) {
        let ludus = self.ludus(seat);
        let might_pay = ludus.hand > 0 || ludus.coins >= u16::from(coins);
        if ludus.piles.count(Half::First, kind) > 0 && might_pay {
            self.public.push(Frame::Reclaim { seat, kind, coins });
        }
    }
}
