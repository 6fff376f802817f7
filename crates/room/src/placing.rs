//! Who came in at which place.

use table::{Item, Seat};

use crate::event::Chair;
use crate::room::Room;
use crate::seating::Score;

/// Somebody who played a game to its end, or should have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Placed {
    /// Who, by identity.
    pub guest: String,
    /// What they were called.
    pub name: String,
    /// What they took, each with the sort of thing it is, as often as they did.
    pub taken: Vec<Item>,
    /// Their place: 1 for the best, the same for those who share it.
    pub place: usize,
}

/// Everybody's place by seat: who won, then by points where there are any; whoever was not there in the end comes after all others.
fn places(Score { winners, scores }: &Score, absent: &[bool]) -> Vec<usize> {
    // The smaller the better.
    let key = |seat: usize| {
        let lost = !winners.contains(&seat);
        (absent[seat], lost, -i64::from(scores.get(seat).copied().filter(|_| lost).unwrap_or(0)))
    };
    let place = |seat: usize| 1 + (0..absent.len()).filter(|other| key(*other) < key(seat)).count();
    (0..absent.len()).map(place).collect()
}

impl Room {
    /// Who came in at which place, once the game is over: those who began it, wherever they are now. Nothing where a bot took part from
    /// the beginning, or somebody sat on two seats: such a game counts for nobody.
    pub fn placed(&self) -> Option<Vec<Placed>> {
        let score = self.brief().ended?;
        let seating = &self.seating;
        let people: Option<Vec<(&str, &str)>> = seating
            .began
            .iter()
            .map(|chair| match chair {
                Chair::Guest(id, name) => Some((id.as_str(), name.as_str())),
                Chair::Open | Chair::Link | Chair::Bot(_) => None,
            })
            .collect();
        let people = people?;
        let twice = (1..people.len()).any(|at| people[..at].iter().any(|(id, _)| *id == people[at].0));
        if twice || people.is_empty() {
            return None;
        }
        let gone = |(seat, (id, _)): (Seat, &(&str, &str))| {
            seating.minded.contains_key(&seat) || !seating.seats_of(id).contains(seat)
        };
        let absent: Vec<bool> = Seat::all(people.len()).zip(&people).map(gone).collect();
        let places = places(&score, &absent);
        let taken = |seat: Seat| self.game.as_ref().map(|game| game.taken(seat)).unwrap_or_default();
        let placed = |(seat, ((id, name), place)): (Seat, ((&str, &str), usize))| Placed {
            guest: id.to_owned(),
            name: name.to_owned(),
            taken: taken(seat),
            place,
        };
        let seats = Seat::all(people.len());
        Some(seats.zip(people.into_iter().zip(places)).map(placed).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(winners: &[usize], scores: &[i32], absent: &[bool]) -> Vec<usize> {
        places(&Score { winners: winners.to_vec(), scores: scores.to_vec() }, absent)
    }

    #[test]
    fn who_won_comes_first_then_by_points_and_who_left_last() {
        let here = [false; 3];
        assert_eq!(of(&[1], &[12, 9, 15], &here), [3, 1, 2], "who won has won, whatever the points say");
        assert_eq!(of(&[0, 2], &[7, 3, 7], &here), [1, 3, 1]);
        assert_eq!(of(&[0], &[], &here), [1, 2, 2], "nobody counted");
        assert_eq!(of(&[], &[], &here), [1, 1, 1], "nobody won");
        assert_eq!(
            of(&[2], &[7, 9, 12], &[false, false, true]),
            [2, 1, 3],
            "a bot won for somebody who left"
        );
        assert_eq!(of(&[0], &[7, 9, 12], &[false, true, true]), [1, 3, 2]);
    }
}
