//! Tax: what is in force, for every phone, and what a tax would come to.

mod exemption;
pub mod prices;
pub mod settings;

use axum::extract::State;
use axum::response::Response;
use serde::Serialize;
use utoipa::ToSchema;

pub use exemption::{ExemptionView, GuestExemption, TaxExemptionBody, exemption};

use self::settings::{CategoryClassesView, NextModeView, ServiceChargeView, TaxClassView};
use crate::engine::Topic;
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::contract::read::ReadRequest;
use crate::http::contract::session::Staff;
use crate::tax::{Percent, STANDARD, TaxClass, TaxContext, TaxDay, TaxDays, TaxKind, TaxMode, preview};
use base::BusinessDay;
use web::form::{Form, RawField};

/// What is in force.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TaxInForce {
    mode: TaxMode,
    /// The mode that is planned; null without one.
    next: Option<NextModeView>,
    /// Which day decides the rate of a line.
    day: TaxDay,
    /// The bar's taxpayer number.
    tin: Option<String>,
    classes: Vec<TaxClassView>,
    categories: CategoryClassesView,
    /// The active classes as they are today.
    today: Vec<ClassToday>,
    service_charge: ServiceChargeView,
}

/// A tax class as it is today.
#[derive(Serialize, ToSchema)]
pub struct ClassToday {
    #[schema(example = "standard")]
    class: String,
    kind: TaxKind,
    /// Null for a taxed class without a rate.
    #[schema(example = "GST 13 %")]
    label: Option<String>,
    /// Null for a taxed class without a rate.
    #[schema(example = "13.00")]
    percent: Option<String>,
}

/// What a tax comes to.
#[derive(Serialize, ToSchema)]
pub struct TaxPreview {
    #[schema(example = "GST 13 %")]
    label: String,
    #[schema(example = "13.00")]
    percent: String,
    #[schema(example = "1.77")]
    net: String,
    #[schema(example = "0.23")]
    tax: String,
    #[schema(example = "2.00")]
    gross: String,
}

/// Returns the tax that is in force.
#[utoipa::path(get, path = "/api/tax", tag = "tax", responses((status = 200, body = TaxInForce), (status = 401), (status = 403)))]
pub async fn get(State(app): State<AppState>, _: Staff, request: ReadRequest) -> Result<Response, ApiError> {
    let at = app.stamp();
    let settings = app.store.read(crate::settings::settings)?;
    let bar_time = settings.bar_time();
    let day = settings.tax.day.of(at, &bar_time);
    // Rates and modes begin with a day.
    request
        .answer(&app, &[Topic::Settings], &format!("{} {day}", bar_time.business_day(at)), |view| {
            let settings = crate::settings::settings(view)?;
            let bar_time = settings.bar_time();
            let (tax, day) = (settings.tax.as_of(bar_time.business_day(at)), settings.tax.day.of(at, &bar_time));
            Ok(TaxInForce {
                mode: tax.mode,
                next: tax.next.as_ref().map(NextModeView::from),
                day: tax.day,
                tin: tax.tin.clone(),
                classes: tax.classes.iter().map(TaxClassView::from).collect(),
                categories: CategoryClassesView::from(&tax.categories),
                today: tax.classes.iter().filter(|class| class.active).map(|class| ClassToday::new(class, day)).collect(),
                service_charge: ServiceChargeView::from(&settings.service_charge),
            })
        })
        .await
}

impl ClassToday {
    fn new(class: &TaxClass, day: BusinessDay) -> Self {
        ClassToday {
            class: class.id.clone(),
            kind: class.kind,
            label: class.label_on(day),
            percent: class.percent_on(day).map(|percent| percent.to_string()),
        }
    }
}

/// Reckons the tax of an amount, as for a line that comes to it. Without `mode` in the present one, without `date` today.
#[utoipa::path(get, path = "/api/tax/preview", tag = "tax",
    params(("amount" = String, Query, example = "2.00"), ("currency" = Option<String>, Query, example = "USD"), ("class" = Option<String>, Query, example = "standard"),
        ("date" = Option<String>, Query, example = "2027-01-01"), ("mode" = Option<String>, Query, example = "included")),
    responses((status = 200, body = TaxPreview), (status = 400), (status = 401), (status = 403), (status = 404)))]
pub async fn show_preview(State(app): State<AppState>, _: Staff, request: ReadRequest) -> Result<Response, ApiError> {
    let mut form = Form::default();
    let member = |name| RawField::of(request.param(name).map(|text| serde_json::Value::from(text.to_owned())));
    let (amount, currency, mode) = (member("amount"), member("currency"), member("mode"));
    if amount.value().is_none() {
        form.reject("amount", "Amount is required");
    }
    let amount = form.minor("amount", &amount).unwrap_or_default();
    form.currency("currency", &currency);
    let mode = form.word("mode", &mode, TaxMode::parse, settings::MODE);
    let class = request.param("class").unwrap_or(STANDARD).to_owned();
    let date = request.day("date")?;
    form.finish()?;
    let at = app.stamp();
    let settings = app.store.read(crate::settings::settings)?;
    let days = TaxDays::of(&settings.tax, &settings.bar_time(), at);
    request
        .answer(&app, &[Topic::Settings], &format!("{} {}", days.business, days.rates), |view| {
            let settings = crate::settings::settings(view)?;
            let context = TaxContext::new(&settings.tax, &settings.bar_time(), at);
            let class = settings.tax.class(&class).ok_or_else(|| ApiError::not_found("tax class"))?;
            let (mode, day) = (mode.unwrap_or(context.mode), date.unwrap_or(context.day));
            let figures = preview(mode, class, day, amount);
            let figures = figures.ok_or_else(|| ApiError::invalid(format!("{} has no rate on {day}", class.name)))?;
            Ok(TaxPreview {
                label: figures.label,
                percent: figures.percent.to_string(),
                net: figures.net.usd.to_string(),
                tax: figures.tax.usd.to_string(),
                gross: figures.gross.usd.to_string(),
            })
        })
        .await
}

/// Parses a percent; `None` when it is absent, null or blank.
pub fn percent(form: &mut Form, name: &str, field: &RawField) -> Option<Percent> {
    form.number(name, field, Percent::parse)
}
