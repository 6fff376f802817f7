//! Updates by parts: a page that has taken many of them in shows what a new one shows.

use gloria_browser::{Browser, Hands, Luck, Screen, Server};
use serde_json::Value;

/// Where the page differs from one that is loaded now; nothing where it does not. What the pointer, the hand and the focus leave behind does not count, what is the script's own neither, and a new page's cards can be reached as this one's.
const APART: &str = "const done = arguments[arguments.length - 1]; (async () => { \
     const marks = ['lit', 'drop', 'short'], own = ['draggable', 'open', 'tabindex']; \
     const plain = (node) => { if (node.nodeType === Node.TEXT_NODE) return node.nodeValue.replace(/\\s+/g, ' '); \
       if (node.nodeType !== Node.ELEMENT_NODE) return ''; \
       if (node.matches('.scripted-only')) return '<' + node.id + '>'; \
       const kept = [...node.attributes].filter((one) => !own.includes(one.name)).map((one) => one.name + '=' + \
         (one.name === 'class' ? one.value.split(' ').filter((name) => name && !marks.includes(name)).join(' ') : one.value)); \
       return '<' + node.nodeName + ' ' + kept.filter((one) => one !== 'class=').sort().join(' ') + '>' + [...node.childNodes].map(plain).join('') + '</>'; }; \
     const answer = await fetch(location.href); \
     const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html').getElementById('table'); \
     hooks.reach(fresh); \
     const table = document.getElementById('table'); \
     if (fresh.dataset.seq !== table.dataset.seq) return done('moved'); \
     const [one, other] = [plain(table), plain(fresh)]; if (one === other) return done(null); \
     let at = 0; while (one[at] === other[at]) at += 1; \
     done(one.slice(Math.max(0, at - 200), at + 200) + ' AGAINST ' + other.slice(Math.max(0, at - 200), at + 200)); })();";

/// Compares until the page and the server stand at the same seq.
async fn apart(browser: &Browser) -> Value {
    loop {
        let found = browser.window.execute_async(APART, vec![]).await.expect("the page can be compared");
        if found.json() != "moved" {
            return found.json().clone();
        }
    }
}

/// Whatever becomes of a card or a place from one decision to the next: nothing is lost on the page, and nothing stays that is gone.
#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_was_updated_looks_like_a_new_one() {
    let server = Server::with(Luck::Known(5)).await;
    let browser = Browser::open(Screen::DESKTOP).await;
    for game in ["glory-to-rome", "for-glory", "glory"] {
        browser.go(&server.at("/")).await;
        browser.click(&format!("form[action='/quick/{game}'] button")).await;
        for turn in 0..25 {
            if !browser.my_turn().await {
                break;
            }
            assert_eq!(apart(&browser).await, Value::Null, "{game}, decision {turn}");
            browser.decide(Hands::Mouse, turn * 3 + 1).await;
        }
    }
    // The comparison is one: a card whose face is lost is found.
    browser.my_turn().await;
    let lose = "const some = document.querySelector('#table svg, #table img'); some.replaceWith(document.createElement('wbr'));";
    browser.window.execute(lose, vec![]).await.expect("the page runs it");
    assert_ne!(apart(&browser).await, Value::Null, "a planted loss is seen");
    browser.close().await;
}
