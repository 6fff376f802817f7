//! The actions of Glory as numbers.

use crate::{Action, Held, NOWHERE, Rules};

use super::{CARDS, FACES, HEROES, HIDDEN, PLACES, ROADS, SPACES};
use encode::verbs;
use encode::{Spelling, spelled};

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
    Choose = "choose" ["which": 2];
    Face = "face" ["face": FACES];
    End = "end";
    Resign = "resign";
}

pub(super) fn spell(rules: &Rules, action: Action) -> Spelling {
    let say = |verb: V, parts: &[usize]| spelled(verb as usize, parts);
    let one = |verb: V, part: u8| spelled(verb as usize, &[part.into()]);
    match action {
        Action::Hero(board) => one(V::Hero, board),
        Action::Roll => say(V::Roll, &[]),
        Action::Buy(kind) => one(V::Buy, kind),
        Action::Use(Held::Good(kind)) => one(V::UseGood, kind),
        Action::Use(Held::Ability(kind)) => one(V::UseAbility, kind),
        Action::Use(Held::Power) => say(V::UsePower, &[]),
        Action::Go { end, via: NOWHERE } => say(V::Go, &[end.into(), 0]),
        Action::Go { end, via } => {
            let roads = rules.kingdom.map.spaces.get(usize::from(end)).map(|space| &space.roads);
            let road = roads.and_then(|roads| roads.iter().position(|road| *road == via));
            // What is no road has no number: one past the end.
            say(V::Go, &[end.into(), road.map_or(ROADS + 1, |road| road + 1)])
        }
        Action::March(end) => one(V::March, end),
        Action::Halt => say(V::Halt, &[]),
        Action::Name(lair) => one(V::Name, lair),
        Action::Look(place) => one(V::Look, place),
        Action::Read(place) => one(V::Read, place),
        Action::Give(kind) => one(V::Give, kind),
        Action::Complete => say(V::Complete, &[]),
        Action::Pass => say(V::Pass, &[]),
        Action::Engage => say(V::Engage, &[]),
        Action::Withdraw => say(V::Withdraw, &[]),
        Action::Prepare => say(V::Prepare, &[]),
        Action::Stand => say(V::Stand, &[]),
        Action::Keep(kind) => one(V::Keep, kind),
        Action::Choose(which) => one(V::Choose, which),
        // Faces are counted from 1; there is no 0.
        Action::Face(face) => say(V::Face, &[usize::from(face).checked_sub(1).unwrap_or(FACES)]),
        Action::End => say(V::End, &[]),
        Action::Resign => say(V::Resign, &[]),
    }
}

pub(super) fn unspell(rules: &Rules, spelling: &Spelling) -> Option<Action> {
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
                road => *map.space(end).roads.get(usize::from(road) - 1)?,
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
        V::Face => Action::Face(part + 1),
        V::End => Action::End,
        V::Resign => Action::Resign,
    })
}
