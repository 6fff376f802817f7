//! View, imagine, mask: who knows what.

use serde::Serialize;
use table::{Chance, Hidden, Viewer};

use crate::map::MOST_PLACES;
use crate::procedures::NOTHING;
use crate::rules::Rules;
use crate::state::{Public, QuestLies, Secret, State};

/// All that one viewer may know.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct View {
    /// Who looks.
    pub viewer: Viewer,
    /// What everyone may know.
    pub public: Public,
    /// The quest of each town, where the viewer knows it.
    pub quests: [Option<u8>; MOST_PLACES],
    /// The monster of each lair, where the viewer knows it.
    pub lairs: [Option<u8>; MOST_PLACES],
}

impl Public {
    /// Whether a viewer knows a town's quest (GL-27, ruling A8).
    fn knows_quest(&self, viewer: Viewer, place: usize) -> bool {
        let town = &self.towns[place];
        town.lies != QuestLies::Hidden
            || town.raced
            || viewer.seat().is_some_and(|seat| town.seen.contains(seat))
    }

    /// Whether a viewer knows a lair's monster (GL-25, rulings D1 and D2).
    fn knows_lair(&self, viewer: Viewer, place: usize) -> bool {
        let lair = &self.lairs[place];
        lair.shown || viewer.seat().is_some_and(|seat| lair.seen.contains(seat))
    }
}

impl State {
    /// What the viewer may know.
    pub(crate) fn look(&self, rules: &Rules, viewer: Viewer) -> View {
        let Self { public, secret: Secret { quests, lairs } } = self;
        let (towns, dens) = (rules.kingdom.map.towns.len(), rules.kingdom.map.lairs.len());
        let quest = |place| {
            let known = place < towns && public.knows_quest(viewer, place);
            known.then(|| quests.get()[place])
        };
        let lair = |place| {
            let known = place < dens && public.knows_lair(viewer, place);
            known.then(|| lairs.get()[place])
        };
        View { viewer, public: *public, quests: std::array::from_fn(quest), lairs: std::array::from_fn(lair) }
    }

    /// This state without what the viewer does not know.
    pub(crate) fn veil(&self, rules: &Rules, viewer: Viewer) -> Self {
        let view = self.look(rules, viewer);
        let known =
            |cards: &[Option<u8>; MOST_PLACES]| Hidden::new(cards.map(|card| card.unwrap_or(NOTHING)));
        let secret = Secret { quests: known(&view.quests), lairs: known(&view.lairs) };
        // Dice that have done their work show how things came about; what follows does not depend on them.
        let public = Public { rolled: 0, struck: None, ..view.public };
        Self { public, secret }
    }

    /// A state that looks the same to the view's owner: what lies unseen is dealt anew from what it can be.
    pub(crate) fn dream<C: Chance>(rules: &Rules, view: &View, chance: &mut C) -> Self {
        let kingdom = &*rules.kingdom;
        let excluded = std::array::from_fn(|place| view.public.towns[place].excluded);
        let quests = guess(&view.quests, kingdom.map.towns.len(), kingdom.quests.len(), &excluded, chance);
        let nothing = [0; MOST_PLACES];
        let lairs = guess(&view.lairs, kingdom.map.lairs.len(), kingdom.lairs.len(), &nothing, chance);
        let secret = Secret { quests: Hidden::new(quests), lairs: Hidden::new(lairs) };
        Self { public: view.public, secret }
    }
}

/// Different cards for the unknown places, none of them excluded there. Each fitting deal is as likely as any other,
/// unless fitting deals are so rare that some have to be sought in order.
fn guess<C: Chance>(
    known: &[Option<u8>; MOST_PLACES],
    places: usize,
    kinds: usize,
    excluded: &[u32; MOST_PLACES],
    chance: &mut C,
) -> [u8; MOST_PLACES] {
    let taken = known.iter().flatten().fold(0_u32, |set, card| set | 1 << card);
    let mut left: Vec<u8> = (0..kinds as u8).filter(|card| taken & 1 << card == 0).collect();
    let open: Vec<usize> = (0..places).filter(|place| known[*place].is_none()).collect();
    let mut dealt = known.map(|card| card.unwrap_or(NOTHING));
    let fits = |place: usize, card: u8| excluded[place] & 1 << card == 0;
    for _ in 0..64 {
        chance.shuffle(&mut left);
        if open.iter().zip(&left).all(|(place, card)| fits(*place, *card)) {
            for (place, card) in open.iter().zip(&left) {
                dealt[*place] = *card;
            }
            return dealt;
        }
    }
    seek(&open, &mut left, &mut dealt, &fits);
    dealt
}

/// The first fitting deal in the order of the shuffled cards.
fn seek(
    open: &[usize],
    left: &mut Vec<u8>,
    dealt: &mut [u8; MOST_PLACES],
    fits: &impl Fn(usize, u8) -> bool,
) -> bool {
    let Some((place, others)) = open.split_first() else {
        return true;
    };
    for at in 0..left.len() {
        if !fits(*place, left[at]) {
            continue;
        }
        let card = left.remove(at);
        dealt[*place] = card;
        if seek(others, left, dealt, fits) {
            return true;
        }
        left.insert(at, card);
    }
    false
}
