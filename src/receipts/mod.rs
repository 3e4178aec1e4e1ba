//! Receipts: one per transaction, numbered without gaps, never altered.

pub mod document;
mod guest;
mod query;
mod tables;

pub use document::{Business, Document, Item};
pub use guest::GuestKey;
pub use query::{business, document, payments_of};
pub use tables::*;

use crate::base::{BusinessDay, Cash, CurrencyCode, Customer, Price, Rate, Timestamp};
use crate::methods::PaymentMethod;

/// The head of a receipt; its lines are the sale lines that it names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Receipt {
    /// Counts from 1.
    pub id: u64,
    /// `R-YYYYMMDD-NNNN`.
    pub number: String,
    /// The night it belongs to.
    pub day: BusinessDay,
    /// When.
    pub at: Timestamp,
    /// The order that it settles; none for one that settles items of several.
    pub order_id: Option<u64>,
    /// Who bought; none for a walk-in.
    pub customer: Option<Customer>,
    /// How it was paid.
    pub method: PaymentMethod,
    /// LRD per USD at that moment.
    pub rate: Rate,
    /// The sum of the lines, in each currency.
    pub total: Price,
    /// What was handed over, in each currency.
    pub paid: Cash,
    /// What was given back, in each currency.
    pub change: Cash,
    /// The currency of most lines.
    pub currency: CurrencyCode,
    /// Ids of the sale lines.
    pub sale_ids: Vec<u64>,
    /// Username of who took the money.
    pub served_by: String,
    /// What somebody noted.
    pub notes: Option<String>,
}
