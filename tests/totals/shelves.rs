//! The oracle's shelves: what is counted, what may go below zero, and what needs a count.

use std::collections::{BTreeMap, BTreeSet};

use barback::catalog::{CatalogCommand, DetailsChange, Ingredient, Product, ProductChange, ProductSaved, StockMode};
use barback::credit::CreditGiven;
use barback::engine::Command;
use barback::orders::OrderItem;
use barback::sales::{Oversold, SaleLine, SaleRecorded};
use barback::stock::{self, StockMoved};
use proptest::prop_assert_eq;
use proptest::test_runner::TestCaseError;
use store::MemoryTables;

use crate::action::Line;
use crate::oracle::Oracle;

/// Whether an action sells beyond the stock, if its person may.
pub fn oversells(lines: &[Line]) -> bool {
    lines.iter().map(|line| line.quantity).sum::<i64>() % 3 == 0
}

/// What one piece takes: products that are counted, and how much of each.
pub type Took = Vec<(u64, i64)>;

/// Gives a product this recipe, or takes it away. Amounts are whole for each piece, so that pieces take as much one by one as together.
pub fn recipe(product_id: u64, ingredients: &[(u64, i64, bool)]) -> Command {
    let ingredient = |(product_id, amount, spilt): &(u64, i64, bool)| Ingredient {
        product_id: *product_id,
        amount: amount * 2,
        waste_percent: if *spilt { 50 } else { 0 },
    };
    let recipe: Vec<Ingredient> = ingredients.iter().map(ingredient).collect();
    let details = DetailsChange { recipe: Some((!recipe.is_empty()).then_some(recipe)), ..DetailsChange::default() };
    let change = ProductChange { details, ..ProductChange::default() };
    Command::Catalog(CatalogCommand::Update { product_id, change, generated_barcode: String::new() })
}

/// How the stock of each product is handled, and what goods took.
#[derive(Default)]
pub struct Shelves {
    free: BTreeSet<u64>,
    floor: BTreeSet<u64>,
    needs_count: BTreeSet<u64>,
    recipes: BTreeMap<u64, Took>,
    /// What items of orders, credit items and sale lines took when they were made, if that was not their own piece.
    items: BTreeMap<u64, Took>,
    credits: BTreeMap<u64, Took>,
    lines: BTreeMap<u64, Took>,
}

impl Shelves {
    /// A part of an item that is moved is as the item.
    pub fn move_item(&mut self, item_id: u64, moved_as: u64) {
        if let Some(took) = self.items.get(&item_id).cloned() {
            self.items.insert(moved_as, took);
        }
    }

    /// What one of a product takes now.
    fn takes(&self, product_id: u64) -> Took {
        let is_counted = |(product_id, _): &(u64, i64)| !self.free.contains(product_id);
        let own = || vec![(product_id, 1)];
        self.recipes.get(&product_id).cloned().unwrap_or_else(own).into_iter().filter(is_counted).collect()
    }

    /// What one piece of an item took.
    pub fn of_item(&self, item_id: u64, product_id: u64) -> Took {
        self.items.get(&item_id).cloned().unwrap_or_else(|| vec![(product_id, 1)])
    }

    /// Compares what the tables say of a product and its level.
    pub fn agree_with(&self, tables: &MemoryTables, product: &Product, level: i64) -> Result<(), TestCaseError> {
        let is_free = self.free.contains(&product.id);
        prop_assert_eq!((product.is_counted(), product.floor), (!is_free, self.floor.contains(&product.id)));
        if !is_free {
            let needs_count = stock::needs_count(tables, product.id).expect("readable");
            prop_assert_eq!(needs_count, self.needs_count.contains(&product.id), "{} at {}", product.id, level);
        }
        Ok(())
    }
}

impl Oracle {
    pub fn save_product(&mut self, event: &ProductSaved) {
        let Product { id, stock_mode, floor, .. } = event.product;
        self.stock.entry(id).or_default();
        let put = |set: &mut BTreeSet<u64>, is_in: bool| if is_in { set.insert(id) } else { set.remove(&id) };
        let was_free = self.shelves.free.contains(&id);
        let recipe: Took = event
            .product
            .details()
            .recipe
            .iter()
            .map(|one| (one.product_id, one.amount * (100 + i64::from(one.waste_percent)) / 100))
            .collect();
        let is_recipe = !recipe.is_empty();
        if is_recipe {
            self.shelves.recipes.insert(id, recipe);
            put(&mut self.shelves.needs_count, false);
        } else {
            self.shelves.recipes.remove(&id);
        }
        put(&mut self.shelves.floor, floor);
        match stock_mode {
            StockMode::Free => {
                put(&mut self.shelves.free, true);
            }
            StockMode::Counted => {
                put(&mut self.shelves.free, false);
                // A count follows where the call had a level.
                if was_free && !is_recipe {
                    put(&mut self.shelves.needs_count, true);
                }
            }
        }
    }

    pub fn move_by_hand(&mut self, event: &StockMoved) {
        self.move_stock(event.product_id, event.delta);
        let level = self.stock[&event.product_id];
        if self.shelves.free.contains(&event.product_id) && level != 0 {
            self.wrong.push(format!("product {} is not counted and has {level}", event.product_id));
        }
        if event.reason == stock::Reason::Count {
            self.shelves.needs_count.remove(&event.product_id);
        }
    }

    pub fn sell(&mut self, event: &SaleRecorded) {
        for line in &event.lines {
            let took = self.shelves.takes(line.product_id);
            self.move_took(&took, -line.quantity);
            self.shelves.lines.insert(line.id, took);
        }
        self.check_floor(event.lines.iter().map(|line| line.product_id), event.oversold.as_deref());
    }

    pub fn order_item(&mut self, item: &OrderItem) {
        let took = self.shelves.takes(item.line.product_id);
        self.move_took(&took, -item.line.quantity);
        self.shelves.items.insert(item.id, took);
    }

    pub fn change_item(&mut self, item_id: u64, product_id: u64, pieces: i64) {
        let took = self.shelves.of_item(item_id, product_id);
        if pieces != 0 && took.is_empty() {
            self.wrong.push(format!("item {item_id} took no stock, and {pieces} move"));
        }
        self.move_took(&took, pieces);
    }

    pub fn give(&mut self, event: &CreditGiven) {
        let line = &event.credit.line;
        let took = self.shelves.takes(line.product_id);
        self.move_took(&took, -line.quantity);
        self.shelves.credits.insert(event.credit.id, took);
        self.check_floor([line.product_id].into_iter(), event.oversold.as_deref());
    }

    /// What one piece of a sale line took when it was sold, ordered or given.
    pub fn took(&self, line: &SaleLine) -> Took {
        let shelves = &self.shelves;
        let took = match (line.order_item_id, line.credit_id) {
            (Some(item_id), _) => shelves.items.get(&item_id),
            (None, Some(credit_id)) => shelves.credits.get(&credit_id),
            (None, None) => shelves.lines.get(&line.id),
        };
        took.cloned().unwrap_or_else(|| vec![(line.product_id, 1)])
    }

    /// Moves what pieces took: back to the shelf, or off it where they are negative.
    pub fn move_took(&mut self, took: &Took, pieces: i64) {
        took.iter().for_each(|(product_id, amount)| self.move_stock(*product_id, amount * pieces));
    }

    /// What has a floor goes below it only where the event says so.
    pub fn check_floor(&mut self, products: impl Iterator<Item = u64>, oversold: Option<&Oversold>) {
        let taken: BTreeSet<u64> = products.flat_map(|product_id| self.shelves.takes(product_id)).map(|(id, _)| id).collect();
        for product_id in taken {
            let level = self.stock[&product_id];
            let is_said = oversold.is_some_and(|oversold| oversold.goods.iter().any(|goods| goods.product_id == product_id));
            if level < 0 && self.shelves.floor.contains(&product_id) && !is_said {
                self.wrong.push(format!("product {product_id} has a floor and {level}"));
            }
            if is_said && level >= 0 {
                self.wrong.push(format!("product {product_id} was there, and is said to be oversold: {level}"));
            }
        }
    }

    pub fn move_stock(&mut self, product_id: u64, delta: i64) {
        let level = self.stock.entry(product_id).or_default();
        *level += delta;
        if delta != 0 && *level < 0 {
            self.shelves.needs_count.insert(product_id);
        }
    }
}
