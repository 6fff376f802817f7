//! Better weights by self-play.
//!
//! The policy's weights go by an evolution strategy: each generation draws pairs of opposite mutations, lets the two of a pair
//! play each other on the same deals from every seat, and moves towards the winners. The evaluation's weights go down the
//! gradient of how badly they foretell who wins games of the policy against itself, or of a teacher: a player that searches plays other
//! positions, and it is those that its evaluation should know. A generation's luck depends only on the seed and its number, so a
//! tuning that was stopped goes on as if it had not been.

use bots::{Greedy, Mind, Part, Player, Weights, judging};
use serde::{Deserialize, Serialize};
use table::{BySeat, Chance as _, Light, Rulebook as _, Seat, Viewer, nth_seed};

use crate::error::LabError;
use crate::sitting::play;

/// Pairs of mutants a generation.
const PAIRS: usize = 24;
/// Deals each pair plays, from every seat.
const DEALS: u64 = 8;
/// How far mutants stray, as a part of a weight's size.
const STRAY: f64 = 0.15;
/// No weight is taken to be smaller than this when straying.
const SMALLEST: f64 = 0.15;
/// How far a generation moves the policy.
const STRIDE: f64 = 0.10;
/// Games a generation learns the evaluation from.
const LESSONS: usize = 48;
/// Of their positions, one in so many is judged.
const SPACING: u32 = 8;
/// How far a generation moves the evaluation, as a part of a weight's size.
const STEP: f64 = 0.03;
/// After so many generations a teacher's lessons move it half as far: the longer they go on, the less each is worth.
const SETTLING: f64 = 30.0;
/// How warm the players are while tuning, so that games differ.
const WARMTH: f32 = 0.03;

/// Where a tuning stands: what is kept in a file to go on from.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Progress {
    /// The game.
    pub game: String,
    /// All luck comes from this number.
    pub seed: u64,
    /// Whose games the evaluation learns from, by name; then the policy stays as it is. Without one, both are tuned, by the games of
    /// the policy.
    #[serde(default)]
    pub teacher: Option<String>,
    /// Generations done.
    pub generation: u32,
    /// The weights now, in the mind's order.
    pub weights: Vec<f64>,
    /// The moving mean of each weight's gradient.
    drift: Vec<f64>,
    /// The moving mean of its square.
    swing: Vec<f64>,
    /// How badly the evaluation foretold the last generation's games: the mean logarithmic loss.
    pub loss: f64,
}

impl Progress {
    /// A tuning that starts from these weights.
    pub fn start<G: Mind>(seed: u64, from: &Weights, teacher: Option<&str>) -> Self {
        let weights: Vec<f64> = from.values().iter().map(|value| f64::from(*value)).collect();
        let none = vec![0.0; weights.len()];
        let game = G::INFO.name.to_owned();
        let teacher = teacher.map(ToOwned::to_owned);
        Self { game, seed, teacher, generation: 0, drift: none.clone(), swing: none, weights, loss: 0.0 }
    }

    /// Where the luck of this generation comes from.
    fn luck(&self) -> u64 {
        nth_seed(self.seed, u64::from(self.generation))
    }

    /// The weights as a mind reads them.
    pub fn tuned(&self) -> Weights {
        Weights::new(self.weights.iter().map(|value| *value as f32).collect())
    }
}

/// Tunes one game at tables of these rules.
pub struct Tuner<'a, G: Mind> {
    /// The tables, used in turn.
    pub tables: &'a [G::Rules],
    /// How many threads.
    pub jobs: usize,
}

/// What one game of a generation taught: sums over its positions that were judged. Games are played anywhere, and their lessons taken together in the
/// order of their numbers.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Lesson {
    /// How many positions were judged.
    positions: u64,
    /// How badly the evaluation foretold who wins.
    loss: f64,
    /// How much worse it would have done with each of its weights a little higher than with it a little lower.
    slopes: Vec<f64>,
}

/// Positions of a game, and how it ended.
struct Seen<G: Mind> {
    table: usize,
    views: Vec<G::View>,
    rewards: BySeat<f64>,
}

impl<G: Mind> Tuner<'_, G> {
    /// How many duels a generation has.
    pub const DUELS: usize = PAIRS;
    /// How many games a generation learns the evaluation from.
    pub const LESSONS: usize = LESSONS;

    /// One generation further.
    pub fn step(&self, progress: &mut Progress) -> Result<(), LabError> {
        if progress.teacher.is_none() {
            let all: Vec<usize> = (0..Self::DUELS).collect();
            let scores = self.duels(progress, &all)?;
            Self::learn_policy(progress, &scores)?;
        }
        let all: Vec<usize> = (0..Self::LESSONS).collect();
        let lessons = self.lessons(progress, &all)?;
        Self::learn_value(progress, &lessons)
    }

    /// How far each pair of mutants strays from the policy, weight by weight.
    fn mutations(seed: u64, mutable: &[usize]) -> Vec<Vec<f64>> {
        let mut luck = Light::new(seed);
        (0..PAIRS).map(|_| mutable.iter().map(|_| normal(&mut luck)).collect()).collect()
    }

    /// The first half of a generation: how the duels of these numbers end, each between -1 and 1. Without a teacher alone.
    pub fn duels(&self, progress: &Progress, numbers: &[usize]) -> Result<Vec<f64>, LabError> {
        let seed = progress.luck();
        let mutable: Vec<usize> = places::<G>(Part::Policy);
        let mutations = Self::mutations(seed, &mutable);
        self.share(numbers, |_, number| {
            let mutation = mutations.get(*number).ok_or_else(|| none("duel", *number, PAIRS))?;
            let mutant = |sign: f64| {
                let mut weights = progress.weights.clone();
                for (at, stray) in mutable.iter().zip(mutation) {
                    weights[*at] += sign * STRAY * stray * weights[*at].abs().max(SMALLEST);
                }
                Weights::new(weights.iter().map(|value| *value as f32).collect())
            };
            self.duel(&mutant(1.0), &mutant(-1.0), nth_seed(seed, *number as u64 + 1))
        })
    }

    /// Moves the policy by how all duels ended.
    pub fn learn_policy(progress: &mut Progress, scores: &[f64]) -> Result<(), LabError> {
        whole("duels", scores.len(), PAIRS)?;
        let mutable: Vec<usize> = places::<G>(Part::Policy);
        let mutations = Self::mutations(progress.luck(), &mutable);
        for (place, at) in mutable.iter().enumerate() {
            let pull: f64 =
                mutations.iter().zip(scores).map(|(mutation, score)| mutation[place] * score).sum();
            let size = progress.weights[*at].abs().max(SMALLEST);
            // Scores lie between -1 and 1 and mostly near 0: the root keeps the stride independent of the number of pairs.
            progress.weights[*at] += STRIDE * size * pull / (PAIRS as f64).sqrt();
        }
        Ok(())
    }

    /// How much better one is than the other: from -1 to 1, over some deals from every seat.
    fn duel(&self, one: &Weights, other: &Weights, seed: u64) -> Result<f64, LabError> {
        let (mut score, mut games) = (0.0, 0.0);
        for deal in 0..DEALS {
            let rules = &self.tables[deal as usize % self.tables.len()];
            let seats = rules.players();
            for rotation in 0..seats.min(2) {
                let weights = |seat: usize| if (seat + rotation).is_multiple_of(2) { one } else { other };
                let mut players: Vec<Box<dyn Player<G>>> = (0..seats)
                    .map(|seat| -> Box<dyn Player<G>> {
                        Box::new(Greedy::with(weights(seat).clone(), WARMTH))
                    })
                    .collect();
                games += 1.0;
                let wits = seed ^ rotation as u64;
                // Whoever never comes to an end wins nothing: mutants may find such ways, and must not like them.
                let Ok(sitting) = play(rules, &mut players, nth_seed(seed, deal), wits, |_, _, _| {}) else {
                    continue;
                };
                let outcome = sitting.end.outcome(rules).ok_or(LabError::NoOutcome)?;
                for seat in Seat::all(seats) {
                    let sign = if (seat.index() + rotation).is_multiple_of(2) { 1.0 } else { -1.0 };
                    score += sign * outcome.reward(seat);
                }
            }
        }
        Ok(score / games)
    }

    /// The second half of a generation: what the games of these numbers teach.
    pub fn lessons(&self, progress: &Progress, numbers: &[usize]) -> Result<Vec<Lesson>, LabError> {
        let (weights, teacher, seed) = (progress.tuned(), progress.teacher.as_deref(), progress.luck());
        let mutable = places::<G>(Part::Value);
        self.share(numbers, |_, number| {
            if *number >= LESSONS {
                return Err(none("lesson", *number, LESSONS));
            }
            let seen = self.watched(teacher, &weights, nth_seed(!seed, *number as u64), *number)?;
            let slope = |at: &usize| {
                let size = progress.weights[*at].abs().max(SMALLEST);
                let loss = |sign: f64| {
                    let mut weights = progress.weights.clone();
                    weights[*at] += sign * 0.02 * size;
                    self.loss(&Weights::new(weights.iter().map(|value| *value as f32).collect()), &seen)
                };
                loss(1.0) - loss(-1.0)
            };
            Ok(Lesson {
                positions: seen.views.len() as u64,
                loss: self.loss(&weights, &seen),
                slopes: mutable.iter().map(slope).collect(),
            })
        })
    }

    /// Moves the evaluation by what all lessons taught, and ends the generation.
    pub fn learn_value(progress: &mut Progress, lessons: &[Lesson]) -> Result<(), LabError> {
        whole("lessons", lessons.len(), LESSONS)?;
        let mutable = places::<G>(Part::Value);
        if let Some(lesson) = lessons.iter().find(|lesson| lesson.slopes.len() != mutable.len()) {
            return whole("slopes of a lesson", lesson.slopes.len(), mutable.len());
        }
        let positions = lessons.iter().map(|lesson| lesson.positions).sum::<u64>().max(1) as f64;
        progress.loss = lessons.iter().map(|lesson| lesson.loss).sum::<f64>() / positions;
        let steps = f64::from(progress.generation + 1).min(1000.0);
        let step = match progress.teacher {
            Some(_) => STEP / (1.0 + f64::from(progress.generation) / SETTLING),
            None => STEP,
        };
        for (place, at) in mutable.iter().enumerate() {
            let slope = lessons.iter().map(|lesson| lesson.slopes[place]).sum::<f64>() / positions / 0.04;
            let (drift, swing) = (&mut progress.drift[*at], &mut progress.swing[*at]);
            *drift = 0.9 * *drift + 0.1 * slope;
            *swing = 0.99 * *swing + 0.01 * slope * slope;
            let (drift, swing) =
                (*drift / (1.0 - 0.9_f64.powf(steps)), *swing / (1.0 - 0.99_f64.powf(steps)));
            let size = progress.weights[*at].abs().max(SMALLEST);
            progress.weights[*at] -= step * size * drift / (swing.sqrt() + 1e-6);
        }
        progress.generation += 1;
        Ok(())
    }

    /// Positions of one game of the teacher, or of the policy, against itself.
    fn watched(
        &self,
        teacher: Option<&str>,
        weights: &Weights,
        seed: u64,
        game: usize,
    ) -> Result<Seen<G>, LabError> {
        let table = game % self.tables.len();
        let rules = &self.tables[table];
        let player = |_| -> Result<Box<dyn Player<G>>, LabError> {
            match teacher {
                Some(teacher) => Ok(judging(teacher, weights)?),
                None => Ok(Box::new(Greedy::with(weights.clone(), WARMTH))),
            }
        };
        let mut players = (0..rules.players()).map(player).collect::<Result<Vec<_>, _>>()?;
        let (mut luck, mut views) = (Light::new(!seed), Vec::new());
        let played = play(rules, &mut players, seed, seed ^ 1, |state: &G, seat, _| {
            if luck.below(SPACING) == 0 {
                views.push(state.view(rules, Viewer::Seat(seat)));
            }
        });
        // A game without an end teaches nothing about who wins.
        let Ok(sitting) = played else {
            return Ok(Seen { table, views: Vec::new(), rewards: BySeat::from_fn(|_| 0.0) });
        };
        let outcome = sitting.end.outcome(rules).ok_or(LabError::NoOutcome)?;
        Ok(Seen { table, views, rewards: BySeat::from_fn(|seat| outcome.reward(seat)) })
    }

    /// How badly these weights foretell how a game ended: the sum over its positions.
    fn loss(&self, weights: &Weights, seen: &Seen<G>) -> f64 {
        let Seen { table, views, rewards } = seen;
        let rules = &self.tables[*table];
        let (players, mut loss) = (rules.players(), 0.0);
        for view in views {
            let chances = G::evaluate(weights, rules, view, players);
            for seat in Seat::all(players) {
                let chance = f64::from(chances[seat]).clamp(1e-4, 1.0 - 1e-4);
                // One seat of many, or one alone against the game: either way the chance is of its winning.
                loss -= rewards[seat] * chance.ln() + (1.0 - rewards[seat]) * (1.0 - chance).ln();
            }
        }
        loss
    }

    /// Works through the items on several threads; the answers come in the items' order.
    fn share<T: Sync, R: Send>(
        &self,
        items: &[T],
        work: impl Fn(usize, &T) -> Result<R, LabError> + Sync,
    ) -> Result<Vec<R>, LabError> {
        let jobs = self.jobs.max(1);
        let part = |job: usize| {
            let mine = items.iter().enumerate().skip(job).step_by(jobs);
            mine.map(|(number, item)| Ok((number, work(number, item)?))).collect::<Result<Vec<_>, LabError>>()
        };
        let mut answers = std::thread::scope(|scope| {
            let workers: Vec<_> = (0..jobs).map(|job| scope.spawn(move || part(job))).collect::<Vec<_>>();
            let mut answers = Vec::new();
            for worker in workers {
                answers.extend(worker.join().map_err(|_| LabError::Panicked)??);
            }
            Ok::<_, LabError>(answers)
        })?;
        answers.sort_by_key(|(number, _)| *number);
        Ok(answers.into_iter().map(|(_, answer)| answer).collect())
    }
}

/// There is no such piece of a generation.
fn none(what: &str, number: usize, all: usize) -> LabError {
    LabError::Part(format!("there is no {what} {number}: expected 0 to {}", all - 1))
}

/// A generation is learned from as a whole.
fn whole(what: &str, there: usize, all: usize) -> Result<(), LabError> {
    if there == all {
        Ok(())
    } else {
        Err(LabError::Part(format!("{there} {what} were given: expected {all}")))
    }
}

/// The places of the weights of one part.
fn places<G: Mind>(part: Part) -> Vec<usize> {
    (0..G::WEIGHTS.len()).filter(|at| G::WEIGHTS[*at].part == part).collect()
}

/// A number from the bell curve: the sum of twelve even ones, less six.
fn normal(luck: &mut Light) -> f64 {
    (0..12).map(|_| (luck.next_u64() >> 11) as f64 / (1_u64 << 53) as f64).sum::<f64>() - 6.0
}

#[cfg(test)]
mod tests {
    use gloria_lots::{Lots, Rules};
    use table::Options;

    use super::*;

    fn tables() -> Vec<Rules> {
        ["2", "3"]
            .map(|players| Rules::from_options(&Options::new().with("players", players)).unwrap())
            .to_vec()
    }

    #[test]
    fn a_tuning_goes_on_as_if_it_had_not_stopped() {
        let tables = tables();
        let (one, two) =
            (Tuner::<Lots> { tables: &tables, jobs: 1 }, Tuner::<Lots> { tables: &tables, jobs: 2 });
        let mut whole = Progress::start::<Lots>(5, Lots::tuned(), None);
        for _ in 0..4 {
            one.step(&mut whole).unwrap();
        }
        let mut parts = Progress::start::<Lots>(5, Lots::tuned(), None);
        two.step(&mut parts).unwrap();
        let kept = serde_json::to_string(&parts).unwrap();
        let mut parts: Progress = serde_json::from_str(&kept).unwrap();
        for _ in 0..3 {
            two.step(&mut parts).unwrap();
        }
        assert_eq!(parts, whole);
    }

    #[test]
    fn pieces_of_a_generation_done_anywhere_are_the_generation() {
        let tables = tables();
        let tuner = Tuner::<Lots> { tables: &tables, jobs: 1 };
        let start = Progress::start::<Lots>(5, Lots::tuned(), None);
        let mut whole = start.clone();
        tuner.step(&mut whole).unwrap();
        let halves = |all: usize| ((0..all / 2).collect::<Vec<_>>(), (all / 2..all).collect::<Vec<_>>());
        let mut parts = start.clone();
        let (first, second) = halves(Tuner::<Lots>::DUELS);
        let late = tuner.duels(&parts, &second).unwrap();
        let scores = [tuner.duels(&parts, &first).unwrap(), late].concat();
        assert!(scores.iter().any(|score| *score != 0.0));
        Tuner::<Lots>::learn_policy(&mut parts, &scores).unwrap();
        let (first, second) = halves(Tuner::<Lots>::LESSONS);
        let late = tuner.lessons(&parts, &second).unwrap();
        let lessons = [tuner.lessons(&parts, &first).unwrap(), late].concat();
        Tuner::<Lots>::learn_value(&mut parts, &lessons).unwrap();
        assert_eq!(parts, whole);
        let few = Tuner::<Lots>::learn_value(&mut parts, &lessons[1..]).unwrap_err().to_string();
        assert_eq!(few, "47 lessons were given: expected 48");
        let none = tuner.duels(&parts, &[24]).unwrap_err().to_string();
        assert_eq!(none, "there is no duel 24: expected 0 to 23");
    }

    #[test]
    fn bad_weights_get_better() {
        let tables = tables();
        let tuner = Tuner::<Lots> { tables: &tables, jobs: 2 };
        let mut progress = Progress::start::<Lots>(1, Lots::tuned(), None);
        // Drawing seems better than anything, so nobody ever buries what counts twice.
        progress.weights = vec![2.0, 0.1, 0.0];
        let start = progress.tuned();
        for _ in 0..60 {
            tuner.step(&mut progress).unwrap();
        }
        let better = tuner.duel(&progress.tuned(), &start, 9).unwrap();
        assert!(better > 0.3, "{better} with {:?}", progress.weights);
    }

    #[test]
    fn a_teacher_changes_only_the_evaluation() {
        let tables = tables();
        let tuner = Tuner::<Lots> { tables: &tables, jobs: 2 };
        let start = Progress::start::<Lots>(3, Lots::tuned(), Some("fair"));
        let mut progress = start.clone();
        tuner.step(&mut progress).unwrap();
        for at in 0..Lots::WEIGHTS.len() {
            let changed = (progress.weights[at] - start.weights[at]).abs() > 0.0;
            assert_eq!(changed, Lots::WEIGHTS[at].part == Part::Value, "{}", Lots::WEIGHTS[at].name);
        }
        progress.teacher = Some("nobody".to_owned());
        assert!(tuner.step(&mut progress).unwrap_err().to_string().contains("there is no player 'nobody'"));
    }
}
