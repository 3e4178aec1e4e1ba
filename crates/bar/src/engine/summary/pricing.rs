//! Audit log sentences about discounts and comps on orders.

use crate::orders::pricing::{OrderRepriced, Repricing};
use crate::reasons::in_words;
use crate::receipts::document::format_both;
use crate::sales::SaleLine;

/// `Order #12: 10 % off 5 × Club Beer, 1 × Rice, less by $1.50 / L$285: Regular guest`
pub(super) fn repriced(event: &OrderRepriced) -> String {
    let goods = event.subjects().map(|item| format!("{} × {}", item.line.quantity, item.line.product_name));
    let goods = goods.collect::<Vec<_>>().join(", ");
    let given = event.subjects().find_map(|item| item.line.discount.as_ref());
    let why = given.map(|given| format!(": {}", in_words(given.listed.as_ref(), &given.reason))).unwrap_or_default();
    let amount = format_both(if event.amount.usd.as_minor() < 0 { -event.amount } else { event.amount });
    let percent = given.and_then(|given| given.percent).map(|percent| percent.in_words());
    let what = match event.why {
        Repricing::Discount => format!("{} off {goods}, less by {amount}", percent.unwrap_or_else(|| "discount".to_owned())),
        Repricing::DiscountOff => return format!("Order #{}: discount taken off {goods}, more by {amount}", event.order_id),
        Repricing::Comp => format!("{goods} given free, less by {amount}"),
        Repricing::CompOff => return format!("Order #{}: {goods} no longer free, more by {amount}", event.order_id),
    };
    let end = event.sale.as_ref().map(|sale| format!(", paid in full, receipt {}", sale.receipt_number)).unwrap_or_default();
    format!("Order #{}: {what}{why}{end}", event.order_id)
}

/// ` (discount: Staff price)`: why a line costs less than its list price.
pub(super) fn why_lowered(line: &SaleLine) -> String {
    let of_price = line.discount_reason.as_ref().map(|reason| format!("discount: {}", in_words(line.discount_listed.as_ref(), reason)));
    let of_discount =
        line.discount.as_ref().filter(|discount| !discount.is_comp).map(|discount| {
            format!("{}: {}", discount.label().replacen('D', "d", 1), in_words(discount.listed.as_ref(), &discount.reason))
        });
    let reasons: Vec<String> = of_price.into_iter().chain(of_discount).collect();
    if reasons.is_empty() { String::new() } else { format!(" ({})", reasons.join("; ")) }
}
