//! GTR-116: Sites are chosen to pay for a stolen structure, or for a stolen Aerarium's bonus (GTR-115).

use super::prelude::*;

locals! {
    /// Sites worth so much are still owed to a victim for this card of theirs.
    Ransom { seat: Seat, victim: Seat, card: Card, owed: u8, buys: Purchase }
}

impl Procedure for Ransom {
    const HERE: Here = ("GTR-116", "you are choosing Sites to pay with");

    fn moves<O: Offers>(self, state: &State, _: &Rules, offer: &mut O) {
        from_pile(offer, &state.public.boards[self.seat].sites, None, Action::Pay, Why::NoSiteWon);
    }

    fn act<C: Chance>(self, state: &mut State, rules: &Rules, action: Action, chance: &mut C) {
        let (Self { seat, victim, card, owed, buys }, Action::Pay(site)) = (self, action) else { return };
        state.give_site(seat, victim, site, chance);
        if owed > site.value() {
            return state.turn_to(Self { owed: owed - site.value(), ..self });
        }
        state.done();
        match buys {
            Purchase::Structure => state.steal(seat, victim, card, rules, chance),
            Purchase::Bonus => state.award(seat, victim, card, rules, chance),
        }
    }

    fn crumb(self, _: &Public) -> Text {
        let Self { victim, card, owed, .. } = self;
        let (building, bonus) = match self.buys {
            Purchase::Structure => ("Prison", ""),
            Purchase::Bonus => ("Aerarium", "the bonus of "),
        };
        say!("{building}: pay Sites worth {owed} for {bonus}{} {card}", whose(victim))
    }

    fn explain(self, _: &Rules, _: &Public, action: Action) -> Text {
        let Action::Pay(site) = action else { return Text::new() };
        say!("Give away a Site worth {} influence", site.value())
    }
}

impl Public {
    /// Whether the seat has Sites enough to pay this much.
    pub(super) fn can_pay(&self, seat: Seat, price: u8) -> bool {
        self.boards[seat].sites.value() >= u16::from(price)
    }
}

impl State {
    /// A Site changes hands, and its influence with it.
    pub(super) fn give_site<C: Chance>(&mut self, from: Seat, to: Seat, site: Material, chance: &mut C) {
        let boards = &mut self.public.boards;
        boards[from].sites.take(site);
        boards[to].sites[site] += 1;
        if from != to {
            let (left, now) = (boards[from].influence(), boards[to].influence());
            chance.note(|| Event::SiteGiven { from, to, site, left, now });
        }
    }
}
