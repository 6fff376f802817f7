//! For those who listen: a whole game by keyboard, with the tree that a screen reader reads, and what it is told in its order.

use gloria_browser::{Browser, Hands, Luck, Screen, Server};
use serde_json::Value;
use thirtyfour::extensions::cdp::ChromeDevTools;

/// What the tree of the page lacks of these parts to go to and of names for what can be pressed, and the roles of what has the focus
/// besides the page itself.
async fn tree(browser: &Browser, parts: &[&str]) -> (Vec<String>, Vec<String>) {
    let tools = ChromeDevTools::new(browser.window.handle.clone());
    let tree = tools.execute_cdp("Accessibility.getFullAXTree").await.expect("the browser has a tree");
    let nodes: Vec<&Value> =
        tree["nodes"].as_array().into_iter().flatten().filter(|node| node["ignored"] != true).collect();
    let role = |node: &Value| node["role"]["value"].as_str().unwrap_or_default().to_owned();
    let name = |node: &Value| node["name"]["value"].as_str().unwrap_or_default().trim().to_owned();
    let mut faults = Vec::new();
    for wanted in parts {
        if !nodes.iter().any(|node| role(node) == "region" && name(node) == *wanted) {
            faults.push(format!("no region {wanted:?}"));
        }
    }
    if !nodes.iter().any(|node| role(node) == "log" && name(node) == "What happens") {
        faults.push("nothing that tells what happens".to_owned());
    }
    let nameless = nodes.iter().filter(|node| {
        ["button", "link", "textbox", "checkbox", "slider"].contains(&role(node).as_str())
            && name(node).is_empty()
    });
    faults.extend(nameless.map(|node| format!("a {} without a name: {node}", role(node))));
    let focused = |node: &&&Value| {
        node["properties"]
            .as_array()
            .into_iter()
            .flatten()
            .any(|it| it["name"] == "focused" && it["value"]["value"] == true)
    };
    let focus = nodes.iter().filter(focused).map(|node| role(node)).filter(|role| role != "RootWebArea");
    (faults, focus.collect())
}

/// Where one can go while a game is played, besides the game's own parts; the last only while something is asked.
const PARTS: [&str; 3] = ["What is asked", "What happened", "What you can do"];

/// Notes all that is told, in its order.
const HEAR: &str = "window.heard = []; new MutationObserver(changes => { for (const change of changes) for (const one of change.addedNodes) window.heard.push(one.textContent); }) \
     .observe(document.getElementById('told'), { childList: true });";

/// Plays a whole game by keyboard and listens; the tree is read at every so many decisions and at the end.
async fn listen(game: &str, own: &str, seed: u64, every: usize) {
    let server = Server::with(Luck::Known(seed)).await;
    let browser = Browser::open(Screen::DESKTOP).await;
    browser.open_table(&server, game, &["me", "bot:greedy"]).await;
    assert!(browser.my_turn().await);
    browser.window.execute(HEAR, vec![]).await.expect("the page runs it");
    let mut told = 0;
    for turn in 0_usize.. {
        assert!(turn < 1500, "the game has no end");
        let goes_on = browser.my_turn().await;
        let mut focus = vec![String::new()];
        if turn % every == 0 || !goes_on {
            let parts = if goes_on { &PARTS[..] } else { &PARTS[..2] };
            let (faults, focused) = tree(&browser, &[&[own], parts].concat()).await;
            assert!(faults.is_empty(), "{game}, after {turn} decisions: {faults:?}");
            focus = focused;
        }
        if !goes_on {
            break;
        }
        if turn > 0 {
            assert!(!focus.is_empty(), "{game}: after {turn} decisions the focus is nowhere");
            // What is asked comes last, after all that happened.
            let heard = browser.value("window.heard").await;
            let heard: Vec<&str> = heard.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
            if heard.len() > told {
                told = heard.len();
                assert!(heard[told - 1].ends_with("Your decision"), "{game}: {heard:?}");
            }
        }
        browser.decide(Hands::Keys, turn.wrapping_mul(0x9E37_79B9) >> 7).await;
    }
    assert!(told > 5, "{told} things were told");
    // Every move was told once, in the order of the log, and the result last.
    let order = "(() => { const lines = [...document.querySelectorAll('#log li[id^=log-]')].filter(one => /^log-[1-9]/.test(one.id)).reverse() \
         .map(one => one.querySelector('.told').textContent.replace(/\\s+/g, ' ').trim()); let at = -1; const missed = []; \
         for (const line of lines.slice(1)) { const next = window.heard.findIndex((text, nth) => nth > at && text.startsWith(line)); if (next < 0) missed.push(line); else at = next; } \
         return [lines.length, missed, window.heard.at(-1).includes(document.querySelector('#ending h2').textContent)]; })()";
    let order = browser.value(order).await;
    assert!(order[0].as_u64() > Some(5), "{order}");
    assert_eq!(order[1], serde_json::json!([]), "all was told");
    assert_eq!(order[2], true, "and how it ended last: {}", browser.value("window.heard.slice(-3)").await);
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_game_of_glory_is_told_to_those_who_listen() {
    listen("glory", "The kingdom of Thornmere", 3, 1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_game_of_glory_to_rome_is_told_to_those_who_listen() {
    listen("glory-to-rome", "Your hand", 3, 7).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_game_of_for_glory_is_told_to_those_who_listen() {
    listen("for-glory", "The supply", 3, 7).await;
}
