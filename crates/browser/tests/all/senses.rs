//! What a hand, an ear and an eye notice: dragging, sounds, motion, lit places.

use std::time::Duration;

use gloria_browser::{Browser, Hands, Luck, Motion, Screen, Server, Theme};
use serde_json::Value;
use store::TableId;
use thirtyfour::prelude::*;

const GAMES: [&str; 3] = ["glory-to-rome", "for-glory", "glory"];

async fn sit_down(server: &Server, browser: &Browser, game: &str) {
    browser.go(&server.at("/")).await;
    browser.click(&format!("form[action='/quick/{game}'] button")).await;
    assert!(browser.my_turn().await);
}

/// Two places whose one common choice a drag from the first to the second would take, both to be seen where the pointer would meet them:
/// the places' keys, and the choice. Not one of those that are named.
fn pair(tried: &[Value]) -> String {
    format!(
        "(() => {{ const tried = {}; \
         const seen = key => [...document.querySelectorAll('[data-spot]')].find(one => one.dataset.spot === key && one.checkVisibility()); \
         const on_top = key => {{ const one = seen(key), box = one?.getBoundingClientRect(); \
           return one && one.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)); }}; \
         for (const choice of document.querySelectorAll('#actions .choice:not(.fatal)[data-spots]')) {{ \
           const keys = [...document.querySelectorAll('.spot.live[data-spot], .grip[data-spot]')].map(one => one.dataset.spot) \
             .filter(key => (' ' + choice.dataset.spots + ' ').includes(' ' + key + ' ')); \
           for (const from of keys.filter(key => /^(hand|pawn)/.test(key))) for (const to of keys.filter(key => key !== from)) \
             if (between(from, to).length === 1 && on_top(from) && on_top(to) && !tried.some(one => one[0] === from && one[1] === to)) \
               return [from, to, choice.value]; \
         }} return null; }})()",
        serde_json::json!(tried)
    )
}

/// Something that the page shows under this key.
async fn place(browser: &Browser, key: &Value) -> WebElement {
    let css = format!("[data-spot='{}']", key.as_str().expect("a place"));
    browser.window.find(By::Css(css)).await.expect("it is there")
}

/// Drags the first of two places over the second; answers whether the page shows where it may be dropped. If not, it lets go.
async fn take_hold(browser: &Browser, pair: &Value) -> bool {
    let (card, target) = (place(browser, &pair[0]).await, place(browser, &pair[1]).await);
    let hold = browser.window.action_chain().move_to_element_center(&card).click_and_hold();
    // A drag begins with some way, not with a touch.
    let moved = hold.move_by_offset(6, 6).move_by_offset(14, -26).move_to_element_center(&target);
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

/// At how many tables it is tried.
const TABLES: usize = 6;

/// Plays for a while until something can be dragged and takes hold of it; what it was.
async fn dragged(browser: &Browser) -> Option<Value> {
    let mut tried = Vec::new();
    for turn in 0..40 {
        let pair = browser.value(&pair(&tried)).await;
        if pair.is_null() {
            browser.decide(Hands::Mouse, turn).await;
            tried.clear();
        } else if take_hold(browser, &pair).await {
            return Some(pair);
        } else {
            // Whatever lay in the way there, another may be free.
            tried.push(pair);
        }
        if !browser.my_turn().await {
            return None;
        }
    }
    browser.shoot("no-drag").await;
    println!("nothing can be dragged, but {tried:?} was tried");
    None
}

/// Lets go of what was dragged over a place.
async fn let_go(browser: &Browser, pair: &Value) {
    let target = place(browser, &pair[1]).await;
    let drop = browser.window.action_chain().move_to_element_center(&target).release();
    drop.perform().await.expect("the pointer lets go");
}

/// The first decision after a seq, as the table's log has it: the page shows the last few only, and others decide at once.
async fn first_decision(server: &Server, browser: &Browser, seq: u64) -> String {
    let address = browser.window.current_url().await.expect("a page has an address");
    let id = TableId::new(address.path().trim_start_matches("/t/")).expect("a table's page has its name");
    let log = server.tables.store.events(&id, seq, 100).await.expect("our own store answers");
    let decision = log.iter().find_map(|event| {
        let body: Value = serde_json::from_str(&event.body).ok()?;
        (body["kind"] == "move").then(|| body["action"].as_str().unwrap_or_default().to_owned())
    });
    decision.expect("something was decided")
}

/// A card dragged to its arena enters it, and a pawn dragged to a space goes there: the same action as its button takes.
#[tokio::test(flavor = "multi_thread")]
async fn what_is_dragged_to_its_place_is_done() {
    // The same deals every time: in some nothing can be sent anywhere for a long while.
    let server = Server::with(Luck::Known(3)).await;
    let browser = Browser::open(Screen::DESKTOP).await;
    for game in ["for-glory", "glory"] {
        let mut pair = None;
        for _ in 0..TABLES {
            sit_down(&server, &browser, game).await;
            pair = dragged(&browser).await;
            if pair.is_some() {
                break;
            }
        }
        let pair = pair.expect("something can be dragged to a place that shows it");
        let seq = browser.seq().await;
        let_go(&browser, &pair).await;
        browser.wait(&format!("Number(document.getElementById('table').dataset.seq) > {seq}")).await;
        assert_eq!(
            first_decision(&server, &browser, seq).await,
            pair[2].as_str().unwrap_or_default(),
            "{game}"
        );
        // The browser says that a drag is over after it has said where it ended.
        browser.wait("!document.querySelector('.drop')").await;
    }
    browser.close().await;
}

/// News that comes in the middle of a drag waits for its end: nothing is taken out of anybody's hand.
#[tokio::test(flavor = "multi_thread")]
async fn what_is_dragged_does_not_change_under_the_hand() {
    let server = Server::start().await;
    let browser = Browser::open(Screen::DESKTOP).await;
    let other = Browser::open(Screen::DESKTOP).await;
    browser.open_table(&server, "for-glory", &["me", "open"]).await;
    let link = browser.window.current_url().await.expect("a page has an address");
    other.go(link.as_str()).await;
    other.click("#sit button.main").await;
    other.wait("document.querySelector('#board') && document.readyState === 'complete'").await;
    browser.wait("document.querySelector('#board') && document.readyState === 'complete'").await;
    let (one, two) = (&browser, &other);
    // Whoever decides plays until something can be dragged.
    let mut found = None;
    for turn in 0..80 {
        one.quiet().await;
        two.quiet().await;
        let mine = one.is("document.querySelector('#table.my-turn')").await;
        let (here, there) = if mine { (one, two) } else { (two, one) };
        let pair = here.value(&pair(&[])).await;
        if !pair.is_null() && take_hold(here, &pair).await {
            found = Some((here, there, pair));
            break;
        }
        here.decide(Hands::Mouse, turn).await;
    }
    let (here, there, pair) = found.expect("something can be dragged");
    let seq = here.seq().await;
    there.click("#say").await;
    there.press("salve\u{e007}").await;
    there.wait(&format!("Number(document.querySelector('#table').dataset.seq) > {seq}")).await;
    here.wait("waiting.length > 0").await;
    assert_eq!(here.seq().await, seq, "the table waits");
    assert!(here.is("document.querySelector('.drop')").await, "the drag goes on");
    let_go(here, &pair).await;
    here.wait(&format!("Number(document.getElementById('table').dataset.seq) > {}", seq + 1)).await;
    assert_eq!(first_decision(&server, here, seq).await, pair[2].as_str().unwrap_or_default());
    here.wait(
        "!document.querySelector('.drop') && document.querySelector('#table').innerText.includes('salve')",
    )
    .await;
    browser.close().await;
    other.close().await;
}

/// Counts the sounds that are made, of tones or of noise, without making fewer, and notes how loud the loudest is.
const LISTEN: &str = "window.tones = 0; window.loudest = 0; for (const name of ['createOscillator', 'createBufferSource']) { const make = AudioContext.prototype[name]; \
     AudioContext.prototype[name] = function () { window.tones += 1; return make.call(this); }; } \
     const set = AudioParam.prototype.setValueAtTime; AudioParam.prototype.setValueAtTime = function (value, time) { if (value < 2) window.loudest = Math.max(window.loudest, value); return set.call(this, value, time); };";

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
    // Each of the sounds can be made, and the volume goes for all of them.
    let all = "for (const kind of ['card', 'coin', 'stone', 'dice', 'blade', 'crowd', 'turn', 'victory']) hooks.sound(kind); return window.tones;";
    assert!(browser.my_turn().await);
    browser.quiet().await;
    browser.window.execute("window.tones = 0; window.loudest = 0", vec![]).await.expect("the page runs it");
    let made = browser.window.execute(all, vec![]).await.expect("the page runs it");
    assert!(made.json().as_u64() > Some(15), "{}", made.json());
    let loud = browser.value("window.loudest").await.as_f64().unwrap_or(0.0);
    let soft = "document.getElementById('volume').value = 10; document.getElementById('volume').dispatchEvent(new Event('change', { bubbles: true })); window.loudest = 0;";
    browser.window.execute(soft, vec![]).await.expect("the page runs it");
    tokio::time::sleep(Duration::from_millis(150)).await;
    browser.window.execute(all, vec![]).await.expect("the page runs it");
    let quiet = browser.value("window.loudest").await.as_f64().unwrap_or(1.0);
    assert!(quiet > 0.0 && quiet < loud / 3.0, "{quiet} to {loud}");
    // The choice is remembered, and can be taken back.
    browser.window.refresh().await.expect("the page can be loaded again");
    assert!(browser.my_turn().await);
    browser.window.execute(LISTEN, vec![]).await.expect("the page runs it");
    browser.click("#tools button[popovertarget=more]").await;
    browser
        .wait("document.getElementById('sound').checked && document.getElementById('volume').value === '10'")
        .await;
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
