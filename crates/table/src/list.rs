//! A list with a printed maximum, kept in place.

use std::fmt;
use std::hash::{Hash, Hasher};

use serde::{Serialize, Serializer};
use thiserror::Error;

/// A list had no room for one more. Nothing may be dropped because something is full: whoever gets this says why it can't
/// happen, or makes it loud (`Game::full`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("the list is full")]
#[must_use]
pub struct Full;

/// At most `N` values, stored in place so that the whole is `Copy`.
///
/// Unused slots hold `T::default()`, so equal lists are equal byte for byte; they say nothing, so they are not hashed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct List<T, const N: usize> {
    len: u8,
    items: [T; N],
}

impl<T: Copy + Default, const N: usize> List<T, N> {
    /// An empty list.
    pub fn new() -> Self {
        const { assert!(N <= 255, "a list's length is a u8") };
        Self { len: 0, items: [T::default(); N] }
    }

    /// How many values it holds.
    #[inline]
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether it holds none.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// How many more it can hold.
    pub const fn room(&self) -> usize {
        N - self.len as usize
    }

    /// Adds a value at the end, if there is room for it.
    #[inline]
    pub fn push(&mut self, item: T) -> Result<(), Full> {
        let slot = self.items.get_mut(self.len as usize).ok_or(Full)?;
        *slot = item;
        self.len += 1;
        Ok(())
    }

    /// Takes the last value off.
    #[inline]
    pub fn pop(&mut self) -> Option<T> {
        self.len = self.len.checked_sub(1)?;
        Some(std::mem::take(&mut self.items[self.len as usize]))
    }

    /// Takes the value at `at` out, keeping the order of the others.
    pub fn remove(&mut self, at: usize) -> T {
        let len = self.len();
        assert!(at < len, "the value to remove is in the list");
        let item = self.items[at];
        self.items.copy_within(at + 1..len, at);
        self.items[len - 1] = T::default();
        self.len -= 1;
        item
    }

    /// Puts a value in at `at`, moving the later ones up, if there is room for it and `at` is not beyond the end.
    pub fn insert(&mut self, at: usize, item: T) -> Result<(), Full> {
        let len = self.len();
        if len >= N || at > len {
            return Err(Full);
        }
        self.items.copy_within(at..len, at + 1);
        self.items[at] = item;
        self.len += 1;
        Ok(())
    }

    /// Empties the list.
    #[inline]
    pub fn clear(&mut self) {
        self.as_mut_slice().fill(T::default());
        self.len = 0;
    }

    /// Keeps only the values for which `keep` holds, in order.
    pub fn retain(&mut self, mut keep: impl FnMut(&T) -> bool) {
        let (len, mut kept) = (self.len(), 0);
        for at in 0..len {
            let item = self.items[at];
            if keep(&item) {
                self.items[kept] = item;
                kept += 1;
            }
        }
        self.items[kept..len].fill(T::default());
        self.len = kept as u8;
    }

    /// The values, in order.
    #[inline]
    pub fn as_slice(&self) -> &[T] {
        &self.items[..self.len as usize]
    }

    /// The values, in order.
    #[inline]
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        &mut self.items[..self.len as usize]
    }

    /// The values, in order.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.as_slice().iter()
    }

    /// The values, in order.
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.as_mut_slice().iter_mut()
    }

    /// The last value.
    #[inline]
    pub fn last(&self) -> Option<&T> {
        // One comparison: there is nothing before the first.
        self.items.get((self.len as usize).wrapping_sub(1))
    }

    /// The last value.
    #[inline]
    pub fn last_mut(&mut self) -> Option<&mut T> {
        self.items.get_mut((self.len as usize).wrapping_sub(1))
    }
}

impl<T: Copy + Default, const N: usize> Default for List<T, N> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: Copy + Default + Hash, const N: usize> Hash for List<T, N> {
    #[inline]
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        // One byte for the length, where a slice would take eight.
        self.len.hash(hasher);
        T::hash_slice(self.as_slice(), hasher);
    }
}

impl<'a, T: Copy + Default, const N: usize> IntoIterator for &'a List<T, N> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'a, T: Copy + Default, const N: usize> IntoIterator for &'a mut List<T, N> {
    type Item = &'a mut T;
    type IntoIter = std::slice::IterMut<'a, T>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}

impl<T: Copy + Default, const N: usize> std::ops::Index<usize> for List<T, N> {
    type Output = T;
    #[inline]
    fn index(&self, at: usize) -> &T {
        &self.as_slice()[at]
    }
}

impl<T: Copy + Default, const N: usize> std::ops::IndexMut<usize> for List<T, N> {
    #[inline]
    fn index_mut(&mut self, at: usize) -> &mut T {
        &mut self.as_mut_slice()[at]
    }
}

impl<T: Copy + Default + fmt::Debug, const N: usize> fmt::Debug for List<T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.as_slice()).finish()
    }
}

impl<T: Copy + Default + Serialize, const N: usize> Serialize for List<T, N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.as_slice())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_lists_are_equal_whatever_was_in_them_before() {
        let mut first: List<u8, 4> = List::new();
        for item in [1, 2, 3] {
            first.push(item).unwrap();
        }
        assert_eq!(first.remove(1), 2);
        assert_eq!(first.pop(), Some(3));
        let mut second = List::new();
        second.push(1).unwrap();
        assert_eq!(first, second);
        assert_eq!(format!("{first:?}"), "[1]");
    }

    #[test]
    fn a_full_list_refuses() {
        let mut list: List<u8, 2> = List::new();
        assert_eq!((list.push(1), list.push(2)), (Ok(()), Ok(())));
        assert_eq!((list.push(3), list.insert(0, 3)), (Err(Full), Err(Full)));
        assert_eq!(list.as_slice(), [1, 2]);
    }

    #[test]
    fn insert_and_retain_keep_order() {
        let mut list: List<u8, 5> = List::new();
        for item in [1, 3, 4] {
            list.push(item).unwrap();
        }
        list.insert(1, 2).unwrap();
        list.retain(|item| item % 2 == 0);
        assert_eq!(list.as_slice(), [2, 4]);
        let mut same = List::new();
        assert_eq!((same.push(2), same.push(4)), (Ok(()), Ok(())));
        assert_eq!(list, same);
        list.clear();
        assert_eq!(list, List::new());
    }
}
