//! Programs at the table: tokens, moves, streams.

use crate::house::{House, Page, Visitor};
use axum::body::Body;
use axum::http::{Method, Request, StatusCode};
use futures_util::StreamExt;
use serde_json::{Value, json};
use tower::ServiceExt;

async fn call(
    house: &House,
    method: Method,
    path: &str,
    token: Option<&str>,
    body: Option<&Value>,
) -> (StatusCode, Value) {
    let mut request = Request::builder().method(method).uri(path).header("host", "gloria.test");
    if let Some(token) = token {
        request = request.header("authorization", format!("Bearer {token}"));
    }
    let request = match body {
        Some(body) => request.header("content-type", "application/json").body(Body::from(body.to_string())),
        None => request.body(Body::empty()),
    };
    let page: Page = house.guest().send(request.unwrap()).await;
    (page.status, serde_json::from_str(&page.text).unwrap_or(Value::String(page.text)))
}

async fn token(house: &House) -> String {
    let (status, value) =
        call(house, Method::POST, "/api/v1/tokens", None, Some(&json!({ "name": "Talos" }))).await;
    assert_eq!(status, StatusCode::OK);
    value["token"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_program_plays_a_whole_game() {
    let house = House::new().await;
    let token = token(&house).await;
    let (_, games) = call(&house, Method::GET, "/api/v1/games", None, None).await;
    let level = games["levels"][0].as_str().unwrap();
    let table = json!({ "game": "glory-to-rome", "seats": ["me", format!("bot:{level}")] });
    let (status, opened) = call(&house, Method::POST, "/api/v1/tables", Some(&token), Some(&table)).await;
    assert_eq!(status, StatusCode::OK, "{opened}");
    let path = format!("/api/v1/tables/{}", opened["table"].as_str().unwrap());
    for turn in 0..4000_usize {
        let (_, position) = call(&house, Method::GET, &path, Some(&token), None).await;
        if !position["outcome"].is_null() {
            assert!(position["outcome"]["scores"].is_object());
            return;
        }
        let legal = position["legal"].as_array().unwrap();
        if legal.is_empty() {
            tokio::time::sleep(std::time::Duration::from_millis(1)).await;
            continue;
        }
        let willing: Vec<&Value> = legal
            .iter()
            .filter(|choice| !choice["action"].as_str().unwrap().starts_with("surrender"))
            .collect();
        let action = &willing[turn * 5 % willing.len()]["action"];
        let (status, after) = call(
            &house,
            Method::POST,
            &format!("{path}/moves"),
            Some(&token),
            Some(&json!({ "action": action, "seq": position["seq"] })),
        )
        .await;
        assert_eq!(status, StatusCode::OK, "{after}");
    }
    panic!("the game has no end");
}

#[tokio::test]
async fn refusals_and_errors_are_json_too() {
    let house = House::new().await;
    let mine = token(&house).await;
    let token_of_mine = mine.as_str();
    let table = json!({ "game": "glory-to-rome", "seats": ["me", "me"] });
    let (_, opened) = call(&house, Method::POST, "/api/v1/tables", Some(token_of_mine), Some(&table)).await;
    let path = format!("/api/v1/tables/{}", opened["table"].as_str().unwrap());
    let (_, position) = call(&house, Method::GET, &path, Some(token_of_mine), None).await;
    let seat = position["deciding"][0].as_str().unwrap();
    let (status, refused) = call(
        &house,
        Method::POST,
        &format!("{path}/moves"),
        Some(token_of_mine),
        Some(&json!({ "action": "follow with Jack", "seat": seat })),
    )
    .await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(refused["refusal"]["rule"].as_str().unwrap().starts_with("GTR-"), "{refused}");
    let (status, stale) = call(
        &house,
        Method::POST,
        &format!("{path}/moves"),
        Some(token_of_mine),
        Some(&json!({ "action": "think and draw", "seat": seat, "seq": 0 })),
    )
    .await;
    assert_eq!((status, stale["error"].is_string()), (StatusCode::CONFLICT, true));
    assert_eq!(call(&house, Method::GET, &path, None, None).await.0, StatusCode::UNAUTHORIZED);
    assert_eq!(
        call(&house, Method::POST, "/api/v1/tables", Some(token_of_mine), Some(&json!({ "game": "x" })))
            .await
            .0,
        StatusCode::BAD_REQUEST
    );
    assert_eq!(
        call(&house, Method::GET, "/api/v1/tables/nothere", Some(token_of_mine), None).await.0,
        StatusCode::NOT_FOUND
    );
    let other = token(&house).await;
    let (status, seen) = call(&house, Method::GET, &path, Some(&other), None).await;
    assert_eq!(
        (status, seen["error"].is_string()),
        (StatusCode::FORBIDDEN, true),
        "what one plays alone is private"
    );
    let shared = json!({ "game": "glory-to-rome", "seats": ["me", "link"] });
    let (_, opened) = call(&house, Method::POST, "/api/v1/tables", Some(token_of_mine), Some(&shared)).await;
    let path = format!("/api/v1/tables/{}", opened["table"].as_str().unwrap());
    call(&house, Method::POST, &format!("{path}/seats"), Some(&token(&house).await), Some(&json!({}))).await;
    let (_, seen) = call(&house, Method::GET, &path, Some(&other), None).await;
    assert!(seen["seat"].is_null() && seen["legal"].as_array().unwrap().is_empty(), "strangers look on");
}

#[tokio::test]
async fn programs_join_tables_and_give_up() {
    let house = House::new().await;
    let (one, other) = (token(&house).await, token(&house).await);
    let post = async |path: &str, token: &str, body: Value| {
        call(&house, Method::POST, path, Some(token), Some(&body)).await
    };
    let open = async |seats: Value| {
        let (_, opened) = post("/api/v1/tables", &one, json!({ "game": "glory", "seats": seats })).await;
        format!("/api/v1/tables/{}", opened["table"].as_str().unwrap())
    };
    let path = open(json!(["me", "open"])).await;
    let (_, waiting) = call(&house, Method::GET, &path, Some(&one), None).await;
    assert_eq!(waiting["waiting_for_players"], true);
    assert_eq!(
        post(&format!("{path}/resign"), &one, json!({})).await.0,
        StatusCode::UNPROCESSABLE_ENTITY,
        "not before it begins"
    );
    let (status, seen) = post(&format!("{path}/seats"), &other, json!({})).await;
    assert_eq!((status, &seen["seat"]), (StatusCode::OK, &json!("B")), "{seen}");
    assert!(seen["outcome"].is_null() && seen["view"].is_object(), "the game has begun: {seen}");
    let (status, full) = post(&format!("{path}/seats"), &other, json!({})).await;
    assert_eq!((status, &full["error"]), (StatusCode::UNPROCESSABLE_ENTITY, &json!("Every seat is taken.")));
    assert_eq!(
        post(&format!("{path}/seats"), &other, json!({ "seat": "?" })).await.0,
        StatusCode::BAD_REQUEST
    );
    assert_eq!(
        post(&format!("{path}/resign"), &other, json!({ "seat": "A" })).await.0,
        StatusCode::FORBIDDEN,
        "only for oneself"
    );
    let (status, over) = post(&format!("{path}/resign"), &other, json!({})).await;
    assert_eq!((status, &over["resigned"]), (StatusCode::OK, &json!("B")), "{over}");
    assert_eq!(over["outcome"]["winners"], json!(["A"]), "{over}");
    // With more than two the game goes on, so a seat is left to a bot.
    let path = open(json!(["me", "open", "bot:random"])).await;
    post(&format!("{path}/seats"), &other, json!({ "seat": "B" })).await;
    let (status, refused) = post(&format!("{path}/resign"), &other, json!({})).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{refused}");
    let (status, left) = post(&format!("{path}/leave"), &other, json!({})).await;
    assert_eq!((status, left["seat"].is_null()), (StatusCode::OK, true), "{left}");
    assert_eq!(post(&format!("{path}/leave"), &other, json!({})).await.0, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn the_openapi_document_names_every_route() {
    let house = House::new().await;
    let (status, document) = call(&house, Method::GET, "/api/v1/openapi.json", None, None).await;
    assert_eq!(status, StatusCode::OK);
    for path in [
        "/api/v1/tokens",
        "/api/v1/games",
        "/api/v1/tables",
        "/api/v1/tables/{id}",
        "/api/v1/tables/{id}/seats",
        "/api/v1/tables/{id}/moves",
        "/api/v1/tables/{id}/resign",
        "/api/v1/tables/{id}/leave",
        "/api/v1/tables/{id}/events",
    ] {
        assert!(document["paths"][path].is_object(), "{path}");
    }
}

/// Programs written before there was a version find the same at the addresses without one.
#[tokio::test]
async fn addresses_without_a_version_lead_to_the_same() {
    let house = House::new().await;
    let token = token(&house).await;
    let table = json!({ "game": "glory", "seats": ["me", "me"] });
    let (_, opened) = call(&house, Method::POST, "/api/tables", Some(&token), Some(&table)).await;
    let id = opened["table"].as_str().unwrap();
    for path in
        ["games".to_owned(), "openapi.json".to_owned(), format!("tables/{id}"), format!("tables/{id}/log")]
    {
        let (old, new) = (format!("/api/{path}"), format!("/api/v1/{path}"));
        let before = call(&house, Method::GET, &old, Some(&token), None).await;
        assert_eq!(before.0, StatusCode::OK, "{old}");
        assert_eq!(before, call(&house, Method::GET, &new, Some(&token), None).await);
    }
}

/// Whoever refuses a program's request, it is told in one JSON object with one sentence.
#[tokio::test]
async fn every_refusal_is_told_in_one_sentence() {
    let house = House::new().await;
    let token = token(&house).await;
    let long = json!({ "name": "x".repeat(40_000) });
    let (tables, none, some) = ("/api/v1/tables", None, Some(token.as_str()));
    let six = json!({ "game": "glory", "seats": ["me", "me", "me", "me", "me", "me"] });
    let odd = json!({ "game": "glory", "seats": ["me", "me"], "options": { "weather": "fair" } });
    let more = json!({ "game": "glory", "seats": ["me"], "color": "red" });
    let cases = [
        (Method::GET, "/api/v1/nowhere", some, None, 404),
        (Method::DELETE, "/api/v1/tokens", none, None, 405),
        (Method::POST, "/api/v1/tokens", none, Some(&long), 413),
        (Method::POST, tables, none, Some(&six), 401),
        (Method::POST, tables, some, Some(&six), 400),
        (Method::POST, tables, some, Some(&more), 400),
        (Method::POST, tables, some, Some(&odd), 422),
        (Method::GET, "/api/v1/tables/x/log?after=soon", some, None, 404),
        (Method::GET, "/api/v1/tables/none?seat=Z", some, None, 404),
    ];
    for (method, path, token, body, status) in cases {
        let (answered, told) = call(&house, method.clone(), path, token, body).await;
        assert_eq!(answered.as_u16(), status, "{method} {path}: {told}");
        let sentence =
            told["error"].as_str().unwrap_or_else(|| panic!("{method} {path} is told JSON: {told}"));
        assert!(!sentence.is_empty() && told["refusal"].is_null(), "{told}");
    }
}

/// A stream with a number of lines ends after them, so that a program can wait for the next change alone.
#[tokio::test]
async fn a_stream_of_so_many_lines_ends() {
    let house = House::new().await;
    let token = token(&house).await;
    let table = json!({ "game": "glory", "seats": ["me", "me"] });
    let (_, opened) = call(&house, Method::POST, "/api/v1/tables", Some(&token), Some(&table)).await;
    let path = format!("/api/v1/tables/{}/events?lines=1", opened["table"].as_str().unwrap());
    let (status, position) = call(&house, Method::GET, &path, Some(&token), None).await;
    assert_eq!((status, position["game"].as_str()), (StatusCode::OK, Some("glory")), "{position}");
}

async fn stream(
    guest: &Visitor,
    path: &str,
    last: Option<u64>,
) -> impl StreamExt<Item = String> + Unpin + use<> {
    let mut request =
        Request::get(path).header("host", "gloria.test").header("cookie", guest.cookie.as_deref().unwrap());
    if let Some(last) = last {
        request = request.header("last-event-id", last.to_string());
    }
    let response = guest.app.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
    assert_eq!(response.status(), StatusCode::OK);
    Box::pin(
        response
            .into_body()
            .into_data_stream()
            .map(|chunk| String::from_utf8_lossy(&chunk.unwrap()).into_owned()),
    )
}

async fn within<T>(what: impl Future<Output = T>) -> Option<T> {
    tokio::time::timeout(std::time::Duration::from_millis(400), what).await.ok()
}

#[tokio::test]
async fn a_stream_sends_each_new_table_and_resumes_by_seq() {
    let house = House::new().await;
    let mut guest = house.guest();
    let table = guest.quick().await;
    let page = guest.my_turn(&table).await;
    let live = format!("{table}/live?seat=A&after={}", page.seq());
    let mut updates = stream(&guest, &live, None).await;
    assert!(within(updates.next()).await.is_none(), "the page is up to date");
    let actions = page.actions();
    let fields = [("seat", "A"), ("action", actions[0].as_str())];
    guest.post(&format!("{table}/act"), &fields).await;
    let update = within(updates.next()).await.flatten().expect("the new table comes");
    assert!(
        update.contains("event: table")
            && update.contains("id=\"table\"")
            && update.contains("class=\"hand\""),
        "{update}"
    );
    drop(updates);
    let now = guest.my_turn(&table).await.seq();
    let mut resumed = stream(&guest, &format!("{table}/live?seat=A"), Some(page.seq())).await;
    let missed = within(resumed.next()).await.flatten().expect("what was missed comes at once");
    assert!(missed.contains(&format!("id: {now}")), "{missed}");
    let mut current = stream(&guest, &format!("{table}/live?seat=A"), Some(now)).await;
    assert!(within(current.next()).await.is_none(), "nothing was missed");
    house.stop.send_replace(true);
    assert!(within(current.next()).await.expect("the stream ends when the server stops").is_none());
}
