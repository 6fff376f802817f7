//! GTR-81: with a Palace more cards may be played, for one more action each.

use super::prelude::*;

locals! {
    /// More cards may be added with a Palace.
    Palace { seat: Seat }
}

impl Procedure for Palace {
    const HERE: Here = ("GTR-81", "you may add cards with your Palace");
    const CRUMB: &'static str = "Palace: play more cards?";

    fn moves<O: Offers>(self, state: &State, rules: &Rules, offer: &mut O) {
        let (Self { seat }, public) = (self, &state.public);
        let Some(role) = public.role else { return };
        camp::orders(state, seat, role, offer, Action::AddOrder);
        camp::jack(public, seat, offer, |offer, why| offer.unless(Action::AddJack, || why));
        if rules.palace_petition {
            camp::petitions(state, rules, seat, offer, |offer, material, size, why| {
                offer.unless(Action::AddPetition(material, size), || why);
            });
        }
        offer.decline(Action::Enough);
        offer.others(|action| match action {
            Action::AddOrder(card) => camp::why_not(public, rules, seat, Play::Order(card)),
            Action::AddPetition(..) if !rules.palace_petition => Some(Why::NoPalacePetition),
            Action::AddPetition(material, size) => {
                camp::why_not(public, rules, seat, Play::Petition(material, size))
            }
            _ => None,
        });
    }

    fn declines(self, _: &Public, action: Action) -> bool {
        matches!(action, Action::Enough)
    }

    fn act<C: Chance>(self, state: &mut State, _: &Rules, action: Action, _: &mut C) {
        match action {
            Action::AddOrder(card) => camp::put(state, self.seat, Play::Order(card)),
            Action::AddJack => camp::put(state, self.seat, Play::Jack),
            Action::AddPetition(material, size) => {
                camp::put(state, self.seat, Play::Petition(material, size));
            }
            _ => {}
        }
    }

    fn explain(self, _: &Rules, _: &Public, action: Action) -> Text {
        text![if action == Action::Enough { "Play no more cards" } else { "One more action" }]
    }
}
