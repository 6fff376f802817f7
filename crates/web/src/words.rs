//! Words that whoever runs the server does not want to read.

use table::say;

use crate::guest::Guest;
use crate::tables::Tables;
use crate::trouble::Trouble;

impl Tables {
    /// Whether anybody may be called so here.
    pub fn may_be_called(&self, name: &str) -> Result<(), Trouble> {
        if has(&self.config.words, name) {
            return Err(Trouble::Bad(
                say!("Please choose another name: this one is not wanted here.").to_string(),
            ));
        }
        Ok(())
    }

    /// Whether a guest may be called so from now on, and has not chosen too many names lately.
    pub fn may_rename(&self, guest: &Guest, name: &str) -> Result<(), Trouble> {
        if guest.name == name {
            return Ok(());
        }
        self.may_be_called(name)?;
        if !self.limits.may_rename(&guest.id) {
            return Err(Trouble::TooMuch(
                "You have chosen a lot of names in the last hour: please keep one for a while.",
            ));
        }
        Ok(())
    }
}

/// A word as it is compared: small letters and digits alone.
fn plain(text: &str) -> String {
    text.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Whether a name has one of these words in it, however it is spaced or written large.
pub fn has(words: &[String], name: &str) -> bool {
    let name = plain(name);
    words.iter().map(|word| plain(word)).any(|word| !word.is_empty() && name.contains(&word))
}

/// A line with these words left out.
pub fn without(words: &[String], line: &str) -> String {
    let words: Vec<String> = words.iter().map(|word| plain(word)).collect();
    let mut told = String::with_capacity(line.len());
    let mut rest = line;
    while !rest.is_empty() {
        let end = rest.find(|letter: char| !letter.is_alphanumeric()).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        told.push_str(if words.contains(&plain(word)) && !word.is_empty() { "…" } else { word });
        let next = after.chars().next().map_or(0, char::len_utf8);
        told.push_str(&after[..next]);
        rest = &after[next..];
    }
    told
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn listed_words_are_found_in_names_and_left_out_of_lines() {
        let words = ["Barbar".to_owned(), " ".to_owned()];
        for (name, found) in [("B a r B a r", true), ("barbarus", true), ("Ann", false), ("", false)] {
            assert_eq!(has(&words, name), found, "{name}");
        }
        assert_eq!(without(&words, "You BARBAR, äh! barbarians"), "You …, äh! barbarians");
        assert_eq!(without(&[], "as it is"), "as it is");
    }
}
