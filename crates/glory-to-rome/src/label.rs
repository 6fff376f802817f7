//! The pieces that actions are written with and read from.

use table::{Phrase, Text, Unread, say};

use crate::action::Place;
use crate::cards::{Card, Material, Role};
use crate::rules::Rules;

impl Phrase<Rules> for Card {
    fn label(&self, _: &Rules) -> Text {
        Text::of(self)
    }

    fn read(text: &str, _: &Rules) -> Result<Self, Unread> {
        let card = Self::from_name(text);
        Ok(card.ok_or_else(|| format!("'{text}' is not an Order card: expected a building's name"))?)
    }
}

impl Phrase<Rules> for Material {
    fn label(&self, _: &Rules) -> Text {
        Text::of(self)
    }

    fn read(text: &str, _: &Rules) -> Result<Self, Unread> {
        let six = "Rubble, Wood, Concrete, Brick, Stone or Marble";
        Ok(Self::from_name(text).ok_or_else(|| format!("'{text}' is not a material: expected {six}"))?)
    }
}

impl Phrase<Rules> for Role {
    fn label(&self, _: &Rules) -> Text {
        Text::of(self)
    }

    fn read(text: &str, _: &Rules) -> Result<Self, Unread> {
        let six = "Laborer, Craftsman, Architect, Legionary, Merchant or Patron";
        Ok(Self::from_name(text).ok_or_else(|| format!("'{text}' is not a role: expected {six}"))?)
    }
}

/// A client of a colour, named by its role.
pub(crate) struct Client(pub(crate) Material);

impl Phrase<Rules> for Client {
    fn label(&self, _: &Rules) -> Text {
        Text::of(self.0.role())
    }

    fn read(text: &str, rules: &Rules) -> Result<Self, Unread> {
        Ok(Self(Role::read(text, rules)?.material()))
    }
}

/// So many cards of a material; where the number is left out, as many as a petition takes.
pub(crate) struct Cards(pub(crate) Material, pub(crate) u8);

impl Phrase<Rules> for Cards {
    fn label(&self, _: &Rules) -> Text {
        let Self(material, count) = self;
        say!("{count} {material}")
    }

    fn read(text: &str, rules: &Rules) -> Result<Self, Unread> {
        let Some((count, material)) = text.split_once(' ') else {
            return Ok(Self(Material::read(text, rules)?, rules.petition()));
        };
        let wrong = |_| format!("'{count}' is not a number of cards: expected 2 or 3");
        Ok(Self(Material::read(material, rules)?, count.parse().map_err(wrong)?))
    }
}

/// A foundation: its card, its Site where that is another than the card's, and whether it lies out of town.
pub(crate) struct Foundation(pub(crate) Card, pub(crate) Material, pub(crate) Place);

impl Phrase<Rules> for Foundation {
    fn label(&self, _: &Rules) -> Text {
        let Self(card, site, place) = *self;
        let on = (card.material() != site).then(|| say!(" on {site}"));
        let out = (place == Place::Outskirts).then(|| say!(" out of town"));
        say!("{card}{on}{out}")
    }

    fn read(text: &str, rules: &Rules) -> Result<Self, Unread> {
        let (rest, place) = match text.strip_suffix(" out of town") {
            Some(rest) => (rest, Place::Outskirts),
            None => (text, Place::Town),
        };
        let Some((card, site)) = rest.split_once(" on ") else {
            let card = Card::read(rest, rules)?;
            return Ok(Self(card, card.material(), place));
        };
        Ok(Self(Card::read(card, rules)?, Material::read(site, rules)?, place))
    }
}
