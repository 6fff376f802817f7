//! Every main page for everyone: no fault of any level found by axe-core, no sideways scrolling on a phone.

use gloria_browser::{Browser, Hands, Luck, Screen, Server};
use serde_json::Value;
use table::{Game, Light, Options, Record, Rulebook, Turn, Viewer};

const GAMES: [&str; 3] = ["glory-to-rome", "for-glory", "glory"];

/// Looks at a page in every way; what is wrong is added to the list.
pub async fn look(browser: &Browser, name: &str, faults: &mut Vec<String>) {
    for (kind, screen) in [
        ("desktop", Screen::DESKTOP),
        ("desktop dark", Screen::DESKTOP.dark()),
        ("phone", Screen::PHONE),
        ("phone dark", Screen::PHONE.dark()),
    ] {
        browser.show_as(screen).await;
        browser.wait(&format!("matchMedia('(width: {}px)').matches", screen.width)).await;
        if screen.width < 600 {
            let wide = browser.value("document.documentElement.scrollWidth").await.as_u64().unwrap_or(0);
            if wide > u64::from(screen.width) {
                let widest = "[...document.querySelectorAll('body *')].filter(one => one.getBoundingClientRect().right > 361)\
                     .slice(0, 3).map(one => one.outerHTML.slice(0, 120)).join(' | ')";
                faults.push(format!(
                    "{name} ({kind}) scrolls sideways: {wide} px, {}",
                    browser.value(widest).await
                ));
            }
        }
        // Colours differ between the themes, the tree between the widths: two of the four tell all.
        if kind == "desktop dark" || kind == "phone" {
            for violation in browser.violations().await {
                faults.push(format!("{name} ({kind}): {violation}"));
            }
        }
    }
    browser.show_as(Screen::DESKTOP).await;
}

/// Nothing scrolls sideways, whatever the width; a picture of each is kept.
pub async fn widths(browser: &Browser, name: &str, faults: &mut Vec<String>) {
    for width in [360, 820, 1280, 1920] {
        browser.show_as(Screen { width, ..Screen::DESKTOP }).await;
        browser.wait(&format!("matchMedia('(width: {width}px)').matches")).await;
        let wide = browser.value("document.documentElement.scrollWidth").await.as_u64().unwrap_or(0);
        if wide > u64::from(width) {
            faults.push(format!("{name} scrolls sideways at {width}: {wide} px"));
        }
        browser.shoot(&format!("{name}-{width}")).await;
    }
    browser.show_as(Screen::DESKTOP).await;
}

/// What the games of this run come from: under this number a hero's name lay half under the bar of choices on a phone; `GLORIA_LUCK` looks at
/// others.
fn luck() -> u64 {
    std::env::var("GLORIA_LUCK").ok().and_then(|luck| luck.parse().ok()).unwrap_or(7)
}

pub fn none(faults: &[String]) {
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_around_the_games_are_for_everyone() {
    let server = Server::start().await;
    let browser = Browser::open(Screen::DESKTOP).await;
    let mut faults = Vec::new();
    let mut paths: Vec<String> =
        ["/", "/learn", "/me", "/me/notices", "/games", "/api", "/nowhere"].map(str::to_owned).into();
    for game in GAMES {
        paths.extend(["new", "rules", "cards", "guide"].map(|page| format!("/{page}/{game}")));
        paths.push(format!("/guide/{game}/depth"));
    }
    for path in paths {
        browser.go(&server.at(&path)).await;
        look(&browser, &path, &mut faults).await;
        if path.starts_with("/me") || path.starts_with("/guide") || path == "/learn" {
            widths(&browser, path.trim_matches('/').replace('/', "-").as_str(), &mut faults).await;
        }
    }
    browser.close().await;
    none(&faults);
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_are_for_everyone() {
    let luck = luck();
    let server = Server::with(Luck::Known(luck)).await;
    let browser = Browser::open(Screen::DESKTOP).await;
    let mut faults = Vec::new();
    for game in GAMES {
        browser.go(&server.at("/")).await;
        browser.click(&format!("form[action='/quick/{game}'] button")).await;
        assert!(browser.my_turn().await);
        look(&browser, &format!("{game}, first decision"), &mut faults).await;
        for turn in 0..12 {
            if browser.my_turn().await {
                browser.decide(Hands::Mouse, turn * 3).await;
            }
        }
        browser.my_turn().await;
        look(&browser, &format!("{game}, later"), &mut faults).await;
        let table = browser.window.current_url().await.expect("a page has an address");
        browser.go(&format!("{table}/replay?at=3")).await;
        look(&browser, &format!("{game}, replay"), &mut faults).await;
        browser.go(&format!("{table}/invite")).await;
        look(&browser, &format!("{game}, invite"), &mut faults).await;
        browser.go(&server.at("/learn")).await;
        browser.click(&format!("#{game} .lessons button")).await;
        browser.wait("document.querySelector('#coach .answers')").await;
        look(&browser, &format!("{game}, lesson"), &mut faults).await;
    }
    browser.go(&server.at("/games")).await;
    look(&browser, "your games", &mut faults).await;
    widths(&browser, "your-games", &mut faults).await;
    // A table that waits for players, and one device for two.
    browser.go(&server.at("/new/glory-to-rome")).await;
    browser.click("#seat-1 option[value=link]").await;
    browser.click("form.new-table button.main").await;
    browser.wait("document.querySelector('#table.waiting')").await;
    look(&browser, "waiting", &mut faults).await;
    widths(&browser, "waiting", &mut faults).await;
    browser.go(&server.at("/new/glory-to-rome")).await;
    browser.click("#seat-1 option[value=me]").await;
    for seat in 2..5 {
        browser.click(&format!("#seat-{seat} option[value=none]")).await;
    }
    browser.click("form.new-table button.main").await;
    browser.wait("document.querySelector('a[href*=\"seat=\"]')").await;
    look(&browser, "curtain", &mut faults).await;
    browser.close().await;
    assert!(faults.is_empty(), "{} faults with GLORIA_LUCK={luck}:\n{}", faults.len(), faults.join("\n"));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_too_small_to_press_is_found() {
    let server = Server::start().await;
    let browser = Browser::open(Screen::PHONE).await;
    browser.go(&server.at("/")).await;
    assert_eq!(browser.violations().await, Vec::<String>::new());
    let plant = "for (const name of ['one', 'two']) { const small = document.createElement('button'); small.textContent = name; \
         Object.assign(small.style, { width: '12px', height: '12px', minHeight: 0, padding: 0, overflow: 'hidden' }); document.querySelector('main').prepend(small); }";
    browser.window.execute(plant, vec![]).await.expect("the page runs it");
    let found = browser.violations().await;
    browser.close().await;
    assert!(found.iter().any(|one| one.starts_with("target-size")), "found: {found:?}");
}

/// The record of a game of Glory, played by chance, at whose end a hero is dead.
fn a_deadly_game() -> String {
    let rules = glory::Rules::from_options(&Options::new().with("players", "2")).expect("two can play");
    for seed in 0..200 {
        let mut luck = Light::new(seed);
        let names = vec!["Ann".to_owned(), "Bob".to_owned()];
        let mut record = Record::<glory::State>::start(rules.clone(), names, None, &mut luck);
        while let Turn::Decide(seats) = record.state().turn(&rules) {
            let seat = seats.first().expect("somebody decides");
            let mut legal = Vec::new();
            record.state().legal(&rules, seat, &mut legal);
            let at = table::Chance::below(&mut luck, legal.len() as u32) as usize;
            record.play(seat, legal[at], &mut luck).expect("what is legal can be played");
        }
        let end = record.state().view(&rules, Viewer::Spectator);
        if table::Seat::all(2).any(|seat| !end.public.heroes[seat].alive) {
            return record.write();
        }
    }
    panic!("nobody ever died");
}

/// The end of a game in which somebody died can be read by everyone.
#[tokio::test(flavor = "multi_thread")]
async fn the_dead_can_be_read() {
    let server = Server::start().await;
    let browser = Browser::open(Screen::DESKTOP).await;
    let mut faults = Vec::new();
    browser.go(&server.at("/")).await;
    let paste =
        "const field = document.getElementById('record'); field.value = arguments[0]; field.form.submit();";
    browser
        .window
        .execute(paste, vec![Value::from(a_deadly_game())])
        .await
        .expect("the form can be filled in");
    browser.wait("document.querySelector('#replay') && document.readyState === 'complete'").await;
    browser.click("a[rel=last]").await;
    browser.wait("document.querySelector('.hero.dead') && document.readyState === 'complete'").await;
    look(&browser, "a dead hero", &mut faults).await;
    browser.shoot("a-dead-hero").await;
    browser.close().await;
    none(&faults);
}

/// Which of these elements are missing, or not wholly within the window.
async fn out_of_sight(browser: &Browser, wanted: &[&str]) -> Vec<String> {
    let mut missing = Vec::new();
    for css in wanted {
        let inside = format!(
            "(all => all.length > 0 && all.every(one => {{ const box = one.getBoundingClientRect(); \
             return box.height > 0 && box.top >= 0 && box.bottom <= innerHeight + 1 && box.left >= 0 && box.right <= innerWidth + 1; }}))\
             ([...document.querySelectorAll(`{css}`)])"
        );
        if !browser.is(&inside).await {
            missing.push((*css).to_owned());
        }
    }
    missing
}

/// With as many players as a game takes, what decides is in sight at once: whose decision, the choices, the own hand, how everybody
/// stands; on a phone at least the question, the first choice and the own cards or numbers, and nothing scrolls sideways.
#[tokio::test(flavor = "multi_thread")]
async fn nothing_decisive_lies_below_the_fold() {
    // The same games every time, none of which ends within ten decisions.
    let server = Server::with(Luck::Known(1)).await;
    let browser = Browser::open(Screen::DESKTOP).await;
    let mut faults = Vec::new();
    for (game, most, desktop, phone) in [
        (
            "glory-to-rome",
            5,
            vec![".town", ".rivals .player > header", ".lay > .player", ".hand > *"],
            vec![".town .pool"],
        ),
        (
            "for-glory",
            4,
            vec![".strip", ".standings .player", ".hand > *"],
            vec![".strip", ".standings .player"],
        ),
        (
            "glory",
            4,
            vec![".strip", ".realm", ".sheets .player > header", ".sheets .vital"],
            vec![".strip .mine"],
        ),
    ] {
        let mut seats = vec!["me"];
        seats.resize(most, "bot:greedy");
        browser.open_table(&server, game, &seats).await;
        for turn in 0..10 {
            assert!(browser.my_turn().await, "{game} is over after {turn} decisions");
            while !browser.decide(Hands::Mouse, turn * 3).await {
                assert!(browser.my_turn().await, "{game} is over after {turn} decisions");
            }
        }
        assert!(browser.my_turn().await, "{game} is over after ten decisions");
        let both = ["#prompt", "#actions .choice[data-key='1']"];
        for (kind, screen, own) in [("desktop", Screen::DESKTOP, desktop), ("phone", Screen::PHONE, phone)] {
            browser.show_as(screen).await;
            browser.wait(&format!("matchMedia('(width: {}px)').matches", screen.width)).await;
            browser.window.execute("scrollTo(0, 0)", vec![]).await.expect("the page can be scrolled");
            let wanted: Vec<&str> = own.iter().copied().chain(both).collect();
            for missing in out_of_sight(&browser, &wanted).await {
                browser.shoot(&format!("failed-{game}-{kind}")).await;
                faults.push(format!("{game} ({kind}): {missing} is not in sight"));
            }
            let wide = browser.value("document.documentElement.scrollWidth").await.as_u64().unwrap_or(0);
            if wide > u64::from(screen.width) {
                faults.push(format!("{game} ({kind}) scrolls sideways: {wide} px"));
            }
        }
        browser.show_as(Screen::DESKTOP).await;
    }
    browser.close().await;
    none(&faults);
}
