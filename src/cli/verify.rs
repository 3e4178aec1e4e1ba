//! `barback verify`: checks every record and checksum of a bar or a backup, and compares a rebuild.

use std::path::Path;

use super::{Failed, Operator, count, passphrase, told};
use crate::backup::{self, BackupError, Figures};
use crate::config::Config;
use crate::store::OpenError;

const RUNNING: &str = "Close it first (systemctl stop barback), or look a backup through: barback verify FILE.";

/// Verifies the bar of the data folder, or a backup.
pub fn run(config: &Config, file: Option<&Path>, operator: &Operator) -> Result<(), Failed> {
    match file {
        Some(file) => super::restore::there_is_a_copy(config, file, operator).and_then(|()| copy(config, file, operator)),
        None => folder(config),
    }
}

fn copy(config: &Config, file: &Path, operator: &Operator) -> Result<(), Failed> {
    let keys = passphrase::to_open(config, file, operator)?;
    let checked = operator.source(file, &keys).and_then(|source| backup::check_source(&source));
    let (found, figures) = checked.map_err(|error| error.to_string())?;
    let read = [count(found.journal, "journal entry", "journal entries"), count(found.answers, "kept answer", "kept answers")];
    println!("{}: {}; every checksum is right.", file.display(), read.join(", "));
    match (&found.end, &found.lost) {
        (Some(_), _) => println!("The bar was made anew from it; its figures are those that were copied."),
        (None, None) => println!("The bar was made anew from it."),
        (None, Some(lost)) => println!("The bar was made anew from it; {lost}."),
    }
    super::restore::tell_passed_over(&found);
    tell(&figures);
    Ok(())
}

fn folder(config: &Config) -> Result<(), Failed> {
    let report = backup::check_folder(&config.data).map_err(|error| match error {
        BackupError::Open(error @ OpenError::Damaged { .. }) => format!("{error}{}", super::last_good(config)),
        error => told(error, RUNNING),
    })?;
    let checked = &report.checked;
    println!(
        "{}: {} in {}, {} of the journal.",
        config.data.display(),
        count(checked.records, "record", "records"),
        count(checked.tables, "table", "tables"),
        count(report.journal, "entry", "entries")
    );
    let wrong = report.problems();
    if !wrong.is_empty() {
        return Err(format!("The bar in {} is not whole:\n  {}{}", config.data.display(), wrong.join("\n  "), super::last_good(config)));
    }
    println!("Every checksum is right.");
    match &report.compared {
        Some(compared) => println!(
            "All tables were made anew from the journal and compared: {} in {}, all the same.",
            count(compared.same, "record", "records"),
            count(compared.tables, "table", "tables")
        ),
        None => println!("The tables were made by another version; the next start makes them anew from the journal."),
    }
    tell(&report.figures);
    Ok(())
}

fn tell(figures: &Figures) {
    for (name, figure) in figures {
        println!("  {name}: {figure}");
    }
}
