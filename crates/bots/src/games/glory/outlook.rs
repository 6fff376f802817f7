//! What spaces, cards and battles are worth to a hero now.

use std::cell::OnceCell;

use glory::{Boon, Clash, Fight, Foe, Kind, MOST_PLACES, Monster, Passive, QuestLies, Rules, View};
use table::Seat;

use super::weights as w;
use crate::weights::Weights;

/// What things are worth to one hero.
pub struct Outlook<'a> {
    /// The numbers to judge by.
    pub weights: &'a Weights,
    /// The rules of the table.
    pub rules: &'a Rules,
    /// What the seat sees.
    pub view: &'a View,
    /// Whose outlook it is.
    pub seat: Seat,
    /// What always holds for the hero.
    pub passive: Passive,
    /// The strike and power of its board.
    pub board: (f32, f32),
    /// The most health it can have.
    pub most: f32,
    /// What share of the health is missing.
    pub hurt: f32,
    /// How well the hero fights: strike and power, from about 0.
    pub prowess: f32,
    /// What coming to each town is worth, once that was asked.
    towns: OnceCell<[f32; MOST_PLACES]>,
}

impl<'a> Outlook<'a> {
    /// Works it out from the seat's view.
    pub fn new(weights: &'a Weights, rules: &'a Rules, view: &'a View, seat: Seat) -> Self {
        let (public, kingdom) = (&view.public, &*rules.kingdom);
        let most = f32::from(public.most_health(kingdom, seat)).max(1.0);
        let hurt = 1.0 - f32::from(public.heroes[seat].health) / most;
        let passive = public.passive(kingdom, seat);
        let board = kingdom.heroes.get(public.heroes[seat].board as usize);
        let board = board.map_or((0.0, 1.0), |board| (f32::from(board.strike), f32::from(board.power)));
        let prowess = board.0
            + f32::from(passive.strike)
            + board.1
            + f32::from(passive.power)
            + 0.5 * f32::from(passive.armour);
        Self { weights, rules, view, seat, passive, board, most, hurt, prowess, towns: OnceCell::new() }
    }

    /// What ending a move on a space is worth.
    pub fn space(&self, at: u8) -> f32 {
        let (weights, public) = (self.weights, &self.view.public);
        let map = &self.rules.kingdom.map;
        let hero = &public.heroes[self.seat];
        let fit = 1.0 - 1.6 * self.hurt;
        let here = match map.kind(at) {
            Kind::Blank => 0.0,
            Kind::Battle => weights[w::BATTLE] + weights[w::BATTLE_FIT] * fit,
            Kind::Castle => {
                weights[w::HURT] * 2.0 * self.hurt + weights[w::CASTLE_COIN] * f32::from(hero.coins)
            }
            Kind::Fate => weights[w::FATE],
            Kind::Haven => weights[w::HURT] * self.hurt * weights[w::HAVEN],
            Kind::Lair => self.lair(map.space(at).place),
            Kind::Town => self.towns()[map.space(at).place as usize],
        };
        here + weights[w::NEAR] * self.goal(at)
    }

    /// What standing before a lair is worth.
    fn lair(&self, place: u8) -> f32 {
        if self.view.public.lairs[place as usize].won.is_some() {
            return 0.0;
        }
        let fit = 1.0 - 1.6 * self.hurt;
        let edge = match self.view.lairs[place as usize]
            .and_then(|lair| self.rules.kingdom.lairs.get(lair as usize))
        {
            Some(monster) => self.edge(Foe::Lair(place), monster, &Fight::with(Foe::Lair(place))),
            // An unseen lair is dangerous to the weak.
            None => 0.3 * (self.prowess - 5.0),
        };
        self.weights[w::LAIR] + self.weights[w::LAIR_FIT] * (fit * 0.5 + edge).clamp(-1.0, 1.5)
    }

    /// What coming to each town is worth: asked for every way a hero can go.
    fn towns(&self) -> &[f32; MOST_PLACES] {
        self.towns.get_or_init(|| {
            let mut towns = [0.0; MOST_PLACES];
            for (place, worth) in (0..).zip(&mut towns).take(self.rules.kingdom.map.towns.len()) {
                *worth = self.town(place);
            }
            towns
        })
    }

    /// What coming to a town is worth.
    fn town(&self, place: u8) -> f32 {
        let public = &self.view.public;
        let town = &public.towns[place as usize];
        match (town.lies, self.view.quests[place as usize]) {
            (QuestLies::Gone, _) => 0.0,
            (QuestLies::Open(by), _) if by == self.seat => 0.0,
            (_, None) => self.weights[w::TOWN_NEW],
            (_, Some(_)) if !town.seen.contains(self.seat) => self.weights[w::TOWN_NEW],
            (_, Some(quest)) if public.would_be_done(&self.rules.kingdom, self.seat, place, quest) => {
                self.weights[w::TOWN_DONE]
            }
            (_, Some(_)) => self.weights[w::TOWN_OLD],
        }
    }

    /// How near a space is to where the hero wants to be, from 0 to 1: the castle when hurt, a quest to be paid, a new town.
    pub fn goal(&self, at: u8) -> f32 {
        let map = &self.rules.kingdom.map;
        let near = |other: u8| 1.0 / (1.0 + 0.25 * f32::from(map.distance(at, other)));
        let mut best = near(map.castle) * (2.0 * self.hurt - 0.3);
        for (town, worth) in map.towns.iter().zip(self.towns()) {
            if *worth > 0.0 {
                best = best.max(near(*town) * worth / self.weights[w::TOWN_DONE].max(0.5));
            }
        }
        best.max(0.0)
    }

    /// How a battle stands: about 0 when even, 1 when it is as good as won.
    pub fn edge(&self, _: Foe, monster: &Monster, fight: &Fight) -> f32 {
        let clash = self.view.public.clash(&self.rules.kingdom, fight, monster);
        let chance = chance_of_round(&clash);
        let health = f32::from(self.view.public.heroes[self.seat].health);
        let hits = (f32::from(clash.foe_health) / f32::from(clash.hit(0))).ceil();
        let losses = (health / f32::from(clash.loss(fight.bled).max(1))).ceil() + f32::from(clash.wards);
        let (for_us, for_them) = (chance * losses, (1.0 - chance) * hits);
        ((for_us - for_them) / (for_us + for_them).max(0.1)).clamp(-1.0, 1.0) * (losses + hits).sqrt() / 2.0
    }

    /// What a card gives that is kept.
    pub fn boon(&self, boon: &Boon) -> f32 {
        let weights = self.weights;
        let Passive { strike, power, health, armour, strike_in_lair, first_strike, .. } = boon.passive;
        let lasting = weights[w::GIVES]
            * (f32::from(strike) + 0.3 * f32::from(strike_in_lair + first_strike))
            + weights[w::GIVES_POWER] * f32::from(power)
            + weights[w::GIVES_HEALTH] * f32::from(health + 2 * armour);
        let kept = if boon.always.is_empty() { 0.0 } else { weights[w::KEEP_LASTING] };
        let of_use = if boon.does.is_some() { weights[w::GIVES_OTHER] } else { 0.0 };
        lasting + kept + of_use
    }
}

/// The chance to win a round that is won or lost.
fn chance_of_round(clash: &Clash) -> f32 {
    // Of two dice the sum of differences: how many of 36 throws are above, at and below the handicap.
    let ahead = (clash.strike - clash.foe_strike).clamp(-6, 6);
    let above = |lead: i8| -> f32 {
        let mut count = 0;
        for mine in 1..=6_i8 {
            count += (mine + lead - 1).clamp(0, 6);
        }
        f32::from(count)
    };
    let won = if clash.wins_ties { above(ahead + 1) } else { above(ahead) };
    let lost = 36.0 - above(ahead + 1);
    if won + lost == 0.0 { 0.5 } else { won / (won + lost) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_are_counted_right() {
        let even = Clash {
            health: 5,
            strike: 0,
            first_strike: 0,
            power: 1,
            hide: 0,
            foe_health: 5,
            foe_strike: 0,
            foe_power: 1,
            armour: 0,
            shield: 0,
            wins_ties: false,
            wards: 0,
        };
        assert!((chance_of_round(&even) - 0.5).abs() < 1e-6);
        // One ahead: 21 of 36 throws win, 10 lose.
        let ahead = Clash { strike: 1, ..even };
        assert!((chance_of_round(&ahead) - 21.0 / 31.0).abs() < 1e-6);
    }
}
