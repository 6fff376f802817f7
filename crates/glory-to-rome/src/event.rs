//! What happens, told where it happens and in that order. What a viewer may not know of it is left out when it is put in words.

use table::{Part, Seat, SeatSet, Text, many, say};

use crate::action::{Place, Supply};
use crate::cards::{Card, Material, Role};
use crate::news::{Teller, does};
use crate::score;
use crate::state::Ending;
use crate::words::{a, count, demanded, jacks, names, pile};
use crate::zone::{Demands, Materials};

/// Where a card came from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// The Pool.
    Pool,
    /// A hand: everyone saw it leave.
    Hand(Card),
    /// The draw pile: everyone saw it come.
    Deck(Card),
    /// From under a structure (GTR-112).
    Under(Card),
    /// The cards turned up by a Bacchanalia (GTR-117).
    TurnedUp(Card),
}

/// What went into a vault (GTR-26).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sale {
    /// A stockpile card, which everyone saw.
    Stock(Material),
    /// A hand card, which its owner alone saw (GTR-56).
    Hand(Card),
    /// The top card of the draw pile, which nobody saw (GTR-54).
    Deck,
    /// A client (GTR-63, GTR-119).
    Client(Material),
    /// A card turned up by a Bacchanalia.
    TurnedUp(Card),
}

/// Why a demand was answered with nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// Palisade or Wall.
    Shielded,
    /// There is no such card.
    None,
}

/// Makes the type of all that can happen, and its printer: each stands once, with what is known of it and how a viewer is told.
macro_rules! events {
    ($teller:ident; $( $(#[$doc:meta])* $Name:ident { $($field:ident: $Field:ty),* } => $said:expr, )*) => {
        /// Something that happened.
        #[derive(Clone, PartialEq, Eq, Debug)]
        #[allow(missing_docs, reason = "each sentence speaks of its fields")]
        pub enum Event { $( $(#[$doc])* $Name { $($field: $Field),* } ),* }

        impl Event {
            /// In words for one viewer.
            pub(crate) fn line(&self, $teller: &Teller<'_>) -> Text {
                match self.clone() { $( Self::$Name { $($field),* } => $said ),* }
            }
        }
    };
}

events! {
    teller;
    /// Everyone was dealt a hand (GTR-2).
    Dealt { orders: u8, jacks: u8 } => {
        let with = (jacks > 0).then(|| say!(" and {}", self::jacks(jacks)));
        say!("Everyone is dealt {}{with}.", many(orders, "Order card"))
    },
    /// A card was turned up to find the first leader (GTR-4).
    FirstCard { seat: Seat, card: Card } => say!("{card} for {}", teller.whom(seat)),
    /// These tie for the first lead and get another card each.
    Tied { seats: SeatSet, card: Card } => {
        let seats = Text::joined(seats.iter().map(|seat| teller.whom(seat)), ", ");
        say!("A tie with {card}: another card each for {seats}.")
    },
    /// The first leader, by this card.
    Starts { seat: Seat, card: Card } => {
        say!("{} first, since {card} comes first in the alphabet.", does!(teller, seat, "You lead", "{} leads"))
    },
    /// Half the draw pile was put aside; so many cards are left (GTR-5).
    PutAside { left: u8 } => say!("Half the draw pile is put aside: {} left.", many(left, "card")),
    /// A turn begins (GTR-14).
    TurnBegins { turn: u16, leader: Seat } => say!("Turn {turn}: {}.", does!(teller, leader, "you lead", "{} leads")),
    /// The cards of a petition lie on the Camp (GTR-11).
    Petitioned { seat: Seat, material: Material, role: Role } => {
        say!("{} petition of {material} stands for {role}.", teller.whose(seat).capital())
    },
    /// Surrender to another (GTR-40).
    Surrendered { seat: Seat, to: Seat } => {
        say!("{} to {}.", does!(teller, seat, "You surrender", "{} surrenders"), teller.whom(to))
    },
    /// Cards drawn into the hand; only their owner sees them.
    Drew { seat: Seat, cards: Vec<Card> } => if teller.viewer.is(seat) {
        say!("You draw {}.", names(&cards))
    } else {
        say!("{seat} draws {}.", many(cards.len() as u32, "card"))
    },
    /// A Jack taken; so many are left.
    TookJack { seat: Seat, left: u8 } => {
        let left = match left {
            0 => say!("none is left"),
            1 => say!("1 is left"),
            left => say!("{left} are left"),
        };
        say!("{} a Jack; {left}.", does!(teller, seat, "You take", "{} takes"))
    },
    /// Cards discarded before a Think (GTR-78, GTR-97).
    Discarded { seat: Seat, cards: Vec<Card>, jacks: u8 } => {
        let cards = (!cards.is_empty()).then(|| names(&cards));
        let what = Text::listed(cards.into_iter().chain((jacks > 0).then(|| self::jacks(jacks))));
        say!("{} {what}.", does!(teller, seat, "You discard", "{} discards"))
    },
    /// A card went into the stockpile, which now has so many of the material.
    Gathered { seat: Seat, material: Material, from: Origin, now: u8 } => {
        let what = match from {
            Origin::Pool => say!("{} from the Pool", a(material)),
            Origin::Hand(card) => say!("{card} ({material}) from hand"),
            Origin::Deck(card) | Origin::TurnedUp(card) => say!("{card} ({material})"),
            Origin::Under(card) => say!("{} from under {card}", a(material)),
        };
        say!("{} {what} into the stockpile: {now} {material} there now.", does!(teller, seat, "You put", "{} puts"))
    },
    /// A client was gained: so many of at most so many.
    Hired { seat: Seat, colour: Material, from: Origin, now: u8, room: u8 } => {
        let (hires, who) = (does!(teller, seat, "You hire", "{} hires"), a(colour.role()));
        let whence = match from {
            Origin::Pool => say!("from the Pool"),
            Origin::Hand(card) => say!("from hand ({card})"),
            Origin::Deck(card) => say!("from the draw pile ({card})"),
            Origin::Under(card) => say!("from under {card}"),
            Origin::TurnedUp(card) => say!("from the cards turned up ({card})"),
        };
        say!("{hires} {who} {whence}: {now} of {}.", many(room, "client"))
    },
    /// A card went into the vault: so many of at most so many. What it was is not told again later, so it is not told at all unless the
    /// table's memory is open (GTR-26).
    Sold { seat: Seat, sale: Sale, now: u8, room: u8 } => {
        let open = teller.rules.open_memory;
        let what = match sale {
            Sale::Stock(material) if open => say!("{} from the stockpile", a(material)),
            Sale::Stock(_) => say!("a card from the stockpile"),
            Sale::Hand(card) if open && teller.viewer.is(seat) => say!("{card} from hand, unseen,"),
            Sale::Hand(_) => say!("a card from hand, unseen,"),
            Sale::Deck => say!("the top card of the draw pile, unseen,"),
            Sale::Client(colour) if open => say!("{} client", a(colour.role())),
            Sale::Client(_) => say!("a client"),
            Sale::TurnedUp(card) if open => say!("{card} from the cards turned up"),
            Sale::TurnedUp(_) => say!("a card turned up"),
        };
        say!("{} {what} into the vault: {now} of {}.", does!(teller, seat, "You put", "{} puts"), many(room, "card"))
    },
    /// A foundation was laid; so many such Sites are left there.
    Laid { seat: Seat, card: Card, site: Material, place: Place, left: u8 } => {
        let place = match place {
            Place::Town => say!("in town"),
            Place::Outskirts => say!("out of town"),
        };
        say!("{} {card} on a {site} Site {place} ({left} left).", does!(teller, seat, "You lay", "{} lays"))
    },
    /// A material was added: so many of so many.
    Added { seat: Seat, supply: Supply, card: Card, now: u8, cost: u8 } => {
        let what = match supply {
            Supply::Card(card) => say!("{card} ({})", card.material()),
            Supply::Stock(material) => a(material),
            Supply::Pool(material) => say!("{} from the Pool", a(material)),
        };
        say!("{} {what} to {card}: {now} of {cost}.", does!(teller, seat, "You add", "{} adds"))
    },
    /// A structure was completed; the influence is now this (GTR-32).
    Completed { seat: Seat, card: Card, site: Material, influence: u8 } => {
        let (finishes, function) = (does!(teller, seat, "You finish", "{} finishes"), teller.function(seat, card));
        say!("{finishes} {card}: +{} influence, now {influence}.{function}", site.value())
    },
    /// A card was drawn at the Fountain; only its owner sees it (GTR-73).
    Looked { seat: Seat, card: Card } => if teller.viewer.is(seat) {
        say!("You draw {card} at the Fountain.")
    } else {
        say!("{seat} draws a card at the Fountain.")
    },
    /// A structure came down (GTR-118).
    Dismantled { seat: Seat, card: Card, materials: Materials } => {
        let dismantles = does!(teller, seat, "You dismantle", "{} dismantles");
        say!("{dismantles} {card}; back to the stockpile: {}.", pile(&materials))
    },
    /// A structure was opened to all (GTR-90).
    Opened { seat: Seat, owner: Seat, card: Card, material: Material } => {
        let (opens, whose) = (does!(teller, seat, "You open", "{} opens"), teller.whose(owner));
        say!("{opens} {whose} {card} to all with {}.{}", a(material), teller.function(seat, card))
    },
    /// A material came back from under a structure (GTR-114).
    Recovered { seat: Seat, card: Card, material: Material } => {
        say!("{} {} back from {card}.", does!(teller, seat, "You take", "{} takes"), a(material))
    },
    /// Demands were made (GTR-24).
    Demanded { seat: Seat, demands: Demands } => {
        say!("{} {}.", does!(teller, seat, "You demand", "{} demands"), demanded(demands))
    },
    /// There was nothing to show for a demand.
    NothingToShow { seat: Seat } => {
        say!("{} no Order card to show, so nothing is demanded.", does!(teller, seat, "You have", "{} has"))
    },
    /// A card was given to a demand.
    Given { seat: Seat, to: Seat, card: Card } => {
        let gives = does!(teller, seat, "You give", "{} gives");
        say!("{gives} {card} ({}) to {}.", card.material(), teller.whom(to))
    },
    /// Stockpile cards went to a demand (GTR-59, GTR-98).
    StockGiven { seat: Seat, to: Seat, material: Material, number: u8 } => {
        let gives = does!(teller, seat, "You give", "{} gives");
        say!("{gives} {} from the stockpile to {}.", count(number, material), teller.whom(to))
    },
    /// Nothing, or nothing more, was given.
    NothingGiven { seat: Seat, left: Demands, reason: Reason } => match reason {
        Reason::Shielded => say!("{} nothing more, behind Palisade or Wall.", does!(teller, seat, "You give", "{} gives")),
        Reason::None => {
            let (has, none) = (does!(teller, seat, "You have", "{} has"), Text::either(left.kinds().map(Text::of)));
            say!("“Glory to Rome!” {has} no more {none} to give.")
        }
    },
    /// A client was taken for the vault (GTR-63).
    Slain { seat: Seat, victim: Seat, colour: Material } => {
        let takes = does!(teller, seat, "You take", "{} takes");
        say!("{takes} {} {} for the vault.", teller.whose(victim), colour.role())
    },
    /// A foundation was razed; the attacker's influence is now this (GTR-66).
    Razed { seat: Seat, victim: Seat, card: Card, influence: u8 } => {
        let (razes, whose) = (does!(teller, seat, "You raze", "{} razes"), teller.whose(victim));
        say!("{razes} {whose} {card}: its card goes to the stockpile, its Site to the influence, now {influence}.")
    },
    /// A Site changed hands; what influence both have now.
    SiteGiven { from: Seat, to: Seat, site: Material, left: u8, now: u8 } => {
        let (gives, more, to) = (does!(teller, from, "You give", "{} gives"), site.value(), teller.whom(to));
        say!("{gives} a {site} Site, and so {more} influence, to {to}: {left} and {now} now.")
    },
    /// A structure changed hands (GTR-83).
    Stolen { seat: Seat, victim: Seat, card: Card } => {
        let steals = does!(teller, seat, "You steal", "{} steals");
        say!("{steals} {} {card}.{}", teller.whose(victim), teller.function(seat, card))
    },
    /// A completion bonus is used again (GTR-115).
    SetOff { seat: Seat, owner: Seat, card: Card } => {
        say!("{} the bonus of {} {card}.", does!(teller, seat, "You use", "{} uses"), teller.whose(owner))
    },
    /// A Bacchanalia turned cards up (GTR-117).
    TurnedUp { seat: Seat, cards: Vec<Card> } => {
        say!("{} up {}.", does!(teller, seat, "You turn", "{} turns"), names(&cards))
    },
    /// What is left of a Bacchanalia went to the hand.
    ToHand { seat: Seat, cards: Vec<Card> } => {
        say!("{} {} into hand.", does!(teller, seat, "You take", "{} takes"), names(&cards))
    },
    /// An opponent's Jack was taken (GTR-87).
    Claimed { seat: Seat, of: Seat } => {
        say!("{} {} Jack.", does!(teller, seat, "You take", "{} takes"), teller.whose(of))
    },
    /// A card played went to the stockpile (GTR-88).
    KeptOrder { seat: Seat, material: Material, now: u8 } => {
        let keeps = does!(teller, seat, "You keep", "{} keeps");
        say!("{keeps} a {material} card played: {now} {material} in the stockpile now.")
    },
    /// The cards played went to the Pool (GTR-14).
    Cleared { orders: Materials } => say!("The cards played go to the Pool: {}.", pile(&orders)),
    /// The game is over (GTR-40 to GTR-42).
    Ended { ending: Ending, winners: SeatSet, tally: Vec<Vec<Part>> } => {
        let _ = (winners, tally);
        say!("The game is over: {}.", score::reason(ending))
    },
}
