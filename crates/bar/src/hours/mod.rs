//! Working hours: staff clock in and out, take breaks, and managers correct what was forgotten.
//!
//! Being clocked out blocks nothing. A period keeps its first figures for ever: a correction puts them on its list.

mod correct;
mod decide;
mod length;
mod load;
mod query;
mod tables;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub use correct::{CorrectHours, CorrectionContext, correct};
pub use decide::{ClockContext, ClockStep, ClockStepKind, decide};
pub use length::{ClockFacts, FORGOTTEN_MILLIS, is_forgotten};
pub use load::{load_clock, load_correction, load_facts};
pub use query::{HoursRow, hours, periods, sums};
pub use tables::{
    apply_break_began, apply_break_ended, apply_clocked_in, apply_clocked_out, apply_corrected, apply_new_session, apply_sign_in,
    first_sign_in, latest_period, next_period_id, period,
};

use base::{BusinessDay, Role, Timestamp};

/// Most breaks of a period.
pub const BREAKS_MAX: usize = 50;
/// Most corrections of a period.
pub const CORRECTIONS_MAX: usize = 50;

/// What a period is at the moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PeriodStatus {
    Working,
    OnBreak,
    Done,
    /// Nobody clocked out; it counts nothing until it is corrected.
    NotStamped,
}

/// A moment by both of the box's clocks, and where it is in the journal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stamp {
    pub at: Timestamp,
    /// The box's running time, in milliseconds.
    pub running: u64,
    /// Number of the journal entry.
    pub seq: u64,
}

/// A break within a period.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Break {
    pub start: Stamp,
    /// `None` while it lasts.
    pub end_at: Option<Timestamp>,
    /// Whole minutes; 0 while it lasts.
    pub minutes: i64,
}

/// The working time of one person from clocking in to clocking out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Period {
    /// Counts from 1.
    pub id: u64,
    pub user_id: u64,
    /// Their username when they clocked in.
    pub user_name: String,
    /// The business day of its start.
    pub day: BusinessDay,
    /// When they clocked in; a correction changes `in_at` alone.
    pub start: Stamp,
    pub in_at: Timestamp,
    pub out_at: Option<Timestamp>,
    /// In the order in which they were taken.
    pub breaks: Vec<Break>,
    pub figures: HoursFigures,
    pub status: PeriodStatus,
    /// Why it was corrected last.
    pub note: Option<String>,
    /// What it was before each correction, the first figures first.
    pub corrections: Vec<EarlierPeriod>,
}

/// Whole minutes of a period; 0 while it is open, and without a clock-out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct HoursFigures {
    pub minutes: i64,
    pub break_minutes: i64,
    /// `minutes` less the breaks, or all of them where breaks are paid.
    pub paid_minutes: i64,
    /// Whether a length follows from a wall clock that jumped meanwhile.
    pub clock_doubtful: bool,
}

/// A period as it was before a correction.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EarlierPeriod {
    pub in_at: Timestamp,
    pub out_at: Option<Timestamp>,
    pub figures: HoursFigures,
    pub status: PeriodStatus,
    pub reason: String,
    pub corrected_at: Timestamp,
    /// The id and the username of the person who corrected it.
    pub corrected_by_id: u64,
    pub corrected_by: String,
}

impl Period {
    /// Whether the person is clocked in with it.
    pub fn is_open(&self) -> bool {
        matches!(self.status, PeriodStatus::Working | PeriodStatus::OnBreak)
    }
}

/// A person clocked in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClockedIn {
    pub period_id: u64,
    pub user_id: u64,
    pub user_name: String,
    pub day: BusinessDay,
    /// An earlier period of theirs without a clock-out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub not_stamped: Option<u64>,
}

/// A break began.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BreakBegan {
    pub period_id: u64,
    /// For the audit.
    pub user_name: String,
}

/// A break ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BreakEnded {
    pub period_id: u64,
    /// For the audit.
    pub user_name: String,
    /// Whole minutes of the break.
    pub minutes: i64,
    pub clock_doubtful: bool,
}

/// A person clocked out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClockedOut {
    pub period_id: u64,
    /// For the audit.
    pub user_name: String,
    /// Whole minutes of the break that ended with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_break_minutes: Option<i64>,
    pub figures: HoursFigures,
}

/// A period was corrected.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HoursCorrected {
    pub period_id: u64,
    /// For the audit: the person whose hours they are.
    pub user_name: String,
    pub day: BusinessDay,
    pub in_at: Timestamp,
    pub out_at: Timestamp,
    pub figures: HoursFigures,
    pub reason: String,
}

/// An event of working hours.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HoursEvent {
    ClockedIn(ClockedIn),
    BreakBegan(BreakBegan),
    BreakEnded(BreakEnded),
    ClockedOut(ClockedOut),
    Corrected(HoursCorrected),
}

/// Whether a person of role `by` may correct the hours of one of role `of`: managers those of bartenders, admins all.
pub fn may_correct(by: Role, of: Role) -> bool {
    by == Role::Admin || (by == Role::Manager && of == Role::Bartender)
}

/// `7 h 40 min`, `40 min`.
pub fn in_words(minutes: i64) -> String {
    let (hours, rest) = (minutes / 60, minutes % 60);
    if hours == 0 { format!("{rest} min") } else { format!("{hours} h {rest} min") }
}
