//! Reading a list from its newest row on: until there are enough rows, or enough were looked at.

use std::ops::ControlFlow;

use crate::store::Stored;

/// Rows that one request looks at before it answers, whether they fit or not: a word that occurs nowhere must not cost the
/// history of the bar. The next request goes on behind them.
pub const SCANNED_ROWS_MAX: usize = 10_000;

/// What a row turned out to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict<T> {
    /// It is one of those that are wanted.
    Include(T),
    /// It is not.
    Skip,
    /// It is not, and neither are those behind it; the search goes on before this id, or ends.
    EndOfRange(Option<u64>),
}

/// A search through the rows of a list, newest first.
#[derive(Debug)]
pub struct Search<T> {
    found: Vec<T>,
    limit: usize,
    /// Rows that may still be looked at.
    left: usize,
    /// The row that was found last.
    last_found: u64,
    /// All rows from this id on were looked at.
    before: u64,
    /// Where to go on within this search.
    resume: Option<u64>,
    /// Where the next request goes on.
    next: Option<u64>,
}

impl<T> Search<T> {
    /// A search for at most `limit` rows with ids below `before`.
    pub fn new(before: u64, limit: usize) -> Self {
        Search::with_scan_limit(before, limit, SCANNED_ROWS_MAX)
    }

    /// As [`Search::new`], looking at so many rows at the most.
    pub(crate) fn with_scan_limit(before: u64, limit: usize, looked_at_max: usize) -> Self {
        Search { found: Vec::new(), limit, left: looked_at_max, last_found: before, before, resume: Some(before), next: None }
    }

    /// Looks through the list. `visit` shows the rows with ids below its second argument to [`Search::visit_row`], newest first,
    /// until that breaks; it is called again for each stretch that a row leads on to.
    pub fn run(mut self, mut visit: impl FnMut(&mut Self, u64) -> Stored<()>) -> Stored<Self> {
        while let Some(before) = self.resume.take() {
            visit(&mut self, before)?;
        }
        Ok(self)
    }

    /// Looks at the row with this id, unless enough were looked at.
    pub fn visit_row(&mut self, id: u64, judge: impl FnOnce() -> Verdict<T>) -> ControlFlow<()> {
        if self.left == 0 {
            self.next = Some(self.before);
            return ControlFlow::Break(());
        }
        self.left -= 1;
        match judge() {
            // One more than wanted: so there is a further page.
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

    /// What was found, newest first, and before which id the next request goes on, if there may be more.
    pub fn end(self) -> (Vec<T>, Option<u64>) {
        (self.found, self.next)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// A page of the rows of `list` that `fits` lets through. Ids stand for themselves.
    fn page(list: &[u64], before: u64, limit: usize, most: usize, judge: impl Fn(u64) -> Verdict<u64>) -> (Vec<u64>, Option<u64>, usize) {
        let mut looked_at = 0;
        let search = Search::with_scan_limit(before, limit, most).run(|search, before| {
            for id in list.iter().rev().filter(|id| **id < before) {
                let looked = search.visit_row(*id, || {
                    looked_at += 1;
                    judge(*id)
                });
                if looked.is_break() {
                    break;
                }
            }
            Ok(())
        });
        let (found, next) = search.expect("memory").end();
        (found, next, looked_at)
    }

    #[test]
    fn a_search_that_finds_nothing_answers_after_so_many_rows_and_says_where_to_go_on() {
        let list: Vec<u64> = (1..=25).collect();
        let nothing = |_| Verdict::Skip;
        assert_eq!(page(&list, u64::MAX, 5, 10, nothing), (vec![], Some(16), 10));
        assert_eq!(page(&list, 16, 5, 10, nothing), (vec![], Some(6), 10));
        assert_eq!(page(&list, 6, 5, 10, nothing), (vec![], None, 5), "the end of the list is the end");
        assert_eq!(page(&list[..10], u64::MAX, 5, 10, nothing), (vec![], None, 10), "no cursor where nothing is left");
    }

    #[test]
    fn a_page_is_full_before_the_limit_and_ends_where_its_last_row_is() {
        let list: Vec<u64> = (1..=25).collect();
        let even = |id: u64| if id.is_multiple_of(2) { Verdict::Include(id) } else { Verdict::Skip };
        assert_eq!(page(&list, u64::MAX, 3, 10, even), (vec![24, 22, 20], Some(20), 8));
        assert_eq!(page(&list, u64::MAX, 3, 7, even), (vec![24, 22, 20], Some(19), 7), "not known yet whether there is a further one");
        assert_eq!(page(&list, 8, 3, 10, even), (vec![6, 4, 2], None, 7));
    }

    #[test]
    fn a_stretch_that_is_over_leads_to_the_next_one() {
        let list: Vec<u64> = (1..=30).collect();
        // Of 11 to 30 those from 28 on are wanted, of 1 to 10 those from 9 on.
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
        fn pages_hold_everything_once_and_in_order(
            rows in proptest::collection::vec((any::<bool>(), 1..4u64), 0..80), limit in 1usize..6, most in 1usize..12,
        ) {
            let mut id = 0;
            let rows: Vec<(u64, bool)> = rows.into_iter().map(|(fits, step)| { id += step; (id, fits) }).collect();
            let list: Vec<u64> = rows.iter().map(|(id, _)| *id).collect();
            let wanted: Vec<u64> = rows.iter().rev().filter(|(_, fits)| *fits).map(|(id, _)| *id).collect();
            let judge = |id: u64| if wanted.contains(&id) { Verdict::Include(id) } else { Verdict::Skip };
            let (mut found, mut before, mut pages) = (Vec::new(), Some(u64::MAX), 0);
            while let Some(from) = before {
                let (rows, next, looked_at) = page(&list, from, limit, most, judge);
                prop_assert!(looked_at <= most && rows.len() <= limit);
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
