//! `cargo xtask uncited`: the numbered rules and rulings that no scenario and no test cites.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// A rule or ruling and where it must be cited: rules anywhere, rulings in their own game's crate, since every game counts its own.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Rule {
    /// The game, as its crate is named.
    game: String,
    /// As it is cited: `GTR-31`, `ruling 19`, `M3`.
    name: String,
}

impl std::fmt::Display for Rule {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.is_ruling() { write!(f, "{} of {}", self.name, self.game) } else { f.write_str(&self.name) }
    }
}

impl Rule {
    fn is_ruling(&self) -> bool {
        !self.name.contains('-')
    }
}

/// The prefix of a page's rules: the letters before the first `-1`, as in `- GTR-1 …`.
fn prefix(page: &str) -> Option<&str> {
    page.lines().find_map(|line| {
        let (prefix, _) = line.trim_start().strip_prefix("- ")?.trim_start_matches('*').split_once("-1")?;
        (prefix.len() >= 2 && prefix.bytes().all(|letter| letter.is_ascii_uppercase())).then_some(prefix)
    })
}

/// The rules and rulings a page states.
fn stated(game: &str, page: &str) -> Vec<Rule> {
    let items = prefix(page).map(|prefix| table::numbered(page, prefix)).unwrap_or_default();
    items.into_iter().map(|item| Rule { game: game.to_owned(), name: item.number }).collect()
}

/// The number a text starts with, and how long it is.
fn digits(text: &str) -> Option<&str> {
    let end = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
    (end > 0).then(|| &text[..end])
}

/// Every rule and ruling named anywhere in a text: `GTR-31`, `M3`, `ruling 19`, `rulings 38, 39 and 41`. `GTR-61/62` names the first only.
fn cited(text: &str, into: &mut BTreeSet<String>) {
    let mut before = ' ';
    for (at, letter) in text.char_indices() {
        let rest = &text[at..];
        if letter.is_ascii_uppercase() && !before.is_ascii_alphanumeric() {
            let letters = rest.bytes().take_while(u8::is_ascii_uppercase).count();
            let after = &rest[letters..];
            let number = if letters == 1 { digits(after) } else { after.strip_prefix('-').and_then(digits) };
            let dash = if letters == 1 { "" } else { "-" };
            into.extend(number.map(|number| format!("{}{dash}{number}", &rest[..letters])));
        }
        if !before.is_ascii_alphanumeric()
            && let Some(list) =
                ["ruling ", "Ruling ", "rulings ", "Rulings "].iter().find_map(|word| rest.strip_prefix(word))
        {
            numbers(list, into);
        }
        before = letter;
    }
}

/// The rulings of a list such as `38, 39 and 41`.
fn numbers(mut list: &str, into: &mut BTreeSet<String>) {
    while let Some(number) = digits(list) {
        into.insert(format!("ruling {number}"));
        list = &list[number.len()..];
        let next = [", ", " and ", ", and "].iter().find_map(|mark| list.strip_prefix(mark));
        list = next.unwrap_or("");
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
pub fn test_code<'a>(path: &Path, source: &'a str) -> &'a str {
    if path.with_extension("").components().any(|part| part.as_os_str() == "tests") {
        return source;
    }
    source.find("#[cfg(test)]").map_or("", |at| &source[at..])
}

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

/// The rules and rulings stated in the games' `rules.md`, and those of them that nothing cites.
pub fn find(root: &Path) -> Result<(Vec<Rule>, Vec<Rule>), String> {
    let mut rules = Vec::new();
    for folder in crates(root)? {
        let page = folder.join("rules.md");
        if page.is_file() {
            let game = folder.file_name().and_then(|name| name.to_str()).unwrap_or_default().to_owned();
            rules.extend(stated(&game, &read(&page)?));
        }
    }
    // What each crate's tests cite.
    let mut known: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for folder in crates(root)? {
        let name = folder.file_name().and_then(|name| name.to_str()).unwrap_or_default().to_owned();
        let known = known.entry(name).or_default();
        let mut pages = Vec::new();
        files(&folder.join("tests"), "md", &mut pages)?;
        for path in pages {
            cited(&headings(&read(&path)?), known);
        }
        let mut sources = Vec::new();
        files(&folder.join("tests"), "rs", &mut sources)?;
        files(&folder.join("src"), "rs", &mut sources)?;
        for path in sources {
            cited(test_code(&path, &read(&path)?), known);
        }
    }
    let is_cited = |rule: &Rule| {
        let mut there = known.iter().filter(|(name, _)| !rule.is_ruling() || **name == rule.game);
        there.any(|(_, cited)| cited.contains(&rule.name))
    };
    let missing = rules.iter().filter(|rule| !is_cited(rule)).cloned().collect();
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
            "{} of {} rules and rulings are cited by no scenario and no test",
            missing.len(),
            rules.len()
        ));
    }
    println!("   {} rules and rulings, each cited", rules.len());
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
        assert_eq!(names(&stated("game", page)), ["AB-1", "AB-2", "AB-3", "AB-5"]);
    }

    #[test]
    fn only_headings_with_a_scenario_under_them_cite() {
        let page = "# One (AB-1)\n```scenario\n# AB-2\n---\n```\n# Two (AB-3)\nprose AB-4\n";
        let mut known = BTreeSet::new();
        cited(&headings(page), &mut known);
        assert_eq!(known.into_iter().collect::<Vec<_>>(), ["AB-1"]);
    }

    #[test]
    fn rulings_are_cited_one_by_one_or_in_a_list() {
        let mut known = BTreeSet::new();
        cited("See ruling 7; Rulings 38, 39 and 41. M3, but neither XM3 nor M 4, nor rulings.", &mut known);
        assert_eq!(
            known.into_iter().collect::<Vec<_>>(),
            ["M3", "ruling 38", "ruling 39", "ruling 41", "ruling 7"]
        );
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
        fs::create_dir_all(&tests).unwrap();
        fs::write(
            root.join("crates/game/rules.md"),
            "- AB-1 One\n- AB-12 Twelve · AB-3 Three\n- Ruling 4: four\n",
        )
        .unwrap();
        fs::write(tests.join("a.md"), "# First (AB-1)\n```scenario\n---\n```\n").unwrap();
        fs::write(tests.join("b.rs"), "// AB-3\n").unwrap();
        let (rules, missing) = find(&root).unwrap();
        assert_eq!(
            (rules.len(), names(&missing)),
            (4, vec!["AB-12".to_owned(), "ruling 4 of game".to_owned()])
        );
        assert!(run(&root).is_err());
        // Another game's ruling of the same number proves nothing.
        let other = root.join("crates/other/tests");
        fs::create_dir_all(&other).unwrap();
        fs::write(other.join("c.rs"), "// ruling 4\n").unwrap();
        fs::write(tests.join("b.rs"), "// AB-3 AB-12\n").unwrap();
        assert_eq!(names(&find(&root).unwrap().1), ["ruling 4 of game"]);
        fs::write(tests.join("b.rs"), "// AB-3 AB-12 ruling 4\n").unwrap();
        assert!(run(&root).is_ok());
        fs::remove_dir_all(&root).unwrap();
    }
}
