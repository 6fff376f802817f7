//! A view in names: what programs read.

use std::collections::BTreeMap;

use naming::{Counts, Named, by_seat, counts, letter, looker};
use serde::Serialize;
use table::Seat;
use utoipa::ToSchema;

use crate::{Lots, Numbers, Public, Rules, View};

/// A position of Lots as one viewer sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[schema(as = LotsView)]
pub struct Names {
    /// The seat that looks; null for an onlooker.
    pub viewer: Option<String>,
    /// The seat whose turn it is.
    pub turn: String,
    /// Lots left in the urn.
    pub urn: u8,
    /// What everyone sees of each player.
    pub players: BTreeMap<String, Player>,
    /// Whether who played a 9 is offered a lot.
    pub offered: bool,
    /// The viewer's own lots; empty for an onlooker.
    pub hand: Counts,
    /// What the viewer has buried.
    pub grave: Counts,
}

/// What everyone sees of a player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[schema(as = LotsPlayer)]
pub struct Player {
    /// Lots held.
    pub held: u8,
    /// Lots buried.
    pub buried: u8,
    /// Lots played face up.
    pub played: Counts,
}

impl Named for Lots {
    type Names = Names;

    fn names(rules: &Rules, view: &View) -> Names {
        let View { viewer, public, hand, grave } = view;
        // A state that spilt something is never shown: `play` refuses what leads there.
        let Public { turn, urn, held, buried, played, offered, spilt: _ } = public;
        let player = |seat| Player { held: held[seat], buried: buried[seat], played: lots(&played[seat]) };
        Names {
            viewer: looker(*viewer),
            turn: letter(Seat::new(usize::from(*turn))),
            urn: *urn,
            players: by_seat(rules.players, player),
            offered: *offered,
            hand: lots(hand),
            grave: lots(grave),
        }
    }
}

fn lots(numbers: &Numbers) -> Counts {
    counts((1_u8..).zip(numbers).map(|(number, count)| (format!("lot {number}"), *count)))
}
