//! Deflate (RFC 1951) for short texts of one kind: the updates of pages.
//!
//! A general encoder either takes the code that the format fixes, which does not fit what we send, or counts each text first and makes a
//! code for it, which costs more than the text. Here the code was made once, from many updates (`trained.rs`), and is sent as the
//! head of every piece; so one pass does. Whatever else comes is encoded too, only not as short; and where nothing is gained it is stored.
//!
//! Nothing is kept between two texts that could tell of one in the other: what was seen of an earlier one is older than where this one
//! begins, and is never looked at.

mod trained;

use trained::{DISTANCES, HEAD, HEAD_BITS, LETTERS};

/// Places of four bytes are found by so many bits of their hash.
const BITS: u32 = 12;

/// The shortest and the longest repetition that is written as one.
const LEAST: usize = 4;
const MOST: usize = 258;

/// What is shorter is stored: the head alone would be as long as what is saved.
const SHORT: usize = 200;

/// How far back a repetition may reach.
const WINDOW: usize = 32_768;

/// The letter that ends a block.
const END: usize = 256;

/// Some bits, the first one lowest, and how many.
#[derive(Clone, Copy)]
struct Bits(u32, u32);

/// The canonical code with these lengths, each code with its first bit lowest.
const fn code<const N: usize>(lengths: &[u8; N]) -> [Bits; N] {
    let mut codes = [Bits(0, 0); N];
    let (mut next, mut length) = (0_u32, 1_u32);
    while length <= 15 {
        let mut letter = 0;
        while letter < N {
            if lengths[letter] as u32 == length {
                codes[letter] = Bits(next.reverse_bits() >> (32 - length), length);
                next += 1;
            }
            letter += 1;
        }
        next <<= 1;
        length += 1;
    }
    codes
}

/// How many bits follow the nth letter of lengths, or of distances, and the first length or distance of each: lengths have four letters
/// for each number of bits, distances two.
const fn steps<const N: usize>(each: usize, least: usize) -> ([usize; N], [u32; N]) {
    let (mut first, mut extra) = ([0; N], [0; N]);
    let (mut at, mut next) = (0, least);
    while at < N {
        if at >= 2 * each {
            extra[at] = (at / each - 1) as u32;
        }
        first[at] = next;
        next += 1 << extra[at];
        at += 1;
    }
    (first, extra)
}

const LETTER_CODES: [Bits; 286] = code(&LETTERS);
const DISTANCE_CODES: [Bits; 30] = code(&DISTANCES);
const LONG: ([usize; 28], [u32; 28]) = steps(4, 3);
const FAR: ([usize; 30], [u32; 30]) = steps(2, 1);

/// Every length of a repetition, whole.
static LENGTH_CODES: [Bits; MOST + 1] = {
    let mut codes = [Bits(0, 0); MOST + 1];
    let mut at = 0;
    while at < 28 {
        let Bits(code, count) = LETTER_CODES[END + 1 + at];
        let (first, extra) = (LONG.0[at], LONG.1[at]);
        let mut more = 0;
        while more < 1 << extra && first + more < MOST {
            codes[first + more] = Bits(code | (more as u32) << count, count + extra);
            more += 1;
        }
        at += 1;
    }
    // The longest has a letter of its own.
    codes[MOST] = LETTER_CODES[285];
    codes
};

/// Which letter a distance has: those up to 256 by themselves, the others by their 128s.
static FAR_LETTERS: [u8; 512] = {
    let mut letters = [0; 512];
    let mut at = 0;
    while at < 512 {
        let distance = if at < 256 { at + 1 } else { ((at - 256) << 7) + 1 };
        let mut letter = 29;
        while FAR.0[letter] > distance {
            letter -= 1;
        }
        letters[at] = letter as u8;
        at += 1;
    }
    letters
};

/// Bits on their way to bytes.
struct Writer<'o> {
    out: &'o mut Vec<u8>,
    held: u64,
    count: u32,
}

impl Writer<'_> {
    /// Adds at most 28 bits.
    fn add(&mut self, Bits(bits, count): Bits) {
        self.held |= u64::from(bits) << self.count;
        self.count += count;
        if self.count >= 32 {
            self.out.extend_from_slice(&(self.held as u32).to_le_bytes());
            self.held >>= 32;
            self.count -= 32;
        }
    }

    fn letter(&mut self, byte: u8) {
        self.add(LETTER_CODES[byte as usize]);
    }

    fn repetition(&mut self, length: usize, distance: usize) {
        self.add(LENGTH_CODES[length]);
        let at = if distance <= 256 { distance - 1 } else { 256 + ((distance - 1) >> 7) };
        let letter = FAR_LETTERS[at] as usize;
        let Bits(code, count) = DISTANCE_CODES[letter];
        let more = (distance - FAR.0[letter]) as u32;
        self.add(Bits(code | more << count, count + FAR.1[letter]));
    }

    /// Ends the block, and comes to a whole byte by an empty one that is stored.
    fn end(mut self) {
        self.add(LETTER_CODES[END]);
        self.add(Bits(0, 3));
        let whole = self.count.div_ceil(8) as usize;
        self.out.extend_from_slice(&self.held.to_le_bytes()[..whole]);
        self.out.extend_from_slice(&[0, 0, 0xff, 0xff]);
    }
}

/// What is needed to encode, kept from one text to the next so that nothing is cleared.
#[derive(Debug)]
pub struct Press {
    /// Where four bytes with this hash were last, counted through all texts.
    heads: Box<[u32; 1 << BITS]>,
    /// Where this text begins in that count; what is before it is of others.
    base: u32,
    out: Vec<u8>,
}

impl Default for Press {
    fn default() -> Self {
        Self { heads: Box::new([0; 1 << BITS]), base: 1, out: Vec::new() }
    }
}

fn four(text: &[u8], at: usize) -> Option<u32> {
    text.get(at..at + 4).and_then(|bytes| bytes.try_into().ok()).map(u32::from_le_bytes)
}

fn eight(text: &[u8], at: usize) -> Option<u64> {
    text.get(at..at + 8).and_then(|bytes| bytes.try_into().ok()).map(u64::from_le_bytes)
}

/// How many bytes are the same at these two places, at most so many.
fn same(text: &[u8], before: usize, at: usize, most: usize) -> usize {
    let mut length = 0;
    while length < most {
        let (Some(one), Some(other)) = (eight(text, before + length), eight(text, at + length)) else {
            let rest = text[before + length..].iter().zip(&text[at + length..]);
            return (length + rest.take_while(|(one, other)| one == other).count()).min(most);
        };
        if one != other {
            return (length + ((one ^ other).trailing_zeros() / 8) as usize).min(most);
        }
        length += 8;
    }
    most
}

impl Press {
    /// The text as blocks of deflate up to a whole byte, none of them the last, so that all of it can be read at once. They refer to
    /// nothing but themselves.
    pub fn press(&mut self, text: &[u8]) -> &[u8] {
        self.out.clear();
        if text.len() < SHORT {
            self.store(text);
            return &self.out;
        }
        self.out.reserve(text.len() / 2 + HEAD.len() + 64);
        self.out.extend_from_slice(&HEAD[..HEAD.len() - 1]);
        let last = u32::from(HEAD[HEAD.len() - 1]);
        let mut out = std::mem::take(&mut self.out);
        let mut writer = Writer { out: &mut out, held: 0, count: 0 };
        writer.add(Bits(last, HEAD_BITS));
        self.letters(text, &mut writer);
        writer.end();
        self.out = out;
        if self.out.len() > text.len() + 5 {
            self.store(text);
        }
        &self.out
    }

    /// Where these four bytes were last in this text, and that they are here now.
    fn seen(&mut self, four: u32, at: usize) -> Option<usize> {
        let head = &mut self.heads[(four.wrapping_mul(0x9e37_79b1) >> (32 - BITS)) as usize];
        let before = std::mem::replace(head, self.base + at as u32);
        before.checked_sub(self.base).map(|before| before as usize)
    }

    fn letters(&mut self, text: &[u8], writer: &mut Writer<'_>) {
        // Positions are counted on, so that those of earlier texts are known; at the end of the count all are forgotten.
        if self.base.checked_add(text.len() as u32 + 1).is_none() {
            *self = Self { out: std::mem::take(&mut self.out), ..Self::default() };
        }
        let mut at = 0;
        while let Some(here) = four(text, at) {
            let before = self.seen(here, at).filter(|before| at - before <= WINDOW);
            let length = before.map_or(0, |before| same(text, before, at, MOST.min(text.len() - at)));
            let Some(before) = before.filter(|_| length >= LEAST) else {
                writer.letter(text[at]);
                at += 1;
                continue;
            };
            writer.repetition(length, at - before);
            // Of what is inside a repetition, its first places and its last are enough to find it again.
            for inside in [at + 1, at + 2, at + length - 2, at + length - 1] {
                if let Some(here) = four(text, inside) {
                    self.seen(here, inside);
                }
            }
            at += length;
        }
        for byte in &text[at..] {
            writer.letter(*byte);
        }
        self.base += text.len() as u32 + 1;
    }

    /// The text as it is, in blocks of deflate that are stored: each with its length, and the same again with every bit turned.
    fn store(&mut self, text: &[u8]) {
        self.out.clear();
        for part in text.chunks(usize::from(u16::MAX)) {
            let length = part.len() as u16;
            self.out.push(0);
            self.out.extend_from_slice(&length.to_le_bytes());
            self.out.extend_from_slice(&(!length).to_le_bytes());
            self.out.extend_from_slice(part);
        }
    }
}

#[cfg(test)]
mod tests {
    use flate2::{Decompress, FlushDecompress};
    use table::{Chance as _, Light};

    use super::*;

    fn read(pressed: &[u8], length: usize) -> Vec<u8> {
        let mut text = Vec::with_capacity(length + 64);
        Decompress::new(false).decompress_vec(pressed, &mut text, FlushDecompress::Sync).unwrap();
        text
    }

    /// A text by chance: letters from so many, and now and then a piece of it again.
    fn text(luck: &mut Light, length: usize, letters: u32) -> Vec<u8> {
        let mut text = Vec::new();
        while text.len() < length {
            if luck.below(3) == 0 && !text.is_empty() {
                let from = luck.below(text.len() as u32) as usize;
                let again = (luck.below(400) as usize + 1).min(text.len() - from);
                text.extend_from_within(from..from + again);
            } else {
                text.extend((0..=luck.below(12)).map(|_| luck.below(letters) as u8));
            }
        }
        text.truncate(length);
        text
    }

    #[test]
    fn whatever_is_pressed_is_read_back_by_others() {
        let (mut press, mut luck) = (Press::default(), Light::new(1));
        for round in 0..3_000 {
            let length = luck.below(if round % 50 == 0 { 200_000 } else { 3_000 }) as usize;
            let letters = [2, 30, 128, 256][round % 4];
            let text = text(&mut luck, length, letters);
            assert_eq!(read(press.press(&text), length), text, "round {round}");
        }
        for length in [0, 1, SHORT - 1, SHORT, 65_535, 65_536, 100_000] {
            for byte in [b'a', 0xff] {
                let text = vec![byte; length];
                assert_eq!(read(press.press(&text), length), text);
            }
        }
    }

    #[test]
    fn every_length_and_distance_is_right() {
        let mut press = Press::default();
        let mut luck = Light::new(2);
        for distance in (4..400).chain((400..WINDOW + 300).step_by(257)).chain(WINDOW - 2..=WINDOW + 2) {
            let length = LEAST + distance % (MOST - LEAST + 3);
            let unlike: Vec<u8> = (0..distance.max(length)).map(|_| luck.below(256) as u8).collect();
            let text = [&unlike[..], &unlike[unlike.len() - distance..][..length.min(distance)]].concat();
            // Letters that are cheap, so that it is not stored.
            let text = [&text[..], &vec![b'e'; 70_000]].concat();
            assert_eq!(read(press.press(&text), text.len()), text, "{distance}");
        }
    }

    #[test]
    fn what_does_not_get_shorter_is_stored() {
        let (mut press, mut luck) = (Press::default(), Light::new(3));
        let noise: Vec<u8> = (0..300_000).map(|_| luck.below(256) as u8).collect();
        assert_eq!(press.press(&noise).len(), noise.len() + 5 * 5);
        assert_eq!(read(press.press(&noise), noise.len()), noise);
    }

    #[test]
    fn no_text_tells_of_another_and_counting_on_comes_to_no_end() {
        let text = text(&mut Light::new(4), 5_000, 60);
        let alone = Press::default().press(&text).to_vec();
        let mut press = Press::default();
        press.press(&text);
        assert_eq!(press.press(&text), alone);
        press.base = u32::MAX - 2_000;
        assert_eq!(press.press(&text), alone);
        assert!(press.base < 10_000, "the count began anew");
        assert_eq!(press.press(&text), alone);
    }

    /// What it is made for comes out shorter than by the code that the format fixes; one that does not fit would not.
    #[test]
    fn a_page_gets_a_quarter_of_its_length() {
        let row = |number: u32| {
            format!(
                "<li id=\"step-{number}\" class=\"told\"><span class=\"badge seat-{}\">B</span> lays a foundation: {number} Brick</li>",
                number % 4
            )
        };
        let page: String = (0..40).map(row).collect();
        let length = Press::default().press(page.as_bytes()).len();
        assert!(length < page.len() / 4, "{length} of {}", page.len());
    }
}
