//! The row of the QR codes that were printed last.

use super::{CodesPrinted, Printed};
use base::Envelope;
use store::{Stored, Table, Tables, View};

const PRINTED: Table<u8, Printed> = Table::new("menu_printed");
const ONLY: u8 = 0;

/// The QR codes that were printed last; `None` if none were.
pub fn printed(view: &dyn View) -> Stored<Option<Printed>> {
    PRINTED.get(view, &ONLY)
}

/// Writes which address was printed, and when.
pub fn apply_printed(tables: &mut dyn Tables, envelope: &Envelope, event: &CodesPrinted) -> Stored<()> {
    PRINTED.put(tables, &ONLY, &Printed { base: event.base.clone(), at: envelope.at })
}
