//! Reads the rows of a part of the sales report.

use std::collections::HashMap;

use super::{Cell, LocalTime, Part, goods_cells};
use crate::methods::PaymentMethod;
use crate::reports::tables::summed;
use crate::reports::{self, Days, Goods, RevenueOf, Takings, Totals};
use crate::sales::{self, RecordedLine};
use crate::settings::{Settings, settings};
use crate::staff;
use base::{BarTime, Cash, CurrencyCode, Timestamp};
use store::{Stored, View};

const MOBILE_MONEY: &str = "Mobile money";

/// Calls `each` for every row of `part`, whose cells are in the order of [`Part::columns`].
pub fn visit_rows(view: &dyn View, part: Part, days: Days, mut each: impl FnMut(Vec<Cell>)) -> Stored<()> {
    match part {
        Part::Days => reports::each_day(view, days)?.iter().for_each(|(day, totals)| each(with_totals(vec![Cell::Day(*day)], totals))),
        Part::Products => {
            let products = reports::ranked(view, &reports::products(view, Some(days))?)?;
            let service = reports::service_charge(view, days, products.iter().map(|product| product.goods))?;
            let rows = products.into_iter().map(|product| (product.name, product.goods));
            let service = service.map(|goods| (RevenueOf::ServiceCharge.label().to_owned(), goods));
            rows.chain(service).for_each(|(name, goods)| each(named_goods(name, &goods)));
        }
        Part::Categories => {
            reports::categories(view, days)?.iter().for_each(|(of, goods)| each(named_goods(of.label().to_owned(), goods)));
        }
        Part::Hours => {
            for (hour, totals) in reports::hours(view, days, settings(view)?.bar_time().first_hour())? {
                each(with_totals(vec![format!("{hour:02}:00").into()], &totals));
            }
        }
        Part::Staff => staff_rows(view, days, each)?,
        Part::Customers => customer_rows(view, days, each)?,
        Part::Takings => {
            let settings = settings(view)?;
            let mut kept: Vec<_> = reports::takings(view, days)?.kept.into_iter().collect();
            kept.sort_by_key(|(method, _)| settings.method_place(method));
            for (name, kept) in summed(kept.into_iter().map(|(method, kept)| (method_name(&settings, &method), kept))) {
                each(vec![name.into(), kept.usd.into(), Cell::figure(kept.lrd)]);
            }
        }
        Part::Tenders => tender_rows(view, days, each)?,
        Part::Sales => sale_rows(view, days, each)?,
    }
    Ok(())
}

fn named_goods(name: String, goods: &Goods) -> Vec<Cell> {
    std::iter::once(name.into()).chain(goods_cells(goods)).collect()
}

/// `first`, then number of sales, units and revenue.
fn with_totals(first: Vec<Cell>, totals: &Totals) -> Vec<Cell> {
    first.into_iter().chain([totals.receipts.into()]).chain(goods_cells(&totals.goods)).collect()
}

fn time(bar_time: &BarTime, at: Timestamp) -> Cell {
    let (date, minute) = bar_time.wall_clock(at);
    Cell::Time(LocalTime { date, minute })
}

/// The till and orders have different names for mobile money, which is the same money on the same phone.
fn method_name(settings: &Settings, method: &PaymentMethod) -> String {
    if [PaymentMethod::DIGITAL, PaymentMethod::MOBILE].contains(method) { MOBILE_MONEY.to_owned() } else { settings.method_name(method) }
}

fn staff_rows(view: &dyn View, days: Days, mut each: impl FnMut(Vec<Cell>)) -> Stored<()> {
    let bar_time = settings(view)?.bar_time();
    for account in reports::accounts(view, Some(days))? {
        let user = account.user;
        let who = vec![user.username.into(), user.first_name.into(), user.last_name.into(), user.role.as_str().into()];
        let mut row = with_totals(who, &account.totals);
        row.push(account.last.map_or(Cell::None, |at| time(&bar_time, at)));
        each(row);
    }
    Ok(())
}

fn customer_rows(view: &dyn View, days: Days, mut each: impl FnMut(Vec<Cell>)) -> Stored<()> {
    let bar_time = settings(view)?.bar_time();
    for account in reports::accounts(view, Some(days))? {
        for sales in reports::customers(view, account.user.id, days)? {
            let (name, phone) = sales.sums.customer.map_or((None, None), |customer| (Some(customer.name), customer.phone));
            let who = vec![account.user.username.clone().into(), name.unwrap_or_else(|| "Walk-in".to_owned()).into(), phone.into()];
            let mut row = with_totals(who, &sales.sums.totals);
            row.push(sales.last.map_or(Cell::None, |at| time(&bar_time, at)));
            each(row);
        }
    }
    Ok(())
}

/// Change is money given back, and tips are money for the staff: each in a row of its own for each currency, so that received less
/// given back is what was kept.
fn tender_rows(view: &dyn View, days: Days, mut each: impl FnMut(Vec<Cell>)) -> Stored<()> {
    let settings = settings(view)?;
    let Takings { tenders, change, tips, .. } = reports::takings(view, days)?;
    let mut tenders: Vec<_> = tenders.into_iter().collect();
    tenders.sort_by_key(|((method, currency), _)| (settings.method_place(method), *currency));
    let named = tenders.into_iter().map(|((method, currency), sums)| ((method_name(&settings, &method), currency), sums));
    for ((name, currency), sums) in summed(named) {
        let amount = |minor| Cell::Figure(Cash::of(currency, minor).in_currency(currency));
        each(vec![name.into(), currency.as_str().into(), sums.count.into(), amount(sums.tendered), amount(sums.refunded)]);
    }
    for (what, given) in [("Change", change), ("Tips", tips)] {
        for currency in [CurrencyCode::Usd, CurrencyCode::Lrd] {
            if given.minor_in(currency) != 0 {
                let amount = Cell::Figure(given.in_currency(currency));
                each(vec![what.into(), currency.as_str().into(), Cell::None, Cell::None, amount]);
            }
        }
    }
    Ok(())
}

fn sale_rows(view: &dyn View, days: Days, mut each: impl FnMut(Vec<Cell>)) -> Stored<()> {
    let settings = settings(view)?;
    let bar_time = settings.bar_time();
    let sellers: HashMap<u64, String> = staff::all_users(view)?.into_iter().map(|user| (user.id, user.username)).collect();
    for (_, first_line) in reports::sales_of_days(view, days)? {
        let Some(sale) = sales::sale_of_line(view, first_line)? else { continue };
        for sale in sale.into_recorded_lines().into_iter().filter(|sale| sale.voided_at.is_none() && sale.line.is_revenue()) {
            let RecordedLine { line, at, day, receipt_number, customer, user_id, user_name, .. } = sale.counting();
            let why = line.lowering_reason().map(str::to_owned);
            let (kind, [net, tax, gross]) = (line.kind().as_str(), [line.net(), line.tax_due(), line.gross()]);
            let (name, phone) = customer.map_or((None, None), |customer| (Some(customer.name), customer.phone));
            each(vec![
                Cell::Day(day),
                time(&bar_time, at),
                receipt_number.into(),
                line.product_name.into(),
                line.category.as_str().into(),
                line.quantity.into(),
                line.currency.as_str().into(),
                Cell::Figure(line.unit.in_currency(line.currency)),
                Cell::Figure(line.total.in_currency(line.currency)),
                line.total.usd.into(),
                Cell::figure(line.rate),
                why.into(),
                method_name(&settings, &line.method).into(),
                name.into(),
                phone.into(),
                sellers.get(&user_id).cloned().unwrap_or(user_name).into(),
                kind.into(),
                net.usd.into(),
                Cell::figure(net.lrd),
                tax.usd.into(),
                Cell::figure(tax.lrd),
                gross.usd.into(),
                Cell::figure(gross.lrd),
            ]);
        }
    }
    Ok(())
}
