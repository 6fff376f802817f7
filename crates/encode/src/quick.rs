//! A net in whole numbers: the same arithmetic as [`Net`], to about a thousandth, and several times as fast.
//!
//! A judgement reads a row of weights for each place that is not 0, so it takes as long as reading them does: in 16 bits half as long
//! as in 32, and a processor adds twice as many of them at a time. Inner loops run over arrays of a known length, which the compiler turns into vector
//! instructions of any processor.

use crate::net::{Judged, Net, NetError, VALUES};

/// What stands for 1 in the first layer and what comes out of it. Sums between -32 and 32 are told apart; beyond, they stay at the end.
const ONE: f32 = 1024.0;
/// What stands for 1 in the weights of the second layer and the query.
const FINE: f32 = 1024.0;
/// No weight of those is larger, so that the sum over [`WIDEST`] of them fits.
const MOST: f32 = 8191.0;
/// No layer is wider: 1024 times 8191 times this fits into 32 bits.
const WIDEST: usize = 255;
/// What stands for 1 in a share.
const SHARE: f32 = 32767.0;
/// How many sums are kept in registers at a time.
const BLOCK: usize = 64;
/// The same for what a layer has left over.
const SMALL: usize = 32;
/// How many sums a product of two rows is made of.
const LANES: usize = 8;

/// The places of an observation that are not 0: flags, and shares in 32767ths.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Places {
    /// Those that are 1.
    pub flags: Vec<u16>,
    /// The others, with their values.
    pub shares: Vec<(u16, i16)>,
}

impl Places {
    /// Nothing at all.
    pub fn clear(&mut self) {
        self.flags.clear();
        self.shares.clear();
    }

    /// One more place.
    #[inline]
    #[allow(clippy::float_cmp)] // A flag is exactly 1.
    pub fn push(&mut self, place: u16, value: f32) {
        if value == 1.0 {
            self.flags.push(place);
        } else {
            self.shares.push((place, (value * SHARE) as i16));
        }
    }
}

/// A net in whole numbers.
#[derive(Clone, PartialEq, Debug)]
pub struct Quick {
    width: usize,
    hidden: usize,
    policy: usize,
    by_hand: f32,
    first: Vec<i16>,
    first_bias: Vec<i16>,
    /// By output: one row of `width` for each.
    second: Vec<i16>,
    second_bias: Vec<f32>,
    values: Vec<f32>,
    values_bias: [f32; VALUES],
    /// By output: one row of `width` for each.
    query: Vec<i16>,
    query_bias: Vec<f32>,
    keys: Vec<f32>,
    keys_bias: Vec<f32>,
}

/// The layers of the view judged last.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Layers {
    wide: Vec<i16>,
    query: Vec<f32>,
}

/// Adds rows to a block of sums; sums that become too large stay at the end.
#[inline]
fn add_block<const N: usize>(block: &mut [i16], at: usize, width: usize, rows: &[i16], places: &Places) {
    let row = |place: u16| -> &[i16; N] {
        let from = usize::from(place) * width + at;
        rows[from..from + N].try_into().expect("a block is that long")
    };
    let mut sums = [0_i16; N];
    sums.copy_from_slice(block);
    for place in &places.flags {
        for (sum, weight) in sums.iter_mut().zip(row(*place)) {
            *sum = sum.saturating_add(*weight);
        }
    }
    for (place, share) in &places.shares {
        let share = i32::from(*share);
        for (sum, weight) in sums.iter_mut().zip(row(*place)) {
            // The upper half of the product of twice the weight: processors have an instruction for just that.
            let part = (i32::from(weight.saturating_add(*weight)) * share) >> 16;
            *sum = sum.saturating_add(part as i16);
        }
    }
    // Each of those was rounded down: by a half on average.
    let lost = (places.shares.len() / 2) as i16;
    for (out, sum) in block.iter_mut().zip(sums) {
        *out = sum.saturating_add(lost);
    }
}

/// Adds the rows of all places to as many sums as they are wide.
#[inline]
fn add_rows(sums: &mut [i16], rows: &[i16], places: &Places) {
    let width = sums.len();
    let mut at = 0;
    while at < width {
        let left = width - at;
        if left >= BLOCK {
            add_block::<BLOCK>(&mut sums[at..at + BLOCK], at, width, rows, places);
            at += BLOCK;
        } else if left >= SMALL {
            add_block::<SMALL>(&mut sums[at..at + SMALL], at, width, rows, places);
            at += SMALL;
        } else {
            add_block::<1>(&mut sums[at..=at], at, width, rows, places);
            at += 1;
        }
    }
}

/// The product of two rows of whole numbers, in pieces of a known length.
#[inline]
fn product(one: &[i16], other: &[i16]) -> i32 {
    let times = |one: &[i16], other: &[i16]| -> i32 {
        one.iter().zip(other).map(|(one, other)| i32::from(*one) * i32::from(*other)).sum()
    };
    let (mut one, mut other) = (one.chunks_exact(SMALL), other.chunks_exact(SMALL));
    let mut sum = 0;
    for (one, other) in one.by_ref().zip(other.by_ref()) {
        let one: &[i16; SMALL] = one.try_into().expect("a piece is that long");
        let other: &[i16; SMALL] = other.try_into().expect("a piece is that long");
        sum += times(one, other);
    }
    sum + times(one.remainder(), other.remainder())
}

/// The product of two rows, in lanes, so that its sums can be made side by side.
#[inline]
fn product_of(one: &[f32], other: &[f32]) -> f32 {
    let (mut one, mut other) = (one.chunks_exact(LANES), other.chunks_exact(LANES));
    let mut lanes = [0.0; LANES];
    for (one, other) in one.by_ref().zip(other.by_ref()) {
        for lane in 0..LANES {
            lanes[lane] += one[lane] * other[lane];
        }
    }
    let rest: f32 = one.remainder().iter().zip(other.remainder()).map(|(one, other)| one * other).sum();
    lanes.iter().sum::<f32>() + rest
}

impl Quick {
    /// The net in whole numbers; the error says why it can't be.
    pub fn new(net: &Net) -> Result<Self, NetError> {
        let Net { width, hidden, policy, .. } = *net;
        if width > WIDEST {
            return Err(NetError(format!("the first layer is {width} wide: expected at most {WIDEST}")));
        }
        // `as` stays at the ends.
        let whole = |layer: &[f32]| layer.iter().map(|weight| (weight * ONE).round() as i16).collect();
        let turned = |layer: &[f32], outputs: usize| {
            let weight = |at: usize| layer[at % width * outputs + at / width] * FINE;
            (0..width * outputs).map(|at| weight(at).round().clamp(-MOST, MOST) as i16).collect()
        };
        Ok(Self {
            width,
            hidden,
            policy,
            by_hand: net.by_hand,
            first: whole(&net.first),
            first_bias: whole(&net.first_bias),
            second: turned(&net.second, hidden),
            second_bias: net.second_bias.clone(),
            values: net.values.clone(),
            values_bias: [net.values_bias[0], net.values_bias[1], net.values_bias[2]],
            query: turned(&net.query, policy),
            query_bias: net.query_bias.clone(),
            keys: net.keys.clone(),
            keys_bias: net.keys_bias.clone(),
        })
    }

    /// The sums of the first layer before any place, and after those that never change: where every view of a table begins.
    pub fn begin(&self, always: &Places) -> Vec<i16> {
        let mut sums = self.first_bias.clone();
        add_rows(&mut sums, &self.first, always);
        sums
    }

    /// What the net says of a view, by the places that are not 0 besides those it began with.
    pub fn judge(&self, begin: &[i16], places: &Places, layers: &mut Layers) -> Judged {
        let wide = &mut layers.wide;
        wide.clear();
        wide.extend_from_slice(begin);
        add_rows(wide, &self.first, places);
        for number in wide.iter_mut() {
            *number = (*number).clamp(0, ONE as i16);
        }
        let mut sums = self.values_bias;
        let rows = self.second.chunks_exact(self.width).zip(self.values.chunks_exact(VALUES));
        for ((row, values), bias) in rows.zip(&self.second_bias) {
            let hidden = (product(row, wide) as f32 * (1.0 / (ONE * FINE)) + bias).clamp(0.0, 1.0);
            for (sum, value) in sums.iter_mut().zip(values) {
                *sum += hidden * value;
            }
        }
        Judged { win: 1.0 / (1.0 + (-sums[0]).exp()), score: sums[1], left: sums[2] }
    }

    /// Makes ready to score the actions of the view judged last.
    pub fn ask(&self, layers: &mut Layers) {
        let Layers { wide, query } = layers;
        query.clear();
        let rows = self.query.chunks_exact(self.width).zip(&self.query_bias);
        query.extend(rows.map(|(row, bias)| product(row, wide) as f32 * (1.0 / (ONE * FINE)) + bias));
    }

    /// How good an action looks, by its features, to the one whose view was asked for last: a logit.
    pub fn score(&self, features: impl Iterator<Item = u16>, layers: &Layers) -> f32 {
        let score = |feature: u16| {
            let at = usize::from(feature);
            let key = &self.keys[at * self.policy..(at + 1) * self.policy];
            product_of(key, &layers.query) + self.keys_bias[at]
        };
        features.map(score).sum()
    }

    /// How much of a policy written by hand is added to the net's.
    pub const fn by_hand(&self) -> f32 {
        self.by_hand
    }

    /// The sizes of its layers: first, second, query.
    pub const fn shape(&self) -> (usize, usize, usize) {
        (self.width, self.hidden, self.policy)
    }
}
