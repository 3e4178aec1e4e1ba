//! Starts what makes backups while the box runs, and reads what they are encrypted with, as the settings say.

use std::sync::Arc;

use tokio::sync::watch;

use super::Bar;
use crate::backup::{Backups, Courier, Follower, Keyring, PASSPHRASE_MIN, Shelf};
use crate::config::Config;
use crate::remote::Bucket;

/// One backup each business day, one on request, one after every entry where a target is named, and all of them to the
/// storage that is named.
///
/// # Errors
/// In words: when the passphrase cannot be read, the bar's file cannot be written, or no thread can be started.
pub(super) fn start(config: &Config, bar: &Bar, stop: &watch::Sender<bool>) -> Result<Arc<Backups>, String> {
    let words = |error: std::io::Error| error.to_string();
    let keys = keyring(config)?;
    keys.remember(&bar.store).map_err(|error| error.to_string())?;
    let follow = |target| Follower::start(target, &keys, bar.store.clone(), bar.engine.feed(), stop.subscribe());
    let follower = config.copy_to.as_deref().map(follow).transpose().map_err(words)?;
    let shelf = Shelf::of(config.backup_dir.as_deref(), &config.data).with_keys(&keys);
    let courier = match &config.backup_s3 {
        None => None,
        Some(url) => {
            let courier = Courier::new(Bucket::open(url, &config.bucket_keys()?)?, shelf.clone(), bar.engine.ask_reckoned());
            tokio::spawn(courier.clone().run());
            Some(courier)
        }
    };
    Backups::start(bar.store.clone(), bar.engine.clone(), shelf, !bar.demo, follower, courier).map_err(words)
}

/// What new backups are encrypted with, as the settings say.
///
/// # Errors
/// When the passphrase cannot be read, or is shorter than [`PASSPHRASE_MIN`].
pub fn keyring(config: &Config) -> Result<Keyring, String> {
    let Some(passphrase) = config.passphrase.read()? else { return Ok(Keyring::default()) };
    if passphrase.reveal().chars().count() < PASSPHRASE_MIN {
        return Err(format!("The passphrase for backups is too short: take {PASSPHRASE_MIN} characters or more, best four words or more."));
    }
    Ok(Keyring::new(passphrase.reveal()))
}
