//! Periods and the clock, as answers show them.

use serde::Serialize;
use utoipa::ToSchema;

use crate::hours::{Break, EarlierPeriod, HoursFigures, Period, PeriodStatus};

/// Whether a person is clocked in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ClockState {
    Out,
    In,
    Break,
}

/// The clock of one person.
#[derive(Serialize, ToSchema)]
#[schema(as = Clock)]
pub struct ClockView {
    state: ClockState,
    /// The open period, or the last one; null for a person who was never clocked in.
    period: Option<PeriodView>,
    /// With `signIn=true`: whether this session is the person's first sign-in of the business day, and they are not clocked in.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = bool, required = false)]
    pub ask: Option<bool>,
}

impl ClockView {
    /// The clock of a person with this newest period.
    pub fn new(latest: Option<Period>) -> Self {
        let state = match latest.as_ref().map(|period| period.status) {
            Some(PeriodStatus::Working) => ClockState::In,
            Some(PeriodStatus::OnBreak) => ClockState::Break,
            Some(PeriodStatus::Done | PeriodStatus::NotStamped) | None => ClockState::Out,
        };
        ClockView { state, period: latest.map(PeriodView::from), ask: None }
    }
}

/// A person's working time from clocking in to clocking out.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Period)]
pub struct PeriodView {
    id: u64,
    user_id: u64,
    user_name: String,
    /// The business day of its start.
    #[schema(example = "2026-11-20")]
    day: String,
    in_at: String,
    /// Null while it is open, and without a clock-out.
    out_at: Option<String>,
    /// Whole minutes; 0 while it is open, and without a clock-out.
    #[schema(example = 485)]
    minutes: i64,
    /// As they were taken; a correction changes only `breakMinutes`.
    breaks: Vec<BreakView>,
    #[schema(example = 25)]
    break_minutes: i64,
    /// `minutes` less the breaks, or all of them where breaks are paid.
    #[schema(example = 460)]
    paid_minutes: i64,
    status: PeriodStatus,
    /// Why it was corrected last.
    note: Option<String>,
    /// What it was before each correction, the first figures first.
    corrections: Vec<EarlierPeriodView>,
    /// Whether a length follows from a clock that jumped meanwhile.
    clock_doubtful: bool,
}

/// A break.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = WorkBreak)]
pub struct BreakView {
    start_at: String,
    /// Null while it lasts.
    end_at: Option<String>,
    minutes: i64,
}

/// A period as it was before a correction.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = HoursCorrection)]
pub struct EarlierPeriodView {
    in_at: String,
    out_at: Option<String>,
    minutes: i64,
    break_minutes: i64,
    paid_minutes: i64,
    status: PeriodStatus,
    clock_doubtful: bool,
    reason: String,
    corrected_at: String,
    corrected_by: String,
    corrected_by_id: u64,
}

impl From<Period> for PeriodView {
    fn from(period: Period) -> Self {
        let HoursFigures { minutes, break_minutes, paid_minutes, clock_doubtful } = period.figures;
        PeriodView {
            id: period.id,
            user_id: period.user_id,
            user_name: period.user_name,
            day: period.day.to_string(),
            in_at: period.in_at.to_string(),
            out_at: period.out_at.map(|at| at.to_string()),
            minutes,
            breaks: period.breaks.into_iter().map(BreakView::from).collect(),
            break_minutes,
            paid_minutes,
            status: period.status,
            note: period.note,
            corrections: period.corrections.into_iter().map(EarlierPeriodView::from).collect(),
            clock_doubtful,
        }
    }
}

impl From<Break> for BreakView {
    fn from(one: Break) -> Self {
        BreakView { start_at: one.start.at.to_string(), end_at: one.end_at.map(|at| at.to_string()), minutes: one.minutes }
    }
}

impl From<EarlierPeriod> for EarlierPeriodView {
    fn from(before: EarlierPeriod) -> Self {
        let HoursFigures { minutes, break_minutes, paid_minutes, clock_doubtful } = before.figures;
        EarlierPeriodView {
            in_at: before.in_at.to_string(),
            out_at: before.out_at.map(|at| at.to_string()),
            minutes,
            break_minutes,
            paid_minutes,
            status: before.status,
            clock_doubtful,
            reason: before.reason,
            corrected_at: before.corrected_at.to_string(),
            corrected_by: before.corrected_by,
            corrected_by_id: before.corrected_by_id,
        }
    }
}
