//! The configuration file, the environment and the options: which goes before which, and what is said of a wrong one.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::gloria::{Run, folder, gloria};

/// The example that is shipped.
fn shipped() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packaging/gloria.toml")
}

/// What `gloria` says in this environment.
fn within(environment: &[(&str, &str)], words: &str) -> Run {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gloria"));
    let done = command.args(words.split(' ')).envs(environment.iter().copied()).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Run { code: done.status.code().unwrap(), out: text(done.stdout), err: text(done.stderr) }
}

/// The value in force and where it comes from.
fn setting<'a>(run: &'a Run, key: &str) -> (&'a str, &'a str) {
    let line = run
        .out
        .lines()
        .find(|line| line.starts_with(&format!("{key} =")))
        .unwrap_or_else(|| panic!("{key}: {run:?}"));
    let (value, source) = line.split_once('#').unwrap();
    (value.split_once('=').unwrap().1.trim(), source.trim())
}

#[test]
fn an_option_goes_before_the_environment_that_before_the_file_and_that_before_the_default() {
    let file = folder("precedence").join("gloria.toml");
    fs::write(&file, "posts = 2\nlines = 3\nminds = 4\nproxy = [\"127.0.0.1\", \"10.0.0.0/8\"]\ndatabase = \"postgres://me:secret@host/name\"\n").unwrap();
    let said = within(
        &[("GLORIA_POSTS", "20"), ("GLORIA_LINES", "30"), ("GLORIA_REQUESTS", "50")],
        &format!("serve --check --posts 200 --config {}", file.display()),
    );
    assert_eq!(said.code, 0, "{said:?}");
    assert_eq!(setting(&said, "posts"), ("200", "from the command line"));
    assert_eq!(setting(&said, "lines"), ("30", "from the environment"));
    assert_eq!(setting(&said, "requests"), ("50", "from the environment"));
    assert_eq!(setting(&said, "minds"), ("4", "from the file"));
    assert_eq!(
        setting(&said, "proxy"),
        ("[\"127.0.0.1/32\", \"10.0.0.0/8\"]".replace("/32", "").as_str(), "from the file")
    );
    assert_eq!(setting(&said, "uploads"), ("30", "default"));
    assert!(said.out.contains("# site is not set"), "{said:?}");
    // The password stays in the file.
    assert!(said.out.contains("host") && !said.out.contains("secret"), "{said:?}");
    // What was printed is itself a file that says the same.
    let again = file.with_file_name("again.toml");
    fs::write(&again, &said.out).unwrap();
    let again = gloria(&format!("serve --check --config {}", again.display()));
    assert_eq!(setting(&again, "posts"), ("200", "from the file"), "{again:?}");
}

#[test]
fn other_commands_take_from_the_file_what_concerns_them() {
    let folder = folder("config-database");
    let (file, database) = (folder.join("gloria.toml"), folder.join("none.db"));
    fs::write(&file, format!("posts = 7\ndatabase = {:?}\n", database.display().to_string())).unwrap();
    let run = gloria(&format!("backup {} --config {}", folder.join("copy.db").display(), file.display()));
    assert!(
        run.code == 2 && run.err.contains(&format!("there is no database {}", database.display())),
        "{run:?}"
    );
}

#[test]
fn whatever_is_wrong_with_a_file_is_one_sentence_with_its_line() {
    let file = folder("wrong-config").join("gloria.toml");
    let said = |text: &str| {
        fs::write(&file, text).unwrap();
        let run = gloria(&format!("serve --check --config {}", file.display()));
        assert_eq!((run.code, run.err.lines().count()), (2, 1), "{run:?}");
        run.err
    };
    let shows = |text: &str, expected: &[&str]| {
        let said = said(text);
        assert!(expected.iter().all(|part| said.contains(part)), "{said}");
    };
    shows("posts = 3\n\npots = 4\n", &["line 3", "no setting 'pots'", "did you mean 'posts'"]);
    shows("check = true\n", &["line 1", "no setting 'check'"]);
    shows("[limits]\nposts = 3\n", &["line 1", "no setting 'limits'"]);
    shows("# first\npace = \"fast\"\n", &["line 2", "'pace' can't be \"fast\"", "invalid digit"]);
    shows("posts = 0\n", &["'posts' can't be 0", "1"]);
    shows("posts = -1\n", &["'posts' can't be -1"]);
    shows("posts = 2.5\n", &["'posts' can't be"]);
    shows("posts = [1, 2]\n", &["'posts' must be one value"]);
    shows("log = \"loud\"\n", &["'log' can't be \"loud\"", "expected one of"]);
    shows("site = \"play.example.org\"\n", &["'site'", "https://play.example.org"]);
    shows("proxy = [\"everybody\"]\n", &["'proxy'", "no address of a proxy"]);
    shows("listen = \"80\"\n", &["'listen'", "no address to listen at"]);
    shows("posts = 3\nposts = 4\n", &["line 2", "duplicate"]);
    shows("posts 3\n", &["line 1"]);
    let run = gloria("serve --check --config nowhere/gloria.toml");
    assert!(run.code == 2 && run.err.contains("nowhere/gloria.toml can't be read"), "{run:?}");
    let run = within(&[("GLORIA_PACE", "fast")], "serve --check");
    assert!(run.code == 2 && run.err.contains("--pace"), "{run:?}");
}

/// `UPDATE=1` writes the example anew.
#[test]
fn the_example_that_is_shipped_has_every_setting_with_its_default() {
    let example = gloria("serve --example");
    assert_eq!(example.code, 0, "{example:?}");
    if std::env::var_os("UPDATE").is_some() {
        fs::write(shipped(), &example.out).unwrap();
    }
    let committed = fs::read_to_string(shipped()).unwrap();
    assert!(
        committed == example.out,
        "packaging/gloria.toml is not what `gloria serve --example` prints: UPDATE=1 writes it anew"
    );
    // Every key there is, with its # taken away, is one that is understood; and no option is missing.
    let settings: Vec<&str> = committed
        .lines()
        .filter_map(|line| line.strip_prefix('#'))
        .filter(|line| line.starts_with(|letter: char| letter.is_ascii_lowercase()))
        .collect();
    let file = folder("example").join("gloria.toml");
    fs::write(&file, settings.join("\n")).unwrap();
    let all = gloria(&format!("serve --check --config {}", file.display()));
    assert_eq!(all.code, 0, "{all:?}");
    let (usual, keys) = (gloria("serve --check"), settings.len());
    assert_eq!(all.out.lines().count(), keys, "{all:?}");
    for line in usual.out.lines().filter(|line| line.ends_with("# default")) {
        let key = line.split_once(" =").unwrap().0;
        assert_eq!(setting(&usual, key).0, setting(&all, key).0);
    }
    let help = gloria("serve --help").out;
    let options = help
        .lines()
        .filter_map(|line| line.strip_prefix("      --"))
        .map(|line| line.split(' ').next().unwrap());
    for option in options.filter(|option| !["check", "example", "config", "help"].contains(option)) {
        assert!(settings.iter().any(|line| line.starts_with(&format!("{option} ="))), "{option} is missing");
    }
}
