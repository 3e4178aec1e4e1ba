//! The voided part of a sale line: pieces, their total, and the money on them.

use serde::{Deserialize, Serialize};

use super::{RecordedLine, SaleLine};
use crate::payments::Allocation;
use crate::reasons::ListedReason;
use base::{Approved, Lrd, Price, Usd, share_up_to};

/// The part of a line that one void takes back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct VoidedPart {
    pub quantity: i64,
    /// The part's share of the line's total, in each currency.
    pub total: Price,
    /// The part's share of each tax of the line, in the order of its parts. Empty for a line without tax.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub taxes: Vec<Price>,
    /// The part's share of the money that was allocated to the line.
    pub allocations: Vec<Allocation>,
}

/// Everything that was voided of a line so far.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Voided {
    pub quantity: i64,
    /// The sum of the parts' totals.
    pub total: Price,
    /// The sums of the parts' taxes.
    pub taxes: Vec<Price>,
    /// The payments that gave the money back.
    pub refund_ids: Vec<u64>,
    /// Why the last of its parts was voided.
    pub reason: Option<VoidReason>,
    /// The approval of the latest void.
    pub approval: Option<Approved>,
}

/// Why something was voided, as it was said then.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct VoidReason {
    pub text: String,
    /// The reason of the list that was chosen.
    pub listed: Option<ListedReason>,
}

impl Voided {
    /// Adds one more part.
    pub fn add(&mut self, part: &VoidedPart, refund_ids: &[u64], reason: VoidReason, approval: Option<&Approved>) {
        self.quantity += part.quantity;
        self.total += part.total;
        self.taxes.resize(self.taxes.len().max(part.taxes.len()), Price::ZERO);
        self.taxes.iter_mut().zip(&part.taxes).for_each(|(sum, tax)| *sum += *tax);
        self.refund_ids.extend(refund_ids);
        self.reason = Some(reason);
        self.approval = approval.cloned();
    }
}

impl RecordedLine {
    /// Pieces that are not voided.
    pub fn remaining_quantity(&self) -> i64 {
        if self.voided_at.is_some() { 0 } else { self.line.quantity - self.voided.quantity }
    }

    /// The next `quantity` pieces that are not voided, with their share of the money. All parts of a line sum to the line.
    pub fn part(&self, quantity: i64) -> VoidedPart {
        let (from, to) = (self.voided.quantity, self.voided.quantity + quantity);
        let share = |amount: i64| share_up_to(amount, to, self.line.quantity) - share_up_to(amount, from, self.line.quantity);
        let share_of = |price: Price| Price { usd: Usd::minor(share(price.usd.as_minor())), lrd: Lrd::minor(share(price.lrd.as_minor())) };
        let allocations = self.line.allocations.iter();
        VoidedPart {
            quantity,
            total: share_of(self.line.total),
            taxes: self.taxes_of(share_of),
            allocations: allocations.map(|allocation| Allocation { amount: share(allocation.amount), ..*allocation }).collect(),
        }
    }

    /// The shares in the line's taxes of pieces that have the share `share_of` in amounts of the line. Taken out of what earlier voids
    /// left, so that all of them sum to the line.
    fn taxes_of(&self, share_of: impl Fn(Price) -> Price) -> Vec<Price> {
        let Some(tax) = &self.line.tax else { return Vec::new() };
        let left = tax.less(&tax.with(&self.voided.taxes));
        let (taken, _) = left.take(share_of(tax.full()));
        taken.amounts()
    }

    /// Everything of the line that is not voided.
    pub fn rest(&self) -> VoidedPart {
        self.part(self.remaining_quantity())
    }

    /// Net, tax and gross of everything of it that is voided.
    pub fn voided_figures(&self) -> [Price; 3] {
        if self.voided == Voided::default() {
            return [Price::ZERO; 3];
        }
        let left = self.line.limited_to(&self.rest());
        let less = |of: fn(&SaleLine) -> Price| of(&self.line) + -of(&left);
        [less(SaleLine::net), less(SaleLine::tax_due), less(SaleLine::gross)]
    }

    /// The line as it counts: without its voided pieces.
    pub fn counting(self) -> RecordedLine {
        if self.voided == Voided::default() {
            return self;
        }
        let line = self.line.limited_to(&self.rest());
        RecordedLine { line, ..self }
    }
}

impl SaleLine {
    /// The line with the pieces and the money of `part` only.
    pub fn limited_to(&self, part: &VoidedPart) -> SaleLine {
        let tax = self.tax.as_ref().map(|tax| Box::new(tax.with(&part.taxes)));
        let line = SaleLine { quantity: part.quantity, total: part.total, tax, allocations: part.allocations.clone(), ..self.clone() };
        SaleLine { discount: self.discount_on(part, line.exempted()), ..line }
    }
}
