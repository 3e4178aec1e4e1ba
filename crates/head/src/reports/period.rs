//! Periods of reports: the business days that they cover at each bar, and those that they are compared with.

use serde::Serialize;
use utoipa::ToSchema;

use crate::error::HeadError;
use bar::reports::Days;
use base::BusinessDay;

/// Most days of a report: ten years.
pub const DAYS_MAX: i32 = 3_660;
/// Days of a report without a first day.
const DAYS_DEFAULT: i32 = 30;
const DAYS_OF_WEEK: i32 = 7;
const MONTHS_OF_YEAR: i32 = 12;
/// What to add to the number of a day so that Mondays are divisible by seven: 1970-01-01 was a Thursday.
const MONDAY: i32 = 3;

/// What a report covers. All but `Dates` depend on the business day of each bar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Period {
    Tonight,
    Yesterday,
    /// From Monday up to tonight.
    Week,
    /// From the first of the month up to tonight.
    Month,
    /// From 1 January up to tonight.
    Year,
    /// From a day to a day. Without the last one it ends tonight; without the first one it has 30 days.
    Dates {
        first: Option<BusinessDay>,
        last: Option<BusinessDay>,
    },
}

/// The name of a period; `dates` when days are named.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PeriodName {
    Tonight,
    Yesterday,
    Week,
    Month,
    Year,
    Dates,
}

impl Period {
    /// The last 30 days.
    pub const LAST_DAYS: Period = Period::Dates { first: None, last: None };

    /// The period of a query; `default` when it names none.
    ///
    /// # Errors
    /// 400 for an unknown period, for dates beside a period, for an impossible date, and for more than [`DAYS_MAX`] days.
    pub fn parse(period: Option<&str>, from: Option<&str>, to: Option<&str>, default: Period) -> Result<Self, HeadError> {
        let dates = from.is_some() || to.is_some();
        match period {
            Some(_) if dates => Err(HeadError::field("period", "Give a period or dates, not both")),
            Some("tonight") => Ok(Period::Tonight),
            Some("yesterday") => Ok(Period::Yesterday),
            Some("week") => Ok(Period::Week),
            Some("month") => Ok(Period::Month),
            Some("year") => Ok(Period::Year),
            Some(_) => Err(HeadError::field("period", "The period must be tonight, yesterday, week, month or year")),
            None if dates => dates_of(from, to),
            None => Ok(default),
        }
    }

    /// Its name in answers.
    pub fn name(self) -> PeriodName {
        match self {
            Period::Tonight => PeriodName::Tonight,
            Period::Yesterday => PeriodName::Yesterday,
            Period::Week => PeriodName::Week,
            Period::Month => PeriodName::Month,
            Period::Year => PeriodName::Year,
            Period::Dates { .. } => PeriodName::Dates,
        }
    }

    /// The days that it covers at a bar whose business day is `today`.
    pub fn days(self, today: BusinessDay) -> Days {
        match self {
            Period::Tonight => Days { first: today, last: today },
            Period::Yesterday => Days { first: today.plus(-1), last: today.plus(-1) },
            Period::Week => Days { first: monday(today), last: today },
            Period::Month => Days { first: BusinessDay::first_of_month(today.month()), last: today },
            Period::Year => Days { first: BusinessDay::first_of_month(january(today)), last: today },
            Period::Dates { first, last } => {
                let last = last.unwrap_or_else(|| first.map_or(today, |first| first.max(today)));
                Days { first: first.unwrap_or_else(|| last.plus(1 - DAYS_DEFAULT)), last }
            }
        }
    }

    /// The days that it is compared with: of a night the night a week before; of a week, month or year the same days of the one before;
    /// of other dates as many days right before them.
    pub fn previous(self, today: BusinessDay) -> Days {
        let days = self.days(today);
        match self {
            Period::Week => earlier(days, DAYS_OF_WEEK),
            Period::Month => Days { first: months_before(days.first, 1), last: months_before(days.last, 1) },
            Period::Year => Days { first: months_before(days.first, MONTHS_OF_YEAR), last: months_before(days.last, MONTHS_OF_YEAR) },
            _ if days.first == days.last => earlier(days, DAYS_OF_WEEK),
            _ => earlier(days, days.last.number() - days.first.number() + 1),
        }
    }
}

fn earlier(days: Days, by: i32) -> Days {
    Days { first: days.first.plus(-by), last: days.last.plus(-by) }
}

fn dates_of(from: Option<&str>, to: Option<&str>) -> Result<Period, HeadError> {
    let day = |name: &str, text: Option<&str>| {
        let bad = || HeadError::field(name, format!("{name} must be a date such as 2026-11-21"));
        text.map(|text| BusinessDay::parse(text).ok_or_else(bad)).transpose()
    };
    let (first, last) = (day("from", from)?, day("to", to)?);
    if let (Some(first), Some(last)) = (first, last) {
        if first > last {
            return Err(HeadError::field("from", "from must not be after to"));
        }
        if last.number() - first.number() >= DAYS_MAX {
            return Err(HeadError::field("from", format!("Please choose at most {DAYS_MAX} days")));
        }
    }
    Ok(Period::Dates { first, last })
}

fn monday(day: BusinessDay) -> BusinessDay {
    day.plus(-(day.number() + MONDAY).rem_euclid(DAYS_OF_WEEK))
}

/// The month in which the year of `day` begins.
fn january(day: BusinessDay) -> i32 {
    day.month() - day.month().rem_euclid(MONTHS_OF_YEAR)
}

/// The same day of an earlier month, or its last one if it is shorter.
fn months_before(day: BusinessDay, months: i32) -> BusinessDay {
    let month = day.month() - months;
    let in_month = day.number() - BusinessDay::first_of_month(day.month()).number();
    let last = BusinessDay::first_of_month(month + 1).plus(-1);
    BusinessDay::first_of_month(month).plus(in_month).min(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> BusinessDay {
        BusinessDay::parse(text).expect("a date")
    }

    fn shown(days: Days) -> String {
        format!("{}..{}", days.first, days.last)
    }

    #[test]
    fn periods_end_tonight_and_are_compared_with_the_same_days_before() {
        for (period, today, days, previous) in [
            ("tonight", "2026-11-21", "2026-11-21..2026-11-21", "2026-11-14..2026-11-14"),
            ("yesterday", "2026-11-01", "2026-10-31..2026-10-31", "2026-10-24..2026-10-24"),
            // A Saturday, a Monday and a Sunday.
            ("week", "2026-11-21", "2026-11-16..2026-11-21", "2026-11-09..2026-11-14"),
            ("week", "2026-11-16", "2026-11-16..2026-11-16", "2026-11-09..2026-11-09"),
            ("week", "2026-11-22", "2026-11-16..2026-11-22", "2026-11-09..2026-11-15"),
            ("week", "1969-12-31", "1969-12-29..1969-12-31", "1969-12-22..1969-12-24"),
            ("month", "2026-11-21", "2026-11-01..2026-11-21", "2026-10-01..2026-10-21"),
            ("month", "2026-03-31", "2026-03-01..2026-03-31", "2026-02-01..2026-02-28"),
            ("month", "2026-01-05", "2026-01-01..2026-01-05", "2025-12-01..2025-12-05"),
            ("year", "2026-11-21", "2026-01-01..2026-11-21", "2025-01-01..2025-11-21"),
            ("year", "2024-02-29", "2024-01-01..2024-02-29", "2023-01-01..2023-02-28"),
        ] {
            let parsed = Period::parse(Some(period), None, None, Period::Tonight).expect("a period");
            assert_eq!(
                (shown(parsed.days(day(today))), shown(parsed.previous(day(today)))),
                (days.to_owned(), previous.to_owned()),
                "{period}"
            );
            assert_eq!(serde_json::to_value(parsed.name()).expect("a name"), period);
        }
    }

    #[test]
    fn dates_may_be_open() {
        let today = day("2026-11-21");
        for (from, to, days, previous) in [
            (Some("2026-11-20"), Some("2026-11-20"), "2026-11-20..2026-11-20", "2026-11-13..2026-11-13"),
            (Some("2026-11-11"), Some("2026-11-20"), "2026-11-11..2026-11-20", "2026-11-01..2026-11-10"),
            (Some("2026-11-20"), None, "2026-11-20..2026-11-21", "2026-11-18..2026-11-19"),
            (Some("2026-12-01"), None, "2026-12-01..2026-12-01", "2026-11-24..2026-11-24"),
            (None, Some("2026-11-20"), "2026-10-22..2026-11-20", "2026-09-22..2026-10-21"),
        ] {
            let parsed = Period::parse(None, from, to, Period::Tonight).expect("dates");
            assert_eq!(
                (shown(parsed.days(today)), shown(parsed.previous(today))),
                (days.to_owned(), previous.to_owned()),
                "{from:?} {to:?}"
            );
        }
        assert_eq!(Period::parse(None, None, None, Period::Week).ok(), Some(Period::Week));
        assert_eq!(shown(Period::LAST_DAYS.days(today)), "2026-10-23..2026-11-21");
    }

    #[test]
    fn bad_periods_are_refused_in_words() {
        for (period, from, to, words) in [
            (Some("today"), None, None, "The period must be tonight, yesterday, week, month or year"),
            (Some("week"), Some("2026-11-01"), None, "Give a period or dates, not both"),
            (None, Some("2026-11-31"), None, "from must be a date such as 2026-11-21"),
            (None, None, Some("21 Nov"), "to must be a date such as 2026-11-21"),
            (None, Some("2026-11-02"), Some("2026-11-01"), "from must not be after to"),
            (None, Some("1990-01-01"), Some("2026-11-01"), "Please choose at most 3660 days"),
        ] {
            let refused = Period::parse(period, from, to, Period::Tonight).expect_err("refused");
            assert_eq!(refused.to_string(), words);
        }
    }
}
