//! Glory.

mod actions;
mod procedure;

use crate::effect::KINS;
use crate::{
    Action, Aspect, Clash, Deeds, Ending, Hero, Kind, Kingdom, MOST_EVENTS, MOST_HEROES, MOST_PLACES,
    MOST_PROWLING, MOST_WANTED, NOTHING, NOWHERE, Public, QuestLies, Rules, State, View, bits,
};
use table::{Seat, Viewer};

use encode::{Encoded, NoRoom, Pen, Speller, Spelling, Verb, all_from_here, from_here, ladder, seat_from};

/// The most spaces of a map.
const SPACES: usize = 200;
/// The most roads that meet at a space.
const ROADS: usize = 7;
/// The most towns, lairs and havens, of each.
const PLACES: usize = MOST_PLACES;
/// The most kinds of goods, abilities, battle cards.
const CARDS: usize = 64;
/// The most lair cards, and the most quests.
const HIDDEN: usize = 32;
/// The most hero boards.
const HEROES: usize = 16;
/// The faces of a die.
const FACES: usize = 6;

impl Encoded for State {
    const VERSION: u32 = 2;
    const VERBS: &'static [Verb] = actions::VERBS;

    fn viewer(view: &View) -> Viewer {
        view.viewer
    }

    fn say<S: Speller>(rules: &Rules, viewer: Seat, action: Action, speller: &S) -> S::Said {
        actions::say(rules, viewer, action, speller)
    }

    fn unspell(rules: &Rules, viewer: Seat, spelling: &Spelling) -> Option<Action> {
        actions::unspell(rules, viewer, spelling)
    }

    fn fits(rules: &Rules) -> Result<(), NoRoom> {
        let kingdom = &*rules.kingdom;
        let counts = [
            ("spaces", kingdom.map.spaces.len(), SPACES),
            ("hero boards", kingdom.heroes.len(), HEROES),
            ("kinds of goods", kingdom.goods.len(), CARDS),
            ("kinds of abilities", kingdom.abilities.len(), CARDS),
            ("kinds of battle cards", kingdom.battle.len(), CARDS),
            ("lair cards", kingdom.lairs.len(), HIDDEN),
            ("quests", kingdom.quests.len(), HIDDEN),
        ];
        match counts.iter().find(|(_, count, most)| count > most) {
            Some((what, count, most)) => {
                Err(NoRoom(format!("the kingdom has {count} {what}: the encoding has room for {most}")))
            }
            None => Ok(()),
        }
    }

    fn trace<P: Pen>(rules: &Rules, view: &View, viewer: Seat, before: Option<&View>, pen: &mut P) {
        let was = before.map(|before| &before.public);
        table_of(rules, &view.public, was, viewer, pen);
        // What the same viewer saw.
        let saw = before.filter(|before| before.viewer == view.viewer);
        towns(rules, view, viewer, saw, pen);
        lairs(rules, view, viewer, saw, pen);
        // How near they are is seen from the viewer's hero.
        let lies = |public: &Public| (public.prowling, public.heroes[viewer].space);
        let same = || saw.is_some_and(|saw| lies(&saw.public) == lies(&view.public));
        pen.block(same, |pen| prowlers(&rules.kingdom, &view.public, viewer, pen));
        pen.sides(rules.players);
        for steps in 0..MOST_HEROES {
            pen.group("seat", steps);
            let seat = seat_from(viewer, steps, rules.players);
            // A short way to victory is told of empty seats too.
            if seat.is_some() || rules.glory_to_win < 11 || !pen.blank(SIDE) {
                hero(rules, &view.public, was, seat, pen);
            }
        }
        procedure::trace(rules, view, viewer, pen);
    }
}

/// How many places a hero has.
const SIDE: usize = 592;

/// What lies in the middle.
fn table_of<P: Pen>(rules: &Rules, public: &Public, was: Option<&Public>, viewer: Seat, pen: &mut P) {
    let from = |seat: Seat| from_here(viewer, seat, rules.players);
    pen.part("table");
    pen.one_of("active", MOST_HEROES, Some(from(public.active)));
    pen.one_of("went first", MOST_HEROES, Some(from(public.first)));
    pen.amount("round", public.round.into(), 60);
    let left = |limit: u16| u32::from(limit.saturating_sub(public.round));
    pen.steps(
        "rounds left, below 21",
        21_u32.saturating_sub(left(rules.round_cap)),
        ladder![1, 6, 11, 16, 19, 20],
    );
    let turns = if rules.turn_limit == 0 { 21 } else { left(rules.turn_limit) };
    pen.steps("turns left, below 21", 21_u32.saturating_sub(turns), ladder![1, 6, 11, 16, 19, 20]);
    pen.flag("over", public.ending != Ending::Open);
    pen.flags("marched, duelled, sold", 3);
    for (at, done) in [public.marched, public.duelled, public.sold].into_iter().enumerate() {
        pen.set_if(at, done);
    }
    let goal = if rules.challenge.is_some() { public.progress(rules, public.first) } else { (0, 0) };
    let share = u32::from(goal.0.min(goal.1)) * 16 / u32::from(goal.1.max(1));
    pen.amount("of the scenario's goal", share, 16);
    let event = (usize::from(public.event) < rules.kingdom.events.len()).then_some(public.event.into());
    pen.one_of("event", MOST_EVENTS, event);
    pen.one_of("movement die", FACES, usize::from(public.rolled).checked_sub(1));
    let drawn = |public: &Public| {
        let Public { row, goods, abilities, battle, fates, .. } = public;
        (*row, goods.deck, abilities.deck, battle.deck, fates.deck)
    };
    let same = || was.is_some_and(|was| drawn(was) == drawn(public));
    pen.block(same, |pen| piles(&rules.kingdom, public, pen));
}

/// The monsters that stay where they were left, and how near the viewer's hero is.
fn prowlers<P: Pen>(kingdom: &Kingdom, public: &Public, viewer: Seat, pen: &mut P) {
    for at in 0..MOST_PROWLING {
        pen.group("prowling monster", at);
        let prowler = public.prowling.as_slice().get(at);
        let kind = prowler.map(|prowler| usize::from(kingdom.battle_stock.kind(prowler.card)));
        pen.one_of("battle card", CARDS, kind);
        let steps = prowler.map(|prowler| kingdom.map.distance(public.heroes[viewer].space, prowler.space));
        pen.amount("near", steps.map_or(0, |steps| 16_u32.saturating_sub(steps.into())), 16);
    }
}

/// The goods at the castle, and the decks.
fn piles<P: Pen>(kingdom: &Kingdom, public: &Public, pen: &mut P) {
    let row = public.row.iter().filter(|card| **card != NOTHING);
    pen.bits("goods face up", CARDS, row.fold(0_u64, |set, card| set | 1 << kingdom.goods_stock.kind(*card)));
    pen.shares("goods, abilities, battle cards, fates left", 4, 64);
    for (at, pile) in [&public.goods, &public.abilities, &public.battle, &public.fates].iter().enumerate() {
        pen.share(at, pile.deck.count_ones(), 64);
    }
    pen.shares("battle cards left of each kind", CARDS, 8);
    for kind in 0..kingdom.battle.len() {
        pen.share(kind, (public.battle.deck & kingdom.battle_stock.mask(kind as u8)).count_ones(), 8);
    }
}

/// The towns; nothing of them may have changed.
fn towns<P: Pen>(rules: &Rules, view: &View, viewer: Seat, saw: Option<&View>, pen: &mut P) {
    let asks = saw.is_some_and(|saw| same_asked(viewer, &saw.public, &view.public));
    let all = |saw: &View| {
        let (was, now) = (&saw.public, &view.public);
        let done = |public: &Public| public.deeds[viewer].map(at_once);
        done(was) == done(now) && saw.quests == view.quests && was.towns == now.towns
    };
    pen.block(
        || asks && saw.is_some_and(all),
        |pen| {
            for place in 0..PLACES {
                pen.group("town", place);
                let same = |saw: &View| same_town(viewer, place, saw, view);
                let same = || saw.is_some_and(same) && (asks || view.quests[place].is_none());
                pen.block(same, |pen| town(rules, view, viewer, place, pen));
            }
        },
    );
}

/// What was done, in three numbers, which are compared in far fewer instructions.
const fn at_once(deeds: Deeds) -> [u64; 3] {
    let Deeds { slain, best, rounds, fates, bought, towns, lairs, havens, castle, wanted } = deeds;
    // No kin may be left out.
    const { assert!(KINS == 8) };
    let places = towns as u64 | (lairs as u64) << 16 | (havens as u64) << 32;
    let counts = u64::from_le_bytes([best, rounds, fates, bought, castle, wanted, 0, 0]);
    [u64::from_le_bytes(slain), counts, places]
}

/// The lairs; nothing of them may have changed.
fn lairs<P: Pen>(rules: &Rules, view: &View, viewer: Seat, saw: Option<&View>, pen: &mut P) {
    let fights = saw.is_some_and(|saw| same_fighter(viewer, &saw.public, &view.public));
    let all = |saw: &View| saw.lairs == view.lairs && saw.public.lairs == view.public.lairs;
    pen.block(
        || fights && saw.is_some_and(all),
        |pen| {
            for place in 0..PLACES {
                pen.group("lair", place);
                let lies = |view: &View| (view.lairs[place], view.public.lairs[place]);
                let same = |saw: &View| lies(saw) == lies(view);
                let same = || saw.is_some_and(same) && (fights || view.lairs[place].is_none());
                pen.block(same, |pen| lair(rules, view, viewer, place, pen));
            }
        },
    );
}

/// Whether all that [`town`] looks at is as it was, but for what its quest asks for.
fn same_town(viewer: Seat, place: usize, saw: &View, sees: &View) -> bool {
    let (was, now) = (&saw.public, &sees.public);
    saw.quests[place] == sees.quests[place]
        && was.towns[place] == now.towns[place]
        && was.deeds[viewer][place] == now.deeds[viewer][place]
}

/// Whether all that a quest asks for, besides what was done since it was seen, is as it was.
fn same_asked(viewer: Seat, was: &Public, now: &Public) -> bool {
    let held = |public: &Public| (public.heroes[viewer].coins, public.heroes[viewer].goods);
    held(was) == held(now) && was.life[viewer] == now.life[viewer] && was.lairs == now.lairs
}

/// Whether a hero would fare in battle as it would have before.
fn same_fighter(viewer: Seat, was: &Public, now: &Public) -> bool {
    let hero = |public: &Public| {
        let Hero { board, health, goods, abilities, fates, .. } = public.heroes[viewer];
        (board, health, goods, abilities, fates)
    };
    hero(was) == hero(now) && was.event == now.event
}

/// A town, and what the viewer has done for its quest.
fn town<P: Pen>(rules: &Rules, view: &View, viewer: Seat, place: usize, pen: &mut P) {
    let (public, kingdom) = (&view.public, &*rules.kingdom);
    let there = place < kingdom.map.towns.len();
    let town = &public.towns[place];
    let from = |seat: Seat| from_here(viewer, seat, rules.players);
    let (hidden, open, gone) = match town.lies {
        QuestLies::Hidden => (there, None, false),
        QuestLies::Open(seat) => (false, Some(from(seat)), false),
        QuestLies::Gone => (false, None, true),
    };
    pen.flags("face down, gone", 2);
    pen.set_if(0, hidden);
    pen.set_if(1, gone);
    pen.one_of("done first by", MOST_HEROES, open);
    pen.bits("seen by", MOST_HEROES, all_from_here(viewer, town.seen, rules.players));
    let quest = view.quests[place].filter(|quest| *quest != NOTHING);
    pen.one_of("quest", HIDDEN, quest.map(usize::from));
    let done = quest.is_some_and(|quest| {
        there
            && !gone
            && usize::from(quest) < kingdom.quests.len()
            && public.would_be_done(kingdom, viewer, place as u8, quest)
    });
    pen.flags("would be done, raced for", 2);
    pen.set_if(0, done);
    pen.set_if(1, town.raced);
    pen.bits("can't be", HIDDEN, town.excluded);
    deeds(&public.deeds[viewer][place], pen);
}

fn deeds<P: Pen>(deeds: &Deeds, pen: &mut P) {
    pen.tally("slain since, by kin", &deeds.slain, 6);
    pen.amount("best slain since", deeds.best.into(), 20);
    pen.tally(
        "rounds, fates, goods, castle since",
        &[deeds.rounds, deeds.fates, deeds.bought, deeds.castle],
        10,
    );
    let landed = [deeds.towns, deeds.lairs, deeds.havens].map(|set| set.count_ones() as u8);
    pen.tally("towns, lairs, havens since", &landed, 8);
    pen.bits("named monsters slain since", MOST_WANTED, deeds.wanted);
}

/// A lair, and how the viewer would fare there.
fn lair<P: Pen>(rules: &Rules, view: &View, viewer: Seat, place: usize, pen: &mut P) {
    let (public, kingdom) = (&view.public, &*rules.kingdom);
    let lair = &public.lairs[place];
    let from = |seat: Seat| from_here(viewer, seat, rules.players);
    pen.flags("face down, shown", 2);
    pen.set_if(0, place < kingdom.map.lairs.len() && lair.won.is_none());
    pen.set_if(1, lair.shown);
    pen.one_of("won by", MOST_HEROES, lair.won.map(from));
    pen.bits("seen by", MOST_HEROES, all_from_here(viewer, lair.seen, rules.players));
    let card = view.lairs[place].filter(|card| *card != NOTHING);
    pen.one_of("lair card", HIDDEN, card.map(usize::from));
    let monster = card.filter(|_| lair.won.is_none()).and_then(|card| kingdom.lairs.get(usize::from(card)));
    let fighter = || public.fighter(kingdom, viewer);
    let clash = monster.map(|monster| fighter().meets(monster, true, public.heroes[viewer].health));
    contest(clash.as_ref(), pen);
}

/// How two sides of a battle stand: whose strike is higher, and how many won rounds each needs.
fn contest<P: Pen>(clash: Option<&Clash>, pen: &mut P) {
    // Beyond the first round.
    let lead = clash.map(|clash| clash.lead(2));
    pen.one_of("strike higher by -6 to 6", 13, lead.map(|lead| (lead.clamp(-6, 6) + 6) as usize));
    let blows = |health: u8, loss: u8| u32::from(health.div_ceil(loss.max(1)));
    let wins =
        clash.map_or(0, |clash| blows(clash.foe_health, clash.power.saturating_sub(clash.hide).max(1)));
    let losses =
        clash.map_or(0, |clash| blows(clash.health, clash.foe_power.saturating_sub(clash.armour).max(1)));
    pen.steps("rounds to win", wins, ladder![1, 2, 3, 4, 5, 6, 8]);
    pen.steps("rounds to lose", losses, ladder![1, 2, 3, 4, 5, 6, 8]);
    let habits = clash.map_or([0; 4], |clash| [clash.ambush, clash.foe_fury, clash.drain, clash.flees]);
    pen.tally("ambush, fury, drain, flees", &habits, 4);
}

/// A hero; all 0 where nobody sits.
fn hero<P: Pen>(rules: &Rules, public: &Public, was: Option<&Public>, seat: Option<Seat>, pen: &mut P) {
    let kingdom = &*rules.kingdom;
    let nobody = Hero { alive: false, ..Hero::default() };
    let hero = seat.map_or(&nobody, |seat| &public.heroes[seat]);
    // An empty seat stays as it is.
    let as_before = |alike: fn(&Hero, &Hero) -> bool| {
        // What holds for every hero changes their numbers.
        was.is_some_and(|was| {
            was.event == public.event
                && seat.is_none_or(|seat| alike(&was.heroes[seat], &public.heroes[seat]))
        })
    };
    pen.block(|| as_before(same_body), |pen| body(rules, public, seat, hero, pen));
    let held = || as_before(|was, now| (was.goods, was.abilities) == (now.goods, now.abilities));
    let used = |public: &Public| [public.used_trigger, public.used_battle, public.used_turn];
    let same = |was: &Public| was.spent_goods == public.spent_goods && used(was) == used(public);
    pen.block(|| held() && was.is_some_and(same), |pen| cards(kingdom, public, hero, pen));
    let same = || held() && as_before(|was, now| (was.board, was.fates) == (now.board, now.fates));
    pen.block(same, |pen| numbers(kingdom, public, seat, pen));
    let stays = || as_before(|was, now| (was.space, was.from) == (now.space, now.from));
    pen.block(stays, |pen| place(kingdom, hero, seat, pen));
}

/// Whether all that [`body`] looks at is as it was.
fn same_body(was: &Hero, now: &Hero) -> bool {
    let counts = |hero: &Hero| {
        let Hero { board, alive, health, glory, awards, fate_awards, gift_spent, coins, .. } = *hero;
        (board, alive, health, glory, awards, fate_awards, gift_spent, coins)
    };
    // Cards make for more health.
    let cards = |hero: &Hero| (hero.goods, hero.abilities, hero.fates);
    counts(was) == counts(now) && cards(was) == cards(now)
}

/// A hero's own numbers.
fn body<P: Pen>(rules: &Rules, public: &Public, seat: Option<Seat>, hero: &Hero, pen: &mut P) {
    let kingdom = &*rules.kingdom;
    pen.flag("seated", seat.is_some());
    pen.flag("alive", hero.alive);
    pen.one_of("board", HEROES, if hero.board == NOTHING { None } else { Some(hero.board.into()) });
    pen.steps("health at least", hero.health.into(), ladder![2, 3, 4, 5, 6, 7, 8, 10, 12]);
    pen.amount("health", hero.health.into(), 20);
    let most = seat.map_or(0, |seat| u32::from(public.most_health(kingdom, seat)));
    pen.amount("most health", if hero.board == NOTHING { 0 } else { most }, 20);
    pen.steps(
        "glory at least",
        hero.glory.into(),
        ladder![1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19],
    );
    pen.amount("glory", hero.glory.into(), 40);
    let missing = u32::from(rules.glory_to_win.saturating_sub(hero.glory));
    pen.steps("glory missing, below 11", 11_u32.saturating_sub(missing), ladder![1, 3, 5, 6, 7, 8, 9, 10]);
    pen.steps("coins at least", hero.coins.into(), ladder![1, 2, 3, 4, 5, 6, 8, 10, 13]);
    pen.amount("coins", hero.coins.into(), 30);
    pen.tally("awards, fate awards, power spent", &[hero.awards, hero.fate_awards, hero.gift_spent], 8);
    pen.steps("fates kept", hero.fates.count_ones(), ladder![1, 2, 3, 4, 5]);
}

/// What a hero holds.
fn cards<P: Pen>(kingdom: &Kingdom, public: &Public, hero: &Hero, pen: &mut P) {
    let (mut kinds, mut copies, mut spent) = (0_u64, [0_u8; CARDS], [0_u8; CARDS]);
    for card in bits(hero.goods) {
        let kind = usize::from(kingdom.goods_stock.kind(card));
        kinds |= 1 << kind;
        copies[kind] += 1;
        spent[kind] = spent[kind].saturating_add(public.spent_goods.0[usize::from(card)]);
    }
    pen.bits("goods", CARDS, kinds);
    pen.shares("further copies of goods", CARDS, 8);
    for kind in table::bits(kinds) {
        pen.share(kind.into(), u32::from(copies[usize::from(kind)]) - 1, 8);
    }
    pen.shares("goods spent", CARDS, 8);
    for kind in table::bits(kinds) {
        pen.share(kind.into(), spent[usize::from(kind)].into(), 8);
    }
    // Copies of an ability count once.
    let known = |set: u64, card: u8| set | 1 << kingdom.ability_stock.kind(card);
    pen.bits("abilities", CARDS, bits(hero.abilities).fold(0_u64, known));
    let used = [&public.used_trigger, &public.used_battle, &public.used_turn];
    pen.flags("used now, in this battle, in this turn", 3);
    for (at, used) in used.iter().enumerate() {
        pen.set_if(at, used.goods & hero.goods != 0 || used.abilities & hero.abilities != 0);
    }
}

/// What a hero is worth in battle and on the road.
fn numbers<P: Pen>(kingdom: &Kingdom, public: &Public, seat: Option<Seat>, pen: &mut P) {
    let fighter = seat.map(|seat| public.fighter(kingdom, seat));
    let (strike, power) = fighter.map_or((0, 0), |fighter| fighter.numbers());
    let count = |number: i16| number.max(0) as u32;
    pen.steps("strike", count(strike), ladder![1, 2, 3, 4, 5, 6, 8]);
    pen.steps("power", count(power), ladder![1, 2, 3, 4, 5, 6, 8]);
    let passive = fighter.map(|fighter| fighter.passive).unwrap_or_default();
    pen.shares("armour, shield, ward", 3, 4);
    for (at, sum) in [passive.armour, passive.shield, passive.ward].iter().enumerate() {
        pen.share(at, count(i16::from(*sum)), 4);
    }
    pen.shares("bargain, haven, free march, fortune, lore", 5, 4);
    let aspects = Aspect::ALL.into_iter().filter(|aspect| *aspect != Aspect::Health);
    for (at, aspect) in aspects.enumerate() {
        pen.share(at, count(i16::from(passive.aspect(aspect))), 4);
    }
}

/// Where a hero stands, and how near everything is.
fn place<P: Pen>(kingdom: &Kingdom, hero: &Hero, seat: Option<Seat>, pen: &mut P) {
    const NEAR: u32 = 16;
    let map = &kingdom.map;
    let at = seat.map(|_| hero.space);
    pen.one_of("space", SPACES, at.map(usize::from));
    pen.one_of("kind of space", 7, at.map(|at| kind(map.kind(at))));
    let from = if hero.from == NOWHERE { None } else { at.map(|at| (at, hero.from)) };
    let road = from.and_then(|(at, from)| map.space(at).entries.iter().position(|road| *road == from));
    pen.one_of("came by road", ROADS, road);
    let near = |other: u8| at.map_or(0, |at| NEAR.saturating_sub(map.distance(at, other).into()));
    pen.amount("near the castle", near(map.castle), NEAR as u16);
    pen.amount("near a haven", map.havens.iter().map(|haven| near(*haven)).max().unwrap_or(0), NEAR as u16);
    pen.shares("near each town", PLACES, NEAR as u16);
    for (place, town) in map.towns.iter().enumerate() {
        pen.share(place, near(*town), NEAR as u16);
    }
    pen.shares("near each lair", PLACES, NEAR as u16);
    for (place, lair) in map.lairs.iter().enumerate() {
        pen.share(place, near(*lair), NEAR as u16);
    }
}

const fn kind(kind: Kind) -> usize {
    match kind {
        Kind::Blank => 0,
        Kind::Battle => 1,
        Kind::Castle => 2,
        Kind::Fate => 3,
        Kind::Haven => 4,
        Kind::Lair => 5,
        Kind::Town => 6,
    }
}
