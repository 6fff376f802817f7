//! `rules GAME [NUMBER]`: the numbered rules, in our words.

use std::io::Write;

use serde::Serialize;

use crate::failure::{Done, usage};
use crate::games::{self, OnGame, Playable};
use crate::text;

/// The arguments of `rules`.
#[derive(clap::Args)]
pub struct Args {
    /// The game.
    pub game: String,
    /// A rule's number, for example GTR-31 or 31; the whole page if there is none.
    number: Option<String>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Rule<'a> {
    number: &'a str,
    text: &'a str,
}

/// The numbered rules of a page: the list items that start with a number of this prefix.
fn numbered<'a>(page: &'a str, prefix: &str) -> Vec<Rule<'a>> {
    let items = page.lines().filter_map(|line| line.trim_start().strip_prefix("- "));
    let rule = |item: &'a str| {
        let (number, text) = item.split_once(' ')?;
        let digits = number.strip_prefix(prefix)?.strip_prefix('-')?;
        digits.parse::<u32>().ok()?;
        Some(Rule { number, text: text.trim() })
    };
    items.filter_map(rule).collect()
}

/// The rule of this number on the game's page, as `GTR-31: …`.
pub fn find<G: Playable>(number: &str) -> Option<String> {
    let page = games::rules_page(G::INFO.name)?;
    let number = number.trim().to_uppercase();
    let wanted = if number.contains('-') { number } else { format!("{}-{number}", G::INFO.prefix) };
    let rules = numbered(page, G::INFO.prefix);
    let rule = rules.into_iter().find(|rule| rule.number == wanted)?;
    Some(format!("{}: {}", rule.number, rule.text))
}

impl OnGame for Args {
    fn on<G: Playable>(&self, out: &mut dyn Write) -> Done {
        let name = G::INFO.name;
        let Some(page) = games::rules_page(name) else {
            return usage(format!("{name} has no page of rules"));
        };
        match &self.number {
            Some(number) => match find::<G>(number) {
                Some(rule) if self.json => {
                    let (number, text) = rule.split_once(": ").unwrap_or(("", &rule));
                    text::json(out, &Rule { number, text })
                }
                Some(rule) => Ok(writeln!(out, "{}", text::wrap(&rule, text::width(), 2))?),
                None => usage(format!(
                    "{name} has no rule '{number}': expected one that 'gloria rules {name}' shows"
                )),
            },
            None if self.json => text::json(out, &numbered(page, G::INFO.prefix)),
            None => Ok(writeln!(out, "{}", page.trim_end())?),
        }
    }
}
