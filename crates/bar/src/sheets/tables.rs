//! Rows of issued sheets, and what the tables of other features do not keep by business day.

use serde::{Deserialize, Serialize};

use super::SheetIssued;
use base::{BusinessDay, Envelope, Lrd, Timestamp, Usd};
use store::{Stored, Table, Tables};

/// Business day and version → the sheet.
pub(super) const SHEETS: Table<(BusinessDay, u64), SheetRow> = Table::new("sheets");
/// Check code → the sheet.
pub(super) const CODES: Table<String, (BusinessDay, u64)> = Table::new("sheet_codes");
pub(super) const NIGHTS: Table<BusinessDay, NightFacts> = Table::new("sheet_nights");

/// An issued sheet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SheetRow {
    pub sheet: SheetIssued,
    pub issued_at: Timestamp,
    /// Username of the person who issued it, or the box's name.
    pub issued_by: String,
}

/// Facts of a business day. A day without a row has none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct NightFacts {
    /// Credit that was given, at each record's own rate.
    pub credit_given: Usd,
    /// Payments of credit, each at its own rate.
    pub credit_collected: Usd,
    /// Change that was given less change that was due.
    pub rounding: Lrd,
    pub starts: i64,
    pub clock_jumps: i64,
}

/// Applies the event.
pub fn apply_issued(tables: &mut dyn Tables, envelope: &Envelope, event: &SheetIssued) -> Stored<()> {
    let key = (event.day, event.version);
    CODES.put(tables, &event.check_code, &key)?;
    SHEETS.put(tables, &key, &SheetRow { sheet: event.clone(), issued_at: envelope.at, issued_by: envelope.actor.name.clone() })
}

/// Changes the facts of a business day.
pub fn change_night(tables: &mut dyn Tables, day: BusinessDay, change: impl FnOnce(&mut NightFacts)) -> Stored<()> {
    NIGHTS.change(tables, &day, change)
}
