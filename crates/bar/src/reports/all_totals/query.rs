//! Reads all totals.

use std::collections::BTreeMap;

use super::AllTotals;
use crate::reports::CustomerTotals;
use crate::reports::tables::{
    CATEGORIES, CUSTOMER_RECEIPTS, CUSTOMERS, DAYS, EVER, HOURS, ONLY, PRODUCTS, TAKINGS, USER_DAYS, USER_RECEIPTS, USERS, WALK_INS,
    category_of, customer_key,
};
use store::{Stored, View};

/// Reads all totals. Only for checks, because it reads every row.
pub fn all_totals(view: &dyn View) -> Stored<AllTotals> {
    let category = |((day, number), goods)| Some(((day, category_of(number)?), goods));
    let mut customers: BTreeMap<_, _> = CUSTOMERS.all(view)?.into_iter().collect();
    for ((user_id, span, product_id), goods) in WALK_INS.all(view)? {
        let sums: &mut CustomerTotals = customers.entry((user_id, span, customer_key(&None))).or_default();
        sums.products.insert(product_id, goods);
    }
    Ok(AllTotals {
        ever: EVER.get(view, &ONLY)?.unwrap_or_default(),
        days: DAYS.all(view)?.into_iter().collect(),
        hours: HOURS.all(view)?.into_iter().collect(),
        users: USERS.all(view)?.into_iter().collect(),
        user_days: USER_DAYS.all(view)?.into_iter().collect(),
        categories: CATEGORIES.all(view)?.into_iter().filter_map(category).collect(),
        products: PRODUCTS.all(view)?.into_iter().collect(),
        customers,
        takings: TAKINGS.all(view)?.into_iter().collect(),
        user_receipts: USER_RECEIPTS.all(view)?.into_iter().collect(),
        customer_receipts: CUSTOMER_RECEIPTS.all(view)?.into_iter().collect(),
    })
}
