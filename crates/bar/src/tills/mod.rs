//! Tills, their shifts, and every movement of cash in them.
//!
//! A till takes money only while a shift of it is open. A shift begins and ends with a count. What it should hold follows from its
//! opening count, its cash payments and its movements, in each currency, and is never converted. Nothing closes by itself, and nothing
//! is refused for what a count finds.

mod booked;
mod bridge;
mod choice;
mod count;
mod decide;
mod load;
mod movement;
mod person;
mod query;
mod report;
mod shift;
mod sums;
mod tables;
mod till;

use serde::{Deserialize, Serialize};

pub use booked::{
    BookedCorrection, Container, ShiftCorrection, Taken, apply_corrected, apply_corrected_goods, apply_taken, apply_tick,
    corrections_of_shift, held_by_shifts, references, ticked_by, unassigned_cash,
};
pub use bridge::BridgeRow;
pub use count::{BadNotes, BadReason, Count, PIECES_MAX, Piece, QUANTITY_MAX};
pub use decide::{
    AcceptTransfer, CloseUncounted, Confirm, CorrectMovement, CountSafe, CountShift, Counting, FloatFrom, KnownTender, Move, NoteZ,
    OpenShift, RemoveTill, SaveTill, Tick, TillChange, TillsCommand, TillsContext, decide, first_tills, fits_mode,
};
pub use load::{LaterFacts, choice, load, next_movement_id, next_till_id, open_till};
use movement::MOVEMENT_IDS;
pub use movement::{
    Movement, MovementKind, MovementStatus, apply_accepted, apply_moved, exchanges, hand_in, in_transit, movement, movements_of_shift,
    pay_outs, rate_gain, visit_movements_of_till,
};
pub use person::Person;
pub use query::{counted_on, exchanged_on, not_seen_before, over_short_by_user, paid_out_unasked, pay_outs_on};
pub use report::{BarFigures, BillFigures, Counted, ReportFacts, ShiftReport, Worth, parse_z_name, z_name};
pub use shift::{COUNTS_MAX, Closing, RecordedCount, Shift, ShiftState, expected};
pub use sums::{GoodsSums, HeldByShifts, MethodSums, PersonSums, ShiftSums, Tally, Unassigned, add_method};
pub use tables::{
    ShiftZ, ZNote, apply_archived, apply_closed, apply_confirmed, apply_counted, apply_counting, apply_noted, apply_opened, apply_saved,
    apply_x_printed, apply_z_printed, begin_z_series, change_open_shifts, change_sums, is_counting, last_z, open_shifts, shift, shifts,
    shifts_of_days, sums, take_falls, till, tills, unassigned, visit_shifts, visit_zs, x_prints, z, zs, zs_of_days,
};
pub use till::{FIRST_DRAWER, FIRST_SAFE, NAME_MAX, RunningShift, TILLS_MAX, Till, TillKind, TillState};

use base::{Approved, Cash};

/// A till was set up or changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TillSaved {
    pub till: Till,
    /// Whether it is a new one, for the audit.
    pub is_new: bool,
}

/// A till was taken away. Its shifts and movements stay.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TillArchived {
    pub till_id: u64,
    /// For the audit.
    pub name: String,
}

/// A shift was opened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShiftOpened {
    pub shift: Shift,
}

/// Counting began or was stopped.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShiftCounting {
    pub shift_id: u64,
    /// For the audit.
    pub till_name: String,
    /// Whether it began.
    pub began: bool,
}

/// A count was stored that is beyond the tolerance. The shift stays open for another one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShiftCounted {
    pub shift_id: u64,
    /// For the audit.
    pub till_name: String,
    pub count: Count,
}

/// The person who took over a shift said what is in the till.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShiftConfirmed {
    pub shift_id: u64,
    /// For the audit.
    pub till_name: String,
    /// What they counted; `None` if they took over what was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<Count>,
    /// Counted less expected; zero without a count.
    pub difference: Cash,
}

/// A shift was closed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShiftClosed {
    pub shift_id: u64,
    pub till_id: u64,
    /// For the audit.
    pub till_name: String,
    /// The last count; `None` for a shift that was closed without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<Count>,
    /// Why it was closed without a count.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    pub closing: Closing,
    /// The Z, for ever.
    pub report: Box<ShiftReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub approval: Option<Approved>,
}

/// Cash was moved. One movement for each till that it changed at once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CashMoved {
    pub movements: Vec<Movement>,
}

/// A transfer was accepted with a count.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TransferAccepted {
    /// The transfer that was offered.
    pub offered_id: u64,
    /// What the accepting till got.
    pub movement: Movement,
    /// Counted less offered: it belongs to the shift that offered.
    pub hand_in: Cash,
}

/// A remark about a Z.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ZNoted {
    pub number: u64,
    pub text: String,
    /// A recount, beside the count of the Z.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<Count>,
}

/// A tender was seen on the bar's account, or not any more.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TenderTicked {
    pub payment_id: u64,
    /// Its place in the payment, from 0.
    pub index: u64,
    pub ticked: bool,
    /// The shift of the payment.
    pub shift_id: u64,
    /// For the audit.
    pub method: String,
    /// For the audit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reference: Option<String>,
}

/// An event of tills.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TillsEvent {
    Saved(TillSaved),
    Archived(TillArchived),
    Opened(Box<ShiftOpened>),
    Counting(ShiftCounting),
    Counted(ShiftCounted),
    Confirmed(ShiftConfirmed),
    Closed(Box<ShiftClosed>),
    Moved(CashMoved),
    Accepted(Box<TransferAccepted>),
    Noted(ZNoted),
    Ticked(TenderTicked),
}
