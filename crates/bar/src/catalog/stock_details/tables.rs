//! Index of recipes by their ingredients.

use crate::catalog::Product;
use store::{Stored, Table, Tables, View};

/// Ingredient, product that is mixed from it.
const INGREDIENTS: Table<(u64, u64), ()> = Table::new("ingredients");

/// Ids of the products that are mixed from this one, unless they are archived.
pub fn recipes_with(view: &dyn View, product_id: u64) -> Stored<Vec<u64>> {
    Ok(INGREDIENTS.with_prefix(view, &product_id)?.into_iter().map(|((_, id), ())| id).collect())
}

/// Adds the recipe of a product to the index.
pub(in crate::catalog) fn index_recipe(tables: &mut dyn Tables, product: &Product) -> Stored<()> {
    product.details().recipe.iter().try_for_each(|ingredient| INGREDIENTS.put(tables, &(ingredient.product_id, product.id), &()))
}

/// Removes the recipe of a product from the index.
pub(in crate::catalog) fn unindex_recipe(tables: &mut dyn Tables, product: &Product) -> Stored<()> {
    product.details().recipe.iter().try_for_each(|ingredient| INGREDIENTS.remove(tables, &(ingredient.product_id, product.id)))
}
