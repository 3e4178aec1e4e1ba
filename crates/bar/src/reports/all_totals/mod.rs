//! All totals at once, for checks that compare them with the sum of the sales.

mod query;

use std::collections::BTreeMap;

pub use query::all_totals;

use super::tables::CustomerReceipt;
use super::{CustomerTotals, Goods, Span, Takings, Totals};
use crate::catalog::Category;
use base::{BusinessDay, Timestamp};

/// Every row of every total, without rows that are zero.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AllTotals {
    /// All sales ever.
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
