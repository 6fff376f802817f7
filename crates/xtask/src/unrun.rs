//! Tests that nothing would run: a file of `tests/all` that no `mod` names, and a test in the source of a library or program whose
//! manifest says that it has none.

use std::path::Path;

use crate::uncited::{crates, files, read};

/// Checks every crate; the error names what would never run.
pub fn run(root: &Path) -> Result<(), String> {
    let mut unrun = Vec::new();
    for folder in crates(root)? {
        let all = folder.join("tests/all");
        let mut sources = Vec::new();
        files(&folder.join("tests"), "rs", &mut sources)?;
        for path in sources.iter().filter(|path| **path != all.join("main.rs")) {
            if !is_named(&all, path)? {
                unrun.push(format!("{} (no 'mod' in tests/all names it)", path.display()));
            }
        }
        if read(&folder.join("Cargo.toml"))?.lines().any(|line| line == "test = false") {
            let mut sources = Vec::new();
            files(&folder.join("src"), "rs", &mut sources)?;
            for path in sources {
                if has_tests(&read(&path)?) {
                    unrun.push(format!("{} (its manifest says 'test = false')", path.display()));
                }
            }
        }
    }
    if unrun.is_empty() { Ok(()) } else { Err(format!("these tests never run: {}", unrun.join(", "))) }
}

/// Whether the file beside or above a module's names it: `all/laws.rs` that of `all/laws/planted.rs`, `all/main.rs` that of `all/laws.rs`.
fn is_named(all: &Path, path: &Path) -> Result<bool, String> {
    let (Some(folder), Some(name)) = (path.parent(), path.file_stem().and_then(|name| name.to_str())) else {
        return Ok(false);
    };
    let list = if folder == all { all.join("main.rs") } else { folder.with_extension("rs") };
    if !folder.starts_with(all) || !list.is_file() {
        return Ok(false);
    }
    let line = format!("mod {name};");
    Ok(read(&list)?.lines().any(|said| said == line))
}

/// Whether a source has a test, of a thread or of a runtime.
fn has_tests(source: &str) -> bool {
    let mark = |line: &str| line.starts_with("#[test]") || line.starts_with("#[tokio::test");
    source.lines().map(str::trim).any(mark)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_test_that_would_never_run_is_found() {
        let root = std::env::temp_dir().join(format!("gloria-unrun-{}", std::process::id()));
        let (all, source) = (root.join("crates/game/tests/all"), root.join("crates/game/src"));
        fs::create_dir_all(all.join("laws")).unwrap();
        fs::create_dir_all(&source).unwrap();
        fs::write(root.join("crates/game/Cargo.toml"), "[lib]\n").unwrap();
        fs::write(source.join("lib.rs"), "#[cfg(test)]\nmod tests {\n    #[test]\n    fn a() {}\n}\n")
            .unwrap();
        fs::write(all.join("main.rs"), "mod laws;\n").unwrap();
        fs::write(all.join("laws.rs"), "mod planted;\n").unwrap();
        fs::write(all.join("laws/planted.rs"), "").unwrap();
        assert_eq!(run(&root), Ok(()));

        fs::write(all.join("laws.rs"), "").unwrap();
        assert!(run(&root).unwrap_err().contains("planted.rs (no 'mod'"));
        fs::write(all.join("laws.rs"), "mod planted;\n").unwrap();
        fs::write(all.join("main.rs"), "// mod laws;\n").unwrap();
        assert!(run(&root).unwrap_err().contains("laws.rs (no 'mod'"));
        fs::write(all.join("main.rs"), "mod laws;\n").unwrap();
        fs::write(root.join("crates/game/tests/alone.rs"), "").unwrap();
        assert!(run(&root).unwrap_err().contains("alone.rs (no 'mod'"));
        fs::remove_file(root.join("crates/game/tests/alone.rs")).unwrap();

        fs::write(root.join("crates/game/Cargo.toml"), "[lib]\ntest = false\n").unwrap();
        assert!(run(&root).unwrap_err().contains("lib.rs (its manifest says"));
        fs::remove_dir_all(&root).unwrap();
    }
}
