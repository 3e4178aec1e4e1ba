//! Change tracking for head office: notes which rows of the sum tables changed, and after which entry.
//!
//! A note is the table and the key of a row, with the number of the newest entry of the command that wrote it. Notes are written in the
//! transaction of their entries, so they are exact, and only while a bar is connected: otherwise a command costs one look at the
//! metadata. Notes are rows of tables and not figures, because the writer then needs to know nothing about figures: which ones a row is
//! part of is asked when they are sent.

mod noting;
mod source;

use std::ops::ControlFlow;

use self::noting::NotingTables;
pub use self::source::Source;
use store::{FIGURE_CHANGES, Key, Stored, Table, Tables, View};

/// Rows that changed → the newest entry of the last command that wrote them.
const CHANGES: Table<ChangedRow, u64> = Table::new(FIGURE_CHANGES);
/// Metadata name of the state of the notes: `off`, `from 120`, or `all from 120`.
const STATE_KEY: &str = "figures";
const OFF: &str = "off";
const FROM: &str = "from ";
const ALL: &str = "all ";

/// A row of a table that figures are made of.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct ChangedRow {
    pub source: Source,
    /// Its key in that table.
    pub key: Vec<u8>,
}

impl Key for ChangedRow {
    fn write(&self, out: &mut Vec<u8>) {
        self.source.number().write(out);
        out.extend_from_slice(&self.key);
    }
    fn read(bytes: &mut &[u8]) -> Option<Self> {
        let source = Source::of_number(u8::read(bytes)?)?;
        let key = std::mem::take(bytes).to_vec();
        Some(ChangedRow { source, key })
    }
}

/// What the notes are good for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Noted {
    /// The notes name every row that an entry behind this one changed.
    pub from: u64,
    /// Whether everything has to be sent all the same: nothing was sent yet, or the tables were rebuilt.
    pub all: bool,
}

impl Noted {
    fn parse(text: &str) -> Option<Self> {
        let (all, text) = text.strip_prefix(ALL).map_or((false, text), |rest| (true, rest));
        text.strip_prefix(FROM)?.parse().ok().map(|from| Noted { from, all })
    }

    fn store(self, tables: &mut dyn Tables) -> Stored<()> {
        store::set_metadata(tables, STATE_KEY, &format!("{}{FROM}{}", if self.all { ALL } else { "" }, self.from))
    }
}

/// The state of the notes; `None` while changes are not noted.
pub fn noted(view: &dyn View) -> Stored<Option<Noted>> {
    Ok(store::metadata(view, STATE_KEY)?.as_deref().and_then(Noted::parse))
}

/// Notes changes from now on, unless that has begun before. Call it when the bar is connected.
pub fn begin(tables: &mut dyn Tables) -> Stored<()> {
    match noted(tables.view())? {
        Some(_) => Ok(()),
        None => Noted { from: store::head(tables.view())?, all: true }.store(tables),
    }
}

/// Notes no more changes. Call it when the bar is disconnected. What is noted stays until [`forget`] has removed it.
pub fn end(tables: &mut dyn Tables) -> Stored<()> {
    match noted(tables.view())? {
        Some(_) => store::set_metadata(tables, STATE_KEY, OFF),
        None => Ok(()),
    }
}

/// Everything has to be sent again, because the tables were rebuilt.
pub fn require_all(tables: &mut dyn Tables) -> Stored<()> {
    match noted(tables.view())? {
        Some(noted) => Noted { all: true, ..noted }.store(tables),
        None => Ok(()),
    }
}

/// Says that head office has everything: from now on changes are enough.
pub fn all_sent(tables: &mut dyn Tables) -> Stored<()> {
    match noted(tables.view())?.filter(|noted| noted.all) {
        Some(noted) => Noted { all: false, ..noted }.store(tables),
        None => Ok(()),
    }
}

/// Removes at most `limit` notes of changes up to entry `upto`, which head office has. Returns whether there may be more: a large
/// transaction would make sales wait. A head office that was restored from an older copy is sent everything from then on.
pub fn forget(tables: &mut dyn Tables, upto: u64, limit: usize) -> Stored<bool> {
    let mut known = Vec::new();
    CHANGES.visit(tables.view(), &[], &[], false, |row, seq| {
        if seq <= upto {
            known.push(row);
        }
        if known.len() < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    if !known.is_empty()
        && let Some(noted) = noted(tables.view())?
        && noted.from < upto
    {
        Noted { from: upto, ..noted }.store(tables)?;
    }
    known.iter().try_for_each(|row| CHANGES.remove(tables, row))?;
    Ok(known.len() == limit)
}

/// At most `limit` rows that were changed by an entry behind `after`, from key `from` on, in order of their keys.
pub fn changes(view: &dyn View, after: u64, from: &[u8], limit: usize) -> Stored<Vec<ChangedRow>> {
    let mut found = Vec::new();
    CHANGES.visit(view, from, &[], false, |row, seq| {
        if seq > after {
            found.push(row);
        }
        if found.len() < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    Ok(found)
}

/// Number of notes.
pub fn count(view: &dyn View) -> Stored<u64> {
    let mut rows = 0;
    view.scan(FIGURE_CHANGES, &[], &[], false, &mut |_, _| {
        rows += 1;
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(rows)
}

/// Runs `work`, which appends and applies entries, and notes the rows that it writes if changes are noted. `day_began`: planned prices
/// may be in force from these entries on, although no row says so.
pub(super) fn noting<T>(tables: &mut dyn Tables, day_began: bool, work: impl FnOnce(&mut dyn Tables) -> Stored<T>) -> Stored<T> {
    if noted(tables.view())?.is_none() {
        return work(tables);
    }
    let mut noting = NotingTables::new(tables);
    let result = work(&mut noting)?;
    let mut changed = noting.into_changed();
    if day_began {
        changed.insert(ChangedRow { source: Source::PricePlans, key: Vec::new() });
    }
    if changed.is_empty() {
        return Ok(result);
    }
    let seq = store::head(tables.view())?;
    changed.iter().try_for_each(|row| CHANGES.put(tables, row, &seq))?;
    Ok(result)
}

#[cfg(test)]
mod tests;
