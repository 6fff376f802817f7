//! `cargo xtask uncited`: the numbered rules that no scenario and no test cites.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// A rule's name, as `GTR-31`: its prefix and its number.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Rule {
    prefix: String,
    number: u32,
}

impl std::fmt::Display for Rule {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}-{}", self.prefix, self.number)
    }
}

/// The rule a text starts with, and the rest of the text.
fn leading(text: &str) -> Option<(Rule, &str)> {
    let letters = text.bytes().take_while(u8::is_ascii_uppercase).count();
    let rest = text[letters..].strip_prefix('-')?;
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let number = rest[..digits].parse().ok()?;
    if letters < 2 {
        return None;
    }
    Some((Rule { prefix: text[..letters].to_owned(), number }, &rest[digits..]))
}

/// The rules a page of rules states: those that list items start with, several to a line after ` · `.
fn stated(page: &str) -> Vec<Rule> {
    page.lines()
        .filter_map(|line| line.trim_start().strip_prefix("- "))
        .flat_map(|item| item.split(" · ").map(|part| part.trim_start_matches('*')))
        .filter_map(|part| leading(part).map(|(rule, _)| rule))
        .collect()
}

/// Every rule named anywhere in a text; `GTR-61/62` and `GTR-10, 11` name the first only.
fn cited(text: &str, into: &mut BTreeSet<Rule>) {
    let mut before = ' ';
    for (at, letter) in text.char_indices() {
        if letter.is_ascii_uppercase()
            && !before.is_ascii_alphanumeric()
            && let Some((rule, _)) = leading(&text[at..])
        {
            into.insert(rule);
        }
        before = letter;
    }
}

/// The headings of a scenario file that have a scenario under them; only those cite.
fn headings(page: &str) -> String {
    let (mut cited, mut heading, mut fenced) = (String::new(), "", false);
    for line in page.lines().map(str::trim) {
        if line.starts_with("```") {
            if !fenced && line == "```scenario" {
                cited.push_str(heading);
                cited.push('\n');
            }
            fenced = !fenced;
        } else if !fenced && line.starts_with('#') {
            heading = line;
        }
    }
    cited
}

/// The code of a source file's tests: all of a file in `tests`, else what follows its first `#[cfg(test)]`. Comments on
/// the rules' own code cite too much to prove anything.
fn test_code<'a>(path: &Path, source: &'a str) -> &'a str {
    if path.with_extension("").components().any(|part| part.as_os_str() == "tests") {
        return source;
    }
    source.find("#[cfg(test)]").map_or("", |at| &source[at..])
}

fn files(folder: &Path, extension: &str, into: &mut Vec<PathBuf>) -> Result<(), String> {
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

fn crates(root: &Path) -> Result<Vec<PathBuf>, String> {
    let folder = root.join("crates");
    let entries = fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut crates: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    crates.sort();
    Ok(crates)
}

fn read(path: &Path) -> Result<String, String> {
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

/// The rules stated in `docs/rules`, and those of them that nothing cites.
pub fn find(root: &Path) -> Result<(Vec<Rule>, Vec<Rule>), String> {
    let mut pages = Vec::new();
    files(&root.join("docs/rules"), "md", &mut pages)?;
    let mut rules = Vec::new();
    for page in pages {
        rules.extend(stated(&read(&page)?));
    }
    let mut known = BTreeSet::new();
    for path in scenario_files(root)? {
        cited(&headings(&read(&path)?), &mut known);
    }
    for folder in crates(root)? {
        let mut sources = Vec::new();
        files(&folder.join("tests"), "rs", &mut sources)?;
        files(&folder.join("src"), "rs", &mut sources)?;
        for path in sources {
            cited(test_code(&path, &read(&path)?), &mut known);
        }
    }
    let missing = rules.iter().filter(|rule| !known.contains(rule)).cloned().collect();
    Ok((rules, missing))
}

/// Prints the uncited rules; the error says how many there are.
pub fn run(root: &Path) -> Result<(), String> {
    let (rules, missing) = find(root)?;
    for rule in &missing {
        println!("{rule}");
    }
    if !missing.is_empty() {
        return Err(format!(
            "{} of {} rules are cited by no scenario and no test",
            missing.len(),
            rules.len()
        ));
    }
    println!("   {} rules, each cited", rules.len());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(rules: &[Rule]) -> Vec<String> {
        rules.iter().map(Rule::to_string).collect()
    }

    #[test]
    fn pages_state_one_rule_or_several_on_a_line() {
        let page = "# Setup\n- AB-1  Two players. See AB-9.\n- AB-2 Gate · AB-3 Wall\nAB-4 is no list item\n- **AB-5** bold";
        assert_eq!(names(&stated(page)), ["AB-1", "AB-2", "AB-3", "AB-5"]);
    }

    #[test]
    fn only_headings_with_a_scenario_under_them_cite() {
        let page = "# One (AB-1)\n```scenario\n# AB-2\n---\n```\n# Two (AB-3)\nprose AB-4\n";
        let mut known = BTreeSet::new();
        cited(&headings(page), &mut known);
        assert_eq!(names(&known.into_iter().collect::<Vec<_>>()), ["AB-1"]);
    }

    #[test]
    fn only_test_code_cites() {
        let source = "// AB-1\nfn rule() {}\n#[cfg(test)]\nmod tests { /* AB-2 */ }";
        assert!(!test_code(Path::new("src/a.rs"), source).contains("AB-1"));
        assert!(test_code(Path::new("src/a.rs"), source).contains("AB-2"));
        assert!(test_code(Path::new("tests/a.rs"), source).contains("AB-1"));
    }

    #[test]
    fn a_rule_that_nothing_cites_is_found() {
        let root = std::env::temp_dir().join(format!("gloria-uncited-{}", std::process::id()));
        let tests = root.join("crates/game/tests");
        fs::create_dir_all(root.join("docs/rules")).unwrap();
        fs::create_dir_all(&tests).unwrap();
        fs::write(root.join("docs/rules/game.md"), "- AB-1 One\n- AB-12 Twelve · AB-3 Three\n").unwrap();
        fs::write(tests.join("a.md"), "# First (AB-1)\n```scenario\n---\n```\n").unwrap();
        fs::write(tests.join("b.rs"), "// AB-3\n").unwrap();
        let (rules, missing) = find(&root).unwrap();
        assert_eq!((rules.len(), names(&missing)), (3, vec!["AB-12".to_owned()]));
        assert!(run(&root).is_err());
        fs::write(tests.join("b.rs"), "// AB-3 AB-12\n").unwrap();
        assert!(run(&root).is_ok());
        fs::remove_dir_all(&root).unwrap();
    }
}
