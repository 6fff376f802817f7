//! What a card set does: who wins from where, how games go, and what each card is worth.

use std::collections::BTreeMap;

use bots::{Mind, named};
use serde::{Deserialize, Serialize};
use table::{Item, MAX_SEATS, Rulebook as _, Seat, Traced, Viewer, nth_seed};

use crate::error::LabError;
use crate::interval::{USUAL, wilson};
use crate::sitting::{many, play};

/// A lead counts as changed only if the new leader's chance is so much larger.
const CLEARLY: f32 = 0.02;

/// What is to be measured: games between equal players.
#[derive(Clone, Debug)]
pub struct Balance {
    /// Who sits on every seat.
    pub player: String,
    /// How many games.
    pub games: u64,
    /// All luck comes from this number.
    pub seed: u64,
    /// How many threads.
    pub jobs: usize,
}

/// A share with its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Share {
    /// The share.
    pub share: f64,
    /// The lower end of its interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// Of how many it is a share.
    pub of: u64,
}

impl Share {
    pub(crate) fn new(hits: f64, of: f64) -> Self {
        let (low, high) = wilson(hits, of, USUAL);
        Self { share: if of > 0.0 { hits / of } else { 0.0 }, low, high, of: of as u64 }
    }
}

/// What a thing does for those who take it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Effect {
    /// What sort of thing it is.
    pub sort: String,
    /// Its name.
    pub name: String,
    /// How often a player takes it at least once in a game.
    pub taken: Share,
    /// How often those who took it win.
    pub wins: Share,
    /// How much more often than the mean of those who take anything of its sort, in points of a hundred.
    pub above: f64,
    /// How much better than that mean they stood just before they took it, as the evaluation judges, in points of a hundred: a thing
    /// that only those take who are behind is not bad for that. 0 for what was dealt.
    pub before: f64,
}

impl Effect {
    /// With 95 % certainty those who take it win so many points of a hundred more or less often than said.
    #[must_use]
    pub fn error(&self) -> f64 {
        50.0 * (self.wins.high - self.wins.low)
    }
}

/// All that was found.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Findings {
    /// The game.
    pub game: &'static str,
    /// How many sat at the table.
    pub players: usize,
    /// Who sat on every seat.
    pub player: String,
    /// How many games.
    pub games: u64,
    /// Where all luck came from.
    pub seed: u64,
    /// How often each seat wins, by its letter.
    pub seats: Vec<Share>,
    /// How often nobody wins.
    pub nobody: Share,
    /// The length of games in decisions: the shortest, then every tenth of them, then the longest.
    pub lengths: Vec<u32>,
    /// How often the lead changes hands in a game, on average.
    pub lead_changes: f64,
    /// How often whoever wins was not ahead half-way.
    pub comebacks: Share,
    /// How games end, and how often.
    pub endings: Vec<(String, Share)>,
    /// What each thing does, the farthest from the mean first.
    pub effects: Vec<Effect>,
}

/// What one game showed: what others go on from.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Seen {
    /// Its number.
    pub(crate) game: u64,
    /// What each seat won, in order.
    rewards: Vec<f64>,
    taken: Vec<Taken>,
    leads: u32,
    /// Who was ahead half-way, by its place.
    ahead_half_way: Option<usize>,
    decisions: u32,
    reason: String,
}

/// Something that a seat took, and the chance to win it had just before.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Taken {
    seat: usize,
    sort: String,
    name: String,
    before: f64,
}

impl Balance {
    /// Plays the games and sums up; `tell` is called after every game.
    pub fn run<G: Mind + Traced>(
        &self,
        rules: &G::Rules,
        tell: &(dyn Fn() + Sync),
    ) -> Result<Findings, LabError> {
        let all: Vec<u64> = (0..self.games).collect();
        let mut seen = self.some::<G>(rules, &all, &|_| tell())?;
        seen.sort_by_key(|seen| seen.game);
        Ok(self.findings::<G>(rules.players(), &seen))
    }

    /// Plays these games, and tells what each showed.
    pub(crate) fn some<G: Mind + Traced>(
        &self,
        rules: &G::Rules,
        games: &[u64],
        tell: &(dyn Fn(&Seen) + Sync),
    ) -> Result<Vec<Seen>, LabError> {
        named::<G>(&self.player)?;
        many(self.jobs, games, |game| {
            let found = self.game::<G>(rules, game)?;
            tell(&found);
            Ok(found)
        })
    }

    fn game<G: Mind + Traced>(&self, rules: &G::Rules, game: u64) -> Result<Seen, LabError> {
        let mut players = Vec::new();
        for _ in 0..rules.players() {
            players.push(named::<G>(&self.player)?);
        }
        let seed = nth_seed(self.seed, game);
        let (mut taken, mut leaders) = (BTreeMap::new(), Vec::new());
        let mut leader: Option<Seat> = None;
        let sitting = play(rules, &mut players, seed, !seed, |state: &G, seat, action| {
            let view = state.view(rules, Viewer::Spectator);
            let chances = G::evaluate(G::tuned(), rules, &view, rules.players());
            if let Some(item) = G::taken(rules, action) {
                taken.entry((seat, item)).or_insert_with(|| f64::from(chances[seat]));
            }
            let best = Seat::all(rules.players()).max_by(|a, b| chances[*a].total_cmp(&chances[*b]));
            leader = match (leader, best) {
                (Some(old), Some(new)) if chances[new] < chances[old] + CLEARLY => Some(old),
                (_, new) => new,
            };
            leaders.push(leader);
        })?;
        let even = 1.0 / rules.players() as f64;
        let dealt = |seat| sitting.end.dealt(rules, seat).map(|item| ((seat, item), even));
        taken.extend(Seat::all(rules.players()).filter_map(dealt));
        let outcome = sitting.end.outcome(rules).ok_or(LabError::NoOutcome)?;
        let took = |((seat, item), before): ((Seat, Item), f64)| Taken {
            seat: seat.index(),
            sort: item.sort.to_owned(),
            name: item.name,
            before,
        };
        Ok(Seen {
            game,
            rewards: Seat::all(rules.players()).map(|seat| outcome.reward(seat)).collect(),
            taken: taken.into_iter().map(took).collect(),
            leads: leaders.windows(2).filter(|pair| pair[0] != pair[1]).count() as u32,
            ahead_half_way: leaders.get(leaders.len() / 2).copied().flatten().map(Seat::index),
            decisions: sitting.decisions,
            reason: outcome.reason.to_owned(),
        })
    }

    /// What the games showed, in their order.
    pub(crate) fn findings<G: Mind>(&self, players: usize, seen: &[Seen]) -> Findings {
        let games = seen.len() as f64;
        let mut lengths: Vec<u32> = seen.iter().map(|seen| seen.decisions).collect();
        lengths.sort_unstable();
        let tenth = |tenth: usize| lengths.get(tenth * lengths.len().saturating_sub(1) / 10).copied();
        let won = |seat: Seat| -> f64 { seen.iter().map(|seen| seen.rewards[seat.index()]).sum() };
        let decided = seen.iter().filter(|seen| seen.rewards.iter().any(|reward| *reward > 0.0));
        let (mut comebacks, mut decisive) = (0.0, 0.0);
        for seen in decided.clone() {
            decisive += 1.0;
            comebacks +=
                seen.ahead_half_way.map_or(0.0, |seat| if seen.rewards[seat] > 0.0 { 0.0 } else { 1.0 });
        }
        let mut endings: BTreeMap<&str, f64> = BTreeMap::new();
        for seen in seen {
            *endings.entry(seen.reason.as_str()).or_default() += 1.0;
        }
        let mut endings: Vec<_> = endings
            .into_iter()
            .map(|(reason, count)| (reason.to_owned(), Share::new(count, games)))
            .collect();
        endings.sort_by(|a, b| b.1.share.total_cmp(&a.1.share));
        Findings {
            game: G::INFO.name,
            players,
            player: self.player.clone(),
            games: seen.len() as u64,
            seed: self.seed,
            seats: Seat::all(players).map(|seat| Share::new(won(seat), games)).collect(),
            nobody: Share::new(games - decisive, games),
            lengths: (0..=10).filter_map(tenth).collect(),
            lead_changes: seen.iter().map(|seen| f64::from(seen.leads)).sum::<f64>() / games.max(1.0),
            comebacks: Share::new(comebacks, decisive),
            endings,
            effects: effects(players, seen),
        }
    }
}

/// Those who took something: how many, how often they won, and the sum of their chances before.
#[derive(Clone, Copy, Default)]
struct Takers {
    count: f64,
    won: f64,
    before: f64,
}

impl Takers {
    fn add(&mut self, reward: f64, before: f64) {
        self.count += 1.0;
        self.won += reward;
        self.before += before;
    }
}

/// What each thing does, the farthest from its sort's mean first.
fn effects(players: usize, seen: &[Seen]) -> Vec<Effect> {
    let mut sums: BTreeMap<(&str, &str), Takers> = BTreeMap::new();
    let mut means: BTreeMap<&str, Takers> = BTreeMap::new();
    for game in seen {
        for Taken { seat, sort, name, before } in &game.taken {
            sums.entry((sort, name)).or_default().add(game.rewards[*seat], *before);
            means.entry(sort).or_default().add(game.rewards[*seat], *before);
        }
    }
    let seated = (seen.len() * players.min(MAX_SEATS)) as f64;
    let mut effects: Vec<Effect> = sums
        .iter()
        .map(|((sort, name), takers)| {
            let (wins, all) = (Share::new(takers.won, takers.count), means[sort]);
            Effect {
                sort: (*sort).to_owned(),
                name: (*name).to_owned(),
                taken: Share::new(takers.count, seated),
                wins,
                above: 100.0 * (wins.share - all.won / all.count),
                before: 100.0 * (takers.before / takers.count - all.before / all.count),
            }
        })
        .collect();
    effects.sort_by(|a, b| b.above.abs().total_cmp(&a.above.abs()));
    effects
}

#[cfg(test)]
mod tests {
    use gloria_lots::{Lots, Rules};
    use table::Options;

    use super::*;

    #[test]
    fn findings_add_up_and_high_numbers_win() {
        let rules = Rules::from_options(&Options::new().with("players", "3")).unwrap();
        let balance = |jobs| Balance { player: "random".to_owned(), games: 600, seed: 4, jobs };
        let one = balance(1).run::<Lots>(&rules, &|| {}).unwrap();
        let two = balance(2).run::<Lots>(&rules, &|| {}).unwrap();
        assert_eq!(one, two);
        let won: f64 = one.seats.iter().map(|seat| seat.share).sum();
        assert!((won + one.nobody.share - 1.0).abs() < 1e-9);
        let above = |name: &str| one.effects.iter().find(|effect| effect.name == name).unwrap().above;
        assert!(above("bury 9") > 5.0 && above("bury 1") < -5.0, "{:?}", one.effects);
        assert!(one.effects.windows(2).all(|pair| pair[0].above.abs() >= pair[1].above.abs()));
    }

    #[test]
    fn what_few_took_is_known_less() {
        let with = |of: f64| {
            let taken = Share::new(of, 2000.0);
            let wins = Share::new(of / 2.0, of);
            let (sort, name) = ("cards".to_owned(), String::new());
            Effect { sort, name, taken, wins, above: 0.0, before: 0.0 }.error()
        };
        assert!(with(2.0) > 35.0 && (with(1000.0) - 3.1).abs() < 0.1, "{} {}", with(2.0), with(1000.0));
    }

    #[test]
    fn what_those_take_who_are_behind_is_told_from_what_is_bad() {
        let took = |seat, name: &str, before| Taken {
            seat,
            sort: "cards".to_owned(),
            name: name.to_owned(),
            before,
        };
        let game = |winner: usize| Seen {
            game: 0,
            rewards: (0..2).map(|seat| if seat == winner { 1.0 } else { 0.0 }).collect(),
            taken: vec![took(0, "crutch", 0.1), took(1, "crown", 0.7)],
            leads: 0,
            ahead_half_way: None,
            decisions: 1,
            reason: String::new(),
        };
        // Of those who were behind, one in four wins all the same.
        let found = effects(2, &[game(0), game(1), game(1), game(1)]);
        let of = |name: &str| {
            found.iter().find(|effect| effect.name == name).map(|effect| (effect.above, effect.before))
        };
        let (above, before) = of("crutch").unwrap();
        assert!((above + 25.0).abs() < 1e-9 && (before + 30.0).abs() < 1e-9, "{above} {before}");
        let (above, before) = of("crown").unwrap();
        assert!((above - 25.0).abs() < 1e-9 && (before - 30.0).abs() < 1e-9, "{above} {before}");
    }
}
