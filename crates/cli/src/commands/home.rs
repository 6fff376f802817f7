//! No command: what there is, and how to play.

use std::io::Write;

use crate::commands::games::player_range;
use crate::failure::Done;
use crate::games::{self, OnGame, Playable};

struct Line;

impl OnGame for Line {
    fn on<G: Playable>(&self, out: &mut dyn Write) -> Done {
        writeln!(out, "  {:<16}{}: {}", G::INFO.name, G::INFO.title, player_range::<G>())?;
        writeln!(out, "  {:<16}{}", "", G::INFO.summary)?;
        Ok(())
    }
}

/// Lists the games and says how to play.
pub fn run(out: &mut dyn Write) -> Done {
    writeln!(out, "Gloria plays tabletop games, rules-exact. These are here:\n")?;
    games::run_all(&Line, out)?;
    let game = games::NAMES.first().copied().unwrap_or("GAME");
    writeln!(
        out,
        "\nTo play, name who sits where: 'human' is somebody at this keyboard, 'random' plays by itself.\n"
    )?;
    for (command, meaning) in [
        (format!("play {game} --seats human,random"), "you against a random player"),
        (format!("play {game} --seats human,human"), "two people, one keyboard"),
        (format!("rules {game}"), "the rules, numbered"),
        (format!("cards {game}"), "what the cards do"),
        ("games".to_owned(), "every option of every game"),
        ("--help".to_owned(), "all commands"),
    ] {
        writeln!(out, "  gloria {command:<44}  {meaning}")?;
    }
    writeln!(
        out,
        "\nFrom the source folder, write 'cargo run --release --' for 'gloria'. In a game, 'help' lists what you can type."
    )?;
    Ok(())
}
