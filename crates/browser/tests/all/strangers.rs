//! Strangers: two who look for a game find each other and are rated; four play a tournament of two rounds.

use gloria_browser::{Browser, Screen, Server};

use crate::access::{look, none, widths};

/// The page at every width and in both themes, with pictures of the narrowest and a usual one in the dark.
async fn seen(browser: &Browser, name: &str, faults: &mut Vec<String>) {
    look(browser, name, faults).await;
    widths(browser, name, faults).await;
    for screen in [Screen::DESKTOP, Screen::PHONE] {
        browser.show_as(screen.dark()).await;
        browser.shoot(&format!("{name}-{}-dark", screen.width)).await;
    }
    browser.show_as(Screen::DESKTOP).await;
}

/// Gives the game up at the table that the browser shows.
async fn resign(browser: &Browser) {
    browser.wait("document.querySelector('#table[data-seq]') && document.readyState === 'complete'").await;
    let post = "fetch(location.pathname + '/resign', { method: 'POST', body: new URLSearchParams({ seat: \
         document.querySelector('[name=seat]')?.value ?? 'B' }) })";
    browser.window.execute(format!("{post}; return 1"), vec![]).await.expect("a post can be sent");
}

#[tokio::test(flavor = "multi_thread")]
async fn strangers_find_each_other_and_are_rated() {
    let server = Server::start().await;
    let (ann, bob) = (Browser::open(Screen::DESKTOP).await, Browser::open(Screen::DESKTOP).await);
    let mut faults = Vec::new();
    ann.go(&server.at("/")).await;
    ann.click("a[href='/pair']").await;
    ann.wait("document.querySelector('form[action=\"/pair\"]')").await;
    seen(&ann, "pair", &mut faults).await;
    ann.click("#players option[value='2']").await;
    ann.click("form[action='/pair'] button.main").await;
    ann.wait("document.querySelector('[data-poll=open]')").await;
    seen(&ann, "pair-wait", &mut faults).await;
    bob.go(&server.at("/pair")).await;
    bob.click("form[action='/pair'] button.main").await;
    // Both come to the table by themselves.
    for browser in [&ann, &bob] {
        browser
            .wait("location.pathname.startsWith('/t/') && document.querySelector('#company .clock')")
            .await;
    }
    resign(&bob).await;
    ann.wait("document.querySelector('#ending')").await;
    ann.go(&server.at("/me")).await;
    ann.until("document.querySelector('a[href^=\"/players/\"]') || (location.reload(), null)").await;
    ann.click("a[href^='/players/']").await;
    ann.wait("document.querySelector('.plot') && /1 of 2|2 of 2/.test(document.querySelector('.results').textContent)").await;
    seen(&ann, "player", &mut faults).await;
    ann.go(&server.at("/tables?rated=yes")).await;
    seen(&ann, "open-tables", &mut faults).await;
    ann.close().await;
    bob.close().await;
    none(&faults);
}

#[tokio::test(flavor = "multi_thread")]
async fn four_play_a_tournament_of_two_rounds() {
    let server = Server::start().await;
    let mut all = Vec::new();
    for _ in 0..4 {
        all.push(Browser::open(Screen::DESKTOP).await);
    }
    let mut faults = Vec::new();
    let host = &all[0];
    host.go(&server.at("/tournaments")).await;
    seen(host, "tournaments", &mut faults).await;
    let fill = "document.querySelector('#title').value = 'Ludi Romani'; document.querySelector('[name=rounds]').value = 2;";
    host.window.execute(fill, vec![]).await.expect("the form can be filled in");
    host.click("form[action='/tournaments'] button.main").await;
    host.wait("location.pathname.startsWith('/tournaments/')").await;
    let link = host.window.current_url().await.expect("a page has an address");
    for browser in &all {
        browser.go(link.as_str()).await;
        browser.click("form[action$='/join'] button").await;
        browser.wait("document.querySelector('form[action$=\"/leave\"]')").await;
    }
    // The host's page looks by itself who has come.
    host.wait("document.querySelectorAll('.league tbody tr').length === 4").await;
    host.click("form[action$='/start'] button").await;
    for round in 1..=2 {
        for browser in &all {
            browser.wait(&format!("/Round {round} of 2/.test(document.body.textContent) && document.querySelector('a.button.main[href^=\"/t/\"]')")).await;
        }
        if round == 2 {
            seen(host, "tournament", &mut faults).await;
        }
        // All go to their tables before anybody plays: the next round begins with the end of the last table.
        for browser in &all {
            browser.click("a.button.main[href^='/t/']").await;
            browser.wait("document.querySelector('#table')").await;
        }
        // At each table the first gives up, and the other one finds it over.
        for browser in &all {
            if !browser.is("document.querySelector('#ending')").await {
                resign(browser).await;
                browser.wait("document.querySelector('#ending')").await;
            }
            browser.go(link.as_str()).await;
        }
    }
    host.wait("/The tournament is over/.test(document.body.textContent)").await;
    seen(host, "tournament-over", &mut faults).await;
    for browser in all {
        browser.close().await;
    }
    none(&faults);
}
