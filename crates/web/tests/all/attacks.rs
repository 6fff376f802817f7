//! What somebody tries who wants to spoil it for the others, at the tables themselves.

use std::time::{Duration, Instant};

use crate::house::{House, Page, Visitor, config};
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{Request, StatusCode};
use gloria_web::{Config, Quotas};
use store::TableId;

/// Two guests at a table of two; its path.
async fn two(ann: &mut Visitor, bob: &mut Visitor, game: &str) -> String {
    for (guest, name) in [(&mut *ann, "Ann"), (&mut *bob, "Bob")] {
        guest.get("/").await;
        guest.post("/me", &[("name", name)]).await;
    }
    let fields = [("seat", "me"), ("seat", "link"), ("seat", "none"), ("seat", "none"), ("seat", "none")];
    let fields = if game == "glory-to-rome" { &fields[..] } else { &fields[..2] };
    let opened = ann.post(&format!("/new/{game}"), fields).await;
    let table = opened.location.unwrap_or_else(|| panic!("{}", opened.text));
    assert_eq!(bob.post(&format!("{table}/sit"), &[("seat", "B")]).await.status, StatusCode::SEE_OTHER);
    table
}

async fn act(guest: &mut Visitor, table: &str, seat: &str, action: &str, seq: Option<u64>) -> Page {
    let seq = seq.map(|seq| seq.to_string());
    let mut fields = vec![("seat", seat), ("action", action)];
    if let Some(seq) = &seq {
        fields.push(("seq", seq));
    }
    guest.post(&format!("{table}/act"), &fields).await
}

#[tokio::test]
async fn nothing_goes_on_once_the_seed_is_told() {
    let house = House::new().await;
    let (mut ann, mut bob) = (house.guest(), house.guest());
    let table = two(&mut ann, &mut bob, "glory").await;
    // Whoever can gives up by an action of the game, which is there at the start of a turn: that ends it without any draw.
    let mut gone = None;
    for _ in 0..20 {
        let (who, seat) =
            if ann.get(&table).await.has("my-turn") { (&mut ann, "A") } else { (&mut bob, "B") };
        if act(who, &table, seat, "resign", None).await.status == StatusCode::SEE_OTHER {
            gone = Some((who.clone(), seat));
            break;
        }
        let page = who.get(&table).await;
        act(who, &table, seat, &page.actions()[0], None).await;
    }
    let (mut who, seat) = gone.expect("it can be given up");
    let record = who.get(&format!("{table}/record")).await;
    assert_eq!(record.status, StatusCode::OK);
    let seed =
        record.text.lines().find_map(|line| line.strip_prefix("seed ")).expect("it is told").to_owned();
    for verb in ["undo", "restart", "ask-back", "agree"] {
        let late = who.post(&format!("{table}/{verb}"), &[("seat", seat)]).await;
        assert_eq!(late.status, StatusCode::UNPROCESSABLE_ENTITY, "{verb}: {}", late.text);
    }
    let after = who.get(&table).await;
    assert!(after.has("id=\"ending\"") && after.actions().is_empty(), "it stays over");
    assert!(who.get(&format!("{table}/replay")).await.has(&seed), "of a game that is over");
    // Nor in a new server that reads the log.
    let again = house.again().await;
    let mut same = Visitor { app: again.app.clone(), cookie: who.cookie.clone() };
    assert_eq!(
        same.post(&format!("{table}/undo"), &[("seat", seat)]).await.status,
        StatusCode::UNPROCESSABLE_ENTITY
    );
}

#[tokio::test]
async fn a_form_with_thousands_of_seats_is_refused_before_it_is_worked_through() {
    let house = House::new().await;
    let mut guest = house.guest();
    guest.get("/").await;
    let mut post = async |body: String| {
        let request = Request::post("/new/glory")
            .header("host", "gloria.test")
            .header("content-type", "application/x-www-form-urlencoded");
        guest.send(request.body(Body::from(body)).unwrap()).await.status
    };
    let began = Instant::now();
    assert_eq!(post("seat=me&called=N12345&".repeat(49_000)).await, StatusCode::PAYLOAD_TOO_LARGE);
    for _ in 0..20 {
        assert_eq!(post("seat=me&".repeat(3_900)).await, StatusCode::BAD_REQUEST);
        assert_eq!(post("seat=me&called=n&".repeat(6)).await, StatusCode::BAD_REQUEST);
    }
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
    assert_eq!(post("seat=me&seat=me".to_owned()).await, StatusCode::SEE_OTHER);
}

/// The record of a finished game: somebody resigned at once.
async fn finished(house: &House) -> String {
    let mut guest = house.guest();
    guest.get("/").await;
    let fields =
        [("seat", "me"), ("seat", "bot:random"), ("seat", "none"), ("seat", "none"), ("seat", "none")];
    let table = guest.post("/new/glory-to-rome", &fields).await.location.unwrap();
    guest.my_turn(&table).await;
    guest.post(&format!("{table}/resign"), &[("seat", "A")]).await;
    guest.get(&format!("{table}/record")).await.text
}

#[tokio::test]
async fn uploads_and_reports_are_bounded_and_the_same_record_is_kept_once() {
    let quotas = Quotas { uploads: 6, reports: 3, tables: 1000, ..config().quotas };
    let house = House::with(Config { quotas, ..config() }).await;
    let (one, other) = (finished(&house).await, finished(&house).await);
    let mut guest = house.guest();
    let first = guest.post("/open", &[("record", &one)]).await.location.unwrap();
    let again = guest.post("/open", &[("record", &one)]).await.location.unwrap();
    assert_eq!(first, again);
    assert_eq!(house.tables.store.weight("record/").await.unwrap().count, 1);
    assert!(guest.get(&first).await.status.is_success());
    // Tables played on from it share it.
    let fork = first.replace("?at=0", "/fork");
    for _ in 0..3 {
        assert_eq!(guest.post(&fork, &[("at", "0"), ("seat", "A")]).await.status, StatusCode::SEE_OTHER);
    }
    let forked = guest.post(&fork, &[("at", "0"), ("seat", "A")]).await.location.unwrap();
    assert_eq!(house.tables.store.weight("source/").await.unwrap().count, 1);
    let log = house.tables.store.events(&TableId::new(&forked[3..]).unwrap(), 0, 9).await.unwrap();
    assert!(log.iter().all(|event| event.body.len() < 1000), "the log only names it");
    let same = house.again().await;
    let mut there = Visitor { app: same.app.clone(), cookie: guest.cookie.clone() };
    assert_eq!(there.get(&forked).await.status, StatusCode::OK, "and it is found again");
    // So many an hour, from one address, whoever it is.
    let mut slowed = 0;
    for _ in 0..9 {
        let answer = house.guest().post("/open", &[("record", &other)]).await;
        slowed += usize::from(answer.status == StatusCode::TOO_MANY_REQUESTS);
    }
    assert_eq!(slowed, 5);
    // A report of somebody who looks on is small; and there are not many of them.
    guest.show(&forked).await;
    let mut stranger = house.guest();
    let mut reports = Vec::new();
    for _ in 0..5 {
        reports.push(stranger.post(&format!("{forked}/report"), &[("text", "odd")]).await.status.as_u16());
    }
    assert_eq!(reports, [200, 200, 200, 429, 429]);
    assert!(house.tables.store.weight("report/").await.unwrap().bytes < 3000);
}

#[tokio::test]
async fn when_there_is_no_room_for_more_it_is_said_and_old_things_make_room() {
    let size = finished(&House::new().await).await.len() as u64;
    let quotas = Quotas { upload_bytes: size * 4, ..config().quotas };
    let house = House::with(Config { quotas, ..config() }).await;
    let mut guest = house.guest();
    let mut answers = Vec::new();
    for _ in 0..8 {
        let record = finished(&house).await;
        answers.push(guest.post("/open", &[("record", &record)]).await);
    }
    let refused: Vec<&Page> = answers.iter().filter(|answer| answer.location.is_none()).collect();
    assert!(!refused.is_empty() && refused.len() < 8, "{}", refused.len());
    assert!(refused.iter().all(|answer| answer.has("no room for more")));
    assert!(house.tables.store.weight("record/").await.unwrap().bytes <= size * 4);
    // Everything is old enough to go in a house that keeps nothing.
    let none = Some(Duration::ZERO);
    let keeping = gloria_web::Keeping { uploads: none, reports: none, ..config().keeping };
    let tidy = House::with(Config { keeping, ..config() }).await;
    let record = finished(&tidy).await;
    let opened = guest_of(&tidy).post("/open", &[("record", &record)]).await.location.unwrap();
    tokio::time::sleep(Duration::from_millis(5)).await;
    tidy.tables.clear_out().await.unwrap();
    assert_eq!(tidy.tables.store.weight("record/").await.unwrap().count, 0);
    assert_eq!(tidy.again().await.guest().get(&opened).await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn one_address_opens_so_many_kilobytes_of_records_an_hour_and_no_other_pays_for_it() {
    let size = finished(&House::new().await).await.len().div_ceil(1024) as u32;
    // A little more than two of them, and far more than that in number and room.
    let quotas = Quotas { upload_address: size * 2 + size / 2, uploads: 1000, ..config().quotas };
    let house = House::with(Config { quotas, ..config() }).await;
    let opens = async |record: &str, last: u8| {
        let form = format!("record={}", crate::house::encode(record));
        let request = Request::post("/open")
            .header("content-type", "application/x-www-form-urlencoded")
            .extension(ConnectInfo(std::net::SocketAddr::from(([203, 0, 113, last], 9))));
        house.guest().raw(request, Body::from(form)).await.status().as_u16()
    };
    let record = finished(&house).await;
    let answers =
        [opens(&record, 1).await, opens(&record, 1).await, opens(&record, 1).await, opens(&record, 2).await];
    assert_eq!(answers, [303, 303, 429, 303]);
    assert_eq!(house.tables.store.weight("record/").await.unwrap().count, 1, "it is the same");
}

fn guest_of(house: &House) -> Visitor {
    house.guest()
}

#[tokio::test]
async fn one_guest_opens_so_many_tables_an_hour() {
    let quotas = Quotas { tables: 3, ..config().quotas };
    let house = House::with(Config { quotas, ..config() }).await;
    let mut guest = house.guest();
    guest.get("/").await;
    let mut answers = Vec::new();
    for _ in 0..5 {
        answers.push(guest.post("/quick/glory-to-rome", &[]).await.status.as_u16());
    }
    assert_eq!(answers, [303, 303, 303, 429, 429]);
    // And one address not endlessly many under new names.
    let mut opened = 0;
    for _ in 0..20 {
        let mut fresh = house.guest();
        fresh.get("/").await;
        opened += usize::from(fresh.post("/quick/glory-to-rome", &[]).await.status == StatusCode::SEE_OTHER);
    }
    assert!(opened <= 9, "{opened}");
}

#[tokio::test]
async fn strangers_do_not_chat_unless_the_table_was_opened_so_and_pass_for_nobody() {
    let house = House::new().await;
    let (mut ann, mut bob, mut eve) = (house.guest(), house.guest(), house.guest());
    let table = two(&mut ann, &mut bob, "glory-to-rome").await;
    eve.get("/").await;
    eve.post("/me", &[("name", "Bob")]).await;
    let page = eve.get(&table).await;
    assert!(!page.has("id=\"say\"") && ann.get(&table).await.has("id=\"say\""));
    let refused = eve.post(&format!("{table}/chat"), &[("text", "I resign")]).await;
    assert_eq!(refused.status, StatusCode::FORBIDDEN);
    assert_eq!(bob.post(&format!("{table}/chat"), &[("text", "ave")]).await.status, StatusCode::SEE_OTHER);
    let fields = [("seat", "me"), ("seat", "me"), ("seat", "none"), ("open-chat", "on")];
    let open = bob.post("/new/glory-to-rome", &fields).await.location.unwrap();
    assert!(eve.get(&open).await.has("id=\"say\""));
    eve.post(&format!("{open}/chat"), &[("text", "salve")]).await;
    assert!(bob.get(&format!("{open}?seat=A")).await.has("<strong>Bob (looking on)</strong> salve"));
}

#[tokio::test]
async fn nobody_takes_the_name_of_another_at_the_same_table() {
    let house = House::new().await;
    let (mut ann, mut eve) = (house.guest(), house.guest());
    for (guest, name) in [(&mut ann, "Ann"), (&mut eve, " aNN")] {
        guest.get("/").await;
        guest.post("/me", &[("name", name)]).await;
    }
    let fields = [("seat", "me"), ("seat", "open"), ("seat", "bot:random")];
    let table = ann.post("/new/glory-to-rome", &fields).await.location.unwrap();
    eve.post(&format!("{table}/sit"), &[("seat", "B")]).await;
    assert!(ann.get("/").await.has("Ann, aNN II, "), "{}", ann.get("/").await.text);
    // Nor that of a bot.
    ann.post("/me", &[("name", "Otho")]).await;
    let other =
        ann.post("/new/glory-to-rome", &[("seat", "me"), ("seat", "bot:random")]).await.location.unwrap();
    let page = ann.my_turn(&other).await;
    assert!(page.has("Otho") && page.has("Hadrian"), "the bot has another name");
}

#[tokio::test]
async fn talk_makes_no_move_stale_and_keeps_no_automatic_player_from_deciding() {
    let house = House::with(Config { pace: Duration::from_millis(60), ..config() }).await;
    let mut guest = house.guest();
    let table = guest.quick().await;
    let page = guest.my_turn(&table).await;
    guest.post(&format!("{table}/chat"), &[("text", "hm")]).await;
    let done = act(&mut guest, &table, "A", &page.actions()[0], Some(page.seq())).await;
    assert_eq!(done.status, StatusCode::SEE_OTHER, "what was said since is no reason to look again");
    let stale = act(&mut guest, &table, "A", &page.actions()[0], Some(page.seq() - 1)).await;
    assert_eq!(stale.status, StatusCode::CONFLICT, "what was decided since is");
    // Somebody talks all the time, much faster than the others decide.
    let mut talker = guest.clone();
    let chat = format!("{table}/chat");
    let talk = tokio::spawn(async move {
        loop {
            talker.post(&chat, &[("text", "and so on")]).await;
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    });
    let began = Instant::now();
    for _ in 0..6 {
        let page = guest.my_turn(&table).await;
        assert!(page.has("my-turn"), "they decide");
        assert_eq!(
            act(&mut guest, &table, "A", &page.actions()[0], Some(page.seq())).await.status,
            StatusCode::SEE_OTHER
        );
    }
    talk.abort();
    assert!(began.elapsed() < Duration::from_secs(30));
}

#[tokio::test]
async fn a_table_for_those_with_its_link_is_listed_for_nobody_else() {
    let house = House::new().await;
    let (mut ann, mut bob, mut eve) = (house.guest(), house.guest(), house.guest());
    let table = two(&mut ann, &mut bob, "glory-to-rome").await;
    assert!(!eve.get("/").await.has(&table), "it runs, and strangers do not see it");
    assert!(ann.get("/").await.has(&table) && bob.get("/").await.has(&table));
    let open = ann.post("/new/glory-to-rome", &[("seat", "me"), ("seat", "open")]).await.location.unwrap();
    assert!(eve.get("/").await.has(&open), "one with a seat for anyone is for everyone");
    bob.post(&format!("{open}/sit"), &[("seat", "B")]).await;
    assert!(eve.get("/").await.has(&open), "to watch, too");
}

#[tokio::test]
async fn who_was_told_to_be_seated_is_not_put_out_by_an_automatic_player() {
    let house = House::new().await;
    for round in 0..30 {
        let (mut ann, mut bob) = (house.guest(), house.guest());
        for guest in [&mut ann, &mut bob] {
            guest.get("/").await;
        }
        let table =
            ann.post("/new/glory-to-rome", &[("seat", "me"), ("seat", "open")]).await.location.unwrap();
        let (sit, bot) = (format!("{table}/sit"), format!("{table}/seat-bot"));
        let (sat, put) = tokio::join!(
            bob.post(&sit, &[("seat", "B")]),
            ann.post(&bot, &[("seat", "B"), ("level", "random")])
        );
        let won = (sat.status == StatusCode::SEE_OTHER, put.status == StatusCode::SEE_OTHER);
        assert!(won.0 != won.1, "round {round}: one of them, {won:?}");
        let page = bob.get(&table).await;
        assert!(!page.has("left the table"), "round {round}");
        assert_eq!(page.has("class=\"hand\""), won.0, "round {round}");
        // Nor can anybody leave for another.
        let forced = ann.post(&format!("{table}/leave"), &[("seat", "B")]).await;
        assert_eq!(forced.status, StatusCode::FORBIDDEN);
    }
}

#[tokio::test]
async fn two_who_want_to_play_again_at_once_find_one_table() {
    let house = House::new().await;
    for _ in 0..10 {
        let (mut ann, mut bob) = (house.guest(), house.guest());
        let table = two(&mut ann, &mut bob, "glory-to-rome").await;
        ann.post(&format!("{table}/resign"), &[("seat", "A")]).await;
        let path = format!("{table}/rematch");
        let (one, other) = tokio::join!(ann.post(&path, &[]), bob.post(&path, &[]));
        assert_eq!(one.status, StatusCode::SEE_OTHER, "{}", one.text);
        assert_eq!((one.location.as_ref(), other.status), (other.location.as_ref(), StatusCode::SEE_OTHER));
        let next = one.location.unwrap();
        assert_eq!(ann.get(&next).await.status, StatusCode::OK);
        assert_eq!(bob.post(&path, &[]).await.location, Some(next), "and later, too");
    }
}

#[tokio::test]
async fn a_request_used_again_for_another_action_is_refused_and_says_so() {
    let house = House::new().await;
    let mut guest = house.guest();
    let table = guest.quick().await;
    let page = guest.my_turn(&table).await;
    let actions = page.actions();
    let (first, second) = (actions[0].as_str(), actions[1].as_str());
    let path = format!("{table}/act");
    let fields = |action| [("seat", "A"), ("action", action), ("request", "r1")];
    assert_eq!(guest.post(&path, &fields(first)).await.status, StatusCode::SEE_OTHER);
    guest.my_turn(&table).await;
    assert_eq!(
        guest.post(&path, &fields(first)).await.status,
        StatusCode::SEE_OTHER,
        "a repeated one is harmless"
    );
    let other = guest.post(&path, &fields(second)).await;
    assert_eq!(other.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(other.has("already used for"), "{}", other.text);
    // A new server remembers as much.
    let again = house.again().await;
    let mut same = Visitor { app: again.app.clone(), cookie: guest.cookie.clone() };
    assert_eq!(same.post(&path, &fields(second)).await.status, StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test]
async fn one_guest_and_one_address_have_so_many_streams_and_the_others_theirs() {
    let limits = Config { streams_guest: 3, streams_address: 5, ..config() };
    let house = House::with(limits).await;
    let mut guest = house.guest();
    let table = guest.quick().await;
    guest.show(&table).await;
    let mut open = Vec::new();
    let mut codes = Vec::new();
    for _ in 0..4 {
        let answer = guest.raw(Request::get(format!("{table}/live")), Body::empty()).await;
        codes.push(answer.status().as_u16());
        open.push(answer);
    }
    assert_eq!(codes, [200, 200, 200, 429]);
    let mut others = 0;
    for _ in 0..5 {
        let mut other = house.guest();
        other.get("/").await;
        let answer = other.raw(Request::get(format!("{table}/live")), Body::empty()).await;
        others += usize::from(answer.status() == StatusCode::OK);
        open.push(answer);
    }
    assert_eq!(others, 2, "the address has five");
    drop(open);
    let again = guest.raw(Request::get(format!("{table}/live")), Body::empty()).await;
    assert_eq!(again.status(), StatusCode::OK, "what is closed counts no more");
}

#[tokio::test]
async fn a_server_whose_database_is_gone_says_so_and_acknowledges_nothing() {
    let house = House::new().await;
    let mut guest = house.guest();
    assert_eq!(house.operator().get("/readyz").await.text, "ready\n");
    let table = guest.quick().await;
    let page = guest.my_turn(&table).await;
    std::fs::remove_file(house.folder.join("log.db")).unwrap();
    let done = act(&mut guest, &table, "A", &page.actions()[0], None).await;
    assert_eq!(done.status, StatusCode::SERVICE_UNAVAILABLE, "{}", done.text);
    assert_eq!(guest.get(&table).await.seq(), page.seq(), "nothing is shown that is not kept");
    tokio::time::sleep(Duration::from_millis(1100)).await;
    let ready = house.operator().get("/readyz").await;
    assert_eq!(ready.status, StatusCode::SERVICE_UNAVAILABLE);
    assert!(ready.has("not ready: ") && ready.has("removed or replaced"), "{}", ready.text);
    assert_eq!(guest.get("/healthz").await.text, "ok\n", "alive it is");
}
