//! A visitor who goes away in the middle of a post, and a log that somebody else writes to.

use std::sync::Arc;
use std::time::Duration;

use crate::house::{House, Visitor, config, encode};
use crate::strangers::until;
use axum::body::Body;
use axum::http::{Request, StatusCode};
use gloria_web::Tables;
use store::{Answer, Append, Appended, Digest, Event, NoteChange, Sqlite, Store, TableId, Watch, Weight};
use tokio::sync::watch;
use tower::ServiceExt;

/// A store that writes at once, and does not say so while it is held.
pub struct Late {
    store: Sqlite,
    answers: watch::Sender<bool>,
}

impl Late {
    /// A house over such a store, which answers for now.
    pub async fn house(name: &str) -> (House, Arc<Self>) {
        let folder = Folder::path(name);
        let store = Sqlite::open(&folder.join("log.db")).unwrap();
        let late = Arc::new(Self { store, answers: watch::Sender::new(true) });
        let store: Arc<dyn Store> = Arc::<Self>::clone(&late);
        let tables = Tables::open(store, config()).await.unwrap();
        let (stop, stopped) = watch::channel(false);
        (House { app: gloria_web::app(Arc::clone(&tables), stopped), tables, stop, folder }, late)
    }

    /// From now on nobody hears that something was written.
    pub fn hold(&self) {
        self.answers.send_replace(false);
    }

    /// Everybody hears of it.
    pub fn answer(&self) {
        self.answers.send_replace(true);
    }
}

impl Store for Late {
    fn append(&self, append: Append) -> Answer<'_, Appended> {
        let written = self.store.append(append);
        let mut answers = self.answers.subscribe();
        Box::pin(async move {
            let written = written.await;
            let _ = answers.wait_for(|answers| *answers).await;
            written
        })
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

    fn note(&self, key: &str) -> Answer<'_, Option<String>> {
        self.store.note(key)
    }

    fn put_note(&self, key: &str, value: &str) -> Answer<'_, ()> {
        self.store.put_note(key, value)
    }

    fn change_notes(&self, changes: Vec<NoteChange>) -> Answer<'_, bool> {
        self.store.change_notes(changes)
    }

    fn put_note_unless(&self, key: &str, value: &str) -> Answer<'_, String> {
        self.store.put_note_unless(key, value)
    }

    fn watch(&self) -> Option<Watch> {
        self.store.watch()
    }

    fn notes(&self, prefix: &str) -> Answer<'_, Vec<(String, String)>> {
        self.store.notes(prefix)
    }

    fn check(&self) -> Answer<'_, ()> {
        self.store.check()
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

    fn weight(&self, prefix: &str) -> Answer<'_, Weight> {
        self.store.weight(prefix)
    }

    fn remove_notes(&self, prefix: &str, age: Duration) -> Answer<'_, u64> {
        self.store.remove_notes(prefix, age)
    }

    fn close(&self) -> Answer<'_, ()> {
        self.store.close()
    }
}

struct Folder(std::path::PathBuf);

impl Folder {
    fn path(name: &str) -> std::path::PathBuf {
        let path = std::env::temp_dir().join(format!("gloria-cancelled-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        path
    }

    fn new(name: &str) -> Self {
        Self(Self::path(name))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A table of two seats of one guest, so that the guest always decides; its path and the seat that decides.
async fn two_seats(guest: &mut Visitor) -> (String, &'static str) {
    guest.get("/").await;
    let fields = [("seat", "me"), ("seat", "me"), ("seat", "none"), ("seat", "none"), ("seat", "none")];
    let table = guest.post("/new/glory-to-rome", &fields).await.location.unwrap();
    let seat = if guest.get(&table).await.has("?seat=A") { "A" } else { "B" };
    (table, seat)
}

async fn act(guest: &mut Visitor, table: &str, seat: &str) -> StatusCode {
    let page = guest.get(&format!("{table}?seat={seat}")).await;
    let (seq, action) = (page.seq().to_string(), page.actions()[0].clone());
    guest.post(&format!("{table}/act"), &[("seq", &seq), ("seat", seat), ("action", &action)]).await.status
}

#[tokio::test]
async fn a_post_dropped_in_the_middle_is_done_or_not_and_the_table_goes_on() {
    let (house, store) = Late::house("dropped").await;
    let mut guest = house.guest();
    let (table, seat) = two_seats(&mut guest).await;
    let page = guest.get(&format!("{table}?seat={seat}")).await;
    let body = format!("seq={}&seat={seat}&action={}", page.seq(), encode(&page.actions()[0]));
    let request = Request::post(format!("{table}/act"))
        .header("host", "gloria.test")
        .header("cookie", guest.cookie.as_deref().unwrap())
        .header("content-type", "application/x-www-form-urlencoded");
    let post = guest.app.clone().oneshot(request.body(Body::from(body)).unwrap());
    let id = TableId::new(&table[3..]).unwrap();
    store.hold();
    tokio::select! {
        _ = post => panic!("it is dropped before it is answered"),
        // It is durable.
        () = until(|| async { (store.events(&id, page.seq(), 10).await.unwrap().len() == 1).then_some(()) }) => {}
    }
    store.answer();
    // So it is also seen.
    until(|| {
        let (mut guest, table, next) = (guest.clone(), format!("{table}?seat={seat}"), page.seq() + 1);
        async move { (guest.get(&table).await.seq() == next).then_some(()) }
    })
    .await;
    let seat = if guest.get(&table).await.has("?seat=A") { "A" } else { "B" };
    assert_eq!(act(&mut guest, &table, seat).await, StatusCode::SEE_OTHER, "and the table goes on");
}

#[tokio::test]
async fn what_somebody_else_wrote_to_the_log_is_caught_up_with() {
    let folder = Folder::new("elsewhere");
    let store: Arc<dyn Store> = Arc::new(Sqlite::open(&folder.0.join("log")).unwrap());
    let mut servers = Vec::new();
    let (_stop, stopped) = watch::channel(false);
    for _ in 0..2 {
        let tables = Tables::open(Arc::clone(&store), config()).await.unwrap();
        servers.push(gloria_web::app(tables, stopped.clone()));
    }
    let mut here = Visitor { app: servers[0].clone(), cookie: None };
    let (table, seat) = two_seats(&mut here).await;
    let mut there = Visitor { app: servers[1].clone(), cookie: here.cookie.clone() };
    let before = there.get(&format!("{table}?seat={seat}")).await;
    assert_eq!(act(&mut here, &table, seat).await, StatusCode::SEE_OTHER);
    let fields = [("seq", before.seq().to_string()), ("seat", seat.to_owned())];
    let fields: Vec<(&str, &str)> = fields.iter().map(|(name, value)| (*name, value.as_str())).collect();
    let action = before.actions().last().cloned().unwrap();
    let fields = [fields.as_slice(), &[("action", action.as_str())]].concat();
    let stale = there.post(&format!("{table}/act"), &fields).await;
    assert_eq!(stale.status, StatusCode::CONFLICT);
    let now = there.get(&format!("{table}?seat={seat}")).await;
    assert_eq!(now.seq(), before.seq() + 1, "the table as it is now");
    let seat = if there.get(&table).await.has("?seat=A") { "A" } else { "B" };
    assert_eq!(act(&mut there, &table, seat).await, StatusCode::SEE_OTHER);
}
