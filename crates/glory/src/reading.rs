//! The loader and checker of the card files.

use std::fmt::Write as _;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use table::Flaws;
use table::cardset::{Read, Source, bad_name};
use toml::Spanned;

use crate::boon::{Always, Boon, Passive};
use crate::cards::{
    Ability, Board, FILES, Fate, Good, Kingdom, MOST_CARDS, Monster, Quest, ROW, Reward, Stock,
};
use crate::effect::{Effect, Kin, Moment, Once, Script, Scripts, Sort, WINDOWS, Window, Written};
use crate::map::{MOST_EXTRA, MOST_PLACES, Map};
use crate::procedures::MOST_LISTS;
use crate::quest::Task;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct RawBoard {
    name: Spanned<String>,
    health: u8,
    power: u8,
    strike: u8,
    goods: Vec<String>,
    gift: RawGift,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawGift {
    name: Spanned<String>,
    #[serde(default)]
    always: Vec<Always>,
    #[serde(default)]
    when: Vec<Moment>,
    once: Option<Once>,
    does: Option<Vec<Written>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawMonster {
    name: Spanned<String>,
    kin: Kin,
    #[serde(default = "one")]
    copies: u8,
    health: u8,
    power: u8,
    strike: u8,
    score: Option<u8>,
    glory: Option<u8>,
    #[serde(default)]
    coins: u8,
    #[serde(default)]
    hide: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawQuest {
    name: Spanned<String>,
    task: Task,
    #[serde(default)]
    early: bool,
    first: Option<Reward>,
    second: Option<Reward>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawCard {
    name: Spanned<String>,
    sort: Option<Sort>,
    price: Option<u8>,
    #[serde(default = "one")]
    copies: u8,
    #[serde(default)]
    always: Vec<Always>,
    #[serde(default)]
    when: Vec<Moment>,
    once: Option<Once>,
    #[serde(default)]
    uses: u8,
    does: Option<Vec<Written>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawFate {
    name: Spanned<String>,
    #[serde(default = "one")]
    copies: u8,
    does: Vec<Written>,
}

/// The most effects of one list: far from what counting them in a `u8` allows.
const MOST_EFFECTS: usize = 20;

const fn one() -> u8 {
    1
}

/// Reads and checks all files of a kingdom; what is wrong is added to `flaws`.
pub(crate) fn read(texts: &[(&str, String)], flaws: &mut Flaws) -> Option<Kingdom> {
    Reading { texts, scripts: Scripts::default(), names: Vec::new() }.read(flaws)
}

struct Reading<'a> {
    texts: &'a [(&'a str, String)],
    scripts: Scripts,
    names: Vec<String>,
}

impl<'a> Reading<'a> {
    fn source(&self, file: &'static str, flaws: &mut Flaws) -> Option<Source<'a>> {
        let found = self.texts.iter().find(|(name, _)| *name == file);
        if found.is_none() {
            flaws.of_file(file, format!("the file is missing: a kingdom has {}", FILES.join(", ")));
        }
        found.map(|(_, text)| Source::new(file, text))
    }

    /// Reads every file, whatever is wrong with another.
    fn read(mut self, flaws: &mut Flaws) -> Option<Kingdom> {
        let sources = FILES.map(|file| self.source(file, flaws));
        let [map, heroes, battle, lairs, quests, goods, abilities, fates] = sources;
        let map = map.and_then(|source| Map::read(&source, flaws));
        if let Some(map) = &map {
            self.names.extend(map.spaces.iter().map(|space| space.name.to_lowercase()));
        }
        let (goods, goods_stock) = goods.map(|source| self.goods(&source, flaws)).unwrap_or_default();
        let heroes_source = heroes;
        let heroes = heroes.map(|source| self.heroes(&source, &goods, flaws)).unwrap_or_default();
        let (battle, battle_stock) = battle.map(|source| self.battle(&source, flaws)).unwrap_or_default();
        let lairs = lairs.map(|source| self.lairs(&source, map.as_ref(), flaws)).unwrap_or_default();
        let quests = quests.map(|source| self.quests(&source, map.as_ref(), flaws)).unwrap_or_default();
        let (abilities, ability_stock) =
            abilities.map(|source| self.abilities(&source, flaws)).unwrap_or_default();
        let (fates, fate_stock) = fates.map(|source| self.fates(&source, flaws)).unwrap_or_default();
        if let Some(source) = heroes_source {
            check_starting_goods(&source, &heroes, &goods, &goods_stock, flaws);
        }
        let mut kingdom = Kingdom {
            map: map?,
            heroes,
            battle,
            lairs,
            quests,
            goods,
            abilities,
            fates,
            scripts: self.scripts,
            battle_stock,
            goods_stock,
            ability_stock,
            fate_stock,
            lasting_goods: 0,
            lasting_abilities: 0,
            aspects: [(0, 0); 6],
            usable_goods: [0; WINDOWS],
            usable_abilities: [0; WINDOWS],
            usable_gifts: [0; WINDOWS],
        };
        check_bounds(&kingdom, flaws);
        if flaws.is_empty() {
            kingdom.index();
            kingdom.map.trace(kingdom.most_extra());
        }
        Some(kingdom)
    }

    /// The cards of a file that can be read, and how many there are with those that can't. The names of those are noted, so that
    /// what names them is not refused too.
    fn cards<T: DeserializeOwned>(
        &mut self,
        source: &Source<'a>,
        flaws: &mut Flaws,
    ) -> (Vec<(T, Source<'a>)>, usize) {
        let mut cards = Vec::new();
        let read = source.entries("card", flaws);
        let count = read.len();
        for card in read {
            match card {
                Read::Whole(card, part) => cards.push((card, part)),
                Read::Flawed(name) => self.names.extend(name.map(|name| name.to_lowercase())),
            }
        }
        (cards, count)
    }

    /// Checks a card's name and notes it: one name, one thing, so that notation and scenarios are plain.
    fn name(&mut self, name: &Spanned<String>, source: &Source<'_>, flaws: &mut Flaws) -> (String, usize) {
        let line = source.line(name.span().start);
        let name = name.get_ref().clone();
        if let Some(message) = bad_name(&name) {
            flaws.add(source, line, &format!("'{name}'"), message);
        }
        if self.names.contains(&name.to_lowercase()) {
            flaws.add(
                source,
                line,
                &format!("'{name}'"),
                "the name is used twice in this kingdom".to_owned(),
            );
        }
        self.names.push(name.to_lowercase());
        (name, line)
    }

    fn goods(&mut self, source: &Source<'a>, flaws: &mut Flaws) -> (Vec<Good>, Stock) {
        let (mut goods, mut stock) = (Vec::new(), Stock::default());
        let (cards, count) = self.cards::<RawCard>(source, flaws);
        let whole = cards.len() == count;
        for (raw, source) in cards {
            let source = &source;
            let (name, line) = self.name(&raw.name, source, flaws);
            let entry = format!("'{name}'");
            let (Some(sort), Some(price)) = (raw.sort, raw.price) else {
                flaws.add(source, line, &entry, "a good needs 'sort' and 'price'".to_owned());
                continue;
            };
            if !(1..=20).contains(&price) {
                flaws.add(source, line, &entry, format!("its price is {price}: expected 1 to 20"));
            }
            check_copies(raw.copies, source, line, &entry, flaws);
            stock.add(raw.copies);
            let boon = self.boon(raw, source, line, &entry, flaws);
            goods.push(Good { name, sort, price, boon });
        }
        if whole {
            check_size(&stock, ROW, "goods", source, flaws);
        }
        (goods, stock)
    }

    fn abilities(&mut self, source: &Source<'a>, flaws: &mut Flaws) -> (Vec<Ability>, Stock) {
        let (mut abilities, mut stock) = (Vec::new(), Stock::default());
        let (cards, count) = self.cards::<RawCard>(source, flaws);
        let whole = cards.len() == count;
        for (raw, source) in cards {
            let source = &source;
            let (name, line) = self.name(&raw.name, source, flaws);
            let entry = format!("'{name}'");
            if raw.sort.is_some() || raw.price.is_some() {
                flaws.add(source, line, &entry, "an ability has neither 'sort' nor 'price'".to_owned());
            }
            check_copies(raw.copies, source, line, &entry, flaws);
            stock.add(raw.copies);
            let boon = self.boon(raw, source, line, &entry, flaws);
            abilities.push(Ability { name, boon });
        }
        if whole {
            check_size(&stock, 2, "abilities", source, flaws);
        }
        (abilities, stock)
    }

    fn boon(
        &mut self,
        raw: RawCard,
        source: &Source<'_>,
        line: usize,
        entry: &str,
        flaws: &mut Flaws,
    ) -> Boon {
        let RawCard { always, when, once, uses, does, .. } = raw;
        let ward = always.contains(&Always::Ward);
        if uses > 0 && does.is_none() || uses > 15 {
            let message = "'uses' counts what it does, from 1 to 15".to_owned();
            flaws.add(source, line, entry, message);
        }
        let given = (always, when, once, does);
        let mut boon = self.given(given, source, line, entry, flaws);
        if ward && boon.does.is_some() {
            let message = "a ward is discarded when it saves, so it can't do anything else".to_owned();
            flaws.add(source, line, entry, message);
        }
        boon.uses = uses;
        boon
    }

    fn given(
        &mut self,
        (always, when, once, does): (Vec<Always>, Vec<Moment>, Option<Once>, Option<Vec<Written>>),
        source: &Source<'_>,
        line: usize,
        entry: &str,
        flaws: &mut Flaws,
    ) -> Boon {
        if always.is_empty() && does.is_none() {
            flaws.add(source, line, entry, "it gives nothing: expected 'always' or 'does'".to_owned());
        }
        let windows = when.iter().fold(0, |set, moment| set | moment.windows());
        if (windows == 0) != does.is_none() {
            flaws.add(source, line, entry, "'when' and 'does' belong together".to_owned());
        }
        if always.iter().any(|one| matches!(one, Always::Health(by) if *by < 1)) {
            let message = "'health' raises the maximum: expected 1 or more".to_owned();
            flaws.add(source, line, entry, message);
        }
        let passive = Passive::of(&always);
        let does = does.map(|written| {
            let script = self.scripts.store(&written);
            self.check_script(script, windows, source, line, entry, flaws);
            script
        });
        Boon { passive, always, windows, once: once.unwrap_or_default(), uses: 0, does }
    }

    /// Checks that each effect means something in all these windows, and that a choice can always be made.
    fn check_script(
        &self,
        script: Script,
        windows: u8,
        source: &Source<'_>,
        line: usize,
        entry: &str,
        flaws: &mut Flaws,
    ) {
        let effects = self.scripts.get(script);
        if effects.is_empty() {
            flaws.add(source, line, entry, "a list of effects is empty".to_owned());
        }
        if effects.len() > MOST_EFFECTS {
            let message = format!("a list has {} effects: expected at most {MOST_EFFECTS}", effects.len());
            flaws.add(source, line, entry, message);
        }
        if self.scripts.depth(script) > MOST_LISTS {
            let message = format!("lists lie more than {MOST_LISTS} deep in each other");
            flaws.add(source, line, entry, message);
        }
        for effect in effects {
            if effect.windows() & windows != windows {
                let message = format!("{effect:?} means nothing in one of the windows in 'when'");
                flaws.add(source, line, entry, message);
            }
            if let Some((one, other)) = effect.lists() {
                for list in [one, other] {
                    self.check_script(list, Window::End.bit(), source, line, entry, flaws);
                }
            }
            if let Effect::Choose(_, second) = *effect
                && self.scripts.get(second).iter().any(|one| one.price() > 0)
            {
                let message = "the second choice may not ask for coins: it is always open".to_owned();
                flaws.add(source, line, entry, message);
            }
            if let Effect::Chance { upto, .. } = *effect
                && !(1..=5).contains(&upto)
            {
                flaws.add(source, line, entry, format!("upto is {upto}: expected 1 to 5"));
            }
            if let Effect::SetDie(face) = *effect
                && !(1..=6).contains(&face)
            {
                flaws.add(source, line, entry, format!("a die has no face {face}: expected 1 to 6"));
            }
        }
    }

    fn heroes(&mut self, source: &Source<'a>, goods: &[Good], flaws: &mut Flaws) -> Vec<Board> {
        let (cards, count) = self.cards::<RawBoard>(source, flaws);
        if !(4..=16).contains(&count) {
            let message = format!("there are {count} heroes: expected 4 to 16");
            flaws.add(source, 0, "", message);
        }
        let mut heroes = Vec::new();
        for (raw, source) in cards {
            let source = &source;
            let (name, line) = self.name(&raw.name, source, flaws);
            let entry = format!("'{name}'");
            let (gift, _) = self.name(&raw.gift.name, source, flaws);
            if !(1..=50).contains(&raw.health) || !(1..=20).contains(&raw.power) || raw.strike > 10 {
                let message = "expected health 1 to 50, power 1 to 20, strike 0 to 10".to_owned();
                flaws.add(source, line, &entry, message);
            }
            let kinds = raw.goods.iter().filter_map(|good| {
                let found = goods.iter().position(|other| other.name.eq_ignore_ascii_case(good));
                // A good with a flaw of its own is refused once.
                if found.is_none() && !self.names.contains(&good.to_lowercase()) {
                    flaws.add(source, line, &entry, format!("'{good}' is no good of goods.toml"));
                }
                found.map(|kind| kind as u8)
            });
            let starting = kinds.collect();
            let given = (raw.gift.always, raw.gift.when, raw.gift.once, raw.gift.does);
            let boon = self.given(given, source, line, &entry, flaws);
            heroes.push(Board {
                name,
                health: raw.health,
                power: raw.power,
                strike: raw.strike,
                goods: starting,
                gift,
                boon,
            });
        }
        heroes
    }

    fn monster(&mut self, raw: &RawMonster, source: &Source<'_>, flaws: &mut Flaws) -> (Monster, usize) {
        let (name, line) = self.name(&raw.name, source, flaws);
        let entry = format!("'{name}'");
        if !(1..=60).contains(&raw.health) || !(1..=20).contains(&raw.power) || raw.strike > 10 {
            let message = "expected health 1 to 60, power 1 to 20, strike 0 to 10".to_owned();
            flaws.add(source, line, &entry, message);
        }
        let monster = Monster {
            name,
            kin: raw.kin,
            health: raw.health,
            power: raw.power,
            strike: raw.strike,
            score: raw.score.unwrap_or(20),
            glory: raw.glory.unwrap_or(0),
            coins: raw.coins,
            hide: raw.hide,
        };
        (monster, line)
    }

    fn battle(&mut self, source: &Source<'a>, flaws: &mut Flaws) -> (Vec<Monster>, Stock) {
        let (mut battle, mut stock) = (Vec::new(), Stock::default());
        let (cards, count) = self.cards::<RawMonster>(source, flaws);
        let whole = cards.len() == count;
        for (raw, source) in cards {
            let source = &source;
            let (monster, line) = self.monster(&raw, source, flaws);
            let entry = format!("'{}'", monster.name);
            // GL-35: every victory score lies from 6 to 20.
            if !matches!((raw.score, raw.glory), (Some(6..=20), Some(1..=10))) {
                let message = "a battle card needs 'score' from 6 to 20 and 'glory' from 1 to 10".to_owned();
                flaws.add(source, line, &entry, message);
            }
            check_copies(raw.copies, source, line, &entry, flaws);
            stock.add(raw.copies);
            battle.push(monster);
        }
        if whole {
            check_size(&stock, 1, "battle cards", source, flaws);
        }
        (battle, stock)
    }

    fn lairs(&mut self, source: &Source<'a>, map: Option<&Map>, flaws: &mut Flaws) -> Vec<Monster> {
        let mut lairs = Vec::new();
        let (cards, count) = self.cards::<RawMonster>(source, flaws);
        for (raw, source) in cards {
            let source = &source;
            let (monster, line) = self.monster(&raw, source, flaws);
            if raw.score.is_some() || raw.glory.is_some() || raw.copies != 1 {
                let entry = format!("'{}'", monster.name);
                let message =
                    "a lair card has no 'score', 'glory' or 'copies': the rules say them".to_owned();
                flaws.add(source, line, &entry, message);
            }
            lairs.push(monster);
        }
        let needed = map.map_or(1, |map| map.lairs.len());
        if count < needed || count > 32 {
            let message = format!("there are {count} lair cards: expected {needed} to 32");
            flaws.add(source, 0, "", message);
        }
        lairs
    }

    fn quests(&mut self, source: &Source<'a>, map: Option<&Map>, flaws: &mut Flaws) -> Vec<Quest> {
        let mut quests = Vec::new();
        let (cards, count) = self.cards::<RawQuest>(source, flaws);
        for (raw, source) in cards {
            let source = &source;
            let (name, line) = self.name(&raw.name, source, flaws);
            // A map that can't be read has as many places as a map may have.
            let most = (MOST_PLACES, MOST_PLACES, MOST_PLACES);
            let (towns, lairs, havens) =
                map.map_or(most, |map| (map.towns.len(), map.lairs.len(), map.havens.len()));
            if !raw.task.possible(towns, lairs, havens) {
                let message = format!("its task can't be done on this map: {}", raw.task.text());
                flaws.add(source, line, &format!("'{name}'"), message);
            }
            let RawQuest { name: _, task, early, first, second } = raw;
            quests.push(Quest { name, task, early, first, second });
        }
        let needed = map.map_or(1, |map| map.towns.len());
        if count < needed || count > 32 {
            let message = format!("there are {count} quests: expected {needed} to 32");
            flaws.add(source, 0, "", message);
        }
        quests
    }

    fn fates(&mut self, source: &Source<'a>, flaws: &mut Flaws) -> (Vec<Fate>, Stock) {
        let (mut fates, mut stock) = (Vec::new(), Stock::default());
        let (cards, count) = self.cards::<RawFate>(source, flaws);
        let whole = cards.len() == count;
        for (raw, source) in cards {
            let source = &source;
            let (name, line) = self.name(&raw.name, source, flaws);
            let entry = format!("'{name}'");
            let does = self.scripts.store(&raw.does);
            self.check_script(does, Window::End.bit(), source, line, &entry, flaws);
            check_copies(raw.copies, source, line, &entry, flaws);
            stock.add(raw.copies);
            fates.push(Fate { name, does });
        }
        if whole {
            check_size(&stock, 1, "fates", source, flaws);
        }
        (fates, stock)
    }
}

fn check_copies(copies: u8, source: &Source<'_>, line: usize, entry: &str, flaws: &mut Flaws) {
    if !(1..=8).contains(&copies) {
        flaws.add(source, line, entry, format!("it has {copies} copies: expected 1 to 8"));
    }
}

fn check_size(stock: &Stock, least: usize, what: &str, source: &Source<'_>, flaws: &mut Flaws) {
    let count = stock.len();
    if count < least || count >= MOST_CARDS {
        let most = MOST_CARDS - 1;
        flaws.add(source, 0, "", format!("the deck has {count} {what}: expected {least} to {most}"));
    }
}

/// Ruling A4: the deck must hold enough copies for the starting goods of every hero at one table.
fn check_starting_goods(
    source: &Source<'_>,
    heroes: &[Board],
    goods: &[Good],
    stock: &Stock,
    flaws: &mut Flaws,
) {
    for (kind, good) in (0..).zip(goods) {
        let mut wanted: Vec<usize> = heroes
            .iter()
            .map(|hero| hero.goods.iter().map(|other| usize::from(*other == kind)).sum::<usize>())
            .collect();
        wanted.sort_unstable();
        let most: usize = wanted.iter().rev().take(4).sum();
        let held = stock.mask(kind).count_ones() as usize;
        if most > held {
            let mut message = format!("four heroes can start with {most} of '{}', ", good.name);
            let _ = write!(message, "but the goods deck holds {held}");
            flaws.add(source, 0, "", message);
        }
    }
}

/// What all cards together can give one hero fits into the numbers that count it, so that nothing is ever cut off.
fn check_bounds(kingdom: &Kingdom, flaws: &mut Flaws) {
    let extra = kingdom.most_extra();
    if extra > MOST_EXTRA {
        let message =
            format!("all cards together add {extra} steps to a move: expected at most {MOST_EXTRA}");
        flaws.of_file(FILES[5], message);
    }
    let mut sums = [0_i32; 18];
    let mut add = |boon: &Boon, copies: u32| {
        for always in &boon.always {
            let (kind, by) = always.weight();
            sums[kind] += i32::from(by).abs() * copies as i32;
        }
    };
    for (kind, good) in (0..).zip(&kingdom.goods) {
        add(&good.boon, kingdom.goods_stock.mask(kind).count_ones());
    }
    kingdom.abilities.iter().for_each(|ability| add(&ability.boon, 1));
    kingdom.heroes.iter().for_each(|hero| add(&hero.boon, 1));
    if let Some(most) = sums.iter().max().filter(|most| **most > MOST_SUM) {
        let message =
            format!("all cards together give {most} of one permanent effect: expected at most {MOST_SUM}");
        flaws.of_file(FILES[5], message);
    }
}

/// The most of one permanent effect that all cards together give: it fits into an `i8`, and with a board's health into a `u8`.
const MOST_SUM: i32 = 100;
