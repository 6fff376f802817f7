//! Games played to be learned from, in files that nets are trained on.

mod file;
mod game;
mod shard;

use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use bots::{Mind, named};
use encode::{Encoded, Encoder};
use serde_json::json;
use table::{Options, Rulebook as _};

pub use self::file::{Block, Header, Kept, Position};
pub(crate) use self::game::mixed;
use self::shard::{Shard, Stopped};
use crate::error::LabError;
use crate::parts::Part;

/// Which tables are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tables {
    /// All with the options given.
    Alike,
    /// Each with its own: player counts at random, options often as usual and sometimes not; those given stay.
    Mixed,
}

/// What is to be played and kept.
#[derive(Clone, Debug)]
pub struct SelfPlay {
    /// The players by name; they take turns on the seats.
    pub players: Vec<String>,
    /// How many games, rounded up to whole files; as many as there is time for if not said.
    pub games: Option<u64>,
    /// When to stop, with every game that was finished kept.
    pub until: Option<Instant>,
    /// All luck comes from this number.
    pub seed: u64,
    /// How many threads.
    pub threads: usize,
    /// Of so many decisions with a choice one is kept.
    pub every: u32,
    /// Of so many beginnings of turns one is kept besides, whether or not there is a choice: that is where nets are asked. None if it is 0.
    pub turns: u32,
    /// How often, between 0 and 1, something else than the player's choice is played.
    pub stray: f64,
    /// Which tables.
    pub tables: Tables,
    /// The options given.
    pub options: Options,
    /// How many games a file holds.
    pub per_file: u64,
    /// Which of the files are written here; others are written elsewhere, and all of them together are those of one run.
    pub part: Part,
}

/// What was played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Summary {
    /// Games finished now.
    pub games: u64,
    /// Positions kept of them.
    pub positions: u64,
    /// Bytes written.
    pub bytes: u64,
    /// Games that were there already.
    pub before: u64,
}

impl Summary {
    fn add(&mut self, other: Self) {
        self.games += other.games;
        self.positions += other.positions;
        self.bytes += other.bytes;
        self.before += other.before;
    }
}

impl SelfPlay {
    /// The header of the file that begins with this game.
    fn header<G: Encoded>(&self, encoder: &Encoder<G>, first: u64) -> Header {
        Header {
            game: G::INFO.name.to_owned(),
            program: env!("CARGO_PKG_VERSION").to_owned(),
            rules_version: G::INFO.rules_version,
            encoding: G::VERSION,
            observation: encoder.len(),
            actions: encoder.count(),
            features: encoder.numbering().features(),
            players: self.players.clone(),
            seed: self.seed,
            first,
            games: self.per_file,
            every: self.every,
            turns: self.turns,
            stray: self.stray,
            mixed: self.tables == Tables::Mixed,
            options: written(&self.options),
        }
    }

    /// How many files all parts together have, if that is known beforehand.
    pub fn files(&self) -> Option<u64> {
        self.games.map(|games| games.div_ceil(self.per_file.max(1)))
    }

    /// The name of a file, by its number from 0.
    pub fn file_name<G: Encoded>(&self, file: u64) -> String {
        shard::name(G::INFO.name, self.seed, file, "games")
    }

    /// Whoever plays is known, and the folder is there and says what the numbers mean. Answers the encoding.
    fn begin<G: Mind + Encoded>(&self, folder: &Path) -> Result<Encoder<G>, LabError> {
        if self.players.is_empty() {
            return Err(LabError::SelfPlay("nobody plays: expected at least one player".to_owned()));
        }
        for name in &self.players {
            named::<G>(name)?;
        }
        let rules =
            G::Rules::from_options(&self.options).map_err(|error| format!("{}: {error}", G::INFO.name))?;
        let encoder = Encoder::<G>::new(&rules).map_err(String::from)?;
        std::fs::create_dir_all(folder)
            .map_err(|error| format!("{} can't be made: {error}", folder.display()))?;
        describe(&encoder, folder)?;
        Ok(encoder)
    }

    /// The files that a folder does not hold yet, by their numbers. One that holds other games is a fault.
    pub fn missing<G: Mind + Encoded>(&self, folder: &Path) -> Result<Vec<u64>, LabError> {
        let encoder = self.begin::<G>(folder)?;
        let mut missing = Vec::new();
        for file in (0..self.files().unwrap_or(0)).filter(|file| self.part.takes(*file)) {
            let header = self.header(&encoder, file * self.per_file);
            if !(Shard { plan: self, header, folder, file }).is_whole()? {
                missing.push(file);
            }
        }
        Ok(missing)
    }

    /// Plays what the folder does not hold yet and tells every new game. The error is one sentence.
    pub fn run<G: Mind + Encoded>(
        &self,
        folder: &Path,
        tell: &(dyn Fn(&Summary) + Sync),
    ) -> Result<Summary, LabError> {
        let encoder = self.begin::<G>(folder)?;
        let files = self.files().unwrap_or(u64::MAX);
        let (next, sum) = (AtomicU64::new(0), Mutex::new(Summary::default()));
        let work = || -> Result<(), LabError> {
            loop {
                let file = next.fetch_add(1, Ordering::Relaxed);
                if file >= files {
                    return Ok(());
                }
                if !self.part.takes(file) {
                    continue;
                }
                let first = file * self.per_file;
                let shard = Shard { plan: self, header: self.header(&encoder, first), folder, file };
                let done = shard.play::<G>(tell).inspect_err(|_| next.store(files, Ordering::Relaxed))?;
                sum.lock().map_err(|_| LabError::Panicked)?.add(done.summary);
                if done.stopped == Stopped::Late {
                    next.store(files, Ordering::Relaxed);
                    return Ok(());
                }
            }
        };
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..self.threads.max(1)).map(|_| scope.spawn(work)).collect();
            workers.into_iter().try_for_each(|worker| worker.join().map_err(|_| LabError::Panicked)?)
        })?;
        sum.into_inner().map_err(|_| LabError::Panicked)
    }
}

/// Options as `name=value` with spaces between.
fn written(options: &Options) -> String {
    let pairs: Vec<_> = options.iter().map(|(name, value)| format!("{name}={value}")).collect();
    pairs.join(" ")
}

/// Writes beside the games what their numbers mean: the fields, the verbs, and the features of every action.
pub(crate) fn describe<G: Encoded>(encoder: &Encoder<G>, folder: &Path) -> Result<(), LabError> {
    let fields: Vec<_> = encoder
        .fields()
        .into_iter()
        .map(|field| json!({"name": field.name, "offset": field.offset, "len": field.len, "range": field.range()}))
        .collect();
    let numbering = encoder.numbering();
    let verbs: Vec<_> = numbering
        .verbs()
        .iter()
        .enumerate()
        .map(|(at, verb)| json!({"name": verb.name, "first": numbering.base(at), "parts": verb.parts}))
        .collect();
    let page = json!({
        "game": G::INFO.name,
        "encoding": G::VERSION,
        "observation": encoder.len(),
        "actions": encoder.count(),
        "features": numbering.features(),
        "fields": fields,
        "verbs": verbs,
    });
    let mut table = b"GLORIAac".to_vec();
    let width = encode::MOST_PARTS + 1;
    for number in [G::VERSION, encoder.count() as u32, numbering.features() as u32, width as u32] {
        table.extend(number.to_le_bytes());
    }
    for number in 0..encoder.count() {
        let spelling = numbering.spelling(number).ok_or_else(|| "a number without an action".to_owned())?;
        let features = numbering.features_of(&spelling).chain(std::iter::repeat(u16::MAX));
        features.take(width).for_each(|feature| table.extend(feature.to_le_bytes()));
    }
    let name = G::INFO.name;
    let write = |file: String, bytes: &[u8]| {
        let path = folder.join(file);
        std::fs::write(&path, bytes).map_err(|error| format!("{} can't be written: {error}", path.display()))
    };
    write(format!("{name}.encoding.json"), format!("{page:#}\n").as_bytes())?;
    Ok(write(format!("{name}.actions"), &table)?)
}
