//! Time at a table: clocks run on every page, and the strip that shows them fits every screen.

use std::time::Duration;

use gloria_browser::{Browser, Hands, Screen, Server};

use crate::access::{look, none, widths};

/// Two play with clocks: whoever decides loses time before everybody's eyes, and the other one does not.
#[tokio::test(flavor = "multi_thread")]
async fn clocks_run_before_everybodys_eyes() {
    let server = Server::start().await;
    let (ann, bob) = (Browser::open(Screen::DESKTOP).await, Browser::open(Screen::DESKTOP).await);
    let mut faults = Vec::new();
    ann.go(&server.at("/new/glory-to-rome")).await;
    let fill = "document.querySelectorAll('select[name=seat]').forEach((one, at) => one.value = ['me', 'link'][at] ?? 'none'); \
         document.querySelector('[name=pace][value=live]').checked = true; document.querySelector('[name=ready]').checked = false;";
    ann.window.execute(fill, vec![]).await.expect("the form can be filled in");
    ann.click("form.new-table button.main").await;
    ann.wait("document.querySelector('#table.waiting') && /20 minutes each/.test(document.querySelector('.options').textContent)").await;
    let link = ann.window.current_url().await.expect("a page has an address");
    bob.go(link.as_str()).await;
    bob.click("#sit button.main").await;
    bob.wait("document.querySelector('#company .clock')").await;
    ann.wait("document.querySelector('#company .clock') && document.readyState === 'complete'").await;
    let deciding = "document.querySelector('#company .decides .clock').textContent";
    let resting = "document.querySelector('#company .chip:not(.decides) .clock').textContent";
    for browser in [&ann, &bob] {
        let (runs, rests) = (browser.value(deciding).await, browser.value(resting).await);
        browser.wait(&format!("{deciding} !== {runs}")).await;
        tokio::time::sleep(Duration::from_millis(1100)).await;
        assert_eq!(browser.value(resting).await, rests, "only whoever decides loses time");
    }
    // Nobody reads of themselves that they are away.
    for (browser, seat) in [(&ann, "A"), (&bob, "B")] {
        assert!(browser.is(&format!("document.querySelector('#seat-{seat} .here')")).await, "{seat} is here");
    }
    // Both pages tell the same time, to a second.
    let seconds = format!("{deciding}.split(':').reduce((all, part) => all * 60 + Number(part), 0)");
    let (one, other) = (ann.value(&seconds).await.as_i64(), bob.value(&seconds).await.as_i64());
    let apart = one.zip(other).map(|(one, other)| (one - other).abs());
    assert!(apart.is_some_and(|apart| apart <= 2), "{one:?} and {other:?}");
    look(&ann, "a table with clocks", &mut faults).await;
    widths(&ann, "clocks", &mut faults).await;
    // Who has decided gets the increment, and the other one's clock runs.
    let first = if ann.is("document.querySelector('#table.my-turn')").await { &ann } else { &bob };
    let before = first.value("document.querySelector('#company .decides').id").await;
    for turn in 0..6 {
        if first.is("document.querySelector('#table.my-turn')").await {
            first.decide(Hands::Mouse, turn).await;
        }
        if !first.is(&format!("document.querySelector('#company .decides')?.id === {before}")).await {
            break;
        }
    }
    first.wait(&format!("document.querySelector('#company .runs') && document.querySelector('#company .runs').id !== {before}")).await;
    ann.close().await;
    bob.close().await;
    none(&faults);
}
