//! What every request passes: who asks, from where, how fast; and what every answer carries.

use std::hash::{BuildHasher as _, RandomState};
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::Instant;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{
    AUTHORIZATION, CACHE_CONTROL, COOKIE, HOST, HeaderName, ORIGIN, SET_COOKIE, STRICT_TRANSPORT_SECURITY,
};
use axum::http::{HeaderValue, Method};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use tracing::Instrument as _;

use crate::client::{Client, settle};
use crate::config::Config;
use crate::counts::Class;
use crate::guest::Guest;
use crate::tables::Tables;
use crate::trouble::Trouble;

/// The name of the cookie.
pub const GUEST: &str = "gloria";

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; manifest-src 'self'; \
     form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const HEADERS: [(&str, &str); 6] = [
    ("content-security-policy", POLICY),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "same-origin"),
    ("x-frame-options", "DENY"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
];

type ByGuest = DefaultKeyedRateLimiter<String>;
type ByAddress = DefaultKeyedRateLimiter<IpAddr>;

/// How fast each guest and each address may go, and how much each may put on the disk in an hour.
#[derive(Debug)]
pub struct Limits {
    posts: ByGuest,
    requests: ByAddress,
    lines: ByGuest,
    chat: ByGuest,
    names: ByGuest,
    tables: (ByGuest, ByAddress),
    uploads: ByAddress,
    upload_sizes: ByAddress,
    reports: (ByGuest, ByAddress),
    notices: ByGuest,
}

/// Notices a minute that one guest may send to try them.
const NOTICES: u32 = 6;

const KILOBYTE: u32 = 1 << 10;

/// A size as limits count it.
fn size(number: usize) -> NonZeroU32 {
    u32::try_from(number).ok().and_then(NonZeroU32::new).unwrap_or(NonZeroU32::MIN)
}

/// Whether there was still room for all of it; what could never fit is not granted either.
fn is_granted<T, E, F>(asked: &Result<Result<T, E>, F>) -> bool {
    matches!(asked, Ok(Ok(_)))
}

/// How many guests of one address may use up what one guest has.
pub const HOUSEHOLD: u32 = 4;

impl Limits {
    /// The limits of a configuration; a burst of five seconds' worth of requests, or of an hour's worth of tables, is fine.
    pub fn new(config: &Config) -> Self {
        let rate = |number: u32| NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN);
        let second =
            |number: u32| Quota::per_second(rate(number)).allow_burst(rate(number.saturating_mul(5)));
        let hour = |number: u32| Quota::per_hour(rate(number));
        let both = |number: u32| {
            let all = number.saturating_mul(HOUSEHOLD);
            (RateLimiter::keyed(hour(number)), RateLimiter::keyed(hour(all)))
        };
        let quotas = &config.quotas;
        Self {
            posts: RateLimiter::keyed(second(config.posts)),
            requests: RateLimiter::keyed(second(config.requests)),
            lines: RateLimiter::keyed(
                Quota::per_minute(rate(config.lines)).allow_burst(rate(config.lines.div_ceil(3))),
            ),
            chat: RateLimiter::keyed(hour(quotas.chat.saturating_mul(KILOBYTE))),
            names: RateLimiter::keyed(hour(quotas.names)),
            tables: both(quotas.tables),
            uploads: RateLimiter::keyed(hour(quotas.uploads)),
            upload_sizes: RateLimiter::keyed(hour(quotas.upload_address)),
            reports: both(quotas.reports),
            notices: RateLimiter::keyed(Quota::per_minute(rate(NOTICES))),
        }
    }

    fn both(limits: &(ByGuest, ByAddress), guest: &str, client: Client) -> bool {
        // The address first: whoever comes as somebody new each time is not remembered each time.
        limits.1.check_key(&client.network).is_ok() && limits.0.check_key(&guest.to_owned()).is_ok()
    }

    /// Counts a line of chat; whether it may be said.
    pub fn may_say(&self, guest: &str, line: &str) -> bool {
        let guest = guest.to_owned();
        self.lines.check_key(&guest).is_ok() && is_granted(&self.chat.check_key_n(&guest, size(line.len())))
    }

    /// Counts a name; whether it may be chosen.
    pub fn may_rename(&self, guest: &str) -> bool {
        self.names.check_key(&guest.to_owned()).is_ok()
    }

    /// Counts a table; whether it may be opened.
    pub fn may_open(&self, guest: &str, client: Client) -> bool {
        Self::both(&self.tables, guest, client)
    }

    /// Counts an opened record; whether it may be kept.
    pub fn may_upload(&self, client: Client, bytes: usize) -> bool {
        let kilobytes = size(bytes.div_ceil(KILOBYTE as usize));
        self.uploads.check_key(&client.network).is_ok()
            && is_granted(&self.upload_sizes.check_key_n(&client.network, kilobytes))
    }

    /// Counts a problem report; whether it may be kept.
    pub fn may_report(&self, guest: &str, client: Client) -> bool {
        Self::both(&self.reports, guest, client)
    }

    /// Counts a notice that is sent to try it; whether it may be.
    pub fn may_try_notice(&self, guest: &str) -> bool {
        self.notices.check_key(&guest.to_owned()).is_ok()
    }

    /// Forgets those who have been quiet.
    pub fn forget(&self) {
        for limit in [
            &self.posts,
            &self.lines,
            &self.chat,
            &self.names,
            &self.tables.0,
            &self.reports.0,
            &self.notices,
        ] {
            limit.retain_recent();
        }
        for limit in [&self.requests, &self.uploads, &self.upload_sizes, &self.tables.1, &self.reports.1] {
            limit.retain_recent();
        }
    }
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

/// The name of a request in the log, different from every other's. Whoever was answered that something is broken is told it too.
struct RequestId(u64);

impl std::fmt::Display for RequestId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl RequestId {
    fn fresh() -> Self {
        static NEXT: LazyLock<AtomicU64> = LazyLock::new(|| AtomicU64::new(RandomState::new().hash_one(0)));
        Self(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The guard itself; times what was asked and writes it to the log, as far as it is wanted. Bodies, queries and identities stay out of it.
pub async fn guard(state: State<Arc<Tables>>, request: Request<Body>, next: Next) -> Response {
    let tables = Arc::clone(&state.0);
    let (method, path, began) = (request.method().clone(), request.uri().path().to_owned(), Instant::now());
    let id = RequestId::fresh();
    let span = tracing::error_span!("request", %id, %method, path, address = tracing::field::Empty);
    let mut response = guarded(state, request, next).instrument(span.clone()).await;
    let (took, status) = (began.elapsed(), response.status());
    tables.counts.times.answered(Class::of(&method, &path), took);
    let (status_code, ms) = (status.as_u16(), took.as_secs_f64() * 1000.0);
    span.in_scope(|| match status {
        status if status.is_server_error() => {
            tracing::warn!(status = status_code, ms, "Answered that something is broken");
        }
        _ if !is_safe(&method) => tracing::info!(status = status_code, ms, "Answered"),
        _ => tracing::debug!(status = status_code, ms, "Answered"),
    });
    if status.is_server_error()
        && let Ok(id) = HeaderValue::from_str(&id.to_string())
    {
        response.headers_mut().insert(REQUEST_ID, id);
    }
    response
}

async fn guarded(State(tables): State<Arc<Tables>>, mut request: Request<Body>, next: Next) -> Response {
    tables.counts.requests.fetch_add(1, Ordering::Relaxed);
    let is_api = request.uri().path().starts_with("/api/");
    let client = settle(&tables.config, &mut request);
    if tables.config.log_addresses {
        tracing::Span::current().record("address", tracing::field::display(client.network));
    }
    let refuse = |trouble: Trouble| {
        finish(&tables, client, if is_api { trouble.json() } else { trouble.into_response() })
    };
    let slow = || {
        tables.counts.slowed.fetch_add(1, Ordering::Relaxed);
        refuse(Trouble::Slower)
    };
    // Before anything is worked out: even a signature takes time.
    if tables.limits.requests.check_key(&client.network).is_err() {
        return slow();
    }
    let brought = bearer(&request).or_else(|| cookie(&request, GUEST));
    let known = brought.and_then(|text| tables.guest(text));
    // Whoever comes with a key of before gets the cookie anew.
    let old = known.is_some() && brought.is_some_and(|text| !tables.signer.is_newest(text));
    if !is_safe(request.method()) {
        if !is_ours(&request) {
            return refuse(Trouble::Forbidden("This came from a page of another site, so it was not done."));
        }
        let key = known.as_ref().map_or_else(|| client.network.to_string(), |guest| guest.id.clone());
        if tables.limits.posts.check_key(&key).is_err() {
            return slow();
        }
    }
    // Pages need a guest; whoever comes without one gets one. Programs bring their token.
    let (guest, fresh) = match known {
        Some(guest) => (Some(guest), old && !is_api),
        None if is_api => (None, false),
        None => (Some(Guest::fresh()), true),
    };
    let set = guest.as_ref().filter(|_| fresh).map(|guest| cookie_of(&tables, guest));
    if let Some(guest) = guest {
        request.extensions_mut().insert(guest);
    }
    let wants_cookie = !request.uri().path().starts_with("/assets/");
    let mut response = next.run(request).await;
    if let Some(set) = set.filter(|_| wants_cookie && !response.headers().contains_key(SET_COOKIE)) {
        response.headers_mut().append(SET_COOKIE, set);
    }
    finish(&tables, client, response)
}

/// The cookie that makes somebody this guest.
pub fn cookie_of(tables: &Tables, guest: &Guest) -> HeaderValue {
    let text =
        format!("{GUEST}={}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax", tables.signer.sign(guest));
    HeaderValue::from_str(&text).expect("a signed guest is hexadecimal digits and dots")
}

fn finish(tables: &Tables, client: Client, mut response: Response) -> Response {
    if response.status().is_server_error() {
        tables.counts.faults.fetch_add(1, Ordering::Relaxed);
    }
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    // Pages show hands: nobody keeps them, neither on the way nor behind the browser's back button.
    headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    if client.secure {
        headers.insert(STRICT_TRANSPORT_SECURITY, HeaderValue::from_static("max-age=31536000"));
        let set = headers.get(SET_COOKIE).and_then(|set| set.to_str().ok());
        if let Some(set) = set.and_then(|set| HeaderValue::from_str(&format!("{set}; Secure")).ok()) {
            headers.insert(SET_COOKIE, set);
        }
    }
    response
}
