//! Pages of numbered rules and rulings, as written in each game's `rules.md`.

/// A rule or ruling of a page.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct Numbered {
    /// Its name, as it is cited: `GTR-31`, `ruling 19`, `M3`.
    pub number: String,
    /// What it says.
    pub text: String,
}

/// What a text starts with: a rule (`GTR-31`), a ruling (`Ruling 19`) or a ruling named by letter (`M3`); and the rest.
fn leading<'a>(text: &'a str, prefix: &str) -> Option<(String, &'a str)> {
    let digits = |text: &'a str| {
        let end = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
        (end > 0).then(|| text.split_at(end))
    };
    if let Some(rest) = text.strip_prefix(prefix).and_then(|rest| rest.strip_prefix('-')) {
        return digits(rest).map(|(number, rest)| (format!("{prefix}-{number}"), rest));
    }
    if let Some(rest) = text.strip_prefix("Ruling ") {
        return digits(rest).map(|(number, rest)| (format!("ruling {number}"), rest));
    }
    let letter = text.chars().next().filter(char::is_ascii_uppercase)?;
    let (number, rest) = digits(&text[1..])?;
    Some((format!("{letter}{number}"), rest))
}

/// The rules and rulings of a page, in order: the list items that start with a number, several to a line after ` · `.
pub fn numbered(page: &str, prefix: &str) -> Vec<Numbered> {
    let mut found: Vec<Numbered> = Vec::new();
    for item in page.lines().filter_map(|line| line.trim_start().strip_prefix("- ")) {
        let mut numbered = false;
        for part in item.split(" · ") {
            match leading(part.trim_start_matches('*'), prefix) {
                Some((number, text)) => {
                    let text = text.trim_start_matches(['*', ':']).trim().to_owned();
                    found.push(Numbered { number, text });
                    numbered = true;
                }
                // A dot inside a rule's text divides nothing.
                None if numbered => {
                    if let Some(last) = found.last_mut() {
                        last.text = format!("{} · {part}", last.text);
                    }
                }
                None => break,
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_and_rulings_are_found_by_their_numbers() {
        let page = "# Setup\n- AB-1  Two players. See AB-9.\n- AB-2 Gate · AB-3 Wall · or a fence\nAB-4 is no list item\n\
                    - **AB-5** bold\n- Ruling 19: so and so (AB-1).\n- M3 Turning back.\n- A list item\n- AB is none";
        let found = numbered(page, "AB");
        let names: Vec<_> = found.iter().map(|item| item.number.as_str()).collect();
        assert_eq!(names, ["AB-1", "AB-2", "AB-3", "AB-5", "ruling 19", "M3"]);
        assert_eq!(found[2].text, "Wall · or a fence");
        assert_eq!(found[4].text, "so and so (AB-1).");
        assert_eq!(found[5].text, "Turning back.");
    }
}
