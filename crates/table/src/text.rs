//! Words as values: what a game says, before anybody is named and any card linked.

use std::borrow::Cow;
use std::fmt::{self, Write as _};

use serde::{Serialize, Serializer};

use crate::seat::Seat;
use crate::tongue::{compose, phrase, spoken};

/// One piece of a sentence.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Span {
    /// Plain words, in the language they were said in.
    Words(String),
    /// A player. Whoever shows the text says the name.
    Seat(Seat),
    /// What is a player's: "Ann's". In notation it is the seat's letter alone.
    Whose(Seat),
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

    /// Several things in a sentence: "Dock, Bar and Road".
    #[must_use]
    pub fn listed(texts: impl IntoIterator<Item = Self>) -> Self {
        Self::enumerated(texts, "{0} and {1}")
    }

    /// One of several things in a sentence: "Dock, Bar or Road".
    #[must_use]
    pub fn either(texts: impl IntoIterator<Item = Self>) -> Self {
        Self::enumerated(texts, "{0} or {1}")
    }

    fn enumerated(texts: impl IntoIterator<Item = Self>, template: &str) -> Self {
        let mut texts: Vec<Self> = texts.into_iter().collect();
        match (texts.pop(), texts.is_empty()) {
            (None, _) => Self::new(),
            (Some(only), true) => only,
            (Some(last), false) => compose(template, &[&Self::joined(texts, ", "), &last]),
        }
    }

    /// Its lines.
    pub fn lines(&self) -> Vec<Self> {
        let (mut lines, mut line) = (Vec::new(), Self::new());
        for span in &self.0 {
            let Span::Words(words) = span else {
                line.push(span);
                continue;
            };
            let mut parts = words.split('\n');
            line.words(parts.next().unwrap_or_default());
            for part in parts {
                lines.push(std::mem::take(&mut line));
                line.words(part);
            }
        }
        lines.push(line);
        lines.retain(|line| !line.is_empty());
        lines
    }

    /// In plain words, seats by their names.
    pub fn named<N: fmt::Display>(&self, name: impl Fn(Seat) -> N) -> String {
        let tongue = spoken();
        let mut all = String::with_capacity(self.letters());
        for span in &self.0 {
            match span {
                Span::Words(words) => all.push_str(words),
                Span::Rule(number) => all.push_str(&crate::tongue::number(number)),
                Span::Seat(seat) => _ = write!(all, "{}", name(*seat)),
                Span::Whose(seat) => all.push_str(&tongue.whose(&name(*seat).to_string())),
                Span::Card(words) | Span::Place(words) => all.push_str(&tongue.name(words)),
                Span::Number(number) => _ = write!(all, "{number}"),
            }
        }
        all
    }

    /// As it is typed and recorded: seats by their letters, and nothing more of them where something is theirs.
    pub fn notation(&self) -> String {
        let mut all = String::with_capacity(self.letters());
        for span in &self.0 {
            match span {
                Span::Words(words) | Span::Card(words) | Span::Place(words) | Span::Rule(words) => {
                    all.push_str(words);
                }
                Span::Seat(seat) | Span::Whose(seat) => _ = write!(all, "{seat}"),
                Span::Number(number) => _ = write!(all, "{number}"),
            }
        }
        all
    }

    /// About how many letters it has.
    fn letters(&self) -> usize {
        let of = |span: &Span| match span {
            Span::Words(words) | Span::Card(words) | Span::Place(words) | Span::Rule(words) => words.len(),
            Span::Seat(_) | Span::Whose(_) => 12,
            Span::Number(_) => 4,
        };
        self.0.iter().map(of).sum()
    }
}

/// Said in the language that is spoken.
impl From<&'static str> for Text {
    fn from(english: &'static str) -> Self {
        Self::of(english)
    }
}

/// Words that are no language's, or were said in it already.
impl From<String> for Text {
    fn from(words: String) -> Self {
        Self::of(words)
    }
}

impl From<Span> for Text {
    fn from(span: Span) -> Self {
        Self::of(span)
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

impl Text {
    /// Nothing said yet, with room for so many pieces.
    pub(crate) fn with_room(pieces: usize) -> Self {
        Self(Vec::with_capacity(pieces))
    }

    /// Goes on with these words as they are.
    pub(crate) fn words(&mut self, words: &str) {
        if let Some(Span::Words(before)) = self.0.last_mut() {
            before.push_str(words);
        } else if !words.is_empty() {
            self.0.push(Span::Words(words.to_owned()));
        }
    }
}

/// A phrase, said in the language that is spoken.
impl Say for str {
    fn say(&self, text: &mut Text) {
        text.words(&phrase(self));
    }
}

/// Words that are no language's (what somebody typed), or were said in it already.
impl Say for String {
    fn say(&self, text: &mut Text) {
        text.words(self);
    }
}

/// The same.
impl Say for Cow<'_, str> {
    fn say(&self, text: &mut Text) {
        text.words(self);
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
    ($($sentence:tt)*) => { $crate::said!($crate::tongue::compose; $($sentence)*) };
}

/// A card, to be linked by its name.
pub fn card(name: &str) -> Span {
    Span::Card(name.to_owned())
}

/// A place, to be pointed at by its name.
pub fn place(name: &str) -> Span {
    Span::Place(name.to_owned())
}

/// A rule or ruling, to be led to by its number.
pub fn rule(number: &str) -> Span {
    Span::Rule(number.to_owned())
}

/// What is a seat's: "Ann's".
pub const fn whose(seat: Seat) -> Span {
    Span::Whose(seat)
}

/// So many of something: "1 coin", "2 coins", "3 cities".
pub fn many(count: impl Into<i64>, one: &str) -> Text {
    let count = count.into();
    compose("{0} {1}", &[&count, &spoken().noun(one, count)])
}

/// The plural of a noun.
pub fn plural(one: &str) -> Cow<'_, str> {
    spoken().noun(one, 2)
}

/// The article of a noun: "a" town, "an" Insula.
pub fn article(noun: &str) -> Cow<'static, str> {
    spoken().article(noun)
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
        let list = |names: &[&str]| names.iter().map(|name| Text::of(card(name))).collect::<Vec<_>>();
        assert_eq!(Text::listed(list(&["Dock", "Bar", "Road"])).to_string(), "Dock, Bar and Road");
        assert_eq!(Text::either(list(&["Dock", "Bar"])).to_string(), "Dock or Bar");
        assert!(Text::listed([]).is_empty());
        let lines = text!["a\nb ", card("Vine"), "\n\nc"].lines();
        assert_eq!(lines.iter().map(Text::to_string).collect::<Vec<_>>(), ["a", "b Vine", "c"]);
    }

    #[test]
    fn sentences_are_written_as_format_strings() {
        let (seat, by) = (Seat::all(2).next().expect("a seat"), 3_i8);
        let said = crate::say!("{seat} gives {} to {seat}: {{{by:+}}}", card("Vine"));
        assert_eq!(said, text![seat, " gives ", card("Vine"), " to ", seat, ": {+3}"]);
    }
}
