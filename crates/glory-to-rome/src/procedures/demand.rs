//! GTR-24: the Legionary actions of a turn are one reveal: cards are shown, each for a demand.

use super::prelude::*;

locals! {
    /// Demands are chosen, at most so many.
    Demand { seat: Seat, most: u8, demands: Demands }
}

impl Procedure for Demand {
    const HERE: Here = ("GTR-24", "you are making demands");

    fn asks(self, public: &Public) -> bool {
        !self.demands.is_empty()
            || public.boards[self.seat].orders > 0
            || public.has_structure_to_show(self.seat)
    }

    fn moves<O: Offers>(self, state: &State, _: &Rules, offer: &mut O) {
        let (Self { seat, most, demands }, public) = (self, &state.public);
        let closed = (demands.len() >= most).then_some(Why::AllDemanded);
        if O::NAMES_ALL || closed.is_none() {
            for material in Material::ALL {
                offer.unless(Action::Demand(material), || {
                    closed.or_else(|| no_card_to_show(state, seat, material))
                });
            }
        }
        // GTR-112: an unfinished structure is shown in place of a card.
        let closed = closed.or(public.lacks(seat, powers().shows_structures));
        if O::NAMES_ALL || closed.is_none() {
            for structure in public.unfinished(seat) {
                let shown = structure.shown.then_some(Why::StructureShown(structure.card));
                offer.unless(Action::DemandWith(structure.card), || closed.or(shown));
            }
        }
        offer.free(Action::Reveal);
        offer.others(|action| {
            let Action::DemandWith(card) = action else { return None };
            let none = || {
                if public.find(seat, card).is_some() {
                    Why::Finished("GTR-112", card)
                } else {
                    Why::NoneToShow(card)
                }
            };
            Some(closed.unwrap_or_else(none))
        });
    }

    /// Making no demand gives the actions up.
    fn declines(self, _: &Public, action: Action) -> bool {
        matches!(action, Action::Reveal) && self.demands.is_empty()
    }

    fn act<C: Chance>(self, state: &mut State, _: &Rules, action: Action, chance: &mut C) {
        let Self { seat, demands, .. } = self;
        let material = match action {
            Action::Demand(material) => {
                let board = &mut state.public.boards[seat];
                board.demanded[material] += 1;
                // Everyone sees the card, which stays in the hand; after a sale from hand only those of this demand surely do.
                let held = if board.filched { demands.of(material) + 1 } else { board.demanded[material] };
                board.shown[material] = board.shown[material].max(held);
                material
            }
            Action::DemandWith(card) => {
                let Some(at) = state.public.find(seat, card) else { return };
                state.public.structures[at].shown = true;
                card.material()
            }
            _ => {
                chance.note(|| Event::Demanded { seat, demands });
                state.done();
                state.public.half = None;
                if let Some(Frame::BankLegion(bank)) = state.public.stack.last_mut() {
                    bank.left = demands.len();
                }
                return state.wait(FromPool { seat, at: 0, demands });
            }
        };
        state.turn_to(Self { demands: demands.plus(material), ..self });
    }

    fn go_on<C: Chance>(self, state: &mut State, _: &Rules, chance: &mut C) {
        if self.asks(&state.public) {
            chance.note(|| Event::Demanded { seat: self.seat, demands: self.demands });
        } else {
            chance.note(|| Event::NothingToShow { seat: self.seat });
        }
        state.done();
        state.forgo();
    }

    fn crumb(self, _: &Public) -> Text {
        let Self { most, demands, .. } = self;
        if demands.is_empty() {
            say!("Legionary: up to {}", many(most, "demand"))
        } else {
            say!("Legionary: {} of {} ({})", demands.len(), many(most, "demand"), demanded(demands))
        }
    }

    fn explain(self, _: &Rules, _: &Public, action: Action) -> Text {
        let Self { most, demands, .. } = self;
        match action {
            Action::Demand(material) => say!("Show a {material} card: one demand for {material}"),
            Action::DemandWith(card) => say!("Show it: one demand for {}", card.material()),
            _ if demands.is_empty() => {
                let lost = if most == 1 { "action is" } else { "actions are" };
                say!("Demand nothing: your Legionary {lost} lost")
            }
            _ => {
                let unused = most.saturating_sub(demands.len());
                let unused = (unused > 0).then(|| say!("; {} left unused", many(unused, "more action")));
                say!("Demand {}{unused}", demanded(demands))
            }
        }
    }
}

/// Why the seat has no card of this colour that has not been shown for a demand this turn (GTR-24, ruling 25).
fn no_card_to_show(state: &State, seat: Seat, material: Material) -> Option<Why> {
    let held = state.hand(seat).of(material);
    let gone = state.secret.gone[seat].get()[material];
    let shown = state.public.boards[seat].demanded[material] - gone;
    (held <= shown).then_some(if held == 0 { Why::NoneHeld(material) } else { Why::AllShown(material) })
}

impl Public {
    /// GTR-112: whether an unfinished structure may be shown in place of a card.
    pub(super) fn has_structure_to_show(&self, seat: Seat) -> bool {
        self.can(seat, powers().shows_structures) && self.unfinished(seat).any(|structure| !structure.shown)
    }
}

impl State {
    /// All Legionary actions of a turn together: own ones and clients' (GTR-24).
    pub(super) fn gather_legion(&mut self, seat: Seat, own: u8) {
        let each = self.public.client_actions(seat, Role::Legionary);
        let mut most = own;
        for colour in self.public.colours_for(seat, Role::Legionary) {
            let ready = self.public.ready_clients(seat, colour);
            self.public.boards[seat].acted[colour] += ready;
            most = most.saturating_add(ready * each);
        }
        if let Some(Frame::Acts(acts)) = self.public.stack.last_mut() {
            acts.own = 0;
        }
        if self.public.plays(seat) && self.public.can(seat, powers().banks_clients) {
            self.wait(BankLegion { seat, left: 0 });
        }
        self.wait(Demand { seat, most, demands: Demands::default() });
    }
}
