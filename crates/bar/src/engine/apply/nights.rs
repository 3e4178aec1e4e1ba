//! What happened on each business day, where only truth sheets ask for it: credit, rounding, starts, jumps of the clock.

use super::lookups::moment;
use crate::engine::event::groups::{cash_events, paper_events, people_events, plain_events};
use crate::engine::{Entry, Event};
use crate::payments::{Debt, remaining};
use crate::sales::SaleLine;
use crate::settings;
use crate::sheets::{NightFacts, change_night};
use base::{Lrd, Usd};
use store::{Stored, Tables};

/// Adds the entry to the facts of its business day.
pub(super) fn apply(tables: &mut dyn Tables, entry: &Entry) -> Stored<()> {
    let payments = entry.event.payments();
    let counter_rounding = entry.event.counter_payment().map_or(Lrd::ZERO, |payment| payment.rounding);
    let mut facts = NightFacts {
        rounding: counter_rounding + payments.iter().map(|payment| payment.rounding).sum(),
        credit_given: entry.event.credits().iter().map(|credit| worth_of_debt(&credit.line, &credit.debt)).sum(),
        ..NightFacts::default()
    };
    match &entry.event {
        Event::CreditPaid(paid) => facts.credit_collected = paid.shares.iter().map(|share| share.value_usd).sum(),
        Event::PaymentCorrected(event) => {
            facts.rounding = event.payment.rounding + -event.before.rounding;
            facts.credit_collected = event.credits.iter().map(|item| item.value_usd).sum();
        }
        Event::ClockJumped(_) => facts.clock_jumps = 1,
        plain_events!() | people_events!() | paper_events!() | cash_events!() => {}
        Event::ProductSaved(_) | Event::PricesPlanned(_) | Event::TaxDayBegan(_) | Event::ClockConfirmed(_) => {}
        // Their payments and what they give on credit are above.
        Event::SaleRecorded(_)
        | Event::SaleVoided(_)
        | Event::SaleRefunded(_)
        | Event::OrderPlaced(_)
        | Event::ItemAdded(_)
        | Event::ItemRemoved(_)
        | Event::ItemChanged(_)
        | Event::OrderChanged(_)
        | Event::ServiceChargeSet(_)
        | Event::OrderExempted(_)
        | Event::ItemsMoved(_)
        | Event::OrdersMerged(_)
        | Event::ItemsLabelled(_)
        | Event::TableMoved(_)
        | Event::OrdersHandedOver(_)
        | Event::OrderRepriced(_)
        | Event::OrderClosed(_)
        | Event::OrderMoved(_)
        | Event::OrderPaid(_)
        | Event::SharesEnded(_)
        | Event::PaymentRefunded(_)
        | Event::OrderWalkedOut(_)
        | Event::WalkOutRecovered(_)
        | Event::OrderAttached(_)
        | Event::OrderVoided(_)
        | Event::CreditGiven(_) => {}
    }
    for start in &entry.starts {
        let day = settings::settings(tables.view())?.bar_time().business_day(*start);
        change_night(tables, day, |row| row.starts += 1)?;
    }
    if facts == NightFacts::default() {
        return Ok(());
    }
    let corrected = if let Event::PaymentCorrected(event) = &entry.event { Some(event.before.when.day) } else { None };
    let paid = corrected.or_else(|| payments.first().map(|payment| payment.when.day));
    let day = match paid.or_else(|| entry.event.sale().map(|sale| sale.day)) {
        Some(day) => day,
        None => moment(tables.view(), &entry.envelope)?.day,
    };
    change_night(tables, day, |row| {
        row.credit_given += facts.credit_given;
        row.credit_collected += facts.credit_collected;
        row.rounding += facts.rounding;
        row.clock_jumps += facts.clock_jumps;
    })
}

/// What is owed for a line, in US dollars at its own rate: as it was shown while nothing is paid.
fn worth_of_debt(line: &SaleLine, debt: &Debt) -> Usd {
    let gross = line.gross();
    if *debt == Debt::whole(line.currency, gross) { gross.usd } else { remaining([debt].into_iter(), line.rate).usd }
}
