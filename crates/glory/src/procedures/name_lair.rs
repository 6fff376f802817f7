//! GL-25, GL-26: on a lair, the hero may name its monster before looking at its card; then the battle may begin.

use super::prelude::*;

/// On a lair: name it, or not (GL-26).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct NameLair;

/// Named or not, the hero looks at the lair's card, and may then engage it.
fn look_and_face<C: Chance>(state: &mut State, rules: &Rules, named: u8, chance: &mut C) {
    state.done();
    let place = rules.kingdom.map.space(state.public.hero().space).place;
    state.see_lair(place, chance);
    state.public.used_battle = Used::default();
    state.public.used_trigger = Used::default();
    state.public.wait(Fight { named, ..Fight::with(Foe::Lair(place)) });
}

impl Procedure for NameLair {
    fn moves<O: Offer<Action, Why>>(self, state: &State, rules: &Rules, offer: &mut O) {
        offer.decline(Action::Pass);
        offer.all((0..rules.kingdom.lairs.len() as u8).map(Action::Name));
        using::moves(state, rules, state.public.active, Window::Other, offer);
    }

    fn act<C: Chance>(self, state: &mut State, rules: &Rules, action: Action, chance: &mut C) {
        if let Action::Name(lair) = action {
            look_and_face(state, rules, lair, chance);
        }
    }

    fn go_on<C: Chance>(self, state: &mut State, rules: &Rules, chance: &mut C) {
        look_and_face(state, rules, NOTHING, chance);
    }

    fn crumb(self, rules: &Rules, view: &View) -> Text {
        let space = rules.kingdom.map.space(view.public.hero().space);
        text![view.public.active, " may name the monster of ", table::place(&space.name)]
    }

    fn explain(self, rules: &Rules, view: &View, action: Action) -> Text {
        let (public, kingdom) = (&view.public, &rules.kingdom);
        let Action::Name(lair) = action else {
            return text!["Look at the card without naming it."];
        };
        let here = kingdom.map.space(public.hero().space).place as usize;
        let gives = 1 + public.total(kingdom, public.active, Aspect::Lore).max(0);
        match view.lairs.get(here).copied().flatten() {
            Some(known) if known == lair => {
                text!["You have seen this card here, so the name is right: +", gives, " to one strike roll."]
            }
            Some(_) => text!["You have seen another card here, so the name is wrong."],
            None => {
                text!["If the name is right, you may add ", gives, " to one strike roll of the battle here."]
            }
        }
    }
}
