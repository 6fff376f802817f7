//! Options and card set.

use table::{OptionKind, OptionSpec, Options, Rulebook};

use crate::cards::{CARDS, Card, CardSet};
use crate::zone::Cards;

const ON_OFF: OptionKind = OptionKind::Choice(&["on", "off"]);

/// The Geek expansion's ten kinds, as named in the option.
const GEEK: [(&str, Card); 10] = [
    ("domus", Card::DOMUS),
    ("castra", Card::CASTRA),
    ("castra-praetoria", Card::CASTRA_PRAETORIA),
    ("watermill", Card::WATERMILL),
    ("solarium", Card::SOLARIUM),
    ("aerarium", Card::AERARIUM),
    ("bacchanalia", Card::BACCHANALIA),
    ("watch-post", Card::WATCH_POST),
    ("triclinium", Card::TRICLINIUM),
    ("plebian-council", Card::PLEBIAN_COUNCIL),
];

const GEEK_WORDS: &[&str] = &[
    GEEK[0].0, GEEK[1].0, GEEK[2].0, GEEK[3].0, GEEK[4].0, GEEK[5].0, GEEK[6].0, GEEK[7].0, GEEK[8].0,
    GEEK[9].0,
];

/// What a table of Glory to Rome can be set to.
pub const SPECS: &[OptionSpec] = &[
    OptionSpec {
        name: "players",
        kind: OptionKind::Number(2, 5),
        default: "3",
        meaning: "How many play (GTR-1).",
    },
    OptionSpec {
        name: "version",
        kind: OptionKind::Choice(&["republic", "imperium"]),
        default: "republic",
        meaning: "Which card set and opening hand (GTR-1, GTR-2); Imperium is the harsher one.",
    },
    OptionSpec {
        name: "training",
        kind: ON_OFF,
        default: "off",
        meaning: "A short first game without building functions (GTR-5).",
    },
    OptionSpec {
        name: "geek",
        kind: OptionKind::Several(GEEK_WORDS),
        default: "none",
        meaning: "Which kinds of the Geek expansion are shuffled in (GTR-1).",
    },
    OptionSpec {
        name: "open_memory",
        kind: ON_OFF,
        default: "off",
        meaning: "Vault cards that were seen stay visible to those who saw them (GTR-26 forbids looking again).",
    },
    OptionSpec {
        name: "latrine_jack",
        kind: ON_OFF,
        default: "off",
        meaning: "A Latrine may also put a Jack back (GTR-78).",
    },
    OptionSpec {
        name: "palace_petition",
        kind: ON_OFF,
        default: "on",
        meaning: "A petition counts as one card of a Palace play (GTR-81).",
    },
    OptionSpec {
        name: "bath_trigger",
        kind: OptionKind::Choice(&["client", "patron"]),
        default: "client",
        meaning: "A Bath lets every new client act, or only those hired by a Patron action (GTR-57).",
    },
    OptionSpec {
        name: "bath_ludus",
        kind: ON_OFF,
        default: "on",
        meaning: "With Ludus Magna a Merchant hired at the Bath may act in any role (GTR-57, GTR-79).",
    },
    OptionSpec {
        name: "bath_storeroom",
        kind: ON_OFF,
        default: "on",
        meaning: "With Storeroom any client hired at the Bath may act as Laborer (GTR-57, GTR-92).",
    },
    OptionSpec {
        name: "out_of_town_choice",
        kind: ON_OFF,
        default: "on",
        meaning: "Out-of-town Sites may be taken while the same Sites are left in town (GTR-31).",
    },
    OptionSpec {
        name: "gate_statue",
        kind: ON_OFF,
        default: "off",
        meaning: "A Gate makes an unfinished Statue score (GTR-75, GTR-91).",
    },
    OptionSpec {
        name: "watch_post_site",
        kind: OptionKind::Choice(&["keep", "return"]),
        default: "keep",
        meaning: "What becomes of the Site of a structure that a Watch Post dismantles: it stays in the influence, or goes back out of town (GTR-118).",
    },
    OptionSpec {
        name: "surrender",
        kind: ON_OFF,
        default: "on",
        meaning: "Players may surrender to another when about to lead (GTR-40).",
    },
];

/// Which of the two card sets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Version {
    /// The forgiving one: five Order cards, petitions of two.
    Republic,
    /// The harsh one: four Order cards and a Jack, petitions of three.
    Imperium,
}

/// The rules of one table, fixed when it is made.
#[derive(Clone, Debug)]
#[allow(clippy::struct_excessive_bools)] // Each is one switch of the table, named after its option.
pub struct Rules {
    pub(crate) players: usize,
    pub(crate) version: Version,
    pub(crate) training: bool,
    pub(crate) open_memory: bool,
    pub(crate) latrine_jack: bool,
    pub(crate) palace_petition: bool,
    pub(crate) bath_any_client: bool,
    pub(crate) bath_ludus: bool,
    pub(crate) bath_storeroom: bool,
    pub(crate) out_of_town_choice: bool,
    pub(crate) gate_statue: bool,
    pub(crate) watch_post_keeps: bool,
    pub(crate) surrender: bool,
    pub(crate) copies: [u8; CARDS],
    options: Options,
}

impl Rules {
    /// How many Order cards a petition takes without a Circus (GTR-11).
    pub const fn petition(&self) -> u8 {
        match self.version {
            Version::Republic => 2,
            Version::Imperium => 3,
        }
    }

    /// Which version is played.
    pub const fn version(&self) -> Version {
        self.version
    }

    /// How many copies of a kind are in this game.
    pub const fn copies(&self, card: Card) -> u8 {
        self.copies[card.index()]
    }

    /// All Order cards of this game.
    pub fn deck(&self) -> Cards {
        let mut deck = Cards::default();
        for card in Card::all() {
            for _ in 0..self.copies(card) {
                deck.add(card);
            }
        }
        deck
    }

    /// How many Sites of each material lie in town and out of town (GTR-3, GTR-5, GTR-6).
    pub const fn sites(&self) -> (u8, u8) {
        let players = self.players as u8;
        if self.training {
            // GTR-5: at most three of each are used at all.
            let in_town = if players < 3 { players } else { 3 };
            (in_town, 3 - in_town)
        } else {
            (players, 6 - players)
        }
    }
}

impl Rulebook for Rules {
    fn specs() -> &'static [OptionSpec] {
        SPECS
    }

    fn from_options(options: &Options) -> Result<Self, table::OptionError> {
        options.check("glory-to-rome", SPECS)?;
        let on = |name| options.is_on(SPECS, name);
        let version = match options.value(SPECS, "version") {
            "imperium" => Version::Imperium,
            _ => Version::Republic,
        };
        let mut geek = CardSet::NONE;
        for word in options.several(SPECS, "geek") {
            if let Some((_, card)) = GEEK.iter().find(|(name, _)| *name == word) {
                geek.insert(*card);
            }
        }
        let mut copies = [0; CARDS];
        for card in Card::all() {
            let printed = card.printed();
            copies[card.index()] = match version {
                Version::Republic => printed.republic,
                Version::Imperium => printed.imperium,
            };
            if geek.has(card) {
                copies[card.index()] += printed.geek;
            }
        }
        let mut kept = Options::new();
        for spec in SPECS {
            let value = options.value(SPECS, spec.name);
            if value != spec.default || spec.name == "players" || spec.name == "version" {
                kept.set(spec.name, value);
            }
        }
        Ok(Self {
            players: options.number(SPECS, "players") as usize,
            version,
            training: on("training"),
            open_memory: on("open_memory"),
            latrine_jack: on("latrine_jack"),
            palace_petition: on("palace_petition"),
            bath_any_client: options.value(SPECS, "bath_trigger") == "client",
            bath_ludus: on("bath_ludus"),
            bath_storeroom: on("bath_storeroom"),
            out_of_town_choice: on("out_of_town_choice"),
            gate_statue: on("gate_statue"),
            watch_post_keeps: options.value(SPECS, "watch_post_site") == "keep",
            surrender: on("surrender"),
            copies,
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
