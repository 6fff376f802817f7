//! What happens, told where it happens: dice, draws, losses, victories, in their order, and how each is said.

use std::cmp::Ordering;

use serde::Serialize;
use table::{Seat, Text, card, many, say, whose};

use crate::map::NOWHERE;
use crate::news::Telling;
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

/// Which card kept a hero alive, by kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ward {
    /// A good.
    Good(u8),
    /// An ability.
    Ability(u8),
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

/// Makes the type of all that can happen, and its printer: each stands once, with what is known of it and how a viewer is told.
macro_rules! events {
    ($told:ident, $kingdom:ident; $(
        $(#[$doc:meta])* $Name:ident $(( $($piece:ident: $Piece:ty),* ))? $({ $($field:ident: $Field:ty),* })? => $said:expr,
    )*) => {
        /// Something that happened.
        #[derive(Clone, PartialEq, Eq, Debug)]
        #[allow(missing_docs, reason = "each sentence speaks of its fields")]
        pub enum Event { $( $(#[$doc])* $Name $(( $($Piece),* ))? $({ $($field: $Field),* })? ),* }

        impl Event {
            /// How many kinds of events there are.
            pub const KINDS: usize = [$(stringify!($Name)),*].len();

            /// Which kind it is, from 0: for tests that every kind is met.
            pub const fn kind(&self) -> usize {
                enum Kind { $($Name),* }
                match self { $( Self::$Name { .. } => Kind::$Name as usize ),* }
            }

            /// In words, as one viewer may know it.
            pub(crate) fn line(&self, $told: &Telling<'_>) -> Text {
                let $kingdom = $told.kingdom();
                match self.clone() { $( Self::$Name $(( $($piece),* ))? $({ $($field),* })? => $said ),* }
            }
        }
    };
}

events! {
    told, kingdom;
    /// Everyone, or those who tied, rolled for the first turn; 0 for who did not roll (GL-4, A2).
    Lot(rolls: ByHero<u8>) => {
        let rolled = Seat::all(told.rules.players).filter(|seat| rolls[*seat] > 0);
        let rolls = rolled.map(|seat| say!("{seat} rolls {}", rolls[seat]));
        say!("For the first turn: {}", Text::joined(rolls, ", "))
    },
    /// Who goes first.
    First(seat: Seat) => say!("{seat} goes first"),
    /// A hero board was taken or dealt (GL-3).
    Board(seat: Seat, board: u8) => say!("{seat} is {}", card(&kingdom.heroes[board as usize].name)),
    /// A good was laid out at the castle, by kind.
    LaidOut(kind: u8) => say!("The castle now sells {}", told.good(kind)),
    /// A movement roll (GL-10).
    Rolled(seat: Seat, die: u8) => say!("{seat} rolls {die}"),
    /// A card had a die thrown again.
    Rerolled(seat: Seat, which: Die, die: u8) => match which {
        Die::Move | Die::Own => say!("{seat} rolls again: {die}"),
        Die::Foe => say!("The enemy rolls again: {die}"),
    },
    /// A card had a second die thrown: what it shows, and what counts now.
    SecondDie(seat: Seat, _die: Die, face: u8, kept: u8) => say!("{seat} rolls a second die: {face}; {kept} counts"),
    /// A card turned a die from one face to another.
    Turned(seat: Seat, die: Die, was: u8, is: u8) => match die {
        Die::Move | Die::Own => say!("{} die is turned from {was} to {is}", whose(seat)),
        Die::Foe => say!("The enemy's die is turned from {was} to {is}"),
    },
    /// A card changed how many steps the move has.
    Steps(seat: Seat, steps: u8) => match steps {
        0 => say!("{seat} stays put this turn"),
        steps => say!("{seat} now moves {steps} spaces"),
    },
    /// A card asked for a die.
    CardDie(seat: Seat, die: u8) => say!("{seat} rolls {die} for the card"),
    /// A hero came to a space.
    Moved(seat: Seat, to: u8, travel: Travel) => {
        let name = kingdom.map.space(to).titled();
        match travel {
            Travel::Steps => say!("{seat} moves to {name}"),
            Travel::March => say!("{seat} marches to {name}"),
            Travel::Sent => say!("{seat} goes to {name}"),
            Travel::Placed => say!("{seat} is placed on {name}"),
        }
    },
    /// Health was regained: by how much, and what it is now.
    Healed(seat: Seat, by: u8, now: u8) => say!("{seat} regains {by} health (now {now})"),
    /// Health was lost, or none for a lost round of battle: by how much, and what is left.
    Hurt(seat: Seat, by: u8, now: u8) => match by {
        0 => say!("{seat} loses no health"),
        by => say!("{seat} loses {by} health ({now} left)"),
    },
    /// Coins came or went: by how many, and how many there are now.
    Coins(seat: Seat, by: i32, now: u16) => {
        say!("{seat} {} {} (now {now})", gains(by.into()), many(by.unsigned_abs(), "coin"))
    },
    /// Glory came or went: by how much, and how much there is now.
    Glory(seat: Seat, by: i16, now: u8) => say!("{seat} {} {} glory (now {now})", gains(by.into()), by.unsigned_abs()),
    /// A fate was drawn, by kind (GL-23).
    Fate(seat: Seat, kind: u8) => {
        let fate = &kingdom.fates[kind as usize];
        say!("{seat} draws the fate {}: {}", card(&fate.name), kingdom.fate_text(fate))
    },
    /// The deck has no card left, so nothing was drawn (G10).
    Empty(deck: Deck) => say!("No {} are left to draw", deck.words()),
    /// The discards made a new deck.
    Shuffled(deck: Deck) => say!("The discarded {} make a new deck", deck.words()),
    /// A battle card was drawn, by kind (GL-21).
    Met(seat: Seat, kind: u8) => {
        let monster = &kingdom.battle[kind as usize];
        let (name, numbers, score, glory) = (card(&monster.name), monster.numbers(), monster.score, monster.glory);
        say!("{seat} meets {name} ({numbers}; victory score {score}, {glory} glory)")
    },
    /// A lair's card was looked at, in private: place and card. Only who looked is told what it is (D1).
    SawLair(seat: Seat, place: u8, kind: u8) => {
        let (lair, monster) = (told.lair(place), &kingdom.lairs[kind as usize]);
        if told.view.viewer.is(seat) {
            say!("You see what hides in {lair}: {} ({})", card(&monster.name), monster.numbers())
        } else {
            say!("{seat} looks at the card of {lair}")
        }
    },
    /// A lair's card was shown to everyone: place and card (D2).
    Shown(place: u8, kind: u8) => {
        let monster = &kingdom.lairs[kind as usize];
        say!("{} hides {} ({})", told.lair(place), card(&monster.name), monster.numbers())
    },
    /// A quest was looked at, in private: place and card. Only who looked is told what it is (Q1).
    SawQuest(seat: Seat, place: u8, kind: u8) => {
        let (town, quest) = (told.town(place), &kingdom.quests[kind as usize]);
        if told.view.viewer.is(seat) {
            let text = kingdom.quest_text_at(quest, place);
            say!("You read the quest of {town}: {}. {text}", card(&quest.name))
        } else {
            say!("{seat} reads the quest of {town}")
        }
    },
    /// A lair was named rightly: what the name gives (GL-26).
    NamedRight(seat: Seat, by: u8) => say!("{seat} named it rightly: +{by} for one strike roll"),
    /// A lair was named wrongly.
    NamedWrong(seat: Seat) => say!("{seat} named the wrong monster"),
    /// Both strike dice were thrown: round and faces (GL-31).
    Round { seat: Seat, enemy: Enemy, round: u8, mine: u8, theirs: u8 } => {
        let verb = if enemy.monster(kingdom).is_several() { "roll" } else { "rolls" };
        say!("Battle round {round}: {seat} rolls {mine}, {} {verb} {theirs}", enemy.words(kingdom))
    },
    /// The strike rolls were compared (GL-32).
    Struck(struck: Struck) => {
        let Struck { seat, own, foe, verdict, .. } = struck;
        match verdict {
            Verdict::Won if own == foe => say!("Strike rolls {own} to {foe}: a tie, which {seat} wins"),
            Verdict::Won => say!("Strike rolls {own} to {foe}: {seat} wins the round"),
            Verdict::Lost => say!("Strike rolls {own} to {foe}: {seat} loses the round"),
            Verdict::Tied => say!("Strike rolls {own} to {foe}: a tie"),
        }
    },
    /// The enemy lost health: by how much, and what is left.
    Harmed(enemy: Enemy, by: u8, left: u8) => {
        let verb = if enemy.monster(kingdom).is_several() { "lose" } else { "loses" };
        say!("{} {verb} {by} health ({left} left)", enemy.words(kingdom)).capital()
    },
    /// The enemy is slain; whether its card pays glory (GL-33, B6).
    Slain(seat: Seat, enemy: Enemy, pays: Pays) => match (enemy.words(kingdom), pays) {
        (name, Pays::Yes) => say!("{seat} slays {name}"),
        (name, Pays::No) => say!("{seat} slays {name}, for no glory: victory score {}", enemy.monster(kingdom).score),
    },
    /// The hero left the battle (GL-30).
    Withdrew(seat: Seat) => say!("{seat} leaves the battle"),
    /// The enemy fled (B28).
    Fled(seat: Seat, enemy: Enemy) => {
        let verb = if enemy.monster(kingdom).is_several() { "flee" } else { "flees" };
        say!("{} {verb} from {seat}", enemy.words(kingdom)).capital()
    },
    /// The enemy regained health: by how much, and what it has now (B26).
    Drained(enemy: Enemy, by: u8, now: u8) => {
        let verb = if enemy.monster(kingdom).is_several() { "regain" } else { "regains" };
        say!("{} {verb} {by} health (now {now})", enemy.words(kingdom)).capital()
    },
    /// A battle card that was left stays on its space: kind and space (B29).
    Prowls(kind: u8, space: u8) => {
        let enemy = Enemy::Card(kind);
        let verb = if enemy.monster(kingdom).is_several() { "stay" } else { "stays" };
        say!("{} {verb} on {}", enemy.words(kingdom), kingdom.map.space(space).titled()).capital()
    },
    /// A card kept the hero alive (B15).
    Saved(seat: Seat, ward: Ward) => {
        let ward = match ward {
            Ward::Good(kind) => told.good(kind),
            Ward::Ability(kind) => told.ability(kind),
        };
        say!("{seat} would be dead, but {ward} leaves 1 health")
    },
    /// A hero died.
    Died(seat: Seat, cause: Cause) => match cause {
        Cause::Slain(enemy) => say!("{seat} dies, slain by {}", enemy.words(kingdom)),
        Cause::Card => say!("{seat} dies"),
        Cause::GaveUp => say!("{seat} gives up"),
    },
    /// A good was bought: kind and price (GL-22).
    Bought(seat: Seat, kind: u8, price: u8) => say!("{seat} buys {} for {}", told.good(kind), many(price, "coin")),
    /// A good was drawn from the deck, by kind.
    TookGood(seat: Seat, kind: u8) => say!("{seat} gets {}", told.good(kind)),
    /// A good was discarded, by kind.
    LostGood(seat: Seat, kind: u8) => say!("{seat} discards {}", told.good(kind)),
    /// A good was handed over for a quest, by kind (Q5).
    Gave(seat: Seat, kind: u8) => say!("{seat} hands over {}", told.good(kind)),
    /// Two abilities were drawn to choose from (GL-40).
    Offered(seat: Seat, first: u8, second: u8) => say!("{seat} draws {} and {}", told.ability(first), told.ability(second)),
    /// An ability was learned, by kind.
    Learned(seat: Seat, kind: u8) => say!("{seat} learns {}", told.ability(kind)),
    /// An ability was discarded, by kind.
    LostAbility(seat: Seat, kind: u8) => say!("{seat} discards {}", told.ability(kind)),
    /// An ability that the hero has already was drawn and discarded (G4).
    Duplicate(seat: Seat, kind: u8) => say!("{seat} draws {} again and discards it", told.ability(kind)),
    /// A quest was completed: town, card, and whether as the first (GL-27).
    Completed(seat: Seat, place: u8, quest: u8, rank: Rank) => {
        let (quest, town) = (card(&kingdom.quests[quest as usize].name), told.town(place));
        match rank {
            Rank::First if told.view.public.towns[place as usize].raced => {
                say!("{seat} wins the race for {quest} in {town}; the card leaves the game")
            }
            Rank::First if told.rules.players > 1 => say!("{seat} is first to complete {quest} in {town}; the card is turned up"),
            Rank::First => say!("{seat} completes {quest} in {town}"),
            Rank::Second => say!("{seat} is second to complete {quest} in {town}; the card leaves the game"),
        }
    },
    /// Two heroes duelled: the strike rolls of who began it and of the other (GL-51).
    Duel(seat: Seat, other: Seat, own: i16, foe: i16) => match own.cmp(&foe) {
        Ordering::Greater => say!("{seat} duels {other}, {own} to {foe}: {seat} wins"),
        Ordering::Less => say!("{seat} duels {other}, {own} to {foe}: {other} wins"),
        Ordering::Equal => say!("{seat} duels {other}, {own} to {foe}: nobody wins"),
    },
    /// A good was offered to another hero, by kind (GL-52).
    ForSale(seat: Seat, to: Seat, kind: u8) => say!("{seat} offers {} to {to}", told.good(kind)),
    /// A quest was cried out as a race: town and card (GL-53).
    Raced(seat: Seat, place: u8, kind: u8) => {
        let (town, quest) = (told.town(place), &kingdom.quests[kind as usize]);
        let text = kingdom.quest_text_at(quest, place);
        say!("{seat} cries a race for the quest of {town}: {}. {text}", card(&quest.name))
    },
    /// Something begins that holds for every hero, by kind (GL-54).
    Begins(kind: u8) => {
        let event = &kingdom.events[kind as usize];
        say!("A new event: {}. {}", card(&event.name), kingdom.event_text(event))
    },
    /// A new round began.
    NewRound(round: u16) => say!("Round {round} begins"),
    /// The game ended.
    Ended(ending: Ending) => told.ended(ending),
}

fn gains(by: i64) -> &'static str {
    if by > 0 { "gains" } else { "loses" }
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

impl Travel {
    /// The space a hero is taken to have come from: cards leave no heading (M3).
    pub(crate) const fn from(self, before: u8) -> u8 {
        match self {
            Self::Steps | Self::March => before,
            Self::Sent | Self::Placed => NOWHERE,
        }
    }
}
