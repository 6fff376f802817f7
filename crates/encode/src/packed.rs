//! Observations packed: a bit for each flag and a byte for each share, so that what two of them differ in is found word by word; and
//! blocks of them that need not even be looked at, because what they show is as it was.

use std::ops::Range;

use crate::pen::{Pen, Values};

/// Where no place is: what fills a word up.
const NOWHERE: u16 = u16::MAX;
/// No block.
const NONE: u16 = u16::MAX;
/// The most words of flags, and the most shares, of a stretch: what lies between two beginnings of a group, part or block.
const WORDS: usize = 16;
const SHARES: usize = 512;
/// How many shares are compared at a time.
const TOGETHER: usize = 32;

/// What a vector holds, packed. What seats that nobody sits on would show is left out.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Packed {
    flags: Vec<u64>,
    shares: Vec<[u8; TOGETHER]>,
    /// The blocks, by their numbers.
    blocks: Vec<Block>,
    /// What the blocks held when they were written last.
    flags_of: Vec<u64>,
    shares_of: Vec<[u8; TOGETHER]>,
    /// Which block stands at each of the places of blocks, in order.
    holders: Vec<u16>,
}

/// Whether a block always stands at the same place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stays {
    /// It does.
    Put,
    /// It is a seat's, and stands elsewhere when another looks.
    WithASeat,
}

/// Where the contents of a block are kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Block {
    flags_from: u32,
    shares_from: u32,
    words: u16,
    shares: u16,
    written: bool,
}

impl Packed {
    /// Room for a block, and for its contents if they are kept; they are the same length whenever it is written.
    #[cold]
    fn make_room(&mut self, number: usize, words: usize, shares: usize, stays: Stays) {
        if self.blocks.len() <= number {
            self.blocks.resize(number + 1, Block::default());
        }
        let (flags_from, shares_from) = (self.flags_of.len() as u32, self.shares_of.len() as u32);
        let (words_len, shares_len) = (words as u16, shares as u16);
        self.blocks[number] =
            Block { flags_from, shares_from, words: words_len, shares: shares_len, written: true };
        if stays == Stays::WithASeat {
            self.flags_of.resize(self.flags_of.len() + words, 0);
            self.shares_of.resize(self.shares_of.len() + shares, [0; TOGETHER]);
        }
    }

    /// Notes that these words are a block, the place of blocks where it stands, and, where it will not stay, what is in it.
    #[inline]
    fn keep(&mut self, number: usize, held: usize, flags: Range<usize>, shares: Range<usize>, stays: Stays) {
        let (words, bytes) = (flags.len(), shares.len());
        if !self.blocks.get(number).is_some_and(|block| block.written) {
            self.make_room(number, words, bytes, stays);
        }
        if self.holders.len() <= held {
            self.holders.resize(held + 1, NONE);
        }
        self.holders[held] = number as u16;
        let block = self.blocks[number];
        debug_assert_eq!((words, bytes), (block.words.into(), block.shares.into()), "a block has one length");
        if stays == Stays::WithASeat {
            let (words_from, bytes_from) = (block.flags_from as usize, block.shares_from as usize);
            self.flags_of[words_from..words_from + words].copy_from_slice(&self.flags[flags]);
            self.shares_of[bytes_from..bytes_from + bytes].copy_from_slice(&self.shares[shares]);
        }
    }

    /// Nothing is known of any block.
    fn forget(&mut self) {
        self.blocks.clear();
        self.flags_of.clear();
        self.shares_of.clear();
        self.holders.clear();
    }
}

/// Where the flags and shares of packed observations of a table stand in a vector. It is a pen that is shown any view.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The place of each bit.
    flags: Vec<[u16; 64]>,
    /// The place of each byte, and what it is divided by.
    shares: Vec<[(u16, u16); TOGETHER]>,
    /// How many bits and bytes the stretch has.
    bits: usize,
    bytes: usize,
    /// The place of the next field.
    next: usize,
}

impl Plan {
    /// A plan whose first field stands at this place.
    pub const fn new(from: usize) -> Self {
        Self { flags: Vec::new(), shares: Vec::new(), bits: 0, bytes: 0, next: from }
    }

    /// Room for an observation.
    pub fn packed(&self) -> Packed {
        let (flags, shares) = (vec![0; self.flags.len()], vec![[0; TOGETHER]; self.shares.len()]);
        Packed { flags, shares, ..Packed::default() }
    }

    /// Sets all that a pen with this plan has written to 0.
    pub fn wipe(&self, kept: &mut Packed, out: &mut [f32]) {
        let places = self.flags.as_flattened().iter().copied();
        let places = places.chain(self.shares.as_flattened().iter().map(|(place, _)| *place));
        for place in places.filter(|place| *place != NOWHERE) {
            out[usize::from(place)] = 0.0;
        }
        kept.flags.fill(0);
        kept.shares.fill([0; TOGETHER]);
        kept.forget();
    }

    const fn begin(&mut self) {
        (self.bits, self.bytes) = (0, 0);
    }
}

impl Pen for Plan {
    fn group(&mut self, _: &'static str, _: usize) {
        self.begin();
    }
    fn part(&mut self, _: &'static str) {
        self.begin();
    }
    fn field(&mut self, _: &'static str, len: usize, values: Values) {
        for place in self.next..self.next + len {
            let place = place as u16;
            match values {
                Values::Flags => {
                    if self.bits.is_multiple_of(64) {
                        self.flags.push([NOWHERE; 64]);
                    }
                    self.flags.last_mut().expect("one was pushed")[self.bits % 64] = place;
                    self.bits += 1;
                }
                Values::Share(most) => {
                    assert!(u8::try_from(most).is_ok(), "a share is kept as a byte");
                    if self.bytes.is_multiple_of(TOGETHER) {
                        self.shares.push([(NOWHERE, 1); TOGETHER]);
                    }
                    self.shares.last_mut().expect("one was pushed")[self.bytes % TOGETHER] = (place, most);
                    self.bytes += 1;
                }
            }
        }
        assert!(self.bits < WORDS * 64 && self.bytes <= SHARES, "a stretch is not that long");
        self.next += len;
    }
    fn blank(&mut self, places: usize) -> bool {
        self.next += places;
        true
    }
    fn block(&mut self, _: usize, _: impl FnOnce() -> bool, write: impl FnOnce(&mut Self)) {
        self.begin();
        write(self);
        self.begin();
    }
    fn seat_block(&mut self, _: usize, _: impl FnOnce() -> bool, write: impl FnOnce(&mut Self)) {
        self.begin();
        write(self);
        self.begin();
    }
    fn set(&mut self, _: usize) {}
    fn share(&mut self, _: usize, _: u32, _: u16) {}
}

/// Writes what differs from what is kept into a vector.
///
/// Where it stands is counted from the beginning of the stretch, and what it writes lies beside that within known bounds: so the compiler knows
/// where most fields stand, and a field takes few instructions.
#[derive(Debug)]
pub struct Packing<'a> {
    /// What the stretch shows.
    words: [u64; WORDS],
    shares: [u8; SHARES],
    /// The first bit of the field, and the one after it; the same of bytes.
    flag: usize,
    next_flag: usize,
    share: usize,
    next_share: usize,
    /// How many blocks there were.
    held: usize,
    row: Row<'a>,
}

/// A vector, what it holds, and how far it has been written.
#[derive(Debug)]
struct Row<'a> {
    plan: &'a Plan,
    kept: &'a mut Packed,
    out: &'a mut [f32],
    words: usize,
    shares: usize,
}

impl<'a> Packing<'a> {
    /// A pen for a vector that holds what is kept.
    pub fn new(plan: &'a Plan, kept: &'a mut Packed, out: &'a mut [f32]) -> Self {
        let row = Row { plan, kept, out, words: 0, shares: 0 };
        let (words, shares) = ([0; WORDS], [0; SHARES]);
        Self { words, shares, flag: 0, next_flag: 0, share: 0, next_share: 0, held: 0, row }
    }

    /// Writes the stretch, and begins the next.
    #[inline]
    pub fn end(&mut self) {
        if self.next_flag + self.next_share > 0 {
            self.write();
        }
        self.begin();
    }

    /// Known to the compiler wherever a stretch begins.
    #[inline]
    fn begin(&mut self) {
        (self.flag, self.next_flag, self.share, self.next_share) = (0, 0, 0, 0);
    }

    #[inline(never)]
    fn write(&mut self) {
        let (flags, shares) = (self.next_flag.div_ceil(64), self.next_share.div_ceil(TOGETHER));
        self.row.write(&mut self.words[..flags], &mut self.shares.as_chunks_mut::<TOGETHER>().0[..shares]);
    }

    /// Writes the stretch as this block.
    fn write_block(&mut self, number: usize, stays: Stays) {
        let (flags, shares) = (self.row.words, self.row.shares);
        self.write();
        self.row.kept.keep(number, self.held, flags..self.row.words, shares..self.row.shares, stays);
    }

    #[inline]
    fn any_block(
        &mut self,
        number: usize,
        stays: Stays,
        same: impl FnOnce() -> bool,
        write: impl FnOnce(&mut Self),
    ) {
        self.end();
        match self.row.kept.blocks.get(number) {
            Some(block) if block.written && same() => {
                let block = *block;
                if stays == Stays::WithASeat && self.row.kept.holders[self.held] != number as u16 {
                    self.row.repeat(block);
                    self.row.kept.holders[self.held] = number as u16;
                }
                self.row.words += usize::from(block.words);
                self.row.shares += usize::from(block.shares);
            }
            Some(_) | None => {
                write(self);
                self.write_block(number, stays);
            }
        }
        self.begin();
        self.held += 1;
    }
}

/// Writes the flags of a word that have changed.
#[inline]
fn write_flags(now: u64, kept: u64, places: &[u16; 64], out: &mut [f32]) {
    for bit in table::bits(now ^ kept) {
        out[usize::from(places[usize::from(bit % 64)])] = (now >> bit & 1) as u8 as f32;
    }
}

/// Writes the shares that have changed.
fn write_shares(
    now: &[u8; TOGETHER],
    kept: &mut [u8; TOGETHER],
    places: &[(u16, u16); TOGETHER],
    out: &mut [f32],
) {
    let words = |bytes: &[u8; TOGETHER]| -> [u64; TOGETHER / 8] {
        std::array::from_fn(|at| u64::from_le_bytes(std::array::from_fn(|byte| bytes[at * 8 + byte])))
    };
    for (at, (new, old)) in words(now).into_iter().zip(words(kept)).enumerate() {
        let mut changed = new ^ old;
        while changed != 0 {
            let byte = changed.trailing_zeros() as usize / 8 % 8;
            changed &= !(0xFF << (8 * byte));
            let (place, most) = places[at * 8 + byte];
            out[usize::from(place)] = f32::from(now[at * 8 + byte]) / f32::from(most);
        }
    }
    *kept = *now;
}

impl Row<'_> {
    /// Writes what is new of a stretch, and leaves 0.
    #[inline]
    fn write(&mut self, words: &mut [u64], shares: &mut [[u8; TOGETHER]]) {
        let Self { plan, kept, out, .. } = self;
        let range = self.words..self.words + words.len();
        let places = &plan.flags[range.clone()];
        for ((now, kept), places) in words.iter_mut().zip(&mut kept.flags[range]).zip(places) {
            let now = std::mem::take(now);
            write_flags(now, *kept, places, out);
            *kept = now;
        }
        let range = self.shares..self.shares + shares.len();
        let places = &plan.shares[range.clone()];
        for ((now, kept), places) in shares.iter_mut().zip(&mut kept.shares[range]).zip(places) {
            if now != kept {
                write_shares(now, kept, places, out);
            }
            *now = [0; TOGETHER];
        }
        self.words += words.len();
        self.shares += shares.len();
    }

    /// Writes a block as it was written last.
    #[inline(never)]
    fn repeat(&mut self, block: Block) {
        let Self { plan, kept, out, .. } = self;
        let (flags, shares) = (usize::from(block.words), usize::from(block.shares));
        let (range, from) = (self.words..self.words + flags, block.flags_from as usize);
        let places = &plan.flags[range.clone()];
        for ((now, kept), places) in
            kept.flags_of[from..from + flags].iter().zip(&mut kept.flags[range]).zip(places)
        {
            write_flags(*now, *kept, places, out);
            *kept = *now;
        }
        let (range, from) = (self.shares..self.shares + shares, block.shares_from as usize);
        let places = &plan.shares[range.clone()];
        for ((now, kept), places) in
            kept.shares_of[from..from + shares].iter().zip(&mut kept.shares[range]).zip(places)
        {
            if now != kept {
                write_shares(now, kept, places, out);
            }
        }
    }
}

impl Pen for Packing<'_> {
    #[inline]
    fn group(&mut self, _: &'static str, _: usize) {
        self.end();
    }
    #[inline]
    fn part(&mut self, _: &'static str) {
        self.end();
    }
    #[inline]
    fn field(&mut self, _: &'static str, len: usize, values: Values) {
        match values {
            Values::Flags => (self.flag, self.next_flag) = (self.next_flag, self.next_flag + len),
            Values::Share(_) => (self.share, self.next_share) = (self.next_share, self.next_share + len),
        }
    }
    #[inline]
    fn blank(&mut self, _: usize) -> bool {
        true
    }
    #[inline]
    fn block(&mut self, number: usize, same: impl FnOnce() -> bool, write: impl FnOnce(&mut Self)) {
        self.any_block(number, Stays::Put, same, write);
    }
    #[inline]
    fn seat_block(&mut self, number: usize, same: impl FnOnce() -> bool, write: impl FnOnce(&mut Self)) {
        self.any_block(number, Stays::WithASeat, same, write);
    }
    #[inline]
    fn set(&mut self, at: usize) {
        let bit = self.flag + at;
        debug_assert!(bit < self.next_flag, "a flag lies within its field");
        self.words[bit / 64 % WORDS] |= 1 << (bit % 64);
    }
    #[inline]
    fn one_of(&mut self, name: &'static str, len: usize, at: Option<usize>) {
        self.flags(name, len);
        // Whether there is one is not to be foreseen, so it is no branch.
        self.set_if(at.unwrap_or(0), at.is_some());
    }
    #[inline]
    fn set_if(&mut self, at: usize, so: impl Into<bool>) {
        let bit = self.flag + at;
        debug_assert!(bit < self.next_flag, "a flag lies within its field");
        self.words[bit / 64 % WORDS] |= u64::from(so.into()) << (bit % 64);
    }
    #[inline]
    fn set_bits(&mut self, at: usize, set: u64) {
        let bit = self.flag + at;
        debug_assert!(set.checked_ilog2().is_none_or(|last| bit + (last as usize) < self.next_flag));
        let (word, shift) = (bit / 64, bit % 64);
        self.words[word % WORDS] |= set << shift;
        self.words[(word + 1) % WORDS] |= set >> 1 >> (63 - shift);
    }
    #[inline]
    fn share(&mut self, at: usize, count: u32, most: u16) {
        let byte = self.share + at;
        debug_assert!(byte < self.next_share, "a share lies within its field");
        self.shares[byte % SHARES] = count.min(most.into()) as u8;
    }
    #[inline]
    fn counts(&mut self, counts: &[u8], most: u16) {
        debug_assert!(self.share + counts.len() <= self.next_share, "shares lie within their field");
        let most = most.min(u8::MAX.into()) as u8;
        for (at, count) in counts.iter().enumerate() {
            self.shares[(self.share + at) % SHARES] = (*count).min(most);
        }
    }
}
