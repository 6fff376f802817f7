//! A tournament whose server is killed after everything that is done to it: it goes on where it was.

use std::path::PathBuf;
use std::time::Duration;

use gloria_proofs::{Caller, Folder, Program, Server, request};
use serde_json::{Value, json};

/// A server that is killed and started again on the same file.
struct Fragile {
    folder: Folder,
    server: Option<Server>,
    kills: u32,
}

impl Fragile {
    fn caller(&self) -> Caller {
        Caller::new(self.server.as_ref().expect("it serves").address).expect("it listens")
    }

    /// Kills it in this moment and starts it again.
    fn again(&mut self) {
        if let Some(server) = self.server.take() {
            server.kill();
            self.kills += 1;
        }
        let program = Program::Honest(PathBuf::from(env!("CARGO_BIN_EXE_proofs")));
        self.server = Some(Server::start(&program, &self.folder.file("log.db")).expect("it starts"));
    }

    fn api(&self, token: &str, path: &str, body: Option<&Value>) -> (u16, Value) {
        self.caller().api(token, path, body).expect("it answers")
    }

    /// A form that somebody sends; answers the status.
    fn form(&self, token: &str, path: &str, body: &str) -> u16 {
        let cookie = format!("gloria={token}");
        let headers = [("Cookie", cookie.as_str()), ("Content-Type", "application/x-www-form-urlencoded")];
        self.caller().call(&request("POST", path, &headers, body)).expect("it answers").0
    }

    /// Waits until the tournament stands like this for somebody, which no clock decides.
    fn until(&self, token: &str, cup: &str, so: impl Fn(&Value) -> bool) -> Value {
        for _ in 0..2400 {
            let (_, told) = self.api(token, cup, None);
            if so(&told) {
                return told;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        panic!("it does not go on: {}", self.api(token, cup, None).1);
    }
}

const ROUNDS: u64 = 3;

#[test]
fn a_tournament_goes_on_after_every_kill() {
    let mut fragile = Fragile { folder: Folder::new().unwrap(), server: None, kills: 0 };
    fragile.again();
    let tokens: Vec<String> = ["Ann", "Bob", "Cid", "Dan"]
        .iter()
        .map(|name| {
            fragile.api("", "/api/v1/tokens", Some(&json!({ "name": name }))).1["token"]
                .as_str()
                .unwrap()
                .to_owned()
        })
        .collect();
    let opened =
        format!("title=Ludi&game=glory-to-rome&players=2&mode=swiss&rounds={ROUNDS}&pace=live&rated=on");
    assert_eq!(fragile.form(&tokens[0], "/tournaments", &opened), 303);
    let cookie = format!("gloria={}", tokens[0]);
    let (_, page) =
        fragile.caller().call(&request("GET", "/tournaments", &[("Cookie", &cookie)], "")).unwrap();
    let page = String::from_utf8_lossy(&page).into_owned();
    let id =
        page.split("href=\"/tournaments/").nth(1).and_then(|rest| rest.split('"').next()).expect("its page");
    let (cup, own) = (format!("/api/v1/tournaments/{id}"), format!("/tournaments/{id}"));
    for token in &tokens {
        assert_eq!(fragile.api(token, &format!("{cup}/join"), Some(&json!({}))).0, 200);
        fragile.again();
    }
    // The tables of the first round are named, and perhaps not opened yet.
    assert_eq!(fragile.form(&tokens[0], &format!("{own}/start"), ""), 303);
    fragile.again();
    for round in 1..=ROUNDS {
        let mut tables: Vec<String> = Vec::new();
        for token in &tokens {
            let told = fragile.until(token, &cup, |told| told["round"] == round && told["table"].is_string());
            let table = told["table"].as_str().unwrap().to_owned();
            if !tables.contains(&table) {
                tables.push(table);
            }
        }
        assert_eq!(tables.len(), 2, "round {round}");
        for table in tables {
            // Whoever sits second gives up; the server goes before it can count that, or after.
            let gives_up = |token: &String| {
                let path = format!("/api/v1/tables/{table}/resign");
                fragile.api(token, &path, Some(&json!({ "seat": "B" }))).0 == 200
            };
            assert_eq!(tokens.iter().filter(|token| gives_up(token)).count(), 1);
            fragile.again();
        }
    }
    let told = fragile.until(&tokens[0], &cup, |told| told["over"] == true);
    let standings = told["standings"].as_array().expect("everybody stands somewhere");
    let points: Vec<f64> = standings.iter().map(|one| one["points"].as_f64().unwrap()).collect();
    assert!((points.iter().sum::<f64>() - 6.0).abs() < 1e-9, "two points a round, each counted once: {told}");
    assert_eq!(fragile.kills, 4 + 1 + 2 * ROUNDS as u32);
}
