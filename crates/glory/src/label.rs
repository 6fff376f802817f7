//! Actions in words: what a button says and what is recorded are one; and how it is read.

use table::{Seat, Span, Text, card, place, say};

use crate::action::{Action, Held};
use crate::cards::Kingdom;
use crate::effect::MOST_CHOICES;
use crate::map::NOWHERE;
use crate::state::MOST_HEROES;

/// The action in words; with letters for seats it is the notation.
pub(crate) fn label(kingdom: &Kingdom, action: Action) -> Text {
    let map = &kingdom.map;
    let space = |at: u8| place(map.spaces.get(at as usize).map_or("nowhere", |space| space.name.as_str()));
    let among = |places: &[u8], at: u8| space(places.get(at as usize).copied().unwrap_or(NOWHERE));
    let good = |kind: u8| named(&kingdom.goods, kind, |good| &good.name);
    let ability = |kind: u8| named(&kingdom.abilities, kind, |ability| &ability.name);
    match action {
        Action::Hero(board) => say!("hero {}", named(&kingdom.heroes, board, |hero| &hero.name)),
        Action::Roll => say!("roll"),
        Action::Buy(kind) => say!("buy {}", good(kind)),
        Action::Use(Held::Good(kind)) => say!("use {}", good(kind)),
        Action::Use(Held::Ability(kind)) => say!("use {}", ability(kind)),
        Action::Use(Held::Power) => say!("use power"),
        Action::Go { end, via: NOWHERE } => say!("go {}", space(end)),
        Action::Go { end, via } => say!("go {} via {}", space(end), space(via)),
        Action::March(end) => say!("march {}", space(end)),
        Action::Halt => say!("halt"),
        Action::Name(lair) => say!("name {}", named(&kingdom.lairs, lair, |lair| &lair.name)),
        Action::Look(at) => say!("look {}", among(&map.lairs, at)),
        Action::Read(at) => say!("read {}", among(&map.towns, at)),
        Action::Give(kind) => say!("give {}", good(kind)),
        Action::Complete => say!("complete"),
        Action::Pass => say!("pass"),
        Action::Engage => say!("engage"),
        Action::Withdraw => say!("withdraw"),
        Action::Prepare => say!("prepare"),
        Action::Stand => say!("stand"),
        Action::Keep(kind) => say!("keep {}", ability(kind)),
        Action::Choose(which) => say!("choose {}", u16::from(which) + 1),
        Action::Against(seat) => say!("against {seat}"),
        Action::Face(face) => say!("face {face}"),
        Action::Duel(seat) => say!("duel {seat}"),
        Action::Sell { kind, to } => say!("sell {} to {to}", good(kind)),
        Action::Race => say!("race"),
        Action::End => say!("end"),
        Action::Resign => say!("resign"),
    }
}

fn named<T>(list: &[T], at: u8, name: impl Fn(&T) -> &String) -> Span {
    card(list.get(at as usize).map_or("nothing", |one| name(one)))
}

/// Reads notation; the error says what was not understood.
pub(crate) fn read(kingdom: &Kingdom, text: &str) -> Result<Action, String> {
    let text = text.trim();
    let (verb, rest) = text.split_once(' ').unwrap_or((text, ""));
    let (verb, rest) = (verb.to_lowercase(), rest.trim());
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
    let seat = |letter: &str| {
        let found = Seat::from_letter(letter).filter(|seat| seat.index() < MOST_HEROES);
        found.ok_or_else(|| format!("'{letter}' is no seat"))
    };
    let alone = |action: Action| {
        if rest.is_empty() {
            Ok(action)
        } else {
            Err(format!("'{verb}' takes nothing after it, not '{rest}'"))
        }
    };
    match verb.as_str() {
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
        "choose" => Ok(Action::Choose(number(1, MOST_CHOICES as u8)? - 1)),
        "against" => seat(rest).map(Action::Against),
        "face" => Ok(Action::Face(number(1, 6)?)),
        "duel" => seat(rest).map(Action::Duel),
        "sell" => match rest.rsplit_once(" to ") {
            Some((name, to)) => {
                let kind = find(&kingdom.goods, name.trim(), "good", |good| &good.name)?;
                Ok(Action::Sell { kind, to: seat(to.trim())? })
            }
            None => Err(format!("'{rest}' is no sale: expected 'sell GOOD to SEAT'")),
        },
        "race" => alone(Action::Race),
        "end" => alone(Action::End),
        "resign" => alone(Action::Resign),
        _ => Err(format!(
            "'{text}' is not understood: expected hero, roll, buy, use, go, march, halt, name, look, read, give, \
             complete, pass, engage, withdraw, prepare, stand, keep, choose, against, face, duel, sell, race, end or resign"
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
