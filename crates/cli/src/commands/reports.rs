//! `reports`: what players found wrong, with the records that show it.

use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, UNIX_EPOCH};

use store::Database;
use web::Report;

use super::serve::{DATABASE, ENV};
use super::tables::{failed, wait};
use crate::failure::{Done, Failure};
use crate::text::{self, wrap};

/// The arguments of `reports`.
#[derive(clap::Args)]
pub struct Args {
    /// One report, by its number; all of them in a list if none is given.
    number: Option<String>,
    /// Write the report's record to this new file. It tells every draw so far: while the game goes on it is secret.
    #[arg(long, value_name = "FILE", requires = "number")]
    record: Option<PathBuf>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
    /// The database, a file or an address.
    #[arg(long, env = ENV, hide_env_values = true, default_value = DATABASE)]
    database: Database,
}

/// All reports, oldest first.
fn all(args: &Args) -> Result<Vec<Report>, Failure> {
    let mut reports = wait(async {
        let store = args.database.open_to_read().await?;
        let mut reports = Vec::new();
        for (key, text) in store.notes(Report::KEYS).await? {
            let mut report: Report = serde_json::from_str(&text).map_err(|error| {
                store::StoreError::Broken(format!("the report {key} can't be read: {error}"))
            })?;
            key.rsplit('/').next().unwrap_or_default().clone_into(&mut report.number);
            report.fetch_source(store.as_ref()).await?;
            reports.push(report);
        }
        Ok(reports)
    })?;
    reports.sort_by(|one, other| (one.at, &one.number).cmp(&(other.at, &other.number)));
    Ok(reports)
}

/// A moment of the calendar, from milliseconds since 1970; nothing where it was not noted, or is beyond all calendars.
fn date(at: u64) -> Option<String> {
    let moment = UNIX_EPOCH.checked_add(Duration::from_millis(at)).filter(|_| (1..=LAST).contains(&at))?;
    Some(httpdate::fmt_http_date(moment))
}

/// The last millisecond of the year 9999.
const LAST: u64 = 253_402_300_799_999;

fn about(report: &Report) -> String {
    let step = report.step.map_or("before the game began".to_owned(), |step| format!("step {step}"));
    let when = date(report.at).unwrap_or_else(|| "at a time nobody noted".to_owned());
    let line = format!(
        "{}  {when}  table {}, {step}, version {}, by {}",
        report.number, report.table, report.version, report.by
    );
    plain(&line)
}

/// The words of a stranger, without anything a terminal would obey.
fn plain(text: &str) -> String {
    text.chars().filter(|letter| *letter == '\n' || !letter.is_control()).collect()
}

fn list(reports: &[Report], out: &mut dyn Write) -> Done {
    if reports.is_empty() {
        writeln!(out, "Nobody has reported a problem.")?;
    }
    for report in reports {
        writeln!(out, "{}", about(report))?;
        let line = report.text.lines().find(|line| !line.trim().is_empty()).unwrap_or("(no words)");
        writeln!(out, "          {}", wrap(&plain(line), text::width() - 10, 10))?;
    }
    Ok(())
}

/// The record to write, and the step of it that was reported. A table that was played on from a moment of another game has no
/// record of its own that could be replayed: then it is that game's.
fn record_of(report: &Report) -> Result<(&str, usize), Failure> {
    match (&report.from, &report.record) {
        (Some((record, at)), _) => Ok((record, *at)),
        (None, Some(record)) => Ok((record, report.step.unwrap_or(0))),
        (None, None) => Err(failed(format!(
            "report {} has no record: the game had not begun, or somebody who only looked on sent it",
            report.number
        ))),
    }
}

fn one(args: &Args, report: &Report, out: &mut dyn Write) -> Done {
    let Some(path) = &args.record else {
        writeln!(out, "{}\n\n{}", about(report), plain(&report.text))?;
        return Ok(());
    };
    let (record, step) = record_of(report)?;
    let mut file = store::private(path, std::fs::OpenOptions::new().create_new(true))
        .map_err(|error| failed(format!("{} can't be made: {error}", path.display())))?;
    file.write_all(record.as_bytes())?;
    if report.from.is_some() {
        writeln!(
            out,
            "The table was played on from another game's moment: this is the record of that game."
        )?;
    }
    writeln!(out, "{0} is written. To see the moment: gloria replay {0} --at {step}", path.display())?;
    Ok(())
}

/// Lists reports, or takes one out.
pub fn run(args: &Args, out: &mut dyn Write) -> Done {
    let reports = all(args)?;
    let Some(number) = &args.number else {
        return if args.json { text::json(out, &reports) } else { list(&reports, out) };
    };
    let Some(report) = reports.iter().find(|report| report.number == *number) else {
        return Err(failed(format!(
            "there is no report '{number}': expected one of the {} in the list",
            reports.len()
        )));
    };
    if args.json && args.record.is_none() {
        return text::json(out, report);
    }
    one(args, report, out)
}

#[cfg(test)]
mod tests {
    use super::date;

    #[test]
    fn moments_are_those_of_the_calendar() {
        assert_eq!(date(1_794_754_740_000).as_deref(), Some("Sun, 15 Nov 2026 14:59:00 GMT"));
        assert_eq!((date(0), date(u64::MAX)), (None, None));
    }
}
