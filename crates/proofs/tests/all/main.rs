//! Short runs of the proofs: one binary, one module for each subject.

mod attack;
mod crash;
mod load;
mod twins;
