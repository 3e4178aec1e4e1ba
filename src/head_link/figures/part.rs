//! Sends figures in parts: which come next, and where a sending continues.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::ops::ControlFlow;

use super::SETS;
use super::figure::{Affected, Figure, SCANNED, affected, of_key, scanned_for, scanned_table};
use super::rows::{price_day, rows_of};
use crate::engine::figure_notes::{self, Source};
use crate::parcels::{FigureRow, FigureRows, ROWS_MAX, Set};
use base::BusinessDay;
use store::{Key, Stored, Tables, View};

/// Keys that are read at a time.
const PAGE: usize = 1_000;
/// Most notes that one call of [`figures_sent`] removes.
pub const FORGOTTEN_MAX: usize = 1_000;

/// Where a sending continues. The default one begins a sending.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Cursor(Option<Sending>);

#[derive(Debug, Clone, PartialEq, Eq)]
struct Sending {
    /// The newest entry at the look of the first part.
    first: u64,
    /// What was changed by entries behind this one is sent.
    after: u64,
    /// Whether everything is sent.
    all: bool,
    /// The sets that are sent as a whole.
    whole: Vec<Set>,
    /// The notes from this key on are not sent yet; `None`: all are.
    changes: Option<Vec<u8>>,
    /// The tables whose keys are not sent yet; the first one from the key on.
    scans: VecDeque<Source>,
    scan_from: Vec<u8>,
}

impl Cursor {
    /// Whether the sending is complete.
    pub fn is_complete(&self) -> bool {
        self.0.as_ref().is_some_and(Sending::is_complete)
    }

    /// The newest entry at the look of the first part: what head office has with the last part. `None` before the first part.
    pub fn first(&self) -> Option<u64> {
        self.0.as_ref().map(|sending| sending.first)
    }
}

impl Sending {
    /// `None` when nothing is to be sent.
    fn begin(view: &dyn View, after: u64, head: u64, wants: &[String]) -> Stored<Option<Self>> {
        let noted = figure_notes::noted(view)?;
        // A head office that has more than the journal knew another history.
        let all = after > head || noted.is_none_or(|noted| noted.all || after < noted.from);
        let whole: Vec<Set> = SETS.into_iter().filter(|set| all || wants.iter().any(|name| name == set.as_str())).collect();
        if after == head && whole.is_empty() {
            return Ok(None);
        }
        let needed: Vec<Source> = whole.iter().flat_map(|set| scanned_for(*set)).copied().collect();
        let scans = SCANNED.into_iter().filter(|source| needed.contains(source)).collect();
        let changes = (!all).then(Vec::new);
        Ok(Some(Sending { first: head, after, all, whole, changes, scans, scan_from: Vec::new() }))
    }

    fn is_complete(&self) -> bool {
        self.changes.is_none() && self.scans.is_empty()
    }

    /// Adds rows to `part` until it is full or nothing is left.
    fn fill(&mut self, view: &dyn View, part: &mut Part) -> Stored<()> {
        while let Some(from) = self.changes.clone() {
            let page = figure_notes::changes(view, self.after, &from, PAGE)?;
            let is_last = page.len() < PAGE;
            for row in page {
                let key = row.to_bytes();
                match affected(view, &row)? {
                    Affected::Figures(figures) => {
                        if !part.add(view, figures)? {
                            self.changes = Some(key);
                            return Ok(());
                        }
                    }
                    Affected::All(sources) => {
                        self.scans.extend(sources.iter().filter(|source| !self.scans.contains(source)).copied().collect::<Vec<_>>())
                    }
                }
                self.changes = Some(behind(key));
            }
            if is_last {
                self.changes = None;
            }
        }
        while let Some(source) = self.scans.front().copied() {
            if !self.scan(view, source, part)? {
                return Ok(());
            }
            self.scans.pop_front();
            self.scan_from.clear();
        }
        Ok(())
    }

    /// Adds the figures that a table's keys name. Returns whether all of them are in this part or an earlier one.
    fn scan(&mut self, view: &dyn View, source: Source, part: &mut Part) -> Stored<bool> {
        if source == Source::Settings {
            // They have values without a row.
            return part.add(view, vec![Figure::Settings]);
        }
        loop {
            let page = keys(view, scanned_table(source), &self.scan_from)?;
            let is_last = page.len() < PAGE;
            for key in page {
                if !part.add(view, of_key(source, &key).unwrap_or_default())? {
                    self.scan_from = key;
                    return Ok(false);
                }
                self.scan_from = behind(key);
            }
            if is_last {
                return Ok(true);
            }
        }
    }
}

/// At most [`PAGE`] keys of a table, from `from` on.
fn keys(view: &dyn View, table: &'static str, from: &[u8]) -> Stored<Vec<Vec<u8>>> {
    let mut found = Vec::new();
    view.scan(table, from, &[], false, &mut |key, _| {
        found.push(key.to_vec());
        Ok(if found.len() < PAGE { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
    })?;
    Ok(found)
}

/// The smallest key behind this one.
fn behind(mut key: Vec<u8>) -> Vec<u8> {
    key.push(0);
    key
}

/// The rows of a part.
struct Part {
    rows_max: usize,
    rows: usize,
    sets: BTreeMap<String, Vec<FigureRow>>,
    /// What is in it: several rows of tables may be part of one figure.
    figures: BTreeSet<Figure>,
    day: BusinessDay,
}

impl Part {
    /// Adds these figures. Returns `false`, and adds none, when there is no room for them; an empty part takes any.
    fn add(&mut self, view: &dyn View, figures: Vec<Figure>) -> Stored<bool> {
        let mut rows = Vec::new();
        let new: Vec<Figure> = figures.into_iter().filter(|figure| !self.figures.contains(figure)).collect();
        for figure in &new {
            rows.extend(rows_of(view, figure, self.day)?);
        }
        if self.rows > 0 && self.rows + rows.len() > self.rows_max {
            return Ok(false);
        }
        self.rows += rows.len();
        self.figures.extend(new);
        for (set, row) in rows {
            self.sets.entry(set.as_str().to_owned()).or_default().push(row);
        }
        Ok(true)
    }
}

/// The next part of the figures that changed behind entry `after`, which head office has said it has: at most [`ROWS_MAX`] rows as they
/// are in `view`, and where the sending continues. `None` when nothing is left, and when no entry is new. `wants`: names of sets that
/// head office asks for as a whole. Only the first part looks at `after` and `wants`.
pub fn figures_part(view: &dyn View, after: u64, cursor: &Cursor, wants: &[String]) -> Stored<Option<(FigureRows, Cursor)>> {
    figures_part_of(view, after, cursor, wants, ROWS_MAX)
}

/// As [`figures_part`], with at most `rows_max` rows. One row of takings has two for each payment method, and comes as a whole.
pub fn figures_part_of(
    view: &dyn View,
    after: u64,
    cursor: &Cursor,
    wants: &[String],
    rows_max: usize,
) -> Stored<Option<(FigureRows, Cursor)>> {
    let upto = store::head(view)?;
    let sending = match &cursor.0 {
        Some(sending) => Some(sending.clone()).filter(|sending| !sending.is_complete()),
        None => Sending::begin(view, after, upto, wants)?,
    };
    let Some(mut sending) = sending else { return Ok(None) };
    let mut part = Part { rows_max, rows: 0, sets: BTreeMap::new(), figures: BTreeSet::new(), day: price_day(view)? };
    sending.fill(view, &mut part)?;
    let whole = sending.whole.iter().map(|set| set.as_str().to_owned()).collect();
    let rows = FigureRows { upto, first: sending.first, last: sending.is_complete(), whole, sets: part.sets };
    Ok(Some((rows, Cursor(Some(sending)))))
}

/// Head office has answered the last part of this sending, and has all figures up to its first look. Removes at most [`FORGOTTEN_MAX`]
/// notes that are not needed any more, and returns whether there may be more. Notes that stay cost a little time at the next look only,
/// so this need not follow every sending, except one of everything.
pub fn figures_sent(tables: &mut dyn Tables, cursor: &Cursor) -> Stored<bool> {
    let Some(sending) = cursor.0.as_ref().filter(|sending| sending.is_complete()) else { return Ok(false) };
    if sending.all {
        figure_notes::all_sent(tables)?;
    }
    figure_notes::forget(tables, sending.first, FORGOTTEN_MAX)
}
