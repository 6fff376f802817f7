//! What somebody has said of notices: where they want them, when not, and how the last one fared. All of it are notes, so every server of a
//! database knows it.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use store::Store;

use super::outward::Unsent;
use super::push::Keys;
use super::quiet::Quiet;
use crate::guest::Guest;
use crate::table::now;
use crate::tables::Tables;
use crate::trouble::Trouble;

/// What the names of these notes begin with.
const NOTICE: &str = "notice/";

/// The most browsers of one guest.
const BROWSERS: usize = 20;

/// A browser that takes notices.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Browser {
    /// Where its push service takes them.
    pub endpoint: String,
    /// What only it can read is made with.
    pub keys: Keys,
    /// What it is: browser and system.
    pub label: String,
    /// The address it knows this server by.
    pub base: String,
}

/// How an address wants to be told.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Speech {
    /// As a topic of ntfy: the words are the body.
    Ntfy,
    /// As a program: a JSON object.
    Json,
}

/// An address that is told.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Hook {
    /// The address.
    pub url: String,
    /// How it wants to be told.
    pub speech: Speech,
    /// The address its owner knows this server by.
    pub base: String,
}

/// How a notice fared.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fared {
    /// Whoever was told took it.
    Taken,
    /// The browser wants no more of them, and gets none.
    Gone,
    /// It was answered with this status.
    Refused(u16),
    /// It could not be sent.
    Unsent(Unsent),
    /// Whoever runs the server does not allow it (any more).
    Disallowed,
}

/// The last try.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Tried {
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// How it fared.
    pub fared: Fared,
    /// What it was sent to: browser and system; nothing for an address.
    #[serde(default)]
    pub label: String,
}

/// Everything that somebody has said of notices.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Wishes {
    /// The browsers that take them, by device.
    pub browsers: BTreeMap<String, Browser>,
    /// An address that is told.
    pub hook: Option<Hook>,
    /// When not.
    pub quiet: Option<Quiet>,
    /// How the last ones fared, by the name of the way.
    pub tried: BTreeMap<String, Tried>,
}

/// The name of the way to a browser.
///
/// Cookies of earlier versions say nothing of a device.
pub fn to_browser(device: &str) -> String {
    format!("push/{}", if device.is_empty() { "-" } else { device })
}

/// The name of the way to an address.
pub const HOOK: &str = "hook";

const QUIET: &str = "quiet";

fn key(guest: &str, of: &str) -> String {
    format!("{NOTICE}{guest}/{of}")
}

/// The guest that a note of this name is about, if it is about notices.
pub fn guest_of(key: &str) -> Option<&str> {
    key.strip_prefix(NOTICE)?.split('/').next()
}

/// Everybody who has said something of notices.
pub async fn everybody(store: &dyn Store) -> Result<Vec<String>, Trouble> {
    let notes = store.notes(NOTICE).await?;
    Ok(notes.iter().filter_map(|(key, _)| guest_of(key)).map(str::to_owned).collect())
}

fn read<T: DeserializeOwned>(value: &str) -> Option<T> {
    serde_json::from_str(value).ok()
}

impl Wishes {
    /// Whether there is anywhere to tell them.
    pub fn is_nowhere(&self) -> bool {
        self.browsers.is_empty() && self.hook.is_none()
    }

    fn of(guest: &str, notes: &[(String, String)]) -> Self {
        let mut wishes = Self::default();
        for (name, value) in notes {
            let Some(rest) = name.strip_prefix(key(guest, "").as_str()) else { continue };
            match rest.split_once('/') {
                Some(("push", device)) => {
                    if let Some(browser) = read(value) {
                        wishes.browsers.insert(device.to_owned(), browser);
                    }
                }
                Some(("tried", way)) => {
                    if let Some(tried) = read(value) {
                        wishes.tried.insert(way.to_owned(), tried);
                    }
                }
                Some(_) => {}
                None if rest == HOOK => wishes.hook = read(value),
                None if rest == QUIET => wishes.quiet = read(value),
                None => {}
            }
        }
        wishes
    }
}

impl Tables {
    /// What somebody has said of notices.
    pub async fn wishes_of(&self, guest: &str) -> Result<Wishes, Trouble> {
        Ok(Wishes::of(guest, &self.store.notes(&key(guest, "")).await?))
    }

    async fn put_wish(&self, guest: &str, of: &str, value: &impl Serialize) -> Result<(), Trouble> {
        let text = serde_json::to_string(value).map_err(|error| Trouble::Bad(error.to_string()))?;
        self.store.put_note(&key(guest, of), &text).await?;
        self.notices.heard(self, guest);
        Ok(())
    }

    async fn drop_wish(&self, guest: &str, of: &str) -> Result<(), Trouble> {
        // The name of a device never begins with that of another.
        self.store.remove_notes(&key(guest, of), Duration::ZERO).await?;
        self.notices.heard(self, guest);
        Ok(())
    }

    /// Lets the browser that a guest is at take notices.
    pub async fn add_browser(&self, guest: &Guest, browser: &Browser) -> Result<(), Trouble> {
        let known = self.wishes_of(&guest.id).await?.browsers;
        if known.len() >= BROWSERS && !known.contains_key(&guest.device.id) {
            return Err(Trouble::TooMuch(
                "You get notices on a lot of devices already: turn some of them off.",
            ));
        }
        let way = to_browser(&guest.device.id);
        self.store.remove_notes(&key(&guest.id, &format!("tried/{way}")), Duration::ZERO).await?;
        self.put_wish(&guest.id, &way, browser).await
    }

    /// Lets an address be told.
    pub async fn put_hook(&self, guest: &Guest, hook: &Hook) -> Result<(), Trouble> {
        self.store.remove_notes(&key(&guest.id, &format!("tried/{HOOK}")), Duration::ZERO).await?;
        self.put_wish(&guest.id, HOOK, hook).await
    }

    /// Says when somebody wants no notices, or that there is no such time.
    pub async fn put_quiet(&self, guest: &Guest, quiet: Option<&Quiet>) -> Result<(), Trouble> {
        match quiet {
            Some(quiet) => self.put_wish(&guest.id, QUIET, quiet).await,
            None => self.drop_wish(&guest.id, QUIET).await,
        }
    }

    /// Tells somebody no more by this way, and forgets how it fared.
    pub async fn drop_way(&self, guest: &str, way: &str) -> Result<(), Trouble> {
        self.store.remove_notes(&key(guest, &format!("tried/{way}")), Duration::ZERO).await?;
        self.drop_wish(guest, way).await
    }

    /// Tells no more on any device but this one.
    pub async fn drop_other_browsers(&self, guest: &Guest, fresh: &Guest) -> Result<(), Trouble> {
        let own = self.wishes_of(&guest.id).await?.browsers.remove(&guest.device.id);
        self.drop_way(&guest.id, "push/").await?;
        match own {
            // The same browser has another name from now on.
            Some(browser) => self.add_browser(fresh, &browser).await,
            None => Ok(()),
        }
    }

    /// Keeps how a notice fared; a browser that wants no more of them gets none.
    pub(super) async fn keep_fared(
        &self,
        guest: &str,
        (way, label): (&str, &str),
        fared: Fared,
    ) -> Result<(), Trouble> {
        let tried = Tried { at: now(), fared, label: label.to_owned() };
        let text = serde_json::to_string(&tried).expect("what was tried is plain data");
        if fared == Fared::Gone {
            self.store.remove_notes(&key(guest, way), Duration::ZERO).await?;
        }
        Ok(self.store.put_note(&key(guest, &format!("tried/{way}")), &text).await?)
    }

    /// Forgets everything that somebody has said of notices.
    pub(crate) async fn forget_wishes(&self, guest: &str) -> Result<(), Trouble> {
        self.store.remove_notes(&key(guest, ""), Duration::ZERO).await?;
        self.store.remove_notes(&super::told_of(guest), Duration::ZERO).await?;
        Ok(())
    }
}
