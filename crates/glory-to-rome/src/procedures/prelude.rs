//! What every procedure speaks of.

pub(super) use serde::Serialize;
pub(super) use table::{Chance, Offer, Seat, SeatSet, Text, many, say, text};

pub(super) use super::building::Means;
pub(super) use super::following::Next;
pub(super) use super::{
    Acts, Aerarium, Architect, BankLegion, Bonus, ClientActs, Craftsman, Demand, Enlist, Follow, Fountain,
    Frame, FromPool, Give, Here, Laborer, Lead, Levies, Levy, Merchant, Palace, Patron, Petition, Prison,
    Procedure, Ransom, Raze, Second, Senate, Sewer, Slay, Solarium, Stairway, Stopped, Think, Tribunal, Used,
    camp, cards, from_hand, from_pile, seat_decides, think,
};
pub(super) use crate::action::{Action, Place, Play, Supply};
pub(super) use crate::cards::{Card, CardSet, Material, Role};
pub(super) use crate::clients::Gained;
pub(super) use crate::effect::{Completion, Purchase, Repeated, powers};
pub(super) use crate::event::{Event, Origin, Reason, Sale};
pub(super) use crate::reason::Why;
pub(super) use crate::rules::Rules;
pub(super) use crate::state::{Camp, Ending, Functions, Public, State};
pub(super) use crate::structure::Structure;
pub(super) use crate::text;
pub(super) use crate::words::{demanded, ends_if, into_vault};
pub(super) use crate::zone::{Cards, Demands, Materials};
