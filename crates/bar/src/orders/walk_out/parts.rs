//! The paid and the unpaid part of an item, each as a line of its own.

use crate::orders::OrderItem;
use crate::payments::due;
use crate::sales::{SaleLine, StoredKind};
use base::decimal::divide_rounded;
use base::{CurrencyCode, Lrd, Price, Usd};

/// The parts of an item. Together they are the item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaymentParts {
    /// What payments cover, with their money; `None` for nothing.
    pub paid: Option<SaleLine>,
    /// What is owed, without money; `None` for nothing.
    pub owed: Option<SaleLine>,
}

/// Divides an item by what is paid for it: total, tax and discount in both currencies, pieces to the nearest whole one. Each part has at
/// least one piece; a single piece is on both, and the paid part stands for its goods.
pub fn parts_by_payment(item: &OrderItem) -> PaymentParts {
    let line = &item.sold_line();
    let gross = line.gross().minor_in(line.currency);
    let owed = due([&item.debt].into_iter()).minor_in(line.currency);
    if item.debt.is_settled() || owed == 0 {
        return PaymentParts { paid: Some(line.clone()), owed: None };
    }
    if owed >= gross {
        return PaymentParts { paid: None, owed: Some(SaleLine { allocations: Vec::new(), ..line.clone() }) };
    }
    let paid = part_of(line, gross - owed, gross);
    let rest = SaleLine {
        quantity: (line.quantity - paid.quantity).max(1),
        kind: if paid.quantity == line.quantity && line.is_product() { Some(StoredKind::RestOfPiece) } else { line.kind },
        total: line.total + -paid.total,
        tax: line.tax.as_ref().zip(paid.tax.as_ref()).map(|(all, paid)| Box::new(all.less(paid))),
        discount: line.discount.clone().zip(paid.discount.as_ref()).map(|(mut all, paid)| {
            all.amount += -paid.amount;
            all
        }),
        allocations: Vec::new(),
        ..line.clone().taking_between(paid.quantity, line.quantity)
    };
    PaymentParts { paid: Some(paid), owed: Some(rest) }
}

/// The part of a line that costs `cost` of `gross`, in minor units of its currency.
fn part_of(line: &SaleLine, cost: i64, gross: i64) -> SaleLine {
    let minor = |amount: i64| narrow(divide_rounded(i128::from(amount) * i128::from(cost), i128::from(gross)));
    let share = |price: Price| Price { usd: Usd::minor(minor(price.usd.as_minor())), lrd: Lrd::minor(minor(price.lrd.as_minor())) };
    let tax = line.tax.as_ref().map(|tax| Box::new(tax.take(share(tax.full())).0));
    // What comes on top is a part of the cost, so the total is the rest of it.
    let on_top = tax.as_ref().map_or(Price::ZERO, |tax| tax.gross(Price::ZERO)).minor_in(line.currency);
    let other = share(line.total);
    let total = match line.currency {
        CurrencyCode::Usd => Price { usd: Usd::minor(cost - on_top), ..other },
        CurrencyCode::Lrd => Price { lrd: Lrd::minor(cost - on_top), ..other },
    };
    let discount = line.discount.clone().map(|mut discount| {
        discount.amount = share(discount.amount);
        discount
    });
    let quantity = if line.quantity < 2 { line.quantity } else { minor(line.quantity).clamp(1, line.quantity - 1) };
    SaleLine { quantity, total, tax, discount, ..line.clone().taking_between(0, quantity) }
}

fn narrow(value: i128) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}
