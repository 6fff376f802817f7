//! `backup`, `export`, `import`: the server's database in and out.

use std::fs::File;
use std::io::{BufReader, BufWriter, Write};
use std::path::PathBuf;

use store::{Counted, Sqlite};

use super::serve::DATABASE;
use crate::failure::{Done, Failure};

/// The arguments of `backup`.
#[derive(clap::Args)]
pub struct Backup {
    /// The new file.
    to: PathBuf,
    /// The database.
    #[arg(long, default_value = DATABASE)]
    database: PathBuf,
}

/// The arguments of `export`.
#[derive(clap::Args)]
pub struct Export {
    /// The new file. It holds the seeds of running games and the key that signs guests: keep it as secret as the database.
    to: PathBuf,
    /// The database.
    #[arg(long, default_value = DATABASE)]
    database: PathBuf,
}

/// The arguments of `import`.
#[derive(clap::Args)]
pub struct Import {
    /// The export.
    from: PathBuf,
    /// The database; it is made if it is not there.
    #[arg(long, default_value = DATABASE)]
    database: PathBuf,
}

pub(super) fn failed(error: impl std::fmt::Display) -> Failure {
    Failure::Usage(error.to_string())
}

pub(super) fn there(path: &std::path::Path) -> Result<(), Failure> {
    if path.exists() {
        Ok(())
    } else {
        Err(Failure::Usage(format!("there is no database {}", path.display())))
    }
}

fn told(out: &mut dyn Write, verb: &str, counted: Counted) -> Done {
    let Counted { tables, events, notes } = counted;
    writeln!(out, "{verb} {tables} tables with {events} events, and {notes} notes.")?;
    Ok(())
}

/// Copies the database.
pub fn backup(args: &Backup, out: &mut dyn Write) -> Done {
    there(&args.database)?;
    Sqlite::backup(&args.database, &args.to).map_err(failed)?;
    writeln!(out, "{} is a copy of {}.", args.to.display(), args.database.display())?;
    Ok(())
}

/// Writes everything.
pub fn export(args: &Export, out: &mut dyn Write) -> Done {
    there(&args.database)?;
    let file = File::create_new(&args.to)
        .map_err(|error| failed(format!("{} can't be made: {error}", args.to.display())))?;
    let store = Sqlite::open(&args.database).map_err(failed)?;
    let runtime = tokio::runtime::Runtime::new().map_err(failed)?;
    let counted = runtime.block_on(store::export(&store, &mut BufWriter::new(file))).map_err(failed)?;
    told(out, "Exported", counted)
}

/// Reads everything.
pub fn import(args: &Import, out: &mut dyn Write) -> Done {
    let file = File::open(&args.from)
        .map_err(|error| failed(format!("{} can't be read: {error}", args.from.display())))?;
    let store = Sqlite::open(&args.database).map_err(failed)?;
    let runtime = tokio::runtime::Runtime::new().map_err(failed)?;
    let counted = runtime.block_on(store::import(&store, &mut BufReader::new(file))).map_err(failed)?;
    told(out, "Imported", counted)
}
