//! `gloria`: the one binary. Every command is a file in `commands`; the crate `games` lists the games.

mod commands;
mod failure;
mod files;
mod on_game;
mod players;
mod setting;
mod settings;
mod text;

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::commands::{
    balance, belief, bench, cards, fuzz, games as list, lesson, merge, perft, play, replay, reports,
    rollouts, rules, scenario, selfplay, serve, sim, tables, think, tournament, tune, verify, words,
    workload,
};
use crate::failure::{Done, Failure};

/// Pages are drawn in many small pieces: this takes 15 % off what an update costs with the system's allocator, and far more off musl's,
/// which lets one thread at a time in.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Tabletop games, rules-exact, in the browser and in the terminal. Without a command: serve.
#[derive(Parser)]
#[command(name = "gloria", version, max_term_width = 100, after_help = EXIT_CODES)]
struct Gloria {
    #[command(subcommand)]
    command: Command,
}

const EXIT_CODES: &str = "Exit codes: 0 all is well, 1 a check failed, 2 bad usage or input.";

#[derive(Subcommand)]
enum Command {
    /// Serve the tables to browsers.
    Serve(Box<serve::Args>),
    /// Think for the bots of servers that share a PostgreSQL database, and about hints.
    Think(think::Args),
    /// Copy the server's database to a new file, while it runs.
    Backup(tables::Backup),
    /// Write the server's whole database as lines of JSON.
    Export(tables::Export),
    /// Read an export into the server's database.
    Import(tables::Import),
    /// Make a new key that signs the server's guests.
    RotateKey(tables::RotateKey),
    /// List the problem reports that players sent, or take one's record out.
    Reports(reports::Args),
    /// List the games, their players and their options.
    Games(list::Args),
    /// List a game's cards, or show one.
    Cards(cards::Args),
    /// Show a game's numbered rules, or one of them.
    Rules(rules::Args),
    /// List every sentence a player can meet in a game.
    Words(words::Args),
    /// Play a game here in the terminal.
    Play(play::Args),
    /// Let bots play many games and count.
    Sim(sim::Args),
    /// Find out which bots are better, and how sure that is.
    Tournament(tournament::Args),
    /// Let bots play and write every position down in numbers, for nets to learn from.
    Selfplay(selfplay::Args),
    /// Let a net play against itself by its policy and write every decision down, for it to learn from.
    Rollouts(rollouts::Args),
    /// Improve the weights bots judge by, by self-play.
    Tune(tune::Args),
    /// Show what a card set does: seats, length, leads, and what each card is worth.
    Balance(balance::Args),
    /// Show what a bot believes of the cards it can't see, against the truth: at a moment of a record, or over many games.
    Belief(belief::Args),
    /// Put the parts of a tournament or a balance together that --shard wrote.
    Merge(merge::Args),
    /// Show a recorded game.
    Replay(replay::Args),
    /// Check a record: its chain, its moves and, once the seed is told, every draw.
    Verify(verify::Args),
    /// Run scenario files: Markdown with fenced positions and expectations.
    Scenario(scenario::Args),
    /// Play lessons by every way that a learner can take, and say what is wrong with them.
    Lesson(lesson::Args),
    /// Count the sequences of decisions from the start of a game.
    Perft(perft::Args),
    /// Measure how fast the engines are.
    Bench(bench::Args),
    /// Play random games under random options and check every law.
    Fuzz(fuzz::Args),
    /// Play a fixed number of games and nothing else, for counting instructions.
    #[command(hide = true)]
    Workload(workload::Args),
}

fn run(command: Command, out: &mut dyn Write) -> Done {
    match command {
        Command::Serve(args) => serve::run(&args, out),
        Command::Think(args) => think::run(&args, out),
        Command::Backup(args) => tables::backup(&args, out),
        Command::Export(args) => tables::export(&args, out),
        Command::Import(args) => tables::import(&args, out),
        Command::RotateKey(args) => tables::rotate_key(&args, out),
        Command::Reports(args) => reports::run(&args, out),
        Command::Games(args) => list::run(&args, out),
        Command::Cards(args) if args.is_check() => args.check(out),
        Command::Cards(args) => on_game::run(&args.game, &args, out),
        Command::Rules(args) => on_game::run(&args.game, &args, out),
        Command::Words(args) => on_game::run(&args.game, &args, out),
        Command::Play(args) => play::run(&args, out),
        Command::Sim(args) => on_game::run(&args.game, &args, out),
        Command::Tournament(args) => on_game::run(&args.game, &args, out),
        Command::Selfplay(args) => on_game::run(&args.game, &args, out),
        Command::Rollouts(args) => on_game::run(&args.game, &args, out),
        Command::Tune(args) => on_game::run(&args.game, &args, out),
        Command::Balance(args) => on_game::run(&args.game, &args, out),
        Command::Belief(args) => belief::run(&args, out),
        Command::Merge(args) => merge::run(&args, out),
        Command::Replay(args) => replay::run(&args, out),
        Command::Verify(args) => verify::run(&args, out),
        Command::Scenario(args) => scenario::run(&args, out),
        Command::Lesson(args) => on_game::run(&args.game, &args, out),
        Command::Perft(args) => on_game::run(&args.game, &args, out),
        Command::Bench(args) => bench::run(&args, out),
        Command::Fuzz(args) => on_game::run(&args.game, &args, out),
        Command::Workload(args) => on_game::run(&args.game, &args, out),
    }
}

/// What the command line asks for, with the settings that the environment and a configuration file add.
fn command() -> Result<Command, Failure> {
    let asked = settings::complete::<Gloria>(std::env::args_os().collect(), "serve")?;
    let mut command = asked.parsed.command;
    if let Command::Serve(args) = &mut command {
        args.in_force = asked.in_force;
    }
    Ok(command)
}

fn main() -> ExitCode {
    let mut out = BufWriter::new(io::stdout());
    let done = command().and_then(|command| run(command, &mut out));
    let done = done.and_then(|()| out.flush().map_err(Failure::from));
    // A failing check has already printed its report; it must come before the sentence about it.
    let _ = out.flush();
    match done {
        Ok(()) | Err(Failure::Closed) => ExitCode::SUCCESS,
        Err(Failure::Check(message)) => complain(&message, 1),
        Err(Failure::Usage(message)) => complain(&message, 2),
    }
}

fn complain(message: &str, code: u8) -> ExitCode {
    // Nobody may be listening on stderr either; there is nobody left to tell.
    let _ = writeln!(io::stderr(), "gloria: {message}");
    ExitCode::from(code)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_well_formed() {
        settings::grown(Gloria::command()).debug_assert();
    }
}
