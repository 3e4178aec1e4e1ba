//! Rows of stock levels and movements.

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use super::{GoodsMoved, Movement, Reason, Shelf, SoldAs, SoldOutSet, StockMoved, StockedGoods};
use crate::catalog::{self, Product, ProductSaved, StockFacts};
use base::{BusinessDay, Envelope, Reference, Timestamp};
use store::{Counter, Key, Stored, Table, Tables, View};

const LEVELS: Table<u64, i64> = Table::new("stock");
/// Product, id → movement.
const MOVEMENTS: Table<(u64, u64), Row> = Table::new("movements");
/// Counted products whose level fell below 0, or is unknown, and that were not counted since.
const NEEDS_COUNT: Table<u64, ()> = Table::new("needs_count");
/// Product → the business day on which it is sold out.
const SOLD_OUT: Table<u64, BusinessDay> = Table::new("sold_out");
const MOVEMENT_IDS: Counter = Counter("movements");

/// A [`Movement`] as it is stored.
#[derive(Serialize, Deserialize)]
struct Row {
    at: Timestamp,
    delta: i64,
    stock_after: i64,
    reason: Reason,
    user_name: String,
    reference: Option<Reference>,
    sold_as: Option<SoldAs>,
}

impl Row {
    fn into_movement(self, id: u64) -> Movement {
        let Row { at, delta, stock_after, reason, user_name, reference, sold_as } = self;
        Movement { id, at, delta, stock_after, reason, user_name, reference: reference.map(|reference| reference.text()), sold_as }
    }
}

/// The stock level of a product, in its unit.
pub fn level(view: &dyn View, product_id: u64) -> Stored<i64> {
    Ok(LEVELS.get(view, &product_id)?.unwrap_or(0))
}

/// Whether a product was not counted since its level fell below 0 or became unknown.
pub fn needs_count(view: &dyn View, product_id: u64) -> Stored<bool> {
    Ok(NEEDS_COUNT.get(view, &product_id)?.is_some())
}

/// Whether a product is sold out on this business day.
pub fn is_sold_out(view: &dyn View, product_id: u64, today: BusinessDay) -> Stored<bool> {
    Ok(SOLD_OUT.get(view, &product_id)? == Some(today))
}

/// The shelf of a product on the business day `today`; `None`: whatever is sold out.
pub fn shelf(view: &dyn View, product: &Product, today: Option<BusinessDay>) -> Stored<Shelf> {
    let sold_out = is_out_on(view, product.id, today)?;
    if !product.is_recipe() {
        return Ok(Shelf::own_goods(product, level(view, product.id)?, sold_out));
    }
    let mut found = Vec::with_capacity(product.details().recipe.len());
    for ingredient in &product.details().recipe {
        found.extend(goods(view, ingredient.product_id, today)?.map(|goods| (ingredient, goods)));
    }
    Ok(Shelf::recipe_goods(found.iter().map(|(ingredient, goods)| (*ingredient, goods)), sold_out))
}

/// The goods of a product on the business day `today`; `None`: whatever is sold out.
pub fn goods(view: &dyn View, product_id: u64, today: Option<BusinessDay>) -> Stored<Option<StockedGoods>> {
    catalog::product(view, product_id)?.map(|product| goods_of(view, &product, today)).transpose()
}

/// The goods of this product on the business day `today`; `None`: whatever is sold out.
pub fn goods_of(view: &dyn View, product: &Product, today: Option<BusinessDay>) -> Stored<StockedGoods> {
    Ok(StockedGoods::of(product, level(view, product.id)?, is_out_on(view, product.id, today)?))
}

/// Whether a product is sold out on the business day `today`; on none it is not.
fn is_out_on(view: &dyn View, product_id: u64, today: Option<BusinessDay>) -> Stored<bool> {
    today.map_or(Ok(false), |today| is_sold_out(view, product_id, today))
}

/// What changes of a product depend on.
pub fn facts(view: &dyn View, product_id: u64) -> Stored<StockFacts> {
    let product = catalog::product(view, product_id)?.filter(Product::is_recipe);
    Ok(StockFacts {
        level: level(view, product_id)?,
        of_ingredients: match &product {
            Some(product) => shelf(view, product, None)?.level,
            None => None,
        },
        has_moved: LEVELS.get(view, &product_id)?.is_some(),
    })
}

/// At most `limit` movements of a product before id `before`, newest first.
pub fn movements(view: &dyn View, product_id: u64, before: u64, limit: usize) -> Stored<Vec<Movement>> {
    let mut found = Vec::new();
    MOVEMENTS.visit(view, &product_id.to_bytes(), &(product_id, before).to_bytes(), true, |(_, id), row| {
        found.push(row.into_movement(id));
        if found.len() < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    Ok(found)
}

/// Moves the goods of a line, each product with a movement of its own.
pub fn move_goods(tables: &mut dyn Tables, envelope: &Envelope, goods: GoodsMoved<'_, impl Iterator<Item = (u64, i64)>>) -> Stored<()> {
    let GoodsMoved { deltas, sold_as, reason, reference } = goods;
    for (product_id, delta) in deltas.filter(|(_, delta)| *delta != 0) {
        let sold_as = sold_as.clone().filter(|sold| sold.product_id != product_id);
        move_stock(tables, envelope, (product_id, delta), reason, Some(reference), sold_as)?;
    }
    Ok(())
}

/// Changes the level and records the movement; below 0 the product needs a count.
fn move_stock(
    tables: &mut dyn Tables,
    envelope: &Envelope,
    (product_id, delta): (u64, i64),
    reason: Reason,
    reference: Option<&str>,
    sold_as: Option<SoldAs>,
) -> Stored<()> {
    let stock_after = level(tables.view(), product_id)? + delta;
    let id = MOVEMENT_IDS.take(tables)?;
    let (user_name, reference) = (envelope.actor.name.clone(), reference.map(Reference::of));
    MOVEMENTS.put(tables, &(product_id, id), &Row { at: envelope.at, delta, stock_after, reason, user_name, reference, sold_as })?;
    if stock_after < 0 {
        NEEDS_COUNT.put(tables, &product_id, &())?;
    }
    LEVELS.put(tables, &product_id, &stock_after)
}

/// Writes the levels and the movements.
pub fn apply_moved(tables: &mut dyn Tables, envelope: &Envelope, event: &StockMoved) -> Stored<()> {
    move_stock(tables, envelope, (event.product_id, event.delta), event.reason, event.notes.as_deref(), None)?;
    if event.counted { NEEDS_COUNT.remove(tables, &event.product_id) } else { Ok(()) }
}

/// Applies what the event says of the need for a count.
pub fn apply_counting(tables: &mut dyn Tables, event: &ProductSaved) -> Stored<()> {
    match event.needs_count {
        Some(true) => NEEDS_COUNT.put(tables, &event.product.id, &()),
        Some(false) => NEEDS_COUNT.remove(tables, &event.product.id),
        None => Ok(()),
    }
}

/// Writes until when the product is sold out.
pub fn apply_sold_out(tables: &mut dyn Tables, event: &SoldOutSet) -> Stored<()> {
    if event.sold_out { SOLD_OUT.put(tables, &event.product_id, &event.day) } else { SOLD_OUT.remove(tables, &event.product_id) }
}
