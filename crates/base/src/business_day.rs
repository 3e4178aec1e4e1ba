//! Business days: a night at the bar counts as one day, although it ends after midnight.

use std::fmt;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::decimal::push_zero_padded;

/// A business day, named after the date on which it began. Kept as days since 1970-01-01.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct BusinessDay(i32);

/// How far two records can be out of order, in days: the business day of an earlier record is at most this much later than that
/// of a later record. Compared with the date in UTC, a time zone moves the day by at most one in either direction, and the hour
/// at which the day starts moves it by at most one more towards yesterday.
const OUT_OF_ORDER_MAX: i32 = 3;

impl BusinessDay {
    /// 0000-01-01, the first day that has a four-digit year.
    pub const FIRST: BusinessDay = BusinessDay(-719_528);
    /// 9999-12-31, the last day that has a four-digit year.
    pub const LAST: BusinessDay = BusinessDay(2_932_896);

    /// Parses `2026-11-21`; `None` for any other text or an impossible date.
    pub fn parse(text: &str) -> Option<Self> {
        let shape =
            text.len() == 10 && text.bytes().enumerate().all(|(i, b)| if i == 4 || i == 7 { b == b'-' } else { b.is_ascii_digit() });
        if !shape {
            return None;
        }
        text.parse::<Date>().ok().map(BusinessDay::from_date)
    }

    /// How many days it is after `earlier`; negative if it is before.
    pub fn days_since(self, earlier: BusinessDay) -> i32 {
        self.0.saturating_sub(earlier.0)
    }

    /// The day `days` later (earlier if negative), clamped to [`BusinessDay::FIRST`] and [`BusinessDay::LAST`].
    pub fn plus(self, days: i32) -> Self {
        BusinessDay(self.0.saturating_add(days).clamp(BusinessDay::FIRST.0, BusinessDay::LAST.0))
    }

    /// Whether no record older than one of this day can belong to `first` or a later day, so that a search from newest to
    /// oldest may stop. A margin is needed because the order of days differs from the order of records when the time zone or
    /// the start of the day is changed.
    pub fn is_past_all_of(self, first: BusinessDay) -> bool {
        self.plus(OUT_OF_ORDER_MAX) < first
    }

    /// Days since 1970-01-01.
    pub const fn number(self) -> i32 {
        self.0
    }

    /// From days since 1970-01-01.
    pub const fn from_number(number: i32) -> Self {
        BusinessDay(number)
    }

    /// The number of its calendar month, counted from January of the year 0.
    pub fn month(self) -> i32 {
        let date = self.date();
        i32::from(date.year()) * 12 + i32::from(date.month()) - 1
    }

    /// The first day of a month, which is numbered as in [`BusinessDay::month`]. Clamped to the calendar.
    pub fn first_of_month(month: i32) -> Self {
        let year = i16::try_from(month.div_euclid(12)).unwrap_or(if month < 0 { i16::MIN } else { i16::MAX });
        let month = i8::try_from(month.rem_euclid(12) + 1).unwrap_or(1);
        match Date::new(year, month, 1) {
            Ok(date) => BusinessDay::from_date(date),
            Err(_) if year < 0 => BusinessDay::FIRST,
            Err(_) => BusinessDay::LAST,
        }
    }

    /// Whether it is the first day of its month.
    pub fn begins_month(self) -> bool {
        self.date().day() == 1
    }

    /// Whether it is the last day of its month.
    pub fn ends_month(self) -> bool {
        let date = self.date();
        date.day() == date.days_in_month()
    }

    /// `20261121`, as in receipt numbers.
    pub fn compact(self) -> String {
        let mut text = String::with_capacity(8);
        self.push_compact(&mut text);
        text
    }

    /// Appends `20261121` to `out`.
    pub(super) fn push_compact(self, out: &mut String) {
        let date = self.date();
        push_zero_padded(out, u64::from(date.year().unsigned_abs()), 4);
        push_zero_padded(out, u64::from(date.month().unsigned_abs()), 2);
        push_zero_padded(out, u64::from(date.day().unsigned_abs()), 2);
    }

    /// Parses `20261121`; `None` for any other text or an impossible date.
    pub(super) fn parse_compact(text: &str) -> Option<Self> {
        if text.len() != 8 || !text.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let date = Date::new(text[..4].parse().ok()?, text[4..6].parse().ok()?, text[6..].parse().ok()?);
        date.ok().map(BusinessDay::from_date)
    }

    pub(super) fn from_date(date: Date) -> Self {
        let days = date.since(epoch()).map(|span| span.get_days()).unwrap_or(0);
        BusinessDay(days)
    }

    /// For people: `Fri 20 Nov 2026`.
    pub fn in_words(self) -> String {
        self.date().strftime("%a %-d %b %Y").to_string()
    }

    fn date(self) -> Date {
        epoch().saturating_add(jiff::Span::new().days(self.0.clamp(BusinessDay::FIRST.0, BusinessDay::LAST.0)))
    }
}

fn epoch() -> Date {
    jiff::civil::date(1970, 1, 1)
}

/// As in the API: `2026-11-21`.
impl fmt::Display for BusinessDay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.date())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_read_back() {
        assert_eq!([BusinessDay::FIRST, BusinessDay::LAST].map(|day| day.to_string()), ["0000-01-01", "9999-12-31"]);
        for text in ["0000-01-01", "1970-01-01", "2026-02-28", "2024-02-29", "9999-12-31"] {
            assert_eq!(BusinessDay::parse(text).map(|d| d.to_string()).as_deref(), Some(text));
        }
        for text in ["2026-02-30", "2026-2-3", "20260203", "", "2026-11-21T00:00", "x026-11-21"] {
            assert_eq!(BusinessDay::parse(text), None, "{text}");
        }
        assert_eq!(BusinessDay::parse("2026-03-01").map(|d| d.plus(-1).compact()).as_deref(), Some("20260228"));
    }

    #[test]
    fn months_are_counted() {
        let day = |text: &str| BusinessDay::parse(text).expect("a date");
        for (text, first) in
            [("2026-11-21", "2026-11-01"), ("2024-02-29", "2024-02-01"), ("1970-01-01", "1970-01-01"), ("0000-12-31", "0000-12-01")]
        {
            assert_eq!(BusinessDay::first_of_month(day(text).month()), day(first), "{text}");
        }
        assert_eq!(day("2027-01-01").month() - day("2026-12-31").month(), 1);
        assert!(day("2024-02-29").ends_month() && !day("2024-02-28").ends_month() && day("2023-02-28").ends_month());
        assert!(day("2026-12-01").begins_month() && !day("2026-12-02").begins_month());
        assert_eq!(BusinessDay::first_of_month(i32::MAX).month(), day("9999-12-31").month());
    }
}
