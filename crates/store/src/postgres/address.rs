//! Where a PostgreSQL database is, and how it is spoken to.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use tokio_postgres::Config;
use tokio_postgres::config::{Host, SslMode};

use crate::log::StoreError;

/// What addresses begin with.
const SCHEMES: [&str; 2] = ["postgres://", "postgresql://"];

/// How many connections are opened at most where nobody says; one more listens.
const CONNECTIONS: usize = 8;

/// How long a connection may take to open.
pub const PATIENCE: Duration = Duration::from_secs(5);

/// Whether what is sent is encrypted, and the other end known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Encryption {
    /// In the clear: for this machine, or a network that is trusted.
    None,
    /// By TLS, the server's certificate checked against the authorities in this file, or else against the system's.
    Checked(Option<PathBuf>),
}

/// Where a PostgreSQL database is: `postgres://user:password@host:port/name`, with `sslmode`, `sslrootcert` and `connections` after a
/// question mark, besides what PostgreSQL's own clients take there. Shown without the password.
#[derive(Clone, PartialEq, Eq)]
pub struct Address {
    pub(crate) config: Config,
    pub(crate) encryption: Encryption,
    pub(crate) connections: usize,
}

impl Address {
    /// Whether a text is meant as such an address, rightly written or not.
    pub fn is_meant(text: &str) -> bool {
        SCHEMES.iter().any(|scheme| text.starts_with(scheme))
    }

    /// The address in a text; the error says what was expected.
    pub fn read(text: &str) -> Result<Self, StoreError> {
        let (place, settings) = text.split_once('?').unwrap_or((text, ""));
        let mut rest = Vec::new();
        let (mut mode, mut root, mut connections) = (None, None, CONNECTIONS);
        for setting in settings.split('&').filter(|setting| !setting.is_empty()) {
            let (name, value) = setting.split_once('=').unwrap_or((setting, ""));
            match name {
                "sslmode" => mode = Some(value),
                "sslrootcert" => root = Some(PathBuf::from(unescape(value))),
                "connections" => {
                    connections =
                        value.parse().ok().filter(|number| (1..=1000).contains(number)).ok_or_else(|| {
                            wrong(&format!("connections={value}: expected a number from 1 to 1000"))
                        })?;
                }
                _ => rest.push(setting),
            }
        }
        let plain = if rest.is_empty() { place.to_owned() } else { format!("{place}?{}", rest.join("&")) };
        let mut config: Config =
            plain.parse().map_err(|error: tokio_postgres::Error| wrong(&super::told(&error)))?;
        if config.get_hosts().is_empty() {
            return Err(wrong("no host is named"));
        }
        if config.get_dbname().is_none() {
            return Err(wrong("no database is named"));
        }
        let encryption = match mode {
            None if root.is_none() && config.get_hosts().iter().all(is_here) => Encryption::None,
            Some("disable") => Encryption::None,
            // There is no half way: a server whose certificate is not checked could be anybody.
            None | Some("require" | "verify-full") => Encryption::Checked(root),
            Some(other) => {
                return Err(wrong(&format!("sslmode={other}: expected disable, require or verify-full")));
            }
        };
        let _ = config.ssl_mode(match encryption {
            Encryption::None => SslMode::Disable,
            Encryption::Checked(_) => SslMode::Require,
        });
        let lively = Duration::from_secs(10);
        let _ = config.connect_timeout(PATIENCE).keepalives_idle(lively).tcp_user_timeout(lively);
        if config.get_application_name().is_none() {
            let _ = config.application_name("gloria");
        }
        Ok(Self { config, encryption, connections })
    }
}

/// Whether a host is this machine: nothing goes over a wire.
fn is_here(host: &Host) -> bool {
    match host {
        Host::Tcp(name) => {
            name == "localhost" || name.parse().is_ok_and(|address: std::net::IpAddr| address.is_loopback())
        }
        #[cfg(unix)]
        Host::Unix(_) => true,
    }
}

fn wrong(why: &str) -> StoreError {
    StoreError::Unfit(format!("{why}; an address looks like postgres://user:password@host/name"))
}

/// A value of an address with its `%2F` and the like put back.
fn unescape(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let digits = after.get(..2).filter(|_| *first == b'%').and_then(|two| std::str::from_utf8(two).ok());
        let byte = digits.and_then(|two| u8::from_str_radix(two, 16).ok());
        bytes.push(byte.unwrap_or(*first));
        rest = if byte.is_some() { &after[2..] } else { after };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hosts: Vec<String> = self
            .config
            .get_hosts()
            .iter()
            .map(|host| match host {
                Host::Tcp(name) => name.clone(),
                #[cfg(unix)]
                Host::Unix(path) => path.display().to_string(),
            })
            .collect();
        write!(f, "the database {} at {}", self.config.get_dbname().unwrap_or_default(), hosts.join(", "))?;
        match self.config.get_ports() {
            [] => Ok(()),
            ports => {
                let ports: Vec<String> = ports.iter().map(u16::to_string).collect();
                write!(f, " port {}", ports.join(", "))
            }
        }
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Address({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_read_without_telling_its_password() {
        let text =
            "postgres://ann:secret@db.example.org:5433/gloria?connections=3&sslrootcert=%2Fetc%2Fca.pem";
        let address = Address::read(text).unwrap();
        assert_eq!(address.to_string(), "the database gloria at db.example.org port 5433");
        assert!(!format!("{address:?}").contains("secret"));
        assert_eq!(address.connections, 3);
        assert_eq!(address.encryption, Encryption::Checked(Some(PathBuf::from("/etc/ca.pem"))));
    }

    #[test]
    fn what_leaves_the_machine_is_encrypted_unless_somebody_says_otherwise() {
        let encryption = |text: &str| Address::read(text).unwrap().encryption;
        assert_eq!(encryption("postgres://a@db/g"), Encryption::Checked(None));
        assert_eq!(encryption("postgres://a@db/g?sslmode=disable"), Encryption::None);
        assert_eq!(encryption("postgres://a@127.0.0.1/g"), Encryption::None);
        assert_eq!(encryption("postgres:///g?host=/run/postgresql&user=a"), Encryption::None);
        assert_eq!(encryption("postgres://a@localhost/g?sslmode=require"), Encryption::Checked(None));
        assert_eq!(encryption("postgresql://a@127.0.0.1,db/g"), Encryption::Checked(None));
    }

    #[test]
    fn a_wrong_address_is_explained() {
        for (text, why) in [
            ("postgres://a@db", "no database is named"),
            ("postgres:///g", "no host is named"),
            ("postgres://a@db/g?sslmode=prefer", "expected disable, require or verify-full"),
            ("postgres://a@db/g?connections=0", "expected a number from 1 to 1000"),
            ("postgres://a@db:port/g", "invalid"),
            ("postgres://a@db/g?colour=red", "colour"),
        ] {
            let error = Address::read(text).unwrap_err().to_string();
            assert!(error.contains(why) && error.contains("looks like"), "{text}: {error}");
        }
    }
}
