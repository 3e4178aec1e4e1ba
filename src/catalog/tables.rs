//! Products as rows, and their barcodes as an index.

use super::{Product, ProductArchived, ProductSaved};
use crate::base::text::fold;
use crate::store::{Counter, Stored, Table, Tables, View};

const PRODUCTS: Table<u64, Product> = Table::new("products");
const BARCODES: Table<String, u64> = Table::new("barcodes");
pub(crate) const PRODUCT_IDS: Counter = Counter("products");

/// The product, archived or not.
pub fn any_product(view: &dyn View, id: u64) -> Stored<Option<Product>> {
    PRODUCTS.get(view, &id)
}

/// The product, unless it is archived.
pub fn product(view: &dyn View, id: u64) -> Stored<Option<Product>> {
    Ok(any_product(view, id)?.filter(|product| !product.archived))
}

/// Whose barcode it is, among products that are not archived.
pub fn barcode_owner(view: &dyn View, barcode: &str) -> Stored<Option<u64>> {
    BARCODES.get(view, &barcode.to_owned())
}

/// The product with this barcode, unless it is archived.
pub fn product_with_barcode(view: &dyn View, barcode: &str) -> Stored<Option<Product>> {
    match barcode_owner(view, barcode)? {
        Some(id) => product(view, id),
        None => Ok(None),
    }
}

/// All products that are not archived, by category, then name.
pub fn products(view: &dyn View) -> Stored<Vec<Product>> {
    let mut products: Vec<Product> = PRODUCTS.all(view)?.into_iter().map(|(_, product)| product).filter(|p| !p.archived).collect();
    products.sort_by_cached_key(|product| (product.category, fold(&product.name), product.id));
    Ok(products)
}

/// Applies the event.
pub fn apply_saved(tables: &mut dyn Tables, event: &ProductSaved) -> Stored<()> {
    let product = &event.product;
    if let Some(before) = any_product(tables.view(), product.id)? {
        BARCODES.remove(tables, &before.barcode)?;
    }
    PRODUCT_IDS.used(tables, product.id)?;
    BARCODES.put(tables, &product.barcode, &product.id)?;
    PRODUCTS.put(tables, &product.id, product)
}

/// Applies the event.
pub fn apply_archived(tables: &mut dyn Tables, event: &ProductArchived) -> Stored<()> {
    let Some(mut product) = any_product(tables.view(), event.product_id)? else { return Ok(()) };
    BARCODES.remove(tables, &product.barcode)?;
    product.archived = true;
    PRODUCTS.put(tables, &product.id, &product)
}
