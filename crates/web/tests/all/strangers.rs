//! Strangers: rated games and what they are worth, and people who are put together.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::Mutex;
use std::time::Duration;

use axum::http::StatusCode;
use gloria_web::{Tables, check_ratings};
use room::Brief;
use store::{
    Answer, Append, Appended, Digest, Event, Expected, NoteChange, Sqlite, Store, TableId, Watch, Weight,
};
use tokio::sync::watch;

use crate::house::{House, Visitor, config};

pub async fn named(house: &House, name: &str) -> Visitor {
    let mut guest = house.guest();
    guest.get("/").await;
    guest.post("/me", &[("name", name)]).await;
    guest
}

const CLOCK: [(&str, &str); 3] = [("pace", "live"), ("live-bank", "20"), ("live-increment", "15")];

/// A rated table of one's own with a seat for another.
async fn rated(host: &mut Visitor, seats: &[&str], more: &[(&str, &str)]) -> crate::house::Page {
    let mut fields: Vec<(&str, &str)> = seats.iter().map(|seat| ("seat", *seat)).collect();
    fields.resize(5, ("seat", "none"));
    fields.extend([("rated", "on"), ("hints", "on")]);
    fields.extend(more);
    host.post("/new/glory-to-rome", &fields).await
}

/// Waits until something has come about.
pub async fn until<T, F: Future<Output = Option<T>>>(mut look: impl FnMut() -> F) -> T {
    for _ in 0..6000 {
        if let Some(found) = look().await {
            return found;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("it never came about");
}

/// Waits until so many results are recorded, and everything agrees with them.
async fn results(store: &Arc<dyn Store>, number: usize) {
    let checked = until(|| async {
        let checked = check_ratings(store.as_ref()).await.unwrap();
        (checked.results >= number).then_some(checked)
    })
    .await;
    assert_eq!((checked.results, checked.wrong), (number, Vec::new()));
}

/// The page of somebody's ratings, by the link on their own page.
pub async fn own_page(guest: &mut Visitor) -> Option<String> {
    let page = guest.get("/me").await;
    let at = page.text.find("href=\"/players/")?;
    Some(page.text[at + 6..].split('"').next().unwrap().to_owned())
}

/// A rated game of two that the second gives up.
pub async fn play(ann: &mut Visitor, bob: &mut Visitor) -> String {
    let opened = rated(ann, &["me", "link"], &CLOCK).await;
    assert_eq!(opened.status, StatusCode::SEE_OTHER, "{}", opened.text);
    let table = opened.location.unwrap();
    bob.post(&format!("{table}/sit"), &[("seat", "B")]).await;
    assert_eq!(bob.post(&format!("{table}/resign"), &[("seat", "B")]).await.status, StatusCode::SEE_OTHER);
    table
}

#[tokio::test]
async fn a_rated_game_is_between_people_with_a_clock_and_without_help() {
    let house = House::new().await;
    let (mut ann, mut bob) = (named(&house, "Ann").await, named(&house, "Bob").await);
    for (seats, more, why) in [
        (vec!["me", "bot:random"], CLOCK.to_vec(), "Only people play a rated game"),
        (vec!["me", "me"], CLOCK.to_vec(), "everybody has one seat"),
        (vec!["me", "link"], vec![("pace", "free")], "needs a clock"),
    ] {
        let page = rated(&mut ann, &seats, &more).await;
        assert!(page.status == StatusCode::BAD_REQUEST && page.has(why), "{why}: {}", page.text);
    }
    let table = rated(&mut ann, &["me", "link"], &CLOCK).await.location.unwrap();
    assert!(ann.get(&table).await.has("Rated"));
    let post = |verb: &str| format!("{table}/{verb}");
    for (verb, fields) in [("seat-bot", vec![("seat", "B")]), ("fill", vec![])] {
        let page = ann.post(&post(verb), &fields).await;
        assert!(
            page.status == StatusCode::UNPROCESSABLE_ENTITY && page.has("only people play"),
            "{verb}: {}",
            page.text
        );
    }
    assert!(ann.post(&post("sit"), &[("seat", "B")]).await.has("playing at this table already"));
    bob.post(&post("sit"), &[("seat", "B")]).await;
    for (verb, words) in [("hint", "without hints"), ("undo", "rated"), ("remove", "nobody is removed")] {
        let seat = if verb == "remove" { "B" } else { "A" };
        let page = ann.post(&post(verb), &[("seat", seat)]).await;
        assert!(
            page.status == StatusCode::UNPROCESSABLE_ENTITY && page.has(words),
            "{verb}: {} {}",
            page.status,
            page.text
        );
    }
    // Whoever leaves has lost.
    assert_eq!(bob.post(&post("leave"), &[("seat", "B")]).await.status, StatusCode::SEE_OTHER);
    assert!(ann.get(&table).await.has("id=\"ending\""));
    results(&house.tables.store, 1).await;
    let page = own_page(&mut ann).await.unwrap();
    let page = ann.get(&page).await;
    assert!(page.has("1 of 2") && page.has("1662") && page.has("class=\"plot\""), "{}", page.text);
    let theirs = own_page(&mut bob).await.unwrap();
    let theirs = ann.get(&theirs).await;
    assert!(theirs.has("2 of 2") && theirs.has("1338?") && theirs.has("Block"), "{}", theirs.text);
}

#[tokio::test]
async fn every_result_counts_once_whoever_records_it_and_after_a_crash_too() {
    let house = House::new().await;
    let store = Arc::clone(&house.tables.store);
    let (mut ann, mut bob) = (named(&house, "Ann").await, named(&house, "Bob").await);
    let table = play(&mut ann, &mut bob).await;
    results(&store, 1).await;
    let id = TableId::new(&table[3..]).unwrap();
    assert_eq!(store.notes("rate/").await.unwrap(), [], "nothing is owed any more");
    // A server went down before it could record what it owed: many find it at once.
    let fields = [("seat", "me"), ("seat", "link"), ("seat", "none"), ("seat", "none"), ("seat", "none")];
    let second = ann.post("/new/glory-to-rome", &fields).await.location.unwrap();
    bob.post(&format!("{second}/sit"), &[("seat", "B")]).await;
    bob.post(&format!("{second}/resign"), &[("seat", "B")]).await;
    assert_eq!(check_ratings(store.as_ref()).await.unwrap().results, 1, "it is not rated");
    store.put_note(&format!("rate/{}", &second[3..]), "").await.unwrap();
    let houses = [house.again().await, house.again().await];
    let second = TableId::new(&second[3..]).unwrap();
    let settle = |tables: &Arc<Tables>| {
        let (tables, id) = (Arc::clone(tables), second.clone());
        tokio::spawn(async move { tables.settle(&id).await.unwrap() })
    };
    let all: Vec<_> = (0..8).map(|at| settle(&houses[at % 2].tables)).collect();
    for one in all {
        one.await.unwrap();
    }
    results(&store, 2).await;
    assert!(!house.tables.settle(&id).await.unwrap() && !house.tables.settle(&second).await.unwrap());
    results(&store, 2).await;
    // Another database says the same.
    let copy: Arc<dyn Store> = Arc::new(Sqlite::open(&house.folder.join("copy.db")).unwrap());
    let _ = store::copy(store.as_ref(), copy.as_ref()).await.unwrap();
    results(&copy, 2).await;
    // What is wrong is found: a rating that nothing led to, a result that counts twice.
    let (key, text) = copy.notes("rating/").await.unwrap().remove(0);
    copy.put_note(&key, &text.replace("\"games\":2", "\"games\":3")).await.unwrap();
    let (first, result) = copy.notes("result/").await.unwrap().remove(0);
    copy.put_note(&first.replace("0000000001", "0000000003"), &result).await.unwrap();
    let wrong = check_ratings(copy.as_ref()).await.unwrap().wrong.join("; ");
    assert!(wrong.contains("is not what its results say") && wrong.contains("counts twice"), "{wrong}");
    for house in houses {
        std::mem::forget(house);
    }
}

#[tokio::test]
async fn whoever_deletes_everything_has_no_rating_and_leaves_the_others_theirs() {
    let house = House::new().await;
    let store = Arc::clone(&house.tables.store);
    let (mut ann, mut bob) = (named(&house, "Ann").await, named(&house, "Bob").await);
    play(&mut ann, &mut bob).await;
    play(&mut bob, &mut ann).await;
    results(&store, 2).await;
    assert!(bob.get("/me/export").await.has("\"ratings\""));
    let (mine, theirs) = (own_page(&mut ann).await.unwrap(), own_page(&mut bob).await.unwrap());
    assert!(ann.get(&mine).await.has("Bob"));
    // One more that is not over: leaving it is losing it.
    let table = rated(&mut ann, &["me", "link"], &CLOCK).await.location.unwrap();
    bob.post(&format!("{table}/sit"), &[("seat", "B")]).await;
    let cookie = bob.cookie.clone().unwrap();
    let id = cookie.strip_prefix("gloria=").unwrap().split('.').next().unwrap().to_owned();
    assert_eq!(bob.post("/me/delete", &[]).await.status, StatusCode::OK);
    results(&store, 3).await;
    assert_eq!(ann.get(&theirs).await.status, StatusCode::NOT_FOUND);
    let page = ann.get(&mine).await;
    assert!(page.has("a former guest") && !page.has("Bob") && page.has("3 games"), "{}", page.text);
    for (key, value) in store.notes("").await.unwrap() {
        let told = key.contains(&id) || value.contains(&id) || value.contains("Bob");
        assert!(!told || key.starts_with("out/"), "{key}: {value}");
    }
}

pub async fn ask(guest: &mut Visitor, fields: &[(&str, &str)]) -> crate::house::Page {
    let mut all = vec![("game", "glory-to-rome"), ("players", "2"), ("pace", "live"), ("rated", "on")];
    all.retain(|(name, _)| !fields.iter().any(|(other, _)| other == name));
    all.extend(fields);
    guest.post("/pair", &all).await
}

/// Waits for a seat; answers where.
async fn seat(guest: &mut Visitor) -> String {
    for _ in 0..6000 {
        match guest.get("/pair/wait").await.location {
            Some(location) if location.starts_with("/t/") => return location,
            _ => tokio::time::sleep(Duration::from_millis(10)).await,
        }
    }
    panic!("nobody comes");
}

#[tokio::test]
async fn those_who_want_the_same_are_put_together_once() {
    let house = House::new().await;
    let (mut ann, mut bob) = (named(&house, "Ann").await, named(&house, "Bob").await);
    let mut cid = named(&house, "Cid").await;
    assert_eq!(ask(&mut ann, &[("token", "one")]).await.location.as_deref(), Some("/pair/wait"));
    let page = ann.get("/pair/wait").await;
    assert!(page.has("Looking for opponents") && page.has("data-poll=\"open\""), "{}", page.text);
    assert_eq!(ann.get("/pair").await.location.as_deref(), Some("/pair/wait"));
    // Who wants something else does not count; who stops looking looks no more.
    ask(&mut cid, &[("pace", "slow")]).await;
    assert!(cid.get("/pair/wait").await.has("Nobody else is looking"));
    cid.post("/pair/leave", &[]).await;
    assert_eq!(cid.get("/pair/wait").await.location.as_deref(), Some("/pair"));
    ask(&mut bob, &[("players", "any"), ("token", "two")]).await;
    let table = seat(&mut ann).await;
    assert_eq!(seat(&mut bob).await, table);
    let page = ann.get(&table).await;
    assert!(page.has("class=\"hand\"") && !page.has("id=\"host\""), "the game has begun: {}", page.text);
    // The same question, or another one during a live game, gives no second seat.
    for token in ["one", "three"] {
        ask(&mut ann, &[("token", token)]).await;
        assert_eq!(ann.get("/pair/wait").await.location.as_deref(), Some(table.as_str()));
    }
    assert!(ann.get("/pair").await.has("in a live game"));
    assert_eq!(house.tables.store.notes("seek/").await.unwrap(), []);
    // It counts, and then one can look again; but not meet whom one has blocked.
    bob.post(&format!("{table}/resign"), &[("seat", "B")]).await;
    bob.post(&format!("{table}/resign"), &[("seat", "A")]).await;
    results(&house.tables.store, 1).await;
    let theirs = own_page(&mut bob).await.unwrap();
    ann.post(&format!("{theirs}/block"), &[("on", "true")]).await;
    assert!(ann.get(&theirs).await.has("Unblock"));
    ask(&mut bob, &[("token", "four")]).await;
    ask(&mut ann, &[("token", "five")]).await;
    ask(&mut cid, &[("token", "six")]).await;
    let with = seat(&mut cid).await;
    let names = cid.get(&with).await;
    assert!(!(names.has("Ann") && names.has("Bob")), "they do not meet");
    assert_eq!(ann.post(&format!("{theirs}/report"), &[("text", "rude")]).await.status, StatusCode::OK);
    let reports = house.tables.store.notes("report/player-").await.unwrap();
    assert!(reports.len() == 1 && reports[0].1.contains("About Bob: rude"), "{reports:?}");
}

#[tokio::test]
async fn whoever_looks_gets_a_seat_at_a_table_that_waits() {
    let house = House::new().await;
    let (mut ann, mut bob) = (named(&house, "Ann").await, named(&house, "Bob").await);
    let other = rated(&mut ann, &["me", "open", "open"], &CLOCK).await.location.unwrap();
    let table = rated(&mut ann, &["me", "open"], &CLOCK).await.location.unwrap();
    for (query, shown) in [
        ("", vec![&other, &table]),
        ("?players=2", vec![&table]),
        ("?free=2", vec![&other]),
        ("?rated=no", vec![]),
        ("?pace=live&rated=yes&game=glory-to-rome&players=3", vec![&other]),
        ("?pace=slow", vec![]),
        ("?game=glory", vec![]),
    ] {
        let page = bob.get(&format!("/tables{query}")).await;
        for table in [&other, &table] {
            assert_eq!(page.has(table), shown.contains(&table), "{query}: {}", page.text);
        }
    }
    ask(&mut bob, &[]).await;
    assert_eq!(seat(&mut bob).await, table);
    assert!(ann.get(&table).await.has("class=\"hand\""));
}

#[tokio::test]
async fn what_a_blocked_player_writes_is_not_read() {
    let house = House::new().await;
    let (mut ann, mut bob) = (named(&house, "Ann").await, named(&house, "Bob").await);
    play(&mut ann, &mut bob).await;
    results(&house.tables.store, 1).await;
    let theirs = own_page(&mut bob).await.unwrap();
    let fields = [("seat", "me"), ("seat", "link"), ("seat", "none"), ("seat", "none"), ("seat", "none")];
    let table = ann.post("/new/glory-to-rome", &fields).await.location.unwrap();
    bob.post(&format!("{table}/sit"), &[("seat", "B")]).await;
    bob.post(&format!("{table}/chat"), &[("text", "ave Caesar")]).await;
    assert!(ann.get(&table).await.has("ave Caesar"));
    ann.post(&format!("{theirs}/block"), &[("on", "true")]).await;
    assert!(!ann.get(&table).await.has("ave Caesar") && bob.get(&table).await.has("ave Caesar"));
    // Another server knows it too.
    let again = house.again().await;
    let mut there = Visitor { app: again.app.clone(), cookie: ann.cookie.clone() };
    assert!(!there.get(&table).await.has("ave Caesar"));
    std::mem::forget(again);
    ann.post(&format!("{theirs}/block"), &[("on", "false")]).await;
    assert!(ann.get(&table).await.has("ave Caesar"));
    assert_eq!(
        bob.post(&format!("{theirs}/block"), &[("on", "true")]).await.status,
        StatusCode::UNPROCESSABLE_ENTITY
    );
}

/// How often everybody sits at a table, by identity.
async fn seats(store: &dyn Store) -> BTreeMap<String, usize> {
    let mut counted = BTreeMap::new();
    for digest in store.digests(None, 10_000).await.unwrap() {
        let brief: Brief = serde_json::from_str(&digest.body).unwrap();
        for guest in brief.guests {
            *counted.entry(guest).or_default() += 1;
        }
    }
    counted
}

/// Waits until so many have been given a seat, and every table that was promised is open.
async fn all_seated(store: &dyn Store, number: usize) {
    until(|| async {
        let seated = store.weight("seated/").await.unwrap().count as usize;
        let promised = store.weight("party/").await.unwrap().count;
        (seated >= number && promised == 0).then_some(())
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn five_hundred_who_ask_at_two_servers_at_once_are_all_seated_and_nobody_twice() {
    let house = House::new().await;
    let other = house.again().await;
    let asks: Vec<_> = (0..500)
        .map(|number| {
            let house = if number % 2 == 0 { &house } else { &other };
            let mut guest = house.guest();
            tokio::spawn(async move {
                guest.get("/pair").await;
                // Some press the button twice.
                for _ in 0..=usize::from(number % 5 == 1) {
                    let page = ask(&mut guest, &[("token", "x"), ("rated", "")]).await;
                    assert_eq!(page.status, StatusCode::SEE_OTHER, "{}", page.text);
                }
            })
        })
        .collect();
    for one in asks {
        one.await.unwrap();
    }
    let store = house.tables.store.as_ref();
    all_seated(store, 500).await;
    let seats = seats(store).await;
    assert_eq!(seats.len(), 500);
    assert!(seats.values().all(|number| *number == 1), "nobody sits twice");
    assert_eq!(store.notes("seek/").await.unwrap(), []);
    std::mem::forget(other);
}

/// A store that answers, whenever that has changed, who looks together with all who ever did, as if they had been read earlier; and that, where
/// it is planted, does not look whether notes are still as whoever changes them thinks.
struct Late {
    store: Sqlite,
    /// All who ever looked, and who did last.
    seen: Mutex<(BTreeMap<String, String>, Vec<String>)>,
    careless: bool,
}

impl Store for Late {
    fn change_notes(&self, mut changes: Vec<NoteChange>) -> Answer<'_, bool> {
        if self.careless {
            for change in &mut changes {
                change.expected = Expected::Anything;
            }
        }
        self.store.change_notes(changes)
    }

    fn notes(&self, prefix: &str) -> Answer<'_, Vec<(String, String)>> {
        let found = self.store.notes(prefix);
        let looking = prefix == "seek/";
        Box::pin(async move {
            let found = found.await?;
            if !looking {
                return Ok(found);
            }
            let mut seen = self.seen.lock().unwrap();
            let now: Vec<String> = found.iter().map(|(key, _)| key.clone()).collect();
            seen.0.extend(found.iter().cloned());
            if seen.1 == now {
                return Ok(found);
            }
            seen.1 = now;
            Ok(seen.0.clone().into_iter().collect())
        })
    }

    fn append(&self, append: Append) -> Answer<'_, Appended> {
        self.store.append(append)
    }

    fn events(&self, table: &TableId, after: u64, limit: usize) -> Answer<'_, Vec<Event>> {
        self.store.events(table, after, limit)
    }

    fn digests(&self, after: Option<&TableId>, limit: usize) -> Answer<'_, Vec<Digest>> {
        self.store.digests(after, limit)
    }

    fn digests_of(&self, tables: &[TableId]) -> Answer<'_, Vec<Digest>> {
        self.store.digests_of(tables)
    }

    fn unfinished(&self, after: Option<&TableId>, limit: usize) -> Answer<'_, Vec<Digest>> {
        self.store.unfinished(after, limit)
    }

    fn finished(&self, person: &str, limit: usize) -> Answer<'_, Vec<Digest>> {
        self.store.finished(person, limit)
    }

    fn rewrite(
        &self,
        table: &TableId,
        events: Vec<Event>,
        digest: String,
        finished: Option<Vec<String>>,
    ) -> Answer<'_, bool> {
        self.store.rewrite(table, events, digest, finished)
    }

    fn remove_table(&self, table: &TableId) -> Answer<'_, bool> {
        self.store.remove_table(table)
    }

    fn remove_tables(&self, quiet: Duration, limit: usize) -> Answer<'_, Vec<TableId>> {
        self.store.remove_tables(quiet, limit)
    }

    fn note(&self, key: &str) -> Answer<'_, Option<String>> {
        self.store.note(key)
    }

    fn put_note(&self, key: &str, value: &str) -> Answer<'_, ()> {
        self.store.put_note(key, value)
    }

    fn put_note_unless(&self, key: &str, value: &str) -> Answer<'_, String> {
        self.store.put_note_unless(key, value)
    }

    fn weight(&self, prefix: &str) -> Answer<'_, Weight> {
        self.store.weight(prefix)
    }

    fn remove_notes(&self, prefix: &str, age: Duration) -> Answer<'_, u64> {
        self.store.remove_notes(prefix, age)
    }

    fn check(&self) -> Answer<'_, ()> {
        self.store.check()
    }

    fn watch(&self) -> Option<Watch> {
        self.store.watch()
    }

    fn close(&self) -> Answer<'_, ()> {
        self.store.close()
    }
}

/// Twelve who look are seated by a server that has read of them before; then two more come. Answers who sits how often.
async fn read_late(name: &str, careless: bool) -> BTreeMap<String, usize> {
    let folder = std::env::temp_dir().join(format!("gloria-late-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let store =
        Late { store: Sqlite::open(&folder.join("log.db")).unwrap(), seen: Mutex::default(), careless };
    let store: Arc<dyn Store> = Arc::new(store);
    let tables = Tables::open(Arc::clone(&store), config()).await.unwrap();
    let (stop, stopped) = watch::channel(false);
    let house = House { app: gloria_web::app(Arc::clone(&tables), stopped), tables, stop, folder };
    for (number, seated) in [(12, 12), (2, 14)] {
        for _ in 0..number {
            let mut guest = house.guest();
            guest.get("/pair").await;
            ask(&mut guest, &[("rated", "")]).await;
        }
        all_seated(store.as_ref(), seated).await;
    }
    seats(store.as_ref()).await
}

#[tokio::test]
async fn what_was_read_too_early_seats_nobody_twice_unless_nobody_looks() {
    let fair = read_late("fair", false).await;
    assert_eq!((fair.len(), fair.values().copied().collect::<BTreeSet<_>>()), (14, BTreeSet::from([1])));
    let planted = read_late("planted", true).await;
    assert!(planted.values().any(|number| *number > 1), "the planted fault is seen: {planted:?}");
}
