//! GL-14, M14, M17: a card moves the hero to the nearest space of a sort, and the space a hero lands on is followed.

use super::prelude::*;

/// What a card does with a hero it has moved (ruling M14).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub enum Landing {
    /// The new space is followed: the card said "go".
    Follow,
    /// Nothing more: the card said "place".
    Stay,
}

/// A card moves the hero, and several spaces are equally near (ruling M17).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Travel {
    /// Where to.
    pub goal: Goal,
    /// What happens there.
    pub landing: Landing,
}

impl Procedure for Travel {
    fn moves<O: Offer<Action, Why>>(self, state: &State, rules: &Rules, offer: &mut O) {
        let spaces = state.public.targets(&rules.kingdom, self.goal);
        offer.all(spaces.map(|end| Action::Go { end, via: NOWHERE }));
        using::moves(state, rules, state.public.active, Window::Other, offer);
        offer.others(|action| matches!(action, Action::Go { .. }).then_some(Why::NotNearest));
    }

    fn act<C: Chance>(self, state: &mut State, rules: &Rules, action: Action, chance: &mut C) {
        if let Action::Go { end, .. } = action {
            state.done();
            state.bring(rules, end, self.landing, chance);
        }
    }

    fn crumb(self, _: &Rules, view: &View) -> Text {
        let which = self.goal.several();
        say!("{} chooses where to go: several {which} are equally near", view.public.active)
    }

    fn explain(self, rules: &Rules, view: &View, action: Action) -> Text {
        let Action::Go { end, .. } = action else { return Text::new() };
        space_text(rules, view, end)
    }
}

/// What a space does with a hero who lands on it.
pub(super) fn space_text(rules: &Rules, view: &View, at: u8) -> Text {
    let kingdom = &rules.kingdom;
    let Some(space) = kingdom.map.spaces.get(at as usize) else {
        return Text::new();
    };
    let place = space.place as usize;
    match space.kind {
        Kind::Blank => text!["Blank: nothing happens."],
        Kind::Battle => {
            let Some(card) = view.public.prowler(at) else {
                return text!["Battle: draw a battle card, then fight or leave."];
            };
            let monster = &kingdom.battle[kingdom.battle_stock.kind(card) as usize];
            text!["Battle: ", table::card(&monster.name), " prowls here, ", monster.numbers(), "."]
        }
        Kind::Castle => text!["Castle: regain all health and buy goods."],
        Kind::Fate => text!["Fate: draw a fate, follow it and keep it."],
        Kind::Haven => {
            let heals = view.public.haven_heal(rules, view.public.active);
            if heals == 0 {
                return text!["Haven: look at the closest lair."];
            }
            text!["Haven: regain up to ", heals, " health and look at the closest lair."]
        }
        Kind::Lair => match (view.public.lairs[place].won, view.lairs[place]) {
            (Some(seat), _) => text!["Lair: already defeated, by ", seat, "."],
            (None, Some(card)) => {
                let monster = &kingdom.lairs[card as usize];
                text!["Lair: ", table::card(&monster.name), ", ", monster.numbers(), "."]
            }
            (None, None) => text!["Lair: look at its card, then fight or leave."],
        },
        Kind::Town => match (view.public.towns[place].lies, view.quests[place]) {
            (QuestLies::Gone, _) => text!["Town: its quest is gone."],
            (_, Some(quest)) => {
                let quest = &kingdom.quests[quest as usize];
                let asks = kingdom.quest_text_at(quest, space.place);
                text!["Town: ", table::card(&quest.name), ". ", asks]
            }
            (_, None) => text!["Town: look at its quest."],
        },
    }
}

impl Public {
    /// The battle card that prowls on a space (ruling B29).
    pub fn prowler(&self, space: u8) -> Option<u8> {
        self.prowling.iter().find(|prowler| prowler.space == space).map(|prowler| prowler.card)
    }

    /// How much health a haven gives this hero back (GL-24).
    pub fn haven_heal(&self, rules: &Rules, seat: Seat) -> u8 {
        let more = self.total(&rules.kingdom, seat, Aspect::Haven).max(0) as u8;
        rules.haven_heal.saturating_add(more)
    }
}

impl State {
    /// A card moves the hero to the nearest space of a sort; of several equally near the hero chooses (M17).
    pub(crate) fn send<C: Chance>(&mut self, rules: &Rules, goal: Goal, landing: Landing, chance: &mut C) {
        let mut targets = self.public.targets(&rules.kingdom, goal);
        match (targets.next(), targets.next()) {
            (None, _) => {}
            (Some(space), None) => self.bring(rules, space, landing, chance),
            (Some(_), Some(_)) => self.public.wait(Travel { goal, landing }),
        }
    }

    /// M14: the hero is brought to a space by a card, and follows it if the card says so. No such space draws a fate, so this
    /// comes to an end.
    fn bring<C: Chance>(&mut self, rules: &Rules, space: u8, landing: Landing, chance: &mut C) {
        match landing {
            Landing::Follow => {
                self.stand_on(space, NOWHERE, Travelled::Sent, chance);
                self.resolve(rules, chance);
            }
            Landing::Stay => self.stand_on(space, NOWHERE, Travelled::Placed, chance),
        }
    }

    pub(crate) fn stand_on<C: Chance>(&mut self, space: u8, from: u8, travel: Travelled, chance: &mut C) {
        let active = self.public.active;
        let hero = &mut self.public.heroes[active];
        hero.space = space;
        hero.from = travel.from(from);
        chance.note(|| Event::Moved(active, space, travel));
    }

    /// Follows the space the hero stands on (GL-14).
    pub(crate) fn resolve<C: Chance>(&mut self, rules: &Rules, chance: &mut C) {
        let kingdom = &*rules.kingdom;
        let active = self.public.active;
        let space = kingdom.map.space(self.public.hero().space);
        match space.kind {
            Kind::Blank => {}
            Kind::Battle => self.battle_space(rules, chance),
            Kind::Castle => {
                self.heal(kingdom, active, u8::MAX, chance);
                self.public.note(active, Deed::Castle);
            }
            Kind::Fate => self.draw_fate(rules, chance),
            Kind::Haven => {
                self.heal(kingdom, active, self.public.haven_heal(rules, active), chance);
                self.public.note(active, Deed::Haven(space.place));
                self.public.wait(Haven);
            }
            Kind::Lair => {
                self.public.note(active, Deed::Lair(space.place));
                // L11: a defeated lair is only a stop.
                if self.public.lairs[space.place as usize].won.is_none() {
                    self.public.wait(NameLair);
                }
            }
            Kind::Town => {
                self.heal(kingdom, active, rules.town_heal, chance);
                self.public.note(active, Deed::Town(space.place));
                self.visit_town(rules, space.place, chance);
            }
        }
    }

    /// GL-23: a fate is drawn, followed and kept; an empty deck makes the space blank (G10).
    fn draw_fate<C: Chance>(&mut self, rules: &Rules, chance: &mut C) {
        let kingdom = &*rules.kingdom;
        let active = self.public.active;
        let pile = &mut self.public.fates;
        if pile.deck == 0 {
            pile.renew(Deck::Fates, chance);
        }
        let Some(card) = kingdom.fate_stock.draw(pile.deck, chance) else {
            chance.note(|| Event::Empty(Deck::Fates));
            return;
        };
        chance.learned(Self::everyone(rules));
        pile.deck &= !(1 << card);
        let kind = kingdom.fate_stock.kind(card);
        chance.note(|| Event::Fate(active, kind));
        self.public.heroes[active].fates |= 1 << card;
        self.public.note(active, Deed::Fate);
        let fortune = self.public.total(kingdom, active, Aspect::Fortune).max(0) as u8;
        self.heal(kingdom, active, fortune, chance);
        if let Some(script) = kingdom.fates[kind as usize].does {
            self.public.wait(Follow::all(script));
        }
    }

    /// The active hero privately looks at a lair's card (D1).
    pub(crate) fn see_lair<C: Chance>(&mut self, place: u8, chance: &mut C) {
        let active = self.public.active;
        let card = self.secret.lairs.get()[place as usize];
        let lair = &mut self.public.lairs[place as usize];
        if !lair.seen.contains(active) {
            lair.seen = lair.seen.with(active);
            chance.learned(SeatSet::one(active));
            chance.note(|| Event::SawLair(active, place, card));
        }
    }

    /// The active hero privately looks at a town's quest (Q1); deeds count from now (Q2).
    pub(crate) fn see_quest<C: Chance>(&mut self, place: u8, chance: &mut C) {
        let active = self.public.active;
        let quest = self.secret.quests.get()[place as usize];
        let town = &mut self.public.towns[place as usize];
        if !town.seen.contains(active) {
            town.seen = town.seen.with(active);
            chance.learned(SeatSet::one(active));
            chance.note(|| Event::SawQuest(active, place, quest));
        }
    }
}
