//! Tax classes with their dated rates.

use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};
use utoipa::ToSchema;

use super::Percent;
use base::BusinessDay;

/// How goods of a class are taxed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[derive(EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum TaxKind {
    /// At a rate that depends on the day.
    Taxed,
    /// At 0 %, and reported so.
    Zero,
    /// Not taxed, and reported apart.
    Exempt,
    /// Not part of the business that is taxed, such as the deposit on a bottle.
    Outside,
}

base::words!(TaxKind);

impl TaxKind {
    /// What stands on paper for a line of this kind: its `parts` for a taxed one, else the kind.
    pub fn label<'a>(self, parts: impl Iterator<Item = (&'a str, Percent)>) -> String {
        match self {
            TaxKind::Taxed => parts.map(|(name, percent)| format!("{name} {}", percent.in_words())).collect::<Vec<_>>().join(" + "),
            TaxKind::Zero => "Zero-rated".to_owned(),
            TaxKind::Exempt => "Exempt".to_owned(),
            TaxKind::Outside => "Outside tax".to_owned(),
        }
    }
}

/// A part of a rate: one tax of several that are levied on the same amount.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RatePart {
    /// Such as `GST`.
    pub name: String,
    pub percent: Percent,
}

/// The rate of a class from a day on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DatedRate {
    /// The first business day; `None`: always.
    pub from: Option<BusinessDay>,
    /// One or more, not compounded.
    pub parts: Vec<RatePart>,
}

impl DatedRate {
    /// The sum of its parts.
    pub fn percent(&self) -> Percent {
        Percent::sum(self.parts.iter().map(|part| part.percent))
    }

    /// Such as `GST 13 % + Levy 1 %`.
    pub fn label(&self) -> String {
        TaxKind::Taxed.label(self.parts.iter().map(|part| (part.name.as_str(), part.percent)))
    }
}

/// A tax class.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaxClass {
    /// Never changes.
    pub id: String,
    pub name: String,
    pub kind: TaxKind,
    /// Whether it can be chosen.
    pub active: bool,
    /// Of a taxed class; by `from`, the earliest first, and none twice.
    pub rates: Vec<DatedRate>,
}

impl TaxClass {
    /// The rate of a day: of the entries that have begun, the one that began last. `None` where none has begun.
    pub fn rate_on(&self, day: BusinessDay) -> Option<&DatedRate> {
        self.rates.iter().filter(|rate| rate.from.is_none_or(|from| from <= day)).max_by_key(|rate| rate.from)
    }

    /// The rate that a line gets. A clock that is years behind must not stop the bar: before its first rate a class has that one.
    pub fn rate_for_line(&self, day: BusinessDay) -> Option<&DatedRate> {
        self.rate_on(day).or_else(|| self.rates.iter().min_by_key(|rate| rate.from))
    }

    /// What its goods are called on paper on a day; `None` for a taxed class without a rate on it.
    pub fn label_on(&self, day: BusinessDay) -> Option<String> {
        match self.kind {
            TaxKind::Taxed => self.rate_on(day).map(DatedRate::label),
            kind => Some(kind.label(std::iter::empty())),
        }
    }

    /// Its percent on a day: zero unless it is taxed; `None` for a taxed class without a rate on it.
    pub fn percent_on(&self, day: BusinessDay) -> Option<Percent> {
        match self.kind {
            TaxKind::Taxed => self.rate_on(day).map(DatedRate::percent),
            _ => Some(Percent::ZERO),
        }
    }
}

/// Id of the class that everything has in a new bar.
pub const STANDARD: &str = "standard";

/// The classes of a new bar. None has a rate: those are for the bar's accountant to say.
pub fn first_classes() -> Vec<TaxClass> {
    let class = |id: &str, name: &str, kind, active| TaxClass { id: id.to_owned(), name: name.to_owned(), kind, active, rates: Vec::new() };
    vec![
        class(STANDARD, "Standard", TaxKind::Taxed, true),
        class("reduced", "Reduced", TaxKind::Taxed, false),
        class("zero", "Zero-rated", TaxKind::Zero, true),
        class("exempt", "Exempt", TaxKind::Exempt, true),
        class("outside", "Outside tax", TaxKind::Outside, true),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> BusinessDay {
        BusinessDay::parse(text).expect("a day")
    }

    fn part(name: &str, percent: &str) -> RatePart {
        RatePart { name: name.to_owned(), percent: Percent::parse(percent).expect("a percent") }
    }

    #[test]
    fn the_rate_of_a_day_is_the_one_that_began_last() {
        let rates = vec![
            DatedRate { from: None, parts: vec![part("GST", "13")] },
            DatedRate { from: Some(day("2027-01-01")), parts: vec![part("VAT", "18")] },
            DatedRate { from: Some(day("2028-01-01")), parts: vec![part("VAT", "12.5"), part("Levy", "1.00")] },
        ];
        let class = TaxClass { rates, ..first_classes().remove(0) };
        for (on, label, percent) in [
            ("2026-12-31", "GST 13 %", "13.00"),
            ("2027-01-01", "VAT 18 %", "18.00"),
            ("2027-12-31", "VAT 18 %", "18.00"),
            ("2028-06-01", "VAT 12.5 % + Levy 1 %", "13.50"),
        ] {
            assert_eq!(class.label_on(day(on)).as_deref(), Some(label));
            assert_eq!(class.percent_on(day(on)).map(|percent| percent.to_string()).as_deref(), Some(percent));
        }
    }

    #[test]
    fn before_its_first_rate_a_class_has_none_but_a_line_gets_one() {
        let rates = vec![DatedRate { from: Some(day("2027-01-01")), parts: vec![part("VAT", "18")] }];
        let class = TaxClass { rates, ..first_classes().remove(0) };
        assert_eq!((class.rate_on(day("2026-12-31")), class.label_on(day("1970-01-01"))), (None, None));
        assert_eq!(class.rate_for_line(day("1970-01-01")).map(DatedRate::label).as_deref(), Some("VAT 18 %"));
        assert_eq!(first_classes()[2].label_on(day("2026-12-31")).as_deref(), Some("Zero-rated"));
    }
}
