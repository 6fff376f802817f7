//! GTR-20: a Patron action, with Aqueduct (GTR-52) and Bar (GTR-55).

use super::prelude::*;

/// Which parts of a Patron, Laborer or Merchant action have been used.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Used(u8);

impl Used {
    /// The ordinary part: from the Pool, or from the stockpile.
    pub const MAIN: Self = Self(1);
    /// The card from hand (Aqueduct, Dock, Basilica).
    pub const HAND: Self = Self(2);
    /// The card from the deck (Bar).
    pub const DECK: Self = Self(4);
    /// The Patron action is a Domus's, whose client may act this turn (GTR-110).
    pub const DOMUS: Self = Self(8);

    /// The Patron action is that of a client hired at the Bath (GTR-57).
    pub const BATH: Self = Self(16);

    /// And a Domus hired that client, so that an action left unused at the Bath is still to come in the role led (GTR-110).
    pub const SPARED: Self = Self(32);

    /// Whether that part has been used.
    #[inline]
    pub const fn has(self, part: Self) -> bool {
        self.0 & part.0 != 0
    }

    /// With that part used.
    #[must_use]
    pub const fn with(self, part: Self) -> Self {
        Self(self.0 | part.0)
    }

    /// Whether nothing has been used.
    pub const fn nothing(self) -> bool {
        !self.has(Self(7))
    }

    /// Why that part can't be used again.
    #[inline]
    pub(super) fn twice(self, part: Self, why: Why) -> Option<Why> {
        self.has(part).then_some(why)
    }

    /// What leaving the rest comes to.
    pub(super) fn skip(self) -> Text {
        text![if self.nothing() { "Leave this action unused" } else { "Do no more with this action" }]
    }
}

locals! {
    /// A Patron action, for a client hired at the Bath that client's. `more`: how many others, in the same standing, wait for this one.
    Patron { seat: Seat, used: Used, client: Material, more: u8 }
}

impl Patron {
    /// An action of the player's own, a bonus's, or a client's of the role led.
    pub(crate) const fn action(seat: Seat, used: Used) -> Self {
        Self { seat, used, client: Role::Patron.material(), more: 0 }
    }

    /// Why nothing can be hired from the Pool, from hand and from the draw pile, room and cards aside. Once a card came from the draw
    /// pile, the Pool is closed for that action (GTR-55).
    #[inline]
    fn ways(self, public: &Public) -> [Option<Why>; 3] {
        let Self { seat, used, .. } = self;
        [
            used.twice(Used::DECK, Why::PoolClosed).or(used.twice(Used::MAIN, Why::HiredFromPool)),
            public.lacks(seat, powers().hires_from_hand).or(used.twice(Used::HAND, Why::HiredFromHand)),
            public.lacks(seat, powers().hires_from_deck).or(used.twice(Used::DECK, Why::HiredFromDeck)),
        ]
    }

    /// The same with room and draw pile.
    #[inline]
    fn closed(self, public: &Public) -> [Option<Why>; 3] {
        let (full, [pool, hand, deck]) = (public.no_client_room(self.seat), self.ways(public));
        [full.or(pool), full.or(hand), full.or(deck).or(public.no_deck("GTR-55"))]
    }

    /// One of the actions that share this frame is over.
    fn leave(self, state: &mut State) {
        if self.more > 0 {
            state.turn_to(Self { more: self.more - 1, ..self });
        } else {
            state.done();
        }
    }

    /// The action goes on if it can hire more, or if the client it hired acts at the Bath and may complete what lets it hire more
    /// (GTR-52, GTR-55). Actions in the same standing that wait one for the other share a frame.
    fn hire(self, state: &mut State, rules: &Rules, part: Used, colour: Material) {
        let (Self { seat, client, .. }, used) = (self, self.used.with(part));
        self.leave(state);
        let waits = state.public.can(seat, powers().new_clients_act);
        if waits || (Self { used, ..self }).ways(&state.public).contains(&None) {
            match state.public.stack.last_mut() {
                Some(Frame::Patron(under))
                    if waits && *under == (Self { seat, used, client, more: under.more }) =>
                {
                    under.more += 1;
                }
                _ => state.wait(Self { seat, used, client, more: 0 }),
            }
        }
        let gained = if used.has(Used::DOMUS) { Gained::Domus } else { Gained::Patron };
        state.gain_client(seat, colour, gained, rules);
    }
}

impl Procedure for Patron {
    const HERE: Here = ("GTR-20", "you are taking a Patron action");
    const CRUMB: &'static str = "Patron action: hire a client";

    fn asks(self, public: &Public) -> bool {
        public.may_hire(self.seat, self.used)
    }

    fn moves<O: Offers>(self, state: &State, _: &Rules, offer: &mut O) {
        let public = &state.public;
        let [pool, hand, deck] = self.closed(public);
        from_pile(offer, &public.pool, pool, Action::HirePool, Why::NoClientInPool);
        from_hand(offer, state.hand(self.seat), hand, "GTR-52", Action::HireHand);
        offer.unless(Action::HireDeck, || deck);
        offer.decline(Action::Skip);
    }

    fn act<C: Chance>(self, state: &mut State, rules: &Rules, action: Action, chance: &mut C) {
        let Self { seat, .. } = self;
        match action {
            Action::HirePool(colour) => {
                chance.note(|| state.public.hired(seat, colour, Origin::Pool));
                state.public.pool.take(colour);
                self.hire(state, rules, Used::MAIN, colour);
            }
            Action::HireHand(card) => {
                chance.note(|| state.public.hired(seat, card.material(), Origin::Hand(card)));
                state.spend(seat, card);
                self.hire(state, rules, Used::HAND, card.material());
            }
            _ => {
                let card = state.draw_card(chance);
                state.public.seen.add(card);
                chance.learned(SeatSet::all(rules.players));
                chance.note(|| state.public.hired(seat, card.material(), Origin::Deck(card)));
                self.hire(state, rules, Used::DECK, card.material());
            }
        }
    }

    /// A Domus's Patron action is nobody's but its own: what completed the Domus has acted all the same (GTR-110).
    fn go_on<C: Chance>(self, state: &mut State, _: &Rules, _: &mut C) {
        let Self { seat, used, client, .. } = self;
        self.leave(state);
        if used.has(Used::BATH) && !used.nothing() {
            state.may_bank(seat, client);
        } else if used.has(Used::SPARED) {
            state.spare(seat, client);
        } else if used == Used::default() {
            state.forgo();
        }
    }

    fn next(self, public: &Public, seat: Seat, _: Role) -> Next {
        Next::hires(public.may_hire(seat, self.used))
    }

    fn explain(self, _: &Rules, public: &Public, action: Action) -> Text {
        let (now, room) = (public.boards[self.seat].clients.len() + 1, public.client_limit(self.seat));
        match action {
            Action::Skip => self.used.skip(),
            Action::HireDeck => say!("A new client, whatever card comes{}", ends_if(public.deck == 1)),
            _ => say!("A new client: {now} of {room}"),
        }
    }
}

impl Public {
    /// Whether a Patron action in this standing can hire now, as far as everyone knows.
    pub(crate) fn may_hire(&self, seat: Seat, used: Used) -> bool {
        let [pool, hand, deck] = Patron::action(seat, used).closed(self);
        (pool.is_none() && !self.pool.is_empty())
            || (hand.is_none() && self.boards[seat].orders > 0)
            || deck.is_none()
    }
}
