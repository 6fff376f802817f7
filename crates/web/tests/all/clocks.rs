//! Time at tables: who has used theirs up is played for, comes back, is reminded or voted for; and a server that was away takes nothing
//! off anybody's clock.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use axum::http::StatusCode;
use serde_json::json;
use store::{Append, TableId};

use crate::house::{House, Page, Visitor};

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis() as u64
}

/// Two guests at a game for two that began so many seconds ago at this pace, and the server that finds it then.
struct Found {
    house: House,
    ann: Visitor,
    bob: Visitor,
}

const TABLE: &str = "/t/c10ck";

impl Found {
    /// `alive`: when, in seconds before now, a server was last there.
    async fn new(ago: u64, pace: &serde_json::Value, alive: Option<u64>) -> Self {
        let first = House::new().await;
        let (mut ann, mut bob) = (first.guest(), first.guest());
        let mut ids = Vec::new();
        for guest in [&mut ann, &mut bob] {
            guest.get("/").await;
            let token = guest.cookie.as_deref().unwrap().strip_prefix("gloria=").unwrap();
            ids.push(first.tables.guest(token).unwrap().id);
        }
        let begun = now() - ago * 1000;
        let opened = json!({
            "kind": "opened", "game": "glory-to-rome", "options": { "players": "2" },
            "chairs": [{ "guest": [ids[0], "Ann"] }, { "guest": [ids[1], "Bob"] }],
            "manner": { "hints": false, "slow": false, "lesson": null, "pace": pace },
        });
        let started = json!({ "kind": "started", "seed": "07".repeat(32), "from": null });
        let bank = pace["live"]["bank"].as_u64();
        let digest = json!({
            "game": "glory-to-rome", "names": ["Ann", "Bob"], "guests": ids, "waits": [], "open": 0, "started": true,
            "over": false, "pace": pace, "deadline": bank.map(|bank| begun + bank * 1000),
        });
        let append = Append {
            table: TableId::new("c10ck").unwrap(),
            expected: 0,
            request: None,
            at: begun,
            events: vec![opened.to_string(), started.to_string()],
            digest: digest.to_string(),
            finished: None,
            thinking: None,
        };
        let store = &first.tables.store;
        store.append(append).await.unwrap();
        if let Some(alive) = alive {
            store.put_note("clocks/alive", &(now() - alive * 1000).to_string()).await.unwrap();
        }
        let house = first.again().await;
        // The folder is the later house's now.
        std::mem::forget(first);
        let ann = Visitor { app: house.app.clone(), cookie: ann.cookie };
        let bob = Visitor { app: house.app.clone(), cookie: bob.cookie };
        Self { house, ann, bob }
    }

    /// Whoever decides, with their seat and page, and the other one with theirs.
    async fn sides(&mut self) -> ((Visitor, &'static str), (Visitor, &'static str)) {
        let (ann, bob) = ((self.ann.clone(), "A"), (self.bob.clone(), "B"));
        if self.ann.get(TABLE).await.has("my-turn") { (ann, bob) } else { (bob, ann) }
    }

    /// Looks until the page has it.
    async fn until(&mut self, text: &str) -> Page {
        for _ in 0..100 {
            let page = self.ann.get(TABLE).await;
            if page.has(text) {
                return page;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("'{text}' never came: {}", self.ann.get(TABLE).await.text);
    }
}

/// When the clock that runs will have run out.
fn until(page: &Page) -> u64 {
    let shown = page.text.split("data-until=\"").nth(1).unwrap_or_else(|| panic!("{}", page.text));
    shown.split('"').next().unwrap().parse().unwrap()
}

fn live(bank: u64) -> serde_json::Value {
    json!({ "live": { "bank": bank, "increment": 5 } })
}

#[tokio::test]
async fn a_bot_plays_for_whoever_is_out_of_time_until_they_come_back() {
    let mut found = Found::new(61, &live(60), None).await;
    let page = found.until("is out of time. A bot plays until they come back.").await;
    assert!(page.has("bot for now"), "{}", page.text);
    let late = if page.has("Ann</strong> is out of time") { "A" } else { "B" };
    let (mut back, mut other) = if late == "A" {
        (found.ann.clone(), found.bob.clone())
    } else {
        (found.bob.clone(), found.ann.clone())
    };
    let seen = back.get(TABLE).await;
    assert!(seen.has("I’m back") && seen.has("A bot is playing for you."), "{}", seen.text);
    assert!(!other.get(TABLE).await.has("I’m back"));
    let theirs = other.post(&format!("{TABLE}/back"), &[("seat", late)]).await;
    assert_eq!(theirs.status, StatusCode::FORBIDDEN, "nobody comes back for another");
    let done = back.post(&format!("{TABLE}/back"), &[("seat", late)]).await;
    assert_eq!(done.status, StatusCode::SEE_OTHER, "{}", done.text);
    let twice = back.post(&format!("{TABLE}/back"), &[("seat", late)]).await;
    assert_eq!(twice.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(twice.has("You are playing yourself already."), "{}", twice.text);
    assert!(back.get(TABLE).await.has("is back."));
}

#[tokio::test]
async fn what_passes_while_no_server_is_there_counts_for_nobody() {
    // A minute each, five minutes ago; but the server went after ten seconds.
    let mut found = Found::new(300, &live(60), Some(290)).await;
    let page = found.ann.get(TABLE).await;
    assert!(!page.has("out of time"), "{}", page.text);
    let left = until(&page) - now();
    assert!((47_000..=51_000).contains(&left), "{left}");
    // The deadline that lists had known is past: it is looked at and put right.
    tokio::time::sleep(Duration::from_millis(600)).await;
    assert!(!found.ann.get(TABLE).await.has("out of time"));
    // Another server finds it in the log, and takes nothing off twice.
    let again = found.house.again().await;
    let mut ann = Visitor { app: again.app.clone(), cookie: found.ann.cookie.clone() };
    let page = ann.get(TABLE).await;
    let left = until(&page) - now();
    assert!((45_000..=51_000).contains(&left), "{left}");
    std::mem::forget(again);
}

#[tokio::test]
async fn somebody_who_is_waited_for_is_reminded_and_then_voted_for() {
    let mut found = Found::new(400, &json!("free"), None).await;
    let ((mut slow, seat), (mut other, mine)) = found.sides().await;
    let page = other.get(TABLE).await;
    assert!(page.has("Remind them") && page.has("Let a bot play for them"), "{}", page.text);
    assert!(!slow.get(TABLE).await.has("Remind them"), "nobody reminds themselves");
    let about = [("seat", mine), ("about", seat)];
    let wrong = slow.post(&format!("{TABLE}/nudge"), &[("seat", seat), ("about", mine)]).await;
    assert_eq!(wrong.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(wrong.has("once the table has waited for them for 1 minute"), "{}", wrong.text);
    assert_eq!(other.post(&format!("{TABLE}/nudge"), &about).await.status, StatusCode::SEE_OTHER);
    let page = other.get(TABLE).await;
    assert!(page.has("They have been reminded.") && !page.has("Remind them"), "{}", page.text);
    assert_eq!(other.post(&format!("{TABLE}/vote"), &about).await.status, StatusCode::SEE_OTHER);
    let page = found.until("A bot plays until they come back, as the others wanted.").await;
    assert!(page.has("bot for now"), "{}", page.text);
    assert_eq!(slow.post(&format!("{TABLE}/back"), &[("seat", seat)]).await.status, StatusCode::SEE_OTHER);
    let missing = other.post(&format!("{TABLE}/vote"), &[("seat", mine)]).await;
    assert_eq!(missing.status, StatusCode::NOT_FOUND, "about whom?");
}

#[tokio::test]
async fn a_table_says_how_much_time_everybody_has() {
    let house = House::new().await;
    let mut ann = house.guest();
    let seats = [("seat", "me"), ("seat", "me"), ("seat", "none"), ("seat", "none"), ("seat", "none")];
    let paced = |more: &[(&'static str, &'static str)]| [&seats[..], more].concat();
    let live = paced(&[("pace", "live"), ("live-bank", "10"), ("live-increment", "5")]);
    let table = ann.post("/new/glory-to-rome", &live).await.location.unwrap();
    let page = ann.get(&format!("{table}?seat=A")).await;
    assert!(page.has("10:00") || page.has("9:5"), "{}", page.text);
    assert!(page.has("data-until=") && page.has("role=\"timer\""), "{}", page.text);
    let wrong = ann.post("/new/glory-to-rome", &paced(&[("pace", "live"), ("live-bank", "ten")])).await;
    assert_eq!(wrong.status, StatusCode::BAD_REQUEST);
    assert!(wrong.has("is no time: expected a whole number"), "{}", wrong.text);
}
