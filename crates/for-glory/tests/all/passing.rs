//! FG-143, FG-144: what no card of the house set says, in sets of their own.

use std::fs;
use std::path::Path;

use gloria_for_glory::{State, load, text};
use table::scenario::{self, Verdict};

use super::house::DATA;

/// Runs a scenario with the house set in which one text of a file is another, and answers what this card then says.
fn holds(name: &str, (file, from, to): (usize, &str, &str), card: &str, scenario: &str) -> String {
    assert!(DATA[file].contains(from), "the card file still says so");
    let changed = DATA[file].replacen(from, to, 1);
    let mut texts = DATA;
    texts[file] = &changed;
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("passing-{name}"));
    fs::create_dir_all(&folder).unwrap();
    for (file, text) in load::FILES.into_iter().zip(texts) {
        fs::write(folder.join(file), text).unwrap();
    }
    let cards = folder.display();
    let page = format!(
        "# {name}\n\n```scenario\ngame: for-glory\nset: cards={cards} first_player=A\n{scenario}\n```\n"
    );
    for block in scenario::blocks(&page).unwrap() {
        match scenario::run::<State>(&block) {
            Verdict::Passed => {}
            Verdict::Failed(fault) | Verdict::Malformed(fault) => {
                panic!("{name}: {}: {}", fault.line, fault.message)
            }
        }
    }
    let set = load::folder(&folder).unwrap();
    let (_, card) = set.cards().find(|(_, it)| it.name == card).unwrap();
    text::card(card).to_string()
}

const LORARIUS: &str = "as = \"tactic\"\ndefeat = \"another\"\neffects = [
    { do = \"ready\", who = \"target yours exhausted\" },
    { do = \"strengthen\", amount = 2, who = \"same\" },
]";

/// What is given in late registration lasts until the first combat turn ends, so it counts at initiative and no longer.
#[test]
fn agility_counts_at_initiative() {
    let says = "as = \"reaction\"\nwhen = \"this enters\"\neffects = [
    { do = \"strengthen\", stat = \"agility\", amount = 4, who = \"each yours\" },\n]";
    let printed = holds(
        "agility",
        (1, LORARIUS, says),
        "Lorarius",
        "favor: B\nA hand: Lorarius\nA coins: 3\nnear: B Eques\nB patrons: Matrona\nphase: registration\n---
A enter Lorarius into near\nA use A Lorarius\nexpect agility A Lorarius: 4\nexpect turn: A
A attack with A Lorarius\nexpect agility A Lorarius: 0\nexpect turn: B",
    );
    assert!(
        printed.ends_with(
            "give each gladiator of yours in that arena 4 more agility until the combat turn ends."
        ),
        "{printed}"
    );
}

/// A patron's scheme reaches all arenas, and so does its cost.
#[test]
fn a_patron_may_ask_for_any_gladiator_of_its_owner() {
    let quaestor = "as = \"scheme\"\nexhaust = true\neffects = [\n    { do = \"coins\", coins = 1 },\n    { do = \"coins\", coins = \"1 per arena\" },";
    let says = "as = \"scheme\"\nexhaust = true\ndefeat = \"another\"\neffects = [\n    { do = \"coins\", coins = 3 },";
    let printed = holds(
        "anywhere",
        (3, quaestor, says),
        "Quaestor",
        "A patrons: Quaestor\nA coins: 0\nnear: A Cestus, B Tiro\nlasting: A Andabata\n---
A use Quaestor\nA target B Tiro => FG-144\nA legal: target A Andabata | target A Cestus\nA target A Andabata
expect lasting: none\nexpect A coins: 4\nexpect A discard: Andabata",
    );
    assert!(
        printed
            .ends_with("Scheme: exhaust Quaestor and let a gladiator of yours be defeated to gain 3 coins."),
        "{printed}"
    );
    let none = "A patrons: Quaestor\nA coins: 0\nnear: B Tiro\n---\nA use Quaestor => FG-144\nexpect A patrons: Quaestor";
    holds("nowhere", (3, quaestor, says), "Quaestor", none);
}
