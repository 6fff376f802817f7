//! What bots owe in a simulated world: claims with leases, by the database's clock.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use store::{Answer, Ask, Asked, Claim, InLine, Lane, Leave, Owed, TableId, Thinking, Thoughts, What};

use super::world::{World, fated};

/// A decision that bots owe at a table.
struct Thought {
    seq: u64,
    lane: Lane,
    owner: String,
    /// It shall not be told before.
    due: u64,
    /// Whose it is, and until when; nobody's where there is no name.
    holder: Option<(String, u64)>,
}

impl Thought {
    fn new(now: u64, seq: u64, owed: Owed) -> Self {
        let Owed { rank: _, lane, owner, pace } = owed;
        Self { seq, lane, owner, due: now + pace.as_millis() as u64, holder: None }
    }
}

/// Everything that waits to be thought.
#[derive(Default)]
pub struct Waiting(BTreeMap<TableId, Thought>);

impl Waiting {
    /// An append has been written: what bots owe then. Answers whether that is something new.
    pub fn appended(&mut self, now: u64, table: &TableId, thinking: Thinking) -> bool {
        let Some(owed) = thinking.owed else {
            self.0.remove(table);
            return false;
        };
        self.owe(now, table, thinking.moved, owed)
    }

    fn owe(&mut self, now: u64, table: &TableId, seq: u64, owed: Owed) -> bool {
        let new = self.0.get(table).is_none_or(|known| known.seq < seq);
        if new {
            self.0.insert(table.clone(), Thought::new(now, seq, owed));
        }
        new
    }

    fn claim(&mut self, now: u64, worker: &str, longest: Lane, lease: Duration) -> Option<Claim> {
        let free = |thought: &Thought| {
            thought.lane <= longest && thought.holder.as_ref().is_none_or(|(_, until)| *until <= now)
        };
        let waiting = self.0.iter_mut().filter(|(_, thought)| free(thought));
        let (table, thought) = waiting.min_by_key(|(_, thought)| thought.due)?;
        thought.holder = Some((worker.to_owned(), now.saturating_add(lease.as_millis() as u64)));
        Some(Claim {
            table: table.clone(),
            what: What::Move,
            seq: thought.seq,
            lane: thought.lane,
            owner: thought.owner.clone(),
            early: Duration::from_millis(thought.due.saturating_sub(now)),
        })
    }

    fn held_by(&mut self, worker: &str) -> impl Iterator<Item = &mut Thought> {
        let own =
            move |thought: &&mut Thought| thought.holder.as_ref().is_some_and(|(name, _)| name == worker);
        self.0.values_mut().filter(own)
    }

    fn leave(&mut self, now: u64, worker: &str, claim: &Claim, how: Leave) {
        let Some(thought) = self.0.get_mut(&claim.table) else { return };
        let own = thought.holder.as_ref().is_some_and(|(name, _)| name == worker);
        if !own || thought.seq != claim.seq {
            return;
        }
        match how {
            Leave::Gone => drop(self.0.remove(&claim.table)),
            Leave::ToOthers => thought.holder = None,
            Leave::Later(time) => thought.holder = Some((String::new(), now + time.as_millis() as u64)),
        }
    }
}

/// The same as one node reaches it.
pub struct Queue {
    /// Where it waits.
    pub world: Arc<World>,
    /// Who asks.
    pub node: usize,
}

impl Queue {
    fn call<'a, T: Send + 'a>(
        &'a self,
        call: impl FnOnce(u64, &mut Waiting) -> T + Send + 'a,
    ) -> Answer<'a, T> {
        Box::pin(fated(&self.world, self.node, |world| {
            let now = world.now();
            let done = world.waiting(|waiting| call(now, waiting));
            Box::pin(async move { Ok(done) })
        }))
    }
}

impl Thoughts for Queue {
    fn claim(&self, worker: &str, longest: Lane, lease: Duration) -> Answer<'_, Option<Claim>> {
        let worker = worker.to_owned();
        self.call(move |now, waiting| waiting.claim(now, &worker, longest, lease))
    }

    fn beat(&self, worker: &str, _threads: usize, lease: Duration, held: &[Claim]) -> Answer<'_, ()> {
        let (worker, held) = (worker.to_owned(), held.to_vec());
        self.call(move |now, waiting| {
            for claim in &held {
                let known = waiting.0.get_mut(&claim.table).filter(|thought| thought.seq == claim.seq);
                if let Some((name, until)) = known.and_then(|thought| thought.holder.as_mut())
                    && *name == worker
                {
                    *until = now.saturating_add(lease.as_millis() as u64);
                }
            }
        })
    }

    fn rest(&self, worker: &str) -> Answer<'_, ()> {
        let worker = worker.to_owned();
        self.call(move |_, waiting| waiting.held_by(&worker).for_each(|thought| thought.holder = None))
    }

    fn leave(&self, worker: &str, claim: &Claim, how: Leave) -> Answer<'_, ()> {
        let (worker, claim) = (worker.to_owned(), claim.clone());
        self.call(move |now, waiting| waiting.leave(now, &worker, &claim, how))
    }

    fn owe(&self, table: &TableId, moved: u64, owed: Owed) -> Answer<'_, ()> {
        let table = table.clone();
        self.call(move |now, waiting| {
            let _ = waiting.owe(now, &table, moved, owed);
        })
    }

    // Nobody asks for hints in a simulated world.
    fn answer(&self, _: &str, _: &Claim, _: &str, _: Duration) -> Answer<'_, bool> {
        self.call(|_, _| false)
    }

    fn ask(&self, _: Ask) -> Answer<'_, Asked> {
        self.call(|_, _| Asked::Full)
    }

    fn line(&self, _: &[TableId]) -> Answer<'_, Vec<InLine>> {
        self.call(|_, _| Vec::new())
    }

    fn thinkers(&self, _: Duration) -> Answer<'_, u64> {
        self.call(|_, _| 1)
    }

    fn waiting(&self) -> Answer<'_, store::Waiting> {
        self.call(|now, waiting| {
            let oldest = waiting.0.values().map(|thought| now.saturating_sub(thought.due)).max();
            store::Waiting {
                number: waiting.0.len() as u64,
                oldest: Duration::from_millis(oldest.unwrap_or_default()),
            }
        })
    }
}
