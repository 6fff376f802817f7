//! Zones and players.

use serde::Serialize;
use table::{BySeat, Hidden, List, Seat};

pub use crate::bounds::{DEPTH, EVENTS, KNOWN, Overflow, PATRONS, SEEN, SLOTS, WATCHES};
use crate::cards::{ArenaId, Kind};
use crate::effect::Deck;
use crate::known::{Known, REMEMBERED};
use crate::named::named;
use crate::orders::{Drawn, Orders};
pub use crate::passing::Passing;
use crate::pile::{Half, Pair};
use crate::procedures::{Event, Frame, Watch};
use crate::rules::Rules;
pub use crate::sand::Sand;
pub(crate) use crate::sand::slots_in;

/// The most players.
pub const SEATS: usize = 4;

named! {
    /// Where gladiators stand.
    #[derive(Default, Serialize)]
    pub enum Place {
        /// The Fleeting arena nearer to the supply.
        #[default]
        Near = "near",
        /// The Fleeting arena farther from the supply.
        Far = "far",
        /// The Lasting arena.
        Lasting = "lasting",
    }
}

impl Place {
    /// Whether it is one of the two Fleeting arenas.
    pub const fn is_fleeting(self) -> bool {
        matches!(self, Self::Near | Self::Far)
    }
}

/// A gladiator in an arena.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Gladiator {
    /// Its card.
    pub kind: Kind,
    /// Its owner.
    pub owner: Seat,
    /// Where it stands.
    pub place: Place,
    /// Whether it is exhausted.
    pub exhausted: bool,
    /// Damage on it.
    pub damage: u8,
    /// Damage assigned to it and not resolved.
    pub assigned: u8,
    /// How much of that can't be prevented.
    pub fixed: u8,
    /// Blessings on it.
    pub blessings: u8,
    /// How many of them must go before the damage window closes: one for each assignment of damage (FG-75).
    pub owed: u8,
    /// What it has more or less of each stat until the combat turn ends (FG-143).
    pub passing: Passing,
    /// What it has more or less of each stat as long as it stays in its arena (FG-134).
    pub boosts: [i8; 4],
    /// Whether it is not readied the next time (FG-135).
    pub bound: bool,
    /// How often the Ludus Magnus has still to react to damage assigned to it (FG-105, ruling 82).
    pub alarm: u8,
}

impl Gladiator {
    /// A gladiator that has just entered: ready and unhurt (ruling 29).
    pub fn fresh(kind: Kind, owner: Seat, place: Place) -> Self {
        Self { kind, owner, place, ..Self::default() }
    }
}

/// A patron in a villa.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Patron {
    /// Its card.
    pub kind: Kind,
    /// Whether it is exhausted, and so blank (FG-7).
    pub exhausted: bool,
}

named! {
    /// When a seat wants to be asked in windows.
    #[derive(Default, Serialize)]
    pub enum Stops {
        /// Whenever it could react.
        #[default]
        All = "all",
        /// Only in windows about its own gladiators.
        Mine = "mine",
        /// Never, unless it must.
        Never = "never",
    }
}

impl Stops {
    /// The two other settings, in order.
    pub(crate) const fn others(self) -> [Self; 2] {
        match self {
            Self::All => [Self::Mine, Self::Never],
            Self::Mine => [Self::All, Self::Never],
            Self::Never => [Self::All, Self::Mine],
        }
    }
}

/// Cards on top of a deck that only its owner knows, the top one last.
pub type Scried = List<Kind, SEEN>;

/// What everyone sees of a player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Ludus {
    /// First half: the discard pile. Second half: deck, hand and reserve together, since all that goes into them is seen.
    pub piles: Pair,
    /// Cards in the deck.
    pub deck: u8,
    /// Cards in hand.
    pub hand: u8,
    /// Cards in the reserve.
    pub reserve: u8,
    /// Cards that everyone saw go to the hand and that are still held.
    pub known: List<Known, REMEMBERED>,
    /// Cards known to lie on top of the deck, the top one last; without a kind where only its owner knows it (FG-141).
    pub top: List<Option<Kind>, KNOWN>,
    /// Patrons in the villa. None ever leaves it.
    pub patrons: List<Patron, PATRONS>,
    /// What the patrons, ready or not, are good for at all (`Fact::gifts`), so that most questions need not look at them.
    #[serde(skip)]
    pub(crate) gifts: u64,
    /// Arenas in the villa, as a set.
    pub arenas: u32,
    /// Coin tokens, of which there is no end (ruling 69): in the most turns of a game nobody gains as many as fit here.
    pub coins: u16,
    /// Glory.
    pub glory: u8,
    /// When it wants to be asked.
    pub stops: Stops,
    /// The first level of its champion, if it has one.
    pub champion: Option<Kind>,
}

impl Ludus {
    /// How many of a kind lie in the discard pile.
    pub const fn discarded(&self, kind: Kind) -> u8 {
        self.piles.count(Half::First, kind)
    }

    /// A card goes into the deck.
    pub(crate) const fn put_in_deck(&mut self, kind: Kind) {
        self.piles.add(Half::Second, kind);
        self.deck += 1;
    }

    /// How many of a kind are in deck, hand and reserve together.
    pub const fn unseen(&self, kind: Kind) -> u8 {
        self.piles.count(Half::Second, kind)
    }
}

/// Why the game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub enum End {
    /// Somebody has 6 glory (FG-82).
    Glory(Seat),
    /// The last round's battle was won, with three or four players (FG-86).
    LastBattle(Seat),
    /// The turn limit was reached.
    Turns,
}

/// What everyone may know.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Public {
    /// The players.
    pub ludi: BySeat<Ludus, SEATS>,
    /// First half: the supply decks. Second half: their discard piles.
    pub supply: Pair,
    /// The face-up cards of the three supply decks.
    pub rows: [List<Kind, 3>; 3],
    /// The gladiators in the arenas.
    pub sand: Sand,
    /// The arena cards in the row: near, far, Lasting.
    pub arenas: [Option<ArenaId>; 3],
    /// Glory lying on them.
    pub glory: [u8; 3],
    /// Who holds the Reigning Champion tokens: of the two Fleeting arenas, or taken for bloodlust (FG-43).
    pub tokens: [Option<Seat>; 2],
    /// Whether the active player has taken or left a token this turn (FG-43).
    pub token_done: bool,
    /// Who is out of the battle, with three or four players, the worst place first (FG-85).
    pub standing: List<Seat, SEATS>,
    /// Arenas still in the arena deck, as a set.
    pub arena_deck: u32,
    /// Exhausted arenas, as a set.
    pub tired: u32,
    /// How many boasts have been won.
    pub boasts: u8,
    /// Who has the Crowd's Favor.
    pub favor: Seat,
    /// Who is taking a turn (FG-6).
    pub active: Seat,
    /// Who takes, or took last, a machinations turn.
    pub turn: Seat,
    /// How many machinations turns have begun.
    pub turns: u16,
    /// How many arena phases have begun.
    pub phases: u8,
    /// Whether the active player has set stops this turn.
    pub stopped: bool,
    /// Cards out of the game.
    pub removed: u16,
    /// What waits.
    pub stack: List<Frame, DEPTH>,
    /// What happened and may be reacted to.
    pub events: List<Event, EVENTS>,
    /// Tactic cards that watch their target.
    pub watches: List<Watch, WATCHES>,
    /// Which side is the Ludus Magnus, if any.
    pub magnus: Option<Seat>,
    /// The deck of the Ludus Magnus.
    pub orders: Orders,
    /// What it drew since the last decision, for everyone to follow.
    pub log: List<Drawn, 24>,
    /// How it ended.
    pub end: Option<End>,
    /// What found no room, if anything did not.
    pub full: Option<Overflow>,
}

impl Public {
    /// One more procedure waits.
    pub(crate) fn push(&mut self, frame: impl Into<Frame>) {
        if self.stack.push(frame.into()).is_err() {
            self.full = Some(Overflow::Stack);
        }
    }
}

/// A game of For Glory.
///
/// Nothing in it is secret but who holds what, and what they have seen of their decks: the piles that nobody looks at are kept as counts and drawn from by chance.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    pub(crate) public: Public,
    /// First half: the hand. Second half: the reserve.
    pub(crate) held: BySeat<Hidden<Pair>, SEATS>,
    /// The cards on top of each deck that only its owner knows, the top one last (FG-141).
    pub(crate) seen: BySeat<Hidden<Scried>, SEATS>,
}

const _: () = assert!(size_of::<State>() <= 4096, "a state is at most 4 KB");

impl State {
    /// What everyone may know.
    pub const fn public(&self) -> &Public {
        &self.public
    }

    pub(crate) fn ludus(&self, seat: Seat) -> &Ludus {
        &self.public.ludi[seat]
    }

    pub(crate) fn ludus_mut(&mut self, seat: Seat) -> &mut Ludus {
        &mut self.public.ludi[seat]
    }

    pub(crate) fn held(&self, seat: Seat) -> &Pair {
        self.held[seat].get()
    }

    /// How many of a kind a seat has in hand.
    pub(crate) fn in_hand(&self, seat: Seat, kind: Kind) -> u8 {
        self.held(seat).count(Half::First, kind)
    }

    /// Whether a card lies face up for sale.
    pub(crate) fn row_of(&self, kind: Kind) -> Option<(Deck, usize)> {
        Deck::ALL.into_iter().find_map(|deck| {
            let at = self.public.rows[deck.index()].iter().position(|card| *card == kind)?;
            Some((deck, at))
        })
    }

    /// Takes a card out of a hand, for everyone to see.
    pub(crate) fn reveal_from_hand(&mut self, seat: Seat, kind: Kind) {
        self.held[seat].get_mut().take(Half::First, kind);
        let ludus = self.ludus_mut(seat);
        ludus.piles.take(Half::Second, kind);
        ludus.hand = ludus.hand.saturating_sub(1);
        ludus.forget(kind);
    }

    /// Puts so many cards of a kind from a player's hand onto the discard pile, for everyone to see.
    pub(crate) fn discard_from_hand(&mut self, seat: Seat, kind: Kind, many: u8) {
        self.held[seat].get_mut().take_many(Half::First, kind, many);
        let ludus = self.ludus_mut(seat);
        ludus.piles.take_many(Half::Second, kind, many);
        ludus.piles.add_many(Half::First, kind, many);
        if ludus.known.is_empty() {
            ludus.hand = ludus.hand.saturating_sub(many);
            return;
        }
        for _ in 0..many {
            ludus.hand = ludus.hand.saturating_sub(1);
            ludus.forget(kind);
        }
    }

    /// Puts a player's whole hand onto the discard pile, for everyone to see.
    pub(crate) fn discard_hand(&mut self, seat: Seat) {
        let ludus = &mut self.public.ludi[seat];
        if ludus.known.is_empty() {
            ludus.piles.lay_down(self.held[seat].get_mut());
            ludus.hand = 0;
            return;
        }
        for kind in self.held(seat).kinds(Half::First) {
            self.discard_from_hand(seat, kind, self.in_hand(seat, kind));
        }
    }

    /// Puts a card that everyone has seen into a hand.
    pub(crate) fn put_in_hand(&mut self, seat: Seat, kind: Kind) {
        if self.public.magnus == Some(seat) {
            self.discard(seat, kind);
            return;
        }
        self.hold(seat, kind);
        if self.ludus_mut(seat).remember(kind).is_err() {
            self.public.full = Some(Overflow::Hand);
        }
    }

    /// Puts a card that was in nobody's pile into a hand, unseen.
    pub(crate) fn hold(&mut self, seat: Seat, kind: Kind) {
        self.held[seat].get_mut().add(Half::First, kind);
        let ludus = self.ludus_mut(seat);
        ludus.piles.add(Half::Second, kind);
        ludus.hand += 1;
    }

    /// Puts a card on a discard pile.
    pub(crate) fn discard(&mut self, seat: Seat, kind: Kind) {
        // FG-107: what the Ludus Magnus loses goes back to the supply.
        if self.public.magnus == Some(seat) {
            self.public.supply.add(Half::Second, kind);
            return;
        }
        self.ludus_mut(seat).piles.add(Half::First, kind);
    }

    /// A patron comes to a villa.
    pub(crate) fn add_patron(&mut self, rules: &Rules, seat: Seat, patron: Patron) {
        let ludus = self.ludus_mut(seat);
        ludus.gifts |= rules.set.fact(patron.kind).gifts();
        ludus.patrons.push(patron).expect("a set has no more patrons than a villa holds");
    }

    /// The slot of the nth gladiator of a card and owner, from 1.
    pub(crate) fn find(&self, owner: Seat, kind: Kind, nth: u8) -> Option<u8> {
        let sand = &self.public.sand;
        let mut fitting = sand.among(sand.of(owner)).filter(|(_, gladiator)| gladiator.kind == kind);
        fitting.nth(usize::from(nth).checked_sub(1)?).map(|(slot, _)| slot)
    }
}
