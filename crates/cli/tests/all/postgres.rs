//! Every command with a database, on a PostgreSQL.
#![cfg(unix)]

use std::fs;

use store::testkit::Cluster;

use crate::gloria::{folder, gloria};
use crate::serve::Server;

#[test]
fn every_command_takes_an_address_and_says_in_a_sentence_what_is_wrong_with_it() {
    let (cluster, folder) = (Cluster::start(), folder("postgres"));
    let file = |name: &str| folder.join(name).display().to_string();
    let address = cluster.address(&cluster.database());
    // Nothing is there yet for those who only read.
    for command in
        [format!("export {}", file("early")), format!("backup {}", file("early")), "reports".to_owned()]
    {
        let early = gloria(&format!("{command} --database {address}"));
        assert!(early.code == 2 && early.err.contains("nothing of gloria is in it"), "{early:?}");
    }
    let server = Server::at(&address, "");
    let (table, token) = server.table();
    for _ in 0..5 {
        assert_eq!(server.decide(&table, &token), 200);
    }
    let path = format!("/api/tables/{table}?seat=A");
    let here = server.call(&token, &path, None);
    let reports = gloria(&format!("reports --database {address}"));
    assert!(reports.code == 0 && reports.out.contains("Nobody has reported"), "{reports:?}");
    // Beside the running server: everything in one file, and from there in another database.
    let backup = gloria(&format!("backup {} --database {address}", file("copy.db")));
    assert!(
        backup.code == 0 && backup.out.contains("is a copy of the database test0 at 127.0.0.1"),
        "{backup:?}"
    );
    let exported = gloria(&format!("export {} --database {address}", file("all")));
    assert!(exported.code == 0 && exported.out.contains("1 tables"), "{exported:?}");
    let other = cluster.address(&cluster.database());
    let imported = gloria(&format!("import {} --database {other}", file("all")));
    assert_eq!(
        (imported.code, imported.out.replace("Imported", "Exported")),
        (0, exported.out),
        "{imported:?}"
    );
    gloria(&format!("export {} --database {other}", file("again")));
    assert_eq!(fs::read(file("all")).unwrap(), fs::read(file("again")).unwrap());
    assert!(server.stop());
    for elsewhere in [other.as_str(), &file("copy.db")] {
        let there = Server::at(elsewhere, "");
        assert_eq!(there.call(&token, &path, None), here, "with the same guests and the same secrets");
        assert_eq!(there.decide(&table, &token), 200, "and it goes on");
        assert!(there.stop());
    }
    // A new key makes everybody somebody else.
    assert_eq!(gloria(&format!("rotate-key --database {address}")).code, 0);
    let again = Server::at(&address, "");
    assert_eq!(again.call(&token, &path, None).0, 401);
    drop(again);
    // What can't be used.
    let name = cluster.database();
    cluster.psql(&name, "CREATE SCHEMA gloria CREATE TABLE recipes ()").unwrap();
    for (wrong, why) in [
        ("postgres://gloria@127.0.0.1:1/x".to_owned(), "can't be reached"),
        ("postgres://gloria@127.0.0.1".to_owned(), "no database is named"),
        (format!("{address}?sslmode=perhaps"), "expected disable, require or verify-full"),
        (cluster.address("nowhere"), "does not exist"),
        (cluster.address(&name), "belongs to another program"),
    ] {
        for command in ["serve --listen 127.0.0.1:0", "reports", &format!("import {}", file("all"))] {
            let refused = gloria(&format!("{command} --database {wrong}"));
            assert!(refused.code == 2 && refused.err.contains(why), "{wrong}: {refused:?}");
            assert_eq!(refused.err.trim().lines().count(), 1, "one sentence: {refused:?}");
        }
    }
}
