//! Who somebody is, on every device: links, codes, signing out, all data, and their end.

use axum::http::StatusCode;
use futures_util::StreamExt as _;
use store::TableId;

use crate::house::{House, Page, Visitor};

async fn named(house: &House, name: &str) -> Visitor {
    let mut guest = house.guest();
    guest.get("/").await;
    guest.post("/me", &[("name", name)]).await;
    guest
}

fn is(page: &Page, name: &str) -> bool {
    page.has(&format!("title=\"Your name and settings\">{name}</a>"))
}

/// A link of a guest's own: its code.
async fn link(guest: &mut Visitor) -> String {
    let made = guest.post("/me/link", &[]).await;
    made.location.unwrap().strip_prefix("/me/link/").unwrap().to_owned()
}

#[tokio::test]
async fn a_link_leads_to_another_device_once_and_with_consent() {
    let house = House::new().await;
    let mut ann = named(&house, "Ann").await;
    let table = ann.quick().await;
    let code = link(&mut ann).await;
    let (own, join) = (format!("/me/link/{code}"), format!("/join/{code}"));
    let page = ann.get(&own).await;
    assert!(page.has("class=\"qr\"") && page.has(&format!("http://gloria.test{join}")), "{}", page.text);
    // Nobody else sees that page, and looking at the link does nothing: a preview must not use it up.
    let (mut phone, mut eve) = (named(&house, "Phone").await, named(&house, "Eve").await);
    assert_eq!(eve.get(&own).await.status, StatusCode::FORBIDDEN);
    assert_eq!(
        ann.post(&own, &[("yes", "true")]).await.status,
        StatusCode::UNPROCESSABLE_ENTITY,
        "nobody has asked"
    );
    for _ in 0..3 {
        assert!(phone.get(&join).await.has("Continue as Ann"));
    }
    phone.post(&join, &[]).await;
    assert!(phone.get(&join).await.has("Now say yes on your first device"));
    // Who comes second, and who is not the first device, gets nowhere.
    eve.post(&join, &[]).await;
    assert!(eve.get(&join).await.has("Another device has used this link already"));
    assert_eq!(eve.post(&own, &[("yes", "true")]).await.status, StatusCode::FORBIDDEN);
    phone.post(&join, &[]).await;
    assert!(is(&phone.get("/").await, "Phone"), "not before Ann agrees");
    assert!(ann.get(&own).await.has("Is that yours?"));
    ann.post(&own, &[("yes", "true")]).await;
    eve.post(&join, &[]).await;
    assert!(is(&eve.get("/").await, "Eve"), "what was granted is granted to one");
    assert!(phone.get(&join).await.has("Go on as Ann"));
    let mut twice = phone.clone();
    assert_eq!(phone.post(&join, &[]).await.location.as_deref(), Some("/games"));
    assert!(is(&phone.get("/").await, "Ann") && phone.my_turn(&table).await.has("class=\"hand\""));
    assert_eq!(twice.post(&join, &[]).await.status, StatusCode::NOT_FOUND, "it works once");
    // Both devices are listed, and each can sign the other out.
    let page = ann.get("/me").await;
    assert_eq!(page.text.matches("signed in").count(), 2, "{}", page.text);
    let device = page.attribute("name=\"device\"", "value").unwrap();
    ann.post("/me/out", &[("device", &device)]).await;
    assert!(!is(&phone.get("/").await, "Ann") && is(&ann.get("/").await, "Ann"));
    assert_eq!(phone.get(&table).await.status, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn a_link_that_is_refused_is_worth_nothing() {
    let house = House::new().await;
    let (mut ann, mut eve) = (named(&house, "Ann").await, named(&house, "Eve").await);
    let code = link(&mut ann).await;
    eve.post(&format!("/join/{code}"), &[]).await;
    ann.post(&format!("/me/link/{code}"), &[("yes", "false")]).await;
    assert_eq!(eve.post(&format!("/join/{code}"), &[]).await.status, StatusCode::NOT_FOUND);
    // What lies in the store does not tell the code.
    let code = link(&mut ann).await;
    let notes = house.tables.store.notes("link/").await.unwrap();
    assert!(
        !notes.is_empty() && notes.iter().all(|(key, value)| !key.contains(&code) && !value.contains(&code))
    );
}

#[tokio::test]
async fn a_code_that_was_written_down_brings_everything_back_once() {
    let house = House::new().await;
    let mut ann = named(&house, "Ann").await;
    let table = ann.quick().await;
    let code_of =
        |page: &Page| page.text.split("<code>").nth(1).unwrap().split('<').next().unwrap().to_owned();
    let first = code_of(&ann.post("/me/code", &[]).await);
    let second = code_of(&ann.post("/me/code", &[]).await);
    assert!(first != second && second.len() == 24);
    let notes = house.tables.store.notes("code").await.unwrap();
    assert!(notes.iter().all(|(key, value)| !key.contains(&second) && !value.contains(&second)), "{notes:?}");
    let mut found = house.guest();
    found.get("/").await;
    assert_eq!(
        found.post("/recover", &[("code", &first)]).await.status,
        StatusCode::BAD_REQUEST,
        "it was replaced"
    );
    let typed = second.to_lowercase().replace('-', " ");
    assert_eq!(found.post("/recover", &[("code", &typed)]).await.location.as_deref(), Some("/me"));
    assert!(is(&found.get("/").await, "Ann") && found.my_turn(&table).await.has("class=\"hand\""));
    assert_eq!(house.guest().post("/recover", &[("code", &second)]).await.status, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn signing_out_holds_here_and_everywhere_and_on_every_server() {
    let house = House::new().await;
    let mut ann = named(&house, "Ann").await;
    let (mut stolen, token) = (ann.clone(), ann.cookie.clone().unwrap());
    let code = ann.post("/me/code", &[]).await;
    let code = code.text.split("<code>").nth(1).unwrap().split('<').next().unwrap().to_owned();
    ann.post("/me/out-others", &[]).await;
    assert!(is(&ann.get("/").await, "Ann") && !is(&stolen.get("/").await, "Ann"));
    assert_eq!(house.guest().post("/recover", &[("code", &code)]).await.status, StatusCode::BAD_REQUEST);
    // The old cookie is no token either.
    let request = axum::http::Request::get("/api/v1/tables/none")
        .header("authorization", format!("Bearer {}", token.strip_prefix("gloria=").unwrap()));
    assert_eq!(
        house.guest().raw(request, axum::body::Body::empty()).await.status(),
        StatusCode::UNAUTHORIZED
    );
    let mut copy = ann.clone();
    ann.post("/me/out", &[]).await;
    assert!(!is(&ann.get("/").await, "Ann") && !is(&copy.get("/").await, "Ann"));
    let again = house.again().await;
    let mut old = Visitor { app: again.app.clone(), cookie: Some(token) };
    assert!(!is(&old.get("/").await, "Ann"), "a new server knows it");
    std::mem::forget(again);
    // What is no device's name is refused.
    let mut bob = named(&house, "Bob").await;
    assert_eq!(bob.post("/me/out", &[("device", "../x")]).await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn all_data_can_be_had_and_deleting_it_really_deletes() {
    let house = House::new().await;
    let (mut ann, mut bob) = (named(&house, "Annabella").await, named(&house, "Bob").await);
    let alone = ann.quick().await;
    let mut shared = Vec::new();
    for _ in 0..2 {
        let fields = [("seat", "me"), ("seat", "link"), ("seat", "none"), ("seat", "none"), ("seat", "none")];
        let table = ann.post("/new/glory-to-rome", &fields).await.location.unwrap();
        bob.post(&format!("{table}/sit"), &[]).await;
        ann.post(&format!("{table}/chat"), &[("text", "My secret plan")]).await;
        bob.post(&format!("{table}/chat"), &[("text", "Salve")]).await;
        shared.push(table);
    }
    bob.post(&format!("{}/resign", shared[1]), &[("seat", "B")]).await;
    ann.post("/me/code", &[]).await;
    let export = ann.get("/me/export").await;
    let all: serde_json::Value = serde_json::from_str(&export.text).unwrap();
    assert_eq!((all["name"].as_str(), all["games"].as_array().unwrap().len()), (Some("Annabella"), 3));
    assert!(export.has("My secret plan") && !export.has("Salve"), "her words, not his: {}", export.text);
    let id = all["identity"].as_str().unwrap().to_owned();
    assert!(!bob.get("/me/export").await.has(&id), "nobody is told who another is");
    // A copy of the cookie that somebody may have kept.
    let mut copy = ann.clone();
    assert_eq!(ann.post("/me/delete", &[]).await.status, StatusCode::OK);
    assert!(!is(&copy.get("/").await, "Annabella") && !is(&ann.get("/").await, "Annabella"));
    assert_eq!(bob.get(&alone).await.status, StatusCode::NOT_FOUND, "what was hers alone is gone");
    // Others keep their games, without her.
    for table in &shared {
        let page = bob.get(table).await;
        assert!(
            page.status == StatusCode::OK && !page.has("Annabella") && !page.has("My secret plan"),
            "{}",
            page.text
        );
        assert!(page.has("Salve"));
    }
    assert!(bob.get(&shared[1]).await.has("a former guest"), "the record keeps somebody there");
    let page = bob.get(&shared[0]).await;
    assert!(!page.has("id=\"ending\""), "and where the game goes on, a bot plays");
    // Nothing is left in the store, of her name, her words or her identity but that nobody may be it again.
    let store = &house.tables.store;
    for table in [&alone, &shared[0], &shared[1]] {
        for event in store.events(&TableId::new(&table[3..]).unwrap(), 0, 1000).await.unwrap() {
            assert!(!event.body.contains("Annabella") && !event.body.contains(&id), "{}", event.body);
            assert!(!event.body.contains("My secret plan"));
        }
    }
    for digest in store.digests(None, 100).await.unwrap() {
        assert!(!digest.body.contains("Annabella") && !digest.body.contains(&id), "{}", digest.body);
    }
    assert!(store.finished(&id, 9).await.unwrap().is_empty());
    let left: Vec<_> = store
        .notes("")
        .await
        .unwrap()
        .into_iter()
        .filter(|(key, value)| key.contains(&id) || value.contains(&id))
        .collect();
    assert_eq!(left.len(), 1, "{left:?}");
    // A new server reads the logs as they are now.
    let again = house.again().await;
    let mut bob = Visitor { app: again.app.clone(), cookie: bob.cookie.clone() };
    assert_eq!(bob.get(&shared[1]).await.status, StatusCode::OK);
    std::mem::forget(again);
}

/// The test's own clock is the thread's, and everything here runs on one.
#[tokio::test]
async fn a_link_to_another_device_is_good_for_ten_minutes() {
    let start = 1_800_000_000_000;
    gloria_web::set_clock(start);
    let house = House::new().await;
    let (mut ann, mut phone) = (named(&house, "Ann").await, named(&house, "Phone").await);
    let code = link(&mut ann).await;
    let join = format!("/join/{code}");
    gloria_web::set_clock(start + 10 * 60_000);
    assert!(phone.get(&join).await.has("Continue as Ann"));
    phone.post(&join, &[]).await;
    ann.post(&format!("/me/link/{code}"), &[("yes", "true")]).await;
    assert!(phone.get(&join).await.has("Go on as Ann"), "agreed in the last moment");
    gloria_web::set_clock(start + 10 * 60_000 + 1);
    assert_eq!(phone.get(&join).await.status, StatusCode::NOT_FOUND);
    assert_eq!(phone.post(&join, &[]).await.status, StatusCode::NOT_FOUND);
    assert_eq!(ann.get(&format!("/me/link/{code}")).await.status, StatusCode::NOT_FOUND);
    assert!(!is(&phone.get("/").await, "Ann"), "too late, even though it was agreed");
}

/// Reads a stream to its end; answers what it told.
async fn to_the_end(response: axum::response::Response) -> String {
    let mut chunks = response.into_body().into_data_stream();
    let read = async {
        let mut text = String::new();
        while let Some(chunk) = chunks.next().await {
            text.push_str(&String::from_utf8_lossy(&chunk.unwrap()));
        }
        text
    };
    tokio::time::timeout(std::time::Duration::from_secs(60), read).await.expect("the stream ends")
}

async fn open(guest: &mut Visitor, path: &str) -> axum::response::Response {
    let response = guest.raw(axum::http::Request::get(path), axum::body::Body::empty()).await;
    assert_eq!(response.status(), StatusCode::OK, "{path}");
    response
}

/// Whoever is signed out, or may not look any more, has no stream open after that; whoever may still has.
#[tokio::test]
async fn open_streams_end_with_the_right_to_look() {
    let house = House::new().await;
    let (mut ann, mut bob) = (named(&house, "Ann").await, named(&house, "Bob").await);
    let table = ann.quick().await;
    ann.my_turn(&table).await;
    ann.show(&table).await;
    let mut stolen = ann.clone();
    let (live, lines) = (format!("{table}/live"), format!("/api/v1/tables/{}/events", &table[3..]));
    let token = ann.cookie.clone().unwrap();
    let program = axum::http::Request::get(&lines)
        .header("authorization", format!("Bearer {}", token.strip_prefix("gloria=").unwrap()));
    let program = house.guest().raw(program, axum::body::Body::empty()).await;
    assert_eq!(program.status(), StatusCode::OK);
    let (page, watching) = (open(&mut stolen, &live).await, open(&mut bob, &live).await);
    ann.post("/me/out-others", &[]).await;
    assert!(to_the_end(page).await.contains("event: reload"), "the page looks anew");
    to_the_end(program).await;
    let own = open(&mut ann, &live).await;
    let streams = || house.tables.counts.streams.load(std::sync::atomic::Ordering::Relaxed);
    assert_eq!(streams(), 2, "hers, and Bob's who looks on");
    // Nobody may look any more.
    assert_eq!(ann.post(&format!("{table}/watch"), &[("who", "nobody")]).await.status, StatusCode::SEE_OTHER);
    assert!(to_the_end(watching).await.contains("event: reload"));
    assert_eq!(streams(), 1, "hers goes on");
    drop(own);
}

/// Who deletes everything deletes what they reported, and nobody else's reports.
#[tokio::test]
async fn reports_go_with_who_wrote_them() {
    let house = House::new().await;
    let (mut ann, mut bob) = (named(&house, "Annabella").await, named(&house, "Bob").await);
    for guest in [&mut ann, &mut bob] {
        let table = guest.quick().await;
        assert_eq!(guest.post(&format!("{table}/report"), &[("text", "odd")]).await.status, StatusCode::OK);
    }
    ann.post("/me/delete", &[]).await;
    let left = house.tables.store.notes("report/").await.unwrap();
    assert!(left.len() == 1 && left[0].1.contains("Bob"), "{left:?}");
}
