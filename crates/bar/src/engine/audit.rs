//! Audit log: the journal as one readable line per entry, newest first; and as JSON for other programs.

use serde::Deserialize;
use serde_json::Value;

use super::summary::summary;
use super::{DatedList, Entry, MonotonicRanges};
use crate::settings;
use base::text::{fold_case, mentions};
use base::{BarTime, BusinessDay, Timestamp};
use store::{RawEntry, Search, StoreError, Stored, Verdict, View};

/// Entries read at a time.
const CHUNK: usize = 500;
/// Most entries that one request for a word reads: each is parsed and described in a sentence, which takes ten times as long as
/// looking at its kind.
const SEARCHED_ENTRIES_MAX: usize = 2_000;

/// Members of journal entries that are left out, because they give access, or let passwords and PINs be guessed elsewhere. `hash` is
/// that of a PIN, `code_hash` that of a second box's code, `secret_hash` that of a device's cookie.
const SECRETS: [&str; 5] = ["password_hash", "session_id", "hash", "secret_hash", "code_hash"];

/// Filter of the audit log; `None` matches every entry.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AuditFilter {
    /// A username, compared without case, or a user's id.
    pub user: Option<String>,
    /// A kind such as `sales.voided`, or the part before the dot; or several of them, with commas between them.
    pub kind: Option<String>,
    /// Only entries of this business day and later ones.
    pub from: Option<BusinessDay>,
    /// Only entries of this business day and earlier ones.
    pub to: Option<BusinessDay>,
    /// A part of the sentence or of the username, folded.
    pub text: Option<String>,
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
    at: Timestamp,
    #[serde(rename = "by")]
    user_id: u64,
    #[serde(rename = "who")]
    user_name: String,
    kind: String,
}

impl AuditFilter {
    /// The line of an entry that is not in the journal of `view`, which has the names that the entry does not contain. `None` if the filter
    /// leaves it out.
    ///
    /// # Errors
    /// If this version cannot read the entry.
    pub fn line_of(&self, view: &dyn View, bar_time: &BarTime, raw: RawEntry) -> Stored<Option<AuditLine>> {
        let header = header(&raw)?;
        let day = bar_time.business_day(header.at);
        if self.from.is_some_and(|from| day < from) || self.to.is_some_and(|to| day > to) {
            return Ok(None);
        }
        self.found(view, raw, header)?.map(|found| found.line(view)).transpose()
    }

    fn found(&self, view: &dyn View, raw: RawEntry, header: EntryHeader) -> Stored<Option<Found>> {
        if !self.matches(&header) {
            return Ok(None);
        }
        let Some(wanted) = &self.text else { return Ok(Some(Found { raw, header, summary: None })) };
        let summary = summary(view, &Entry::parse(&raw)?)?;
        if !mentions(&summary, wanted) && !mentions(&header.user_name, wanted) {
            return Ok(None);
        }
        Ok(Some(Found { raw, header, summary: Some(summary) }))
    }
}

/// At most `limit` lines before entry `before`. May return fewer although there are more: one call scans a limited number of entries.
pub fn audit(view: &dyn View, filter: &AuditFilter, before: u64, limit: usize) -> Stored<AuditPage> {
    let search = match filter.text {
        Some(_) => Search::with_scan_limit(before, limit, SEARCHED_ENTRIES_MAX),
        None => Search::new(before, limit),
    };
    let bar_time = settings::settings(view)?.bar_time();
    let scan = Scan { view, filter, ranges: MonotonicRanges::of(view, DatedList::Journal, &bar_time)?, bar_time };
    let (lines, next) = search.run(|search, before| scan.run(search, before))?.finish();
    let lines = lines.into_iter().map(|found| found.line(view)).collect::<Stored<_>>()?;
    Ok(AuditPage { lines, next })
}

/// An entry of the result.
struct Found {
    raw: RawEntry,
    header: EntryHeader,
    /// Known if a word was searched.
    summary: Option<String>,
}

impl Found {
    fn line(self, view: &dyn View) -> Stored<AuditLine> {
        let EntryHeader { at, user_name, kind, .. } = self.header;
        let summary = match self.summary {
            Some(summary) => summary,
            None => summary(view, &Entry::parse(&self.raw)?)?,
        };
        Ok(AuditLine { seq: self.raw.seq, at, user_name, kind, summary })
    }
}

struct Scan<'a> {
    view: &'a dyn View,
    filter: &'a AuditFilter,
    ranges: MonotonicRanges,
    bar_time: BarTime,
}

impl Scan<'_> {
    fn run(&self, search: &mut Search<Found>, mut before: u64) -> Stored<()> {
        loop {
            let chunk = store::entries_before(self.view, before, CHUNK)?;
            let Some(oldest) = chunk.last() else { return Ok(()) };
            before = oldest.seq;
            for raw in chunk {
                let (seq, verdict) = (raw.seq, self.judge(raw)?);
                if search.visit_row(seq, || verdict).is_break() {
                    return Ok(());
                }
            }
        }
    }

    fn judge(&self, raw: RawEntry) -> Stored<Verdict<Found>> {
        let (seq, header) = (raw.seq, header(&raw)?);
        let day = self.bar_time.business_day(header.at);
        if let Some(from) = self.filter.from.filter(|from| day < *from) {
            return Ok(Verdict::EndOfRange(self.ranges.older(seq, from)));
        }
        if let Some(to) = self.filter.to.filter(|to| day > *to) {
            return Ok(Verdict::EndOfRange(self.last_until(seq, to)?));
        }
        Ok(self.filter.found(self.view, raw, header)?.map_or(Verdict::Skip, Verdict::Include))
    }

    /// Where to continue after entry `seq`, whose day is after `to`: before the first such entry of its range, found by halving the
    /// range, in which time stamps only rise. `None` if the journal has no older entry.
    fn last_until(&self, seq: u64, to: BusinessDay) -> Stored<Option<u64>> {
        let (mut first, mut after) = (self.ranges.start(seq), seq);
        // The day of `after` is past `to`, and so is every later one; that of all before `first` is not, or is of an older range.
        while first < after {
            let middle = first + (after - first) / 2;
            let entry = store::entries_before(self.view, middle + 1, 1)?.pop().filter(|entry| entry.seq == middle);
            match entry {
                Some(entry) if self.bar_time.business_day(header(&entry)?.at) > to => after = middle,
                _ => first = middle + 1,
            }
        }
        Ok(Some(after).filter(|after| *after > 1))
    }
}

fn header(raw: &RawEntry) -> Stored<EntryHeader> {
    serde_json::from_slice(&raw.bytes).map_err(|error| StoreError::Unreadable { table: "journal", reason: error.to_string() })
}

/// An entry as an object with its number in `seq`, without secrets.
///
/// # Errors
/// If this version cannot read the entry.
pub fn journal_line(raw: &RawEntry) -> Stored<Value> {
    let unreadable = |error: serde_json::Error| StoreError::Unreadable { table: "journal", reason: error.to_string() };
    let bytes = Entry::parse(raw)?.to_bytes().map_err(unreadable)?;
    let mut entry: Value = serde_json::from_slice(&bytes).map_err(unreadable)?;
    remove_secrets(&mut entry);
    entry["seq"] = raw.seq.into();
    Ok(entry)
}

fn remove_secrets(value: &mut Value) {
    match value {
        Value::Object(members) => {
            members.retain(|name, _| !SECRETS.contains(&name.as_str()));
            members.values_mut().for_each(remove_secrets);
        }
        Value::Array(items) => items.iter_mut().for_each(remove_secrets),
        _ => {}
    }
}

impl AuditFilter {
    fn matches(&self, header: &EntryHeader) -> bool {
        let user =
            self.user.as_ref().is_none_or(|user| fold_case(user) == fold_case(&header.user_name) || user.parse() == Ok(header.user_id));
        let feature = || header.kind.split_once('.').map(|(feature, _)| feature);
        user && self.kind.as_deref().is_none_or(|kinds| kinds.split(',').any(|kind| kind == header.kind || Some(kind) == feature()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use store::{MemoryTables, SCANNED_ROWS_MAX};

    #[test]
    fn a_page_of_an_unknown_user_does_not_read_the_whole_journal() {
        let mut tables = MemoryTables::new();
        let entries = SCANNED_ROWS_MAX as u64 + 300;
        for seq in 1..=entries {
            store::append(&mut tables, seq, br#"{"at":0,"by":1,"who":"musu","kind":"sales.recorded"}"#).expect("memory");
        }
        let unknown = AuditFilter { user: Some("unknown".to_owned()), ..AuditFilter::default() };
        let first = audit(&tables, &unknown, u64::MAX, 10).expect("a page");
        assert_eq!(first, AuditPage { lines: vec![], next: Some(301) });
        assert_eq!(audit(&tables, &unknown, 301, 10).expect("a page"), AuditPage::default());
    }

    /// Entries every six hours from 1970-01-01T00:00Z on, with a clock that goes back by ten days before entry 41. Days begin at 05:00.
    #[test]
    fn dates_are_found_without_reading_the_newer_entries_also_across_a_clock_that_went_back() {
        const QUARTER_DAY: i64 = 6 * 60 * 60 * 1000;
        let at = |seq: u64| Timestamp::from_millis((i64::try_from(seq).expect("few") - if seq > 40 { 41 } else { 1 }) * QUARTER_DAY);
        let mut tables = MemoryTables::new();
        for seq in 1..=80 {
            let entry = format!(r#"{{"at":{},"by":1,"who":"musu","kind":"sales.recorded"}}"#, at(seq).as_millis());
            store::append(&mut tables, seq, entry.as_bytes()).expect("memory");
        }
        crate::engine::clock_rollbacks::record(&mut tables, 41, Some(at(40))).expect("memory");
        let bar_time = BarTime::monrovia();
        for (from, to) in
            [("1970-01-03", "1970-01-04"), ("1970-01-09", "1970-01-20"), ("1969-12-31", "1969-12-31"), ("1971-01-01", "1971-01-02")]
        {
            let (from, to) = (BusinessDay::parse(from).expect("a date"), BusinessDay::parse(to).expect("a date"));
            let filter = AuditFilter { from: Some(from), to: Some(to), ..AuditFilter::default() };
            let scan = Scan {
                view: &tables,
                filter: &filter,
                ranges: MonotonicRanges::of(&tables, DatedList::Journal, &bar_time).expect("memory"),
                bar_time: bar_time.clone(),
            };
            let wanted: Vec<u64> = (1..=80).rev().filter(|seq| (from..=to).contains(&bar_time.business_day(at(*seq)))).collect();
            // Few rows may be scanned: a search that reads all newer entries would not get there.
            let search =
                Search::with_scan_limit(u64::MAX, 100, wanted.len() + 4).run(|search, before| scan.run(search, before)).expect("memory");
            let (found, next) = search.finish();
            assert_eq!((found.iter().map(|found| found.raw.seq).collect::<Vec<_>>(), next), (wanted, None), "{from} to {to}");
        }
    }
}
