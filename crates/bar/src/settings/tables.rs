//! The row of the settings.

use std::sync::{Arc, LazyLock};

use super::{Settings, SettingsChanged};
use store::{DecodeCache, Stored, Table, Tables, View};

const SETTINGS: Table<u8, Settings> = Table::new("settings");
const ONLY: u8 = 0;

/// Avoids decoding the row for every command and most requests.
static DECODE_CACHE: DecodeCache<Settings> = DecodeCache::new();
static FIRST: LazyLock<Arc<Settings>> = LazyLock::new(Arc::default);

/// The settings in force.
pub fn settings(view: &dyn View) -> Stored<Arc<Settings>> {
    Ok(SETTINGS.get_cached(view, &ONLY, &DECODE_CACHE)?.unwrap_or_else(|| FIRST.clone()))
}

/// Sets the address of head office, which comes and goes with the connection.
pub fn apply_head_url(tables: &mut dyn Tables, url: Option<String>) -> Stored<()> {
    let mut settings = Settings::clone(&*settings(tables.view())?);
    settings.head.url = url;
    SETTINGS.put(tables, &ONLY, &settings)
}

/// Writes the settings.
pub fn apply_changed(tables: &mut dyn Tables, event: &SettingsChanged) -> Stored<()> {
    SETTINGS.put(tables, &ONLY, &event.settings)
}
