//! Every kind of page once, always the same: pages around the games, and tables of all games with all seats, early, late, in battle, at the end.

use crate::story::{Others, Story};
use crate::visits::{asked, lessons, together};
use crate::{Browser, Server};

/// A name of as many letters as a name may have, with no place to break.
pub const LONG_NAME: &str = "Marcomannensiswilhelmina";

/// The games, and how many can play each.
pub const GAMES: [(&str, usize); 3] = [("glory-to-rome", 5), ("for-glory", 4), ("glory", 4)];

/// Pages that are there without a game: what each is called, and its path.
const PAGES: [(&str, &str); 13] = [
    ("lobby", "/"),
    ("learn", "/learn"),
    ("me", "/me"),
    ("notices", "/me/notices"),
    ("games", "/games"),
    ("tables", "/tables"),
    ("pair", "/pair"),
    ("tournaments", "/tournaments"),
    ("pictures", "/gallery"),
    ("api", "/api"),
    ("nowhere", "/nowhere"),
    ("pictures-large", "/gallery?game=glory&size=400"),
    ("pictures-small", "/gallery?game=for-glory&size=48"),
];

/// Where in a story a table is looked at.
enum Moment {
    /// After so many hundredths of its decisions.
    After(usize),
    /// Where, after so many hundredths, something is next decided whose notation begins so.
    Before(usize, &'static str),
}

/// Tables that are looked at: what each is called, the game, how many sit there, the seed, and when.
const TABLES: [(&str, &str, usize, u64, Moment); 23] = [
    ("early", "glory-to-rome", 5, 11, Moment::After(4)),
    ("middle", "glory-to-rome", 5, 11, Moment::After(50)),
    ("late", "glory-to-rome", 5, 11, Moment::After(96)),
    ("two-late", "glory-to-rome", 2, 12, Moment::After(90)),
    ("three", "glory-to-rome", 3, 13, Moment::After(60)),
    ("demand", "glory-to-rome", 4, 14, Moment::Before(40, "demand")),
    ("early", "for-glory", 4, 21, Moment::After(2)),
    ("market", "for-glory", 4, 21, Moment::After(35)),
    ("battle", "for-glory", 4, 21, Moment::Before(40, "attack")),
    ("late", "for-glory", 4, 21, Moment::After(95)),
    ("two-battle", "for-glory", 2, 22, Moment::Before(60, "attack")),
    ("two-late", "for-glory", 2, 22, Moment::After(95)),
    ("alone", "for-glory", 1, 23, Moment::After(60)),
    ("early", "glory", 4, 31, Moment::After(2)),
    ("middle", "glory", 4, 31, Moment::After(45)),
    ("battle", "glory", 4, 31, Moment::Before(40, "engage")),
    ("late", "glory", 4, 31, Moment::After(96)),
    ("two-battle", "glory", 2, 32, Moment::Before(50, "engage")),
    ("two-late", "glory", 2, 32, Moment::After(92)),
    ("saltmarrow-late", "glory", 4, 33, Moment::After(80)),
    ("saltmarrow-battle", "glory", 2, 34, Moment::Before(40, "engage")),
    ("alone", "glory", 1, 35, Moment::After(50)),
    ("everything", "glory", 4, 36, Moment::After(60)),
];

/// Glory with all that can be added to it.
const EVERYTHING: &[(&str, &str)] = &[
    ("length", "long"),
    ("rewards", "effort"),
    ("events", "on"),
    ("shops", "on"),
    ("duels", "on"),
    ("trades", "on"),
    ("races", "on"),
];

/// Shows every page whose name has one of these words in it, or every page, one after the other, and has each looked at.
pub async fn tour(
    server: &Server,
    browser: &Browser,
    only: &[String],
    others: Others,
    mut see: impl AsyncFnMut(&str),
) {
    let wanted = |name: &str| only.is_empty() || only.iter().any(|word| name.contains(word.as_str()));
    browser.call_me(server, LONG_NAME).await;
    for (name, path) in PAGES {
        if wanted(name) {
            browser.go(&server.at(path)).await;
            see(name).await;
        }
    }
    for (game, _) in GAMES {
        for page in ["new", "rules", "cards"] {
            let name = format!("{game}-{page}");
            if wanted(&name) {
                browser.go(&server.at(&format!("/{page}/{game}"))).await;
                see(&name).await;
            }
        }
        for (page, name) in [("play", format!("{game}-guide")), ("depth", format!("{game}-guide-two"))] {
            if wanted(&name) {
                browser.go(&server.at(&format!("/guide/{game}/{page}"))).await;
                see(&name).await;
            }
        }
    }
    for (part, game, players, seed, moment) in TABLES {
        let name = format!("{game}-{part}");
        if !wanted(&name) {
            continue;
        }
        let options: &[(&str, &str)] = match (game, part) {
            ("glory", "saltmarrow-late" | "saltmarrow-battle") => &[("kingdom", "saltmarrow")],
            ("glory", "alone") => &[("scenario", "hunt")],
            ("glory", "everything") => EVERYTHING,
            _ => &[],
        };
        let story = Story::set(game, players, seed, options);
        let at = match moment {
            Moment::After(hundredths) => story.after(hundredths),
            Moment::Before(hundredths, words) => story
                .before(story.after(hundredths), words)
                .unwrap_or_else(|| panic!("{name}: nobody decides to {words}")),
        };
        browser.enter(server, &story, at, others).await;
        see(&name).await;
    }
    for (game, players) in GAMES {
        for name in [format!("{game}-end"), format!("{game}-replay")] {
            if !wanted(&name) {
                continue;
            }
            let story = Story::of(game, players, 41);
            if name.ends_with("end") {
                browser.enter(server, &story, story.len(), others).await;
            } else {
                browser.open_story(server, &story, story.after(70)).await;
            }
            see(&name).await;
        }
    }
    around(server, browser, &wanted, &mut see).await;
    lessons(server, browser, &wanted, &mut see).await;
    asked(server, browser, &wanted, &mut see).await;
    together(server, browser, &wanted, &mut see).await;
}

/// What lies over or beside a table: a lesson, a waiting room, an invitation, a curtain, a card large, the panel behind "More".
async fn around(
    server: &Server,
    browser: &Browser,
    wanted: &dyn Fn(&str) -> bool,
    see: &mut impl AsyncFnMut(&str),
) {
    for (game, players) in GAMES {
        let name = format!("{game}-lesson");
        if wanted(&name) {
            browser.go(&server.at("/learn")).await;
            browser.click(&format!("#{game} button")).await;
            assert!(browser.my_turn().await, "{game}: a lesson asks something");
            see(&name).await;
        }
        let name = format!("{game}-sheet");
        if wanted(&name) {
            let story = Story::of(game, players, 51);
            browser.enter(server, &story, story.after(60), Others::Bots).await;
            let open = "document.querySelector('#board :is(.hand .spot, .structure, .thing)').dispatchEvent(new PointerEvent('click', { bubbles: true, cancelable: true, pointerType: 'touch' }))";
            browser.window.execute(open, vec![]).await.expect("the page runs it");
            browser.wait("document.querySelector('#sheet:popover-open')").await;
            see(&name).await;
        }
        let name = format!("{game}-more");
        if wanted(&name) {
            let story = Story::of(game, players, 51);
            browser.enter(server, &story, story.after(60), Others::Bots).await;
            browser.click("#tools button[popovertarget=more]").await;
            see(&name).await;
        }
    }
    if wanted("waiting") {
        let seats = ["me", "link", "link", "bot:greedy", "link"];
        browser.open_table(server, "glory-to-rome", &seats).await;
        browser.wait("document.querySelector('#table.waiting')").await;
        see("waiting").await;
    }
    if wanted("invite") {
        browser.open_table(server, "glory", &["me", "bot:greedy"]).await;
        let table = browser.window.current_url().await.expect("a page has an address");
        browser.go(&format!("{table}/invite")).await;
        see("invite").await;
    }
    if wanted("curtain") {
        browser.open_table(server, "for-glory", &["me", "me"]).await;
        browser.wait("document.querySelector('.curtain')").await;
        see("curtain").await;
    }
    if wanted("your-games") {
        browser.go(&server.at("/games")).await;
        see("your-games").await;
    }
    if wanted("lobby-returning") {
        browser.go(&server.at("/")).await;
        see("lobby-returning").await;
    }
}

impl Browser {
    /// Opens the record of a story at a moment, to look back at it.
    pub async fn open_story(&self, server: &Server, story: &Story, at: usize) {
        self.go(&server.at("/")).await;
        self.submit("/open", &[("record", &story.record)]).await;
        self.wait("document.querySelector('#replay') && document.readyState === 'complete'").await;
        let path = self.value("location.pathname").await;
        let seat = story.decides(at);
        self.go(&server.at(&format!("{}?at={at}&seat={seat}", path.as_str().unwrap_or_default()))).await;
    }
}
