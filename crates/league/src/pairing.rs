//! People who look for a game, and the parties they are put together to.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// How many waits are remembered of each kind of game, for the estimate.
const REMEMBERED: usize = 20;

/// How far apart ratings may be at once, and how much further for every second that somebody waits.
const NEAR: f64 = 150.0;
const WIDER: f64 = 25.0;

/// Somebody who looks for a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Seeker {
    /// Who, by identity.
    pub guest: String,
    /// What: two who look for different things never meet. The game, its pace, whether it is rated.
    pub what: String,
    /// With how many players, in order of liking; each at least 2.
    pub players: Vec<usize>,
    /// How well they play, as far as anybody knows.
    pub rating: f64,
    /// Whom they do not want to meet, by identity.
    pub blocked: BTreeSet<String>,
    /// Since when they wait, in milliseconds.
    pub since: u64,
}

/// People put together at one table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Party {
    /// What they look for.
    pub what: String,
    /// Who, the longest waiting first.
    pub guests: Vec<String>,
}

/// All who wait.
#[derive(Clone, Debug, Default)]
pub struct Queue {
    /// Those who look for the same thing, the longest waiting first.
    waiting: BTreeMap<String, Vec<Seeker>>,
    /// How long the last ones had waited, in milliseconds.
    waits: BTreeMap<String, VecDeque<u64>>,
}

impl Queue {
    /// Adds somebody. Whoever looks anew looks for that alone: nobody waits twice.
    pub fn seek(&mut self, seeker: Seeker) {
        self.leave(&seeker.guest);
        let line = self.waiting.entry(seeker.what.clone()).or_default();
        let at = line.partition_point(|other| other.since <= seeker.since);
        line.insert(at, seeker);
    }

    /// Somebody looks no more; answers whether they did.
    pub fn leave(&mut self, guest: &str) -> bool {
        let mut waited = false;
        self.waiting.retain(|_, line| {
            let before = line.len();
            line.retain(|seeker| seeker.guest != guest);
            waited |= line.len() < before;
            !line.is_empty()
        });
        waited
    }

    /// How many wait.
    pub fn len(&self) -> usize {
        self.waiting.values().map(Vec::len).sum()
    }

    /// Whether nobody waits.
    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// What somebody looks for, if they do.
    pub fn seeks(&self, guest: &str) -> Option<&Seeker> {
        self.waiting.values().flatten().find(|seeker| seeker.guest == guest)
    }

    /// How long one waits for this, as those before did, in milliseconds; nothing where nobody knows.
    pub fn estimate(&self, what: &str) -> Option<u64> {
        let mut waits: Vec<u64> = self.waits.get(what)?.iter().copied().collect();
        waits.sort_unstable();
        waits.get(waits.len() / 2).copied()
    }

    /// Lets it know how long others waited for this, in milliseconds, the newest last.
    pub fn remember(&mut self, what: &str, waits: Vec<u64>) {
        let skipped = waits.len().saturating_sub(REMEMBERED);
        self.waits.insert(what.to_owned(), waits.into_iter().skip(skipped).collect());
    }

    /// How long the last ones waited for this, in milliseconds, the newest last.
    pub fn waits(&self, what: &str) -> Vec<u64> {
        self.waits.get(what).into_iter().flatten().copied().collect()
    }

    /// Puts together everybody who can be, and lets them wait no more.
    pub fn pair(&mut self, now: u64) -> Vec<Party> {
        let mut parties = Vec::new();
        for (what, line) in &mut self.waiting {
            let waits = self.waits.entry(what.clone()).or_default();
            let mut at = 0;
            while at < line.len() {
                let Some(chosen) = party(line, at, now) else {
                    at += 1;
                    continue;
                };
                let guests = chosen.iter().map(|index| line[*index].guest.clone()).collect();
                for index in chosen.iter().rev() {
                    waits.push_back(now.saturating_sub(line.remove(*index).since));
                }
                while waits.len() > REMEMBERED {
                    waits.pop_front();
                }
                parties.push(Party { what: what.clone(), guests });
            }
        }
        self.waiting.retain(|_, line| !line.is_empty());
        parties
    }
}

/// How far from one's own a rating may be by now.
fn reach(seeker: &Seeker, now: u64) -> f64 {
    NEAR + WIDER * (now.saturating_sub(seeker.since) as f64 / 1000.0)
}

/// Whether two would sit at one table: neither has blocked the other, and the more patient of them finds the other near enough.
fn get_along(one: &Seeker, other: &Seeker, now: u64) -> bool {
    let apart = (one.rating - other.rating).abs();
    !one.blocked.contains(&other.guest)
        && !other.blocked.contains(&one.guest)
        && apart <= reach(one, now).max(reach(other, now))
}

/// The party of the one at this place, by their places in line, in order: the nearest of those behind who get along with all of it. Those
/// before them have no party, whoever comes.
fn party(line: &[Seeker], at: usize, now: u64) -> Option<Vec<usize>> {
    let first = &line[at];
    let mut near: Vec<usize> =
        (at + 1..line.len()).filter(|other| get_along(first, &line[*other], now)).collect();
    // The nearest first; of those equally near, who has waited longest.
    let apart = |other: usize| (first.rating - line[other].rating).abs();
    near.sort_by(|one, other| apart(*one).total_cmp(&apart(*other)));
    first.players.iter().find_map(|players| {
        let mut chosen = vec![at];
        for other in &near {
            let seeker = &line[*other];
            let fits = seeker.players.contains(players)
                && chosen.iter().all(|one| get_along(&line[*one], seeker, now));
            if fits && chosen.len() < *players {
                chosen.push(*other);
            }
        }
        (chosen.len() == *players && *players > 1).then(|| {
            chosen.sort_unstable();
            chosen
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seeker(guest: &str, players: &[usize], rating: f64, since: u64) -> Seeker {
        Seeker {
            guest: guest.to_owned(),
            what: "glory".to_owned(),
            players: players.to_vec(),
            rating,
            blocked: BTreeSet::new(),
            since,
        }
    }

    fn names(parties: &[Party]) -> Vec<Vec<&str>> {
        parties.iter().map(|party| party.guests.iter().map(String::as_str).collect()).collect()
    }

    #[test]
    fn the_longest_waiting_meets_the_nearest() {
        let mut queue = Queue::default();
        queue.seek(seeker("cid", &[2], 1500.0, 30));
        queue.seek(seeker("ann", &[2], 1500.0, 10));
        queue.seek(seeker("bob", &[2], 1600.0, 20));
        assert_eq!(names(&queue.pair(100)), [["ann", "cid"]]);
        assert_eq!(queue.len(), 1);
        assert_eq!(queue.estimate("glory"), Some(90), "of 70 and 90 the longer");
        assert_eq!(queue.estimate("for-glory"), None);
        // Another queue knows it too, once it was told.
        let mut other = Queue::default();
        other.remember("glory", queue.waits("glory"));
        assert_eq!((other.estimate("glory"), other.waits("glory").len()), (Some(90), 2));
        // Bob looks for something else now, and is in one line only.
        queue.seek(Seeker { what: "for-glory".to_owned(), ..seeker("bob", &[2], 1600.0, 200) });
        assert_eq!((queue.len(), queue.seeks("bob").unwrap().what.as_str()), (1, "for-glory"));
        assert!(queue.leave("bob") && !queue.leave("bob") && queue.is_empty());
    }

    #[test]
    fn with_patience_one_meets_anybody_but_those_one_has_blocked() {
        let mut queue = Queue::default();
        queue.seek(seeker("ann", &[2], 2100.0, 0));
        queue.seek(seeker("bob", &[2], 1500.0, 0));
        assert_eq!(queue.pair(1_000), []);
        assert_eq!(queue.pair(17_000), [], "575 points apart at most");
        assert_eq!(names(&queue.pair(18_000)), [["ann", "bob"]]);
        let blocked = BTreeSet::from(["ann".to_owned()]);
        queue.seek(seeker("ann", &[2], 1500.0, 0));
        queue.seek(Seeker { blocked, ..seeker("bob", &[2], 1500.0, 0) });
        assert_eq!(queue.pair(u64::MAX / 2), []);
    }

    #[test]
    fn a_party_is_as_large_as_all_of_it_like() {
        let mut queue = Queue::default();
        queue.seek(seeker("ann", &[4, 2], 1500.0, 0));
        queue.seek(seeker("bob", &[3], 1500.0, 1));
        queue.seek(seeker("cid", &[2, 3, 4], 1500.0, 2));
        assert_eq!(names(&queue.pair(5)), [["ann", "cid"]], "four can't be had");
        queue.seek(seeker("dan", &[2, 3], 1500.0, 6));
        queue.seek(seeker("eve", &[3], 1500.0, 7));
        assert_eq!(names(&queue.pair(8)), [["bob", "dan", "eve"]]);
    }

    #[test]
    fn five_hundred_at_once_are_seated_and_nobody_twice() {
        let mut queue = Queue::default();
        for number in 0..500_u32 {
            let players: &[usize] = match number % 4 {
                0 => &[2],
                1 => &[3, 2],
                2 => &[4, 3, 2],
                _ => &[2, 4],
            };
            let rating = 1500.0 + f64::from(number * 37 % 400);
            queue.seek(seeker(&format!("guest {number}"), players, rating, u64::from(number)));
        }
        let mut seated = BTreeSet::new();
        for second in 0..5 {
            for party in queue.pair(1_000 * (second + 1)) {
                assert!((2..=4).contains(&party.guests.len()));
                for guest in party.guests {
                    assert!(seated.insert(guest), "nobody sits twice");
                }
            }
        }
        assert!(seated.len() >= 499, "{} of 500", seated.len());
        assert_eq!(seated.len() + queue.len(), 500);
    }
}
