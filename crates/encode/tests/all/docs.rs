//! `docs/encoding.md` lists every field and every verb, and is written here.

use std::fmt::Write as _;
use std::path::Path;

use gloria_encode::{Coding, Encoded, Encoder, Field, Values};
use table::testkit::committed;
use table::{Options, Rulebook as _};

/// The group a field belongs to (`seat`), its number in it, and its name there.
fn split(field: &Field) -> (String, Option<usize>, String) {
    let (group, name) = field.name.split_once(": ").unwrap_or(("", &field.name));
    match group.rsplit_once(' ').map(|(group, number)| (group, number.parse())) {
        Some((group, Ok(number))) => (group.to_owned(), Some(number), name.to_owned()),
        Some((_, Err(_))) | None => (group.to_owned(), None, name.to_owned()),
    }
}

fn row(field: &Field, name: &str, out: &mut String) {
    let Field { offset, len, values, .. } = field;
    let values = match values {
        Values::Flags => "0 or 1".to_owned(),
        Values::Share(most) => format!("0 to 1: count / {most}"),
    };
    let _ = writeln!(out, "| {offset} | {len} | {name} | {values} |");
}

fn game<G: Encoded>(out: &mut String) {
    let rules = G::Rules::from_options(&Options::new()).unwrap();
    let encoder = Encoder::<G>::new(&rules).unwrap();
    let fields = encoder.fields();
    let numbering = encoder.numbering();
    let _ = writeln!(
        out,
        "## {}\n\nVersion {}: {} numbers in {} fields; {} actions made of {} features.\n",
        G::INFO.title,
        G::VERSION,
        encoder.len(),
        fields.len(),
        encoder.count(),
        numbering.features()
    );
    out.push_str("| from | length | field | values |\n|---|---|---|---|\n");
    for field in &fields {
        let (group, number, name) = split(field);
        match number {
            None => row(field, &format!("{group}: {name}"), out),
            Some(0) => {
                let alike = |other: &&Field| {
                    let (other_group, _, other_name) = split(other);
                    other_group == group && other_name == name
                };
                let last = fields.iter().rev().find(alike).map_or(0, |last| split(last).1.unwrap_or(0));
                let second =
                    fields.iter().filter(alike).nth(1).map_or(0, |second| second.offset - field.offset);
                row(field, &format!("{group} 0: {name} (to {group} {last}, {second} further each)"), out);
            }
            Some(_) => {}
        }
    }
    out.push_str("\n| first number | action | its parts |\n|---|---|---|\n");
    for (at, verb) in numbering.verbs().iter().enumerate() {
        let parts: Vec<_> = verb.parts.iter().map(|(name, size)| format!("{name} ({size})")).collect();
        let coding = match verb.coding {
            Coding::Each => String::new(),
            Coding::UpTo(most) => format!(", together at most {most}"),
        };
        let _ = writeln!(out, "| {} | {} | {}{coding} |", numbering.base(at), verb.name, parts.join(", "));
    }
    out.push('\n');
}

#[test]
fn the_page_lists_every_field() {
    let mut out = include_str!("../encoding.head.md").to_owned();
    game::<glory_to_rome::State>(&mut out);
    game::<for_glory::State>(&mut out);
    game::<glory::State>(&mut out);
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/encoding.md");
    committed(&file, &out).unwrap();
}
