//! A game's rulebook: its scenarios hold, and each of its rules and rulings is cited by one of them or by a test.

use std::collections::BTreeSet;
use std::fs;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};

use crate::game::{Staged, Tell};
use crate::numbered::numbered;
use crate::scenario::{self, Verdict};
use crate::testkit::broken::Broken;

/// Runs every scenario of the Markdown files in `tests` of the game's crate and answers how many there are. What does not hold is
/// named, each with file and line.
pub fn scenarios<G: Staged + Tell>(crate_folder: &Path) -> Result<usize, Broken> {
    let (mut run, mut faults) = (0, Vec::new());
    for path in files(&crate_folder.join("tests"), "md")? {
        let name = path.strip_prefix(crate_folder).unwrap_or(&path).display();
        let blocks = match scenario::blocks(&read(&path)?) {
            Ok(blocks) => blocks,
            Err(fault) => {
                faults.push(format!("{name}:{}: malformed: {}", fault.line, fault.message));
                continue;
            }
        };
        for block in &blocks {
            run += 1;
            if block.game != G::INFO.name {
                faults
                    .push(format!("{name}:{}: a scenario of {} [{}]", block.line, block.game, block.heading));
                continue;
            }
            // A panic is that block's fault, and the others still run.
            let verdict = catch_unwind(|| scenario::run::<G>(block));
            let (line, message) = match verdict {
                Ok(Verdict::Passed) => continue,
                Ok(Verdict::Failed(fault)) => (fault.line, fault.message),
                Ok(Verdict::Malformed(fault)) => (fault.line, format!("malformed: {}", fault.message)),
                Err(_) => (block.line, "the engine panicked".to_owned()),
            };
            faults.push(format!("{name}:{line}: {message} [{}]", block.heading));
        }
    }
    match faults.len() {
        0 if run == 0 => Err(Broken(format!("{} holds no scenarios", crate_folder.display()))),
        0 => Ok(run),
        broken => Err(Broken(format!("{broken} of {run} scenarios do not hold:\n{}", faults.join("\n")))),
    }
}

/// Checks that every rule and ruling of the game's `rules.md` is cited by the heading of a scenario, or by a comment in a test, of its
/// own crate, and that no heading cites one that is not there; answers how many there are.
pub fn citations(crate_folder: &Path) -> Result<usize, Broken> {
    let page = read(&crate_folder.join("rules.md"))?;
    let stated = stated(&page);
    if stated.is_empty() {
        return Err(Broken(format!("{} states no numbered rules", crate_folder.join("rules.md").display())));
    }
    let mut headings = BTreeSet::new();
    for path in files(&crate_folder.join("tests"), "md")? {
        cited(&headings_of(&read(&path)?), &mut headings);
    }
    let unknown: Vec<_> = headings.iter().filter(|name| is_ours(name, &stated)).cloned().collect();
    if !unknown.is_empty() {
        return Err(Broken(format!("scenarios cite what is not in the rules: {}", unknown.join(", "))));
    }
    let mut found = headings;
    for path in files(&crate_folder.join("tests"), "rs")? {
        cited(&comments(&read(&path)?), &mut found);
    }
    for path in files(&crate_folder.join("src"), "rs")? {
        // Comments on the rules' own code cite too much to prove anything.
        let source = read(&path)?;
        let tests = source.find("#[cfg(test)]").map_or("", |at| &source[at..]);
        cited(&comments(tests), &mut found);
    }
    let missing: Vec<_> = stated.difference(&found).cloned().collect();
    if missing.is_empty() {
        return Ok(stated.len());
    }
    let (missing, count) = (missing.join(", "), missing.len());
    Err(Broken(format!(
        "{count} of {} rules and rulings are cited by no scenario and no test: {missing}",
        stated.len()
    )))
}

/// Whether a name is numbered as these rules are, and is none of them.
fn is_ours(name: &str, stated: &BTreeSet<String>) -> bool {
    let sort = |name: &str| name.trim_end_matches(|letter: char| letter.is_ascii_digit()).to_owned();
    !stated.contains(name) && stated.iter().any(|known| sort(known) == sort(name))
}

/// The rules and rulings a page states, each as it is cited: `GTR-31`, `ruling 19`, `M3`.
fn stated(page: &str) -> BTreeSet<String> {
    let prefix = page.lines().find_map(|line| {
        // The letters before the first number, as in `- GTR-1 …`.
        let (prefix, _) = line.trim_start().strip_prefix("- ")?.trim_start_matches('*').split_once('-')?;
        (prefix.len() >= 2 && prefix.bytes().all(|letter| letter.is_ascii_uppercase())).then_some(prefix)
    });
    let items = prefix.map(|prefix| numbered(page, prefix)).unwrap_or_default();
    items.into_iter().map(|item| item.number).collect()
}

/// The number a text starts with.
fn digits(text: &str) -> Option<&str> {
    let end = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
    (end > 0).then(|| &text[..end])
}

/// Every rule and ruling named anywhere in a text: `GTR-31`, `M3`, `ruling 19`, `rulings 38, 39 and 41`, `rulings 9 to 11`. `GTR-61/62`
/// names the first only.
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
        let list =
            ["ruling ", "Ruling ", "rulings ", "Rulings "].iter().find_map(|word| rest.strip_prefix(word));
        if let Some(list) = list.filter(|_| !before.is_ascii_alphanumeric()) {
            rulings(list, into);
        }
        before = letter;
    }
}

/// The rulings of a list such as `38, 39 and 41` or `9 to 11`.
fn rulings(mut list: &str, into: &mut BTreeSet<String>) {
    let mut from: Option<u32> = None;
    while let Some((number, Ok(value))) = digits(list).map(|number| (number, number.parse::<u32>())) {
        into.extend((from.unwrap_or(value)..=value).map(|ruling| format!("ruling {ruling}")));
        list = &list[number.len()..];
        from = list.starts_with(" to ").then_some(value);
        let next = [", and ", ", ", " and ", " to "].iter().find_map(|mark| list.strip_prefix(mark));
        list = next.unwrap_or("");
    }
}

/// The headings of a scenario file that have a scenario under them; only those cite.
fn headings_of(page: &str) -> String {
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

/// The comments of a source file, line by line.
fn comments(source: &str) -> String {
    let lines = source.lines().map(str::trim).filter(|line| line.starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

/// The files of a folder and the folders in it that end so, in the order of their names; none where there is no folder.
fn files(folder: &Path, extension: &str) -> Result<Vec<PathBuf>, Broken> {
    let mut found = Vec::new();
    if !folder.is_dir() {
        return Ok(found);
    }
    let entries = fs::read_dir(folder)
        .map_err(|error| Broken(format!("{} can't be read: {error}", folder.display())))?;
    let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            found.extend(files(&path, extension)?);
        } else if path.extension().is_some_and(|ending| ending == extension) {
            found.push(path);
        }
    }
    Ok(found)
}

fn read(path: &Path) -> Result<String, Broken> {
    fs::read_to_string(path).map_err(|error| Broken(format!("{} can't be read: {error}", path.display())))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<String> {
        let mut found = BTreeSet::new();
        cited(text, &mut found);
        found.into_iter().collect()
    }

    #[test]
    fn citations_are_read_from_sentences_and_lists() {
        assert_eq!(names("A rule (GTR-31, GTR-4/5), XA-1b M3 m4"), ["GTR-31", "GTR-4", "M3", "XA-1"]);
        assert_eq!(names("Rulings 3, 4 and 7; ruling 12"), ["ruling 12", "ruling 3", "ruling 4", "ruling 7"]);
        assert_eq!(names("rulings 9 to 11: 12"), ["ruling 10", "ruling 11", "ruling 9"]);
        assert_eq!(names("misruling 5"), [""; 0]);
    }

    #[test]
    fn only_headings_over_scenarios_cite() {
        let page = "# One (AB-1)\ntext AB-2\n# Two (AB-3)\n```scenario\n# AB-4\n```\n";
        assert_eq!(headings_of(page), "# Two (AB-3)\n");
    }

    #[test]
    fn a_rule_that_nothing_cites_and_a_citation_of_nothing_are_found() {
        let root = std::env::temp_dir().join(format!("gloria-citations-{}", std::process::id()));
        for folder in ["tests", "src"] {
            fs::create_dir_all(root.join(folder)).unwrap();
        }
        let scenario = |heading: &str| format!("# {heading}\n```scenario\n---\n```\n");
        let write = |file: &str, text: &str| fs::write(root.join(file), text).unwrap();
        write("rules.md", "- AB-1 One\n- AB-12 Twelve · AB-3 Three\n- Ruling 4: four\n");
        write("tests/a.md", &scenario("First (AB-1)"));
        write("tests/b.rs", "// AB-3\nlet text = \"AB-12\";\n");
        write("src/c.rs", "// ruling 4\n#[cfg(test)]\nmod tests {}\n");
        let Broken(missing) = citations(&root).unwrap_err();
        assert!(missing.starts_with("2 of 4") && missing.ends_with("AB-12, ruling 4"), "{missing}");
        write("tests/b.rs", "// AB-3 AB-12\n");
        write("src/c.rs", "#[cfg(test)]\nmod tests {\n    // ruling 4\n}\n");
        assert_eq!(citations(&root), Ok(4));
        write("tests/a.md", &scenario("First (AB-1, AB-2)"));
        let Broken(unknown) = citations(&root).unwrap_err();
        assert!(unknown.ends_with("not in the rules: AB-2"), "{unknown}");
        fs::remove_dir_all(&root).unwrap();
    }
}
