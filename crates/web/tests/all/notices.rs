//! It is somebody's turn and they are not there: what they are sent, when, how often, and where nothing ever goes.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use axum::Router;
use axum::body::Bytes;
use axum::extract::{OriginalUri, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use gloria_web::{Config, Hooks, Noticing, Service, set_clock};
use hmac::{Hmac, KeyInit, Mac};
use p256::elliptic_curve::sec1::ToSec1Point as _;
use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey};
use serde_json::Value;
use sha2::Sha256;
use tokio::net::TcpListener;

use crate::house::{House, Page, Visitor, config};
use crate::nodes::{Node, until};

/// Something that was sent to the receiver.
#[derive(Clone, Debug)]
pub struct Received {
    pub path: String,
    headers: HeaderMap,
    body: Vec<u8>,
}

/// A push service and a webhook in one, on loopback.
pub struct Receiver {
    pub address: SocketAddr,
    got: Arc<Mutex<Vec<Received>>>,
    /// What is answered next; 201 once that is used up.
    answers: Arc<Mutex<VecDeque<StatusCode>>>,
}

type Shared = (Arc<Mutex<Vec<Received>>>, Arc<Mutex<VecDeque<StatusCode>>>);

async fn take(
    State((got, answers)): State<Shared>,
    OriginalUri(uri): OriginalUri,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let answer = answers.lock().unwrap().pop_front().unwrap_or(StatusCode::CREATED);
    got.lock().unwrap().push(Received { path: uri.path().to_owned(), headers, body: body.to_vec() });
    (answer, [("location", "/elsewhere")]).into_response()
}

impl Receiver {
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (got, answers) = Shared::default();
        let service = Router::new().fallback(take).with_state((Arc::clone(&got), Arc::clone(&answers)));
        tokio::spawn(async move { axum::serve(listener, service).await });
        Self { address, got, answers }
    }

    fn origin(&self) -> String {
        format!("http://{}", self.address)
    }

    /// A server that believes this receiver, and tells at once.
    pub fn config(&self, burst: Duration) -> Config {
        let services = vec![Service::read(&self.origin()).unwrap()];
        let delay = Duration::from_millis(1);
        Config { notices: Noticing { delay, burst, services, hooks: Hooks::On, contact: None }, ..config() }
    }

    fn answers(&self, answers: &[StatusCode]) {
        self.answers.lock().unwrap().extend(answers);
    }

    pub fn all(&self) -> Vec<Received> {
        self.got.lock().unwrap().clone()
    }

    /// Waits for so many.
    pub async fn wait(&self, number: usize) -> Vec<Received> {
        until("a notice arrives", async || self.all().len() >= number).await;
        self.all()
    }
}

fn unpacked(text: &str) -> Vec<u8> {
    URL_SAFE_NO_PAD.decode(text).unwrap()
}

fn packed(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

fn hashed(key: &[u8], parts: &[&[u8]]) -> Vec<u8> {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).unwrap();
    for part in parts {
        mac.update(part);
    }
    mac.finalize().into_bytes().to_vec()
}

/// What a browser keeps to itself.
pub struct Secrets {
    key: p256::SecretKey,
    auth: Vec<u8>,
}

impl Secrets {
    fn new(number: u8) -> Self {
        Self { key: p256::SecretKey::from_slice(&[number; 32]).unwrap(), auth: vec![number; 16] }
    }

    fn point(&self) -> Vec<u8> {
        self.key.public_key().to_sec1_point(false).as_bytes().to_vec()
    }

    /// Decrypts by RFC 8291, with other code than the sender's; `None` if it was changed on the way or is not for this browser.
    fn open(&self, body: &[u8]) -> Option<Vec<u8>> {
        let (salt, rest) = body.split_at(16);
        let (size, rest) = rest.split_at(4);
        assert_eq!((size, rest[0]), (&4096_u32.to_be_bytes()[..], 65));
        let (theirs, text) = rest[1..].split_at(65);
        let public = p256::PublicKey::from_sec1_bytes(theirs).ok()?;
        let shared = p256::ecdh::diffie_hellman(self.key.to_nonzero_scalar(), public.as_affine());
        let first = hashed(&self.auth, &[shared.raw_secret_bytes()]);
        let input = hashed(&first, &[b"WebPush: info\0", &self.point(), theirs, &[1]]);
        let made = hashed(salt, &[&input]);
        let key = &hashed(&made, &[b"Content-Encoding: aes128gcm\0\x01"])[..16];
        let nonce = &hashed(&made, &[b"Content-Encoding: nonce\0\x01"])[..12];
        let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, key).unwrap());
        let mut text = text.to_vec();
        let nonce = Nonce::try_assume_unique_for_key(nonce).unwrap();
        let plain = key.open_in_place(nonce, Aad::empty(), &mut text).ok()?;
        assert_eq!(plain.last(), Some(&2), "the last record is marked");
        Some(plain[..plain.len() - 1].to_vec())
    }

    pub fn read(&self, received: &Received) -> Value {
        serde_json::from_slice(&self.open(&received.body).expect("it is for this browser")).unwrap()
    }
}

/// The receiver itself is right: it reads the example of RFC 8291, appendix A.
#[test]
fn the_receiver_reads_the_example_of_the_rfc() {
    let browser = Secrets {
        key: p256::SecretKey::from_slice(&unpacked("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94")).unwrap(),
        auth: unpacked("BTBZMqHH6r4Tts7J_aSIgg"),
    };
    let body = unpacked(
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
    );
    assert_eq!(browser.open(&body).unwrap(), b"When I grow up, I want to be a watermelon");
    let mut changed = body;
    *changed.last_mut().unwrap() ^= 1;
    assert_eq!(browser.open(&changed), None);
}

/// Lets a guest's browser take notices at this path of the receiver; answers what the browser keeps to itself.
pub async fn subscribe(guest: &mut Visitor, receiver: &Receiver, path: &str, number: u8) -> Secrets {
    let secrets = Secrets::new(number);
    let (endpoint, point) = (format!("{}{path}", receiver.origin()), packed(&secrets.point()));
    let auth = packed(&secrets.auth);
    let fields = [("endpoint", endpoint.as_str()), ("p256dh", &point), ("auth", &auth)];
    let page = guest.post("/me/notices/push", &fields).await;
    assert_eq!(page.location.as_deref(), Some("/me/notices"), "{}", page.text);
    secrets
}

async fn named(house: &House, name: &str) -> Visitor {
    let mut guest = house.guest();
    guest.get("/").await;
    guest.post("/me", &[("name", name)]).await;
    guest
}

/// A game against bots that waits for the guest, so many of whose games wait then. The page is not kept open.
async fn waiting(guest: &mut Visitor, number: usize) -> String {
    let table = guest.quick().await;
    let mut waits = guest.clone();
    until("lists know it", async || waits.get("/games").await.text.matches("your turn").count() >= number)
        .await;
    table
}

async fn page_until(guest: &mut Visitor, words: &str) -> Page {
    for _ in 0..400 {
        let page = guest.get("/me/notices").await;
        if page.has(words) {
            return page;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    panic!("'{words}' never came: {}", guest.get("/me/notices").await.text);
}

const NEVER: Duration = Duration::ZERO;

#[tokio::test]
async fn whoever_is_not_there_is_told_what_everybody_may_know_and_nothing_else() {
    let receiver = Receiver::start().await;
    let house = House::with(receiver.config(NEVER)).await;
    let (mut ann, mut bob) = (named(&house, "Ann").await, named(&house, "Bob").await);
    let keys =
        [subscribe(&mut ann, &receiver, "/ann", 1).await, subscribe(&mut bob, &receiver, "/bob", 2).await];
    // The service is busy at first: it is tried again.
    receiver.answers(&[StatusCode::SERVICE_UNAVAILABLE]);
    let seats = [("seat", "me"), ("seat", "link"), ("seat", "none"), ("seat", "none"), ("seat", "none")];
    let table = ann.post("/new/glory-to-rome", &seats).await.location.unwrap();
    bob.post(&format!("{table}/sit"), &[("seat", "B")]).await;
    let got = receiver.wait(2).await;
    assert_eq!(got[0].path, got[1].path, "the same guest");
    let (own, other, mine, theirs) = match got[1].path.as_str() {
        "/ann" => (&mut ann, &mut bob, &keys[0], &keys[1]),
        _ => (&mut bob, &mut ann, &keys[1], &keys[0]),
    };
    assert!(own.get(&table).await.has("my-turn"), "whoever decides is told");
    let name = if got[1].path == "/ann" { "Bob" } else { "Ann" };
    let expected = serde_json::json!({
        "text": format!("It’s your turn in Glory to Rome with {name}."), "path": table, "count": 1,
    });
    assert_eq!(mine.read(&got[1]), expected);
    assert_eq!(theirs.open(&got[1].body), None, "nobody else can read it");
    for (header, value) in [("content-encoding", "aes128gcm"), ("ttl", "86400"), ("topic", "turn")] {
        assert_eq!(got[1].headers[header], value);
    }
    signed_for(&got[1], &receiver.origin());
    page_until(own, "Last notice delivered just now.").await;
    assert!(other.get("/me/notices").await.has("Nothing sent yet."));
    // The other one's turn comes, and is told to the other one.
    let before = receiver.all().len();
    for _ in 0..40 {
        let page = own.get(&table).await;
        let Some(action) = page.actions().into_iter().find(|action| action.starts_with("think")) else {
            break;
        };
        let seat = page.attribute("name=\"seat\"", "value").unwrap();
        own.post(&format!("{table}/act"), &[("seat", &seat), ("action", &action)]).await;
    }
    let got = receiver.wait(before + 1).await;
    assert!(theirs.open(&got[before].body).is_some(), "it is for the other one");
    // Who is signed out is told nothing more.
    own.post("/me/out", &[]).await;
    let left = house.tables.store.notes("notice/").await.unwrap();
    assert_eq!(
        left.iter().filter(|(key, _)| key.contains("/push/")).count(),
        2,
        "the other's, and how it fared"
    );
}

/// The push service can be sure who sends it, and that it is meant for it.
fn signed_for(received: &Received, service: &str) -> u64 {
    let shown = received.headers["authorization"].to_str().unwrap().strip_prefix("vapid t=").unwrap();
    let (token, key) = shown.split_once(", k=").unwrap();
    let (text, signature) = token.rsplit_once('.').unwrap();
    let key = UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, unpacked(key));
    key.verify(text.as_bytes(), &unpacked(signature)).expect("the signature is the key's");
    key.verify(&text.as_bytes()[1..], &unpacked(signature)).expect_err("and of this text alone");
    let claims: Value = serde_json::from_slice(&unpacked(text.split_once('.').unwrap().1)).unwrap();
    assert_eq!(claims["aud"], service);
    assert!(claims["sub"].as_str().unwrap().starts_with("mailto:"), "{claims}");
    claims["exp"].as_u64().unwrap()
}

#[tokio::test]
async fn a_browser_that_wants_no_more_is_told_no_more_and_the_page_says_so() {
    let receiver = Receiver::start().await;
    let house = House::with(receiver.config(NEVER)).await;
    let mut ann = named(&house, "Ann").await;
    for (answer, words) in [
        (StatusCode::FORBIDDEN, "the service answered 403"),
        (StatusCode::GONE, "This browser no longer takes notices."),
        (StatusCode::NOT_FOUND, "This browser no longer takes notices."),
    ] {
        subscribe(&mut ann, &receiver, "/ann", 1).await;
        assert!(ann.get("/me/notices").await.has("Nothing sent yet."));
        receiver.answers(&[answer]);
        ann.post("/me/notices/test", &[]).await;
        let page = ann.get("/me/notices").await;
        assert!(page.has(words), "{}", page.text);
        let kept = house.tables.store.notes("notice/").await.unwrap();
        let there = kept.iter().any(|(key, _)| key.split('/').nth(2) == Some("push"));
        assert_eq!(there, answer == StatusCode::FORBIDDEN, "{kept:?}");
    }
    let got = receiver.all();
    ann.post("/me/notices/test", &[]).await;
    assert_eq!(receiver.all().len(), got.len(), "there is nobody left to tell");
    // Only push services are sent anything.
    let secrets = Secrets::new(1);
    let (point, auth) = (packed(&secrets.point()), packed(&secrets.auth));
    for (endpoint, expected) in [
        ("https://evil.example.org/push", StatusCode::FORBIDDEN),
        ("http://fcm.googleapis.com/a", StatusCode::FORBIDDEN),
        ("https://127.0.0.1/", StatusCode::FORBIDDEN),
        ("nonsense", StatusCode::BAD_REQUEST),
        ("https://fcm.googleapis.com/fcm/send/a:b", StatusCode::SEE_OTHER),
    ] {
        let fields = [("endpoint", endpoint), ("p256dh", &point), ("auth", &auth)];
        assert_eq!(ann.post("/me/notices/push", &fields).await.status, expected, "{endpoint}");
    }
    // A point that lies on no curve.
    let wrong = packed(&[4; 65]);
    let fields = [("endpoint", "https://fcm.googleapis.com/a"), ("p256dh", &wrong), ("auth", &auth)];
    assert_eq!(ann.post("/me/notices/push", &fields).await.status, StatusCode::BAD_REQUEST);
}

const HOUR: u64 = 3_600_000;

/// Quiet hours around this time of the test's own clock.
async fn be_quiet(guest: &mut Visitor, now: u64) {
    let hour = now / HOUR % 24;
    let (from, to) = (format!("{:02}:00", (hour + 23) % 24), format!("{:02}:00", (hour + 2) % 24));
    let fields = [("on", "true"), ("from", from.as_str()), ("to", &to), ("zone", "UTC")];
    assert_eq!(guest.post("/me/notices/quiet", &fields).await.status, StatusCode::SEE_OTHER);
}

async fn be_loud(guest: &mut Visitor) {
    assert_eq!(guest.post("/me/notices/quiet", &[("on", "false")]).await.status, StatusCode::SEE_OTHER);
}

/// The test's own clock is the thread's, and everything here runs on one.
#[tokio::test]
async fn there_is_one_notice_for_a_burst_none_in_quiet_hours_and_none_for_a_table_that_is_looked_at() {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis() as u64;
    set_clock(now);
    let receiver = Receiver::start().await;
    let house = House::with(receiver.config(Duration::from_millis(HOUR))).await;
    let mut ann = named(&house, "Ann").await;
    be_quiet(&mut ann, now).await;
    let keys = subscribe(&mut ann, &receiver, "/ann", 1).await;
    for number in 1..=3 {
        waiting(&mut ann, number).await;
    }
    assert_eq!(receiver.all().len(), 0, "it is quiet");
    be_loud(&mut ann).await;
    let got = receiver.wait(1).await;
    let told = keys.read(&got[0]);
    assert_eq!(
        (told["text"].as_str(), told["path"].as_str()),
        (Some("It’s your turn in 3 games."), Some("/games"))
    );
    assert_eq!(told["count"], 3);
    let first = signed_for(&got[0], &receiver.origin());
    // Two more: one is looked at. They are told when the hour is over, and only the one that is not seen.
    let seen = waiting(&mut ann, 4).await;
    let stream = axum::http::Request::get(format!("{seen}/live"));
    let stream = ann.raw(stream, axum::body::Body::empty()).await;
    assert_eq!(stream.status(), StatusCode::OK);
    let unseen = waiting(&mut ann, 5).await;
    be_loud(&mut ann).await;
    set_clock(now + 2 * HOUR);
    be_loud(&mut ann).await;
    let got = receiver.wait(2).await;
    let told = keys.read(&got[1]);
    assert_eq!((told["path"].as_str(), told["count"].as_u64()), (Some(unseen.as_str()), Some(5)));
    assert!(told["text"].as_str().unwrap().starts_with("It’s your turn in Glory to Rome with "), "{told}");
    // What was sent before the hour was over would say so.
    let second = signed_for(&got[1], &receiver.origin());
    assert!(second >= first + 2 * 3600, "{first} {second}");
    drop(stream);
    // Wrong hours are refused.
    let wrong = [("on", "true"), ("from", "22:00"), ("to", "07:00"), ("zone", "Mars")];
    assert_eq!(ann.post("/me/notices/quiet", &wrong).await.status, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn an_address_of_ones_own_is_told_where_that_is_allowed() {
    let receiver = Receiver::start().await;
    let house = House::with(receiver.config(NEVER)).await;
    let mut ann = named(&house, "Ann").await;
    assert!(ann.get("/me/notices").await.has("Another way"));
    for (speech, path) in [("ntfy", "/topic"), ("json", "/hook")] {
        let url = format!("{}{path}", receiver.origin());
        assert_eq!(
            ann.post("/me/notices/hook", &[("url", &url), ("speech", speech)]).await.status,
            StatusCode::SEE_OTHER
        );
        ann.post("/me/notices/test", &[]).await;
        assert!(ann.get("/me/notices").await.has("Last notice delivered just now."));
    }
    let got = receiver.all();
    assert_eq!(
        (got[0].path.as_str(), got[0].body.as_slice()),
        ("/topic", &b"This is how a notice looks."[..])
    );
    assert_eq!(got[0].headers["title"], "Gloria");
    assert_eq!(got[0].headers["click"], "http://gloria.test/me/notices");
    let told: Value = serde_json::from_slice(&got[1].body).unwrap();
    assert_eq!(
        told,
        serde_json::json!({ "text": "This is how a notice looks.", "link": "http://gloria.test/me/notices", "waiting": 0 })
    );
    // Nobody is followed anywhere.
    receiver.answers(&[StatusCode::FOUND]);
    ann.post("/me/notices/test", &[]).await;
    assert!(ann.get("/me/notices").await.has("the service answered 302"));
    assert!(receiver.all().iter().all(|got| got.path != "/elsewhere"));
    // A turn is told there too.
    let number = receiver.all().len();
    let table = ann.quick().await;
    let got = receiver.wait(number + 1).await;
    let told: Value = serde_json::from_slice(&got[number].body).unwrap();
    assert_eq!(told["link"], format!("http://gloria.test{table}"));
    ann.post("/me/notices/off", &[("way", "hook")]).await;
    assert!(!ann.get("/me/notices").await.has("Where you are told"));
    // Where whoever runs the server has not allowed it, nobody can.
    let house = House::new().await;
    let mut bob = named(&house, "Bob").await;
    assert!(!bob.get("/me/notices").await.has("Another way"));
    let fields = [("url", "https://ntfy.sh/bob"), ("speech", "ntfy")];
    assert_eq!(bob.post("/me/notices/hook", &fields).await.status, StatusCode::FORBIDDEN);
}

/// Somebody at a port of this machine, who counts who comes.
async fn counting(address: &str) -> Option<(u16, Arc<AtomicUsize>)> {
    let listener = TcpListener::bind((address, 0)).await.ok()?;
    let (port, number) = (listener.local_addr().unwrap().port(), Arc::new(AtomicUsize::new(0)));
    let count = Arc::clone(&number);
    tokio::spawn(async move {
        while listener.accept().await.is_ok() {
            count.fetch_add(1, Ordering::SeqCst);
        }
    });
    Some((port, number))
}

#[tokio::test]
async fn nothing_in_the_servers_own_network_is_ever_reached() {
    let receiver = Receiver::start().await;
    let house = House::with(receiver.config(NEVER)).await;
    let (port, reached) = counting("0.0.0.0").await.unwrap();
    let six = counting("::1").await;
    let port6 = six.as_ref().map_or(port, |(port, _)| *port);
    let own = own_address().await;
    let mut hosts: Vec<String> = [
        "127.0.0.1",
        "127.1",
        "127.8.8.8",
        "0.0.0.0",
        "0",
        "2130706433",
        "0x7f000001",
        "0177.0.0.1",
        "localhost",
        "LOCALHOST",
        "[::ffff:127.0.0.1]",
        "[::ffff:7f00:1]",
        "[::127.0.0.1]",
        "[64:ff9b::7f00:1]",
        "[2002:7f00:1::1]",
        "10.255.255.1",
        "192.168.0.1",
        "169.254.169.254",
        "[fe80::1]",
        "[fd00::1]",
    ]
    .map(|host| format!("https://{host}:{port}/"))
    .into();
    hosts.push(format!("https://[::1]:{port6}/"));
    hosts.extend(own.map(|own| format!("https://{own}:{port}/")));
    for url in hosts {
        let mut eve = named(&house, "Eve").await;
        let page = eve.post("/me/notices/hook", &[("url", &url), ("speech", "json")]).await;
        assert_eq!(page.status, StatusCode::SEE_OTHER, "{url}: {}", page.text);
        eve.post("/me/notices/test", &[]).await;
        let page = eve.get("/me/notices").await;
        // A way of writing an address that this system does not know leads nowhere either.
        let nowhere = page.has("part of the server’s own network") || page.has("nobody answers there");
        assert!(nowhere, "{url}: {}", page.text);
    }
    assert_eq!(reached.load(Ordering::SeqCst), 0);
    assert_eq!(six.map_or(0, |(_, number)| number.load(Ordering::SeqCst)), 0);
    // In the clear, or by another way of speaking, nothing goes anywhere.
    let mut eve = named(&house, "Eve").await;
    for url in
        ["http://example.org/", "ftp://example.org/", "https://me@example.org/", "file:///etc/passwd", "x"]
    {
        let page = eve.post("/me/notices/hook", &[("url", url), ("speech", "json")]).await;
        assert_eq!(page.status, StatusCode::BAD_REQUEST, "{url}");
    }
    // The one who counts does count.
    let _ = tokio::net::TcpStream::connect(("127.0.0.1", port)).await.unwrap();
    until("somebody is counted", async || reached.load(Ordering::SeqCst) == 1).await;
}

/// An address of this machine that is not loopback, if it has one.
async fn own_address() -> Option<std::net::IpAddr> {
    let socket = tokio::net::UdpSocket::bind("0.0.0.0:0").await.ok()?;
    socket.connect("192.0.2.1:9").await.ok()?;
    socket.local_addr().ok().map(|address| address.ip()).filter(|ip| ip.is_ipv4() && !ip.is_unspecified())
}

/// Of two servers one tells it, whichever that is.
pub async fn a_turn_is_told_once(nodes: &[Node], receiver: &Receiver) {
    let mut ann = Visitor { app: nodes[0].app.clone(), cookie: None };
    ann.get("/").await;
    let keys = subscribe(&mut ann, receiver, "/ann", 1).await;
    // The other server must know by then that she wants notices.
    let mut there = nodes[1].with(&ann);
    until("the other server knows it", async || there.get("/me/notices").await.has("Nothing sent yet."))
        .await;
    for number in 0..5 {
        let table = if number % 2 == 0 { ann.quick().await } else { there.quick().await };
        let got = receiver.wait(number + 1).await;
        assert_eq!(got.len(), number + 1, "each is told once");
        assert_eq!(keys.read(&got[number])["path"], table);
    }
}
