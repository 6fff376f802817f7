//! Every procedure that can wait, one to a file: who decides, whether it asks at all, what can be done in it and why not, what each
//! action does, what comes next where nobody is asked, and how it is told.
//!
//! The state holds a stack of them. The top one says who decides; `wait` is call, `done` is return. They hold no secrets.

#![allow(clippy::wildcard_enum_match_arm, reason = "a procedure is handed only the actions that it offered")]
#![allow(missing_docs, reason = "the sentence of each procedure speaks of its locals")]

mod acts;
mod aerarium;
mod architect;
mod bacchanalia;
mod bath;
mod bonus;
pub(crate) mod building;
mod camp;
mod castra_praetoria;
mod client;
mod colosseum;
mod craftsman;
mod demand;
mod domus_aurea;
mod follow;
mod following;
mod fountain;
mod from_pool;
mod give;
mod laborer;
mod lead;
mod levies;
mod merchant;
mod palace;
mod patron;
mod petition;
mod prelude;
mod prison;
mod ransom;
mod second;
mod senate;
mod sewer;
mod solarium;
mod stairway;
mod think;
mod tribunal;
mod triclinium;
mod triclinium_legion;
mod turn;

pub use self::{
    acts::*, aerarium::*, architect::*, bacchanalia::*, bath::*, bonus::*, building::Means,
    castra_praetoria::*, client::*, colosseum::*, craftsman::*, demand::*, domus_aurea::*, follow::*,
    fountain::*, from_pool::*, give::*, laborer::*, lead::*, levies::*, merchant::*, palace::*, patron::*,
    petition::*, prison::*, ransom::*, second::*, senate::*, sewer::*, solarium::*, stairway::*, think::*,
    tribunal::*, triclinium::*, triclinium_legion::*, turn::*,
};

use self::following::Next;
use self::prelude::*;

/// How deep procedures nest, argued from what can wait for something else:
///
/// - The turn, the player's part of it, the client under way and its Stairway: 4.
/// - A completion waits inside the action that brought it about: its own frame, and where a client hired at the Bath builds on, the
///   client's and its Stairway's (3 for each). Without a Watch Post every structure is completed once, and seven kinds can go on
///   (Aerarium, Amphitheatre, Bacchanalia, Castra Praetoria, Domus, Garden, Prison): 21, and 2 more for each structure a Prison
///   takes in between. A Watch Post can build them again, as often as there are Sites, materials and actions left.
/// - A Patron action waits for the client it hired at the Bath. Actions of clients of one colour that hired in the same ways share a
///   frame, so a chain of Patrons hired from the Pool takes one frame however long it is; it takes more only as often as
///   Pool, hand and draw pile, or Patrons and Merchants with a Ludus Magna, alternate in it.
/// - The procedure on top, and what it asks beside itself (Bank, Solarium, Tribunal, Second): 3.
///
/// `tests/all/depth.rs` drives towards it and says how deep it came. What would not fit all the same is refused (`Game::full`).
pub const DEPTH: usize = 48;

table::procedures! {
    /// One procedure of the rulebook, and where it stands.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
    #[repr(align(8))] // It is copied as one word.
    pub enum Frame {
        Idle, Round, Lead, Follow, Petition, Palace, Think, Tribunal, Acts, Second, ClientActs, BathRole, Patron, Laborer, Architect,
        Craftsman, Fountain, Stairway, Solarium, Demand, FromPool, Levies, Give, Slay, Raze, Merchant, Bank, BankLegion, Bonus,
        Prison, Ransom, Aerarium, Enlist, Bacchanalia, Senate, Sewer,
    }
}

const _: () = assert!(size_of::<Frame>() == 8, "a frame is one word");

impl Default for Frame {
    fn default() -> Self {
        Self::Idle(Idle {})
    }
}

/// Makes the locals of a procedure. Where their first is `seat`, that seat decides.
macro_rules! locals {
    ($(#[$doc:meta])* $Name:ident { $($field:ident: $Field:ty),* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
        pub struct $Name { $(pub $field: $Field),* }

        impl Locals for $Name {
            #[inline]
            fn seat(self) -> Option<Seat> {
                locals!(@seat self $($field)*)
            }

            #[cfg(feature = "naming")]
            fn told(self) -> naming::Waiting {
                naming::Waiting::new(stringify!($Name))$(.with(stringify!($field), self.$field))*
            }
        }
    };
    (@seat $locals:ident seat $($other:ident)*) => { Some($locals.seat) };
    (@seat $locals:ident $($other:ident)*) => { None };
}
use locals;

/// The locals of a procedure.
pub(crate) trait Locals: Copy + Into<Frame> {
    /// Whose procedure it is.
    fn seat(self) -> Option<Seat>;

    /// Its name and its locals, for programs.
    #[cfg(feature = "naming")]
    fn told(self) -> naming::Waiting;
}

locals! {
    /// Nothing: an unused place of the stack.
    Idle {}
}

impl Procedure for Idle {
    const HERE: Here = ("GTR-13", "nothing is to be decided");
}

/// Whoever listens to what can be done.
pub(crate) trait Offers: Offer<Action, Why> {}

impl<O: Offer<Action, Why>> Offers for O {}

/// When a procedure asks whoever decides in it, where that is not worked out otherwise.
pub(crate) enum Asks {
    Always,
    /// It only passes by.
    Never,
    /// If more can be done than to decline: everyone knows what.
    IfAny,
}

/// A rule, and what is decided by it.
pub(crate) type Here = (&'static str, &'static str);

/// A procedure that can wait.
pub(crate) trait Procedure: Locals {
    /// Its rule, and what is decided in it, for whoever tries something else.
    const HERE: Here;

    /// What is being decided, for the prompt, where that is always said alike; nothing where it goes without saying.
    const CRUMB: &'static str = "";

    /// When it asks.
    const ASKS: Asks = Asks::Always;

    /// Who decides in it, where it asks.
    #[inline]
    fn decides(self, _: &Public) -> Option<Seat> {
        self.seat()
    }

    /// Whether it asks anybody: by what everyone knows only, so that being asked betrays nothing.
    #[inline]
    fn asks(self, public: &Public) -> bool {
        match Self::ASKS {
            Asks::Always => true,
            Asks::Never => false,
            Asks::IfAny => {
                let mut anything = Anything::default();
                self.offers(public, &mut anything);
                anything.0
            }
        }
    }

    /// Everything that can be named in it, each with the reason against it.
    #[inline]
    fn moves<O: Offers>(self, state: &State, _: &Rules, offer: &mut O) {
        self.offers(&state.public, offer);
    }

    /// The same where it follows from what everyone knows.
    #[inline]
    fn offers<O: Offers>(self, _: &Public, _: &mut O) {}

    /// Whether an action only leaves what is offered, so that the game goes on as if nothing had been (ruling 107).
    #[inline]
    fn declines(self, _: &Public, action: Action) -> bool {
        matches!(action, Action::Skip)
    }

    /// Carries out an action that it offered and that is more than declining.
    #[inline]
    fn act<C: Chance>(self, _: &mut State, _: &Rules, _: Action, _: &mut C) {}

    /// What comes next where nobody is asked, or what is offered is left.
    #[inline]
    fn go_on<C: Chance>(self, state: &mut State, _: &Rules, _: &mut C) {
        state.done();
    }

    /// Goes on, unless it asks: then it answers so.
    #[inline]
    fn advance<C: Chance>(self, state: &mut State, rules: &Rules, chance: &mut C) -> bool {
        let asks = self.asks(&state.public);
        if !asks {
            self.go_on(state, rules, chance);
        }
        asks
    }

    /// What it has to come, seen from an action of a role above it (GTR-31).
    #[inline]
    fn next(self, _: &Public, _: Seat, _: Role) -> Next {
        Next::IsNot
    }

    /// What is being decided, for the prompt.
    fn crumb(self, _: &Public) -> Text {
        Text::of(Self::CRUMB)
    }

    /// The same while something else is decided first.
    fn crumb_below(self, public: &Public) -> Text {
        self.crumb(public)
    }

    /// What an action would do, for the one who decides.
    fn explain(self, _: &Rules, _: &Public, _: Action) -> Text {
        Text::new()
    }
}

impl Frame {
    /// Its rule, and what is decided in it.
    pub(crate) fn here(self) -> Here {
        fn of<P: Procedure>(_: P) -> Here {
            P::HERE
        }
        each!(self, procedure => of(procedure))
    }

    /// Its name and its locals, for programs.
    #[cfg(feature = "naming")]
    pub(crate) fn told(self) -> naming::Waiting {
        each!(self, procedure => procedure.told())
    }

    /// What it has to come, seen from an action of a role above it.
    #[inline]
    fn next(self, public: &Public, seat: Seat, role: Role) -> Next {
        each!(self, procedure => procedure.next(public, seat, role))
    }

    /// What is being decided: the crumbs of the whole stack.
    pub(crate) fn crumbs(stack: &[Self], public: &Public) -> Vec<Text> {
        let Some((top, below)) = stack.split_last() else { return Vec::new() };
        let below = below.iter().map(|frame| each!(*frame, procedure => procedure.crumb_below(public)));
        below
            .chain([each!(*top, procedure => procedure.crumb(public))])
            .filter(|crumb| !crumb.is_empty())
            .collect()
    }
}

impl Public {
    /// The seat that decides now.
    #[inline]
    pub fn decides(&self) -> Option<Seat> {
        each!(*self.stack.last()?, procedure => procedure.decides(self))
    }

    /// What an action would do now.
    pub(crate) fn explain(&self, rules: &Rules, action: Action) -> Text {
        match bonus::given_up(self).filter(|_| action == Action::Skip) {
            Some(text) => text,
            None => each!(self.top(), procedure => procedure.explain(rules, self, action)),
        }
    }
}

impl State {
    /// Shows everything that can be named now.
    #[inline]
    pub(crate) fn show_moves<O: Offers>(&self, rules: &Rules, seat: Seat, offer: &mut O) {
        let public = &self.public;
        let Some(frame) = public.stack.last() else { return offer.others(|_| Some(Why::Over)) };
        each!(*frame, procedure => {
            if procedure.decides(public) == Some(seat) {
                procedure.moves(self, rules, offer);
            } else {
                offer.others(|_| Some(Why::NotAsked { rule: turn::rule(public), asked: public.decides()? }));
            }
        });
    }

    /// Takes a legal action of the deciding seat and runs on until somebody must decide.
    pub(crate) fn take<C: Chance>(&mut self, rules: &Rules, action: Action, chance: &mut C) {
        let Some(frame) = self.public.stack.last() else { return };
        each!(*frame, procedure => {
            if procedure.declines(&self.public, action) {
                procedure.go_on(self, rules, chance);
            } else {
                procedure.act(self, rules, action, chance);
            }
        });
        self.settle(rules, chance);
    }

    /// Runs everything that needs nobody, until somebody has to decide or the game is over.
    pub(crate) fn settle<C: Chance>(&mut self, rules: &Rules, chance: &mut C) {
        loop {
            self.check_endings(rules);
            if self.public.is_over() {
                self.uncover(rules, chance);
                return;
            }
            let Some(frame) = self.public.stack.last() else { return };
            if each!(*frame, procedure => procedure.advance(self, rules, chance)) {
                return;
            }
        }
    }

    /// Where an action only declines what is offered: the state without the offer.
    pub(crate) fn without_offer<C: Chance>(
        &self,
        rules: &Rules,
        action: Action,
        chance: &mut C,
    ) -> Option<Self> {
        let mut state = *self;
        each!(self.public.top(), procedure => {
            if !procedure.declines(&self.public, action) {
                return None;
            }
            procedure.go_on(&mut state, rules, chance);
        });
        state.settle(rules, chance);
        Some(state)
    }

    /// Calls a procedure. Should the stack be full, the state says so and is not played on (`Game::full`).
    #[inline]
    pub(crate) fn wait(&mut self, procedure: impl Into<Frame>) {
        self.public.full |= self.public.stack.push(procedure.into()).is_err();
    }

    /// Calls a procedure that comes later: after those above this place.
    pub(crate) fn wait_at(&mut self, at: usize, procedure: impl Into<Frame>) {
        self.public.full |= self.public.stack.insert(at, procedure.into()).is_err();
    }

    /// Changes where the procedure on top stands.
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

    /// What gave the action that has just ended is told that it was left unused: a client did not act, a bonus is over (ruling 107).
    /// Over an Architect's client its Stairway is still to come.
    pub(crate) fn forgo(&mut self) {
        match self.public.stack.as_mut_slice() {
            [.., Frame::ClientActs(client)] | [.., Frame::ClientActs(client), Frame::Stairway(_)] => {
                client.acted = false;
            }
            [.., Frame::Bonus(bonus)] => bonus.left = 0,
            _ => {}
        }
    }
}

/// Names each of these cards: those that fit can be used, the others are refused.
#[inline]
fn cards<O: Offers>(
    offer: &mut O,
    all: CardSet,
    fitting: CardSet,
    action: impl Fn(Card) -> Action,
    why: impl Fn(Card) -> Why,
) {
    for card in if O::NAMES_ALL { all } else { fitting }.iter() {
        offer.unless(action(card), || (!fitting.has(card)).then(|| why(card)));
    }
}

/// Names every hand card: they can be used unless something stands against all of them; so does not being held.
#[inline]
fn from_hand<O: Offers>(
    offer: &mut O,
    hand: &Cards,
    closed: Option<Why>,
    rule: &'static str,
    action: impl Fn(Card) -> Action,
) {
    if O::NAMES_ALL || closed.is_none() {
        hand.kinds().iter().for_each(|card| offer.unless(action(card), || closed));
    }
    offer.others(|asked| {
        let card = Card::all().find(|card| action(*card) == asked)?;
        Some(closed.unwrap_or(Why::NotHeld(rule, card)))
    });
}

/// Names every material: those of the pile can be used unless something stands against all of them.
#[inline]
fn from_pile<O: Offers>(
    offer: &mut O,
    pile: &Materials,
    closed: Option<Why>,
    action: impl Fn(Material) -> Action,
    none: impl Fn(Material) -> Why,
) {
    if O::NAMES_ALL || closed.is_none() {
        for material in Material::ALL {
            offer.unless(action(material), || {
                closed.or_else(|| (!pile.has(material)).then(|| none(material)))
            });
        }
    }
}
