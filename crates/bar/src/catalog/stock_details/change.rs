//! Decides how a product's goods are measured, packed and mixed.

use std::collections::BTreeMap;

use super::{INGREDIENTS_MAX, Ingredient, PACKS_MAX, Pack, SERVING_MAX, StockDetails, WASTE_MAX};
use crate::catalog::{BarcodeOwner, Product, STOCK_MAX, StockMode, Unit, barcode_key};
use base::text::fold;
use base::{Decided, Refusal};

/// A change of the details; `None` keeps, `Some(None)` empties.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DetailsChange {
    pub unit: Option<Unit>,
    pub serving: Option<Option<i64>>,
    pub for_sale: Option<bool>,
    /// All packs, the main one first.
    pub packs: Option<Vec<PackChange>>,
    /// All ingredients.
    pub recipe: Option<Option<Vec<Ingredient>>>,
    pub par: Option<Option<i64>>,
}

/// A pack of a change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PackChange {
    /// The pack that it is; `None` for a new one.
    pub id: Option<u64>,
    pub name: String,
    pub size: i64,
    pub barcode: Option<String>,
}

/// Data that a change of the details needs.
#[derive(Debug, Default)]
pub(in crate::catalog) struct DetailsContext {
    /// Whether its stock was ever moved.
    pub has_moved: bool,
    /// Its level, of which a product with a recipe has none.
    pub level: i64,
    /// The products that the change names as ingredients; those that do not exist are missing.
    pub ingredients: BTreeMap<u64, Product>,
    /// Names of the products that are mixed from it.
    pub used_in: Vec<String>,
    /// Who has the barcodes of the packs in the change.
    pub pack_owners: Vec<Option<BarcodeOwner>>,
}

/// The refusal of a product's recipe while it has goods of its own, and of a level of a product that has a recipe.
pub fn stock_of_ingredients(name: &str) -> Refusal {
    Refusal::conflict(format!("The stock of {name} is that of its ingredients"))
}

/// The details of `after`, a product whose other fields are changed already.
///
/// # Errors
/// 400 for values that no product can have; 409 `conflict` for another unit after the first movement, and for a recipe where there is
/// stock; 409 `taken` for the barcode of a pack.
pub(in crate::catalog) fn changed_details(after: &Product, change: &DetailsChange, context: &DetailsContext) -> Decided<StockDetails> {
    let before = after.details();
    let unit = unit(after, change, context)?;
    let serving = serving(unit, before, change)?;
    let was_sellable = before.serving.is_some();
    let for_sale = serving.is_some() && change.for_sale.unwrap_or(!was_sellable || before.for_sale);
    let (packs, last_pack_id) = packs(after, change, context)?;
    let recipe = recipe(after, change, context)?;
    if change.par.flatten().is_some_and(|par| !(0..=STOCK_MAX).contains(&par)) {
        return Err(Refusal::field("par", "Must be 0 or more"));
    }
    let par = change.par.unwrap_or(before.par);
    Ok(StockDetails { unit, serving, for_sale, packs, last_pack_id, recipe, par })
}

fn unit(after: &Product, change: &DetailsChange, context: &DetailsContext) -> Decided<Unit> {
    let before = after.unit();
    match change.unit {
        Some(unit) if unit != before && context.has_moved => {
            Err(Refusal::conflict(format!("The stock of {} has moved, so its unit stays", after.name)))
        }
        Some(unit) if unit != before && !context.used_in.is_empty() => {
            Err(Refusal::conflict(format!("{} is used in {}, so its unit stays", after.name, context.used_in.join(", "))))
        }
        unit => Ok(unit.unwrap_or(before)),
    }
}

fn serving(unit: Unit, before: &StockDetails, change: &DetailsChange) -> Decided<Option<i64>> {
    let serving = match (change.serving, unit) {
        (Some(serving), Unit::Piece | Unit::Ml | Unit::G) => serving,
        (None, Unit::Piece) => Some(1),
        // The serving of another unit says nothing.
        (None, Unit::Ml | Unit::G) => before.serving.filter(|_| before.unit == unit),
    };
    let fits = match unit {
        Unit::Piece => serving == Some(1),
        Unit::Ml | Unit::G => serving.is_none_or(|serving| (1..=SERVING_MAX).contains(&serving)),
    };
    let message = match unit {
        Unit::Piece => "What is counted in pieces is sold by the piece".to_owned(),
        Unit::Ml | Unit::G => format!("Must be 1 to {SERVING_MAX}, or empty"),
    };
    if fits { Ok(serving) } else { Err(Refusal::field("serving", message)) }
}

fn packs(after: &Product, change: &DetailsChange, context: &DetailsContext) -> Decided<(Vec<Pack>, u64)> {
    let before = after.details();
    let wrong = |message: String| Err(Refusal::field("packs", message));
    let mut last_id = before.last_pack_id;
    let packs = match &change.packs {
        None => before.packs.clone(),
        Some(packs) if packs.len() > PACKS_MAX => return wrong(format!("Must be at most {PACKS_MAX} packs")),
        Some(wanted) => {
            let mut packs: Vec<Pack> = Vec::with_capacity(wanted.len());
            for pack in wanted {
                if !(1..=STOCK_MAX).contains(&pack.size) {
                    return wrong(format!("The size of {} must be 1 or more", pack.name));
                }
                if packs.iter().any(|other| fold(&other.name) == fold(&pack.name)) {
                    return wrong(format!("Two packs are called {}", pack.name));
                }
                let is_known = |id: &u64| before.packs.iter().any(|known| known.id == *id) && packs.iter().all(|other| other.id != *id);
                let id = match pack.id {
                    Some(id) if is_known(&id) => id,
                    Some(_) => return wrong(format!("There is no such pack as {}", pack.name)),
                    None => {
                        last_id += 1;
                        last_id
                    }
                };
                packs.push(Pack { id, name: pack.name.clone(), size: pack.size, barcode: pack.barcode.clone() });
            }
            packs
        }
    };
    let taken = |message| Err(Refusal::taken("packs", message));
    if context.pack_owners.iter().flatten().any(|owner| owner.product_id != after.id) {
        return taken("This barcode belongs to another product");
    }
    let mut keys: Vec<_> =
        packs.iter().filter_map(|pack| pack.barcode.as_deref()).chain([after.barcode.as_str()]).map(barcode_key).collect();
    keys.sort_unstable();
    if keys.windows(2).any(|pair| pair[0] == pair[1]) {
        return taken("Each pack needs a barcode of its own");
    }
    Ok((packs, last_id))
}

fn recipe(after: &Product, change: &DetailsChange, context: &DetailsContext) -> Decided<Vec<Ingredient>> {
    let before = &after.details().recipe;
    let wrong = |message: String| Err(Refusal::field("recipe", message));
    let recipe = match &change.recipe {
        None => before.clone(),
        Some(None) => Vec::new(),
        Some(Some(recipe)) if !(1..=INGREDIENTS_MAX).contains(&recipe.len()) => {
            return wrong(format!("Must be 1 to {INGREDIENTS_MAX} ingredients, or empty"));
        }
        Some(Some(recipe)) => recipe.clone(),
    };
    if recipe.is_empty() {
        return Ok(recipe);
    }
    if after.stock_mode == StockMode::Free {
        return wrong(format!("{} is not counted, so it has no recipe", after.name));
    }
    if recipe == *before {
        return Ok(recipe);
    }
    for (place, ingredient) in recipe.iter().enumerate() {
        let Some(product) = context.ingredients.get(&ingredient.product_id) else {
            return wrong("An ingredient is no product of this bar".to_owned());
        };
        if product.id == after.id || product.is_recipe() {
            return wrong(format!("{} is mixed itself, so it is no ingredient", product.name));
        }
        if recipe[..place].iter().any(|other| other.product_id == product.id) {
            return wrong(format!("{} is there twice", product.name));
        }
        if !(1..=SERVING_MAX).contains(&ingredient.amount) {
            return wrong(format!("The amount of {} must be 1 to {SERVING_MAX}", product.name));
        }
        if ingredient.waste_percent > WASTE_MAX {
            return wrong(format!("The waste of {} must be 0 to {WASTE_MAX} percent", product.name));
        }
    }
    if !context.used_in.is_empty() {
        return wrong(format!("{} is used in {}, so it has no recipe", after.name, context.used_in.join(", ")));
    }
    if before.is_empty() && context.level != 0 {
        return Err(stock_of_ingredients(&after.name));
    }
    Ok(recipe)
}
