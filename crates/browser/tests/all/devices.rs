//! Who somebody is, on every device.

use gloria_browser::{Browser, Screen, Server};

use crate::access::{look, none, widths};

/// A game begun on one device is continued on another: by the link, after a yes on the first one. A third device comes by the code that
/// was written down, and one is signed out.
#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_continued_on_another_device() {
    let server = Server::start().await;
    let (desk, phone) = (Browser::open(Screen::DESKTOP).await, Browser::open(Screen::PHONE).await);
    let mut faults = Vec::new();
    desk.go(&server.at("/")).await;
    desk.click("form[action='/quick/glory-to-rome'] button").await;
    assert!(desk.my_turn().await);
    let table = desk.window.current_url().await.expect("a page has an address");
    desk.go(&server.at("/me")).await;
    look(&desk, "you", &mut faults).await;
    widths(&desk, "you", &mut faults).await;
    desk.click("form[action='/me/link'] button").await;
    desk.wait("document.getElementById('link') && document.readyState === 'complete'").await;
    look(&desk, "a link to another device", &mut faults).await;
    desk.shoot("link-to-another-device").await;
    let link = desk.value("document.getElementById('link').value").await;
    phone.go(link.as_str().expect("the link is shown")).await;
    phone.click("section.message button.main").await;
    // Both pages go on by themselves.
    desk.wait("/Is that yours/.test(document.querySelector('main').textContent)").await;
    look(&desk, "another device asks", &mut faults).await;
    desk.click("section.message button.main").await;
    phone.wait("/^Go on as/.test(document.querySelector('section.message button')?.textContent ?? '')").await;
    phone.click("section.message button.main").await;
    phone.wait("location.pathname === '/games' && document.readyState === 'complete'").await;
    phone.go(table.as_str()).await;
    assert!(phone.my_turn().await, "the same game, and the same hand");
    // The code that was written down.
    desk.go(&server.at("/me")).await;
    desk.wait("document.querySelectorAll('.devices li').length === 2").await;
    desk.click("form[action='/me/code'] button").await;
    desk.wait("document.querySelector('.code code')").await;
    look(&desk, "a recovery code", &mut faults).await;
    let code = desk.value("document.querySelector('.code code').textContent").await;
    let found = Browser::open(Screen::DESKTOP).await;
    found.go(&server.at("/me")).await;
    found.click("#code").await;
    found.press(code.as_str().expect("the code is text")).await;
    found.click("form[action='/recover'] button").await;
    found.wait("document.querySelectorAll('.devices li').length === 3").await;
    found.shoot("three-devices").await;
    // Signed out elsewhere, the others are nobody.
    found.click("form[action='/me/out-others'] button").await;
    found.wait("document.querySelectorAll('.devices li').length === 1").await;
    phone.go(table.as_str()).await;
    assert!(!phone.is("document.getElementById('table')").await, "a game alone with bots is its player's");
    found.go(table.as_str()).await;
    assert!(found.my_turn().await);
    for browser in [desk, phone, found] {
        browser.close().await;
    }
    none(&faults);
}
