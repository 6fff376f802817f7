//! Short runs of the proofs: one binary, one module for each subject.

mod attack;
mod cluster;
mod crash;
mod crash_clocks;
mod load;
mod pair;
mod shards;
mod simulate;
mod tournament;
mod twins;
