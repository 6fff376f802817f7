//! Paying: incomes and coin tokens (FG-10, FG-11, ruling 22).

use std::ops::ControlFlow;

use table::{Chance, Seat, SeatSet};

use crate::cards::{INCOMES, KindSet, Type};
use crate::events::Happening;
use crate::frame::{Frame, Then};
use crate::pile::{Half, kinds_in};
use crate::rules::Rules;
use crate::state::State;

/// How many of each income.
pub(crate) type Payment = [u8; INCOMES];

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

    /// Whether a seat could pay this. Whoever has enough has a legal payment: leave incomes out until each is needed.
    pub(crate) fn can_pay(&self, rules: &Rules, seat: Seat, coins: u8) -> bool {
        u16::from(coins) <= self.ludus(seat).coins || self.purse(rules, seat) >= u32::from(coins)
    }

    /// Ruling 22: the incomes reach the cost, tokens fill exactly what they leave open, and no income could be left out.
    pub(crate) fn is_payment(&self, rules: &Rules, seat: Seat, coins: u8, payment: Payment) -> bool {
        let mut sum = 0_u32;
        let mut least = u32::MAX;
        for (at, count) in payment.into_iter().enumerate() {
            if count == 0 {
                continue;
            }
            let Some(kind) = rules.set.incomes().get(at) else {
                return false;
            };
            if self.in_hand(seat, *kind) < count {
                return false;
            }
            let value = u32::from(rules.set.fact(*kind).value);
            sum += value * u32::from(count);
            least = least.min(value);
        }
        let coins = u32::from(coins);
        if sum >= coins {
            least == u32::MAX || sum - least < coins
        } else {
            coins - sum <= u32::from(self.ludus(seat).coins)
        }
    }

    /// Every legal payment, in a fixed order.
    pub(crate) fn payments(&self, rules: &Rules, seat: Seat, coins: u8, mut take: impl FnMut(Payment)) {
        let _ = self.search_payments(rules, seat, coins, |payment| {
            take(payment);
            ControlFlow::Continue(())
        });
    }

    /// Every legal payment, in a fixed order, until one is enough.
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
        if coins == 0 {
            self.paid(rules, seat, then, chance);
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
        let named = match then {
            Then::Register(..) | Then::Upgrade(_) => true,
            Then::GoOn | Then::Buy(_) | Then::Redeem | Then::Reclaim(_) => false,
        };
        if self.ludus(seat).hand > 0 && (ways == 1 || named) {
            chance.learned(SeatSet::all(rules.players));
        }
        if ways == 1 {
            self.pay(rules, seat, coins, only, then, chance);
            self.paid(rules, seat, then, chance);
        } else {
            self.public.push(Frame::Pay { seat, coins, then });
        }
    }

    /// Incomes go to the discard pile at once; tokens make up the rest.
    pub(crate) fn pay<C: Chance>(
        &mut self,
        rules: &Rules,
        seat: Seat,
        coins: u8,
        payment: Payment,
        then: Then,
        chance: &mut C,
    ) {
        let mut worth = 0;
        for (at, count) in payment.into_iter().enumerate() {
            if count > 0
                && let Some(kind) = rules.set.incomes().get(at)
            {
                worth += u32::from(rules.set.fact(*kind).value) * u32::from(count);
                self.discard_from_hand(seat, *kind, count);
            }
        }
        let rest = u32::from(coins).saturating_sub(worth) as u8;
        let ludus = self.ludus_mut(seat);
        ludus.coins = ludus.coins.saturating_sub(u16::from(rest));
        chance.note(|| Happening::Pays { seat, coins, incomes: payment, tokens: rest, then });
    }
}
