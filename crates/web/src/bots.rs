//! Automatic players: their levels, and the threads they think on.

use std::sync::{Arc, Mutex, mpsc};

use table::{Chance, Game, Light, Seat, Viewer};
use tokio::sync::oneshot;

/// The levels, gentlest first: each name and what it is like.
pub const LEVELS: &[(&str, &str)] = &[("random", "plays anything that is allowed")];

/// The level of a quick game and of a seat that was left.
pub const USUAL: &str = LEVELS[LEVELS.len() - 1].0;

/// The level of this name, as the list spells it.
pub fn level(name: &str) -> Option<&'static str> {
    LEVELS.iter().map(|(level, _)| *level).find(|level| *level == name)
}

/// What an automatic player decides: one of the legal actions, or none if there is none. This is the one place where levels
/// become players. It gets the view and the legal actions; nothing else exists for it.
pub fn choose<G: Game>(
    rules: &G::Rules,
    view: &G::View,
    seat: Seat,
    legal: &[G::Action],
    level: &str,
    seed: u64,
) -> Option<G::Action> {
    let _ = (rules, view, seat, level);
    let mut luck = Light::new(seed);
    let willing: Vec<G::Action> = legal.iter().copied().filter(|action| !G::concedes(*action)).collect();
    let among = if willing.is_empty() { legal } else { &willing };
    if among.is_empty() { None } else { Some(among[luck.below(among.len() as u32) as usize]) }
}

/// The view an automatic player gets.
pub fn eyes(seat: Seat) -> Viewer {
    Viewer::Seat(seat)
}

/// A thought to be thought: answers an action in notation.
pub type Job = Box<dyn FnOnce() -> Option<String> + Send>;

/// A few threads that think for automatic players, apart from those that serve the tables. What waits is bounded.
#[derive(Clone, Debug)]
pub struct Pool(mpsc::SyncSender<(Job, oneshot::Sender<Option<String>>)>);

/// How many thoughts may wait.
const WAITING: usize = 1024;

impl Pool {
    /// A pool of this many threads, at least one.
    pub fn new(threads: usize) -> Self {
        let (send, receive) = mpsc::sync_channel::<(Job, oneshot::Sender<Option<String>>)>(WAITING);
        let receive = Arc::new(Mutex::new(receive));
        for at in 0..threads.max(1) {
            let receive = Arc::clone(&receive);
            let work = move || {
                loop {
                    let next = receive.lock().ok().and_then(|waiting| waiting.recv().ok());
                    let Some((job, answer)) = next else { return };
                    // A player that panics forfeits the thought, not the thread.
                    let thought = std::panic::catch_unwind(std::panic::AssertUnwindSafe(job)).unwrap_or(None);
                    drop(answer.send(thought));
                }
            };
            // Without a thread the others, or nobody, think: tables stay playable by people.
            let _ = std::thread::Builder::new().name(format!("bot-{at}")).spawn(work);
        }
        Self(send)
    }

    /// Thinks; `None` if nothing came of it or too much is waiting.
    pub async fn think(&self, job: Job) -> Option<String> {
        let (answer, answered) = oneshot::channel();
        self.0.try_send((job, answer)).ok()?;
        answered.await.ok().flatten()
    }
}
