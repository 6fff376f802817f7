//! GTR-114: a material may come back from a structure just completed.

use super::prelude::*;

locals! {
    /// A material may come back from this structure.
    Solarium { seat: Seat, card: Card }
}

impl Procedure for Solarium {
    const HERE: Here = ("GTR-114", "your Solarium may give a material back");

    fn moves<O: Offers>(self, state: &State, _: &Rules, offer: &mut O) {
        if let Some(at) = state.public.find(self.seat, self.card) {
            let under = state.public.structures[at].materials.kinds();
            offer.all(under.map(Action::Recover));
        }
        offer.decline(Action::Skip);
    }

    fn act<C: Chance>(self, state: &mut State, rules: &Rules, action: Action, chance: &mut C) {
        let Self { seat, card } = self;
        let (Action::Recover(material), Some(at)) = (action, state.public.find(seat, card)) else { return };
        chance.note(|| Event::Recovered { seat, card, material });
        state.done();
        state.public.structures[at].materials.take(material);
        state.public.boards[seat].stock[material] += 1;
        state.refresh(rules);
    }

    fn crumb(self, _: &Public) -> Text {
        say!("Solarium: take a material back from {}?", self.card)
    }

    fn explain(self, _: &Rules, _: &Public, action: Action) -> Text {
        let Action::Recover(material) = action else { return say!("Take nothing back") };
        say!("{material} back to your stockpile")
    }
}
