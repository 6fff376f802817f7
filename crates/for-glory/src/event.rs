//! What happens while an action is carried out, told in the order in which it happens.
//!
//! The engine tells these through `Chance::note` where they happen; `news` puts them into words for a viewer. Everything here is
//! for everyone to know but which card was drawn: that is its owner's alone.

use table::Seat;

use crate::action::Fighter;
use crate::cards::{ArenaId, INCOMES, Kind};
use crate::effect::{Deck, Occasion, Stat, Would};
use crate::ludus::Section;
use crate::procedures::{Bearer, Then};
use crate::state::{End, Place};

/// Why the Crowd's Favor goes to somebody.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FavorWhy {
    /// At the start: to the last in turn order (FG-22, FG-23, FG-24).
    Setup,
    /// To the side with least glory (FG-84).
    LeastGlory,
    /// To the last of the battle, with three or four players (FG-85).
    LastPlace,
}

/// Why somebody gets coin tokens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CoinWhy {
    /// For a defeated gladiator (FG-74).
    Insurance(Kind),
    /// By a card's text.
    Text,
}

/// Why a card goes to a discard pile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DiscardWhy {
    /// It was left in hand at the end of the turn (FG-41).
    TurnEnd,
    /// Its owner chose it.
    Chosen,
    /// It lay on top of the deck and was looked at (FG-141).
    Deck,
    /// It was played and has done what it says (FG-33, FG-66, FG-73).
    Played,
}

/// Why an attack comes to nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AttackEnd {
    /// A reaction stopped it.
    Parried,
    /// The attacker is no longer there, or nobody is left that it may attack (ruling 47).
    NoTarget,
}

/// Why a battle is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BattleEnd {
    /// Only one side has gladiators there.
    Won(Seat),
    /// Nobody has (FG-83).
    Draw,
    /// Nobody could win it (FG-121).
    BrokenOff,
}

/// Something that happened.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs, reason = "the sentence of each says what its fields are, and `news` says it in full")]
pub enum Happening {
    /// This seat takes the first turn (ruling 5).
    Starts(Seat),
    /// The Crowd's Favor goes to a seat.
    Favor(Seat, FavorWhy),
    /// A seat has this champion.
    Champion(Seat, Kind),
    /// A machinations turn begins.
    Turn(Seat),
    /// An arena card is turned up.
    ArenaUp(Place, ArenaId),
    /// A card is turned up in the supply.
    SupplyUp(Deck, Kind),
    /// A supply deck is rebuilt from its discard pile (FG-41).
    SupplyRebuilt(Deck),
    /// A face-up row goes to the supply's discard pile.
    RowGone(Deck, Vec<Kind>),
    /// A seat draws a card; which one is its secret.
    Draws(Seat, Kind),
    /// A seat shuffles its discard pile into a new deck (FG-5).
    Shuffles(Seat),
    /// A card goes to its owner's discard pile.
    Discards(Seat, Kind, DiscardWhy),
    /// A cost is paid: so much, with these incomes and so many tokens.
    Pays { seat: Seat, coins: u8, incomes: [u8; INCOMES], tokens: u8, then: Then },
    /// A card is bought, for so much.
    Buys(Seat, Kind, u8),
    /// So many cards come back from the reserve (FG-40).
    Redeems(Seat, u8),
    /// A champion becomes its next level (FG-92).
    Upgrades(Seat, Kind, Kind),
    /// A tactic card comes back to hand for its price (ruling 53).
    Reclaims(Seat, Kind),
    /// Coin tokens are gained.
    Coins(Seat, u8, CoinWhy),
    /// Coin tokens go from one seat to another.
    Steals { by: Seat, from: Seat, coins: u8 },
    /// A card leaves the game.
    Culls(Seat, Kind),
    /// A card goes from the discard pile on top of the deck.
    OnDeck(Seat, Kind),
    /// A card goes from the discard pile to the hand.
    Retrieves(Seat, Kind),
    /// A seat looks at cards on top of a deck, the uppermost first; of its own nobody else sees which (FG-141).
    Looks { seat: Seat, owner: Seat, cards: Vec<Kind> },
    /// A seat has put cards back on a deck in an order of its choice (FG-141).
    Stacks(Seat, Seat),
    /// A seat takes one of the cards that it looked at; which one is its secret (FG-141).
    Picks(Seat, Kind),
    /// A card goes from the deck to the hand, and the deck is shuffled (FG-132).
    Searches(Seat, Kind),
    /// A face-up card of the supply is taken for nothing (FG-133).
    Gains(Seat, Kind),
    /// A card that was played leaves the game, as its cost says.
    Spent(Seat, Kind),
    /// A patron is exhausted or readied.
    Patron(Seat, Kind, Turned),
    /// An arena is exhausted or readied.
    Arena(Seat, ArenaId, Turned),
    /// A Reigning Champion token is taken for bloodlust (FG-43).
    Token { seat: Seat, bloodlust: u32, boast: u32 },
    /// An arena phase begins, counted from 1: two players and alone, the bloodlust has reached the boast (FG-42, FG-43).
    Phase { number: u8, bloodlust: u32, boast: u32 },
    /// The Ludus Magnus will draw so many orders for late registration (FG-52).
    Registers(u8),
    /// A gladiator enters an arena.
    Enters(Fighter, Place),
    /// A gladiator goes from one arena to another (FG-44).
    Transfers(Fighter, Place, Place),
    /// A gladiator goes back to its owner's hand.
    Recalls(Fighter),
    /// A battle begins; who acts first, and the sides in it with their initiative (FG-62).
    Battle { place: Place, first: Seat, sides: Vec<(Seat, u32)> },
    /// All gladiators of an arena are readied (FG-68).
    Round { place: Place, first: Seat },
    /// A side passes its combat turn.
    Passes(Seat),
    /// A gladiator attacks (FG-65).
    Attacks(Fighter),
    /// An attack comes to nothing.
    AttackFails(Fighter, AttackEnd),
    /// An attack deals its damage to a target.
    Strikes(Fighter, Fighter, u8),
    /// Damage is assigned to a gladiator, not by an attack.
    Assigned(Fighter, u8),
    /// So much of what was assigned is prevented.
    Prevented(Fighter, u8),
    /// A blessing goes, and prevents so much; so much can't be prevented (FG-75).
    BlessingSpent { on: Fighter, damage: u8, fixed: u8 },
    /// Assigned damage goes to another gladiator.
    Reassigned(Fighter, Fighter, u8),
    /// Damage on a gladiator is moved to another.
    Moved(Fighter, Fighter, u8),
    /// Damage on a gladiator is removed.
    Removed(Fighter, u8),
    /// A gladiator takes damage: so much, and then has so much of its health.
    Takes { fighter: Fighter, damage: u8, total: u8, health: u8 },
    /// A gladiator is defeated (FG-74).
    Defeated(Fighter, Place),
    /// Something that would have happened to a gladiator does not (FG-142).
    Spared(Would, Bearer, Fighter),
    /// Something that would have happened to a player does not (FG-142).
    Averted(Would, Bearer, Seat),
    /// A seat has less influence than its gladiators need (FG-38).
    LacksInfluence(Seat),
    /// A gladiator is given up for want of influence (FG-38).
    GivesUp(Fighter),
    /// A gladiator is exhausted or readied by a text or as a cost.
    Gladiator(Fighter, Turned),
    /// A stat of a gladiator is so much higher or lower until the combat turn ends (FG-143).
    Strengthened(Fighter, Stat, i8),
    /// A stat of a gladiator is so much higher or lower as long as it stays in its arena (FG-134).
    Changed(Fighter, Stat, i8),
    /// A gladiator is not readied the next time (FG-135).
    Bound(Fighter),
    /// A blessing is put on a gladiator.
    Blessed(Fighter),
    /// A blessing on a gladiator goes away and prevents nothing.
    Unblessed(Fighter),
    /// A seat reacts with something to what happened to the owner's gladiator of this card, or to the owner's tactic; without a card, to
    /// damage that no attack dealt.
    Reacts { seat: Seat, with: Bearer, occasion: Occasion, owner: Seat, kind: Option<Kind> },
    /// A tactic comes to nothing.
    Countered,
    /// The Ludus Magnus draws an order, or a blank.
    Order(u8, Section),
    /// The Ludus Magnus could do nothing by its order.
    OrderIdle,
    /// The Ludus Magnus shuffles what it has drawn into a new deck (ruling 84).
    OrdersShuffled,
    /// A battle is over.
    BattleOver(Place, BattleEnd),
    /// Glory is won.
    Glory { seat: Seat, glory: u8, place: Place, total: u8 },
    /// The token of a Fleeting arena goes to a side (FG-80).
    Champions(Seat, Place),
    /// An arena goes into a villa, or out of the game if the Ludus Magnus won it (FG-81, FG-110).
    TakesArena(Seat, ArenaId),
    /// The top boast goes to a side.
    TakesBoast(Seat, u8),
    /// A seat is out of the battle with three or four players, at this place from 1 (FG-83).
    Place(Seat, u8),
    /// The arena phase ends: a gladiator goes to the discard pile, undefeated (FG-84).
    Leaves(Fighter),
    /// The game is over.
    Over(End),
}

/// Which way a card is turned (FG-7).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turned {
    /// It is exhausted.
    Exhausted,
    /// It is readied.
    Ready,
}
