//! Receipts: one per transaction, numbered without gaps, immutable. A receipt has no row of its own; it is derived from its sale.

mod buyer;
pub mod document;
mod filter;
mod format;
mod guest_token;
mod heads;
mod item;
mod lines;
mod query;
mod tables;
mod tax;

pub use buyer::{BuyerSet, KnownReceipt, SetBuyer, set_buyer};
pub use document::{Business, Document, PaymentLine};
pub use filter::{AmountFilter, Names, ReceiptFilter, VoidedFilter};
pub use guest_token::GuestTokenKey;
pub use heads::apply_head;
pub use item::{DiscountGrantKey, Item, LineLabel};
pub use lines::{ListedLines, SharedDiscount};
pub use query::{business, document, item_of, payments_of, refund_receipts, refunds_of};
pub use tables::*;
pub use tax::ReceiptTax;

use crate::methods::PaymentMethod;
use crate::sales::VoidedExtent;
use base::{BusinessDay, Cash, CurrencyCode, Customer, Price, Rate, Timestamp};

/// A receipt without its lines, which are the sale lines in `sale_ids`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Receipt {
    /// Counts from 1.
    pub id: u64,
    /// `R-YYYYMMDD-NNNN`.
    pub number: String,
    /// Business day.
    pub day: BusinessDay,
    pub at: Timestamp,
    /// The order that it settles; `None` if it settles no order or items of several.
    pub order_id: Option<u64>,
    /// The customer; `None` for a walk-in.
    pub customer: Option<Customer>,
    /// How it was paid.
    pub method: PaymentMethod,
    /// LRD per USD at the time of the sale.
    pub rate: Rate,
    /// The grand total: what was owed for the lines, in either currency.
    pub total: Price,
    /// The sum of the lines' taxes, in each currency.
    pub tax: Price,
    /// The sum of the totals of service charges, in each currency.
    pub service_charge: Price,
    /// Money received, in each currency.
    pub paid: Cash,
    /// Change, in each currency.
    pub change: Cash,
    /// The currency of most lines.
    pub currency: CurrencyCode,
    /// Ids of the sale lines.
    pub sale_ids: Vec<u64>,
    /// Username of the person who took the money.
    pub served_by: String,
    /// Notes on the sale.
    pub notes: Option<String>,
    /// How much of it is voided.
    pub voided: VoidedExtent,
    /// Number of the receipt that it gives money back for; `None` unless it is a refund.
    pub refund_of: Option<String>,
}
