//! People who look for others to play with, and how they are put together.
//!
//! Whoever looks has a note that says so. To be given a seat is one change of the notes: the one who looked looks no more, and is told where
//! their table is. Of several servers that put people together at once only one makes that change, so nobody is seated twice; and a table
//! that was promised is opened by whoever finds it promised, should the server that promised it be gone.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Weak};
use std::time::Duration;

use futures_util::stream::{self, StreamExt as _};
use league::{Party, Queue, Seeker};
use room::{Brief, Chair, Late, Mutes as _, Pace, TableSettings};
use serde::{Deserialize, Serialize};
use store::{NoteChange, TableId};
use table::Options;
use tokio::sync::Notify;
use tokio::time::{sleep, timeout};

use crate::guest::{Guest, hex, random};
use crate::kind::kind;
use crate::lookers::Lookers;
use crate::ratings::Ladder;
use crate::table::now;
use crate::tables::{Opening, Tables};
use crate::trouble::Trouble;

/// What the names of these notes begin with: who looks, who was given a seat, tables that were promised, who is just
/// sitting down at a table of others, and how long people waited.
const SEEK: &str = "seek/";
const SEATED: &str = "seated/";
const PARTY: &str = "party/";
const CLAIM: &str = "sitting/";
const WAITS: &str = "waits/";

/// Whoever has not looked at the page for so long has gone, in milliseconds: from a live game at once, from one over days after days.
const GONE: u64 = 2 * 60_000;
const GONE_SLOW: u64 = 3 * 24 * 60 * 60_000;

/// How often it is written down that somebody still looks at the page, in milliseconds.
const LOOKS: u64 = 15_000;

/// How long those who wait are let alone before it is looked again whether they find each other near enough by now.
const AGAIN: Duration = Duration::from_millis(500);

/// How often that is done before somebody has to look at a page again.
const ROUNDS: usize = 60;

/// How many tables are opened at once.
const AT_ONCE: usize = 16;

/// How long somebody may take to sit down, in milliseconds: the server that should have seen to it is gone.
const SITTING: u64 = 10_000;

/// How many open tables of others are tried for somebody.
const TRIED: usize = 50;

/// How long a note of a seat is kept, and one of somebody who looks.
const KEPT: Duration = Duration::from_secs(4 * 24 * 60 * 60);

/// How fast a game among strangers is.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, utoipa::ToSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Tempo {
    /// In one sitting.
    Live,
    /// Over days.
    Slow,
}

impl Tempo {
    /// Both of them.
    pub const ALL: [Self; 2] = [Self::Live, Self::Slow];

    /// What a form calls it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Live => "live",
            Self::Slow => "slow",
        }
    }

    /// The one of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|tempo| tempo.name() == name)
    }

    /// How much time everybody has: twenty minutes and fifteen seconds more for each decision, or a day for each turn and two besides.
    pub const fn pace(self) -> Pace {
        match self {
            Self::Live => Pace::Live { bank: 20 * 60, increment: 15 },
            Self::Slow => Pace::Slow { each: 24 * 3600, bank: 48 * 3600, night: None },
        }
    }

    const fn is_of(self, pace: Pace) -> bool {
        match pace {
            Pace::Free => false,
            Pace::Live { .. } => matches!(self, Self::Live),
            Pace::Slow { .. } => matches!(self, Self::Slow),
        }
    }

    /// How a table among strangers is kept.
    pub fn settings(self, rated: bool) -> TableSettings {
        TableSettings {
            slow: self == Self::Slow,
            pace: self.pace(),
            late: if rated { Late::Resign } else { Late::Bot },
            rated,
            ..TableSettings::default()
        }
    }
}

/// What somebody looks for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Wanted {
    /// The game's name.
    pub game: String,
    /// With how many players, in order of liking.
    pub players: Vec<usize>,
    /// How fast.
    pub tempo: Tempo,
    /// Whether the result counts.
    pub rated: bool,
    /// What makes a repeated question harmless: the same one is asked once.
    pub token: String,
}

impl Wanted {
    /// What two have to want alike to meet.
    fn what(&self) -> String {
        let rated = if self.rated { "rated" } else { "unrated" };
        format!("{} {} {rated}", self.game, self.tempo.name())
    }
}

/// Somebody who looks.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Seeking {
    name: String,
    #[serde(flatten)]
    wanted: Wanted,
    rating: f64,
    blocked: BTreeSet<String>,
    since: u64,
    seen: u64,
}

impl Seeking {
    fn is_gone(&self, now: u64) -> bool {
        let most = match self.wanted.tempo {
            Tempo::Live => GONE,
            Tempo::Slow => GONE_SLOW,
        };
        now.saturating_sub(self.seen) > most
    }
}

/// A seat that somebody was given.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Given {
    table: String,
    token: String,
    tempo: Tempo,
}

/// A table that was promised.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Promised {
    game: String,
    tempo: Tempo,
    rated: bool,
    guests: Vec<(String, String)>,
}

/// Where somebody stands who looks for others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Seated {
    /// They do not look.
    Nowhere,
    /// They wait.
    Waits {
        /// For what.
        wanted: Wanted,
        /// Since when, in milliseconds since 1970.
        since: u64,
        /// How long it took others, in milliseconds, where anybody knows.
        estimate: Option<u64>,
        /// How many wait for the same, themselves included.
        waiting: usize,
    },
    /// They have a seat at a table that is just being opened, or where they are just sitting down.
    Soon,
    /// They have a seat at this table.
    At(TableId),
}

/// Somebody who is just sitting down at a table of others, and how they looked for it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Claimed {
    table: String,
    looked: String,
    at: u64,
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("this is plain data")
}

fn seek_key(guest: &str) -> String {
    format!("{SEEK}{guest}")
}

fn seated_key(guest: &str) -> String {
    format!("{SEATED}{guest}")
}

/// Begins to put people together, and to record what a server before has left, for as long as somebody needs the tables.
pub fn begin(tables: &Arc<Tables>) {
    tokio::spawn(run(Arc::downgrade(tables), Arc::clone(&tables.pairing.wake)));
    let again = Arc::clone(tables);
    tokio::spawn(async move {
        // Whatever fails here is tried again when what is old is cleared out.
        let _ = again.settle_all().await;
        let _ = again.go_on_with_tournaments().await;
    });
}

async fn run(tables: Weak<Tables>, wake: Arc<Notify>) {
    let mut rounds = 0;
    loop {
        // While nobody waits nothing is asked of the store.
        let nap = if rounds > 0 { AGAIN } else { Duration::from_secs(60) };
        let woken = timeout(nap, wake.notified()).await.is_ok();
        let Some(tables) = tables.upgrade() else { return };
        rounds = match (woken, rounds) {
            (true, _) => ROUNDS,
            (false, 0) => continue,
            (false, left) => left - 1,
        };
        match tables.pair_round().await {
            Ok(0) => rounds = 0,
            Ok(_) => {}
            Err(trouble) => {
                tracing::warn!("People could not be put together: {trouble}");
                sleep(AGAIN).await;
            }
        }
    }
}

impl Tables {
    /// Lets somebody look for others. Whoever looks already, or was given a seat for the same question, is left as they are; so is who
    /// plays a live game that they were put together for.
    pub async fn seek(&self, guest: &Guest, wanted: Wanted) -> Result<(), Trouble> {
        let ladder =
            Ladder { game: wanted.game.clone(), players: wanted.players.first().copied().unwrap_or(2) };
        let at = now();
        let seeking = Seeking {
            name: guest.name.clone(),
            rating: self.rating_of(&guest.id, &ladder, at).await?.value,
            blocked: self.blocks.of(&guest.id),
            wanted,
            since: at,
            seen: at,
        };
        let given = self.store.note(&seated_key(&guest.id)).await?;
        if let Some(given) = given.as_deref().and_then(|text| serde_json::from_str::<Given>(text).ok())
            && (given.token == seeking.wanted.token || self.still_plays(&given).await?)
        {
            return Ok(());
        }
        // Where a seat was given meanwhile, or they look already, nothing changes.
        let looks = NoteChange::add(seek_key(&guest.id), json(&seeking));
        let _ = self.store.change_notes(vec![looks, NoteChange::keep(seated_key(&guest.id), given)]).await?;
        self.pairing.wake.notify_one();
        Ok(())
    }

    /// Lets somebody be one who was put together with others at this table.
    #[cfg(feature = "testkit")]
    pub(crate) async fn stage_seat(&self, guest: &str, table: &TableId) -> Result<(), Trouble> {
        let given = Given { table: table.to_string(), token: "staged".to_owned(), tempo: Tempo::Live };
        Ok(self.store.put_note(&seated_key(guest), &json(&given)).await?)
    }

    /// The live game that somebody was put together for, if it goes on.
    pub async fn live_game_of(&self, guest: &str) -> Result<Option<TableId>, Trouble> {
        let given = self.store.note(&seated_key(guest)).await?;
        match given.as_deref().and_then(|text| serde_json::from_str::<Given>(text).ok()) {
            Some(given) if self.still_plays(&given).await? => Ok(TableId::new(&given.table)),
            Some(_) | None => Ok(None),
        }
    }

    /// Whether a live game goes on that somebody was put together for.
    async fn still_plays(&self, given: &Given) -> Result<bool, Trouble> {
        let Some(id) = TableId::new(&given.table).filter(|_| given.tempo == Tempo::Live) else {
            return Ok(false);
        };
        if self.store.note(&format!("{PARTY}{id}")).await?.is_some() {
            return Ok(true);
        }
        let digests = self.store.digests_of(&[id]).await?;
        Ok(digests.iter().any(|digest| digest.finished.is_none()))
    }

    /// Somebody looks no more.
    pub async fn seek_no_more(&self, guest: &str) -> Result<(), Trouble> {
        self.store.remove_notes(&seek_key(guest), Duration::ZERO).await?;
        Ok(())
    }

    /// Where somebody stands who looks for others; that they look is remembered.
    pub async fn seat_found(&self, guest: &str) -> Result<Seated, Trouble> {
        let key = seek_key(guest);
        let Some(text) = self.store.note(&key).await? else {
            let given = self.store.note(&seated_key(guest)).await?;
            let given = given.as_deref().and_then(|text| serde_json::from_str::<Given>(text).ok());
            let Some(id) = given.and_then(|given| TableId::new(&given.table)) else {
                return Ok(Seated::Nowhere);
            };
            let promised = self.store.note(&format!("{PARTY}{id}")).await?.is_some();
            if promised || self.store.note(&format!("{CLAIM}{guest}")).await?.is_some() {
                self.pairing.wake.notify_one();
                return Ok(Seated::Soon);
            }
            return Ok(Seated::At(id));
        };
        let at = now();
        let Ok(mut seeking) = serde_json::from_str::<Seeking>(&text) else { return Ok(Seated::Nowhere) };
        if at.saturating_sub(seeking.seen) > LOOKS {
            seeking.seen = at;
            let _ = self.store.change_notes(vec![NoteChange::swap(key, Some(text), json(&seeking))]).await?;
        }
        self.pairing.wake.notify_one();
        let what = seeking.wanted.what();
        let Lookers { waiting, estimate, .. } = if let Some(known) = self.pairing.lately(&what, at) {
            known
        } else {
            let all = self.waiting(at).await?;
            let waiting = all.values().filter(|other| other.0.wanted.what() == what).count();
            let estimate = self.queue_of(&what).await?.estimate(&what);
            self.pairing.found(&what, waiting.max(1), estimate, at)
        };
        let Seeking { wanted, since, .. } = seeking;
        Ok(Seated::Waits { estimate, wanted, since, waiting })
    }

    /// Everybody who waits, with the note that says so.
    async fn waiting(&self, now: u64) -> Result<BTreeMap<String, (Seeking, String)>, Trouble> {
        let notes = self.store.notes(SEEK).await?;
        let read = |(key, text): (String, String)| {
            let seeking = serde_json::from_str::<Seeking>(&text).ok()?;
            let guest = key.strip_prefix(SEEK)?.to_owned();
            (!seeking.is_gone(now)).then_some((guest, (seeking, text)))
        };
        Ok(notes.into_iter().filter_map(read).collect())
    }

    /// A queue that remembers how long people waited for this.
    async fn queue_of(&self, what: &str) -> Result<Queue, Trouble> {
        let mut queue = Queue::default();
        let waits = self.store.note(&format!("{WAITS}{what}")).await?;
        queue.remember(what, waits.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default());
        Ok(queue)
    }

    /// Puts together everybody who can be; answers how many wait on.
    async fn pair_round(self: &Arc<Self>) -> Result<usize, Trouble> {
        for (key, text) in self.store.notes(PARTY).await? {
            let promised = serde_json::from_str::<Promised>(&text).ok();
            if let (Some(id), Some(promised)) = (key.strip_prefix(PARTY).and_then(TableId::new), promised) {
                self.keep_promise(&id, &promised).await?;
            }
        }
        let at = now();
        self.mend_claims(at).await?;
        let mut waiting = self.waiting(at).await?;
        let mut seated = Vec::new();
        for (guest, (seeking, text)) in &waiting {
            if self.sit_somewhere(guest, seeking, text).await? {
                seated.push(guest.clone());
            }
        }
        waiting.retain(|guest, _| !seated.contains(guest));
        let mut lines: BTreeMap<String, Vec<Seeker>> = BTreeMap::new();
        for (guest, (seeking, _)) in &waiting {
            let what = seeking.wanted.what();
            lines.entry(what.clone()).or_default().push(Seeker {
                guest: guest.clone(),
                what,
                players: seeking.wanted.players.clone(),
                rating: seeking.rating,
                blocked: seeking.blocked.clone(),
                since: seeking.since,
            });
        }
        let mut parties = Vec::new();
        for (what, line) in lines {
            let mut queue = self.queue_of(&what).await?;
            for seeker in line {
                queue.seek(seeker);
            }
            let found = queue.pair(at);
            if !found.is_empty() {
                self.store.put_note(&format!("{WAITS}{what}"), &json(&queue.waits(&what))).await?;
            }
            parties.extend(found);
        }
        let waiting = &waiting;
        let open = |party: Party| async move { self.promise(&party, waiting).await };
        let opened: Vec<Result<usize, Trouble>> =
            stream::iter(parties).map(open).buffer_unordered(AT_ONCE).collect().await;
        let mut left = waiting.len();
        for one in opened {
            left -= one?;
        }
        Ok(left)
    }

    /// Gives a party its table, if all of it still wait; answers how many have a seat now.
    async fn promise(
        self: &Arc<Self>,
        party: &Party,
        waiting: &BTreeMap<String, (Seeking, String)>,
    ) -> Result<usize, Trouble> {
        let all: Option<Vec<_>> =
            party.guests.iter().map(|guest| Some((guest, waiting.get(guest)?))).collect();
        let Some(((_, (first, _)), all)) = all.and_then(|all| Some((*all.first()?, all))) else {
            return Ok(0);
        };
        let id = TableId::new(&hex(&random::<8>())).expect("hexadecimal digits are a table's name");
        let mut guests: Vec<(String, String)> =
            all.iter().map(|(guest, (seeking, _))| ((*guest).clone(), seeking.name.clone())).collect();
        // Who has waited longest does not always sit first.
        let by = random::<1>()[0] as usize % guests.len();
        guests.rotate_left(by);
        let Wanted { game, tempo, rated, .. } = first.wanted.clone();
        let promised = Promised { game, tempo, rated, guests };
        let mut changes = vec![NoteChange::add(format!("{PARTY}{id}"), json(&promised))];
        for (guest, (seeking, text)) in &all {
            let given = Given { table: id.to_string(), token: seeking.wanted.token.clone(), tempo };
            changes.push(NoteChange::remove(seek_key(guest), text.clone()));
            changes.push(NoteChange::put(seated_key(guest), json(&given)));
        }
        if !self.store.change_notes(changes).await? {
            return Ok(0);
        }
        self.keep_promise(&id, &promised).await?;
        Ok(all.len())
    }

    /// Opens a table that was promised, unless it is open.
    async fn keep_promise(self: &Arc<Self>, id: &TableId, promised: &Promised) -> Result<(), Trouble> {
        let kind = kind(&promised.game).ok_or(Trouble::Missing("game"))?;
        let options = Options::new().with("players", &promised.guests.len().to_string());
        let chairs =
            promised.guests.iter().map(|(guest, name)| Chair::Guest(guest.clone(), name.clone())).collect();
        let opening = Opening {
            settings: promised.tempo.settings(promised.rated),
            id: Some(id.clone()),
            // Nobody is the host of strangers.
            host: Some(String::new()),
            ..Opening::default()
        };
        match self.open_table(kind, &options, chairs, opening).await {
            Ok(_) | Err(Trouble::Stale) => {}
            Err(other) => return Err(other),
        }
        self.store.change_notes(vec![NoteChange::drop(format!("{PARTY}{id}"))]).await?;
        Ok(())
    }

    /// Gives somebody a seat at a table of others who wait for anybody, if there is one; answers whether.
    async fn sit_somewhere(
        self: &Arc<Self>,
        guest: &str,
        seeking: &Seeking,
        text: &str,
    ) -> Result<bool, Trouble> {
        let Wanted { game, players, tempo, rated, token } = &seeking.wanted;
        let open = self.lists().open(TRIED, guest);
        let fits = open.into_iter().filter(|(_, brief)| {
            brief.game == *game
                && brief.rated == *rated
                && brief.tournament.is_none()
                && tempo.is_of(brief.pace)
                && players.contains(&brief.names.len())
                && brief.guests.iter().all(|other| !seeking.blocked.contains(other))
        });
        for (id, brief) in fits {
            if !self.is_usual(&id, brief.names.len()).await? {
                continue;
            }
            let blocked = brief.guests.iter().any(|other| self.blocks.mutes(other, guest));
            let Some(table) = self.fresh_table(&id).await.ok().filter(|_| !blocked) else { continue };
            let Some(seat) = table.room().seating.free().first() else { continue };
            let given = Given { table: id.to_string(), token: token.clone(), tempo: *tempo };
            let claimed = json(&Claimed { table: id.to_string(), looked: text.to_owned(), at: now() });
            let claim = format!("{CLAIM}{guest}");
            let claims = vec![
                NoteChange::remove(seek_key(guest), text),
                NoteChange::put(seated_key(guest), json(&given)),
                NoteChange::add(claim.clone(), claimed.clone()),
            ];
            if !self.store.change_notes(claims).await? {
                return Ok(true);
            }
            let chair = Chair::Guest(guest.to_owned(), seeking.name.clone());
            if self.sit(&table, seat, chair).await.is_ok() {
                self.store.change_notes(vec![NoteChange::remove(claim, claimed)]).await?;
                return Ok(true);
            }
            // Somebody was faster: they look on.
            let back = vec![
                NoteChange::remove(claim, claimed),
                NoteChange::add(seek_key(guest), text),
                NoteChange::drop(seated_key(guest)),
            ];
            if !self.store.change_notes(back).await? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Sees to those whom a server that is gone was just letting sit down: they sit, or look on.
    async fn mend_claims(&self, at: u64) -> Result<(), Trouble> {
        for (key, text) in self.store.notes(CLAIM).await? {
            let Ok(claimed) = serde_json::from_str::<Claimed>(&text) else { continue };
            let (Some(guest), Some(id)) = (key.strip_prefix(CLAIM), TableId::new(&claimed.table)) else {
                continue;
            };
            if at.saturating_sub(claimed.at) < SITTING {
                continue;
            }
            let digests = self.store.digests_of(&[id]).await?;
            let sits = digests.iter().any(|digest| {
                serde_json::from_str::<Brief>(&digest.body)
                    .is_ok_and(|brief| brief.guests.iter().any(|it| it == guest))
            });
            let mut changes = vec![NoteChange::remove(key.clone(), text)];
            if !sits {
                changes.push(NoteChange::add(seek_key(guest), claimed.looked));
                changes.push(NoteChange::drop(seated_key(guest)));
            }
            self.store.change_notes(changes).await?;
        }
        Ok(())
    }

    /// Whether a table is played with the usual options.
    async fn is_usual(self: &Arc<Self>, id: &TableId, players: usize) -> Result<bool, Trouble> {
        let Ok(table) = self.fresh_table(id).await else { return Ok(false) };
        let room = table.room();
        let (_, usual) = room.kind.check(&Options::new().with("players", &players.to_string()))?;
        Ok(room.kind.check(&room.seating.options).is_ok_and(|(_, kept)| kept == usual))
    }

    /// Forgets that somebody looks, was given a seat, or does not want to meet somebody.
    pub(crate) async fn forget_pairing(&self, guest: &str) -> Result<(), Trouble> {
        for prefix in [seek_key(guest), seated_key(guest), format!("{CLAIM}{guest}")] {
            self.store.remove_notes(&prefix, Duration::ZERO).await?;
        }
        self.forget_blocks(guest).await
    }

    /// Lets go of notes about those who looked long ago.
    pub(crate) async fn clear_pairing(&self) -> Result<(), Trouble> {
        for prefix in [SEEK, SEATED] {
            self.store.remove_notes(prefix, KEPT).await?;
        }
        Ok(())
    }
}
