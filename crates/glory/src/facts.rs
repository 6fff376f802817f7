//! The facts that scenario files look at.

use table::Seat;

use crate::cards::{Cards, Stock, bits};
use crate::event::Verdict;
use crate::map::{Kind, NOWHERE};
use crate::odds::Odds;
use crate::procedures::{Frame, NOTHING, Step};
use crate::rules::Rules;
use crate::stage::{place, space};
use crate::state::QuestLies;
use crate::view::View;

fn names(cards: Cards, stock: &Stock, name: impl Fn(u8) -> String) -> String {
    let list: Vec<_> = bits(cards).map(|card| name(stock.kind(card))).collect();
    if list.is_empty() { "none".to_owned() } else { list.join(", ") }
}

fn yes(fact: bool) -> String {
    if fact { "yes".to_owned() } else { "no".to_owned() }
}

/// A fact of one hero, as a view shows it.
pub(crate) fn hero_fact(rules: &Rules, view: &View, seat: Seat, what: &str) -> Option<String> {
    let kingdom = &*rules.kingdom;
    let hero = &view.public.heroes[seat];
    Some(match what {
        "hero" => {
            kingdom.heroes.get(hero.board as usize).map_or("none".to_owned(), |board| board.name.clone())
        }
        "health" => hero.health.to_string(),
        "most health" => view.public.most_health(kingdom, seat).to_string(),
        "glory" => hero.glory.to_string(),
        "coins" => hero.coins.to_string(),
        "at" => kingdom.map.space(hero.space).name.clone(),
        "from" if hero.from == NOWHERE => "nowhere".to_owned(),
        "from" => kingdom.map.space(hero.from).name.clone(),
        "alive" => yes(hero.alive),
        "awards" => hero.awards.to_string(),
        "goods" => names(hero.goods, &kingdom.goods_stock, |kind| kingdom.goods[kind as usize].name.clone()),
        "abilities" => names(hero.abilities, &kingdom.ability_stock, |kind| {
            kingdom.abilities[kind as usize].name.clone()
        }),
        "fates" => hero.fates.count_ones().to_string(),
        "power spent" => hero.gift_spent.to_string(),
        "strike" => view.public.fighter(kingdom, seat).numbers().0.to_string(),
        _ => {
            let town = what.strip_prefix("progress ")?;
            let place = place(kingdom, town, Kind::Town).ok()?;
            let Some(quest) = view.quests[place] else {
                return Some("?".to_owned());
            };
            let card = &kingdom.quests[quest as usize];
            let deeds = if card.early { &view.public.life[seat] } else { &view.public.deeds[seat][place] };
            let standing = view.public.standing(kingdom, seat, place as u8);
            let (now, needed) = card.progress(deeds, &standing);
            format!("{} of {needed}", now.min(needed))
        }
    })
}

/// A fact of the table, as a view shows it.
pub(crate) fn table_fact(rules: &Rules, view: &View, first: &str, rest: &str) -> Option<String> {
    let kingdom = &*rules.kingdom;
    let public = &view.public;
    let card = |known: Option<u8>, name: &dyn Fn(u8) -> String| known.map_or("?".to_owned(), name);
    Some(match (first, rest) {
        ("round", "") => public.round.to_string(),
        ("depth", "") => public.stack.len().to_string(),
        ("marched", "") => yes(public.marched),
        ("rolled", "") => public.rolled.to_string(),
        ("steps", "") => {
            if let Frame::Roll(roll) = public.top() {
                roll.steps().to_string()
            } else {
                "none".to_owned()
            }
        }
        ("last", "round") => public.struck.map_or("none".to_owned(), |struck| {
            let verdict = match struck.verdict {
                Verdict::Won => "won",
                Verdict::Lost => "lost",
                Verdict::Tied => "tied",
            };
            format!("{} to {} {verdict}", struck.mine, struck.theirs)
        }),
        ("excluded", town) => {
            let excluded = public.towns[place(kingdom, town, Kind::Town).ok()?].excluded;
            let names: Vec<_> =
                table::bits(excluded).map(|quest| kingdom.quests[quest as usize].name.as_str()).collect();
            if names.is_empty() { "none".to_owned() } else { names.join(", ") }
        }
        ("prowling", "") => {
            let names: Vec<_> =
                public.prowling.iter().map(|prowler| View::prowler_name(rules, *prowler)).collect();
            if names.is_empty() { "none".to_owned() } else { names.join(", ") }
        }
        ("event", "") => {
            kingdom.events.get(public.event as usize).map_or("none".to_owned(), |event| event.name.clone())
        }
        ("active", "") => public.active.to_string(),
        ("row", "") => {
            let cards =
                public.row.iter().filter(|card| **card != NOTHING).fold(0, |set, card| set | 1 << card);
            names(cards, &kingdom.goods_stock, |kind| kingdom.goods[kind as usize].name.clone())
        }
        ("goods", "deck") => public.goods.deck.count_ones().to_string(),
        ("goods", "discard") => names(public.goods.discard, &kingdom.goods_stock, |kind| {
            kingdom.goods[kind as usize].name.clone()
        }),
        ("abilities", "discard") => names(public.abilities.discard, &kingdom.ability_stock, |kind| {
            kingdom.abilities[kind as usize].name.clone()
        }),
        ("battle", "deck") => public.battle.deck.count_ones().to_string(),
        ("battle", "discard") => public.battle.discard.count_ones().to_string(),
        ("fates", "deck") => public.fates.deck.count_ones().to_string(),
        ("fates", "aside") => public.fates.discard.count_ones().to_string(),
        ("quest", town) => {
            let place = place(kingdom, town, Kind::Town).ok()?;
            card(view.quests[place], &|quest| kingdom.quests[quest as usize].name.clone())
        }
        ("lair", den) => {
            let place = place(kingdom, den, Kind::Lair).ok()?;
            card(view.lairs[place], &|lair| kingdom.lairs[lair as usize].name.clone())
        }
        ("seen", where_) => {
            let found = kingdom.map.space(space(kingdom, where_).ok()?);
            let set = match found.kind {
                Kind::Lair => public.lairs[found.place as usize].seen,
                Kind::Town => public.towns[found.place as usize].seen,
                Kind::Blank | Kind::Battle | Kind::Castle | Kind::Fate | Kind::Haven => return None,
            };
            if set.is_empty() { "none".to_owned() } else { set.to_string() }
        }
        ("lies", town) => match public.towns[place(kingdom, town, Kind::Town).ok()?].lies {
            QuestLies::Hidden => "hidden".to_owned(),
            QuestLies::Open(seat) => format!("open by {seat}"),
            QuestLies::Gone => "gone".to_owned(),
        },
        ("won", den) => {
            let won = public.lairs[place(kingdom, den, Kind::Lair).ok()?].won;
            won.map_or("nobody".to_owned(), |seat| seat.to_string())
        }
        _ => return fight_fact(rules, view, first, rest),
    })
}

fn fight_fact(rules: &Rules, view: &View, first: &str, rest: &str) -> Option<String> {
    let public = &view.public;
    let Some(fight) = public.fight() else {
        return match (first, rest) {
            ("foe" | "foe health" | "odds" | "dice", _) => Some("none".to_owned()),
            ("die", "") => {
                let Frame::Roll(roll) = public.top() else {
                    return Some("none".to_owned());
                };
                Some(roll.die.to_string())
            }
            _ => None,
        };
    };
    let monster = view.monster(rules, fight.foe);
    Some(match (first, rest) {
        ("foe", "") => monster.map_or("?".to_owned(), |monster| monster.name.clone()),
        ("foe", "health") => {
            monster.map_or("?".to_owned(), |monster| monster.health.saturating_sub(fight.harm).to_string())
        }
        ("dice", "") if fight.step == Step::Dice => format!("{} to {}", fight.mine, fight.theirs),
        ("dice", "") => "none".to_owned(),
        ("prepared", "") => fight.prepared.to_string(),
        ("odds", "") => Odds::in_view(rules, view)
            .map_or("unknown".to_owned(), |odds| format!("win {:.1} %", odds.win * 100.0)),
        _ => return None,
    })
}
