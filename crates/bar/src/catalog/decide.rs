//! Decides changes of products.

use super::stock_details::{DetailsContext, changed_details};
use super::stock_mode::{LevelChange, level_change};
use super::{
    BarcodeOwner, Category, DetailsChange, Product, ProductArchived, ProductChain, ProductDetached, ProductSaved, StockMode, Unit,
    stock_of_ingredients,
};
use base::{CurrencyCode, Decided, Envelope, Lrd, Rate, Refusal, Usd};

/// Prices in a request: per currency, or in the product's own.
#[derive(Debug, Clone, Copy, Default)]
pub struct PriceChange {
    /// `price`: minor units of the product's own currency. The two below win.
    pub own: Option<i64>,
    /// `priceUSD`; `Some(None)` removes the price.
    pub usd: Option<Option<Usd>>,
    /// `priceLRD`; `Some(None)` removes the price.
    pub lrd: Option<Option<Lrd>>,
    /// `exchangeRate`: the rate at which the prices were set.
    pub rate: Option<Rate>,
}

impl PriceChange {
    fn is_given(&self) -> bool {
        self.own.is_some() || self.usd.is_some() || self.lrd.is_some() || self.rate.is_some()
    }
}

/// A change of a product; `None` keeps, `Some(None)` empties.
#[derive(Debug, Clone, Default)]
pub struct ProductChange {
    pub name: Option<String>,
    pub brand: Option<Option<String>>,
    /// `Some(None)` requests a generated one.
    pub barcode: Option<Option<String>>,
    pub category: Option<Category>,
    pub section: Option<Option<String>>,
    pub description: Option<Option<String>>,
    /// Whether the menu shows it.
    pub is_available: Option<bool>,
    /// The currency that it is priced in.
    pub currency: Option<CurrencyCode>,
    pub price: PriceChange,
    pub stock: Option<i64>,
    /// Whether its stock is counted.
    pub stock_mode: Option<StockMode>,
    /// Whether sales stop at a level of 0.
    pub floor: Option<bool>,
    /// `Some(None)`: as the category.
    pub tax_class: Option<Option<String>>,
    /// How its goods are measured, packed and mixed.
    pub details: DetailsChange,
}

/// A command about one product.
#[derive(Debug, Clone)]
pub enum CatalogCommand {
    /// Creates a product.
    Create {
        /// Fields that are not given get their defaults.
        change: ProductChange,
        /// Twelve digits, used if no barcode is given.
        generated_barcode: String,
    },
    /// Changes a product.
    Update {
        product_id: u64,
        change: ProductChange,
        /// Twelve digits, used if the barcode is emptied.
        generated_barcode: String,
    },
    /// Removes a product from all lists.
    Archive { product_id: u64 },
    /// Takes a product of head office back: all of its fields are the bar's, for good.
    Detach { product_id: u64 },
}

/// What is known of the stock of a product.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct StockFacts {
    /// Its level; of a product with a recipe, that of goods which it does not have.
    pub level: i64,
    /// The stock that it shows, if it has a recipe: how many its ingredients are enough for.
    pub of_ingredients: Option<i64>,
    /// Whether its stock was ever moved.
    pub has_moved: bool,
}

/// Data that a decision about a product needs.
#[derive(Debug)]
pub struct CatalogContext {
    pub(super) product: Option<Product>,
    /// Its link to head office, for a product that is detached.
    pub(super) chain: Option<ProductChain>,
    pub(super) stock: StockFacts,
    pub(super) barcode_owner: Option<BarcodeOwner>,
    pub(super) generated_barcode_owner: Option<BarcodeOwner>,
    pub(super) details: DetailsContext,
    pub(super) next_id: u64,
    pub(super) rate: Rate,
    /// The tax class of the change, if it has one, and why goods cannot get it.
    pub(super) wrong_tax_class: Option<String>,
}

/// An event about a product. The engine turns `Stock` into a stock movement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CatalogEvent {
    Saved(ProductSaved),
    Archived(ProductArchived),
    Detached(ProductDetached),
    /// A change of the stock level.
    Stock {
        product_id: u64,
        /// Pieces added; negative if removed.
        delta: i64,
        /// Whether this is the first level of a new product.
        first: bool,
    },
}

/// Decides a command about a product.
///
/// # Errors
/// 400 for a missing name or price, and for a tax class that goods cannot get; 404 for an unknown product; 409 `taken` for a barcode, `conflict` if the generated one is taken, and for
/// detaching a product that is the bar's own.
pub fn decide(command: &CatalogCommand, context: &CatalogContext, envelope: &Envelope) -> Decided<Vec<CatalogEvent>> {
    let not_found = || Refusal::not_found("product");
    let tax_class = || context.wrong_tax_class.clone().map_or(Ok(()), |sentence| Err(Refusal::field("taxClass", sentence)));
    match command {
        CatalogCommand::Create { change, generated_barcode } => {
            tax_class()?;
            create(change, generated_barcode, context, envelope)
        }
        CatalogCommand::Update { change, generated_barcode, .. } => {
            let product = context.product.as_ref().ok_or_else(not_found)?;
            tax_class()?;
            update(product, change, generated_barcode, context, envelope)
        }
        CatalogCommand::Archive { .. } => {
            let product = context.product.as_ref().ok_or_else(not_found)?;
            if !context.details.used_in.is_empty() {
                let used_in = context.details.used_in.join(", ");
                return Err(Refusal::conflict(format!("{} is used in {used_in}, so it stays", product.name)));
            }
            Ok(vec![CatalogEvent::Archived(ProductArchived { product_id: product.id, name: product.name.clone() })])
        }
        CatalogCommand::Detach { .. } => {
            let product = context.product.as_ref().ok_or_else(not_found)?;
            let chain = context.chain.as_ref().filter(|chain| !chain.detached);
            let chain = chain.ok_or_else(|| Refusal::conflict("This product is the bar's own"))?;
            let (name, chain_id) = (product.name.clone(), chain.id.clone());
            Ok(vec![CatalogEvent::Detached(ProductDetached { product_id: product.id, name, chain_id })])
        }
    }
}

fn create(change: &ProductChange, generated_barcode: &str, context: &CatalogContext, envelope: &Envelope) -> Decided<Vec<CatalogEvent>> {
    let name = change.name.clone().ok_or_else(|| Refusal::field("name", "Product name is required"))?;
    let mut product = Product {
        id: context.next_id,
        name,
        brand: None,
        barcode: String::new(),
        category: Category::default(),
        section: None,
        description: None,
        is_available: true,
        currency: change.currency.unwrap_or_default(),
        price_usd: None,
        price_lrd: None,
        exchange_rate: context.rate,
        created_at: envelope.at,
        updated_at: envelope.at,
        tax_class: None,
        archived: false,
        stock_mode: StockMode::Counted,
        floor: true,
        details: None,
    };
    set_words(&mut product, change);
    set_prices(&mut product, change, context.rate);
    if product.price_usd.is_none() && product.price_lrd.is_none() {
        set_own_price(&mut product, 0);
    }
    product.barcode = barcode(change.barcode.as_ref().and_then(Option::as_deref), generated_barcode, None, context)?;
    set_stock(&mut product, change, context, None)?;
    let level = level_of(None, &product, change, context)?;
    Ok(saved(product, 0, level).collect())
}

fn update(
    before: &Product,
    change: &ProductChange,
    generated_barcode: &str,
    context: &CatalogContext,
    envelope: &Envelope,
) -> Decided<Vec<CatalogEvent>> {
    let mut product = before.clone();
    set_words(&mut product, change);
    set_prices(&mut product, change, context.rate);
    if product.price_usd.is_none() && product.price_lrd.is_none() {
        return Err(no_price());
    }
    if let Some(given) = &change.barcode {
        product.barcode = barcode(given.as_deref(), generated_barcode, Some(before), context)?;
    }
    set_stock(&mut product, change, context, Some(before))?;
    let level = level_of(Some(before), &product, change, context)?;
    let is_changed = product != *before;
    if is_changed {
        product.updated_at = envelope.at;
    }
    let events = saved(product, context.stock.level, level);
    Ok(events.filter(|event| is_changed || !matches!(event, CatalogEvent::Saved(_))).collect())
}

/// The events of a product and of its level, which was `before`.
fn saved(product: Product, before: i64, level: LevelChange) -> impl Iterator<Item = CatalogEvent> {
    let LevelChange { to, first, needs_count } = level;
    let stock = to.map(|to| CatalogEvent::Stock { product_id: product.id, delta: to - before, first });
    std::iter::once(CatalogEvent::Saved(ProductSaved { product, needs_count })).chain(stock)
}

/// The refusal of a product without any price.
pub fn no_price() -> Refusal {
    Refusal::invalid("Please set at least one price (USD or LRD)")
}

fn set_words(product: &mut Product, change: &ProductChange) {
    if let Some(name) = &change.name {
        product.name.clone_from(name);
    }
    if let Some(brand) = &change.brand {
        product.brand.clone_from(brand);
    }
    if let Some(description) = &change.description {
        product.description.clone_from(description);
    }
    if let Some(section) = &change.section {
        product.section.clone_from(section);
    }
    if let Some(tax_class) = &change.tax_class {
        product.tax_class.clone_from(tax_class);
    }
    product.category = change.category.unwrap_or(product.category);
    product.is_available = change.is_available.unwrap_or(product.is_available);
    product.currency = change.currency.unwrap_or(product.currency);
}

pub(super) fn set_prices(product: &mut Product, change: &ProductChange, rate: Rate) {
    let price = &change.price;
    if !price.is_given() {
        return;
    }
    let before = (product.price_usd, product.price_lrd);
    product.price_usd = price.usd.unwrap_or(product.price_usd);
    product.price_lrd = price.lrd.unwrap_or(product.price_lrd);
    if let Some(own) = price.own {
        let is_given_beside = match product.currency {
            CurrencyCode::Usd => price.usd.is_some(),
            CurrencyCode::Lrd => price.lrd.is_some(),
        };
        let unpriced = product.price_usd.is_none() && product.price_lrd.is_none();
        // A list shows the price converted at the rate if it is not set: sending it back unchanged must not set it.
        if unpriced || (!is_given_beside && own != product.prices(rate).minor_in(product.currency)) {
            set_own_price(product, own);
        }
    }
    // A request may send an unchanged price along with a new name: then the rate stays that of the prices.
    let set = price.usd.is_some() || price.lrd.is_some() || (product.price_usd, product.price_lrd) != before;
    if let Some(rate) = price.rate.or_else(|| set.then_some(rate)) {
        product.exchange_rate = rate;
    }
}

fn set_own_price(product: &mut Product, minor: i64) {
    match product.currency {
        CurrencyCode::Usd => product.price_usd = Some(Usd::minor(minor)),
        CurrencyCode::Lrd => product.price_lrd = Some(Lrd::minor(minor)),
    }
}

fn barcode(given: Option<&str>, generated: &str, before: Option<&Product>, context: &CatalogContext) -> Decided<String> {
    let own = before.map(|product| product.id);
    match given {
        Some(_) if context.barcode_owner.is_some_and(|owner| Some(owner.product_id) != own) => {
            Err(Refusal::taken("barcode", "This barcode belongs to another product"))
        }
        Some(given) => Ok(given.to_owned()),
        // Once in a million cases a generated barcode is taken: the next attempt generates another.
        None if context.generated_barcode_owner.is_some() => Err(Refusal::conflict("Please try again: the barcode that was made is taken")),
        None => Ok(generated.to_owned()),
    }
}

/// Sets how the stock of a product is handled, measured, packed and mixed.
fn set_stock(product: &mut Product, change: &ProductChange, context: &CatalogContext, before: Option<&Product>) -> Decided<()> {
    product.stock_mode = change.stock_mode.unwrap_or(product.stock_mode);
    let details = changed_details(product, &change.details, &context.details)?;
    product.set_details(details);
    set_floor(product, change, before);
    Ok(())
}

/// Sets whether sales of a product stop at a level of 0. What is not counted has no floor; what is new, has another unit or is counted
/// again has one if it is counted in pieces, unless the change says otherwise.
fn set_floor(product: &mut Product, change: &ProductChange, before: Option<&Product>) {
    let as_before = before.filter(|before| before.is_counted() && before.unit() == product.unit()).map(|before| before.floor);
    let floor = change.floor.or(as_before).unwrap_or(product.unit() == Unit::Piece);
    product.floor = product.is_counted() && floor;
}

/// What a change does to the level. A product with a recipe has none: what it shows is how many its ingredients are enough for.
fn level_of(before: Option<&Product>, after: &Product, change: &ProductChange, context: &CatalogContext) -> Decided<LevelChange> {
    let shown = context.stock.of_ingredients;
    // A form may send the stock that it showed.
    let stock = change.stock.filter(|stock| Some(*stock) != shown);
    if after.is_recipe() {
        let is_written = stock.is_some_and(|stock| shown.is_some() || stock != 0);
        if is_written {
            return Err(stock_of_ingredients(&after.name));
        }
        // There is nothing to count from now on.
        let is_new = before.is_some_and(|before| !before.is_recipe());
        return Ok(LevelChange { needs_count: is_new.then_some(false), ..LevelChange::default() });
    }
    level_change(before.map(|before| before.stock_mode), after, context.stock.level, stock)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::{Product, StockDetails, apply_saved, load};
    use crate::tax::{TaxDays, TaxSettings};
    use base::{Actor, BusinessDay, Timestamp};
    use store::MemoryTables;

    const MADE: &str = "200000123456";

    /// Executes a command. Returns the product.
    fn save(tables: &mut MemoryTables, command: &CatalogCommand) -> Decided<Product> {
        let envelope = Envelope { at: Timestamp::from_millis(1), running: 0, actor: Actor::the_box() };
        let tax = TaxSettings::default();
        let day = BusinessDay::from_number(20_000);
        let today = TaxDays { business: day, rates: day };
        let context = load(tables, command, Rate::INITIAL, (&tax, today), |_| Ok(StockFacts::default())).expect("memory");
        match decide(command, &context, &envelope)?.remove(0) {
            CatalogEvent::Saved(event) => {
                apply_saved(tables, &event).expect("memory");
                Ok(event.product)
            }
            other => panic!("{other:?}"),
        }
    }

    fn create(barcode: Option<&str>, made: &str) -> CatalogCommand {
        let barcode = barcode.map(|barcode| Some(barcode.to_owned()));
        let change = ProductChange { name: Some("Club Beer".to_owned()), barcode, ..ProductChange::default() };
        CatalogCommand::Create { change, generated_barcode: made.to_owned() }
    }

    fn empty_barcode(product_id: u64, made: &str) -> CatalogCommand {
        let change = ProductChange { barcode: Some(None), ..ProductChange::default() };
        CatalogCommand::Update { product_id, change, generated_barcode: made.to_owned() }
    }

    #[test]
    fn a_generated_barcode_that_is_taken_is_not_used_twice() {
        let mut tables = MemoryTables::new();
        let taken = Refusal::conflict("Please try again: the barcode that was made is taken");
        assert_eq!(save(&mut tables, &create(None, MADE)).expect("free").barcode, MADE);
        assert_eq!(save(&mut tables, &create(None, MADE)).expect_err("taken"), taken);
        let other = save(&mut tables, &create(Some("4001"), MADE)).expect("a barcode of its own is used, not the one that was made");
        assert_eq!(other.barcode, "4001");
        assert_eq!(save(&mut tables, &empty_barcode(other.id, MADE)).expect_err("taken"), taken);
        assert_eq!(save(&mut tables, &empty_barcode(other.id, "200000123457")).expect("free").barcode, "200000123457");
    }

    #[test]
    fn the_floor_follows_the_mode() {
        let change = |before: &Product, stock_mode, unit, floor| {
            let mut after = Product { stock_mode, ..before.clone() };
            after.set_details(StockDetails { unit, ..after.details().clone() });
            set_floor(&mut after, &ProductChange { floor, ..ProductChange::default() }, Some(before));
            after
        };
        let gin = crate::catalog::samples::product("Gin");
        let free = change(&gin, StockMode::Free, Unit::Piece, Some(true));
        assert!(!free.floor && !free.is_counted());
        let counted = change(&free, StockMode::Counted, Unit::Piece, None);
        assert!(counted.floor, "what is counted again has a floor");
        let without = change(&counted, StockMode::Counted, Unit::Piece, Some(false));
        assert!(!change(&without, StockMode::Counted, Unit::Piece, None).floor, "what is not said stays");
        assert!(!change(&counted, StockMode::Counted, Unit::Ml, None).floor, "a bottle that is poured from has none");
        assert!(change(&counted, StockMode::Counted, Unit::Ml, Some(true)).floor);
    }
}
