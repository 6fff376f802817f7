//! The example game, one line in the list of games: everything that is done with a game at a table works with it.

use crate::house::House;
use axum::http::StatusCode;

#[tokio::test]
async fn a_game_that_is_one_line_in_the_list_is_drawn_and_played_to_its_end() {
    let house = House::new().await;
    let mut guest = house.guest();
    assert!(!guest.get("/").await.has("lots"), "an example is listed nowhere");
    let table = guest.post("/quick/lots", &[]).await.location.unwrap();
    let mut decisions = 0;
    let over = loop {
        let page = guest.my_turn(&table).await;
        if page.has("id=\"ending\"") {
            break page;
        }
        assert!(page.has("data-spot=\"urn\"") && page.has("aria-label=\"Your hand\""), "{}", page.text);
        let (actions, seq) = (page.actions(), page.seq().to_string());
        assert!(actions.contains(&"draw".to_owned()), "{actions:?}");
        let fields = [("seq", seq.as_str()), ("seat", "A"), ("action", &actions[decisions % actions.len()])];
        assert_eq!(guest.post(&format!("{table}/act"), &fields).await.status, StatusCode::SEE_OTHER);
        decisions += 1;
    };
    assert!(
        decisions > 5 && over.has("Every draw was checked"),
        "after {decisions} decisions: {}",
        over.text
    );
    let record = guest.get(&format!("{table}/record")).await;
    assert!(record.text.contains("game lots"), "{}", record.text);
    assert!(guest.get(&format!("{table}/replay")).await.has("The game is over"));
}

#[tokio::test]
async fn its_rules_its_cards_and_its_refusals_have_their_pages() {
    let house = House::new().await;
    let mut guest = house.guest();
    let rules = guest.get("/rules/lots").await;
    assert!(rules.has("id=\"LOT-2\"") && rules.has("eighteen lots"), "{}", rules.text);
    assert!(guest.get("/cards/lots").await.has("Lot 9"));
    let table = guest.post("/quick/lots", &[]).await.location.unwrap();
    let page = guest.my_turn(&table).await;
    assert!(page.has("/rules/lots#LOT-2"), "what can't be played says by which rule: {}", page.text);
}
