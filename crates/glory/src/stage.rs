//! Positions for scenario files.

use table::scenario::{Fault, SetupLine};
use table::{Items, Seat, SeatSet, Staged, Viewer};

use crate::cards::{Cards, Kingdom, ROW, Stock, bits};
use crate::effect::{Effect, Kin};
use crate::event::{SOURCES, Source};
use crate::facts::{hero_fact, table_fact};
use crate::label::find;
use crate::map::{Kind, MOST_PLACES};
use crate::procedures::{
    After, Arrive, Choose, ChooseHero, End, Fight, Foe, Follow, Frame, Haven, NOTHING, NameLair, Roll, Start,
    Step,
};
use crate::quest::Deed;
use crate::rules::Rules;
use crate::state::{Pile, Prowler, QuestLies, State};
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

pub(crate) fn space(kingdom: &Kingdom, name: &str) -> Answer<u8> {
    kingdom.map.find(name).ok_or_else(|| format!("'{name}' is no space of this map"))
}

pub(crate) fn place(kingdom: &Kingdom, name: &str, kind: Kind) -> Answer<usize> {
    let found = kingdom.map.space(space(kingdom, name)?);
    if found.kind == kind { Ok(found.place as usize) } else { Err(format!("'{name}' is no {}", kind.word())) }
}

/// Takes the named cards out of a pile.
fn take(pile: &mut Cards, stock: &Stock, list: &str, kind: impl Fn(&str) -> Answer<u8>) -> Answer<Vec<u8>> {
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

fn mask(cards: &[u8]) -> Cards {
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
        let set = self.table(words, value)?
            || self.deck(words, value)?
            || self.place(words, value)?
            || self.moment(key, value)?;
        if set {
            return Ok(());
        }
        Err(format!(
            "'{key}' can't be set: expected turn, first, round, dead, phase, row, goods deck, quest TOWN, lair LAIR, \
             seen PLACE, rolled, arrived, battle, … or 'A health' and the like"
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
            ("event", "") => {
                public.event = find(&rules.kingdom.events, value, "event", |event| &event.name)?;
            }
            ("phase", "") if value == "heroes" => {
                public.heroes.iter_mut().for_each(|hero| hero.board = NOTHING);
                public.active = public.first;
                public.only(ChooseHero { seat: public.first.previous(rules.players) });
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
            ("prowling", name) => {
                let kind = find(&kingdom.battle, name, "battle card", |monster| &monster.name)?;
                let card = take(&mut public.battle.deck, &kingdom.battle_stock, name, |_| Ok(kind))?[0];
                let prowler = Prowler { card, space: space(kingdom, value)? };
                public.prowling.push(prowler).map_err(|_| "no more monsters can prowl".to_owned())?;
            }
            ("shown", den) => {
                must_be_yes(value)?;
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
            ("gone", town) => {
                must_be_yes(value)?;
                public.towns[place(kingdom, town, Kind::Town)?].lies = QuestLies::Gone;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// A position in the middle of a turn; answers whether it was one of these.
    fn moment(&mut self, key: &str, value: &str) -> Answer<bool> {
        let public = &mut self.state.public;
        match key {
            "rolled" => {
                let die = number(value)?;
                if !(1..=6).contains(&die) {
                    return Err(format!("a die has no face {die}"));
                }
                public.rolled = die;
                public.only(Roll { die, extra: 0 });
            }
            "arrived" => {
                must_be_yes(value)?;
                public.only(Arrive);
            }
            "marched" => {
                must_be_yes(value)?;
                public.marched = true;
            }
            "naming" => self.landed(value, NameLair)?,
            "in haven" => self.landed(value, Haven)?,
            "turn end" => {
                must_be_yes(value)?;
                public.only(End);
            }
            "choice" => self.choice(value)?,
            "battle" => self.battle_with(value)?,
            "battle round" | "foe health" | "dice" | "prepared" => self.in_battle(key, value)?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn landed(&mut self, value: &str, frame: impl Into<Frame>) -> Answer<()> {
        must_be_yes(value)?;
        self.state.public.only(After);
        self.state.public.wait(frame);
        Ok(())
    }

    /// A fate that begins with a choice has been drawn.
    fn choice(&mut self, name: &str) -> Answer<()> {
        let kingdom = &*self.rules.kingdom;
        let kind = self.fate(name)?;
        let does = kingdom.fates[kind as usize].does;
        let first = does.and_then(|script| Some((script, *kingdom.scripts.get(script).first()?)));
        let Some((script, Effect::Choose(choices))) = first else {
            return Err(format!("'{name}' does not begin with a choice"));
        };
        let public = &mut self.state.public;
        let card = take(&mut public.fates.deck, &kingdom.fate_stock, name, |_| Ok(kind))?;
        public.heroes[public.active].fates |= mask(&card);
        public.only(After);
        public.wait(Follow { script, at: 1 });
        public.wait(Choose { choices });
        Ok(())
    }

    /// A battle card has been drawn, or a lair's card looked at.
    fn battle_with(&mut self, name: &str) -> Answer<()> {
        let kingdom = &*self.rules.kingdom;
        let foe = if let Ok(den) = place(kingdom, name, Kind::Lair) {
            let public = &mut self.state.public;
            let lair = &mut public.lairs[den];
            lair.seen = lair.seen.with(public.active);
            Foe::Lair(den as u8)
        } else {
            let kind = self.battle(name)?;
            let pile = &mut self.state.public.battle.deck;
            Foe::Card(take(pile, &kingdom.battle_stock, name, |_| Ok(kind))?[0])
        };
        self.state.public.only(After);
        self.state.public.wait(Fight::with(foe));
        Ok(())
    }

    fn in_battle(&mut self, key: &str, value: &str) -> Answer<()> {
        let foe = self.state.public.fight().map(|fight| fight.foe);
        let foe =
            foe.ok_or_else(|| format!("'{key}' needs a battle: expected 'battle: MONSTER' above it"))?;
        let health = self.state.monster(&self.rules.kingdom, foe).health;
        let Some(fight) = self.state.public.fight_mut() else {
            return Ok(());
        };
        match key {
            "battle round" => fight.round = number(value)?,
            "prepared" => fight.prepared = number(value)?,
            "foe health" => {
                let left: u8 = number(value)?;
                if !(1..=health).contains(&left) {
                    return Err(format!("the enemy has 1 to {health} health, not {left}"));
                }
                fight.harm = health - left;
            }
            _ => {
                let (mine, theirs) = value
                    .split_once(" to ")
                    .ok_or_else(|| format!("'{value}' are no dice: expected '3 to 5'"))?;
                (fight.mine, fight.theirs) = (number(mine)?, number(theirs)?);
                (fight.step, fight.round) = (Step::Dice, fight.round.max(1));
            }
        }
        if let Foe::Lair(place) = foe {
            // A battle that has begun shows the card (D2).
            let lair = &mut self.state.public.lairs[place as usize];
            (lair.shown, lair.seen) = (true, SeatSet::all(self.rules.players));
        }
        Ok(())
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
                hero.earned = [0; SOURCES];
                hero.earned[Source::Cards as usize] = hero.glory as i8;
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
            "slew" => {
                for part in value.split(',') {
                    let (kin, score) = part.trim().split_once(' ').unwrap_or((part.trim(), ""));
                    let kin = kingdom.kins.iter().position(|known| known.word == kin).map(|at| Kin(at as u8));
                    let kin = kin.ok_or_else(|| {
                        format!("'{part}' is no kin with a victory score: expected 'beast 6'")
                    })?;
                    public.note(seat, Deed::Slew(kin, number(score)?, NOTHING));
                }
            }
            "power spent" => hero.gift_spent = number(value)?,
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
                         abilities, fates, slew, power spent or spent GOOD"
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

/// A line that only switches something on says so.
fn must_be_yes(value: &str) -> Answer<()> {
    if value == "yes" { Ok(()) } else { Err(format!("'{value}' is not understood: expected yes")) }
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
        state.public.only(Start);
        let mut position = Stage { rules, state };
        // Deeds count from when a quest was seen, so they come last.
        let (deeds, others): (Vec<_>, Vec<_>) = lines.iter().partition(|line| line.key.ends_with(" slew"));
        for line in others.into_iter().chain(deeds) {
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
        let known = |cards: [u8; MOST_PLACES]| cards.map(|card| (card != NOTHING).then_some(card));
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

    fn wish(rules: &Rules, text: &str) -> Result<u32, table::Unread> {
        let kingdom = &*rules.kingdom;
        if let Ok(face) = text.parse::<u32>() {
            return if (1..=6).contains(&face) {
                Ok(face - 1)
            } else {
                Err(format!("a die has no face {face}").into())
            };
        }
        find(&kingdom.goods, text, "", |one| &one.name)
            .or_else(|_| find(&kingdom.abilities, text, "", |one| &one.name))
            .or_else(|_| find(&kingdom.fates, text, "", |one| &one.name))
            .or_else(|_| find(&kingdom.battle, text, "", |one| &one.name))
            .or_else(|_| find(&kingdom.heroes, text, "", |one| &one.name))
            .map(u32::from)
            .map_err(|_| {
                format!("'{text}' can't be drawn: expected a face from 1 to 6, a card or a hero").into()
            })
    }
}
