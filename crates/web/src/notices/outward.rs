//! What is sent to somewhere else: to an address that somebody outside has named, so to nowhere in the server's own network.
//!
//! A name is resolved once, what it resolves to is judged, and the connection goes to exactly that address; nothing is followed from there.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use axum::http::header::{HOST, HeaderName};
use axum::http::{HeaderValue, Request, StatusCode, Uri};
use http_body_util::Full;
use hyper::body::Bytes;
use hyper_util::rt::TokioIo;
use serde::{Deserialize, Serialize};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpStream, lookup_host};
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

/// The longest address.
const LONGEST: usize = 1000;

/// How long sending may take, all together.
const PATIENCE: Duration = Duration::from_secs(10);

/// An address that something can be sent to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Target {
    secure: bool,
    /// Without brackets.
    host: String,
    port: u16,
    path: String,
}

/// Why something could not be sent, or not at all answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unsent {
    /// The address lies in the server's own network.
    Inside,
    /// There is nobody of this name, or nobody answers there.
    Nobody,
    /// The connection can't be made safe: the certificate is wrong, or it speaks no TLS.
    Unsafe,
    /// It took too long.
    Slow,
}

/// How far something may go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reach {
    /// Out of the server's own network only.
    Outside,
    /// Wherever it says: whoever runs the server has named it.
    Anywhere,
}

impl Target {
    /// The target that an address names, if it does.
    pub fn read(text: &str) -> Option<Self> {
        let uri: Uri = Some(text).filter(|text| text.len() <= LONGEST)?.parse().ok()?;
        let secure = match uri.scheme_str()? {
            "https" => true,
            "http" => false,
            _ => return None,
        };
        let authority = uri.authority().filter(|authority| !authority.as_str().contains('@'))?;
        let host = authority.host().trim_start_matches('[').trim_end_matches(']').to_ascii_lowercase();
        let port = match authority.as_str().strip_prefix(authority.host())? {
            "" if secure => 443,
            "" => 80,
            port => port.strip_prefix(':')?.parse().ok()?,
        };
        let path = uri.path_and_query().map_or("/", |path| path.as_str()).to_owned();
        (!host.is_empty()).then_some(Self { secure, host, port, path })
    }

    /// Whether nobody on the way can read it.
    pub const fn is_secure(&self) -> bool {
        self.secure
    }

    /// Its host.
    pub fn host(&self) -> &str {
        &self.host
    }

    fn authority(&self) -> String {
        let host = if self.host.contains(':') { format!("[{}]", self.host) } else { self.host.clone() };
        let usual = if self.secure { 443 } else { 80 };
        if self.port == usual { host } else { format!("{host}:{}", self.port) }
    }

    /// Its scheme, host and port, as origins are written.
    pub fn origin(&self) -> String {
        format!("{}://{}", if self.secure { "https" } else { "http" }, self.authority())
    }

    /// The addresses that its name stands for and that may be reached.
    async fn addresses(&self, reach: Reach) -> Result<Vec<SocketAddr>, Unsent> {
        let found: Vec<SocketAddr> =
            lookup_host((self.host.as_str(), self.port)).await.map_err(|_| Unsent::Nobody)?.collect();
        if found.is_empty() {
            return Err(Unsent::Nobody);
        }
        let allowed: Vec<SocketAddr> = match reach {
            Reach::Anywhere => found,
            Reach::Outside => found.into_iter().filter(|address| is_outside(address.ip())).collect(),
        };
        if allowed.is_empty() { Err(Unsent::Inside) } else { Ok(allowed) }
    }

    async fn connect(&self, reach: Reach) -> Result<TcpStream, Unsent> {
        for address in self.addresses(reach).await? {
            let Ok(stream) = TcpStream::connect(address).await else { continue };
            // A public address may be this machine's own: then both ends are the same.
            let ends = (stream.local_addr(), stream.peer_addr());
            let (Ok(here), Ok(there)) = ends else { continue };
            if reach == Reach::Outside && here.ip() == there.ip() {
                return Err(Unsent::Inside);
            }
            return Ok(stream);
        }
        Err(Unsent::Nobody)
    }
}

fn is_outside_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let inside = address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_multicast()
        || address.is_documentation()
        // This network; addresses that providers share; protocols; the way to 6to4; measurements; reserved.
        || a == 0
        || (a == 100 && (64..128).contains(&b))
        || (a == 192 && b == 0 && c == 0)
        || (a == 192 && b == 88 && c == 99)
        || (a == 198 && (b == 18 || b == 19))
        || a >= 240;
    !inside
}

/// The IPv4 address that an IPv6 one stands for, where it does.
fn embedded(address: Ipv6Addr) -> Option<Ipv4Addr> {
    let parts = address.segments();
    let v4 = |high: u16, low: u16| Ipv4Addr::from((u32::from(high) << 16) | u32::from(low));
    match parts {
        // Mapped, compatible, translated (RFC 6052) and 6to4.
        [0, 0, 0, 0, 0, 0 | 0xffff, high, low] => Some(v4(high, low)),
        [0x64, 0xff9b, 0, 0, 0, 0, high, low] => Some(v4(high, low)),
        [0x2002, high, low, _, _, _, _, _] => Some(v4(high, low)),
        _ => None,
    }
}

/// Whether an address lies outside of every network of our own: no loopback, no private or local one, none that stands for such a one.
pub fn is_outside(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_outside_v4(address),
        IpAddr::V6(address) => match (embedded(address), address.segments()) {
            (Some(v4), _) => is_outside_v4(v4),
            // Teredo and other tunnels, benchmarks, documentation.
            (None, [0x2001, second, ..]) if second < 0x200 || second == 0xdb8 => false,
            // Only global unicast is left: no unique local, link local, site local or multicast.
            (None, [first, ..]) => (first & 0xe000) == 0x2000,
        },
    }
}

/// What makes connections safe; nothing where the system knows no authorities.
static TLS: LazyLock<Option<Arc<ClientConfig>>> = LazyLock::new(|| {
    let mut roots = RootCertStore::empty();
    let _ = roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    if roots.is_empty() {
        tracing::warn!("This system knows no certificate authorities: no notice can be sent by HTTPS");
        return None;
    }
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .ok()?
        .with_root_certificates(roots)
        .with_no_client_auth();
    Some(Arc::new(config))
});

/// Posts something; answers the status. Nothing is followed, and what is answered besides is not read.
pub async fn post(
    target: &Target,
    reach: Reach,
    headers: &[(HeaderName, HeaderValue)],
    body: Vec<u8>,
) -> Result<StatusCode, Unsent> {
    timeout(PATIENCE, posted(target, reach, headers, body)).await.unwrap_or(Err(Unsent::Slow))
}

async fn posted(
    target: &Target,
    reach: Reach,
    headers: &[(HeaderName, HeaderValue)],
    body: Vec<u8>,
) -> Result<StatusCode, Unsent> {
    let stream = target.connect(reach).await?;
    let mut request = Request::post(target.path.as_str()).header(HOST, target.authority());
    for (name, value) in headers {
        request = request.header(name, value);
    }
    let request = request.body(Full::new(Bytes::from(body))).map_err(|_| Unsent::Nobody)?;
    if !target.secure {
        return exchanged(stream, request).await;
    }
    let config = TLS.clone().ok_or(Unsent::Unsafe)?;
    let name = ServerName::try_from(target.host.clone()).map_err(|_| Unsent::Unsafe)?;
    let stream = TlsConnector::from(config).connect(name, stream).await.map_err(|_| Unsent::Unsafe)?;
    exchanged(stream, request).await
}

async fn exchanged(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    request: Request<Full<Bytes>>,
) -> Result<StatusCode, Unsent> {
    let handshake = hyper::client::conn::http1::handshake(TokioIo::new(stream)).await;
    let (mut sender, connection) = handshake.map_err(|_| Unsent::Nobody)?;
    let driven = tokio::spawn(connection);
    let answer = sender.send_request(request).await;
    driven.abort();
    answer.map(|answer| answer.status()).map_err(|_| Unsent::Nobody)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_our_own_are_told_from_those_outside() {
        for inside in [
            "127.0.0.1",
            "127.8.9.1",
            "0.0.0.0",
            "10.1.2.3",
            "172.16.0.1",
            "172.31.255.255",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "192.0.0.8",
            "198.18.0.1",
            "203.0.113.1",
            "224.0.0.1",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "::7f00:1",
            "fc00::1",
            "fd12:3456::1",
            "fe80::1",
            "fec0::1",
            "ff02::1",
            "2001:db8::1",
            "64:ff9b::7f00:1",
            "64:ff9b::a00:1",
            "64:ff9b:1::1",
            "2002:7f00:1::",
            "2002:c0a8:101::1",
            "2001::1",
            "2001:2::1",
            "100::1",
            "5f00::1",
        ] {
            assert!(!is_outside(inside.parse().unwrap()), "{inside}");
        }
        for outside in [
            "1.1.1.1",
            "8.8.8.8",
            "172.32.0.1",
            "100.128.0.1",
            "2606:4700::1111",
            "::ffff:8.8.8.8",
            "2a00::1",
        ] {
            assert!(is_outside(outside.parse().unwrap()), "{outside}");
        }
    }

    #[test]
    fn targets_are_read_or_not_at_all() {
        let target = Target::read("https://Push.Example.org:8443/a?b=c").unwrap();
        assert_eq!(target.origin(), "https://push.example.org:8443");
        assert_eq!(target.path, "/a?b=c");
        assert_eq!(Target::read("https://a.org").unwrap().origin(), "https://a.org");
        assert_eq!(Target::read("http://[::1]:80/").unwrap().origin(), "http://[::1]");
        for wrong in [
            "",
            "a.org",
            "/path",
            "ftp://a.org/",
            "file:///etc/passwd",
            "https://user@a.org/",
            "https://u:p@a.org/",
            "https://",
            "https://a.org:99999/",
            "https://a b/",
            "gopher://a",
        ] {
            assert_eq!(Target::read(wrong), None, "{wrong}");
        }
        assert_eq!(Target::read(&format!("https://a.org/{}", "x".repeat(LONGEST))), None);
    }
}
