//! Who somebody is: a random identity and a chosen name, signed by the server, kept in a cookie or sent as a token.

use std::fmt::Write as _;

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// A guest: nobody needs an account.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Guest {
    /// The identity: random, never shown to others.
    pub id: String,
    /// The chosen name.
    pub name: String,
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
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the operating system always has randomness");
    bytes
}

/// A name as it may be shown: trimmed, without control characters, not too long; `None` if nothing is left.
pub fn clean_name(text: &str) -> Option<String> {
    let clean: String =
        text.chars().filter(|letter| !letter.is_control() && !is_invisible(*letter)).take(NAME).collect();
    let clean = clean.trim();
    (!clean.is_empty()).then(|| clean.to_owned())
}

/// Direction marks and the like, which could make one name look like another.
fn is_invisible(letter: char) -> bool {
    matches!(letter, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

impl Guest {
    /// Somebody new, with a Roman name until another is chosen.
    pub fn fresh() -> Self {
        let id: [u8; 16] = random();
        let name = ROMANS[usize::from(id[0]) % ROMANS.len()];
        Self { id: hex(&id), name: name.to_owned() }
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
        let body = format!("{}.{}", guest.id, hex(guest.name.as_bytes()));
        let mac = hex(&self.mac(&body).finalize().into_bytes());
        format!("{body}.{mac}")
    }

    /// The guest in signed text, if the signature is ours.
    pub fn read(&self, text: &str) -> Option<Guest> {
        let (body, mac) = text.rsplit_once('.')?;
        self.mac(body).verify_slice(&unhex(mac)?).ok()?;
        let (id, name) = body.split_once('.')?;
        Some(Guest { id: id.to_owned(), name: String::from_utf8(unhex(name)?).ok()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signed_guest_reads_back_and_no_letter_can_be_changed() {
        let signer = Signer::new([7; 32]);
        let guest = Guest { id: "ab12".to_owned(), name: "Jürgen <b>".to_owned() };
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

    #[test]
    fn names_are_cleaned() {
        assert_eq!(clean_name("  Ann\u{202e}\n "), Some("Ann".to_owned()));
        assert_eq!(clean_name(" \u{200b} "), None);
        assert_eq!(clean_name(&"x".repeat(99)).unwrap().len(), NAME);
    }
}
