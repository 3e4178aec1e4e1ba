//! Sales: lines of revenue, each written once, each with its receipt.

mod counter_payment;
mod decide;
mod load;
mod query;
mod row;
mod settled_sale;
mod tables;

use serde::{Deserialize, Serialize};

pub use counter_payment::CounterPayment;
pub use decide::*;
pub use load::{load_products, load_sell, load_till, load_void};
pub use query::{payment, used_references, visit_payments};
pub use row::{Sale, VoidableLine};
pub use settled_sale::{SettlementPayment, settled_sale};
pub use tables::*;

use crate::base::{BarMoment, BusinessDay, Cash, CurrencyCode, Customer, Price, Rate, Timestamp};
use crate::catalog::Category;
use crate::methods::PaymentMethod;
use crate::payments::{Allocation, Payment, is_nothing};

/// Most lines of one sale.
pub const LINES_MAX: usize = 200;

/// A line as it was sale. Names, prices and the rate are frozen; nothing that happens later alters them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SaleLine {
    /// Counts from 1.
    pub id: u64,
    /// Which product.
    pub product_id: u64,
    /// What it was called.
    pub product_name: String,
    /// Whose it was.
    pub brand: Option<String>,
    /// Which part of the catalog it was in.
    pub category: Category,
    /// Pieces.
    pub quantity: i64,
    /// The currency it was priced and charged in.
    pub currency: CurrencyCode,
    /// What one piece cost, in both currencies.
    pub unit: Price,
    /// Unit price × quantity, in each currency.
    pub total: Price,
    /// What one piece would have cost by the list.
    pub list: Price,
    /// Why it was sale at another price than the list's.
    pub discount_reason: Option<String>,
    /// LRD per USD at that moment.
    pub rate: Rate,
    /// How it was paid.
    pub method: PaymentMethod,
    /// What somebody noted.
    pub notes: Option<String>,
    /// The order it came from.
    pub order_id: Option<u64>,
    /// Which item of that order it was.
    #[serde(default)]
    pub order_item_id: Option<u64>,
    /// The credit item it came from.
    pub credit_id: Option<u64>,
    /// The money that was allocated to it, tender by tender. Empty where it was free, and for counter sales of 0.1.
    #[serde(default, rename = "laid")]
    pub allocations: Vec<Allocation>,
}

/// Goods were paid for: the lines, and the receipt that they share.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SaleRecorded {
    /// `R-YYYYMMDD-NNNN`.
    pub receipt_number: String,
    /// The night it belongs to.
    pub day: BusinessDay,
    /// At least one.
    pub lines: Vec<SaleLine>,
    /// Who bought; none for a walk-in.
    pub customer: Option<Customer>,
    /// How it was paid.
    pub method: PaymentMethod,
    /// LRD per USD at that moment.
    pub rate: Rate,
    /// Whether the goods leave the shelf now (they already left it for an order or a credit).
    pub takes_stock: bool,
    /// The hour of the bar's clock then, 0–23. None in journals of 0.1: it follows from the entry's time and the settings then.
    #[serde(default)]
    pub hour: Option<u8>,
    /// The payment that made it. None for sales of 0.1 over the counter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub payment_id: Option<u64>,
    /// Its payment, for a sale over the counter.
    #[serde(default, rename = "taken", skip_serializing_if = "Option::is_none")]
    pub counter_payment: Option<CounterPayment>,
    /// What was handed over for an order or for credit; `None` where `counter_payment` says it or, in journals of 0.1, the lines do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tendered: Option<Cash>,
    /// What was given back for an order or for credit.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub change: Cash,
}

impl SaleRecorded {
    /// The payment of a counter sale.
    pub fn payment(&self) -> Option<Payment> {
        let counter_payment = self.counter_payment.clone()?;
        let when = self.hour.map(|hour| BarMoment { day: self.day, hour });
        Some(counter_payment.payment(self.payment_id?, &self.customer, self.rate, &self.method, &self.receipt_number, when))
    }

    /// Whether it was paid in cash over the counter.
    pub fn took_cash(&self) -> bool {
        let line_of_0_1 = |line: &SaleLine| line.method == PaymentMethod::CASH && line.total != Price::ZERO;
        match &self.counter_payment {
            Some(counter_payment) => counter_payment.tenders.iter().any(|tender| tender.method == PaymentMethod::CASH),
            None => self.takes_stock && self.lines.iter().any(line_of_0_1),
        }
    }
}

/// The currency of most lines, dollars on a tie.
pub fn main_currency(currencies: impl Iterator<Item = CurrencyCode>) -> CurrencyCode {
    let balance: i64 = currencies.map(|currency| if currency == CurrencyCode::Lrd { 1 } else { -1 }).sum();
    if balance > 0 { CurrencyCode::Lrd } else { CurrencyCode::Usd }
}

/// A sale line as a row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordedLine {
    /// What was sale.
    pub line: SaleLine,
    /// When.
    pub at: Timestamp,
    /// The night it belongs to.
    pub day: BusinessDay,
    /// The hour of the bar's clock then, 0–23: kept, because the bar may move its clock later.
    pub hour: u8,
    /// Who bought.
    pub customer: Option<Customer>,
    /// Who took the money.
    pub user_id: u64,
    /// Their username then.
    pub user_name: String,
    /// The receipt.
    pub receipt_number: String,
    /// The payment that made it. None for sales of 0.1 over the counter.
    pub payment_id: Option<u64>,
    /// When it was voided.
    pub voided_at: Option<Timestamp>,
}

/// A sale line was voided.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SaleVoided {
    /// Which line.
    pub sale_id: u64,
    /// For the audit.
    pub receipt_number: String,
    /// Why.
    pub reason: String,
    /// Whether the goods go back to the shelf.
    pub returns_stock: bool,
    /// The payments that give its money back. None in journals of 0.1: its own amount went back by its own method.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refunds: Option<Vec<Payment>>,
    /// When, by the bar's clock. None in journals of 0.1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<BarMoment>,
}
