//! What happened on each business day, where only truth sheets ask for it: credit, rounding, starts, jumps of the clock.

use super::lookups::moment;
use crate::engine::{Entry, Event};
use crate::payments::{Debt, Payment, remaining};
use crate::sales::SaleLine;
use crate::sheets::{NightFacts, change_night};
use base::{BusinessDay, Lrd, Usd};
use store::{Stored, Tables};

/// Adds the entry to the facts of its business day.
pub(super) fn apply(tables: &mut dyn Tables, entry: &Entry) -> Stored<()> {
    let mut facts = NightFacts::default();
    let mut day = None;
    match &entry.event {
        Event::SaleRecorded(sale) => {
            facts.rounding = sale.counter_payment.as_ref().map_or(Lrd::ZERO, |payment| payment.rounding);
            day = Some(sale.day);
        }
        Event::SaleVoided(voided) => {
            facts.rounding = voided.refunds.iter().flatten().map(|refund| refund.rounding).sum();
            day = voided.when.map(|when| when.day);
        }
        Event::OrderVoided(voided) => {
            facts.rounding = voided.refunds.iter().map(|refund| refund.rounding).sum();
            day = voided.refunds.first().and_then(day_of);
        }
        Event::OrderPaid(paid) => {
            facts.rounding = paid.payment.rounding;
            day = day_of(&paid.payment);
        }
        Event::CreditPaid(paid) => {
            facts.rounding = paid.payment.rounding;
            facts.credit_collected = paid.shares.iter().map(|share| share.value_usd).sum();
            day = day_of(&paid.payment);
        }
        Event::PaymentRefunded(event) => {
            facts.rounding = event.payment.rounding;
            day = day_of(&event.payment);
        }
        Event::WalkOutRecovered(event) => {
            facts.credit_given = event.credits.iter().map(|credit| worth_of_debt(&credit.line, &credit.debt)).sum();
            day = Some(event.day);
        }
        Event::CreditGiven(given) => facts.credit_given = worth_of_debt(&given.credit.line, &given.credit.debt),
        Event::OrderAttached(attached) => {
            facts.credit_given = attached.credits.iter().map(|credit| worth_of_debt(&credit.line, &credit.debt)).sum();
        }
        Event::ClockJumped(_) => facts.clock_jumps = 1,
        _ => {}
    }
    // Journals from before starts were noted begin with one.
    facts.starts = i64::from(entry.starts || entry.seq == 1);
    if facts == NightFacts::default() {
        return Ok(());
    }
    let day = match day {
        Some(day) => day,
        None => moment(tables.view(), &entry.envelope, None)?.day,
    };
    change_night(tables, day, |row| {
        row.credit_given += facts.credit_given;
        row.credit_collected += facts.credit_collected;
        row.rounding += facts.rounding;
        row.starts += facts.starts;
        row.clock_jumps += facts.clock_jumps;
    })
}

fn day_of(payment: &Payment) -> Option<BusinessDay> {
    payment.when.map(|when| when.day)
}

/// What is owed for a line, in US dollars at its own rate: as it was shown while nothing is paid.
fn worth_of_debt(line: &SaleLine, debt: &Debt) -> Usd {
    let gross = line.gross();
    if *debt == Debt::whole(line.currency, gross) { gross.usd } else { remaining([debt].into_iter(), line.rate).usd }
}
