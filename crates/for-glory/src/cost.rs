//! What an ability costs, coin and other things (FG-3).

use serde::Deserialize;

/// What is paid before the effect.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cost {
    /// The card itself is exhausted.
    pub exhaust: bool,
    /// Coin.
    pub coins: u8,
    /// Damage that the gladiator itself takes and that nothing prevents.
    pub wounds: u8,
    /// Cards of the own hand, discarded.
    pub discard: u8,
    /// A gladiator is defeated: the one that bears the text, or another of its owner's.
    pub defeat: Toll,
    /// A card leaves the game: the card itself when it is done, or another of the hand at once.
    pub remove: Toll,
}

/// What a cost takes away: the card that asks for it, or another (FG-137, FG-144).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(try_from = "TollText")]
pub enum Toll {
    /// Nothing.
    #[default]
    Nothing,
    /// The card itself.
    Itself,
    /// Another card of the same player.
    Another,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum TollText {
    Itself(bool),
    Another(String),
}

impl TryFrom<TollText> for Toll {
    type Error = String;

    fn try_from(text: TollText) -> Result<Self, String> {
        match text {
            TollText::Itself(true) => Ok(Self::Itself),
            TollText::Itself(false) => Ok(Self::Nothing),
            TollText::Another(word) if word == "another" => Ok(Self::Another),
            TollText::Another(word) => {
                Err(format!("'{word}' can't be paid: expected true for the card itself, or \"another\""))
            }
        }
    }
}

impl Cost {
    /// Whether nothing is paid.
    pub const fn is_free(self) -> bool {
        !self.exhaust
            && self.coins == 0
            && self.wounds == 0
            && self.discard == 0
            && matches!(self.defeat, Toll::Nothing)
            && matches!(self.remove, Toll::Nothing)
    }
}
