//! Positions for scenario files, and the facts they look at.

use table::scenario::{Fault, SetupLine};
use table::{Items, Seat, SeatSet, Staged, Viewer};

use crate::action::find;
use crate::cards::{Kingdom, ROW, Stock, bits};
use crate::frame::{Frame, NOTHING, Step};
use crate::map::{Kind, NOWHERE};
use crate::odds::Odds;
use crate::rules::Rules;
use crate::state::{Pile, QuestLies, State};
use crate::view::View;

type Answer<T> = Result<T, String>;

fn number<T: std::str::FromStr>(text: &str) -> Answer<T> {
    text.parse().map_err(|_| format!("'{text}' is not a fitting number"))
}

fn seat(rules: &Rules, text: &str) -> Answer<Seat> {
    Seat::from_letter(text)
        .filter(|seat| seat.index() < rules.players)
        .ok_or_else(|| format!("'{text}' is no seat of this table"))
}

fn seats(rules: &Rules, text: &str) -> Answer<SeatSet> {
    match text {
        "none" => Ok(SeatSet::NONE),
        "all" => Ok(SeatSet::all(rules.players)),
        list => list.split(',').map(|one| seat(rules, one.trim())).collect(),
    }
}

fn space(kingdom: &Kingdom, name: &str) -> Answer<u8> {
    kingdom.map.find(name).ok_or_else(|| format!("'{name}' is no space of this map"))
}

fn place(kingdom: &Kingdom, name: &str, kind: Kind) -> Answer<usize> {
    let found = kingdom.map.space(space(kingdom, name)?);
    if found.kind == kind { Ok(found.place as usize) } else { Err(format!("'{name}' is no {}", kind.word())) }
}

/// Takes the named cards out of a pile.
fn take(pile: &mut u64, stock: &Stock, list: &str, kind: impl Fn(&str) -> Answer<u8>) -> Answer<Vec<u8>> {
    let mut taken = Vec::new();
    for (count, name) in Items::parts(list) {
        let kind = kind(name)?;
        for _ in 0..count {
            let card = bits(*pile & stock.mask(kind)).next();
            let card = card.ok_or_else(|| format!("no more '{name}' is left"))?;
            *pile &= !(1 << card);
            taken.push(card);
        }
    }
    Ok(taken)
}

fn mask(cards: &[u8]) -> u64 {
    cards.iter().fold(0, |set, card| set | 1 << card)
}

/// A pile whose deck holds exactly these cards: the others that lie in it are discarded.
fn only(pile: &mut Pile, stock: &Stock, list: &str, kind: impl Fn(&str) -> Answer<u8>) -> Answer<()> {
    let mut rest = pile.deck | pile.discard;
    let deck = take(&mut rest, stock, list, kind)?;
    *pile = Pile { deck: mask(&deck), discard: rest };
    Ok(())
}

struct Stage<'a> {
    rules: &'a Rules,
    state: State,
}

impl Stage<'_> {
    fn good(&self, name: &str) -> Answer<u8> {
        find(&self.rules.kingdom.goods, name, "good", |good| &good.name)
    }

    fn ability(&self, name: &str) -> Answer<u8> {
        find(&self.rules.kingdom.abilities, name, "ability", |ability| &ability.name)
    }

    fn fate(&self, name: &str) -> Answer<u8> {
        find(&self.rules.kingdom.fates, name, "fate", |fate| &fate.name)
    }

    fn battle(&self, name: &str) -> Answer<u8> {
        find(&self.rules.kingdom.battle, name, "battle card", |monster| &monster.name)
    }

    fn line(&mut self, key: &str, value: &str) -> Answer<()> {
        let rules = self.rules;
        if let Some((letter, what)) = key.split_once(' ')
            && letter.len() == 1
        {
            let seat = seat(rules, letter)?;
            return self.hero(seat, what, value);
        }
        let words = key.split_once(' ').unwrap_or((key, ""));
        if self.table(words, value)? || self.deck(words, value)? || self.place(words, value)? {
            return Ok(());
        }
        Err(format!(
            "'{key}' can't be set: expected turn, first, round, dead, phase, row, goods deck, quest TOWN, lair LAIR, \
             seen PLACE, … or 'A health' and the like"
        ))
    }

    /// Whose turn, which round, who is dead; answers whether it was one of these.
    fn table(&mut self, key: (&str, &str), value: &str) -> Answer<bool> {
        let rules = self.rules;
        let public = &mut self.state.public;
        match key {
            ("turn", "") => public.active = seat(rules, value)?,
            ("first", "") => public.first = seat(rules, value)?,
            ("round", "") => public.round = number(value)?,
            ("dead", "") => {
                for dead in seats(rules, value)?.iter() {
                    let hero = &mut public.heroes[dead];
                    (hero.alive, hero.health, hero.coins) = (false, 0, 0);
                }
            }
            ("phase", "") if value == "heroes" => {
                public.heroes.iter_mut().for_each(|hero| hero.board = NOTHING);
                public.active = public.first;
                public.stack.clear();
                public.stack.push(Frame::Hero(public.first.previous(rules.players)));
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// What lies in a deck or at the castle; answers whether it was one of these.
    fn deck(&mut self, key: (&str, &str), value: &str) -> Answer<bool> {
        let kingdom = &*self.rules.kingdom;
        let mut public = self.state.public;
        match key {
            ("row", "") => {
                let cards =
                    take(&mut public.goods.deck, &kingdom.goods_stock, value, |name| self.good(name))?;
                if cards.len() > ROW {
                    return Err(format!("the row has {} goods: expected at most {ROW}", cards.len()));
                }
                public.row = [NOTHING; ROW];
                public.row[..cards.len()].copy_from_slice(&cards);
            }
            ("goods", "deck") => {
                only(&mut public.goods, &kingdom.goods_stock, value, |name| self.good(name))?;
            }
            ("goods", "discard") => {
                let cards =
                    take(&mut public.goods.deck, &kingdom.goods_stock, value, |name| self.good(name))?;
                public.goods.discard |= mask(&cards);
            }
            ("abilities", "deck") => {
                only(&mut public.abilities, &kingdom.ability_stock, value, |name| self.ability(name))?;
            }
            ("battle", "deck") => {
                only(&mut public.battle, &kingdom.battle_stock, value, |name| self.battle(name))?;
            }
            ("fates", "deck") => only(&mut public.fates, &kingdom.fate_stock, value, |name| self.fate(name))?,
            _ => return Ok(false),
        }
        self.state.public = public;
        Ok(true)
    }

    /// What lies under a town or lair and who knows it; answers whether it was one of these.
    fn place(&mut self, key: (&str, &str), value: &str) -> Answer<bool> {
        let rules = self.rules;
        let kingdom = &*rules.kingdom;
        let public = &mut self.state.public;
        let everyone = SeatSet::all(rules.players);
        match key {
            ("quest", town) => {
                let place = place(kingdom, town, Kind::Town)?;
                let quest = find(&kingdom.quests, value, "quest", |quest| &quest.name)?;
                swap_in(self.state.secret.quests.get_mut(), place, quest);
            }
            ("lair", den) => {
                let place = place(kingdom, den, Kind::Lair)?;
                let lair = find(&kingdom.lairs, value, "lair card", |lair| &lair.name)?;
                swap_in(self.state.secret.lairs.get_mut(), place, lair);
            }
            ("seen", where_) => {
                let seen = seats(rules, value)?;
                if let Ok(den) = place(kingdom, where_, Kind::Lair) {
                    public.lairs[den].seen = seen;
                } else {
                    public.towns[place(kingdom, where_, Kind::Town)?].seen = seen;
                }
            }
            ("shown", den) => {
                let lair = &mut public.lairs[place(kingdom, den, Kind::Lair)?];
                (lair.shown, lair.seen) = (true, everyone);
            }
            ("won", den) => {
                let lair = &mut public.lairs[place(kingdom, den, Kind::Lair)?];
                (lair.shown, lair.seen, lair.won) = (true, everyone, Some(seat(rules, value)?));
            }
            ("open", town) => {
                let town = &mut public.towns[place(kingdom, town, Kind::Town)?];
                (town.lies, town.seen) = (QuestLies::Open(seat(rules, value)?), everyone);
            }
            ("gone", town) => public.towns[place(kingdom, town, Kind::Town)?].lies = QuestLies::Gone,
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn hero(&mut self, seat: Seat, what: &str, value: &str) -> Answer<()> {
        let kingdom = &*self.rules.kingdom;
        let mut state = self.state;
        let public = &mut state.public;
        let hero = &mut public.heroes[seat];
        match what {
            "hero" => hero.board = find(&kingdom.heroes, value, "hero", |hero| &hero.name)?,
            "health" => hero.health = number(value)?,
            "glory" => {
                hero.glory = number(value)?;
                hero.peak = hero.glory;
                hero.awards = hero.glory / self.rules.ability_every;
            }
            "coins" => hero.coins = number(value)?,
            "at" => hero.space = space(kingdom, value)?,
            "from" => hero.from = space(kingdom, value)?,
            "goods" => {
                let cards =
                    take(&mut public.goods.deck, &kingdom.goods_stock, value, |name| self.good(name))?;
                hero.goods |= mask(&cards);
            }
            "abilities" => {
                let cards = take(&mut public.abilities.deck, &kingdom.ability_stock, value, |name| {
                    self.ability(name)
                })?;
                hero.abilities |= mask(&cards);
            }
            "fates" if value == "all" => hero.fates |= std::mem::take(&mut public.fates.deck),
            "fates" => {
                let cards = take(&mut public.fates.deck, &kingdom.fate_stock, value, |name| self.fate(name))?;
                hero.fates |= mask(&cards);
                hero.fate_awards = hero.fates.count_ones() as u8 / self.rules.fates_per_ability;
            }
            _ => {
                let Some(good) = what.strip_prefix("spent ") else {
                    return Err(format!(
                        "'{what}' of a hero can't be set: expected hero, health, glory, coins, at, from, goods, \
                         abilities, fates or spent GOOD"
                    ));
                };
                let held = hero.goods & kingdom.goods_stock.mask(self.good(good)?);
                let card = bits(held).next().ok_or_else(|| format!("{seat} holds no {good}"))?;
                public.spent_goods.0[card as usize] = number(value)?;
            }
        }
        self.state = state;
        Ok(())
    }
}

/// Puts a card under a place; if it lay elsewhere, the two change places.
fn swap_in(cards: &mut [u8], place: usize, card: u8) {
    if let Some(other) = cards.iter().position(|one| *one == card) {
        cards.swap(other, place);
    }
    cards[place] = card;
}

impl Staged for State {
    fn stage(rules: &Rules, lines: &[SetupLine]) -> Result<Self, Fault> {
        let kingdom = &*rules.kingdom;
        let mut state = Self::bare(rules);
        for (place, card) in state.secret.quests.get_mut().iter_mut().take(kingdom.map.towns.len()).zip(0..) {
            *place = card;
        }
        for (place, card) in state.secret.lairs.get_mut().iter_mut().take(kingdom.map.lairs.len()).zip(0..) {
            *place = card;
        }
        for seat in Seat::all(rules.players) {
            state.public.heroes[seat].board = seat.index() as u8;
        }
        state.public.stack.push(Frame::Start);
        let mut position = Stage { rules, state };
        for line in lines {
            position.line(&line.key, &line.value).map_err(|message| Fault::new(line.line, message))?;
        }
        let mut state = position.state;
        for seat in Seat::all(rules.players) {
            let most = state.public.most_health(kingdom, seat);
            let hero = &mut state.public.heroes[seat];
            if hero.alive && hero.health == 0 && hero.board != NOTHING {
                hero.health = most;
            }
        }
        Ok(state)
    }

    fn fact(&self, rules: &Rules, name: &str) -> Option<String> {
        let known = |cards: [u8; 8]| cards.map(|card| (card != NOTHING).then_some(card));
        let everything = View {
            viewer: Viewer::Seat(self.public.active),
            public: self.public,
            quests: known(*self.secret.quests.get()),
            lairs: known(*self.secret.lairs.get()),
        };
        Self::seen(rules, &everything, name)
    }

    fn seen(rules: &Rules, view: &View, name: &str) -> Option<String> {
        let (first, rest) = name.split_once(' ').unwrap_or((name, ""));
        if let Some(seat) = Seat::from_letter(first).filter(|seat| seat.index() < rules.players)
            && !rest.is_empty()
        {
            return hero_fact(rules, view, seat, rest);
        }
        table_fact(rules, view, first, rest)
    }

    fn wish(rules: &Rules, text: &str) -> Result<u32, String> {
        let kingdom = &*rules.kingdom;
        if let Ok(face) = text.parse::<u32>() {
            return if (1..=6).contains(&face) {
                Ok(face - 1)
            } else {
                Err(format!("a die has no face {face}"))
            };
        }
        find(&kingdom.goods, text, "", |one| &one.name)
            .or_else(|_| find(&kingdom.abilities, text, "", |one| &one.name))
            .or_else(|_| find(&kingdom.fates, text, "", |one| &one.name))
            .or_else(|_| find(&kingdom.battle, text, "", |one| &one.name))
            .or_else(|_| find(&kingdom.heroes, text, "", |one| &one.name))
            .map(u32::from)
            .map_err(|_| format!("'{text}' can't be drawn: expected a face from 1 to 6, a card or a hero"))
    }
}

fn names(cards: u64, stock: &Stock, name: impl Fn(u8) -> String) -> String {
    let list: Vec<_> = bits(cards).map(|card| name(stock.kind(card))).collect();
    if list.is_empty() { "none".to_owned() } else { list.join(", ") }
}

fn yes(fact: bool) -> String {
    if fact { "yes".to_owned() } else { "no".to_owned() }
}

fn hero_fact(rules: &Rules, view: &View, seat: Seat, what: &str) -> Option<String> {
    let kingdom = &*rules.kingdom;
    let hero = &view.public.heroes[seat];
    Some(match what {
        "hero" => {
            kingdom.heroes.get(hero.board as usize).map_or("none".to_owned(), |board| board.name.clone())
        }
        "health" => hero.health.to_string(),
        "most health" => view.public.most_health(kingdom, seat).to_string(),
        "glory" => hero.glory.to_string(),
        "coins" => hero.coins.to_string(),
        "at" => kingdom.map.space(hero.space).name.clone(),
        "from" if hero.from == NOWHERE => "nowhere".to_owned(),
        "from" => kingdom.map.space(hero.from).name.clone(),
        "alive" => yes(hero.alive),
        "awards" => hero.awards.to_string(),
        "goods" => names(hero.goods, &kingdom.goods_stock, |kind| kingdom.goods[kind as usize].name.clone()),
        "abilities" => names(hero.abilities, &kingdom.ability_stock, |kind| {
            kingdom.abilities[kind as usize].name.clone()
        }),
        "fates" => hero.fates.count_ones().to_string(),
        _ => {
            let town = what.strip_prefix("progress ")?;
            let place = place(kingdom, town, Kind::Town).ok()?;
            let Some(quest) = view.quests[place] else {
                return Some("?".to_owned());
            };
            let card = &kingdom.quests[quest as usize];
            let deeds = if card.early { &view.public.life[seat] } else { &view.public.deeds[seat][place] };
            let standing = view.public.standing(kingdom, seat, place as u8);
            let (now, needed) = card.task.progress(deeds, &standing);
            format!("{} of {needed}", now.min(needed))
        }
    })
}

fn table_fact(rules: &Rules, view: &View, first: &str, rest: &str) -> Option<String> {
    let kingdom = &*rules.kingdom;
    let public = &view.public;
    let card = |known: Option<u8>, name: &dyn Fn(u8) -> String| known.map_or("?".to_owned(), name);
    Some(match (first, rest) {
        ("round", "") => public.round.to_string(),
        ("active", "") => public.active.to_string(),
        ("row", "") => {
            let cards =
                public.row.iter().filter(|card| **card != NOTHING).fold(0, |set, card| set | 1 << card);
            names(cards, &kingdom.goods_stock, |kind| kingdom.goods[kind as usize].name.clone())
        }
        ("goods", "deck") => public.goods.deck.count_ones().to_string(),
        ("goods", "discard") => names(public.goods.discard, &kingdom.goods_stock, |kind| {
            kingdom.goods[kind as usize].name.clone()
        }),
        ("abilities", "discard") => names(public.abilities.discard, &kingdom.ability_stock, |kind| {
            kingdom.abilities[kind as usize].name.clone()
        }),
        ("battle", "deck") => public.battle.deck.count_ones().to_string(),
        ("battle", "discard") => public.battle.discard.count_ones().to_string(),
        ("fates", "deck") => public.fates.deck.count_ones().to_string(),
        ("fates", "aside") => public.fates.discard.count_ones().to_string(),
        ("quest", town) => {
            let place = place(kingdom, town, Kind::Town).ok()?;
            card(view.quests[place], &|quest| kingdom.quests[quest as usize].name.clone())
        }
        ("lair", den) => {
            let place = place(kingdom, den, Kind::Lair).ok()?;
            card(view.lairs[place], &|lair| kingdom.lairs[lair as usize].name.clone())
        }
        ("seen", where_) => {
            let found = kingdom.map.space(space(kingdom, where_).ok()?);
            let set = match found.kind {
                Kind::Lair => public.lairs[found.place as usize].seen,
                Kind::Town => public.towns[found.place as usize].seen,
                Kind::Blank | Kind::Battle | Kind::Castle | Kind::Fate | Kind::Haven => return None,
            };
            if set.is_empty() { "none".to_owned() } else { set.to_string() }
        }
        ("lies", town) => match public.towns[place(kingdom, town, Kind::Town).ok()?].lies {
            QuestLies::Hidden => "hidden".to_owned(),
            QuestLies::Open(seat) => format!("open by {seat}"),
            QuestLies::Gone => "gone".to_owned(),
        },
        ("won", den) => {
            let won = public.lairs[place(kingdom, den, Kind::Lair).ok()?].won;
            won.map_or("nobody".to_owned(), |seat| seat.to_string())
        }
        _ => return fight_fact(rules, view, first, rest),
    })
}

fn fight_fact(rules: &Rules, view: &View, first: &str, rest: &str) -> Option<String> {
    let public = &view.public;
    let Some(fight) = public.fight() else {
        return match (first, rest) {
            ("foe" | "foe health" | "odds" | "dice", _) => Some("none".to_owned()),
            ("die", "") => {
                let Frame::Roll { die, .. } = public.top() else {
                    return Some("none".to_owned());
                };
                Some(die.to_string())
            }
            _ => None,
        };
    };
    let monster = view.monster(rules, fight.foe);
    Some(match (first, rest) {
        ("foe", "") => monster.map_or("?".to_owned(), |monster| monster.name.clone()),
        ("foe", "health") => {
            monster.map_or("?".to_owned(), |monster| monster.health.saturating_sub(fight.harm).to_string())
        }
        ("dice", "") if fight.step == Step::Dice => format!("{} to {}", fight.mine, fight.theirs),
        ("dice", "") => "none".to_owned(),
        ("prepared", "") => fight.prepared.to_string(),
        ("odds", "") => Odds::in_view(rules, view)
            .map_or("unknown".to_owned(), |odds| format!("win {:.1} %", odds.win * 100.0)),
        _ => return None,
    })
}
