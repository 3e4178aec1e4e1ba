//! `barback restore`: the bar made anew from a copy.

use std::path::Path;

use super::{Failed, count, told};
use crate::backup::{self, Source};
use crate::base::{Clock, SystemClock};
use crate::config::Config;

const RUNNING: &str = "Close it first (systemctl stop barback), then restore, then open it again.";

/// Puts the bar of `file` into the data folder.
pub fn run(config: &Config, file: &Path, replace: bool) -> Result<(), Failed> {
    let told = |error| told(error, RUNNING);
    let source = Source::open(file).map_err(told)?;
    let restored = backup::restore(&source, &config.data, replace, SystemClock::start().now()).map_err(told)?;
    let journal = restored.told.journal;
    println!("The bar in {} is the one of {}, with {}.", config.data.display(), restored.told.last_at, count(journal, "entry", "entries"));
    if let Some(lost) = &restored.told.lost {
        println!("Not in it: {lost}.");
    }
    if let Some(aside) = &restored.kept_aside {
        println!("The file that was there before is kept as {}.", aside.display());
    }
    println!("Everybody signs in again. Receipts of this business day go on at {:04}.", restored.receipts_skipped_to + 1);
    Ok(())
}
