//! What waits to be thought, on a real PostgreSQL: claims and leases, who is next, how much may wait.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use gloria_store::testkit::Cluster;
use gloria_store::{
    Append, Appended, Ask, Asked, Claim, Lane, Leave, MOST, MOST_EACH, News, Owed, Postgres, Rank, Store,
    Thinking, Thoughts, Waiting, What,
};

use crate::place::{append, postgres, table};

const LONG: Duration = Duration::from_secs(3600);
const BRIEF: Duration = Duration::from_millis(60);

fn owed(rank: Rank, lane: Lane, owner: &str) -> Owed {
    Owed { rank, lane, owner: owner.to_owned(), pace: Duration::ZERO }
}

/// An append after which bots owe this.
fn owing(name: &str, expected: u64, owed: Option<Owed>) -> Append {
    let thinking = Some(Thinking { moved: expected + 1, owed, used: None });
    Append { thinking, ..append(name, expected, None, &["x"]) }
}

async fn write(store: &Postgres, append: Append) {
    let expected = append.expected;
    assert_eq!(store.append(append).await.unwrap(), Appended::Written(expected + 1));
}

async fn claim(queue: &Arc<dyn Thoughts>, worker: &str) -> Option<Claim> {
    queue.claim(worker, Lane::Long, LONG).await.unwrap()
}

/// The names of the tables in the order in which they are claimed.
async fn order(queue: &Arc<dyn Thoughts>) -> Vec<String> {
    let mut names = Vec::new();
    while let Some(claim) = claim(queue, "ann").await {
        names.push(claim.table.to_string());
    }
    names
}

async fn fresh(cluster: &Cluster) -> (Postgres, Arc<dyn Thoughts>) {
    let store = postgres(cluster, &cluster.database()).await;
    let queue = store.thoughts().expect("servers share it");
    (store, queue)
}

#[tokio::test(flavor = "multi_thread")]
async fn thoughts_are_claimed_by_one_and_come_back() {
    let cluster = Cluster::start();
    what_is_owed_comes_with_the_append_and_goes_with_the_next(&cluster).await;
    a_claim_is_nobody_elses_until_its_lease_ends(&cluster).await;
    of_many_who_claim_at_once_each_has_another(&cluster).await;
    those_that_people_wait_for_are_first_and_who_used_least(&cluster).await;
    hints_are_answered_once_and_bounded_with_a_place_in_the_line(&cluster).await;
    what_one_can_not_read_is_left_to_others(&cluster).await;
    what_was_told_long_ago_is_forgotten(&cluster).await;
}

async fn what_is_owed_comes_with_the_append_and_goes_with_the_next(cluster: &Cluster) {
    let (store, queue) = fresh(cluster).await;
    let mut watch = store.watch().unwrap();
    write(&store, owing("t", 0, Some(owed(Rank::Person, Lane::Short, "ann")))).await;
    // One notification says both.
    assert_eq!(watch.next().await, Some(News::Appended(table("t"), 1)));
    assert_eq!(watch.next().await, Some(News::Thoughts));
    // Talk changes nothing of it, and a claim survives it.
    let held = claim(&queue, "one").await.unwrap();
    assert_eq!((held.what.clone(), held.seq, held.owner.as_str()), (What::Move, 1, "ann"));
    let talk = Thinking { moved: 1, owed: Some(owed(Rank::Person, Lane::Short, "ann")), used: None };
    write(&store, Append { thinking: Some(talk), ..append("t", 1, None, &["talk"]) }).await;
    assert_eq!(watch.next().await, Some(News::Appended(table("t"), 2)));
    assert_eq!(claim(&queue, "two").await, None);
    // A hint for the game as it is vanishes with the next move, and so does the claim.
    let ask = Ask { table: table("t"), what: What::Hint('A'), seq: 1, owner: "ann".to_owned() };
    assert_eq!(queue.ask(ask.clone()).await.unwrap(), Asked::Waits);
    assert_eq!(queue.ask(ask).await.unwrap(), Asked::Before);
    write(&store, owing("t", 2, Some(owed(Rank::Nobody, Lane::Long, "ann")))).await;
    assert_eq!(queue.line(&[table("t")]).await.unwrap(), []);
    // Whoever had the claim before can neither put it off nor drop it.
    queue.leave("one", &held, Leave::Gone).await.unwrap();
    assert_eq!(queue.waiting().await.unwrap().number, 1);
    assert_eq!(queue.claim("short", Lane::Short, LONG).await.unwrap(), None, "it takes long");
    assert_eq!(claim(&queue, "two").await.map(|claim| claim.seq), Some(3));
    // Where nobody owes anything there is nothing to claim, whoever had claimed it.
    write(&store, owing("t", 3, None)).await;
    queue.rest("two").await.unwrap();
    assert_eq!((claim(&queue, "one").await, queue.waiting().await.unwrap()), (None, Waiting::default()));
    // What fails leaves nothing to be thought.
    let stale = owing("t", 1, Some(owed(Rank::Person, Lane::Short, "ann")));
    assert_eq!(store.append(stale).await.unwrap(), Appended::Stale(4));
    assert_eq!(claim(&queue, "one").await, None);
    // An append that was written by somebody who does not know of thoughts can be made good, once.
    for _ in 0..2 {
        queue.owe(&table("t"), 4, owed(Rank::Person, Lane::Short, "ann")).await.unwrap();
    }
    assert_eq!(order(&queue).await, ["t"]);
}

async fn a_claim_is_nobody_elses_until_its_lease_ends(cluster: &Cluster) {
    let (store, queue) = fresh(cluster).await;
    write(&store, owing("t", 0, Some(owed(Rank::Person, Lane::Short, "ann")))).await;
    let held = queue.claim("one", Lane::Long, BRIEF).await.unwrap().unwrap();
    assert_eq!(claim(&queue, "two").await, None);
    // A sign of life makes it longer, a silent worker loses it.
    queue.beat("one", 1, BRIEF * 20, std::slice::from_ref(&held)).await.unwrap();
    tokio::time::sleep(BRIEF * 2).await;
    assert_eq!(claim(&queue, "two").await, None);
    assert_eq!(queue.thinkers(LONG).await.unwrap(), 1);
    tokio::time::sleep(BRIEF * 20).await;
    assert_eq!(queue.thinkers(BRIEF).await.unwrap(), 0, "it has been silent");
    assert_eq!(claim(&queue, "two").await, Some(Claim { early: Duration::ZERO, ..held.clone() }));
    // The first can't make it its own again, nor give it away.
    queue.beat("one", 1, LONG, std::slice::from_ref(&held)).await.unwrap();
    queue.leave("one", &held, Leave::Later(Duration::ZERO)).await.unwrap();
    assert_eq!(claim(&queue, "three").await, None);
    // Who goes gives back at once.
    queue.rest("two").await.unwrap();
    assert!(claim(&queue, "three").await.is_some());
    // A lease that never ends keeps the thought for ever: that is what the end of leases is for.
    tokio::time::sleep(BRIEF * 2).await;
    assert_eq!(claim(&queue, "one").await, None);
    queue.leave("three", &held, Leave::Later(BRIEF)).await.unwrap();
    assert_eq!(claim(&queue, "one").await, None, "it is put off");
    tokio::time::sleep(BRIEF * 2).await;
    assert_eq!(queue.waiting().await.unwrap().number, 1);
    assert!(queue.waiting().await.unwrap().oldest >= BRIEF * 20, "it has been due all the time");
    // A claim whose answer was lost is not among those that the worker knows of: however often it beats, it ends.
    drop(queue.claim("one", Lane::Long, BRIEF).await.unwrap().expect("it is free"));
    for _ in 0..4 {
        queue.beat("one", 1, LONG, &[]).await.unwrap();
        tokio::time::sleep(BRIEF).await;
    }
    let again = claim(&queue, "two").await.expect("it came back");
    // Nor is one of an earlier game, though it is of the same table.
    queue.beat("two", 1, BRIEF, &[Claim { seq: again.seq + 1, ..again.clone() }]).await.unwrap();
    tokio::time::sleep(BRIEF * 2).await;
    assert_eq!(claim(&queue, "one").await, None, "its lease is as long as it was");
    queue.beat("two", 1, BRIEF, &[again]).await.unwrap();
    tokio::time::sleep(BRIEF * 2).await;
    assert!(claim(&queue, "one").await.is_some());
}

async fn of_many_who_claim_at_once_each_has_another(cluster: &Cluster) {
    let name = cluster.database();
    let store = postgres(cluster, &name).await;
    for number in 0..40 {
        write(&store, owing(&format!("t{number}"), 0, Some(owed(Rank::Person, Lane::Short, "ann")))).await;
    }
    let mut workers = Vec::new();
    for worker in 0..8 {
        let queue = postgres(cluster, &name).await.thoughts().unwrap();
        workers.push(tokio::spawn(async move {
            let mut own = Vec::new();
            while let Some(claim) = queue.claim(&worker.to_string(), Lane::Short, LONG).await.unwrap() {
                own.push(claim.table);
            }
            own
        }));
    }
    let mut all = Vec::new();
    for worker in workers {
        all.extend(worker.await.unwrap());
    }
    assert_eq!((all.len(), all.iter().collect::<BTreeSet<_>>().len()), (40, 40), "each once");
}

async fn those_that_people_wait_for_are_first_and_who_used_least(cluster: &Cluster) {
    let (store, queue) = fresh(cluster).await;
    for number in 0..5 {
        let many = owed(Rank::Person, Lane::Short, "many");
        write(&store, owing(&format!("many{number}"), 0, Some(many))).await;
    }
    write(&store, owing("review", 0, Some(owed(Rank::Review, Lane::Long, "few")))).await;
    write(&store, owing("bots", 0, Some(owed(Rank::Nobody, Lane::Short, "few")))).await;
    // Somebody has thought for the many, and a post tells so.
    let first = claim(&queue, "ann").await.unwrap();
    assert_eq!(first.table, table("many0"));
    let used = Some(("many".to_owned(), Duration::from_secs(1)));
    let thinking = Some(Thinking { moved: 2, owed: None, used });
    write(&store, Append { thinking, ..append("many0", 1, None, &["x"]) }).await;
    write(&store, owing("few", 0, Some(owed(Rank::Person, Lane::Short, "few")))).await;
    let ask = Ask { table: table("hint"), what: What::Hint('B'), seq: 1, owner: "cid".to_owned() };
    assert_eq!(queue.ask(ask).await.unwrap(), Asked::Waits);
    let place = |line: &[gloria_store::InLine]| line.iter().map(|line| line.place).collect::<Vec<_>>();
    assert_eq!(place(&queue.line(&[table("hint")]).await.unwrap()), [2], "behind one, not behind five");
    let order = order(&queue).await;
    assert_eq!(order[..2], ["few", "hint"], "{order:?}");
    assert_eq!(order[6..], ["bots", "review"], "{order:?}");
    assert_eq!(place(&queue.line(&[table("hint")]).await.unwrap()), [0], "somebody thinks about it");
}

async fn hints_are_answered_once_and_bounded_with_a_place_in_the_line(cluster: &Cluster) {
    let (store, queue) = fresh(cluster).await;
    let mut watch = store.watch().unwrap();
    let ask = |name: String, owner: String| Ask { table: table(&name), what: What::Hint('A'), seq: 1, owner };
    for number in 0..MOST_EACH {
        let asked = queue.ask(ask(format!("own{number}"), "ann".to_owned())).await.unwrap();
        assert_eq!(asked, Asked::Waits);
    }
    let full = queue.ask(ask("own9".to_owned(), "ann".to_owned())).await.unwrap();
    assert_eq!(full, Asked::Full, "one guest may wait for so many");
    for number in MOST_EACH..MOST {
        let asked = queue.ask(ask(format!("t{number}"), format!("{number}"))).await.unwrap();
        assert_eq!(asked, Asked::Waits);
    }
    let full = queue.ask(ask("late".to_owned(), "late".to_owned())).await.unwrap();
    assert_eq!(full, Asked::Full, "and all together for so many");
    // Whoever is first is answered, and told so; then there is room for another.
    let first = claim(&queue, "one").await.unwrap();
    assert_eq!(first.table, table("own0"));
    while watch.next().await != Some(News::Hint(table(&format!("t{}", MOST - 1)))) {}
    assert!(queue.answer("one", &first, "Build.", BRIEF).await.unwrap());
    assert!(!queue.answer("one", &first, "No: wait.", BRIEF).await.unwrap(), "once");
    while watch.next().await != Some(News::Hint(table("own0"))) {}
    let line = queue.line(&[table("own0")]).await.unwrap();
    assert_eq!((line[0].answer.as_deref(), line[0].place), (Some("Build."), 0));
    assert_eq!(queue.ask(ask("late".to_owned(), "late".to_owned())).await.unwrap(), Asked::Waits);
    let late = queue.line(&[table("late")]).await.unwrap();
    // Her other three have used something, so everybody else is before them.
    assert_eq!(late[0].place, MOST - MOST_EACH + 1);
    assert_eq!(claim(&queue, "one").await.map(|claim| claim.table), Some(table(&format!("t{MOST_EACH}"))));
    assert_eq!(queue.line(&[table("late")]).await.unwrap()[0].place, MOST - MOST_EACH, "it moves up");
}

async fn what_was_told_long_ago_is_forgotten(cluster: &Cluster) {
    let name = cluster.database();
    let queue = postgres(cluster, &name).await.thoughts().unwrap();
    let ask = Ask { table: table("t"), what: What::Hint('A'), seq: 1, owner: "ann".to_owned() };
    queue.ask(ask).await.unwrap();
    let held = claim(&queue, "one").await.unwrap();
    assert!(queue.answer("one", &held, "Build.", BRIEF).await.unwrap());
    queue.beat("one", 1, LONG, &[]).await.unwrap();
    assert_eq!(queue.line(&[table("t")]).await.unwrap().len(), 1);
    cluster.psql(&name, "UPDATE gloria.thought SET asked = now() - interval '2 hours'").unwrap();
    queue.beat("one", 1, LONG, &[]).await.unwrap();
    assert_eq!(queue.line(&[table("t")]).await.unwrap(), []);
}

async fn what_one_can_not_read_is_left_to_others(cluster: &Cluster) {
    let (store, queue) = fresh(cluster).await;
    write(&store, owing("t", 0, Some(owed(Rank::Person, Lane::Short, "ann")))).await;
    let held = claim(&queue, "old").await.unwrap();
    queue.leave("old", &held, Leave::ToOthers).await.unwrap();
    assert_eq!(claim(&queue, "old").await, None, "it does not claim it again and again");
    assert!(claim(&queue, "new").await.is_some());
    // After the next move it may be readable.
    write(&store, owing("t", 1, Some(owed(Rank::Person, Lane::Short, "ann")))).await;
    assert!(claim(&queue, "old").await.is_some());
}
