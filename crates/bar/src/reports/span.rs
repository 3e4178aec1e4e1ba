//! Periods that have totals of their own (day, month, ever), and the fewest of them that cover a range of days.

use base::BusinessDay;

/// A period with totals of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Span {
    /// One business day.
    Day(BusinessDay),
    /// A calendar month of business days, numbered as by [`BusinessDay::month`].
    Month(i32),
    /// All time.
    Ever,
}

impl Span {
    /// The month of `day`.
    pub fn month_of(day: BusinessDay) -> Self {
        Span::Month(day.month())
    }
}

/// Business days from `first` to `last`, both included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Days {
    pub first: BusinessDay,
    pub last: BusinessDay,
}

impl Days {
    /// From `first` to `last`; `None` leaves that end open.
    pub fn between(first: Option<BusinessDay>, last: Option<BusinessDay>) -> Self {
        Days { first: first.unwrap_or(BusinessDay::FIRST), last: last.unwrap_or(BusinessDay::LAST) }
    }

    /// The day after the last one: where a scan ends.
    pub fn end(self) -> BusinessDay {
        BusinessDay::from_number(self.last.number().saturating_add(1))
    }
}

/// A range of keys: from the first, included, to the second, excluded.
pub type SpanRange = (Span, Span);

/// The days and months that make up `days`: whole months in the middle, single days at the ends. Reading a year costs
/// at most eleven months and sixty days.
pub fn cover(days: Days) -> Vec<SpanRange> {
    let (first, last) = (days.first, days.last);
    let month = if first.begins_month() { first.month() } else { first.month() + 1 };
    let month_end = if last.ends_month() { last.month() + 1 } else { last.month() };
    if month >= month_end {
        return vec![(Span::Day(first), Span::Day(days.end()))];
    }
    let mut ranges = Vec::with_capacity(3);
    if !first.begins_month() {
        ranges.push((Span::Day(first), Span::Day(BusinessDay::first_of_month(month))));
    }
    ranges.push((Span::Month(month), Span::Month(month_end)));
    if !last.ends_month() {
        ranges.push((Span::Day(BusinessDay::first_of_month(month_end)), Span::Day(days.end())));
    }
    ranges
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use store::Key;

    fn days_of((from, to): SpanRange) -> std::ops::Range<i32> {
        match (from, to) {
            (Span::Day(from), Span::Day(to)) => from.number()..to.number(),
            (Span::Month(from), Span::Month(to)) => BusinessDay::first_of_month(from).number()..BusinessDay::first_of_month(to).number(),
            _ => 0..0,
        }
    }

    proptest! {
        #[test]
        fn a_range_is_covered_once(first in -719_528i32..2_928_000, length in 0i32..4_000) {
            let days = Days { first: BusinessDay::from_number(first), last: BusinessDay::from_number(first + length) };
            let mut next = first;
            for range in cover(days) {
                let covered = days_of(range);
                prop_assert_eq!(covered.start, next);
                next = covered.end;
            }
            prop_assert_eq!(next, first + length + 1);
        }

        #[test]
        fn spans_sort_and_read_back(a in any::<i32>(), b in any::<i32>()) {
            for (a, b) in [(Span::Day(BusinessDay::from_number(a)), Span::Day(BusinessDay::from_number(b))), (Span::Month(a), Span::Month(b))] {
                prop_assert_eq!(a.to_bytes().cmp(&b.to_bytes()), a.cmp(&b));
                prop_assert_eq!(Span::read(&mut a.to_bytes().as_slice()), Some(a));
            }
        }
    }

    #[test]
    fn a_year_reads_few_rows() {
        let day = |text: &str| BusinessDay::parse(text).expect("a date");
        let ranges = cover(Days { first: day("2025-11-22"), last: day("2026-11-21") });
        let rows: usize = ranges
            .into_iter()
            .map(|range| match range {
                (Span::Month(from), Span::Month(to)) => usize::try_from(to - from).expect("forwards"),
                days => days_of(days).len(),
            })
            .sum();
        assert_eq!(rows, 9 + 11 + 21);
    }

    #[test]
    fn an_open_range_ends_nowhere() {
        for (from, to) in [(None, None), (BusinessDay::parse("2026-11-21"), None), (None, BusinessDay::parse("2026-11-21"))] {
            assert!(!cover(Days::between(from, to)).is_empty());
        }
    }
}
