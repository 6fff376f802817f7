//! A card's effect is aimed: at a lair, at a town's quest, or at a face of the die.

use super::haven::why_no_look;
use super::prelude::*;

/// What an aimed effect asks for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub enum Aim {
    /// Which lair to look at.
    Lair,
    /// Which town's quest to look at.
    Town,
    /// Which face the own die shows.
    Face,
}

impl Aim {
    /// What it can be aimed at.
    fn targets<O: Offer<Action, Why>>(self, state: &State, rules: &Rules, offer: &mut O) {
        let (public, map) = (&state.public, &rules.kingdom.map);
        match self {
            Self::Lair => {
                for place in 0..map.lairs.len() as u8 {
                    offer.unless(Action::Look(place), || why_no_look(public, place));
                }
            }
            Self::Town => {
                for place in 0..map.towns.len() as u8 {
                    let town = &public.towns[place as usize];
                    offer.unless(Action::Read(place), || {
                        let hidden = town.lies == QuestLies::Hidden && !town.seen.contains(public.active);
                        (!hidden).then_some(Why::QuestKnown)
                    });
                }
            }
            Self::Face => offer.all((1..=6).map(Action::Face)),
        }
    }

    /// Whether there is anything to aim at.
    pub(crate) fn any(self, state: &State, rules: &Rules) -> bool {
        let mut anything = Anything::default();
        self.targets(state, rules, &mut anything);
        anything.0
    }
}

impl Procedure for Aim {
    fn moves<O: Offer<Action, Why>>(self, state: &State, rules: &Rules, offer: &mut O) {
        self.targets(state, rules, offer);
        using::moves(state, rules, state.public.active, Window::Other, offer);
    }

    fn act<C: Chance>(self, state: &mut State, _: &Rules, action: Action, chance: &mut C) {
        state.done();
        if let Action::Look(place) = action {
            state.see_lair(place, chance);
        } else if let Action::Read(place) = action {
            state.see_quest(place, chance);
        } else if let Action::Face(face) = action {
            state.turn_die(|_| face, chance);
        }
    }

    fn crumb(self, _: &Rules, view: &View) -> Text {
        text![
            view.public.active,
            match self {
                Self::Lair => " chooses a lair to look at",
                Self::Town => " chooses a quest to look at",
                Self::Face => " chooses what the die shows",
            }
        ]
    }

    fn explain(self, _: &Rules, _: &View, action: Action) -> Text {
        if let Action::Face(face) = action {
            return text!["Turn your die to ", face, "."];
        }
        match self {
            Self::Lair | Self::Face => text!["Look at the card. Nobody else sees it."],
            Self::Town => text!["Look at the quest. Nobody else sees it."],
        }
    }
}
