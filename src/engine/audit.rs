//! Audit log: the journal as one readable line per entry, newest first.

use serde::Deserialize;

use super::Entry;
use super::summary::summary;
use crate::base::Timestamp;
use crate::base::text::fold;
use crate::store::{self, RawEntry, Search, StoreError, Stored, Verdict, View};

/// Entries read at a time.
const CHUNK: usize = 500;

/// Filter of the audit log; `None` matches every entry.
#[derive(Debug, Clone, Default)]
pub struct AuditFilter {
    /// A username, compared without case, or a user's id.
    pub user: Option<String>,
    /// A kind such as `sales.voided`, or the part before the dot.
    pub kind: Option<String>,
}

/// A line of the audit log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditLine {
    /// Number of the entry in the journal.
    pub seq: u64,
    pub at: Timestamp,
    /// Username of the person who did it.
    pub user_name: String,
    /// `sales.recorded`, `rates.changed`, …
    pub kind: String,
    /// What happened, in a sentence.
    pub summary: String,
}

/// A page of the audit log.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AuditPage {
    /// Newest first.
    pub lines: Vec<AuditLine>,
    /// The next page ends before this entry; `None` if there are no more.
    pub next: Option<u64>,
}

/// The members that every entry has, whatever its event.
#[derive(Deserialize)]
struct EntryHeader {
    #[serde(rename = "by")]
    user_id: u64,
    #[serde(rename = "who")]
    user_name: String,
    kind: String,
}

/// At most `limit` lines before entry `before`. May return fewer although there are more: one call scans a limited number of entries.
pub fn audit(view: &dyn View, filter: &AuditFilter, before: u64, limit: usize) -> Stored<AuditPage> {
    let search = Search::new(before, limit).run(|search, before| scan(view, filter, search, before))?;
    let (found, next) = search.finish();
    let lines = found.into_iter().map(|(raw, header)| line(view, &Entry::parse(&raw)?, header)).collect::<Stored<_>>()?;
    Ok(AuditPage { lines, next })
}

fn scan(view: &dyn View, filter: &AuditFilter, search: &mut Search<(RawEntry, EntryHeader)>, mut before: u64) -> Stored<()> {
    loop {
        let chunk = store::entries_before(view, before, CHUNK)?;
        let Some(oldest) = chunk.last() else { return Ok(()) };
        before = oldest.seq;
        for raw in chunk {
            let (seq, header) = (raw.seq, header(&raw)?);
            if search.visit_row(seq, || if filter.matches(&header) { Verdict::Include((raw, header)) } else { Verdict::Skip }).is_break() {
                return Ok(());
            }
        }
    }
}

fn header(raw: &RawEntry) -> Stored<EntryHeader> {
    serde_json::from_slice(&raw.bytes).map_err(|error| StoreError::Unreadable { table: "journal", reason: error.to_string() })
}

fn line(view: &dyn View, entry: &Entry, header: EntryHeader) -> Stored<AuditLine> {
    Ok(AuditLine { seq: entry.seq, at: entry.envelope.at, user_name: header.user_name, kind: header.kind, summary: summary(view, entry)? })
}

impl AuditFilter {
    fn matches(&self, header: &EntryHeader) -> bool {
        let user = self.user.as_ref().is_none_or(|user| fold(user) == fold(&header.user_name) || user.parse() == Ok(header.user_id));
        let feature = || header.kind.split_once('.').map(|(feature, _)| feature);
        user && self.kind.as_deref().is_none_or(|kind| kind == header.kind || Some(kind) == feature())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{MemoryTables, SCANNED_ROWS_MAX};

    #[test]
    fn a_page_of_an_unknown_user_does_not_read_the_whole_journal() {
        let mut tables = MemoryTables::new();
        let entries = SCANNED_ROWS_MAX as u64 + 300;
        for seq in 1..=entries {
            store::append(&mut tables, seq, br#"{"by":1,"who":"musu","kind":"sales.recorded"}"#).expect("memory");
        }
        let unknown = AuditFilter { user: Some("unknown".to_owned()), kind: None };
        let first = audit(&tables, &unknown, u64::MAX, 10).expect("a page");
        assert_eq!(first, AuditPage { lines: vec![], next: Some(301) });
        assert_eq!(audit(&tables, &unknown, 301, 10).expect("a page"), AuditPage::default());
    }
}
