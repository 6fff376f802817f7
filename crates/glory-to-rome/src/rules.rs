//! Options and card set.

use table::{OptionKind, OptionSpec, Options, Rulebook};

use crate::cards::{CARDS, Card};
use crate::zone::Cards;

/// Which of the two card sets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Version {
    /// The forgiving one: five Order cards, petitions of two.
    Republic,
    /// The harsh one: four Order cards and a Jack, petitions of three.
    Imperium,
}

/// The Geek expansion's ten kinds, as named in the option.
const GEEK: &[&str] = &[
    "domus",
    "castra",
    "castra-praetoria",
    "watermill",
    "solarium",
    "aerarium",
    "bacchanalia",
    "watch-post",
    "triclinium",
    "plebian-council",
];

/// Makes the options and [`Rules`]: each switch stands once, as what is set by which word of an option; other options in brackets.
macro_rules! switches {
    ($(
        $([ $name:literal, $kind:expr, $default:literal, $meaning:literal ])*
        $switch:ident = $option:literal $on:literal or $off:literal, $usual:literal, $does:literal;
    )*) => {
        /// What a table of Glory to Rome can be set to.
        pub const SPECS: &[OptionSpec] = &[ $(
            $( OptionSpec { name: $name, kind: $kind, default: $default, meaning: $meaning }, )*
            OptionSpec { name: $option, kind: OptionKind::Choice(&[$on, $off]), default: $usual, meaning: $does },
        )* ];

        /// The rules of one table, fixed when it is made.
        #[derive(Clone, Debug)]
        #[allow(clippy::struct_excessive_bools)] // Each is one switch of the table.
        pub struct Rules {
            pub(crate) players: usize,
            pub(crate) version: Version,
            pub(crate) copies: [u8; CARDS],
            options: Options,
            $( pub(crate) $switch: bool, )*
        }

        impl Rules {
            fn switched(players: usize, version: Version, copies: [u8; CARDS], options: Options) -> Self {
                $( let $switch = options.value(SPECS, $option) == $on; )*
                Self { players, version, copies, options, $($switch),* }
            }
        }
    };
}

switches! {
    ["players", OptionKind::Number(2, 5), "3", "How many play (GTR-1)."]
    ["version", OptionKind::Choice(&["republic", "imperium"]), "republic", "Which card set and opening hand (GTR-1, GTR-2); Imperium is the harsher one."]
    training = "training" "on" or "off", "off", "A short first game without building functions (GTR-5).";
    ["geek", OptionKind::Several(GEEK), "none", "Which kinds of the Geek expansion are shuffled in (GTR-1)."]
    open_memory = "open_memory" "on" or "off", "off", "Vault cards that were seen stay visible to those who saw them (GTR-26 forbids looking again).";
    latrine_jack = "latrine_jack" "on" or "off", "off", "A Latrine may also put a Jack back (GTR-78).";
    palace_petition = "palace_petition" "on" or "off", "on", "A petition counts as one card of a Palace play (GTR-81).";
    bath_any_client = "bath_trigger" "client" or "patron", "client", "A Bath lets every new client act, or only those hired by a Patron action (GTR-57).";
    bath_ludus = "bath_ludus" "on" or "off", "on", "With Ludus Magna a Merchant hired at the Bath may act in any role (GTR-57, GTR-79).";
    bath_storeroom = "bath_storeroom" "on" or "off", "on", "With Storeroom any client hired at the Bath may act as Laborer (GTR-57, GTR-92).";
    out_of_town_choice = "out_of_town_choice" "on" or "off", "on", "Out-of-town Sites may be taken while the same Sites are left in town (GTR-31).";
    gate_statue = "gate_statue" "on" or "off", "off", "A Gate makes an unfinished Statue score (GTR-75, GTR-91).";
    watch_post_keeps = "watch_post_site" "keep" or "return", "keep", "What becomes of the Site of a structure that a Watch Post dismantles: it stays in the influence, or goes back out of town (GTR-118).";
    surrender = "surrender" "on" or "off", "on", "Players may surrender to another when about to lead (GTR-40).";
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
        Cards::from_counts(&self.copies)
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
        let version = match options.value(SPECS, "version") {
            "imperium" => Version::Imperium,
            _ => Version::Republic,
        };
        let mut copies = [0; CARDS];
        for card in Card::all() {
            copies[card.index()] = match version {
                Version::Republic => card.printed().republic,
                Version::Imperium => card.printed().imperium,
            };
        }
        for card in options.several(SPECS, "geek") {
            let card = Card::from_name(&card.replace('-', " ")).expect("the option names cards");
            copies[card.index()] += card.printed().geek;
        }
        let mut kept = Options::new();
        for spec in SPECS {
            let value = options.value(SPECS, spec.name);
            if value != spec.default || spec.name == "players" || spec.name == "version" {
                kept.set(spec.name, value);
            }
        }
        let players = options.number(SPECS, "players") as usize;
        Ok(Self::switched(players, version, copies, kept))
    }

    fn options(&self) -> Options {
        self.options.clone()
    }

    fn players(&self) -> usize {
        self.players
    }
}
