//! Seats in sentences, by the names of those who sit there.

/// The text with seat letters replaced by names. Games write seats as `A`, `B`, …; only the letter `A` is also a word, so it
/// is taken for a seat where a verb or a possessive follows, or where it ends the sentence.
pub fn named(text: &str, names: &[String]) -> String {
    let words: Vec<&str> = text.split(' ').collect();
    let mut out = String::with_capacity(text.len() + 16);
    for (at, word) in words.iter().enumerate() {
        if at > 0 {
            out.push(' ');
        }
        let (letter, rest) = word.split_at(word.chars().next().map_or(0, char::len_utf8));
        let seat = letter.bytes().next().filter(u8::is_ascii_uppercase).map(|byte| usize::from(byte - b'A'));
        let name = seat.and_then(|seat| names.get(seat));
        match name {
            Some(name) if rest.is_empty() && owns_next(&words, at) => {
                out.push_str(name);
                out.push_str("'s");
            }
            Some(name) if stands_for_seat(letter, rest, words.get(at + 1).copied()) => {
                out.push_str(name);
                out.push_str(rest);
            }
            _ => out.push_str(word),
        }
    }
    out
}

/// Whether a letter names whose card follows: "attack with A Cestus".
fn owns_next(words: &[&str], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|before| words.get(before));
    let after =
        words.get(at + 1).is_some_and(|next| next.starts_with(|first: char| first.is_ascii_uppercase()));
    after && before.is_some_and(|word| ["with", "target", "use", "first", "patron"].contains(word))
}

fn stands_for_seat(letter: &str, rest: &str, next: Option<&str>) -> bool {
    let alone = rest.is_empty() || rest.chars().all(|mark| mark.is_ascii_punctuation() && mark != '-');
    let possessive = rest.starts_with("'s") && rest[2..].chars().all(|mark| mark.is_ascii_punctuation());
    if !(alone || possessive) {
        return false;
    }
    if letter != "A" || possessive || !rest.is_empty() {
        return true;
    }
    // "A leads", "A is", "surrender to A", but not "A Catacomb" or "A card".
    next.is_none_or(|next| {
        let verb = next.trim_end_matches(|mark: char| mark.is_ascii_punctuation());
        verb.is_empty()
            || verb == "›"
            || verb == "·"
            || (verb.starts_with(|first: char| first.is_ascii_lowercase())
                && (verb.ends_with('s') || verb.ends_with("ed") && verb != "led" || verb == "may"))
    })
}

/// The text with a capital first letter.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// The text as a sentence: with a capital first letter and a full stop.
pub(crate) fn sentence(text: &str) -> String {
    let mut text = capital(text.trim_end());
    if !text.is_empty() && !text.ends_with(['.', '!', '?', '…']) {
        text.push('.');
    }
    text
}

/// Several names in a sentence: "Ann, Bob and Cato".
pub(crate) fn listed(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_begin_and_end_as_they_should() {
        assert_eq!(sentence("éclat is near"), "Éclat is near.");
        assert_eq!(sentence("Rome demands!"), "Rome demands!");
        assert_eq!(sentence(""), "");
        assert_eq!(listed(&["Ann"]), "Ann");
        assert_eq!(listed(&["Ann", "Bob", "Cato"]), "Ann, Bob and Cato");
    }

    #[test]
    fn seats_get_their_names_and_articles_stay() {
        let names = ["Ann".to_owned(), "Bob".to_owned()];
        for (text, expected) in [
            ("A leads Craftsman", "Ann leads Craftsman"),
            ("B's influence is now 3.", "Bob's influence is now 3."),
            ("A's vault", "Ann's vault"),
            ("A Catacomb was completed", "A Catacomb was completed"),
            ("surrender to A", "surrender to Ann"),
            ("C leads", "C leads"),
            (
                "Turn 3: A leads Patron › B follows or thinks",
                "Turn 3: Ann leads Patron › Bob follows or thinks",
            ),
            ("A card", "A card"),
            ("attack with A Cestus", "attack with Ann's Cestus"),
            ("follow with Aqueduct", "follow with Aqueduct"),
            ("A rolled 3 and chooses the way", "Ann rolled 3 and chooses the way"),
            ("B", "Bob"),
        ] {
            assert_eq!(named(text, &names), expected);
        }
    }
}
