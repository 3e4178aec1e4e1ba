//! Rows of one article: programs write what its variations share only in the first one.

use std::borrow::Cow;
use std::collections::HashMap;

use crate::catalog::csv::header::Header;
use crate::catalog::csv::split::RawRow;
use crate::catalog::csv::{Column, prefix};

/// What the variations of an article share.
const SHARED: [Column; 6] = [Column::Name, Column::Brand, Column::Category, Column::Section, Column::Description, Column::IsAvailable];

/// Cells by their place.
type Shared = Vec<(usize, String)>;

/// The articles that were read.
#[derive(Default)]
pub(super) struct Articles {
    /// The handle of the row above, and what its article shares.
    last: Option<(String, Shared)>,
    /// Those with rows of their own, by what their variations call them.
    parents: HashMap<String, Shared>,
}

/// What WooCommerce calls an article with variations, and each of them.
const ARTICLE: &str = "variable";
const VARIATION: &str = "variation";
/// What it writes as the stock of a variation that is counted with its article.
const WITH_ARTICLE: &str = "parent";

fn cell<'a>(raw: &'a RawRow<'_>, place: usize) -> &'a str {
    raw.cells.get(place).map_or("", |cell| prefix::unguard(cell).trim())
}

/// Whether a row says no more than to which article it belongs, as one with a further picture of it.
pub(super) fn is_only_handle(raw: &RawRow<'_>, header: &Header) -> bool {
    let is_empty = |place: usize| cell(raw, place).is_empty();
    let read = Column::ALL.into_iter().filter_map(|column| header.place(column));
    header.handle.is_some_and(|place| !is_empty(place)) && read.chain(header.variations.iter().copied()).all(is_empty)
}

/// Whether a row is only the article of variations in other rows: it has no price of its own.
pub(super) fn is_only_article(raw: &RawRow<'_>, header: &Header) -> bool {
    let has_no_price = || PRICES.into_iter().filter_map(|column| header.place(column)).all(|place| cell(raw, place).is_empty());
    header.ties.is_some_and(|ties| cell(raw, ties.kind).eq_ignore_ascii_case(ARTICLE)) && has_no_price()
}

const PRICES: [Column; 3] = [Column::Price, Column::PriceUsd, Column::PriceLrd];

impl Articles {
    /// Completes a row that belongs to an article above with what they share.
    pub fn complete(&mut self, raw: &mut RawRow<'_>, header: &Header) {
        self.complete_variation(raw, header);
        let handle = header.handle.map_or("", |place| cell(raw, place)).to_owned();
        if handle.is_empty() {
            return;
        }
        let is_named = header.place(Column::Name).is_some_and(|place| !cell(raw, place).is_empty());
        match &self.last {
            Some((known, shared)) if !is_named && *known == handle => fill(raw, shared),
            // Any other row begins the next article.
            Some(_) | None => self.last = Some((handle, shared(raw, header))),
        }
    }

    fn complete_variation(&mut self, raw: &mut RawRow<'_>, header: &Header) {
        let Some(ties) = header.ties else { return };
        if cell(raw, ties.kind).eq_ignore_ascii_case(ARTICLE) {
            let names = [ties.id.map(|place| format!("id:{}", cell(raw, place))), ties.sku.map(|place| cell(raw, place).to_owned())];
            for name in names.into_iter().flatten().filter(|name| !name.is_empty()) {
                self.parents.insert(name, shared(raw, header));
            }
        } else if cell(raw, ties.kind).eq_ignore_ascii_case(VARIATION) {
            if let Some(shared) = self.parents.get(cell(raw, ties.parent)) {
                fill(raw, shared);
            }
            if let Some(place) = header.place(Column::Stock).filter(|place| cell(raw, *place).eq_ignore_ascii_case(WITH_ARTICLE)) {
                raw.cells[place] = Cow::Borrowed("");
            }
        }
    }
}

fn shared(raw: &RawRow<'_>, header: &Header) -> Shared {
    let places = SHARED.into_iter().filter_map(|column| header.place(column)).chain(header.type_column).chain(header.status);
    places.map(|place| (place, cell(raw, place).to_owned())).filter(|(_, text)| !text.is_empty()).collect()
}

/// Writes what is shared where the row says nothing.
fn fill(raw: &mut RawRow<'_>, shared: &[(usize, String)]) {
    for (place, text) in shared {
        if raw.cells.len() <= *place {
            raw.cells.resize(place + 1, Cow::Borrowed(""));
        }
        if cell(raw, *place).is_empty() {
            raw.cells[*place] = Cow::Owned(text.clone());
        }
    }
}
