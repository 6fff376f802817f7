//! The actions of For Glory as numbers.

use crate::Rules;
use crate::action::{Action, Fighter, MODES, Mode, Source};
use crate::cards::{ABILITIES, ARENAS, ArenaId, INCOMES, Kind};
use crate::effect::Deck;
use crate::state::{Place, SEATS, Stops};
use table::Seat;

use super::{COPIES, DEAREST, KINDS};
use encode::verbs;
use encode::{Speller, Spelling};
use encode::{from_here, seat_from};

verbs! {
    Buy = "buy" ["card": KINDS];
    Play = "play" ["card": KINDS];
    Enter = "send" ["card": KINDS, "arena": 3];
    Reserve = "reserve" ["card": KINDS];
    Upgrade = "upgrade" ["card": KINDS];
    UsePatron = "use a patron" ["card": KINDS, "ability": ABILITIES];
    UseGladiator = "use a gladiator" ["card": KINDS, "which": COPIES, "ability": ABILITIES];
    UseDeparted = "use one that left" ["card": KINDS, "ability": ABILITIES];
    UseArena = "use an arena" ["arena": ARENAS, "ability": ABILITIES];
    Blessing = "remove a blessing" ["owner": SEATS, "card": KINDS, "which": COPIES];
    Redeem = "buy back the reserve";
    Stops = "be asked" ["when": 3];
    EndTurn = "end the turn";
    Attack = "attack" ["card": KINDS, "which": COPIES];
    Pass = "pass";
    Target = "target" ["owner": SEATS, "card": KINDS, "which": COPIES];
    Choose = "choose a card" ["card": KINDS];
    Row = "replace" ["deck": 3];
    Place = "move to" ["arena": 3];
    Patron = "choose a patron" ["owner": SEATS, "card": KINDS];
    Arena = "choose an arena" ["arena": ARENAS];
    Opponent = "choose an opponent" ["opponent": SEATS];
    First = "start with" ["owner": SEATS, "card": KINDS];
    Pay = "pay" [
        "first income": DEAREST + 1, "second income": DEAREST + 1, "third income": DEAREST + 1,
        "fourth income": DEAREST + 1, "fifth income": DEAREST + 1, "sixth income": DEAREST + 1
    ] up to DEAREST;
    Accept = "accept";
    Decline = "decline";
    Mode = "choose an effect" ["which": MODES];
}

/// A number that no part has: what is spelled with it has no number.
const NONE: usize = u16::MAX as usize;

/// Which of the gladiators of a card and owner; they are counted from 1.
fn which(fighter: Fighter) -> usize {
    usize::from(fighter.nth).checked_sub(1).unwrap_or(NONE)
}

#[inline]
pub(super) fn say<S: Speller>(rules: &Rules, decider: Seat, action: Action, speller: &S) -> S::Said {
    let to = |seat: Seat| from_here(decider, seat, rules.sides);
    // Only whoever owns a gladiator attacks with it or uses it.
    let own = |fighter: Fighter| {
        if fighter.owner == decider { [fighter.kind.index(), which(fighter)] } else { [NONE, NONE] }
    };
    match action {
        Action::Buy(kind) => speller.say(V::Buy as usize, &[kind.index()]),
        Action::Play(kind) => speller.say(V::Play as usize, &[kind.index()]),
        Action::Enter(kind, place) => speller.say(V::Enter as usize, &[kind.index(), place.index()]),
        Action::Reserve(kind) => speller.say(V::Reserve as usize, &[kind.index()]),
        Action::Upgrade(kind) => speller.say(V::Upgrade as usize, &[kind.index()]),
        Action::Use(Source::Patron(kind), at) => {
            speller.say(V::UsePatron as usize, &[kind.index(), at.into()])
        }
        Action::Use(Source::Gladiator(fighter), at) => {
            let [kind, nth] = own(fighter);
            speller.say(V::UseGladiator as usize, &[kind, nth, at.into()])
        }
        Action::Use(Source::Departed(kind), at) => {
            speller.say(V::UseDeparted as usize, &[kind.index(), at.into()])
        }
        Action::Use(Source::Arena(id), at) => speller.say(V::UseArena as usize, &[id.0.into(), at.into()]),
        Action::Blessing(it) => {
            speller.say(V::Blessing as usize, &[to(it.owner), it.kind.index(), which(it)])
        }
        Action::Redeem => speller.say(V::Redeem as usize, &[]),
        Action::Stops(stops) => speller.say(V::Stops as usize, &[stops as usize]),
        Action::EndTurn => speller.say(V::EndTurn as usize, &[]),
        Action::Attack(fighter) => speller.say(V::Attack as usize, &own(fighter)),
        Action::Pass => speller.say(V::Pass as usize, &[]),
        Action::Target(it) => speller.say(V::Target as usize, &[to(it.owner), it.kind.index(), which(it)]),
        Action::Choose(kind) => speller.say(V::Choose as usize, &[kind.index()]),
        Action::Row(deck) => speller.say(V::Row as usize, &[deck.index()]),
        Action::Place(place) => speller.say(V::Place as usize, &[place.index()]),
        Action::Patron(seat, kind) => speller.say(V::Patron as usize, &[to(seat), kind.index()]),
        Action::Arena(id) => speller.say(V::Arena as usize, &[id.0.into()]),
        Action::Opponent(seat) => speller.say(V::Opponent as usize, &[to(seat)]),
        Action::First(seat, kind) => speller.say(V::First as usize, &[to(seat), kind.index()]),
        Action::Pay(counts) => speller.say(V::Pay as usize, &counts.map(usize::from)),
        Action::Accept => speller.say(V::Accept as usize, &[]),
        Action::Decline => speller.say(V::Decline as usize, &[]),
        Action::Mode(Mode(at)) => speller.say(V::Mode as usize, &[at.into()]),
    }
}

pub(super) fn unspell(rules: &Rules, decider: Seat, spelling: &Spelling) -> Option<Action> {
    let part = |at: usize| spelling.parts[at] as u8;
    let kinds = rules.set.cards().count();
    let kind = |at: usize| (usize::from(part(at)) < kinds).then(|| Kind(part(at)));
    let arenas = rules.set.arenas().count();
    let arena = || (usize::from(part(0)) < arenas).then(|| ArenaId(part(0)));
    let seat = || seat_from(decider, part(0).into(), rules.sides);
    let place = |at: usize| Place::ALL[usize::from(part(at))];
    let fighter = || Some(Fighter { owner: seat()?, kind: kind(1)?, nth: part(2) + 1 });
    let own = || Some(Fighter { owner: decider, kind: kind(0)?, nth: part(1) + 1 });
    Some(match *V::ALL.get(spelling.verb)? {
        V::Buy => Action::Buy(kind(0)?),
        V::Play => Action::Play(kind(0)?),
        V::Enter => Action::Enter(kind(0)?, place(1)),
        V::Reserve => Action::Reserve(kind(0)?),
        V::Upgrade => Action::Upgrade(kind(0)?),
        V::UsePatron => Action::Use(Source::Patron(kind(0)?), part(1)),
        V::UseGladiator => Action::Use(Source::Gladiator(own()?), part(2)),
        V::UseDeparted => Action::Use(Source::Departed(kind(0)?), part(1)),
        V::UseArena => Action::Use(Source::Arena(arena()?), part(1)),
        V::Blessing => Action::Blessing(fighter()?),
        V::Redeem => Action::Redeem,
        V::Stops => Action::Stops(Stops::ALL[usize::from(part(0))]),
        V::EndTurn => Action::EndTurn,
        V::Attack => Action::Attack(own()?),
        V::Pass => Action::Pass,
        V::Target => Action::Target(fighter()?),
        V::Choose => Action::Choose(kind(0)?),
        V::Row => Action::Row(Deck::ALL[usize::from(part(0))]),
        V::Place => Action::Place(place(0)),
        V::Patron => Action::Patron(seat()?, kind(1)?),
        V::Arena => Action::Arena(arena()?),
        V::Opponent => Action::Opponent(seat()?),
        V::First => Action::First(seat()?, kind(1)?),
        V::Pay => {
            let counts: [u8; INCOMES] = std::array::from_fn(part);
            let known = rules.set.incomes().len();
            if counts.iter().skip(known).any(|count| *count > 0) {
                return None;
            }
            Action::Pay(counts)
        }
        V::Accept => Action::Accept,
        V::Decline => Action::Decline,
        V::Mode => Action::Mode(Mode(part(0))),
    })
}
