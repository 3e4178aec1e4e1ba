//! Reads of working hours: the periods of some days, and the sums of each person.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use super::tables::DAYS;
use super::{HoursFigures, Period, PeriodStatus};
use base::BusinessDay;
use store::{Key, Stored, View};

/// The hours of one person.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct HoursRow {
    pub user_id: u64,
    pub user_name: String,
    pub figures: HoursFigures,
    /// Periods without a clock-out; they count nothing.
    pub not_stamped: i64,
}

/// The periods that began on the business days from `first` to `last`, newest first; `user_id`: of this person alone.
pub fn periods(view: &dyn View, first: BusinessDay, last: BusinessDay, user_id: Option<u64>) -> Stored<Vec<Period>> {
    let mut ids = Vec::new();
    let end = last.number().saturating_add(1);
    DAYS.visit(view, &first.to_bytes(), &BusinessDay::from_number(end).to_bytes(), true, |(_, id), ()| {
        ids.push(id);
        ControlFlow::Continue(())
    })?;
    let mut periods = Vec::new();
    for id in ids {
        periods.extend(super::period(view, id)?.filter(|period| user_id.is_none_or(|user_id| period.user_id == user_id)));
    }
    Ok(periods)
}

/// The sums of each person with a period that began on these business days, by username.
pub fn hours(view: &dyn View, first: BusinessDay, last: BusinessDay) -> Stored<Vec<HoursRow>> {
    let mut rows: BTreeMap<u64, HoursRow> = BTreeMap::new();
    for period in periods(view, first, last, None)?.into_iter().rev() {
        let row = rows.entry(period.user_id).or_insert_with(|| HoursRow { user_id: period.user_id, ..HoursRow::default() });
        // As it was spelled last.
        row.user_name = period.user_name;
        row.figures.minutes += period.figures.minutes;
        row.figures.break_minutes += period.figures.break_minutes;
        row.figures.paid_minutes += period.figures.paid_minutes;
        row.not_stamped += i64::from(period.status == PeriodStatus::NotStamped);
    }
    let mut rows: Vec<HoursRow> = rows.into_values().collect();
    rows.sort_by_key(|row| (base::text::fold(&row.user_name), row.user_id));
    Ok(rows)
}

/// The sums of all rows, and how many periods were not stamped.
pub fn sums(rows: &[HoursRow]) -> (HoursFigures, i64) {
    rows.iter().fold((HoursFigures::default(), 0), |(sum, not_stamped), row| {
        let figures = HoursFigures {
            minutes: sum.minutes + row.figures.minutes,
            break_minutes: sum.break_minutes + row.figures.break_minutes,
            paid_minutes: sum.paid_minutes + row.figures.paid_minutes,
            ..sum
        };
        (figures, not_stamped + row.not_stamped)
    })
}
