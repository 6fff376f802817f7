//! Effect to state: what each sentence of an ability does.

use table::{Chance, Seat, SeatSet};

use crate::action::Action;
use crate::cards::Kind;
use crate::effect::{Amount, Decks, Effect, How, Occasion, Stat, Step, Who, Would};
use crate::event::{CoinWhy, Happening, Turned};
use crate::instead::Concerned;
use crate::pile::Half;
use crate::procedures::{Bearer, Discard, Event, Fate, Frame, Look, NOBODY, Use};
use crate::rules::Rules;
use crate::state::{Overflow, Place, State, slots_in};
use crate::stats::fits_within;

impl State {
    /// Does what the sentence says, everything it needs being named.
    #[expect(clippy::too_many_lines, reason = "a table: one arm for each effect")]
    pub(crate) fn execute<C: Chance>(
        &mut self,
        rules: &Rules,
        it: &Use,
        step: &Step,
        chosen: Option<Action>,
        chance: &mut C,
    ) {
        self.turn_to(it.next(step));
        let asker = it.asker();
        let much = |state: &Self, amount: Amount| state.amount(rules, amount, asker);
        match step.effect {
            Effect::Deal { amount, to, unpreventable } => {
                let amount = much(self, amount);
                self.for_each(it, step, to, |state, slot| {
                    if amount > 0 {
                        state.deal(rules, slot, amount, if unpreventable { amount } else { 0 }, chance);
                    }
                });
                self.damage_assigned(rules, NOBODY);
            }
            Effect::Prevent { amount, on } => {
                let amount = much(self, amount);
                self.for_each(it, step, on, |state, slot| state.prevent(slot, amount, chance));
            }
            Effect::Reassign { amount, .. } => {
                let (from, to) = (Self::named(it, &step.shape, 0), Self::named(it, &step.shape, 1));
                self.reassign(rules, much(self, amount), from, to, chance);
            }
            Effect::Move { amount, .. } => {
                let (from, to) = (Self::named(it, &step.shape, 0), Self::named(it, &step.shape, 1));
                self.move_damage(rules, much(self, amount), from, to, chance);
            }
            Effect::Remove { amount, on } => {
                let amount = much(self, amount);
                self.for_each(it, step, on, |state, slot| state.remove_damage(slot, amount, chance));
            }
            Effect::Exhaust { who } => self.for_each(it, step, who, |state, slot| {
                if state.replaced(rules, Would::Exhaust, Concerned::Gladiator(slot), chance) {
                    return;
                }
                state.turn_gladiator(slot, Turned::Exhausted, chance);
            }),
            Effect::Ready { who } => self.for_each(it, step, who, |state, slot| {
                state.turn_gladiator(slot, Turned::Ready, chance);
            }),
            Effect::Strengthen { amount, who, stat, lower, stays } => {
                let amount = much(self, amount).min(50) as i8;
                let change = if lower { -amount } else { amount };
                self.for_each(it, step, who, |state, slot| {
                    if stays {
                        state.boost(slot, stat, change, chance);
                    } else {
                        state.strengthen(slot, stat, change, chance);
                    }
                });
                if lower || stays {
                    self.defeat_the_fallen(rules, chance);
                }
            }
            Effect::Bind { who } => self.for_each(it, step, who, |state, slot| state.bind(slot, chance)),
            Effect::Bless { who } => {
                self.for_each(it, step, who, |state, slot| state.bless(slot, chance));
            }
            Effect::Unbless { who } => {
                self.for_each(it, step, who, |state, slot| state.unbless(slot, chance));
            }
            Effect::MoveBlessing { .. } => {
                let (from, to) = (Self::named(it, &step.shape, 0), Self::named(it, &step.shape, 1));
                self.unbless(from, chance);
                self.bless(to, chance);
            }
            Effect::Transfer { .. } => {
                if let Some(Action::Place(place)) = chosen {
                    self.transfer(rules, Self::named(it, &step.shape, 0), place, chance);
                }
            }
            Effect::Recall { .. } => self.recall(rules, Self::named(it, &step.shape, 0), chance),
            Effect::Enlist {} => {
                if let Some(Action::Enter(kind, place)) = chosen {
                    self.enter_from_hand(rules, it.seat, kind, place, chance);
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
                    if self.replaced(rules, Would::Discard, Concerned::Player(seat), chance) {
                        continue;
                    }
                    self.public.push(Discard { seat, left: cards, to: Fate::Pile });
                }
            }
            Effect::DiscardOwn { cards } => {
                self.public.push(Discard { seat: it.seat, left: cards, to: Fate::Pile });
            }
            Effect::Search { .. } => {
                if let Some(Action::Choose(kind)) = chosen {
                    self.search(rules, it.seat, kind, chance);
                }
            }
            Effect::Look { cards, whose, then } => {
                let owner = match (whose, chosen) {
                    (Decks::Own, _) => it.seat,
                    (Decks::Opponent, Some(Action::Opponent(owner))) => owner,
                    (Decks::Opponent, _) => it.seat.next(rules.sides),
                };
                self.look(rules, Look { seat: it.seat, owner, cards, placed: 0, then }, chance);
            }
            Effect::Gain { hand, .. } => {
                if let Some(Action::Choose(kind)) = chosen {
                    self.gain(it.seat, kind, hand, chance);
                }
            }
            Effect::Rescue {} => {
                if let Some((owner, kind)) = self.fallen()
                    && self.ludus_mut(owner).piles.take(Half::First, kind)
                {
                    self.put_in_hand(owner, kind);
                    chance.note(|| Happening::Retrieves(owner, kind));
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

    pub(crate) fn cull<C: Chance>(&mut self, rules: &Rules, seat: Seat, kind: Kind, chance: &mut C) {
        self.reveal_from_hand(seat, kind);
        self.public.removed += 1;
        chance.note(|| Happening::Culls(seat, kind));
        chance.learned(SeatSet::all(rules.players));
    }

    /// FG-143: a stat changes until the combat turn ends.
    pub(crate) fn strengthen<C: Chance>(&mut self, slot: u8, stat: Stat, change: i8, chance: &mut C) {
        if let Some(gladiator) = self.public.sand.get_mut(slot) {
            gladiator.passing.change(stat, change);
            chance.note(|| Happening::Strengthened(self.fighter(slot), stat, change));
        }
    }

    /// FG-143: what lasts until a turn ends does no more, and whoever stood by it alone is defeated.
    pub(crate) fn let_pass<C: Chance>(&mut self, rules: &Rules, chance: &mut C) {
        let mut weaker = false;
        self.public.sand.for_each_mut(|gladiator| {
            weaker |= std::mem::take(&mut gladiator.passing).of(Stat::Health) > 0;
        });
        if weaker {
            self.defeat_the_fallen(rules, chance);
        }
    }

    /// FG-134: a stat changes as long as the gladiator stays in its arena.
    fn boost<C: Chance>(&mut self, slot: u8, stat: Stat, change: i8, chance: &mut C) {
        if let Some(gladiator) = self.public.sand.get_mut(slot) {
            let boost = &mut gladiator.boosts[stat.index()];
            *boost = boost.saturating_add(change).clamp(-50, 50);
            chance.note(|| Happening::Changed(self.fighter(slot), stat, change));
        }
    }

    /// FG-135.
    fn bind<C: Chance>(&mut self, slot: u8, chance: &mut C) {
        if let Some(gladiator) = self.public.sand.get_mut(slot) {
            gladiator.bound = true;
            chance.note(|| Happening::Bound(self.fighter(slot)));
        }
    }

    /// FG-132: a card of the own deck goes to hand, for everyone to see; the deck is shuffled, so nothing is known to lie on top.
    fn search<C: Chance>(&mut self, rules: &Rules, seat: Seat, kind: Kind, chance: &mut C) {
        self.held[seat].get_mut().add(Half::First, kind);
        let ludus = self.ludus_mut(seat);
        ludus.deck = ludus.deck.saturating_sub(1);
        ludus.hand += 1;
        ludus.top.clear();
        self.seen[seat].get_mut().clear();
        let ludus = self.ludus_mut(seat);
        if ludus.remember(kind).is_err() {
            self.public.full = Some(Overflow::Hand);
        }
        chance.note(|| Happening::Searches(seat, kind));
        chance.learned(SeatSet::all(rules.players));
    }

    /// FG-133: a face-up card of the supply is taken for nothing; the gap stays, as after a purchase.
    fn gain<C: Chance>(&mut self, seat: Seat, kind: Kind, hand: bool, chance: &mut C) {
        let Some((deck, at)) = self.row_of(kind) else { return };
        self.public.rows[deck.index()].remove(at);
        chance.note(|| Happening::Gains(seat, kind));
        if hand {
            self.put_in_hand(seat, kind);
        } else {
            self.discard(seat, kind);
        }
    }

    pub(crate) fn unbless<C: Chance>(&mut self, slot: u8, chance: &mut C) {
        if let Some(gladiator) = self.public.sand.get_mut(slot) {
            gladiator.blessings = gladiator.blessings.saturating_sub(1);
            gladiator.owed = gladiator.owed.min(gladiator.blessings);
            chance.note(|| Happening::Unblessed(self.fighter(slot)));
        }
    }

    fn bless<C: Chance>(&mut self, slot: u8, chance: &mut C) {
        if let Some(gladiator) = self.public.sand.get_mut(slot) {
            gladiator.blessings = gladiator.blessings.saturating_add(1);
            chance.note(|| Happening::Blessed(self.fighter(slot)));
        }
    }

    /// A gladiator is exhausted or readied by a text.
    pub(crate) fn turn_gladiator<C: Chance>(&mut self, slot: u8, turned: Turned, chance: &mut C) {
        if let Some(gladiator) = self.public.sand.get_mut(slot) {
            // FG-135: who is bound stays exhausted.
            if turned == Turned::Ready && gladiator.bound {
                return;
            }
            gladiator.exhausted = turned == Turned::Exhausted;
            chance.note(|| Happening::Gladiator(self.fighter(slot), turned));
        }
    }

    /// Damage on a gladiator is removed.
    pub(crate) fn remove_damage<C: Chance>(&mut self, slot: u8, amount: u8, chance: &mut C) {
        if let Some(gladiator) = self.public.sand.get_mut(slot) {
            let removed = amount.min(gladiator.damage);
            gladiator.damage -= removed;
            chance.note(|| Happening::Removed(self.fighter(slot), removed));
        }
    }

    /// Does something to every gladiator a sentence speaks of, found before anything is done.
    fn for_each(&mut self, it: &Use, step: &Step, who: Who, mut act: impl FnMut(&mut Self, u8)) {
        if who.how != How::Each {
            act(self, Self::named(it, &step.shape, 0));
            return;
        }
        let asker = it.asker();
        let there = self.within_reach(who.side, asker);
        let fitting = there.filter(|(slot, gladiator)| fits_within(who, *slot, gladiator, it.slot));
        let fitting = fitting.fold(0, |set, (slot, _)| set | 1 << slot);
        slots_in(fitting).for_each(|slot| act(self, slot));
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
        let Some(it) = self.public.sand.get_mut(from) else { return };
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
        let Some(it) = self.public.sand.get_mut(from) else { return };
        let moved = amount.min(it.damage);
        it.damage -= moved;
        chance.note(|| Happening::Moved(self.fighter(from), self.fighter(to), moved));
        self.assign(rules, to, moved, 0, chance);
        self.damage_assigned(rules, NOBODY);
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
        let Some(from) = self.public.sand.move_to(slot, place) else { return };
        let Some(it) = self.public.sand.get_mut(slot) else { return };
        // Ruling 44: blessings stay behind, and so does what lasts as long as it stays.
        (it.blessings, it.owed, it.boosts, it.bound) = (0, 0, [0; 4], false);
        let entered = Event::of(Occasion::Enter, slot, it);
        chance.note(|| Happening::Transfers(self.fighter(slot), from, place));
        let (occasion, from) = (Occasion::Leave, Some(from));
        self.happen(rules, Event { occasion, place: from, slot: NOBODY, value, ..entered });
        self.happen(rules, entered);
        self.open_events(first);
        self.defeat_the_fallen(rules, chance);
    }

    fn recall<C: Chance>(&mut self, rules: &Rules, slot: u8, chance: &mut C) {
        if self.public.sand.get(slot).is_none() {
            return;
        }
        let first = self.public.events.len() as u8;
        self.go_to_hand(rules, slot, chance);
        self.note_the_fallen(rules);
        self.open_events(first);
        self.defeat_the_fallen(rules, chance);
    }

    /// A gladiator leaves for its owner's hand; what comes of that is seen to by whoever sent it.
    pub(crate) fn go_to_hand<C: Chance>(&mut self, rules: &Rules, slot: u8, chance: &mut C) {
        chance.note(|| Happening::Recalls(self.fighter(slot)));
        let value = self.stat(rules, slot, Stat::Attack);
        let Some(it) = self.public.sand.leave(slot) else { return };
        self.put_in_hand(it.owner, it.kind);
        // It left without being defeated: nothing comes back for it (ruling 53).
        self.public.watches.retain(|watch| watch.slot != slot);
        self.happen(rules, Event { value, ..Event::of(Occasion::Leave, NOBODY, &it) });
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
        let Some(Action::Choose(kind)) = chosen else { return };
        if !self.ludus_mut(seat).piles.take(Half::First, kind) {
            return;
        }
        if matches!(effect, Effect::OnDeck { .. }) {
            let ludus = self.ludus_mut(seat);
            ludus.piles.add(Half::Second, kind);
            let full = ludus.top.push(Some(kind)).is_err();
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
}
