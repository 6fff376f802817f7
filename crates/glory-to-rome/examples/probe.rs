use glory_to_rome::{Rules, State};
use std::collections::BTreeMap;
use table::*;
fn main() {
    for players in ["2", "3", "5"] {
        for (version, geek) in [("republic", "none"), ("imperium", "none"), ("republic", "all")] {
            let rules = Rules::from_options(
                &Options::new().with("players", players).with("version", version).with("geek", geek),
            )
            .unwrap();
            let mut frames: BTreeMap<String, u64> = BTreeMap::new();
            let mut ends: BTreeMap<String, u64> = BTreeMap::new();
            let mut depth = 0;
            let mut decisions = 0u64;
            let mut legal = Vec::new();
            let mut longest = 0;
            let mut most = 0;
            let t = std::time::Instant::now();
            let n = 3000;
            let census = std::env::args().nth(1).is_some();
            for seed in 0..n {
                let mut luck = Light::new(seed);
                let mut s = State::new(&rules, &mut luck);
                let mut len = 0;
                while let Turn::Decide(seats) = s.turn(&rules) {
                    let seat = seats.first().unwrap();
                    legal.clear();
                    s.legal(&rules, seat, &mut legal);
                    legal.retain(|a| !State::concedes(*a));
                    let a = legal[luck.below(legal.len() as u32) as usize];
                    if census {
                        most = most.max(legal.len());
                        let name = format!("{:?}", s.public().top());
                        let name = name.split([' ', '{']).next().unwrap().to_string();
                        *frames.entry(name).or_default() += 1;
                        depth = depth.max(s.public().frames.len());
                    }
                    s.play_unchecked(&rules, seat, a, &mut luck);
                    decisions += 1;
                    len += 1;
                }
                longest = longest.max(len);
                *ends.entry(s.outcome(&rules).unwrap().reason.to_string()).or_default() += 1;
            }
            let e = t.elapsed().as_secs_f64();
            println!(
                "{players} {version} {geek}: {:.0} dec/s, {:.1} dec/game longest {longest} depth {depth} most {most} size {}",
                decisions as f64 / e,
                decisions as f64 / n as f64,
                size_of::<State>()
            );
            println!("  {ends:?}");
            if census {
                println!("  {frames:?}");
            }
        }
    }
}
