//! Positions for scenario files.
