//! What can happen at a table: the bodies of its log.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use table::Seat;

use crate::error::LogError;
use crate::pace::{Late, Pace};

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
    /// A bot of this level.
    Bot(String),
}

impl Chair {
    /// The level, if a bot sits here.
    pub fn level(&self) -> Option<&str> {
        match self {
            Self::Bot(level) => Some(level),
            Self::Open | Self::Link | Self::Guest(..) => None,
        }
    }

    /// Whether somebody can still sit down here.
    pub const fn is_free(&self) -> bool {
        matches!(self, Self::Open | Self::Link)
    }

    /// The guest who sits here, by identity.
    pub fn guest(&self) -> Option<&str> {
        match self {
            Self::Guest(id, _) => Some(id),
            Self::Open | Self::Link | Self::Bot(_) => None,
        }
    }

    /// Whether this guest sits here.
    pub fn is_guest(&self, guest: &str) -> bool {
        matches!(self, Self::Guest(id, _) if id == guest)
    }
}

const NUMBERS: [&str; 5] = ["", " II", " III", " IV", " V"];

/// A name that nobody at the table has: this one, or this one with a number.
fn apart(name: &str, taken: impl Fn(&str) -> bool) -> String {
    let free = NUMBERS.iter().map(|number| format!("{name}{number}")).find(|wanted| !taken(wanted));
    free.unwrap_or_else(|| name.to_owned())
}

/// A name as the eye takes it: capitals and spaces do not tell people apart.
fn alike(name: &str) -> String {
    name.chars().filter(|letter| !letter.is_whitespace()).flat_map(char::to_lowercase).collect()
}

fn is_called(chair: &Chair, name: &str) -> bool {
    matches!(chair, Chair::Guest(_, called) if alike(called) == alike(name))
}

/// Gives those who play under the same name numbers, so that everyone can tell whose decision it is.
pub fn tell_apart(chairs: &mut [Chair]) {
    for at in 1..chairs.len() {
        let (before, rest) = chairs.split_at_mut(at);
        let Chair::Guest(_, name) = &mut rest[0] else { continue };
        *name = apart(name, |wanted| before.iter().any(|other| is_called(other, wanted)));
    }
}

/// The chair of somebody who sits down at a table, under a name that nobody there has.
#[must_use]
pub fn sits_down(chair: Chair, others: &[Chair]) -> Chair {
    match chair {
        Chair::Guest(id, name) => {
            let name = apart(&name, |wanted| others.iter().any(|other| is_called(other, wanted)));
            Chair::Guest(id, name)
        }
        Chair::Open | Chair::Link | Chair::Bot(_) => chair,
    }
}

/// What everyone is called, seat by seat. Bots get names that no guest has.
pub fn names(chairs: &[Chair]) -> Vec<String> {
    const BUSTS: [&str; 10] =
        ["Nero", "Otho", "Galba", "Titus", "Nerva", "Trajan", "Hadrian", "Severus", "Aurelian", "Probus"];
    let name = |(at, chair): (usize, &Chair)| match chair {
        Chair::Guest(_, name) => name.clone(),
        // The first five are one for each seat; the others are for seats whose own is taken by a guest.
        Chair::Bot(_) => {
            let mut free = [BUSTS[at % 5], BUSTS[5 + at % 5]].into_iter();
            let free = free.find(|name| !chairs.iter().any(|chair| is_called(chair, name)));
            free.map_or_else(|| format!("{} the bot", BUSTS[at % 5]), str::to_owned)
        }
        Chair::Open | Chair::Link => "–".to_owned(),
    };
    chairs.iter().enumerate().map(name).collect()
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

/// Who may look at a game without playing it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Watch {
    /// Nobody: only those who play, and whoever opened the table.
    Nobody,
    /// Whoever has the link.
    Link,
    /// Anyone: the game is listed while it is played.
    Anyone,
}

impl Watch {
    /// What a form or a log calls it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Nobody => "nobody",
            Self::Link => "link",
            Self::Anyone => "anyone",
        }
    }

    /// The one of this name.
    pub fn named(name: &str) -> Option<Self> {
        [Self::Nobody, Self::Link, Self::Anyone].into_iter().find(|watch| watch.name() == name)
    }
}

/// How a table is kept, besides the game's own options.
#[allow(clippy::struct_excessive_bools)] // As it lies in the log.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TableSettings {
    /// Whether players may ask for hints.
    pub hints: bool,
    /// Whether nobody is expected to answer at once: forced decisions answer themselves from the start.
    pub slow: bool,
    /// The lesson played here, by its name, if it is one.
    pub lesson: Option<String>,
    /// Whether whoever plays has not played this game before, so that they are offered the first lesson.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub newcomer: bool,
    /// Whether onlookers may join the chat.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub open_chat: bool,
    /// How much time each player has.
    #[serde(skip_serializing_if = "Pace::is_free")]
    pub pace: Pace,
    /// What becomes of those whose time is used up.
    #[serde(skip_serializing_if = "Late::is_bot")]
    pub late: Late,
    /// Who may look on, where that was chosen. Otherwise it follows from who is to play ([`crate::Seating::watch`]).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub watch: Option<Watch>,
    /// Whether the game waits until everybody has said that they are ready, and not only for the last seat.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub ready: bool,
    /// Whether the result counts for the ratings: only people play, and nobody takes anything back alone.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub rated: bool,
    /// The tournament it is played for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tournament: Option<String>,
}

impl TableSettings {
    fn is_usual(&self) -> bool {
        *self == Self::default()
    }
}

/// Why a bot decides for somebody who is not there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Away {
    /// Their time is used up.
    Late,
    /// The others have voted for it.
    Voted,
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

/// An event as the log has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Logged {
    /// What happened.
    pub event: TableEvent,
    /// When it was written, in milliseconds since 1970.
    pub at: u64,
    /// The request it came from, if it names one.
    pub request: Option<String>,
}

/// The version of what logs say. It grows with every change that a program of the version before would read in another way; new fields and
/// new kinds of events need none, since those are refused by whoever does not know them.
pub const LOG_VERSION: u32 = 1;

impl TableEvent {
    /// An event as the log has it: its JSON, after the version where that is not the first.
    pub fn write(&self) -> String {
        let json = serde_json::to_string(self).expect("an event is plain data");
        if LOG_VERSION == 1 { json } else { format!("{LOG_VERSION} {json}") }
    }

    /// The event of this seq in the log. What a newer version has written is never taken for something else.
    pub fn read(seq: u64, text: &str) -> Result<Self, LogError> {
        let unread = |why: String| LogError::Unread { seq, why };
        let json = match text.split_once(' ').map(|(version, json)| (version.parse::<u32>(), json)) {
            Some((Ok(version), _)) if version > LOG_VERSION => return Err(LogError::Newer { seq, version }),
            Some((Ok(_), json)) => json,
            Some((Err(_), _)) | None => text,
        };
        serde_json::from_str(json).map_err(|error| unread(error.to_string()))
    }
}

/// One event of a table's log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
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
        #[serde(rename = "manner", default, skip_serializing_if = "TableSettings::is_usual")]
        settings: TableSettings,
        /// The version of the game's rules; older logs do not say.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rules: Option<u32>,
        /// Who made it, by identity; older logs do not say.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        host: Option<String>,
    },
    /// Somebody sat down.
    Sat {
        /// Where.
        #[serde(with = "letter")]
        seat: Seat,
        /// Who.
        chair: Chair,
    },
    /// Somebody is ready to begin, or no longer.
    Ready {
        /// Who.
        #[serde(with = "letter")]
        seat: Seat,
        /// Whether.
        on: bool,
    },
    /// The host says who may look on.
    Watched {
        /// Who.
        who: Watch,
    },
    /// The game began. The seed is a secret until its end.
    Started {
        /// All luck comes from it.
        seed: String,
        /// A record to play on from, and after how many decisions.
        from: Option<(String, usize)>,
        /// The position it began from, as the lines of a scenario's setup: a lesson's. What it draws is as the log says.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        set_up: Option<String>,
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
        /// The speaker's identity, which nobody is shown; older logs do not say.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<String>,
    },
    /// A seat wants forced decisions answered by themselves, or no longer.
    Standing {
        /// Whose.
        #[serde(with = "letter")]
        seat: Seat,
        /// Whether.
        on: bool,
    },
    /// The learner has read the closing words of a lesson.
    Heard {
        /// Who.
        #[serde(with = "letter")]
        seat: Seat,
    },
    /// The learner has read something of a lesson, or answered a question of it.
    Read {
        /// Who.
        #[serde(with = "letter")]
        seat: Seat,
        /// The number of the answer; 0 where it was only read.
        answer: usize,
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
    /// The host removed somebody from a seat, who does not sit down or write here again.
    Removed {
        /// From where.
        #[serde(with = "letter")]
        seat: Seat,
        /// Whom, by identity.
        guest: String,
        /// Who sits there now, or may.
        chair: Chair,
    },
    /// The host forbids somebody to write here, or no longer.
    Muted {
        /// Whom, by identity.
        guest: String,
        /// Whether.
        on: bool,
    },
    /// A bot decides for somebody who is not there, until they come back. The seat stays theirs.
    Minded {
        /// For whom.
        #[serde(with = "letter")]
        seat: Seat,
        /// How well it plays.
        level: String,
        /// Why.
        why: Away,
    },
    /// Somebody for whom a bot decided is back.
    Returned {
        /// Who.
        #[serde(with = "letter")]
        seat: Seat,
    },
    /// A seat wants a bot to decide for another, whom the table has been waiting for.
    Voted {
        /// Who wants it.
        #[serde(with = "letter")]
        seat: Seat,
        /// For whom.
        #[serde(with = "letter")]
        out: Seat,
    },
    /// A seat reminds another that the table waits for it.
    Nudged {
        /// Who reminds.
        #[serde(with = "letter")]
        seat: Seat,
        /// Whom.
        #[serde(with = "letter")]
        whom: Seat,
    },
    /// Somebody who plays has had no page of the table open for a while.
    Gone {
        /// Who.
        #[serde(with = "letter")]
        seat: Seat,
        /// Since when, in milliseconds since 1970.
        since: u64,
    },
    /// Somebody who was away has a page of the table open again.
    Came {
        /// Who.
        #[serde(with = "letter")]
        seat: Seat,
    },
    /// The table was away, and nobody's clock ran.
    Paused {
        /// Since when, in milliseconds since 1970.
        from: u64,
        /// Until when.
        to: u64,
    },
}

impl TableEvent {
    /// The action it takes, if it is a decision.
    pub fn action(&self) -> Option<&str> {
        match self {
            Self::Move { action, .. } => Some(action),
            Self::Started { .. }
            | Self::Undone { .. }
            | Self::TakenBack { .. }
            | Self::Resigned { .. }
            | Self::Opened { .. }
            | Self::Sat { .. }
            | Self::Ready { .. }
            | Self::Watched { .. }
            | Self::Asked { .. }
            | Self::Agreed { .. }
            | Self::Declined { .. }
            | Self::Said { .. }
            | Self::Standing { .. }
            | Self::Heard { .. }
            | Self::Read { .. }
            | Self::Shows { .. }
            | Self::Again { .. }
            | Self::Removed { .. }
            | Self::Muted { .. }
            | Self::Minded { .. }
            | Self::Returned { .. }
            | Self::Voted { .. }
            | Self::Nudged { .. }
            | Self::Gone { .. }
            | Self::Came { .. }
            | Self::Paused { .. } => None,
        }
    }

    /// The version of the game's rules it says, if it does.
    pub(crate) fn rules_version(&self) -> Option<u32> {
        if let Self::Opened { rules, .. } = self { *rules } else { None }
    }

    /// Whether it changes what the table waits for, and so since when it waits.
    pub const fn moves_the_game(&self) -> bool {
        match self {
            Self::Started { .. }
            | Self::Move { .. }
            | Self::Undone { .. }
            | Self::TakenBack { .. }
            | Self::Read { .. }
            | Self::Resigned { .. } => true,
            Self::Opened { .. }
            | Self::Sat { .. }
            | Self::Ready { .. }
            | Self::Watched { .. }
            | Self::Asked { .. }
            | Self::Agreed { .. }
            | Self::Declined { .. }
            | Self::Said { .. }
            | Self::Standing { .. }
            | Self::Heard { .. }
            | Self::Shows { .. }
            | Self::Again { .. }
            | Self::Removed { .. }
            | Self::Muted { .. }
            | Self::Minded { .. }
            | Self::Returned { .. }
            | Self::Voted { .. }
            | Self::Nudged { .. }
            | Self::Gone { .. }
            | Self::Came { .. }
            | Self::Paused { .. } => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guest(id: &str, name: &str) -> Chair {
        Chair::Guest(id.to_owned(), name.to_owned())
    }

    #[test]
    fn nobody_at_a_table_is_called_like_another() {
        let mut chairs = vec![guest("1", "Marcus"), Chair::Bot("fair".to_owned()), guest("2", "marcus")];
        tell_apart(&mut chairs);
        assert_eq!(names(&chairs), ["Marcus", "Otho", "marcus II"]);
        let third = sits_down(guest("3", "Marcus"), &chairs);
        assert_eq!(third, guest("3", "Marcus III"));
        chairs.push(sits_down(guest("4", "OTHO"), &chairs));
        assert_eq!(names(&chairs), ["Marcus", "Hadrian", "marcus II", "OTHO"]);
        chairs.push(guest("5", "Hadrian"));
        chairs[1] = Chair::Link;
        chairs[2] = Chair::Bot("fair".to_owned());
        assert_eq!(names(&chairs), ["Marcus", "–", "Galba", "OTHO", "Hadrian"]);
    }
}
