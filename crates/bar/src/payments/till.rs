//! Data that every decision about money needs: the rate, the methods, used references, next ids.

use super::{CashSteps, TillChoice, TipContext};
use crate::methods::Method;
use crate::tax::TaxContext;
use base::{BarMoment, BarTime, Rate, Timestamp, receipt_number};

/// Data that sales, orders and credit need to take money or give it back.
#[derive(Debug, Clone)]
pub struct TillContext<'a> {
    /// LRD per USD at present.
    pub rate: Rate,
    /// The bar's time zone and start of day.
    pub bar_time: BarTime,
    /// The present moment by the bar's clock.
    pub now: BarMoment,
    /// The same, as the entry will have it.
    pub at: Timestamp,
    pub steps: CashSteps,
    /// All payment methods, including those that are switched off.
    pub methods: &'a [Method],
    /// The references of the request that were used before.
    pub used: Vec<UsedReference>,
    pub tips: TipContext,
    /// The tax of what is ordered now.
    pub tax: TaxContext<'a>,
    /// The till that takes the money.
    pub choice: TillChoice,
    /// The id of a new payment.
    pub next_payment_id: u64,
    /// The id of the first new sale line.
    pub next_sale_id: u64,
    /// The number of the business day's last receipt.
    pub receipts_today: u64,
}

impl TillContext<'_> {
    /// The number of the receipt that this transaction creates.
    pub fn receipt_number(&self) -> String {
        receipt_number(self.now.day, self.receipts_today + 1)
    }

    /// The payment method with this id.
    pub fn method(&self, id: &str) -> Option<&Method> {
        self.methods.iter().find(|method| method.id == id)
    }
}

/// A reference that was used before, and its payment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UsedReference {
    /// The method's id.
    pub method: String,
    /// Capitals and digits.
    pub reference: String,
    pub payment_id: u64,
    pub at: Timestamp,
    pub user_name: String,
    /// The receipt that the payment created, if any.
    pub receipt_number: Option<String>,
}
