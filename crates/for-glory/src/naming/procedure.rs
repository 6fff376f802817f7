//! The procedures of For Glory in names.

use naming::Waiting;

use crate::procedures::{
    Attack, Battle, Bearer, Check, Damage, Discard, Draft, Events, Fate, Frame, Look, Lose, Machinations,
    Magnus, Moment, Muster, Pay, Phase, Reclaim, Register, Sacrifice, Then, Token, Use, Window,
};
use crate::state::Place;

use super::{Namer, order_name};

/// A procedure with its locals.
pub(super) fn waiting(say: &Namer<'_>, frame: &Frame) -> Waiting {
    let of = Waiting::new(frame.name());
    match *frame {
        Frame::Machinations(Machinations { played }) => of.with("schemes_played", played),
        Frame::Phase(phase) => of.with(
            "next",
            match phase {
                Phase::Fleeting => "Fleeting battle",
                Phase::Lasting => "Lasting battle",
                Phase::Resolution => "resolution",
            },
        ),
        Frame::Register(Register { seat, passed, opened }) => {
            of.with("seat", seat).with("passed", passed).with("opened", opened)
        }
        Frame::Battle(Battle { place, seat, attacked, tactic, opened, passes, rounds, cards, late }) => of
            .with("place", place.name())
            .with("seat", seat)
            .with("attacked", attacked)
            .with("tactic_used", tactic)
            .with("opened", opened)
            .with("passes", passes)
            .with("rounds", rounds)
            .with("orders_drawn", cards)
            .with("began_exhausted", late),
        Frame::Attack(Attack { slot, seat, opened, parried, order }) => of
            .with_any("gladiator", say.fighter(slot))
            .with("seat", seat)
            .with("opened", opened)
            .with("parried", parried)
            .with_any("order", (order != crate::procedures::NOBODY).then(|| order_name(order))),
        Frame::Damage(Damage { attacker }) => of.with_any("attacker", say.fighter(attacker)),
        Frame::Muster(Muster { cards }) => of.with("orders_left", cards),
        Frame::Magnus(Magnus { section, order, opened }) => {
            of.with("section", section.name()).with("order", order_name(order)).with("opened", opened)
        }
        Frame::Window(window) => in_window(say, of, window),
        Frame::Use(it) => in_use(say, of, it),
        Frame::Pay(Pay { seat, coins, then }) => pays(say, of.with("seat", seat).with("coins", coins), then),
        Frame::Lose(Lose { seat })
        | Frame::Draft(Draft { seat })
        | Frame::Check(Check { seat })
        | Frame::Token(Token { seat }) => of.with("seat", seat),
        Frame::Events(Events { first }) => of.with("settled_first", first),
        Frame::Moment(Moment { seats }) => of.with("seats", seats),
        Frame::Discard(Discard { seat, left, to }) => of.with("seat", seat).with("left", left).with(
            "to",
            match to {
                Fate::Pile => "discard pile",
                Fate::Gone => "out of the game",
            },
        ),
        Frame::Sacrifice(Sacrifice { seat, place, besides }) => of
            .with("seat", seat)
            .with_any("place", place.map(Place::name))
            .with_any("besides", say.fighter(besides)),
        Frame::Look(Look { seat, owner, cards, placed, then }) => of
            .with("seat", seat)
            .with("deck_of", owner)
            .with("cards", cards)
            .with("placed", placed)
            .with("then", then.name()),
        Frame::Reclaim(Reclaim { seat, kind, coins }) => {
            of.with("seat", seat).with("card", say.card(kind)).with("coins", coins)
        }
    }
}

fn in_window(say: &Namer<'_>, of: Waiting, window: Window) -> Waiting {
    let Window { occasion, place, slot, kind, owner, value, seat, passes, used } = window;
    of.with("occasion", occasion.name())
        .with_any("place", place.map(Place::name))
        .with_any("gladiator", say.fighter(slot))
        .with("card", say.card(kind))
        .with("owner", owner)
        .with("attack", value)
        .with("seat", seat)
        .with("passes", passes)
        .with("abilities_used", table::bits(used).map(ability).collect::<Vec<_>>())
}

fn in_use(say: &Namer<'_>, of: Waiting, it: Use) -> Waiting {
    let Use { bearer, ability: at, step, seat, place, slot, subject, value, picks, last, mode } = it;
    let (sort, card) = match bearer {
        Bearer::Card(kind) => ("card", say.card(kind)),
        Bearer::Patron(kind) => ("patron", say.card(kind)),
        Bearer::Gladiator(kind) => ("gladiator", say.card(kind)),
        Bearer::Arena(id) => ("arena", say.arena(id)),
    };
    let [first, second] = picks.map(|pick| say.fighter(pick));
    of.with("of", sort)
        .with("card", card)
        .with("ability", ability(at))
        .with("sentences_done", step)
        .with("seat", seat)
        .with_any("place", place.map(Place::name))
        .with_any("gladiator", say.fighter(slot))
        .with_any("subject", say.fighter(subject))
        .with("attack", value)
        .with_any("target", first)
        .with_any("second_target", second)
        .with_any("earlier_target", say.fighter(last))
        .with("effect_chosen", mode)
}

fn pays(say: &Namer<'_>, of: Waiting, then: Then) -> Waiting {
    match then {
        Then::GoOn => of,
        Then::Buy(kind) => of.with("to", "buy").with("card", say.card(kind)),
        Then::Redeem => of.with("to", "buy back the reserve"),
        Then::Register(kind, place) => {
            of.with("to", "register").with("card", say.card(kind)).with("place", place.name())
        }
        Then::Reclaim(kind) => of.with("to", "take back").with("card", say.card(kind)),
        Then::Upgrade(kind) => of.with("to", "upgrade").with("card", say.card(kind)),
    }
}

/// One of a card's printed abilities, counted from 1.
fn ability(at: u8) -> String {
    format!("ability {}", at + 1)
}
