//! A room with the log that whoever runs it would keep.

use std::sync::LazyLock;

use gloria_room::{
    AnyGame, By, Chair, Kind, KindOf, Logged, Refused, Room, Stamp, TableEvent, TableSettings, Wish,
};
use table::{Seat, Seed};

static ROME: LazyLock<KindOf<glory_to_rome::State>> = LazyLock::new(KindOf::default);

pub fn kinds(name: &str) -> Option<&'static dyn Kind> {
    let rome: &'static dyn Kind = &*ROME;
    (name == rome.info().name).then_some(rome)
}

pub const ANN: Seat = Seat::new(0);
pub const BOB: Seat = Seat::new(1);

pub fn guest(name: &str) -> Chair {
    Chair::Guest(name.to_lowercase(), name.to_owned())
}

/// A table for two on which Ann sits.
pub fn opened() -> Logged {
    opened_with(TableSettings::default())
}

fn opened_with(settings: TableSettings) -> Logged {
    let event = TableEvent::Opened {
        game: "glory-to-rome".to_owned(),
        options: [("players".to_owned(), "2".to_owned())].into(),
        chairs: vec![guest("Ann"), Chair::Link],
        settings,
        rules: None,
        host: None,
    };
    Logged { event, at: 5, request: None }
}

/// A room with the log that whoever runs it would keep.
pub struct Kept {
    pub room: Room,
    pub log: Vec<Logged>,
    pub now: u64,
}

impl Kept {
    /// A table kept like this.
    pub fn of(settings: TableSettings) -> Self {
        let log = vec![opened_with(settings)];
        Self { room: Room::fold(kinds, &log).unwrap(), log, now: 10 }
    }

    pub fn begun() -> Self {
        Self::begun_with(TableSettings::default())
    }

    pub fn begun_with(settings: TableSettings) -> Self {
        let mut kept = Self::of(settings);
        let seed = Seed::from_number(3).reveal();
        kept.wish(Wish::Sit { seat: BOB, chair: guest("Bob"), seed }, Stamp::default()).unwrap();
        kept
    }

    /// Plans, writes, takes; whether something was done.
    pub fn wish(&mut self, wish: Wish, stamp: Stamp) -> Result<bool, Refused> {
        self.now += 1;
        let Some(change) = self.room.plan(wish, stamp, self.now)? else { return Ok(false) };
        for (at, event) in change.events.iter().enumerate() {
            let request = change.request.clone().filter(|_| at == 0);
            self.log.push(Logged { event: event.clone(), at: change.at, request });
        }
        let brief = change.brief.clone();
        self.room.take(change).unwrap();
        assert_eq!(self.room.brief(), brief, "lists were told what came of it");
        Ok(true)
    }

    pub fn game(&self) -> &dyn AnyGame {
        self.room.game.as_deref().unwrap()
    }

    /// One of the things that whoever decides may do, another one each time.
    pub fn act(&self) -> Wish {
        let seat = self.game().deciding().first().unwrap();
        let position = self.game().position(table::Viewer::Seat(seat));
        let actions = position.legal.iter().map(|legal| legal.action.as_str());
        let willing: Vec<&str> = actions.filter(|action| !action.starts_with("surrender")).collect();
        let action = willing[self.now as usize * 7 % willing.len()].to_owned();
        Wish::Act { seat, action, by: By::Player }
    }
}
