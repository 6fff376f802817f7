//! What changed between two views of one viewer.

use table::Seat;

use crate::cards::bits;
use crate::frame::Frame;
use crate::rules::Rules;
use crate::state::{Ending, QuestLies};
use crate::view::View;

/// What a viewer would be told besides the action itself.
pub(crate) fn news(rules: &Rules, before: &View, after: &View) -> Vec<String> {
    let mut news = Vec::new();
    moved(rules, before, after, &mut news);
    dice(rules, before, after, &mut news);
    for seat in Seat::all(rules.players) {
        cards(rules, before, after, seat, &mut news);
        numbers(before, after, seat, &mut news);
    }
    places(rules, before, after, &mut news);
    if after.public.round != before.public.round && after.public.ending == Ending::Open {
        news.push(format!("Round {} begins", after.public.round));
    }
    news
}

fn moved(rules: &Rules, before: &View, after: &View, news: &mut Vec<String>) {
    for seat in Seat::all(rules.players) {
        let (was, is) = (before.public.heroes[seat].space, after.public.heroes[seat].space);
        if was != is {
            news.push(format!("{seat} moves to {}", rules.kingdom.map.space(is).name));
        }
    }
    if let (Frame::Start, Frame::Roll { die, .. }) = (before.public.top(), after.public.top()) {
        news.push(format!("{} rolls {die}", after.public.active));
    }
}

fn dice(rules: &Rules, before: &View, after: &View, news: &mut Vec<String>) {
    let (was, is) = (before.public.fight(), after.public.fight());
    if let Some(fight) = is {
        let fresh = was.is_none_or(|was| was.foe != fight.foe);
        if fresh && let Some(monster) = after.monster(rules, fight.foe) {
            news.push(format!("{} faces {} ({})", after.public.active, monster.name, monster.numbers()));
        }
        if !fresh && was.is_some_and(|was| was.round < fight.round) {
            news.push(format!("Round {} of battle: {} against {}", fight.round, fight.mine, fight.theirs));
        }
        if let Some(was) = was
            && was.harm < fight.harm
        {
            news.push(format!("The enemy loses {} health", fight.harm - was.harm));
        }
    }
}

fn cards(rules: &Rules, before: &View, after: &View, seat: Seat, news: &mut Vec<String>) {
    let kingdom = &rules.kingdom;
    let (was, is) = (&before.public.heroes[seat], &after.public.heroes[seat]);
    let names = |set: u64, name: &dyn Fn(u8) -> String| bits(set).map(name).collect::<Vec<_>>().join(", ");
    let good = |card: u8| kingdom.goods[kingdom.goods_stock.kind(card) as usize].name.clone();
    let ability = |card: u8| kingdom.abilities[kingdom.ability_stock.kind(card) as usize].name.clone();
    let fate = |card: u8| {
        let fate = &kingdom.fates[kingdom.fate_stock.kind(card) as usize];
        format!("{} ({})", fate.name, kingdom.script_text(fate.does))
    };
    let fresh = |was: u64, is: u64| is & !was;
    if was.board != is.board {
        news.push(format!("{seat} is {}", kingdom.heroes[is.board as usize].name));
    }
    if fresh(was.fates, is.fates) != 0 {
        news.push(format!("{seat} draws the fate {}", names(fresh(was.fates, is.fates), &fate)));
    }
    if fresh(was.goods, is.goods) != 0 {
        news.push(format!("{seat} gets {}", names(fresh(was.goods, is.goods), &good)));
    }
    if fresh(is.goods, was.goods) != 0 {
        news.push(format!("{seat} discards {}", names(fresh(is.goods, was.goods), &good)));
    }
    if fresh(was.abilities, is.abilities) != 0 {
        news.push(format!("{seat} learns {}", names(fresh(was.abilities, is.abilities), &ability)));
    }
    if fresh(is.abilities, was.abilities) != 0 {
        news.push(format!("{seat} loses {}", names(fresh(is.abilities, was.abilities), &ability)));
    }
    if let Frame::Learn { seat: asked, first, second } = after.public.top()
        && asked == seat
        && before.public.top() != after.public.top()
    {
        news.push(format!("{seat} draws {} and {}", ability(first), ability(second)));
    }
}

fn numbers(before: &View, after: &View, seat: Seat, news: &mut Vec<String>) {
    let (was, is) = (&before.public.heroes[seat], &after.public.heroes[seat]);
    if was.alive && !is.alive {
        news.push(format!("{seat} is dead"));
        return;
    }
    // Setting a hero up is no news.
    if matches!(before.public.top(), Frame::Hero(_)) {
        return;
    }
    let changes =
        [("health", was.health, is.health), ("glory", was.glory, is.glory), ("coins", was.coins, is.coins)];
    for (what, was, is) in changes {
        let verb = if was < is { "gains" } else { "loses" };
        let by = was.abs_diff(is);
        let what = if by == 1 && what == "coins" { "coin" } else { what };
        if by > 0 {
            news.push(format!("{seat} {verb} {by} {what} (now {is})"));
        }
    }
}

fn places(rules: &Rules, before: &View, after: &View, news: &mut Vec<String>) {
    let kingdom = &rules.kingdom;
    for (place, at) in kingdom.map.towns.iter().enumerate() {
        let (was, is) = (&before.public.towns[place], &after.public.towns[place]);
        let name = &kingdom.map.space(*at).name;
        if was.lies != is.lies {
            let quest = after.quests[place].map_or("the quest", |quest| &kingdom.quests[quest as usize].name);
            news.push(match is.lies {
                QuestLies::Open(seat) => format!("{seat} completes {quest} of {name}; it lies face up"),
                QuestLies::Gone => format!("{quest} of {name} is completed and out of the game"),
                QuestLies::Hidden => format!("{quest} of {name} lies face down"),
            });
        } else if was.seen != is.seen {
            match (before.quests[place], after.quests[place]) {
                (None, Some(quest)) => {
                    let card = &kingdom.quests[quest as usize];
                    news.push(format!("The quest of {name} is {}: {}", card.name, kingdom.quest_text(card)));
                }
                _ => news.push(format!("The quest of {name} is looked at")),
            }
        }
    }
    for (place, at) in kingdom.map.lairs.iter().enumerate() {
        let (was, is) = (&before.public.lairs[place], &after.public.lairs[place]);
        let name = &kingdom.map.space(*at).name;
        if was.won != is.won
            && let Some(seat) = is.won
        {
            news.push(format!("{seat} has defeated the lair {name}"));
        } else if was.seen != is.seen {
            match (before.lairs[place], after.lairs[place]) {
                (None, Some(card)) => {
                    let monster = &kingdom.lairs[card as usize];
                    news.push(format!("In {name} hides {}, {}", monster.name, monster.numbers()));
                }
                _ => news.push(format!("The card of {name} is looked at")),
            }
        }
    }
}
