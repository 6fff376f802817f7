//! What may be told again of past turns: which card lies in a vault is open only during the turn of the sale (GTR-26, ruling 111).

use table::{Game, Seat, Viewer};

use crate::action::Action;
use crate::rules::Rules;
use crate::state::State;

impl State {
    /// Whether what went into vaults at that time may still be told: in the same turn, with `open_memory`, and at the end.
    fn remembers_sales(&self, rules: &Rules, then: &Self) -> bool {
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
                _ => {}
            }
        }
        then.tell(rules, by, action, viewer)
    }
}
