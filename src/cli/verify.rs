//! `barback verify`: checks every record and checksum of a bar or a backup, rebuilds the tables and compares them.

use std::path::Path;

use super::{ErrorText, Operator, count, error_text, passphrase};
use crate::backup::{self, BackupError, BarFigures};
use crate::config::Config;
use store::OpenError;

const RUNNING: &str = "Stop it first (systemctl stop barback), or check a backup: barback verify FILE.";

/// Verifies the bar of the data folder, or a backup.
pub fn run(config: &Config, file: Option<&Path>, operator: &Operator) -> Result<(), ErrorText> {
    match file {
        Some(file) => super::restore::require_backup(config, file, operator).and_then(|()| verify_backup(config, file, operator)),
        None => verify_folder(config),
    }
}

fn verify_backup(config: &Config, file: &Path, operator: &Operator) -> Result<(), ErrorText> {
    let keys = passphrase::keys_for(config, file, operator)?;
    let checked = operator.open_backup(file, &keys).and_then(|source| backup::check_source(&source));
    let (summary, figures) = checked.map_err(|error| error.to_string())?;
    let contents = [count(summary.last_entry, "journal entry", "journal entries"), count(summary.answers, "kept answer", "kept answers")];
    println!("{}: {}; every checksum is correct.", file.display(), contents.join(", "));
    match (&summary.end, &summary.lost) {
        (Some(_), _) => println!("The bar was rebuilt from it, and its figures are those of the bar that was backed up."),
        (None, None) => println!("The bar was rebuilt from it."),
        (None, Some(lost)) => println!("The bar was rebuilt from it; {lost}."),
    }
    super::restore::print_skipped_files(&summary);
    print_figures(&figures);
    Ok(())
}

fn verify_folder(config: &Config) -> Result<(), ErrorText> {
    let report = backup::check_folder(&config.data).map_err(|error| match error {
        BackupError::Open(error @ OpenError::Damaged { .. }) => format!("{error}{}", super::restore_advice(config)),
        error => error_text(error, RUNNING),
    })?;
    let checked = &report.checked;
    println!(
        "{}: {} in {}, {} of the journal.",
        config.data.display(),
        count(checked.records, "record", "records"),
        count(checked.tables, "table", "tables"),
        count(report.entries, "entry", "entries")
    );
    let problems = report.problems();
    if !problems.is_empty() {
        return Err(format!(
            "The bar in {} is damaged:\n  {}{}",
            config.data.display(),
            problems.join("\n  "),
            super::restore_advice(config)
        ));
    }
    println!("Every checksum is correct.");
    match &report.compared {
        Some(compared) => println!(
            "All tables were rebuilt from the journal and compared: {} in {}, all the same.",
            count(compared.same, "record", "records"),
            count(compared.tables, "table", "tables")
        ),
        None => println!("The tables are from another version; the next start rebuilds them from the journal."),
    }
    print_figures(&report.figures);
    Ok(())
}

fn print_figures(figures: &BarFigures) {
    for (name, figure) in figures {
        println!("  {name}: {figure}");
    }
}
