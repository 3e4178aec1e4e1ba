//! Index of receipt numbers, and receipts derived from their sales.

use std::ops::ControlFlow;

use super::{BuyerSet, Receipt};
use crate::sales::{self, LineKind, Sale, SaleLine, SaleRecorded, main_currency};
use crate::tax::Buyer;
use base::Reference;
use store::{Stored, Table, Tables, View};

/// Receipt number → id of its first sale line.
const NUMBERS: Table<Reference, u64> = Table::new("receipt_numbers");

/// The buyers that were named after the receipt was made.
const BUYERS: Table<Reference, Buyer> = Table::new("receipt_buyers");

/// The buyer of the receipt of a sale.
pub fn buyer_of(view: &dyn View, sale: &Sale) -> Stored<Option<Buyer>> {
    Ok(BUYERS.get(view, &Reference::of(&sale.receipt_number))?.or_else(|| sale.buyer.clone()))
}

/// Writes the buyer of the receipt.
pub fn apply_buyer(tables: &mut dyn Tables, event: &BuyerSet) -> Stored<()> {
    BUYERS.put(tables, &Reference::of(&event.receipt_number), &event.buyer)
}

/// The sale of the receipt with this number.
pub fn receipt(view: &dyn View, number: &str) -> Stored<Option<Sale>> {
    match NUMBERS.get(view, &Reference::of(number))? {
        Some(line) => sales::sale_of_line(view, line),
        None => Ok(None),
    }
}

/// The receipt with this id.
pub fn receipt_with_id(view: &dyn View, id: u64) -> Stored<Option<Receipt>> {
    let mut found = None;
    visit_receipts(view, id.saturating_add(1), |receipt| {
        found = Some(receipt).filter(|receipt| receipt.id == id);
        ControlFlow::Break(())
    })?;
    Ok(found)
}

/// Receipts with ids below `before`, newest first, until `each` breaks.
pub fn visit_receipts(view: &dyn View, before: u64, mut each: impl FnMut(Receipt) -> ControlFlow<()>) -> Stored<()> {
    sales::visit_sales(view, before, |sale| each(Receipt::of(&sale)))
}

impl Receipt {
    /// The receipt of a sale. It shows what was sold, also after a void.
    pub fn of(sale: &Sale) -> Self {
        let lines = || sale.lines.iter().map(|line| &line.line);
        Receipt {
            id: sale.receipt_id,
            day: sale.day,
            at: sale.at,
            order_id: only_order(lines().filter_map(|line| line.order_id)),
            method: sale.method.clone(),
            rate: sale.rate,
            total: lines().map(SaleLine::gross).sum(),
            tax: lines().map(SaleLine::tax_due).sum(),
            service_charge: lines().filter(|line| line.kind() == LineKind::ServiceCharge).map(|line| line.total).sum(),
            paid: sale.handed_over(),
            change: sale.given_back(),
            currency: main_currency(lines().map(|line| line.currency)),
            sale_ids: lines().map(|line| line.id).collect(),
            notes: notes(lines()),
            voided: sale.voided(),
            refund_of: sale.refund.as_ref().map(|refund| refund.of.clone()),
            number: sale.receipt_number.clone(),
            customer: sale.customer.clone(),
            served_by: sale.user_name.clone(),
        }
    }
}

/// The order, if exactly one order occurs among the lines.
fn only_order(mut orders: impl Iterator<Item = u64>) -> Option<u64> {
    let first = orders.next()?;
    orders.all(|other| other == first).then_some(first)
}

/// The distinct notes of the lines, joined: a tab that is paid in full has the notes of all its orders.
fn notes<'a>(lines: impl Iterator<Item = &'a SaleLine>) -> Option<String> {
    let mut distinct: Vec<&str> = Vec::new();
    for note in lines.filter_map(|line| line.notes.as_deref()) {
        if !distinct.contains(&note) {
            distinct.push(note);
        }
    }
    Some(distinct.join(", ")).filter(|notes| !notes.is_empty())
}

/// Applies [`SaleRecorded`]: indexes the receipt number. The sale's row must exist already.
pub fn apply_recorded(tables: &mut dyn Tables, event: &SaleRecorded) -> Stored<()> {
    match event.lines.first() {
        Some(line) => NUMBERS.put(tables, &Reference::of(&event.receipt_number), &line.id),
        None => Ok(()),
    }
}
