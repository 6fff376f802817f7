//! Any card anywhere can be read, by pointer, finger and keyboard, and none is taken by accident; the hand covers nothing.

use gloria_browser::{Browser, Hands, Luck, Screen, Server};
use serde_json::{Value, json};
use thirtyfour::extensions::cdp::ChromeDevTools;
use thirtyfour::prelude::*;

const GAMES: [&str; 3] = ["glory-to-rome", "for-glory", "glory"];

async fn sit_down(server: &Server, browser: &Browser, game: &str) {
    browser.go(&server.at("/")).await;
    browser.click(&format!("form[action='/quick/{game}'] button")).await;
    assert!(browser.my_turn().await);
}

async fn run(browser: &Browser, script: &str) -> Value {
    let ran = browser.window.execute(script, vec![]).await;
    ran.unwrap_or_else(|error| panic!("{script}: {error}")).json().clone()
}

/// All cards that the page shows outside the log.
const CARDS: &str = "[...document.querySelectorAll('#board .spot:is(.hold-card, .small-card, .structure, .thing, .glad, .arena-head)')]";

/// What is wrong with any card of the page: it can't be come to by keyboard, or its sheet would say nothing.
const UNREAD: &str = "const done = arguments[arguments.length - 1]; hooks.cards().then(all => { const faults = []; \
     for (const card of CARDS) { const name = hooks.nameOf(card); \
       if (card.tabIndex < 0) faults.push('no focus: ' + name); \
       const words = hooks.face(card, hooks.found(all, name, card.hash)).map(one => one.textContent).join(' '); \
       if (!words.includes(name.split(' ')[0]) || words.length < name.length + 8) faults.push('nothing said: ' + name + ' / ' + words); } \
     done([all.size, faults]); });";

/// A finger at the middle of an element: down, and up again once `until` is true of the page.
async fn touch(browser: &Browser, css: &str, until: &str) {
    let tools = ChromeDevTools::new(browser.window.handle.clone());
    let spot = format!(
        "(one => {{ one.scrollIntoView({{ block: 'center', inline: 'center' }}); const box = one.getBoundingClientRect(); \
           return [box.x + box.width / 3, box.y + box.height / 3]; }})(document.querySelector(`{css}`))"
    );
    let at = browser.value(&spot).await;
    let points = json!({ "type": "touchStart", "touchPoints": [{ "x": at[0], "y": at[1] }] });
    tools.execute_cdp_with_params("Input.dispatchTouchEvent", points).await.expect("a finger comes down");
    browser.wait(until).await;
    let none = json!({ "type": "touchEnd", "touchPoints": [] });
    tools.execute_cdp_with_params("Input.dispatchTouchEvent", none).await.expect("a finger goes up");
}

/// Lets the pointer go to the middle of an element.
async fn point(browser: &Browser, css: &str) {
    let there = browser.window.find(By::Css(css)).await.expect("it is there");
    browser.window.action_chain().move_to_element_center(&there).perform().await.expect("it points");
}

/// Whether this comes to be true of the page within a moment.
async fn shows(browser: &Browser, what: &str) -> bool {
    for _ in 0..40 {
        if browser.is(what).await {
            return true;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    false
}

const OPEN: &str = "document.querySelector('#sheet:popover-open')";

/// Every card of every game can be reached and says what it does; pointing shows it, a finger opens it and takes nothing, and what can be
/// done stands in it and can be taken there.
#[tokio::test(flavor = "multi_thread")]
async fn any_card_can_be_read_and_none_is_taken_by_accident() {
    let server = Server::with(Luck::Known(3)).await;
    let browser = Browser::open(Screen::DESKTOP).await;
    let tools = ChromeDevTools::new(browser.window.handle.clone());
    let fingers = json!({ "enabled": true });
    for game in GAMES {
        sit_down(&server, &browser, game).await;
        // A finger on a card opens it, for however short or long, though a click would take it.
        tools
            .execute_cdp_with_params("Emulation.setTouchEmulationEnabled", fingers.clone())
            .await
            .expect("fingers");
        let live = "#board .spot.live:is(.hold-card, .small-card, .structure, .thing, .glad)";
        for turn in 0.. {
            assert!(turn < 60, "{game}: no card ever offers anything");
            if browser.is(&format!("document.querySelector(`{live}`)")).await {
                break;
            }
            browser.decide(Hands::Keys, turn * 3 + 1).await;
            assert!(browser.my_turn().await, "{game}");
        }
        let seq = browser.seq().await;
        for held in [OPEN, "true"] {
            touch(&browser, live, held).await;
            browser.wait(OPEN).await;
            browser.wait("!document.querySelector('#sheet .now').hidden && document.querySelector('#sheet .now .choice')").await;
            if held == OPEN {
                browser.shoot(&format!("{game}-sheet")).await;
                run(&browser, "document.querySelector('#sheet .close').click()").await;
                browser.wait(&format!("!{OPEN}")).await;
            }
        }
        assert_eq!(browser.seq().await, seq, "{game}: reading a card takes nothing");
        assert!(browser.is("document.querySelector('#sheet .shown').textContent.length > 20").await);
        // What it says that can be done can be done right there; where that may end the game it asks again.
        run(&browser, "document.querySelector('#sheet .now .choice').click()").await;
        let taken = format!("Number(document.getElementById('table').dataset.seq) > {seq}");
        browser.wait(&format!("{taken} || document.querySelector('[role=alertdialog]:popover-open')")).await;
        tools
            .execute_cdp_with_params("Emulation.setTouchEmulationEnabled", json!({ "enabled": false }))
            .await
            .expect("no fingers");
        browser.press(Key::Escape + "").await;
        assert!(browser.my_turn().await, "{game}");
        for turn in 0..8 {
            browser.decide(Hands::Mouse, turn * 3).await;
            assert!(browser.my_turn().await, "{game}");
            assert!(
                !browser.is("document.querySelector('#table wbr[id]')").await,
                "{game}: a stub was left in an update's place"
            );
        }
        let unread = browser.window.execute_async(UNREAD.replace("CARDS", CARDS), vec![]).await;
        let unread = unread.expect("the page runs it").json().clone();
        assert!(unread[0].as_u64() > Some(20), "{game}: {unread}");
        assert_eq!(unread[1], json!([]), "{game}");
        // Pointing at a card shows it beside, and no longer when the pointer goes.
        let shown = "document.querySelector('#peek:popover-open .shown h2')?.textContent";
        let any = "#board .spot:is(.hold-card, .small-card, .thing, .structure)";
        for turn in 0.. {
            assert!(turn < 60, "{game}: there is no card");
            if browser.is(&format!("document.querySelector('{any}')")).await {
                break;
            }
            browser.decide(Hands::Mouse, turn).await;
            assert!(browser.my_turn().await, "{game}");
        }
        run(&browser, &format!("document.querySelector('{any}').scrollIntoView({{ block: 'center' }})"))
            .await;
        // Where the page still scrolls under the pointer nothing is shown: then it is pointed at again.
        let mut seen = false;
        for _ in 0..30 {
            point(&browser, any).await;
            seen = shows(&browser, &format!("{shown}?.length > 1")).await;
            if seen {
                break;
            }
            point(&browser, ".top .brand").await;
        }
        assert!(seen, "{game}: pointing at a card shows it");
        browser.shoot(&format!("{game}-peek")).await;
        point(&browser, ".top .brand").await;
        browser.wait("!document.querySelector('#peek:popover-open')").await;
    }
    browser.close().await;
}

/// By keyboard: the tab key comes to a card, which is shown, and the enter key opens what nothing can be done with. Names of cards in
/// the log, in the chat and in the rules open their cards too, and a card that can't be used says why.
#[tokio::test(flavor = "multi_thread")]
async fn cards_are_read_by_keyboard_and_from_sentences() {
    let server = Server::with(Luck::Known(3)).await;
    let browser = Browser::open(Screen::DESKTOP).await;
    sit_down(&server, &browser, "glory-to-rome").await;
    let mention = "document.querySelector('#log .cardname')";
    let refused = "document.querySelector('#hand .refused')";
    for turn in 0.. {
        assert!(turn < 60, "no card is ever named, or ever refused");
        if browser.is(&format!("{mention} && {refused}")).await {
            break;
        }
        browser.decide(Hands::Mouse, turn * 3).await;
        assert!(browser.my_turn().await);
    }
    run(&browser, "document.querySelector('#hand').focus()").await;
    browser.press(Key::Tab + "").await;
    browser
        .wait("document.activeElement.matches('.hold-card') && document.querySelector('#peek:popover-open')")
        .await;
    browser.press(Key::Escape + "").await;
    browser.wait("!document.querySelector('#peek:popover-open')").await;
    run(&browser, &format!("{refused}.focus()")).await;
    browser.press(Key::Enter + "").await;
    browser.wait(&format!("{OPEN} && document.querySelector('#sheet .now .why')")).await;
    assert!(browser.is("document.activeElement.closest('#sheet')").await, "the focus is in the sheet");
    browser.press(Key::Escape + "").await;
    browser.wait(&format!("!{OPEN}")).await;
    assert!(browser.is(&format!("document.activeElement === {refused}")).await, "and where it was again");
    // A card that somebody writes of is one too.
    let name = browser.value(&format!("{mention}.textContent")).await;
    let name = name.as_str().unwrap_or_default().to_owned();
    browser.click("#say").await;
    browser.press(format!("beware of {name} <b>\u{e007}")).await;
    browser.wait("document.querySelector('#talk .cardname')").await;
    assert!(browser.is("!document.querySelector('#talk li b')").await, "what is written stays words");
    for css in ["#log .cardname", "#talk .cardname"] {
        let address = browser.window.current_url().await.expect("a page has an address");
        browser.click(css).await;
        browser
            .wait(&format!("{OPEN} && document.querySelector('#sheet h2').textContent === {name:?}"))
            .await;
        assert_eq!(browser.window.current_url().await.expect("an address"), address, "the table stays");
        browser.click("#sheet .close").await;
        browser.wait(&format!("!{OPEN}")).await;
    }
    browser.go(&server.at("/rules/glory-to-rome")).await;
    browser.click("#rules-text .cardname[href$='#card-Stairway']").await;
    browser.wait(&format!("{OPEN} && document.querySelector('#sheet .rulings li')")).await;
    browser.close().await;
}

/// However many cards are held, they lie in one row, each with a part to point at, and nothing of the own board is under them.
#[tokio::test(flavor = "multi_thread")]
async fn a_large_hand_covers_nothing() {
    let server = Server::with(Luck::Known(5)).await;
    let browser = Browser::open(Screen::DESKTOP).await;
    browser.open_table(&server, "glory-to-rome", &["me", "bot:greedy"]).await;
    let think = "[...document.querySelectorAll('#actions .choice[name=action]')].find(one => /^think/.test(one.value) && /draw/.test(one.value)) \
         ?? document.querySelector('#actions .choice[name=action]')";
    // A hand that is full draws one card with each thought: the copies of what is held stand for more.
    for turn in 0.. {
        assert!(turn < 80, "the hand never grows");
        assert!(browser.my_turn().await);
        if browser.is("document.querySelectorAll('#hand .hold').length >= 8").await {
            break;
        }
        let seq = browser.seq().await;
        run(&browser, &format!("({think}).click()")).await;
        browser.wait(&format!("Number(document.getElementById('table').dataset.seq) > {seq}")).await;
    }
    let grow = "const hand = document.getElementById('hand'); while (hand.children.length < 16) hand.append(hand.firstElementChild.cloneNode(true));";
    for more in [false, true] {
        if more {
            run(&browser, grow).await;
        }
        let look = "(() => { const hand = document.getElementById('hand').getBoundingClientRect(), lay = document.querySelector('.lay').getBoundingClientRect(), faults = []; \
             if (lay.bottom > hand.top + 1) faults.push('the hand covers the board'); if (hand.bottom > innerHeight + 1) faults.push('the hand is cut'); \
             const all = [...document.querySelectorAll('#hand .hold')]; \
             if (new Set(all.map(one => Math.round(one.getBoundingClientRect().top))).size > 1) faults.push('more than one row'); \
             for (const one of all) { const box = one.getBoundingClientRect(); \
               if (box.width < 20 || box.right > innerWidth) faults.push('too narrow or outside: ' + box.width); \
               if (!one.contains(document.elementFromPoint(box.x + 8, box.y + 60))) faults.push('covered: ' + one.id); } return faults; })()";
        let faults = browser.value(look).await;
        browser.shoot(if more { "hand-of-16" } else { "hand-of-8" }).await;
        assert_eq!(faults, json!([]));
        if more {
            // As it was once: seen by the same look.
            run(&browser, "document.getElementById('hand').style.flexWrap = 'wrap'").await;
            assert_ne!(browser.value(look).await, json!([]));
        }
    }
    browser.close().await;
}
