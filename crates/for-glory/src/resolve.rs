//! Effect to state: what an ability does, sentence by sentence.

use table::{Chance, Seat, SeatSet};

use crate::action::{Action, Fighter};
use crate::cards::{Card, Kind, Type};
use crate::effect::{Ability, Amount, Effect, How, Occasion, Only, Stat, Static, Step, What, Who};
use crate::frame::{Bearer, Event, Frame, NOBODY, Then, Use, Window};
use crate::pile::Half;
use crate::rules::Rules;
use crate::state::{Gladiator, KNOWN, Place, SLOTS, State};
use crate::stats::{Asker, arenas_in};

/// What a sentence still waits for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Need {
    /// A gladiator: the first or second named.
    Target(usize, Who),
    /// An arena of the row to go to.
    Place,
    /// A gladiator of the own hand, and where it enters.
    Enlist,
    /// A card of the own hand.
    Hand,
    /// A card of the own discard pile.
    Pile(What),
    /// A supply deck.
    Row,
    /// A ready patron of an opponent.
    TheirPatron,
    /// An exhausted patron of the own.
    OwnPatron,
    /// An exhausted arena of the own.
    OwnArena,
    /// An opponent.
    Opponent,
    /// A yes or no.
    Consent,
}

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

    const fn asker(&self) -> Asker {
        Asker { seat: self.seat, place: self.place, slot: self.slot, value: self.value }
    }
}

/// The gladiators a sentence speaks of.
const fn gladiators_of(effect: Effect) -> [Option<Who>; 2] {
    match effect {
        Effect::Deal { to: who, .. }
        | Effect::Prevent { on: who, .. }
        | Effect::Remove { on: who, .. }
        | Effect::Exhaust { who }
        | Effect::Ready { who }
        | Effect::Strengthen { who, .. }
        | Effect::Bless { who }
        | Effect::Transfer { who }
        | Effect::Recall { who } => [Some(who), None],
        Effect::Reassign { from, to, .. } | Effect::Move { from, to, .. } => [Some(from), Some(to)],
        Effect::Enlist {}
        | Effect::EnlistThis {}
        | Effect::Draw { .. }
        | Effect::Coins { .. }
        | Effect::Steal { .. }
        | Effect::Discard { .. }
        | Effect::Cull {}
        | Effect::Refresh {}
        | Effect::OnDeck { .. }
        | Effect::Retrieve { .. }
        | Effect::ExhaustPatron {}
        | Effect::ReadyPatron {}
        | Effect::ReadyArena {}
        | Effect::Parry {}
        | Effect::Counter {}
        | Effect::Return { .. } => [None, None],
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
        self.public.stack.push(Frame::Use(it));
        if tactic {
            let (slot, kind) = (it.slot, Kind(0));
            let event =
                Event { occasion: Occasion::Tactic, place: it.place, slot, kind, owner: it.seat, value: 0 };
            self.open_window(rules, event);
        }
        let cost = ability.cost;
        if cost.wounds > 0 {
            self.assign(rules, it.slot, cost.wounds, true);
            self.damage_assigned(rules, NOBODY);
        }
        if cost.discard > 0 {
            self.public.stack.push(Frame::Discard { seat: it.seat, left: cost.discard });
        }
        if cost.exhaust {
            match it.bearer {
                Bearer::Patron(kind) => self.exhaust_patron(rules, it.seat, kind),
                Bearer::Gladiator(_) => {
                    if let Some(gladiator) = self.public.sand.get_mut(it.slot) {
                        gladiator.exhausted = true;
                    }
                }
                Bearer::Arena(id) => self.public.tired |= id.bit(),
                Bearer::Card(_) => {}
            }
        }
        if cost.coins > 0 {
            self.charge(rules, it.seat, cost.coins, Then::GoOn, chance);
        }
    }

    /// A patron becomes blank; its influence is gone at once (FG-38, ruling 34).
    fn exhaust_patron(&mut self, rules: &Rules, seat: Seat, kind: Kind) {
        let patrons = &mut self.ludus_mut(seat).patrons;
        if let Some(patron) = patrons.iter_mut().find(|it| it.kind == kind && !it.exhausted) {
            patron.exhausted = true;
        }
        self.defeat_the_fallen(rules);
        self.enforce_influence(rules, seat);
    }

    /// Carries an ability on. Answers whether anything happened; if not, its user must choose.
    pub(crate) fn advance_use<C: Chance>(&mut self, rules: &Rules, it: Use, chance: &mut C) -> bool {
        let steps = &ability(rules, it.bearer, it.ability).steps;
        let Some(step) = steps.get(usize::from(it.step)).copied() else {
            self.finish_use(it);
            return true;
        };
        if !self.holds(rules, &it, step.only) {
            self.next_step(it);
            return true;
        }
        let Some(need) = Self::need(rules, &it, step) else {
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
        self.choices(rules, &it, need, |action| {
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

    fn finish_use(&mut self, it: Use) {
        self.public.stack.pop();
        match it.bearer {
            Bearer::Card(kind) => self.discard(it.seat, kind),
            Bearer::Patron(_) | Bearer::Gladiator(_) | Bearer::Arena(_) => {}
        }
    }

    /// The next sentence; what was named may be spoken of again.
    pub(crate) fn next_step(&mut self, it: Use) {
        let last = if it.picks[0] == NOBODY { it.last } else { it.picks[0] };
        self.set_top(Frame::Use(Use { step: it.step + 1, picks: [NOBODY; 2], last, ..it }));
    }

    fn holds(&self, rules: &Rules, it: &Use, only: Only) -> bool {
        let others = || Seat::all(rules.sides).filter(|seat| *seat != it.seat);
        let here = |seat: Seat| {
            let there = self.public.sand.iter().filter(|(_, gladiator)| gladiator.owner == seat);
            there.filter(|(_, gladiator)| it.place.is_none_or(|place| place == gladiator.place)).count()
        };
        match only {
            Only::Always => true,
            Only::Favor => self.public.favor == it.seat,
            Only::Behind => others().any(|seat| self.ludus(seat).glory > self.ludus(it.seat).glory),
            Only::Outnumbered => others().any(|seat| here(seat) > here(it.seat)),
        }
    }

    /// What the sentence at hand still waits for.
    pub(crate) fn need(rules: &Rules, it: &Use, step: Step) -> Option<Need> {
        for (at, who) in gladiators_of(step.effect).into_iter().enumerate() {
            if let Some(who) = who
                && who.how == How::Target
                && it.picks[at] == NOBODY
            {
                return Some(Need::Target(at, who));
            }
        }
        let need = match step.effect {
            Effect::Transfer { .. } => Some(Need::Place),
            Effect::Enlist {} => Some(Need::Enlist),
            Effect::Cull {} => Some(Need::Hand),
            Effect::OnDeck { what } | Effect::Retrieve { what } => Some(Need::Pile(what)),
            Effect::Refresh {} => Some(Need::Row),
            Effect::ExhaustPatron {} => Some(Need::TheirPatron),
            Effect::ReadyPatron {} => Some(Need::OwnPatron),
            Effect::ReadyArena {} => Some(Need::OwnArena),
            Effect::Steal { .. } if rules.sides > 2 => Some(Need::Opponent),
            Effect::Deal { .. }
            | Effect::Prevent { .. }
            | Effect::Reassign { .. }
            | Effect::Move { .. }
            | Effect::Remove { .. }
            | Effect::Exhaust { .. }
            | Effect::Ready { .. }
            | Effect::Strengthen { .. }
            | Effect::Bless { .. }
            | Effect::Recall { .. }
            | Effect::EnlistThis {}
            | Effect::Draw { .. }
            | Effect::Coins { .. }
            | Effect::Steal { .. }
            | Effect::Discard { .. }
            | Effect::Parry {}
            | Effect::Counter {}
            | Effect::Return { .. } => None,
        };
        match need {
            None if step.may && it.picks[0] == NOBODY => Some(Need::Consent),
            need => need,
        }
    }

    /// Every choice that answers a need, each once.
    pub(crate) fn choices(&self, rules: &Rules, it: &Use, need: Need, mut take: impl FnMut(Action)) {
        match need {
            Need::Target(at, who) => {
                for (slot, _) in self.public.sand.iter() {
                    if self.is_target(rules, it, at, who, slot) {
                        take(Action::Target(self.fighter(slot)));
                    }
                }
            }
            Need::Place => {
                let from = self.public.sand.get(it.picks[0]).map(|gladiator| gladiator.place);
                Place::ALL
                    .into_iter()
                    .filter(|place| from.is_some_and(|from| self.may_move(from, *place)))
                    .for_each(|place| take(Action::Place(place)));
            }
            Need::Enlist => {
                for kind in self.held(it.seat).kinds(Half::First) {
                    for place in Place::ALL {
                        if self.may_enlist(rules, it, kind, place) {
                            take(Action::Enter(kind, place));
                        }
                    }
                }
            }
            Need::Hand => self.held(it.seat).kinds(Half::First).for_each(|kind| take(Action::Choose(kind))),
            Need::Pile(what) => {
                for kind in self.ludus(it.seat).piles.kinds(Half::First) {
                    if fits_what(rules.set.card(kind), what) {
                        take(Action::Choose(kind));
                    }
                }
            }
            Need::Row => crate::effect::Deck::ALL.into_iter().for_each(|deck| take(Action::Row(deck))),
            Need::TheirPatron => {
                for seat in Seat::all(rules.sides).filter(|seat| *seat != it.seat) {
                    self.patrons(seat, false, |kind| take(Action::Patron(seat, kind)));
                }
            }
            Need::OwnPatron => self.patrons(it.seat, true, |kind| take(Action::Patron(it.seat, kind))),
            Need::OwnArena => {
                arenas_in(self.arenas_of(it.seat) & self.public.tired).for_each(|id| take(Action::Arena(id)));
            }
            Need::Opponent => Seat::all(rules.sides)
                .filter(|seat| *seat != it.seat && self.ludus(*seat).coins > 0)
                .for_each(|seat| take(Action::Opponent(seat))),
            Need::Consent => take(Action::Accept),
        }
    }

    /// Each kind of patron a seat has in this condition, once.
    fn patrons(&self, seat: Seat, exhausted: bool, mut take: impl FnMut(Kind)) {
        let patrons = self.ludus(seat).patrons.as_slice();
        for (at, patron) in patrons.iter().enumerate() {
            if patron.exhausted == exhausted && !patrons[..at].contains(patron) {
                take(patron.kind);
            }
        }
    }

    fn may_move(&self, from: Place, to: Place) -> bool {
        // The gladiator itself does not keep the other Fleeting arena closed if it is alone.
        from != to
            && (self.is_open(to)
                || self.public.arenas[to.index()].is_some() && self.opens_by_leaving(from, to))
    }

    fn opens_by_leaving(&self, from: Place, to: Place) -> bool {
        from.is_fleeting()
            && to.is_fleeting()
            && self.public.sand.iter().filter(|(_, gladiator)| gladiator.place == from).count() == 1
    }

    fn may_enlist(&self, rules: &Rules, it: &Use, kind: Kind, place: Place) -> bool {
        rules.set.card(kind).kind == Type::Gladiator
            && it.place.map_or_else(|| self.is_open(place), |here| here == place)
            && self.can_support(rules, it.seat, kind)
            && self.public.sand.has_room()
    }

    /// How a player names the gladiator of a slot.
    pub(crate) fn fighter(&self, slot: u8) -> Fighter {
        let Some(it) = self.public.sand.get(slot) else {
            return Fighter { owner: Seat::default(), kind: Kind(0), nth: 0 };
        };
        let same = |other: &(u8, &Gladiator)| {
            other.1.owner == it.owner && other.1.kind == it.kind && other.0 <= slot
        };
        Fighter { owner: it.owner, kind: it.kind, nth: self.public.sand.iter().filter(same).count() as u8 }
    }

    /// Whether a sentence may name this gladiator (FG-9, FG-71).
    fn is_target(&self, rules: &Rules, it: &Use, at: usize, who: Who, slot: u8) -> bool {
        let Some(gladiator) = self.public.sand.get(slot) else {
            return false;
        };
        let protected = gladiator.owner != it.seat && self.is(rules, slot, Static::Untargetable {});
        self.fits(who, slot, it.asker()) && !protected && self.is_useful(rules, it, at, slot)
    }

    /// Whether the sentence at hand could do anything to this gladiator.
    fn is_useful(&self, rules: &Rules, it: &Use, at: usize, slot: u8) -> bool {
        let (Some(gladiator), Some(step)) = (
            self.public.sand.get(slot),
            ability(rules, it.bearer, it.ability).steps.get(usize::from(it.step)),
        ) else {
            return false;
        };
        let second = at == 1;
        match step.effect {
            Effect::Prevent { .. } => gladiator.assigned > gladiator.fixed,
            Effect::Reassign { .. } | Effect::Move { .. } if second => {
                slot != Self::named(it, step.effect, 0)
            }
            Effect::Reassign { .. } => gladiator.assigned > 0,
            Effect::Move { .. } | Effect::Remove { .. } => gladiator.damage > 0,
            Effect::Exhaust { .. } => !gladiator.exhausted,
            Effect::Ready { .. } => gladiator.exhausted,
            Effect::Transfer { .. } => {
                Place::ALL.into_iter().any(|place| self.may_move(gladiator.place, place))
            }
            Effect::Deal { .. }
            | Effect::Strengthen { .. }
            | Effect::Bless { .. }
            | Effect::Recall { .. }
            | Effect::Enlist {}
            | Effect::EnlistThis {}
            | Effect::Draw { .. }
            | Effect::Coins { .. }
            | Effect::Steal { .. }
            | Effect::Discard { .. }
            | Effect::Cull {}
            | Effect::Refresh {}
            | Effect::OnDeck { .. }
            | Effect::Retrieve { .. }
            | Effect::ExhaustPatron {}
            | Effect::ReadyPatron {}
            | Effect::ReadyArena {}
            | Effect::Parry {}
            | Effect::Counter {}
            | Effect::Return { .. } => true,
        }
    }

    /// The slot a sentence's first or second gladiator stands in.
    fn named(it: &Use, effect: Effect, at: usize) -> u8 {
        match gladiators_of(effect)[at].map(|who| who.how) {
            Some(How::Target | How::Each) => it.picks[at],
            Some(How::This) => it.slot,
            Some(How::Attacker) => it.subject,
            Some(How::Same) => it.last,
            None => NOBODY,
        }
    }

    /// Whether using this ability now would do anything at all: its first sentence that is not optional must find what it
    /// needs. (FG-89: nobody may throw cards away by using them for nothing.)
    pub(crate) fn has_effect(&self, rules: &Rules, it: &Use) -> bool {
        let steps = &ability(rules, it.bearer, it.ability).steps;
        if steps.is_empty() {
            return true;
        }
        let mut optional = false;
        for (at, step) in steps.iter().enumerate() {
            let it = Use { step: at as u8, ..*it };
            if !self.holds(rules, &it, step.only) {
                continue;
            }
            let possible = self.is_possible(rules, &it, *step);
            if !step.may {
                return possible || optional;
            }
            optional |= possible;
        }
        optional
    }

    fn is_possible(&self, rules: &Rules, it: &Use, step: Step) -> bool {
        for (at, who) in gladiators_of(step.effect).into_iter().enumerate() {
            let Some(who) = who else {
                continue;
            };
            let found = match who.how {
                How::Target => {
                    self.public.sand.iter().any(|(slot, _)| self.is_target(rules, it, at, who, slot))
                }
                How::Each => {
                    self.public.sand.iter().any(|(slot, _)| {
                        self.fits(who, slot, it.asker()) && self.is_useful(rules, it, at, slot)
                    })
                }
                How::This => {
                    self.public.sand.get(it.slot).is_some() && self.is_useful(rules, it, at, it.slot)
                }
                How::Attacker => {
                    self.public.sand.get(it.subject).is_some() && self.is_useful(rules, it, at, it.subject)
                }
                How::Same => true,
            };
            if !found {
                return false;
            }
        }
        match step.effect {
            Effect::EnlistThis {} => match it.bearer {
                Bearer::Card(kind) => self.can_support(rules, it.seat, kind) && self.public.sand.has_room(),
                Bearer::Patron(_) | Bearer::Gladiator(_) | Bearer::Arena(_) => false,
            },
            Effect::OnDeck { .. } if self.ludus(it.seat).top.len() >= KNOWN => false,
            Effect::Cull {} | Effect::Enlist {} => self.has_hand_choice(rules, it, step),
            Effect::Steal { .. } => {
                Seat::all(rules.sides).any(|seat| seat != it.seat && self.ludus(seat).coins > 0)
            }
            Effect::OnDeck { .. }
            | Effect::Retrieve { .. }
            | Effect::ExhaustPatron {}
            | Effect::ReadyPatron {}
            | Effect::ReadyArena {} => {
                let mut any = false;
                if let Some(need) = Self::need(rules, it, Step { may: false, ..step }) {
                    self.choices(rules, it, need, |_| any = true);
                }
                any || self.pays_into_pile(rules, it, step.effect)
            }
            Effect::Deal { .. }
            | Effect::Prevent { .. }
            | Effect::Reassign { .. }
            | Effect::Move { .. }
            | Effect::Remove { .. }
            | Effect::Exhaust { .. }
            | Effect::Ready { .. }
            | Effect::Strengthen { .. }
            | Effect::Bless { .. }
            | Effect::Transfer { .. }
            | Effect::Recall { .. }
            | Effect::Draw { .. }
            | Effect::Coins { .. }
            | Effect::Discard { .. }
            | Effect::Refresh {}
            | Effect::Parry {}
            | Effect::Counter {}
            | Effect::Return { .. } => true,
        }
    }

    /// Ruling 24: incomes that pay for a fetch can be fetched, so an empty pile need not stay empty.
    fn pays_into_pile(&self, rules: &Rules, it: &Use, effect: Effect) -> bool {
        let fetches = matches!(
            effect,
            Effect::OnDeck { what: What::Card | What::Income }
                | Effect::Retrieve { what: What::Card | What::Income }
        );
        let held = self.held(it.seat);
        fetches
            && ability(rules, it.bearer, it.ability).cost.coins > 0
            && rules.set.incomes().iter().any(|kind| held.count(Half::First, *kind) > 0)
    }

    /// Whether the hand, without the card being played, holds what the sentence asks for.
    fn has_hand_choice(&self, rules: &Rules, it: &Use, step: Step) -> bool {
        let Some(need) = Self::need(rules, it, Step { may: false, ..step }) else {
            return false;
        };
        let played = match it.bearer {
            Bearer::Card(kind) => Some(kind),
            Bearer::Patron(_) | Bearer::Gladiator(_) | Bearer::Arena(_) => None,
        };
        let mut any = false;
        self.choices(rules, it, need, |action| {
            if let Action::Choose(kind) | Action::Enter(kind, _) = action {
                any |= Some(kind) != played || self.in_hand(it.seat, kind) > 1;
            }
        });
        any
    }

    /// A choice for the sentence at hand.
    pub(crate) fn choose<C: Chance>(&mut self, rules: &Rules, it: Use, action: Action, chance: &mut C) {
        let Some(step) = ability(rules, it.bearer, it.ability).steps.get(usize::from(it.step)).copied()
        else {
            return;
        };
        if action == Action::Decline {
            self.next_step(it);
            return;
        }
        if let (Action::Target(fighter), Some(Need::Target(at, _))) = (action, Self::need(rules, &it, step)) {
            let mut it = it;
            it.picks[at] = self.find(fighter.owner, fighter.kind, fighter.nth).unwrap_or(NOBODY);
            self.set_top(Frame::Use(it));
            // What "may" offered has been taken up.
            let rest = Step { may: false, ..step };
            if Self::need(rules, &it, rest).is_none() {
                self.execute(rules, it, rest, None, chance);
            }
            return;
        }
        self.execute(rules, it, step, Some(action), chance);
    }

    /// Does what the sentence says, everything it needs being named.
    fn execute<C: Chance>(
        &mut self,
        rules: &Rules,
        it: Use,
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
                self.for_each(&it, step.effect, to, |state, slot| {
                    state.assign(rules, slot, amount, unpreventable);
                });
                self.damage_assigned(rules, NOBODY);
            }
            Effect::Prevent { amount, on } => {
                let amount = much(self, amount);
                self.for_each(&it, step.effect, on, |state, slot| state.prevent(slot, amount));
            }
            Effect::Reassign { amount, .. } => {
                let (from, to) = (Self::named(&it, step.effect, 0), Self::named(&it, step.effect, 1));
                self.reassign(rules, much(self, amount), from, to);
            }
            Effect::Move { amount, .. } => {
                let (from, to) = (Self::named(&it, step.effect, 0), Self::named(&it, step.effect, 1));
                self.move_damage(rules, much(self, amount), from, to);
            }
            Effect::Remove { amount, on } => {
                let amount = much(self, amount);
                self.for_each(&it, step.effect, on, |state, slot| {
                    if let Some(gladiator) = state.public.sand.get_mut(slot) {
                        gladiator.damage = gladiator.damage.saturating_sub(amount);
                    }
                });
            }
            Effect::Exhaust { who } => self.set_exhausted(&it, step.effect, who, true),
            Effect::Ready { who } => self.set_exhausted(&it, step.effect, who, false),
            Effect::Strengthen { amount, who } => {
                let amount = much(self, amount);
                self.for_each(&it, step.effect, who, |state, slot| {
                    if let Some(gladiator) = state.public.sand.get_mut(slot) {
                        gladiator.fury = gladiator.fury.saturating_add(amount).min(50);
                    }
                });
            }
            Effect::Bless { who } => self.for_each(&it, step.effect, who, |state, slot| {
                if let Some(gladiator) = state.public.sand.get_mut(slot) {
                    gladiator.blessings = gladiator.blessings.saturating_add(1);
                }
            }),
            Effect::Transfer { .. } => {
                if let Some(Action::Place(place)) = chosen {
                    self.transfer(rules, Self::named(&it, step.effect, 0), place);
                }
            }
            Effect::Recall { .. } => self.recall(rules, Self::named(&it, step.effect, 0)),
            Effect::Enlist {} => {
                if let Some(Action::Enter(kind, place)) = chosen {
                    self.reveal_from_hand(it.seat, kind);
                    chance.learned(SeatSet::all(rules.players));
                    self.enter(rules, it.seat, kind, place);
                }
            }
            Effect::EnlistThis {} => self.enlist_this(rules, it),
            Effect::Draw { cards } => {
                let cards = much(self, cards);
                self.draw(it.seat, cards, chance);
            }
            Effect::Coins { coins } => self.gain_coins(it.seat, much(self, coins)),
            Effect::Steal { coins } => self.steal(rules, it.seat, chosen, much(self, coins)),
            Effect::Discard { cards } => {
                for seat in Seat::all(rules.sides).filter(|seat| *seat != it.seat) {
                    self.public.stack.push(Frame::Discard { seat, left: cards });
                }
            }
            Effect::Cull {} => {
                if let Some(Action::Choose(kind)) = chosen {
                    self.reveal_from_hand(it.seat, kind);
                    self.public.removed += 1;
                    chance.learned(SeatSet::all(rules.players));
                }
            }
            Effect::Refresh {} => {
                if let Some(Action::Row(deck)) = chosen {
                    while let Some(kind) = self.public.rows[deck.index()].pop() {
                        self.public.supply.add(Half::Second, kind);
                    }
                    self.refill(rules, deck, chance);
                }
            }
            Effect::OnDeck { .. } | Effect::Retrieve { .. } => self.fetch(it.seat, step.effect, chosen),
            Effect::ExhaustPatron {} | Effect::ReadyPatron {} | Effect::ReadyArena {} => {
                self.turn_in_villa(rules, step.effect, chosen);
            }
            Effect::Parry {} => self.parry(),
            Effect::Counter {} => self.counter(),
            Effect::Return { coins } => self.watch(it, coins),
        }
    }

    /// Does something to every gladiator a sentence speaks of, found before anything is done.
    fn for_each(&mut self, it: &Use, effect: Effect, who: Who, mut act: impl FnMut(&mut Self, u8)) {
        if who.how != How::Each {
            act(self, Self::named(it, effect, 0));
            return;
        }
        let fitting: [bool; SLOTS] = std::array::from_fn(|slot| self.fits(who, slot as u8, it.asker()));
        for slot in (0..SLOTS).filter(|slot| fitting[*slot]) {
            act(self, slot as u8);
        }
    }

    fn set_exhausted(&mut self, it: &Use, effect: Effect, who: Who, exhausted: bool) {
        self.for_each(it, effect, who, |state, slot| {
            if let Some(gladiator) = state.public.sand.get_mut(slot) {
                gladiator.exhausted = exhausted;
            }
        });
    }

    /// FG-71: assigned damage goes back to the supply, but none that can't be prevented (ruling 41).
    pub(crate) fn prevent(&mut self, slot: u8, amount: u8) {
        if let Some(it) = self.public.sand.get_mut(slot) {
            it.assigned -= amount.min(it.assigned - it.fixed);
        }
    }

    /// FG-71: what can be prevented goes first; what can't stays so.
    pub(crate) fn reassign(&mut self, rules: &Rules, amount: u8, from: u8, to: u8) {
        let Some(it) = self.public.sand.get_mut(from) else {
            return;
        };
        let moved = amount.min(it.assigned);
        let fixed = moved.saturating_sub(it.assigned - it.fixed);
        it.assigned -= moved;
        it.fixed -= fixed;
        self.assign(rules, to, moved - fixed, false);
        self.assign(rules, to, fixed, true);
        self.damage_assigned(rules, NOBODY);
    }

    /// FG-71, ruling 40: moved damage is assigned anew.
    fn move_damage(&mut self, rules: &Rules, amount: u8, from: u8, to: u8) {
        let Some(it) = self.public.sand.get_mut(from) else {
            return;
        };
        let moved = amount.min(it.damage);
        it.damage -= moved;
        self.assign(rules, to, moved, false);
        self.damage_assigned(rules, NOBODY);
    }

    /// A gladiator enters an arena, ready and unhurt; its window follows.
    pub(crate) fn enter(&mut self, rules: &Rules, seat: Seat, kind: Kind, place: Place) {
        let first = self.public.events.len() as u8;
        if let Some(slot) = self.public.sand.enter(Gladiator::fresh(kind, seat, place)) {
            let (occasion, place) = (Occasion::Enter, Some(place));
            self.happen(rules, Event { occasion, place, slot, kind, owner: seat, value: 0 });
        }
        self.open_events(first);
    }

    fn enlist_this(&mut self, rules: &Rules, it: Use) {
        if let (Bearer::Card(kind), Some(place)) = (it.bearer, it.place) {
            // It is a gladiator now and will not be discarded with the tactic.
            if let Some(Frame::Use(top)) = self.public.stack.last_mut() {
                top.bearer = Bearer::Gladiator(kind);
            }
            self.enter(rules, it.seat, kind, place);
        }
    }

    /// FG-44: leaves one arena and enters another; both are triggers. Damage goes along.
    fn transfer(&mut self, rules: &Rules, slot: u8, place: Place) {
        let first = self.public.events.len() as u8;
        let value = self.stat(rules, slot, Stat::Attack);
        let Some(it) = self.public.sand.get_mut(slot) else {
            return;
        };
        let from = std::mem::replace(&mut it.place, place);
        // Ruling 44: blessings stay behind.
        it.blessings = 0;
        let (kind, owner) = (it.kind, it.owner);
        let left = Event { occasion: Occasion::Leave, place: Some(from), slot: NOBODY, kind, owner, value };
        self.happen(rules, left);
        self.happen(rules, Event { occasion: Occasion::Enter, place: Some(place), slot, value: 0, ..left });
        self.open_events(first);
        self.defeat_the_fallen(rules);
    }

    fn recall(&mut self, rules: &Rules, slot: u8) {
        let first = self.public.events.len() as u8;
        let value = self.stat(rules, slot, Stat::Attack);
        let Some(it) = self.public.sand.leave(slot) else {
            return;
        };
        self.put_in_hand(it.owner, it.kind);
        let (occasion, place) = (Occasion::Leave, Some(it.place));
        self.happen(rules, Event { occasion, place, slot: NOBODY, kind: it.kind, owner: it.owner, value });
        self.open_events(first);
        self.defeat_the_fallen(rules);
    }

    fn steal(&mut self, rules: &Rules, seat: Seat, chosen: Option<Action>, coins: u8) {
        let from = match chosen {
            Some(Action::Opponent(from)) => from,
            _ => seat.next(rules.sides),
        };
        let taken = coins.min(self.ludus(from).coins);
        self.ludus_mut(from).coins -= taken;
        self.gain_coins(seat, taken);
    }

    /// A patron or arena is exhausted or readied.
    fn turn_in_villa(&mut self, rules: &Rules, effect: Effect, chosen: Option<Action>) {
        if let Some(Action::Arena(id)) = chosen {
            self.public.tired &= !id.bit();
        }
        if let Some(Action::Patron(seat, kind)) = chosen {
            if effect == (Effect::ExhaustPatron {}) {
                self.exhaust_patron(rules, seat, kind);
                return;
            }
            let mut patrons = self.ludus_mut(seat).patrons.iter_mut();
            if let Some(patron) = patrons.find(|patron| patron.kind == kind && patron.exhausted) {
                patron.exhausted = false;
            }
        }
    }

    fn fetch(&mut self, seat: Seat, effect: Effect, chosen: Option<Action>) {
        let Some(Action::Choose(kind)) = chosen else {
            return;
        };
        if !self.ludus_mut(seat).piles.take(Half::First, kind) {
            return;
        }
        if matches!(effect, Effect::OnDeck { .. }) {
            let ludus = self.ludus_mut(seat);
            ludus.piles.add(Half::Second, kind);
            ludus.top.push(kind);
            ludus.deck += 1;
        } else {
            self.put_in_hand(seat, kind);
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

    fn watch(&mut self, it: Use, coins: u8) {
        if let Bearer::Card(kind) = it.bearer {
            let fallen = self.public.sand.get(it.last).is_none();
            self.public.watches.push(crate::frame::Watch {
                slot: it.last,
                fallen,
                kind,
                seat: it.seat,
                coins,
            });
        }
    }
}

/// Whether a need is met from the hand, so that only its owner knows what there is to choose.
pub(crate) const fn is_secret(need: Need) -> bool {
    match need {
        Need::Enlist | Need::Hand => true,
        Need::Target(..)
        | Need::Place
        | Need::Pile(_)
        | Need::Row
        | Need::TheirPatron
        | Need::OwnPatron
        | Need::OwnArena
        | Need::Opponent
        | Need::Consent => false,
    }
}

fn fits_what(card: &Card, what: What) -> bool {
    match what {
        What::Card => true,
        What::Gladiator => card.kind == Type::Gladiator,
        What::Training => card.kind.is_reservable(),
        What::Income => card.kind == Type::Income,
    }
}
