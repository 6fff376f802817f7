//! What a hero brings to battle, and how it meets a monster's numbers.

use table::Seat;

use crate::boon::Passive;
use crate::cards::{Kingdom, Monster};
use crate::odds::Clash;
use crate::procedures::{Fight, Foe};
use crate::state::Public;

/// What a hero brings to every battle.
#[derive(Clone, Copy, Debug)]
pub struct Fighter {
    /// The strike of the hero's board.
    pub strike: i8,
    /// The power of the hero's board.
    pub power: u8,
    /// The health of the hero's board.
    pub health: u8,
    /// What always holds for the hero.
    pub passive: Passive,
}

impl Fighter {
    /// Strike bonus and power against any monster.
    pub fn numbers(&self) -> (i16, i16) {
        let strike = i16::from(self.strike) + i16::from(self.passive.strike);
        (strike, (i16::from(self.power) + i16::from(self.passive.power)).max(1))
    }

    /// Everything that decides the rounds of a battle begun with this much health.
    pub fn meets(&self, monster: &Monster, in_lair: bool, health: u8) -> Clash {
        let (passive, kin) = (&self.passive, monster.kin.0 as usize);
        let in_lair = if in_lair { passive.strike_in_lair } else { 0 };
        let add = |one: i8, other: i8| one.saturating_add(other);
        let power = add(self.power as i8, add(passive.power, passive.power_against[kin]));
        Clash {
            health,
            most: (i16::from(self.health) + i16::from(passive.health)).clamp(1, 255) as u8,
            strike: add(add(self.strike, passive.strike), add(passive.strike_against[kin], in_lair)),
            first_strike: passive.first_strike,
            fury: passive.fury,
            power: power.max(1) as u8,
            hide: monster.hide,
            foe_health: monster.health,
            foe_most: monster.health,
            foe_strike: monster.strike,
            foe_power: monster.power,
            ambush: monster.ambush,
            foe_fury: monster.fury,
            drain: monster.drain,
            flees: monster.flees,
            armour: passive.armour.max(0) as u8,
            shield: passive.shield.max(0) as u8,
            wins_ties: passive.win_ties > 0,
            wards: passive.ward.max(0) as u8,
        }
    }
}

impl Public {
    /// What this hero brings to every battle.
    pub fn fighter(&self, kingdom: &Kingdom, seat: Seat) -> Fighter {
        let board = kingdom.heroes.get(self.heroes[seat].board as usize);
        let (strike, power, health) =
            board.map_or((0, 1, 1), |board| (board.strike, board.power, board.health));
        Fighter { strike, power, health, passive: self.passive(kingdom, seat) }
    }

    /// Everything that decides the rounds of this battle against this monster.
    pub fn clash(&self, kingdom: &Kingdom, fight: &Fight, monster: &Monster) -> Clash {
        let in_lair = matches!(fight.foe, Foe::Lair(_));
        let met = self.fighter(kingdom, self.active).meets(monster, in_lair, self.hero().health);
        Clash { foe_health: met.foe_health.saturating_sub(fight.harm), ..met }
    }
}
