//! Sentences about sales, voids and refunds.

use super::{line_name, method_name, named_lines, payment_summary, refunded};
use crate::payments::Payment;
use crate::reasons;
use crate::receipts::document::format_cash;
use crate::sales::{self, Oversold, SaleLine, SaleRecorded, SaleRefunded, SaleVoided};
use base::Cash;
use store::{Stored, View};

pub(super) fn sale(view: &dyn View, event: &SaleRecorded) -> Stored<String> {
    let sold = named_lines(event.lines.iter());
    let customer = event.customer.as_ref().map(|customer| format!(" to {}", customer.name)).unwrap_or_default();
    let charged = format_cash(event.lines.iter().map(SaleLine::gross_charged).sum());
    let paid = match event.payment().filter(|payment| !payment.assumed) {
        Some(payment) => format!(": {}", payment_summary(view, &payment)?),
        None => String::new(),
    };
    let method = method_name(view, &event.method)?;
    let beyond = beyond_stock(event.oversold.as_deref());
    Ok(format!("Sold {sold}{customer} for {charged}, {method}, receipt {}{paid}{beyond}", event.receipt_number))
}

/// `, beyond the stock: 2 × Club Beer`
pub(super) fn beyond_stock(oversold: Option<&Oversold>) -> String {
    let Some(oversold) = oversold else { return String::new() };
    let goods: Vec<String> = oversold.goods.iter().map(sales::OversoldGoods::named).collect();
    format!(", beyond the stock: {}", goods.join(", "))
}

/// `Voided 2 × Club Beer of receipt R-20261121-0001, L$760 given back: wrong drink`
pub(super) fn voided(view: &dyn View, event: &SaleVoided) -> Stored<String> {
    let line = sales::recorded_line(view, event.sale_id)?.map(|sale| sale.line);
    let line = line.map(|line| event.part.as_ref().map_or_else(|| line.clone(), |part| line.limited_to(part)));
    let what = line.as_ref().map_or_else(|| "a line".to_owned(), line_name);
    let shelf = if event.returns_stock { "" } else { ", not returned to stock" };
    // A refund of the line's own amount is not mentioned.
    let refunds = &event.refunds;
    let sum: Cash = refunds.iter().map(Payment::tendered).sum();
    let own = line.map(|line| -line.gross_charged());
    let back = if refunds.len() <= 1 && own == Some(sum) { String::new() } else { refunded(view, refunds)? };
    let why = reasons::in_words(event.listed_reason.as_ref(), &event.reason);
    Ok(format!("Voided {what} of receipt {}{back}{shelf}: {why}", event.receipt_number))
}

/// `Refunded 2 × Club Beer, $1.00 of Rice of receipt R-20261121-0001, L$760 given back, receipt R-20261122-0003: flat`
pub(super) fn refund(view: &dyn View, event: &SaleRefunded) -> Stored<String> {
    let Some(refund) = event.refund() else { return Ok(format!("Receipt {}", event.sale.receipt_number)) };
    let goods = |line: &SaleLine| match -line.quantity {
        0 => format!("{} of {}", format_cash(-line.gross_charged()), line.product_name),
        pieces => format!("{pieces} × {}", line.product_name),
    };
    let lines: Vec<String> = event.sale.lines.iter().map(goods).collect();
    let back = refunded(view, &event.payments)?;
    let shelf = if refund.returns_stock { ", returned to stock" } else { "" };
    let why = reasons::in_words(refund.reason.listed.as_ref(), &refund.reason.text);
    Ok(format!("Refunded {} of receipt {}{back}{shelf}, receipt {}: {why}", lines.join(", "), refund.of, event.sale.receipt_number))
}
