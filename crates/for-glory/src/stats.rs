//! What the table adds up to: stats, influence, prices. Static abilities are asked here, never stored.

use table::{Seat, bits};

use crate::cards::{ArenaId, Home, Kind, KindSet, Type};
use crate::effect::{Amount, Condition, How, Per, Side, Stat, Static, Who};
use crate::printed::{Perk, perk_gift};
use crate::procedures::NOBODY;
use crate::rules::Rules;
use crate::state::{Gladiator, Place, State};

/// Who asks: whose text, where, and on which gladiator it is printed.
#[derive(Clone, Copy)]
pub(crate) struct Asker {
    pub(crate) seat: Seat,
    pub(crate) place: Option<Place>,
    pub(crate) slot: u8,
    /// The attack of a gladiator that is no longer there.
    pub(crate) value: u8,
    /// The gladiator that was targeted, if any.
    pub(crate) target: u8,
}

impl Asker {
    /// A text in a villa or on a gladiator that speaks of an arena.
    pub(crate) const fn there(seat: Seat, place: Place, slot: u8) -> Self {
        Self { seat, place: Some(place), slot, value: 0, target: NOBODY }
    }
}

fn printed(rules: &Rules, gladiator: &Gladiator, stat: Stat) -> i32 {
    i32::from(rules.set.fact(gladiator.kind).stats[stat as usize])
        + i32::from(gladiator.boosts[stat as usize])
        + i32::from(gladiator.passing.of(stat))
}

fn bounded(value: i32, stat: Stat) -> u8 {
    let least = i32::from(stat == Stat::Health);
    value.clamp(least, 99) as u8
}

/// The arenas of a set, one by one.
pub(crate) fn arenas_in(set: u32) -> impl Iterator<Item = ArenaId> {
    bits(set).map(ArenaId)
}

impl State {
    /// The arenas whose ability a seat has (FG-87).
    pub(crate) fn arenas_of(&self, seat: Seat) -> u32 {
        // FG-106: the Ludus Magnus never uses arena abilities.
        if self.public.magnus == Some(seat) {
            return 0;
        }
        let mut owned = self.ludus(seat).arenas;
        // The tokens of the two Fleeting arenas, written out: asked at every decision.
        let ([first, second], [near, far, _]) = (self.public.tokens, self.public.arenas);
        if first == Some(seat) {
            owned |= near.map_or(0, ArenaId::bit);
        }
        if second == Some(seat) {
            owned |= far.map_or(0, ArenaId::bit);
        }
        owned
    }

    /// Looks at the static abilities of a seat's ready patrons and arenas that may be of this kind. Exhausted patrons are
    /// blank (FG-7).
    fn statics_of(&self, rules: &Rules, seat: Seat, perk: Perk, mut look: impl FnMut(&Static)) {
        let ludus = self.ludus(seat);
        if ludus.gifts & perk_gift(perk) != 0 {
            for patron in &ludus.patrons {
                if rules.set.fact(patron.kind).perks & perk.bit() != 0 && !patron.exhausted {
                    rules.set.card(patron.kind).statics.iter().for_each(&mut look);
                }
            }
        }
        let arenas = rules.set.arena_perk(perk);
        if arenas != 0 {
            for arena in arenas_in(self.arenas_of(seat) & arenas) {
                rules.set.arena(arena).statics.iter().for_each(&mut look);
            }
        }
    }

    /// What the static abilities of a kind come to for a seat.
    fn granted(&self, rules: &Rules, seat: Seat, perk: Perk) -> u32 {
        let mut sum = 0;
        self.statics_of(rules, seat, perk, |it| {
            let (about, amount) = Perk::of(*it);
            sum += if about == perk { u32::from(amount) } else { 0 };
        });
        sum
    }

    /// FG-37: icons on ready patrons, and what static abilities add.
    pub(crate) fn influence(&self, rules: &Rules, seat: Seat) -> u32 {
        let patrons = self.ludus(seat).patrons.iter().filter(|patron| !patron.exhausted);
        let icons: u32 = patrons.map(|patron| u32::from(rules.set.fact(patron.kind).influence)).sum();
        icons + self.granted(rules, seat, Perk::Influence)
    }

    /// FG-37: what a seat's gladiators require together.
    pub(crate) fn requirement(&self, rules: &Rules, seat: Seat) -> u32 {
        let own = self.public.sand.among(self.public.sand.of(seat));
        let less = self.granted(rules, seat, Perk::Need);
        own.map(|(_, gladiator)| needed(rules, gladiator.kind, less)).sum()
    }

    /// What each gladiator of a seat needs less influence (FG-136).
    pub(crate) fn relief(&self, rules: &Rules, seat: Seat) -> u32 {
        self.granted(rules, seat, Perk::Need)
    }

    /// Whether a seat's influence allows one more gladiator.
    pub(crate) fn can_support(&self, rules: &Rules, seat: Seat, kind: Kind) -> bool {
        let more = u32::from(rules.set.fact(kind).influence);
        if more == 0 {
            return true;
        }
        let more = needed(rules, kind, self.relief(rules, seat));
        more == 0 || self.requirement(rules, seat) + more <= self.influence(rules, seat)
    }

    /// FG-74, with what static abilities add.
    pub(crate) fn insurance(&self, rules: &Rules, seat: Seat) -> u8 {
        1 + self.granted(rules, seat, Perk::Insurance) as u8
    }

    /// FG-41, with what static abilities add.
    pub(crate) fn hand_size(&self, rules: &Rules, seat: Seat) -> u8 {
        7 + self.granted(rules, seat, Perk::Hand) as u8
    }

    /// FG-50, with what static abilities take off.
    pub(crate) fn registration_cost(&self, rules: &Rules, seat: Seat) -> u8 {
        3_u8.saturating_sub(self.granted(rules, seat, Perk::Registration) as u8)
    }

    /// What static abilities take off the prices of each supply deck.
    pub(crate) fn discounts(&self, rules: &Rules, seat: Seat) -> [u8; 3] {
        let mut discounts = [0; 3];
        self.statics_of(rules, seat, Perk::Discount, |it| {
            if let Static::Discount { deck, amount } = it {
                discounts[deck.index()] += amount;
            }
        });
        discounts
    }

    /// FG-32, with what static abilities take off; never below 1.
    pub(crate) fn price(&self, rules: &Rules, seat: Seat, kind: Kind) -> u8 {
        let (cost, home) = (rules.set.cost(kind), rules.set.card(kind).home);
        let Home::Supply(deck) = home else { return cost };
        discounted(cost, self.discounts(rules, seat)[deck.index()])
    }

    /// FG-39: whether a seat may reserve gladiators.
    pub(crate) fn reserves_gladiators(&self, rules: &Rules, seat: Seat) -> bool {
        let mut may = false;
        self.statics_of(rules, seat, Perk::ReserveGladiators, |_| may = true);
        may
    }

    /// FG-39: the cards that a seat may reserve.
    pub(crate) fn reservable(&self, rules: &Rules, seat: Seat) -> KindSet {
        let gladiators = rules.set.of_type(Type::Gladiator);
        rules.set.reservable | if self.reserves_gladiators(rules, seat) { gladiators } else { KindSet::NONE }
    }

    /// FG-62: a seat's total agility in an arena, and what it adds at initiative.
    pub(crate) fn initiative(&self, rules: &Rules, seat: Seat, place: Place) -> u32 {
        let may_change = self.may_change(rules, place, Stat::Agility);
        let own = self.gladiators_of(seat, Some(place));
        let agility = own.map(|one| u32::from(self.stat_where(rules, may_change, one, Stat::Agility)));
        agility.sum::<u32>() + self.granted(rules, seat, Perk::Initiative)
    }

    /// What the crowd sees in some gladiators (FG-42).
    fn thirst<'a>(&self, rules: &Rules, gladiators: impl Iterator<Item = (u8, &'a Gladiator)>) -> u32 {
        let changes = Place::ALL.map(|place| self.may_change(rules, place, Stat::Bloodlust));
        let thirst = |one: (u8, &Gladiator)| {
            self.stat_where(rules, changes[one.1.place.index()], one, Stat::Bloodlust)
        };
        gladiators.map(|one| u32::from(thirst(one))).sum()
    }

    /// FG-42: the bloodlust of all gladiators in all arenas.
    pub(crate) fn bloodlust(&self, rules: &Rules) -> u32 {
        self.thirst(rules, self.public.sand.iter())
    }

    /// FG-43: the bloodlust of a seat's own gladiators.
    pub(crate) fn bloodlust_of(&self, rules: &Rules, seat: Seat) -> u32 {
        self.thirst(rules, self.gladiators_of(seat, None))
    }

    /// How many cards the deck of the Ludus Magnus has left, boasts on top of it included (FG-110).
    pub(crate) fn orders_left(&self) -> u32 {
        let orders = &self.public.orders;
        orders.left.count_ones() + u32::from(orders.boasts + orders.blanks)
    }

    /// A gladiator's stat with all that changes it. Health is never below 1.
    pub(crate) fn stat(&self, rules: &Rules, slot: u8, stat: Stat) -> u8 {
        let Some(gladiator) = self.public.sand.get(slot) else {
            return 0;
        };
        let mut value = printed(rules, gladiator, stat);
        self.each_change(rules, gladiator.place, stat, |it, asker| {
            value += self.change(rules, it, stat, slot, asker);
        });
        bounded(value, stat)
    }

    /// Looks at every static ability that may change a stat in an arena.
    fn each_change(&self, rules: &Rules, place: Place, stat: Stat, mut look: impl FnMut(Static, Asker)) {
        // FG-61: gladiators elsewhere have no effect here.
        let sand = &self.public.sand;
        for (slot, bearer) in sand.among(sand.at(place) & sand.marked(Perk::of_stat(stat))) {
            let asker = Asker::there(bearer.owner, place, slot);
            rules.set.card(bearer.kind).statics.iter().for_each(|it| look(*it, asker));
        }
        for seat in Seat::all(rules.sides) {
            let asker = Asker::there(seat, place, NOBODY);
            self.statics_of(rules, seat, Perk::of_stat(stat), |it| look(*it, asker));
        }
    }

    /// Whether anything may change a stat in an arena. Mostly nothing does: asked once, it answers for all who stand there.
    pub(crate) fn may_change(&self, rules: &Rules, place: Place, stat: Stat) -> bool {
        let (sand, perk) = (&self.public.sand, Perk::of_stat(stat));
        let arenas = rules.set.arena_perk(perk);
        let villas = |seat| {
            self.ludus(seat).gifts & perk_gift(perk) != 0 || arenas != 0 && self.arenas_of(seat) & arenas != 0
        };
        sand.at(place) & sand.marked(Perk::of_stat(stat)) != 0 || Seat::all(rules.sides).any(villas)
    }

    /// As `stat`, for a gladiator of an arena where something may change this stat or nothing does.
    #[inline]
    pub(crate) fn stat_where(
        &self,
        rules: &Rules,
        may_change: bool,
        (slot, gladiator): (u8, &Gladiator),
        stat: Stat,
    ) -> u8 {
        if may_change { self.stat(rules, slot, stat) } else { bounded(printed(rules, gladiator, stat), stat) }
    }

    fn change(&self, rules: &Rules, it: Static, stat: Stat, slot: u8, asker: Asker) -> i32 {
        let Static::Stat { stat: changed, lower, amount, of, only } = it else {
            return 0;
        };
        if changed != stat || !self.fits(of, slot, asker) || !self.holds(rules, asker.seat, asker.place, only)
        {
            return 0;
        }
        let amount = i32::from(self.amount(rules, amount, asker));
        if lower { -amount } else { amount }
    }

    /// Whether the gladiator of a slot is one of those a text speaks of, protection apart.
    pub(crate) fn fits(&self, who: Who, slot: u8, asker: Asker) -> bool {
        self.public.sand.get(slot).is_some_and(|gladiator| fits(who, slot, gladiator, asker))
    }

    /// What an amount comes to. `All` is as much as there is.
    pub(crate) fn amount(&self, rules: &Rules, amount: Amount, asker: Asker) -> u8 {
        let sand = &self.public.sand;
        let (here, own) = (sand.within(asker.place), sand.of(asker.seat));
        let count = match amount.per {
            Per::One => 1,
            Per::All => return u8::MAX,
            Per::Attack => match self.public.sand.get(asker.slot) {
                Some(_) => usize::from(self.stat(rules, asker.slot, Stat::Attack)),
                None => usize::from(asker.value),
            },
            Per::Damage => self.public.sand.get(asker.slot).map_or(0, |it| usize::from(it.damage)),
            Per::Yours => (here & own).count_ones() as usize,
            Per::Opposing => (here & !own).count_ones() as usize,
            Per::Patron => self.ludus(asker.seat).patrons.iter().filter(|patron| !patron.exhausted).count(),
            Per::Arena => self.arenas_of(asker.seat).count_ones() as usize,
            Per::Glory => usize::from(self.ludus(asker.seat).glory),
            Per::Hand => usize::from(self.ludus(asker.seat).hand),
            Per::Coin => usize::from(self.ludus(asker.seat).coins),
            Per::Reserve => usize::from(self.ludus(asker.seat).reserve),
            Per::ItsAttack => usize::from(self.stat(rules, asker.target, Stat::Attack)),
            Per::ItsHealth => usize::from(self.stat(rules, asker.target, Stat::Health)),
            Per::ItsAgility => usize::from(self.stat(rules, asker.target, Stat::Agility)),
            Per::ItsBloodlust => usize::from(self.stat(rules, asker.target, Stat::Bloodlust)),
            Per::ItsDamage => self.public.sand.get(asker.target).map_or(0, |it| usize::from(it.damage)),
        };
        (usize::from(amount.times) * count).min(99) as u8
    }

    /// The marks of a seat's gladiators of a card.
    pub(crate) fn marks(rules: &Rules, owner: Seat, kind: Kind) -> u16 {
        // Ruling 37: abilities on gladiators of the Ludus Magnus are ignored.
        if rules.magnus() == Some(owner) { 0 } else { rules.set.fact(kind).marks() }
    }

    /// Whether an opposing gladiator keeps this one from using tactics of its own.
    pub(crate) fn is_silenced(&self, slot: u8) -> bool {
        let sand = &self.public.sand;
        sand.get(slot)
            .is_some_and(|it| sand.at(it.place) & !sand.of(it.owner) & sand.marked(Perk::Silence) != 0)
    }

    /// FG-36, ruling 28: whether gladiators may enter here now.
    pub(crate) fn is_open(&self, place: Place) -> bool {
        if self.public.arenas[place.index()].is_none() {
            return false;
        }
        let other = match place {
            Place::Near => Place::Far,
            Place::Far => Place::Near,
            Place::Lasting => return true,
        };
        self.public.sand.at(other) == 0
    }

    /// Whether a seat has gladiators in an arena.
    pub(crate) fn has_side(&self, seat: Seat, place: Place) -> bool {
        self.public.sand.of(seat) & self.public.sand.at(place) != 0
    }

    /// A seat's gladiators in an arena, or in all.
    #[inline]
    pub(crate) fn gladiators_of(
        &self,
        seat: Seat,
        place: Option<Place>,
    ) -> impl Iterator<Item = (u8, &Gladiator)> + Clone {
        self.public.sand.among(self.public.sand.of(seat) & self.public.sand.within(place))
    }

    /// The gladiators where a text reaches, on the side it speaks of.
    #[inline]
    pub(crate) fn within_reach(
        &self,
        side: Side,
        asker: Asker,
    ) -> impl Iterator<Item = (u8, &Gladiator)> + Clone {
        let sand = &self.public.sand;
        let (here, own) = (sand.within(asker.place), sand.of(asker.seat));
        sand.among(match side {
            Side::Any => here,
            Side::Yours => here & own,
            Side::Opposing => here & !own,
        })
    }
}

/// Whether a gladiator is one of those a text speaks of, protection apart.
#[inline]
pub(crate) fn fits(who: Who, slot: u8, gladiator: &Gladiator, asker: Asker) -> bool {
    let here = asker.place.is_none_or(|place| place == gladiator.place);
    let side = match who.side {
        Side::Any => true,
        Side::Yours => gladiator.owner == asker.seat,
        Side::Opposing => gladiator.owner != asker.seat,
    };
    here && side && fits_within(who, slot, gladiator, asker.slot)
}

/// The same for a gladiator within reach and on the right side; the text stands on the gladiator of the last slot, if on one.
#[inline]
pub(crate) const fn fits_within(who: Who, slot: u8, gladiator: &Gladiator, bearer: u8) -> bool {
    !(matches!(who.how, How::This) && slot != bearer || who.other && slot == bearer)
        && fits_condition(gladiator, who.state)
}

/// The influence that a gladiator needs, so much taken off.
pub(crate) fn needed(rules: &Rules, kind: Kind, less: u32) -> u32 {
    u32::from(rules.set.fact(kind).influence).saturating_sub(less)
}

/// A cost with so much taken off; never below 1.
pub(crate) fn discounted(cost: u8, less: u8) -> u8 {
    if less == 0 { cost } else { cost.saturating_sub(less).max(1) }
}

const fn fits_condition(gladiator: &Gladiator, state: Condition) -> bool {
    match state {
        Condition::Any => true,
        Condition::Ready => !gladiator.exhausted,
        Condition::Exhausted => gladiator.exhausted,
        Condition::Damaged => gladiator.damage > 0,
        Condition::Unhurt => gladiator.damage == 0,
    }
}
