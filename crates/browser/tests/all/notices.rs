//! Notices in a real browser: the page for them, and what shows them while no page of the table is open.

use std::time::Duration;

use gloria_browser::{Browser, Hands, Screen, Server};
use serde_json::{Value, json};
use thirtyfour::extensions::cdp::ChromeDevTools;

use crate::access::{look, none, widths};

async fn tool(browser: &Browser, name: &str, with: Value) -> Result<Value, String> {
    let tools = ChromeDevTools::new(browser.window.handle.clone());
    tools.execute_cdp_with_params(name, with).await.map_err(|error| error.to_string())
}

/// Pushes until there is a notice, and answers those that are there. Chromium at times loses a notice, as it seems when it is asked which
/// ones there are while one is being shown; so each push has its time before the one question about it. A worker that shows nothing never is in the list.
async fn pushed_and_shown(browser: &Browser, origin: &str, told: &str) -> Value {
    let asked = "const done = arguments[0]; navigator.serviceWorker.ready.then(one => one.getNotifications()) \
         .then(all => done(all.map(one => [one.title, one.body, one.data])), fault => done(String(fault)));";
    for _ in 0..20 {
        // The browser numbers its workers; this one is among the first.
        for number in 0..4 {
            let with = json!({ "origin": origin, "registrationId": number.to_string(), "data": told });
            let _ = tool(browser, "ServiceWorker.deliverPushMessage", with).await;
        }
        tokio::time::sleep(Duration::from_secs(1)).await;
        let shown = browser.window.execute_async(asked, vec![]).await.expect("a script runs");
        if shown.json().as_array().is_none_or(|all| !all.is_empty()) {
            return shown.json().clone();
        }
    }
    json!([])
}

/// The page is for everyone; quiet hours are kept, in the zone where the browser is; a push is shown, and leads to the table.
#[tokio::test(flavor = "multi_thread")]
async fn a_notice_is_shown_and_the_page_says_where_they_go() {
    let server = Server::start().await;
    let browser = Browser::open(Screen::DESKTOP).await;
    let mut faults = Vec::new();
    let zone = json!({ "timezoneId": "Asia/Tokyo" });
    tool(&browser, "Emulation.setTimezoneOverride", zone).await.expect("the zone can be set");
    browser.go(&server.at("/")).await;
    browser.click("form[action='/quick/glory-to-rome'] button").await;
    assert!(browser.my_turn().await);
    let table = browser.value("location.pathname").await;
    browser.go(&server.at("/me")).await;
    browser.click("a[href='/me/notices']").await;
    browser.wait("document.getElementById('zone')?.value === 'Asia/Tokyo'").await;
    // One game waits: the title says so on every page that is no table's.
    browser.wait("/^\\(1\\) /.test(document.title)").await;
    look(&browser, "notices", &mut faults).await;
    browser.click("form[action='/me/notices/quiet'] button.main").await;
    browser.wait("/No notice comes in these hours/.test(document.querySelector('main').textContent)").await;
    widths(&browser, "notices", &mut faults).await;
    browser.show_as(Screen::PHONE.dark()).await;
    browser.shoot("notices-360-dark").await;
    browser.show_as(Screen::DESKTOP.dark()).await;
    browser.shoot("notices-1280-dark").await;
    browser.show_as(Screen::DESKTOP).await;
    // What the page's button does, but for the push service, which is not on this machine.
    let allowed = json!({ "permissions": ["notifications"], "origin": server.at("") });
    tool(&browser, "Browser.grantPermissions", allowed).await.expect("notices can be allowed");
    let register = "const done = arguments[0]; navigator.serviceWorker.register('/worker.js') \
         .then(() => navigator.serviceWorker.ready).then(() => done(true), fault => done(String(fault)));";
    let there = browser.window.execute_async(register, vec![]).await.expect("a script runs");
    assert_eq!(there.json(), &Value::Bool(true), "the worker is taken");
    tool(&browser, "ServiceWorker.enable", json!({})).await.expect("workers can be asked");
    let told =
        json!({ "text": "It’s your turn in Glory to Rome with Bob.", "path": table, "count": 1 }).to_string();
    let notices = pushed_and_shown(&browser, &server.at("/"), &told).await;
    assert_eq!(
        notices,
        json!([["Gloria", "It’s your turn in Glory to Rome with Bob.", table]]),
        "once, for its tag"
    );
    browser.close().await;
    none(&faults);
}

/// A passkey that one browser makes lets somebody in at another, where the keys are kept together; without it nobody comes in.
#[tokio::test(flavor = "multi_thread")]
async fn a_passkey_signs_in_on_another_device() {
    let server = Server::start().await;
    let (desk, phone) = (Browser::open(Screen::DESKTOP).await, Browser::open(Screen::PHONE).await);
    let mut faults = Vec::new();
    // Passkeys are for names, not for numbers.
    let at = |path: &str| server.at(path).replace("127.0.0.1", "localhost");
    let third = Browser::open(Screen::PHONE).await;
    let mut keepers = Vec::new();
    for browser in [&desk, &phone, &third] {
        tool(browser, "WebAuthn.enable", json!({})).await.expect("keys can be kept");
        let options = json!({ "options": {
            "protocol": "ctap2", "transport": "internal", "hasResidentKey": true, "hasUserVerification": true,
            "isUserVerified": true, "automaticPresenceSimulation": true,
        } });
        let made =
            tool(browser, "WebAuthn.addVirtualAuthenticator", options).await.expect("there is a keeper");
        keepers.push(made["authenticatorId"].clone());
    }
    desk.go(&at("/")).await;
    desk.click("form[action='/quick/glory-to-rome'] button").await;
    assert!(desk.my_turn().await);
    let table = desk.value("location.pathname").await;
    desk.go(&at("/me")).await;
    desk.click("[data-passkey=make]").await;
    desk.wait("document.querySelector('form[action=\"/me/passkeys/remove\"]') && document.readyState === 'complete'").await;
    look(&desk, "passkeys", &mut faults).await;
    widths(&desk, "passkeys", &mut faults).await;
    desk.show_as(Screen::PHONE.dark()).await;
    desk.window
        .execute("document.querySelector('[data-passkeys]').scrollIntoView()", vec![])
        .await
        .expect("it scrolls");
    desk.shoot("passkeys-360-dark").await;
    desk.show_as(Screen::DESKTOP).await;
    // As browsers do that keep their keys together.
    let kept = tool(&desk, "WebAuthn.getCredentials", json!({ "authenticatorId": keepers[0] }))
        .await
        .expect("it is kept");
    let key = kept["credentials"][0].clone();
    assert_eq!(key["rpId"], "localhost", "{kept}");
    for (browser, keeper) in [(&phone, &keepers[1]), (&third, &keepers[2])] {
        browser.go(&at("/me")).await;
        tool(browser, "WebAuthn.addCredential", json!({ "authenticatorId": keeper, "credential": key }))
            .await
            .expect("the key is kept there too");
    }
    phone.click("[data-passkey=enter]").await;
    phone.wait("location.pathname === '/games' && document.readyState === 'complete'").await;
    phone.go(&at(table.as_str().expect("a path"))).await;
    assert!(phone.my_turn().await, "the same game, and the same hand");
    phone.decide(Hands::Mouse, 0).await;
    // Once it is removed it opens nothing.
    desk.go(&at("/me")).await;
    desk.click("form[action='/me/passkeys/remove'] button").await;
    desk.wait("document.readyState === 'complete' && !document.querySelector('form[action=\"/me/passkeys/remove\"]')").await;
    third.click("[data-passkey=enter]").await;
    third
        .wait("/did not work/.test(document.querySelector('[data-passkeys] [role=status]').textContent)")
        .await;
    for browser in [desk, phone, third] {
        browser.close().await;
    }
    none(&faults);
}
