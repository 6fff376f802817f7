//! What a table can be set to, and the card set it plays with.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use table::{OptionKind, OptionSpec, Options, Rulebook, Seat};

use crate::cards::CardSet;
use crate::load;

const SPECS: &[OptionSpec] = &[
    OptionSpec { name: "players", kind: OptionKind::Number(1, 4), default: "2", meaning: "How many play." },
    OptionSpec {
        name: "cards",
        kind: OptionKind::Text("a folder with a card set, or 'house'"),
        default: "house",
        meaning: "The card set: the built-in house set, or a folder of card files.",
    },
    OptionSpec {
        name: "boasts_2p",
        kind: OptionKind::Text("bloodlust values joined by +, smallest first, or 'set'"),
        default: "set",
        meaning: "The boasts of the two-player game (ruling 16).",
    },
    OptionSpec {
        name: "first_player",
        kind: OptionKind::Choice(&["random", "A"]),
        default: "random",
        meaning: "Who takes the first turn (ruling 5).",
    },
    OptionSpec {
        name: "reaction_start",
        kind: OptionKind::Choice(&["next", "active"]),
        default: "next",
        meaning: "Who reacts first in a window: the player after the active one, or the active one (ruling 1).",
    },
    OptionSpec {
        name: "battle_end_check",
        kind: OptionKind::Choice(&["stable", "instant"]),
        default: "stable",
        meaning: "Whether leave triggers of last gladiators still happen before a battle ends (ruling 50).",
    },
    OptionSpec {
        name: "combat_end_multi",
        kind: OptionKind::Choice(&["no-ready", "all-pass"]),
        default: "no-ready",
        meaning: "When a round of combat turns ends with three or four players (ruling 2).",
    },
    OptionSpec {
        name: "fallen_react",
        kind: OptionKind::Choice(&["on", "off"]),
        default: "on",
        meaning: "Whether players with no gladiator left in a battle of three or four still react (ruling 72).",
    },
    OptionSpec {
        name: "token_take",
        kind: OptionKind::Choice(&["end", "at-once"]),
        default: "end",
        meaning: "When a Reigning Champion token is taken with three or four players: at the end of the own turn, or as soon as the bloodlust is there (ruling 3).",
    },
    OptionSpec {
        name: "protection",
        kind: OptionKind::Choice(&["attacks", "texts"]),
        default: "attacks",
        meaning: "Whether 'can't be targeted' also counts against attacks, or only against card texts (FG-9).",
    },
    OptionSpec {
        name: "champions",
        kind: OptionKind::Choice(&["off", "random", "draft"]),
        default: "off",
        meaning: "Whether everyone has a champion, at random or drafted in reverse turn order (FG-90).",
    },
    OptionSpec {
        name: "expansion",
        kind: OptionKind::Choice(&["by-players", "on", "off"]),
        default: "by-players",
        meaning: "Whether the expansion's supply cards are shuffled in; by players: alone and with three or four (ruling 93).",
    },
    OptionSpec {
        name: "blessing_timing",
        kind: OptionKind::Choice(&["window", "assignment"]),
        default: "window",
        meaning: "Whether a blessing takes damage away in its window, when the owner likes, or the moment it is assigned (ruling 42).",
    },
    OptionSpec {
        name: "blessing_vs_unpreventable",
        kind: OptionKind::Choice(&["kept", "spent"]),
        default: "kept",
        meaning: "Whether a blessing is kept or spent when nothing of the damage can be prevented (ruling 43).",
    },
    OptionSpec {
        name: "difficulty",
        kind: OptionKind::Choice(&["all", "hard", "easy", "plain"]),
        default: "all",
        meaning: "The Ludus Magnus deck: all orders, without the one-star ones, without the three-star ones, or without both (FG-24).",
    },
    OptionSpec {
        name: "bot_reaction_timing",
        kind: OptionKind::Choice(&["window-start", "in-turn"]),
        default: "window-start",
        meaning: "When the Ludus Magnus reacts to damage: as the window opens, or in its turn (ruling 82).",
    },
    OptionSpec {
        name: "turn_limit",
        kind: OptionKind::Number(20, 400),
        default: "300",
        meaning: "After so many machinations turns the game ends and the most glory wins: our guard against stalling.",
    },
];

/// Who reacts first in a window.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReactionStart {
    /// The player after the active one.
    Next,
    /// The active player.
    Active,
}

/// When a battle is tested for its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BattleEndCheck {
    /// When nothing is half done.
    Stable,
    /// As soon as one side has nobody left.
    Instant,
}

/// When a round of combat turns ends with three or four players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CombatEnd {
    /// When no gladiator in the arena is ready.
    NoReady,
    /// When all pass in a row.
    AllPass,
}

/// What players may do who have nobody left in a battle of three or four.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fallen {
    /// They react like everyone.
    React,
    /// They react only for the gladiator just lost.
    Silent,
}

/// When a token is taken for bloodlust.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TokenTake {
    /// In the last step of the own turn.
    End,
    /// As soon as the bloodlust is there.
    AtOnce,
}

/// How champions come to players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Champions {
    /// Not at all.
    Off,
    /// By chance.
    Random,
    /// Drafted in reverse turn order.
    Draft,
}

/// When blessings work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BlessingTiming {
    /// In the window of the damage: when their owner likes, at the latest as it closes.
    Window,
    /// The moment damage is assigned.
    Assignment,
}

/// What happens to a blessing when nothing can be prevented.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BlessingSpent {
    /// It stays.
    Kept,
    /// It goes.
    Spent,
}

/// Which orders the Ludus Magnus plays with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Difficulty {
    /// All.
    All,
    /// All but those of one star.
    Hard,
    /// All but those of three stars.
    Easy,
    /// Neither those of one star nor those of three.
    Plain,
}

/// When the Ludus Magnus reacts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BotReaction {
    /// As the window opens.
    WindowStart,
    /// When its turn in the window comes.
    InTurn,
}

/// What protection from being targeted counts against.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Protection {
    /// Card texts and attacks.
    Attacks,
    /// Card texts alone.
    Texts,
}

/// Who takes the first turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FirstPlayer {
    /// Chance decides.
    Random,
    /// Seat A.
    SeatA,
}

/// The rules of a table.
#[derive(Clone, Debug)]
pub struct Rules {
    /// How many play.
    pub players: usize,
    /// How many sides there are: alone, the Ludus Magnus is the second.
    pub sides: usize,
    /// Which orders the Ludus Magnus plays with.
    pub difficulty: Difficulty,
    /// When it reacts.
    pub bot_reaction: BotReaction,
    /// The cards.
    pub set: Arc<CardSet>,
    /// Bloodlust values of the boasts, smallest first.
    pub boasts: Vec<u8>,
    /// Who takes the first turn.
    pub first_player: FirstPlayer,
    /// Who reacts first.
    pub reaction_start: ReactionStart,
    /// When a battle is tested for its end.
    pub battle_end_check: BattleEndCheck,
    /// When a round of combat turns ends with three or four players.
    pub combat_end: CombatEnd,
    /// Whether players react who have nobody left in a battle of three or four.
    pub fallen: Fallen,
    /// When tokens are taken.
    pub token_take: TokenTake,
    /// What protection counts against.
    pub protection: Protection,
    /// Whether and how there are champions.
    pub champions: Champions,
    /// Whether the expansion's supply cards are in.
    pub expansion: bool,
    /// When blessings work.
    pub blessing_timing: BlessingTiming,
    /// Whether a blessing is spent on what can't be prevented.
    pub blessing_spent: BlessingSpent,
    /// The most machinations turns.
    pub turn_limit: u16,
    options: Options,
}

fn house() -> Arc<CardSet> {
    static HOUSE: OnceLock<Arc<CardSet>> = OnceLock::new();
    HOUSE.get_or_init(|| Arc::new(load::house())).clone()
}

fn read_boasts(text: &str, set: &CardSet) -> Result<Vec<u8>, String> {
    if text == "set" {
        return Ok(set.boasts(2).to_vec());
    }
    let wrong =
        || format!("option 'boasts_2p' can't be '{text}': expected values joined by +, smallest first");
    let values: Vec<u8> = text.split('+').map(str::parse).collect::<Result<_, _>>().map_err(|_| wrong())?;
    if values.is_empty() || values.len() > 15 || !values.is_sorted() {
        return Err(wrong());
    }
    Ok(values)
}

impl Rulebook for Rules {
    fn specs() -> &'static [OptionSpec] {
        SPECS
    }

    fn set_files() -> &'static [&'static str] {
        &load::FILES
    }

    fn check_set(folder: &Path) -> Result<String, Vec<String>> {
        let set = load::folder(folder).map_err(|fault| vec![fault.to_string()])?;
        let (cards, arenas, orders) = (set.cards().count(), set.arenas().count(), set.orders().len());
        Ok(format!(
            "{cards} kinds of cards, {arenas} arenas, {} champions, {orders} orders of the Ludus Magnus",
            set.champions()
        ))
    }

    fn from_options(options: &Options) -> Result<Self, table::OptionError> {
        options.check("for-glory", SPECS)?;
        let value = |name| options.value(SPECS, name);
        let set = match value("cards") {
            "house" => house(),
            folder => Arc::new(load::folder(Path::new(folder)).map_err(|fault| fault.to_string())?),
        };
        let players = options.number(SPECS, "players") as usize;
        let boasts = match players {
            2 => read_boasts(value("boasts_2p"), &set)?,
            players => set.boasts(players).to_vec(),
        };
        if players == 1 && set.orders().is_empty() {
            let why =
                "option 'players' can't be 1: this card set has no Ludus Magnus deck, expected ludus.toml";
            return Err(why.to_owned().into());
        }
        let champions = match value("champions") {
            "random" => Champions::Random,
            "draft" => Champions::Draft,
            _ => Champions::Off,
        };
        if champions != Champions::Off && set.champions() < players {
            let has = set.champions();
            let why = format!(
                "option 'champions' can't be on: this card set has {has} champions, expected at least {players}"
            );
            return Err(why.into());
        }
        let mut kept = Options::new().with("players", value("players"));
        for (name, value) in options.iter().filter(|(name, value)| options_default(name) != *value) {
            kept.set(name, value);
        }
        Ok(Self {
            players,
            sides: players.max(2),
            difficulty: match value("difficulty") {
                "hard" => Difficulty::Hard,
                "easy" => Difficulty::Easy,
                "plain" => Difficulty::Plain,
                _ => Difficulty::All,
            },
            bot_reaction: match value("bot_reaction_timing") {
                "in-turn" => BotReaction::InTurn,
                _ => BotReaction::WindowStart,
            },
            set,
            boasts,
            first_player: if value("first_player") == "A" { FirstPlayer::SeatA } else { FirstPlayer::Random },
            reaction_start: match value("reaction_start") {
                "active" => ReactionStart::Active,
                _ => ReactionStart::Next,
            },
            battle_end_check: match value("battle_end_check") {
                "instant" => BattleEndCheck::Instant,
                _ => BattleEndCheck::Stable,
            },
            combat_end: match value("combat_end_multi") {
                "all-pass" => CombatEnd::AllPass,
                _ => CombatEnd::NoReady,
            },
            fallen: if value("fallen_react") == "off" { Fallen::Silent } else { Fallen::React },
            token_take: if value("token_take") == "at-once" { TokenTake::AtOnce } else { TokenTake::End },
            protection: if value("protection") == "texts" { Protection::Texts } else { Protection::Attacks },
            champions,
            expansion: match value("expansion") {
                "on" => true,
                "off" => false,
                _ => players != 2,
            },
            blessing_timing: match value("blessing_timing") {
                "assignment" => BlessingTiming::Assignment,
                _ => BlessingTiming::Window,
            },
            blessing_spent: match value("blessing_vs_unpreventable") {
                "spent" => BlessingSpent::Spent,
                _ => BlessingSpent::Kept,
            },
            turn_limit: options.number(SPECS, "turn_limit") as u16,
            options: kept,
        })
    }

    fn options(&self) -> Options {
        self.options.clone()
    }

    fn players(&self) -> usize {
        self.players
    }
}

fn options_default(name: &str) -> &'static str {
    SPECS.iter().find(|spec| spec.name == name).map_or("", |spec| spec.default)
}

impl Rules {
    /// Whether three or four play: one arena, everyone against everyone.
    pub const fn is_multi(&self) -> bool {
        self.players > 2
    }

    /// The seat of the Ludus Magnus, if it plays.
    pub const fn magnus(&self) -> Option<Seat> {
        if self.players == 1 { Some(Seat::new(1)) } else { None }
    }

    /// How many rounds a game of three or four has (FG-86).
    pub const fn rounds(&self) -> u8 {
        if self.players == 3 { 3 } else { 2 }
    }
}
