//! Twin tables, a few pairs; `cargo run --release -p gloria-proofs -- twins` compares five hundred of each game.

use bots::Mind;
use gloria_proofs::twins::{Plant, run};
use pages::Drawn;

async fn holds<G: Drawn + Mind>() {
    let tally = run::<G>(12, 3, Plant::Nothing).await.unwrap_or_else(|apart| panic!("{apart}"));
    assert!(tally.answers > 100 && tally.steps > 5, "{tally}");
    for plant in [Plant::StateHash, Plant::OtherEyes] {
        assert!(run::<G>(40, 3, plant).await.is_err(), "the planted leak {plant:?} was not caught");
    }
}

#[tokio::test]
async fn twin_tables_of_glory_to_rome_look_alike() {
    Box::pin(holds::<glory_to_rome::State>()).await;
}

#[tokio::test]
async fn twin_tables_of_for_glory_look_alike() {
    Box::pin(holds::<for_glory::State>()).await;
}

#[tokio::test]
async fn twin_tables_of_glory_look_alike() {
    Box::pin(holds::<glory::State>()).await;
}
