//! Tests in a real browser: one binary, one module for each subject.

mod access;
mod faults;
mod games;
mod screens;
mod senses;
mod visits;
