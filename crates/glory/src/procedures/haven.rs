//! GL-24: in a haven, the hero may look at the closest lair.

use super::prelude::*;

/// In a haven: look at the closest lair, or not (GL-24).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Haven;

/// Why a lair's card is not worth a look, if so: it lies open, or the hero knows it.
pub(super) fn why_no_look(public: &Public, place: u8) -> Option<Why> {
    let lair = public.lairs.get(place as usize)?;
    if lair.won.is_some() {
        Some(Why::LairOpen)
    } else {
        lair.seen.contains(public.active).then_some(Why::LairSeen)
    }
}

impl Procedure for Haven {
    /// Where there is a card to look at; a card that could be used is no reason to ask.
    #[inline]
    fn asks(self, state: &State, rules: &Rules) -> bool {
        let public = &state.public;
        let mut closest = public.closest_lairs(&rules.kingdom, public.hero().space);
        closest.any(|place| why_no_look(public, place).is_none())
    }

    fn moves<O: Offer<Action, Why>>(self, state: &State, rules: &Rules, offer: &mut O) {
        let public = &state.public;
        offer.decline(Action::Pass);
        for place in public.closest_lairs(&rules.kingdom, public.hero().space) {
            offer.unless(Action::Look(place), || why_no_look(public, place));
        }
        using::moves(state, rules, state.public.active, Window::Other, offer);
        offer.others(|action| {
            let Action::Look(place) = action else { return None };
            why_no_look(public, place)
        });
    }

    fn act<C: Chance>(self, state: &mut State, _: &Rules, action: Action, chance: &mut C) {
        if let Action::Look(place) = action {
            state.done();
            state.see_lair(place, chance);
        }
    }

    fn go_on<C: Chance>(self, state: &mut State, _: &Rules, _: &mut C) {
        state.done();
    }

    fn crumb(self, _: &Rules, view: &View) -> Text {
        text![view.public.active, " may look at the closest lair"]
    }

    fn explain(self, _: &Rules, _: &View, action: Action) -> Text {
        if action == Action::Pass {
            text!["Don't look."]
        } else {
            text!["Look at the card. Nobody else sees it."]
        }
    }
}
