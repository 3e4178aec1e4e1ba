//! `barback backup`: makes a verified backup, through the running box or, if none runs, in this process.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::{ErrorText, Operator, count, error_text, require_bar};
use crate::backup::{self, BackupDirectory, BackupError, BackupKind, Keyring};
use crate::config::{Config, Secret};
use crate::control::{Reply, request_backup};
use crate::engine::{self, Clock, SystemClock};
use store::{Folder, OpenError, Store};

/// Buffer size for comparing files, in bytes.
const BUFFER_BYTES: usize = 64 * 1024;

/// Makes a backup, and copies it to `to` if that is given.
pub fn run(config: &Config, to: Option<&Path>, operator: &Operator) -> Result<(), ErrorText> {
    require_bar(&config.data)?;
    let Backup { path: made, journal, in_process } = make(config)?;
    println!("The backup has everything up to entry {journal} of the journal. The bar was restored from it, and the figures agree.");
    let path = match to {
        Some(to) => copy_to(config, &made, to, operator)?,
        None => made,
    };
    // A running box uploads it itself.
    let uploaded = if in_process { super::bucket::upload(config) } else { Ok(()) };
    println!("{}", path.display());
    uploaded
}

/// A new backup.
pub struct Backup {
    pub path: PathBuf,
    /// Number of its last journal entry.
    pub journal: u64,
    /// Whether this process made it, because no box is running.
    pub in_process: bool,
}

/// Makes a backup in the backup folder.
pub fn make(config: &Config) -> Result<Backup, ErrorText> {
    match Folder::lock(&config.data) {
        Ok(folder) => {
            let keys = Keyring::for_backups(config.passphrase.read()?.as_ref().map(Secret::reveal))?;
            let directory = BackupDirectory::of(config.backup_dir.as_deref(), &config.data).with_keys(&keys);
            make_in_process(folder, &directory).map_err(|error| error_text(error, ""))
        }
        Err(OpenError::InUse { folder, pid }) => match request_backup(&config.data) {
            Ok(Some(Reply::Made { path, journal })) => Ok(Backup { path, journal, in_process: false }),
            Ok(Some(Reply::Failed { why })) => Err(why),
            Ok(_) | Err(_) => Err(format!("{}\nThe running box does not answer. Try again in a moment.", OpenError::InUse { folder, pid })),
        },
        Err(error) => Err(error.to_string()),
    }
}

fn make_in_process(folder: Folder, directory: &BackupDirectory) -> Result<Backup, BackupError> {
    let store = Store::open(folder)?;
    engine::upgrade_tables(&store)?;
    let now = store.read(|view| engine::estimated_now_offline(view, SystemClock::start().now()))?;
    let made = backup::create(&store, directory, BackupKind::Manual, now)?;
    Ok(Backup { path: made.path, journal: made.end.last_entry, in_process: true })
}

/// Copies the file to `to`, completely and synced or not at all, and checks the copy.
fn copy_to(config: &Config, made: &Path, to: &Path, operator: &Operator) -> Result<PathBuf, ErrorText> {
    let is_folder = operator.with_path(to, |to| fs::metadata(to)).is_ok_and(|data| data.is_dir());
    let place = if is_folder { to.join(made.file_name().unwrap_or_default()) } else { to.to_owned() };
    if operator.with_path(&place, |place| fs::symlink_metadata(place)).is_ok() {
        return Err(format!("{} already exists. The backup is {}.", place.display(), made.display()));
    }
    if let Err(error) = copy_atomically(made, &place, operator) {
        return Err(format!("Cannot write {}: {error}. The backup is {}.", place.display(), made.display()));
    }
    let passphrase = config.passphrase.read()?;
    if passphrase.is_none() && operator.with_path(&place, backup::holds_encrypted).unwrap_or(false) {
        // The box has the passphrase and has checked its own file, so comparing the two is enough.
        return match same_bytes(made, &place, operator) {
            Ok(true) => {
                println!("Copied and compared: both files are the same.");
                Ok(place)
            }
            Ok(false) => Err(format!("{} differs from what was written. The backup is {}.", place.display(), made.display())),
            Err(error) => Err(format!("Cannot read {}: {error}. The backup is {}.", place.display(), made.display())),
        };
    }
    let keys = passphrase.map_or_else(Keyring::default, |passphrase| Keyring::new(passphrase.reveal()));
    match operator.open_backup(&place, &keys).and_then(|source| backup::check_source(&source)) {
        Ok((summary, _)) => {
            println!("Copied and read back: {}.", count(summary.last_entry, "entry", "entries"));
            Ok(place)
        }
        Err(error) => Err(format!("{error} The backup is {}.", made.display())),
    }
}

/// Whether two files have the same content.
fn same_bytes(made: &Path, place: &Path, operator: &Operator) -> io::Result<bool> {
    let hash = |mut file: File| -> io::Result<[u8; 32]> {
        let mut hasher = Sha256::new();
        let mut buffer = vec![0; BUFFER_BYTES];
        loop {
            match file.read(&mut buffer)? {
                0 => return Ok(hasher.finalize().into()),
                read => hasher.update(&buffer[..read]),
            }
        }
    };
    Ok(hash(File::open(made)?)? == hash(operator.with_path(place, |place| File::open(place))?)?)
}

/// Copies under a temporary name, then renames.
fn copy_atomically(made: &Path, place: &Path, operator: &Operator) -> io::Result<()> {
    let temporary = place.with_extension("new");
    let mut out = operator.with_path(&temporary, store::replace_private)?;
    let name = temporary.clone();
    let copied = File::open(made)
        .and_then(|mut from| io::copy(&mut from, &mut out))
        .and_then(|_| out.sync_all())
        .and_then(|()| operator.with_path(place, move |place| fs::rename(&name, place)));
    if copied.is_err() {
        let _ = operator.with_path(&temporary, |temporary| fs::remove_file(temporary));
    }
    copied
}
