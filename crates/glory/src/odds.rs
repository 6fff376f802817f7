//! The exact chances of a battle.

use std::cmp::Ordering;

use serde::Serialize;
use table::Seat;

use crate::event::{Enemy, Struck, Verdict};
use crate::procedures::{Fight, Foe, Step};
use crate::rules::Rules;
use crate::view::View;

/// Everything that decides the rounds of a battle, cards that work by themselves included.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Clash {
    /// The hero's health.
    pub health: u8,
    /// The hero's strike bonus.
    pub strike: i8,
    /// More of it in the first round.
    pub first_strike: i8,
    /// The hero's power.
    pub power: u8,
    /// How much less the enemy loses each time, but at least 1.
    pub hide: u8,
    /// The enemy's health.
    pub foe_health: u8,
    /// The enemy's strike bonus.
    pub foe_strike: i8,
    /// The enemy's power.
    pub foe_power: u8,
    /// How much less the hero loses each time, but at least 1.
    pub armour: u8,
    /// How much less the hero's first loss is.
    pub shield: u8,
    /// Whether a tie counts as won.
    pub wins_ties: bool,
    /// How often death is prevented.
    pub wards: u8,
}

impl Clash {
    /// Two that are as good as each other, with this much health each: what odds are compared by.
    pub const fn even(health: u8) -> Self {
        Self {
            health,
            strike: 0,
            first_strike: 0,
            power: 1,
            hide: 0,
            foe_health: health,
            foe_strike: 0,
            foe_power: 1,
            armour: 0,
            shield: 0,
            wins_ties: false,
            wards: 0,
        }
    }

    /// Who wins a round with the dice as they lie, from the hero's side; a tie the hero wins is won.
    pub fn compare(&self, fight: &Fight) -> Ordering {
        self.outcome(fight.mine, fight.theirs, fight)
    }

    /// Both strike rolls: the dice with their bonuses (GL-34).
    pub fn rolls(&self, mine: u8, theirs: u8, fight: &Fight) -> (i16, i16) {
        let first = if fight.round <= 1 { self.first_strike } else { 0 };
        let own = i16::from(mine) + i16::from(self.strike) + i16::from(first) + i16::from(fight.strike);
        let foe = i16::from(theirs) + i16::from(self.foe_strike) - i16::from(fight.hinder);
        (own, foe)
    }

    fn outcome(&self, mine: u8, theirs: u8, fight: &Fight) -> Ordering {
        let (own, foe) = self.rolls(mine, theirs, fight);
        match own.cmp(&foe) {
            Ordering::Equal if self.wins_ties => Ordering::Greater,
            other @ (Ordering::Less | Ordering::Equal | Ordering::Greater) => other,
        }
    }

    /// The dice of a round as they count in the end.
    pub(crate) fn struck(&self, seat: Seat, enemy: Enemy, fight: &Fight) -> Struck {
        let (own, foe) = self.rolls(fight.mine, fight.theirs, fight);
        let verdict = match self.compare(fight) {
            Ordering::Greater => Verdict::Won,
            Ordering::Less => Verdict::Lost,
            Ordering::Equal => Verdict::Tied,
        };
        let Fight { round, mine, theirs, .. } = *fight;
        Struck { seat, enemy, round, mine, theirs, own, foe, verdict }
    }

    /// What the enemy loses when the hero wins a round.
    pub fn hit(&self, might: u8) -> u8 {
        self.power.saturating_add(might).saturating_sub(self.hide).max(1)
    }

    /// What the hero loses when the enemy wins a round.
    pub fn loss(&self, bled: bool) -> u8 {
        let loss = self.foe_power.saturating_sub(self.armour).max(1);
        if bled { loss } else { loss.saturating_sub(self.shield) }
    }

    /// How many of the 36 throws the hero wins and loses in a round like this one.
    fn throws(&self, fight: &Fight) -> (u32, u32) {
        let (mut won, mut lost) = (0, 0);
        for mine in 1..=6 {
            for theirs in 1..=6 {
                match self.outcome(mine, theirs, fight) {
                    Ordering::Greater => won += 1,
                    Ordering::Less => lost += 1,
                    Ordering::Equal => {}
                }
            }
        }
        (won, lost)
    }
}

/// The chances of a battle, before a round, if the hero fights on to the end and uses no more cards.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Odds {
    /// Of winning the battle.
    pub win: f64,
    /// Of dying in it.
    pub die: f64,
    /// Of winning the next round.
    pub round_won: f64,
    /// Of losing the next round.
    pub round_lost: f64,
    /// Of dying in the next round.
    pub die_now: f64,
    /// Health lost if the next round is lost.
    pub loss: u8,
    /// Health the enemy loses if it is won.
    pub hit: u8,
}

/// The chances of winning from every health of both, found by working up from the ends.
struct Ladder {
    width: usize,
    wards: usize,
    cells: Vec<f64>,
}

impl Ladder {
    fn index(&self, health: u8, foe: u8, bled: bool, wards: u8) -> usize {
        let flags = usize::from(bled) * (self.wards + 1) + usize::from(wards);
        (usize::from(foe) * self.width + usize::from(health)) * 2 * (self.wards + 1) + flags
    }

    /// The chance of winning with this much health left on both sides.
    fn at(&self, health: u8, foe: u8, bled: bool, wards: u8) -> f64 {
        if foe == 0 { 1.0 } else { self.cells[self.index(health, foe, bled, wards)] }
    }

    /// The chance of winning after a loss.
    fn after_loss(&self, health: u8, foe: u8, loss: u8, wards: u8) -> f64 {
        match health.checked_sub(loss) {
            Some(left) if left > 0 => self.at(left, foe, true, wards),
            _ if wards > 0 => self.at(1, foe, true, wards - 1),
            _ => 0.0,
        }
    }

    fn climb(clash: &Clash, fight: &Fight) -> Self {
        // Rounds after the next: no first-round bonus, no cards pending.
        let later = Fight { round: 2, strike: 0, hinder: 0, might: 0, guard: 0, ..*fight };
        let (won, lost) = clash.throws(&later);
        let decided = f64::from((won + lost).max(1));
        let (won, lost) = (f64::from(won) / decided, f64::from(lost) / decided);
        let wards = usize::from(clash.wards);
        let width = usize::from(clash.health) + 1;
        let size = width * (usize::from(clash.foe_health) + 1) * 2 * (wards + 1);
        let mut ladder = Self { width, wards, cells: vec![0.0; size] };
        for foe in 1..=clash.foe_health {
            let hit = foe.saturating_sub(clash.hit(0));
            for wards in 0..=clash.wards {
                for bled in [true, false] {
                    for health in 1..=clash.health {
                        let win = won * ladder.at(health, hit, bled, wards)
                            + lost * ladder.after_loss(health, foe, clash.loss(bled), wards);
                        let index = ladder.index(health, foe, bled, wards);
                        ladder.cells[index] = win;
                    }
                }
            }
        }
        ladder
    }
}

impl Odds {
    /// The chances of fighting on, by dynamic programming over the health of both sides.
    pub fn of(clash: &Clash, fight: &Fight) -> Self {
        let next = Fight { round: fight.round + 1, ..*fight };
        let (won, lost) = clash.throws(&next);
        let ladder = Ladder::climb(clash, fight);
        let (won, lost) = (f64::from(won) / 36.0, f64::from(lost) / 36.0);
        let hit = clash.hit(fight.might);
        let cost = clash.loss(fight.bled).saturating_sub(fight.guard);
        let after_hit =
            ladder.at(clash.health, clash.foe_health.saturating_sub(hit), fight.bled, clash.wards);
        let after_loss = ladder.after_loss(clash.health, clash.foe_health, cost, clash.wards);
        let after_tie = ladder.at(clash.health, clash.foe_health, fight.bled, clash.wards);
        let win = won * after_hit + lost * after_loss + (1.0 - won - lost) * after_tie;
        let fatal = cost >= clash.health && clash.wards == 0;
        let die_now = if fatal { lost } else { 0.0 };
        Self { win, die: 1.0 - win, round_won: won, round_lost: lost, die_now, loss: cost, hit }
    }

    /// The chances of the battle a view shows, if one is being fought, the viewer knows the enemy, and a round is next.
    pub fn in_view(rules: &Rules, view: &View) -> Option<Self> {
        let fight = view.public.fight()?;
        let monster = view.monster(rules, fight.foe)?;
        match fight.step {
            Step::Choice => {
                // GL-26: whoever knows the card knows whether the name was right; the bonus is a card's kind of help.
                let clash = view.public.clash(&rules.kingdom, fight, monster);
                Some(Self::of(&clash, fight))
            }
            Step::Dice => None,
        }
    }
}

impl View {
    /// The monster of a battle, as far as this viewer knows it.
    pub fn monster<'r>(&self, rules: &'r Rules, foe: Foe) -> Option<&'r crate::cards::Monster> {
        let kingdom = &*rules.kingdom;
        match foe {
            Foe::Card(card) => kingdom.battle.get(kingdom.battle_stock.kind(card) as usize),
            Foe::Lair(place) => self.lairs[place as usize].and_then(|lair| kingdom.lairs.get(lair as usize)),
        }
    }
}
