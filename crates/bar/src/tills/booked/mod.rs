//! Money that was taken or given back, as it counts in the sums of a shift.

mod tables;

pub use tables::{apply_taken, apply_tick, held_by_shifts, references, ticked_by, unassigned_cash};

use super::{GoodsSums, ShiftSums};
use crate::payments::{Booking, Payment};
use crate::tax::TaxTotal;
use base::{BusinessDay, Cash};

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
