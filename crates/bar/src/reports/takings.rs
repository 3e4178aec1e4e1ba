//! Takings of a business day: by the label of the payments, and by tender.

use std::collections::BTreeMap;
use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

use crate::methods::PaymentMethod;
use crate::payments::Tender;
use base::{Cash, CurrencyCode};

/// The takings of one business day or of several.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Takings {
    /// Payments less change, tips and refunds, by the label under which they count.
    pub kept: BTreeMap<PaymentMethod, Cash>,
    /// Tenders and refunds, by method and currency.
    pub tenders: BTreeMap<(PaymentMethod, CurrencyCode), TenderTotals>,
    pub change: Cash,
    /// Tips less those that were given back.
    pub tips: Cash,
}

/// The sum of tenders of one method in one currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct TenderTotals {
    /// Number of tenders without refunds.
    pub count: u64,
    /// In minor units, before change.
    pub tendered: i64,
    /// Given back for voids, in minor units.
    pub refunded: i64,
}

impl Takings {
    /// Adds money that was kept, or, if negative, given back.
    pub(super) fn keep(&mut self, method: PaymentMethod, kept: Cash) {
        *self.kept.entry(method).or_default() += kept;
    }

    /// Adds a tender. That of a refund has a negative amount, and counts as given back.
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

impl Takings {
    /// Takes out a tender of a payment that was corrected.
    pub(super) fn take_out_tender(&mut self, tender: &Tender) {
        let row = self.tenders.entry((tender.method.clone(), tender.currency)).or_default();
        row.count = row.count.saturating_sub(1);
        row.tendered -= tender.amount;
    }

    /// Leaves out methods of which nothing is left.
    pub(super) fn drop_unused(&mut self) {
        self.kept.retain(|_, kept| *kept != Cash::ZERO);
        self.tenders.retain(|_, totals| *totals != TenderTotals::default());
    }
}

impl AddAssign for TenderTotals {
    fn add_assign(&mut self, other: TenderTotals) {
        self.count += other.count;
        self.tendered += other.tendered;
        self.refunded += other.refunded;
    }
}

impl AddAssign<&Takings> for Takings {
    fn add_assign(&mut self, other: &Takings) {
        for (method, kept) in &other.kept {
            self.keep(method.clone(), *kept);
        }
        for (key, totals) in &other.tenders {
            *self.tenders.entry(key.clone()).or_default() += *totals;
        }
        self.change += other.change;
        self.tips += other.tips;
    }
}
