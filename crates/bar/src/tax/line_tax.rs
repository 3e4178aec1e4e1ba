//! The frozen tax of a line: mode, class, rate and amounts of the moment at which it was ordered.
//!
//! Amounts are computed once, when a line is ordered or its quantity changes. A part of a line gets its share of them and is never
//! recomputed, so that the parts sum to the line.

use serde::{Deserialize, Serialize};

use super::{Percent, TaxKind, TaxMode};
use base::{BusinessDay, Lrd, Price, Usd, apportion};

/// One tax on a line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaxPart {
    /// Such as `GST`.
    pub name: String,
    pub percent: Percent,
    /// In each currency for itself.
    pub amount: Price,
}

/// The tax of a line, as it was when the line was ordered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineTax {
    /// Never [`TaxMode::Off`].
    pub mode: TaxMode,
    /// The class's id.
    pub class: String,
    /// The class's kind at that moment.
    pub kind: TaxKind,
    /// The day that decided the rate.
    pub day: BusinessDay,
    /// The parts of the rate; none for a line that is not taxed.
    pub parts: Vec<TaxPart>,
    /// Whether the customer is exempt: then the amounts of `parts` are not due.
    pub exempt: bool,
}

impl LineTax {
    /// The same tax on a line that comes to `total`: unit price × quantity less discount, with the tax that it contains.
    #[must_use]
    pub fn on(&self, total: Price) -> Self {
        let percent = self.percent();
        let tax = |minor: i64| if self.mode == TaxMode::Added { percent.of(minor) } else { percent.contained_in(minor) };
        self.with_amounts(Price { usd: Usd::minor(tax(total.usd.as_minor())), lrd: Lrd::minor(tax(total.lrd.as_minor())) })
    }

    /// The same tax with `tax` as the sum of its parts, which share it by their percents.
    fn with_amounts(&self, tax: Price) -> Self {
        let percents: Vec<i64> = self.parts.iter().map(|part| i64::from(part.percent.as_hundredths())).collect();
        self.divided(tax, &percents, &percents)
    }

    fn divided(&self, tax: Price, usd_weights: &[i64], lrd_weights: &[i64]) -> Self {
        let usd = apportion(tax.usd.as_minor(), usd_weights);
        let lrd = apportion(tax.lrd.as_minor(), lrd_weights);
        let amounts = usd.into_iter().zip(lrd).map(|(usd, lrd)| Price { usd: Usd::minor(usd), lrd: Lrd::minor(lrd) });
        let parts = self.parts.iter().zip(amounts).map(|(part, amount)| TaxPart { amount, ..part.clone() });
        LineTax { parts: parts.collect(), ..self.clone() }
    }

    /// The sum of its percents.
    pub fn percent(&self) -> Percent {
        Percent::sum(self.parts.iter().map(|part| part.percent))
    }

    /// The same tax for a customer who is exempt or not. What is not taxed stays as it is.
    #[must_use]
    pub fn for_customer(&self, exempt: bool) -> Self {
        LineTax { exempt: exempt && self.kind == TaxKind::Taxed, ..self.clone() }
    }

    /// The percent that is due: zero for a line of an exempt customer.
    pub fn percent_due(&self) -> Percent {
        if self.exempt { Percent::ZERO } else { self.percent() }
    }

    /// The kind under which the line counts.
    pub fn kind(&self) -> TaxKind {
        if self.exempt { TaxKind::Exempt } else { self.kind }
    }

    /// What stands on paper: `GST 13 %`, `Exempt`.
    pub fn label(&self) -> String {
        self.kind().label(self.parts.iter().map(|part| (part.name.as_str(), part.percent)))
    }

    /// The tax that is due, in each currency.
    pub fn due(&self) -> Price {
        if self.exempt { Price::ZERO } else { self.full() }
    }

    /// What a line that comes to `total` is without its tax.
    pub fn net(&self, total: Price) -> Price {
        if self.mode == TaxMode::Included { total + -self.due() } else { total }
    }

    /// What is owed for a line that comes to `total`.
    pub fn gross(&self, total: Price) -> Price {
        if self.mode == TaxMode::Added { total + self.due() } else { total }
    }

    /// The tax that the price contained and that an exempt customer does not pay, in each currency.
    pub fn exempted(&self) -> Price {
        if self.exempt && self.mode == TaxMode::Included { self.full() } else { Price::ZERO }
    }

    /// The sum of the amounts of all parts, due or not.
    pub fn full(&self) -> Price {
        self.parts.iter().map(|part| part.amount).sum()
    }

    /// The amount of each part, due or not.
    pub fn amounts(&self) -> Vec<Price> {
        self.parts.iter().map(|part| part.amount).collect()
    }

    /// The same tax with these amounts of its parts; zero for those that are missing.
    #[must_use]
    pub fn with(&self, amounts: &[Price]) -> Self {
        let amounts = amounts.iter().copied().chain(std::iter::repeat(Price::ZERO));
        let parts = self.parts.iter().zip(amounts).map(|(part, amount)| TaxPart { amount, ..part.clone() });
        LineTax { parts: parts.collect(), ..self.clone() }
    }

    /// Cuts off `pieces` of `all` pieces that the line has. Both parts sum to the line: its tax is divided by pieces with the largest
    /// remainder in each currency, and each part's share of it by what the line has of that part.
    #[must_use]
    pub fn cut(&self, pieces: i64, all: i64) -> (Self, Self) {
        let pieces = pieces.clamp(0, all.max(0));
        let first = |minor: i64| apportion(minor, &[pieces, all.max(0) - pieces]).first().copied().unwrap_or_default();
        let full = self.full();
        self.take(Price { usd: Usd::minor(first(full.usd.as_minor())), lrd: Lrd::minor(first(full.lrd.as_minor())) })
    }

    /// Takes `tax` out of it. Returns what was taken, and what is left.
    #[must_use]
    pub fn take(&self, tax: Price) -> (Self, Self) {
        let minors = |of: fn(&Price) -> i64| self.parts.iter().map(|part| of(&part.amount)).collect::<Vec<_>>();
        let taken = self.divided(tax, &minors(|price| price.usd.as_minor()), &minors(|price| price.lrd.as_minor()));
        let left = self.less(&taken);
        (taken, left)
    }

    /// What is left of it without `part`, which was cut off it.
    #[must_use]
    pub fn less(&self, part: &LineTax) -> Self {
        let parts = self.parts.iter().zip(&part.parts);
        let parts = parts.map(|(whole, part)| TaxPart { amount: whole.amount + -part.amount, ..whole.clone() });
        LineTax { parts: parts.collect(), ..self.clone() }
    }
}

#[cfg(test)]
#[path = "line_tax_tests.rs"]
mod tests;
