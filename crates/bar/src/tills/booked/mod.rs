//! Money that was taken or given back, as it counts in the sums of a shift.

mod tables;

pub use tables::{
    apply_corrected, apply_corrected_goods, apply_taken, apply_tick, corrections_of_shift, held_by_shifts, references, ticked_by,
    unassigned_cash,
};

use serde::{Deserialize, Serialize};

use super::{GoodsSums, ShiftSums};
use crate::payments::{Booking, Payment, TenderTuple};
use crate::tax::TaxTotal;
use base::{BusinessDay, Cash, Timestamp};

/// Where money counts: in a shift, or among the unassigned money of a business day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Container {
    Shift(u64),
    Unassigned(BusinessDay),
}

impl Container {
    /// That of a payment of this day.
    pub fn of(booking: Booking, day: BusinessDay) -> Self {
        booking.shift_id().map_or(Container::Unassigned(day), Container::Shift)
    }
}

/// What one event took or gave back.
#[derive(Debug, Clone, Copy)]
pub struct Taken<'a> {
    pub container: Container,
    pub payments: &'a [&'a Payment],
    /// Whether the payments give back what an earlier shift took.
    pub of_earlier: bool,
    pub goods: GoodsSums,
    /// The receipt that it made.
    pub receipt: Option<&'a str>,
    /// For each voided line, its total in the currency of its price.
    pub voids: &'a [Cash],
    /// For each line below the list price, what it was lowered by.
    pub discounts: &'a [Cash],
    /// The taxes of lines that became sales.
    pub tax: &'a [TaxTotal],
    /// The taxes of lines that were voided; negative.
    pub tax_voids: &'a [TaxTotal],
    pub day: BusinessDay,
}

/// A payment that was corrected.
#[derive(Debug, Clone)]
pub struct BookedCorrection<'a> {
    pub container: Container,
    pub before: &'a Payment,
    pub after: &'a Payment,
    /// What its money on goods changed by.
    pub goods: GoodsSums,
    /// The business day of the payment.
    pub day: BusinessDay,
    /// The correction as X and Z list it.
    pub listed: ShiftCorrection,
}

/// The correction of a payment, as X and Z list it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShiftCorrection {
    pub payment_id: u64,
    pub receipt_number: Option<String>,
    pub at: Timestamp,
    /// Username of the person who corrected it.
    pub user_name: String,
    /// Username of the person who approved it, if it needed an approval.
    pub approved_by: Option<String>,
    /// In words.
    pub reason: String,
    /// Tenders as they were.
    pub before: Vec<TenderTuple>,
    /// Tenders as they are.
    pub after: Vec<TenderTuple>,
}

impl Taken<'_> {
    fn add_to(&self, sums: &mut ShiftSums, user_name: &str) {
        self.payments.iter().for_each(|payment| sums.add_payment(payment, self.day, self.of_earlier));
        sums.add_goods(&self.goods);
        if let Some(number) = self.receipt {
            sums.add_receipt(number, user_name);
        }
        self.voids.iter().for_each(|priced| sums.add_void(*priced, user_name));
        self.discounts.iter().for_each(|lowered| sums.discounts.add(*lowered));
        sums.add_tax(self.tax, self.tax_voids);
    }
}
