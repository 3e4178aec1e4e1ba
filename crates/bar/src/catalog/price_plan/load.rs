//! Loads the data that decisions about price plans need, and what else depends on them.

use super::{PricePlanCommand, PricePlanContext, PricesUnplanned, TaxDayBegan, price_plans, product_on};
use crate::catalog::{ProductSaved, product};
use crate::tax::{TaxDays, TaxSettings, change_between};
use base::BusinessDay;
use store::{Stored, View};

/// Loads the data that [`decide_price_plan`](super::decide_price_plan) needs. `today` is the day that decides prices now.
pub fn load_price_plan(view: &dyn View, command: &PricePlanCommand, today: BusinessDay) -> Stored<PricePlanContext> {
    let items = match command {
        PricePlanCommand::Set { items, .. } => items.as_slice(),
        PricePlanCommand::Withdraw { .. } => &[],
    };
    let known = items.iter().map(|item| Ok(product(view, item.product_id)?.is_some())).collect::<Stored<_>>()?;
    Ok(PricePlanContext { plans: price_plans(view)?, known, today })
}

/// The products that leave all plans because these events, which are not applied yet, give them another price than they have on `day`.
pub fn prices_by_hand<'a>(
    view: &dyn View,
    day: BusinessDay,
    saved: impl Iterator<Item = &'a ProductSaved>,
) -> Stored<Option<PricesUnplanned>> {
    let plans = price_plans(view)?;
    if plans.is_empty() {
        return Ok(None);
    }
    let mut product_ids = Vec::new();
    for ProductSaved { product, .. } in saved {
        if !plans.iter().any(|plan| plan.item(product.id).is_some()) {
            continue;
        }
        let before = product_on(view, product.id, day)?;
        if before.is_some_and(|before| (before.price_usd, before.price_lrd) != (product.price_usd, product.price_lrd)) {
            product_ids.push(product.id);
        }
    }
    Ok((!product_ids.is_empty()).then_some(PricesUnplanned { product_ids }))
}

/// What is different on the days `after` from what it was on the days `before`; `None` where it is the same.
pub fn day_began(view: &dyn View, tax: &TaxSettings, before: TaxDays, after: TaxDays) -> Stored<Option<TaxDayBegan>> {
    if before == after {
        return Ok(None);
    }
    let change = change_between(tax, before, after);
    let (first, last) = (before.rates.min(after.rates), before.rates.max(after.rates));
    let plans = price_plans(view)?;
    let planned = plans.iter().filter(|plan| first < plan.from && plan.from <= last).map(|plan| plan.items.len()).sum::<usize>();
    let began = TaxDayBegan { day: after.rates, change, prices: u64::try_from(planned).unwrap_or(u64::MAX) };
    Ok((began.prices > 0 || !began.change.is_empty()).then_some(began))
}
