//! Servers that do not think, and processes that do nothing else, on one PostgreSQL.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::{Method, Request, StatusCode};
use futures_util::StreamExt;
use gloria_web::{Config, Tables};
use store::testkit::Cluster;
use store::{Address, Append, Lane, Owed, Postgres, Rank, TableId, Thinking, Thoughts};
use table::Record;
use tokio::sync::{mpsc, watch};

use crate::house::{Page, Visitor, config};
use crate::nodes::{Node, act, node, to_the_end, until};
use crate::operator;

const LONG: Duration = Duration::from_secs(3600);

/// A server that leaves thinking to others, and tells soon when nobody does.
fn only_serves() -> Config {
    Config { thinkers: 0, patience: Duration::from_millis(300), ..thinks() }
}

fn thinks() -> Config {
    Config { thinkers: 1, lease: Duration::from_millis(400), ..config() }
}

async fn thinker(address: &str) -> Arc<Tables> {
    let store = Postgres::open(&Address::read(address).unwrap()).await.unwrap();
    Tables::open_to_think(Arc::new(store), thinks()).await.unwrap()
}

fn queue(node: &Node) -> Arc<dyn Thoughts> {
    node.tables.store.thoughts().unwrap()
}

/// Whoever runs this server, at the address for that.
fn status_of(node: &Node) -> Visitor {
    let (_, stopped) = watch::channel(false);
    Visitor { app: gloria_web::status(Arc::clone(&node.tables), stopped), cookie: None }
}

fn id(table: &str) -> TableId {
    TableId::new(&table[3..]).unwrap()
}

/// What a stream sends, piece by piece.
async fn stream(guest: &Visitor, path: &str) -> mpsc::UnboundedReceiver<String> {
    let request =
        Request::get(path).header("host", "gloria.test").header("cookie", guest.cookie.as_deref().unwrap());
    let mut guest = guest.clone();
    let response = guest.raw(request, Body::empty()).await;
    assert_eq!(response.status(), StatusCode::OK);
    let (send, receive) = mpsc::unbounded_channel();
    tokio::spawn(async move {
        let mut chunks = response.into_body().into_data_stream();
        while let Some(Ok(chunk)) = chunks.next().await {
            if send.send(String::from_utf8_lossy(&chunk).into_owned()).is_err() {
                return;
            }
        }
    });
    receive
}

/// Waits until the stream says this beside the table.
async fn says(stream: &mut mpsc::UnboundedReceiver<String>, words: &str) -> String {
    let found = async {
        loop {
            let piece = stream.recv().await.expect("the stream goes on");
            if piece.contains("event: aside") && piece.contains(words) {
                return piece;
            }
        }
    };
    tokio::time::timeout(Duration::from_secs(20), found).await.unwrap_or_else(|_| panic!("never: {words}"))
}

/// Asks for a hint as the page's script does while its stream is open.
async fn ask_for_a_hint(guest: &mut Visitor, table: &str) -> Page {
    let request = Request::builder()
        .method(Method::POST)
        .uri(format!("{table}/hint"))
        .header("host", "gloria.test")
        .header("origin", "http://gloria.test")
        .header("x-gloria", "stream")
        .header("content-type", "application/x-www-form-urlencoded");
    guest.send(request.body(Body::from("seat=A")).unwrap()).await
}

#[tokio::test(flavor = "multi_thread")]
async fn servers_without_thinkers_and_thinkers_without_a_server() {
    let cluster = Cluster::start();
    let address = cluster.address(&cluster.database());
    let nodes = [node(&address, only_serves()).await, node(&address, only_serves()).await];
    nobody_thinks_and_people_are_told_until_somebody_does(&nodes, &address).await;
    a_hint_has_its_place_in_the_line_and_comes_by_the_stream_of_any_server(&nodes, &address).await;
    what_a_silent_thinker_had_claimed_comes_back(&nodes, &address).await;
    an_older_thinker_leaves_a_newer_table_to_others(&nodes, &address).await;
    a_whole_game_is_played_by_two_thinkers(&nodes, &address).await;
}

async fn nobody_thinks_and_people_are_told_until_somebody_does(nodes: &[Node], address: &str) {
    let mut ann = Visitor { app: nodes[0].app.clone(), cookie: None };
    // Somebody has to begin, and it may be Ann: then she decides first.
    let (table, held) = loop {
        let table = ann.quick().await;
        let held = nodes[0].tables.fresh_table(&id(&table)).await.unwrap();
        for _ in 0..50 {
            let page = ann.get(&table).await;
            let Some(action) = page.actions().first().cloned() else { break };
            act(&mut ann, &table, "A", &page, &action).await;
        }
        if held.room().automatic().is_some() {
            break (table, held);
        }
    };
    let seq = held.room().seq;
    assert!(!ann.get(&table).await.has("Nobody is thinking"), "not at once");
    let mut live = stream(&ann, &format!("{table}/live?seat=A")).await;
    says(&mut live, "Nobody is thinking for the bots").await;
    assert!(ann.get(&table).await.has("Nobody is thinking for the bots"), "without a script too");
    assert_eq!(held.room().seq, seq);
    // Whoever runs the server can see it coming.
    let told = status_of(&nodes[1]).get("/metrics").await.text;
    assert!(operator::counted(&told, "gloria_queue_waiting") > 0, "{told}");
    assert!(operator::counted(&told, "gloria_queue_oldest_milliseconds") >= 250, "{told}");
    assert_eq!(operator::counted(&told, "gloria_thinkers"), 0);
    let thinker = thinker(address).await;
    until("the bots decide", async || held.room().seq > seq).await;
    assert_eq!(operator::counted(&status_of(&nodes[1]).get("/metrics").await.text, "gloria_thinkers"), 1);
    says(&mut live, "hidden").await;
    thinker.rest().await;
}

/// A table at which Ann has something to decide, and nobody thinks any more.
async fn anns_turn(nodes: &[Node], address: &str) -> (Visitor, String, Page) {
    let mut ann = Visitor { app: nodes[0].app.clone(), cookie: None };
    let table = ann.quick().await;
    let thinker = thinker(address).await;
    let page = ann.my_turn(&table).await;
    thinker.rest().await;
    (ann, table, page)
}

async fn a_hint_has_its_place_in_the_line_and_comes_by_the_stream_of_any_server(
    nodes: &[Node],
    address: &str,
) {
    let (mut ann, table, page) = anns_turn(nodes, address).await;
    // A review is before nobody, but a person is before the hint.
    let store = &nodes[0].tables.store;
    let other = |name: &str, rank: Rank| Append {
        table: TableId::new(name).unwrap(),
        expected: 0,
        request: None,
        at: 0,
        events: vec!["x".to_owned()],
        digest: "{}".to_owned(),
        finished: None,
        thinking: Some(Thinking {
            moved: 1,
            owed: Some(Owed { rank, lane: Lane::Short, owner: name.to_owned(), pace: Duration::ZERO }),
            used: None,
        }),
    };
    store.append(other("person", Rank::Person)).await.unwrap();
    store.append(other("review", Rank::Review)).await.unwrap();
    let mut here = stream(&ann, &format!("{table}/live?seat=A&after={}", page.seq())).await;
    let mut there = stream(&nodes[1].with(&ann), &format!("{table}/live?seat=A&after={}", page.seq())).await;
    let asked = ask_for_a_hint(&mut ann, &table).await;
    assert_eq!(asked.status, StatusCode::NO_CONTENT, "{}", asked.text);
    for live in [&mut here, &mut there] {
        says(live, "You are number 2 in line for a hint.").await;
    }
    // The one before it is claimed by somebody; it moves up.
    // What bots of an earlier table still owe may have come due meanwhile: that is before it, too.
    let mut before = queue(&nodes[0]).claim("somebody", Lane::Short, LONG).await.unwrap().unwrap();
    while before.table.as_str() != "person" && !table.ends_with(before.table.as_str()) {
        before = queue(&nodes[0]).claim("somebody", Lane::Short, LONG).await.unwrap().unwrap();
    }
    assert_eq!(before.table.as_str(), "person");
    for live in [&mut here, &mut there] {
        says(live, "You are number 1 in line for a hint.").await;
    }
    let thinker = thinker(address).await;
    for live in [&mut here, &mut there] {
        let hint = says(live, "the bot's first choice").await;
        assert!(hint.contains("% to win") && !hint.contains("in line"), "{hint}");
    }
    // Without a script the post waits for it, wherever; asked again it says the same.
    let again = nodes[1].with(&ann).post(&format!("{table}/hint"), &[("seat", "A")]).await;
    assert!(again.has("id=\"advice\"") && again.has("the bot's first choice"), "{}", again.text);
    // It vanishes with the next move.
    let action = page.actions()[0].clone();
    assert_eq!(act(&mut ann, &table, "A", &page, &action).await, StatusCode::SEE_OTHER);
    says(&mut here, "hidden").await;
    until("it is gone from the queue", async || {
        queue(&nodes[0]).line(&[id(&table)]).await.unwrap().is_empty()
    })
    .await;
    thinker.rest().await;
}

async fn what_a_silent_thinker_had_claimed_comes_back(nodes: &[Node], address: &str) {
    let queue = queue(&nodes[0]);
    let (mut ann, table, mut page) = anns_turn(nodes, address).await;
    let held = nodes[0].tables.fresh_table(&id(&table)).await.unwrap();
    let mut owed = false;
    for _ in 0..60 {
        let Some(action) = page.actions().first().cloned() else { break };
        act(&mut ann, &table, "A", &page, &action).await;
        owed = held.room().automatic().is_some();
        page = ann.get(&table).await;
    }
    assert!(owed, "it is a bot's turn");
    let seq = held.room().seq;
    // A lease that never ends is the fault: whoever has it may be dead, and nobody else thinks.
    let dead = queue.claim("dead", Lane::Long, LONG).await.unwrap().unwrap();
    assert_eq!(dead.table, id(&table));
    let thinker = thinker(address).await;
    tokio::time::sleep(Duration::from_millis(1500)).await;
    assert_eq!(held.room().seq, seq, "with a lease that does not end the table stands still");
    queue.leave("dead", &dead, store::Leave::Later(Duration::ZERO)).await.unwrap();
    until("and goes on when it is free", async || held.room().seq > seq).await;
    thinker.rest().await;
    // The same with one that ends.
    let (mut ann, table, mut page) = anns_turn(nodes, address).await;
    let held = nodes[0].tables.fresh_table(&id(&table)).await.unwrap();
    for _ in 0..60 {
        let Some(action) = page.actions().first().cloned() else { break };
        act(&mut ann, &table, "A", &page, &action).await;
        page = ann.get(&table).await;
    }
    let seq = held.room().seq;
    let mut dead = None;
    while dead.as_ref().is_none_or(|claim: &store::Claim| claim.table != id(&table)) {
        dead = queue.claim("dead", Lane::Long, Duration::from_millis(500)).await.unwrap();
    }
    let thinker = self::thinker(address).await;
    until("it goes on after the lease", async || held.room().seq > seq).await;
    thinker.rest().await;
}

async fn an_older_thinker_leaves_a_newer_table_to_others(nodes: &[Node], address: &str) {
    let (_, table, page) = anns_turn(nodes, address).await;
    let newer = Append {
        table: id(&table),
        expected: page.seq(),
        request: None,
        at: 0,
        events: vec![r#"99 {"kind":"moved in another way"}"#.to_owned()],
        digest: "{}".to_owned(),
        finished: None,
        thinking: Some(Thinking {
            moved: page.seq() + 1,
            owed: Some(Owed {
                rank: Rank::Person,
                lane: Lane::Short,
                owner: "ann".to_owned(),
                pace: Duration::ZERO,
            }),
            used: None,
        }),
    };
    nodes[0].tables.store.append(newer).await.unwrap();
    let thinker = thinker(address).await;
    let queue = queue(&nodes[0]);
    // It looks, refuses, and does not look again; a newer one would find it waiting.
    tokio::time::sleep(Duration::from_millis(700)).await;
    let mut found = false;
    while let Some(claim) = queue.claim("newer", Lane::Long, LONG).await.unwrap() {
        found |= claim.table == id(&table);
    }
    assert!(found, "it is left to others");
    queue.rest("newer").await.unwrap();
    thinker.rest().await;
}

async fn a_whole_game_is_played_by_two_thinkers(nodes: &[Node], address: &str) {
    let mut ann = Visitor { app: nodes[0].app.clone(), cookie: None };
    let table = ann.quick().await;
    let first = thinker(address).await;
    let second = thinker(address).await;
    // One of them is gone in the middle of it without a word; its claims come back when their leases end.
    let dying = tokio::spawn(async move {
        tokio::time::sleep(Duration::from_millis(300)).await;
        drop(first);
    });
    to_the_end(nodes, &ann, &table).await;
    dying.await.unwrap();
    let record = ann.get(&format!("{table}/record")).await;
    let read = Record::<glory_to_rome::State>::read(&record.text).unwrap();
    assert_eq!(read.check_seed(), Ok(()));
    let events = nodes[1].tables.store.events(&id(&table), 0, 5000).await.unwrap();
    let moves = events.iter().filter(|event| event.body.contains("\"kind\":\"move\"")).count();
    assert_eq!(moves, read.steps().len(), "every move in the log is one of the record");
    second.rest().await;
}

/// How many statements that begin so were carried out for whom, by PostgreSQL's own log: each is a round trip.
fn counted(cluster: &Cluster, who: &str, part: &str) -> usize {
    let begins = format!("{who} LOG:  execute ");
    cluster.log().lines().filter(|line| line.starts_with(&begins) && line.contains(part)).count()
}

const APPEND: &str = "SELECT outcome";
const READ: &str = "FROM gloria.event";
const CLAIM: &str = "WITH next";

#[tokio::test(flavor = "multi_thread")]
async fn a_persons_decision_costs_one_round_trip_wherever_the_bots_think() {
    let cluster = Cluster::with(&["log_statement=all", "log_line_prefix=%a "]);
    let address = cluster.address(&cluster.database());
    let of = |name: &str| format!("{address}?application_name={name}");
    // Nobody looks whether anybody thinks: on a busy machine bots may be late.
    let patient = Config { patience: LONG, ..only_serves() };
    let nodes = [node(&of("first"), patient.clone()).await, node(&of("second"), patient).await];
    let thinker = thinker(&of("thinker")).await;
    let mut ann = Visitor { app: nodes[0].app.clone(), cookie: None };
    let table = ann.quick().await;
    let held = nodes[0].tables.fresh_table(&id(&table)).await.unwrap();
    let (mut decisions, mut answers, mut reads) = (0, 0, 0);
    let before = [
        counted(&cluster, "thinker", APPEND),
        counted(&cluster, "thinker", CLAIM),
        counted(&cluster, "thinker", READ),
    ];
    while decisions < 12 {
        let page = ann.my_turn(&table).await;
        if page.has("id=\"ending\"") {
            break;
        }
        // Whatever is still being read of the bots' answers is read.
        tokio::time::sleep(Duration::from_millis(60)).await;
        let [appends, read] = [counted(&cluster, "first", APPEND), counted(&cluster, "first", READ)];
        let seen = held.room().seq;
        let done = act(&mut ann, &table, "A", &page, &page.actions()[0]).await;
        assert_eq!(done, StatusCode::SEE_OTHER);
        until("the bots have answered", async || held.room().automatic().is_none()).await;
        tokio::time::sleep(Duration::from_millis(60)).await;
        let bots = (held.room().seq - seen - 1) as usize;
        assert_eq!(counted(&cluster, "first", APPEND) - appends, 1, "her decision is one round trip");
        let read = counted(&cluster, "first", READ) - read;
        assert!(read <= bots, "{read} for {bots} answers: each is read once at most");
        (decisions, answers, reads) = (decisions + 1, answers + bots, reads + read);
    }
    let thought = |number: usize, part: &str| counted(&cluster, "thinker", part) - before[number];
    let (appends, claims, read) = (thought(0, APPEND), thought(1, CLAIM), thought(2, READ));
    eprintln!(
        "{decisions} decisions of a person: {decisions} round trips; {answers} answers of bots: {reads} reads"
    );
    eprintln!("the thinker: {appends} appends, {claims} claims (those in vain included), {read} reads");
    assert!(appends >= answers && appends > 0, "{appends} for {answers}");
    thinker.rest().await;
}
