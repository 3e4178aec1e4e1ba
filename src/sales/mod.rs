//! Sales: lines of revenue, each written once, each with its receipt.

mod decide;
mod row;
mod tables;

use serde::{Deserialize, Serialize};

pub use decide::*;
pub use row::{Sold, SoldLine};
pub use tables::*;

use crate::base::{BusinessDay, CurrencyCode, Customer, Dual, Rate, Timestamp};
use crate::catalog::Category;

/// Most lines of one sale.
pub const LINES_MAX: usize = 200;

/// How money came in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PaymentMethod {
    /// Notes.
    #[default]
    Cash,
    /// Credit or debit card, on the bank's own terminal.
    Card,
    /// Mobile money, as quick sales call it.
    Digital,
    /// A cheque.
    Check,
    /// Mobile money, as orders call it.
    Mobile,
    /// More than one of these.
    Mixed,
}

impl PaymentMethod {
    /// Every one there is: what credit may be paid with.
    pub const ALL: [PaymentMethod; 6] = [
        PaymentMethod::Cash,
        PaymentMethod::Card,
        PaymentMethod::Digital,
        PaymentMethod::Check,
        PaymentMethod::Mobile,
        PaymentMethod::Mixed,
    ];
    /// What a sale at the counter may be paid with.
    pub const FOR_SALES: [PaymentMethod; 4] = [PaymentMethod::Cash, PaymentMethod::Card, PaymentMethod::Digital, PaymentMethod::Check];
    /// What an order may be paid with.
    pub const FOR_ORDERS: [PaymentMethod; 4] = [PaymentMethod::Cash, PaymentMethod::Card, PaymentMethod::Mobile, PaymentMethod::Mixed];

    /// The word as it travels.
    pub fn as_str(self) -> &'static str {
        match self {
            PaymentMethod::Cash => "cash",
            PaymentMethod::Card => "card",
            PaymentMethod::Digital => "digital",
            PaymentMethod::Check => "check",
            PaymentMethod::Mobile => "mobile",
            PaymentMethod::Mixed => "mixed",
        }
    }

    /// Reads one of `allowed`. `None` for any other word.
    pub fn parse(text: &str, allowed: &[PaymentMethod]) -> Option<Self> {
        allowed.iter().copied().find(|method| method.as_str() == text)
    }
}

/// A line as it was sold. Names, prices and the rate are frozen; nothing that happens later alters them.
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
    /// The currency it was priced and taken in.
    pub currency: CurrencyCode,
    /// What one piece cost, in both currencies.
    pub unit: Dual,
    /// Unit price × quantity, in each currency.
    pub total: Dual,
    /// What one piece would have cost by the list.
    pub list: Dual,
    /// Why it was sold at another price than the list's.
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
}

/// Money was taken for goods: the lines, and the receipt that they share.
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
    /// What was handed over; none where it is what the lines come to, each in its own currency.
    #[serde(default)]
    pub tendered: Option<Dual>,
    /// What was given back.
    #[serde(default)]
    pub change: Dual,
}

impl SaleRecorded {
    /// Whether notes went over the counter for it.
    pub fn took_cash(&self) -> bool {
        let cash = |line: &SaleLine| matches!(line.method, PaymentMethod::Cash | PaymentMethod::Mixed) && line.total != Dual::ZERO;
        self.lines.iter().any(cash)
    }
}

/// The currency of most lines, dollars on a tie.
pub fn main_currency(currencies: impl Iterator<Item = CurrencyCode>) -> CurrencyCode {
    let balance: i64 = currencies.map(|currency| if currency == CurrencyCode::Lrd { 1 } else { -1 }).sum();
    if balance > 0 { CurrencyCode::Lrd } else { CurrencyCode::Usd }
}

/// A sale line as a row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sale {
    /// What was sold.
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
    /// When it was voided.
    pub voided_at: Option<Timestamp>,
}

/// A sale line was taken back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SaleVoided {
    /// Which line.
    pub sale_id: u64,
    /// For the audit.
    pub receipt_number: String,
    /// Why.
    pub reason: String,
    /// Whether the goods go back on the shelf.
    pub returns_stock: bool,
}
