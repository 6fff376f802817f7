//! The game in words: table, prompt, explanations, news and cards. Everything is made from views.

use std::fmt::Write as _;

use table::{BySeat, Part, Seat, SeatSet, Tell, Text, Viewer, card, many, place, say, tongue, whose};

use crate::action::Action;
use crate::atlas;
use crate::cards::bits;
use crate::event::Event;
use crate::procedures::NOTHING;
use crate::rules::Rules;
use crate::state::{Ending, Hero, Prowler, QuestLies, State};
use crate::view::View;

/// A flavour text in its quotation marks, in the language that is spoken.
pub(crate) fn quoted(flavour: &str) -> String {
    format!("“{}”", tongue::phrase(flavour))
}

/// Things in the order of their first coming, those that come often with their number: "2 Oak Shield".
pub(crate) fn counted(things: impl Iterator<Item = Text>) -> Vec<Text> {
    let mut counts: Vec<(Text, u32)> = Vec::new();
    for thing in things {
        match counts.iter_mut().find(|(known, _)| *known == thing) {
            Some((_, count)) => *count += 1,
            None => counts.push((thing, 1)),
        }
    }
    let told = |(thing, count): (Text, u32)| if count == 1 { thing } else { say!("{count} {thing}") };
    counts.into_iter().map(told).collect()
}

/// Seats in a sentence.
fn seats(set: SeatSet) -> Text {
    Text::joined(set.iter().map(Text::of), ", ")
}

impl View {
    /// A hero's name, once it is chosen.
    pub(crate) fn hero_name(&self, rules: &Rules, seat: Seat) -> Text {
        let board = self.public.heroes[seat].board;
        rules
            .kingdom
            .heroes
            .get(board as usize)
            .map_or_else(|| say!("no hero yet"), |it| card(&it.name).into())
    }

    /// A monster that prowls, and where: for scenarios.
    pub(crate) fn prowler_name(rules: &Rules, prowler: Prowler) -> String {
        let kingdom = &rules.kingdom;
        let kind = kingdom.battle_stock.kind(prowler.card);
        format!("{} on {}", kingdom.battle[kind as usize].name, kingdom.map.space(prowler.space).name)
    }

    fn goods(&self, rules: &Rules, seat: Seat) -> Vec<Text> {
        let kingdom = &rules.kingdom;
        let with_uses = |held: u8| {
            let good = &kingdom.goods[kingdom.goods_stock.kind(held) as usize];
            let spent = self.public.spent_goods.0[held as usize];
            match good.boon.uses {
                0 | 1 => card(&good.name).into(),
                uses => say!("{} ({} of {uses} uses left)", card(&good.name), uses.saturating_sub(spent)),
            }
        };
        bits(self.public.heroes[seat].goods).map(with_uses).collect()
    }

    fn abilities(&self, rules: &Rules, seat: Seat) -> Vec<Text> {
        let kingdom = &rules.kingdom;
        let name = |held| Text::of(card(&kingdom.abilities[kingdom.ability_stock.kind(held) as usize].name));
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
                let dead = say!("{seat} {name}: dead, {} glory", hero.glory);
                let _ = writeln!(text, "{mark}{dead}");
                continue;
            }
            let most = self.public.most_health(&rules.kingdom, seat);
            let (space, fates) = (rules.kingdom.map.space(hero.space), hero.fates.count_ones());
            let (strike, power) = self.public.fighter(&rules.kingdom, seat).numbers();
            let stands = say!(
                "{seat} {name}: {} glory, health {} of {most}, strike {strike:+}, power {power}, {}, {}, on {} ({})",
                hero.glory,
                self.public.health_told(&rules.kingdom, seat),
                many(hero.coins, "coin"),
                many(fates, "fate"),
                place(&space.name),
                space.kind.word()
            );
            let _ = writeln!(text, "{mark}{stands}");
            let held = counted(self.goods(rules, seat).into_iter().chain(self.abilities(rules, seat)));
            if !held.is_empty() {
                let _ = writeln!(text, "    {}", Text::joined(held, ", "));
            }
        }
    }

    /// The viewer's notebook: what is known of towns and lairs.
    fn notes(&self, rules: &Rules, text: &mut String) {
        let kingdom = &rules.kingdom;
        let mut unseen = Vec::new();
        for (place, at) in kingdom.map.towns.iter().enumerate() {
            let name = Text::of(table::place(&kingdom.map.space(*at).name));
            match self.town_note(rules, place) {
                Some(note) => {
                    let _ = writeln!(text, "  {name}: {note}");
                }
                None => unseen.push(name),
            }
        }
        for (place, at) in kingdom.map.lairs.iter().enumerate() {
            let name = Text::of(table::place(&kingdom.map.space(*at).name));
            match self.lair_note(rules, place) {
                Some(note) => {
                    let _ = writeln!(text, "  {name}: {note}");
                }
                None => unseen.push(name),
            }
        }
        for prowler in &self.public.prowling {
            let monster = &kingdom.battle[kingdom.battle_stock.kind(prowler.card) as usize];
            let space = kingdom.map.space(prowler.space).titled();
            let note = say!("{} prowls on {space}, {}", card(&monster.name), monster.numbers());
            let _ = writeln!(text, "  {note}");
        }
        if !unseen.is_empty() {
            let _ = writeln!(text, "{}", say!("  Nobody has looked at: {}", Text::joined(unseen, ", ")));
        }
    }

    fn town_note(&self, rules: &Rules, place: usize) -> Option<Text> {
        let kingdom = &rules.kingdom;
        let town = &self.public.towns[place];
        let Some(quest) = self.quests[place] else {
            return (!town.seen.is_empty()).then(|| say!("quest read by {}", seats(town.seen)));
        };
        if town.lies == QuestLies::Gone {
            return Some(say!("quest completed twice and gone"));
        }
        let quest = &kingdom.quests[quest as usize];
        let mut line = say!("{}: {}", card(&quest.name), kingdom.quest_text_at(quest, place as u8));
        if let Some(seat) = self.viewer.seat().filter(|seat| town.seen.contains(*seat)) {
            let deeds = if quest.early { &self.public.life[seat] } else { &self.public.deeds[seat][place] };
            let standing = self.public.standing(kingdom, seat, place as u8);
            let (now, needed) = quest.progress(deeds, &standing);
            line.push(say!(" [{} of {needed}]", now.min(needed)));
        }
        if let QuestLies::Open(first) = town.lies {
            line.push(say!(" (completed by {first})"));
        }
        Some(line)
    }

    fn lair_note(&self, rules: &Rules, place: usize) -> Option<Text> {
        let lair = &self.public.lairs[place];
        let Some(kind) = self.lairs[place] else {
            return (!lair.seen.is_empty()).then(|| say!("seen by {}", seats(lair.seen)));
        };
        let monster = &rules.kingdom.lairs[kind as usize];
        let won = lair.won.map(|seat| say!(" (defeated by {seat})"));
        Some(say!("{}, {}{won}", card(&monster.name), monster.numbers()))
    }

    fn row(&self, rules: &Rules, text: &mut String) {
        let kingdom = &rules.kingdom;
        let seat = self.public.decides();
        let goods = self.public.row.iter().filter(|held| **held != NOTHING).map(|held| {
            let kind = kingdom.goods_stock.kind(*held);
            let price = self.public.price(rules, seat, kind);
            say!("{} ({price})", card(&kingdom.goods[kind as usize].name))
        });
        let goods: Vec<_> = goods.collect();
        if !goods.is_empty() {
            let _ = writeln!(text, "{}", say!("Goods at the castle: {}", Text::joined(goods, ", ")));
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
            Ending::Goal(seat) => say!("{seat} wins: the goal is reached in {} turns", self.public.round),
        }
    }
}

impl Tell for State {
    type Event = Event;

    fn table(rules: &Rules, view: &View, width: usize) -> String {
        let public = &view.public;
        let mut text = say!(
            "{}, round {}. Left to draw: {} battle cards, {} fates, {} abilities, {} goods.\n",
            place(&rules.kingdom.map.name),
            public.round,
            public.battle.deck.count_ones(),
            public.fates.deck.count_ones(),
            public.abilities.deck.count_ones(),
            public.goods.deck.count_ones()
        )
        .to_string();
        if let Some(challenge) = rules.challenge {
            let (now, needed) = public.progress(rules, public.first);
            let limit = rules.turn_limit;
            let round = public.round.min(limit);
            let goal =
                say!("The goal: {} {now} of {needed} so far. Turn {round} of {limit}.", challenge.text());
            let _ = writeln!(text, "{goal}");
        }
        if let Some(event) = rules.kingdom.events.get(public.event as usize) {
            let holds = say!("{}: {}", card(&event.name), rules.kingdom.event_text(event));
            let _ = writeln!(text, "{holds}");
        }
        view.hero_lines(rules, &mut text);
        view.row(rules, &mut text);
        text.push_str(&atlas::draw(rules, public, width));
        let notebook = match view.viewer {
            Viewer::Seat(seat) => say!("{} notebook:\n", whose(seat)),
            Viewer::Spectator => say!("Known to all:\n"),
        };
        text.push_str(&notebook.to_string());
        view.notes(rules, &mut text);
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

    fn standing(&self, rules: &Rules) -> BySeat<i32> {
        self.public.scores(rules.players)
    }

    fn tally(&self, rules: &Rules) -> Vec<Vec<Part>> {
        if self.public.ending == Ending::Open { Vec::new() } else { self.public.tally(rules.players) }
    }

    fn cards(rules: &Rules) -> Vec<(String, Text)> {
        let kingdom = &rules.kingdom;
        let mut cards = Vec::new();
        let mut add = |name: &str, flavour: &str, text: Text| {
            let told = (!flavour.is_empty()).then(|| say!(" {}", quoted(flavour)));
            cards.push((name.to_owned(), text.then(told)));
        };
        for hero in &kingdom.heroes {
            let (health, power, strike) = (hero.health, hero.power, hero.strike);
            let (gift, boon) = (tongue::name(&hero.gift), kingdom.boon_text(&hero.boon));
            add(
                &hero.name,
                &hero.flavour,
                say!("Hero: health {health}, power {power}, strike {strike:+}. {gift}: {boon}"),
            );
        }
        for monster in &kingdom.battle {
            let (numbers, score, glory) = (monster.numbers(), monster.score, monster.glory);
            let wins = monster.wins.map(|script| say!(" Slaying it: {}", kingdom.script_text(script)));
            let text = say!("Battle: {numbers}, victory score {score}, {glory} glory.{wins}");
            add(&monster.name, &monster.flavour, text);
        }
        for lair in &kingdom.lairs {
            let glory = (lair.glory > 0).then(|| say!(", {} glory", lair.glory));
            let wins = lair.wins.map(|script| say!(" Slaying it: {}", kingdom.script_text(script)));
            add(&lair.name, &lair.flavour, say!("Lair: {}{glory}.{wins}", lair.numbers()));
        }
        for quest in &kingdom.quests {
            add(&quest.name, &quest.flavour, say!("Quest: {}", kingdom.quest_text(quest)));
        }
        for good in &kingdom.goods {
            let (sort, boon) = (good.sort_word.as_str(), kingdom.boon_text(&good.boon));
            add(&good.name, &good.flavour, say!("Good ({sort}), price {}: {boon}", good.price));
        }
        for ability in &kingdom.abilities {
            add(&ability.name, &ability.flavour, say!("Ability: {}", kingdom.boon_text(&ability.boon)));
        }
        for event in &kingdom.events {
            add(&event.name, &event.flavour, say!("Event: {}", kingdom.event_text(event)));
        }
        for fate in &kingdom.fates {
            add(&fate.name, &fate.flavour, say!("Fate: {}", kingdom.fate_text(fate)));
        }
        cards
    }
}

/// Breaks lines longer than the screen at spaces; the map's own lines are never longer.
fn wrap(text: &str, width: usize) -> String {
    let mut wrapped = String::new();
    for line in text.lines() {
        let (mut length, mut first) = (0, true);
        if line.chars().count() <= width {
            wrapped.push_str(line);
        } else {
            for word in line.split(' ') {
                let letters = word.chars().count();
                if length > 0 && length + 1 + letters > width {
                    wrapped.push_str("\n      ");
                    length = 6;
                } else if !first {
                    wrapped.push(' ');
                    length += 1;
                }
                first = false;
                wrapped.push_str(word);
                length += letters;
            }
        }
        wrapped.push('\n');
    }
    wrapped
}
