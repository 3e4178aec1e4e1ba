//! A copy of a line in the format of a backup, made step by step so that no line is ever in memory.

use crate::database::Database;
use crate::history::{CopyEnd, HistoryError, copy_end, line_entries};
use backup::parcels::LineName;
use backup::{BackupKind, BarFigures, Header, Segment, Trailer, Writer};

/// A copy that is being made.
pub struct Copy {
    database: Database,
    bar: String,
    end: CopyEnd,
    /// The last entry that was given out.
    last: u64,
    answers: u64,
    /// `None` before the beginning and after the end.
    writer: Option<Writer<Vec<u8>>>,
    is_ended: bool,
}

impl Copy {
    /// Begins a copy of a line up to the commit that is complete at entry `upto`; of the current line without one.
    ///
    /// # Errors
    /// [`HistoryError::NotFound`] for a line that the bar does not have, or nothing has arrived of; and those of the database.
    pub async fn begin(database: &Database, bar: &str, line: Option<LineName>, upto: u64) -> Result<Self, HistoryError> {
        let end = copy_end(database, bar, line, upto).await?;
        Ok(Copy { database: database.clone(), bar: bar.to_owned(), end, last: 0, answers: 0, writer: None, is_ended: false })
    }

    /// Where it ends.
    pub fn end(&self) -> &CopyEnd {
        &self.end
    }

    /// The next bytes of the file; `None` after its end.
    ///
    /// # Errors
    /// Those of the database, and [`HistoryError::Stored`] if an entry is missing.
    pub async fn next(&mut self) -> Result<Option<Vec<u8>>, HistoryError> {
        if self.is_ended {
            return Ok(None);
        }
        let mut writer = match self.writer.take() {
            Some(writer) => writer,
            None => Writer::begin(Vec::new(), &self.header()).map_err(unwritten)?,
        };
        if self.last == self.end.seq {
            self.is_ended = true;
            // Head office has no tables of the bar, so that there are no control totals.
            let trailer = Trailer { last_entry: self.last, answers: self.answers, figures: BarFigures::new() };
            return writer.end(&trailer).map(Some).map_err(unwritten);
        }
        let step = self.step().await?;
        let packed = tokio::task::spawn_blocking(move || {
            writer.segment(&step)?;
            let bytes = std::mem::take(writer.get_mut());
            Ok((writer, bytes))
        });
        let (writer, bytes) = packed.await.map_err(|error| HistoryError::Stored(error.to_string()))?.map_err(unwritten)?;
        self.writer = Some(writer);
        Ok(Some(bytes))
    }

    fn header(&self) -> Header {
        Header { version: env!("CARGO_PKG_VERSION").to_owned(), kind: BackupKind::Manual, demo: false, at: self.end.at, after: 0 }
    }

    async fn step(&mut self) -> Result<Segment, HistoryError> {
        let missing = || HistoryError::Stored(format!("entry {} of line {} is missing", self.last + 1, self.end.line));
        let found = line_entries(&self.database, &self.bar, self.end.line, self.last, self.end.seq).await?.ok_or_else(missing)?;
        self.last = found.step.entries.last().map(|entry| entry.seq).ok_or_else(missing)?;
        self.answers += found.step.answers.len() as u64;
        Ok(found.step)
    }
}

fn unwritten(error: std::io::Error) -> HistoryError {
    HistoryError::Stored(format!("a step does not go into a copy: {error}"))
}
