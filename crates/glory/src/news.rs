//! What happened, in words, as one viewer may know it.

use table::{Seat, Span, Text, Viewer, card, many, place, say, text};

use crate::cards::{Kingdom, Monster};
use crate::event::{Cause, Deck, Die, Enemy, Event, Pays, Rank, Struck, Travel, Verdict};
use crate::rules::Rules;
use crate::state::Ending;
use crate::view::View;

/// What a viewer is told of a step besides the action itself, in the order in which it happened.
pub(crate) fn news(rules: &Rules, after: &View, events: &[Event]) -> Vec<Text> {
    events.iter().map(|event| Telling { rules, view: after }.line(event)).collect()
}

/// How the game began, as everyone saw it.
pub(crate) fn opening(rules: &Rules, view: &View, events: &[Event]) -> Vec<Text> {
    let mut lines = news(rules, view, events);
    let (towns, lairs) = (rules.kingdom.map.towns.len(), rules.kingdom.map.lairs.len());
    lines.insert(
        0,
        say!("A quest lies face down under each of {towns} towns, a monster under each of {lairs} lairs"),
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
    pub fn words(self, kingdom: &Kingdom) -> Text {
        let name = &self.monster(kingdom).name;
        match (self, name.strip_prefix("The ")) {
            (Self::Card(_) | Self::Lair(_), Some(rest)) => text!["the ", rest],
            (Self::Card(_), None) => text!["the ", card(name)],
            (Self::Lair(_), None) => text![card(name)],
        }
    }
}

struct Telling<'a> {
    rules: &'a Rules,
    view: &'a View,
}

impl Telling<'_> {
    fn kingdom(&self) -> &Kingdom {
        &self.rules.kingdom
    }

    fn good(&self, kind: u8) -> Span {
        card(&self.kingdom().goods[kind as usize].name)
    }

    fn ability(&self, kind: u8) -> Span {
        card(&self.kingdom().abilities[kind as usize].name)
    }

    fn town(&self, at: u8) -> Span {
        let map = &self.kingdom().map;
        place(&map.space(map.towns[at as usize]).name)
    }

    fn lair(&self, at: u8) -> Span {
        let map = &self.kingdom().map;
        place(&map.space(map.lairs[at as usize]).name)
    }

    fn line(&self, event: &Event) -> Text {
        let kingdom = self.kingdom();
        match event {
            Event::Lot(rolls) => {
                let rolled = Seat::all(self.rules.players).filter(|seat| rolls[*seat] > 0);
                let rolls = rolled.map(|seat| say!("{seat} rolls {}", rolls[seat]));
                say!("For the first turn: {}", Text::joined(rolls, ", "))
            }
            Event::First(seat) => say!("{seat} goes first"),
            Event::Board(seat, board) => say!("{seat} is {}", card(&kingdom.heroes[*board as usize].name)),
            Event::LaidOut(kind) => say!("The castle now sells {}", self.good(*kind)),
            Event::Rolled(seat, die) => say!("{seat} rolls {die}"),
            Event::Rerolled(seat, Die::Move | Die::Own, die) => say!("{seat} rolls again: {die}"),
            Event::Rerolled(_, Die::Foe, die) => say!("The enemy rolls again: {die}"),
            Event::SecondDie(seat, _, die, kept) => {
                say!("{seat} rolls a second die: {die}; {kept} counts")
            }
            Event::Turned(seat, Die::Move | Die::Own, was, is) => {
                say!("{seat}'s die is turned from {was} to {is}")
            }
            Event::Turned(_, Die::Foe, was, is) => say!("The enemy's die is turned from {was} to {is}"),
            Event::Steps(seat, 0) => say!("{seat} stays put this turn"),
            Event::Steps(seat, steps) => say!("{seat} now moves {steps} spaces"),
            Event::CardDie(seat, die) => say!("{seat} rolls {die} for the card"),
            Event::Moved(seat, to, travel) => self.moved(*seat, *to, *travel),
            Event::Healed(seat, by, now) => say!("{seat} regains {by} health (now {now})"),
            Event::Hurt(seat, by, now) => say!("{seat} loses {by} health ({now} left)"),
            Event::Coins(seat, by, now) => {
                let verb = if *by > 0 { "gains" } else { "loses" };
                say!("{seat} {verb} {} (now {now})", many(by.unsigned_abs(), "coin"))
            }
            Event::Glory(seat, by, now) => {
                let verb = if *by > 0 { "gains" } else { "loses" };
                say!("{seat} {verb} {} glory (now {now})", by.unsigned_abs())
            }
            Event::Fate(seat, kind) => {
                let fate = &kingdom.fates[*kind as usize];
                say!("{seat} draws the fate {}: {}", card(&fate.name), kingdom.script_text(fate.does))
            }
            Event::Empty(deck) => say!("No {} are left to draw", deck.words()),
            Event::Shuffled(deck) => say!("The discarded {} make a new deck", deck.words()),
            Event::Met(seat, kind) => Self::met(*seat, &kingdom.battle[*kind as usize]),
            Event::SawLair(seat, place, card) => self.saw_lair(*seat, *place, *card),
            Event::Shown(place, kind) => {
                let monster = &kingdom.lairs[*kind as usize];
                say!("{} hides {} ({})", self.lair(*place), card(&monster.name), monster.numbers())
            }
            Event::SawQuest(seat, place, card) => self.saw_quest(*seat, *place, *card),
            Event::NamedRight(seat, by) => say!("{seat} named it rightly: +{by} for one strike roll"),
            Event::NamedWrong(seat) => say!("{seat} named the wrong monster"),
            Event::Round { seat, enemy, round, mine, theirs } => {
                let verb = if enemy.monster(kingdom).is_several() { "roll" } else { "rolls" };
                let enemy = enemy.words(kingdom);
                say!("Battle round {round}: {seat} rolls {mine}, {enemy} {verb} {theirs}")
            }
            Event::Struck(struck) => Self::struck(struck),
            Event::Harmed(enemy, by, left) => {
                let verb = if enemy.monster(kingdom).is_several() { "lose" } else { "loses" };
                say!("{} {verb} {by} health ({left} left)", enemy.words(kingdom)).capital()
            }
            Event::Slain(seat, enemy, pays) => self.slain(*seat, *enemy, *pays),
            Event::Withdrew(seat) => say!("{seat} leaves the battle"),
            Event::Saved(seat) => say!("{seat} would be dead, but a card leaves 1 health"),
            Event::Died(seat, cause) => self.died(*seat, *cause),
            Event::Bought(seat, kind, price) => {
                say!("{seat} buys {} for {}", self.good(*kind), many(*price, "coin"))
            }
            Event::TookGood(seat, kind) => say!("{seat} gets {}", self.good(*kind)),
            Event::LostGood(seat, kind) => say!("{seat} discards {}", self.good(*kind)),
            Event::Gave(seat, kind) => say!("{seat} hands over {}", self.good(*kind)),
            Event::Offered(seat, first, second) => {
                say!("{seat} draws {} and {}", self.ability(*first), self.ability(*second))
            }
            Event::Learned(seat, kind) => say!("{seat} learns {}", self.ability(*kind)),
            Event::LostAbility(seat, kind) => say!("{seat} discards {}", self.ability(*kind)),
            Event::Duplicate(seat, kind) => {
                say!("{seat} draws {} again and discards it", self.ability(*kind))
            }
            Event::Completed(seat, place, quest, rank) => self.completed(*seat, *place, *quest, *rank),
            Event::NewRound(round) => say!("Round {round} begins"),
            Event::Ended(ending) => self.ended(*ending),
        }
    }

    fn moved(&self, seat: Seat, to: u8, travel: Travel) -> Text {
        let space = self.kingdom().map.space(to);
        let name = space.titled();
        match travel {
            Travel::Steps => say!("{seat} moves to {name}"),
            Travel::March => say!("{seat} marches to {name}"),
            Travel::Sent => say!("{seat} goes to {name}"),
            Travel::Placed => say!("{seat} is placed on {name}"),
        }
    }

    fn met(seat: Seat, monster: &Monster) -> Text {
        let numbers = monster.numbers();
        say!(
            "{seat} meets {} ({numbers}; victory score {}, {} glory)",
            card(&monster.name),
            monster.score,
            monster.glory
        )
    }

    /// D1: only who looked is told what it is.
    fn saw_lair(&self, seat: Seat, place: u8, kind: u8) -> Text {
        let lair = self.lair(place);
        if self.view.viewer == Viewer::Seat(seat) {
            let monster = &self.kingdom().lairs[kind as usize];
            return say!("You see what hides in {lair}: {} ({})", card(&monster.name), monster.numbers());
        }
        say!("{seat} looks at the card of {lair}")
    }

    /// Q1: only who looked is told what it is.
    fn saw_quest(&self, seat: Seat, place: u8, kind: u8) -> Text {
        let town = self.town(place);
        if self.view.viewer == Viewer::Seat(seat) {
            let quest = &self.kingdom().quests[kind as usize];
            let text = self.kingdom().quest_text_at(quest, place);
            return say!("You read the quest of {town}: {}. {text}", card(&quest.name));
        }
        say!("{seat} reads the quest of {town}")
    }

    fn struck(struck: &Struck) -> Text {
        let Struck { seat, own, foe, verdict, .. } = struck;
        match verdict {
            Verdict::Won if own == foe => say!("Strike rolls {own} to {foe}: a tie, which {seat} wins"),
            Verdict::Won => say!("Strike rolls {own} to {foe}: {seat} wins the round"),
            Verdict::Lost => say!("Strike rolls {own} to {foe}: {seat} loses the round"),
            Verdict::Tied => say!("Strike rolls {own} to {foe}: a tie"),
        }
    }

    fn slain(&self, seat: Seat, enemy: Enemy, pays: Pays) -> Text {
        let (name, monster) = (enemy.words(self.kingdom()), enemy.monster(self.kingdom()));
        match pays {
            Pays::Yes => say!("{seat} slays {name}"),
            Pays::No => say!("{seat} slays {name}, for no glory: victory score {}", monster.score),
        }
    }

    fn died(&self, seat: Seat, cause: Cause) -> Text {
        match cause {
            Cause::Slain(enemy) => say!("{seat} dies, slain by {}", enemy.words(self.kingdom())),
            Cause::Card => say!("{seat} dies"),
            Cause::GaveUp => say!("{seat} gives up"),
        }
    }

    fn completed(&self, seat: Seat, place: u8, quest: u8, rank: Rank) -> Text {
        let (quest, town) = (card(&self.kingdom().quests[quest as usize].name), self.town(place));
        match rank {
            Rank::First if self.rules.players > 1 => {
                say!("{seat} is first to complete {quest} in {town}; the card is turned up")
            }
            Rank::First => say!("{seat} completes {quest} in {town}"),
            Rank::Second => {
                say!("{seat} is second to complete {quest} in {town}; the card leaves the game")
            }
        }
    }

    fn ended(&self, ending: Ending) -> Text {
        let alone = self.rules.players == 1;
        let heroes = &self.view.public.heroes;
        match ending {
            Ending::Open => text!["The game goes on"],
            Ending::Glory(seat) if alone => {
                say!("{seat} wins with {} glory in round {}", heroes[seat].glory, self.view.public.round)
            }
            Ending::Glory(seat) => say!("{seat} wins with {} glory", heroes[seat].glory),
            Ending::Survivor(seat) => say!("{seat} wins as the last hero alive"),
            Ending::Death => text!["The game is lost: no hero is left alive"],
            Ending::Rounds => {
                let winners = self.view.public.best(self.rules.players);
                let verb = if winners.len() == 1 { "wins" } else { "win" };
                let names = Text::joined(winners.iter().map(Text::of), " and ");
                say!("The last round is over: {names} {verb} with the most glory")
            }
            Ending::Turns => text!["The game is lost: the turns are used up"],
        }
    }
}

impl Monster {
    /// Names of several are plural: "the Marsh Rats roll".
    fn is_several(&self) -> bool {
        self.name.ends_with('s') && !self.name.ends_with("ss")
    }
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
