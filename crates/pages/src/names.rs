//! Words as a page shows them: seats by the names of those who sit there, sentences with a beginning and an end.

use table::{Seat, Text};

/// The name of a seat.
pub(crate) fn name(names: &[String], seat: Seat) -> &str {
    names.get(seat.index()).map_or("?", String::as_str)
}

/// A text where only plain words can stand: with names for seats.
pub(crate) fn plain(text: &Text, names: &[String]) -> String {
    text.named(|seat| name(names, seat))
}

/// The text with a capital first letter.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// The text as a sentence: with a capital first letter and a full stop.
pub(crate) fn sentence(text: &Text) -> Text {
    let ends = text.to_string().ends_with(['.', '!', '?', '…']);
    let text = text.clone().capital();
    if text.is_empty() || ends { text } else { text.then(".".to_owned()) }
}

#[cfg(test)]
mod tests {
    use table::say;

    use super::*;

    #[test]
    fn sentences_begin_and_end_as_they_should() {
        let said = |text: &'static str| sentence(&text.into()).to_string();
        assert_eq!(said("éclat is near"), "Éclat is near.");
        assert_eq!(said("Rome demands!"), "Rome demands!");
        assert_eq!(said(""), "");
    }

    #[test]
    fn seats_get_their_names_and_articles_stay() {
        let names = ["Ann".to_owned(), "Bob".to_owned()];
        let (a, b) = (Seat::new(0), Seat::new(1));
        assert_eq!(
            plain(&say!("{a} leads: A Catacomb goes to {b}"), &names),
            "Ann leads: A Catacomb goes to Bob"
        );
        assert_eq!(plain(&say!("{} leads", Seat::new(2)), &names), "? leads");
    }
}
