//! What a view of Glory shows that could be missing, and what lies where a seat can't see it.

use bots::{Lies, Thing};
use table::{Seat, Text, card, many, place, say, whose};

use crate::{Hero, NOTHING, QuestLies, Rules, State, View};

/// The things of a view: what heroes have, and what the own hero knows of towns and lairs.
pub fn things(rules: &Rules, view: &View) -> Vec<Thing<View>> {
    let Some(viewer) = view.viewer.seat() else { return Vec::new() };
    let mut things = Vec::new();
    knowledge(rules, view, viewer, &mut things);
    for seat in viewer.round(rules.players).filter(|seat| view.public.heroes[*seat].alive) {
        cards(rules, view, seat, &mut things);
        counts(view, seat, &mut things);
    }
    things
}

/// Something of a hero's, as the viewer calls it.
fn of(view: &View, seat: Seat, what: &Text) -> Text {
    if view.viewer.is(seat) { say!("your {what}") } else { say!("{} {what}", whose(seat)) }
}

/// The goods and abilities of a hero, kind by kind.
fn cards(rules: &Rules, view: &View, seat: Seat, things: &mut Vec<Thing<View>>) {
    let (kingdom, hero) = (&*rules.kingdom, &view.public.heroes[seat]);
    let mut add = |name: &str, change: &dyn Fn(&mut Hero)| {
        let mut without = view.clone();
        change(&mut without.public.heroes[seat]);
        let most = without.public.most_health(kingdom, seat);
        let bare = &mut without.public.heroes[seat];
        bare.health = bare.health.min(most);
        things.push(Thing { name: of(view, seat, &Text::of(card(name))), without });
    };
    for (kind, good) in (0..).zip(&kingdom.goods) {
        let held = hero.goods & kingdom.goods_stock.mask(kind);
        if held != 0 {
            add(&good.name, &|bare| bare.goods &= !held);
        }
    }
    for (kind, ability) in (0..).zip(&kingdom.abilities) {
        let held = hero.abilities & kingdom.ability_stock.mask(kind);
        if held != 0 {
            add(&ability.name, &|bare| bare.abilities &= !held);
        }
    }
}

/// What is counted of a hero.
fn counts(view: &View, seat: Seat, things: &mut Vec<Thing<View>>) {
    let hero = &view.public.heroes[seat];
    let mut add = |what: &Text, change: &dyn Fn(&mut Hero)| {
        let mut without = view.clone();
        change(&mut without.public.heroes[seat]);
        things.push(Thing { name: of(view, seat, what), without });
    };
    if hero.glory > 0 {
        add(&say!("{} glory", hero.glory), &|bare| bare.glory = 0);
    }
    if hero.coins > 0 {
        add(&many(hero.coins, "coin"), &|bare| bare.coins = 0);
    }
    if hero.fates != 0 {
        add(&many(i64::from(hero.fates.count_ones()), "kept fate"), &|bare| bare.fates = 0);
    }
}

/// What the viewer alone, or first, knows of towns and lairs.
fn knowledge(rules: &Rules, view: &View, viewer: Seat, things: &mut Vec<Thing<View>>) {
    let kingdom = &*rules.kingdom;
    for (at, space) in kingdom.map.towns.iter().enumerate() {
        let town = &view.public.towns[at];
        let known = view.quests[at].filter(|quest| *quest != NOTHING);
        let Some(quest) = known.and_then(|quest| kingdom.quests.get(usize::from(quest))) else { continue };
        if town.lies != QuestLies::Hidden || !town.seen.contains(viewer) {
            continue;
        }
        let mut without = view.clone();
        without.quests[at] = None;
        without.public.towns[at].seen = town.seen.without(viewer);
        let (quest, town) = (card(&quest.name), place(&kingdom.map.space(*space).name));
        things.push(Thing { name: say!("your knowing of {quest} in {town}"), without });
    }
    for (at, space) in kingdom.map.lairs.iter().enumerate() {
        let lair = &view.public.lairs[at];
        let known = view.lairs[at].filter(|monster| *monster != NOTHING);
        let Some(monster) = known.and_then(|monster| kingdom.lairs.get(usize::from(monster))) else {
            continue;
        };
        if lair.shown || lair.won.is_some() || !lair.seen.contains(viewer) {
            continue;
        }
        let mut without = view.clone();
        without.lairs[at] = None;
        without.public.lairs[at].seen = lair.seen.without(viewer);
        let (monster, lair) = (card(&monster.name), place(&kingdom.map.space(*space).name));
        things.push(Thing { name: say!("your knowing of {monster} in {lair}"), without });
    }
}

/// The quests and monsters that lie face down and that the seat has not seen.
pub fn unseen(state: &State, rules: &Rules, seat: Seat) -> Vec<Lies> {
    let (public, kingdom) = (&state.public, &*rules.kingdom);
    let name = |space: u8| kingdom.map.space(space).name.clone();
    let mut lies = Vec::new();
    for (at, space) in kingdom.map.towns.iter().enumerate() {
        let (town, quest) = (&public.towns[at], state.secret.quests.get()[at]);
        if town.lies == QuestLies::Hidden
            && !town.seen.contains(seat)
            && let Some(quest) = kingdom.quests.get(usize::from(quest))
        {
            lies.push(Lies { place: name(*space), card: quest.name.clone(), count: 1 });
        }
    }
    for (at, space) in kingdom.map.lairs.iter().enumerate() {
        let (lair, monster) = (&public.lairs[at], state.secret.lairs.get()[at]);
        if !lair.shown
            && !lair.seen.contains(seat)
            && let Some(monster) = kingdom.lairs.get(usize::from(monster))
        {
            lies.push(Lies { place: name(*space), card: monster.name.clone(), count: 1 });
        }
    }
    lies
}
