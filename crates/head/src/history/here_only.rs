//! Entries of a line that the current line does not have: what head office alone knows, or another box beside.

use std::collections::BTreeSet;

use serde::Deserialize;
use serde_json::Value;

use super::HistoryError;
use super::decide::Tree;
use super::entries::part;
use super::line::load_lines;
use super::steps::step_with;
use crate::database::{Database, Transaction};
use backup::parcels::LineName;
use base::{CurrencyCode, Price, Rate, Usd};

/// Entries that are known here only.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HereOnly {
    pub entries: u64,
    /// Receipts among them, refunds too.
    pub receipts: u64,
    /// What their lines are worth, each at its own rate; refunds are negative. Voids are not taken off.
    pub total_revenue: Usd,
}

impl HereOnly {
    /// Nothing.
    pub const NONE: HereOnly = HereOnly { entries: 0, receipts: 0, total_revenue: Usd::ZERO };
}

/// What is known of a line here only.
///
/// # Errors
/// [`HistoryError::NotFound`] for a line that the bar does not have, and those of the database.
pub async fn here_only(database: &Database, bar: &str, line: LineName) -> Result<HereOnly, HistoryError> {
    database
        .snapshot(move |transaction| async move {
            let tree = Tree::new(load_lines(&transaction, bar).await?);
            let index = tree.named(line).ok_or(HistoryError::NotFound)?;
            count(&transaction, &tree, index).await
        })
        .await
}

/// What is known of the line with this index here only.
pub(super) async fn count(transaction: &Transaction, tree: &Tree, index: usize) -> Result<HereOnly, HistoryError> {
    let Some((after, upto)) = tree.here_only(index) else { return Ok(HereOnly::NONE) };
    let line_id = tree.line(index).id;
    let mut receipts = BTreeSet::new();
    let mut revenue = 0_i64;
    let mut last = after;
    while last < upto {
        let Some(step) = step_with(transaction, line_id, last + 1).await? else { break };
        let step = part(step, last, upto);
        for entry in &step.entries {
            for sale in sales(&entry.bytes) {
                revenue = sale.lines.iter().map(SoldLine::usd).fold(revenue, i64::saturating_add);
                receipts.insert(sale.receipt_number);
            }
        }
        last = step.entries.last().map_or(upto, |entry| entry.seq);
    }
    Ok(HereOnly { entries: upto - after, receipts: receipts.len() as u64, total_revenue: Usd::minor(revenue) })
}

/// A sale, as entries of all kinds contain it.
#[derive(Deserialize)]
struct SaleGlance {
    receipt_number: String,
    lines: Vec<SoldLine>,
}

#[derive(Deserialize)]
struct SoldLine {
    currency: CurrencyCode,
    total: Price,
    rate: Rate,
}

impl SoldLine {
    fn usd(&self) -> i64 {
        match self.currency {
            CurrencyCode::Usd => self.total.usd.as_minor(),
            CurrencyCode::Lrd => self.rate.to_usd(self.total.lrd).as_minor(),
        }
    }
}

/// The sales of an entry: of the counter, and those that settle an order or credit. None of an entry that cannot be read.
fn sales(entry: &[u8]) -> Vec<SaleGlance> {
    let Ok(Value::Object(mut entry)) = serde_json::from_slice(entry) else { return Vec::new() };
    let mut data = entry.remove("data").unwrap_or_default();
    let inner = data.get_mut("sale").map(Value::take).unwrap_or_default();
    [data, inner].into_iter().filter_map(|sale| serde_json::from_value(sale).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sales_are_found_wherever_they_stand() {
        let sale = r#"{"receipt_number":"R-20261121-0001","lines":[{"currency":"LRD","total":{"usd":500,"lrd":95000},"rate":1900000},
            {"currency":"USD","total":{"usd":400,"lrd":76000},"rate":1900000,"new":1}]}"#;
        for entry in
            [format!(r#"{{"kind":"sales.recorded","data":{sale}}}"#), format!(r#"{{"kind":"orders.paid","data":{{"sale":{sale}}}}}"#)]
        {
            let sales = sales(entry.as_bytes());
            assert_eq!(sales.iter().map(|sale| sale.lines.iter().map(SoldLine::usd).sum::<i64>()).collect::<Vec<_>>(), [900]);
        }
    }

    #[test]
    fn what_cannot_be_read_has_no_sales() {
        for entry in ["", "no JSON", "[1]", r#"{"data":7}"#, r#"{"data":{"sale":{"receipt_number":1,"lines":[]}}}"#] {
            assert!(sales(entry.as_bytes()).is_empty(), "{entry}");
        }
    }
}
