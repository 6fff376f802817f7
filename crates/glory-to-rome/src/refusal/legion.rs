//! Why something can't be demanded or given (GTR-24).

use table::{Refusal, Seat};

use crate::action::Action;
use crate::cards::{Card, Material};
use crate::effect::powers;
use crate::state::State;
use crate::zone::Demands;

impl State {
    pub(super) fn no_demand(&self, seat: Seat, material: Material, spent: bool) -> Refusal {
        if spent {
            return Refusal::new("GTR-24", "every Legionary action has its demand", "Reveal the demands");
        }
        let held = self.hand(seat).of(material);
        if held == 0 {
            return Refusal::new(
                "GTR-24",
                format!("you hold no {material} card to show"),
                "Demand what you hold",
            );
        }
        Refusal::flat("GTR-24", format!("all your {material} cards have been shown this turn"))
    }

    pub(super) fn no_demand_with(&self, seat: Seat, card: Card, spent: bool) -> Refusal {
        if spent {
            return Refusal::new("GTR-24", "every Legionary action has its demand", "Reveal the demands");
        }
        if !self.public.can(seat, powers().shows_structures) {
            return Refusal::new(
                "GTR-112",
                "showing a structure needs a Castra Praetoria",
                "Show a hand card",
            );
        }
        match self.public.find(seat, card).map(|at| &self.public.structures[at]) {
            None => Refusal::flat("GTR-112", format!("you have no {card}")),
            Some(structure) if structure.finished => {
                Refusal::flat("GTR-112", format!("your {card} is finished"))
            }
            Some(_) => Refusal::flat("GTR-112", format!("your {card} has been shown this turn")),
        }
    }

    pub(super) fn no_gift(&self, seat: Seat, to: Seat, left: Demands, action: Action) -> Option<Refusal> {
        match action {
            Action::Give(card) => Some(self.lacks_card(seat, card, "GTR-24").unwrap_or_else(|| {
                Refusal::new(
                    "GTR-24",
                    format!("{card} is {}, which is not demanded", card.material()),
                    "Give what is demanded",
                )
            })),
            Action::GiveStock(material) => Some(if left.of(material) == 0 {
                Refusal::flat("GTR-24", format!("{material} is not demanded"))
            } else if self.public.is_shielded(seat, to) && self.public.can(to, powers().loots_stock) {
                Refusal::flat("GTR-59", format!("there is no {material} in your stockpile"))
            } else {
                Refusal::flat(
                    "GTR-59",
                    "only a shielded player facing a Bridge gives from the stockpile by choice",
                )
            }),
            Action::Glory => Some(Refusal::new(
                "GTR-24",
                format!("you hold what {to} demands and nothing shields you"),
                "Give a matching card",
            )),
            _ => None,
        }
    }
}
