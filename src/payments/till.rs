//! What taking money looks at, wherever it is taken.

use crate::base::{BarMoment, BarTime, Lrd, Rate, Timestamp, receipt_number};
use crate::methods::Method;

/// What sales, orders and credit look at when money is taken or given back.
#[derive(Debug, Clone)]
pub struct TillContext<'a> {
    /// The rate in force.
    pub rate: Rate,
    /// How the bar counts its days.
    pub bar_time: BarTime,
    /// Now, by the bar's clock.
    pub now: BarMoment,
    /// Smallest step of change in LRD.
    pub cash_step: Lrd,
    /// The payment methods, also those that are switched off.
    pub methods: &'a [Method],
    /// The references of the request that were used before.
    pub used: Vec<UsedReference>,
    /// The id of a new payment.
    pub next_payment_id: u64,
    /// The id of the first new sale line.
    pub next_sale_id: u64,
    /// The number of the business day's last receipt.
    pub receipts_today: u64,
}

impl TillContext<'_> {
    /// The number of the receipt that this transaction makes.
    pub fn receipt_number(&self) -> String {
        receipt_number(self.now.day, self.receipts_today + 1)
    }

    /// The payment method with this id.
    pub fn method(&self, id: &str) -> Option<&Method> {
        self.methods.iter().find(|method| method.id == id)
    }
}

/// A reference, and the payment that it was used in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UsedReference {
    /// The method's id.
    pub method: String,
    /// Capitals and digits.
    pub reference: String,
    /// The payment.
    pub payment_id: u64,
    /// When.
    pub at: Timestamp,
    /// Who took it.
    pub user_name: String,
    /// The receipt that it made, if it made one.
    pub receipt_number: Option<String>,
}
