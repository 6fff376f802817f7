//! One encoding of views and actions in numbers, for everything that learns: nets, tensors, self-play files.
//!
//! An observation is a vector of fixed length made from a *view*, so it can't hold more than its seat may know, and it is always seen
//! from that seat: the viewer is the first, the others follow clockwise. Its fields have names and ranges ([`Encoder::fields`];
//! `docs/encoding.md` lists them all). Every action has a number ([`Numbering`]) and is made of parts, seats in it counted from the one
//! who decides. All player counts, options and card sets of a game share one encoding; [`Encoded::VERSION`] is raised whenever a
//! number changes its meaning.
//!
//! A [`Net`] is a small net over such observations, read from a checked file and evaluated in plain Rust; a [`Quick`] is the same net
//! in whole numbers, and a [`Judge`] one at a table.

mod encoder;
mod judge;
mod net;
mod numbering;
mod packed;
mod pen;
mod quick;

pub use encoder::{Encoded, Encoder, Kept, NoRoom};
pub use judge::Judge;
pub use net::{Judged, Net, NetError, Scratch, current};
pub use numbering::{Coding, Counted, MOST_PARTS, Numbering, Spelled, Speller, Spelling, Verb, spelled};
pub use pen::{Dense, Field, Ladder, Named, Pen, Sparse, Split, Values};
pub use quick::{Layers, Places, Quick};

/// How far a seat sits from another, clockwise.
#[inline]
pub const fn from_here(here: table::Seat, seat: table::Seat, players: usize) -> usize {
    let (here, seat) = (here.index(), seat.index());
    if seat >= here { seat - here } else { seat + players - here }
}

/// How far the seats of a set sit from another, clockwise, as bits.
#[inline]
pub const fn all_from_here(here: table::Seat, seats: table::SeatSet, players: usize) -> u64 {
    let (seats, here) = (seats.bits() as u64, here.index());
    (seats >> here | seats << (players - here)) & ((1 << players) - 1)
}

/// The seat that sits so far clockwise, if there is one.
#[inline]
pub const fn seat_from(here: table::Seat, steps: usize, players: usize) -> Option<table::Seat> {
    let around = here.index() + steps;
    if steps >= players {
        None
    } else {
        table::Seat::checked(if around >= players { around - players } else { around })
    }
}
