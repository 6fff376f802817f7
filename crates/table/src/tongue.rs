//! The language that is spoken: where words become those of another one.
//!
//! Everything a player reads is put together by [`crate::say!`], whose template is looked up here when it is said. English is what is
//! written in the source, so it answers each phrase with itself. Nothing in a game's rules reads it: it is asked only where words are
//! made.

use std::borrow::Cow;
use std::cell::Cell;
use std::fmt::Debug;

use crate::text::{Say, Text};

/// A language.
///
/// ```
/// use std::borrow::Cow;
/// use gloria_table::tongue::{Tongue, speaking};
/// use gloria_table::{Seat, card, say};
///
/// #[derive(Debug)]
/// struct Backwards;
/// impl Tongue for Backwards {
///     fn phrase<'w>(&self, english: &'w str) -> Cow<'w, str> {
///         if english == "{0} takes {1}" { "{1} is taken by {0}".into() } else { english.into() }
///     }
/// }
/// let ann = Seat::all(2).next().expect("a seat");
/// let said = speaking(&Backwards, || say!("{ann} takes {}", card("Dock")).to_string());
/// assert_eq!(said, "Dock is taken by A");
/// ```
pub trait Tongue: Debug + Sync {
    /// Its code, as pages name it: "en".
    fn code(&self) -> &'static str {
        "en"
    }

    /// Whether every phrase is said as it is written in the source.
    fn is_source(&self) -> bool {
        false
    }

    /// What is said for an English phrase. A template has its holes written `{0}`, `{1}`…, which may come in another order, and braces
    /// of its own doubled.
    fn phrase<'w>(&self, english: &'w str) -> Cow<'w, str> {
        english.into()
    }

    /// A noun as it stands behind this number.
    fn noun<'w>(&self, one: &'w str, count: i64) -> Cow<'w, str> {
        if count == 1 { one.into() } else { plural(one).into() }
    }

    /// The name of a card or a place.
    fn name<'w>(&self, name: &'w str) -> Cow<'w, str> {
        name.into()
    }

    /// Whose something is: "Ann's".
    fn whose(&self, name: &str) -> String {
        format!("{name}'s")
    }

    /// The indefinite article before a noun.
    fn article(&self, noun: &str) -> Cow<'static, str> {
        let vowel = noun.starts_with(|first: char| "aeiouAEIOU".contains(first));
        if vowel { "an".into() } else { "a".into() }
    }
}

/// The language of the source.
#[derive(Clone, Copy, Debug)]
pub struct English;

impl Tongue for English {
    fn is_source(&self) -> bool {
        true
    }
}

thread_local! {
    static SPOKEN: Cell<&'static dyn Tongue> = const { Cell::new(&English) };
}

/// The language spoken on this thread now; English where nobody said otherwise.
pub fn spoken() -> &'static dyn Tongue {
    SPOKEN.get()
}

/// Speaks a language while `words` are made.
pub fn speaking<T>(tongue: &'static dyn Tongue, words: impl FnOnce() -> T) -> T {
    struct Before(&'static dyn Tongue);
    impl Drop for Before {
        fn drop(&mut self) {
            SPOKEN.set(self.0);
        }
    }
    let _before = Before(SPOKEN.replace(tongue));
    words()
}

/// Words in notation: what is typed and recorded is the same whatever is spoken, with letters for seats.
pub fn notation(words: impl FnOnce() -> Text) -> String {
    speaking(&English, words).notation()
}

/// What is said for an English phrase without holes.
pub fn phrase(english: &str) -> Cow<'_, str> {
    spoken().phrase(english)
}

/// The name of a card, a place or a game, as it is said.
pub fn name(name: &str) -> Cow<'_, str> {
    spoken().name(name)
}

/// The number of a rule or ruling, as it is said: "GTR-31", "ruling 4".
pub fn number(number: &str) -> Cow<'_, str> {
    match number.split_once(' ') {
        Some((word, number)) => format!("{} {number}", phrase(word)).into(),
        None => number.into(),
    }
}

/// A phrase with its holes filled: what [`crate::say!`] comes to.
pub fn compose(template: &str, pieces: &[&dyn Say]) -> Text {
    let mut text = Text::with_room(2 * pieces.len() + 1);
    let phrase = phrase(template);
    let mut rest = &*phrase;
    while let Some(at) = rest.bytes().position(|letter| letter == b'{' || letter == b'}') {
        text.words(&rest[..at]);
        let (brace, after) = rest[at..].split_at(1);
        if brace == "{" && !after.starts_with('{') {
            let (hole, after) = after.split_once('}').unwrap_or((after, ""));
            if let Some(piece) = hole.parse().ok().and_then(|hole: usize| pieces.get(hole)) {
                piece.say(&mut text);
            }
            rest = after;
        } else {
            text.words(brace);
            let mut letters = after.chars();
            letters.next();
            rest = letters.as_str();
        }
    }
    text.words(rest);
    text
}

/// The English plural of a noun.
fn plural(one: &str) -> String {
    let before = |ending: &str| one.strip_suffix(ending);
    if let Some(stem) = before("y").filter(|stem| !stem.ends_with(['a', 'e', 'i', 'o', 'u'])) {
        format!("{stem}ies")
    } else if one.ends_with(['s', 'x']) || one.ends_with("ch") || one.ends_with("sh") {
        format!("{one}es")
    } else {
        format!("{one}s")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{card, many, whose};
    use crate::{Seat, article, plural, say};

    #[derive(Debug)]
    struct Shouting;

    impl Tongue for Shouting {
        fn phrase<'w>(&self, english: &'w str) -> Cow<'w, str> {
            match english {
                "{0} pays {1} of {2}" => "{2} LOSE {1} BY {0} {{!}}".into(),
                other => other.to_uppercase().into(),
            }
        }

        fn noun<'w>(&self, one: &'w str, count: i64) -> Cow<'w, str> {
            format!("{}*{count}", one.to_uppercase()).into()
        }

        fn name<'w>(&self, name: &'w str) -> Cow<'w, str> {
            name.to_uppercase().into()
        }

        fn whose(&self, name: &str) -> String {
            format!("of {name}")
        }
    }

    #[test]
    fn what_is_said_is_looked_up_as_a_whole_and_may_come_in_another_order() {
        let ann = Seat::all(2).next().expect("a seat");
        let said = || say!("{ann} pays {} of {}", many(2, "coin"), card("Dock"));
        assert_eq!(said().to_string(), "A pays 2 coins of Dock");
        assert_eq!(speaking(&Shouting, || said().to_string()), "DOCK LOSE 2 COIN*2 BY A {!}");
        assert_eq!(speaking(&Shouting, || Text::from("so be it").to_string()), "SO BE IT");
        assert_eq!(speaking(&Shouting, || say!("{}", "Ann".to_owned()).to_string()), "Ann", "names stay");
        assert_eq!(speaking(&Shouting, || say!("{} hand", whose(ann)).named(|_| "Ann")), "of Ann HAND");
        assert_eq!(said().to_string(), "A pays 2 coins of Dock", "English again");
    }

    #[test]
    fn notation_is_the_same_in_every_language() {
        let ann = Seat::all(2).next().expect("a seat");
        let label = || say!("attack with {} {}", whose(ann), card("Cestus"));
        assert_eq!(label().named(|_| "Ann"), "attack with Ann's Cestus");
        assert_eq!(speaking(&Shouting, || notation(label)), "attack with A Cestus");
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
