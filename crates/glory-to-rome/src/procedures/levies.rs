//! GTR-24: the demands reach the opponents, one after the other.

use super::prelude::*;

/// What a demand is about to do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub enum Levy {
    /// Cards from hands and, with a Bridge, stockpiles (GTR-24, GTR-59).
    Cards,
    /// Clients for the Colosseum (GTR-63).
    Clients,
    /// Foundations for the Domus Aurea (GTR-66).
    Foundations,
}

locals! {
    /// The demands go round the table: for cards, then clients, then foundations. `step`: how far round.
    Levies { seat: Seat, levy: Levy, step: u8, demands: Demands }
}

impl Procedure for Levies {
    const HERE: Here = FromPool::HERE;
    const ASKS: Asks = Asks::Never;

    fn go_on<C: Chance>(self, state: &mut State, _: &Rules, chance: &mut C) {
        let Self { seat, levy, step, demands } = self;
        let players = state.public.players as usize;
        if usize::from(step) >= players {
            return match levy {
                Levy::Cards => state.turn_to(Self { levy: Levy::Clients, step: 1, ..self }),
                Levy::Clients => state.turn_to(Self { levy: Levy::Foundations, step: 1, ..self }),
                Levy::Foundations => state.done(),
            };
        }
        state.turn_to(Self { step: step + 1, ..self });
        let victim = Seat::new((seat.index() + usize::from(step)) % players);
        let public = &state.public;
        if !public.is_reached(victim, seat) {
            return;
        }
        let open = |among| !public.is_shielded(victim, seat) && public.can(seat, among);
        match levy {
            Levy::Cards => {
                if open(powers().loots_stock) {
                    take_stock(state, seat, victim, demands, chance);
                }
                state.wait(Give { seat: victim, to: seat, left: demands });
            }
            Levy::Clients if open(powers().loots_clients) => state.wait(Slay { seat, victim, left: demands }),
            Levy::Foundations if open(powers().loots_foundations) => {
                state.wait(Raze { seat, victim, left: demands });
            }
            Levy::Clients | Levy::Foundations => {}
        }
    }
}

/// GTR-59: a Bridge also takes from the stockpile. Equal colours are equal cards, so there is nothing to choose.
fn take_stock<C: Chance>(state: &mut State, seat: Seat, victim: Seat, demands: Demands, chance: &mut C) {
    let boards = &mut state.public.boards;
    for material in demands.kinds() {
        let number = demands.of(material).min(boards[victim].stock[material]);
        boards[victim].stock[material] -= number;
        boards[seat].stock[material] += number;
        if number > 0 {
            chance.note(|| Event::StockGiven { seat: victim, to: seat, material, number });
        }
    }
}
