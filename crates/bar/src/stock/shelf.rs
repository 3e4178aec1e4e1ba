//! What is on the shelf of a product: how many of it there are, and how many are sold before a sale is refused.

use super::LOW_STOCK_BELOW;
use crate::catalog::{Ingredient, Product, Unit};

/// Goods of one product that are counted or poured by themselves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StockedGoods {
    pub product_id: u64,
    pub name: String,
    pub unit: Unit,
    /// In its unit; of what is not counted it says nothing.
    pub level: i64,
    pub is_counted: bool,
    /// Whether the level never goes below 0.
    pub floor: bool,
    /// Whether it was said to be sold out tonight.
    pub sold_out: bool,
}

impl StockedGoods {
    /// The goods of `product`, of which so much is there.
    pub fn of(product: &Product, level: i64, sold_out: bool) -> Self {
        StockedGoods {
            product_id: product.id,
            name: product.name.clone(),
            unit: product.unit(),
            level,
            is_counted: product.is_counted(),
            floor: product.floor,
            sold_out,
        }
    }

    /// Whether a sale is refused where the level would fall below 0.
    pub fn has_floor(&self) -> bool {
        self.is_counted && self.floor
    }
}

/// What is on the shelf of a product, for people and screens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shelf {
    /// The level in the unit of the product, or how many its ingredients are enough for; `None` for what is not counted.
    pub level: Option<i64>,
    /// An estimate of how many there are, at least 0; `None` where nothing says it.
    pub portions: Option<i64>,
    /// How many can be sold before a sale is refused; `None`: any number; 0 while it is sold out.
    pub sellable: Option<i64>,
    /// Whether it, or an ingredient, was said to be sold out tonight.
    pub sold_out: bool,
    /// Whether it can be low or out: it is counted by itself and sold by itself.
    pub is_watched: bool,
}

impl Shelf {
    /// The shelf of a product with goods of its own.
    pub fn own_goods(product: &Product, level: i64, sold_out: bool) -> Self {
        let serving = product.details().serving;
        let portions = serving.map_or(0, |serving| level.max(0) / serving.max(1));
        let is_counted = product.is_counted();
        let shelf = Shelf {
            level: is_counted.then_some(level),
            portions: is_counted.then_some(portions),
            sellable: (is_counted && product.floor).then_some(portions),
            sold_out,
            is_watched: is_counted && product.is_for_sale() && !product.is_recipe(),
        };
        shelf.unless_sold_out()
    }

    /// The shelf of a product that is mixed from these goods.
    pub fn recipe_goods<'a>(goods: impl Iterator<Item = (&'a Ingredient, &'a StockedGoods)> + Clone, sold_out: bool) -> Self {
        let counted = goods.clone().filter(|(_, goods)| goods.is_counted);
        let portions = counted.clone().map(|(ingredient, goods)| ingredient.portions(goods.level)).min();
        let sellable = counted.filter(|(_, goods)| goods.floor).map(|(ingredient, goods)| ingredient.sellable(goods.level)).min();
        let sold_out = sold_out || goods.clone().any(|(_, goods)| goods.sold_out);
        Shelf { level: portions, portions, sellable, sold_out, is_watched: false }.unless_sold_out()
    }

    fn unless_sold_out(self) -> Self {
        Shelf { sellable: if self.sold_out { Some(0) } else { self.sellable }, ..self }
    }

    /// Whether a guest can have one.
    pub fn is_in_stock(&self) -> bool {
        self.sellable != Some(0)
    }

    /// Whether it is watched and there is none.
    pub fn is_out(&self) -> bool {
        self.is_watched && self.portions.is_some_and(|portions| portions <= 0)
    }

    /// Whether it is watched and there are few.
    pub fn is_low(&self) -> bool {
        self.is_watched && self.portions.is_some_and(|portions| (1..LOW_STOCK_BELOW).contains(&portions))
    }
}
