//! Lets bots play and says when the first battle comes, how long games are and how the seats fare; with a folder, with its cards:
//! `cargo run --release -p gloria-for-glory --features mind --example crowd -- fair@hand 400 2 [DIR]`.

use std::collections::BTreeMap;

use bots::{Budget, Question, choices, named};
use gloria_for_glory::cards::Home;
use gloria_for_glory::effect::Deck;
use gloria_for_glory::{Rules, State};
use table::{Game, Light, Options, Rulebook, Seat, Turn, Viewer};

/// What was counted.
#[derive(Default)]
struct Count {
    /// The machinations turn after which the first arena phase began, and how many games had it then; 0 for never.
    first: BTreeMap<u16, u64>,
    /// Arena phases.
    phases: BTreeMap<u8, u64>,
    /// Machinations turns of all games.
    turns: u64,
    /// Games that each seat won.
    won: BTreeMap<Seat, u64>,
}

impl Count {
    fn play(&mut self, rules: &Rules, player: &str, seed: u64) {
        let mut seats: Vec<_> = (0..rules.players)
            .map(|_| named::<State>(player).unwrap_or_else(|fault| panic!("crowd: {fault}")))
            .collect();
        let (mut luck, mut legal, mut first) = (Light::new(seed), Vec::new(), 0);
        let mut state = State::new(rules, &mut luck);
        while let Turn::Decide(deciders) = state.turn(rules) {
            let seat = deciders.first().expect("somebody decides");
            choices(rules, &state, seat, &mut legal);
            let look = || state.view(rules, Viewer::Seat(seat));
            let asked = Question::new(rules, seat, &look, &legal, Budget::OWN, luck.next_u64());
            let action = seats[seat.index()].choose(&asked);
            state.play_unchecked(rules, seat, action, &mut luck);
            if first == 0 && state.public().phases > 0 {
                first = state.public().turns;
            }
        }
        *self.first.entry(first).or_default() += 1;
        *self.phases.entry(state.public().phases).or_default() += 1;
        self.turns += u64::from(state.public().turns);
        for seat in state.outcome(rules).expect("it is over").winners.iter() {
            *self.won.entry(seat).or_default() += 1;
        }
    }
}

fn main() {
    let mut words = std::env::args().skip(1);
    let player = words.next().unwrap_or_else(|| "greedy@hand".to_owned());
    let games: u64 = words.next().and_then(|word| word.parse().ok()).unwrap_or(100);
    let mut options = Options::new().with("players", &words.next().unwrap_or_else(|| "2".to_owned()));
    if let Some(folder) = words.next() {
        options = options.with("cards", &folder);
    }
    let rules = Rules::from_options(&options).unwrap_or_else(|fault| panic!("crowd: {fault}"));
    let mut printed: BTreeMap<u8, u32> = BTreeMap::new();
    let supply = Home::Supply(Deck::Gladiators);
    for (_, card) in rules.set.cards().filter(|(_, card)| card.home == supply && !card.expansion) {
        *printed.entry(card.bloodlust).or_default() += u32::from(card.copies);
    }
    println!("bloodlust of the gladiators for sale: {printed:?}");
    let mut count = Count::default();
    (0..games).for_each(|seed| count.play(&rules, &player, seed));
    println!("{games} games of {player}: the first battle after turn {:?}", count.first);
    println!("arena phases {:?}, turns a game {}", count.phases, count.turns / games.max(1));
    println!("won by seat {:?}", count.won);
}
