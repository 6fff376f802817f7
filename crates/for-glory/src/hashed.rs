//! Hashes of what is there: lists and the sand have many empty places, which say nothing and took a search a quarter of its time.
//!
//! Each takes its value apart, so that a new field is not forgotten.

use std::hash::{Hash, Hasher};

use crate::state::{Ludus, Public, Sand};

impl Hash for Sand {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.slots_taken().hash(hasher);
        self.iter().for_each(|(_, gladiator)| gladiator.hash(hasher));
    }
}

impl Hash for Ludus {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let Self {
            piles,
            deck,
            hand,
            reserve,
            known,
            top,
            patrons,
            // The patrons say it already.
            gifts: _,
            arenas,
            coins,
            glory,
            stops,
            champion,
        } = self;
        (piles, deck, hand, reserve, known.as_slice(), top.as_slice(), patrons.as_slice()).hash(hasher);
        (arenas, coins, glory, stops, champion).hash(hasher);
    }
}

impl Hash for Public {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let Self {
            ludi,
            supply,
            rows,
            sand,
            arenas,
            glory,
            tokens,
            token_done,
            standing,
            arena_deck,
            tired,
            boasts,
            favor,
            active,
            turn,
            turns,
            phases,
            stopped,
            removed,
            stack,
            events,
            watches,
            magnus,
            orders,
            log,
            end,
            full,
        } = self;
        (ludi, supply, rows, sand, arenas, glory, tokens, token_done, standing).hash(hasher);
        (arena_deck, tired, boasts, favor, active, turn, turns, phases, stopped, removed).hash(hasher);
        (stack.as_slice(), events.as_slice(), watches.as_slice()).hash(hasher);
        (magnus, orders, log.as_slice(), end, full).hash(hasher);
    }
}
