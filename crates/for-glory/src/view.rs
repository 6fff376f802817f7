//! View, imagine, mask: who knows what.

use serde::Serialize;
use table::{BySeat, Chance, Hidden, Seat, Viewer};

use crate::cards::{Kind, KindSet};
use crate::known::Whereabouts;
use crate::pile::{Half, Pair, kinds_in};
use crate::procedures::{Frame, Pay, Then};
use crate::rules::Rules;
use crate::state::{Ludus, Public, Scried, State};

/// What one viewer knows: what everyone knows, the own hand and reserve, and what was seen of the own deck.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct View {
    /// Who looks.
    pub viewer: Viewer,
    /// What everyone knows.
    pub public: Public,
    /// First half: the own hand. Second half: the own reserve. Empty for a spectator.
    pub held: Pair,
    /// The cards on top of the own deck that nobody else knows, the top one last (FG-141).
    pub seen: Scried,
}

impl View {
    /// What is seen as a state without the others' secrets, for questions about the table.
    pub(crate) fn table(&self) -> State {
        let mut state = State { public: self.public, held: BySeat::default(), seen: BySeat::default() };
        if let Some(seat) = self.viewer.seat() {
            state.held[seat] = Hidden::new(self.held);
            state.seen[seat] = Hidden::new(self.seen);
        }
        state
    }
}

/// A player never owns so many cards; what would not fit is simply never dealt.
const CARDS: usize = 256;

/// What a player has out of sight, card by card: first those that may be reserved.
struct Bag {
    lying: [u8; CARDS],
    reservable: usize,
    count: usize,
}

impl Bag {
    fn new(ludus: &Ludus, reservable: KindSet) -> Self {
        let unseen = ludus.piles.set(Half::Second);
        let mut bag = Self { lying: [0; CARDS], reservable: 0, count: 0 };
        bag.fill(ludus, unseen & reservable);
        bag.reservable = bag.count;
        bag.fill(ludus, unseen & !reservable);
        // What is known to lie on the deck is not held.
        for kind in ludus.top.iter().flatten() {
            bag.take(*kind);
        }
        bag
    }

    fn fill(&mut self, ludus: &Ludus, kinds: KindSet) {
        for kind in kinds_in(kinds) {
            for _ in 0..ludus.unseen(kind) {
                if let Some(free) = self.lying.get_mut(self.count) {
                    *free = kind.0;
                    self.count += 1;
                }
            }
        }
    }

    fn take_at(&mut self, at: usize) -> Kind {
        let kind = Kind(self.lying[at]);
        let mut hole = at;
        if at < self.reservable {
            self.reservable -= 1;
            hole = self.reservable;
            self.lying[at] = self.lying[hole];
        }
        self.count -= 1;
        self.lying[hole] = self.lying[self.count];
        kind
    }

    /// Takes a card of this kind, if there is one.
    fn take(&mut self, kind: Kind) -> Option<Kind> {
        let at = self.lying[..self.count].iter().position(|lying| *lying == kind.0)?;
        Some(self.take_at(at))
    }

    /// Any card, each as likely.
    fn draw<C: Chance>(&mut self, chance: &mut C) -> Option<Kind> {
        (self.count > 0).then(|| self.take_at(chance.below(self.count as u32) as usize))
    }

    /// Any card that may be reserved, or any at all if there is none.
    fn draw_reservable<C: Chance>(&mut self, chance: &mut C) -> Option<Kind> {
        if self.reservable == 0 {
            return self.draw(chance);
        }
        Some(self.take_at(chance.below(self.reservable as u32) as usize))
    }

    fn holds(&self, kind: Kind) -> bool {
        self.lying[..self.count].contains(&kind.0)
    }
}

/// A hand and a reserve being dealt.
struct Deal {
    bag: Bag,
    held: Pair,
    /// Cards that the hand still lacks.
    hand: u8,
    /// Cards that the reserve still lacks.
    reserve: u8,
}

impl Deal {
    /// Puts a card into the hand, the first half, or into the reserve.
    fn put(&mut self, half: Half, kind: Option<Kind>) {
        let Some(kind) = kind else { return };
        self.held.add(half, kind);
        let lacking = if half == Half::First { &mut self.hand } else { &mut self.reserve };
        *lacking = lacking.saturating_sub(1);
    }
}

impl State {
    /// Deals what a viewer does not see of a seat: hand, reserve and what it saw of its deck, from what that seat has out of sight. What was seen going to a
    /// hand is there, a reserve is dealt from what may be reserved, and whoever owes a payment holds enough for it.
    pub(crate) fn deal_unseen<C: Chance>(&self, rules: &Rules, seat: Seat, chance: &mut C) -> (Pair, Scried) {
        let ludus = self.ludus(seat);
        let scried = ludus.top.iter().filter(|card| card.is_none()).count();
        if ludus.hand == 0 && ludus.reserve == 0 && scried == 0 {
            return (Pair::default(), Scried::default());
        }
        let reservable = if ludus.reserve > 0 { self.reservable(rules, seat) } else { KindSet::NONE };
        let (hand, reserve) = (ludus.hand, ludus.reserve);
        let mut deal = Deal { bag: Bag::new(ludus, reservable), held: Pair::default(), hand, reserve };
        for known in &ludus.known {
            let half = match known.place {
                Whereabouts::Hand => Half::First,
                Whereabouts::Reserve => Half::Second,
                Whereabouts::Either => continue,
            };
            let kind = deal.bag.take(known.kind);
            deal.put(half, kind);
        }
        self.deal_owed(rules, seat, &mut deal);
        // Any place that is left in hand and reserve is as likely.
        for known in ludus.known.iter().filter(|known| known.place == Whereabouts::Either) {
            let places = u32::from(deal.hand) + u32::from(deal.reserve);
            if places == 0 {
                break;
            }
            let kind = deal.bag.take(known.kind);
            let reserved = chance.below(places) < u32::from(deal.reserve);
            deal.put(if reserved { Half::Second } else { Half::First }, kind);
        }
        for _ in 0..deal.reserve {
            let kind = deal.bag.draw_reservable(chance);
            deal.put(Half::Second, kind);
        }
        for _ in 0..deal.hand {
            let kind = deal.bag.draw(chance);
            deal.put(Half::First, kind);
        }
        let mut seen = Scried::default();
        for kind in (0..scried).map_while(|_| deal.bag.draw(chance)) {
            seen.push(kind).expect("there are as many as its owner saw");
        }
        (deal.held, seen)
    }

    /// Incomes and cards that a seat must hold because it is in the middle of paying for or with them.
    fn deal_owed(&self, rules: &Rules, seat: Seat, deal: &mut Deal) {
        for frame in &self.public.stack {
            let Frame::Pay(Pay { seat: payer, coins, then }) = frame else { continue };
            if *payer != seat {
                continue;
            }
            if let Then::Register(kind, _) | Then::Upgrade(kind) = then
                && deal.hand > 0
                && deal.held.count(Half::First, *kind) == 0
            {
                let kind = deal.bag.take(*kind);
                deal.put(Half::First, kind);
            }
            let value = |kind: &Kind| u32::from(rules.set.fact(*kind).value);
            let held =
                |deal: &Deal, kind: &Kind| u32::from(deal.held.count(Half::First, *kind)) * value(kind);
            let mut raised: u32 = rules.set.incomes().iter().map(|kind| held(deal, kind)).sum();
            raised += u32::from(self.ludus(seat).coins);
            // The dearest first, so that few cards do.
            while raised < u32::from(*coins) && deal.hand > 0 {
                let lying = rules.set.incomes().iter().filter(|kind| deal.bag.holds(**kind));
                let Some(kind) = lying.copied().max_by_key(|kind| (value(kind), std::cmp::Reverse(*kind)))
                else {
                    break;
                };
                let kind = deal.bag.take(kind);
                deal.put(Half::First, kind);
                raised += kind.as_ref().map_or(0, value);
            }
        }
    }
}
