//! The game in words: table, prompt, explanations, news and cards. Everything is made from views.

use std::fmt::Write as _;

use table::{Part, Seat, SeatSet, Tell, Text, Viewer, say};

use crate::action::Action;
use crate::atlas;
use crate::cards::bits;
use crate::event::Event;
use crate::procedures::NOTHING;
use crate::rules::Rules;
use crate::state::{Ending, Hero, QuestLies, State};
use crate::text::coins;
use crate::view::View;

/// Seats in a sentence.
fn seats(set: SeatSet) -> String {
    set.iter().map(|seat| seat.to_string()).collect::<Vec<_>>().join(", ")
}

impl View {
    fn hero_name<'r>(&self, rules: &'r Rules, seat: Seat) -> &'r str {
        let board = self.public.heroes[seat].board;
        rules.kingdom.heroes.get(board as usize).map_or("no hero yet", |board| &board.name)
    }

    fn goods(&self, rules: &Rules, seat: Seat) -> Vec<String> {
        let kingdom = &rules.kingdom;
        let with_uses = |card: u8| {
            let good = &kingdom.goods[kingdom.goods_stock.kind(card) as usize];
            let spent = self.public.spent_goods.0[card as usize];
            match good.boon.uses {
                0 | 1 => good.name.clone(),
                uses => format!("{} ({} of {uses} uses left)", good.name, uses.saturating_sub(spent)),
            }
        };
        bits(self.public.heroes[seat].goods).map(with_uses).collect()
    }

    fn abilities(&self, rules: &Rules, seat: Seat) -> Vec<String> {
        let kingdom = &rules.kingdom;
        let name = |card| kingdom.abilities[kingdom.ability_stock.kind(card) as usize].name.clone();
        bits(self.public.heroes[seat].abilities).map(name).collect()
    }

    fn hero_lines(&self, rules: &Rules, text: &mut String) {
        for seat in Seat::all(rules.players) {
            let hero: &Hero = &self.public.heroes[seat];
            let mark = if seat == self.public.active { '>' } else { ' ' };
            let name = self.hero_name(rules, seat);
            if hero.board == NOTHING {
                let _ = writeln!(text, "{mark}{seat} {name}");
                continue;
            }
            if !hero.alive {
                let _ = writeln!(text, "{mark}{seat} {name}: dead, {} glory", hero.glory);
                continue;
            }
            let most = self.public.most_health(&rules.kingdom, seat);
            let (space, fates) = (rules.kingdom.map.space(hero.space), hero.fates.count_ones());
            let (strike, power) = self.public.fighter(&rules.kingdom, seat).numbers();
            let _ = writeln!(
                text,
                "{mark}{seat} {name}: {} glory, health {} of {most}, strike {strike:+}, power {power}, {}, {fates} {}, on {} ({})",
                hero.glory,
                hero.health,
                coins(hero.coins),
                if fates == 1 { "fate" } else { "fates" },
                space.name,
                space.kind.word()
            );
            let mut held = self.goods(rules, seat);
            held.extend(self.abilities(rules, seat));
            if !held.is_empty() {
                let _ = writeln!(text, "    {}", held.join(", "));
            }
        }
    }

    /// The viewer's notebook: what is known of towns and lairs.
    fn notes(&self, rules: &Rules, text: &mut String) {
        let kingdom = &rules.kingdom;
        let mut unseen = Vec::new();
        for (place, at) in kingdom.map.towns.iter().enumerate() {
            let name = &kingdom.map.space(*at).name;
            match self.town_note(rules, place) {
                Some(note) => {
                    let _ = writeln!(text, "  {name}: {note}");
                }
                None => unseen.push(name.as_str()),
            }
        }
        for (place, at) in kingdom.map.lairs.iter().enumerate() {
            let name = &kingdom.map.space(*at).name;
            match self.lair_note(rules, place) {
                Some(note) => {
                    let _ = writeln!(text, "  {name}: {note}");
                }
                None => unseen.push(name.as_str()),
            }
        }
        if !unseen.is_empty() {
            let _ = writeln!(text, "  Nobody has looked at: {}", unseen.join(", "));
        }
    }

    fn town_note(&self, rules: &Rules, place: usize) -> Option<String> {
        let kingdom = &rules.kingdom;
        let town = &self.public.towns[place];
        let Some(quest) = self.quests[place] else {
            return (!town.seen.is_empty()).then(|| format!("quest read by {}", seats(town.seen)));
        };
        if town.lies == QuestLies::Gone {
            return Some("quest completed twice and gone".to_owned());
        }
        let card = &kingdom.quests[quest as usize];
        let mut line = format!("{}: {}", card.name, kingdom.quest_text_at(card, place as u8));
        if let Some(seat) = self.viewer.seat().filter(|seat| town.seen.contains(*seat)) {
            let deeds = if card.early { &self.public.life[seat] } else { &self.public.deeds[seat][place] };
            let standing = self.public.standing(kingdom, seat, place as u8);
            let (now, needed) = card.task.progress(deeds, &standing);
            let _ = write!(line, " [{} of {needed}]", now.min(needed));
        }
        if let QuestLies::Open(first) = town.lies {
            let _ = write!(line, " (completed by {first})");
        }
        Some(line)
    }

    fn lair_note(&self, rules: &Rules, place: usize) -> Option<String> {
        let lair = &self.public.lairs[place];
        let Some(card) = self.lairs[place] else {
            return (!lair.seen.is_empty()).then(|| format!("seen by {}", seats(lair.seen)));
        };
        let monster = &rules.kingdom.lairs[card as usize];
        let won = lair.won.map_or(String::new(), |seat| format!(" (defeated by {seat})"));
        Some(format!("{}, {}{won}", monster.name, monster.numbers()))
    }

    fn row(&self, rules: &Rules, text: &mut String) {
        let kingdom = &rules.kingdom;
        let seat = self.public.decides();
        let goods = self.public.row.iter().filter(|card| **card != NOTHING).map(|card| {
            let kind = kingdom.goods_stock.kind(*card);
            let price = self.public.price(kingdom, seat, kind);
            format!("{} ({price})", kingdom.goods[kind as usize].name)
        });
        let goods: Vec<_> = goods.collect();
        if !goods.is_empty() {
            let _ = writeln!(text, "Goods at the castle: {}", goods.join(", "));
        }
    }

    fn ending(&self) -> Text {
        match self.public.ending {
            Ending::Open => Text::new(),
            Ending::Glory(seat) => say!("{seat} wins with {} glory", self.public.heroes[seat].glory),
            Ending::Survivor(seat) => say!("{seat} wins as the last hero alive"),
            Ending::Death => say!("The game is lost: no hero is left alive"),
            Ending::Rounds => say!("The last round is over: the most glory wins"),
            Ending::Turns => say!("The game is lost: the turns are used up"),
        }
    }
}

impl Tell for State {
    type Event = Event;

    fn table(rules: &Rules, view: &View, width: usize) -> String {
        let public = &view.public;
        let mut text = format!(
            "{}, round {}. Left to draw: {} battle cards, {} fates, {} abilities, {} goods.\n",
            rules.kingdom.map.name,
            public.round,
            public.battle.deck.count_ones(),
            public.fates.deck.count_ones(),
            public.abilities.deck.count_ones(),
            public.goods.deck.count_ones()
        );
        view.hero_lines(rules, &mut text);
        view.row(rules, &mut text);
        text.push_str(&atlas::draw(rules, public, width));
        let notebook = match view.viewer {
            Viewer::Seat(seat) => format!("{seat}'s notebook:\n"),
            Viewer::Spectator => "Known to all:\n".to_owned(),
        };
        text.push_str(&notebook);
        view.notes(rules, &mut text);
        if public.ending != Ending::Open {
            let _ = writeln!(text, "{}", view.ending());
        }
        wrap(&text, width)
    }

    fn prompt(rules: &Rules, view: &View) -> Vec<Text> {
        if view.public.ending != Ending::Open {
            return vec![view.ending()];
        }
        let crumbs = view.public.stack.iter().map(|frame| frame.crumb(rules, view));
        crumbs.filter(|crumb| !crumb.is_empty()).collect()
    }

    fn explain(rules: &Rules, view: &View, action: Action) -> Text {
        view.public.top().explain(rules, view, action)
    }

    fn news(rules: &Rules, _: &View, after: &View, events: &[Event]) -> Vec<Text> {
        crate::news::news(rules, after, events)
    }

    fn opening(rules: &Rules, view: &View, events: &[Event]) -> Vec<Text> {
        crate::news::opening(rules, view, events)
    }

    fn tally(&self, rules: &Rules) -> Vec<Vec<Part>> {
        if self.public.ending == Ending::Open { Vec::new() } else { self.public.tally(rules.players) }
    }

    fn cards(rules: &Rules) -> Vec<(String, Text)> {
        let kingdom = &rules.kingdom;
        let mut cards = Vec::new();
        for hero in &kingdom.heroes {
            let text = format!(
                "Hero: health {}, power {}, strike {:+}. {}: {}",
                hero.health,
                hero.power,
                hero.strike as i8,
                hero.gift,
                kingdom.boon_text(&hero.boon)
            );
            cards.push((hero.name.clone(), text.into()));
        }
        for monster in &kingdom.battle {
            let text = format!(
                "Battle: {}, victory score {}, {} glory.",
                monster.numbers(),
                monster.score,
                monster.glory
            );
            cards.push((monster.name.clone(), text.into()));
        }
        cards.extend(
            kingdom.lairs.iter().map(|lair| (lair.name.clone(), format!("Lair: {}.", lair.numbers()).into())),
        );
        cards.extend(
            kingdom
                .quests
                .iter()
                .map(|quest| (quest.name.clone(), format!("Quest: {}", kingdom.quest_text(quest)).into())),
        );
        for good in &kingdom.goods {
            let text = format!(
                "Good ({}), price {}: {}",
                good.sort.word(),
                good.price,
                kingdom.boon_text(&good.boon)
            );
            cards.push((good.name.clone(), text.into()));
        }
        for ability in &kingdom.abilities {
            cards.push((
                ability.name.clone(),
                format!("Ability: {}", kingdom.boon_text(&ability.boon)).into(),
            ));
        }
        for fate in &kingdom.fates {
            cards.push((fate.name.clone(), format!("Fate: {}", kingdom.script_text(fate.does)).into()));
        }
        cards
    }
}

/// Breaks lines longer than the screen at spaces; the map's own lines are never longer.
fn wrap(text: &str, width: usize) -> String {
    let mut wrapped = String::new();
    for line in text.lines() {
        let mut length = 0;
        if line.chars().count() <= width {
            wrapped.push_str(line);
        } else {
            for word in line.split(' ') {
                let letters = word.chars().count();
                if length > 0 && length + 1 + letters > width {
                    wrapped.push_str("\n      ");
                    length = 6;
                } else if length > 0 || word.is_empty() {
                    wrapped.push(' ');
                    length += 1;
                }
                wrapped.push_str(word);
                length += letters;
            }
        }
        wrapped.push('\n');
    }
    wrapped
}
