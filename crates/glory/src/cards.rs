//! The kingdom: map and decks, read from `data/*.toml` and checked.

use std::path::Path;

use serde::Serialize;
use table::cardset::texts_of;
use table::{Chance, Flaws};

use crate::boon::{Always, Aspect, Boon, Passive};
use crate::effect::{Called, Kin, Script, Scripts, Sort, WINDOWS, Window};
use crate::map::{Map, Reach};
use crate::quest::Task;
use crate::trial::Trials;

/// The files of a kingdom; those of `OPTIONAL` may be left out.
pub const FILES: [&str; 9] = [
    "kingdom.toml",
    "map.toml",
    "heroes.toml",
    "battle.toml",
    "lairs.toml",
    "quests.toml",
    "goods.toml",
    "abilities.toml",
    "fates.toml",
];

/// The files that a kingdom can do without.
pub const OPTIONAL: [&str; 1] = ["kingdom.toml"];

/// The files of a folder in `data`, in the order of [`FILES`].
macro_rules! folder {
    ($name:literal) => {
        (
            $name,
            [
                include_str!(concat!("../data/", $name, "/kingdom.toml")),
                include_str!(concat!("../data/", $name, "/map.toml")),
                include_str!(concat!("../data/", $name, "/heroes.toml")),
                include_str!(concat!("../data/", $name, "/battle.toml")),
                include_str!(concat!("../data/", $name, "/lairs.toml")),
                include_str!(concat!("../data/", $name, "/quests.toml")),
                include_str!(concat!("../data/", $name, "/goods.toml")),
                include_str!(concat!("../data/", $name, "/abilities.toml")),
                include_str!(concat!("../data/", $name, "/fates.toml")),
            ],
        )
    };
}

/// The kingdoms that come with the game, the usual one first: a folder in `data`, and a line here. The option `kingdom` offers them.
const BUILT_IN: &[(&str, [&str; 9])] = &[folder!("thornmere"), folder!("saltmarrow")];

/// The names of the kingdoms that come with the game, as the option `kingdom` has them.
pub const KINGDOMS: &[&str] = &{
    let mut names = [""; BUILT_IN.len()];
    let mut at = 0;
    while at < BUILT_IN.len() {
        names[at] = BUILT_IN[at].0;
        at += 1;
    }
    names
};

/// A set of cards of one deck: each is a bit.
pub type Cards = u128;
/// The most cards of one deck.
pub const MOST_CARDS: usize = 128;
/// The most kinds of cards of one deck.
pub const MOST_KINDS: usize = 64;
/// The most events of a kingdom.
pub const MOST_EVENTS: usize = 16;
/// The goods face up at the castle (GL-2).
pub const ROW: usize = 5;

/// A hero board (GL-3).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    /// The hero's name.
    pub name: String,
    /// What is told of the hero; no rule.
    pub flavour: String,
    /// Health.
    pub health: u8,
    /// What the loser of a round loses.
    pub power: u8,
    /// Added to every strike roll.
    pub strike: i8,
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
    /// What is told of it; no rule.
    pub flavour: String,
    /// Its kin.
    pub kin: Kin,
    /// Its kin as a word.
    pub kin_word: String,
    /// Its place in the list of monsters that quests name, or `NOTHING`.
    pub wanted: u8,
    /// Health.
    pub health: u8,
    /// Power.
    pub power: u8,
    /// Strike bonus.
    pub strike: i8,
    /// Victory score; 20 for a lair (never compared there).
    pub score: u8,
    /// Glory for winning; a lair card with 0 pays what the rules say.
    pub glory: u8,
    /// Coins for winning.
    pub coins: u8,
    /// How much each of its losses is less, but at least 1.
    pub hide: u8,
    /// More strike in the first round (ruling B24).
    pub ambush: u8,
    /// More strike while it has half its health or less (B25).
    pub fury: u8,
    /// Health it regains when it wins a round (B26).
    pub drain: u8,
    /// Coins it takes when it wins a round (B27).
    pub steals: u8,
    /// With so much health or less it is gone (B28).
    pub flees: u8,
    /// Whether it can't be left once a round has been fought (B23).
    pub grips: bool,
    /// Whether it stays on its space when it is left alive (B29).
    pub prowls: bool,
    /// What slaying it brings besides glory and coins (B30).
    pub wins: Option<Script>,
}

/// The highest victory score: such a card always pays (ruling B8).
pub const HIGHEST_SCORE: u8 = 20;

impl Monster {
    /// Whether a battle card pays its glory to a hero who has so much (GL-21, rulings B6 and B8).
    #[inline]
    pub const fn pays(&self, glory: u8) -> bool {
        self.score > glory || self.score >= HIGHEST_SCORE
    }
}

/// What a quest pays.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Reward {
    /// Glory.
    pub glory: u8,
    /// Coins.
    pub coins: u8,
    /// What it brings besides.
    pub wins: Option<Script>,
}

/// A quest card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Quest {
    /// Its name.
    pub name: String,
    /// What is told of it; no rule.
    pub flavour: String,
    /// What it asks for: all of these.
    pub tasks: Vec<Task>,
    /// Whether deeds from before it was seen count (GL-27).
    pub early: bool,
    /// Its own first reward, if it differs from the rules' (ruling Q11).
    pub first: Option<Reward>,
    /// Its own second reward.
    pub second: Option<Reward>,
    /// How hard it is, from 1 to 5: what it pays where rewards go by effort (ruling Q15).
    pub effort: u8,
}

/// A good.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Good {
    /// Its name.
    pub name: String,
    /// What is told of it; no rule.
    pub flavour: String,
    /// Its sort.
    pub sort: Sort,
    /// Its sort as a word.
    pub sort_word: String,
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
    /// What is told of it; no rule.
    pub flavour: String,
    /// What it gives.
    pub boon: Boon,
}

/// A fate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fate {
    /// Its name.
    pub name: String,
    /// What is told of it; no rule.
    pub flavour: String,
    /// What it does when it is drawn.
    pub does: Option<Script>,
    /// What holds as long as it is kept (ruling G12).
    pub always: Vec<Always>,
    /// The same, summed.
    pub passive: Passive,
}

/// Something that holds for every hero until the next such thing (rule GL-54).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Omen {
    /// Its name.
    pub name: String,
    /// What is told of it; no rule.
    pub flavour: String,
    /// What holds for every hero.
    pub always: Vec<Always>,
    /// The same, summed.
    pub passive: Passive,
}

/// Which physical cards a deck has: copies of one kind lie side by side, each a bit.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Stock {
    kind_of: Vec<u8>,
    masks: Vec<Cards>,
    /// All cards.
    pub all: Cards,
}

impl Stock {
    pub(crate) fn add(&mut self, copies: u8) {
        let first = self.kind_of.len();
        let mut mask: Cards = 0;
        for card in first..(first + copies as usize).min(MOST_CARDS) {
            mask |= 1 << card;
            self.kind_of.push(self.masks.len() as u8);
        }
        self.masks.push(mask);
        self.all |= mask;
    }

    /// How many cards there are.
    pub(crate) fn len(&self) -> usize {
        self.kind_of.len()
    }

    /// The kind of a card.
    #[inline]
    pub fn kind(&self, card: u8) -> u8 {
        self.kind_of[card as usize]
    }

    /// The cards of a kind.
    #[inline]
    pub fn mask(&self, kind: u8) -> Cards {
        self.masks.get(kind as usize).copied().unwrap_or(0)
    }

    /// Draws a card from a pile, each as likely; the copies of a kind count as one kind with their number as weight.
    pub fn draw<C: Chance>(&self, pile: Cards, chance: &mut C) -> Option<u8> {
        let total = pile.count_ones();
        if total == 0 {
            return None;
        }
        // The cards of a kind lie side by side and the kinds in order, so the nth card of the pile is of the kind the number falls to.
        let nth = |number: u32| {
            let mut left = pile;
            for _ in 0..number {
                left &= left - 1;
            }
            usize::from(self.kind_of[left.trailing_zeros() as usize])
        };
        let has = |kind: usize| self.masks.get(kind).is_some_and(|mask| pile & mask != 0);
        let kind = chance.pick_nth(total, nth, has);
        Some((pile & self.masks[kind]).trailing_zeros() as u8)
    }
}

/// The cards of a set of bits, lowest first.
#[inline]
pub fn bits(mut set: Cards) -> impl Iterator<Item = u8> {
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
    /// What is told of the kingdom; no rule.
    pub flavour: String,
    /// The kins of its monsters.
    pub kins: Vec<Called>,
    /// The sorts of its goods.
    pub sorts: Vec<Called>,
    /// What can hold for every hero for a while.
    pub events: Vec<Omen>,
    /// What scenarios ask for.
    pub trials: Trials,
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
    pub lasting_goods: Cards,
    /// Abilities with permanent effects.
    pub lasting_abilities: Cards,
    /// Fates with permanent effects.
    pub lasting_fates: Cards,
    /// Goods, abilities and fates that say something of each aspect.
    pub aspects: [(Cards, Cards, Cards); 6],
    /// Goods usable in each window.
    pub usable_goods: [Cards; WINDOWS],
    /// Abilities usable in each window.
    pub usable_abilities: [Cards; WINDOWS],
    /// Hero boards whose power can be used in each window, as bits.
    pub usable_gifts: [u32; WINDOWS],
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
    /// The kingdom of this name that comes with the game.
    pub fn built_in(name: &str) -> Result<Self, Flaws> {
        if let Some((_, texts)) = BUILT_IN.iter().find(|(known, _)| *known == name) {
            return Self::read(&FILES.into_iter().zip(texts.map(str::to_owned)).collect::<Vec<_>>());
        }
        let mut flaws = Flaws::default();
        let there = KINGDOMS.join(", ");
        flaws.of_file(FILES[0], format!("no kingdom '{name}' comes with the game: there are {there}"));
        Err(flaws)
    }

    /// A kingdom from a folder with all its files.
    pub fn load(folder: &Path) -> Result<Self, Flaws> {
        let texts = texts_of(folder, &FILES, &OPTIONAL)?;
        Self::read(&FILES.into_iter().zip(texts).collect::<Vec<_>>())
    }

    /// A kingdom from the texts of its files; everything that is wrong, at once.
    pub fn read(texts: &[(&str, String)]) -> Result<Self, Flaws> {
        let mut flaws = Flaws::default();
        let kingdom = crate::reading::read(texts, &mut flaws);
        flaws.unless(kingdom)
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

impl Kingdom {
    /// The most steps that cards can add to one move: every copy of every good and each ability as often as it can be used in one
    /// window, and the most that a hero's own power adds. None of them can be gained while a way is being chosen.
    pub(crate) fn most_extra(&self) -> usize {
        let adds = |boon: &Boon| {
            let effects = boon.does.map_or(&[][..], |script| self.scripts.get(script));
            let steps: usize = effects.iter().map(|effect| usize::from(effect.steps())).sum();
            steps * usize::from(boon.uses.max(1))
        };
        let goods = (0..)
            .zip(&self.goods)
            .map(|(kind, good)| adds(&good.boon) * self.goods_stock.mask(kind).count_ones() as usize);
        let abilities = self.abilities.iter().map(|ability| adds(&ability.boon));
        let power = self.heroes.iter().map(|hero| adds(&hero.boon)).max().unwrap_or(0);
        goods.sum::<usize>() + abilities.sum::<usize>() + power
    }

    pub(crate) fn index(&mut self) {
        let lasting = |boon: &Boon| !boon.always.is_empty();
        for (board, hero) in self.heroes.iter().enumerate() {
            for window in Window::ALL.into_iter().filter(|window| hero.boon.windows & window.bit() != 0) {
                self.usable_gifts[window as usize] |= 1 << board;
            }
        }
        for (kind, good) in (0..).zip(&self.goods) {
            let mask = self.goods_stock.mask(kind);
            if lasting(&good.boon) {
                self.lasting_goods |= mask;
            }
            for aspect in Aspect::ALL.into_iter().filter(|aspect| good.boon.passive.aspect(*aspect) != 0) {
                self.aspects[aspect as usize].0 |= mask;
            }
            for window in Window::ALL.into_iter().filter(|window| good.boon.windows & window.bit() != 0) {
                self.usable_goods[window as usize] |= mask;
            }
        }
        for (kind, fate) in (0..).zip(&self.fates) {
            let mask = self.fate_stock.mask(kind);
            if !fate.always.is_empty() {
                self.lasting_fates |= mask;
            }
            for aspect in Aspect::ALL.into_iter().filter(|aspect| fate.passive.aspect(*aspect) != 0) {
                self.aspects[aspect as usize].2 |= mask;
            }
        }
        for (kind, ability) in (0..).zip(&self.abilities) {
            let mask = self.ability_stock.mask(kind);
            if lasting(&ability.boon) {
                self.lasting_abilities |= mask;
            }
            for aspect in Aspect::ALL.into_iter().filter(|aspect| ability.boon.passive.aspect(*aspect) != 0) {
                self.aspects[aspect as usize].1 |= mask;
            }
            for window in Window::ALL.into_iter().filter(|window| ability.boon.windows & window.bit() != 0) {
                self.usable_abilities[window as usize] |= mask;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use table::Script;

    use super::*;

    #[test]
    fn a_script_draws_what_there_is_and_nothing_else() {
        let mut stock = Stock::default();
        for copies in [2, 3, 1] {
            stock.add(copies);
        }
        let mut fits = Script::exact([1, 2]);
        assert_eq!([stock.draw(stock.all, &mut fits), stock.draw(0b10_0001, &mut fits)], [Some(2), Some(5)]);
        assert!(fits.fault().is_none());
        // A number that would be a kind if it were cut to a byte is none.
        for wrong in [3, 257, 529] {
            let mut script = Script::exact([wrong]);
            assert!(stock.draw(stock.all, &mut script).is_some(), "{wrong}");
            assert!(script.fault().is_some(), "{wrong}");
        }
    }
}
