//! X and Z: everything about a shift on one page. A Z is frozen in the event that closes the shift; an X is made when it is asked for.

use serde::{Deserialize, Serialize};

use super::{BridgeRow, Movement, RecordedCount, Shift, ShiftCorrection, ShiftSums, Tally, expected};
use crate::payments::value_in_both;
use crate::settings::CashSettings;
use base::{BusinessDay, Cash, Lrd, Price, Rate, Timestamp, Usd};

/// A number of the series as people read it: `Z-000012`.
pub fn z_name(number: u64) -> String {
    format!("Z-{number:06}")
}

/// Parses `Z-000012`; `None` for any other text.
pub fn parse_z_name(text: &str) -> Option<u64> {
    text.strip_prefix("Z-")?.parse().ok().filter(|number| *number > 0)
}

/// Figures of the whole bar that a report names, from features that come after tills.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct BarFigures {
    pub open_orders: Worth,
    pub open_tabs: Worth,
    /// Receipts of all days, the voided ones too.
    pub receipts: i64,
    /// Sold on all days, in US dollars at each receipt's rate; voids are in it.
    pub sold_usd: Usd,
    /// Voided on all days.
    pub voided_usd: Usd,
    /// `None` for a bar that never made a bill.
    pub bills: Option<BillFigures>,
}

/// Bills before payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct BillFigures {
    /// Not paid at that moment, of all days.
    pub unpaid: Worth,
    /// Those since the day of the shift that differ from what became of them.
    pub different: Worth,
}

/// How many, and what they are worth in both currencies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Worth {
    pub count: i64,
    pub amount: Price,
}

/// What was counted, and what became of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counted {
    pub at: Timestamp,
    pub by: String,
    /// `None` for a shift that was closed without a count.
    pub amount: Option<Cash>,
    /// Counted less expected; `None` without a count.
    pub over_short: Option<Cash>,
    /// What stays in the till.
    pub left: Cash,
    /// What was moved on, positive.
    pub moved_on: Cash,
    pub handed_to: Option<String>,
}

/// What a report needs beside the shift and its sums.
#[derive(Debug, Clone)]
pub struct ReportFacts {
    /// LRD per USD at present.
    pub rate: Rate,
    /// Number of the newest entry that it covers.
    pub last_entry: u64,
    /// The movements of the shift, oldest first.
    pub movements: Vec<Movement>,
    /// The corrections of payments of the shift, oldest first.
    pub corrections: Vec<ShiftCorrection>,
    /// Cash payments without a till since the till's last Z.
    pub unassigned: Tally,
    pub bar: BarFigures,
}

/// An X or a Z.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShiftReport {
    /// `None` for an X.
    pub number: Option<u64>,
    pub till_id: u64,
    pub till_name: String,
    pub shift_id: u64,
    pub business_day: BusinessDay,
    pub opened_at: Timestamp,
    pub opened_by: String,
    pub responsible_id: u64,
    pub responsible_name: String,
    pub confirmed: bool,
    pub opening: Cash,
    /// See [`Shift::opening_difference`].
    pub opening_difference: Option<Cash>,
    /// LRD per USD when it was made.
    pub rate: Rate,
    pub first_entry: u64,
    pub last_entry: u64,
    pub sums: ShiftSums,
    pub expected: Cash,
    pub counts: Vec<RecordedCount>,
    pub movements: Vec<Movement>,
    /// Corrections of its payments.
    #[serde(default)]
    pub corrections: Vec<ShiftCorrection>,
    /// `None` for an X.
    pub counted: Option<Counted>,
    /// Whether one currency is short by what the other one is over.
    pub hint: bool,
    /// Cash payments without a till since the till's last Z.
    pub unassigned: Tally,
    pub bar: BarFigures,
}

impl ShiftReport {
    /// The X of an open shift as it stands.
    pub fn x(shift: &Shift, sums: &ShiftSums, facts: ReportFacts) -> Self {
        ShiftReport {
            number: None,
            till_id: shift.till_id,
            till_name: shift.till_name.clone(),
            shift_id: shift.id,
            business_day: shift.business_day,
            opened_at: shift.opened_at,
            opened_by: shift.opened_by.name.clone(),
            responsible_id: shift.responsible.id,
            responsible_name: shift.responsible.name.clone(),
            confirmed: shift.confirmed,
            opening: shift.opening.amount,
            opening_difference: shift.opening_difference,
            rate: facts.rate,
            first_entry: shift.first_entry,
            last_entry: facts.last_entry,
            expected: expected(shift, sums),
            sums: sums.clone(),
            counts: shift.counts.clone(),
            movements: facts.movements,
            corrections: facts.corrections,
            counted: None,
            hint: false,
            unassigned: facts.unassigned,
            bar: facts.bar,
        }
    }

    /// What a difference of both currencies probably is, in words.
    pub fn hint_words(&self) -> Option<String> {
        let over_short = self.counted.as_ref()?.over_short.filter(|_| self.hint)?;
        let words = |minor: i64, text: String| format!("{} {text}", if minor < 0 { "Short" } else { "Over" });
        let usd = words(over_short.usd.as_minor(), Usd::minor(over_short.usd.as_minor().abs()).display());
        let lrd =
            words(over_short.lrd.as_minor(), Lrd::minor(over_short.lrd.as_minor().abs()).display()).to_lowercase().replace("l$", "L$");
        Some(format!("{usd} and {lrd}: probably one payment booked in the wrong currency."))
    }

    /// The bridge from sales to cash: each row and its amount.
    pub fn bridge(&self) -> Vec<(BridgeRow, Cash)> {
        self.sums.bridge()
    }

    /// The cash of the till: each row's name and amount.
    pub fn cash(&self) -> Vec<(&'static str, Cash)> {
        let sums = &self.sums;
        let mut rows = vec![
            ("opening", self.opening),
            ("tendered", sums.tendered),
            ("change", sums.change),
            ("refunds", sums.refunds),
            ("refundsEarlier", sums.refunds_earlier),
        ];
        rows.extend(sums.movements.iter().map(|(kind, amount)| (kind.as_str(), *amount)));
        rows.push(("expected", self.expected));
        if let Some(counted) = &self.counted {
            rows.extend(counted.amount.map(|amount| ("counted", amount)));
            rows.extend(counted.over_short.map(|amount| ("overShort", amount)));
            rows.push(("left", counted.left));
            rows.push(("dropped", counted.moved_on));
        }
        rows
    }
}

/// Whether one currency is short by about what the other one is over, as when one payment is booked in the wrong currency: both are
/// beyond their tolerance, with opposite signs, and together worth at most the tolerance.
pub(super) fn is_wrong_currency(over_short: Cash, cash: &CashSettings, rate: Rate) -> bool {
    let (usd, lrd) = (over_short.usd.as_minor(), over_short.lrd.as_minor());
    let together: Lrd = value_in_both(over_short, rate).lrd;
    usd.unsigned_abs() > cash.tolerance_usd.as_minor().unsigned_abs()
        && lrd.unsigned_abs() > cash.tolerance_lrd.as_minor().unsigned_abs()
        && (usd < 0) != (lrd < 0)
        && together.as_minor().unsigned_abs() <= cash.tolerance_lrd.as_minor().unsigned_abs()
}

impl ShiftReport {
    /// The Z of a shift, from its X.
    pub(super) fn into_z(self, number: u64, counted: Counted, counts: Vec<RecordedCount>, cash: &CashSettings) -> Self {
        let hint = counted.over_short.is_some_and(|over_short| is_wrong_currency(over_short, cash, self.rate));
        ShiftReport { number: Some(number), counted: Some(counted), counts, hint, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ten_dollars_short_and_nineteen_hundred_over_is_one_payment_in_the_wrong_currency() {
        let rate = Rate::parse("190").expect("a rate");
        let settings = CashSettings::default();
        let of = |usd, lrd| is_wrong_currency(Cash { usd: Usd::minor(usd), lrd: Lrd::minor(lrd) }, &settings, rate);
        assert!(of(-1_000, 190_000) && of(1_000, -190_000) && of(-1_000, 240_000));
        assert!(!of(-1_000, 240_001), "together beyond the tolerance");
        assert!(!of(-1_000, -190_000), "both short");
        assert!(!of(-200, 38_000), "within the tolerance");
        assert!(!of(-1_000, 0));
    }
}
