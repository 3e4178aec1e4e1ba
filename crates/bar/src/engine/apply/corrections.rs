//! Where a corrected payment meets tills: it counts in its own shift as it is now, and its money on goods where they were sold.

use super::lookups::container_of;
use crate::corrections::{PaymentCorrected, container_of_sale};
use crate::payments::{Allocation, TenderTuple, sum_of};
use crate::reasons::in_words;
use crate::sales::{self, CorrectedSale};
use crate::tills::{self, BookedCorrection, Container, GoodsSums, ShiftCorrection};
use base::{Cash, Envelope};
use store::{Stored, Tables, View};

/// Books the correction. Called before its rows are written, so that it reads what the money on goods was.
pub(super) fn apply(tables: &mut dyn Tables, envelope: &Envelope, event: &PaymentCorrected) -> Stored<()> {
    let Some(row) = sales::payment(tables.view(), event.payment.id)? else { return Ok(()) };
    let Some(container) = container_of(&row) else { return Ok(()) };
    let mut goods = GoodsSums { parts: event.parts, old_debts: event.old_debts, ..GoodsSums::default() };
    let mut elsewhere: Vec<(Container, GoodsSums)> = Vec::new();
    for sale in &event.sales {
        let (of_sale, changed) = changed_on(tables.view(), sale)?;
        match of_sale {
            Some(other) if other != container => {
                // Here it is money for goods that are no sales; there it was taken elsewhere.
                goods.parts += changed;
                elsewhere.push((other, GoodsSums { allocated: changed, allocated_elsewhere: changed, ..GoodsSums::default() }));
            }
            Some(_) | None => goods.allocated += changed,
        }
    }
    let words = |tenders: &[crate::payments::Tender]| tenders.iter().map(TenderTuple::from).collect();
    let listed = ShiftCorrection {
        payment_id: event.payment.id,
        receipt_number: event.payment.receipt_number.clone(),
        at: envelope.at,
        user_name: envelope.actor.name.clone(),
        approved_by: event.approval.as_ref().map(|approval| approval.approved_by.clone()),
        reason: in_words(event.listed_reason.as_ref(), &event.reason),
        before: words(&event.before.tenders),
        after: words(&event.payment.tenders),
    };
    let (before, after) = (&*event.before, &*event.payment);
    tills::apply_corrected(tables, &BookedCorrection { container, before, after, goods, day: row.when.day, listed })?;
    elsewhere.iter().try_for_each(|(container, goods)| tills::apply_corrected_goods(tables, *container, goods))
}

/// Where a sale counts, and what the correction changes of the money on its lines; not on old debts, which are no goods.
fn changed_on(view: &dyn View, corrected: &CorrectedSale) -> Stored<(Option<Container>, Cash)> {
    let Some(first) = corrected.lines.first() else { return Ok((None, Cash::ZERO)) };
    let Some(sale) = sales::sale_of_line(view, first.id)? else { return Ok((None, Cash::ZERO)) };
    let mut changed = Cash::ZERO;
    for line in sale.lines.iter().map(|line| &line.line).filter(|line| line.is_revenue()) {
        let after: Option<&[Allocation]> =
            corrected.lines.iter().find(|after| after.id == line.id).map(|after| after.allocations.as_slice());
        changed += after.map_or(Cash::ZERO, |after| sum_of(after) + -sum_of(&line.allocations));
    }
    Ok((container_of_sale(view, &sale)?, changed))
}
