//! Three at a time: friends who gather, play and notice who is away; strangers who are put together at one table.

use gloria_browser::{Browser, Hands, Screen, Server};

use crate::access::{look, none, widths};

async fn three() -> [Browser; 3] {
    [
        Browser::open(Screen::DESKTOP).await,
        Browser::open(Screen::DESKTOP).await,
        Browser::open(Screen::PHONE).await,
    ]
}

/// Whether the page of the one whose turn it is says so in its title, and the others' do not.
async fn titles_tell(all: &[Browser; 3]) {
    for browser in all {
        let same = "!!document.querySelector('#table.my-turn') === document.title.startsWith('●')";
        browser.wait(same).await;
    }
}

/// Two of three are called alike and told apart; they talk while they wait, start when all are ready, see at once who goes and who comes, and
/// whose turn it is stands in the title.
#[tokio::test(flavor = "multi_thread")]
async fn three_friends_gather_and_see_who_is_away() {
    let server = Server::restless().await;
    let all = three().await;
    let [ann, bob, cid] = &all;
    let mut faults = Vec::new();
    ann.go(&server.at("/new/glory-to-rome")).await;
    let seats = "document.querySelectorAll('select[name=seat]').forEach((one, at) => one.value = ['me', 'link', 'link'][at] ?? 'none')";
    ann.window.execute(seats, vec![]).await.expect("the form can be filled in");
    ann.click("form.new-table button.main").await;
    ann.wait("document.querySelector('#table.waiting')").await;
    let link = ann.value("document.querySelector('input.link').value").await;
    for friend in [bob, cid] {
        friend.go(link.as_str().expect("the link is shown")).await;
        let name = "document.getElementById('your-name').value = 'Marcus'";
        friend.window.execute(name, vec![]).await.expect("a name is typed");
        friend.click("#sit button.main").await;
        friend.wait("document.querySelector('#begin')").await;
    }
    ann.wait("document.querySelector('#chair-C')?.textContent.includes('Marcus II')").await;
    cid.click("#say").await;
    cid.press("salvete\u{e007}").await;
    for browser in [ann, bob] {
        browser.wait("document.querySelector('#talk')?.textContent.includes('salvete')").await;
    }
    for browser in &all {
        assert!(browser.is("document.querySelector('#table.waiting')").await, "not before all are ready");
        browser.click(".f-ready button.main").await;
    }
    for browser in &all {
        browser.wait("document.querySelector('#company') && document.readyState === 'complete'").await;
    }
    titles_tell(&all).await;
    // Whoever closes the page is away before everybody's eyes, and here again with the next.
    let cids = |class: &str| format!("document.querySelector('#seat-C .{class}')");
    ann.wait(&cids("here")).await;
    cid.go(&server.at("/learn")).await;
    for browser in [ann, bob] {
        browser.wait(&cids("away")).await;
    }
    let since = ann.value("document.querySelector('#seat-C [data-since]').textContent").await;
    ann.wait(&format!("document.querySelector('#seat-C [data-since]')?.textContent !== {since}")).await;
    look(ann, "somebody is away", &mut faults).await;
    widths(ann, "away", &mut faults).await;
    cid.go(link.as_str().expect("the link is shown")).await;
    for browser in [ann, bob] {
        browser.wait(&cids("here")).await;
    }
    // The game goes on between all three.
    for turn in 0..6 {
        for browser in &all {
            browser.quiet().await;
            if browser.is("document.querySelector('#table.my-turn')").await {
                browser.decide(Hands::Mouse, turn * 5 + 1).await;
            }
        }
    }
    titles_tell(&all).await;
    for browser in all {
        browser.close().await;
    }
    none(&faults);
}

/// Three who look for a game of three come to one table by themselves, and whose name has a page leads to it.
#[tokio::test(flavor = "multi_thread")]
async fn three_strangers_are_put_together_at_one_table() {
    let server = Server::start().await;
    let all = three().await;
    for browser in &all {
        browser.go(&server.at("/pair")).await;
        browser.click("#players option[value='3']").await;
        browser.click("form[action='/pair'] button.main").await;
    }
    let mut tables = Vec::new();
    for browser in &all {
        browser
            .wait("location.pathname.startsWith('/t/') && document.querySelector('#company .clock')")
            .await;
        tables.push(browser.value("location.pathname").await);
    }
    assert!(tables.iter().all(|table| *table == tables[0]), "{tables:?}");
    assert!(all[0].is("document.querySelectorAll('#company .chip').length === 3").await);
    // Nobody of them has a page yet: it comes with the first result.
    assert!(!all[0].is("document.querySelector('#company a')").await);
    for browser in all {
        browser.close().await;
    }
}
