//! Every procedure that can wait for a decision, one to a file: who decides, whether it asks at all, what can be done in it and why
//! not, what each action does, what comes next where nobody is asked, and how it is told.
//!
//! The state keeps a stack of these. The top one says who decides and what is legal; when it is done it is popped and the one
//! below goes on. They hold only what everyone knows, so the stack is public.

#![allow(clippy::wildcard_enum_match_arm, reason = "a procedure is handed only the actions that it offered")]

/// The procedure's own seat decides in it.
macro_rules! seat_decides {
    () => {
        #[inline]
        fn decides(self, _: &State, _: &Rules) -> Option<Seat> {
            Some(self.seat)
        }
    };
}

mod ability;
mod attack;
mod battle;
mod check;
mod damage;
mod discard;
mod draft;
pub(crate) mod entry;
mod events;
mod free;
mod look;
mod lose;
mod machinations;
mod magnus;
mod moment;
mod muster;
mod pay;
mod phase;
mod prelude;
mod reclaim;
mod register;
mod sacrifice;
mod token;
pub(crate) mod using;
mod window;

pub use ability::{Bearer, Use};
pub use attack::Attack;
pub use battle::Battle;
pub use check::Check;
pub use damage::Damage;
pub use discard::{Discard, Fate};
pub use draft::Draft;
pub use events::{Event, Events};
pub use look::Look;
pub use lose::Lose;
pub use machinations::Machinations;
pub use magnus::Magnus;
pub use moment::Moment;
pub use muster::Muster;
pub use pay::{Pay, Then};
pub use phase::Phase;
pub use reclaim::{Reclaim, Watch};
pub use register::Register;
pub use sacrifice::Sacrifice;
pub use token::Token;
pub use window::Window;

use self::prelude::*;
use crate::rules::TokenTake;

/// No gladiator.
pub const NOBODY: u8 = u8::MAX;

/// No action sets off more than this many automatic steps; a procedure that would never end is refused here.
const STEPS: usize = 5_000;

table::procedures! {
    /// A procedure that can wait.
    ///
    /// What it is stands in a byte of its own, and all of it in two numbers: it is asked for several times at every decision.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
    #[repr(u8, align(8))]
    #[allow(missing_docs, reason = "the struct of the same name says what it is")]
    pub enum Frame {
        Machinations, Phase, Register, Battle, Attack, Damage, Muster, Magnus, Window, Use, Pay, Lose, Events, Moment, Discard, Draft,
        Check, Token, Reclaim, Look, Sacrifice,
    }
}

impl Default for Frame {
    fn default() -> Self {
        Self::Machinations(Machinations::default())
    }
}

const _: () = assert!(size_of::<Frame>() <= 16, "a frame is at most 16 bytes");

/// A procedure that can wait.
pub(crate) trait Procedure: Copy {
    /// Whether it asks for something of its own that a buy-back or a free action may interrupt (rulings 19, 70). Elsewhere both are
    /// among what can be done anyway, or part of a cost is being paid.
    const INTERRUPTIBLE: bool = false;

    /// Who decides in it, if anybody.
    #[inline]
    fn decides(self, state: &State, rules: &Rules) -> Option<Seat> {
        let _ = (state, rules);
        None
    }

    /// Whether it asks anybody, by what everyone may know.
    #[inline]
    fn asks(self, state: &State, rules: &Rules) -> bool {
        self.decides(state, rules).is_some()
    }

    /// Everything that can be named in it, each with the reason against it.
    fn moves<O: Offer<Action, Why>>(self, state: &State, rules: &Rules, seat: Seat, offer: &mut O) {
        let _ = (state, rules, seat, offer);
    }

    /// The reason against what it did not name.
    fn against(self, state: &State, rules: &Rules, seat: Seat, action: Action) -> Option<Why> {
        let _ = (state, rules, seat, action);
        None
    }

    /// Carries out an action that it offered; doing without, abilities and the reserve are seen to elsewhere.
    fn act<C: Chance>(self, state: &mut State, rules: &Rules, seat: Seat, action: Action, chance: &mut C) {
        let _ = (state, rules, seat, action, chance);
    }

    /// An ability is about to be used in it.
    fn uses<C: Chance>(self, state: &mut State, rules: &Rules, it: &mut Use, chance: &mut C) {
        let _ = (state, rules, it, chance);
    }

    /// What comes next where nobody is asked, or what is offered is left: it is done.
    fn go_on<C: Chance>(self, state: &mut State, rules: &Rules, chance: &mut C) {
        let _ = (rules, chance);
        state.done();
    }

    /// One step that needs nobody. Answers whether there was one: if not, somebody is asked.
    #[inline]
    fn advance<C: Chance>(self, state: &mut State, rules: &Rules, chance: &mut C) -> bool {
        let goes_on = !self.asks(state, rules);
        if goes_on {
            self.go_on(state, rules, chance);
        }
        goes_on
    }

    /// What is being decided, for the prompt. The state is made from a view, so nothing leaks.
    fn crumb(self, rules: &Rules, state: &State) -> Text;

    /// What an action would do, for the seat that decides; the state is made from its view.
    fn explain(self, rules: &Rules, state: &State, seat: Seat, action: Action) -> Text {
        let _ = (rules, state, seat, action);
        Text::new()
    }

    /// Shows all that can be named while it is on top.
    #[inline]
    fn show<O: Offer<Action, Why>>(self, state: &State, rules: &Rules, seat: Seat, offer: &mut O) {
        self.moves(state, rules, seat, offer);
        if Self::INTERRUPTIBLE {
            free::moves(state, rules, seat, offer);
        }
        offer.others(|action| {
            let free = Self::INTERRUPTIBLE && matches!(action, Action::Redeem | Action::Use(..));
            let own = if free { None } else { self.against(state, rules, seat, action) };
            own.or_else(|| free::against(state, rules, seat, action))
        });
    }
}

impl Frame {
    /// What is being decided, for the prompt.
    pub(crate) fn crumb(self, rules: &Rules, state: &State) -> Text {
        each!(self, procedure => procedure.crumb(rules, state)).capital()
    }

    /// What an action would do here.
    pub(crate) fn explain(self, rules: &Rules, state: &State, seat: Seat, action: Action) -> Text {
        match action {
            Action::Redeem => free::explain(state, seat),
            Action::Use(source, ability) => using::explain(rules, state, seat, (source, ability)),
            action => each!(self, procedure => procedure.explain(rules, state, seat, action)),
        }
    }

    /// An ability is about to be used.
    fn uses<C: Chance>(self, state: &mut State, rules: &Rules, it: &mut Use, chance: &mut C) {
        each!(self, procedure => procedure.uses(state, rules, it, chance));
    }
}

impl State {
    /// Shows everything that can be named now.
    #[inline]
    pub(crate) fn show_moves<O: Offer<Action, Why>>(&self, rules: &Rules, seat: Seat, offer: &mut O) {
        // Most decisions are those of the active player's turn.
        if let Some(Frame::Machinations(turn)) = self.public.stack.last()
            && self.public.end.is_none()
            && self.public.active == seat
        {
            turn.show(self, rules, seat, offer);
        } else {
            self.moves_elsewhere(rules, seat, offer);
        }
    }

    /// Shows what can be named outside of the active player's turn.
    #[inline(never)]
    fn moves_elsewhere<O: Offer<Action, Why>>(&self, rules: &Rules, seat: Seat, offer: &mut O) {
        if let Some(top) = self.public.stack.last().filter(|_| self.public.end.is_none()) {
            each!(*top, procedure => {
                if procedure.decides(self, rules) == Some(seat) {
                    procedure.show(self, rules, seat, offer);
                    return;
                }
            });
        }
        offer.others(|_| Some(Why::NotYourTurn));
    }

    /// Who decides now.
    #[inline]
    pub(crate) fn decides(&self, rules: &Rules) -> Option<Seat> {
        if self.public.end.is_some() {
            return None;
        }
        each!(*self.public.stack.last()?, procedure => procedure.decides(self, rules))
    }

    /// Takes a legal action and goes on to the next decision.
    pub(crate) fn take<C: Chance>(&mut self, rules: &Rules, seat: Seat, action: Action, chance: &mut C) {
        let Some(top) = self.public.stack.last() else { return };
        let turn = if let Frame::Machinations(turn) = *top { Some(turn) } else { None };
        if !self.public.log.is_empty() {
            self.public.log.clear();
        }
        match action {
            Action::Redeem => self.charge(rules, seat, self.ludus(seat).reserve, Then::Redeem, chance),
            Action::Use(source, ability) => using::act(self, rules, seat, (source, ability), chance),
            action => match turn {
                Some(turn) => turn.act(self, rules, seat, action, chance),
                None => self.take_elsewhere(rules, seat, action, chance),
            },
        }
        // Most actions of a turn lead back to it, where nothing runs by itself.
        let waits = matches!(self.public.stack.last(), Some(Frame::Machinations(_) | Frame::Pay(_)));
        if !waits || self.public.end.is_some() || rules.choice.token_take != TokenTake::End {
            self.settle(rules, chance);
        }
    }

    /// Takes an action outside of the active player's turn.
    #[inline(never)]
    fn take_elsewhere<C: Chance>(&mut self, rules: &Rules, seat: Seat, action: Action, chance: &mut C) {
        let Some(top) = self.public.stack.last() else { return };
        each!(*top, procedure => if action.declines() {
            procedure.go_on(self, rules, chance);
        } else {
            procedure.act(self, rules, seat, action, chance);
        });
    }

    /// Where an action only declines what is offered: the state without the offer.
    pub(crate) fn without_offer<C: Chance>(
        &self,
        rules: &Rules,
        action: Action,
        chance: &mut C,
    ) -> Option<Self> {
        let top = self.public.stack.last().copied().filter(|_| action.declines())?;
        let mut state = *self;
        state.public.log.clear();
        each!(top, procedure => procedure.go_on(&mut state, rules, chance));
        state.settle(rules, chance);
        Some(state)
    }

    /// Runs whatever needs nobody, until somebody decides or the game is over.
    #[inline(never)]
    pub(crate) fn settle<C: Chance>(&mut self, rules: &Rules, chance: &mut C) {
        for _ in 0..STEPS {
            if self.public.end.is_some() {
                self.tidy_up();
                return;
            }
            if !self.advance(rules, chance) {
                return;
            }
        }
        self.public.full = Some(Overflow::Steps);
    }

    /// One automatic step of the top frame. Answers whether there was one. Every step is a call of its own: woven into each other, what
    /// the rare ones look at would be looked at for all.
    #[inline]
    fn advance<C: Chance>(&mut self, rules: &Rules, chance: &mut C) -> bool {
        let Some(top) = self.public.stack.last() else { return false };
        each!(*top, procedure => procedure.advance(self, rules, chance))
    }

    /// The game is over: cards half played go to their discard piles.
    fn tidy_up(&mut self) {
        while let Some(frame) = self.public.stack.pop() {
            if let Frame::Use(it) = frame
                && let Bearer::Card(kind) = it.bearer
            {
                self.discard(it.seat, kind);
            }
        }
    }

    /// Replaces the frame that is being worked on.
    #[inline]
    pub(crate) fn turn_to(&mut self, frame: impl Into<Frame>) {
        if let Some(top) = self.public.stack.last_mut() {
            *top = frame.into();
        }
    }

    /// The frame on top is done.
    #[inline]
    pub(crate) fn done(&mut self) {
        self.public.stack.pop();
    }

    /// The slot of a gladiator that was named, if it is there.
    pub(crate) fn slot(&self, fighter: Fighter) -> Result<u8, Why> {
        self.find(fighter.owner, fighter.kind, fighter.nth).ok_or(Why::NoSuchGladiator(fighter))
    }
}
