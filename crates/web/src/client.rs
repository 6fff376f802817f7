//! From where a request comes: the peer's own word, or that of a proxy which is trusted.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use axum::extract::{ConnectInfo, FromRequestParts, Request};
use axum::http::header::{FORWARDED, HOST, HeaderMap, HeaderName, HeaderValue};
use axum::http::request::Parts;

use crate::config::Config;

const FOR: HeaderName = HeaderName::from_static("x-forwarded-for");
const PROTO: HeaderName = HeaderName::from_static("x-forwarded-proto");
const ASKED: HeaderName = HeaderName::from_static("x-forwarded-host");

/// Whoever asks, as far as limits care: an IPv4 address, or the network of an IPv6 address, since one household has all of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Client {
    /// The address, or the first of its network.
    pub network: IpAddr,
    /// Whether the browser came by HTTPS.
    pub secure: bool,
}

impl Client {
    /// Somebody of whom nothing is known.
    pub const NOBODY: Self = Self { network: IpAddr::V4(Ipv4Addr::UNSPECIFIED), secure: false };
}

/// What limits count an address as: IPv6 by its /64, and IPv4 in IPv6's clothes as IPv4.
pub fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => IpAddr::V4(address),
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
    }
}

/// Whether this peer is a proxy that is believed.
pub fn is_proxy(config: &Config, peer: IpAddr) -> bool {
    let peer = peer.to_canonical();
    config.proxies.iter().any(|proxies| proxies.contains(&peer))
}

/// What a proxy says of one hop.
#[derive(Default)]
struct Told {
    address: Option<IpAddr>,
    secure: Option<bool>,
    host: Option<String>,
}

/// An address as proxies write it: bare, with a port, in quotes or brackets.
fn read_address(text: &str) -> Option<IpAddr> {
    let text = text.trim().trim_matches('"');
    if let Ok(address) = text.parse::<IpAddr>() {
        return Some(address);
    }
    if let Ok(address) = text.parse::<SocketAddr>() {
        return Some(address.ip());
    }
    text.strip_prefix('[')?.strip_suffix(']')?.parse().ok()
}

/// The values of a header that may come several times and hold several, in order.
fn listed(headers: &HeaderMap, name: &HeaderName) -> Vec<String> {
    let all = headers.get_all(name).iter().filter_map(|value| value.to_str().ok());
    all.flat_map(|value| value.split(',')).map(|value| value.trim().to_owned()).collect()
}

/// The hops that proxies tell of, the nearest first. `Forwarded` is read only where nothing is told in the usual way: most proxies set
/// `X-Forwarded-For` and hand on whatever else a visitor has written.
fn hops(headers: &HeaderMap) -> Vec<Told> {
    let forwarded = listed(headers, &FORWARDED);
    if !forwarded.is_empty() && ![FOR, PROTO, ASKED].iter().any(|name| headers.contains_key(name)) {
        let hop = |text: &String| {
            let mut told = Told::default();
            for pair in text.split(';').filter_map(|pair| pair.trim().split_once('=')) {
                match pair.0.to_ascii_lowercase().as_str() {
                    "for" => told.address = read_address(pair.1),
                    "proto" => told.secure = Some(pair.1.trim_matches('"') == "https"),
                    "host" => told.host = Some(pair.1.trim_matches('"').to_owned()),
                    _ => {}
                }
            }
            told
        };
        return forwarded.iter().rev().map(hop).collect();
    }
    let mut hops: Vec<Told> = listed(headers, &FOR)
        .iter()
        .rev()
        .map(|text| Told { address: read_address(text), ..Told::default() })
        .collect();
    if hops.is_empty() {
        hops.push(Told::default());
    }
    // The nearest proxy says last what it was asked by; one that only repeats says it once.
    hops[0].secure = listed(headers, &PROTO).last().map(|proto| proto == "https");
    hops[0].host = listed(headers, &ASKED).last().cloned();
    hops
}

/// Finds out who asks and makes the request say so: afterwards `Host` is the name people know, `x-forwarded-proto` is there only
/// if it is true, and nobody but a trusted proxy has had a say in it.
pub fn settle(config: &Config, request: &mut Request) -> Client {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
    let peer = peer.unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED));
    let mut told = Told { address: Some(peer), ..Told::default() };
    if is_proxy(config, peer) {
        let all = hops(request.headers());
        told.secure = all.iter().find_map(|hop| hop.secure);
        told.host = all.iter().find_map(|hop| hop.host.clone());
        // The nearest that is no proxy of ours; what stands beyond it anybody could have written.
        for hop in all {
            let Some(address) = hop.address else { break };
            told.address = Some(address);
            if !is_proxy(config, address) {
                break;
            }
        }
    }
    if let Some(site) = &config.site {
        told.secure = Some(site.secure);
        told.host = Some(site.host.clone());
    }
    let headers = request.headers_mut();
    for name in [FORWARDED, FOR, PROTO, ASKED] {
        headers.remove(name);
    }
    let secure = told.secure.unwrap_or(false);
    if secure {
        headers.insert(PROTO, HeaderValue::from_static("https"));
    }
    if let Some(host) = told.host.and_then(|host| HeaderValue::from_str(&host).ok()) {
        headers.insert(HOST, host);
    }
    let client = Client { network: network(told.address.unwrap_or(peer)), secure };
    request.extensions_mut().insert(client);
    client
}

impl<S: Send + Sync> FromRequestParts<S> for Client {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Self::Rejection> {
        Ok(parts.extensions.get::<Self>().copied().unwrap_or(Self::NOBODY))
    }
}

#[cfg(test)]
mod tests {
    use axum::body::Body;

    use super::*;

    fn asked(config: &Config, peer: &str, headers: &[(&str, &str)]) -> (Client, HeaderMap) {
        let mut request = Request::new(Body::empty());
        let peer: IpAddr = peer.parse().unwrap();
        request.extensions_mut().insert(ConnectInfo(SocketAddr::new(peer, 9)));
        request.headers_mut().insert(HOST, HeaderValue::from_static("inside:8080"));
        for (name, value) in headers {
            request.headers_mut().append(HeaderName::try_from(*name).unwrap(), value.parse().unwrap());
        }
        let client = settle(config, &mut request);
        (client, request.headers().clone())
    }

    #[test]
    fn only_a_trusted_proxy_is_believed_and_only_as_far_as_it_saw() {
        let proxies = vec!["10.0.0.0/8".parse().unwrap(), "::1/128".parse().unwrap()];
        let config = Config { proxies, ..Config::default() };
        let lies = [
            ("x-forwarded-for", "1.2.3.4, 203.0.113.9"),
            ("x-forwarded-proto", "https"),
            ("x-forwarded-host", "play.example.org"),
        ];
        let (client, headers) = asked(&config, "198.51.100.7", &lies);
        assert_eq!((client.network, client.secure), ("198.51.100.7".parse().unwrap(), false));
        assert!(headers[HOST] == "inside:8080" && !headers.contains_key(PROTO) && !headers.contains_key(FOR));
        let (client, headers) = asked(&config, "10.1.1.1", &lies);
        assert_eq!((client.network, client.secure), ("203.0.113.9".parse().unwrap(), true));
        assert!(headers[HOST] == "play.example.org" && headers[PROTO] == "https");
        // A chain of our own proxies is followed to the first that is none.
        let chain = [("x-forwarded-for", "1.2.3.4, 203.0.113.9, 10.9.9.9")];
        assert_eq!(asked(&config, "10.1.1.1", &chain).0.network, "203.0.113.9".parse::<IpAddr>().unwrap());
        let modern = [("forwarded", "for=\"[2001:db8:1:2:3::4]:55\";proto=https;host=play.example.org")];
        let (client, headers) = asked(&config, "::1", &modern);
        assert_eq!((client.network, client.secure), ("2001:db8:1:2::".parse().unwrap(), true));
        assert_eq!(headers[HOST], "play.example.org");
        // A visitor's own `Forwarded` that the proxy hands on beside what it says itself means nothing.
        let handed = [("forwarded", "for=1.2.3.4;proto=http;host=evil.example"), lies[1], lies[2]];
        let said = [&handed[..], &[("x-forwarded-for", "203.0.113.9")]].concat();
        let (client, headers) = asked(&config, "10.1.1.1", &said);
        assert_eq!((client.network, client.secure), ("203.0.113.9".parse().unwrap(), true));
        assert_eq!(headers[HOST], "play.example.org");
        assert_eq!(
            asked(&config, "10.1.1.1", &[]).0.network,
            "10.1.1.1".parse::<IpAddr>().unwrap(),
            "a proxy that says nothing is the one who asks"
        );
    }

    #[test]
    fn one_network_of_ipv6_counts_as_one() {
        let net = |text: &str| network(text.parse().unwrap());
        assert_eq!(net("2001:db8::1"), net("2001:db8::ffff:1"));
        assert_ne!(net("2001:db8::1"), net("2001:db8:0:1::1"));
        assert_eq!(net("::ffff:192.0.2.1"), net("192.0.2.1"));
    }
}
