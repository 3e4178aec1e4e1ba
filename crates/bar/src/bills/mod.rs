//! Bills before payment: what a guest is asked to pay. Numbered, printed as often as asked, and compared with what was paid.
//!
//! A bill is a copy of its order's lines at the moment of its first print, and follows their pieces ([`Piece`]) wherever they go: to
//! other orders, cut in parts, on a tab. Whatever changes them later is on its list of changes, and its state says what became of
//! them. Money, names and tables do not change it.

mod billed_changes;
mod changes;
mod decide;
mod document;
mod follow;
mod load;
mod piece;
mod query;
mod tables;

use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;
use utoipa::ToSchema;

pub use billed_changes::{BilledChange, BilledChangeKind, billed_changes};
pub use changes::{Gone, LineChange, is_same, line_changes, piece_changes};
pub use decide::{BillContext, BillEvent, PrintBill, print_bill};
pub use document::{BillDocument, document};
pub use follow::{Followed, follow};
pub use load::load_print_bill;
pub use piece::{Fate, Piece, Touched};
pub use query::{BillFilter, bill_figures, listed};
pub use tables::*;

use crate::orders::OrderItem;
use crate::seating::TableLabel;
use crate::tax::TaxExemption;
use base::{BusinessDay, Cash, Price, Rate, Timestamp};

/// What became of a bill.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[derive(IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum BillState {
    /// Not paid.
    Open,
    /// Not paid, and its order changed since.
    Changed,
    /// A later bill stands for it, or its items went to another order. It stays that, whatever becomes of them.
    Replaced,
    /// Paid as billed.
    Paid,
    /// Settled at another total.
    PaidOther,
    /// On a customer's tab.
    Credit,
    /// The guests left without paying all of it.
    WalkOut,
    /// Its order was cancelled or voided.
    Cancelled,
}

impl BillState {
    /// The name in the API.
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// What people read.
    pub fn label(self) -> &'static str {
        match self {
            BillState::Open => "Billed",
            BillState::Changed => "Changed after the bill",
            BillState::Replaced => "Replaced",
            BillState::Paid => "Paid",
            BillState::PaidOther => "Paid another amount",
            BillState::Credit => "On Credit",
            BillState::WalkOut => "Walk-out",
            BillState::Cancelled => "Cancelled",
        }
    }

    /// Whether the guests still have to pay it. See [`Bill::is_unpaid`].
    pub fn is_unpaid(self) -> bool {
        matches!(self, BillState::Open | BillState::Changed)
    }

    /// Whether what became of it differs from what it says. See [`Bill::is_different`].
    pub fn is_different(self) -> bool {
        matches!(self, BillState::Changed | BillState::PaidOther | BillState::WalkOut | BillState::Cancelled)
    }
}

/// What is printed of a bill beside its lines, as of the moment at which it was asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Billing {
    /// LRD per USD.
    pub rate: Rate,
    /// Payments on the order, less change.
    pub paid: Cash,
    /// What is still to pay, in either currency at `rate`.
    pub remaining: Price,
    /// The printer; `None` if a phone shows or prints it.
    pub printer_id: Option<u64>,
}

/// A bill was printed, or shown in place of that.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BillPrinted {
    /// `B-20261123-0007`.
    pub number: String,
    pub order_id: u64,
    /// The business day.
    pub day: BusinessDay,
    /// Whether this print made the bill.
    pub is_new: bool,
    /// Which print of the bill this is, from 1.
    pub print: u32,
    /// As it was called then.
    pub table: Option<TableLabel>,
    /// `Bill 2 of 3`, where its order was split: the place, and of how many.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub split: Option<(u32, u32)>,
    /// What it asks for, in either currency.
    pub total: Price,
    pub billing: Billing,
}

/// A print of a bill.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BillPrint {
    pub at: Timestamp,
    pub user_name: String,
    pub billing: Billing,
}

/// What was removed, discounted or moved after a bill was printed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BillChange {
    pub at: Timestamp,
    pub user_name: String,
    pub approved_by: Option<String>,
    /// `2 × Club Beer taken off`
    pub text: String,
    /// What the bill comes to less by it, in either currency.
    pub amount: Price,
}

/// A bill as a row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bill {
    /// Counts from 1.
    pub id: u64,
    /// `B-20261123-0007`.
    pub number: String,
    pub order_id: u64,
    /// The business day of its first print.
    pub day: BusinessDay,
    pub created_at: Timestamp,
    pub user_name: String,
    /// As it was called then.
    pub table: Option<TableLabel>,
    pub customer_name: String,
    /// See [`BillPrinted::split`].
    pub split: Option<(u32, u32)>,
    /// The order's items at its first print.
    pub items: Vec<OrderItem>,
    pub service_lines: Vec<OrderItem>,
    pub exemption: Option<TaxExemption>,
    pub state: BillState,
    /// Oldest first.
    pub prints: Vec<BillPrint>,
    /// The grand total of the order when it was settled.
    pub settled: Option<Price>,
    /// Oldest first.
    pub changes: Vec<BillChange>,
    /// What stood on it, where that is now.
    pub pieces: Vec<Piece>,
    /// Whether an act that lowered it was counted.
    pub lowered: bool,
}

impl Bill {
    /// Whether guests still have to pay something of it that no later bill asks for.
    pub fn is_unpaid(&self) -> bool {
        match self.state {
            BillState::Replaced => self.pieces.iter().any(Piece::is_waiting),
            state => state.is_unpaid(),
        }
    }

    /// Whether what became of it differs from what it says.
    pub fn is_different(&self) -> bool {
        match self.state {
            BillState::Replaced | BillState::Credit => self.is_other(),
            state => state.is_different(),
        }
    }

    /// Its items, then the lines of the service charge.
    pub fn lines(&self) -> impl Iterator<Item = &OrderItem> + Clone {
        self.items.iter().chain(&self.service_lines)
    }

    /// `Table 4 - Musu`, or the customer alone.
    pub fn place(&self) -> String {
        let table = self.table.as_ref().map(TableLabel::to_string);
        table.into_iter().chain([self.customer_name.clone()]).collect::<Vec<_>>().join(" - ")
    }

    /// What it asks for, in either currency.
    pub fn grand_total(&self) -> Price {
        self.lines().map(|item| item.line.gross()).sum()
    }
}
