//! `cards GAME [NAME]`: what is printed on them, in our words.

use std::io::Write;

use serde::Serialize;

use crate::failure::{Done, usage};
use crate::games::{OnGame, Playable};
use crate::setting::Setting;
use crate::text;

/// The arguments of `cards`.
#[derive(clap::Args)]
pub struct Args {
    /// The game.
    pub game: String,
    /// A card's name, or a part of it; all cards if there is none.
    name: Option<String>,
    #[command(flatten)]
    setting: Setting,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Card {
    name: String,
    text: String,
}

/// The cards whose name is this, or else has this in it; all of them for no name.
pub fn find(cards: Vec<(String, String)>, name: Option<&str>) -> Vec<(String, String)> {
    let Some(wanted) = name.map(str::to_lowercase) else {
        return cards;
    };
    let exact: Vec<_> = cards.iter().filter(|(name, _)| name.to_lowercase() == wanted).cloned().collect();
    if exact.is_empty() {
        return cards.into_iter().filter(|(name, _)| name.to_lowercase().contains(&wanted)).collect();
    }
    exact
}

impl OnGame for Args {
    fn on<G: Playable>(&self, out: &mut dyn Write) -> Done {
        let rules = self.setting.rules::<G>()?;
        let cards = find(G::cards(&rules), self.name.as_deref());
        if let (true, Some(name)) = (cards.is_empty(), &self.name) {
            let game = G::INFO.name;
            return usage(format!(
                "{game} has no card '{name}': expected one that 'gloria cards {game}' lists"
            ));
        }
        if self.json {
            let cards: Vec<_> = cards.into_iter().map(|(name, text)| Card { name, text }).collect();
            return text::json(out, &cards);
        }
        let width = text::width();
        for (name, words) in cards {
            writeln!(out, "{name}\n  {}", text::wrap(&words, width - 2, 2))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_whole_name_beats_a_part_of_one() {
        let cards = || ["Bar", "Barrack", "Wall"].map(|name| (name.to_owned(), String::new())).to_vec();
        let names = |name| find(cards(), name).into_iter().map(|(name, _)| name).collect::<Vec<_>>();
        assert_eq!(names(Some("bar")), ["Bar"]);
        assert_eq!(names(Some("barr")), ["Barrack"]);
        assert_eq!(names(Some("a")).len(), 3);
        assert_eq!(names(Some("x")).len(), 0);
        assert_eq!(names(None).len(), 3);
    }
}
