//! How a tournament stands.

use serde::{Deserialize, Serialize};

use crate::tournament::{Entrant, Played};

/// What a win is worth: so many parts that every shared place of up to five is whole.
const WIN: u32 = 120;

/// How somebody stands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Standing {
    /// Who, by identity.
    pub guest: String,
    /// Their place; the same for those whom nothing tells apart.
    pub place: usize,
    /// Their points, in parts of a win.
    points: u32,
    /// The points of all whom they met, together.
    opponents: u32,
    /// How many tables they won alone.
    pub wins: usize,
    /// How many tables they played.
    pub tables: usize,
}

impl Standing {
    /// Their points: one for a win, nothing for the last place, between them in equal steps.
    pub fn points(&self) -> f64 {
        f64::from(self.points) / f64::from(WIN)
    }

    /// The points of all whom they met, together, which tells those of equal points apart.
    pub fn opponents(&self) -> f64 {
        f64::from(self.opponents) / f64::from(WIN)
    }
}

/// The points of a place among so many, shared by all who have it.
fn worth(places: &[(String, usize)], own: usize) -> u32 {
    let others = places.len() as u32 - 1;
    if others == 0 {
        return WIN;
    }
    let better = places.iter().filter(|(_, place)| *place < own).count() as u32;
    let equal = places.iter().filter(|(_, place)| *place == own).count() as u32;
    // The mean of the steps that those of this place share.
    let (first, last) = (others - better, others + 1 - better - equal);
    WIN * (first + last) / (2 * others)
}

/// Everybody's standing, best first: by points, then by those of whom they met, then by wins. Those whom nothing tells apart share a place
/// and are listed by their rating.
pub fn standings(entrants: &[Entrant], played: &[Played]) -> Vec<Standing> {
    let own = |guest: &str| {
        let tables = played.iter().filter_map(|table| {
            let place = table.places.iter().find(|(there, _)| there == guest)?.1;
            Some((table, place))
        });
        tables.collect::<Vec<_>>()
    };
    let points =
        |guest: &str| own(guest).iter().map(|(table, place)| worth(&table.places, *place)).sum::<u32>();
    let mut found: Vec<(Standing, f64)> = entrants
        .iter()
        .map(|entrant| {
            let tables = own(&entrant.guest);
            let others = tables.iter().flat_map(|(table, _)| &table.places);
            let others = others.filter(|(there, _)| *there != entrant.guest);
            let alone = |(table, place): &&(&Played, usize)| {
                *place == 1 && table.places.iter().filter(|(_, place)| *place == 1).count() == 1
            };
            let standing = Standing {
                guest: entrant.guest.clone(),
                place: 0,
                points: points(&entrant.guest),
                opponents: others.map(|(there, _)| points(there)).sum(),
                wins: tables.iter().filter(alone).count(),
                tables: tables.len(),
            };
            (standing, entrant.rating)
        })
        .collect();
    let key = |standing: &Standing| (standing.points, standing.opponents, standing.wins);
    found.sort_by(|(one, rated), (other, otherwise)| {
        key(other).cmp(&key(one)).then(otherwise.total_cmp(rated)).then(one.guest.cmp(&other.guest))
    });
    let mut standings: Vec<Standing> = found.into_iter().map(|(standing, _)| standing).collect();
    for at in 0..standings.len() {
        let shared = at > 0 && key(&standings[at - 1]) == key(&standings[at]);
        standings[at].place = if shared { standings[at - 1].place } else { at + 1 };
    }
    standings
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(all: &[(&str, usize)]) -> Vec<(String, usize)> {
        all.iter().map(|(guest, place)| ((*guest).to_owned(), *place)).collect()
    }

    #[test]
    fn places_are_worth_equal_steps_and_shared_ones_their_mean() {
        let four = places(&[("a", 1), ("b", 2), ("c", 3), ("d", 4)]);
        assert_eq!([1, 2, 3, 4].map(|own| worth(&four, own)), [120, 80, 40, 0]);
        let shared = places(&[("a", 1), ("b", 1), ("c", 3)]);
        assert_eq!([1, 3].map(|own| worth(&shared, own)), [90, 0]);
        assert_eq!(worth(&places(&[("a", 1), ("b", 1)]), 1), 60);
        assert_eq!(worth(&places(&[("a", 1)]), 1), 120, "nobody to play with");
        for players in 2..=5_usize {
            for equal in 1..=players {
                let all: Vec<(String, usize)> =
                    (0..players).map(|at| (at.to_string(), if at < equal { 1 } else { at + 1 })).collect();
                let sum: u32 = all.iter().map(|(_, place)| worth(&all, *place)).sum();
                assert_eq!(sum, WIN * players as u32 / 2, "{equal} of {players} share the first place");
            }
        }
    }

    #[test]
    fn points_come_first_then_whom_one_met() {
        let entrant = |guest: &str, rating| Entrant { guest: guest.to_owned(), rating, from: 1, left: false };
        let entrants = [entrant("a", 1.0), entrant("b", 2.0), entrant("c", 3.0), entrant("d", 4.0)];
        let played = [
            Played { round: 1, places: places(&[("a", 1), ("b", 2)]) },
            Played { round: 1, places: places(&[("c", 1), ("d", 2)]) },
            Played { round: 2, places: places(&[("c", 1), ("a", 2)]) },
            Played { round: 2, places: places(&[("b", 1), ("d", 2)]) },
        ];
        let standings = standings(&entrants, &played);
        let order: Vec<(&str, usize)> = standings.iter().map(|one| (one.guest.as_str(), one.place)).collect();
        // Both have a point; who lost to the winner has met more.
        assert_eq!(order, [("c", 1), ("a", 2), ("b", 3), ("d", 4)]);
        assert!((standings[0].points() - 2.0).abs() < 1e-9 && (standings[1].opponents() - 3.0).abs() < 1e-9);
        // Before anything was played all are equal, and listed by their rating.
        let fresh = super::standings(&entrants, &[]);
        assert_eq!(fresh.iter().map(|one| one.guest.as_str()).collect::<String>(), "dcba");
        assert!(fresh.iter().all(|one| one.place == 1));
    }
}
