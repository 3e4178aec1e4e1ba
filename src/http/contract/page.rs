//! Pagination of history lists by descending id.

use std::ops::ControlFlow;

use store::{Search, Stored, Verdict, View};

/// The requested page: `?limit=&before=`.
#[derive(Debug, Clone, Copy)]
pub struct PageRequest {
    /// Most rows of the page.
    pub limit: usize,
    /// Only rows with smaller ids.
    pub before: u64,
}

impl PageRequest {
    /// Whether it is the first page.
    pub fn is_first(&self) -> bool {
        self.before == u64::MAX
    }

    /// A search for the rows of this page.
    pub fn search<T>(&self) -> Search<T> {
        Search::new(self.before, self.limit)
    }
}

/// A page of a list, and where the next page begins.
pub struct Page<T> {
    pub rows: Vec<T>,
    /// `before` of the next page, if there is one.
    pub next: Option<u64>,
}

impl<T> Page<T> {
    /// Makes a page of `rows`, of which one more than the limit was read to know whether another page follows.
    pub fn cut(mut rows: Vec<T>, page: PageRequest, id: impl Fn(&T) -> u64) -> Self {
        let more = rows.len() > page.limit;
        rows.truncate(page.limit);
        let next = if more { rows.last().map(&id) } else { None };
        Page { rows, next }
    }
}

/// A row that stays on the first page until it is settled, however old it is: an open order, an unpaid credit item.
pub trait OpenRow: Sized {
    fn id(&self) -> u64;
    fn is_open(&self) -> bool;
    /// Calls `each` for every row with an id below `before`, newest first, until it breaks.
    fn visit(view: &dyn View, before: u64, each: impl FnMut(Self) -> ControlFlow<()>) -> Stored<()>;
    /// All open rows, newest first.
    fn all_open(view: &dyn View) -> Stored<Vec<Self>>;
}

impl<T> From<Search<T>> for Page<T> {
    fn from(search: Search<T>) -> Self {
        let (rows, next) = search.finish();
        Page { rows, next }
    }
}

impl<T: OpenRow> Page<T> {
    /// The newest rows that match `fits`. The first page also has every older open row, and later pages leave those out.
    /// `is_over` returns `Some` for a row that is too old, with the id below which the search continues, if it does: see
    /// [`MonotonicRanges::older`](crate::engine::MonotonicRanges::older).
    pub fn with_open(
        view: &dyn View,
        page: PageRequest,
        fits: impl Fn(&T) -> bool,
        is_over: impl Fn(&T) -> Option<Option<u64>>,
    ) -> Stored<Self> {
        Page::search_with_open(view, page.search(), page.is_first(), fits, is_over)
    }

    fn search_with_open(
        view: &dyn View,
        search: Search<T>,
        first: bool,
        fits: impl Fn(&T) -> bool,
        is_over: impl Fn(&T) -> Option<Option<u64>>,
    ) -> Stored<Self> {
        let search = search.run(|search, before| {
            T::visit(view, before, |row| {
                search.visit_row(row.id(), || match is_over(&row) {
                    Some(older) => Verdict::EndOfRange(older),
                    None if fits(&row) && (first || !row.is_open()) => Verdict::Include(row),
                    None => Verdict::Skip,
                })
            })
        })?;
        let mut page = Page::from(search);
        if let (true, Some(next)) = (first, page.next) {
            page.rows.extend(T::all_open(view)?.into_iter().filter(|row| row.id() < next && fits(row)));
        }
        Ok(page)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use store::MemoryTables;

    /// A row of a made-up list, in which every seventh row is open.
    #[derive(Debug, PartialEq, Eq)]
    struct Tab(u64);

    const TABS: u64 = 30;

    impl OpenRow for Tab {
        fn id(&self) -> u64 {
            self.0
        }
        fn is_open(&self) -> bool {
            self.0.is_multiple_of(7)
        }
        fn visit(_: &dyn View, before: u64, mut each: impl FnMut(Self) -> ControlFlow<()>) -> Stored<()> {
            let _ = (1..=TABS).rev().filter(|id| *id < before).map(Tab).try_for_each(&mut each);
            Ok(())
        }
        fn all_open(_: &dyn View) -> Stored<Vec<Self>> {
            Ok((1..=TABS).rev().map(Tab).filter(Tab::is_open).collect())
        }
    }

    #[test]
    fn open_rows_are_on_the_first_page_even_if_the_scan_limit_is_small() {
        let pages = |limit: usize, most: usize, fits: fn(&Tab) -> bool| {
            let (mut pages, mut before) = (Vec::<Vec<u64>>::new(), Some(u64::MAX));
            while let Some(from) = before {
                let search = Search::with_scan_limit(from, limit, most);
                let page = Page::search_with_open(&MemoryTables::new(), search, from == u64::MAX, fits, |_| None).expect("memory");
                pages.push(page.rows.iter().map(Tab::id).collect());
                before = page.next;
                assert!(pages.len() <= 30, "there is an end");
            }
            pages
        };
        assert_eq!(pages(5, 100, |tab| tab.0.is_multiple_of(7)), [[28, 21, 14, 7]]);
        assert_eq!(pages(5, 10, |tab| tab.0.is_multiple_of(7)), [vec![28, 21, 14, 7], vec![], vec![]]);
        assert_eq!(pages(5, 10, |tab| tab.0 < 3), [vec![], vec![], vec![2, 1]]);
        for (limit, most) in [(5, 100), (5, 10), (3, 4), (1, 1)] {
            let pages = pages(limit, most, |_| true);
            let mut all = pages.concat();
            assert!([28, 21, 14, 7].iter().all(|open| pages[0].contains(open)), "{pages:?}");
            all.sort_unstable();
            assert_eq!(all, (1..=TABS).collect::<Vec<_>>(), "every row once with {limit} and {most}");
        }
    }
}
