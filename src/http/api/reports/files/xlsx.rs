//! A sheet as a workbook of Excel (ECMA-376, transitional): money and counts are numbers, dates are dates, names are text and
//! never formulas.

use std::io::{self, Write};

use super::zip::{self, Entry};
use crate::reports::parts::Cell;
use base::BusinessDay;

/// Media type of the file.
pub const CONTENT_TYPE: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/// Days from 1899-12-30, day 0 of a spreadsheet, to 1970-01-01. Right from 1900-03-01 on, because spreadsheets have a 1900-02-29.
const EPOCH: i32 = 25_569;
/// First day whose number is right.
const FIRST_DAY: i32 = 61;
const MINUTES_OF_A_DAY: u64 = 24 * 60;
/// Decimals of the part of a day: a minute is about 0.0007.
const DAY_DECIMALS: u64 = 10_000_000_000;

/// Indexes of the cell formats in [`STYLES`].
const BOLD: u8 = 1;
const MONEY: u8 = 2;
const COUNT: u8 = 3;
const DATE: u8 = 4;
const TIME: u8 = 5;

const HEAD: &str = r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>"#;
const CONTENT_TYPES: &str = r#"<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>"#;
const PACKAGE: &str = r#"<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>"#;
const WORKBOOK_PARTS: &str = r#"<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>"#;
const STYLES: &str = r#"<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\-mm\-dd"/><numFmt numFmtId="165" formatCode="yyyy\-mm\-dd\ hh:mm"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="6"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="4" applyNumberFormat="1"/><xf numFmtId="3" applyNumberFormat="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>"#;
const SHEET: &str = r#"<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols><col min="1" max="26" width="18" customWidth="1"/></cols><sheetData>"#;
const SHEET_END: &str = "</sheetData></worksheet>";

/// Writer for a workbook with one sheet. Rows are compressed as they come; an error is reported by [`Sheet::finish`].
pub struct Sheet {
    name: &'static str,
    entry: Entry,
    rows: u32,
    written: io::Result<()>,
}

impl Sheet {
    /// A sheet with one row, the headings.
    pub fn new(name: &'static str, headings: &[&str]) -> Self {
        let mut entry = Entry::new("xl/worksheets/sheet1.xml");
        let written = entry.write_all(format!("{HEAD}{SHEET}").as_bytes());
        let mut sheet = Sheet { name, entry, rows: 0, written };
        sheet.write_row(headings.iter().map(|heading| text(heading, BOLD)).collect());
        sheet
    }

    /// Adds a row.
    pub fn row(&mut self, cells: &[Cell]) {
        self.write_row(cells.iter().map(content).collect());
    }

    fn write_row(&mut self, cells: Vec<Content>) {
        if self.written.is_err() {
            return;
        }
        self.rows += 1;
        let mut xml = format!("<row r=\"{}\">", self.rows);
        for (column, Content { attributes, xml: inner }) in ('A'..='Z').zip(cells) {
            if !inner.is_empty() {
                xml.push_str(&format!("<c r=\"{column}{}\"{attributes}>{inner}</c>", self.rows));
            }
        }
        xml.push_str("</row>");
        self.written = self.entry.write_all(xml.as_bytes());
    }

    /// The file, or the first error.
    pub fn finish(mut self) -> io::Result<Vec<u8>> {
        self.written?;
        self.entry.write_all(SHEET_END.as_bytes())?;
        let mut workbook = String::from(
            r#"<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name=""#,
        );
        workbook.push_str(self.name);
        workbook.push_str(r#"" sheetId="1" r:id="rId1"/></sheets></workbook>"#);
        let mut entries = Vec::new();
        for (name, content) in [
            ("[Content_Types].xml", CONTENT_TYPES),
            ("_rels/.rels", PACKAGE),
            ("xl/workbook.xml", workbook.as_str()),
            ("xl/_rels/workbook.xml.rels", WORKBOOK_PARTS),
            ("xl/styles.xml", STYLES),
        ] {
            let mut entry = Entry::new(name);
            entry.write_all(format!("{HEAD}{content}").as_bytes())?;
            entries.push(entry);
        }
        entries.push(self.entry);
        zip::archive(entries)
    }
}

/// What is in a `c` element; nothing for an empty cell.
struct Content {
    attributes: String,
    xml: String,
}

fn content(cell: &Cell) -> Content {
    match cell {
        Cell::Text(value) => text(value, 0),
        Cell::Figure(value) => number(value, MONEY),
        Cell::Number(value) => number(value, COUNT),
        Cell::Flag(value) => text(if *value { "yes" } else { "no" }, 0),
        Cell::Day(day) => match day_number(*day) {
            Some(days) => number(days, DATE),
            None => text(&day.to_string(), 0),
        },
        Cell::Time(time) => match day_number(time.date) {
            Some(days) => number(format!("{days}.{:010}", u64::from(time.minute) * DAY_DECIMALS / MINUTES_OF_A_DAY), TIME),
            None => text(&time.to_string(), 0),
        },
        Cell::None => Content { attributes: String::new(), xml: String::new() },
    }
}

fn number(value: impl std::fmt::Display, style: u8) -> Content {
    Content { attributes: format!(" s=\"{style}\""), xml: format!("<v>{value}</v>") }
}

fn text(value: &str, style: u8) -> Content {
    let attributes = format!(" t=\"inlineStr\" s=\"{style}\"");
    Content { attributes, xml: format!("<is><t xml:space=\"preserve\">{}</t></is>", escaped(value)) }
}

/// Days of a spreadsheet; `None` before 1900-03-01.
fn day_number(day: BusinessDay) -> Option<i32> {
    Some(day.number() + EPOCH).filter(|number| *number >= FIRST_DAY)
}

/// As content of an XML element. Control characters, which XML 1.0 has no form for, become blanks.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '\t' | '\n' => out.push(character),
            '\u{fffe}' | '\u{ffff}' => out.push(' '),
            character if character.is_control() => out.push(' '),
            character => out.push(character),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;
    use crate::reports::parts::LocalTime;

    fn day(text: &str) -> BusinessDay {
        BusinessDay::parse(text).expect("a date")
    }

    /// The content of an entry, found by the archive's directory, with its checksum verified.
    fn entry(archive: &[u8], name: &str) -> String {
        let u16_at = |at: usize| usize::from(u16::from_le_bytes([archive[at], archive[at + 1]]));
        let u32_at = |at: usize| u32::from_le_bytes(archive[at..at + 4].try_into().expect("four bytes"));
        let end = archive.len() - 22;
        assert_eq!(&archive[end..end + 4], b"PK\x05\x06");
        let mut at = u32_at(end + 16) as usize;
        for _ in 0..u16_at(end + 10) {
            assert_eq!(&archive[at..at + 4], b"PK\x01\x02");
            let (checksum, length, name_length) = (u32_at(at + 16), u32_at(at + 24), u16_at(at + 28));
            if &archive[at + 46..at + 46 + name_length] == name.as_bytes() {
                let local = u32_at(at + 42) as usize;
                assert_eq!(&archive[local..local + 4], b"PK\x03\x04");
                assert_eq!(archive[local + 4..local + 30], archive[at + 6..at + 32], "both headers agree");
                let mut text = String::new();
                let content = &archive[local + 30 + name_length..];
                flate2::read::DeflateDecoder::new(content).read_to_string(&mut text).expect("deflated");
                assert_eq!((crc32fast::hash(text.as_bytes()), length), (checksum, text.len() as u32));
                return text;
            }
            at += 46 + name_length;
        }
        panic!("{name} is not in the archive");
    }

    #[test]
    fn figures_are_numbers_dates_are_dates_and_names_are_text() {
        let mut sheet = Sheet::new("days", &["Night", "Product"]);
        let night = LocalTime { date: day("2026-11-22"), minute: 90 };
        sheet.row(&[Cell::Day(day("2026-11-21")), "=1+1 <Beer & Co>\u{1}".into(), Cell::figure("-1284.50")]);
        sheet.row(&[Cell::Time(night), Cell::None, 1_438_i64.into(), "20:00".into()]);
        let file = sheet.finish().expect("written");
        let sheet = entry(&file, "xl/worksheets/sheet1.xml");
        let rows = concat!(
            r#"<row r="1"><c r="A1" t="inlineStr" s="1"><is><t xml:space="preserve">Night</t></is></c>"#,
            r#"<c r="B1" t="inlineStr" s="1"><is><t xml:space="preserve">Product</t></is></c></row>"#,
            r#"<row r="2"><c r="A2" s="4"><v>46347</v></c>"#,
            r#"<c r="B2" t="inlineStr" s="0"><is><t xml:space="preserve">=1+1 &lt;Beer &amp; Co&gt; </t></is></c>"#,
            r#"<c r="C2" s="2"><v>-1284.50</v></c></row>"#,
            r#"<row r="3"><c r="A3" s="5"><v>46348.0625000000</v></c><c r="C3" s="3"><v>1438</v></c>"#,
            r#"<c r="D3" t="inlineStr" s="0"><is><t xml:space="preserve">20:00</t></is></c></row></sheetData>"#,
        );
        assert!(sheet.contains(rows), "{sheet}");
        assert!(entry(&file, "xl/workbook.xml").contains("name=\"days\""));
        for name in ["[Content_Types].xml", "_rels/.rels", "xl/_rels/workbook.xml.rels", "xl/styles.xml"] {
            assert!(entry(&file, name).starts_with(HEAD), "{name}");
        }
    }

    #[test]
    fn days_are_counted_as_spreadsheets_count() {
        let numbers = ["1970-01-01", "2000-01-01", "1900-03-01", "1900-02-28"].map(|text| day_number(day(text)));
        assert_eq!(numbers, [Some(25_569), Some(36_526), Some(61), None]);
    }
}
