//! `cards GAME [NAME]`: what is printed on them, in our words. `cards check FOLDER`: whether a card set can be played with.

use std::cell::Cell;
use std::io::Write;
use std::path::Path;

use serde::Serialize;
use table::{Rulebook, Text};

use crate::failure::{self, Done, usage};
use crate::on_game::{self, OnGame, Playable};
use crate::setting::Setting;
use crate::text;

/// The arguments of `cards`.
#[derive(clap::Args)]
pub struct Args {
    /// The game; or `check`, to check a folder of card files.
    pub game: String,
    /// A card's name, or a part of it, all cards if there is none; after `check`, the folder.
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
pub fn find(cards: Vec<(String, Text)>, name: Option<&str>) -> Vec<(String, Text)> {
    let Some(wanted) = name.map(str::to_lowercase) else {
        return cards;
    };
    let exact: Vec<_> = cards.iter().filter(|(name, _)| name.to_lowercase() == wanted).cloned().collect();
    if exact.is_empty() {
        return cards.into_iter().filter(|(name, _)| name.to_lowercase().contains(&wanted)).collect();
    }
    exact
}

/// What `cards check` found, as printed for programs.
#[derive(Serialize)]
struct Checked {
    folder: String,
    game: &'static str,
    summary: Option<String>,
    flaws: Vec<table::Flaw>,
}

/// Finds the game a folder's files belong to: the one of whose files most are there.
struct Kinship<'a> {
    folder: &'a Path,
    best: Cell<(usize, &'static str)>,
}

impl OnGame for Kinship<'_> {
    fn on<G: Playable>(&self, _: &mut dyn Write) -> Done {
        let there = G::Rules::set_files().iter().filter(|file| self.folder.join(file).is_file()).count();
        if there > self.best.get().0 {
            self.best.set((there, G::INFO.name));
        }
        Ok(())
    }
}

/// Checks a folder as a card set of a game.
struct Check<'a> {
    folder: &'a Path,
    json: bool,
}

impl OnGame for Check<'_> {
    fn on<G: Playable>(&self, out: &mut dyn Write) -> Done {
        let folder = self.folder.display().to_string();
        let (summary, flaws) = match G::Rules::check_set(self.folder) {
            Ok(summary) => (Some(summary), Vec::new()),
            Err(flaws) => (None, flaws.as_slice().to_vec()),
        };
        let count = flaws.len();
        if self.json {
            text::json(out, &Checked { folder: folder.clone(), game: G::INFO.name, summary, flaws })?;
        } else if let Some(summary) = summary {
            writeln!(out, "{folder} is a card set of {}: {summary}", G::INFO.title)?;
        } else {
            for flaw in flaws {
                writeln!(out, "{flaw}")?;
            }
        }
        if count == 0 {
            return Ok(());
        }
        let flaws = if count == 1 { "1 flaw".to_owned() } else { format!("{count} flaws") };
        failure::check(format!("{folder} is no card set of {} yet: {flaws}", G::INFO.title))
    }
}

impl Args {
    /// Whether a card set is to be checked.
    pub fn is_check(&self) -> bool {
        self.game == "check"
    }

    /// Checks a card set.
    pub fn check(&self, out: &mut dyn Write) -> Done {
        let Some(folder) = &self.name else {
            return usage("check what? expected 'gloria cards check FOLDER'".to_owned());
        };
        let folder = Path::new(folder);
        let kinship = Kinship { folder, best: Cell::new((0, "")) };
        on_game::run_all(&kinship, out)?;
        let (_, game) = kinship.best.get();
        if game.is_empty() {
            let shown = folder.display();
            return usage(format!(
                "{shown} holds no card files: expected a folder such as crates/glory/data/thornmere"
            ));
        }
        on_game::run(game, &Check { folder, json: self.json }, out)
    }
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
            let cards: Vec<_> =
                cards.into_iter().map(|(name, text)| Card { name, text: text.to_string() }).collect();
            return text::json(out, &cards);
        }
        let width = text::width();
        for (name, words) in cards {
            writeln!(out, "{name}\n  {}", text::wrap(&words.to_string(), width - 2, 2))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_whole_name_beats_a_part_of_one() {
        let cards = || ["Bar", "Barrack", "Wall"].map(|name| (name.to_owned(), Text::new())).to_vec();
        let names = |name| find(cards(), name).into_iter().map(|(name, _)| name).collect::<Vec<_>>();
        assert_eq!(names(Some("bar")), ["Bar"]);
        assert_eq!(names(Some("barr")), ["Barrack"]);
        assert_eq!(names(Some("a")).len(), 3);
        assert_eq!(names(Some("x")).len(), 0);
        assert_eq!(names(None).len(), 3);
    }
}
