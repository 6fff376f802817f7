//! `cargo xtask release`: everything that is given to people, in `dist`.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use sha2::{Digest, Sha256};

use crate::package::{Press, deb, try_alone, try_container};
use crate::shipped::{check, sbom};
use crate::steps::{Steps, gently, output};

/// What the binary is built for: it needs no library of the system it runs on.
pub const TARGET: &str = "x86_64-unknown-linux-musl";

/// Makes binary, package, list of what is inside, and checksums; and starts the binary where there is nothing else and in its container.
pub fn run(root: &Path) -> Result<(), String> {
    let dist = root.join("dist");
    let _ = fs::remove_dir_all(&dist);
    fs::create_dir_all(&dist).map_err(|error| format!("{}: {error}", dist.display()))?;
    let version = env!("CARGO_PKG_VERSION");
    let binary = dist.join("gloria");
    let name = binary.to_string_lossy().into_owned();
    let mut steps = Steps::new(root);
    steps.step("What is shipped may be", || check(root).map(|said| print!("{said}")))?;
    let build = ["cargo", "build", "--release", "--locked", "--package", "gloria-cli", "--target", TARGET];
    steps.command("The static binary", &build)?;
    steps.step("Without what only we need", || {
        let built = format!("target/{TARGET}/release/gloria");
        gently(root, &["strip", "-o", &name, &built]).map(drop)
    })?;
    steps.step("The Debian package", || deb(root, &binary, version, &dist, Press::Small).map(drop))?;
    steps.step("The list of what is inside", || {
        fs::write(dist.join("gloria.cdx.json"), sbom(root, TARGET)?).map_err(|error| error.to_string())
    })?;
    steps.step("Started in an empty system and in the container", || {
        if output(root, &["id", "-u"])?.trim() != "0" {
            println!("   left out: only root can start it there");
            return Ok(());
        }
        print!("{}", try_alone(root, &name)?);
        try_container(root, &name).map(|said| print!("{said}"))
    })?;
    steps.step("Checksums", || checksums(&dist))?;
    steps.finish();
    Ok(())
}

fn checksums(dist: &Path) -> Result<(), String> {
    let told = |error: std::io::Error| format!("{}: {error}", dist.display());
    let mut names: Vec<_> =
        fs::read_dir(dist).map_err(told)?.flatten().map(|file| file.file_name()).collect();
    names.sort();
    let mut text = String::new();
    for name in names {
        let content = fs::read(dist.join(&name)).map_err(told)?;
        let name = name.to_string_lossy();
        println!("   {name}: {:.1} MB", content.len() as f64 / 1e6);
        let _ = writeln!(text, "{}  {name}", hex::encode(Sha256::digest(&content)));
    }
    fs::write(dist.join("SHA256SUMS"), text).map_err(told)
}
