//! What happens can be seen: dice, strikes, falls, differences, a fate, a finished building; at one's own pace, and as a film afterwards.

use std::time::Duration;

use gloria_browser::{Browser, Hands, Motion, Screen, Server, Theme};
use serde_json::{Value, json};

async fn sit_down(server: &Server, browser: &Browser, game: &str) {
    browser.go(&server.at("/")).await;
    browser.click(&format!("form[action='/quick/{game}'] button")).await;
    assert!(browser.my_turn().await);
    browser.window.execute(WATCH, vec![]).await.expect("the page runs it");
}

async fn run(browser: &Browser, script: &str) -> Value {
    let ran = browser.window.execute(script, vec![]).await;
    ran.unwrap_or_else(|error| panic!("{script}: {error}")).json().clone()
}

/// Notes in every frame what moves, what differences are told, and how long the longest motion takes.
const WATCH: &str = "window.seen = {}; window.said = {}; window.cards = {}; window.longest = 0; (function look() { \
     for (const one of document.getAnimations()) { window.seen[one.id] = true; window.longest = Math.max(window.longest, one.effect.getComputedTiming().duration); } \
     for (const one of document.querySelectorAll('.differ')) window.said[one.textContent] = true; \
     for (const one of document.querySelectorAll('.moment-card')) window.cards[one.className.replace('moment-card ', '') + ' ' + one.querySelector('h2').textContent] = true; \
     requestAnimationFrame(look); })();";

/// A change of the table as the script is told of it: `make` prepares it, `change` does it; then something is seen. Changes that follow
/// each other at once are shown without motion, so there is a pause before.
async fn change(browser: &Browser, make: &str, change: &str, expected: &[&str]) {
    tokio::time::sleep(Duration::from_millis(500)).await;
    run(browser, &format!("{make}; hooks.watch(); {change}; hooks.tell({{ moves: true }});")).await;
    for id in expected {
        browser.wait(&format!("window.seen['{id}']")).await;
    }
}

/// A place for something of our own on the board.
fn put(html: &str) -> String {
    format!("document.querySelector('#board .player').insertAdjacentHTML('beforeend', `{html}`)")
}

#[tokio::test(flavor = "multi_thread")]
async fn every_kind_of_event_is_seen_and_none_takes_long() {
    let server = Server::start().await;
    let browser = Browser::open(Screen::DESKTOP).await;
    browser.media(Theme::Light, Motion::Usual).await;
    sit_down(&server, &browser, "glory-to-rome").await;
    // A number that changes says by how much; what one heap loses another wins.
    let chips = "const [one, other] = document.querySelectorAll('#board .pool .chip b')";
    change(&browser, chips, "one.textContent = Number(one.textContent) + 2", &["differ", "pulse", "fly"])
        .await;
    browser.wait("window.said['+2']").await;
    // A building is finished.
    let wall = put(
        "<div class='hold'><div id='s-wall' class='spot structure building' data-spot='x'><span class='s-name'>Wall</span></div></div>",
    );
    let done = "document.getElementById('s-wall').className = 'spot structure done'";
    change(&browser, &wall, done, &["built"]).await;
    browser.wait("window.cards['built Wall']").await;
    browser.shoot("event-built").await;
    // The leader's card passes on.
    let passes = "const leads = document.querySelector('#board .leads'), to = [...document.querySelectorAll('#board .player > header')].find(one => !one.contains(leads)); to.append(leads)";
    change(&browser, "", passes, &["leads"]).await;
    assert!(
        browser.is("!document.querySelector('.moment-card')").await,
        "the next thing takes a moment away"
    );
    // On the sand: one is struck, another falls.
    sit_down(&server, &browser, "for-glory").await;
    let glad = |slot: u8, health: u8| {
        put(&format!(
            "<div class='hold' data-move='glad-{slot}'><div id='s-slot-{slot}' class='spot glad ready' data-spot='slot:{slot}'><span class='s-name'>Cestus</span>\
             <span class='num' id='n-health-{slot}'><b>{health}</b></span></div></div>"
        ))
    };
    let both = format!("{}; {}", glad(91, 4), glad(92, 5));
    let struck = "document.querySelector('#n-health-91 b').textContent = 1; document.getElementById('s-slot-92').className = 'spot glad exhausted'";
    change(&browser, &both, struck, &["strike", "hit", "differ"]).await;
    change(&browser, "", "document.querySelector('[data-move=glad-91]').remove()", &["fall"]).await;
    // A fate is turned over.
    sit_down(&server, &browser, "glory").await;
    let fate = browser
        .window
        .execute_async("const done = arguments[arguments.length - 1]; hooks.cards().then(all => done([...all].find(([, entry]) => entry.querySelector('.card.fate'))[0]));", vec![])
        .await
        .expect("the page runs it");
    let fate = fate.json().as_str().expect("there are fates").to_owned();
    let draws = format!(
        "document.querySelector('#pile-fates b').textContent -= 1; \
         document.querySelector('#log ol').insertAdjacentHTML('afterbegin', `<li><span class='news'><a class='cardname'>{fate}</a></span></li>`)"
    );
    change(&browser, "", &draws, &["fate"]).await;
    browser.wait(&format!("window.cards[{:?}]", format!("fate {fate}"))).await;
    // The dice of a real move roll.
    run(&browser, "document.querySelector('#log li:not([id])').remove()").await;
    for turn in 0.. {
        assert!(turn < 40, "no die was ever seen to roll");
        if browser.is("window.seen.roll").await {
            break;
        }
        tokio::time::sleep(Duration::from_millis(500)).await;
        browser.decide(Hands::Mouse, turn).await;
        assert!(browser.my_turn().await);
    }
    let longest = browser.value("window.longest").await.as_f64().unwrap_or(9999.0);
    assert!(longest > 100.0 && longest <= 600.0, "{longest} ms");
    // Whoever wants it calm sees the difference and no motion.
    browser.media(Theme::Light, Motion::Reduced).await;
    browser.wait("document.getAnimations().length === 0").await;
    run(&browser, "window.seen = {}").await;
    change(
        &browser,
        "const coins = document.querySelector('#board .vital [id^=coins] b')",
        "coins.textContent = Number(coins.textContent) + 3",
        &[],
    )
    .await;
    browser.wait("window.said['+3']").await;
    assert_eq!(browser.value("Object.keys(window.seen)").await, json!([]));
    browser.close().await;
}

/// A round of battle that was won looks other than one that was lost, before anything is read.
#[tokio::test(flavor = "multi_thread")]
async fn a_fight_won_does_not_look_like_a_fight_lost() {
    let server = Server::start().await;
    let browser = Browser::open(Screen::DESKTOP).await;
    sit_down(&server, &browser, "glory").await;
    let mut looks: Vec<(String, Value)> = Vec::new();
    let fight =
        "[...document.querySelectorAll('#actions .choice[name=action]')].find(one => one.value === 'engage')";
    for turn in 0.. {
        assert!(turn < 400, "never both won and lost: {looks:?}");
        if !browser.my_turn().await {
            sit_down(&server, &browser, "glory").await;
        }
        let look = browser
            .value("(duel => duel ? [['won', 'lost', 'tied'].find(one => duel.matches('.' + one)) ?? '', getComputedStyle(duel).borderTopColor, duel.querySelector('.verdict')?.className ?? ''] : null)(document.querySelector('#duel'))")
            .await;
        if let Some(how) = look[0].as_str().filter(|how| ["won", "lost"].contains(how)) {
            assert_eq!(look[2], format!("verdict {how}"));
            if looks.iter().all(|(seen, _)| seen != how) {
                browser.shoot(&format!("duel-{how}")).await;
                looks.push((how.to_owned(), look[1].clone()));
            }
        }
        if looks.len() == 2 {
            break;
        }
        if browser.is(fight).await {
            let seq = browser.seq().await;
            run(&browser, &format!("{fight}.click()")).await;
            browser.wait(&format!("Number(document.querySelector('#table').dataset.seq) > {seq} || document.querySelector('[role=alertdialog]:popover-open')")).await;
            run(&browser, "document.querySelector('[role=alertdialog]:popover-open .danger')?.click()").await;
        } else {
            browser.decide(Hands::Mouse, turn).await;
        }
    }
    assert_ne!(looks[0].1, looks[1].1, "{looks:?}");
    browser.close().await;
}

/// The others' moves can be held and looked at one by one; one's own are never held.
#[tokio::test(flavor = "multi_thread")]
async fn the_others_moves_can_be_held_and_stepped() {
    let server = Server::start().await;
    let browser = Browser::open(Screen::DESKTOP).await;
    browser.open_table(&server, "glory-to-rome", &["me", "bot:greedy", "bot:greedy"]).await;
    assert!(browser.my_turn().await);
    browser.click("#pause").await;
    browser.wait("document.querySelector('#pause').getAttribute('aria-pressed') === 'true'").await;
    let steps = "Number(document.getElementById('table').dataset.steps)";
    for turn in 0.. {
        assert!(turn < 20, "the others never moved after one's own move");
        browser.decide(Hands::Mouse, 0).await;
        browser.wait("document.querySelector('#table.my-turn') || waiting.length > 0").await;
        if !browser.is("document.querySelector('#table.my-turn')").await {
            break;
        }
    }
    let before = browser.value(steps).await.as_u64().expect("a number");
    browser.wait("waiting.length > 0 && Number(document.querySelector('#step b').textContent) > 0").await;
    // Bots decide within milliseconds here.
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(browser.value(steps).await, before, "it is held");
    let left = browser.value("waiting.length").await.as_u64().expect("a number");
    browser.click("#step").await;
    browser.wait(&format!("{steps} > {before}")).await;
    assert_eq!(browser.value("waiting.length").await, left - 1, "one at a time");
    browser.click("#pause").await;
    assert!(browser.my_turn().await);
    assert!(browser.is("waiting.length === 0 && document.querySelector('#step').hidden").await);
    browser.close().await;
}

/// Whoever comes back is shown what happened, moment by moment; a choice made meanwhile is taken, and the table is as it was.
#[tokio::test(flavor = "multi_thread")]
async fn what_happened_is_a_film_that_can_be_skipped() {
    let server = Server::start().await;
    let browser = Browser::open(Screen::DESKTOP).await;
    browser.media(Theme::Light, Motion::Usual).await;
    browser.open_table(&server, "glory-to-rome", &["me", "bot:greedy", "bot:greedy"]).await;
    let fresh = "document.querySelector('#log .since') && document.querySelector('#table.my-turn')";
    for turn in 0.. {
        assert!(turn < 30, "nothing ever happened between two decisions");
        assert!(browser.my_turn().await);
        if turn > 4 && browser.is(fresh).await {
            break;
        }
        browser.decide(Hands::Mouse, 0).await;
    }
    // As if this browser had looked last before the others moved.
    let away = "localStorage.setItem('looked', JSON.stringify([[location.pathname.split('/')[2], 1]]))";
    let table = browser.window.current_url().await.expect("an address");
    browser.go(&server.at("/learn")).await;
    run(
        &browser,
        &away.replace(
            "location.pathname.split('/')[2]",
            &format!("{:?}", table.path().trim_start_matches("/t/")),
        ),
    )
    .await;
    browser.go(table.as_str()).await;
    browser.wait("!document.querySelector('#film-box').hidden").await;
    browser.wait("document.querySelector('#film-box progress').value > 0 && document.querySelector('#film-box .caption').textContent").await;
    browser.shoot("film").await;
    browser.click("#film-skip").await;
    browser.wait("document.querySelector('#film-box').hidden").await;
    let whole = "document.getElementById('board').querySelectorAll('.spot').length";
    let spots = browser.value(whole).await;
    // Again, by its button; a choice ends it and is taken.
    browser.click("#film").await;
    browser.wait("!document.querySelector('#film-box').hidden").await;
    browser.decide(Hands::Mouse, 0).await;
    browser.wait("document.querySelector('#film-box').hidden").await;
    assert!(spots.as_u64() > Some(10), "the board is there: {spots}");
    assert!(browser.my_turn().await);
    browser.close().await;
}
