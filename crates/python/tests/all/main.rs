//! What the library of the Python package is, before any Python loads it; the package itself is tested by Python (`cargo xtask test`).

mod library;
