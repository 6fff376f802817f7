//! Paying: incomes and coin tokens (FG-10, FG-11, ruling 22).

use table::{Chance, Seat, SeatSet};

use crate::cards::INCOMES;
use crate::frame::{Frame, Then};
use crate::rules::Rules;
use crate::state::State;

/// How many of each income.
pub(crate) type Payment = [u8; INCOMES];

impl State {
    /// The most coin a seat could raise at once.
    pub(crate) fn purse(&self, rules: &Rules, seat: Seat) -> u32 {
        let held = self.held(seat);
        let incomes = rules.set.incomes().iter().map(|kind| {
            u32::from(rules.set.card(*kind).value) * u32::from(held.count(crate::pile::Half::First, *kind))
        });
        incomes.sum::<u32>() + u32::from(self.ludus(seat).coins)
    }

    /// Whether a seat could pay this. Whoever has enough has a legal payment: leave incomes out until each is needed.
    pub(crate) fn can_pay(&self, rules: &Rules, seat: Seat, coins: u8) -> bool {
        coins == 0 || self.purse(rules, seat) >= u32::from(coins)
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
            let value = u32::from(rules.set.card(*kind).value);
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
        let mut held = [0; INCOMES];
        for (at, kind) in rules.set.incomes().iter().enumerate() {
            held[at] = self.in_hand(seat, *kind);
        }
        let mut payment = [0; INCOMES];
        loop {
            if self.is_payment(rules, seat, coins, payment) {
                take(payment);
            }
            // Counts up like an odometer; what already overpays can't be mended by more.
            let mut at = 0;
            loop {
                if at == INCOMES {
                    return;
                }
                if payment[at] < held[at] && worth(rules, payment) < u32::from(coins) {
                    payment[at] += 1;
                    break;
                }
                payment[at] = 0;
                at += 1;
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
        self.payments(rules, seat, coins, |payment| {
            ways += 1;
            only = payment;
        });
        // Whether there was a choice tells something about the hand.
        if self.ludus(seat).hand > 0 {
            chance.learned(SeatSet::all(rules.players));
        }
        if ways == 1 {
            self.pay(rules, seat, coins, only);
            self.paid(rules, seat, then, chance);
        } else {
            self.public.stack.push(Frame::Pay { seat, coins, then });
        }
    }

    /// Incomes go to the discard pile at once; tokens make up the rest.
    pub(crate) fn pay(&mut self, rules: &Rules, seat: Seat, coins: u8, payment: Payment) {
        let worth = worth(rules, payment);
        for (kind, count) in rules.set.incomes().iter().zip(payment) {
            for _ in 0..count {
                self.reveal_from_hand(seat, *kind);
                self.discard(seat, *kind);
            }
        }
        let rest = u32::from(coins).saturating_sub(worth) as u8;
        let ludus = self.ludus_mut(seat);
        ludus.coins = ludus.coins.saturating_sub(rest);
    }
}

/// What the incomes of a payment come to.
fn worth(rules: &Rules, payment: Payment) -> u32 {
    let incomes = rules.set.incomes().iter().zip(payment);
    incomes.map(|(kind, count)| u32::from(rules.set.card(*kind).value) * u32::from(count)).sum()
}
