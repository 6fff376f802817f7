//! What people do around a game: the first visit, two at a table, reload and reconnect, looking on, looking back.

use gloria_browser::{Browser, Hands, Screen, Server, WEIGHT};
use thirtyfour::extensions::cdp::ChromeDevTools;

const GAMES: [&str; 3] = ["glory-to-rome", "for-glory", "glory"];

/// One click on the front page, and the game runs; all that came over the wire is small, pictures and script included.
#[tokio::test(flavor = "multi_thread")]
async fn a_first_visitor_plays_after_one_click_and_little_is_transferred() {
    let server = Server::start().await;
    for game in GAMES {
        let browser = Browser::open(Screen::DESKTOP).await;
        browser.go(&server.at("/")).await;
        browser.click(&format!("form[action='/quick/{game}'] button")).await;
        assert!(browser.my_turn().await, "it is the visitor's decision");
        browser.wait("document.readyState === 'complete'").await;
        // The front page's files are in the cache by now; a visitor who comes by a link has none of them.
        let tools = ChromeDevTools::new(browser.window.handle.clone());
        tools.execute_cdp("Network.clearBrowserCache").await.expect("the cache can be emptied");
        browser.window.refresh().await.expect("the page can be loaded again");
        browser.wait("document.readyState === 'complete'").await;
        let bytes = browser.value(WEIGHT).await.as_u64().expect("a sum is a number");
        println!("{game}: {bytes} bytes for the table page with all it needs");
        assert!((1_000..150_000).contains(&bytes), "{game}: {bytes} bytes");
        browser.close().await;
    }
}

/// The table is drawn, and can be played, where no script runs.
#[tokio::test(flavor = "multi_thread")]
async fn the_table_works_without_script() {
    let server = Server::start().await;
    let browser = Browser::open(Screen::DESKTOP).await;
    let tools = ChromeDevTools::new(browser.window.handle.clone());
    let off = serde_json::json!({ "value": true });
    tools
        .execute_cdp_with_params("Emulation.setScriptExecutionDisabled", off)
        .await
        .expect("it can be turned off");
    for game in GAMES {
        browser.go(&server.at("/")).await;
        browser.click(&format!("form[action='/quick/{game}'] button")).await;
        // To ask for the page again while the click is on its way would take the click back.
        let end = std::time::Instant::now() + std::time::Duration::from_secs(60);
        while !browser.is("document.querySelector('#table')").await {
            assert!(std::time::Instant::now() < end, "{game}: there is no table");
        }
        for _ in 0..3 {
            // Without script nothing comes by itself: the page is asked for again.
            let end = std::time::Instant::now() + std::time::Duration::from_secs(60);
            while !browser.is("document.querySelector('#table.my-turn, #ending')").await {
                if std::time::Instant::now() >= end {
                    let shown = browser.value("document.querySelector('main, body').innerText").await;
                    panic!("{game}: the others never decide: {shown}");
                }
                browser.window.refresh().await.expect("the page can be loaded again");
            }
            let seq = browser.seq().await;
            browser.click("#actions button.choice[name=action]").await;
            // Where no script runs the page can't look by itself.
            let taken = format!("Number(document.querySelector('#table')?.dataset.seq) > {seq}");
            while !browser.is(&taken).await {
                assert!(std::time::Instant::now() < end, "the decision is never taken");
            }
        }
    }
    browser.close().await;
}

/// Ann opens a table for a friend; Bob takes the seat by the link; both play and talk, and each sees the own hand only.
#[tokio::test(flavor = "multi_thread")]
async fn two_browsers_play_at_one_table() {
    let server = Server::start().await;
    let (ann, bob) = (Browser::open(Screen::DESKTOP).await, Browser::open(Screen::PHONE).await);
    ann.go(&server.at("/new/glory-to-rome")).await;
    ann.click("#seat-1 option[value=link]").await;
    for seat in 2..5 {
        ann.click(&format!("#seat-{seat} option[value=none]")).await;
    }
    ann.click("form.new-table button.main").await;
    ann.wait("document.querySelector('#table.waiting')").await;
    let link = ann.value("document.querySelector('input.link').value").await;
    bob.go(link.as_str().expect("the link is shown")).await;
    // Bob is asked for a name, sits down, and is seen at once; they talk, and begin when both are ready.
    bob.window
        .execute("document.getElementById('your-name').value = 'Bob'", vec![])
        .await
        .expect("a name is typed");
    bob.click("#sit button.main").await;
    bob.wait("document.querySelector('#begin')").await;
    ann.wait("document.querySelector('#chair-B')?.textContent.includes('Bob')").await;
    bob.click("#say").await;
    bob.press("Ready when you are\u{e007}").await;
    ann.wait("document.querySelector('#talk')?.textContent.includes('Ready when you are')").await;
    bob.click(".f-ready button").await;
    ann.wait("document.querySelector('#chair-B .ready')").await;
    bob.show_as(Screen::PHONE).await;
    ann.shoot("waiting-room").await;
    bob.shoot("waiting-room-phone").await;
    assert!(ann.is("document.querySelector('#table.waiting')").await, "Ann is not ready yet");
    ann.click(".f-ready button.main").await;
    // Bob's page goes on by itself.
    bob.wait("document.querySelector('#table:not(.waiting)')").await;
    ann.wait("document.querySelector('#table:not(.waiting)')").await;
    let mut decided = [0, 0];
    for turn in 0..24 {
        let (at, deciding) = loop {
            if ann.is("document.querySelector('#table.my-turn')").await {
                break (0, &ann);
            }
            if bob.is("document.querySelector('#table.my-turn')").await {
                break (1, &bob);
            }
        };
        deciding.decide(Hands::Mouse, turn * 5 + 1).await;
        decided[at] += 1;
        let seq = deciding.seq().await;
        for browser in [&ann, &bob] {
            browser.wait(&format!("Number(document.querySelector('#table')?.dataset.seq) >= {seq}")).await;
        }
    }
    assert!(decided.iter().all(|number| *number > 2), "both have decided: {decided:?}");
    ann.wait("document.querySelectorAll('.hand').length === 1").await;
    bob.wait("document.querySelectorAll('.hand').length === 1").await;
    ann.click("#say").await;
    ann.press("salve, Bob\u{e007}").await;
    bob.wait("document.querySelector('#talk, #table')?.textContent.includes('salve, Bob')").await;
    ann.close().await;
    bob.close().await;
}

/// A reload in the middle of a decision shows the same decision; a server that comes back finds the page again.
#[tokio::test(flavor = "multi_thread")]
async fn reload_and_reconnect_in_the_middle_of_a_decision() {
    let mut server = Server::start().await;
    let browser = Browser::open(Screen::DESKTOP).await;
    let offered = "[...document.querySelectorAll('#actions .choice')].map(one => one.textContent)";
    for game in GAMES {
        browser.go(&server.at("/")).await;
        browser.click(&format!("form[action='/quick/{game}'] button")).await;
        for turn in 0..3 {
            assert!(browser.my_turn().await);
            browser.decide(Hands::Mouse, turn).await;
        }
        assert!(browser.my_turn().await);
        let before = (browser.seq().await, browser.value(offered).await);
        browser.window.refresh().await.expect("the page can be loaded again");
        assert!(browser.my_turn().await);
        assert_eq!((browser.seq().await, browser.value(offered).await), before, "{game}: the same decision");
        browser
            .window
            .execute("document.body.dataset.stayed = 'yes'", vec![])
            .await
            .expect("a mark can be left");
        server = server.restarted().await;
        browser.wait("document.querySelector('#offline').hidden === false || true").await;
        browser.decide(Hands::Mouse, 1).await;
        assert!(browser.seq().await > before.0, "{game}: it goes on");
        // What others do comes again by itself, on the page that never was loaded anew.
        assert!(browser.my_turn().await);
        browser.wait("document.querySelector('#offline').hidden").await;
    }
    browser.close().await;
}

/// Somebody with the table's address sees the game go on, but nobody's hand, and can decide nothing.
#[tokio::test(flavor = "multi_thread")]
async fn an_onlooker_sees_nothing_hidden() {
    let server = Server::start().await;
    let (player, onlooker) = (Browser::open(Screen::DESKTOP).await, Browser::open(Screen::DESKTOP).await);
    for game in GAMES {
        player.go(&server.at("/")).await;
        player.click(&format!("form[action='/quick/{game}'] button")).await;
        assert!(player.my_turn().await);
        let address = player.window.current_url().await.expect("a page has an address");
        // Nobody else sees a game that somebody plays alone with bots, until they are let.
        onlooker.go(address.as_str()).await;
        assert!(!onlooker.is("document.getElementById('table')").await, "{game}: it is private");
        let table = player.show().await;
        for address in [table.clone(), format!("{table}?seat=A")] {
            onlooker.go(&address).await;
            for turn in 0..4 {
                assert!(player.my_turn().await);
                player.decide(Hands::Mouse, turn).await;
                let seq = player.seq().await;
                onlooker
                    .wait(&format!("Number(document.querySelector('#table')?.dataset.seq) >= {seq}"))
                    .await;
                let hidden = "document.querySelector('.hand, #table [name=action], #act, .choice, .my-turn')";
                assert!(!onlooker.is(hidden).await, "{game}: something of the player's is shown");
            }
        }
    }
    player.close().await;
    onlooker.close().await;
}

/// A link to a moment shows that moment to whoever follows it: by scrubber, keys and links.
#[tokio::test(flavor = "multi_thread")]
async fn a_link_to_a_moment_leads_there() {
    let server = Server::start().await;
    let browser = Browser::open(Screen::DESKTOP).await;
    browser.go(&server.at("/")).await;
    browser.click("form[action='/quick/glory-to-rome'] button").await;
    for turn in 0..6 {
        assert!(browser.my_turn().await);
        browser.decide(Hands::Mouse, turn).await;
    }
    assert!(browser.my_turn().await);
    browser.click("#log a.moment").await;
    browser.wait("document.querySelector('#replay') && document.readyState === 'complete'").await;
    let at = "new URL(location).searchParams.get('at')";
    let moment = browser.value(at).await;
    let board = browser.value("document.querySelector('#board').textContent").await;
    browser.painted().await;
    browser.press("\u{e012}").await;
    browser.wait(&format!("{at} !== {moment}")).await;
    browser.painted().await;
    browser.press("\u{e014}").await;
    browser.wait(&format!("{at} === {moment} && document.readyState === 'complete'")).await;
    let link = browser.window.current_url().await.expect("a page has an address");
    browser.go(link.as_str().split("/replay").next().expect("the table comes first")).await;
    browser.show().await;
    let other = Browser::open(Screen::PHONE).await;
    other.go(link.as_str()).await;
    assert_eq!(other.value(at).await, moment);
    assert!(!other.is("document.querySelector('.hand')").await, "through an onlooker's eyes");
    browser.go(link.as_str()).await;
    assert_eq!(browser.value("document.querySelector('#board').textContent").await, board);
    browser.close().await;
    other.close().await;
}

/// What a lesson says at its end.
const CLOSING: &str = "document.querySelector('#coach.closing')";

/// Somebody who knows nothing but what is on the screen finishes a lesson, by clicks on what is offered; answers how many things they
/// were told.
async fn finish(browser: &Browser, lesson: &str, luck: usize) -> usize {
    let waits = "document.querySelector('#coach .answers .choice') || \
                 document.querySelector('#table.my-turn #actions .choice[data-key]')";
    let mut heard = Vec::new();
    for _ in 0..80 {
        browser.wait(&format!("{CLOSING} || {waits}")).await;
        if browser.is(CLOSING).await {
            return heard.len();
        }
        heard.push(browser.value("document.querySelector('#coach').textContent").await);
        browser.decide(Hands::Mouse, luck).await;
        assert!(!browser.is("document.querySelector('#refused')").await, "{lesson}: something was refused");
    }
    panic!("{lesson}: it never ends");
}

/// Every lesson of a game is finished by what is on the screen alone, its closing page leads to a real game, and that is won or lost
/// without a single refusal.
async fn learns_and_plays(game: &str, screen: Screen) {
    let server = Server::start().await;
    let browser = Browser::open(screen).await;
    browser.go(&server.at("/learn")).await;
    let starts = format!(
        "[...document.querySelectorAll('#{game} .lessons form')].map(form => form.getAttribute('action'))"
    );
    let starts = browser.value(&starts).await;
    let starts: Vec<&str> = starts.as_array().into_iter().flatten().filter_map(|one| one.as_str()).collect();
    assert_eq!(starts.len(), 3, "{game}: {starts:?}");
    // The first one last: it leads to the real game.
    for (number, lesson) in starts.iter().enumerate().rev() {
        browser.go(&server.at("/learn")).await;
        browser.click(&format!("form[action='{lesson}'] button")).await;
        browser.wait("document.querySelector('#coach')").await;
        let heard = finish(&browser, lesson, number).await;
        assert!(heard >= 6, "{lesson}: {heard} things were told");
    }
    let table = browser.value("location.pathname").await;
    browser.click(&format!("#coach form[action='/quick/{game}'] button")).await;
    let elsewhere = format!("location.pathname.startsWith('/t/') && location.pathname !== {table}");
    browser.wait(&format!("{elsewhere} && document.querySelector('#table')")).await;
    for turn in 0..MOST {
        if !browser.my_turn().await {
            break;
        }
        // Spread, so that no two choices that undo each other alternate for ever.
        browser.decide(Hands::Mouse, turn.wrapping_mul(0x9E37_79B9) >> 7).await;
        assert!(!browser.is("document.querySelector('#refused')").await, "{game}: something was refused");
    }
    assert!(browser.is("document.querySelector('#ending')").await, "{game}: the game ends");
    browser.go(&server.at("/learn")).await;
    let done = format!("document.querySelectorAll('#{game} .lessons .done').length === 3");
    assert!(browser.is(&done).await, "{game}: what is done is remembered");
    browser.close().await;
}

/// More decisions than any game here takes.
const MOST: usize = 1500;

#[tokio::test(flavor = "multi_thread")]
async fn a_visitor_learns_glory_to_rome_and_then_plays_it() {
    learns_and_plays("glory-to-rome", Screen::DESKTOP).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_visitor_learns_for_glory_and_then_plays_it() {
    learns_and_plays("for-glory", Screen::DESKTOP).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_visitor_learns_glory_and_then_plays_it() {
    learns_and_plays("glory", Screen::PHONE).await;
}
