//! Everything that is shown can be read: nothing is cut off, lies outside the page or is torn, at any size, with the longest names.

use gloria_browser::{Browser, Luck, Others, SCREENS, Screen, Server, Story, tour};
use serde_json::json;

use crate::access::none;

/// The narrowest, the tablet, the desktop and the widest screen; the command `cargo xtask screens cut` looks at all of them.
const SIZES: [usize; 4] = [0, 2, 6, 8];

/// What can't be read at each size is added to the list.
async fn look(browser: &Browser, name: &str, faults: &mut Vec<String>) {
    for (size, screen) in SIZES.map(|at| SCREENS[at]) {
        browser.show_as(screen).await;
        browser.wait(&format!("matchMedia('(width: {}px)').matches", screen.width)).await;
        faults.extend(browser.unreadable().await.into_iter().map(|fault| format!("{name} ({size}) {fault}")));
    }
    browser.show_as(Screen::DESKTOP).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_word_is_cut_on_any_page_with_the_longest_names() {
    let server = Server::with(Luck::Known(5)).await;
    let browser = Browser::open(Screen::DESKTOP).await;
    let mut faults = Vec::new();
    let pages = [
        "lobby", "me", "-new", "-rules", "-cards", "-late", "-battle", "-end", "-sheet", "waiting", "curtain",
    ];
    tour(&server, &browser, &pages.map(str::to_owned), Others::Me, async |name: &str| {
        look(&browser, name, &mut faults).await;
    })
    .await;
    browser.close().await;
    none(&faults);
}

/// Puts some of a table's cards into the hand, in the place of what is there, each as a card that is held twice where the game shows that
/// (with a badge, and without the price it had in the market); how many cards there are.
const DEAL: &str = "const [from, badges, done] = arguments; hooks.cards().then((all) => { \
     const faces = [...all.values()].map((entry) => entry.querySelector('.card')).filter(Boolean), hand = document.getElementById('hand'); \
     hand.replaceChildren(...faces.slice(from, from + 5).map((face) => { const hold = document.createElement('div'), spot = document.createElement('div'); \
       hold.className = 'hold'; spot.className = 'spot hold-card'; spot.append(face.cloneNode(true)); \
       if (badges) { spot.querySelector('.c-corner')?.remove(); const times = document.createElement('b'); times.className = 'times'; times.textContent = '×2'; spot.append(times); } hold.append(spot); return hold; })); done(faces.length); });";

/// The text of every card has room on it where it lies in the hand, and none of it is under the badge that says how many there are.
#[tokio::test(flavor = "multi_thread")]
async fn every_card_can_be_read_in_the_hand() {
    let server = Server::with(Luck::Known(5)).await;
    let browser = Browser::open(Screen::DESKTOP).await;
    let mut faults = Vec::new();
    for (game, players) in [("glory-to-rome", 5), ("for-glory", 4), ("for-glory", 2)] {
        let story = Story::of(game, players, 41);
        browser.enter(&server, &story, story.after(30), Others::Bots).await;
        for screen in SIZES.map(|at| SCREENS[at].1) {
            browser.show_as(screen).await;
            browser.wait(&format!("matchMedia('(width: {}px)').matches", screen.width)).await;
            let (mut from, mut all) = (0, 1);
            while from < all {
                let asked = vec![json!(from), json!(game == "for-glory")];
                let dealt = browser.window.execute_async(DEAL, asked).await.expect("the page runs it");
                all = dealt.json().as_u64().expect("a number");
                from += 5;
                let on_card = |fault: &String| {
                    ["under ", " in card ", " in c-head"].iter().any(|place| fault.contains(place))
                };
                let cut = browser.unreadable().await.into_iter().filter(on_card);
                faults.extend(cut.map(|fault| format!("{game} with {players} ({}) {fault}", screen.width)));
            }
            assert!(all > 30, "{game} has {all} cards");
        }
    }
    browser.close().await;
    none(&faults);
}

/// Puts the names and texts of some of a table's cards on the buildings that stand there; how many cards and buildings there are, and what
/// goes beyond its building.
const BUILD: &str = "const [from, done] = arguments; hooks.cards().then((all) => { \
     const faces = [...all.values()].map((entry) => entry.querySelector('.card:not(.jack)')).filter(Boolean), holds = [...document.querySelectorAll('.structures > .hold')]; \
     const write = (one, from, name) => { one.textContent = from.textContent; one.className = from.className.replace(/^c-[a-z]+/, name); }; \
     holds.forEach((hold, at) => { const face = faces[(from + at) % faces.length]; \
       write(hold.querySelector('.s-name'), face.querySelector('.c-name'), 's-name'); write(hold.querySelector('.tip'), face.querySelector('.c-text'), 'tip'); }); \
     const beyond = holds.flatMap((hold) => { const box = hold.getBoundingClientRect(); \
       return [...hold.querySelectorAll('.s-name, .s-pips, .tip')].filter((one) => { const at = one.getBoundingClientRect(); return one.checkVisibility() && (at.bottom > box.bottom + 1 || at.right > box.right + 1 || at.top < box.top - 1); }) \
         .map((one) => one.className + ' is beyond its building of ' + Math.round(box.width) + ' by ' + Math.round(box.height) + ': ' + one.textContent.slice(0, 60)); }); \
     done([faces.length, holds.length, beyond]); });";

/// Whatever stands on a board, no name is torn and no text goes beyond its building, with many buildings and with few.
#[tokio::test(flavor = "multi_thread")]
async fn every_building_can_be_read_on_a_board() {
    let server = Server::with(Luck::Known(5)).await;
    let browser = Browser::open(Screen::DESKTOP).await;
    let mut faults = Vec::new();
    for (players, after) in [(5, 65), (5, 90), (4, 80), (2, 60)] {
        let story = Story::of("glory-to-rome", players, 41);
        browser.enter(&server, &story, story.after(after), Others::Bots).await;
        for screen in SIZES.map(|at| SCREENS[at].1) {
            browser.show_as(screen).await;
            browser.wait(&format!("matchMedia('(width: {}px)').matches", screen.width)).await;
            let (mut from, mut all) = (0, 1);
            while from < all {
                let built = browser
                    .window
                    .execute_async(BUILD, vec![json!(from)])
                    .await
                    .expect("the page runs it")
                    .json()
                    .clone();
                all = built[0].as_u64().expect("a number");
                let holds = built[1].as_u64().expect("a number");
                assert!(
                    all > 30 && holds > 0,
                    "{players} players after {after}: {holds} buildings, {all} cards"
                );
                from += holds;
                let name = format!("{players} players after {after} ({})", screen.width);
                let torn = browser.unreadable().await.into_iter().filter(|fault| fault.contains("structure"));
                faults.extend(torn.map(|fault| format!("{name} {fault}")));
                faults
                    .extend(built[2].as_array().into_iter().flatten().map(|fault| format!("{name} {fault}")));
            }
        }
    }
    browser.close().await;
    none(&faults);
}

/// Puts a text into a box of its own making on the page.
async fn put(browser: &Browser, css: &str, text: &str) {
    let put = "const box = document.createElement('div'); Object.assign(box.style, arguments[0]); box.textContent = arguments[1]; box.className = 'planted'; \
         document.querySelector('.planted')?.remove(); document.getElementById('main').append(box);";
    let css: serde_json::Value = serde_json::from_str(css).expect("a style is JSON");
    browser.window.execute(put, vec![css, json!(text)]).await.expect("the page runs it");
}

/// The check finds what is planted, and nothing where a text has room, scrolls, or is a name.
#[tokio::test(flavor = "multi_thread")]
async fn what_cant_be_read_is_found() {
    let server = Server::start().await;
    let browser = Browser::open(Screen::DESKTOP).await;
    browser.go(&server.at("/learn")).await;
    assert_eq!(browser.unreadable().await, Vec::<String>::new());
    for (css, text, found) in [
        (
            r#"{ "width": "40px", "overflow": "hidden", "whiteSpace": "nowrap" }"#,
            "The Circus Maximus",
            "cut: div.planted",
        ),
        (
            r#"{ "width": "40px", "overflow": "hidden", "whiteSpace": "nowrap", "textOverflow": "ellipsis" }"#,
            "The Circus",
            "cut",
        ),
        (
            r#"{ "height": "20px", "width": "60px", "overflow": "clip" }"#,
            "one two three four five six",
            "cut",
        ),
        (r#"{ "width": "40px", "overflowWrap": "anywhere" }"#, "Amphitheatre", "torn: div.planted"),
        (
            r#"{ "width": "40px", "overflowWrap": "anywhere", "hyphens": "auto" }"#,
            "Bcdfghjklmnp",
            "torn: div.planted",
        ),
        (
            r#"{ "position": "absolute", "left": "1250px", "whiteSpace": "nowrap" }"#,
            "far out to the right",
            "outside",
        ),
    ] {
        put(&browser, css, text).await;
        let faults = browser.unreadable().await;
        assert!(faults.iter().any(|fault| fault.starts_with(found)), "{css}: {faults:?}");
    }
    for (css, text) in [
        (r#"{ "width": "40px", "overflow": "auto", "whiteSpace": "nowrap" }"#, "The Circus Maximus"),
        (r#"{ "width": "90px", "overflow": "hidden" }"#, "one two three"),
        (r#"{ "width": "60px", "overflowWrap": "anywhere" }"#, gloria_browser::LONG_NAME),
        (r#"{ "width": "80px", "overflowWrap": "anywhere" }"#, "Amphi\u{ad}theatre"),
    ] {
        put(&browser, css, text).await;
        assert_eq!(browser.unreadable().await, Vec::<String>::new(), "{css}");
    }
    browser.close().await;
}
