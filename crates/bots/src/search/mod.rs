//! Information-set Monte Carlo tree search, for any game with a [`Mind`].
//!
//! Single observer: every iteration imagines a world from the observer's view and walks one tree of actions through it, so that
//! the tree never knows more than the view. An action competes only in worlds where it is legal, and is judged against how
//! often it was. Rewards are vectors: each seat in the tree goes for its own.

mod by_net;
mod explain;
mod plan;
mod tree;

use std::hash::Hasher as _;
use std::sync::Arc;
use std::time::Instant;

use encode::Quick;
use table::{BySeat, Chance, Game, Light, Rulebook as _, Seat, SeatSet, Turn, Viewer};

use self::by_net::Learned;
pub use self::explain::{Candidate, Explanation};
pub use self::plan::{Guide, Plan};
pub use self::tree::Mix;
use self::tree::{ROOT, Tree};
use crate::budget::Budget;
use crate::greedy::sample;
use crate::mind::Mind;
use crate::plainly::{Plainly, plainly};
use crate::player::{Player, Question, Thought, choices};
use crate::weights::Weights;

/// A player that searches.
#[derive(Clone, Debug)]
pub struct Search<G: Mind> {
    plan: Plan,
    weights: Weights,
    net: Option<ByNet>,
    minds: Vec<Thinker<G>>,
}

/// A net, and how to think at tables like those it has learned.
#[derive(Clone, Debug)]
struct ByNet {
    plan: Plan,
    net: Arc<Quick>,
}

impl<G: Mind> Search<G> {
    /// A searching player with the game's tuned weights.
    pub fn new(plan: Plan) -> Self {
        Self::with(plan, G::tuned().clone())
    }

    /// A searching player that judges by these weights.
    pub fn with(plan: Plan, weights: Weights) -> Self {
        let minds = (0..plan.threads.max(1)).map(|_| Thinker::new()).collect();
        Self { plan, weights, net: None, minds }
    }

    /// The same player judging positions by this net, to which it plays on by its weights, and thinking as this plan says. At a table
    /// with other cards than the net has learned it judges by the weights alone and thinks as it did.
    #[must_use]
    pub fn by_net(self, plan: Plan, net: Arc<Quick>) -> Self {
        Self { net: Some(ByNet { plan, net }), ..self }
    }

    /// How it thinks where it judges by its weights.
    pub const fn plan(&self) -> Plan {
        self.plan
    }

    /// Whether it judges by a net at a table with these rules.
    pub fn knows(&mut self, rules: &G::Rules) -> bool {
        let Some(learned) = &self.net else { return false };
        self.minds.iter_mut().for_each(|mind| mind.learned.guest.sit(rules, &learned.net));
        self.minds.iter().all(|mind| mind.learned.guest.sits())
    }

    /// What was found about the actions of this question, best first. The first is what `choose` answers.
    pub fn explain(&mut self, asked: &Question<'_, G>) -> Explanation<G::Action> {
        let knows = self.knows(asked.rules);
        let plan = match &self.net {
            Some(learned) if knows => &learned.plan,
            Some(_) | None => &self.plan,
        };
        let limit = Budget { iterations: plan.iterations, ..Budget::OWN }.and(asked.budget);
        let share = (limit.iterations as usize).div_ceil(self.minds.len()) as u32;
        let budget = Budget { iterations: share.max(1), ..limit };
        let mut seeds = Light::new(asked.seed);
        let sane = if plan.hope > 0.0 { sane(asked) } else { asked.legal.to_vec() };
        let (weights, view, legal) = (&self.weights, asked.view(), sane.as_slice());
        let task =
            |seed| Task { plan, weights, rules: asked.rules, view, legal, seat: asked.seat, budget, seed };
        if let [mind] = self.minds.as_mut_slice() {
            mind.think(&task(seeds.next_u64()));
        } else {
            std::thread::scope(|scope| {
                for mind in &mut self.minds {
                    let task = task(seeds.next_u64());
                    scope.spawn(move || mind.think(&task));
                }
            });
        }
        let found = self.minds.iter().flat_map(|mind| mind.tree.first());
        Explanation::new(asked.legal, asked.seat, plan.weight, found)
    }
}

impl<G: Mind> Player<G> for Search<G> {
    fn choose(&mut self, asked: &Question<'_, G>) -> G::Action {
        if let [only] = asked.legal {
            return *only;
        }
        self.explain(asked).best().unwrap_or(asked.legal[0])
    }

    fn consider(&mut self, asked: &Question<'_, G>) -> Thought<G::Action> {
        if let [only] = asked.legal {
            return Thought { action: *only, found: None };
        }
        let found = self.explain(asked);
        Thought { action: found.best().unwrap_or(asked.legal[0]), found: Some(found) }
    }

    fn forget(&mut self) {
        self.minds.iter_mut().for_each(|mind| *mind = Thinker::new());
    }
}

/// What is worth thinking about: what plainly wins, if anything does, and otherwise what does not plainly lose.
fn sane<G: Mind>(asked: &Question<'_, G>) -> Vec<G::Action> {
    let comes: Vec<Plainly> = asked.legal.iter().map(|action| plainly(asked, *action, asked.seed)).collect();
    let those = |wanted: fn(Plainly) -> bool| -> Vec<G::Action> {
        let both = asked.legal.iter().zip(&comes);
        both.filter(|(_, comes)| wanted(**comes)).map(|(action, _)| *action).collect()
    };
    let wins = those(|comes| comes == Plainly::Wins);
    if !wins.is_empty() {
        return wins;
    }
    let open = those(|comes| comes != Plainly::Loses);
    if open.is_empty() { asked.legal.to_vec() } else { open }
}

/// One decision to think about.
struct Task<'a, G: Mind> {
    plan: &'a Plan,
    weights: &'a Weights,
    rules: &'a G::Rules,
    view: &'a G::View,
    legal: &'a [G::Action],
    seat: Seat,
    budget: Budget,
    seed: u64,
}

/// One tree and the scratch space of its walks.
#[derive(Clone, Debug)]
struct Thinker<G: Mind> {
    tree: Tree<G::Action>,
    path: Vec<u32>,
    legal: Vec<G::Action>,
    weighed: Vec<f32>,
    by_hand: Vec<f32>,
    learned: Learned<G>,
}

impl<G: Mind> Thinker<G> {
    const fn new() -> Self {
        let learned = Learned::new();
        Self {
            tree: Tree::new(),
            path: Vec::new(),
            legal: Vec::new(),
            weighed: Vec::new(),
            by_hand: Vec::new(),
            learned,
        }
    }

    /// Grows the tree until the budget is used up, or no further iteration could change the answer.
    fn think(&mut self, task: &Task<'_, G>) {
        let mut luck = Light::new(task.seed);
        let started = task.budget.deadline.map(|deadline| (Instant::now(), deadline));
        self.root(task, &mut luck);
        for done in 1..=task.budget.iterations {
            self.iterate(task, &mut luck);
            if started.is_some() && task.budget.is_late() {
                break;
            }
            if done % 64 == 0 {
                let mut left = task.budget.iterations - done;
                if let Some((started, deadline)) = started {
                    // At the pace so far.
                    let time = deadline.saturating_duration_since(Instant::now()).as_secs_f64();
                    let more = f64::from(done) * time / started.elapsed().as_secs_f64();
                    left = left.min(more as u32);
                }
                if self.is_settled(left, task.plan.weight) {
                    break;
                }
            }
        }
    }

    /// Finds what the last search knew of this position, or starts afresh.
    fn root(&mut self, task: &Task<'_, G>, luck: &mut Light) {
        let room = task.budget.iterations.min(1 << 16) as usize + 1;
        let now = mark(task.rules, &G::imagine(task.rules, task.view, luck), task.seat);
        if task.budget.deadline.is_some() && self.tree.is_rooted_at(now) {
            // Whoever thinks by the clock may be asked again about the same decision, and goes on.
            return;
        }
        self.learned.forget();
        match self.tree.find(now) {
            Some(known) => self.tree.reroot(known, room),
            None => self.tree.plant(task.legal[0], task.seat, room),
        }
        self.tree.node_mut(ROOT).mark = now;
    }

    /// Whether the best action is also by far the most visited, whatever the iterations left bring.
    fn is_settled(&self, left: u32, weight: f32) -> bool {
        let (mut first, mut second, mut best) = (0, 0, f32::NEG_INFINITY);
        let mut agree = false;
        for node in self.tree.first() {
            let leads = node.visits > first;
            if leads {
                (first, second) = (node.visits, first);
            } else {
                second = second.max(node.visits);
            }
            if node.surely(weight) > best {
                (best, agree) = (node.surely(weight), leads);
            } else if leads {
                agree = false;
            }
        }
        agree && first > second.saturating_add(left)
    }

    /// One walk: down the tree, one node further, a playout, and back.
    fn iterate(&mut self, task: &Task<'_, G>, luck: &mut Light) {
        let (rules, observer) = (task.rules, task.seat);
        let mut world = G::imagine(rules, task.view, luck);
        self.path.clear();
        let mut luck = Attentive { luck, observer, learned: false };
        let (mut at, mut beat, mut decisions) = (ROOT, world.beat(), 0);
        while let Some(seat) = decider(rules, &world, observer) {
            if at == ROOT {
                self.legal.clear();
                self.legal.extend_from_slice(task.legal);
            } else {
                choices(rules, &world, seat, &mut self.legal);
            }
            decisions += 1;
            match self.legal.as_slice() {
                [] => break,
                // What is forced needs no node.
                [only] if at != ROOT => {
                    let only = *only;
                    world.play_unchecked(rules, seat, only, &mut luck);
                    continue;
                }
                _ => {}
            }
            if std::mem::take(&mut luck.learned) {
                // What chance has told makes another position of it; telling them apart pays once this has come up a few times.
                if self.tree.node(at).visits < WORTH_KEEPING {
                    break;
                }
                let (node, seen) = (*self.tree.node(at), mark(rules, &world, observer));
                let known = self.tree.outcome(at, node.seat, node.action, seen);
                at = known.unwrap_or_else(|| self.tree.add(at, node.seat, node.action, seen));
                self.tree.node_mut(at).mark = if seat == observer { seen } else { 0 };
                self.path.push(at);
                if known.is_none() {
                    break;
                }
            } else if seat == observer && self.tree.node(at).visits == WORTH_KEEPING {
                self.tree.node_mut(at).mark = mark(rules, &world, observer);
            }
            let action = self.select(task, &world, seat, at, luck.luck);
            beat = world.beat();
            world.play_unchecked(rules, seat, action, &mut luck);
            let child = self.tree.child(at, seat, action);
            at = child.unwrap_or_else(|| self.tree.add(at, seat, action, 0));
            self.path.push(at);
            if child.is_none() {
                break;
            }
        }
        let luck = luck.luck;
        let rewards = self.playout(task, world, beat, decisions, luck);
        self.tree.node_mut(ROOT).visits += 1;
        for at in &self.path {
            let node = self.tree.node_mut(*at);
            node.visits += 1;
            node.total += rewards[node.seat];
        }
    }

    /// The action to try next at a node. Those that were legal here in this world count as available once more.
    fn select(&mut self, task: &Task<'_, G>, world: &G, seat: Seat, at: u32, luck: &mut Light) -> G::Action {
        let uniform = match task.plan.prior {
            Guide::Uniform => true,
            Guide::Net(temperature) | Guide::Both(temperature) if self.learned.guest.sits() => {
                self.expect(task, world, seat, at, temperature);
                false
            }
            Guide::Policy(temperature) | Guide::Net(temperature) | Guide::Both(temperature) => {
                self.weigh(task, world, seat);
                softmax(&mut self.weighed, temperature, task.plan.open);
                false
            }
        };
        let (mut visits, mut total) = (0, 0.0);
        let mut children = [None; KEPT];
        for (place, action) in self.legal.iter().enumerate() {
            let Some(child) = self.tree.child(at, seat, *action) else { continue };
            let node = self.tree.node_mut(child);
            node.available += 1;
            visits += node.visits;
            total += node.total;
            if let Some(kept) = children.get_mut(place) {
                *kept = Some(child);
            }
        }
        if seat != task.seat && visits >= SURE && total >= CERTAIN * visits as f32 {
            let often = (task.plan.hope * (1 << 16) as f32) as u32;
            if luck.below(1 << 16) < often {
                return self.legal[luck.below(self.legal.len() as u32) as usize];
            }
        }
        // What has not been tried is expected to do a little worse than what has.
        let unknown = if visits == 0 { 0.5 } else { total / visits as f32 - 0.1 };
        let (mut best, mut most) = (0, f32::NEG_INFINITY);
        let (mut ties, count) = (0, self.legal.len() as f32);
        for (place, action) in self.legal.iter().enumerate() {
            let child = if place < KEPT { children[place] } else { self.tree.child(at, seat, *action) };
            let score = match (child, uniform) {
                (None, true) => 10.0,
                (Some(child), true) => {
                    let node = self.tree.node(child);
                    let tried = node.visits.max(1) as f32;
                    node.mean() + task.plan.exploration * ((node.available as f32).ln() / tried).sqrt()
                }
                (None, false) => {
                    let available = (visits + 1) as f32;
                    unknown + task.plan.exploration * self.weighed[place] * available.sqrt()
                }
                (Some(child), false) => {
                    let node = self.tree.node(child);
                    let prior = self.weighed[place] * (node.available as f32).sqrt();
                    node.mean() + task.plan.exploration * prior / (1 + node.visits) as f32
                }
            };
            if score > most {
                (best, most, ties) = (place, score, 1);
            } else if score >= most && uniform && count > 1.0 {
                // Untried actions are tried in random order.
                ties += 1;
                if luck.below(ties) == 0 {
                    best = place;
                }
            }
        }
        self.legal[best]
    }

    fn weigh(&mut self, task: &Task<'_, G>, world: &G, seat: Seat) {
        self.weighed.clear();
        let view = world.view(task.rules, Viewer::Seat(seat));
        G::weigh(task.weights, task.rules, &view, seat, &self.legal, &mut self.weighed);
    }

    /// Plays on from here and says what it is worth to each seat. `beat` was the turn's where this was decided, after so many decisions.
    fn playout(
        &mut self,
        task: &Task<'_, G>,
        mut world: G,
        mut beat: u32,
        mut decisions: u32,
        luck: &mut Light,
    ) -> BySeat<f32> {
        let rules = task.rules;
        let mut turns = task.plan.turns.unwrap_or(u32::MAX);
        let mut judged = Mean::default();
        for _ in 0..task.plan.cutoff.unwrap_or(G::HORIZON) {
            if world.beat() != beat {
                beat = world.beat();
                turns -= 1;
                if turns == 0 {
                    break;
                }
                if let Some(chances) = self.learned.chances(&world, task) {
                    judged.add(&chances, rules.players());
                }
            }
            let Some(seat) = decider(rules, &world, task.seat) else { break };
            choices(rules, &world, seat, &mut self.legal);
            let action = match (self.legal.as_slice(), task.plan.playout) {
                ([], _) => break,
                ([only], _) => *only,
                (several, Guide::Uniform) => several[luck.below(several.len() as u32) as usize],
                (_, Guide::Net(temperature) | Guide::Both(temperature)) if self.learned.guest.sits() => {
                    self.feel(task, &world, seat);
                    self.legal[sample(&mut self.weighed, temperature, luck)]
                }
                (_, Guide::Policy(temperature) | Guide::Net(temperature) | Guide::Both(temperature)) => {
                    self.weigh(task, &world, seat);
                    self.legal[sample(&mut self.weighed, temperature, luck)]
                }
            };
            world.play_unchecked(rules, seat, action, luck);
            decisions += 1;
        }
        // How a game ended is no opinion: what was thought of it on the way would only blur it.
        if let Some(outcome) = world.outcome(rules) {
            let mut rewards = BySeat::default();
            let late = task.plan.later * decisions as f32 / (decisions + SOON) as f32;
            let even = 1.0 / rules.players().max(2) as f32;
            for seat in Seat::all(rules.players()) {
                let reward = outcome.reward(seat) as f32;
                rewards[seat] = reward + late * (even - reward);
            }
            return rewards;
        }
        judged.add(&self.judge(task, &world), rules.players());
        judged.mean(rules.players())
    }

    /// Each seat's chance to win, as a position is judged.
    fn judge(&mut self, task: &Task<'_, G>, world: &G) -> BySeat<f32> {
        let rules = task.rules;
        if let Some(chances) = self.learned.chances(world, task) {
            return chances;
        }
        let view = world.view(rules, Viewer::Seat(task.seat));
        G::evaluate(task.weights, rules, &view, rules.players())
    }
}

/// The mean of what positions were worth to each seat.
#[derive(Default)]
struct Mean {
    sums: BySeat<f32>,
    count: f32,
}

impl Mean {
    fn add(&mut self, worth: &BySeat<f32>, players: usize) {
        for seat in Seat::all(players) {
            self.sums[seat] += worth[seat];
        }
        self.count += 1.0;
    }

    fn mean(mut self, players: usize) -> BySeat<f32> {
        for seat in Seat::all(players) {
            self.sums[seat] /= self.count.max(1.0);
        }
        self.sums
    }
}

/// Luck that notices whether the observer learns something by it.
struct Attentive<'a> {
    luck: &'a mut Light,
    observer: Seat,
    learned: bool,
}

impl Chance for Attentive<'_> {
    #[inline]
    fn below(&mut self, n: u32) -> u32 {
        self.luck.below(n)
    }

    fn learned(&mut self, seats: SeatSet) {
        self.learned |= seats.contains(self.observer);
    }
}

/// What has been visited so often is marked, to be found again by a later search; marking takes as long as several decisions.
const WORTH_KEEPING: u32 = 3;

/// After so many decisions an end is half as late as it can be.
const SOON: u32 = 20;

/// Who has won so many times, and hardly ever less, can't but win.
const SURE: u32 = 4;
const CERTAIN: f32 = 0.97;

/// How many children a walk remembers between counting and choosing; further ones are looked up again.
const KEPT: usize = 64;

/// Who is taken to decide next: the observer if among several, otherwise the first.
fn decider<G: Game>(rules: &G::Rules, world: &G, observer: Seat) -> Option<Seat> {
    match world.turn(rules) {
        Turn::Decide(seats) if seats.contains(observer) => Some(observer),
        Turn::Decide(seats) => seats.first(),
        Turn::Over => None,
    }
}

/// A number for all that the observer knows.
fn mark<G: Game>(rules: &G::Rules, world: &G, observer: Seat) -> u64 {
    let mut mix = Mix::new(1);
    world.mask(rules, Viewer::Seat(observer)).hash(&mut mix);
    mix.finish().max(1)
}

/// Turns preferences into shares that add up to 1, the part `open` of which is even.
fn softmax(weighed: &mut [f32], temperature: f32, open: f32) {
    let most = weighed.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut total = 0.0;
    for weight in weighed.iter_mut() {
        *weight = ((*weight - most) / temperature).max(-12.0).exp();
        total += *weight;
    }
    let (scale, least) = ((1.0 - open) / total, open / weighed.len() as f32);
    for weight in weighed {
        *weight = *weight * scale + least;
    }
}
