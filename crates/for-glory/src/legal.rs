//! Every legal action at a frame, without a word on the others: what searches and random play ask for most.
//!
//! `judge` says the same action by action, and why not. Here what is the same for many actions is asked once, and cards are
//! found by sets of kinds. A law of every game holds the two together.

use table::Seat;

use crate::action::{Action, Source};
use crate::cards::{ArenaId, Kind, KindSet, Type};
use crate::effect::{Deck, Occasion};
use crate::facts::{Perk, SCHEME_GIFT, TACTIC_GIFT, abilities_that, perk_gift, window_bit};
use crate::frame::{Battle, Bearer, Frame, NOBODY, Use, Window};
use crate::pile::{Half, kinds_in};
use crate::rules::Rules;
use crate::state::{Patron, Place, State, slots_in};
use crate::stats::arenas_in;
use crate::window::{answers, is_own};

/// Where a seat's gladiators may enter now, and what they may require together.
struct Gate {
    open: [bool; 3],
    spare: Option<u32>,
}

impl Gate {
    fn admits(&self, rules: &Rules, kind: Kind, place: Place) -> bool {
        let needs = u32::from(rules.set.fact(kind).influence);
        self.open[place.index()] && (needs == 0 || self.spare.is_some_and(|spare| needs <= spare))
    }
}

/// The places of the bits of a set of abilities.
fn members(mut set: u8) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let at = set.trailing_zeros() as u8;
        set &= set - 1;
        Some(at)
    })
}

impl State {
    /// Every legal action, each once.
    pub(crate) fn legal_of(&self, rules: &Rules, seat: Seat, out: &mut Vec<Action>) {
        let Some(top) = self.public.stack.last() else {
            return;
        };
        if self.public.end.is_some() {
            return;
        }
        // Most decisions are those of the active player's turn.
        if matches!(top, Frame::Machinations) {
            if self.public.active == seat {
                self.legal_machinations(rules, seat, out);
            }
            return;
        }
        self.legal_elsewhere(rules, seat, top, out);
    }

    /// The same outside of machinations turns.
    #[inline(never)]
    fn legal_elsewhere(&self, rules: &Rules, seat: Seat, top: &Frame, out: &mut Vec<Action>) {
        let decides = match top {
            Frame::Battle(battle) => battle.seat == seat,
            Frame::Window(window) => window.seat == seat,
            Frame::Use(it) => it.seat == seat,
            Frame::Pay { seat: payer, .. } => *payer == seat,
            Frame::Machinations
            | Frame::Register { .. }
            | Frame::Moment { .. }
            | Frame::Lose { .. }
            | Frame::Reclaim { .. }
            | Frame::Attack { .. }
            | Frame::Magnus { .. }
            | Frame::Events { .. }
            | Frame::Discard { .. }
            | Frame::Token { .. }
            | Frame::Draft { .. }
            | Frame::Phase(_)
            | Frame::Damage { .. }
            | Frame::Check { .. }
            | Frame::Muster { .. } => self.decider(rules) == Some(seat),
        };
        if !decides {
            return;
        }
        match top {
            Frame::Register { .. } => self.legal_registration(rules, seat, out),
            Frame::Battle(battle) => self.legal_combat(rules, seat, *battle, out),
            Frame::Window(window) => self.legal_reactions(rules, seat, window, out),
            Frame::Moment { .. } => {
                out.push(Action::Pass);
                self.legal_free(rules, seat, out);
            }
            Frame::Pay { coins, .. } => self.legal_payments(rules, seat, *coins, out),
            Frame::Lose { .. } => self.legal_losses(rules, seat, out),
            Frame::Reclaim { coins, .. } => {
                if self.can_pay(rules, seat, *coins) {
                    out.push(Action::Accept);
                }
                out.push(Action::Decline);
            }
            // All that can be named here is legal.
            Frame::Use(_)
            | Frame::Attack { .. }
            | Frame::Magnus { .. }
            | Frame::Events { .. }
            | Frame::Discard { .. }
            | Frame::Token { .. }
            | Frame::Draft { .. } => self.candidates_at(rules, seat, top, |action| out.push(action)),
            Frame::Machinations
            | Frame::Phase(_)
            | Frame::Damage { .. }
            | Frame::Check { .. }
            | Frame::Muster { .. } => {}
        }
        if top.is_interruptible() {
            self.legal_free(rules, seat, out);
        }
    }

    /// FG-10: what can't be paid after all is declined.
    #[inline(never)]
    fn legal_payments(&self, rules: &Rules, seat: Seat, coins: u8, out: &mut Vec<Action>) {
        let mut payable = false;
        self.payments(rules, seat, coins, |payment| {
            payable = true;
            out.push(Action::Pay(payment));
        });
        if !payable {
            out.push(Action::Decline);
        }
    }

    /// FG-38.
    #[inline(never)]
    fn legal_losses(&self, rules: &Rules, seat: Seat, out: &mut Vec<Action>) {
        for slot in slots_in(self.public.sand.of(seat)) {
            if self.may_lose(rules, seat, slot) {
                out.push(Action::Target(self.fighter(slot)));
            }
        }
    }

    #[inline(never)]
    fn legal_machinations(&self, rules: &Rules, seat: Seat, out: &mut Vec<Action>) {
        out.push(Action::EndTurn);
        let ludus = self.ludus(seat);
        if !self.public.stopped {
            for stops in ludus.stops.others() {
                out.push(Action::Stops(stops));
            }
        }
        let arenas = self.arenas_of(seat);
        // Whether some static ability may be of this kind.
        let may = |perk| ludus.gifts & perk_gift(perk) != 0 || arenas & rules.set.arena_perk(perk) != 0;
        let hand = self.held(seat).set(Half::First);
        let incomes = hand & rules.set.of_type(Type::Income);
        let purse = self.purse_of(rules, seat, incomes);
        let discounted = may(Perk::Discount);
        let beyond = if discounted { self.beyond_purse(rules, seat, purse) } else { [purse + 1; 3] };
        self.legal_purchases(rules, beyond, out);
        let fighters = hand & rules.set.of_type(Type::Gladiator) != 0;
        let gate = fighters.then(|| self.gate(rules, seat, hand));
        let reserves = fighters && may(Perk::ReserveGladiators) && self.reserves_gladiators(rules, seat);
        for kind in kinds_in(hand & !incomes) {
            match rules.set.fact(kind).kind {
                Type::Scheme => {
                    if self.affords(rules, seat, kind) {
                        out.push(Action::Play(kind));
                    }
                }
                Type::Patron => out.push(Action::Play(kind)),
                Type::Gladiator => {
                    for place in Place::ALL {
                        if gate.as_ref().is_some_and(|gate| gate.admits(rules, kind, place)) {
                            out.push(Action::Enter(kind, place));
                        }
                    }
                    if reserves {
                        out.push(Action::Reserve(kind));
                    }
                    if let Some(next) = rules.set.next_level(kind)
                        && u32::from(rules.set.fact(next).cost) <= purse
                    {
                        out.push(Action::Upgrade(kind));
                    }
                }
                Type::Tactic | Type::Reaction => out.push(Action::Reserve(kind)),
                Type::SchemeTactic => {
                    if self.affords(rules, seat, kind) {
                        out.push(Action::Play(kind));
                    }
                    out.push(Action::Reserve(kind));
                }
                Type::Income => {}
            }
        }
        if ludus.gifts & SCHEME_GIFT != 0 {
            self.legal_schemes(rules, seat, out);
        }
        if ludus.reserve > 0 && u32::from(ludus.reserve) <= purse {
            out.push(Action::Redeem);
        }
        self.legal_free_arenas(rules, seat, arenas & rules.set.arena_free() & !self.public.tired, out);
    }

    /// What the cards of each row must cost less than, for a seat to buy them, where static abilities take something off.
    #[inline(never)]
    fn beyond_purse(&self, rules: &Rules, seat: Seat, purse: u32) -> [u32; 3] {
        // A price is below the cost by the discount, but never below 1.
        self.discounts(rules, seat).map(|less| match (less, purse) {
            (0, _) => purse + 1,
            (_, 0) => 0,
            (less, _) => purse + u32::from(less) + 1,
        })
    }

    /// FG-32: each card for sale that the seat could pay: that costs less than this in its row.
    #[inline]
    fn legal_purchases(&self, rules: &Rules, beyond: [u32; 3], out: &mut Vec<Action>) {
        for deck in Deck::ALL {
            // Each kind once. A row has three cards: written out, it takes half as long as any loop.
            let payable = |kind: Kind| u32::from(rules.set.cost(kind)) < beyond[deck.index()];
            let [first, rest @ ..] = self.public.rows[deck.index()].as_slice() else {
                continue;
            };
            if payable(*first) {
                out.push(Action::Buy(*first));
            }
            let [second, rest @ ..] = rest else {
                continue;
            };
            if payable(*second) && second != first {
                out.push(Action::Buy(*second));
            }
            let [third, ..] = rest else {
                continue;
            };
            if payable(*third) && third != first && third != second {
                out.push(Action::Buy(*third));
            }
        }
    }

    /// FG-36, FG-37: one look at the arenas for all gladiators in hand.
    fn gate(&self, rules: &Rules, seat: Seat, hand: KindSet) -> Gate {
        // Influence is for those that require some.
        let spare = if hand & rules.set.demanding() == 0 {
            None
        } else {
            self.influence(rules, seat).checked_sub(self.requirement(rules, seat))
        };
        let sand = &self.public.sand;
        let taken = |place| sand.at(place) != 0;
        let [near, far, lasting] = self.public.arenas.map(|arena| arena.is_some());
        Gate { open: [near && !taken(Place::Far), far && !taken(Place::Near), lasting], spare }
    }

    /// Whether a scheme of the hand, whose first ability is its text, can be paid for; it may come to nothing (FG-122).
    #[inline]
    fn affords(&self, rules: &Rules, seat: Seat, kind: Kind) -> bool {
        rules.set.is_always_playable(kind) || self.affords_dear(rules, seat, kind)
    }

    #[inline(never)]
    fn affords_dear(&self, rules: &Rules, seat: Seat, kind: Kind) -> bool {
        self.judge_cost(rules, seat, &self.card_use(seat, kind, 0)).is_ok()
    }

    /// FG-33: schemes of patrons in the villa.
    #[inline(never)]
    fn legal_schemes(&self, rules: &Rules, seat: Seat, out: &mut Vec<Action>) {
        self.legal_patrons(
            seat,
            |kind| rules.set.fact(kind).scheme,
            out,
            |kind, ability| {
                // The patron is ready, so most can be used.
                let cost = rules.set.card(kind).abilities[usize::from(ability)].cost;
                let it = Use::new(Bearer::Patron(kind), ability, seat, None, NOBODY);
                cost.coins == 0 && cost.discard == 0 || self.judge_cost(rules, seat, &it).is_ok()
            },
        );
    }

    /// Abilities of ready patrons in the villa that may be used, each kind once.
    fn legal_patrons(
        &self,
        seat: Seat,
        fitting: impl Fn(Kind) -> u8,
        out: &mut Vec<Action>,
        may: impl Fn(Kind, u8) -> bool,
    ) {
        let patrons = self.ludus(seat).patrons.as_slice();
        for (at, patron) in patrons.iter().enumerate() {
            let fitting = fitting(patron.kind);
            if fitting == 0 || patrons[..at].iter().any(|other| other.kind == patron.kind) {
                continue;
            }
            // FG-7: an exhausted patron is blank.
            let ready = |it: &Patron| it.kind == patron.kind && !it.exhausted;
            if patron.exhausted && !patrons[at..].iter().any(ready) {
                continue;
            }
            for ability in members(fitting) {
                if may(patron.kind, ability) {
                    out.push(Action::Use(Source::Patron(patron.kind), ability));
                }
            }
        }
    }

    /// Abilities of these arenas.
    #[inline(never)]
    fn legal_arenas(
        &self,
        rules: &Rules,
        seat: Seat,
        arenas: u32,
        fitting: impl Fn(ArenaId) -> u8,
        out: &mut Vec<Action>,
    ) {
        for id in arenas_in(arenas) {
            let certain = if self.public.tired & id.bit() == 0 { rules.set.certain_abilities(id) } else { 0 };
            for ability in members(fitting(id)) {
                if certain >> ability & 1 != 0 || self.may_use_arena(rules, seat, id, ability) {
                    out.push(Action::Use(Source::Arena(id), ability));
                }
            }
        }
    }

    #[inline(never)]
    fn may_use_arena(&self, rules: &Rules, seat: Seat, id: ArenaId, ability: u8) -> bool {
        let it = Use::new(Bearer::Arena(id), ability, seat, self.reach(), NOBODY);
        self.judge_ability(rules, seat, &it).is_ok()
    }

    /// The reserve and free actions, at every own decision (rulings 19, 70).
    #[inline]
    pub(crate) fn legal_free(&self, rules: &Rules, seat: Seat, out: &mut Vec<Action>) {
        // Most have neither. A free action always exhausts its arena.
        let arenas = self.arenas_of(seat) & rules.set.arena_free() & !self.public.tired;
        if self.ludus(seat).reserve > 0 || arenas != 0 {
            self.legal_free_some(rules, seat, arenas, out);
        }
    }

    #[inline(never)]
    fn legal_free_some(&self, rules: &Rules, seat: Seat, arenas: u32, out: &mut Vec<Action>) {
        let reserve = self.ludus(seat).reserve;
        if reserve > 0 && self.can_pay(rules, seat, reserve) {
            out.push(Action::Redeem);
        }
        self.legal_free_arenas(rules, seat, arenas, out);
    }

    /// Free actions of these arenas, which have one and are ready.
    fn legal_free_arenas(&self, rules: &Rules, seat: Seat, ready: u32, out: &mut Vec<Action>) {
        if ready != 0 {
            self.legal_arenas(rules, seat, ready, |id| rules.set.free_abilities(id), out);
        }
    }

    /// FG-50.
    fn legal_registration(&self, rules: &Rules, seat: Seat, out: &mut Vec<Action>) {
        out.push(Action::Pass);
        let fighters = self.held(seat).set(Half::First) & rules.set.of_type(Type::Gladiator);
        if fighters != 0 && self.can_pay(rules, seat, self.registration_cost(rules, seat)) {
            let gate = self.gate(rules, seat, fighters);
            for kind in kinds_in(fighters) {
                for place in Place::ALL {
                    if gate.admits(rules, kind, place) {
                        out.push(Action::Enter(kind, place));
                    }
                }
            }
        }
        self.legal_free(rules, seat, out);
    }

    /// FG-64 to FG-66.
    fn legal_combat(&self, rules: &Rules, seat: Seat, battle: Battle, out: &mut Vec<Action>) {
        let attacks = !battle.attacked && self.has_prey(rules, seat, battle.place);
        if !(attacks && self.has_ready(seat, battle.place)) {
            out.push(Action::Pass);
        }
        for (slot, it) in self.gladiators_of(seat, Some(battle.place)) {
            if attacks && !it.exhausted {
                out.push(Action::Attack(self.fighter(slot)));
            }
            let tactics = if battle.tactic { 0 } else { rules.set.fact(it.kind).tactic };
            for ability in members(tactics) {
                let use_ = Use::new(Bearer::Gladiator(it.kind), ability, seat, Some(it.place), slot);
                if !self.is_silenced(slot) && self.judge_ability(rules, seat, &use_).is_ok() {
                    out.push(Action::Use(Source::Gladiator(self.fighter(slot)), ability));
                }
            }
        }
        if !battle.tactic {
            self.legal_tactics(rules, seat, out);
        }
        self.legal_free(rules, seat, out);
    }

    /// FG-66: tactics from hand, of patrons and of arenas.
    fn legal_tactics(&self, rules: &Rules, seat: Seat, out: &mut Vec<Action>) {
        let tactics = rules.set.of_type(Type::Tactic)
            | rules.set.of_type(Type::SchemeTactic)
            | rules.set.playable_fighters();
        for kind in kinds_in(self.held(seat).set(Half::First) & tactics) {
            let card = rules.set.card(kind);
            let ability = if card.kind == Type::Gladiator { card.from_hand().unwrap_or(0) as u8 } else { 0 };
            if self.judge_ability(rules, seat, &self.card_use(seat, kind, ability)).is_ok() {
                out.push(Action::Play(kind));
            }
        }
        if self.ludus(seat).gifts & TACTIC_GIFT != 0 {
            self.legal_patrons(
                seat,
                |kind| rules.set.fact(kind).tactic,
                out,
                |kind, ability| {
                    let it = Use::new(Bearer::Patron(kind), ability, seat, self.reach(), NOBODY);
                    self.judge_ability(rules, seat, &it).is_ok()
                },
            );
        }
        let arenas = self.arenas_of(seat) & rules.set.arena_tactic();
        if arenas != 0 {
            self.legal_arenas(rules, seat, arenas, |id| rules.set.tactic_abilities(id), out);
        }
    }

    /// FG-72, FG-73.
    fn legal_reactions(&self, rules: &Rules, seat: Seat, window: &Window, out: &mut Vec<Action>) {
        if self.duty(rules, seat, window).is_none() {
            out.push(Action::Pass);
        }
        let relation = window.relation(seat);
        let cards = rules.set.reactions(window.occasion, relation);
        for kind in kinds_in(self.held(seat).set(Half::First) & cards) {
            let mut it = self.card_use(seat, kind, 0);
            it.subject = window.slot;
            if self.judge_ability(rules, seat, &it).is_ok() {
                out.push(Action::Play(kind));
            }
        }
        let mut react = |source: Source, ability: u8| {
            if self.judge_reaction_ability(rules, seat, window, source, ability).is_ok() {
                out.push(Action::Use(source, ability));
            }
        };
        let bit = window_bit(window.occasion, relation);
        let patrons = self.ludus(seat).patrons.as_slice();
        for (at, patron) in patrons.iter().enumerate() {
            let answering = rules.set.fact(patron.kind).windows & bit != 0;
            if answering && !patrons[..at].iter().any(|other| other.kind == patron.kind) {
                let abilities = &rules.set.card(patron.kind).abilities;
                members(abilities_that(abilities, |it| answers(it, seat, window)))
                    .for_each(|ability| react(Source::Patron(patron.kind), ability));
            }
        }
        let arenas = self.arenas_of(seat) & rules.set.arena_reactions(window.occasion, relation);
        for id in arenas_in(arenas) {
            members(abilities_that(&rules.set.arena(id).abilities, |it| answers(it, seat, window)))
                .for_each(|ability| react(Source::Arena(id), ability));
        }
        self.reacting_gladiators(rules, seat, window, react);
        if window.occasion == Occasion::Damage {
            let sand = &self.public.sand;
            for (slot, it) in sand.among(sand.struck() & sand.of(seat)) {
                if it.owed > 0 && self.may_remove_blessing(rules, seat, slot) {
                    out.push(Action::Blessing(self.fighter(slot)));
                }
            }
        }
        self.legal_free(rules, seat, out);
    }

    /// Reactions of the seat's gladiators here, and of the one that the window is about.
    fn reacting_gladiators(
        &self,
        rules: &Rules,
        seat: Seat,
        window: &Window,
        mut react: impl FnMut(Source, u8),
    ) {
        let bit = window_bit(window.occasion, window.relation(seat));
        let own = |kind: Kind| rules.set.fact(kind).own >> window.occasion as u8 & 1 != 0;
        for (slot, it) in self.gladiators_of(seat, window.place) {
            if rules.set.fact(it.kind).windows & bit != 0 || own(it.kind) {
                let abilities = &rules.set.card(it.kind).abilities;
                members(abilities_that(abilities, |it| it.timing.trigger().is_some()))
                    .for_each(|ability| react(Source::Gladiator(self.fighter(slot)), ability));
            }
        }
        if window.owner == seat && window.slot == NOBODY && own(window.kind) {
            let abilities = &rules.set.card(window.kind).abilities;
            members(abilities_that(abilities, |it| {
                it.timing.trigger().is_some_and(|trigger| is_own(trigger, window.occasion))
            }))
            .for_each(|ability| react(Source::Departed(window.kind), ability));
        }
    }
}
