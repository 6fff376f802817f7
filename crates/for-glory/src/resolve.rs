//! Effect to state: what an ability does, sentence by sentence.

use table::{Chance, Seat, SeatSet};

use crate::action::Action;
use crate::cards::Kind;
use crate::effect::{Ability, Amount, Deck, Effect, How, Occasion, Stat, Step, Who};
use crate::events::{CoinWhy, DiscardWhy, Happening, Turned};
use crate::frame::{Bearer, Event, Frame, NOBODY, Then, Use, Watch, Window};
use crate::need::{Need, is_secret};
use crate::pile::Half;
use crate::rules::Rules;
use crate::state::{Gladiator, Overflow, Place, State, slots_in};
use crate::stats::{Asker, fits_within};

/// The ability of a bearer.
pub(crate) fn ability(rules: &Rules, bearer: Bearer, at: u8) -> &Ability {
    match bearer {
        Bearer::Card(kind) | Bearer::Patron(kind) | Bearer::Gladiator(kind) => {
            &rules.set.card(kind).abilities[usize::from(at)]
        }
        Bearer::Arena(id) => &rules.set.arena(id).abilities[usize::from(at)],
    }
}

impl Use {
    /// An ability about to be used.
    pub(crate) const fn new(bearer: Bearer, ability: u8, seat: Seat, place: Option<Place>, slot: u8) -> Self {
        Self {
            bearer,
            ability,
            step: 0,
            seat,
            place,
            slot,
            subject: NOBODY,
            value: 0,
            picks: [NOBODY; 2],
            last: NOBODY,
        }
    }

    pub(crate) const fn asker(&self) -> Asker {
        Asker { seat: self.seat, place: self.place, slot: self.slot, value: self.value }
    }
}

impl State {
    /// The ability of the gladiator that a window is about.
    pub(crate) fn subject_use(seat: Seat, window: &Window, ability: u8) -> Use {
        let mut it = Use::new(Bearer::Gladiator(window.kind), ability, seat, window.place, window.slot);
        it.subject = window.slot;
        it.value = window.value;
        it
    }

    /// An ability is announced: its cost is paid, a window for tactics opens, then it is carried out (FG-3, FG-66).
    pub(crate) fn begin_use<C: Chance>(&mut self, rules: &Rules, it: Use, chance: &mut C) {
        let ability = ability(rules, it.bearer, it.ability);
        let tactic = matches!(self.public.stack.last(), Some(Frame::Battle(_))) && ability.timing.is_tactic();
        self.public.push(Frame::Use(it));
        if tactic {
            let (slot, kind) = (it.slot, Kind(0));
            let event =
                Event { occasion: Occasion::Tactic, place: it.place, slot, kind, owner: it.seat, value: 0 };
            self.open_window(rules, event);
        }
        let cost = ability.cost;
        if cost.wounds > 0 {
            chance.note(|| Happening::Assigned(self.fighter(it.slot), cost.wounds));
            self.assign(rules, it.slot, cost.wounds, cost.wounds, chance);
            self.damage_assigned(rules, NOBODY);
        }
        if cost.discard > 0 {
            self.public.push(Frame::Discard { seat: it.seat, left: cost.discard });
        }
        if cost.exhaust {
            match it.bearer {
                Bearer::Patron(kind) => self.exhaust_patron(rules, it.seat, kind, chance),
                Bearer::Gladiator(_) => {
                    if let Some(gladiator) = self.public.sand.get_mut(it.slot) {
                        gladiator.exhausted = true;
                        chance.note(|| Happening::Gladiator(self.fighter(it.slot), Turned::Exhausted));
                    }
                }
                Bearer::Arena(id) => {
                    self.public.tired |= id.bit();
                    chance.note(|| Happening::Arena(it.seat, id, Turned::Exhausted));
                }
                Bearer::Card(_) => {}
            }
        }
        if cost.coins > 0 {
            self.charge(rules, it.seat, cost.coins, Then::GoOn, chance);
        }
    }

    /// A patron becomes blank; its influence is gone at once (FG-38, ruling 34).
    fn exhaust_patron<C: Chance>(&mut self, rules: &Rules, seat: Seat, kind: Kind, chance: &mut C) {
        chance.note(|| Happening::Patron(seat, kind, Turned::Exhausted));
        let patrons = &mut self.ludus_mut(seat).patrons;
        if let Some(patron) = patrons.iter_mut().find(|it| it.kind == kind && !it.exhausted) {
            patron.exhausted = true;
        }
        self.defeat_the_fallen(rules, chance);
        self.enforce_influence(rules, seat, chance);
    }

    /// Carries an ability on. Answers whether anything happened; if not, its user must choose.
    #[inline(never)]
    pub(crate) fn advance_use<C: Chance>(&mut self, rules: &Rules, it: &Use, chance: &mut C) -> bool {
        let steps = &ability(rules, it.bearer, it.ability).steps;
        let Some(step) = steps.get(usize::from(it.step)).copied() else {
            self.finish_use(it, chance);
            return true;
        };
        if !self.holds(rules, it, step.only) {
            self.next_step(it);
            return true;
        }
        let Some(need) = Self::need(rules, it, step) else {
            self.execute(rules, it, step, None, chance);
            return true;
        };
        if is_secret(need) {
            // Whether anything fits is the owner's secret; that there is a hand is not.
            if self.ludus(it.seat).hand > 0 {
                return false;
            }
            self.next_step(it);
            return true;
        }
        let mut only = None;
        let mut count = 0;
        self.choices(rules, it, need, |action| {
            count += 1;
            only = Some(action);
        });
        match (count, only) {
            (0, _) => self.next_step(it),
            (1, Some(action)) if !step.may || it.picks[0] != NOBODY => self.choose(rules, it, action, chance),
            _ => return false,
        }
        true
    }

    fn finish_use<C: Chance>(&mut self, it: &Use, chance: &mut C) {
        self.public.stack.pop();
        match it.bearer {
            Bearer::Card(kind) => {
                self.discard(it.seat, kind);
                chance.note(|| Happening::Discards(it.seat, kind, DiscardWhy::Played));
            }
            Bearer::Patron(_) | Bearer::Gladiator(_) | Bearer::Arena(_) => {}
        }
    }

    /// The next sentence; what was named may be spoken of again.
    pub(crate) fn next_step(&mut self, it: &Use) {
        let last = if it.picks[0] == NOBODY { it.last } else { it.picks[0] };
        self.set_top(Frame::Use(Use { step: it.step + 1, picks: [NOBODY; 2], last, ..*it }));
    }

    /// A choice for the sentence at hand.
    pub(crate) fn choose<C: Chance>(&mut self, rules: &Rules, it: &Use, action: Action, chance: &mut C) {
        let Some(step) = ability(rules, it.bearer, it.ability).steps.get(usize::from(it.step)).copied()
        else {
            return;
        };
        if action == Action::Decline {
            self.next_step(it);
            return;
        }
        if let (Action::Target(fighter), Some(Need::Target(at, _))) = (action, Self::need(rules, it, step)) {
            let mut it = *it;
            it.picks[at] = self.find(fighter.owner, fighter.kind, fighter.nth).unwrap_or(NOBODY);
            self.set_top(Frame::Use(it));
            if at == 0 {
                self.watch(&it, &ability(rules, it.bearer, it.ability).steps);
            }
            // What "may" offered has been taken up.
            let rest = Step { may: false, ..step };
            if Self::need(rules, &it, rest).is_none() {
                self.execute(rules, &it, rest, None, chance);
            }
            return;
        }
        self.execute(rules, it, step, Some(action), chance);
    }

    /// Does what the sentence says, everything it needs being named.
    fn execute<C: Chance>(
        &mut self,
        rules: &Rules,
        it: &Use,
        step: Step,
        chosen: Option<Action>,
        chance: &mut C,
    ) {
        self.next_step(it);
        let asker = it.asker();
        let much = |state: &Self, amount: Amount| state.amount(rules, amount, asker);
        match step.effect {
            Effect::Deal { amount, to, unpreventable } => {
                let amount = much(self, amount);
                self.for_each(it, step.effect, to, |state, slot| {
                    if amount > 0 {
                        chance.note(|| Happening::Assigned(state.fighter(slot), amount));
                    }
                    state.assign(rules, slot, amount, if unpreventable { amount } else { 0 }, chance);
                });
                self.damage_assigned(rules, NOBODY);
            }
            Effect::Prevent { amount, on } => {
                let amount = much(self, amount);
                self.for_each(it, step.effect, on, |state, slot| state.prevent(slot, amount, chance));
            }
            Effect::Reassign { amount, .. } => {
                let (from, to) = (Self::named(it, step.effect, 0), Self::named(it, step.effect, 1));
                self.reassign(rules, much(self, amount), from, to, chance);
            }
            Effect::Move { amount, .. } => {
                let (from, to) = (Self::named(it, step.effect, 0), Self::named(it, step.effect, 1));
                self.move_damage(rules, much(self, amount), from, to, chance);
            }
            Effect::Remove { amount, on } => {
                let amount = much(self, amount);
                self.for_each(it, step.effect, on, |state, slot| {
                    if let Some(gladiator) = state.public.sand.get_mut(slot) {
                        let removed = amount.min(gladiator.damage);
                        gladiator.damage -= removed;
                        chance.note(|| Happening::Removed(state.fighter(slot), removed));
                    }
                });
            }
            Effect::Exhaust { who } => self.turn_gladiators(it, step.effect, who, Turned::Exhausted, chance),
            Effect::Ready { who } => self.turn_gladiators(it, step.effect, who, Turned::Ready, chance),
            Effect::Strengthen { amount, who } => {
                let amount = much(self, amount);
                self.for_each(it, step.effect, who, |state, slot| state.strengthen(slot, amount, chance));
            }
            Effect::Bless { who } => {
                self.for_each(it, step.effect, who, |state, slot| state.bless(slot, chance));
            }
            Effect::Transfer { .. } => {
                if let Some(Action::Place(place)) = chosen {
                    self.transfer(rules, Self::named(it, step.effect, 0), place, chance);
                }
            }
            Effect::Recall { .. } => self.recall(rules, Self::named(it, step.effect, 0), chance),
            Effect::Enlist {} => {
                if let Some(Action::Enter(kind, place)) = chosen {
                    self.reveal_from_hand(it.seat, kind);
                    chance.learned(SeatSet::all(rules.players));
                    self.enter(rules, it.seat, kind, place, chance);
                }
            }
            Effect::EnlistThis {} => self.enlist_this(rules, it, chance),
            Effect::Draw { cards } => {
                let cards = much(self, cards);
                self.draw(it.seat, cards, chance);
            }
            Effect::Coins { coins } => {
                let coins = much(self, coins);
                self.gain_coins(it.seat, coins);
                chance.note(|| Happening::Coins(it.seat, coins, CoinWhy::Text));
            }
            Effect::Steal { coins } => self.steal(rules, it.seat, chosen, much(self, coins), chance),
            Effect::Discard { cards } => {
                for seat in Seat::all(rules.sides).filter(|seat| *seat != it.seat) {
                    self.public.push(Frame::Discard { seat, left: cards });
                }
            }
            Effect::Cull {} => {
                if let Some(Action::Choose(kind)) = chosen {
                    self.cull(rules, it.seat, kind, chance);
                }
            }
            Effect::Refresh {} => {
                if let Some(Action::Row(deck)) = chosen {
                    self.refresh(rules, deck, chance);
                }
            }
            Effect::OnDeck { .. } | Effect::Retrieve { .. } => {
                self.fetch(it.seat, step.effect, chosen, chance);
            }
            Effect::ExhaustPatron {} | Effect::ReadyPatron {} | Effect::ReadyArena {} => {
                self.turn_in_villa(rules, it.seat, step.effect, chosen, chance);
            }
            Effect::Parry {} => self.parry(),
            Effect::Counter {} => {
                self.counter();
                chance.note(|| Happening::Countered);
            }
            // The watch began when the target was named.
            Effect::Return { .. } => {}
        }
    }

    fn refresh<C: Chance>(&mut self, rules: &Rules, deck: Deck, chance: &mut C) {
        chance.note(|| Happening::RowGone(deck, self.public.rows[deck.index()].as_slice().to_vec()));
        while let Some(kind) = self.public.rows[deck.index()].pop() {
            self.public.supply.add(Half::Second, kind);
        }
        self.refill(rules, deck, chance);
    }

    fn cull<C: Chance>(&mut self, rules: &Rules, seat: Seat, kind: Kind, chance: &mut C) {
        self.reveal_from_hand(seat, kind);
        self.public.removed += 1;
        chance.note(|| Happening::Culls(seat, kind));
        chance.learned(SeatSet::all(rules.players));
    }

    fn strengthen<C: Chance>(&mut self, slot: u8, amount: u8, chance: &mut C) {
        if let Some(gladiator) = self.public.sand.get_mut(slot) {
            gladiator.fury = gladiator.fury.saturating_add(amount).min(50);
            chance.note(|| Happening::Strengthened(self.fighter(slot), amount));
        }
    }

    fn bless<C: Chance>(&mut self, slot: u8, chance: &mut C) {
        if let Some(gladiator) = self.public.sand.get_mut(slot) {
            gladiator.blessings = gladiator.blessings.saturating_add(1);
            chance.note(|| Happening::Blessed(self.fighter(slot)));
        }
    }

    /// Does something to every gladiator a sentence speaks of, found before anything is done.
    fn for_each(&mut self, it: &Use, effect: Effect, who: Who, mut act: impl FnMut(&mut Self, u8)) {
        if who.how != How::Each {
            act(self, Self::named(it, effect, 0));
            return;
        }
        let asker = it.asker();
        let there = self.within_reach(who.side, asker);
        let fitting = there.filter(|(slot, gladiator)| fits_within(who, *slot, gladiator, it.slot));
        let fitting = fitting.fold(0, |set, (slot, _)| set | 1 << slot);
        slots_in(fitting).for_each(|slot| act(self, slot));
    }

    fn turn_gladiators<C: Chance>(
        &mut self,
        it: &Use,
        effect: Effect,
        who: Who,
        turned: Turned,
        chance: &mut C,
    ) {
        let exhausted = turned == Turned::Exhausted;
        self.for_each(it, effect, who, |state, slot| {
            if let Some(gladiator) = state.public.sand.get_mut(slot) {
                gladiator.exhausted = exhausted;
                chance.note(|| Happening::Gladiator(state.fighter(slot), turned));
            }
        });
    }

    /// FG-71: assigned damage goes back to the supply, but none that can't be prevented (ruling 41).
    pub(crate) fn prevent<C: Chance>(&mut self, slot: u8, amount: u8, chance: &mut C) {
        if let Some(it) = self.public.sand.get_mut(slot) {
            let prevented = amount.min(it.assigned - it.fixed);
            it.assigned -= prevented;
            chance.note(|| Happening::Prevented(self.fighter(slot), prevented));
        }
    }

    /// FG-71: what can be prevented goes first; what can't stays so.
    pub(crate) fn reassign<C: Chance>(
        &mut self,
        rules: &Rules,
        amount: u8,
        from: u8,
        to: u8,
        chance: &mut C,
    ) {
        let Some(it) = self.public.sand.get_mut(from) else {
            return;
        };
        let moved = amount.min(it.assigned);
        let fixed = moved.saturating_sub(it.assigned - it.fixed);
        it.assigned -= moved;
        it.fixed -= fixed;
        chance.note(|| Happening::Reassigned(self.fighter(from), self.fighter(to), moved));
        self.assign(rules, to, moved, fixed, chance);
        self.damage_assigned(rules, NOBODY);
    }

    /// FG-71, ruling 40: moved damage is assigned anew.
    fn move_damage<C: Chance>(&mut self, rules: &Rules, amount: u8, from: u8, to: u8, chance: &mut C) {
        let Some(it) = self.public.sand.get_mut(from) else {
            return;
        };
        let moved = amount.min(it.damage);
        it.damage -= moved;
        chance.note(|| Happening::Moved(self.fighter(from), self.fighter(to), moved));
        self.assign(rules, to, moved, 0, chance);
        self.damage_assigned(rules, NOBODY);
    }

    /// A gladiator enters an arena, ready and unhurt; its window follows.
    pub(crate) fn enter<C: Chance>(
        &mut self,
        rules: &Rules,
        seat: Seat,
        kind: Kind,
        place: Place,
        chance: &mut C,
    ) {
        let first = self.public.events.len() as u8;
        let marks = Self::marks(rules, seat, kind);
        match self.public.sand.enter(Gladiator::fresh(kind, seat, place), marks) {
            Some(slot) => {
                chance.note(|| Happening::Enters(self.fighter(slot), place));
                // Who has somebody again is no longer out (ruling 74).
                if rules.is_multi() && self.battle().is_some() {
                    self.public.standing.retain(|out| *out != seat);
                }
                let (occasion, place) = (Occasion::Enter, Some(place));
                self.happen(rules, Event { occasion, place, slot, kind, owner: seat, value: 0 });
            }
            None => self.public.full = Some(Overflow::Sand),
        }
        self.open_events(first);
    }

    fn enlist_this<C: Chance>(&mut self, rules: &Rules, it: &Use, chance: &mut C) {
        if let (Bearer::Card(kind), Some(place)) = (it.bearer, it.place) {
            // It is a gladiator now and will not be discarded with the tactic.
            if let Some(Frame::Use(top)) = self.public.stack.last_mut() {
                top.bearer = Bearer::Gladiator(kind);
            }
            self.enter(rules, it.seat, kind, place, chance);
        }
    }

    /// FG-44: leaves one arena and enters another; both are triggers. Damage goes along.
    fn transfer<C: Chance>(&mut self, rules: &Rules, slot: u8, place: Place, chance: &mut C) {
        let first = self.public.events.len() as u8;
        let value = self.stat(rules, slot, Stat::Attack);
        let Some(from) = self.public.sand.move_to(slot, place) else {
            return;
        };
        let Some(it) = self.public.sand.get_mut(slot) else {
            return;
        };
        // Ruling 44: blessings stay behind.
        (it.blessings, it.owed) = (0, 0);
        let (kind, owner) = (it.kind, it.owner);
        chance.note(|| Happening::Transfers(self.fighter(slot), from, place));
        let left = Event { occasion: Occasion::Leave, place: Some(from), slot: NOBODY, kind, owner, value };
        self.happen(rules, left);
        self.happen(rules, Event { occasion: Occasion::Enter, place: Some(place), slot, value: 0, ..left });
        self.open_events(first);
        self.defeat_the_fallen(rules, chance);
    }

    fn recall<C: Chance>(&mut self, rules: &Rules, slot: u8, chance: &mut C) {
        if self.public.sand.get(slot).is_some() {
            chance.note(|| Happening::Recalls(self.fighter(slot)));
        }
        let first = self.public.events.len() as u8;
        let value = self.stat(rules, slot, Stat::Attack);
        let Some(it) = self.public.sand.leave(slot) else {
            return;
        };
        self.put_in_hand(it.owner, it.kind);
        // It left without being defeated: nothing comes back for it (ruling 53).
        self.public.watches.retain(|watch| watch.slot != slot);
        let (occasion, place) = (Occasion::Leave, Some(it.place));
        self.happen(rules, Event { occasion, place, slot: NOBODY, kind: it.kind, owner: it.owner, value });
        self.note_the_fallen(rules);
        self.open_events(first);
        self.defeat_the_fallen(rules, chance);
    }

    fn steal<C: Chance>(
        &mut self,
        rules: &Rules,
        seat: Seat,
        chosen: Option<Action>,
        coins: u8,
        chance: &mut C,
    ) {
        let from = match chosen {
            Some(Action::Opponent(from)) => from,
            _ => seat.next(rules.sides),
        };
        let taken = coins.min(self.ludus(from).coins.min(u16::from(u8::MAX)) as u8);
        self.ludus_mut(from).coins -= u16::from(taken);
        self.gain_coins(seat, taken);
        chance.note(|| Happening::Steals { by: seat, from, coins: taken });
    }

    /// A patron or arena is exhausted or readied.
    fn turn_in_villa<C: Chance>(
        &mut self,
        rules: &Rules,
        by: Seat,
        effect: Effect,
        chosen: Option<Action>,
        chance: &mut C,
    ) {
        if let Some(Action::Arena(id)) = chosen {
            self.public.tired &= !id.bit();
            chance.note(|| Happening::Arena(by, id, Turned::Ready));
        }
        if let Some(Action::Patron(seat, kind)) = chosen {
            if effect == (Effect::ExhaustPatron {}) {
                self.exhaust_patron(rules, seat, kind, chance);
                return;
            }
            let mut patrons = self.ludus_mut(seat).patrons.iter_mut();
            if let Some(patron) = patrons.find(|patron| patron.kind == kind && patron.exhausted) {
                patron.exhausted = false;
                chance.note(|| Happening::Patron(seat, kind, Turned::Ready));
            }
        }
    }

    fn fetch<C: Chance>(&mut self, seat: Seat, effect: Effect, chosen: Option<Action>, chance: &mut C) {
        let Some(Action::Choose(kind)) = chosen else {
            return;
        };
        if !self.ludus_mut(seat).piles.take(Half::First, kind) {
            return;
        }
        if matches!(effect, Effect::OnDeck { .. }) {
            let ludus = self.ludus_mut(seat);
            ludus.piles.add(Half::Second, kind);
            let full = ludus.top.push(kind).is_err();
            ludus.deck += 1;
            if full {
                self.public.full = Some(Overflow::Top);
            }
            chance.note(|| Happening::OnDeck(seat, kind));
        } else {
            self.put_in_hand(seat, kind);
            chance.note(|| Happening::Retrieves(seat, kind));
        }
    }

    fn parry(&mut self) {
        for frame in &mut self.public.stack {
            if let Frame::Attack { parried, .. } = frame {
                *parried = true;
            }
        }
    }

    /// The tactic below the innermost window about a tactic comes to nothing.
    fn counter(&mut self) {
        let about =
            |frame: &Frame| matches!(frame, Frame::Window(window) if window.occasion == Occasion::Tactic);
        let window = self.public.stack.iter().rposition(about);
        let below = window.and_then(|at| at.checked_sub(1));
        match below.map(|at| &mut self.public.stack[at]) {
            Some(Frame::Use(it)) => it.step = u8::MAX,
            Some(Frame::Magnus { order, .. }) => *order = crate::magnus::BLANK,
            _ => {}
        }
    }

    /// A tactic card that may come back watches the target named last, from then on (ruling 53).
    fn watch(&mut self, it: &Use, steps: &[Step]) {
        let price = steps
            .iter()
            .find_map(|step| if let Effect::Return { coins } = step.effect { Some(coins) } else { None });
        if let (Bearer::Card(kind), Some(coins)) = (it.bearer, price) {
            self.public.watches.clear();
            let watch = Watch { slot: it.picks[0], fallen: false, kind, seat: it.seat, coins };
            self.public.watches.push(watch).expect("the list was cleared");
        }
    }
}
