//! A bot in Rust, with nothing but the standard library and `serde_json`: opens a table against a bot and takes the
//! middle one of its legal actions.
//!
//!     cargo run -p gloria-web --example client -- 127.0.0.1:8080

use std::io::{Read, Write};
use std::net::TcpStream;

use serde_json::{Value, json};

/// Asks the server; answers the JSON.
fn call(server: &str, token: &str, path: &str, body: Option<&Value>) -> std::io::Result<Value> {
    let mut stream = TcpStream::connect(server)?;
    let (method, body) = body.map_or(("GET", String::new()), |body| ("POST", body.to_string()));
    write!(
        stream,
        "{method} {path} HTTP/1.1\r\nHost: {server}\r\nConnection: close\r\nContent-Type: application/json\r\n"
    )?;
    write!(stream, "Authorization: Bearer {token}\r\nContent-Length: {}\r\n\r\n{body}", body.len())?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    let start = answer.find("\r\n\r\n").map_or(0, |at| at + 4);
    Ok(serde_json::from_str(&answer[start..])?)
}

fn main() -> std::io::Result<()> {
    let server = std::env::args().nth(1).unwrap_or_else(|| "127.0.0.1:8080".to_owned());
    let token = call(&server, "", "/api/v1/tokens", Some(&json!({ "name": "Talos" })))?["token"].to_string();
    let token = token.trim_matches('"');
    let games = call(&server, token, "/api/v1/games", None)?;
    let seats = json!(["me", format!("bot:{}", games["levels"][0].as_str().unwrap_or_default())]);
    let table =
        call(&server, token, "/api/v1/tables", Some(&json!({ "game": "glory-to-rome", "seats": seats })))?;
    let path = format!("/api/v1/tables/{}", table["table"].as_str().unwrap_or_default());
    loop {
        let position = call(&server, token, &path, None)?;
        if !position["outcome"].is_null() {
            println!("winners: {} because {}", position["outcome"]["winners"], position["outcome"]["reason"]);
            return Ok(());
        }
        let action = |choice: &Value| {
            choice["action"].as_str().filter(|action| !action.starts_with("surrender")).map(str::to_owned)
        };
        let legal: Vec<String> =
            position["legal"].as_array().into_iter().flatten().filter_map(action).collect();
        match legal.get(legal.len() / 2) {
            Some(action) => drop(call(
                &server,
                token,
                &format!("{path}/moves"),
                Some(&json!({ "action": action, "seq": position["seq"] })),
            )?),
            None => std::thread::sleep(std::time::Duration::from_millis(20)),
        }
    }
}
