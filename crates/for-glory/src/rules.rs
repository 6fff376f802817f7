//! What a table can be set to, and the card set it plays with.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use table::{OptionKind, OptionSpec, Options, Rulebook, Seat};

use crate::cards::CardSet;
use crate::load;
use crate::named::{Named, named};

/// Declares the options that are a choice: the type of each with the words for its values (the first is the default), where they are
/// kept, and how they stand among all options.
macro_rules! options {
    (
        before $before:tt after $after:tt
        $( $name:ident: $Name:ident = $meaning:literal { $( $(#[$inner:meta])* $Value:ident = $word:literal ),* $(,)? } )*
    ) => {
        named! { $( #[doc = $meaning] pub enum $Name { $( $(#[$inner])* $Value = $word ),* } )* }

        /// The options that are a choice.
        #[derive(Clone, Copy, Debug)]
        pub struct Choices { $( #[doc = $meaning] pub $name: $Name ),* }

        impl Choices {
            fn read(options: &Options) -> Self {
                Self { $( $name: chosen(options, stringify!($name)) ),* }
            }
        }

        options!(@specs $before [ $( $name $Name $meaning )* ] $after);
    };
    (@specs [ $( $before:expr ),* ] [ $( $name:ident $Name:ident $meaning:literal )* ] [ $( $after:expr ),* ]) => {
        const SPECS: &[OptionSpec] = &[
            $( $before, )*
            $( OptionSpec {
                name: stringify!($name),
                kind: OptionKind::Choice($Name::NAMES),
                default: $Name::NAMES[0],
                meaning: $meaning,
            }, )*
            $( $after ),*
        ];
    };
}

options! {
    before [
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
        }
    ]
    after [
        OptionSpec {
            name: "turn_limit",
            kind: OptionKind::Number(20, 400),
            default: "300",
            meaning: "After so many machinations turns the game ends and the most glory wins: our guard against stalling.",
        }
    ]
    first_player: FirstPlayer = "Who takes the first turn (ruling 5)." {
        /// Chance decides.
        Random = "random",
        /// Seat A.
        SeatA = "A",
    }
    reaction_start: ReactionStart = "Who reacts first in a window: the player after the active one, or the active one (ruling 1)." {
        /// The player after the active one.
        Next = "next",
        /// The active player.
        Active = "active",
    }
    battle_end_check: BattleEndCheck = "Whether leave triggers of last gladiators still happen before a battle ends (ruling 50)." {
        /// When nothing is half done.
        Stable = "stable",
        /// As soon as one side has nobody left.
        Instant = "instant",
    }
    combat_end_multi: CombatEnd = "When a round of combat turns ends with three or four players (ruling 2)." {
        /// When no gladiator in the arena is ready.
        NoReady = "no-ready",
        /// When all pass in a row.
        AllPass = "all-pass",
    }
    fallen_react: Fallen = "Whether players with no gladiator left in a battle of three or four still react (ruling 72)." {
        /// They react like everyone.
        React = "on",
        /// They react only for the gladiator just lost.
        Silent = "off",
    }
    token_take: TokenTake = "When a Reigning Champion token is taken with three or four players: at the end of the own turn, or as soon as the bloodlust is there (ruling 3)." {
        /// In the last step of the own turn.
        End = "end",
        /// As soon as the bloodlust is there.
        AtOnce = "at-once",
    }
    protection: Protection = "Whether 'can't be targeted' also counts against attacks, or only against card texts (FG-9)." {
        /// Card texts and attacks.
        Attacks = "attacks",
        /// Card texts alone.
        Texts = "texts",
    }
    champions: Champions = "Whether everyone has a champion, at random or drafted in reverse turn order (FG-90)." {
        /// Not at all.
        Off = "off",
        /// By chance.
        Random = "random",
        /// Drafted in reverse turn order.
        Draft = "draft",
    }
    expansion: Expansion = "Whether the expansion's supply cards are shuffled in; by players: alone and with three or four (ruling 93)." {
        /// Alone and with three or four.
        ByPlayers = "by-players",
        /// Always.
        On = "on",
        /// Never.
        Off = "off",
    }
    blessing_timing: BlessingTiming = "Whether a blessing takes damage away in its window, when the owner likes, or the moment it is assigned (ruling 42)." {
        /// In the window of the damage: when their owner likes, at the latest as it closes.
        Window = "window",
        /// The moment damage is assigned.
        Assignment = "assignment",
    }
    blessing_vs_unpreventable: BlessingSpent = "Whether a blessing is kept or spent when nothing of the damage can be prevented (ruling 43)." {
        /// It stays.
        Kept = "kept",
        /// It goes.
        Spent = "spent",
    }
    difficulty: Difficulty = "The Ludus Magnus deck: all orders, without the one-star ones, without the three-star ones, or without both (FG-24)." {
        /// All.
        All = "all",
        /// All but those of one star.
        Hard = "hard",
        /// All but those of three stars.
        Easy = "easy",
        /// Neither those of one star nor those of three.
        Plain = "plain",
    }
    bot_reaction_timing: BotReaction = "When the Ludus Magnus reacts to damage: as the window opens, or in its turn (ruling 82)." {
        /// As the window opens.
        WindowStart = "window-start",
        /// When its turn in the window comes.
        InTurn = "in-turn",
    }
}

/// The rules of a table.
#[derive(Clone, Debug)]
pub struct Rules {
    /// How many play.
    pub players: usize,
    /// How many sides there are: alone, the Ludus Magnus is the second.
    pub sides: usize,
    /// The cards.
    pub set: Arc<CardSet>,
    /// Bloodlust values of the boasts, smallest first.
    pub boasts: Vec<u8>,
    /// What was chosen among others.
    pub choice: Choices,
    /// Whether the expansion's supply cards are in.
    pub expansion: bool,
    /// The most machinations turns.
    pub turn_limit: u16,
    options: Options,
}

fn house() -> Arc<CardSet> {
    static HOUSE: OnceLock<Arc<CardSet>> = OnceLock::new();
    HOUSE.get_or_init(|| Arc::new(load::house())).clone()
}

/// What an option of named values is set to.
fn chosen<T: Named>(options: &Options, name: &str) -> T {
    let value = options.value(SPECS, name);
    let found = T::VALUES.iter().copied().find(|it| it.named() == value);
    found.expect("a checked option has one of its names")
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

    fn check_set(folder: &Path) -> Result<String, table::Flaws> {
        let set = load::folder(folder)?;
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
            folder => Arc::new(load::folder(Path::new(folder)).map_err(|flaws| flaws.to_string())?),
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
        let choice = Choices::read(options);
        if choice.champions != Champions::Off && set.champions() < players {
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
        let expansion = match choice.expansion {
            Expansion::ByPlayers => players != 2,
            Expansion::On => true,
            Expansion::Off => false,
        };
        let (sides, turn_limit) = (players.max(2), options.number(SPECS, "turn_limit") as u16);
        Ok(Self { players, sides, set, boasts, choice, expansion, turn_limit, options: kept })
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
