//! The one row of settings.

use super::{BackupMade, Settings, SettingsChanged};
use crate::base::{Envelope, Timestamp};
use crate::store::{Stored, Table, Tables, View};

const SETTINGS: Table<u8, Settings> = Table::new("settings");
/// The stamp of the entry that noted the last nightly copy.
const NIGHTLY: Table<u8, Timestamp> = Table::new("last_nightly_copy");
const ONLY: u8 = 0;
/// What the names of nightly copies have in them.
const NIGHTLY_NAME: &str = "-nightly-";

/// The settings in force.
pub fn settings(view: &dyn View) -> Stored<Settings> {
    Ok(SETTINGS.get(view, &ONLY)?.unwrap_or_default())
}

/// Applies the event.
pub fn apply_changed(tables: &mut dyn Tables, event: &SettingsChanged) -> Stored<()> {
    SETTINGS.put(tables, &ONLY, &event.settings)
}

/// When the last nightly copy was noted, by the stamp of that entry.
pub fn last_nightly(view: &dyn View) -> Stored<Option<Timestamp>> {
    NIGHTLY.get(view, &ONLY)
}

/// Applies the event.
pub fn apply_backed_up(tables: &mut dyn Tables, envelope: &Envelope, event: &BackupMade) -> Stored<()> {
    if event.name.contains(NIGHTLY_NAME) { NIGHTLY.put(tables, &ONLY, &envelope.at) } else { Ok(()) }
}
