#![doc = include_str!("../README.md")]
//!
//! # How it is cut
//!
//! The files follow the rulebook: [`cards`] and [`effect`] are what is printed and [`load`] reads it; [`state`] is what lies on the
//! table; setup, machinations turns and the arena phase are in `turn`, paying in `pay`, battles in `battle`, damage in `damage`, reaction
//! windows in `window`, what cards wait for and do in `need` and `resolve`, the Ludus Magnus in [`ludus`] and `magnus`. [`frame`] lists every procedure that can wait, [`action`] every decision; what
//! can be named, is legal, and why not, is in `candidates`, `legal`, `judge` and `refusal`; `facts` are worked out once for each card. Rules are numbered as in `rules.md` (FG-1, …). Beside the rules stand what
//! bots judge it by (`mind`) and how it is drawn (`drawing`), each a feature.

pub use table;

pub mod action;
mod answers;
mod battle;
pub mod bounds;
mod candidates;
pub mod cards;
mod check;
mod damage;
#[cfg(feature = "drawing")]
mod drawing;
pub mod effect;
#[cfg(feature = "encoding")]
mod encoding;
pub mod events;
mod explain;
mod facts;
pub mod frame;
mod hashed;
mod imagine;
mod judge;
pub mod known;
mod legal;
pub mod load;
pub mod ludus;
mod magnus;
#[cfg(feature = "mind")]
mod mind;
mod need;
mod news;
mod offers;
mod pay;
pub mod phrase;
pub mod pile;
mod play;
mod refusal;
mod resolve;
pub mod rules;
mod sand;
mod score;
mod sheet;
mod stage;
pub mod state;
mod stats;
mod taught;
pub mod text;
mod totals;
mod turn;
mod view;
mod window;
mod words;

use table::{Chance, Depth, Game, Info, Outcome, Refusal, Seat, Turn, Viewer};

pub use action::Action;
pub use rules::Rules;
pub use state::State;
pub use view::View;

/// The game's name in commands and records.
pub const NAME: &str = "for-glory";

impl Game for State {
    const INFO: Info = Info {
        name: NAME,
        title: "For Glory",
        summary: "Gladiatorial combat and deck building for one to four lanistas.",
        prefix: "FG",
        rules_version: 6,
        most_decisions: 100_000,
    };
    type Rules = Rules;
    type Action = Action;
    type View = View;

    fn new<C: Chance>(rules: &Rules, chance: &mut C) -> Self {
        Self::set_up(rules, chance)
    }

    fn turn(&self, rules: &Rules) -> Turn {
        self.whose_turn(rules)
    }

    fn legal(&self, rules: &Rules, seat: Seat, out: &mut Vec<Action>) {
        self.legal_of(rules, seat, out);
    }

    fn candidates(&self, rules: &Rules, seat: Seat, out: &mut Vec<Action>) {
        self.candidates_of(rules, seat, |action| out.push(action));
    }

    fn refusal(&self, rules: &Rules, seat: Seat, action: Action) -> Option<Refusal> {
        self.judge(rules, seat, action).err().map(|reason| self.explain(rules, seat, reason))
    }

    fn play_unchecked<C: Chance>(&mut self, rules: &Rules, seat: Seat, action: Action, chance: &mut C) {
        self.perform(rules, seat, action, chance);
    }

    fn view(&self, _: &Rules, viewer: Viewer) -> View {
        self.seen_by(viewer)
    }

    fn imagine<C: Chance>(rules: &Rules, view: &View, chance: &mut C) -> Self {
        Self::imagined(rules, view, chance)
    }

    fn mask(&self, _: &Rules, viewer: Viewer) -> Self {
        self.masked_for(viewer)
    }

    fn outcome(&self, rules: &Rules) -> Option<Outcome> {
        self.result(rules)
    }

    fn full(&self) -> Option<&'static str> {
        self.public.full.map(state::Overflow::what)
    }

    fn depth(&self) -> Depth {
        Depth { now: self.public.stack.len(), most: state::DEPTH }
    }

    fn always(&self, rules: &Rules, seat: Seat, out: &mut Vec<Action>) {
        self.promised(rules, seat, out);
    }

    fn unoffered<C: Chance>(
        &self,
        rules: &Rules,
        seat: Seat,
        action: Action,
        chance: &mut C,
    ) -> Option<Self> {
        self.never_offered(rules, seat, action, chance)
    }

    fn invariants(&self, rules: &Rules) -> Result<(), String> {
        self.check(rules)
    }

    fn write(rules: &Rules, action: Action) -> String {
        action::write(rules, action)
    }

    fn read(rules: &Rules, text: &str) -> Result<Action, String> {
        action::read(rules, text)
    }

    fn tell(&self, rules: &Rules, by: Seat, action: Action, viewer: Viewer) -> String {
        // Face down: that the card may be reserved is all the others learn (FG-39, ruling 21).
        if matches!(action, Action::Reserve(_)) && !viewer.is(by) {
            return "reserve a card".to_owned();
        }
        Self::write(rules, action)
    }
}
