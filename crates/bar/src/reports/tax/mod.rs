//! The tax report: plain sums of the frozen figures of lines, by business day.
//!
//! A sale counts on its day for ever. A void is a negative line of the day on which it happened, so that a month that was reported stays
//! as it was.

mod query;
mod tables;

pub use query::{ReportedLine, TaxPeriod, served_unpaid, tax_lines, tax_period};
pub use tables::ExemptSale;
pub(super) use tables::{apply_sale, apply_void};
