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
    /// The most health the hero can have.
    pub most: u8,
    /// The hero's strike bonus.
    pub strike: i8,
    /// More of it in the first round.
    pub first_strike: i8,
    /// More of it at half health or less (B31).
    pub fury: i8,
    /// The hero's power.
    pub power: u8,
    /// How much less the enemy loses each time, but at least 1.
    pub hide: u8,
    /// The enemy's health.
    pub foe_health: u8,
    /// The health the enemy began with.
    pub foe_most: u8,
    /// The enemy's strike bonus.
    pub foe_strike: i8,
    /// The enemy's power.
    pub foe_power: u8,
    /// More of the enemy's strike in the first round (B24).
    pub ambush: u8,
    /// More of the enemy's strike at half health or less (B25).
    pub foe_fury: u8,
    /// What the enemy regains when it wins a round (B26).
    pub drain: u8,
    /// With so much health or less the enemy is gone (B28).
    pub flees: u8,
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
            most: health,
            strike: 0,
            first_strike: 0,
            fury: 0,
            power: 1,
            hide: 0,
            foe_health: health,
            foe_most: health,
            foe_strike: 0,
            foe_power: 1,
            ambush: 0,
            foe_fury: 0,
            drain: 0,
            flees: 0,
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

    /// The hero's strike bonus with this much health, cards for the round left out.
    fn own_strike(&self, health: u8, round: u8) -> i16 {
        let first = if round <= 1 { self.first_strike } else { 0 };
        let fury = if u16::from(health) * 2 <= u16::from(self.most) { self.fury } else { 0 };
        i16::from(self.strike) + i16::from(first) + i16::from(fury)
    }

    /// The enemy's strike bonus with this much health, cards for the round left out.
    fn foes_strike(&self, health: u8, round: u8) -> i16 {
        let first = if round <= 1 { self.ambush } else { 0 };
        let fury = if u16::from(health) * 2 <= u16::from(self.foe_most) { self.foe_fury } else { 0 };
        i16::from(self.foe_strike) + i16::from(first) + i16::from(fury)
    }

    /// By how much the hero's strike bonus is higher in this round, without cards used for it.
    pub fn lead(&self, round: u8) -> i16 {
        self.own_strike(self.health, round) - self.foes_strike(self.foe_health, round)
    }

    /// Both strike rolls: the dice with their bonuses (GL-34).
    pub fn rolls(&self, mine: u8, theirs: u8, fight: &Fight) -> (i16, i16) {
        let own = i16::from(mine) + self.own_strike(self.health, fight.round) + i16::from(fight.strike);
        let foe =
            i16::from(theirs) + self.foes_strike(self.foe_health, fight.round) - i16::from(fight.hinder);
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

    /// How many of the 36 throws the hero wins and loses with a strike bonus that is so much higher.
    fn throws(&self, lead: i16) -> (u32, u32) {
        let (mut won, mut lost) = (0, 0);
        for mine in 1..=6_i16 {
            for theirs in 1..=6_i16 {
                match (mine + lead).cmp(&theirs) {
                    Ordering::Greater => won += 1,
                    Ordering::Equal if self.wins_ties => won += 1,
                    Ordering::Less => lost += 1,
                    Ordering::Equal => {}
                }
            }
        }
        (won, lost)
    }

    /// What the enemy's health is after it won a round with so much.
    pub fn drained(&self, foe: u8) -> u8 {
        foe.saturating_add(self.drain).min(self.foe_most.max(foe))
    }

    /// Whether the enemy is gone with this much health (B28).
    pub const fn is_gone(&self, foe: u8) -> bool {
        foe > 0 && foe <= self.flees
    }
}

/// The chances of a battle, before a round, if the hero fights on to the end and uses no more cards.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Odds {
    /// Of winning the battle.
    pub win: f64,
    /// Of dying in it.
    pub die: f64,
    /// Of the enemy fleeing (B28).
    pub flees: f64,
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

/// How a battle can end: won, or dead; what is missing to 1 is an enemy that fled.
#[derive(Clone, Copy, Default)]
struct Ends {
    win: f64,
    die: f64,
}

impl Ends {
    const WON: Self = Self { win: 1.0, die: 0.0 };
    const DEAD: Self = Self { win: 0.0, die: 1.0 };
    const FLED: Self = Self { win: 0.0, die: 0.0 };

    /// Each with its chance.
    fn mixed(parts: [(f64, Self); 3]) -> Self {
        parts.into_iter().fold(Self::default(), |sum, (chance, ends)| Self {
            win: sum.win + chance * ends.win,
            die: sum.die + chance * ends.die,
        })
    }
}

/// How a battle ends from every health of both, found by working up from the ends: with every round lost the hero has less
/// health, and with every round won the enemy.
struct Ladder<'c> {
    clash: &'c Clash,
    width: usize,
    cells: Vec<Ends>,
}

impl<'c> Ladder<'c> {
    fn index(&self, health: u8, foe: u8, bled: bool, wards: u8) -> usize {
        let all = usize::from(self.clash.wards) + 1;
        let flags = usize::from(bled) * all + usize::from(wards);
        (usize::from(foe) * self.width + usize::from(health)) * 2 * all + flags
    }

    /// How it ends with this much health left on both sides.
    fn at(&self, health: u8, foe: u8, bled: bool, wards: u8) -> Ends {
        if foe == 0 {
            Ends::WON
        } else if self.clash.is_gone(foe) {
            Ends::FLED
        } else {
            self.cells[self.index(health, foe, bled, wards)]
        }
    }

    /// How it ends after a loss.
    fn after_loss(&self, health: u8, foe: u8, loss: u8, wards: u8) -> Ends {
        let foe = self.clash.drained(foe);
        match health.checked_sub(loss) {
            Some(left) if left > 0 => self.at(left, foe, true, wards),
            _ if wards > 0 => self.at(1, foe, true, wards - 1),
            _ => Ends::DEAD,
        }
    }

    fn climb(clash: &'c Clash) -> Self {
        let width = usize::from(clash.health) + 1;
        let most = clash.drained(clash.foe_health).max(if clash.drain > 0 { clash.foe_most } else { 0 });
        let size = width * (usize::from(most) + 1) * 2 * (usize::from(clash.wards) + 1);
        let mut ladder = Self { clash, width, cells: vec![Ends::default(); size] };
        for wards in 0..=clash.wards {
            for health in 1..=clash.health {
                for bled in [true, false] {
                    for foe in 1..=most {
                        // Rounds after the next: no first-round bonus, no cards pending.
                        let lead = clash.own_strike(health, 2) - clash.foes_strike(foe, 2);
                        let (won, lost) = clash.throws(lead);
                        let decided = f64::from((won + lost).max(1));
                        let (won, lost) = (f64::from(won) / decided, f64::from(lost) / decided);
                        let hit = ladder.at(health, foe.saturating_sub(clash.hit(0)), bled, wards);
                        let loss = ladder.after_loss(health, foe, clash.loss(bled), wards);
                        let index = ladder.index(health, foe, bled, wards);
                        ladder.cells[index] = Ends::mixed([(won, hit), (lost, loss), (0.0, Ends::FLED)]);
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
        let lead = clash.lead(fight.round + 1) + i16::from(fight.strike) + i16::from(fight.hinder);
        let (won, lost) = clash.throws(lead);
        let ladder = Ladder::climb(clash);
        let (won, lost) = (f64::from(won) / 36.0, f64::from(lost) / 36.0);
        let hit = clash.hit(fight.might);
        let cost = clash.loss(fight.bled).saturating_sub(fight.guard);
        let after_hit =
            ladder.at(clash.health, clash.foe_health.saturating_sub(hit), fight.bled, clash.wards);
        let after_loss = ladder.after_loss(clash.health, clash.foe_health, cost, clash.wards);
        let after_tie = ladder.at(clash.health, clash.foe_health, fight.bled, clash.wards);
        let ends = Ends::mixed([(won, after_hit), (lost, after_loss), (1.0 - won - lost, after_tie)]);
        let fatal = cost >= clash.health && clash.wards == 0;
        let die_now = if fatal { lost } else { 0.0 };
        let flees = if clash.flees == 0 { 0.0 } else { (1.0 - ends.win - ends.die).max(0.0) };
        Self {
            win: ends.win,
            die: ends.die,
            flees,
            round_won: won,
            round_lost: lost,
            die_now,
            loss: cost,
            hit,
        }
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
