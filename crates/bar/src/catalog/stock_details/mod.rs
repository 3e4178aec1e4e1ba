//! How the goods of a product are measured, packed and mixed: its unit, what one sale of it takes, its packs and its recipe.

mod change;
mod recipe;
mod tables;

use serde::{Deserialize, Serialize};

pub use change::{DetailsChange, PackChange, stock_of_ingredients};
pub(super) use change::{DetailsContext, changed_details};
pub use recipe::{Ingredient, with_waste};
pub use tables::recipes_with;
pub(super) use tables::{index_recipe, unindex_recipe};

use super::{Product, Unit};

/// Most packs of a product.
pub const PACKS_MAX: usize = 8;
/// Most ingredients of a recipe.
pub const INGREDIENTS_MAX: usize = 20;
/// Longest name of a pack, in Unicode scalar values.
pub const PACK_NAME_MAX: usize = 40;
/// The largest serving, and the largest amount of an ingredient.
pub const SERVING_MAX: i64 = 100_000;
/// The largest part of an ingredient that is wasted, in percent.
pub const WASTE_MAX: u8 = 50;

/// How the goods of a product are measured, packed and mixed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StockDetails {
    pub unit: Unit,
    /// Units of the stock that one sale of it takes; always 1 for pieces. `None`: it is not sold by itself.
    pub serving: Option<i64>,
    /// Whether it is sold by itself; always false without serving.
    pub for_sale: bool,
    /// The first is the main pack.
    pub packs: Vec<Pack>,
    /// The highest id that a pack had.
    pub last_pack_id: u64,
    /// What one of it is mixed from; none: it has goods of its own.
    pub recipe: Vec<Ingredient>,
    /// The level that is wanted.
    pub par: Option<i64>,
}

/// A pack in which a product is delivered and counted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pack {
    /// Counts from 1 in each product. It is never used twice.
    pub id: u64,
    pub name: String,
    /// Units of the stock in it, at least 1.
    pub size: i64,
    pub barcode: Option<String>,
}

/// A pack as a scan found it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FoundPack {
    pub id: u64,
    pub name: String,
    pub size: i64,
}

static BY_THE_PIECE: StockDetails =
    StockDetails { unit: Unit::Piece, serving: Some(1), for_sale: true, packs: Vec::new(), last_pack_id: 0, recipe: Vec::new(), par: None };

impl Product {
    /// How its goods are measured, packed and mixed.
    pub fn details(&self) -> &StockDetails {
        self.details.as_deref().unwrap_or(&BY_THE_PIECE)
    }

    /// The unit of its stock.
    pub fn unit(&self) -> Unit {
        self.details().unit
    }

    /// Whether it is mixed from other products, and has no goods of its own.
    pub fn is_recipe(&self) -> bool {
        !self.details().recipe.is_empty()
    }

    /// Whether it is sold by itself.
    pub fn is_for_sale(&self) -> bool {
        self.details().for_sale
    }

    /// The pack with this id.
    pub fn pack(&self, id: u64) -> Option<FoundPack> {
        let pack = self.details().packs.iter().find(|pack| pack.id == id)?;
        Some(FoundPack { id, name: pack.name.clone(), size: pack.size })
    }

    /// With these details, which are not stored where they are those of any product.
    pub(super) fn set_details(&mut self, details: StockDetails) {
        self.details = (details != BY_THE_PIECE).then(|| Box::new(details));
    }
}
