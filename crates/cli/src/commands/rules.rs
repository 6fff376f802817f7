//! `rules GAME [NUMBER]`: the numbered rules, in our words.

use std::io::Write;

use table::{Numbered, numbered};

use crate::failure::{Done, usage};
use crate::on_game::{OnGame, Playable};
use crate::text;

/// The arguments of `rules`.
#[derive(clap::Args)]
pub struct Args {
    /// The game.
    pub game: String,
    /// A rule's number, for example GTR-31 or 31, or a ruling's, for example 'ruling 19' or M3; the whole page if there is none.
    number: Option<String>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// The rule or ruling of this name on the game's page: `GTR-31` or `31`, `ruling 19`, `M3` or `ruling M3`.
pub fn find<G: Playable>(name: &str) -> Option<Numbered> {
    let name = name.trim().to_lowercase();
    let bare = name.strip_prefix("ruling ").map(str::trim);
    let wanted = match bare {
        Some(bare) if bare.starts_with(|letter: char| letter.is_ascii_digit()) => format!("ruling {bare}"),
        Some(bare) => bare.to_owned(),
        None if name.starts_with(|letter: char| letter.is_ascii_digit()) => {
            format!("{}-{name}", G::INFO.prefix.to_lowercase())
        }
        None => name,
    };
    numbered(G::RULES, G::INFO.prefix).into_iter().find(|item| item.number.to_lowercase() == wanted)
}

/// A rule or ruling as one paragraph: `GTR-31: …`, `Ruling 19: …`.
pub fn sentence(item: &Numbered) -> String {
    let name = item.number.replacen("ruling", "Ruling", 1);
    format!("{name}: {}", item.text)
}

impl OnGame for Args {
    fn on<G: Playable>(&self, out: &mut dyn Write) -> Done {
        let name = G::INFO.name;
        match &self.number {
            Some(number) => match find::<G>(number) {
                Some(item) if self.json => text::json(out, &item),
                Some(item) => Ok(writeln!(out, "{}", text::wrap(&sentence(&item), text::width(), 2))?),
                None => usage(format!(
                    "{name} has no rule or ruling '{number}': expected one that 'gloria rules {name}' shows"
                )),
            },
            None if self.json => text::json(out, &numbered(G::RULES, G::INFO.prefix)),
            None => Ok(writeln!(out, "{}", G::RULES.trim_end())?),
        }
    }
}
