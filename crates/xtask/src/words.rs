//! `cargo xtask words`: every sentence a player can meet, as pages that are committed and read: those of the shell around the games,
//! found in its source, and those of each game, as `gloria words` gathers them.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use crate::gloria::{self, Build};
use crate::steps::{gently, run as call};
use crate::uncited::{crates, files, read, test_code};

/// Where the shell's sentences are, and what the page calls it. A name that begins with `*` is a file or folder of every crate.
const ROOMS: [(&[&str], &str); 7] = [
    (&["crates/pages/src", "*src/drawing"], "Pages"),
    (&["crates/room/src"], "Answers of a table"),
    (&["crates/web/src"], "Answers of the server"),
    (&["crates/table/src/record"], "Records and undo"),
    (&["crates/bots/src", "*src/mind"], "Bots and hints"),
    (&["crates/cli/src"], "The terminal"),
    (&["*lessons"], "Lessons"),
];

/// The committed page.
const PAGE: &str = "docs/words/shell.md";

/// The arguments of `words`.
#[derive(clap::Args)]
pub struct Args {
    /// Fail if the committed page differs, instead of writing it.
    #[arg(long)]
    check: bool,
    /// Write the page of the shell alone, which is found in the source and needs no build.
    #[arg(long, conflicts_with = "check")]
    shell: bool,
}

/// Writes the pages, or compares them.
pub fn run(args: &Args, root: &Path) -> Result<(), String> {
    if args.shell {
        let page = shell(root)?;
        return std::fs::write(root.join(PAGE), page)
            .map_err(|error| format!("{PAGE} can't be written: {error}"));
    }
    call(root, &["cargo", "build", "--quiet", "--release", "--package", "gloria-cli"])?;
    let gloria = gloria::binary(root, Build::Release)?;
    if args.check {
        return check(root, &gloria);
    }
    for (name, page) in pages(root, &gloria)? {
        std::fs::write(root.join(&name), page)
            .map_err(|error| format!("{name} can't be written: {error}"))?;
    }
    Ok(())
}

/// Compares the committed pages with what is said now; the error names the first sentence that differs.
pub fn check(root: &Path, gloria: &str) -> Result<(), String> {
    pages(root, gloria)?.iter().try_for_each(|(name, page)| compare(name, &read(&root.join(name))?, page))
}

fn compare(name: &str, kept: &str, page: &str) -> Result<(), String> {
    let differs = kept.lines().zip(page.lines()).find(|(kept, is)| kept != is);
    match differs {
        Some((kept, is)) => {
            Err(format!("{name} has '{kept}', now '{is}': read it and run 'cargo xtask words'"))
        }
        None if kept.lines().count() != page.lines().count() => {
            Err(format!("{name} is not as long as it should be: run 'cargo xtask words'"))
        }
        None => Ok(()),
    }
}

/// Every page with its name.
fn pages(root: &Path, gloria: &str) -> Result<Vec<(String, String)>, String> {
    let mut pages = vec![(PAGE.to_owned(), shell(root)?)];
    for game in gloria::games(root, gloria)? {
        pages.push((format!("docs/words/{game}.md"), gently(root, &[gloria, "words", &game])?));
    }
    Ok(pages)
}

/// The files and folders of these names; the example game's are not among them, as no player meets it.
fn within(root: &Path, places: &[&str]) -> Result<Vec<PathBuf>, String> {
    let mut found = Vec::new();
    for place in places {
        match place.strip_prefix('*') {
            Some(inside) => {
                let games = crates(root)?.into_iter().filter(|folder| !folder.ends_with("lots"));
                found.extend(games.map(|folder| folder.join(inside)).filter(|path| path.exists()));
            }
            None => found.push(root.join(place)),
        }
    }
    Ok(found)
}

fn shell(root: &Path) -> Result<String, String> {
    let mut page = "# What the shell says\n\nThe sentences around the games, as they stand in the source; `{}` is filled in. \
                    `cargo xtask words` writes this page.\n"
        .to_owned();
    for (places, title) in ROOMS {
        let mut found = BTreeSet::new();
        let (mut sources, mut lessons) = (Vec::new(), Vec::new());
        for place in within(root, places)? {
            if place.ends_with("lessons") {
                files(&place, "txt", &mut lessons)?;
            } else {
                files(&place, "rs", &mut sources)?;
            }
        }
        for path in sources {
            let source = read(&path)?;
            let tests = test_code(&path, &source);
            let code = source.strip_suffix(tests).unwrap_or(&source);
            found.extend(literals(code).into_iter().filter(|text| is_sentence(text)));
        }
        for path in lessons {
            found.extend(read(&path)?.lines().filter_map(lesson_words));
        }
        let _ = write!(page, "\n## {title}\n\n");
        for line in found {
            let _ = writeln!(page, "- {line}");
        }
    }
    Ok(page)
}

/// What a line of a lesson says to the learner.
fn lesson_words(line: &str) -> Option<String> {
    let head = ["title:", "about:", "learned:"].iter().find_map(|key| line.strip_prefix(key));
    let words = head.or_else(|| line.split_once('|').map(|(_, words)| words))?;
    Some(words.trim().to_owned()).filter(|_| !line.starts_with('#'))
}

/// Whether a literal is something a person reads: several words, or a word that begins like a label.
fn is_sentence(text: &str) -> bool {
    let words = text.split_whitespace().filter(|word| word.chars().any(char::is_alphabetic)).count();
    let label =
        text.starts_with(|first: char| first.is_ascii_uppercase()) && text.chars().any(char::is_lowercase);
    let machine = [
        "SELECT ",
        "INSERT ",
        "CREATE ",
        "PRAGMA ",
        "UPDATE ",
        "DELETE ",
        "BEGIN",
        "default-src",
        "Content-",
        "http",
    ];
    let code = machine.iter().any(|start| text.starts_with(start))
        || text.starts_with(['/', '#', '.', '<', '[', '-'])
        || ["::", "=\"", "'self'", "px", "/>", "no-store"].iter().any(|mark| text.contains(mark));
    (words > 1 || label) && !code
}

/// The string literals of Rust source, in order, line breaks folded; comments, characters and `expect` reasons left out.
fn literals(source: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = source;
    while let Some(at) = rest.find(['"', '/', '\'']) {
        let (before, from) = rest.split_at(at);
        if let Some(comment) = from.strip_prefix("//") {
            rest = comment.find('\n').map_or("", |end| &comment[end..]);
        } else if from.starts_with('"') {
            let hashes = before.len() - before.trim_end_matches('#').len();
            let raw = before.trim_end_matches('#').ends_with('r');
            let end = if raw { raw_end(from, hashes) } else { plain_end(from) };
            let text = &from[1..end];
            // Why something can't fail is for developers.
            let reason = ["expect(", "debug_assert!(", "unreachable!("]
                .iter()
                .any(|call| before.trim_end().ends_with(call));
            if !reason {
                found.push(if raw { text.to_owned() } else { unescaped(text) });
            }
            rest = from.get(end + 1..).unwrap_or("");
        } else if let Some(character) = from.strip_prefix('\'') {
            // A character in quotes, or a lifetime.
            let escaped = character.starts_with('\\');
            let length = character.chars().next().map_or(0, char::len_utf8);
            let quoted = if escaped {
                character[1..].find('\'').map(|end| end + 2)
            } else {
                character[length..].starts_with('\'').then_some(length + 1)
            };
            rest = &character[quoted.unwrap_or(0)..];
        } else {
            rest = &from[1..];
        }
    }
    found
}

/// Where a plain literal that begins here ends.
fn plain_end(from: &str) -> usize {
    let mut escaped = false;
    for (at, letter) in from.char_indices().skip(1) {
        match letter {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at,
            _ => {}
        }
    }
    from.len() - 1
}

fn raw_end(from: &str, hashes: usize) -> usize {
    let close = format!("\"{}", "#".repeat(hashes));
    from[1..].find(&close).map_or(from.len() - 1, |end| end + 1)
}

/// The text a literal stands for, on one line.
fn unescaped(text: &str) -> String {
    let mut lines = text.split("\\\n").map(|line| line.trim_start().to_owned());
    let first = text.split("\\\n").next().unwrap_or_default().to_owned();
    let joined = std::iter::once(first).chain(lines.by_ref().skip(1)).collect::<String>();
    joined.replace("\\n", " / ").replace("\\\"", "\"").replace('\n', " / ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_that_differs_is_named_with_its_first_sentence() {
        assert_eq!(compare("p.md", "a\nb\n", "a\nb\n"), Ok(()));
        assert!(compare("p.md", "a\nb\n", "a\nc\n").unwrap_err().starts_with("p.md has 'b', now 'c'"));
        assert!(compare("p.md", "a\n", "a\nc\n").is_err());
    }

    #[test]
    fn literals_are_found_and_comments_and_characters_are_not() {
        let source = "// \"no\"\nlet a = \"One \\\"two\\\"\"; let b = '\"'; let c: &'static str = \"three \\\n    four\"; \
                      let d = r#\"raw \"five\"\"#; x.expect(\"never\"); let e = '\\''; \"six\"";
        assert_eq!(literals(source), ["One \"two\"", "three four", "raw \"five\"", "six"]);
    }

    #[test]
    fn what_a_lesson_says_is_found() {
        assert_eq!(lesson_words("A draw [urn] | Draw one."), Some("Draw one.".to_owned()));
        assert_eq!(lesson_words("learned: So."), Some("So.".to_owned()));
        assert_eq!(lesson_words("# a | b").or(lesson_words("B draw")).or(lesson_words("A hand: 3")), None);
    }

    #[test]
    fn sentences_are_told_from_names_for_machines() {
        for text in ["Undo", "Play now", "{name} is away", "nobody sits here"] {
            assert!(is_sentence(text), "{text}");
        }
        for text in ["undo", "slab", "SELECT 1 FROM x", "/t/{id}", "default-src 'self'", "", "{}"] {
            assert!(!is_sentence(text), "{text}");
        }
    }
}
