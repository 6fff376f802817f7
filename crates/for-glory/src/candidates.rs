//! What a seat could name at each frame, legal or not: what a table shows, greyed where it is refused.

use table::Seat;

use crate::action::{Action, Source};
use crate::cards::{Home, Type};
use crate::effect::{Deck, Occasion, Timing};
use crate::facts::Relation;
use crate::frame::{Battle, Frame, NOBODY, Window};
use crate::pile::{Half, kinds_in};
use crate::rules::Rules;
use crate::state::{Gladiator, Place, State, Stops, slots_in};
use crate::stats::arenas_in;
use crate::window::is_own;

impl State {
    /// What a seat could name now, legal or not.
    pub(crate) fn candidates_of(&self, rules: &Rules, seat: Seat, mut take: impl FnMut(Action)) {
        if self.decider(rules) != Some(seat) {
            return;
        }
        if let Some(top) = self.public.stack.last() {
            self.candidates_at(rules, seat, top, &mut take);
            if top.is_interruptible() {
                self.free_candidates(rules, seat, &mut take);
            }
        }
    }

    /// What the seat that decides at a frame could name to answer it.
    pub(crate) fn candidates_at(&self, rules: &Rules, seat: Seat, top: &Frame, mut take: impl FnMut(Action)) {
        match top {
            Frame::Machinations => self.machinations_candidates(rules, seat, &mut take),
            Frame::Register { .. } => {
                take(Action::Pass);
                for kind in self.held(seat).kinds(Half::First) {
                    if rules.set.card(kind).kind == Type::Gladiator {
                        for place in Place::ALL {
                            take(Action::Enter(kind, place));
                        }
                    }
                }
                self.free_candidates(rules, seat, &mut take);
            }
            Frame::Battle(battle) => self.combat_candidates(rules, seat, *battle, &mut take),
            Frame::Window(window) => self.reaction_candidates(rules, seat, window, &mut take),
            Frame::Moment { .. } => {
                take(Action::Pass);
                self.free_candidates(rules, seat, &mut take);
            }
            Frame::Attack { seat: by, .. } if rules.magnus() == Some(*by) => {
                self.ties(rules, |slot| take(Action::Target(self.fighter(slot))));
            }
            Frame::Magnus { .. } => self.ties(rules, |slot| take(Action::Target(self.fighter(slot)))),
            Frame::Attack { slot, .. } => {
                for target in slots_in(self.attack_targets(rules, *slot)) {
                    take(Action::Target(self.fighter(target)));
                }
            }
            Frame::Use(it) => self.offers(rules, it, take),
            Frame::Pay { coins, .. } => {
                self.payments(rules, seat, *coins, |payment| take(Action::Pay(payment)));
                take(Action::Decline);
            }
            Frame::Lose { .. } => {
                for (slot, _) in self.public.sand.iter().filter(|(_, it)| it.owner == seat) {
                    take(Action::Target(self.fighter(slot)));
                }
            }
            Frame::Events { first } => {
                let pending =
                    &self.public.events.as_slice()[usize::from(*first).min(self.public.events.len())..];
                for (at, event) in pending.iter().enumerate() {
                    let same =
                        |other: &crate::frame::Event| (other.owner, other.kind) == (event.owner, event.kind);
                    if !pending[..at].iter().any(same) {
                        take(Action::First(event.owner, event.kind));
                    }
                }
            }
            Frame::Discard { .. } => {
                self.held(seat).kinds(Half::First).for_each(|kind| take(Action::Choose(kind)));
            }
            Frame::Reclaim { .. } | Frame::Token { .. } => {
                take(Action::Accept);
                take(Action::Decline);
            }
            Frame::Draft { .. } => {
                for (kind, _) in rules.set.cards().filter(|(kind, _)| self.may_draft(rules, *kind)) {
                    take(Action::Choose(kind));
                }
            }
            Frame::Phase(_) | Frame::Damage { .. } | Frame::Check { .. } | Frame::Muster { .. } => {}
        }
    }

    fn machinations_candidates(&self, rules: &Rules, seat: Seat, take: &mut impl FnMut(Action)) {
        take(Action::EndTurn);
        if !self.public.stopped {
            for stops in Stops::ALL {
                take(Action::Stops(stops));
            }
        }
        for deck in Deck::ALL {
            let row = self.public.rows[deck.index()].as_slice();
            for (at, kind) in row.iter().enumerate() {
                if !row[..at].contains(kind) {
                    take(Action::Buy(*kind));
                }
            }
        }
        for kind in self.held(seat).kinds(Half::First) {
            match rules.set.card(kind).kind {
                Type::Scheme | Type::Patron => take(Action::Play(kind)),
                Type::Gladiator => {
                    for place in Place::ALL {
                        take(Action::Enter(kind, place));
                    }
                    take(Action::Reserve(kind));
                    if matches!(rules.set.card(kind).home, Home::Champion(_)) {
                        take(Action::Upgrade(kind));
                    }
                }
                Type::Tactic | Type::Reaction => take(Action::Reserve(kind)),
                Type::SchemeTactic => {
                    take(Action::Play(kind));
                    take(Action::Reserve(kind));
                }
                Type::Income => {}
            }
        }
        self.patron_candidates(rules, seat, Timing::is_scheme, take);
        self.free_candidates(rules, seat, take);
    }

    fn combat_candidates(&self, rules: &Rules, seat: Seat, battle: Battle, take: &mut impl FnMut(Action)) {
        take(Action::Pass);
        let own = self.public.sand.iter().filter(|(_, it)| it.owner == seat && it.place == battle.place);
        for (slot, it) in own {
            let fighter = self.fighter(slot);
            if !battle.attacked {
                take(Action::Attack(fighter));
            }
            if !battle.tactic {
                for (at, ability) in rules.set.card(it.kind).abilities.iter().enumerate() {
                    if ability.timing.is_tactic() {
                        take(Action::Use(Source::Gladiator(fighter), at as u8));
                    }
                }
            }
        }
        if !battle.tactic {
            for kind in self.held(seat).kinds(Half::First) {
                let card = rules.set.card(kind);
                let tactic = matches!(card.kind, Type::Tactic | Type::SchemeTactic);
                if tactic || card.kind == Type::Gladiator && card.from_hand().is_some() {
                    take(Action::Play(kind));
                }
            }
            self.patron_candidates(rules, seat, Timing::is_tactic, take);
            self.arena_candidates(rules, seat, Timing::is_tactic, take);
        }
        self.free_candidates(rules, seat, take);
    }

    fn reaction_candidates(&self, rules: &Rules, seat: Seat, window: &Window, take: &mut impl FnMut(Action)) {
        take(Action::Pass);
        let reactions = rules.set.reactions(window.occasion, Relation::Own)
            | rules.set.reactions(window.occasion, Relation::Opposing);
        for kind in kinds_in(self.held(seat).set(Half::First) & reactions) {
            take(Action::Play(kind));
        }
        let reacts = |timing: Timing| timing.trigger().is_some();
        self.patron_candidates(rules, seat, reacts, take);
        self.arena_candidates(rules, seat, reacts, take);
        let here = self
            .public
            .sand
            .iter()
            .filter(|(_, it)| it.owner == seat && window.place.is_none_or(|place| place == it.place));
        for (slot, it) in here {
            for (at, ability) in rules.set.card(it.kind).abilities.iter().enumerate() {
                if reacts(ability.timing) {
                    take(Action::Use(Source::Gladiator(self.fighter(slot)), at as u8));
                }
            }
        }
        if window.occasion == Occasion::Damage {
            // Damage of one effect can come to several arenas, and blessings work wherever it does.
            let blessed = |it: &Gladiator| it.owner == seat && (it.blessings > 0 || it.owed > 0);
            for (slot, _) in self.public.sand.iter().filter(|(_, it)| blessed(it)) {
                take(Action::Blessing(self.fighter(slot)));
            }
        }
        if window.owner == seat && window.slot == NOBODY {
            for (at, ability) in rules.set.card(window.kind).abilities.iter().enumerate() {
                if ability.timing.trigger().is_some_and(|trigger| is_own(trigger, window.occasion)) {
                    take(Action::Use(Source::Departed(window.kind), at as u8));
                }
            }
        }
        self.free_candidates(rules, seat, take);
    }

    fn free_candidates(&self, rules: &Rules, seat: Seat, take: &mut impl FnMut(Action)) {
        if self.ludus(seat).reserve > 0 {
            take(Action::Redeem);
        }
        if self.arenas_of(seat) & rules.set.arena_free() != 0 {
            self.arena_candidates(rules, seat, |timing| timing == Timing::Free, take);
        }
    }

    fn patron_candidates(
        &self,
        rules: &Rules,
        seat: Seat,
        fits: impl Fn(Timing) -> bool,
        take: &mut impl FnMut(Action),
    ) {
        let patrons = self.ludus(seat).patrons.as_slice();
        for (at, patron) in patrons.iter().enumerate() {
            if patrons[..at].iter().any(|other| other.kind == patron.kind) {
                continue;
            }
            for (at, ability) in rules.set.card(patron.kind).abilities.iter().enumerate() {
                if fits(ability.timing) {
                    take(Action::Use(Source::Patron(patron.kind), at as u8));
                }
            }
        }
    }

    fn arena_candidates(
        &self,
        rules: &Rules,
        seat: Seat,
        fits: impl Fn(Timing) -> bool,
        take: &mut impl FnMut(Action),
    ) {
        for id in arenas_in(self.arenas_of(seat)) {
            for (at, ability) in rules.set.arena(id).abilities.iter().enumerate() {
                if fits(ability.timing) {
                    take(Action::Use(Source::Arena(id), at as u8));
                }
            }
        }
    }
}
