//! What happened, in words, as one viewer may know it.

use table::{Span, Text, card, place, say, text};

use crate::cards::{Kingdom, Monster};
use crate::event::{Deck, Enemy, Event};
use crate::rules::Rules;
use crate::state::Ending;
use crate::view::View;
use crate::words::counted;

/// What a viewer is told of a step besides the action itself, in the order in which it happened.
pub(crate) fn news(rules: &Rules, after: &View, events: &[Event]) -> Vec<Text> {
    let telling = Telling { rules, view: after };
    // What is laid out at once is one line.
    let runs = events.chunk_by(|one, next| one.laid_out().is_some() && next.laid_out().is_some());
    runs.map(|run| match run {
        [event] => event.line(&telling),
        run => {
            let goods = run.iter().filter_map(Event::laid_out).map(|kind| Text::of(telling.good(kind)));
            say!("The castle now sells {}", Text::listed(counted(goods)))
        }
    })
    .collect()
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

impl Event {
    /// The kind of the good that was laid out, if that is what happened.
    pub fn laid_out(&self) -> Option<u8> {
        if let Self::LaidOut(kind) = self { Some(*kind) } else { None }
    }
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

/// Who is told what happened, and at which table.
pub(crate) struct Telling<'a> {
    pub(crate) rules: &'a Rules,
    pub(crate) view: &'a View,
}

impl Telling<'_> {
    pub(crate) fn kingdom(&self) -> &Kingdom {
        &self.rules.kingdom
    }

    pub(crate) fn good(&self, kind: u8) -> Span {
        card(&self.kingdom().goods[kind as usize].name)
    }

    pub(crate) fn ability(&self, kind: u8) -> Span {
        card(&self.kingdom().abilities[kind as usize].name)
    }

    pub(crate) fn town(&self, at: u8) -> Span {
        let map = &self.kingdom().map;
        place(&map.space(map.towns[at as usize]).name)
    }

    pub(crate) fn lair(&self, at: u8) -> Span {
        let map = &self.kingdom().map;
        place(&map.space(map.lairs[at as usize]).name)
    }

    pub(crate) fn ended(&self, ending: Ending) -> Text {
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
            Ending::Goal(seat) => {
                say!("{seat} wins: the goal is reached in {} turns", self.view.public.round)
            }
            Ending::Turns => text!["The game is lost: the turns are used up"],
        }
    }
}

impl Monster {
    /// Names of several are plural: "the Marsh Rats roll".
    pub(crate) fn is_several(&self) -> bool {
        self.name.ends_with('s') && !self.name.ends_with("ss")
    }
}

impl Deck {
    pub(crate) const fn words(self) -> &'static str {
        match self {
            Self::Goods => "goods",
            Self::Abilities => "abilities",
            Self::Battle => "battle cards",
            Self::Fates => "fates",
        }
    }
}
