//! Pictures of every main page, for people to look at.

use gloria_browser::{Browser, Hands, Luck, Screen, Server, Theme};
use thirtyfour::prelude::*;

async fn all_screens(browser: &Browser, name: &str) {
    for (suffix, screen) in [
        ("desktop-light", Screen::DESKTOP),
        ("desktop-dark", Screen::DESKTOP.dark()),
        ("phone-light", Screen::PHONE),
        ("phone-dark", Screen::PHONE.dark()),
    ] {
        browser.show_as(screen).await;
        tokio::time::sleep(std::time::Duration::from_millis(120)).await;
        browser.shoot(&format!("{name}-{suffix}")).await;
    }
    browser.show_as(Screen::DESKTOP).await;
}

/// Takes one of the first choices of the list, again and again.
async fn play(browser: &Browser, decisions: usize) -> WebDriverResult<()> {
    for at in 0..decisions {
        if !browser.my_turn().await {
            return Ok(());
        }
        // What ends something for good comes last: only where there is nothing else, as against a monster that holds on, and then it is confirmed.
        let script = "const some=(kind)=>[...document.querySelectorAll(`#actions .choice${kind}[data-key]`)]; \
             const mild=some(':not(.fatal)'), all=mild.length ? mild : some(''); const seq=document.getElementById('table').dataset.seq; all[arguments[0] % Math.max(1, Math.min(all.length, 7))]?.click(); document.querySelector('[role=alertdialog]:popover-open .danger')?.click(); return seq;";
        let seq =
            browser.window.execute(script, vec![serde_json::json!(at * 5 + 1)]).await?.convert::<String>()?;
        browser.wait(&format!("document.getElementById('table').dataset.seq !== '{seq}'")).await;
    }
    Ok(())
}

/// A small picture for the README: copy it from `target/screenshots` to `docs/pictures`.
async fn small_picture(browser: &Browser, name: &str) {
    let picture = browser.picture(serde_json::json!({ "format": "jpeg", "quality": 70 })).await;
    assert!(picture.starts_with(&[0xFF, 0xD8]) && picture.len() < 200_000, "{} bytes", picture.len());
    Browser::keep(&format!("{name}.jpg"), &picture);
}

const GAMES: [(&str, &str, usize); 3] =
    [("glory-to-rome", "GTR-31", 40), ("for-glory", "FG-37", 60), ("glory", "GL-12", 30)];

#[tokio::test(flavor = "multi_thread")]
async fn every_main_page_is_pictured() -> WebDriverResult<()> {
    let server = Server::start().await;
    let browser = Browser::open(Screen::DESKTOP).await;
    for (name, path) in [("lobby", "/"), ("learn", "/learn"), ("api", "/api"), ("me", "/me")] {
        browser.window.goto(server.at(path)).await?;
        all_screens(&browser, name).await;
    }
    for (game, _, _) in GAMES {
        browser.window.goto(server.at("/learn")).await?;
        browser.window.find(By::Css(format!("#{game} button"))).await?.click().await?;
        play(&browser, 4).await?;
        all_screens(&browser, &format!("{game}-lesson")).await;
    }
    for (game, rule, decisions) in GAMES {
        for (name, path) in [
            ("new-table", format!("/new/{game}")),
            ("rules", format!("/rules/{game}#{rule}")),
            ("cards", format!("/cards/{game}")),
        ] {
            browser.window.goto(server.at(&path)).await?;
            all_screens(&browser, &format!("{game}-{name}")).await;
        }
        browser.window.goto(server.at("/")).await?;
        browser.window.find(By::Css(format!(".game-{game} button.main"))).await?.click().await?;
        all_screens(&browser, &format!("{game}-start")).await;
        play(&browser, decisions).await?;
        all_screens(&browser, &format!("{game}-middle")).await;
        small_picture(&browser, game).await;
        let table = browser.window.current_url().await?;
        browser.window.goto(format!("{table}/replay?at=25")).await?;
        all_screens(&browser, &format!("{game}-replay")).await;
    }
    browser.close().await;
    Ok(())
}

/// Both widths in light and with more contrast: what the other pictures do not show.
async fn bold_screens(browser: &Browser, name: &str) {
    for (suffix, screen) in [
        ("desktop-light", Screen::DESKTOP),
        ("desktop-bold", Screen::DESKTOP.with(Theme::Bold)),
        ("desktop-dark-bold", Screen::DESKTOP.with(Theme::DarkBold)),
        ("phone-light", Screen::PHONE),
        ("phone-bold", Screen::PHONE.with(Theme::Bold)),
    ] {
        browser.show_as(screen).await;
        browser.shoot(&format!("{name}-{suffix}")).await;
    }
    browser.show_as(Screen::DESKTOP).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_of_every_size_are_pictured() -> WebDriverResult<()> {
    let server = Server::start().await;
    let browser = Browser::open(Screen::DESKTOP).await;
    for (game, most, decisions) in [("glory-to-rome", 5, 12), ("for-glory", 4, 16), ("glory", 4, 8)] {
        for players in [2, 3, most] {
            let mut seats = vec!["me"];
            seats.resize(players, "bot:greedy");
            browser.open_table(&server, game, &seats).await;
            play(&browser, decisions).await?;
            let name = format!("{game}-{players}-players");
            if players == most {
                bold_screens(&browser, &name).await;
            } else {
                browser.shoot(&format!("{name}-desktop-light")).await;
            }
        }
        // The panel behind "More", the question before resigning, and the end.
        browser.open_table(&server, game, &["me", "bot:greedy"]).await;
        play(&browser, 3).await?;
        browser.click("#tools button[popovertarget=more]").await;
        browser.shoot(&format!("{game}-more-desktop-light")).await;
        browser.click("#more button[popovertarget=stop-resign]").await;
        browser.shoot(&format!("{game}-resign-desktop-light")).await;
        browser.click("#stop-resign form button").await;
        browser.wait("document.querySelector('#ending')").await;
        assert!(browser.is("/resigned/.test(document.querySelector('#ending .reason').textContent)").await);
        bold_screens(&browser, &format!("{game}-ended")).await;
    }
    browser.open_table(&server, "glory-to-rome", &["me", "me"]).await;
    browser.wait("document.querySelector('.curtain')").await;
    bold_screens(&browser, "curtain").await;
    browser.go(&server.at("/")).await;
    bold_screens(&browser, "lobby-returning").await;
    browser.close().await;
    Ok(())
}

/// What of the end is cut or too wide: the panel, its headline, and the table of how the scores add up.
const CUT: &str = "(() => { const found = []; const wide = document.documentElement.scrollWidth; if (wide > innerWidth) found.push('the page is ' + wide + ' wide'); \
     const ending = document.querySelector('#ending'), box = ending.getBoundingClientRect(); \
     const title = ending.querySelector('h2'), lines = title.getBoundingClientRect().height / parseFloat(getComputedStyle(title).lineHeight); \
     if (lines > 2.2) found.push('the headline takes ' + lines + ' lines'); \
     for (const one of ending.querySelectorAll('.tally, .tally th, .tally td, .scores li, .row > *')) { const part = one.getBoundingClientRect(); \
       if (part.right > box.right + 1 || part.left < box.left - 1) found.push('outside: ' + one.outerHTML.slice(0, 80)); \
       if (one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflow !== 'visible') found.push('cut: ' + one.outerHTML.slice(0, 80)); } return found; })()";

/// A game played to its end says who won and how the scores add up, on a desktop and on phones, with nothing cut.
#[tokio::test(flavor = "multi_thread")]
async fn the_end_is_pictured_and_nothing_of_it_is_cut() {
    let server = Server::with(Luck::Known(7)).await;
    let browser = Browser::open(Screen::DESKTOP).await;
    for (game, players) in [("glory-to-rome", 4), ("for-glory", 2), ("glory", 3)] {
        let mut seats = vec!["me"];
        seats.resize(players, "bot:greedy");
        browser.open_table(&server, game, &seats).await;
        browser.to_the_end(Hands::Keys, 1500).await;
        browser.wait("document.querySelector('#ending .tally tfoot')").await;
        for (name, screen) in [
            ("desktop", Screen::DESKTOP),
            ("390", Screen { width: 390, height: 844, theme: Theme::Light }),
            ("360", Screen::PHONE),
        ] {
            browser.show_as(screen).await;
            browser.wait(&format!("matchMedia('(width: {}px)').matches", screen.width)).await;
            browser.window.execute("scrollTo(0, 0)", vec![]).await.expect("the page can be scrolled");
            browser.shoot(&format!("{game}-end-{name}")).await;
            assert_eq!(browser.value(CUT).await, serde_json::json!([]), "{game} ({name})");
            browser
                .window
                .execute("document.querySelector('#ending').scrollIntoView()", vec![])
                .await
                .expect("it scrolls");
            browser.shoot(&format!("{game}-end-{name}-panel")).await;
        }
        browser.show_as(Screen::DESKTOP).await;
    }
    browser.close().await;
}
