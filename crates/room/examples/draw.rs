//! What an update costs to draw: `cargo run --release -p gloria-room --example draw [GAME [GAMES [FILE]]]` plays games of four to their
//! ends by chance, draws for every seat what each decision changed, and prints the time and the bytes of an update. With a file every
//! update is written there, a JSON string on each line, for `tools/press.py`.

use std::fs::File;
use std::io::Write as _;
use std::time::{Duration, Instant};

use bots::Mind;
use gloria_room::{
    By, Chair, Kind, KindOf, Logged, NoMutes, NoPlayers, Room, Stamp, TableEvent, TableSettings, Visit, Wish,
};
use naming::Named;
use pages::{Drawn, Reply, Told};
use table::{Chance as _, Light, Seat, Seed, Staged, Traced, Viewer};

const GAMES: [&str; 3] = ["glory-to-rome", "for-glory", "glory"];
const NAMES: [&str; 4] = ["Ann", "Bob", "Cid", "Dora"];

fn kinds(name: &str) -> Option<&'static dyn Kind> {
    fn of<G: Drawn + Mind + Named + Staged + Traced>() -> &'static dyn Kind {
        Box::leak(Box::new(KindOf::<G>::default()))
    }
    match name {
        "glory-to-rome" => Some(of::<glory_to_rome::State>()),
        "for-glory" => Some(of::<for_glory::State>()),
        "glory" => Some(of::<glory::State>()),
        _ => None,
    }
}

fn begun(game: &str, seed: u64) -> Option<Room> {
    let opened = TableEvent::Opened {
        game: game.to_owned(),
        options: [("players".to_owned(), "4".to_owned())].into(),
        chairs: NAMES.map(|name| Chair::Guest(name.to_owned(), name.to_owned())).into(),
        settings: TableSettings { hints: true, ..TableSettings::default() },
        rules: None,
        host: Some(NAMES[0].to_owned()),
    };
    let started = TableEvent::Started { seed: Seed::from_number(seed).reveal(), from: None, set_up: None };
    Room::fold(kinds, &[opened, started].map(|event| Logged { event, at: 5, request: None })).ok()
}

/// A decision by chance.
fn decision(room: &Room, luck: &mut Light) -> Option<Wish> {
    let game = room.begun().ok()?;
    let seat = game.deciding().iter().nth(luck.below(game.deciding().len() as u32) as usize)?;
    let position = game.position(Viewer::Seat(seat));
    let legal = position.legal.iter().map(|legal| legal.action.as_str());
    let willing: Vec<&str> =
        legal.filter(|action| !["surrender", "resign"].iter().any(|word| action.starts_with(word))).collect();
    let action = (*willing.get(luck.below(willing.len() as u32) as usize)?).to_owned();
    Some(Wish::Act { seat, action, by: By::Player })
}

/// Draws a whole game; how long each update took, and its bytes. Every update is written down where that is wanted.
fn drawn(game: &str, seed: u64, mut kept: Option<&mut File>) -> Option<Vec<(Duration, usize)>> {
    let (mut room, mut luck) = (begun(game, seed)?, Light::new(seed));
    let mut told: Vec<(Told, Option<u64>)> = NAMES.map(|_| (Told::default(), None)).into();
    let (reply, mut updates) = (Reply::default(), Vec::new());
    loop {
        for (seat, (told, base)) in Seat::all(NAMES.len()).zip(&mut told) {
            let guest = NAMES[seat.index()];
            let visit = Visit {
                id: "t",
                guest,
                viewer: Viewer::Seat(seat),
                reply: &reply,
                now: 10,
                mutes: &NoMutes,
                players: &NoPlayers,
            };
            let began = Instant::now();
            let (html, now) = room.update(visit, told, *base)?;
            if base.is_some() {
                updates.push((began.elapsed(), html.len()));
                if let Some(file) = kept.as_deref_mut() {
                    writeln!(file, "{}", serde_json::Value::from(html)).ok()?;
                }
            }
            (*told, *base) = (now, Some(room.seq));
        }
        let Some(wish) = decision(&room, &mut luck) else { return Some(updates) };
        let change = room.plan(wish, Stamp::default(), 10).ok()??;
        room.take(change).ok()?;
    }
}

fn main() {
    let asked: Vec<String> = std::env::args().skip(1).collect();
    let count = asked.get(1).and_then(|count| count.parse().ok()).unwrap_or(10);
    let mut kept = asked.get(2).map(|file| File::create(file).expect("the file can be written"));
    for game in GAMES.iter().filter(|game| asked.first().is_none_or(|asked| asked == *game)) {
        let mut updates: Vec<_> =
            (0..count).filter_map(|seed| drawn(game, seed, kept.as_mut())).flatten().collect();
        let time: Duration = updates.iter().map(|(time, _)| *time).sum();
        updates.sort_unstable_by_key(|(_, bytes)| *bytes);
        let median = updates.get(updates.len() / 2).map_or(0, |(_, bytes)| *bytes);
        let each = time.as_secs_f64() * 1e6 / updates.len().max(1) as f64;
        println!("{game}: {} updates, {each:.1} µs each, median {median} bytes", updates.len());
    }
}
