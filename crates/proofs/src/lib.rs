//! Harnesses that prove what `docs/reliability.md` promises, each with a planted fault that it must find.

pub mod attack;
pub mod cluster;
pub mod crash;
pub mod crash_clocks;
pub mod judge;
pub mod load;
mod memory;
pub mod pair;
mod planted;
mod served;
mod server;
pub mod sharded;
pub mod shelf;
pub mod simulate;
pub mod twins;
mod unpacked;
mod wire;

pub use planted::{Flaw, Planted};
pub use served::{House, Served, Used};
pub use server::{Folder, Manner, Program, Server, Signal, serve, think};
pub use wire::{Caller, request};
