//! A report as CSV (RFC 4180, with LF, after a byte order mark): the rows under their field names, guarded against formulas as the files of a box are.

use super::Report;
use crate::error::HeadError;
use bar::catalog::csv::{BYTE_ORDER_MARK, guard};
use bar::reports::parts::Cell;

/// The file.
///
/// # Errors
/// 500 if it cannot be written, which memory alone could cause.
pub fn csv(report: &Report) -> Result<Vec<u8>, HeadError> {
    let (mut writer, table) = (::csv::Writer::from_writer(BYTE_ORDER_MARK.as_bytes().to_vec()), report.table());
    let header = writer.write_record(table.columns());
    let written = header.and_then(|()| table.rows().try_for_each(|row| writer.write_record(row.iter().map(text))));
    written.map_err(HeadError::internal)?;
    writer.into_inner().map_err(HeadError::internal)
}

fn text(cell: &Cell) -> String {
    match cell {
        Cell::Text(text) => guard(text).into_owned(),
        Cell::Figure(text) => text.clone(),
        Cell::Number(number) => number.to_string(),
        Cell::Flag(flag) => flag.to_string(),
        Cell::Day(day) => day.to_string(),
        Cell::Time(time) => time.to_string(),
        Cell::None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reports::{ProductRow, ProductSums, ProductsReport};

    #[test]
    fn names_are_no_formulas_and_figures_stay_figures() {
        let row = |name: Option<&str>, total_quantity, total_revenue: &str| ProductRow {
            chain_id: None,
            bar: Some("aa".to_owned()),
            name: name.map(str::to_owned),
            category: None,
            total_quantity,
            total_revenue: total_revenue.to_owned(),
        };
        let rows = vec![row(Some("=HYPERLINK(\"x\"), 2"), 1, "-7.50"), row(None, -3, "0.00")];
        let total = ProductSums { total_quantity: -2, total_revenue: "-7.50".to_owned() };
        let report = Report::Products(ProductsReport { rows, total, as_of: Vec::new() });
        let expected =
            "\u{feff}chainId,bar,name,category,totalQuantity,totalRevenue\n,aa,\"'=HYPERLINK(\"\"x\"\"), 2\",,1,-7.50\n,aa,,,-3,0.00\n";
        assert_eq!(String::from_utf8(csv(&report).expect("written")).expect("text"), expected);
    }
}
