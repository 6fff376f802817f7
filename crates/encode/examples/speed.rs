//! How long an observation and a net's judgement of it take: `cargo run --release -p gloria-encode --example speed`.

use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use gloria_encode::{Encoded, Encoder, Judge, Layers, Net, Places, Quick, Scratch};
use table::{Chance as _, Light, Options, Rulebook as _, Turn, Viewer};

/// The shapes that are measured: wide, hidden and policy layers.
const SHAPES: [(usize, usize, usize); 2] = [(128, 32, 32), (256, 32, 32)];

/// The views of those who decide in some random games.
fn views<G: Encoded>(rules: &G::Rules, luck: &mut Light) -> Vec<G::View> {
    let (mut views, mut legal) = (Vec::new(), Vec::new());
    for _ in 0..20 {
        let mut state = G::new(rules, luck);
        while let Turn::Decide(seats) = state.turn(rules) {
            let Some(seat) = seats.first() else { break };
            if luck.below(20) == 0 {
                views.push(state.view(rules, Viewer::Seat(seat)));
            }
            legal.clear();
            state.legal(rules, seat, &mut legal);
            legal.retain(|action| !G::concedes(*action));
            let action = legal[luck.below(legal.len() as u32) as usize];
            state.play_unchecked(rules, seat, action, luck);
        }
    }
    views
}

/// Nanoseconds for each of the views, over about half a second.
fn nanoseconds<T>(views: &[T], mut each: impl FnMut(&T)) -> f64 {
    let (started, mut rounds) = (Instant::now(), 0);
    while started.elapsed().as_millis() < 500 {
        views.iter().for_each(&mut each);
        rounds += 1;
    }
    started.elapsed().as_nanos() as f64 / (rounds * views.len()) as f64
}

/// Tells how long a net takes for these observations.
fn time(which: &str, net: &Net, lists: &[Vec<(u16, f32)>]) {
    let mut scratch = Scratch::default();
    let judge = nanoseconds(lists, |list| _ = black_box(net.judge(black_box(list), &mut scratch)));
    let ask = nanoseconds(lists, |_| net.ask(black_box(&mut scratch)));
    println!("  net ({which}): {judge:.0} ns a judgement, {ask:.0} ns a policy query");
}

/// Tells how long the net in whole numbers takes: for the lists alone, and for views.
fn quick<G: Encoded>(net: &Quick, encoder: &Encoder<G>, views: &[G::View]) -> Result<(), String> {
    let lists: Vec<Places> = views
        .iter()
        .map(|view| {
            let mut places = Places::default();
            encoder.places(view, &mut places);
            places
        })
        .collect();
    let (begin, mut layers) = (net.begin(&Places::default()), Layers::default());
    let alone = nanoseconds(&lists, |list| _ = black_box(net.judge(&begin, black_box(list), &mut layers)));
    let mut judge = Judge::<G>::new(encoder.rules(), Arc::new(net.clone()))?;
    let whole = nanoseconds(views, |view| _ = black_box(judge.judge(black_box(view))));
    println!("  net in whole numbers: {alone:.0} ns a judgement, {whole:.0} ns with the list of places");
    Ok(())
}

fn measure<G: Encoded>() -> Result<(), String> {
    let mut luck = Light::new(1);
    let rules = G::Rules::from_options(&Options::new().with("players", "2"))?;
    let encoder = Encoder::<G>::new(&rules)?;
    let views = views::<G>(&rules, &mut luck);
    let mut active = Vec::new();
    let lists: Vec<Vec<(u16, f32)>> = views
        .iter()
        .map(|view| {
            encoder.active(view, &mut active);
            active.clone()
        })
        .collect();
    let mean = lists.iter().map(Vec::len).sum::<usize>() as f64 / lists.len() as f64;
    let mut dense = vec![0.0; encoder.len()];
    let whole = nanoseconds(&views, |view| encoder.observe(black_box(view), &mut dense));
    let sparse = nanoseconds(&views, |view| encoder.active(black_box(view), &mut active));
    println!("{}: {} views, {mean:.0} of {} places not 0", G::INFO.name, views.len(), encoder.len());
    println!("  whole observation {whole:.0} ns, sparse {sparse:.0} ns");
    let file = format!("{}/../{name}/nets/{name}.net", env!("CARGO_MANIFEST_DIR"), name = G::INFO.name);
    let bytes = std::fs::read(&file).map_err(|error| format!("can't read {file}: {error}"))?;
    let net = Net::read(&bytes, &encoder).map_err(|error| error.to_string())?;
    time("trained", &net, &lists);
    quick(&Quick::new(&net)?, &encoder, &views)?;
    for shape in SHAPES {
        let net = Net::made(&encoder, shape, || (luck.next_u64() % 2001) as f32 / 20_000.0 - 0.05);
        time(&format!("made up, {}-{}", shape.0, shape.1), &net, &lists);
    }
    Ok(())
}

fn main() -> Result<(), String> {
    measure::<glory_to_rome::State>()?;
    measure::<for_glory::State>()?;
    measure::<glory::State>()
}
