//! The numbers of rules and rulings: where they stand in the rules, and where sentences cite them.

use std::collections::BTreeSet;

/// Which rules and rulings a game's rules have.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Cites {
    prefix: &'static str,
    known: BTreeSet<String>,
}

/// How long the digits at the start of a text are; nothing where there are none, or where a word goes on behind them.
fn digits(text: &str) -> Option<usize> {
    let end = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
    let whole = !text[end..].starts_with(|next: char| next.is_alphanumeric());
    (end > 0 && whole).then_some(end)
}

/// The number a text starts with, such as `GTR-31`, `Ruling 19` or `M3`: its length, and the anchor it has on the rules page.
fn number(text: &str, prefix: &str) -> Option<(usize, String)> {
    if let Some(rest) = text.strip_prefix(prefix).and_then(|rest| rest.strip_prefix('-')) {
        let end = prefix.len() + 1 + digits(rest)?;
        return Some((end, text[..end].to_owned()));
    }
    if let Some(rest) = text.strip_prefix("Ruling ").or_else(|| text.strip_prefix("ruling ")) {
        let end = digits(rest)?;
        return Some(("ruling ".len() + end, format!("ruling-{}", &rest[..end])));
    }
    let rest = text.strip_prefix(|letter: char| letter.is_ascii_uppercase())?;
    let end = 1 + digits(rest)?;
    Some((end, text[..end].to_owned()))
}

impl Cites {
    /// The numbers of these rules.
    pub(crate) fn new(rules: &str, prefix: &'static str) -> Self {
        let known = table::numbered(rules, prefix).into_iter().map(|item| item.number.replace(' ', "-"));
        Self { prefix, known: known.collect() }
    }

    /// The rule or ruling that a text, at the start of a word, begins by citing: the length, and the anchor.
    pub(crate) fn at(&self, text: &str) -> Option<(usize, String)> {
        number(text, self.prefix).filter(|(_, anchor)| self.known.contains(anchor))
    }

    /// The text in parts, each with the anchor of what it cites.
    pub(crate) fn split<'t>(&self, text: &'t str) -> Vec<(&'t str, Option<String>)> {
        let (mut parts, mut plain, mut at, mut inside) = (Vec::new(), 0, 0, false);
        while let Some(letter) = text[at..].chars().next() {
            let starts = !inside && (letter.is_ascii_uppercase() || letter == 'r');
            if let Some((length, anchor)) = if starts { self.at(&text[at..]) } else { None } {
                parts.push((&text[plain..at], None));
                parts.push((&text[at..at + length], Some(anchor)));
                at += length;
                plain = at;
            } else {
                inside = letter.is_alphanumeric();
                at += letter.len_utf8();
            }
        }
        parts.push((&text[plain..], None));
        parts.retain(|(words, _)| !words.is_empty());
        parts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_in_the_rules_is_found_in_sentences_and_nothing_else() {
        let rules = "- GL-12 March.\n- M3 Turning.\n- **Ruling 7**: so.\n  - GL-13 inner\n- no number\n";
        let cites = Cites::new(rules, "GL");
        let found: Vec<_> = cites
            .split("GL-12: by M3 and ruling 7 (GL-13), not GL-14, M34, ruling 70, XGL-12 or M3b")
            .into_iter()
            .filter_map(|(words, anchor)| Some((words, anchor?)))
            .collect();
        let expected = [("GL-12", "GL-12"), ("M3", "M3"), ("ruling 7", "ruling-7"), ("GL-13", "GL-13")];
        assert_eq!(found, expected.map(|(words, anchor)| (words, anchor.to_owned())));
        let whole: String = cites.split("é GL-12 é").into_iter().map(|(words, _)| words).collect();
        assert_eq!(whole, "é GL-12 é");
    }
}
