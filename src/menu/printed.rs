//! Which codes hang on the tables: what they begin with is remembered, because the box's address may change.

use serde::{Deserialize, Serialize};

use crate::base::{Envelope, Timestamp};
use crate::store::{Stored, Table, Tables, View};

const PRINTED: Table<u8, Printed> = Table::new("menu_printed");
const ONLY: u8 = 0;

/// Codes of the menu were printed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CodesPrinted {
    /// What they begin with: `http://192.168.8.1:8080`.
    pub base: String,
    /// The table's number; none: the code without a table.
    #[serde(default)]
    pub table: Option<u32>,
}

/// The codes that were printed last.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Printed {
    /// What they begin with.
    pub base: String,
    /// When.
    pub at: Timestamp,
}

/// The codes that were printed last; `None` where none ever were.
pub fn printed(view: &dyn View) -> Stored<Option<Printed>> {
    PRINTED.get(view, &ONLY)
}

/// Applies the event.
pub fn apply_printed(tables: &mut dyn Tables, envelope: &Envelope, event: &CodesPrinted) -> Stored<()> {
    PRINTED.put(tables, &ONLY, &Printed { base: event.base.clone(), at: envelope.at })
}
