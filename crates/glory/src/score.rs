//! Glory, awards and how the game ends (GL-40 to GL-46).

use table::{BySeat, Chance, Outcome, Part, Seat, SeatSet};

use crate::cards::{Cards, Kingdom, bits};
use crate::event::{Deck, Event, Source};
use crate::procedures::Learn;
use crate::rules::Rules;
use crate::state::{Ending, Public, State};

impl State {
    /// A hero gains glory; enough of it ends the game at once (GL-45, rulings E1 and E2).
    pub(crate) fn gain_glory<C: Chance>(
        &mut self,
        rules: &Rules,
        seat: Seat,
        by: u8,
        source: Source,
        chance: &mut C,
    ) {
        let hero = &mut self.public.heroes[seat];
        hero.glory = hero.glory.saturating_add(by);
        hero.earned[source as usize] = hero.earned[source as usize].saturating_add_unsigned(by);
        hero.peak = hero.peak.max(hero.glory);
        let now = hero.glory;
        if by > 0 {
            chance.note(|| Event::Glory(seat, i16::from(by), now));
        }
        if now >= rules.glory_to_win {
            self.finish(Ending::Glory(seat), chance);
        }
    }

    /// A hero loses glory by a card, never below 0 (G11).
    pub(crate) fn lose_glory<C: Chance>(&mut self, seat: Seat, by: u8, chance: &mut C) {
        let hero = &mut self.public.heroes[seat];
        let lost = hero.glory.min(by);
        hero.glory -= lost;
        hero.earned[Source::Cards as usize] =
            hero.earned[Source::Cards as usize].saturating_sub_unsigned(lost);
        let now = hero.glory;
        if lost > 0 {
            chance.note(|| Event::Glory(seat, -i16::from(lost), now));
        }
    }

    /// E12: whether the lone hero has done what the scenario asks for; then the game is over.
    pub(crate) fn reached<C: Chance>(&mut self, rules: &Rules, chance: &mut C) -> bool {
        let active = self.public.active;
        let (now, needed) = self.public.progress(rules, active);
        let reached = rules.challenge.is_some() && now >= needed && self.public.heroes[active].alive;
        if reached {
            self.finish(Ending::Goal(active), chance);
        }
        reached
    }

    /// Gives the next award that is due; answers whether there was one (G7: glory before fates, active hero first).
    pub(crate) fn award<C: Chance>(&mut self, rules: &Rules, chance: &mut C) -> bool {
        let mut fated = None;
        for seat in self.public.active.round(rules.players) {
            let hero = &self.public.heroes[seat];
            if !hero.alive {
                continue;
            }
            if u16::from(hero.peak) >= (u16::from(hero.awards) + 1) * u16::from(rules.ability_every) {
                self.glory_award(rules, seat, chance);
                return true;
            }
            let due = (u32::from(hero.fate_awards) + 1) * u32::from(rules.fates_per_ability);
            if fated.is_none() && hero.fates.count_ones() >= due {
                fated = Some(seat);
            }
        }
        let Some(seat) = fated else { return false };
        self.public.heroes[seat].fate_awards += 1;
        self.draw_ability(rules, seat, chance);
        true
    }

    /// GL-40: two abilities are drawn, one is kept, and a coin gained (G6).
    fn glory_award<C: Chance>(&mut self, rules: &Rules, seat: Seat, chance: &mut C) {
        self.public.heroes[seat].awards += 1;
        self.gain_coins(seat, 1, chance);
        chance.learned(Self::everyone(rules));
        let mut duplicates = 0;
        let first = self.new_ability(&rules.kingdom, seat, &mut duplicates, chance);
        let second = self.new_ability(&rules.kingdom, seat, &mut duplicates, chance);
        self.public.abilities.discard |= duplicates;
        let kind = |card| rules.kingdom.ability_stock.kind(card);
        match (first, second) {
            (Some(first), Some(second)) if kind(first) != kind(second) => {
                chance.note(|| Event::Offered(seat, kind(first), kind(second)));
                self.public.wait(Learn { seat, first, second });
            }
            // G5: two alike leave nothing to choose; G4: so does one alone.
            (Some(first), other) => {
                self.learn(seat, first);
                chance.note(|| Event::Learned(seat, kind(first)));
                if let Some(card) = other {
                    self.public.abilities.discard |= 1 << card;
                }
            }
            (None, _) => chance.note(|| Event::Empty(Deck::Abilities)),
        }
    }

    /// GL-23: one ability, as it comes.
    pub(crate) fn draw_ability<C: Chance>(&mut self, rules: &Rules, seat: Seat, chance: &mut C) {
        chance.learned(Self::everyone(rules));
        let mut duplicates = 0;
        match self.new_ability(&rules.kingdom, seat, &mut duplicates, chance) {
            Some(card) => {
                self.learn(seat, card);
                chance.note(|| Event::Learned(seat, rules.kingdom.ability_stock.kind(card)));
            }
            None => chance.note(|| Event::Empty(Deck::Abilities)),
        }
        self.public.abilities.discard |= duplicates;
    }

    fn learn(&mut self, seat: Seat, card: u8) {
        self.public.heroes[seat].abilities |= 1 << card;
    }

    /// Draws until an ability comes that the hero has not (GL-41); the others are set aside (G4).
    fn new_ability<C: Chance>(
        &mut self,
        kingdom: &Kingdom,
        seat: Seat,
        duplicates: &mut Cards,
        chance: &mut C,
    ) -> Option<u8> {
        let stock = &kingdom.ability_stock;
        let owned =
            bits(self.public.heroes[seat].abilities).fold(0, |set, card| set | stock.mask(stock.kind(card)));
        let pile = &mut self.public.abilities;
        loop {
            if pile.deck == 0 {
                // G3: the discards make a new deck.
                pile.renew(Deck::Abilities, chance);
            }
            let card = stock.draw(pile.deck, chance)?;
            pile.deck &= !(1 << card);
            if owned & 1 << card == 0 {
                return Some(card);
            }
            *duplicates |= 1 << card;
            chance.note(|| Event::Duplicate(seat, stock.kind(card)));
        }
    }
}

impl Public {
    /// Who won and why, once it is over.
    pub fn result(&self, rules: &Rules) -> Option<Outcome> {
        let players = rules.players;
        let (winners, reason) = match self.ending {
            Ending::Open => return None,
            Ending::Glory(seat) => (SeatSet::one(seat), "enough glory was earned"),
            Ending::Survivor(seat) => (SeatSet::one(seat), "one hero is left alive"),
            Ending::Death => (SeatSet::NONE, "no hero is left alive"),
            Ending::Turns => (SeatSet::NONE, "the turns are used up"),
            Ending::Goal(seat) => (SeatSet::one(seat), "the goal is reached"),
            Ending::Rounds => (self.best(players), "the last round is over"),
        };
        Some(Outcome { winners, scores: self.scores(players), reason })
    }

    /// Every seat's score as if the game ended now.
    pub(crate) fn scores(&self, players: usize) -> BySeat<i32> {
        // E7: alone, the score is the number of turns used.
        BySeat::from_fn(|seat| match seat.index() {
            index if index >= players => 0,
            _ if players == 1 => i32::from(self.round),
            _ => i32::from(self.heroes[seat].glory),
        })
    }

    /// E9: most glory, then health, then coins; who ties shares.
    pub(crate) fn best(&self, players: usize) -> SeatSet {
        let worth = |seat: Seat| {
            let hero = &self.heroes[seat];
            (hero.glory, hero.health, hero.coins)
        };
        let best = self.living(players).map(worth).max();
        self.living(players).filter(|seat| Some(worth(*seat)) == best).collect()
    }

    /// What each seat's score is made of: where its glory came from; alone, the turns used, but nothing where the game was lost (E7).
    pub(crate) fn tally(&self, players: usize) -> Vec<Vec<Part>> {
        let part = |what: &'static str, points: i32| Part { what: what.into(), points };
        if players == 1 && matches!(self.ending, Ending::Turns | Ending::Death) {
            return Vec::new();
        }
        if players == 1 {
            let turns = i32::from(self.round);
            return vec![vec![part(
                if turns == 1 { "turn (fewer is better)" } else { "turns (fewer is better)" },
                turns,
            )]];
        }
        let parts = |seat: Seat| {
            let earned = self.heroes[seat].earned;
            Source::ALL
                .into_iter()
                .map(|source| part(source.word(), i32::from(earned[source as usize])))
                .collect()
        };
        Seat::all(players).map(parts).collect()
    }
}
