//! The truth sheet: what a night brought, what it owes, and what happened at the box, on one page for the owner.
//!
//! A sheet that is issued keeps its figures for ever, in its event; the sheet of a night without a number is computed anew each time.
//! Both come from the journal alone: [`load`] builds the figures, one builder for each part, from the tables of the feature that knows
//! them.

mod code;
mod decide;
mod figures;
mod load;
mod message;
mod number;
mod parts;
mod query;
mod tables;
mod verify;

use serde::{Deserialize, Serialize};

pub use code::{CHECK_LABEL, CheckKey, SentText};
pub use decide::{SheetCommand, SheetContext, VERSIONS_MAX, decide};
pub use figures::{
    BoxFigures, CashCount, CategorySum, CountedRow, CreditFigures, Left, Loss, MethodSum, MoneyFigures, PaidOut, PeopleFigures,
    PersonCount, PersonHours, RowKind, SheetFigures, Sold, StockFigures,
};
pub use load::load;
pub use message::{MESSAGE_CHARS_MAX, NightText, message};
pub use number::SheetNumber;
pub use query::{Night, due_days, live, of_code, of_number, sheets, versions};
pub use tables::{NightFacts, SheetRow, apply_issued, change_night, end_days_before};
pub use verify::{Difference, differences};

use base::BusinessDay;

/// A sheet was issued.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SheetIssued {
    pub day: BusinessDay,
    /// Counts from 1 for each business day.
    pub version: u64,
    /// The bar's name.
    pub business: String,
    pub figures: SheetFigures,
    /// The message for the owner, with its check code.
    pub text: String,
    /// `7Q4M-K2XD-91FB`
    pub check_code: String,
    /// Whether the box issued it by itself, at the end of the business day.
    pub automatic: bool,
}

impl SheetIssued {
    /// `T-20261120-1`
    pub fn number(&self) -> SheetNumber {
        SheetNumber { day: self.day, version: self.version }
    }
}
