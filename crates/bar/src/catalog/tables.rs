//! Rows of products, scans and the columns of imported files, and the index of barcodes.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use super::csv::Mapping;
use super::stock_details::{index_recipe, unindex_recipe};
use super::{Product, ProductArchived, ProductSaved, ProductsImported, SCANS_KEPT, Scan, ScanRecorded, barcode_key};
use base::Envelope;
use base::text::fold;
use store::{Counter, Key, Stored, Table, Tables, View};

const PRODUCTS: Table<u64, Product> = Table::new("products");
/// By [`barcode_key`].
const BARCODES: Table<String, BarcodeOwner> = Table::new("barcodes");
pub(super) const PRODUCT_IDS: Counter = Counter("products");
const SCANS: Table<u64, Scan> = Table::new("scans");
const SCAN_IDS: Counter = Counter("scans");
/// How many files are remembered of which a person chose the columns.
const MAPPINGS_KEPT: usize = 50;

/// What people chose, in the order in which they did.
const MAPPINGS: Table<u64, Mapping> = Table::new("import_mappings");
const MAPPING_IDS: Counter = Counter("import_mappings");

/// What has a barcode.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct BarcodeOwner {
    pub product_id: u64,
    /// The pack of the product; `None` for the product's own barcode.
    pub pack_id: Option<u64>,
}

/// The product, archived or not.
pub fn any_product(view: &dyn View, id: u64) -> Stored<Option<Product>> {
    PRODUCTS.get(view, &id)
}

/// The product, unless it is archived.
pub fn product(view: &dyn View, id: u64) -> Stored<Option<Product>> {
    Ok(any_product(view, id)?.filter(|product| !product.archived))
}

/// The product or pack with this barcode, unless it is archived.
pub fn barcode_owner(view: &dyn View, barcode: &str) -> Stored<Option<BarcodeOwner>> {
    BARCODES.get(view, &barcode_key(barcode).into_owned())
}

/// The product with this barcode, unless it is archived.
pub fn product_with_barcode(view: &dyn View, barcode: &str) -> Stored<Option<Product>> {
    match barcode_owner(view, barcode)? {
        Some(owner) => product(view, owner.product_id),
        None => Ok(None),
    }
}

/// All products that are not archived, by category, then name.
pub fn products(view: &dyn View) -> Stored<Vec<Product>> {
    let mut products: Vec<Product> = PRODUCTS.all(view)?.into_iter().map(|(_, product)| product).filter(|p| !p.archived).collect();
    products.sort_by_cached_key(|product| (product.category, fold(&product.name), product.id));
    Ok(products)
}

/// Ids of the tax classes that products have of their own.
pub fn tax_classes_of_products(view: &dyn View) -> Stored<BTreeSet<String>> {
    Ok(products(view)?.into_iter().filter_map(|product| product.tax_class).collect())
}

/// Writes the product, its barcodes and its recipe, and frees those that it had.
pub fn apply_saved(tables: &mut dyn Tables, event: &ProductSaved) -> Stored<()> {
    let product = &event.product;
    if let Some(before) = any_product(tables.view(), product.id)? {
        free_barcodes(tables, &before)?;
        unindex_recipe(tables, &before)?;
    }
    PRODUCT_IDS.mark_used(tables, product.id)?;
    barcodes(product).try_for_each(|(key, owner)| BARCODES.put(tables, &key, &owner))?;
    index_recipe(tables, product)?;
    PRODUCTS.put(tables, &product.id, product)
}

/// Marks the product as archived, and frees its barcodes and its ingredients.
pub fn apply_archived(tables: &mut dyn Tables, event: &ProductArchived) -> Stored<()> {
    let Some(mut product) = any_product(tables.view(), event.product_id)? else { return Ok(()) };
    free_barcodes(tables, &product)?;
    unindex_recipe(tables, &product)?;
    product.archived = true;
    PRODUCTS.put(tables, &product.id, &product)
}

/// Frees the barcodes of the product and its packs, but those that another product has.
fn free_barcodes(tables: &mut dyn Tables, product: &Product) -> Stored<()> {
    for (key, _) in barcodes(product) {
        if BARCODES.get(tables.view(), &key)?.is_some_and(|owner| owner.product_id == product.id) {
            BARCODES.remove(tables, &key)?;
        }
    }
    Ok(())
}

/// The keys of the barcodes of a product and its packs.
fn barcodes(product: &Product) -> impl Iterator<Item = (String, BarcodeOwner)> {
    let packs = product.details().packs.iter().filter_map(|pack| Some((pack.barcode.as_deref()?, Some(pack.id))));
    let key = |(barcode, pack_id)| (barcode_key(barcode).into_owned(), BarcodeOwner { product_id: product.id, pack_id });
    std::iter::once((product.barcode.as_str(), None)).chain(packs).map(key)
}

/// At most `limit` scans before id `before`, newest first.
pub fn scans(view: &dyn View, before: u64, limit: usize) -> Stored<Vec<Scan>> {
    let mut found = Vec::new();
    SCANS.visit(view, &[], &before.to_bytes(), true, |_, scan| {
        found.push(scan);
        if found.len() < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    Ok(found)
}

/// Applies the event: stores the scan, and removes the oldest one beyond [`SCANS_KEPT`].
pub fn apply_scan(tables: &mut dyn Tables, envelope: &Envelope, event: &ScanRecorded) -> Stored<()> {
    let product_name = match event.product_id {
        Some(id) => any_product(tables.view(), id)?.map(|product| product.name),
        None => None,
    };
    let id = SCAN_IDS.take(tables)?;
    let (barcode, label, pack) = (event.barcode.clone(), event.label, event.pack.clone());
    let scan = Scan { id, barcode, product_id: event.product_id, product_name, label, pack, scanned_at: envelope.at };
    SCANS.put(tables, &id, &scan)?;
    match id.checked_sub(SCANS_KEPT) {
        Some(old) => SCANS.remove(tables, &old),
        None => Ok(()),
    }
}

/// What people chose for the columns of imported files, the newest first.
pub fn import_mappings(view: &dyn View) -> Stored<Vec<Mapping>> {
    Ok(MAPPINGS.all(view)?.into_iter().rev().map(|(_, mapping)| mapping).collect())
}

/// Applies the event: the newest choice for the same headings counts.
pub fn apply_imported(tables: &mut dyn Tables, event: &ProductsImported) -> Stored<()> {
    let Some(mapping) = &event.mapping else { return Ok(()) };
    let kept = MAPPINGS.all(tables.view())?;
    let surplus = (kept.len() + 1).saturating_sub(MAPPINGS_KEPT);
    for (place, (id, known)) in kept.iter().enumerate() {
        if place < surplus || known.headings == mapping.headings {
            MAPPINGS.remove(tables, id)?;
        }
    }
    let id = MAPPING_IDS.take(tables)?;
    MAPPINGS.put(tables, &id, mapping)
}
