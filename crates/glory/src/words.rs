//! The game in words: table, prompt, explanations, news and cards. Everything is made from views.

use std::fmt::Write as _;

use table::{Part, Seat, SeatSet, Tell, Viewer};

use crate::action::{Action, Held};
use crate::atlas;
use crate::boon::Aspect;
use crate::cards::bits;
use crate::event::Event;
use crate::frame::{Aim, Fight, Foe, Frame, NOTHING, Step};
use crate::map::Kind;
use crate::odds::Odds;
use crate::rules::Rules;
use crate::state::{Ending, Hero, QuestLies, State};
use crate::text::coins;
use crate::view::View;

fn percent(chance: f64) -> String {
    format!("{:.0} %", chance * 100.0)
}

/// The chances of a battle as sentences.
fn odds_text(odds: &Odds) -> String {
    let cost = if odds.loss == 0 { "for no health".to_owned() } else { format!("for {} health", odds.loss) };
    let mut text =
        format!("Next round: {} won, {} lost {cost}", percent(odds.round_won), percent(odds.round_lost));
    if odds.die_now > 0.0 {
        text.push_str(", which kills you");
    }
    let _ = write!(
        text,
        ". To the end without using cards: {} victory, {} death.",
        percent(odds.win),
        percent(odds.die)
    );
    text
}

/// Seats in a sentence.
fn seats(set: SeatSet) -> String {
    set.iter().map(|seat| seat.to_string()).collect::<Vec<_>>().join(", ")
}

/// What completing the quest of the town brings the hero who stands there.
fn reward_text(rules: &Rules, view: &View) -> String {
    let Frame::Quest(place) = view.public.top() else {
        return String::new();
    };
    let first = view.public.towns[place as usize].lies == QuestLies::Hidden;
    let own = view.quests[place as usize].map(|quest| &rules.kingdom.quests[quest as usize]);
    let reward = if first {
        own.and_then(|quest| quest.first).unwrap_or(rules.quest_first)
    } else {
        own.and_then(|quest| quest.second).unwrap_or(rules.quest_second)
    };
    format!("Gain {} glory and {}.", reward.glory, coins(u16::from(reward.coins)))
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

    fn fight_line(&self, rules: &Rules, fight: &Fight) -> String {
        let Some(monster) = self.monster(rules, fight.foe) else {
            return "a monster only the hero has seen".to_owned();
        };
        let left = monster.health.saturating_sub(fight.harm);
        let mut text = format!("{} ({}), {left} health left", monster.name, monster.numbers());
        if let Foe::Card(_) = fight.foe {
            let _ = write!(text, ", victory score {}, {} glory", monster.score, monster.glory);
        }
        match fight.step {
            Step::Choice => {
                if let Some(odds) = Odds::in_view(rules, self) {
                    let _ = write!(text, ". {}", odds_text(&odds));
                }
            }
            Step::Dice => {
                let clash = self.public.clash(&rules.kingdom, fight, monster);
                let verdict = match clash.compare(fight) {
                    std::cmp::Ordering::Greater => "the round is won",
                    std::cmp::Ordering::Less => "the round is lost",
                    std::cmp::Ordering::Equal => "a tie",
                };
                let (own, foe) = clash.rolls(fight.mine, fight.theirs, fight);
                let (mine, theirs) = (fight.mine, fight.theirs);
                let _ = write!(
                    text,
                    ". Dice {mine} to {theirs}, strike rolls {own} to {foe}: {verdict} as it stands"
                );
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
            Frame::Roll { die, extra: 0 } => format!("{who} rolled {die} and chooses where to go"),
            Frame::Roll { die, extra } => {
                format!("{who} rolled {die}, moves {} and chooses where to go", die + extra)
            }
            Frame::Arrive => {
                let space = kingdom.map.space(self.public.hero().space);
                let choice =
                    if self.public.can_march(rules) { "halt or march" } else { "use a card or halt" };
                format!("{who} arrives on {} ({}): {choice}", space.name, space.kind.word())
            }
            Frame::After => {
                let space = kingdom.map.space(self.public.hero().space);
                format!("{who} is on {} ({})", space.name, space.kind.word())
            }
            Frame::End => format!("{who} ends the turn"),
            Frame::Close => format!("{who} has ended the turn"),
            Frame::Name => {
                format!("{who} may name the monster of {}", kingdom.map.space(self.public.hero().space).name)
            }
            Frame::Haven => format!("{who} may look at the closest lair"),
            Frame::Quest(place) => self.quest_question(rules, place),
            Frame::Fight(fight) => format!("{who} fights: {}", self.fight_line(rules, &fight)),
            Frame::Script { .. } => "a card is followed".to_owned(),
            Frame::Where(goal, _) => {
                format!("{who} chooses where to go: several {} are equally near", goal.several())
            }
            Frame::Peril(by) => format!("{who} is about to lose {by} health and die"),
            Frame::Choose(first, second) => {
                format!(
                    "{who} chooses: (1) {} (2) {}",
                    kingdom.script_text(first),
                    kingdom.script_text(second)
                )
            }
            Frame::Aim(Aim::Lair) => format!("{who} chooses a lair to look at"),
            Frame::Aim(Aim::Town) => format!("{who} chooses a quest to look at"),
            Frame::Aim(Aim::Face) => format!("{who} chooses what the die shows"),
            Frame::Learn { seat, .. } => format!("{seat} keeps one of two abilities"),
        }
    }

    /// What is asked of a hero who has come back to a town (Q12). Others are not told what the quest asks for.
    fn quest_question(&self, rules: &Rules, place: u8) -> String {
        let (who, kingdom) = (self.public.active, &rules.kingdom);
        let town = &kingdom.map.space(kingdom.map.towns[place as usize]).name;
        match self.quests[place as usize] {
            Some(quest) => {
                let quest = &kingdom.quests[quest as usize];
                let text = kingdom.quest_text_at(quest, place);
                format!("{who} may complete {} in {town}: {text}", quest.name)
            }
            None => format!("{who} may complete the quest in {town}"),
        }
    }

    fn ending(&self) -> String {
        match self.public.ending {
            Ending::Open => String::new(),
            Ending::Glory(seat) => {
                format!("{seat} wins with {} glory", self.public.heroes[seat].glory)
            }
            Ending::Survivor(seat) => format!("{seat} wins as the last hero alive"),
            Ending::Death => "The game is lost: no hero is left alive".to_owned(),
            Ending::Rounds => "The last round is over: the most glory wins".to_owned(),
            Ending::Turns => "The game is lost: the turns are used up".to_owned(),
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
                    "Costs {}; you have {}. {}",
                    coins(u16::from(price)),
                    public.hero().coins,
                    kingdom.boon_text(&good.boon)
                )
            }),
            Action::Use(held) => explain_use(rules, view, held),
            Action::Go { end, .. } => explain_space(rules, view, end),
            Action::March(end) => {
                let free = public.total(kingdom, public.active, Aspect::FreeMarch) > 0;
                let cost = if free { "March at no cost" } else { "March for 1 health" };
                format!("{cost}. {}", explain_space(rules, view, end))
            }
            Action::Halt => explain_space(rules, view, public.hero().space),
            Action::Name(lair) => {
                let here = kingdom.map.space(public.hero().space).place as usize;
                let gives = 1 + public.total(kingdom, public.active, Aspect::Lore).max(0);
                match view.lairs.get(here).copied().flatten() {
                    Some(known) if known == lair => {
                        format!(
                            "You have seen this card here, so the name is right: +{gives} to one strike roll."
                        )
                    }
                    Some(_) => "You have seen another card here, so the name is wrong.".to_owned(),
                    None => format!(
                        "If the name is right, you may add {gives} to one strike roll of the battle here."
                    ),
                }
            }
            Action::Look(_) => "Look at the card. Nobody else sees it.".to_owned(),
            Action::Read(_) => "Look at the quest. Nobody else sees it.".to_owned(),
            Action::Give(_) => format!("Hand it over and complete the quest. {}", reward_text(rules, view)),
            Action::Complete => format!("Complete the quest. {}", reward_text(rules, view)),
            Action::Pass if public.top() == Frame::Name => "Look at the card without naming it.".to_owned(),
            Action::Pass if matches!(public.top(), Frame::Quest(_)) => {
                "Leave the quest for later.".to_owned()
            }
            Action::Pass => "Don't look.".to_owned(),
            Action::Engage => match Odds::in_view(rules, view) {
                Some(odds) => format!("Fight a round. {}", odds_text(&odds)),
                None => "Fight a round.".to_owned(),
            },
            Action::Withdraw => "Leave the battle. The monster heals.".to_owned(),
            Action::Prepare => {
                let by = public.fight().map_or(0, |fight| fight.prepared);
                format!("You named the lair rightly: add {by} to this strike roll.")
            }
            Action::Stand if matches!(public.top(), Frame::Peril(_)) => "Take the loss and die.".to_owned(),
            Action::Stand => "Keep the dice as they are.".to_owned(),
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
            Action::Face(face) => format!("Turn your die to {face}."),
            Action::End => "End your turn.".to_owned(),
            Action::Resign => "Give up: your hero dies and you lose.".to_owned(),
        }
    }

    fn news(rules: &Rules, _: &View, after: &View, events: &[Event]) -> Vec<String> {
        crate::news::news(rules, after, events)
    }

    fn opening(rules: &Rules, view: &View, events: &[Event]) -> Vec<String> {
        crate::news::opening(rules, view, events)
    }

    fn tally(&self, rules: &Rules) -> Vec<Vec<Part>> {
        if self.public.ending == Ending::Open { Vec::new() } else { self.public.tally(rules.players) }
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
        Held::Power => view.public.gift(kingdom, view.public.decides()),
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
        Kind::Battle => "Battle: draw a battle card, then fight or leave.".to_owned(),
        Kind::Castle => "Castle: regain all health and buy goods.".to_owned(),
        Kind::Fate => "Fate: draw a fate, follow it and keep it.".to_owned(),
        Kind::Haven => {
            let heals = view.public.haven_heal(rules, view.public.active);
            format!("Haven: regain up to {heals} health and look at the closest lair.")
        }
        Kind::Lair => match (view.public.lairs[place].won, view.lairs[place]) {
            (Some(seat), _) => format!("Lair: already defeated, by {seat}."),
            (None, Some(card)) => {
                let monster = &kingdom.lairs[card as usize];
                format!("Lair: {}, {}.", monster.name, monster.numbers())
            }
            (None, None) => "Lair: look at its card, then fight or leave.".to_owned(),
        },
        Kind::Town => match (view.public.towns[place].lies, view.quests[place]) {
            (QuestLies::Gone, _) => "Town: its quest is gone.".to_owned(),
            (_, Some(quest)) => {
                let quest = &kingdom.quests[quest as usize];
                format!("Town: {}. {}", quest.name, kingdom.quest_text_at(quest, space.place))
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
