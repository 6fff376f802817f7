//! The kingdom: map and decks, read from `data/*.toml` and checked.

use std::fmt::Write as _;
use std::path::Path;

use serde::{Deserialize, Serialize};
use table::Chance;
use toml::Spanned;

use crate::effect::{Always, Boon, Effect, Kin, Once, Passive, Script, Scripts, Sort, Window, Written};
use crate::flaw::{Flaw, Flaws, Source, bad_name, is_name};
use crate::map::{Map, Reach};
use crate::quest::Task;

/// The files of a kingdom.
pub const FILES: [&str; 8] = [
    "map.toml",
    "heroes.toml",
    "battle.toml",
    "lairs.toml",
    "quests.toml",
    "goods.toml",
    "abilities.toml",
    "fates.toml",
];

const BUILT_IN: [&str; 8] = [
    include_str!("../data/map.toml"),
    include_str!("../data/heroes.toml"),
    include_str!("../data/battle.toml"),
    include_str!("../data/lairs.toml"),
    include_str!("../data/quests.toml"),
    include_str!("../data/goods.toml"),
    include_str!("../data/abilities.toml"),
    include_str!("../data/fates.toml"),
];

/// The most cards of one deck: each is a bit.
pub const MOST_CARDS: usize = 64;
/// The goods face up at the castle (GL-2).
pub const ROW: usize = 5;

/// A hero board (GL-3).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    /// The hero's name.
    pub name: String,
    /// Health.
    pub health: u8,
    /// What the loser of a round loses.
    pub power: u8,
    /// Added to every strike roll.
    pub strike: u8,
    /// Starting goods, by kind.
    pub goods: Vec<u8>,
    /// What the special power is called.
    pub gift: String,
    /// What it gives.
    pub boon: Boon,
}

/// A monster: a battle card or a lair card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Monster {
    /// Its name.
    pub name: String,
    /// Its kin.
    pub kin: Kin,
    /// Health.
    pub health: u8,
    /// Power.
    pub power: u8,
    /// Strike bonus.
    pub strike: u8,
    /// Victory score; 20 for a lair (never compared there).
    pub score: u8,
    /// Glory for winning; lairs pay what the rules say.
    pub glory: u8,
    /// Coins for winning.
    pub coins: u8,
    /// How much each of its losses is less, but at least 1.
    pub hide: u8,
}

/// Glory and coins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reward {
    /// Glory.
    pub glory: u8,
    /// Coins.
    pub coins: u8,
}

/// A quest card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Quest {
    /// Its name.
    pub name: String,
    /// What it asks for.
    pub task: Task,
    /// Whether deeds from before it was seen count (GL-27).
    pub early: bool,
    /// Its own first reward, if it differs from the rules' (ruling Q11).
    pub first: Option<Reward>,
    /// Its own second reward.
    pub second: Option<Reward>,
}

/// A good.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Good {
    /// Its name.
    pub name: String,
    /// Its sort.
    pub sort: Sort,
    /// Its price in coins.
    pub price: u8,
    /// What it gives.
    pub boon: Boon,
}

/// An ability.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ability {
    /// Its name.
    pub name: String,
    /// What it gives.
    pub boon: Boon,
}

/// A fate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fate {
    /// Its name.
    pub name: String,
    /// What it does.
    pub does: Script,
}

/// Which physical cards a deck has: copies of one kind lie side by side, each a bit.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Stock {
    kind_of: Vec<u8>,
    masks: Vec<u64>,
    /// All cards.
    pub all: u64,
}

impl Stock {
    fn add(&mut self, copies: u8) {
        let first = self.kind_of.len();
        let mut mask = 0;
        for card in first..(first + copies as usize).min(MOST_CARDS) {
            mask |= 1_u64 << card;
            self.kind_of.push(self.masks.len() as u8);
        }
        self.masks.push(mask);
        self.all |= mask;
    }

    /// The kind of a card.
    #[inline]
    pub fn kind(&self, card: u8) -> u8 {
        self.kind_of[card as usize]
    }

    /// The cards of a kind.
    #[inline]
    pub fn mask(&self, kind: u8) -> u64 {
        self.masks.get(kind as usize).copied().unwrap_or(0)
    }

    /// Draws a card from a pile, each as likely; the copies of a kind count as one kind with their number as weight.
    pub fn draw<C: Chance>(&self, pile: u64, chance: &mut C) -> Option<u8> {
        let total = pile.count_ones();
        if total == 0 {
            return None;
        }
        let mut weights = [0_u8; MOST_CARDS];
        for (weight, mask) in weights.iter_mut().zip(&self.masks) {
            *weight = (pile & mask).count_ones() as u8;
        }
        let kind = chance.pick(&weights[..self.masks.len()], total);
        Some((pile & self.masks[kind]).trailing_zeros() as u8)
    }
}

/// The cards of a set of bits, lowest first.
#[inline]
pub fn bits(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let card = set.trailing_zeros() as u8;
        set &= set - 1;
        Some(card)
    })
}

/// Map, heroes and decks.
#[derive(Clone, Debug)]
pub struct Kingdom {
    /// The map.
    pub map: Map,
    /// The hero boards.
    pub heroes: Vec<Board>,
    /// The battle cards, by kind.
    pub battle: Vec<Monster>,
    /// The lair cards.
    pub lairs: Vec<Monster>,
    /// The quest cards.
    pub quests: Vec<Quest>,
    /// The goods, by kind.
    pub goods: Vec<Good>,
    /// The abilities, by kind.
    pub abilities: Vec<Ability>,
    /// The fates, by kind.
    pub fates: Vec<Fate>,
    /// All lists of effects.
    pub scripts: Scripts,
    /// The battle deck.
    pub battle_stock: Stock,
    /// The goods deck.
    pub goods_stock: Stock,
    /// The ability deck.
    pub ability_stock: Stock,
    /// The fate deck.
    pub fate_stock: Stock,
    /// Goods with permanent effects.
    pub lasting_goods: u64,
    /// Abilities with permanent effects.
    pub lasting_abilities: u64,
    /// Goods usable in each window.
    pub usable_goods: [u64; 6],
    /// Abilities usable in each window.
    pub usable_abilities: [u64; 6],
}

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

/// What a kingdom measures: for `cards check`.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Report {
    /// Its name.
    pub name: String,
    /// What is in it: a word and a count.
    pub counts: Vec<(&'static str, usize)>,
    /// How many ends a turn offers on average.
    pub reach: Reach,
}

impl std::fmt::Display for Report {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let counts: Vec<_> = self.counts.iter().map(|(what, count)| format!("{count} {what}")).collect();
        write!(f, "{}: {}; on average ", self.name, counts.join(", "))?;
        write!(
            f,
            "{:.2} ends a turn by the roll alone, {:.2} with a march",
            self.reach.roll, self.reach.march
        )
    }
}

impl Kingdom {
    /// The kingdom that comes with the game.
    pub fn built_in() -> Result<Self, Vec<Flaw>> {
        Self::read(&FILES.map(|file| {
            let at = FILES.iter().position(|other| *other == file).expect("a file is among the files");
            (file, BUILT_IN[at].to_owned())
        }))
    }

    /// A kingdom from a folder with all its files.
    pub fn load(folder: &Path) -> Result<Self, Vec<Flaw>> {
        let mut flaws = Flaws::default();
        let mut texts = Vec::new();
        for file in FILES {
            match std::fs::read_to_string(folder.join(file)) {
                Ok(text) => texts.push((file, text)),
                Err(error) => {
                    flaws.missing(file, format!("can't be read from {}: {error}", folder.display()))
                }
            }
        }
        if flaws.is_empty() { Self::read(&texts) } else { Err(flaws.into_vec()) }
    }

    /// A kingdom from the texts of its files; everything that is wrong, at once.
    pub fn read(texts: &[(&str, String)]) -> Result<Self, Vec<Flaw>> {
        let mut flaws = Flaws::default();
        let kingdom = Reading { texts, scripts: Scripts::default(), names: Vec::new() }.read(&mut flaws);
        match kingdom {
            Some(kingdom) if flaws.is_empty() => Ok(kingdom),
            _ => Err(flaws.into_vec()),
        }
    }

    /// What it measures.
    pub fn report(&self) -> Report {
        let counts = vec![
            ("spaces", self.map.spaces.len()),
            ("towns", self.map.towns.len()),
            ("lairs", self.map.lairs.len()),
            ("havens", self.map.havens.len()),
            ("heroes", self.heroes.len()),
            ("battle cards", self.battle_stock.all.count_ones() as usize),
            ("lair cards", self.lairs.len()),
            ("quests", self.quests.len()),
            ("goods", self.goods_stock.all.count_ones() as usize),
            ("abilities", self.ability_stock.all.count_ones() as usize),
            ("fates", self.fate_stock.all.count_ones() as usize),
        ];
        Report { name: self.map.name.clone(), counts, reach: self.map.reach() }
    }
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
        let lairs = shared.source(FILES[3], flaws).map(|source| self.lairs(&source, &map, flaws));
        let quests = shared.source(FILES[4], flaws).map(|source| self.quests(&source, &map, flaws));
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
        for effect in effects {
            if effect.windows() & windows != windows {
                let message = format!("{effect:?} means nothing in one of the windows in 'when'");
                flaws.add(source, line, entry, message);
            }
            match *effect {
                Effect::Choose(first, second) => {
                    for list in [first, second] {
                        self.check_script(list, Window::End.bit(), source, line, entry, flaws);
                    }
                    let pays = |list| self.scripts.get(list).iter().any(|one| matches!(one, Effect::Pay(_)));
                    if pays(second) {
                        let message = "the second choice may not ask for coins: it is always open".to_owned();
                        flaws.add(source, line, entry, message);
                    }
                }
                Effect::Chance { upto, low, high } => {
                    if !(1..=5).contains(&upto) {
                        flaws.add(source, line, entry, format!("upto is {upto}: expected 1 to 5"));
                    }
                    for list in [low, high] {
                        self.check_script(list, Window::End.bit(), source, line, entry, flaws);
                    }
                }
                Effect::SetDie(face) if !(1..=6).contains(&face) => {
                    flaws.add(source, line, entry, format!("a die has no face {face}: expected 1 to 6"));
                }
                _ => {}
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
            match (raw.score, raw.glory) {
                (Some(6..=20), Some(1..=10)) => {}
                _ => {
                    let message =
                        "a battle card needs 'score' from 6 to 20 and 'glory' from 1 to 10".to_owned();
                    flaws.add(source, line, &entry, message);
                }
            }
            check_copies(raw.copies, source, line, &entry, flaws);
            stock.add(raw.copies);
            battle.push(monster);
        }
        check_size(&stock, 1, "battle cards", source, flaws);
        Some((battle, stock))
    }

    fn lairs(&mut self, source: &Source<'_>, map: &Option<Map>, flaws: &mut Flaws) -> Vec<Monster> {
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
        let needed = map.as_ref().map_or(1, |map| map.lairs.len());
        if lairs.len() < needed || lairs.len() > 32 {
            let message = format!("there are {} lair cards: expected {needed} to 32", lairs.len());
            flaws.add(source, 0, "", message);
        }
        lairs
    }

    fn quests(&mut self, source: &Source<'_>, map: &Option<Map>, flaws: &mut Flaws) -> Vec<Quest> {
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
        let needed = map.as_ref().map_or(1, |map| map.towns.len());
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
    let count = stock.kind_of.len();
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
        let mut wanted: Vec<usize> =
            heroes.iter().map(|hero| hero.goods.iter().filter(|other| **other == kind).count()).collect();
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

impl Kingdom {
    fn index(&mut self) {
        let lasting = |boon: &Boon| !boon.always.is_empty();
        for (kind, good) in (0..).zip(&self.goods) {
            let mask = self.goods_stock.mask(kind);
            if lasting(&good.boon) {
                self.lasting_goods |= mask;
            }
            for window in Window::ALL.into_iter().filter(|window| good.boon.windows & window.bit() != 0) {
                self.usable_goods[window as usize] |= mask;
            }
        }
        for (kind, ability) in (0..).zip(&self.abilities) {
            let mask = self.ability_stock.mask(kind);
            if lasting(&ability.boon) {
                self.lasting_abilities |= mask;
            }
            for window in Window::ALL.into_iter().filter(|window| ability.boon.windows & window.bit() != 0) {
                self.usable_abilities[window as usize] |= mask;
            }
        }
    }
}
