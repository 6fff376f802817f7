//! What a thing is worth, by lot: of those who want it some may not have it.
//!
//! That those who took something win more or less often says little by itself: who takes it may have been ahead or behind, rich or at a
//! loss. Here a lot decides, when a player wants a thing for the first time in a game, whether that player may have it in this game at
//! all; who may not does the next best. The two groups differ by nothing but the lot, so the difference between how often they win is
//! what the thing is worth to those who want it, against what they would do without it.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use bots::{Mind, Player, Question, named};
use serde::{Deserialize, Serialize};
use table::{Item, Light, Rulebook as _, Seat, Traced, nth_seed};

use crate::balance::Share;
use crate::error::LabError;
use crate::interval::USUAL;
use crate::sitting::{many, play};

/// One of so many who want a thing may not have it.
const ONE_IN: u32 = 4;

/// Whether the lot is kept to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Denial {
    /// Who draws a blank goes without.
    Real,
    /// Who draws a blank has it all the same: whatever is found then is chance. This is the control.
    InName,
}

/// What is to be measured: games between equal players.
#[derive(Clone, Debug)]
pub struct Lottery {
    /// Who sits on every seat.
    pub player: String,
    /// How many games.
    pub games: u64,
    /// All luck comes from this number.
    pub seed: u64,
    /// How many threads.
    pub jobs: usize,
    /// Whether the lot is kept to.
    pub denial: Denial,
}

/// What a thing is worth to those who want it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Worth {
    /// What sort of thing it is.
    pub sort: String,
    /// Its name.
    pub name: String,
    /// How often those win who had it.
    pub had: Share,
    /// How often those win who wanted it and might not.
    pub denied: Share,
    /// How much more often those who had it win, in points of a hundred.
    pub worth: f64,
    /// With 95 % certainty it is no farther off than this, in points.
    pub error: f64,
}

/// What became of a wish.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Lot {
    Granted,
    Denied,
}

type Wishes = Arc<Mutex<BTreeMap<Item, Lot>>>;

/// A player who may not have all it wants.
struct Drawing<G: Traced> {
    player: Box<dyn Player<G>>,
    lots: Light,
    wishes: Wishes,
    denial: Denial,
}

impl<G: Traced> Player<G> for Drawing<G> {
    fn choose(&mut self, asked: &Question<'_, G>) -> G::Action {
        let mut legal = asked.legal.to_vec();
        loop {
            let look = || asked.view().clone();
            let question = Question::new(asked.rules, asked.seat, &look, &legal, asked.budget, asked.seed);
            let action = self.player.choose(&question);
            let Some(item) = G::taken(asked.rules, action) else { return action };
            let others = legal.iter().copied().filter(|it| G::taken(asked.rules, *it) != Some(item.clone()));
            let others: Vec<_> = others.collect();
            if others.is_empty() {
                // There is nothing else to do: no wish, and no lot.
                return action;
            }
            let mut wishes = self.wishes.lock().unwrap_or_else(PoisonError::into_inner);
            let lots = &mut self.lots;
            let draw = || if table::Chance::below(lots, ONE_IN) == 0 { Lot::Denied } else { Lot::Granted };
            let lot = *wishes.entry(item).or_insert_with(draw);
            if lot == Lot::Granted || self.denial == Denial::InName {
                return action;
            }
            legal = others;
        }
    }

    fn forget(&mut self) {
        self.player.forget();
    }
}

/// What one game showed: what others go on from.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Drawn {
    /// Its number.
    pub(crate) game: u64,
    wishes: Vec<Wish>,
}

/// One wish of one game: what for, what became of it, and what was won.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Wish {
    sort: String,
    name: String,
    lot: Lot,
    won: f64,
}

/// Makes the player of a seat.
type Seating<'a, G> = &'a (dyn Fn() -> Result<Box<dyn Player<G>>, LabError> + Sync);

impl Lottery {
    /// Plays the games and sums up, the farthest from nothing first; `tell` is called after every game.
    pub fn run<G: Mind + Traced>(
        &self,
        rules: &G::Rules,
        tell: &(dyn Fn() + Sync),
    ) -> Result<Vec<Worth>, LabError> {
        let all: Vec<u64> = (0..self.games).collect();
        Ok(worths(self.some::<G>(rules, &all, &|_| tell())?))
    }

    /// Plays these games, and tells what each showed.
    pub(crate) fn some<G: Mind + Traced>(
        &self,
        rules: &G::Rules,
        games: &[u64],
        tell: &(dyn Fn(&Drawn) + Sync),
    ) -> Result<Vec<Drawn>, LabError> {
        self.among(rules, &|| Ok(named::<G>(&self.player)?), games, tell)
    }

    /// The same among players made in this way.
    fn among<G: Traced>(
        &self,
        rules: &G::Rules,
        player: Seating<'_, G>,
        games: &[u64],
        tell: &(dyn Fn(&Drawn) + Sync),
    ) -> Result<Vec<Drawn>, LabError> {
        player()?;
        many(self.jobs, games, |game| {
            let drawn = Drawn { game, wishes: self.game(rules, player, game)? };
            tell(&drawn);
            Ok(drawn)
        })
    }

    fn game<G: Traced>(
        &self,
        rules: &G::Rules,
        player: Seating<'_, G>,
        game: u64,
    ) -> Result<Vec<Wish>, LabError> {
        let seed = nth_seed(self.seed, game);
        let (mut players, mut wishes): (Vec<Box<dyn Player<G>>>, Vec<Wishes>) = (Vec::new(), Vec::new());
        for seat in Seat::all(rules.players()) {
            let own = Wishes::default();
            wishes.push(Arc::clone(&own));
            players.push(Box::new(Drawing {
                player: player()?,
                lots: Light::new(nth_seed(seed, 1 + seat.index() as u64)),
                wishes: own,
                denial: self.denial,
            }));
        }
        let sitting = play(rules, &mut players, seed, !seed, |_: &G, _, _| {})?;
        let outcome = sitting.end.outcome(rules).ok_or(LabError::NoOutcome)?;
        let mut all = Vec::new();
        for (seat, wishes) in Seat::all(rules.players()).zip(wishes) {
            let wishes = wishes.lock().unwrap_or_else(PoisonError::into_inner);
            all.extend(wishes.iter().map(|(Item { sort, name }, lot)| {
                let (sort, name) = ((*sort).to_owned(), name.clone());
                Wish { sort, name, lot: *lot, won: outcome.reward(seat) }
            }));
        }
        Ok(all)
    }
}

/// How many there are, and how much they won.
#[derive(Clone, Copy, Default)]
struct Group {
    count: f64,
    won: f64,
}

impl Group {
    /// The square of the error of its share.
    fn doubt(self) -> f64 {
        let share = self.won / self.count.max(1.0);
        share * (1.0 - share) / self.count.max(1.0)
    }
}

/// What games that were drawn for showed, in whatever order they come, the farthest from nothing first.
pub(crate) fn worths(mut drawn: Vec<Drawn>) -> Vec<Worth> {
    drawn.sort_by_key(|drawn| drawn.game);
    let mut groups: BTreeMap<(String, String), [Group; 2]> = BTreeMap::new();
    for Wish { sort, name, lot, won } in drawn.into_iter().flat_map(|drawn| drawn.wishes) {
        let group = &mut groups.entry((sort, name)).or_default()[usize::from(lot == Lot::Denied)];
        group.count += 1.0;
        group.won += won;
    }
    let mut worths: Vec<Worth> = groups
        .into_iter()
        .map(|((sort, name), [had, denied])| {
            let error = 100.0 * USUAL * (had.doubt() + denied.doubt()).sqrt();
            let (had, denied) = (Share::new(had.won, had.count), Share::new(denied.won, denied.count));
            let worth = 100.0 * (had.share - denied.share);
            Worth { sort, name, had, denied, worth, error }
        })
        .collect();
    worths.sort_by(|a, b| b.worth.abs().total_cmp(&a.worth.abs()));
    worths
}

#[cfg(test)]
mod tests {
    use gloria_lots::{Action, Lots, Rules};
    use table::Options;

    use super::*;

    fn lottery(denial: Denial, jobs: usize) -> Lottery {
        Lottery { player: "random".to_owned(), games: 2000, seed: 4, jobs, denial }
    }

    fn rules(players: &str) -> Rules {
        Rules::from_options(&Options::new().with("players", players)).unwrap()
    }

    fn run(denial: Denial) -> Vec<Worth> {
        lottery(denial, 2).run::<Lots>(&rules("3"), &|| {}).unwrap()
    }

    /// Buries what it has, the highest first, and shows a 1 only once it has much: whoever shows a 1 wins, though not by that.
    struct Boaster;

    impl Player<Lots> for Boaster {
        fn choose(&mut self, asked: &Question<'_, Lots>) -> Action {
            let view = asked.view();
            let buried: u32 = (1..).zip(&view.grave).map(|(number, count)| number * u32::from(*count)).sum();
            if buried >= 38 && asked.legal.contains(&Action::Play(1)) {
                return Action::Play(1);
            }
            let high = (2..=9).rev().map(Action::Bury).find(|action| asked.legal.contains(action));
            high.unwrap_or(Action::Draw)
        }
    }

    fn of<'a>(found: &'a [Worth], name: &str) -> &'a Worth {
        found.iter().find(|it| it.name == name).unwrap()
    }

    #[test]
    fn high_numbers_are_worth_having_and_low_ones_are_not() {
        let found = run(Denial::Real);
        let (high, low) = (of(&found, "bury 9"), of(&found, "bury 1"));
        assert!(high.worth > high.error, "{high:?}");
        assert!(low.worth < low.error && low.worth < high.worth - high.error, "{low:?}");
    }

    #[test]
    fn what_only_those_take_who_are_ahead_is_not_taken_for_good() {
        let rules = rules("2");
        let lottery = Lottery { games: 12_000, ..lottery(Denial::Real, 2) };
        let games: Vec<u64> = (0..lottery.games).collect();
        let found = worths(lottery.among(&rules, &|| Ok(Box::new(Boaster)), &games, &|_| {}).unwrap());
        let (boast, high) = (of(&found, "play 1"), of(&found, "bury 9"));
        // Counted by who takes it, a 1 that is shown seems to be the best there is.
        assert!(boast.had.share > 0.65 && boast.had.share > high.had.share, "{boast:?} {high:?}");
        assert!(boast.worth < boast.error, "{boast:?}");
        assert!(high.worth > 2.0 * high.error, "{high:?}");
    }

    #[test]
    fn threads_change_nothing() {
        let one = lottery(Denial::Real, 1).run::<Lots>(&rules("3"), &|| {}).unwrap();
        assert_eq!(one, run(Denial::Real));
    }

    #[test]
    fn a_lot_that_is_not_kept_to_finds_nothing() {
        let found = run(Denial::InName);
        let far = found.iter().filter(|it| it.worth.abs() > it.error).count();
        assert!(far * 5 <= found.len(), "{far} of {}: {found:?}", found.len());
        let high = of(&found, "bury 9");
        assert!(high.worth.abs() < 2.0 * high.error, "{high:?}");
    }
}
