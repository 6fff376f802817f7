//! GTR-32: what completing a structure sets off, and actions won by it.

use super::prelude::*;

locals! {
    /// Actions won by completing a structure: so many are left.
    Bonus { seat: Seat, bonus: Repeated, left: u8 }
}

impl Bonus {
    /// The building whose completion repeats this.
    fn building(self) -> Option<Card> {
        Card::all().find(|card| powers().completion(*card) == Some(Completion::Repeat(self.bonus)))
    }
}

impl Procedure for Bonus {
    const HERE: Here = ("GTR-32", "you are using a completion bonus");
    const ASKS: Asks = Asks::Never;

    fn go_on<C: Chance>(self, state: &mut State, _: &Rules, _: &mut C) {
        let Self { seat, bonus, left } = self;
        if left == 0 {
            return state.done();
        }
        state.turn_to(Self { left: left - 1, ..self });
        match bonus {
            Repeated::Craftsman => state.begin(Role::Craftsman, seat),
            Repeated::Laborer => state.begin(Role::Laborer, seat),
            Repeated::Patron => state.begin(Role::Patron, seat),
            Repeated::Think => state.wait(Think { seat, optional: true, drawing: false }),
        }
    }

    fn next(self, public: &Public, seat: Seat, role: Role) -> Next {
        match self.bonus {
            _ if self.left == 0 => Next::Passes,
            Repeated::Patron => Next::hires(public.may_hire(seat, Used::default())),
            Repeated::Craftsman if role == Role::Craftsman => Next::Is,
            _ => Next::Between,
        }
    }

    fn crumb(self, _: &Public) -> Text {
        let building = self.building();
        match self.left {
            0 => say!("{building}: the last action"),
            left => say!("{building}: {left} more after this"),
        }
    }
}

/// What declining gives up, where the procedure on top is one of the actions of a bonus, not yet used; a Domus completed by one is not
/// (GTR-110).
pub(super) fn given_up(public: &Public) -> Option<Text> {
    let [.., Frame::Bonus(bonus), top] = public.stack.as_slice() else { return None };
    let part = match (bonus.bonus, top) {
        (Repeated::Craftsman, Frame::Craftsman(_)) | (Repeated::Think, Frame::Think(_)) => true,
        (Repeated::Laborer, Frame::Laborer(Laborer { used, .. }))
        | (Repeated::Patron, Frame::Patron(Patron { used, .. })) => *used == Used::default(),
        _ => false,
    };
    let building = bonus.building().filter(|_| part && bonus.left > 0)?;
    Some(say!("Give up this action of the {building} and the {} that would follow", bonus.left))
}

impl State {
    /// The completion bonus of `card`, a structure of `owner`, used by `seat`.
    pub(crate) fn set_off<C: Chance>(
        &mut self,
        seat: Seat,
        owner: Seat,
        card: Card,
        rules: &Rules,
        chance: &mut C,
    ) {
        // GTR-51 and its like: the count is fixed now, this Site included.
        let left = self.public.influence(seat);
        let Some(completion) = powers().completion(card) else { return };
        match completion {
            Completion::Repeat(bonus) => self.wait(Bonus { seat, bonus, left }),
            Completion::Hire => self.wait(Patron::action(seat, Used::DOMUS)),
            Completion::Enlist => self.wait(Enlist { seat, owner, card }),
            Completion::EndGame => self.public.ending = Ending::Catacomb,
            Completion::SiteFor(Purchase::Structure) => self.wait(Prison { seat, own_site: owner == seat }),
            Completion::SiteFor(Purchase::Bonus) => self.wait(Aerarium { seat, own_site: owner == seat }),
            Completion::Revel => self.turn_up(seat, left, rules, chance),
        }
    }
}
