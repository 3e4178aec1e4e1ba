//! A file that was opened: a text in one of several encodings, or the rows of a workbook.

use std::borrow::Cow;

use serde::Serialize;
use utoipa::ToSchema;

use super::encoding::{Encoding, MARK_READ_WRONG, decode, read_again};
use super::split::RawRow;

/// What a file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = ImportFileKind)]
pub enum FileKind {
    /// Text with separators.
    Csv,
    /// A workbook.
    Xlsx,
}

/// A file that was opened.
pub struct Opened<'a> {
    content: Content<'a>,
    pub kind: FileKind,
    /// `None` for a workbook.
    pub encoding: Option<Encoding>,
    /// The sheet that was read; `None` for a text.
    pub sheet: Option<String>,
    /// The names of all sheets.
    pub sheets: Vec<String>,
}

enum Content<'a> {
    Text(Cow<'a, str>),
    Rows(Vec<RawRow<'static>>),
}

/// The rows of a file, however it is stored.
pub(super) enum Source<'a> {
    /// Text with separators.
    Text(&'a str),
    /// The sheet of a workbook.
    Cells(Vec<RawRow<'static>>),
}

impl<'a> Opened<'a> {
    /// The text of a file, in whatever encoding it is, or in the one that a person says.
    pub fn of_bytes(bytes: &'a [u8], said: Option<Encoding>) -> Self {
        let (text, encoding) = decode(bytes, said);
        let again = if text.starts_with(MARK_READ_WRONG) { read_again(&text) } else { None };
        let text = again.map_or(text, Cow::Owned);
        Opened { content: Content::Text(text), kind: FileKind::Csv, encoding: Some(encoding), sheet: None, sheets: Vec::new() }
    }

    /// The rows of a workbook's sheet of this name; `sheets` are the names of all.
    pub fn of_rows(mut rows: Vec<RawRow<'static>>, sheet: String, sheets: Vec<String>) -> Self {
        if rows.first().and_then(|row| row.cells.first()).is_some_and(|cell| cell.starts_with(MARK_READ_WRONG)) {
            for cell in rows.iter_mut().flat_map(|row| &mut row.cells) {
                if let Some(again) = read_again(cell) {
                    *cell = Cow::Owned(again.trim_start_matches('\u{feff}').to_owned());
                }
            }
        }
        Opened { content: Content::Rows(rows), kind: FileKind::Xlsx, encoding: None, sheet: Some(sheet), sheets }
    }

    /// A text that came as such.
    pub fn of_text(text: &'a str) -> Self {
        Opened {
            content: Content::Text(Cow::Borrowed(text)),
            kind: FileKind::Csv,
            encoding: Some(Encoding::Utf8),
            sheet: None,
            sheets: Vec::new(),
        }
    }

    /// Its rows. A text comes without characters that are not shown.
    pub(super) fn source(&mut self) -> Source<'_> {
        match &mut self.content {
            Content::Text(text) => {
                if let Cow::Owned(visible) = base::text::visible(text) {
                    *text = Cow::Owned(visible);
                }
                Source::Text(text)
            }
            Content::Rows(rows) => Source::Cells(std::mem::take(rows)),
        }
    }
}
