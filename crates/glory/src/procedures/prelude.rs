//! What every procedure speaks of.

pub(super) use serde::Serialize;
pub(super) use table::{Anything, Chance, Offer, Seat, SeatSet, Text, many, say, text};

pub(super) use super::{
    After, Against, Aim, Arrive, Close, End, Fight, Foe, Follow, Frame, Haven, NOTHING, NameLair, Procedure,
    Roll, Start, meet, shop, travel, using,
};
pub(super) use crate::action::{Action, Held};
pub(super) use crate::boon::{Aspect, Boon};
pub(super) use crate::cards::{Cards, Kingdom, Monster, Quest as QuestCard, Reward, bits};
pub(super) use crate::effect::{Choices, Effect, Goal, Once, Script, Window};
pub(super) use crate::event::{Cause, Deck, Enemy, Event, Pays, Rank, Source, Travel as Travelled, Verdict};
pub(super) use crate::map::{Kind, NOWHERE, Way};
pub(super) use crate::odds::Odds;
pub(super) use crate::quest::{Deed, Task};
pub(super) use crate::reason::{Unusable, Why};
pub(super) use crate::rules::Rules;
pub(super) use crate::state::{
    Ending, Hero, MOST_PROWLING, Prowler, Public, QuestLies, State, Used, bargained,
};
pub(super) use crate::view::View;
