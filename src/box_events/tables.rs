//! Tables of the last nightly backup and of the clock's doubt; one row each.

use super::{BackupMade, ClockDoubt};
use crate::base::{Envelope, Timestamp};
use crate::store::{Stored, Table, Tables, View};

/// Stamp of the entry that recorded the last nightly backup.
const NIGHTLY: Table<u8, Timestamp> = Table::new("last_nightly_copy");
/// No row while the clock is trusted.
const DOUBT: Table<u8, ClockDoubt> = Table::new("clock_doubt");
const ONLY: u8 = 0;
/// Part of the file names of nightly backups.
const NIGHTLY_NAME: &str = "-nightly-";

/// Stamp of the entry that recorded the last nightly backup.
pub fn last_nightly(view: &dyn View) -> Stored<Option<Timestamp>> {
    NIGHTLY.get(view, &ONLY)
}

/// Applies [`BackupMade`].
pub fn apply_backed_up(tables: &mut dyn Tables, envelope: &Envelope, event: &BackupMade) -> Stored<()> {
    if event.name.contains(NIGHTLY_NAME) { NIGHTLY.put(tables, &ONLY, &envelope.at) } else { Ok(()) }
}

/// The current doubt; `None` while the clock is trusted.
pub fn clock_doubt(view: &dyn View) -> Stored<Option<ClockDoubt>> {
    DOUBT.get(view, &ONLY)
}

/// Sets or removes the doubt.
pub fn apply_clock(tables: &mut dyn Tables, doubt: Option<&ClockDoubt>) -> Stored<()> {
    match doubt {
        Some(doubt) => DOUBT.put(tables, &ONLY, doubt),
        None => DOUBT.remove(tables, &ONLY),
    }
}
