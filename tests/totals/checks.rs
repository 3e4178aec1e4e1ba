//! Invariants that must hold after every command.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use barback::orders::{self, OrderStatus};
use barback::receipts::{self, Receipt};
use barback::reports::{self, BEST_SELLER_DAYS, Days, RevenueOf};
use barback::sales::{NO_PRODUCT, SaleLine};
use barback::{catalog, engine, rates, sales, stock};
use base::{BusinessDay, Cash, Price};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use store::MemoryTables;

use crate::bar::{Bar, rows};
use crate::line::ExpectedLine;
use crate::oracle::{customer, goods, group, key, last, totals};
use crate::tax;

type Checked = Result<(), TestCaseError>;

/// Checks all invariants.
pub fn check_all(bar: &Bar) -> Checked {
    prop_assert!(bar.oracle.wrong.is_empty(), "{:?}", bar.oracle.wrong);
    lines_are_unchanged(bar)?;
    totals_are_sums_of_lines(bar)?;
    ranges_are_sums_of_lines(bar)?;
    stock_is_the_sum_of_movements(bar)?;
    orders_cost_what_their_items_cost(bar)?;
    receipts_have_no_gaps(bar)?;
    tax::report_is_the_sum_of_its_lines(bar)?;
    the_journal_rebuilds_to_the_same_tables(bar)
}

fn lines_are_unchanged(bar: &Bar) -> Checked {
    for expected in &bar.oracle.lines {
        let row = sales::recorded_line(&bar.tables, expected.line.id).expect("readable");
        let Some(row) = row else { return Err(TestCaseError::fail("a line is missing")) };
        prop_assert_eq!(&row.line, &expected.line);
        prop_assert_eq!((row.at, row.day, row.hour, row.user_id), (expected.at, expected.day, expected.hour, expected.user_id));
        prop_assert_eq!(
            (&row.customer, &row.receipt_number, row.voided_at.is_some()),
            (&expected.customer, &expected.receipt, !expected.counts())
        );
        prop_assert_eq!((row.voided.quantity, row.voided.total), (expected.voided, expected.voided_total));
        prop_assert_eq!((row.refunded.quantity, row.refunded.total), (expected.refunded.0, expected.refunded.1));
    }
    Ok(())
}

fn totals_are_sums_of_lines(bar: &Bar) -> Checked {
    prop_assert_eq!(reports::all_totals(&bar.tables).expect("readable"), bar.oracle.all_totals());
    Ok(())
}

/// Every range between some of the days with payments, and the unlimited range.
fn ranges_are_sums_of_lines(bar: &Bar) -> Checked {
    let mut days: Vec<BusinessDay> = bar.oracle.payments.iter().map(|(day, _)| *day).collect();
    days.sort_unstable();
    days.dedup();
    let some: Vec<BusinessDay> = days.iter().copied().step_by(days.len() / 4 + 1).collect();
    for first in &some {
        for last in some.iter().filter(|last| *last >= first) {
            range_is_sum_of_lines(bar, Days { first: *first, last: *last })?;
        }
    }
    best_sellers_are_sums_of_lines(bar, days.last().copied())?;
    range_is_sum_of_lines(bar, Days::between(None, None))
}

fn range_is_sum_of_lines(bar: &Bar, days: Days) -> Checked {
    let (view, oracle) = (&bar.tables, &bar.oracle);
    let counting = oracle.counting();
    let lines = || counting.iter().filter(|expected| within(expected, days));
    prop_assert_eq!(reports::totals(view, Some(days)).expect("readable"), totals(lines()));
    let products = || lines().filter(|expected| expected.line.is_product());
    prop_assert_eq!(
        reports::products(view, Some(days)).expect("readable"),
        group(products(), |expected| vec![expected.line.product_id], goods)
    );
    let revenue_of = |expected: &ExpectedLine| match expected.line.is_product() {
        true => expected.line.category.into(),
        false => RevenueOf::ServiceCharge,
    };
    let categories: BTreeMap<_, _> = reports::categories(view, days).expect("readable").into_iter().collect();
    prop_assert_eq!(categories, group(lines(), |expected| vec![revenue_of(expected)], goods));
    let hours: BTreeMap<_, _> = reports::hours(view, days, 5).expect("readable").into_iter().collect();
    prop_assert_eq!(hours, group(lines(), |expected| vec![expected.hour], totals));
    recent_sales_are_the_latest_lines(bar, days)?;
    prop_assert_eq!(reports::users(view, Some(days)).expect("readable"), group(lines(), |expected| vec![expected.user_id], totals));
    let within_days = |day: BusinessDay| (days.first..=days.last).contains(&day);
    let mut takings = oracle.takings(within_days);
    takings.kept.retain(|_, kept| *kept != Cash::ZERO);
    prop_assert_eq!(reports::takings(view, days).expect("readable"), takings);
    for user_id in 1..=3 {
        let of_user = || lines().filter(|expected| expected.user_id == user_id);
        let found = reports::customers(view, user_id, days).expect("readable");
        let found: BTreeMap<_, _> = found
            .into_iter()
            .map(|sales| {
                let key = sales.sums.customer.as_ref().map(|customer| customer.key()).unwrap_or_default();
                (key, (sales.sums.totals, sales.sums.products, sales.last))
            })
            .collect();
        let wanted = group(
            of_user(),
            |expected| vec![key(expected)],
            |lines| {
                let lines: Vec<_> = lines.collect();
                let sums = customer(lines.clone());
                (sums.totals, sums.products, last(lines.into_iter()))
            },
        );
        prop_assert_eq!(found, wanted);
        prop_assert_eq!(reports::last_sale(view, user_id, Some(days)).expect("readable"), last(of_user()));
    }
    Ok(())
}

/// Whether a line belongs to a range of days.
fn within(expected: &ExpectedLine, days: Days) -> bool {
    (days.first..=days.last).contains(&expected.day)
}

fn recent_sales_are_the_latest_lines(bar: &Bar, days: Days) -> Checked {
    let mut wanted = bar.oracle.counting();
    wanted.retain(|expected| within(expected, days));
    wanted.sort_by_key(|expected| std::cmp::Reverse((expected.day, expected.first_of_receipt, expected.line.id)));
    let sales = reports::sales_of_days(&bar.tables, days).expect("readable");
    let firsts: BTreeSet<_> = wanted.iter().map(|expected| (expected.day, expected.first_of_receipt)).collect();
    prop_assert_eq!(sales, firsts.into_iter().collect::<Vec<_>>());
    for limit in [1, 7, 1_000] {
        let found = reports::recent_sales(&bar.tables, Some(days), limit).expect("readable");
        let figures = |line: &SaleLine| (line.id, line.quantity, line.total);
        let lines: Vec<_> = wanted.iter().take(limit).map(|expected| figures(&expected.line)).collect();
        prop_assert_eq!(found.iter().map(|sale| figures(&sale.line)).collect::<Vec<_>>(), lines);
    }
    Ok(())
}

/// The best sellers of the days up to the last one: the most pieces first, without lines that are voided.
fn best_sellers_are_sums_of_lines(bar: &Bar, last_day: Option<BusinessDay>) -> Checked {
    let Some(last_day) = last_day else { return Ok(()) };
    let days = Days { first: last_day.plus(1 - BEST_SELLER_DAYS), last: last_day };
    let counting = bar.oracle.counting();
    let lines = || counting.iter().filter(|expected| within(expected, days));
    let best = reports::best_sellers(&bar.tables, last_day).expect("readable");
    prop_assert_eq!(best.receipts, totals(lines()).receipts);
    prop_assert!(best.products.is_sorted_by_key(|one| std::cmp::Reverse(one.quantity)), "{:?}", best.products);
    let found: BTreeMap<u64, i64> = best.products.iter().map(|one| (one.product_id, one.quantity)).collect();
    let products = lines().filter(|expected| expected.line.is_product());
    let mut wanted = group(products, |expected| vec![expected.line.product_id], |lines| goods(lines).quantity);
    // A product of which as much was refunded as sold is no best seller.
    wanted.retain(|_, quantity| *quantity > 0);
    wanted.retain(|product_id, _| catalog::product(&bar.tables, *product_id).expect("readable").is_some());
    prop_assert_eq!(found, wanted);
    Ok(())
}

fn stock_is_the_sum_of_movements(bar: &Bar) -> Checked {
    for (product_id, wanted) in &bar.oracle.stock {
        let level = stock::level(&bar.tables, *product_id).expect("readable");
        prop_assert_eq!(level, *wanted);
        // A service charge takes no goods.
        if *product_id == NO_PRODUCT {
            continue;
        }
        let product = catalog::any_product(&bar.tables, *product_id).expect("readable").expect("a product");
        bar.oracle.shelves.agree_with(&bar.tables, &product, level)?;
        let mut after = 0;
        for movement in stock::movements(&bar.tables, *product_id, u64::MAX, usize::MAX).expect("readable").iter().rev() {
            after += movement.delta;
            prop_assert_eq!(movement.stock_after, after);
        }
        prop_assert_eq!(after, level);
    }
    Ok(())
}

/// Items have the quantity of the events, and debts that are never negative; an untouched order is due at its total.
fn orders_cost_what_their_items_cost(bar: &Bar) -> Checked {
    let rate = rates::rate(&bar.tables).expect("a rate");
    for (order_id, items) in &bar.oracle.orders {
        let order = orders::order(&bar.tables, *order_id).expect("readable").expect("an order");
        let found: BTreeMap<u64, (u64, i64)> =
            order.items.iter().map(|item| (item.id, (item.line.product_id, item.line.quantity))).collect();
        prop_assert_eq!(&found, items);
        for item in &order.items {
            prop_assert_eq!(Some(item.line.undiscounted()), item.line.unit.times(item.line.quantity));
            tax::figures_add_up(&item.line)?;
            prop_assert!(item.debt.outstanding >= 0 && item.line.quantity >= 1 && item.line.quantity <= item.ordered());
        }
        if order.status != OrderStatus::Cancelled {
            tax::charge_is_its_percent(&order)?;
            tax::money_is_on_the_lines(&order)?;
        }
        prop_assert!(order.service_lines.iter().all(|line| line.debt.outstanding >= 0));
        if order.status != OrderStatus::Cancelled && order.walked_out.is_none() && order.untouched_totals(rate).is_some() {
            prop_assert_eq!(order.remaining(rate), order.grand_total());
        }
        if order.status == OrderStatus::Cancelled {
            prop_assert_eq!(order.owed(), Cash::ZERO);
        }
    }
    Ok(())
}

fn receipts_have_no_gaps(bar: &Bar) -> Checked {
    let mut by_day = BTreeMap::<BusinessDay, Vec<Receipt>>::new();
    receipts::visit_receipts(&bar.tables, u64::MAX, |receipt| {
        by_day.entry(receipt.day).or_default().push(receipt);
        ControlFlow::Continue(())
    })
    .expect("readable");
    for (day, receipts) in by_day {
        for (count, receipt) in receipts.iter().rev().enumerate() {
            prop_assert_eq!(&receipt.number, &format!("R-{}-{:04}", day.compact(), count + 1));
            let lines: Vec<_> = bar.oracle.lines.iter().filter(|expected| expected.receipt == receipt.number).collect();
            prop_assert_eq!(&receipt.sale_ids, &lines.iter().map(|expected| expected.line.id).collect::<Vec<_>>());
            prop_assert_eq!(receipt.total, lines.iter().map(|expected| expected.line.gross()).sum::<Price>());
        }
    }
    Ok(())
}

fn the_journal_rebuilds_to_the_same_tables(bar: &Bar) -> Checked {
    let mut rebuilt = MemoryTables::new();
    engine::rebuild(&bar.tables, &mut rebuilt).expect("a journal without gaps");
    prop_assert!(rows(&rebuilt) == rows(&bar.tables), "the rebuilt tables differ");
    Ok(())
}
