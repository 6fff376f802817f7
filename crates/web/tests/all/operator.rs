//! What whoever runs a server relies on: what it tells of itself, proxies as the examples set them up, archives, quotas.

use std::path::Path;
use std::time::Duration;

use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{Request, StatusCode};
use gloria_web::{Config, Keeping, Quotas};

use crate::house::{House, Visitor, config};

/// The number after a line of what is counted.
pub fn counted(text: &str, line: &str) -> u64 {
    let found = text.lines().find_map(|known| known.strip_prefix(line)?.strip_prefix(' '));
    found.unwrap_or_else(|| panic!("{line} is missing in {text}")).parse().unwrap()
}

#[tokio::test]
async fn what_is_counted_and_timed_is_told_to_the_operator_and_to_nobody_else() {
    let house = House::new().await;
    let mut guest = house.guest();
    let table = guest.quick().await;
    // It may be the guest's turn several times before a bot has anything to think about.
    let mut told = house.operator().get("/metrics").await;
    for _ in 0..20 {
        let page = guest.my_turn(&table).await;
        let first = page.actions().remove(0);
        let fields = [("seat", "A"), ("action", first.as_str())];
        assert!(!guest.post(&format!("{table}/act"), &fields).await.status.is_server_error());
        let _ = guest.my_turn(&table).await;
        told = house.operator().get("/metrics").await;
        if counted(&told.text, "gloria_thinking_seconds_count") > 0 {
            break;
        }
    }
    assert!(told.headers["content-type"].to_str().unwrap().starts_with("application/openmetrics-text"));
    for line in [
        "gloria_actions_total",
        "gloria_answer_seconds_count{class=\"page\"}",
        "gloria_answer_seconds_count{class=\"post\"}",
        "gloria_durable_seconds_count",
        "gloria_drawing_seconds_count",
        "gloria_thinking_seconds_count",
        "gloria_store_seconds_count{call=\"append\"}",
        "gloria_tables_live",
    ] {
        assert!(counted(&told.text, line) > 0, "{line}");
    }
    for page in ["/metrics", "/readyz"] {
        assert_eq!(guest.get(page).await.status, StatusCode::NOT_FOUND, "{page} is nobody else's");
    }
    assert_eq!(house.operator().get(&table).await.status, StatusCode::NOT_FOUND, "no table is shown there");
    // Whoever stops is alive, and not ready.
    house.stop.send_replace(true);
    let mut operator = house.operator();
    assert_eq!(operator.get("/healthz").await.text, "ok\n");
    let ready = operator.get("/readyz").await;
    assert_eq!(
        (ready.status, ready.text.as_str()),
        (StatusCode::SERVICE_UNAVAILABLE, "not ready: the server is stopping\n")
    );
    assert_eq!(counted(&operator.get("/metrics").await.text, "gloria_draining"), 1);
}

/// An answer to the lobby as a proxy at this address asks for it with these headers.
async fn asked(house: &House, peer: [u8; 4], headers: &[(String, String)]) -> axum::response::Response {
    let mut request = Request::get("/");
    for (name, value) in headers {
        request = request.header(name, value);
    }
    let peer = std::net::SocketAddr::from((peer, 4711));
    house.guest().raw(request.extension(ConnectInfo(peer)), Body::empty()).await
}

/// The headers that an example tells the proxy to send, with what the proxy would put in for somebody at this address.
fn forwarded(example: &str, word: &str, client: &str) -> Vec<(String, String)> {
    let values = [
        ("$proxy_add_x_forwarded_for", client),
        ("$remote_addr", client),
        ("{remote_host}", client),
        ("$scheme", "https"),
        ("{scheme}", "https"),
        ("$http_host", "play.example.org"),
        ("{hostport}", "play.example.org"),
    ];
    let lines = example.lines().filter_map(|line| line.trim().strip_prefix(word));
    let pairs = lines.filter_map(|line| line.trim().trim_end_matches(';').split_once(' '));
    let filled = |text: &str| {
        values.iter().find(|(name, _)| *name == text.trim()).map(|(_, value)| (*value).to_owned())
    };
    pairs
        .filter(|(name, _)| name.to_lowercase().starts_with("x-forwarded"))
        .map(|(name, value)| (name.to_lowercase(), filled(value).unwrap_or_else(|| panic!("{value}"))))
        .collect()
}

#[tokio::test]
async fn the_proxies_of_the_examples_are_believed_where_they_are_named_and_nobody_else_is() {
    let packaging = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packaging");
    let example = |name: &str, word: &str| {
        forwarded(&std::fs::read_to_string(packaging.join(name)).unwrap(), word, "203.0.113.9")
    };
    let (nginx, caddy) = (example("nginx.conf", "proxy_set_header"), example("Caddyfile", "header_up"));
    for headers in [nginx, caddy] {
        assert_eq!(headers.len(), 3, "{headers:?}");
        let proxies = vec!["127.0.0.1/32".parse().unwrap()];
        let house = House::with(Config { proxies, requests: 1, ..config() }).await;
        let answer = asked(&house, [127, 0, 0, 1], &headers).await;
        let cookie = answer.headers()["set-cookie"].to_str().unwrap();
        assert!(cookie.contains("; Secure") && cookie.contains("HttpOnly"), "{cookie}");
        assert!(answer.headers().contains_key("strict-transport-security"));
        // Each who comes by the proxy is counted as who they are: one may be too fast and another is not.
        let mut slowed = 0;
        for _ in 0..8 {
            slowed += usize::from(
                asked(&house, [127, 0, 0, 1], &headers).await.status() == StatusCode::TOO_MANY_REQUESTS,
            );
        }
        assert!(slowed > 0);
        let other: Vec<_> = headers
            .iter()
            .map(|(name, value)| (name.clone(), value.replace("203.0.113.9", "203.0.113.10")))
            .collect();
        assert_eq!(asked(&house, [127, 0, 0, 1], &other).await.status(), StatusCode::OK);
        // The same words of somebody who is no proxy of ours mean nothing.
        let answer = asked(&house, [198, 51, 100, 7], &headers).await;
        assert_eq!(answer.status(), StatusCode::OK, "counted for themselves");
        assert!(!answer.headers()["set-cookie"].to_str().unwrap().contains("Secure"));
        assert!(!answer.headers().contains_key("strict-transport-security"));
    }
}

/// Resigns a game of two, so that it is over.
async fn finished(guest: &mut Visitor) -> String {
    guest.get("/").await;
    let fields =
        [("seat", "me"), ("seat", "bot:random"), ("seat", "none"), ("seat", "none"), ("seat", "none")];
    let table = guest.post("/new/glory-to-rome", &fields).await.location.unwrap();
    let _ = guest.my_turn(&table).await;
    let done = guest.post(&format!("{table}/resign"), &[("seat", "A")]).await;
    assert!(!done.status.is_client_error() && !done.status.is_server_error(), "{}", done.text);
    table
}

#[tokio::test]
async fn archived_tables_open_as_before_and_abandoned_ones_come_back_with_the_next_move() {
    let none = Some(Duration::ZERO);
    let keeping = Keeping { finished: none, abandoned: none, ..config().keeping };
    let house = House::with(Config { keeping, ..config() }).await;
    let mut guest = house.guest();
    let over = finished(&mut guest).await;
    let left = guest.quick().await;
    let page = guest.my_turn(&left).await;
    let looks = async |house: &House, guest: &Visitor| {
        let mut guest = Visitor { app: house.app.clone(), ..guest.clone() };
        let mut texts = Vec::new();
        for page in [format!("{over}/record"), format!("{over}/replay"), format!("{over}/replay?step=1")] {
            let page = guest.get(&page).await;
            assert_eq!(page.status, StatusCode::OK);
            // Not the heading, which tells of other games.
            texts.push(page.text.split("<main").last().unwrap().to_owned());
        }
        texts
    };
    let before = looks(&house, &guest).await;
    tokio::time::sleep(Duration::from_millis(5)).await;
    house.tables.clear_out().await.unwrap();
    assert!(counted(&house.operator().get("/metrics").await.text, "gloria_archived_total") >= 2);
    assert_eq!(house.tables.lists().len(), 0, "what was left is in no list");
    // Under a new server everything comes from the archive.
    let again = house.again().await;
    assert_eq!(looks(&again, &guest).await, before);
    assert_eq!(again.tables.lists().len(), 0);
    let mut guest = Visitor { app: again.app.clone(), ..guest };
    assert_eq!(guest.get(&left).await.actions(), page.actions());
    let first = page.actions().remove(0);
    let fields = [("seat", "A"), ("action", first.as_str())];
    assert!(guest.post(&format!("{left}/act"), &fields).await.status.is_redirection());
    assert_eq!(again.tables.lists().len(), 1, "somebody came back");
}

#[tokio::test]
async fn each_guest_and_each_address_has_so_many_tables_under_way_and_so_much_chat() {
    let quotas = Quotas { tables_guest: 2, tables_address: 3, chat: 1, ..config().quotas };
    let house = House::with(Config { quotas, ..config() }).await;
    let (mut ann, mut bob) = (house.guest(), house.guest());
    for guest in [&mut ann, &mut bob] {
        guest.get("/").await;
    }
    let first = finished(&mut ann).await;
    for _ in 0..2 {
        assert_eq!(ann.post("/quick/glory-to-rome", &[]).await.status, StatusCode::SEE_OTHER);
    }
    let refused = ann.post("/quick/glory-to-rome", &[]).await;
    assert!(
        refused.status == StatusCode::TOO_MANY_REQUESTS && refused.has("finish or leave some of them"),
        "{}",
        refused.text
    );
    assert_eq!(bob.post("/quick/glory-to-rome", &[]).await.status, StatusCode::SEE_OTHER);
    let refused = bob.post("/quick/glory-to-rome", &[]).await;
    assert!(refused.has("opened from your network"), "{}", refused.text);
    // A kilobyte of chat is four lines of three hundred letters, less a few.
    let line = "x".repeat(300);
    let mut said = Vec::new();
    for _ in 0..5 {
        said.push(ann.post(&format!("{first}/chat"), &[("text", &line)]).await.status.is_redirection());
    }
    assert_eq!(said, [true, true, true, false, false]);
}
