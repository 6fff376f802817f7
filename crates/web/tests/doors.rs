//! Who may come in where, and what bad requests get.

mod house;

use axum::body::Body;
use axum::http::{Method, Request, StatusCode};
use house::{House, config};
use table::{Chance, Light};
use web::Config;

#[tokio::test]
async fn posts_from_other_sites_are_refused() {
    let house = House::new().await;
    let mut guest = house.guest();
    guest.get("/").await;
    for (origin, expected) in [
        (Some("http://gloria.test"), StatusCode::SEE_OTHER),
        (Some("http://evil.test"), StatusCode::FORBIDDEN),
        (Some("http://gloria.test.evil.test"), StatusCode::FORBIDDEN),
        (Some("null"), StatusCode::FORBIDDEN),
        (Some(""), StatusCode::FORBIDDEN),
        (None, StatusCode::SEE_OTHER),
    ] {
        let mut request = Request::post("/quick/glory-to-rome").header("host", "gloria.test");
        if let Some(origin) = origin {
            request = request.header("origin", origin);
        }
        let page = guest.send(request.body(Body::empty()).unwrap()).await;
        assert_eq!(page.status, expected, "{origin:?}");
    }
    let cross = Request::post("/quick/glory-to-rome")
        .header("host", "gloria.test")
        .header("sec-fetch-site", "cross-site");
    assert_eq!(guest.send(cross.body(Body::empty()).unwrap()).await.status, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn the_cookie_is_ours_alone() {
    let house = House::new().await;
    let mut guest = house.guest();
    let set = guest.get("/").await.headers.get("set-cookie").unwrap().to_str().unwrap().to_owned();
    assert!(set.contains("HttpOnly") && set.contains("SameSite=Lax"));
    let table = guest.quick().await;
    let page = guest.my_turn(&table).await;
    let mut forger = guest.clone();
    let cookie = forger.cookie.take().unwrap();
    let last = if cookie.ends_with('0') { '1' } else { '0' };
    forger.cookie = Some(format!("{}{last}", &cookie[..cookie.len() - 1]));
    assert!(!forger.get(&table).await.has("class=\"hand\""), "a forged cookie is nobody");
    assert!(page.has("class=\"hand\""));
}

#[tokio::test]
async fn too_much_at_once_is_slowed() {
    let house = House::with(Config { posts: 2, ..config() }).await;
    let mut guest = house.guest();
    guest.get("/").await;
    let mut slowed = 0;
    for _ in 0..30 {
        if guest.post("/me", &[("name", "Ann")]).await.status == StatusCode::TOO_MANY_REQUESTS {
            slowed += 1;
        }
    }
    assert!(slowed >= 15, "{slowed} of 30");
    let huge = "x".repeat(2 << 20);
    assert_eq!(house.guest().post("/open", &[("record", &huge)]).await.status, StatusCode::PAYLOAD_TOO_LARGE);
}

/// Every route for everyone: what each gets. One line for each route; the columns are
/// a stranger without a cookie, an onlooker, the seat itself, and another seat at the table.
#[tokio::test]
async fn every_route_answers_everyone_as_written_here() {
    let house = House::new().await;
    let (mut ann, mut bob, mut eve) = (house.guest(), house.guest(), house.guest());
    ann.get("/").await;
    bob.get("/").await;
    eve.get("/").await;
    let fields = [("seat", "me"), ("seat", "link"), ("seat", "none"), ("seat", "none"), ("seat", "none")];
    let table = ann.post("/new/glory-to-rome", &fields).await.location.unwrap();
    bob.post(&format!("{table}/sit"), &[("seat", "B")]).await;
    let lines = [
        // path, fields, stranger, onlooker, A itself, B for A
        ("GET", "", "", [200, 200, 200, 200]),
        ("GET", "/invite", "", [200, 200, 200, 200]),
        ("GET", "/replay", "", [200, 200, 200, 200]),
        ("GET", "/record", "", [422, 422, 422, 422]),
        ("POST", "/act", "seat=A&action=nonsense", [403, 403, 422, 403]),
        ("POST", "/undo", "seat=A", [403, 403, 422, 403]),
        ("POST", "/restart", "seat=A", [403, 403, 422, 403]),
        ("POST", "/ask-back", "seat=A", [403, 403, 422, 403]),
        ("POST", "/agree", "seat=A", [403, 403, 422, 403]),
        ("POST", "/refuse", "seat=A", [403, 403, 422, 403]),
        ("POST", "/standing", "seat=A&on=false", [403, 403, 303, 403]),
        ("POST", "/chat", "text=ave", [303, 303, 303, 303]),
        ("POST", "/sit", "seat=A", [422, 422, 422, 422]),
        ("POST", "/seat-bot", "seat=A", [403, 403, 422, 422]),
        ("POST", "/rematch", "", [403, 403, 422, 422]),
        ("POST", "/report", "text=odd", [200, 200, 200, 200]),
        ("POST", "/replay/fork", "at=0&seat=A", [422, 422, 422, 422]),
        ("POST", "/leave", "seat=A", [403, 403, 303, 403]),
    ];
    for (method, path, body, expected) in lines {
        let stranger = house.guest();
        // Leaving ends the seat, so the seat itself comes last.
        let order = [(0, stranger), (1, eve.clone()), (3, bob.clone()), (2, ann.clone())];
        for (column, mut who) in order {
            let request = Request::builder()
                .method(Method::from_bytes(method.as_bytes()).unwrap())
                .uri(format!("{table}{path}"))
                .header("host", "gloria.test")
                .header("content-type", "application/x-www-form-urlencoded");
            let page = who.send(request.body(Body::from(body)).unwrap()).await;
            assert_eq!(
                page.status.as_u16(),
                expected[column],
                "{method} {path} in column {column}: {}",
                page.text
            );
        }
    }
}

/// Requests no browser would send: whatever comes, the answer is a clear no, never a fault.
#[tokio::test]
async fn malformed_requests_never_cause_a_fault() {
    let house = House::new().await;
    let mut guest = house.guest();
    let table = guest.quick().await;
    let number = std::env::var("GLORIA_MALFORMED").ok().and_then(|text| text.parse().ok()).unwrap_or(3000);
    let mut luck = Light::new(7);
    let verbs = [
        "act",
        "undo",
        "restart",
        "ask-back",
        "agree",
        "refuse",
        "standing",
        "chat",
        "sit",
        "seat-bot",
        "rematch",
        "report",
        "replay/fork",
    ];
    let words = [
        "A",
        "B",
        "Z",
        "",
        "-1",
        "0",
        "99999999999999999999",
        "true",
        "lead Craftsman with Crane",
        "%00",
        "%ff%fe",
        "💥",
        "a=b&c",
        "../../etc",
        "{\"action\":1}",
        "think for a Jack",
    ];
    let names = [
        "seat",
        "seq",
        "action",
        "request",
        "text",
        "on",
        "at",
        "name",
        "record",
        "o.players",
        "s.geek",
        "zzz",
    ];
    let kinds =
        ["application/x-www-form-urlencoded", "application/json", "text/plain", "multipart/form-data", ""];
    for round in 0..number {
        let mut pick = |list: &[&'static str]| list[luck.below(list.len() as u32) as usize];
        let path = match round % 6 {
            0 => format!("{table}/{}", pick(&verbs)),
            1 => format!("/t/{}/{}", pick(&["zzz", "%2e%2e", "ABC", "0"]), pick(&verbs)),
            2 => pick(&[
                "/new/glory-to-rome",
                "/quick/none",
                "/open",
                "/me",
                "/api/tokens",
                "/api/tables",
                "/nothing",
            ])
            .to_owned(),
            3 => format!("{table}?seat={}&after={}", pick(&["A", "Q", "%ff", ""]), pick(&["0", "x", "-5"])),
            4 => format!(
                "{table}/replay?at={}&seat={}",
                pick(&["0", "99999999", "-1", "x"]),
                pick(&["A", "C", "9"])
            ),
            _ => format!("/api{}/moves", table.replace("/t/", "/tables/")),
        };
        let fields: Vec<String> =
            (0..round % 5).map(|_| format!("{}={}", pick(&names), pick(&words))).collect();
        let method = pick(&["POST", "POST", "GET", "PUT", "DELETE", "PATCH"]);
        let body = if round % 7 == 0 { "\u{0}{[".to_owned() } else { fields.join("&") };
        let request = Request::builder()
            .method(method)
            .uri(path.as_str())
            .header("content-type", pick(&kinds))
            .header("host", "gloria.test");
        let Ok(request) = request.body(Body::from(body.clone())) else { continue };
        let page = guest.send(request).await;
        assert!(!page.status.is_server_error(), "{method} {path} {body}: {} {}", page.status, page.text);
    }
    assert_eq!(guest.get("/healthz").await.text, "ok\n");
    assert!(guest.get("/metrics").await.has("gloria_faults_total 0"));
}

/// A card set is a folder on the server's disk: nobody may choose one from outside, by any door.
#[tokio::test]
async fn no_file_of_the_server_can_be_named() {
    let house = House::new().await;
    let mut guest = house.guest();
    guest.get("/").await;
    let fields = [("seat", "me"), ("seat", "me"), ("o.cards", "/etc")];
    let page = guest.post("/new/for-glory", &fields).await;
    assert!(
        page.status == StatusCode::BAD_REQUEST && page.has("terminal only"),
        "{} {}",
        page.status,
        page.text
    );
    let page = guest.get("/cards/for-glory?cards=/etc").await;
    assert!(page.status == StatusCode::BAD_REQUEST && page.has("terminal only"), "{}", page.text);
    let record = "gloria-record 1\ngame for-glory\nrules 1\nset cards=/etc\n";
    let page = guest.post("/open", &[("record", record)]).await;
    assert!(page.status == StatusCode::BAD_REQUEST && page.has("terminal only"), "{}", page.text);
}

#[tokio::test]
async fn every_game_can_be_started_and_read_about() {
    let house = House::new().await;
    let mut guest = house.guest();
    guest.get("/").await;
    for game in ["glory-to-rome", "for-glory", "glory"] {
        for page in [format!("/rules/{game}"), format!("/cards/{game}"), format!("/new/{game}")] {
            assert_eq!(guest.get(&page).await.status, StatusCode::OK, "{page}");
        }
        let opened = guest.post(&format!("/quick/{game}"), &[]).await;
        assert_eq!(opened.status, StatusCode::SEE_OTHER, "{}", opened.text);
        let page = guest.my_turn(&opened.location.unwrap()).await;
        assert!(!page.actions().is_empty() && page.text.len() < 150_000, "{game}: {} bytes", page.text.len());
    }
}
