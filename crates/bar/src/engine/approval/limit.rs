//! Approvals of what is put on a tab beyond its limit.

use super::subject::{Goods, Location, Subject};
use crate::approvals::SummaryLine;
use crate::credit::{CreditGiven, NewCredit, OrderAttached, OverLimit};
use crate::settings::ApprovalKind;
use base::Customer;
use store::{Stored, View};

/// Goods that one request gives on credit beyond the limit.
pub(super) fn given_over_limit(given: &[&CreditGiven]) -> Option<Subject> {
    let (over, customer) = given.iter().find_map(|given| Some((given.over_limit.as_ref()?, &given.credit.customer)))?;
    let credits: Vec<&NewCredit> = given.iter().map(|given| &given.credit).collect();
    Some(beyond(over, customer, Location::of_guest(Some(customer)), &credits))
}

/// An order that goes on a tab beyond the limit.
pub(super) fn attached_over_limit(view: &dyn View, attached: &OrderAttached) -> Stored<Option<Subject>> {
    let Some(over) = &attached.over_limit else { return Ok(None) };
    let location = Location::of_order(view, attached.order_id)?;
    Ok(Some(beyond(over, &attached.customer, location, &attached.credits.iter().collect::<Vec<_>>())))
}

fn beyond(over: &OverLimit, customer: &Customer, location: Location, credits: &[&NewCredit]) -> Subject {
    let phone = customer.phone.as_ref().map(|phone| format!(" ({phone})")).unwrap_or_default();
    let details = [
        SummaryLine::new("Tab of", format!("{}{phone}", customer.name)),
        SummaryLine::new("Limit", over.limit.display()),
        SummaryLine::new("Due before", over.due.display()),
        SummaryLine::new("Due with it", over.due_after.display()),
    ];
    Subject {
        kind: ApprovalKind::OverLimit,
        verb: "Put on a tab beyond its limit:",
        goods: credits.iter().map(|credit| Goods::of(&credit.line)).collect(),
        location,
        reason: None,
        amount: Some(credits.iter().map(|credit| credit.line.gross()).sum()),
        details: details.into(),
    }
}
