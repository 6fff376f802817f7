//! One connection, from its first byte to its end: HTTP/1.1 with everybody, and HTTP/2 with proxies of ours.
//!
//! A proxy that speaks HTTP/2 to us carries hundreds of open streams over one connection instead of one each. To strangers
//! we do not speak it: limits count connections, and one of theirs must not be many.

use std::net::SocketAddr;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{ConnectInfo, Request};
use axum::http::header::HOST;
use axum::http::{HeaderValue, Version};
use hyper::body::Incoming;
use hyper::server::conn::{http1, http2};
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::graceful::Watcher;
use tokio::net::TcpStream;
use tower::ServiceExt as _;

use crate::client::is_proxy;
use crate::config::Config;

/// The longest head of a request.
const HEAD: usize = 32 << 10;

/// How every connection that speaks HTTP/2 from the start begins (RFC 9113, 3.4).
const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

/// Requests and streams on one connection of a proxy at once; for more it opens another, so that all cores have some.
const AT_ONCE: u32 = 250;

/// What waits for a reader who is slow, of one stream: as little as of one that has a connection to itself.
const WAITING: usize = 32 << 10;

/// How often a proxy's connection is asked whether it is still there, and how long it may take to say so.
const ALIVE: Duration = Duration::from_secs(20);

/// How long until the rest of a beginning is looked for.
const AGAIN: Duration = Duration::from_millis(5);

/// What a connection turned out to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Spoken {
    /// A request comes after the other.
    One,
    /// Many at once.
    Many,
    /// It began with nothing, or not in time.
    Nothing,
}

impl Spoken {
    /// Looks at how a connection begins, and leaves it there to be read.
    async fn on(stream: &TcpStream, patience: Duration) -> Self {
        let looking = async {
            let mut seen = [0; PREFACE.len()];
            loop {
                match stream.peek(&mut seen).await {
                    Ok(0) | Err(_) => return Self::Nothing,
                    Ok(count) if seen[..count] != PREFACE[..count] => return Self::One,
                    Ok(count) if count == PREFACE.len() => return Self::Many,
                    // The beginning of the beginning; it would be told at once again and again.
                    Ok(_) => tokio::time::sleep(AGAIN).await,
                }
            }
        };
        tokio::time::timeout(patience, looking).await.unwrap_or(Self::Nothing)
    }
}

/// Answers on one connection until either end has had enough.
pub async fn answer(config: &Config, stream: TcpStream, peer: SocketAddr, router: Router, watcher: Watcher) {
    let spoken =
        if is_proxy(config, peer.ip()) { Spoken::on(&stream, config.head_time).await } else { Spoken::One };
    let answers = hyper::service::service_fn(move |request: Request<Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(peer));
        name_host(&mut request);
        router.clone().oneshot(request)
    });
    let stream = TokioIo::new(stream);
    // How a connection ends is the other end's affair.
    match spoken {
        Spoken::One => {
            let connection = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(config.head_time)
                .max_buf_size(HEAD)
                .serve_connection(stream, answers);
            let _ = watcher.watch(connection).await;
        }
        Spoken::Many => {
            let connection = http2::Builder::new(TokioExecutor::new())
                .timer(TokioTimer::new())
                .max_concurrent_streams(AT_ONCE)
                .max_header_list_size(HEAD as u32)
                .max_send_buf_size(WAITING)
                .keep_alive_interval(ALIVE)
                .keep_alive_timeout(ALIVE)
                .serve_connection(stream, answers);
            let _ = watcher.watch(connection).await;
        }
        Spoken::Nothing => {}
    }
}

/// HTTP/2 says in the request's address for which host it is; everything behind reads it where HTTP/1.1 has it.
fn name_host(request: &mut Request) {
    if request.version() != Version::HTTP_2 {
        return;
    }
    let Some(authority) = request.uri().authority() else { return };
    if let Ok(host) = HeaderValue::from_str(authority.as_str()) {
        request.headers_mut().insert(HOST, host);
    }
}
