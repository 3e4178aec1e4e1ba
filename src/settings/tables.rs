//! The row of the settings.

use std::sync::{Arc, LazyLock};

use super::{Settings, SettingsChanged};
use crate::store::{LastDecoded, Stored, Table, Tables, View};

const SETTINGS: Table<u8, Settings> = Table::new("settings");
const ONLY: u8 = 0;

/// Every command and most answers ask for the settings.
static LAST_DECODED: LastDecoded<Settings> = LastDecoded::none();
static FIRST: LazyLock<Arc<Settings>> = LazyLock::new(Arc::default);

/// The settings in force.
pub fn settings(view: &dyn View) -> Stored<Arc<Settings>> {
    Ok(SETTINGS.get_decoded(view, &ONLY, &LAST_DECODED)?.unwrap_or_else(|| FIRST.clone()))
}

/// Applies the event.
pub fn apply_changed(tables: &mut dyn Tables, event: &SettingsChanged) -> Stored<()> {
    SETTINGS.put(tables, &ONLY, &event.settings)
}
