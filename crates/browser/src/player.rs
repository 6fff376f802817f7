//! Somebody who plays at the window, by clicks or by keys.

use std::time::Duration;

use thirtyfour::prelude::*;

use crate::Browser;

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
     .filter(one => !/^(surrender|resign)/.test(one.querySelector('.does')?.textContent ?? ''))";

impl Browser {
    /// The seq the table shows.
    pub async fn seq(&self) -> u64 {
        self.value("Number(document.getElementById('table')?.dataset.seq ?? 0)").await.as_u64().unwrap_or(0)
    }

    /// Waits until it is the window's decision or the game is over; whether it goes on.
    pub async fn my_turn(&self) -> bool {
        self.wait("document.querySelector('#ending') || (document.querySelector('#table.my-turn') && document.readyState === 'complete')").await;
        !self.is("document.querySelector('#ending')").await
    }

    /// Makes one of the decisions that the list offers and waits until the table has taken it. `luck` chooses.
    pub async fn decide(&self, hands: Hands, luck: usize) {
        let seq = self.seq().await;
        let number = self.value(&format!("{OFFERED}.length")).await.as_u64().unwrap_or(0) as usize;
        assert!(number > 0, "there is nothing to choose from: {:?}", self.window.current_url().await);
        // Those with a key of one press; the list may be longer than there are keys.
        let at = luck % number;
        match hands {
            Hands::Mouse => {
                let choice = self.window.execute(format!("return {OFFERED}[{at}]"), vec![]).await;
                let Some(choice) = choice.ok().and_then(|found| found.element().ok()) else { return };
                // The table may change under the pointer; then there is another decision to make.
                if choice.click().await.is_err() {
                    return;
                }
            }
            Hands::Keys => {
                let key = self.value(&format!("{OFFERED}[{at}].dataset.key")).await;
                self.press(key.as_str().unwrap_or("1")).await;
            }
        }
        self.confirm(hands).await;
        let moved = format!(
            "Number(document.getElementById('table')?.dataset.seq) > {seq} || document.querySelector('#refused')"
        );
        self.wait(&moved).await;
    }

    /// A choice that may end the game asks again.
    async fn confirm(&self, hands: Hands) {
        if !self.is("document.querySelector('[role=alertdialog]:popover-open')").await {
            return;
        }
        match hands {
            Hands::Mouse => self.click("[role=alertdialog]:popover-open .danger").await,
            Hands::Keys => {
                for _ in 0..5 {
                    self.press(Key::Tab + "").await;
                    if self.is("document.activeElement.matches('[role=alertdialog] .danger')").await {
                        break;
                    }
                }
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
            self.decide(hands, turn * 7 + 3).await;
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
