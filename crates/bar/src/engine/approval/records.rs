//! The approval that records were made with.

use super::needs_none::needs_none;
use crate::engine::Event;
use crate::sales;
use base::Approved;

impl Event {
    /// Freezes the approval in the records that were made with it.
    pub(super) fn mark_approved(&mut self, mark: &Approved) {
        let discounted = |line: &mut sales::SaleLine| {
            line.approval = line.discount_reason.is_some().then(|| mark.clone());
            line.discount.iter_mut().for_each(|discount| discount.approval = Some(mark.clone()));
        };
        let beyond =
            |oversold: &mut Option<Box<sales::Oversold>>| oversold.iter_mut().for_each(|oversold| oversold.approval = Some(mark.clone()));
        match self {
            Event::SaleRecorded(event) => {
                beyond(&mut event.oversold);
                event.lines.iter_mut().for_each(discounted);
                event.exemption.iter_mut().for_each(|exemption| exemption.approval = Some(mark.clone()));
            }
            Event::OrderPlaced(event) => {
                beyond(&mut event.oversold);
                event.items.iter_mut().for_each(|item| discounted(&mut item.line));
            }
            Event::ItemAdded(event) => {
                beyond(&mut event.oversold);
                discounted(&mut event.item.line);
                event.approval = Some(mark.clone());
            }
            Event::OrderChanged(event) => event.approval = Some(mark.clone()),
            Event::CreditGiven(event) => {
                beyond(&mut event.oversold);
                discounted(&mut event.credit.line);
                event.credit.exemption.iter_mut().for_each(|exemption| exemption.approval = Some(mark.clone()));
                event.over_limit.iter_mut().for_each(|over| over.approval = Some(mark.clone()));
            }
            Event::ServiceChargeSet(event) => event.approval = Some(mark.clone()),
            Event::OrderRepriced(event) => event.mark_approved(mark),
            Event::OrderExempted(event) => event.approval = Some(mark.clone()),
            Event::SaleVoided(event) => event.approval = Some(mark.clone()),
            Event::SaleRefunded(event) => {
                event.sale.refund.iter_mut().for_each(|refund| refund.approval = Some(mark.clone()));
            }
            Event::ItemsMoved(event) => event.approval = Some(mark.clone()),
            Event::OrdersMerged(event) => event.approval = Some(mark.clone()),
            Event::OrderVoided(event) => event.approval = Some(mark.clone()),
            Event::PaymentRefunded(event) => event.approval = Some(mark.clone()),
            Event::PaymentCorrected(event) => event.approval = Some(mark.clone()),
            Event::OrderWalkedOut(event) => event.approval = Some(mark.clone()),
            Event::OrderAttached(event) => event.approval = Some(mark.clone()),
            Event::WalkOutRecovered(event) => event.approval = Some(mark.clone()),
            Event::ItemRemoved(event) => event.approval = Some(mark.clone()),
            Event::ItemChanged(event) => event.approval = Some(mark.clone()),
            Event::OrderMoved(event) => event.approval = Some(mark.clone()),
            Event::PrintQueued(event) => event.approval = Some(mark.clone()),
            Event::CashMoved(event) => event.movements.iter_mut().for_each(|movement| movement.approval = Some(mark.clone())),
            Event::ShiftClosed(event) => event.approval = Some(mark.clone()),
            needs_none!() => {}
        }
    }

    /// The approval that its records were made with.
    pub(in crate::engine) fn approval(&self) -> Option<&Approved> {
        match self {
            Event::SaleRecorded(event) => {
                let of_lines = event.lines.iter().find_map(sales::SaleLine::any_approval);
                of_lines.or_else(|| event.exemption.as_ref()?.approval.as_ref()).or_else(|| event.oversold.as_ref()?.approval.as_ref())
            }
            Event::OrderPlaced(event) => {
                let of_items = event.items.iter().find_map(|item| item.line.approval.as_ref());
                of_items.or_else(|| event.oversold.as_ref()?.approval.as_ref())
            }
            Event::ItemAdded(event) => event.approval.as_ref().or(event.item.line.approval.as_ref()),
            Event::OrderChanged(event) => event.approval.as_ref(),
            Event::CreditGiven(event) => {
                let of_line = event.credit.line.approval.as_ref();
                let of_exemption = || event.credit.exemption.as_ref()?.approval.as_ref();
                let of_goods = || event.oversold.as_ref()?.approval.as_ref();
                of_line.or_else(of_exemption).or_else(of_goods).or_else(|| event.over_limit.as_ref()?.approval.as_ref())
            }
            Event::ServiceChargeSet(event) => event.approval.as_ref(),
            Event::OrderRepriced(event) => event.approval.as_ref(),
            Event::OrderExempted(event) => event.approval.as_ref(),
            Event::SaleVoided(event) => event.approval.as_ref(),
            Event::SaleRefunded(event) => event.refund()?.approval.as_ref(),
            Event::ItemsMoved(event) => event.approval.as_ref(),
            Event::OrdersMerged(event) => event.approval.as_ref(),
            Event::OrderVoided(event) => event.approval.as_ref(),
            Event::PaymentRefunded(event) => event.approval.as_ref(),
            Event::PaymentCorrected(event) => event.approval.as_ref(),
            Event::OrderWalkedOut(event) => event.approval.as_ref(),
            Event::OrderAttached(event) => event.approval.as_ref(),
            Event::WalkOutRecovered(event) => event.approval.as_ref(),
            Event::ItemRemoved(event) => event.approval.as_ref(),
            Event::ItemChanged(event) => event.approval.as_ref(),
            Event::OrderMoved(event) => event.approval.as_ref(),
            Event::PrintQueued(event) => event.approval.as_ref(),
            Event::CashMoved(event) => event.movements.iter().find_map(|movement| movement.approval.as_ref()),
            Event::ShiftClosed(event) => event.approval.as_ref(),
            needs_none!() => None,
        }
    }
}
