//! Tables set up in any position, for tests that need two tables which differ only in what a seat can't know.

use std::collections::BTreeMap;

use bots::Mind;
use naming::Named;
use pages::Drawn;
use room::{Chair, Logged, Room, RunningGame, TableEvent, TableSettings, Watch};
use store::{Append, TableId};
use table::{Rulebook, Seed, Staged, Traced};

use crate::guest::Guest;
use crate::kind::kind;
use crate::pairing::Tempo;
use crate::ratings::{Ladder, public_id};
use crate::table::Table;
use crate::tables::Tables;
use crate::tournaments::{RoundTable, Tournament};
use crate::trouble::Trouble;

/// The name of the tournament that a table is set up for.
const TOURNAMENT: &str = "7075726e616d656e";

/// What a table that is set up is played for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stakes {
    /// Nothing: hints are given.
    None,
    /// The ratings, in a tournament.
    Tournament,
}

impl Tables {
    /// The token, and the cookie, of a guest of this identity and name.
    pub fn token(&self, id: &str, name: &str) -> String {
        self.signer.sign(&Guest {
            id: id.to_owned(),
            name: name.to_owned(),
            device: crate::guest::Device::default(),
        })
    }

    /// Lets guests of these identities and names be people who have played rated games, who were put together at this table of a game, and
    /// who play there for a tournament; answers the addresses of pages that tell of it.
    pub async fn stage_strangers(
        &self,
        id: &TableId,
        guests: &[(String, String)],
        game: &str,
    ) -> Result<Vec<String>, Trouble> {
        let ladder = Ladder { game: game.to_owned(), players: guests.len() };
        let mut pages =
            vec![format!("/tournaments/{TOURNAMENT}"), format!("/api/v1/tournaments/{TOURNAMENT}")];
        for (guest, name) in guests {
            self.stage_player(&ladder, guest, name).await?;
            self.stage_seat(guest, id).await?;
            pages.push(format!("/players/{}", public_id(guest)));
        }
        let all = guests.iter().map(|(guest, _)| guest.clone());
        let tournament = Tournament {
            title: "Ludi".to_owned(),
            game: game.to_owned(),
            players: guests.len(),
            mode: league::Mode::Swiss,
            rounds: 2,
            rated: true,
            tempo: Tempo::Live,
            host: guests.first().map(|(guest, _)| guest.clone()).unwrap_or_default(),
            entrants: all
                .clone()
                .map(|guest| league::Entrant { guest, rating: 1500.0, from: 1, left: false })
                .collect(),
            names: guests.iter().cloned().collect(),
            round: 1,
            tables: vec![RoundTable {
                round: 1,
                table: Some(id.clone()),
                guests: all.collect(),
                places: None,
            }],
            over: false,
            at: 0,
        };
        self.stage_tournament(TOURNAMENT, &tournament).await?;
        Ok(pages)
    }

    /// Sets a table up in a position, its seats taken by guests of these identities and names. Luck goes on from the seed.
    pub async fn stage<G: Drawn + Mind + Named + Staged + Traced>(
        &self,
        id: &TableId,
        guests: &[(String, String)],
        rules: &G::Rules,
        (state, seed): (G, Seed),
        stakes: Stakes,
    ) -> Result<(), Trouble> {
        let options = rules.options();
        let options: BTreeMap<String, String> =
            options.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        let chairs = guests.iter().map(|(id, name)| Chair::Guest(id.clone(), name.clone())).collect();
        let watch = Some(Watch::Anyone);
        let settings = match stakes {
            Stakes::None => TableSettings { hints: true, watch, ..TableSettings::default() },
            // Without a clock, which would tell the time.
            Stakes::Tournament => {
                let tournament = Some(TOURNAMENT.to_owned());
                TableSettings { rated: true, tournament, watch, ..TableSettings::default() }
            }
        };
        let (game, version) = (G::INFO.name.to_owned(), Some(G::INFO.rules_version));
        let opened = TableEvent::Opened { game, options, chairs, settings, rules: version, host: None };
        let body = serde_json::to_string(&opened).map_err(|error| Trouble::Bad(error.to_string()))?;
        let names: Vec<String> = guests.iter().map(|(_, name)| name.clone()).collect();
        let game = RunningGame::<G>::from_position(rules.clone(), names, state, seed);
        let room = Room::opened(kind, &Logged { event: opened, at: 0, request: None })?;
        let room = room.with_game(Box::new(game));
        let brief = room.brief();
        let append = Append {
            table: id.clone(),
            expected: 0,
            request: None,
            at: 0,
            events: vec![body],
            digest: serde_json::to_string(&brief).map_err(|error| Trouble::Bad(error.to_string()))?,
            finished: None,
            thinking: None,
        };
        self.store.append(append).await?;
        self.place(Table::new(id.clone(), room), brief);
        Ok(())
    }
}
