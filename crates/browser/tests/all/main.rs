//! Tests in a real browser: one binary, one module for each subject.

mod access;
mod company;
mod devices;
mod faults;
mod games;
mod notices;
mod parts;
mod screens;
mod senses;
mod strangers;
mod together;
mod visits;
