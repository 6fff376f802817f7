//! Actions in words: what a button says, what is typed and what is recorded come from one table.

use table::{Seat, Text, say};

use crate::action::{Action, Fighter, MODES, Mode, Payment, Source};
use crate::cards::{ArenaId, INCOMES, Kind};
use crate::effect::Deck;
use crate::phrase::{LUDUS_MAGNUS, fighter, name, place_name, who};
use crate::rules::Rules;
use crate::state::{Place, Stops};

/// A part of an action that is named in words.
pub(crate) trait Piece: Sized {
    /// In words.
    fn said(self, rules: &Rules) -> Text;

    /// Reads them; the error says what was not understood and what was expected.
    fn read(rules: &Rules, text: &str) -> Result<Self, String>;
}

impl Piece for Kind {
    fn said(self, rules: &Rules) -> Text {
        Text::of(name(rules, self))
    }

    fn read(rules: &Rules, text: &str) -> Result<Self, String> {
        let found = rules.set.find(text);
        found.ok_or_else(|| format!("'{text}' is no card of this set: expected a card's name"))
    }
}

impl Piece for ArenaId {
    fn said(self, rules: &Rules) -> Text {
        Text::of(place_name(rules, self))
    }

    fn read(rules: &Rules, text: &str) -> Result<Self, String> {
        let found = rules.set.find_arena(text);
        found.ok_or_else(|| format!("'{text}' is no arena of this set: expected an arena's name"))
    }
}

impl Piece for Seat {
    fn said(self, rules: &Rules) -> Text {
        who(rules, self)
    }

    fn read(rules: &Rules, text: &str) -> Result<Self, String> {
        let magnus = rules.magnus().filter(|_| text == LUDUS_MAGNUS);
        let found = magnus.or_else(|| Self::from_letter(text).filter(|seat| seat.index() < rules.sides));
        found.ok_or_else(|| format!("'{text}' is no seat of this table: expected A, B, …"))
    }
}

/// An arena of the row. With three or four there is only one.
impl Piece for Place {
    fn said(self, rules: &Rules) -> Text {
        match self {
            Self::Near => say!("the near arena"),
            Self::Far => say!("the far arena"),
            Self::Lasting if rules.is_multi() => say!("the arena"),
            Self::Lasting => say!("the Lasting arena"),
        }
    }

    fn read(_: &Rules, text: &str) -> Result<Self, String> {
        let word = text.strip_prefix("the ").unwrap_or(text);
        let word = word.strip_suffix("arena").unwrap_or(word).trim().to_lowercase();
        let found = if word.is_empty() { Some(Self::Lasting) } else { Self::read(&word) };
        found.ok_or_else(|| {
            format!("'{text}' is no arena of the row: expected the near, far or Lasting arena")
        })
    }
}

impl Piece for Deck {
    fn said(self, _: &Rules) -> Text {
        Text::of(self.noun())
    }

    fn read(_: &Rules, text: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|deck| deck.noun() == text || deck.name() == text);
        found.ok_or_else(|| {
            format!("'{text}' is no row of the supply: expected gladiators, training cards or economy cards")
        })
    }
}

impl Piece for Stops {
    fn said(self, _: &Rules) -> Text {
        Text::of(asked(self))
    }

    fn read(_: &Rules, text: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|stops| asked(*stops) == text || stops.name() == text);
        found.ok_or_else(|| {
            format!("'{text}' is not understood: expected every time, only about my gladiators or never")
        })
    }
}

/// When a seat wants to be asked.
const fn asked(stops: Stops) -> &'static str {
    match stops {
        Stops::All => "every time",
        Stops::Mine => "only about my gladiators",
        Stops::Never => "never",
    }
}

impl Piece for Fighter {
    fn said(self, rules: &Rules) -> Text {
        fighter(rules, self)
    }

    fn read(rules: &Rules, text: &str) -> Result<Self, String> {
        let numbered = text.rsplit_once(' ').and_then(|(name, nth)| Some((name, nth.parse::<u8>().ok()?)));
        let (named, nth) = numbered.filter(|(_, nth)| *nth > 1).unwrap_or((text, 1));
        let mut wrong = format!("'{text}' is not understood: expected a seat's card, as in B's Cestus");
        for parts in ["{}'s {}", "{} {}"].into_iter().flat_map(|form| fillings(form, named)) {
            match Seat::read(rules, parts[0]).and_then(|owner| Ok((owner, Kind::read(rules, parts[1])?))) {
                Ok((owner, kind)) => return Ok(Self { owner, kind, nth }),
                Err(why) => wrong = why,
            }
        }
        Err(wrong)
    }
}

impl Piece for Source {
    fn said(self, rules: &Rules) -> Text {
        match self {
            Self::Patron(kind) => kind.said(rules),
            Self::Gladiator(it) => it.said(rules),
            Self::Departed(kind) => say!("departed {}", kind.said(rules)),
            Self::Arena(id) => id.said(rules),
        }
    }

    fn read(rules: &Rules, text: &str) -> Result<Self, String> {
        if let Some(card) = text.strip_prefix("departed ") {
            return Kind::read(rules, card).map(Self::Departed);
        }
        let found = ArenaId::read(rules, text).map(Self::Arena);
        let found = found.or_else(|_| Kind::read(rules, text).map(Self::Patron));
        let found = found.or_else(|_| Fighter::read(rules, text).map(Self::Gladiator));
        found.map_err(|_| {
            format!("'{text}' bears no ability: expected a patron, an arena, or SEAT's GLADIATOR")
        })
    }
}

/// Which of its abilities: the first needs no number.
impl Piece for u8 {
    fn said(self, _: &Rules) -> Text {
        if self == 0 { Text::new() } else { say!(" ability {}", self + 1) }
    }

    fn read(_: &Rules, text: &str) -> Result<Self, String> {
        let number = if text.is_empty() { Some("1") } else { text.strip_prefix("ability ") };
        let found = number.and_then(|number| number.parse::<Self>().ok()?.checked_sub(1));
        found.ok_or_else(|| format!("'{text}' is no ability: expected its number, from 1"))
    }
}

/// Which of several effects, from 1.
impl Piece for Mode {
    fn said(self, _: &Rules) -> Text {
        Text::of(self.0 + 1)
    }

    fn read(_: &Rules, text: &str) -> Result<Self, String> {
        let found = text.parse::<u8>().ok().and_then(|number| number.checked_sub(1));
        let found = found.filter(|at| usize::from(*at) < MODES).map(Self);
        found.ok_or_else(|| format!("'{text}' is no effect: expected its number, from 1"))
    }
}

impl Piece for Payment {
    fn said(self, rules: &Rules) -> Text {
        let paid = rules.set.incomes().iter().zip(self).filter(|(_, count)| *count > 0);
        let paid = Text::joined(paid.map(|(kind, count)| say!("{count} {}", name(rules, *kind))), ", ");
        if paid.is_empty() { say!("coin tokens") } else { paid }
    }

    fn read(rules: &Rules, text: &str) -> Result<Self, String> {
        let mut counts = [0; INCOMES];
        if ["coin tokens", "coins"].contains(&text) {
            return Ok(counts);
        }
        for part in text.split(',').map(str::trim) {
            let numbered = part.split_once(' ').and_then(|(count, name)| Some((count.parse().ok()?, name)));
            let (count, name) = numbered.unwrap_or((1, part));
            let kind = Kind::read(rules, name)?;
            let Some(at) = rules.set.incomes().iter().position(|income| *income == kind) else {
                return Err(format!("'{name}' is no income: expected incomes, or coin tokens"));
            };
            counts[at] = count;
        }
        Ok(counts)
    }
}

/// What follows these words at the start of a text, in letters of either case.
fn behind<'t>(text: &'t str, words: &str) -> Option<&'t str> {
    let (start, rest) = text.split_at_checked(words.len())?;
    start.eq_ignore_ascii_case(words).then_some(rest)
}

/// Every way to read a text as a form: what stands in its holes, the first as long as it can be.
fn fillings<'t>(form: &str, text: &'t str) -> Vec<Vec<&'t str>> {
    let Some((words, rest)) = form.split_once("{}") else {
        return if form.eq_ignore_ascii_case(text) { vec![Vec::new()] } else { Vec::new() };
    };
    let Some(text) = behind(text, words) else { return Vec::new() };
    let next = rest.split_once("{}").map_or(rest, |(next, _)| next);
    let ends =
        (0..=text.len()).rev().filter(|at| text.get(*at..).is_some_and(|rest| behind(rest, next).is_some()));
    let filled = |at: usize| {
        let others = fillings(rest, &text[at..]).into_iter();
        others.map(move |others| [vec![text[..at].trim()], others].concat())
    };
    ends.flat_map(filled).collect()
}

/// Makes the printer and the reader of actions: each with its words, and earlier spellings, so that what was written down stays
/// readable.
macro_rules! notation {
    ($( $Name:ident $( ( $( $piece:ident: $Piece:ty ),+ ) )? = $words:tt $( | $older:tt )*; )*) => {
        /// The action in words; in English and with letters for seats it is the notation.
        pub(crate) fn label(rules: &Rules, action: Action) -> Text {
            match action {
                $( Action::$Name $( ( $( $piece ),+ ) )? => say!($words $( $( , Piece::said($piece, rules) )+ )?), )*
            }
        }

        /// Every way to read a text as an action: with its form, and what was not understood.
        fn readings(rules: &Rules, text: &str) -> Vec<(&'static str, Result<Action, String>)> {
            let mut found = Vec::new();
            $( for form in [$words $( , $older )*] {
                for parts in fillings(form, text) {
                    let read = |_parts: &mut std::vec::IntoIter<&str>| {
                        Ok(Action::$Name $( ( $( <$Piece as Piece>::read(rules, _parts.next().unwrap_or_default())? ),+ ) )?)
                    };
                    found.push(($words, read(&mut parts.into_iter())));
                }
            } )*
            found
        }

        /// The forms of all actions.
        const FORMS: &[&str] = &[ $( $words ),* ];
    };
}

notation! {
    Redeem = "buy back your reserve" | "buy back reserve";
    Buy(kind: Kind) = "buy {}";
    Play(kind: Kind) = "play {}";
    Enter(kind: Kind, place: Place) = "send {} to {}" | "enter {} into {}" | "send {} into {}" | "enter {} to {}";
    Reserve(kind: Kind) = "reserve {}";
    Upgrade(kind: Kind) = "upgrade {}";
    Use(source: Source, ability: u8) = "use {}{}";
    Blessing(it: Fighter) = "remove a blessing from {}" | "remove blessing from {}" | "remove {}";
    Stops(stops: Stops) = "ask me {}" | "ask {}" | "stops {}";
    EndTurn = "end turn";
    Attack(it: Fighter) = "attack with {}" | "attack {}";
    Pass = "pass";
    Target(it: Fighter) = "target {}";
    Choose(kind: Kind) = "choose {}";
    Arena(id: ArenaId) = "choose {}" | "arena {}";
    Patron(seat: Seat, kind: Kind) = "choose {}'s {}" | "choose {} {}" | "patron {}'s {}" | "patron {} {}";
    Opponent(seat: Seat) = "choose {}" | "opponent {}";
    Row(deck: Deck) = "replace the {}" | "replace {}" | "row {}";
    Place(place: Place) = "move to {}" | "move {}" | "place {}";
    First(seat: Seat, kind: Kind) = "start with {}'s {}" | "start with {} {}" | "first {}'s {}" | "first {} {}";
    Pay(payment: Payment) = "pay with {}" | "pay {}";
    Mode(mode: Mode) = "do effect {}" | "choose effect {}" | "effect {}";
    Accept = "accept";
    Decline = "decline";
}

/// Reads notation; the error says what was not understood and what was expected.
pub(crate) fn read(rules: &Rules, text: &str) -> Result<Action, String> {
    let text = text.trim();
    let readings = readings(rules, text);
    if let Some((_, Ok(action))) = readings.iter().find(|(_, read)| read.is_ok()) {
        return Ok(*action);
    }
    if let Some((form, Err(why))) = readings.first()
        && readings.iter().all(|(other, _)| other == form)
    {
        return Err(why.clone());
    }
    Err(table::not_understood(text, FORMS).into())
}
