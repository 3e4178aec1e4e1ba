//! The row of all price plans, and products with the prices of a day.

use std::sync::Arc;

use super::{PlanWithdrawn, PlannedPrices, PricePlan, PricesPlanned, PricesUnplanned};
use crate::catalog::{Product, product, product_with_barcode, products};
use base::BusinessDay;
use store::{DecodeCache, Stored, Table, Tables, View};

/// By day. Plans whose day has come stay: they are the prices of their products until one is written by hand.
const PRICE_PLANS: Table<u8, Vec<PricePlan>> = Table::new("price_plans");
const ONLY: u8 = 0;

/// Avoids decoding the row for every sale and most requests.
static DECODE_CACHE: DecodeCache<Vec<PricePlan>> = DecodeCache::new();

/// All plans, by day.
pub fn price_plans(view: &dyn View) -> Stored<Arc<Vec<PricePlan>>> {
    Ok(PRICE_PLANS.get_cached(view, &ONLY, &DECODE_CACHE)?.unwrap_or_default())
}

/// The planned prices of a day.
pub fn prices_on(view: &dyn View, day: BusinessDay) -> Stored<PlannedPrices> {
    Ok(PlannedPrices { plans: price_plans(view)?, day })
}

/// The product with its prices of a day, unless it is archived.
pub fn product_on(view: &dyn View, id: u64, day: BusinessDay) -> Stored<Option<Product>> {
    priced(view, product(view, id)?, day)
}

/// The product with this barcode and its prices of a day, unless it is archived.
pub fn product_with_barcode_on(view: &dyn View, barcode: &str, day: BusinessDay) -> Stored<Option<Product>> {
    priced(view, product_with_barcode(view, barcode)?, day)
}

/// All products that are not archived with their prices of a day, by category, then name.
pub fn products_on(view: &dyn View, day: BusinessDay) -> Stored<Vec<Product>> {
    let prices = prices_on(view, day)?;
    Ok(products(view)?.into_iter().map(|product| prices.of(product)).collect())
}

fn priced(view: &dyn View, product: Option<Product>, day: BusinessDay) -> Stored<Option<Product>> {
    let Some(product) = product else { return Ok(None) };
    Ok(Some(prices_on(view, day)?.of(product)))
}

/// Adds the plan to the list of plans, which is in the order of days.
pub fn apply_planned(tables: &mut dyn Tables, event: &PricesPlanned) -> Stored<()> {
    PRICE_PLANS.change(tables, &ONLY, |plans| {
        plans.retain(|plan| plan.from != event.plan.from);
        let place = plans.partition_point(|plan| plan.from < event.plan.from);
        plans.insert(place, event.plan.clone());
    })
}

/// Takes the plan off the list of plans.
pub fn apply_withdrawn(tables: &mut dyn Tables, event: &PlanWithdrawn) -> Stored<()> {
    PRICE_PLANS.change(tables, &ONLY, |plans| plans.retain(|plan| plan.from != event.from))
}

/// Applies the event. A plan that has no product any more is gone.
pub fn apply_unplanned(tables: &mut dyn Tables, event: &PricesUnplanned) -> Stored<()> {
    PRICE_PLANS.change(tables, &ONLY, |plans| {
        plans.iter_mut().for_each(|plan| plan.items.retain(|item| !event.product_ids.contains(&item.product_id)));
        plans.retain(|plan| !plan.items.is_empty());
    })
}
