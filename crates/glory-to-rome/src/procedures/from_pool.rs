//! GTR-24: what was demanded may be taken from the Pool first.

use super::prelude::*;

locals! {
    /// Matching cards may be taken from the Pool. `at`: material times 32 plus how many of it were asked.
    FromPool { seat: Seat, at: u8, demands: Demands }
}

impl FromPool {
    /// The material that the Pool is asked for now, if not all have been.
    fn material(self) -> Option<Material> {
        Material::ALL.get(usize::from(self.at / 32)).copied()
    }
}

impl Procedure for FromPool {
    const HERE: Here = ("GTR-24", "you are choosing what to take from the Pool");
    const ASKS: Asks = Asks::IfAny;

    fn offers<O: Offers>(self, public: &Public, offer: &mut O) {
        if let Some(material) = self.material()
            && self.at % 32 < self.demands.of(material)
            && public.pool.has(material)
        {
            offer.free(Action::Take(material));
            offer.free(Action::Leave(material));
        }
    }

    fn act<C: Chance>(self, state: &mut State, _: &Rules, action: Action, chance: &mut C) {
        if let Action::Take(material) = action {
            state.gather(self.seat, material, Origin::Pool, chance);
            state.public.pool.take(material);
        }
        state.turn_to(Self { at: self.at + 1, ..self });
    }

    /// The next material; after the last one the demands reach the opponents.
    fn go_on<C: Chance>(self, state: &mut State, _: &Rules, _: &mut C) {
        let Self { seat, at, demands } = self;
        match self.material() {
            Some(_) => state.turn_to(Self { at: (at / 32 + 1) * 32, ..self }),
            None => state.turn_to(Levies { seat, levy: Levy::Cards, step: 1, demands }),
        }
    }

    fn crumb(self, _: &Public) -> Text {
        say!("Demand: take {} from the Pool?", self.material())
    }

    fn explain(self, _: &Rules, _: &Public, action: Action) -> Text {
        text![if let Action::Take(_) = action {
            "From the Pool into your stockpile"
        } else {
            "Leave it in the Pool"
        }]
    }
}
