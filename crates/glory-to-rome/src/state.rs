//! Zones and players.

use serde::Serialize;
use table::{BySeat, Hidden, List, Seat, SeatSet};

use crate::cards::{Card, CardSet, Material, Role};
use crate::effect::powers;
use crate::procedures::{DEPTH, Frame};
use crate::reason::Why;
use crate::structure::Structure;
use crate::zone::{Cards, Materials, Tally};

/// No more structures lie on the table than there are Sites (GTR-6): laying one takes a Site, and only taking it down, or razing
/// it, ever brings that Site back.
pub const SITES: usize = 36;

/// The hand size a Think fills up to without buildings (GTR-15).
pub const REFILL: u8 = 5;

/// Influence before any Site (GTR-32).
pub const STARTING_INFLUENCE: u8 = 2;

/// The cards a player played to lead or follow this turn (GTR-14).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Camp {
    /// The Order cards, which are on their way to the Pool.
    pub orders: Materials,
    /// The Jacks, on their way back to their pile.
    pub jacks: u8,
    /// How many actions they are worth: one, or one a card with a Palace.
    pub actions: u8,
}

/// What everyone knows of a player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Board {
    /// How many Order cards are in hand (GTR-17).
    pub orders: u8,
    /// How many Jacks are in hand: they are only ever taken openly.
    pub jacks: u8,
    /// The stockpile.
    pub stock: Materials,
    /// The clients, by colour.
    pub clients: Materials,
    /// Of them, those hired this turn, who do not act (GTR-20).
    pub fresh: Materials,
    /// Of them, those who have acted this turn.
    pub acted: Materials,
    /// The Sites won.
    pub sites: Materials,
    /// How many cards are in the vault (GTR-26).
    pub vault: u8,
    /// Of them, those everyone may know: sold this turn, or ever with `open_memory`.
    pub open: Materials,
    /// Hand cards of each colour shown for demands this turn and not seen to leave since.
    pub demanded: Materials,
    /// Hand cards of each colour that everyone has seen and that have not been seen to leave.
    pub shown: Materials,
    /// The materials, as bits, that everyone knows not to be in the hand.
    pub lacks: u8,
    /// Whether a hand card was lost to a demand this turn (GTR-111).
    pub lost: bool,
    /// Whether a hand card was sold unseen this turn, so that any of the cards shown may have gone (GTR-56).
    pub filched: bool,
    /// Whether a Craftsman action was done this turn (GTR-50).
    pub crafted: bool,
    /// To whom the player has surrendered.
    pub surrendered: Option<Seat>,
}

impl Board {
    /// All cards in hand, Jacks included.
    pub const fn hand(&self) -> u8 {
        self.orders + self.jacks
    }

    /// Influence by the Sites won (GTR-32), without an Aerarium.
    pub fn influence(&self) -> u8 {
        // All 36 Sites together are worth 72.
        STARTING_INFLUENCE + self.sites.value() as u8
    }
}

/// A card everyone knows to be in a hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Known {
    /// Whose hand.
    pub seat: Seat,
    /// Which card.
    pub card: Card,
}

/// Why the game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub enum Ending {
    /// It has not.
    #[default]
    None,
    /// The draw pile ran out.
    Deck,
    /// The last Site in town was taken.
    Sites,
    /// A Catacomb was completed.
    Catacomb,
    /// A Bacchanalia asked for more cards than there are.
    Bacchanalia,
    /// A Forum was won.
    Forum(SeatSet),
    /// A Forum Romanum was won.
    ForumRomanum(SeatSet),
    /// A Plebian Council was won.
    PlebianCouncil(SeatSet),
    /// All others surrendered.
    Surrender(Seat),
}

/// What everyone at the table may know.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Public {
    /// How many play.
    pub players: u8,
    /// Turns begun, from 1.
    pub turn: u16,
    /// Who leads.
    pub leader: Seat,
    /// The role led this turn.
    pub role: Option<Role>,
    /// Who led or followed this turn.
    pub playing: SeatSet,
    /// Cards left in the draw pile (GTR-17).
    pub deck: u8,
    /// Jacks left in their pile.
    pub jacks: u8,
    /// The Pool.
    pub pool: Materials,
    /// Sites left in town.
    pub in_town: Materials,
    /// Sites left out of town.
    pub out_of_town: Materials,
    /// Cards that everyone has seen become mere materials.
    pub seen: Tally,
    /// What lies on each camp.
    pub camps: BySeat<Camp>,
    /// Each player's board.
    pub boards: BySeat<Board>,
    /// All foundations and structures, oldest first.
    pub structures: List<Structure, SITES>,
    /// The functions each player has, worked out from the structures.
    pub functions: BySeat<Functions>,
    /// The functions anybody has.
    pub anybodys: Functions,
    /// Cards everyone knows to be in hands, the last sixteen of them: memory only, on which no rule depends.
    pub known: List<Known, 16>,
    /// Cards turned up by a Bacchanalia, and by one inside it.
    pub revealed: [Tally; 2],
    /// An action just saved for an out-of-town Site (GTR-57).
    pub half: Option<(Seat, Role)>,
    /// The procedures under way.
    pub stack: List<Frame, DEPTH>,
    /// Whether a procedure did not fit among them: such a state is not played on.
    pub full: bool,
    /// Why the game ended.
    pub ending: Ending,
}

/// A player's functions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Functions(pub CardSet);

impl Serialize for Functions {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter())
    }
}

/// What somebody may not know.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Secret {
    /// The cards not dealt; in what order they come is settled when they are drawn.
    pub(crate) deck: Hidden<Cards>,
    /// The Order cards in each hand.
    pub(crate) hands: BySeat<Hidden<Cards>>,
    /// What each vault holds.
    pub(crate) vaults: BySeat<Hidden<Materials>>,
    /// Of it, what its owner alone knows: put there from hand this turn, or ever with `open_memory` (GTR-56).
    pub(crate) filched: BySeat<Hidden<Materials>>,
    /// Cards shown for demands this turn that its owner has sold unseen since, by colour (GTR-24, GTR-56).
    pub(crate) gone: BySeat<Hidden<Materials>>,
    /// The cards that went into vaults unseen.
    pub(crate) buried: Hidden<Tally>,
    /// The card just drawn at the Fountain (GTR-73).
    pub(crate) drawn: Hidden<Option<Card>>,
}

/// The state of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    pub(crate) public: Public,
    pub(crate) secret: Secret,
}

const _: () = assert!(size_of::<State>() <= 2048, "a state is at most 2 KB");

impl Public {
    /// Whether the seat has the function of a card.
    #[inline]
    pub fn has(&self, seat: Seat, card: Card) -> bool {
        self.functions[seat].0.has(card)
    }

    /// Whether one of the seat's functions is among these: whether it can do what they do.
    #[inline]
    pub(crate) fn can(&self, seat: Seat, among: CardSet) -> bool {
        !self.functions[seat].0.and(among).is_empty()
    }

    /// That one of these functions is needed for something, if the seat has none of them.
    #[inline]
    pub(crate) fn lacks(&self, seat: Seat, among: CardSet) -> Option<Why> {
        if self.can(seat, among) { None } else { among.iter().next().map(Why::Needs) }
    }

    /// The seats, in order.
    #[inline]
    pub fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        Seat::all(self.players as usize)
    }

    /// The other seats, clockwise from the one after this.
    pub fn others(&self, seat: Seat) -> impl Iterator<Item = Seat> + use<> {
        seat.round(self.players as usize).skip(1)
    }

    /// Influence as limits and bonuses count it: with an Aerarium the highest at the table (GTR-115).
    pub fn influence(&self, seat: Seat) -> u8 {
        if self.can(seat, powers().highest_influence) {
            self.seats().map(|other| self.boards[other].influence()).max().unwrap_or(0)
        } else {
            self.boards[seat].influence()
        }
    }

    /// How many clients the seat may have (GTR-20, GTR-52, GTR-77).
    pub fn client_limit(&self, seat: Seat) -> u8 {
        let functions = self.functions[seat].0;
        let limit = self.influence(seat) + powers().client_room.of(functions).sum::<u8>();
        powers().client_times.of(functions).fold(limit, |limit, times| limit * times)
    }

    /// Whether the seat may hire one more client.
    pub fn has_client_room(&self, seat: Seat) -> bool {
        self.boards[seat].clients.len() < self.client_limit(seat)
    }

    /// How many cards the seat's vault may hold (GTR-25, GTR-80).
    pub fn vault_limit(&self, seat: Seat) -> u8 {
        self.influence(seat) + powers().vault_room.of(self.functions[seat].0).sum::<u8>()
    }

    /// Whether the seat's vault takes one more card.
    pub fn has_vault_room(&self, seat: Seat) -> bool {
        self.boards[seat].vault < self.vault_limit(seat)
    }

    /// The hand size a Think fills up to (GTR-15, GTR-89, GTR-93).
    pub fn refill(&self, seat: Seat) -> u8 {
        REFILL + powers().refill.of(self.functions[seat].0).sum::<u8>()
    }

    /// The place of a seat's structure of this name.
    pub fn find(&self, owner: Seat, card: Card) -> Option<usize> {
        self.structures.iter().position(|structure| structure.owner == owner && structure.card == card)
    }

    /// The names of all a seat's foundations and structures.
    pub fn names(&self, owner: Seat) -> CardSet {
        let own = self.structures.iter().filter(|structure| structure.owner == owner);
        own.map(|structure| structure.card).collect()
    }

    /// The seat's unfinished structures.
    pub fn unfinished(&self, owner: Seat) -> impl Iterator<Item = &Structure> {
        self.structures.iter().filter(move |structure| structure.owner == owner && !structure.finished)
    }

    /// The seat's finished structures.
    pub fn finished(&self, owner: Seat) -> impl Iterator<Item = &Structure> {
        self.structures.iter().filter(move |structure| structure.owner == owner && structure.finished)
    }

    /// Whether a material may go into an unfinished structure of its owner (GTR-22, GTR-84, GTR-86, GTR-91, GTR-94).
    #[inline]
    pub fn fits(&self, structure: &Structure, material: Material) -> bool {
        self.fits_without_action(structure, material)
            || self.can(structure.owner, powers().finished_by[material.index()])
    }

    /// The same where no action adds the material: a Scriptorium speaks of actions only (GTR-86).
    #[inline]
    pub(crate) fn fits_without_action(&self, structure: &Structure, material: Material) -> bool {
        let fits = |colour: Material| powers().fits[colour.index()][material.index()];
        structure.is_of(material)
            || self.can(structure.owner, powers().fits_any)
                && self.can(structure.owner, fits(structure.card.material()).or(fits(structure.site)))
    }

    /// The colours of clients that can act in a role: its own, Merchants with Ludus Magna, all as Laborers with Storeroom.
    #[inline]
    pub fn colours_for(&self, seat: Seat, role: Role) -> impl Iterator<Item = Material> + use<> {
        let functions = self.functions[seat].0.and(powers().acts_as_any);
        let mut colours = 1_u8 << role.material().index();
        if !functions.is_empty() {
            let others = Material::ALL.into_iter().filter(|colour| acts_as(functions, *colour, role));
            others.for_each(|colour| colours |= 1 << colour.index());
        }
        table::bits(colours).filter_map(|at| Material::ALL.get(usize::from(at)).copied())
    }

    /// Clients of a colour that can still act this turn.
    #[inline]
    pub fn ready_clients(&self, seat: Seat, colour: Material) -> u8 {
        let board = &self.boards[seat];
        board.clients[colour].saturating_sub(board.fresh[colour] + board.acted[colour])
    }

    /// Whether the seat led or followed this turn.
    pub fn plays(&self, seat: Seat) -> bool {
        self.playing.contains(seat)
    }

    /// Whether demands of the attacker can't take from the victim (GTR-82, GTR-98).
    pub fn is_shielded(&self, victim: Seat, attacker: Seat) -> bool {
        self.can(victim, powers().high_shield)
            || (self.can(victim, powers().low_shield) && !self.can(attacker, powers().passes_low_shield))
    }

    /// Whether demands of the attacker reach the seat: neighbours, or everyone with a Bridge (GTR-24, GTR-59).
    pub fn is_reached(&self, seat: Seat, attacker: Seat) -> bool {
        let players = self.players as usize;
        seat != attacker
            && (self.can(attacker, powers().reaches_everyone)
                || attacker.next(players) == seat
                || attacker.previous(players) == seat)
    }

    /// The procedure under way.
    #[inline]
    pub fn top(&self) -> Frame {
        self.stack.last().copied().unwrap_or_default()
    }

    /// Whether the game is over.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.ending != Ending::None
    }
}

/// Whether clients of a colour can act in a role by these functions: in their own, and as Ludus Magna and Storeroom allow.
#[inline]
pub(crate) fn acts_as(functions: CardSet, colour: Material, role: Role) -> bool {
    colour == role.material()
        || (!functions.is_empty()
            && !functions.and(powers().acts_as[colour.index()][role as usize]).is_empty())
}

impl State {
    /// What everyone may know.
    pub const fn public(&self) -> &Public {
        &self.public
    }
}
