//! Cuts an item in two: pieces that go to another order, and pieces that stay. What one has, the other has not.

use crate::orders::OrderItem;
use crate::sales::{LineDiscount, SaleLine, debt};
use base::{Decided, Lrd, Price, Usd, apportion};

impl OrderItem {
    /// Cuts off `quantity` pieces, fewer than the item has. Returns the part that goes, with `new_id` and without money, and the rest,
    /// which keeps the id. Discount, tax, exempted amounts and goods are divided by pieces with the largest remainder. The
    /// debt of the rest is still that of the whole item.
    ///
    /// # Errors
    /// 400 if a total is too large, which that of a part of a line never is.
    pub(in crate::orders) fn cut(&self, quantity: i64, new_id: u64) -> Decided<(OrderItem, OrderItem)> {
        let (part, rest) = cut_line(&self.line, quantity);
        let (takes, takes_left) = self.line.cut_takes(quantity, self.off_the_shelf());
        let part = SaleLine { order_item_id: Some(new_id), allocations: Vec::new(), takes, ..part };
        let part = OrderItem {
            id: new_id,
            debt: debt(&part)?,
            line: part,
            lowered_from: None,
            not_returned: None,
            part_of: Some(self.id),
            ..self.clone()
        };
        let lowered_from = self.lowered_from.map(|ordered| ordered - quantity);
        Ok((part, OrderItem { line: SaleLine { takes: takes_left, ..rest }, lowered_from, ..self.clone() }))
    }
}

/// A line as two lines: `quantity` pieces, and what is left.
fn cut_line(line: &SaleLine, quantity: i64) -> (SaleLine, SaleLine) {
    let all = line.quantity;
    let (tax, tax_left) = line.tax.as_ref().map(|tax| tax.cut(quantity, all)).unzip();
    let (discount, discount_left) = line.discount.as_ref().map(|discount| cut_discount(discount, quantity, all)).unzip();
    let with = |quantity, tax: Option<_>, discount: Option<LineDiscount>| {
        let (tax, discount) = (tax.map(Box::new), discount.map(Box::new));
        SaleLine { quantity, tax, discount, ..line.clone() }
    };
    let part = with(quantity, tax, discount);
    let less = part.discount.as_ref().map_or(Price::ZERO, |discount| discount.amount) + part.exempted();
    let full =
        Price { usd: times(line.unit.usd.as_minor(), quantity, Usd::minor), lrd: times(line.unit.lrd.as_minor(), quantity, Lrd::minor) };
    let total = full + -less;
    let rest = SaleLine { total: line.total + -total, ..with(all - quantity, tax_left, discount_left) };
    (SaleLine { total, ..part }, rest)
}

/// The price of a part is never more than that of the whole line, which was in range.
fn times<M>(unit: i64, quantity: i64, money: fn(i64) -> M) -> M {
    money(unit.saturating_mul(quantity))
}

fn cut_discount(discount: &LineDiscount, quantity: i64, all: i64) -> (LineDiscount, LineDiscount) {
    let part = |minor: i64| apportion(minor, &[quantity, all - quantity]).first().copied().unwrap_or_default();
    let Price { usd, lrd } = discount.amount;
    let amount = Price { usd: Usd::minor(part(usd.as_minor())), lrd: Lrd::minor(part(lrd.as_minor())) };
    (LineDiscount { amount, ..discount.clone() }, LineDiscount { amount: discount.amount + -amount, ..discount.clone() })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::catalog::Category;
    use crate::methods::PaymentMethod;
    use crate::tax::{LineTax, Percent, TaxKind, TaxMode, TaxPart};
    use base::{BusinessDay, CurrencyCode, Rate};

    fn price(usd: i64, lrd: i64) -> Price {
        Price { usd: Usd::minor(usd), lrd: Lrd::minor(lrd) }
    }

    /// An item at $2.00 / L$380 apiece, with a discount and a tax that its price contains.
    fn item(quantity: i64, discount: Price, tax: Price) -> OrderItem {
        let part = TaxPart { name: "GST".to_owned(), percent: Percent::parse("13.00").expect("a percent"), amount: tax };
        let day = BusinessDay::parse("2026-11-23").expect("a date");
        let tax =
            LineTax { mode: TaxMode::Included, class: "standard".to_owned(), kind: TaxKind::Taxed, day, parts: vec![part], exempt: false };
        let given = LineDiscount {
            amount: discount,
            percent: None,
            is_comp: false,
            reason: "Regulars".to_owned(),
            listed: None,
            user_id: 1,
            user_name: "musu".to_owned(),
            given_at: None,
            approval: None,
        };
        let line = SaleLine {
            id: 0,
            kind: None,
            product_id: 1,
            product_name: "Club Beer".to_owned(),
            brand: None,
            category: Category::Drinks,
            quantity,
            currency: CurrencyCode::Usd,
            unit: price(200, 38_000),
            total: price(200 * quantity, 38_000 * quantity) + -discount,
            discount: Some(Box::new(given)),
            tax: Some(Box::new(tax)),
            list: price(200, 38_000),
            discount_reason: None,
            discount_listed: None,
            approval: None,
            rate: Rate::parse("190").expect("legal"),
            method: PaymentMethod::default(),
            notes: None,
            order_id: Some(12),
            order_item_id: Some(31),
            credit_id: None,
            allocations: Vec::new(),
            takes: None,
            label: None,
        };
        OrderItem::new(31, debt(&line).expect("in range"), line)
    }

    fn figures(item: &OrderItem) -> (Price, Price, Price) {
        (item.line.total, item.line.discount.as_ref().expect("one").amount, item.line.tax_due())
    }

    #[test]
    fn two_of_five_take_their_share_of_discount_and_tax() {
        let whole = item(5, price(100, 19_000), price(104, 19_673));
        let (part, rest) = whole.cut(2, 40).expect("in range");
        assert_eq!(figures(&part), (price(360, 68_400), price(40, 7_600), price(42, 7_869)));
        assert_eq!(figures(&rest), (price(540, 102_600), price(60, 11_400), price(62, 11_804)));
        assert_eq!((part.id, part.part_of, part.line.order_item_id, rest.id), (40, Some(31), Some(40), 31));
    }

    #[test]
    fn what_was_taken_off_before_can_only_come_back_to_the_rest() {
        let lowered = OrderItem { lowered_from: Some(6), not_returned: Some(1), ..item(5, Price::ZERO, Price::ZERO) };
        let (part, rest) = lowered.cut(2, 40).expect("in range");
        assert_eq!((part.ordered(), part.not_returned), (2, None));
        assert_eq!((rest.line.quantity, rest.ordered(), rest.not_returned), (3, 4, Some(1)));
    }

    proptest! {
        #[test]
        fn parts_sum_to_the_item_however_often_it_is_cut(
            quantity in 2i64..40, cuts in proptest::collection::vec(1i64..8, 1..12), of in 0u8..=100, tax in 0i64..500
        ) {
            let discount = price(2 * quantity * i64::from(of), 380 * quantity * i64::from(of));
            let whole = item(quantity, discount, price(tax, tax * 190 + 7));
            let (mut rest, mut parts) = (whole.clone(), Vec::new());
            for pieces in cuts.into_iter().filter(|pieces| *pieces < quantity) {
                if pieces >= rest.line.quantity {
                    break;
                }
                let (part, left) = rest.cut(pieces, 40 + parts.len() as u64).expect("in range");
                parts.push(part);
                rest = left;
            }
            parts.push(rest);
            let sum = |of: fn(&OrderItem) -> Price| parts.iter().map(of).sum::<Price>();
            prop_assert_eq!(sum(|item| figures(item).0), whole.line.total);
            prop_assert_eq!(sum(|item| figures(item).1), discount);
            prop_assert_eq!(sum(|item| figures(item).2), whole.line.tax_due());
            prop_assert_eq!(parts.iter().map(|item| item.line.quantity).sum::<i64>(), quantity);
            for part in &parts {
                let full = part.line.unit.times(part.line.quantity).expect("in range");
                prop_assert_eq!(part.line.total, full + -figures(part).1, "the total of a part is unit price × pieces less the discount");
                prop_assert!(part.line.total.usd >= Usd::ZERO && part.line.total.lrd >= Lrd::ZERO);
            }
        }
    }
}
