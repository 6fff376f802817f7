//! `bench [GAME]`: how fast the engine is, on one core.

use std::cell::RefCell;
use std::hint::black_box;
use std::io::Write;
use std::mem::size_of;
use std::time::{Duration, Instant};

use bots::{Budget, Plan, Player as _, Question, Search, net_from, strong};
use encode::{Judge, Layers, Places};
use serde::Serialize;
use table::{Chance, Game, Light, Rulebook, Seat, Turn, Viewer};

use super::progress;
use crate::failure::{Done, Failure, check, usage};
use crate::on_game::{self, OnGame, Playable};
use crate::players::choices;
use crate::setting::{self, Setting};
use crate::text::{self, grouped};

/// The arguments of `bench`.
#[derive(clap::Args)]
pub struct Args {
    /// The game; all of them if there is none.
    game: Option<String>,
    /// How long each measurement takes.
    #[arg(long, default_value_t = 1.0)]
    seconds: f64,
    /// Measure the search of the bots in place of the engine.
    #[arg(long)]
    search: bool,
    #[command(flatten)]
    setting: Setting,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// The JSON of `bench --search` is a list of these; others rely on these keys.
#[derive(Serialize)]
struct SearchLine {
    game: &'static str,
    players: usize,
    iterations_per_second: SearchSpeed,
    net: Option<NetSpeed>,
}

/// Nanoseconds that a net takes, one view at a time.
#[derive(Serialize)]
struct NetSpeed {
    /// To judge a view: which places of it are not 0, and what they come to.
    judge_ns: f64,
    /// The second of these alone.
    net_ns: f64,
}

/// Iterations a second on one core.
#[derive(Serialize)]
struct SearchSpeed {
    /// With uniformly random playouts cut off after 10 decisions.
    uniform: f64,
    /// Guided by the policy written by hand, and judged by hand.
    greedy: f64,
    /// As the levels really search.
    levels: f64,
}

/// The JSON of `bench` is a list of these; others rely on these keys.
#[derive(Serialize)]
struct Line {
    game: &'static str,
    players: usize,
    /// Random play with full legal-move generation.
    decisions_per_second: f64,
    /// Copying a state.
    copy_ns: f64,
    /// Listing the legal actions of a seat that decides.
    legal_ns: f64,
    /// Playing a legal action, without the copy of the state it is played on.
    play_ns: f64,
    /// Making the view of the seat that decides.
    view_ns: f64,
    /// Imagining a state from that view.
    imagine_ns: f64,
    /// The size of a state.
    state_bytes: usize,
}

struct Measured<'a> {
    args: &'a Args,
    lines: RefCell<Vec<Line>>,
    searches: RefCell<Vec<SearchLine>>,
}

/// A moment of a random game.
struct Moment<G: Game> {
    state: G,
    seat: Seat,
    action: G::Action,
    view: G::View,
}

/// Moments from all parts of random games: few enough to stay in the cache, as a search's own states do.
fn moments<G: Game>(rules: &G::Rules) -> Result<Vec<Moment<G>>, Failure> {
    let (mut luck, mut legal, mut found) = (Light::new(1), Vec::new(), Vec::new());
    while found.len() < 64 {
        let mut state = G::new(rules, &mut luck);
        while let Turn::Decide(seats) = state.turn(rules) {
            let Some(seat) = seats.first() else {
                return check("nobody decides");
            };
            choices(rules, &state, seat, &mut legal)?;
            let action = legal[luck.below(legal.len() as u32) as usize];
            if luck.below(16) == 0 && found.len() < 64 {
                found.push(Moment { state, seat, action, view: state.view(rules, Viewer::Seat(seat)) });
            }
            state.play_unchecked(rules, seat, action, &mut luck);
        }
    }
    Ok(found)
}

/// The nanoseconds one call takes, measured over all moments again and again until the time is up.
fn nanoseconds<G: Game>(moments: &[Moment<G>], time: Duration, mut call: impl FnMut(&Moment<G>)) -> f64 {
    // A first round warms caches and branch predictors.
    moments.iter().for_each(&mut call);
    let (started, mut rounds) = (Instant::now(), 0_u64);
    while started.elapsed() < time {
        for _ in 0..16 {
            for moment in moments {
                call(black_box(moment));
            }
        }
        rounds += 16;
    }
    started.elapsed().as_secs_f64() * 1e9 / (rounds * moments.len() as u64) as f64
}

/// Decisions a second in random play with full legal-move generation.
fn speed<G: Game>(rules: &G::Rules, time: Duration) -> Result<f64, Failure> {
    let (mut luck, mut legal, mut decisions) = (Light::new(1), Vec::new(), 0_u64);
    let started = Instant::now();
    while started.elapsed() < time {
        let mut state = G::new(rules, &mut luck);
        while let Turn::Decide(seats) = state.turn(rules) {
            let Some(seat) = seats.first() else {
                return check("nobody decides");
            };
            choices(rules, &state, seat, &mut legal)?;
            let action = legal[luck.below(legal.len() as u32) as usize];
            state.play_unchecked(rules, seat, action, &mut luck);
            decisions += 1;
        }
        black_box(&state);
    }
    Ok(decisions as f64 / started.elapsed().as_secs_f64())
}

fn measure<G: Game>(rules: &G::Rules, time: Duration, done: impl Fn()) -> Result<Line, Failure> {
    let moments = moments::<G>(rules)?;
    let decisions_per_second = speed::<G>(rules, time)?;
    done();
    let copy_ns = nanoseconds(&moments, time, |moment| {
        black_box(&{ moment.state });
    });
    done();
    let mut legal = Vec::new();
    let legal_ns = nanoseconds(&moments, time, |moment| {
        legal.clear();
        moment.state.legal(rules, moment.seat, &mut legal);
        black_box(&legal);
    });
    done();
    let mut luck = Light::new(1);
    let copied_and_played = nanoseconds(&moments, time, |moment| {
        let mut state = moment.state;
        state.play_unchecked(rules, moment.seat, moment.action, &mut luck);
        black_box(&state);
    });
    done();
    let view_ns = nanoseconds(&moments, time, |moment| {
        black_box(&moment.state.view(rules, Viewer::Seat(moment.seat)));
    });
    done();
    let imagine_ns = nanoseconds(&moments, time, |moment| {
        black_box(&G::imagine(rules, &moment.view, &mut luck));
    });
    done();
    Ok(Line {
        game: G::INFO.name,
        players: rules.players(),
        decisions_per_second,
        copy_ns,
        legal_ns,
        play_ns: (copied_and_played - copy_ns).max(0.0),
        view_ns,
        imagine_ns,
        state_bytes: size_of::<G>(),
    })
}

/// Iterations a second of a search on one core, over decisions from all parts of random games.
fn search_speed<G: Playable>(
    rules: &G::Rules,
    time: Duration,
    mut search: Search<G>,
) -> Result<f64, Failure> {
    let moments = moments::<G>(rules)?;
    let (mut iterations, mut legal, started) = (0_u64, Vec::new(), Instant::now());
    for (number, moment) in moments.iter().cycle().enumerate() {
        let Moment { state, seat, view, .. } = moment;
        choices(rules, state, *seat, &mut legal)?;
        if legal.len() > 1 {
            search.forget();
            let look = || view.clone();
            let asked = Question::new(rules, *seat, &look, &legal, Budget::OWN, number as u64);
            iterations += u64::from(search.explain(&asked).visits);
        }
        if started.elapsed() >= time && number > 0 {
            break;
        }
    }
    Ok(iterations as f64 / started.elapsed().as_secs_f64())
}

fn measure_search<G: Playable>(rules: &G::Rules, time: Duration) -> Result<SearchLine, Failure> {
    let speed = |search: Search<G>| search_speed::<G>(rules, time, search);
    let long = |plan: Plan| Search::new(Plan { iterations: 2_000, threads: 1, ..plan });
    let (uniform, greedy) = (speed(long(Plan::UNIFORM))?, speed(long(Plan::GUIDED))?);
    let iterations_per_second = SearchSpeed { uniform, greedy, levels: speed(strong::<G>())? };
    let net = net_speed::<G>(rules, time)?;
    Ok(SearchLine { game: G::INFO.name, players: rules.players(), iterations_per_second, net })
}

/// How long the net that is built in takes for a view, if there is one.
fn net_speed<G: Playable>(rules: &G::Rules, time: Duration) -> Result<Option<NetSpeed>, Failure> {
    let Ok(net) = net_from::<G>(None) else { return Ok(None) };
    let Ok(mut judge) = Judge::<G>::new(rules, net.clone()) else { return Ok(None) };
    let moments = moments::<G>(rules)?;
    let judge_ns = nanoseconds(&moments, time, |moment| {
        black_box(judge.judge(&moment.view));
    });
    let begin = net.begin(&Places::default());
    let listed: Vec<Places> = moments
        .iter()
        .map(|moment| {
            judge.judge(&moment.view);
            judge.places().clone()
        })
        .collect();
    let (mut layers, mut next) = (Layers::default(), listed.iter().cycle());
    let net_ns = nanoseconds(&moments, time, |_| {
        let places = next.next().unwrap_or(&listed[0]);
        black_box(net.judge(&begin, black_box(places), &mut layers));
    });
    Ok(Some(NetSpeed { judge_ns, net_ns }))
}

impl OnGame for Measured<'_> {
    fn on<G: Playable>(&self, _: &mut dyn Write) -> Done {
        if cfg!(debug_assertions) && self.args.seconds >= 1.0 {
            return usage(
                "this is a debug build, whose speed says nothing: expected 'cargo run --release -- bench'",
            );
        }
        let time = Duration::try_from_secs_f64(self.args.seconds)
            .ok()
            .filter(|time| !time.is_zero())
            .ok_or_else(|| Failure::Usage("--seconds must be a number above 0".to_owned()))?;
        let options = self.args.setting.options()?;
        let (low, high) = match options.get("players") {
            Some(_) => (0, 0),
            None => table::player_range::<G::Rules>(),
        };
        let bar = progress(6 * (high - low + 1) as u64, "measurements");
        for players in low..=high {
            let mut options = options.clone();
            if players > 0 {
                options.set("players", &players.to_string());
            }
            let rules = setting::rules::<G>(&options)?;
            if self.args.search {
                self.searches.borrow_mut().push(measure_search::<G>(&rules, time)?);
                bar.inc(6);
                continue;
            }
            self.lines.borrow_mut().push(measure::<G>(&rules, time, || bar.inc(1))?);
        }
        bar.finish_and_clear();
        Ok(())
    }
}

fn print_searches(lines: &[SearchLine], args: &Args, out: &mut dyn Write) -> Done {
    if args.json {
        return text::json(out, &lines);
    }
    writeln!(
        out,
        "{:<16}players  iterations/s: uniform playouts of 10   by hand   as the levels search   a view judged (ns)   of which the net",
        "game"
    )?;
    for SearchLine { game, players, iterations_per_second, net } in lines {
        let SearchSpeed { uniform, greedy, levels } = iterations_per_second;
        let [uniform, greedy, levels] = [uniform, greedy, levels].map(|speed| grouped(*speed as u64));
        write!(out, "{game:<16}{players:>7} {uniform:>38} {greedy:>9} {levels:>22}")?;
        match net {
            Some(NetSpeed { judge_ns, net_ns }) => writeln!(out, " {judge_ns:>20.0} {net_ns:>18.0}")?,
            None => writeln!(out)?,
        }
    }
    Ok(())
}

/// Measures one game or all.
pub fn run(args: &Args, out: &mut dyn Write) -> Done {
    let measured = Measured { args, lines: RefCell::default(), searches: RefCell::default() };
    match &args.game {
        Some(game) => on_game::run(game, &measured, out)?,
        None => on_game::run_all(&measured, out)?,
    }
    if args.search {
        return print_searches(&measured.searches.into_inner(), args, out);
    }
    let lines = measured.lines.into_inner();
    if args.json {
        return text::json(out, &lines);
    }
    writeln!(
        out,
        "{:<16}players  decisions/s   copy  legal   play   view  imagine (ns)  state (bytes)",
        "game"
    )?;
    for line in lines {
        let speed = grouped(line.decisions_per_second as u64);
        writeln!(
            out,
            "{:<16}{:>7} {speed:>12} {:>6.0} {:>6.0} {:>6.0} {:>6.0} {:>8.0} {:>18}",
            line.game,
            line.players,
            line.copy_ns,
            line.legal_ns,
            line.play_ns,
            line.view_ns,
            line.imagine_ns,
            line.state_bytes
        )?;
    }
    Ok(())
}
