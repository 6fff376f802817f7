//! Small tournaments: who takes part, who met whom, how it stands.
//!
//! A tournament is one note. Everything that happens to it is worked out on the note as it stands and written only if it still does, so any
//! server may do it. A round's tables are named in the note before they are opened, and whoever finds one that is not open opens it; a game's result counts once it
//! is over. Nothing of a game that goes on is known here.

use std::collections::BTreeMap;
use std::sync::Arc;

use league::{Entrant, Mode, Played, Standing, TournamentError, round, standings};
use room::{Chair, Late, Pace, TableSettings};
use serde::{Deserialize, Serialize};
use store::{NoteChange, TableId};
use table::Options;

use crate::guest::{Guest, hex, random};
use crate::kind::kind;
use crate::pairing::Tempo;
use crate::ratings::{FORMER, Ladder};
use crate::table::now;
use crate::tables::{Opening, Tables};
use crate::trouble::Trouble;

/// What the names of these notes begin with: the tournaments, and which of them somebody has to do with.
const TOURNAMENT: &str = "tournament/";
const ENTERED: &str = "entered/";

/// The most who take part, and the most rounds.
pub const MOST: usize = 64;
pub const ROUNDS: usize = 12;

/// How often something is worked out again because another server was faster.
const TRIES: usize = 50;

/// A tournament.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Tournament {
    /// What it is called.
    pub title: String,
    /// The game's name.
    pub game: String,
    /// How many play at a table.
    pub players: usize,
    /// Who meets whom.
    pub mode: Mode,
    /// How many rounds there are.
    pub rounds: usize,
    /// Whether results count for the ratings.
    pub rated: bool,
    /// How fast it is.
    pub tempo: Tempo,
    /// Who opened it, by identity.
    pub host: String,
    /// Who takes part.
    pub entrants: Vec<Entrant>,
    /// What they are called, by identity.
    pub names: BTreeMap<String, String>,
    /// The round that is played, from 1; 0 before the first.
    pub round: usize,
    /// The tables of all rounds so far.
    pub tables: Vec<RoundTable>,
    /// Whether the last round is over.
    pub over: bool,
    /// When it was opened, in milliseconds since 1970.
    pub at: u64,
}

/// A table of a round.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RoundTable {
    /// In which round.
    pub round: usize,
    /// Its name; nothing for somebody who has nobody to play with.
    pub table: Option<TableId>,
    /// Who sits there, by identity.
    pub guests: Vec<String>,
    /// Who came in at which place, once it is over.
    pub places: Option<Vec<(String, usize)>>,
}

impl Tournament {
    /// What somebody is called.
    pub fn name_of(&self, guest: &str) -> &str {
        self.names.get(guest).map_or(FORMER, String::as_str)
    }

    /// Whether somebody takes part and has not left.
    pub fn has(&self, guest: &str) -> bool {
        self.entrants.iter().any(|entrant| entrant.guest == guest && !entrant.left)
    }

    fn played(&self) -> Vec<Played> {
        let over = |table: &RoundTable| Some(Played { round: table.round, places: table.places.clone()? });
        self.tables.iter().filter_map(over).collect()
    }

    /// How everybody stands, best first.
    pub fn standings(&self) -> Vec<Standing> {
        standings(&self.entrants, &self.played())
    }

    /// The table that somebody has to play at, if there is one.
    pub fn table_of(&self, guest: &str) -> Option<&TableId> {
        let theirs =
            |table: &&RoundTable| table.places.is_none() && table.guests.iter().any(|other| other == guest);
        self.tables.iter().find(theirs)?.table.as_ref()
    }

    /// The tables that are not counted yet.
    fn open_tables(&self) -> impl Iterator<Item = &RoundTable> {
        self.tables.iter().filter(|table| table.places.is_none())
    }

    /// Counts what came of tables, and pairs the next round when all of this one is over.
    fn count(&mut self, over: &BTreeMap<TableId, Vec<(String, usize)>>) {
        if self.round == 0 || self.over {
            return;
        }
        for table in self.tables.iter_mut().filter(|table| table.places.is_none()) {
            table.places = table.table.as_ref().and_then(|id| over.get(id).cloned());
        }
        if self.tables.iter().all(|table| table.places.is_some()) {
            self.next_round();
        }
    }

    /// Pairs the next round, or ends the tournament.
    fn next_round(&mut self) {
        let next = self.round + 1;
        let schedule = match round(&self.entrants, &self.played(), (self.mode, self.players), next) {
            Ok(schedule) if next <= self.rounds => schedule,
            Ok(_)
            | Err(
                TournamentError::TooFew(_) | TournamentError::NotForTwo(_) | TournamentError::Over { .. },
            ) => {
                self.over = true;
                return;
            }
        };
        self.round = next;
        for pairing in schedule.tables {
            let table = TableId::new(&hex(&random::<8>()));
            self.tables.push(RoundTable { round: next, table, guests: pairing.guests, places: None });
        }
        for alone in schedule.byes {
            let places = Some(vec![(alone.clone(), 1)]);
            self.tables.push(RoundTable { round: next, table: None, guests: vec![alone], places });
        }
    }

    /// How its tables are kept.
    fn settings(&self, id: &str) -> TableSettings {
        TableSettings {
            tournament: Some(id.to_owned()),
            late: Late::Resign,
            ..self.tempo.settings(self.rated)
        }
    }

    /// How much time everybody has.
    pub const fn pace(&self) -> Pace {
        self.tempo.pace()
    }
}

/// What somebody does to a tournament.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deed {
    /// Takes part.
    Join,
    /// Takes part no more.
    Leave,
    /// Lets it begin; only for whoever opened it.
    Start,
}

fn json(tournament: &Tournament) -> String {
    serde_json::to_string(tournament).expect("a tournament is plain data")
}

fn key_of(id: &str) -> String {
    format!("{TOURNAMENT}{id}")
}

impl Tables {
    /// Opens a tournament; answers its name.
    pub async fn open_tournament(&self, tournament: Tournament) -> Result<String, Trouble> {
        let id = hex(&random::<8>());
        let entered = NoteChange::put(format!("{ENTERED}{}/{id}", tournament.host), "");
        self.store.change_notes(vec![NoteChange::add(key_of(&id), json(&tournament)), entered]).await?;
        Ok(id)
    }

    /// Puts a tournament as it is, under this name.
    #[cfg(feature = "testkit")]
    pub(crate) async fn stage_tournament(&self, id: &str, tournament: &Tournament) -> Result<(), Trouble> {
        for entrant in &tournament.entrants {
            self.store.put_note(&format!("{ENTERED}{}/{id}", entrant.guest), "").await?;
        }
        Ok(self.store.put_note(&key_of(id), &json(tournament)).await?)
    }

    /// A tournament as its note says, and the note.
    async fn noted(&self, id: &str) -> Result<(Tournament, String), Trouble> {
        let plain = id.len() == 16 && id.bytes().all(|byte| byte.is_ascii_hexdigit());
        let text = if plain { self.store.note(&key_of(id)).await? } else { None };
        let text = text.ok_or(Trouble::Missing("tournament"))?;
        let read = serde_json::from_str(&text);
        Ok((read.map_err(|_| Trouble::Broken("its tournament can't be read"))?, text))
    }

    /// Does something to a tournament as it stands, once, together with other notes.
    async fn change_tournament(
        &self,
        id: &str,
        besides: Vec<NoteChange>,
        mut change: impl FnMut(&mut Tournament) -> Result<(), Trouble> + Send,
    ) -> Result<Tournament, Trouble> {
        for _ in 0..TRIES {
            let (mut tournament, text) = self.noted(id).await?;
            let before = tournament.clone();
            change(&mut tournament)?;
            if tournament == before {
                return Ok(tournament);
            }
            let mut changes = besides.clone();
            changes.push(NoteChange::swap(key_of(id), Some(text), json(&tournament)));
            if self.store.change_notes(changes).await? {
                return Ok(tournament);
            }
        }
        Err(Trouble::Stale)
    }

    /// A tournament as it stands: what is over is counted, and what is to be opened is.
    pub async fn tournament(self: &Arc<Self>, id: &str) -> Result<Tournament, Trouble> {
        let (known, _) = self.noted(id).await?;
        if known.round == 0 || known.over {
            return Ok(known);
        }
        let over = self.results_of_round(&known).await?;
        let count = |it: &mut Tournament| {
            it.count(&over);
            Ok(())
        };
        let tournament = self.change_tournament(id, Vec::new(), count).await?;
        self.open_round(id, &tournament).await?;
        Ok(tournament)
    }

    /// What came of the tables that are not counted yet and are over.
    async fn results_of_round(
        self: &Arc<Self>,
        it: &Tournament,
    ) -> Result<BTreeMap<TableId, Vec<(String, usize)>>, Trouble> {
        let open: Vec<TableId> = it.open_tables().filter_map(|table| table.table.clone()).collect();
        let mut found = BTreeMap::new();
        for digest in
            self.store.digests_of(&open).await?.into_iter().filter(|digest| digest.finished.is_some())
        {
            let table = self.told_table(&digest).await?;
            let (over, placed) = {
                let room = table.room();
                (room.brief().over, room.placed())
            };
            // A result is counted once and for ever: never one that is not there.
            if over {
                let places = placed.into_iter().flatten().map(|one| (one.guest, one.place)).collect();
                found.insert(digest.table, places);
            }
        }
        Ok(found)
    }

    /// Opens the tables of a round that are not open.
    async fn open_round(self: &Arc<Self>, id: &str, it: &Tournament) -> Result<(), Trouble> {
        let ids: Vec<TableId> = it.open_tables().filter_map(|table| table.table.clone()).collect();
        let there = self.store.digests_of(&ids).await?;
        for table in it.open_tables() {
            let Some(name) = table.table.clone().filter(|id| there.iter().all(|digest| digest.table != *id))
            else {
                continue;
            };
            let kind = kind(&it.game).ok_or(Trouble::Missing("game"))?;
            let options = Options::new().with("players", &table.guests.len().to_string());
            let chair = |guest: &String| Chair::Guest(guest.clone(), it.name_of(guest).to_owned());
            let opening = Opening {
                settings: it.settings(id),
                id: Some(name),
                // Nobody is the host of such a table.
                host: Some(String::new()),
                ..Opening::default()
            };
            let chairs = table.guests.iter().map(chair).collect();
            match self.open_table(kind, &options, chairs, opening).await {
                // Another server was faster.
                Ok(_) | Err(Trouble::Stale) => {}
                Err(other) => return Err(other),
            }
        }
        Ok(())
    }

    /// Lets somebody do something to a tournament; answers it as it is then.
    pub async fn enter(self: &Arc<Self>, id: &str, guest: &Guest, deed: Deed) -> Result<Tournament, Trouble> {
        let (known, _) = self.noted(id).await?;
        let ladder = Ladder { game: known.game, players: known.players };
        let rating = self.rating_of(&guest.id, &ladder, now()).await?.value;
        let change = |it: &mut Tournament| match deed {
            Deed::Join => join(it, guest, rating),
            Deed::Leave => leave(it, &guest.id),
            Deed::Start => start(it, &guest.id),
        };
        let entered = vec![NoteChange::put(format!("{ENTERED}{}/{id}", guest.id), "")];
        let changed = self.change_tournament(id, entered, change).await?;
        self.open_round(id, &changed).await?;
        Ok(changed)
    }

    /// The tournaments that somebody has to do with, newest first.
    pub async fn tournaments_of(&self, guest: &str) -> Result<Vec<(String, Tournament)>, Trouble> {
        let prefix = format!("{ENTERED}{guest}/");
        let mut found = Vec::new();
        for (key, _) in self.store.notes(&prefix).await? {
            let id = key[prefix.len()..].to_owned();
            if let Ok((tournament, _)) = self.noted(&id).await {
                found.push((id, tournament));
            }
        }
        found.sort_by_key(|(_, tournament)| std::cmp::Reverse(tournament.at));
        Ok(found)
    }

    /// Goes on with every tournament that a server before has left in the middle. One that can't go on keeps none of the others from it.
    pub(crate) async fn go_on_with_tournaments(self: &Arc<Self>) -> Result<(), Trouble> {
        for (key, text) in self.store.notes(TOURNAMENT).await? {
            let running = serde_json::from_str::<Tournament>(&text).is_ok_and(|it| it.round > 0 && !it.over);
            if running && let Some(id) = key.strip_prefix(TOURNAMENT) {
                match self.tournament(id).await {
                    Ok(_) => {}
                    Err(Trouble::Store(error)) => return Err(error.into()),
                    Err(trouble) => tracing::warn!(tournament = id, "It does not go on: {trouble}"),
                }
            }
        }
        Ok(())
    }

    /// Forgets somebody in all tournaments: others keep what they won and lost against them.
    pub(crate) async fn forget_tournaments(&self, guest: &str) -> Result<(), Trouble> {
        let prefix = format!("{ENTERED}{guest}/");
        for (key, _) in self.store.notes(&prefix).await? {
            let forget = |it: &mut Tournament| {
                forget(it, guest);
                Ok(())
            };
            match self.change_tournament(&key[prefix.len()..], Vec::new(), forget).await {
                Ok(_) | Err(Trouble::Missing(_)) => {}
                Err(other) => return Err(other),
            }
        }
        self.store.remove_notes(&prefix, std::time::Duration::ZERO).await?;
        Ok(())
    }
}

fn join(it: &mut Tournament, guest: &Guest, rating: f64) -> Result<(), Trouble> {
    if it.over || (it.round > 0 && it.round >= it.rounds) {
        return Err(Trouble::NotNow("This tournament takes nobody any more."));
    }
    let from = it.round + 1;
    it.names.insert(guest.id.clone(), guest.name.clone());
    if let Some(entrant) = it.entrants.iter_mut().find(|entrant| entrant.guest == guest.id) {
        entrant.left = false;
        return Ok(());
    }
    if it.round > 0 && it.mode == Mode::RoundRobin {
        return Err(Trouble::NotNow("Everybody meets everybody here, so nobody can join after the start."));
    }
    if it.entrants.len() >= MOST {
        return Err(Trouble::NotNow("This tournament is full."));
    }
    it.entrants.push(Entrant { guest: guest.id.clone(), rating, from, left: false });
    Ok(())
}

fn leave(it: &mut Tournament, guest: &str) -> Result<(), Trouble> {
    if it.round == 0 {
        it.entrants.retain(|entrant| entrant.guest != guest);
        return Ok(());
    }
    let entrant = it.entrants.iter_mut().find(|entrant| entrant.guest == guest);
    entrant.ok_or(Trouble::Forbidden("You do not take part in this tournament."))?.left = true;
    Ok(())
}

fn start(it: &mut Tournament, guest: &str) -> Result<(), Trouble> {
    if it.host != guest {
        return Err(Trouble::Forbidden("Only whoever opened this tournament can start it."));
    }
    if it.round > 0 || it.over {
        return Err(Trouble::NotNow("This tournament has started already."));
    }
    let number = it.entrants.len();
    if number < 2 {
        return Err(Trouble::NotNow("A tournament needs at least two players."));
    }
    if it.mode == Mode::RoundRobin {
        it.rounds = number + number % 2 - 1;
    }
    it.next_round();
    Ok(())
}

fn forget(it: &mut Tournament, guest: &str) {
    let former = format!("former {}", hex(&random::<8>()));
    let swap = |id: &mut String| {
        if id == guest {
            id.clone_from(&former);
        }
    };
    swap(&mut it.host);
    it.names.remove(guest);
    for entrant in &mut it.entrants {
        entrant.left |= entrant.guest == guest;
        swap(&mut entrant.guest);
    }
    for table in &mut it.tables {
        table.guests.iter_mut().for_each(swap);
        table.places.iter_mut().flatten().for_each(|(id, _)| swap(id));
    }
}
