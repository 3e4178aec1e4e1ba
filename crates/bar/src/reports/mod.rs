//! Reports: running totals of sales per business day, hour, person, product and customer, and of money taken.
//!
//! The totals are updated with each sale, so that a report reads few rows and no sales.
//!
//! A sale line counts on the business day on which it was sold, and a void takes it out of that day: voided lines are out of
//! every figure, because a day's revenue is what was really sold. Takings are the money in the drawer, and the drawer of an
//! earlier day was counted long ago: a refund goes out of the takings of the day on which it is handed back.

mod all_totals;
mod best_sellers;
mod orders;
pub mod parts;
mod query;
mod revenue;
mod rows;
mod span;
mod tables;
mod takings;
mod tax;

use std::collections::BTreeMap;
use std::ops::{Add, AddAssign, Neg};

use serde::{Deserialize, Serialize};

pub use all_totals::{AllTotals, all_totals};
pub use best_sellers::{BEST_SELLER_DAYS, BEST_SELLERS_MAX, BestSeller, BestSellers, best_sellers};
pub use orders::{RecentOrder, pending_orders, recent_orders};
pub use query::*;
pub use revenue::RevenueOf;
pub use rows::{category_day, category_numbered, hour, person_day, product_sum, takings_of};
pub use span::{Days, Span};
pub use tables::{CustomerReceipt, apply_corrected, apply_order_voided, apply_payment, apply_recorded, apply_voided};
pub use takings::{Takings, TenderTotals};
pub use tax::{ExemptSale, ReportedLine, TaxPeriod, served_unpaid, tax_lines, tax_period};

use crate::sales::SaleLine;
use base::{Cash, Customer, Lrd, Price, Usd};

/// The sum of sale lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Goods {
    /// Pieces of products.
    pub quantity: i64,
    /// The sum of the lines' totals in US dollars, each at its own rate.
    pub usd: Usd,
    /// The sum of the lines' totals in Liberian dollars, each at its own rate.
    pub lrd: Lrd,
    /// The sum of the lines' totals, each in the currency that the line was priced in.
    pub charged: Cash,
    /// The sum of the lines' taxes.
    pub tax: Price,
    /// The part of `tax` that the totals contain.
    pub contained: Price,
}

/// The sum of receipts and their lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Totals {
    /// Number of receipts with a line that is not voided.
    pub receipts: i64,
    /// Their lines.
    pub goods: Goods,
}

/// What was voided and refunded on all days, which only rises.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct VoidedEver {
    /// In US dollars, at each receipt's rate.
    pub usd: Usd,
    /// Receipts whose last line was voided.
    pub receipts: i64,
}

/// What one person sold to one customer.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct CustomerTotals {
    /// As spelled last; `None` for walk-ins.
    pub customer: Option<Customer>,
    pub totals: Totals,
    /// By product id.
    pub products: BTreeMap<u64, Goods>,
}

impl Goods {
    /// The figures of one line.
    pub fn of(line: &SaleLine) -> Self {
        Goods {
            quantity: line.goods_of(line.quantity),
            usd: line.total.usd,
            lrd: line.total.lrd,
            charged: line.charged(),
            tax: line.tax_due(),
            contained: line.total + -line.net(),
        }
    }

    /// The sum of the lines' totals without any tax.
    pub fn net(&self) -> Price {
        Price { usd: self.usd, lrd: self.lrd } + -self.contained
    }
}

impl Add for Goods {
    type Output = Goods;
    fn add(self, other: Goods) -> Goods {
        Goods {
            quantity: self.quantity.saturating_add(other.quantity),
            usd: self.usd + other.usd,
            lrd: self.lrd + other.lrd,
            charged: self.charged + other.charged,
            tax: self.tax + other.tax,
            contained: self.contained + other.contained,
        }
    }
}

impl AddAssign for Goods {
    fn add_assign(&mut self, other: Goods) {
        *self = *self + other;
    }
}

impl Neg for Goods {
    type Output = Goods;
    fn neg(self) -> Goods {
        Goods {
            quantity: -self.quantity,
            usd: -self.usd,
            lrd: -self.lrd,
            charged: -self.charged,
            tax: -self.tax,
            contained: -self.contained,
        }
    }
}

impl AddAssign for Totals {
    fn add_assign(&mut self, other: Totals) {
        self.receipts = self.receipts.saturating_add(other.receipts);
        self.goods += other.goods;
    }
}
