//! One game from the deal to its end.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use bots::{Budget, Player, Question, Thought, choices};
use table::{Game, Light, Rulebook as _, Seat, Turn, Viewer};

use crate::error::LabError;

/// So many decisions of a game without an end are told.
const LAST: usize = 12;

/// A finished game.
#[derive(Clone, Copy, Debug)]
pub struct Sitting<G> {
    /// The last state.
    pub end: G,
    /// How many decisions it took.
    pub decisions: u32,
}

/// Plays these games on so many threads; the first error ends it. They come in no order.
pub(crate) fn many<T: Send>(
    jobs: usize,
    games: &[u64],
    game: impl Fn(u64) -> Result<T, LabError> + Sync,
) -> Result<Vec<T>, LabError> {
    let (next, done) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || -> Result<(), LabError> {
        while let Some(number) = games.get(next.fetch_add(1, Ordering::Relaxed)) {
            let found = game(*number);
            let found = found.inspect_err(|_| next.store(games.len(), Ordering::Relaxed))?;
            done.lock().map_err(|_| LabError::Panicked)?.push(found);
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..jobs.max(1)).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| worker.join().map_err(|_| LabError::Panicked)?)
    })?;
    done.into_inner().map_err(|_| LabError::Panicked)
}

/// Lets players play one game to its end. All luck of the table comes from `deal`, all luck of the players from `wits`. `watch` is
/// shown every decision before it is played. The error says what the engine did wrong.
pub fn play<G: Game>(
    rules: &G::Rules,
    players: &mut [Box<dyn Player<G>>],
    deal: u64,
    wits: u64,
    mut watch: impl FnMut(&G, Seat, G::Action),
) -> Result<Sitting<G>, LabError> {
    play_thoughtfully(rules, players, deal, wits, |state, seat, _, thought| {
        watch(state, seat, thought.action);
        Ok(())
    })
}

/// The same, with what each player found. `watch` is shown every decision with what could be chosen, and may change what is played; its
/// error ends the game.
pub fn play_thoughtfully<G: Game>(
    rules: &G::Rules,
    players: &mut [Box<dyn Player<G>>],
    deal: u64,
    wits: u64,
    mut watch: impl FnMut(&G, Seat, &[G::Action], &mut Thought<G::Action>) -> Result<(), LabError>,
) -> Result<Sitting<G>, LabError> {
    let (mut luck, mut wits, mut legal) = (Light::new(deal), Light::new(wits), Vec::new());
    for player in players.iter_mut() {
        player.forget();
    }
    debug_assert_eq!(players.len(), rules.players(), "every seat has its player");
    let mut state = G::new(rules, &mut luck);
    let (mut decisions, mut last) = (0, Vec::new());
    while let Turn::Decide(seats) = state.turn(rules) {
        let Some(seat) = seats.first() else {
            return Err(LabError::NobodyDecides { decisions, deal });
        };
        let near_the_end = decisions as usize + LAST >= G::INFO.most_decisions;
        if near_the_end && decisions as usize >= G::INFO.most_decisions {
            let last = last.join(", ");
            return Err(LabError::Endless { decisions, deal, last });
        }
        if seat.index() >= players.len() {
            return Err(LabError::EmptySeat { seat, deal });
        }
        choices(rules, &state, seat, &mut legal);
        if legal.is_empty() {
            return Err(LabError::DeadEnd { seat, deal });
        }
        let look = || state.view(rules, Viewer::Seat(seat));
        let question = Question::new(rules, seat, &look, &legal, Budget::OWN, wits.next_u64());
        let mut thought = players[seat.index()].consider(&question);
        watch(&state, seat, &legal, &mut thought)?;
        if near_the_end {
            last.push(format!("{seat} {}", G::write(rules, thought.action)));
        }
        state.play_unchecked(rules, seat, thought.action, &mut luck);
        decisions += 1;
    }
    Ok(Sitting { end: state, decisions })
}
