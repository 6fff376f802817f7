//! GL-11: the die is rolled; cards change it, and the hero chooses the way.

use super::prelude::*;

/// The die is rolled: cards, then the way (GL-11).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Roll {
    /// The die.
    pub die: u8,
    /// Steps added by cards.
    pub extra: u8,
}

impl Roll {
    /// How many steps the hero goes.
    pub const fn steps(self) -> u8 {
        self.die + self.extra
    }

    /// Every way that uses all the steps.
    pub(crate) fn ways<'r>(self, public: &Public, rules: &'r Rules) -> &'r [Way] {
        rules.kingdom.map.ways(public.hero().space, heading(public, rules), self.steps() as usize)
    }

    /// Why a hero can't go where no listed way leads.
    fn why_not(self, public: &Public, rules: &Rules, end: u8) -> Why {
        if self.ways(public, rules).iter().any(|way| way.end == end) {
            Why::OtherRoad
        } else if rules.kingdom.map.spaces.get(end as usize).is_none() {
            Why::NoSuchSpace
        } else {
            Why::OutOfReach { space: end, steps: self.steps() }
        }
    }
}

/// The space a hero may not turn back to: none at the start of a turn, unless headings are kept (M3).
fn heading(public: &Public, rules: &Rules) -> u8 {
    let hero = public.hero();
    if rules.keep_heading && !rules.kingdom.map.kind(hero.space).stops() { hero.from } else { NOWHERE }
}

impl Procedure for Roll {
    fn window(self) -> Option<Window> {
        Some(Window::Roll)
    }

    #[inline]
    fn asks(self, _: &State, _: &Rules) -> bool {
        self.steps() > 0
    }

    #[inline]
    fn moves<O: Offer<Action, Why>>(self, state: &State, rules: &Rules, offer: &mut O) {
        let ways = self.ways(&state.public, rules).iter();
        offer.all(ways.map(|way| Action::Go { end: way.end, via: way.via }));
        using::moves(state, rules, state.public.active, Window::Roll, offer);
        offer.others(|action| match action {
            Action::Go { end, .. } => Some(self.why_not(&state.public, rules, end)),
            _ => None,
        });
    }

    fn act<C: Chance>(self, state: &mut State, rules: &Rules, action: Action, chance: &mut C) {
        let Action::Go { end, via } = action else { return };
        let ways = self.ways(&state.public, rules);
        if let Some(way) = ways.iter().find(|way| way.end == end && way.via == via) {
            state.stand_on(way.end, way.from, Travelled::Steps, chance);
            state.turn_to(Arrive);
            state.public.used_trigger = Used::default();
        }
    }

    /// A card has left no steps to go.
    fn go_on<C: Chance>(self, state: &mut State, _: &Rules, _: &mut C) {
        state.turn_to(After);
    }

    fn crumb(self, _: &Rules, view: &View) -> Text {
        let moves = (self.extra > 0).then(|| text![", moves ", self.steps()]);
        text![view.public.active, " rolled ", self.die, moves, " and chooses where to go"]
    }

    fn explain(self, rules: &Rules, view: &View, action: Action) -> Text {
        let Action::Go { end, .. } = action else { return Text::new() };
        travel::space_text(rules, view, end)
    }
}
