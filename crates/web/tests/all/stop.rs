//! Ways to stop, to wait and to come back: resigning, leaving, slow tables, old logs, reports.

use crate::house::{House, Page, Visitor};
use axum::http::StatusCode;
use gloria_web::Report;
use store::{Append, TableId};
use table::{Record, Seat, SeatSet};

async fn against_a_bot(guest: &mut Visitor, game: &str) -> String {
    let mut fields = vec![("seat", "me"), ("seat", "bot:random")];
    fields.resize(4, ("seat", "none"));
    guest.get("/").await;
    let opened = guest.post(&format!("/new/{game}"), &fields).await;
    opened.location.unwrap_or_else(|| panic!("{}", opened.text))
}

async fn act(guest: &mut Visitor, table: &str, page: &Page) {
    let action = page.actions()[0].clone();
    let done = guest.post(&format!("{table}/act"), &[("seat", "A"), ("action", &action)]).await;
    assert_eq!(done.status, StatusCode::SEE_OTHER, "{}", done.text);
}

/// Reads this record: who gave up, who won, and whether every draw verifies.
struct Read<'a>(&'a str);

impl games::Visit for Read<'_> {
    type Answer = (Option<Seat>, SeatSet, Result<(), table::SeedError>);
    fn visit<G: games::Playable>(&mut self) -> Self::Answer {
        let record = Record::<G>::read(self.0).unwrap();
        (record.resigned(), record.outcome().unwrap().winners, record.check_seed())
    }
}

#[tokio::test]
async fn who_resigns_loses_at_once_in_every_game() {
    let house = House::new().await;
    let mut guest = house.guest();
    let mut ended = Vec::new();
    for game in games::NAMES {
        let table = against_a_bot(&mut guest, game).await;
        let page = guest.my_turn(&table).await;
        act(&mut guest, &table, &page).await;
        let page = guest.my_turn(&table).await;
        assert!(page.has("Otho wins. This can't be undone."), "{game}: what will happen is said first");
        let done = guest.post(&format!("{table}/resign"), &[("seat", "A")]).await;
        assert_eq!(done.status, StatusCode::SEE_OTHER, "{game}: {}", done.text);
        let over = guest.get(&table).await;
        assert!(over.has("id=\"ending\"") && over.has("resigned") && over.has("Otho wins"), "{game}");
        assert!(over.has("Every draw was checked"), "{game}: the seed is told");
        assert!(over.actions().is_empty() && !over.has("/resign\""), "{game}: there is nothing left to do");
        // Nothing comes after it.
        for (verb, fields) in [
            ("act", [("seat", "A"), ("action", "pass")]),
            ("undo", [("seat", "A"), ("x", "")]),
            ("resign", [("seat", "A"), ("x", "")]),
        ] {
            let late = guest.post(&format!("{table}/{verb}"), &fields).await;
            assert_eq!(late.status, StatusCode::UNPROCESSABLE_ENTITY, "{game}, {verb}");
        }
        // The record says so and verifies; the replay shows it; a new server knows it.
        let record = guest.get(&format!("{table}/record")).await;
        let found = games::with(game, &mut Read(&record.text)).unwrap();
        assert_eq!(found, (Some(Seat::new(0)), SeatSet::one(Seat::new(1)), Ok(())), "{game}");
        let last = guest.get(&format!("{table}/replay")).await;
        assert!(last.has("The game is over") && last.has("resigned"), "{game}: {}", last.text);
        assert!(!guest.get(&format!("{table}/replay?at=0")).await.has("resigned"));
        assert_eq!(
            house.guest().post("/open", &[("record", &record.text)]).await.status,
            StatusCode::SEE_OTHER
        );
        ended.push(table.clone());
        assert_eq!(guest.post(&format!("{table}/rematch"), &[]).await.status, StatusCode::SEE_OTHER);
    } // A new server knows it.
    let again = house.again().await;
    let mut same = Visitor { app: again.app.clone(), cookie: guest.cookie.clone() };
    for table in ended {
        let page = same.get(&table).await;
        assert!(page.has("Otho wins") && page.has("resigned") && page.has("Every draw was checked"));
    }
}

#[tokio::test]
async fn where_more_than_two_play_the_game_goes_on_without_who_leaves() {
    let house = House::new().await;
    let (mut ann, mut bob) = (house.guest(), house.guest());
    for guest in [&mut ann, &mut bob] {
        guest.get("/").await;
    }
    ann.post("/me", &[("name", "Ann")]).await;
    let fields = [("seat", "me"), ("seat", "link"), ("seat", "bot:random")];
    let table = ann.post("/new/glory-to-rome", &fields).await.location.unwrap();
    bob.post(&format!("{table}/sit"), &[("seat", "B")]).await;
    let page = ann.get(&table).await;
    assert!(!page.has("/resign\"") && page.has("/leave\""));
    let refused = ann.post(&format!("{table}/resign"), &[("seat", "A")]).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(refused.has("Leave your seat to a bot instead"));
    assert_eq!(ann.post(&format!("{table}/leave"), &[("seat", "A")]).await.status, StatusCode::SEE_OTHER);
    let seen = bob.get(&table).await;
    assert!(seen.has("<strong>Ann</strong> left the table. A bot plays on."), "{}", seen.text);
    assert!(!seen.has("id=\"ending\""));
    assert!(!ann.get(&table).await.has("class=\"hand\""), "she may look on, no more");
}

#[tokio::test]
async fn players_at_one_device_have_names_of_their_own() {
    let house = House::new().await;
    let mut guest = house.guest();
    guest.get("/").await;
    guest.post("/me", &[("name", "Ann")]).await;
    let fields =
        [("seat", "me"), ("called", ""), ("seat", "me"), ("called", "Cid"), ("seat", "me"), ("called", "")];
    let table = guest.post("/new/glory-to-rome", &fields).await.location.unwrap();
    let lobby = guest.get("/").await;
    assert!(lobby.has("Ann, Cid, Ann II"), "{}", lobby.text);
    let curtain = guest.get(&table).await;
    assert!(
        ["Ann", "Cid", "Ann II"].iter().any(|name| curtain.has(&format!("Pass the device to {name}</h1>")))
    );
}

/// Puts a log into the store as an earlier version of the server would have left it.
async fn old_log(house: &House, id: &str, at: u64, events: &[String]) {
    let append = Append {
        table: TableId::new(id).unwrap(),
        expected: 0,
        request: None,
        at,
        events: events.to_vec(),
        digest: "{}".to_owned(),
        finished: None,
        thinking: None,
    };
    house.tables.store.append(append).await.unwrap();
}

/// The identity behind a guest's cookie.
fn identity(house: &House, guest: &Visitor) -> String {
    let token = guest.cookie.as_deref().unwrap().strip_prefix("gloria=").unwrap();
    house.tables.guest(token).unwrap().id
}

#[tokio::test]
async fn a_log_from_before_manners_is_still_a_table() {
    let house = House::new().await;
    let mut guest = house.guest();
    guest.get("/").await;
    let me = identity(&house, &guest);
    let opened = format!(
        r#"{{"kind":"opened","game":"glory-to-rome","options":{{"players":"2"}},"chairs":[{{"guest":["{me}","Ann"]}},{{"guest":["{me}","Bob"]}}]}}"#
    );
    let started = format!(r#"{{"kind":"started","seed":"{}","from":null}}"#, "07".repeat(32));
    old_log(&house, "0ld", 1000, &[opened, started]).await;
    let page = guest.get("/t/0ld?seat=A").await;
    assert_eq!(page.status, StatusCode::OK, "{}", page.text);
    assert!(page.has("class=\"hand\"") && !page.has("/hint\""), "without a manner there are no hints");
    // A decision without who made it, as it was written then.
    let seat = if page.has("my-turn") { "A" } else { "B" };
    let thought = format!(r#"{{"kind":"move","seat":"{seat}","action":"think for a Jack","drawn":[]}}"#);
    let append = Append {
        table: TableId::new("0ld").unwrap(),
        expected: 2,
        request: None,
        at: 2000,
        events: vec![thought],
        digest: "{}".to_owned(),
        finished: None,
        thinking: None,
    };
    house.tables.store.append(append).await.unwrap();
    let again = house.again().await;
    let mut same = Visitor { app: again.app.clone(), cookie: guest.cookie.clone() };
    let page = same.get(&format!("/t/0ld?seat={seat}")).await;
    assert!(page.has("data-steps=\"1\""), "{}", page.text);
    // Neither cards nor rules are what they were then: better said than played wrongly.
    let before = r#"{"kind":"opened","game":"for-glory","options":{},"chairs":["open","open"],"rules":2}"#;
    old_log(&house, "0lder", 1000, &[before.to_owned()]).await;
    let page = same.get("/t/0lder").await;
    assert!(
        page.has("played by version 2 of the rules of For Glory, and these are version"),
        "{}",
        page.text
    );
    // An event nobody knows is a damaged log, said in a sentence.
    old_log(&house, "0dd", 1000, &[r#"{"kind":"wished"}"#.to_owned()]).await;
    let damaged = same.get("/t/0dd").await;
    assert!(damaged.has("This table can't be loaded"), "{}", damaged.text);
}

#[tokio::test]
async fn slow_tables_say_whom_they_wait_for_and_how_long_and_the_longest_comes_first() {
    let house = House::new().await;
    let mut guest = house.guest();
    guest.get("/").await;
    let me = identity(&house, &guest);
    let table = |id: String, other: &str, days: u64| {
        let (house, me) = (&house, &me);
        let other = other.to_owned();
        async move {
            let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_millis()
                as u64;
            let opened = format!(
                r#"{{"kind":"opened","game":"glory-to-rome","options":{{"players":"2"}},"chairs":[{{"guest":["{me}","Ann"]}},{{"guest":["{other}","Bob"]}}],"manner":{{"hints":false,"slow":true,"lesson":null}}}}"#
            );
            let started = format!(r#"{{"kind":"started","seed":"{}","from":null}}"#, "07".repeat(32));
            old_log(house, &id, now - days * 86_400_000, &[opened, started]).await;
        }
    };
    // Both seats are Ann's where it must wait for her.
    table("five".to_owned(), &me, 5).await;
    table("nine".to_owned(), &me, 9).await;
    let again = house.again().await;
    let mut same = Visitor { app: again.app.clone(), cookie: guest.cookie.clone() };
    // Saying something makes the list know the table again, and does not change since when it waits.
    for id in ["nine", "five"] {
        same.post(&format!("/t/{id}/chat"), &[("text", "ave")]).await;
    }
    let lobby = same.get("/").await;
    let at = |text: &str| lobby.text.find(text).unwrap_or_else(|| panic!("{text} is not in {}", lobby.text));
    assert!(at("your turn · 9 days · slow") < at("your turn · 5 days · slow"));
    assert_eq!(
        lobby.attribute("class=\"next\"", "href").as_deref(),
        Some("/t/nine"),
        "the longest waiting is next"
    );
    // Somebody else sees whose turn it is, at the table too, where they may look.
    same.post("/t/nine/watch", &[("who", "anyone")]).await;
    let mut other = Visitor { app: again.app.clone(), cookie: None };
    let seen = other.get("/").await;
    assert!(
        seen.has("waiting for Ann · 9 days · slow") || seen.has("waiting for Bob · 9 days · slow"),
        "{}",
        seen.text
    );
    let page = other.get("/t/nine").await;
    assert!(
        page.has("Waiting for Ann for 9 days") || page.has("Waiting for Bob for 9 days"),
        "{}",
        page.text
    );
}

#[tokio::test]
async fn a_report_is_kept_with_all_that_shows_it_again() {
    let house = House::new().await;
    let mut guest = house.guest();
    let table = against_a_bot(&mut guest, "glory-to-rome").await;
    let page = guest.my_turn(&table).await;
    act(&mut guest, &table, &page).await;
    let told = guest.post(&format!("{table}/report"), &[("text", "odd"), ("step", "1")]).await;
    assert_eq!(told.status, StatusCode::OK);
    let reports = house.tables.store.notes(Report::KEYS).await.unwrap();
    let report: Report = serde_json::from_str(&reports[0].1).unwrap();
    assert_eq!((report.key(), report.step, report.text.as_str()), (reports[0].0.clone(), Some(1), "odd"));
    assert!(told.has(&report.number) && report.at > 0 && report.from.is_none());
    let record = Record::<glory_to_rome::State>::read(&report.record.unwrap()).unwrap();
    assert!(!record.steps().is_empty());
    // Of a table that was played on from a moment of another game, that game is kept.
    guest.post(&format!("{table}/resign"), &[("seat", "A")]).await;
    let fork =
        guest.post(&format!("{table}/replay/fork"), &[("at", "1"), ("seat", "A")]).await.location.unwrap();
    guest.post(&format!("{fork}/report"), &[("text", "odder")]).await;
    let reports = house.tables.store.notes(Report::KEYS).await.unwrap();
    let mut read = reports.iter().map(|(_, text)| serde_json::from_str::<Report>(text).unwrap());
    let mut report = read.find(|report| report.from.is_some()).unwrap();
    assert!(
        report.from.as_ref().unwrap().0.len() < 100,
        "by name: it is kept once, however many refer to it"
    );
    report.fetch_source(house.tables.store.as_ref()).await.unwrap();
    let (text, at) = report.from.unwrap();
    assert_eq!(at, 1);
    assert!(Record::<glory_to_rome::State>::read(&text).is_ok());
}

#[tokio::test]
async fn the_log_says_where_everybody_did_what_and_gives_no_hand_away() {
    let house = House::new().await;
    let mut guest = house.guest();
    let mut others = 0;
    for game in games::NAMES {
        let table = against_a_bot(&mut guest, game).await;
        for _ in 0..12 {
            let page = guest.my_turn(&table).await;
            if page.has("id=\"ending\"") {
                break;
            }
            for line in page.text.split("<li id=\"log-").skip(1) {
                let line = &line[..line.find("</li>").unwrap()];
                let Some((_, rest)) = line.split_once("data-spots=\"") else { continue };
                let spots = &rest[..rest.find('"').unwrap()];
                if line.contains("badge seat-1") {
                    others += 1;
                    let own = ["hand:", "jack", "drawn", "choose:", "reserve", "good:", "ability:", "power"];
                    assert!(
                        !spots
                            .split(' ')
                            .any(|key| own.iter().any(|own| key.starts_with(own) && key != "jacks")),
                        "{game}: {spots}"
                    );
                }
            }
            act(&mut guest, &table, &page).await;
        }
    }
    assert!(others > 10, "{others} lines of others say where");
}

#[tokio::test]
async fn a_hint_depends_on_the_view_alone() {
    let house = House::new().await;
    let mut guest = house.guest();
    for game in games::NAMES {
        guest.get("/").await;
        let table = guest.post(&format!("/quick/{game}"), &[]).await.location.unwrap();
        let page = guest.my_turn(&table).await;
        let hint = guest.post(&format!("{table}/hint"), &[("seat", "A")]).await;
        assert!(hint.has("id=\"advice\""), "{}", hint.text);
        let again = guest.post(&format!("{table}/hint"), &[("seat", "A")]).await;
        let advice = |page: &Page| {
            let part = &page.text[page.text.find("id=\"advice\"").unwrap()..];
            part[..part.find("</div>").unwrap()].to_owned()
        };
        assert_eq!(advice(&hint), advice(&again), "{game}: asked again, it says the same");
        act(&mut guest, &table, &page).await;
    }
}
