//! GTR-23: a Craftsman action: a foundation, or a material from hand; with Fountain (GTR-73) and Watch Post (GTR-118).

use super::prelude::*;

locals! {
    /// A Craftsman action.
    Craftsman { seat: Seat }
}

impl Procedure for Craftsman {
    const HERE: Here = ("GTR-23", "you are taking a Craftsman action");
    const CRUMB: &'static str = "Craftsman action: lay a foundation, or build from hand";

    fn asks(self, public: &Public) -> bool {
        let Self { seat } = self;
        public.boards[seat].orders > 0
            || public.no_look(seat).is_none()
            || (public.can(seat, powers().dismantles) && public.finished(seat).next().is_some())
    }

    fn moves<O: Offers>(self, state: &State, rules: &Rules, offer: &mut O) {
        let (Self { seat }, public, by) = (self, &state.public, Means::Craftsman.by(self.seat));
        let hand = state.hand(seat).kinds();
        state.lays(rules, by, hand, offer);
        public.adds(by, hand, offer);
        if O::NAMES_ALL {
            let adds =
                public.unfinished(seat).flat_map(|to| Supply::all().map(|from| Action::Add(from, to.card)));
            adds.for_each(|add| offer.refused(add, || Why::CraftsmanFromStock));
        }
        offer.unless(Action::Look, || public.no_look(seat));
        let closed = public.lacks(seat, powers().dismantles);
        if O::NAMES_ALL || closed.is_none() {
            public
                .finished(seat)
                .for_each(|structure| offer.unless(Action::Dismantle(structure.card), || closed));
        }
        public.prepares(seat, Role::Craftsman, offer);
        offer.decline(Action::Skip);
        offer.others(|action| match action {
            Action::Dismantle(card) => Some(closed.unwrap_or(Why::NothingToDismantle(card))),
            _ => state.no_build(rules, by, hand, action),
        });
    }

    fn act<C: Chance>(self, state: &mut State, rules: &Rules, action: Action, chance: &mut C) {
        let Self { seat } = self;
        // GTR-50: an Academy asks for a Craftsman action really done; one that is only saved may yet come to nothing.
        state.public.boards[seat].crafted |= !matches!(action, Action::Prepare);
        match action {
            Action::Look => {
                // GTR-73: the top card of the deck in place of a hand card.
                let card = state.draw_card(chance);
                *state.secret.drawn.get_mut() = Some(card);
                chance.learned(SeatSet::one(seat));
                chance.note(|| Event::Looked { seat, card });
                state.turn_to(Fountain { seat });
            }
            Action::Dismantle(card) => {
                state.public.half = None;
                state.done();
                dismantle(state, rules, seat, card, chance);
            }
            _ => state.build_by_action(rules, Means::Craftsman.by(seat), action, chance),
        }
    }

    fn go_on<C: Chance>(self, state: &mut State, _: &Rules, _: &mut C) {
        state.done();
        state.forgo();
    }

    fn explain(self, rules: &Rules, public: &Public, action: Action) -> Text {
        match action {
            Action::Look => say!("Draw the card to build with{}", ends_if(public.deck == 1)),
            Action::Dismantle(card) => say!("{card} back to your hand, its materials to your stockpile"),
            _ => public.explain_build(rules, Means::Craftsman.by(self.seat), action),
        }
    }
}

impl Public {
    /// Why no card can be drawn at a Fountain.
    pub(super) fn no_look(&self, seat: Seat) -> Option<Why> {
        self.lacks(seat, powers().crafts_from_deck).or(self.no_deck("GTR-73"))
    }
}

/// GTR-118: a finished structure comes down.
fn dismantle<C: Chance>(state: &mut State, rules: &Rules, seat: Seat, card: Card, chance: &mut C) {
    let Some(at) = state.public.find(seat, card) else { return };
    let Structure { site, materials, .. } = state.public.structures.remove(at);
    chance.note(|| Event::Dismantled { seat, card, materials });
    let board = &mut state.public.boards[seat];
    board.stock.add_all(&materials);
    if !rules.watch_post_keeps && board.sites.has(site) {
        board.sites.take(site);
        state.public.out_of_town[site] += 1;
    }
    state.gain_openly(seat, card);
    state.refresh(rules);
}
