//! Zones and players.

use serde::{Serialize, Serializer};
use table::{BySeat, Hidden, List, Seat};

pub use crate::bounds::{DEPTH, EVENTS, KNOWN, Overflow, PATRONS, SLOTS, WATCHES};
use crate::cards::{ArenaId, Kind};
use crate::effect::Deck;
use crate::facts::{MARKS, Mark};
use crate::frame::{Event, Frame, Watch};
use crate::known::{Known, REMEMBERED};
use crate::magnus::{Drawn, Orders};
use crate::pile::{Half, Pair};
use crate::rules::Rules;

/// The most players.
pub const SEATS: usize = 4;

/// Every slot, as a set.
const ALL_SLOTS: u64 = (1 << SLOTS) - 1;

/// Where gladiators stand.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
pub enum Place {
    /// The Fleeting arena nearer to the supply.
    Near,
    /// The Fleeting arena farther from the supply.
    Far,
    /// The Lasting arena.
    Lasting,
}

impl Place {
    /// All three.
    pub const ALL: [Self; 3] = [Self::Near, Self::Far, Self::Lasting];

    /// Its place in the row.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Whether it is one of the two Fleeting arenas.
    pub const fn is_fleeting(self) -> bool {
        matches!(self, Self::Near | Self::Far)
    }

    /// Its name in notation.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Near => "near",
            Self::Far => "far",
            Self::Lasting => "lasting",
        }
    }

    /// The place with this name.
    pub fn read(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|place| place.name() == text)
    }
}

/// A gladiator in an arena.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
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
    /// Attack it has more until the combat turn ends.
    pub fury: u8,
    /// How often the Ludus Magnus has still to react to damage assigned to it (FG-105, ruling 82).
    pub alarm: u8,
}

impl Gladiator {
    /// A gladiator that has just entered: ready and unhurt (ruling 29).
    pub const fn fresh(kind: Kind, owner: Seat, place: Place) -> Self {
        Self {
            kind,
            owner,
            place,
            exhausted: false,
            damage: 0,
            assigned: 0,
            fixed: 0,
            blessings: 0,
            owed: 0,
            fury: 0,
            alarm: 0,
        }
    }
}

/// Where all gladiators are. A gladiator keeps its slot as long as it is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sand {
    /// The slots of each arena's gladiators, as sets.
    at: [u64; 3],
    /// The slots of each seat's gladiators, as sets.
    of: [u64; SEATS],
    /// The slots of the gladiators with each mark, as sets.
    marked: [u64; MARKS],
    /// The slots of all gladiators with damage that is not resolved, and perhaps of others whose damage was prevented.
    struck: u64,
    next: u8,
    slots: [Gladiator; SLOTS],
}

impl Default for Sand {
    fn default() -> Self {
        let nobody = Gladiator::fresh(Kind(0), Seat::default(), Place::Near);
        Self { at: [0; 3], of: [0; SEATS], marked: [0; MARKS], struck: 0, next: 0, slots: [nobody; SLOTS] }
    }
}

impl Sand {
    /// Which slots are taken, as bits, and which comes next: with the gladiators, all there is to know.
    pub(crate) const fn slots_taken(&self) -> (u64, u8) {
        (self.present(), self.next)
    }

    #[inline]
    const fn present(&self) -> u64 {
        self.at[0] | self.at[1] | self.at[2]
    }

    /// The slots of an arena's gladiators, as a set.
    #[inline]
    pub(crate) const fn at(&self, place: Place) -> u64 {
        self.at[place.index()]
    }

    /// The slots of an arena's gladiators, or of all, as a set.
    #[inline]
    pub(crate) const fn within(&self, place: Option<Place>) -> u64 {
        match place {
            Some(place) => self.at(place),
            None => self.present(),
        }
    }

    /// The slots of a seat's gladiators, as a set.
    #[inline]
    pub(crate) const fn of(&self, seat: Seat) -> u64 {
        self.of[seat.index()]
    }

    /// The slots of the gladiators with a mark, as a set.
    #[inline]
    pub(crate) const fn marked(&self, mark: Mark) -> u64 {
        self.marked[mark as usize]
    }

    /// Whether the gladiator of a slot is there and has a mark.
    #[inline]
    pub(crate) const fn has(&self, slot: u8, mark: Mark) -> bool {
        (slot as usize) < SLOTS && self.marked(mark) >> slot & 1 != 0
    }

    /// The slots of the gladiators with damage that is not resolved, as a set; it may hold others.
    #[inline]
    pub(crate) const fn struck(&self) -> u64 {
        self.struck
    }

    /// The gladiator of a slot, if it is there, to have damage assigned to it.
    #[inline]
    pub(crate) const fn strike(&mut self, slot: u8) -> Option<&mut Gladiator> {
        if self.get(slot).is_some() {
            self.struck |= 1 << slot;
        }
        self.get_mut(slot)
    }

    /// Does something to every gladiator with assigned damage, which is gone then, and so is all that waited for it.
    pub(crate) fn settle_damage(&mut self, mut act: impl FnMut(&mut Gladiator)) {
        self.for_each_among(self.struck, |it| {
            act(it);
            (it.assigned, it.fixed, it.owed, it.alarm) = (0, 0, 0, 0);
        });
        self.struck = 0;
    }

    /// The gladiator of a slot, if it is there.
    #[inline]
    pub const fn get(&self, slot: u8) -> Option<&Gladiator> {
        if (slot as usize) < SLOTS && self.present() >> slot & 1 != 0 {
            Some(&self.slots[slot as usize])
        } else {
            None
        }
    }

    /// The gladiator of a slot, if it is there. Its card and owner stay the same, where it stands is for `move_to` to change, and
    /// whoever assigns damage to it asks for `strike`.
    #[inline]
    pub(crate) const fn get_mut(&mut self, slot: u8) -> Option<&mut Gladiator> {
        if (slot as usize) < SLOTS && self.present() >> slot & 1 != 0 {
            Some(&mut self.slots[slot as usize])
        } else {
            None
        }
    }

    /// All gladiators with their slots.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = (u8, &Gladiator)> + Clone {
        self.among(self.present())
    }

    /// The gladiators of a set of slots, all of which are taken.
    #[inline]
    pub(crate) fn among(&self, mut left: u64) -> impl Iterator<Item = (u8, &Gladiator)> + Clone {
        let slots = &self.slots;
        let next = move || {
            if left == 0 {
                return None;
            }
            let slot = left.trailing_zeros() as u8;
            left &= left - 1;
            Some((slot, &slots[slot as usize]))
        };
        FromFn(next)
    }

    /// Does something to every gladiator of a set of slots.
    pub(crate) fn for_each_among(&mut self, set: u64, mut act: impl FnMut(&mut Gladiator)) {
        slots_in(set).for_each(|slot| act(&mut self.slots[slot as usize]));
    }

    /// Does something to every gladiator.
    pub(crate) fn for_each_mut(&mut self, act: impl FnMut(&mut Gladiator)) {
        self.for_each_among(self.present(), act);
    }

    /// How many there are.
    pub const fn len(&self) -> usize {
        self.present().count_ones() as usize
    }

    /// Whether nobody is there.
    pub const fn is_empty(&self) -> bool {
        self.present() == 0
    }

    /// Puts a gladiator with these marks in. Slots are given in turn, so one just left is not soon another's.
    pub(crate) fn enter(&mut self, gladiator: Gladiator, marks: u8) -> Option<u8> {
        let free = !self.present() & ALL_SLOTS;
        let later = free >> self.next << self.next;
        let first = if later == 0 { free } else { later };
        if first == 0 {
            return None;
        }
        let slot = first.trailing_zeros() as u8;
        self.slots[slot as usize] = gladiator;
        self.at[gladiator.place.index()] |= 1 << slot;
        self.of[gladiator.owner.index()] |= 1 << slot;
        for (mark, set) in self.marked.iter_mut().enumerate() {
            *set |= u64::from(marks >> mark & 1) << slot;
        }
        self.next = (slot + 1) % SLOTS as u8;
        Some(slot)
    }

    /// Takes a gladiator out.
    pub fn leave(&mut self, slot: u8) -> Option<Gladiator> {
        let gladiator = *self.get(slot)?;
        self.at[gladiator.place.index()] &= !(1 << slot);
        self.of[gladiator.owner.index()] &= !(1 << slot);
        self.marked.iter_mut().for_each(|set| *set &= !(1 << slot));
        self.struck &= !(1 << slot);
        self.slots[slot as usize] = Gladiator::fresh(Kind(0), Seat::default(), Place::Near);
        if self.present() == 0 {
            self.next = 0;
        }
        Some(gladiator)
    }

    /// Moves a gladiator to another arena; answers where it was.
    pub(crate) fn move_to(&mut self, slot: u8, place: Place) -> Option<Place> {
        let from = std::mem::replace(&mut self.get_mut(slot)?.place, place);
        self.at[from.index()] &= !(1 << slot);
        self.at[place.index()] |= 1 << slot;
        Some(from)
    }

    /// Whether the sets of slots say what the gladiators and their marks say.
    pub(crate) fn is_consistent(&self, marks: impl Fn(&Gladiator) -> u8) -> bool {
        let fits = |(slot, it): (u8, &Gladiator)| {
            let there = |sets: &[u64], own: usize| {
                sets.iter().enumerate().all(|(at, set)| (set >> slot & 1 != 0) == (at == own))
            };
            let mut sets = self.marked.iter().enumerate();
            let marked = sets.all(|(mark, set)| set >> slot & 1 == u64::from(marks(it) >> mark & 1));
            let unhurt = (it.assigned, it.fixed, it.owed, it.alarm) == (0, 0, 0, 0);
            let struck = unhurt || self.struck >> slot & 1 != 0;
            there(&self.at, it.place.index()) && there(&self.of, it.owner.index()) && marked && struck
        };
        let all = |sets: &[u64]| sets.iter().fold(0, |all, set| all | set);
        let there = self.present();
        self.iter().all(fits) && all(&self.of) == there && (all(&self.marked) | self.struck) & !there == 0
    }
}

/// The slots of a set, in order.
pub(crate) fn slots_in(mut left: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        if left == 0 {
            return None;
        }
        let slot = left.trailing_zeros() as u8;
        left &= left - 1;
        Some(slot)
    })
}

/// `std::iter::FromFn` that can be cloned.
#[derive(Clone)]
struct FromFn<F>(F);

impl<T, F: FnMut() -> Option<T>> Iterator for FromFn<F> {
    type Item = T;
    #[inline]
    fn next(&mut self) -> Option<T> {
        (self.0)()
    }
}

impl Serialize for Sand {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
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

/// When a seat wants to be asked in windows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize)]
pub enum Stops {
    /// Whenever it could react.
    #[default]
    All,
    /// Only in windows about its own gladiators.
    Mine,
    /// Never, unless it must.
    Never,
}

impl Stops {
    /// All settings.
    pub const ALL: [Self; 3] = [Self::All, Self::Mine, Self::Never];

    /// The two other settings, in order.
    pub(crate) const fn others(self) -> [Self; 2] {
        match self {
            Self::All => [Self::Mine, Self::Never],
            Self::Mine => [Self::All, Self::Never],
            Self::Never => [Self::All, Self::Mine],
        }
    }

    /// Its name in notation.
    pub const fn name(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Mine => "mine",
            Self::Never => "never",
        }
    }
}

/// What everyone sees of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
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
    /// Cards known to lie on top of the deck, the top one last.
    pub top: List<Kind, KNOWN>,
    /// Patrons in the villa. None ever leaves it.
    pub patrons: List<Patron, PATRONS>,
    /// What the patrons, ready or not, are good for at all (`Fact::gifts`), so that most questions need not look at them.
    #[serde(skip)]
    pub(crate) gifts: u32,
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
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
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
    pub(crate) fn push(&mut self, frame: Frame) {
        if self.stack.push(frame).is_err() {
            self.full = Some(Overflow::Stack);
        }
    }
}

/// A game of For Glory.
///
/// Nothing in it is secret but who holds what: the piles that nobody looks at are kept as counts and drawn from by chance.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    pub(crate) public: Public,
    /// First half: the hand. Second half: the reserve.
    pub(crate) held: BySeat<Hidden<Pair>, SEATS>,
}

const _: () = assert!(size_of::<State>() <= 3584, "a state is at most 3.5 KB");

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
