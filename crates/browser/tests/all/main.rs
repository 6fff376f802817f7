//! Tests in a real browser: one binary, one module for each subject.

mod access;
mod company;
mod devices;
mod events;
mod faults;
mod frames;
mod games;
mod listening;
mod notices;
mod parts;
mod reading;
mod screens;
mod senses;
mod sheet;
mod strangers;
mod together;
mod visits;
