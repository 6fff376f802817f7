//! What happens at a table by itself: bots, standing answers, guided games, and hints.
//!
//! Where a server is alone its own threads think ([`Pool`](crate::pool::Pool)). Where several share a store, what bots owe waits in the
//! store's queue for whoever has time ([`crate::worker`]), and a server only does what needs no thought.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use ::bots::Budget;
use room::{Automatic, Refused, Stamp, Weighed, Who};
use table::{Seat, Text};
use tokio::sync::OwnedSemaphorePermit;

use crate::config::Luck;
use crate::guest::random;
use crate::pool::Lane;
use crate::table::Table;
use crate::tables::Tables;
use crate::thinkers;
use crate::trouble::Trouble;

/// How long something that failed is left alone.
pub const AGAIN: Duration = Duration::from_secs(1);

/// What asking for a hint came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Hinted {
    /// One line for each of the best actions.
    Told(Vec<Text>),
    /// It has this place in the line, from 1; 0 once somebody thinks about it. The page is told more.
    Waits(u64),
}

/// A worker's place among those that think at once, if it has one: it is given away when others may come in between.
pub(crate) type Place = Option<OwnedSemaphorePermit>;

/// A decision that was thought of: the action, on whose account, and how long it took.
pub(crate) type Thought = (String, (String, Duration));

impl Tables {
    /// How many players remember something between their decisions.
    pub fn remembering(&self) -> usize {
        self.memories.count()
    }

    /// The next decision that this server makes by itself: those that need a thought only where nobody shares the thinking.
    fn next_here(&self, table: &Table) -> Option<Automatic> {
        let thinks = |next: &Automatic| match next.who {
            Who::Bot(_) => self.queue.is_none(),
            Who::Standing(_) | Who::Lesson(_) => true,
        };
        table.room().automatic().filter(thinks)
    }

    /// Lets bots and standing answers go on at a table, until somebody else must decide.
    pub fn drive(self: &Arc<Self>, table: &Arc<Table>) {
        if self.next_here(table).is_none() || table.driven.swap(true, Ordering::AcqRel) {
            return;
        }
        let (tables, table) = (Arc::clone(self), Arc::clone(table));
        tokio::spawn(async move {
            loop {
                while let Some(next) = tables.next_here(&table) {
                    tokio::time::sleep(tables.config.pace).await;
                    tables.decide(&table, next).await;
                }
                table.driven.store(false, Ordering::Release);
                // Something may have changed between looking and letting go.
                if tables.next_here(&table).is_none() || table.driven.swap(true, Ordering::AcqRel) {
                    return;
                }
            }
        });
    }

    /// Makes a decision that needs nobody at the table.
    async fn decide(self: &Arc<Self>, table: &Arc<Table>, next: Automatic) {
        let done = match self.work_out(table, &next, None).await {
            Some(thought) => self.tell(table, &next, thought).await,
            None => Err(Trouble::Stale),
        };
        match done {
            // Somebody was faster, or took something back: look again.
            Ok(()) | Err(Trouble::Stale) => {}
            Err(_) => tokio::time::sleep(AGAIN).await,
        }
    }

    /// What is decided, if the game has not moved since.
    pub(crate) async fn work_out(
        &self,
        table: &Table,
        next: &Automatic,
        place: Place,
    ) -> Option<(String, Option<(String, Duration)>)> {
        match &next.who {
            Who::Standing(action) | Who::Lesson(action) => Some((action.clone(), None)),
            Who::Bot(level) => {
                let (action, used) = self.think(table, next, level, place).await?;
                Some((action, Some(used)))
            }
        }
    }

    /// Posts a decision by the same door as everybody.
    pub(crate) async fn tell(
        self: &Arc<Self>,
        table: &Arc<Table>,
        next: &Automatic,
        (action, used): (String, Option<(String, Duration)>),
    ) -> Result<(), Trouble> {
        let stamp = Stamp { seen: Some(next.moved), ..Stamp::default() };
        self.act_thought(table, (next.seat, &action), stamp, next.who.by(), used).await.map(drop)
    }

    /// What a bot of this level would do, if the game has not moved since. Whoever may think long does so in slices, each of which waits for
    /// its turn; after the first, others may have the place.
    async fn think(&self, table: &Table, next: &Automatic, level: &str, mut place: Place) -> Option<Thought> {
        let (began, mut found, mut slices) = (Instant::now(), None::<Thought>, 0);
        loop {
            let (thought, owner, allowed) = {
                let room = table.room();
                let game = room.game.as_ref().filter(|_| room.moved == next.moved)?;
                let seed = self.luck_of_a_bot(next.moved).wrapping_add(slices);
                let allowed = thinkers::allowance(level, room.seating.settings.pace);
                let owner = thinkers::owner(room.owed()?.guest);
                (game.think(next.seat, level, seed, &self.memories), owner, allowed)
            };
            // How long is left when it begins: what it waits for the first slice does not count.
            let passed = if slices == 0 { Duration::ZERO } else { began.elapsed() };
            let Some(slice) = allowed.next(passed) else { break };
            let think = move || {
                let began = Instant::now();
                let action = thought(Budget::time(slice))?;
                Some((action, began.elapsed()))
            };
            let Some((action, took)) = self.pool.think(&owner, thinkers::lane(level), think).await else {
                break;
            };
            let before = found.take().map_or(Duration::ZERO, |(_, (_, before))| before);
            found = Some((action, (owner, before + took)));
            if !allowed.is_full(took) {
                break;
            }
            slices += 1;
            place.take();
        }
        if let Some((_, (_, took))) = &found {
            self.counts.times.thinking.observe(took.as_secs_f64());
        }
        found
    }

    /// What a bot's choice hangs on where it may choose freely, after this seq of the table.
    fn luck_of_a_bot(&self, seq: u64) -> u64 {
        match self.config.luck {
            Luck::Fresh => u64::from_le_bytes(random()),
            // Any odd factor spreads the numbers that follow one another.
            Luck::Known(number) => number.wrapping_add(seq).wrapping_mul(0x9E37_79B9_7F4A_7C15),
        }
    }

    /// What a strong player would think of a seat's decision. Where whoever has time thinks of it, it is waited for so long.
    pub async fn advise(
        self: &Arc<Self>,
        table: &Arc<Table>,
        seat: Seat,
        patience: Duration,
    ) -> Result<Hinted, Trouble> {
        let (moved, owner) = {
            let room = table.room();
            if !room.seating.settings.hints {
                return Err(Refused::NoHints.into());
            }
            if !room.deciding().is_some_and(|deciding| deciding.contains(seat)) {
                return Err(Refused::NotYourTurn.into());
            }
            let guest = room.seating.chairs.get(seat.index()).and_then(|chair| chair.guest());
            (room.moved, thinkers::owner(guest.map(str::to_owned)))
        };
        match &self.queue {
            Some(queue) => {
                self.advise_by_queue(Arc::clone(queue), (table, seat), (moved, owner), patience).await
            }
            None => match self.weigh(table, seat, moved, &owner).await {
                Some((weighed, _)) => in_words(table, seat, moved, &weighed),
                None if table.room().moved != moved => Err(Trouble::Stale),
                None => Err(Trouble::TooMuch(FULL)),
            },
        }
    }

    /// What a strong player would think of, and how long it took; nothing if the game has moved on or too much waits.
    pub(crate) async fn weigh(
        &self,
        table: &Table,
        seat: Seat,
        moved: u64,
        owner: &str,
    ) -> Option<(Vec<Weighed>, Duration)> {
        let advice = {
            let room = table.room();
            let game =
                room.game.as_ref().filter(|game| room.moved == moved && game.deciding().contains(seat))?;
            game.advise(seat)
        };
        let advise = move || {
            let began = Instant::now();
            Some((advice(), began.elapsed()))
        };
        // Somebody waits for it, so it goes with the short ones.
        self.pool.think(owner, Lane::Short, advise).await
    }
}

/// A hint for a person, if the game has not moved since.
pub fn in_words(table: &Table, seat: Seat, moved: u64, weighed: &[Weighed]) -> Result<Hinted, Trouble> {
    let room = table.room();
    let game = room.game.as_ref().filter(|_| room.moved == moved).ok_or(Trouble::Stale)?;
    Ok(Hinted::Told(game.advice_in_words(seat, weighed)))
}

/// What whoever asks for a hint is told when too much waits.
pub const FULL: &str = "So many hints are waited for that yours was not taken: please try again in a moment.";
