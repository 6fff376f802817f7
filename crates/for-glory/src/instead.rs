//! FG-142: something would happen, and something else happens instead.

use table::{Chance, Seat};

use crate::cards::{ArenaId, Kind};
use crate::effect::{Rather, Stat, Static, Would};
use crate::event::{CoinWhy, Happening, Turned};
use crate::printed::{Perk, perk_gift};
use crate::procedures::{Bearer, NOBODY};
use crate::rules::Rules;
use crate::state::State;
use crate::stats::{Asker, arenas_in};

/// To whom something would happen.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Concerned {
    /// The gladiator of a slot.
    Gladiator(u8),
    /// A player.
    Player(Seat),
}

/// A text that lets something else happen.
#[derive(Clone, Copy)]
struct Replacing {
    bearer: Bearer,
    /// Whose text it is.
    seat: Seat,
    /// The gladiator that bears it, if one does.
    slot: u8,
    then: Rather,
    amount: u8,
}

impl State {
    /// Whether something that would happen does not: the first text that can lets something else happen. Gladiators' texts come first,
    /// in the order in which they entered, then those of patrons and of arenas, from the active player on.
    #[inline]
    pub(crate) fn replaced<C: Chance>(
        &mut self,
        rules: &Rules,
        would: Would,
        to: Concerned,
        chance: &mut C,
    ) -> bool {
        // Hardly any table has such a text.
        let sand = self.public.sand.marked(Perk::Instead) != 0;
        let arenas = rules.set.arena_perk(Perk::Instead);
        let villa = |seat| {
            self.ludus(seat).gifts & perk_gift(Perk::Instead) != 0
                || arenas != 0 && self.arenas_of(seat) & arenas != 0
        };
        (sand || Seat::all(rules.sides).any(villa)) && self.replace(rules, would, to, chance)
    }

    #[inline(never)]
    fn replace<C: Chance>(&mut self, rules: &Rules, would: Would, to: Concerned, chance: &mut C) -> bool {
        let Some(found) = self.find_replacing(rules, would, to) else { return false };
        let (with, by) = (found.bearer, found.seat);
        chance.note(|| match to {
            Concerned::Gladiator(slot) => Happening::Spared(would, with, self.fighter(slot)),
            Concerned::Player(seat) => Happening::Averted(would, with, seat),
        });
        if let (Would::Defeat, Concerned::Gladiator(slot)) = (would, to) {
            // Whoever stays has one health left.
            let health = self.stat(rules, slot, Stat::Health);
            if let Some(it) = self.public.sand.get_mut(slot) {
                it.damage = it.damage.min(health.saturating_sub(1));
            }
        }
        match (found.then, to) {
            (Rather::Exhaust, _) => self.exhaust_replacing(rules, would, found, chance),
            (Rather::Recall, Concerned::Gladiator(slot)) => self.go_to_hand(rules, slot, chance),
            (Rather::Unbless, Concerned::Gladiator(slot)) => self.unbless(slot, chance),
            (Rather::Coins, _) => {
                self.gain_coins(by, found.amount);
                chance.note(|| Happening::Coins(by, found.amount, CoinWhy::Text));
            }
            (Rather::Draw, _) => self.draw(by, found.amount, chance),
            // The loader refuses these.
            (Rather::Recall | Rather::Unbless, Concerned::Player(_)) => {}
        }
        true
    }

    /// The card that lets something else happen is exhausted for it.
    fn exhaust_replacing<C: Chance>(&mut self, rules: &Rules, would: Would, it: Replacing, chance: &mut C) {
        match it.bearer {
            Bearer::Gladiator(_) => self.turn_gladiator(it.slot, Turned::Exhausted, chance),
            Bearer::Arena(id) => {
                self.public.tired |= id.bit();
                chance.note(|| Happening::Arena(it.seat, id, Turned::Exhausted));
            }
            // Where the fallen are being found, those whom this fells are found next.
            Bearer::Patron(kind) if would == Would::Defeat => {
                self.blank_patron(it.seat, kind, chance);
                self.enforce_influence(rules, it.seat, chance);
            }
            Bearer::Patron(kind) => self.exhaust_patron(rules, it.seat, kind, chance),
            Bearer::Card(_) => {}
        }
    }

    /// The first text that can let something else happen.
    fn find_replacing(&self, rules: &Rules, would: Would, to: Concerned) -> Option<Replacing> {
        let sand = &self.public.sand;
        let bearers = sand.among(sand.marked(Perk::Instead));
        let mut on_sand = bearers.flat_map(|(slot, it)| {
            let (bearer, seat) = (Bearer::Gladiator(it.kind), it.owner);
            let asker = Asker::there(seat, it.place, slot);
            self.replacings(rules, &rules.set.card(it.kind).statics, (would, to), asker, bearer)
        });
        on_sand.next().or_else(|| {
            self.public.active.round(rules.sides).find_map(|seat| self.find_in_villa(rules, would, to, seat))
        })
    }

    fn find_in_villa(&self, rules: &Rules, would: Would, to: Concerned, seat: Seat) -> Option<Replacing> {
        let place = match to {
            Concerned::Gladiator(slot) => self.public.sand.get(slot).map(|it| it.place),
            Concerned::Player(_) => None,
        };
        let asker = Asker { seat, place, slot: NOBODY, value: 0, target: NOBODY };
        let patrons = self.ludus(seat).patrons.iter().filter(|patron| !patron.exhausted);
        let mut patrons = patrons.flat_map(|patron| {
            let (statics, bearer) = (&rules.set.card(patron.kind).statics, Bearer::Patron(patron.kind));
            self.replacings(rules, statics, (would, to), asker, bearer)
        });
        patrons.next().or_else(|| {
            let arenas = arenas_in(self.arenas_of(seat) & rules.set.arena_perk(Perk::Instead));
            let mut arenas = arenas.flat_map(|id: ArenaId| {
                self.replacings(rules, &rules.set.arena(id).statics, (would, to), asker, Bearer::Arena(id))
            });
            arenas.next()
        })
    }

    /// Those of some static abilities that let something else happen now.
    fn replacings<'a>(
        &'a self,
        rules: &'a Rules,
        statics: &'a [Static],
        (wanted, to): (Would, Concerned),
        asker: Asker,
        bearer: Bearer,
    ) -> impl Iterator<Item = Replacing> + 'a {
        statics.iter().filter_map(move |it| {
            let Static::Instead { would, of, then, amount, only } = *it else { return None };
            let Asker { seat, place, slot, .. } = asker;
            let concerned = match (to, of) {
                (Concerned::Gladiator(target), Some(who)) => self.fits(who, target, asker),
                (Concerned::Player(player), None) => player == seat,
                (Concerned::Gladiator(_), None) | (Concerned::Player(_), Some(_)) => false,
            };
            let found = Replacing { bearer, seat, slot, then, amount };
            let fits = would == wanted && concerned && self.holds(rules, seat, place, only);
            (fits && self.can_replace(to, found)).then_some(found)
        })
    }

    /// Whether what would happen instead can happen.
    fn can_replace(&self, to: Concerned, found: Replacing) -> bool {
        match (found.then, found.bearer) {
            (Rather::Exhaust, Bearer::Gladiator(_)) => {
                self.public.sand.get(found.slot).is_some_and(|it| !it.exhausted)
            }
            (Rather::Exhaust, Bearer::Arena(id)) => self.public.tired & id.bit() == 0,
            (Rather::Unbless, _) => match to {
                Concerned::Gladiator(slot) => self.public.sand.get(slot).is_some_and(|it| it.blessings > 0),
                Concerned::Player(_) => false,
            },
            // An exhausted patron says nothing (FG-7).
            (Rather::Exhaust, Bearer::Patron(_) | Bearer::Card(_))
            | (Rather::Recall | Rather::Coins | Rather::Draw, _) => true,
        }
    }

    /// A patron becomes blank.
    pub(crate) fn blank_patron<C: Chance>(&mut self, seat: Seat, kind: Kind, chance: &mut C) {
        chance.note(|| Happening::Patron(seat, kind, Turned::Exhausted));
        let patrons = &mut self.ludus_mut(seat).patrons;
        if let Some(patron) = patrons.iter_mut().find(|it| it.kind == kind && !it.exhausted) {
            patron.exhausted = true;
        }
    }
}
