//! What freezes the tax of a line: the settings, and the days of the moment at which it is ordered.

use super::{LineTax, Percent, TaxClass, TaxKind, TaxMode, TaxPart, TaxSettings};
use base::{BarTime, BusinessDay, Lrd, Price, Timestamp, Usd};

/// The tax of lines that are ordered now.
#[derive(Debug, Clone, Copy)]
pub struct TaxContext<'a> {
    pub settings: &'a TaxSettings,
    /// The mode of the present business day.
    pub mode: TaxMode,
    /// The day that decides the rate.
    pub day: BusinessDay,
}

impl<'a> TaxContext<'a> {
    /// The context of the moment `at`.
    pub fn new(settings: &'a TaxSettings, bar_time: &BarTime, at: Timestamp) -> Self {
        TaxContext { settings, mode: settings.mode_on(bar_time.business_day(at)), day: settings.day.of(at, bar_time) }
    }

    /// The tax of a line of goods of the class with the id `class` that comes to `total`. `None` while the mode is off.
    pub fn line(&self, class: &str, total: Price) -> Option<LineTax> {
        self.settings.class(class).and_then(|class| line_tax(self.mode, class, self.day, total))
    }
}

/// The tax of a line of goods of `class` at the rate of `day`. `None` while the mode is off.
fn line_tax(mode: TaxMode, class: &TaxClass, day: BusinessDay, total: Price) -> Option<LineTax> {
    if mode == TaxMode::Off {
        return None;
    }
    let rate = class.rate_for_line(day).filter(|_| class.kind == TaxKind::Taxed);
    let parts = rate.iter().flat_map(|rate| &rate.parts);
    let parts = parts.map(|part| TaxPart { name: part.name.clone(), percent: part.percent, amount: Price::ZERO });
    let tax = LineTax { mode, class: class.id.clone(), kind: class.kind, day, parts: parts.collect(), exempt: false };
    Some(tax.on(total))
}

/// What a tax comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PreviewFigures {
    /// As on paper.
    pub label: String,
    pub percent: Percent,
    pub net: Price,
    pub tax: Price,
    pub gross: Price,
}

/// The figures of a line of `class` that comes to `minor` in either currency, on `day`. `None` where the class has no rate on it.
pub fn preview(mode: TaxMode, class: &TaxClass, day: BusinessDay, minor: i64) -> Option<PreviewFigures> {
    let (label, percent) = (class.label_on(day)?, class.percent_on(day)?);
    let total = Price { usd: Usd::minor(minor), lrd: Lrd::minor(minor) };
    let tax = line_tax(mode, class, day, total);
    let of = |figure: fn(&LineTax, Price) -> Price| tax.as_ref().map_or(total, |tax| figure(tax, total));
    let due = tax.as_ref().map_or(Price::ZERO, LineTax::due);
    Some(PreviewFigures { label, percent, net: of(LineTax::net), tax: due, gross: of(LineTax::gross) })
}
