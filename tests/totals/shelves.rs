//! The oracle's shelves: what is counted, what may go below zero, and what needs a count.

use std::collections::BTreeSet;

use barback::catalog::{Product, ProductSaved, StockMode};
use barback::credit::CreditGiven;
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

/// How the stock of each product is handled, and which goods took none.
#[derive(Default)]
pub struct Shelves {
    free: BTreeSet<u64>,
    floor: BTreeSet<u64>,
    needs_count: BTreeSet<u64>,
    /// Items of orders, credit items and sale lines whose product was free when they were made.
    pub uncounted_items: BTreeSet<u64>,
    uncounted_credits: BTreeSet<u64>,
    uncounted_lines: BTreeSet<u64>,
}

impl Shelves {
    /// A part of an item that is moved is as the item.
    pub fn move_item(&mut self, item_id: u64, moved_as: u64) {
        if self.uncounted_items.contains(&item_id) {
            self.uncounted_items.insert(moved_as);
        }
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
        put(&mut self.shelves.floor, floor);
        match stock_mode {
            StockMode::Free => {
                put(&mut self.shelves.free, true);
            }
            StockMode::Counted => {
                put(&mut self.shelves.free, false);
                // A count follows where the call had a level.
                if was_free {
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
            if self.shelves.free.contains(&line.product_id) {
                self.shelves.uncounted_lines.insert(line.id);
            } else {
                self.move_stock(line.product_id, -line.quantity);
            }
        }
        self.check_floor(event.lines.iter().map(|line| line.product_id), event.oversold.as_deref());
    }

    pub fn order_item(&mut self, item: &OrderItem) {
        if self.shelves.free.contains(&item.line.product_id) {
            self.shelves.uncounted_items.insert(item.id);
        } else {
            self.move_stock(item.line.product_id, -item.line.quantity);
        }
    }

    pub fn change_item(&mut self, item_id: u64, product_id: u64, pieces: i64) {
        if pieces != 0 && self.shelves.uncounted_items.contains(&item_id) {
            self.wrong.push(format!("item {item_id} took no stock, and {pieces} move"));
        }
        self.move_stock(product_id, pieces);
    }

    pub fn give(&mut self, event: &CreditGiven) {
        let line = &event.credit.line;
        if self.shelves.free.contains(&line.product_id) {
            self.shelves.uncounted_credits.insert(event.credit.id);
        } else {
            self.move_stock(line.product_id, -line.quantity);
        }
        self.check_floor([line.product_id].into_iter(), event.oversold.as_deref());
    }

    /// Whether a sale line took stock when it was sold, ordered or given.
    pub fn took_stock(&self, line: &SaleLine) -> bool {
        match (line.order_item_id, line.credit_id) {
            (Some(item_id), _) => !self.shelves.uncounted_items.contains(&item_id),
            (None, Some(credit_id)) => !self.shelves.uncounted_credits.contains(&credit_id),
            (None, None) => !self.shelves.uncounted_lines.contains(&line.id),
        }
    }

    /// What has a floor goes below it only where the event says so.
    pub fn check_floor(&mut self, products: impl Iterator<Item = u64>, oversold: Option<&Oversold>) {
        for product_id in products {
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
