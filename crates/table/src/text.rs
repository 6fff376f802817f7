//! Words as values: what a game says, before anybody is named and any card linked.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::seat::Seat;

/// One piece of a sentence.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Span {
    /// Plain words.
    Words(String),
    /// A player. Whoever shows the text says the name.
    Seat(Seat),
    /// A card, or another component with a text of its own, by its name.
    Card(String),
    /// A place of the board, by its name.
    Place(String),
    /// A rule or ruling, by its number.
    Rule(String),
    /// A count.
    Number(i64),
}

/// A sentence, or a part of one, in pieces. Printed as it is, seats are letters; a table puts names there and makes cards and rules
/// links. Nothing ever reads the words back.
///
/// ```
/// use gloria_table::{Seat, many, text};
/// let ann = Seat::all(2).next().expect("a seat");
/// assert_eq!(text![ann, " pays ", many(2, "coin")].to_string(), "A pays 2 coins");
/// assert_eq!(text![ann, " pays ", many(1, "coin")].named(|_| "Ann"), "Ann pays 1 coin");
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Text(Vec<Span>);

impl Text {
    /// Nothing said.
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// One piece alone.
    pub fn of(piece: impl Say) -> Self {
        Self::new().then(piece)
    }

    /// Its pieces, in order.
    pub fn spans(&self) -> &[Span] {
        &self.0
    }

    /// Whether nothing is said.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Goes on with this piece.
    pub fn push(&mut self, more: impl Say) {
        more.say(self);
    }

    /// The same, joined.
    #[must_use]
    pub fn then(mut self, more: impl Say) -> Self {
        self.push(more);
        self
    }

    /// The same with a capital first letter, where it begins with words.
    #[must_use]
    pub fn capital(mut self) -> Self {
        if let Some(Span::Words(words)) = self.0.first_mut() {
            let mut letters = words.chars();
            if let Some(first) = letters.next() {
                *words = first.to_uppercase().collect::<String>() + letters.as_str();
            }
        }
        self
    }

    /// Several texts, with a separator between any two.
    #[must_use]
    pub fn joined(texts: impl IntoIterator<Item = Self>, between: &'static str) -> Self {
        let mut all = Self::new();
        for text in texts {
            if !all.is_empty() {
                all.push(between);
            }
            all.push(text);
        }
        all
    }

    /// In plain words, seats by their names.
    pub fn named<N: fmt::Display>(&self, name: impl Fn(Seat) -> N) -> String {
        let mut out = String::new();
        for span in &self.0 {
            match span {
                Span::Seat(seat) => out.push_str(&name(*seat).to_string()),
                Span::Words(words) | Span::Card(words) | Span::Place(words) | Span::Rule(words) => {
                    out.push_str(words);
                }
                Span::Number(number) => out.push_str(&number.to_string()),
            }
        }
        out
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.named(|seat| seat))
    }
}

impl Serialize for Text {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// What can be a piece of a sentence.
pub trait Say {
    /// Says it.
    fn say(&self, text: &mut Text);
}

impl<T: Say + ?Sized> Say for &T {
    fn say(&self, text: &mut Text) {
        (**self).say(text);
    }
}

impl Say for str {
    fn say(&self, text: &mut Text) {
        if let Some(Span::Words(before)) = text.0.last_mut() {
            before.push_str(self);
        } else if !self.is_empty() {
            text.0.push(Span::Words(self.to_owned()));
        }
    }
}

impl Say for String {
    fn say(&self, text: &mut Text) {
        self.as_str().say(text);
    }
}

impl Say for Span {
    fn say(&self, text: &mut Text) {
        if let Self::Words(words) = self {
            words.say(text);
        } else {
            text.0.push(self.clone());
        }
    }
}

impl Say for Text {
    fn say(&self, text: &mut Text) {
        for span in &self.0 {
            span.say(text);
        }
    }
}

impl Say for Seat {
    fn say(&self, text: &mut Text) {
        text.0.push(Span::Seat(*self));
    }
}

/// Nothing is said where there is nothing.
impl<T: Say> Say for Option<T> {
    fn say(&self, text: &mut Text) {
        if let Some(piece) = self {
            piece.say(text);
        }
    }
}

macro_rules! numbers {
    ($($number:ty)*) => { $(
        impl Say for $number {
            fn say(&self, text: &mut Text) {
                text.0.push(Span::Number(*self as i64));
            }
        }
    )* };
}

numbers!(u8 u16 u32 u64 usize i8 i16 i32 i64);

/// A sentence of pieces, one after the other: words, seats, cards, numbers, other texts.
#[macro_export]
macro_rules! text {
    ($($piece:expr),* $(,)?) => {{
        let mut text = $crate::Text::new();
        $( $crate::Say::say(&$piece, &mut text); )*
        text
    }};
}

/// A sentence written as a format string, whose pieces stay what they are: `say!("{seat} pays {}", many(2, "coin"))`.
#[macro_export]
macro_rules! say {
    ($($sentence:tt)*) => { $crate::said!($crate; $($sentence)*) };
}

/// A card, to be linked by its name.
pub fn card(name: &str) -> Span {
    Span::Card(name.to_owned())
}

/// A place, to be pointed at by its name.
pub fn place(name: &str) -> Span {
    Span::Place(name.to_owned())
}

/// So many of something: "1 coin", "2 coins", "3 cities".
pub fn many(count: impl Into<i64>, one: &str) -> Text {
    let count = count.into();
    let noun = if count == 1 { one.to_owned() } else { plural(one) };
    text![Span::Number(count), " ", noun]
}

/// The plural of a noun.
pub fn plural(one: &str) -> String {
    let before = |ending: &str| one.strip_suffix(ending);
    if let Some(stem) = before("y").filter(|stem| !stem.ends_with(['a', 'e', 'i', 'o', 'u'])) {
        format!("{stem}ies")
    } else if one.ends_with(['s', 'x']) || one.ends_with("ch") || one.ends_with("sh") {
        format!("{one}es")
    } else {
        format!("{one}s")
    }
}

/// A noun with its article: "a town", "an Insula".
pub fn article(noun: &str) -> &'static str {
    if noun.starts_with(|first: char| "aeiouAEIOU".contains(first)) { "an" } else { "a" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_join_and_seats_are_named_by_whoever_shows_them() {
        let seat = Seat::all(3).nth(1).expect("a seat");
        let said = text![seat, " takes ", card("Insula"), ", ", "then", String::new(), " rests"];
        assert_eq!(said.to_string(), "B takes Insula, then rests");
        assert_eq!(said.named(|_| "Bob"), "Bob takes Insula, then rests");
        assert_eq!(said.spans().len(), 4, "plain words lie together");
        assert_eq!(Text::joined([text!["a"], text!["b"]], " › ").to_string(), "a › b");
        assert!(text!["", String::new(), None::<Text>].is_empty());
        assert_eq!(text!["the ", card("Griffin")].capital().to_string(), "The Griffin");
    }

    #[test]
    fn sentences_are_written_as_format_strings() {
        let (seat, by) = (Seat::all(2).next().expect("a seat"), 3_i8);
        let said = crate::say!("{seat} gives {} to {seat}: {{{by:+}}}", card("Vine"));
        assert_eq!(said, text![seat, " gives ", card("Vine"), " to ", seat, ": {+3}"]);
    }

    #[test]
    fn plurals_and_articles() {
        assert_eq!(
            ["coin", "city", "day", "box", "fight", "branch"].map(plural).join(" "),
            "coins cities days boxes fights branches"
        );
        assert_eq!([article("Insula"), article("town")], ["an", "a"]);
        assert_eq!(
            many(1, "ability").to_string() + ", " + &many(0, "ability").to_string(),
            "1 ability, 0 abilities"
        );
    }
}
