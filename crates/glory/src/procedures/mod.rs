//! Every procedure that can wait for a decision, one to a file: who decides, whether it asks at all, what can be done in it and why
//! not, what each action does, and how it is told. Frames hold no secrets: the stack is public.

#![allow(clippy::wildcard_enum_match_arm, reason = "a procedure is handed only the actions that it offered")]

mod after;
mod aim;
mod arrive;
mod choose;
mod choose_hero;
mod close;
mod end;
mod fight;
mod follow;
mod haven;
mod learn;
mod meet;
mod name_lair;
mod peril;
mod prelude;
mod quest;
mod roll;
pub(crate) mod shop;
mod start;
mod travel;
pub(crate) mod using;

pub use after::After;
pub use aim::{Against, Aim};
pub use arrive::Arrive;
pub use choose::Choose;
pub use choose_hero::ChooseHero;
pub use close::Close;
pub use end::End;
pub use fight::{Fight, Foe, Step};
pub use follow::Follow;
pub use haven::Haven;
pub use learn::Learn;
pub use meet::Trade;
pub use name_lair::NameLair;
pub use peril::Peril;
pub use quest::Quest;
pub use roll::Roll;
pub use start::Start;
pub use travel::{Landing, Travel};

use self::prelude::*;

/// No card, no hero board.
pub const NOTHING: u8 = u8::MAX;

table::procedures! {
    /// One procedure that can wait. The bottom frame is a turn's step; those above it interrupt it.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
    pub enum Frame {
        /// A seat chooses its hero (GL-3).
        ChooseHero,
        /// The start of a turn: shop, cards, roll (GL-10).
        Start,
        /// The die is rolled: cards, then the way (GL-11).
        Roll,
        /// The steps are done: march or halt (GL-12).
        Arrive,
        /// The space has been followed: awards (ruling G7).
        After,
        /// The end of a turn: shop and cards.
        End,
        /// The last awards, then the next hero.
        Close,
        /// On a lair: name it, or not (GL-26).
        NameLair,
        /// In a haven: look at the closest lair, or not (GL-24).
        Haven,
        /// In a town: do the quest, or not (GL-27, rulings Q5 and Q12).
        Quest,
        /// A battle (GL-30 to GL-35).
        Fight,
        /// A list of effects is being followed.
        Follow,
        /// The hero chooses one of several lists (GL-23).
        Choose,
        /// A card moves the hero, and several spaces are equally near (ruling M17).
        Travel,
        /// The hero is about to lose the last health outside a battle (ruling B15).
        Peril,
        /// The hero aims an effect.
        Aim,
        /// A seat chooses one of two abilities (GL-40).
        Learn,
        /// A hero is offered a good by another (rule GL-52).
        Trade,
    }
}

impl Default for Frame {
    fn default() -> Self {
        Self::Start(Start)
    }
}

/// The most frames that wait at once, one inside the other: a step of the turn, lists of effects in each other, what the innermost
/// effect began (a battle, a look, a choice), the list of a card used in it, and what that card asks for. A frame pushed on top of a
/// list is popped before the list goes on, so nothing else adds up; cards that may be used at any time push nothing at all. The
/// checker refuses lists that lie deeper than [`MOST_LISTS`], and cards of battle windows that hold lists. `tests/all/depth.rs` builds
/// the deepest chain.
pub const MOST_WAITING: usize = 1 + MOST_LISTS + 1 + 1 + 1;

/// How deep lists of effects lie in each other at most.
pub const MOST_LISTS: usize = 3;

const _: () = assert!(size_of::<Frame>() <= 16, "a frame is at most 16 bytes");

/// A procedure that can wait.
pub(crate) trait Procedure: Copy + Into<Frame> {
    /// Who decides in it.
    #[inline]
    fn decides(self, public: &Public) -> Seat {
        public.active
    }

    /// The window it opens for cards and powers (GL-15).
    #[inline]
    fn window(self) -> Option<Window> {
        Some(Window::Other)
    }

    /// Whether it asks anybody, by what everyone may know.
    #[inline]
    fn asks(self, state: &State, rules: &Rules) -> bool {
        let _ = (state, rules);
        true
    }

    /// Whether there is something to do besides doing without.
    #[inline]
    fn offers(self, state: &State, rules: &Rules) -> bool {
        let mut anything = Anything::default();
        self.moves(state, rules, &mut anything);
        anything.0
    }

    /// Everything that can be named in it, each with the reason against it.
    fn moves<O: Offer<Action, Why>>(self, state: &State, rules: &Rules, offer: &mut O);

    /// Carries out an action that it offered; cards and doing without are seen to elsewhere.
    fn act<C: Chance>(self, state: &mut State, rules: &Rules, action: Action, chance: &mut C) {
        let _ = (state, rules, action, chance);
    }

    /// What comes next where nobody is asked, or what is offered is left.
    fn go_on<C: Chance>(self, state: &mut State, rules: &Rules, chance: &mut C) {
        let _ = (state, rules, chance);
    }

    /// What is being decided, for the prompt; nothing where it goes without saying.
    fn crumb(self, rules: &Rules, view: &View) -> Text;

    /// What an action would do, for the one who decides.
    fn explain(self, rules: &Rules, view: &View, action: Action) -> Text {
        let _ = (rules, view, action);
        Text::new()
    }
}

impl Frame {
    /// The battle, if it is one.
    pub const fn fight(&self) -> Option<&Fight> {
        if let Self::Fight(fight) = self { Some(fight) } else { None }
    }

    /// What is being decided, for the prompt.
    pub(crate) fn crumb(self, rules: &Rules, view: &View) -> Text {
        each!(self, procedure => procedure.crumb(rules, view))
    }

    /// What an action would do here.
    pub(crate) fn explain(self, rules: &Rules, view: &View, action: Action) -> Text {
        match action {
            Action::Use(held) => using::explain(rules, view, held),
            Action::Buy(kind) => shop::explain(rules, view, kind),
            action => each!(self, procedure => procedure.explain(rules, view, action)),
        }
    }
}

impl Public {
    /// The seat that decides now.
    #[inline]
    pub fn decides(&self) -> Seat {
        match self.stack.last() {
            Some(frame) => each!(*frame, procedure => procedure.decides(self)),
            None => self.active,
        }
    }

    /// The window open now for cards, if one is.
    #[inline]
    pub fn window(&self) -> Option<Window> {
        each!(*self.stack.last()?, procedure => procedure.window())
    }
}

impl State {
    /// Shows everything that can be named now.
    #[inline]
    pub(crate) fn show_moves<O: Offer<Action, Why>>(&self, rules: &Rules, seat: Seat, offer: &mut O) {
        let public = &self.public;
        if public.ending != Ending::Open {
            offer.others(|_| Some(Why::Over));
            return;
        }
        if seat != public.decides() {
            offer.others(|_| Some(Why::NotAsked(public.decides())));
            return;
        }
        if let Some(frame) = public.stack.last() {
            each!(*frame, procedure => procedure.moves(self, rules, offer));
        }
    }

    /// Takes a legal action of the deciding seat and runs on until somebody must decide.
    pub(crate) fn take<C: Chance>(&mut self, rules: &Rules, seat: Seat, action: Action, chance: &mut C) {
        let frame = self.public.top();
        match action {
            Action::Use(held) => using::act(self, rules, seat, held, chance),
            Action::Buy(kind) => shop::act(self, rules, kind, chance),
            action if action.declines() => each!(frame, procedure => procedure.go_on(self, rules, chance)),
            action => each!(frame, procedure => procedure.act(self, rules, action, chance)),
        }
        self.settle(rules, chance);
    }

    /// Runs everything that needs nobody.
    pub(crate) fn settle<C: Chance>(&mut self, rules: &Rules, chance: &mut C) {
        while self.public.ending == Ending::Open {
            let Some(frame) = self.public.stack.last().copied() else { return };
            each!(frame, procedure => {
                if procedure.asks(self, rules) {
                    return;
                }
                procedure.go_on(self, rules, chance);
            });
        }
    }

    /// Where an action only declines what is offered: the state without the offer.
    pub(crate) fn without_offer<C: Chance>(
        &self,
        rules: &Rules,
        action: Action,
        chance: &mut C,
    ) -> Option<Self> {
        action.declines().then(|| {
            let mut state = *self;
            each!(self.public.top(), procedure => procedure.go_on(&mut state, rules, chance));
            state.settle(rules, chance);
            state
        })
    }

    /// Replaces the top frame.
    #[inline]
    pub(crate) fn turn_to(&mut self, next: impl Into<Frame>) {
        if let Some(top) = self.public.stack.last_mut() {
            *top = next.into();
        }
    }

    /// The procedure on top is over.
    #[inline]
    pub(crate) fn done(&mut self) {
        self.public.stack.pop();
    }
}
