//! Corrections of payments: what was really handed over, in place of what was entered. Receipt number, sale and tax stay; the earlier
//! form stays on record.

mod decide;
mod lines;
mod load;
mod tables;

use serde::{Deserialize, Serialize};

pub use decide::{CorrectPayment, CorrectionContext, correct_payment};
pub use load::{container_of_sale, load};
pub use tables::apply_corrected;

use crate::credit::CorrectedCredit;
use crate::payments::Payment;
use crate::reasons::ListedReason;
use crate::sales::{CorrectedLine, CorrectedSale};
use base::{Approved, BusinessDay, Cash};

/// A payment was corrected.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PaymentCorrected {
    /// As it was.
    pub before: Box<Payment>,
    /// As it is. Till, business day, time and person are those of before.
    pub payment: Box<Payment>,
    /// The sales that it paid for.
    pub sales: Vec<CorrectedSale>,
    /// The orders with its money.
    pub orders: Vec<CorrectedOrder>,
    /// The credit items with its money.
    pub credits: Vec<CorrectedCredit>,
    /// What it now has on goods that are no sales yet, less what it had.
    pub parts: Cash,
    /// What it now has on old debts, less what it had.
    pub old_debts: Cash,
    /// The business day of the correction.
    pub day: BusinessDay,
    pub reason: String,
    /// The reason of the list that was chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub listed_reason: Option<ListedReason>,
    /// The approval it was made with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub approval: Option<Approved>,
}

/// How the items of an order are paid after a correction.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CorrectedOrder {
    pub order_id: u64,
    pub items: Vec<CorrectedLine>,
}
