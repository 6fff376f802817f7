//! A small net over observations: a sparse first layer, two dense ones, and heads for value and policy.
//!
//! `docs/nets.md` describes the file and the arithmetic. A file is read whole, checked (shape, version, hash) and refused with a
//! sentence if anything does not fit.

use std::fmt;

use sha2::{Digest as _, Sha256};

use crate::encoder::{Encoded, Encoder};

/// How every file begins.
const MAGIC: &[u8; 8] = b"GLORIAnn";
/// Raised whenever the bytes change their meaning.
const FORMAT: u32 = 2;
/// The format before: without how much is by hand, which was then as much as by the net.
const OLDER: u32 = 1;
/// How many numbers of the shape stand in the file.
const SHAPE: usize = 6;
/// No layer is wider than this: a malformed file must not ask for all memory.
const WIDEST: usize = 1 << 14;
/// What the value head answers: the chance to win, the final score and the decisions left, the last two scaled as the card says.
pub(crate) const VALUES: usize = 3;

/// Why a file of weights is not used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NetError(pub(crate) String);

impl fmt::Display for NetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NetError {}

impl From<NetError> for String {
    fn from(error: NetError) -> Self {
        error.0
    }
}

/// What a net says of one view.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Judged {
    /// The viewer's chance to win.
    pub win: f32,
    /// The viewer's final score, as trained.
    pub score: f32,
    /// The decisions left, as trained.
    pub left: f32,
}

/// A trained net for one game.
///
/// `first` has one row of `width` numbers for each place of an observation, so that a view is a sum of few rows.
#[derive(Clone, PartialEq, Debug)]
pub struct Net {
    pub(crate) inputs: usize,
    pub(crate) width: usize,
    pub(crate) hidden: usize,
    pub(crate) features: usize,
    pub(crate) policy: usize,
    /// How much of a policy written by hand is added to the net's.
    pub(crate) by_hand: f32,
    pub(crate) first: Vec<f32>,
    pub(crate) first_bias: Vec<f32>,
    /// By input: `width` rows of `hidden` numbers, so that each input adds its row.
    pub(crate) second: Vec<f32>,
    pub(crate) second_bias: Vec<f32>,
    pub(crate) values: Vec<f32>,
    pub(crate) values_bias: Vec<f32>,
    /// By input: `width` rows of `policy` numbers.
    pub(crate) query: Vec<f32>,
    pub(crate) query_bias: Vec<f32>,
    /// One row of `policy` numbers for each feature of an action.
    pub(crate) keys: Vec<f32>,
    pub(crate) keys_bias: Vec<f32>,
}

/// Room for the layers of one view; what a policy is read from after [`Net::judge`].
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Scratch {
    wide: Vec<f32>,
    hidden: Vec<f32>,
    query: Vec<f32>,
}

/// How many sums are kept in registers at a time: as many as baseline x86-64 has room for, with some left for the weights.
const BLOCK: usize = 32;

/// Adds rows to as many sums as they are wide, each row so many times. Each sum adds in the order of the rows, in blocks or not.
#[inline]
fn add_rows(sums: &mut [f32], rows: &[f32], times: impl Iterator<Item = (usize, f32)> + Clone) {
    let width = sums.len();
    let mut blocks = sums.chunks_exact_mut(BLOCK);
    for (at, block) in blocks.by_ref().enumerate() {
        let mut own = [0.0; BLOCK];
        own.copy_from_slice(block);
        for (place, times) in times.clone() {
            let from = place * width + at * BLOCK;
            for (sum, weight) in own.iter_mut().zip(&rows[from..from + BLOCK]) {
                *sum += weight * times;
            }
        }
        block.copy_from_slice(&own);
    }
    let rest = blocks.into_remainder();
    if !rest.is_empty() {
        for (place, times) in times {
            add_row(rest, &rows[(place + 1) * width - rest.len()..(place + 1) * width], times);
        }
    }
}

/// The numbers of a layer that add anything.
fn lit(layer: &[f32]) -> impl Iterator<Item = (usize, f32)> + Clone {
    layer.iter().copied().enumerate().filter(|(_, number)| *number > 0.0)
}

/// Adds a row so many times.
#[inline]
fn add_row(sum: &mut [f32], row: &[f32], times: f32) {
    for (sum, weight) in sum.iter_mut().zip(row) {
        *sum += weight * times;
    }
}

/// Numbers below 0 become 0, those above 1 become 1: what small integers can hold later.
#[inline]
fn clip(layer: &mut [f32]) {
    for number in layer {
        *number = number.clamp(0.0, 1.0);
    }
}

fn row(rows: &[f32], width: usize, at: usize) -> &[f32] {
    &rows[at * width..(at + 1) * width]
}

/// Takes numbers from the front of bytes.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn number(&mut self) -> Option<u32> {
        let (number, rest) = self.0.split_first_chunk::<4>()?;
        self.0 = rest;
        Some(u32::from_le_bytes(*number))
    }

    fn layer(&mut self, count: usize) -> Result<Vec<f32>, NetError> {
        let (layer, rest) = self
            .0
            .split_at_checked(count * 4)
            .ok_or_else(|| NetError("the file of weights is too short for its shape".to_owned()))?;
        self.0 = rest;
        let numbers =
            layer.chunks_exact(4).map(|four| f32::from_le_bytes([four[0], four[1], four[2], four[3]]));
        let numbers: Vec<f32> = numbers.collect();
        if numbers.iter().any(|number| !number.is_finite()) {
            return Err(NetError("the file of weights holds something that is no number".to_owned()));
        }
        Ok(numbers)
    }
}

/// These bytes of a file, unless they are a net of an earlier encoding of this game, which has still to learn the present one: then
/// there is none.
pub fn current<G: Encoded>(bytes: &'static [u8]) -> Option<&'static [u8]> {
    let version = |bytes: &[u8]| {
        let mut reader = Reader(bytes.strip_prefix(MAGIC)?);
        reader.number()?;
        let name = reader.number()? as usize;
        reader.0 = reader.0.get(name..)?;
        reader.number()
    };
    // What is no net at all is told when it is read.
    version(bytes).is_none_or(|version| version >= G::VERSION).then_some(bytes)
}

impl Net {
    /// Reads a net for this encoding from the bytes of a file.
    pub fn read<G: Encoded>(bytes: &[u8], encoder: &Encoder<G>) -> Result<Self, NetError> {
        let wrong = |message: String| Err(NetError(message));
        let Some((content, hash)) = bytes.split_last_chunk::<32>() else {
            return wrong("the file of weights is too short".to_owned());
        };
        let Some(rest) = content.strip_prefix(MAGIC) else {
            return wrong("this is no file of weights: expected it to begin with GLORIAnn".to_owned());
        };
        let mut reader = Reader(rest);
        let short = || NetError("the file of weights is too short".to_owned());
        let format = reader.number().ok_or_else(short)?;
        if format != FORMAT && format != OLDER {
            return wrong(format!("the weights have format {format}: expected {FORMAT}"));
        }
        if Sha256::digest(content).as_slice() != hash {
            return wrong("the weights are damaged: their hash is another".to_owned());
        }
        let name = reader.number().ok_or_else(short)? as usize;
        let (name, rest) = reader.0.split_at_checked(name).ok_or_else(short)?;
        if name != G::INFO.name.as_bytes() {
            let name = String::from_utf8_lossy(name);
            return wrong(format!("the weights are for {name}: expected {}", G::INFO.name));
        }
        reader.0 = rest;
        let mut shape = [0; SHAPE];
        for number in &mut shape {
            *number = reader.number().ok_or_else(short)? as usize;
        }
        let [version, inputs, width, hidden, features, policy] = shape;
        if version != G::VERSION as usize {
            return wrong(format!("the weights are for encoding {version}: expected {}", G::VERSION));
        }
        let expected = (encoder.len(), encoder.numbering().features());
        if (inputs, features) != expected {
            return wrong(format!(
                "the weights take {inputs} numbers and {features} features: expected {} and {}",
                expected.0, expected.1
            ));
        }
        if [width, hidden, policy].iter().any(|size| *size == 0 || *size > WIDEST) {
            return wrong(format!(
                "the weights have layers of {width}, {hidden} and {policy}: expected 1 to {WIDEST}"
            ));
        }
        let by_hand = if format == OLDER { 1.0 } else { reader.layer(1)?[0] };
        let net = Self {
            inputs,
            width,
            hidden,
            features,
            policy,
            by_hand,
            first: reader.layer(inputs * width)?,
            first_bias: reader.layer(width)?,
            second: reader.layer(width * hidden)?,
            second_bias: reader.layer(hidden)?,
            values: reader.layer(hidden * VALUES)?,
            values_bias: reader.layer(VALUES)?,
            query: reader.layer(width * policy)?,
            query_bias: reader.layer(policy)?,
            keys: reader.layer(features * policy)?,
            keys_bias: reader.layer(features)?,
        };
        if !reader.0.is_empty() {
            return wrong("the file of weights is longer than its shape".to_owned());
        }
        Ok(net)
    }

    /// The net as the bytes of a file.
    pub fn write<G: Encoded>(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(FORMAT.to_le_bytes());
        bytes.extend((G::INFO.name.len() as u32).to_le_bytes());
        bytes.extend(G::INFO.name.as_bytes());
        let shape = [G::VERSION as usize, self.inputs, self.width, self.hidden, self.features, self.policy];
        bytes.extend(shape.iter().flat_map(|number| (*number as u32).to_le_bytes()));
        bytes.extend(self.by_hand.to_le_bytes());
        for layer in [
            &self.first,
            &self.first_bias,
            &self.second,
            &self.second_bias,
            &self.values,
            &self.values_bias,
            &self.query,
            &self.query_bias,
            &self.keys,
            &self.keys_bias,
        ] {
            bytes.extend(layer.iter().flat_map(|number| number.to_le_bytes()));
        }
        let hash = Sha256::digest(&bytes);
        bytes.extend(hash);
        bytes
    }

    /// A net of this shape whose weights a function makes, layer by layer.
    pub fn made<G: Encoded>(
        encoder: &Encoder<G>,
        (width, hidden, policy): (usize, usize, usize),
        mut weight: impl FnMut() -> f32,
    ) -> Self {
        let (inputs, features) = (encoder.len(), encoder.numbering().features());
        let mut layer = |count: usize| (0..count).map(|_| weight()).collect::<Vec<f32>>();
        Self {
            inputs,
            width,
            hidden,
            features,
            policy,
            by_hand: 1.0,
            first: layer(inputs * width),
            first_bias: layer(width),
            second: layer(width * hidden),
            second_bias: layer(hidden),
            values: layer(hidden * VALUES),
            values_bias: layer(VALUES),
            query: layer(width * policy),
            query_bias: layer(policy),
            keys: layer(features * policy),
            keys_bias: layer(features),
        }
    }

    /// What the net says of a view, by the places of its observation that are not 0.
    pub fn judge(&self, active: &[(u16, f32)], scratch: &mut Scratch) -> Judged {
        let Scratch { wide, hidden, .. } = scratch;
        wide.clone_from(&self.first_bias);
        add_rows(wide, &self.first, active.iter().map(|(at, value)| (usize::from(*at), *value)));
        clip(wide);
        hidden.clone_from(&self.second_bias);
        add_rows(hidden, &self.second, lit(wide));
        clip(hidden);
        let mut sums = [self.values_bias[0], self.values_bias[1], self.values_bias[2]];
        for (at, number) in hidden.iter().enumerate() {
            add_row(&mut sums, row(&self.values, VALUES, at), *number);
        }
        Judged { win: 1.0 / (1.0 + (-sums[0]).exp()), score: sums[1], left: sums[2] }
    }

    /// Makes ready to score the actions of the view judged last.
    pub fn ask(&self, scratch: &mut Scratch) {
        let Scratch { wide, query, .. } = scratch;
        query.clone_from(&self.query_bias);
        add_rows(query, &self.query, lit(wide));
    }

    /// How good an action looks, by its features, to the one whose view was asked for last: a logit, so that the softmax of all
    /// legal ones is the policy.
    pub fn score(&self, features: impl Iterator<Item = u16>, scratch: &Scratch) -> f32 {
        features
            .map(|feature| {
                let key = row(&self.keys, self.policy, feature.into());
                let meets: f32 = key.iter().zip(&scratch.query).map(|(key, query)| key * query).sum();
                meets + self.keys_bias[usize::from(feature)]
            })
            .sum()
    }
}
