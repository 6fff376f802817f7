//! What happened, in words, as one viewer may know it.

use table::{Seat, Viewer};

use crate::cards::{Kingdom, Monster};
use crate::event::{Cause, Deck, Die, Enemy, Event, Pays, Rank, Struck, Travel, Verdict};
use crate::rules::Rules;
use crate::state::Ending;
use crate::text::coins;
use crate::view::View;

/// What a viewer is told of a step besides the action itself, in the order in which it happened.
pub(crate) fn news(rules: &Rules, after: &View, events: &[Event]) -> Vec<String> {
    events.iter().map(|event| Telling { rules, view: after }.line(event)).collect()
}

/// How the game began, as everyone saw it.
pub(crate) fn opening(rules: &Rules, view: &View, events: &[Event]) -> Vec<String> {
    let mut lines = news(rules, view, events);
    let (towns, lairs) = (rules.kingdom.map.towns.len(), rules.kingdom.map.lairs.len());
    lines.insert(
        0,
        format!("A quest lies face down under each of {towns} towns, a monster under each of {lairs} lairs"),
    );
    lines
}

impl Enemy {
    /// The monster's card.
    pub(crate) fn monster(self, kingdom: &Kingdom) -> &Monster {
        match self {
            Self::Card(kind) => &kingdom.battle[kind as usize],
            Self::Lair(kind) => &kingdom.lairs[kind as usize],
        }
    }

    /// The monster in a sentence: "the Griffin", but "Lady Nettle".
    pub fn words(self, kingdom: &Kingdom) -> String {
        let name = &self.monster(kingdom).name;
        let the = name.strip_prefix("The ");
        match (self, the) {
            (Self::Card(_) | Self::Lair(_), Some(rest)) => format!("the {rest}"),
            (Self::Card(_), None) => format!("the {name}"),
            (Self::Lair(_), None) => name.clone(),
        }
    }
}

/// A sentence's first letter in upper case.
pub(crate) fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map_or_else(String::new, |first| first.to_uppercase().collect::<String>() + letters.as_str())
}

struct Telling<'a> {
    rules: &'a Rules,
    view: &'a View,
}

impl Telling<'_> {
    fn kingdom(&self) -> &Kingdom {
        &self.rules.kingdom
    }

    fn good(&self, kind: u8) -> &str {
        &self.kingdom().goods[kind as usize].name
    }

    fn ability(&self, kind: u8) -> &str {
        &self.kingdom().abilities[kind as usize].name
    }

    fn town(&self, place: u8) -> &str {
        let map = &self.kingdom().map;
        &map.space(map.towns[place as usize]).name
    }

    fn lair(&self, place: u8) -> &str {
        let map = &self.kingdom().map;
        &map.space(map.lairs[place as usize]).name
    }

    fn line(&self, event: &Event) -> String {
        let kingdom = self.kingdom();
        match event {
            Event::Lot(rolls) => {
                let rolled = Seat::all(self.rules.players).filter(|seat| rolls[*seat] > 0);
                let rolls: Vec<_> = rolled.map(|seat| format!("{seat} rolls {}", rolls[seat])).collect();
                format!("For the first turn: {}", rolls.join(", "))
            }
            Event::First(seat) => format!("{seat} goes first"),
            Event::Board(seat, board) => format!("{seat} is {}", kingdom.heroes[*board as usize].name),
            Event::LaidOut(kind) => format!("The castle now sells {}", self.good(*kind)),
            Event::Rolled(seat, die) => format!("{seat} rolls {die}"),
            Event::Rerolled(seat, Die::Move | Die::Own, die) => format!("{seat} rolls again: {die}"),
            Event::Rerolled(_, Die::Foe, die) => format!("The enemy rolls again: {die}"),
            Event::SecondDie(seat, _, die, kept) => {
                format!("{seat} rolls a second die: {die}; {kept} counts")
            }
            Event::Turned(seat, Die::Move | Die::Own, was, is) => {
                format!("{seat}'s die is turned from {was} to {is}")
            }
            Event::Turned(_, Die::Foe, was, is) => format!("The enemy's die is turned from {was} to {is}"),
            Event::Steps(seat, 0) => format!("{seat} stays put this turn"),
            Event::Steps(seat, steps) => format!("{seat} now moves {steps} spaces"),
            Event::CardDie(seat, die) => format!("{seat} rolls {die} for the card"),
            Event::Moved(seat, to, travel) => self.moved(*seat, *to, *travel),
            Event::Healed(seat, by, now) => format!("{seat} regains {by} health (now {now})"),
            Event::Hurt(seat, by, now) => format!("{seat} loses {by} health ({now} left)"),
            Event::Coins(seat, by, now) => {
                let verb = if *by > 0 { "gains" } else { "loses" };
                format!("{seat} {verb} {} (now {now})", coins(by.unsigned_abs() as u16))
            }
            Event::Glory(seat, by, now) => {
                let verb = if *by > 0 { "gains" } else { "loses" };
                format!("{seat} {verb} {} glory (now {now})", by.unsigned_abs())
            }
            Event::Fate(seat, kind) => {
                let fate = &kingdom.fates[*kind as usize];
                format!("{seat} draws the fate {}: {}", fate.name, kingdom.script_text(fate.does))
            }
            Event::Empty(deck) => format!("No {} are left to draw", deck.words()),
            Event::Shuffled(deck) => format!("The discarded {} make a new deck", deck.words()),
            Event::Met(seat, kind) => Self::met(*seat, &kingdom.battle[*kind as usize]),
            Event::SawLair(seat, place, card) => self.saw_lair(*seat, *place, *card),
            Event::Shown(place, card) => {
                let monster = &kingdom.lairs[*card as usize];
                format!("{} hides {} ({})", self.lair(*place), monster.name, monster.numbers())
            }
            Event::SawQuest(seat, place, card) => self.saw_quest(*seat, *place, *card),
            Event::NamedRight(seat, by) => format!("{seat} named it rightly: +{by} for one strike roll"),
            Event::NamedWrong(seat) => format!("{seat} named the wrong monster"),
            Event::Round { seat, enemy, round, mine, theirs } => {
                let enemy = enemy.words(kingdom);
                format!("Battle round {round}: {seat} rolls {mine}, {enemy} {} {theirs}", roll_verb(&enemy))
            }
            Event::Struck(struck) => Self::struck(struck),
            Event::Harmed(enemy, by, left) => {
                let name = enemy.words(kingdom);
                format!("{} {} {by} health ({left} left)", sentence(&name), lose_verb(&name))
            }
            Event::Slain(seat, enemy, pays) => self.slain(*seat, *enemy, *pays),
            Event::Withdrew(seat) => format!("{seat} leaves the battle"),
            Event::Saved(seat) => format!("{seat} would be dead, but a card leaves 1 health"),
            Event::Died(seat, cause) => self.died(*seat, *cause),
            Event::Bought(seat, kind, price) => {
                format!("{seat} buys {} for {}", self.good(*kind), coins(u16::from(*price)))
            }
            Event::TookGood(seat, kind) => format!("{seat} gets {}", self.good(*kind)),
            Event::LostGood(seat, kind) => format!("{seat} discards {}", self.good(*kind)),
            Event::Gave(seat, kind) => format!("{seat} hands over {}", self.good(*kind)),
            Event::Offered(seat, first, second) => {
                format!("{seat} draws {} and {}", self.ability(*first), self.ability(*second))
            }
            Event::Learned(seat, kind) => format!("{seat} learns {}", self.ability(*kind)),
            Event::LostAbility(seat, kind) => format!("{seat} discards {}", self.ability(*kind)),
            Event::Duplicate(seat, kind) => {
                format!("{seat} draws {} again and discards it", self.ability(*kind))
            }
            Event::Completed(seat, place, quest, rank) => self.completed(*seat, *place, *quest, *rank),
            Event::NewRound(round) => format!("Round {round} begins"),
            Event::Ended(ending) => self.ended(*ending),
        }
    }

    fn moved(&self, seat: Seat, to: u8, travel: Travel) -> String {
        let space = self.kingdom().map.space(to);
        let name = space.titled();
        match travel {
            Travel::Steps => format!("{seat} moves to {name}"),
            Travel::March => format!("{seat} marches to {name}"),
            Travel::Sent => format!("{seat} goes to {name}"),
            Travel::Placed => format!("{seat} is placed on {name}"),
        }
    }

    fn met(seat: Seat, monster: &Monster) -> String {
        let numbers = monster.numbers();
        format!(
            "{seat} meets {} ({numbers}; victory score {}, {} glory)",
            monster.name, monster.score, monster.glory
        )
    }

    /// D1: only who looked is told what it is.
    fn saw_lair(&self, seat: Seat, place: u8, card: u8) -> String {
        let lair = self.lair(place);
        if self.view.viewer == Viewer::Seat(seat) {
            let monster = &self.kingdom().lairs[card as usize];
            return format!("You see what hides in {lair}: {} ({})", monster.name, monster.numbers());
        }
        format!("{seat} looks at the card of {lair}")
    }

    /// Q1: only who looked is told what it is.
    fn saw_quest(&self, seat: Seat, place: u8, card: u8) -> String {
        let town = self.town(place);
        if self.view.viewer == Viewer::Seat(seat) {
            let quest = &self.kingdom().quests[card as usize];
            let text = self.kingdom().quest_text_at(quest, place);
            return format!("You read the quest of {town}: {}. {text}", quest.name);
        }
        format!("{seat} reads the quest of {town}")
    }

    fn struck(struck: &Struck) -> String {
        let Struck { seat, own, foe, verdict, .. } = struck;
        match verdict {
            Verdict::Won if own == foe => format!("Strike rolls {own} to {foe}: a tie, which {seat} wins"),
            Verdict::Won => format!("Strike rolls {own} to {foe}: {seat} wins the round"),
            Verdict::Lost => format!("Strike rolls {own} to {foe}: {seat} loses the round"),
            Verdict::Tied => format!("Strike rolls {own} to {foe}: a tie"),
        }
    }

    fn slain(&self, seat: Seat, enemy: Enemy, pays: Pays) -> String {
        let (name, monster) = (enemy.words(self.kingdom()), enemy.monster(self.kingdom()));
        match pays {
            Pays::Yes => format!("{seat} slays {name}"),
            Pays::No => format!("{seat} slays {name}, for no glory: victory score {}", monster.score),
        }
    }

    fn died(&self, seat: Seat, cause: Cause) -> String {
        match cause {
            Cause::Slain(enemy) => format!("{seat} dies, slain by {}", enemy.words(self.kingdom())),
            Cause::Card => format!("{seat} dies"),
            Cause::GaveUp => format!("{seat} gives up"),
        }
    }

    fn completed(&self, seat: Seat, place: u8, quest: u8, rank: Rank) -> String {
        let (quest, town) = (&self.kingdom().quests[quest as usize].name, self.town(place));
        match rank {
            Rank::First if self.rules.players > 1 => {
                format!("{seat} is first to complete {quest} in {town}; the card is turned up")
            }
            Rank::First => format!("{seat} completes {quest} in {town}"),
            Rank::Second => {
                format!("{seat} is second to complete {quest} in {town}; the card leaves the game")
            }
        }
    }

    fn ended(&self, ending: Ending) -> String {
        let alone = self.rules.players == 1;
        let heroes = &self.view.public.heroes;
        match ending {
            Ending::Open => "The game goes on".to_owned(),
            Ending::Glory(seat) if alone => {
                format!("{seat} wins with {} glory in round {}", heroes[seat].glory, self.view.public.round)
            }
            Ending::Glory(seat) => format!("{seat} wins with {} glory", heroes[seat].glory),
            Ending::Survivor(seat) => format!("{seat} wins as the last hero alive"),
            Ending::Death => "The game is lost: no hero is left alive".to_owned(),
            Ending::Rounds => {
                let winners = self.view.public.best(self.rules.players);
                let names: Vec<_> = winners.iter().map(|seat| seat.to_string()).collect();
                let verb = if names.len() == 1 { "wins" } else { "win" };
                format!("The last round is over: {} {verb} with the most glory", names.join(" and "))
            }
            Ending::Turns => "The game is lost: the turns are used up".to_owned(),
        }
    }
}

/// Names of several are plural: "the Marsh Rats roll".
fn is_plural(name: &str) -> bool {
    name.ends_with('s') && !name.ends_with("ss")
}

fn roll_verb(name: &str) -> &'static str {
    if is_plural(name) { "roll" } else { "rolls" }
}

fn lose_verb(name: &str) -> &'static str {
    if is_plural(name) { "lose" } else { "loses" }
}

impl Deck {
    const fn words(self) -> &'static str {
        match self {
            Self::Goods => "goods",
            Self::Abilities => "abilities",
            Self::Battle => "battle cards",
            Self::Fates => "fates",
        }
    }
}
