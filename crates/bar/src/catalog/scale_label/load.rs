//! Finds the products of labels.

use super::{LabelFigures, LabelValue, ProductLabel, Scanned, read_label};
use crate::catalog::{BarcodeOwner, barcode_owner, product};
use crate::settings::ScaleLabel;
use store::{Stored, View};

/// The label with this code; `None` if it is a product's own barcode, or no label of a product.
pub fn product_label(view: &dyn View, code: &str, kinds: &[ScaleLabel]) -> Stored<Option<ProductLabel>> {
    let Some(read) = read_label(code, kinds) else { return Ok(None) };
    if barcode_owner(view, code)?.is_some() {
        return Ok(None);
    }
    let owner = barcode_owner(view, &read.product_barcode)?.filter(|owner| owner.pack_id.is_none());
    Ok(owner.map(|owner| ProductLabel { product_id: owner.product_id, value: read.value }))
}

/// What a scanner that reads `code` finds: the product whose barcode it is, or a pack's, else the one whose label it is.
pub fn scanned(view: &dyn View, code: &str, kinds: &[ScaleLabel]) -> Stored<Option<Scanned>> {
    if let Some(BarcodeOwner { product_id, pack_id }) = barcode_owner(view, code)? {
        let pack = match pack_id {
            Some(id) => product(view, product_id)?.and_then(|product| product.pack(id)),
            None => None,
        };
        return Ok(Some(Scanned { product_id, label: None, pack }));
    }
    let Some(label) = product_label(view, code, kinds)? else { return Ok(None) };
    let (price, grams) = match label.value {
        LabelValue::Price(minor) => (Some(minor), None),
        LabelValue::Weight(grams) => (None, Some(grams)),
    };
    let figures = |currency| LabelFigures { price, currency, grams };
    Ok(product(view, label.product_id)?.map(|product| Scanned {
        product_id: product.id,
        label: Some(figures(product.currency)),
        pack: None,
    }))
}
