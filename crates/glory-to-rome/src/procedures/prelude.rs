//! What every procedure speaks of.

pub(super) use serde::Serialize;
pub(super) use table::{Anything, Chance, Offer, Seat, SeatSet, Text, many, say, text, whose};

pub(super) use super::*;
pub(super) use crate::action::{Action, Place, Play, Supply};
pub(super) use crate::cards::{Card, CardSet, Material, Role};
pub(super) use crate::clients::Gained;
pub(super) use crate::effect::{self, Completion, Purchase, Repeated, powers};
pub(super) use crate::event::{Event, Origin, Reason, Sale};
pub(super) use crate::reason::Why;
pub(super) use crate::rules::Rules;
pub(super) use crate::state::{Camp, Ending, Functions, Public, State};
pub(super) use crate::structure::Structure;
pub(super) use crate::words::{a, demanded, ends_if, into_vault};
pub(super) use crate::zone::{Cards, Demands, Materials};
