//! Somebody who plays at the window, by clicks or by keys.

use std::time::Duration;

use thirtyfour::prelude::*;

use crate::{Browser, PAINTED, Server};

/// How decisions are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hands {
    /// With the mouse, on the buttons.
    Mouse,
    /// With the keyboard alone.
    Keys,
}

/// What the list of actions offers: everything but what gives the game up.
const OFFERED: &str = "[...document.querySelectorAll('#actions .choice[data-key]')]\
     .filter(one => !/^(surrender|resign)/i.test(one.querySelector('.does')?.textContent ?? ''))";

impl Browser {
    /// Opens a table of a game with these seats, as the form offers them; the rest are nobody's. Nobody is asked whether they are ready,
    /// and whoever has the link may watch.
    pub async fn open_table(&self, server: &Server, game: &str, seats: &[&str]) {
        self.go(&server.at(&format!("/new/{game}"))).await;
        let seats = serde_json::json!(seats);
        let choose = format!(
            "const seats = {seats}; document.querySelectorAll('select[name=seat]').forEach((one, at) => one.value = seats[at] ?? 'none'); \
             document.querySelector('[name=ready]').checked = false; document.querySelector('[name=watch]').value = 'link';"
        );
        self.window.execute(choose, vec![]).await.expect("the form can be filled in");
        self.click("form.new-table button.main").await;
        self.wait("location.pathname.startsWith('/t/') && document.readyState === 'complete'").await;
    }

    /// Lets whoever has the link watch the table that the window shows; answers its address.
    pub async fn show(&self) -> String {
        let table = self.window.current_url().await.expect("a page has an address").to_string();
        let table = table.split('?').next().unwrap_or_default().to_owned();
        self.go(&format!("{table}/invite")).await;
        self.click("input[name=who][value=link]").await;
        self.click("form[action$='/watch'] button").await;
        self.wait("document.getElementById('link') && document.readyState === 'complete'").await;
        self.go(&table).await;
        table
    }

    /// The seq the table shows.
    pub async fn seq(&self) -> u64 {
        self.value("Number(document.getElementById('table')?.dataset.seq ?? 0)").await.as_u64().unwrap_or(0)
    }

    /// Waits until it is the window's decision or the game is over; whether it goes on.
    pub async fn my_turn(&self) -> bool {
        let ready = format!(
            "document.querySelector('#ending') ? 'over' : document.querySelector('#table.my-turn') && {PAINTED} ? 'mine' : ''"
        );
        self.until(&ready).await == "mine"
    }

    /// Makes one of the decisions that the list offers and waits until the table has taken it; whether it did, for the table may change
    /// first. `luck` chooses.
    pub async fn decide(&self, hands: Hands, luck: usize) -> bool {
        // One question for everything: a game is hundreds of decisions.
        let ask = format!(
            "document.querySelector('#refused')?.remove(); const all = {OFFERED}; const one = all[{luck} % Math.max(1, all.length)]; \
             return [Number(document.getElementById('table')?.dataset.seq ?? 0), one?.dataset.key, one];"
        );
        let Ok(asked) = self.window.execute(ask, vec![]).await else { return false };
        let seq = asked.json()[0].as_u64().unwrap_or(0);
        let Some(key) = asked.json()[1].as_str() else {
            // The table has just changed: there is nothing to choose any more.
            return false;
        };
        match hands {
            Hands::Mouse => {
                let element = asked.json()[2].clone();
                let Ok(choice) = WebElement::from_json(element, self.window.handle.clone()) else {
                    return false;
                };
                // The table may change under the pointer; then there is another decision to make.
                if choice.click().await.is_err() {
                    return false;
                }
            }
            Hands::Keys => self.press(key).await,
        }
        let taken = format!(
            "document.querySelector('#refused') ? 'refused' : Number(document.getElementById('table')?.dataset.seq) > {seq} ? 'taken' : ''"
        );
        let asks = "document.querySelector('[role=alertdialog]:popover-open')";
        let mut answer = self.until(&format!("{asks} ? 'asks' : {taken}")).await;
        if answer == "asks" {
            self.confirm(hands).await;
            answer = self.until(&taken).await;
        }
        answer != "refused"
    }

    /// A choice that may end the game asks again.
    async fn confirm(&self, hands: Hands) {
        match hands {
            Hands::Mouse => self.click("[role=alertdialog]:popover-open .danger").await,
            Hands::Keys => {
                for _ in 0..5 {
                    self.press(Key::Tab + "").await;
                    if self.is("document.activeElement.matches('[role=alertdialog] .danger')").await {
                        break;
                    }
                }
                assert!(
                    self.is("document.activeElement.matches('[role=alertdialog] .danger')").await,
                    "the tab key leads from the choice into its question"
                );
                self.press(Key::Enter + "").await;
            }
        }
    }

    /// Plays until the game is over; how many decisions it took. `most` is a bound that no game reaches.
    pub async fn to_the_end(&self, hands: Hands, most: usize) -> usize {
        for turn in 0..most {
            if !self.my_turn().await {
                return turn;
            }
            // Spread, so that no two choices that undo each other alternate for ever.
            self.decide(hands, turn.wrapping_mul(0x9E37_79B9) >> 7).await;
        }
        panic!("the game has no end after {most} decisions");
    }

    /// Waits for a short while until the page is quiet: no update came for a moment.
    pub async fn quiet(&self) {
        let mut seq = self.seq().await;
        loop {
            tokio::time::sleep(Duration::from_millis(150)).await;
            let now = self.seq().await;
            if now == seq {
                return;
            }
            seq = now;
        }
    }
}
