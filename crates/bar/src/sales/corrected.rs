//! Sales whose payment was corrected: number, goods, prices and taxes stay; what says how it was paid changes.

use serde::{Deserialize, Serialize};

use super::{CounterPayment, Sale, StillOpen};
use crate::methods::PaymentMethod;
use crate::payments::Allocation;
use base::Cash;

/// How a sale is paid after a correction.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CorrectedSale {
    pub receipt_number: String,
    pub method: PaymentMethod,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counter_payment: Option<CounterPayment>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tendered: Option<Cash>,
    pub change: Cash,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub open: Option<StillOpen>,
    /// Those with money of the payment.
    pub lines: Vec<CorrectedLine>,
}

/// How a line is paid after a correction.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CorrectedLine {
    /// Of a sale line, or of an order item.
    pub id: u64,
    pub method: PaymentMethod,
    /// All money on it.
    #[serde(rename = "laid")]
    pub allocations: Vec<Allocation>,
}

impl Sale {
    /// The sale as the correction leaves it.
    #[must_use]
    pub fn with_correction(mut self, corrected: &CorrectedSale) -> Self {
        self.method.clone_from(&corrected.method);
        self.counter_payment.clone_from(&corrected.counter_payment);
        (self.tendered, self.change, self.open) = (corrected.tendered, corrected.change, corrected.open);
        for line in &mut self.lines {
            if let Some(after) = corrected.lines.iter().find(|after| after.id == line.line.id) {
                line.line.method.clone_from(&after.method);
                line.line.allocations.clone_from(&after.allocations);
            }
        }
        self
    }
}
