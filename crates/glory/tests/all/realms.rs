//! The kingdoms that come with the game, side by side: told in words of their own, and each a world of its own.

use std::collections::BTreeSet;

use gloria_glory::{KINGDOMS, Kind, Kingdom, NOWHERE, Rules, State};
use table::testkit::{Laws, Tally};
use table::{Options, Rulebook};

fn kingdom(name: &str) -> Kingdom {
    Kingdom::built_in(name).unwrap_or_else(|flaws| panic!("{name}: {flaws}"))
}

/// Every card of a kingdom: its name and what is told of it.
fn told(kingdom: &Kingdom) -> Vec<(&str, &str)> {
    let heroes = kingdom.heroes.iter().map(|it| (it.name.as_str(), it.flavour.as_str()));
    let monsters = kingdom.battle.iter().chain(&kingdom.lairs);
    let monsters = monsters.map(|it| (it.name.as_str(), it.flavour.as_str()));
    let quests = kingdom.quests.iter().map(|it| (it.name.as_str(), it.flavour.as_str()));
    let goods = kingdom.goods.iter().map(|it| (it.name.as_str(), it.flavour.as_str()));
    let abilities = kingdom.abilities.iter().map(|it| (it.name.as_str(), it.flavour.as_str()));
    let fates = kingdom.fates.iter().map(|it| (it.name.as_str(), it.flavour.as_str()));
    let events = kingdom.events.iter().map(|it| (it.name.as_str(), it.flavour.as_str()));
    let things = goods.chain(abilities).chain(fates).chain(events);
    heroes.chain(monsters).chain(quests).chain(things).collect()
}

/// What is wrong with what a kingdom tells: nothing told, or the same told twice.
fn untold(cards: &[(&str, &str)]) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let wrong = cards.iter().filter(|(_, flavour)| flavour.is_empty() || !seen.insert(*flavour));
    wrong.map(|(name, _)| (*name).to_owned()).collect()
}

#[test]
fn every_card_of_every_kingdom_is_told_of_in_its_own_words() {
    for name in KINGDOMS {
        let kingdom = kingdom(name);
        assert!(!kingdom.flavour.is_empty(), "{name}");
        let cards = told(&kingdom);
        assert!(cards.len() > 150, "{name}: {}", cards.len());
        assert_eq!(untold(&cards), Vec::<String>::new(), "{name}");
    }
    assert_eq!(untold(&[("A", "one"), ("B", ""), ("C", "one")]), ["B", "C"]);
}

/// Pictures are found by name, so no name may mean two things.
#[test]
fn no_two_kingdoms_have_a_name_in_common() {
    let mut seen = BTreeSet::new();
    for name in KINGDOMS {
        let kingdom = kingdom(name);
        let places = kingdom.map.spaces.iter().filter(|space| space.name.parse::<u32>().is_err());
        let mut names: Vec<String> = places.map(|space| space.name.clone()).collect();
        names.extend(told(&kingdom).into_iter().map(|(name, _)| name.to_owned()));
        for one in names {
            assert!(seen.insert(one.clone()), "{name}: {one} is known already");
        }
    }
}

#[test]
fn the_currents_of_saltmarrow_go_one_way_and_lead_home() {
    let kingdom = kingdom("saltmarrow");
    let map = &kingdom.map;
    let back = |from: u8, to: u8| map.space(to).roads.contains(&from);
    let roads =
        (0..map.spaces.len() as u8).flat_map(|at| map.space(at).roads.iter().map(move |to| (at, *to)));
    let currents: Vec<(u8, u8)> = roads.filter(|(from, to)| !back(*from, *to)).collect();
    assert!(currents.len() >= 20, "{}", currents.len());
    for (from, to) in currents {
        // Against the current no single step leads, and yet everybody comes home.
        assert!(map.ways(to, NOWHERE, 1).iter().all(|way| way.end != from), "{from} to {to}");
        assert!(map.distance(to, from) > 1 && map.distance(to, map.castle) < 40, "{from} to {to}");
    }
    let maw = map.find("The Maw").expect("it is on the map");
    assert_eq!(map.kind(maw), Kind::Lair);
    assert!(
        map.space(maw).roads.iter().all(|road| !back(maw, *road)),
        "it is left another way than it is entered"
    );
}

/// GL-24: what a haven shows is never in doubt.
#[test]
fn every_haven_of_saltmarrow_has_one_closest_lair() {
    let kingdom = kingdom("saltmarrow");
    let map = &kingdom.map;
    for haven in &map.havens {
        assert_eq!(map.nearest(*haven, &map.lairs).count(), 1, "{}", map.space(*haven).name);
    }
}

#[test]
fn games_in_saltmarrow_keep_all_laws() {
    for pairs in [
        "kingdom=saltmarrow players=1",
        "kingdom=saltmarrow players=2 keep_heading=on",
        "kingdom=saltmarrow players=4 heroes=random shops=on events=on duels=on",
    ] {
        let mut options = Options::new();
        for pair in pairs.split_whitespace() {
            options.set_pair(pair).expect("the test writes name=value");
        }
        let rules = Rules::from_options(&options).expect("the test's options are good");
        let mut tally = Tally::default();
        for seed in 0..4 {
            let laws = Laws { sample: 4, ..Laws::default() };
            if let Err(violation) = laws.check_game::<State>(&rules, seed, &mut tally) {
                panic!("{pairs}, seed {seed}: {violation}");
            }
        }
        assert_eq!(tally.games, 4, "{pairs}");
    }
}
