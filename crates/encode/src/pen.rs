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

/// Something an encoding is written with. A game names the same fields in the same order for every view, and fills in what is not 0;
/// each place at most once.
pub trait Pen {
    /// The fields that follow are of this one of several alike: a seat, a town.
    fn group(&mut self, name: &'static str, number: usize);
    /// The fields that follow are of this part of the table.
    fn part(&mut self, name: &'static str);
    /// A field of so many values begins.
    fn field(&mut self, name: &'static str, len: usize, values: Values);
    /// The value of a place of the field.
    fn value(&mut self, at: usize, value: f32);

    /// So many places of the fields that follow all stay 0. Answers whether the pen has passed over them; to one that has not, the fields
    /// are named as ever.
    #[inline]
    fn blank(&mut self, places: usize) -> bool {
        let _ = places;
        false
    }

    /// A field of flags begins.
    #[inline]
    fn flags(&mut self, name: &'static str, len: usize) {
        self.field(name, len, Values::Flags);
    }

    /// This flag is set.
    #[inline]
    fn set(&mut self, at: usize) {
        self.value(at, 1.0);
    }

    /// This flag is set if that is so.
    #[inline]
    fn set_if(&mut self, at: usize, so: impl Into<bool>) {
        if so.into() {
            self.value(at, 1.0);
        }
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

    /// A count in a field of shares.
    #[inline]
    fn share(&mut self, at: usize, count: u32, most: u16) {
        if count > 0 {
            self.value(at, (count as f32 / f32::from(most)).min(1.0));
        }
    }

    /// A field of one share.
    #[inline]
    fn amount(&mut self, name: &'static str, count: u32, most: u16) {
        self.shares(name, 1, most);
        self.share(0, count, most);
    }

    /// A field of flags, one for each step that a count reaches.
    #[inline]
    fn steps(&mut self, name: &'static str, count: u32, steps: &[u32]) {
        self.flags(name, steps.len());
        self.reach(0, count, steps);
    }

    /// The flags of the steps that a count reaches, in a field that has so many for each of several things.
    #[inline]
    fn reach(&mut self, thing: usize, count: u32, steps: &[u32]) {
        for (at, step) in steps.iter().enumerate() {
            if count < *step {
                break;
            }
            self.set(thing * steps.len() + at);
        }
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
    fn value(&mut self, at: usize, value: f32) {
        self.out[self.cursor.place(at)] = value;
    }
}

/// Writes every value into a vector and notes where.
#[derive(Debug)]
pub struct Kept<'a> {
    out: &'a mut [f32],
    noted: &'a mut Vec<u16>,
    cursor: Cursor,
}

impl<'a> Kept<'a> {
    /// A pen for this vector that adds to this list, beginning at a place.
    pub fn new(out: &'a mut [f32], noted: &'a mut Vec<u16>, from: usize) -> Self {
        Self { out, noted, cursor: Cursor { from, to: from } }
    }
}

impl Pen for Kept<'_> {
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
    fn value(&mut self, at: usize, value: f32) {
        let place = self.cursor.place(at);
        self.out[place] = value;
        self.noted.push(place as u16);
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
    fn value(&mut self, at: usize, value: f32) {
        self.out.push((self.cursor.place(at) as u16, value));
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
    fn value(&mut self, at: usize, value: f32) {
        self.out.push(self.cursor.place(at) as u16, value);
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
    fn value(&mut self, _: usize, _: f32) {}
}
