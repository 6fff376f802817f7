//! Ratings: which games count, what became of them, and how well everybody plays by that.
//!
//! A table whose result counts is owed from the moment it is opened. When its game is over the result is recorded, once: with the same change
//! of the notes it is owed no more, the ladder has one result more, and everybody's rating is what follows from it. So any server may do it,
//! after a crash too, and the results of a ladder have an order. From the results alone everything can be computed anew ([`check_ratings`]).

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use league::{Rating, rated};
use room::{Chair, Late, Placed, TableSettings};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use store::{NoteChange, Store, StoreError, TableId};
use table::{Item, say};

use crate::guest::{Guest, hex};
use crate::tables::Tables;
use crate::trouble::Trouble;

/// What the names of these notes begin with: tables whose result is still to be recorded, how many results a ladder has, the results, the
/// ratings, how they came to be, and under which name in addresses somebody is found.
const OWED: &str = "rate/";
const LADDER: &str = "ladder/";
const RESULT: &str = "result/";
const RATING: &str = "rating/";
const HISTORY: &str = "rated/";
const PLAYER: &str = "player/";

/// What somebody is called who has deleted everything.
pub const FORMER: &str = "a former guest";

/// How often a result is worked out again because another was recorded meanwhile.
const TRIES: usize = 50;

/// How long a table may be owed that nobody finds: whoever opens one says so first.
const UNOPENED: Duration = Duration::from_secs(60 * 60);

/// Who is rated together: a game, and how many play it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Ladder {
    /// The game's name.
    pub game: String,
    /// How many play.
    pub players: usize,
}

impl fmt::Display for Ladder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.game, self.players)
    }
}

impl Ladder {
    fn read(game: &str, players: &str) -> Option<Self> {
        Some(Self { game: game.to_owned(), players: players.parse().ok()? })
    }

    fn result_key(&self, number: u64) -> String {
        format!("{RESULT}{self}/{number:010}")
    }

    fn rating_key(&self, guest: &str) -> String {
        format!("{RATING}{guest}/{self}")
    }
}

/// A result that counts.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Recorded {
    /// The table.
    pub table: String,
    /// When the game ended, in milliseconds since 1970.
    pub at: u64,
    /// Who played, seat by seat.
    pub seats: Vec<RatedSeat>,
}

/// Somebody in a result that counts.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct RatedSeat {
    /// Who, by identity; nobody where they have deleted everything.
    pub guest: String,
    /// What they were called.
    pub name: String,
    /// Their place.
    pub place: usize,
    /// Their rating before.
    pub before: Rating,
    /// Their rating after it.
    pub after: Rating,
}

/// One step in the history of somebody's rating.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Step {
    /// The table.
    pub table: String,
    /// The rating after it.
    pub rating: Rating,
    /// Their place there.
    pub place: usize,
    /// The others: their names in addresses, and what they were called.
    pub against: Vec<(String, String)>,
    /// What they took there: sorts of things, names, and how often.
    pub taken: Vec<(String, String, usize)>,
}

/// What was taken, counted.
fn counted(taken: &[Item]) -> Vec<(String, String, usize)> {
    let mut counts: BTreeMap<&Item, usize> = BTreeMap::new();
    for item in taken {
        *counts.entry(item).or_default() += 1;
    }
    counts.into_iter().map(|(item, times)| (item.sort.to_owned(), item.name.clone(), times)).collect()
}

/// Somebody who has a page.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlayerNote {
    /// Who, by identity, which nobody is shown.
    pub guest: String,
    /// What they are called.
    pub name: String,
}

/// Under which name in addresses somebody is found: nothing leads back from it.
pub fn public_id(guest: &str) -> String {
    hex(&Sha256::digest(format!("gloria player\0{guest}").as_bytes())[..8])
}

/// The same of somebody in a result; nothing for whoever has deleted everything.
fn public_of(placed: &Placed) -> String {
    if placed.name == FORMER { String::new() } else { public_id(&placed.guest) }
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("this is plain data")
}

fn read<T: DeserializeOwned>(text: &str) -> Option<T> {
    serde_json::from_str(text).ok()
}

/// Makes a table's settings those of one that counts, or says why it can't be.
pub fn settle_settings(settings: &mut TableSettings, chairs: &[Chair]) -> Result<(), Trouble> {
    let bad = |text: table::Text| Err(Trouble::Bad(text.to_string()));
    if chairs.iter().any(|chair| chair.level().is_some()) {
        return bad(say!("Only people play a rated game: please choose another seat for the bots."));
    }
    let people: Vec<&str> = chairs.iter().filter_map(Chair::guest).collect();
    if (1..people.len()).any(|at| people[..at].contains(&people[at])) || chairs.len() < 2 {
        return bad(say!("In a rated game everybody has one seat."));
    }
    if settings.pace.is_free() {
        return bad(say!("A rated game needs a clock, so that nobody can wait for ever: please choose one."));
    }
    settings.hints = false;
    settings.late = Late::Resign;
    Ok(())
}

impl Tables {
    /// Says that a table counts, before it is opened.
    pub(crate) async fn owe_result(&self, id: &TableId) -> Result<(), Trouble> {
        Ok(self.store.put_note(&format!("{OWED}{id}"), "").await?)
    }

    /// Records all results that are owed and can be, whichever server should have. One that can't be keeps none of the others from it.
    pub async fn settle_all(self: &Arc<Self>) -> Result<(), Trouble> {
        let owed = self.store.notes(OWED).await?;
        let ids: Vec<TableId> =
            owed.iter().filter_map(|(key, _)| TableId::new(key.strip_prefix(OWED)?)).collect();
        let there = self.store.digests_of(&ids).await?;
        for digest in there.iter().filter(|digest| digest.finished.is_some()) {
            let settled = match self.told_table(digest).await {
                Ok(_) => self.settle(&digest.table).await,
                Err(trouble) => Err(trouble),
            };
            match settled {
                Ok(_) => {}
                Err(Trouble::Store(error)) => return Err(error.into()),
                Err(trouble) => {
                    tracing::warn!(table = %digest.table, "Its result can't be recorded: {trouble}");
                }
            }
        }
        for id in ids.iter().filter(|id| there.iter().all(|digest| digest.table != **id)) {
            // It was never opened, or is gone.
            self.store.remove_notes(&format!("{OWED}{id}"), UNOPENED).await?;
        }
        Ok(())
    }

    /// Records the result of a table that is over, if it is owed; answers whether it was done now.
    pub async fn settle(self: &Arc<Self>, id: &TableId) -> Result<bool, Trouble> {
        let owed = format!("{OWED}{id}");
        for _ in 0..TRIES {
            if self.store.note(&owed).await?.is_none() {
                return Ok(false);
            }
            let table = self.fresh_table(id).await?;
            let (placed, at, ladder) = {
                let room = table.room();
                if !room.game.as_ref().is_some_and(|game| game.is_over()) {
                    return Ok(false);
                }
                let players = room.seating.chairs.len();
                (room.placed(), room.since, Ladder { game: room.seating.game_name.clone(), players })
            };
            let mut changes = vec![NoteChange::remove(owed.clone(), "")];
            if let Some(placed) = &placed {
                changes.extend(self.results(&ladder, id, at, placed).await?);
            }
            if self.store.change_notes(changes).await? {
                let people = placed.iter().flatten().filter(|one| one.name != FORMER);
                people.for_each(|one| self.players.add(&one.guest));
                return Ok(true);
            }
        }
        Err(Trouble::Stale)
    }

    /// What changes with a result: the ladder, the ratings and how they came to be.
    async fn results(
        &self,
        ladder: &Ladder,
        id: &TableId,
        at: u64,
        placed: &[Placed],
    ) -> Result<Vec<NoteChange>, Trouble> {
        let head = format!("{LADDER}{ladder}");
        let known = self.store.note(&head).await?;
        let number = known.as_ref().and_then(|text| text.parse::<u64>().ok()).unwrap_or(0) + 1;
        let mut stored = Vec::new();
        for one in placed {
            stored.push(self.store.note(&ladder.rating_key(&one.guest)).await?);
        }
        let before: Vec<Rating> =
            stored.iter().map(|text| text.as_deref().and_then(read::<Rating>).unwrap_or_default()).collect();
        let places: Vec<usize> = placed.iter().map(|one| one.place).collect();
        let after = rated(&before, &places, at);
        let seat = |at: usize| RatedSeat {
            guest: if placed[at].name == FORMER { String::new() } else { placed[at].guest.clone() },
            name: placed[at].name.clone(),
            place: placed[at].place,
            before: before[at],
            after: after[at],
        };
        let result = Recorded { table: id.to_string(), at, seats: (0..placed.len()).map(seat).collect() };
        let mut changes = vec![
            NoteChange::swap(head, known, number.to_string()),
            NoteChange::add(ladder.result_key(number), json(&result)),
        ];
        for (at, (one, stored)) in
            placed.iter().zip(stored).enumerate().filter(|(_, (one, _))| one.name != FORMER)
        {
            let others = placed.iter().filter(|other| other.guest != one.guest);
            let step = Step {
                table: id.to_string(),
                rating: after[at],
                place: one.place,
                taken: counted(&one.taken),
                against: others.map(|other| (public_of(other), other.name.clone())).collect(),
            };
            let player = PlayerNote { guest: one.guest.clone(), name: one.name.clone() };
            changes.extend([
                NoteChange::swap(ladder.rating_key(&one.guest), stored, json(&after[at])),
                NoteChange::add(format!("{HISTORY}{}/{ladder}/{number:010}", one.guest), json(&step)),
                NoteChange::put(format!("{PLAYER}{}", public_id(&one.guest)), json(&player)),
            ]);
        }
        Ok(changes)
    }

    /// Lets somebody be one who has won a rated game.
    #[cfg(feature = "testkit")]
    pub(crate) async fn stage_player(&self, ladder: &Ladder, guest: &str, name: &str) -> Result<(), Trouble> {
        let rating = Rating::default();
        let step = Step {
            table: "past".to_owned(),
            rating,
            place: 1,
            against: vec![(String::new(), FORMER.to_owned())],
            taken: vec![("buildings".to_owned(), "Dock".to_owned(), 1)],
        };
        let player = PlayerNote { guest: guest.to_owned(), name: name.to_owned() };
        for (key, text) in [
            (ladder.rating_key(guest), json(&rating)),
            (format!("{HISTORY}{guest}/{ladder}/{:010}", 1), json(&step)),
            (format!("{PLAYER}{}", public_id(guest)), json(&player)),
        ] {
            self.store.put_note(&key, &text).await?;
        }
        Ok(())
    }

    /// Somebody's rating, as it is by now.
    pub async fn rating_of(&self, guest: &str, ladder: &Ladder, now: u64) -> Result<Rating, Trouble> {
        let stored = self.store.note(&ladder.rating_key(guest)).await?;
        Ok(stored.as_deref().and_then(read::<Rating>).unwrap_or_default().at_time(now))
    }

    /// The history of somebody's ratings, ladder by ladder, oldest first.
    pub async fn rating_history(&self, guest: &str) -> Result<BTreeMap<Ladder, Vec<Step>>, Trouble> {
        let prefix = format!("{HISTORY}{guest}/");
        let mut found: BTreeMap<Ladder, Vec<Step>> = BTreeMap::new();
        for (key, value) in self.store.notes(&prefix).await? {
            let mut parts = key[prefix.len()..].split('/');
            let ladder =
                parts.next().zip(parts.next()).and_then(|(game, players)| Ladder::read(game, players));
            if let (Some(ladder), Some(step)) = (ladder, read::<Step>(&value)) {
                found.entry(ladder).or_default().push(step);
            }
        }
        Ok(found)
    }

    /// Somebody by the name in addresses.
    pub async fn player(&self, public: &str) -> Result<PlayerNote, Trouble> {
        let plain = public.len() == 16 && public.bytes().all(|byte| byte.is_ascii_hexdigit());
        let found = if plain { self.store.note(&format!("{PLAYER}{public}")).await? } else { None };
        found.as_deref().and_then(read::<PlayerNote>).ok_or(Trouble::Missing("player"))
    }

    /// Lets somebody's page say what they are called now, where they have one.
    pub async fn rename_player(&self, guest: &Guest) -> Result<(), Trouble> {
        let key = format!("{PLAYER}{}", public_id(&guest.id));
        let Some(known) = self.store.note(&key).await? else { return Ok(()) };
        let player = PlayerNote { guest: guest.id.clone(), name: guest.name.clone() };
        // Where it has changed in this moment, the newer name is there.
        let _ = self.store.change_notes(vec![NoteChange::swap(key, Some(known), json(&player))]).await?;
        Ok(())
    }

    /// Takes somebody's name out of the history of others.
    async fn forget_in_history(&self, key: &str, public: &str) -> Result<(), Trouble> {
        while let Some(text) = self.store.note(key).await? {
            let Some(mut step) = read::<Step>(&text) else { return Ok(()) };
            for (id, name) in step.against.iter_mut().filter(|(id, _)| id == public) {
                id.clear();
                FORMER.clone_into(name);
            }
            if self.store.change_notes(vec![NoteChange::swap(key, Some(text), json(&step))]).await? {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Forgets how well somebody plays. Results of others stay, with nobody in their place.
    pub(crate) async fn forget_ratings(&self, guest: &str) -> Result<(), Trouble> {
        let prefix = format!("{HISTORY}{guest}/");
        for (key, _) in self.store.notes(&prefix).await? {
            let result = format!("{RESULT}{}", &key[prefix.len()..]);
            while let Some(text) = self.store.note(&result).await? {
                let Some(mut recorded) = read::<Recorded>(&text) else { break };
                for seat in recorded.seats.iter_mut().filter(|seat| seat.guest == guest) {
                    seat.guest.clear();
                    FORMER.clone_into(&mut seat.name);
                }
                let rewritten = NoteChange::swap(result.clone(), Some(text), json(&recorded));
                if self.store.change_notes(vec![rewritten]).await? {
                    for other in recorded.seats.iter().filter(|seat| !seat.guest.is_empty()) {
                        let key = format!("{HISTORY}{}/{}", other.guest, &key[prefix.len()..]);
                        self.forget_in_history(&key, &public_id(guest)).await?;
                    }
                    break;
                }
            }
        }
        for prefix in [prefix, format!("{RATING}{guest}/"), format!("{PLAYER}{}", public_id(guest))] {
            self.store.remove_notes(&prefix, Duration::ZERO).await?;
        }
        self.players.remove(guest);
        Ok(())
    }
}

/// What came of computing all ratings anew.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Checked {
    /// How many results there are.
    pub results: usize,
    /// How many people have a rating.
    pub ratings: usize,
    /// What does not agree, a sentence each.
    pub wrong: Vec<String>,
}

/// Computes all ratings anew from the recorded results, and compares them with those that are kept.
pub async fn check_ratings(store: &dyn Store) -> Result<Checked, StoreError> {
    let mut checked = Checked::default();
    let mut ratings: BTreeMap<String, Rating> = BTreeMap::new();
    let mut tables: BTreeMap<String, String> = BTreeMap::new();
    for (key, text) in store.notes(RESULT).await? {
        let mut parts = key[RESULT.len()..].split('/');
        let ladder = parts.next().zip(parts.next()).and_then(|(game, players)| Ladder::read(game, players));
        let (Some(ladder), Some(result)) = (ladder, read::<Recorded>(&text)) else {
            checked.wrong.push(format!("{key} can't be read"));
            continue;
        };
        checked.results += 1;
        if let Some(first) = tables.insert(result.table.clone(), key.clone()) {
            checked.wrong.push(format!("table {} counts twice: in {first} and {key}", result.table));
        }
        // Whoever has deleted everything had the rating that is written here.
        let before: Vec<Rating> = result
            .seats
            .iter()
            .map(|seat| match seat.guest.as_str() {
                "" => seat.before,
                guest => ratings.get(&ladder.rating_key(guest)).copied().unwrap_or_default(),
            })
            .collect();
        let places: Vec<usize> = result.seats.iter().map(|seat| seat.place).collect();
        for (seat, after) in result.seats.iter().zip(rated(&before, &places, result.at)) {
            if seat.after != after {
                checked.wrong.push(format!("{key} rates {} otherwise", seat.name));
            }
            if !seat.guest.is_empty() {
                ratings.insert(ladder.rating_key(&seat.guest), after);
            }
        }
    }
    let kept: BTreeMap<String, Option<Rating>> =
        store.notes(RATING).await?.into_iter().map(|(key, text)| (key, read(&text))).collect();
    checked.ratings = kept.len();
    for (key, rating) in &ratings {
        if kept.get(key) != Some(&Some(*rating)) {
            checked.wrong.push(format!("{key} is not what its results say"));
        }
    }
    for key in kept.keys().filter(|key| !ratings.contains_key(*key)) {
        checked.wrong.push(format!("{key} has no result"));
    }
    Ok(checked)
}
