//! Audit log sentences about price plans, and days on which tax or prices change.

use super::product_name;
use crate::catalog::{PricesPlanned, PricesUnplanned, TaxDayBegan};
use store::{Stored, View};

/// Products that are named; the rest is counted.
const PRODUCTS_NAMED: usize = 5;

/// `Prices planned from 2026-12-01: Club Beer, Rice`
pub(super) fn prices_planned(view: &dyn View, event: &PricesPlanned) -> Stored<String> {
    let ids: Vec<u64> = event.plan.items.iter().map(|item| item.product_id).collect();
    Ok(format!("Prices planned from {}: {}", event.plan.from, named(view, &ids)?))
}

/// `Priced by hand, and out of price plans: Club Beer`
pub(super) fn prices_unplanned(view: &dyn View, event: &PricesUnplanned) -> Stored<String> {
    Ok(format!("Priced by hand, and out of price plans: {}", named(view, &event.product_ids)?))
}

/// `2026-12-01 began: 12 planned prices are in force`
pub(super) fn day_began(event: &TaxDayBegan) -> String {
    let prices = (event.prices > 0).then(|| format!("{} planned prices are in force", event.prices));
    let parts: Vec<String> = event.change.in_words().into_iter().chain(prices).collect();
    format!("{} began: {}", event.day, parts.join(", "))
}

fn named(view: &dyn View, ids: &[u64]) -> Stored<String> {
    let mut names = ids.iter().take(PRODUCTS_NAMED).map(|id| product_name(view, *id)).collect::<Stored<Vec<_>>>()?;
    let others = ids.len().saturating_sub(PRODUCTS_NAMED);
    names.extend((others > 0).then(|| format!("{others} more")));
    Ok(names.join(", "))
}
