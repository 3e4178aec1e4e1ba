//! Lines as papers and screens list them: equal ones are one, and a discount on several of them stands once, below all.

use super::{DiscountGrantKey, Item};
use crate::sales::LineKind;
use base::Cash;

/// A discount on several lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SharedDiscount {
    /// `Discount 10 %`.
    pub label: String,
    /// What it takes off all of them, each in its own currency.
    pub amount: Cash,
}

impl SharedDiscount {
    /// What it takes off: `-$1.00 -L$95`; positive on a refund.
    pub fn display(&self) -> String {
        let usd = (!self.amount.usd.is_zero()).then(|| (-self.amount.usd).display());
        let lrd = (!self.amount.lrd.is_zero()).then(|| (-self.amount.lrd).display());
        usd.into_iter().chain(lrd).collect::<Vec<_>>().join(" ")
    }
}

/// The lines of a paper, and the discounts on several of them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ListedLines {
    pub items: Vec<Item>,
    pub discounts: Vec<SharedDiscount>,
}

impl ListedLines {
    /// Joins equal lines, and takes a discount on several lines out of them.
    pub fn of(lines: impl Iterator<Item = Item>) -> Self {
        let mut items: Vec<Item> = Vec::new();
        for line in lines {
            match items.iter_mut().find(|item| is_equal(item, &line)) {
                Some(item) => item.join(line),
                None => items.push(line),
            }
        }
        let discounts = share_discounts(&mut items);
        ListedLines { items, discounts }
    }
}

/// Whether two lines are the same goods at the same price, so that they can stand as one. A line of money alone stands for itself.
fn is_equal(one: &Item, other: &Item) -> bool {
    let discount = |item: &Item| item.discount.as_ref().map(|discount| (discount.label.clone(), discount.act));
    one.kind == LineKind::Product
        && one.quantity != 0
        && other.quantity != 0
        && one.kind == other.kind
        && (&one.name, &one.brand, one.unit, one.currency, one.list) == (&other.name, &other.brand, other.unit, other.currency, other.list)
        && one.label == other.label
        && one.voided() == other.voided()
        && discount(one) == discount(other)
}

/// Marks the discounts of acts that lowered several lines, and returns one for each act, in the order of its first line.
fn share_discounts(items: &mut [Item]) -> Vec<SharedDiscount> {
    let mut acts: Vec<(DiscountGrantKey, String, usize, Cash)> = Vec::new();
    for item in items.iter() {
        let Some((discount, act)) = item.discount.as_ref().and_then(|discount| Some((discount, discount.act?))) else { continue };
        let amount = discount.amount.charged_in(item.currency);
        match acts.iter_mut().find(|(key, label, ..)| *key == act && *label == discount.label) {
            Some((_, _, lines, sum)) => {
                *lines += 1;
                *sum += amount;
            }
            None => acts.push((act, discount.label.clone(), 1, amount)),
        }
    }
    acts.retain(|(_, _, lines, _)| *lines > 1);
    for discount in items.iter_mut().filter_map(|item| item.discount.as_mut()) {
        discount.is_shared = acts.iter().any(|(key, label, ..)| discount.act == Some(*key) && discount.label == *label);
    }
    acts.into_iter().map(|(_, label, _, amount)| SharedDiscount { label, amount }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::receipts::item::ItemDiscount;
    use base::{CurrencyCode, Lrd, Price, Timestamp, Usd};

    fn price(usd: i64) -> Price {
        Price { usd: Usd::minor(usd), lrd: Lrd::minor(usd * 190) }
    }

    fn beer(quantity: i64) -> Item {
        Item {
            kind: LineKind::Product,
            name: "Club Beer".to_owned(),
            brand: "Monrovia Breweries".to_owned(),
            quantity,
            unit: price(200),
            total: price(200 * quantity),
            currency: CurrencyCode::Usd,
            list: None,
            discount: None,
            voided_quantity: 0,
            voided_total: Price::ZERO,
            voided_gross: Price::ZERO,
            refunded_quantity: 0,
            refunded: Price::ZERO,
            label: None,
        }
    }

    fn less(item: Item, cents: i64, act: Option<DiscountGrantKey>) -> Item {
        let (label, amount) = ("Discount 10 %".to_owned(), price(cents));
        Item { total: item.total + -amount, discount: Some(ItemDiscount { label, amount, act, is_shared: false }), ..item }
    }

    fn rice() -> Item {
        Item { name: "Rice".to_owned(), currency: CurrencyCode::Lrd, unit: price(500), total: price(500), ..beer(1) }
    }

    #[test]
    fn a_round_after_another_is_one_line() {
        let listed = ListedLines::of((0..25).map(|_| beer(1)));
        assert_eq!(listed.items, [beer(25)]);
        let other_price = Item { unit: price(150), total: price(150), ..beer(1) };
        let void = Item { voided_quantity: 1, voided_total: price(200), voided_gross: price(200), ..beer(1) };
        let money = Item { quantity: 0, ..beer(0) };
        let lines = [beer(1), other_price.clone(), rice(), beer(2), void.clone(), money.clone(), money.clone()];
        assert_eq!(ListedLines::of(lines.into_iter()).items, [beer(3), other_price, rice(), void, money.clone(), money]);
    }

    #[test]
    fn a_part_that_was_voided_or_refunded_is_a_part_of_the_joined_line() {
        let part = Item {
            voided_quantity: 1,
            voided_total: price(200),
            voided_gross: price(200),
            refunded_quantity: 1,
            refunded: price(200),
            ..beer(3)
        };
        let joined = Item { quantity: 5, total: price(1000), ..part.clone() };
        assert_eq!(ListedLines::of([beer(2), part].into_iter()).items, [joined]);
    }

    #[test]
    fn a_discount_on_several_lines_stands_once() {
        let (act, later) = (Some((1, Timestamp::default())), Some((2, Timestamp::default())));
        let listed = ListedLines::of([less(beer(5), 100, act), less(rice(), 50, act), less(beer(1), 20, later)].into_iter());
        assert_eq!(
            listed.discounts,
            [SharedDiscount { label: "Discount 10 %".to_owned(), amount: Cash { usd: Usd::minor(100), lrd: Lrd::minor(9500) } }]
        );
        let shared: Vec<bool> = listed.items.iter().map(|item| item.discount.as_ref().is_some_and(|discount| discount.is_shared)).collect();
        assert_eq!(shared, [true, true, false]);
        let alone = ListedLines::of([less(beer(5), 100, act), rice()].into_iter());
        assert_eq!((alone.discounts.len(), alone.items.len()), (0, 2));
        // Two rounds of the same beer are one line, and then the discount is on one line.
        let rounds = ListedLines::of([less(beer(2), 40, act), less(beer(3), 60, act)].into_iter());
        assert_eq!(rounds, ListedLines { items: vec![less(beer(5), 100, act)], discounts: Vec::new() });
        // Without a moment it is not known whether these are one act.
        let unknown = ListedLines::of([less(beer(5), 100, None), less(rice(), 50, None)].into_iter());
        assert_eq!(unknown.discounts, []);
    }
}
