//! What a table of Glory can be set to.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use table::{OptionKind, OptionSpec, Options, Rulebook};

use crate::cards::{KINGDOMS, Kingdom, Reward};

/// How heroes find their players (ruling A3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HeroPick {
    /// Chosen, last in turn order first.
    Choose,
    /// Dealt.
    Random,
}

/// Makes the options and [`Rules`]: each switch and each number stands once, with its default and what it does.
macro_rules! options {
    (
        first { $( $name:literal: $kind:expr, $default:literal, $meaning:literal; )* }
        switches { $( $switch:ident: $usual:literal, $does:literal; )* }
        numbers { $( $number:ident: $Number:ident $least:literal to $most:literal, $given:literal, $sets:literal; )* }
        last { $( $last:literal: $sort:expr, $otherwise:literal, $says:literal; )* }
    ) => {
        const SPECS: &[OptionSpec] = &[
            $( OptionSpec { name: $name, kind: $kind, default: $default, meaning: $meaning }, )*
            $( OptionSpec {
                name: stringify!($switch),
                kind: OptionKind::Choice(&["on", "off"]),
                default: $usual,
                meaning: $does,
            }, )*
            $( OptionSpec {
                name: stringify!($number),
                kind: OptionKind::Number($least, $most),
                default: $given,
                meaning: $sets,
            }, )*
            $( OptionSpec { name: $last, kind: $sort, default: $otherwise, meaning: $says }, )*
        ];

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
            $( #[doc = $does] pub $switch: bool, )*
            $( #[doc = $sets] pub $number: $Number, )*
            /// Map, heroes and decks.
            pub kingdom: Arc<Kingdom>,
        }

        impl Rules {
            fn read(options: &Options, kept: Options, fates_per_ability: u8, first: &str, kingdom: Arc<Kingdom>) -> Self {
                let random = options.value(SPECS, "heroes") == "random";
                Self {
                    options: kept,
                    players: options.number(SPECS, "players") as usize,
                    fates_per_ability,
                    quest_first: reward(first),
                    quest_second: reward(options.value(SPECS, "quest_second")),
                    hero_pick: if random { HeroPick::Random } else { HeroPick::Choose },
                    $( $switch: options.is_on(SPECS, stringify!($switch)), )*
                    $( $number: options.number(SPECS, stringify!($number)) as $Number, )*
                    kingdom,
                }
            }
        }
    };
}

options! {
    first {
        "players": OptionKind::Number(1, 4), "2", "How many play; one plays alone against the kingdom.";
        "kingdom": OptionKind::Choice(KINGDOMS), "thornmere", "Which of the kingdoms that come with the game is played: each has its own map, heroes and cards.";
        "preset": OptionKind::Choice(&["rulebook", "site"]), "rulebook", "The rulebook's numbers, or those of the publisher's site (5 fates for an ability, quests pay 2 glory).";
        "fates_per_ability": OptionKind::Choice(&["preset", "3", "4", "5", "6"]), "preset", "How many fates give an ability (GL-23).";
        "quest_first": OptionKind::Choice(&["preset", "3+3", "2+3"]), "preset", "Glory and coins for the first to complete a quest (GL-27); a card's own reward counts before it.";
        "quest_second": OptionKind::Choice(&["1+2", "2+2", "1+1"]), "1+2", "Glory and coins for the second to complete a quest (GL-27).";
        "heroes": OptionKind::Choice(&["choose", "random"]), "choose", "Heroes are chosen, the last in turn order first, or dealt at random (ruling A3).";
    }
    switches {
        keep_heading: "off", "A new turn may not start back along the road the hero came by, except from a stop (ruling M3).";
        face_up_seen: "on", "A quest turned face up counts as seen by everyone (ruling Q3).";
        last_survivor_wins: "on", "The last living hero of two or more wins at once (ruling E6).";
    }
    numbers {
        start_coins: u8 0 to 20, "5", "Coins at the start (GL-1).";
        glory_to_win: u8 5 to 40, "20", "Glory that wins (GL-45).";
        ability_every: u8 2 to 10, "5", "Glory for each choice of an ability (GL-40).";
        lair_glory: u8 1 to 10, "5", "Glory for a lair (GL-25).";
        haven_heal: u8 0 to 6, "2", "Health a haven gives back (GL-24).";
        town_heal: u8 0 to 6, "0", "Health a town gives back (ruling L12).";
        round_cap: u16 1 to 1000, "1000", "After so many rounds the most glory wins (ruling E9); the default only ends games nobody plays to win.";
        turn_limit: u16 0 to 500, "0", "Playing alone: the game is lost after so many turns; 0 is no limit (ruling E7).";
    }
    last {
        "cards": OptionKind::Text("a folder with the files of a kingdom, or nothing"), "", "Another kingdom than those that come with the game.";
    }
}

fn reward(text: &str) -> Reward {
    let (glory, coins) = text.split_once('+').expect("the option was checked");
    let number = |text: &str| text.parse().expect("the option was checked");
    Reward { glory: number(glory), coins: number(coins) }
}

/// The kingdom of a folder, or else the one of this name that comes with the game, which is read once.
fn kingdom(name: &str, folder: &str) -> Result<Arc<Kingdom>, String> {
    static BUILT_IN: [OnceLock<Arc<Kingdom>>; KINGDOMS.len()] = [const { OnceLock::new() }; KINGDOMS.len()];
    if folder.is_empty() {
        let at = KINGDOMS.iter().position(|known| *known == name).unwrap_or(0);
        if let Some(kingdom) = BUILT_IN[at].get() {
            return Ok(Arc::clone(kingdom));
        }
        let kingdom = Arc::new(Kingdom::built_in(name).map_err(|flaws| flaws.to_string())?);
        return Ok(Arc::clone(BUILT_IN[at].get_or_init(|| kingdom)));
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
        let fates = match options.value(SPECS, "fates_per_ability") {
            "preset" => 4 + u8::from(site),
            other => other.parse().expect("the option was checked"),
        };
        let first = match options.value(SPECS, "quest_first") {
            "preset" if site => "2+3",
            "preset" => "3+3",
            other => other,
        };
        let kingdom = kingdom(options.value(SPECS, "kingdom"), options.value(SPECS, "cards"))?;
        let mut kept = Options::new().with("players", options.value(SPECS, "players"));
        for (name, value) in options.iter() {
            if SPECS.iter().any(|spec| spec.name == name && spec.default != value) {
                kept.set(name, value);
            }
        }
        Ok(Self::read(options, kept, fates, first, kingdom))
    }

    fn options(&self) -> Options {
        self.options.clone()
    }

    fn players(&self) -> usize {
        self.players
    }
}
