//! What every request passes: who asks, from where, how fast; and what every answer carries.

use std::io::Write as _;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::header::{AUTHORIZATION, COOKIE, HOST, HeaderName, ORIGIN, SET_COOKIE};
use axum::http::{HeaderValue, Method};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use crate::guest::Guest;
use crate::hall::{Config, Hall, Log};
use crate::room::now;
use crate::trouble::Trouble;

/// The name of the cookie.
pub const GUEST: &str = "gloria";

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
     form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const HEADERS: [(&str, &str); 6] = [
    ("content-security-policy", POLICY),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "same-origin"),
    ("x-frame-options", "DENY"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
];

/// How fast each guest and each address may go.
#[derive(Debug)]
pub struct Limits {
    posts: DefaultKeyedRateLimiter<String>,
    requests: DefaultKeyedRateLimiter<IpAddr>,
}

impl Limits {
    /// The limits of a configuration; a burst of five seconds' worth is fine.
    pub fn new(config: &Config) -> Self {
        let quota = |number: u32| {
            let rate = NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN);
            Quota::per_second(rate).allow_burst(rate.saturating_mul(NonZeroU32::MIN.saturating_add(4)))
        };
        Self {
            posts: RateLimiter::keyed(quota(config.posts)),
            requests: RateLimiter::keyed(quota(config.requests)),
        }
    }

    /// Forgets those who have been quiet.
    pub fn forget(&self) {
        self.posts.retain_recent();
        self.requests.retain_recent();
    }
}

/// What the guard needs.
#[derive(Clone, Debug)]
pub struct Guard {
    /// The tables.
    pub hall: Arc<Hall>,
    /// The limits.
    pub limits: Arc<Limits>,
}

fn cookie<'a>(request: &'a Request, name: &str) -> Option<&'a str> {
    let all = request.headers().get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
    all.flat_map(|value| value.split(';')).find_map(|pair| pair.trim().strip_prefix(name)?.strip_prefix('='))
}

fn is_safe(method: &Method) -> bool {
    [Method::GET, Method::HEAD, Method::OPTIONS].contains(method)
}

/// Whether a post comes from a page of ours: its origin, where the browser tells one, is the host it is sent to.
fn is_ours(request: &Request) -> bool {
    let host = request.headers().get(HOST).and_then(|host| host.to_str().ok());
    match request.headers().get(ORIGIN) {
        Some(origin) => {
            let origin = origin.to_str().ok().and_then(|text| text.split_once("://")).map(|(_, host)| host);
            origin.is_some() && origin == host
        }
        None => match request.headers().get("sec-fetch-site") {
            Some(site) => site == "same-origin" || site == "none",
            None => true,
        },
    }
}

fn bearer(request: &Request) -> Option<&str> {
    request.headers().get(AUTHORIZATION)?.to_str().ok()?.strip_prefix("Bearer ")
}

/// One line of the log of requests. Bodies, queries and identities stay out of it.
fn line(method: &Method, path: &str, status: u16, took: Duration) -> String {
    let line = serde_json::json!({
        "at": now(), "method": method.as_str(), "path": path, "status": status, "ms": took.as_secs_f64() * 1000.0,
    });
    format!("{line}\n")
}

/// The guard itself; writes what was asked and answered to the log of requests, as far as it is wanted.
pub async fn guard(state: State<Guard>, request: Request<Body>, next: Next) -> Response {
    let wanted = state.0.hall.config.log;
    let (method, path, began) = (request.method().clone(), request.uri().path().to_owned(), Instant::now());
    let response = guarded(state, request, next).await;
    let matters = match response.status() {
        status if status.is_server_error() => Log::Faults,
        _ if !is_safe(&method) => Log::Changes,
        _ => Log::All,
    };
    if matters <= wanted {
        let text = line(&method, &path, response.status().as_u16(), began.elapsed());
        // A log nobody can write to is no reason to stop serving.
        let _ = std::io::stderr().lock().write_all(text.as_bytes());
    }
    response
}

async fn guarded(State(guard): State<Guard>, mut request: Request<Body>, next: Next) -> Response {
    let hall = &guard.hall;
    hall.counts.requests.fetch_add(1, Ordering::Relaxed);
    let is_api = request.uri().path().starts_with("/api/");
    let address = request
        .extensions()
        .get::<ConnectInfo<SocketAddr>>()
        .map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |info| info.0.ip());
    let known = match bearer(&request) {
        Some(token) => hall.guest(token),
        None => cookie(&request, GUEST).and_then(|text| hall.guest(text)),
    };
    let slow = |hall: &Hall| {
        hall.counts.slowed.fetch_add(1, Ordering::Relaxed);
        finish(hall, if is_api { Trouble::Slower.json() } else { Trouble::Slower.into_response() })
    };
    if guard.limits.requests.check_key(&address).is_err() {
        return slow(hall);
    }
    let unsafe_method = !is_safe(request.method());
    if unsafe_method {
        if !is_ours(&request) {
            let trouble = Trouble::Forbidden("This came from a page of another site, so it was not done.");
            return finish(hall, if is_api { trouble.json() } else { trouble.into_response() });
        }
        let key = known.as_ref().map_or_else(|| address.to_string(), |guest| guest.id.clone());
        if guard.limits.posts.check_key(&key).is_err() {
            return slow(hall);
        }
    }
    // Pages need a guest; whoever comes without one gets one. Programs bring their token.
    let (guest, fresh) = match known {
        Some(guest) => (Some(guest), false),
        None if is_api => (None, false),
        None => (Some(Guest::fresh()), true),
    };
    let set = guest.as_ref().filter(|_| fresh).map(|guest| cookie_of(hall, guest));
    if let Some(guest) = guest {
        request.extensions_mut().insert(guest);
    }
    let wants_cookie = !request.uri().path().starts_with("/assets/");
    let mut response = finish(hall, next.run(request).await);
    if let Some(set) = set.filter(|_| wants_cookie && !response.headers().contains_key(SET_COOKIE)) {
        response.headers_mut().append(SET_COOKIE, set);
    }
    response
}

/// The cookie that makes somebody this guest.
pub fn cookie_of(hall: &Hall, guest: &Guest) -> HeaderValue {
    let text =
        format!("{GUEST}={}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax", hall.signer.sign(guest));
    HeaderValue::from_str(&text).expect("a signed guest is hexadecimal digits and dots")
}

fn finish(hall: &Hall, mut response: Response) -> Response {
    if response.status().is_server_error() {
        hall.counts.faults.fetch_add(1, Ordering::Relaxed);
    }
    for (name, value) in HEADERS {
        response.headers_mut().insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_the_log_is_json_and_names_no_one() {
        let text = line(&Method::POST, "/t/ab/act", 303, Duration::from_micros(1500));
        let value: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!((value["status"].as_u64(), value["ms"].as_f64()), (Some(303), Some(1.5)));
        assert_eq!(value["path"], "/t/ab/act");
        assert!(Log::named("all") > Log::named("changes") && Log::named("loud").is_none());
    }
}
