//! An update taken in by its parts is the page as it would be drawn whole, whatever happened at the table, whoever looks, and however
//! much they missed.

use std::sync::LazyLock;

use bots::Mind;
use gloria_room::{
    By, Chair, Kind, KindOf, Logged, NoMutes, NoPlayers, Room, Stamp, TableEvent, TableSettings, Visit, Wish,
};
use naming::Named;
use pages::{Alike, Drawn, Eyes, Parts, Reply, Told, html, patched};
use table::{Chance as _, Light, Seat, SeatSet, Seed, Staged, Traced, Viewer};

static KINDS: LazyLock<[Box<dyn Kind>; 4]> = LazyLock::new(|| {
    fn of<G: Drawn + Mind + Named + Staged + Traced>() -> Box<dyn Kind> {
        Box::new(KindOf::<G>::default())
    }
    [of::<glory_to_rome::State>(), of::<for_glory::State>(), of::<glory::State>(), of::<gloria_lots::Lots>()]
});

fn kinds(name: &str) -> Option<&'static dyn Kind> {
    KINDS.iter().map(Box::as_ref).find(|kind| kind.info().name == name)
}

const NAMES: [&str; 3] = ["Ann", "Bob", "Cid & <wbr id=log-1>"];

/// A game of three that has begun.
fn begun(game: &str, seed: u64) -> Room {
    let chairs = NAMES.map(|name| Chair::Guest(name.to_lowercase(), name.to_owned()));
    let opened = TableEvent::Opened {
        game: game.to_owned(),
        options: [("players".to_owned(), "3".to_owned())].into(),
        chairs: chairs.into(),
        settings: TableSettings { hints: true, ..TableSettings::default() },
        rules: None,
        host: Some("ann".to_owned()),
    };
    let started = TableEvent::Started { seed: Seed::from_number(seed).reveal(), from: None, set_up: None };
    Room::fold(kinds, &[opened, started].map(|event| Logged { event, at: 5, request: None })).unwrap()
}

/// Somebody who looks on, and what their page shows.
struct Page {
    guest: String,
    viewer: Viewer,
    base: Option<u64>,
    told: Told,
    html: String,
}

impl Page {
    fn new(at: usize) -> Self {
        let seat = Seat::checked(at).filter(|_| at < NAMES.len());
        let guest = seat.map_or("onlooker".to_owned(), |_| NAMES[at].to_lowercase());
        let viewer = seat.map_or(Viewer::Spectator, Viewer::Seat);
        Self { guest, viewer, base: None, told: Told::default(), html: String::new() }
    }

    fn visit<'a>(&'a self, reply: &'a Reply) -> Visit<'a> {
        Visit {
            id: "t",
            guest: &self.guest,
            viewer: self.viewer,
            reply,
            now: 10,
            mutes: &NoMutes,
            players: &NoPlayers,
        }
    }

    /// What comes by the stream.
    fn update(&self, room: &Room) -> (String, Told) {
        room.update(self.visit(&Reply::default()), &self.told, self.base).unwrap()
    }

    fn whole(&self, room: &Room) -> String {
        room.draw(self.visit(&Reply::default())).unwrap().into_string()
    }

    /// Takes the update in; the bytes of it.
    fn take(&mut self, room: &Room) -> usize {
        let (update, told) = self.update(room);
        let page = match self.base {
            Some(_) => patched(&self.html, &update).expect("an update to this page"),
            None => update.clone(),
        };
        let whole = self.whole(room);
        if page != whole {
            let at = page.bytes().zip(whole.bytes()).position(|(one, other)| one != other).unwrap_or(0);
            let around = |text: &str| {
                String::from_utf8_lossy(&text.as_bytes()[at.saturating_sub(200)..(at + 200).min(text.len())])
                    .into_owned()
            };
            panic!("{:?} at {}:\n{}\nagainst\n{}", self.viewer, room.seq, around(&page), around(&whole));
        }
        if std::env::var_os("GLORIA_SHOW").is_some() {
            show(self.viewer, &update);
        }
        // For a look at what the script itself makes of them, in a browser.
        if let Some(file) =
            std::env::var_os("GLORIA_DUMP").filter(|_| self.viewer == Viewer::Seat(Seat::new(0)))
        {
            use std::io::Write as _;
            let mut file = std::fs::OpenOptions::new().create(true).append(true).open(file).unwrap();
            writeln!(file, "{}", serde_json::json!([update, whole])).unwrap();
        }
        (self.html, self.told, self.base) = (page, told, Some(room.seq));
        update.len()
    }
}

/// Prints what an update brings, for whoever wants to make it less.
fn show(viewer: Viewer, update: &str) {
    let named = update.split(" id=\"").skip(2).filter_map(|rest| Some((rest.split_once('"')?.0, rest.len())));
    let named: Vec<String> = named.map(|(id, length)| format!("{id} {length}")).collect();
    println!("{viewer:?} {}: {}", update.len(), named.join(", "));
}

/// Something that somebody may wish at this moment, most often a decision.
fn wish(room: &Room, luck: &mut Light) -> Option<Wish> {
    let game = room.game.as_deref()?;
    let any = Seat::checked(luck.below(3) as usize)?;
    let guest = NAMES[any.index()];
    Some(match luck.below(24) {
        0 => Wish::Say {
            guest: (guest.to_lowercase(), guest.to_owned()),
            seat: Some(any),
            text: "<b>".to_owned(),
        },
        1 => Wish::Undo(game.deciding().first()?),
        2 => Wish::AskBack(any),
        3 => Wish::Agree(any),
        4 => Wish::Decline(any),
        5 => Wish::Show(any, luck.below(2) == 0),
        6 => Wish::Standing(any, luck.below(2) == 0),
        _ => {
            let seat = game.deciding().iter().nth(luck.below(game.deciding().len() as u32) as usize)?;
            let position = game.position(Viewer::Seat(seat));
            let legal = position.legal.iter().map(|legal| legal.action.as_str());
            // A walk by chance through Glory comes to no end by itself.
            let willing: Vec<&str> = legal.filter(|action| !action.starts_with("surrender")).collect();
            let action = (*willing.get(luck.below(willing.len() as u32) as usize)?).to_owned();
            Wish::Act { seat, action, by: By::Player }
        }
    })
}

/// Plays a game to its end, or for so many events; every page takes every update in, or some of them late.
fn followed(game: &str, seed: u64, most: u32) -> (Vec<usize>, bool) {
    let (mut room, mut luck) = (begun(game, seed), Light::new(seed));
    let mut pages: Vec<Page> = (0..=NAMES.len()).map(Page::new).collect();
    let (mut sizes, mut now) = (Vec::new(), 10);
    for _ in 0..most {
        now += 1;
        for (at, page) in pages.iter_mut().enumerate() {
            // One of them reads slowly, and the onlooker's connection breaks now and then.
            if at == 2 && luck.below(3) > 0 {
                continue;
            }
            if at == 3 && luck.below(20) == 0 {
                (page.base, page.told) = (None, Told::default());
            }
            let first = page.base.is_none();
            let size = page.take(&room);
            if !first {
                sizes.push(size);
            }
        }
        if room.deciding().is_some_and(SeatSet::is_empty) {
            return (sizes, true);
        }
        let Some(wish) = wish(&room, &mut luck) else { continue };
        if let Ok(Some(change)) = room.plan(wish, Stamp::default(), now) {
            room.take(change).unwrap();
        }
    }
    (sizes, false)
}

/// How many games are followed; more by hand.
fn games() -> u64 {
    std::env::var("GLORIA_GAMES").ok().and_then(|text| text.parse().ok()).unwrap_or(1)
}

fn whole_games(game: &str) {
    for seed in 0..games() {
        let (mut sizes, over) = followed(game, seed, 20_000);
        assert!(over, "{game} {seed} came to its end");
        sizes.sort_unstable();
        let of = |part: usize| sizes[(sizes.len() - 1) * part / 100];
        println!(
            "{game} {seed}: {} updates, median {} bytes, 90 of 100 within {}",
            sizes.len(),
            of(50),
            of(90)
        );
        assert!(of(50) < 6_000, "{game}: an update is small: {} bytes", of(50));
    }
}

#[test]
fn a_whole_game_of_glory_to_rome_is_followed_by_parts() {
    whole_games("glory-to-rome");
}

#[test]
fn a_whole_game_of_for_glory_is_followed_by_parts() {
    whole_games("for-glory");
}

#[test]
fn a_whole_game_of_glory_is_followed_by_parts() {
    whole_games("glory");
}

#[test]
fn a_whole_game_of_lots_is_followed_by_parts() {
    whole_games("lots");
}

/// The harness would notice: a part that is left out of an update is missed, and an update to another page is not taken in.
#[test]
fn a_part_that_is_missed_is_seen() {
    let (mut room, mut luck) = (begun("glory-to-rome", 7), Light::new(7));
    let mut page = Page::new(0);
    page.take(&room);
    let mut missed = 0;
    for _ in 0..40 {
        let Some(wish) = wish(&room, &mut luck) else { continue };
        let Ok(Some(change)) = room.plan(wish, Stamp::default(), 10) else { continue };
        room.take(change).unwrap();
        let (update, _) = page.update(&room);
        for id in ["prompt", "log", "s-deck"] {
            let Some(start) = update.find(&format!(" id=\"{id}\"")).and_then(|at| update[..at].rfind('<'))
            else {
                continue;
            };
            // Under another name nobody finds it; without its first letter of text it is not what it should be.
            let mut wrong = update.clone();
            let text = start + wrong[start..].find("</").unwrap();
            wrong.insert(text, '!');
            assert_ne!(patched(&page.html, &wrong).as_deref(), Some(&*page.whole(&room)));
            let end = start + wrong[start..].find('>').unwrap();
            let renamed = update[start..end].replace(&format!(" id=\"{id}\""), " id=\"nowhere\"");
            let lost = format!("{}{renamed}{}", &update[..start], &update[end..]);
            assert_ne!(patched(&page.html, &lost).as_deref(), Some(&*page.whole(&room)), "#{id} is missed");
            missed += 1;
        }
        let stale = page.html.replacen("data-seq=\"", "data-seq=\"9", 1);
        assert_eq!(patched(&stale, &update), None, "an update to another page");
        page.take(&room);
    }
    assert!(missed > 30, "{missed}");
}

/// Of what is not known to be on the page, the whole is sent.
#[test]
fn an_unknown_page_is_sent_whole() {
    let room = begun("glory", 3);
    let mut page = Page::new(1);
    let (update, _) = page.update(&room);
    assert_eq!(update, page.whole(&room));
    page.take(&room);
    let (again, _) = page.update(&room);
    assert!(again.len() < 400 && again.contains("data-base=\""), "nothing changed, nothing is sent: {again}");
    assert_eq!(patched(&page.html, &again).unwrap(), page.html);
}

/// A page of one part that shows a number, but says that it is drawn from nothing.
fn careless(before: &Told, number: u8, base: Option<u64>) -> (String, Told) {
    let eyes = Eyes { before, open: "names", own: "base", alike: &Alike::default(), seq: number.into() };
    let parts = Parts::cut(&eyes);
    let part = parts.part("part", &(), || html! { p id="part" { (number) } });
    parts.finish(html! { div id="table" data-seq=(number) { (part) } }, number.into(), base)
}

/// A page of one part that shows whose it is, but says that it is the same for all.
fn indiscreet(alike: &Alike, who: &'static str) -> String {
    let eyes = Eyes { before: &Told::default(), open: "names", own: who, alike, seq: 1 };
    let parts = Parts::cut(&eyes);
    let part = parts.open("part", &(), || html! { p id="part" { (who) } });
    parts.finish(html! { div id="table" { (part) } }, 1, None).0
}

/// What is drawn once for all must be the same for all: where it is not, every test notices.
#[test]
#[cfg_attr(debug_assertions, should_panic(expected = "is open, but not drawn alike for all"))]
fn a_part_that_is_not_the_same_for_all_is_caught() {
    let alike = Alike::default();
    assert_eq!(indiscreet(&alike, "Ann"), "<div id=\"table\"><p id=\"part\">Ann</p></div>");
    assert_eq!(indiscreet(&Alike::default(), "Bob"), "<div id=\"table\"><p id=\"part\">Bob</p></div>");
    assert_ne!(indiscreet(&alike, "Bob"), indiscreet(&Alike::default(), "Bob"), "Bob is shown Ann's");
}

/// Who was told otherwise before is not given what was drawn for the others; who was told the same is, and it is drawn once.
#[test]
fn what_is_alike_is_drawn_once() {
    let drawn = std::cell::Cell::new(0);
    let page = |alike: &Alike, before: &Told, who: &'static str, seq: u64, number: u8| {
        let eyes = Eyes { before, open: "names", own: who, alike, seq };
        let parts = Parts::cut(&eyes);
        let part = parts.open("part", &number, || {
            drawn.set(drawn.get() + 1);
            html! { div id="part" { (number) (parts.part("inner", &(), || html! { p id="inner" { "in" } })) } }
        });
        parts.finish(html! { div id="table" data-seq=(seq) { (part) } }, seq, (seq > 1).then_some(seq - 1))
    };
    let alike = Alike::default();
    let (first, ann) = page(&alike, &Told::default(), "ann", 1, 7);
    let (_, bob) = page(&alike, &Told::default(), "bob", 1, 7);
    // In a build with debug assertions what is taken over is drawn once more, and compared.
    let twice = if cfg!(debug_assertions) { 2 } else { 1 };
    assert_eq!(drawn.replace(0), twice);
    let updates = [("ann", &ann), ("bob", &bob)].map(|(who, told)| page(&alike, told, who, 2, 8).0);
    assert_eq!(drawn.replace(0), twice);
    assert_eq!(updates[0], updates[1]);
    let shown = "<div id=\"table\" data-seq=\"2\"><div id=\"part\">8<p id=\"inner\">in</p></div></div>";
    assert_eq!(patched(&first, &updates[0]).as_deref(), Some(shown));
    let (late, _) = page(&alike, &Told::default(), "cid", 2, 8);
    assert!(late.contains("<p id=\"inner\">"), "who has nothing is sent the whole: {late}");
    assert_eq!(drawn.get(), 1, "and for them it is drawn anew");
}

/// An input that is missed would leave an old part on the page: in every build with debug assertions, as all tests are, it is caught.
#[test]
#[cfg_attr(debug_assertions, should_panic(expected = "changed, but not what it says it is drawn from"))]
fn an_input_that_is_missed_is_caught() {
    let (page, told) = careless(&Told::default(), 1, None);
    assert_eq!(page, "<div id=\"table\" data-seq=\"1\"><p id=\"part\">1</p></div>");
    let (same, _) = careless(&told, 1, Some(1));
    assert_eq!(patched(&page, &same).unwrap(), page);
    let (update, _) = careless(&told, 2, Some(1));
    assert_ne!(patched(&page, &update).unwrap(), careless(&Told::default(), 2, None).0, "the page is old");
}
