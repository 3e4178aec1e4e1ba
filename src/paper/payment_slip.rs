//! The slip about a payment: what was given, and what its order still owes.

use crate::orders::{self, Order};
use crate::paper::layout::payment_slip::PaymentSlip;
use crate::payments::{Payment, value_in_both};
use crate::printing::SlipOrder;
use crate::receipts::business;
use crate::receipts::document::{format_cash, format_in};
use crate::sales;
use crate::seating;
use crate::settings::Settings;
use base::{Cash, CurrencyCode, Lrd, Price, Usd};
use store::{Stored, View};

/// The slip; `None` for an unknown payment.
pub(super) fn page(view: &dyn View, payment_id: u64, order: Option<&SlipOrder>, settings: &Settings) -> Stored<Option<PaymentSlip>> {
    let Some(row) = sales::payment(view, payment_id)? else { return Ok(None) };
    let payment = &row.payment;
    let (date, time) = settings.bar_time().on_paper(row.at);
    let kept = if payment.refund { -payment.kept() } else { payment.kept() };
    let currency = if kept.lrd.is_zero() { CurrencyCode::Usd } else { CurrencyCode::Lrd };
    let mut rows = vec![(if payment.refund { "Paid back" } else { "Paid" }.to_owned(), paid(kept, payment))];
    if !payment.refund {
        let given = payment.tendered();
        rows.extend((given != kept).then(|| ("Given".to_owned(), format_cash(given))));
        rows.extend(amount("Tip", payment.tip_amount()));
        rows.extend(amount("Change", payment.change));
    }
    if let Some(SlipOrder { total, still_to_pay }) = order {
        rows.push(("Order total".to_owned(), format_in(*total, currency)));
        rows.push(("Still to pay".to_owned(), format_in(*still_to_pay, currency)));
    }
    rows.push(("Rate".to_owned(), format!("1 USD = {} LRD", payment.rate)));
    let of_order = match payment.order_id {
        Some(id) => orders::order(view, id)?,
        None => None,
    };
    Ok(Some(PaymentSlip {
        title: if payment.refund { "PAYMENT GIVEN BACK" } else { "PART PAYMENT" },
        business: business(settings),
        at: format!("{date}, {time}"),
        method: settings.method_name(&payment.method),
        place: place(view, of_order.as_ref(), payment)?,
        split: match &of_order {
            Some(order) => orders::split_place(view, order)?,
            None => None,
        },
        payment: format!("P-{}", payment.id),
        part: payment.share.map(|share| format!("Part {} of {}", share.part, share.of)).unwrap_or_default(),
        rows,
    }))
}

/// What was kept; in Liberian dollars where change was given in another currency than what was handed over.
fn paid(kept: Cash, payment: &Payment) -> String {
    let Price { lrd, .. } = value_in_both(kept, payment.rate);
    if kept.usd < Usd::ZERO || kept.lrd < Lrd::ZERO { lrd.display() } else { format_cash(kept) }
}

fn amount(label: &str, amount: Cash) -> Option<(String, String)> {
    (amount != Cash::ZERO).then(|| (label.to_owned(), format_cash(amount)))
}

/// `Table 4 - Musu`
fn place(view: &dyn View, order: Option<&Order>, payment: &Payment) -> Stored<String> {
    let table = seating::label_of(view, order.and_then(|order| order.table_id))?.map(|table| table.to_string());
    let customer = order.map(|order| &order.customer).or(payment.customer.as_ref()).map(|customer| customer.name.clone());
    Ok(table.into_iter().chain(customer).collect::<Vec<_>>().join(" - "))
}
