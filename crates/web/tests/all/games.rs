//! The list of one's own games: whose turn, against whom, how it ended; put away, taken back, deleted.

use axum::http::StatusCode;
use store::TableId;

use crate::house::{House, Visitor};
use crate::nodes::until;

/// A page without what is above every page.
async fn main(guest: &mut Visitor, path: &str) -> String {
    let page = guest.get(path).await.text;
    page[page.find("<main").unwrap()..].to_owned()
}

/// What a list says of a table: the text of its row.
async fn row(guest: &mut Visitor, table: &str) -> Option<String> {
    let page = main(guest, "/games").await;
    let row = &page[page.find(&format!("href=\"{table}\""))?..];
    let row = &row[row.find('>')? + 1..row.find("</a>")?];
    let mut text = String::new();
    for piece in row.split('<') {
        text.push_str(piece.split_once('>').map_or(piece, |(_, rest)| rest));
        text.push(' ');
    }
    Some(text.split_whitespace().collect::<Vec<_>>().join(" "))
}

async fn opened(guest: &mut Visitor, seats: &[&str]) -> String {
    let mut fields: Vec<(&str, &str)> = seats.iter().map(|seat| ("seat", *seat)).collect();
    fields.resize(5, ("seat", "none"));
    guest.post("/new/glory-to-rome", &fields).await.location.unwrap()
}

fn events(house: &House, table: &str) -> impl Future<Output = usize> {
    let (store, id) = (house.tables.store.clone(), TableId::new(&table[3..]).unwrap());
    async move { store.events(&id, 0, 100).await.unwrap().len() }
}

#[tokio::test]
async fn the_list_says_whose_turn_it_is_and_how_it_ended() {
    let house = House::new().await;
    let (mut ann, mut bob) = (house.guest(), house.guest());
    for (guest, name) in [(&mut ann, "Ann"), (&mut bob, "Bob")] {
        guest.get("/").await;
        guest.post("/me", &[("name", name)]).await;
    }
    assert!(ann.get("/games").await.has("You have no games yet"));
    let alone = opened(&mut ann, &["me", "bot:random", "bot:gentle"]).await;
    ann.my_turn(&alone).await;
    assert_eq!(
        row(&mut ann, &alone).await.unwrap(),
        "Glory to Rome Otho (bot, random), Galba (bot, gentle) your turn · just now"
    );
    let shared = opened(&mut ann, &["me", "link"]).await;
    assert_eq!(row(&mut ann, &shared).await.unwrap(), "Glory to Rome waiting for players · just now");
    bob.post(&format!("{shared}/sit"), &[("seat", "B")]).await;
    let (ann_sees, bob_sees) = (row(&mut ann, &shared).await.unwrap(), row(&mut bob, &shared).await.unwrap());
    let (mine, other) =
        if ann_sees.contains("your turn") { (&ann_sees, &bob_sees) } else { (&bob_sees, &ann_sees) };
    assert!(
        mine.ends_with("your turn · just now") && other.contains("waiting for "),
        "{ann_sees}; {bob_sees}"
    );
    assert!(ann_sees.starts_with("Glory to Rome Bob ") && bob_sees.starts_with("Glory to Rome Ann "));
    bob.post(&format!("{shared}/resign"), &[("seat", "B")]).await;
    assert_eq!(row(&mut ann, &shared).await.unwrap(), "Glory to Rome Bob you won");
    assert_eq!(row(&mut bob, &shared).await.unwrap(), "Glory to Rome Ann you lost");
    // Saying something afterwards changes nothing of that.
    bob.post(&format!("{shared}/chat"), &[("text", "vale")]).await;
    assert_eq!(row(&mut bob, &shared).await.unwrap(), "Glory to Rome Ann you lost");
    // A game played to its end has scores, which a new server knows too.
    let ended = opened(&mut ann, &["me", "bot:random"]).await;
    ann.post(&format!("{ended}/leave"), &[("seat", "A")]).await;
    ann.end(&ended).await;
    assert!(row(&mut ann, &ended).await.is_none(), "who left has no part in it");
}

#[tokio::test]
async fn games_are_put_away_and_deleted() {
    let house = House::new().await;
    let (mut ann, mut bob) = (house.guest(), house.guest());
    ann.get("/").await;
    bob.get("/").await;
    let alone = ann.quick().await;
    ann.my_turn(&alone).await;
    let path = |table: &str, verb: &str| format!("/games/{}/{verb}", &table[3..]);
    // Put away it is in the list's last part, and no longer on the front page.
    ann.post(&path(&alone, "archive"), &[("on", "true")]).await;
    assert!(ann.get("/games").await.has("Put away: 1") && !main(&mut ann, "/").await.contains(&alone));
    ann.post(&path(&alone, "archive"), &[("on", "false")]).await;
    assert!(!ann.get("/games").await.has("Put away: 1") && main(&mut ann, "/").await.contains(&alone));
    // What nobody else has is really gone.
    assert!(events(&house, &alone).await > 1);
    assert_eq!(bob.post(&path(&alone, "delete"), &[]).await.status, StatusCode::FORBIDDEN);
    assert_eq!(ann.post(&path(&alone, "delete"), &[]).await.status, StatusCode::SEE_OTHER);
    assert_eq!(ann.get(&alone).await.status, StatusCode::NOT_FOUND);
    assert_eq!(events(&house, &alone).await, 0);
    assert!(row(&mut ann, &alone).await.is_none());
    // What others play is not deleted under their hands; once it is over, it stays theirs.
    let shared = opened(&mut ann, &["me", "link"]).await;
    bob.post(&format!("{shared}/sit"), &[("seat", "B")]).await;
    assert_eq!(ann.post(&path(&shared, "delete"), &[]).await.status, StatusCode::UNPROCESSABLE_ENTITY);
    bob.post(&format!("{shared}/resign"), &[("seat", "B")]).await;
    assert_eq!(ann.post(&path(&shared, "delete"), &[]).await.status, StatusCode::SEE_OTHER);
    assert!(row(&mut ann, &shared).await.is_none() && row(&mut bob, &shared).await.is_some());
    let again = house.again().await;
    let mut ann = Visitor { app: again.app.clone(), cookie: ann.cookie.clone() };
    assert!(row(&mut ann, &shared).await.is_none(), "a new server knows it");
    std::mem::forget(again);
}

/// A game that was put away is counted nowhere, at no server, until it is taken back.
#[tokio::test]
async fn what_was_put_away_is_not_counted() {
    let house = House::new().await;
    let mut ann = house.guest();
    let (first, second) = (ann.quick().await, ann.quick().await);
    for table in [&first, &second] {
        ann.my_turn(table).await;
    }
    let counted = async |guest: &mut Visitor, number: &str| {
        guest.get("/me").await.attribute("class=\"next\"", "data-count").as_deref() == Some(number)
    };
    let mut looks = ann.clone();
    until("both are counted", async || counted(&mut looks, "2").await).await;
    let path = format!("/games/{}/archive", &first[3..]);
    assert_eq!(ann.post(&path, &[("on", "true")]).await.status, StatusCode::SEE_OTHER);
    assert!(counted(&mut ann, "1").await);
    let again = house.again().await;
    let mut there = Visitor { app: again.app.clone(), cookie: ann.cookie.clone() };
    assert!(counted(&mut there, "1").await, "a new server knows it");
    std::mem::forget(again);
    ann.post(&path, &[("on", "false")]).await;
    assert!(counted(&mut ann, "2").await);
    for table in [&first, &second] {
        ann.post(&format!("/games/{}/archive", &table[3..]), &[("on", "true")]).await;
    }
    assert!(!ann.get("/me").await.has("class=\"next\""));
}
