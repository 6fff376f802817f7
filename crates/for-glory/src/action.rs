//! What a seat can decide, and how it is written.

use table::Seat;

use crate::cards::{ArenaId, INCOMES, Kind};
use crate::effect::Deck;
use crate::phrase::{LUDUS_MAGNUS, fighter, side};
use crate::rules::Rules;
use crate::state::{Place, Stops};

/// A gladiator as a player names it: the nth of its card and owner, from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Fighter {
    /// Its owner.
    pub owner: Seat,
    /// Its card.
    pub kind: Kind,
    /// Which of them.
    pub nth: u8,
}

/// What bears the ability that is used.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Source {
    /// A ready patron of this kind.
    Patron(Kind),
    /// A gladiator.
    Gladiator(Fighter),
    /// The gladiator that has just left.
    Departed(Kind),
    /// An arena.
    Arena(ArenaId),
}

/// What a seat can decide. Aligned so that it is written as one number: lists of actions are made all the time.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(align(8))]
pub enum Action {
    /// Buy a face-up card.
    Buy(Kind),
    /// Play a scheme, patron, tactic or reaction from hand.
    Play(Kind),
    /// Put a gladiator into an arena.
    Enter(Kind, Place),
    /// Put a card face down into the reserve.
    Reserve(Kind),
    /// Upgrade a champion in hand.
    Upgrade(Kind),
    /// Use an ability of a card in play.
    Use(Source, u8),
    /// Let a blessing on a gladiator work now.
    Blessing(Fighter),
    /// Buy the reserve back.
    Redeem,
    /// Say when to be asked in windows.
    Stops(Stops),
    /// End the machinations turn.
    EndTurn,
    /// Attack with a gladiator.
    Attack(Fighter),
    /// Do no more, or nothing.
    Pass,
    /// Name a gladiator.
    Target(Fighter),
    /// Name a card of the own hand or discard pile.
    Choose(Kind),
    /// Name a supply deck.
    Row(Deck),
    /// Name an arena of the row.
    Place(Place),
    /// Name a patron.
    Patron(Seat, Kind),
    /// Name an arena card of the own.
    Arena(ArenaId),
    /// Name an opponent.
    Opponent(Seat),
    /// Say which of the things that happened at once comes first.
    First(Seat, Kind),
    /// Pay with these many of each income, and coin tokens for the rest.
    Pay([u8; INCOMES]),
    /// Take the offer.
    Accept,
    /// Leave it.
    Decline,
}

impl Action {
    /// Whether it only does without what is offered.
    pub(crate) const fn declines(self) -> bool {
        matches!(self, Self::Pass | Self::Decline)
    }
}

const _: () = assert!(size_of::<Action>() <= 8, "an action is at most 8 bytes");

/// An arena of the row in notation. With three or four there is only one.
fn arena_at(rules: &Rules, place: Place) -> &'static str {
    match place {
        Place::Near => "the near arena",
        Place::Far => "the far arena",
        Place::Lasting if rules.is_multi() => "the arena",
        Place::Lasting => "the Lasting arena",
    }
}

fn source(rules: &Rules, source: Source) -> String {
    match source {
        Source::Patron(kind) => rules.set.card(kind).name.clone(),
        Source::Gladiator(it) => fighter(rules, it),
        Source::Departed(kind) => format!("departed {}", rules.set.card(kind).name),
        Source::Arena(id) => rules.set.arena(id).name.clone(),
    }
}

/// The action in notation.
pub(crate) fn write(rules: &Rules, action: Action) -> String {
    let name = |kind: Kind| rules.set.card(kind).name.as_str();
    match action {
        Action::Buy(kind) => format!("buy {}", name(kind)),
        Action::Play(kind) => format!("play {}", name(kind)),
        Action::Enter(kind, place) => format!("send {} to {}", name(kind), arena_at(rules, place)),
        Action::Reserve(kind) => format!("reserve {}", name(kind)),
        Action::Upgrade(kind) => format!("upgrade {}", name(kind)),
        Action::Use(it, 0) => format!("use {}", source(rules, it)),
        Action::Use(it, ability) => format!("use {} ability {}", source(rules, it), ability + 1),
        Action::Blessing(it) => format!("remove a blessing from {}", fighter(rules, it)),
        Action::Redeem => "buy back your reserve".to_owned(),
        Action::Stops(stops) => format!("ask me {}", asked(stops)),
        Action::EndTurn => "end turn".to_owned(),
        Action::Attack(it) => format!("attack with {}", fighter(rules, it)),
        Action::Pass => "pass".to_owned(),
        Action::Target(it) => format!("target {}", fighter(rules, it)),
        Action::Choose(kind) => format!("choose {}", name(kind)),
        Action::Row(deck) => format!("replace the {}", deck.noun()),
        Action::Place(place) => format!("move to {}", arena_at(rules, place)),
        Action::Patron(seat, kind) => format!("choose {}'s {}", side(rules, seat), name(kind)),
        Action::Arena(id) => format!("choose {}", rules.set.arena(id).name),
        Action::Opponent(seat) => format!("choose {seat}"),
        Action::First(seat, kind) => format!("start with {}'s {}", side(rules, seat), name(kind)),
        Action::Pay(counts) => payment(rules, counts),
        Action::Accept => "accept".to_owned(),
        Action::Decline => "decline".to_owned(),
    }
}

/// When a seat wants to be asked, in notation.
const fn asked(stops: Stops) -> &'static str {
    match stops {
        Stops::All => "every time",
        Stops::Mine => "only about my gladiators",
        Stops::Never => "never",
    }
}

fn payment(rules: &Rules, counts: [u8; INCOMES]) -> String {
    let paid = rules.set.incomes().iter().zip(counts).filter(|(_, count)| *count > 0);
    let parts: Vec<_> = paid.map(|(kind, count)| format!("{count} {}", rules.set.card(*kind).name)).collect();
    if parts.is_empty() {
        "pay with coin tokens".to_owned()
    } else {
        format!("pay with {}", parts.join(", "))
    }
}

struct Reader<'a>(&'a Rules);

impl Reader<'_> {
    fn card(&self, text: &str) -> Result<Kind, String> {
        self.0
            .set
            .find(text)
            .ok_or_else(|| format!("'{text}' is no card of this set: expected a card's name"))
    }

    fn seat(&self, text: &str) -> Result<Seat, String> {
        Seat::from_letter(text)
            .filter(|seat| seat.index() < self.0.sides)
            .ok_or_else(|| format!("'{text}' is no seat of this table: expected A, B, …"))
    }

    fn arena(&self, text: &str) -> Result<ArenaId, String> {
        self.0.set.find_arena(text).ok_or_else(|| format!("'{text}' is no arena of this set"))
    }

    fn place(text: &str) -> Result<Place, String> {
        let word = text.strip_prefix("the ").unwrap_or(text);
        let word = word.strip_suffix("arena").unwrap_or(word).trim();
        // With three or four there is only one, and it needs no name.
        let word = if word.is_empty() { "lasting".to_owned() } else { word.to_lowercase() };
        Place::read(&word).ok_or_else(|| {
            format!("'{text}' is no arena of the row: expected the near, far or Lasting arena")
        })
    }

    fn seat_and_card(&self, text: &str) -> Result<(Seat, Kind), String> {
        let whole = text.strip_prefix(LUDUS_MAGNUS).and_then(|rest| rest.strip_prefix("'s "));
        if let (Some(card), Some(seat)) = (whole, self.0.magnus()) {
            return Ok((seat, self.card(card)?));
        }
        let Some((seat, card)) = text.split_once(' ') else {
            return Err(format!("'{text}' is not understood: expected a seat's card, as in B's Cestus"));
        };
        Ok((self.seat(seat.strip_suffix("'s").unwrap_or(seat))?, self.card(card.trim())?))
    }

    fn fighter(&self, text: &str) -> Result<Fighter, String> {
        let (name, nth) = match text.rsplit_once(' ') {
            Some((name, number)) => match number.parse::<u8>() {
                Ok(nth) if nth > 1 => (name, nth),
                _ => (text, 1),
            },
            None => (text, 1),
        };
        let (owner, kind) = self.seat_and_card(name)?;
        Ok(Fighter { owner, kind, nth })
    }

    fn source(&self, text: &str) -> Result<Source, String> {
        if let Some(card) = text.strip_prefix("departed ") {
            return Ok(Source::Departed(self.card(card)?));
        }
        if let Some(id) = self.0.set.find_arena(text) {
            return Ok(Source::Arena(id));
        }
        if let Some(kind) = self.0.set.find(text) {
            return Ok(Source::Patron(kind));
        }
        self.fighter(text).map(Source::Gladiator).map_err(|_| {
            format!("'{text}' bears no ability: expected a patron, an arena, or a seat and a gladiator")
        })
    }

    /// Something named: a card, an arena, somebody's patron, or an opponent.
    fn choice(&self, text: &str) -> Result<Action, String> {
        if let Some(kind) = self.0.set.find(text) {
            return Ok(Action::Choose(kind));
        }
        if let Some(id) = self.0.set.find_arena(text) {
            return Ok(Action::Arena(id));
        }
        if let Ok((seat, kind)) = self.seat_and_card(text) {
            return Ok(Action::Patron(seat, kind));
        }
        if let Ok(seat) = self.seat(text) {
            return Ok(Action::Opponent(seat));
        }
        Err(format!("'{text}' can't be chosen: expected a card, an arena, somebody's patron or a seat"))
    }

    fn payment(&self, text: &str) -> Result<Action, String> {
        let mut counts = [0; INCOMES];
        let text = text.strip_prefix("with ").unwrap_or(text);
        if ["coin tokens", "coins"].contains(&text) {
            return Ok(Action::Pay(counts));
        }
        for part in text.split(',').map(str::trim) {
            let (count, name) = match part.split_once(' ') {
                Some((number, name)) if number.parse::<u8>().is_ok() => (number.parse().unwrap_or(0), name),
                _ => (1, part),
            };
            let kind = self.card(name)?;
            let Some(at) = self.0.set.incomes().iter().position(|income| *income == kind) else {
                return Err(format!("'{name}' is no income: expected incomes, or 'coin tokens'"));
            };
            counts[at] = count;
        }
        Ok(Action::Pay(counts))
    }
}

/// Reads notation. Earlier spellings are read too, so that what was written down stays readable.
pub(crate) fn read(rules: &Rules, text: &str) -> Result<Action, String> {
    let reader = Reader(rules);
    let text = text.trim();
    match text {
        "buy back your reserve" | "buy back reserve" => return Ok(Action::Redeem),
        "end turn" => return Ok(Action::EndTurn),
        "pass" => return Ok(Action::Pass),
        "accept" => return Ok(Action::Accept),
        "decline" => return Ok(Action::Decline),
        _ => {}
    }
    let (verb, rest) = text.split_once(' ').unwrap_or((text, ""));
    let rest = rest.trim();
    match verb {
        "buy" => Ok(Action::Buy(reader.card(rest)?)),
        "play" => Ok(Action::Play(reader.card(rest)?)),
        "send" | "enter" => match rest.rsplit_once(" to ").or_else(|| rest.rsplit_once(" into ")) {
            Some((card, place)) => Ok(Action::Enter(reader.card(card.trim())?, Reader::place(place.trim())?)),
            None => Err(format!(
                "'{text}' is not understood: expected send CARD to the near, far or Lasting arena"
            )),
        },
        "reserve" => Ok(Action::Reserve(reader.card(rest)?)),
        "upgrade" => Ok(Action::Upgrade(reader.card(rest)?)),
        "use" => match rest.rsplit_once(" ability ") {
            Some((bearer, number)) => match number.parse::<u8>() {
                Ok(number) if number > 0 => Ok(Action::Use(reader.source(bearer)?, number - 1)),
                _ => Err(format!("'{number}' is no ability: expected its number, from 1")),
            },
            None => Ok(Action::Use(reader.source(rest)?, 0)),
        },
        "remove" => {
            let rest = rest.strip_prefix("a ").unwrap_or(rest);
            Ok(Action::Blessing(reader.fighter(rest.strip_prefix("blessing from ").unwrap_or(rest))?))
        }
        "ask" | "stops" => {
            let when = rest.strip_prefix("me ").unwrap_or(rest);
            let found = Stops::ALL.into_iter().find(|stops| asked(*stops) == when || stops.name() == when);
            found.map(Action::Stops).ok_or_else(|| {
                format!("'{text}' is not understood: expected ask me every time, ask me only about my gladiators or ask me never")
            })
        }
        "attack" => Ok(Action::Attack(reader.fighter(rest.strip_prefix("with ").unwrap_or(rest))?)),
        "target" => Ok(Action::Target(reader.fighter(rest)?)),
        "choose" => reader.choice(rest),
        "replace" | "row" => {
            let word = rest.strip_prefix("the ").unwrap_or(rest);
            let found = Deck::ALL.into_iter().find(|deck| deck.noun() == word || deck.name() == word);
            found.map(Action::Row).ok_or_else(|| {
                format!("'{rest}' is no row of the supply: expected the gladiators, training cards or economy cards")
            })
        }
        "move" | "place" => Ok(Action::Place(Reader::place(rest.strip_prefix("to ").unwrap_or(rest))?)),
        "patron" => reader.seat_and_card(rest).map(|(seat, kind)| Action::Patron(seat, kind)),
        "arena" => Ok(Action::Arena(reader.arena(rest)?)),
        "opponent" => Ok(Action::Opponent(reader.seat(rest)?)),
        "start" | "first" => {
            let rest = rest.strip_prefix("with ").unwrap_or(rest);
            reader.seat_and_card(rest).map(|(seat, kind)| Action::First(seat, kind))
        }
        "pay" => reader.payment(rest),
        _ => Err(format!(
            "'{text}' is not understood: expected buy, play, send, reserve, upgrade, use, remove a blessing from, buy back your reserve, ask me, end turn, \
             attack with, target, choose, replace, move to, start with, pay with, accept, decline or pass"
        )),
    }
}
