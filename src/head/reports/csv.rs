//! A report as CSV (RFC 4180, with LF): the rows under their field names, guarded against formulas as the files of a box are.

use super::Report;
use crate::catalog::csv::guard;
use crate::head::error::HeadError;
use crate::reports::parts::Cell;

/// The file.
///
/// # Errors
/// 500 if it cannot be written, which memory alone could cause.
pub fn csv(report: &Report) -> Result<Vec<u8>, HeadError> {
    let mut writer = ::csv::Writer::from_writer(Vec::new());
    let written =
        writer.write_record(report.columns).and_then(|()| report.rows.iter().try_for_each(|row| writer.write_record(row.iter().map(text))));
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

    #[test]
    fn names_are_no_formulas_and_figures_stay_figures() {
        let rows = vec![
            vec![Cell::figure("aa"), "=HYPERLINK(\"x\"), 2".into(), Cell::figure("-7.50")],
            vec![Cell::figure("bb"), Cell::None, Cell::Number(-3)],
        ];
        let report = Report { columns: &["bar", "name", "amount"], rows, total: Vec::new(), as_of: Vec::new() };
        let expected = "bar,name,amount\naa,\"'=HYPERLINK(\"\"x\"\"), 2\",-7.50\nbb,,-3\n";
        assert_eq!(String::from_utf8(csv(&report).expect("written")).expect("text"), expected);
    }
}
