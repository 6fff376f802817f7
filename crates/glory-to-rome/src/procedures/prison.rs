//! GTR-83: a Prison takes an opponent's structure for its Site.

use super::prelude::*;

/// What a stolen structure costs where the Prison's own Site does not pay for it (GTR-83, GTR-116).
const RANSOM: u8 = 3;

locals! {
    /// A structure may be stolen. `own_site`: the Prison's own Site pays for it.
    Prison { seat: Seat, own_site: bool }
}

impl Prison {
    /// Why a structure can't be stolen: it must be an opponent's, finished, of a name not yet in play here.
    fn why_not(self, structure: &Structure, names: CardSet) -> Option<Why> {
        let Structure { owner, card, finished, .. } = *structure;
        if owner == self.seat {
            Some(Why::StealsFromOthers)
        } else if !finished {
            Some(Why::NotFinished("GTR-83", owner, card))
        } else {
            names.has(card).then_some(Why::InPlay("GTR-83", card))
        }
    }
}

impl Procedure for Prison {
    const HERE: Here = ("GTR-83", "your Prison may take a structure");
    const CRUMB: &'static str = "Prison: steal a structure?";
    const ASKS: Asks = Asks::IfAny;

    fn offers<O: Offers>(self, public: &Public, offer: &mut O) {
        if self.own_site || public.can_pay(self.seat, RANSOM) {
            let names = public.names(self.seat);
            for structure in &public.structures {
                let steal = Action::Steal(structure.owner, structure.card);
                offer.unless(steal, || self.why_not(structure, names));
            }
        }
        offer.decline(Action::Skip);
        offer.others(|action| match action {
            Action::Steal(owner, _) if owner == self.seat => Some(Why::StealsFromOthers),
            Action::Steal(owner, card) => Some(Why::HasNone("GTR-83", owner, card)),
            _ => None,
        });
    }

    fn act<C: Chance>(self, state: &mut State, rules: &Rules, action: Action, chance: &mut C) {
        let (Self { seat, own_site }, Action::Steal(victim, card)) = (self, action) else { return };
        if own_site {
            state.done();
            state.give_site(seat, victim, Material::Stone, chance);
            state.steal(seat, victim, card, rules, chance);
        } else {
            state.turn_to(Ransom { seat, victim, card, owed: RANSOM, buys: Purchase::Structure });
        }
    }

    fn explain(self, _: &Rules, _: &Public, action: Action) -> Text {
        let Action::Steal(victim, card) = action else { return say!("Steal nothing and keep your Sites") };
        let price = if self.own_site {
            say!("The Prison's Site, and so {} influence, goes to {victim}", Material::Stone.value())
        } else {
            say!("You pay with Sites worth {}, which go to {victim}", RANSOM)
        };
        say!("{price}. You get: {}", effect::text(card))
    }
}

impl State {
    /// The structure changes hands, and its completion bonus fires again.
    pub(super) fn steal<C: Chance>(
        &mut self,
        seat: Seat,
        victim: Seat,
        card: Card,
        rules: &Rules,
        chance: &mut C,
    ) {
        let Some(at) = self.public.find(victim, card) else { return };
        self.public.structures[at].owner = seat;
        chance.note(|| Event::Stolen { seat, victim, card });
        self.refresh(rules);
        match powers().completion(card) {
            // Rulings 65 and 98: the own Site of a stolen Prison or Aerarium is gone, so other Sites pay.
            Some(Completion::SiteFor(Purchase::Structure)) => self.wait(Prison { seat, own_site: false }),
            Some(Completion::SiteFor(Purchase::Bonus)) => self.wait(Aerarium { seat, own_site: false }),
            _ => self.set_off(seat, seat, card, rules, chance),
        }
    }
}
