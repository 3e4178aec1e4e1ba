//! Loads the data that decisions about products and imports need.

use super::import::Existing;
use super::stock_details::DetailsContext;
use super::tables::PRODUCT_IDS;
use super::{
    CatalogCommand, CatalogContext, ImportContext, PriceListContext, ProductChange, SetPriceList, StockFacts, barcode_owner, chain_of,
    chains, is_generated, product, product_on, products_on, recipes_with,
};
use crate::tax::{TaxDays, TaxSettings};
use base::{BusinessDay, Rate};
use store::{Stored, View};

/// Loads the data that [`decide`](super::decide()) needs. `tax` and the present days say which tax classes goods can get and what they
/// cost; `stock` returns what is known of the stock of a product.
pub fn load(
    view: &dyn View,
    command: &CatalogCommand,
    rate: Rate,
    (tax, today): (&TaxSettings, TaxDays),
    stock: impl Fn(u64) -> Stored<StockFacts>,
) -> Stored<CatalogContext> {
    let (id, change, made) = match command {
        CatalogCommand::Create { change, generated_barcode } => (None, Some(change), Some(generated_barcode)),
        CatalogCommand::Update { product_id, change, generated_barcode } => (Some(*product_id), Some(change), Some(generated_barcode)),
        CatalogCommand::Archive { product_id } | CatalogCommand::Detach { product_id } => (Some(*product_id), None, None),
    };
    let product = match id {
        Some(id) => product_on(view, id, today.rates)?,
        None => None,
    };
    let product_class = product.as_ref().and_then(|product| product.tax_class.clone());
    let barcode = change.and_then(|change| change.barcode.as_ref()).and_then(Option::as_ref);
    let owner = |barcode: Option<&String>| match barcode {
        Some(barcode) => barcode_owner(view, barcode),
        None => Ok(None),
    };
    let facts = match id {
        Some(id) => stock(id)?,
        None => StockFacts::default(),
    };
    Ok(CatalogContext {
        details: load_details(view, id, change, facts)?,
        stock: facts,
        chain: match command {
            CatalogCommand::Detach { product_id } => chain_of(view, *product_id)?,
            CatalogCommand::Create { .. } | CatalogCommand::Update { .. } | CatalogCommand::Archive { .. } => None,
        },
        product,
        barcode_owner: owner(barcode)?,
        generated_barcode_owner: owner(made)?,
        next_id: PRODUCT_IDS.next(view)?,
        rate,
        wrong_tax_class: wrong_class(change, product_class.as_deref(), tax, today.business),
    })
}

/// Loads what a change of a product's details needs.
fn load_details(view: &dyn View, id: Option<u64>, change: Option<&ProductChange>, facts: StockFacts) -> Stored<DetailsContext> {
    let StockFacts { level, has_moved, .. } = facts;
    let mut context = DetailsContext { level, has_moved, ..DetailsContext::default() };
    for recipe in id.map(|id| recipes_with(view, id)).transpose()?.unwrap_or_default() {
        context.used_in.extend(product(view, recipe)?.map(|product| product.name));
    }
    let Some(change) = change.map(|change| &change.details) else { return Ok(context) };
    for ingredient in change.recipe.iter().flatten().flatten() {
        context.ingredients.extend(product(view, ingredient.product_id)?.map(|product| (product.id, product)));
    }
    for barcode in change.packs.iter().flatten().filter_map(|pack| pack.barcode.as_deref()) {
        context.pack_owners.push(barcode_owner(view, barcode)?);
    }
    Ok(context)
}

/// Why the product cannot get the tax class of the change. A class that it has may stay.
fn wrong_class(change: Option<&ProductChange>, now: Option<&str>, tax: &TaxSettings, today: BusinessDay) -> Option<String> {
    let wanted = change?.tax_class.as_ref()?.as_deref().filter(|wanted| Some(*wanted) != now)?;
    tax.check_class(wanted, today).err()
}

/// Loads the data that [`set_price_list`](super::set_price_list) needs. `day` is the one that decides prices now.
pub fn load_price_list(view: &dyn View, command: &SetPriceList, rate: Rate, day: BusinessDay) -> Stored<PriceListContext> {
    let products = command.rows.iter().map(|row| product_on(view, row.product_id, day)).collect::<Stored<Vec<_>>>()?;
    Ok(PriceListContext { products, rate })
}

/// Loads the data that [`import_products`](super::import_products) needs. `tax` and the present days say which tax classes goods can get
/// and what they cost; `stock` returns what is known of the stock of a product.
pub fn load_import(
    view: &dyn View,
    rate: Rate,
    (tax, today): (&TaxSettings, TaxDays),
    stock: impl Fn(u64) -> Stored<StockFacts>,
) -> Stored<ImportContext> {
    let products = products_on(view, today.rates)?;
    let chains = chains(view)?;
    let mut existing = Vec::with_capacity(products.len());
    for product in &products {
        let facts = stock(product.id)?;
        existing.push(Existing {
            id: product.id,
            now: product.draft(facts.level),
            is_generated: is_generated(product),
            chain: chains.get(&product.id).cloned(),
            portions: facts.of_ingredients,
        });
    }
    Ok(ImportContext { products, existing, rate, tax: tax.clone(), today: today.business, next_id: PRODUCT_IDS.next(view)? })
}
