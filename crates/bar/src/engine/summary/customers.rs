//! Audit log sentences about customers of tabs.

use super::line_name;
use super::sales::beyond_stock;
use crate::credit::{CreditGiven, CustomerChanged, OldDebtAdded, OverLimit};
use crate::receipts::document::format_in;
use base::{Customer, Usd};

/// `Customer Emanuel Toe renamed to Emmanuel Toe; limit $150.00 instead of $1,000.00`
pub(super) fn changed(event: &CustomerChanged) -> String {
    let limit = match event.limit == event.limit_before {
        true => String::new(),
        false => format!("; limit {} instead of {}", in_words(event.limit), in_words(event.limit_before)),
    };
    match event.before == event.customer {
        true => format!("Customer {}{limit}", named(&event.customer)),
        false => format!("Customer {} renamed to {}{limit}", named(&event.before), named(&event.customer)),
    }
}

/// `2 × Club Beer given to Musu Kpadeh on credit`
pub(super) fn given(event: &CreditGiven) -> String {
    let (beyond_stock, beyond_limit) = (beyond_stock(event.oversold.as_deref()), beyond(event.over_limit.as_ref()));
    format!("{} given to {} on credit{beyond_stock}{beyond_limit}", line_name(&event.credit.line), event.credit.customer.name)
}

/// `Old debt of $25.00 since 2026-10-01 put on the tab of Musu Kpadeh`
pub(super) fn old_debt(event: &OldDebtAdded) -> String {
    let credit = &event.credit;
    let since = credit.since.map(|since| format!(" since {}", since.day)).unwrap_or_default();
    let amount = format_in(credit.line.total, credit.line.currency);
    format!("Old debt of {amount}{since} put on the tab of {}{}", credit.customer.name, beyond(event.over_limit.as_ref()))
}

/// `, beyond the limit of $1,000.00`
pub(super) fn beyond(over: Option<&OverLimit>) -> String {
    over.map(|over| format!(", beyond the limit of {}", over.limit.display())).unwrap_or_default()
}

/// `Musu Kpadeh (0770 551240)`
pub(super) fn named(customer: &Customer) -> String {
    let phone = customer.phone.as_ref().map(|phone| format!(" ({phone})")).unwrap_or_default();
    format!("{}{phone}", customer.name)
}

fn in_words(limit: Option<Usd>) -> String {
    limit.map_or_else(|| "none".to_owned(), Usd::display)
}
