//! Decides the import of a product list: all rows or none.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use serde_json::json;

use super::csv::{LineError, Sheet};
use super::import::{Change, Choices, Existing, ImportPlan, plan};
use super::{Draft, Product, ProductSaved, ProductsImported, StockMode, generate_barcode};
use crate::tax::TaxSettings;
use base::{BusinessDay, Decided, Envelope, Rate, Refusal};

/// Imports a list that was read.
#[derive(Debug, Clone)]
pub struct ImportProducts {
    pub sheet: Arc<Sheet>,
    /// What a person said of its rows.
    pub choices: Choices,
    /// First number for generated barcodes: random, so that two boxes generate different ones.
    pub seed: u32,
}

/// Data that an import needs.
#[derive(Debug)]
pub struct ImportContext {
    /// All products that are not archived.
    pub products: Vec<Product>,
    /// The same products as drafts, with their stock levels, in the same order.
    pub existing: Vec<Existing>,
    /// The present rate.
    pub rate: Rate,
    pub tax: TaxSettings,
    /// The present business day.
    pub today: BusinessDay,
    /// The id of the next product.
    pub next_id: u64,
}

impl ImportContext {
    /// The [`plan`] of an import.
    pub fn plan(&self, sheet: &Sheet, choices: &Choices) -> ImportPlan {
        plan(sheet, &self.existing, self.rate, |class| self.tax.check_class(class, self.today), choices)
    }
}

/// An event of an import.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ImportEvent {
    /// The summary, before all others.
    Imported(ProductsImported),
    Saved(ProductSaved),
    /// A change of a stock level.
    Stock {
        product_id: u64,
        /// Pieces added; negative if removed.
        delta: i64,
    },
}

/// The refusal of a list with mistakes, with line and column of each.
pub fn bad_rows(errors: &[LineError]) -> Refusal {
    let message = match errors.len() {
        1 => "The list has a mistake. Nothing was imported.".to_owned(),
        count => format!("The list has {count} mistakes. Nothing was imported."),
    };
    Refusal::invalid(message).with("errors", json!(errors))
}

/// Decides an import: the events of its [`plan`].
///
/// # Errors
/// 400 with all mistakes of the list.
pub fn import_products(command: &ImportProducts, context: &ImportContext, envelope: &Envelope) -> Decided<Vec<ImportEvent>> {
    let plan = context.plan(&command.sheet, &command.choices);
    if !plan.errors.is_empty() {
        return Err(bad_rows(&plan.errors));
    }
    let mut barcodes = Barcodes::new(context, &plan.changes, command.seed);
    let mut events = vec![ImportEvent::Imported(ProductsImported {
        created: plan.created() as u64,
        updated: plan.updated() as u64,
        unchanged: plan.unchanged as u64,
        skipped: plan.skipped as u64,
        mapping: command.sheet.chosen.clone(),
    })];
    let places: HashMap<u64, usize> = context.products.iter().enumerate().map(|(place, product)| (product.id, place)).collect();
    let mut next_id = context.next_id;
    for change in &plan.changes {
        match change {
            Change::Create(draft) => {
                let product = new_product(next_id, draft, &mut barcodes, context.rate, envelope);
                next_id += 1;
                push(&mut events, product, draft.stock, None);
            }
            Change::Update { id, draft } => {
                let Some(&place) = places.get(id) else { continue };
                let before = &context.existing[place].now;
                let product = changed(&context.products[place], draft, context.rate, envelope);
                push(&mut events, product, draft.stock - before.stock, needs_count(before, draft));
            }
        }
    }
    Ok(events)
}

/// Whether an import makes a product need a count: it is counted again, and the list does not say how many there are.
fn needs_count(before: &Draft, after: &Draft) -> Option<bool> {
    (before.stock_mode != after.stock_mode).then_some(after.needs_count)
}

fn push(events: &mut Vec<ImportEvent>, product: Product, delta: i64, needs_count: Option<bool>) {
    let product_id = product.id;
    events.push(ImportEvent::Saved(ProductSaved { product, needs_count }));
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
        section: None,
        description: None,
        is_available: true,
        currency: draft.currency,
        price_usd: None,
        price_lrd: None,
        exchange_rate: rate,
        created_at: envelope.at,
        updated_at: envelope.at,
        tax_class: None,
        archived: false,
        stock_mode: StockMode::Counted,
        floor: true,
        details: None,
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
        section: draft.section.clone(),
        description: draft.description.clone(),
        is_available: draft.is_available,
        currency: draft.currency,
        price_usd: draft.price_usd,
        price_lrd: draft.price_lrd,
        exchange_rate: if repriced { rate } else { before.exchange_rate },
        created_at: before.created_at,
        updated_at: envelope.at,
        tax_class: draft.tax_class.clone(),
        archived: false,
        stock_mode: draft.stock_mode,
        floor: draft.floor,
        details: draft.details.clone(),
    }
}

/// Generates barcodes that neither a product nor a row of the list has.
struct Barcodes {
    taken: HashSet<String>,
    next: u32,
}

impl Barcodes {
    fn new(context: &ImportContext, changes: &[Change], seed: u32) -> Self {
        let of_list = changes.iter().filter_map(|change| match change {
            Change::Create(draft) | Change::Update { draft, .. } => draft.barcode.clone(),
        });
        let packs = context.products.iter().flat_map(|product| &product.details().packs).filter_map(|pack| pack.barcode.clone());
        let taken = context.products.iter().map(|product| product.barcode.clone()).chain(packs).chain(of_list).collect();
        Barcodes { taken, next: seed }
    }

    fn make(&mut self, envelope: &Envelope) -> String {
        loop {
            let barcode = generate_barcode(envelope.at, self.next);
            self.next = self.next.wrapping_add(1);
            if self.taken.insert(barcode.clone()) {
                return barcode;
            }
        }
    }
}
