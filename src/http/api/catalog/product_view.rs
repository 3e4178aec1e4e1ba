//! A product, as answers show it.

use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use crate::catalog::{self, Category, FoundPack, Ingredient, Pack, Product, ProductChain, StockMode, Unit};
use crate::http::api::head_link::chain::ChainView;
use crate::http::contract::schemas::OneOrZero;
use crate::rates;
use crate::settings::{self, Settings};
use crate::stock::{self, Shelf};
use base::{CurrencyCode, Rate, Timestamp};
use store::{Stored, View};

/// A product with its stock and current prices.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Product)]
pub struct ProductView {
    id: u64,
    name: String,
    brand: Option<String>,
    barcode: String,
    /// Price in the product's own currency.
    #[schema(example = "3.50")]
    price: String,
    /// Of a product with a recipe, how many its ingredients are enough for, else in its unit; null if it is not counted. Below 0 after
    /// sales of what the box did not know of.
    stock: Option<i64>,
    /// An estimate of how many there are, at least 0; null if nothing of it is counted.
    portions: Option<i64>,
    /// How many are sold before a sale is refused; null: any number; 0 while it is sold out.
    sellable: Option<i64>,
    /// Whether it, or an ingredient, was said to be sold out tonight. The business day ends it.
    sold_out: bool,
    stock_mode: StockMode,
    floor: bool,
    /// Whether it was not counted since its level fell below 0 or became unknown.
    needs_count: bool,
    unit: Unit,
    /// Units of the stock that one sale takes; null: it is not sold by itself.
    #[schema(example = 50)]
    serving: Option<i64>,
    /// Whether it is sold by itself.
    for_sale: bool,
    /// The first is the main pack.
    packs: Vec<PackView>,
    /// What one of it is mixed from; null if it has goods of its own.
    recipe: Option<Vec<IngredientView>>,
    /// The level that is wanted, in its unit.
    par: Option<i64>,
    category: Category,
    #[schema(example = "Beer")]
    section: Option<String>,
    description: Option<String>,
    #[schema(value_type = OneOrZero)]
    is_available: u8,
    currency: CurrencyCode,
    /// Fixed price in US dollars, if one is set.
    #[serde(rename = "priceUSD")]
    price_usd: Option<String>,
    /// Fixed price in Liberian dollars, if one is set.
    #[serde(rename = "priceLRD")]
    price_lrd: Option<String>,
    /// LRD per 1 USD when the prices were set.
    #[schema(value_type = f64, example = 190)]
    exchange_rate: Value,
    /// Current price in US dollars.
    #[serde(rename = "effectivePriceUSD")]
    effective_price_usd: String,
    /// Current price in Liberian dollars.
    #[serde(rename = "effectivePriceLRD")]
    effective_price_lrd: String,
    /// Id of its tax class; null: that of its category.
    #[schema(example = "zero")]
    tax_class: Option<String>,
    /// Id of the tax class that its goods have.
    #[schema(example = "standard")]
    effective_tax_class: String,
    created_at: String,
    updated_at: String,
    /// Its link to head office; null if it is the bar's alone.
    chain: Option<ChainView>,
}

impl ProductView {
    /// `product` with its prices of the present day, its link to head office, and what is on its shelf.
    pub(super) fn new(
        view: &dyn View,
        (product, chain): (Product, Option<ProductChain>),
        shelf: Shelf,
        (rate, settings): (Rate, &Settings),
    ) -> Stored<Self> {
        let prices = product.prices(rate);
        let categories = &settings.tax.categories;
        let needs_count = product.is_counted() && stock::needs_count(view, product.id)?;
        let details = product.details();
        Ok(ProductView {
            id: product.id,
            price: prices.in_currency(product.currency),
            stock: shelf.level,
            portions: shelf.portions,
            sellable: shelf.sellable,
            sold_out: shelf.sold_out,
            stock_mode: product.stock_mode,
            floor: product.floor,
            needs_count,
            unit: details.unit,
            serving: details.serving,
            for_sale: details.for_sale,
            packs: details.packs.iter().map(PackView::new).collect(),
            recipe: IngredientView::each(view, &details.recipe)?,
            par: details.par.filter(|_| product.is_counted()),
            is_available: u8::from(product.is_available),
            price_usd: product.price_usd.map(|price| price.to_string()),
            price_lrd: product.price_lrd.map(|price| price.to_string()),
            exchange_rate: product.exchange_rate.to_json(),
            effective_price_usd: prices.usd.to_string(),
            effective_price_lrd: prices.lrd.to_string(),
            effective_tax_class: product.effective_tax_class(categories).to_owned(),
            created_at: product.created_at.to_string(),
            updated_at: product.updated_at.to_string(),
            name: product.name,
            brand: product.brand,
            barcode: product.barcode,
            category: product.category,
            section: product.section,
            description: product.description,
            currency: product.currency,
            tax_class: product.tax_class,
            chain: chain.and_then(ChainView::of_product),
        })
    }

    /// The product with its stock, the current exchange rate and its prices at the moment `at`.
    pub fn load(view: &dyn View, product: Product, at: Timestamp) -> Stored<Self> {
        let settings = settings::settings(view)?;
        let product = catalog::prices_on(view, settings.price_day(at))?.of(product);
        let chain = catalog::chain_of(view, product.id)?;
        let shelf = stock::shelf(view, &product, Some(settings.bar_time().business_day(at)))?;
        ProductView::new(view, (product, chain), shelf, (rates::rate(view)?, &settings))
    }
}

/// A pack in which a product is delivered and counted.
#[derive(Serialize, ToSchema)]
#[schema(as = Pack)]
pub struct PackView {
    id: u64,
    #[schema(example = "crate")]
    name: String,
    /// Units of the stock in it.
    #[schema(example = 24)]
    size: i64,
    barcode: Option<String>,
}

impl PackView {
    fn new(pack: &Pack) -> Self {
        PackView { id: pack.id, name: pack.name.clone(), size: pack.size, barcode: pack.barcode.clone() }
    }
}

/// The pack that has a scanned barcode.
#[derive(Serialize, ToSchema)]
#[schema(as = FoundPack)]
pub struct FoundPackView {
    id: u64,
    #[schema(example = "crate")]
    name: String,
    /// Units of the stock in it.
    #[schema(example = 24)]
    size: i64,
}

impl From<FoundPack> for FoundPackView {
    fn from(FoundPack { id, name, size }: FoundPack) -> Self {
        FoundPackView { id, name, size }
    }
}

/// What a mixed product takes of another one.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Ingredient)]
pub struct IngredientView {
    product_id: u64,
    product_name: String,
    /// In the unit of its stock.
    #[schema(example = 50)]
    amount: i64,
    /// What is spilt beside it, in percent of it.
    #[schema(example = 5)]
    waste_percent: u8,
}

impl IngredientView {
    /// Those of a recipe; `None` for a product without one.
    fn each(view: &dyn View, recipe: &[Ingredient]) -> Stored<Option<Vec<Self>>> {
        let mut each = Vec::with_capacity(recipe.len());
        for Ingredient { product_id, amount, waste_percent } in recipe.iter().copied() {
            let product_name = catalog::any_product(view, product_id)?.map(|product| product.name).unwrap_or_default();
            each.push(IngredientView { product_id, product_name, amount, waste_percent });
        }
        Ok((!each.is_empty()).then_some(each))
    }
}
