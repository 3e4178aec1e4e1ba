//! Looking a bar through: is every record whole, and are the tables what the journal makes of them?

use std::fs;
use std::path::Path;

use super::BackupError;
use super::create::copied;
use super::figures::{Figures, difference, figures};
use super::restore::{TemporaryStore, rebuild};
use super::source::{Source, SourceSummary};
use crate::engine;
use crate::store::{self, Folder, RecordCheck, Store, StoreError, TableComparison, TemporaryFolder};

/// What a check of a data folder found.
#[derive(Debug, Clone)]
pub struct CheckReport {
    /// Entries of the journal.
    pub journal: u64,
    /// Every record against its checksum.
    pub checked: RecordCheck,
    /// The tables against those that the journal makes; none when another version made them, which the next start mends.
    pub compared: Option<TableComparison>,
    /// What the books say.
    pub figures: Figures,
    /// The first figure that the journal does not bear out.
    pub figure_differs: Option<String>,
    /// Why the journal cannot be read through, if it cannot.
    pub journal_broken: Option<String>,
}

impl CheckReport {
    /// Everything that is wrong, in words; nothing for a bar that is whole.
    pub fn problems(&self) -> Vec<String> {
        let mut problems: Vec<String> = self.checked.named.iter().map(|place| format!("{place}: the checksum is wrong")).collect();
        if let Some(compared) = &self.compared {
            problems.extend(compared.named.iter().map(|place| format!("{place}: not what the journal says")));
        }
        problems.extend(self.figure_differs.iter().map(|what| format!("the figures differ: {what}")));
        problems.extend(self.journal_broken.iter().map(|why| format!("the journal cannot be read through: {why}")));
        let unnamed = self.checked.damaged + self.compared.as_ref().map_or(0, |compared| compared.different);
        if unnamed > problems.len() as u64 {
            problems.push(format!("and {} more", unnamed - problems.len() as u64));
        }
        problems
    }
}

/// Looks the bar of a data folder through, without changing anything in its file.
pub fn check_folder(data: &Path) -> Result<CheckReport, BackupError> {
    if !store::contains_store(data) {
        return Err(BackupError::NoBar { folder: data.to_owned() });
    }
    let folder = Folder::lock(data)?;
    let size = fs::metadata(folder.store_file()).map_err(BackupError::io(&folder.store_file()))?.len();
    let store = Store::open_read_only(folder)?;
    let checked = store.check_records()?;
    let mut report =
        CheckReport { journal: 0, checked, compared: None, figures: Figures::new(), figure_differs: None, journal_broken: None };
    let scratch = TemporaryStore::of_size(size, data)?;
    match again(&store, &scratch, &mut report) {
        Ok(()) => {}
        // It is whole, and another Barback can read it.
        Err(error @ BackupError::Store(StoreError::NewerEntry { .. })) => return Err(error),
        Err(BackupError::Store(error)) => report.journal_broken = Some(error.to_string()),
        Err(error) => return Err(error),
    }
    Ok(report)
}

/// Makes the bar anew from its journal, and compares.
fn again(store: &Store, scratch: &TemporaryStore, report: &mut CheckReport) -> Result<(), BackupError> {
    let made = scratch.store()?;
    copied(store, |segment| {
        made.write(|tables| segment.entries.iter().try_for_each(|entry| store::append(tables, entry.seq, &entry.bytes)))?;
        report.journal += segment.entries.len() as u64;
        Ok(())
    })?;
    engine::bring_up_to_date(made)?;
    report.figures = store.read(figures)?;
    if engine::is_up_to_date(store)? {
        report.compared = Some(store.compare_derived(made)?);
        report.figure_differs = difference(&report.figures, &made.read(figures)?);
    }
    Ok(())
}

/// Checks an unencrypted copy by rebuilding the bar from it.
pub fn check_copy(path: &Path) -> Result<(SourceSummary, Figures), BackupError> {
    check_source(&Source::open(path)?)
}

/// As [`check_copy`], for one that is found already, with what opens it.
pub fn check_source(source: &Source) -> Result<(SourceSummary, Figures), BackupError> {
    let room = TemporaryFolder::create().map_err(BackupError::io(&std::env::temp_dir()))?;
    let scratch = TemporaryStore::of_size(source.unpacked_size(), room.path())?;
    rebuild(source, &scratch)
}
