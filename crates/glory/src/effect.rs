//! The effect language: what cards and powers do. A card's rules text is printed from these in `text.rs`.

use serde::{Deserialize, Serialize};

/// What a monster is: one of the kins that its kingdom lists.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
pub struct Kin(pub u8);

/// The most kins of a kingdom.
pub const KINS: usize = 8;

/// What sort of thing a good is, of those that its kingdom lists; quests ask for sorts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
pub struct Sort(pub u8);

/// The most sorts of goods of a kingdom.
pub const SORTS: usize = 8;

/// What a kin or a sort is called.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Called {
    /// As a word: "beast".
    pub word: String,
    /// One of them, with its article: "a beast".
    pub one: String,
    /// Several of them: "beasts".
    pub several: String,
}

impl Called {
    /// A list from words: each word, one of it, and several.
    fn list(words: &[[&str; 3]]) -> Vec<Self> {
        let called = |[word, one, several]: &[&str; 3]| Self {
            word: (*word).to_owned(),
            one: (*one).to_owned(),
            several: (*several).to_owned(),
        };
        words.iter().map(called).collect()
    }

    /// Which of these is called so.
    pub(crate) fn find(list: &[Self], word: &str) -> Option<u8> {
        list.iter().position(|one| one.word == word).map(|at| at as u8)
    }

    /// The words of a list, for a message.
    pub(crate) fn words(list: &[Self]) -> String {
        list.iter().map(|one| one.word.as_str()).collect::<Vec<_>>().join(", ")
    }

    /// The kins of a kingdom that lists none.
    pub fn usual_kins() -> Vec<Self> {
        Self::list(&[
            ["beast", "a beast", "beasts"],
            ["undead", "one of the undead", "undead"],
            ["outlaw", "an outlaw", "outlaws"],
            ["giant", "a giant", "giants"],
            ["fay", "one of the fay", "fay"],
            ["dragon", "a dragon", "dragons"],
        ])
    }

    /// The sorts of goods of a kingdom that lists none.
    pub fn usual_sorts() -> Vec<Self> {
        Self::list(&[
            ["weapon", "a weapon", "weapons"],
            ["armour", "a piece of armour", "pieces of armour"],
            ["potion", "a potion", "potions"],
            ["gear", "a piece of gear", "pieces of gear"],
            ["charm", "a charm", "charms"],
        ])
    }
}

/// When a card may be used (GL-15, ruling B14).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Window {
    /// At the start of the own turn.
    Start,
    /// After the movement roll.
    Roll,
    /// On landing, before the space is resolved.
    Land,
    /// Before a round of battle.
    Round,
    /// After both strike dice are seen, before the loss.
    Dice,
    /// At the end of the own turn.
    End,
    /// While the owner decides anything else: a name, a look, a card's choice, an ability. No card has this window alone: it belongs
    /// to those that may be used at any time.
    Other,
}

/// How many windows there are.
pub const WINDOWS: usize = 7;

impl Window {
    /// All windows, in the order of a turn.
    pub const ALL: [Self; WINDOWS] =
        [Self::Start, Self::Roll, Self::Land, Self::Round, Self::Dice, Self::End, Self::Other];
    /// The windows of a card that may be used at any time: all of them.
    pub const ANY: u8 = 0b111_1111;

    /// Its bit in a set of windows.
    pub const fn bit(self) -> u8 {
        1 << self as u8
    }

    /// The window as words that follow "use it".
    pub const fn words(self) -> &'static str {
        match self {
            Self::Start => "at the start of your turn",
            Self::Roll => "after your movement roll",
            Self::Land => "on landing",
            Self::Round => "before a round of battle",
            Self::Dice => "after both have rolled",
            Self::End => "at the end of your turn",
            Self::Other => "while you decide something else",
        }
    }
}

/// When a card may be used, as written in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "each is the window of the same name")]
pub enum Moment {
    Start,
    Roll,
    Land,
    Round,
    Dice,
    End,
    /// At any time: whenever the owner decides anything.
    Any,
}

impl Moment {
    /// Its windows, as bits.
    pub const fn windows(self) -> u8 {
        match self {
            Self::Start => Window::Start.bit(),
            Self::Roll => Window::Roll.bit(),
            Self::Land => Window::Land.bit(),
            Self::Round => Window::Round.bit(),
            Self::Dice => Window::Dice.bit(),
            Self::End => Window::End.bit(),
            Self::Any => Window::ANY,
        }
    }
}

/// How often an inexhaustible card may be used (GL-42, ruling B16).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Once {
    /// Once for each trigger: one roll, one round, one landing.
    #[default]
    Trigger,
    /// Once in each battle.
    Battle,
    /// Once in each turn.
    Turn,
}

/// Where a card sends a hero.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Goal {
    /// The castle.
    Castle,
    /// The nearest town that is not the own space.
    Town,
    /// The nearest haven that is not the own space.
    Haven,
    /// The nearest lair that is not the own space.
    Lair,
}

/// A list of effects in the kingdom's store.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize)]
pub struct Script(pub u16);

/// The most lists of one choice.
pub const MOST_CHOICES: usize = 4;

/// The lists of a choice, in printed order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Choices {
    lists: [Script; MOST_CHOICES],
    count: u8,
}

impl Choices {
    /// These lists.
    pub fn of(lists: &[Script]) -> Self {
        let mut choices = Self::default();
        for (place, list) in choices.lists.iter_mut().zip(lists) {
            *place = *list;
            choices.count += 1;
        }
        choices
    }

    /// How many there are.
    pub const fn len(self) -> usize {
        self.count as usize
    }

    /// Whether there are none.
    pub const fn is_empty(self) -> bool {
        self.count == 0
    }

    /// One of them, from 0.
    pub fn get(self, which: u8) -> Option<Script> {
        self.lists.get(usize::from(which)).copied().filter(|_| which < self.count)
    }
}

impl IntoIterator for Choices {
    type Item = Script;
    type IntoIter = std::iter::Take<std::array::IntoIter<Script, MOST_CHOICES>>;

    fn into_iter(self) -> Self::IntoIter {
        self.lists.into_iter().take(self.len())
    }
}

/// The effects as they are and as they are written in files, where lists hold lists.
macro_rules! effects {
    ($( $(#[$doc:meta])* $Name:ident $( ($given:ty) )? ,)*) => {
        /// One effect, done at once and in printed order (ruling E4).
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Effect {
            $( $(#[$doc])* $Name $( ($given) )?, )*
            /// Roll a die: up to a face one list, above it another.
            Chance {
                /// The highest face of the first list.
                upto: u8,
                /// Done on a low face.
                low: Script,
                /// Done on a high face.
                high: Script,
            },
            /// The hero chooses one of several lists.
            Choose(Choices),
        }

        /// An effect as written in a file.
        #[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        #[allow(missing_docs, reason = "each is the effect of the same name")]
        pub enum Written {
            $( $Name $( ($given) )?, )*
            Chance { upto: u8, low: Vec<Written>, high: Vec<Written> },
            Choose(Vec<Vec<Written>>),
        }

        impl Scripts {
            fn effect(&mut self, written: &Written) -> Effect {
                match written {
                    $( effects!(@pattern Written $Name n $($given)?) => effects!(@value Effect $Name n $($given)?), )*
                    Written::Chance { upto, low, high } => {
                        Effect::Chance { upto: *upto, low: self.store(low), high: self.store(high) }
                    }
                    Written::Choose(lists) => Effect::Choose(self.choices(lists)),
                }
            }
        }
    };
    (@pattern $Of:ident $Name:ident $n:ident) => { $Of::$Name };
    (@pattern $Of:ident $Name:ident $n:ident $given:ty) => { $Of::$Name($n) };
    (@value $Of:ident $Name:ident $n:ident) => { $Of::$Name };
    (@value $Of:ident $Name:ident $n:ident $given:ty) => { $Of::$Name(*$n) };
}

effects! {
    /// Regain health, never above the maximum (L8).
    Heal(u8),
    /// Regain all health.
    HealAll,
    /// Lose health, but never the last point.
    Wound(u8),
    /// Lose health; this can kill.
    Peril(u8),
    /// Gain coins.
    Coins(u8),
    /// Lose coins, as far as there are any (L6).
    LoseCoins(u8),
    /// Pay coins; without them the option can't be chosen.
    Pay(u8),
    /// Gain glory.
    Glory(u8),
    /// Lose glory, never below 0 (G11).
    LoseGlory(u8),
    /// Every living hero gains glory, the active one first (E3).
    EachGlory(u8),
    /// Every living hero regains health.
    EachHeal(u8),
    /// Every other living hero gains coins.
    OthersCoins(u8),
    /// Take so many coins from another hero, whom the player chooses (ruling B32).
    Rob(u8),
    /// Another hero, whom the player chooses, loses health, but never the last point (B32).
    Smite(u8),
    /// The hero and another, whom the player chooses, change places; neither space is followed (B32).
    TradePlaces,
    /// Take the top card of the goods deck.
    Good,
    /// Draw an ability.
    Ability,
    /// Draw a battle card and treat it as on a battle space.
    Battle,
    /// Go somewhere and follow that space (M14).
    Go(Goal),
    /// Be put somewhere; the space is not followed (M14).
    Place(Goal),
    /// Look at a face-down lair card.
    Scout,
    /// Look at a face-down quest card.
    Read,
    /// More steps in this move.
    Steps(u8),
    /// The roll counts as 0: the hero stays, and the space is not followed again (M13).
    Stay,
    /// Roll the own die again.
    Reroll,
    /// Roll the enemy's die again.
    RerollFoe,
    /// Raise the own die (B18: within 1 to 6).
    Raise(u8),
    /// Lower the own die.
    Lower(u8),
    /// Lower the enemy's die.
    LowerFoe(u8),
    /// Turn the own die over: 7 less its face.
    Flip,
    /// Turn the enemy's die over.
    FlipFoe,
    /// Set the own die to this face.
    SetDie(u8),
    /// Set the own die to any face.
    PickDie,
    /// Roll a second die and keep the higher.
    SecondDie,
    /// The two dice change places.
    SwapDice,
    /// Add to the own strike roll of this round.
    Strike(u8),
    /// Take from the enemy's strike roll of this round.
    Hinder(u8),
    /// Add to the own power in this round.
    Might(u8),
    /// Take from the own loss in this round.
    Guard(u8),
    /// The enemy loses health at once.
    Harm(u8),
}

impl Effect {
    /// The windows in which this effect means something. What may happen at any time asks for nothing and pushes nothing: it is
    /// done at once, for whoever decides.
    pub const fn windows(self) -> u8 {
        const QUIET: u8 = Window::Start.bit() | Window::End.bit();
        const BATTLE: u8 = Window::Round.bit() | Window::Dice.bit();
        match self {
            Self::Heal(_) | Self::HealAll | Self::Coins(_) | Self::Wound(_) => Window::ANY,
            Self::Scout | Self::Read => QUIET | Window::Roll.bit() | Window::Land.bit(),
            Self::Reroll
            | Self::Raise(_)
            | Self::Flip
            | Self::SetDie(_)
            | Self::PickDie
            | Self::SecondDie => Window::Roll.bit() | Window::Dice.bit(),
            Self::Lower(_) | Self::Steps(_) | Self::Stay => Window::Roll.bit(),
            Self::RerollFoe | Self::LowerFoe(_) | Self::FlipFoe | Self::SwapDice => Window::Dice.bit(),
            Self::Strike(_) | Self::Hinder(_) | Self::Might(_) | Self::Guard(_) | Self::Harm(_) => BATTLE,
            Self::Peril(_)
            | Self::LoseCoins(_)
            | Self::Pay(_)
            | Self::Glory(_)
            | Self::LoseGlory(_)
            | Self::EachGlory(_)
            | Self::EachHeal(_)
            | Self::OthersCoins(_)
            | Self::Rob(_)
            | Self::Smite(_)
            | Self::TradePlaces
            | Self::Good
            | Self::Ability
            | Self::Battle
            | Self::Go(_)
            | Self::Place(_)
            | Self::Chance { .. }
            | Self::Choose(..) => QUIET,
        }
    }

    /// How many steps it adds to a move.
    pub const fn steps(self) -> u8 {
        if let Self::Steps(more) = self { more } else { 0 }
    }

    /// What must be paid for it.
    pub const fn price(self) -> u8 {
        if let Self::Pay(coins) = self { coins } else { 0 }
    }

    /// The lists inside it.
    pub fn lists(self) -> Choices {
        if let Self::Choose(choices) = self {
            choices
        } else if let Self::Chance { low, high, .. } = self {
            Choices::of(&[low, high])
        } else {
            Choices::default()
        }
    }

    /// Whether it is done at once, asks nobody and begins nothing: what slaying a monster or doing a quest may bring besides.
    pub const fn is_plain(self) -> bool {
        matches!(
            self,
            Self::Heal(_)
                | Self::HealAll
                | Self::Coins(_)
                | Self::Good
                | Self::Ability
                | Self::EachHeal(_)
                | Self::OthersCoins(_)
        )
    }
}

/// All lists of effects of a kingdom, nested ones included.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Scripts(Vec<Vec<Effect>>);

impl Scripts {
    /// The effects of a list.
    #[inline]
    pub fn get(&self, script: Script) -> &[Effect] {
        &self.0[script.0 as usize]
    }

    /// How many lists there are.
    pub const fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How deep lists lie inside a list: 1 if there are none.
    pub fn depth(&self, script: Script) -> usize {
        let inside = self.get(script).iter().flat_map(|effect| effect.lists());
        1 + inside.map(|list| self.depth(list)).max().unwrap_or(0)
    }

    /// Stores the lists of a choice; those too many are left out, and the checker says so.
    fn choices(&mut self, lists: &[Vec<Written>]) -> Choices {
        let stored: Vec<Script> = lists.iter().take(MOST_CHOICES).map(|list| self.store(list)).collect();
        Choices { count: lists.len().min(usize::from(u8::MAX)) as u8, ..Choices::of(&stored) }
    }

    /// Stores a written list and the lists inside it.
    pub fn store(&mut self, written: &[Written]) -> Script {
        let effects = written.iter().map(|one| self.effect(one)).collect();
        self.0.push(effects);
        Script((self.0.len() - 1) as u16)
    }
}
