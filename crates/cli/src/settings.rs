//! Settings: options of `serve` that are also variables of the environment and keys of a configuration file, by one name.
//!
//! The options are the one list. What a file says becomes words of the command line, unless the command line or the environment says
//! it already; so a value is read, checked and explained in one place, wherever it comes from.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command, FromArgMatches, Parser};
use store::Database;
use toml::{Spanned, Value};

use crate::failure::{Done, Failure};
use crate::text::wrap;

/// What the configuration file is named by, in the environment and among the options.
const CONFIG: &str = "config";

/// Options of `serve` that are no settings.
const DEEDS: [&str; 4] = ["check", "example", "help", CONFIG];

/// What an example shows of a setting that has no fixed default.
const SAMPLES: [(&str, &str); 8] = [
    ("connections", "12000"),
    ("proxy", "[\"127.0.0.1\", \"::1\"]"),
    ("push-contact", "\"mailto:me@example.org\""),
    ("push-service", "[\"push.example.org\"]"),
    ("site", "\"https://play.example.org\""),
    ("status", "\"127.0.0.1:9180\""),
    ("thinkers", "1"),
    ("word", "[\"barbarian\"]"),
];

/// Where a setting comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Source {
    Option,
    Environment,
    File,
    Default,
}

impl Source {
    const fn words(self) -> &'static str {
        match self {
            Self::Option => "from the command line",
            Self::Environment => "from the environment",
            Self::File => "from the file",
            Self::Default => "default",
        }
    }
}

/// One setting as it is in force.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InForce {
    key: String,
    /// As it stands in a file; nothing where it has neither a value nor a fixed default.
    value: Option<String>,
    default: Option<String>,
    source: Source,
    help: String,
    heading: Option<String>,
}

/// What was asked for, and the settings in force if it was to serve.
pub struct Asked<P> {
    /// The command line, completed.
    pub parsed: P,
    /// The settings, in the order of the options.
    pub in_force: Vec<InForce>,
}

/// The variable of the environment for a setting.
fn variable(key: &str) -> String {
    format!("GLORIA_{}", key.replace('-', "_").to_uppercase())
}

fn name(arg: &Arg) -> &str {
    arg.get_long().unwrap_or_default()
}

fn is_setting(arg: &Arg) -> bool {
    arg.get_long().is_some_and(|long| !DEEDS.contains(&long))
}

/// The command line with what every command with settings has: a configuration file, and the environment.
pub fn grown(command: Command) -> Command {
    let has_database = |command: &Command| command.get_arguments().any(|arg| name(arg) == "database");
    let names: Vec<String> = command
        .get_subcommands()
        .filter(|sub| has_database(sub))
        .map(|sub| sub.get_name().to_owned())
        .collect();
    names.iter().fold(command, |command, sub| {
        command.mut_subcommand(sub, |sub| {
            let file = Arg::new(CONFIG)
                .long(CONFIG)
                .value_name("FILE")
                .env(variable(CONFIG))
                .value_parser(clap::value_parser!(PathBuf))
                .help("A configuration file (TOML): settings by the names of the options of `serve`. What the command line or the environment (GLORIA_POSTS for --posts) says goes before it");
            // All of them would be a long list to read, and their names follow from the options'.
            let known = |arg: Arg| {
                if is_setting(&arg) { arg.clone().env(variable(name(&arg))).hide_env(true) } else { arg }
            };
            let serves = sub.get_name() == "serve";
            let sub = sub.arg(file.display_order(0));
            if serves { sub.mut_args(known) } else { sub }
        })
    })
}

/// Reads the command line, completed by the environment and by the configuration file it names. Without a command, `usual` is meant.
/// What clap itself finds wrong it tells itself.
pub fn complete<P: Parser>(mut words: Vec<OsString>, usual: &str) -> Result<Asked<P>, Failure> {
    if words.len() < 2 {
        words.push(usual.into());
    }
    let command = grown(P::command());
    let matches = command.clone().get_matches_from(&words);
    let Some((sub, own)) = matches.subcommand() else { return parsed(&matches, Vec::new()) };
    let known = command.find_subcommand(sub).map(settings).unwrap_or_default();
    let path = own.try_get_one::<PathBuf>(CONFIG).ok().flatten();
    let said = match path {
        Some(path) => {
            let serve = command.find_subcommand("serve").map(settings).unwrap_or_default();
            read(path, &serve)?
        }
        None => Vec::new(),
    };
    // What the file says, where nobody else does and the command cares.
    let unsaid = |key: &str| {
        own.value_source(id(&known, key)) == Some(ValueSource::DefaultValue)
            || own.value_source(id(&known, key)).is_none()
    };
    let file: Vec<&Said> = said
        .iter()
        .filter(|said| known.iter().any(|arg| name(arg) == said.key) && unsaid(&said.key))
        .collect();
    let more = file.iter().flat_map(|said| said.words());
    let _ = words.splice(2..2, more.map(OsString::from));
    let all = command.clone().get_matches_from(&words);
    let in_force = match all.subcommand() {
        Some(("serve", merged)) => known.iter().map(|arg| in_force(arg, merged, own, &file)).collect(),
        Some(_) | None => Vec::new(),
    };
    parsed(&all, in_force)
}

fn parsed<P: FromArgMatches>(matches: &ArgMatches, in_force: Vec<InForce>) -> Result<Asked<P>, Failure> {
    let parsed = P::from_arg_matches(matches).map_err(|error| Failure::Usage(error.to_string()))?;
    Ok(Asked { parsed, in_force })
}

/// The settings among the options of a command.
fn settings(command: &Command) -> Vec<Arg> {
    command.get_arguments().filter(|arg| is_setting(arg)).cloned().collect()
}

fn id<'a>(known: &'a [Arg], key: &str) -> &'a str {
    known.iter().find(|arg| name(arg) == key).map_or("", |arg| arg.get_id().as_str())
}

fn is_list(arg: &Arg) -> bool {
    matches!(arg.get_action(), ArgAction::Append)
}

/// A value as it stands in a file.
fn written(text: &str) -> String {
    if text.parse::<i64>().is_ok() || text.parse::<bool>().is_ok() {
        text.to_owned()
    } else {
        Value::String(text.to_owned()).to_string()
    }
}

fn in_force(arg: &Arg, merged: &ArgMatches, own: &ArgMatches, file: &[&Said]) -> InForce {
    let id = arg.get_id().as_str();
    let source = match own.value_source(id) {
        Some(ValueSource::CommandLine) => Source::Option,
        Some(ValueSource::EnvVariable) => Source::Environment,
        _ if file.iter().any(|said| said.key == name(arg)) => Source::File,
        _ => Source::Default,
    };
    let values = merged.get_raw(id).into_iter().flatten().map(|value| value.to_string_lossy().into_owned());
    // A password stays where it is.
    let shown =
        |text: String| if id == "database" { Database::from(text.as_str()).to_string() } else { text };
    let values: Vec<String> = values.map(|text| written(&shown(text))).collect();
    let value = if is_list(arg) {
        (source != Source::Default).then(|| format!("[{}]", values.join(", ")))
    } else {
        values.first().cloned()
    };
    InForce {
        key: name(arg).to_owned(),
        value,
        default: arg.get_default_values().first().map(|text| written(&text.to_string_lossy())),
        source,
        help: arg.get_help().map(ToString::to_string).unwrap_or_default(),
        heading: arg.get_help_heading().map(ToOwned::to_owned),
    }
}

/// One key of a configuration file.
struct Said {
    key: String,
    values: Vec<String>,
}

impl Said {
    fn words(&self) -> impl Iterator<Item = String> {
        self.values.iter().map(|value| format!("--{}={value}", self.key))
    }
}

/// What a configuration file says, each value of it checked.
fn read(path: &Path, known: &[Arg]) -> Result<Vec<Said>, Failure> {
    let wrong = |why: String| Failure::Usage(why);
    let file = path.display();
    let text = std::fs::read_to_string(path)
        .map_err(|error| wrong(format!("the configuration file {file} can't be read: {error}")))?;
    let line = |at: usize| text.get(..at).map_or(1, |before| before.matches('\n').count() + 1);
    let table: BTreeMap<Spanned<String>, Spanned<Value>> = toml::from_str(&text).map_err(|error| {
        let line = error.span().map_or(1, |span| line(span.start));
        wrong(format!("{file}, line {line}: {}", error.message()))
    })?;
    let mut said = Vec::new();
    for (key, value) in table {
        let line = line(key.span().start);
        let key = key.into_inner();
        let Some(arg) = known.iter().find(|arg| name(arg) == key) else {
            let close = |arg: &&Arg| (strsim::jaro_winkler(name(arg), &key) * 1000.0) as u32;
            let nearest = known.iter().max_by_key(close).map(name).unwrap_or_default();
            return Err(wrong(format!(
                "{file}, line {line}: there is no setting '{key}': did you mean '{nearest}'? (`gloria serve --example` lists all of them)"
            )));
        };
        let values = plain(value.into_inner(), is_list(arg))
            .map_err(|expected| wrong(format!("{file}, line {line}: '{key}' must be {expected}")))?;
        for value in &values {
            check(arg, value).map_err(|why| {
                wrong(format!("{file}, line {line}: '{key}' can't be {}: {why}", written(value)))
            })?;
        }
        said.push(Said { key, values });
    }
    Ok(said)
}

/// A value of the file as words of the command line would have it, or what was expected.
fn plain(value: Value, list: bool) -> Result<Vec<String>, &'static str> {
    match value {
        Value::String(text) => Ok(vec![text]),
        Value::Integer(number) => Ok(vec![number.to_string()]),
        Value::Float(number) => Ok(vec![number.to_string()]),
        Value::Boolean(yes) => Ok(vec![yes.to_string()]),
        Value::Array(values) if list => {
            let all: Result<Vec<_>, _> = values.into_iter().map(|value| plain(value, false)).collect();
            Ok(all?.concat())
        }
        Value::Array(_) => Err("one value, not a list"),
        Value::Table(_) | Value::Datetime(_) if list => Err("a text or a list of texts"),
        Value::Table(_) | Value::Datetime(_) => Err("a number or a text"),
    }
}

/// Whether a setting takes this value, by the option's own reading of it.
fn check(arg: &Arg, value: &str) -> Result<(), String> {
    let alone = Command::new("check").no_binary_name(true).arg(arg.clone());
    let Err(error) = alone.try_get_matches_from([format!("--{}={value}", name(arg))]) else { return Ok(()) };
    if let Some(why) = std::error::Error::source(&error) {
        return Err(why.to_string());
    }
    Err(match (error.kind(), error.get(ContextKind::ValidValue)) {
        (ErrorKind::InvalidValue, Some(ContextValue::Strings(values))) => {
            format!("expected one of {}", values.join(", "))
        }
        _ => "it is not understood".to_owned(),
    })
}

/// Prints the settings in force, as a configuration file that would bring them about.
pub fn show(in_force: &[InForce], out: &mut dyn Write) -> Done {
    for setting in in_force {
        let InForce { key, value, source, .. } = setting;
        match value {
            Some(value) => writeln!(out, "{:<46} # {}", format!("{key} = {value}"), source.words())?,
            None => writeln!(out, "# {key} is not set")?,
        }
    }
    Ok(())
}

/// A configuration file with every setting, each with its default and said to be nothing else.
pub fn example(in_force: &[InForce]) -> String {
    let mut text = String::from(
        "# Settings of `gloria serve --config FILE`. Each line is the default, or an example where there is none: take away the #\n\
         # and change it. The same names are options (`--posts 20`) and variables of the environment (`GLORIA_POSTS=20`): an option\n\
         # goes before the environment, that before this file, this before the default. `gloria serve --config FILE --check` shows\n\
         # what is in force. This file is written by `gloria serve --example`.\n",
    );
    let mut heading = None;
    for setting in in_force {
        if setting.heading != heading {
            heading.clone_from(&setting.heading);
            let words = heading.as_deref().unwrap_or_default();
            let _ = writeln!(text, "\n# ---- {words} {}", "-".repeat(90_usize.saturating_sub(words.len())));
        }
        let sample =
            SAMPLES.iter().find(|(key, _)| *key == setting.key).map(|(_, sample)| (*sample).to_owned());
        let value = sample.or_else(|| setting.default.clone()).unwrap_or_default();
        text.push('\n');
        for line in wrap(&setting.help, 118, 0).lines() {
            let _ = writeln!(text, "# {line}");
        }
        let _ = writeln!(text, "#{} = {value}", setting.key);
    }
    text
}
