//! Rows of one article: programs write what its variations share only in the first one.

use std::borrow::Cow;

use crate::catalog::csv::header::Header;
use crate::catalog::csv::split::RawRow;
use crate::catalog::csv::{Column, prefix};

/// What the variations of an article share.
const SHARED: [Column; 6] = [Column::Name, Column::Brand, Column::Category, Column::Section, Column::Description, Column::IsAvailable];

/// An article, as its first row describes it.
pub(super) struct Article {
    handle: String,
    /// Cells by their place.
    shared: Vec<(usize, String)>,
}

fn cell<'a>(raw: &'a RawRow<'_>, place: usize) -> &'a str {
    raw.cells.get(place).map_or("", |cell| prefix::unguard(cell).trim())
}

/// Whether a row says no more than to which article it belongs, as one with a further picture of it.
pub(super) fn is_only_handle(raw: &RawRow<'_>, header: &Header) -> bool {
    let is_empty = |place: usize| cell(raw, place).is_empty();
    let read = Column::ALL.into_iter().filter_map(|column| header.place(column));
    header.handle.is_some_and(|place| !is_empty(place)) && read.chain(header.variations.iter().copied()).all(is_empty)
}

/// Completes a row without name that belongs to the article of the row above. Any other row begins the next article.
pub(super) fn complete(raw: &mut RawRow<'_>, header: &Header, article: &mut Option<Article>) {
    let handle = header.handle.map_or("", |place| cell(raw, place)).to_owned();
    if handle.is_empty() {
        return;
    }
    let is_named = header.place(Column::Name).is_some_and(|place| !cell(raw, place).is_empty());
    match article {
        Some(known) if !is_named && known.handle == handle => {
            for (place, text) in &known.shared {
                if raw.cells.len() <= *place {
                    raw.cells.resize(place + 1, Cow::Borrowed(""));
                }
                if cell(raw, *place).is_empty() {
                    raw.cells[*place] = Cow::Owned(text.clone());
                }
            }
        }
        Some(_) | None => {
            let places = SHARED.into_iter().filter_map(|column| header.place(column)).chain(header.type_column);
            let shared = places.map(|place| (place, cell(raw, place).to_owned())).filter(|(_, text)| !text.is_empty());
            *article = Some(Article { handle, shared: shared.collect() });
        }
    }
}
