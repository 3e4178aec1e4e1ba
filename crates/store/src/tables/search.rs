//! Pages of a list, newest first: a search ends when it has found enough rows or has scanned a limited number of them.

use std::ops::ControlFlow;

use crate::Stored;

/// Most rows that one request scans before it answers, whether they match or not: a search for a word that occurs nowhere must not
/// read the whole history of the bar. The next request continues behind them.
pub const SCANNED_ROWS_MAX: usize = 10_000;

/// What the search does with a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict<T> {
    /// The row matches and belongs to the result.
    Include(T),
    /// The row does not match.
    Skip,
    /// Neither this row nor the older ones of this range match. The search continues before the given id, or ends at `None`.
    EndOfRange(Option<u64>),
}

/// A search through a list, newest first.
#[derive(Debug)]
pub struct Search<T> {
    found: Vec<T>,
    limit: usize,
    /// Rows that may still be scanned.
    remaining: usize,
    /// Id of the row that was found last.
    last_found: u64,
    /// All rows from this id on were scanned.
    before: u64,
    /// Where this search continues, as an exclusive id.
    resume: Option<u64>,
    /// Where the next request continues, as an exclusive id.
    next: Option<u64>,
}

impl<T> Search<T> {
    /// A search for at most `limit` rows with ids below `before`.
    pub fn new(before: u64, limit: usize) -> Self {
        Search::with_scan_limit(before, limit, SCANNED_ROWS_MAX)
    }

    /// As [`Search::new`], with another limit for the scanned rows.
    pub fn with_scan_limit(before: u64, limit: usize, scan_limit: usize) -> Self {
        Search { found: Vec::new(), limit, remaining: scan_limit, last_found: before, before, resume: Some(before), next: None }
    }

    /// Runs the search. `visit` passes the rows with ids below its second argument to [`Search::visit_row`], newest first, until
    /// that returns `Break`. It is called again for each range that a row refers to ([`Verdict::EndOfRange`]).
    pub fn run(mut self, mut visit: impl FnMut(&mut Self, u64) -> Stored<()>) -> Stored<Self> {
        while let Some(before) = self.resume.take() {
            visit(&mut self, before)?;
        }
        Ok(self)
    }

    /// Judges the row with this id; `Break` ends the range, also when the limits are reached.
    pub fn visit_row(&mut self, id: u64, judge: impl FnOnce() -> Verdict<T>) -> ControlFlow<()> {
        if self.remaining == 0 {
            self.next = Some(self.before);
            return ControlFlow::Break(());
        }
        self.remaining -= 1;
        match judge() {
            // One row more than requested, so there is a next page.
            Verdict::Include(_) if self.found.len() == self.limit => {
                self.next = Some(self.last_found);
                return ControlFlow::Break(());
            }
            Verdict::Include(row) => {
                self.found.push(row);
                self.last_found = id;
            }
            Verdict::Skip => {}
            Verdict::EndOfRange(older) => {
                (self.resume, self.before) = (older, older.unwrap_or(id));
                return ControlFlow::Break(());
            }
        }
        self.before = id;
        ControlFlow::Continue(())
    }

    /// The rows found, newest first, and the exclusive id at which the next request continues, if there may be more.
    pub fn finish(self) -> (Vec<T>, Option<u64>) {
        (self.found, self.next)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// One page of the ids in `list` that `judge` includes, the next cursor, and how many rows were scanned.
    fn page(list: &[u64], before: u64, limit: usize, most: usize, judge: impl Fn(u64) -> Verdict<u64>) -> (Vec<u64>, Option<u64>, usize) {
        let mut scanned = 0;
        let search = Search::with_scan_limit(before, limit, most).run(|search, before| {
            for id in list.iter().rev().filter(|id| **id < before) {
                let flow = search.visit_row(*id, || {
                    scanned += 1;
                    judge(*id)
                });
                if flow.is_break() {
                    break;
                }
            }
            Ok(())
        });
        let (found, next) = search.expect("memory").finish();
        (found, next, scanned)
    }

    #[test]
    fn a_search_without_matches_stops_at_the_scan_limit_and_returns_a_cursor() {
        let list: Vec<u64> = (1..=25).collect();
        let nothing = |_| Verdict::Skip;
        assert_eq!(page(&list, u64::MAX, 5, 10, nothing), (vec![], Some(16), 10));
        assert_eq!(page(&list, 16, 5, 10, nothing), (vec![], Some(6), 10));
        assert_eq!(page(&list, 6, 5, 10, nothing), (vec![], None, 5), "the end of the list is the end");
        assert_eq!(page(&list[..10], u64::MAX, 5, 10, nothing), (vec![], None, 10), "no cursor where nothing is left");
    }

    #[test]
    fn a_full_page_ends_at_its_last_row_before_the_scan_limit() {
        let list: Vec<u64> = (1..=25).collect();
        let even = |id: u64| if id.is_multiple_of(2) { Verdict::Include(id) } else { Verdict::Skip };
        assert_eq!(page(&list, u64::MAX, 3, 10, even), (vec![24, 22, 20], Some(20), 8));
        assert_eq!(page(&list, u64::MAX, 3, 7, even), (vec![24, 22, 20], Some(19), 7), "not known yet whether there is a further one");
        assert_eq!(page(&list, 8, 3, 10, even), (vec![6, 4, 2], None, 7));
    }

    #[test]
    fn a_range_that_ends_leads_to_the_next_one() {
        let list: Vec<u64> = (1..=30).collect();
        // Of 11 to 30, those from 28 on match; of 1 to 10, those from 9 on.
        let judge = |id: u64| match id {
            28.. | 9..=10 => Verdict::Include(id),
            11.. => Verdict::EndOfRange(Some(11)),
            _ => Verdict::EndOfRange(None),
        };
        assert_eq!(page(&list, u64::MAX, 10, 10, judge), (vec![30, 29, 28, 10, 9], None, 7));
        assert_eq!(page(&list, u64::MAX, 10, 4, judge), (vec![30, 29, 28], Some(11), 4), "what is over is not looked at again");
        assert_eq!(page(&list, 11, 10, 4, judge), (vec![10, 9], None, 3));
    }

    proptest! {
        #[test]
        fn pages_contain_every_match_once_and_in_order(
            rows in proptest::collection::vec((any::<bool>(), 1..4u64), 0..80), limit in 1usize..6, most in 1usize..12,
        ) {
            let mut id = 0;
            let rows: Vec<(u64, bool)> = rows.into_iter().map(|(fits, step)| { id += step; (id, fits) }).collect();
            let list: Vec<u64> = rows.iter().map(|(id, _)| *id).collect();
            let wanted: Vec<u64> = rows.iter().rev().filter(|(_, fits)| *fits).map(|(id, _)| *id).collect();
            let judge = |id: u64| if wanted.contains(&id) { Verdict::Include(id) } else { Verdict::Skip };
            let (mut found, mut before, mut pages) = (Vec::new(), Some(u64::MAX), 0);
            while let Some(from) = before {
                let (rows, next, scanned) = page(&list, from, limit, most, judge);
                prop_assert!(scanned <= most && rows.len() <= limit);
                prop_assert!(next.is_none_or(|next| next < from), "each page goes on behind the one before");
                found.extend(rows);
                before = next;
                pages += 1;
            }
            prop_assert_eq!(found, wanted);
            prop_assert!(pages <= list.len() + 1);
        }
    }
}
