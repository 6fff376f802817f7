//! FG-142: what else may happen instead of what, in sets of their own, since the house set has two such cards.

use std::fs;
use std::path::Path;

use gloria_for_glory::{State, load};
use table::scenario::{self, Verdict};

use super::house::DATA;

const BODYGUARD: &str = "would = \"defeat\"\nof = \"each yours\"\nthen = \"exhaust\"";

/// Runs a scenario with the house set in which Bodyguard says this.
fn holds(name: &str, says: &str, scenario: &str) {
    assert!(DATA[3].contains(BODYGUARD), "the card file still says so");
    let economy = DATA[3].replacen(BODYGUARD, says, 1);
    let mut texts = DATA;
    texts[3] = &economy;
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("instead-{name}"));
    fs::create_dir_all(&folder).unwrap();
    for (file, text) in load::FILES.into_iter().zip(texts) {
        fs::write(folder.join(file), text).unwrap();
    }
    let cards = folder.display();
    let page = format!("# {name}\n\n```scenario\ngame: for-glory\nset: cards={cards}\n{scenario}\n```\n");
    for block in scenario::blocks(&page).unwrap() {
        match scenario::run::<State>(&block) {
            Verdict::Passed => {}
            Verdict::Failed(fault) | Verdict::Malformed(fault) => {
                panic!("{name}: {}: {}", fault.line, fault.message)
            }
        }
    }
}

#[test]
fn damage_may_be_taken_by_a_blessing() {
    let says = "would = \"damage\"\nof = \"each yours\"\nthen = \"unbless\"";
    // No damage is assigned, so no window opens; without a blessing it comes as ever.
    holds("damage", says, "near: A Cestus (blessings 1, damage 1), B Thraex\nA patrons: Bodyguard\nB patrons: Tribune\nB hand: Javelin\nacts: B\nphase: battle near\n---
B play Javelin\nB target A Cestus\nA is told: Bodyguard speaks up: A's Cestus is dealt no damage
expect near: A Cestus (damage 1), B Thraex\nexpect A patrons: Bodyguard
B attack with B Thraex\nexpect A discard: Cestus");
}

#[test]
fn damage_that_nothing_prevents_is_not_replaced() {
    let says = "would = \"damage\"\nof = \"each yours\"\nthen = \"exhaust\"";
    holds("fixed", says, "near: A Cestus, B Dimachaerus\nA patrons: Bodyguard\nB patrons: Tribune\nacts: B\nphase: battle near\n---
B attack with B Dimachaerus\nexpect A discard: Cestus\nexpect A patrons: Bodyguard");
}

#[test]
fn a_patron_is_exhausted_in_place_of_a_gladiator() {
    let says = "would = \"exhaust\"\nof = \"each yours\"\nthen = \"exhaust\"";
    // An attack exhausts all the same: that is no text.
    holds("exhaust", says, "near: A Cestus, A Tiro, B Thraex\nA patrons: Bodyguard\nB patrons: Tribune\nB hand: 2 Thrown Net\nacts: B\nphase: battle near\n---
B play Thrown Net\nB target A Cestus
expect near: A Cestus, A Tiro, B Thraex\nexpect A patrons: Bodyguard (exhausted)");
}

#[test]
fn cards_are_kept_for_coins_or_for_others() {
    holds("coins", "would = \"discard\"\nthen = \"coins\"\namount = 2", "A hand: Scandal, Business as Usual\nA coins: 3\nB hand: 3 Business as Usual\nB patrons: Bodyguard\nB coins: 0\n---
A play Scandal\nB is told: Bodyguard speaks up: B discards nothing\nexpect B hand size: 3\nexpect B coins: 2");
    holds("draw", "would = \"discard\"\nthen = \"draw\"", "A hand: Scandal, Business as Usual\nA coins: 3\nB hand: 3 Business as Usual\nB deck: Cestus\nB patrons: Bodyguard\n---
A play Scandal\nexpect B hand size: 4");
}

#[test]
fn glory_may_go_for_coins() {
    // The arena is won all the same; the Crowd's Favor is where least glory is.
    holds("glory", "would = \"glory\"\nthen = \"coins\"\namount = 4", "near: A Thraex, B Cestus (damage 1)\nA patrons: Bodyguard, Tribune\nA coins: 0\nB coins: 0\nacts: A\nphase: battle near\n---
A attack with A Thraex\nA is told: Bodyguard speaks up: A wins no glory\nexpect A glory: 0\nexpect A coins: 4\nexpect tokens: near A");
}
