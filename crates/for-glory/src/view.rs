//! What a viewer may know, and what a viewer can imagine.

use serde::Serialize;
use table::{BySeat, Chance, Hidden, Seat, Viewer};

use crate::cards::{Home, KINDS, Kind, Type};
use crate::frame::{Bearer, Frame, Then};
use crate::pile::{Counts, Half, Pair};
use crate::rules::Rules;
use crate::state::{Public, State};

/// What one viewer knows: what everyone knows, and the own hand and reserve.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct View {
    /// Who looks.
    pub viewer: Viewer,
    /// What everyone knows.
    pub public: Public,
    /// First half: the own hand. Second half: the own reserve. Empty for a spectator.
    pub held: Pair,
}

impl State {
    pub(crate) fn seen_by(&self, viewer: Viewer) -> View {
        let Self { public, held } = self;
        let held = viewer.seat().map_or(Pair::default(), |seat| *held[seat].get());
        View { viewer, public: *public, held }
    }

    pub(crate) fn masked_for(&self, viewer: Viewer) -> Self {
        let held = BySeat::from_fn(|seat| if viewer.is(seat) { self.held[seat] } else { Hidden::default() });
        Self { public: self.public, held }
    }

    /// Deals what the viewer does not see: each other hand and reserve from what that seat has out of sight. A reserve is
    /// dealt from what may be reserved, and whoever owes a payment holds enough for it.
    pub(crate) fn imagined<C: Chance>(rules: &Rules, view: &View, chance: &mut C) -> Self {
        let mut state = Self { public: view.public, held: BySeat::default() };
        for seat in Seat::all(rules.sides) {
            state.held[seat] =
                Hidden::new(if view.viewer.is(seat) { view.held } else { state.deal(rules, seat, chance) });
        }
        state
    }

    fn deal<C: Chance>(&self, rules: &Rules, seat: Seat, chance: &mut C) -> Pair {
        let ludus = self.ludus(seat);
        let mut bag = ludus.piles.counts(Half::Second);
        // What is known to lie on the deck is not held.
        for kind in &ludus.top {
            bag[kind.index()] -= 1;
        }
        let mut held = Pair::default();
        let gladiators = self.reserves_gladiators(rules, seat);
        let reservable = |kind: Kind| {
            rules.set.reservable() >> kind.0 & 1 != 0
                || gladiators && rules.set.card(kind).kind == Type::Gladiator
        };
        for _ in 0..ludus.reserve {
            deal_one(&mut bag, &mut held, Half::Second, reservable, chance);
        }
        for kind in self.owed(rules, seat, &bag) {
            bag[kind.index()] -= 1;
            held.add(Half::First, kind);
        }
        let held_already = held.total(Half::First) as usize;
        deal_rest(&bag, &mut held, usize::from(ludus.hand).saturating_sub(held_already), chance);
        held
    }

    /// Incomes and cards that a seat must hold because it is in the middle of paying for or with them.
    fn owed(&self, rules: &Rules, seat: Seat, bag: &Counts) -> Vec<Kind> {
        let mut owed = Vec::new();
        let room = usize::from(self.ludus(seat).hand);
        for frame in &self.public.stack {
            let Frame::Pay { seat: payer, coins, then } = frame else {
                continue;
            };
            if *payer != seat {
                continue;
            }
            if let Then::Register(kind, _) | Then::Upgrade(kind) = then
                && bag[kind.index()] > 0
            {
                owed.push(*kind);
            }
            let mut raised = u32::from(self.ludus(seat).coins);
            let mut incomes: Vec<_> = rules.set.incomes().to_vec();
            incomes.sort_by_key(|kind| std::cmp::Reverse(rules.set.card(*kind).value));
            for kind in incomes {
                let mut left = bag[kind.index()];
                while raised < u32::from(*coins) && left > 0 && owed.len() < room {
                    owed.push(kind);
                    raised += u32::from(rules.set.card(kind).value);
                    left -= 1;
                }
            }
        }
        owed.truncate(room);
        owed
    }

    /// Cards are conserved and limits hold.
    pub(crate) fn check(&self, rules: &Rules) -> Result<(), String> {
        self.check_ludi(rules)?;
        self.check_cards(rules)?;
        for (_, it) in self.public.sand.iter() {
            if it.fixed > it.assigned {
                return Err("more damage is fixed than assigned".to_owned());
            }
            let waits = self.public.stack.iter().any(|frame| matches!(frame, Frame::Damage { .. }));
            if it.assigned > 0 && !waits {
                return Err("damage is assigned, but nothing will resolve it".to_owned());
            }
        }
        let both = |place| self.public.sand.iter().any(|(_, it)| it.place == place);
        if both(crate::state::Place::Near) && both(crate::state::Place::Far) {
            return Err("both Fleeting arenas hold gladiators (FG-36)".to_owned());
        }
        Ok(())
    }

    fn check_ludi(&self, rules: &Rules) -> Result<(), String> {
        for seat in Seat::all(rules.sides) {
            let (ludus, held) = (self.ludus(seat), self.held(seat));
            let counts = [
                ("hand", held.total(Half::First), u32::from(ludus.hand)),
                ("reserve", held.total(Half::Second), u32::from(ludus.reserve)),
                (
                    "deck",
                    ludus.piles.total(Half::Second),
                    u32::from(ludus.deck) + u32::from(ludus.hand) + u32::from(ludus.reserve),
                ),
            ];
            for (what, real, said) in counts {
                if real != said {
                    return Err(format!("{seat}'s {what} is counted as {said} but holds {real}"));
                }
            }
            for at in 0..KINDS {
                let kind = Kind(at as u8);
                let known = ludus.top.iter().filter(|top| **top == kind).count() as u8;
                let out = held.count(Half::First, kind) + held.count(Half::Second, kind) + known;
                if out > ludus.unseen(kind) {
                    return Err(format!("{seat} holds more of card {at} than there are"));
                }
            }
        }
        Ok(())
    }

    /// No card is there more often than it was printed, and together with those out of the game all are there.
    fn check_cards(&self, rules: &Rules) -> Result<(), String> {
        let mut all = 0;
        let expected = self.expected(rules);
        for (kind, card) in rules.set.cards() {
            let most = match card.home {
                Home::Starting => usize::from(card.copies) * rules.players,
                Home::Supply(_) => usize::from(card.copies),
                Home::Champion(level) => {
                    let first = Kind(kind.0 - (level - 1));
                    Seat::all(rules.sides).filter(|seat| self.ludus(*seat).champion == Some(first)).count()
                }
                Home::Boast => usize::from(self.public.boasts),
            };
            let there = self.count_everywhere(rules, kind);
            if there > most {
                return Err(format!("there are {there} of {}: expected at most {most}", card.name));
            }
            all += there;
        }
        let removed = usize::from(self.public.removed);
        if all + removed != expected {
            return Err(format!("there are {all} cards and {removed} out of the game: expected {expected}"));
        }
        Ok(())
    }

    /// How many cards there should be, with those out of the game: one level of each champion.
    pub(crate) fn expected(&self, rules: &Rules) -> usize {
        let champions = Seat::all(rules.sides).filter(|seat| self.ludus(*seat).champion.is_some()).count();
        let printed = rules.set.cards().map(|(_, card)| match card.home {
            Home::Starting => usize::from(card.copies) * rules.players,
            Home::Supply(_) if rules.expansion || !card.expansion => usize::from(card.copies),
            Home::Supply(_) | Home::Champion(_) | Home::Boast => 0,
        });
        printed.sum::<usize>() + champions + usize::from(self.public.boasts)
    }

    pub(crate) fn count_everywhere(&self, rules: &Rules, kind: Kind) -> usize {
        let supply = &self.public.supply;
        let mut count = usize::from(supply.count(Half::First, kind) + supply.count(Half::Second, kind));
        count += self.public.rows.iter().flat_map(|row| row.iter()).filter(|card| **card == kind).count();
        count += self.public.sand.iter().filter(|(_, it)| it.kind == kind).count();
        if kind == rules.set.boast() {
            let orders = &self.public.orders;
            count += usize::from(orders.boasts + orders.blanks + orders.spent_blanks);
        }
        for frame in &self.public.stack {
            if let Frame::Use(it) = frame {
                count += usize::from(it.bearer == Bearer::Card(kind));
            }
        }
        for seat in Seat::all(rules.sides) {
            let ludus = self.ludus(seat);
            count += usize::from(ludus.discarded(kind) + ludus.unseen(kind));
            count += ludus.patrons.iter().filter(|patron| patron.kind == kind).count();
        }
        count
    }
}

/// Deals so many cards of the bag into the hand, or all if there are fewer: each card is as likely as any other.
fn deal_rest<C: Chance>(bag: &Counts, held: &mut Pair, cards: usize, chance: &mut C) {
    // A player never owns so many cards; what would not fit is simply never dealt.
    let (mut lying, mut count) = ([0_u8; 256], 0);
    for (kind, copies) in (0..).zip(bag) {
        for _ in 0..*copies {
            if count < lying.len() {
                lying[count] = kind;
                count += 1;
            }
        }
    }
    for _ in 0..cards.min(count) {
        let at = chance.below(count as u32) as usize;
        held.add(Half::First, Kind(lying[at]));
        count -= 1;
        lying[at] = lying[count];
    }
}

fn deal_one<C: Chance>(
    bag: &mut Counts,
    held: &mut Pair,
    half: Half,
    fits: impl Fn(Kind) -> bool,
    chance: &mut C,
) {
    let mut weights: Counts =
        std::array::from_fn(|at| if bag[at] > 0 && fits(Kind(at as u8)) { bag[at] } else { 0 });
    let mut total: u32 = weights.iter().map(|count| u32::from(*count)).sum();
    if total == 0 {
        weights = *bag;
        total = weights.iter().map(|count| u32::from(*count)).sum();
    }
    if total > 0 {
        let at = chance.pick(&weights, total);
        bag[at] -= 1;
        held.add(half, Kind(at as u8));
    }
}
