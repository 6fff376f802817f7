//! The protocol of several nodes in a simulated world: our own code, every moment of it by a seed.
//!
//! Each node is a whole service of ours (the router, its tables, what follows the news) on a runtime of its own, on this thread, whose
//! time stands still unless it is let go on. The database is in memory; every call takes its time, fails before it is done or after it,
//! and news of what others wrote comes late, twice, or not at all until the connection is there again. A crash drops a node's runtime, so
//! it ends wherever its tasks wait; a node that stands still is not let go on; clocks jump. The same seed gives the same trace.

mod node;
mod player;
mod queue;
mod world;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use table::{Chance, Light};
use tokio::runtime::Runtime;
use tokio::task::LocalSet;

use self::node::{Node, Role, runtime};
use self::player::{House, Player};
use self::world::World;
use crate::judge::{Verdict, Wrong, judge};
use crate::planted::Flaw;

/// How many nodes that serve and that think, guests, hands of each guest, and tables of each.
const NODES: usize = 3;
const THINKERS: usize = 2;
const ALL: usize = NODES + THINKERS;
const GUESTS: usize = 2;
const HANDS: usize = 2;
const TABLES: usize = 1;

/// How long everybody goes on before the next, in milliseconds; the order is drawn each time.
const STEP: u64 = 5;

/// How long things fail, and how long it may take afterwards until all is as it should be.
const FAILING: u64 = 3_000;
const MENDED: u64 = 30_000;

/// The faults that can be planted here: each must be caught.
pub const FLAWS: [Flaw; 3] = [Flaw::Hasty(Duration::from_millis(20)), Flaw::Careless, Flaw::Endless];

/// What goes wrong.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Fault {
    /// A node ends at once, and starts again.
    Crash,
    /// A node stands still for a while.
    Stop,
    /// A node ends in good order, and another takes its place.
    Drain,
    /// A node's calls to the database fail for a while, done or not.
    Cut,
    /// A node hears no news for a while.
    Deaf,
    /// The database is gone for everybody for a while.
    Database,
    /// A node's clock jumps.
    Clock,
}

impl Fault {
    const ALL: [Self; 7] =
        [Self::Crash, Self::Stop, Self::Drain, Self::Cut, Self::Deaf, Self::Database, Self::Clock];
}

/// What became of one seed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trace {
    /// A mark of everything that anybody did and saw, in order, and of the logs.
    pub mark: u64,
    /// How many faults there were of each kind.
    pub faults: BTreeMap<Fault, u32>,
    /// What the judge says.
    pub verdict: Verdict,
    /// All of it in words.
    pub told: Vec<String>,
}

impl fmt::Display for Trace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} faults, trace {:016x}: {}", self.faults.values().sum::<u32>(), self.mark, self.verdict)
    }
}

/// How a node is kept from going on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ill {
    /// It is not there until then.
    Gone(u64),
    /// It stands still since and until then.
    Still(u64, u64),
    /// It ends in good order, by then.
    Draining(u64),
}

struct Simulated {
    world: Arc<World>,
    nodes: Vec<(Node, Option<Ill>)>,
    players: Runtime,
    tasks: LocalSet,
    house: Rc<House>,
    luck: Light,
    flaw: Option<Flaw>,
    faults: BTreeMap<Fault, u32>,
    told: Vec<String>,
}

/// Lives through one seed, with a fault planted or not.
pub fn run(seed: u64, flaw: Option<Flaw>) -> Trace {
    let mut luck = Light::new(seed);
    web::set_luck(luck.next_u64());
    web::set_clock(0);
    let world = World::new(ALL, luck.next_u64());
    let mut nodes: Vec<(Node, Option<Ill>)> = (0..ALL)
        .map(|at| (Node::new(at, if at < NODES { Role::Serves } else { Role::Thinks }), None))
        .collect();
    for (node, _) in &mut nodes {
        node.start(&world, flaw);
    }
    let house = Rc::new(House::new(nodes.iter().take(NODES).map(|(node, _)| node.door.clone()).collect()));
    let tasks = LocalSet::new();
    for _ in 0..GUESTS {
        let (token, own) = (Rc::new(RefCell::new(String::new())), Rc::new(RefCell::new(Vec::new())));
        let mut first = Player::new(&house, &token, luck.next_u64());
        tasks.spawn_local(async move { first.arrive().await });
        for _ in 0..HANDS {
            let hand = Player::new(&house, &token, luck.next_u64());
            tasks.spawn_local(hand.play(Rc::clone(&own), TABLES));
            tasks.spawn_local(Player::new(&house, &token, luck.next_u64()).follow());
        }
    }
    let players = runtime();
    let (faults, told) = (BTreeMap::new(), Vec::new());
    Simulated { world, nodes, players, tasks, house, luck, flaw, faults, told }.live()
}

impl Simulated {
    fn live(mut self) -> Trace {
        while self.world.now() < FAILING {
            if self.luck.below(30) == 0 {
                self.harm();
            }
            self.step();
        }
        self.world.mend();
        self.house.over.set(true);
        let mut verdict = Verdict::default();
        let settled = |simulated: &Self| {
            simulated.nodes.iter().all(|(_, ill)| ill.is_none()) && simulated.house.playing.get() == 0
        };
        let until = self.world.now() + MENDED;
        while !settled(&self) && self.world.now() < until {
            self.step();
        }
        if self.house.playing.get() > 0 {
            verdict.add(Wrong::Stuck, format!("{} are never answered", self.house.playing.get()));
        }
        let logs = loop {
            let logs = self.players.block_on(self.world.logs());
            let found = judge(&self.house.history.all(), &logs, &self.house.open.borrow());
            // Streams may take a while to see the end, and bots to decide; everything else is as it is.
            if (found.count(Wrong::Apart) == 0 && found.owed.is_empty()) || self.world.now() > until {
                for table in &found.owed {
                    verdict.add(Wrong::Stuck, format!("bots never decide at {table}"));
                }
                verdict = Verdict { wrong: [verdict.wrong, found.wrong].concat(), ..found };
                break logs;
            }
            for _ in 0..40 {
                self.step();
            }
        };
        let mut told = std::mem::take(&mut self.told);
        told.extend(self.house.history.all().iter().map(|note| format!("{note:?}")));
        told.extend(logs.values().flatten().map(|event| format!("{event:?}")));
        let mut marking = DefaultHasher::new();
        told.hash(&mut marking);
        Trace { mark: marking.finish(), faults: self.faults, verdict, told }
    }

    /// Everybody goes on a little, in an order that is drawn.
    fn step(&mut self) {
        let time = Duration::from_millis(STEP);
        self.world.pass(STEP);
        let mut order: Vec<usize> = (0..=ALL).collect();
        for at in (1..order.len()).rev() {
            order.swap(at, self.luck.below(at as u32 + 1) as usize);
        }
        for at in order {
            if at == ALL {
                self.tasks.block_on(&self.players, async { tokio::time::sleep(time).await });
            } else {
                self.mend(at);
                let (node, ill) = &self.nodes[at];
                if !matches!(ill, Some(Ill::Still(_, _))) {
                    node.go_on(&self.world, time);
                }
            }
        }
    }

    fn mend(&mut self, at: usize) {
        let now = self.world.now();
        let (node, ill) = &mut self.nodes[at];
        match *ill {
            Some(Ill::Gone(until)) if until <= now => {
                node.start(&self.world, self.flaw);
                *ill = None;
            }
            Some(Ill::Still(since, until)) if until <= now => {
                node.wake(Duration::from_millis(now - since));
                *ill = None;
            }
            Some(Ill::Draining(until)) if until <= now => {
                node.crash();
                *ill = Some(Ill::Gone(now + 1));
            }
            Some(Ill::Gone(_) | Ill::Still(_, _) | Ill::Draining(_)) | None => {}
        }
    }

    fn harm(&mut self) {
        let fault = Fault::ALL[self.luck.below(Fault::ALL.len() as u32) as usize];
        let at = self.luck.below(ALL as u32) as usize;
        let now = self.world.now();
        let mut time = |most: u32| u64::from(1 + self.luck.below(most));
        let (node, ill) = &mut self.nodes[at];
        let well = ill.is_none() && node.is_there();
        match fault {
            Fault::Crash if well => {
                node.crash();
                *ill = Some(Ill::Gone(now + time(400)));
            }
            Fault::Stop if well => *ill = Some(Ill::Still(now, now + time(2_000))),
            Fault::Drain if well => {
                node.drain();
                *ill = Some(Ill::Draining(now + time(300)));
            }
            Fault::Crash | Fault::Stop | Fault::Drain => return,
            Fault::Cut => self.world.cut(at, time(400)),
            Fault::Deaf => self.world.deafen(at, time(600)),
            Fault::Database => {
                for at in 0..ALL {
                    self.world.cut(at, time(400));
                    self.world.deafen(at, time(600));
                }
            }
            // Up to two days, either way.
            Fault::Clock => node.shift = i64::from(self.luck.below(345_600)) * 1000 - 172_800_000,
        }
        *self.faults.entry(fault).or_default() += 1;
        self.told.push(format!("{now}: {fault:?} {at}"));
    }
}
