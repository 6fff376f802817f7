//! The loader and checker of the card files.

use std::fmt::Write as _;

use serde::Deserialize;
use toml::Spanned;

use crate::cards::{
    Ability, Board, FILES, Fate, Good, Kingdom, MOST_CARDS, Monster, Quest, ROW, Reward, Stock,
};
use crate::effect::{Always, Boon, Effect, Kin, Once, Passive, Script, Scripts, Sort, Window, Written};
use crate::flaw::{Flaws, Source, bad_name, is_name};
use crate::map::Map;
use crate::quest::Task;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File<T> {
    card: Vec<T>,
}

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
    when: Vec<Window>,
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
    when: Vec<Window>,
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

impl Reading<'_> {
    fn source(&self, file: &'static str, flaws: &mut Flaws) -> Option<Source<'_>> {
        let found = self.texts.iter().find(|(name, _)| *name == file);
        if found.is_none() {
            flaws.missing(file, format!("the file is missing: a kingdom has {}", FILES.join(", ")));
        }
        found.map(|(_, text)| Source { file, text })
    }

    fn read(mut self, flaws: &mut Flaws) -> Option<Kingdom> {
        let texts = self.texts;
        let shared = Reading { texts, scripts: Scripts::default(), names: Vec::new() };
        let map = shared.source(FILES[0], flaws).and_then(|source| Map::read(&source, flaws));
        if let Some(map) = &map {
            self.names.extend(map.spaces.iter().map(|space| space.name.to_lowercase()));
        }
        let (goods, goods_stock) =
            shared.source(FILES[5], flaws).and_then(|source| self.goods(&source, flaws))?;
        let heroes = shared.source(FILES[1], flaws).map(|source| self.heroes(&source, &goods, flaws));
        let (battle, battle_stock) =
            shared.source(FILES[2], flaws).and_then(|source| self.battle(&source, flaws))?;
        let lairs = shared.source(FILES[3], flaws).map(|source| self.lairs(&source, map.as_ref(), flaws));
        let quests = shared.source(FILES[4], flaws).map(|source| self.quests(&source, map.as_ref(), flaws));
        let (abilities, ability_stock) =
            shared.source(FILES[6], flaws).and_then(|source| self.abilities(&source, flaws))?;
        let (fates, fate_stock) =
            shared.source(FILES[7], flaws).and_then(|source| self.fates(&source, flaws))?;
        let (map, heroes, lairs, quests) = (map?, heroes?, lairs?, quests?);
        if let Some(source) = shared.source(FILES[1], flaws) {
            check_starting_goods(&source, &heroes, &goods, &goods_stock, flaws);
        }
        let mut kingdom = Kingdom {
            map,
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
            usable_goods: [0; 6],
            usable_abilities: [0; 6],
        };
        kingdom.index();
        Some(kingdom)
    }

    /// Checks a card's name and notes it: one name, one thing, so that notation and scenarios are plain.
    fn name(&mut self, name: &Spanned<String>, source: &Source<'_>, flaws: &mut Flaws) -> (String, usize) {
        let line = source.line(name.span().start);
        let name = name.get_ref().clone();
        if !is_name(&name) {
            flaws.add(source, line, &format!("'{name}'"), bad_name(&name));
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

    fn goods(&mut self, source: &Source<'_>, flaws: &mut Flaws) -> Option<(Vec<Good>, Stock)> {
        let file: File<RawCard> = source.parse(flaws)?;
        let (mut goods, mut stock) = (Vec::new(), Stock::default());
        for raw in file.card {
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
        check_size(&stock, ROW, "goods", source, flaws);
        Some((goods, stock))
    }

    fn abilities(&mut self, source: &Source<'_>, flaws: &mut Flaws) -> Option<(Vec<Ability>, Stock)> {
        let file: File<RawCard> = source.parse(flaws)?;
        let (mut abilities, mut stock) = (Vec::new(), Stock::default());
        for raw in file.card {
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
        check_size(&stock, 2, "abilities", source, flaws);
        Some((abilities, stock))
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
        (always, when, once, does): (Vec<Always>, Vec<Window>, Option<Once>, Option<Vec<Written>>),
        source: &Source<'_>,
        line: usize,
        entry: &str,
        flaws: &mut Flaws,
    ) -> Boon {
        if always.is_empty() && does.is_none() {
            flaws.add(source, line, entry, "it gives nothing: expected 'always' or 'does'".to_owned());
        }
        let windows = when.iter().fold(0, |set, window| set | window.bit());
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
        if self.scripts.depth(script) > 3 {
            flaws.add(source, line, entry, "lists lie more than 3 deep in each other".to_owned());
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

    fn heroes(&mut self, source: &Source<'_>, goods: &[Good], flaws: &mut Flaws) -> Vec<Board> {
        let Some(file) = source.parse::<File<RawBoard>>(flaws) else {
            return Vec::new();
        };
        if !(4..=16).contains(&file.card.len()) {
            let message = format!("there are {} heroes: expected 4 to 16", file.card.len());
            flaws.add(source, 0, "", message);
        }
        let mut heroes = Vec::new();
        for raw in file.card {
            let (name, line) = self.name(&raw.name, source, flaws);
            let entry = format!("'{name}'");
            let (gift, _) = self.name(&raw.gift.name, source, flaws);
            if !(1..=50).contains(&raw.health) || !(1..=20).contains(&raw.power) || raw.strike > 10 {
                let message = "expected health 1 to 50, power 1 to 20, strike 0 to 10".to_owned();
                flaws.add(source, line, &entry, message);
            }
            let kinds = raw.goods.iter().filter_map(|good| {
                let found = goods.iter().position(|other| other.name.eq_ignore_ascii_case(good));
                if found.is_none() {
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

    fn battle(&mut self, source: &Source<'_>, flaws: &mut Flaws) -> Option<(Vec<Monster>, Stock)> {
        let file: File<RawMonster> = source.parse(flaws)?;
        let (mut battle, mut stock) = (Vec::new(), Stock::default());
        for raw in &file.card {
            let (monster, line) = self.monster(raw, source, flaws);
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
        check_size(&stock, 1, "battle cards", source, flaws);
        Some((battle, stock))
    }

    fn lairs(&mut self, source: &Source<'_>, map: Option<&Map>, flaws: &mut Flaws) -> Vec<Monster> {
        let Some(file) = source.parse::<File<RawMonster>>(flaws) else {
            return Vec::new();
        };
        let mut lairs = Vec::new();
        for raw in &file.card {
            let (monster, line) = self.monster(raw, source, flaws);
            if raw.score.is_some() || raw.glory.is_some() || raw.copies != 1 {
                let entry = format!("'{}'", monster.name);
                let message =
                    "a lair card has no 'score', 'glory' or 'copies': the rules say them".to_owned();
                flaws.add(source, line, &entry, message);
            }
            lairs.push(monster);
        }
        let needed = map.map_or(1, |map| map.lairs.len());
        if lairs.len() < needed || lairs.len() > 32 {
            let message = format!("there are {} lair cards: expected {needed} to 32", lairs.len());
            flaws.add(source, 0, "", message);
        }
        lairs
    }

    fn quests(&mut self, source: &Source<'_>, map: Option<&Map>, flaws: &mut Flaws) -> Vec<Quest> {
        let Some(file) = source.parse::<File<RawQuest>>(flaws) else {
            return Vec::new();
        };
        let mut quests = Vec::new();
        for raw in file.card {
            let (name, line) = self.name(&raw.name, source, flaws);
            if let Some(map) = map
                && !raw.task.possible(map.towns.len(), map.lairs.len(), map.havens.len())
            {
                let message = format!("its task can't be done on this map: {}", raw.task.text());
                flaws.add(source, line, &format!("'{name}'"), message);
            }
            let RawQuest { name: _, task, early, first, second } = raw;
            quests.push(Quest { name, task, early, first, second });
        }
        let needed = map.map_or(1, |map| map.towns.len());
        if quests.len() < needed || quests.len() > 32 {
            let message = format!("there are {} quests: expected {needed} to 32", quests.len());
            flaws.add(source, 0, "", message);
        }
        quests
    }

    fn fates(&mut self, source: &Source<'_>, flaws: &mut Flaws) -> Option<(Vec<Fate>, Stock)> {
        let file: File<RawFate> = source.parse(flaws)?;
        let (mut fates, mut stock) = (Vec::new(), Stock::default());
        for raw in file.card {
            let (name, line) = self.name(&raw.name, source, flaws);
            let entry = format!("'{name}'");
            let does = self.scripts.store(&raw.does);
            self.check_script(does, Window::End.bit(), source, line, &entry, flaws);
            check_copies(raw.copies, source, line, &entry, flaws);
            stock.add(raw.copies);
            fates.push(Fate { name, does });
        }
        check_size(&stock, 1, "fates", source, flaws);
        Some((fates, stock))
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
