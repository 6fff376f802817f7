//! How fast the engine is: random decisions a second with full legal lists, and the cost of a copy.
//!
//! `cargo run --release -p glory --example pace -- [SECONDS] [PLAYERS]`

use std::hint::black_box;
use std::time::{Duration, Instant};

use glory::{Action, Rules, State};
use table::{Chance, Game, Light, Options, Rulebook, Turn};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let seconds: u64 = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(3);
    let players = arguments.next().unwrap_or_else(|| "4".to_owned());
    let rules = match Rules::from_options(&Options::new().with("players", &players)) {
        Ok(rules) => rules,
        Err(error) => {
            eprintln!("{error}");
            std::process::exit(1);
        }
    };
    let mut light = Light::new(1);
    let (mut games, mut decisions, mut listed) = (0_u64, 0_u64, 0_u64);
    let mut legal: Vec<Action> = Vec::with_capacity(64);
    let started = Instant::now();
    while started.elapsed() < Duration::from_secs(seconds) {
        let mut state = State::new(&rules, &mut light);
        while let Turn::Decide(seats) = state.turn(&rules) {
            let seat = seats.first().expect("somebody decides");
            legal.clear();
            state.legal(&rules, seat, &mut legal);
            legal.retain(|action| !State::concedes(*action));
            let action = legal[light.below(legal.len() as u32) as usize];
            state.play_unchecked(&rules, seat, action, &mut light);
            decisions += 1;
            listed += legal.len() as u64;
        }
        games += 1;
    }
    let time = started.elapsed().as_secs_f64();
    println!("state {} bytes, action {} bytes", size_of::<State>(), size_of::<Action>());
    println!(
        "{games} games, {decisions} decisions, {:.1} a game, {:.2} legal actions each",
        decisions as f64 / games as f64,
        listed as f64 / decisions as f64
    );
    println!("{:.2} million decisions/s", decisions as f64 / time / 1e6);
    let mut states = vec![State::new(&rules, &mut light); 16];
    let rounds = 2_000_000_u64;
    let started = Instant::now();
    for round in 0..rounds {
        let from = (round % 16) as usize;
        states[(from + 5) % 16] = *black_box(&states[from]);
    }
    black_box(&states);
    println!("copy {:.1} ns", started.elapsed().as_secs_f64() * 1e9 / rounds as f64);
}
