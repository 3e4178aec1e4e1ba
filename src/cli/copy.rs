//! `barback backup`: makes a verified backup, through the running box or, if none runs, in this process.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::{Failed, Operator, count, there_is_a_bar, told};
use crate::backup::{self, BackupDirectory, BackupError, BackupKind, Keyring};
use crate::config::{Config, Secret};
use crate::control::{Reply, request_backup};
use crate::engine::{self, Clock, SystemClock};
use crate::store::{self, Folder, OpenError, Store};

/// Buffer size, in bytes.
const PIECE: usize = 64 * 1024;

/// Makes a backup and copies it to `to`.
pub fn run(config: &Config, to: Option<&Path>, operator: &Operator) -> Result<(), Failed> {
    there_is_a_bar(&config.data)?;
    let (made, journal, here) = make(config)?;
    println!("Everything up to entry {journal} of the journal is in the backup; the bar was made anew from it, and the figures agree.");
    let place = match to {
        Some(to) => put(config, &made, to, operator)?,
        None => made,
    };
    // A running box uploads it itself.
    let brought = if here { super::bucket::bring(config) } else { Ok(()) };
    println!("{}", place.display());
    brought
}

/// A new copy on the directory, its last entry, and whether it was made here: nobody else has the folder.
pub fn make(config: &Config) -> Result<(PathBuf, u64, bool), Failed> {
    match Folder::lock(&config.data) {
        Ok(folder) => {
            let keys = Keyring::for_backups(config.passphrase.read()?.as_ref().map(Secret::reveal))?;
            let directory = BackupDirectory::of(config.backup_dir.as_deref(), &config.data).with_keys(&keys);
            here(folder, &directory).map(|(path, journal)| (path, journal, true)).map_err(|error| told(error, ""))
        }
        Err(OpenError::InUse { folder, pid }) => match request_backup(&config.data) {
            Ok(Some(Reply::Made { path, journal })) => Ok((path, journal, false)),
            Ok(Some(Reply::Failed { why })) => Err(why),
            Ok(_) | Err(_) => Err(format!("{}\nIt does not answer. Try again in a moment.", OpenError::InUse { folder, pid })),
        },
        Err(error) => Err(error.to_string()),
    }
}

/// Makes the backup in this process.
fn here(folder: Folder, directory: &BackupDirectory) -> Result<(PathBuf, u64), BackupError> {
    let store = Store::open(folder)?;
    engine::upgrade_tables(&store)?;
    let now = store.read(|view| engine::estimated_now_offline(view, SystemClock::start().now()))?;
    let made = backup::create(&store, directory, BackupKind::Manual, now)?;
    Ok((made.path, made.end.journal))
}

/// Copies the file to `to`: completely and synced, or not at all.
fn put(config: &Config, made: &Path, to: &Path, operator: &Operator) -> Result<PathBuf, Failed> {
    let is_folder = operator.on(to, |to| fs::metadata(to)).is_ok_and(|data| data.is_dir());
    let place = if is_folder { to.join(made.file_name().unwrap_or_default()) } else { to.to_owned() };
    if operator.on(&place, |place| fs::symlink_metadata(place)).is_ok() {
        return Err(format!("{} is there already; the backup is {}.", place.display(), made.display()));
    }
    if let Err(error) = copy(made, &place, operator) {
        return Err(format!("Cannot write {}: {error}. The backup is {}.", place.display(), made.display()));
    }
    let passphrase = config.passphrase.read()?;
    if passphrase.is_none() && operator.on(&place, backup::holds_encrypted).unwrap_or(false) {
        // The box has the passphrase and verified its file. Here it is enough to compare the two.
        return match same_bytes(made, &place, operator) {
            Ok(true) => {
                println!("Copied and compared: both files are the same.");
                Ok(place)
            }
            Ok(false) => Err(format!("{} is not what was written. The backup is {}.", place.display(), made.display())),
            Err(error) => Err(format!("Cannot read {}: {error}. The backup is {}.", place.display(), made.display())),
        };
    }
    let keys = passphrase.map_or_else(Keyring::default, |passphrase| Keyring::new(passphrase.reveal()));
    match operator.source(&place, &keys).and_then(|source| backup::check_source(&source)) {
        Ok((told, _)) => {
            println!("Copied and read back: {}.", count(told.journal, "entry", "entries"));
            Ok(place)
        }
        Err(error) => Err(format!("{error} The backup is {}.", made.display())),
    }
}

/// Whether two files have the same content.
fn same_bytes(made: &Path, place: &Path, operator: &Operator) -> io::Result<bool> {
    let hash = |mut file: File| -> io::Result<[u8; 32]> {
        let mut hasher = Sha256::new();
        let mut piece = vec![0; PIECE];
        loop {
            match file.read(&mut piece)? {
                0 => return Ok(hasher.finalize().into()),
                read => hasher.update(&piece[..read]),
            }
        }
    };
    Ok(hash(File::open(made)?)? == hash(operator.on(place, |place| File::open(place))?)?)
}

/// Copies under a temporary name, then renames.
fn copy(made: &Path, place: &Path, operator: &Operator) -> io::Result<()> {
    let draft = place.with_extension("new");
    let mut out = operator.on(&draft, store::replace_private)?;
    let name = draft.clone();
    let copied = File::open(made)
        .and_then(|mut from| io::copy(&mut from, &mut out))
        .and_then(|_| out.sync_all())
        .and_then(|()| operator.on(place, move |place| fs::rename(&name, place)));
    if copied.is_err() {
        let _ = operator.on(&draft, |draft| fs::remove_file(draft));
    }
    copied
}
