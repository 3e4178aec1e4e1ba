//! Rows of products that head office shares. A product of the bar alone has none.

use std::collections::BTreeMap;

use super::{ProductChain, ProductDetached};
use store::{Stored, Table, Tables, View};

const CHAINS: Table<u64, ProductChain> = Table::new("product_chains");
/// Head office's name → the product.
const CHAIN_IDS: Table<String, u64> = Table::new("product_chain_ids");

/// The link of a product; `None` if it is the bar's alone.
pub fn chain_of(view: &dyn View, product_id: u64) -> Stored<Option<ProductChain>> {
    CHAINS.get(view, &product_id)
}

/// All links, by product.
pub fn chains(view: &dyn View) -> Stored<BTreeMap<u64, ProductChain>> {
    Ok(CHAINS.all(view)?.into_iter().collect())
}

/// The id of the product with this name at head office, archived and detached ones too.
pub fn linked_product(view: &dyn View, chain_id: &str) -> Stored<Option<u64>> {
    CHAIN_IDS.get(view, &chain_id.to_owned())
}

/// Links a product to head office.
pub fn apply_chain(tables: &mut dyn Tables, product_id: u64, chain: &ProductChain) -> Stored<()> {
    CHAIN_IDS.put(tables, &chain.id, &product_id)?;
    CHAINS.put(tables, &product_id, chain)
}

/// Marks the product as detached from head office.
pub fn apply_detached(tables: &mut dyn Tables, event: &ProductDetached) -> Stored<()> {
    let Some(chain) = chain_of(tables.view(), event.product_id)? else { return Ok(()) };
    CHAINS.put(tables, &event.product_id, &ProductChain { detached: true, ..chain })
}

/// Frees all products: the bar was disconnected.
pub fn unlink_products(tables: &mut dyn Tables) -> Stored<()> {
    for (product_id, chain) in CHAINS.all(tables.view())? {
        CHAINS.remove(tables, &product_id)?;
        CHAIN_IDS.remove(tables, &chain.id)?;
    }
    Ok(())
}
