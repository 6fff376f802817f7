//! Sets with more kinds of cards than a pile counts: of those beyond there is one each.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use gloria_for_glory::cards::{COUNTED, KINDS};
use gloria_for_glory::{Rules, State, load};
use table::testkit::{Laws, Tally};
use table::{Flaws, Options, Rulebook};

use super::house::DATA;

/// A name that no other card has: digits can't be typed.
fn name(at: usize) -> String {
    let letter = |at: usize| char::from(b'a' + at as u8);
    format!("Errand {}{}", letter(at / 26), letter(at % 26))
}

/// The house set with so many more schemes for sale, each so many times.
fn larger(more: usize, copies: usize) -> Result<Rules, Flaws> {
    let count = 50 + more * copies;
    let mut economy = DATA[3].replacen("count = 50", &format!("count = {count}"), 1);
    for at in 0..more {
        let name = name(at);
        write!(
            economy,
            "\n[[card]]\nname = \"{name}\"\ntype = \"scheme\"\nsource = \"house\"\ncopies = {copies}\ncost = 1\n\
             [[card.ability]]\nas = \"scheme\"\neffects = [{{ do = \"coins\", coins = 2 }}]\n"
        )
        .expect("a string takes what is written to it");
    }
    let mut texts = DATA;
    texts[3] = &economy;
    load::read(&texts)?;
    // Records name the folder that a set was read from.
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("larger-{more}-{copies}"));
    fs::create_dir_all(&folder).expect("a folder for the test");
    for (file, text) in load::FILES.into_iter().zip(texts) {
        fs::write(folder.join(file), text).expect("a file for the test");
    }
    let options = Options::new().with("cards", &folder.display().to_string()).with("champions", "random");
    Ok(Rules::from_options(&options).expect("what was read is read again"))
}

fn house() -> usize {
    load::house().cards().count()
}

#[test]
fn a_set_may_have_more_kinds_than_a_pile_counts() {
    let rules = larger(KINDS - house(), 1).unwrap();
    assert_eq!(rules.set.cards().count(), KINDS);
    let single = rules.set.cards().skip(COUNTED);
    assert!(single.into_iter().all(|(_, card)| card.copies <= 1), "there is one of each");
    let (boast, _) = rules.set.cards().find(|(_, card)| card.name == "Boast").unwrap();
    assert_eq!(rules.set.boast(), boast);
    let mut tally = Tally::default();
    for seed in 0..12 {
        let laws = Laws { sample: 6, ..Laws::default() };
        laws.check_game::<State>(&rules, seed, &mut tally)
            .unwrap_or_else(|broken| panic!("{seed}: {broken}"));
    }
    assert_eq!(tally.games, 12);
}

#[test]
fn what_is_too_much_is_told_once() {
    let told = |more, copies| {
        larger(more, copies).unwrap_err().as_slice().iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let over = KINDS - house() + 1;
    assert_eq!(
        told(over, 1),
        [format!(
            "economy.toml, card: the set has {} different cards, the boast among them: expected at most {KINDS}",
            KINDS + 1
        )]
    );
    let [flaw] = &told(over - 1, 2)[..] else { panic!("one flaw was expected") };
    assert!(
        flaw.contains("different cards with several copies, the boast among them: expected at most 128"),
        "{flaw}"
    );
}
