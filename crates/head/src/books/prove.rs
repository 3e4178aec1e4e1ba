//! Makes a copy of a bar in a file, and proves it: the box's own code makes the bar anew from it, and its sums must be those that the box
//! sent as figures.

use std::ffi::OsString;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use super::Copy;
use crate::database::{Database, DatabaseError};
use crate::history::{HistoryError, line_id};
use backup::parcels::LineName;
use backup::{BackupError, BarFigures, Source, TemporaryStore, difference, rebuild};
use bar::settings;
use base::{BarTime, Timestamp};

/// End of the file's name while it is not proved.
const DRAFT: &str = ".being-made";

/// A copy that gives the bar again.
#[derive(Debug, Clone)]
pub struct Proved {
    /// Its last entry.
    pub seq: u64,
    /// When that entry was made, by the box's clock.
    pub at: Timestamp,
    /// The bar's zone and the beginning of its days.
    pub bar_time: BarTime,
    /// Whether sums that the box sent for this very entry were compared.
    pub compared: bool,
}

/// Why there is no copy.
#[derive(Debug, thiserror::Error)]
pub enum ProveError {
    #[error(transparent)]
    History(#[from] HistoryError),
    #[error(transparent)]
    Backup(#[from] BackupError),
    #[error("{} cannot be written: {source}.", .file.display())]
    Io { file: PathBuf, source: io::Error },
}

impl From<DatabaseError> for ProveError {
    fn from(error: DatabaseError) -> Self {
        ProveError::History(error.into())
    }
}

/// Makes a copy of a line (without one of the current line) up to the commit that is complete at entry `upto`, and proves it. The file gets
/// its name once it is proved; a file of that name stays as it is.
///
/// # Errors
/// [`ProveError`]; nothing is left behind then.
pub async fn make_copy(database: &Database, bar: &str, line: Option<LineName>, upto: u64, file: &Path) -> Result<Proved, ProveError> {
    let failed = |source| ProveError::Io { file: file.to_owned(), source };
    if file.try_exists().map_err(failed)? {
        return Err(failed(ErrorKind::AlreadyExists.into()));
    }
    let mut draft = OsString::from(file);
    draft.push(DRAFT);
    let draft = PathBuf::from(draft);
    let copy = Copy::begin(database, bar, line, upto).await?;
    let proved = prove(database, bar, copy, &draft, file).await;
    if proved.is_err() {
        let _ = std::fs::remove_file(&draft);
    }
    proved
}

async fn prove(database: &Database, bar: &str, mut copy: Copy, draft: &Path, file: &Path) -> Result<Proved, ProveError> {
    let failed = |source| ProveError::Io { file: file.to_owned(), source };
    let end = copy.end().clone();
    let mut out = store::replace_private(draft).map_err(failed)?;
    while let Some(bytes) = copy.next().await? {
        out.write_all(&bytes).map_err(failed)?;
    }
    out.sync_all().map_err(failed)?;
    let sent = sent_figures(database, line_id(bar, end.line), end.seq).await?;
    let (read, compared) = (draft.to_owned(), sent.is_some());
    let rebuilt = tokio::task::spawn_blocking(move || rebuilt(&read, sent));
    let bar_time = rebuilt.await.map_err(|error| failed(io::Error::other(error)))??;
    std::fs::rename(draft, file).map_err(failed)?;
    Ok(Proved { seq: end.seq, at: end.at, bar_time, compared })
}

/// Makes the bar anew in a temporary store.
fn rebuilt(file: &Path, sent: Option<BarFigures>) -> Result<BarTime, BackupError> {
    let source = Source::open(file)?;
    let beside = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let scratch = TemporaryStore::of_size(source.unpacked_size(), beside)?;
    let (_, figures) = rebuild(&source, &scratch)?;
    if let Some(what) = sent.and_then(|sent| difference(&sent, &figures)) {
        return Err(BackupError::Differs { file: file.to_owned(), what });
    }
    Ok(scratch.store()?.read(|view| Ok(settings::settings(view)?.bar_time()))?)
}

/// The sums of all days, under the names that a copy's control totals have; `None` unless they hold at this very entry.
async fn sent_figures(database: &Database, line_id: i64, seq: u64) -> Result<Option<BarFigures>, DatabaseError> {
    let sql = "SELECT COALESCE(sum(quantity), 0)::BIGINT, COALESCE(sum(usd), 0)::BIGINT, COALESCE(sum(charged_usd), 0)::BIGINT, \
               COALESCE(sum(charged_lrd), 0)::BIGINT FROM fig_day WHERE line_id = $1 \
               HAVING COALESCE(max(upto), 0) <= $2 AND EXISTS (SELECT 1 FROM lines WHERE line_id = $1 AND figures_whole \
               AND figures_upto = $2 AND seq = $2)";
    let seq = i64::try_from(seq).unwrap_or(i64::MAX);
    let row = database.snapshot(move |transaction| async move { transaction.query_opt(sql, &[&line_id, &seq]).await }).await?;
    let Some(row) = row else { return Ok(None) };
    let names = ["pieces sold", "revenue in US cents", "charged in US cents", "charged in Liberian cents"];
    let mut figures = BarFigures::new();
    for (at, name) in names.into_iter().enumerate() {
        figures.insert(name.to_owned(), row.try_get(at)?);
    }
    Ok(Some(figures))
}
