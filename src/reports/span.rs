//! Spans of time that have totals of their own, and how a range of days is put together from as few as possible.

use crate::base::BusinessDay;

/// A business day, a calendar month of them, or all there ever were.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Span {
    /// One night.
    Day(BusinessDay),
    /// As [`BusinessDay::month`] counts them.
    Month(i32),
    /// Everything.
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
    /// The first of them.
    pub first: BusinessDay,
    /// The last of them.
    pub last: BusinessDay,
}

impl Days {
    /// From the first named day to the last; an end that is not named is open.
    pub fn between(first: Option<BusinessDay>, last: Option<BusinessDay>) -> Self {
        Days { first: first.unwrap_or(BusinessDay::FIRST), last: last.unwrap_or(BusinessDay::LAST) }
    }

    /// The day after the last one: where a scan ends.
    pub fn end(self) -> BusinessDay {
        BusinessDay::from_number(self.last.number().saturating_add(1))
    }
}

/// Keys from the first to just before the second.
pub type Stretch = (Span, Span);

/// The days and months that make up `days`: whole months in the middle, single days at the ends. Reading a year costs
/// at most eleven months and sixty days.
pub fn cover(days: Days) -> Vec<Stretch> {
    let (first, last) = (days.first, days.last);
    let month = if first.begins_month() { first.month() } else { first.month() + 1 };
    let month_end = if last.ends_month() { last.month() + 1 } else { last.month() };
    if month >= month_end {
        return vec![(Span::Day(first), Span::Day(days.end()))];
    }
    let mut stretches = Vec::with_capacity(3);
    if !first.begins_month() {
        stretches.push((Span::Day(first), Span::Day(BusinessDay::first_of_month(month))));
    }
    stretches.push((Span::Month(month), Span::Month(month_end)));
    if !last.ends_month() {
        stretches.push((Span::Day(BusinessDay::first_of_month(month_end)), Span::Day(days.end())));
    }
    stretches
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::store::Key;

    fn days_of((from, to): Stretch) -> std::ops::Range<i32> {
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
            for stretch in cover(days) {
                let covered = days_of(stretch);
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
        let stretches = cover(Days { first: day("2025-11-22"), last: day("2026-11-21") });
        let rows: usize = stretches
            .into_iter()
            .map(|stretch| match stretch {
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
