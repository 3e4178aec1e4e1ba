//! The rows of the last nightly copy and of the clock's doubt: one each.

use super::{BackupMade, ClockDoubt};
use crate::base::{Envelope, Timestamp};
use crate::store::{Stored, Table, Tables, View};

/// The stamp of the entry that noted the last nightly copy.
const NIGHTLY: Table<u8, Timestamp> = Table::new("last_nightly_copy");
/// None while the clock is believed.
const DOUBT: Table<u8, ClockDoubt> = Table::new("clock_doubt");
const ONLY: u8 = 0;
/// What the names of nightly copies have in them.
const NIGHTLY_NAME: &str = "-nightly-";

/// When the last nightly copy was noted, by the stamp of that entry.
pub fn last_nightly(view: &dyn View) -> Stored<Option<Timestamp>> {
    NIGHTLY.get(view, &ONLY)
}

/// Applies the event.
pub fn apply_backed_up(tables: &mut dyn Tables, envelope: &Envelope, event: &BackupMade) -> Stored<()> {
    if event.name.contains(NIGHTLY_NAME) { NIGHTLY.put(tables, &ONLY, &envelope.at) } else { Ok(()) }
}

/// The doubt as the journal has it; none while the clock is believed.
pub fn clock_doubt(view: &dyn View) -> Stored<Option<ClockDoubt>> {
    DOUBT.get(view, &ONLY)
}

/// Applies that the clock is in doubt, or no longer.
pub fn apply_clock(tables: &mut dyn Tables, doubt: Option<&ClockDoubt>) -> Stored<()> {
    match doubt {
        Some(doubt) => DOUBT.put(tables, &ONLY, doubt),
        None => DOUBT.remove(tables, &ONLY),
    }
}
