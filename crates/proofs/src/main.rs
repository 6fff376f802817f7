//! `cargo run --release -p gloria-proofs -- crash | clocks | pair | cluster | simulate | twins | load | shards | attack | shelf`: the harnesses behind `docs/reliability.md`.

use std::path::PathBuf;
use std::pin::Pin;
use std::process::ExitCode;
use std::time::Duration;

use clap::{Parser, Subcommand};
use games::{Playable, Visit};
use gloria_proofs::attack::Flood;
use gloria_proofs::crash_clocks::Knows;
use gloria_proofs::twins::{Plant, Tally};
use gloria_proofs::{
    Flaw, House, Manner, Program, attack, cluster, crash, crash_clocks, load, pair, sharded, shelf, simulate,
    twins,
};
use store::Database;

/// Proves what docs/reliability.md promises.
#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Kills the server under load, again and again: nothing acknowledged may be lost or doubled.
    Crash {
        /// How often it is killed.
        #[arg(long, default_value_t = 200)]
        cycles: u32,
        /// How often the negative control is killed, which acknowledges before it commits and must lose something.
        #[arg(long, default_value_t = 10)]
        control: u32,
        /// Where the luck of the run comes from.
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Kills the server under a game with three clocks, again and again: no clock may be off by a second, and no flag may fall.
    Clocks {
        /// How often it is killed.
        #[arg(long, default_value_t = 200)]
        cycles: u32,
        /// How often the negative control is killed, which knows nothing of the time in which nobody was there.
        #[arg(long, default_value_t = 10)]
        control: u32,
        /// Against the harness's own server instead of the `gloria` beside it.
        #[arg(long)]
        own: bool,
        /// Where the luck of the run comes from.
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Lets many ask to be paired at once: all must be seated within five seconds, and nobody twice.
    Pair {
        /// How many.
        #[arg(long, default_value_t = 500)]
        players: usize,
        /// How many ask the negative control, which does not look whether somebody still waits and must seat somebody twice.
        #[arg(long, default_value_t = 40)]
        control: usize,
        /// On a PostgreSQL of its own with so many nodes, instead of one server on a file.
        #[arg(long)]
        nodes: Option<usize>,
        /// Against the harness's own server instead of the `gloria` beside it.
        #[arg(long)]
        own: bool,
    },
    /// Lets everything fail around several nodes on one PostgreSQL, and holds what players were told against the logs.
    Cluster {
        /// How many faults.
        #[arg(long, default_value_t = 500)]
        faults: u32,
        /// How many faults there are with each negative control, which must be caught.
        #[arg(long, default_value_t = 40)]
        control: u32,
        /// How many nodes.
        #[arg(long, default_value_t = 3)]
        nodes: usize,
        /// Only the harness's own build of the server; otherwise all nodes but the first are the `gloria` beside it.
        #[arg(long)]
        own: bool,
        /// Where the luck of the run comes from.
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Lives through simulated worlds in which everything fails around several nodes, one for each seed.
    Simulate {
        /// How many seeds.
        #[arg(long, default_value_t = 10_000)]
        seeds: u64,
        /// The first of them.
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// The most seeds until each negative control must be caught.
        #[arg(long, default_value_t = 50)]
        control: u64,
        /// Prints everything that anybody did and saw in the first of them, and nothing else.
        #[arg(long)]
        trace: bool,
    },
    /// Compares every byte sent to a seat from two tables that differ only in what the seat can't know.
    Twins {
        /// How many pairs of each game.
        #[arg(long, default_value_t = 500)]
        pairs: u32,
        /// Where the luck of the run comes from.
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Measures how long updates take with many streams on many tables.
    Load {
        /// How many tables of four.
        #[arg(long, default_value_t = 500)]
        tables: usize,
        /// Decisions a second.
        #[arg(long, default_value_t = 200)]
        rate: u32,
        /// For how many seconds.
        #[arg(long, default_value_t = 30)]
        seconds: u64,
        /// How many more tables there are where strong bots think all the time.
        #[arg(long, default_value_t = 0)]
        bots: usize,
        /// Decisions at each table before it is measured.
        #[arg(long, default_value_t = 8)]
        warm: u32,
        /// How often it is measured.
        #[arg(long, default_value_t = 1)]
        runs: u32,
        /// On a PostgreSQL of its own with so many nodes; several numbers are measured one after the other.
        #[arg(long, value_delimiter = ',')]
        nodes: Vec<usize>,
    },
    /// Floods the server in every way that was ever found, and measures what honest players wait meanwhile.
    Attack {
        /// For how many seconds it is measured without and with each flood.
        #[arg(long, default_value_t = 15)]
        seconds: u64,
        /// Only the flood of this name.
        #[arg(long)]
        only: Option<String>,
        /// Against the harness's own server instead of the `gloria` beside it.
        #[arg(long)]
        own: bool,
    },
    /// A trial: tables spread over one and over two databases by their names, and how fast events become durable.
    Shards {
        /// How many writers, each at a table of its own.
        #[arg(long, default_value_t = 200)]
        writers: usize,
        /// For how many seconds.
        #[arg(long, default_value_t = 10)]
        seconds: u64,
    },
    /// Fills a house with tables and measures its start, its front page, tables nobody has looked at, and its memory.
    Shelf {
        /// How many.
        #[arg(long, default_value_t = 1_000_000)]
        tables: u64,
        /// How many of them are not finished.
        #[arg(long, default_value_t = 0)]
        unfinished: u64,
        /// In a PostgreSQL of its own instead of a file.
        #[arg(long)]
        postgres: bool,
        /// With the harness's own server instead of the `gloria` beside it.
        #[arg(long)]
        own: bool,
    },
    /// Thinks as `gloria think` does, for the harnesses.
    #[command(hide = true)]
    Think {
        #[arg(long)]
        database: Database,
        /// Never gives a claim back: wrong on purpose.
        #[arg(long)]
        endless: bool,
    },
    /// Serves as `gloria serve` does, for the harnesses.
    #[command(hide = true)]
    Serve {
        #[arg(long)]
        database: Database,
        /// Acknowledges before the commit: wrong on purpose.
        #[arg(long)]
        hasty: bool,
        /// Appends without the expected seq: wrong on purpose.
        #[arg(long)]
        careless: bool,
        /// Gives no claim back: wrong on purpose.
        #[arg(long)]
        endless: bool,
        /// Does not look whether somebody still waits for a seat: wrong on purpose.
        #[arg(long)]
        unheeding: bool,
        /// With the limits of `gloria serve`.
        #[arg(long)]
        guarded: bool,
    },
}

/// The real program beside this one.
fn gloria() -> Result<Program, String> {
    let own = own()?;
    let gloria = own.with_file_name(format!("gloria{}", std::env::consts::EXE_SUFFIX));
    if gloria.exists() {
        Ok(Program::Gloria(gloria))
    } else {
        Err(format!("{} is not there: build it with cargo build --release -p gloria-cli", gloria.display()))
    }
}

fn own() -> Result<PathBuf, String> {
    std::env::current_exe().map_err(|error| error.to_string())
}

fn crash(cycles: u32, control: u32, seed: u64) -> Result<(), String> {
    let plan = |program, cycles| crash::Plan { program, cycles, clients: 6, tables: 6, seed };
    let progress = |found: &crash::Found| {
        if found.cycles.is_multiple_of(20) {
            println!("   {found}");
        }
    };
    let found = crash::run(&plan(gloria()?, cycles), progress)?;
    println!("gloria serve: {found}");
    if found.lost + found.doubled > 0 {
        return Err("something acknowledged was lost or doubled".to_owned());
    }
    let found = crash::run(&plan(Program::Hasty(own()?), control), progress)?;
    println!("acknowledged before the commit: {found}");
    if found.lost == 0 {
        return Err("the negative control lost nothing, so this harness proves nothing".to_owned());
    }
    Ok(())
}

/// By how much a clock may be off after all kills, in milliseconds.
const OFF: u64 = 1000;

fn off(found: &crash_clocks::Found) -> bool {
    found.worst.all.unsigned_abs() > OFF
}

fn clocks(program: Program, cycles: u32, control: u32, seed: u64) -> Result<(), String> {
    let progress = |found: &crash_clocks::Found| {
        if found.cycles.is_multiple_of(20) {
            println!("   {found}");
        }
    };
    let away = Duration::ZERO;
    let plan = crash_clocks::Plan { program, cycles, away, knows: Knows::Absence, seed };
    let found = crash_clocks::run(&plan, progress)?;
    println!("clocks: {found}");
    if off(&found) || found.flags > 0 || found.looks.contains(&0) {
        return Err("a clock is off, or a flag fell".to_owned());
    }
    let away = Duration::from_millis(500);
    let found = crash_clocks::run(
        &crash_clocks::Plan { cycles: control, away, knows: Knows::Nothing, ..plan },
        progress,
    )?;
    println!("knowing nothing of it: {found}");
    if !off(&found) {
        return Err("the negative control lost no time, so this harness proves nothing".to_owned());
    }
    Ok(())
}

/// Within how many seconds all have to be seated who ask within one.
const SEATED: f64 = 5.0;

fn pair(program: Program, players: usize, control: usize, house: House) -> Result<(), String> {
    let (within, patience) = (Duration::from_millis(950), Duration::from_secs(30));
    // They play in twos.
    let plan = pair::Plan { program, house, players: players.next_multiple_of(2), within, patience };
    let found = pair::run(&plan)?;
    println!("pair: {found}");
    if found.asked > 1.0 {
        return Err("this machine was too slow to let them ask within a second".to_owned());
    }
    if found.unseated + found.twice > 0 || found.all > SEATED {
        return Err(format!("expected all to be seated within {SEATED} s, and nobody twice"));
    }
    let (program, patience) = (Program::Unheeding(own()?), Duration::from_secs(10));
    let found = pair::run(&pair::Plan { program, players: control.next_multiple_of(2), patience, ..plan })?;
    println!("without looking whether somebody still waits: {found}");
    if found.twice == 0 {
        return Err("the negative control seated nobody twice, so this harness proves nothing".to_owned());
    }
    Ok(())
}

/// The nodes of a cluster. The clock of the first, the harness's own, can be set.
fn nodes(number: usize, others: &Program) -> Result<Vec<Program>, String> {
    let mut nodes = vec![Program::Honest(own()?)];
    nodes.resize(number.max(1), others.clone());
    Ok(nodes)
}

fn cluster(faults: u32, control: u32, number: usize, others: &Program, seed: u64) -> Result<(), String> {
    let games = games::NAMES.iter().map(|name| (*name).to_owned()).collect();
    let thinkers = vec![Program::Honest(own()?), others.clone()];
    let nodes = nodes(number, others)?;
    let plan = cluster::Plan {
        nodes,
        thinkers,
        faults,
        guests: 4,
        tables: 5,
        games,
        mended: Duration::from_secs(40),
        seed,
    };
    let progress = |number: u32| {
        if number.is_multiple_of(50) {
            println!("   {number} faults");
        }
    };
    let found = cluster::run(&plan, progress)?;
    println!("{number} nodes: {found}");
    if !found.verdict.wrong.is_empty() {
        return Err("what players were told is not true".to_owned());
    }
    for program in [Program::Hasty(own()?), Program::Careless(own()?), Program::Endless(own()?)] {
        let (nodes, thinkers) = (vec![program.clone(); number], vec![program.clone(); 2]);
        // At fewer tables they get in each other's way more often.
        let planted = cluster::Plan { nodes, thinkers, faults: control, tables: 2, ..plan.clone() };
        let found = cluster::run(&planted, progress)?;
        println!("{program:?}: {found}");
        if found.verdict.wrong.is_empty() {
            return Err("the negative control was not caught, so this harness proves nothing".to_owned());
        }
    }
    println!("cluster: {faults} faults, everything told is true, and every control was caught");
    Ok(())
}

/// Every so many seeds one is lived through twice, to see that it gives the same trace.
const TWICE: u64 = 50;

fn simulate(first: u64, seeds: u64, control: u64) -> Result<(), String> {
    let (mut faults, mut acknowledged, mut shown, mut verified) = (0, 0, 0, 0);
    for seed in first..first + seeds {
        let trace = simulate::run(seed, None);
        if !trace.verdict.wrong.is_empty() {
            return Err(format!("seed {seed}: {trace}"));
        }
        if seed.is_multiple_of(TWICE) {
            let again = simulate::run(seed, None);
            let apart = trace.told.iter().zip(&again.told).find(|(one, other)| one != other);
            if again.mark != trace.mark {
                return Err(format!("seed {seed} gives another trace the second time: {apart:?}"));
            }
        }
        faults += u64::from(trace.faults.values().sum::<u32>());
        acknowledged += trace.verdict.acknowledged;
        shown += trace.verdict.shown;
        verified += trace.verdict.verified;
        if (seed + 1 - first).is_multiple_of(500) {
            println!("   {} seeds", seed + 1 - first);
        }
    }
    println!(
        "{seeds} seeds: {faults} faults, {acknowledged} decisions acknowledged, {shown} positions as the log says, \
         {verified} records verified; nothing lost, doubled or out of order, and every {TWICE}th seed the same twice"
    );
    for flaw in simulate::FLAWS {
        let caught = (first..first + control).find_map(|seed| {
            let verdict = simulate::run(seed, Some(flaw)).verdict;
            verdict.wrong.first().map(|(wrong, why)| format!("seed {seed}: {wrong:?}: {why}"))
        });
        let caught = caught.ok_or_else(|| format!("{flaw:?} is not caught within {control} seeds"))?;
        println!("{flaw:?} is caught by {caught}");
    }
    println!("simulate: {seeds} seeds, everything told is true, and every control was caught");
    Ok(())
}

async fn twins<G: Playable>(pairs: u32, seed: u64) -> Result<Tally, String> {
    let tally = twins::run::<G>(pairs, seed, Plant::Nothing).await?;
    println!("{}: {tally}", G::INFO.name);
    for plant in [Plant::StateHash, Plant::OtherEyes] {
        match twins::run::<G>(pairs.min(100), seed, plant).await {
            Ok(_) => return Err(format!("{}: the planted leak {plant:?} was not caught", G::INFO.name)),
            Err(caught) => {
                let caught: String = caught.chars().take(160).collect();
                println!("   planted {plant:?} caught: {caught}…");
            }
        }
    }
    Ok(tally)
}

/// Compares the twin tables of a game.
struct Twins {
    pairs: u32,
    seed: u64,
}

impl Visit for Twins {
    type Answer = Pin<Box<dyn Future<Output = Result<Tally, String>>>>;
    fn visit<G: Playable>(&mut self) -> Self::Answer {
        Box::pin(twins::<G>(self.pairs, self.seed))
    }
}

fn all_twins(pairs: u32, seed: u64) -> Result<(), String> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| error.to_string())?;
    runtime.block_on(async {
        for game in games::each(&mut Twins { pairs, seed }) {
            game.await?;
        }
        println!("twins: {pairs} pairs of each game alike, and every planted leak was caught");
        Ok(())
    })
}

fn measure(plan: &load::Plan, runs: u32) -> Result<(), String> {
    let mut best: Option<f64> = None;
    for run in 1..=runs {
        let busy = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
        let measured = load::run(plan)?;
        println!("run {run} (load of the machine before it: {})\n{measured}", busy.trim());
        if measured.lost > 0 || measured.refused > 0 {
            return Err("something was lost or refused".to_owned());
        }
        if measured.lost > 0 || measured.pages.1 > 0 {
            return Err("updates were lost, or pages are not what the server draws".to_owned());
        }
        let p99 = measured.percentile(99.0);
        best = Some(best.map_or(p99, |best| best.min(p99)));
    }
    match best {
        Some(p99) if p99 <= 50.0 => {
            println!("load: p99 {p99:.1} ms at {} decisions a second, nothing lost or refused", plan.rate);
            Ok(())
        }
        Some(p99) => Err(format!("p99 is {p99:.1} ms: expected 50 or less")),
        None => Ok(()),
    }
}

/// How long 99 of 100 answers may take in any case: below that the machine's scheduler is measured.
const ENOUGH: f64 = 25.0;

fn attacks(program: &Program, time: Duration, only: Option<&str>) -> Result<(), String> {
    let mut over = Vec::new();
    for flood in Flood::ALL {
        let name = format!("{flood:?}").to_lowercase();
        if only.is_some_and(|only| only != name) {
            continue;
        }
        let measured = attack::run(program, flood, time)?;
        println!("{name}: {measured}");
        if measured.ratio() > 2.0 && load::percentile(&measured.under, 99.0) > ENOUGH {
            over.push(name);
        }
    }
    if over.is_empty() {
        Ok(())
    } else {
        Err(format!("honest players waited more than twice as long: {}", over.join(", ")))
    }
}

fn shelf(program: Program, tables: u64, unfinished: u64, house: House) -> Result<(), String> {
    let unfinished = unfinished.min(tables);
    let cold = if unfinished > 0 { 200 } else { 0 };
    let measured = shelf::run(&shelf::Plan { program, house, tables, unfinished, pages: 500, cold })?;
    println!("{house:?}: {measured}");
    let page = load::percentile(&measured.pages, 99.0);
    // Lists know every unfinished table, and are read at the start.
    let (start, memory) = if unfinished > 0 { (2.0, 500) } else { (1.0, 150) };
    let opens = cold == 0 || load::percentile(&measured.cold, 99.0) <= 100.0;
    if measured.start > start || page > 50.0 || measured.memory > memory || !opens {
        return Err(format!(
            "expected a start within {start} s, a front page within 50 ms, a cold table within 100 ms and {memory} MB"
        ));
    }
    Ok(())
}

fn run() -> Result<(), String> {
    match Arguments::parse().command {
        Command::Crash { cycles, control, seed } => crash(cycles, control, seed),
        Command::Clocks { cycles, control, own: true, seed } => {
            clocks(Program::Honest(own()?), cycles, control, seed)
        }
        Command::Clocks { cycles, control, own: false, seed } => clocks(gloria()?, cycles, control, seed),
        Command::Pair { players, control, nodes, own: as_own } => {
            let program = if as_own { Program::Honest(own()?) } else { gloria()? };
            pair(program, players, control, nodes.map_or(House::File, House::Nodes))
        }
        Command::Cluster { faults, control, nodes, own: true, seed } => {
            cluster(faults, control, nodes, &Program::Honest(own()?), seed)
        }
        Command::Cluster { faults, control, nodes, own: false, seed } => {
            cluster(faults, control, nodes, &gloria()?, seed)
        }
        Command::Simulate { seed, trace: true, .. } => {
            let trace = simulate::run(seed, None);
            trace.told.iter().for_each(|line| println!("{line}"));
            println!("{trace}");
            Ok(())
        }
        Command::Simulate { seeds, seed, control, trace: false } => simulate(seed, seeds, control),
        Command::Twins { pairs, seed } => all_twins(pairs, seed),
        Command::Load { tables, rate, seconds, bots, warm, runs, nodes } => {
            let time = Duration::from_secs(seconds);
            let houses = match nodes.as_slice() {
                [] => vec![House::File],
                some => some.iter().copied().map(House::Nodes).collect(),
            };
            for house in houses {
                println!("{house:?}");
                measure(&load::Plan { program: gloria()?, house, tables, rate, time, bots, warm }, runs)?;
            }
            Ok(())
        }
        Command::Attack { seconds, only, own: true } => {
            attacks(&Program::Honest(own()?), Duration::from_secs(seconds), only.as_deref())
        }
        Command::Attack { seconds, only, own: false } => {
            attacks(&gloria()?, Duration::from_secs(seconds), only.as_deref())
        }
        Command::Shards { writers, seconds } => {
            for databases in [1, 2] {
                println!("{}", sharded::run(databases, writers, Duration::from_secs(seconds))?);
            }
            Ok(())
        }
        Command::Shelf { tables, unfinished, postgres, own: as_own } => {
            let program = if as_own { Program::Honest(own()?) } else { gloria()? };
            shelf(program, tables, unfinished, if postgres { House::Nodes(1) } else { House::File })
        }
        Command::Think { database, endless } => {
            gloria_proofs::think(&database, endless.then_some(Flaw::Endless))
        }
        Command::Serve { database, hasty, careless, endless, unheeding, guarded } => {
            let flaws = [
                (hasty, Flaw::Hasty(Duration::from_millis(20))),
                (careless, Flaw::Careless),
                (endless, Flaw::Endless),
                (unheeding, Flaw::Unheeding),
            ];
            let manner = match flaws.into_iter().find(|(asked, _)| *asked) {
                Some((_, flaw)) => Manner::Planted(flaw),
                None if guarded => Manner::Guarded,
                None => Manner::Honest,
            };
            gloria_proofs::serve(&database, manner)
        }
    }
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}
