//! Small tournaments: players join by the link, tables open by themselves, and everybody is counted.

use axum::body::Body;
use axum::http::{Request, StatusCode};
use gloria_web::{Config, check_ratings};
use http_body_util::BodyExt as _;
use store::{Append, Appended, Store as _, TableId};

use crate::cancelled::Late;
use crate::house::{House, Page, Visitor, config};
use crate::strangers::{named, play, until};

const CUP: [(&str, &str); 6] = [
    ("title", "Ludi Romani"),
    ("game", "glory-to-rome"),
    ("players", "2"),
    ("mode", "swiss"),
    ("rounds", "2"),
    ("pace", "live"),
];

async fn opened(host: &mut Visitor, more: &[(&str, &str)]) -> Page {
    let mut fields = CUP.to_vec();
    fields.retain(|(name, _)| !more.iter().any(|(other, _)| other == name));
    fields.extend(more);
    host.post("/tournaments", &fields).await
}

/// A request of a program that is this guest; answers status and JSON.
async fn program(guest: &mut Visitor, method: &str, path: &str) -> (StatusCode, serde_json::Value) {
    let token = guest.cookie.clone().unwrap().strip_prefix("gloria=").unwrap().to_owned();
    let request =
        Request::builder().method(method).uri(path).header("authorization", format!("Bearer {token}"));
    let mut bare = Visitor { cookie: None, ..guest.clone() };
    let response = bare.raw(request, Body::empty()).await;
    let status = response.status();
    let bytes = response.into_body().collect().await.unwrap().to_bytes();
    (status, serde_json::from_slice(&bytes).unwrap_or_default())
}

/// Everybody who has a table goes there, and whoever sits second gives up. Answers at how many tables.
async fn play_round(guests: &mut [Visitor], cup: &str) -> usize {
    // All look where they play before anybody does: the next round begins with the end of the last table.
    let mut tables = Vec::new();
    for guest in guests.iter_mut() {
        let page = guest.get(cup).await;
        let found = page.text.split_once("class=\"button main\" href=\"/t/");
        tables.push(found.map(|(_, rest)| format!("/t/{}", rest.split('"').next().unwrap())));
    }
    let mut played = 0;
    for (guest, table) in guests.iter_mut().zip(tables) {
        let Some(table) = table else { continue };
        let done = guest.post(&format!("{table}/resign"), &[("seat", "B")]).await;
        played += usize::from(done.status == StatusCode::SEE_OTHER);
    }
    played
}

#[tokio::test]
async fn a_tournament_pairs_opens_counts_and_ends_by_itself() {
    let house = House::new().await;
    let mut guests = Vec::new();
    for name in ["Ann", "Bob", "Cid", "Dan", "Eve"] {
        guests.push(named(&house, name).await);
    }
    let cup = opened(&mut guests[0], &[("rated", "on")]).await.location.unwrap();
    assert!(guests[1].get(&cup).await.has("Take part"));
    for guest in &mut guests[..3] {
        assert_eq!(guest.post(&format!("{cup}/join"), &[]).await.status, StatusCode::SEE_OTHER);
    }
    // A program takes part like everybody else.
    let api = format!("/api/v1{cup}");
    let (status, told) = program(&mut guests[3], "POST", &format!("{api}/join")).await;
    assert!(status == StatusCode::OK && told["takes_part"] == true && told["table"].is_null(), "{told}");
    assert_eq!(guests[1].post(&format!("{cup}/start"), &[]).await.status, StatusCode::FORBIDDEN);
    assert_eq!(guests[0].post(&format!("{cup}/start"), &[]).await.status, StatusCode::SEE_OTHER);
    assert_eq!(guests[0].post(&format!("{cup}/start"), &[]).await.status, StatusCode::UNPROCESSABLE_ENTITY);
    let (_, told) = program(&mut guests[3], "GET", &api).await;
    assert!(told["round"] == 1 && told["table"].is_string(), "{told}");
    // Nothing of a game that goes on is told: nobody has a point.
    assert!(told["standings"].as_array().unwrap().iter().all(|one| one["points"] == 0.0), "{told}");
    // Whoever comes late plays from the next round on.
    guests[4].post(&format!("{cup}/join"), &[]).await;
    assert!(!guests[4].get(&cup).await.has("Go to your table"));
    assert_eq!(play_round(&mut guests, &cup).await, 2);
    let mut looks = guests[0].clone();
    until(|| {
        let (mut looks, cup) = (looks.clone(), cup.clone());
        async move { looks.get(&cup).await.has("Round 2 of 2").then_some(()) }
    })
    .await;
    // Nobody takes part after the last round has begun; five make two tables, and one has nobody to play with.
    assert!(looks.get(&cup).await.has("nobody to play with"));
    let mut late = named(&house, "Flo").await;
    assert!(!late.get(&cup).await.has("Take part"));
    assert_eq!(late.post(&format!("{cup}/join"), &[]).await.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(play_round(&mut guests, &cup).await, 2);
    until(|| {
        let (mut looks, cup) = (looks.clone(), cup.clone());
        async move { looks.get(&cup).await.has("The tournament is over.").then_some(()) }
    })
    .await;
    let (_, told) = program(&mut guests[3], "GET", &api).await;
    let standings = told["standings"].as_array().unwrap();
    let points: f64 = standings.iter().map(|one| one["points"].as_f64().unwrap()).sum();
    assert!(
        standings.len() == 5 && (points - 5.0).abs() < 1e-9,
        "a point for each table and one for nobody: {told}"
    );
    assert_eq!((standings[0]["place"].as_u64(), standings[0]["points"].as_f64()), (Some(1), Some(2.0)));
    let checked = until(|| async {
        let checked = check_ratings(house.tables.store.as_ref()).await.unwrap();
        (checked.results == 4).then_some(checked)
    })
    .await;
    assert_eq!(checked.wrong, Vec::<String>::new());
    // Another server says the same; whoever deletes everything is nobody there any more.
    guests[1].post("/me/delete", &[]).await;
    let page = guests[0].get(&cup).await;
    assert!(page.has("a former guest") && !page.has("Bob"), "{}", page.text);
    assert!(guests[0].get("/tournaments").await.has("Ludi Romani"));
}

/// Between the log and the memory lies a moment, and whoever looks at the tournament in it may count what the log has: a server that
/// goes on with what another has left does so just when the first games are given up.
#[tokio::test]
async fn a_table_that_is_over_and_not_yet_in_memory_does_not_count_for_nobody() {
    let (house, store) = Late::house("tournament").await;
    let mut guests = vec![named(&house, "Ann").await, named(&house, "Bob").await];
    let cup = opened(&mut guests[0], &[("rounds", "1"), ("rated", "on")]).await.location.unwrap();
    for guest in &mut guests {
        guest.post(&format!("{cup}/join"), &[]).await;
    }
    guests[0].post(&format!("{cup}/start"), &[]).await;
    let api = format!("/api/v1{cup}");
    let (_, told) = program(&mut guests[0], "GET", &api).await;
    let table = TableId::new(told["table"].as_str().unwrap()).unwrap();
    store.hold();
    let (mut givers, all) = (guests.clone(), cup.clone());
    let given_up = tokio::spawn(async move { play_round(&mut givers, &all).await });
    until(|| async {
        let digests = store.digests_of(std::slice::from_ref(&table)).await.unwrap();
        digests[0].finished.is_some().then_some(())
    })
    .await;
    assert!(!given_up.is_finished(), "it is durable, and nobody here knows");
    let sum = |told: &serde_json::Value| -> f64 {
        told["standings"].as_array().unwrap().iter().map(|one| one["points"].as_f64().unwrap()).sum()
    };
    let (_, told) = program(&mut guests[0], "GET", &api).await;
    assert!(told["over"] == true && (sum(&told) - 1.0).abs() < 1e-9, "the log has it: {told}");
    store.answer();
    assert_eq!(given_up.await.unwrap(), 1);
    let checked = until(|| async {
        let checked = check_ratings(house.tables.store.as_ref()).await.unwrap();
        (checked.results == 1).then_some(checked)
    })
    .await;
    assert_eq!(checked.wrong, Vec::<String>::new());
    let (_, told) = program(&mut guests[0], "GET", &api).await;
    assert!((sum(&told) - 1.0).abs() < 1e-9, "and it is counted once: {told}");
}

/// A log that nobody here can read, or a game that is not there any more, is one tournament's trouble and not everybody's.
#[tokio::test]
async fn what_can_not_go_on_keeps_nothing_else_from_it() {
    let house = House::new().await;
    let store = house.tables.store.as_ref();
    let (mut ann, mut bob) = (named(&house, "Ann").await, named(&house, "Bob").await);
    // Two results are owed, and of the first the log can't be read.
    let table = play(&mut ann, &mut bob).await;
    let played = table[3..].to_owned();
    until(|| async { store.note(&format!("rate/{played}")).await.unwrap().is_none().then_some(()) }).await;
    let unread = TableId::new("0000000000000000").unwrap();
    let append = Append {
        table: unread.clone(),
        expected: 0,
        request: None,
        at: 1,
        events: vec!["nothing that anybody knows".to_owned()],
        digest: "{}".to_owned(),
        finished: Some(Vec::new()),
        thinking: None,
    };
    assert_eq!(store.append(append).await.unwrap(), Appended::Written(1));
    for id in [unread.as_str(), &played] {
        store.put_note(&format!("rate/{id}"), "").await.unwrap();
    }
    // Two tournaments have a table that is to be opened, and the game of the first is not there.
    let cup = opened(&mut ann, &[]).await.location.unwrap();
    for guest in [&mut ann, &mut bob] {
        guest.post(&format!("{cup}/join"), &[]).await;
    }
    ann.post(&format!("{cup}/start"), &[]).await;
    let note = store.note(&cup[1..].replacen("tournaments", "tournament", 1)).await.unwrap().unwrap();
    let mut left: serde_json::Value = serde_json::from_str(&note).unwrap();
    let named = TableId::new("ffffffffffffffff").unwrap();
    left["tables"][0]["table"] = named.as_str().into();
    store.put_note("tournament/ffffffffffffffff", &left.to_string()).await.unwrap();
    left["tables"][0]["table"] = "eeeeeeeeeeeeeeee".into();
    left["game"] = "glory-to-nowhere".into();
    store.put_note("tournament/0000000000000000", &left.to_string()).await.unwrap();
    house.tables.clear_out().await.unwrap();
    let owed: Vec<String> = store.notes("rate/").await.unwrap().into_iter().map(|(key, _)| key).collect();
    assert_eq!(owed, [format!("rate/{unread}")], "what can be recorded is");
    assert_eq!(store.digests_of(&[named]).await.unwrap().len(), 1, "what can be opened is");
}

#[tokio::test]
async fn in_a_round_robin_everybody_meets_everybody_and_who_leaves_is_missed_by_nobody() {
    let house = House::new().await;
    let mut guests = vec![named(&house, "Ann").await, named(&house, "Bob").await, named(&house, "Cid").await];
    for (fields, why) in [
        (vec![("mode", "roundrobin"), ("players", "3")], "for two at a table"),
        (vec![("title", " ")], "needs a title"),
        (vec![("rounds", "99")], "1 to 12 rounds"),
        (vec![("players", "9")], "is for 2 to 5 players"),
        (vec![("mode", "cup")], "Swiss or round robin"),
    ] {
        let page = opened(&mut guests[0], &fields).await;
        assert!(page.status == StatusCode::BAD_REQUEST && page.has(why), "{why}: {}", page.text);
    }
    let cup = opened(&mut guests[0], &[("mode", "roundrobin")]).await.location.unwrap();
    assert_eq!(guests[0].post(&format!("{cup}/start"), &[]).await.status, StatusCode::UNPROCESSABLE_ENTITY);
    for guest in &mut guests {
        guest.post(&format!("{cup}/join"), &[]).await;
    }
    guests[0].post(&format!("{cup}/start"), &[]).await;
    let mut late = named(&house, "Dan").await;
    assert_eq!(late.post(&format!("{cup}/join"), &[]).await.status, StatusCode::UNPROCESSABLE_ENTITY);
    for round in 1..=3 {
        until(|| {
            let (mut looks, cup) = (guests[0].clone(), cup.clone());
            async move { looks.get(&cup).await.has(&format!("Round {round} of 3")).then_some(()) }
        })
        .await;
        if round == 3 {
            guests[2].post(&format!("{cup}/leave"), &[]).await;
        }
        assert_eq!(play_round(&mut guests, &cup).await, 1, "round {round}");
    }
    until(|| {
        let (mut looks, cup) = (guests[0].clone(), cup.clone());
        async move { looks.get(&cup).await.has("The tournament is over.").then_some(()) }
    })
    .await;
    assert!(guests[0].get(&cup).await.has("<small>left</small>"));
}

#[tokio::test]
async fn what_the_operator_does_not_want_to_read_is_not_read_and_names_are_not_changed_all_the_time() {
    let mut limited = config();
    limited.quotas.names = 3;
    let house = House::with(Config { words: vec!["barbarian".to_owned()], ..limited }).await;
    let mut ann = named(&house, "Ann").await;
    let refused = ann.post("/me", &[("name", "The BarBarian")]).await;
    assert!(
        refused.status == StatusCode::BAD_REQUEST && refused.has("choose another name"),
        "{}",
        refused.text
    );
    let fields = [("seat", "me"), ("called", "bar barian"), ("seat", "link")];
    assert_eq!(ann.post("/new/glory-to-rome", &fields).await.status, StatusCode::BAD_REQUEST);
    let fields = [("seat", "me"), ("seat", "link"), ("seat", "none"), ("seat", "none"), ("seat", "none")];
    let table = ann.post("/new/glory-to-rome", &fields).await.location.unwrap();
    ann.post(&format!("{table}/chat"), &[("text", "You barbarian!")]).await;
    let page = ann.get(&table).await;
    assert!(page.has("You …!") && !page.has("barbarian"), "{}", page.text);
    for name in ["Bea", "Cia"] {
        assert_eq!(ann.post("/me", &[("name", name)]).await.status, StatusCode::SEE_OTHER, "{name}");
    }
    assert_eq!(ann.post("/me", &[("name", "Dea")]).await.status, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(ann.post("/me", &[("name", "Cia")]).await.status, StatusCode::SEE_OTHER, "as they are called");
}
