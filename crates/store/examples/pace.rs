//! How fast events become durable: on a file and on a PostgreSQL of its own, by one writer and by many at once.
//!
//! `cargo run --release -p gloria-store --example pace`

use std::error::Error;
use std::sync::Arc;
use std::time::{Duration, Instant};

use gloria_store::testkit::Cluster;
use gloria_store::{Address, Append, Appended, Postgres, Sqlite, Store, TableId};

/// How long each is measured.
const LONG: Duration = Duration::from_secs(5);

/// One writer at a table of its own; answers how long each append took.
async fn write(store: Arc<dyn Store>, table: TableId) -> Vec<Duration> {
    let (began, mut took, mut expected) = (Instant::now(), Vec::new(), 0);
    while began.elapsed() < LONG {
        let append = Append {
            table: table.clone(),
            expected,
            request: Some(format!("A {expected}")),
            at: expected,
            events: vec!["x".repeat(120)],
            digest: "y".repeat(300),
            finished: None,
            thinking: None,
        };
        let asked = Instant::now();
        match store.append(append).await {
            Ok(Appended::Written(last)) => expected = last,
            other => {
                eprintln!("{other:?}");
                return took;
            }
        }
        took.push(asked.elapsed());
    }
    took
}

async fn measure(name: &str, stores: &[Arc<dyn Store>], writers: usize) -> Result<(), Box<dyn Error>> {
    let mut tasks = Vec::new();
    for writer in 0..writers {
        let table = TableId::new(&format!("w{writers}s{}n{writer}", stores.len())).ok_or("a name")?;
        tasks.push(tokio::spawn(write(Arc::clone(&stores[writer % stores.len()]), table)));
    }
    let mut took = Vec::new();
    for task in tasks {
        took.extend(task.await?);
    }
    took.sort();
    let at = |share: f64| took[((took.len() - 1) as f64 * share) as usize].as_secs_f64() * 1000.0;
    let pace = took.len() as f64 / LONG.as_secs_f64();
    println!("{name}, {writers} writers: {pace:.0} a second, p50 {:.1} ms, p99 {:.1} ms", at(0.5), at(0.99));
    Ok(())
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::temp_dir().join(format!("gloria-pace-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let file: Arc<dyn Store> = Arc::new(Sqlite::open(&folder.join("log.db"))?);
    let cluster = Cluster::with(&["fsync=on"]);
    let address = Address::read(&cluster.address(&cluster.database()))?;
    let mut servers: Vec<Arc<dyn Store>> = Vec::new();
    for _ in 0..4 {
        servers.push(Arc::new(Postgres::open(&address).await?));
    }
    for writers in [1, 200] {
        measure("SQLite", &[Arc::clone(&file)], writers).await?;
        for servers in [&servers[..1], &servers[..2], &servers] {
            if writers >= servers.len() {
                measure(&format!("PostgreSQL, {} servers", servers.len()), servers, writers).await?;
            }
        }
    }
    drop(file);
    std::fs::remove_dir_all(&folder)?;
    Ok(())
}
