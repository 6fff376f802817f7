//! GL-12, GL-13: the steps are done. The hero marches on, or halts and follows the space (GL-14).

use super::prelude::*;

/// The steps are done: march or halt (GL-12).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Arrive;

/// Whether a march costs the active hero nothing (M11).
fn marches_free(public: &Public, rules: &Rules) -> bool {
    public.total(&rules.kingdom, public.active, Aspect::FreeMarch) > 0
}

/// GL-12, M9 to M11: why the hero may not march, if so.
fn why_no_march(public: &Public, rules: &Rules) -> Option<Why> {
    let hero = public.hero();
    if public.marched {
        Some(Why::Marched)
    } else if rules.kingdom.map.kind(hero.space).stops() {
        Some(Why::EndedMove(hero.space))
    } else if hero.health <= 1 && !marches_free(public, rules) {
        Some(Why::LastHealth)
    } else {
        None
    }
}

impl Public {
    /// Where the active hero's move can end: by the steps alone, and only with a march after them (M8). Empty unless a
    /// way is being chosen.
    pub fn within_reach(&self, rules: &Rules) -> (Vec<u8>, Vec<u8>) {
        let map = &rules.kingdom.map;
        let (mut steps, mut marches) = (Vec::new(), Vec::new());
        if let Frame::Roll(roll) = self.top() {
            let ways = roll.ways(self, rules);
            let able = self.hero().health > 1 || marches_free(self, rules);
            steps.extend(ways.iter().map(|way| way.end));
            for way in ways.iter().filter(|way| able && !map.kind(way.end).stops()) {
                marches.extend(map.ways(way.end, way.from, 1).iter().map(|further| further.end));
            }
        } else if self.top() == Arrive.into() && why_no_march(self, rules).is_none() {
            marches.extend(map.ways(self.hero().space, self.hero().from, 1).iter().map(|way| way.end));
        }
        steps.sort_unstable();
        steps.dedup();
        marches.sort_unstable();
        marches.dedup();
        marches.retain(|end| !steps.contains(end));
        (steps, marches)
    }
}

impl Procedure for Arrive {
    fn window(self) -> Option<Window> {
        Some(Window::Land)
    }

    #[inline]
    fn asks(self, state: &State, rules: &Rules) -> bool {
        self.offers(state, rules)
    }

    #[inline]
    fn moves<O: Offer<Action, Why>>(self, state: &State, rules: &Rules, offer: &mut O) {
        let public = &state.public;
        let (map, hero) = (&rules.kingdom.map, public.hero());
        offer.decline(Action::Halt);
        let against = why_no_march(public, rules);
        if against.is_none() {
            offer.all(map.ways(hero.space, hero.from, 1).iter().map(|way| Action::March(way.end)));
        }
        if O::NAMES_ALL {
            for road in &map.space(hero.space).roads {
                offer.refused(Action::March(*road), || against.unwrap_or(Why::MarchBack));
            }
        }
        using::moves(state, rules, state.public.active, Window::Land, offer);
        offer.others(|action| matches!(action, Action::March(_)).then(|| against.unwrap_or(Why::MarchBack)));
    }

    fn act<C: Chance>(self, state: &mut State, rules: &Rules, action: Action, chance: &mut C) {
        let Action::March(end) = action else { return };
        let (active, from) = (state.public.active, state.public.hero().space);
        let free = marches_free(&state.public, rules);
        state.public.marched = true;
        state.stand_on(end, from, Travelled::March, chance);
        if !free {
            state.hurt(active, 1, chance);
        }
    }

    /// The move is over: the space is followed (GL-14).
    fn go_on<C: Chance>(self, state: &mut State, rules: &Rules, chance: &mut C) {
        state.turn_to(After);
        state.resolve(rules, chance);
    }

    fn crumb(self, rules: &Rules, view: &View) -> Text {
        let space = rules.kingdom.map.space(view.public.hero().space);
        let able = why_no_march(&view.public, rules).is_none();
        let choice = if able { "halt or march" } else { "use a card or halt" };
        let (hero, name, kind) = (view.public.active, table::place(&space.name), space.kind.word());
        say!("{hero} arrives on {name} ({kind}): {choice}")
    }

    fn explain(self, rules: &Rules, view: &View, action: Action) -> Text {
        let Action::March(end) = action else {
            return travel::space_text(rules, view, view.public.hero().space);
        };
        let free = marches_free(&view.public, rules);
        let cost = if free { "March at no cost. " } else { "March for 1 health. " };
        text![cost, travel::space_text(rules, view, end)]
    }
}
