//! Guided first games, hints, onlookers, slow tables: by the real router on a fresh database.

use std::collections::BTreeSet;

use crate::house::{House, Page, Visitor, config};
use axum::body::Body;
use axum::http::header::{ACCEPT_ENCODING, CONTENT_ENCODING, COOKIE};
use axum::http::{Request, StatusCode};
use gloria_web::{Config, Luck};
use http_body_util::BodyExt;
use tower::ServiceExt;

async fn post(guest: &mut Visitor, table: &str, verb: &str, fields: &[(&str, &str)]) -> Page {
    guest.post(&format!("{table}/{verb}"), fields).await
}

fn lesson_number(page: &Page) -> Option<String> {
    let rest = &page.text[page.text.find("Lesson <small>")? + 14..];
    Some(rest[..rest.find('<')?].to_owned())
}

#[tokio::test]
async fn every_guided_game_is_played_to_its_end_one_marked_move_at_a_time() {
    let house = House::new().await;
    for game in games::NAMES {
        let mut guest = house.guest();
        assert!(guest.get("/learn").await.has(&format!("action=\"/learn/{game}\"")));
        let table = guest.post(&format!("/learn/{game}"), &[]).await.location.unwrap();
        let (mut told, mut last) = (0, String::new());
        for _ in 0..3000 {
            // The closing words stay, and the others wait, until they are dismissed.
            let page = guest.get(&table).await;
            if page.has("Lesson complete") {
                let fields = [("seat", "A")];
                assert_eq!(post(&mut guest, &table, "heard", &fields).await.status, StatusCode::SEE_OTHER);
                let page = guest.my_turn(&table).await;
                assert!(page.actions().len() > 1, "{game}: after the lesson all is open");
                assert!(!page.has("Lesson complete"), "{game}: they are gone");
                break;
            }
            if !page.has("my-turn") {
                tokio::time::sleep(std::time::Duration::from_millis(10)).await;
                continue;
            }
            let Some(number) = lesson_number(&page) else { panic!("{game}: no lesson in {}", page.text) };
            let actions = page.actions();
            assert_eq!(actions.len(), 1, "{game}, lesson {number}: {actions:?}");
            assert!(page.has("class=\"spot live"), "{game}, lesson {number}: it is marked where it lies");
            assert_ne!(number, last, "{game}: something new each time");
            last = number;
            told += 1;
            let seq = page.seq().to_string();
            let fields = [("seq", seq.as_str()), ("seat", "A"), ("action", actions[0].as_str())];
            let done = post(&mut guest, &table, "act", &fields).await;
            assert_eq!(done.status, StatusCode::SEE_OTHER, "{game}: {} {}", actions[0], done.text);
        }
        assert!((12..=20).contains(&told), "{game}: {told} steps");
    }
}

#[tokio::test]
async fn a_guided_game_says_what_it_waits_for() {
    let house = House::new().await;
    let mut guest = house.guest();
    guest.get("/").await;
    let table = guest.post("/learn/glory-to-rome", &[]).await.location.unwrap();
    guest.my_turn(&table).await;
    let other = post(&mut guest, &table, "act", &[("seat", "A"), ("action", "think and draw")]).await;
    assert_eq!(other.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(other.has("The lesson asks you to do this first: lead Craftsman with Dock."), "{}", other.text);
    assert_eq!(guest.post("/learn/chess", &[]).await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn hints_are_given_where_the_table_allows_them() {
    let house = House::new().await;
    let mut guest = house.guest();
    let table = guest.quick().await;
    let page = guest.my_turn(&table).await;
    assert!(page.has("/hint\""), "a quick game allows hints");
    let hint = post(&mut guest, &table, "hint", &[("seat", "A")]).await;
    assert_eq!(hint.status, StatusCode::OK, "{}", hint.text);
    assert!(hint.has("id=\"advice\"") && hint.has("% to win; the bot's first choice"), "{}", hint.text);
    assert!(!guest.get(&table).await.has("id=\"advice\""), "it was said once");
    let stranger = post(&mut house.guest(), &table, "hint", &[("seat", "A")]).await;
    assert_eq!(stranger.status, StatusCode::FORBIDDEN);
    let fields =
        [("seat", "me"), ("seat", "bot:gentle"), ("seat", "none"), ("seat", "none"), ("seat", "none")];
    let strict = guest.post("/new/glory-to-rome", &fields).await.location.unwrap();
    let page = guest.my_turn(&strict).await;
    assert!(!page.has("/hint\"") && page.has(">gentle<"), "no hints; the level is shown");
    let hint = post(&mut guest, &strict, "hint", &[("seat", "A")]).await;
    assert_eq!(hint.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(hint.has("played without hints"));
}

#[tokio::test]
async fn a_seat_shows_its_hand_to_onlookers_only_while_it_wants_to() {
    let house = House::new().await;
    let mut guest = house.guest();
    let mut other = house.guest();
    let table = guest.quick().await;
    guest.show(&table).await;
    guest.my_turn(&table).await;
    let eyes = format!("{table}?seat=A");
    assert!(!other.get(&eyes).await.has("class=\"hand\""));
    assert_eq!(
        post(&mut other, &table, "shows", &[("seat", "A"), ("on", "true")]).await.status,
        StatusCode::FORBIDDEN
    );
    post(&mut guest, &table, "shows", &[("seat", "A"), ("on", "true")]).await;
    let seen = other.get(&eyes).await;
    assert!(seen.has("class=\"hand\"") && seen.actions().is_empty(), "looking is all they can do");
    assert!(other.get(&table).await.has("See what they see"));
    let act = post(&mut other, &table, "act", &[("seat", "A"), ("action", "think and draw")]).await;
    assert_eq!(act.status, StatusCode::FORBIDDEN);
    post(&mut guest, &table, "shows", &[("seat", "A"), ("on", "false")]).await;
    assert!(!other.get(&eyes).await.has("class=\"hand\""));
}

#[tokio::test]
async fn a_player_never_looks_through_another_players_eyes() {
    let house = House::new().await;
    let (mut ann, mut bob) = (house.guest(), house.guest());
    ann.get("/").await;
    let fields = [("seat", "me"), ("seat", "open"), ("seat", "none"), ("seat", "none"), ("seat", "none")];
    let table = ann.post("/new/glory-to-rome", &fields).await.location.unwrap();
    bob.get("/").await;
    post(&mut bob, &table, "sit", &[("seat", "B")]).await;
    post(&mut ann, &table, "shows", &[("seat", "A"), ("on", "true")]).await;
    let looked = bob.get(&format!("{table}?seat=A")).await;
    assert_eq!(looked.attribute("id=\"live\"", "data-live").unwrap(), format!("{table}/live?seat=B"));
}

#[tokio::test]
async fn a_slow_table_says_so_and_answers_forced_decisions_by_itself() {
    let house = House::new().await;
    let mut guest = house.guest();
    guest.get("/").await;
    let fields = [
        ("seat", "me"),
        ("seat", "open"),
        ("seat", "none"),
        ("seat", "none"),
        ("seat", "none"),
        ("pace", "slow-free"),
    ];
    let table = guest.post("/new/glory-to-rome", &fields).await.location.unwrap();
    assert!(house.guest().get("/").await.has("1 open seat · slow"));
    post(&mut guest, &table, "seat-bot", &[("seat", "B"), ("level", "gentle")]).await;
    assert!(guest.my_turn(&table).await.has("Single choices: made for you"));
}

#[tokio::test]
async fn every_game_is_drawn_and_played_where_things_lie() {
    // The same games every time: how many places are marked hangs on the luck of the cards and of the bots.
    let house = House::with(Config { luck: Luck::Known(1), ..config() }).await;
    for game in games::NAMES {
        let mut guest = house.guest();
        guest.get("/").await;
        let table = guest.post(&format!("/quick/{game}"), &[]).await.location.unwrap();
        let mut live = 0;
        for turn in 0..60_usize {
            let page = guest.my_turn(&table).await;
            assert!(!page.has("class=\"plain\""), "{game} is drawn, not told");
            assert!(page.text.len() < 400_000, "{game}: {} bytes before compression", page.text.len());
            assert!(!page.has("style=\""), "{game}: nothing inline");
            if page.has("id=\"ending\"") {
                break;
            }
            live += page.text.matches("class=\"spot live").count();
            let actions = page.actions();
            let action = &actions[turn * 5 % actions.len()];
            if action.starts_with("surrender") || action.starts_with("resign") {
                continue;
            }
            let seq = page.seq().to_string();
            post(&mut guest, &table, "act", &[("seq", &seq), ("seat", "A"), ("action", action)]).await;
        }
        println!("{game}: {live} marked places");
        assert!(live > 40, "{game}: {live} marked places");
    }
}

#[tokio::test]
async fn a_report_keeps_the_step_it_is_about() {
    let house = House::new().await;
    let mut guest = house.guest();
    let table = guest.quick().await;
    guest.my_turn(&table).await;
    let kept = post(&mut guest, &table, "report", &[("text", "odd"), ("step", "3")]).await;
    assert_eq!(kept.status, StatusCode::OK);
    assert!(kept.has("step 3"), "{}", kept.text);
}

/// How many bytes of an address are sent, compressed as browsers ask for it.
async fn sent(guest: &Visitor, path: &str) -> usize {
    let request = Request::get(path)
        .header("host", "gloria.test")
        .header(ACCEPT_ENCODING, "gzip")
        .header(COOKIE, guest.cookie.clone().unwrap())
        .body(Body::empty())
        .unwrap();
    let response = guest.app.clone().oneshot(request).await.unwrap();
    assert_eq!(response.status(), StatusCode::OK, "{path}");
    assert_eq!(response.headers().get(CONTENT_ENCODING).unwrap(), "gzip", "{path}");
    response.into_body().collect().await.unwrap().to_bytes().len()
}

#[tokio::test]
async fn a_table_with_everything_it_needs_is_under_150_kilobytes() {
    let house = House::new().await;
    for game in games::NAMES {
        let mut guest = house.guest();
        guest.get("/").await;
        let table = guest.post(&format!("/quick/{game}"), &[]).await.location.unwrap();
        for turn in 0..60_usize {
            let page = guest.my_turn(&table).await;
            let actions = page.actions();
            let Some(action) = actions.get(turn * 5 % actions.len().max(1)) else { break };
            if action.starts_with("surrender") || action.starts_with("resign") {
                continue;
            }
            post(&mut guest, &table, "act", &[("seat", "A"), ("action", action)]).await;
        }
        let page = guest.get(&table).await;
        let mut bytes = sent(&guest, &table).await;
        for (tag, name) in [("rel=\"stylesheet\"", "href"), ("rel=\"icon\"", "href")] {
            bytes += sent(&guest, &page.attribute(tag, name).unwrap()).await;
        }
        for script in page.text.split("<script src=\"").skip(1).filter_map(|script| script.split('"').next())
        {
            bytes += sent(&guest, script).await;
        }
        // Marks, the game's own pictures and its map: whole files, with the pictures that are not shown too.
        let art: BTreeSet<&str> =
            page.text.split("<use href=\"").skip(1).filter_map(|use_| use_.split('#').next()).collect();
        assert!(art.iter().any(|file| file.ends_with(&format!("art-{game}.svg"))), "{game}: {art:?}");
        for file in &art {
            bytes += sent(&guest, file).await;
        }
        println!("{game}: {bytes} bytes, {} files of pictures", art.len());
        assert!(bytes < 150_000, "{game}: {bytes} bytes");
    }
}
