//! What a table of Glory can be set to.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use table::{OptionKind, OptionSpec, Options, Rulebook};

use crate::cards::{Kingdom, Reward};

const ON_OFF: OptionKind = OptionKind::Choice(&["on", "off"]);

const SPECS: &[OptionSpec] = &[
    OptionSpec {
        name: "players",
        kind: OptionKind::Number(1, 4),
        default: "2",
        meaning: "How many play; one plays alone against the kingdom.",
    },
    OptionSpec {
        name: "preset",
        kind: OptionKind::Choice(&["rulebook", "site"]),
        default: "rulebook",
        meaning: "The rulebook's numbers, or those of the publisher's site (5 fates for an ability, quests pay 2 glory).",
    },
    OptionSpec {
        name: "fates_per_ability",
        kind: OptionKind::Choice(&["preset", "3", "4", "5", "6"]),
        default: "preset",
        meaning: "How many fates give an ability (GL-23).",
    },
    OptionSpec {
        name: "quest_first",
        kind: OptionKind::Choice(&["preset", "3+3", "2+3"]),
        default: "preset",
        meaning: "Glory and coins for the first to complete a quest (GL-27); a card's own reward counts before it.",
    },
    OptionSpec {
        name: "quest_second",
        kind: OptionKind::Choice(&["1+2", "2+2", "1+1"]),
        default: "1+2",
        meaning: "Glory and coins for the second to complete a quest (GL-27).",
    },
    OptionSpec {
        name: "heroes",
        kind: OptionKind::Choice(&["choose", "random"]),
        default: "choose",
        meaning: "Heroes are chosen, the last in turn order first, or dealt at random (ruling A3).",
    },
    OptionSpec {
        name: "keep_heading",
        kind: ON_OFF,
        default: "off",
        meaning: "A new turn may not start back along the road the hero came by, except from a stop (ruling M3).",
    },
    OptionSpec {
        name: "face_up_seen",
        kind: ON_OFF,
        default: "on",
        meaning: "A quest turned face up counts as seen by everyone (ruling Q3).",
    },
    OptionSpec {
        name: "last_survivor_wins",
        kind: ON_OFF,
        default: "on",
        meaning: "The last living hero of two or more wins at once (ruling E6).",
    },
    OptionSpec {
        name: "start_coins",
        kind: OptionKind::Number(0, 20),
        default: "5",
        meaning: "Coins at the start (GL-1).",
    },
    OptionSpec {
        name: "glory_to_win",
        kind: OptionKind::Number(5, 40),
        default: "20",
        meaning: "Glory that wins (GL-45).",
    },
    OptionSpec {
        name: "ability_every",
        kind: OptionKind::Number(2, 10),
        default: "5",
        meaning: "Glory for each choice of an ability (GL-40).",
    },
    OptionSpec {
        name: "lair_glory",
        kind: OptionKind::Number(1, 10),
        default: "5",
        meaning: "Glory for a lair (GL-25).",
    },
    OptionSpec {
        name: "haven_heal",
        kind: OptionKind::Number(0, 6),
        default: "2",
        meaning: "Health a haven gives back (GL-24).",
    },
    OptionSpec {
        name: "town_heal",
        kind: OptionKind::Number(0, 6),
        default: "0",
        meaning: "Health a town gives back (ruling L12).",
    },
    OptionSpec {
        name: "round_cap",
        kind: OptionKind::Number(1, 1000),
        default: "1000",
        meaning: "After so many rounds the most glory wins (ruling E9); the default only ends games nobody plays to win.",
    },
    OptionSpec {
        name: "turn_limit",
        kind: OptionKind::Number(0, 500),
        default: "0",
        meaning: "Playing alone: the game is lost after so many turns; 0 is no limit (ruling E7).",
    },
    OptionSpec {
        name: "cards",
        kind: OptionKind::Text("a folder with the files of a kingdom, or nothing"),
        default: "",
        meaning: "Another kingdom than the built-in one.",
    },
];

/// How heroes find their players (ruling A3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HeroPick {
    /// Chosen, last in turn order first.
    Choose,
    /// Dealt.
    Random,
}

/// The rules in force: numbers, switches and the kingdom.
#[derive(Clone, Debug)]
pub struct Rules {
    options: Options,
    /// Seats.
    pub players: usize,
    /// Fates for an ability.
    pub fates_per_ability: u8,
    /// For the first to complete a quest.
    pub quest_first: Reward,
    /// For the second.
    pub quest_second: Reward,
    /// How heroes find their players.
    pub hero_pick: HeroPick,
    /// Ruling M3.
    pub keep_heading: bool,
    /// Ruling Q3.
    pub face_up_seen: bool,
    /// Ruling E6.
    pub last_survivor_wins: bool,
    /// Coins at the start.
    pub start_coins: u8,
    /// Glory that wins.
    pub glory_to_win: u8,
    /// Glory for each choice of an ability.
    pub ability_every: u8,
    /// Glory for a lair.
    pub lair_glory: u8,
    /// Health a haven gives back.
    pub haven_heal: u8,
    /// Health a town gives back.
    pub town_heal: u8,
    /// Ruling E9.
    pub round_cap: u16,
    /// Ruling E7; 0 is no limit.
    pub turn_limit: u16,
    /// Map, heroes and decks.
    pub kingdom: Arc<Kingdom>,
}

fn reward(text: &str) -> Reward {
    let (glory, coins) = text.split_once('+').expect("the option was checked");
    let number = |text: &str| text.parse().expect("the option was checked");
    Reward { glory: number(glory), coins: number(coins) }
}

fn kingdom(folder: &str) -> Result<Arc<Kingdom>, String> {
    static BUILT_IN: OnceLock<Arc<Kingdom>> = OnceLock::new();
    if folder.is_empty() {
        if let Some(kingdom) = BUILT_IN.get() {
            return Ok(Arc::clone(kingdom));
        }
        let kingdom = Arc::new(Kingdom::built_in().map_err(|flaws| flaws.to_string())?);
        return Ok(Arc::clone(BUILT_IN.get_or_init(|| kingdom)));
    }
    Kingdom::load(Path::new(folder)).map(Arc::new).map_err(|flaws| format!("option 'cards': {flaws}"))
}

impl Rulebook for Rules {
    fn specs() -> &'static [OptionSpec] {
        SPECS
    }

    fn set_files() -> &'static [&'static str] {
        &crate::FILES
    }

    fn check_set(folder: &std::path::Path) -> Result<String, table::Flaws> {
        Ok(Kingdom::load(folder)?.report().to_string())
    }

    fn from_options(options: &Options) -> Result<Self, table::OptionError> {
        options.check("glory", SPECS)?;
        let site = options.value(SPECS, "preset") == "site";
        let number = |name| options.number(SPECS, name);
        let fates = match options.value(SPECS, "fates_per_ability") {
            "preset" => 4 + u8::from(site),
            other => other.parse().expect("the option was checked"),
        };
        let first = match options.value(SPECS, "quest_first") {
            "preset" if site => "2+3",
            "preset" => "3+3",
            other => other,
        };
        let kingdom = kingdom(options.value(SPECS, "cards"))?;
        let hero_pick =
            if options.value(SPECS, "heroes") == "random" { HeroPick::Random } else { HeroPick::Choose };
        let mut kept = Options::new().with("players", options.value(SPECS, "players"));
        for (name, value) in options.iter() {
            if SPECS.iter().any(|spec| spec.name == name && spec.default != value) {
                kept.set(name, value);
            }
        }
        Ok(Self {
            options: kept,
            players: number("players") as usize,
            fates_per_ability: fates,
            quest_first: reward(first),
            quest_second: reward(options.value(SPECS, "quest_second")),
            hero_pick,
            keep_heading: options.is_on(SPECS, "keep_heading"),
            face_up_seen: options.is_on(SPECS, "face_up_seen"),
            last_survivor_wins: options.is_on(SPECS, "last_survivor_wins"),
            start_coins: number("start_coins") as u8,
            glory_to_win: number("glory_to_win") as u8,
            ability_every: number("ability_every") as u8,
            lair_glory: number("lair_glory") as u8,
            haven_heal: number("haven_heal") as u8,
            town_heal: number("town_heal") as u8,
            round_cap: number("round_cap") as u16,
            turn_limit: number("turn_limit") as u16,
            kingdom,
        })
    }

    fn options(&self) -> Options {
        self.options.clone()
    }

    fn players(&self) -> usize {
        self.players
    }
}
