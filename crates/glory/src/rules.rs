//! What a table of Glory can be set to.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use table::{OptionKind, OptionSpec, Options, Rulebook, Text, many, say};

use crate::cards::{KINGDOMS, Kingdom, Monster, Reward};

/// How heroes find their players (ruling A3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HeroPick {
    /// Chosen, last in turn order first.
    Choose,
    /// Dealt.
    Random,
}

/// What a lone hero must do in a scenario (ruling E12).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Challenge {
    /// Defeat so many lairs.
    Lairs(u8),
    /// Complete so many quests.
    Quests(u8),
    /// Land on so many different towns and havens.
    Places(u8),
    /// Slay a monster with at least this victory score.
    Slay(u8),
    /// Hold so many coins.
    Coins(u8),
}

impl Challenge {
    /// The goal as a sentence.
    pub fn text(self) -> Text {
        match self {
            Self::Lairs(count) => say!("Defeat {}.", many(count, "lair")),
            Self::Quests(count) => say!("Complete {}.", many(count, "quest")),
            Self::Places(count) => say!("Land on {count} different towns and havens."),
            Self::Slay(score) => say!("Slay a monster with a victory score of {score} or more."),
            Self::Coins(count) => say!("Hold {count} coins."),
        }
    }
}

/// Makes the options and [`Rules`]: each switch and each number stands once, with its default and what it does.
macro_rules! options {
    (
        first { $( $name:literal: $kind:expr, $default:literal, $meaning:literal; )* }
        switches { $( $switch:ident: $usual:literal, $does:literal; )* }
        also { $( $also:ident: $off:literal, $adds:literal; )* }
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
                name: stringify!($also),
                kind: OptionKind::Choice(&["on", "off"]),
                default: $off,
                meaning: $adds,
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
            $( #[doc = $adds] pub $also: bool, )*
            $( #[doc = $sets] pub $number: $Number, )*
            /// What a lone hero must do, where it is not to earn glory.
            pub challenge: Option<Challenge>,
            /// Whether quests pay by how hard they are.
            pub effort: bool,
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
                    $( $also: options.is_on(SPECS, stringify!($also)), )*
                    $( $number: options.number(SPECS, stringify!($number)) as $Number, )*
                    challenge: None,
                    effort: options.value(SPECS, "rewards") == "effort",
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
        "length": OptionKind::Choice(&["short", "normal", "long"]), "normal", "How long a game is: 12, 20 or 30 glory win, unless glory_to_win says otherwise (ruling E11).";
        "scenario": OptionKind::Choice(&["none", "hunt", "errands", "pilgrim", "slayer", "hoard"]), "none", "Playing alone: win by lairs, quests, places visited, one great monster or coins before the turns run out (ruling E12).";
        "difficulty": OptionKind::Choice(&["easy", "normal", "hard"]), "normal", "How much a scenario asks for, and in how many turns (ruling E12).";
        "rewards": OptionKind::Choice(&["even", "effort"]), "even", "Quests pay alike (GL-27), or more the harder they are (ruling Q15).";
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
    // Not in the printed rules: off unless a table wants them.
    also {
        events: "off", "Every third round something begins that holds for every hero until the next (rule GL-54).";
        shops: "off", "Places with a shop sell what lies at the castle, for 1 coin more (ruling L13).";
        duels: "off", "Heroes on one space may duel, once a turn (rule GL-51).";
        trades: "off", "Heroes on one space may sell a good to each other, once a turn (rule GL-52).";
        races: "off", "A quest may be cried out as a race: all see it, the first gets more, nobody is second (rule GL-53).";
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
    Reward { glory: number(glory), coins: number(coins), wins: None }
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

impl Rules {
    /// E12: a scenario for a lone hero: its goal, and the turns there are for it.
    fn take_challenge(&mut self, scenario: &str, difficulty: &str) -> Result<(), String> {
        let level = match difficulty {
            "easy" => 0,
            "hard" => 2,
            _ => 1,
        };
        let goal = match scenario {
            "hunt" => Challenge::Lairs as fn(u8) -> _,
            "errands" => Challenge::Quests,
            "pilgrim" => Challenge::Places,
            "slayer" => Challenge::Slay,
            "hoard" => Challenge::Coins,
            _ => return Ok(()),
        };
        if self.players != 1 {
            return Err(format!("option 'scenario': {scenario} is for a lone hero: expected players=1"));
        }
        let Some(trial) = self.kingdom.trials.of(scenario) else { return Ok(()) };
        self.challenge = Some(goal(trial.asks[level]));
        self.turn_limit = trial.turns[level];
        self.glory_to_win = u8::MAX;
        Ok(())
    }

    /// The glory of a lair card: its own, or the rules' (GL-25, ruling B10).
    pub(crate) const fn lair_prize(&self, monster: &Monster) -> u8 {
        if monster.glory > 0 { monster.glory } else { self.lair_glory }
    }
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
        let mut rules = Self::read(options, kept, fates, first, kingdom);
        // Pages send every option, so what stands at its default has not been chosen.
        let said = |name: &str| {
            let usual = SPECS.iter().find(|spec| spec.name == name).map(|spec| spec.default);
            usual != Some(options.value(SPECS, name))
        };
        if !said("glory_to_win") {
            rules.glory_to_win = match options.value(SPECS, "length") {
                "short" => 12,
                "long" => 30,
                _ => rules.glory_to_win,
            };
        }
        rules.take_challenge(options.value(SPECS, "scenario"), options.value(SPECS, "difficulty"))?;
        if said("turn_limit") {
            rules.turn_limit = options.number(SPECS, "turn_limit") as u16;
        }
        Ok(rules)
    }

    fn options(&self) -> Options {
        self.options.clone()
    }

    fn players(&self) -> usize {
        self.players
    }
}
