//! Bots: their levels, and the threads they think on.

use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;

use ::bots::{Budget, Mind, Question};
use sha2::{Digest, Sha256};
use table::{Seat, Tell};
use tokio::sync::oneshot;

/// The level of a quick game and of a seat that was left, unless the server is set up otherwise.
pub const USUAL: &str = "fair";

/// The longest a player may think about one decision, whatever its level wants.
const PATIENCE: Duration = Duration::from_secs(4);

/// The levels, gentlest first: each name and what it is like.
pub fn levels() -> Vec<(&'static str, &'static str)> {
    ::bots::LEVELS.iter().map(|level| (level.name, level.meaning)).collect()
}

/// The level of this name, as the list spells it.
pub fn level(name: &str) -> Option<&'static str> {
    ::bots::LEVELS.iter().map(|level| level.name).find(|level| *level == name)
}

/// The actions a bot chooses from: those that give the game up only if there are no others.
fn willing<G: Mind>(legal: &[G::Action]) -> Vec<G::Action> {
    let willing: Vec<G::Action> = legal.iter().copied().filter(|action| !G::concedes(*action)).collect();
    if willing.is_empty() { legal.to_vec() } else { willing }
}

/// What a bot decides: one of the legal actions, or none if there is none. This is the one place where levels
/// become players. It gets the view and the legal actions; nothing else exists for it.
pub fn choose<G: Mind>(
    rules: &G::Rules,
    view: &G::View,
    seat: Seat,
    legal: &[G::Action],
    level: &str,
    seed: u64,
) -> Option<G::Action> {
    let among = willing::<G>(legal);
    match among.as_slice() {
        [] => None,
        [only] => Some(*only),
        several => {
            let mut player = ::bots::named::<G>(self::level(level)?).ok()?;
            let look = || view.clone();
            Some(player.choose(&Question::new(rules, seat, &look, several, Budget::time(PATIENCE), seed)))
        }
    }
}

/// What a strong player would think of the best few actions, one line each. The answer depends on the view and on nothing else: it
/// thinks for a number of iterations, not for a time, and its luck comes from the view's own bytes, so that asking again, or at a table that looks the same, says the same.
pub fn advise<G: Mind + Tell>(
    rules: &G::Rules,
    view: &G::View,
    seat: Seat,
    legal: &[G::Action],
) -> Vec<String> {
    let among = willing::<G>(legal);
    let look = || view.clone();
    let seed = serde_json::to_vec(view).map_or(0, |bytes| hash(&bytes));
    let asked = Question::new(rules, seat, &look, &among, Budget::OWN, seed);
    ::bots::adviser::<G>().explain(&asked).words::<G>(rules, view, 3)
}

/// The first eight bytes of a hash.
fn hash(bytes: &[u8]) -> u64 {
    let hash = Sha256::digest(bytes);
    u64::from_le_bytes(std::array::from_fn(|at| hash[at]))
}

/// A thought to be thought: answers an action in notation.
pub type Job = Box<dyn FnOnce() -> Option<String> + Send>;

/// Gives this thread the lowest priority: thinking uses what the tables leave, however much there is to think about. Where that can't
/// be had the threads are still fewer than the cores.
fn step_back() {
    #[cfg(target_os = "linux")]
    let _ = rustix::process::setpriority_process(Some(rustix::thread::gettid()), 19);
}

/// A few threads that think for bots, apart from those that serve the tables. What waits is bounded.
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
                step_back();
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
