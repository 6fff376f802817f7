//! What a player who sees one seat's view believes of the cards it can't see, and how well such beliefs fit the truth.
//!
//! A belief is made of worlds that the view's owner can't tell from the real one, by [`Game::imagine`], as searches make them. They count
//! alike, as in a search; or each by how readily the others would have done in it what they did lately, by the policy
//! written by hand: see [`Weighing`].

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use bots::{Lies, Mind, choices, named};
use serde::Serialize;
use table::{Game, Light, Rulebook as _, Seat, Viewer, nth_seed};

use crate::error::LabError;
use crate::sitting::play;

/// How much each imagined world counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Weighing {
    /// All alike, as in a search.
    Alike,
    /// By how readily the others would have decided as they did, in the last so many decisions at most; alike where too few worlds
    /// lead to what is seen.
    ByPolicy(usize),
}

/// How a belief is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Belief {
    /// How many worlds are imagined.
    pub worlds: usize,
    /// How much each counts.
    pub weighing: Weighing,
    /// All luck comes from this number.
    pub seed: u64,
}

/// What is believed of one card in one place, and the truth; others rely on these names.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Believed {
    /// Where, as in "B's hand".
    pub place: String,
    /// The card's name.
    pub card: String,
    /// How likely at least one lies there, between 0 and 1.
    pub chance: f64,
    /// How many lie there on average.
    pub expected: f64,
    /// How likely it would be if every card there were any of the kinds that can lie there, each as likely.
    pub uniform: f64,
    /// How many do lie there.
    pub truth: u8,
}

/// A decision that was made, and the state before it.
#[derive(Clone, Copy, Debug)]
pub struct Before<G: Game> {
    /// The state.
    pub state: G,
    /// Who decided.
    pub seat: Seat,
    /// What.
    pub action: G::Action,
}

/// A world and how much it counts.
type Weighted<G> = (G, f64);

/// So many worlds have to count for something, or the weights say more of luck than of hands.
const ENOUGH: f64 = 20.0;

/// How often a decision is played anew in a world, until what the viewer sees of it is what was seen.
const TRIES: usize = 8;

/// How much of what the policy expects is shared evenly: nobody is known so well.
const OPEN: f64 = 0.1;

impl Belief {
    /// What the seat can believe in this state, after these decisions of the game; the most likely of each place first.
    pub fn of<G: Mind>(&self, rules: &G::Rules, past: &[Before<G>], state: &G, seat: Seat) -> Vec<Believed> {
        let mut luck = Light::new(self.seed);
        let worlds = self.worlds::<G>(rules, past, state, seat, &mut luck);
        let total: f64 = worlds.iter().map(|(_, weight)| weight).sum();
        let mut sums: BTreeMap<(String, String), (f64, f64)> = BTreeMap::new();
        for (world, weight) in &worlds {
            for Lies { place, card, count } in world.unseen(rules, seat) {
                let sum = sums.entry((place, card)).or_default();
                sum.0 += weight;
                sum.1 += weight * f64::from(count);
            }
        }
        let truth = state.unseen(rules, seat);
        let mut lying: BTreeMap<&str, u32> = BTreeMap::new();
        for Lies { place, card, count } in &truth {
            sums.entry((place.clone(), card.clone())).or_default();
            *lying.entry(place).or_default() += u32::from(*count);
        }
        let mut kinds: BTreeMap<String, u32> = BTreeMap::new();
        for (place, _) in sums.keys() {
            *kinds.entry(place.clone()).or_default() += 1;
        }
        let believed = |((place, card), (some, count)): ((String, String), (f64, f64))| {
            let fits = |it: &&Lies| (&it.place, &it.card) == (&place, &card);
            let truth = truth.iter().find(fits).map_or(0, |it| it.count);
            let one = 1.0 / f64::from(kinds.get(&place).copied().unwrap_or(1));
            let cards = lying.get(place.as_str()).copied().unwrap_or(0);
            let uniform = 1.0 - (1.0 - one).powi(cards as i32);
            Believed { chance: some / total, expected: count / total, uniform, truth, place, card }
        };
        let mut all: Vec<Believed> = sums.into_iter().map(believed).collect();
        all.sort_by(|one, other| {
            one.place
                .cmp(&other.place)
                .then(other.chance.total_cmp(&one.chance))
                .then(one.card.cmp(&other.card))
        });
        all
    }

    fn worlds<G: Mind>(
        &self,
        rules: &G::Rules,
        past: &[Before<G>],
        state: &G,
        seat: Seat,
        luck: &mut Light,
    ) -> Vec<Weighted<G>> {
        let Weighing::ByPolicy(most) = self.weighing else {
            return self.alike(rules, &state.view(rules, Viewer::Seat(seat)), luck);
        };
        let mut steps = most.min(past.len());
        while steps > 0 {
            let lately = &past[past.len() - steps..];
            let worlds = self.followed(rules, lately, state, seat, luck);
            let (sum, squares) =
                worlds.iter().fold((0.0, 0.0), |(sum, squares), (_, it)| (sum + it, squares + it * it));
            if squares > 0.0 && sum * sum / squares >= ENOUGH {
                return worlds;
            }
            // What was learned on the way leaves too few worlds: less is looked back at.
            steps /= 2;
        }
        self.alike(rules, &state.view(rules, Viewer::Seat(seat)), luck)
    }

    fn alike<G: Mind>(&self, rules: &G::Rules, view: &G::View, luck: &mut Light) -> Vec<Weighted<G>> {
        (0..self.worlds.max(1)).map(|_| (G::imagine(rules, view, luck), 1.0)).collect()
    }

    /// Worlds as they could have been before these decisions, led through them.
    fn followed<G: Mind>(
        &self,
        rules: &G::Rules,
        lately: &[Before<G>],
        now: &G,
        seat: Seat,
        luck: &mut Light,
    ) -> Vec<Weighted<G>> {
        let viewer = Viewer::Seat(seat);
        let Some(first) = lately.first() else { return Vec::new() };
        let mut worlds: Vec<Weighted<G>> = self.alike(rules, &first.state.view(rules, viewer), luck);
        let (mut legal, mut weighed) = (Vec::new(), Vec::new());
        for (at, before) in lately.iter().enumerate() {
            let after = lately.get(at + 1).map_or(now, |next| &next.state).view(rules, viewer);
            worlds.retain_mut(|(world, weight)| {
                choices(rules, world, before.seat, &mut legal);
                let Some(place) = legal.iter().position(|action| *action == before.action) else {
                    return false;
                };
                if before.seat != seat && legal.len() > 1 {
                    weighed.clear();
                    let view = world.view(rules, Viewer::Seat(before.seat));
                    G::weigh(G::tuned(), rules, &view, before.seat, &legal, &mut weighed);
                    *weight *= readiness(&weighed, place);
                }
                (0..TRIES).any(|_| {
                    let mut next = *world;
                    next.play_unchecked(rules, before.seat, before.action, luck);
                    let fits = next.view(rules, viewer) == after;
                    if fits {
                        *world = next;
                    }
                    fits
                })
            });
        }
        worlds
    }
}

/// How readily somebody takes the action of this place, by what each looks like.
fn readiness(weighed: &[f32], place: usize) -> f64 {
    let most = weighed.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let share = |weight: f32| f64::from((weight - most).max(-12.0).exp());
    let total: f64 = weighed.iter().map(|weight| share(*weight)).sum();
    (1.0 - OPEN) * share(weighed[place]) / total + OPEN / weighed.len() as f64
}

/// How well beliefs fit the truth over many games.
#[derive(Clone, Debug)]
pub struct Calibration {
    /// Who plays on every seat.
    pub player: String,
    /// How many games.
    pub games: u64,
    /// Of so many decisions one is looked at, with the eyes of whoever makes it.
    pub every: u32,
    /// How beliefs are made; all luck of the games comes from its number too.
    pub belief: Belief,
    /// How many threads.
    pub jobs: usize,
}

/// Beliefs that were about as sure, and how often they were right.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Bin {
    /// How many beliefs.
    pub count: u64,
    /// What they said on average.
    pub said: f64,
    /// How often it was so.
    pub was: f64,
}

/// What was found; others rely on these names.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Reliability {
    /// How many games were played.
    pub games: u64,
    /// At how many moments it was looked.
    pub moments: u64,
    /// How many beliefs were held against the truth.
    pub beliefs: u64,
    /// Their log loss.
    pub log_loss: f64,
    /// That of beliefs in any kind that is possible, each as likely.
    pub uniform_log_loss: f64,
    /// In ten bins, by what was said.
    pub bins: Vec<Bin>,
}

/// Sums of what was found.
#[derive(Clone, Copy, Default)]
struct Sums {
    moments: u64,
    beliefs: u64,
    loss: f64,
    uniform: f64,
    bins: [Bin; BINS],
}

/// How many bins there are.
const BINS: usize = 10;

impl Sums {
    fn add(&mut self, it: &Believed, worlds: usize) {
        let there = it.truth > 0;
        // What was never imagined may be so all the same.
        let least = 0.5 / worlds.max(1) as f64;
        let loss = |chance: f64| {
            let chance = chance.clamp(least, 1.0 - least);
            -(if there { chance } else { 1.0 - chance }).ln()
        };
        self.beliefs += 1;
        self.loss += loss(it.chance);
        self.uniform += loss(it.uniform);
        let bin = &mut self.bins[((it.chance * BINS as f64) as usize).min(BINS - 1)];
        bin.count += 1;
        bin.said += it.chance;
        bin.was += f64::from(u8::from(there));
    }

    fn join(&mut self, other: &Self) {
        self.moments += other.moments;
        self.beliefs += other.beliefs;
        self.loss += other.loss;
        self.uniform += other.uniform;
        for (bin, more) in self.bins.iter_mut().zip(&other.bins) {
            bin.count += more.count;
            bin.said += more.said;
            bin.was += more.was;
        }
    }

    fn reliability(&self, games: u64) -> Reliability {
        let of = |sum: f64, count: u64| if count == 0 { 0.0 } else { sum / count as f64 };
        let bin =
            |bin: &Bin| Bin { said: of(bin.said, bin.count), was: of(bin.was, bin.count), count: bin.count };
        Reliability {
            games,
            moments: self.moments,
            beliefs: self.beliefs,
            log_loss: of(self.loss, self.beliefs),
            uniform_log_loss: of(self.uniform, self.beliefs),
            bins: self.bins.iter().map(bin).collect(),
        }
    }
}

impl Calibration {
    /// Plays the games and sums up; `tell` is called after every game. The same whatever the number of threads.
    pub fn run<G: Mind>(&self, rules: &G::Rules, tell: &(dyn Fn() + Sync)) -> Result<Reliability, LabError> {
        named::<G>(&self.player)?;
        let (next, found) = (AtomicU64::new(0), Mutex::new(BTreeMap::new()));
        let work = || -> Result<(), LabError> {
            loop {
                let game = next.fetch_add(1, Ordering::Relaxed);
                if game >= self.games {
                    return Ok(());
                }
                let sums = self.game::<G>(rules, game);
                let sums = sums.inspect_err(|_| next.store(self.games, Ordering::Relaxed))?;
                tell();
                found.lock().map_err(|_| LabError::Panicked)?.insert(game, sums);
            }
        };
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..self.jobs.max(1)).map(|_| scope.spawn(work)).collect();
            workers.into_iter().try_for_each(|worker| worker.join().map_err(|_| LabError::Panicked)?)
        })?;
        let mut sums = Sums::default();
        // In their order: sums of fractions depend on it.
        found.into_inner().map_err(|_| LabError::Panicked)?.values().for_each(|one| sums.join(one));
        Ok(sums.reliability(self.games))
    }

    fn game<G: Mind>(&self, rules: &G::Rules, game: u64) -> Result<Sums, LabError> {
        let mut players = Vec::new();
        for _ in 0..rules.players() {
            players.push(named::<G>(&self.player)?);
        }
        let seed = nth_seed(self.belief.seed, game);
        let mut past: Vec<Before<G>> = Vec::new();
        play(rules, &mut players, seed, !seed, |state: &G, seat, action| {
            past.push(Before { state: *state, seat, action });
        })?;
        let mut sums = Sums::default();
        let every = self.every.max(1) as usize;
        // Not every game is first looked at after as many decisions.
        for at in ((game as usize % every)..past.len()).step_by(every) {
            let Before { state, seat, .. } = past[at];
            let belief = Belief { seed: nth_seed(seed, at as u64), ..self.belief };
            sums.moments += 1;
            for it in belief.of(rules, &past[..at], &state, seat) {
                sums.add(&it, self.belief.worlds);
            }
        }
        Ok(sums)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use gloria_lots::Lots;
    use table::Options;

    use super::*;

    fn calibration(player: &str, weighing: Weighing) -> Calibration {
        let belief = Belief { worlds: 100, weighing, seed: 3 };
        Calibration { player: player.to_owned(), games: 60, every: 3, belief, jobs: 2 }
    }

    /// The places of a belief, each once.
    fn places(believed: &[Believed]) -> BTreeSet<&str> {
        believed.iter().map(|it| it.place.as_str()).collect()
    }

    fn rules(options: &Options) -> <Lots as Game>::Rules {
        <Lots as Game>::Rules::from_options(options).unwrap()
    }

    #[test]
    fn beliefs_fit_the_truth_and_are_the_same_again() {
        let rules = rules(&Options::new());
        let plan = calibration("random", Weighing::Alike);
        let found = plan.run::<Lots>(&rules, &|| {}).unwrap();
        assert!(found.beliefs > 500 && found.log_loss < found.uniform_log_loss, "{found:?}");
        let alone = Calibration { jobs: 1, ..plan }.run::<Lots>(&rules, &|| {}).unwrap();
        assert_eq!(found, alone, "whatever the number of threads");
        assert_eq!(found.bins.iter().map(|bin| bin.count).sum::<u64>(), found.beliefs);
    }

    #[test]
    fn what_others_did_tells_of_their_hands() {
        let rules = rules(&Options::new());
        let run = |weighing| calibration("greedy", weighing).run::<Lots>(&rules, &|| {}).unwrap();
        let (alike, by_policy) = (run(Weighing::Alike), run(Weighing::ByPolicy(6)));
        // Greedy players bury high numbers, so what they kept is low.
        assert!(by_policy.log_loss < alike.log_loss, "{} and {}", by_policy.log_loss, alike.log_loss);
    }

    #[test]
    fn who_imagines_carelessly_is_found_out() {
        // The planted fault imagines others with empty hands.
        let run = |options: &Options| {
            calibration("random", Weighing::Alike).run::<Lots>(&rules(options), &|| {}).unwrap()
        };
        let (careful, found) = (run(&Options::new()), run(&Options::new().with("fault", "dead-world")));
        assert!(found.log_loss > careful.log_loss, "{} and {}", found.log_loss, careful.log_loss);
    }

    #[test]
    fn what_is_believed_adds_up_to_what_lies_there() {
        let rules = rules(&Options::new());
        let state = Lots::new(&rules, &mut Light::new(5));
        let belief = Belief { worlds: 400, weighing: Weighing::Alike, seed: 1 };
        let believed = belief.of(&rules, &[], &state, Seat::new(0));
        assert!(!places(&believed).is_empty());
        for place in places(&believed) {
            let here = || believed.iter().filter(|it| it.place == place);
            let truth: u8 = here().map(|it| it.truth).sum();
            let expected: f64 = here().map(|it| it.expected).sum();
            assert!((expected - f64::from(truth)).abs() < 1e-9, "{place}: {expected} of {truth}");
            assert!(here().all(|it| it.chance <= it.expected + 1e-9 && it.chance <= 1.0));
        }
    }
}
