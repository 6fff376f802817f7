//! Actions and their notation.

use crate::cards::Kingdom;
use crate::map::NOWHERE;

/// A card or power a hero can use.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Held {
    /// A good, by kind.
    Good(u8),
    /// An ability, by kind.
    Ability(u8),
    /// The hero's own power.
    Power,
}

/// What a seat can decide.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Take this hero board (GL-3).
    Hero(u8),
    /// Roll the movement die (GL-10).
    Roll,
    /// Buy a good of this kind (GL-22).
    Buy(u8),
    /// Use a card or power (GL-15).
    Use(Held),
    /// Move to an end, by way of the space before it where that matters (GL-11).
    Go {
        /// The end.
        end: u8,
        /// The space before it, or [`NOWHERE`].
        via: u8,
    },
    /// March one space on (GL-12).
    March(u8),
    /// Stay where the steps ended.
    Halt,
    /// Name the monster of this lair before looking (GL-26).
    Name(u8),
    /// Look at the card under this lair (GL-24).
    Look(u8),
    /// Look at the quest of this town.
    Read(u8),
    /// Do the quest here by handing over a good of this kind (GL-27).
    Give(u8),
    /// Do the quest here: pay its coins, or take what is left for the second (GL-27).
    Complete,
    /// Do without the offer: no name, no look, no quest.
    Pass,
    /// Fight a round (GL-30).
    Engage,
    /// Leave the battle (GL-30).
    Withdraw,
    /// Add what the right name gave to this strike roll (GL-26).
    Prepare,
    /// Let the dice count as they lie (GL-32).
    Stand,
    /// Keep this ability (GL-40).
    Keep(u8),
    /// Take the first or the second choice of a card.
    Choose(u8),
    /// Set the own die to this face.
    Face(u8),
    /// End the turn.
    End,
    /// Give the game up: the hero is dead (ruling E10).
    Resign,
}

impl Action {
    /// Whether it only means to do without what is offered.
    pub const fn declines(self) -> bool {
        matches!(self, Self::Pass | Self::Halt | Self::End | Self::Stand)
    }
}

const _: () = assert!(size_of::<Action>() <= 8, "an action is at most 8 bytes");

/// The action in notation.
pub(crate) fn write(kingdom: &Kingdom, action: Action) -> String {
    let map = &kingdom.map;
    let space = |at: u8| map.spaces.get(at as usize).map_or("nowhere", |space| space.name.as_str());
    let place = |places: &[u8], at: u8| space(places.get(at as usize).copied().unwrap_or(NOWHERE)).to_owned();
    match action {
        Action::Hero(board) => format!("hero {}", name(&kingdom.heroes, board, |hero| &hero.name)),
        Action::Roll => "roll".to_owned(),
        Action::Buy(kind) => format!("buy {}", name(&kingdom.goods, kind, |good| &good.name)),
        Action::Use(Held::Good(kind)) => format!("use {}", name(&kingdom.goods, kind, |good| &good.name)),
        Action::Use(Held::Ability(kind)) => {
            format!("use {}", name(&kingdom.abilities, kind, |ability| &ability.name))
        }
        Action::Use(Held::Power) => "use power".to_owned(),
        Action::Go { end, via: NOWHERE } => format!("go {}", space(end)),
        Action::Go { end, via } => format!("go {} via {}", space(end), space(via)),
        Action::March(end) => format!("march {}", space(end)),
        Action::Halt => "halt".to_owned(),
        Action::Name(lair) => format!("name {}", name(&kingdom.lairs, lair, |lair| &lair.name)),
        Action::Look(at) => format!("look {}", place(&map.lairs, at)),
        Action::Read(at) => format!("read {}", place(&map.towns, at)),
        Action::Give(kind) => format!("give {}", name(&kingdom.goods, kind, |good| &good.name)),
        Action::Complete => "complete".to_owned(),
        Action::Pass => "pass".to_owned(),
        Action::Engage => "engage".to_owned(),
        Action::Withdraw => "withdraw".to_owned(),
        Action::Prepare => "prepare".to_owned(),
        Action::Stand => "stand".to_owned(),
        Action::Keep(kind) => format!("keep {}", name(&kingdom.abilities, kind, |ability| &ability.name)),
        Action::Choose(which) => format!("choose {}", u16::from(which) + 1),
        Action::Face(face) => format!("face {face}"),
        Action::End => "end".to_owned(),
        Action::Resign => "resign".to_owned(),
    }
}

fn name<T>(list: &[T], at: u8, name: impl Fn(&T) -> &String) -> &str {
    list.get(at as usize).map_or("nothing", |one| name(one))
}

/// Reads notation; the error says what was not understood.
pub(crate) fn read(kingdom: &Kingdom, text: &str) -> Result<Action, String> {
    let text = text.trim();
    let (verb, rest) = text.split_once(' ').unwrap_or((text, ""));
    let rest = rest.trim();
    let map = &kingdom.map;
    let space = |name: &str| map.find(name).ok_or_else(|| format!("'{name}' is no space of this map"));
    let place = |places: &[u8], what: &str| {
        let at = space(rest)?;
        let found = places.iter().position(|place| *place == at);
        found.map(|place| place as u8).ok_or_else(|| format!("'{rest}' is no {what}"))
    };
    let number = |least: u8, most: u8| {
        let fits = rest.parse::<u8>().ok().filter(|number| (least..=most).contains(number));
        fits.ok_or_else(|| format!("'{rest}' is not a number from {least} to {most}"))
    };
    let alone = |action: Action| {
        if rest.is_empty() {
            Ok(action)
        } else {
            Err(format!("'{verb}' takes nothing after it, not '{rest}'"))
        }
    };
    match verb {
        "hero" => find(&kingdom.heroes, rest, "hero", |hero| &hero.name).map(Action::Hero),
        "roll" => alone(Action::Roll),
        "buy" => find(&kingdom.goods, rest, "good", |good| &good.name).map(Action::Buy),
        "use" if rest == "power" => Ok(Action::Use(Held::Power)),
        "use" => find(&kingdom.goods, rest, "good or ability", |good| &good.name)
            .map(Held::Good)
            .or_else(|error| match find(&kingdom.abilities, rest, "", |ability| &ability.name) {
                Ok(kind) => Ok(Held::Ability(kind)),
                Err(_) => Err(error),
            })
            .map(Action::Use),
        "go" => match rest.split_once(" via ") {
            Some((end, via)) => Ok(Action::Go { end: space(end.trim())?, via: space(via.trim())? }),
            None => Ok(Action::Go { end: space(rest)?, via: NOWHERE }),
        },
        "march" => Ok(Action::March(space(rest)?)),
        "halt" => alone(Action::Halt),
        "name" => find(&kingdom.lairs, rest, "lair card", |lair| &lair.name).map(Action::Name),
        "look" => place(&map.lairs, "lair").map(Action::Look),
        "read" => place(&map.towns, "town").map(Action::Read),
        "give" => find(&kingdom.goods, rest, "good", |good| &good.name).map(Action::Give),
        "complete" => alone(Action::Complete),
        "pass" => alone(Action::Pass),
        "engage" => alone(Action::Engage),
        "withdraw" => alone(Action::Withdraw),
        "prepare" => alone(Action::Prepare),
        "stand" => alone(Action::Stand),
        "keep" => find(&kingdom.abilities, rest, "ability", |ability| &ability.name).map(Action::Keep),
        "choose" => Ok(Action::Choose(number(1, 2)? - 1)),
        "face" => Ok(Action::Face(number(1, 6)?)),
        "end" => alone(Action::End),
        "resign" => alone(Action::Resign),
        _ => Err(format!(
            "'{text}' is not understood: expected hero, roll, buy, use, go, march, halt, name, look, read, give, \
             complete, pass, engage, withdraw, prepare, stand, keep, choose, face, end or resign"
        )),
    }
}

/// The place of a name in a list, by letters of either case.
pub(crate) fn find<T>(
    list: &[T],
    text: &str,
    what: &str,
    name: impl Fn(&T) -> &String,
) -> Result<u8, String> {
    let found = list.iter().position(|one| name(one).eq_ignore_ascii_case(text));
    found.map(|at| at as u8).ok_or_else(|| format!("'{text}' is no {what} of this kingdom"))
}
