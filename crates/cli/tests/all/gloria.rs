//! Runs the built binary.

use std::fs;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// How a run ended.
#[derive(PartialEq, Eq, Debug)]
pub struct Run {
    /// The exit code.
    pub code: i32,
    /// What it printed.
    pub out: String,
    /// What it complained.
    pub err: String,
}

impl Run {
    /// The printed JSON.
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error} in {self:?}"))
    }
}

/// Runs `gloria` with these words, and these lines typed.
pub fn typed(words: &[&str], lines: &str) -> Run {
    let mut child = Command::new(env!("CARGO_BIN_EXE_gloria"))
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The program may stop reading before everything is typed.
    let _ = child.stdin.take().unwrap().write_all(lines.as_bytes());
    let done = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Run {
        code: done.status.code().expect("it ends by itself"),
        out: text(done.stdout),
        err: text(done.stderr),
    }
}

/// Runs `gloria` with these words, separated by spaces.
pub fn gloria(words: &str) -> Run {
    typed(&words.split(' ').collect::<Vec<_>>(), "")
}

/// A fresh folder for one test.
pub fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// The keys of a JSON object.
pub fn keys(value: &serde_json::Value) -> Vec<&str> {
    let mut keys: Vec<_> = value.as_object().unwrap().keys().map(String::as_str).collect();
    keys.sort_unstable();
    keys
}
