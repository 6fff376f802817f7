//! It is somebody's turn, and they are not there: they are told, once, where they want to be told.
//!
//! Every server sees whose turn it is at every table (its lists tell it). After a moment, in which whoever looks at the table has seen it for
//! themselves, it looks what is to be told to a guest, all of it in one notice. What goes out is claimed in the store first, so of
//! several servers one tells it. Nothing is told but whose turn it is, in which game and with whom.

mod deliver;
mod kept;
mod outward;
mod push;
mod quiet;
mod service;

pub use kept::{Browser, Fared, HOOK, Hook, Speech, Tried, Wishes, to_browser};
pub use outward::{Target, Unsent};
pub use push::{Keys, read as read_bytes, written as written_bytes};
pub use quiet::{Quiet, shown};
pub use service::{NoService, Service, hook_reach, push_reach};

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, Weak};
use std::time::Duration;

use room::Brief;
use store::TableId;
use table::{Text, many, say, speaking};
use tokio::sync::{Notify, OnceCell};
use tokio::time::{Instant, sleep, sleep_until};

use self::push::Vapid;
use crate::kind::kind;
use crate::table::now;
use crate::tables::Tables;
use crate::trouble::Trouble;

/// What the names of claims begin with.
const TOLD: &str = "told/";

/// How long claims are kept; and how long ago a turn may have begun that a server finds when it starts.
const CLAIMED: Duration = Duration::from_secs(2 * 86_400);
const STALE: u64 = 86_400_000;

/// How long the store is left alone after it did not answer.
const AGAIN: Duration = Duration::from_secs(5);

/// After how many times the usual pause an undelivered notice is tried again.
const TRIES: [u32; 2] = [1, 6];

/// The names of the claims for a guest.
fn told_of(guest: &str) -> String {
    format!("{TOLD}{guest}/")
}

/// How notices are given.
#[derive(Clone, Debug)]
pub struct Noticing {
    /// How long somebody has to see for themselves that it is their turn.
    pub delay: Duration,
    /// How long after a notice there is no other for the same guest.
    pub burst: Duration,
    /// Push services besides those of the browsers.
    pub services: Vec<Service>,
    /// Whether guests may name an address that is told.
    pub hooks: Hooks,
    /// Whom a push service may ask about this server: an address of mail or of a page.
    pub contact: Option<String>,
}

/// Whether guests may name an address that is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Hooks {
    /// They may not.
    #[default]
    Off,
    /// They may.
    On,
}

impl Default for Noticing {
    fn default() -> Self {
        Self {
            delay: Duration::from_secs(10),
            burst: Duration::from_secs(60),
            services: Vec::new(),
            hooks: Hooks::Off,
            contact: None,
        }
    }
}

/// A turn that somebody may have to be told of.
#[derive(Clone, Copy, Debug)]
struct Turn {
    /// Since when the table has waited for them without a break.
    since: u64,
    /// Whether that is settled: told by somebody, or seen.
    settled: bool,
}

#[derive(Default)]
struct Queue {
    /// The turns of those who want notices, by guest and table.
    turns: HashMap<String, HashMap<TableId, Turn>>,
    /// When guests are looked at next.
    due: HashMap<String, Instant>,
}

/// Who is to be told, and when.
#[derive(Default)]
pub struct Notices {
    /// Those who may want notices: what they want is in the store.
    who: RwLock<HashSet<String>>,
    queue: Mutex<Queue>,
    wake: Notify,
    vapid: OnceCell<Vapid>,
}

/// What is told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Notice {
    text: String,
    path: String,
    count: usize,
}

impl Notices {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wants(&self, guest: &str) -> bool {
        self.who.read().unwrap_or_else(PoisonError::into_inner).contains(guest)
    }

    /// Whether a note is about this, and then whose.
    pub fn guest_of(key: &str) -> Option<&str> {
        kept::guest_of(key)
    }

    /// Somebody has said something of notices: they are looked at soon.
    pub fn heard(&self, tables: &Tables, guest: &str) {
        self.who.write().unwrap_or_else(PoisonError::into_inner).insert(guest.to_owned());
        for (id, brief) in tables.lists().own(guest) {
            self.turned(&id, &brief, Duration::ZERO);
        }
        self.queue().due.insert(guest.to_owned(), Instant::now());
        self.wake.notify_one();
    }

    /// Lists have learned whose turn it is at a table.
    pub fn turned(&self, id: &TableId, brief: &Brief, delay: Duration) {
        for guest in brief.guests.iter().filter(|guest| self.wants(guest)) {
            let mut queue = self.queue();
            if !brief.waits_for(guest) {
                if let Some(turns) = queue.turns.get_mut(guest) {
                    turns.remove(id);
                }
                continue;
            }
            let turns = queue.turns.entry(guest.clone()).or_default();
            // Whoever decides twice in a row knows that it is their turn.
            if turns.contains_key(id) {
                continue;
            }
            turns.insert(id.clone(), Turn { since: brief.since, settled: false });
            queue.due.entry(guest.clone()).or_insert_with(|| Instant::now() + delay);
            self.wake.notify_one();
        }
    }

    /// The guests whose time has come, and when the next one's comes.
    fn due(&self) -> (Vec<String>, Option<Instant>) {
        let (mut queue, now) = (self.queue(), Instant::now());
        let mut due: Vec<String> =
            queue.due.iter().filter(|(_, at)| **at <= now).map(|(guest, _)| guest.clone()).collect();
        due.sort();
        for guest in &due {
            queue.due.remove(guest);
        }
        (due, queue.due.values().min().copied())
    }

    fn settle(&self, guest: &str, id: &TableId) {
        if let Some(turn) = self.queue().turns.get_mut(guest).and_then(|turns| turns.get_mut(id)) {
            turn.settled = true;
        }
    }
}

/// Looks after those who want notices, for as long as somebody needs the tables.
pub async fn run(tables: Weak<Tables>) {
    if let Some(tables) = tables.upgrade() {
        tables.find_everybody().await;
    }
    loop {
        let Some(held) = tables.upgrade() else { return };
        let (due, next) = held.notices.due();
        for guest in due {
            let later = match held.look_after_turns(&guest).await {
                Ok(later) => later,
                Err(_) => Some(AGAIN),
            };
            if let Some(later) = later {
                held.notices.queue().due.entry(guest).or_insert_with(|| Instant::now() + later);
            }
        }
        // Somebody may have to wait who was not there when the next one was looked for.
        let next = held.notices.queue().due.values().min().copied().or(next);
        let wake = Arc::clone(&held);
        drop(held);
        let woken = wait(wake, next);
        if !woken.await {
            return;
        }
    }
}

/// Waits for the next one's time or for news; whether there is still somebody to look after. The tables are not held meanwhile.
async fn wait(tables: Arc<Tables>, next: Option<Instant>) -> bool {
    let weak = Arc::downgrade(&tables);
    let notices = Arc::clone(&tables.notices);
    drop(tables);
    let rest = async {
        match next {
            Some(next) => sleep_until(next).await,
            // Nobody wakes a server that is gone.
            None => sleep(Duration::from_secs(60)).await,
        }
    };
    tokio::select! {
        () = notices.wake.notified() => {}
        () = rest => {}
    }
    weak.strong_count() > 0
}

/// Everybody else at a table, by name.
fn others(guest: &str, brief: &Brief) -> Text {
    let mut guests = brief.guests.iter();
    let own = |at: usize| {
        brief.levels.get(at).is_none_or(Option::is_none) && guests.next().is_some_and(|id| id == guest)
    };
    let own: Vec<bool> = (0..brief.names.len()).map(own).collect();
    let names = brief.names.iter().zip(own).filter(|(_, own)| !own).map(|(name, _)| Text::from(name.clone()));
    Text::listed(names)
}

/// What a guest is told of these tables, while so many wait for them in all.
fn notice(guest: &str, news: &[(TableId, Brief)], count: usize) -> Notice {
    let (text, path) = match news {
        [(id, brief)] => {
            let game = kind(&brief.game).map_or(brief.game.as_str(), |kind| kind.info().title);
            let game = Text::from(game.to_owned());
            (say!("It’s your turn in {game} with {}.", others(guest, brief)), format!("/t/{id}"))
        }
        _ => (say!("It’s your turn in {}.", many(news.len() as i64, "game")), "/games".to_owned()),
    };
    Notice { text: text.to_string(), path, count }
}

impl Tables {
    /// What a guest would be told now of all tables that wait for them: for the proofs that it tells nothing hidden.
    #[cfg(feature = "testkit")]
    pub fn would_tell(&self, guest: &str) -> String {
        let news = self.waiting_for(guest);
        let count = news.len();
        speaking(self.config.tongue, || format!("{:?}", notice(guest, &news, count)))
    }

    /// Finds everybody who wants notices, and whose turn it is.
    pub(crate) async fn find_everybody(&self) {
        let Ok(everybody) = kept::everybody(self.store.as_ref()).await else { return };
        for guest in everybody {
            self.notices.who.write().unwrap_or_else(PoisonError::into_inner).insert(guest.clone());
            let own = self.lists().own(&guest);
            for (id, brief) in own.iter().filter(|(_, brief)| now().saturating_sub(brief.since) < STALE) {
                self.notices.turned(id, brief, self.config.notices.delay);
            }
        }
    }

    /// The key by which push services know this server.
    async fn vapid(&self) -> Result<&Vapid, Trouble> {
        self.notices.vapid.get_or_try_init(|| Vapid::open(self.store.as_ref())).await
    }

    /// Its public part, for browsers.
    pub async fn push_key(&self) -> Result<String, Trouble> {
        Ok(self.vapid().await?.public())
    }

    /// Whether a guest has a table open in a window, at this server.
    fn looks_at(&self, guest: &str, id: &TableId) -> bool {
        let Some(table) = self.held_table(id) else { return false };
        let present = table.present();
        let own = table.room().seating.seats_of(guest);
        own.iter().any(|seat| present.contains(seat))
    }

    /// Claims something in the store; whether it was this server that got it.
    async fn claim(&self, key: &str) -> Result<bool, Trouble> {
        Ok(self.store.put_note_unless(key, &self.worker).await? == self.worker)
    }

    /// Lets go of claims that nobody needs any more.
    pub(crate) async fn clear_claims(&self) -> Result<(), Trouble> {
        self.store.remove_notes(TOLD, CLAIMED).await?;
        Ok(())
    }

    /// The turns of a guest that are not settled, as lists know the tables.
    fn open_turns(&self, guest: &str) -> Vec<(TableId, Brief, u64)> {
        let own = self.waiting_for(guest);
        let mut queue = self.notices.queue();
        let Some(turns) = queue.turns.get_mut(guest) else { return Vec::new() };
        turns.retain(|id, _| own.iter().any(|(known, _)| known == id));
        let open = |(id, brief): &(TableId, Brief)| {
            let turn = turns.get(id).filter(|turn| !turn.settled)?;
            Some((id.clone(), brief.clone(), turn.since))
        };
        own.iter().filter_map(open).collect()
    }

    /// Tells a guest what is to be told, if anything is; answers when to look again.
    async fn look_after_turns(self: &Arc<Self>, guest: &str) -> Result<Option<Duration>, Trouble> {
        let mut open = self.open_turns(guest);
        let (seen, unseen): (Vec<_>, Vec<_>) = open.drain(..).partition(|(id, ..)| self.looks_at(guest, id));
        for (id, _, since) in seen {
            // The other servers must know it too.
            let _ = self.claim(&format!("{}{id}/{since}", told_of(guest))).await?;
            self.notices.settle(guest, &id);
        }
        if unseen.is_empty() {
            return Ok(None);
        }
        let wishes = self.wishes_of(guest).await?;
        if wishes.is_nowhere() {
            self.notices.who.write().unwrap_or_else(PoisonError::into_inner).remove(guest);
            self.notices.queue().turns.remove(guest);
            return Ok(None);
        }
        if let Some(later) = self.not_before(guest, &wishes).await? {
            return Ok(Some(later));
        }
        let mut news = Vec::new();
        for (id, brief, since) in unseen {
            if self.claim(&format!("{}{id}/{since}", told_of(guest))).await? {
                news.push((id.clone(), brief));
            }
            self.notices.settle(guest, &id);
        }
        if !news.is_empty() {
            let count = self.waiting_for(guest).len();
            let notice = speaking(self.config.tongue, || notice(guest, &news, count));
            drop(self.tell_everywhere(guest, wishes, &notice, &TRIES));
        }
        Ok(None)
    }

    /// How long a guest is to be left alone: it is quiet there, or they have just been told something.
    async fn not_before(&self, guest: &str, wishes: &Wishes) -> Result<Option<Duration>, Trouble> {
        let (now, burst) = (now(), self.config.notices.burst.as_millis() as u64);
        if let Some(until) = wishes.quiet.as_ref().and_then(|quiet| quiet.until(now)) {
            return Ok(Some(Duration::from_millis(until.saturating_sub(now))));
        }
        if burst == 0 {
            return Ok(None);
        }
        let last_key = format!("{}last", told_of(guest));
        let last = self.store.note(&last_key).await?.and_then(|text| text.parse::<u64>().ok());
        let rest = last.map_or(0, |last| (last + burst).saturating_sub(now).min(burst));
        if rest > 0 {
            return Ok(Some(Duration::from_millis(rest)));
        }
        // Of several servers that found the same one tells it; the others look again whether anything is left.
        if !self.claim(&format!("{}at/{}", told_of(guest), now / burst)).await? {
            return Ok(Some(self.config.notices.burst));
        }
        self.store.put_note(&last_key, &now.to_string()).await?;
        Ok(None)
    }
}
