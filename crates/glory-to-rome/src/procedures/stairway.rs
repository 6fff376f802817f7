//! GTR-90: after each Architect action a Stairway may open an opponent's structure to all.

use super::prelude::*;

locals! {
    /// The Stairway's part of an Architect action.
    Stairway { seat: Seat }
}

impl Stairway {
    /// Why the structure can't be opened with this material.
    fn why_not(self, public: &Public, structure: &Structure, supply: Supply) -> Option<Why> {
        let Structure { owner, card, .. } = *structure;
        if owner == self.seat {
            Some(Why::OpensOthers)
        } else if !structure.finished {
            Some(Why::NotFinished("GTR-90", owner, card))
        } else if structure.public {
            Some(Why::OpenAlready(owner, card))
        } else if !structure.is_of(supply.material()) {
            Some(Why::NotOfIt { card, site: structure.site, material: supply.material() })
        } else {
            public.no_supply(self.seat, supply, "GTR-90")
        }
    }
}

impl Procedure for Stairway {
    const HERE: Here = ("GTR-90", "your Stairway may open an opponent's structure");
    const CRUMB: &'static str = "Stairway: open an opponent's structure?";
    const ASKS: Asks = Asks::IfAny;

    fn offers<O: Offers>(self, public: &Public, offer: &mut O) {
        if public.can(self.seat, powers().opens_structures) {
            for structure in &public.structures {
                for supply in Supply::all() {
                    let raise = Action::Raise(structure.owner, structure.card, supply);
                    offer.unless(raise, || self.why_not(public, structure, supply));
                }
            }
        }
        offer.decline(Action::Skip);
        offer.others(|action| {
            let Action::Raise(owner, card, supply) = action else { return None };
            let Some(at) = public.find(owner, card) else { return Some(Why::HasNone("GTR-90", owner, card)) };
            self.why_not(public, &public.structures[at], supply)
        });
    }

    fn act<C: Chance>(self, state: &mut State, rules: &Rules, action: Action, chance: &mut C) {
        let (Self { seat }, Action::Raise(owner, card, supply)) = (self, action) else { return };
        let Some(at) = state.public.find(owner, card) else { return };
        let material = supply.material();
        chance.note(|| Event::Opened { seat, owner, card, material });
        state.done();
        state.take_supply(seat, supply);
        let structure = &mut state.public.structures[at];
        structure.materials[material] += 1;
        structure.public = true;
        // An action saved in another role and this one do not follow one another directly (GTR-31).
        state.public.half = state.public.half.filter(|half| *half == (seat, Role::Architect));
        // A client that left its Architect action unused has acted all the same.
        if let Some(Frame::ClientActs(client)) = state.public.stack.last_mut() {
            client.acted = true;
        }
        state.refresh(rules);
    }

    fn next(self, _: &Public, _: Seat, _: Role) -> Next {
        Next::Passes
    }

    fn crumb_below(self, _: &Public) -> Text {
        Text::new()
    }

    fn explain(self, _: &Rules, _: &Public, action: Action) -> Text {
        let Action::Raise(_, card, _) = action else { return say!("Open nothing") };
        say!("From then on it works for everyone: {}", effect::text(card))
    }
}
