//! What a hand, an ear and an eye notice: dragging, sounds, motion, lit places.

use std::time::Duration;

use gloria_browser::{Browser, Hands, Motion, Screen, Server, Theme};
use serde_json::Value;
use thirtyfour::prelude::*;

const GAMES: [&str; 3] = ["glory-to-rome", "for-glory", "glory"];

async fn sit_down(server: &Server, browser: &Browser, game: &str) {
    browser.go(&server.at("/")).await;
    browser.click(&format!("form[action='/quick/{game}'] button")).await;
    assert!(browser.my_turn().await);
}

/// Two places whose one common choice a drag from the first to the second would take: the places' keys, and the choice.
const PAIR: &str = "(() => { \
     const seen = key => [...document.querySelectorAll('[data-spot]')].find(one => one.dataset.spot === key && one.checkVisibility()); \
     const on_top = key => { const one = seen(key), box = one.getBoundingClientRect(); \
       return one.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)); }; \
     for (const choice of document.querySelectorAll('#actions .choice:not(.fatal)[data-spots]')) { \
       const keys = [...document.querySelectorAll('.spot.live[data-spot], .grip[data-spot]')].map(one => one.dataset.spot) \
         .filter(key => (' ' + choice.dataset.spots + ' ').includes(' ' + key + ' ')); \
       for (const from of keys.filter(key => /^(hand|pawn)/.test(key))) for (const to of keys.filter(key => key !== from)) \
         if (between(from, to).length === 1 && seen(from) && seen(to) && on_top(from)) return [from, to, choice.value]; \
     } return null; })()";

/// Drags the first of two places over the second; answers whether the page shows where it may be dropped. If not, it lets go.
async fn take_hold(browser: &Browser, pair: &Value) -> bool {
    let find = async |at: usize| {
        let place = format!("[data-spot='{}']", pair[at].as_str().expect("a place"));
        browser.window.find(By::Css(place)).await.expect("it is there")
    };
    let (card, place) = (find(0).await, find(1).await);
    let hold = browser.window.action_chain().move_to_element_center(&card).click_and_hold();
    // A drag begins with some way, not with a touch.
    let moved = hold.move_by_offset(6, 6).move_by_offset(14, -26).move_to_element_center(&place);
    if moved.perform().await.is_ok() {
        for _ in 0..50 {
            if browser.is("document.querySelector('.drop')").await {
                return true;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
    let _ = browser.window.action_chain().release().perform().await;
    false
}

/// A card dragged to its arena enters it, and a pawn dragged to a space goes there: the same action as its button takes.
#[tokio::test(flavor = "multi_thread")]
async fn what_is_dragged_to_its_place_is_done() {
    let server = Server::start().await;
    let browser = Browser::open(Screen::DESKTOP).await;
    for game in ["for-glory", "glory"] {
        sit_down(&server, &browser, game).await;
        let mut taken = None;
        // News that comes in the middle of a drag ends it, as it should: then it is begun again.
        for turn in 0..40 {
            let pair = browser.value(PAIR).await;
            if pair.is_null() {
                browser.decide(Hands::Mouse, turn).await;
                assert!(browser.my_turn().await);
            } else if take_hold(&browser, &pair).await {
                taken = Some(pair);
                break;
            } else {
                assert!(browser.my_turn().await);
            }
        }
        let pair = taken.expect("something can be dragged, and its place shows it");
        let seq = browser.seq().await;
        let place = format!("[data-spot='{}']", pair[1].as_str().expect("a place"));
        let place = browser.window.find(By::Css(place)).await.expect("it is there");
        let drop = browser.window.action_chain().move_to_element_center(&place).release();
        drop.perform().await.expect("the pointer lets go");
        browser.wait(&format!("Number(document.getElementById('table').dataset.seq) > {seq}")).await;
        let log =
            browser.value("[...document.querySelectorAll('#log .told')].map(one => one.textContent)").await;
        let log = log.as_array().cloned().unwrap_or_default();
        let done = pair[2].as_str().unwrap_or_default();
        assert!(
            log.iter().any(|line| line.as_str().is_some_and(|line| line.contains(done))),
            "{game}: {done} is not in {log:?}"
        );
        assert!(!browser.is("document.querySelector('.drop')").await, "nothing stays marked");
    }
    browser.close().await;
}

/// Counts the tones that are made, without making fewer.
const LISTEN: &str = "window.tones = 0; const make = AudioContext.prototype.createOscillator; \
     AudioContext.prototype.createOscillator = function () { window.tones += 1; return make.call(this); };";

#[tokio::test(flavor = "multi_thread")]
async fn sounds_are_made_where_they_are_switched_on_and_only_there() {
    let server = Server::start().await;
    let browser = Browser::open(Screen::DESKTOP).await;
    sit_down(&server, &browser, "glory-to-rome").await;
    browser.window.execute(LISTEN, vec![]).await.expect("the page runs it");
    for turn in 0..3 {
        browser.decide(Hands::Mouse, turn).await;
        assert!(browser.my_turn().await);
    }
    assert_eq!(browser.value("window.tones").await, 0, "off by default");
    browser.click("#tools button[popovertarget=more]").await;
    browser.click("#sound").await;
    browser.press(Key::Escape + "").await;
    browser.decide(Hands::Mouse, 1).await;
    browser.wait("window.tones > 0").await;
    // The choice is remembered, and can be taken back.
    browser.window.refresh().await.expect("the page can be loaded again");
    assert!(browser.my_turn().await);
    browser.window.execute(LISTEN, vec![]).await.expect("the page runs it");
    browser.click("#tools button[popovertarget=more]").await;
    browser.wait("document.getElementById('sound').checked").await;
    browser.click("#sound").await;
    browser.press(Key::Escape + "").await;
    browser.decide(Hands::Mouse, 1).await;
    assert!(browser.my_turn().await);
    assert_eq!(browser.value("window.tones").await, 0, "switched off again");
    browser.close().await;
}

/// Notes in every frame how many cards, gladiators or pawns are on their way.
const WATCH: &str = "window.moving = 0; (function look() { \
     const on = document.getAnimations().filter(one => one.id === 'glide'); \
     window.moving = Math.max(window.moving, on.length); requestAnimationFrame(look); })();";

#[tokio::test(flavor = "multi_thread")]
async fn things_move_between_their_places_unless_somebody_wants_it_calm() {
    let server = Server::start().await;
    let browser = Browser::open(Screen::DESKTOP).await;
    for game in GAMES {
        browser.media(Theme::Light, Motion::Usual).await;
        sit_down(&server, &browser, game).await;
        browser.window.execute(WATCH, vec![]).await.expect("the page runs it");
        for turn in 0..20 {
            if browser.is("window.moving > 0").await {
                break;
            }
            // Changes that follow each other quickly are shown at once, without motion.
            tokio::time::sleep(std::time::Duration::from_millis(500)).await;
            browser.decide(Hands::Mouse, turn).await;
            assert!(browser.my_turn().await);
        }
        browser.wait("window.moving > 0").await;
        browser.media(Theme::Light, Motion::Reduced).await;
        browser.wait("document.getAnimations().length === 0").await;
        for turn in 0..3 {
            browser.window.execute("window.moving = 0", vec![]).await.expect("the page runs it");
            tokio::time::sleep(std::time::Duration::from_millis(500)).await;
            browser.decide(Hands::Mouse, turn).await;
            assert!(browser.my_turn().await);
            assert_eq!(browser.value("window.moving").await, 0, "{game}: calm is calm");
        }
    }
    browser.close().await;
}

/// Pointing at a log line lights the places it speaks of, anybody's line; pointing at a place lights its lines.
#[tokio::test(flavor = "multi_thread")]
async fn log_lines_and_places_light_each_other() {
    let server = Server::start().await;
    let browser = Browser::open(Screen::DESKTOP).await;
    // A line of another's whose place is still on the table.
    let line = "[...document.querySelectorAll('#log li[data-spots]:not(:has(.badge.seat-0))')].find(line => \
         [...document.querySelectorAll('#board [data-spot]')].some(spot => (' ' + line.dataset.spots + ' ').includes(' ' + spot.dataset.spot + ' ')))";
    for game in GAMES {
        sit_down(&server, &browser, game).await;
        for turn in 0..40 {
            if browser.is(line).await {
                break;
            }
            browser.decide(Hands::Mouse, turn * 3).await;
            assert!(browser.my_turn().await, "{game}: no line of another's says where");
        }
        let hover = format!(
            "const line = {line}; line.scrollIntoView(); line.dispatchEvent(new PointerEvent('pointerover', {{ bubbles: true }})); \
             const lit = document.querySelector('#board .lit'); lit?.dispatchEvent(new PointerEvent('pointerover', {{ bubbles: true }})); \
             return [!!lit, line.classList.contains('lit')];"
        );
        let found = browser.window.execute(hover, vec![]).await.expect("the page runs it");
        assert_eq!(*found.json(), serde_json::json!([true, true]), "{game}: place lit, then line lit");
    }
    browser.close().await;
}
