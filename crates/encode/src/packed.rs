//! Observations packed: a bit for each flag and a byte for each share, so that what two of them differ in is found word by word; and
//! blocks of them that need not even be looked at, because what they show is as it was.

use table::Seat;

use crate::from_here;
use crate::pen::{Pen, Values};

/// Where no place is: what fills a word up.
const NOWHERE: u16 = u16::MAX;
/// The most words of flags, and the most shares, of a stretch: what lies between two blocks, or in one.
const WORDS: usize = 16;
const SHARES: usize = 512;
/// How many shares are compared at a time.
const TOGETHER: usize = 32;

/// What a vector holds, packed. What seats that nobody sits on would show is left out.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Packed {
    flags: Vec<u64>,
    shares: Vec<[u8; TOGETHER]>,
}

/// So many places of a vector, words of flags, and words of shares.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Extent {
    places: usize,
    words: usize,
    shares: usize,
}

/// What a block takes, and the number of the first block after it and those within it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Block {
    extent: Extent,
    after: usize,
}

/// Where the sides of the table stand, one after the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Sides {
    from: Extent,
    seats: usize,
    /// What one of them takes; nothing until the second begins.
    each: Option<Extent>,
}

/// Where the flags and shares of packed observations of a table stand in a vector. It is a pen that is shown any view.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The place of each bit.
    flags: Vec<[u16; 64]>,
    /// The place of each byte, and what it is divided by.
    shares: Vec<[(u16, u16); TOGETHER]>,
    /// The blocks, by where they begin.
    blocks: Vec<Block>,
    sides: Option<Sides>,
    /// How many bits and bytes the stretch has.
    bits: usize,
    bytes: usize,
    /// The place of the next field.
    next: usize,
}

impl Plan {
    /// A plan whose first field stands at this place.
    pub const fn new(from: usize) -> Self {
        Self {
            flags: Vec::new(),
            shares: Vec::new(),
            blocks: Vec::new(),
            sides: None,
            bits: 0,
            bytes: 0,
            next: from,
        }
    }

    /// Room for an observation.
    pub fn packed(&self) -> Packed {
        Packed { flags: vec![0; self.flags.len()], shares: vec![[0; TOGETHER]; self.shares.len()] }
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
    }

    const fn begin(&mut self) {
        (self.bits, self.bytes) = (0, 0);
    }

    /// How far it has come from somewhere.
    const fn since(&self, from: Extent) -> Extent {
        Extent {
            places: self.next - from.places,
            words: self.flags.len() - from.words,
            shares: self.shares.len() - from.shares,
        }
    }
}

impl Pen for Plan {
    fn group(&mut self, _: &'static str, number: usize) {
        if let Some(Sides { from, each: None, seats }) = self.sides.filter(|_| number == 1) {
            assert!((self.bits, self.bytes) == (0, 0), "a side of the table ends with a block");
            self.sides = Some(Sides { from, seats, each: Some(self.since(from)) });
        }
    }
    fn part(&mut self, _: &'static str) {}
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
    fn block(&mut self, _: impl FnOnce() -> bool, write: impl FnOnce(&mut Self)) {
        self.begin();
        let (number, from) = (self.blocks.len(), self.since(Extent::default()));
        self.blocks.push(Block::default());
        write(self);
        self.begin();
        self.blocks[number] = Block { extent: self.since(from), after: self.blocks.len() };
    }
    fn sides(&mut self, seats: usize) {
        self.begin();
        self.sides = Some(Sides { from: self.since(Extent::default()), seats, each: None });
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
    /// The number of the next block.
    block: usize,
    /// Who looked before, and who looks now.
    viewers: Option<(Seat, Seat)>,
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
    /// A pen for a vector that holds what is kept; where that is somebody's view, these looked then and look now.
    pub fn new(
        plan: &'a Plan,
        kept: &'a mut Packed,
        out: &'a mut [f32],
        viewers: Option<(Seat, Seat)>,
    ) -> Self {
        let row = Row { plan, kept, out, words: 0, shares: 0 };
        let (words, shares) = ([0; WORDS], [0; SHARES]);
        Self { words, shares, flag: 0, next_flag: 0, share: 0, next_share: 0, block: 0, viewers, row }
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
}

/// Writes the flags of a word that have changed.
#[inline]
fn write_flags(now: u64, was: u64, places: &[u16; 64], out: &mut [f32]) {
    for bit in table::bits(now & !was) {
        out[usize::from(places[usize::from(bit % 64)])] = 1.0;
    }
    for bit in table::bits(was & !now) {
        out[usize::from(places[usize::from(bit % 64)])] = 0.0;
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
            let (now, was) = (std::mem::take(now), *kept);
            if now != was {
                *kept = now;
                write_flags(now, was, places, out);
            }
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

    /// Turns the sides of the table so far: each stands where it will be seen from now on.
    #[inline(never)]
    fn turn(&mut self, by: usize) {
        let Some(Sides { from, seats, each: Some(each) }) = self.plan.sides else { return };
        let Extent { places, words, shares } = from;
        self.out[places..places + seats * each.places].rotate_left(by * each.places);
        self.kept.flags[words..words + seats * each.words].rotate_left(by * each.words);
        self.kept.shares[shares..shares + seats * each.shares].rotate_left(by * each.shares);
    }
}

impl Pen for Packing<'_> {
    #[inline]
    fn group(&mut self, _: &'static str, _: usize) {}
    #[inline]
    fn part(&mut self, _: &'static str) {}
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
    fn block(&mut self, same: impl FnOnce() -> bool, write: impl FnOnce(&mut Self)) {
        self.end();
        if same() {
            let Block { extent, after } = self.row.plan.blocks[self.block];
            self.row.words += extent.words;
            self.row.shares += extent.shares;
            self.block = after;
        } else {
            self.block += 1;
            write(self);
            self.end();
        }
    }
    #[inline]
    fn sides(&mut self, seats: usize) {
        self.end();
        if let Some((before, now)) = self.viewers.filter(|(before, now)| before != now) {
            self.row.turn(from_here(before, now, seats));
        }
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
