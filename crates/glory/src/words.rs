//! The game in words: table, prompt, explanations, news and cards. Everything is made from views.

use std::fmt::Write as _;

use table::{Seat, Tell, Viewer};

use crate::action::{Action, Held};
use crate::atlas;
use crate::cards::bits;
use crate::frame::{Aim, Fight, Foe, Frame, NOTHING, Step};
use crate::map::Kind;
use crate::odds::Odds;
use crate::rules::Rules;
use crate::state::{Ending, Hero, QuestLies, State};
use crate::view::View;

fn percent(chance: f64) -> String {
    format!("{:.0} %", chance * 100.0)
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
            let space = rules.kingdom.map.space(hero.space);
            let _ = writeln!(
                text,
                "{mark}{seat} {name}: {} glory, health {} of {most}, {} coins, {} fates, on {} ({})",
                hero.glory,
                hero.health,
                hero.coins,
                hero.fates.count_ones(),
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
            let _ = writeln!(text, "  unseen by all: {}", unseen.join(", "));
        }
    }

    fn town_note(&self, rules: &Rules, place: usize) -> Option<String> {
        let kingdom = &rules.kingdom;
        let town = &self.public.towns[place];
        let Some(quest) = self.quests[place] else {
            return (!town.seen.is_empty()).then(|| format!("quest seen by {}", town.seen));
        };
        if town.lies == QuestLies::Gone {
            return Some("quest gone".to_owned());
        }
        let card = &kingdom.quests[quest as usize];
        let mut line = format!("{}: {}", card.name, kingdom.quest_text(card));
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
            return (!lair.seen.is_empty()).then(|| format!("seen by {}", lair.seen));
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

    fn fight_line(&self, rules: &Rules, fight: &Fight) -> String {
        let Some(monster) = self.monster(rules, fight.foe) else {
            return "against what hides here".to_owned();
        };
        let left = monster.health.saturating_sub(fight.harm);
        let mut text = format!("{} ({}), {left} health left", monster.name, monster.numbers());
        if let Foe::Card(_) = fight.foe {
            let _ = write!(text, ", victory score {}, {} glory", monster.score, monster.glory);
        }
        match fight.step {
            Step::Choice => {
                if let Some(odds) = Odds::in_view(rules, self) {
                    let _ = write!(
                        text,
                        "; fighting on wins {}, kills {}; next round won {}, lost {} for {} health",
                        percent(odds.win),
                        percent(odds.die),
                        percent(odds.round_won),
                        percent(odds.round_lost),
                        odds.loss
                    );
                    if odds.die_now > 0.0 {
                        let _ = write!(text, ", which kills in {}", percent(odds.die_now));
                    }
                }
            }
            Step::Dice => {
                let clash = self.public.clash(&rules.kingdom, fight, monster);
                let verdict = match clash.compare(fight) {
                    std::cmp::Ordering::Greater => "won",
                    std::cmp::Ordering::Less => "lost",
                    std::cmp::Ordering::Equal => "tied",
                };
                let _ = write!(text, "; dice {} against {}: {verdict} as it lies", fight.mine, fight.theirs);
            }
        }
        text
    }

    fn frame_text(&self, rules: &Rules, frame: Frame) -> String {
        let who = self.public.active;
        let kingdom = &rules.kingdom;
        match frame {
            Frame::Hero(seat) => format!("{seat} chooses a hero"),
            Frame::Start => format!("{who} starts a turn"),
            Frame::Roll { die, extra: 0 } => format!("{who} rolled {die} and chooses the way"),
            Frame::Roll { die, extra } => {
                format!("{who} rolled {die}, {extra} more steps, and chooses the way")
            }
            Frame::Arrive => {
                let space = kingdom.map.space(self.public.hero().space);
                format!("{who} arrives on {} ({}): halt or march", space.name, space.kind.word())
            }
            Frame::After => format!("{who}'s landing"),
            Frame::End => format!("{who} ends the turn"),
            Frame::Close => format!("{who}'s turn closes"),
            Frame::Name => {
                format!("{who} may name what hides in {}", kingdom.map.space(self.public.hero().space).name)
            }
            Frame::Haven => format!("{who} may look at the closest lair"),
            Frame::Fight(fight) => format!("{who} fights: {}", self.fight_line(rules, &fight)),
            Frame::Script { .. } => "a card is followed".to_owned(),
            Frame::Choose(first, second) => {
                format!(
                    "{who} chooses: (1) {} (2) {}",
                    kingdom.script_text(first),
                    kingdom.script_text(second)
                )
            }
            Frame::Aim(Aim::Lair) => format!("{who} looks at a lair"),
            Frame::Aim(Aim::Town) => format!("{who} looks at a quest"),
            Frame::Aim(Aim::Face) => format!("{who} sets the die"),
            Frame::Learn { seat, .. } => format!("{seat} keeps one of two abilities"),
        }
    }

    fn ending(&self) -> String {
        match self.public.ending {
            Ending::Open => String::new(),
            Ending::Glory(seat) => format!("Over: {seat} has earned enough glory"),
            Ending::Survivor(seat) => format!("Over: {seat} is the last hero alive"),
            Ending::Death => "Over: no hero is left alive".to_owned(),
            Ending::Rounds => "Over: the last round has been played".to_owned(),
            Ending::Turns => "Over: the turns are used up".to_owned(),
        }
    }
}

impl Tell for State {
    type Event = ();

    fn table(rules: &Rules, view: &View, width: usize) -> String {
        let public = &view.public;
        let mut text = format!(
            "{}, round {}. {} battle cards, {} fates, {} abilities, {} goods to draw.\n",
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
            Viewer::Seat(seat) => format!("Notes of {seat}:\n"),
            Viewer::Spectator => "Known to all:\n".to_owned(),
        };
        text.push_str(&notebook);
        view.notes(rules, &mut text);
        if public.ending != Ending::Open {
            let _ = writeln!(text, "{}", view.ending());
        }
        wrap(&text, width)
    }

    fn prompt(rules: &Rules, view: &View) -> String {
        if view.public.ending != Ending::Open {
            return view.ending();
        }
        let frames = view.public.stack.iter().filter(|frame| !matches!(frame, Frame::Script { .. }));
        frames.map(|frame| view.frame_text(rules, *frame)).collect::<Vec<_>>().join(" › ")
    }

    fn explain(rules: &Rules, view: &View, action: Action) -> String {
        let kingdom = &rules.kingdom;
        let public = &view.public;
        match action {
            Action::Hero(board) => kingdom.heroes.get(board as usize).map_or_else(String::new, |hero| {
                let goods: Vec<_> =
                    hero.goods.iter().map(|kind| kingdom.goods[*kind as usize].name.as_str()).collect();
                format!(
                    "Health {}, power {}, strike {:+}; starts with {}. {}: {}",
                    hero.health,
                    hero.power,
                    hero.strike as i8,
                    goods.join(", "),
                    hero.gift,
                    kingdom.boon_text(&hero.boon)
                )
            }),
            Action::Roll => "Roll the die and move.".to_owned(),
            Action::Buy(kind) => kingdom.goods.get(kind as usize).map_or_else(String::new, |good| {
                let price = public.price(kingdom, public.active, kind);
                format!(
                    "Costs {price} of your {} coins. {}",
                    public.hero().coins,
                    kingdom.boon_text(&good.boon)
                )
            }),
            Action::Use(held) => explain_use(rules, view, held),
            Action::Go { end, .. } | Action::March(end) => explain_space(rules, view, end),
            Action::Halt => explain_space(rules, view, public.hero().space),
            Action::Name(lair) => {
                let here = kingdom.map.space(public.hero().space).place as usize;
                match view.lairs.get(here).copied().flatten() {
                    Some(known) if known == lair => {
                        "You have seen this card here: the name is right.".to_owned()
                    }
                    Some(_) => "You have seen another card here: the name is wrong.".to_owned(),
                    None => "If it is right, you may add 1 to one strike roll of the battle here.".to_owned(),
                }
            }
            Action::Look(_) => "Look at the card; nobody else sees it.".to_owned(),
            Action::Read(_) => "Look at the quest; nobody else sees it.".to_owned(),
            Action::Pass => "Do without.".to_owned(),
            Action::Engage => match Odds::in_view(rules, view) {
                Some(odds) => format!(
                    "Fight a round: won {}, lost {} for {} health. Fighting on wins {}, kills {}.",
                    percent(odds.round_won),
                    percent(odds.round_lost),
                    odds.loss,
                    percent(odds.win),
                    percent(odds.die)
                ),
                None => "Fight a round.".to_owned(),
            },
            Action::Withdraw => "Leave the battle; the monster forgets its wounds.".to_owned(),
            Action::Prepare => "Add what the right name gave to this strike roll.".to_owned(),
            Action::Stand => "Let the dice count as they lie.".to_owned(),
            Action::Keep(kind) => kingdom
                .abilities
                .get(kind as usize)
                .map_or_else(String::new, |ability| kingdom.boon_text(&ability.boon)),
            Action::Choose(which) => {
                let Frame::Choose(first, second) = public.top() else {
                    return String::new();
                };
                kingdom.script_text(if which == 0 { first } else { second })
            }
            Action::Face(face) => format!("Your die shows {face}."),
            Action::End => "End your turn.".to_owned(),
            Action::Resign => "Give up: your hero is dead and you have lost.".to_owned(),
        }
    }

    fn news(rules: &Rules, before: &View, after: &View, _: &[Self::Event]) -> Vec<String> {
        crate::news::news(rules, before, after)
    }

    fn cards(rules: &Rules) -> Vec<(String, String)> {
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
            cards.push((hero.name.clone(), text));
        }
        for monster in &kingdom.battle {
            let text = format!(
                "Battle: {}, victory score {}, {} glory.",
                monster.numbers(),
                monster.score,
                monster.glory
            );
            cards.push((monster.name.clone(), text));
        }
        cards.extend(
            kingdom.lairs.iter().map(|lair| (lair.name.clone(), format!("Lair: {}.", lair.numbers()))),
        );
        cards.extend(
            kingdom
                .quests
                .iter()
                .map(|quest| (quest.name.clone(), format!("Quest: {}", kingdom.quest_text(quest)))),
        );
        for good in &kingdom.goods {
            let text = format!(
                "Good ({}), price {}: {}",
                good.sort.word(),
                good.price,
                kingdom.boon_text(&good.boon)
            );
            cards.push((good.name.clone(), text));
        }
        for ability in &kingdom.abilities {
            cards.push((ability.name.clone(), format!("Ability: {}", kingdom.boon_text(&ability.boon))));
        }
        for fate in &kingdom.fates {
            cards.push((fate.name.clone(), format!("Fate: {}", kingdom.script_text(fate.does))));
        }
        cards
    }
}

fn explain_use(rules: &Rules, view: &View, held: Held) -> String {
    let kingdom = &rules.kingdom;
    match held {
        Held::Good(kind) => kingdom.goods.get(kind as usize).map(|good| &good.boon),
        Held::Ability(kind) => kingdom.abilities.get(kind as usize).map(|ability| &ability.boon),
        Held::Power => view.public.gift(kingdom),
    }
    .map_or_else(String::new, |boon| kingdom.boon_text(boon))
}

fn explain_space(rules: &Rules, view: &View, at: u8) -> String {
    let kingdom = &rules.kingdom;
    let Some(space) = kingdom.map.spaces.get(at as usize) else {
        return String::new();
    };
    let place = space.place as usize;
    match space.kind {
        Kind::Blank => "Blank: nothing happens.".to_owned(),
        Kind::Battle => "Battle: draw a battle card and fight it, or not.".to_owned(),
        Kind::Castle => "Castle: regain all health and buy goods.".to_owned(),
        Kind::Fate => "Fate: draw a fate, follow it and keep it.".to_owned(),
        Kind::Haven => {
            format!("Haven: regain up to {} health and look at the closest lair.", rules.haven_heal)
        }
        Kind::Lair => match (view.public.lairs[place].won, view.lairs[place]) {
            (Some(seat), _) => format!("Lair: defeated by {seat}."),
            (None, Some(card)) => {
                let monster = &kingdom.lairs[card as usize];
                format!("Lair: {}, {}.", monster.name, monster.numbers())
            }
            (None, None) => "Lair: look at its card and fight it, or not.".to_owned(),
        },
        Kind::Town => match (view.public.towns[place].lies, view.quests[place]) {
            (QuestLies::Gone, _) => "Town: its quest is gone.".to_owned(),
            (_, Some(quest)) => {
                let quest = &kingdom.quests[quest as usize];
                format!("Town: {}. {}", quest.name, kingdom.quest_text(quest))
            }
            (_, None) => "Town: look at its quest.".to_owned(),
        },
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
