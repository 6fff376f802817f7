//! Criterion benches of one state's functions, on states from the middle of random games.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use glory_to_rome::action::Action;
use glory_to_rome::{Rules, State};
use table::{Chance, Game, Light, Options, Rulebook, Seat, Turn, Viewer};

/// States of random games with the seat that decides and its chosen action.
fn sample(rules: &Rules) -> Vec<(State, Seat, Action)> {
    let mut sample = Vec::new();
    let mut legal = Vec::new();
    for seed in 0..40 {
        let mut luck = Light::new(seed);
        let mut state = State::new(rules, &mut luck);
        while let Turn::Decide(seats) = state.turn(rules) {
            let seat = seats.first().expect("somebody decides");
            legal.clear();
            state.legal(rules, seat, &mut legal);
            legal.retain(|action| !State::concedes(*action));
            let action = legal[luck.below(legal.len() as u32) as usize];
            if luck.below(16) == 0 {
                sample.push((state, seat, action));
            }
            state.play_unchecked(rules, seat, action, &mut luck);
        }
    }
    sample
}

fn engine(criterion: &mut Criterion) {
    for players in ["2", "3", "5"] {
        let rules = Rules::from_options(&Options::new().with("players", players)).expect("valid options");
        let sample = sample(&rules);
        let mut group = criterion.benchmark_group(format!("glory-to-rome/{players}"));
        let mut at = 0;
        let mut next = || {
            at = (at + 1) % sample.len();
            &sample[at]
        };
        group.bench_function("copy", |bencher| bencher.iter(|| black_box(next().0)));
        let mut legal = Vec::new();
        group.bench_function("legal", |bencher| {
            bencher.iter(|| {
                let (state, seat, _) = next();
                legal.clear();
                state.legal(&rules, *seat, &mut legal);
                legal.len()
            });
        });
        let mut luck = Light::new(1);
        group.bench_function("play", |bencher| {
            bencher.iter(|| {
                let (state, seat, action) = next();
                let mut after = *state;
                after.play_unchecked(&rules, *seat, *action, &mut luck);
                black_box(after)
            });
        });
        group.bench_function("view", |bencher| {
            bencher.iter(|| {
                let (state, seat, _) = next();
                black_box(state.view(&rules, Viewer::Seat(*seat)))
            });
        });
        let mut luck = Light::new(2);
        group.bench_function("imagine", |bencher| {
            bencher.iter(|| {
                let (state, seat, _) = next();
                let view = state.view(&rules, Viewer::Seat(*seat));
                black_box(State::imagine(&rules, &view, &mut luck))
            });
        });
        group.finish();
    }
}

criterion_group!(benches, engine);
criterion_main!(benches);
