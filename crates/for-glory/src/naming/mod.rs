//! A view in names: what programs read.

mod names;
mod procedure;

use std::collections::BTreeMap;

use naming::{Counts, Named, by_seat, counts, letter, looker};
use table::tongue::notation;

use crate::action::Fighter;
use crate::cards::{ArenaId, Kind};
use crate::effect::{Deck, Stat};
use crate::known::{Known, Whereabouts};
use crate::orders::{BLANK, Drawn, Orders, members};
use crate::phrase::fighter;
use crate::pile::{Half, Pair};
use crate::procedures::{Event, NOBODY, Watch};
use crate::rules::Rules;
use crate::state::{self, End, Ludus, Patron, Place, Public, Sand, State};
use crate::stats::arenas_in;
use crate::view::View;

pub use self::names::{
    ArenaRow, DrawnOrder, Ending, Gladiator, Happened, KnownCard, Names, OrderDeck, PatronCard, Player,
    WatchedTarget,
};

impl Named for State {
    type Names = Names;

    fn names(rules: &Rules, view: &View) -> Names {
        let View { viewer, public, held, seen } = view;
        let Public {
            ludi,
            supply,
            rows,
            sand,
            arenas,
            glory,
            tokens,
            token_done,
            standing,
            arena_deck,
            tired,
            boasts,
            favor,
            active,
            turn,
            turns,
            phases,
            stopped,
            removed,
            stack,
            events,
            watches,
            magnus,
            orders,
            log,
            end,
            // A state in which something found no room is never shown: `play` refuses what leads there.
            full: _,
        } = public;
        let say = Namer { rules, sand };
        let row = |deck: Deck| {
            let lying = rows[deck.index()].iter().map(|kind| say.card(*kind)).collect();
            (deck.name().to_owned(), lying)
        };
        let arena = |place: Place| {
            let at = place.index();
            let row = ArenaRow {
                arena: arenas[at].map(|id| say.arena(id)),
                glory: glory[at],
                token: tokens.get(at).copied().flatten().map(letter),
            };
            (place.name().to_owned(), row)
        };
        Names {
            viewer: looker(*viewer),
            active: letter(*active),
            turn: letter(*turn),
            turns: *turns,
            arena_phases: *phases,
            favor: letter(*favor),
            players: by_seat(rules.sides, |seat| say.player(&ludi[seat])),
            supply_rows: Deck::ALL.into_iter().map(row).collect(),
            supply_decks: say.pile(supply, Half::First),
            supply_discards: say.pile(supply, Half::Second),
            gladiators: sand.iter().map(|(slot, it)| say.gladiator(slot, it)).collect(),
            arena_row: Place::ALL.into_iter().map(arena).collect(),
            arena_deck: say.arenas(*arena_deck),
            arenas_exhausted: say.arenas(*tired),
            token_settled: *token_done,
            out_of_battle: standing.iter().map(|seat| letter(*seat)).collect(),
            boasts_won: *boasts,
            stops_set: *stopped,
            removed: *removed,
            procedures: stack.iter().map(|frame| procedure::waiting(&say, frame)).collect(),
            happened: events.iter().map(|event| say.happened(event)).collect(),
            watched: watches.iter().map(|watch| say.watched(watch)).collect(),
            ludus_magnus: magnus.map(letter),
            orders: order_deck(orders),
            orders_drawn: log.iter().map(|drawn| say.drawn(drawn)).collect(),
            ending: end.map(how),
            hand: say.pile(held, Half::First),
            reserve: say.pile(held, Half::Second),
            seen: seen.iter().rev().map(|kind| say.card(*kind)).collect(),
        }
    }
}

/// What names need: the cards, and who stands where.
struct Namer<'a> {
    rules: &'a Rules,
    sand: &'a Sand,
}

/// The stats that are higher or lower than they would be, by name.
fn changes(by: &[i8; 4]) -> BTreeMap<String, i8> {
    let changed = Stat::ALL.into_iter().zip(by).filter(|(_, change)| **change != 0);
    changed.map(|(stat, change)| (stat.name().to_owned(), *change)).collect()
}

impl Namer<'_> {
    fn card(&self, kind: Kind) -> String {
        self.rules.set.card(kind).name.clone()
    }

    fn arena(&self, id: ArenaId) -> String {
        self.rules.set.arena(id).name.clone()
    }

    fn arenas(&self, set: u32) -> Vec<String> {
        arenas_in(set).map(|id| self.arena(id)).collect()
    }

    fn pile(&self, pair: &Pair, half: Half) -> Counts {
        counts(pair.kinds(half).map(|kind| (self.card(kind), pair.count(half, kind))))
    }

    /// The gladiator of a slot as actions name it: by owner, card, and which of them where there are several.
    fn fighter(&self, slot: u8) -> Option<String> {
        if slot == NOBODY {
            return None;
        }
        let it = self.sand.get(slot)?;
        let alike = |(_, other): &(u8, &state::Gladiator)| other.owner == it.owner && other.kind == it.kind;
        let before = self.sand.iter().filter(alike).filter(|(other, _)| *other < slot).count();
        let named = Fighter { owner: it.owner, kind: it.kind, nth: before as u8 + 1 };
        Some(notation(|| fighter(self.rules, named)))
    }

    fn gladiator(&self, slot: u8, it: &state::Gladiator) -> Gladiator {
        let state::Gladiator {
            kind,
            owner,
            place,
            exhausted,
            damage,
            assigned,
            fixed,
            blessings,
            owed,
            passing,
            boosts,
            bound,
            alarm,
        } = it;
        Gladiator {
            name: self.fighter(slot).unwrap_or_else(|| self.card(*kind)),
            card: self.card(*kind),
            owner: letter(*owner),
            place: place.name().to_owned(),
            exhausted: *exhausted,
            damage: *damage,
            damage_assigned: *assigned,
            damage_unpreventable: *fixed,
            blessings: *blessings,
            blessings_owed: *owed,
            changes: changes(boosts),
            passing: changes(&passing.all()),
            bound: *bound,
            reactions_due: *alarm,
        }
    }

    fn player(&self, ludus: &Ludus) -> Player {
        let Ludus {
            piles,
            deck,
            hand,
            reserve,
            known,
            top,
            patrons,
            // Follows from the patrons.
            gifts: _,
            arenas,
            coins,
            glory,
            stops,
            champion,
        } = ludus;
        let patron = |it: &Patron| PatronCard { card: self.card(it.kind), exhausted: it.exhausted };
        let known_card = |it: &Known| KnownCard {
            card: self.card(it.kind),
            place: match it.place {
                Whereabouts::Hand => "hand",
                Whereabouts::Either => "hand or reserve",
                Whereabouts::Reserve => "reserve",
            }
            .to_owned(),
        };
        Player {
            hand: *hand,
            deck: *deck,
            reserve: *reserve,
            discard: self.pile(piles, Half::First),
            unseen: self.pile(piles, Half::Second),
            known_cards: known.iter().map(known_card).collect(),
            on_deck: top.iter().rev().map(|kind| kind.map(|kind| self.card(kind))).collect(),
            patrons: patrons.iter().map(patron).collect(),
            arenas: self.arenas(*arenas),
            coins: *coins,
            glory: *glory,
            stops: stops.name().to_owned(),
            champion: champion.map(|kind| self.card(kind)),
        }
    }

    fn happened(&self, event: &Event) -> Happened {
        let Event { occasion, place, slot, kind, owner, value } = event;
        Happened {
            occasion: occasion.name().to_owned(),
            place: place.map(|place| place.name().to_owned()),
            gladiator: self.fighter(*slot),
            card: self.card(*kind),
            owner: letter(*owner),
            attack: *value,
        }
    }

    fn watched(&self, watch: &Watch) -> WatchedTarget {
        let Watch { slot, fallen, kind, seat, coins } = watch;
        WatchedTarget {
            card: self.card(*kind),
            seat: letter(*seat),
            target: self.fighter(*slot),
            defeated: *fallen,
            price: *coins,
        }
    }

    fn drawn(&self, drawn: &Drawn) -> DrawnOrder {
        let Drawn { order, section, chosen } = drawn;
        DrawnOrder {
            order: order_name(*order),
            section: section.name().to_owned(),
            chosen: chosen.iter().map(|kind| self.card(*kind)).collect(),
        }
    }
}

/// An order by its number in the card set, as scenario files name it; a boast is a blank (FG-110).
fn order_name(order: u8) -> String {
    if order == BLANK { "blank".to_owned() } else { format!("order {}", order + 1) }
}

fn order_deck(orders: &Orders) -> OrderDeck {
    let Orders { left, spent, boasts, blanks, spent_blanks } = orders;
    let all = |set: u128| members(set).map(order_name).collect();
    OrderDeck {
        left: all(*left),
        drawn: all(*spent),
        boasts_on_top: *boasts,
        boasts_inside: *blanks,
        boasts_drawn: *spent_blanks,
    }
}

fn how(end: End) -> Ending {
    let (by, winner) = match end {
        End::Glory(seat) => ("glory", Some(seat)),
        End::LastBattle(seat) => ("last battle", Some(seat)),
        End::Turns => ("turns", None),
    };
    Ending { by: by.to_owned(), winner: winner.map(letter) }
}
