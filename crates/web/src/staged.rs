//! Tables set up in any position, for tests that need two tables which differ only in what a seat can't know.

use std::collections::BTreeMap;

use bots::Mind;
use naming::Named;
use pages::Drawn;
use room::{Chair, Logged, Room, RunningGame, TableEvent, TableSettings, Watch};
use store::{Append, TableId};
use table::{Rulebook, Seed, Traced};

use crate::guest::Guest;
use crate::kind::kind;
use crate::table::Table;
use crate::tables::Tables;
use crate::trouble::Trouble;

impl Tables {
    /// The token, and the cookie, of a guest of this identity and name.
    pub fn token(&self, id: &str, name: &str) -> String {
        self.signer.sign(&Guest {
            id: id.to_owned(),
            name: name.to_owned(),
            device: crate::guest::Device::default(),
        })
    }

    /// Sets a table up in a position, its seats taken by guests of these identities and names. Luck goes on from the seed.
    pub async fn stage<G: Drawn + Mind + Named + Traced>(
        &self,
        id: &TableId,
        guests: &[(String, String)],
        rules: &G::Rules,
        state: G,
        seed: Seed,
    ) -> Result<(), Trouble> {
        let options = rules.options();
        let options: BTreeMap<String, String> =
            options.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        let chairs = guests.iter().map(|(id, name)| Chair::Guest(id.clone(), name.clone())).collect();
        let settings = TableSettings { hints: true, watch: Some(Watch::Anyone), ..TableSettings::default() };
        let (game, version) = (G::INFO.name.to_owned(), Some(G::INFO.rules_version));
        let opened = TableEvent::Opened { game, options, chairs, settings, rules: version, host: None };
        let body = serde_json::to_string(&opened).map_err(|error| Trouble::Bad(error.to_string()))?;
        let append = Append {
            table: id.clone(),
            expected: 0,
            request: None,
            at: 0,
            events: vec![body],
            digest: "{}".to_owned(),
            finished: None,
            thinking: None,
        };
        self.store.append(append).await?;
        let names: Vec<String> = guests.iter().map(|(_, name)| name.clone()).collect();
        let game = RunningGame::<G>::from_position(rules.clone(), names, state, seed);
        let room = Room::opened(kind, &Logged { event: opened, at: 0, request: None })?;
        let room = room.with_game(Box::new(game));
        let brief = room.brief();
        self.place(Table::new(id.clone(), room), brief);
        Ok(())
    }
}
