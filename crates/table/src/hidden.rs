//! What not everyone may know.

use std::fmt;

/// A value that some viewer may not know.
///
/// It has no `Serialize`, no `Display`, and its `Debug` says nothing: the only way out is [`Hidden::get`],
/// which the engine's own rules and `view` call where the rulebook lets someone look.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Hidden<T>(T);

impl<T> Hidden<T> {
    /// Hides a value.
    pub const fn new(value: T) -> Self {
        Self(value)
    }

    /// Looks at it.
    #[inline]
    pub const fn get(&self) -> &T {
        &self.0
    }

    /// Changes it.
    #[inline]
    pub const fn get_mut(&mut self) -> &mut T {
        &mut self.0
    }
}

impl<T> fmt::Debug for Hidden<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Hidden(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn debug_says_nothing() {
        assert_eq!(format!("{:?}", Hidden::new("the vault")), "Hidden(…)");
    }
}
