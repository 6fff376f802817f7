//! Which lessons guests have done.

use std::collections::BTreeSet;
use std::sync::Arc;

use room::{Brief, Kind};

use crate::kind::KINDS;
use crate::table::Table;
use crate::tables::Tables;
use crate::trouble::Trouble;

/// What the names of a guest's notes about lessons begin with.
fn lessons_of(guest: &str) -> String {
    format!("lesson/{guest}/")
}

/// What such a note says.
const DONE: &str = "done";

impl Tables {
    /// The lessons that a guest has done, each as the game's name and its own.
    pub async fn lessons_done(&self, guest: &str) -> Result<BTreeSet<(String, String)>, Trouble> {
        let prefix = lessons_of(guest);
        let notes = self.store.notes(&prefix).await?;
        let lesson = |key: &str| {
            let (game, name) = key.strip_prefix(&prefix)?.split_once('/')?;
            Some((game.to_owned(), name.to_owned()))
        };
        Ok(notes.iter().filter_map(|(key, _)| lesson(key)).collect())
    }

    /// The games with their lessons, and which of those the guest has done.
    pub async fn taught(&self, guest: &str) -> Result<Vec<pages::Taught<'static>>, Trouble> {
        let done = self.lessons_done(guest).await?;
        let has = |game: &str, name: &str| done.contains(&(game.to_owned(), name.to_owned()));
        let taught = |kind: &'static dyn Kind| {
            let info = kind.info();
            let lessons = kind.lessons().iter().map(|lesson| pages::TaughtLesson {
                name: &lesson.name,
                title: &lesson.title,
                about: &lesson.about,
                minutes: lesson.minutes,
                done: has(info.name, &lesson.name),
            });
            pages::Taught { info, lessons: lessons.collect() }
        };
        Ok(KINDS.iter().map(|kind| taught(kind.as_ref())).collect())
    }

    /// Whether a guest has neither played a game nor done a lesson of it.
    pub async fn is_new_to(&self, guest: &str, game: &str) -> Result<bool, Trouble> {
        let played = |brief: &Brief| brief.game == game;
        if self.tables_of(guest, 200).await?.iter().any(|(_, brief)| played(brief)) {
            return Ok(false);
        }
        Ok(!self.lessons_done(guest).await?.iter().any(|(done, _)| done == game))
    }

    /// Remembers that the lesson played at a table is done, once it is. Nobody waits for it: what fails is done with the next lesson.
    pub(crate) fn if_learned(self: &Arc<Self>, table: &Arc<Table>) {
        let learned = {
            let room = table.room();
            let settings = &room.seating.settings;
            let lesson = settings.lesson.clone().filter(|_| room.lesson_closes());
            let guest = room.seating.chairs.first().and_then(|chair| chair.guest()).map(str::to_owned);
            lesson
                .zip(guest)
                .map(|(lesson, guest)| format!("{}{}/{lesson}", lessons_of(&guest), room.seating.game_name))
        };
        let Some(key) = learned else { return };
        let tables = Arc::clone(self);
        tokio::spawn(async move {
            if let Err(trouble) = tables.store.put_note(&key, DONE).await {
                tracing::warn!("That a lesson is done is not remembered: {trouble}");
            }
        });
    }

    /// Forgets which lessons somebody has done.
    pub(crate) async fn forget_lessons(&self, guest: &str) -> Result<(), Trouble> {
        self.store.remove_notes(&lessons_of(guest), std::time::Duration::ZERO).await?;
        Ok(())
    }
}
