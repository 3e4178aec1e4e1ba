//! X and Z in answers and as CSV.

use serde::Serialize;
use utoipa::ToSchema;

use super::corrections::ShiftCorrectionView;
use super::view::{CountView, MovementView, RecordedCountView, Sight};
use crate::http::api::reports::files::csv::Sheet;
use crate::http::api::reports::tax::TaxReportRow;
use crate::methods::PaymentMethod;
use crate::reports::parts::Cell;
use crate::settings::Settings;
use crate::tills::{BridgeRow, MethodSums, ShiftReport, ShiftZ, Tally, Worth, z_name};
use base::{BusinessDay, Cash, CurrencyCode, Lrd, Usd};

/// An amount in both currencies under a name.
#[derive(Serialize, ToSchema)]
pub struct AmountRow {
    #[schema(example = "sales")]
    pub row: String,
    #[serde(rename = "amountUSD")]
    pub amount_usd: String,
    #[serde(rename = "amountLRD")]
    pub amount_lrd: String,
}

impl AmountRow {
    pub fn new(row: &str, amount: Cash) -> Self {
        AmountRow { row: row.to_owned(), amount_usd: amount.usd.to_string(), amount_lrd: amount.lrd.to_string() }
    }

    /// The rows of a bridge.
    pub fn of_bridge(rows: Vec<(BridgeRow, Cash)>) -> Vec<Self> {
        rows.into_iter().map(|(row, amount)| AmountRow::new(row.as_str(), amount)).collect()
    }
}

/// How many, and how much in each currency.
#[derive(Serialize, ToSchema)]
pub struct TallyFigures {
    count: i64,
    #[serde(rename = "amountUSD")]
    amount_usd: String,
    #[serde(rename = "amountLRD")]
    amount_lrd: String,
}

impl TallyFigures {
    fn new(count: i64, usd: Usd, lrd: Lrd) -> Self {
        TallyFigures { count, amount_usd: usd.to_string(), amount_lrd: lrd.to_string() }
    }
}

impl From<Tally> for TallyFigures {
    fn from(tally: Tally) -> Self {
        TallyFigures::new(tally.count, tally.amount.usd, tally.amount.lrd)
    }
}

impl From<Worth> for TallyFigures {
    fn from(worth: Worth) -> Self {
        TallyFigures::new(worth.count, worth.amount.usd, worth.amount.lrd)
    }
}

/// Tenders of one method in one currency.
#[derive(Serialize, ToSchema)]
pub struct MethodRow {
    #[schema(value_type = String)]
    method: PaymentMethod,
    name: String,
    currency: CurrencyCode,
    count: i64,
    tendered: String,
    /// What was given back, negative.
    refunded: String,
}

/// What one person did.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ShiftUser)]
pub struct UserRow {
    user_name: String,
    receipts: i64,
    voids: i64,
}

/// Takings of one business day.
#[derive(Serialize, ToSchema)]
pub struct DayRow {
    date: String,
    #[serde(rename = "amountUSD")]
    amount_usd: String,
    #[serde(rename = "amountLRD")]
    amount_lrd: String,
}

impl DayRow {
    /// The days of a shift.
    pub fn of(report: &ShiftReport) -> Vec<Self> {
        let row = |(day, amount): &(BusinessDay, Cash)| DayRow {
            date: day.to_string(),
            amount_usd: amount.usd.to_string(),
            amount_lrd: amount.lrd.to_string(),
        };
        report.sums.days.iter().map(row).collect()
    }
}

/// Payments whose references are compared with the bar's account.
#[derive(Serialize, ToSchema)]
pub struct ReferenceCounts {
    count: i64,
    ticked: i64,
}

/// Sums of all days.
#[derive(Serialize, ToSchema)]
pub struct Perpetual {
    receipts: i64,
    #[serde(rename = "soldUSD")]
    sold_usd: String,
    #[serde(rename = "voidedUSD")]
    voided_usd: String,
}

/// A remark about a Z.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ZNote)]
pub struct NoteView {
    text: String,
    /// A recount, beside the count of the Z.
    count: Option<CountView>,
    user_name: String,
    at: String,
}

/// An X (`number` null) or a Z.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ShiftReport)]
pub struct ReportView {
    #[schema(example = "Z-000012")]
    number: Option<String>,
    /// Prints that were queued.
    copies: u32,
    till_id: u64,
    till_name: String,
    shift_id: u64,
    business_day: String,
    days: Vec<DayRow>,
    opened_at: String,
    opened_by: String,
    closed_at: Option<String>,
    closed_by: Option<String>,
    responsible_name: String,
    confirmed: bool,
    handed_to: Option<String>,
    not_counted: bool,
    #[schema(value_type = f64, example = 190)]
    rate: serde_json::Value,
    receipts: i64,
    first_receipt: Option<String>,
    last_receipt: Option<String>,
    first_entry: u64,
    last_entry: u64,
    clock_jumps: i64,
    /// Whether the box was restored or promoted while the shift was open.
    restored: bool,
    counts: Vec<RecordedCountView>,
    movements: Vec<MovementView>,
    /// Payments whose method was corrected.
    corrections: Vec<ShiftCorrectionView>,
    by_user: Vec<UserRow>,
    no_sales: i64,
    reprints: i64,
    /// What a difference of both currencies probably is.
    hint: Option<String>,
    notes: Vec<NoteView>,
    /// How sales became the cash that entered the till.
    bridge: Vec<AmountRow>,
    /// What the till holds, row by row.
    cash: Vec<AmountRow>,
    methods: Vec<MethodRow>,
    /// The tax of what was sold and voided.
    tax: ShiftTax,
    voids: TallyFigures,
    discounts: TallyFigures,
    given_on_credit: TallyFigures,
    open_orders: TallyFigures,
    open_tabs: TallyFigures,
    /// Bills that are not paid. Absent in a bar that never made a bill, as the next.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = TallyFigures, required = false)]
    bills_unpaid: Option<TallyFigures>,
    /// Bills since the day of the shift that differ from what became of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = TallyFigures, required = false)]
    bills_different: Option<TallyFigures>,
    assumed: TallyFigures,
    unassigned: TallyFigures,
    references: ReferenceCounts,
    perpetual: Perpetual,
    #[serde(rename = "openingDifferenceUSD")]
    opening_difference_usd: Option<String>,
    #[serde(rename = "openingDifferenceLRD")]
    opening_difference_lrd: Option<String>,
}

impl MethodRow {
    pub(super) fn new(method: &MethodSums, settings: &Settings) -> Self {
        let in_currency = |amount| Cash::of(method.currency, amount).in_currency(method.currency);
        MethodRow {
            name: settings.method_name(&method.method),
            method: method.method.clone(),
            currency: method.currency,
            count: method.count,
            tendered: in_currency(method.tendered),
            refunded: in_currency(method.refunded),
        }
    }
}

pub(super) fn csv_methods(sheet: &mut Sheet, section: &'static str, methods: &[MethodRow]) {
    for method in methods {
        let refunded = format!("{} refunded", method.name);
        csv_line(sheet, section, &method.name, method.currency.as_str(), &method.tendered, Some(method.count));
        csv_line(sheet, section, &refunded, method.currency.as_str(), &method.refunded, None);
    }
}

pub(super) fn csv_tax(sheet: &mut Sheet, section: &'static str, tax: &ShiftTax) {
    for (part, rows) in [("", &tax.rows), ("Voided: ", &tax.voids)] {
        for row in rows {
            let (name, net, tax) = row.amounts();
            csv_amounts(sheet, section, &format!("{part}{name}, net"), net[0], net[1], Some(row.lines()));
            csv_amounts(sheet, section, &format!("{part}{name}, tax"), tax[0], tax[1], None);
        }
    }
}

/// The tax of a shift.
#[derive(Serialize, ToSchema)]
pub struct ShiftTax {
    /// Of what its payments sold, by class, label and mode.
    pub(super) rows: Vec<TaxReportRow>,
    /// Of what was voided; negative.
    pub(super) voids: Vec<TaxReportRow>,
}

impl ReportView {
    /// An X.
    /// `prints` counts its prints, by hand and again.
    pub fn x(report: &ShiftReport, prints: u32, settings: &Settings) -> Self {
        ReportView::new(report, prints, Vec::new(), settings)
    }

    /// A Z with what was added to it later.
    pub fn z(z: &ShiftZ, settings: &Settings) -> Self {
        let notes = z.notes.iter().map(|note| NoteView {
            text: note.text.clone(),
            count: note.count.as_ref().map(CountView::new),
            user_name: note.by.name.clone(),
            at: note.at.to_string(),
        });
        ReportView::new(&z.report, z.prints, notes.collect(), settings)
    }

    fn new(report: &ShiftReport, copies: u32, notes: Vec<NoteView>, settings: &Settings) -> Self {
        let (sums, counted) = (&report.sums, report.counted.as_ref());
        let rows = |rows: Vec<(&'static str, Cash)>| rows.into_iter().map(|(row, amount)| AmountRow::new(row, amount)).collect();
        let (opening_difference_usd, opening_difference_lrd) = super::view::texts(report.opening_difference);
        ReportView {
            number: report.number.map(z_name),
            copies,
            till_id: report.till_id,
            till_name: report.till_name.clone(),
            shift_id: report.shift_id,
            business_day: report.business_day.to_string(),
            days: DayRow::of(report),
            opened_at: report.opened_at.to_string(),
            opened_by: report.opened_by.clone(),
            closed_at: counted.map(|counted| counted.at.to_string()),
            closed_by: counted.map(|counted| counted.by.clone()),
            responsible_name: report.responsible_name.clone(),
            confirmed: report.confirmed,
            handed_to: counted.and_then(|counted| counted.handed_to.clone()),
            not_counted: counted.is_some_and(|counted| counted.amount.is_none()),
            rate: report.rate.to_json(),
            receipts: sums.receipts,
            first_receipt: sums.first_receipt.clone(),
            last_receipt: sums.last_receipt.clone(),
            first_entry: report.first_entry,
            last_entry: report.last_entry,
            clock_jumps: sums.clock_jumps,
            restored: sums.restored,
            counts: report.counts.iter().map(RecordedCountView::new).collect(),
            movements: report.movements.iter().map(|movement| MovementView::new(movement, Sight::ALL)).collect(),
            corrections: report.corrections.iter().map(|correction| ShiftCorrectionView::new(correction, settings)).collect(),
            by_user: sums
                .by_user
                .iter()
                .map(|person| UserRow { user_name: person.user_name.clone(), receipts: person.receipts, voids: person.voids })
                .collect(),
            no_sales: sums.no_sales,
            reprints: sums.reprints,
            hint: report.hint_words(),
            notes,
            bridge: AmountRow::of_bridge(report.bridge()),
            cash: rows(report.cash()),
            methods: sums.methods.iter().map(|method| MethodRow::new(method, settings)).collect(),
            tax: ShiftTax {
                rows: sums.tax.iter().map(TaxReportRow::from).collect(),
                voids: sums.tax_voids.iter().map(TaxReportRow::from).collect(),
            },
            voids: sums.voids.into(),
            discounts: sums.discounts.into(),
            given_on_credit: sums.given_on_credit.into(),
            open_orders: report.bar.open_orders.into(),
            open_tabs: report.bar.open_tabs.into(),
            bills_unpaid: report.bar.bills.map(|bills| bills.unpaid.into()),
            bills_different: report.bar.bills.map(|bills| bills.different.into()),
            assumed: sums.assumed.into(),
            unassigned: report.unassigned.into(),
            references: ReferenceCounts { count: sums.references.0, ticked: sums.references.1 },
            perpetual: Perpetual {
                receipts: report.bar.receipts,
                sold_usd: report.bar.sold_usd.to_string(),
                voided_usd: report.bar.voided_usd.to_string(),
            },
            opening_difference_usd,
            opening_difference_lrd,
        }
    }

    /// The figures as a file: a line for each row and currency.
    pub fn csv(&self) -> Sheet {
        let mut sheet = Sheet::new(&CSV_COLUMNS);
        let of_rows = |section: &'static str, rows: &[AmountRow], sheet: &mut Sheet| {
            rows.iter().for_each(|row| csv_amounts(sheet, section, &row.row, &row.amount_usd, &row.amount_lrd, None));
        };
        of_rows("bridge", &self.bridge, &mut sheet);
        of_rows("cash", &self.cash, &mut sheet);
        csv_tax(&mut sheet, "tax", &self.tax);
        csv_methods(&mut sheet, "methods", &self.methods);
        for (row, tally) in [
            ("voids", &self.voids),
            ("discounts", &self.discounts),
            ("givenOnCredit", &self.given_on_credit),
            ("openOrders", &self.open_orders),
            ("openTabs", &self.open_tabs),
            ("assumed", &self.assumed),
            ("unassigned", &self.unassigned),
        ] {
            csv_amounts(&mut sheet, "information", row, &tally.amount_usd, &tally.amount_lrd, Some(tally.count));
        }
        for (row, tally) in [("billsUnpaid", &self.bills_unpaid), ("billsDifferent", &self.bills_different)] {
            if let Some(tally) = tally {
                csv_amounts(&mut sheet, "information", row, &tally.amount_usd, &tally.amount_lrd, Some(tally.count));
            }
        }
        for (row, count) in [("receipts", self.receipts), ("noSales", self.no_sales), ("reprints", self.reprints)] {
            csv_line(&mut sheet, "information", row, "", "", Some(count));
        }
        sheet
    }
}

/// Columns of X, Z and cash report as files.
pub const CSV_COLUMNS: [&str; 5] = ["section", "row", "currency", "amount", "count"];

/// Two lines, one for each currency.
pub fn csv_amounts(sheet: &mut Sheet, section: &'static str, row: &str, usd: &str, lrd: &str, count: Option<i64>) {
    csv_line(sheet, section, row, CurrencyCode::Usd.as_str(), usd, count);
    csv_line(sheet, section, row, CurrencyCode::Lrd.as_str(), lrd, count);
}

pub(super) fn csv_line(sheet: &mut Sheet, section: &'static str, row: &str, currency: &str, amount: &str, count: Option<i64>) {
    let amount = if amount.is_empty() { Cell::None } else { Cell::figure(amount) };
    sheet.row(&[
        Cell::Text(section.to_owned()),
        Cell::Text(row.to_owned()),
        Cell::Text(currency.to_owned()),
        amount,
        count.map_or(Cell::None, Cell::Number),
    ]);
}
