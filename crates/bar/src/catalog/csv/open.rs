//! Makes rows of a file: a text in one of several encodings, or a workbook.

use std::borrow::Cow;

use serde::Serialize;
use utoipa::ToSchema;

use super::encoding::{Encoding, decode};
use super::read::Source;
use super::split::RawRow;
use super::workbook::{WorkbookError, read_sheet};

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

/// The first bytes of a packed archive, which a workbook is.
const ARCHIVE: &[u8] = b"PK\x03\x04";
/// The first bytes of Excel's old files, and of new ones with a password.
const COMPOUND: &[u8] = b"\xd0\xcf\x11\xe0";

/// Opens a file. `sheet` names one of a workbook; without it the first is read.
///
/// # Errors
/// [`WorkbookError`] if it is a workbook that cannot be read, or is too large.
pub fn open<'a>(bytes: &'a [u8], sheet: Option<&str>) -> Result<Opened<'a>, WorkbookError> {
    if bytes.starts_with(COMPOUND) {
        let message = "This is an old Excel file (.xls), or one with a password. Save it as .xlsx without password, or as CSV";
        return Err(WorkbookError::Unreadable(message.to_owned()));
    }
    if bytes.starts_with(ARCHIVE) {
        let found = read_sheet(bytes, sheet)?;
        let content = Content::Rows(found.rows);
        return Ok(Opened { content, kind: FileKind::Xlsx, encoding: None, sheet: Some(found.name), sheets: found.names });
    }
    let (text, encoding) = decode(bytes);
    Ok(Opened { content: Content::Text(text), kind: FileKind::Csv, encoding: Some(encoding), sheet: None, sheets: Vec::new() })
}

impl Opened<'_> {
    /// A text that came as such.
    pub fn of_text(text: &str) -> Opened<'_> {
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
