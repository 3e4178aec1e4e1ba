//! Opens files to import, and reads one sheet of an Excel workbook (.xlsx): values only, no formulas are run. Everything is bounded before it is read, because a
//! workbook is a packed archive that can claim to be of any size.

use std::borrow::Cow;
use std::io::{Cursor, Read};

use calamine::{Data, DataRef, Reader, SheetType, SheetVisible, Xlsx, open_workbook_from_rs};

use super::number_format::NumberFormat;
use crate::catalog::csv::{COLUMNS_MAX, Encoding, Opened, RawRow};

/// Most bytes of all parts of a workbook, unpacked.
const UNPACKED_MAX: u64 = 64 << 20;
/// Most parts of a workbook.
const PARTS_MAX: usize = 2_000;
/// Most rows of a sheet.
const ROWS_MAX: u32 = 50_000;
/// Most cells that are not empty.
const CELLS_MAX: usize = 1_000_000;
/// Most sheets.
const SHEETS_MAX: usize = 200;

/// Why a workbook is refused.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum WorkbookError {
    /// It is more than this box reads.
    #[error("The file is too large: {0}")]
    TooLarge(String),
    #[error("{0}")]
    Unreadable(String),
}

use WorkbookError::{TooLarge, Unreadable};

fn unreadable(_: impl std::fmt::Debug) -> WorkbookError {
    Unreadable("This is not an Excel workbook (.xlsx) that can be read. Save it again, or save it as CSV".to_owned())
}

/// The first bytes of a packed archive, which a workbook is.
const ARCHIVE: &[u8] = b"PK\x03\x04";
/// The first bytes of Excel's old files, and of new ones with a password.
const COMPOUND: &[u8] = b"\xd0\xcf\x11\xe0";

/// Opens a file of any kind. `sheet` names one of a workbook; without it the first is read that is shown and has rows. `encoding` is what a
/// person says of a text.
pub(super) fn open<'a>(bytes: &'a [u8], sheet: Option<&str>, encoding: Option<Encoding>) -> Result<Opened<'a>, WorkbookError> {
    if bytes.starts_with(COMPOUND) {
        let message = "This is an old Excel file (.xls), or one with a password. Save it as .xlsx without password, or as CSV";
        return Err(Unreadable(message.to_owned()));
    }
    if bytes.starts_with(ARCHIVE) { read_sheet(bytes, sheet) } else { Ok(Opened::of_bytes(bytes, encoding)) }
}

type Book<'a> = Xlsx<Cursor<&'a [u8]>>;

/// Reads the sheet of this name, or the first one that is shown and has rows.
fn read_sheet(bytes: &[u8], wanted: Option<&str>) -> Result<Opened<'static>, WorkbookError> {
    check_parts(bytes)?;
    let mut book: Book<'_> = open_workbook_from_rs(Cursor::new(bytes)).map_err(|error: calamine::XlsxError| unreadable(error))?;
    let names = book.sheet_names();
    if names.len() > SHEETS_MAX {
        return Err(TooLarge(format!("at most {SHEETS_MAX} sheets")));
    }
    if let Some(wanted) = wanted {
        let name = names.iter().find(|name| *name == wanted).ok_or_else(|| Unreadable(format!("There is no sheet {wanted}")))?.clone();
        return Ok(Opened::of_rows(rows_of(&mut book, &name)?, name, names));
    }
    let is_shown = |sheet: &&calamine::Sheet| sheet.typ == SheetType::WorkSheet && sheet.visible == SheetVisible::Visible;
    let shown: Vec<String> = book.sheets_metadata().iter().filter(is_shown).map(|sheet| sheet.name.clone()).collect();
    let first = shown.first().or(names.first()).ok_or_else(|| Unreadable("The workbook has no sheet".to_owned()))?.clone();
    for name in shown {
        let rows = rows_of(&mut book, &name)?;
        if !rows.is_empty() {
            return Ok(Opened::of_rows(rows, name, names));
        }
    }
    Ok(Opened::of_rows(Vec::new(), first, names))
}

/// The rows of a sheet that are not blank.
fn rows_of(book: &mut Book<'_>, name: &str) -> Result<Vec<RawRow<'static>>, WorkbookError> {
    let mut cells = book.worksheet_cells_reader(name).map_err(unreadable)?;
    let formats: Vec<Option<NumberFormat>> = cells
        .styles()
        .iter()
        .map(|style| style.number_format.as_ref().and_then(|format| NumberFormat::parse(&format.format_code)))
        .collect();
    let mut rows: Vec<RawRow<'static>> = Vec::new();
    let mut count = 0;
    while let Some((cell, style)) = cells.next_cell_with_style_id().map_err(unreadable)? {
        let (row, column) = cell.get_position();
        let text = text_of(cell.get_value(), formats.get(style).copied().flatten());
        if text.trim().is_empty() {
            continue;
        }
        count += 1;
        let place = column as usize;
        if place >= COLUMNS_MAX {
            return Err(TooLarge(format!("at most {COLUMNS_MAX} columns")));
        }
        if row >= ROWS_MAX {
            return Err(TooLarge(format!("at most {ROWS_MAX} rows")));
        }
        if count > CELLS_MAX {
            return Err(TooLarge(format!("at most {CELLS_MAX} cells")));
        }
        let line = row as usize + 1;
        match rows.last().map(|last| last.line) {
            Some(last) if last == line => {}
            Some(last) if last > line => return Err(unreadable("rows out of order")),
            _ => rows.push(RawRow { line, cells: Vec::new(), broken: false }),
        }
        if let Some(row) = rows.last_mut() {
            if row.cells.len() <= place {
                row.cells.resize(place + 1, Cow::Borrowed(""));
            }
            row.cells[place] = Cow::Owned(text);
        }
    }
    Ok(rows)
}

/// Unpacks every part once and throws it away: what the archive says of their sizes can be wrong.
fn check_parts(bytes: &[u8]) -> Result<(), WorkbookError> {
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).map_err(unreadable)?;
    if archive.len() > PARTS_MAX {
        return Err(TooLarge(format!("at most {PARTS_MAX} parts")));
    }
    let mut left = UNPACKED_MAX;
    for index in 0..archive.len() {
        let part = archive.by_index(index).map_err(unreadable)?;
        let size = std::io::copy(&mut part.take(left + 1), &mut std::io::sink()).map_err(unreadable)?;
        left = left.checked_sub(size).ok_or_else(|| TooLarge(format!("at most {} MiB unpacked", UNPACKED_MAX >> 20)))?;
    }
    Ok(())
}

/// The text of a cell, a number as its format shows it. Numbers have a decimal point and never exactly three decimals, which could be read
/// as a group of thousands.
fn text_of(value: &DataRef<'_>, format: Option<NumberFormat>) -> String {
    match value {
        DataRef::Float(number) => match format {
            Some(format) => not_grouped(format.shown(*number)),
            None => number_text(*number),
        },
        DataRef::Int(number) => number.to_string(),
        DataRef::String(text) => text.clone(),
        DataRef::SharedString(text) => (*text).to_owned(),
        DataRef::Bool(flag) => if *flag { "TRUE" } else { "FALSE" }.to_owned(),
        other => Data::from(other.clone()).to_string(),
    }
}

fn number_text(number: f64) -> String {
    // 15 digits are what a spreadsheet shows of a number; the rest is noise of its binary form.
    let short: f64 = format!("{number:.14e}").parse().unwrap_or(number);
    not_grouped(short.to_string())
}

fn not_grouped(text: String) -> String {
    match text.split_once('.') {
        Some((_, decimals)) if decimals.len() == 3 => text + "0",
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_as_a_person_would_write_them() {
        for (number, text) in
            [(2.0, "2"), (3.5, "3.5"), (0.1 + 0.2, "0.3"), (1.125, "1.1250"), (6_001_000_000_018.0, "6001000000018"), (-0.5, "-0.5")]
        {
            assert_eq!(number_text(number), text);
        }
    }
}
