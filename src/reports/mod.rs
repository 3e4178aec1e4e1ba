//! Totals that are kept, not counted: what was sold per night, hour, person, product and customer, and what was taken.
//!
//! A sale line counts on the night on which it was sold, and a void takes it out of that night: "voided ones are out of
//! every figure" (a night's revenue is what was really sold then). Takings are what lies in the drawer, and the drawer of
//! a night that is long counted does not change: money that goes back goes out of the takings of the night on which it is
//! handed back.

mod kept;
mod orders;
mod query;
mod span;
mod tables;
mod takings;

use std::collections::BTreeMap;
use std::ops::{Add, AddAssign, Neg};

use serde::{Deserialize, Serialize};

pub use kept::{Kept, kept};
pub use orders::{RecentOrder, pending_orders, recent_orders};
pub use query::*;
pub use span::{Days, Span};
pub use tables::{CustomerReceipt, apply_order_voided, apply_payment, apply_recorded, apply_voided};
pub use takings::{Takings, TenderTotals};

use crate::base::{Cash, Customer, Usd};
use crate::sales::SaleLine;

/// What lines add up to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Goods {
    /// Pieces.
    pub quantity: i64,
    /// Their worth in dollars: the sum of the lines' totals in USD.
    pub usd: Usd,
    /// What was charged: the sums of the lines' totals, each in the currency that the line was priced in.
    pub charged: Cash,
}

/// What receipts and their lines add up to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Totals {
    /// Receipts with a line that is not voided.
    pub receipts: i64,
    /// Their lines.
    pub goods: Goods,
}

/// What one person sold to one customer.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct CustomerTotals {
    /// As it was spelled last; none for walk-ins.
    pub customer: Option<Customer>,
    /// All of it.
    pub totals: Totals,
    /// By product id.
    pub products: BTreeMap<u64, Goods>,
}

impl Goods {
    /// One line.
    pub fn of(line: &SaleLine) -> Self {
        Goods { quantity: line.quantity, usd: line.total.usd, charged: line.total.charged_in(line.currency) }
    }
}

impl Add for Goods {
    type Output = Goods;
    fn add(self, other: Goods) -> Goods {
        Goods { quantity: self.quantity.saturating_add(other.quantity), usd: self.usd + other.usd, charged: self.charged + other.charged }
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
        Goods { quantity: -self.quantity, usd: -self.usd, charged: -self.charged }
    }
}

impl AddAssign for Totals {
    fn add_assign(&mut self, other: Totals) {
        self.receipts = self.receipts.saturating_add(other.receipts);
        self.goods += other.goods;
    }
}
