//! Builders of the parts of a sheet: one for each, so that a part can be read from other tables without a change of the others.

use crate::bills;
use crate::box_events;
use crate::exceptions::{self, ExceptionKind, PersonCounts};
use crate::hours;
use crate::methods::PaymentMethod;
use crate::printing::{self, JobStatus};
use crate::reports::{self, Days, Totals};
use crate::settings::Settings;
use crate::sheets::figures::{
    BoxFigures, CashCount, CategorySum, CountedRow, CreditFigures, GAINED_IN_EXCHANGE, LOST_IN_EXCHANGE, Left, MethodSum, MoneyFigures,
    PaidOut, PeopleFigures, PersonHours, RowKind, SheetFigures, Sold, StockFigures,
};
use crate::sheets::tables::{DayEnd, NIGHTS, NightFacts, UnpaidOrder, end_of};
use crate::tills;
use base::{BusinessDay, CurrencyCode, Usd};
use store::{Stored, View};

/// Print jobs that are read at a time, and in all: those of a busy night are fewer.
const JOBS_PAGE: usize = 200;
const JOBS_MAX: usize = 5_000;

/// The figures of a business day. What is open is that of its end, once the day has ended.
pub(in crate::sheets) fn figures(view: &dyn View, settings: &Settings, day: BusinessDay) -> Stored<SheetFigures> {
    let facts = NIGHTS.get(view, &day)?.unwrap_or_default();
    let DayEnd { unpaid: unpaid_orders, owed, sold_out } = end_of(view, day)?;
    let people = exceptions::people(view, day, day)?;
    let totals = reports::day(view, day)?;
    let sold = sold(view, day, &totals)?;
    let (paid_out, given_away) = (paid_out(view, day)?, given_away(&people));
    Ok(SheetFigures {
        money: money(view, settings, day, &facts)?,
        cash: cash(view, day)?,
        credit: CreditFigures { given: facts.credit_given, collected: facts.credit_collected, owed },
        unpaid: unpaid(view, day, unpaid_orders, &people)?,
        taken_back: taken_back(&people),
        // Losses, the cost of waste and empties are not recorded.
        stock: StockFigures { sold_out, ..StockFigures::default() },
        left: left(&sold, totals.goods.contained.usd, &people, &paid_out),
        people: people_part(view, day, &people)?,
        machine: machine(view, settings, day, &facts)?,
        sold,
        given_away,
        paid_out,
    })
}

fn only(day: BusinessDay) -> Days {
    Days { first: day, last: day }
}

fn sold(view: &dyn View, day: BusinessDay, totals: &Totals) -> Stored<Sold> {
    let categories = reports::categories(view, only(day))?.into_iter();
    let categories = categories.map(|(category, goods)| CategorySum { category, quantity: goods.quantity, total: goods.usd });
    Ok(Sold {
        receipts: totals.receipts,
        total: totals.goods.usd,
        priced: totals.goods.charged,
        categories: categories.filter(|sum| sum.quantity != 0 || sum.total != Usd::ZERO).collect(),
    })
}

/// What was kept, tender by tender: change is given in cash, refunds go back by their own method.
fn money(view: &dyn View, settings: &Settings, day: BusinessDay, facts: &NightFacts) -> Stored<MoneyFigures> {
    let takings = reports::takings(view, only(day))?;
    let cash = [CurrencyCode::Usd, CurrencyCode::Lrd].map(|currency| (PaymentMethod::CASH, currency));
    let mut keys: Vec<(PaymentMethod, CurrencyCode)> = cash.to_vec();
    let mut others: Vec<_> = takings.tenders.keys().filter(|(method, _)| *method != PaymentMethod::CASH).cloned().collect();
    others.sort_by_key(|(method, currency)| (settings.method_place(method), *currency));
    keys.extend(others);
    let row = |(method, currency): (PaymentMethod, CurrencyCode)| {
        let totals = takings.tenders.get(&(method.clone(), currency)).copied().unwrap_or_default();
        let change = if method == PaymentMethod::CASH { takings.change.minor_in(currency) } else { 0 };
        MethodSum { name: settings.method_name(&method), kept: totals.tendered - totals.refunded - change, method, currency }
    };
    Ok(MoneyFigures { rows: keys.into_iter().map(row).collect(), change: takings.change, rounding: facts.rounding, tips: takings.tips })
}

/// What was counted in the shifts of the day, in each currency; nothing where no drawer was counted.
fn cash(view: &dyn View, day: BusinessDay) -> Stored<Vec<CashCount>> {
    let Some((expected, counted)) = tills::counted_on(view, day)? else { return Ok(Vec::new()) };
    let count = |currency: CurrencyCode| {
        let (expected, counted) = (expected.minor_in(currency), counted.minor_in(currency));
        CashCount { currency, expected, counted, difference: counted - expected }
    };
    Ok([CurrencyCode::Usd, CurrencyCode::Lrd].map(count).to_vec())
}

/// Orders that are not paid, those with something billed apart, as they were when the day ended; the walk-outs of the night, and those who
/// came back, if any; and the bills of the day that differ from what became of them, if there are any.
fn unpaid(view: &dyn View, day: BusinessDay, orders: Vec<UnpaidOrder>, people: &[PersonCounts]) -> Stored<Vec<CountedRow>> {
    let (billed, open): (Vec<_>, Vec<_>) = orders.into_iter().partition(|order| order.is_billed);
    let row = |kind, orders: Vec<UnpaidOrder>| CountedRow::of(kind, orders.into_iter().map(|order| (order.user_name, 1, order.worth)));
    let mut rows =
        vec![row(RowKind::OpenOrders, open), row(RowKind::Billed, billed), row_of(RowKind::WalkOuts, ExceptionKind::WalkOuts, people)];
    let recovered = row_of(RowKind::Recovered, ExceptionKind::Recovered, people);
    rows.extend((recovered.count != 0).then_some(recovered));
    let different = bills::different_bills(view, day, Some(day))?;
    if !different.is_empty() {
        rows.push(CountedRow::of(
            RowKind::BillsDifferent,
            different.into_iter().map(|bill| {
                let worth = bill.grand_total().usd;
                (bill.user_name, 1, worth)
            }),
        ));
    }
    Ok(rows)
}

fn row_of(kind: RowKind, exception: ExceptionKind, people: &[PersonCounts]) -> CountedRow {
    let of_person = |person: &PersonCounts| {
        let tally = person.counts.of(exception);
        (person.user_name.clone(), tally.count, tally.usd)
    };
    CountedRow::of(kind, people.iter().map(of_person))
}

fn taken_back(people: &[PersonCounts]) -> Vec<CountedRow> {
    vec![
        row_of(RowKind::RemovedSent, ExceptionKind::RemovedSent, people),
        row_of(RowKind::AfterBill, ExceptionKind::AfterBill, people),
        row_of(RowKind::Voids, ExceptionKind::Voids, people),
    ]
}

/// Timed prices are not recorded yet.
fn given_away(people: &[PersonCounts]) -> Vec<CountedRow> {
    vec![
        row_of(RowKind::Comps, ExceptionKind::Comps, people),
        row_of(RowKind::Discounts, ExceptionKind::Discounts, people),
        CountedRow::none(RowKind::TimedPrices),
    ]
}

/// Pay-outs of the tills, by reason; then what exchanges lost and gained.
fn paid_out(view: &dyn View, day: BusinessDay) -> Stored<Vec<PaidOut>> {
    let rows = tills::pay_outs_on(view, day)?.into_iter();
    let rows = rows.map(|(category, (amount, worth))| PaidOut { category, amount, worth, is_exchange: false });
    let (lost, gained) = tills::exchanged_on(view, day)?;
    let exchanged = [(LOST_IN_EXCHANGE, lost), (GAINED_IN_EXCHANGE, gained)].into_iter().filter(|(_, lrd)| !lrd.is_zero());
    Ok(rows.chain(exchanged.map(|(category, lrd)| PaidOut::in_exchange(category, lrd))).collect())
}

/// Goods have no cost in the books: that of what was sold or given away is known only where there was none of it.
fn left(sold: &Sold, contained_tax: Usd, people: &[PersonCounts], paid_out: &[PaidOut]) -> Left {
    let nothing = |is_nothing: bool| is_nothing.then_some(Usd::ZERO);
    let given = [ExceptionKind::Comps, ExceptionKind::WalkOuts].map(|kind| row_of(RowKind::Comps, kind, people).count);
    Left {
        sold: sold.total,
        cost_sold: nothing(sold.receipts == 0 && sold.categories.is_empty()),
        cost_given: nothing(given == [0, 0]),
        tax: contained_tax,
        paid_out: paid_out.iter().map(|row| row.worth).sum(),
        left: None,
        unknown_cost: sold.total,
    }
    .computed()
}

fn people_part(view: &dyn View, day: BusinessDay, people: &[PersonCounts]) -> Stored<PeopleFigures> {
    let count = |kind: ExceptionKind| people.iter().map(|person| person.counts.of(kind).count).sum();
    let hours = hours::hours(view, day, day)?.into_iter().map(|row| PersonHours {
        user_name: row.user_name,
        paid_minutes: row.figures.paid_minutes,
        not_stamped: row.not_stamped,
    });
    Ok(PeopleFigures {
        hours: hours.collect(),
        granted: people.iter().map(|person| person.counts.granted).sum(),
        refused: count(ExceptionKind::RefusedApprovals),
        pin_resets: people.iter().map(|person| person.counts.pin_resets).sum(),
        wrong_pins: count(ExceptionKind::WrongPins),
        no_sales: count(ExceptionKind::NoSales),
        reprints: count(ExceptionKind::Reprints),
        negative_cash: count(ExceptionKind::NegativeCash),
        method_corrected: count(ExceptionKind::MethodCorrected),
    })
}

fn machine(view: &dyn View, settings: &Settings, day: BusinessDay, facts: &NightFacts) -> Stored<BoxFigures> {
    let bar_time = settings.bar_time();
    let unrecorded = box_events::starts_to_record(view)?.into_iter().filter(|start| bar_time.business_day(*start) == day).count();
    Ok(BoxFigures {
        starts: facts.starts + i64::try_from(unrecorded).unwrap_or(i64::MAX),
        clock_jumps: facts.clock_jumps,
        last_backup_at: box_events::last_backup(view)?,
        not_printed: not_printed(view, settings, day)?,
    })
}

/// Jobs of a business day that wait, stopped or failed. Drawers are none: they open or stay shut.
fn not_printed(view: &dyn View, settings: &Settings, day: BusinessDay) -> Stored<i64> {
    let bar_time = settings.bar_time();
    let (mut before, mut read, mut count) = (u64::MAX, 0, 0);
    loop {
        let page = printing::jobs(view, before, JOBS_PAGE)?;
        for job in &page {
            let of_day = bar_time.business_day(job.created_at);
            if of_day.is_past_all_of(day) {
                return Ok(count);
            }
            let did_not_print =
                matches!(job.status, JobStatus::Queued | JobStatus::Blocked | JobStatus::Unknown | JobStatus::Failed | JobStatus::Expired);
            count += i64::from(of_day == day && did_not_print && !job.kind.is_drawer());
            before = job.id;
        }
        read += page.len();
        if page.len() < JOBS_PAGE || read >= JOBS_MAX {
            return Ok(count);
        }
    }
}
