//! Reaction windows, and the moments in which anyone may buy back a reserve.
//!
//! Whom a window asks is computed from what everyone knows: who holds cards, what could be among them, what lies in play. So
//! being asked, or not, tells nothing.

use table::{Seat, SeatSet};

use crate::cards::Kind;
use crate::effect::{Ability, Occasion, Timing, Trigger, Whose};
use crate::facts::{Mark, Relation, covers, window_bit, window_gift};
use crate::frame::{Event, Frame, Window};
use crate::pile::Half;
use crate::rules::{Fallen, ReactionStart, Rules};
use crate::state::{Gladiator, Overflow, Place, State, Stops};

impl Window {
    /// Whose gladiator or tactic it is about, as a seat sees it.
    pub(crate) fn relation(&self, seat: Seat) -> Relation {
        if self.owner == seat { Relation::Own } else { Relation::Opposing }
    }
}

impl State {
    /// A window frame, before anyone is asked (FG-72).
    fn window(&self, rules: &Rules, event: Event) -> Window {
        let seat = match rules.reaction_start {
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
            self.public.push(Frame::Window(window));
        }
    }

    fn opens(&self, rules: &Rules, window: &Window) -> bool {
        Seat::all(rules.sides).any(|seat| self.could_react(rules, seat, window))
    }

    /// Something happened that may be reacted to.
    pub(crate) fn happen(&mut self, rules: &Rules, event: Event) {
        let window = self.window(rules, event);
        if self.opens(rules, &window) && self.public.events.push(event).is_err() {
            self.public.full = Some(Overflow::Events);
        }
    }

    /// What has happened since `first` is reacted to before anything goes on.
    pub(crate) fn open_events(&mut self, first: u8) {
        if self.public.events.len() > usize::from(first) {
            self.public.push(Frame::Events { first });
        }
    }

    /// FG-6: one by one; the active player says which first. Answers whether anything happened.
    #[inline(never)]
    pub(crate) fn advance_events(&mut self, rules: &Rules, first: u8) -> bool {
        let pending = &self.public.events.as_slice()[usize::from(first).min(self.public.events.len())..];
        let Some(event) = pending.first().copied() else {
            self.public.stack.pop();
            return true;
        };
        if pending.iter().any(|other| (other.owner, other.kind) != (event.owner, event.kind)) {
            return false;
        }
        self.take_event(rules, first, event.owner, event.kind);
        true
    }

    /// The window of one of the pending events opens.
    pub(crate) fn take_event(&mut self, rules: &Rules, first: u8, owner: Seat, kind: Kind) {
        let at = (usize::from(first)..self.public.events.len())
            .find(|at| self.public.events[*at].owner == owner && self.public.events[*at].kind == kind);
        if let Some(at) = at {
            let event = self.public.events.remove(at);
            // With the last of them nothing is left to come back to: chains of events stay as short as they can be.
            if self.public.events.len() == usize::from(first) {
                self.public.stack.pop();
            }
            self.open_window(rules, event);
        }
    }

    /// Passes for whoever has nothing to say. Answers whether anything happened.
    #[inline(never)]
    pub(crate) fn advance_window(&mut self, rules: &Rules, window: &Window) -> bool {
        let mut window = *window;
        while usize::from(window.passes) < rules.sides {
            if self.is_asked(rules, window.seat, &window) {
                self.set_top(Frame::Window(window));
                return false;
            }
            window.passes += 1;
            window.seat = window.seat.next(rules.sides);
            // FG-105: the Ludus Magnus may answer in between.
            if rules.magnus().is_some() {
                self.set_top(Frame::Window(window));
                return true;
            }
        }
        self.public.stack.pop();
        true
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
        window.occasion == Occasion::Damage
            && self
                .public
                .sand
                .among(self.public.sand.struck() & self.public.sand.of(seat))
                .any(|(slot, it)| it.owed > 0 && self.may_remove_blessing(rules, seat, slot))
    }

    fn is_about(&self, seat: Seat, window: &Window) -> bool {
        match window.occasion {
            Occasion::Damage => {
                let mut struck =
                    self.public.sand.among(self.public.sand.struck() & self.public.sand.of(seat));
                struck.any(|(_, it)| it.assigned > 0 || it.owed > 0)
            }
            Occasion::Attack | Occasion::Enter | Occasion::Leave | Occasion::Defeat | Occasion::Tactic => {
                window.owner == seat
            }
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
        if holds && ludus.piles.set(Half::Second) & cards != 0 {
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
                        answers(ability, seat, window) && ready && solvent
                    })
            })
    }

    /// A seat's gladiators in an arena, or in all, that answer any windows but those about themselves.
    fn reacting(&self, seat: Seat, place: Option<Place>) -> impl Iterator<Item = (u8, &Gladiator)> {
        let sand = &self.public.sand;
        sand.among(sand.of(seat) & sand.within(place) & sand.marked(Mark::Reacts))
    }

    /// Whether the gladiator the window is about has a reaction of its own left.
    #[inline(never)]
    fn own_trigger(&self, rules: &Rules, seat: Seat, window: &Window) -> bool {
        window.owner == seat
            && self.speaks_for_itself(rules, window)
            && rules.set.card(window.kind).abilities.iter().enumerate().any(|(at, ability)| {
                window.used >> at & 1 == 0
                    && ability.timing.trigger().is_some_and(|trigger| is_own(trigger, window.occasion))
            })
    }

    /// Whether the gladiator a window is about may react for itself: one that left always, any other while it is there.
    fn speaks_for_itself(&self, rules: &Rules, window: &Window) -> bool {
        if rules.set.fact(window.kind).own >> window.occasion as u8 & 1 == 0 {
            return false;
        }
        match window.occasion {
            Occasion::Attack | Occasion::Enter => self.public.sand.get(window.slot).is_some(),
            Occasion::Leave | Occasion::Defeat => true,
            Occasion::Damage | Occasion::Tactic => false,
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
                && ability.timing.trigger().is_some_and(|trigger| is_own(trigger, window.occasion))
                && self.has_effect(rules, &Self::subject_use(seat, window, *at))
        })
    }

    /// A moment for everyone but the one whose turn begins (rulings 19, 70).
    pub(crate) fn open_moment(&mut self, rules: &Rules, turn: Seat) {
        let seats: SeatSet = Seat::all(rules.sides)
            .filter(|seat| {
                *seat != turn && self.ludus(*seat).stops == Stops::All && self.has_moment(rules, *seat)
            })
            .collect();
        if !seats.is_empty() {
            self.public.push(Frame::Moment { seats });
        }
    }

    /// Who is asked in a moment: clockwise from the active player.
    #[inline(never)]
    pub(crate) fn asked_now(&self, rules: &Rules, seats: SeatSet) -> Option<Seat> {
        self.public.active.round(rules.sides).find(|seat| seats.contains(*seat))
    }

    /// Whoever has nothing left to do in a moment is no longer asked. Answers whether anything happened.
    #[inline(never)]
    pub(crate) fn advance_moment(&mut self, rules: &Rules, seats: SeatSet) -> bool {
        match self.asked_now(rules, seats) {
            None => {
                self.public.stack.pop();
                true
            }
            Some(seat) if !self.has_moment(rules, seat) => {
                self.set_top(Frame::Moment { seats: seats.without(seat) });
                true
            }
            Some(_) => false,
        }
    }

    /// Whether everyone must reckon with a buy-back or a free action of this seat.
    pub(crate) fn has_moment(&self, rules: &Rules, seat: Seat) -> bool {
        if self.is_out(rules, seat) || rules.magnus() == Some(seat) {
            return false;
        }
        let ludus = self.ludus(seat);
        let reserve = ludus.reserve > 0 && (ludus.hand > 0 || ludus.coins >= u16::from(ludus.reserve));
        reserve || self.arenas_of(seat) & rules.set.arena_free() & !self.public.tired != 0
    }

    /// Whether a seat has nobody left in a battle of three or four, where such seats are silent (ruling 72).
    fn is_out(&self, rules: &Rules, seat: Seat) -> bool {
        rules.fallen == Fallen::Silent
            && rules.is_multi()
            && self.battle().is_some_and(|battle| !self.has_side(seat, battle.place))
    }

    /// Whether a seat has a tactic printed on a card in play that it could use in this battle.
    pub(crate) fn has_tactic_ability(&self, rules: &Rules, seat: Seat, place: Place) -> bool {
        let from_hand = rules.set.playable_fighters();
        let tactic = |kind: Kind| rules.set.fact(kind).tactic != 0 || from_hand >> kind.0 & 1 != 0;
        let ludus = self.ludus(seat);
        ludus.patrons.iter().any(|it| !it.exhausted && tactic(it.kind))
            || self.arenas_of(seat) & rules.set.arena_tactic() & !self.public.tired != 0
            || self.gladiators_of(seat, Some(place)).any(|(_, it)| tactic(it.kind))
    }
}

/// Whether a trigger is about the card itself and this occasion.
pub(crate) const fn is_own(trigger: Trigger, occasion: Occasion) -> bool {
    matches!(trigger.of, Whose::This) && covers(trigger.occasion, occasion)
}

/// Whether an ability answers the window for this seat, its own gladiator's triggers apart (FG-73).
pub(crate) fn answers(ability: &Ability, seat: Seat, window: &Window) -> bool {
    let Timing::Reaction(trigger) = ability.timing else {
        return false;
    };
    covers(trigger.occasion, window.occasion)
        && match trigger.of {
            Whose::This => false,
            Whose::Yours => window.owner == seat,
            Whose::Opposing => window.owner != seat,
            Whose::Any => true,
        }
}
