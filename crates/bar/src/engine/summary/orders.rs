//! Audit log sentences about changed orders.

use super::reason_suffix;
use crate::orders::{ItemChanged, OrderWalkedOut, ServiceChargeSet};
use crate::reasons::{self, ListedReason};
use crate::receipts::document::format_cash;

/// `Order #4: Club Beer 4 → 3: spilled`, `Order #4: note on Rice: no pepper`, or both.
pub(super) fn item_changed(event: &ItemChanged) -> String {
    let ItemChanged { order_id, name, before, quantity, .. } = event;
    let mut parts = Vec::new();
    if before != quantity {
        let returned = event.stock != 0 || quantity > before;
        parts.push(format!(
            "{name} {before} → {quantity}{}",
            reason_with_stock(returned, event.listed_reason.as_ref(), event.reason.as_deref())
        ));
    }
    if event.is_note_new {
        parts.push(event.notes.as_ref().map_or_else(|| format!("note on {name} taken away"), |notes| format!("note on {name}: {notes}")));
    }
    format!("Order #{order_id}: {}", parts.join("; "))
}

/// `, not returned to stock: spilled`
pub(super) fn reason_with_stock(returned: bool, listed: Option<&ListedReason>, reason: Option<&str>) -> String {
    let shelf = if returned { "" } else { ", not returned to stock" };
    format!("{shelf}{}", reason_suffix(listed, reason))
}

/// `Order #4: service charge 10 % waived: regulars`
pub(super) fn service_charge(event: &ServiceChargeSet) -> String {
    let (what, why) = match &event.service.charge {
        Some(charge) if !charge.is_due() => ("waived", reason_suffix(charge.listed.as_ref(), charge.reason.as_deref())),
        _ => ("added", String::new()),
    };
    let percent = event.service.charge.as_ref().map(|charge| format!(" {}", charge.percent.in_words())).unwrap_or_default();
    format!("Order #{}: service charge{percent} {what}{why}", event.order_id)
}

/// `Order #4: left without paying, $2.00 + L$950 written off, receipt R-20261123-0126: Left without paying`
pub(super) fn walked_out(event: &OrderWalkedOut) -> String {
    let receipt = event.sale.as_ref().map(|sale| format!(", receipt {}", sale.receipt_number)).unwrap_or_default();
    let why = reasons::in_words(event.listed_reason.as_ref(), &event.reason);
    format!("Order #{}: left without paying, {} written off{receipt}: {why}", event.order_id, format_cash(event.written_off))
}
