//! A new card in place of a dead one: a backup that lies on the card's partition `BOOT` becomes the bar at the first start.

use std::path::{Path, PathBuf};

use crate::backup::{self, Keyring, Restored, Source};
use crate::machine::card_settings;
use crate::machine::welcome::FirstSignIn;
use base::Timestamp;

/// How the file of a backup ends.
const ENDING: &str = ".barback";

/// Restores the newest backup in the folder `boot` to the data folder `data`, with the passphrase of its `barback.txt`. `None` if there is no
/// backup, or a bar already.
///
/// # Errors
/// Why the backup could not be restored, in words. The data folder holds no bar then.
pub fn restore(boot: &Path, data: &Path, now: Timestamp) -> Option<Result<Restored, String>> {
    if store::contains_store(data) {
        return None;
    }
    let backup = backup_in(boot, now)?;
    let restored = restore_from(&backup, boot, data, now).and_then(|restored| match FirstSignIn::restored().write(data) {
        Ok(()) => Ok(restored),
        Err(error) => Err(error.to_string()),
    });
    Some(restored.map_err(|reason| format!("The backup on this card was not restored: {reason}")))
}

/// The folder, if it holds the files of a stick with a live copy; else the newest backup, also one that a phone has renamed.
fn backup_in(boot: &Path, now: Timestamp) -> Option<PathBuf> {
    let files: Vec<PathBuf> = std::fs::read_dir(boot).ok()?.flatten().map(|file| file.path()).collect();
    if files.iter().any(|file| backup::timeline_of(file).is_some()) {
        return Some(boot.to_owned());
    }
    let name = |file: &PathBuf| Some(file.file_name()?.to_str()?.to_owned());
    let sized = files.iter().filter_map(|file| Some((name(file)?, file.metadata().ok()?.len())));
    let newest = backup::newest_of(sized.collect(), now).map(|name| boot.join(name));
    newest.or_else(|| files.iter().find(|file| name(file).is_some_and(|name| name.to_ascii_lowercase().ends_with(ENDING))).cloned())
}

fn restore_from(backup: &Path, boot: &Path, data: &Path, now: Timestamp) -> Result<Restored, String> {
    let (settings, _) = card_settings::read_in(boot);
    let keys = match settings.backup_passphrase {
        Some(passphrase) => Keyring::new(&passphrase),
        None if backup::holds_encrypted(backup).unwrap_or(false) => {
            return Err("it is encrypted. Write its passphrase into barback.txt, after backup-passphrase =".to_owned());
        }
        None => Keyring::default(),
    };
    let source = Source::open_with(backup, &keys).map_err(|error| error.to_string())?;
    backup::restore(&source, data, false, now).map_err(|error| error.to_string())
}
