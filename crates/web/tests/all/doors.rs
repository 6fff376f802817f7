//! Who may come in where, and what bad requests get.

use crate::door::{DOORS, Door};
use crate::house::{House, Visitor, config, encode};
use axum::body::Body;
use axum::http::{Request, StatusCode};
use gloria_web::Config;
use table::{Chance, Light, Options, Record, Rulebook};

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

/// The routes of the router, as its source has them.
fn routes_in_the_source() -> Vec<(String, String)> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/routes");
    let mut found = Vec::new();
    let files = std::fs::read_dir(&folder).unwrap().map(|file| file.unwrap().path());
    for file in files.filter(|file| file.is_file()).chain([folder.join("api/mod.rs")]) {
        let text = std::fs::read_to_string(&file).unwrap();
        // What programs call lies below the version.
        let below = if file.ends_with("api/mod.rs") { "/api/v1" } else { "" };
        for piece in text.split(".route(").skip(1) {
            let piece = piece.split(['\n', ';']).take_while(|line| !line.trim().starts_with('.'));
            let piece: String = piece.collect();
            let route = piece.split('"').nth(1).expect("a route's path is written out");
            let route = format!("{below}{route}");
            for method in ["get", "post", "put", "delete", "patch"] {
                let calls = |before: &str| piece.contains(&format!("{before}{method}("));
                if calls(" ") || calls(".") {
                    found.push((method.to_uppercase(), route.clone()));
                }
            }
        }
    }
    found
}

#[test]
fn every_route_of_the_router_is_in_the_table() {
    let routes = routes_in_the_source();
    assert!(routes.len() > 30, "{routes:?}");
    for (method, route) in &routes {
        let known = DOORS.iter().any(|door| door.method == method && door.route == route);
        assert!(known, "{method} {route} is not in the table of doors: say who may come in there");
    }
    for door in DOORS {
        let there = routes.iter().any(|(method, route)| door.method == method && door.route == route);
        assert!(there, "{} {} is no longer a route", door.method, door.route);
    }
}

/// A table of two guests, A and B, and an opened record.
struct Stage {
    house: House,
    guests: [Visitor; 4],
    /// Ann, who sits at A, on another device; and on one that was signed out.
    elsewhere: Visitor,
    signed_out: Visitor,
    table: String,
    opened: String,
    /// The one who looks on has the table open.
    _stream: axum::response::Response,
}

/// The same guest on another device.
async fn another_device(house: &House, guest: &mut Visitor) -> Visitor {
    let page = guest.post("/me/code", &[]).await;
    let code = page.text.split("<code>").nth(1).and_then(|rest| rest.split('<').next()).expect("a code");
    let mut device = house.guest();
    device.get("/").await;
    assert_eq!(device.post("/recover", &[("code", code)]).await.location.as_deref(), Some("/me"));
    assert_ne!(device.cookie, guest.cookie, "it has a cookie of its own");
    device
}

impl Stage {
    async fn new() -> Self {
        let house = House::new().await;
        let mut guests = [house.guest(), house.guest(), house.guest(), house.guest()];
        for guest in &mut guests {
            guest.get("/").await;
        }
        let [_, onlooker, ann, bob] = &mut guests;
        let fields = [("seat", "me"), ("seat", "link"), ("seat", "none"), ("seat", "none"), ("seat", "none")];
        let table = ann.post("/new/glory-to-rome", &fields).await.location.unwrap();
        bob.post(&format!("{table}/sit"), &[("seat", "B")]).await;
        let stream = onlooker.raw(Request::get(format!("{table}/live")), Body::empty()).await;
        let rules = glory_to_rome::Rules::from_options(&Options::new().with("players", "2")).unwrap();
        let names = vec!["x".to_owned(), "y".to_owned()];
        let record = Record::<glory_to_rome::State>::start(rules, names, None, &mut Light::new(1)).write();
        let opened = ann.post("/open", &[("record", &record)]).await.location.expect("a record opens");
        let opened = opened.split(['/', '?']).nth(2).unwrap().to_owned();
        let (elsewhere, signed_out) =
            (another_device(&house, &mut guests[2]).await, another_device(&house, &mut guests[2]).await);
        // The cookie stays where somebody has it; it is worth nothing any more.
        signed_out.clone().post("/me/out", &[]).await;
        Self { house, guests, elsewhere, signed_out, table, opened, _stream: stream }
    }

    /// The address of a route.
    fn path(&self, door: &Door) -> String {
        let id = if door.route.starts_with("/opened/") { self.opened.as_str() } else { &self.table[3..] };
        let path = door.route.replace("{game}", "glory-to-rome").replace("{id}", id);
        format!(
            "{}{}",
            path.replace("{version}", "0")
                .replace("{name}", "style.css")
                .replace("{code}", "0000")
                .replace("{lesson}", "first")
                .replace("{page}", "play")
                .replace("{player}", "0123456789abcdef")
                .replace("{tournament}", "0123456789abcdef"),
            door.query
        )
    }

    /// What a guest, or nobody, is answered.
    async fn ask(&self, door: &Door, guest: Option<&Visitor>, origin: Option<&str>) -> StatusCode {
        let mut visitor = guest.cloned().unwrap_or_else(|| self.house.guest());
        let mut request = Request::builder().method(door.method).uri(self.path(door));
        if door.route.starts_with("/api/") {
            request = request.header("content-type", "application/json");
            // A cookie's value is a token too.
            if let Some(cookie) = visitor.cookie.take() {
                let token = cookie.strip_prefix("gloria=").unwrap().to_owned();
                request = request.header("authorization", format!("Bearer {token}"));
            }
        } else {
            request = request.header("content-type", "application/x-www-form-urlencoded");
        }
        if let Some(origin) = origin {
            request = request.header("origin", origin);
        }
        visitor.raw(request, Body::from(door.body)).await.status()
    }
}

#[tokio::test]
async fn every_route_answers_everyone_as_written_here() {
    let stage = Stage::new().await;
    let [stranger, onlooker, ann, bob] = &stage.guests;
    for door in DOORS {
        // Leaving ends the seat, so the seat itself comes last.
        let [nobody, strange, looks, sits, beside] = door.expected;
        let order = [
            ("nobody", None, nobody),
            ("a stranger", Some(stranger), strange),
            ("an onlooker", Some(onlooker), looks),
            ("another seat", Some(bob), beside),
            ("the seat", Some(ann), sits),
            ("the seat, signed in elsewhere", Some(&stage.elsewhere), door.elsewhere()),
            ("the seat, signed out", Some(&stage.signed_out), door.signed_out()),
        ];
        for (who, visitor, expected) in order {
            let status = stage.ask(door, visitor, None).await.as_u16();
            assert_eq!(status, expected, "{} {} for {who}", door.method, door.route);
        }
    }
}

/// A game that somebody plays alone with bots is nobody's business: by no address of it does anybody else learn anything, until its player
/// lets them.
#[tokio::test]
async fn a_game_alone_with_bots_is_private() {
    let mut stage = Stage::new().await;
    stage.table = stage.guests[2].quick().await;
    let [stranger, onlooker, ann, _] = &stage.guests;
    let at_table =
        || DOORS.iter().filter(|door| door.route.contains("/t/{id}") || door.route.contains("/tables/{id}"));
    assert!(at_table().count() > 35);
    for door in at_table() {
        let nobody = if door.route.starts_with("/api/") { 401 } else { 403 };
        for (who, expected) in [(None, nobody), (Some(stranger), 403), (Some(onlooker), 403)] {
            let status = stage.ask(door, who, None).await.as_u16();
            assert_eq!(status, expected, "{} {}", door.method, door.route);
        }
    }
    let (mut ann, mut stranger) = (ann.clone(), stranger.clone());
    assert!(!stranger.get("/").await.has(&stage.table), "and it is in no list");
    assert!(ann.get(&format!("{}/invite", stage.table)).await.has("only those who play"));
    ann.post(&format!("{}/watch", stage.table), &[("who", "link")]).await;
    assert_eq!(stranger.get(&stage.table).await.status, StatusCode::OK);
    assert!(!stranger.get("/").await.has(&stage.table));
    ann.post(&format!("{}/watch", stage.table), &[("who", "anyone")]).await;
    assert!(stranger.get("/").await.has(&stage.table), "whoever wants to be looked at is listed");
    ann.post(&format!("{}/watch", stage.table), &[("who", "nobody")]).await;
    assert_eq!(stranger.get(&stage.table).await.status, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn no_route_takes_a_post_from_another_site() {
    let stage = Stage::new().await;
    let ann = &stage.guests[2];
    let seq = ann.clone().get(&stage.table).await.seq();
    for door in DOORS.iter().filter(|door| door.method == "POST") {
        for origin in
            ["http://evil.test", "https://gloria.test.evil.test", "null", "http://gloria.test:81", ""]
        {
            let status = stage.ask(door, Some(ann), Some(origin)).await;
            assert_eq!(status, StatusCode::FORBIDDEN, "{} from {origin:?}", door.route);
        }
    }
    assert_eq!(ann.clone().get(&stage.table).await.seq(), seq, "nothing was done");
}

/// Requests no browser would send.
struct Nonsense {
    luck: Light,
}

const WORDS: [&str; 24] = [
    "A",
    "B",
    "Z",
    "",
    "-1",
    "0",
    "1",
    "99999999999999999999",
    "true",
    "lead Craftsman with Crane",
    "%00",
    "%ff%fe",
    "%",
    "💥",
    "a=b&c",
    "../../etc",
    "{\"action\":1}",
    "think for a Jack",
    "me",
    "bot:",
    "none",
    "glory",
    "\u{202e}",
    "gloria-record 1\ngame glory\nrules 1\n",
];

const FIELDS: [&str; 18] = [
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
    "after",
    "game",
    "seats",
    "options",
    "level",
    "",
];

impl Nonsense {
    fn pick<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.luck.below(list.len() as u32) as usize]
    }

    /// A word, or one that is bent, or a very long one.
    fn word(&mut self) -> String {
        let word = self.pick(&WORDS).to_owned();
        match self.luck.below(12) {
            0 => word.repeat(200),
            1 => word.chars().rev().collect(),
            2 => encode(&word),
            _ => word,
        }
    }

    /// A door, and an address that is almost its own.
    fn path(&mut self, stage: &Stage) -> (&'static Door, String) {
        // Who signs out or deletes everything is nobody afterwards, and then there would be nobody left to knock.
        let stays = |door: &&Door| !door.route.starts_with("/me/out") && door.route != "/me/delete";
        let doors: Vec<&Door> = DOORS.iter().filter(stays).collect();
        let door = doors[self.luck.below(doors.len() as u32) as usize];
        let mut path = stage.path(door);
        if self.luck.below(3) == 0 {
            let bent = encode(&self.word());
            path = door.route.replace("{game}", &bent).replace("{id}", &bent);
            path = path.replace("{version}", &bent).replace("{name}", &bent);
        }
        if self.luck.below(2) == 0 {
            let (name, word) = (self.pick(&FIELDS), encode(&self.word()));
            path = format!("{}?{name}={word}", path.split('?').next().unwrap_or_default());
        }
        (door, path)
    }

    fn body(&mut self) -> Vec<u8> {
        let number = self.luck.below(5);
        match self.luck.below(6) {
            0 => b"\0{[".to_vec(),
            1 => (0..self.luck.below(60)).map(|_| self.luck.below(256) as u8).collect(),
            2 => {
                let fields: Vec<String> =
                    (0..number).map(|_| format!("{:?}:{:?}", self.pick(&FIELDS), self.word())).collect();
                format!("{{{}}}", fields.join(",")).into_bytes()
            }
            3 => {
                let fields: Vec<String> = (0..number)
                    .map(|_| {
                        format!(
                            "\"{}\":{}",
                            self.pick(&FIELDS),
                            self.pick(&["1", "null", "[]", "{}", "1e99", "[["])
                        )
                    })
                    .collect();
                format!("{{{}}}", fields.join(",")).into_bytes()
            }
            _ => {
                let fields: Vec<String> =
                    (0..number).map(|_| format!("{}={}", self.pick(&FIELDS), self.word())).collect();
                fields.join("&").into_bytes()
            }
        }
    }

    fn request(&mut self, stage: &Stage) -> Option<(axum::http::request::Builder, Body)> {
        let (door, path) = self.path(stage);
        // Mostly what the door expects, so that the nonsense comes in; sometimes not even that.
        let method = match self.luck.below(4) {
            0 => self.pick(&["POST", "GET", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "BREW"]),
            _ => door.method,
        };
        let usual = if door.route.starts_with("/api/") {
            "application/json"
        } else {
            "application/x-www-form-urlencoded"
        };
        let kind = match self.luck.below(4) {
            0 => self.pick(&["application/json", "text/plain", "multipart/form-data", "", "a/b; c=\"d"]),
            _ => usual,
        };
        let mut request = Request::builder().method(method).uri(path.as_str()).header("content-type", kind);
        if self.luck.below(4) == 0 {
            let name = self.pick(&[
                "last-event-id",
                "authorization",
                "cookie",
                "x-gloria",
                "accept-encoding",
                "range",
            ]);
            let word: String = self.word().chars().filter(char::is_ascii_graphic).collect();
            request = request.header(name, word);
        }
        // A path that is no address at all can't be sent.
        request.uri_ref()?;
        Some((request, Body::from(self.body())))
    }
}

static PANICS: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);

/// Whatever comes, the answer is a clear no, never a fault, and no thread panics. `GLORIA_MALFORMED` says how many.
#[tokio::test]
async fn malformed_requests_never_cause_a_fault() {
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        PANICS.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        before(panic);
    }));
    let stage = Stage::new().await;
    let number =
        std::env::var("GLORIA_MALFORMED").ok().and_then(|text| text.parse().ok()).unwrap_or(3000_u32);
    let mut nonsense = Nonsense { luck: Light::new(7) };
    let mut answers = std::collections::BTreeMap::<u16, u32>::new();
    let mut sent = 0;
    while sent < number {
        let Some((request, body)) = nonsense.request(&stage) else { continue };
        let text = format!("{request:?} {body:?}");
        let who = nonsense.luck.below(5) as usize;
        let mut visitor = stage.guests.get(who).cloned().unwrap_or_else(|| stage.house.guest());
        let status = visitor.raw(request, body).await.status();
        assert!(!status.is_server_error(), "{status} for {text}");
        *answers.entry(status.as_u16()).or_default() += 1;
        sent += 1;
    }
    println!("{sent} malformed requests were answered {answers:?}");
    let mut guest = stage.house.guest();
    assert_eq!(guest.get("/healthz").await.text, "ok\n");
    assert!(stage.house.operator().get("/metrics").await.has("gloria_faults_total 0"));
    assert_eq!(
        PANICS.load(std::sync::atomic::Ordering::Relaxed),
        0,
        "nothing panics, not even on another thread"
    );
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
    for game in games::NAMES {
        for page in [format!("/rules/{game}"), format!("/cards/{game}"), format!("/new/{game}")] {
            assert_eq!(guest.get(&page).await.status, StatusCode::OK, "{page}");
        }
        let opened = guest.post(&format!("/quick/{game}"), &[]).await;
        assert_eq!(opened.status, StatusCode::SEE_OTHER, "{}", opened.text);
        let page = guest.my_turn(&opened.location.unwrap()).await;
        assert!(!page.actions().is_empty() && page.text.len() < 150_000, "{game}: {} bytes", page.text.len());
    }
}
