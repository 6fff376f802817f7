//! What a page's stream sends: what changed, to whoever has the page it changed from, and the whole to everybody else.

use std::sync::atomic::Ordering;
use std::time::Duration;

use crate::house::{House, Page, Visitor};
use axum::body::{Body, BodyDataStream};
use axum::http::Request;
use futures_util::StreamExt;
use pages::patched;

/// The changing part of a page.
fn table_of(page: &Page) -> &str {
    let start = page.text.find("<div id=\"table\"").unwrap();
    &page.text[start..page.text.find("</aside></div>").unwrap() + "</aside></div>".len()]
}

async fn stream(guest: &mut Visitor, address: &str) -> BodyDataStream {
    guest.raw(Request::get(address), Body::empty()).await.into_body().into_data_stream()
}

/// The next event: its name and its data.
async fn event(stream: &mut BodyDataStream) -> (String, String) {
    let next = tokio::time::timeout(Duration::from_secs(5), stream.next()).await.unwrap().unwrap().unwrap();
    let text = String::from_utf8(next.to_vec()).unwrap();
    let name = text.split_once("event: ").unwrap().1.split('\n').next().unwrap().to_owned();
    let data: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("data: ")).collect();
    (name, data.join("\n"))
}

fn live(table: &str, after: u64, version: &str) -> String {
    format!("{table}/live?seat=A&after={after}&parts={version}")
}

/// Says something, which everybody is shown.
async fn say(guest: &mut Visitor, table: &str, text: &str) {
    guest.post(&format!("{table}/chat"), &[("text", text)]).await;
}

#[tokio::test]
async fn an_update_brings_what_changed_since_the_page() {
    let house = House::new().await;
    let mut guest = house.guest();
    let table = guest.quick().await;
    let page = guest.my_turn(&table).await;
    let version = page.attribute("id=\"live\"", "data-parts").unwrap();
    let mut updates = stream(&mut guest, &live(&table, page.seq(), &version)).await;
    say(&mut guest, &table, "Ave").await;
    let (name, update) = event(&mut updates).await;
    assert_eq!(name, "parts");
    assert!(update.len() < 1_000 && update.contains("Ave"), "{update}");
    let now = guest.get(&table).await;
    assert_eq!(patched(table_of(&page), &update).as_deref(), Some(table_of(&now)));
    say(&mut guest, &table, "Salve").await;
    let (_, second) = event(&mut updates).await;
    let last = guest.get(&table).await;
    assert_eq!(patched(table_of(&now), &second).as_deref(), Some(table_of(&last)));
    assert_eq!(patched(table_of(&page), &second), None, "it is an update to the second page");
}

#[tokio::test]
async fn who_missed_something_or_has_another_page_is_sent_the_whole() {
    let house = House::new().await;
    let mut guest = house.guest();
    let table = guest.quick().await;
    let page = guest.my_turn(&table).await;
    let version = page.attribute("id=\"live\"", "data-parts").unwrap();
    say(&mut guest, &table, "Ave").await;
    let now = guest.get(&table).await;
    // A page that is behind, one of another version, and one whose script knows nothing of parts.
    let mut behind = stream(&mut guest, &live(&table, page.seq(), &version)).await;
    let mut other = stream(&mut guest, &live(&table, now.seq(), "0")).await;
    let mut old = stream(&mut guest, &format!("{table}/live?seat=A&after={}", now.seq())).await;
    let (name, whole) = event(&mut behind).await;
    assert_eq!((name.as_str(), whole.as_str()), ("table", table_of(&now)));
    say(&mut guest, &table, "Vale").await;
    let last = guest.get(&table).await;
    let (name, update) = event(&mut behind).await;
    assert_eq!(name, "parts", "from then on it is known");
    assert_eq!(patched(&whole, &update).as_deref(), Some(table_of(&last)));
    for stream in [&mut other, &mut old] {
        let (name, whole) = event(stream).await;
        assert_eq!((name.as_str(), whole.as_str()), ("table", table_of(&last)));
    }
    say(&mut guest, &table, "Iterum").await;
    assert_eq!(event(&mut other).await.0, "parts");
    assert_eq!(event(&mut old).await.0, "table");
}

#[tokio::test]
async fn who_does_not_read_costs_nothing_and_gets_the_newest() {
    let house = House::new().await;
    let mut guest = house.guest();
    let table = guest.quick().await;
    let page = guest.my_turn(&table).await;
    let version = page.attribute("id=\"live\"", "data-parts").unwrap();
    let mut slow = stream(&mut guest, &live(&table, page.seq(), &version)).await;
    let drawn = || house.tables.counts.drawn.load(Ordering::Relaxed);
    let before = drawn();
    for number in 0..100 {
        say(&mut guest, &table, &format!("line {number}.")).await;
    }
    // Plain forms lead to pages that nobody asked for here.
    assert_eq!(drawn() - before, 0, "nothing is drawn for whoever does not read");
    let now = guest.get(&table).await;
    let (name, update) = event(&mut slow).await;
    assert_eq!(name, "parts");
    assert_eq!(patched(table_of(&page), &update).as_deref(), Some(table_of(&now)), "all of it in one update");
    let more = tokio::time::timeout(Duration::from_millis(200), slow.next()).await;
    assert!(more.is_err(), "nothing was queued");
}

#[tokio::test]
async fn a_stream_is_compressed_for_whoever_takes_that_and_every_update_can_be_read_at_once() {
    let house = House::new().await;
    let (mut guest, mut onlooker) = (house.guest(), house.guest());
    let table = guest.quick().await;
    guest.show(&table).await;
    let page = guest.my_turn(&table).await;
    let looks = format!("{table}/live?after={}", page.seq());
    let mut packed = Vec::new();
    for _ in 0..2 {
        let request = Request::get(&looks).header("accept-encoding", "br, gzip");
        let answer = onlooker.raw(request, Body::empty()).await;
        assert_eq!(answer.headers()["content-encoding"], "gzip");
        assert_eq!(answer.headers()["content-type"], "text/event-stream");
        packed.push((answer.into_body().into_data_stream(), flate2::Decompress::new(false), 10));
    }
    let mut plain = stream(&mut onlooker, &looks).await;
    for text in ["Ave", "Salve", "Vale"] {
        say(&mut guest, &table, text).await;
        let wanted = plain.next().await.unwrap().unwrap();
        assert!(String::from_utf8_lossy(&wanted).contains(text));
        for (updates, reader, head) in &mut packed {
            let bytes = updates.next().await.unwrap().unwrap();
            let mut read = Vec::with_capacity(1 << 20);
            let skipped = std::mem::take(head);
            reader.decompress_vec(&bytes[skipped..], &mut read, flate2::FlushDecompress::Sync).unwrap();
            assert_eq!(read, wanted, "what others are sent as it is");
            assert!(bytes.len() * 3 < wanted.len(), "{} of {}", bytes.len(), wanted.len());
        }
    }
    // The end is the end of a whole body.
    house.stop.send(true).unwrap();
    for (updates, reader, _) in &mut packed {
        let bytes = updates.next().await.unwrap().unwrap();
        let end = reader.decompress_vec(&bytes, &mut Vec::with_capacity(9), flate2::FlushDecompress::Finish);
        assert_eq!(end.unwrap(), flate2::Status::StreamEnd);
        assert!(updates.next().await.is_none());
    }
}

#[tokio::test]
async fn a_table_that_nobody_looks_at_leaves_the_memory_and_comes_back_at_the_first_look() {
    let house = House::new().await;
    let mut guest = house.guest();
    let table = guest.quick().await;
    let page = guest.my_turn(&table).await;
    let version = page.attribute("id=\"live\"", "data-parts").unwrap();
    let updates = stream(&mut guest, &live(&table, page.seq(), &version)).await;
    assert_eq!(house.tables.forget_idle(), 1, "somebody looks at it");
    drop(updates);
    for _ in 0..100 {
        if house.tables.forget_idle() == 0 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(house.tables.held(), 0);
    let again = guest.get(&table).await;
    assert_eq!((table_of(&again), house.tables.held()), (table_of(&page), 1));
}
