//! The journal as a person reads it: who did what and when, newest first.

use serde::Deserialize;

use super::Entry;
use super::replay::entry;
use super::summary::summary;
use crate::base::Timestamp;
use crate::base::text::fold;
use crate::store::{self, RawEntry, StoreError, Stored, View};

/// Entries that one page looks at when few of them fit: somebody who was here once must not cost the whole journal.
const LOOKED_AT_MAX: usize = 20_000;
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
    let mut page = AuditPage::default();
    let mut looked_at = 0;
    let mut before = before;
    loop {
        let chunk = store::entries_before(view, before, CHUNK)?;
        if chunk.is_empty() {
            return Ok(page);
        }
        for raw in chunk {
            let head = head(&raw)?;
            let fits = filter.fits(&head);
            if looked_at == LOOKED_AT_MAX || (fits && page.lines.len() == limit) {
                page.next = Some(before);
                return Ok(page);
            }
            (looked_at, before) = (looked_at + 1, raw.seq);
            if fits {
                page.lines.push(line(view, &entry(&raw)?, head)?);
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
