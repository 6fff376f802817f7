//! Many games side by side, in numbers: every step plays one action in each, and writes what whoever decides next sees.

use bots::{Budget, Player, Question, choices};
use encode::Kept;
use games::Playable;
use table::{Chance as _, Light, Outcome, Rulebook as _, Seat, Turn, Viewer, nth_seed};

use crate::any::{At, Of, Position};
use crate::wrong::Wrong;

/// How many games, and who plays in them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seating {
    /// How many games are played side by side.
    pub games: usize,
    /// All luck comes from this number.
    pub seed: u64,
    /// Who sits around the one seat that is asked; nobody: every seat is asked.
    pub bots: Vec<String>,
    /// A game is broken off after so many decisions of those who are asked.
    pub most: u32,
}

/// Where a step writes to: a row for each game.
#[derive(Debug, Default)]
pub struct Rows<'a> {
    /// Observations of whoever decides, or nothing.
    pub observations: &'a mut [f32],
    /// Their masks, or nothing.
    pub masks: &'a mut [bool],
    /// What each seat got.
    pub rewards: &'a mut [f32],
    /// Each seat's score in the game that ended.
    pub scores: &'a mut [i32],
    /// What the one who decided got.
    pub gains: &'a mut [f32],
    /// Whether the game ended.
    pub dones: &'a mut [bool],
    /// Whether it was broken off.
    pub truncations: &'a mut [bool],
    /// Who decides.
    pub seats: &'a mut [i8],
}

impl Rows<'_> {
    /// The first rows and the others, of so many.
    fn split(self, at: usize, of: usize) -> (Self, Self) {
        fn cut<T>(rows: &mut [T], at: usize, of: usize) -> (&mut [T], &mut [T]) {
            rows.split_at_mut(rows.len() / of * at)
        }
        let Self { observations, masks, rewards, scores, gains, dones, truncations, seats } = self;
        let (observations, more_observations) = cut(observations, at, of);
        let (masks, more_masks) = cut(masks, at, of);
        let (rewards, more_rewards) = cut(rewards, at, of);
        let (scores, more_scores) = cut(scores, at, of);
        let (gains, more_gains) = cut(gains, at, of);
        let (dones, more_dones) = cut(dones, at, of);
        let (truncations, more_truncations) = cut(truncations, at, of);
        let (seats, more_seats) = cut(seats, at, of);
        let first = Self { observations, masks, rewards, scores, gains, dones, truncations, seats };
        let others = Self {
            observations: more_observations,
            masks: more_masks,
            rewards: more_rewards,
            scores: more_scores,
            gains: more_gains,
            dones: more_dones,
            truncations: more_truncations,
            seats: more_seats,
        };
        (first, others)
    }

    /// How wide each row is, of so many.
    const fn widths(&self, of: usize) -> Widths {
        Widths {
            observations: self.observations.len() / of,
            masks: self.masks.len() / of,
            rewards: self.rewards.len() / of,
            scores: self.scores.len() / of,
        }
    }

    /// One row of these widths.
    #[inline]
    fn row(&mut self, at: usize, widths: Widths) -> Rows<'_> {
        fn one<T>(rows: &mut [T], at: usize, width: usize) -> &mut [T] {
            &mut rows[at * width..(at + 1) * width]
        }
        Rows {
            observations: one(self.observations, at, widths.observations),
            masks: one(self.masks, at, widths.masks),
            rewards: one(self.rewards, at, widths.rewards),
            scores: one(self.scores, at, widths.scores),
            gains: one(self.gains, at, 1),
            dones: one(self.dones, at, 1),
            truncations: one(self.truncations, at, 1),
            seats: one(self.seats, at, 1),
        }
    }
}

/// How wide rows are: to divide for each row of them would take longer than many a decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Widths {
    observations: usize,
    masks: usize,
    rewards: usize,
    scores: usize,
}

/// Lists of different lengths, one after the other: where each begins (and the last ends), and what is in them.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Lists<T> {
    /// Where each begins; one more than there are lists.
    pub offsets: Vec<i64>,
    /// All of them.
    pub items: Vec<T>,
}

/// Many games of any kind.
pub trait Many: Send {
    /// Plays the action of this number in each game; the error names the first that is not legal, and nothing has happened then.
    fn step(&mut self, actions: &[i64], rows: Rows<'_>, threads: usize) -> Result<(), Wrong>;
    /// Begins every game anew, with all luck from this number.
    fn deal(&mut self, seed: u64, rows: Rows<'_>) -> Result<(), Wrong>;
    /// The numbers of what is legal in each.
    fn legal(&self) -> Lists<i32>;
    /// The places of each observation that are not 0, and their values.
    fn sparse(&self) -> (Lists<i32>, Vec<f32>);
    /// Any legal action of each.
    fn sample(&mut self, out: &mut [i64]);
    /// What a bot would do in each, by this seed.
    fn advise(&self, level: &str, seed: u64, out: &mut [i64]) -> Result<(), Wrong>;
    /// One of the games as it stands.
    fn position(&self, game: usize) -> Option<Box<dyn Position>>;
}

/// What a game is worth to each seat: 1 to who wins alone, and all together 0 where somebody wins. Alone at the table, 1 or -1.
pub fn returns(outcome: &Outcome, players: usize, out: &mut [f32]) {
    for (seat, out) in Seat::all(players).zip(out) {
        let share = outcome.reward(seat) as f32;
        *out = if players == 1 {
            2.0 * share - 1.0
        } else {
            (players as f32 * share - 1.0) / (players - 1) as f32
        };
    }
}

/// What stands where an action has no number; no game has so many.
const NO_NUMBER: u32 = u32::MAX;

/// One game in numbers.
pub struct Lane<G: Playable> {
    /// The state.
    pub state: G,
    /// Where its luck comes from.
    pub luck: Light,
    /// Who is asked; nobody once the game is over.
    pub seat: Option<Seat>,
    /// The numbers of what can be chosen: all that is legal, but for giving up.
    pub numbers: Vec<u32>,
    legal: Vec<G::Action>,
    /// What the row of observations holds.
    kept: Kept<G>,
    /// What the row of the mask allows.
    masked: Vec<u32>,
    decisions: u32,
    games: u64,
    learner: Seat,
    bots: Vec<Box<dyn Player<G>>>,
    wits: Light,
    chosen: usize,
}

impl<G: Playable> Lane<G> {
    /// A game with these bots around one seat; with none, every seat is asked.
    pub fn new(of: &Of<G>, bots: &[String]) -> Result<Self, Wrong> {
        let bots =
            bots.iter().map(|name| bots::named::<G>(name).map_err(Wrong::value)).collect::<Result<_, _>>()?;
        let mut luck = Light::new(0);
        let state = G::new(of.rules(), &mut luck);
        let wits = luck.fork();
        let (legal, numbers, masked) = (Vec::new(), Vec::new(), Vec::new());
        let (learner, seat, kept) = (Seat::new(0), None, of.encoder().kept());
        Ok(Self {
            state,
            luck,
            seat,
            numbers,
            legal,
            kept,
            masked,
            decisions: 0,
            games: 0,
            learner,
            bots,
            wits,
            chosen: 0,
        })
    }

    /// Begins a game by this seed, and goes on until somebody is asked; with bots, this seat.
    pub fn deal(&mut self, of: &Of<G>, seed: u64, learner: Seat) -> Result<(), Wrong> {
        self.luck = Light::new(seed);
        self.wits = Light::new(nth_seed(seed, 1));
        self.learner = learner;
        self.decisions = 0;
        for bot in &mut self.bots {
            bot.forget();
        }
        self.state = G::new(of.rules(), &mut self.luck);
        self.go_on(of)
    }

    /// Takes the place of the game by another position.
    pub fn set(&mut self, of: &Of<G>, at: &At<G>) -> Result<(), Wrong> {
        (self.state, self.luck) = (at.state, at.luck);
        self.wits = self.luck.fork();
        self.decisions = 0;
        self.go_on(of)
    }

    /// Lets bots play until somebody is asked or the game is over, and lists what can be chosen.
    fn go_on(&mut self, of: &Of<G>) -> Result<(), Wrong> {
        let rules = of.rules();
        loop {
            self.legal.clear();
            self.numbers.clear();
            let (Turn::Decide(seats), None) = (self.state.turn(rules), self.state.full()) else {
                self.seat = None;
                return Ok(());
            };
            self.seat = seats.first();
            let Some(seat) = self.seat else { return Ok(()) };
            choices(rules, &self.state, seat, &mut self.legal);
            // No game comes to that; an imagined world may, and then it is over.
            if self.legal.is_empty() {
                self.seat = None;
                return Ok(());
            }
            if self.bots.is_empty() || seat == self.learner {
                break;
            }
            let players = rules.players();
            let bot = (seat.index() + players - self.learner.index() - 1) % players;
            let look = || self.state.view(rules, Viewer::Seat(seat));
            let seed = self.wits.next_u64();
            let question = Question::new(rules, seat, &look, &self.legal, Budget::OWN, seed);
            let action = self.bots[bot].choose(&question);
            self.state.play_unchecked(rules, seat, action, &mut self.luck);
        }
        let Some(seat) = self.seat else { return Ok(()) };
        let number =
            |action: &G::Action| of.encoder().number(seat, *action).map_or(NO_NUMBER, |number| number as u32);
        self.numbers.extend(self.legal.iter().map(number));
        match self.numbers.iter().position(|number| *number == NO_NUMBER) {
            None => Ok(()),
            Some(at) => Err(Wrong::value(format!("'{}' has no number", G::write(rules, self.legal[at])))),
        }
    }

    /// Which of the choices a number is; the error says why it is none.
    pub fn find(&self, of: &Of<G>, number: i64) -> Result<usize, Wrong> {
        if let Some(at) = self.numbers.iter().position(|legal| i64::from(*legal) == number) {
            return Ok(at);
        }
        let luck = self.luck;
        let at = At { of: of.clone(), state: self.state, luck };
        match at.why_not(crate::any::Asked::Number(number))? {
            Some(why) => Err(Wrong::Illegal(why)),
            // What gives the game up is legal, but never offered here.
            None => {
                Err(Wrong::Illegal(format!("number {number} gives the game up, which is not offered here")))
            }
        }
    }

    /// Plays one of the choices.
    pub fn play(&mut self, of: &Of<G>, choice: usize) -> Result<(), Wrong> {
        let (seat, action) = (self.seat.ok_or(Wrong::Over)?, self.legal[choice]);
        self.state.play_unchecked(of.rules(), seat, action, &mut self.luck);
        self.decisions += 1;
        self.go_on(of)
    }

    /// Writes what the one who is asked sees into a row that held what was seen before.
    fn write(&mut self, of: &Of<G>, row: &mut Rows<'_>) {
        if !row.observations.is_empty() {
            if let Some(seat) = self.seat {
                let view = self.state.view(of.rules(), Viewer::Seat(seat));
                of.encoder().renew(view, row.observations, &mut self.kept);
            } else {
                of.encoder().wipe(row.observations, &mut self.kept);
            }
        }
        if !row.masks.is_empty() {
            for number in &self.masked {
                row.masks[*number as usize] = false;
            }
            for number in &self.numbers {
                row.masks[*number as usize] = true;
            }
            self.masked.clone_from(&self.numbers);
        }
        row.seats[0] = self.seat.map_or(-1, |seat| seat.index() as i8);
    }
}

/// Many games of one table.
pub struct Runs<G: Playable> {
    of: Of<G>,
    lanes: Vec<Lane<G>>,
    seed: u64,
    most: u32,
    luck: Light,
}

impl<G: Playable> Runs<G> {
    /// So many games, not yet dealt.
    pub fn new(of: Of<G>, seating: &Seating) -> Result<Self, Wrong> {
        let players = of.rules().players();
        if !seating.bots.is_empty() && seating.bots.len() + 1 != players {
            let given = seating.bots.len();
            return Err(Wrong::value(format!(
                "{given} bots do not fit a table of {players}: expected {}, or none",
                players - 1
            )));
        }
        let lanes = (0..seating.games).map(|_| Lane::new(&of, &seating.bots)).collect::<Result<_, _>>()?;
        let (seed, most) = (seating.seed, seating.most);
        Ok(Self { of, lanes, seed, most, luck: Light::new(seed) })
    }
}

/// What is the same for all games of a step.
struct Shared<'a, G: Playable> {
    of: &'a Of<G>,
    seed: u64,
    most: u32,
    /// How many games there are.
    all: usize,
}

impl<G: Playable> Shared<'_, G> {
    /// Begins the next game of a lane.
    fn next(&self, lane: &mut Lane<G>, number: usize) -> Result<(), Wrong> {
        let game = lane.games * self.all as u64 + number as u64;
        let learner = Seat::new((number + lane.games as usize) % self.of.rules().players());
        lane.games += 1;
        lane.deal(self.of, nth_seed(self.seed, game), learner)
    }

    fn step_one(&self, lane: &mut Lane<G>, number: usize, row: &mut Rows<'_>) -> Result<(), Wrong> {
        let decided = lane.seat;
        lane.play(self.of, lane.chosen)?;
        let broken_off = lane.seat.is_some() && lane.decisions >= self.most;
        if std::mem::take(&mut row.dones[0]) {
            row.rewards.fill(0.0);
            row.truncations[0] = false;
            row.gains[0] = 0.0;
        }
        if lane.seat.is_none() || broken_off {
            row.dones[0] = true;
            row.truncations[0] = broken_off;
            if let Some(outcome) = lane.state.outcome(self.of.rules()) {
                let players = self.of.rules().players();
                returns(&outcome, players, row.rewards);
                for (seat, score) in Seat::all(players).zip(row.scores.iter_mut()) {
                    *score = outcome.scores[seat];
                }
                row.gains[0] = decided.map_or(0.0, |seat| row.rewards[seat.index()]);
            }
            self.next(lane, number)?;
        }
        lane.write(self.of, row);
        Ok(())
    }

    fn step(&self, lanes: &mut [Lane<G>], first: usize, mut rows: Rows<'_>) -> Result<(), Wrong> {
        let widths = rows.widths(lanes.len());
        for (at, lane) in lanes.iter_mut().enumerate() {
            self.step_one(lane, first + at, &mut rows.row(at, widths))?;
        }
        Ok(())
    }

    fn step_all(
        &self,
        lanes: &mut [Lane<G>],
        first: usize,
        rows: Rows<'_>,
        threads: usize,
    ) -> Result<(), Wrong> {
        // Below this a thread costs more than it brings.
        const LEAST: usize = 32;
        if threads < 2 || lanes.len() < 2 * LEAST {
            return self.step(lanes, first, rows);
        }
        let of = lanes.len();
        let half = of * (threads / 2) / threads;
        let (some, others) = lanes.split_at_mut(half);
        let (some_rows, other_rows) = rows.split(half, of);
        std::thread::scope(|scope| {
            let beside = scope.spawn(|| self.step_all(some, first, some_rows, threads / 2));
            let here = self.step_all(others, first + half, other_rows, threads - threads / 2);
            let beside =
                beside.join().unwrap_or_else(|_| Err(Wrong::value("a thread broke off: please report it")));
            beside.and(here)
        })
    }
}

impl<G: Playable> Many for Runs<G> {
    fn step(&mut self, actions: &[i64], rows: Rows<'_>, threads: usize) -> Result<(), Wrong> {
        let Self { of, lanes, seed, most, luck: _ } = self;
        if actions.len() != lanes.len() {
            let (given, games) = (actions.len(), lanes.len());
            return Err(Wrong::value(format!(
                "{given} actions were given: expected {games}, one for each game"
            )));
        }
        for (game, (lane, action)) in lanes.iter_mut().zip(actions).enumerate() {
            lane.chosen = lane.find(of, *action).map_err(|wrong| wrong.in_game(game))?;
        }
        let shared = Shared { of, seed: *seed, most: *most, all: lanes.len() };
        shared.step_all(lanes, 0, rows, threads)
    }

    fn deal(&mut self, seed: u64, mut rows: Rows<'_>) -> Result<(), Wrong> {
        (self.seed, self.luck) = (seed, Light::new(seed));
        let Self { of, lanes, seed, most, luck: _ } = self;
        let all = lanes.len();
        let shared = Shared { of, seed: *seed, most: *most, all };
        rows.observations.fill(0.0);
        rows.masks.fill(false);
        rows.rewards.fill(0.0);
        rows.scores.fill(0);
        rows.gains.fill(0.0);
        rows.dones.fill(false);
        rows.truncations.fill(false);
        let widths = rows.widths(all);
        for (number, lane) in lanes.iter_mut().enumerate() {
            lane.games = 0;
            lane.kept = of.encoder().kept();
            lane.masked.clear();
            shared.next(lane, number)?;
            let mut row = rows.row(number, widths);
            if !row.observations.is_empty() {
                for (place, value) in of.encoder().settings() {
                    row.observations[usize::from(*place)] = *value;
                }
            }
            lane.write(of, &mut row);
        }
        Ok(())
    }

    fn legal(&self) -> Lists<i32> {
        let mut lists = Lists { offsets: vec![0], items: Vec::new() };
        for lane in &self.lanes {
            lists.items.extend(lane.numbers.iter().map(|number| *number as i32));
            lists.offsets.push(lists.items.len() as i64);
        }
        lists
    }

    fn sparse(&self) -> (Lists<i32>, Vec<f32>) {
        let (mut lists, mut values) = (Lists { offsets: vec![0], items: Vec::new() }, Vec::new());
        let mut active = Vec::new();
        for lane in &self.lanes {
            active.clear();
            if let Some(seat) = lane.seat {
                let view = lane.state.view(self.of.rules(), Viewer::Seat(seat));
                self.of.encoder().active(&view, &mut active);
            }
            lists.items.extend(active.iter().map(|(place, _)| i32::from(*place)));
            values.extend(active.iter().map(|(_, value)| *value));
            lists.offsets.push(lists.items.len() as i64);
        }
        (lists, values)
    }

    fn sample(&mut self, out: &mut [i64]) {
        for (lane, out) in self.lanes.iter().zip(out) {
            let mut any = |count: u32| lane.numbers[self.luck.below(count) as usize].into();
            *out = if lane.numbers.is_empty() { 0 } else { any(lane.numbers.len() as u32) };
        }
    }

    fn advise(&self, level: &str, seed: u64, out: &mut [i64]) -> Result<(), Wrong> {
        let (rules, mut wits) = (self.of.rules(), Light::new(seed));
        let mut bot = bots::named::<G>(level).map_err(Wrong::value)?;
        for (lane, out) in self.lanes.iter().zip(out) {
            let Some(seat) = lane.seat else { continue };
            bot.forget();
            let look = || lane.state.view(rules, Viewer::Seat(seat));
            let question = Question::new(rules, seat, &look, &lane.legal, Budget::OWN, wits.next_u64());
            let action = bot.choose(&question);
            let choice = lane.legal.iter().position(|legal| *legal == action);
            *out = choice.map_or(0, |choice| lane.numbers[choice].into());
        }
        Ok(())
    }

    fn position(&self, game: usize) -> Option<Box<dyn Position>> {
        let lane = self.lanes.get(game)?;
        Some(Box::new(At { of: self.of.clone(), state: lane.state, luck: lane.luck }))
    }
}
