//! Two servers on one PostgreSQL: any of them serves any table, and everybody sees the same.

use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use axum::body::Body;
use axum::http::{Request, StatusCode};
use futures_util::StreamExt;
use gloria_web::{Config, KeyChange, Quotas, Tables, rotate_key};
use store::testkit::Cluster;
use store::{Address, Append, Postgres, TableId};
use table::Record;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tower::ServiceExt;

use crate::house::{Page, Visitor, config};
use crate::notices::{Receiver, a_turn_is_told_once};

/// One server.
pub struct Node {
    pub app: axum::Router,
    pub tables: Arc<Tables>,
    stop: watch::Sender<bool>,
}

pub async fn node(address: &str, config: Config) -> Node {
    let store = Postgres::open(&Address::read(address).unwrap()).await.unwrap();
    let tables = Tables::open(Arc::new(store), config).await.unwrap();
    let (stop, stopped) = watch::channel(false);
    Node { app: gloria_web::app(Arc::clone(&tables), stopped), tables, stop }
}

impl Node {
    /// The same guest, at this server.
    pub fn with(&self, guest: &Visitor) -> Visitor {
        Visitor { app: self.app.clone(), cookie: guest.cookie.clone() }
    }
}

/// Reads a stream to its end, beside everything else; answers the seqs it told, in order.
async fn reading(guest: &Visitor, path: &str) -> JoinHandle<Vec<u64>> {
    let request =
        Request::get(path).header("host", "gloria.test").header("cookie", guest.cookie.as_deref().unwrap());
    let response = guest.app.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
    assert_eq!(response.status(), StatusCode::OK);
    let mut chunks = response.into_body().into_data_stream();
    tokio::spawn(async move {
        let mut seqs = Vec::new();
        while let Some(chunk) = chunks.next().await {
            let text = String::from_utf8_lossy(&chunk.unwrap()).into_owned();
            seqs.extend(text.lines().filter_map(|line| line.strip_prefix("id: ")?.parse::<u64>().ok()));
        }
        seqs
    })
}

/// Waits until something is so.
pub async fn until(what: &str, mut so: impl AsyncFnMut() -> bool) {
    for _ in 0..400 {
        if so().await {
            return;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    panic!("never: {what}");
}

/// Two guests at a table that the first has opened at one server and the second found at the other.
async fn two_guests(nodes: &[Node]) -> (Visitor, Visitor, String) {
    let mut ann = Visitor { app: nodes[0].app.clone(), cookie: None };
    let mut bob = Visitor { app: nodes[1].app.clone(), cookie: None };
    ann.get("/").await;
    bob.get("/").await;
    let seats = [("seat", "me"), ("seat", "link"), ("seat", "none"), ("seat", "none"), ("seat", "none")];
    let table = ann.post("/new/glory-to-rome", &seats).await.location.unwrap();
    assert!(bob.get(&table).await.status == StatusCode::OK, "it is there at once, whoever opened it");
    assert_eq!(bob.post(&format!("{table}/sit"), &[("seat", "B")]).await.status, StatusCode::SEE_OTHER);
    (ann, bob, table)
}

pub async fn act(guest: &mut Visitor, table: &str, seat: &str, page: &Page, action: &str) -> StatusCode {
    let seq = page.seq().to_string();
    guest.post(&format!("{table}/act"), &[("seq", &seq), ("seat", seat), ("action", action)]).await.status
}

#[tokio::test(flavor = "multi_thread")]
async fn two_servers_on_one_database() {
    let mut cluster = Cluster::start();
    let patient = Config { patience: Duration::from_secs(3600), ..config() };
    let address = cluster.address(&cluster.database());
    let nodes = [node(&address, patient.clone()).await, node(&address, patient.clone()).await];
    a_game_is_played_at_both_and_both_streams_see_all(&nodes).await;
    of_two_posts_at_once_one_wins_and_the_other_is_shown_the_table(&nodes).await;
    talk_elsewhere_makes_no_move_stale(&nodes).await;
    lists_and_keys_follow_what_the_other_server_does(&nodes).await;
    what_a_newer_version_writes_is_refused(&nodes).await;
    // Nothing is acknowledged while the database is away, and all goes on afterwards.
    the_database_goes_away_and_comes_back(&nodes, &mut cluster).await;
    a_server_is_drained(nodes).await;
    let hasty = Config { patience: Duration::ZERO, ..config() };
    let address = cluster.address(&cluster.database());
    let nodes = [node(&address, hasty.clone()).await, node(&address, hasty).await];
    bots_that_both_think_for_never_move_twice(&nodes).await;
    let receiver = Receiver::start().await;
    let telling = Config { patience: Duration::from_secs(3600), ..receiver.config(Duration::ZERO) };
    let theirs = cluster.address(&cluster.database());
    let both = [node(&theirs, telling.clone()).await, node(&theirs, telling).await];
    a_turn_is_told_once(&both, &receiver).await;
    bots_of_a_server_that_does_nothing_go_on(&address).await;
    what_is_used_of_an_hour_at_one_server_is_used_at_the_other(&cluster).await;
}

/// Each server by itself would allow all of it.
async fn what_is_used_of_an_hour_at_one_server_is_used_at_the_other(cluster: &Cluster) {
    let address = cluster.address(&cluster.database());
    let quotas = Quotas { tables: 8, ..config().quotas };
    let limited = Config { quotas, ..config() };
    let nodes = [node(&address, limited.clone()).await, node(&address, limited).await];
    // A new hour begins anew: it must not begin in the middle.
    let left =
        Duration::from_secs(3600 - SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs() % 3600);
    if left < Duration::from_secs(30) {
        tokio::time::sleep(left).await;
    }
    let mut ann = Visitor { app: nodes[0].app.clone(), cookie: None };
    ann.get("/").await;
    let opens = async |guest: &mut Visitor| guest.post("/quick/glory-to-rome", &[]).await.status;
    for _ in 0..5 {
        assert_eq!(opens(&mut ann).await, StatusCode::SEE_OTHER);
    }
    let store = Arc::clone(&nodes[0].tables.store);
    until("the first server has told of it", async || {
        store.notes("spent ").await.unwrap().iter().any(|(_, told)| told.contains(":5"))
    })
    .await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    let mut there = nodes[1].with(&ann);
    let mut answers = Vec::new();
    for _ in 0..5 {
        answers.push(opens(&mut there).await.as_u16());
    }
    assert_eq!(answers, [303, 303, 303, 429, 429], "eight together");
    let mut bob = Visitor { app: nodes[1].app.clone(), cookie: None };
    bob.get("/").await;
    assert_eq!(opens(&mut bob).await, StatusCode::SEE_OTHER, "another guest has an hour of their own");
}

async fn a_game_is_played_at_both_and_both_streams_see_all(nodes: &[Node]) {
    let (ann, bob, table) = two_guests(nodes).await;
    let here = reading(&ann, &format!("{table}/live?seat=A")).await;
    let there = reading(&bob, &format!("{table}/live?seat=B")).await;
    let mut moves = 0;
    let mut last = 0;
    for step in 0..60_usize {
        // Each looks at one server and posts at the other.
        let (looks, posts) = (&nodes[step % 2], &nodes[(step + 1) % 2]);
        let mut done = None;
        for (guest, seat) in [(&ann, "A"), (&bob, "B")] {
            let page = looks.with(guest).get(&format!("{table}?seat={seat}")).await;
            assert!(page.seq() >= last, "nobody sees anything go back");
            last = page.seq();
            if page.has("id=\"ending\"") {
                done = Some(StatusCode::OK);
            }
            if let Some(action) = page.actions().first() {
                done = Some(act(&mut posts.with(guest), &table, seat, &page, action).await);
                (moves, last) = (moves + 1, last + 1);
                break;
            }
        }
        match done {
            Some(StatusCode::SEE_OTHER) => {}
            Some(StatusCode::OK) => break,
            other => panic!("step {step}: {other:?}"),
        }
    }
    assert!(moves >= 20, "{moves}");
    let final_seq = nodes[0].with(&ann).get(&table).await.seq();
    tokio::time::sleep(Duration::from_millis(300)).await;
    for tables in nodes.iter().map(|node| &node.tables) {
        let id = TableId::new(&table[3..]).unwrap();
        let held = tables.table(&id).await.unwrap();
        assert_eq!(held.room().seq, final_seq, "without anybody looking");
        held.retire();
    }
    for seqs in [here.await.unwrap(), there.await.unwrap()] {
        assert!(seqs.windows(2).all(|two| two[0] < two[1]), "in order, none twice: {seqs:?}");
        assert_eq!(seqs.last(), Some(&final_seq), "{seqs:?}");
        assert!(seqs.len() > moves / 4, "{} updates of {moves} moves", seqs.len());
    }
}

async fn of_two_posts_at_once_one_wins_and_the_other_is_shown_the_table(nodes: &[Node]) {
    let mut raced = 0;
    for _ in 0..8 {
        let (ann, bob, table) = two_guests(nodes).await;
        for (guest, seat) in [(&ann, "A"), (&bob, "B")] {
            let [mut first, mut second] = [nodes[0].with(guest), nodes[1].with(guest)];
            let page = first.get(&format!("{table}?seat={seat}")).await;
            let actions = page.actions();
            // Of the two it is the one who leads.
            let (Some(one), Some(other)) = (actions.first(), actions.get(1)) else { continue };
            let both = tokio::join!(
                act(&mut first, &table, seat, &page, one),
                act(&mut second, &table, seat, &page, other)
            );
            let mut done = [both.0, both.1];
            done.sort();
            assert_eq!(done, [StatusCode::SEE_OTHER, StatusCode::CONFLICT]);
            let now = [first.get(&table).await.seq(), second.get(&table).await.seq()];
            assert_eq!(now, [page.seq() + 1; 2], "one of them was done");
            raced += 1;
            break;
        }
    }
    assert_eq!(raced, 8, "at every table somebody leads");
}

async fn talk_elsewhere_makes_no_move_stale(nodes: &[Node]) {
    let (mut ann, bob, table) = two_guests(nodes).await;
    let mut players = [(ann.clone(), "A"), (nodes[0].with(&bob), "B")];
    let mut found = None;
    for (guest, seat) in &mut players {
        let page = guest.get(&format!("{table}?seat={seat}")).await;
        if !page.actions().is_empty() {
            found = Some((guest.clone(), *seat, page));
        }
    }
    let (mut guest, seat, page) = found.expect("somebody decides");
    let mut elsewhere = nodes[1].with(&ann);
    for _ in 0..3 {
        let said = elsewhere.post(&format!("{table}/chat"), &[("text", "hm"), ("seat", "A")]).await;
        assert_eq!(said.status, StatusCode::SEE_OTHER);
    }
    let action = page.actions()[0].clone();
    assert_eq!(act(&mut guest, &table, seat, &page, &action).await, StatusCode::SEE_OTHER);
    assert!(ann.get(&table).await.has("hm"), "and what was said is there");
}

async fn lists_and_keys_follow_what_the_other_server_does(nodes: &[Node]) {
    let mut ann = Visitor { app: nodes[0].app.clone(), cookie: None };
    let mut bob = Visitor { app: nodes[1].app.clone(), cookie: None };
    ann.get("/").await;
    bob.get("/").await;
    let seats = [("seat", "me"), ("seat", "open"), ("seat", "none"), ("seat", "none"), ("seat", "none")];
    let table = ann.post("/new/glory-to-rome", &seats).await.location.unwrap();
    until("it is in the other's list", async || bob.get("/").await.has(&table)).await;
    // A new key is believed by both, and so is the one of before.
    rotate_key(nodes[0].tables.store.as_ref(), KeyChange::KeepOld).await.unwrap();
    let old = ann.cookie.clone();
    until("there is a new cookie", async || {
        nodes[1].with(&ann).get("/").await.headers.contains_key("set-cookie")
    })
    .await;
    let mut there = nodes[1].with(&ann);
    there.get("/").await;
    assert_ne!(there.cookie, old);
    until("the other server believes it", async || {
        !nodes[0].with(&there).get("/").await.headers.contains_key("set-cookie")
    })
    .await;
    assert!(nodes[0].with(&there).get(&table).await.has("data-seq"), "and it is the same guest");
}

async fn what_a_newer_version_writes_is_refused(nodes: &[Node]) {
    let (mut ann, mut bob, table) = two_guests(nodes).await;
    let stream = reading(&bob, &format!("{table}/live?seat=B")).await;
    let page = ann.get(&format!("{table}?seat=A")).await;
    let newer = Append {
        table: TableId::new(&table[3..]).unwrap(),
        expected: page.seq(),
        request: None,
        at: 0,
        events: vec![r#"99 {"kind":"said","guest":["x","X"],"text":"in other words"}"#.to_owned()],
        digest: "{}".to_owned(),
        finished: None,
        thinking: None,
    };
    nodes[0].tables.store.append(newer).await.unwrap();
    assert!(!stream.await.unwrap().contains(&(page.seq() + 1)), "its streams end without it");
    for guest in [&mut ann, &mut bob] {
        let refused = guest.get(&table).await;
        assert_eq!(refused.status, StatusCode::SERVICE_UNAVAILABLE);
        assert!(refused.has("is being brought up to date"), "{}", refused.text);
    }
    let posted = ann.post(&format!("{table}/chat"), &[("text", "hm")]).await;
    assert_eq!(posted.status, StatusCode::SERVICE_UNAVAILABLE, "and nothing is written after it");
}

async fn the_database_goes_away_and_comes_back(nodes: &[Node], cluster: &mut Cluster) {
    let (ann, bob, table) = two_guests(nodes).await;
    let mut deciding = None;
    for (guest, seat) in [(&ann, "A"), (&bob, "B")] {
        let page = nodes[0].with(guest).get(&format!("{table}?seat={seat}")).await;
        if let Some(action) = page.actions().first() {
            deciding = Some((guest, seat, page.clone(), action.clone()));
        }
    }
    let (guest, seat, page, action) = deciding.expect("somebody decides");
    cluster.stop();
    let away = act(&mut nodes[0].with(guest), &table, seat, &page, &action).await;
    assert_eq!(away, StatusCode::SERVICE_UNAVAILABLE);
    cluster.resume();
    // The same post again is done once, wherever.
    for node in [&nodes[1], &nodes[0]] {
        let mut there = node.with(guest);
        until("it is done", async || {
            act(&mut there, &table, seat, &page, &action).await == StatusCode::SEE_OTHER
        })
        .await;
    }
    let seq = nodes[0].with(guest).get(&table).await.seq();
    assert_eq!((seq, nodes[1].with(guest).get(&table).await.seq()), (page.seq() + 1, page.seq() + 1));
}

async fn a_server_is_drained(nodes: [Node; 2]) {
    let (ann, _, table) = two_guests(&nodes).await;
    let [first, second] = nodes;
    let seen = first.with(&ann).get(&table).await.seq();
    let stream = reading(&ann, &format!("{table}/live?seat=A&after={seen}")).await;
    // It is asked to stop: its streams end, and whoever comes back at the other goes on from what was seen.
    first.stop.send_replace(true);
    assert_eq!(stream.await.unwrap(), [0_u64; 0]);
    let mut there = second.with(&ann);
    let again = reading(&there, &format!("{table}/live?seat=A&after={seen}")).await;
    there.post(&format!("{table}/chat"), &[("text", "back"), ("seat", "A")]).await;
    until("it is told", async || second.with(&ann).get(&table).await.seq() > seen).await;
    second.stop.send_replace(true);
    let told = again.await.unwrap();
    assert!(told.is_empty() || told == [seen + 1], "{told:?}");
}

/// Plays a quick game to its end, always with the first action, wherever it is this guest's turn.
pub async fn to_the_end(nodes: &[Node], guest: &Visitor, table: &str) -> Page {
    for step in 0..4000_usize {
        let mut there = nodes[step % nodes.len()].with(guest);
        let page = there.get(table).await;
        if page.has("id=\"ending\"") {
            return page;
        }
        match page.actions().first() {
            Some(action) => drop(act(&mut there, table, "A", &page, action).await),
            None => tokio::time::sleep(Duration::from_millis(5)).await,
        }
    }
    panic!("the game never ends");
}

async fn bots_that_both_think_for_never_move_twice(nodes: &[Node]) {
    let mut ann = Visitor { app: nodes[0].app.clone(), cookie: None };
    let table = ann.quick().await;
    to_the_end(nodes, &ann, &table).await;
    let record = ann.get(&format!("{table}/record")).await;
    let read = Record::<glory_to_rome::State>::read(&record.text).unwrap();
    assert_eq!(read.check_seed(), Ok(()));
    let id = TableId::new(&table[3..]).unwrap();
    let events = nodes[1].tables.store.events(&id, 0, 5000).await.unwrap();
    let moves = events.iter().filter(|event| event.body.contains("\"kind\":\"move\"")).count();
    assert_eq!(moves, read.steps().len(), "every move in the log is one of the record");
}

async fn bots_of_a_server_that_does_nothing_go_on(address: &str) {
    // One server does not think at all; the other does for both.
    let dead = node(address, Config { thinkers: 0, ..config() }).await;
    let alive = node(address, config()).await;
    let mut ann = Visitor { app: dead.app.clone(), cookie: None };
    let table = ann.quick().await;
    let held = alive.tables.fresh_table(&TableId::new(&table[3..]).unwrap()).await.unwrap();
    until("the bots before her decide", async || held.room().automatic().is_none()).await;
    let page = ann.my_turn(&table).await;
    assert_eq!(act(&mut ann, &table, "A", &page, &page.actions()[0]).await, StatusCode::SEE_OTHER);
    let done = page.seq() + 1;
    until("the other hears of it, and the bots after her decide", async || {
        let room = held.room();
        room.seq >= done && room.automatic().is_none()
    })
    .await;
}
