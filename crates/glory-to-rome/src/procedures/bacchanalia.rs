//! GTR-117: a Bacchanalia turns cards up and uses each in another way.

use super::prelude::*;

/// Which parts of a Bacchanalia have been used.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Revels(u8);

impl Revels {
    /// A card into the stockpile.
    pub const STOCK: Self = Self(1);
    /// A card into the clientele.
    pub const CLIENT: Self = Self(2);
    /// A card into the vault.
    pub const VAULT: Self = Self(4);
    /// A card laid as a foundation.
    pub const LAY: Self = Self(8);
    /// A card added to a structure.
    pub const ADD: Self = Self(16);
    /// It turned up the last cards of the draw pile: the game ends after it, not in it (ruling 75).
    pub const LAST: Self = Self(32);

    /// Whether that part has been used.
    pub const fn has(self, part: Self) -> bool {
        self.0 & part.0 != 0
    }

    /// With that part used.
    #[must_use]
    pub const fn with(self, part: Self) -> Self {
        Self(self.0 | part.0)
    }

    /// Whether all has been used.
    pub const fn all(self) -> bool {
        self.0 & 31 == 31
    }

    /// The part that an action uses.
    fn of(action: Action) -> Option<Self> {
        match action {
            Action::RevelStock(_) => Some(Self::STOCK),
            Action::RevelClient(_) => Some(Self::CLIENT),
            Action::RevelVault(_) => Some(Self::VAULT),
            Action::Lay(..) => Some(Self::LAY),
            Action::Add(Supply::Card(_), _) => Some(Self::ADD),
            _ => None,
        }
    }
}

locals! {
    /// Revealed cards are used. `pile`: which of the revealed piles.
    Bacchanalia { seat: Seat, pile: u8, used: Revels }
}

impl Bacchanalia {
    /// The cards turned up and not used yet.
    fn turned_up(self, public: &Public) -> CardSet {
        let tally = &public.revealed[usize::from(self.pile)];
        Card::all().filter(|card| tally.count(*card) > 0).collect()
    }

    fn is_empty(self, public: &Public) -> bool {
        public.revealed[usize::from(self.pile)].0.iter().all(|count| *count == 0)
    }
}

impl Procedure for Bacchanalia {
    const HERE: Here = ("GTR-117", "you are using the Bacchanalia's cards");
    const CRUMB: &'static str = "Bacchanalia: use the cards turned up";

    fn asks(self, public: &Public) -> bool {
        !self.used.all() && !self.is_empty(public)
    }

    fn moves<O: Offers>(self, state: &State, rules: &Rules, offer: &mut O) {
        let (Self { seat, used, .. }, public) = (self, &state.public);
        let (up, by) = (self.turned_up(public), Means::Bacchanalia(self.pile).by(seat));
        let once = |part| used.has(part).then_some(Why::RevelsOnce);
        let mut put = |action: fn(Card) -> Action, closed: Option<Why>| {
            if O::NAMES_ALL || closed.is_none() {
                up.iter().for_each(|card| offer.unless(action(card), || closed));
            }
        };
        put(Action::RevelStock, once(Revels::STOCK));
        put(Action::RevelClient, once(Revels::CLIENT).or(public.no_client_room(seat)));
        put(Action::RevelVault, once(Revels::VAULT).or(public.no_vault_room(seat)));
        if !used.has(Revels::LAY) {
            state.lays(rules, by, up, offer);
        }
        if !used.has(Revels::ADD) {
            public.adds(by, up, offer);
        }
        offer.free(Action::Skip);
        offer.others(|action| match (Revels::of(action)?, action) {
            (part, _) if used.has(part) => Some(Why::RevelsOnce),
            (_, Action::RevelStock(card) | Action::RevelClient(card) | Action::RevelVault(card)) => {
                Some(Why::NotTurnedUp(card))
            }
            _ => state.no_build(rules, by, up, action),
        });
    }

    /// What is left of a Bacchanalia goes to the hand, so ending it is more than declining.
    fn declines(self, _: &Public, _: Action) -> bool {
        false
    }

    fn act<C: Chance>(self, state: &mut State, rules: &Rules, action: Action, chance: &mut C) {
        let Self { seat, pile, used } = self;
        let Some(part) = Revels::of(action) else { return self.go_on(state, rules, chance) };
        state.turn_to(Self { used: used.with(part), ..self });
        if let Action::RevelStock(card) | Action::RevelClient(card) | Action::RevelVault(card) = action {
            state.public.revealed[usize::from(pile)].0[card.index()] -= 1;
            state.public.seen.add(card);
            let (material, from) = (card.material(), Origin::TurnedUp(card));
            match action {
                Action::RevelStock(_) => state.gather(seat, material, from, chance),
                Action::RevelVault(_) => state.store_openly(seat, Sale::TurnedUp(card), material, chance),
                _ => {
                    chance.note(|| state.public.hired(seat, material, from));
                    state.gain_client(seat, material, Gained::Otherwise, rules);
                }
            }
        } else {
            state.build(rules, Means::Bacchanalia(pile).by(seat), action, chance);
        }
    }

    /// What is left goes to the hand, for all to see.
    fn go_on<C: Chance>(self, state: &mut State, _: &Rules, chance: &mut C) {
        let Self { seat, pile, .. } = self;
        state.done();
        let left = std::mem::take(&mut state.public.revealed[usize::from(pile)]);
        let mut cards = Vec::new();
        for card in Card::all().flat_map(|card| std::iter::repeat_n(card, left.count(card).into())) {
            state.gain_openly(seat, card);
            if chance.listens() {
                cards.push(card);
            }
        }
        if !cards.is_empty() {
            chance.note(|| Event::ToHand { seat, cards });
        }
    }

    fn next(self, public: &Public, seat: Seat, _: Role) -> Next {
        let left = self.asks(public);
        if left && !self.used.has(Revels::CLIENT) && public.has_client_room(seat) {
            Next::Hires
        } else if left {
            Next::Between
        } else {
            Next::Passes
        }
    }

    fn explain(self, rules: &Rules, public: &Public, action: Action) -> Text {
        match action {
            Action::RevelStock(_) => say!("Into your stockpile"),
            Action::RevelClient(card) => crate::words::new_client(card.material()),
            Action::RevelVault(card) => into_vault(card.material()),
            Action::Skip => say!("The cards left go to your hand"),
            _ => public.explain_build(rules, Means::Bacchanalia(self.pile).by(self.seat), action),
        }
    }
}

impl State {
    /// As many cards as influence are turned up; too few, and the game just ends.
    pub(super) fn turn_up<C: Chance>(&mut self, seat: Seat, count: u8, rules: &Rules, chance: &mut C) {
        if count > self.public.deck {
            self.public.ending = Ending::Bacchanalia;
            return;
        }
        let inside = self.public.stack.iter().filter(|frame| matches!(frame, Frame::Bacchanalia(_))).count();
        // Ruling 110: there is room for one inside another. A third takes an Aerarium built anew inside the second.
        self.public.full |= inside >= self.public.revealed.len();
        let pile = u8::from(inside > 0);
        let mut cards = Vec::new();
        for _ in 0..count {
            let card = self.draw_card(chance);
            self.public.revealed[usize::from(pile)].add(card);
            if chance.listens() {
                cards.push(card);
            }
        }
        chance.learned(SeatSet::all(rules.players));
        chance.note(|| Event::TurnedUp { seat, cards });
        let used = if self.public.deck == 0 { Revels::LAST } else { Revels::default() };
        self.wait(Bacchanalia { seat, pile, used });
    }
}
