//! What may be told again of past turns: which card lies in a vault is open only during the turn of the sale (GTR-26, ruling 111).

use table::{Game, Seat, Viewer};

use crate::action::Action;
use crate::event::{Event, Sale};
use crate::rules::Rules;
use crate::state::State;

impl State {
    /// Whether what went into vaults at that time may still be told: in the same turn, with `open_memory`, and at the end.
    pub(crate) fn remembers_sales(&self, rules: &Rules, then: &Self) -> bool {
        rules.open_memory || self.public.is_over() || then.public.turn == self.public.turn
    }

    /// An earlier action, as it may be told now.
    pub(crate) fn recalled(
        &self,
        rules: &Rules,
        then: &Self,
        by: Seat,
        action: Action,
        viewer: Viewer,
    ) -> String {
        if !self.remembers_sales(rules, then) {
            match action {
                Action::SellStock(_) => return "sell ?".to_owned(),
                Action::SellHand(_) => return "sell ? from hand".to_owned(),
                Action::RevelVault(_) => return "put ? in vault".to_owned(),
                Action::Bank(_) => return "bank ?".to_owned(),
                Action::Slay(victim, _) => return format!("slay {victim} ?"),
                _ => {}
            }
        }
        then.tell(rules, by, action, viewer)
    }
}

/// Whether the event names a card that went into a vault.
pub(crate) fn names_vault_card(event: &Event) -> bool {
    match event {
        Event::Slain { .. } => true,
        Event::Sold { sale, .. } => match sale {
            Sale::Stock(_) | Sale::Hand(_) | Sale::Client(_) | Sale::TurnedUp(_) => true,
            Sale::Deck => false,
        },
        _ => false,
    }
}
