//! Why something can't be built: laying foundations and adding materials (GTR-22, GTR-23, GTR-90).

use table::{Refusal, Seat};

use crate::action::{Action, Place, Supply};
use crate::cards::{Card, Material, Role};
use crate::effect::powers;
use crate::frame::Frame;
use crate::play::Means;
use crate::rules::Rules;
use crate::state::State;
use crate::words::joined;

impl State {
    pub(super) fn no_build(&self, rules: &Rules, seat: Seat, role: Role, action: Action) -> Option<Refusal> {
        let public = &self.public;
        match action {
            Action::Lay(card, site, place) => Some(self.no_lay(rules, seat, role, card, site, place)),
            Action::Add(supply, structure) => Some(self.no_add(seat, role, supply, structure)),
            Action::AddUnfinished(supply, structure) => {
                Some(self.no_open_add(rules, seat, role, supply, structure))
            }
            Action::Look => Some(match public.top() {
                Frame::Fountain { .. } => Refusal::flat("GTR-73", "you have drawn at the Fountain already"),
                _ if role == Role::Architect => {
                    Refusal::flat("GTR-73", "a Fountain serves Craftsman actions, not Architect actions")
                }
                _ if public.can(seat, powers().crafts_from_deck) => {
                    Refusal::flat("GTR-73", "no card is left in the draw pile")
                }
                _ => Refusal::new(
                    "GTR-73",
                    "building with a card from the draw pile needs a Fountain",
                    "Build from hand",
                ),
            }),
            Action::Dismantle(card) => Some(if role == Role::Architect {
                Refusal::flat("GTR-118", "a Watch Post works with Craftsman actions")
            } else if public.can(seat, powers().dismantles) {
                Refusal::flat("GTR-118", format!("you have no finished {card}"))
            } else {
                Refusal::flat("GTR-118", "dismantling needs a Watch Post")
            }),
            Action::Raise(..) if !public.can(seat, powers().opens_structures) => Some(Refusal::new(
                "GTR-90",
                "opening an opponent's structure needs a Stairway",
                "Complete one first",
            )),
            Action::Raise(..) if role == Role::Architect => Some(Refusal::new(
                "GTR-90",
                "your Stairway comes after this Architect action",
                "Use the action or skip it first",
            )),
            Action::Raise(..) => Some(Refusal::flat("GTR-90", "a Stairway works with Architect actions")),
            Action::Prepare => Some(Refusal::flat(
                "GTR-57",
                "saving an action for an out-of-town Site needs another of its role that may follow directly and is not sure to",
            )),
            _ => None,
        }
    }

    pub(super) fn no_lay(
        &self,
        rules: &Rules,
        seat: Seat,
        role: Role,
        card: Card,
        site: Material,
        place: Place,
    ) -> Refusal {
        let public = &self.public;
        let rule = if role == Role::Architect { "GTR-22" } else { "GTR-23" };
        if let Frame::Fountain { .. } = public.top() {
            if *self.secret.drawn.get() != Some(card) {
                return Refusal::new(
                    "GTR-73",
                    format!("{card} is not the card you drew"),
                    "Use the drawn card or keep it",
                );
            }
        } else if let Some(refusal) = self.lacks_card(seat, card, rule) {
            return refusal;
        }
        if public.names(seat).has(card) {
            return Refusal::flat("GTR-30", format!("you have {} in play already", card.with_article()));
        }
        if site != card.material() && (!powers().any_site.has(card) || rules.training) {
            return Refusal::new(
                "GTR-30",
                format!("{card} needs a {} Site", card.material()),
                "Only a Statue can stand on another Site",
            );
        }
        match place {
            Place::Town => Refusal::new(
                "GTR-30",
                format!("no {site} Site is left in town"),
                "Lay it out of town, with two actions in a row or with a Tower",
            ),
            Place::Outskirts if !public.out_of_town.has(site) => {
                Refusal::flat("GTR-30", format!("no {site} Site is left out of town"))
            }
            Place::Outskirts if public.in_town.has(site) && !rules.out_of_town_choice => Refusal::new(
                "GTR-31",
                format!("a {site} Site is left in town, and at this table it must be taken first"),
                "Lay it in town",
            ),
            Place::Outskirts => Refusal::new(
                "GTR-31",
                format!("an out-of-town Site takes two {role} actions in a row, and no second one follows"),
                format!("Have a second {role} action in the same turn, or a Tower"),
            ),
        }
    }

    pub(super) fn no_add(&self, seat: Seat, role: Role, supply: Supply, name: Card) -> Refusal {
        let public = &self.public;
        let rule = if role == Role::Architect { "GTR-22" } else { "GTR-23" };
        match (role, supply) {
            (Role::Architect, Supply::Card(_)) => {
                return Refusal::new(
                    rule,
                    "an Architect takes materials from the stockpile, not from hand",
                    "Use a Craftsman action",
                );
            }
            (Role::Craftsman, Supply::Stock(_) | Supply::Pool(_)) => {
                return Refusal::new(
                    rule,
                    "a Craftsman takes materials from hand",
                    "Use an Architect action",
                );
            }
            (_, Supply::Stock(material)) if !public.boards[seat].stock.has(material) => {
                return Refusal::flat(rule, format!("there is no {material} in your stockpile"));
            }
            (_, Supply::Pool(_)) if !public.can(seat, powers().builds_from_pool) => {
                return Refusal::new(
                    "GTR-53",
                    "taking materials from the Pool needs an Archway",
                    "Use your stockpile",
                );
            }
            (_, Supply::Pool(material)) if !public.pool.has(material) => {
                return Refusal::flat("GTR-53", format!("there is no {material} in the Pool"));
            }
            (_, Supply::Card(card)) => {
                if let Frame::Fountain { .. } = public.top() {
                    if *self.secret.drawn.get() != Some(card) {
                        return Refusal::flat("GTR-73", format!("{card} is not the card you drew"));
                    }
                } else if let Some(refusal) = self.lacks_card(seat, card, rule) {
                    return refusal;
                }
            }
            (_, Supply::Stock(_) | Supply::Pool(_)) => {}
        }
        let means = if role == Role::Architect { Means::Architect } else { Means::Craftsman };
        self.no_fit(rule, seat, name, supply.material(), means)
    }

    /// Why the material does not go into the structure.
    pub(super) fn no_fit(
        &self,
        rule: &'static str,
        seat: Seat,
        name: Card,
        material: Material,
        means: Means,
    ) -> Refusal {
        let public = &self.public;
        match public.find(seat, name).map(|at| &public.structures[at]) {
            None => Refusal::new(rule, format!("you have no {name} under way"), "Lay its foundation first"),
            Some(structure) if structure.finished => Refusal::flat(rule, format!("your {name} is finished")),
            Some(structure) => Refusal::new(
                rule,
                format!("{material} does not fit your {name}"),
                format!("Add {}", any_of(|material| public.fits_by(structure, material, means))),
            ),
        }
    }

    /// Why Marble can't be added and the structure left unfinished (GTR-86).
    fn no_open_add(&self, rules: &Rules, seat: Seat, role: Role, supply: Supply, name: Card) -> Refusal {
        let mut legal = Vec::new();
        self.list_legal(rules, &mut legal);
        if !legal.contains(&Action::Add(supply, name)) {
            return self.no_add(seat, role, supply, name);
        }
        let material = supply.material();
        let structure = self.public.find(seat, name).map(|at| &self.public.structures[at]);
        let fits = structure.is_some_and(|structure| self.public.fits_without_action(structure, material));
        let scriptorium = self.public.can(seat, powers().finished_by[material.index()]);
        if !fits {
            Refusal::new(
                "GTR-86",
                format!("{material} fits your {name} only by the Scriptorium, which completes it"),
                "Complete it",
            )
        } else if scriptorium {
            Refusal::new(
                "GTR-32",
                format!("this {material} completes your {name} in any case"),
                "Complete it",
            )
        } else {
            Refusal::new("GTR-86", "there is no Scriptorium to leave unused", format!("Just add {material}"))
        }
    }

    pub(super) fn no_raise(&self, seat: Seat, owner: Seat, card: Card, supply: Supply) -> Refusal {
        let public = &self.public;
        if owner == seat {
            return Refusal::new(
                "GTR-90",
                "a Stairway opens opponents' structures, not your own",
                "Choose an opponent's",
            );
        }
        let Some(structure) = public.find(owner, card).map(|at| &public.structures[at]) else {
            return Refusal::flat("GTR-90", format!("{owner} has no {card}"));
        };
        if !structure.finished {
            return Refusal::flat("GTR-90", format!("{owner}'s {card} is not finished"));
        }
        if structure.public {
            return Refusal::flat("GTR-90", format!("{owner}'s {card} is open to all already"));
        }
        if !structure.is_of(supply.material()) {
            return Refusal::new(
                "GTR-90",
                format!("{} does not suit {}", supply.material(), card.with_article()),
                format!("Use {}", any_of(|material| structure.is_of(material))),
            );
        }
        match supply {
            Supply::Pool(_) if !public.can(seat, powers().builds_from_pool) => {
                Refusal::flat("GTR-53", "taking materials from the Pool needs an Archway")
            }
            Supply::Pool(material) => Refusal::flat("GTR-53", format!("there is no {material} in the Pool")),
            Supply::Stock(_) | Supply::Card(_) => {
                Refusal::flat("GTR-90", format!("there is no {} in your stockpile", supply.material()))
            }
        }
    }
}

/// The materials for which this holds, as a sentence has them: "Brick or Marble".
fn any_of(fits: impl Fn(Material) -> bool) -> String {
    let fitting = Material::ALL.into_iter().filter(|material| fits(*material));
    joined(&fitting.map(|material| material.name().to_owned()).collect::<Vec<_>>(), "or")
}
