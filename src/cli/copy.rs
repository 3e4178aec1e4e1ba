//! `barback backup`: a proved copy, made by the box where it runs, and here where it does not.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use super::{Failed, count, there_is_a_bar, told};
use crate::app::control::{Reply, ask_for_backup};
use crate::backup::{self, BackupError, Kind, Shelf};
use crate::base::{Clock, SystemClock};
use crate::config::Config;
use crate::engine;
use crate::store::{Folder, OpenError, Store};

/// Makes the copy; puts it at `to` as well.
pub fn run(config: &Config, to: Option<&Path>) -> Result<(), Failed> {
    there_is_a_bar(&config.data)?;
    let (made, journal, here) = make(config)?;
    println!("Everything up to entry {journal} of the journal is in the backup; the bar was made anew from it, and the figures agree.");
    let place = match to {
        Some(to) => put(&made, to)?,
        None => made,
    };
    // The box brings it there itself where it runs.
    let brought = if here { super::bucket::bring(config) } else { Ok(()) };
    println!("{}", place.display());
    brought
}

/// A new copy on the shelf, its last entry, and whether it was made here: nobody else has the folder.
pub fn make(config: &Config) -> Result<(PathBuf, u64, bool), Failed> {
    match Folder::take(&config.data) {
        Ok(folder) => here(folder, config).map(|(path, journal)| (path, journal, true)).map_err(|error| told(error, "")),
        Err(OpenError::InUse { folder, pid }) => match ask_for_backup(&config.data) {
            Ok(Some(Reply::Made { path, journal })) => Ok((path, journal, false)),
            Ok(Some(Reply::Failed { why })) => Err(why),
            Ok(_) | Err(_) => Err(format!("{}\nIt does not answer. Try again in a moment.", OpenError::InUse { folder, pid })),
        },
        Err(error) => Err(error.to_string()),
    }
}

/// The bar is closed: nobody else makes it.
fn here(folder: Folder, config: &Config) -> Result<(PathBuf, u64), BackupError> {
    let store = Store::open(folder)?;
    engine::bring_up_to_date(&store)?;
    let shelf = Shelf::of(config.backup_dir.as_deref(), &config.data);
    let now = store.read(|view| engine::reckoned_while_closed(view, SystemClock::start().now()))?;
    let made = backup::make(&store, &shelf, Kind::Manual, now)?;
    Ok((made.path, made.end.journal))
}

/// Copies the file there: whole and synced, or not at all.
fn put(made: &Path, to: &Path) -> Result<PathBuf, Failed> {
    let place = if to.is_dir() { to.join(made.file_name().unwrap_or_default()) } else { to.to_owned() };
    if fs::symlink_metadata(&place).is_ok() {
        return Err(format!("{} is there already; the backup is {}.", place.display(), made.display()));
    }
    let draft = place.with_extension("new");
    let copied = fs::copy(made, &draft).and_then(|_| File::open(&draft)?.sync_all()).and_then(|()| fs::rename(&draft, &place));
    if let Err(error) = copied {
        let _ = fs::remove_file(&draft);
        return Err(format!("Cannot write {}: {error}. The backup is {}.", place.display(), made.display()));
    }
    match backup::check_copy(&place) {
        Ok((told, _)) => {
            println!("Copied and read back: {}.", count(told.journal, "entry", "entries"));
            Ok(place)
        }
        Err(error) => Err(format!("{error} The backup is {}.", made.display())),
    }
}
