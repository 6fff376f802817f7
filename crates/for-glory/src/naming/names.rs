//! The fields of a view in names.

use std::collections::BTreeMap;

use naming::{Counts, Waiting};
use serde::Serialize;
use utoipa::ToSchema;

/// A position of For Glory as one viewer sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[schema(as = ForGloryView)]
pub struct Names {
    /// The seat that looks; null for an onlooker.
    pub viewer: Option<String>,
    /// The seat that is taking a turn.
    pub active: String,
    /// The seat that takes, or took last, a machinations turn.
    pub turn: String,
    /// Machinations turns begun.
    pub turns: u16,
    /// Arena phases begun.
    pub arena_phases: u8,
    /// The seat with the Crowd's Favor.
    pub favor: String,
    /// What everyone sees of each player.
    pub players: BTreeMap<String, Player>,
    /// The face-up cards of each supply deck.
    pub supply_rows: BTreeMap<String, Vec<String>>,
    /// What lies in the supply decks, by name.
    pub supply_decks: Counts,
    /// What lies on their discard piles, by name.
    pub supply_discards: Counts,
    /// The gladiators in the arenas.
    pub gladiators: Vec<Gladiator>,
    /// The arenas of the row: near, far and lasting.
    pub arena_row: BTreeMap<String, ArenaRow>,
    /// Arenas still in the arena deck.
    pub arena_deck: Vec<String>,
    /// Arenas that are exhausted.
    pub arenas_exhausted: Vec<String>,
    /// Whether the active player has taken or left a Reigning Champion token this turn.
    pub token_settled: bool,
    /// Seats that are out of the battle, the worst place first.
    pub out_of_battle: Vec<String>,
    /// Boasts won.
    pub boasts_won: u8,
    /// Whether the active player has set stops this turn.
    pub stops_set: bool,
    /// Cards out of the game.
    pub removed: u16,
    /// The procedures under way, the outermost first.
    pub procedures: Vec<Waiting>,
    /// What happened and may be reacted to.
    pub happened: Vec<Happened>,
    /// Tactic cards that watch their target.
    pub watched: Vec<WatchedTarget>,
    /// The side that nobody plays, if there is one.
    pub ludus_magnus: Option<String>,
    /// The deck of the Ludus Magnus.
    pub orders: OrderDeck,
    /// What it drew since the last decision.
    pub orders_drawn: Vec<DrawnOrder>,
    /// How the game ended; null while it goes on.
    pub ending: Option<Ending>,
    /// The viewer's own hand, by name; empty for an onlooker.
    pub hand: Counts,
    /// The viewer's own reserve, by name; empty for an onlooker.
    pub reserve: Counts,
    /// The cards on top of the viewer's own deck that nobody else knows, the top one first; empty for an onlooker.
    pub seen: Vec<String>,
}

/// What everyone sees of a player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[schema(as = ForGloryPlayer)]
pub struct Player {
    /// Cards in hand.
    pub hand: u8,
    /// Cards in the deck.
    pub deck: u8,
    /// Cards in the reserve.
    pub reserve: u8,
    /// The discard pile, by name.
    pub discard: Counts,
    /// Deck, hand and reserve together, by name: all that goes into them is seen.
    pub unseen: Counts,
    /// Cards that everyone knows the player to hold.
    pub known_cards: Vec<KnownCard>,
    /// Cards known to lie on top of the deck, the top one first; null where only their owner knows them.
    pub on_deck: Vec<Option<String>>,
    /// Patrons in the villa.
    pub patrons: Vec<PatronCard>,
    /// Arenas in the villa.
    pub arenas: Vec<String>,
    /// Coin tokens.
    pub coins: u16,
    /// Glory.
    pub glory: u8,
    /// When the player wants to be asked in windows: `all`, `mine` or `never`.
    pub stops: String,
    /// The first level of the player's champion, if there is one.
    pub champion: Option<String>,
}

/// A card that everyone knows a player to hold.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[schema(as = ForGloryKnownCard)]
pub struct KnownCard {
    /// Which card.
    pub card: String,
    /// Where: `hand`, `reserve` or `hand or reserve`.
    pub place: String,
}

/// A patron in a villa.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[schema(as = ForGloryPatron)]
pub struct PatronCard {
    /// Its card.
    pub card: String,
    /// Whether it is exhausted.
    pub exhausted: bool,
}

/// A gladiator in an arena.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[schema(as = ForGloryGladiator)]
pub struct Gladiator {
    /// What actions call it: its owner and card, and which of them where there are several.
    pub name: String,
    /// Its card.
    pub card: String,
    /// Its owner's seat.
    pub owner: String,
    /// Where it stands: `near`, `far` or `lasting`.
    pub place: String,
    /// Whether it is exhausted.
    pub exhausted: bool,
    /// Damage on it.
    pub damage: u8,
    /// Damage assigned to it and not resolved.
    pub damage_assigned: u8,
    /// How much of that can't be prevented.
    pub damage_unpreventable: u8,
    /// Blessings on it.
    pub blessings: u8,
    /// How many of them must go before the damage window closes.
    pub blessings_owed: u8,
    /// What it has more, or less, of a stat as long as it stays in its arena, by the stat's name.
    pub changes: BTreeMap<String, i8>,
    /// What it has more, or less, of a stat until the combat turn ends, by the stat's name.
    pub passing: BTreeMap<String, i8>,
    /// Whether it is not readied the next time.
    pub bound: bool,
    /// How often the Ludus Magnus has still to react to damage assigned to it.
    pub reactions_due: u8,
}

/// A place of the arena row.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[schema(as = ForGloryArena)]
pub struct ArenaRow {
    /// The arena card that lies there.
    pub arena: Option<String>,
    /// Glory lying on it.
    pub glory: u8,
    /// Who holds its Reigning Champion token.
    pub token: Option<String>,
}

/// Something that happened and may be reacted to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[schema(as = ForGloryHappened)]
pub struct Happened {
    /// What: `attacks`, `enters`, `leaves`, `defeated`, `damage`, `tactic`, `battle`, `wins`, `defeats` or `buys`.
    pub occasion: String,
    /// Where; null if it touches several arenas.
    pub place: Option<String>,
    /// To which gladiator, if it is still there.
    pub gladiator: Option<String>,
    /// Its card.
    pub card: String,
    /// Its owner's seat.
    pub owner: String,
    /// Its attack as it left.
    pub attack: u8,
}

/// A tactic card that watches its target.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[schema(as = ForGloryWatchedTarget)]
pub struct WatchedTarget {
    /// The card.
    pub card: String,
    /// Whose card.
    pub seat: String,
    /// The target, if it is still there.
    pub target: Option<String>,
    /// Whether it has been defeated.
    pub defeated: bool,
    /// What it costs to take the card back.
    pub price: u8,
}

/// The deck of the Ludus Magnus, whose order nobody knows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[schema(as = ForGloryOrderDeck)]
pub struct OrderDeck {
    /// Orders left in it.
    pub left: Vec<String>,
    /// Orders drawn.
    pub drawn: Vec<String>,
    /// Boasts on top of it.
    pub boasts_on_top: u8,
    /// Boasts shuffled into it.
    pub boasts_inside: u8,
    /// Boasts drawn.
    pub boasts_drawn: u8,
}

/// A card that the Ludus Magnus drew.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[schema(as = ForGloryDrawnOrder)]
pub struct DrawnOrder {
    /// The order, or `blank` for a boast.
    pub order: String,
    /// The section that counted.
    pub section: String,
    /// The cards of those it concerned.
    pub chosen: Vec<String>,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[schema(as = ForGloryEnding)]
pub struct Ending {
    /// By what: `glory`, `last battle` or `turns`.
    pub by: String,
    /// Who won by it; null where the turns ran out.
    pub winner: Option<String>,
}
