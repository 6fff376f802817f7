//! Twin tables, a few pairs; `cargo run --release -p gloria-proofs -- twins` compares five hundred of each game.

use std::pin::Pin;

use games::{Playable, Visit, each};
use gloria_proofs::twins::{Plant, run};

async fn holds<G: Playable>() {
    let tally = run::<G>(12, 3, Plant::Nothing).await.unwrap_or_else(|apart| panic!("{apart}"));
    assert!(tally.answers > 100 && tally.steps > 5, "{tally}");
    for plant in [Plant::StateHash, Plant::OtherEyes] {
        assert!(run::<G>(40, 3, plant).await.is_err(), "the planted leak {plant:?} was not caught");
    }
}

/// The twin tables of a game.
struct Hold;

impl Visit for Hold {
    type Answer = Pin<Box<dyn Future<Output = ()>>>;
    fn visit<G: Playable>(&mut self) -> Self::Answer {
        Box::pin(holds::<G>())
    }
}

#[tokio::test]
async fn twin_tables_of_every_game_look_alike() {
    for game in each(&mut Hold) {
        game.await;
    }
}
