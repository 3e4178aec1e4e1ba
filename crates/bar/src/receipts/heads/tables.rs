//! The rows of heads: which receipts have which.

use super::Head;
use crate::sales::{SALE_IDS, Sale};
use crate::settings::Settings;
use store::{Key, Stored, Table, Tables, View};

/// Id of the first sale line that has it → the head.
const HEADS: Table<u64, Head> = Table::new("receipt_heads");
/// Before the id of every sale line.
const FIRST: u64 = 0;

/// Keeps the head that receipts have from now on, where `now` changes that of `before`.
pub fn apply_head(tables: &mut dyn Tables, before: &Settings, now: &Settings) -> Stored<()> {
    let (before, now) = (Head::of(before), Head::of(now));
    if before == now {
        return Ok(());
    }
    if HEADS.get(tables.view(), &FIRST)?.is_none() {
        HEADS.put(tables, &FIRST, &before)?;
    }
    let next = SALE_IDS.next(tables.view())?;
    HEADS.put(tables, &next, &now)
}

/// The `settings` with the head and the time zone of the moment when the receipt of `sale` was issued.
pub fn as_issued(view: &dyn View, sale: &Sale, settings: &Settings) -> Stored<Settings> {
    let first_line = sale.lines.first().map_or(FIRST, |line| line.line.id);
    let head = HEADS.last(view, &first_line.saturating_add(1).to_bytes())?;
    Ok(head.map_or_else(|| settings.clone(), |(_, head)| head.in_settings(settings)))
}
