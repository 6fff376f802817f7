//! Several notes changed together.

/// What a note has to be for a change of it to be made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expected {
    /// Whatever it is.
    Anything,
    /// There is none.
    Nothing,
    /// Exactly this.
    This(String),
}

/// A change of one note, made together with others or not at all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoteChange {
    /// Which.
    pub key: String,
    /// What it has to be.
    pub expected: Expected,
    /// What it is then; nothing where it goes.
    pub value: Option<String>,
}

impl NoteChange {
    /// A note that is put, whatever was there.
    pub fn put(key: impl Into<String>, value: impl Into<String>) -> Self {
        Self { key: key.into(), expected: Expected::Anything, value: Some(value.into()) }
    }

    /// A note that is put where there is none.
    pub fn add(key: impl Into<String>, value: impl Into<String>) -> Self {
        Self { key: key.into(), expected: Expected::Nothing, value: Some(value.into()) }
    }

    /// A note that is put in the place of exactly this; nothing stands for none.
    pub fn swap(key: impl Into<String>, old: Option<String>, new: impl Into<String>) -> Self {
        Self { key: key.into(), expected: Expected::of(old), value: Some(new.into()) }
    }

    /// A note that goes if it is exactly this.
    pub fn remove(key: impl Into<String>, old: impl Into<String>) -> Self {
        Self { key: key.into(), expected: Expected::This(old.into()), value: None }
    }

    /// A note that goes, whatever it is.
    pub fn drop(key: impl Into<String>) -> Self {
        Self { key: key.into(), expected: Expected::Anything, value: None }
    }

    /// A note that stays as it is, or the whole change is not made.
    pub fn keep(key: impl Into<String>, old: Option<String>) -> Self {
        Self { key: key.into(), expected: Expected::of(old.clone()), value: old }
    }
}

impl Expected {
    fn of(old: Option<String>) -> Self {
        old.map_or(Self::Nothing, Self::This)
    }

    /// Whether a note that is this may be changed.
    pub fn is_met(&self, there: Option<&str>) -> bool {
        match self {
            Self::Anything => true,
            Self::Nothing => there.is_none(),
            Self::This(value) => there == Some(value.as_str()),
        }
    }
}
