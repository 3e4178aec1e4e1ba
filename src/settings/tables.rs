//! The row of the settings.

use super::{Settings, SettingsChanged};
use crate::store::{Stored, Table, Tables, View};

const SETTINGS: Table<u8, Settings> = Table::new("settings");
const ONLY: u8 = 0;

/// The settings in force.
pub fn settings(view: &dyn View) -> Stored<Settings> {
    Ok(SETTINGS.get(view, &ONLY)?.unwrap_or_default())
}

/// Applies the event.
pub fn apply_changed(tables: &mut dyn Tables, event: &SettingsChanged) -> Stored<()> {
    SETTINGS.put(tables, &ONLY, &event.settings)
}
