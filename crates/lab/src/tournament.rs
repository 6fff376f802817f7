//! Who is better, and how sure that is.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use bots::{Mind, named};
use serde::{Deserialize, Serialize};
use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};
use table::{Rulebook as _, Seat, nth_seed};

use crate::error::LabError;
use crate::interval::{CERTAIN, USUAL, wilson};
use crate::sitting::play;

/// How many games are played between two looks at whether all is settled. It does not depend on the machine, so neither does the
/// result.
const BLOCK: usize = 40;

/// No difference is called settled before each player has played so many games.
const FEWEST: f64 = 100.0;

/// When to stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pace {
    /// As soon as every difference is settled.
    UntilSettled,
    /// After all games.
    Whole,
}

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Tournament {
    /// The players by name. If there are more of them than seats, every choice of as many as there are seats meets.
    pub players: Vec<String>,
    /// How many games each such choice plays, rounded up so that everyone has every seat on every deal.
    pub games: u64,
    /// All luck comes from this number.
    pub seed: u64,
    /// How many threads.
    pub jobs: usize,
    /// When to stop.
    pub pace: Pace,
}

/// One place in the plan of a tournament: which players, which deal, and how far they are rotated.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Meeting {
    /// The number of the deal.
    pub deal: u64,
    /// Which choice of players.
    pub line_up: usize,
    /// How many seats they are rotated.
    pub rotation: usize,
}

/// A game played: what others resume from.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Done {
    /// Its place in the plan.
    #[serde(flatten)]
    pub meeting: Meeting,
    /// What each seat won: 1, shared among the winners.
    pub rewards: Vec<f64>,
    /// How many decisions it took.
    pub decisions: u32,
}

/// A player's result; others rely on these names.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Entrant {
    /// The player's name.
    pub name: String,
    /// Games played; a player on several seats of a table plays several.
    pub games: u64,
    /// Games won; a shared win counts its share.
    pub wins: f64,
    /// Their share.
    pub win_rate: f64,
    /// The lower end of its 95 % interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// A rating in the manner of Weng and Lin, from the games in order; 25 is the start.
    pub rating: f64,
}

/// A tournament's result.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Report {
    /// The game.
    pub game: &'static str,
    /// How many sit at the table.
    pub seats: usize,
    /// How many games were played.
    pub games: u64,
    /// Where all luck came from.
    pub seed: u64,
    /// Whether every difference between players is settled.
    pub settled: bool,
    /// How many decisions a game took on average.
    pub mean_decisions: f64,
    /// The players, best first.
    pub players: Vec<Entrant>,
}

impl Report {
    /// The players as comma-separated values.
    pub fn csv(&self) -> String {
        let mut text = "name,games,wins,win_rate,low,high,rating\n".to_owned();
        for Entrant { name, games, wins, win_rate, low, high, rating } in &self.players {
            let _ = writeln!(text, "{name},{games},{wins},{win_rate:.5},{low:.5},{high:.5},{rating:.3}");
        }
        text
    }
}

impl Tournament {
    /// Every choice of `seats` of the players, by their places.
    fn line_ups(&self, seats: usize) -> Vec<Vec<usize>> {
        let mut line_ups = vec![Vec::new()];
        for _ in 0..seats {
            let extend = |line_up: &Vec<usize>| {
                let from = line_up.last().map_or(0, |last| last + 1);
                (from..self.players.len())
                    .map(|next| [line_up.as_slice(), &[next]].concat())
                    .collect::<Vec<_>>()
            };
            line_ups = line_ups.iter().flat_map(extend).collect();
        }
        line_ups
    }

    /// All games of the plan, in the order they count.
    pub fn plan(&self, seats: usize) -> Vec<Meeting> {
        let (deals, line_ups) = (self.games.div_ceil(seats as u64), self.line_ups(seats).len());
        let mut plan = Vec::new();
        for deal in 0..deals {
            for line_up in 0..line_ups {
                plan.extend((0..seats).map(|rotation| Meeting { deal, line_up, rotation }));
            }
        }
        plan
    }

    /// Plays what `done` does not hold yet, tells every new game, and sums up.
    pub fn run<G: Mind>(
        &self,
        rules: &G::Rules,
        done: &[Done],
        tell: &(dyn Fn(&Done) + Sync),
    ) -> Result<Report, LabError> {
        self.check::<G>(rules)?;
        let seats = rules.players();
        let (line_ups, plan) = (self.line_ups(seats), self.plan(seats));
        let done: BTreeMap<Meeting, &Done> = done.iter().map(|done| (done.meeting, done)).collect();
        let mut games: Vec<Done> = Vec::with_capacity(plan.len());
        let block = BLOCK.next_multiple_of(seats * line_ups.len());
        for block in plan.chunks(block) {
            let (known, missing): (Vec<_>, Vec<_>) = block
                .iter()
                .map(|meeting| done.get(meeting).copied().ok_or(*meeting))
                .partition(Result::is_ok);
            games.extend(known.into_iter().flatten().cloned());
            let missing: Vec<_> = missing.into_iter().filter_map(Result::err).collect();
            games.extend(self.block::<G>(rules, &line_ups, &missing, tell)?);
            games.sort_by_key(|game| game.meeting);
            if self.pace == Pace::UntilSettled && settled(&self.sums(seats, &games)) {
                break;
            }
        }
        Ok(self.report::<G>(seats, &games))
    }

    /// Whether there are enough players, and all of them are known.
    fn check<G: Mind>(&self, rules: &G::Rules) -> Result<(), LabError> {
        let (players, seats) = (self.players.len(), rules.players());
        if players < seats {
            return Err(LabError::TooFew { players, seats });
        }
        for name in &self.players {
            named::<G>(name)?;
        }
        Ok(())
    }

    /// Plays these games of the plan, whatever comes of them, and tells each.
    pub(crate) fn some<G: Mind>(
        &self,
        rules: &G::Rules,
        meetings: &[Meeting],
        tell: &(dyn Fn(&Done) + Sync),
    ) -> Result<Vec<Done>, LabError> {
        self.check::<G>(rules)?;
        self.block::<G>(rules, &self.line_ups(rules.players()), meetings, tell)
    }

    /// Plays some games, on as many threads as asked for.
    fn block<G: Mind>(
        &self,
        rules: &G::Rules,
        line_ups: &[Vec<usize>],
        meetings: &[Meeting],
        tell: &(dyn Fn(&Done) + Sync),
    ) -> Result<Vec<Done>, LabError> {
        let (next, played) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
        let work = || -> Result<(), LabError> {
            while let Some(meeting) = meetings.get(next.fetch_add(1, Ordering::Relaxed)) {
                let game = self.game::<G>(rules, line_ups, *meeting);
                let game = game.inspect_err(|_| next.store(meetings.len(), Ordering::Relaxed))?;
                tell(&game);
                played.lock().map_err(|_| LabError::Panicked)?.push(game);
            }
            Ok(())
        };
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..self.jobs.max(1)).map(|_| scope.spawn(work)).collect();
            workers.into_iter().try_for_each(|worker| worker.join().map_err(|_| LabError::Panicked)?)
        })?;
        played.into_inner().map_err(|_| LabError::Panicked)
    }

    fn game<G: Mind>(
        &self,
        rules: &G::Rules,
        line_ups: &[Vec<usize>],
        meeting: Meeting,
    ) -> Result<Done, LabError> {
        let Meeting { deal, line_up, rotation } = meeting;
        let mut players = Vec::new();
        for seat in 0..rules.players() {
            players.push(named::<G>(&self.players[self.who(&line_ups[line_up], seat, rotation)])?);
        }
        let wits = nth_seed(self.seed ^ 0x5749_5453, deal * 64 + (line_up * 8 + rotation) as u64);
        let sitting = play(rules, &mut players, nth_seed(self.seed, deal), wits, |_, _, _| {})?;
        let outcome = sitting.end.outcome(rules).ok_or(LabError::NoOutcome)?;
        let rewards = Seat::all(rules.players()).map(|seat| outcome.reward(seat)).collect();
        Ok(Done { meeting, rewards, decisions: sitting.decisions })
    }

    /// Which player of a line-up sits on a seat.
    #[allow(clippy::unused_self)] // Reads as a question to the tournament.
    fn who(&self, line_up: &[usize], seat: usize, rotation: usize) -> usize {
        line_up[(seat + rotation) % line_up.len()]
    }

    /// For each different name: games and wins, in the order of first mention.
    fn sums(&self, seats: usize, games: &[Done]) -> Vec<(String, f64, f64)> {
        let line_ups = self.line_ups(seats);
        let mut sums: Vec<(String, f64, f64)> = Vec::new();
        for name in &self.players {
            if !sums.iter().any(|(known, _, _)| known == name) {
                sums.push((name.clone(), 0.0, 0.0));
            }
        }
        for game in games {
            for (seat, reward) in game.rewards.iter().enumerate() {
                let who = self.who(&line_ups[game.meeting.line_up], seat, game.meeting.rotation);
                let name = &self.players[who];
                if let Some(sum) = sums.iter_mut().find(|(known, _, _)| known == name) {
                    sum.1 += 1.0;
                    sum.2 += reward;
                }
            }
        }
        sums
    }

    fn ratings(&self, seats: usize, games: &[Done]) -> Vec<(String, f64)> {
        let line_ups = self.line_ups(seats);
        let mut ratings: Vec<(String, WengLinRating)> = Vec::new();
        for name in &self.players {
            if !ratings.iter().any(|(known, _)| known == name) {
                ratings.push((name.clone(), WengLinRating::new()));
            }
        }
        let place = |name: &String| self.players.iter().take_while(|other| *other != name).count();
        let order: Vec<usize> = ratings.iter().map(|(name, _)| place(name)).collect();
        let at = |who: usize| {
            order.iter().position(|first| self.players[*first] == self.players[who]).unwrap_or(0)
        };
        for game in games {
            let seated: Vec<usize> = (0..seats)
                .map(|seat| at(self.who(&line_ups[game.meeting.line_up], seat, game.meeting.rotation)))
                .collect();
            let teams: Vec<[WengLinRating; 1]> = seated.iter().map(|at| [ratings[*at].1]).collect();
            let rank = |reward: &f64| MultiTeamOutcome::new(if *reward > 0.0 { 1 } else { 2 });
            let ranked: Vec<(&[WengLinRating], MultiTeamOutcome)> =
                teams.iter().map(<[_; 1]>::as_slice).zip(game.rewards.iter().map(rank)).collect();
            let after = weng_lin_multi_team(&ranked, &WengLinConfig::new());
            for (at, team) in seated.into_iter().zip(after) {
                ratings[at].1 = team[0];
            }
        }
        ratings.into_iter().map(|(name, rating)| (name, rating.rating)).collect()
    }

    fn report<G: Mind>(&self, seats: usize, games: &[Done]) -> Report {
        let sums = self.sums(seats, games);
        let ratings = self.ratings(seats, games);
        let mut players: Vec<Entrant> = sums
            .iter()
            .zip(ratings)
            .map(|((name, games, wins), (_, rating))| {
                let (low, high) = wilson(*wins, *games, USUAL);
                let win_rate = if *games > 0.0 { wins / games } else { 0.0 };
                Entrant { name: name.clone(), games: *games as u64, wins: *wins, win_rate, low, high, rating }
            })
            .collect();
        players.sort_by(|a, b| b.win_rate.total_cmp(&a.win_rate));
        let decisions: u64 = games.iter().map(|game| u64::from(game.decisions)).sum();
        Report {
            game: G::INFO.name,
            seats,
            games: games.len() as u64,
            seed: self.seed,
            settled: settled(&sums),
            mean_decisions: decisions as f64 / games.len().max(1) as f64,
            players,
        }
    }
}

/// Whether every two players' win rates are apart for certain; one alone has nobody to be apart from.
fn settled(sums: &[(String, f64, f64)]) -> bool {
    let intervals: Vec<_> = sums.iter().map(|(_, games, wins)| wilson(*wins, *games, CERTAIN)).collect();
    let apart = |a: &(f64, f64), b: &(f64, f64)| a.0 > b.1 || b.0 > a.1;
    sums.len() > 1
        && sums.iter().all(|(_, games, _)| *games >= FEWEST)
        && intervals.iter().enumerate().all(|(at, a)| intervals[at + 1..].iter().all(|b| apart(a, b)))
}

#[cfg(test)]
mod tests {
    use gloria_lots::{Lots, Rules};
    use table::Options;

    use super::*;

    fn tournament(players: &[&str], games: u64, jobs: usize) -> Tournament {
        let players = players.iter().map(|name| (*name).to_owned()).collect();
        Tournament { players, games, seed: 3, jobs, pace: Pace::UntilSettled }
    }

    fn rules(players: &str) -> Rules {
        Rules::from_options(&Options::new().with("players", players)).unwrap()
    }

    #[test]
    fn everyone_sits_everywhere_on_every_deal() {
        let plan = tournament(&["a", "b", "c", "d"], 5, 1);
        let meetings = plan.plan(2);
        // Six pairs, three deals, two rotations.
        assert_eq!((plan.line_ups(2).len(), meetings.len()), (6, 36));
        let seats: Vec<_> = (0..2).map(|rotation| plan.who(&[1, 3], 0, rotation)).collect();
        assert_eq!(seats, [1, 3]);
    }

    #[test]
    fn the_better_player_is_found_and_the_threads_do_not_matter() {
        let silent = |_: &Done| {};
        let one = tournament(&["greedy", "random"], 2_000, 1).run::<Lots>(&rules("2"), &[], &silent).unwrap();
        let two = tournament(&["greedy", "random"], 2_000, 2).run::<Lots>(&rules("2"), &[], &silent).unwrap();
        assert_eq!(one, two);
        assert_eq!(one.players[0].name, "greedy");
        assert!(one.settled && one.games < 2_000, "{one:?}");
        assert!(one.players[0].rating > one.players[1].rating);
    }

    #[test]
    fn equal_players_are_never_settled() {
        let equal = tournament(&["random", "random"], 200, 1);
        let report = equal.run::<Lots>(&rules("2"), &[], &|_| {}).unwrap();
        assert_eq!((report.players.len(), report.players[0].games), (1, 400));
        assert!((report.players[0].win_rate - 0.5).abs() < 1e-9);
    }

    #[test]
    fn a_tournament_goes_on_where_it_stopped() {
        let told = Mutex::new(Vec::new());
        let plan = Tournament { pace: Pace::Whole, ..tournament(&["greedy", "random", "gentle"], 60, 2) };
        let whole =
            plan.run::<Lots>(&rules("3"), &[], &|game| told.lock().unwrap().push(game.clone())).unwrap();
        let mut half = told.into_inner().unwrap();
        half.truncate(23);
        let again = Mutex::new(0);
        let resumed = plan.run::<Lots>(&rules("3"), &half, &|_| *again.lock().unwrap() += 1).unwrap();
        assert_eq!((resumed, again.into_inner().unwrap()), (whole, 60 - 23));
    }
}
