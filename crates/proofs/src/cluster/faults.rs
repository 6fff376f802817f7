//! What goes wrong, and how it is mended.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use store::testkit::Cluster;
use table::{Chance, Light};

use super::player::House;
use super::proxy::{Proxy, Way};
use crate::server::{Folder, Program, Server, Signal};

/// What goes wrong.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Fault {
    /// A node is killed, and started again a moment later.
    Kill,
    /// A node stands still for a while, and goes on as if nothing had been.
    Stop,
    /// A node is asked to end, and another takes its place.
    Drain,
    /// A node's connections to the database are cut.
    Cut,
    /// The database hears a node, but its answers do not come through, and then the connections are cut.
    Mute,
    /// For a while nothing passes between a node and the database, and nobody is told.
    Hold,
    /// For a while a node does not reach the database at all.
    Gone,
    /// The database stops at once, as if its machine had been switched off, and starts again.
    Database,
    /// A node's clock jumps.
    Clock,
}

/// How often each happens.
const OFTEN: [(Fault, u32); 9] = [
    (Fault::Kill, 30),
    (Fault::Stop, 14),
    (Fault::Drain, 6),
    (Fault::Cut, 14),
    (Fault::Mute, 12),
    (Fault::Hold, 7),
    (Fault::Gone, 6),
    (Fault::Database, 4),
    (Fault::Clock, 7),
];

fn any(luck: &mut Light) -> Fault {
    let all = OFTEN.iter().map(|(_, often)| often).sum();
    let mut drawn = luck.below(all);
    for (fault, often) in OFTEN {
        if drawn < often {
            return fault;
        }
        drawn -= often;
    }
    Fault::Kill
}

/// Milliseconds between these.
fn between(luck: &mut Light, least: u32, most: u32) -> Duration {
    Duration::from_millis(u64::from(least + luck.below(most - least)))
}

/// How something is mended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mend {
    Start,
    Continue,
    Open,
    /// The connections are cut before it is as it was.
    CutAndOpen,
}

/// What a node is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Role {
    Serves,
    Thinks,
}

struct Node {
    program: Program,
    database: PathBuf,
    proxy: Proxy,
    /// What went wrong, as it says.
    log: PathBuf,
    role: Role,
    server: Option<Server>,
    /// What is wrong with it, until when.
    ill: Option<(Instant, Mend)>,
}

impl Node {
    /// Starts it; what keeps it from starting may pass.
    fn start(&mut self) -> Result<SocketAddr, String> {
        let began = Instant::now();
        loop {
            let started = match self.role {
                Role::Serves => Server::logged(&self.program, &self.database, &self.log),
                Role::Thinks => Server::thinking(&self.program, &self.database, &self.log),
            };
            match started {
                Ok(server) => {
                    let address = server.address;
                    self.server = Some(server);
                    return Ok(address);
                }
                Err(why) if began.elapsed() > Duration::from_secs(30) => return Err(why),
                Err(_) => std::thread::sleep(Duration::from_millis(100)),
            }
        }
    }

    fn kill(&mut self) {
        if let Some(server) = self.server.take() {
            server.kill();
        }
    }

    fn signal(&self, signal: Signal) {
        if let Some(server) = &self.server {
            server.signal(signal);
        }
    }
}

/// All nodes.
pub struct Nodes {
    all: Vec<Node>,
    folder: Folder,
}

impl Nodes {
    /// Starts one for each program that serves and then for each that thinks, each with its own way to the database.
    pub fn start(
        serve: &[Program],
        think: &[Program],
        cluster: &Cluster,
        database: &str,
    ) -> Result<Self, String> {
        let (mut all, folder) = (Vec::new(), Folder::new()?);
        let serve = serve.iter().map(|program| (program, Role::Serves));
        for (program, role) in serve.chain(think.iter().map(|program| (program, Role::Thinks))) {
            let proxy = Proxy::new(cluster.port())?;
            let database = PathBuf::from(format!("postgres://gloria@{}/{database}", proxy.address));
            let (program, log) = (program.clone(), folder.file("log"));
            let mut node = Node { program, database, proxy, log, role, server: None, ill: None };
            node.start()?;
            all.push(node);
        }
        Ok(Self { all, folder })
    }

    /// Where something panicked, as the nodes say.
    pub fn panics(&self) -> Vec<String> {
        let log = std::fs::read_to_string(self.folder.file("log")).unwrap_or_default();
        log.lines().filter(|line| line.contains("panicked at")).map(str::to_owned).collect()
    }

    /// Where they are.
    pub fn addresses(&self) -> impl Iterator<Item = SocketAddr> {
        let serve = self.all.iter().filter(|node| node.role == Role::Serves);
        serve.filter_map(|node| node.server.as_ref().map(|server| server.address))
    }

    /// Lets this many things go wrong, and mends them all in the end; how many of each kind there were.
    pub fn fail(
        &mut self,
        faults: u32,
        luck: &mut Light,
        cluster: &mut Cluster,
        house: &House,
        progress: &impl Fn(u32),
    ) -> Result<BTreeMap<Fault, u32>, String> {
        let mut done: BTreeMap<Fault, u32> = BTreeMap::new();
        // Everybody sits down first.
        std::thread::sleep(Duration::from_millis(500));
        for number in 1..=faults {
            let fault = any(luck);
            let at = self.well_one(luck, house)?;
            self.harm(at, fault, luck, cluster)?;
            *done.entry(fault).or_default() += 1;
            progress(number);
            let pause = Instant::now() + between(luck, 20, 250);
            while Instant::now() < pause {
                self.mend(house, Instant::now())?;
                std::thread::sleep(Duration::from_millis(5));
            }
        }
        while self.all.iter().any(|node| node.ill.is_some()) {
            self.mend(house, Instant::now())?;
            std::thread::sleep(Duration::from_millis(5));
        }
        Ok(done)
    }

    /// A node with which nothing is wrong, as soon as there is one.
    fn well_one(&mut self, luck: &mut Light, house: &House) -> Result<usize, String> {
        loop {
            let well: Vec<usize> = (0..self.all.len()).filter(|at| self.all[*at].ill.is_none()).collect();
            if !well.is_empty() {
                return Ok(well[luck.below(well.len() as u32) as usize]);
            }
            self.mend(house, Instant::now())?;
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    fn harm(
        &mut self,
        at: usize,
        fault: Fault,
        luck: &mut Light,
        cluster: &mut Cluster,
    ) -> Result<(), String> {
        let node = &mut self.all[at];
        let mut ill = |time: Duration, mend: Mend| node.ill = Some((Instant::now() + time, mend));
        match fault {
            Fault::Kill => {
                ill(between(luck, 0, 400), Mend::Start);
                node.kill();
            }
            Fault::Stop => {
                // Sometimes long enough for others to take over what it had begun.
                ill(between(luck, 100, 4000), Mend::Continue);
                node.signal(Signal::Stop);
            }
            Fault::Drain => {
                ill(between(luck, 0, 200), Mend::Start);
                node.signal(Signal::Terminate);
                if let Some(mut server) = node.server.take()
                    && !server.ends(Duration::from_secs(12))
                {
                    server.kill();
                    return Err("a node that was asked to end did not".to_owned());
                }
            }
            Fault::Cut => node.proxy.cut(),
            Fault::Mute => {
                ill(between(luck, 5, 150), Mend::CutAndOpen);
                node.proxy.turn(Way::Mute);
            }
            Fault::Hold => {
                ill(between(luck, 50, 1500), Mend::Open);
                node.proxy.turn(Way::Held);
            }
            Fault::Gone => {
                ill(between(luck, 50, 1500), Mend::Open);
                node.proxy.turn(Way::Gone);
                node.proxy.cut();
            }
            Fault::Database => {
                cluster.stop();
                std::thread::sleep(between(luck, 10, 800));
                cluster.resume();
            }
            Fault::Clock => {
                // Up to two days, either way.
                let shift = i64::from(luck.below(345_600)) * 1000 - 172_800_000;
                if let Some(server) = &mut node.server {
                    server.shift_clock(shift);
                }
            }
        }
        Ok(())
    }

    /// Mends what has been wrong long enough.
    fn mend(&mut self, house: &House, now: Instant) -> Result<(), String> {
        for (at, node) in self.all.iter_mut().enumerate() {
            let Some((until, mend)) = node.ill.filter(|(until, _)| *until <= now) else { continue };
            let _ = until;
            node.ill = None;
            match mend {
                Mend::Start => {
                    let address = node.start()?;
                    if node.role == Role::Serves {
                        house.moved(at, address);
                    }
                }
                Mend::Continue => node.signal(Signal::Continue),
                Mend::Open => node.proxy.turn(Way::Open),
                Mend::CutAndOpen => {
                    node.proxy.cut();
                    node.proxy.turn(Way::Open);
                }
            }
        }
        Ok(())
    }
}
