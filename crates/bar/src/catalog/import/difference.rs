//! What an import changes in a product, field by field, for the preview.

use std::borrow::Cow;

use serde::Serialize;
use utoipa::ToSchema;

use crate::catalog::Draft;
use crate::catalog::csv::{Column, cell};
use base::Rate;

/// A field of a product that an import changes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = ImportDifference)]
pub struct Difference {
    /// Never `price`, which is another name for one of the two set prices.
    pub field: Column,
    /// As the export writes it; `None` for an empty field and a new product.
    pub before: Option<String>,
    /// As the export writes it; `None` for an empty field.
    pub after: Option<String>,
}

/// The fields of `after` that differ from those of `before`, in the order of the export; without `before`, those that are not empty.
pub fn differences(before: Option<&Draft>, after: &Draft, rate: Rate) -> Vec<Difference> {
    let text = |draft: &Draft, column| Some(cell(draft, column, rate)).filter(|text| !text.is_empty()).map(Cow::into_owned);
    let fields = Column::ALL.into_iter().filter(|column| *column != Column::Price);
    fields
        .map(|field| Difference { field, before: before.and_then(|draft| text(draft, field)), after: text(after, field) })
        .filter(|field| field.before != field.after)
        .collect()
}
