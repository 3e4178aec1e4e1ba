//! The price assistant: what prices come to when the percent that they contain changes.

use crate::catalog::Product;
use crate::tax::{Percent, TaxMode, TaxSettings};
use base::{BusinessDay, CurrencyCode, Lrd, Usd};

/// To which step a price is rounded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rounding {
    /// The next one that is not below it.
    Up,
    /// The nearest one; from the middle, the one above.
    Nearest,
}

impl Rounding {
    /// Parses the name in the API; `None` for any other word.
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "up" => Some(Rounding::Up),
            "nearest" => Some(Rounding::Nearest),
            _ => None,
        }
    }

    /// `numerator` ÷ `denominator`, rounded to a multiple of `step`; one step at least, because nothing becomes free.
    fn to_step(self, numerator: i128, denominator: i128, step: i128) -> i128 {
        let whole = (denominator * step).max(1);
        let steps = match self {
            Rounding::Up => (numerator + whole - 1) / whole,
            Rounding::Nearest => (2 * numerator + whole) / (2 * whole),
        };
        steps.max(1) * step
    }
}

/// What a price comes to. Amounts are minor units of its currency.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AssistantRow {
    pub product_id: u64,
    pub product_name: String,
    pub currency: CurrencyCode,
    pub price: i64,
    /// What the bar has of the price until the change.
    pub net_before: i64,
    /// What the bar has of the same price afterwards.
    pub net_after: i64,
    /// The price that leaves the bar as much as before, rounded.
    pub suggested: i64,
}

/// A day on which rates change, and to what prices are rounded.
#[derive(Debug, Clone, Copy)]
pub struct ChangedRates<'a> {
    pub tax: &'a TaxSettings,
    pub from: BusinessDay,
    pub rounding: Rounding,
    /// See [`TaxSettings::usd_step`]; that of Liberian dollars is the cash step.
    pub lrd_step: Lrd,
}

/// The prices of `products`, which are those before the change, that contain another percent from its day on. None where the mode is
/// then another than included: prices that contain no tax stay.
pub fn assistant_rows(products: &[Product], change: ChangedRates<'_>) -> Vec<AssistantRow> {
    let ChangedRates { tax, from, .. } = change;
    if tax.mode_on(from) != TaxMode::Included {
        return Vec::new();
    }
    let mut rows = Vec::new();
    for product in products {
        let (before, after) = (contained(tax, product, from.plus(-1)), contained(tax, product, from));
        if before == after {
            continue;
        }
        let steps = [(CurrencyCode::Usd, tax.usd_step.as_minor()), (CurrencyCode::Lrd, change.lrd_step.as_minor())];
        let prices = [product.price_usd.map(Usd::as_minor), product.price_lrd.map(Lrd::as_minor)];
        for ((currency, step), price) in steps.into_iter().zip(prices) {
            let Some(price) = price.filter(|price| *price > 0) else { continue };
            let numerator = i128::from(price) * (whole() + hundredths(after));
            let suggested = change.rounding.to_step(numerator, whole() + hundredths(before), i128::from(step));
            rows.push(AssistantRow {
                product_id: product.id,
                product_name: product.name.clone(),
                currency,
                price,
                net_before: price - before.contained_in(price),
                net_after: price - after.contained_in(price),
                suggested: i64::try_from(suggested).unwrap_or(i64::MAX),
            });
        }
    }
    rows
}

/// The percent that a price of the product contains on a day.
fn contained(tax: &TaxSettings, product: &Product, day: BusinessDay) -> Percent {
    let class = tax.class(product.effective_tax_class(&tax.categories)).filter(|_| tax.mode_on(day) == TaxMode::Included);
    class.and_then(|class| class.percent_on(day)).unwrap_or(Percent::ZERO)
}

fn hundredths(percent: Percent) -> i128 {
    i128::from(percent.as_hundredths())
}

/// A hundred percent in hundredths.
fn whole() -> i128 {
    10_000
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_price_is_rounded_to_its_step() {
        for (price, step, up, nearest) in
            [(200, 25, 225, 200), (38_000, 500, 40_000, 39_500), (95_000, 500, 99_500, 99_000), (10, 25, 25, 25)]
        {
            let rounded = [Rounding::Up, Rounding::Nearest].map(|rounding| rounding.to_step(price * 118, 113, step));
            assert_eq!(rounded, [up, nearest], "{price}");
        }
        assert_eq!([Rounding::Up, Rounding::Nearest].map(|rounding| rounding.to_step(50, 1, 25)), [50, 50], "a multiple stays");
        assert_eq!(Rounding::Nearest.to_step(125, 2, 25), 75, "from the middle up");
    }
}
