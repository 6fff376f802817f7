//! What a browser's push service is sent: encrypted so that only the browser can read it (RFC 8291), and signed so that the service knows
//! which server it comes from (RFC 8292).

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral};
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair as _};
use serde::{Deserialize, Serialize};
use sha2::Sha256;
use store::Store;

use crate::guest::{hex, random, unhex};
use crate::trouble::Trouble;

/// The name of the key in the store.
const KEY: &str = "notice-key";

/// How long a signature is good for, in seconds. A day is the most that services take.
const SIGNED_FOR: u64 = 12 * 3600;

/// The size of a record, which the message must fit into.
const RECORD: u32 = 4096;

/// The longest message: a record with its padding and its tag.
const LONGEST: usize = RECORD as usize - 17;

/// How long a point of the curve is, and the secret beside it.
const POINT: usize = 65;
const SECRET: usize = 16;

/// Bytes as the web writes them.
pub fn written(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

/// Bytes that the web wrote, whether it filled them up or not.
pub fn read(text: &str) -> Option<Vec<u8>> {
    URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).ok()
}

/// What a browser gives out so that it can be sent something.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Keys {
    /// Its point of the curve P-256.
    p256dh: String,
    /// A secret beside it.
    auth: String,
}

impl Keys {
    /// The keys, if they are any.
    pub fn new(p256dh: &str, auth: &str) -> Option<Self> {
        let keys = Self { p256dh: p256dh.to_owned(), auth: auth.to_owned() };
        let (point, secret) = keys.bytes()?;
        // What is no point of the curve would be found out only when something is to be sent.
        let fits = point.len() == POINT && secret.len() == SECRET && encrypted(&keys, b"").is_some();
        fits.then_some(keys)
    }

    fn bytes(&self) -> Option<(Vec<u8>, Vec<u8>)> {
        Some((read(&self.p256dh)?, read(&self.auth)?))
    }
}

/// One step of HKDF: what is made of a secret by a salt or by words, as long as one hash.
fn hashed(key: &[u8], parts: &[&[u8]]) -> [u8; 32] {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("any length of key is allowed");
    for part in parts {
        mac.update(part);
    }
    mac.finalize().into_bytes().into()
}

/// A message as only the browser with these keys can read it; nothing where the keys are none, or the message is too long.
pub fn encrypted(keys: &Keys, message: &[u8]) -> Option<Vec<u8>> {
    let (theirs, secret) = keys.bytes()?;
    let own = EphemeralPrivateKey::generate(&ECDH_P256, &SystemRandom::new()).ok()?;
    let point = own.compute_public_key().ok()?;
    let shared = agree_ephemeral(own, &UnparsedPublicKey::new(&ECDH_P256, &theirs), |shared| {
        hashed(&secret, &[shared])
    });
    // RFC 8291, section 3.4.
    let input = hashed(&shared.ok()?, &[b"WebPush: info\0", &theirs, point.as_ref(), &[1]]);
    let salt = random::<16>();
    let made = hashed(&salt, &[&input]);
    let key = hashed(&made, &[b"Content-Encoding: aes128gcm\0", &[1]]);
    let nonce = hashed(&made, &[b"Content-Encoding: nonce\0", &[1]]);
    let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key[..16]).ok()?);
    let nonce = Nonce::try_assume_unique_for_key(&nonce[..12]).ok()?;
    if message.len() > LONGEST {
        return None;
    }
    // The mark of the last record, and the only one.
    let mut text = [message, &[2]].concat();
    key.seal_in_place_append_tag(nonce, Aad::empty(), &mut text).ok()?;
    // RFC 8188, section 2.1.
    Some([&salt[..], &RECORD.to_be_bytes(), &[POINT as u8], point.as_ref(), &text].concat())
}

/// The key by which push services know this server.
pub struct Vapid(EcdsaKeyPair);

impl std::fmt::Debug for Vapid {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Vapid(…)")
    }
}

impl Vapid {
    /// The key of a store; made where there is none. Of servers that need it at once all have the same one.
    pub async fn open(store: &dyn Store) -> Result<Self, Trouble> {
        let kept = if let Some(kept) = store.note(KEY).await? {
            kept
        } else {
            let fresh = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &SystemRandom::new());
            let fresh = fresh.map_err(|_| Trouble::Broken("no key for notices can be made"))?;
            store.put_note_unless(KEY, &hex(fresh.as_ref())).await?
        };
        let broken = || Trouble::Broken("the key for notices is malformed");
        let bytes = unhex(&kept).ok_or_else(broken)?;
        let key = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &bytes, &SystemRandom::new());
        Ok(Self(key.map_err(|_| broken())?))
    }

    /// Its public part, as browsers are told it.
    pub fn public(&self) -> String {
        written(self.0.public_key().as_ref())
    }

    /// What a push service is shown: for this service, by whoever can be asked there, at this time in milliseconds since 1970.
    pub fn signed(&self, service: &str, contact: &str, now: u64) -> Option<String> {
        let claims =
            serde_json::json!({ "aud": service, "exp": now / 1000 + SIGNED_FOR, "sub": contact }).to_string();
        let text = format!("{}.{}", written(br#"{"typ":"JWT","alg":"ES256"}"#), written(claims.as_bytes()));
        let signature = self.0.sign(&SystemRandom::new(), text.as_bytes()).ok()?;
        Some(format!("vapid t={text}.{}, k={}", written(signature.as_ref()), self.public()))
    }
}
