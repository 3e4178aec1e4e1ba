//! Microbenchmarks of the hot paths without disk and network: rules, totals, reports, paper, lists.
//!
//!     cargo bench --bench hot

use std::hint::black_box;

use barback::catalog::csv;
use barback::paper::layout::receipt::{PrintInfo, receipt};
use barback::paper::layout::sample::sample;
use barback::printer::{Profile, escpos};
use barback::receipts::Business;
use barback::reports::{self, Days};
use base::{Rate, Timestamp, Usd};
use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use store::MemoryTables;

use stocked_bar::{execute, open_the_bar, record_activity, sale, seller};

#[path = "../tests/support/stocked_bar.rs"]
mod stocked_bar;

/// Sales made before anything is timed: 60 a day for a year.
const BEFORE: u64 = 60 * 365;
/// Time between two sales, in milliseconds.
const EVERY: i64 = 24 * 60 * 60 * 1000 / 60;
/// Rows of a long product list.
const ROWS: usize = 2_000;

fn at(number: u64) -> Timestamp {
    Timestamp::from_millis(1_700_000_000_000 + i64::try_from(number).unwrap_or(0) * EVERY)
}

fn a_year() -> MemoryTables {
    let mut tables = MemoryTables::new();
    open_the_bar(&mut tables, at(0));
    for number in 0..BEFORE {
        record_activity(&mut tables, at(number), number);
    }
    tables
}

fn sales(criterion: &mut Criterion) {
    let mut tables = a_year();
    let mut number = BEFORE;
    criterion.bench_function("a sale, decided and applied to every table", |bencher| {
        bencher.iter_batched(
            || {
                number += 1;
                (at(number), seller(number), sale(number))
            },
            |(at, seller, sale)| execute(&mut tables, at, seller, &sale),
            BatchSize::SmallInput,
        );
    });
}

fn reports(criterion: &mut Criterion) {
    let tables = a_year();
    let last = reports::each_day(&tables, Days::between(None, None)).ok().and_then(|days| days.last().map(|(day, _)| *day));
    let last = last.expect("days on which something was sold");
    for length in [30, 365] {
        let days = Days { first: last.plus(1 - length), last };
        criterion.bench_function(&format!("a report on {length} days"), |bencher| {
            bencher.iter(|| {
                let products = reports::products(&tables, Some(days)).expect("memory");
                black_box(reports::ranked(&tables, &products).expect("memory"));
                black_box(reports::each_day(&tables, days).expect("memory"));
                black_box(reports::takings(&tables, days).expect("memory"));
                black_box(reports::accounts(&tables, Some(days)).expect("memory"));
            });
        });
    }
}

fn paper(criterion: &mut Criterion) {
    let document = sample(Business::default(), "21 Nov 2026".into(), "8:00 PM".into(), "http://192.168.8.1/r/".into());
    let at = "21 Nov 2026, 8:00 PM".into();
    let printing = PrintInfo { job: 1, at, copy: 0, printed_by: String::new(), possible_duplicate: false };
    criterion.bench_function("a receipt as bytes for the printer", |bencher| {
        bencher.iter(|| escpos::encode(&receipt(black_box(&document), &printing, Profile::default())));
    });
}

fn lists(criterion: &mut Criterion) {
    let mut list = String::from("name,brand,barcode,category,priceUSD,currency,stock\n");
    for row in 0..ROWS {
        list.push_str(&format!("\"Club Beer {row}\",Monrovia Breweries,{row:012},drinks,3.50,USD,24\n"));
    }
    let mut group = criterion.benchmark_group("lists");
    group.throughput(Throughput::Elements(ROWS as u64));
    group.bench_function("2,000 products read from CSV", |bencher| {
        bencher.iter(|| csv::read_text(black_box(&list)).expect("a good list"));
    });
    group.finish();
    criterion.bench_function("an amount into the other currency", |bencher| {
        bencher.iter(|| Rate::INITIAL.to_lrd(black_box(Usd::minor(1_234))));
    });
}

criterion_group!(hot, sales, reports, paper, lists);
criterion_main!(hot);
