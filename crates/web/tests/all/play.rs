//! Playing at a table, by the real router on a fresh database.

use crate::house::{House, Page, Visitor};
use axum::http::StatusCode;
use table::Record;

async fn act(guest: &mut Visitor, table: &str, page: &Page, action: &str) -> Page {
    guest
        .post(&format!("{table}/act"), &[("seq", &page.seq().to_string()), ("seat", "A"), ("action", action)])
        .await
}

/// Plays with the first sensible action each time, until the game is over.
async fn to_the_end(guest: &mut Visitor, table: &str) -> Page {
    for turn in 0..3000_usize {
        let page = guest.my_turn(table).await;
        if page.has("id=\"ending\"") {
            return page;
        }
        let actions = page.actions();
        let willing: Vec<&String> =
            actions.iter().filter(|action| !action.starts_with("surrender")).collect();
        let action = willing[(turn * 7) % willing.len()];
        let done = act(guest, table, &page, action).await;
        assert_eq!(done.status, StatusCode::SEE_OTHER, "{action}: {}", done.text);
    }
    panic!("the game has no end");
}

#[tokio::test]
async fn a_first_visitor_plays_after_one_click_and_the_page_is_small() {
    let house = House::new().await;
    let mut guest = house.guest();
    let lobby = guest.get("/").await;
    assert!(lobby.has("Play now") && lobby.has("action=\"/quick/glory-to-rome\""));
    let table = guest.quick().await;
    let page = guest.my_turn(&table).await;
    assert!(page.has("Your decision"));
    assert!(!page.actions().is_empty(), "the table can be played without script");
    assert!(page.text.len() < 150_000, "{} bytes", page.text.len());
    assert!(!page.has("style=\"") && !page.has("<script>") && !page.has("onclick"), "nothing inline");
    for (name, value) in [("x-content-type-options", "nosniff"), ("x-frame-options", "DENY")] {
        assert_eq!(page.headers.get(name).unwrap(), value);
    }
    assert!(
        page.headers.get("content-security-policy").unwrap().to_str().unwrap().contains("script-src 'self'")
    );
}

#[tokio::test]
async fn a_whole_game_is_played_by_forms_and_its_record_verifies() {
    let house = House::new().await;
    let mut guest = house.guest();
    let table = guest.quick().await;
    let early = guest.get(&format!("{table}/record")).await;
    assert_eq!(early.status, StatusCode::UNPROCESSABLE_ENTITY, "a live record would tell secrets");
    let page = to_the_end(&mut guest, &table).await;
    assert!(page.has("Every draw was checked"), "{}", page.text);
    let record = guest.get(&format!("{table}/record")).await;
    let read = Record::<glory_to_rome::State>::read(&record.text).unwrap();
    assert_eq!(read.check_seed(), Ok(()));
    // Every moment can be looked at, through anyone's eyes, by anyone who may look at all.
    guest.show(&table).await;
    let mut other = house.guest();
    for at in [0, 1, read.steps().len() / 2, read.steps().len()] {
        for seat in ["A", "B", ""] {
            let moment = other.get(&format!("{table}/replay?at={at}&seat={seat}")).await;
            assert_eq!(moment.status, StatusCode::OK);
            assert!(moment.has(&format!("{at} of {}", read.steps().len())));
        }
    }
    // It can be opened elsewhere and played on from.
    let opened = other.post("/open", &[("record", &record.text)]).await;
    assert_eq!(opened.status, StatusCode::SEE_OTHER, "{}", opened.text);
    let opened = opened.location.unwrap();
    assert_eq!(other.get(&opened).await.status, StatusCode::OK);
    let base = opened.split('?').next().unwrap();
    let forked = other.post(&format!("{base}/fork"), &[("at", "10"), ("seat", "B")]).await;
    assert_eq!(forked.status, StatusCode::SEE_OTHER, "{}", forked.text);
    let page = other.my_turn(&forked.location.unwrap()).await;
    assert!(page.has("Your decision") || page.has("id=\"ending\""));
    // Or by oneself, the device passed around; or against a stronger player.
    let alone =
        other.post(&format!("{base}/fork"), &[("at", "10"), ("seat", "B"), ("others", "me")]).await.location;
    let page = other.get(&alone.unwrap()).await;
    assert!(page.has("Pass the device to"), "{}", page.text);
    let fields = [("at", "10"), ("seat", "A"), ("others", "bot:gentle")];
    let strong = other.post(&format!("{base}/fork"), &fields).await.location.unwrap();
    assert!(other.my_turn(&strong).await.has(">gentle<"));
    // And again with the same players.
    let again = guest.post(&format!("{table}/rematch"), &[]).await;
    assert_eq!(again.status, StatusCode::SEE_OTHER);
    assert_eq!(guest.post(&format!("{table}/rematch"), &[]).await.location, again.location);
}

#[tokio::test]
async fn a_stale_post_is_refused_with_the_table_and_a_repeated_one_is_harmless() {
    let house = House::new().await;
    let mut guest = house.guest();
    let table = guest.quick().await;
    let page = guest.my_turn(&table).await;
    let action = page.actions()[0].clone();
    assert_eq!(act(&mut guest, &table, &page, &action).await.status, StatusCode::SEE_OTHER);
    let steps = |page: &Page| page.attribute("id=\"table\"", "data-steps").unwrap();
    let after = steps(&guest.my_turn(&table).await);
    assert_eq!(
        act(&mut guest, &table, &page, &action).await.status,
        StatusCode::SEE_OTHER,
        "the same post again"
    );
    assert_eq!(steps(&guest.my_turn(&table).await), after, "nothing was done twice");
    let stale = act(&mut guest, &table, &page, "think and draw").await;
    assert_eq!(stale.status, StatusCode::CONFLICT);
    assert!(
        stale.has("has changed in the meantime") && stale.has("id=\"table\""),
        "with the table as it stands"
    );
}

#[tokio::test]
async fn what_is_refused_says_why_by_the_rules_number() {
    let house = House::new().await;
    let mut guest = house.guest();
    let table = guest.quick().await;
    let page = guest.my_turn(&table).await;
    let refused = act(&mut guest, &table, &page, "follow with Jack").await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(refused.has("GTR-"), "{}", refused.text);
    let nonsense = act(&mut guest, &table, &page, "<script>alert(1)</script>").await;
    assert_eq!(nonsense.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(!nonsense.has("<script>alert"));
    assert!(page.has("t do now, and why") && page.has("/rules/glory-to-rome#GTR-"));
}

#[tokio::test]
async fn undo_is_offered_until_something_new_is_known_and_then_by_consent() {
    let house = House::new().await;
    let mut guest = house.guest();
    let table = guest.quick().await;
    let page = guest.my_turn(&table).await;
    let lone = guest.post(&format!("{table}/undo"), &[("seat", "A")]).await;
    assert_eq!(lone.status, StatusCode::UNPROCESSABLE_ENTITY, "there is nothing to take back");
    let action = page
        .actions()
        .into_iter()
        .find(|action| action.starts_with("think and draw") || action.starts_with("think for"))
        .unwrap();
    act(&mut guest, &table, &page, &action).await;
    let later = guest.my_turn(&table).await;
    assert_eq!(
        guest.post(&format!("{table}/undo"), &[("seat", "A")]).await.status,
        StatusCode::UNPROCESSABLE_ENTITY
    );
    let asked = guest.post(&format!("{table}/ask-back"), &[("seat", "A")]).await;
    assert_eq!(asked.status, StatusCode::SEE_OTHER, "bots agree");
    let back = guest.my_turn(&table).await;
    assert_eq!(back.actions(), page.actions());
    assert!(back.seq() > later.seq(), "taking back is an entry of its own");
}

#[tokio::test]
async fn friends_sit_down_by_the_link_and_agree_to_a_take_back() {
    let house = House::new().await;
    let (mut ann, mut bob) = (house.guest(), house.guest());
    ann.get("/").await;
    ann.post("/me", &[("name", "Ann")]).await;
    let fields = [
        ("seat", "me"),
        ("seat", "link"),
        ("seat", "none"),
        ("seat", "none"),
        ("seat", "none"),
        ("o.version", "imperium"),
    ];
    let table = ann.post("/new/glory-to-rome", &fields).await.location.unwrap();
    let waiting = ann.get(&table).await;
    assert!(
        waiting.has("every seat is taken")
            && waiting.has("http://gloria.test/t/")
            && waiting.has("class=\"qr\"")
    );
    assert!(!bob.get("/").await.has(&table), "by link only: not in the list");
    assert!(bob.get(&table).await.has("Sit here"));
    assert_eq!(bob.post(&format!("{table}/sit"), &[("seat", "B")]).await.status, StatusCode::SEE_OTHER);
    let late = house.guest().post(&format!("{table}/sit"), &[("seat", "B")]).await;
    assert_eq!(late.status, StatusCode::UNPROCESSABLE_ENTITY, "the seat is taken");
    let page = ann.get(&table).await;
    let (mut first, mut second, seat) = if page.has("my-turn") { (ann, bob, "A") } else { (bob, ann, "B") };
    let other = if seat == "A" { "B" } else { "A" };
    let page = first.get(&table).await;
    let thought = page.actions().into_iter().find(|action| action.starts_with("think")).unwrap();
    first.post(&format!("{table}/act"), &[("seat", seat), ("action", &thought)]).await;
    first.post(&format!("{table}/ask-back"), &[("seat", seat)]).await;
    assert!(second.get(&table).await.has("asks to undo the last decision"));
    assert_eq!(first.post(&format!("{table}/agree"), &[("seat", other)]).await.status, StatusCode::FORBIDDEN);
    second.post(&format!("{table}/agree"), &[("seat", other)]).await;
    assert_eq!(first.get(&table).await.actions(), page.actions());
}

#[tokio::test]
async fn two_seats_on_one_device_are_kept_apart_by_a_curtain() {
    let house = House::new().await;
    let mut guest = house.guest();
    guest.get("/").await;
    let fields = [("seat", "me"), ("seat", "me"), ("seat", "none"), ("seat", "none"), ("seat", "none")];
    let table = guest.post("/new/glory-to-rome", &fields).await.location.unwrap();
    let curtain = guest.get(&table).await;
    assert!(curtain.has("Pass the device to") && !curtain.has("class=\"hand\""));
    let seat = if curtain.has("?seat=A") { "A" } else { "B" };
    let page = guest.get(&format!("{table}?seat={seat}")).await;
    assert!(page.has("class=\"hand\"") && page.has("my-turn"));
}

#[tokio::test]
async fn onlookers_see_nobodys_hand_and_can_do_nothing() {
    let house = House::new().await;
    let mut guest = house.guest();
    let table = guest.quick().await;
    guest.show(&table).await;
    let page = guest.my_turn(&table).await;
    let mut other = house.guest();
    for path in [table.clone(), format!("{table}?seat=A"), format!("{table}/replay?seat=A")] {
        let seen = other.get(&path).await;
        assert_eq!(seen.status, StatusCode::OK);
        assert!(!seen.has("class=\"hand\"") && seen.actions().is_empty(), "{path}");
    }
    let stolen = act(&mut other, &table, &page, &page.actions()[0]).await;
    assert_eq!(stolen.status, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn a_table_survives_its_server() {
    let house = House::new().await;
    let mut guest = house.guest();
    let table = guest.quick().await;
    for _ in 0..6 {
        let page = guest.my_turn(&table).await;
        act(&mut guest, &table, &page, &page.actions()[0]).await;
    }
    guest.post(&format!("{table}/chat"), &[("text", "salve <b>amici</b>")]).await;
    let before = guest.my_turn(&table).await;
    assert!(before.has("salve &lt;b&gt;amici&lt;/b&gt;"), "what is said is escaped");
    let new = house.again().await;
    let mut same = Visitor { app: new.app.clone(), cookie: guest.cookie.clone() };
    let after = same.my_turn(&table).await;
    assert_eq!(after.text, before.text, "the same table, byte for byte");
    assert!(same.get("/").await.has(&table), "and it is still in the list of own games");
}

#[tokio::test]
async fn who_leaves_is_followed_by_a_bot() {
    let house = House::new().await;
    let mut guest = house.guest();
    let table = guest.quick().await;
    guest.my_turn(&table).await;
    assert_eq!(guest.post(&format!("{table}/leave"), &[("seat", "A")]).await.status, StatusCode::SEE_OTHER);
    let mut page = guest.get(&table).await;
    for _ in 0..3000 {
        if page.has("id=\"ending\"") {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(2)).await;
        page = guest.get(&table).await;
    }
    panic!("the bots never finish");
}

#[tokio::test]
async fn standing_answers_say_in_the_log_that_they_fired() {
    let house = House::new().await;
    let mut guest = house.guest();
    // Luck decides when a decision is forced; five games without one do not happen.
    for _ in 0..5 {
        let table = guest.quick().await;
        guest.my_turn(&table).await;
        guest.post(&format!("{table}/standing"), &[("seat", "A"), ("on", "true")]).await;
        for _ in 0..300 {
            let page = guest.my_turn(&table).await;
            if page.has("Made for you: it was the only choice.") {
                let stranger = house.guest().get(&table).await;
                assert!(!stranger.has("Made for you"), "only the one it answered for is told");
                return;
            }
            if page.has("id=\"ending\"") {
                break;
            }
            let actions = page.actions();
            if actions.iter().filter(|action| !action.starts_with("surrender")).count() < 2 {
                // It is about to be answered.
                tokio::time::sleep(std::time::Duration::from_millis(5)).await;
                continue;
            }
            let action = actions.iter().find(|action| action.contains("Legionary")).unwrap_or(&actions[0]);
            act(&mut guest, &table, &page, action).await;
        }
    }
    panic!("no standing answer ever fired");
}
