//! GTR-81: with a Palace more cards may be played, for one more action each.

use super::prelude::*;

locals! {
    /// More cards may be added with a Palace.
    Palace { seat: Seat }
}

/// What is played by adding this.
const fn played(action: Action) -> Option<Play> {
    match action {
        Action::AddOrder(card) => Some(Play::Order(card)),
        Action::AddJack => Some(Play::Jack),
        Action::AddPetition(material, size) => Some(Play::Petition(material, size)),
        _ => None,
    }
}

impl Procedure for Palace {
    const HERE: Here = ("GTR-81", "you may add cards with your Palace");
    const CRUMB: &'static str = "Palace: play more cards?";

    fn moves<O: Offers>(self, state: &State, rules: &Rules, offer: &mut O) {
        let (Self { seat }, public) = (self, &state.public);
        let Some(role) = public.role else { return };
        camp::orders(state, seat, role, offer, Action::AddOrder);
        camp::jack_and_petitions(state, rules, seat, offer, |offer, play, why| match play {
            Play::Petition(material, size) if rules.palace_petition => {
                offer.unless(Action::AddPetition(material, size), || why);
            }
            Play::Jack => offer.unless(Action::AddJack, || why),
            Play::Petition(..) | Play::Order(_) => {}
        });
        offer.decline(Action::Enough);
        offer.others(|action| match played(action)? {
            Play::Petition(..) if !rules.palace_petition => Some(Why::NoPalacePetition),
            play => camp::why_not(public, rules, seat, play),
        });
    }

    fn declines(self, _: &Public, action: Action) -> bool {
        matches!(action, Action::Enough)
    }

    fn act<C: Chance>(self, state: &mut State, _: &Rules, action: Action, _: &mut C) {
        if let Some(play) = played(action) {
            camp::put(state, self.seat, play);
        }
    }

    fn explain(self, _: &Rules, _: &Public, action: Action) -> Text {
        text![if action == Action::Enough { "Play no more cards" } else { "One more action" }]
    }
}
