//! Prices when a rate changes: what is to come, what prices would have to be, and plans for them.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::catalog::{
    self, AssistantRow, ChangedRates, PRICE_ROWS_MAX, PlannedPrice, PricePlan, PricePlanCommand, Product, Rounding, plan_field,
};
use crate::engine::{Command, Topic};
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::contract::read::{Query, ReadRequest};
use crate::http::contract::schemas::{Amount, PriceRounding};
use crate::http::contract::session::{Manager, ShiftManager};
use crate::http::contract::write::{EmptyBody, OptionalBody, Write, json, missing, no_content};
use crate::settings::settings;
use crate::tax::{DayChange, TaxKind, TaxMode, TaxSettings, coming_changes};
use base::{BusinessDay, CurrencyCode, Lrd, Usd};
use web::form::{Form, RawField, objects};

/// Topics that these answers depend on.
const TOPICS: [Topic; 3] = [Topic::Tax, Topic::Settings, Topic::Products];
const FROM: &str = "Must be a day such as 2027-01-01";

/// A day on which the mode or rates change.
#[derive(Serialize, ToSchema)]
pub struct TaxChange {
    /// The first day with it.
    #[schema(example = "2027-01-01")]
    from: String,
    /// Null where the mode stays.
    mode: Option<TaxModeChange>,
    classes: Vec<TaxLabelChange>,
    /// Number of products whose tax changes.
    products: usize,
}

/// A change of the mode.
#[derive(Serialize, ToSchema)]
pub struct TaxModeChange {
    before: TaxMode,
    after: TaxMode,
}

/// A change of the rate of a tax class.
#[derive(Serialize, ToSchema)]
pub struct TaxLabelChange {
    #[schema(example = "standard")]
    id: String,
    #[schema(example = "Standard")]
    name: String,
    /// Null before the first rate.
    #[schema(example = "GST 13 %")]
    before: Option<String>,
    #[schema(example = "VAT 18 %")]
    after: Option<String>,
}

/// A price that contains another percent from a day on.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SuggestedPrice {
    product_id: u64,
    #[schema(example = "Club Beer")]
    product_name: String,
    currency: CurrencyCode,
    #[schema(example = "2.00")]
    price: String,
    /// What the bar has of the price until then.
    #[schema(example = "1.77")]
    net_before: String,
    /// What the bar has of the same price from then on.
    #[schema(example = "1.69")]
    net_after: String,
    /// The price with which the bar has as much as before, rounded.
    #[schema(example = "2.25")]
    suggested: String,
}

/// Prices from a day on.
#[derive(Serialize, ToSchema)]
#[schema(as = PricePlan)]
pub struct PricePlanView {
    /// The first day with these prices.
    #[schema(example = "2027-01-01")]
    from: String,
    items: Vec<PlannedPriceView>,
}

/// Planned prices of a product; null keeps the price in that currency.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PlannedPrice)]
pub struct PlannedPriceView {
    product_id: u64,
    #[serde(rename = "priceUSD")]
    #[schema(example = "2.25")]
    price_usd: Option<String>,
    #[serde(rename = "priceLRD")]
    price_lrd: Option<String>,
}

impl From<&PricePlan> for PricePlanView {
    fn from(plan: &PricePlan) -> Self {
        let item = |item: &PlannedPrice| PlannedPriceView {
            product_id: item.product_id,
            price_usd: item.price_usd.map(|price| price.to_string()),
            price_lrd: item.price_lrd.map(|price| price.to_string()),
        };
        PricePlanView { from: plan.from.to_string(), items: plan.items.iter().map(item).collect() }
    }
}

/// Prices to plan: all or none. They replace the plan of that day.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default)]
pub struct PricePlanBody {
    /// The first day with these prices, later than today.
    #[schema(value_type = String, example = "2027-01-01")]
    from: RawField,
    /// 1 to 2000, each of another product.
    #[serde(deserialize_with = "objects")]
    items: Vec<PlannedPriceBody>,
}

/// Prices of a product to plan; at least one.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct PlannedPriceBody {
    #[schema(value_type = u64, example = 1)]
    product_id: RawField,
    #[serde(rename = "priceUSD")]
    #[schema(value_type = Option<Amount>)]
    price_usd: RawField,
    #[serde(rename = "priceLRD")]
    #[schema(value_type = Option<Amount>)]
    price_lrd: RawField,
}

impl PlannedPriceBody {
    fn item(&self, form: &mut Form, at: usize) -> PlannedPrice {
        let field = |name: &str| plan_field(at, name);
        PlannedPrice {
            product_id: form.required_id(&field("productId"), &self.product_id, "Product is required").unwrap_or_default(),
            price_usd: form.money(&field("priceUSD"), &self.price_usd),
            price_lrd: form.money(&field("priceLRD"), &self.price_lrd),
        }
    }
}

/// Lists the changes of mode and rates that are to come, the soonest first.
#[utoipa::path(get, path = "/api/tax/changes", tag = "tax", responses((status = 200, body = [TaxChange]), (status = 401), (status = 403)))]
pub async fn changes(State(app): State<AppState>, _: ShiftManager, request: ReadRequest) -> Result<Response, ApiError> {
    let today = app.store.read(settings)?.tax_days(app.stamp());
    request
        .answer(&app, &TOPICS, &format!("{} {}", today.business, today.rates), |view| {
            let tax = &settings(view)?.tax;
            let products = catalog::products(view)?;
            Ok(coming_changes(tax, today).iter().map(|(from, change)| TaxChange::new(*from, change, tax, &products)).collect::<Vec<_>>())
        })
        .await
}

impl TaxChange {
    fn new(from: BusinessDay, change: &DayChange, tax: &TaxSettings, products: &[Product]) -> Self {
        let is_changed = |product: &&Product| {
            let class = tax.class(product.effective_tax_class(&tax.categories));
            let is_taxed = class.is_some_and(|class| class.kind == TaxKind::Taxed);
            is_taxed && (change.mode.is_some() || change.classes.iter().any(|changed| class.is_some_and(|class| class.id == changed.id)))
        };
        let classes = change.classes.iter().map(|class| TaxLabelChange {
            id: class.id.clone(),
            name: class.name.clone(),
            before: class.before.clone(),
            after: class.after.clone(),
        });
        TaxChange {
            from: from.to_string(),
            mode: change.mode.map(|mode| TaxModeChange { before: mode.before, after: mode.after }),
            classes: classes.collect(),
            products: products.iter().filter(is_changed).count(),
        }
    }
}

/// Says what prices would have to be from a day on, so that the bar has as much of them as before. Rounded up unless `rounding` says
/// otherwise.
#[utoipa::path(get, path = "/api/tax/price-assistant", tag = "tax",
    params(("from" = String, Query, example = "2027-01-01"), ("rounding" = inline(Option<PriceRounding>), Query)),
    responses((status = 200, body = [SuggestedPrice]), (status = 400), (status = 401), (status = 403)))]
pub async fn price_assistant(State(app): State<AppState>, _: ShiftManager, request: ReadRequest) -> Result<Response, ApiError> {
    let from = request.day("from")?.ok_or_else(|| ApiError::invalid("from must be a date such as 2027-01-01"))?;
    let rounding = request.word("rounding", Rounding::parse, "rounding must be up or nearest")?.unwrap_or(Rounding::Up);
    let today = app.store.read(settings)?.price_day(app.stamp());
    request
        .answer(&app, &TOPICS, &today.to_string(), |view| {
            let settings = settings(view)?;
            let products = catalog::products_on(view, today.max(from.plus(-1)))?;
            let change = ChangedRates { tax: &settings.tax, from, rounding, lrd_step: settings.lrd_cash_step };
            Ok(catalog::assistant_rows(&products, change).iter().map(SuggestedPrice::from).collect::<Vec<_>>())
        })
        .await
}

impl From<&AssistantRow> for SuggestedPrice {
    fn from(row: &AssistantRow) -> Self {
        let amount = |minor: i64| match row.currency {
            CurrencyCode::Usd => Usd::minor(minor).to_string(),
            CurrencyCode::Lrd => Lrd::minor(minor).to_string(),
        };
        SuggestedPrice {
            product_id: row.product_id,
            product_name: row.product_name.clone(),
            currency: row.currency,
            price: amount(row.price),
            net_before: amount(row.net_before),
            net_after: amount(row.net_after),
            suggested: amount(row.suggested),
        }
    }
}

/// Lists the price plans of days to come, the soonest first.
#[utoipa::path(get, path = "/api/tax/price-plan", tag = "tax", responses((status = 200, body = [PricePlanView]), (status = 401), (status = 403)))]
pub async fn plans(State(app): State<AppState>, _: ShiftManager, request: ReadRequest) -> Result<Response, ApiError> {
    let today = app.store.read(settings)?.price_day(app.stamp());
    request
        .answer(&app, &TOPICS, &today.to_string(), |view| {
            let plans = catalog::price_plans(view)?;
            Ok(plans.iter().filter(|plan| plan.from > today).map(PricePlanView::from).collect::<Vec<_>>())
        })
        .await
}

/// Plans prices for a day: from its first moment they are the prices of their products. They replace the plan of that day.
#[utoipa::path(put, path = "/api/tax/price-plan", tag = "tax", request_body = PricePlanBody, responses(
    (status = 200, body = PricePlanView), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415)))]
pub async fn set_plan(State(app): State<AppState>, Manager(caller): Manager, write: Write<PricePlanBody>) -> Result<Response, ApiError> {
    let mut form = Form::default();
    let PricePlanBody { from, items } = &write.body;
    let day = from.text().and_then(|text| BusinessDay::parse(text.trim()));
    if day.is_none() {
        form.reject("from", FROM);
    }
    if !(1..=PRICE_ROWS_MAX).contains(&items.len()) {
        form.reject("items", format!("A price plan needs 1 to {PRICE_ROWS_MAX} items"));
    }
    let items = items.iter().take(PRICE_ROWS_MAX).enumerate().map(|(at, item)| item.item(&mut form, at)).collect();
    form.finish()?;
    let from = day.unwrap_or(BusinessDay::FIRST);
    let command = PricePlanCommand::Set { from, items };
    write
        .submit(&app, &caller, Command::PricePlan(command), move |_, view| {
            let plans = catalog::price_plans(view)?;
            let plan = plans.iter().find(|plan| plan.from == from).ok_or_else(|| missing("price_plans"))?;
            json(StatusCode::OK, &PricePlanView::from(plan))
        })
        .await
}

/// Withdraws the price plan of a day.
#[utoipa::path(delete, path = "/api/tax/price-plan", tag = "tax", params(("from" = String, Query, example = "2027-01-01")), responses(
    (status = 204), (status = 400), (status = 401), (status = 403), (status = 404)))]
pub async fn withdraw_plan(
    State(app): State<AppState>,
    Manager(caller): Manager,
    query: Query,
    write: OptionalBody<EmptyBody>,
) -> Result<Response, ApiError> {
    let from = query.day("from")?.ok_or_else(|| ApiError::invalid("from must be a date such as 2027-01-01"))?;
    write.submit(&app, &caller, Command::PricePlan(PricePlanCommand::Withdraw { from }), |_, _| Ok(no_content())).await
}
