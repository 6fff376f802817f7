//! What clients saw and were told, and whether it can be true.
//!
//! Every client writes down what it did, when it began and when it was answered, on one count that all share; afterwards their histories
//! are held against the logs. The judge knows nothing of servers: it folds each log itself and compares what anybody ever saw with what
//! the log says that seat saw then.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use games::{Playable, Visit};
use room::{Chair, Kind, KindOf, Logged, Room, TableEvent};
use serde_json::Value;
use store::Event;
use table::{Record, Seat, Viewer};

/// How a post ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Told {
    /// It was acknowledged with the table at this seq.
    Done(u64),
    /// It was refused for good, with this status.
    Refused(u16),
    /// Nobody ever said.
    Nothing,
}

/// What a client did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Deed {
    /// It decided for a seat, under a request of its own, seeing the table at a seq.
    Posted {
        /// The seat.
        seat: String,
        /// The name of the request.
        request: String,
        /// The action.
        action: String,
        /// The seq it was chosen at.
        seen: u64,
        /// How it ended.
        told: Told,
    },
    /// It said something that nobody else says.
    Said {
        /// What.
        text: String,
        /// How it ended.
        told: Told,
    },
    /// It looked at the table and was shown this.
    Looked(Shown),
    /// A stream brought this.
    Streamed {
        /// Which stream.
        stream: u64,
        /// What it brought.
        shown: Shown,
    },
}

/// A position as somebody was shown it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shown {
    /// Through whose eyes.
    pub viewer: Viewer,
    /// At which seq.
    pub seq: u64,
    /// The mark of everything that was shown.
    pub mark: u64,
}

/// The fields that the server adds to a position, which say where and when it was looked at.
const AROUND: [&str; 8] =
    ["table", "seq", "seat", "names", "game", "rules_version", "players", "waiting_for_players"];

fn json(position: &room::Position) -> Value {
    serde_json::to_value(position).unwrap_or_default()
}

fn mark(position: &Value) -> u64 {
    let mut marking = DefaultHasher::new();
    let fields = position.as_object().into_iter().flatten();
    for (name, value) in fields.filter(|(name, _)| !AROUND.contains(&name.as_str())) {
        name.hash(&mut marking);
        value.to_string().hash(&mut marking);
    }
    marking.finish()
}

impl Shown {
    /// What an answer of the API shows, if it shows a table.
    pub fn read(position: &Value) -> Option<Self> {
        let seat = position["seat"].as_str().and_then(Seat::from_letter);
        let viewer = seat.map_or(Viewer::Spectator, Viewer::Seat);
        Some(Self { viewer, seq: position["seq"].as_u64()?, mark: mark(position) })
    }
}

/// Something a client did, and when.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    /// Where.
    pub table: String,
    /// When it began: for what a stream brings, when the stream was opened.
    pub began: u64,
    /// When it was answered.
    pub ended: u64,
    /// What.
    pub deed: Deed,
}

/// What all clients write down, on one count.
#[derive(Debug, Default)]
pub struct History {
    notes: Mutex<Vec<Note>>,
    count: AtomicU64,
}

impl History {
    fn notes(&self) -> MutexGuard<'_, Vec<Note>> {
        self.notes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next moment: later than every one that was told before.
    pub fn moment(&self) -> u64 {
        self.count.fetch_add(1, Ordering::SeqCst)
    }

    /// Writes down what ends now.
    pub fn add(&self, table: &str, began: u64, deed: Deed) {
        let mut notes = self.notes();
        let ended = self.moment();
        notes.push(Note { table: table.to_owned(), began, ended, deed });
    }

    /// Everything so far.
    pub fn all(&self) -> Vec<Note> {
        self.notes().clone()
    }

    /// How much that is.
    pub fn len(&self) -> usize {
        self.notes().len()
    }

    /// Whether there is nothing.
    pub fn is_empty(&self) -> bool {
        self.notes().is_empty()
    }
}

/// What can be wrong.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Wrong {
    /// Something acknowledged is not in the log.
    Lost,
    /// Something is in the log twice, or nobody did it, or it was refused.
    Doubled,
    /// The log is not one order of what was decided on what was seen.
    Disorder,
    /// Somebody saw less than had been seen before.
    Back,
    /// Somebody was shown what the log does not say, or never saw the end of it.
    Apart,
    /// A finished game's record does not verify.
    Unverified,
    /// A table does not go on though all is well.
    Stuck,
}

impl Wrong {
    /// All of them.
    pub const ALL: [Self; 7] =
        [Self::Lost, Self::Doubled, Self::Disorder, Self::Back, Self::Apart, Self::Unverified, Self::Stuck];
}

/// What was found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Verdict {
    /// Decisions and lines that were acknowledged.
    pub acknowledged: u64,
    /// Those that were refused.
    pub refused: u64,
    /// Those that nobody ever answered.
    pub unanswered: u64,
    /// Positions that were shown, and compared with the log.
    pub shown: u64,
    /// Tables.
    pub tables: u64,
    /// Games that came to their end, and whose records verify.
    pub verified: u64,
    /// Tables where bots owe a decision.
    pub owed: Vec<String>,
    /// Whatever is wrong.
    pub wrong: Vec<(Wrong, String)>,
}

impl Verdict {
    /// How often something is wrong in this way.
    pub fn count(&self, wrong: Wrong) -> usize {
        self.wrong.iter().filter(|(found, _)| *found == wrong).count()
    }

    /// Writes down what is wrong.
    pub fn add(&mut self, wrong: Wrong, why: String) {
        self.wrong.push((wrong, why));
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} acknowledged, {} refused, {} unanswered at {} tables; {} positions as the log says, {} records verified;",
            self.acknowledged, self.refused, self.unanswered, self.tables, self.shown, self.verified
        )?;
        for (at, wrong) in Wrong::ALL.into_iter().enumerate() {
            let comma = if at == 0 { "" } else { "," };
            write!(f, "{comma} {} {}", self.count(wrong), format!("{wrong:?}").to_lowercase())?;
        }
        for (wrong, why) in self.wrong.iter().take(5) {
            write!(f, "\n   {wrong:?}: {why}")?;
        }
        Ok(())
    }
}

/// Takes a game from the list.
struct Take;

impl Visit for Take {
    type Answer = Box<dyn Kind>;
    fn visit<G: Playable>(&mut self) -> Box<dyn Kind> {
        Box::new(KindOf::<G>::default())
    }
}

static KINDS: LazyLock<Vec<Box<dyn Kind>>> =
    LazyLock::new(|| games::each(&mut Take).chain(games::examples(&mut Take)).collect());

/// The game of this name, be it on the list or an example.
pub(crate) fn kind(name: &str) -> Option<&'static dyn Kind> {
    KINDS.iter().map(Box::as_ref).find(|kind| kind.info().name == name)
}

/// Reads a record and draws everything again.
struct Verify<'a>(&'a str);

impl Visit for Verify<'_> {
    type Answer = Result<(), String>;
    fn visit<G: Playable>(&mut self) -> Result<(), String> {
        let record = Record::<G>::read(self.0).map_err(|error| error.to_string())?;
        record.check_seed().map_err(|error| error.to_string())
    }
}

/// One table's log, and what was noted there.
struct Case<'a> {
    table: &'a str,
    log: Vec<(Event, TableEvent)>,
    notes: Vec<&'a Note>,
}

/// Holds all histories against the logs; streams that are open to the end must have brought the end.
pub fn judge(notes: &[Note], logs: &BTreeMap<String, Vec<Event>>, open: &BTreeSet<u64>) -> Verdict {
    let mut verdict = Verdict::default();
    let mut by_table: BTreeMap<&str, Vec<&Note>> =
        logs.keys().map(|table| (table.as_str(), vec![])).collect();
    for note in notes {
        by_table.entry(&note.table).or_default().push(note);
    }
    for (table, notes) in by_table {
        verdict.tables += 1;
        let events = logs.get(table).map(Vec::as_slice).unwrap_or_default();
        if !events.iter().zip(1..).all(|(event, seq)| event.seq == seq) {
            verdict.add(Wrong::Disorder, format!("the log of {table} has gaps"));
            continue;
        }
        let read = |event: &Event| Some((event.clone(), TableEvent::read(event.seq, &event.body).ok()?));
        let log: Option<Vec<_>> = events.iter().map(read).collect();
        let Some(log) = log else {
            verdict.add(Wrong::Disorder, format!("the log of {table} can't be read"));
            continue;
        };
        let case = Case { table, log, notes };
        case.posts(&mut verdict);
        case.strangers(&mut verdict);
        case.words(&mut verdict);
        case.back(&mut verdict);
        case.streams(open, &mut verdict);
        case.positions(&mut verdict);
    }
    verdict
}

impl Case<'_> {
    /// Where a request is in the log.
    fn places(&self, key: &str) -> Vec<u64> {
        let same = |(event, _): &&(Event, TableEvent)| event.request.as_deref() == Some(key);
        self.log.iter().filter(same).map(|(event, _)| event.seq).collect()
    }

    fn posts(&self, verdict: &mut Verdict) {
        for note in &self.notes {
            let Deed::Posted { seat, request, action, seen, told } = &note.deed else { continue };
            let places = self.places(&format!("{seat} {request}"));
            let what = format!(
                "{} {seat} {request} '{action}' at {seen}, told {told:?}, is at {places:?}",
                self.table
            );
            match told {
                Told::Done(_) => verdict.acknowledged += 1,
                Told::Refused(_) => verdict.refused += 1,
                Told::Nothing => verdict.unanswered += 1,
            }
            match (told, places.as_slice()) {
                (Told::Done(_), []) => verdict.add(Wrong::Lost, what),
                (Told::Refused(_), [_, ..]) | (_, [_, _, ..]) => verdict.add(Wrong::Doubled, what),
                (Told::Refused(_) | Told::Nothing, []) => {}
                (Told::Done(_) | Told::Nothing, [place]) => {
                    let (_, event) = &self.log[*place as usize - 1];
                    let as_posted = matches!(event, TableEvent::Move { seat: moved, action: done, .. }
                        if moved.to_string() == *seat && done == action);
                    if !as_posted {
                        verdict.add(Wrong::Lost, format!("{what}, where the log has {event:?}"));
                        continue;
                    }
                    let between =
                        self.log.iter().filter(|(event, _)| event.seq > *seen && event.seq < *place);
                    let moved = between.filter(|(_, event)| event.moves_the_game()).count();
                    let answered = if let Told::Done(seq) = told { *seq } else { u64::MAX };
                    if moved > 0 || *place <= *seen || answered < *place {
                        verdict.add(Wrong::Disorder, format!("{what}, {moved} moves later"));
                    }
                }
            }
        }
    }

    /// Decisions of people that nobody made.
    fn strangers(&self, verdict: &mut Verdict) {
        let key = |note: &&Note| match &note.deed {
            Deed::Posted { seat, request, .. } => Some(format!("{seat} {request}")),
            Deed::Said { .. } | Deed::Looked(_) | Deed::Streamed { .. } => None,
        };
        let posted: BTreeSet<String> = self.notes.iter().filter_map(key).collect();
        let mut bots: Vec<bool> = Vec::new();
        for (event, happened) in &self.log {
            match happened {
                TableEvent::Opened { chairs, .. } => {
                    bots = chairs.iter().map(|chair| matches!(chair, Chair::Bot(_))).collect();
                }
                TableEvent::Move { seat, .. } => {
                    let bot = bots.get(seat.index()).copied().unwrap_or(false);
                    let known = event.request.as_ref().is_some_and(|request| posted.contains(request));
                    if !bot && !known {
                        verdict
                            .add(Wrong::Doubled, format!("nobody decided {} of {}", event.seq, self.table));
                    }
                }
                TableEvent::Started { .. }
                | TableEvent::Undone { .. }
                | TableEvent::TakenBack { .. }
                | TableEvent::Resigned { .. }
                | TableEvent::Sat { .. }
                | TableEvent::Asked { .. }
                | TableEvent::Agreed { .. }
                | TableEvent::Declined { .. }
                | TableEvent::Said { .. }
                | TableEvent::Standing { .. }
                | TableEvent::Heard { .. }
                | TableEvent::Read { .. }
                | TableEvent::Shows { .. }
                | TableEvent::Again { .. }
                | TableEvent::Removed { .. }
                | TableEvent::Muted { .. }
                | TableEvent::Minded { .. }
                | TableEvent::Returned { .. }
                | TableEvent::Voted { .. }
                | TableEvent::Nudged { .. }
                | TableEvent::Gone { .. }
                | TableEvent::Came { .. }
                | TableEvent::Ready { .. }
                | TableEvent::Watched { .. }
                | TableEvent::Paused { .. } => {}
            }
        }
    }

    fn words(&self, verdict: &mut Verdict) {
        for note in &self.notes {
            let Deed::Said { text: words, told } = &note.deed else { continue };
            let same = |(_, event): &&(Event, TableEvent)| matches!(event, TableEvent::Said { text, .. } if text == words);
            let times = self.log.iter().filter(same).count();
            match told {
                Told::Done(_) => verdict.acknowledged += 1,
                Told::Refused(_) => verdict.refused += 1,
                Told::Nothing => verdict.unanswered += 1,
            }
            let what = || format!("'{words}' was said {times} times at {}, told {told:?}", self.table);
            match (told, times) {
                (Told::Done(_), 1) | (Told::Nothing, 0 | 1) | (Told::Refused(_), 0) => {}
                (Told::Done(_), 0) => verdict.add(Wrong::Lost, what()),
                (Told::Done(_) | Told::Nothing | Told::Refused(_), _) => verdict.add(Wrong::Doubled, what()),
            }
        }
    }

    /// Whoever looks after something was seen, by anybody, sees that much at least; and no stream ever goes back.
    fn back(&self, verdict: &mut Verdict) {
        let seen = |note: &Note| match &note.deed {
            Deed::Looked(shown) | Deed::Streamed { shown, .. } => Some(shown.seq),
            Deed::Posted { told: Told::Done(seq), .. } => Some(*seq),
            Deed::Posted { .. } | Deed::Said { .. } => None,
        };
        let mut ends: Vec<(u64, u64)> =
            self.notes.iter().filter_map(|note| Some((note.ended, seen(note)?))).collect();
        ends.sort_unstable();
        let mut most = 0;
        for (_, seq) in &mut ends {
            most = most.max(*seq);
            *seq = most;
        }
        for note in &self.notes {
            let Some(seq) = seen(note) else { continue };
            let before = ends.partition_point(|(ended, _)| *ended < note.began);
            let floor = before.checked_sub(1).map_or(0, |at| ends[at].1);
            if seq < floor {
                let what = format!("at {} seq {floor} was seen, then {:?}", self.table, note.deed);
                verdict.add(Wrong::Back, what);
            }
        }
    }

    fn streams(&self, open: &BTreeSet<u64>, verdict: &mut Verdict) {
        let mut last: BTreeMap<u64, u64> = BTreeMap::new();
        for note in &self.notes {
            let Deed::Streamed { stream, shown } = &note.deed else { continue };
            if last.insert(*stream, shown.seq).is_some_and(|before| before > shown.seq) {
                verdict.add(
                    Wrong::Back,
                    format!("stream {stream} of {} goes back to {}", self.table, shown.seq),
                );
            }
        }
        let end = self.log.len() as u64;
        for (stream, seq) in last.iter().filter(|(stream, seq)| open.contains(stream) && **seq != end) {
            let what = format!("stream {stream} of {} ends at {seq}, the log at {end}", self.table);
            verdict.add(Wrong::Apart, what);
        }
    }

    /// Folds the log, and compares everything that was shown with it.
    fn positions(&self, verdict: &mut Verdict) {
        let mut shown: BTreeMap<u64, Vec<Shown>> = BTreeMap::new();
        for note in &self.notes {
            if let Deed::Looked(one) | Deed::Streamed { shown: one, .. } = &note.deed {
                shown.entry(one.seq).or_default().push(*one);
            }
        }
        let logged = |(event, happened): &(Event, TableEvent)| Logged {
            event: happened.clone(),
            at: event.at,
            request: event.request.clone(),
        };
        let Some(first) = self.log.first() else {
            if !self.notes.is_empty() {
                verdict.add(Wrong::Lost, format!("{} is not there", self.table));
            }
            return;
        };
        let mut room = match Room::opened(kind, &logged(first)) {
            Ok(room) => room,
            Err(error) => return verdict.add(Wrong::Disorder, format!("{}: {error}", self.table)),
        };
        for entry in &self.log[1..] {
            if let Err(error) = room.apply(&logged(entry)) {
                let what = format!("the log of {} can't be folded at {}: {error}", self.table, entry.0.seq);
                return verdict.add(Wrong::Disorder, what);
            }
            let there = shown.remove(&room.seq).unwrap_or_default();
            let mut known: BTreeMap<String, u64> = BTreeMap::new();
            for one in there {
                let Some(game) = &room.game else { continue };
                let name = format!("{:?}", one.viewer);
                let right = *known.entry(name).or_insert_with(|| mark(&json(&game.position(one.viewer))));
                verdict.shown += 1;
                if right != one.mark {
                    let what = format!("{:?} was shown another {} at {}", one.viewer, self.table, one.seq);
                    verdict.add(Wrong::Apart, what);
                }
            }
        }
        for seq in shown.into_keys().filter(|seq| *seq > room.seq) {
            verdict.add(Wrong::Lost, format!("seq {seq} of {} was shown, and is not there", self.table));
        }
        if room.automatic().is_some() {
            verdict.owed.push(self.table.to_owned());
        }
        if let Some(record) = room.game.as_ref().and_then(|game| game.record()) {
            let (name, mut verify) = (room.seating.game_name.as_str(), Verify(&record));
            let verified = games::with(name, &mut verify).or_else(|| games::with_example(name, &mut verify));
            match verified {
                Some(Ok(())) => verdict.verified += 1,
                Some(Err(why)) => verdict.add(Wrong::Unverified, format!("{}: {why}", self.table)),
                None => verdict.add(Wrong::Unverified, format!("{}: no game {name}", self.table)),
            }
        }
    }
}
