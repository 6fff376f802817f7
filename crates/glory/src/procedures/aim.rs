//! A card's effect is aimed: at a lair, at a town's quest, at a face of the die, or at another hero (ruling B32).

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
    /// Which other hero something is done to.
    Rival(Against),
}

/// What a card does to another hero (ruling B32).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub enum Against {
    /// Takes so many coins, as far as there are any.
    Rob(u8),
    /// Takes so much health, never the last.
    Smite(u8),
    /// Changes places with the hero; no space is followed.
    TradePlaces,
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
            Self::Rival(against) => {
                for seat in public.active.round(rules.players).skip(1) {
                    offer.unless(Action::Against(seat), || against.why_not(public, seat));
                }
            }
        }
    }

    /// Whether there is anything to aim at.
    pub(crate) fn any(self, state: &State, rules: &Rules) -> bool {
        let mut anything = Anything::default();
        self.targets(state, rules, &mut anything);
        anything.0
    }
}

impl Against {
    /// Why it can't be done to this hero, if so: it is dead, or nothing would happen.
    fn why_not(self, public: &Public, seat: Seat) -> Option<Why> {
        let (hero, own) = (&public.heroes[seat], public.hero());
        let nothing = match self {
            Self::Rob(_) => hero.coins == 0,
            Self::Smite(_) => hero.health <= 1,
            Self::TradePlaces => hero.space == own.space,
        };
        (!hero.alive || nothing).then_some(Why::NotThatHero(seat))
    }

    fn act<C: Chance>(self, state: &mut State, seat: Seat, chance: &mut C) {
        let active = state.public.active;
        match self {
            Self::Rob(by) => {
                let taken = state.public.heroes[seat].coins.min(u16::from(by)) as u8;
                state.lose_coins(seat, taken, chance);
                state.gain_coins(active, taken, chance);
            }
            Self::Smite(by) => {
                let most = state.public.heroes[seat].health.saturating_sub(1);
                state.hurt(seat, by.min(most), chance);
            }
            Self::TradePlaces => {
                let (here, there) = (state.public.heroes[active].space, state.public.heroes[seat].space);
                for (who, space) in [(active, there), (seat, here)] {
                    let hero = &mut state.public.heroes[who];
                    (hero.space, hero.from) = (space, NOWHERE);
                    chance.note(|| Event::Moved(who, space, Travelled::Placed));
                }
            }
        }
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
        } else if let (Self::Rival(against), Action::Against(seat)) = (self, action) {
            against.act(state, seat, chance);
        }
    }

    fn crumb(self, _: &Rules, view: &View) -> Text {
        text![
            view.public.active,
            match self {
                Self::Lair => " chooses a lair to look at",
                Self::Town => " chooses a quest to look at",
                Self::Face => " chooses what the die shows",
                Self::Rival(Against::Rob(_)) => " chooses whom to rob",
                Self::Rival(Against::Smite(_)) => " chooses whom to hurt",
                Self::Rival(Against::TradePlaces) => " chooses with whom to change places",
            }
        ]
    }

    fn explain(self, _: &Rules, _: &View, action: Action) -> Text {
        if let Action::Face(face) = action {
            return text!["Turn your die to ", face, "."];
        }
        match self {
            Self::Rival(Against::Rob(by)) => say!("Take up to {}.", many(by, "coin")),
            Self::Rival(Against::Smite(by)) => say!("That hero loses {by} health, but keeps at least 1."),
            Self::Rival(Against::TradePlaces) => text!["Change places. Nothing happens on either space."],
            Self::Lair | Self::Face => text!["Look at the card. Nobody else sees it."],
            Self::Town => text!["Look at the quest. Nobody else sees it."],
        }
    }
}
