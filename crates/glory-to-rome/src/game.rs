//! Glory to Rome as a [`Game`].

use table::{
    Broken, Chance, Depth, Game, Info, Offer, Outcome, Phrase, Reason, Refusal, Seat, SeatSet, Text, Turn,
    Unread, Viewer, why_not,
};

use crate::action::Action;
use crate::procedures::DEPTH;
use crate::reason::Why;
use crate::rules::Rules;
use crate::state::State;
use crate::view::View;

impl Game for State {
    const INFO: Info = Info {
        name: "glory-to-rome",
        title: "Glory to Rome",
        summary: "Rebuild Rome after the fire: a card is an order, a client, a material, a building or money.",
        prefix: "GTR",
        rules_version: 2,
        most_decisions: 10_000,
    };
    type Rules = Rules;
    type Action = Action;
    type View = View;
    type Why = Why;

    fn new<C: Chance>(rules: &Rules, chance: &mut C) -> Self {
        crate::setup::deal(rules, chance)
    }

    #[inline]
    fn turn(&self, _: &Rules) -> Turn {
        match self.public.decides() {
            Some(seat) if !self.public.is_over() => Turn::Decide(SeatSet::one(seat)),
            _ => Turn::Over,
        }
    }

    #[inline]
    fn moves<O: Offer<Action, Why>>(&self, rules: &Rules, seat: Seat, offer: &mut O) {
        self.show_moves(rules, seat, offer);
    }

    fn elsewhere(&self, _: &Rules, _: Seat, action: Action) -> Why {
        Why::Elsewhere(action, self.public.top())
    }

    fn refusal(&self, rules: &Rules, seat: Seat, action: Action) -> Option<Refusal> {
        let why = why_not(self, rules, seat, action)?;
        // GTR-5: in the training game no building works, whatever else stands in the way.
        let asked = rules.training && !matches!(why, Why::Over | Why::NotAsked { .. });
        Some(action.function().filter(|_| asked).map_or(why, Why::Needs).refusal(rules))
    }

    fn play_unchecked<C: Chance>(&mut self, rules: &Rules, _: Seat, action: Action, chance: &mut C) {
        self.take(rules, action, chance);
    }

    fn full(&self) -> Option<&'static str> {
        self.public.full.then_some("procedures inside one another")
    }

    fn depth(&self) -> Depth {
        Depth { now: self.public.stack.len(), most: DEPTH }
    }

    fn unoffered<C: Chance>(
        &self,
        rules: &Rules,
        seat: Seat,
        action: Action,
        chance: &mut C,
    ) -> Option<Self> {
        if self.public.decides() == Some(seat) { self.without_offer(rules, action, chance) } else { None }
    }

    fn view(&self, _: &Rules, viewer: Viewer) -> View {
        self.look(viewer)
    }

    fn imagine<C: Chance>(rules: &Rules, view: &View, chance: &mut C) -> Self {
        Self::dream(rules, view, chance)
    }

    fn mask(&self, _: &Rules, viewer: Viewer) -> Self {
        self.veil(viewer)
    }

    fn outcome(&self, rules: &Rules) -> Option<Outcome> {
        crate::score::outcome(self, rules)
    }

    fn invariants(&self, rules: &Rules) -> Result<(), Broken> {
        Ok(self.check(rules)?)
    }

    fn label(rules: &Rules, action: Action) -> Text {
        Phrase::label(&action, rules)
    }

    fn read(rules: &Rules, text: &str) -> Result<Action, Unread> {
        Phrase::read(text, rules)
    }

    /// Only a card sold from hand is secret (GTR-56).
    fn tell(&self, rules: &Rules, by: Seat, action: Action, viewer: Viewer) -> Text {
        let secret = matches!(action, Action::SellHand(_)) && !viewer.is(by);
        if secret { action.veiled() } else { Self::label(rules, action) }
    }

    /// What goes into a vault is not told again in later turns, but with `open_memory` and at the end (GTR-26, ruling 111).
    fn recall(&self, rules: &Rules, then: &Self, by: Seat, action: Action, viewer: Viewer) -> Text {
        let stored = matches!(
            action,
            Action::SellStock(_) | Action::SellHand(_) | Action::RevelVault(_) | Action::Bank(_)
        );
        if stored && !self.recalls(rules, then) {
            action.veiled()
        } else {
            then.tell(rules, by, action, viewer)
        }
    }

    fn recalls(&self, rules: &Rules, then: &Self) -> bool {
        rules.open_memory || self.public.is_over() || then.public.turn == self.public.turn
    }

    fn concedes(action: Action) -> bool {
        matches!(action, Action::Surrender(_))
    }
}
