//! Plays many random games and says how they end and what never came up: `cargo run --release -p gloria-for-glory --example survey 100000`.

#[path = "../tests/all/tally.rs"]
mod tally;

use gloria_for_glory::Rules;
use table::{Options, Rulebook};

use tally::Tally;

fn none_or(lines: &[String]) -> String {
    if lines.is_empty() { "none".to_owned() } else { lines.join("; ") }
}

fn main() {
    let games = std::env::args().nth(1).map_or(Ok(10_000), |text| text.parse());
    let Ok(games) = games else {
        eprintln!("survey: the first argument is how many games, for example 100000");
        std::process::exit(2);
    };
    for players in ["1", "2", "3", "4"] {
        for (more, champions, expansion) in
            [("", "off", "off"), (" with champions and expansion", "random", "on")]
        {
            let options = Options::new().with("players", players);
            let options = options.with("champions", champions).with("expansion", expansion);
            let rules = Rules::from_options(&options).expect("these are options of the game");
            let tally = Tally::of(&rules, games);
            println!(
                "{players} players{more}: {} games ended, {} by the turn limit",
                tally.games, tally.by_limit
            );
            println!(
                "  arena phases: median {}, {:?}; decisions: {} a game, at most {}",
                tally.median(),
                tally.phases,
                tally.decisions / tally.games.max(1),
                tally.longest
            );
            if players == "1" {
                println!("  won against the Ludus Magnus: {}", tally.won);
            }
            println!("  cards and abilities that never came up: {}", none_or(&tally.missing(&rules)));
            println!("  effects that never came up: {}", none_or(&tally.unused_effects(&rules)));
        }
    }
}
