//! What no shift holds of some business days, in the cash report.

use serde::Serialize;
use utoipa::ToSchema;

use super::report_view::{AmountRow, MethodRow, ShiftTax, csv_amounts, csv_line, csv_methods, csv_tax};
use crate::engine::OutsideShifts;
use crate::http::api::reports::files::csv::Sheet;
use crate::http::api::reports::tax::TaxReportRow;
use crate::settings::Settings;

/// What no shift holds of some business days: with the Zs of these days it is what the other reports say.
#[derive(Serialize, ToSchema)]
pub struct OutsideShiftsView {
    receipts: i64,
    bridge: Vec<AmountRow>,
    methods: Vec<MethodRow>,
    tax: ShiftTax,
}

impl OutsideShiftsView {
    pub(super) fn new(outside: OutsideShifts, settings: &Settings) -> Self {
        OutsideShiftsView {
            receipts: outside.receipts,
            bridge: AmountRow::of_bridge(outside.bridge),
            methods: outside.methods.iter().map(|method| MethodRow::new(method, settings)).collect(),
            tax: ShiftTax {
                rows: outside.tax.iter().map(TaxReportRow::from).collect(),
                voids: outside.tax_voids.iter().map(TaxReportRow::from).collect(),
            },
        }
    }

    pub(super) fn csv(&self, sheet: &mut Sheet) {
        csv_line(sheet, "outsideShifts", "receipts", "", "", Some(self.receipts));
        for row in &self.bridge {
            csv_amounts(sheet, "outsideShifts", &row.row, &row.amount_usd, &row.amount_lrd, None);
        }
        csv_methods(sheet, "outsideShifts methods", &self.methods);
        csv_tax(sheet, "outsideShifts tax", &self.tax);
    }
}
