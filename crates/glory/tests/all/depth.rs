//! The deepest chain of procedures there can be is built here and fits exactly; one more would be refused, loudly.

use std::path::PathBuf;

use gloria_glory::{FILES, MOST_WAITING, Rules, State};
use table::scenario::{Verdict, blocks, run};
use table::testkit::Deep;
use table::{Depth, Game, Light, Options, Rulebook};

/// A kingdom whose fates nest as deep as the checker allows, with battles inside, and whose abilities ask for something in a battle.
fn deepest_kingdom(test: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("glory-deep-{test}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    let data = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("data/thornmere");
    for file in FILES {
        let text = std::fs::read_to_string(data.join(file)).expect("the data files are part of the crate");
        let text = match file {
            "fates.toml" => DEEP_FATES.to_owned(),
            "abilities.toml" => text.replace(
                "name = \"Focus\"\ncopies = 2\nwhen = [\"dice\"]\nonce = \"battle\"\ndoes = [\"reroll\"]",
                "name = \"Focus\"\ncopies = 2\nwhen = [\"dice\"]\nonce = \"battle\"\ndoes = [\"pick-die\"]",
            ),
            _ => text,
        };
        std::fs::write(folder.join(file), text).expect("a file for the test");
    }
    folder
}

const DEEP_FATES: &str = r#"
[[card]]
name = "The Maze"
copies = 8
does = [{ choose = [[{ chance = { upto = 3, low = ["battle", { coins = 1 }], high = ["battle", { heal = 1 }] } }, { coins = 1 }], [{ coins = 1 }]] }, { go = "lair" }, { go = "haven" }]

[[card]]
name = "The Long Way"
copies = 8
does = [{ chance = { upto = 3, low = [{ choose = [[{ go = "lair" }, "battle"], [{ place = "town" }]] }], high = ["scout"] } }, { peril = 1 }]
"#;

/// The deepest chain: a turn's step, a fate, its choice, its die, a battle, a card used in it, and what that card asks for.
#[test]
fn the_deepest_chain_fits_exactly() {
    let folder = deepest_kingdom("chain");
    let text = format!(
        "```scenario\ngame: glory\nset: cards={}\nA at: 31\nA health: 9\nA abilities: Focus\nA goods: Healing Draught\n---\n\
         draws: 1, The Maze\nA roll\nA go 32\nA halt\ndraws: 2, Cave Ogre\nA choose 1\ndraws: 1, 6\nA engage\nA use Focus\n\
         expect depth: {MOST_WAITING}\nA may: use Healing Draught\nA use Healing Draught\nexpect depth: {MOST_WAITING}\n\
         A face 6\nA withdraw\n```\n",
        folder.display()
    );
    let block = blocks(&text).expect("a block").remove(0);
    assert_eq!(run::<State>(&block), Verdict::Passed);
    std::fs::remove_dir_all(&folder).expect("the test's own folder");
}

/// A search that goes back to the deepest positions it met never gets beyond the bound; it says how deep it got.
#[test]
fn a_search_for_depth_stays_within_the_bound() {
    let folder = deepest_kingdom("search");
    let base = Options::new().with("cards", &folder.display().to_string());
    let mut deep = Deep::<State>::default();
    let mut light = Light::new(11);
    for _ in 0..300 {
        deep.visit(&base, &mut light).unwrap_or_else(|broken| panic!("{broken}"));
    }
    let Depth { now, most } = deep.deepest;
    println!("deepest {now} of {most} in {} decisions", deep.decisions);
    assert_eq!(most, MOST_WAITING);
    assert!((5..=most).contains(&now), "deepest {now} of {most}");
    std::fs::remove_dir_all(&folder).expect("the test's own folder");
}

/// The kingdom that comes with the game nests less.
#[test]
fn the_built_in_kingdom_nests_less() {
    let mut deep = Deep::<State>::default();
    let mut light = Light::new(12);
    for _ in 0..200 {
        deep.visit(&Options::new(), &mut light).unwrap_or_else(|broken| panic!("{broken}"));
    }
    println!("built in: deepest {} of {}", deep.deepest.now, deep.deepest.most);
    assert!((3..MOST_WAITING).contains(&deep.deepest.now), "{:?}", deep.deepest);
    let rules = Rules::from_options(&Options::new()).expect("good options");
    assert_eq!(State::new(&rules, &mut light).depth(), Depth { now: 1, most: MOST_WAITING });
}
