//! The loader and checker of the card files.

use std::collections::BTreeMap;

use table::Flaws;
use table::cardset::{Read, Source, bad_name};
use toml::Spanned;

use crate::boon::{Always, Boon, Passive, WrittenAlways};
use crate::bounds::{check_bounds, check_starting_goods};
use crate::cards::{
    Ability, Board, FILES, Fate, Good, Kingdom, MOST_CARDS, MOST_EVENTS, MOST_KINDS, Monster, OPTIONAL, Omen,
    Quest, ROW, Reward, Stock,
};
use crate::effect::{
    Called, Effect, KINS, Kin, MOST_CHOICES, Moment, Once, SORTS, Script, Scripts, Sort, WINDOWS, Window,
    Written,
};
use crate::map::{Kind, MOST_PLACES, Map};
use crate::procedures::{MOST_LISTS, NOTHING};
use crate::quest::{MOST_WANTED, Task, WrittenTask};
use crate::trial::{Trial, Trials};
use crate::written::{
    Entry, RawBoard, RawCard, RawEvent, RawFate, RawKingdom, RawMonster, RawQuest, RawReward,
};

/// The most letters of a flavour text: what fits on a card.
const MOST_FLAVOUR: usize = 200;

/// The least strike bonus of a hero or a monster.
const LEAST_STRIKE: i8 = -3;

/// The most tasks of one quest.
const MOST_TASKS: usize = 3;

/// The most effects of one list: far from what counting them in a `u8` allows.
const MOST_EFFECTS: usize = 20;

/// Where an entry stands, and what it is called.
struct At<'a> {
    source: Source<'a>,
    line: usize,
    entry: String,
}

/// Reads and checks all files of a kingdom; what is wrong is added to `flaws`.
pub(crate) fn read(texts: &[(&str, String)], flaws: &mut Flaws) -> Option<Kingdom> {
    let (kins, sorts) = (Called::usual_kins(), Called::usual_sorts());
    let (scripts, names, wanted) = (Scripts::default(), Vec::new(), Vec::new());
    Reading { texts, scripts, names, kins, sorts, wanted, flaws }.read()
}

struct Reading<'a> {
    texts: &'a [(&'a str, String)],
    scripts: Scripts,
    names: Vec<String>,
    kins: Vec<Called>,
    sorts: Vec<Called>,
    /// The battle cards that quests name, by kind.
    wanted: Vec<u8>,
    flaws: &'a mut Flaws,
}

impl<'a> Reading<'a> {
    fn source(&mut self, file: &'static str) -> Option<Source<'a>> {
        let found = self.texts.iter().find(|(name, _)| *name == file);
        if found.is_none() {
            let message = format!("the file is missing: a kingdom has {}", FILES.join(", "));
            self.flaws.of_file(file, message);
        }
        found.map(|(_, text)| Source::new(file, text))
    }

    /// Notes a flaw of an entry, unless this holds.
    fn expect(&mut self, holds: bool, at: &At<'_>, message: impl FnOnce() -> String) {
        if !holds {
            self.flaws.add(&at.source, at.line, &at.entry, message());
        }
    }

    /// Reads every file, whatever is wrong with another.
    fn read(mut self) -> Option<Kingdom> {
        let (flavour, events, scenarios) = self.kingdom();
        let sources = FILES.map(|file| if OPTIONAL.contains(&file) { None } else { self.source(file) });
        let [_, map, heroes, battle, lairs, quests, goods, abilities, fates] = sources;
        let map = map.and_then(|source| Map::read(&source, self.flaws));
        let trials = map.as_ref().map(|map| self.trials(scenarios, map));
        if let Some(map) = &map {
            self.names.extend(map.spaces.iter().map(|space| space.name.to_lowercase()));
        }
        let (goods, goods_stock) = goods.map(|source| self.goods(&source)).unwrap_or_default();
        let heroes_source = heroes;
        let heroes = heroes.map(|source| self.heroes(&source, &goods)).unwrap_or_default();
        let (mut battle, battle_stock) = battle.map(|source| self.battle(&source)).unwrap_or_default();
        let lairs = lairs.map(|source| self.lairs(&source, map.as_ref())).unwrap_or_default();
        let quests = quests.map(|source| self.quests(&source, map.as_ref(), &battle)).unwrap_or_default();
        for (at, kind) in (0..).zip(&self.wanted) {
            battle[*kind as usize].wanted = at;
        }
        let (abilities, ability_stock) = abilities.map(|source| self.abilities(&source)).unwrap_or_default();
        let (fates, fate_stock) = fates.map(|source| self.fates(&source)).unwrap_or_default();
        if let Some(source) = heroes_source {
            check_starting_goods(&source, &heroes, &goods, &goods_stock, self.flaws);
        }
        let mut kingdom = Kingdom {
            flavour,
            events,
            kins: self.kins,
            sorts: self.sorts,
            map: map?,
            trials: trials?,
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
            lasting_fates: 0,
            aspects: [(0, 0, 0); 6],
            usable_goods: [0; WINDOWS],
            usable_abilities: [0; WINDOWS],
            usable_gifts: [0; WINDOWS],
        };
        check_bounds(&kingdom, self.flaws);
        if self.flaws.is_empty() {
            kingdom.index();
            kingdom.map.trace(kingdom.most_extra());
        }
        Some(kingdom)
    }

    /// Reads `kingdom.toml`, if there is one: what it does not list is as usual.
    fn kingdom(&mut self) -> (String, Vec<Omen>, BTreeMap<String, Trial>) {
        let Some((file, text)) = self.texts.iter().find(|(name, _)| *name == FILES[0]) else {
            return <_>::default();
        };
        let source = Source::new(file, text);
        let Some(RawKingdom { flavour, kins, sorts, events, scenarios }) = source.parse(self.flaws) else {
            return <_>::default();
        };
        for (list, most, what) in [(&kins, KINS, "kins"), (&sorts, SORTS, "sorts")] {
            self.expect_count(list.len(), (0, most), what, &source);
            for (at, one) in list.iter().enumerate() {
                if Called::find(list, &one.word) != Some(at as u8) {
                    self.flaws.add(&source, 0, &one.word, format!("the word is used twice among the {what}"));
                }
                if let Some(message) = bad_name(&one.word) {
                    self.flaws.add(&source, 0, &one.word, message);
                }
            }
        }
        if !kins.is_empty() {
            self.kins = kins;
        }
        if !sorts.is_empty() {
            self.sorts = sorts;
        }
        self.expect_count(events.len(), (0, MOST_EVENTS), "events", &source);
        let events = events.into_iter().map(|raw| self.event(raw, source)).collect();
        (flavour, events, scenarios)
    }

    /// What scenarios ask for: as usual, but for what `kingdom.toml` says of them.
    fn trials(&mut self, scenarios: BTreeMap<String, Trial>, map: &Map) -> Trials {
        let mut trials = Trials::usual(map);
        let Some((file, text)) = self.texts.iter().find(|(name, _)| *name == FILES[0]) else { return trials };
        for (scenario, trial) in scenarios {
            if let Err(message) = trials.set(&scenario, trial, map) {
                self.flaws.add(&Source::new(file, text), 0, &format!("'{scenario}'"), message);
            }
        }
        trials
    }

    fn event(&mut self, raw: RawEvent, source: Source<'a>) -> Omen {
        let (name, at) = self.name(&raw.name, source);
        let (flavour, always) = (self.flavour(&raw.flavour, &at), self.always(raw.always, &at));
        let lasts = !always.is_empty() && !always.contains(&Always::Ward);
        self.expect(lasts, &at, || "an event holds something for every hero, and no ward".to_owned());
        let lowers = always.iter().any(|one| matches!(one, Always::Health(by) if *by < 1));
        self.expect(!lowers, &at, || "'health' raises the maximum: expected 1 or more".to_owned());
        Omen { name, flavour, passive: Passive::of(&always), always }
    }

    /// Checks a flavour text: one line that fits on a card.
    fn flavour(&mut self, flavour: &str, at: &At<'_>) -> String {
        let letters = flavour.chars().count();
        self.expect(letters <= MOST_FLAVOUR && !flavour.contains('\n'), at, || {
            format!("its flavour has {letters} letters: expected one line of at most {MOST_FLAVOUR}")
        });
        flavour.to_owned()
    }

    /// The kin of this name.
    fn kin(&mut self, word: &str, at: &At<'_>) -> Kin {
        let found = Called::find(&self.kins, word);
        let known = Called::words(&self.kins);
        self.expect(found.is_some(), at, || format!("'{word}' is no kin of this kingdom: expected {known}"));
        Kin(found.unwrap_or(0))
    }

    /// The sort of this name.
    fn sort(&mut self, word: &str, at: &At<'_>) -> Sort {
        let found = Called::find(&self.sorts, word);
        let known = Called::words(&self.sorts);
        self.expect(found.is_some(), at, || format!("'{word}' is no sort of this kingdom: expected {known}"));
        Sort(found.unwrap_or(0))
    }

    /// Permanent effects with their kins.
    fn always(&mut self, written: Vec<WrittenAlways>, at: &At<'_>) -> Vec<Always> {
        let mut always = Vec::new();
        for one in written {
            match one.known(|word| Called::find(&self.kins, word).map(Kin)) {
                Ok(known) => always.push(known),
                Err(word) => {
                    self.kin(&word, at);
                }
            }
        }
        always
    }

    /// Reads every entry of a file by itself: what was read, how many copies there are of each, and how many entries there are with
    /// those that can't be read. The names of those are noted, so that what names them is not refused too.
    fn each<R: Entry, T>(
        &mut self,
        source: &Source<'a>,
        read: impl Fn(&mut Self, R, String, &At<'a>) -> Option<T>,
    ) -> (Vec<T>, Stock, usize) {
        let (mut all, mut stock) = (Vec::new(), Stock::default());
        let entries = source.entries::<R>("card", self.flaws);
        let count = entries.len();
        for entry in entries {
            match entry {
                Read::Whole(raw, part) => {
                    let copies = raw.copies();
                    let (name, at) = self.name(raw.name(), part);
                    self.expect((1..=8).contains(&copies), &at, || {
                        format!("it has {copies} copies: expected 1 to 8")
                    });
                    if let Some(read) = read(self, raw, name, &at) {
                        stock.add(copies);
                        all.push(read);
                    }
                }
                Read::Flawed(name) => self.names.extend(name.map(|name| name.to_lowercase())),
            }
        }
        (all, stock, count)
    }

    /// Reads a deck, which must have at least so many cards.
    fn deck<R: Entry, T>(
        &mut self,
        source: &Source<'a>,
        (least, what): (usize, &str),
        read: impl Fn(&mut Self, R, String, &At<'a>) -> Option<T>,
    ) -> (Vec<T>, Stock) {
        let (all, stock, count) = self.each(source, read);
        // Of a deck that was not read to its end nobody knows how large it is.
        let (cards, most) = (stock.len(), MOST_CARDS - 1);
        if all.len() == count && !(least..=most).contains(&cards) {
            self.flaws.add(source, 0, "", format!("the deck has {cards} {what}: expected {least} to {most}"));
        }
        self.expect_count(all.len(), (0, MOST_KINDS), &format!("kinds of {what}"), source);
        (all, stock)
    }

    /// Says so where there are too few or too many of something.
    fn expect_count(&mut self, count: usize, (least, most): (usize, usize), what: &str, source: &Source<'_>) {
        if !(least..=most).contains(&count) {
            let message = format!("there are {count} {what}: expected {least} to {most}");
            self.flaws.add(source, 0, "", message);
        }
    }

    /// Checks a name and notes it: one name, one thing, so that notation and scenarios are plain.
    fn name(&mut self, name: &Spanned<String>, source: Source<'a>) -> (String, At<'a>) {
        let line = source.line(name.span().start);
        let name = name.get_ref().clone();
        let at = At { source, line, entry: format!("'{name}'") };
        if let Some(message) = bad_name(&name) {
            self.expect(false, &at, || message);
        }
        let twice = self.names.contains(&name.to_lowercase());
        self.expect(!twice, &at, || "the name is used twice in this kingdom".to_owned());
        self.names.push(name.to_lowercase());
        (name, at)
    }

    fn goods(&mut self, source: &Source<'a>) -> (Vec<Good>, Stock) {
        self.deck(source, (ROW, "goods"), |reading, raw: RawCard, name, at| {
            let (Some(sort), Some(price)) = (&raw.sort, raw.price) else {
                reading.expect(false, at, || "a good needs 'sort' and 'price'".to_owned());
                return None;
            };
            let fits = (1..=20).contains(&price);
            reading.expect(fits, at, || format!("its price is {price}: expected 1 to 20"));
            let (sort_word, sort) = (sort.clone(), reading.sort(sort, at));
            let flavour = reading.flavour(&raw.flavour, at);
            Some(Good { name, flavour, sort, sort_word, price, boon: reading.boon(raw, at) })
        })
    }

    fn abilities(&mut self, source: &Source<'a>) -> (Vec<Ability>, Stock) {
        self.deck(source, (2, "abilities"), |reading, raw: RawCard, name, at| {
            let bare = raw.sort.is_none() && raw.price.is_none();
            reading.expect(bare, at, || "an ability has neither 'sort' nor 'price'".to_owned());
            let flavour = reading.flavour(&raw.flavour, at);
            Some(Ability { name, flavour, boon: reading.boon(raw, at) })
        })
    }

    fn boon(&mut self, raw: RawCard, at: &At<'_>) -> Boon {
        let RawCard { always, when, once, uses, does, .. } = raw;
        let always = self.always(always, at);
        let ward = always.contains(&Always::Ward);
        let counted = uses == 0 || does.is_some() && uses <= 15;
        self.expect(counted, at, || "'uses' counts what it does, from 1 to 15".to_owned());
        let mut boon = self.given((always, when, once, does), at);
        self.expect(!ward || boon.does.is_none(), at, || {
            "a ward is discarded when it saves, so it can't do anything else".to_owned()
        });
        boon.uses = uses;
        boon
    }

    fn given(
        &mut self,
        (always, when, once, does): (Vec<Always>, Vec<Moment>, Option<Once>, Option<Vec<Written>>),
        at: &At<'_>,
    ) -> Boon {
        self.expect(!always.is_empty() || does.is_some(), at, || {
            "it gives nothing: expected 'always' or 'does'".to_owned()
        });
        let windows = when.iter().fold(0, |set, moment| set | moment.windows());
        let together = (windows == 0) == does.is_none();
        self.expect(together, at, || "'when' and 'does' belong together".to_owned());
        let lowers = always.iter().any(|one| matches!(one, Always::Health(by) if *by < 1));
        self.expect(!lowers, at, || "'health' raises the maximum: expected 1 or more".to_owned());
        let passive = Passive::of(&always);
        let does = does.map(|written| {
            let script = self.scripts.store(&written);
            self.check_script(script, windows, at);
            script
        });
        Boon { passive, always, windows, once: once.unwrap_or_default(), uses: 0, own: false, does }
    }

    /// Checks that each effect means something in all these windows, and that a choice can always be made.
    fn check_script(&mut self, script: Script, windows: u8, at: &At<'_>) {
        let effects = self.scripts.get(script).to_vec();
        self.expect(!effects.is_empty(), at, || "a list of effects is empty".to_owned());
        self.expect(effects.len() <= MOST_EFFECTS, at, || {
            format!("a list has {} effects: expected at most {MOST_EFFECTS}", effects.len())
        });
        let fits = self.scripts.depth(script) <= MOST_LISTS;
        self.expect(fits, at, || format!("lists lie more than {MOST_LISTS} deep in each other"));
        for effect in &effects {
            self.expect(effect.windows() & windows == windows, at, || {
                format!("{effect:?} means nothing in one of the windows in 'when'")
            });
            for list in effect.lists() {
                self.check_script(list, Window::End.bit(), at);
            }
            if let Effect::Choose(choices) = *effect {
                let count = choices.len();
                self.expect((2..=MOST_CHOICES).contains(&count), at, || {
                    format!("a choice has {count} lists: expected 2 to {MOST_CHOICES}")
                });
                let last = choices.len().checked_sub(1).and_then(|at| choices.get(at as u8));
                let open = last.is_none_or(|last| !self.scripts.get(last).iter().any(|one| one.price() > 0));
                self.expect(open, at, || {
                    "the last choice may not ask for coins: it is always open".to_owned()
                });
            }
            if let Effect::Chance { upto, .. } = *effect {
                self.expect((1..=5).contains(&upto), at, || format!("upto is {upto}: expected 1 to 5"));
            }
            if let Effect::SetDie(face) = *effect {
                let there = (1..=6).contains(&face);
                self.expect(there, at, || format!("a die has no face {face}: expected 1 to 6"));
            }
        }
    }

    /// What a victory or a quest brings besides glory and coins: effects that ask for nothing.
    fn wins(&mut self, written: &[Written], at: &At<'_>) -> Option<Script> {
        let script = (!written.is_empty()).then(|| self.scripts.store(written))?;
        let effects = self.scripts.get(script).to_vec();
        for effect in effects {
            self.expect(effect.is_plain(), at, || {
                format!("{effect:?} can't be won: expected heal, heal-all, coins, good, ability, each-heal or others-coins")
            });
        }
        Some(script)
    }

    fn reward(&mut self, raw: Option<RawReward>, at: &At<'_>) -> Option<Reward> {
        let RawReward { glory, coins, wins } = raw?;
        Some(Reward { glory, coins, wins: self.wins(&wins, at) })
    }

    fn heroes(&mut self, source: &Source<'a>, goods: &[Good]) -> Vec<Board> {
        let (heroes, _, count) = self.each(source, |reading, raw: RawBoard, name, at| {
            let (gift, _) = reading.name(&raw.gift.name, at.source);
            let RawBoard { health, power, strike, .. } = raw;
            let fits = (1..=50).contains(&health)
                && (1..=20).contains(&power)
                && (LEAST_STRIKE..=10).contains(&strike);
            reading.expect(fits, at, || {
                format!("expected health 1 to 50, power 1 to 20, strike {LEAST_STRIKE} to 10")
            });
            let mut starting = Vec::new();
            for good in &raw.goods {
                let found = goods.iter().position(|other| other.name.eq_ignore_ascii_case(good));
                // A good with a flaw of its own is refused once.
                let known = found.is_some() || reading.names.contains(&good.to_lowercase());
                reading.expect(known, at, || format!("'{good}' is no good of goods.toml"));
                starting.extend(found.map(|kind| kind as u8));
            }
            let always = reading.always(raw.gift.always, at);
            let flavour = reading.flavour(&raw.flavour, at);
            let given = (always, raw.gift.when, raw.gift.once, raw.gift.does);
            let uses = raw.gift.uses;
            let counted = uses == 0 || given.3.is_some() && uses <= 15;
            reading.expect(counted, at, || "'uses' counts what it does, from 1 to 15".to_owned());
            let boon = Boon { uses, own: true, ..reading.given(given, at) };
            Some(Board { name, flavour, health, power, strike, goods: starting, gift, boon })
        });
        self.expect_count(count, (4, 16), "heroes", source);
        heroes
    }

    fn monster(&mut self, raw: &RawMonster, name: String, at: &At<'_>) -> Monster {
        let RawMonster { health, power, strike, coins, hide, .. } = *raw;
        let (kin, kin_word) = (self.kin(&raw.kin, at), raw.kin.clone());
        let flavour = self.flavour(&raw.flavour, at);
        let wanted = NOTHING;
        let fits =
            (1..=60).contains(&health) && (1..=20).contains(&power) && (LEAST_STRIKE..=10).contains(&strike);
        self.expect(fits, at, || {
            format!("expected health 1 to 60, power 1 to 20, strike {LEAST_STRIKE} to 10")
        });
        let RawMonster { ambush, fury, drain, steals, flees, grips, prowls, .. } = *raw;
        let small = [ambush, fury, drain, steals].iter().all(|by| *by <= 10) && flees < health;
        self.expect(small, at, || {
            "expected ambush, fury, drain and steals up to 10, and flees below its health".to_owned()
        });
        let wins = self.wins(&raw.wins, at);
        let (score, glory) = (raw.score.unwrap_or(20), raw.glory.unwrap_or(0));
        Monster {
            name,
            flavour,
            kin,
            kin_word,
            wanted,
            health,
            power,
            strike,
            score,
            glory,
            coins,
            hide,
            ambush,
            fury,
            drain,
            steals,
            flees,
            grips,
            prowls,
            wins,
        }
    }

    fn battle(&mut self, source: &Source<'a>) -> (Vec<Monster>, Stock) {
        self.deck(source, (1, "battle cards"), |reading, raw: RawMonster, name, at| {
            // GL-35: every victory score lies from 6 to 20.
            let scored = matches!((raw.score, raw.glory), (Some(6..=20), Some(1..=10)));
            reading.expect(scored, at, || {
                "a battle card needs 'score' from 6 to 20 and 'glory' from 1 to 10".to_owned()
            });
            Some(reading.monster(&raw, name, at))
        })
    }

    fn lairs(&mut self, source: &Source<'a>, map: Option<&Map>) -> Vec<Monster> {
        let (lairs, _, count) = self.each(source, |reading, raw: RawMonster, name, at| {
            let bare = raw.score.is_none() && raw.copies == 1 && !raw.prowls;
            reading
                .expect(bare, at, || "a lair card has no 'score' or 'copies' and does not prowl".to_owned());
            let fits = raw.glory.is_none_or(|glory| (1..=10).contains(&glory));
            reading.expect(fits, at, || "its glory: expected 1 to 10".to_owned());
            Some(reading.monster(&raw, name, at))
        });
        self.expect_count(count, (map.map_or(1, |map| map.lairs.len()), 32), "lair cards", source);
        lairs
    }

    fn quests(&mut self, source: &Source<'a>, map: Option<&Map>, battle: &[Monster]) -> Vec<Quest> {
        // A map that can't be read has as many places as a map may have.
        let most = (MOST_PLACES, MOST_PLACES, MOST_PLACES);
        let (towns, lairs, havens) =
            map.map_or(most, |map| (map.towns.len(), map.lairs.len(), map.havens.len()));
        let (quests, _, count) = self.each(source, |reading, raw: RawQuest, name, at| {
            let RawQuest { name: _, flavour, task, tasks, early, first, second, effort } = raw;
            let effort = effort.unwrap_or(3);
            reading
                .expect((1..=5).contains(&effort), at, || format!("its effort is {effort}: expected 1 to 5"));
            let (first, second) = (reading.reward(first, at), reading.reward(second, at));
            let single = task.is_some() == tasks.is_empty();
            reading.expect(single, at, || "expected either 'task' or 'tasks'".to_owned());
            let written: Vec<WrittenTask> = task.into_iter().chain(tasks).collect();
            let count = written.len();
            reading.expect(count <= MOST_TASKS, at, || {
                format!("it has {count} tasks: expected at most {MOST_TASKS}")
            });
            let mut tasks = Vec::new();
            for one in &written {
                let task = reading.task(one, map, battle, at)?;
                reading.expect(task.possible(towns, lairs, havens), at, || {
                    format!("its task can't be done on this map: {one:?}")
                });
                tasks.push(task);
            }
            let handing = tasks.iter().filter(|task| task.hands_over()).count();
            reading.expect(handing <= 1, at, || "only one task may hand something over".to_owned());
            let flavour = reading.flavour(&flavour, at);
            Some(Quest { name, flavour, tasks, early, first, second, effort })
        });
        self.expect_count(count, (map.map_or(1, |map| map.towns.len()), 32), "quests", source);
        quests
    }

    /// A task with its kins, sorts, monsters and towns; nothing where what it names is not there, which is noted.
    fn task(
        &mut self,
        written: &WrittenTask,
        map: Option<&Map>,
        battle: &[Monster],
        at: &At<'_>,
    ) -> Option<Task> {
        Some(match *written {
            WrittenTask::Slay(count) => Task::Slay(count),
            WrittenTask::SlayKin(ref kin, count) => Task::SlayKin(self.kin(kin, at), count),
            WrittenTask::SlayWorth(score) => Task::SlayWorth(score),
            WrittenTask::SlayNamed(ref name) => {
                let found = battle.iter().position(|monster| monster.name.eq_ignore_ascii_case(name));
                // A battle card with a flaw of its own is refused once.
                let known = found.is_some() || self.names.contains(&name.to_lowercase());
                self.expect(known, at, || format!("'{name}' is no battle card of battle.toml"));
                let kind = found? as u8;
                if !self.wanted.contains(&kind) {
                    self.wanted.push(kind);
                }
                let wanted = self.wanted.iter().position(|one| *one == kind)?;
                self.expect(wanted < MOST_WANTED, at, || {
                    format!("the quests name more than {MOST_WANTED} monsters")
                });
                Task::SlayNamed { kind, wanted: wanted.min(MOST_WANTED - 1) as u8 }
            }
            WrittenTask::Deliver => Task::Deliver,
            WrittenTask::Visit(ref name) => {
                let town = map?.find(name).filter(|at| map.is_some_and(|map| map.kind(*at) == Kind::Town));
                self.expect(town.is_some(), at, || format!("'{name}' is no town of map.toml"));
                Task::Visit(map?.space(town?).place)
            }
            WrittenTask::Towns(count) => Task::Towns(count),
            WrittenTask::Lairs(count) => Task::Lairs(count),
            WrittenTask::Havens(count) => Task::Havens(count),
            WrittenTask::Report(count) => Task::Report(count),
            WrittenTask::Bring(ref sort) => Task::Bring(self.sort(sort, at)),
            WrittenTask::Pay(coins) => Task::Pay(coins),
            WrittenTask::Survive(count) => Task::Survive(count),
            WrittenTask::Fates(count) => Task::Fates(count),
            WrittenTask::Buy(count) => Task::Buy(count),
            WrittenTask::Know(count) => Task::Know(count),
        })
    }

    fn fates(&mut self, source: &Source<'a>) -> (Vec<Fate>, Stock) {
        self.deck(source, (1, "fates"), |reading, raw: RawFate, name, at| {
            let always = reading.always(raw.always, at);
            reading.expect(!always.is_empty() || !raw.does.is_empty(), at, || {
                "it does nothing: expected 'does' or 'always'".to_owned()
            });
            let warded = always.contains(&Always::Ward);
            reading.expect(!warded, at, || "a fate is never discarded, so it can't be a ward".to_owned());
            let does = (!raw.does.is_empty()).then(|| {
                let does = reading.scripts.store(&raw.does);
                reading.check_script(does, Window::End.bit(), at);
                does
            });
            let flavour = reading.flavour(&raw.flavour, at);
            Some(Fate { name, flavour, does, passive: Passive::of(&always), always })
        })
    }
}
