//! `backup`, `export`, `import`: the server's database in and out.

use std::fs::{File, OpenOptions};
use std::io::{BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use store::{Counted, Database};
use web::KeyChange;

use super::serve::{DATABASE, ENV};
use crate::failure::{Done, Failure};

/// The arguments of `backup`.
#[derive(clap::Args)]
pub struct Backup {
    /// The new file, which is a database of its own.
    to: PathBuf,
    /// The database, a file or an address.
    #[arg(long, env = ENV, hide_env_values = true, default_value = DATABASE)]
    database: Database,
}

/// The arguments of `export`.
#[derive(clap::Args)]
pub struct Export {
    /// The new file. It holds the seeds of running games and the key that signs guests: keep it as secret as the database.
    to: PathBuf,
    /// The database, a file or an address.
    #[arg(long, env = ENV, hide_env_values = true, default_value = DATABASE)]
    database: Database,
}

/// The arguments of `import`.
#[derive(clap::Args)]
pub struct Import {
    /// The export.
    from: PathBuf,
    /// The database, a file or an address; a file is made if it is not there.
    #[arg(long, env = ENV, hide_env_values = true, default_value = DATABASE)]
    database: Database,
}

/// The arguments of `rotate-key`.
#[derive(clap::Args)]
pub struct RotateKey {
    /// Go on believing the key of before: everybody stays who they are, and so does whoever has stolen it. Without this every guest,
    /// and every program's token, is new, and seats at running tables are nobody's.
    #[arg(long)]
    keep_old: bool,
    /// The database, a file or an address. The server of a file must be stopped; those of an address learn of it at once.
    #[arg(long, env = ENV, hide_env_values = true, default_value = DATABASE)]
    database: Database,
}

pub(super) fn failed(error: impl std::fmt::Display) -> Failure {
    Failure::Usage(error.to_string())
}

/// Something that needs time, as far as it goes.
pub(super) fn wait<T>(work: impl Future<Output = Result<T, store::StoreError>>) -> Result<T, Failure> {
    tokio::runtime::Runtime::new().map_err(failed)?.block_on(work).map_err(failed)
}

fn told(out: &mut dyn Write, verb: &str, counted: Counted) -> Done {
    let Counted { tables, events, notes } = counted;
    writeln!(out, "{verb} {tables} tables with {events} events, and {notes} notes.")?;
    Ok(())
}

/// Copies the database.
pub fn backup(args: &Backup, out: &mut dyn Write) -> Done {
    wait(args.database.back_up(&args.to))?;
    writeln!(out, "{} is a copy of {}.", args.to.display(), args.database)?;
    Ok(())
}

/// Writes everything.
pub fn export(args: &Export, out: &mut dyn Write) -> Done {
    let counted = wait(async {
        let store = args.database.open_to_read().await?;
        let made = store::private(&args.to, OpenOptions::new().create_new(true));
        let file = made.map_err(|error| unfit(&args.to, "made", &error))?;
        store::export(store.as_ref(), &mut BufWriter::new(file)).await
    })?;
    told(out, "Exported", counted)
}

/// What is wrong with a file.
fn unfit(path: &Path, verb: &str, error: &std::io::Error) -> store::StoreError {
    store::StoreError::Broken(format!("{} can't be {verb}: {error}", path.display()))
}

/// Reads everything.
pub fn import(args: &Import, out: &mut dyn Write) -> Done {
    let file = File::open(&args.from)
        .map_err(|error| failed(format!("{} can't be read: {error}", args.from.display())))?;
    let counted = wait(async {
        let store = args.database.open().await?;
        let counted = store::import(store.as_ref(), &mut BufReader::new(file)).await?;
        store.close().await?;
        Ok(counted)
    })?;
    told(out, "Imported", counted)
}

/// Makes a new key that signs guests.
pub fn rotate_key(args: &RotateKey, out: &mut dyn Write) -> Done {
    let change = if args.keep_old { KeyChange::KeepOld } else { KeyChange::DropOld };
    wait(async {
        args.database.is_there()?;
        let store = args.database.open().await?;
        web::rotate_key(store.as_ref(), change).await?;
        store.close().await
    })?;
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
