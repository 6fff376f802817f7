//! What the store promises where several servers share a database.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use gloria_store::testkit::Cluster;
use gloria_store::{
    Address, Appended, Database, News, Postgres, Sqlite, Standing, Store, StoreError, Watch, copy, export,
    import,
};
use tokio::time::timeout;

use crate::place::{Folder, append, postgres, table};

/// The next news, soon.
async fn soon(watch: &mut Watch) -> News {
    timeout(Duration::from_secs(20), watch.next()).await.expect("news comes soon").expect("the store is open")
}

/// News until everything has to be read anew.
async fn until_anew(watch: &mut Watch) {
    while soon(watch).await != News::Anew {}
}

#[tokio::test(flavor = "multi_thread")]
async fn servers_share_a_database_and_hear_of_each_other() {
    let mut cluster = Cluster::start();
    of_writers_at_two_servers_exactly_one_wins_each_seq(&cluster).await;
    groups_of_many_tables_from_two_servers_never_wait_in_a_circle(&cluster).await;
    others_are_told_of_every_append_once(&cluster).await;
    many_servers_start_at_once_on_an_empty_database(&cluster).await;
    the_pool_opens_no_more_connections_than_it_may(&cluster).await;
    // Last, for it takes the server away under everybody.
    a_lost_connection_means_that_everything_is_read_anew(&mut cluster).await;
}

async fn of_writers_at_two_servers_exactly_one_wins_each_seq(cluster: &Cluster) {
    let name = cluster.database();
    let mut writers = Vec::new();
    for _ in 0..2 {
        let store = Arc::new(postgres(cluster, &name).await);
        for writer in 0..4 {
            let store = Arc::clone(&store);
            writers.push(tokio::spawn(async move {
                let (mut expected, mut won) = (0, 0);
                while expected < 60 {
                    match store.append(append("t", expected, None, &[&format!("{writer}")])).await.unwrap() {
                        Appended::Written(last) => (expected, won) = (last, won + 1),
                        Appended::Stale(last) => {
                            assert!(last > expected, "the loser is told what is there");
                            expected = last;
                        }
                        Appended::Repeated(_) => unreachable!("no request is named"),
                    }
                }
                won
            }));
        }
    }
    let mut won = 0;
    for writer in writers {
        won += writer.await.unwrap();
    }
    let events = postgres(cluster, &name).await.events(&table("t"), 0, 1000).await.unwrap();
    assert_eq!(events.len(), won);
    assert!(events.iter().zip(1..).all(|(event, seq)| event.seq == seq));
}

async fn groups_of_many_tables_from_two_servers_never_wait_in_a_circle(cluster: &Cluster) {
    let name = cluster.database();
    let stores = [postgres(cluster, &name).await, postgres(cluster, &name).await];
    for round in 0..10 {
        // One asks in the order of the tables, the other against it.
        let ask = |at: usize, from: u64| stores[at].append(append(&format!("t{from}"), round, None, &["x"]));
        let (there, back): (Vec<_>, Vec<_>) = (0..60).map(|at| (ask(0, at), ask(1, 59 - at))).unzip();
        let mut written = 0;
        for asked in there.into_iter().chain(back) {
            match asked.await.unwrap() {
                Appended::Written(last) => {
                    assert_eq!(last, round + 1);
                    written += 1;
                }
                Appended::Stale(last) => assert_eq!(last, round + 1),
                Appended::Repeated(_) => unreachable!("no request is named"),
            }
        }
        assert_eq!(written, 60, "each table once");
    }
}

async fn others_are_told_of_every_append_once(cluster: &Cluster) {
    let name = cluster.database();
    let (here, there) = (postgres(cluster, &name).await, postgres(cluster, &name).await);
    let mut watch = there.watch().unwrap();
    let asked: Vec<_> =
        (0..30).map(|at| here.append(append(&format!("t{at}"), 0, None, &["a", "b"]))).collect();
    for asked in asked {
        asked.await.unwrap();
    }
    assert_eq!(here.append(append("t0", 0, None, &["stale"])).await, Ok(Appended::Stale(2)));
    here.append(append("t0", 2, None, &["c"])).await.unwrap();
    let mut told = BTreeSet::new();
    for _ in 0..30 {
        let News::Appended(table, 2) = soon(&mut watch).await else { panic!("another news") };
        assert!(told.insert(table), "told twice");
    }
    assert_eq!(
        soon(&mut watch).await,
        News::Appended(table("t0"), 3),
        "of what was not written nobody hears"
    );
    here.put_note("signing-key", "x").await.unwrap();
    assert_eq!(soon(&mut watch).await, News::Noted("signing-key".to_owned()));
    there.check().await.unwrap();
    // They were written in 1970, as their writers say, and a moment ago, as the database knows.
    let hour = Duration::from_secs(3600);
    assert_eq!(here.remove_tables(hour, 1).await, Ok(Vec::new()));
    assert_eq!(here.archive(Standing::Unfinished, hour, 1).await, Ok(Vec::new()));
    here.remove_tables(Duration::ZERO, 1).await.unwrap();
    assert_eq!(soon(&mut watch).await, News::Removed(table("t0")));
}

async fn many_servers_start_at_once_on_an_empty_database(cluster: &Cluster) {
    let name = cluster.database();
    let address = Address::read(&cluster.address(&name)).unwrap();
    let starts: Vec<_> = (0..6)
        .map(|at| {
            let address = address.clone();
            tokio::spawn(async move {
                let store = Postgres::open(&address).await.unwrap();
                store.put_note_unless("signing-key", &format!("{at}")).await.unwrap()
            })
        })
        .collect();
    let mut keys = BTreeSet::new();
    for start in starts {
        keys.insert(start.await.unwrap());
    }
    assert_eq!(keys.len(), 1, "all have the same key");
}

async fn the_pool_opens_no_more_connections_than_it_may(cluster: &Cluster) {
    let name = cluster.database();
    let address = Address::read(&format!("{}?connections=2", cluster.address(&name))).unwrap();
    let store = Arc::new(Postgres::open(&address).await.unwrap());
    let reads: Vec<_> = (0..50)
        .map(|_| {
            let store = Arc::clone(&store);
            tokio::spawn(async move { store.notes("").await })
        })
        .collect();
    for read in reads {
        read.await.unwrap().unwrap();
    }
    let count = format!("SELECT count(*) FROM pg_stat_activity WHERE datname = '{name}'");
    assert_eq!(cluster.psql("postgres", &count).unwrap().trim(), "3", "two, and the one that listens");
}

async fn a_lost_connection_means_that_everything_is_read_anew(cluster: &mut Cluster) {
    let name = cluster.database();
    let (here, there) = (postgres(cluster, &name).await, postgres(cluster, &name).await);
    let mut watch = there.watch().unwrap();
    here.append(append("t", 0, None, &["a"])).await.unwrap();
    assert_eq!(soon(&mut watch).await, News::Appended(table("t"), 1));
    // Somebody cuts every connection: the listener notices, comes back and says so.
    let cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'gloria'";
    cluster.psql(&name, cut).unwrap();
    until_anew(&mut watch).await;
    let mut last = 1;
    while here.append(append("t", last, None, &["b"])).await != Ok(Appended::Written(2)) {
        last = 1;
    }
    assert_eq!(soon(&mut watch).await, News::Appended(table("t"), 2));
    // The whole server goes away: nothing is acknowledged meanwhile, and all goes on afterwards.
    cluster.stop();
    assert!(matches!(here.append(append("t", 2, None, &["c"])).await, Err(StoreError::Broken(_))));
    assert!(here.check().await.is_err() && here.events(&table("t"), 0, 9).await.is_err());
    cluster.resume();
    until_anew(&mut watch).await;
    assert_eq!(here.append(append("t", 2, None, &["d"])).await, Ok(Appended::Written(3)));
    assert_eq!(soon(&mut watch).await, News::Appended(table("t"), 3));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_can_not_be_used_is_refused_with_a_sentence() {
    let cluster = Cluster::start();
    let refused = async |address: &str| -> String {
        let started = tokio::time::Instant::now();
        let error = Postgres::open(&Address::read(address).unwrap()).await.unwrap_err();
        assert!(
            matches!(error, StoreError::Unfit(_)) && started.elapsed() < Duration::from_secs(15),
            "{error:?}"
        );
        error.to_string()
    };
    let name = cluster.database();
    let address = cluster.address(&name);
    assert!(refused(&cluster.address("nowhere")).await.contains("\"nowhere\" does not exist"));
    assert!(refused("postgres://gloria@127.0.0.1:1/x").await.contains("can't be reached"));
    // Whoever only reads makes nothing.
    let empty = Postgres::open_to_read(&Address::read(&address).unwrap()).await.unwrap_err().to_string();
    assert!(empty.contains("nothing of gloria is in it"), "{empty}");
    cluster.psql(&name, "CREATE SCHEMA gloria CREATE TABLE gloria.version (recipe text)").unwrap();
    assert!(refused(&address).await.contains("belongs to another program"));
    cluster.psql(&name, "INSERT INTO gloria.version VALUES ('soup')").unwrap();
    assert!(refused(&address).await.contains("belongs to another program"));
    cluster.psql(&name, "DROP TABLE gloria.version; CREATE TABLE gloria.recipes ()").unwrap();
    assert!(refused(&address).await.contains("belongs to another program"));
    cluster.psql(&name, "DROP TABLE gloria.recipes").unwrap();
    // An empty schema may have been made for us.
    drop(Postgres::open(&Address::read(&address).unwrap()).await.unwrap());
    cluster.psql(&name, "UPDATE gloria.version SET number = 99").unwrap();
    let newer = refused(&address).await;
    assert!(newer.contains("version 99") && newer.contains("newer gloria"), "{newer}");
    let reader = Postgres::open_to_read(&Address::read(&address).unwrap()).await.unwrap_err().to_string();
    assert!(reader.contains("newer gloria"), "{reader}");
    // Whoever may not make anything there is told so.
    cluster.psql(&name, "DROP SCHEMA gloria CASCADE; CREATE ROLE poor LOGIN").unwrap();
    let poor = address.replace("gloria@", "poor@");
    assert!(refused(&poor).await.contains("permission denied"));
}

async fn exported(store: &dyn Store) -> String {
    let mut text = Vec::new();
    let _ = export(store, &mut text).await.unwrap();
    String::from_utf8(text).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn everything_goes_from_a_file_to_postgresql_and_back_without_loss() {
    let (cluster, folder) = (Cluster::start(), Folder::new("between"));
    let file = Sqlite::open(&folder.file("from")).unwrap();
    let people = Some(vec!["bob".to_owned(), "ann".to_owned()]);
    for at in 0..30_u64 {
        let name = format!("t{at}");
        let request = format!("A r{at}");
        let first = append(&name, 0, Some(&request), &["{\"é\":\"\\u0000\"}", "b\nwith a line"]);
        file.append(gloria_store::Append { at: 1000 + at, ..first }).await.unwrap();
        let over = (at % 3 == 0).then(|| people.clone()).flatten();
        let last = append(&name, 2, None, &["c"]);
        file.append(gloria_store::Append { at: 2000 + at, finished: over, ..last }).await.unwrap();
    }
    for key in ["signing-key", "report/t1/ab", "record/é", "source/x"] {
        file.put_note(key, &format!("{key}\0\n")).await.unwrap();
    }
    let text = exported(&file).await;
    let name = cluster.database();
    let there = postgres(&cluster, &name).await;
    let counted = import(&there, &mut text.as_bytes()).await.unwrap();
    assert_eq!((counted.tables, counted.events, counted.notes), (30, 90, 4));
    assert_eq!(exported(&there).await, text);
    assert_eq!(there.finished("ann", 99).await.unwrap(), file.finished("ann", 99).await.unwrap());
    assert_eq!(there.unfinished(None, 99).await.unwrap(), file.unfinished(None, 99).await.unwrap());
    // A copy of it in one file, and that copied into another database.
    let database = Database::from(cluster.address(&name).as_str());
    database.back_up(&folder.file("copy")).await.unwrap();
    assert!(database.back_up(&folder.file("copy")).await.is_err(), "it is there already");
    let backup = Sqlite::open(&folder.file("copy")).unwrap();
    assert_eq!(exported(&backup).await, text);
    let again = postgres(&cluster, &cluster.database()).await;
    assert_eq!(copy(&backup, &again).await.unwrap(), counted);
    assert_eq!(exported(&again).await, text);
    // A table that has gone on otherwise is not overwritten.
    there.append(append("t7", 3, None, &["d"])).await.unwrap();
    file.append(append("t7", 3, None, &["other"])).await.unwrap();
    let other = exported(&file).await;
    let refused = import(&there, &mut other.as_bytes()).await.unwrap_err().to_string();
    assert!(refused.contains("table t7 has another event 4 already"), "{refused}");
}

/// An authority, and a certificate of it for this address, in a folder.
fn certify(folder: &Path, host: &str) {
    let openssl = |words: &str| {
        let out = Command::new("openssl").args(words.split(' ')).current_dir(folder).output().unwrap();
        assert!(out.status.success(), "{words}: {}", String::from_utf8_lossy(&out.stderr));
    };
    let key = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes";
    openssl(&format!("req -x509 {key} -keyout ca.key -out ca.pem -days 2 -subj /CN=authority"));
    openssl(&format!("req {key} -keyout server.key -out server.csr -subj /CN=server"));
    std::fs::write(folder.join("names"), format!("subjectAltName=IP:{host}\n")).unwrap();
    openssl(
        "x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -out server.pem -extfile names",
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn over_tls_the_server_must_be_who_it_says() {
    use std::os::unix::fs::{PermissionsExt as _, chown};
    let mut cluster = Cluster::start();
    cluster.stop();
    let folder = cluster.folder().to_owned();
    certify(&folder, "127.0.0.1");
    let owner = std::os::unix::fs::MetadataExt::uid(&std::fs::metadata(&folder).unwrap());
    chown(folder.join("server.key"), Some(owner), None).unwrap();
    std::fs::set_permissions(folder.join("server.key"), std::fs::Permissions::from_mode(0o600)).unwrap();
    let settings = format!(
        "\nssl = on\nssl_cert_file = '{0}/server.pem'\nssl_key_file = '{0}/server.key'\n",
        folder.display()
    );
    let file = folder.join("data/postgresql.conf");
    std::fs::write(&file, std::fs::read_to_string(&file).unwrap() + &settings).unwrap();
    cluster.resume();
    let name = cluster.database();
    let open = async |settings: &str| {
        Postgres::open(&Address::read(&format!("{}?{settings}", cluster.address(&name))).unwrap()).await
    };
    let root = format!("sslmode=verify-full&sslrootcert={}", folder.join("ca.pem").display());
    let store = open(&root).await.unwrap();
    store.append(append("t", 0, None, &["a"])).await.unwrap();
    let encrypted = "SELECT bool_and(ssl) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE application_name = 'gloria'";
    assert_eq!(cluster.psql(&name, encrypted).unwrap().trim(), "t");
    drop(store);
    // An authority that nobody knows here, another name, a file that is none.
    let unknown = open("sslmode=require").await.unwrap_err().to_string();
    assert!(unknown.contains("can't be reached"), "{unknown}");
    let elsewhere = cluster.address(&name).replace("127.0.0.1", "localhost");
    let other = Postgres::open(&Address::read(&format!("{elsewhere}?{root}")).unwrap()).await.unwrap_err();
    assert!(other.to_string().contains("certificate"), "{other}");
    let none = open(&format!("sslrootcert={}", folder.join("server.key").display())).await.unwrap_err();
    assert!(none.to_string().contains("no certificate"), "{none}");
    // A server that can't encrypt is not spoken to in the clear.
    let plain = Cluster::start();
    let address = format!("{}?{root}", plain.address("postgres"));
    let clear = Postgres::open(&Address::read(&address).unwrap()).await.unwrap_err().to_string();
    assert!(clear.contains("TLS"), "{clear}");
}
