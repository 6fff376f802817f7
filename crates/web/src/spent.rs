//! What guests and addresses have used of their hour, where several servers share a store.
//!
//! Each server counts for itself ([`crate::guard::Limits`]). Whoever has used an eighth of what is allowed in an hour is told to the other
//! servers, every few seconds, in one note for each server; all of them together then allow no more than one would. What each may allow
//! beyond that is what it has not been told yet: at most an eighth for each other server, and what is asked for within those seconds.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use hmac::Mac as _;
use serde::{Deserialize, Serialize};

use crate::client::Client;
use crate::guard::HOUSEHOLD;
use crate::guest::hex;
use crate::table::now;
use crate::tables::Tables;

/// How often servers tell each other.
const TELL: Duration = Duration::from_secs(2);

/// Which part of an hour's allowance is worth telling.
const PART: u32 = 8;

const HOUR: u64 = 3_600_000;

/// How long what a server told is kept.
const KEPT: Duration = Duration::from_millis(2 * HOUR);

/// What was used in one hour.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
struct Used {
    hour: u64,
    numbers: BTreeMap<String, u32>,
}

#[derive(Debug, Default)]
struct Known {
    own: Used,
    /// Those of one's own that are worth telling, as they were told last.
    told: Used,
    loud: Used,
    others: BTreeMap<String, Used>,
}

impl Known {
    /// Counts one more, if all servers together allow it.
    fn may(&mut self, key: &str, most: u32, hour: u64) -> bool {
        if self.own.hour != hour {
            self.own = Used { hour, ..Used::default() };
            self.loud = self.own.clone();
            self.others.retain(|_, used| used.hour == hour);
        }
        let own = self.own.numbers.get(key).copied().unwrap_or_default();
        let others = self.others.values().filter(|used| used.hour == hour);
        let others: u32 = others.filter_map(|used| used.numbers.get(key)).sum();
        if own.saturating_add(others) >= most {
            return false;
        }
        self.own.numbers.insert(key.to_owned(), own + 1);
        if (own + 1).saturating_mul(PART) >= most {
            self.loud.numbers.insert(key.to_owned(), own + 1);
        }
        true
    }
}

/// What guests and addresses have used of their hour at all servers.
#[derive(Debug, Default)]
pub struct Spent(Mutex<Known>);

impl Spent {
    fn known(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The key of what a server told.
const NOTES: &str = "spent ";

/// Tells the other servers now and then who has used a good part of their hour, and clears away what was told long ago.
pub async fn tell(tables: Weak<Tables>) {
    while let Some(here) = tables.upgrade() {
        here.tell_spent().await;
        drop(here);
        tokio::time::sleep(TELL).await;
    }
}

impl Tables {
    /// Whether this guest or address (whoever) may do this once more in this hour, wherever they did it before. Where there is one
    /// server alone its own limits say it.
    pub(crate) fn may_spend(&self, what: &str, who: &str, most: u32) -> bool {
        if !self.shared {
            return true;
        }
        // Addresses are nobody's business: the store gets to know a name that only our servers can make.
        let mut mac = self.signer.mac();
        mac.update(b"gloria spent\0");
        mac.update(who.as_bytes());
        let key = format!("{what} {}", hex(&mac.finalize().into_bytes()[..8]));
        self.spent.known().may(&key, most, now() / HOUR)
    }

    /// The same for a guest and for the address, from which several guests may do more.
    pub(crate) fn may_spend_both(&self, what: &str, guest: &str, client: Client, most: u32) -> bool {
        let address = client.network.to_string();
        self.may_spend(what, &address, most.saturating_mul(HOUSEHOLD)) && self.may_spend(what, guest, most)
    }

    async fn tell_spent(&self) {
        let news = {
            let known = self.spent.known();
            (known.loud != known.told).then(|| known.loud.clone())
        };
        let Some(loud) = news else { return };
        let text = serde_json::to_string(&loud).expect("numbers are plain data");
        if self.store.put_note(&format!("{NOTES}{}", self.worker), &text).await.is_ok() {
            self.spent.known().told = loud;
            // What is left is cleared away by the next.
            let _ = self.store.remove_notes(NOTES, KEPT).await;
        }
    }

    /// Learns what another server told; what is in other words is as good as nothing.
    pub(crate) async fn hear_spent(self: Arc<Self>, key: String) {
        let Some(server) = key.strip_prefix(NOTES).filter(|server| *server != self.worker) else { return };
        if let Ok(Some(text)) = self.store.note(&key).await
            && let Ok(used) = serde_json::from_str(&text)
        {
            self.spent.known().others.insert(server.to_owned(), used);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_servers_together_allow_what_one_would_but_for_what_they_were_not_told() {
        let mut here = Known::default();
        let mut there = Known::default();
        let mut allowed = 0;
        // Somebody asks at both in turn; what one allows is told to the other at every tenth.
        for step in 0..200 {
            allowed += u32::from(here.may("ann", 80, 7));
            allowed += u32::from(there.may("ann", 80, 7));
            if step % 10 == 9 {
                here.others.insert("there".to_owned(), there.loud.clone());
                there.others.insert("here".to_owned(), here.loud.clone());
            }
        }
        assert!((80..=100).contains(&allowed), "{allowed}");
        assert!(
            here.may("bob", 80, 7) && !here.loud.numbers.contains_key("bob"),
            "a little is nobody's news"
        );
        // Without being told each would allow all of it.
        let mut alone = Known::default();
        assert_eq!((0..200).filter(|_| alone.may("ann", 80, 7)).count(), 80);
        // The next hour begins anew.
        assert!(here.may("ann", 80, 8) && here.others.is_empty());
    }
}
