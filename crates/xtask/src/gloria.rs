//! The binary under test.

use std::path::Path;

use crate::steps::output;

/// How the binary was built.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Build {
    /// With the tests, by `cargo test` or `cargo nextest`.
    Tests,
    /// By `cargo build --release`.
    Release,
}

/// Where cargo puts the binary.
pub fn binary(root: &Path, build: Build) -> Result<String, String> {
    let about = output(root, &["cargo", "metadata", "--no-deps", "--format-version", "1"])?;
    let about: serde_json::Value =
        serde_json::from_str(&about).map_err(|error| format!("cargo's metadata can't be read: {error}"))?;
    let target = about["target_directory"].as_str().ok_or("cargo's metadata names no target folder")?;
    let folder = match build {
        Build::Tests => "debug",
        Build::Release => "release",
    };
    let path = Path::new(target).join(folder).join(format!("gloria{}", std::env::consts::EXE_SUFFIX));
    path.to_str().map(str::to_owned).ok_or_else(|| "the target folder's name is not text".to_owned())
}

/// The names of the games it plays.
pub fn games(root: &Path, gloria: &str) -> Result<Vec<String>, String> {
    let listed = output(root, &[gloria, "games", "--json"])?;
    let listed: serde_json::Value =
        serde_json::from_str(&listed).map_err(|error| format!("'gloria games' printed no JSON: {error}"))?;
    let games = listed.as_array().ok_or("'gloria games --json' is no list")?;
    let name = |game: &serde_json::Value| game["name"].as_str().map(str::to_owned);
    games.iter().map(|game| name(game).ok_or_else(|| "a game has no name".to_owned())).collect()
}
