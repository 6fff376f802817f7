//! Kingdoms that are wrong are refused with file and line or entry; the built-in one keeps its promises.

use std::path::PathBuf;

use gloria_glory::{Action, FILES, KINGDOMS, Kingdom, NOWHERE, Rules, SCENARIOS, State, Task, Trial};
use table::{Flaw, Game, Light, Options, Rulebook, Script, Seat, Turn, Viewer};

fn data(file: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("data/thornmere").join(file);
    std::fs::read_to_string(path).expect("the data files are part of the crate")
}

fn texts() -> Vec<(&'static str, String)> {
    FILES.iter().map(|file| (*file, data(file))).collect()
}

/// The flaws of the built-in kingdom with one text replaced in one file.
fn flaws(file: &str, from: &str, to: &str) -> Vec<Flaw> {
    let mut texts = texts();
    let text = &mut texts.iter_mut().find(|(name, _)| *name == file).expect("a file of the kingdom").1;
    assert!(text.contains(from), "{file} does not hold '{from}'");
    *text = text.replacen(from, to, 1);
    Kingdom::read(&texts).err().unwrap_or_default().as_slice().to_vec()
}

fn line_of(file: &str, text: &str) -> usize {
    data(file).lines().position(|line| line.contains(text)).expect("the text is in the file") + 1
}

fn refused(file: &str, from: &str, to: &str, line: usize, expected: &str) {
    let found = flaws(file, from, to);
    let told: Vec<_> = found.iter().map(ToString::to_string).collect();
    let fits = |flaw: &Flaw| {
        flaw.file == file && (line == 0 || flaw.line == line) && flaw.to_string().contains(expected)
    };
    assert!(found.iter().any(fits), "expected '{expected}' in {file}, line {line}, got {told:#?}");
}

#[test]
fn the_built_in_kingdom_is_sound_and_as_large_as_promised() {
    let kingdom = Kingdom::built_in("thornmere").unwrap_or_else(|flaws| panic!("{flaws:?}"));
    let report = kingdom.report();
    let count =
        |what: &str| report.counts.iter().find(|(name, _)| *name == what).map_or(0, |(_, count)| *count);
    assert!((80..=130).contains(&count("spaces")), "{report}");
    assert!((6..=8).contains(&count("towns")) && count("lairs") == 4, "{report}");
    assert_eq!(count("heroes"), 6, "{report}");
    assert!((38..=48).contains(&count("battle cards")), "{report}");
    assert!(count("lair cards") >= 8 && count("quests") >= 14, "{report}");
    assert!(kingdom.goods.len() >= 28 && kingdom.abilities.len() == 24, "{report}");
    assert!(count("fates") >= 50, "{report}");
    assert!((3.5..4.6).contains(&report.reach.roll), "{report}");
    let dice = kingdom.abilities.iter().filter(|ability| {
        ability.boon.windows & (gloria_glory::Window::Dice.bit() | gloria_glory::Window::Roll.bit()) != 0
    });
    assert!(dice.count() >= 10, "many abilities change or re-roll dice");
}

/// GL-35, L7: scores lie from 6 to 20, and every haven has one closest lair.
#[test]
fn scores_and_havens_are_as_the_rules_want_them() {
    let kingdom = Kingdom::built_in("thornmere").expect("the built-in kingdom is sound");
    assert!(kingdom.battle.iter().all(|monster| (6..=20).contains(&monster.score)));
    assert!(kingdom.battle.iter().any(|monster| monster.score == 6));
    assert!(kingdom.battle.iter().any(|monster| monster.score == 20));
    let map = &kingdom.map;
    for haven in &map.havens {
        let mut steps: Vec<_> = map.lairs.iter().map(|lair| map.distance(*haven, *lair)).collect();
        steps.sort_unstable();
        assert!(steps[0] < steps[1], "{} has two closest lairs", map.space(*haven).name);
    }
}

/// Q10: no quest names one single target: kins are plenty, and counts of places leave room.
#[test]
fn no_quest_depends_on_one_target() {
    let kingdom = Kingdom::built_in("thornmere").expect("the built-in kingdom is sound");
    for quest in &kingdom.quests {
        for task in &quest.tasks {
            let targets = match *task {
                Task::SlayKin(kin, _) => kingdom.battle.iter().filter(|monster| monster.kin == kin).count(),
                Task::SlayWorth(score) => {
                    kingdom.battle.iter().filter(|monster| monster.score >= score).count()
                }
                Task::Bring(sort) => kingdom.goods.iter().filter(|good| good.sort == sort).count(),
                Task::Slay(_)
                | Task::SlayNamed { .. }
                | Task::Deliver
                | Task::Visit(_)
                | Task::Towns(_)
                | Task::Lairs(_)
                | Task::Havens(_)
                | Task::Report(_)
                | Task::Pay(_)
                | Task::Survive(_)
                | Task::Fates(_)
                | Task::Buy(_)
                | Task::Know(_) => usize::MAX,
            };
            assert!(targets >= 3, "{} has {targets} targets", quest.name);
        }
    }
}

#[test]
fn an_unreachable_space_is_refused() {
    // Spaces 11 and 12 keep each other company, cut off from all the rest.
    let mut texts = texts();
    let map = &mut texts[1].1;
    *map = map
        .replacen("{ id = 1, ", "{ id = 200, kind = \"blank\", at = [30, 0], roads = [201, 202] },\n  { id = 201, kind = \"blank\", at = [31, 0], roads = [200, 202] },\n  { id = 202, kind = \"blank\", at = [32, 0], roads = [200, 201] },\n  { id = 1, ", 1);
    let found = Kingdom::read(&texts).expect_err("an unreachable space");
    assert!(
        found.as_slice().iter().any(|flaw| flaw.line == 7 && flaw.message.contains("no road leads here")),
        "{found:?}"
    );
}

#[test]
fn an_asymmetric_road_is_refused() {
    let line = line_of("map.toml", "id = 1, kind");
    refused(
        "map.toml",
        "at = [0, 0], roads = [5]",
        "at = [0, 0], roads = [5, 7]",
        line,
        "roads go both ways",
    );
}

#[test]
fn a_road_to_nowhere_is_refused() {
    let line = line_of("map.toml", "id = 1, kind");
    refused("map.toml", "at = [0, 0], roads = [5]", "at = [0, 0], roads = [5, 777]", line, "no such space");
}

/// M5: only stops may be dead ends.
#[test]
fn a_dead_end_that_is_no_stop_is_refused() {
    let line = line_of("map.toml", "id = 2, kind");
    refused("map.toml", "id = 2, kind = \"town\"", "id = 2, kind = \"fate\"", line, "dead end");
}

#[test]
fn other_faults_of_a_map_are_refused() {
    refused("map.toml", "id = 2,", "id = 1,", line_of("map.toml", "id = 2,"), "used twice");
    refused("map.toml", "kind = \"castle\"", "kind = \"blank\"", 0, "0 castles");
    refused("map.toml", "at = [5, 0]", "at = [0, 0]", line_of("map.toml", "at = [5, 0]"), "already lies");
    refused("map.toml", "kind = \"haven\"", "kind = \"heaven\"", line_of("map.toml", "\"haven\""), "heaven");
    refused(
        "map.toml",
        "name = \"Applewick\"",
        "name = \"Apple|wick\"",
        line_of("map.toml", "Applewick"),
        "can't be a name",
    );
}

#[test]
fn an_unknown_effect_is_refused_with_its_line() {
    let line = line_of("goods.toml", "heal = 4");
    refused("goods.toml", "{ heal = 4 }", "{ heel = 4 }", line, "unknown variant `heel`");
    let line = line_of("fates.toml", "\"scout\"");
    refused("fates.toml", "\"scout\"", "\"scowl\"", line, "unknown variant `scowl`");
    let line = line_of("quests.toml", "\"deliver\"");
    refused("quests.toml", "\"deliver\"", "\"devour\"", line, "unknown variant `devour`");
}

#[test]
fn a_missing_deck_is_refused() {
    let mut texts = texts();
    texts.retain(|(name, _)| *name != "fates.toml");
    let found = Kingdom::read(&texts).expect_err("a missing deck");
    assert!(
        found.as_slice().iter().any(|flaw| flaw.file == "fates.toml" && flaw.message.contains("missing")),
        "{found:?}"
    );
}

#[test]
fn cards_that_can_not_work_are_refused() {
    let draught = line_of("goods.toml", "Healing Draught");
    refused("goods.toml", "name = \"Healing Draught\"", "name = \"War Axe\"", draught, "used twice");
    refused("goods.toml", "price = 5", "price = 0", line_of("goods.toml", "Fine Sword"), "price is 0");
    let coat = line_of("goods.toml", "Padded Coat");
    refused("goods.toml", "always = [{ health = 1 }]", "always = [{ health = -1 }]", coat, "1 or more");
    let crows = line_of("fates.toml", "Stolen by Crows");
    let deep = "choose = [[{ choose = [[{ choose = [[{ heal = 1 }], [{ heal = 1 }]] }], [{ heal = 1 }]] }], [{ heal = 1 }]]";
    let shallow = "chance = { upto = 3, low = [{ lose-coins = 2 }], high = [{ coins = 2 }] }";
    refused("fates.toml", shallow, deep, crows, "3 deep");
    let knives = line_of("goods.toml", "Throwing Knives");
    refused("goods.toml", "does = [{ harm = 1 }]", "does = [{ steps = 1 }]", knives, "means nothing");
    refused("goods.toml", "uses = 3", "uses = 99", knives, "from 1 to 15");
    refused(
        "abilities.toml",
        "when = [\"round\"]\n",
        "",
        line_of("abilities.toml", "Second Wind"),
        "belong together",
    );
    refused("battle.toml", "score = 6", "score = 5", line_of("battle.toml", "Marsh Rats"), "from 6 to 20");
    refused(
        "battle.toml",
        "health = 3",
        "health = 0",
        line_of("battle.toml", "Marsh Rats"),
        "health 1 to 60",
    );
    refused(
        "heroes.toml",
        "[\"Oak Shield\"]",
        "[\"Oak Table\"]",
        line_of("heroes.toml", "Aldric Vane"),
        "no good",
    );
    refused(
        "heroes.toml",
        "[\"Oak Shield\"]",
        "[\"Fire Flask\", \"Fire Flask\", \"Fire Flask\"]",
        0,
        "holds 2",
    );
    refused(
        "quests.toml",
        "{ towns = 2 }",
        "{ towns = 12 }",
        line_of("quests.toml", "News from"),
        "can't be done",
    );
    refused(
        "lairs.toml",
        "kin = \"undead\"",
        "kin = \"undead\"\nscore = 9",
        line_of("lairs.toml", "Morwen"),
        "no 'score'",
    );
    refused("fates.toml", "copies = 2", "copies = 0", line_of("fates.toml", "Kindness"), "0 copies");
    refused(
        "fates.toml",
        "{ pay = 1 }, { heal = 3 }], [{ coins = 1 }",
        "{ heal = 3 }], [{ pay = 1 }",
        line_of("fates.toml", "Beggar"),
        "last choice",
    );
    refused("goods.toml", "sort = \"weapon\"", "colour = \"red\"", line_of("goods.toml", "sort"), "colour");
    refused("goods.toml", "price = 5", "price = ", line_of("goods.toml", "price = 5"), "");
}

#[test]
fn a_folder_that_is_not_there_is_one_clear_sentence() {
    let error = Rules::from_options(&Options::new().with("cards", "/no/such/folder")).expect_err("no folder");
    assert!(
        error.to_string().starts_with("option 'cards': map.toml: can't be read from /no/such/folder"),
        "{error}"
    );
}

/// A small kingdom in a folder: the built-in decks on another map.
fn small(name: &str, map: &str) -> Rules {
    let folder = std::env::temp_dir().join(format!("glory-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    for file in FILES {
        let text = if file == "map.toml" { map.to_owned() } else { data(file) };
        let text = if file == "quests.toml" { drop_hard_quests(&text) } else { text };
        std::fs::write(folder.join(file), text).expect("a file for the test");
    }
    let options = Options::new().with("cards", &folder.display().to_string()).with("heroes", "random");
    let rules = Rules::from_options(&options).unwrap_or_else(|error| panic!("{error}"));
    std::fs::remove_dir_all(&folder).expect("the test's own folder");
    rules
}

/// Quests that a map with two towns and two lairs lets be done.
fn drop_hard_quests(text: &str) -> String {
    text.replace("towns = 3", "towns = 1")
        .replace("towns = 2", "towns = 1")
        .replace("havens = 2", "havens = 1")
}

const LOOP: &str = r#"
name = "Loop"
spaces = [
  { id = 1, kind = "castle", at = [0, 0], roads = [2] },
  { id = 2, kind = "blank", at = [1, 0], roads = [1, 3, 4] },
  { id = 3, kind = "blank", at = [2, 0], roads = [2, 5] },
  { id = 4, kind = "blank", at = [1, 1], roads = [2, 5] },
  { id = 5, kind = "haven", name = "Inn", at = [2, 1], roads = [3, 4, 6, 7, 8, 9] },
  { id = 6, kind = "town", name = "Eastby", at = [3, 1], roads = [5] },
  { id = 7, kind = "town", name = "Westby", at = [2, 2], roads = [5] },
  { id = 8, kind = "lair", name = "Pit", at = [3, 2], roads = [5] },
  { id = 9, kind = "lair", name = "Hole", at = [1, 2], roads = [5] },
]
"#;

fn act(rules: &Rules, state: &mut State, text: &str, luck: &mut Script) {
    let Turn::Decide(seats) = state.turn(rules) else { panic!("the game is over") };
    let seat = seats.first().expect("somebody decides");
    let action = State::read(rules, text).unwrap_or_else(|error| panic!("{error}"));
    if let Err(refusal) = state.play(rules, seat, action, luck) {
        panic!("{text}: {refusal}");
    }
}

/// M4, M6: where two roads of one length meet, the road is part of the choice, because a march goes on from it; a loop
/// back to an earlier space is no turning back. L7: of two closest lairs the hero picks.
#[test]
fn roads_that_meet_are_told_apart() {
    let rules = small("loop", LOOP);
    let mut luck = Script::then_light([], 5);
    let mut state = State::new(&rules, &mut luck);
    let mut luck = Script::then_light([2], 5);
    act(&rules, &mut state, "roll", &mut luck);
    let mut legal = Vec::new();
    state.legal(&rules, state.public.active, &mut legal);
    let notations: Vec<_> = legal.iter().map(|action| State::write(&rules, *action)).collect();
    assert!(notations.contains(&"go Inn via 3".to_owned()), "{notations:?}");
    assert!(notations.contains(&"go Inn via 4".to_owned()), "{notations:?}");
    let plain = Action::Go { end: 4, via: NOWHERE };
    assert_eq!(state.refusal(&rules, state.public.active, plain).map(|refusal| refusal.rule), Some("GL-11"));
    act(&rules, &mut state, "go Inn via 3", &mut luck);
    legal.clear();
    state.legal(&rules, state.public.active, &mut legal);
    assert!(legal.contains(&Action::March(3)) && !legal.contains(&Action::March(2)), "{legal:?}");
    act(&rules, &mut state, "halt", &mut luck);
    legal.clear();
    state.legal(&rules, state.public.active, &mut legal);
    assert_eq!(legal, [Action::Pass, Action::Look(0), Action::Look(1)]);
    // Four steps round the loop lead back to where the loop began.
    let ways = rules.kingdom.map.ways(1, 0, 4);
    assert!(ways.iter().any(|way| way.end == 1), "{ways:?}");
}

/// Every mistake of every file is found at once, whatever else is wrong: several in one file, and in all of them.
#[test]
fn all_mistakes_of_all_files_are_found_at_once() {
    let mut texts = texts();
    let mut spoil = |file: &str, from: &str, to: &str| {
        let text = &mut texts.iter_mut().find(|(name, _)| *name == file).expect("a file of the kingdom").1;
        assert!(text.contains(from), "{file} does not hold '{from}'");
        *text = text.replacen(from, to, 1);
    };
    spoil("goods.toml", "sort = \"weapon\"", "colour = \"red\"");
    spoil("goods.toml", "{ heal = 4 }", "{ heel = 4 }");
    spoil(
        "goods.toml",
        "name = \"Loaded Die\"\nsort = \"charm\"\nprice = 3",
        "name = \"Loaded Die\"\nsort = \"charm\"\nprice = 0",
    );
    spoil("quests.toml", "{ towns = 2 }", "{ towns = 12 }");
    spoil("quests.toml", "\"deliver\"", "\"devour\"");
    spoil("battle.toml", "health = 3", "health = true");
    spoil("lairs.toml", "strike = 3", "strike = 77");
    spoil("abilities.toml", "\"reroll-foe\"", "\"reroll-fool\"");
    spoil("fates.toml", "\"scout\"", "\"scowl\"");
    spoil("heroes.toml", "health = 11", "wealth = 11");
    spoil("map.toml", "kind = \"haven\"", "kind = \"heaven\"");
    spoil("map.toml", "id = 2, kind = \"town\"", "id = 2, kind = \"twon\"");
    let found = Kingdom::read(&texts).expect_err("many mistakes");
    let found = found.as_slice();
    let told: Vec<_> = found.iter().map(ToString::to_string).collect();
    let words = [
        "colour",
        "heel",
        "price is 0",
        "can't be done",
        "devour",
        "health",
        "strike -3 to 10",
        "reroll-fool",
        "scowl",
        "wealth",
        "heaven",
        "twon",
    ];
    for word in words {
        assert!(told.iter().any(|flaw| flaw.contains(word)), "'{word}' is not among {told:#?}");
    }
    let expected = line_of("goods.toml", "heal = 4");
    assert!(found.iter().any(|flaw| flaw.file == "goods.toml" && flaw.line == expected), "{told:#?}");
    // Nothing is refused that is well: goods that heroes start with are known though their cards have a flaw.
    assert_eq!(told.len(), words.len(), "{told:#?}");
}

/// GL-10: all steps that a kingdom's cards can add are worked out in advance, so they are bounded; so are permanent effects.
#[test]
fn cards_that_add_up_to_too_much_are_refused() {
    refused("goods.toml", "{ steps = 2 }", "{ steps = 30 }", 0, "add 61 steps");
    refused("goods.toml", "always = [{ health = 1 }]", "always = [{ health = 60 }]", 0, "permanent effect");
}

/// Q11: a card that prints rewards of its own pays those.
#[test]
fn a_printed_reward_counts_before_the_rules() {
    let folder = std::env::temp_dir().join(format!("glory-reward-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    for file in FILES {
        let text =
            data(file).replace("task = { pay = 2 }", "task = { pay = 2 }\nfirst = { glory = 4, coins = 6 }");
        std::fs::write(folder.join(file), text).expect("a file for the test");
    }
    let text = format!(
        "```scenario\ngame: glory\nset: cards={}\nA at: 10\nA coins: 2\nseen Applewick: A\nquest Applewick: The Widow's Debt\n---\n\
         draws: 1\nA roll\nA go Applewick\nA complete\nexpect A glory: 4\nexpect A coins: 6\n```\n",
        folder.display()
    );
    let block = table::scenario::blocks(&text).expect("a block").remove(0);
    assert_eq!(table::scenario::run::<State>(&block), table::scenario::Verdict::Passed);
    std::fs::remove_dir_all(&folder).expect("the test's own folder");
}

/// A kingdom with these texts changed, each in one file.
fn changed(name: &str, changes: &[(&str, &str, &str)]) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("glory-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    for file in FILES {
        let mut text = data(file);
        for (_, from, to) in changes.iter().filter(|(of, _, _)| *of == file) {
            assert!(text.contains(from), "{file} does not hold '{from}'");
            text = text.replacen(from, to, 1);
        }
        std::fs::write(folder.join(file), text).expect("a file for the test");
    }
    folder
}

/// Plays scenarios in a changed kingdom; `set: cards=FOLDER` stands above each.
fn plays(name: &str, changes: &[(&str, &str, &str)], scenarios: &[&str]) {
    let folder = changed(name, changes);
    for scenario in scenarios {
        let text = format!(
            "```scenario\ngame: glory\nset: players=2 cards={}\n{}\n```\n",
            folder.display(),
            scenario.trim()
        );
        let block = table::scenario::blocks(&text).expect("a block").remove(0);
        assert_eq!(table::scenario::run::<State>(&block), table::scenario::Verdict::Passed, "{scenario}");
    }
    std::fs::remove_dir_all(&folder).expect("the test's own folder");
}

/// Q14, Q16: quests name monsters and towns, and may ask for several things at once; B30: they may bring more than glory and coins.
#[test]
fn quests_name_things_and_combine_tasks() {
    plays(
        "tasks",
        &[(
            "quests.toml",
            "task = { pay = 2 }",
            "tasks = [{ slay-named = \"Marsh Rats\" }, { visit = \"Applewick\" }]\nfirst = { glory = 4, coins = 1, wins = [{ heal = 2 }] }",
        )],
        &[
            // The town it names is another: it must be landed on.
            "A at: 16\nseen Candlebury: A\nquest Candlebury: The Widow's Debt\nA health: 5\n---\n\
             expect A progress Candlebury: 0 of 2\ndraws: 1\nA roll\nA go Candlebury\nexpect A glory: 0",
            // A slain monster counts for its part alone.
            "A at: 30\nseen Candlebury: A\nquest Candlebury: The Widow's Debt\nbattle: Marsh Rats\nfoe health: 1\n---\n\
             draws: 6, 1\nA engage\nexpect A progress Candlebury: 1 of 2",
            "A at: 30\nseen Candlebury: A\nquest Candlebury: The Widow's Debt\nbattle: Footpads\nfoe health: 1\n---\n\
             draws: 6, 1\nA engage\nexpect A progress Candlebury: 0 of 2",
        ],
    );
    let (file, task) = ("quests.toml", "{ pay = 2 }");
    let debt = line_of(file, "Widow");
    refused(file, task, "{ slay-named = \"Nobody\" }", debt, "no battle card");
    refused(file, task, "{ visit = \"Nowhere\" }", debt, "no town");
    refused(file, task, "{ slay-kin = [\"robot\", 1] }", debt, "no kin of this kingdom");
    refused(
        file,
        "task = { pay = 2 }",
        "tasks = [{ pay = 2 }, { bring = \"potion\" }]",
        debt,
        "hand something over",
    );
    refused(file, "effort = 1", "effort = 9", debt, "effort is 9");
    refused(
        file,
        "effort = 1",
        "first = { glory = 1, coins = 1, wins = [\"battle\"] }",
        debt,
        "can't be won",
    );
}

/// B32: a card takes health of one other hero, but not the last, or changes places with one. GL-23: a choice may have four lists.
#[test]
fn effects_on_one_rival() {
    let choice =
        "does = [{ choose = [[{ smite = 3 }], [\"trade-places\"], [{ heal = 1 }], [{ coins = 1 }]] }]";
    plays(
        "rival",
        &[("fates.toml", "does = [{ choose = [[\"battle\"], [{ rob = 1 }], [{ coins = 1 }]] }]", choice)],
        &[
            "A at: 31\nB health: 3\nchoice: Tourney Rider\n---\nA legal: choose 1 | choose 2 | choose 3 | choose 4\n\
             A choose 1\nA against B\nexpect B health: 1\nexpect B alive: yes",
            "A at: 31\nB at: 42\nchoice: Tourney Rider\n---\nA choose 2\nA against B\nexpect A at: 42\nexpect B at: 31\nexpect turn: B",
            "A at: 31\nB at: 31\nB health: 1\nchoice: Tourney Rider\n---\nA choose 1\nexpect turn: B",
        ],
    );
    let line = line_of("fates.toml", "Tourney Rider");
    refused(
        "fates.toml",
        "[{ rob = 1 }], [{ coins = 1 }]",
        "[{ rob = 1 }], [{ heal = 1 }], [{ heal = 2 }], [{ coins = 1 }]",
        line,
        "5 lists",
    );
}

/// B31, G12: a fate that keeps working, here strike at half health; Aldric has 12 health and strike +1.
#[test]
fn a_hero_may_have_fury() {
    plays(
        "fury",
        &[("fates.toml", "always = [{ bargain = 1 }]", "always = [{ fury = 2 }]")],
        &[
            "A at: 30\nA fates: Buried Chest\nA health: 7\nbattle: Cave Ogre\n---\ndraws: 3, 4\nA engage\nexpect last round: 3 to 4 tied",
            "A at: 30\nA fates: Buried Chest\nA health: 6\nbattle: Cave Ogre\n---\ndraws: 3, 4\nA engage\nexpect last round: 3 to 4 won",
        ],
    );
    let chest = line_of("fates.toml", "Buried Chest");
    refused("fates.toml", "always = [{ bargain = 1 }]", "always = [\"ward\"]", chest, "can't be a ward");
    refused(
        "battle.toml",
        "flees = 1",
        "flees = 5",
        line_of("battle.toml", "Hedge Goblins"),
        "below its health",
    );
}

/// M18: a road that goes one way only; and maps whose roads would trap a hero are refused.
#[test]
fn roads_may_go_one_way() {
    let map = LOOP
        .replace("at = [2, 0], roads = [2, 5]", "at = [2, 0], roads = [2], one-way = [5]")
        .replace("roads = [3, 4, 6, 7, 8, 9]", "roads = [4, 6, 7, 8, 9]");
    let rules = small("one-way", &map);
    let kingdom = &rules.kingdom;
    // From the inn to space 3 it is two steps more than back.
    assert_eq!((kingdom.map.distance(2, 4), kingdom.map.distance(4, 2)), (1, 3));
    assert!(kingdom.map.ways(4, NOWHERE, 1).iter().all(|way| way.end != 2));
    assert!(kingdom.map.ways(2, NOWHERE, 1).iter().any(|way| way.end == 4));
    let line = line_of("map.toml", "id = 1, kind");
    refused(
        "map.toml",
        "at = [0, 0], roads = [5]",
        "at = [0, 0], roads = [], one-way = [5]",
        0,
        "roads go both ways",
    );
    refused(
        "map.toml",
        "at = [0, 0], roads = [5]",
        "at = [0, 0], roads = [5], one-way = [5]",
        line,
        "listed twice",
    );
}

/// E12: a scenario is for a lone hero.
#[test]
fn a_scenario_is_for_one() {
    let options = Options::new().with("players", "2").with("scenario", "hunt");
    let error = Rules::from_options(&options).expect_err("two heroes");
    assert!(error.to_string().contains("expected players=1"), "{error}");
}

/// E12: every scenario asks for more, or leaves fewer turns, the harder it is; a kingdom may say how much, but nothing impossible.
#[test]
fn scenarios_grow_harder() {
    for kingdom in KINGDOMS {
        for scenario in SCENARIOS {
            let kingdom = Kingdom::built_in(kingdom).expect("a sound kingdom");
            let trial = kingdom.trials.of(scenario).expect("a scenario");
            assert!(trial.asks.is_sorted() && trial.asks[0] < trial.asks[2], "{scenario}: {trial:?}");
        }
    }
    let mut texts = texts();
    let kingdom = &mut texts[0].1;
    kingdom.push_str("\n[scenarios]\nhunt = { asks = [1, 1, 2], turns = [9, 8, 7] }\n");
    let read = Kingdom::read(&texts).expect("a sound kingdom");
    assert_eq!(read.trials.of("hunt"), Some(&Trial { asks: [1, 1, 2], turns: [9, 8, 7] }));
    for (line, expected) in [
        ("hunt = { asks = [1, 2, 9], turns = [9, 8, 7] }", "expected 1 to 4"),
        ("hunt = { asks = [1, 2, 3], turns = [9, 0, 7] }", "expected 1 or more"),
        ("feast = { asks = [1, 2, 3], turns = [9, 8, 7] }", "no such scenario"),
    ] {
        let mut texts = self::texts();
        texts[0].1 = format!("{}\n[scenarios]\n{line}\n", texts[0].1);
        let flaws = Kingdom::read(&texts).expect_err("an impossible scenario").to_string();
        assert!(flaws.contains(expected), "{line}: {flaws}");
    }
}

/// Every kingdom that comes with the game is sound and can be played.
#[test]
fn every_kingdom_is_played() {
    for name in KINGDOMS {
        let rules = Rules::from_options(&Options::new().with("kingdom", name)).expect("a sound kingdom");
        let state = State::new(&rules, &mut Light::new(1));
        assert_eq!(state.invariants(&rules), Ok(()), "{name}");
    }
    assert!(Kingdom::built_in("atlantis").is_err());
}

/// Q13: of several towns equally far any will do, and the letter names them all.
#[test]
fn a_letter_may_have_two_towns() {
    // The road of Loop with a third town as far from Eastby as Westby.
    let map = LOOP.replace("roads = [3, 4, 6, 7, 8, 9]", "roads = [3, 4, 6, 7, 8, 9, 10]").replace(
        "  { id = 9, kind = \"lair\"",
        "  { id = 10, kind = \"town\", name = \"Northby\", at = [4, 1], roads = [5] },\n  { id = 9, kind = \"lair\"",
    );
    let rules = small("letter", &map);
    let kingdom = &rules.kingdom;
    let letter = kingdom.quests.iter().find(|quest| quest.tasks == [Task::Deliver]).expect("a letter");
    assert_eq!(
        kingdom.quest_text_at(letter, 0).to_string(),
        "Deliver a letter to Westby or Northby, the town farthest away."
    );
    assert_eq!(kingdom.map.farthest[0], 0b110);
}

/// A2: those who tie for the highest roll roll again; the others are out.
#[test]
fn tied_leaders_roll_again() {
    let rules = Rules::from_options(&Options::new().with("players", "3")).expect("good options");
    // Eight quests, four lairs, then 6, 2, 6 and between A and C 3 and 5.
    let quests = 0..8;
    let lairs = 0..4;
    let dice = [5, 1, 5, 2, 4];
    let mut luck = Script::exact(quests.chain(lairs).chain(dice));
    let state = State::new(&rules, &mut luck);
    assert_eq!((luck.left(), luck.fault()), (0, None));
    assert_eq!(state.public.first, Seat::new(2));
    assert_eq!(state.turn(&rules), Turn::Decide(table::SeatSet::one(Seat::new(1))));
}

/// A5, A6: every deal is another, each place has a card of its own, and the cards left over are seen by nobody.
#[test]
fn hidden_cards_are_dealt_by_lot() {
    let rules = Rules::from_options(&Options::new()).expect("good options");
    let mut light = Light::new(3);
    let mut deals = std::collections::BTreeSet::new();
    for _ in 0..50 {
        let state = State::new(&rules, &mut light);
        assert_eq!(state.invariants(&rules), Ok(()));
        for viewer in Viewer::all(2) {
            let view = state.view(&rules, viewer);
            assert!(view.quests.iter().chain(&view.lairs).all(Option::is_none));
        }
        let known = table::Staged::fact(&state, &rules, "quest Applewick").expect("a fact");
        deals.insert(known);
    }
    assert!(deals.len() > 10, "{deals:?}");
}
