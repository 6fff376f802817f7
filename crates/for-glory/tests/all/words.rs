//! The words a player reads: headers, notation with its earlier spellings, card texts, and what `cards` lists.

use gloria_for_glory::{Action, Rules, State, load, text};
use table::scenario::SetupLine;
use table::{Game, Light, Options, Rulebook, Seat, Staged, Tell, Viewer};

fn rules(players: &str) -> Rules {
    Rules::from_options(&Options::new().with("players", players)).unwrap()
}

fn staged(rules: &Rules, setup: &[(&str, &str)]) -> State {
    let lines: Vec<_> = (1..)
        .zip(setup)
        .map(|(line, (key, value))| SetupLine { line, key: (*key).to_owned(), value: (*value).to_owned() })
        .collect();
    State::stage(rules, &lines).unwrap()
}

fn table(rules: &Rules, state: &State) -> String {
    State::table(rules, &state.view(rules, Viewer::Seat(Seat::new(0))), 400)
}

#[test]
fn who_pays_for_a_late_registration_is_named_and_nobody_else() {
    let rules = rules("2");
    let setup = [
        ("A hand", "Cestus, 4 Business as Usual"),
        ("A coins", "2"),
        ("favor", "B"),
        ("phase", "registration"),
    ];
    let mut state = staged(&rules, &setup);
    let enter = State::read(&rules, "send Cestus to the near arena").unwrap();
    state.play(&rules, Seat::new(0), enter, &mut Light::new(1)).unwrap();
    let prompt = State::asked(&rules, &state.view(&rules, Viewer::Spectator)).to_string();
    assert_eq!(prompt, "Arena phase › Late registration › A pays 3 coins to register Cestus");
}

#[test]
fn with_three_everyone_has_their_own_bloodlust() {
    let rules = rules("3");
    let text = table(&rules, &staged(&rules, &[("lasting", "A Cestus, A Tiro, B Tiro")]));
    assert!(text.starts_with("Turn 1, round 1 of 3. The boast is "), "{text}");
    for (seat, lust) in [("A", 5), ("B", 3), ("C", 0)] {
        let line = text
            .lines()
            .find(|line| line.starts_with(&format!("{seat}:")) || line.starts_with(&format!("{seat} (")));
        assert!(line.is_some_and(|line| line.contains(&format!("bloodlust {lust},"))), "{seat}: {text}");
    }
    assert!(
        text.contains("Reigning Champion tokens: both are free.") && !text.contains("no arena"),
        "{text}"
    );
}

#[test]
fn alone_the_ludus_magnus_is_named_with_its_deck() {
    let rules = rules("1");
    let text = table(
        &rules,
        &staged(&rules, &[("near", "B Tiro"), ("orders", "5, 6"), ("arenas", "Capua, Ostia, Pompeii")]),
    );
    assert!(
        text.lines().any(|line| line == "The Ludus Magnus: 0 glory, 2 cards in its deck"
            || line == "The Ludus Magnus (Crowd's Favor): 0 glory, 2 cards in its deck"),
        "{text}"
    );
    assert!(text.contains("The Ludus Magnus's Tiro: attack 1, health 2, agility 0"), "{text}");
    assert!(
        text.contains("Capua, the near Fleeting arena, 1 glory. Your late registration costs 1 coin less."),
        "{text}"
    );
    assert!(!text.lines().any(|line| line.starts_with("B:") || line.starts_with("B (")), "{text}");
}

#[test]
fn earlier_spellings_are_still_read() {
    let (two, one) = (rules("2"), rules("1"));
    for (rules, old, new) in [
        (&two, "enter Cestus into lasting", "send Cestus to the Lasting arena"),
        (&two, "Send cestus To the lasting arena", "send Cestus to the Lasting arena"),
        (&two, "BUY cull", "buy Cull"),
        (&two, "attack with A Cestus", "attack with A's Cestus"),
        (&two, "target B Cestus 2", "target B's Cestus 2"),
        (&one, "target B Tiro", "target the Ludus Magnus's Tiro"),
        (&two, "pay 3 Business as Usual", "pay with 3 Business as Usual"),
        (&two, "pay coins", "pay with coin tokens"),
        (&two, "stops mine", "ask me only about my gladiators"),
        (&two, "row training", "replace the training cards"),
        (&two, "place far", "move to the far arena"),
        (&two, "patron B Augur", "choose B's Augur"),
        (&two, "arena Capua", "choose Capua"),
        (&two, "opponent B", "choose B"),
        (&two, "first A Cestus", "start with A's Cestus"),
        (&two, "buy back reserve", "buy back your reserve"),
    ] {
        let old = old.replace("Augur", "Treacherous Augur");
        let new = new.replace("Augur", "Treacherous Augur");
        let action: Action = State::read(rules, &old).unwrap();
        assert_eq!(State::write(rules, action), new);
        assert_eq!(State::read(rules, &new).unwrap(), action);
    }
}

#[test]
fn what_may_be_typed_is_told_once_and_with_its_holes() {
    let unread = |text: &str| State::read(&rules("2"), text).unwrap_err().0;
    assert_eq!(unread("use"), "'use' is not understood: expected use …");
    assert_eq!(unread("choose"), "'choose' is not understood: expected choose … or choose …'s …");
    let all = unread("fly");
    assert_eq!(all.matches("choose").count(), 1, "{all}");
}

#[test]
fn cards_say_how_many_there_are_and_whose_they_are() {
    let cards = State::cards(&rules("2"));
    let text =
        |name: &str| cards.iter().find(|(known, _)| known == name).expect("it is listed").1.to_string();
    assert!(text("Tiro").ends_with("2 copies in the gladiators deck. Our design."), "{}", text("Tiro"));
    assert!(
        text("Cull").contains("1 copy in every starting deck. Known from the rule books; our own: type.")
    );
    assert!(text("Casinum").ends_with("Known from the rule books."), "{}", text("Casinum"));
    assert!(text("Order 1").starts_with("Order of the Ludus Magnus. Machinations: "), "{}", text("Order 1"));
}

/// The text of a card of the house set with something in its file changed.
fn changed(file: &str, name: &str, from: &str, to: &str) -> String {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
    let texts = load::FILES.map(|known| {
        let text = std::fs::read_to_string(folder.join(known)).unwrap();
        if known == file { text.replacen(from, to, 1) } else { text }
    });
    let set = load::read(&texts.each_ref().map(String::as_str)).unwrap();
    text::card(set.card(set.find(name).unwrap())).to_string()
}

#[test]
fn what_is_printed_is_what_is_done() {
    // A condition on the card itself counts, so it is printed.
    let thraex = changed("gladiators.toml", "Thraex", "of = \"this\"", "of = \"this damaged\"");
    assert!(thraex.contains("While damaged, Thraex has "), "{thraex}");
    // Only gladiators can leave themselves out; the loader refuses it elsewhere.
    let spiculus = changed("gladiators.toml", "Spiculus", "to = \"target\"", "to = \"target other\"");
    assert!(spiculus.contains("to a target gladiator other than Spiculus."), "{spiculus}");
}
