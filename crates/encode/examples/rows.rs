//! How many decisions a second rows of observations and masks are kept up with, as batches in Python keep them:
//! `cargo run --release -p gloria-encode --example rows [GAME [DECISIONS]]`, for so many games side by side as `GAMES` says. With the number
//! of decisions it plays those in one game after the other, to be counted by `valgrind --tool=callgrind`.

use std::time::Instant;

use gloria_encode::{Encoded, Encoder, Kept};
use table::{Chance as _, Light, Options, Rulebook as _, Seat, Turn, Viewer};

/// How many games are played side by side.
const GAMES: usize = 128;

struct Lane<G: Encoded> {
    state: G,
    seat: Seat,
    legal: Vec<G::Action>,
    numbers: Vec<u32>,
    kept: Kept<G>,
    masked: Vec<u32>,
    luck: Light,
}

impl<G: Encoded> Lane<G> {
    fn list(&mut self, rules: &G::Rules) -> bool {
        self.legal.clear();
        let Turn::Decide(seats) = self.state.turn(rules) else { return false };
        let Some(seat) = seats.first() else { return false };
        self.seat = seat;
        self.state.legal(rules, seat, &mut self.legal);
        if self.legal.iter().any(|action| G::concedes(*action)) {
            self.legal.retain(|action| !G::concedes(*action));
        }
        true
    }

    fn step(&mut self, encoder: &Encoder<G>, row: &mut [f32], mask: &mut [bool]) {
        let rules = encoder.rules();
        if !self.legal.is_empty() {
            let action = self.legal[self.luck.below(self.legal.len() as u32) as usize];
            self.state.play_unchecked(rules, self.seat, action, &mut self.luck);
        }
        while !self.list(rules) {
            self.state = G::new(rules, &mut self.luck);
        }
        self.numbers.clear();
        let number = |action: &G::Action| encoder.number(self.seat, *action).expect("legal") as u32;
        self.numbers.extend(self.legal.iter().map(number));
        let view = self.state.view(rules, Viewer::Seat(self.seat));
        encoder.renew(view, row, &mut self.kept);
        for number in &self.masked {
            mask[*number as usize] = false;
        }
        for number in &self.numbers {
            mask[*number as usize] = true;
        }
        self.masked.clone_from(&self.numbers);
    }
}

fn measure<G: Encoded>(decisions: Option<usize>) {
    let rules = G::Rules::from_options(&Options::new().with("players", "2")).expect("a table of two");
    let encoder = Encoder::<G>::new(&rules).expect("it has room");
    let (len, count) = (encoder.len(), encoder.count());
    let many = std::env::var("GAMES").ok().and_then(|word| word.parse().ok()).unwrap_or(GAMES);
    let games = if decisions.is_some() { 1 } else { many };
    let (mut rows, mut masks) = (vec![0.0; len * games], vec![false; count * games]);
    let mut lanes: Vec<Lane<G>> = (0..games)
        .map(|at| {
            let mut luck = Light::new(at as u64);
            let state = G::new(&rules, &mut luck);
            let (seat, legal) = (Seat::new(0), Vec::new());
            Lane { state, seat, legal, numbers: Vec::new(), kept: encoder.kept(), masked: Vec::new(), luck }
        })
        .collect();
    let mut step = || {
        for (at, lane) in lanes.iter_mut().enumerate() {
            let mask = &mut masks[at * count..(at + 1) * count];
            lane.step(&encoder, &mut rows[at * len..(at + 1) * len], mask);
        }
    };
    if let Some(decisions) = decisions {
        (0..decisions).for_each(|_| step());
        return;
    }
    let mut best: f64 = 0.0;
    for _ in 0..8 {
        let began = Instant::now();
        let (before, mut steps) = (ran(began), 0);
        while began.elapsed().as_millis() < 300 {
            (0..100).for_each(|_| step());
            steps += 100;
        }
        best = best.max((steps * games) as f64 / (ran(began) - before) / 1e6);
    }
    println!("{:14} {best:.2} million decisions a second", G::INFO.name);
}

/// Seconds that this thread has run, where the system tells (Linux); else all that have passed.
fn ran(began: Instant) -> f64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|told| told.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| began.elapsed().as_secs_f64(), |nanoseconds| nanoseconds / 1e9)
}

fn main() {
    let mut words = std::env::args().skip(1);
    let (name, decisions) = (words.next(), words.next().and_then(|word| word.parse().ok()));
    let wanted = |game: &str| name.as_ref().is_none_or(|name| name == game);
    if wanted("glory-to-rome") {
        measure::<glory_to_rome::State>(decisions);
    }
    if wanted("for-glory") {
        measure::<for_glory::State>(decisions);
    }
    if wanted("glory") {
        measure::<glory::State>(decisions);
    }
}
