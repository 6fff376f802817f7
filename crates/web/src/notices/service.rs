//! Where notices may go: to the push services of the browsers, and to whom whoever runs the server names.

use thiserror::Error;

use super::outward::{Reach, Target};

/// The push services of the browsers: Chrome and what is built like it, Firefox, Edge, Safari.
const BROWSERS: [&str; 5] = [
    "fcm.googleapis.com",
    "*.push.services.mozilla.com",
    "*.notify.windows.com",
    "web.push.apple.com",
    "*.push.apple.com",
];

/// A service that notices may be sent to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Service {
    /// This host, by HTTPS.
    Host(String),
    /// All hosts below this one, by HTTPS.
    Below(String),
    /// This origin, wherever it is: in the server's own network too, and in the clear if it says so.
    Origin(String),
}

/// A text that is no service.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "'{0}' is no service: expected a host as push.example.org, *.example.org for all below it, or an origin as http://10.0.0.5:8080"
)]
pub struct NoService(pub String);

impl Service {
    /// The service that a text names.
    pub fn read(text: &str) -> Result<Self, NoService> {
        let wrong = || NoService(text.to_owned());
        if text.contains("://") {
            let target = Target::read(text).ok_or_else(wrong)?;
            // A path would promise that only this one is reached.
            let bare = text.trim_end_matches('/').splitn(4, '/').count() == 3;
            return if bare { Ok(Self::Origin(target.origin())) } else { Err(wrong()) };
        }
        let (below, host) = text.strip_prefix("*.").map_or((false, text), |host| (true, host));
        let plain = |letter: char| letter.is_ascii_alphanumeric() || ".-".contains(letter);
        if host.is_empty() || !host.chars().all(plain) {
            return Err(wrong());
        }
        let host = host.to_ascii_lowercase();
        Ok(if below { Self::Below(host) } else { Self::Host(host) })
    }

    fn has(&self, target: &Target) -> bool {
        match self {
            Self::Host(host) => target.is_secure() && target.host() == host,
            Self::Below(host) => {
                let below = target.host().strip_suffix(host.as_str());
                target.is_secure() && below.is_some_and(|name| name.len() > 1 && name.ends_with('.'))
            }
            Self::Origin(origin) => target.origin() == *origin,
        }
    }
}

/// Whether whoever runs the server has named exactly this origin.
fn is_named(services: &[Service], target: &Target) -> bool {
    services.iter().any(|service| matches!(service, Service::Origin(_)) && service.has(target))
}

/// How far a browser's push service may be looked for; nothing where it is none.
pub fn push_reach(services: &[Service], target: &Target) -> Option<Reach> {
    if is_named(services, target) {
        return Some(Reach::Anywhere);
    }
    let usual = BROWSERS.iter().filter_map(|text| Service::read(text).ok());
    let known = usual.chain(services.iter().cloned()).any(|service| service.has(target));
    known.then_some(Reach::Outside)
}

/// How far an address that a guest has named may be looked for; nothing where it is not safe on the way.
pub fn hook_reach(services: &[Service], target: &Target) -> Option<Reach> {
    if is_named(services, target) {
        return Some(Reach::Anywhere);
    }
    target.is_secure().then_some(Reach::Outside)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reach(services: &[&str], url: &str) -> Option<Reach> {
        let services: Vec<Service> = services.iter().map(|text| Service::read(text).unwrap()).collect();
        push_reach(&services, &Target::read(url).unwrap())
    }

    #[test]
    fn only_the_services_of_browsers_and_those_that_were_named_are_reached() {
        for known in [
            "https://fcm.googleapis.com/fcm/send/a:b",
            "https://updates.push.services.mozilla.com/wpush/v2/a",
            "https://wns2-by3p.notify.windows.com/w/?token=a",
            "https://web.push.apple.com/a",
        ] {
            assert_eq!(reach(&[], known), Some(Reach::Outside), "{known}");
        }
        for unknown in [
            "http://fcm.googleapis.com/fcm/send/a",
            "https://fcm.googleapis.com.evil.org/",
            "https://evilpush.apple.com/",
            "https://push.apple.com.evil.org/",
            "https://notify.windows.com/",
            "https://127.0.0.1/",
            "https://push.example.org/",
        ] {
            assert_eq!(reach(&[], unknown), None, "{unknown}");
        }
        assert_eq!(reach(&["push.example.org"], "https://push.example.org/a"), Some(Reach::Outside));
        assert_eq!(reach(&["push.example.org"], "http://push.example.org/a"), None);
        let inside = ["http://127.0.0.1:4711/"];
        assert_eq!(reach(&inside, "http://127.0.0.1:4711/a"), Some(Reach::Anywhere));
        assert_eq!(reach(&inside, "http://127.0.0.1:4712/a"), None);
        for wrong in ["", "*.", "a b", "http://", "https://a/path", "ftp://a", "a/b"] {
            assert!(Service::read(wrong).unwrap_err().to_string().contains("expected a host"), "{wrong}");
        }
    }

    #[test]
    fn an_address_that_a_guest_names_is_safe_on_the_way_and_outside() {
        let target = |url: &str| Target::read(url).unwrap();
        let named = [Service::read("http://10.0.0.5:8080").unwrap()];
        assert_eq!(hook_reach(&named, &target("https://ntfy.sh/topic")), Some(Reach::Outside));
        assert_eq!(hook_reach(&named, &target("http://ntfy.sh/topic")), None);
        assert_eq!(hook_reach(&named, &target("http://10.0.0.5:8080/topic")), Some(Reach::Anywhere));
        assert_eq!(hook_reach(&named, &target("https://10.0.0.5:8080/topic")), Some(Reach::Outside));
    }
}
