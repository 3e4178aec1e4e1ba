//! Splits CSV text into rows and cells as in RFC 4180, with the physical line of each row.
//!
//! It does not use the `csv` crate, which joins `"a"b`, silently closes an open quote at the end of the file, and reports the line
//! before the blank rows that it skips. The tests compare it with that crate.

use std::borrow::Cow;

/// One row that is not blank.
#[derive(Debug, PartialEq, Eq)]
pub struct RawRow<'a> {
    /// Physical line on which it starts, from 1.
    pub line: usize,
    /// Without their quotes.
    pub cells: Vec<Cow<'a, str>>,
    /// Whether a quoted cell is never closed, or continues after its closing quote.
    pub broken: bool,
}

/// How the cells of a text are set apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Dialect {
    pub separator: u8,
    /// `"`, or `'` where all headings are quoted so.
    pub quote: u8,
    /// Whether `\"` inside quotes stands for a quote, beside `""`.
    pub escapes: bool,
}

impl Dialect {
    /// As in RFC 4180, with this separator.
    pub fn of(separator: u8) -> Self {
        Dialect { separator, quote: b'"', escapes: false }
    }
}

/// Iterator over the rows of a text without blank ones. A row is blank if all of its cells are.
pub(super) struct Rows<'a> {
    text: &'a str,
    dialect: Dialect,
    at: usize,
    line: usize,
}

impl<'a> Rows<'a> {
    pub fn new(text: &'a str, dialect: Dialect) -> Self {
        Rows { text, dialect, at: 0, line: 1 }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn row(&mut self) -> RawRow<'a> {
        let mut row = RawRow { line: self.line, cells: Vec::new(), broken: false };
        loop {
            let cell = if self.peek() == Some(self.dialect.quote) { self.quoted(&mut row.broken) } else { Cow::Borrowed(self.plain()) };
            row.cells.push(cell);
            if self.peek() != Some(self.dialect.separator) {
                break;
            }
            self.at += 1;
        }
        self.end_of_line();
        row
    }

    /// Up to the next separator or the end of the line. Quotes inside are ordinary: `Pizza 12"`.
    fn plain(&mut self) -> &'a str {
        let rest = &self.text[self.at..];
        let end = rest.bytes().position(|byte| byte == self.dialect.separator || byte == b'\n' || byte == b'\r').unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    fn quoted(&mut self, broken: &mut bool) -> Cow<'a, str> {
        let rest = &self.text[self.at + 1..];
        let (inner, closed) = match self.closing_quote(rest) {
            Some(end) => (&rest[..end], true),
            None => (rest, false),
        };
        self.at += 1 + inner.len() + usize::from(closed);
        self.line += line_breaks(inner);
        let behind = if closed { self.plain() } else { "" };
        *broken |= !closed || !behind.is_empty();
        self.unquoted(inner)
    }

    /// The place of the first quote that is neither doubled nor escaped.
    fn closing_quote(&self, text: &str) -> Option<usize> {
        let bytes = text.as_bytes();
        let mut at = 0;
        while let Some(byte) = bytes.get(at) {
            match *byte {
                b'\\' if self.dialect.escapes => at += 2,
                byte if byte != self.dialect.quote => at += 1,
                byte if bytes.get(at + 1) == Some(&byte) => at += 2,
                _ => return Some(at),
            }
        }
        None
    }

    /// What stands between two quotes, with one quote for each that is doubled or escaped.
    fn unquoted(&self, inner: &'a str) -> Cow<'a, str> {
        let quote = char::from(self.dialect.quote);
        if !(inner.contains(quote) || self.dialect.escapes && inner.contains('\\')) {
            return Cow::Borrowed(inner);
        }
        let mut text = String::with_capacity(inner.len());
        let mut letters = inner.chars().peekable();
        while let Some(letter) = letters.next() {
            let next = letters.peek().copied();
            let is_doubled = letter == quote && next == Some(quote);
            let is_escape = letter == '\\' && self.dialect.escapes && (next == Some(quote) || next == Some('\\'));
            text.push(if is_doubled || is_escape { letters.next().unwrap_or(letter) } else { letter });
        }
        Cow::Owned(text)
    }

    fn end_of_line(&mut self) {
        let rest = &self.text.as_bytes()[self.at..];
        self.at += if rest.starts_with(b"\r\n") { 2 } else { rest.len().min(1) };
        self.line += 1;
    }
}

impl<'a> Iterator for Rows<'a> {
    type Item = RawRow<'a>;

    fn next(&mut self) -> Option<RawRow<'a>> {
        while self.at < self.text.len() {
            let row = self.row();
            if row.broken || row.cells.iter().any(|cell| !cell.trim().is_empty()) {
                return Some(row);
            }
        }
        None
    }
}

/// Number of line ends in `text`: LF, CR LF, or CR alone.
pub(super) fn line_breaks(text: &str) -> usize {
    let bytes = text.as_bytes();
    let ends = |(index, byte): (usize, &u8)| match byte {
        b'\n' => true,
        b'\r' => bytes.get(index + 1) != Some(&b'\n'),
        _ => false,
    };
    bytes.iter().enumerate().filter(|&place| ends(place)).count()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn split(text: &str) -> Vec<(usize, Vec<String>, bool)> {
        Rows::new(text, Dialect::of(b',')).map(|row| (row.line, row.cells.into_iter().map(Cow::into_owned).collect(), row.broken)).collect()
    }

    fn row(line: usize, cells: &[&str]) -> (usize, Vec<String>, bool) {
        (line, cells.iter().map(|&cell| cell.to_owned()).collect(), false)
    }

    #[test]
    fn cuts_rows_and_counts_lines() {
        for (text, rows) in [
            ("", vec![]),
            ("\n\r\n\n", vec![]),
            ("a,b", vec![row(1, &["a", "b"])]),
            ("a,b\n", vec![row(1, &["a", "b"])]),
            ("a,\r\n,b", vec![row(1, &["a", ""]), row(2, &["", "b"])]),
            ("a\rb\rc", vec![row(1, &["a"]), row(2, &["b"]), row(3, &["c"])]),
            ("a\n\n\r\n , \nb", vec![row(1, &["a"]), row(5, &["b"])]),
            ("\"a\nb\",\"c\r\nd\"\ne", vec![row(1, &["a\nb", "c\r\nd"]), row(4, &["e"])]),
            ("\"say \"\"ten\"\"\",\"\"\"\"\nx,\"\"", vec![row(1, &["say \"ten\"", "\""]), row(2, &["x", ""])]),
            ("Pizza 12\",x", vec![row(1, &["Pizza 12\"", "x"])]),
            ("\"a,b\",c", vec![row(1, &["a,b", "c"])]),
        ] {
            assert_eq!(split(text), rows, "{text:?}");
        }
    }

    #[test]
    fn a_quote_left_open_and_a_quote_in_the_middle_are_broken() {
        for (text, broken) in [
            ("a\n\"b\nc", vec![(1, false), (2, true)]),
            ("\"", vec![(1, true)]),
            ("\"big \"Club\"\",x\ny", vec![(1, true), (2, false)]),
            ("\"a\" ,b\nc", vec![(1, true), (2, false)]),
        ] {
            let found: Vec<_> = split(text).into_iter().map(|(line, _, broken)| (line, broken)).collect();
            assert_eq!(found, broken, "{text:?}");
        }
    }

    #[test]
    fn quotes_of_other_kinds() {
        let cells =
            |text: &str, dialect| -> Vec<String> { Rows::new(text, dialect).flat_map(|row| row.cells).map(Cow::into_owned).collect() };
        let single = Dialect { quote: b'\'', ..Dialect::of(b',') };
        assert_eq!(cells("'O''Brien','a,b',\"x\"", single), ["O'Brien", "a,b", "\"x\""]);
        let escaped = Dialect { escapes: true, ..Dialect::of(b',') };
        assert_eq!(cells(r#""Big \"Club\"","a""b","C:\\",\x,"\n""#, escaped), ["Big \"Club\"", "a\"b", "C:\\", "\\x", "\\n"]);
        assert!(Rows::new("\"a\\", escaped).all(|row| row.broken), "an escape at the end");
    }

    /// The same rows by the `csv` crate, which skips empty lines but not lines of separators.
    fn by_the_crate(text: &str) -> Vec<Vec<String>> {
        let mut reader = ::csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(text.as_bytes());
        let rows = reader.records().map(|record| record.expect("UTF-8").iter().map(str::to_owned).collect::<Vec<_>>());
        rows.filter(|cells| cells.iter().any(|cell| !cell.trim().is_empty())).collect()
    }

    proptest! {
        #[test]
        fn agrees_with_the_csv_crate(text in "[a\",\r\n Č]{0,40}") {
            let rows = split(&text);
            if rows.iter().all(|(_, _, broken)| !broken) {
                let cells: Vec<_> = rows.into_iter().map(|(_, cells, _)| cells).collect();
                prop_assert_eq!(cells, by_the_crate(&text));
            }
        }

        #[test]
        fn each_row_starts_on_its_line(layout in prop::collection::vec((0usize..3, "[a,\n\"]{0,6}"), 0..12)) {
            let rows = layout.iter().enumerate().map(|(number, (blank, inside))| {
                format!("{}row{number},\"{}\"\n", "\n".repeat(*blank), inside.replace('"', "\"\""))
            });
            let text: String = rows.collect();
            for (number, row) in Rows::new(&text, Dialect::of(b',')).enumerate() {
                let start = text.find(&format!("row{number},")).expect("it is there");
                prop_assert_eq!(row.line, 1 + text[..start].matches('\n').count());
                prop_assert_eq!(row.cells[1].as_ref(), layout[number].1.as_str());
            }
        }
    }
}
