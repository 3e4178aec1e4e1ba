//! Every total as it is kept, to be compared with what the lines add up to.

use std::collections::BTreeMap;

use super::tables::{
    CATEGORIES, CUSTOMER_RECEIPTS, CUSTOMERS, CustomerReceipt, DAYS, EVER, HOURS, ONLY, PRODUCTS, TAKINGS, USER_DAYS, USER_RECEIPTS, USERS,
    WALK_INS, category_of, customer_key,
};
use super::{CustomerTotals, Goods, Span, Takings, Totals};
use crate::base::{BusinessDay, Timestamp};
use crate::catalog::Category;
use crate::store::{Stored, View};

/// Every row of every total. Rows that come to nothing are not kept.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Kept {
    /// All there ever was.
    pub ever: Totals,
    /// By business day.
    pub days: BTreeMap<BusinessDay, Totals>,
    /// By business day and hour of the bar's clock.
    pub hours: BTreeMap<(BusinessDay, u8), Totals>,
    /// By user id.
    pub users: BTreeMap<u64, Totals>,
    /// By business day and user id.
    pub user_days: BTreeMap<(BusinessDay, u64), Totals>,
    /// By business day and category.
    pub categories: BTreeMap<(BusinessDay, Category), Goods>,
    /// By day, month and ever, and product id.
    pub products: BTreeMap<(Span, u64), Goods>,
    /// By user id, day and month, and customer.
    pub customers: BTreeMap<(u64, Span, String), CustomerTotals>,
    /// By business day and method.
    pub takings: BTreeMap<BusinessDay, Takings>,
    /// By user id, business day and first line.
    pub user_receipts: BTreeMap<(u64, BusinessDay, u64), Timestamp>,
    /// By user id and customer, business day and first line.
    pub customer_receipts: BTreeMap<CustomerReceipt, Timestamp>,
}

/// Reads all of them: for checks, not for screens.
pub fn kept(view: &dyn View) -> Stored<Kept> {
    let category = |((day, number), goods)| Some(((day, category_of(number)?), goods));
    let mut customers: BTreeMap<_, _> = CUSTOMERS.all(view)?.into_iter().collect();
    for ((user_id, span, product_id), goods) in WALK_INS.all(view)? {
        let sums: &mut CustomerTotals = customers.entry((user_id, span, customer_key(&None))).or_default();
        sums.products.insert(product_id, goods);
    }
    Ok(Kept {
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
