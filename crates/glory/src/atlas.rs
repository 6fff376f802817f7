//! The map drawn in letters.
