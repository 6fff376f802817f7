//! What is shipped: every crate that becomes part of the binary, whether it may be (`deny.toml`), and the list of them (SBOM).

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde_json::{Value, json};

use crate::steps::output;

/// Where cargo's own crates come from.
const CRATES_IO: &str = "registry+https://github.com/rust-lang/crates.io-index";

/// What may be shipped.
struct Allowed {
    licences: Vec<String>,
    banned: Vec<String>,
    registries: Vec<String>,
}

impl Allowed {
    fn read(text: &str) -> Result<Self, String> {
        let table: toml::Table = text.parse().map_err(|error| format!("deny.toml: {error}"))?;
        let list = |section: &str, key: &str| -> Result<Vec<toml::Value>, String> {
            let found =
                table.get(section).and_then(|section| section.get(key)).and_then(toml::Value::as_array);
            found.cloned().ok_or_else(|| format!("deny.toml: there is no list {section}.{key}"))
        };
        let text = |value: &toml::Value| value.as_str().map(str::to_owned);
        let banned = list("bans", "deny")?;
        Ok(Self {
            licences: list("licenses", "allow")?.iter().filter_map(text).collect(),
            banned: banned.iter().filter_map(|ban| text(ban.get("crate")?)).collect(),
            registries: list("sources", "allow-registry")?.iter().filter_map(text).collect(),
        })
    }

    /// Whether an SPDX expression can be satisfied by licences that are allowed.
    fn allows(&self, expression: &str) -> bool {
        let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
        let words: Vec<&str> = spaced.split_whitespace().collect();
        let mut at = 0;
        self.either(&words, &mut at) == Some(true) && at == words.len()
    }

    /// Nothing where it is no expression.
    fn either(&self, words: &[&str], at: &mut usize) -> Option<bool> {
        let mut any = self.both(words, at)?;
        while words.get(*at) == Some(&"OR") {
            *at += 1;
            any |= self.both(words, at)?;
        }
        Some(any)
    }

    fn both(&self, words: &[&str], at: &mut usize) -> Option<bool> {
        let mut all = self.one(words, at)?;
        while words.get(*at) == Some(&"AND") {
            *at += 1;
            all &= self.one(words, at)?;
        }
        Some(all)
    }

    fn one(&self, words: &[&str], at: &mut usize) -> Option<bool> {
        let word = words.get(*at)?;
        *at += 1;
        if *word == "(" {
            let inside = self.either(words, at)?;
            let closed = words.get(*at) == Some(&")");
            *at += 1;
            return closed.then_some(inside);
        }
        let mut name = (*word).to_owned();
        if words.get(*at) == Some(&"WITH") {
            name = format!("{name} WITH {}", words.get(*at + 1)?);
            *at += 2;
        }
        Some(self.licences.contains(&name))
    }

    /// Everything that is wrong with these packages, one sentence each.
    fn wrong(&self, packages: &[Value]) -> Vec<String> {
        let mut wrong = Vec::new();
        for package in packages {
            let name = format!("{} {}", text(package, "name"), text(package, "version"));
            let licence = text(package, "license");
            if !self.allows(licence) {
                wrong.push(format!(
                    "{name}: its licence '{licence}' is not among those that deny.toml allows"
                ));
            }
            if self.banned.iter().any(|banned| banned == text(package, "name")) {
                wrong.push(format!("{name}: deny.toml bans it"));
            }
            let source = package["source"].as_str();
            let known = |source: &str| {
                self.registries.iter().any(|registry| source == format!("registry+{registry}"))
            };
            // Our own are here.
            if source.is_some_and(|source| !known(source)) {
                wrong.push(format!(
                    "{name}: it comes from {}, which deny.toml does not allow",
                    source.unwrap_or_default()
                ));
            }
        }
        wrong
    }
}

fn text<'a>(package: &'a Value, key: &str) -> &'a str {
    package[key].as_str().unwrap_or_default()
}

fn metadata(root: &Path, more: &[&str]) -> Result<Value, String> {
    let words = ["cargo", "metadata", "--format-version", "1", "--locked"];
    let told = output(root, &[&words[..], more].concat())?;
    serde_json::from_str(&told).map_err(|error| format!("cargo's metadata can't be read: {error}"))
}

fn packages(metadata: &Value) -> Result<&Vec<Value>, String> {
    metadata["packages"].as_array().ok_or_else(|| "cargo's metadata has no packages".to_owned())
}

/// Names that are there in several versions.
fn several(packages: &[Value]) -> Vec<String> {
    let mut versions = BTreeMap::<&str, BTreeSet<&str>>::new();
    for package in packages {
        versions.entry(text(package, "name")).or_default().insert(text(package, "version"));
    }
    let many = versions.into_iter().filter(|(_, versions)| versions.len() > 1);
    many.map(|(name, versions)| format!("{name} ({})", versions.into_iter().collect::<Vec<_>>().join(", ")))
        .collect()
}

/// Checks everything we depend on against `deny.toml`; tells how many there are and which are there more than once.
pub fn check(root: &Path) -> Result<String, String> {
    let deny =
        std::fs::read_to_string(root.join("deny.toml")).map_err(|error| format!("deny.toml: {error}"))?;
    let metadata = metadata(root, &["--all-features"])?;
    let packages = packages(&metadata)?;
    let wrong = Allowed::read(&deny)?.wrong(packages);
    if !wrong.is_empty() {
        return Err(wrong.join("\n"));
    }
    let several = several(packages);
    Ok(format!("   {} crates; in several versions: {}\n", packages.len(), several.join(", ")))
}

/// The hashes of the lock file, by name and version.
fn checksums(root: &Path) -> Result<BTreeMap<(String, String), String>, String> {
    let text =
        std::fs::read_to_string(root.join("Cargo.lock")).map_err(|error| format!("Cargo.lock: {error}"))?;
    let lock: toml::Table = text.parse().map_err(|error| format!("Cargo.lock: {error}"))?;
    let all = lock.get("package").and_then(toml::Value::as_array).ok_or("Cargo.lock has no packages")?;
    let field = |package: &toml::Value, key: &str| Some(package.get(key)?.as_str()?.to_owned());
    let one = |package: &toml::Value| {
        Some(((field(package, "name")?, field(package, "version")?), field(package, "checksum")?))
    };
    Ok(all.iter().filter_map(one).collect())
}

/// The packages that become part of the binary, by their ids: what it depends on other than for building and testing.
fn shipped<'a>(metadata: &'a Value, binary: &str) -> Result<BTreeSet<&'a str>, String> {
    let nodes = metadata["resolve"]["nodes"].as_array().ok_or("cargo's metadata has no dependencies")?;
    let node: BTreeMap<&str, &Value> = nodes.iter().map(|node| (text(node, "id"), node)).collect();
    let first = packages(metadata)?.iter().find(|package| text(package, "name") == binary);
    let mut waiting = vec![text(first.ok_or_else(|| format!("there is no package {binary}"))?, "id")];
    let mut found = BTreeSet::new();
    while let Some(id) = waiting.pop() {
        if !found.insert(id) {
            continue;
        }
        let dependencies = node.get(id).and_then(|node| node["deps"].as_array());
        for dependency in dependencies.into_iter().flatten() {
            let kinds = dependency["dep_kinds"].as_array();
            if kinds.is_some_and(|kinds| kinds.iter().any(|kind| kind["kind"].is_null())) {
                waiting.push(text(dependency, "pkg"));
            }
        }
    }
    Ok(found)
}

/// What is in the binary, as `CycloneDX`. The same sources give the same bytes.
pub fn sbom(root: &Path, target: &str) -> Result<String, String> {
    let metadata = metadata(root, &["--filter-platform", target])?;
    let inside = shipped(&metadata, "gloria-cli")?;
    let checksums = checksums(root)?;
    let mut components = Vec::new();
    let mut version = "";
    for package in packages(&metadata)?.iter().filter(|package| inside.contains(text(package, "id"))) {
        let key = (text(package, "name").to_owned(), text(package, "version").to_owned());
        if key.0 == "gloria-cli" {
            version = text(package, "version");
            continue;
        }
        let purl = format!("pkg:cargo/{}@{}", key.0, key.1);
        let mut component = json!({
            "type": "library", "bom-ref": purl, "name": key.0, "version": key.1, "purl": purl,
            "licenses": [{ "expression": text(package, "license").replace('/', " OR ") }],
        });
        if let Some(hash) = checksums.get(&key).filter(|_| package["source"] == CRATES_IO) {
            component["hashes"] = json!([{ "alg": "SHA-256", "content": hash }]);
        }
        components.push(component);
    }
    components.sort_by(|one, other| text(one, "purl").cmp(text(other, "purl")));
    let own = json!({ "type": "application", "bom-ref": "gloria", "name": "gloria", "version": version });
    let bom = json!({
        "bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
        "metadata": { "component": own, "properties": [{ "name": "cargo:target", "value": target }] },
        "components": components,
    });
    let text = serde_json::to_string_pretty(&bom).map_err(|error| error.to_string())?;
    Ok(format!("{text}\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const DENY: &str = "[licenses]\nallow = ['MIT', 'Apache-2.0', 'Apache-2.0 WITH LLVM-exception', 'Unicode-3.0']\n\
                        [bans]\ndeny = [{ crate = 'openssl' }]\n\
                        [sources]\nallow-registry = ['https://github.com/rust-lang/crates.io-index']\n";

    #[test]
    fn an_expression_is_allowed_if_it_can_be_satisfied() {
        let allowed = Allowed::read(DENY).unwrap();
        for fine in [
            "MIT",
            "MIT OR GPL-3.0",
            "MIT/Apache-2.0",
            "(MIT OR GPL-3.0) AND Unicode-3.0",
            "Apache-2.0 WITH LLVM-exception",
        ] {
            assert!(allowed.allows(fine), "{fine}");
        }
        for wrong in [
            "",
            "GPL-3.0",
            "MIT AND GPL-3.0",
            "MIT OR",
            "(MIT",
            "GPL-3.0 WITH Classpath-exception-2.0",
            "MIT )",
        ] {
            assert!(!allowed.allows(wrong), "{wrong}");
        }
    }

    #[test]
    fn a_licence_a_ban_and_a_foreign_source_are_each_found() {
        let package = |name: &str, license: &str, source: Option<&str>| json!({ "name": name, "version": "1.0.0", "license": license, "source": source });
        let allowed = Allowed::read(DENY).unwrap();
        let fine = [package("serde", "MIT OR Apache-2.0", Some(CRATES_IO)), package("gloria", "MIT", None)];
        assert!(allowed.wrong(&fine).is_empty());
        let wrong = [
            package("copied", "GPL-3.0", Some(CRATES_IO)),
            package("openssl", "MIT", Some(CRATES_IO)),
            package("mine", "MIT", Some("git+https://example.org/mine")),
        ];
        let found = allowed.wrong(&wrong);
        assert_eq!(found.len(), 3, "{found:?}");
        assert!(
            found[0].contains("GPL-3.0") && found[1].contains("bans") && found[2].contains("example.org")
        );
        assert_eq!(
            several(&[fine[0].clone(), json!({ "name": "serde", "version": "2.0.0" })]),
            ["serde (1.0.0, 2.0.0)"]
        );
        assert!(Allowed::read("[licenses]\n").is_err());
    }

    #[test]
    fn the_list_of_what_is_shipped_is_whole_and_each_can_be_found_again() {
        let root = crate::root();
        let list = sbom(&root, "x86_64-unknown-linux-gnu").unwrap();
        let bom: Value = serde_json::from_str(&list).unwrap();
        assert_eq!((text(&bom, "bomFormat"), text(&bom, "specVersion")), ("CycloneDX", "1.5"));
        let components = bom["components"].as_array().unwrap();
        let named = |name: &str| components.iter().find(|component| component["name"] == name);
        for inside in ["gloria-web", "tokio", "libsqlite3-sys", "ring"] {
            assert!(named(inside).is_some(), "{inside}");
        }
        for outside in ["thirtyfour", "gloria-proofs", "xtask"] {
            assert!(named(outside).is_none(), "{outside} is not shipped");
        }
        for component in components.iter().filter(|component| !text(component, "name").starts_with("gloria"))
        {
            assert_eq!(component["hashes"][0]["content"].as_str().map(str::len), Some(64), "{component}");
            assert!(!text(&component["licenses"][0], "expression").is_empty());
        }
        assert_eq!(sbom(&root, "x86_64-unknown-linux-gnu").unwrap(), list);
    }
}
