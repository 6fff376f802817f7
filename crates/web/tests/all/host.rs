//! The host of a table removes people and stops them from writing: nobody else may, and nothing that was acknowledged is lost by it.

use std::time::Duration;

use crate::house::{House, Visitor};
use axum::body::{Body, Bytes};
use axum::http::{Request, StatusCode};
use futures_util::StreamExt;
use serde_json::{Value, json};
use store::{Append, TableId};

const REMOVED: &str = "The host removed you from this table.";

async fn named(house: &House, name: &str) -> Visitor {
    let mut guest = house.guest();
    guest.get("/").await;
    guest.post("/me", &[("name", name)]).await;
    guest
}

/// A table of Glory to Rome that the host opens with these seats.
async fn opened(host: &mut Visitor, seats: &[&str], more: &[(&str, &str)]) -> String {
    let mut fields: Vec<(&str, &str)> = seats.iter().map(|seat| ("seat", *seat)).collect();
    fields.resize(5, ("seat", "none"));
    fields.extend(more);
    let answer = host.post("/new/glory-to-rome", &fields).await;
    answer.location.unwrap_or_else(|| panic!("{}", answer.text))
}

async fn post(guest: &mut Visitor, table: &str, verb: &str, fields: &[(&str, &str)]) -> StatusCode {
    guest.post(&format!("{table}/{verb}"), fields).await.status
}

/// A request of a program with the guest's identity.
async fn program(guest: &Visitor, method: &str, path: &str, body: &Value) -> (StatusCode, Value) {
    let token = guest.cookie.as_deref().unwrap().strip_prefix("gloria=").unwrap();
    let request = Request::builder().method(method).uri(path).header("host", "gloria.test");
    let request = request.header("authorization", format!("Bearer {token}"));
    let request = request.header("content-type", "application/json").body(Body::from(body.to_string()));
    let page = Visitor { app: guest.app.clone(), cookie: None }.send(request.unwrap()).await;
    (page.status, serde_json::from_str(&page.text).unwrap_or_default())
}

fn steps(text: &str) -> usize {
    let rest = &text[text.find("data-steps=\"").expect("a running game") + 12..];
    rest[..rest.find('"').unwrap()].parse().unwrap()
}

#[tokio::test]
async fn before_the_game_the_host_removes_and_the_seat_is_open_for_others() {
    let house = House::new().await;
    let (mut ann, mut bob, mut cid) =
        (named(&house, "Ann").await, named(&house, "Bob").await, named(&house, "Cid").await);
    let table = opened(&mut ann, &["me", "link", "link"], &[]).await;
    assert_eq!(post(&mut bob, &table, "sit", &[("seat", "B")]).await, StatusCode::SEE_OTHER);
    assert!(ann.get(&table).await.has("/remove\"") && !bob.get(&table).await.has("/remove\""));
    for (guest, seat, expected) in [
        (&bob, "A", StatusCode::FORBIDDEN),
        (&bob, "B", StatusCode::FORBIDDEN),
        (&cid, "B", StatusCode::FORBIDDEN),
        (&ann, "A", StatusCode::UNPROCESSABLE_ENTITY),
        (&ann, "C", StatusCode::UNPROCESSABLE_ENTITY),
        (&ann, "E", StatusCode::NOT_FOUND),
        (&ann, "B", StatusCode::SEE_OTHER),
        (&ann, "B", StatusCode::UNPROCESSABLE_ENTITY),
    ] {
        assert_eq!(post(&mut guest.clone(), &table, "remove", &[("seat", seat)]).await, expected, "{seat}");
    }
    let told = bob.get(&table).await;
    assert!(told.has(REMOVED) && !told.has("Sit here"), "{}", told.text);
    assert!(!bob.get("/").await.has(&table), "it is none of his tables any more");
    for seat in ["B", "C"] {
        let again = bob.post(&format!("{table}/sit"), &[("seat", seat)]).await;
        assert_eq!(again.status, StatusCode::FORBIDDEN);
        assert!(again.has(REMOVED), "{}", again.text);
    }
    let (status, answer) =
        program(&bob, "POST", &format!("/api/tables/{}/seats", &table[3..]), &json!({ "seat": "B" })).await;
    assert_eq!(status, StatusCode::FORBIDDEN);
    assert!(answer["error"].as_str().unwrap().starts_with(REMOVED), "{answer}");
    // Others sit down as before, and a new server knows whom not.
    let again = house.again().await;
    let mut same = Visitor { app: again.app.clone(), cookie: bob.cookie.clone() };
    assert_eq!(post(&mut same, &table, "sit", &[("seat", "B")]).await, StatusCode::FORBIDDEN);
    assert!(cid.get(&table).await.has("Sit here"));
    assert_eq!(post(&mut cid, &table, "sit", &[("seat", "B")]).await, StatusCode::SEE_OTHER);
    assert_eq!(post(&mut ann, &table, "seat-bot", &[("seat", "C")]).await, StatusCode::SEE_OTHER);
    assert!(cid.get(&table).await.has("class=\"hand\""), "the game has begun");
}

/// Reads a stream until a chunk has this text, or it ends; all that came.
async fn until(
    stream: &mut (impl StreamExt<Item = Result<Bytes, axum::Error>> + Unpin),
    text: &str,
) -> String {
    let mut read = String::new();
    while !read.contains(text) {
        let next =
            tokio::time::timeout(Duration::from_secs(20), stream.next()).await.expect("something comes");
        match next {
            Some(chunk) => read.push_str(&String::from_utf8_lossy(&chunk.unwrap())),
            None => break,
        }
    }
    read
}

#[tokio::test]
async fn during_the_game_a_bot_plays_on_and_who_was_removed_sees_and_does_no_more() {
    let house = House::new().await;
    let (mut ann, mut bob) = (named(&house, "Ann").await, named(&house, "Bob").await);
    let table = opened(&mut ann, &["me", "link"], &[]).await;
    post(&mut bob, &table, "sit", &[("seat", "B")]).await;
    for _ in 0..6 {
        for (guest, seat) in [(&mut ann, "A"), (&mut bob, "B")] {
            let page = guest.get(&table).await;
            if let Some(action) = page.actions().first() {
                let fields = [("seat", seat), ("action", action.as_str())];
                assert_eq!(post(guest, &table, "act", &fields).await, StatusCode::SEE_OTHER);
            }
        }
    }
    let acknowledged = steps(&ann.get(&table).await.text);
    assert!(acknowledged >= 6);
    let page = bob.raw(Request::get(format!("{table}/live?seat=B")), Body::empty()).await;
    let mut page = page.into_body().into_data_stream();
    assert!(until(&mut page, "\n\n").await.contains("class=\"hand\""), "he sees his hand");
    let token = bob.cookie.clone().unwrap().replace("gloria=", "Bearer ");
    let api = Request::get(format!("/api/tables/{}/events", &table[3..])).header("authorization", token);
    let lines = Visitor { app: bob.app.clone(), cookie: None }.raw(api, Body::empty()).await;
    let mut lines = lines.into_body().into_data_stream();
    assert!(until(&mut lines, "\n").await.contains("\"seat\":\"B\""));
    assert_eq!(post(&mut bob, &table, "remove", &[("seat", "A")]).await, StatusCode::FORBIDDEN);
    let action = bob.get(&table).await.actions().first().cloned();
    assert_eq!(post(&mut ann, &table, "remove", &[("seat", "B")]).await, StatusCode::SEE_OTHER);
    // His page looks anew, as one who watches; his program's stream ends with what onlookers see.
    assert!(until(&mut page, "event: reload").await.contains("event: reload"));
    assert!(until(&mut page, "no more").await.is_empty(), "and then it ends");
    let last = until(&mut lines, "no more").await;
    assert!(last.contains("\"seat\":null") && !last.contains("\"seat\":\"B\",\"seq\""), "{last}");
    let told = bob.get(&format!("{table}?seat=B")).await;
    assert!(told.has(REMOVED) && !told.has("class=\"hand\"") && told.actions().is_empty(), "{}", told.text);
    assert!(ann.get(&table).await.has("was removed by the host. A bot plays on."));
    // Nothing of what he posts is done.
    let action = action.unwrap_or_else(|| "think for a Jack".to_owned());
    for (verb, fields) in [
        ("act", [("seat", "B"), ("action", action.as_str())]),
        ("undo", [("seat", "B"), ("x", "")]),
        ("resign", [("seat", "B"), ("x", "")]),
        ("leave", [("seat", "B"), ("x", "")]),
        ("shows", [("seat", "B"), ("on", "true")]),
        ("sit", [("seat", "B"), ("x", "")]),
        ("chat", [("text", "unfair"), ("x", "")]),
    ] {
        let answer = bob.post(&format!("{table}/{verb}"), &fields).await;
        assert_eq!(answer.status, StatusCode::FORBIDDEN, "{verb}");
        assert!(answer.has(REMOVED), "{verb}: {}", answer.text);
    }
    let body = json!({ "action": action, "seat": "B" });
    let (status, answer) = program(&bob, "POST", &format!("/api/tables/{}/moves", &table[3..]), &body).await;
    assert_eq!(status, StatusCode::FORBIDDEN);
    assert!(answer["error"].as_str().unwrap().starts_with(REMOVED), "{answer}");
    // The game goes on, with everything that was decided before; on a new server too.
    let page = ann.my_turn(&table).await;
    assert!(page.has("my-turn") && steps(&page.text) >= acknowledged && !page.has("unfair"));
    let again = house.again().await;
    let mut same = Visitor { app: again.app.clone(), cookie: ann.cookie.clone() };
    assert!(steps(&same.my_turn(&table).await.text) >= acknowledged);
    let mut him = Visitor { app: again.app.clone(), cookie: bob.cookie.clone() };
    assert!(him.get(&table).await.has(REMOVED));
}

#[tokio::test]
async fn a_seat_left_open_during_the_game_is_for_somebody_who_does_not_play_yet() {
    let house = House::new().await;
    let (mut ann, mut bob, mut cid, mut dora) = (
        named(&house, "Ann").await,
        named(&house, "Bob").await,
        named(&house, "Cid").await,
        named(&house, "Dora").await,
    );
    let table = opened(&mut ann, &["me", "link", "link"], &[]).await;
    post(&mut bob, &table, "sit", &[("seat", "B")]).await;
    post(&mut cid, &table, "sit", &[("seat", "C")]).await;
    // A program that opened the table may as well, and nobody else's.
    let path = format!("/api/tables/{}/remove", &table[3..]);
    let body = json!({ "seat": "B", "then": "open" });
    assert_eq!(program(&cid, "POST", &path, &body).await.0, StatusCode::FORBIDDEN);
    let odd = json!({ "seat": "B", "then": "nobody" });
    assert_eq!(program(&ann, "POST", &path, &odd).await.0, StatusCode::BAD_REQUEST);
    assert_eq!(program(&ann, "POST", &path, &body).await.0, StatusCode::OK);
    let page = ann.get(&table).await;
    assert!(page.has("This seat is open.") && page.has("/seat-bot\"") && !page.has("/sit\""));
    for (guest, expected) in [
        // Nobody sees two hands of one game, and who was removed none.
        (&mut ann, StatusCode::UNPROCESSABLE_ENTITY),
        (&mut cid, StatusCode::UNPROCESSABLE_ENTITY),
        (&mut bob, StatusCode::FORBIDDEN),
    ] {
        assert_eq!(post(guest, &table, "sit", &[("seat", "B")]).await, expected);
    }
    assert!(dora.get(&table).await.has("/sit\"") && !bob.get(&table).await.has("/sit\""));
    assert_eq!(post(&mut dora, &table, "sit", &[("seat", "B")]).await, StatusCode::SEE_OTHER);
    assert!(dora.get(&table).await.has("class=\"hand\""));
    assert!(!ann.get(&table).await.has("This seat is open."));
    assert!(house.again().await.guest().get(&table).await.has("Dora"), "and it is all in the log");
}

#[tokio::test]
async fn of_a_move_and_a_removal_at_once_what_was_acknowledged_stands() {
    let house = House::new().await;
    let mut rounds = Vec::new();
    for round in 0..20 {
        let (mut ann, mut bob) = (house.guest(), house.guest());
        for guest in [&mut ann, &mut bob] {
            guest.get("/").await;
        }
        let table = opened(&mut ann, &["me", "link"], &[]).await;
        post(&mut bob, &table, "sit", &[("seat", "B")]).await;
        if let Some(action) =
            ann.get(&table).await.actions().iter().find(|action| action.starts_with("think"))
        {
            post(&mut ann, &table, "act", &[("seat", "A"), ("action", action)]).await;
        }
        let page = bob.get(&table).await;
        let before = steps(&page.text);
        let action = page.actions()[0].clone();
        let (act, remove) = (format!("{table}/act"), format!("{table}/remove"));
        let fields = [("seat", "B"), ("action", action.as_str())];
        // The seat stays open, so that nobody decides for it.
        let removal = [("seat", "B"), ("then", "open")];
        let (acted, removed) = if round % 2 == 0 {
            tokio::join!(bob.post(&act, &fields), ann.post(&remove, &removal))
        } else {
            let (removed, acted) = tokio::join!(ann.post(&remove, &removal), bob.post(&act, &fields));
            (acted, removed)
        };
        assert_eq!(removed.status, StatusCode::SEE_OTHER, "round {round}");
        let expected = match acted.status {
            StatusCode::SEE_OTHER => before + 1,
            StatusCode::FORBIDDEN => before,
            other => panic!("round {round}: {other} {}", acted.text),
        };
        assert_eq!(steps(&ann.get(&table).await.text), expected, "round {round}");
        rounds.push((table, expected));
    }
    // A new server reads the same from the log.
    let again = house.again().await;
    for (table, expected) in rounds {
        assert_eq!(steps(&again.guest().get(&table).await.text), expected);
    }
}

#[tokio::test]
async fn the_host_forbids_a_chatter_to_write_and_allows_it_again() {
    let house = House::new().await;
    let (mut ann, mut bob, mut eve) =
        (named(&house, "Ann").await, named(&house, "Bob").await, named(&house, "Eve").await);
    let table = opened(&mut ann, &["me", "link"], &[("open-chat", "on")]).await;
    post(&mut bob, &table, "sit", &[("seat", "B")]).await;
    for (guest, text) in [(&mut ann, "ave"), (&mut eve, "buy my coins"), (&mut bob, "salve")] {
        assert_eq!(post(guest, &table, "chat", &[("text", text)]).await, StatusCode::SEE_OTHER);
    }
    // Ann wrote line 1, Eve line 2, Bob line 3.
    let page = ann.get(&table).await;
    assert_eq!(page.text.matches("/mute\"").count(), 2, "not for her own line");
    assert!(!bob.get(&table).await.has("/mute\"") && !eve.get(&table).await.has("/mute\""));
    for (guest, line, expected) in [
        (&bob, "2", StatusCode::FORBIDDEN),
        (&eve, "3", StatusCode::FORBIDDEN),
        (&ann, "1", StatusCode::UNPROCESSABLE_ENTITY),
        (&ann, "9", StatusCode::UNPROCESSABLE_ENTITY),
        (&ann, "2", StatusCode::SEE_OTHER),
    ] {
        assert_eq!(post(&mut guest.clone(), &table, "mute", &[("line", line)]).await, expected, "{line}");
    }
    let told = eve.get(&table).await;
    assert!(told.has("The host has turned off chat for you") && !told.has("id=\"say\""), "{}", told.text);
    let refused = eve.post(&format!("{table}/chat"), &[("text", "cheap coins")]).await;
    assert_eq!(refused.status, StatusCode::FORBIDDEN);
    assert!(refused.has("The host has turned off chat for you"));
    assert_eq!(post(&mut bob, &table, "chat", &[("text", "at last")]).await, StatusCode::SEE_OTHER);
    assert!(house.guest().get(&table).await.has("id=\"say\""), "everybody else may");
    // By the seat, too; and it is in the log.
    assert_eq!(post(&mut ann, &table, "mute", &[("seat", "B")]).await, StatusCode::SEE_OTHER);
    let again = house.again().await;
    let mut same = Visitor { app: again.app.clone(), cookie: bob.cookie.clone() };
    assert_eq!(post(&mut same, &table, "chat", &[("text", "psst")]).await, StatusCode::FORBIDDEN);
    let fields = [("line", "2"), ("on", "false")];
    assert_eq!(post(&mut ann, &table, "mute", &fields).await, StatusCode::SEE_OTHER);
    assert_eq!(post(&mut eve, &table, "chat", &[("text", "sorry")]).await, StatusCode::SEE_OTHER);
}

#[tokio::test]
async fn in_logs_from_before_hosts_the_first_to_sit_is_the_host() {
    let house = House::new().await;
    let (ann, bob) = (named(&house, "Ann").await, named(&house, "Bob").await);
    let id = |guest: &Visitor| {
        house.tables.guest(guest.cookie.as_deref().unwrap().strip_prefix("gloria=").unwrap()).unwrap().id
    };
    let opened = format!(
        r#"{{"kind":"opened","game":"glory-to-rome","options":{{"players":"2"}},"chairs":[{{"guest":["{}","Ann"]}},{{"guest":["{}","Bob"]}}]}}"#,
        id(&ann),
        id(&bob)
    );
    let events = vec![
        opened,
        format!(r#"{{"kind":"started","seed":"{}","from":null}}"#, "07".repeat(32)),
        r#"{"kind":"said","name":"Bob","text":"ave"}"#.to_owned(),
    ];
    let table = TableId::new("0ld").unwrap();
    let append = Append {
        table,
        expected: 0,
        request: None,
        at: 1,
        events,
        digest: "{}".to_owned(),
        finished: None,
        thinking: None,
    };
    house.tables.store.append(append).await.unwrap();
    let (mut ann, mut bob) = (ann, bob);
    assert!(
        ann.get("/t/0ld").await.has("ave") && !ann.get("/t/0ld").await.has("/mute\""),
        "nobody knows who said it"
    );
    assert_eq!(post(&mut bob, "/t/0ld", "remove", &[("seat", "A")]).await, StatusCode::FORBIDDEN);
    assert_eq!(post(&mut ann, "/t/0ld", "remove", &[("seat", "B")]).await, StatusCode::SEE_OTHER);
    assert!(bob.get("/t/0ld").await.has(REMOVED));
}
