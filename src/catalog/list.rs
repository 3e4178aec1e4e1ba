//! Importing a list: the plan carried out, all rows or none.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use serde_json::json;

use super::csv::{LineError, Sheet};
use super::import::{Change, Existing, plan};
use super::{Draft, Product, ProductSaved, ProductsImported, made_barcode};
use crate::base::{Decided, Envelope, Rate, Refusal};

/// Carries a list out that was read.
#[derive(Debug, Clone)]
pub struct ImportProducts {
    pub sheet: Arc<Sheet>,
    /// Where made-up barcodes begin: random, so that two boxes make different ones.
    pub seed: u32,
}

/// What an import looks at.
#[derive(Debug)]
pub struct ImportContext {
    /// All products that are not archived.
    pub products: Vec<Product>,
    /// Their drafts, with their stock.
    pub existing: Vec<Existing>,
    /// The rate in force.
    pub rate: Rate,
    /// The id that the next product gets.
    pub next_id: u64,
}

/// What an import leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ImportEvent {
    /// How much it was, in front of the rest.
    Imported(ProductsImported),
    /// New or changed.
    Saved(ProductSaved),
    /// Pieces more (or fewer) of a product.
    Stock {
        product_id: u64,
        /// Pieces more (or fewer).
        delta: i64,
    },
}

/// What a list with mistakes is refused with: every one of them, by line and column.
pub fn bad_rows(errors: &[LineError]) -> Refusal {
    let message = match errors.len() {
        1 => "The list has a mistake. Nothing was imported.".to_owned(),
        count => format!("The list has {count} mistakes. Nothing was imported."),
    };
    Refusal::invalid(message).with("errors", json!(errors))
}

/// The rules are the plan's; this writes it out.
pub fn import_products(command: &ImportProducts, context: &ImportContext, envelope: &Envelope) -> Decided<Vec<ImportEvent>> {
    let plan = plan(&command.sheet, &context.existing, context.rate).map_err(|errors| bad_rows(&errors))?;
    let mut barcodes = Barcodes::new(context, &plan.changes, command.seed);
    let mut events = vec![ImportEvent::Imported(ProductsImported {
        created: plan.created() as u64,
        updated: plan.updated() as u64,
        unchanged: plan.unchanged as u64,
    })];
    let places: HashMap<u64, usize> = context.products.iter().enumerate().map(|(place, product)| (product.id, place)).collect();
    let mut next_id = context.next_id;
    for change in &plan.changes {
        match change {
            Change::Create(draft) => {
                let product = new_product(next_id, draft, &mut barcodes, context.rate, envelope);
                next_id += 1;
                push(&mut events, product, draft.stock);
            }
            Change::Update { id, draft } => {
                let Some(&place) = places.get(id) else { continue };
                let stock_before = context.existing[place].now.stock;
                push(&mut events, changed(&context.products[place], draft, context.rate, envelope), draft.stock - stock_before);
            }
        }
    }
    Ok(events)
}

fn push(events: &mut Vec<ImportEvent>, product: Product, delta: i64) {
    let product_id = product.id;
    events.push(ImportEvent::Saved(ProductSaved { product }));
    if delta != 0 {
        events.push(ImportEvent::Stock { product_id, delta });
    }
}

fn new_product(id: u64, draft: &Draft, barcodes: &mut Barcodes, rate: Rate, envelope: &Envelope) -> Product {
    let blank = Product {
        id,
        name: String::new(),
        brand: None,
        barcode: draft.barcode.clone().unwrap_or_else(|| barcodes.make(envelope)),
        category: draft.category,
        description: None,
        is_available: true,
        currency: draft.currency,
        price_usd: None,
        price_lrd: None,
        exchange_rate: rate,
        created_at: envelope.at,
        updated_at: envelope.at,
        archived: false,
    };
    changed(&blank, draft, rate, envelope)
}

fn changed(before: &Product, draft: &Draft, rate: Rate, envelope: &Envelope) -> Product {
    let repriced = (before.price_usd, before.price_lrd) != (draft.price_usd, draft.price_lrd);
    Product {
        id: before.id,
        name: draft.name.clone(),
        brand: draft.brand.clone(),
        barcode: draft.barcode.clone().unwrap_or_else(|| before.barcode.clone()),
        category: draft.category,
        description: draft.description.clone(),
        is_available: draft.is_available,
        currency: draft.currency,
        price_usd: draft.price_usd,
        price_lrd: draft.price_lrd,
        exchange_rate: if repriced { rate } else { before.exchange_rate },
        created_at: before.created_at,
        updated_at: envelope.at,
        archived: false,
    }
}

/// Makes barcodes that neither a product nor a row of the list has.
struct Barcodes {
    taken: HashSet<String>,
    next: u32,
}

impl Barcodes {
    fn new(context: &ImportContext, changes: &[Change], seed: u32) -> Self {
        let of_list = changes.iter().filter_map(|change| match change {
            Change::Create(draft) | Change::Update { draft, .. } => draft.barcode.clone(),
        });
        let taken = context.products.iter().map(|product| product.barcode.clone()).chain(of_list).collect();
        Barcodes { taken, next: seed }
    }

    fn make(&mut self, envelope: &Envelope) -> String {
        loop {
            let barcode = made_barcode(envelope.at, self.next);
            self.next = self.next.wrapping_add(1);
            if self.taken.insert(barcode.clone()) {
                return barcode;
            }
        }
    }
}
