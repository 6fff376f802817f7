//! Passkeys: whoever has one comes in by it on any device, and by nothing that only looks like it.

use axum::http::StatusCode;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use gloria_web::set_clock;
use p256::ecdsa::signature::Signer as _;
use p256::ecdsa::{DerSignature, SigningKey};
use p256::elliptic_curve::sec1::ToSec1Point as _;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::house::{House, Page, Visitor};

fn packed(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

/// What an authenticator says, and the browser around it; by default as it should be.
#[derive(Clone)]
struct Authenticator {
    key: p256::SecretKey,
    id: Vec<u8>,
    count: u32,
    site: &'static str,
    origin: &'static str,
    flags: u8,
    kind: Option<&'static str>,
    cross: bool,
}

/// What every key of this kind begins with (RFC 5480).
const SPKI: &str = "3059301306072a8648ce3d020106082a8648ce3d030107034200";

impl Authenticator {
    fn new(number: u8) -> Self {
        Self {
            key: p256::SecretKey::from_slice(&[number; 32]).unwrap(),
            id: vec![number; 20],
            count: 0,
            site: "gloria.test",
            origin: "http://gloria.test",
            flags: 5,
            kind: None,
            cross: false,
        }
    }

    fn data(&self, flags: u8, made: &[u8]) -> Vec<u8> {
        [&Sha256::digest(self.site.as_bytes())[..], &[flags], &self.count.to_be_bytes(), made].concat()
    }

    fn client(&self, kind: &str, challenge: &str) -> Vec<u8> {
        let kind = self.kind.unwrap_or(kind);
        json!({ "type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": self.cross })
            .to_string()
            .into_bytes()
    }

    /// Makes a passkey for a guest.
    async fn make(&self, guest: &mut Visitor, challenge: &str) -> Page {
        let length = (self.id.len() as u16).to_be_bytes();
        let made = [&[0; 16][..], &length, &self.id, b"the key in another form"].concat();
        let point = self.key.public_key().to_sec1_point(false).as_bytes().to_vec();
        let prefix: Vec<u8> =
            (0..SPKI.len()).step_by(2).map(|at| u8::from_str_radix(&SPKI[at..at + 2], 16).unwrap()).collect();
        let fields = [
            ("id", packed(&self.id)),
            ("client", packed(&self.client("webauthn.create", challenge))),
            ("data", packed(&self.data(self.flags | 0x40, &made))),
            ("key", packed(&[prefix, point].concat())),
        ];
        guest.post("/me/passkeys/add", &fields.each_ref().map(|(name, value)| (*name, value.as_str()))).await
    }

    /// What is sent to come in.
    fn shown(&self, challenge: &str) -> [(&'static str, String); 4] {
        let (client, data) = (self.client("webauthn.get", challenge), self.data(self.flags, b""));
        let signed = [&data[..], &Sha256::digest(&client)].concat();
        let signature: DerSignature = SigningKey::from(&self.key).sign(&signed);
        [
            ("id", packed(&self.id)),
            ("client", packed(&client)),
            ("data", packed(&data)),
            ("signature", packed(signature.as_bytes())),
        ]
    }

    async fn enter(&self, guest: &mut Visitor, challenge: &str) -> Page {
        enter(guest, &self.shown(challenge)).await
    }
}

async fn enter(guest: &mut Visitor, fields: &[(&'static str, String); 4]) -> Page {
    guest.post("/passkey/enter", &fields.each_ref().map(|(name, value)| (*name, value.as_str()))).await
}

async fn challenge(guest: &mut Visitor, path: &str) -> String {
    let page = guest.post(path, &[]).await;
    let told: Value = serde_json::from_str(&page.text).unwrap();
    assert_eq!(told["site"], "gloria.test");
    told["challenge"].as_str().unwrap().to_owned()
}

async fn named(house: &House, name: &str) -> Visitor {
    let mut guest = house.guest();
    guest.get("/").await;
    guest.post("/me", &[("name", name)]).await;
    guest
}

async fn is(guest: &mut Visitor, name: &str) -> bool {
    guest.get("/").await.has(&format!("title=\"Your name and settings\">{name}</a>"))
}

/// What is wrong with it.
type Fault = fn(Authenticator) -> Authenticator;

const MAKE: &str = "/me/passkeys/begin";
const ENTER: &str = "/passkey/begin";

#[tokio::test]
async fn a_passkey_brings_its_guest_to_any_device_until_it_is_removed() {
    let house = House::new().await;
    let (mut ann, key) = (named(&house, "Ann").await, Authenticator::new(7));
    let table = ann.quick().await;
    let asked = challenge(&mut ann, MAKE).await;
    let made = key.make(&mut ann, &asked).await;
    assert_eq!(made.location.as_deref(), Some("/me"), "{}", made.text);
    assert_eq!(key.make(&mut ann, &asked).await.status, StatusCode::BAD_REQUEST, "a challenge is used once");
    let mut phone = named(&house, "Phone").await;
    let asked = challenge(&mut phone, ENTER).await;
    let shown = key.shown(&asked);
    assert_eq!(enter(&mut phone, &shown).await.location.as_deref(), Some("/games"));
    assert!(is(&mut phone, "Ann").await && phone.my_turn(&table).await.has("class=\"hand\""));
    assert_eq!(
        enter(&mut named(&house, "Eve").await, &shown).await.status,
        StatusCode::BAD_REQUEST,
        "nobody comes after her"
    );
    assert_eq!(ann.get("/me").await.text.matches("signed in").count(), 2, "both devices are listed");
    assert!(ann.get("/me/export").await.has("\"passkeys\""));
    // It is removed by its guest and by nobody else.
    let id = ann.get("/me").await.attribute("name=\"id\"", "value").unwrap();
    let mut eve = named(&house, "Eve").await;
    assert_eq!(eve.post("/me/passkeys/remove", &[("id", &id)]).await.status, StatusCode::NOT_FOUND);
    assert_eq!(ann.post("/me/passkeys/remove", &[("id", &id)]).await.status, StatusCode::SEE_OTHER);
    let asked = challenge(&mut eve, ENTER).await;
    assert_eq!(key.enter(&mut eve, &asked).await.status, StatusCode::BAD_REQUEST);
    assert!(!is(&mut eve, "Ann").await);
    // Who deletes everything leaves none behind.
    let asked = challenge(&mut ann, MAKE).await;
    assert_eq!(key.make(&mut ann, &asked).await.status, StatusCode::SEE_OTHER);
    ann.post("/me/delete", &[]).await;
    assert!(house.tables.store.notes("passkey").await.unwrap().is_empty());
}

#[tokio::test]
async fn what_only_looks_like_a_passkey_leads_nowhere() {
    let house = House::new().await;
    let (mut ann, mut eve) = (named(&house, "Ann").await, named(&house, "Eve").await);
    let key = Authenticator { count: 3, ..Authenticator::new(7) };
    let faults: [(&str, Fault); 7] = [
        ("another site's origin", |key| Authenticator { origin: "http://evil.test", ..key }),
        ("another port", |key| Authenticator { origin: "http://gloria.test:81", ..key }),
        ("another site's key", |key| Authenticator { site: "evil.test", ..key }),
        ("nobody was there", |key| Authenticator { flags: 4, ..key }),
        ("nobody was recognised", |key| Authenticator { flags: 1, ..key }),
        ("something else was asked", |key| Authenticator { kind: Some("payment.get"), ..key }),
        ("a frame of another site", |key| Authenticator { cross: true, ..key }),
    ];
    for (what, fault) in faults {
        let asked = challenge(&mut ann, MAKE).await;
        let page = fault(key.clone()).make(&mut ann, &asked).await;
        assert_eq!(page.status, StatusCode::BAD_REQUEST, "made although {what}");
    }
    // A challenge for somebody else, for something else, or of nobody's.
    for asked in [challenge(&mut eve, MAKE).await, challenge(&mut ann, ENTER).await, packed(&[0; 32])] {
        assert_eq!(key.make(&mut ann, &asked).await.status, StatusCode::BAD_REQUEST);
    }
    let asked = challenge(&mut ann, MAKE).await;
    assert_eq!(key.make(&mut ann, &asked).await.status, StatusCode::SEE_OTHER);
    // Nobody takes over the name of her key.
    let asked = challenge(&mut eve, MAKE).await;
    let same = Authenticator { id: key.id.clone(), ..Authenticator::new(9) };
    assert_eq!(same.make(&mut eve, &asked).await.status, StatusCode::BAD_REQUEST);
    let key = Authenticator { count: 4, ..key };
    for (what, fault) in faults {
        let asked = challenge(&mut eve, ENTER).await;
        let page = fault(key.clone()).enter(&mut eve, &asked).await;
        assert_eq!(page.status, StatusCode::BAD_REQUEST, "came in although {what}");
    }
    let asked = challenge(&mut eve, ENTER).await;
    assert_eq!(same.enter(&mut eve, &asked).await.status, StatusCode::BAD_REQUEST, "another key signed");
    let asked = challenge(&mut ann, MAKE).await;
    assert_eq!(key.enter(&mut eve, &asked).await.status, StatusCode::BAD_REQUEST, "it was to make one");
    let asked = challenge(&mut eve, ENTER).await;
    let copy = Authenticator { count: 3, ..key.clone() };
    assert_eq!(
        copy.enter(&mut eve, &asked).await.status,
        StatusCode::BAD_REQUEST,
        "a copy counts no further"
    );
    let asked = challenge(&mut eve, ENTER).await;
    let mut shown = key.shown(&asked);
    shown[2].1 = packed(&Authenticator { count: 9, ..key.clone() }.data(5, b""));
    assert_eq!(enter(&mut eve, &shown).await.status, StatusCode::BAD_REQUEST, "what was signed was changed");
    assert!(!is(&mut eve, "Ann").await);
    // And the right one still does.
    let asked = challenge(&mut eve, ENTER).await;
    assert_eq!(key.enter(&mut eve, &asked).await.status, StatusCode::SEE_OTHER);
    assert!(is(&mut eve, "Ann").await);
}

/// The test's own clock is the thread's, and everything here runs on one.
#[tokio::test]
async fn a_challenge_is_answered_within_five_minutes() {
    let start = 1_800_000_000_000;
    set_clock(start);
    let house = House::new().await;
    let (mut ann, key) = (named(&house, "Ann").await, Authenticator::new(7));
    for (late, expected) in [(5 * 60_000 + 1, StatusCode::BAD_REQUEST), (5 * 60_000, StatusCode::SEE_OTHER)] {
        set_clock(start);
        let asked = challenge(&mut ann, MAKE).await;
        set_clock(start + late);
        assert_eq!(key.make(&mut ann, &asked).await.status, expected, "{late}");
    }
}
