//! One procedure, one room: the table of all procedures in ARCHITECTURE.md is made here from the code (`UPDATE=1` writes it).

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use table::testkit::committed;

const BEGIN: &str = "<!-- procedures: written by crates/games/tests/all/procedures.rs -->\n";
const END: &str = "<!-- procedures end -->\n";

fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).expect("crates/games lies in the workspace").to_owned()
}

/// The procedures of a game as its list names them.
fn listed(list: &str) -> Vec<&str> {
    let inside = list.split_once("pub enum Frame {").map_or("", |(_, after)| after);
    let inside = inside.split_once('}').map_or("", |(before, _)| before);
    let lines = inside.lines().map(str::trim).filter(|line| !line.starts_with("//"));
    lines.flat_map(|line| line.split(',')).map(str::trim).filter(|name| !name.is_empty()).collect()
}

/// What a file says of itself in its first sentence.
fn says(text: &str) -> String {
    let lines = text.lines().map_while(|line| line.strip_prefix("//! "));
    let said = lines.collect::<Vec<_>>().join(" ");
    said.split_inclusive(". ").next().unwrap_or_default().trim().replace('|', "\\|")
}

/// Which files say how each procedure goes.
fn rooms(folder: &Path) -> BTreeMap<String, Vec<String>> {
    let mut rooms: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let is_list = |file: &Path| file.file_name().is_some_and(|name| name == "mod.rs");
    for entry in std::fs::read_dir(folder).expect("a folder of procedures") {
        let file = entry.expect("a file").path();
        if is_list(&file) {
            continue;
        }
        let text = std::fs::read_to_string(&file).unwrap_or_default();
        let name = file.file_name().and_then(|name| name.to_str()).expect("a plain name").to_owned();
        for line in text.lines() {
            if let Some(rest) = line.strip_prefix("impl Procedure for ") {
                let procedure = rest.trim_end_matches(" {").to_owned();
                rooms.entry(procedure).or_default().push(name.clone());
            }
        }
    }
    rooms
}

/// The table, or what is wrong with the rooms.
fn written(root: &Path) -> Result<String, String> {
    let mut table = "| game | procedure | room | what it is |\n|---|---|---|---|\n".to_owned();
    for game in ["glory-to-rome", "for-glory", "glory"] {
        let folder = format!("crates/{game}/src/procedures");
        let Ok(list) = std::fs::read_to_string(root.join(&folder).join("mod.rs")) else { continue };
        let rooms = rooms(&root.join(&folder));
        let mut lodgers: BTreeMap<&str, &str> = BTreeMap::new();
        let listed = listed(&list);
        // What is there where nothing is: an unused place of a stack.
        for name in listed.iter().filter(|name| **name != "Idle") {
            let [file] = rooms.get(*name).map_or(&[][..], Vec::as_slice) else {
                return Err(format!("{game}: '{name}' is not in exactly one file of {folder}"));
            };
            if let Some(other) = lodgers.insert(file, name) {
                return Err(format!("{folder}/{file} holds both {other} and {name}"));
            }
            let says = says(&std::fs::read_to_string(root.join(&folder).join(file)).unwrap_or_default());
            writeln!(table, "| {game} | `{name}` | `{folder}/{file}` | {says} |")
                .expect("a string takes all");
        }
        if lodgers.len() != rooms.len() {
            return Err(format!("{folder} holds {} procedures, {} are listed", rooms.len(), lodgers.len()));
        }
    }
    Ok(table)
}

#[test]
fn every_procedure_has_a_room_of_its_own() {
    let root = root();
    let page = root.join("ARCHITECTURE.md");
    let text = std::fs::read_to_string(&page).expect("ARCHITECTURE.md");
    let table = written(&root).unwrap_or_else(|fault| panic!("{fault}"));
    let (before, rest) = text.split_once(BEGIN).expect("the page has a place for the table");
    let (_, after) = rest.split_once(END).expect("the table has an end");
    let wanted = format!("{before}{BEGIN}\n{table}\n{END}{after}");
    committed(&page, &wanted).unwrap_or_else(|fault| panic!("{fault}"));
}

/// The check itself: two procedures in one file, and one that is nowhere, are found.
#[test]
fn shared_and_missing_rooms_are_found() {
    let root = std::env::temp_dir().join(format!("gloria-rooms-{}", std::process::id()));
    let folder = root.join("crates/glory/src/procedures");
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    let list = "table::procedures! {\n    pub enum Frame {\n        /// One.\n        One,\n        /// Two.\n        Two,\n    }\n}\n";
    std::fs::write(folder.join("mod.rs"), list).expect("a file");
    std::fs::write(folder.join("one.rs"), "impl Procedure for One {\n}\n").expect("a file");
    assert!(written(&root).is_err_and(|fault| fault.contains("'Two' is not in exactly one file")));
    std::fs::write(folder.join("one.rs"), "impl Procedure for One {\n}\nimpl Procedure for Two {\n}\n")
        .expect("a file");
    assert!(written(&root).is_err_and(|fault| fault.contains("holds both One and Two")));
    std::fs::write(folder.join("one.rs"), "impl Procedure for One {\n}\n").expect("a file");
    let two = "//! It is two. And more.\n\nimpl Procedure for Two {\n}\n";
    std::fs::write(folder.join("two.rs"), two).expect("a file");
    assert!(written(&root).is_ok_and(|table| table.ends_with("two.rs` | It is two. |\n")));
    std::fs::remove_dir_all(&root).expect("the test's own folder");
}
