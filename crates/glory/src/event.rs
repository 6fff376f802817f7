//! What happens, told where it happens: dice, draws, losses, victories, in their order (`Tell::news` puts them into words).

use serde::Serialize;
use table::Seat;

use crate::map::NOWHERE;
use crate::state::{ByHero, Ending};

/// A monster that everyone may know, by its kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub enum Enemy {
    /// A battle card.
    Card(u8),
    /// A lair card.
    Lair(u8),
}

/// The dice of a round as they counted in the end. It stays on the table until the next movement roll, so that everyone sees the
/// throw that decided a battle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Struck {
    /// Whose hero fought.
    pub seat: Seat,
    /// Against whom.
    pub enemy: Enemy,
    /// The round.
    pub round: u8,
    /// The hero's die.
    pub mine: u8,
    /// The enemy's die.
    pub theirs: u8,
    /// The hero's strike roll.
    pub own: i16,
    /// The enemy's strike roll.
    pub foe: i16,
    /// Who won the round.
    pub verdict: Verdict,
}

/// How a round ended for the hero.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub enum Verdict {
    /// The higher strike roll, or a tie that the hero wins.
    Won,
    /// The lower strike roll.
    Lost,
    /// A tie.
    Tied,
}

/// Which die.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Die {
    /// The movement die of a hero.
    Move,
    /// The hero's strike die.
    Own,
    /// The enemy's strike die.
    Foe,
}

/// How a hero came to another space.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Travel {
    /// By the steps of the roll.
    Steps,
    /// By a march (GL-12).
    March,
    /// By a card, and the space is followed (M14).
    Sent,
    /// By a card, and the space is not followed (M14).
    Placed,
}

/// What a hero died of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cause {
    /// A monster.
    Slain(Enemy),
    /// A card.
    Card,
    /// Its player gave up (E10).
    GaveUp,
}

/// Which deck.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Deck {
    /// The goods.
    Goods,
    /// The abilities.
    Abilities,
    /// The battle cards.
    Battle,
    /// The fates.
    Fates,
}

/// Where glory comes from; what a final score is made of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub enum Source {
    /// Battle cards.
    Battles,
    /// Lairs.
    Lairs,
    /// Quests.
    Quests,
    /// Fates and other cards; what they cost is taken off here.
    Cards,
}

/// How many sources of glory there are.
pub const SOURCES: usize = 4;

impl Source {
    /// All sources, in the order of a tally.
    pub const ALL: [Self; SOURCES] = [Self::Battles, Self::Lairs, Self::Quests, Self::Cards];

    /// The source as a word.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Battles => "battles",
            Self::Lairs => "lairs",
            Self::Quests => "quests",
            Self::Cards => "cards",
        }
    }
}

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// Everyone, or those who tied, rolled for the first turn; 0 for who did not roll (GL-4, A2).
    Lot(ByHero<u8>),
    /// Who goes first.
    First(Seat),
    /// A hero board was taken or dealt (GL-3).
    Board(Seat, u8),
    /// A good was laid out at the castle, by kind.
    LaidOut(u8),
    /// A movement roll (GL-10).
    Rolled(Seat, u8),
    /// A card had a die thrown again.
    Rerolled(Seat, Die, u8),
    /// A card had a second die thrown: what it shows, and what counts now.
    SecondDie(Seat, Die, u8, u8),
    /// A card turned a die from one face to another.
    Turned(Seat, Die, u8, u8),
    /// A card changed how many steps the move has.
    Steps(Seat, u8),
    /// A card asked for a die.
    CardDie(Seat, u8),
    /// A hero came to a space.
    Moved(Seat, u8, Travel),
    /// Health was regained: by how much, and what it is now.
    Healed(Seat, u8, u8),
    /// Health was lost: by how much, and what is left.
    Hurt(Seat, u8, u8),
    /// Coins came or went: by how many, and how many there are now.
    Coins(Seat, i32, u16),
    /// Glory came or went: by how much, and how much there is now.
    Glory(Seat, i16, u8),
    /// A fate was drawn, by kind (GL-23).
    Fate(Seat, u8),
    /// The deck has no card left, so nothing was drawn (G10).
    Empty(Deck),
    /// The discards made a new deck.
    Shuffled(Deck),
    /// A battle card was drawn, by kind (GL-21).
    Met(Seat, u8),
    /// A lair's card was looked at, in private: place and card (D1).
    SawLair(Seat, u8, u8),
    /// A lair's card was shown to everyone: place and card (D2).
    Shown(u8, u8),
    /// A quest was looked at, in private: place and card (Q1).
    SawQuest(Seat, u8, u8),
    /// A lair was named rightly: what the name gives (GL-26).
    NamedRight(Seat, u8),
    /// A lair was named wrongly.
    NamedWrong(Seat),
    /// Both strike dice were thrown: round and faces (GL-31).
    Round {
        /// Whose hero fights.
        seat: Seat,
        /// Against whom.
        enemy: Enemy,
        /// The round.
        round: u8,
        /// The hero's die.
        mine: u8,
        /// The enemy's die.
        theirs: u8,
    },
    /// The strike rolls were compared (GL-32).
    Struck(Struck),
    /// The enemy lost health: by how much, and what is left.
    Harmed(Enemy, u8, u8),
    /// The enemy is slain; whether its card pays glory (GL-33, B6).
    Slain(Seat, Enemy, Pays),
    /// The hero left the battle (GL-30).
    Withdrew(Seat),
    /// A card kept the hero alive (B15).
    Saved(Seat),
    /// A hero died.
    Died(Seat, Cause),
    /// A good was bought: kind and price (GL-22).
    Bought(Seat, u8, u8),
    /// A good was drawn from the deck, by kind.
    TookGood(Seat, u8),
    /// A good was discarded, by kind.
    LostGood(Seat, u8),
    /// A good was handed over for a quest, by kind (Q5).
    Gave(Seat, u8),
    /// Two abilities were drawn to choose from (GL-40).
    Offered(Seat, u8, u8),
    /// An ability was learned, by kind.
    Learned(Seat, u8),
    /// An ability was discarded, by kind.
    LostAbility(Seat, u8),
    /// An ability that the hero has already was drawn and discarded (G4).
    Duplicate(Seat, u8),
    /// A quest was completed: town, card, and whether as the first (GL-27).
    Completed(Seat, u8, u8, Rank),
    /// A new round began.
    NewRound(u16),
    /// The game ended.
    Ended(Ending),
}

/// Whether a victory pays glory (B6).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Pays {
    /// It does.
    Yes,
    /// The victory score is not above the hero's glory.
    No,
}

/// As which one a hero completed a quest (Q6).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Rank {
    /// As the first.
    First,
    /// As the second.
    Second,
}

impl Event {
    /// How many kinds of events there are.
    pub const KINDS: usize = 42;

    /// Which kind it is, from 0: for tests that every kind is met.
    pub const fn kind(&self) -> usize {
        match self {
            Self::Lot(_) => 0,
            Self::First(_) => 1,
            Self::Board(..) => 2,
            Self::LaidOut(_) => 3,
            Self::Rolled(..) => 4,
            Self::Rerolled(..) => 5,
            Self::SecondDie(..) => 6,
            Self::Turned(..) => 7,
            Self::Steps(..) => 8,
            Self::CardDie(..) => 9,
            Self::Moved(..) => 10,
            Self::Healed(..) => 11,
            Self::Hurt(..) => 12,
            Self::Coins(..) => 13,
            Self::Glory(..) => 14,
            Self::Fate(..) => 15,
            Self::Empty(_) => 16,
            Self::Shuffled(_) => 17,
            Self::Met(..) => 18,
            Self::SawLair(..) => 19,
            Self::Shown(..) => 20,
            Self::SawQuest(..) => 21,
            Self::NamedRight(..) => 22,
            Self::NamedWrong(_) => 23,
            Self::Round { .. } => 24,
            Self::Struck(_) => 25,
            Self::Harmed(..) => 26,
            Self::Slain(..) => 27,
            Self::Withdrew(_) => 28,
            Self::Saved(_) => 29,
            Self::Died(..) => 30,
            Self::Bought(..) => 31,
            Self::TookGood(..) => 32,
            Self::LostGood(..) => 33,
            Self::Gave(..) => 34,
            Self::Offered(..) => 35,
            Self::Learned(..) => 36,
            Self::LostAbility(..) => 37,
            Self::Duplicate(..) => 38,
            Self::Completed(..) => 39,
            Self::NewRound(_) => 40,
            Self::Ended(_) => 41,
        }
    }
}

impl Travel {
    /// The space a hero is taken to have come from: cards leave no heading (M3).
    pub(crate) const fn from(self, before: u8) -> u8 {
        match self {
            Self::Steps | Self::March => before,
            Self::Sent | Self::Placed => NOWHERE,
        }
    }
}
