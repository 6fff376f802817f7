//! Reading what players type.

use table::Seat;

use crate::action::{Action, Place, Play, Supply};
use crate::cards::{Card, Material, Role};

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
