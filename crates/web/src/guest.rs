//! Who somebody is: a random identity and a chosen name, signed by the server, kept in a cookie or sent as a token.

use std::fmt::Write as _;
use std::sync::{PoisonError, RwLock, RwLockReadGuard};
use std::time::Duration;

use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};
use store::{Store, StoreError};

use crate::clock::now;
use crate::trouble::Trouble;

/// A guest: nobody needs an account.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Guest {
    /// The identity: random, never shown to others.
    pub id: String,
    /// The chosen name.
    pub name: String,
    /// Where they are signed in.
    pub device: Device,
}

/// A device on which a guest is signed in. Cookies and tokens of earlier versions say nothing of it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Device {
    /// Its id: random.
    pub id: String,
    /// Since when, in milliseconds since 1970.
    pub since: u64,
}

impl Device {
    /// One where somebody is signed in now.
    pub fn fresh() -> Self {
        Self { id: hex(&random::<4>()), since: now() }
    }
}

/// What signs identities. Who has the key can be anyone.
#[derive(Clone)]
pub struct Signer([u8; 32]);

impl std::fmt::Debug for Signer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Signer(…)")
    }
}

/// The longest name.
const NAME: usize = 24;

const ROMANS: [&str; 24] = [
    "Aelia", "Aulus", "Caius", "Camilla", "Cassia", "Cato", "Claudia", "Decimus", "Drusus", "Fabia",
    "Flavia", "Gallus", "Julia", "Livia", "Lucius", "Marcia", "Marcus", "Octavia", "Paula", "Quintus",
    "Rufus", "Servia", "Titus", "Varro",
];

/// Bytes as hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Hexadecimal digits as bytes.
pub fn unhex(text: &str) -> Option<Vec<u8>> {
    if !text.is_ascii() || !text.len().is_multiple_of(2) {
        return None;
    }
    (0..text.len()).step_by(2).map(|at| u8::from_str_radix(&text[at..at + 2], 16).ok()).collect()
}

/// Random bytes of the operating system.
pub fn random<const N: usize>() -> [u8; N] {
    #[cfg(feature = "testkit")]
    if crate::clock::shifted::is_simulated() {
        return crate::clock::shifted::draw();
    }
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the operating system always has randomness");
    bytes
}

/// A name as it may be shown: trimmed, without control characters, not too long; `None` if nothing is left to see.
pub fn clean_name(text: &str) -> Option<String> {
    let shown = text.chars().filter(|letter| !letter.is_control() && !is_invisible(*letter));
    let clean: String = shown.take(NAME).collect();
    let words: Vec<&str> = clean.split_whitespace().collect();
    // A name is told by its letters and numbers: marks and dashes alone look like nobody.
    words.iter().any(|word| word.chars().any(char::is_alphanumeric)).then(|| words.join(" "))
}

/// Direction marks, fillers, joiners and the like, which show nothing or could make one name look like another.
fn is_invisible(letter: char) -> bool {
    matches!(letter,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}'
        | '\u{e000}'..='\u{f8ff}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffd}'
        | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}' | '\u{f0000}'..='\u{10ffff}')
}

impl Guest {
    /// Somebody new, with a Roman name until another is chosen.
    pub fn fresh() -> Self {
        let id: [u8; 16] = random();
        let name = ROMANS[usize::from(id[0]) % ROMANS.len()];
        Self { id: hex(&id), name: name.to_owned(), device: Device::fresh() }
    }
}

impl Signer {
    /// A signer with this key.
    pub const fn new(key: [u8; 32]) -> Self {
        Self(key)
    }

    fn mac(&self, text: &str) -> Hmac<Sha256> {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0).expect("any length of key is allowed");
        mac.update(b"gloria guest\0");
        mac.update(text.as_bytes());
        mac
    }

    /// The guest as signed text.
    pub fn sign(&self, guest: &Guest) -> String {
        let Guest { id, name, device } = guest;
        let mut body = format!("{id}.{}", hex(name.as_bytes()));
        if !device.id.is_empty() {
            let _ = write!(body, ".{}.{}", device.id, device.since);
        }
        let mac = hex(&self.mac(&body).finalize().into_bytes());
        format!("{body}.{mac}")
    }

    /// The guest in signed text, if the signature is ours.
    pub fn read(&self, text: &str) -> Option<Guest> {
        let (body, mac) = text.rsplit_once('.')?;
        self.mac(body).verify_slice(&unhex(mac)?).ok()?;
        let mut parts = body.split('.');
        let (id, name) = (parts.next()?, parts.next()?);
        let device = match (parts.next(), parts.next()) {
            (Some(id), Some(since)) => Device { id: id.to_owned(), since: since.parse().ok()? },
            (Some(_), None) | (None, _) => Device::default(),
        };
        Some(Guest { id: id.to_owned(), name: String::from_utf8(unhex(name)?).ok()?, device })
    }
}

/// Hashes of keys that are public knowledge and worth nothing: one was committed with a database to the project's own history.
const REVOKED: [&str; 1] = ["19ed37e64592c64071acdabb0bb0184c297bd2676f3b654b42d05fd23abb3170"];

fn is_revoked(key: &[u8], revoked: &[&str]) -> bool {
    revoked.contains(&hex(&Sha256::digest(key)).as_str())
}

/// What becomes of the key of before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KeyChange {
    /// It is believed as long as there is room for it.
    KeepOld,
    /// It, and all before it, are worth nothing.
    DropOld,
}

/// How long a new key is only believed before it signs.
const SETTLED: Duration = Duration::from_secs(2);

/// How many keys of before are believed.
const BEFORE: usize = 4;

/// Makes a new key that signs guests, for the next server that starts.
pub async fn rotate_key(store: &dyn Store, change: KeyChange) -> Result<(), StoreError> {
    let before = match change {
        KeyChange::KeepOld => {
            let newest = store.note(Keys::NEWEST).await?.unwrap_or_default();
            let older = store.note(Keys::OLDER).await?.unwrap_or_default();
            let all = std::iter::once(newest.as_str()).chain(older.lines());
            all.filter(|key| !key.is_empty()).take(BEFORE).collect::<Vec<_>>().join("\n")
        }
        KeyChange::DropOld => String::new(),
    };
    store.put_note(Keys::OLDER, &before).await?;
    store.put_note(Keys::NEWEST, &hex(&random::<32>())).await
}

/// The key that signs, and those of before that are still believed.
#[derive(Debug)]
pub struct Keys(RwLock<Signers>);

#[derive(Debug)]
struct Signers {
    newest: Signer,
    older: Vec<Signer>,
}

impl Keys {
    /// The name of the key in the store.
    pub const NEWEST: &'static str = "signing-key";

    /// The name of those of before, one a line.
    pub const OLDER: &'static str = "signing-keys-before";

    /// The keys of a store; a fresh one where there is none or where the one there is public knowledge.
    pub async fn open(store: &dyn Store) -> Result<Self, Trouble> {
        Self::open_without(store, &REVOKED).await
    }

    /// Reads them anew: somebody else may have made a new one. It is believed at once, and signs only when every other server has had time
    /// to believe it too: nobody shall be a stranger there.
    pub async fn reread(&self, store: &dyn Store) -> Result<(), Trouble> {
        let signers = Signers::read(store, &REVOKED).await?;
        let change = || self.0.write().unwrap_or_else(PoisonError::into_inner);
        change().older.push(signers.newest.clone());
        tokio::time::sleep(SETTLED).await;
        *change() = signers;
        Ok(())
    }

    async fn open_without(store: &dyn Store, revoked: &[&str]) -> Result<Self, Trouble> {
        Ok(Self(RwLock::new(Signers::read(store, revoked).await?)))
    }

    fn signers(&self) -> RwLockReadGuard<'_, Signers> {
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// The guest as signed text.
    pub fn sign(&self, guest: &Guest) -> String {
        self.signers().newest.sign(guest)
    }

    /// The guest in signed text, if a signature of ours is on it.
    pub fn read(&self, text: &str) -> Option<Guest> {
        let signers = self.signers();
        signers.newest.read(text).or_else(|| signers.older.iter().find_map(|older| older.read(text)))
    }

    /// Whether the text is signed with the newest key.
    pub fn is_newest(&self, text: &str) -> bool {
        self.signers().newest.read(text).is_some()
    }

    /// What anything else is authenticated with that nobody may guess.
    pub fn mac(&self) -> Hmac<Sha256> {
        Hmac::<Sha256>::new_from_slice(&self.signers().newest.0).expect("any length of key is allowed")
    }
}

impl Signers {
    async fn read(store: &dyn Store, revoked: &[&str]) -> Result<Self, Trouble> {
        let read = |text: &str| -> Result<[u8; 32], Trouble> {
            let key = unhex(text).and_then(|key| key.try_into().ok());
            key.ok_or(Trouble::Broken("the signing key is malformed"))
        };
        let fresh: [u8; 32] = random();
        let kept = match store.note(Keys::NEWEST).await? {
            Some(kept) => kept,
            // Of servers that start at once all have the same one.
            None => store.put_note_unless(Keys::NEWEST, &hex(&fresh)).await?,
        };
        let mut key = read(&kept)?;
        if is_revoked(&key, revoked) {
            tracing::warn!(
                "The signing key of this database is public knowledge, so it was replaced: everybody is a new guest."
            );
            store.put_note(Keys::NEWEST, &hex(&fresh)).await?;
            key = fresh;
        }
        let older = store.note(Keys::OLDER).await?.unwrap_or_default();
        let older = older.lines().map(read).collect::<Result<Vec<_>, Trouble>>()?;
        let older = older.into_iter().filter(|key| !is_revoked(key, revoked)).map(Signer::new).collect();
        Ok(Self { newest: Signer::new(key), older })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signed_guest_reads_back_and_no_letter_can_be_changed() {
        let signer = Signer::new([7; 32]);
        let guest = Guest {
            id: "ab12".to_owned(),
            name: "Jürgen <b>".to_owned(),
            device: Device { id: "cd34".to_owned(), since: 77 },
        };
        // Those of earlier versions say nothing of devices.
        let before = Guest { device: Device::default(), ..guest.clone() };
        assert_eq!(signer.sign(&before).split('.').count(), 3);
        assert_eq!(signer.read(&signer.sign(&before)), Some(before));
        let text = signer.sign(&guest);
        assert_eq!(signer.read(&text), Some(guest));
        assert_eq!(Signer::new([8; 32]).read(&text), None);
        for at in 0..text.len() {
            let mut other = text.clone().into_bytes();
            other[at] = if other[at] == b'0' { b'1' } else { b'0' };
            assert_eq!(signer.read(&String::from_utf8(other).unwrap()), None, "at {at}");
        }
        for bad in ["", ".", "..", "a.b.c", "é.é.é"] {
            assert_eq!(signer.read(bad), None);
        }
    }

    #[tokio::test]
    async fn keys_can_be_changed_and_a_revoked_one_is_worth_nothing() {
        let folder = std::env::temp_dir().join(format!("gloria-keys-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let store = store::Sqlite::open(&folder.join("log.db")).unwrap();
        let guest = Guest::fresh();
        let first = Keys::open(&store).await.unwrap().sign(&guest);
        rotate_key(&store, KeyChange::KeepOld).await.unwrap();
        let second = Keys::open(&store).await.unwrap();
        assert_eq!(second.read(&first), Some(guest.clone()));
        assert!(!second.is_newest(&first) && second.is_newest(&second.sign(&guest)));
        let text = second.sign(&guest);
        rotate_key(&store, KeyChange::DropOld).await.unwrap();
        let third = Keys::open(&store).await.unwrap();
        assert_eq!((third.read(&first), third.read(&text)), (None, None));
        // The key in use becomes public knowledge: nobody believes it, as the newest or as one of before.
        let public = unhex(&store.note(Keys::NEWEST).await.unwrap().unwrap()).unwrap();
        let hash = hex(&Sha256::digest(&public));
        let text = third.sign(&guest);
        let after = Keys::open_without(&store, &[&hash]).await.unwrap();
        assert_eq!(after.read(&text), None);
        assert_ne!(store.note(Keys::NEWEST).await.unwrap().unwrap(), hex(&public), "it is replaced");
        store.put_note(Keys::OLDER, &hex(&public)).await.unwrap();
        assert_eq!(Keys::open_without(&store, &[&hash]).await.unwrap().read(&text), None);
        assert_eq!(REVOKED[0].len(), 64);
        let _ = std::fs::remove_dir_all(&folder);
    }

    #[test]
    fn names_are_cleaned() {
        assert_eq!(clean_name("  Ann\u{202e}\n "), Some("Ann".to_owned()));
        assert_eq!(clean_name(" \u{200b} "), None);
        assert_eq!(clean_name(&"x".repeat(99)).unwrap().len(), NAME);
        assert_eq!(clean_name("Zoë  van\u{3000}Dijk"), Some("Zoë van Dijk".to_owned()));
        for invisible in [
            "\u{3164}",
            "\u{2800}\u{2800}",
            "\u{ad}",
            "\u{e0041}",
            "--",
            "\u{300}",
            "\u{115f}\u{1160}",
            "\u{e000}",
        ] {
            assert_eq!(clean_name(invisible), None, "{invisible:?}");
        }
    }
}
