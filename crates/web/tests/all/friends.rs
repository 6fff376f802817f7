//! With friends: everybody sits down under a name of their own, talks while waiting, fills up with bots, and the game begins when all
//! are ready.

use axum::http::StatusCode;

use crate::house::{House, Page, Visitor};

/// A table for three: its host and two seats for friends.
async fn opened(host: &mut Visitor, more: &[(&str, &str)]) -> String {
    let mut fields = vec![("seat", "me"), ("called", "Ann"), ("seat", "link"), ("seat", "link")];
    fields.extend([("seat", "none"), ("seat", "none"), ("ready", "on"), ("watch", "link")]);
    fields.extend(more);
    let page = host.post("/new/glory-to-rome", &fields).await;
    assert_eq!(page.status, StatusCode::SEE_OTHER, "{}", page.text);
    page.location.unwrap()
}

async fn visitors<const N: usize>(house: &House) -> [Visitor; N] {
    let mut all = std::array::from_fn(|_| house.guest());
    for guest in &mut all {
        guest.get("/").await;
    }
    all
}

async fn post(guest: &mut Visitor, table: &str, verb: &str, fields: &[(&str, &str)]) -> Page {
    guest.post(&format!("{table}/{verb}"), fields).await
}

#[tokio::test]
async fn friends_sit_down_by_name_talk_and_begin_when_all_are_ready() {
    let house = House::new().await;
    let [mut ann, mut bob, mut cid] = visitors(&house).await;
    let table = opened(&mut ann, &[]).await;
    let page = ann.get(&table).await;
    assert!(
        page.has("id=\"gathering\"") && page.has("class=\"qr\"") && page.has("2 open seats"),
        "{}",
        page.text
    );
    assert!(ann.get("/me").await.has("value=\"Ann\""), "the name given at the table is kept");
    // The friend is asked for a name, and is not mistaken for the host.
    assert!(bob.get(&table).await.has("id=\"your-name\""));
    assert_eq!(post(&mut bob, &table, "sit", &[("name", " ")]).await.status, StatusCode::BAD_REQUEST);
    assert_eq!(post(&mut bob, &table, "sit", &[("name", "ann")]).await.status, StatusCode::SEE_OTHER);
    let page = bob.get(&table).await;
    assert!(page.has("ann II") && !page.has("id=\"your-name\"") && page.has("1 open seat."), "{}", page.text);
    assert!(bob.get("/me").await.has("value=\"ann\""), "elsewhere they are called what they chose");
    // They talk; who has no seat reads.
    post(&mut bob, &table, "chat", &[("text", "Who else is coming?")]).await;
    assert!(cid.get(&table).await.has("Who else is coming?"));
    assert_eq!(post(&mut cid, &table, "chat", &[("text", "Me")]).await.status, StatusCode::FORBIDDEN);
    // Nobody without a seat begins anything.
    for verb in ["ready", "fill"] {
        assert_eq!(
            post(&mut cid, &table, verb, &[("on", "true")]).await.status,
            StatusCode::FORBIDDEN,
            "{verb}"
        );
    }
    post(&mut cid, &table, "sit", &[("seat", "C"), ("name", "Cid")]).await;
    for guest in [&mut ann, &mut bob] {
        post(guest, &table, "ready", &[("on", "true")]).await;
    }
    let page = ann.get(&table).await;
    assert!(
        page.has("Waiting for Cid to be ready."),
        "all seats are taken, but not all are ready: {}",
        page.text
    );
    // One changes their mind.
    post(&mut ann, &table, "ready", &[("on", "false")]).await;
    post(&mut cid, &table, "ready", &[("on", "true")]).await;
    assert!(cid.get(&table).await.has("Waiting for Ann to be ready."));
    post(&mut ann, &table, "ready", &[("on", "true")]).await;
    for guest in [&mut ann, &mut bob, &mut cid] {
        assert!(guest.get(&table).await.has("class=\"hand\""), "the game has begun");
    }
    let late = post(&mut ann, &table, "ready", &[("on", "false"), ("seat", "A")]).await;
    assert_eq!(late.status, StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test]
async fn bots_take_the_missing_seats_by_one_button() {
    let house = House::new().await;
    let [mut ann, mut bob] = visitors(&house).await;
    let table = opened(&mut ann, &[]).await;
    // Alone, whoever fills up begins at once.
    assert_eq!(post(&mut ann, &table, "fill", &[("level", "random")]).await.status, StatusCode::SEE_OTHER);
    assert!(ann.my_turn(&table).await.has("class=\"hand\""));
    // With a friend who is not ready yet, it waits for them alone.
    let table = opened(&mut ann, &[]).await;
    post(&mut bob, &table, "sit", &[("name", "Bob")]).await;
    post(&mut ann, &table, "fill", &[]).await;
    let page = ann.get(&table).await;
    assert!(page.has("Bot, random") && page.has("Waiting for Bob to be ready."), "{}", page.text);
    assert!(bob.get(&table).await.has("The game starts when you are ready."));
    post(&mut bob, &table, "ready", &[("on", "true")]).await;
    assert!(bob.get(&table).await.has("class=\"hand\""), "then it begins");
}

#[tokio::test]
async fn whoever_stands_up_before_the_game_leaves_the_seat_to_the_next() {
    let house = House::new().await;
    let [mut ann, mut bob, mut cid] = visitors(&house).await;
    let table = opened(&mut ann, &[]).await;
    post(&mut bob, &table, "sit", &[("name", "Bob")]).await;
    post(&mut bob, &table, "ready", &[("on", "true")]).await;
    post(&mut bob, &table, "leave", &[("seat", "B")]).await;
    let page = ann.get(&table).await;
    assert!(page.has("2 open seats") && page.has("left the table."), "{}", page.text);
    // Whoever comes next is not ready because somebody else was.
    post(&mut cid, &table, "sit", &[("seat", "B"), ("name", "Cid")]).await;
    assert!(cid.get(&table).await.has("I’m ready"));
    // Only the own seat can be left.
    assert_eq!(post(&mut bob, &table, "leave", &[("seat", "A")]).await.status, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn a_table_says_who_may_look_on() {
    let house = House::new().await;
    let [mut ann, mut bob, mut cid] = visitors(&house).await;
    for (watch, alone, listed) in [("nobody", 403, false), ("link", 200, false), ("anyone", 200, true)] {
        let table = opened(&mut ann, &[]).await;
        // As long as there is a seat, whoever has the link can come.
        assert_eq!(cid.get(&table).await.status, StatusCode::OK);
        ann.post(&format!("{table}/watch"), &[("who", watch)]).await;
        post(&mut bob, &table, "sit", &[("name", "Bob")]).await;
        post(&mut ann, &table, "fill", &[]).await;
        post(&mut bob, &table, "ready", &[("on", "true")]).await;
        assert_eq!(cid.get(&table).await.status.as_u16(), alone, "{watch}");
        assert_eq!(cid.get("/").await.has(&table), listed, "{watch}");
        // The choice survives a restart.
        let again = house.again().await;
        let mut cid = Visitor { app: again.app.clone(), cookie: cid.cookie.clone() };
        assert_eq!(cid.get(&table).await.status.as_u16(), alone, "{watch}");
        std::mem::forget(again);
    }
    let table = opened(&mut ann, &[]).await;
    let bad = ann.post(&format!("{table}/watch"), &[("who", "cats")]).await;
    assert_eq!(bad.status, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn where_nobody_asks_the_last_to_sit_down_begins_the_game() {
    let house = House::new().await;
    let [mut ann, mut bob] = visitors(&house).await;
    let fields = [("seat", "me"), ("seat", "link"), ("seat", "none"), ("seat", "none"), ("seat", "none")];
    let table = ann.post("/new/glory-to-rome", &fields).await.location.unwrap();
    assert!(ann.get(&table).await.has("as soon as every seat is taken"));
    post(&mut bob, &table, "sit", &[]).await;
    assert!(bob.get(&table).await.has("class=\"hand\""));
}
