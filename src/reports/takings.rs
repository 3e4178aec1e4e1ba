//! What was taken on a business day: by the word of the payments, and tender by tender.

use std::collections::BTreeMap;
use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

use crate::base::{Cash, CurrencyCode};
use crate::methods::PaymentMethod;
use crate::payments::Tender;

/// What was taken on one business day, or on several.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Takings {
    /// What was kept, by the word under which it counts.
    pub kept: BTreeMap<PaymentMethod, Cash>,
    /// What was handed over and given back, by method and currency.
    pub tenders: BTreeMap<(PaymentMethod, CurrencyCode), TenderTotals>,
    /// What was given as change.
    pub change: Cash,
}

/// Tenders of one method in one currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct TenderTotals {
    /// How many were handed over.
    pub count: u64,
    /// What was handed over, in minor units.
    pub tendered: i64,
    /// What was given back for voids, in minor units.
    pub refunded: i64,
}

impl Takings {
    /// Adds what was kept, or, where negative, given back.
    pub(super) fn keep(&mut self, method: PaymentMethod, kept: Cash) {
        *self.kept.entry(method).or_default() += kept;
    }

    /// Adds a tender: of a refund, its amount is negative and counts as given back.
    pub(super) fn tender(&mut self, tender: &Tender, is_refund: bool) {
        let row = self.tenders.entry((tender.method.clone(), tender.currency)).or_default();
        if is_refund {
            row.refunded -= tender.amount;
        } else {
            row.count += 1;
            row.tendered += tender.amount;
        }
    }
}

impl AddAssign<&Takings> for Takings {
    fn add_assign(&mut self, other: &Takings) {
        for (method, kept) in &other.kept {
            self.keep(method.clone(), *kept);
        }
        for (key, totals) in &other.tenders {
            let row = self.tenders.entry(key.clone()).or_default();
            row.count += totals.count;
            row.tendered += totals.tendered;
            row.refunded += totals.refunded;
        }
        self.change += other.change;
    }
}
