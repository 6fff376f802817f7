//! GL-3: a seat chooses its hero.

use super::prelude::*;

/// A seat chooses its hero.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct ChooseHero {
    /// Who.
    pub seat: Seat,
}

impl Procedure for ChooseHero {
    fn decides(self, _: &Public) -> Seat {
        self.seat
    }

    fn window(self) -> Option<Window> {
        None
    }

    fn moves<O: Offer<Action, Why>>(self, state: &State, rules: &Rules, offer: &mut O) {
        let taken = |board: u8| state.public.heroes.iter().any(|hero| hero.board == board);
        for board in 0..rules.kingdom.heroes.len() as u8 {
            offer.unless(Action::Hero(board), || taken(board).then_some(Why::Taken));
        }
    }

    fn act<C: Chance>(self, state: &mut State, rules: &Rules, action: Action, chance: &mut C) {
        let Action::Hero(board) = action else { return };
        let seat = self.seat;
        state.public.heroes[seat].board = board;
        chance.note(|| Event::Board(seat, board));
        // A3: against the turn order, so the first player chooses last.
        if seat == state.public.first {
            state.outfit(rules, chance);
        } else {
            state.turn_to(Self { seat: seat.previous(rules.players) });
        }
    }

    fn crumb(self, _: &Rules, _: &View) -> Text {
        text![self.seat, " chooses a hero"]
    }

    fn explain(self, rules: &Rules, _: &View, action: Action) -> Text {
        let kingdom = &rules.kingdom;
        let Action::Hero(board) = action else { return Text::new() };
        let Some(hero) = kingdom.heroes.get(board as usize) else { return Text::new() };
        let goods = hero.goods.iter().map(|kind| Text::of(table::card(&kingdom.goods[*kind as usize].name)));
        say!(
            "Health {}, power {}, strike {:+}; starts with {}. {}: {}",
            hero.health,
            hero.power,
            hero.strike,
            Text::joined(goods, ", "),
            table::tongue::name(&hero.gift),
            kingdom.boon_text(&hero.boon)
        )
    }
}
