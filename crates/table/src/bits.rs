//! Sets kept as the bits of a number.

/// The places of the bits that are set, from the lowest.
///
/// ```
/// use gloria_table::bits;
///
/// assert_eq!(bits(0b1001_0010_u64).collect::<Vec<_>>(), [1, 4, 7]);
/// assert_eq!(bits(u16::MAX).len(), 16);
/// assert_eq!(bits(0b101_u8).next_back(), Some(2));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Bits(u64);

/// The places of the bits of this set, from the lowest.
#[inline]
pub fn bits(set: impl Into<u64>) -> Bits {
    Bits(set.into())
}

impl Iterator for Bits {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        if self.0 == 0 {
            return None;
        }
        let at = self.0.trailing_zeros() as u8;
        self.0 &= self.0 - 1;
        Some(at)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.count_ones() as usize;
        (left, Some(left))
    }
}

impl DoubleEndedIterator for Bits {
    #[inline]
    fn next_back(&mut self) -> Option<u8> {
        let at = self.0.checked_ilog2()? as u8;
        self.0 &= !(1 << at);
        Some(at)
    }
}

impl ExactSizeIterator for Bits {}

impl std::iter::FusedIterator for Bits {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ends_meet_and_the_length_is_told() {
        for set in [0, 1, 1 << 63, u64::MAX, 0x8421_0000_0000_1248] {
            let (up, mut down): (Vec<_>, Vec<_>) = (bits(set).collect(), bits(set).rev().collect());
            down.reverse();
            assert_eq!(up, down);
            assert_eq!((up.len(), bits(set).len()), (set.count_ones() as usize, up.len()));
            assert_eq!(up.iter().fold(0, |again, at| again | 1 << at), set);
        }
    }
}
