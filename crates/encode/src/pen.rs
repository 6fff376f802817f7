//! How an encoding is written down: field by field, always in the same order.

use crate::quick::Places;

/// What the values of a field can be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Values {
    /// 0 or 1 each.
    Flags,
    /// A count divided by this number, never above 1.
    Share(u16),
}

/// A named part of an observation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// What it says, as in `seat 1: clients`.
    pub name: String,
    /// Its first place in the vector.
    pub offset: usize,
    /// How many places it has.
    pub len: usize,
    /// What stands there.
    pub values: Values,
}

impl Field {
    /// The smallest and the largest value that can stand in the field.
    pub const fn range(&self) -> (f32, f32) {
        match self.values {
            Values::Flags | Values::Share(_) => (0.0, 1.0),
        }
    }

    /// Whether a value can stand in the field.
    #[allow(clippy::float_cmp)] // A flag is exactly 0 or 1.
    pub fn holds(&self, value: f32) -> bool {
        match self.values {
            Values::Flags => value == 0.0 || value == 1.0,
            Values::Share(_) => (0.0..=1.0).contains(&value),
        }
    }
}

/// Which flags a count sets, one for each step that it reaches, looked up rather than worked out: see [`crate::ladder!`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ladder {
    len: usize,
    reached: [u32; Self::HIGHEST + 1],
}

impl Ladder {
    /// No step is higher.
    const HIGHEST: usize = 80;

    /// A ladder with these steps, in order, the first above 0.
    pub const fn new(steps: &[u32]) -> Self {
        assert!(steps.len() <= 32, "a ladder has at most 32 steps");
        let mut reached = [0; Self::HIGHEST + 1];
        let mut at = 0;
        while at < steps.len() {
            assert!(steps[at] as usize <= Self::HIGHEST, "a step is too high");
            assert!(steps[at] > if at == 0 { 0 } else { steps[at - 1] }, "steps go upwards, from above 0");
            let mut count = steps[at] as usize;
            while count <= Self::HIGHEST {
                reached[count] |= 1 << at;
                count += 1;
            }
            at += 1;
        }
        Self { len: steps.len(), reached }
    }

    /// How many steps it has.
    #[allow(clippy::len_without_is_empty)] // A ladder without steps says nothing.
    pub const fn len(&self) -> usize {
        self.len
    }

    /// The steps that a count reaches, as bits.
    #[inline]
    pub fn reached(&self, count: u32) -> u64 {
        self.reached[(count as usize).min(Self::HIGHEST)].into()
    }
}

/// A [`Ladder`] with these steps, made when the program is.
#[macro_export]
macro_rules! ladder {
    ($($step:expr),* $(,)?) => {
        const { &$crate::Ladder::new(&[$($step),*]) }
    };
}

/// What a count is in a field of shares, never above 1.
#[inline]
fn ratio(count: u32, most: u16) -> f32 {
    (count as f32 / f32::from(most)).min(1.0)
}

/// Something an encoding is written with. A game names the same fields in the same order for every view, and fills in what is not 0;
/// each place at most once.
pub trait Pen {
    /// The fields that follow are of this one of several alike: a seat, a town.
    fn group(&mut self, name: &'static str, number: usize);
    /// The fields that follow are of this part of the table.
    fn part(&mut self, name: &'static str);
    /// A field of so many values begins.
    fn field(&mut self, name: &'static str, len: usize, values: Values);
    /// This flag of the field is set.
    fn set(&mut self, at: usize);
    /// A count in a field of shares.
    fn share(&mut self, at: usize, count: u32, most: u16);

    /// So many places of the fields that follow all stay 0, in every view of this table. Answers whether the pen has passed over them; to
    /// one that has not, the fields are named as ever.
    #[inline]
    fn blank(&mut self, places: usize) -> bool {
        let _ = places;
        false
    }

    /// The fields that are written here stand together, and the pen may pass over them where they show the same as in the view before this
    /// one. Blocks stand in the same order and at the same places in all views; there may be others within one.
    #[inline]
    fn block(&mut self, same: impl FnOnce() -> bool, write: impl FnOnce(&mut Self))
    where
        Self: Sized,
    {
        let _ = same;
        write(self);
    }

    /// The sides of the table follow, one group for each seat from the viewer on, all of the same blocks, and nobody sits beyond so many.
    /// What stands there depends on who sits there, not on who looks: when another looks, the pen may turn what it has written.
    #[inline]
    fn sides(&mut self, seats: usize) {
        let _ = seats;
    }

    /// The flags from this one on that are set, as bits.
    #[inline]
    fn set_bits(&mut self, at: usize, set: u64) {
        for bit in table::bits(set) {
            self.set(at + usize::from(bit));
        }
    }

    /// This flag is set if that is so.
    #[inline]
    fn set_if(&mut self, at: usize, so: impl Into<bool>) {
        if so.into() {
            self.set(at);
        }
    }

    /// Counts of fields of shares, from the first place on.
    #[inline]
    fn counts(&mut self, counts: &[u8], most: u16) {
        for (at, count) in counts.iter().enumerate() {
            self.share(at, (*count).into(), most);
        }
    }

    /// A field of flags begins.
    #[inline]
    fn flags(&mut self, name: &'static str, len: usize) {
        self.field(name, len, Values::Flags);
    }

    /// A field of flags that are the bits of a set.
    #[inline]
    fn bits(&mut self, name: &'static str, len: usize, set: impl Into<u64>) {
        self.flags(name, len);
        self.set_bits(0, set.into());
    }

    /// A field of one flag.
    #[inline]
    fn flag(&mut self, name: &'static str, so: impl Into<bool>) {
        self.flags(name, 1);
        self.set_if(0, so);
    }

    /// A field of shares begins: counts divided by the most that is told apart.
    #[inline]
    fn shares(&mut self, name: &'static str, len: usize, most: u16) {
        self.field(name, len, Values::Share(most));
    }

    /// A field of shares, all of them given.
    #[inline]
    fn tally(&mut self, name: &'static str, counts: &[u8], most: u16) {
        self.shares(name, counts.len(), most);
        self.counts(counts, most);
    }

    /// A field of one share.
    #[inline]
    fn amount(&mut self, name: &'static str, count: u32, most: u16) {
        self.shares(name, 1, most);
        self.share(0, count, most);
    }

    /// A field of flags, one for each step that a count reaches.
    #[inline]
    fn steps(&mut self, name: &'static str, count: u32, ladder: &Ladder) {
        self.flags(name, ladder.len());
        self.set_bits(0, ladder.reached(count));
    }

    /// The flags of the steps that a count reaches, in a field that has so many for each of several things.
    #[inline]
    fn reach(&mut self, thing: usize, count: u32, ladder: &Ladder) {
        self.set_bits(thing * ladder.len(), ladder.reached(count));
    }

    /// A field that names one of several things, or none.
    #[inline]
    fn one_of(&mut self, name: &'static str, len: usize, at: Option<usize>) {
        self.flags(name, len);
        if let Some(at) = at {
            self.set(at);
        }
    }
}

/// Where a pen stands: the first place of the field it writes, and the place after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Cursor {
    from: usize,
    to: usize,
}

impl Cursor {
    #[inline]
    fn begin(&mut self, len: usize) {
        *self = Self { from: self.to, to: self.to + len };
    }

    #[inline]
    fn place(self, at: usize) -> usize {
        let place = self.from + at;
        debug_assert!(place < self.to, "a value lies within its field");
        place
    }
}

/// Writes every value into a vector that was all 0.
#[derive(Debug)]
pub struct Dense<'a> {
    out: &'a mut [f32],
    cursor: Cursor,
}

impl<'a> Dense<'a> {
    /// A pen for this vector.
    pub fn new(out: &'a mut [f32]) -> Self {
        Self { out, cursor: Cursor::default() }
    }

    /// How many places the fields so far have.
    pub const fn len(&self) -> usize {
        self.cursor.to
    }

    /// Whether no field has begun.
    pub const fn is_empty(&self) -> bool {
        self.cursor.to == 0
    }
}

impl Pen for Dense<'_> {
    #[inline]
    fn group(&mut self, _: &'static str, _: usize) {}
    #[inline]
    fn part(&mut self, _: &'static str) {}
    #[inline]
    fn field(&mut self, _: &'static str, len: usize, _: Values) {
        self.cursor.begin(len);
    }
    #[inline]
    fn blank(&mut self, places: usize) -> bool {
        self.cursor.begin(places);
        true
    }
    #[inline]
    fn set(&mut self, at: usize) {
        self.out[self.cursor.place(at)] = 1.0;
    }
    #[inline]
    fn share(&mut self, at: usize, count: u32, most: u16) {
        self.out[self.cursor.place(at)] = ratio(count, most);
    }
}

/// Lists the places that are not 0.
#[derive(Debug)]
pub struct Sparse<'a> {
    out: &'a mut Vec<(u16, f32)>,
    cursor: Cursor,
}

impl<'a> Sparse<'a> {
    /// A pen that adds to this list, beginning at a place.
    pub fn new(out: &'a mut Vec<(u16, f32)>, from: usize) -> Self {
        Self { out, cursor: Cursor { from, to: from } }
    }
}

impl Pen for Sparse<'_> {
    #[inline]
    fn group(&mut self, _: &'static str, _: usize) {}
    #[inline]
    fn part(&mut self, _: &'static str) {}
    #[inline]
    fn field(&mut self, _: &'static str, len: usize, _: Values) {
        self.cursor.begin(len);
    }
    #[inline]
    fn blank(&mut self, places: usize) -> bool {
        self.cursor.begin(places);
        true
    }
    #[inline]
    fn set(&mut self, at: usize) {
        self.out.push((self.cursor.place(at) as u16, 1.0));
    }
    #[inline]
    fn share(&mut self, at: usize, count: u32, most: u16) {
        if count > 0 {
            self.out.push((self.cursor.place(at) as u16, ratio(count, most)));
        }
    }
}

/// Lists the places that are not 0, flags apart from shares.
#[derive(Debug)]
pub struct Split<'a> {
    out: &'a mut Places,
    cursor: Cursor,
}

impl<'a> Split<'a> {
    /// A pen that adds to these lists, beginning at a place.
    pub fn new(out: &'a mut Places, from: usize) -> Self {
        Self { out, cursor: Cursor { from, to: from } }
    }
}

impl Pen for Split<'_> {
    #[inline]
    fn group(&mut self, _: &'static str, _: usize) {}
    #[inline]
    fn part(&mut self, _: &'static str) {}
    #[inline]
    fn field(&mut self, _: &'static str, len: usize, _: Values) {
        self.cursor.begin(len);
    }
    #[inline]
    fn blank(&mut self, places: usize) -> bool {
        self.cursor.begin(places);
        true
    }
    #[inline]
    fn set(&mut self, at: usize) {
        self.out.flags.push(self.cursor.place(at) as u16);
    }
    #[inline]
    fn share(&mut self, at: usize, count: u32, most: u16) {
        if count > 0 {
            self.out.push(self.cursor.place(at) as u16, ratio(count, most));
        }
    }
}

/// Notes the fields and forgets the values.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Named {
    /// The fields so far.
    pub fields: Vec<Field>,
    group: String,
}

impl Pen for Named {
    fn group(&mut self, name: &'static str, number: usize) {
        self.group = format!("{name} {number}: ");
    }
    fn part(&mut self, name: &'static str) {
        self.group = format!("{name}: ");
    }
    fn field(&mut self, name: &'static str, len: usize, values: Values) {
        let offset = self.fields.last().map_or(0, |last| last.offset + last.len);
        let name = format!("{}{name}", self.group);
        self.fields.push(Field { name, offset, len, values });
    }
    fn set(&mut self, _: usize) {}
    fn share(&mut self, _: usize, _: u32, _: u16) {}
}
