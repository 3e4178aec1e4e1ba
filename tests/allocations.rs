//! Limits for the heap allocations of a sale and of a report. Unlike times, they are the same on every machine, even a busy one.
//! Reconsider a change that exceeds a limit; lower a limit if a figure falls.
//!
//! A binary of its own with one test, because all allocations of the process are counted.

#[path = "support/stocked_bar.rs"]
mod stocked_bar;

use std::alloc::System;

use barback::reports::{self, Days};
use base::Timestamp;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use store::MemoryTables;

#[global_allocator]
static COUNTED: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Sales before counting begins, so that rows of days and customers exist.
const BEFORE: u64 = 1_024;
/// Number of counted sales: whole blocks of the journal.
const COUNTED_SALES: u64 = 256;
/// Time between two sales, in milliseconds.
const EVERY: i64 = 60_000;
/// Allocations and bytes of a sale of two lines, as measured: its decision, payment, entry, rows (one of them counts the receipts of
/// its person), the look whether changes are noted for head office, and share of a block.
const SALE: (usize, usize) = (193, 24_367);
/// Allocations and bytes of a report on 30 days, as measured: days, products with names, payment methods, people.
const REPORT: (usize, usize) = (1_647, 209_327);
/// Percentage of the measured figures that is allowed: compilers and versions of libraries differ.
const LIMIT: usize = 110;

#[test]
fn a_sale_and_a_report_allocate_no_more_than_before() {
    let mut tables = MemoryTables::new();
    let at = |number: u64| Timestamp::from_millis(1_700_000_000_000 + i64::try_from(number).expect("few") * EVERY);
    stocked_bar::open_the_bar(&mut tables, at(0));
    for number in 0..BEFORE {
        stocked_bar::execute(&mut tables, at(number), stocked_bar::seller(number), &stocked_bar::sale(number));
    }
    let sales = Region::new(COUNTED);
    for number in BEFORE..BEFORE + COUNTED_SALES {
        stocked_bar::execute(&mut tables, at(number), stocked_bar::seller(number), &stocked_bar::sale(number));
    }
    let sales = sales.change();
    let each = |total: usize| total / COUNTED_SALES as usize;
    within("a sale", (each(sales.allocations), each(sales.bytes_allocated)), SALE);

    let last = reports::each_day(&tables, Days::between(None, None)).expect("memory").last().expect("a day").0;
    let days = Days { first: last.plus(-29), last };
    let report = Region::new(COUNTED);
    let products = reports::products(&tables, Some(days)).expect("memory");
    let ranked = reports::ranked(&tables, &products).expect("memory");
    let takings = reports::takings(&tables, days).expect("memory");
    let people = reports::accounts(&tables, Some(days)).expect("memory");
    let totals = reports::totals(&tables, Some(days)).expect("memory");
    let report = report.change();
    assert_eq!(totals.receipts, i64::try_from(BEFORE + COUNTED_SALES).expect("few"));
    assert!(!ranked.is_empty() && !takings.kept.is_empty() && people.len() == 9, "the report has content");
    within("a report", (report.allocations, report.bytes_allocated), REPORT);
}

#[track_caller]
fn within(what: &str, (allocations, bytes): (usize, usize), (known, known_bytes): (usize, usize)) {
    println!("{what}: {allocations} allocations, {bytes} bytes");
    assert!(allocations * 100 <= known * LIMIT, "{what} takes {allocations} allocations; it took {known}");
    assert!(bytes * 100 <= known_bytes * LIMIT, "{what} takes {bytes} bytes; it took {known_bytes}");
}
