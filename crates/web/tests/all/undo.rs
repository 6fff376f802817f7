//! Whatever is taken back is told: who took back what, on every surface alike.

use crate::house::{House, Visitor, config};
use axum::body::Body;
use axum::http::{Request, StatusCode};
use gloria_web::{Config, Luck};
use serde_json::Value;

/// What the log of a page tells of what was taken back, newest first, without its tags.
fn told(text: &str) -> Vec<String> {
    let notes = text.split("taken-back").skip(1).filter_map(|part| part.split("</p>").next());
    let notes = notes.filter_map(|part| part.split("</li>").next());
    notes.map(|note| plain(note.split_once('>').map_or("", |(_, note)| note))).collect()
}

/// A text without its tags.
fn plain(text: &str) -> String {
    let pieces = text.split('<').enumerate();
    let words =
        pieces.map(|(at, piece)| if at == 0 { piece } else { piece.split_once('>').map_or("", |it| it.1) });
    words.collect::<String>().replace("&amp;", "&").trim().to_owned()
}

async fn log(guest: &Visitor, table: &str) -> Value {
    let token = guest.cookie.as_deref().unwrap().strip_prefix("gloria=").unwrap().to_owned();
    let request = Request::get(format!("/api/tables/{}/log", &table[3..]))
        .header("host", "gloria.test")
        .header("authorization", format!("Bearer {token}"));
    let page =
        Visitor { app: guest.app.clone(), cookie: None }.send(request.body(Body::empty()).unwrap()).await;
    assert_eq!(page.status, StatusCode::OK, "{}", page.text);
    serde_json::from_str(&page.text).unwrap()
}

/// Plays until a decision can be taken back alone, and takes it back; answers the decision.
async fn take_one_back(guest: &mut Visitor, table: &str, game: &str) -> String {
    for turn in 0..80_usize {
        let page = guest.my_turn(table).await;
        let actions = page.actions();
        assert!(!actions.is_empty(), "{game} is over, and nothing could ever be taken back");
        let action = actions[turn * 5 % actions.len()].clone();
        if action.starts_with("surrender") || action.starts_with("resign") {
            continue;
        }
        guest.post(&format!("{table}/act"), &[("seat", "A"), ("action", &action)]).await;
        if guest.post(&format!("{table}/undo"), &[("seat", "A")]).await.status == StatusCode::SEE_OTHER {
            return action;
        }
    }
    panic!("{game}: nothing could ever be taken back");
}

#[tokio::test]
async fn an_undo_that_needs_no_consent_is_told_on_every_surface() {
    let house = House::with(Config { luck: Luck::Known(3), ..config() }).await;
    let mut played = Vec::new();
    for game in ["glory-to-rome", "for-glory", "glory"] {
        let mut guest = house.guest();
        guest.get("/").await;
        guest.post("/me", &[("name", "Ann")]).await;
        let mut fields = vec![("seat", "me"), ("seat", "bot:random")];
        fields.resize(4, ("seat", "none"));
        let table = guest.post(&format!("/new/{game}"), &fields).await.location.unwrap();
        let action = take_one_back(&mut guest, &table, game).await;
        let page = guest.get(&table).await;
        let own = told(&page.text);
        assert_eq!(own.len(), 1, "{game}: {own:?}");
        let words = own[0].strip_prefix('A').expect("the badge comes first").trim();
        assert!(words.starts_with("Ann took back: ") && !words.contains("agreed"), "{game}: {words}");
        // The program's log: the same decision, in its notation.
        let log = log(&guest, &table).await;
        let back = &log["taken_back"][0];
        assert_eq!(
            (&back["by"], &back["decisions"][0]["seat"], &back["decisions"][0]["told"]),
            (&"A".into(), &"A".into(), &action.as_str().into()),
            "{game}: {log}"
        );
        assert_eq!(back["after"], log["steps"], "{game}: the game stands where it was");
        // Looking back, at that moment and at no other.
        let steps = log["steps"].as_u64().unwrap();
        let here = guest.get(&format!("{table}/replay?at={steps}")).await;
        assert_eq!(told(&here.text).len(), 1, "{game}: {}", here.text);
        if let Some(before) = steps.checked_sub(1) {
            assert!(told(&guest.get(&format!("{table}/replay?at={before}")).await.text).is_empty(), "{game}");
        }
        guest.show(&table).await;
        // Whoever looks on reads that it was taken back too.
        assert_eq!(told(&house.guest().get(&table).await.text).len(), 1, "{game}");
        // It stays in the log when the game goes on, above the decision it followed.
        let page = guest.my_turn(&table).await;
        guest.post(&format!("{table}/act"), &[("seat", "A"), ("action", &page.actions()[0])]).await;
        assert_eq!(told(&guest.my_turn(&table).await.text), own, "{game}");
        played.push((guest, table, own));
    }
    // A new server knows it.
    let again = house.again().await;
    for (guest, table, own) in played {
        let mut same = Visitor { app: again.app.clone(), cookie: guest.cookie.clone() };
        assert_eq!(told(&same.get(&table).await.text), own);
    }
}
