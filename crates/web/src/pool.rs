//! The threads that think for bots, and who is next.
//!
//! Nobody waits behind another's many or long thoughts: of those who wait, the one whose tables have used the least time so far
//! is next. Short thoughts have a thread of their own, so that a player who looks a little ahead never waits for one who looks far.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::oneshot;

pub use store::Lane;

type Work = Box<dyn FnOnce() + Send>;

/// How many thoughts may wait: all together, and of one owner.
const WAITING: usize = 1024;
const EACH: usize = 64;

/// What one owner has waiting in a lane, and the time that was used for them.
#[derive(Default)]
struct Owner {
    waiting: VecDeque<Work>,
    used: Duration,
    running: usize,
}

#[derive(Default)]
struct Queue {
    owners: HashMap<Arc<str>, Owner>,
    /// The time used by whoever was next last: newcomers start there, so that being away saves nothing up.
    clock: Duration,
    waiting: usize,
}

impl Queue {
    fn push(&mut self, owner: &str, work: Work) -> bool {
        let clock = self.clock;
        let entry = self.owners.entry(Arc::from(owner)).or_default();
        if self.waiting >= WAITING || entry.waiting.len() >= EACH {
            return false;
        }
        if entry.waiting.is_empty() && entry.running == 0 {
            entry.used = entry.used.max(clock);
        }
        entry.waiting.push_back(work);
        self.waiting += 1;
        true
    }

    /// Whoever has used least, and their oldest thought.
    fn pop(&mut self) -> Option<(Arc<str>, Work)> {
        let waiting = self.owners.iter_mut().filter(|(_, owner)| !owner.waiting.is_empty());
        let (name, owner) = waiting.min_by(|(one, a), (other, b)| (a.used, one).cmp(&(b.used, other)))?;
        let work = owner.waiting.pop_front()?;
        owner.running += 1;
        self.waiting -= 1;
        self.clock = self.clock.max(owner.used);
        Some((Arc::clone(name), work))
    }

    fn done(&mut self, name: &str, took: Duration) {
        let Some(owner) = self.owners.get_mut(name) else { return };
        owner.used += took;
        owner.running -= 1;
        // Who has nothing to do is remembered only while it still counts against them.
        let clock = self.clock;
        self.owners.retain(|_, owner| !owner.waiting.is_empty() || owner.running > 0 || owner.used > clock);
    }
}

#[derive(Default)]
struct Shared {
    queues: Mutex<[Queue; 2]>,
    news: Condvar,
    closed: Mutex<bool>,
}

impl Shared {
    fn queues(&self) -> MutexGuard<'_, [Queue; 2]> {
        self.queues.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_closed(&self) -> bool {
        *self.closed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next thought from these lanes, waiting for one; nothing once the pool is gone.
    fn next(&self, lanes: &[Lane]) -> Option<(Lane, Arc<str>, Work)> {
        let mut queues = self.queues();
        loop {
            if self.is_closed() {
                return None;
            }
            for lane in lanes {
                if let Some((owner, work)) = queues[*lane as usize].pop() {
                    return Some((*lane, owner, work));
                }
            }
            queues = self.news.wait(queues).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Gives this thread the lowest priority: thinking uses what the tables leave, however much there is to think about. Where that can't
/// be had the threads are still few.
fn step_back() {
    #[cfg(target_os = "linux")]
    let _ = rustix::process::setpriority_process(Some(rustix::thread::gettid()), 19);
}

/// A few threads that think, apart from those that serve the tables. What waits is bounded.
#[derive(Clone)]
pub struct Pool(Arc<Held>);

/// Lets the threads go when the last one who could ask has gone.
struct Held(Arc<Shared>);

impl Drop for Held {
    fn drop(&mut self) {
        *self.0.closed.lock().unwrap_or_else(PoisonError::into_inner) = true;
        drop(self.0.queues());
        self.0.news.notify_all();
    }
}

impl std::fmt::Debug for Pool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Pool")
    }
}

impl Pool {
    /// A pool of this many threads for long thoughts, at least one, who help with short ones; and one for short ones alone.
    pub fn new(threads: usize) -> Self {
        #[cfg(feature = "testkit")]
        if crate::clock::shifted::is_simulated() {
            return Self::without_threads();
        }
        let shared = Arc::new(Shared::default());
        let spawn = |name: String, lanes: &'static [Lane]| {
            let shared = Arc::clone(&shared);
            let work = move || {
                step_back();
                while let Some((lane, owner, work)) = shared.next(lanes) {
                    let began = Instant::now();
                    work();
                    shared.queues()[lane as usize].done(&owner, began.elapsed());
                }
            };
            // Without a thread the others, or nobody, think: tables stay playable by people.
            let _ = std::thread::Builder::new().name(name).spawn(work);
        };
        spawn("bot-short".to_owned(), &[Lane::Short]);
        for at in 0..threads.max(1) {
            spawn(format!("bot-{at}"), &[Lane::Long, Lane::Short]);
        }
        Self(Arc::new(Held(shared)))
    }

    /// A pool of no threads, for a server that leaves all thinking to others.
    pub fn without_threads() -> Self {
        Self(Arc::new(Held(Arc::default())))
    }

    /// Thinks for this owner; `None` if nothing came of it or too much is waiting.
    pub async fn think<T: Send + 'static>(
        &self,
        owner: &str,
        lane: Lane,
        job: impl FnOnce() -> Option<T> + Send + 'static,
    ) -> Option<T> {
        // Where time is simulated a thought takes none.
        #[cfg(feature = "testkit")]
        if crate::clock::shifted::is_simulated() {
            return job();
        }
        let (answer, answered) = oneshot::channel();
        let work = Box::new(move || {
            // Nobody waits for the answer any more.
            if answer.is_closed() {
                return;
            }
            // A player that panics forfeits the thought, not the thread.
            let thought = std::panic::catch_unwind(std::panic::AssertUnwindSafe(job)).unwrap_or(None);
            drop(answer.send(thought));
        });
        let shared = &self.0.0;
        if !shared.queues()[lane as usize].push(owner, work) {
            return None;
        }
        shared.news.notify_all();
        answered.await.ok().flatten()
    }

    /// How many thoughts wait: short and long ones.
    pub fn waiting(&self) -> (usize, usize) {
        let queues = self.0.0.queues();
        (queues[Lane::Short as usize].waiting, queues[Lane::Long as usize].waiting)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nothing() -> Work {
        Box::new(|| {})
    }

    #[test]
    fn who_used_least_is_next_however_much_others_have_waiting() {
        let mut queue = Queue::default();
        for _ in 0..40 {
            assert!(queue.push("many", nothing()));
        }
        let next = |queue: &mut Queue| queue.pop().map(|(name, _)| name.to_string());
        assert_eq!(next(&mut queue).as_deref(), Some("many"));
        queue.done("many", Duration::from_secs(1));
        assert!(queue.push("few", nothing()));
        assert_eq!(next(&mut queue).as_deref(), Some("few"), "behind one thought, not behind forty");
        queue.done("few", Duration::from_secs(1));
        // Being away saves nothing up: who comes later does not get a whole past at once.
        for _ in 0..10 {
            let name = next(&mut queue).unwrap();
            queue.done(&name, Duration::from_secs(1));
        }
        for _ in 0..10 {
            assert!(queue.push("late", nothing()));
        }
        let mut turns = Vec::new();
        for _ in 0..10 {
            let name = next(&mut queue).unwrap();
            queue.done(&name, Duration::from_secs(1));
            turns.push(name);
        }
        let late = turns.iter().filter(|name| &***name == "late").count();
        assert!((4..=6).contains(&late), "{turns:?}");
    }

    #[test]
    fn what_waits_is_bounded_for_each_and_for_all() {
        let mut queue = Queue::default();
        for at in 0..2 * WAITING {
            queue.push(&format!("{}", at % 20), nothing());
        }
        assert_eq!(queue.waiting, WAITING);
        let mut one = Queue::default();
        assert_eq!((0..2 * EACH).filter(|_| one.push("one", nothing())).count(), EACH);
    }

    #[tokio::test]
    async fn a_short_thought_does_not_wait_for_long_ones() {
        let pool = Pool::new(1);
        let long = || {
            std::thread::sleep(Duration::from_millis(400));
            Some(())
        };
        let began = Instant::now();
        let mut longs = Vec::new();
        for at in 0..8 {
            let pool = pool.clone();
            longs.push(tokio::spawn(async move { pool.think(&format!("{at}"), Lane::Long, long).await }));
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
        assert_eq!(pool.think("short", Lane::Short, || Some(7)).await, Some(7));
        assert!(began.elapsed() < Duration::from_millis(350), "{:?}", began.elapsed());
        assert_eq!(pool.think("bad", Lane::Short, || -> Option<()> { panic!("on purpose") }).await, None);
        assert_eq!(pool.think("short", Lane::Short, || Some(8)).await, Some(8), "the thread goes on");
    }
}
