//! FG-141: cards on top of a deck are looked at, and something is done with them.

use super::prelude::*;
use crate::effect::Seen;
use crate::state::KNOWN;
use table::List;

/// Cards on top of a deck that somebody looks at. Nothing else is done meanwhile: what lies there must stay what was seen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Look {
    /// Who looks, and decides.
    pub seat: Seat,
    /// Whose deck it is.
    pub owner: Seat,
    /// How many cards on top of it.
    pub cards: u8,
    /// How many of them have been put in their place.
    pub placed: u8,
    /// What is done with them.
    pub then: Seen,
}

impl Look {
    /// The cards that can be chosen, each kind once, the uppermost first.
    fn choices(self, state: &State) -> Vec<Kind> {
        let top = state.top_of(self.owner);
        let first = top.len().saturating_sub(usize::from(self.cards));
        let last = top.len().saturating_sub(usize::from(self.placed)).max(first);
        let mut kinds = Vec::new();
        for card in top.as_slice()[first..last].iter().rev() {
            if !kinds.contains(&card.kind) {
                kinds.push(card.kind);
            }
        }
        kinds
    }

    /// Whether what is chosen stays the chooser's secret.
    pub(crate) fn is_secret(self) -> bool {
        self.seat == self.owner
            && match self.then {
                Seen::Order | Seen::Take => true,
                Seen::Discard => false,
            }
    }
}

impl Procedure for Look {
    seat_decides!();

    /// How often is public: one that has nothing to choose between is asked all the same.
    fn asks(self, _: &State, _: &Rules) -> bool {
        match self.then {
            Seen::Order => self.placed + 1 < self.cards,
            Seen::Take | Seen::Discard => self.placed < self.cards,
        }
    }

    fn moves<O: Offer<Action, Why>>(self, state: &State, _: &Rules, _: Seat, offer: &mut O) {
        offer.all(self.choices(state).into_iter().map(Action::Choose));
        if self.then == Seen::Discard {
            offer.decline(Action::Decline);
        }
    }

    fn against(self, _: &State, _: &Rules, _: Seat, action: Action) -> Option<Why> {
        Some(if let Action::Choose(kind) = action { Why::NotSeen(kind) } else { Why::MustPlace })
    }

    fn act<C: Chance>(self, state: &mut State, rules: &Rules, seat: Seat, action: Action, chance: &mut C) {
        let Action::Choose(kind) = action else { return };
        let mut top = state.top_of(self.owner);
        let last = top.len().saturating_sub(usize::from(self.placed));
        let Some(at) = top.as_slice()[..last].iter().rposition(|card| card.kind == kind) else { return };
        let card = top.remove(at);
        match self.then {
            Seen::Order => {
                // The first chosen lies uppermost: it is drawn first.
                top.insert(last - 1, card).expect("it was taken out before");
                state.lay_top(self.owner, &top);
                state.turn_to(Self { placed: self.placed + 1, ..self });
                if self.placed + 2 >= self.cards {
                    chance.note(|| Happening::Stacks(seat, self.owner));
                }
            }
            Seen::Take => {
                state.lay_top(self.owner, &top);
                state.done();
                state.held[seat].get_mut().add(Half::First, kind);
                let ludus = state.ludus_mut(seat);
                ludus.deck = ludus.deck.saturating_sub(1);
                ludus.hand += 1;
                chance.note(|| Happening::Picks(seat, kind));
            }
            Seen::Discard => {
                state.lay_top(self.owner, &top);
                state.turn_to(Self { cards: self.cards - 1, ..self });
                let ludus = state.ludus_mut(self.owner);
                ludus.deck = ludus.deck.saturating_sub(1);
                ludus.piles.take(Half::Second, kind);
                ludus.piles.add(Half::First, kind);
                chance.note(|| Happening::Discards(self.owner, kind, DiscardWhy::Deck));
                chance.learned(SeatSet::all(rules.players));
            }
        }
    }

    fn crumb(self, rules: &Rules, _: &State) -> Text {
        let (looks, cards) = (who(rules, self.seat), many(self.cards, "card"));
        if self.seat == self.owner {
            say!("{looks} looks at {cards} on top of the deck")
        } else {
            say!("{looks} looks at {cards} on top of {}'s deck", who(rules, self.owner))
        }
    }

    fn explain(self, rules: &Rules, _: &State, _: Seat, action: Action) -> Text {
        let Action::Choose(kind) = action else {
            return say!("Leave them where they are.");
        };
        let card = name(rules, kind);
        match self.then {
            Seen::Order if self.placed == 0 => say!("Put {card} on top: it is drawn first."),
            Seen::Order => say!("Put {card} next below."),
            Seen::Take => say!("Take {card} into your hand; the others stay on the deck as they lie."),
            Seen::Discard => say!("Put {card} on the discard pile."),
        }
    }
}

/// A card on top of a deck.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Lying {
    pub(crate) kind: Kind,
    /// Whether everyone knows it.
    pub(crate) open: bool,
}

impl State {
    /// What is known to lie on top of a deck, to everyone or to its owner, the uppermost last.
    pub(crate) fn top_of(&self, owner: Seat) -> List<Lying, KNOWN> {
        let mut seen = self.seen[owner].get().iter();
        let mut top = List::new();
        for card in &self.ludus(owner).top {
            let lying = match card {
                Some(kind) => Some(Lying { kind: *kind, open: true }),
                None => seen.next().map(|kind| Lying { kind: *kind, open: false }),
            };
            if let Some(lying) = lying {
                top.push(lying).expect("there are as many as on the deck");
            }
        }
        top
    }

    /// What is known of the top of a deck is now this.
    pub(crate) fn lay_top(&mut self, owner: Seat, top: &List<Lying, KNOWN>) {
        let (open, seen) = (&mut self.public.ludi[owner].top, self.seen[owner].get_mut());
        open.clear();
        seen.clear();
        let mut full = false;
        for card in top {
            full |= open.push(card.open.then_some(card.kind)).is_err();
            full |= !card.open && seen.push(card.kind).is_err();
        }
        if full {
            self.public.full = Some(Overflow::Top);
        }
    }

    /// FG-141: a seat looks at cards on top of a deck: at its own alone, at those of an opponent with everyone. As many as there are, if
    /// there are fewer; an empty deck is made anew first, as for a draw (FG-5).
    pub(crate) fn look<C: Chance>(&mut self, rules: &Rules, mut look: Look, chance: &mut C) {
        let owner = look.owner;
        self.renew_deck(owner, chance);
        look.cards = look.cards.min(self.ludus(owner).deck);
        let mut top = self.top_of(owner);
        let missing = usize::from(look.cards).saturating_sub(top.len());
        if missing > 0 {
            let mut lots = self.deck_lots(owner);
            let left = u32::from(self.ludus(owner).deck) - top.len() as u32;
            for drawn in 0..missing as u32 {
                let kind = lots.draw(left - drawn, chance);
                // Below what is known already.
                if top.insert(0, Lying { kind, open: false }).is_err() {
                    self.public.full = Some(Overflow::Top);
                }
            }
        }
        // What everyone knew of them is mixed with what only the owner sees from now on.
        let open = look.seat != owner;
        let first = top.len().saturating_sub(usize::from(look.cards));
        top.as_mut_slice()[first..].iter_mut().for_each(|card| card.open = open);
        self.lay_top(owner, &top);
        let seats = if open { SeatSet::all(rules.players) } else { SeatSet::one(owner) };
        chance.learned(seats);
        chance.note(|| {
            let cards = top.as_slice()[first..].iter().rev().map(|card| card.kind).collect();
            Happening::Looks { seat: look.seat, owner, cards }
        });
        self.public.push(look);
    }

    /// What lies in a deck below what is known of its top.
    fn deck_lots(&self, owner: Seat) -> Lots {
        let mut lots = Lots::left(&self.ludus(owner).piles, self.held(owner));
        self.top_of(owner).iter().for_each(|card| lots.take(card.kind));
        lots
    }
}
