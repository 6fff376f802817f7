//! The files of self-play: a header, then a block for each game. `docs/selfplay.md` describes every byte.

// Flags are exactly 1, and are kept without their value.
#![allow(clippy::float_cmp)]

use serde::{Deserialize, Serialize};
use table::MAX_SEATS;

use crate::error::LabError;

/// How every file begins.
const MAGIC: &[u8; 8] = b"GLORIAsp";
/// Raised whenever the bytes change their meaning.
const FORMAT: u32 = 1;

/// What a file holds. Two files with the same header hold the same games.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Header {
    /// The game.
    pub game: String,
    /// The version of the program.
    pub program: String,
    /// The version of the game's rules.
    pub rules_version: u32,
    /// The version of the encoding.
    pub encoding: u32,
    /// How long an observation is.
    pub observation: usize,
    /// How many numbers actions have.
    pub actions: usize,
    /// How many features actions are made of.
    pub features: usize,
    /// Who plays, by name; they take turns on the seats.
    pub players: Vec<String>,
    /// Where all luck comes from.
    pub seed: u64,
    /// The number of the first game.
    pub first: u64,
    /// How many games the whole file has.
    pub games: u64,
    /// Of so many decisions with a choice one is kept.
    pub every: u32,
    /// Of so many beginnings of turns one is kept besides; none if it is 0.
    #[serde(default)]
    pub turns: u32,
    /// How often something else than the player's choice is played.
    pub stray: f64,
    /// Whether every game has its own options; otherwise all have those below.
    pub mixed: bool,
    /// The options that were set.
    pub options: String,
}

/// How a decision came about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kept {
    /// The player did not search.
    Plain,
    /// The player searched: there are visits and a value.
    Searched,
    /// Something else was played than the player chose, to see what follows; where the player searched, its visits and value are kept.
    Strayed,
}

impl Kept {
    const ALL: [Self; 3] = [Self::Plain, Self::Searched, Self::Strayed];
}

/// One decision.
#[derive(Clone, PartialEq, Debug)]
pub struct Position {
    /// Who decides, by seat.
    pub decider: u8,
    /// How it came about.
    pub kept: Kept,
    /// What was played.
    pub chosen: u16,
    /// What the decider's chance to win was found to be; not a number where nothing was searched.
    pub value: f32,
    /// How many decisions followed until the end of the game, this one included.
    pub left: u32,
    /// The numbers of all legal actions but giving up, and how often the search tried each.
    pub legal: Vec<(u16, u16)>,
    /// What every seat saw, in the order of seats: the places of the observation that are not 0, in order.
    pub views: Vec<Vec<(u16, f32)>>,
}

/// One game.
#[derive(Clone, PartialEq, Debug)]
pub struct Block {
    /// Its number.
    pub game: u64,
    /// Its options, as `name=value` with spaces between.
    pub options: String,
    /// How many decisions it took.
    pub decisions: u32,
    /// What each seat won: 1, shared among the winners.
    pub rewards: Vec<f32>,
    /// Each seat's final score.
    pub scores: Vec<i32>,
    /// The decisions that were kept.
    pub positions: Vec<Position>,
}

impl Header {
    /// The header as bytes.
    pub fn bytes(&self) -> Vec<u8> {
        let text = serde_json::to_string(self).expect("a header is made of numbers and words");
        let mut bytes = MAGIC.to_vec();
        bytes.extend(FORMAT.to_le_bytes());
        bytes.extend((text.len() as u32).to_le_bytes());
        bytes.extend(text.as_bytes());
        bytes
    }

    /// Reads a header; also says where it ends. The error says what was expected.
    pub fn read(bytes: &[u8]) -> Result<(Self, usize), LabError> {
        let mut reader = Reader { bytes, at: 0 };
        if reader.take(8) != Some(MAGIC) {
            return Err(LabError::SelfPlay(
                "this is no file of self-play: expected it to begin with GLORIAsp".to_owned(),
            ));
        }
        let cut = || "the file ends within its header".to_owned();
        let format = reader.u32().ok_or_else(cut)?;
        if format != FORMAT {
            return Err(LabError::SelfPlay(format!("the file has format {format}: expected {FORMAT}")));
        }
        let length = reader.u32().ok_or_else(cut)?;
        let text = reader.take(length as usize).ok_or_else(cut)?;
        let header =
            serde_json::from_slice(text).map_err(|error| format!("the header is malformed: {error}"))?;
        Ok((header, reader.at))
    }
}

impl Block {
    /// The block as bytes, with its length before it.
    pub fn bytes(&self) -> Vec<u8> {
        let Self { game, options, decisions, rewards, scores, positions } = self;
        let views = || positions.iter().flat_map(|position| &position.views);
        let legal = || positions.iter().flat_map(|position| &position.legal);
        let ones = |view: &[(u16, f32)]| view.iter().filter(|(_, value)| *value == 1.0).count();
        let all_ones: usize = views().map(|view| ones(view)).sum();
        let all: usize = views().map(Vec::len).sum();
        let mut out = Vec::new();
        out.extend(game.to_le_bytes());
        let sizes = [
            rewards.len() as u32,
            *decisions,
            positions.len() as u32,
            legal().count() as u32,
            all_ones as u32,
            (all - all_ones) as u32,
            options.len() as u32,
        ];
        out.extend(sizes.iter().flat_map(|size| size.to_le_bytes()));
        out.extend(options.as_bytes());
        out.extend(rewards.iter().flat_map(|reward| reward.to_le_bytes()));
        out.extend(scores.iter().flat_map(|score| score.to_le_bytes()));
        out.extend(positions.iter().flat_map(|position| position.left.to_le_bytes()));
        out.extend(positions.iter().flat_map(|position| position.value.to_le_bytes()));
        let others = || views().flatten().filter(|(_, value)| *value != 1.0);
        out.extend(others().flat_map(|(_, value)| value.to_le_bytes()));
        let short = |number: usize| (number as u16).to_le_bytes();
        out.extend(positions.iter().flat_map(|position| position.chosen.to_le_bytes()));
        out.extend(positions.iter().flat_map(|position| short(position.legal.len())));
        out.extend(views().flat_map(|view| short(ones(view))));
        out.extend(views().flat_map(|view| short(view.len() - ones(view))));
        out.extend(legal().flat_map(|(number, _)| number.to_le_bytes()));
        out.extend(legal().flat_map(|(_, visits)| visits.to_le_bytes()));
        let flags = views().flatten().filter(|(_, value)| *value == 1.0);
        out.extend(flags.flat_map(|(at, _)| at.to_le_bytes()));
        out.extend(others().flat_map(|(at, _)| at.to_le_bytes()));
        out.extend(positions.iter().map(|position| position.decider));
        out.extend(positions.iter().map(|position| position.kept as u8));
        let mut whole = (out.len() as u32).to_le_bytes().to_vec();
        whole.append(&mut out);
        whole
    }

    /// Reads the block at the front; also says how many bytes it took. Nothing if the file ends within it.
    pub fn read(bytes: &[u8]) -> Option<Result<(Self, usize), LabError>> {
        let mut reader = Reader { bytes, at: 0 };
        let length = reader.u32()? as usize;
        let block = reader.take(length)?;
        let read = Self::inside(&mut Reader { bytes: block, at: 0 });
        let taken = reader.at;
        Some(
            read.map(|block| (block, taken)).ok_or_else(|| {
                LabError::SelfPlay("a game is malformed: its lengths do not add up".to_owned())
            }),
        )
    }

    fn inside(reader: &mut Reader<'_>) -> Option<Self> {
        let game = reader.u64()?;
        let sizes: Vec<_> = (0..7).map(|_| reader.u32()).collect::<Option<_>>()?;
        let [players, decisions, count, legal_count, ones_count, others_count, options] = sizes[..] else {
            return None;
        };
        if players as usize > MAX_SEATS {
            return None;
        }
        let options = String::from_utf8(reader.take(options as usize)?.to_vec()).ok()?;
        let rewards = reader.list(players, Reader::f32)?;
        let scores = reader.list(players, |reader| reader.u32().map(u32::cast_signed))?;
        let left = reader.list(count, Reader::u32)?;
        let values = reader.list(count, Reader::f32)?;
        let mut others = reader.list(others_count, Reader::f32)?.into_iter();
        let chosen = reader.list(count, Reader::u16)?;
        let legal_counts = reader.list(count, Reader::u16)?;
        let ones_counts = reader.list(count.checked_mul(players)?, Reader::u16)?;
        let others_counts = reader.list(count.checked_mul(players)?, Reader::u16)?;
        let mut legal = reader.list(legal_count, Reader::u16)?.into_iter();
        let mut visits = reader.list(legal_count, Reader::u16)?.into_iter();
        let mut ones = reader.list(ones_count, Reader::u16)?.into_iter();
        let mut others_at = reader.list(others_count, Reader::u16)?.into_iter();
        let deciders = reader.take(count as usize)?;
        let kept = reader.take(count as usize)?;
        let mut positions = Vec::new();
        for at in 0..count as usize {
            let mut views = Vec::new();
            for seat in 0..players as usize {
                let place = at * players as usize + seat;
                let mut view = Vec::new();
                for _ in 0..ones_counts[place] {
                    view.push((ones.next()?, 1.0));
                }
                for _ in 0..others_counts[place] {
                    view.push((others_at.next()?, others.next()?));
                }
                view.sort_unstable_by_key(|(at, _)| *at);
                views.push(view);
            }
            let mut moves = Vec::new();
            for _ in 0..legal_counts[at] {
                moves.push((legal.next()?, visits.next()?));
            }
            positions.push(Position {
                decider: deciders[at],
                kept: *Kept::ALL.get(usize::from(kept[at]))?,
                chosen: chosen[at],
                value: values[at],
                left: left[at],
                legal: moves,
                views,
            });
        }
        let done = reader.at == reader.bytes.len() && ones.next().is_none() && legal.next().is_none();
        done.then_some(Self { game, options, decisions, rewards, scores, positions })
    }

    /// All whole games of a file after its header, and where the last of them ends.
    pub fn all(bytes: &[u8], header: usize) -> Result<(Vec<Self>, usize), LabError> {
        let (mut blocks, mut at) = (Vec::new(), header);
        while let Some(read) = Self::read(&bytes[at..]) {
            let (block, taken) = read?;
            blocks.push(block);
            at += taken;
        }
        Ok((blocks, at))
    }
}

/// Takes numbers from the front of bytes.
struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let taken = self.bytes.get(self.at..self.at.checked_add(count)?)?;
        self.at += count;
        Some(taken)
    }

    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.take(N)?.try_into().ok()
    }

    fn u16(&mut self) -> Option<u16> {
        self.array().map(u16::from_le_bytes)
    }

    fn u32(&mut self) -> Option<u32> {
        self.array().map(u32::from_le_bytes)
    }

    fn u64(&mut self) -> Option<u64> {
        self.array().map(u64::from_le_bytes)
    }

    fn f32(&mut self) -> Option<f32> {
        self.array().map(f32::from_le_bytes)
    }

    fn list<T>(&mut self, count: u32, mut next: impl FnMut(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        // A malformed count must not ask for more memory than the file has bytes.
        if count as usize > self.bytes.len() {
            return None;
        }
        (0..count).map(|_| next(self)).collect()
    }
}
