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
            return Refusal::new(
                "GTR-24",
                "all your Legionary actions have their demand",
                "Make the demands: reveal",
            );
        }
        let held = self.hand(seat).of(material);
        if held == 0 {
            return Refusal::new(
                "GTR-24",
                format!("you hold no {material} card to show"),
                "Demand a material of which you hold a card",
            );
        }
        Refusal::flat("GTR-24", format!("all your {material} cards have been shown this turn"))
    }

    pub(super) fn no_demand_with(&self, seat: Seat, card: Card, spent: bool) -> Refusal {
        if spent {
            return Refusal::new(
                "GTR-24",
                "all your Legionary actions have their demand",
                "Make the demands: reveal",
            );
        }
        if !self.public.can(seat, powers().shows_structures) {
            return Refusal::new(
                "GTR-112",
                "demanding with a structure needs a Castra Praetoria",
                "Demand with a hand card",
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
                    format!("{card} is {}, and none is demanded now", card.material()),
                    "Give what is demanded",
                )
            })),
            Action::GiveStock(material) => Some(if left.of(material) == 0 {
                Refusal::flat("GTR-24", format!("no {material} is demanded now"))
            } else if self.public.is_shielded(seat, to) && self.public.can(to, powers().loots_stock) {
                Refusal::flat("GTR-59", format!("there is no {material} in your stockpile"))
            } else {
                Refusal::flat(
                    "GTR-59",
                    "you give from the stockpile by choice only to a Bridge and with a Wall",
                )
            }),
            Action::Glory => Some(Refusal::new(
                "GTR-24",
                format!("you hold what {to} demands, and neither Palisade nor Wall protects you"),
                format!("Give a {} card", left.kinds().map(Material::name).collect::<Vec<_>>().join(" or ")),
            )),
            _ => None,
        }
    }
}
