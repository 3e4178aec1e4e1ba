//! Products: list, lookup, create, change, delete.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::details_body::{self, IngredientBody, PackBody};
pub use super::product_view::ProductView;
use crate::catalog::{self, CatalogCommand, Category, DetailsChange, PriceChange, ProductChange, StockMode, Unit};
use crate::engine::{Command, Entry, Event, Topic};
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::contract::path::{Path, parse_id};
use crate::http::contract::read::ReadRequest;
use crate::http::contract::schemas::{Amount, OneOrZero};
use crate::http::contract::session::{Admin, Manager, Staff};
use crate::http::contract::write::{EmptyBody, OptionalBody, Write, first_of, json, missing, no_content};
use crate::rates;
use crate::settings;
use crate::stock::{self, STOCK_MAX};
use base::{CurrencyCode, Timestamp};
use store::{Stored, View};
use web::form::{Form, RawField};

/// Topics that products in answers depend on.
pub const TOPICS: [Topic; 2] = [Topic::Products, Topic::Rate];

/// A new or changed product. Numbers may be sent as text.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct ProductBody {
    #[schema(value_type = String, example = "Club Beer")]
    name: RawField,
    #[schema(value_type = Option<String>)]
    brand: RawField,
    /// If empty, twelve digits are generated.
    #[schema(value_type = Option<String>)]
    barcode: RawField,
    /// Price in the product's own currency.
    #[schema(value_type = Option<Amount>)]
    price: RawField,
    /// The present level may be sent back, also below 0.
    #[schema(value_type = Option<i64>, example = 24)]
    stock: RawField,
    /// A product that is made free goes to 0; one that is counted again starts at `stock`, else at 0 with `needsCount`.
    #[schema(value_type = Option<StockMode>)]
    stock_mode: RawField,
    /// Whether the level never goes below 0. Default: true for pieces; what is not counted has none.
    #[schema(value_type = Option<bool>)]
    floor: RawField,
    /// What one of the stock is. It stays after the first movement.
    #[schema(value_type = Option<Unit>)]
    unit: RawField,
    /// Units of the stock that one sale takes: always 1 for pieces, else 1 to 100,000, or null: it is not sold by itself.
    #[schema(value_type = Option<i64>, example = 1)]
    serving: RawField,
    /// Whether it is sold by itself. Default: true; false without serving.
    #[schema(value_type = Option<bool>)]
    for_sale: RawField,
    /// All packs, at most 8, the main one first.
    #[schema(value_type = Option<Vec<PackBody>>)]
    packs: RawField,
    /// What one of it is mixed from, at most 20 products; null: it has goods of its own.
    #[schema(value_type = Option<Vec<IngredientBody>>)]
    recipe: RawField,
    /// The level that is wanted, in its unit.
    #[schema(value_type = Option<i64>)]
    par: RawField,
    #[schema(value_type = Option<Category>)]
    category: RawField,
    /// At most 40 characters.
    #[schema(value_type = Option<String>, example = "Beer")]
    section: RawField,
    #[schema(value_type = Option<String>)]
    description: RawField,
    #[schema(value_type = Option<OneOrZero>)]
    is_available: RawField,
    #[schema(value_type = Option<CurrencyCode>)]
    currency: RawField,
    #[serde(rename = "priceUSD")]
    #[schema(value_type = Option<Amount>)]
    price_usd: RawField,
    #[serde(rename = "priceLRD")]
    #[schema(value_type = Option<Amount>)]
    price_lrd: RawField,
    /// LRD per 1 USD at which the prices were set.
    #[schema(value_type = Option<f64>)]
    exchange_rate: RawField,
    /// Id of its tax class; null: that of its category.
    #[schema(value_type = Option<String>, example = "zero")]
    tax_class: RawField,
}

impl ProductBody {
    fn price(&self, form: &mut Form) -> PriceChange {
        PriceChange {
            own: form.minor("price", &self.price),
            usd: form.money_change("priceUSD", &self.price_usd),
            lrd: form.money_change("priceLRD", &self.price_lrd),
            rate: form.rate("exchangeRate", &self.exchange_rate),
        }
    }

    /// The level. Below 0 the command compares it with the present one.
    fn level(&self, form: &mut Form) -> Option<i64> {
        let stock = form.integer("stock", &self.stock);
        if stock.is_some_and(|stock| !(-STOCK_MAX..=STOCK_MAX).contains(&stock)) {
            form.reject("stock", STOCK_NEGATIVE);
        }
        stock
    }

    /// Parses a change of a product; absent members are no change.
    pub fn change(&self, form: &mut Form) -> ProductChange {
        let name = if self.name.is_present() { form.required_line("name", &self.name, NAME_REQUIRED) } else { None };
        let stock = self.level(form);
        ProductChange {
            name,
            brand: form.line_change("brand", &self.brand),
            barcode: form.line_change("barcode", &self.barcode),
            category: form.word("category", &self.category, Category::parse, "Must be drinks, food, cigars or uncategorized"),
            section: form.text_change("section", &self.section, catalog::section_name),
            description: form.notes_change("description", &self.description),
            is_available: form.flag("isAvailable", &self.is_available),
            currency: form.currency("currency", &self.currency),
            price: self.price(form),
            stock,
            stock_mode: form.word("stockMode", &self.stock_mode, StockMode::parse, WRONG_MODE),
            floor: form.flag("floor", &self.floor),
            tax_class: form.line_change("taxClass", &self.tax_class),
            details: self.details(form),
        }
    }

    fn details(&self, form: &mut Form) -> DetailsChange {
        DetailsChange {
            unit: form.word("unit", &self.unit, Unit::parse, "Must be piece, ml or g"),
            serving: details_body::integer_change(form, "serving", &self.serving),
            for_sale: form.flag("forSale", &self.for_sale),
            packs: details_body::packs(form, &self.packs),
            recipe: details_body::recipe(form, &self.recipe),
            par: details_body::integer_change(form, "par", &self.par),
        }
    }
}

const NAME_REQUIRED: &str = "Product name is required";
const WRONG_MODE: &str = "Must be counted or free";
const STOCK_NEGATIVE: &str = "Stock must be 0 or more";

/// The days that decide prices and what is sold out at the moment `at`: answers with products begin with them.
pub fn product_days(app: &AppState, at: Timestamp) -> Stored<String> {
    let settings = app.store.read(settings::settings)?;
    Ok(format!("{} {}", settings.price_day(at), settings.bar_time().business_day(at)))
}

/// Lists all products by category and name.
#[utoipa::path(get, path = "/api/products", tag = "catalog", responses((status = 200, body = [ProductView]), (status = 401), (status = 403)))]
pub async fn list(State(app): State<AppState>, _: Staff, request: ReadRequest) -> Result<Response, ApiError> {
    let at = app.stamp();
    request
        .answer(&app, &TOPICS, &product_days(&app, at)?, |view| {
            let (rate, settings) = (rates::rate(view)?, settings::settings(view)?);
            let (mut rows, chains) = (Vec::new(), catalog::chains(view)?);
            let today = settings.bar_time().business_day(at);
            for product in catalog::products_on(view, settings.price_day(at))? {
                let chain = chains.get(&product.id).cloned();
                let shelf = stock::shelf(view, &product, Some(today))?;
                rows.push(ProductView::new(view, (product, chain), shelf, (rate, &settings))?);
            }
            Ok(rows)
        })
        .await
}

/// Returns a product.
#[utoipa::path(get, path = "/api/products/{id}", tag = "catalog", params(("id" = u64, Path)), responses(
    (status = 200, body = ProductView), (status = 401), (status = 403), (status = 404)))]
pub async fn one(State(app): State<AppState>, _: Staff, Path(id): Path<String>, request: ReadRequest) -> Result<Response, ApiError> {
    let id = parse_id(&id, "product")?;
    let at = app.stamp();
    request
        .answer(&app, &TOPICS, &product_days(&app, at)?, |view| {
            let product = catalog::product(view, id)?.ok_or_else(|| ApiError::not_found("product"))?;
            Ok(ProductView::load(view, product, at)?)
        })
        .await
}

/// Creates a product.
#[utoipa::path(post, path = "/api/products", tag = "catalog", request_body = ProductBody, responses(
    (status = 201, body = ProductView), (status = 400), (status = 401), (status = 403), (status = 409), (status = 415)))]
pub async fn create(State(app): State<AppState>, Manager(caller): Manager, write: Write<ProductBody>) -> Result<Response, ApiError> {
    let mut form = Form::default();
    if !write.body.name.is_present() {
        form.reject("name", NAME_REQUIRED);
    }
    let change = write.body.change(&mut form);
    if change.stock.is_some_and(|stock| (-STOCK_MAX..0).contains(&stock)) {
        form.reject("stock", STOCK_NEGATIVE);
    }
    form.finish()?;
    let command = CatalogCommand::Create { change, generated_barcode: generate_barcode(&app)? };
    let at = app.stamp();
    write
        .submit(&app, &caller, Command::Catalog(command), move |entries, view| {
            let id = saved_id(entries).ok_or_else(|| missing("products"))?;
            shown(StatusCode::CREATED, view, id, at)
        })
        .await
}

/// Changes a product; absent members stay as they are.
#[utoipa::path(put, path = "/api/products/{id}", tag = "catalog", request_body = ProductBody, params(("id" = u64, Path)), responses(
    (status = 200, body = ProductView), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn update(
    State(app): State<AppState>,
    Manager(caller): Manager,
    Path(id): Path<String>,
    write: Write<ProductBody>,
) -> Result<Response, ApiError> {
    let mut form = Form::default();
    let change = write.body.change(&mut form);
    form.finish()?;
    save(&app, &caller, &id, write, change).await
}

/// Changes the prices, the currency and how stock is handled of a product.
#[utoipa::path(patch, path = "/api/products/{id}", tag = "catalog", request_body = ProductBody, params(("id" = u64, Path)), responses(
    (status = 200, body = ProductView), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn set_prices(
    State(app): State<AppState>,
    Manager(caller): Manager,
    Path(id): Path<String>,
    write: Write<ProductBody>,
) -> Result<Response, ApiError> {
    let mut form = Form::default();
    let body = &write.body;
    let stock_mode = form.word("stockMode", &body.stock_mode, StockMode::parse, WRONG_MODE);
    let change = ProductChange {
        currency: form.currency("currency", &body.currency),
        price: body.price(&mut form),
        stock: stock_mode.and_then(|_| body.level(&mut form)),
        stock_mode,
        floor: form.flag("floor", &body.floor),
        details: body.details(&mut form),
        ..ProductChange::default()
    };
    form.finish()?;
    if change.price.usd == Some(None) && change.price.lrd == Some(None) {
        return Err(catalog::no_price().into());
    }
    save(&app, &caller, &id, write, change).await
}

async fn save(
    app: &AppState,
    caller: &crate::http::contract::session::Caller,
    id: &str,
    write: Write<ProductBody>,
    change: ProductChange,
) -> Result<Response, ApiError> {
    let product_id = parse_id(id, "product")?;
    let command = CatalogCommand::Update { product_id, change, generated_barcode: generate_barcode(app)? };
    let at = app.stamp();
    write.submit(app, caller, Command::Catalog(command), move |_, view| shown(StatusCode::OK, view, product_id, at)).await
}

/// Deletes a product; past records keep its name.
#[utoipa::path(delete, path = "/api/products/{id}", tag = "catalog", params(("id" = u64, Path)), responses(
    (status = 204), (status = 401), (status = 403), (status = 404)))]
pub async fn delete(
    State(app): State<AppState>,
    Manager(caller): Manager,
    Path(id): Path<String>,
    write: OptionalBody<EmptyBody>,
) -> Result<Response, ApiError> {
    let command = CatalogCommand::Archive { product_id: parse_id(&id, "product")? };
    write.submit(&app, &caller, Command::Catalog(command), |_, _| Ok(no_content())).await
}

/// Takes a product of head office back: all of its fields are the bar's, for good.
#[utoipa::path(post, path = "/api/products/{id}/detach", tag = "catalog", params(("id" = u64, Path)), responses(
    (status = 200, body = ProductView), (status = 401), (status = 403), (status = 404), (status = 409)))]
pub async fn detach(
    State(app): State<AppState>,
    Admin(caller): Admin,
    Path(id): Path<String>,
    write: OptionalBody<EmptyBody>,
) -> Result<Response, ApiError> {
    let product_id = parse_id(&id, "product")?;
    let (command, at) = (Command::Catalog(CatalogCommand::Detach { product_id }), app.stamp());
    write.submit(&app, &caller, command, move |_, view| shown(StatusCode::OK, view, product_id, at)).await
}

fn saved_id(entries: &[Entry]) -> Option<u64> {
    first_of(entries, |event| if let Event::ProductSaved(event) = event { Some(event.product.id) } else { None })
}

fn shown(status: StatusCode, view: &dyn View, id: u64, at: Timestamp) -> Stored<crate::engine::Answer> {
    let product = catalog::product(view, id)?.ok_or_else(|| missing("products"))?;
    json(status, &ProductView::load(view, product, at)?)
}

/// A generated barcode of twelve digits: the last six of the time, and six random ones.
fn generate_barcode(app: &AppState) -> Result<String, ApiError> {
    let mut bytes = [0u8; 4];
    getrandom::fill(&mut bytes).map_err(|_| ApiError::internal())?;
    Ok(catalog::generate_barcode(app.now(), u32::from_le_bytes(bytes)))
}
