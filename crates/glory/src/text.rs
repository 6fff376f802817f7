//! Effect -> rules text, in our words. What a card says is printed from what it does.

use table::{Text, many, say};

use crate::boon::{Always, Boon};
use crate::cards::{Fate, Kingdom, Monster, Omen, Quest, Reward};
use crate::effect::{Choices, Effect, Goal, Kin, Once, Script, Window};

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
    pub fn script_text(&self, script: Script) -> Text {
        let effects = self.scripts.get(script).iter();
        Text::joined(effects.map(|effect| self.effect_text(*effect)), " ")
    }

    /// One effect as a sentence.
    pub fn effect_text(&self, effect: Effect) -> Text {
        match effect {
            Effect::Heal(by) => say!("Regain {by} health."),
            Effect::HealAll => say!("Regain all health."),
            Effect::Wound(by) => say!("Lose {by} health, but not your last."),
            Effect::Peril(by) => say!("Lose {by} health, even your last."),
            Effect::Coins(by) => say!("Gain {}.", many(by, "coin")),
            Effect::LoseCoins(by) => say!("Lose {}.", many(by, "coin")),
            Effect::Pay(by) => say!("Pay {}.", many(by, "coin")),
            Effect::Glory(by) => say!("Gain {by} glory."),
            Effect::LoseGlory(by) => say!("Lose {by} glory."),
            Effect::EachGlory(by) => say!("Every hero gains {by} glory."),
            Effect::EachHeal(by) => say!("Every hero regains {by} health."),
            Effect::OthersCoins(by) => say!("Every other hero gains {}.", many(by, "coin")),
            Effect::Rob(by) => say!("Take up to {} from another hero.", many(by, "coin")),
            Effect::Smite(by) => say!("Another hero loses {by} health, but not that hero's last."),
            Effect::TradePlaces => say!("Change places with another hero; nothing happens there."),
            Effect::Good => say!("Draw a good and keep it."),
            Effect::Ability => say!("Draw an ability."),
            Effect::Battle => say!("Draw a battle card, as on a battle space."),
            Effect::Go(goal) => say!("Go to {} and follow that space.", goal.words()),
            Effect::Place(goal) => say!("Your hero is placed on {}; nothing happens there.", goal.words()),
            Effect::Scout => say!("Look at a lair card that lies face down."),
            Effect::Read => say!("Look at a quest card that lies face down."),
            Effect::Steps(1) => say!("Move 1 more space."),
            Effect::Steps(by) => say!("Move {by} more spaces."),
            Effect::Stay => say!("Do not move this turn."),
            Effect::Reroll => say!("Roll your die again."),
            Effect::RerollFoe => say!("Roll the enemy's die again."),
            Effect::Raise(by) => say!("Raise your die by {by}."),
            Effect::Lower(by) => say!("Lower your die by {by}."),
            Effect::LowerFoe(by) => say!("Lower the enemy's die by {by}."),
            Effect::Flip => say!("Turn your die over."),
            Effect::FlipFoe => say!("Turn the enemy's die over."),
            Effect::SetDie(face) => say!("Turn your die to {face}."),
            Effect::PickDie => say!("Turn your die to any face."),
            Effect::SecondDie => say!("Roll another die and keep the higher."),
            Effect::SwapDice => say!("The two dice change places."),
            Effect::Strike(by) => say!("+{by} to your strike roll in this round."),
            Effect::Hinder(by) => say!("−{by} to the enemy's strike roll in this round."),
            Effect::Might(by) => say!("+{by} power in this round."),
            Effect::Guard(by) => say!("Lose {by} less health in this round."),
            Effect::Harm(by) => say!("The enemy loses {by} health."),
            Effect::Chance { upto, low, high } => {
                let (low, high) = (self.script_text(low), self.script_text(high));
                let faces =
                    |from: u8, to: u8| if from == to { say!("{from}") } else { say!("{from} to {to}") };
                say!("Roll a die. {}: {low} {}: {high}", faces(1, upto), faces(upto + 1, 6))
            }
            Effect::Choose(choices) => say!("Choose: {}", self.choices_text(choices)),
        }
    }

    /// The lists of a choice, numbered.
    pub fn choices_text(&self, choices: Choices) -> Text {
        let lists = (1_u8..).zip(choices).map(|(at, list)| say!("({at}) {}", self.script_text(list)));
        Text::joined(lists, " ")
    }

    /// What an event says.
    pub fn event_text(&self, event: &Omen) -> Text {
        let always = event.always.iter().map(|always| self.always_text(*always));
        say!("For every hero: {}", Text::joined(always, " "))
    }

    /// What a fate says.
    pub fn fate_text(&self, fate: &Fate) -> Text {
        let does = fate.does.map(|script| self.script_text(script));
        let always = fate.always.iter().map(|always| self.always_text(*always));
        let kept = (!fate.always.is_empty())
            .then(|| say!("As long as you keep this fate: {}", Text::joined(always, " ")));
        Text::joined([does, kept].into_iter().flatten(), " ")
    }

    /// What a good, an ability or a power says.
    pub fn boon_text(&self, boon: &Boon) -> Text {
        let mut parts: Vec<Text> = boon.always.iter().map(|always| self.always_text(*always)).collect();
        if let Some(script) = boon.does {
            parts.push(say!("{}: {}", uses(boon), self.script_text(script)));
        }
        Text::joined(parts, " ")
    }

    /// What a quest says.
    pub fn quest_text(&self, quest: &Quest) -> Text {
        self.with_rewards(quest, None)
    }

    /// What a quest says that lies under this town: a letter's town is named.
    pub fn quest_text_at(&self, quest: &Quest, town: u8) -> Text {
        self.with_rewards(quest, Some(town))
    }

    /// What a quest pays, as the end of a sentence and what follows it.
    pub(crate) fn reward_text(&self, reward: Reward) -> Text {
        let wins = reward.wins.map(|script| say!(" {}", self.script_text(script)));
        say!("{} glory and {}.{wins}", reward.glory, many(reward.coins, "coin"))
    }

    fn with_rewards(&self, quest: &Quest, town: Option<u8>) -> Text {
        let task = Text::joined(quest.tasks.iter().map(|task| self.task_text(*task, town)), " ");
        let early = quest.early.then(|| say!("What you did before you saw this card counts too."));
        let first = quest.first.map(|reward| say!("The first to do it gains {}", self.reward_text(reward)));
        let second =
            quest.second.map(|reward| say!("The second to do it gains {}", self.reward_text(reward)));
        Text::joined([Some(task), early, first, second].into_iter().flatten(), " ")
    }
}

/// When and how often a card can be used.
fn uses(boon: &Boon) -> Text {
    let when = if boon.any_time() {
        say!("At any time")
    } else {
        let fits = Window::ALL.into_iter().filter(|window| boon.windows & window.bit() != 0);
        Text::joined(fits.map(|window| Text::from(window.words())), " or ").capital()
    };
    match (boon.uses, boon.once) {
        (1, _) if boon.own => say!("{when}, once in the game"),
        (many, _) if boon.own && many > 0 => say!("{when}, {many} times in the game"),
        (1, _) => say!("{when}, once, then discard it"),
        (0, Once::Trigger) => when,
        (0, Once::Battle) => say!("{when}, once a battle"),
        (0, Once::Turn) => say!("{when}, once a turn"),
        (many, _) => say!("{when}, {many} times, then discard it"),
    }
}

impl Kingdom {
    /// A permanent effect as a sentence.
    pub fn always_text(&self, always: Always) -> Text {
        let several = |kin: Kin| self.kins[kin.0 as usize].several.as_str();
        match always {
            Always::Strike(by) => say!("{by:+} strike."),
            Always::StrikeAgainst(kin, by) => say!("{by:+} strike against {}.", several(kin)),
            Always::StrikeInLair(by) => say!("{by:+} strike in lairs."),
            Always::FirstStrike(by) => say!("{by:+} strike in the first round of a battle."),
            Always::Fury(by) => say!("{by:+} strike while you have half your health or less."),
            Always::Power(by) => say!("{by:+} power."),
            Always::PowerAgainst(kin, by) => say!("{by:+} power against {}.", several(kin)),
            Always::Health(by) => say!("{by:+} maximum health."),
            Always::Armour(by) => say!("Lose {by} less health in every round you lose, but at least 1."),
            Always::Shield(by) => say!("Lose {by} less health in the first round you lose in a battle."),
            Always::WinTies => say!("You win ties."),
            Always::Haven(by) => say!("Havens give you {by} more health."),
            Always::FreeMarch => say!("Marching costs you no health."),
            Always::Bargain(by) => say!("Goods cost you {by} less, but at least 1."),
            Always::Spoils(by) => say!("Each victory gives you {}.", many(by.max(0), "coin")),
            Always::Recover(by) => say!("Regain {by} health after each victory."),
            Always::Fortune(by) => say!("Regain {by} health with each fate."),
            Always::Lore(by) => say!("Naming a lair rightly gives +{by} more."),
            Always::Ward => {
                say!("If you would die in battle, you keep 1 health instead; then discard this card.")
            }
        }
    }
}

impl Monster {
    /// The monster's numbers.
    pub fn numbers(&self) -> Text {
        let (kin, health, power) = (self.kin_word.as_str(), self.health, self.power);
        let numbers = say!("{kin}, health {health}, power {power}, strike {:+}", self.strike);
        let coins = (self.coins > 0).then(|| say!("carries {}", many(self.coins, "coin")));
        Text::joined(std::iter::once(numbers).chain(self.habits()).chain(coins), ", ")
    }

    /// How it behaves, each as a part of a sentence.
    pub fn habits(&self) -> impl Iterator<Item = Text> {
        let ambush = (self.ambush > 0).then(|| say!("{:+} strike in the first round", self.ambush as i8));
        let fury = (self.fury > 0).then(|| say!("{:+} strike at half its health or less", self.fury as i8));
        let habits = [
            (self.hide > 0).then(|| say!("loses {} less in each round", self.hide)),
            ambush,
            fury,
            (self.drain > 0).then(|| say!("regains {} when it wins a round", self.drain)),
            (self.steals > 0).then(|| say!("takes {} when it wins a round", many(self.steals, "coin"))),
            (self.flees > 0).then(|| say!("flees at {} health or less", self.flees)),
            self.grips.then(|| say!("can't be left once a round has been fought")),
            self.prowls.then(|| say!("stays on its space if you leave it")),
        ];
        habits.into_iter().flatten()
    }
}
