//! Whether anybody thinks for the bots of servers that leave thinking to others.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Weak};

use room::{Room, Who};
use store::Thoughts;
use tokio::time::sleep;

use crate::table::now;
use crate::tables::Tables;

/// How many leases a thinker may be silent before nobody counts on it.
const SILENT: u32 = 2;

/// How often is looked, of the time that people wait before they are told.
const LOOKS: u32 = 3;

/// Looks now and then whether somebody thinks, where bots keep people waiting.
pub async fn look(tables: Weak<Tables>, queue: Arc<dyn Thoughts>) {
    while let Some(here) = tables.upgrade() {
        let pause = here.config.patience / LOOKS;
        here.look_for_thinkers(queue.as_ref()).await;
        drop(here);
        sleep(pause.max(std::time::Duration::from_millis(20))).await;
    }
}

/// Whether a bot is to decide here.
fn owes(room: &Room) -> bool {
    room.automatic().is_some_and(|next| matches!(next.who, Who::Bot(_)))
}

impl Tables {
    /// Whether people at this table are to be told that nobody thinks for its bots.
    pub fn nobody_thinks(&self, room: &Room) -> bool {
        self.nobody.load(Ordering::Acquire) && owes(room)
    }

    /// By one question to the store, and none where no bot keeps anybody waiting for long.
    async fn look_for_thinkers(&self, queue: &dyn Thoughts) {
        let before = now().saturating_sub(self.config.patience.as_millis() as u64);
        let late: Vec<_> = self
            .all_held()
            .into_iter()
            .filter(|table| {
                let room = table.room();
                room.since < before && owes(&room)
            })
            .collect();
        let nobody = if late.is_empty() {
            false
        } else {
            match queue.thinkers(self.config.lease * SILENT).await {
                Ok(number) => number == 0,
                // Without the store nobody knows, and people are told that.
                Err(_) => return,
            }
        };
        if self.nobody.swap(nobody, Ordering::AcqRel) != nobody || nobody {
            for table in &late {
                table.say_aside();
            }
        }
    }
}
