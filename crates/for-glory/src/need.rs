//! What a sentence of a card still waits for, what answers it, and whether it could do anything at all.

use table::Seat;

use crate::action::{Action, Fighter};
use crate::cards::{Card, Kind, Type};
use crate::effect::{Effect, How, Only, Static, Step, What, Who};
use crate::frame::{Bearer, NOBODY, Use};
use crate::pile::Half;
use crate::resolve::ability;
use crate::rules::Rules;
use crate::state::{Gladiator, KNOWN, Place, State};
use crate::stats::arenas_in;

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
    pub(crate) fn holds(&self, rules: &Rules, it: &Use, only: Only) -> bool {
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
    pub(crate) fn patrons(&self, seat: Seat, exhausted: bool, mut take: impl FnMut(Kind)) {
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
    pub(crate) fn named(it: &Use, effect: Effect, at: usize) -> u8 {
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
