//! Settings of tax and of the service charge, in answers and requests.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::percent;
use crate::settings::Settings;
use crate::tax::{
    CLASSES_MAX, CategoryClasses, ClassChange, DatedRate, NextMode, RatePart, ServiceChargeMode, ServiceChargeSettings, SetCategories,
    SetServiceCharge, SetTax, TaxClass, TaxDay, TaxKind, TaxMode, TaxSettings,
};
use base::BusinessDay;
use web::form::{Form, RawField, object};

/// Why an unknown mode is refused.
pub(super) const MODE: &str = "Must be off, included or added";
const NEXT: &str = "Must be a mode and a day such as 2027-01-01";
const CLASSES: &str = "Must be a list of tax classes";

/// Settings of tax.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TaxSettings)]
pub struct TaxSettingsView {
    mode: TaxMode,
    /// The mode that is planned; null without one.
    next: Option<NextModeView>,
    /// Which day decides the rate of a line.
    day: TaxDay,
    /// The bar's taxpayer number.
    #[schema(example = "500123456")]
    tin: Option<String>,
    classes: Vec<TaxClassView>,
    categories: CategoryClassesView,
    /// To what the price assistant rounds prices in US dollars.
    #[schema(example = "0.25")]
    usd_step: String,
}

/// A mode of tax that is planned.
#[derive(Serialize, ToSchema)]
#[schema(as = NextTaxMode)]
pub struct NextModeView {
    mode: TaxMode,
    /// The first business day with it.
    #[schema(example = "2027-01-01")]
    from: String,
}

/// A tax class.
#[derive(Serialize, ToSchema)]
#[schema(as = TaxClass)]
pub struct TaxClassView {
    #[schema(example = "standard")]
    id: String,
    #[schema(example = "Standard")]
    name: String,
    kind: TaxKind,
    active: bool,
    rates: Vec<DatedRateView>,
}

/// The rate of a tax class from a day on.
#[derive(Serialize, ToSchema)]
#[schema(as = TaxRate)]
pub struct DatedRateView {
    /// The first business day; null: always.
    #[schema(example = "2027-01-01")]
    from: Option<String>,
    parts: Vec<RatePartView>,
}

/// One tax of a rate.
#[derive(Serialize, ToSchema)]
#[schema(as = TaxRatePart)]
pub struct RatePartView {
    #[schema(example = "GST")]
    name: String,
    #[schema(example = "13.00")]
    percent: String,
}

/// The tax class of each category.
#[derive(Serialize, ToSchema)]
#[schema(as = TaxCategories)]
pub struct CategoryClassesView {
    drinks: String,
    food: String,
    cigars: String,
    uncategorized: String,
}

/// Settings of the service charge.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ServiceChargeSettings)]
pub struct ServiceChargeView {
    mode: ServiceChargeMode,
    #[schema(example = "10.00")]
    percent: String,
    /// Smallest number of guests with which an order gets it automatically.
    #[schema(example = 6)]
    from_guests: u32,
    #[schema(example = "standard")]
    tax_class: String,
}

impl From<&TaxSettings> for TaxSettingsView {
    fn from(tax: &TaxSettings) -> Self {
        TaxSettingsView {
            mode: tax.mode,
            next: tax.next.as_ref().map(NextModeView::from),
            day: tax.day,
            tin: tax.tin.clone(),
            classes: tax.classes.iter().map(TaxClassView::from).collect(),
            categories: CategoryClassesView::from(&tax.categories),
            usd_step: tax.usd_step.to_string(),
        }
    }
}

impl From<&NextMode> for NextModeView {
    fn from(next: &NextMode) -> Self {
        NextModeView { mode: next.mode, from: next.from.to_string() }
    }
}

impl From<&TaxClass> for TaxClassView {
    fn from(class: &TaxClass) -> Self {
        let part = |part: &RatePart| RatePartView { name: part.name.clone(), percent: part.percent.to_string() };
        let rate =
            |rate: &DatedRate| DatedRateView { from: rate.from.map(|from| from.to_string()), parts: rate.parts.iter().map(part).collect() };
        TaxClassView {
            id: class.id.clone(),
            name: class.name.clone(),
            kind: class.kind,
            active: class.active,
            rates: class.rates.iter().map(rate).collect(),
        }
    }
}

impl From<&CategoryClasses> for CategoryClassesView {
    fn from(classes: &CategoryClasses) -> Self {
        let CategoryClasses { drinks, food, cigars, uncategorized } = classes.clone();
        CategoryClassesView { drinks, food, cigars, uncategorized }
    }
}

impl From<&ServiceChargeSettings> for ServiceChargeView {
    fn from(service: &ServiceChargeSettings) -> Self {
        ServiceChargeView {
            mode: service.mode,
            percent: service.percent.to_string(),
            from_guests: service.from_guests,
            tax_class: service.tax_class.clone(),
        }
    }
}

/// What every phone needs to know of tax.
#[derive(Serialize, ToSchema)]
pub struct PublicTax {
    mode: TaxMode,
}

/// What every phone needs to know of the service charge.
#[derive(Serialize, ToSchema)]
pub struct PublicServiceCharge {
    mode: ServiceChargeMode,
}

/// Tax and service charge on this business day; `None` while they are off.
pub fn public(settings: &Settings, today: BusinessDay) -> (Option<PublicTax>, Option<PublicServiceCharge>) {
    let (tax, service) = (settings.tax.as_of(today).mode, settings.service_charge.mode);
    let tax = (tax != TaxMode::Off).then_some(PublicTax { mode: tax });
    (tax, (service != ServiceChargeMode::Off).then_some(PublicServiceCharge { mode: service }))
}

/// Settings of tax to change; absent members stay as they are.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct TaxBody {
    #[schema(value_type = Option<TaxMode>)]
    mode: RawField,
    /// Null removes the plan.
    #[schema(value_type = Option<NextModeBody>)]
    next: RawField,
    #[schema(value_type = Option<TaxDay>)]
    day: RawField,
    /// At most 30 characters; null removes it.
    #[schema(value_type = Option<String>)]
    tin: RawField,
    /// The complete list. Classes without an id are new.
    #[schema(value_type = Option<Vec<TaxClassBody>>)]
    classes: RawField,
    #[schema(value_type = Option<CategoryClassesBody>)]
    categories: RawField,
    /// 0.01 to 5.00.
    #[schema(value_type = Option<String>, example = "0.25")]
    usd_step: RawField,
}

/// A mode to plan.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default)]
pub struct NextModeBody {
    #[schema(value_type = TaxMode)]
    mode: RawField,
    /// The first business day with it, later than today.
    #[schema(value_type = String, example = "2027-01-01")]
    from: RawField,
}

/// A tax class of the list; absent members stay as they are.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default)]
pub struct TaxClassBody {
    /// Absent or null: a new class, whose id is made from the name.
    #[schema(value_type = Option<String>)]
    id: RawField,
    #[schema(value_type = Option<String>)]
    name: RawField,
    #[schema(value_type = Option<TaxKind>)]
    kind: RawField,
    #[schema(value_type = Option<bool>)]
    active: RawField,
    /// At most 20.
    #[schema(value_type = Option<Vec<DatedRateBody>>)]
    rates: RawField,
}

/// A rate of a tax class.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default)]
pub struct DatedRateBody {
    /// A business day; absent or null: always.
    #[schema(value_type = Option<String>, example = "2027-01-01")]
    from: RawField,
    /// 1 to 3.
    #[schema(value_type = Vec<RatePartBody>)]
    parts: RawField,
}

/// A part of a rate.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default)]
pub struct RatePartBody {
    #[schema(value_type = String, example = "GST")]
    name: RawField,
    /// 0.01 to 100.00.
    #[schema(value_type = String, example = "13.00")]
    percent: RawField,
}

/// Tax classes of categories to change.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default)]
pub struct CategoryClassesBody {
    #[schema(value_type = Option<String>)]
    drinks: RawField,
    #[schema(value_type = Option<String>)]
    food: RawField,
    #[schema(value_type = Option<String>)]
    cigars: RawField,
    #[schema(value_type = Option<String>)]
    uncategorized: RawField,
}

/// Settings of the service charge to change.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct ServiceChargeBody {
    #[schema(value_type = Option<ServiceChargeMode>)]
    mode: RawField,
    /// 0.01 to 30.00.
    #[schema(value_type = Option<String>, example = "10.00")]
    percent: RawField,
    /// 1 to 100.
    #[schema(value_type = Option<u32>, example = 6)]
    from_guests: RawField,
    #[schema(value_type = Option<String>, example = "standard")]
    tax_class: RawField,
}

/// Parses the settings of tax; absent members are no change.
pub fn tax(form: &mut Form, field: &RawField) -> SetTax {
    let body: TaxBody = object(form, "tax", field);
    let categories: CategoryClassesBody = object(form, "tax.categories", &body.categories);
    let mut category = |field: &RawField| form.line("tax.categories", field);
    let categories = SetCategories {
        drinks: category(&categories.drinks),
        food: category(&categories.food),
        cigars: category(&categories.cigars),
        uncategorized: category(&categories.uncategorized),
    };
    SetTax {
        mode: form.word("tax.mode", &body.mode, TaxMode::parse, MODE),
        next: body.next.is_present().then(|| next(form, &body.next)),
        day: form.word("tax.day", &body.day, TaxDay::parse, "Must be business or calendar"),
        tin: form.line_change("tax.tin", &body.tin),
        classes: body.classes.is_present().then(|| classes(form, &body.classes)),
        categories,
        usd_step: form.money("tax.usdStep", &body.usd_step),
    }
}

/// Parses the settings of the service charge; absent members are no change.
pub fn service_charge(form: &mut Form, field: &RawField) -> SetServiceCharge {
    let body: ServiceChargeBody = object(form, "serviceCharge", field);
    SetServiceCharge {
        mode: form.word("serviceCharge.mode", &body.mode, ServiceChargeMode::parse, "Must be off, manual or auto"),
        percent: percent(form, "serviceCharge.percent", &body.percent),
        from_guests: form.integer("serviceCharge.fromGuests", &body.from_guests),
        tax_class: form.line("serviceCharge.taxClass", &body.tax_class),
    }
}

fn next(form: &mut Form, field: &RawField) -> Option<NextMode> {
    let value = field.value()?;
    let body: NextModeBody =
        if value.is_object() { serde_json::from_value(value.clone()).unwrap_or_default() } else { NextModeBody::default() };
    let mode = body.mode.text().and_then(TaxMode::parse);
    let next = mode.zip(body.from.text().and_then(BusinessDay::parse)).map(|(mode, from)| NextMode { mode, from });
    if next.is_none() {
        form.reject("tax.next", NEXT);
    }
    next
}

/// The objects of a list in the classes; anything else is an error.
fn rows<T: serde::de::DeserializeOwned>(form: &mut Form, field: &RawField, wrong: &str) -> Vec<T> {
    match field.value() {
        Some(Value::Array(rows)) if rows.iter().all(Value::is_object) => {
            rows.iter().filter_map(|row| serde_json::from_value(row.clone()).ok()).collect()
        }
        _ => {
            form.reject("tax.classes", wrong);
            Vec::new()
        }
    }
}

fn classes(form: &mut Form, field: &RawField) -> Vec<ClassChange> {
    let rows: Vec<TaxClassBody> = rows(form, field, CLASSES);
    // One more than there may be, so that the rule refuses it.
    rows.iter().take(CLASSES_MAX + 1).map(|row| class(form, row)).collect()
}

fn class(form: &mut Form, row: &TaxClassBody) -> ClassChange {
    let name = "tax.classes";
    ClassChange {
        id: form.line(name, &row.id),
        name: form.line_change(name, &row.name).map(Option::unwrap_or_default),
        kind: form.word(name, &row.kind, TaxKind::parse, "The kind of a tax class is taxed, zero, exempt or outside"),
        active: form.flag(name, &row.active),
        rates: row.rates.is_present().then(|| {
            let rates: Vec<DatedRateBody> = rows(form, &row.rates, "The rates of a tax class are a list");
            rates.iter().map(|rate| dated_rate(form, rate)).collect()
        }),
    }
}

fn dated_rate(form: &mut Form, body: &DatedRateBody) -> DatedRate {
    let name = "tax.classes";
    let from = form.word(name, &body.from, BusinessDay::parse, "A rate starts on a day such as 2027-01-01");
    let parts: Vec<RatePartBody> = rows(form, &body.parts, "The parts of a rate are a list");
    let part = |part: &RatePartBody| RatePart {
        name: form.line(name, &part.name).unwrap_or_default(),
        percent: percent(form, name, &part.percent).unwrap_or_default(),
    };
    DatedRate { from, parts: parts.iter().map(part).collect() }
}
