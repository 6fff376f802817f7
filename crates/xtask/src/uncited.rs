//! `cargo xtask uncited`: the numbered rules and rulings of every game that no scenario and no test cites.

use std::fs;
use std::path::{Path, PathBuf};

use table::testkit::citations;

/// The code of a source file's tests: all of a file in `tests`, else what follows its first `#[cfg(test)]`.
pub fn test_code<'a>(path: &Path, source: &'a str) -> &'a str {
    if path.with_extension("").components().any(|part| part.as_os_str() == "tests") {
        return source;
    }
    source.find("#[cfg(test)]").map_or("", |at| &source[at..])
}

/// The files of a folder and those in it that end so, in the order of their names; none where there is no folder.
pub fn files(folder: &Path, extension: &str, into: &mut Vec<PathBuf>) -> Result<(), String> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(format!("{} can't be read: {error}", folder.display())),
    };
    let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            files(&path, extension, into)?;
        } else if path.extension().is_some_and(|found| found == extension) {
            into.push(path);
        }
    }
    Ok(())
}

/// The folders of the crates.
pub fn crates(root: &Path) -> Result<Vec<PathBuf>, String> {
    let folder = root.join("crates");
    let entries = fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut crates: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    crates.sort();
    Ok(crates)
}

/// The text of a file.
pub fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{} can't be read: {error}", path.display()))
}

/// The Markdown files in the crates' tests that hold scenarios.
pub fn scenario_files(root: &Path) -> Result<Vec<PathBuf>, String> {
    let mut found = Vec::new();
    for folder in crates(root)? {
        files(&folder.join("tests"), "md", &mut found)?;
    }
    let mut kept = Vec::new();
    for path in found {
        if read(&path)?.contains("```scenario") {
            kept.push(path);
        }
    }
    Ok(kept)
}

/// Checks the rules of every game; the error names those that nothing cites.
pub fn run(root: &Path) -> Result<(), String> {
    let mut rules = 0;
    for folder in crates(root)?.iter().filter(|folder| folder.join("rules.md").is_file()) {
        rules += citations(folder).map_err(|broken| format!("{}: {broken}", folder.display()))?;
    }
    println!("   {rules} rules and rulings, each cited");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_follows_the_mark_is_test_code() {
        let source = "// AB-1\nfn rule() {}\n#[cfg(test)]\nmod tests { /* AB-2 */ }";
        assert!(!test_code(Path::new("src/a.rs"), source).contains("AB-1"));
        assert!(test_code(Path::new("src/a.rs"), source).contains("AB-2"));
        assert!(test_code(Path::new("tests/a.rs"), source).contains("AB-1"));
    }

    #[test]
    fn a_rule_that_nothing_in_its_own_crate_cites_is_found() {
        let root = std::env::temp_dir().join(format!("gloria-uncited-{}", std::process::id()));
        let (tests, other) = (root.join("crates/game/tests"), root.join("crates/other/tests"));
        fs::create_dir_all(&tests).unwrap();
        fs::create_dir_all(&other).unwrap();
        fs::write(root.join("crates/game/rules.md"), "- AB-1 One\n- Ruling 4: four\n").unwrap();
        fs::write(tests.join("a.md"), "# First (AB-1)\n```scenario\n---\n```\n").unwrap();
        // Another game's ruling of the same number proves nothing.
        fs::write(other.join("c.rs"), "// ruling 4\n").unwrap();
        assert!(run(&root).unwrap_err().ends_with("ruling 4"));
        fs::write(tests.join("b.rs"), "// ruling 4\n").unwrap();
        assert_eq!(run(&root), Ok(()));
        fs::remove_dir_all(&root).unwrap();
    }
}
