//! The row of head office, and the entries at which lines of the journal begin.

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use super::HeadConnected;
use crate::settings;
use base::{Envelope, Timestamp};
use store::{Key, Stored, Table, Tables, View};

const HEAD_OFFICE: Table<u8, HeadOffice> = Table::new("head_office");
/// Key of the only row: a bar has one head office at most.
const ONLY_KEY: u8 = 1;
/// The entries besides the first one at which a line begins.
const LINE_STARTS: Table<u64, ()> = Table::new("head_line_starts");

/// The head office that the bar is connected to. Its address is a setting.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeadOffice {
    pub name: String,
    /// The name that it gave to this box.
    pub box_name: String,
    /// See [`HeadConnected::key`].
    pub key: String,
    /// When the box was connected.
    pub at: Timestamp,
    /// Name of the admin who connected it.
    pub by: String,
}

/// The head office of the bar; `None` if it has none.
pub fn head_office(view: &dyn View) -> Stored<Option<HeadOffice>> {
    HEAD_OFFICE.get(view, &ONLY_KEY)
}

/// Stores the new head office and its address.
pub fn apply_connected(tables: &mut dyn Tables, envelope: &Envelope, event: &HeadConnected) -> Stored<()> {
    let HeadConnected { name, url, box_name, key } = event.clone();
    HEAD_OFFICE.put(tables, &ONLY_KEY, &HeadOffice { name, box_name, key, at: envelope.at, by: envelope.actor.name.clone() })?;
    settings::apply_head_url(tables, Some(url))
}

/// Removes head office and its address.
pub fn apply_disconnected(tables: &mut dyn Tables) -> Stored<()> {
    HEAD_OFFICE.remove(tables, &ONLY_KEY)?;
    settings::apply_head_url(tables, None)
}

/// Notes that a line of the journal begins with entry `seq`.
pub fn apply_line_began(tables: &mut dyn Tables, seq: u64) -> Stored<()> {
    LINE_STARTS.put(tables, &seq, &())
}

/// The entry with which the line of entry `seq` begins.
pub fn line_start(view: &dyn View, seq: u64) -> Stored<u64> {
    let last = LINE_STARTS.last(view, &seq.saturating_add(1).to_bytes())?;
    Ok(last.map_or(1, |(start, ())| start))
}

/// The entry with which the line after that of entry `seq` begins; `None` for the newest line.
pub fn next_line_start(view: &dyn View, seq: u64) -> Stored<Option<u64>> {
    let mut next = None;
    LINE_STARTS.visit(view, &seq.saturating_add(1).to_bytes(), &[], false, |start, ()| {
        next = Some(start);
        ControlFlow::Break(())
    })?;
    Ok(next)
}
