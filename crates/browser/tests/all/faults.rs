//! What went wrong for people at the table, once: each test failed before its fault was mended.

use std::time::Duration;

use gloria_browser::{Browser, Hands, Motion, Screen, Server, Theme};
use thirtyfour::prelude::*;

const GAMES: [&str; 3] = ["glory-to-rome", "for-glory", "glory"];

async fn quick(server: &Server, browser: &Browser, game: &str) {
    browser.go(&server.at("/")).await;
    browser.click(&format!("form[action='/quick/{game}'] button")).await;
    assert!(browser.my_turn().await);
}

/// What a lesson says at its end stays until the learner has read it, and the others wait so long.
#[tokio::test(flavor = "multi_thread")]
async fn closing_words_of_lessons_stay_until_they_are_dismissed() {
    let server = Server::start().await;
    let browser = Browser::open(Screen::DESKTOP).await;
    let closing = "document.querySelector('#coach.closing')";
    let waits =
        "document.querySelector('#coach .answers .choice, #table.my-turn #actions .choice[data-key]')";
    // Lessons that end while the game goes on.
    for lesson in ["glory-to-rome/clients", "for-glory/champions", "glory/odds"] {
        browser.go(&server.at("/learn")).await;
        browser.click(&format!("form[action='/learn/{lesson}'] button")).await;
        for decisions in 0.. {
            assert!(decisions < 60, "{lesson}: the closing words were never seen");
            browser.wait(&format!("{waits} || {closing}")).await;
            if browser.is(closing).await {
                break;
            }
            browser.decide(Hands::Mouse, 0).await;
        }
        // Bots decide within milliseconds here.
        tokio::time::sleep(Duration::from_millis(1500)).await;
        assert!(browser.is(closing).await, "{lesson}: the closing words are gone before they were read");
        browser.click("#coach form[action$='/heard'] button").await;
        browser.wait("!document.querySelector('#coach')").await;
        assert!(browser.my_turn().await, "{lesson}: the game goes on");
        browser.decide(Hands::Mouse, 0).await;
    }
    browser.close().await;
}

/// Notes the seq of every change that the page is shown.
const SHOWN: &str = "window.shown = []; for (const name of ['morph', 'patch']) { const real = window[name]; \
     window[name] = (from, to) => { if (from.id === 'table') window.shown.push(to.dataset.seq); real(from, to); }; }";

/// What is done is shown once, though both the answer to the post and the stream could show it.
#[tokio::test(flavor = "multi_thread")]
async fn a_decision_changes_the_page_once() {
    let server = Server::start().await;
    let browser = Browser::open(Screen::DESKTOP).await;
    quick(&server, &browser, "glory-to-rome").await;
    browser.window.execute(SHOWN, vec![]).await.expect("the page lets itself be watched");
    for _ in 0..4 {
        browser.decide(Hands::Mouse, 0).await;
        assert!(browser.my_turn().await);
    }
    tokio::time::sleep(Duration::from_millis(500)).await;
    let shown = browser.value("[window.shown.length, new Set(window.shown).size]").await;
    assert!(shown[0].as_u64() >= Some(4), "{shown}");
    assert_eq!(shown[0], shown[1], "nothing is shown twice: {}", browser.value("window.shown").await);
    browser.close().await;
}

/// Notes what every click hits.
const CLICKS: &str = "window.hits = []; document.addEventListener('click', event => \
     window.hits.push(event.target.closest('.choice') ? 'choice' : event.target.nodeName), true);";

/// As soon as the table has changed and it is the window's decision, what is under the middle of the first choice: every
/// frame for half a second, so that no moment is left out.
const UNDER: &str = "const done = arguments[arguments.length - 1]; const seq = Number(document.getElementById('table').dataset.seq); \
     window.missed = []; let changed = 0; document.querySelector('#actions .choice[data-key=\"1\"]').click(); \
     (function look() { const table = document.getElementById('table'); \
       if (Number(table.dataset.seq) > seq && table.matches('.my-turn')) { \
         changed ||= performance.now(); const choice = document.querySelector('#actions .choice[data-key]'); \
         if (choice) { const box = choice.getBoundingClientRect(), hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2); \
           if (!choice.contains(hit)) window.missed.push(hit?.nodeName); } } \
       if (document.querySelector('#ending') || changed && performance.now() - changed > 500) done(window.missed); else requestAnimationFrame(look); })();";

/// Whatever moves on the table, a click on what is shown is taken at once.
#[tokio::test(flavor = "multi_thread")]
async fn a_click_right_after_an_update_is_not_lost() {
    let server = Server::start().await;
    let browser = Browser::open(Screen::DESKTOP).await;
    for game in GAMES {
        browser.media(Theme::Light, Motion::Usual).await;
        quick(&server, &browser, game).await;
        browser.window.execute(CLICKS, vec![]).await.expect("the page runs it");
        for _ in 0..4 {
            assert!(browser.my_turn().await);
            // Only an update after a pause is shown with motion.
            tokio::time::sleep(Duration::from_millis(600)).await;
            let missed = browser.window.execute_async(UNDER, vec![]).await.expect("the page runs it");
            assert_eq!(missed.json(), &serde_json::json!([]), "{game}: a click would have hit these instead");
            let choice = browser.window.find(By::Css("#actions .choice[data-key]")).await;
            if let Ok(choice) = choice {
                browser.window.execute("window.hits = []", vec![]).await.expect("the page runs it");
                let click = browser.window.action_chain().move_to_element_center(&choice).click();
                click.perform().await.expect("the pointer clicks");
                browser.wait("window.hits.length > 0").await;
                assert_eq!(browser.value("window.hits[0]").await, "choice", "{game}");
                browser.press(Key::Escape + "").await;
            }
        }
    }
    browser.close().await;
}

/// News that comes while the button is held down waits: what was pressed is what is taken.
#[tokio::test(flavor = "multi_thread")]
async fn what_is_pressed_does_not_change_under_the_finger() {
    let server = Server::start().await;
    let browser = Browser::open(Screen::DESKTOP).await;
    let other = Browser::open(Screen::DESKTOP).await;
    browser.open_table(&server, "glory-to-rome", &["me", "open"]).await;
    let link = browser.window.current_url().await.expect("a page has an address");
    other.go(link.as_str()).await;
    other.click("#sit button.main").await;
    other.wait("document.querySelector('#board')").await;
    browser.wait("document.querySelector('#board') && document.readyState === 'complete'").await;
    let button =
        browser.window.find(By::Css("#tools button[popovertarget=more]")).await.expect("it is there");
    browser.window.action_chain().click_and_hold_element(&button).perform().await.expect("it is pressed");
    let seq = browser.seq().await;
    other.click("#say").await;
    other.press("salve\u{e007}").await;
    other.wait(&format!("Number(document.querySelector('#table').dataset.seq) > {seq}")).await;
    tokio::time::sleep(Duration::from_millis(400)).await;
    assert_eq!(browser.seq().await, seq, "the table waits");
    browser.window.action_chain().release().perform().await.expect("the pointer lets go");
    browser.wait(&format!("Number(document.querySelector('#table').dataset.seq) > {seq}")).await;
    browser.wait("document.querySelector('#more:popover-open')").await;
    browser.close().await;
    other.close().await;
}

/// Who waits for a friend gets the whole table when the friend sits down: wide, with nothing cut.
#[tokio::test(flavor = "multi_thread")]
async fn the_host_who_waits_gets_the_whole_table() {
    let server = Server::start().await;
    let (host, guest) = (Browser::open(Screen::DESKTOP).await, Browser::open(Screen::DESKTOP).await);
    for game in GAMES {
        for (seats, last) in [(vec!["me", "link"], "friend"), (vec!["me", "link"], "bot")] {
            host.open_table(&server, game, &seats).await;
            host.wait("document.querySelector('#table.waiting')").await;
            if last == "friend" {
                let link = host.window.current_url().await.expect("a page has an address");
                guest.go(link.as_str()).await;
                guest.click("#sit button.main").await;
            } else {
                host.click(".chairs form[action$='/seat-bot'] button").await;
            }
            host.wait("document.querySelector('#board')").await;
            tokio::time::sleep(Duration::from_millis(400)).await;
            host.wait("document.readyState === 'complete'").await;
            assert_eq!(
                host.value("document.body.className.replace(' calm', '').trim()").await,
                "at-table",
                "{game}, {last}"
            );
            assert!(
                host.is("document.querySelector('#table').getBoundingClientRect().width > 1200").await,
                "{game}, {last}"
            );
        }
    }
    host.close().await;
    guest.close().await;
}

/// "With friends" and then straight on: the table waits for them instead of starting against bots.
#[tokio::test(flavor = "multi_thread")]
async fn with_friends_means_friends() {
    let server = Server::start().await;
    let browser = Browser::open(Screen::DESKTOP).await;
    for game in GAMES {
        browser.go(&server.at("/")).await;
        browser.click(&format!(".game-{game} a[href^='/new/{game}']")).await;
        browser.wait("document.querySelector('form.new-table')").await;
        browser.click("form.new-table button.main").await;
        browser.wait("location.pathname.startsWith('/t/') && document.readyState === 'complete'").await;
        assert!(
            browser.is("document.querySelector('#table.waiting')").await,
            "{game}: the game began without friends"
        );
        assert!(
            browser.is("document.querySelector('.chairs form[action$=\"/seat-bot\"]')").await,
            "{game}: a bot can still be asked"
        );
        // Options in words: nothing that looks like a command line.
        let words =
            browser.value("document.querySelector('#table').innerText.replace(/https?:\\S+/g, '')").await;
        assert!(!words.as_str().unwrap_or_default().contains('='), "{game}: {words}");
    }
    browser.close().await;
}

/// A purchase that is not paid yet can be taken back.
#[tokio::test(flavor = "multi_thread")]
async fn a_purchase_is_taken_back_before_it_is_paid() {
    let server = Server::start().await;
    let browser = Browser::open(Screen::DESKTOP).await;
    let offered = |verb: &str| {
        format!(
            "[...document.querySelectorAll('#actions .choice[name=action]')].filter(one => one.value.startsWith('{verb} '))"
        )
    };
    let mut taken_back = 0;
    for _ in 0..6 {
        quick(&server, &browser, "for-glory").await;
        while browser.is(&format!("{}.length", offered("buy"))).await && taken_back == 0 {
            let bought = browser.value(&format!("{}[0].value", offered("buy"))).await;
            let seq = browser.seq().await;
            browser
                .window
                .execute(format!("{}[0].click()", offered("buy")), vec![])
                .await
                .expect("it is clicked");
            browser.wait(&format!("Number(document.querySelector('#table').dataset.seq) > {seq}")).await;
            if browser.is(&format!("{}.length", offered("pay"))).await {
                browser.click("#tools form.f-undo button").await;
                browser.wait(&format!("{}.some(one => one.value === {bought})", offered("buy"))).await;
                taken_back += 1;
            }
        }
        if taken_back > 0 {
            break;
        }
    }
    assert!(taken_back > 0, "no purchase left a choice how to pay");
    browser.close().await;
}

/// Glory: the dice that decide a round are seen, in the replay too, and the movement die shows what was rolled until the turn is over.
#[tokio::test(flavor = "multi_thread")]
async fn the_dice_of_glory_are_seen() {
    let server = Server::start().await;
    let browser = Browser::open(Screen::DESKTOP).await;
    let fight =
        "[...document.querySelectorAll('#actions .choice[name=action]')].find(one => one.value === 'engage')";
    // The own line of the log that tells of a kind of action, and the moment it leads to.
    let line = |verb: &str| {
        format!(
            "[...document.querySelectorAll('#log li')].find(one => one.querySelector('.badge.seat-0') && \
             one.querySelector('.told').textContent.includes(': {verb}'))?.querySelector('a.moment').getAttribute('href')"
        )
    };
    quick(&server, &browser, "glory").await;
    let (mut went, mut fought) = (None, None);
    for turn in 0..150 {
        if !browser.my_turn().await {
            quick(&server, &browser, "glory").await;
        }
        if let Some(found) = browser.value(&line("go ")).await.as_str() {
            went = Some(found.to_owned());
        }
        if browser.is(fight).await {
            let seq = browser.seq().await;
            browser.window.execute(format!("{fight}.click()"), vec![]).await.expect("it is clicked");
            browser.wait(&format!("Number(document.querySelector('#table').dataset.seq) > {seq} || document.querySelector('[role=alertdialog]:popover-open')")).await;
            if let Some(found) = browser.value(&line("engage")).await.as_str() {
                fought = Some(found.to_owned());
            }
        } else {
            browser.decide(Hands::Mouse, turn).await;
        }
        if went.is_some() && fought.is_some() {
            break;
        }
    }
    let (went, fought) = (went.expect("the hero moved"), fought.expect("the hero fought"));
    browser.go(&server.at(&went)).await;
    browser.wait("document.querySelector('#replay')").await;
    let shows = "/shows [1-6]/.test(document.querySelector('[data-spot=die]').getAttribute('aria-label') ?? document.querySelector('[data-spot=die]').textContent)";
    assert!(
        browser.is(shows).await && browser.is("!document.querySelector('[data-spot=die] .die.idle')").await,
        "the die shows what was rolled"
    );
    browser.go(&server.at(&fought)).await;
    browser.wait("document.querySelector('#replay')").await;
    for side in ["mine", "foe"] {
        assert!(
            browser.is(&format!("document.querySelector('.duel .fighter.{side} .die')")).await,
            "the {side} die is not shown"
        );
    }
    browser.close().await;
}

/// A decision made while the server is away is kept and sent when it is back; the page stays.
#[tokio::test(flavor = "multi_thread")]
async fn acting_while_the_server_is_away_keeps_the_page_and_the_move() {
    let server = Server::start().await;
    let browser = Browser::open(Screen::DESKTOP).await;
    quick(&server, &browser, "glory-to-rome").await;
    browser.window.execute("document.body.dataset.stayed = 'yes'", vec![]).await.expect("a mark can be left");
    let seq = browser.seq().await;
    let away = server.stopped().await;
    browser.wait("!document.querySelector('#offline').hidden").await;
    browser
        .window
        .execute("document.querySelector('#actions .choice[data-key=\"1\"]').click()", vec![])
        .await
        .expect("it is clicked");
    tokio::time::sleep(Duration::from_millis(1500)).await;
    assert!(browser.is("document.querySelector('#board')").await, "the page is gone");
    assert!(
        browser.is("/not connected/i.test(document.querySelector('#offline').textContent) && document.querySelector('#offline').checkVisibility()").await,
        "nothing says that the move waits"
    );
    let server = away.started().await;
    browser.wait(&format!("Number(document.querySelector('#table')?.dataset.seq) > {seq}")).await;
    browser.wait("document.querySelector('#offline').hidden").await;
    assert!(browser.is("document.body.dataset.stayed === 'yes'").await, "the page was loaded anew");
    // Once, although it was sent again and again.
    let own = "[...document.querySelectorAll('#log li[id^=log-]')].filter(line => line.querySelector('.badge.seat-0')).length";
    browser.wait(&format!("{own} === 1")).await;
    assert!(browser.my_turn().await);
    drop(server);
    browser.close().await;
}

async fn called(browser: &Browser, server: &Server, name: &str) {
    browser.go(&server.at("/me")).await;
    let give = format!("document.getElementById('name').value = '{name}'");
    browser.window.execute(give, vec![]).await.expect("the name can be typed");
    browser.click("form[action='/me'] button.main").await;
    browser.wait("location.pathname === '/'").await;
}

/// Two at one table who chose the same name are told apart; so is somebody with a bot's name.
#[tokio::test(flavor = "multi_thread")]
async fn guests_of_one_name_are_told_apart() {
    let server = Server::start().await;
    let (ann, bob) = (Browser::open(Screen::DESKTOP).await, Browser::open(Screen::DESKTOP).await);
    called(&ann, &server, "Marcus").await;
    called(&bob, &server, "marcus").await;
    ann.open_table(&server, "glory-to-rome", &["me", "link", "link"]).await;
    let link = ann.window.current_url().await.expect("a page has an address");
    bob.go(link.as_str()).await;
    bob.click("#sit button.main").await;
    ann.wait("document.querySelectorAll('.chairs .name:not(.open)').length === 2").await;
    let names = "[...document.querySelectorAll('.chairs .name:not(.open)')].map(one => one.textContent.toLowerCase())";
    assert!(ann.is(&format!("new Set({names}).size === 2")).await, "{}", ann.value(names).await);
    called(&ann, &server, "Otho").await;
    ann.open_table(&server, "glory-to-rome", &["me", "bot:greedy"]).await;
    ann.wait("document.querySelector('#board')").await;
    let names = "[...document.querySelectorAll('#board .player header .name')].map(one => one.textContent)";
    assert!(
        ann.is(&format!("{names}.length === 2 && new Set({names}).size === 2")).await,
        "{}",
        ann.value(names).await
    );
    ann.close().await;
    bob.close().await;
}

/// What is cut off by a box it does not fit into, sideways, or makes the page wider than the screen; and, where the choices are one bar,
/// whether that takes more than a third of the screen. On the map only a pawn at the edge may be cut.
const CUT: &str = "(() => { const cut = [...document.querySelectorAll('body *')].filter(one => one.checkVisibility() && !one.closest('.hidden, .skip, svg, .layer') && !one.matches('.realm') \
     && ['hidden', 'clip'].includes(getComputedStyle(one).overflowX) && one.scrollWidth > one.clientWidth + 1) \
     .map(one => one.className + ': ' + one.textContent.slice(0, 60)); \
     if (document.documentElement.scrollWidth > innerWidth) cut.push('the page is ' + document.documentElement.scrollWidth + ' wide: ' + \
       [...document.querySelectorAll('#table *')].filter(one => one.getBoundingClientRect().right > innerWidth + 1 && !one.closest('.hand, .supply, .actions, .offer')).slice(0, 2).map(one => one.outerHTML.slice(0, 90))); \
     const bar = document.getElementById('actions').getBoundingClientRect(); if (innerWidth <= 900 && bar.height > innerHeight / 3) cut.push('the choices take ' + bar.height); return cut; })()";

/// Phones upright and on their side, a desktop at 200 %, tablets, and screens from small to very large.
const SIZES: [(u32, u32); 9] = [
    (360, 740),
    (390, 844),
    (740, 360),
    (640, 400),
    (820, 1180),
    (1180, 820),
    (1280, 800),
    (1920, 1080),
    (2560, 1440),
];

/// With as many players as a game takes and the longest of names, on screens of every size, no name and no label is cut.
#[tokio::test(flavor = "multi_thread")]
async fn no_label_is_cut() {
    let server = Server::start().await;
    let browser = Browser::open(Screen::DESKTOP).await;
    let mut faults = Vec::new();
    called(&browser, &server, "Maximiliana Wolfgangusia").await;
    for (game, most) in [("glory-to-rome", 5), ("for-glory", 4), ("for-glory", 2), ("glory", 4)] {
        let mut seats = vec!["me"];
        seats.resize(most, "bot:greedy");
        browser.open_table(&server, game, &seats).await;
        for turn in 0..9 {
            assert!(browser.my_turn().await);
            for (width, height) in SIZES.into_iter().filter(|_| turn % 4 == 0) {
                browser.show_as(Screen { width, height, theme: Theme::Light }).await;
                browser.wait(&format!("innerWidth === {width} && innerHeight === {height}")).await;
                let cut = browser.value(CUT).await;
                if cut != serde_json::json!([]) {
                    faults.push(format!("{game} of {most}, {width} x {height}: {cut}"));
                }
                if turn == 8 {
                    browser.shoot(&format!("size-{game}-{most}-{width}")).await;
                }
            }
            browser.show_as(Screen::DESKTOP).await;
            browser.decide(Hands::Mouse, turn * 3).await;
        }
    }
    // The longest kind of a card has room beside its price, and a table's heading is one word on one line.
    browser.go(&server.at("/api")).await;
    for screen in [Screen::DESKTOP, Screen::PHONE] {
        browser.show_as(screen).await;
        let broken = "[...document.querySelectorAll('th')].filter(one => { const words = document.createRange(); words.selectNodeContents(one); \
             return one.textContent.split(' ').length < words.getClientRects().length; }).map(one => one.textContent)";
        let broken = browser.value(broken).await;
        if broken != serde_json::json!([]) {
            faults.push(format!("/api, {} wide: {broken}", screen.width));
        }
    }
    browser.close().await;
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Who won stands on one line at the end, on a phone too; why it ended, and what the scores are made of, stand apart.
#[tokio::test(flavor = "multi_thread")]
async fn the_end_says_who_won_in_one_line() {
    let server = Server::start().await;
    let browser = Browser::open(Screen::DESKTOP).await;
    for game in GAMES {
        browser.open_table(&server, game, &["me", "bot:greedy"]).await;
        assert!(browser.my_turn().await);
        browser.click("#tools button[popovertarget=more]").await;
        browser.click("#more button[popovertarget=stop-resign]").await;
        browser.click("#stop-resign form button").await;
        browser.wait("document.querySelector('#ending')").await;
        for screen in [Screen::DESKTOP, Screen::PHONE] {
            browser.show_as(screen).await;
            for css in ["#ending h2", "#prompt .status"] {
                let lines = format!(
                    "(one => one.getBoundingClientRect().height < 1.6 * parseFloat(getComputedStyle(one).lineHeight))(document.querySelector('{css}'))"
                );
                assert!(browser.is(&lines).await, "{game}: {css}, {} wide", screen.width);
            }
        }
        assert!(
            browser.is("/ resigned\\./.test(document.querySelector('#ending .reason').textContent)").await
        );
        browser.show_as(Screen::DESKTOP).await;
    }
    browser.close().await;
}

/// A menu that is open stays so while others decide.
#[tokio::test(flavor = "multi_thread")]
async fn an_open_menu_stays_open_while_others_decide() {
    let server = Server::start().await;
    let (ann, bob) = (Browser::open(Screen::DESKTOP).await, Browser::open(Screen::DESKTOP).await);
    ann.open_table(&server, "glory-to-rome", &["me", "link"]).await;
    let link = ann.window.current_url().await.expect("a page has an address");
    bob.go(link.as_str()).await;
    bob.click("#sit button.main").await;
    bob.wait("document.querySelector('#board')").await;
    ann.wait("document.body.classList.contains('at-table') && document.readyState === 'complete'").await;
    for turn in 0..4 {
        let (deciding, other) = if ann.is("document.querySelector('#table.my-turn')").await {
            (&ann, &bob)
        } else {
            (&bob, &ann)
        };
        other.click("#tools button[popovertarget=more]").await;
        deciding.decide(Hands::Mouse, turn).await;
        let seq = deciding.seq().await;
        other.wait(&format!("Number(document.querySelector('#table').dataset.seq) >= {seq}")).await;
        assert!(other.is("document.querySelector('#more:popover-open')").await, "it closed by itself");
        other.press(Key::Escape + "").await;
    }
    ann.close().await;
    bob.close().await;
}

/// Rules and rulings have anchors, every mention of one leads to it, and so does every refusal at the table.
#[tokio::test(flavor = "multi_thread")]
async fn every_rule_that_is_named_leads_to_its_text() {
    let server = Server::start().await;
    let browser = Browser::open(Screen::DESKTOP).await;
    for (game, rule, ruling) in
        [("glory-to-rome", "GTR-31", "ruling-1"), ("for-glory", "FG-37", "FG-10"), ("glory", "GL-12", "M3")]
    {
        quick(&server, &browser, game).await;
        let mut named = Vec::new();
        for turn in 0..6 {
            let links = "[...document.querySelectorAll('.why a[href*=\"#\"], .cited')].map(one => one.getAttribute('href'))";
            named.extend(browser.value(links).await.as_array().cloned().unwrap_or_default());
            browser.decide(Hands::Mouse, turn).await;
            assert!(browser.my_turn().await);
        }
        assert!(!named.is_empty(), "{game}: nothing was ever refused");
        browser.go(&server.at(&format!("/rules/{game}"))).await;
        for anchor in [rule, ruling] {
            assert!(
                browser.is(&format!("document.getElementById('{anchor}')")).await,
                "{game}: {anchor} has no anchor"
            );
        }
        named.sort_by_key(ToString::to_string);
        named.dedup();
        // Refusals name rules, and cards, whose texts stand on a page of their own.
        let mut shown = String::new();
        for link in named {
            let (page, anchor) =
                link.as_str().and_then(|link| link.split_once('#')).expect("it has an anchor");
            if page != shown {
                browser.go(&server.at(page)).await;
                page.clone_into(&mut shown);
            }
            assert!(
                browser.is(&format!("document.getElementById('{anchor}')")).await,
                "{game}: {link} leads nowhere"
            );
        }
        browser.go(&server.at(&format!("/rules/{game}"))).await;
        let loose = "[...document.querySelectorAll('#rules-text a:not(.cardname)')].filter(one => !document.getElementById(one.hash.slice(1))).map(one => one.textContent)";
        assert_eq!(browser.value(loose).await, serde_json::json!([]), "{game}");
        assert!(
            browser.is("document.querySelector('#rules-text a:not(.rule)')").await,
            "{game}: mentions are links"
        );
    }
    browser.close().await;
}

/// Who asks to take something back is told when the answer is no; when it is yes, the log says what was taken back.
#[tokio::test(flavor = "multi_thread")]
async fn an_answer_to_a_wish_to_undo_is_seen() {
    let server = Server::start().await;
    let (ann, bob) = (Browser::open(Screen::DESKTOP).await, Browser::open(Screen::DESKTOP).await);
    called(&ann, &server, "Ann").await;
    called(&bob, &server, "Bob").await;
    ann.open_table(&server, "glory-to-rome", &["me", "link"]).await;
    let link = ann.window.current_url().await.expect("a page has an address");
    bob.go(link.as_str()).await;
    bob.click("#sit button.main").await;
    bob.wait("document.querySelector('#board')").await;
    ann.wait("document.querySelector('#board') && document.body.classList.contains('at-table') && document.readyState === 'complete'").await;
    // Whoever leads thinks: cards are drawn, so it takes consent.
    let (asker, other, name) = if ann.is("document.querySelector('#table.my-turn')").await {
        (&ann, &bob, "Bob")
    } else {
        (&bob, &ann, "Ann")
    };
    let think = "[...document.querySelectorAll('#actions .choice[name=action]')].find(one => /^think and draw/.test(one.value)).click()";
    asker.window.execute(think, vec![]).await.expect("it is clicked");
    for answer in ["refuse", "agree"] {
        asker.click("#tools button[popovertarget=undo-why]").await;
        asker.click("#undo-why form button").await;
        other.click(&format!("#consent form.f-{answer} button")).await;
        if answer == "refuse" {
            asker
                .wait(&format!(
                    "new RegExp('{name} .*not').test(document.querySelector('#answer')?.textContent ?? '')"
                ))
                .await;
        }
    }
    for browser in [&ann, &bob] {
        browser
            .wait("/took back/.test(document.querySelector('#log li.taken-back')?.textContent ?? '')")
            .await;
    }
    asker.wait("!document.querySelector('#answer')").await;
    ann.close().await;
    bob.close().await;
}
