//! Paying: incomes and coin tokens (FG-10, FG-11, ruling 22).

use std::ops::ControlFlow;

use super::prelude::*;

/// A cost to be paid by a choice of incomes (FG-10).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Pay {
    /// Who pays.
    pub seat: Seat,
    /// How much.
    pub coins: u8,
    /// What for.
    pub then: Then,
}

/// What happens once a cost is paid.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub enum Then {
    /// The frame below goes on.
    GoOn,
    /// A card is bought (FG-32).
    Buy(Kind),
    /// The reserve comes back to hand (FG-40).
    Redeem,
    /// A gladiator is registered late (FG-50).
    Register(Kind, Place),
    /// A tactic card comes back to hand.
    Reclaim(Kind),
    /// A champion is upgraded to its next level (FG-92).
    Upgrade(Kind),
}

impl Procedure for Pay {
    seat_decides!();

    /// What can't be paid after all is declined, and not done.
    #[inline(never)]
    fn moves<O: Offer<Action, Why>>(self, state: &State, rules: &Rules, seat: Seat, offer: &mut O) {
        let mut payable = false;
        let _ = state.search_payments(rules, seat, self.coins, |payment| {
            payable = true;
            offer.free(Action::Pay(payment));
            ControlFlow::Continue(())
        });
        offer.unless(Action::Decline, || payable.then_some(Why::CanPay(self.coins)));
    }

    fn against(self, _: &State, _: &Rules, _: Seat, action: Action) -> Option<Why> {
        let paid = matches!(action, Action::Pay(_));
        Some(if paid { Why::Payment(self.coins) } else { Why::MustPay(self.coins) })
    }

    #[inline(never)]
    fn act<C: Chance>(self, state: &mut State, rules: &Rules, _: Seat, action: Action, chance: &mut C) {
        let Action::Pay(payment) = action else { return };
        state.done();
        if payment.iter().any(|count| *count > 0) {
            chance.learned(SeatSet::all(rules.players));
        }
        self.pay(state, rules, payment, chance);
        self.paid(state, rules, chance);
    }

    #[inline]
    fn advance<C: Chance>(self, _: &mut State, _: &Rules, _: &mut C) -> bool {
        false
    }

    fn crumb(self, rules: &Rules, _: &State) -> Text {
        let what = match self.then {
            Then::GoOn => Text::new(),
            Then::Buy(kind) => say!(" for {}", name(rules, kind)),
            Then::Redeem => say!(" for the reserve"),
            Then::Register(kind, _) => say!(" to register {}", name(rules, kind)),
            Then::Reclaim(kind) => say!(" to take {} back", name(rules, kind)),
            Then::Upgrade(kind) => say!(" to upgrade {}", name(rules, kind)),
        };
        say!("{} pays {}{what}", who(rules, self.seat), many(self.coins, "coin"))
    }

    fn explain(self, rules: &Rules, _: &State, _: Seat, action: Action) -> Text {
        let Action::Pay(incomes) = action else { return say!("You can't pay, so nothing comes of it.") };
        let worth = |(kind, count): (&Kind, u8)| u32::from(rules.set.card(*kind).value) * u32::from(count);
        let worth: u32 = rules.set.incomes().iter().zip(incomes).map(worth).sum();
        let tokens = u32::from(self.coins).saturating_sub(worth);
        let mut parts = Vec::new();
        if worth > 0 {
            parts.push(say!("{} from income cards", many(worth, "coin")));
        }
        if tokens > 0 {
            parts.push(many(tokens, "coin token"));
        }
        let lost = worth.saturating_sub(u32::from(self.coins));
        let lost = (lost > 0).then(|| say!(" {} more than needed, without change.", many(lost, "coin")));
        say!("{}.{lost}", Text::joined(parts, " and "))
    }
}

impl Pay {
    /// Incomes go to the discard pile at once; tokens make up the rest.
    fn pay<C: Chance>(self, state: &mut State, rules: &Rules, payment: Payment, chance: &mut C) {
        let Self { seat, coins, then } = self;
        let mut worth = 0;
        for (at, count) in payment.into_iter().enumerate() {
            if count > 0
                && let Some(kind) = rules.set.incomes().get(at)
            {
                worth += u32::from(rules.set.fact(*kind).value) * u32::from(count);
                state.discard_from_hand(seat, *kind, count);
            }
        }
        let tokens = u32::from(coins).saturating_sub(worth) as u8;
        let ludus = state.ludus_mut(seat);
        ludus.coins = ludus.coins.saturating_sub(u16::from(tokens));
        chance.note(|| Happening::Pays { seat, coins, incomes: payment, tokens, then });
    }

    /// What was paid for happens.
    fn paid<C: Chance>(self, state: &mut State, rules: &Rules, chance: &mut C) {
        let seat = self.seat;
        match self.then {
            Then::GoOn => {}
            Then::Buy(kind) => {
                if let Some((deck, at)) = state.row_of(kind) {
                    state.public.rows[deck.index()].remove(at);
                    chance.note(|| Happening::Buys(seat, kind, state.price(rules, seat, kind)));
                    state.discard(seat, kind);
                    // FG-131: what was bought may be reacted to.
                    let first = state.public.events.len() as u8;
                    let occasion = Occasion::Buy;
                    state.happen(
                        rules,
                        Event { occasion, place: None, slot: NOBODY, kind, owner: seat, value: 0 },
                    );
                    state.open_events(first);
                }
            }
            Then::Redeem => {
                state.held[seat].get_mut().pour(Half::Second);
                chance.note(|| Happening::Redeems(seat, state.ludus(seat).reserve));
                let ludus = state.ludus_mut(seat);
                ludus.hand += std::mem::take(&mut ludus.reserve);
                ludus.gather();
            }
            Then::Register(kind, place) => state.enter_from_hand(rules, seat, kind, place, chance),
            Then::Upgrade(kind) => {
                if let Some(next) = rules.set.next_level(kind) {
                    state.reveal_from_hand(seat, kind);
                    chance.learned(SeatSet::all(rules.players));
                    state.discard(seat, next);
                    chance.note(|| Happening::Upgrades(seat, kind, next));
                }
            }
            Then::Reclaim(kind) => {
                if state.ludus_mut(seat).piles.take(Half::First, kind) {
                    state.put_in_hand(seat, kind);
                    chance.note(|| Happening::Reclaims(seat, kind));
                }
            }
        }
    }
}

impl State {
    /// The most coin a seat could raise at once.
    pub(crate) fn purse(&self, rules: &Rules, seat: Seat) -> u32 {
        self.purse_of(rules, seat, self.held(seat).set(Half::First) & rules.set.of_type(Type::Income))
    }

    /// The same, the incomes in hand being known.
    pub(crate) fn purse_of(&self, rules: &Rules, seat: Seat, incomes: KindSet) -> u32 {
        let held = self.held(seat);
        let mut purse = u32::from(self.ludus(seat).coins);
        for kind in kinds_in(incomes) {
            purse += u32::from(rules.set.fact(kind).value) * u32::from(held.count(Half::First, kind));
        }
        purse
    }

    /// Why a seat can't pay this, if so. Whoever has enough has a legal payment: leave incomes out until each is needed.
    pub(crate) fn why_too_dear(&self, rules: &Rules, seat: Seat, price: u8) -> Option<Why> {
        if u16::from(price) <= self.ludus(seat).coins {
            return None;
        }
        let purse = self.purse(rules, seat);
        (purse < u32::from(price)).then_some(Why::TooDear { price, purse })
    }

    /// Every legal payment, in a fixed order, until one is enough: the incomes reach the cost, tokens fill exactly what they leave
    /// open, and no income could be left out (ruling 22).
    #[inline]
    fn search_payments(
        &self,
        rules: &Rules,
        seat: Seat,
        coins: u8,
        mut take: impl FnMut(Payment) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let hand = self.held(seat);
        let mut kinds = kinds_in(hand.set(Half::First) & rules.set.of_type(Type::Income));
        let (kind, None) = (kinds.next(), kinds.next()) else {
            return self.search_mixed_payments(rules, seat, coins, take);
        };
        // Most hands have incomes of one kind, if any: so many of them as leave no more than the tokens, until they reach the cost.
        let (mut at, mut held, mut value) = (0, 0, 0);
        if let Some(kind) = kind {
            at = rules.set.incomes().iter().position(|income| *income == kind).unwrap_or(0);
            (held, value) = (hand.count(Half::First, kind), u32::from(rules.set.fact(kind).value));
        }
        let (coins, tokens) = (u32::from(coins), u32::from(self.ludus(seat).coins));
        let (mut count, mut sum) = (0, 0);
        loop {
            if coins.saturating_sub(sum) <= tokens {
                let mut payment = [0; INCOMES];
                payment[at] = count;
                take(payment)?;
            }
            if count == held || sum >= coins {
                return ControlFlow::Continue(());
            }
            count += 1;
            sum += value;
        }
    }

    /// The same where incomes of several kinds are in hand.
    #[inline(never)]
    fn search_mixed_payments(
        &self,
        rules: &Rules,
        seat: Seat,
        coins: u8,
        mut take: impl FnMut(Payment) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        // Only incomes in hand: where they stand in a payment, how many there are, what each is worth.
        let mut incomes = [(0, 0, 0_u32); INCOMES];
        let mut kinds = 0;
        let hand = self.held(seat);
        for (at, kind) in rules.set.incomes().iter().enumerate() {
            let held = hand.count(Half::First, *kind);
            if held > 0 {
                incomes[kinds] = (at, held, u32::from(rules.set.fact(*kind).value));
                kinds += 1;
            }
        }
        let incomes = &incomes[..kinds];
        let (coins, tokens) = (u32::from(coins), u32::from(self.ludus(seat).coins));
        let mut payment = [0; INCOMES];
        let mut sum = 0;
        loop {
            let fits = if sum < coins {
                coins - sum <= tokens
            } else {
                incomes.iter().all(|(at, _, value)| payment[*at] == 0 || sum - value < coins)
            };
            if fits {
                take(payment)?;
            }
            // Counts up like an odometer; what already overpays can't be mended by more.
            let mut digits = incomes.iter();
            loop {
                let Some((at, held, value)) = digits.next() else {
                    return ControlFlow::Continue(());
                };
                if payment[*at] < *held && sum < coins {
                    payment[*at] += 1;
                    sum += value;
                    break;
                }
                sum -= value * u32::from(payment[*at]);
                payment[*at] = 0;
            }
        }
    }

    /// A cost falls due: paid at once where there is one way, else the seat chooses.
    pub(crate) fn charge<C: Chance>(
        &mut self,
        rules: &Rules,
        seat: Seat,
        coins: u8,
        then: Then,
        chance: &mut C,
    ) {
        let cost = Pay { seat, coins, then };
        if coins == 0 {
            cost.paid(self, rules, chance);
            return;
        }
        let mut ways = 0;
        let mut only = [0; INCOMES];
        // Two ways are a choice, and so are more.
        let _ = self.search_payments(rules, seat, coins, |payment| {
            ways += 1;
            only = payment;
            if ways < 2 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        // Where there is no choice the incomes are shown at once. Where there is one, nothing has come out yet: what is to be
        // paid for can still be taken back, unless it is a card of the hand that was named for it.
        let named = matches!(then, Then::Register(..) | Then::Upgrade(_));
        if self.ludus(seat).hand > 0 && (ways == 1 || named) {
            chance.learned(SeatSet::all(rules.players));
        }
        if ways == 1 {
            cost.pay(self, rules, only, chance);
            cost.paid(self, rules, chance);
        } else {
            self.public.push(cost);
        }
    }
}
