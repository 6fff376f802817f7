//! What every procedure speaks of.

pub(super) use serde::Serialize;
pub(super) use table::{Anything, Chance, Offer, Seat, SeatSet, Text, bits, many, say};

pub(super) use super::using::ability;
pub(super) use super::{
    Battle, Bearer, Check, Discard, Event, Fate, Frame, Muster, NOBODY, Pay, Procedure, Register, Sacrifice,
    Then, Use, entry, free, using,
};
pub(super) use crate::action::{Action, Fighter, Mode, Payment, Source};
pub(super) use crate::cards::{ArenaId, Home, INCOMES, Kind, KindSet, Type};
pub(super) use crate::effect::{Ability, Deck, Effect, Occasion, Stat, Step, Timing, Toll, Trigger, Whose};
pub(super) use crate::event::{AttackEnd, BattleEnd, CoinWhy, DiscardWhy, FavorWhy, Happening, Turned};
pub(super) use crate::ludus::{Answer, Combat, Order, Ploy, Section, Selector};
pub(super) use crate::orders::BLANK;
pub(super) use crate::phrase::{bearer, name, place_name, who};
pub(super) use crate::pile::{Half, Lots, kinds_in};
pub(super) use crate::printed::{
    Perk, Relation, SCHEME_GIFT, TACTIC_GIFT, abilities_that, covers, perk_gift, window_bit, window_gift,
};
pub(super) use crate::reason::Why;
pub(super) use crate::rules::Rules;
pub(super) use crate::state::{
    End, Gladiator, Overflow, Patron, Place, SEATS, SLOTS, State, Stops, slots_in,
};
pub(super) use crate::stats::{Asker, arenas_in};
pub(super) use crate::text;
