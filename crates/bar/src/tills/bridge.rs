//! The bridge: the rows that lead from what was sold to the cash that came in.

use strum::IntoStaticStr;

use super::ShiftSums;
use base::Cash;

/// A row of the bridge, in the order in which they are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "camelCase")]
pub enum BridgeRow {
    /// See [`ShiftSums::sales`].
    Sales,
    /// See [`ShiftSums::voided`].
    Voided,
    /// See [`ShiftSums::other_currency`].
    OtherCurrency,
    /// See [`ShiftSums::old_debts`].
    OldDebts,
    /// See [`ShiftSums::parts_used`].
    PartsUsed,
    /// See [`ShiftSums::parts_received`].
    PartsReceived,
    /// See [`ShiftSums::change_in_other`].
    ChangeInOther,
    /// See [`ShiftSums::rounding`].
    Rounding,
    /// The sum of the rows above: see [`ShiftSums::takings`].
    Takings,
    /// See [`ShiftSums::tips`]; a shift without any has no such row.
    Tips,
    /// Payments by other methods than cash, negative: see [`ShiftSums::not_cash`].
    NotCash,
    /// Takings and tips in cash: the sum of the three rows above.
    Cash,
}

impl BridgeRow {
    /// Its name in answers and files, such as `otherCurrency`.
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

impl ShiftSums {
    /// The bridge from sales to cash: each row and its amount.
    pub fn bridge(&self) -> Vec<(BridgeRow, Cash)> {
        let sums = self;
        let mut rows = vec![
            (BridgeRow::Sales, sums.sales),
            (BridgeRow::Voided, sums.voided),
            (BridgeRow::OtherCurrency, sums.other_currency),
            (BridgeRow::OldDebts, sums.old_debts),
            (BridgeRow::PartsUsed, sums.parts_used),
            (BridgeRow::PartsReceived, sums.parts_received),
            (BridgeRow::ChangeInOther, sums.change_in_other()),
            (BridgeRow::Rounding, Cash { lrd: sums.rounding, ..Cash::ZERO }),
            (BridgeRow::Takings, sums.takings),
        ];
        if sums.tips != Cash::ZERO {
            rows.push((BridgeRow::Tips, sums.tips));
        }
        rows.push((BridgeRow::NotCash, -sums.not_cash()));
        rows.push((BridgeRow::Cash, sums.takings + sums.tips + -sums.not_cash()));
        rows
    }
}
