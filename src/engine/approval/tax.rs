//! Approvals of waived service charges and of tax exemptions.

use super::subject::{Place, Subject, listed};
use crate::approvals::SummaryLine;
use crate::base::Price;
use crate::engine::Event;
use crate::orders::{self, OrderExempted, ServiceChargeSet, ServiceState};
use crate::settings::ApprovalKind;
use crate::store::{Stored, View};
use crate::tax::TaxExemption;

/// What `events` need an approval for because they waive a service charge or the tax.
pub(super) fn waiver(view: &dyn View, events: &[Event]) -> Stored<Option<Subject>> {
    let (mut counter, mut untaxed) = (None, Price::ZERO);
    for event in events {
        match event {
            Event::ServiceChargeSet(set) => return service_charge(view, set),
            Event::OrderExempted(exempted) => return exemption(view, exempted).map(Some),
            Event::SaleRecorded(sale) => {
                counter = counter.or_else(|| sale.exemption.clone().map(|exemption| (exemption, sale.customer.clone())));
                untaxed += sale.lines.iter().filter_map(|line| line.tax.as_ref()).filter(|tax| tax.exempt).map(|tax| tax.full()).sum();
            }
            Event::CreditGiven(given) => {
                let credit = &given.credit;
                counter = counter.or_else(|| credit.exemption.clone().map(|exemption| (exemption, Some(credit.customer.clone()))));
                untaxed += credit.line.tax.iter().filter(|tax| tax.exempt).map(|tax| tax.full()).sum();
            }
            _ => {}
        }
    }
    Ok(counter.map(|(exemption, customer)| {
        let place = Place::of_guest(customer.map(|customer| customer.name));
        exempt_subject("Sell without tax", place, untaxed, &exemption)
    }))
}

/// `None` for a charge that is added, which anybody may.
fn service_charge(view: &dyn View, set: &ServiceChargeSet) -> Stored<Option<Subject>> {
    let waived = set.service.charge.as_ref().filter(|charge| charge.state == ServiceState::Waived);
    let (Some(waived), Some(order)) = (waived, orders::order(view, set.order_id)?) else { return Ok(None) };
    Ok(Some(Subject {
        kind: ApprovalKind::ServiceCharge,
        verb: "Waive the service charge",
        goods: Vec::new(),
        place: Place::new(view, &order)?,
        reason: listed(waived.listed.as_ref(), waived.reason.as_ref()),
        amount: Some(order.service_lines.iter().map(|line| line.line.gross()).sum()),
        details: Vec::new(),
    }))
}

fn exemption(view: &dyn View, exempted: &OrderExempted) -> Stored<Subject> {
    let order = orders::order(view, exempted.order_id)?;
    let before: Price = order.iter().flat_map(|order| order.items.iter()).map(|item| item.line.tax_due()).sum();
    let place = Place::of_order(view, exempted.order_id)?;
    let was = order.and_then(|order| order.exemption).map(|exemption| exemption.of);
    Ok(match (&exempted.exemption, was) {
        (Some(exemption), _) => exempt_subject("Sell without tax", place, before, &exemption.of),
        (None, was) => {
            let details = was.iter().flat_map(details_of).collect();
            let (kind, verb) = (ApprovalKind::TaxExemption, "Remove the tax exemption");
            Subject { kind, verb, goods: Vec::new(), place, reason: None, amount: None, details }
        }
    })
}

fn exempt_subject(verb: &'static str, place: Place, untaxed: Price, exemption: &TaxExemption) -> Subject {
    Subject {
        kind: ApprovalKind::TaxExemption,
        verb,
        goods: Vec::new(),
        place,
        reason: Some(exemption.in_words()),
        amount: Some(untaxed),
        details: details_of(exemption).into(),
    }
}

fn details_of(exemption: &TaxExemption) -> [SummaryLine; 2] {
    [SummaryLine::new("Name", &*exemption.name), SummaryLine::new("Document", &*exemption.document_number)]
}
