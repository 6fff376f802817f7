//! The walk of one click in ARCHITECTURE.md leads along functions that are there.

use std::path::Path;

/// The steps of the walk: file and function.
fn walk(page: &str) -> Vec<(String, String)> {
    let part =
        page.split("### One click").nth(1).and_then(|part| part.split("\n##").next()).unwrap_or_default();
    let step = |line: &str| {
        let (place, _) = line.split_once(". `")?.1.split_once('`')?;
        let (file, function) = place.split_once(": ")?;
        Some((file.to_owned(), function.to_owned()))
    };
    part.lines().filter_map(step).collect()
}

/// Whether a source has a function of this name.
fn has(source: &str, function: &str) -> bool {
    [format!("fn {function}("), format!("fn {function}<"), format!("function {function}(")]
        .iter()
        .any(|head| source.contains(head.as_str()))
}

#[test]
fn one_click_is_walked_from_the_browser_to_the_disk_and_back_in_under_fifteen_steps() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = std::fs::read_to_string(root.join("ARCHITECTURE.md")).unwrap();
    let steps = walk(&page);
    assert!((10..15).contains(&steps.len()), "{steps:?}");
    for (file, function) in &steps {
        let source = std::fs::read_to_string(root.join(file)).unwrap_or_default();
        assert!(has(&source, function), "{file} has no '{function}'");
    }
    assert!(steps.iter().any(|(file, _)| file.starts_with("crates/store/")));
    assert!(!has("fn plans() {}", "plan"), "a step that leads nowhere is found");
}

/// The places that "Where do I …" in ARCHITECTURE.md names.
fn places(page: &str) -> Vec<String> {
    let part =
        page.split("### Where do I").nth(1).and_then(|part| part.split("\n##").next()).unwrap_or_default();
    part.split('`').filter(|word| word.starts_with("crates/")).map(str::to_owned).collect()
}

#[test]
fn whoever_asks_where_something_is_finds_it() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = std::fs::read_to_string(root.join("ARCHITECTURE.md")).unwrap();
    let places = places(&page);
    assert!(places.len() >= 15, "{places:?}");
    for place in &places {
        assert!(root.join(place).exists(), "{place} is not there");
    }
}
