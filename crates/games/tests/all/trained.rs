//! The nets in the repository are read, fit their cards, and know their games: with what they add to the policy written by hand it
//! beats the one without, and their values tell who wins. An untrained net does neither.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Arc;

use bots::{Budget, Greedy, Instinct, Mind, Player, Question, choices};
use encode::{Encoder, Judge, Net, Quick};
use gloria_games::{Playable, Visit, each};
use sha2::{Digest as _, Sha256};
use table::{Chance as _, Light, Options, Outcome, Rulebook as _, Seat, Turn, Viewer};

/// No file of weights is larger.
const LARGEST: usize = 4_000_000;
/// How many games are played, each from both seats.
const PAIRS: u64 = 30;

fn path(game: &str, ending: &str) -> PathBuf {
    let crates = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..");
    crates.join(game).join("nets").join(format!("{game}.{ending}"))
}

/// What a net did over some games of two players.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct Record {
    /// Wins of the policy with the net over the one without, as a share of all games.
    won: f64,
    /// The log loss of its values, over both seats' views at one decision in eight.
    log_loss: f64,
}

/// One game, the net's policy on this seat: how it ended, and what the net said on the way.
fn play<G: Mind>(rules: &G::Rules, net: &Arc<Quick>, seat: Seat, seed: u64) -> (Outcome, Vec<(Seat, f32)>) {
    let mut judge = Judge::<G>::new(rules, Arc::clone(net)).unwrap();
    let (mut with, mut without) = (Instinct::<G>::new(Arc::clone(net), 0.0), Greedy::new::<G>(0.0));
    let (mut luck, mut legal, mut judged) = (Light::new(seed), Vec::new(), Vec::new());
    let mut state = G::new(rules, &mut luck);
    while let Turn::Decide(seats) = state.turn(rules) {
        let decider = seats.first().expect("somebody decides");
        choices(rules, &state, decider, &mut legal);
        if luck.below(8) == 0 {
            let mut look = |seat| judge.judge(&state.view(rules, Viewer::Seat(seat))).win;
            judged.extend(Seat::all(2).map(|seat| (seat, look(seat))));
        }
        let look = || state.view(rules, Viewer::Seat(decider));
        let asked = Question::new(rules, decider, &look, &legal, Budget::OWN, luck.next_u64());
        let action = if decider == seat { with.choose(&asked) } else { without.choose(&asked) };
        state.play_unchecked(rules, decider, action, &mut luck);
    }
    (state.outcome(rules).expect("the game is over"), judged)
}

fn record<G: Mind>(rules: &G::Rules, net: &Arc<Quick>) -> Record {
    let (mut won, mut loss, mut views) = (0.0, 0.0, 0.0);
    for seed in 0..PAIRS {
        for seat in Seat::all(2) {
            let (outcome, judged) = play::<G>(rules, net, seat, seed);
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
    record.won >= 0.6 && record.log_loss < 0.6
}

/// Looks at the net of a game.
struct Check;

impl Visit for Check {
    type Answer = ();
    fn visit<G: Playable>(&mut self) {
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

        let net = Arc::new(Quick::new(&Net::read(&bytes, &encoder).unwrap()).unwrap());
        let found = record::<G>(&rules, &net);
        println!("{name}: {found:?}");
        assert!(knows(found), "{name}: {found:?}");
        assert_eq!(record::<G>(&rules, &net), found, "the same games and the same judgements again");

        // A net of the same shape with weights that mean nothing is found out.
        let mut luck = Light::new(1);
        let untrained = Net::made(&encoder, (16, 8, 8), || (luck.next_u64() % 2001) as f32 / 10_000.0 - 0.1);
        let found = record::<G>(&rules, &Arc::new(Quick::new(&untrained).unwrap()));
        assert!(
            found.won < 0.6 && found.log_loss >= 0.6,
            "{name}: an untrained net knows as much: {found:?}"
        );
    }
}

#[test]
fn every_games_net_knows_its_game() {
    each(&mut Check).for_each(drop);
}
