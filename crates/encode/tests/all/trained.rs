//! The nets in the repository are read, fit their cards, and know their games: their policy beats random play, and their values
//! tell who wins. An untrained net does neither.

use std::fmt::Write as _;
use std::path::PathBuf;

use gloria_encode::{Encoded, Encoder, Net, Scratch};
use sha2::{Digest as _, Sha256};
use table::{Chance as _, Light, Options, Outcome, Rulebook as _, Seat, Turn, Viewer};

/// No file of weights is larger.
const LARGEST: usize = 4_000_000;
/// How many games are played, each from both seats.
const PAIRS: u64 = 20;

fn path(game: &str, ending: &str) -> PathBuf {
    let crates = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..");
    crates.join(game).join("nets").join(format!("{game}.{ending}"))
}

/// A net at a table.
struct Judge<'a, G: Encoded> {
    encoder: &'a Encoder<G>,
    net: &'a Net,
    scratch: Scratch,
    active: Vec<(u16, f32)>,
}

impl<'a, G: Encoded> Judge<'a, G> {
    fn new(encoder: &'a Encoder<G>, net: &'a Net) -> Self {
        Self { encoder, net, scratch: Scratch::default(), active: Vec::new() }
    }

    fn win(&mut self, state: &G, seat: Seat) -> f32 {
        let view = state.view(self.encoder.rules(), Viewer::Seat(seat));
        self.encoder.active(&view, &mut self.active);
        self.net.judge(&self.active, &mut self.scratch).win
    }

    /// The action its policy likes best.
    fn choose(&mut self, state: &G, seat: Seat, legal: &[G::Action]) -> G::Action {
        self.win(state, seat);
        self.net.ask(&mut self.scratch);
        let (rules, numbering) = (self.encoder.rules(), self.encoder.numbering());
        let like = |action: &G::Action| {
            let spelling = G::spell(rules, seat, *action);
            self.net.score(numbering.features_of(&spelling), &self.scratch)
        };
        let scored = legal.iter().map(|action| (like(action), *action));
        scored.max_by(|one, other| one.0.total_cmp(&other.0)).expect("somebody who decides has an action").1
    }
}

/// What a net did over some games of two players.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct Record {
    /// Wins of its policy over random play, as a share of all games.
    won: f64,
    /// The log loss of its values, over both seats' views at one decision in eight.
    log_loss: f64,
}

fn play<G: Encoded>(judge: &mut Judge<'_, G>, seat: Seat, seed: u64) -> (Outcome, Vec<(Seat, f32)>) {
    let rules = judge.encoder.rules();
    let (mut luck, mut legal, mut judged) = (Light::new(seed), Vec::new(), Vec::new());
    let mut state = G::new(rules, &mut luck);
    while let Turn::Decide(seats) = state.turn(rules) {
        let decider = seats.first().expect("somebody decides");
        legal.clear();
        state.legal(rules, decider, &mut legal);
        legal.retain(|action| !G::concedes(*action));
        if luck.below(8) == 0 {
            judged.extend(Seat::all(2).map(|seat| (seat, judge.win(&state, seat))));
        }
        let action = if decider == seat {
            judge.choose(&state, decider, &legal)
        } else {
            legal[luck.below(legal.len() as u32) as usize]
        };
        state.play_unchecked(rules, decider, action, &mut luck);
    }
    (state.outcome(rules).expect("the game is over"), judged)
}

fn record<G: Encoded>(encoder: &Encoder<G>, net: &Net) -> Record {
    let mut judge = Judge::new(encoder, net);
    let (mut won, mut loss, mut views) = (0.0, 0.0, 0.0);
    for seed in 0..PAIRS {
        for seat in Seat::all(2) {
            let (outcome, judged) = play(&mut judge, seat, seed);
            won += outcome.reward(seat);
            for (seat, win) in judged {
                let (win, reward) = (f64::from(win), outcome.reward(seat));
                loss -= reward * win.ln() + (1.0 - reward) * (1.0 - win).ln();
                views += 1.0;
            }
        }
    }
    Record { won: won / (2 * PAIRS) as f64, log_loss: loss / views }
}

/// Whether a net knows its game.
fn knows(record: Record) -> bool {
    record.won >= 0.85 && record.log_loss < 0.6
}

fn check<G: Encoded>() {
    let name = G::INFO.name;
    let rules = G::Rules::from_options(&Options::new().with("players", "2")).unwrap();
    let encoder = Encoder::<G>::new(&rules).unwrap();
    let bytes = std::fs::read(path(name, "net")).unwrap();
    assert!(bytes.len() < LARGEST, "{name}: {} bytes of weights", bytes.len());
    let mut hash = String::new();
    for byte in Sha256::digest(&bytes) {
        write!(hash, "{byte:02x}").unwrap();
    }
    let card = std::fs::read_to_string(path(name, "json")).unwrap();
    assert!(card.contains(&format!("\n  \"sha256\": \"{hash}\"")), "{name}: the card is another net's");

    let net = Net::read(&bytes, &encoder).unwrap();
    let found = record(&encoder, &net);
    println!("{name}: {found:?}");
    assert!(knows(found), "{name}: {found:?}");
    assert_eq!(record(&encoder, &net), found, "the same games and the same judgements again");

    // A net of the same shape with weights that mean nothing is found out.
    let mut luck = Light::new(1);
    let untrained = Net::made(&encoder, (16, 8, 8), || (luck.next_u64() % 2001) as f32 / 10_000.0 - 0.1);
    let found = record(&encoder, &untrained);
    assert!(!knows(found), "{name}: an untrained net knows as much: {found:?}");
}

#[test]
fn glory_to_romes_net_knows_its_game() {
    check::<glory_to_rome::State>();
}

#[test]
fn for_glorys_net_knows_its_game() {
    check::<for_glory::State>();
}

#[test]
fn glorys_net_knows_its_game() {
    check::<glory::State>();
}
