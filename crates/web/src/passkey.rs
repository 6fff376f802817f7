//! Passkeys: a key on somebody's device or in their browser's keeping, by which they are known on any device.
//!
//! What a browser brings is checked as the Web Authentication recommendation says, level 2, sections 7.1 and 7.2. No attestation is asked
//! for: it does not matter here who made the device. Challenges are used once, by being removed.

use std::time::Duration;

use ring::signature::{
    ECDSA_P256_SHA256_ASN1, ED25519, RSA_PKCS1_2048_8192_SHA256, UnparsedPublicKey, VerificationAlgorithm,
};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::guest::{Device, Guest, hex, random};
use crate::notices::{read_bytes, written_bytes};
use crate::table::now;
use crate::tables::Tables;
use crate::trouble::Trouble;

/// What the names of these notes begin with.
const KEY: &str = "passkey/";
const KEYS_OF: &str = "passkey-of/";
const CHALLENGE: &str = "challenge/";

/// How long a challenge can be answered, in milliseconds.
const TIME: u64 = 5 * 60_000;

/// The most passkeys of one guest.
const MOST: usize = 20;

/// The longest name of a key, and the longest key.
const LONGEST: usize = 1023;

/// Somebody was there, was known by their device, and a key was made: the flags of an authenticator.
const PRESENT: u8 = 1;
const VERIFIED: u8 = 4;
const MADE: u8 = 0x40;

const ANY: Duration = Duration::ZERO;

/// What a challenge is for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Purpose {
    /// To make a key for this guest.
    Make(String),
    /// To come in.
    Enter,
}

impl Purpose {
    /// What the browser calls it.
    const fn kind(&self) -> &'static str {
        match self {
            Self::Make(_) => "webauthn.create",
            Self::Enter => "webauthn.get",
        }
    }
}

/// Where a passkey is good for: the site as the browser shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// Its origin.
    origin: String,
}

impl Place {
    /// The site of this origin.
    pub const fn new(origin: String) -> Self {
        Self { origin }
    }

    /// What its keys are bound to: its host without the port.
    pub fn name(&self) -> &str {
        let host = self.origin.split_once("://").map_or(self.origin.as_str(), |(_, host)| host);
        match host.rsplit_once(':') {
            Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
            Some(_) | None => host,
        }
    }
}

/// How a key signs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Algorithm {
    /// ECDSA on P-256 with SHA-256.
    Es256,
    /// RSA with PKCS #1 and SHA-256.
    Rs256,
    /// Ed25519.
    EdDsa,
}

impl Algorithm {
    fn verifying(self) -> &'static dyn VerificationAlgorithm {
        match self {
            Self::Es256 => &ECDSA_P256_SHA256_ASN1,
            Self::Rs256 => &RSA_PKCS1_2048_8192_SHA256,
            Self::EdDsa => &ED25519,
        }
    }
}

/// What keys of each kind begin with as browsers give them out (RFC 5480, 8410, 3279).
const ES256: [u8; 26] = [
    0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01, 0x06, 0x08, 0x2a, 0x86,
    0x48, 0xce, 0x3d, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00,
];
const EDDSA: [u8; 12] = [0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00];
const RSA: [u8; 15] =
    [0x30, 0x0d, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01, 0x05, 0x00];

/// What is in a piece of DER with this tag that fills everything.
fn inside(bytes: &[u8], tag: u8) -> Option<&[u8]> {
    let rest = bytes.strip_prefix(&[tag])?;
    let (length, rest) = match rest {
        [short, rest @ ..] if *short < 0x80 => (usize::from(*short), rest),
        [0x81, length, rest @ ..] => (usize::from(*length), rest),
        [0x82, high, low, rest @ ..] => (usize::from(*high) << 8 | usize::from(*low), rest),
        _ => return None,
    };
    (rest.len() == length).then_some(rest)
}

/// The key in what a browser gives out, as it is checked with.
fn public_key(given: &[u8]) -> Option<(Algorithm, Vec<u8>)> {
    if let Some(point) = given.strip_prefix(&ES256) {
        return (point.len() == 65 && point[0] == 4).then(|| (Algorithm::Es256, point.to_vec()));
    }
    if let Some(point) = given.strip_prefix(&EDDSA) {
        return (point.len() == 32).then(|| (Algorithm::EdDsa, point.to_vec()));
    }
    let key = inside(inside(given, 0x30)?.strip_prefix(&RSA)?, 0x03)?.strip_prefix(&[0])?;
    Some((Algorithm::Rs256, key.to_vec()))
}

/// A passkey as it is kept.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Passkey {
    guest: String,
    name: String,
    algorithm: Algorithm,
    key: String,
    /// How often it was used, by its own count; 0 where it does not count.
    count: u32,
    /// The site it was made for.
    place: String,
}

/// A passkey as its guest sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct KnownKey {
    /// Its name in our words.
    pub id: String,
    /// Its name in the browser's.
    pub credential: String,
    /// Where it was made: browser and system.
    pub label: String,
    /// When, in milliseconds since 1970.
    pub at: u64,
}

/// What a browser brings, all of it as the web writes bytes.
#[derive(Clone, Debug, Deserialize)]
pub struct Brought {
    /// The key's name.
    pub id: String,
    /// What the browser says it was asked.
    pub client: String,
    /// What the authenticator says.
    pub data: String,
    /// The key, where one was made.
    #[serde(default)]
    pub key: String,
    /// The signature, where one was asked for.
    #[serde(default)]
    pub signature: String,
}

/// What the browser says it was asked.
#[derive(Deserialize)]
struct Client {
    #[serde(rename = "type")]
    kind: String,
    challenge: String,
    origin: String,
    #[serde(default, rename = "crossOrigin")]
    cross: bool,
}

/// What an authenticator says.
struct Said<'a> {
    flags: u8,
    count: u32,
    rest: &'a [u8],
}

/// What an authenticator says, if it is meant for this site and somebody was there whom it knows.
fn said<'a>(data: &'a [u8], place: &Place) -> Option<Said<'a>> {
    let (site, rest) = data.split_at_checked(32)?;
    let (flags, rest) = rest.split_first()?;
    let (count, rest) = rest.split_at_checked(4)?;
    let ours = site == &Sha256::digest(place.name().as_bytes())[..];
    let there = flags & (PRESENT | VERIFIED) == PRESENT | VERIFIED;
    let count = u32::from_be_bytes(count.try_into().ok()?);
    (ours && there).then_some(Said { flags: *flags, count, rest })
}

/// The name of a key in our words.
fn name_of(credential: &[u8]) -> String {
    hex(&Sha256::digest(credential)[..16])
}

impl Tables {
    /// A challenge that can be answered once.
    pub async fn challenge(&self, purpose: &Purpose) -> Result<String, Trouble> {
        let challenge = written_bytes(&random::<32>());
        let value =
            serde_json::to_string(&(purpose, now())).map_err(|error| Trouble::Bad(error.to_string()))?;
        self.store.put_note(&format!("{CHALLENGE}{challenge}"), &value).await?;
        Ok(challenge)
    }

    /// Checks what the browser says it was asked, and uses the challenge up; answers what the browser said, as bytes.
    async fn asked(
        &self,
        brought: &Brought,
        purpose: &Purpose,
        place: &Place,
    ) -> Result<Option<Vec<u8>>, Trouble> {
        let Some(bytes) = read_bytes(&brought.client) else { return Ok(None) };
        let Ok(client) = serde_json::from_slice::<Client>(&bytes) else { return Ok(None) };
        let plain =
            client.challenge.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte));
        if client.kind != purpose.kind()
            || client.origin != place.origin
            || client.cross
            || !plain
            || client.challenge.len() != 43
        {
            return Ok(None);
        }
        let key = format!("{CHALLENGE}{}", client.challenge);
        let kept = self.store.note(&key).await?;
        let kept = kept.and_then(|text| serde_json::from_str::<(Purpose, u64)>(&text).ok());
        let fits =
            kept.is_some_and(|(made_for, at)| made_for == *purpose && now().saturating_sub(at) <= TIME);
        // Of several who try at once one has it.
        let first = self.store.remove_notes(&key, ANY).await? == 1;
        Ok((fits && first).then_some(bytes))
    }

    /// Keeps a passkey that a guest has made; whether it is one.
    pub async fn add_passkey(
        &self,
        guest: &Guest,
        brought: &Brought,
        (place, label): (&Place, &str),
    ) -> Result<bool, Trouble> {
        let asked = self.asked(brought, &Purpose::Make(guest.id.clone()), place).await?;
        let made = (read_bytes(&brought.id), read_bytes(&brought.data), read_bytes(&brought.key));
        let (Some(_), (Some(id), Some(data), Some(key))) = (asked, made) else { return Ok(false) };
        // The key's name stands in what the authenticator says, after its model and the name's length.
        let named = |said: &Said<'_>| {
            let rest = said.rest.get(16..)?;
            let length = usize::from(u16::from_be_bytes([*rest.first()?, *rest.get(1)?]));
            Some(rest.get(2..2 + length)? == id)
        };
        let fits = said(&data, place).filter(|said| said.flags & MADE != 0 && named(said) == Some(true));
        let (Some(said), Some((algorithm, key))) = (fits, public_key(&key)) else { return Ok(false) };
        if id.is_empty() || id.len() > LONGEST || key.len() > LONGEST {
            return Ok(false);
        }
        if self.passkeys(guest).await?.len() >= MOST {
            return Err(Trouble::TooMuch("You have a lot of passkeys already: remove some of them first."));
        }
        let passkey = Passkey {
            guest: guest.id.clone(),
            name: guest.name.clone(),
            algorithm,
            key: hex(&key),
            count: said.count,
            place: place.name().to_owned(),
        };
        let text = serde_json::to_string(&passkey).expect("a passkey is plain data");
        let name = name_of(&id);
        // Nobody takes a name that another's key has.
        if self.store.put_note_unless(&format!("{KEY}{name}"), &text).await? != text {
            return Ok(false);
        }
        let known = KnownKey { id: name, credential: written_bytes(&id), label: label.to_owned(), at: now() };
        let text = serde_json::to_string(&known).expect("a passkey's name is plain data");
        self.store.put_note(&format!("{KEYS_OF}{}/{}", guest.id, known.id), &text).await?;
        Ok(true)
    }

    /// The guest of a passkey that was shown, if it was.
    pub async fn enter_by_passkey(&self, brought: &Brought, place: &Place) -> Result<Option<Guest>, Trouble> {
        let asked = self.asked(brought, &Purpose::Enter, place).await?;
        let shown = (read_bytes(&brought.id), read_bytes(&brought.data), read_bytes(&brought.signature));
        let (Some(client), (Some(id), Some(data), Some(signature))) = (asked, shown) else { return Ok(None) };
        let note = format!("{KEY}{}", name_of(&id));
        let kept = self.store.note(&note).await?;
        let Some(mut passkey) = kept.and_then(|text| serde_json::from_str::<Passkey>(&text).ok()) else {
            return Ok(None);
        };
        let (Some(said), Some(key)) = (said(&data, place), crate::guest::unhex(&passkey.key)) else {
            return Ok(None);
        };
        let signed = [&data[..], &Sha256::digest(&client)].concat();
        let right =
            UnparsedPublicKey::new(passkey.algorithm.verifying(), key).verify(&signed, &signature).is_ok();
        // One that counts and does not count on is a copy.
        let copied = (said.count > 0 || passkey.count > 0) && said.count <= passkey.count;
        if !right || copied || passkey.place != place.name() {
            return Ok(None);
        }
        passkey.count = said.count;
        let text = serde_json::to_string(&passkey).expect("a passkey is plain data");
        self.store.put_note(&note, &text).await?;
        Ok(Some(Guest { id: passkey.guest, name: passkey.name, device: Device::default() }))
    }

    /// The passkeys of a guest, oldest first.
    pub async fn passkeys(&self, guest: &Guest) -> Result<Vec<KnownKey>, Trouble> {
        let notes = self.store.notes(&format!("{KEYS_OF}{}/", guest.id)).await?;
        let mut keys: Vec<KnownKey> =
            notes.iter().filter_map(|(_, value)| serde_json::from_str(value).ok()).collect();
        keys.sort_by_key(|key| key.at);
        Ok(keys)
    }

    /// Removes a passkey of a guest; whether there was one.
    pub async fn drop_passkey(&self, guest: &Guest, id: &str) -> Result<bool, Trouble> {
        let Some(key) = self.passkeys(guest).await?.into_iter().find(|key| key.id == id) else {
            return Ok(false);
        };
        self.store.remove_notes(&format!("{KEY}{}", key.id), ANY).await?;
        self.store.remove_notes(&format!("{KEYS_OF}{}/{}", guest.id, key.id), ANY).await?;
        Ok(true)
    }

    /// Removes all passkeys of a guest.
    pub(crate) async fn drop_passkeys(&self, guest: &Guest) -> Result<(), Trouble> {
        for key in self.passkeys(guest).await? {
            let _ = self.drop_passkey(guest, &key.id).await?;
        }
        Ok(())
    }

    /// Lets go of challenges that can't be answered any more.
    pub(crate) async fn clear_challenges(&self) -> Result<(), Trouble> {
        self.store.remove_notes(CHALLENGE, Duration::from_millis(TIME)).await?;
        Ok(())
    }
}
