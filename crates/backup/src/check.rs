//! Integrity check (`barback verify`) of a bar or of a backup. Of a bar: every record against its checksum, every table against a
//! rebuild from the journal. Of a backup: every checksum, and the bar is rebuilt from it.

use std::fs;
use std::path::Path;

use super::BackupError;
use super::create::for_each_journal_segment;
use super::figures::{BarFigures, difference, figures};
use super::restore::{TemporaryStore, rebuild};
use super::source::{Source, SourceSummary};
use bar::engine;
use store::{Folder, RecordCheck, Store, StoreError, TableComparison, TemporaryFolder};

/// Result of checking a data folder.
#[derive(Debug, Clone)]
pub struct CheckReport {
    /// Number of journal entries.
    pub entries: u64,
    /// Records compared with their checksums.
    pub checked: RecordCheck,
    /// Tables compared with a rebuild from the journal; `None` if another version wrote them, in which case the next start rebuilds
    /// them.
    pub compared: Option<TableComparison>,
    /// Control totals of the bar.
    pub figures: BarFigures,
    /// The first control total that differs from the rebuild.
    pub figure_differs: Option<String>,
    /// Why the journal cannot be read completely, if so.
    pub journal_broken: Option<String>,
}

impl CheckReport {
    /// Every problem as a sentence; empty for an intact bar.
    pub fn problems(&self) -> Vec<String> {
        let mut problems: Vec<String> = self.checked.named.iter().map(|place| format!("{place}: the checksum is wrong")).collect();
        if let Some(compared) = &self.compared {
            problems.extend(compared.named.iter().map(|place| format!("{place}: not what the journal says")));
        }
        problems.extend(self.figure_differs.iter().map(|what| format!("the figures differ: {what}")));
        problems.extend(self.journal_broken.iter().map(|why| format!("the journal cannot be read through: {why}")));
        // Only the first records are named.
        let unnamed = |count: u64, named: &[String]| count.saturating_sub(named.len() as u64);
        let more = unnamed(self.checked.damaged, &self.checked.named)
            + self.compared.as_ref().map_or(0, |compared| unnamed(compared.different, &compared.named));
        if more > 0 {
            problems.push(format!("and {more} more records"));
        }
        problems
    }
}

/// Checks the bar of a data folder without changing its file.
///
/// # Errors
/// If the folder holds no bar, is in use, or a newer Barback wrote it. Damage is in the report, not an error.
pub fn check_folder(data: &Path) -> Result<CheckReport, BackupError> {
    if !store::contains_store(data) {
        return Err(BackupError::NoBar { folder: data.to_owned() });
    }
    let folder = Folder::lock(data)?;
    let size = fs::metadata(folder.store_file()).map_err(BackupError::io(&folder.store_file()))?.len();
    let store = Store::open_read_only(folder)?;
    let checked = store.check_records()?;
    let mut report =
        CheckReport { entries: 0, checked, compared: None, figures: BarFigures::new(), figure_differs: None, journal_broken: None };
    let scratch = TemporaryStore::of_size(size, data)?;
    match rebuild_and_compare(&store, &scratch, &mut report) {
        Ok(()) => {}
        // It is intact; a newer Barback can read it.
        Err(error @ BackupError::Store(StoreError::NewerEntry { .. })) => return Err(error),
        Err(BackupError::Store(error)) => report.journal_broken = Some(error.to_string()),
        Err(error) => return Err(error),
    }
    Ok(report)
}

/// Rebuilds the bar from its journal and compares.
fn rebuild_and_compare(store: &Store, scratch: &TemporaryStore, report: &mut CheckReport) -> Result<(), BackupError> {
    let rebuilt = scratch.store()?;
    for_each_journal_segment(store, |segment| {
        rebuilt.write(|tables| segment.entries.iter().try_for_each(|entry| store::append(tables, entry.seq, &entry.bytes)))?;
        report.entries += segment.entries.len() as u64;
        Ok(())
    })?;
    engine::upgrade_tables(rebuilt)?;
    report.figures = store.read(figures)?;
    if engine::tables_are_current(store)? {
        report.compared = Some(store.compare_derived(rebuilt)?);
        report.figure_differs = difference(&report.figures, &rebuilt.read(figures)?);
    }
    Ok(())
}

/// Checks an unencrypted backup by rebuilding the bar from it.
pub fn check_backup(path: &Path) -> Result<(SourceSummary, BarFigures), BackupError> {
    check_source(&Source::open(path)?)
}

/// Like [`check_backup`], for an opened source with its passphrase.
pub fn check_source(source: &Source) -> Result<(SourceSummary, BarFigures), BackupError> {
    let folder = TemporaryFolder::create().map_err(BackupError::io(&std::env::temp_dir()))?;
    let scratch = TemporaryStore::of_size(source.unpacked_size(), folder.path())?;
    rebuild(source, &scratch)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_that_are_not_named_are_counted() {
        let named = |count: usize| (0..count).map(|record| format!("products {record}")).collect::<Vec<_>>();
        let checked = RecordCheck { damaged: 25, named: named(20), ..RecordCheck::default() };
        let compared = TableComparison { different: 23, named: named(20), ..TableComparison::default() };
        let mut report = CheckReport {
            entries: 100,
            checked,
            compared: Some(compared),
            figures: BarFigures::new(),
            figure_differs: Some("sales: 3 in the bar, 4 in its rebuild".to_owned()),
            journal_broken: Some("entry 7".to_owned()),
        };
        // 5 damaged and 3 different records are not named. The other two sentences name no record.
        let problems = report.problems();
        assert_eq!((problems.len(), problems.last().map(String::as_str)), (20 + 20 + 2 + 1, Some("and 8 more records")));
        (report.checked.damaged, report.compared) = (20, None);
        assert_eq!(report.problems().len(), 20 + 2, "every damaged record is named");
    }
}
