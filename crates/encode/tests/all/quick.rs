//! A net in whole numbers says what the net says.

use std::sync::Arc;

use gloria_encode::{Encoded, Encoder, Judge, Net, Quick, Scratch};
use table::{Chance as _, Light, Options, Rulebook as _, Turn, Viewer};

/// The largest and the mean difference between the chances by a net and by another in whole numbers, and the largest between how they
/// score actions, over decisions of random games.
fn differences<G: Encoded>(rules: &G::Rules, net: &Net, quick: &Net) -> (f32, f32, f32) {
    let encoder = Encoder::<G>::new(rules).unwrap();
    let mut judge = Judge::<G>::new(rules, Arc::new(Quick::new(quick).unwrap())).unwrap();
    let (mut luck, mut scratch) = (Light::new(1), Scratch::default());
    let (mut active, mut legal, mut scores) = (Vec::new(), Vec::new(), Vec::new());
    let (mut largest, mut sum, mut count, mut policy) = (0.0_f32, 0.0, 0.0, 0.0_f32);
    for _ in 0..6 {
        let mut state = G::new(rules, &mut luck);
        while let Turn::Decide(seats) = state.turn(rules) {
            let seat = seats.first().unwrap();
            legal.clear();
            state.legal(rules, seat, &mut legal);
            legal.retain(|action| !G::concedes(*action));
            let view = state.view(rules, Viewer::Seat(seat));
            encoder.active(&view, &mut active);
            let difference = (net.judge(&active, &mut scratch).win - judge.judge(&view).win).abs();
            (largest, sum, count) = (largest.max(difference), sum + difference, count + 1.0);
            net.ask(&mut scratch);
            scores.clear();
            judge.weigh(&view, seat, &legal, &mut scores);
            for (action, score) in legal.iter().zip(&scores) {
                let spelling = G::spell(rules, seat, *action);
                let exact = net.score(encoder.numbering().features_of(&spelling), &scratch);
                policy = policy.max((exact - score).abs());
            }
            let action = legal[luck.below(legal.len() as u32) as usize];
            state.play_unchecked(rules, seat, action, &mut luck);
        }
    }
    (largest, sum / count, policy)
}

/// Whether two nets say the same, as closely as whole numbers can.
fn agree((largest, mean, policy): (f32, f32, f32)) -> bool {
    largest < 0.05 && mean < 0.006 && policy < 0.5
}

fn check<G: Encoded>() {
    let name = G::INFO.name;
    let file = format!("{}/../{name}/nets/{name}.net", env!("CARGO_MANIFEST_DIR"));
    let bytes = std::fs::read(file).unwrap();
    for players in ["2", "4"] {
        let rules = G::Rules::from_options(&Options::new().with("players", players)).unwrap();
        let encoder = Encoder::<G>::new(&rules).unwrap();
        let net = Net::read(&bytes, &encoder).unwrap();
        let found = differences::<G>(&rules, &net, &net);
        println!("{name}, {players} players: {found:?}");
        assert!(agree(found), "{name}, {players} players: {found:?}");
        // Another net says something else, and that is seen.
        let mut luck = Light::new(1);
        let other = Net::made(&encoder, (16, 8, 8), || (luck.next_u64() % 2001) as f32 / 10_000.0 - 0.1);
        assert!(!agree(differences::<G>(&rules, &net, &other)), "{name}: another net is not told apart");
    }
}

#[test]
fn glory_to_romes_net_is_the_same_in_whole_numbers() {
    check::<glory_to_rome::State>();
}

#[test]
fn for_glorys_net_is_the_same_in_whole_numbers() {
    check::<for_glory::State>();
}

#[test]
fn glorys_net_is_the_same_in_whole_numbers() {
    check::<glory::State>();
}
