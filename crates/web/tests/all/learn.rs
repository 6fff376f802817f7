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

/// The ways on that the page itself offers: answers to what the lesson says, or moves.
fn ways(page: &Page) -> Vec<(&'static str, String)> {
    let answers = page.text.split("name=\"answer\" value=\"").skip(1);
    let answers: Vec<_> =
        answers.map(|rest| ("answer", rest[..rest.find('"').unwrap()].to_owned())).collect();
    if !answers.is_empty() {
        return answers;
    }
    page.actions().into_iter().map(|action| ("action", action)).collect()
}

/// Takes a way that is on the page, and says so if it is refused.
async fn take(guest: &mut Visitor, table: &str, page: &Page, (name, value): &(&str, String)) {
    let seq = page.seq().to_string();
    let fields = [("seq", seq.as_str()), ("seat", "A"), (*name, value.as_str())];
    let verb = if *name == "answer" { "read" } else { "act" };
    let done = post(guest, table, verb, &fields).await;
    assert_eq!(done.status, StatusCode::SEE_OTHER, "{table}: {name} {value} was refused: {}", done.text);
}

/// What the lesson says now.
fn told(page: &Page) -> String {
    let start = page.text.find("id=\"coach\"").expect("the lesson says something");
    let part = &page.text[start..];
    let part = &part[..part.find("class=\"answers\"").or(part.find("class=\"group\"")).unwrap_or(part.len())];
    part.to_owned()
}

/// A visitor who knows nothing but the page plays a lesson to its end; answers how many things they were told.
async fn finish(guest: &mut Visitor, table: &str, luck: usize) -> usize {
    let mut heard: Vec<String> = Vec::new();
    for _ in 0..4000 {
        let page = guest.get(table).await;
        assert_eq!(page.status, StatusCode::OK, "{}", page.text);
        if page.has("Lesson complete") {
            return heard.len();
        }
        let ways = ways(&page);
        if ways.is_empty() {
            tokio::time::sleep(std::time::Duration::from_millis(2)).await;
            continue;
        }
        let said = told(&page);
        assert_ne!(heard.last(), Some(&said), "{table}: something new each time");
        if let Some(look) = page.attribute("id=\"coach\"", "data-look") {
            assert!(page.has(&format!("id=\"{look}\"")), "{table}: '{look}' is pointed at and not there");
        }
        // What has a place on the table is marked there.
        let nowhere = ["reveal", "skip", "decline", "pass", "stand", "end turn", "pay with coin tokens"];
        if let Some((_, action)) =
            ways.iter().find(|(name, action)| *name == "action" && !nowhere.contains(&action.as_str()))
        {
            assert!(page.has("class=\"spot live"), "{table}: '{action}' is marked where it lies");
        }
        heard.push(said);
        take(guest, table, &page, &ways[luck % ways.len()]).await;
    }
    panic!("{table}: the lesson never ends");
}

#[tokio::test]
async fn every_lesson_is_finished_by_what_is_on_the_page_alone() {
    let house = House::new().await;
    for game in games::NAMES {
        let mut guest = house.guest();
        let all = guest.get("/learn").await;
        let starts: Vec<String> = all
            .text
            .split("action=\"")
            .skip(1)
            .map(|rest| rest[..rest.find('"').unwrap()].to_owned())
            .filter(|address| address.starts_with(&format!("/learn/{game}/")))
            .collect();
        assert_eq!(starts.len(), 3, "{game}: three lessons");
        for (number, start) in starts.iter().enumerate() {
            for luck in 0..3 {
                let table = guest.post(start, &[]).await.location.unwrap();
                let heard = finish(&mut guest, &table, luck).await;
                let least = if number == 0 { 15 } else { 6 };
                assert!((least..=45).contains(&heard), "{start}: {heard} things are told");
                closes(&mut guest, &table, start).await;
            }
            let done = guest.get("/learn").await;
            assert_eq!(done.text.matches("Take it again").count(), number + 1, "{start} is remembered");
            let lobby = guest.get("/").await;
            assert!(lobby.has(&format!("{} of 3 lessons done", number + 1)), "{start}");
        }
        let all = guest.get("/me/export").await.text;
        assert!(all.contains(&format!("{game}/first")), "{game}: what is kept is told: {all}");
    }
    assert!(!house.guest().get("/learn").await.has("Take it again"), "it is remembered of the one alone");
}

/// The closing page stays while others would move, and leads on.
async fn closes(guest: &mut Visitor, table: &str, start: &str) {
    tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    let page = guest.get(table).await;
    assert!(page.has("Lesson complete") && page.has("What you have learned"), "{start}: it stays");
    let game = start.split('/').nth(2).unwrap();
    assert!(page.has(&format!("action=\"/quick/{game}\"")), "{start}: a real game is offered");
    assert!(page.has(&format!("href=\"/guide/{game}\"")), "{start}: so are the rules");
    if page.has("id=\"ending\"") {
        return assert!(!page.has("/heard\""), "{start}: there is nothing to play on");
    }
    let heard = post(guest, table, "heard", &[("seat", "A")]).await;
    assert_eq!(heard.status, StatusCode::SEE_OTHER);
    let page = guest.my_turn(table).await;
    assert!(!page.has("Lesson complete"), "{start}: it is gone");
    assert!(page.has("id=\"ending\"") || !page.actions().is_empty(), "{start}: after the lesson all is open");
}

/// Plays a whole game by what is on the page alone.
async fn whole_game(guest: &mut Visitor, game: &str) {
    let fields =
        [("seat", "me"), ("seat", "bot:random"), ("seat", "none"), ("seat", "none"), ("seat", "none")];
    let fields = &fields[..if game == "glory-to-rome" { 5 } else { 4 }];
    let table = guest.post(&format!("/new/{game}"), fields).await.location.expect("a table");
    for turn in 0..4000_usize {
        let page = guest.my_turn(&table).await;
        if page.has("id=\"ending\"") {
            return;
        }
        let mut ways = ways(&page);
        ways.retain(|(_, action)| !action.starts_with("surrender"));
        let way = ways[turn * 7 % ways.len()].clone();
        take(guest, &table, &page, &way).await;
    }
    panic!("{game}: the game never ends");
}

#[tokio::test]
async fn who_has_done_the_lesson_plays_a_whole_game_without_a_refusal() {
    let house = House::with(Config { luck: Luck::Known(3), ..config() }).await;
    for game in games::NAMES {
        let mut guest = house.guest();
        guest.get("/").await;
        let table = guest.post(&format!("/learn/{game}/first"), &[]).await.location.unwrap();
        finish(&mut guest, &table, 0).await;
        whole_game(&mut guest, game).await;
    }
}

#[tokio::test]
async fn a_lesson_says_what_it_waits_for_and_takes_nothing_else() {
    let house = House::new().await;
    let mut guest = house.guest();
    guest.get("/").await;
    let table = guest.post("/learn/glory-to-rome", &[]).await.location.unwrap();
    let early = post(&mut guest, &table, "act", &[("seat", "A"), ("action", "think and draw")]).await;
    assert_eq!(early.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(early.has("The lesson has something to say first"), "{}", early.text);
    let page = guest.get(&table).await;
    let seq = page.seq().to_string();
    let read = [("seat", "A"), ("seq", seq.as_str()), ("answer", "0")];
    assert_eq!(post(&mut guest, &table, "read", &read).await.status, StatusCode::SEE_OTHER);
    let twice = post(&mut guest, &table, "read", &read).await;
    assert_eq!(twice.status, StatusCode::CONFLICT, "a click that comes twice skips nothing: {}", twice.text);
    let page = guest.get(&table).await;
    let wrong = [("seat", "A"), ("answer", "7")];
    assert_eq!(post(&mut guest, &table, "read", &wrong).await.status, StatusCode::CONFLICT);
    take(&mut guest, &table, &page, &("answer", "0".to_owned())).await;
    let other = post(&mut guest, &table, "act", &[("seat", "A"), ("action", "think and draw")]).await;
    assert_eq!(other.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(other.has("The lesson asks you to do this first: lead Craftsman with Dock."), "{}", other.text);
    assert_eq!(guest.post("/learn/chess", &[]).await.status, StatusCode::NOT_FOUND);
    assert_eq!(guest.post("/learn/glory/chess", &[]).await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn what_was_read_after_a_decision_that_is_taken_back_is_read_again() {
    let house = House::new().await;
    let mut guest = house.guest();
    guest.get("/").await;
    let table = guest.post("/learn/glory-to-rome/first", &[]).await.location.unwrap();
    // To the words after the first building.
    let finished = "Latrine</a> is finished";
    for _ in 0..400 {
        let page = guest.get(&table).await;
        if page.has(finished) {
            break;
        }
        match ways(&page).first() {
            Some(way) => take(&mut guest, &table, &page, way).await,
            None => tokio::time::sleep(std::time::Duration::from_millis(2)).await,
        }
    }
    let page = guest.get(&table).await;
    assert!(page.has(finished), "{}", page.text);
    take(&mut guest, &table, &page, &("answer", "0".to_owned())).await;
    assert!(!guest.get(&table).await.has(finished));
    let asked = post(&mut guest, &table, "ask-back", &[("seat", "A")]).await;
    assert_eq!(asked.status, StatusCode::SEE_OTHER, "{}", asked.text);
    let page = guest.get(&table).await;
    assert_eq!(page.actions(), ["add Road to Latrine"], "the decision is there again");
    take(&mut guest, &table, &page, &("action", "add Road to Latrine".to_owned())).await;
    assert!(guest.get(&table).await.has(finished), "and so are the words after it");
}

#[tokio::test]
async fn a_lesson_goes_on_where_it_was_after_the_server_was_away() {
    let house = House::new().await;
    let mut guest = house.guest();
    guest.get("/").await;
    let table = guest.post("/learn/glory-to-rome/first", &[]).await.location.unwrap();
    for _ in 0..400 {
        let page = guest.get(&table).await;
        // The others have moved, and what the learner drew lies in their hand.
        if page.has("Insula") && !ways(&page).is_empty() {
            break;
        }
        match ways(&page).first() {
            Some(way) => take(&mut guest, &table, &page, way).await,
            None => tokio::time::sleep(std::time::Duration::from_millis(2)).await,
        }
    }
    let before = told(&guest.get(&table).await);
    let again = house.again().await;
    let mut same = again.guest();
    same.cookie.clone_from(&guest.cookie);
    assert_eq!(told(&same.get(&table).await), before, "what was drawn by the script was kept");
    finish(&mut same, &table, 0).await;
}

#[tokio::test]
async fn somebody_new_is_offered_the_lesson_and_can_play_at_once() {
    let house = House::new().await;
    for game in games::NAMES {
        let mut guest = house.guest();
        guest.get("/").await;
        let table = guest.post(&format!("/quick/{game}"), &[]).await.location.unwrap();
        let page = guest.my_turn(&table).await;
        assert!(page.has(&format!("action=\"/learn/{game}/first\"")), "{game}: the lesson is offered");
        let ways = ways(&page);
        take(&mut guest, &table, &page, &ways[0]).await;
        let page = guest.my_turn(&table).await;
        assert!(!page.has("id=\"newcomer\""), "{game}: who plays is not asked again");
        let second = guest.post(&format!("/quick/{game}"), &[]).await.location.unwrap();
        assert!(!guest.my_turn(&second).await.has("id=\"newcomer\""), "{game}: nor who has played before");
    }
}

#[tokio::test]
async fn the_rules_for_people_are_two_pages_with_pictures_and_ways_to_every_rule_they_name() {
    let house = House::new().await;
    let mut guest = house.guest();
    for game in games::NAMES {
        let numbered = guest.get(&format!("/rules/{game}")).await.text;
        for name in ["", "/play", "/depth"] {
            let page = guest.get(&format!("/guide/{game}{name}")).await;
            assert_eq!(page.status, StatusCode::OK, "{game}{name}");
            assert!(page.text.matches("class=\"pic plate\"").count() >= 2, "{game}{name}: pictures");
            assert!(page.has("class=\"drawing\""), "{game}{name}: a drawing");
            assert!(!page.has("style=\""), "{game}{name}: nothing inline");
            let cited: Vec<&str> = page.text.split(&format!("href=\"/rules/{game}#")).skip(1).collect();
            assert!(cited.len() >= 4, "{game}{name}: {} rules are named", cited.len());
            for rest in cited {
                let anchor = &rest[..rest.find('"').unwrap()];
                assert!(numbered.contains(&format!("id=\"{anchor}\"")), "{game}{name}: no rule {anchor}");
            }
        }
        assert_eq!(guest.get(&format!("/guide/{game}/nothing")).await.status, StatusCode::NOT_FOUND);
    }
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
