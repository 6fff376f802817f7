//! Who somebody is on several devices: links to another device, codes to write down, devices that were signed out.
//!
//! Everything is kept as notes, so that all servers of a database know it. Codes lie there as hashes: whoever reads the database can't use
//! them. What can be used once is used up by being removed, which only one of many who try at once does.

use std::collections::{HashMap, HashSet};
use std::sync::{PoisonError, RwLock};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use store::Store;
use tokio::sync::watch;

use crate::guest::{Device, Guest, hex, random};
use crate::notices::to_browser;
use crate::table::now;
use crate::tables::Tables;
use crate::trouble::Trouble;

/// What the names of these notes begin with.
const OUT: &str = "out/";
const DEVICE: &str = "device/";
const LINK: &str = "link/";
const CODE: &str = "code/";
const CODE_OF: &str = "code-of/";

/// How long a link to another device can be used, in milliseconds.
const LINK_TIME: u64 = 10 * 60_000;

/// However new a note is.
const ANY: Duration = Duration::ZERO;

/// For whoever may never be somebody again: a time that no device was signed in after.
const NEVER: u64 = u64::MAX;

/// Who is signed out: looked up with every request, so it is in memory.
#[derive(Debug, Default)]
pub struct Outs(RwLock<Out>, watch::Sender<u64>);

#[derive(Debug, Default)]
struct Out {
    /// Guests whose devices were all signed out, and when.
    everywhere: HashMap<String, u64>,
    /// Single devices, with their guests.
    devices: HashSet<(String, String)>,
}

impl Outs {
    /// As the store has them.
    pub async fn read(store: &dyn Store) -> Result<Self, Trouble> {
        let outs = Self::default();
        outs.reread(store).await?;
        Ok(outs)
    }

    /// Reads them anew: another server may have signed somebody out.
    pub async fn reread(&self, store: &dyn Store) -> Result<(), Trouble> {
        for (key, value) in store.notes(OUT).await? {
            self.heard(&key, &value);
        }
        Ok(())
    }

    /// Whether a note is about this.
    pub fn is_about(key: &str) -> bool {
        key.starts_with(OUT)
    }

    fn heard(&self, key: &str, value: &str) {
        let Some(rest) = key.strip_prefix(OUT) else { return };
        let mut out = self.0.write().unwrap_or_else(PoisonError::into_inner);
        match rest.split_once('/') {
            Some((guest, device)) => drop(out.devices.insert((guest.to_owned(), device.to_owned()))),
            None => drop(out.everywhere.insert(rest.to_owned(), value.parse().unwrap_or(NEVER))),
        }
        drop(out);
        self.1.send_modify(|number| *number += 1);
    }

    /// Tells when somebody was signed out: whoever has a stream open may be the one.
    pub fn watch(&self) -> watch::Receiver<u64> {
        self.1.subscribe()
    }

    /// Whether a guest was signed out where they are.
    pub fn has(&self, guest: &Guest) -> bool {
        let out = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let Device { id, since } = &guest.device;
        out.everywhere.get(&guest.id).is_some_and(|at| since <= at)
            || out.devices.contains(&(guest.id.clone(), id.clone()))
    }
}

/// A device as its guest sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Known {
    /// Its id.
    pub id: String,
    /// What it is: browser and system.
    pub label: String,
    /// Since when it is signed in, in milliseconds since 1970.
    pub since: u64,
}

/// What a browser says of itself, in two words.
pub fn label(agent: &str) -> String {
    let find = |names: &[(&str, &str)]| {
        names.iter().find(|(part, _)| agent.contains(part)).map_or("", |(_, name)| *name).to_owned()
    };
    // The first that fits: browsers claim to be each other.
    let browser = find(&[
        ("Firefox/", "Firefox"),
        ("FxiOS/", "Firefox"),
        ("Edg/", "Edge"),
        ("OPR/", "Opera"),
        ("Chrome/", "Chrome"),
        ("CriOS/", "Chrome"),
        ("Safari/", "Safari"),
    ]);
    let system = find(&[
        ("Android", "Android"),
        ("iPhone", "iPhone"),
        ("iPad", "iPad"),
        ("Windows", "Windows"),
        ("Mac OS", "macOS"),
        ("Linux", "Linux"),
    ]);
    match (browser.is_empty(), system.is_empty()) {
        (false, false) => format!("{browser}, {system}"),
        (false, true) => browser,
        (true, false) => system,
        (true, true) => "?".to_owned(),
    }
}

/// A link to another device, and how far it has come.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Passing {
    /// Who it leads to, by identity.
    pub guest: String,
    /// What they are called.
    pub name: String,
    /// Who asked by it: identity and device.
    pub asker: Option<(String, String)>,
    /// Whether the first device has agreed.
    pub granted: bool,
}

#[derive(Serialize, Deserialize)]
struct Link {
    guest: String,
    name: String,
    at: u64,
}

/// What stands for a code in the store.
fn hash(code: &str) -> String {
    hex(&Sha256::digest(code.as_bytes())[..16])
}

/// A code as people write it: without what is easily mistaken, in groups of four.
fn written(bytes: [u8; 20]) -> String {
    const LETTERS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    let letters: Vec<char> = bytes.iter().map(|byte| LETTERS[usize::from(*byte % 32)] as char).collect();
    letters.chunks(4).map(|four| four.iter().collect::<String>()).collect::<Vec<_>>().join("-")
}

/// A code as somebody typed it: capitals, spaces and dashes do not matter, nor letters that look like numbers.
fn typed(code: &str) -> String {
    let letters = code.chars().filter(char::is_ascii_alphanumeric).map(|letter| letter.to_ascii_uppercase());
    letters
        .map(|letter| match letter {
            'O' => '0',
            'I' | 'L' => '1',
            other => other,
        })
        .collect()
}

impl Tables {
    /// Signs a guest in on a device of this kind; answers the guest as they are known there.
    pub async fn sign_in(&self, guest: &Guest, label: &str) -> Result<Guest, Trouble> {
        let guest = Guest { device: Device::fresh(), ..guest.clone() };
        self.know_device(&guest, label).await?;
        Ok(guest)
    }

    /// Remembers the device that a guest is at, so that it is in their list.
    pub async fn know_device(&self, guest: &Guest, label: &str) -> Result<(), Trouble> {
        let Device { id, since } = guest.device.clone();
        let known = Known { id, label: label.to_owned(), since };
        let value = serde_json::to_string(&known).map_err(|error| Trouble::Bad(error.to_string()))?;
        Ok(self.store.put_note(&format!("{DEVICE}{}/{}", guest.id, known.id), &value).await?)
    }

    /// The devices of a guest that are signed in, oldest first.
    pub async fn devices(&self, guest: &Guest) -> Result<Vec<Known>, Trouble> {
        let notes = self.store.notes(&format!("{DEVICE}{}/", guest.id)).await?;
        let known = notes.into_iter().filter_map(|(_, value)| serde_json::from_str::<Known>(&value).ok());
        let mut known: Vec<Known> = known
            .filter(|known| {
                let device = Device { id: known.id.clone(), since: known.since };
                !self.outs.has(&Guest { device, ..guest.clone() })
            })
            .collect();
        known.sort_by_key(|known| known.since);
        Ok(known)
    }

    async fn put_out(&self, key: &str, value: &str) -> Result<(), Trouble> {
        self.store.put_note(key, value).await?;
        self.outs.heard(key, value);
        Ok(())
    }

    /// Signs one device of a guest out.
    pub async fn sign_out(&self, guest: &Guest, device: &str) -> Result<(), Trouble> {
        let plain = device.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if !plain || device.len() > 32 {
            return Err(Trouble::Missing("device"));
        }
        self.put_out(&format!("{OUT}{}/{device}", guest.id), "").await?;
        self.store.remove_notes(&format!("{DEVICE}{}/{device}", guest.id), ANY).await?;
        self.drop_way(&guest.id, &to_browser(device)).await
    }

    /// Signs all devices of a guest out but this one; answers the guest as they are known here from now on. A code that was written down
    /// is worth nothing any more.
    pub async fn sign_out_others(&self, guest: &Guest, label: &str) -> Result<Guest, Trouble> {
        let at = now();
        self.put_out(&format!("{OUT}{}", guest.id), &at.to_string()).await?;
        self.store.remove_notes(&format!("{DEVICE}{}/", guest.id), ANY).await?;
        self.drop_code(guest).await?;
        let fresh = Guest { device: Device { since: at + 1, ..Device::fresh() }, ..guest.clone() };
        self.know_device(&fresh, label).await?;
        self.drop_other_browsers(guest, &fresh).await?;
        Ok(fresh)
    }

    /// A link to another device; answers its code.
    pub async fn make_link(&self, guest: &Guest) -> Result<String, Trouble> {
        let code = hex(&random::<16>());
        let link = Link { guest: guest.id.clone(), name: guest.name.clone(), at: now() };
        let value = serde_json::to_string(&link).map_err(|error| Trouble::Bad(error.to_string()))?;
        self.store.put_note(&format!("{LINK}{}", hash(&code)), &value).await?;
        Ok(code)
    }

    /// How far a link has come; nothing where there is none, or it is too old.
    pub async fn passing(&self, code: &str) -> Result<Passing, Trouble> {
        let key = format!("{LINK}{}", hash(code));
        let none = Trouble::Missing("link");
        let notes = self.store.notes(&key).await?;
        let find = |name: &str| notes.iter().find(|(key, _)| key == name).map(|(_, value)| value.clone());
        let link: Link =
            find(&key).and_then(|value| serde_json::from_str(&value).ok()).ok_or_else(|| none.clone())?;
        if now().saturating_sub(link.at) > LINK_TIME {
            return Err(none);
        }
        let asker = find(&format!("{key}/asker")).and_then(|value| serde_json::from_str(&value).ok());
        let granted = find(&format!("{key}/granted")).is_some();
        Ok(Passing { guest: link.guest, name: link.name, asker, granted })
    }

    /// Asks by a link to become its guest. The first who asks is the only one.
    pub async fn ask_by_link(&self, code: &str, asker: &Guest, label: &str) -> Result<(), Trouble> {
        let value =
            serde_json::to_string(&(&asker.id, label)).map_err(|error| Trouble::Bad(error.to_string()))?;
        self.store.put_note_unless(&format!("{LINK}{}/asker", hash(code)), &value).await?;
        Ok(())
    }

    /// The first device agrees.
    pub async fn grant_link(&self, code: &str) -> Result<(), Trouble> {
        Ok(self.store.put_note(&format!("{LINK}{}/granted", hash(code)), "").await?)
    }

    /// The first device does not agree, or nobody needs the link any more.
    pub async fn drop_link(&self, code: &str) -> Result<(), Trouble> {
        self.store.remove_notes(&format!("{LINK}{}", hash(code)), ANY).await?;
        Ok(())
    }

    /// Uses a link up that was granted; whether it was this time. Of several who try at once one does.
    pub async fn use_link(&self, code: &str) -> Result<bool, Trouble> {
        let used = self.store.remove_notes(&format!("{LINK}{}/granted", hash(code)), ANY).await? == 1;
        self.drop_link(code).await?;
        Ok(used)
    }

    /// A code to write down, in place of the one of before.
    pub async fn make_code(&self, guest: &Guest) -> Result<String, Trouble> {
        self.drop_code(guest).await?;
        let code = written(random());
        let hash = hash(&typed(&code));
        let value = serde_json::to_string(&(&guest.id, &guest.name))
            .map_err(|error| Trouble::Bad(error.to_string()))?;
        self.store.put_note(&format!("{CODE}{hash}"), &value).await?;
        self.store.put_note(&format!("{CODE_OF}{}", guest.id), &hash).await?;
        Ok(code)
    }

    /// Whether a guest has written a code down.
    pub async fn has_code(&self, guest: &Guest) -> Result<bool, Trouble> {
        Ok(self.store.note(&format!("{CODE_OF}{}", guest.id)).await?.is_some())
    }

    async fn drop_code(&self, guest: &Guest) -> Result<(), Trouble> {
        let key = format!("{CODE_OF}{}", guest.id);
        if let Some(hash) = self.store.note(&key).await? {
            self.store.remove_notes(&format!("{CODE}{hash}"), ANY).await?;
            self.store.remove_notes(&key, ANY).await?;
        }
        Ok(())
    }

    /// The guest of a code that was written down, which is used up by it.
    pub async fn use_code(&self, code: &str) -> Result<Option<Guest>, Trouble> {
        let key = format!("{CODE}{}", hash(&typed(code)));
        let Some(value) = self.store.note(&key).await? else { return Ok(None) };
        if self.store.remove_notes(&key, ANY).await? != 1 {
            return Ok(None);
        }
        let Ok((id, name)) = serde_json::from_str::<(String, String)>(&value) else { return Ok(None) };
        self.store.remove_notes(&format!("{CODE_OF}{id}"), ANY).await?;
        Ok(Some(Guest { id, name, device: Device::default() }))
    }

    /// Forgets everything that is kept of a guest besides the tables, and lets nobody be that guest again.
    pub async fn forget_guest(&self, guest: &Guest) -> Result<(), Trouble> {
        self.drop_code(guest).await?;
        self.store.remove_notes(&format!("{DEVICE}{}/", guest.id), ANY).await?;
        self.store.remove_notes(&crate::routes::marks_of(&guest.id), ANY).await?;
        self.forget_wishes(&guest.id).await?;
        self.drop_passkeys(guest).await?;
        self.drop_reports_of(&guest.id).await?;
        self.put_out(&format!("{OUT}{}", guest.id), &NEVER.to_string()).await
    }

    /// Lets go of links that are too old to be used.
    pub(crate) async fn clear_links(&self) -> Result<(), Trouble> {
        self.store.remove_notes(LINK, Duration::from_millis(LINK_TIME)).await?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_read_as_people_write_them() {
        let code = written([31; 20]);
        assert_eq!(code, "ZZZZ-ZZZZ-ZZZZ-ZZZZ-ZZZZ");
        assert_eq!(typed(" zzzz zzzz-zzzzzzzz zzzz"), "Z".repeat(20));
        assert_eq!(typed("o0iL-1abc"), "00111ABC");
    }

    #[test]
    fn devices_are_told_apart() {
        for (agent, told) in [
            ("Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0", "Firefox, Linux"),
            (
                "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/129.0 Mobile Safari/537.36",
                "Chrome, Android",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605 Version/17.0 Mobile Safari/604.1",
                "Safari, iPhone",
            ),
            ("curl/8.0", "?"),
        ] {
            assert_eq!(label(agent), told);
        }
    }

    #[test]
    fn who_is_signed_out_is_so_where_and_when_it_was_said() {
        let outs = Outs::default();
        let guest = |id: &str, since| Guest {
            id: "ann".to_owned(),
            name: "Ann".to_owned(),
            device: Device { id: id.to_owned(), since },
        };
        outs.heard("out/ann/phone", "");
        assert!(outs.has(&guest("phone", 5)) && !outs.has(&guest("desk", 5)));
        outs.heard("out/ann", "9");
        assert!(outs.has(&guest("desk", 9)) && outs.has(&guest("", 0)) && !outs.has(&guest("desk", 10)));
        assert!(!outs.has(&Guest { id: "bob".to_owned(), ..guest("phone", 5) }));
    }
}
