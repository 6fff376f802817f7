//! What not everyone may know.

use std::fmt;

/// A value that some viewer may not know.
///
/// It has no `Serialize`, no `Display`, and its `Debug` says nothing: the only way out is [`Hidden::get`],
/// which the engine's own rules and `view` call where the rulebook lets someone look.
///
/// A number can be written out, a hidden number can't, and neither can a state that holds one:
///
/// ```
/// fn write<T: serde::Serialize>(_: &T) {}
/// write(&7);
/// ```
/// ```compile_fail,E0277
/// fn write<T: serde::Serialize>(_: &T) {}
/// write(&gloria_table::Hidden::new(7));
/// ```
/// ```
/// #[derive(serde::Serialize)]
/// struct State {
///     hand: u8,
/// }
/// ```
/// ```compile_fail,E0277
/// #[derive(serde::Serialize)]
/// struct State {
///     hand: gloria_table::Hidden<u8>,
/// }
/// ```
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
