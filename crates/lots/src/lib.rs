#![doc = include_str!("../README.md")]
//!
//! # How it is cut
//!
//! Eighteen lots, two of each number from 1 to 9. Everyone starts with two. On a turn a player draws a lot, plays one face up
//! for its number, or buries one face down for twice its number, told at the end. The game ends when the urn is empty. As an option who
//! plays a 9 is offered a lot from the urn. Drawing is promised at any time.

pub use table;

#[cfg(feature = "drawing")]
mod drawing;
#[cfg(feature = "encoding")]
mod encoding;
#[cfg(feature = "mind")]
mod mind;
#[cfg(feature = "naming")]
mod naming;
mod stage;
mod taught;
mod words;

use std::cell::Cell;

use serde::Serialize;

use table::{
    Broken, BySeat, Chance, Depth, Game, Hidden, Info, Offer, OptionKind, OptionSpec, Options, Outcome,
    Reason, Refusal, Rulebook, Seat, SeatSet, Text, Turn, Unread, Viewer, legal_moves, say, why_not,
};

const FAULTS: &[&str] = &[
    "none",
    "dead-end",
    "stranger-asked",
    "listed-twice",
    "not-refused",
    "refused",
    "no-rule",
    "refusal-changes",
    "endless",
    "loses-card",
    "same-words",
    "own-luck",
    "option-lost",
    "careless-imagine",
    "dead-world",
    "asks-by-hand",
    "untold",
    "secret-told",
    "closed-window",
    "costly-decline",
    "news-leak",
    "wrong-tally",
    "wrong-places",
    "no-room",
    "old-rows",
    "still-sides",
];

const SPECS: &[OptionSpec] = &[
    OptionSpec { name: "players", kind: OptionKind::Number(2, 5), default: "2", meaning: "How many play." },
    OptionSpec {
        name: "fault",
        kind: OptionKind::Choice(FAULTS),
        default: "none",
        meaning: "A planted fault.",
    },
    OptionSpec {
        name: "gift",
        kind: OptionKind::Choice(&["off", "on"]),
        default: "off",
        meaning: "Who plays a 9 may draw a lot.",
    },
];

/// How many of each number from 1 to 9: two at the start.
pub type Numbers = [u8; 9];

/// The rules of Lots.
#[derive(Clone, Debug)]
pub struct Rules {
    players: usize,
    fault: &'static str,
    gift: bool,
}

impl Rulebook for Rules {
    fn specs() -> &'static [OptionSpec] {
        SPECS
    }
    fn from_options(options: &Options) -> Result<Self, table::OptionError> {
        options.check("lots", SPECS)?;
        let fault = options.value(SPECS, "fault");
        let fault = FAULTS.iter().find(|known| **known == fault).expect("the option was checked");
        let gift = options.value(SPECS, "gift") == "on";
        Ok(Self { players: options.number(SPECS, "players") as usize, fault, gift })
    }
    fn options(&self) -> Options {
        let options = Options::new().with("players", &self.players.to_string());
        let options = if self.gift { options.with("gift", "on") } else { options };
        if self.fault == "option-lost" { options } else { options.with("fault", self.fault) }
    }
    fn players(&self) -> usize {
        self.players
    }
}

/// What everyone sees.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize)]
pub struct Public {
    /// Whose turn it is, by index.
    pub turn: u8,
    /// How many lots are in the urn.
    pub urn: u8,
    /// How many each seat holds.
    pub held: BySeat<u8>,
    /// How many each seat has buried.
    pub buried: BySeat<u8>,
    /// What each seat has played face up, by number.
    pub played: BySeat<Numbers>,
    /// Who played a 9 is offered a lot.
    pub offered: bool,
    /// The planted fault: something did not fit.
    pub(crate) spilt: bool,
}

/// The state of Lots.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Lots {
    public: Public,
    urn: Hidden<Numbers>,
    hands: BySeat<Hidden<Numbers>>,
    graves: BySeat<Hidden<Numbers>>,
}

/// What a seat can do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Take a lot from the urn.
    Draw,
    /// Play this number face up.
    Play(u8),
    /// Bury this number face down.
    Bury(u8),
    /// Decline the lot that is offered.
    Pass,
}

/// What happens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// A seat drew this number.
    Drew(Seat, u8),
    /// The last lot was drawn.
    Empty,
}

/// What one viewer knows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct View {
    /// Who looks.
    pub viewer: Viewer,
    /// What everyone sees.
    pub public: Public,
    /// The own lots, by number.
    pub hand: Numbers,
    /// What the viewer has buried, by number.
    pub grave: Numbers,
}

impl View {
    /// The sum of the numbers a seat has played face up.
    pub fn shown(&self, seat: Seat) -> u32 {
        (1..).zip(&self.public.played[seat]).map(|(number, count)| number * u32::from(*count)).sum()
    }
}

thread_local! {
    static OWN_LUCK: Cell<u8> = const { Cell::new(0) };
}

fn sum(numbers: &Numbers) -> u32 {
    numbers.iter().map(|count| u32::from(*count)).sum()
}

impl Lots {
    fn seat(&self) -> Seat {
        Seat::new(self.public.turn as usize)
    }

    fn draw<C: Chance>(&mut self, seat: Seat, chance: &mut C) {
        let at = chance.pick(self.urn.get(), sum(self.urn.get()));
        self.urn.get_mut()[at] -= 1;
        self.public.urn -= 1;
        self.hands[seat].get_mut()[at] += 1;
        self.public.held[seat] += 1;
        chance.learned(SeatSet::one(seat));
        chance.note(|| Event::Drew(seat, at as u8 + 1));
        if self.public.urn == 0 {
            chance.note(|| Event::Empty);
        }
    }

    fn pass_on(&mut self, rules: &Rules) {
        self.public.turn = self.seat().next(rules.players).index() as u8;
        // The planted fault skips a player by a look at the hand, and so betrays it.
        if rules.fault == "asks-by-hand" && self.hands[self.seat()].get()[8] == 0 {
            self.public.turn = self.seat().next(rules.players).index() as u8;
        }
    }
}

/// Why something can't be done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// Somebody else decides, or nobody.
    NotAsked,
    /// The planted fault.
    HandFull,
    /// There is nothing to pass on.
    NothingOffered,
    /// A lot is offered first.
    Offered,
    /// There is no such lot in hand.
    NotHeld(u8),
}

impl Reason<Rules> for Why {
    fn refusal(&self, _: &Rules) -> Refusal {
        match self {
            Self::NotAsked => Refusal::flat("LOT-1", "it is not your turn"),
            Self::HandFull => Refusal::flat("LOT-3", "your hand is full"),
            Self::NothingOffered => Refusal::flat("LOT-4", "no lot is offered"),
            Self::Offered => Refusal::new("LOT-4", "a lot is offered", "Draw it, or pass"),
            Self::NotHeld(number) => {
                Refusal::new("LOT-2", say!("you hold no {number}"), "Play a number you hold")
            }
        }
    }
}

impl Game for Lots {
    const INFO: Info = Info {
        name: "lots",
        title: "Lots",
        summary: "A tiny game of hidden numbers.",
        prefix: "LOT",
        rules_version: 1,
        most_decisions: 60,
    };
    type Rules = Rules;
    type Action = Action;
    type View = View;
    type Why = Why;

    fn new<C: Chance>(rules: &Rules, chance: &mut C) -> Self {
        let mut state = Self {
            public: Public { urn: 18, ..Public::default() },
            urn: Hidden::new([2; 9]),
            hands: BySeat::default(),
            graves: BySeat::default(),
        };
        for seat in Seat::all(rules.players) {
            state.draw(seat, chance);
            state.draw(seat, chance);
        }
        state
    }

    fn turn(&self, rules: &Rules) -> Turn {
        if self.public.urn == 0 {
            return Turn::Over;
        }
        if rules.fault == "stranger-asked" && self.public.urn < 4 {
            return Turn::Decide(SeatSet::one(Seat::new(rules.players)));
        }
        Turn::Decide(SeatSet::one(self.seat()))
    }

    fn moves<O: Offer<Action, Why>>(&self, rules: &Rules, seat: Seat, offer: &mut O) {
        if self.turn(rules) != Turn::Decide(SeatSet::one(seat)) {
            return offer.others(|_| Some(Why::NotAsked));
        }
        let offered = self.public.offered;
        let closed = rules.fault == "closed-window" && self.public.held[seat] > 3;
        offer.unless(Action::Draw, || closed.then_some(Why::HandFull));
        offer.unless(Action::Pass, || (!offered).then_some(Why::NothingOffered));
        for (number, count) in (1..).zip(self.hands[seat].get()) {
            let why = || match count {
                _ if offered => Some(Why::Offered),
                0 => Some(Why::NotHeld(number)),
                _ => None,
            };
            offer.unless(Action::Play(number), why);
            offer.unless(Action::Bury(number), why);
        }
    }

    fn elsewhere(&self, _: &Rules, _: Seat, action: Action) -> Why {
        match action {
            Action::Play(number) | Action::Bury(number) => Why::NotHeld(number),
            Action::Draw | Action::Pass => Why::NotAsked,
        }
    }

    /// As `moves` says, unless a fault is planted.
    fn legal(&self, rules: &Rules, seat: Seat, out: &mut Vec<Action>) {
        let robbed = sum(self.hands[seat].get()) < u32::from(self.public.held[seat]);
        if (rules.fault == "dead-end" && self.public.held[seat] > 3)
            || (rules.fault == "dead-world" && robbed)
        {
            return;
        }
        legal_moves(self, rules, seat, out);
        if rules.fault == "listed-twice" && out.contains(&Action::Draw) && !self.public.offered {
            out.push(Action::Draw);
        }
        if rules.fault == "refused" && out.contains(&Action::Draw) && !self.public.offered {
            out.extend((1..=9).map(Action::Play).find(|action| !out.contains(action)));
        }
    }

    /// As `moves` says, unless a fault is planted.
    fn refusal(&self, rules: &Rules, seat: Seat, action: Action) -> Option<Refusal> {
        match (why_not(self, rules, seat, action)?, rules.fault) {
            (Why::NotHeld(_), "not-refused") => None,
            (Why::NotHeld(_), "no-rule") => Some(Refusal::flat("", "no")),
            (why, _) => Some(why.refusal(rules)),
        }
    }

    fn play<C: Chance>(
        &mut self,
        rules: &Rules,
        seat: Seat,
        action: Action,
        chance: &mut C,
    ) -> Result<(), Refusal> {
        if let Some(refusal) = self.refusal(rules, seat, action) {
            if rules.fault == "refusal-changes" {
                self.public.turn ^= 1;
            }
            return Err(refusal);
        }
        let before = *self;
        self.play_unchecked(rules, seat, action, chance);
        if self.full().is_some() {
            *self = before;
            return Err(Refusal::flat(Refusal::NO_ROOM, "the planted fault"));
        }
        Ok(())
    }

    fn full(&self) -> Option<&'static str> {
        self.public.spilt.then_some("a planted fault")
    }

    fn depth(&self) -> Depth {
        Depth { now: usize::from(self.public.offered), most: 1 }
    }

    fn always(&self, rules: &Rules, seat: Seat, out: &mut Vec<Action>) {
        if self.turn(rules) == Turn::Decide(SeatSet::one(seat)) {
            out.push(Action::Draw);
        }
    }

    fn unoffered<C: Chance>(&self, rules: &Rules, _: Seat, action: Action, _: &mut C) -> Option<Self> {
        let mut state = *self;
        state.public.offered = false;
        state.public.turn = (state.public.turn + 1) % rules.players as u8;
        (action == Action::Pass).then_some(state)
    }

    fn play_unchecked<C: Chance>(&mut self, rules: &Rules, seat: Seat, action: Action, chance: &mut C) {
        match action {
            Action::Draw if rules.fault == "endless" && self.public.urn < 4 => {}
            Action::Draw => self.draw(seat, chance),
            Action::Pass if rules.fault == "costly-decline" => self.public.turn = 0,
            Action::Pass => {}
            Action::Play(number) => {
                let at = usize::from(number) - 1;
                self.hands[seat].get_mut()[at] -= 1;
                self.public.held[seat] -= 1;
                if rules.fault != "loses-card" {
                    self.public.played[seat][at] += 1;
                }
                if rules.gift && number == 9 {
                    self.public.offered = true;
                    self.public.spilt = rules.fault == "no-room";
                    return;
                }
            }
            Action::Bury(number) => {
                let at = usize::from(number) - 1;
                self.hands[seat].get_mut()[at] -= 1;
                self.public.held[seat] -= 1;
                self.graves[seat].get_mut()[at] += 1;
                self.public.buried[seat] += 1;
                if rules.fault == "untold" {
                    // The planted fault turns the buried lot up without telling anyone that it did.
                    self.graves[seat].get_mut()[at] -= 1;
                    self.public.buried[seat] -= 1;
                    self.public.played[seat][at] += 1;
                }
            }
        }
        self.public.offered = false;
        if rules.fault == "own-luck" {
            let luck = OWN_LUCK.get().wrapping_add(1);
            OWN_LUCK.set(luck);
            self.public.turn = luck % rules.players as u8;
        }
        self.pass_on(rules);
    }

    fn view(&self, _: &Rules, viewer: Viewer) -> View {
        let Self { public, urn: _, hands, graves } = self;
        let own = |hidden: &BySeat<Hidden<Numbers>>| viewer.seat().map_or([0; 9], |seat| *hidden[seat].get());
        View { viewer, public: *public, hand: own(hands), grave: own(graves) }
    }

    fn imagine<C: Chance>(rules: &Rules, view: &View, chance: &mut C) -> Self {
        let View { viewer, public, hand, grave } = view;
        let mut unseen: Numbers = [2; 9];
        for (at, left) in unseen.iter_mut().enumerate() {
            let open: u8 = Seat::all(rules.players).map(|seat| public.played[seat][at]).sum();
            *left -= open + hand[at] + grave[at];
        }
        let mut deal = |count: u8| {
            let mut dealt: Numbers = [0; 9];
            for _ in 0..count {
                let at = chance.pick(&unseen, sum(&unseen));
                unseen[at] -= 1;
                dealt[at] += 1;
            }
            Hidden::new(dealt)
        };
        let mut state = Self {
            public: *public,
            urn: Hidden::default(),
            hands: BySeat::default(),
            graves: BySeat::default(),
        };
        for seat in Seat::all(rules.players) {
            let own = viewer.is(seat) && rules.fault != "careless-imagine";
            state.hands[seat] = if own { Hidden::new(*hand) } else { deal(public.held[seat]) };
            state.graves[seat] = if own { Hidden::new(*grave) } else { deal(public.buried[seat]) };
            if rules.fault == "dead-world" && !own {
                // The planted fault imagines others without the lots they hold: they could do nothing.
                let hand = std::mem::take(state.hands[seat].get_mut());
                hand.iter().zip(state.graves[seat].get_mut()).for_each(|(held, buried)| *buried += held);
            }
        }
        state.urn = Hidden::new(unseen);
        state
    }

    fn mask(&self, rules: &Rules, viewer: Viewer) -> Self {
        let mut masked = *self;
        masked.urn = Hidden::default();
        for seat in Seat::all(rules.players).filter(|seat| !viewer.is(*seat)) {
            masked.hands[seat] = Hidden::default();
            masked.graves[seat] = Hidden::default();
        }
        masked
    }

    fn outcome(&self, rules: &Rules) -> Option<Outcome> {
        if self.turn(rules) != Turn::Over {
            return None;
        }
        let worth =
            |numbers: &Numbers| (1..).zip(numbers).map(|(number, count)| number * i32::from(*count)).sum();
        let scores = BySeat::from_fn(|seat| {
            let (open, buried): (i32, i32) =
                (worth(&self.public.played[seat]), worth(self.graves[seat].get()));
            open + 2 * buried
        });
        let best = Seat::all(rules.players).map(|seat| scores[seat]).max();
        let winners = Seat::all(rules.players).filter(|seat| Some(scores[*seat]) == best).collect();
        Some(Outcome { winners, scores, reason: "the urn is empty" })
    }

    fn invariants(&self, rules: &Rules) -> Result<(), Broken> {
        for at in 0..9 {
            let mut count = self.urn.get()[at];
            for seat in Seat::all(rules.players) {
                count +=
                    self.hands[seat].get()[at] + self.graves[seat].get()[at] + self.public.played[seat][at];
            }
            if count != 2 {
                return Err(format!("there are {count} lots of {}: expected 2", at + 1).into());
            }
        }
        if sum(self.urn.get()) != u32::from(self.public.urn) {
            return Err("the urn's count is wrong".into());
        }
        Ok(())
    }

    fn label(rules: &Rules, action: Action) -> Text {
        match action {
            Action::Draw => say!("draw"),
            Action::Pass => say!("pass"),
            Action::Play(_) if rules.fault == "same-words" => say!("play 1"),
            Action::Play(number) => say!("play {number}"),
            Action::Bury(number) => say!("bury {number}"),
        }
    }

    fn read(_: &Rules, text: &str) -> Result<Action, Unread> {
        let number = |text: &str| text.parse().map_err(|_| format!("'{text}' is no number"));
        match text.split_once(' ') {
            None if text == "draw" => Ok(Action::Draw),
            None if text == "pass" => Ok(Action::Pass),
            Some(("play", rest)) => Ok(Action::Play(number(rest)?)),
            Some(("bury", rest)) => Ok(Action::Bury(number(rest)?)),
            _ => Err(format!("'{text}' is not understood: expected draw, play N, bury N or pass").into()),
        }
    }

    fn tell(&self, rules: &Rules, by: Seat, action: Action, viewer: Viewer) -> Text {
        match action {
            Action::Bury(number) if rules.fault == "secret-told" && !viewer.is(by) => {
                say!("bury ? ({})", if number > 4 { "high" } else { "low" })
            }
            Action::Bury(_) if !viewer.is(by) => say!("bury ?"),
            Action::Draw | Action::Play(_) | Action::Bury(_) | Action::Pass => Self::label(rules, action),
        }
    }
}
