//! What the runbook of `docs/operating.md` quotes is what is really said: each of these is brought about, and looked up there.
#![cfg(unix)]

use std::path::Path;

use serde_json::json;

use crate::gloria::{folder, gloria};
use crate::serve::{Server, ask};

/// A text in one line with single spaces, as it is compared.
fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Finds what was said in the runbook, wherever the database lay and however much room was left.
fn is_quoted(said: &str, folder: &Path) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/operating.md");
    let text = std::fs::read_to_string(path).unwrap();
    let runbook = flat(text.split_once("## Runbook").expect("there is a runbook").1);
    let said = flat(&said.replace(&format!("{}/", folder.display()), ""));
    assert!(runbook.contains(&said), "the runbook does not have: {said}");
}

/// What a program is told when something went wrong.
fn error(server: &Server, token: &str, path: &str) -> (u16, String) {
    let (status, answer) = server.call(token, path, None);
    (status, answer["error"].as_str().unwrap_or_default().to_owned())
}

#[test]
#[should_panic = "the runbook does not have"]
fn a_sentence_that_is_not_there_is_noticed() {
    is_quoted("The server is on holiday.", Path::new("/nowhere"));
}

#[test]
fn a_key_has_leaked() {
    let folder = folder("leaked");
    let database = folder.join("gloria.db");
    let server = Server::start(&database, "");
    let (table, token) = server.table();
    let rotate = format!("rotate-key --database {}", database.display());
    let refused = gloria(&rotate);
    assert_eq!(refused.code, 2, "{refused:?}");
    let why = refused.err.trim().strip_prefix("gloria: ").expect("it says who speaks");
    is_quoted(why, &folder);
    assert!(server.stop());
    let rotated = gloria(&rotate);
    assert_eq!(rotated.code, 0, "{rotated:?}");
    is_quoted(&rotated.out, &folder);
    let again = Server::start(&database, "");
    let (status, why) = error(&again, &token, &format!("/api/tables/{table}?seat=A"));
    is_quoted(&format!("(`{why}`, {status})"), &folder);
}

#[test]
fn the_database_is_broken() {
    let folder = folder("broken");
    let database = folder.join("gloria.db");
    let serve = format!("serve --listen 127.0.0.1:0 --database {}", database.display());
    std::fs::write(&database, "no database\n".repeat(1000)).unwrap();
    let foreign = gloria(&serve);
    assert!(foreign.code == 2 && foreign.err.contains("file is not a database"), "{foreign:?}");
    is_quoted(&foreign.err.replace("file is not a database", "database disk image is malformed"), &folder);
    is_quoted("(`file is not a database`)", &folder);
    std::fs::remove_file(&database).unwrap();
    // The file goes away under the server, and comes back.
    let server = Server::start(&database, "");
    let (table, token) = server.table();
    let aside = folder.join("aside.db");
    std::fs::rename(&database, &aside).unwrap();
    std::thread::sleep(std::time::Duration::from_millis(1100));
    let (status, why) = server.ready();
    assert_eq!(status, 503, "{why}");
    is_quoted(&format!("`{}`", why.trim()), &folder);
    assert_eq!(server.decide(&table, &token), 503, "nothing is acknowledged");
    std::fs::rename(&aside, &database).unwrap();
    assert_eq!(server.decide(&table, &token), 200, "moving it back is enough");
    // A damaged page is found when somebody comes to it.
    for _ in 0..40 {
        assert_eq!(server.decide(&table, &token), 200);
    }
    let (other, _) = server.table();
    assert!(server.stop());
    let mut bytes = std::fs::read(&database).unwrap();
    let is_event = |page: &[u8]| page.windows(14).any(|part| part == b"\"kind\":\"move\",");
    let found = bytes.chunks_mut(4096).skip(1).filter(|page| is_event(page)).map(|page| page[..8].fill(0xff));
    assert!(found.count() > 0, "there are pages with events");
    std::fs::write(&database, bytes).unwrap();
    let server = Server::start(&database, "");
    let (status, why) = error(&server, &token, &format!("/api/tables/{table}?seat=A"));
    assert_eq!(status, 503, "{why}");
    let (begins, helps) = why.split_once("; ").expect("and what helps");
    is_quoted(&format!("{status}, `{begins}; …`"), &folder);
    assert!(helps.starts_with("put a copy made by 'gloria backup' in its place"), "{helps}");
    let wish = json!({ "game": "glory-to-rome", "seats": ["me", "me"] });
    let _ = (server.call(&token, "/api/tables", Some(&wish)), other);
}

#[test]
fn a_flood() {
    let folder = folder("flood");
    let server = Server::start(&folder.join("gloria.db"), "export GLORIA_REQUESTS=1;");
    let answers = (0..2000).map(|_| ask(&server.address, "", "/api", None));
    let (status, page) = answers.into_iter().find(|(status, _)| *status == 429).expect("it is too much");
    let words = page.split(['<', '>']).find(|text| text.starts_with("That was a lot"));
    is_quoted(&format!("{status}, `{}`", words.unwrap_or(&page).trim()), &folder);
}
