//! Counts what an entry says about people, in the tables of [`crate::exceptions`].

use super::lookups::{day_of_void, moment};
use crate::approvals;
use crate::engine::event::groups::{plain_events, price_and_day_events};
use crate::engine::{Entry, Event};
use crate::exceptions::{CauseKind, Counts, ExceptionKind, change, with_cause};
use crate::orders::pricing::{OrderRepriced, Repricing};
use crate::orders::{self, OrderVoided, SentGoods, WalkedOut};
use crate::payments::value_in_both;
use crate::printing::{self, JobKind, JobMoved, JobQueued, JobStatus};
use crate::reasons::ListedReason;
use crate::sales::{self, LineDiscount, SaleLine, SaleRefunded, SaleVoided};
use crate::tills::{self, Movement};
use base::{BusinessDay, Cash, Envelope, Usd};
use store::{Stored, Tables, View};

/// Counts an entry for the people it is about. Called before its other rows are written: a void finds what was not voided yet.
pub(super) fn count(tables: &mut dyn Tables, entry: &Entry) -> Stored<()> {
    let envelope = &entry.envelope;
    count_receipt(tables, entry)?;
    match &entry.event {
        Event::SaleRecorded(sale) => count_discounts(tables, envelope, Some(sale.day), sale.lines.iter()),
        Event::OrderPlaced(event) => count_discounts(tables, envelope, event.day, event.items.iter().map(|item| &item.line)),
        Event::ItemAdded(event) => count_discounts(tables, envelope, event.day, std::iter::once(&event.item.line)),
        Event::CreditGiven(event) => count_discounts(tables, envelope, event.day, std::iter::once(&event.credit.line)),
        Event::OrderRepriced(event) => count_repriced(tables, envelope, event),
        Event::ItemRemoved(event) => count_sent(tables, envelope, event.sent.as_ref()),
        Event::ItemChanged(event) => count_sent(tables, envelope, event.sent.as_ref()),
        Event::OrderMoved(event) => count_sent(tables, envelope, event.sent.as_ref()),
        Event::OrderWalkedOut(event) => {
            let reason = name_of(event.listed_reason.as_ref(), &event.reason);
            with_cause(tables, (event.day, envelope.actor.id), CauseKind::WalkOut, reason, (1, event.worth))?;
            count_own(tables, envelope, Some(event.day), |counts| counts.add(ExceptionKind::WalkOuts, 1, event.worth))
        }
        Event::SaleRefunded(event) => count_refund(tables, envelope, event),
        Event::PaymentRefunded(event) => {
            let day = event.payment.when.day;
            let reason = name_of(event.listed_reason.as_ref(), &event.reason);
            with_cause(tables, (day, envelope.actor.id), CauseKind::Refund, reason, (1, -event.payment.value_usd()))
        }
        Event::PaymentCorrected(event) => {
            let worth = event.payment.value_usd();
            count_own(tables, envelope, Some(event.day), |counts| counts.add(ExceptionKind::MethodCorrected, 1, worth))
        }
        // The walk-out stays where it was.
        Event::WalkOutRecovered(event) => {
            count_own(tables, envelope, Some(event.day), |counts| counts.add(ExceptionKind::Recovered, 1, event.walk_out.worth))
        }
        Event::SaleVoided(event) => count_sale_void(tables, envelope, event),
        Event::OrderVoided(event) => count_order_void(tables, envelope, event),
        Event::PrintQueued(event) => count_print(tables, envelope, event),
        Event::PrintMoved(event) => count_print_again(tables, envelope, event),
        Event::CashMoved(event) => event.movements.iter().try_for_each(|movement| count_exchange(tables, envelope, movement)),
        Event::ApprovalGranted(event) => count_own(tables, envelope, Some(event.day), |counts| counts.granted += 1),
        Event::ApprovalRefused(event) => {
            let Some(approval) = approvals::approval(tables.view(), event.approval_id)? else { return Ok(()) };
            change(tables, event.day, approval.requested_by_id, &approval.requested_by, |counts| {
                counts.add(ExceptionKind::RefusedApprovals, 1, Usd::ZERO);
            })
        }
        Event::PinResetMade(event) => change(tables, event.day, event.user_id, &event.username, |counts| counts.pin_resets += 1),
        Event::WrongPin(event) => match &event.username {
            Some(name) => change(tables, event.day, event.user_id, name, |counts| counts.add(ExceptionKind::WrongPins, 1, Usd::ZERO)),
            None => Ok(()),
        },
        plain_events!() | price_and_day_events!() => Ok(()),
        Event::UserSaved(_)
        | Event::DocumentSigned(_)
        | Event::PaperReleased(_)
        | Event::ShiftOpened(_)
        | Event::ShiftClosed(_)
        | Event::TransferAccepted(_)
        | Event::OrderChanged(_)
        | Event::ServiceChargeSet(_)
        | Event::OrderExempted(_)
        | Event::ItemsMoved(_)
        | Event::OrdersMerged(_)
        | Event::ItemsLabelled(_)
        | Event::TableMoved(_)
        | Event::OrdersHandedOver(_)
        | Event::OrderClosed(_)
        | Event::OrderPaid(_)
        | Event::SharesEnded(_)
        | Event::OrderAttached(_)
        | Event::CreditPaid(_) => Ok(()),
    }
}

/// Counts an exchange that was not at the house rate.
fn count_exchange(tables: &mut dyn Tables, envelope: &Envelope, movement: &Movement) -> Stored<()> {
    let (lost, gained) = (movement.lost(), movement.gained());
    let (kind, cause, lrd) = match (lost.is_zero(), gained.is_zero()) {
        (true, true) => return Ok(()),
        (true, false) => (ExceptionKind::ExchangeGain, CauseKind::ExchangeGain, gained),
        (false, _) => (ExceptionKind::ExchangeLoss, CauseKind::ExchangeLoss, lost),
    };
    let usd = value_in_both(Cash { usd: Usd::ZERO, lrd }, movement.rate).usd;
    with_cause(tables, (movement.when.day, envelope.actor.id), cause, "", (1, usd))?;
    count_own(tables, envelope, Some(movement.when.day), |counts| counts.add_exchange(kind, usd, lrd))
}

/// Counts tills whose expected cash fell below zero with this entry. Called after its rows are written.
pub(super) fn count_falls(tables: &mut dyn Tables, entry: &Entry) -> Stored<()> {
    if !entry.event.may_lower_cash() {
        return Ok(());
    }
    for (_, fell) in tills::take_falls(tables)? {
        let usd = value_in_both(fell, crate::rates::rate(tables.view())?).usd;
        let day = day(tables.view(), &entry.envelope, None)?;
        with_cause(tables, (day, entry.envelope.actor.id), CauseKind::NegativeCash, "", (1, usd))?;
        count_own(tables, &entry.envelope, Some(day), |counts| counts.add(ExceptionKind::NegativeCash, 1, usd))?;
    }
    Ok(())
}

/// The business day that an event froze, or, for events that froze none, that of its entry.
fn day(view: &dyn View, envelope: &Envelope, frozen: Option<BusinessDay>) -> Stored<BusinessDay> {
    frozen.map_or_else(|| Ok(moment(view, envelope)?.day), Ok)
}

/// The name of the reason that was chosen, else the words that were written.
fn name_of<'a>(listed: Option<&'a ListedReason>, text: &'a str) -> &'a str {
    listed.map_or(text, |listed| &listed.name)
}

/// Changes the counts of the person whose entry it is.
fn count_own(tables: &mut dyn Tables, envelope: &Envelope, frozen: Option<BusinessDay>, add: impl FnOnce(&mut Counts)) -> Stored<()> {
    let day = day(tables.view(), envelope, frozen)?;
    change(tables, day, envelope.actor.id, &envelope.actor.name, add)
}

/// Counts the receipt of a sale. That of a refund is none.
fn count_receipt(tables: &mut dyn Tables, entry: &Entry) -> Stored<()> {
    match entry.event.sale().filter(|sale| sale.refund.is_none()) {
        Some(sale) => count_own(tables, &entry.envelope, Some(sale.day), |counts| counts.receipts += 1),
        None => Ok(()),
    }
}

/// The loss of a walk-out is taken back on this day.
fn take_walk_out_back(tables: &mut dyn Tables, day: BusinessDay, walk_out: &WalkedOut) -> Stored<()> {
    let WalkedOut { user_id, user_name, worth } = walk_out;
    // The order does not keep the reason of the walk-out.
    with_cause(tables, (day, *user_id), CauseKind::WalkOut, "", (-1, -*worth))?;
    change(tables, day, *user_id, user_name, |counts| counts.add(ExceptionKind::WalkOuts, -1, -*worth))
}

/// Counts the lines that are below their list price: each with a price of its own, and one for all with a discount of one act.
fn count_discounts<'a>(
    tables: &mut dyn Tables,
    envelope: &Envelope,
    frozen: Option<BusinessDay>,
    lines: impl Iterator<Item = &'a SaleLine>,
) -> Stored<()> {
    let lowered: Vec<(&SaleLine, Usd)> = lines.filter_map(|line| Some((line, line.lowered_by()?))).collect();
    if lowered.is_empty() {
        return Ok(());
    }
    let day = day(tables.view(), envelope, frozen)?;
    let (mut acts, mut count) = (Vec::<&LineDiscount>::new(), 0);
    for (line, worth) in &lowered {
        let discount = line.discount.as_deref().filter(|_| line.discount_reason.is_none());
        let is_counted = discount.is_some_and(|discount| acts.iter().any(|act| act.is_of_one_act_with(discount)));
        let counts = i64::from(!is_counted);
        acts.extend(discount);
        count += counts;
        with_cause(tables, (day, envelope.actor.id), CauseKind::Discount, lowering_reason(line), (counts, *worth))?;
    }
    let worth = lowered.into_iter().map(|(_, worth)| worth).sum();
    count_own(tables, envelope, Some(day), |counts| counts.add(ExceptionKind::Discounts, count, worth))
}

/// Why a line costs less than its list price: the reason of its price, else that of its discount.
fn lowering_reason(line: &SaleLine) -> &str {
    match (&line.discount_reason, &line.discount) {
        (Some(text), _) => name_of(line.discount_listed.as_ref(), text),
        (None, Some(discount)) => name_of(discount.listed.as_ref(), &discount.reason),
        (None, None) => "",
    }
}

/// Counts an act that gave a discount on items, or gave them free. What is taken off again still counts.
fn count_repriced(tables: &mut dyn Tables, envelope: &Envelope, event: &OrderRepriced) -> Stored<()> {
    let kind = match event.why {
        Repricing::Discount => ExceptionKind::Discounts,
        Repricing::Comp => ExceptionKind::Comps,
        Repricing::DiscountOff | Repricing::CompOff => return Ok(()),
    };
    // One request gives all of them the same reason.
    let discount = event.subjects().find_map(|item| item.line.discount.as_ref());
    let reason = discount.map_or("", |discount| name_of(discount.listed.as_ref(), &discount.reason));
    let cause = if kind == ExceptionKind::Comps { CauseKind::Comp } else { CauseKind::Discount };
    with_cause(tables, (event.day, envelope.actor.id), cause, reason, (1, event.worth))?;
    count_own(tables, envelope, Some(event.day), |counts| counts.add(kind, 1, event.worth))
}

fn count_sent(tables: &mut dyn Tables, envelope: &Envelope, sent: Option<&SentGoods>) -> Stored<()> {
    let Some(sent) = sent else { return Ok(()) };
    count_own(tables, envelope, Some(sent.day), |counts| counts.add(ExceptionKind::RemovedSent, sent.items, sent.usd))
}

fn count_sale_void(tables: &mut dyn Tables, envelope: &Envelope, event: &SaleVoided) -> Stored<()> {
    let line = sales::recorded_line(tables.view(), event.sale_id)?.filter(|line| line.voided_at.is_none());
    let Some(line) = line else { return Ok(()) };
    let worth = event.part.as_ref().map_or_else(|| line.rest().total.usd, |part| part.total.usd);
    let count = i64::from(!event.continues);
    let day = event.when.day;
    let reason = name_of(event.listed_reason.as_ref(), &event.reason);
    with_cause(tables, (day, envelope.actor.id), CauseKind::Void, reason, (count, worth))?;
    count_own(tables, envelope, Some(day), |counts| counts.add(ExceptionKind::Voids, count, worth))
}

/// The worth of a refund is that of its lines.
fn count_refund(tables: &mut dyn Tables, envelope: &Envelope, event: &SaleRefunded) -> Stored<()> {
    let Some(refund) = &event.sale.refund else { return Ok(()) };
    let worth = event.parts.iter().map(|part| part.part.total.usd).sum();
    let reason = name_of(refund.reason.listed.as_ref(), &refund.reason.text);
    with_cause(tables, (event.sale.day, envelope.actor.id), CauseKind::Refund, reason, (1, worth))
}

/// The worth of a voided order is that of its items, less what of them was voided before.
fn count_order_void(tables: &mut dyn Tables, envelope: &Envelope, event: &OrderVoided) -> Stored<()> {
    let view = tables.view();
    let Some(order) = orders::order(view, event.order_id)? else { return Ok(()) };
    let before = sales::recorded_lines_of_order(view, order.id)?.into_iter().map(|line| line.line.total.usd - line.rest().total.usd);
    let worth = order.total().usd - before.sum::<Usd>();
    let day = day_of_void(view, envelope, event)?;
    // What was written off is voided with the rest, and no loss any more.
    if let Some(walk_out) = order.walked_out.as_ref().filter(|_| !order.on_credit) {
        take_walk_out_back(tables, day, walk_out)?;
    }
    let reason = name_of(event.listed_reason.as_ref(), &event.reason);
    with_cause(tables, (day, envelope.actor.id), CauseKind::Void, reason, (1, worth))?;
    count_own(tables, envelope, Some(day), |counts| counts.add(ExceptionKind::Voids, 1, worth))
}

/// The kind of exception that a job is, if a person requested it.
fn of_job(kind: &JobKind) -> Option<ExceptionKind> {
    match kind {
        JobKind::Drawer { .. } => Some(ExceptionKind::NoSales),
        JobKind::Receipt { copy, .. } => (*copy > 0).then_some(ExceptionKind::Reprints),
        JobKind::Bill { .. }
        | JobKind::Bills { .. }
        | JobKind::TestPage
        | JobKind::Ticket(_)
        | JobKind::Cancellation(_)
        | JobKind::Moved(_)
        | JobKind::Report { .. }
        | JobKind::Hours { .. }
        | JobKind::Exceptions { .. }
        | JobKind::Tips { .. }
        | JobKind::Tax { .. }
        | JobKind::ShiftX { .. }
        | JobKind::Z { .. }
        | JobKind::Cash { .. }
        | JobKind::DropSlip { .. }
        | JobKind::PayOutSlip { .. }
        | JobKind::CountSlip { .. }
        | JobKind::PaymentSlip { .. }
        | JobKind::Slip { .. }
        | JobKind::Sheet { .. } => None,
    }
}

fn count_print(tables: &mut dyn Tables, envelope: &Envelope, event: &JobQueued) -> Stored<()> {
    if let (JobKind::Drawer { reason, listed_reason, .. }, false) = (&event.kind, event.by_policy) {
        let day = day(tables.view(), envelope, event.day)?;
        let reason = name_of(listed_reason.as_ref(), reason.as_deref().unwrap_or_default());
        with_cause(tables, (day, envelope.actor.id), CauseKind::NoSale, reason, (1, Usd::ZERO))?;
    }
    match of_job(&event.kind).filter(|_| !event.by_policy) {
        Some(kind) => count_own(tables, envelope, event.day, |counts| counts.add(kind, 1, Usd::ZERO)),
        None => Ok(()),
    }
}

/// A receipt is also printed again by a second request for a job that was printed.
fn count_print_again(tables: &mut dyn Tables, envelope: &Envelope, event: &JobMoved) -> Stored<()> {
    if !event.requested {
        return Ok(());
    }
    let is_reprint = |job: &printing::PrintJob| {
        matches!(job.kind, JobKind::Receipt { .. }) && matches!(job.status, JobStatus::Sent | JobStatus::Confirmed)
    };
    match printing::job(tables.view(), event.job_id)?.filter(is_reprint) {
        Some(_) => count_own(tables, envelope, event.day, |counts| counts.add(ExceptionKind::Reprints, 1, Usd::ZERO)),
        None => Ok(()),
    }
}
