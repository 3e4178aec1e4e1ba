//! The journal as a person reads it: who did what and when, newest first.

use serde::Deserialize;

use super::Entry;
use super::replay::entry;
use super::summary::summary;
use crate::base::Timestamp;
use crate::base::text::fold;
use crate::store::{self, RawEntry, Search, StoreError, Stored, Verdict, View};

/// Entries read at a time.
const CHUNK: usize = 500;

/// Which entries are wanted.
#[derive(Debug, Clone, Default)]
pub struct AuditFilter {
    /// A username, compared without case, or a user's id.
    pub user: Option<String>,
    /// A kind such as `sales.voided`, or the word before its dot.
    pub kind: Option<String>,
}

/// A line of the audit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditLine {
    /// Place in the journal.
    pub seq: u64,
    /// When.
    pub at: Timestamp,
    /// Username of who did it.
    pub user_name: String,
    /// `sales.recorded`, `rates.changed`, …
    pub kind: String,
    /// What happened, in a sentence.
    pub summary: String,
}

/// A part of the audit.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AuditPage {
    /// Newest first.
    pub lines: Vec<AuditLine>,
    /// Where to go on, if there may be more: before this entry.
    pub next: Option<u64>,
}

/// What every entry says in front, whatever happened.
#[derive(Deserialize)]
struct Head {
    by: u64,
    who: String,
    kind: String,
}

/// At most `limit` lines before entry `before`. May give fewer and still say that there are more.
pub fn audit(view: &dyn View, filter: &AuditFilter, before: u64, limit: usize) -> Stored<AuditPage> {
    let search = Search::new(before, limit).run(|search, before| look_through(view, filter, search, before))?;
    let (found, next) = search.finish();
    let lines = found.into_iter().map(|(raw, head)| line(view, &entry(&raw)?, head)).collect::<Stored<_>>()?;
    Ok(AuditPage { lines, next })
}

fn look_through(view: &dyn View, filter: &AuditFilter, search: &mut Search<(RawEntry, Head)>, mut before: u64) -> Stored<()> {
    loop {
        let chunk = store::entries_before(view, before, CHUNK)?;
        let Some(oldest) = chunk.last() else { return Ok(()) };
        before = oldest.seq;
        for raw in chunk {
            let (seq, head) = (raw.seq, head(&raw)?);
            if search.visit_row(seq, || if filter.fits(&head) { Verdict::Include((raw, head)) } else { Verdict::Skip }).is_break() {
                return Ok(());
            }
        }
    }
}

fn head(raw: &RawEntry) -> Stored<Head> {
    serde_json::from_slice(&raw.bytes).map_err(|error| StoreError::Unreadable { table: "journal", reason: error.to_string() })
}

fn line(view: &dyn View, entry: &Entry, head: Head) -> Stored<AuditLine> {
    Ok(AuditLine { seq: entry.seq, at: entry.envelope.at, user_name: head.who, kind: head.kind, summary: summary(view, entry)? })
}

impl AuditFilter {
    fn fits(&self, head: &Head) -> bool {
        let user = self.user.as_ref().is_none_or(|user| fold(user) == fold(&head.who) || user.parse() == Ok(head.by));
        let feature = || head.kind.split_once('.').map(|(feature, _)| feature);
        user && self.kind.as_deref().is_none_or(|kind| kind == head.kind || Some(kind) == feature())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{MemoryTables, SCANNED_ROWS_MAX};

    #[test]
    fn a_page_for_somebody_who_was_never_here_does_not_read_the_whole_journal() {
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
