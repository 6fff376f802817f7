//! `backup`, `export`, `import`: the server's database in and out.

use std::fs::{File, OpenOptions};
use std::io::{BufReader, BufWriter, Write};
use std::path::PathBuf;

use store::{Counted, Sqlite};
use web::KeyChange;

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

/// The arguments of `rotate-key`.
#[derive(clap::Args)]
pub struct RotateKey {
    /// Go on believing the key of before: everybody stays who they are, and so does whoever has stolen it. Without this every guest,
    /// and every program's token, is new, and seats at running tables are nobody's.
    #[arg(long)]
    keep_old: bool,
    /// The database; its server must be stopped.
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
    let store = Sqlite::open_to_read(&args.database).map_err(failed)?;
    let file = store::private(&args.to, OpenOptions::new().create_new(true))
        .map_err(|error| failed(format!("{} can't be made: {error}", args.to.display())))?;
    let runtime = tokio::runtime::Runtime::new().map_err(failed)?;
    let counted = runtime.block_on(store::export(&store, &mut BufWriter::new(file))).map_err(failed)?;
    told(out, "Exported", counted)
}

/// Reads everything.
pub fn import(args: &Import, out: &mut dyn Write) -> Done {
    let file = File::open(&args.from)
        .map_err(|error| failed(format!("{} can't be read: {error}", args.from.display())))?;
    let store = Sqlite::open_alone(&args.database).map_err(failed)?;
    let runtime = tokio::runtime::Runtime::new().map_err(failed)?;
    let counted = runtime.block_on(store::import(&store, &mut BufReader::new(file))).map_err(failed)?;
    told(out, "Imported", counted)
}

/// Makes a new key that signs guests.
pub fn rotate_key(args: &RotateKey, out: &mut dyn Write) -> Done {
    there(&args.database)?;
    let store = Sqlite::open_alone(&args.database).map_err(failed)?;
    let runtime = tokio::runtime::Runtime::new().map_err(failed)?;
    let change = if args.keep_old { KeyChange::KeepOld } else { KeyChange::DropOld };
    runtime.block_on(web::rotate_key(&store, change)).map_err(failed)?;
    match change {
        KeyChange::KeepOld => {
            writeln!(out, "There is a new key. Whoever comes with the one of before gets a new cookie.")?;
        }
        KeyChange::DropOld => {
            writeln!(out, "There is a new key, and no other is believed: everybody is a new guest.")?;
        }
    }
    Ok(())
}
