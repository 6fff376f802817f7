//! The server on a real socket: connections, proxies, streams, the end.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::house::{House, config};
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{Request, StatusCode};
use futures_util::StreamExt as _;
use gloria_web::{Config, Site};
use http_body_util::BodyExt as _;
use hyper::client::conn::http2::{SendRequest, handshake};
use hyper_util::rt::{TokioExecutor, TokioIo};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::task::JoinHandle;
use tower::ServiceExt as _;

struct Listening {
    house: House,
    address: SocketAddr,
    serving: JoinHandle<()>,
}

async fn listening(config: Config) -> Listening {
    let house = House::with(config).await;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let serving =
        tokio::spawn(gloria_web::listen(listener, Arc::clone(&house.tables), house.stop.subscribe()));
    Listening { house, address, serving }
}

/// A connection from this address of the loopback network.
async fn from(last: u8, to: SocketAddr) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind(SocketAddr::from(([127, 0, 0, last], 0))).unwrap();
    socket.connect(to).await.unwrap()
}

/// Writes it all; whether the other end took it.
async fn write(stream: &TcpStream, bytes: &[u8]) -> bool {
    let mut done = 0;
    while done < bytes.len() {
        if stream.writable().await.is_err() {
            return false;
        }
        match stream.try_write(&bytes[done..]) {
            Ok(written) => done += written,
            Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => {}
            Err(_) => return false,
        }
    }
    true
}

/// What comes next; nothing once the other end has closed, or within this time.
async fn read(stream: &TcpStream, within: Duration) -> Option<Vec<u8>> {
    let mut bytes = vec![0; 4096];
    let end = Instant::now() + within;
    loop {
        let left = end.saturating_duration_since(Instant::now());
        tokio::time::timeout(left, stream.readable()).await.ok()?.ok()?;
        match stream.try_read(&mut bytes) {
            Ok(read) => {
                bytes.truncate(read);
                return Some(bytes);
            }
            Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => {}
            Err(_) => return Some(Vec::new()),
        }
    }
}

/// Asks for a page; the first line of the answer, or nothing if the other end has closed.
async fn ask(stream: &mut TcpStream) -> String {
    let request = "GET /healthz HTTP/1.1\r\nHost: gloria.test\r\n\r\n";
    if !write(stream, request.as_bytes()).await {
        return String::new();
    }
    let answer = read(stream, Duration::from_secs(5)).await.unwrap_or_default();
    String::from_utf8_lossy(&answer).lines().next().unwrap_or_default().to_owned()
}

/// Whether the other end closes within this time.
async fn closes(stream: &mut TcpStream, within: Duration) -> bool {
    let end = Instant::now() + within;
    loop {
        match read(stream, end.saturating_duration_since(Instant::now())).await {
            Some(bytes) if bytes.is_empty() => return true,
            Some(_) => {}
            None => return false,
        }
    }
}

#[tokio::test]
async fn one_address_has_so_many_connections_and_the_others_are_not_locked_out() {
    let limits = Config { connections: 8, connections_address: 3, ..config() };
    let there = listening(limits).await;
    let mut held = Vec::new();
    for _ in 0..6 {
        held.push(from(2, there.address).await);
    }
    let mut served = 0;
    for stream in &mut held {
        served += usize::from(ask(stream).await.contains("200"));
    }
    assert_eq!(served, 3);
    assert!(ask(&mut from(3, there.address).await).await.contains("200"), "another address is served");
    // And all together have so many.
    for last in 4..9 {
        for _ in 0..3 {
            held.push(from(last, there.address).await);
        }
    }
    let mut late = from(9, there.address).await;
    let answer = ask(&mut late).await;
    assert!(answer.is_empty() || answer.contains("503"), "{answer}");
    drop(held);
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert!(ask(&mut from(9, there.address).await).await.contains("200"), "what is closed counts no more");
}

#[tokio::test]
async fn idle_connections_and_heads_that_drip_are_closed() {
    let there = listening(Config { head_time: Duration::from_millis(400), ..config() }).await;
    let mut idle = from(2, there.address).await;
    let mut drip = from(2, there.address).await;
    let mut kept = from(2, there.address).await;
    assert!(ask(&mut kept).await.contains("200"));
    assert!(write(&drip, b"GET / HTTP/1.1\r\n").await);
    let dripping = tokio::spawn(async move {
        for _ in 0..40 {
            if !write(&drip, b"x: y\r\n").await {
                break;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        closes(&mut drip, Duration::from_millis(10)).await
    });
    assert!(closes(&mut idle, Duration::from_secs(3)).await, "nothing ever came");
    assert!(closes(&mut kept, Duration::from_secs(3)).await, "nothing more came");
    let began = Instant::now();
    assert!(dripping.await.unwrap(), "a head that never ends");
    assert!(began.elapsed() < Duration::from_secs(5));
    // A head that is too long is not kept either.
    let long = from(2, there.address).await;
    let head = format!("GET / HTTP/1.1\r\nHost: x\r\nx: {}\r\n\r\n", "y".repeat(80_000));
    write(&long, head.as_bytes()).await;
    let answer = read(&long, Duration::from_secs(5)).await.expect("it is answered or closed");
    let fits = answer.is_empty() || answer.starts_with(b"HTTP/1.1 431");
    assert!(fits, "{}", String::from_utf8_lossy(&answer));
}

#[tokio::test]
async fn a_half_sent_head_does_not_hold_up_the_end() {
    let config =
        Config { head_time: Duration::from_secs(60), stop_time: Duration::from_millis(500), ..config() };
    let there = listening(config).await;
    let half = from(2, there.address).await;
    assert!(write(&half, b"GET / HTTP/1.1\r\nHost:").await);
    assert!(ask(&mut from(2, there.address).await).await.contains("200"));
    let began = Instant::now();
    there.house.stop.send_replace(true);
    there.serving.await.unwrap();
    assert!(began.elapsed() < Duration::from_secs(3), "{:?}", began.elapsed());
}

fn request(peer: [u8; 4], builder: axum::http::request::Builder) -> Request<Body> {
    let mut request = builder.header("host", "inside:8080").body(Body::empty()).unwrap();
    request.extensions_mut().insert(ConnectInfo(SocketAddr::from((peer, 9))));
    request
}

#[tokio::test]
async fn behind_a_proxy_everybody_has_limits_of_their_own_and_a_safe_cookie() {
    let proxies = vec!["10.0.0.1/32".parse().unwrap()];
    let house = House::with(Config { proxies, requests: 2, ..config() }).await;
    let ask = async |peer: [u8; 4], forwarded: &str, proto: &str| {
        let asked = Request::get("/")
            .header("x-forwarded-for", forwarded)
            .header("x-forwarded-proto", proto)
            .header("x-forwarded-host", "play.example.org");
        house.app.clone().oneshot(request(peer, asked)).await.unwrap()
    };
    let first = ask([10, 0, 0, 1], "203.0.113.1", "https").await;
    let header = |name: &str| first.headers().get(name).map(|value| value.to_str().unwrap().to_owned());
    assert!(header("set-cookie").unwrap().ends_with("; Secure"), "{:?}", header("set-cookie"));
    assert!(header("strict-transport-security").is_some());
    assert_eq!(header("cache-control").as_deref(), Some("no-store"));
    let plain = ask([10, 0, 0, 1], "203.0.113.1", "http").await;
    assert!(!plain.headers()["set-cookie"].to_str().unwrap().contains("Secure"));
    assert!(!plain.headers().contains_key("strict-transport-security"));
    // One who floods is slowed, and nobody else behind the same proxy.
    let mut slowed = 0;
    for _ in 0..20 {
        let answer = ask([10, 0, 0, 1], "203.0.113.1", "https").await;
        slowed += usize::from(answer.status() == StatusCode::TOO_MANY_REQUESTS);
    }
    assert!(slowed >= 9, "{slowed}");
    assert_eq!(ask([10, 0, 0, 1], "203.0.113.2", "https").await.status(), StatusCode::OK);
    // Whoever only says that they come for others is counted as who they are.
    let mut liar = 0;
    for at in 0..20 {
        let answer = ask([198, 51, 100, 9], &format!("203.0.113.{at}"), "https").await;
        liar += usize::from(answer.status() == StatusCode::TOO_MANY_REQUESTS);
    }
    assert!(liar >= 9, "{liar}");
}

#[tokio::test]
async fn posts_work_behind_a_proxy_that_rewrites_the_host() {
    let post = |origin: &str, forwarded: Option<&str>| {
        let mut builder = Request::post("/quick/glory-to-rome").header("origin", origin);
        if let Some(host) = forwarded {
            builder = builder.header("x-forwarded-host", host).header("x-forwarded-proto", "https");
        }
        request([10, 0, 0, 1], builder)
    };
    let proxies = vec!["10.0.0.0/24".parse().unwrap()];
    let told = House::with(Config { proxies, ..config() }).await;
    let ask =
        async |house: &House, post: Request<Body>| house.app.clone().oneshot(post).await.unwrap().status();
    let (ours, host) = ("https://play.example.org", "play.example.org");
    assert_eq!(ask(&told, post(ours, Some(host))).await, StatusCode::SEE_OTHER);
    assert_eq!(ask(&told, post("https://evil.example", Some(host))).await, StatusCode::FORBIDDEN);
    // Where the proxy does not say it, whoever runs the server does.
    let said = House::with(Config { site: Some(Site::read(ours).unwrap()), ..config() }).await;
    assert_eq!(ask(&said, post(ours, None)).await, StatusCode::SEE_OTHER);
    assert_eq!(ask(&said, post("http://inside:8080", None)).await, StatusCode::FORBIDDEN);
    let page = said.app.clone().oneshot(request([10, 0, 0, 1], Request::get("/"))).await.unwrap();
    assert!(page.headers()["set-cookie"].to_str().unwrap().contains("Secure"));
}

#[tokio::test]
async fn a_quiet_stream_shows_that_it_is_there() {
    let house = House::with(Config { quiet: Duration::from_millis(100), ..config() }).await;
    let mut guest = house.guest();
    let table = guest.quick().await;
    let page = guest.my_turn(&table).await;
    let token = guest.cookie.clone().unwrap().split_once('=').unwrap().1.to_owned();
    for (path, expected) in [
        (format!("{table}/live?seat=A&after={}", page.seq()), ":\n\n"),
        (format!("/api/tables/{}/events?seat=A&after={}", &table[3..], page.seq()), "\n"),
    ] {
        let asked = Request::get(path).header("authorization", format!("Bearer {token}"));
        let answer = guest.raw(asked, Body::empty()).await;
        assert_eq!(answer.status(), StatusCode::OK);
        let mut stream = answer.into_body().into_data_stream();
        let first = stream.next().await.unwrap().unwrap();
        assert_eq!(first, expected.as_bytes());
    }
}

/// A proxy at this address of the loopback network, speaking HTTP/2 over one connection; and that connection.
async fn proxy(last: u8, to: SocketAddr) -> Option<(SendRequest<Body>, JoinHandle<()>)> {
    let stream = TokioIo::new(from(last, to).await);
    let (mut sender, connection) = handshake(TokioExecutor::new(), stream).await.ok()?;
    let running = tokio::spawn(async move { drop(connection.await) });
    sender.ready().await.ok()?;
    Some((sender, running))
}

/// A request as such a proxy sends it on, for somebody with this cookie.
fn forwarded(method: &str, path: &str, cookie: &str) -> Request<Body> {
    Request::builder()
        .method(method)
        .uri(format!("http://play.example.org{path}"))
        .header("x-forwarded-for", "203.0.113.9")
        .header("x-forwarded-proto", "https")
        .header("origin", "https://play.example.org")
        .header("cookie", cookie)
        .header("content-type", "application/x-www-form-urlencoded")
        .body(Body::empty())
        .unwrap()
}

#[tokio::test]
async fn a_proxy_of_ours_has_many_streams_on_one_connection_by_http2() {
    let proxies = vec!["127.0.0.2/32".parse().unwrap()];
    let there = listening(Config { proxies, stop_time: Duration::from_secs(20), ..config() }).await;
    let (mut sender, running) = proxy(2, there.address).await.expect("HTTP/2 is spoken");
    let front = sender.send_request(forwarded("GET", "/", "")).await.unwrap();
    assert_eq!((front.status(), front.version()), (StatusCode::OK, axum::http::Version::HTTP_2));
    let cookie = front.headers()["set-cookie"].to_str().unwrap().to_owned();
    assert!(cookie.ends_with("; Secure"), "{cookie}");
    let cookie = cookie.split(';').next().unwrap().to_owned();
    // The origin is the host of the request: it came through, though HTTP/2 names it elsewhere.
    let opened = sender.send_request(forwarded("POST", "/quick/glory-to-rome", &cookie)).await.unwrap();
    assert_eq!(opened.status(), StatusCode::SEE_OTHER);
    let table = opened.headers()["location"].to_str().unwrap().to_owned();
    let mut streams = Vec::new();
    for _ in 0..40 {
        let asked = forwarded("GET", &format!("{table}/live?seat=A&after=0"), &cookie);
        let answer = sender.send_request(asked).await.unwrap();
        assert_eq!(answer.status(), StatusCode::OK);
        let mut stream = answer.into_body().into_data_stream();
        let first = stream.next().await.unwrap().unwrap();
        assert!(String::from_utf8_lossy(&first).contains("id:"), "{first:?}");
        streams.push(stream);
    }
    // Meanwhile others are answered, and the end comes to all of them.
    let page = sender.send_request(forwarded("GET", &table, &cookie)).await.unwrap();
    assert_eq!(page.status(), StatusCode::OK);
    assert!(page.into_body().collect().await.unwrap().to_bytes().len() > 1000);
    let began = Instant::now();
    there.house.stop.send_replace(true);
    for mut stream in streams {
        while let Some(Ok(_)) = stream.next().await {}
    }
    there.serving.await.unwrap();
    running.await.unwrap();
    assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
}

#[tokio::test]
async fn http2_is_spoken_with_our_proxies_alone_and_its_beginning_is_not_waited_for_long() {
    let proxies = vec!["127.0.0.2/32".parse().unwrap()];
    let there = listening(Config { proxies, head_time: Duration::from_millis(400), ..config() }).await;
    let preface = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
    let stranger = from(3, there.address).await;
    assert!(write(&stranger, preface).await);
    let answer = read(&stranger, Duration::from_secs(3)).await.expect("it is answered or closed");
    assert!(answer.is_empty() || answer.starts_with(b"HTTP/1.1 400"), "{answer:?}");
    // Our proxy may speak either, whatever pieces it comes in.
    assert!(ask(&mut from(2, there.address).await).await.contains("200"));
    let slow = from(2, there.address).await;
    for half in [&preface[..10], &preface[10..]] {
        assert!(write(&slow, half).await);
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let settings = read(&slow, Duration::from_secs(3)).await.expect("it is answered");
    assert_eq!(settings.get(3), Some(&4), "a frame of settings: {settings:?}");
    let mut idle = from(2, there.address).await;
    let mut half = from(2, there.address).await;
    assert!(write(&half, &preface[..10]).await);
    assert!(closes(&mut idle, Duration::from_secs(3)).await, "nothing ever came");
    assert!(closes(&mut half, Duration::from_secs(3)).await, "not enough ever came");
}

/// Whoever does not read has what fits between the two ends, and nothing more is drawn or kept for them.
#[tokio::test]
async fn a_reader_that_stalls_is_sent_no_more_than_fits_on_the_way() {
    let there = listening(config()).await;
    let mut guest = there.house.guest();
    let table = guest.quick().await;
    let seq = guest.my_turn(&table).await.seq();
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(16 << 10).unwrap();
    let stalled = socket.connect(there.address).await.unwrap();
    // A page whose script takes no parts: every update is some forty thousand bytes.
    let cookie = guest.cookie.clone().unwrap();
    let request =
        format!("GET {table}/live?after={seq} HTTP/1.1\r\nHost: gloria.test\r\nCookie: {cookie}\r\n\r\n");
    assert!(write(&stalled, request.as_bytes()).await);
    let open = || there.house.tables.counts.streams.load(std::sync::atomic::Ordering::Relaxed);
    while open() == 0 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let drawn = || there.house.tables.counts.drawn.load(std::sync::atomic::Ordering::Relaxed);
    let before = drawn();
    for number in 0..120 {
        guest.post(&format!("{table}/chat"), &[("text", &format!("line {number}."))]).await;
    }
    tokio::time::sleep(Duration::from_millis(100)).await;
    let sent = drawn() - before;
    assert!((1..30).contains(&sent), "{sent} updates were drawn for somebody who takes none");
    // What they read at last is the newest, after what was on the way.
    let (mut text, mut came) = (String::new(), 0);
    while !text.contains("line 119.") {
        let bytes = read(&stalled, Duration::from_secs(5)).await.expect("the newest comes");
        came += bytes.len();
        text.push_str(&String::from_utf8_lossy(&bytes));
    }
    assert!(came < 30 * 60_000, "{came}");
}
