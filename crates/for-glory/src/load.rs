//! Reads a card set: a folder of TOML files, or the house set that is built in.

use std::collections::BTreeSet;
use std::path::Path;

use table::cardset::{Source, texts_of};
use table::{Flaw, Flaws};

use crate::cards::{
    ABILITIES, ARENAS, Arena, Boasts, COUNTED, Card, CardSet, Home, INCOMES, KINDS, LEVELS, Source as Origin,
    Type,
};
use crate::check::{Bearer, check_ability, check_statics};
use crate::effect::{Ability, Cost, Deck, Effect, Occasion, Only, Static, Step, Timing, Trigger, Whose};
use crate::ludus::{ORDERS, Order, Selector};
use crate::need::shape;
use crate::sheet::Sheet;
use crate::state::PATRONS;

/// Lists the files of a set, with the house set's texts.
macro_rules! files {
    ($( $file:literal )*) => {
        /// The files of a set, in the order their cards are numbered.
        pub const FILES: [&str; 9] = [ $( $file ),* ];

        /// The house set's files.
        const HOUSE: [&str; 9] = [ $( include_str!(concat!("../data/", $file)) ),* ];
    };
}

files! {
    "starting.toml" "gladiators.toml" "training.toml" "economy.toml" "arenas.toml" "boasts.toml" "champions.toml" "expansion.toml"
    "ludus.toml"
}

/// Files that a set may leave out: without them there are no champions, no expansion cards, no solo game.
const OPTIONAL: [&str; 3] = ["champions.toml", "expansion.toml", "ludus.toml"];

/// The house set.
pub fn house() -> CardSet {
    read(&HOUSE).expect("a test reads the house set")
}

/// The set in a folder.
pub fn folder(path: &Path) -> Result<CardSet, Flaws> {
    let texts = texts_of(path, &FILES, &OPTIONAL)?;
    read(&texts.iter().map(String::as_str).collect::<Vec<_>>())
}

/// A set from the texts of its files, in the order starting deck, gladiators, training, economy, arenas, boasts, champions,
/// expansion, Ludus Magnus; the last three may be empty. Everything that is wrong is told at once.
pub fn read(texts: &[&str]) -> Result<CardSet, Flaws> {
    let mut flaws = Flaws::default();
    let mut cards = Vec::new();
    let mut arenas = Vec::new();
    let mut boasts = Boasts::default();
    let mut orders = Vec::new();
    for (file, text) in FILES.into_iter().zip(texts) {
        if text.trim().is_empty() && OPTIONAL.contains(&file) {
            continue;
        }
        let mut reading =
            Reading::new(Source::new(file, text), if file == "ludus.toml" { "order" } else { "card" });
        match file {
            "boasts.toml" => boasts = read_boasts(&mut reading.head),
            "ludus.toml" => orders = reading.orders(),
            "arenas.toml" => arenas = reading.arenas(),
            _ => cards.extend(reading.cards()),
        }
        flaws.append(reading.finish());
    }
    check_champions(&cards, &mut flaws);
    cards.push(boast_card());
    number_cards(&mut cards);
    check_set(&cards, &arenas, &mut flaws);
    if flaws.is_empty() { Ok(CardSet::new(cards, arenas, boasts, orders)) } else { Err(flaws) }
}

/// Puts the cards in the order of their numbers.
fn number_cards(cards: &mut [Card]) {
    // Each supply deck in one piece, with its expansion cards behind the others; later editions behind all of it, so that whatever
    // was learned or written down by number stays true.
    cards.sort_by_key(|card| {
        let place = match card.home {
            Home::Starting => 0,
            Home::Supply(deck) => 1 + deck.index(),
            Home::Champion(_) => 4,
            Home::Boast => 5,
        };
        (card.edition, place)
    });
    if cards.len() > COUNTED {
        cards.sort_by_key(is_single);
    }
}

/// Whether no pile ever holds two of a card: there is one, or one for whoever has that champion (FG-90).
const fn is_single(card: &Card) -> bool {
    match card.home {
        Home::Starting | Home::Supply(_) => card.copies == 1,
        Home::Champion(_) => true,
        Home::Boast => false,
    }
}

/// Every won boast is the same blank scheme once it is in a deck (FG-81).
fn boast_card() -> Card {
    let text = Ability { timing: Timing::Scheme, cost: Cost::default(), steps: Vec::new() };
    let (name, kind, home) = ("Boast".to_owned(), Type::Scheme, Home::Boast);
    Card { name, kind, home, abilities: vec![text], ..Card::default() }
}

fn read_boasts(sheet: &mut Sheet<'_>) -> Boasts {
    let count = sheet.number("count", 1, 40);
    let mut stack = |field: &str| -> Vec<u8> {
        let values: Vec<u8> = sheet.must(field, "bloodlust values, smallest first").unwrap_or_default();
        if sheet.is_sound() && (values.is_empty() || values.len() > 15 || !values.is_sorted()) {
            sheet.flaw(field, "is out of order: expected 1 to 15 values, the smallest first");
        }
        values
    };
    let boasts =
        Boasts { two: stack("two"), three: stack("three"), four: stack("four"), solo: stack("solo") };
    let found = boasts.two.len() + boasts.three.len() + boasts.four.len() + boasts.solo.len();
    if sheet.is_sound() && found != usize::from(count) {
        sheet.flaw("count", format!("there are {found} boasts: expected count = {count}"));
    }
    boasts
}

/// A file: what stands above its entries, and the entries.
struct Reading<'a> {
    head: Sheet<'a>,
    parts: Vec<Source<'a>>,
    heading: &'static str,
    flaws: Flaws,
}

impl<'a> Reading<'a> {
    fn new(source: Source<'a>, heading: &'static str) -> Self {
        let (head, parts) = source.parts(heading);
        Self { head: Sheet::read(head), parts, heading, flaws: Flaws::default() }
    }

    /// Reads each entry by itself.
    fn each<T>(&mut self, read: impl Fn(&mut Sheet<'a>, usize) -> Option<T>) -> Vec<T> {
        let mut entries = Vec::new();
        for (at, part) in self.parts.iter().enumerate() {
            let mut file = Sheet::read(*part);
            entries.extend(file.each(self.heading, |sheet| read(sheet, at)));
            self.flaws.append(file.finish());
        }
        entries
    }

    /// Says so where a count is not what it should be; not where an entry is missing because of a flaw of its own.
    fn check_count(&mut self, found: usize, (low, high): (u8, u8), told: impl Fn(usize) -> String) {
        let count = self.head.number("count", low, high);
        if self.flaws.is_empty() && self.head.is_sound() && found != usize::from(count) {
            self.head.flaw("count", format!("{}: expected count = {count}", told(found)));
        }
    }

    fn orders(&mut self) -> Vec<Order> {
        self.head.word("deck", &[("ludus", ())]);
        let orders = self.each(|sheet, at| read_order(sheet, at + 1));
        self.check_count(orders.len(), (1, ORDERS as u8), |found| format!("there are {found} orders"));
        orders
    }

    fn arenas(&mut self) -> Vec<Arena> {
        self.head.word("deck", &[("arenas", ())]);
        let arenas = self.each(|sheet, _| {
            let name = read_name(sheet);
            let (source, inferred) = read_source(sheet);
            let (abilities, statics) = read_text(sheet, Bearer::Arena);
            Some(Arena { name: name?, abilities, statics, source: source?, inferred })
        });
        self.check_count(arenas.len(), (3, ARENAS as u8), |found| format!("there are {found} arenas"));
        arenas
    }

    fn cards(&mut self) -> Vec<Card> {
        let Some(deck) = self.head.word("deck", &Pile::WORDS) else {
            return Vec::new();
        };
        let cards = self.each(|sheet, _| read_card(sheet, deck));
        let found = cards.iter().map(|card| usize::from(card.copies)).sum();
        self.check_count(found, (1, 250), |found| format!("the copies add up to {found}"));
        cards
    }

    fn finish(self) -> Flaws {
        let mut flaws = self.head.finish();
        flaws.append(self.flaws);
        flaws
    }
}

fn read_order(sheet: &mut Sheet<'_>, number: usize) -> Option<Order> {
    sheet.entry = format!("order {number}");
    let expected = "'SELECTOR at SELECTOR' with selectors like 'lowest attack'";
    let attack = sheet.must::<String>("attack", expected).and_then(|attack| {
        let read = Selector::read_pair(&attack);
        if read.is_none() {
            sheet.flaw("attack", format!("is '{attack}': expected {expected}"));
        }
        read
    });
    let stars = if sheet.table.contains_key("stars") { sheet.number("stars", 1, 3) } else { 0 };
    let (muster, first) = (sheet.must("machinations", "a muster"), sheet.must("first", "attack or tactic"));
    let (ploy, answer) = (sheet.must("tactic", "a tactic"), sheet.must("reaction", "a reaction"));
    Some(Order { stars, muster: muster?, first: first?, attack: attack?, ploy: ploy?, answer: answer? })
}

/// What a file of cards says its deck is.
#[derive(Clone, Copy)]
enum Pile {
    Starting,
    Supply(Deck),
    Champions,
    Expansion,
}

impl Pile {
    const WORDS: [(&'static str, Self); 6] = [
        ("starting", Self::Starting),
        ("gladiators", Self::Supply(Deck::Gladiators)),
        ("training", Self::Supply(Deck::Training)),
        ("economy", Self::Supply(Deck::Economy)),
        ("champions", Self::Champions),
        ("expansion", Self::Expansion),
    ];
}

fn read_name(sheet: &mut Sheet<'_>) -> Option<String> {
    let name: String = sheet.must("name", "the card's name")?;
    sheet.entry.clone_from(&name);
    let typed = |letter: char| letter.is_ascii_alphabetic() || " -'".contains(letter);
    if name.is_empty() || !name.chars().all(typed) || name.trim() != name {
        sheet.flaw("name", "can't be typed: expected letters, spaces, hyphens and apostrophes");
    }
    Some(name)
}

fn read_source(sheet: &mut Sheet<'_>) -> (Option<Origin>, Vec<String>) {
    (sheet.one_of("source", &Origin::ALL), sheet.may("inferred").unwrap_or_default())
}

fn read_card(sheet: &mut Sheet<'_>, pile: Pile) -> Option<Card> {
    let name = read_name(sheet);
    let home = match pile {
        Pile::Starting => Some(Home::Starting),
        Pile::Supply(deck) => Some(Home::Supply(deck)),
        Pile::Champions => Some(Home::Champion(sheet.number("level", 1, LEVELS))),
        Pile::Expansion => sheet.must("deck", "gladiators, training or economy").map(Home::Supply),
    };
    let types: &[Type] = match home {
        Some(Home::Supply(Deck::Gladiators) | Home::Champion(_)) => &[Type::Gladiator],
        Some(Home::Supply(Deck::Training)) => &[Type::Tactic, Type::Reaction, Type::SchemeTactic],
        Some(Home::Supply(Deck::Economy)) => &[Type::Income, Type::Scheme, Type::Patron, Type::SchemeTactic],
        Some(Home::Starting | Home::Boast) | None => &Type::ALL,
    };
    let kind = sheet.one_of("type", types);
    let (source, inferred) = read_source(sheet);
    // What else belongs on the card depends on these.
    let (home, kind) = (home?, kind?);
    let later = sheet.table.contains_key("edition");
    let mut stat =
        |wanted: bool, field: &str, low, high| if wanted { sheet.number(field, low, high) } else { 0 };
    let fighter = kind == Type::Gladiator;
    let card = Card {
        name: name?,
        kind,
        home,
        expansion: matches!(pile, Pile::Expansion),
        edition: stat(!matches!(home, Home::Champion(_)) && later, "edition", 2, 9),
        copies: stat(true, "copies", 1, 15),
        cost: stat(!matches!(home, Home::Starting | Home::Champion(1)), "cost", 1, 30),
        value: stat(kind == Type::Income, "value", 1, 20),
        influence: stat(fighter || kind == Type::Patron, "influence", 0, 9),
        attack: stat(fighter, "attack", 0, 20),
        health: stat(fighter, "health", 1, 30),
        agility: stat(fighter, "agility", 0, 20),
        bloodlust: stat(fighter, "bloodlust", 0, 20),
        source: source?,
        inferred,
        ..Card::default()
    };
    let (abilities, statics) = read_text(sheet, Bearer::Card(kind));
    Some(Card { abilities, statics, ..card })
}

/// What a card or arena lets its holder do, and what it changes.
fn read_text(sheet: &mut Sheet<'_>, bearer: Bearer) -> (Vec<Ability>, Vec<Static>) {
    let abilities = sheet.each("ability", |entry| {
        let ability = read_ability(entry, bearer)?;
        check_ability(entry, bearer, &ability);
        Some(ability)
    });
    if sheet.is_sound() {
        check_abilities(sheet, bearer, &abilities);
    }
    let statics = sheet.each("static", |entry| entry.rest("static"));
    check_statics(sheet, bearer, &statics);
    (abilities, statics)
}

fn check_abilities(sheet: &mut Sheet<'_>, bearer: Bearer, abilities: &[Ability]) {
    let only = |timing| matches!(abilities, [one] if one.timing == timing);
    let fits = match bearer {
        Bearer::Card(Type::Income) => abilities.is_empty(),
        Bearer::Card(Type::Reaction) => matches!(abilities, [one] if one.timing.trigger().is_some()),
        Bearer::Card(Type::Scheme) => only(Timing::Scheme),
        Bearer::Card(Type::Tactic) => only(Timing::Tactic),
        Bearer::Card(Type::SchemeTactic) => only(Timing::SchemeOrTactic),
        Bearer::Card(Type::Patron | Type::Gladiator) | Bearer::Arena => true,
    };
    if !fits {
        sheet.flaw("ability", "does not fit the card's type: expected exactly one, of the card's own type");
    } else if abilities.len() > ABILITIES {
        sheet.flaw("ability", format!("there are {}: expected at most {ABILITIES}", abilities.len()));
    }
}

fn read_ability(sheet: &mut Sheet<'_>, bearer: Bearer) -> Option<Ability> {
    let words = [
        ("scheme", Some(Timing::Scheme)),
        ("tactic", Some(Timing::Tactic)),
        ("scheme-tactic", Some(Timing::SchemeOrTactic)),
        ("reaction", None),
        ("free", Some(Timing::Free)),
    ];
    let timings = match bearer {
        // What stands in play may have any; a card of the hand has no free action.
        Bearer::Card(Type::Gladiator | Type::Patron) | Bearer::Arena => &words[..],
        Bearer::Card(_) => &words[..4],
    };
    let timing = match sheet.word("as", timings) {
        Some(None) => read_trigger(sheet).map(Timing::Reaction),
        timing => timing.flatten(),
    };
    let cost = Cost {
        exhaust: sheet.may("exhaust").unwrap_or(false),
        coins: sheet.count("pay", 20),
        wounds: sheet.count("wounds", 9),
        discard: sheet.count("discard", 3),
        defeat: sheet.may("defeat").unwrap_or_default(),
        remove: sheet.may("remove").unwrap_or_default(),
    };
    if !sheet.table.contains_key("effects") {
        sheet.flaw("effects", "is missing: expected at least one effect");
    }
    let mut steps = sheet.each("effects", |entry| {
        let may = entry.may("may").unwrap_or(false);
        let only = entry.may::<Only>("only").unwrap_or_default();
        let or = entry.may("or").unwrap_or(false);
        let effect = entry.rest::<Effect>("effects")?;
        Some(Step { may, only, effect, or, rest: 0, shape: shape(effect) })
    });
    // Each alternative is counted by the one that it can be chosen in place of.
    for at in (1..steps.len()).rev().filter(|at| *at > 0) {
        if steps[at].or {
            steps[at - 1].rest = steps[at].rest + 1;
        }
    }
    // What can't be read has been told; the rest would be judged without it.
    let timing = timing.filter(|_| sheet.is_sound())?;
    Some(Ability { timing, cost, steps })
}

fn read_trigger(sheet: &mut Sheet<'_>) -> Option<Trigger> {
    let expected = "\"damage\", \"this damage | battle\", \"this | yours wins\", \"yours | opposing | any buys\", or \"WHOSE attacks | enters | \
                    leaves | defeated | defeats | tactic\" with WHOSE this, yours, opposing or any";
    let text: String = sheet.must("when", expected)?;
    let trigger = trigger(&text);
    if trigger.is_none() {
        sheet.flaw("when", format!("is '{text}': expected {expected}"));
    }
    trigger
}

fn trigger(text: &str) -> Option<Trigger> {
    if text == "damage" {
        return Some(Trigger { occasion: Occasion::Damage, of: Whose::Any });
    }
    let (whose, what) = text.split_once(' ')?;
    let (occasion, of) = (Occasion::read(what)?, Whose::read(whose)?);
    let fits = match occasion {
        Occasion::Damage | Occasion::Battle => of == Whose::This,
        Occasion::Win => matches!(of, Whose::This | Whose::Yours),
        Occasion::Buy => of != Whose::This,
        Occasion::Attack
        | Occasion::Enter
        | Occasion::Leave
        | Occasion::Defeat
        | Occasion::Tactic
        | Occasion::Slay => true,
    };
    fits.then_some(Trigger { occasion, of })
}

/// A flaw of a card among the others.
fn flaw(file: &str, entry: &str, field: &str, message: String) -> Flaw {
    Flaw { file: file.to_owned(), line: 0, entry: entry.to_owned(), field: field.to_owned(), message }
}

/// Champions come in levels from 1 to 5, in order.
fn check_champions(cards: &[Card], flaws: &mut Flaws) {
    let mut expected = 1;
    // One that could not be read leaves a gap.
    if !flaws.is_empty() {
        return;
    }
    for card in cards {
        if let Home::Champion(level) = card.home {
            if level != expected {
                let message =
                    format!("is {level}: expected {expected}, five levels of each champion in order");
                return flaws.push(flaw("champions.toml", &card.name, "level", message));
            }
            expected = if level == LEVELS { 1 } else { level + 1 };
        }
    }
}

fn check_set(cards: &[Card], arenas: &[Arena], flaws: &mut Flaws) {
    let mut names = BTreeSet::new();
    let all = cards.iter().map(|card| (file_of(card), &card.name));
    for (file, name) in all.chain(arenas.iter().map(|arena| ("arenas.toml", &arena.name))) {
        if !names.insert(name.to_lowercase()) {
            let message = "is used twice: expected every name once in the set".to_owned();
            flaws.push(flaw(file, name, "name", message));
        }
    }
    let of = |kind| cards.iter().filter(move |card| card.kind == kind);
    let patrons: usize = of(Type::Patron).map(|card| usize::from(card.copies)).sum();
    let several = cards.iter().filter(|card| !is_single(card)).count();
    let limits = [
        (cards.len(), KINDS, "different cards, the boast among them"),
        (several, COUNTED, "different cards with several copies, the boast among them"),
        (patrons, PATRONS, "patron cards"),
        (of(Type::Income).count(), INCOMES, "different incomes"),
    ];
    for (count, most, what) in limits {
        if count > most {
            let message = format!("the set has {count} {what}: expected at most {most}");
            flaws.push(flaw("economy.toml", "", "card", message));
        }
    }
}

const fn file_of(card: &Card) -> &'static str {
    match card.home {
        _ if card.expansion => "expansion.toml",
        Home::Starting => "starting.toml",
        Home::Supply(Deck::Gladiators) => "gladiators.toml",
        Home::Supply(Deck::Training) => "training.toml",
        Home::Supply(Deck::Economy) => "economy.toml",
        Home::Champion(_) => "champions.toml",
        Home::Boast => "boasts.toml",
    }
}
