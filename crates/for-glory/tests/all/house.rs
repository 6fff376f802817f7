//! The house set: printed, loaded, and each card played once.

use std::path::Path;

use gloria_for_glory::cards::Source;
use gloria_for_glory::{Rules, State, load, text};
use table::testkit::committed;
use table::{Flaw, Options, Rulebook, Tell};

pub(crate) const DATA: [&str; 9] = [
    include_str!("../../data/starting.toml"),
    include_str!("../../data/gladiators.toml"),
    include_str!("../../data/training.toml"),
    include_str!("../../data/economy.toml"),
    include_str!("../../data/arenas.toml"),
    include_str!("../../data/boasts.toml"),
    include_str!("../../data/champions.toml"),
    include_str!("../../data/expansion.toml"),
    include_str!("../../data/ludus.toml"),
];

#[test]
fn the_whole_set_prints_as_committed() {
    let rules = Rules::from_options(&Options::new()).unwrap();
    let mut lines = Vec::new();
    for (_, card) in rules.set.cards() {
        let copies = if card.copies > 0 { format!(" ({} copies)", card.copies) } else { String::new() };
        lines.push(format!(
            "{}{copies}: {} [{}{}]",
            card.name,
            text::card(card),
            card.source.name(),
            inferred(&card.inferred)
        ));
    }
    for (_, arena) in rules.set.arenas() {
        lines.push(format!(
            "{}: {} [{}{}]",
            arena.name,
            text::arena(arena),
            arena.source.name(),
            inferred(&arena.inferred)
        ));
    }
    for (number, order) in (1..).zip(rules.set.orders()) {
        lines.push(format!("Ludus Magnus order {number}: {}", order.whole()));
    }
    lines.push(format!("Boasts: {:?}", rules.set.boasts(2)));
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/house-set.txt");
    committed(&file, &(lines.join("\n") + "\n")).unwrap();
    assert_eq!(State::cards(&rules).len(), rules.set.cards().count() + 16 + rules.set.orders().len());
}

fn inferred(fields: &[String]) -> String {
    if fields.is_empty() { String::new() } else { format!("; inferred: {}", fields.join(", ")) }
}

#[test]
fn the_known_cards_are_marked() {
    let rules = Rules::from_options(&Options::new()).unwrap();
    let cards =
        rules.set.cards().filter(|(_, card)| card.source != Source::House && card.name != "Boast").count();
    let arenas = rules.set.arenas().filter(|(_, arena)| arena.source != Source::House).count();
    assert_eq!(cards + arenas, 29, "29 named cards are publicly known");
}

fn broken(file: usize, from: &str, to: &str) -> Flaw {
    assert!(DATA[file].contains(from), "the card file still says {from}");
    let changed = DATA[file].replacen(from, to, 1);
    let mut texts = DATA;
    texts[file] = &changed;
    let flaws = load::read(&texts).unwrap_err();
    // One mistake is told once.
    let [flaw] = flaws.as_slice() else { panic!("one flaw was expected: {flaws:?}") };
    // Where no line is told, the file as a whole is meant, or two cards of it.
    let above = flaw.field.is_empty() || flaw.line == 0;
    assert!(above || changed.lines().nth(flaw.line - 1).is_some_and(|line| line.starts_with("[[")), "{flaw}");
    Flaw { line: 0, ..flaw.clone() }
}

#[test]
fn a_missing_field_is_named() {
    let fault = broken(1, "health = 7\n", "");
    assert_eq!(
        fault.to_string(),
        "gladiators.toml, Thraex, health: is missing: expected a number from 1 to 30"
    );
}

#[test]
fn an_unknown_effect_is_named() {
    let fault = broken(2, "do = \"return\"", "do = \"vanish\"");
    assert_eq!(
        (fault.file.as_str(), fault.entry.as_str(), fault.field.as_str()),
        ("training.toml", "Pierce", "effects")
    );
    assert!(fault.message.contains("unknown variant `vanish`, expected one of `deal`"), "{fault}");
}

#[test]
fn a_duplicate_name_is_named() {
    let fault = broken(3, "name = \"Matrona\"", "name = \"Thraex\"");
    assert_eq!(
        fault.to_string(),
        "economy.toml, Thraex, name: is used twice: expected every name once in the set"
    );
}

#[test]
fn counts_that_do_not_add_up_are_named() {
    let fault = broken(1, "count = 57", "count = 58");
    assert_eq!(fault.to_string(), "gladiators.toml, count: the copies add up to 57: expected count = 58");
    let fault = broken(4, "count = 16", "count = 15");
    assert_eq!(fault.to_string(), "arenas.toml, count: there are 16 arenas: expected count = 15");
    let fault = broken(5, "count = 15", "count = 14");
    assert_eq!(fault.to_string(), "boasts.toml, count: there are 15 boasts: expected count = 14");
}

#[test]
fn a_negative_stat_is_named() {
    let fault = broken(1, "attack = 2\n", "attack = -2\n");
    assert_eq!(fault.to_string(), "gladiators.toml, Thraex, attack: is -2: expected a number from 0 to 20");
}

/// What a card says and does must agree, so words that nothing looks at are refused (FG-2).
fn words_that_would_be_left_out() -> [(Flaw, &'static str); 14] {
    let arbelas = r#"{ do = "deal", amount = "attack", to = "target" }"#;
    let evade = r#"{ do = "prevent", amount = "all", on = "target yours" }"#;
    let javelin = r#"{ do = "deal", amount = 2, to = "target" }"#;
    [
        (
            broken(2, javelin, r#"{ do = "deal", amount = 2, to = "target other" }"#),
            "training.toml, Javelin, effects: 'other' is other than a gladiator itself",
        ),
        (
            broken(2, javelin, r#"{ do = "deal", amount = 2, to = "target ready damaged" }"#),
            "training.toml, Javelin, effects: 'target ready damaged' says too much",
        ),
        (
            broken(2, javelin, r#"{ do = "deal", amount = "all", to = "target" }"#),
            "training.toml, Javelin, effects: there is no \"all\" of that",
        ),
        (
            broken(2, javelin, r#"{ do = "deal", amount = "1 per damage", to = "target" }"#),
            "training.toml, Javelin, effects: the card has neither attack nor damage",
        ),
        (
            broken(2, javelin, r#"{ do = "deal", amount = 2, to = "same" }"#),
            "training.toml, Javelin, effects: 'same' is nobody",
        ),
        (
            broken(2, javelin, r#"{ do = "deal", amount = 2, to = "attacker" }"#),
            "training.toml, Javelin, effects: 'attacker' is nobody",
        ),
        (
            broken(2, javelin, r#"{ do = "return", coins = 2 }"#),
            "training.toml, Javelin, effects: return speaks of a target",
        ),
        (
            broken(2, javelin, r#"{ do = "bless", who = "this" }"#),
            "training.toml, Javelin, effects: 'this' is no gladiator",
        ),
        (
            broken(2, evade, r#"{ do = "prevent", amount = "all", on = "attacker yours" }"#),
            "training.toml, Evade, effects: 'this', 'attacker' and 'same' name one gladiator",
        ),
        (
            broken(1, arbelas, r#"{ do = "deal", amount = "1 per damage", to = "target" }"#),
            "gladiators.toml, Arbelas, effects: the gladiator is gone",
        ),
        (
            broken(1, arbelas, r#"{ do = "bless", who = "this" }"#),
            "gladiators.toml, Arbelas, effects: 'this' is gone by then",
        ),
        (
            broken(1, "when = \"this leaves\"", "when = \"this tactic\""),
            "gladiators.toml, Arbelas, when: is about a player's tactic",
        ),
        (
            broken(1, "of = \"each yours other\"", "of = \"this other\""),
            "gladiators.toml, Eques, static: 'this' names one gladiator",
        ),
        (
            broken(4, "of = \"each yours\"", "of = \"each yours other\""),
            "arenas.toml, Verona, static: 'other' is other than a gladiator itself",
        ),
    ]
}

/// What the words for choices, costs, times and changes must keep to (FG-130, FG-134, FG-137, FG-138, FG-143, FG-144).
fn words_out_of_place() -> [(Flaw, &'static str); 17] {
    let call = r#"{ do = "ready", who = "target yours exhausted" }"#;
    let javelin = r#"{ do = "deal", amount = 2, to = "target" }"#;
    [
        (
            broken(2, call, r#"{ or = true, do = "ready", who = "target yours exhausted" }"#),
            "training.toml, Trainer's Call, effects: the first has nothing before it",
        ),
        (
            broken(2, call, r#"{ may = true, do = "ready", who = "target yours exhausted" }"#),
            "training.toml, Trainer's Call, effects: one of several effects can't have 'may'",
        ),
        (
            broken(2, call, r#"{ do = "enlist" }"#),
            "training.toml, Trainer's Call, effects: enlist, enlist-this and return are no choice",
        ),
        (
            broken(2, call, r#"{ do = "draw", cards = 1 }, { or = true, do = "coins", coins = 1 }"#),
            "training.toml, Trainer's Call, effects: there are too many to choose from",
        ),
        (
            broken(2, javelin, r#"{ do = "deal", amount = "its wrath", to = "target" }"#),
            "training.toml, Javelin, effects: 'its wrath' is no amount",
        ),
        (
            broken(2, javelin, r#"{ do = "draw", cards = "its attack" }"#),
            "training.toml, Javelin, effects: 'its' is nobody's",
        ),
        (
            broken(2, "amount = \"1 per hand\"", "stat = \"bloodlust\", amount = \"1 per hand\""),
            "training.toml, Last Stand, effects: nobody looks at bloodlust before the combat turn ends",
        ),
        (
            broken(
                2,
                "amount = 3, who = \"target opposing damaged\"",
                "amount = 16, who = \"target opposing damaged\"",
            ),
            "training.toml, Iugula, effects: changes health by 16: expected at most 15 for a turn",
        ),
        (
            broken(1, "defeat = \"another\"", "defeat = \"somebody\""),
            "gladiators.toml, Lorarius, defeat: 'somebody' can't be paid: expected true",
        ),
        (
            broken(7, "remove = \"another\"", "remove = \"another\"\npay = 1"),
            "expansion.toml, Sacrifice, remove: is chosen after coin is paid",
        ),
        (
            broken(2, javelin, r#"{ do = "rescue" }"#),
            "training.toml, Javelin, effects: Rescue does not fit here",
        ),
        (
            broken(1, "defeat = true", "defeat = true\nexhaust = true"),
            "gladiators.toml, Noxius, defeat: is the whole of what a gladiator pays",
        ),
        (
            broken(3, "exhaust = true\npay = 2", "remove = true\npay = 2"),
            "economy.toml, Treacherous Augur, remove: is a cost of cards that are played",
        ),
        (
            broken(1, "as = \"free\"\nexhaust = true", "as = \"free\"\npay = 1"),
            "gladiators.toml, Meridianus, exhaust: is missing",
        ),
        (
            broken(1, "when = \"this battle\"", "when = \"yours battle\""),
            "gladiators.toml, Sagittarius, when: is 'yours battle': expected",
        ),
        (
            broken(3, "when = \"yours buys\"", "when = \"this buys\""),
            "economy.toml, Nomenclator, when: is 'this buys': expected",
        ),
        (
            broken(
                1,
                "when = \"this wins\"\neffects = [",
                "when = \"this wins\"\neffects = [\n    { do = \"search\", what = \"card\" },",
            ),
            "gladiators.toml, Gladiatrix, effects: a reaction of the gladiator itself can't ask",
        ),
    ]
}

/// What the words for looking, for what happens instead and for orders must keep to (FG-140 to FG-142).
fn words_of_looks_and_orders() -> [(Flaw, &'static str); 8] {
    [
        (
            broken(2, r#"cards = 4, then = "order""#, r#"cards = 1, then = "order""#),
            "training.toml, Reading the Sand, effects: looks at 1: expected from 2 to 5 cards",
        ),
        (
            broken(3, r#"cards = 3, then = "take""#, r#"cards = 6, then = "take""#),
            "economy.toml, Informer, effects: looks at 6: expected from 1 to 5 cards",
        ),
        (
            broken(2, r#"whose = "opponent", then = "discard""#, r#"whose = "opponent", then = "take""#),
            "training.toml, Loose Tongues, effects: an opponent's card can't be taken",
        ),
        (
            broken(3, "of = \"each yours\"\nthen = \"exhaust\"", "of = \"each yours\"\nthen = \"coins\""),
            "economy.toml, Bodyguard, static: 'coins' can't happen instead of 'defeat': expected one of exhaust",
        ),
        (
            broken(3, "of = \"each yours\"\nthen = \"exhaust\"", "then = \"exhaust\""),
            "economy.toml, Bodyguard, static: 'defeat' happens to gladiators: expected 'of'",
        ),
        (
            broken(3, "would = \"defeat\"\nof", "would = \"discard\"\nof"),
            "economy.toml, Bodyguard, static: 'discard' happens to you: expected no 'of'",
        ),
        (
            broken(3, "of = \"each yours\"\nthen = \"exhaust\"", "of = \"this\"\nthen = \"exhaust\""),
            "economy.toml, Bodyguard, static: 'this' is no gladiator",
        ),
        (
            broken(8, "machinations = \"1 lasting, 1 fleeting\"", "machinations = \"2 lasting, 2 fleeting\""),
            "ludus.toml, order 104, machinations: '2 lasting, 2 fleeting' is no muster",
        ),
    ]
}

#[test]
fn other_faults_are_named() {
    let cases = [
        (
            broken(1, "type = \"gladiator\"", "type = \"patron\""),
            "gladiators.toml, Thraex, type: is 'patron': expected one of gladiator",
        ),
        (
            broken(1, "bloodlust = 2\n", "bloodlust = 2\nbloodlist = 2\n"),
            "gladiators.toml, Thraex, bloodlist: is an unknown field",
        ),
        (
            broken(1, "as = \"tactic\"", "as = \"income\""),
            "gladiators.toml, Spiculus, as: is 'income': expected one of scheme, tactic",
        ),
        (
            broken(2, "as = \"tactic\"", "as = \"tactical\""),
            "training.toml, Pierce, as: is 'tactical': expected one of scheme, tactic",
        ),
        (
            broken(2, "amount = 1, to = \"target\"", "amount = \"many\", to = \"target\""),
            "training.toml, Pierce, effects: 'many' is no amount",
        ),
        (
            broken(2, "amount = 1, to = \"target\"", "amount = 1, to = \"foe\""),
            "training.toml, Pierce, effects: 'foe' names no gladiator",
        ),
        (
            broken(3, "pay = 2", "pay = -2"),
            "economy.toml, Treacherous Augur, pay: is -2: expected a number from 1 to 20",
        ),
        (broken(3, "exhaust = true", "exhaust = \"yes\""), "economy.toml, Treacherous Augur, exhaust:"),
        (broken(3, "exhaust = true\neffects", "effects"), "economy.toml, Praetor, ability: costs nothing"),
        (
            broken(2, "when = \"damage\"", "when = \"rain\""),
            "training.toml, Evade, when: is 'rain': expected",
        ),
        (
            broken(8, "attack = \"lowest attack at highest health\"", "attack = \"all\""),
            "ludus.toml, order 1, attack: is 'all': expected",
        ),
        (
            broken(8, "reaction = \"prevent 1\"", "reaction = \"flee\""),
            "ludus.toml, order 1, reaction: 'flee' is no reaction",
        ),
        (broken(6, "level = 2", "level = 3"), "champions.toml, Flamma II, level: is 3: expected 2"),
        (broken(0, "count = 14", "count = fourteen"), "starting.toml: is not TOML"),
        (
            broken(1, "name = \"Thraex\"", "name = \"Thraex 2\""),
            "gladiators.toml, Thraex 2, name: can't be typed",
        ),
    ];
    let cases = cases
        .into_iter()
        .chain(words_that_would_be_left_out())
        .chain(words_out_of_place())
        .chain(words_of_looks_and_orders());
    for (fault, expected) in cases {
        assert!(fault.to_string().starts_with(expected), "{fault}\nexpected {expected}");
    }
}

#[test]
fn a_folder_is_read_like_the_house_set() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
    let rules = Rules::from_options(&Options::new().with("cards", &folder.display().to_string())).unwrap();
    assert_eq!(*rules.set, load::house());
    let error = Rules::from_options(&Options::new().with("cards", "no-such-folder")).unwrap_err().to_string();
    assert!(error.starts_with("starting.toml: can't be read from no-such-folder"), "{error}");
}

/// `gloria cards check` tells everything at once: a flaw hides none in another card, file or field.
#[test]
fn all_mistakes_of_all_files_are_found_at_once() {
    let mut texts = DATA.map(str::to_owned);
    let mut spoil = |file: usize, from: &str, to: &str| {
        assert!(texts[file].contains(from), "the card file still says {from}");
        texts[file] = texts[file].replacen(from, to, 1);
    };
    spoil(1, "attack = 2\n", "attack = -2\n");
    spoil(1, "bloodlust = 2\n", "bloodlust = 2\nbloodlist = 2\n");
    spoil(2, "do = \"return\"", "do = \"vanish\"");
    spoil(2, "when = \"damage\"", "when = \"rain\"");
    spoil(3, "pay = 2", "pay = -2");
    spoil(4, "of = \"each yours\"", "of = \"each yours other\"");
    spoil(5, "count = 15", "count = 14");
    spoil(8, "reaction = \"prevent 1\"", "reaction = \"flee\"");
    let flaws = load::read(&texts.each_ref().map(String::as_str)).unwrap_err();
    let told: Vec<_> = flaws.as_slice().iter().map(ToString::to_string).collect();
    for word in [
        "-2: expected a number from 0",
        "bloodlist",
        "vanish",
        "rain",
        "-2: expected a number from 1",
        "other",
        "14",
        "flee",
    ] {
        assert!(told.iter().any(|flaw| flaw.contains(word)), "'{word}' is not among {told:#?}");
    }
    assert_eq!(told.len(), 8, "{told:#?}");
}
