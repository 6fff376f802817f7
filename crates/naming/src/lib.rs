#![doc = include_str!("../README.md")]
//!
//! # How it is cut
//!
//! A game plugs in by the trait [`Named`]: one type with a field for everything a viewer may know, made by taking the view apart
//! exhaustively, so that nothing of it is forgotten. The types here are what the games share: [`Counts`] for piles, [`Waiting`] for
//! procedures under way.

use std::collections::BTreeMap;
use std::fmt::Debug;

use serde::Serialize;
use serde_json::Value;
use table::{Game, Seat, SeatSet, Viewer};
use utoipa::ToSchema;

/// A game whose views can be told in names.
pub trait Named: Game {
    /// A view in names: its fields are documented for those who read JSON.
    type Names: Clone + PartialEq + Debug + Serialize + ToSchema + Send + Sync;

    /// What the view says, in names; all of it, and nothing else.
    fn names(rules: &Self::Rules, view: &Self::View) -> Self::Names;
}

/// The view in names, as a JSON value.
pub fn named<G: Named>(rules: &G::Rules, view: &G::View) -> Value {
    serde_json::to_value(G::names(rules, view)).expect("names are strings, numbers and maps by strings")
}

/// A pile: how many of each, by name; what there is none of is left out.
pub type Counts = BTreeMap<String, u32>;

/// What lies in a pile, from names and counts.
pub fn counts<N: Into<String>, C: Into<u32>>(of: impl IntoIterator<Item = (N, C)>) -> Counts {
    let mut counts = Counts::new();
    for (name, count) in of {
        let count = count.into();
        if count > 0 {
            *counts.entry(name.into()).or_default() += count;
        }
    }
    counts
}

/// A pile, from the name of each card in it.
pub fn counted<N: Into<String>>(of: impl IntoIterator<Item = N>) -> Counts {
    counts(of.into_iter().map(|name| (name, 1_u32)))
}

/// One value for each of so many seats, by its letter.
pub fn by_seat<T>(players: usize, mut of: impl FnMut(Seat) -> T) -> BTreeMap<String, T> {
    Seat::all(players).map(|seat| (letter(seat), of(seat))).collect()
}

/// A seat's letter.
pub fn letter(seat: Seat) -> String {
    seat.letter().to_string()
}

/// The letters of a set of seats.
pub fn letters(seats: SeatSet) -> Vec<String> {
    seats.iter().map(letter).collect()
}

/// Who looks: a seat's letter, or nothing for an onlooker.
pub fn looker(viewer: Viewer) -> Option<String> {
    viewer.seat().map(letter)
}

/// A procedure of the rulebook that is under way, and where it stands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Waiting {
    /// The procedure's name.
    pub procedure: String,
    /// What it remembers: whose it is, how much is left of it, what it is about.
    pub details: BTreeMap<String, Detail>,
}

impl Waiting {
    /// A procedure of which there is nothing more to say.
    pub fn new(procedure: &str) -> Self {
        Self { procedure: procedure.to_owned(), details: BTreeMap::new() }
    }

    /// With one more detail.
    #[must_use]
    pub fn with(mut self, name: &str, detail: impl Into<Detail>) -> Self {
        self.details.insert(name.to_owned(), detail.into());
        self
    }

    /// With one more detail, if there is one.
    #[must_use]
    pub fn with_any(self, name: &str, detail: Option<impl Into<Detail>>) -> Self {
        match detail {
            Some(detail) => self.with(name, detail),
            None => self,
        }
    }
}

/// Something that a procedure remembers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum Detail {
    /// Whether something is so.
    Flag(bool),
    /// How many.
    Count(u32),
    /// A seat's letter, or the name of a card, a role, a place.
    Name(String),
    /// Several of them.
    Names(Vec<String>),
    /// How many of each.
    Counts(Counts),
}

macro_rules! details {
    ($($Given:ty => $Kind:ident by $make:expr;)*) => { $(
        impl From<$Given> for Detail {
            fn from(given: $Given) -> Self {
                let make: fn($Given) -> _ = $make;
                Self::$Kind(make(given))
            }
        }
    )* };
}

details! {
    bool => Flag by |flag| flag;
    u8 => Count by u32::from;
    u16 => Count by u32::from;
    u32 => Count by |count| count;
    Seat => Name by letter;
    SeatSet => Names by letters;
    &str => Name by str::to_owned;
    String => Name by |name| name;
    Vec<String> => Names by |names| names;
    Vec<&'static str> => Names by |names| names.into_iter().map(str::to_owned).collect();
    Counts => Counts by |counts| counts;
}
