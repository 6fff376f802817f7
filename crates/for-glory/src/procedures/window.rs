//! FG-72, FG-73: reaction windows.
//!
//! Whom a window asks is computed from what everyone knows: who holds cards, what could be among them, what lies in play. So
//! being asked, or not, tells nothing.

use super::prelude::*;
use crate::rules::{Fallen, ReactionStart};

/// A reaction window.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Window {
    /// What opened it.
    pub occasion: Occasion,
    /// Where; nowhere in particular outside arenas.
    pub place: Option<Place>,
    /// The gladiator it is about (the attacker, where damage is an attack's), if it is still there.
    pub slot: u8,
    /// That gladiator's card.
    pub kind: Kind,
    /// Its owner, or whose tactic it is.
    pub owner: Seat,
    /// Its attack as it left.
    pub value: u8,
    /// Who is asked.
    pub seat: Seat,
    /// How many have passed in a row.
    pub passes: u8,
    /// Which abilities of the gladiator itself have been used in this window.
    pub used: u8,
}

impl Window {
    /// Whose gladiator or tactic it is about, as a seat sees it.
    pub(crate) fn relation(&self, seat: Seat) -> Relation {
        if self.owner == seat { Relation::Own } else { Relation::Opposing }
    }

    /// The next seat, this one having passed.
    fn passed(self, rules: &Rules) -> Self {
        Self { passes: self.passes + 1, seat: self.seat.next(rules.sides), ..self }
    }

    /// The cards of the hand that react to it.
    fn cards<O: Offer<Action, Why>>(self, state: &State, rules: &Rules, seat: Seat, offer: &mut O) {
        let fitting = rules.set.reactions(self.occasion, self.relation(seat));
        let named = if O::NAMES_ALL {
            rules.set.reactions(self.occasion, Relation::Own)
                | rules.set.reactions(self.occasion, Relation::Opposing)
        } else {
            fitting
        };
        for kind in kinds_in(state.held(seat).set(Half::First) & named) {
            offer.unless(Action::Play(kind), || {
                if O::NAMES_ALL && !fitting.has(kind) {
                    return Some(Why::WrongTrigger);
                }
                let mut it = state.card_use(seat, kind, 0);
                it.subject = self.slot;
                state.why_not_used(rules, &it)
            });
        }
    }

    /// The reactions of what the seat has in play: patrons, arenas, gladiators here, and the one that the window is about.
    fn in_play<O: Offer<Action, Why>>(&self, state: &State, rules: &Rules, seat: Seat, offer: &mut O) {
        let bit = window_bit(self.occasion, self.relation(seat));
        let answering = |kind: Kind| O::NAMES_ALL || rules.set.fact(kind).windows & bit != 0;
        let reactions = |abilities: &[Ability]| {
            abilities_that(abilities, |it| {
                if O::NAMES_ALL { it.timing.trigger().is_some() } else { answers(it, seat, self, false) }
            })
        };
        let mut react = |source: Source, at: u8| {
            offer.unless(Action::Use(source, at), || self.why_no_reaction(state, rules, seat, (source, at)));
        };
        let patrons = state.ludus(seat).patrons.as_slice();
        for (at, patron) in patrons.iter().enumerate() {
            if answering(patron.kind) && !patrons[..at].iter().any(|other| other.kind == patron.kind) {
                bits(reactions(&rules.set.card(patron.kind).abilities))
                    .for_each(|ability| react(Source::Patron(patron.kind), ability));
            }
        }
        let mut arenas = state.arenas_of(seat);
        if !O::NAMES_ALL {
            arenas &= rules.set.arena_reactions(self.occasion, self.relation(seat));
        }
        for id in arenas_in(arenas) {
            bits(reactions(&rules.set.arena(id).abilities))
                .for_each(|ability| react(Source::Arena(id), ability));
        }
        let own = |kind: Kind| rules.set.fact(kind).own >> self.occasion as u16 & 1 != 0;
        for (slot, it) in state.gladiators_of(seat, self.place) {
            if answering(it.kind) || own(it.kind) {
                let abilities = &rules.set.card(it.kind).abilities;
                bits(abilities_that(abilities, |it| it.timing.trigger().is_some()))
                    .for_each(|ability| react(Source::Gladiator(state.fighter(slot)), ability));
            }
        }
        if self.owner == seat && self.slot == NOBODY && own(self.kind) {
            let abilities = &rules.set.card(self.kind).abilities;
            bits(abilities_that(abilities, |it| is_own(it, self.occasion)))
                .for_each(|ability| react(Source::Departed(self.kind), ability));
        }
    }

    /// FG-75: blessings that may work now rather than when the window closes.
    fn blessings<O: Offer<Action, Why>>(state: &State, rules: &Rules, seat: Seat, offer: &mut O) {
        let sand = &state.public.sand;
        // Damage of one effect can come to several arenas, and blessings work wherever it does.
        let own = if O::NAMES_ALL { sand.of(seat) } else { sand.struck() & sand.of(seat) };
        for (slot, it) in sand.among(own) {
            if it.owed > 0 || O::NAMES_ALL && it.blessings > 0 {
                let why = || (!state.may_remove_blessing(rules, seat, slot)).then_some(Why::NoBlessing);
                offer.unless(Action::Blessing(state.fighter(slot)), why);
            }
        }
    }

    /// Why an ability of a card in play is no reaction to this, if so.
    fn why_no_reaction(
        &self,
        state: &State,
        rules: &Rules,
        seat: Seat,
        (source, at): (Source, u8),
    ) -> Option<Why> {
        let mut it = match state.sourced(rules, seat, source, at) {
            Ok(it) => it,
            Err(why) => return Some(why),
        };
        it.subject = self.slot;
        it.value = self.value;
        let text = ability(rules, it.bearer, at);
        let departed = matches!(source, Source::Departed(_));
        if is_own(text, self.occasion) {
            let there = if self.slot == NOBODY { departed } else { it.slot == self.slot };
            if !(it.bearer == Bearer::Gladiator(self.kind) && self.owner == seat && there) {
                return Some(Why::WrongTrigger);
            }
            if self.used >> at & 1 != 0 {
                return Some(Why::UsedHere);
            }
        } else if departed || !answers(text, seat, self, state.is_hit(it.slot)) {
            return Some(Why::WrongTrigger);
        }
        state.why_not_used(rules, &it)
    }

    /// Passes for whoever has nothing to say. Answers whether anything happened.
    #[inline(never)]
    fn pass_on(mut self, state: &mut State, rules: &Rules) -> bool {
        while usize::from(self.passes) < rules.sides {
            if state.is_asked(rules, self.seat, &self) {
                state.turn_to(self);
                return false;
            }
            self = self.passed(rules);
            // FG-105: the Ludus Magnus may answer in between.
            if rules.magnus().is_some() {
                state.turn_to(self);
                return true;
            }
        }
        state.done();
        true
    }
}

impl Procedure for Window {
    seat_decides!();

    fn moves<O: Offer<Action, Why>>(self, state: &State, rules: &Rules, seat: Seat, offer: &mut O) {
        offer.unless(Action::Pass, || state.duty(rules, seat, &self).map(|_| Why::Duty(self.kind)));
        self.cards(state, rules, seat, offer);
        self.in_play(state, rules, seat, offer);
        if self.occasion == Occasion::Damage {
            Self::blessings(state, rules, seat, offer);
        }
        free::moves(state, rules, seat, offer);
    }

    fn against(self, state: &State, rules: &Rules, seat: Seat, action: Action) -> Option<Why> {
        match action {
            Action::Play(kind)
                if state.in_hand(seat, kind) > 0 && rules.set.card(kind).kind == Type::Reaction =>
            {
                Some(Why::WrongTrigger)
            }
            Action::Play(kind) => Some(using::why_unplayed(state, seat, kind)),
            Action::Blessing(fighter) => Some(state.slot(fighter).err().unwrap_or(Why::NoBlessing)),
            Action::Use(source, ability) => self.why_no_reaction(state, rules, seat, (source, ability)),
            _ => None,
        }
    }

    fn act<C: Chance>(self, state: &mut State, rules: &Rules, seat: Seat, action: Action, chance: &mut C) {
        if let Action::Play(kind) = action {
            using::play(state, rules, seat, kind, chance);
        } else if let Action::Blessing(fighter) = action
            && let Ok(slot) = state.slot(fighter)
        {
            state.remove_blessing(slot, chance);
            // Like any reaction it hands the window on.
            state.turn_to(Self { passes: 0, seat: seat.next(rules.sides), ..self });
        }
    }

    /// A reaction hands the window on.
    fn uses<C: Chance>(mut self, state: &mut State, rules: &Rules, it: &mut Use, chance: &mut C) {
        let text = ability(rules, it.bearer, it.ability);
        if text.timing.trigger().is_none() {
            return;
        }
        it.subject = self.slot;
        it.value = self.value;
        self.passes = 0;
        self.seat = it.seat.next(rules.sides);
        if is_own(text, self.occasion) {
            self.used |= 1 << it.ability;
        }
        state.turn_to(self);
        let Self { occasion, owner, kind, slot, .. } = self;
        chance.note(|| {
            let about = occasion != Occasion::Tactic && (occasion != Occasion::Damage || slot != NOBODY);
            let kind = about.then_some(kind);
            Happening::Reacts { seat: it.seat, with: it.bearer, occasion, owner, kind }
        });
    }

    fn go_on<C: Chance>(self, state: &mut State, rules: &Rules, _: &mut C) {
        state.turn_to(self.passed(rules));
    }

    fn advance<C: Chance>(self, state: &mut State, rules: &Rules, chance: &mut C) -> bool {
        let answers = rules.magnus().is_some() && self.occasion == Occasion::Damage;
        answers && state.magnus_reacts(rules, chance) || self.pass_on(state, rules)
    }

    /// Who is asked; while a reaction is carried out nobody is, and the window has been handed on already.
    fn crumb(self, rules: &Rules, state: &State) -> Text {
        let kind = (self.occasion != Occasion::Damage).then_some(self.kind);
        let about = self.occasion.about(rules, self.owner, kind);
        if state.public.stack.last() != Some(&Frame::Window(self)) {
            return say!("reactions to {about}");
        }
        let who = who(rules, self.seat);
        match state.duty(rules, self.seat, &self) {
            Some(_) => say!("{who} must react to {about}"),
            None => say!("{who} may react to {about}"),
        }
    }

    fn explain(self, rules: &Rules, state: &State, seat: Seat, action: Action) -> Text {
        match action {
            Action::Play(kind) => using::explain_card(rules, state, seat, kind),
            Action::Blessing(_) => {
                say!("Remove one of its blessings to prevent all damage assigned to it so far.")
            }
            _ => say!("Do not react."),
        }
    }
}

impl State {
    /// A window frame, before anyone is asked (FG-72).
    pub(crate) fn window(&self, rules: &Rules, event: Event) -> Window {
        let seat = match rules.choice.reaction_start {
            ReactionStart::Next => self.public.active.next(rules.sides),
            ReactionStart::Active => self.public.active,
        };
        let Event { occasion, place, slot, kind, owner, value } = event;
        Window { occasion, place, slot, kind, owner, value, seat, passes: 0, used: 0 }
    }

    /// Opens a window if anyone could react in it.
    pub(crate) fn open_window(&mut self, rules: &Rules, event: Event) {
        let window = self.window(rules, event);
        if self.opens(rules, &window) {
            self.public.push(window);
        }
    }

    pub(crate) fn opens(&self, rules: &Rules, window: &Window) -> bool {
        Seat::all(rules.sides).any(|seat| self.could_react(rules, seat, window))
    }

    /// Whether a seat is asked in a window.
    pub(crate) fn is_asked(&self, rules: &Rules, seat: Seat, window: &Window) -> bool {
        if self.duty(rules, seat, window).is_some() {
            return true;
        }
        let wants = match self.ludus(seat).stops {
            Stops::All => true,
            Stops::Mine => self.is_about(seat, window),
            Stops::Never => false,
        };
        wants
            && (self.could_react(rules, seat, window)
                || self.has_moment(rules, seat)
                || self.has_blessing_to_remove(rules, seat, window))
    }

    /// Whether a blessing of this seat could work before the window closes.
    fn has_blessing_to_remove(&self, rules: &Rules, seat: Seat, window: &Window) -> bool {
        let mut any = Anything::default();
        if window.occasion == Occasion::Damage {
            Window::blessings(self, rules, seat, &mut any);
        }
        any.0
    }

    fn is_about(&self, seat: Seat, window: &Window) -> bool {
        match window.occasion {
            Occasion::Damage => {
                let mut struck =
                    self.public.sand.among(self.public.sand.struck() & self.public.sand.of(seat));
                struck.any(|(_, it)| it.assigned > 0 || it.owed > 0)
            }
            Occasion::Attack
            | Occasion::Enter
            | Occasion::Leave
            | Occasion::Defeat
            | Occasion::Tactic
            | Occasion::Battle
            | Occasion::Win
            | Occasion::Slay
            | Occasion::Buy => window.owner == seat,
        }
    }

    /// Whether everyone must reckon with a reaction of this seat.
    #[inline]
    fn could_react(&self, rules: &Rules, seat: Seat, window: &Window) -> bool {
        rules.magnus() != Some(seat) && self.player_could_react(rules, seat, window)
    }

    #[inline(never)]
    fn player_could_react(&self, rules: &Rules, seat: Seat, window: &Window) -> bool {
        // Ruling 72, where the option says so: who is out of the melee reacts only for the gladiator just lost.
        if self.is_out(rules, seat) {
            return self.own_trigger(rules, seat, window);
        }
        let ludus = self.ludus(seat);
        let relation = window.relation(seat);
        let holds = ludus.hand > 0 || ludus.reserve > 0;
        let cards = rules.set.reactions(window.occasion, relation);
        if holds && ludus.piles.set(Half::Second).meets(cards) {
            return true;
        }
        let bit = window_bit(window.occasion, relation);
        let answering = |kind: Kind| rules.set.fact(kind).windows & bit != 0;
        let arenas = rules.set.arena_reactions(window.occasion, relation) & !self.public.tired;
        let gifted = ludus.gifts & window_gift(window.occasion, relation) != 0;
        gifted && ludus.patrons.iter().any(|it| answering(it.kind) && !it.exhausted)
            || arenas != 0 && self.arenas_of(seat) & arenas != 0
            || window.owner == seat && self.own_trigger(rules, seat, window)
            || self.reacting(seat, window.place).any(|(_, it)| {
                answering(it.kind)
                    && rules.set.card(it.kind).abilities.iter().any(|ability| {
                        // Everyone sees that it is exhausted, or that there is nothing to pay with.
                        let ready = !(ability.cost.exhaust && it.exhausted);
                        let solvent = ludus.hand > 0 || ludus.coins >= u16::from(ability.cost.coins);
                        answers(ability, seat, window, it.assigned > 0) && ready && solvent
                    })
            })
    }

    /// A seat's gladiators in an arena, or in all, that answer any windows but those about themselves.
    fn reacting(&self, seat: Seat, place: Option<Place>) -> impl Iterator<Item = (u8, &Gladiator)> {
        let sand = &self.public.sand;
        sand.among(sand.of(seat) & sand.within(place) & sand.marked(Perk::Reacts))
    }

    /// Whether the gladiator the window is about has a reaction of its own left.
    #[inline(never)]
    fn own_trigger(&self, rules: &Rules, seat: Seat, window: &Window) -> bool {
        window.owner == seat
            && self.speaks_for_itself(rules, window)
            && rules
                .set
                .card(window.kind)
                .abilities
                .iter()
                .enumerate()
                .any(|(at, ability)| window.used >> at & 1 == 0 && is_own(ability, window.occasion))
    }

    /// Whether the gladiator a window is about may react for itself: one that left always, any other while it is there.
    fn speaks_for_itself(&self, rules: &Rules, window: &Window) -> bool {
        if rules.set.fact(window.kind).own >> window.occasion as u16 & 1 == 0 {
            return false;
        }
        match window.occasion {
            Occasion::Attack | Occasion::Enter | Occasion::Battle | Occasion::Win | Occasion::Slay => {
                self.public.sand.get(window.slot).is_some()
            }
            Occasion::Leave | Occasion::Defeat => true,
            Occasion::Damage | Occasion::Tactic | Occasion::Buy => false,
        }
    }

    /// The ability that a seat may not pass over: one of the gladiator itself that says no "may" (ruling 49).
    pub(crate) fn duty(&self, rules: &Rules, seat: Seat, window: &Window) -> Option<u8> {
        if window.owner != seat || rules.magnus() == Some(seat) || !self.speaks_for_itself(rules, window) {
            return None;
        }
        let abilities = &rules.set.card(window.kind).abilities;
        (0..abilities.len() as u8).find(|at| {
            let ability = &abilities[usize::from(*at)];
            window.used >> at & 1 == 0
                && ability.cost.is_free()
                && ability.steps.first().is_some_and(|step| !step.may)
                && is_own(ability, window.occasion)
                && self.has_effect(rules, &Self::subject_use(seat, window, *at))
        })
    }

    /// The ability of the gladiator that a window is about.
    pub(crate) fn subject_use(seat: Seat, window: &Window, ability: u8) -> Use {
        let mut it = Use::new(Bearer::Gladiator(window.kind), ability, seat, window.place, window.slot);
        it.subject = window.slot;
        it.value = window.value;
        it
    }

    /// Whether damage is assigned to the gladiator of a slot.
    fn is_hit(&self, slot: u8) -> bool {
        self.public.sand.get(slot).is_some_and(|it| it.assigned > 0)
    }

    /// Whether a seat has nobody left in a battle of three or four, where such seats are silent (ruling 72).
    pub(crate) fn is_out(&self, rules: &Rules, seat: Seat) -> bool {
        rules.choice.fallen_react == Fallen::Silent
            && rules.is_multi()
            && self.battle().is_some_and(|battle| !self.has_side(seat, battle.place))
    }

    /// The tactic below the innermost window about a tactic comes to nothing.
    pub(crate) fn counter(&mut self) {
        let about =
            |frame: &Frame| matches!(frame, Frame::Window(window) if window.occasion == Occasion::Tactic);
        let window = self.public.stack.iter().rposition(about);
        let below = window.and_then(|at| at.checked_sub(1));
        match below.map(|at| &mut self.public.stack[at]) {
            Some(Frame::Use(it)) => it.step = u8::MAX,
            Some(Frame::Magnus(magnus)) => magnus.order = BLANK,
            _ => {}
        }
    }
}

/// Whether an ability is a reaction of the card itself to this occasion.
fn is_own(ability: &Ability, occasion: Occasion) -> bool {
    let own = |trigger: Trigger| trigger.is_own() && covers(trigger.occasion, occasion);
    ability.timing.trigger().is_some_and(own)
}

/// Whether an ability answers the window for this seat, its own gladiator's triggers apart (FG-73); `hit` says whether damage is
/// assigned to the gladiator that bears it (FG-131).
pub(crate) fn answers(ability: &Ability, seat: Seat, window: &Window, hit: bool) -> bool {
    let Timing::Reaction(trigger) = ability.timing else {
        return false;
    };
    covers(trigger.occasion, window.occasion)
        && match trigger.of {
            Whose::This => hit && trigger.occasion == Occasion::Damage,
            Whose::Yours => window.owner == seat,
            Whose::Opposing => window.owner != seat,
            Whose::Any => true,
        }
}
