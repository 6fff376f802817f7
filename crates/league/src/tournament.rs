//! Small tournaments: who meets whom in the next round.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::standing::standings;

/// How a tournament's tables are put together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// Those who did alike meet, and nobody meets the same people again where it can be helped.
    Swiss,
    /// Everybody meets everybody else once; for games of two.
    RoundRobin,
}

/// Somebody who takes part.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Entrant {
    /// Who, by identity.
    pub guest: String,
    /// How well they play, as far as anybody knows: those who did alike are ordered by it.
    pub rating: f64,
    /// The first round they play in, from 1.
    pub from: usize,
    /// Whether they have left.
    pub left: bool,
}

/// A table that was played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Played {
    /// In which round, from 1.
    pub round: usize,
    /// Who came in at which place, 1 for the best; somebody alone had nobody to play with, and has won.
    pub places: Vec<(String, usize)>,
}

/// The tables of a round.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Schedule {
    /// Who meets whom.
    pub tables: Vec<Pairing>,
    /// Who has nobody to play with, and a win for it.
    pub byes: Vec<String>,
}

/// Who sits at one table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pairing {
    /// Who, by identity.
    pub guests: Vec<String>,
}

/// Why a round can't be paired.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum TournamentError {
    /// Too few take part.
    #[error("{0} take part: expected at least two")]
    TooFew(usize),
    /// Round robins are for two.
    #[error("a round robin is for games of two, not of {0}")]
    NotForTwo(usize),
    /// Everybody has met everybody.
    #[error("round {round} is one too many: everybody has met everybody after {rounds}")]
    Over {
        /// The round asked for.
        round: usize,
        /// How many there are.
        rounds: usize,
    },
}

/// The tables of this round, from 1, for so many players at a table. What was played in the rounds before decides; the same gives the same.
pub fn round(
    entrants: &[Entrant],
    played: &[Played],
    (mode, players): (Mode, usize),
    round: usize,
) -> Result<Schedule, TournamentError> {
    let present: Vec<&Entrant> =
        entrants.iter().filter(|entrant| !entrant.left && entrant.from <= round).collect();
    if present.len() < 2 {
        return Err(TournamentError::TooFew(present.len()));
    }
    match mode {
        Mode::Swiss => Ok(swiss(entrants, &present, played, players)),
        Mode::RoundRobin if players == 2 => round_robin(entrants, round),
        Mode::RoundRobin => Err(TournamentError::NotForTwo(players)),
    }
}

/// How often two have met.
fn met(played: &[Played], one: &str, other: &str) -> usize {
    let sits = |table: &&Played, guest: &str| table.places.iter().any(|(there, _)| there == guest);
    played.iter().filter(|table| sits(table, one) && sits(table, other)).count()
}

/// How large the tables are, and how many are left over: as equal as can be, none larger than wanted, none of one.
fn sizes(present: usize, players: usize) -> (Vec<usize>, usize) {
    let tables = present.div_ceil(players);
    let (each, more) = (present / tables, present % tables);
    if each >= 2 {
        return ((0..tables).map(|table| each + usize::from(table < more)).collect(), 0);
    }
    // Only games of two leave somebody over, and only one.
    (vec![players; present / players], present % players)
}

fn swiss(entrants: &[Entrant], present: &[&Entrant], played: &[Played], players: usize) -> Schedule {
    let order = standings(entrants, played);
    let place = |guest: &str| order.iter().position(|standing| standing.guest == guest);
    let mut line: Vec<&str> = present.iter().map(|entrant| entrant.guest.as_str()).collect();
    line.sort_by_key(|guest| place(guest));
    let (sizes, over) = sizes(line.len(), players);
    let mut byes = Vec::new();
    for _ in 0..over {
        // The last who has not had one yet.
        let had = |guest: &str| {
            let alone = |table: &&Played| table.places.len() == 1 && table.places[0].0 == guest;
            played.iter().filter(alone).count()
        };
        let at = (0..line.len()).rev().min_by_key(|at| had(line[*at])).unwrap_or(0);
        byes.push(line.remove(at).to_owned());
    }
    let tables = if players == 2 { pairs(&line, played) } else { parties(line, &sizes, played) };
    let tables = tables.into_iter().map(|guests| Pairing { guests }).collect();
    Schedule { tables, byes }
}

/// Pairs neighbours in line who have not met; where that can't be had, as few as possible who have.
fn pairs(line: &[&str], played: &[Played]) -> Vec<Vec<String>> {
    (0..=line.len() / 2)
        .find_map(|again| {
            let mut tries = 20_000;
            paired(line, played, again, &mut tries)
        })
        .unwrap_or_else(|| line.chunks(2).map(named).collect())
}

fn named(guests: &[&str]) -> Vec<String> {
    guests.iter().map(|guest| (*guest).to_owned()).collect()
}

/// All of a line in pairs of which so many may have met before; the first meets the nearest who leaves the others a way.
fn paired(line: &[&str], played: &[Played], again: usize, tries: &mut usize) -> Option<Vec<Vec<String>>> {
    let Some((first, rest)) = line.split_first() else { return Some(Vec::new()) };
    for (at, other) in rest.iter().enumerate() {
        *tries = tries.checked_sub(1)?;
        let repeats = usize::from(met(played, first, other) > 0);
        if repeats > again {
            continue;
        }
        let others: Vec<&str> =
            rest.iter().enumerate().filter(|(index, _)| *index != at).map(|(_, guest)| *guest).collect();
        if let Some(mut tables) = paired(&others, played, again - repeats, tries) {
            tables.insert(0, named(&[first, other]));
            return Some(tables);
        }
    }
    None
}

/// Tables of several: each begins with the first in line and takes those next who have met it least.
fn parties(mut line: Vec<&str>, sizes: &[usize], played: &[Played]) -> Vec<Vec<String>> {
    let mut tables = Vec::new();
    for size in sizes {
        let mut table: Vec<&str> = Vec::new();
        while table.len() < *size && !line.is_empty() {
            let known = |guest: &str| table.iter().map(|there| met(played, there, guest)).sum::<usize>();
            // The first of those who are equal.
            let next = (0..line.len()).min_by_key(|at| known(line[*at])).unwrap_or(0);
            table.push(line.remove(next));
        }
        tables.push(named(&table));
    }
    tables
}

/// Everybody stands in a circle of which one stays: each round the others move on by one.
fn round_robin(entrants: &[Entrant], round: usize) -> Result<Schedule, TournamentError> {
    let mut circle: Vec<Option<&Entrant>> = entrants.iter().map(Some).collect();
    if circle.len() % 2 == 1 {
        circle.push(None);
    }
    let rounds = circle.len() - 1;
    if round == 0 || round > rounds {
        return Err(TournamentError::Over { round, rounds });
    }
    circle[1..].rotate_right(round - 1);
    let (one, other) = circle.split_at(circle.len() / 2);
    let mut schedule = Schedule::default();
    // Who has left wins nothing and leaves the other a win.
    let here = |entrant: Option<&Entrant>| {
        entrant.filter(|entrant| !entrant.left).map(|entrant| entrant.guest.clone())
    };
    for (one, other) in one.iter().zip(other.iter().rev()) {
        match (here(*one), here(*other)) {
            (Some(one), Some(other)) => schedule.tables.push(Pairing { guests: vec![one, other] }),
            (Some(alone), None) | (None, Some(alone)) => schedule.byes.push(alone),
            (None, None) => {}
        }
    }
    debug_assert!(all_once(&schedule), "nobody sits twice");
    Ok(schedule)
}

/// Whether everybody in a round is there once.
fn all_once(schedule: &Schedule) -> bool {
    let mut seen = BTreeSet::new();
    let seated = schedule.tables.iter().flat_map(|table| &table.guests);
    seated.chain(&schedule.byes).all(|guest| seen.insert(guest.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entrants(number: usize) -> Vec<Entrant> {
        let one = |at: usize| Entrant {
            guest: format!("g{at:02}"),
            rating: 2000.0 - at as f64,
            from: 1,
            left: false,
        };
        (0..number).map(one).collect()
    }

    /// Plays a round: the better rated wins.
    fn play(schedule: &Schedule, number: usize) -> Vec<Played> {
        let table = |guests: &[String]| {
            let mut sorted = guests.to_vec();
            sorted.sort();
            Played { round: number, places: sorted.into_iter().zip(1..).collect() }
        };
        let mut played: Vec<Played> = schedule.tables.iter().map(|pairing| table(&pairing.guests)).collect();
        played.extend(schedule.byes.iter().map(|guest| table(std::slice::from_ref(guest))));
        played
    }

    #[test]
    fn in_a_swiss_tournament_nobody_meets_again_and_the_best_comes_first() {
        for number in [2, 5, 8, 13, 16] {
            let entrants = entrants(number);
            let rounds = number.next_power_of_two().trailing_zeros() as usize;
            let mut played = Vec::new();
            for at in 1..=rounds {
                let schedule = round(&entrants, &played, (Mode::Swiss, 2), at).unwrap();
                assert!(all_once(&schedule), "{schedule:?}");
                assert_eq!(schedule.tables.len() * 2 + schedule.byes.len(), number);
                assert_eq!(schedule.byes.len(), number % 2);
                for pairing in &schedule.tables {
                    assert_eq!(
                        met(&played, &pairing.guests[0], &pairing.guests[1]),
                        0,
                        "{number} in round {at}"
                    );
                }
                played.extend(play(&schedule, at));
            }
            let alone: Vec<_> = played.iter().filter(|table| table.places.len() == 1).collect();
            let who: BTreeSet<_> = alone.iter().map(|table| &table.places[0].0).collect();
            assert_eq!(who.len(), alone.len(), "nobody is left over twice");
            assert_eq!(standings(&entrants, &played)[0].guest, "g00", "{number}");
        }
    }

    #[test]
    fn tables_of_several_are_as_equal_as_can_be() {
        assert_eq!(sizes(9, 4), (vec![3, 3, 3], 0));
        assert_eq!(sizes(10, 4), (vec![4, 3, 3], 0));
        assert_eq!(sizes(5, 3), (vec![3, 2], 0));
        assert_eq!(sizes(7, 2), (vec![2, 2, 2], 1));
        assert_eq!(sizes(3, 5), (vec![3], 0));
        let entrants = entrants(9);
        let mut played = Vec::new();
        for at in 1..=3 {
            let schedule = round(&entrants, &played, (Mode::Swiss, 3), at).unwrap();
            assert!(all_once(&schedule) && schedule.byes.is_empty());
            played.extend(play(&schedule, at));
        }
        let again = (0..9).flat_map(|one| (0..one).map(move |other| (one, other)));
        let again =
            again.filter(|(one, other)| met(&played, &entrants[*one].guest, &entrants[*other].guest) > 1);
        assert!(again.count() <= 2, "hardly anybody meets again");
    }

    #[test]
    fn when_everybody_has_met_the_fewest_meet_again() {
        let entrants = entrants(4);
        let mut played = Vec::new();
        for at in 1..=5 {
            let schedule = round(&entrants, &played, (Mode::Swiss, 2), at).unwrap();
            assert_eq!(schedule.tables.len(), 2, "round {at}");
            played.extend(play(&schedule, at));
        }
    }

    #[test]
    fn in_a_round_robin_everybody_meets_everybody_once() {
        for number in [2, 3, 6, 7] {
            let entrants = entrants(number);
            let rounds = number + number % 2 - 1;
            let mut played = Vec::new();
            for at in 1..=rounds {
                let schedule = round(&entrants, &played, (Mode::RoundRobin, 2), at).unwrap();
                played.extend(play(&schedule, at));
            }
            for one in 0..number {
                for other in 0..one {
                    assert_eq!(met(&played, &entrants[one].guest, &entrants[other].guest), 1);
                }
            }
            let over = round(&entrants, &played, (Mode::RoundRobin, 2), rounds + 1);
            assert_eq!(over, Err(TournamentError::Over { round: rounds + 1, rounds }));
        }
        assert_eq!(round(&entrants(4), &[], (Mode::RoundRobin, 3), 1), Err(TournamentError::NotForTwo(3)));
    }

    #[test]
    fn who_comes_late_or_leaves_is_paired_while_they_are_there() {
        let mut entrants = entrants(5);
        entrants[4].from = 2;
        let first = round(&entrants, &[], (Mode::Swiss, 2), 1).unwrap();
        assert_eq!((first.tables.len(), first.byes.len()), (2, 0));
        entrants[0].left = true;
        let second = round(&entrants, &play(&first, 1), (Mode::Swiss, 2), 2).unwrap();
        assert_eq!((second.tables.len(), second.byes.len()), (2, 0));
        assert!(!second.tables.iter().any(|table| table.guests.contains(&entrants[0].guest)));
        let rest = [entrants[0].clone(), entrants[1].clone()];
        assert_eq!(round(&rest, &[], (Mode::Swiss, 2), 1), Err(TournamentError::TooFew(1)));
    }
}
