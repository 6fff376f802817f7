//! What a post costs: every viewer is drawn once, and the one who posts is told only that it was done.

use std::sync::atomic::Ordering;
use std::time::Duration;

use crate::house::{House, Page, Visitor, encode};
use axum::body::{Body, BodyDataStream};
use axum::http::header::CONTENT_TYPE;
use axum::http::{Request, StatusCode};
use futures_util::StreamExt;

/// Ann's table with Bob, begun; the one who decides first, and the seat.
async fn begun(house: &House) -> (Visitor, Visitor, String) {
    let (mut ann, mut bob) = (house.guest(), house.guest());
    ann.get("/").await;
    bob.get("/").await;
    let fields = [("seat", "me"), ("seat", "link"), ("seat", "none"), ("seat", "none"), ("seat", "none")];
    let table = ann.post("/new/glory-to-rome", &fields).await.location.unwrap();
    assert_eq!(bob.post(&format!("{table}/sit"), &[("seat", "B")]).await.status, StatusCode::SEE_OTHER);
    (ann, bob, table)
}

/// Posts as our script does.
async fn posted(guest: &mut Visitor, path: &str, reader: &str, fields: &[(&str, &str)]) -> Page {
    let body: Vec<String> =
        fields.iter().map(|(name, value)| format!("{}={}", encode(name), encode(value))).collect();
    let request = Request::post(path)
        .header("host", "gloria.test")
        .header("origin", "http://gloria.test")
        .header("x-gloria", reader)
        .header(CONTENT_TYPE, "application/x-www-form-urlencoded");
    guest.send(request.body(Body::from(body.join("&"))).unwrap()).await
}

/// The stream of a page that shows this seq already.
async fn stream(guest: &mut Visitor, table: &str, seat: &str, seq: u64) -> BodyDataStream {
    let address = format!("{table}/live?{seat}after={seq}");
    guest.raw(Request::get(address), Body::empty()).await.into_body().into_data_stream()
}

/// The next update of a stream; nothing if none comes soon.
async fn update(stream: &mut BodyDataStream) -> Option<String> {
    let next = tokio::time::timeout(Duration::from_millis(400), stream.next()).await.ok()??;
    Some(String::from_utf8(next.unwrap().to_vec()).unwrap())
}

#[tokio::test]
async fn a_post_draws_each_viewer_once() {
    let house = House::new().await;
    let (mut ann, mut bob, table) = begun(&house).await;
    let page = ann.get(&table).await;
    let seq = page.seq();
    let (actor, seat) = if page.has("my-turn") { (&mut ann, "A") } else { (&mut bob, "B") };
    let action = actor.get(&table).await.actions()[0].clone();
    let mut streams =
        [stream(&mut ann, &table, "seat=A&", seq).await, stream(&mut bob, &table, "seat=B&", seq).await];
    let mut onlookers = Vec::new();
    for _ in 0..3 {
        onlookers.push(stream(&mut house.guest(), &table, "", seq).await);
    }
    let drawn = || house.tables.counts.drawn.load(Ordering::Relaxed);
    let before = drawn();
    let actor = if seat == "A" { &mut ann } else { &mut bob };
    let fields = [("seat", seat), ("seq", &*seq.to_string()), ("action", &*action)];
    let done = posted(actor, &format!("{table}/act"), "stream", &fields).await;
    assert_eq!((done.status, done.text.as_str()), (StatusCode::NO_CONTENT, ""), "the stream shows it");
    let told: u64 = done.headers["x-gloria-seq"].to_str().unwrap().parse().unwrap();
    assert!(told > seq);
    for stream in streams.iter_mut().chain(&mut onlookers) {
        let shown = update(stream).await.expect("everyone is shown it");
        assert!(shown.contains(&format!("id: {told}\n")) && shown.contains("event: table"), "{shown}");
    }
    assert_eq!(drawn() - before, 3, "Ann, Bob, and all onlookers together");
    for stream in streams.iter_mut().chain(&mut onlookers) {
        assert_eq!(update(stream).await, None, "nobody is shown it twice");
    }
}

#[tokio::test]
async fn who_has_no_stream_is_answered_the_table_and_what_is_refused_is_said_in_any_case() {
    let house = House::new().await;
    let (mut ann, mut bob, table) = begun(&house).await;
    let page = ann.get(&table).await;
    let (actor, seat) = if page.has("my-turn") { (&mut ann, "A") } else { (&mut bob, "B") };
    let action = actor.get(&table).await.actions()[0].clone();
    let act = format!("{table}/act");
    let drawn = || house.tables.counts.drawn.load(Ordering::Relaxed);
    for reader in ["script", "stream"] {
        let before = drawn();
        let refused = posted(actor, &act, reader, &[("seat", seat), ("action", "nonsense")]).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(refused.text.starts_with("<div id=\"table\"") && refused.has("id=\"refused\""));
        assert_eq!(drawn() - before, 1);
    }
    let before = drawn();
    let done = posted(actor, &act, "script", &[("seat", seat), ("action", &action)]).await;
    assert_eq!(done.status, StatusCode::OK);
    assert!(done.text.starts_with("<div id=\"table\"") && done.seq() > page.seq());
    assert_eq!(drawn() - before, 1);
}

#[tokio::test]
async fn what_was_done_before_is_no_second_action() {
    let house = House::new().await;
    let (mut ann, mut bob, table) = begun(&house).await;
    let page = ann.get(&table).await;
    let (actor, seat) = if page.has("my-turn") { (&mut ann, "A") } else { (&mut bob, "B") };
    let action = actor.get(&table).await.actions()[0].clone();
    let fields = [("seat", seat), ("action", &*action), ("request", "once")];
    for _ in 0..2 {
        let done = posted(actor, &format!("{table}/act"), "stream", &fields).await;
        assert_eq!(done.status, StatusCode::NO_CONTENT);
    }
    assert_eq!(house.tables.counts.actions.load(Ordering::Relaxed), 1);
}
