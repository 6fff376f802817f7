//! Whole games in a real browser: from the lobby to the end, by clicks alone and by keyboard alone.

use gloria_browser::{Browser, Hands, Screen, Server};
use thirtyfour::prelude::*;

/// More decisions than any game here takes.
const MOST: usize = 1500;

async fn by_clicks(game: &str) {
    let server = Server::start().await;
    let browser = Browser::open(Screen::DESKTOP).await;
    browser.go(&server.at("/")).await;
    browser.click(&format!("form[action='/quick/{game}'] button")).await;
    let decisions = browser.to_the_end(Hands::Mouse, MOST).await;
    assert!(decisions > 3, "{decisions} decisions");
    assert!(browser.is("/wins|share the win/.test(document.querySelector('#ending h2').textContent)").await);
    // The end leads on: the replay from its first moment, and another game.
    browser.click("#ending a[href$='/replay']").await;
    browser.wait("document.querySelector('#replay')").await;
    browser.click("a[rel=first]").await;
    browser.wait("new URL(location).searchParams.get('at') === '0'").await;
    println!("{game}: {decisions} decisions by clicks");
    browser.close().await;
}

async fn by_keys(game: &str) {
    let server = Server::start().await;
    let browser = Browser::open(Screen::DESKTOP).await;
    browser.go(&server.at("/")).await;
    let wanted = format!("document.activeElement.matches(\"form[action='/quick/{game}'] button\")");
    for presses in 0..60 {
        if browser.is(&wanted).await {
            break;
        }
        assert!(presses < 59, "the tab key never comes to the button");
        browser.press(Key::Tab + "").await;
    }
    browser.press(Key::Enter + "").await;
    let decisions = browser.to_the_end(Hands::Keys, MOST).await;
    assert!(decisions > 3, "{decisions} decisions");
    println!("{game}: {decisions} decisions by keys");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn glory_to_rome_by_clicks() {
    by_clicks("glory-to-rome").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn for_glory_by_clicks() {
    by_clicks("for-glory").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn glory_by_clicks() {
    by_clicks("glory").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn glory_to_rome_by_keys() {
    by_keys("glory-to-rome").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn for_glory_by_keys() {
    by_keys("for-glory").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn glory_by_keys() {
    by_keys("glory").await;
}
