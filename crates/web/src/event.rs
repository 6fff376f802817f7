//! What can happen at a table: the bodies of its log.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use table::Seat;

/// Who sits on a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Chair {
    /// Nobody yet; shown in the list of open tables.
    Open,
    /// Nobody yet; only for those who have the link.
    Link,
    /// A guest, by identity and name.
    Guest(String, String),
    /// An automatic player of this level.
    Bot(String),
}

impl Chair {
    /// Whether somebody can still sit down here.
    pub const fn is_free(&self) -> bool {
        matches!(self, Self::Open | Self::Link)
    }

    /// Whether this guest sits here.
    pub fn is_guest(&self, guest: &str) -> bool {
        matches!(self, Self::Guest(id, _) if id == guest)
    }
}

/// Gives those who play under the same name at one device numbers, so that the curtain can say whose decision it is.
pub fn tell_apart(chairs: &mut [Chair]) {
    const NUMBERS: [&str; 5] = ["", " II", " III", " IV", " V"];
    for at in 1..chairs.len() {
        let (before, rest) = chairs.split_at_mut(at);
        let Chair::Guest(id, name) = &mut rest[0] else { continue };
        let taken = |wanted: &str| {
            before
                .iter()
                .any(|other| matches!(other, Chair::Guest(other, called) if other == id && called == wanted))
        };
        let free = NUMBERS.iter().map(|number| format!("{name}{number}")).find(|wanted| !taken(wanted));
        *name = free.unwrap_or_else(|| name.clone());
    }
}

/// A seat's letter in the log.
mod letter {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};
    use table::Seat;

    pub fn serialize<S: Serializer>(seat: &Seat, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_char(seat.letter())
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Seat, D::Error> {
        let text = String::deserialize(deserializer)?;
        Seat::from_letter(&text).ok_or_else(|| D::Error::custom(format!("'{text}' is not a seat")))
    }
}

/// How a table is kept, besides the game's own options.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Manner {
    /// Whether players may ask for hints.
    pub hints: bool,
    /// Whether nobody is expected to answer at once: forced decisions answer themselves from the start.
    pub slow: bool,
    /// The guided game played here, if it is one.
    pub lesson: Option<String>,
}

impl Manner {
    fn is_usual(&self) -> bool {
        *self == Self::default()
    }
}

/// Who makes a seat's decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum By {
    /// Whoever sits there.
    #[default]
    Player,
    /// A standing answer.
    Standing,
}

impl By {
    #[allow(clippy::trivially_copy_pass_by_ref)] // The serializer asks by reference.
    const fn is_player(&self) -> bool {
        matches!(self, Self::Player)
    }
}

/// One event of a table's log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum TableEvent {
    /// The table was made.
    Opened {
        /// The game's name.
        game: String,
        /// The options that differ from the usual.
        options: BTreeMap<String, String>,
        /// Who sits where, or may.
        chairs: Vec<Chair>,
        /// How the table is kept.
        #[serde(default, skip_serializing_if = "Manner::is_usual")]
        manner: Manner,
        /// The version of the game's rules; older logs do not say.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rules: Option<u32>,
    },
    /// Somebody sat down.
    Sat {
        /// Where.
        #[serde(with = "letter")]
        seat: Seat,
        /// Who.
        chair: Chair,
    },
    /// The game began. The seed is a secret until its end.
    Started {
        /// All luck comes from it.
        seed: String,
        /// A record to play on from, and after how many decisions.
        from: Option<(String, usize)>,
    },
    /// A decision.
    Move {
        /// Whose.
        #[serde(with = "letter")]
        seat: Seat,
        /// What, in notation.
        action: String,
        /// What was drawn.
        drawn: Vec<u32>,
        /// Who made it.
        #[serde(default, skip_serializing_if = "By::is_player")]
        by: By,
    },
    /// A seat took its last decision back.
    Undone {
        /// Whose.
        #[serde(with = "letter")]
        seat: Seat,
    },
    /// A seat asks to take back more than it may alone.
    Asked {
        /// Who asks.
        #[serde(with = "letter")]
        seat: Seat,
    },
    /// A seat agrees.
    Agreed {
        /// Who agrees.
        #[serde(with = "letter")]
        seat: Seat,
    },
    /// The wish is off.
    Declined {
        /// By whom.
        #[serde(with = "letter")]
        seat: Seat,
    },
    /// Decisions were taken back by consent.
    TakenBack {
        /// At whose wish.
        #[serde(with = "letter")]
        seat: Seat,
        /// How many.
        steps: usize,
    },
    /// A seat gave the game up, which ended it.
    Resigned {
        /// Whose.
        #[serde(with = "letter")]
        seat: Seat,
    },
    /// Somebody said something.
    Said {
        /// The speaker's name.
        name: String,
        /// The words.
        text: String,
    },
    /// A seat wants forced decisions answered by themselves, or no longer.
    Standing {
        /// Whose.
        #[serde(with = "letter")]
        seat: Seat,
        /// Whether.
        on: bool,
    },
    /// A seat lets onlookers look through its eyes, or no longer.
    Shows {
        /// Whose.
        #[serde(with = "letter")]
        seat: Seat,
        /// Whether.
        on: bool,
    },
    /// The next game's table.
    Again {
        /// Its name.
        table: String,
    },
}

impl TableEvent {
    /// Whether it changes whose decision the table waits for, and so since when it waits.
    pub const fn moves_the_game(&self) -> bool {
        match self {
            Self::Started { .. }
            | Self::Move { .. }
            | Self::Undone { .. }
            | Self::TakenBack { .. }
            | Self::Resigned { .. } => true,
            Self::Opened { .. }
            | Self::Sat { .. }
            | Self::Asked { .. }
            | Self::Agreed { .. }
            | Self::Declined { .. }
            | Self::Said { .. }
            | Self::Standing { .. }
            | Self::Shows { .. }
            | Self::Again { .. } => false,
        }
    }
}
