//! Effect -> rules text, in our words. What a card says is printed from what it does.

use std::fmt::Write as _;

use table::Text;

use crate::boon::{Always, Boon};
use crate::cards::{Kingdom, Monster, Quest, bits};
use crate::effect::{Effect, Goal, Once, Script, Window};
use crate::quest::Task;

/// So many coins.
pub(crate) fn coins(count: u16) -> String {
    if count == 1 { "1 coin".to_owned() } else { format!("{count} coins") }
}

impl Goal {
    /// Several such spaces.
    pub(crate) const fn several(self) -> &'static str {
        match self {
            Self::Castle => "castles",
            Self::Town => "towns",
            Self::Haven => "havens",
            Self::Lair => "lairs",
        }
    }

    const fn words(self) -> &'static str {
        match self {
            Self::Castle => "the castle",
            Self::Town => "the nearest other town",
            Self::Haven => "the nearest other haven",
            Self::Lair => "the nearest other lair",
        }
    }
}

impl Kingdom {
    /// A list of effects as sentences.
    pub fn script_text(&self, script: Script) -> String {
        let effects = self.scripts.get(script).iter();
        effects.map(|effect| self.effect_text(*effect)).collect::<Vec<_>>().join(" ")
    }

    /// One effect as a sentence.
    pub fn effect_text(&self, effect: Effect) -> String {
        match effect {
            Effect::Heal(by) => format!("Regain {by} health."),
            Effect::HealAll => "Regain all health.".to_owned(),
            Effect::Wound(by) => format!("Lose {by} health, but not your last."),
            Effect::Peril(by) => format!("Lose {by} health, even your last."),
            Effect::Coins(by) => format!("Gain {}.", coins(u16::from(by))),
            Effect::LoseCoins(by) => format!("Lose {}.", coins(u16::from(by))),
            Effect::Pay(by) => format!("Pay {}.", coins(u16::from(by))),
            Effect::Glory(by) => format!("Gain {by} glory."),
            Effect::LoseGlory(by) => format!("Lose {by} glory."),
            Effect::EachGlory(by) => format!("Every hero gains {by} glory."),
            Effect::EachHeal(by) => format!("Every hero regains {by} health."),
            Effect::OthersCoins(by) => format!("Every other hero gains {}.", coins(u16::from(by))),
            Effect::Good => "Draw a good and keep it.".to_owned(),
            Effect::Ability => "Draw an ability.".to_owned(),
            Effect::Battle => "Draw a battle card, as on a battle space.".to_owned(),
            Effect::Go(goal) => format!("Go to {} and follow that space.", goal.words()),
            Effect::Place(goal) => format!("Your hero is placed on {}; nothing happens there.", goal.words()),
            Effect::Scout => "Look at a lair card that lies face down.".to_owned(),
            Effect::Read => "Look at a quest card that lies face down.".to_owned(),
            Effect::Steps(1) => "Move 1 more space.".to_owned(),
            Effect::Steps(by) => format!("Move {by} more spaces."),
            Effect::Stay => "Do not move this turn.".to_owned(),
            Effect::Reroll => "Roll your die again.".to_owned(),
            Effect::RerollFoe => "Roll the enemy's die again.".to_owned(),
            Effect::Raise(by) => format!("Raise your die by {by}."),
            Effect::Lower(by) => format!("Lower your die by {by}."),
            Effect::LowerFoe(by) => format!("Lower the enemy's die by {by}."),
            Effect::Flip => "Turn your die over.".to_owned(),
            Effect::FlipFoe => "Turn the enemy's die over.".to_owned(),
            Effect::SetDie(face) => format!("Turn your die to {face}."),
            Effect::PickDie => "Turn your die to any face.".to_owned(),
            Effect::SecondDie => "Roll another die and keep the higher.".to_owned(),
            Effect::SwapDice => "The two dice change places.".to_owned(),
            Effect::Strike(by) => format!("+{by} to your strike roll in this round."),
            Effect::Hinder(by) => format!("−{by} to the enemy's strike roll in this round."),
            Effect::Might(by) => format!("+{by} power in this round."),
            Effect::Guard(by) => format!("Lose {by} less health in this round."),
            Effect::Harm(by) => format!("The enemy loses {by} health."),
            Effect::Chance { upto, low, high } => {
                let (low, high) = (self.script_text(low), self.script_text(high));
                let faces =
                    |from: u8, to: u8| if from == to { format!("{from}") } else { format!("{from} to {to}") };
                format!("Roll a die. {}: {low} {}: {high}", faces(1, upto), faces(upto + 1, 6))
            }
            Effect::Choose(first, second) => {
                format!("Choose: (1) {} (2) {}", self.script_text(first), self.script_text(second))
            }
        }
    }

    /// What a good, an ability or a power says.
    pub fn boon_text(&self, boon: &Boon) -> String {
        let mut parts: Vec<String> = boon.always.iter().map(|always| always.text()).collect();
        if let Some(script) = boon.does {
            parts.push(format!("{}: {}", uses(boon), self.script_text(script)));
        }
        parts.join(" ")
    }

    /// What a quest says.
    pub fn quest_text(&self, quest: &Quest) -> String {
        Self::with_rewards(quest, quest.task.text())
    }

    /// What a quest says that lies under this town: a letter's town is named.
    pub fn quest_text_at(&self, quest: &Quest, town: u8) -> String {
        let text = match (quest.task, self.map.farthest.get(town as usize)) {
            (Task::Deliver, Some(farthest)) => {
                let towns = bits(u64::from(*farthest)).map(|place| self.map.towns[place as usize]);
                let names: Vec<_> = towns.map(|space| self.map.space(space).name.as_str()).collect();
                format!("Deliver a letter to {}, the town farthest away.", names.join(" or "))
            }
            (task, _) => task.text(),
        };
        Self::with_rewards(quest, text)
    }

    fn with_rewards(quest: &Quest, mut text: String) -> String {
        if quest.early {
            text.push_str(" What you did before you saw this card counts too.");
        }
        for (which, reward) in [("first", quest.first), ("second", quest.second)] {
            if let Some(reward) = reward {
                let _ = write!(
                    text,
                    " The {which} to do it gains {} glory and {}.",
                    reward.glory,
                    coins(u16::from(reward.coins))
                );
            }
        }
        text
    }
}

/// When and how often a card can be used.
fn uses(boon: &Boon) -> String {
    let when = if boon.any_time() {
        "At any time".to_owned()
    } else {
        let fits = Window::ALL.into_iter().filter(|window| boon.windows & window.bit() != 0);
        Text::of(fits.map(Window::words).collect::<Vec<_>>().join(" or ")).capital().to_string()
    };
    match (boon.uses, boon.once) {
        (1, _) => format!("{when}, once, then discard it"),
        (0, Once::Trigger) => when,
        (0, Once::Battle) => format!("{when}, once a battle"),
        (0, Once::Turn) => format!("{when}, once a turn"),
        (many, _) => format!("{when}, {many} times, then discard it"),
    }
}

impl Always {
    /// The permanent effect as a sentence.
    pub fn text(self) -> String {
        match self {
            Self::Strike(by) => format!("{by:+} strike."),
            Self::StrikeAgainst(kin, by) => format!("{by:+} strike against {}.", kin.plural()),
            Self::StrikeInLair(by) => format!("{by:+} strike in lairs."),
            Self::FirstStrike(by) => format!("{by:+} strike in the first round of a battle."),
            Self::Power(by) => format!("{by:+} power."),
            Self::PowerAgainst(kin, by) => format!("{by:+} power against {}.", kin.plural()),
            Self::Health(by) => format!("{by:+} maximum health."),
            Self::Armour(by) => format!("Lose {by} less health in every round you lose, but at least 1."),
            Self::Shield(by) => format!("Lose {by} less health in the first round you lose in a battle."),
            Self::WinTies => "You win ties.".to_owned(),
            Self::Haven(by) => format!("Havens give you {by} more health."),
            Self::FreeMarch => "Marching costs you no health.".to_owned(),
            Self::Bargain(by) => format!("Goods cost you {by} less, but at least 1."),
            Self::Spoils(by) => format!("Each victory gives you {}.", coins(by.max(0) as u16)),
            Self::Recover(by) => format!("Regain {by} health after each victory."),
            Self::Fortune(by) => format!("Regain {by} health with each fate."),
            Self::Lore(by) => format!("Naming a lair rightly gives +{by} more."),
            Self::Ward => {
                "If you would die in battle, you keep 1 health instead; then discard this card.".to_owned()
            }
        }
    }
}

impl Monster {
    /// The monster's numbers.
    pub fn numbers(&self) -> String {
        let mut text = format!(
            "{}, health {}, power {}, strike {:+}",
            self.kin.word(),
            self.health,
            self.power,
            self.strike as i8
        );
        if self.hide > 0 {
            let _ = write!(text, ", loses {} less in each round", self.hide);
        }
        if self.coins > 0 {
            let _ = write!(text, ", carries {}", coins(u16::from(self.coins)));
        }
        text
    }
}
