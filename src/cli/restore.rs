//! `barback restore`: restores the bar from a backup.

use std::path::Path;

use super::{Failed, Operator, count, passphrase, told};
use crate::backup::{self, BackupDirectory, SourceSummary};
use crate::config::Config;
use crate::engine::{Clock, SystemClock};

/// Most backups that are listed when the named file does not exist, newest first.
const NAMED_MAX: usize = 5;
const RUNNING: &str = "Close it first (systemctl stop barback), then restore, then open it again.";

/// Restores the bar of `file` to the data folder.
pub fn run(config: &Config, file: &Path, replace: bool, operator: &Operator) -> Result<(), Failed> {
    there_is_a_copy(config, file, operator)?;
    let told = |error| told(error, RUNNING);
    let source = operator.source(file, &passphrase::to_open(config, file, operator)?).map_err(told)?;
    let now = SystemClock::start().now();
    let restored = backup::restore(&source, &config.data, replace, now).map_err(told)?;
    let journal = restored.summary.journal;
    println!(
        "The bar in {} is the one of {}, with {}.",
        config.data.display(),
        restored.summary.last_at,
        count(journal, "entry", "entries")
    );
    if let Some(lost) = &restored.summary.lost {
        println!("Not in it: {lost}.");
    }
    tell_passed_over(&restored.summary);
    if let Some(aside) = &restored.previous_file {
        println!("The file that was there before is kept as {}.", aside.display());
    }
    println!("Everybody signs in again. Receipts go on at {}.", restored.next_receipt);
    if restored.clock_is_behind {
        println!("The clock of this machine says {now}, which is before the last entry of the backup. Set the date before you sell.");
    }
    Ok(())
}

/// Prints how many files were skipped because they need another passphrase.
pub fn tell_passed_over(told: &SourceSummary) {
    if told.skipped_files > 0 {
        println!("Not looked at: {}, which another passphrase opens.", count(told.skipped_files as u64, "file", "files"));
    }
}

/// Fails if the file does not exist, and lists the newest backups.
pub fn there_is_a_copy(config: &Config, file: &Path, operator: &Operator) -> Result<(), Failed> {
    // One that cannot even be looked at is told of by whoever reads it.
    if operator.on(file, |file| file.try_exists()).unwrap_or(true) {
        return Ok(());
    }
    let directory = BackupDirectory::of(config.backup_dir.as_deref(), &config.data);
    let copies = directory.copies(SystemClock::start().now());
    let folder = directory.folder().display();
    let mut told = format!("There is no file {}.", file.display());
    if copies.is_empty() {
        told += &format!(" {folder} holds no backup either. Name the file of a backup, or the folder that --copy-to named.");
        return Err(told);
    }
    told += &format!(" The newest backups in {folder} are:");
    for copy in copies.iter().take(NAMED_MAX) {
        told += &format!("\n  {}  of {}", directory.folder().join(&copy.name).display(), copy.at);
    }
    Err(told)
}
