//! One file of games: played in order, kept game by game, and gone on with where it stopped.

use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::time::Instant;

use bots::{Mind, named};
use encode::{Encoded, Encoder};
use table::Rulebook as _;

use super::file::{Block, Header};
use super::{SelfPlay, Summary};
use crate::error::LabError;

/// Why a file was left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stopped {
    /// It is whole.
    Whole,
    /// The time is up.
    Late,
}

/// What was done to a file.
pub(super) struct Done {
    pub(super) summary: Summary,
    pub(super) stopped: Stopped,
}

/// One file to be played.
pub(super) struct Shard<'a> {
    pub(super) plan: &'a SelfPlay,
    pub(super) header: Header,
    pub(super) folder: &'a Path,
    pub(super) file: u64,
}

/// What a file is called.
pub(super) fn name(game: &str, seed: u64, file: u64, ending: &str) -> String {
    format!("{game}-{seed}-{file:06}.{ending}")
}

fn cant(path: &Path, error: &std::io::Error) -> String {
    format!("{} can't be written: {error}", path.display())
}

impl Shard<'_> {
    fn path(&self, ending: &str) -> PathBuf {
        let Header { game, seed, .. } = &self.header;
        self.folder.join(name(game, *seed, self.file, ending))
    }

    /// Whether it is there, with all its games.
    pub(super) fn is_whole(&self) -> Result<bool, LabError> {
        Ok(self.held(&self.path("games"))?.is_some())
    }

    /// How many whole games a file holds and where the last ends; nothing if there is no such file. One with other games is a fault.
    fn held(&self, path: &Path) -> Result<Option<(u64, u64)>, LabError> {
        let bytes = match std::fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => {
                return Err(LabError::SelfPlay(format!("{} can't be read: {error}", path.display())));
            }
        };
        let fault = |error: LabError| LabError::SelfPlay(format!("{}: {error}", path.display()));
        if bytes.is_empty() {
            return Ok(None);
        }
        let (header, at) = Header::read(&bytes).map_err(fault)?;
        if header != self.header {
            return Err(LabError::SelfPlay(format!(
                "{} holds other games: choose another folder",
                path.display()
            )));
        }
        let (blocks, end) = Block::all(&bytes, at).map_err(fault)?;
        Ok(Some((blocks.len() as u64, end as u64)))
    }

    /// Plays the games that are missing.
    pub(super) fn play<G: Mind + Encoded>(&self, tell: &(dyn Fn(&Summary) + Sync)) -> Result<Done, LabError> {
        let (whole, part) = (self.path("games"), self.path("games.part"));
        let mut summary = Summary::default();
        if self.is_whole()? {
            summary.before = self.header.games;
            return Ok(Done { summary, stopped: Stopped::Whole });
        }
        let (done, mut file) = self.open(&part)?;
        summary.before = done;
        let mut table = Table::<G> { last: None };
        for game in self.header.first + done..self.header.first + self.header.games {
            if self.plan.until.is_some_and(|until| Instant::now() >= until) {
                return Ok(Done { summary, stopped: Stopped::Late });
            }
            let block = table.game(self.plan, game)?;
            let bytes = block.bytes();
            file.write_all(&bytes).map_err(|error| cant(&part, &error))?;
            let one = Summary {
                games: 1,
                positions: block.positions.len() as u64,
                bytes: bytes.len() as u64,
                before: 0,
            };
            summary.add(one);
            tell(&one);
        }
        drop(file);
        std::fs::rename(&part, &whole).map_err(|error| cant(&whole, &error))?;
        Ok(Done { summary, stopped: Stopped::Whole })
    }

    /// Opens the unfinished file behind its last whole game; answers how many it holds.
    fn open(&self, part: &Path) -> Result<(u64, File), LabError> {
        let held = self.held(part)?;
        let fault = |error| cant(part, &error);
        let mut file = OpenOptions::new().create(true).append(true).open(part).map_err(fault)?;
        if let Some((games, end)) = held {
            // A game cut off by a crash is played again.
            file.set_len(end).map_err(fault)?;
            return Ok((games, file));
        }
        file.set_len(0).map_err(fault)?;
        file.write_all(&self.header.bytes()).map_err(fault)?;
        Ok((0, file))
    }
}

/// The encoding of the last game's table, kept for the next where its options are the same.
struct Table<G: Encoded> {
    last: Option<(String, Encoder<G>)>,
}

impl<G: Mind + Encoded> Table<G> {
    fn game(&mut self, plan: &SelfPlay, game: u64) -> Result<Block, LabError> {
        let rules = plan.rules::<G>(game)?;
        let options = super::written(&rules.options());
        let encoder = match self.last.take() {
            Some((known, encoder)) if known == options => encoder,
            _ => Encoder::new(&rules).map_err(String::from)?,
        };
        let mut players = Vec::new();
        for seat in 0..rules.players() {
            let name = &plan.players[(seat + game as usize) % plan.players.len()];
            players.push(named::<G>(name)?);
        }
        let block = plan.game(&encoder, &mut players, game)?;
        self.last = Some((options, encoder));
        Ok(block)
    }
}
