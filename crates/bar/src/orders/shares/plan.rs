//! Which of the equal shares of an order are paid.

use serde::{Deserialize, Serialize};

/// Equal shares in which an order is being paid.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SharePlan {
    /// [`SHARES_MIN`] to [`SHARES_MAX`].
    pub of: u32,
    /// The parts that are paid, each with its payment.
    paid: Vec<(u32, u64)>,
}

impl SharePlan {
    /// A plan of which nothing is paid yet.
    pub fn new(of: u32) -> Self {
        SharePlan { of, paid: Vec::new() }
    }

    /// How many parts are paid.
    pub fn paid(&self) -> u32 {
        u32::try_from(self.paid.len()).unwrap_or(u32::MAX)
    }

    /// How many parts are still to pay.
    pub fn left(&self) -> u32 {
        self.of.saturating_sub(self.paid())
    }

    /// The first part that is not paid, from 1.
    pub fn next(&self) -> u32 {
        (1..).find(|part| self.paid.iter().all(|(paid, _)| paid != part)).unwrap_or(self.of)
    }

    /// Marks the part as paid by this payment.
    pub(in crate::orders) fn pay(&mut self, part: u32, payment_id: u64) {
        self.paid.push((part, payment_id));
    }

    /// Makes the part that this payment paid open again.
    pub(in crate::orders) fn reopen(&mut self, payment_id: u64) {
        self.paid.retain(|(_, by)| *by != payment_id);
    }
}
