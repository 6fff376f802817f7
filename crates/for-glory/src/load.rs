//! Reads a card set: a folder of TOML files, or the house set that is built in.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde::Deserialize;
use toml::Value;

use crate::cards::{
    ABILITIES, ARENAS, Arena, Boasts, Card, CardFault, CardSet, Home, INCOMES, KINDS, LEVELS, Source, Type,
};
use crate::check::{Bearer, check_ability, check_statics};
use crate::effect::{Ability, Cost, Deck, Effect, Occasion, Only, Static, Step, Timing, Trigger, Whose};
use crate::ludus::{ORDERS, Order, Selector};
use crate::sheet::Sheet;
use crate::state::PATRONS;

/// The files of a set, in the order their cards are numbered.
pub const FILES: [&str; 9] = [
    "starting.toml",
    "gladiators.toml",
    "training.toml",
    "economy.toml",
    "arenas.toml",
    "boasts.toml",
    "champions.toml",
    "expansion.toml",
    "ludus.toml",
];

/// Files that a set may leave out: without them there are no champions, no expansion cards, no solo game.
const OPTIONAL: [&str; 3] = ["champions.toml", "expansion.toml", "ludus.toml"];

/// The house set's files.
const HOUSE: [&str; 9] = [
    include_str!("../data/starting.toml"),
    include_str!("../data/gladiators.toml"),
    include_str!("../data/training.toml"),
    include_str!("../data/economy.toml"),
    include_str!("../data/arenas.toml"),
    include_str!("../data/boasts.toml"),
    include_str!("../data/champions.toml"),
    include_str!("../data/expansion.toml"),
    include_str!("../data/ludus.toml"),
];

/// The house set.
pub fn house() -> CardSet {
    read(&HOUSE).expect("a test reads the house set")
}

/// The set in a folder.
pub fn folder(path: &Path) -> Result<CardSet, CardFault> {
    let mut texts = Vec::new();
    for file in FILES {
        match fs::read_to_string(path.join(file)) {
            Ok(text) => texts.push(text),
            Err(_) if OPTIONAL.contains(&file) => texts.push(String::new()),
            Err(error) => {
                let message = format!("can't be read from {} ({error})", path.display());
                return Err(CardFault {
                    file: file.to_owned(),
                    card: String::new(),
                    field: String::new(),
                    message,
                });
            }
        }
    }
    let texts: Vec<_> = texts.iter().map(String::as_str).collect();
    read(&texts)
}

/// A set from the texts of its files, in the order starting deck, gladiators, training, economy, arenas, boasts, champions,
/// expansion, Ludus Magnus; the last three may be empty.
pub fn read(texts: &[&str]) -> Result<CardSet, CardFault> {
    let mut cards = Vec::new();
    let mut arenas = Vec::new();
    let mut boasts = Boasts::default();
    let mut orders = Vec::new();
    for (file, text) in FILES.into_iter().zip(texts) {
        let mut sheet = Sheet::read(file, text)?;
        if sheet.table.is_empty() && OPTIONAL.contains(&file) {
            continue;
        }
        match file {
            "boasts.toml" => boasts = read_boasts(&mut sheet)?,
            "ludus.toml" => orders = read_orders(&mut sheet)?,
            "arenas.toml" => read_arenas(&mut sheet, &mut arenas)?,
            _ => read_cards(&mut sheet, &mut cards)?,
        }
        sheet.finish()?;
    }
    check_champions(&cards)?;
    cards.push(boast_card());
    // Each supply deck in one piece, with its expansion cards behind the others.
    cards.sort_by_key(|card| match card.home {
        Home::Starting => 0,
        Home::Supply(deck) => 1 + deck.index(),
        Home::Champion(_) => 4,
        Home::Boast => 5,
    });
    check_set(&cards, &arenas)?;
    Ok(CardSet::new(cards, arenas, boasts, orders))
}

/// Every won boast is the same blank scheme once it is in a deck (FG-81).
fn boast_card() -> Card {
    Card {
        name: "Boast".to_owned(),
        kind: Type::Scheme,
        home: Home::Boast,
        expansion: false,
        copies: 0,
        cost: 0,
        value: 0,
        influence: 0,
        attack: 0,
        health: 0,
        agility: 0,
        bloodlust: 0,
        abilities: vec![Ability { timing: Timing::Scheme, cost: Cost::default(), steps: Vec::new() }],
        statics: Vec::new(),
        source: Source::Rulebook,
        inferred: Vec::new(),
    }
}

fn read_boasts(sheet: &mut Sheet) -> Result<Boasts, CardFault> {
    let count = sheet.number("count", 1, 40, None)?;
    let mut stack = |field: &str| -> Result<Vec<u8>, CardFault> {
        let values: Vec<u8> = sheet.must(field, "bloodlust values, smallest first")?;
        if values.is_empty() || values.len() > 15 || !values.is_sorted() {
            return Err(sheet.fault(field, "is out of order: expected 1 to 15 values, the smallest first"));
        }
        Ok(values)
    };
    let boasts =
        Boasts { two: stack("two")?, three: stack("three")?, four: stack("four")?, solo: stack("solo")? };
    let found = boasts.two.len() + boasts.three.len() + boasts.four.len() + boasts.solo.len();
    if found != usize::from(count) {
        return Err(sheet.fault("count", format!("there are {found} boasts: expected count = {count}")));
    }
    Ok(boasts)
}

fn read_orders(sheet: &mut Sheet) -> Result<Vec<Order>, CardFault> {
    sheet.word("deck", &["ludus"])?;
    let count = sheet.number("count", 1, ORDERS as u8, None)?;
    let mut orders = Vec::new();
    for table in sheet.tables("order")? {
        let mut entry = sheet.inner(table);
        entry.card = format!("order {}", orders.len() + 1);
        let expected = "'SELECTOR at SELECTOR' with selectors like 'lowest attack'";
        let attack: String = entry.must("attack", expected)?;
        let attack = Selector::read_pair(&attack)
            .ok_or_else(|| entry.fault("attack", format!("is '{attack}': expected {expected}")))?;
        orders.push(Order {
            stars: entry.number("stars", 1, 3, Some(0))?,
            muster: entry.must("machinations", "a muster")?,
            first: entry.must("first", "attack or tactic")?,
            attack,
            ploy: entry.must("tactic", "a tactic")?,
            answer: entry.must("reaction", "a reaction")?,
        });
        entry.finish()?;
    }
    if orders.len() != usize::from(count) {
        let message = format!("there are {} orders: expected count = {count}", orders.len());
        return Err(sheet.fault("count", message));
    }
    Ok(orders)
}

fn read_cards(sheet: &mut Sheet, cards: &mut Vec<Card>) -> Result<(), CardFault> {
    let decks = ["starting", "gladiators", "training", "economy", "champions", "expansion"];
    let deck = sheet.word("deck", &decks)?;
    let count = sheet.number("count", 1, 250, None)?;
    let mut found = 0_usize;
    for table in sheet.tables("card")? {
        let mut entry = sheet.inner(table);
        let home = match deck.as_str() {
            "gladiators" => Home::Supply(Deck::Gladiators),
            "training" => Home::Supply(Deck::Training),
            "economy" => Home::Supply(Deck::Economy),
            "champions" => Home::Champion(entry.number("level", 1, LEVELS, None)?),
            "expansion" => Home::Supply(entry.must::<Deck>("deck", "gladiators, training or economy")?),
            _ => Home::Starting,
        };
        let mut card = read_card(&mut entry, home)?;
        card.expansion = deck == "expansion";
        entry.finish()?;
        found += usize::from(card.copies);
        cards.push(card);
    }
    if found != usize::from(count) {
        let message = format!("the copies add up to {found}: expected count = {count}");
        return Err(sheet.fault("count", message));
    }
    Ok(())
}

fn read_name(sheet: &mut Sheet) -> Result<String, CardFault> {
    let name: String = sheet.must("name", "the card's name")?;
    sheet.card.clone_from(&name);
    let fits =
        |letter: char| letter.is_ascii_alphabetic() || letter == ' ' || letter == '\'' || letter == '-';
    if name.is_empty() || !name.chars().all(fits) || name.trim() != name {
        return Err(sheet.fault("name", "can't be typed: expected letters, spaces, hyphens and apostrophes"));
    }
    Ok(name)
}

fn read_source(sheet: &mut Sheet) -> Result<(Source, Vec<String>), CardFault> {
    let source = match sheet.word("source", &["rulebook", "faq", "house"])?.as_str() {
        "rulebook" => Source::Rulebook,
        "faq" => Source::Faq,
        _ => Source::House,
    };
    Ok((source, sheet.may("inferred")?.unwrap_or_default()))
}

fn read_card(sheet: &mut Sheet, home: Home) -> Result<Card, CardFault> {
    let name = read_name(sheet)?;
    let types = match home {
        Home::Supply(Deck::Gladiators) | Home::Champion(_) => &["gladiator"][..],
        Home::Supply(Deck::Training) => &["tactic", "reaction", "scheme-tactic"],
        Home::Supply(Deck::Economy) => &["income", "scheme", "patron", "scheme-tactic"],
        Home::Starting | Home::Boast => {
            &["income", "scheme", "patron", "gladiator", "tactic", "reaction", "scheme-tactic"]
        }
    };
    let kind = match sheet.word("type", types)?.as_str() {
        "income" => Type::Income,
        "scheme" => Type::Scheme,
        "patron" => Type::Patron,
        "gladiator" => Type::Gladiator,
        "tactic" => Type::Tactic,
        "reaction" => Type::Reaction,
        _ => Type::SchemeTactic,
    };
    let (source, inferred) = read_source(sheet)?;
    let copies = sheet.number("copies", 1, 15, None)?;
    let free = matches!(home, Home::Starting | Home::Champion(1));
    let cost = if free { 0 } else { sheet.number("cost", 1, 30, None)? };
    let fighter = kind == Type::Gladiator;
    let influential = fighter || kind == Type::Patron;
    Ok(Card {
        name,
        kind,
        home,
        expansion: false,
        copies,
        cost,
        value: if kind == Type::Income { sheet.number("value", 1, 20, None)? } else { 0 },
        influence: if influential { sheet.number("influence", 0, 9, None)? } else { 0 },
        attack: if fighter { sheet.number("attack", 0, 20, None)? } else { 0 },
        health: if fighter { sheet.number("health", 1, 30, None)? } else { 0 },
        agility: if fighter { sheet.number("agility", 0, 20, None)? } else { 0 },
        bloodlust: if fighter { sheet.number("bloodlust", 0, 20, None)? } else { 0 },
        abilities: read_abilities(sheet, Bearer::Card(kind))?,
        statics: read_statics(sheet, Bearer::Card(kind))?,
        source,
        inferred,
    })
}

fn read_arenas(sheet: &mut Sheet, arenas: &mut Vec<Arena>) -> Result<(), CardFault> {
    sheet.word("deck", &["arenas"])?;
    let count = sheet.number("count", 3, ARENAS as u8, None)?;
    for table in sheet.tables("card")? {
        let mut entry = sheet.inner(table);
        let name = read_name(&mut entry)?;
        let (source, inferred) = read_source(&mut entry)?;
        let abilities = read_abilities(&mut entry, Bearer::Arena)?;
        let statics = read_statics(&mut entry, Bearer::Arena)?;
        entry.finish()?;
        arenas.push(Arena { name, abilities, statics, source, inferred });
    }
    if arenas.len() != usize::from(count) {
        let message = format!("there are {} arenas: expected count = {count}", arenas.len());
        return Err(sheet.fault("count", message));
    }
    Ok(())
}

fn read_abilities(sheet: &mut Sheet, bearer: Bearer) -> Result<Vec<Ability>, CardFault> {
    let mut abilities = Vec::new();
    for table in sheet.tables("ability")? {
        let mut entry = sheet.inner(table);
        let ability = read_ability(&mut entry, bearer)?;
        entry.finish()?;
        check_ability(&entry, bearer, &ability)?;
        abilities.push(ability);
    }
    let own_text = match bearer {
        Bearer::Card(Type::Scheme) => Some(Timing::Scheme),
        Bearer::Card(Type::Tactic) => Some(Timing::Tactic),
        Bearer::Card(Type::SchemeTactic) => Some(Timing::SchemeOrTactic),
        Bearer::Card(Type::Income | Type::Patron | Type::Gladiator | Type::Reaction) | Bearer::Arena => None,
    };
    let fits = match bearer {
        Bearer::Card(Type::Income) => abilities.is_empty(),
        Bearer::Card(Type::Reaction) => abilities.len() == 1 && abilities[0].timing.trigger().is_some(),
        Bearer::Card(Type::Scheme | Type::Tactic | Type::SchemeTactic) => {
            abilities.len() == 1 && Some(abilities[0].timing) == own_text
        }
        Bearer::Card(Type::Patron | Type::Gladiator) | Bearer::Arena => true,
    };
    if !fits {
        let message = "does not fit the card's type: expected exactly one, of the card's own type";
        return Err(sheet.fault("ability", message));
    }
    if abilities.len() > ABILITIES {
        let found = abilities.len();
        return Err(sheet.fault("ability", format!("there are {found}: expected at most {ABILITIES}")));
    }
    Ok(abilities)
}

fn read_ability(sheet: &mut Sheet, bearer: Bearer) -> Result<Ability, CardFault> {
    let timings = match bearer {
        // A gladiator acts in its arena only: what it does outside battles is a reaction.
        Bearer::Card(Type::Gladiator) => &["tactic", "reaction"][..],
        Bearer::Card(_) => &["scheme", "tactic", "scheme-tactic", "reaction"],
        Bearer::Arena => &["tactic", "reaction", "free"],
    };
    let timing = match sheet.word("as", timings)?.as_str() {
        "scheme" => Timing::Scheme,
        "tactic" => Timing::Tactic,
        "scheme-tactic" => Timing::SchemeOrTactic,
        "free" => Timing::Free,
        _ => Timing::Reaction(read_trigger(sheet)?),
    };
    let cost = Cost {
        exhaust: sheet.may("exhaust")?.unwrap_or(false),
        coins: sheet.number("pay", 1, 20, Some(0))?,
        wounds: sheet.number("wounds", 1, 9, Some(0))?,
        discard: sheet.number("discard", 1, 3, Some(0))?,
    };
    let mut steps = Vec::new();
    for table in sheet.tables("effects")? {
        let mut inner = sheet.inner(table);
        let may = inner.may("may")?.unwrap_or(false);
        let only = inner.may::<Only>("only")?.unwrap_or_default();
        let effect = Effect::deserialize(Value::Table(inner.table))
            .map_err(|error| sheet.fault("effects", error.message()))?;
        steps.push(Step { may, only, effect });
    }
    if steps.is_empty() {
        return Err(sheet.fault("effects", "is missing: expected at least one effect"));
    }
    Ok(Ability { timing, cost, steps })
}

fn read_trigger(sheet: &mut Sheet) -> Result<Trigger, CardFault> {
    let expected = "\"damage\", or \"WHOSE attacks | enters | leaves | defeated | tactic\" with WHOSE this, yours, opposing or any";
    let text: String = sheet.must("when", expected)?;
    let wrong = || sheet.fault("when", format!("is '{text}': expected {expected}"));
    if text == "damage" {
        return Ok(Trigger { occasion: Occasion::Damage, of: Whose::Any });
    }
    let (whose, what) = text.split_once(' ').ok_or_else(wrong)?;
    let of = match whose {
        "this" => Whose::This,
        "yours" => Whose::Yours,
        "opposing" => Whose::Opposing,
        "any" => Whose::Any,
        _ => return Err(wrong()),
    };
    let occasion = match what {
        "attacks" => Occasion::Attack,
        "enters" => Occasion::Enter,
        "leaves" => Occasion::Leave,
        "defeated" => Occasion::Defeat,
        "tactic" => Occasion::Tactic,
        _ => return Err(wrong()),
    };
    Ok(Trigger { occasion, of })
}

fn read_statics(sheet: &mut Sheet, bearer: Bearer) -> Result<Vec<Static>, CardFault> {
    let mut statics = Vec::new();
    for table in sheet.tables("static")? {
        let value = Static::deserialize(Value::Table(table))
            .map_err(|error| sheet.fault("static", error.message()))?;
        statics.push(value);
    }
    check_statics(sheet, bearer, &statics)?;
    Ok(statics)
}

/// Champions come in levels from 1 to 5, in order.
fn check_champions(cards: &[Card]) -> Result<(), CardFault> {
    let mut expected = 1;
    for card in cards {
        if let Home::Champion(level) = card.home {
            if level != expected {
                return Err(CardFault {
                    file: "champions.toml".to_owned(),
                    card: card.name.clone(),
                    field: "level".to_owned(),
                    message: format!(
                        "is {level}: expected {expected}, five levels of each champion in order"
                    ),
                });
            }
            expected = if level == LEVELS { 1 } else { level + 1 };
        }
    }
    Ok(())
}

fn check_set(cards: &[Card], arenas: &[Arena]) -> Result<(), CardFault> {
    let mut names = BTreeSet::new();
    let fault = |file: &str, card: &str, field: &str, message: String| {
        Err(CardFault { file: file.to_owned(), card: card.to_owned(), field: field.to_owned(), message })
    };
    let all = cards.iter().map(|card| (file_of(card.home), &card.name));
    for (file, name) in all.chain(arenas.iter().map(|arena| ("arenas.toml", &arena.name))) {
        if !names.insert(name.to_lowercase()) {
            return fault(
                file,
                name,
                "name",
                "is used twice: expected every name once in the set".to_owned(),
            );
        }
    }
    if cards.len() > KINDS {
        let message = format!("the set has {} different cards: expected at most {KINDS}", cards.len());
        return fault("economy.toml", "", "card", message);
    }
    let patrons: usize =
        cards.iter().filter(|card| card.kind == Type::Patron).map(|card| usize::from(card.copies)).sum();
    if patrons > PATRONS {
        let message = format!("the set has {patrons} patron cards: expected at most {PATRONS}");
        return fault("economy.toml", "", "card", message);
    }
    if cards.iter().filter(|card| card.kind == Type::Income).count() > INCOMES {
        let message = format!("the set has too many incomes: expected at most {INCOMES}");
        return fault("economy.toml", "", "card", message);
    }
    Ok(())
}

const fn file_of(home: Home) -> &'static str {
    match home {
        Home::Starting => "starting.toml",
        Home::Supply(Deck::Gladiators) => "gladiators.toml",
        Home::Supply(Deck::Training) => "training.toml",
        Home::Supply(Deck::Economy) => "economy.toml",
        Home::Champion(_) => "champions.toml",
        Home::Boast => "boasts.toml",
    }
}
