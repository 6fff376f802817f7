//! What a seat can decide, and how it is written.

use std::fmt;

use table::Seat;

use crate::cards::{Card, Material, Role};

/// What is played to lead or follow (GTR-11).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Play {
    /// One Order card.
    Order(Card),
    /// A Jack.
    Jack,
    /// Several Order cards of one colour as a Jack: how many.
    Petition(Material, u8),
}

/// Whether a Site lies in town (GTR-3).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Place {
    /// In town: one action.
    Town,
    /// Out of town: two actions, or one with a Tower (GTR-31).
    Outskirts,
}

/// Where a material for a structure comes from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Supply {
    /// A named card: from hand, from the Fountain, from a Bacchanalia.
    Card(Card),
    /// From the own stockpile.
    Stock(Material),
    /// From the Pool (Archway).
    Pool(Material),
}

impl Supply {
    /// Every material from stockpile and Pool.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        Material::ALL.into_iter().map(Self::Stock).chain(Material::ALL.into_iter().map(Self::Pool))
    }

    /// Its material.
    pub fn material(self) -> Material {
        match self {
            Self::Card(card) => card.material(),
            Self::Stock(material) | Self::Pool(material) => material,
        }
    }
}

/// What a seat can decide.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Lead a role (GTR-11).
    Lead(Role, Play),
    /// Follow the led role (GTR-12).
    Follow(Play),
    /// Add a card to a petition or a Palace play.
    AddOrder(Card),
    /// Add a Jack to a Palace play.
    AddJack,
    /// Add a petition to a Palace play.
    AddPetition(Material, u8),
    /// Add no more to a Palace play.
    Enough,
    /// Surrender to another (GTR-40).
    Surrender(Seat),
    /// Think: take a Jack (GTR-15).
    ThinkJack,
    /// Think: draw (GTR-15).
    ThinkDraw,
    /// Discard a card before thinking (GTR-78).
    Discard(Card),
    /// Put a Jack back before thinking (GTR-78, an option).
    DiscardJack,
    /// Discard the whole hand before thinking (GTR-97).
    DiscardHand,
    /// Take a Jack after thinking (GTR-95).
    TakeJack,
    /// Use the own action next.
    Act,
    /// Let a client of this colour act next.
    Use(Material),
    /// Give up the rest of the turn's actions.
    Stop,
    /// The client hired at the Bath acts in this role (GTR-57).
    ActAs(Role),
    /// Hire from the Pool (GTR-20).
    HirePool(Material),
    /// Hire from hand (GTR-52).
    HireHand(Card),
    /// Hire from the deck (GTR-55).
    HireDeck,
    /// Take a material from the Pool (GTR-21).
    LaborPool(Material),
    /// Put a hand card into the stockpile (GTR-65).
    LaborHand(Card),
    /// Sell a stockpile card (GTR-25).
    SellStock(Material),
    /// Sell the top card of the deck (GTR-54).
    SellDeck,
    /// Sell a hand card (GTR-56).
    SellHand(Card),
    /// Lay a foundation on a Site (GTR-30).
    Lay(Card, Material, Place),
    /// Add a material to the own structure of this name (GTR-22, GTR-23).
    Add(Supply, Card),
    /// Add Marble without completing the structure by a Scriptorium (GTR-86).
    AddUnfinished(Supply, Card),
    /// Draw a card at the Fountain (GTR-73).
    Look,
    /// Keep the card drawn at the Fountain.
    Keep,
    /// Dismantle an own structure (GTR-118).
    Dismantle(Card),
    /// Save the action for an out-of-town Site (GTR-57).
    Prepare,
    /// Open an opponent's structure to all (GTR-90).
    Raise(Seat, Card, Supply),
    /// Take a material back from under the structure just completed (GTR-114).
    Recover(Material),
    /// Demand a material by showing a hand card (GTR-24).
    Demand(Material),
    /// Demand a material by showing an unfinished structure (GTR-112).
    DemandWith(Card),
    /// All demands are made.
    Reveal,
    /// Take a demanded material from the Pool.
    Take(Material),
    /// Leave it there.
    Leave(Material),
    /// Give a card that was demanded.
    Give(Card),
    /// Give a stockpile card although shielded.
    GiveStock(Material),
    /// Have nothing to give, or be shielded: "Glory to Rome!"
    Glory,
    /// Take a victim's client for the own vault (GTR-63).
    Slay(Seat, Material),
    /// Raze a victim's foundation (GTR-66).
    Raze(Seat, Card),
    /// Put a client that has acted into the vault (GTR-119).
    Bank(Material),
    /// Steal a structure (GTR-83).
    Steal(Seat, Card),
    /// Pay with a Site (GTR-116).
    Pay(Material),
    /// Give the Aerarium's Site for a completion bonus (GTR-115).
    Award(Seat, Card),
    /// Make a material a client (GTR-112).
    Enlist(Material),
    /// Put a revealed card into the stockpile (GTR-117).
    RevelStock(Card),
    /// Put a revealed card into the clientele.
    RevelClient(Card),
    /// Put a revealed card into the vault.
    RevelVault(Card),
    /// Claim an opponent's Jack (GTR-87).
    Claim(Seat),
    /// Keep a played card in the stockpile (GTR-88).
    Sewer(Material),
    /// Do nothing, or nothing more.
    Skip,
}

const _: () = assert!(size_of::<Action>() <= 8, "an action is at most 8 bytes");

impl Action {
    /// The building whose function it asks for.
    #[allow(clippy::wildcard_enum_match_arm, reason = "all others need none")]
    pub(crate) const fn function(self) -> Option<Card> {
        Some(match self {
            Self::Discard(_) | Self::DiscardJack => Card::LATRINE,
            Self::DiscardHand => Card::VOMITORIUM,
            Self::HireHand(_) => Card::AQUEDUCT,
            Self::HireDeck => Card::BAR,
            Self::LaborHand(_) => Card::DOCK,
            Self::SellDeck => Card::ATRIUM,
            Self::SellHand(_) => Card::BASILICA,
            Self::Add(Supply::Pool(_), _) => Card::ARCHWAY,
            Self::Look => Card::FOUNTAIN,
            Self::Dismantle(_) => Card::WATCH_POST,
            Self::Raise(..) => Card::STAIRWAY,
            Self::DemandWith(_) => Card::CASTRA_PRAETORIA,
            _ => return None,
        })
    }
}

impl fmt::Display for Play {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Order(card) => write!(f, "with {card}"),
            Self::Jack => f.write_str("with Jack"),
            Self::Petition(material, size) => write!(f, "by petition of {size} {material}"),
        }
    }
}

impl fmt::Display for Supply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Card(card) => write!(f, "{card}"),
            Self::Stock(material) => write!(f, "{material}"),
            Self::Pool(material) => write!(f, "{material} from pool"),
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lead(role, play) => write!(f, "lead {role} {play}"),
            Self::Follow(play) => write!(f, "follow {play}"),
            Self::AddOrder(card) => write!(f, "add {card}"),
            Self::AddJack => f.write_str("add Jack"),
            Self::AddPetition(material, size) => write!(f, "add petition of {size} {material}"),
            Self::Enough => f.write_str("enough"),
            Self::Surrender(seat) => write!(f, "surrender to {seat}"),
            Self::ThinkJack => f.write_str("think for a Jack"),
            Self::ThinkDraw => f.write_str("think and draw"),
            Self::Discard(card) => write!(f, "think and discard {card}"),
            Self::DiscardJack => f.write_str("think and discard Jack"),
            Self::DiscardHand => f.write_str("think and discard hand"),
            Self::TakeJack => f.write_str("take a Jack"),
            Self::Act => f.write_str("act"),
            Self::Use(colour) => write!(f, "use {} client", colour.role()),
            Self::Stop => f.write_str("stop"),
            Self::ActAs(role) => write!(f, "act as {role}"),
            Self::HirePool(colour) => write!(f, "hire {} from pool", colour.role()),
            Self::HireHand(card) => write!(f, "hire {card} from hand"),
            Self::HireDeck => f.write_str("hire from deck"),
            Self::LaborPool(material) => write!(f, "take {material} from pool"),
            Self::LaborHand(card) => write!(f, "take {card} from hand"),
            Self::SellStock(material) => write!(f, "sell {material}"),
            Self::SellDeck => f.write_str("sell from deck"),
            Self::SellHand(card) => write!(f, "sell {card} from hand"),
            Self::Lay(card, site, place) => {
                write!(f, "lay {card}")?;
                if card.material() != *site {
                    write!(f, " on {site}")?;
                }
                match place {
                    Place::Town => Ok(()),
                    Place::Outskirts => f.write_str(" out of town"),
                }
            }
            Self::Add(supply, structure) => write!(f, "add {supply} to {structure}"),
            Self::AddUnfinished(supply, structure) => write!(f, "add {supply} to {structure} unfinished"),
            Self::Look => f.write_str("look"),
            Self::Keep => f.write_str("keep"),
            Self::Dismantle(card) => write!(f, "dismantle {card}"),
            Self::Prepare => f.write_str("prepare"),
            Self::Raise(seat, card, Supply::Pool(material)) => {
                write!(f, "raise {seat} {card} with {material} from pool")
            }
            Self::Raise(seat, card, supply) => write!(f, "raise {seat} {card} with {supply}"),
            Self::Recover(material) => write!(f, "recover {material}"),
            Self::Demand(material) => write!(f, "demand {material}"),
            Self::DemandWith(card) => write!(f, "demand with {card}"),
            Self::Reveal => f.write_str("reveal"),
            Self::Take(material) => write!(f, "take {material}"),
            Self::Leave(material) => write!(f, "leave {material}"),
            Self::Give(card) => write!(f, "give {card}"),
            Self::GiveStock(material) => write!(f, "give {material} from stockpile"),
            Self::Glory => f.write_str("glory to rome"),
            Self::Slay(seat, colour) => write!(f, "slay {seat} {}", colour.role()),
            Self::Raze(seat, card) => write!(f, "raze {seat} {card}"),
            Self::Bank(colour) => write!(f, "bank {}", colour.role()),
            Self::Steal(seat, card) => write!(f, "steal {seat} {card}"),
            Self::Pay(site) => write!(f, "pay {site}"),
            Self::Award(seat, card) => write!(f, "award {seat} {card}"),
            Self::Enlist(material) => write!(f, "enlist {material}"),
            Self::RevelStock(card) => write!(f, "put {card} in stockpile"),
            Self::RevelClient(card) => write!(f, "put {card} in clientele"),
            Self::RevelVault(card) => write!(f, "put {card} in vault"),
            Self::Claim(seat) => write!(f, "claim Jack of {seat}"),
            Self::Sewer(material) => write!(f, "sewer {material}"),
            Self::Skip => f.write_str("skip"),
        }
    }
}

/// Reads an action. `petition` is how many cards a petition takes when its size is left out.
pub(crate) fn read(text: &str, petition: u8) -> Result<Action, String> {
    let text = text.trim();
    let lower = text.to_lowercase();
    let (verb, rest) = lower.split_once(' ').unwrap_or((&lower, ""));
    let rest = rest.trim();
    match verb {
        "lead" => {
            let (role_text, play) =
                rest.split_once(' ').ok_or("lead what? Expected 'lead ROLE with CARD'")?;
            Ok(Action::Lead(role(role_text)?, read_play(play, petition)?))
        }
        "follow" => Ok(Action::Follow(read_play(rest, petition)?)),
        "surrender" => Ok(Action::Surrender(seat(rest.trim_start_matches("to "))?)),
        "think" => match rest.trim_start_matches("and ").trim_start_matches("for ") {
            "a jack" | "jack" => Ok(Action::ThinkJack),
            "draw" => Ok(Action::ThinkDraw),
            "discard hand" => Ok(Action::DiscardHand),
            "discard jack" => Ok(Action::DiscardJack),
            other => match other.strip_prefix("discard ") {
                Some(name) => Ok(Action::Discard(card(name)?)),
                None => {
                    Err(format!("'{text}' is not understood: expected think for a Jack, or think and draw"))
                }
            },
        },
        "use" => Ok(Action::Use(role(rest.trim_end_matches(" client"))?.material())),
        "act" if rest.is_empty() => Ok(Action::Act),
        "act" => Ok(Action::ActAs(role(rest.trim_start_matches("as "))?)),
        "hire" => read_hire(rest),
        "take" => read_take(rest),
        "sell" => match rest.strip_suffix(" from hand") {
            Some(name) => Ok(Action::SellHand(card(name)?)),
            None if rest == "from deck" => Ok(Action::SellDeck),
            None => Ok(Action::SellStock(material(rest.trim_end_matches(" from stockpile"))?)),
        },
        "lay" => read_lay(rest),
        "add" => read_add(rest, petition),
        "dismantle" => Ok(Action::Dismantle(card(rest)?)),
        "raise" => read_raise(rest),
        "recover" => Ok(Action::Recover(material(rest)?)),
        "demand" => match rest.strip_prefix("with ") {
            Some(name) => Ok(Action::DemandWith(card(name)?)),
            None => Ok(Action::Demand(material(rest)?)),
        },
        "leave" => Ok(Action::Leave(material(rest)?)),
        "give" => match rest.strip_suffix(" from stockpile") {
            Some(name) => Ok(Action::GiveStock(material(name)?)),
            None => Ok(Action::Give(card(rest)?)),
        },
        "slay" => seat_and(rest).and_then(|(seat, name)| Ok(Action::Slay(seat, role(name)?.material()))),
        "raze" => seat_and(rest).and_then(|(seat, name)| Ok(Action::Raze(seat, card(name)?))),
        "steal" => seat_and(rest).and_then(|(seat, name)| Ok(Action::Steal(seat, card(name)?))),
        "award" => seat_and(rest).and_then(|(seat, name)| Ok(Action::Award(seat, card(name)?))),
        "bank" => Ok(Action::Bank(role(rest)?.material())),
        "pay" => Ok(Action::Pay(material(rest)?)),
        "enlist" => Ok(Action::Enlist(material(rest)?)),
        "put" => read_put(rest),
        "claim" => Ok(Action::Claim(seat(rest.trim_start_matches("jack of "))?)),
        "sewer" => Ok(Action::Sewer(material(rest)?)),
        _ => read_word(&lower, text),
    }
}

fn read_word(lower: &str, text: &str) -> Result<Action, String> {
    match lower {
        "enough" => Ok(Action::Enough),
        "stop" => Ok(Action::Stop),
        "look" => Ok(Action::Look),
        "keep" => Ok(Action::Keep),
        "prepare" => Ok(Action::Prepare),
        "reveal" => Ok(Action::Reveal),
        "glory" | "glory to rome" | "glory to rome!" => Ok(Action::Glory),
        "skip" => Ok(Action::Skip),
        _ => Err(format!(
            "'{text}' is not understood: expected an action such as 'lead Craftsman with Dock' or 'skip'"
        )),
    }
}

fn read_play(text: &str, petition: u8) -> Result<Play, String> {
    if text.is_empty() {
        return Err("with what? Expected with CARD, with Jack or by petition of MATERIAL".to_owned());
    }
    if text == "with jack" {
        return Ok(Play::Jack);
    }
    if let Some(name) = text.strip_prefix("with ") {
        return Ok(Play::Order(card(name)?));
    }
    match text.strip_prefix("by petition of ") {
        Some(rest) => read_petition(rest, petition).map(|(material, size)| Play::Petition(material, size)),
        None => Err(format!(
            "'{text}' is not understood: expected with CARD, with Jack or by petition of MATERIAL"
        )),
    }
}

fn read_petition(text: &str, petition: u8) -> Result<(Material, u8), String> {
    match text.split_once(' ') {
        Some((size, name)) => {
            let size =
                size.parse().map_err(|_| format!("'{size}' is not a number of cards: expected 2 or 3"))?;
            Ok((material(name)?, size))
        }
        None => Ok((material(text)?, petition)),
    }
}

fn read_hire(rest: &str) -> Result<Action, String> {
    if rest == "from deck" {
        return Ok(Action::HireDeck);
    }
    if let Some(name) = rest.strip_suffix(" from hand") {
        return Ok(Action::HireHand(card(name)?));
    }
    match rest.strip_suffix(" from pool") {
        Some(name) => Ok(Action::HirePool(role(name)?.material())),
        None => Err(format!("hire '{rest}' from where? Expected from pool, from hand or from deck")),
    }
}

fn read_take(rest: &str) -> Result<Action, String> {
    if rest == "a jack" || rest == "jack" {
        return Ok(Action::TakeJack);
    }
    if let Some(name) = rest.strip_suffix(" from hand") {
        return Ok(Action::LaborHand(card(name)?));
    }
    match rest.strip_suffix(" from pool") {
        Some(name) => Ok(Action::LaborPool(material(name)?)),
        None => Ok(Action::Take(material(rest)?)),
    }
}

fn read_lay(rest: &str) -> Result<Action, String> {
    let (rest, place) = match rest.strip_suffix(" out of town") {
        Some(rest) => (rest, Place::Outskirts),
        None => (rest, Place::Town),
    };
    let (name, site) = match rest.split_once(" on ") {
        Some((name, site)) => (name, Some(material(site)?)),
        None => (rest, None),
    };
    let card = card(name)?;
    Ok(Action::Lay(card, site.unwrap_or_else(|| card.material()), place))
}

fn read_add(rest: &str, petition: u8) -> Result<Action, String> {
    if rest == "jack" {
        return Ok(Action::AddJack);
    }
    if let Some(rest) = rest.strip_prefix("petition of ") {
        return read_petition(rest, petition).map(|(material, size)| Action::AddPetition(material, size));
    }
    let Some((supply, structure)) = rest.rsplit_once(" to ") else {
        return Ok(Action::AddOrder(card(rest)?));
    };
    let supply = match supply.strip_suffix(" from pool") {
        Some(name) => Supply::Pool(material(name)?),
        None => read_supply(supply)?,
    };
    match structure.strip_suffix(" unfinished") {
        Some(structure) => Ok(Action::AddUnfinished(supply, card(structure)?)),
        None => Ok(Action::Add(supply, card(structure)?)),
    }
}

fn read_supply(text: &str) -> Result<Supply, String> {
    match Material::from_name(text) {
        Some(material) => Ok(Supply::Stock(material)),
        None => Ok(Supply::Card(card(text)?)),
    }
}

fn read_raise(rest: &str) -> Result<Action, String> {
    let (seat, rest) = seat_and(rest)?;
    let Some((name, supply)) = rest.split_once(" with ") else {
        return Err("raise with what? Expected 'raise SEAT STRUCTURE with MATERIAL'".to_owned());
    };
    let supply = match supply.strip_suffix(" from pool") {
        Some(name) => Supply::Pool(material(name)?),
        None => Supply::Stock(material(supply)?),
    };
    Ok(Action::Raise(seat, card(name)?, supply))
}

fn read_put(rest: &str) -> Result<Action, String> {
    match rest.rsplit_once(" in ") {
        Some((name, "stockpile")) => Ok(Action::RevelStock(card(name)?)),
        Some((name, "clientele")) => Ok(Action::RevelClient(card(name)?)),
        Some((name, "vault")) => Ok(Action::RevelVault(card(name)?)),
        _ => Err(format!("put '{rest}' where? Expected in stockpile, in clientele or in vault")),
    }
}

fn seat_and(text: &str) -> Result<(Seat, &str), String> {
    let (letter, rest) = text.split_once(' ').unwrap_or((text, ""));
    Ok((seat(letter)?, rest))
}

fn seat(text: &str) -> Result<Seat, String> {
    Seat::from_letter(text).ok_or_else(|| format!("'{text}' is not a seat: expected A to E"))
}

fn material(text: &str) -> Result<Material, String> {
    Material::from_name(text).ok_or_else(|| {
        format!("'{text}' is not a material: expected Rubble, Wood, Concrete, Brick, Stone or Marble")
    })
}

fn role(text: &str) -> Result<Role, String> {
    Role::from_name(text).ok_or_else(|| {
        format!(
            "'{text}' is not a role: expected Laborer, Craftsman, Architect, Legionary, Merchant or Patron"
        )
    })
}

fn card(text: &str) -> Result<Card, String> {
    Card::from_name(text).ok_or_else(|| format!("'{text}' is not an Order card: expected a building's name"))
}
