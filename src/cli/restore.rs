//! `barback restore`: restores the bar from a backup.

use std::path::Path;

use super::{ErrorText, Operator, count, error_text, passphrase};
use crate::backup::{self, BackupDirectory, Restored, SourceSummary};
use crate::config::Config;
use crate::engine::{Clock, SystemClock};
use base::Timestamp;

/// How many of the newest backups are listed if the named file does not exist.
const LISTED_MAX: usize = 5;
const RUNNING: &str = "Stop it first (systemctl stop barback), then restore, then start it again.";

/// Restores the bar of `file` to the data folder.
pub fn run(config: &Config, file: &Path, replace: bool, operator: &Operator) -> Result<(), ErrorText> {
    require_backup(config, file, operator)?;
    let to_text = |error| error_text(error, RUNNING);
    let source = operator.open_backup(file, &passphrase::keys_for(config, file, operator)?).map_err(to_text)?;
    let now = SystemClock::start().now();
    let restored = backup::restore(&source, &config.data, replace, now).map_err(to_text)?;
    print_restored(config, &restored, now);
    Ok(())
}

/// Prints what was restored, and how the bar goes on.
pub fn print_restored(config: &Config, restored: &Restored, now: Timestamp) {
    let journal = restored.summary.last_entry;
    println!(
        "The bar in {} is the one of {}, with {}.",
        config.data.display(),
        restored.summary.last_at,
        count(journal, "entry", "entries")
    );
    if let Some(lost) = &restored.summary.lost {
        println!("Not in it: {lost}.");
    }
    print_skipped_files(&restored.summary);
    if let Some(previous) = &restored.previous_file {
        println!("The file that was there before is kept as {}.", previous.display());
    }
    println!("Everyone signs in again. Receipt numbers continue at {}.", restored.next_receipt);
    if restored.clock_is_behind {
        println!("This machine's clock says {now}, which is before the last entry of the backup. Set the date before you sell.");
    }
}

/// Prints how many files were skipped because they need another passphrase.
pub fn print_skipped_files(summary: &SourceSummary) {
    if summary.skipped_files > 0 {
        println!("Not checked: {}, encrypted with another passphrase.", count(summary.skipped_files as u64, "file", "files"));
    }
}

/// Fails if the file does not exist. The error lists the newest backups.
pub fn require_backup(config: &Config, file: &Path, operator: &Operator) -> Result<(), ErrorText> {
    // If this check itself fails, the code that opens the file reports why.
    if operator.with_path(file, |file| file.try_exists()).unwrap_or(true) {
        return Ok(());
    }
    let directory = BackupDirectory::of(config.backup_dir.as_deref(), &config.data);
    let backups = directory.backups(SystemClock::start().now());
    let folder = directory.folder().display();
    let mut text = format!("There is no file {}.", file.display());
    if backups.is_empty() {
        text += &format!(" {folder} holds no backup either. Give the file of a backup, or the folder that --copy-to named.");
        return Err(text);
    }
    text += &format!(" The newest backups in {folder} are:");
    for backup in backups.iter().take(LISTED_MAX) {
        text += &format!("\n  {}  of {}", directory.folder().join(&backup.name).display(), backup.at);
    }
    Err(text)
}
