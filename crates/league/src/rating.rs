//! How well somebody plays, as far as the results say.

use serde::{Deserialize, Serialize};
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, decay_deviation, glicko2_rating_period};

/// A rating is provisional while it is this uncertain.
const UNCERTAIN: f64 = 110.0;

/// How long a rating period is: after each without a game a rating is a little less certain. A week, in milliseconds.
const PERIOD: u64 = 7 * 24 * 60 * 60 * 1000;

/// The most periods that count: after a year nothing is certain any more.
const PERIODS: u64 = 52;

/// Somebody's rating in one game with one number of players.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Rating {
    /// The middle of what is likely.
    pub value: f64,
    /// How far off it may be: the true one lies within two of these, nineteen times of twenty.
    pub deviation: f64,
    /// How much the results swing.
    pub volatility: f64,
    /// How many games it rests on.
    pub games: u32,
    /// When the last of them ended, in milliseconds since 1970.
    pub at: u64,
}

impl Default for Rating {
    fn default() -> Self {
        let Glicko2Rating { rating, deviation, volatility } = Glicko2Rating::new();
        Self { value: rating, deviation, volatility, games: 0, at: 0 }
    }
}

impl Rating {
    /// Whether it is still a guess.
    pub fn is_provisional(&self) -> bool {
        self.deviation > UNCERTAIN
    }

    /// As it is shown: a whole number.
    pub fn shown(&self) -> i64 {
        self.value.round() as i64
    }

    /// The same at a later time: what was not tested for long is less certain.
    #[must_use]
    pub fn at_time(self, now: u64) -> Self {
        let idle = if self.games == 0 { 0 } else { now.saturating_sub(self.at) / PERIOD };
        let decayed = (0..idle.min(PERIODS)).fold(self.glicko(), |rating, _| decay_deviation(&rating));
        Self { deviation: decayed.deviation, ..self }
    }

    const fn glicko(&self) -> Glicko2Rating {
        Glicko2Rating { rating: self.value, deviation: self.deviation, volatility: self.volatility }
    }
}

/// A number as far as it is kept: so short that it is the same after it was written and read again.
fn kept(number: f64, parts: f64) -> f64 {
    (number * parts).round() / parts
}

/// The ratings after a game that ended at this time, in which everybody came in at a place: 1 for the best, the same for those who share it.
/// A game of several is one with each of the others.
///
/// The two slices must be of the same length.
pub fn rated(before: &[Rating], places: &[usize], now: u64) -> Vec<Rating> {
    assert_eq!(before.len(), places.len(), "everybody came in at a place");
    let then: Vec<Rating> = before.iter().map(|rating| rating.at_time(now)).collect();
    let config = Glicko2Config::new();
    let after = |(at, rating): (usize, &Rating)| {
        let others = (0..then.len()).filter(|other| *other != at);
        let results: Vec<(Glicko2Rating, Outcomes)> = others
            .map(|other| {
                let outcome = match places[at].cmp(&places[other]) {
                    std::cmp::Ordering::Less => Outcomes::WIN,
                    std::cmp::Ordering::Equal => Outcomes::DRAW,
                    std::cmp::Ordering::Greater => Outcomes::LOSS,
                };
                (then[other].glicko(), outcome)
            })
            .collect();
        if results.is_empty() {
            return *rating;
        }
        let Glicko2Rating { rating: value, deviation, volatility } =
            glicko2_rating_period(&rating.glicko(), &results, &config);
        let (value, deviation) = (kept(value, 1e6), kept(deviation, 1e6));
        Rating { value, deviation, volatility: kept(volatility, 1e9), games: rating.games + 1, at: now }
    };
    then.iter().enumerate().map(after).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_wins_rises_and_who_loses_falls_and_both_are_surer() {
        let [ann, bob] = [Rating::default(); 2];
        let after = rated(&[ann, bob], &[1, 2], 5);
        assert!(after[0].value > ann.value && after[1].value < bob.value);
        assert!(
            ((after[0].value - 1500.0) + (after[1].value - 1500.0)).abs() < 1e-9,
            "alike before, mirrored after"
        );
        assert!(
            after
                .iter()
                .all(|rating| rating.deviation < ann.deviation && rating.games == 1 && rating.at == 5)
        );
        let drawn = rated(&[ann, bob], &[1, 1], 5);
        assert!((drawn[0].value - 1500.0).abs() < 1e-9);
    }

    #[test]
    fn of_several_the_middle_stays_in_the_middle() {
        let after = rated(&[Rating::default(); 3], &[1, 2, 3], 5);
        assert!(after[0].value > after[1].value && after[1].value > after[2].value);
        assert!((after[1].value - 1500.0).abs() < 1.0, "{}", after[1].value);
        // Whoever plays alone learns nothing about themselves.
        assert_eq!(rated(&[Rating::default()], &[1], 9), [Rating::default()]);
    }

    #[test]
    fn ratings_find_the_truth_and_are_then_no_guesses_any_more() {
        // The better one wins three games of four: about 190 points apart.
        let mut ratings = vec![Rating::default(); 2];
        for game in 0..400 {
            let places = if game % 4 == 3 { [2, 1] } else { [1, 2] };
            ratings = rated(&ratings, &places, game);
        }
        let apart = ratings[0].value - ratings[1].value;
        assert!((120.0..=300.0).contains(&apart), "{apart}");
        assert!(ratings.iter().all(|rating| !rating.is_provisional()));
        assert!(Rating::default().is_provisional());
    }

    #[test]
    fn what_was_not_tested_for_long_is_less_certain() {
        let played = Rating { deviation: 60.0, games: 30, at: 0, ..Rating::default() };
        let later = played.at_time(PERIOD * 20);
        assert!(later.deviation > played.deviation && (later.value - played.value).abs() < 1e-9);
        let never = played.at_time(u64::MAX);
        assert!(never.deviation <= 350.0, "{}", never.deviation);
        assert_eq!(Rating::default().at_time(u64::MAX), Rating::default());
    }
}
