//! Harnesses that prove what `docs/reliability.md` promises, each with a planted fault that it must find.

pub mod attack;
pub mod crash;
mod hasty;
pub mod load;
mod memory;
mod server;
pub mod shelf;
pub mod twins;
mod wire;

pub use hasty::Hasty;
pub use server::{Manner, Program, Server, serve};
