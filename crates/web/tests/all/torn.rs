//! A claim is made, and its answer is lost on the way, or it takes long: the table must go on all the same.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::http::StatusCode;
use gloria_web::{Config, Tables};
use store::testkit::Cluster;
use store::{
    Address, Answer, Append, Appended, Ask, Asked, Claim, Digest, Event, InLine, Lane, Leave, NoteChange,
    Owed, Postgres, Store, StoreError, TableId, Thoughts, Waiting, Watch, Weight,
};

use crate::house::{Visitor, config};
use crate::nodes::{node, until};

const LEASE: Duration = Duration::from_millis(400);

/// How a worker's calls are passed on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Manner {
    /// As they are.
    Honest,
    /// The planted fault: for every claim that was ever made in the worker's name, whether it knows of it or not.
    Clinging,
    /// Nothing is lost, but claims take long.
    Slow,
}

/// What is known of the calls that came.
#[derive(Default)]
struct Calls {
    lost: Mutex<Option<Claim>>,
    claiming: AtomicUsize,
}

/// A queue that makes its first claim and loses the answer, or takes long for each.
struct TornQueue {
    queue: Arc<dyn Thoughts>,
    calls: Arc<Calls>,
    manner: Manner,
}

impl Thoughts for TornQueue {
    fn claim(&self, worker: &str, longest: Lane, lease: Duration) -> Answer<'_, Option<Claim>> {
        let claimed = self.queue.claim(worker, longest, lease);
        Box::pin(async move {
            if self.manner == Manner::Slow {
                self.calls.claiming.fetch_add(1, Ordering::SeqCst);
                tokio::time::sleep(LEASE).await;
                let claim = claimed.await;
                self.calls.claiming.fetch_sub(1, Ordering::SeqCst);
                return claim;
            }
            let claim = claimed.await?;
            let mut lost = self.calls.lost.lock().unwrap();
            if claim.is_some() && lost.is_none() {
                *lost = claim;
                return Err(StoreError::Broken("the connection was cut".to_owned()));
            }
            Ok(claim)
        })
    }

    fn beat(&self, worker: &str, threads: usize, lease: Duration, held: &[Claim]) -> Answer<'_, ()> {
        let mut held = held.to_vec();
        match self.manner {
            Manner::Honest | Manner::Slow => {}
            Manner::Clinging => held.extend(self.calls.lost.lock().unwrap().clone()),
        }
        self.queue.beat(worker, threads, lease, &held)
    }

    fn rest(&self, worker: &str) -> Answer<'_, ()> {
        self.queue.rest(worker)
    }

    fn leave(&self, worker: &str, claim: &Claim, how: Leave) -> Answer<'_, ()> {
        self.queue.leave(worker, claim, how)
    }

    fn answer(&self, worker: &str, claim: &Claim, text: &str, took: Duration) -> Answer<'_, bool> {
        self.queue.answer(worker, claim, text, took)
    }

    fn ask(&self, ask: Ask) -> Answer<'_, Asked> {
        self.queue.ask(ask)
    }

    fn owe(&self, table: &TableId, moved: u64, owed: Owed) -> Answer<'_, ()> {
        self.queue.owe(table, moved, owed)
    }

    fn line(&self, tables: &[TableId]) -> Answer<'_, Vec<InLine>> {
        self.queue.line(tables)
    }

    fn thinkers(&self, within: Duration) -> Answer<'_, u64> {
        self.queue.thinkers(within)
    }

    fn waiting(&self) -> Answer<'_, Waiting> {
        self.queue.waiting()
    }
}

/// A store with such a queue.
struct Torn {
    store: Postgres,
    calls: Arc<Calls>,
    manner: Manner,
}

impl Store for Torn {
    fn thoughts(&self) -> Option<Arc<dyn Thoughts>> {
        let queue = self.store.thoughts()?;
        Some(Arc::new(TornQueue { queue, calls: Arc::clone(&self.calls), manner: self.manner }))
    }

    fn append(&self, append: Append) -> Answer<'_, Appended> {
        self.store.append(append)
    }

    fn events(&self, table: &TableId, after: u64, limit: usize) -> Answer<'_, Vec<Event>> {
        self.store.events(table, after, limit)
    }

    fn digests(&self, after: Option<&TableId>, limit: usize) -> Answer<'_, Vec<Digest>> {
        self.store.digests(after, limit)
    }

    fn digests_of(&self, tables: &[TableId]) -> Answer<'_, Vec<Digest>> {
        self.store.digests_of(tables)
    }

    fn unfinished(&self, after: Option<&TableId>, limit: usize) -> Answer<'_, Vec<Digest>> {
        self.store.unfinished(after, limit)
    }

    fn finished(&self, person: &str, limit: usize) -> Answer<'_, Vec<Digest>> {
        self.store.finished(person, limit)
    }

    fn rewrite(
        &self,
        table: &TableId,
        events: Vec<store::Event>,
        digest: String,
        finished: Option<Vec<String>>,
    ) -> Answer<'_, bool> {
        self.store.rewrite(table, events, digest, finished)
    }

    fn remove_table(&self, table: &TableId) -> Answer<'_, bool> {
        self.store.remove_table(table)
    }

    fn remove_tables(&self, quiet: Duration, limit: usize) -> Answer<'_, Vec<TableId>> {
        self.store.remove_tables(quiet, limit)
    }

    fn note(&self, key: &str) -> Answer<'_, Option<String>> {
        self.store.note(key)
    }

    fn put_note(&self, key: &str, value: &str) -> Answer<'_, ()> {
        self.store.put_note(key, value)
    }

    fn change_notes(&self, changes: Vec<NoteChange>) -> Answer<'_, bool> {
        self.store.change_notes(changes)
    }

    fn put_note_unless(&self, key: &str, value: &str) -> Answer<'_, String> {
        self.store.put_note_unless(key, value)
    }

    fn notes(&self, prefix: &str) -> Answer<'_, Vec<(String, String)>> {
        self.store.notes(prefix)
    }

    fn weight(&self, prefix: &str) -> Answer<'_, Weight> {
        self.store.weight(prefix)
    }

    fn remove_notes(&self, prefix: &str, age: Duration) -> Answer<'_, u64> {
        self.store.remove_notes(prefix, age)
    }

    fn check(&self) -> Answer<'_, ()> {
        self.store.check()
    }

    fn watch(&self) -> Option<Watch> {
        self.store.watch()
    }

    fn close(&self) -> Answer<'_, ()> {
        self.store.close()
    }
}

/// A process that thinks, with such a store.
async fn thinker(address: &str, manner: Manner) -> (Arc<Tables>, Arc<Calls>) {
    let calls = Arc::new(Calls::default());
    let store = Postgres::open(&Address::read(address).unwrap()).await.unwrap();
    let torn = Torn { store, calls: Arc::clone(&calls), manner };
    let thinks = Config { thinkers: 1, lease: LEASE, patience: Duration::from_secs(3600), ..config() };
    (Tables::open_to_think(Arc::new(torn), thinks).await.unwrap(), calls)
}

/// A table of bots, a server that does not think, and a thinker whose first claim is lost. Whether it goes on within many leases.
async fn goes_on(cluster: &Cluster, manner: Manner) -> bool {
    let address = cluster.address(&cluster.database());
    let patience = Duration::from_secs(3600);
    let serves = node(&address, Config { thinkers: 0, patience, ..config() }).await;
    let mut ann = Visitor { app: serves.app.clone(), cookie: None };
    ann.get("/").await;
    let bots = [("seat", "bot:random"), ("seat", "bot:random"), ("seat", "none"), ("seat", "none")];
    let opened = ann.post("/new/glory-to-rome", &[&bots[..], &[("seat", "none")]].concat()).await;
    assert_eq!(opened.status, StatusCode::SEE_OTHER, "{}", opened.text);
    let id = TableId::new(&opened.location.unwrap()[3..]).unwrap();
    let held = serves.tables.fresh_table(&id).await.unwrap();
    let seq = held.room().seq;
    let (thinker, calls) = thinker(&address, manner).await;
    until("a claim is lost", async || calls.lost.lock().unwrap().is_some()).await;
    let mut moved = false;
    for _ in 0..60 {
        tokio::time::sleep(LEASE / 8).await;
        moved |= held.room().seq > seq;
    }
    thinker.rest().await;
    moved
}

#[tokio::test(flavor = "multi_thread")]
async fn a_claim_whose_answer_is_lost_comes_back_though_its_worker_lives() {
    let cluster = Cluster::start();
    assert!(goes_on(&cluster, Manner::Honest).await, "the lease ends");
    assert!(!goes_on(&cluster, Manner::Clinging).await, "with signs of life for all of them it never would");
}

/// What is claimed after all was given back would be held by a process that is gone.
#[tokio::test(flavor = "multi_thread")]
async fn whoever_stops_thinking_claims_nothing_any_more() {
    let cluster = Cluster::start();
    let address = cluster.address(&cluster.database());
    let (thinker, calls) = thinker(&address, Manner::Slow).await;
    until("a claim is under way", async || calls.claiming.load(Ordering::SeqCst) > 0).await;
    thinker.rest().await;
    for _ in 0..20 {
        assert_eq!(calls.claiming.load(Ordering::SeqCst), 0, "none is under way, and none begins");
        tokio::time::sleep(LEASE / 8).await;
    }
}
