//! Who is there: told to every page that is open, whichever server it hangs on; and whose names lead to pages of their own.

use std::time::Duration;

use axum::body::{Body, BodyDataStream};
use axum::http::Request;
use futures_util::StreamExt as _;
use gloria_web::Config;
use store::testkit::Cluster;

use crate::house::{House, Page, Visitor, config};
use crate::nodes::node;
use crate::strangers::{named, own_page, play, until};

/// Whoever has no page open is away at once.
fn restless() -> Config {
    Config { away: Duration::from_millis(80), ..config() }
}

/// An open page of a table, without a picture of it: what it is sent.
async fn open(guest: &mut Visitor, table: &str) -> BodyDataStream {
    let response = guest.raw(Request::get(format!("{table}/live?after=1")), Body::empty()).await;
    assert_eq!(response.status(), 200);
    response.into_body().into_data_stream()
}

/// Reads what an open page is sent until one thing that is sent has a text.
async fn brings(page: &mut BodyDataStream, text: &str) -> String {
    let look = async {
        loop {
            let chunk = page.next().await.expect("the stream goes on").expect("the stream can be read");
            let chunk = String::from_utf8_lossy(&chunk).into_owned();
            if chunk.contains(text) {
                return chunk;
            }
        }
    };
    tokio::time::timeout(Duration::from_secs(60), look)
        .await
        .unwrap_or_else(|_| panic!("'{text}' is never sent"))
}

async fn table_of_two(ann: &mut Visitor, bob: &mut Visitor) -> String {
    let fields = [("seat", "me"), ("seat", "link"), ("seat", "none"), ("seat", "none"), ("seat", "none")];
    let table = ann.post("/new/glory-to-rome", &fields).await.location.unwrap();
    bob.post(&format!("{table}/sit"), &[("seat", "B")]).await;
    table
}

/// How Bob stands on a page.
fn bob(page: &str) -> &str {
    page.split("id=\"seat-B\"").nth(1).and_then(|rest| rest.split("</li>").next()).unwrap_or_default()
}

#[tokio::test]
async fn pages_that_are_open_are_told_who_goes_and_who_comes() {
    let house = House::with(restless()).await;
    let (mut ann, mut other) = (named(&house, "Ann").await, named(&house, "Bob").await);
    let table = table_of_two(&mut ann, &mut other).await;
    let mut page = open(&mut ann, &table).await;
    let theirs = open(&mut other, &table).await;
    drop(theirs);
    let told = brings(&mut page, "data-since=").await;
    assert!(bob(&told).contains("class=\"away\""), "{told}");
    assert!(bob(&ann.get(&table).await.text).contains("class=\"away\""));
    // The next server knows it from the log.
    let again = house.again().await;
    let mut there = Visitor { app: again.app.clone(), cookie: ann.cookie.clone() };
    assert!(bob(&there.get(&table).await.text).contains("class=\"away\""));
    std::mem::forget(again);
    let theirs = open(&mut other, &table).await;
    let told = brings(&mut page, "id=\"seat-B\"").await;
    assert!(bob(&told).contains("class=\"here\""), "{told}");
    // With a second page the first may be closed.
    let second = open(&mut other, &table).await;
    drop(theirs);
    tokio::time::sleep(Duration::from_millis(400)).await;
    assert!(bob(&ann.get(&table).await.text).contains("class=\"here\""));
    drop(second);
    brings(&mut page, "data-since=").await;
    // Who decides or says something is there, with or without a page that is open.
    let chat = other.post(&format!("{table}/chat"), &[("text", "salve"), ("seat", "B")]).await;
    assert_eq!(chat.status, 303, "{}", chat.text);
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_is_at_another_server_is_there() {
    let cluster = Cluster::start();
    let address = cluster.address(&cluster.database());
    let nodes = [node(&address, restless()).await, node(&address, restless()).await];
    let mut ann = Visitor { app: nodes[0].app.clone(), cookie: None };
    let mut other = Visitor { app: nodes[1].app.clone(), cookie: None };
    for (guest, name) in [(&mut ann, "Ann"), (&mut other, "Bob")] {
        guest.get("/").await;
        guest.post("/me", &[("name", name)]).await;
    }
    let table = table_of_two(&mut ann, &mut other).await;
    let (mut page, theirs) = (open(&mut ann, &table).await, open(&mut other, &table).await);
    tokio::time::sleep(Duration::from_millis(400)).await;
    let seen = ann.get(&table).await;
    assert!(bob(&seen.text).contains("class=\"here\""), "{}", seen.text);
    // Nobody is left at the other server who could be told, but an onlooker: so it is Ann who is told.
    let _looks = open(&mut nodes[1].with(&ann), &table).await;
    drop(theirs);
    let told = brings(&mut page, "data-since=").await;
    assert!(bob(&told).contains("class=\"away\""), "{told}");
    let _here = open(&mut nodes[0].with(&other), &table).await;
    let told = brings(&mut page, "id=\"seat-B\"").await;
    assert!(bob(&told).contains("class=\"here\""), "{told}");
    // The server they have left says nothing against it.
    let seq = ann.get(&table).await.seq();
    tokio::time::sleep(Duration::from_millis(400)).await;
    assert_eq!(ann.get(&table).await.seq(), seq, "servers contradict each other");
}

#[tokio::test]
async fn whoever_plays_alone_is_told_of_nobody() {
    let house = House::with(restless()).await;
    let mut ann = named(&house, "Ann").await;
    let table = ann.quick().await;
    ann.show(&table).await;
    let page = ann.my_turn(&table).await;
    let _looks = open(&mut named(&house, "Eve").await, &table).await;
    tokio::time::sleep(Duration::from_millis(400)).await;
    assert_eq!(ann.get(&table).await.seq(), page.seq(), "nothing was written");
}

/// Whether a page leads to another.
fn leads(page: &Page, to: &str) -> bool {
    page.has(&format!("href=\"{to}\""))
}

#[tokio::test]
async fn names_lead_to_the_pages_of_those_who_have_one() {
    let house = House::new().await;
    let (mut ann, mut other) = (named(&house, "Ann").await, named(&house, "Bob").await);
    let played = play(&mut ann, &mut other).await;
    let theirs = until(|| {
        let mut other = other.clone();
        async move { own_page(&mut other).await }
    })
    .await;
    assert!(leads(&ann.get(&played).await, &theirs), "from the end of a game");
    assert!(leads(&ann.get("/games").await, &theirs), "from the list of games");
    // Another server has to find it out.
    let again = house.again().await;
    let (mut ann, mut other) = (
        Visitor { app: again.app.clone(), cookie: ann.cookie },
        Visitor { app: again.app.clone(), cookie: other.cookie },
    );
    let fields = [("seat", "me"), ("seat", "link"), ("seat", "link"), ("seat", "none"), ("seat", "none")];
    let table = ann.post("/new/glory-to-rome", &fields).await.location.unwrap();
    other.post(&format!("{table}/sit"), &[("seat", "B")]).await;
    assert!(leads(&ann.get(&table).await, &theirs), "from a table that waits");
    let mut eve = named(&again, "Eve").await;
    eve.post(&format!("{table}/sit"), &[("seat", "C")]).await;
    let page = ann.get(&table).await;
    assert!(page.has("id=\"seat-C\"") && leads(&page, &theirs), "from a game: {}", page.text);
    let eves = page.text.split("id=\"seat-C\"").nth(1).and_then(|rest| rest.split("</li>").next()).unwrap();
    assert!(!eves.contains("href="), "who has no page is only a name: {eves}");
    std::mem::forget(again);
}
