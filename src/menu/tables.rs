//! The codes that were printed last, as a row.

use super::{CodesPrinted, Printed};
use crate::base::Envelope;
use crate::store::{Stored, Table, Tables, View};

const PRINTED: Table<u8, Printed> = Table::new("menu_printed");
const ONLY: u8 = 0;

/// The codes that were printed last; `None` where none ever were.
pub fn printed(view: &dyn View) -> Stored<Option<Printed>> {
    PRINTED.get(view, &ONLY)
}

/// Applies the event.
pub fn apply_printed(tables: &mut dyn Tables, envelope: &Envelope, event: &CodesPrinted) -> Stored<()> {
    PRINTED.put(tables, &ONLY, &Printed { base: event.base.clone(), at: envelope.at })
}
