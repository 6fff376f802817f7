//! The actions of Glory as numbers.

use crate::effect::MOST_CHOICES;
use crate::{Action, Held, MOST_HEROES, NOWHERE, Rules};
use table::Seat;

use super::{CARDS, FACES, HEROES, HIDDEN, PLACES, ROADS, SPACES};
use encode::verbs;
use encode::{Speller, Spelling, from_here, seat_from};

verbs! {
    Hero = "take a hero" ["hero": HEROES];
    Roll = "roll";
    Buy = "buy" ["good": CARDS];
    UseGood = "use a good" ["good": CARDS];
    UseAbility = "use an ability" ["ability": CARDS];
    UsePower = "use the power";
    Go = "go" ["end": SPACES, "by which of its roads": ROADS + 1];
    March = "march" ["end": SPACES];
    Halt = "halt";
    Name = "name" ["lair card": HIDDEN];
    Look = "look" ["lair": PLACES];
    Read = "read" ["town": PLACES];
    Give = "give" ["good": CARDS];
    Complete = "complete";
    Pass = "pass";
    Engage = "engage";
    Withdraw = "withdraw";
    Prepare = "prepare";
    Stand = "stand";
    Keep = "keep" ["ability": CARDS];
    Choose = "choose" ["which": MOST_CHOICES];
    Against = "against" ["seat": MOST_HEROES];
    Face = "face" ["face": FACES];
    Duel = "duel" ["seat": MOST_HEROES];
    Sell = "sell" ["good": CARDS, "to": MOST_HEROES];
    Race = "race";
    End = "end";
    Resign = "resign";
}

#[inline]
pub(super) fn say<S: Speller>(rules: &Rules, viewer: Seat, action: Action, speller: &S) -> S::Said {
    match action {
        Action::Hero(board) => speller.say(V::Hero as usize, &[board.into()]),
        Action::Roll => speller.say(V::Roll as usize, &[]),
        Action::Buy(kind) => speller.say(V::Buy as usize, &[kind.into()]),
        Action::Use(Held::Good(kind)) => speller.say(V::UseGood as usize, &[kind.into()]),
        Action::Use(Held::Ability(kind)) => speller.say(V::UseAbility as usize, &[kind.into()]),
        Action::Use(Held::Power) => speller.say(V::UsePower as usize, &[]),
        Action::Go { end, via: NOWHERE } => speller.say(V::Go as usize, &[end.into(), 0]),
        Action::Go { end, via } => {
            let roads = rules.kingdom.map.spaces.get(usize::from(end)).map(|space| &space.entries);
            let road = roads.and_then(|roads| roads.iter().position(|road| *road == via));
            // What is no road has no number: one past the end.
            speller.say(V::Go as usize, &[end.into(), road.map_or(ROADS + 1, |road| road + 1)])
        }
        Action::March(end) => speller.say(V::March as usize, &[end.into()]),
        Action::Halt => speller.say(V::Halt as usize, &[]),
        Action::Name(lair) => speller.say(V::Name as usize, &[lair.into()]),
        Action::Look(place) => speller.say(V::Look as usize, &[place.into()]),
        Action::Read(place) => speller.say(V::Read as usize, &[place.into()]),
        Action::Give(kind) => speller.say(V::Give as usize, &[kind.into()]),
        Action::Complete => speller.say(V::Complete as usize, &[]),
        Action::Pass => speller.say(V::Pass as usize, &[]),
        Action::Engage => speller.say(V::Engage as usize, &[]),
        Action::Withdraw => speller.say(V::Withdraw as usize, &[]),
        Action::Prepare => speller.say(V::Prepare as usize, &[]),
        Action::Stand => speller.say(V::Stand as usize, &[]),
        Action::Keep(kind) => speller.say(V::Keep as usize, &[kind.into()]),
        Action::Choose(which) => speller.say(V::Choose as usize, &[which.into()]),
        Action::Against(seat) => speller.say(V::Against as usize, &[from_here(viewer, seat, rules.players)]),
        // Faces are counted from 1; there is no 0.
        Action::Face(face) => {
            speller.say(V::Face as usize, &[usize::from(face).checked_sub(1).unwrap_or(FACES)])
        }
        Action::Duel(seat) => speller.say(V::Duel as usize, &[from_here(viewer, seat, rules.players)]),
        Action::Sell { kind, to } => {
            speller.say(V::Sell as usize, &[kind.into(), from_here(viewer, to, rules.players)])
        }
        Action::Race => speller.say(V::Race as usize, &[]),
        Action::End => speller.say(V::End as usize, &[]),
        Action::Resign => speller.say(V::Resign as usize, &[]),
    }
}

pub(super) fn unspell(rules: &Rules, viewer: Seat, spelling: &Spelling) -> Option<Action> {
    let kingdom = &*rules.kingdom;
    let part = spelling.parts[0] as u8;
    let of = |count: usize| (usize::from(part) < count).then_some(part);
    let map = &kingdom.map;
    Some(match *V::ALL.get(spelling.verb)? {
        V::Hero => Action::Hero(of(kingdom.heroes.len())?),
        V::Roll => Action::Roll,
        V::Buy => Action::Buy(of(kingdom.goods.len())?),
        V::UseGood => Action::Use(Held::Good(of(kingdom.goods.len())?)),
        V::UseAbility => Action::Use(Held::Ability(of(kingdom.abilities.len())?)),
        V::UsePower => Action::Use(Held::Power),
        V::Go => {
            let end = of(map.spaces.len())?;
            let via = match spelling.parts[1] {
                0 => NOWHERE,
                road => *map.space(end).entries.get(usize::from(road) - 1)?,
            };
            Action::Go { end, via }
        }
        V::March => Action::March(of(map.spaces.len())?),
        V::Halt => Action::Halt,
        V::Name => Action::Name(of(kingdom.lairs.len())?),
        V::Look => Action::Look(of(map.lairs.len())?),
        V::Read => Action::Read(of(map.towns.len())?),
        V::Give => Action::Give(of(kingdom.goods.len())?),
        V::Complete => Action::Complete,
        V::Pass => Action::Pass,
        V::Engage => Action::Engage,
        V::Withdraw => Action::Withdraw,
        V::Prepare => Action::Prepare,
        V::Stand => Action::Stand,
        V::Keep => Action::Keep(of(kingdom.abilities.len())?),
        V::Choose => Action::Choose(part),
        V::Against => Action::Against(seat_from(viewer, part.into(), rules.players)?),
        V::Face => Action::Face(part + 1),
        V::Duel => Action::Duel(seat_from(viewer, part.into(), rules.players)?),
        V::Sell => {
            let to = seat_from(viewer, spelling.parts[1].into(), rules.players)?;
            Action::Sell { kind: of(kingdom.goods.len())?, to }
        }
        V::Race => Action::Race,
        V::End => Action::End,
        V::Resign => Action::Resign,
    })
}
