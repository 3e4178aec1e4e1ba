//! Payment methods, denominations and cash settings, in answers and requests.

pub mod setup;

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;
use utoipa::ToSchema;
use utoipa::openapi::schema::{Array, ArrayBuilder, Object, ObjectBuilder, SchemaType, Type};

use crate::methods::{Denomination, DenominationKind, Method, MethodChange, MethodKind};
use crate::settings::{CashMode, CashSettings, CountBy, SetCash};
use base::{CurrencyCode, Lrd};
use web::form::{Form, RawField};

/// Names of the members, under which their errors are reported.
const METHODS: &str = "methods";
const DENOMINATIONS: &str = "denominations";
const CASH: &str = "cash";
/// Currencies that a payment method may have.
const CURRENCIES: [CurrencyCode; 2] = [CurrencyCode::Usd, CurrencyCode::Lrd];

/// A payment method.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PaymentMethod)]
pub struct MethodView {
    /// Derived from the name when the method was added.
    #[schema(example = "mtn_momo")]
    id: String,
    #[schema(example = "MTN MoMo")]
    name: String,
    #[schema(schema_with = method_kind)]
    kind: &'static str,
    /// Currencies that it accepts.
    #[schema(schema_with = currencies)]
    currencies: Vec<&'static str>,
    /// Whether each tender needs a reference.
    reference_required: bool,
    /// The bar's account or number at the provider.
    account: Option<String>,
    enabled: bool,
}

/// A note or coin.
#[derive(Serialize, ToSchema)]
#[schema(as = Denomination)]
pub struct DenominationView {
    #[schema(schema_with = currency)]
    currency: &'static str,
    #[schema(example = "100.00")]
    value: String,
    #[schema(schema_with = denomination_kind)]
    kind: &'static str,
    enabled: bool,
}

/// Cash settings of the bar.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CashSettings)]
pub struct CashView {
    #[schema(schema_with = cash_mode)]
    mode: &'static str,
    require_shift: bool,
    blind_count: bool,
    #[schema(schema_with = count_by)]
    count_by: &'static str,
    #[serde(rename = "toleranceUSD")]
    #[schema(example = "2.00")]
    tolerance_usd: String,
    #[serde(rename = "toleranceLRD")]
    #[schema(example = "500.00")]
    tolerance_lrd: String,
    #[serde(rename = "payOutLimitUSD")]
    #[schema(example = "20.00")]
    pay_out_limit_usd: String,
    #[serde(rename = "payOutLimitLRD")]
    #[schema(example = "4000.00")]
    pay_out_limit_lrd: String,
    #[schema(example = 20)]
    long_shift_hours: u8,
    /// Largest loss of an exchange without approval, in percent of its amount at the house rate.
    #[schema(example = 2)]
    exchange_tolerance: u8,
    /// Most that a movement of a drawer or purse may be.
    #[serde(rename = "movementMaxUSD")]
    #[schema(example = "1000.00")]
    movement_max_usd: String,
    #[serde(rename = "movementMaxLRD")]
    #[schema(example = "200000.00")]
    movement_max_lrd: String,
    /// Whether the bar gives L$5 and L$10 coins; null until the bar has decided.
    lrd_coins: Option<bool>,
    /// Whether what is due in cash in L$ is rounded to `lrdCashStep`.
    round_due: bool,
}

/// A payment method to change, or, without an id, to add: then name and kind are required. Absent members stay as they are.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
#[schema(as = PaymentMethodBody)]
pub struct MethodBody {
    #[schema(value_type = Option<String>)]
    id: RawField,
    #[schema(value_type = Option<String>, example = "MTN MoMo")]
    name: RawField,
    #[schema(schema_with = method_kind_or_null)]
    kind: RawField,
    /// Default for a new method: both.
    #[schema(schema_with = currencies_or_null)]
    currencies: RawField,
    #[schema(value_type = Option<bool>)]
    reference_required: RawField,
    #[schema(value_type = Option<String>)]
    account: RawField,
    #[schema(value_type = Option<bool>)]
    enabled: RawField,
}

/// A note or coin.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default)]
pub struct DenominationBody {
    #[schema(schema_with = currency)]
    currency: RawField,
    #[schema(value_type = String, example = "100.00")]
    value: RawField,
    #[schema(schema_with = denomination_kind)]
    kind: RawField,
    /// Default: true.
    #[schema(value_type = Option<bool>)]
    enabled: RawField,
}

/// Cash settings to change; absent members stay as they are.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
#[schema(as = CashSettingsBody)]
pub struct CashBody {
    /// Which tills can open: none, the oldest drawer, all drawers, or drawers and purses.
    #[schema(schema_with = cash_mode_or_null)]
    mode: RawField,
    /// Whether cash is refused while no shift is open.
    #[schema(value_type = Option<bool>)]
    require_shift: RawField,
    #[schema(value_type = Option<bool>)]
    blind_count: RawField,
    #[schema(schema_with = count_by_or_null)]
    count_by: RawField,
    #[serde(rename = "toleranceUSD")]
    #[schema(value_type = Option<String>, example = "2.00")]
    tolerance_usd: RawField,
    #[serde(rename = "toleranceLRD")]
    #[schema(value_type = Option<String>, example = "500.00")]
    tolerance_lrd: RawField,
    #[serde(rename = "payOutLimitUSD")]
    #[schema(value_type = Option<String>, example = "20.00")]
    pay_out_limit_usd: RawField,
    #[serde(rename = "payOutLimitLRD")]
    #[schema(value_type = Option<String>, example = "4000.00")]
    pay_out_limit_lrd: RawField,
    /// Hours after which a shift counts as long, 1 to 168.
    #[schema(value_type = Option<u8>, example = 20)]
    long_shift_hours: RawField,
    /// Percent, 0 to 100.
    #[schema(value_type = Option<u8>, example = 2)]
    exchange_tolerance: RawField,
    #[serde(rename = "movementMaxUSD")]
    #[schema(value_type = Option<String>, example = "1000.00")]
    movement_max_usd: RawField,
    #[serde(rename = "movementMaxLRD")]
    #[schema(value_type = Option<String>, example = "200000.00")]
    movement_max_lrd: RawField,
    /// Whether the bar gives L$5 and L$10 coins. True: change in steps of L$5. False: in steps of L$20.
    #[schema(value_type = Option<bool>)]
    lrd_coins: RawField,
    /// Whether what is due in cash in L$ is rounded to `lrdCashStep`, so that notes and coins can pay it.
    #[schema(value_type = Option<bool>)]
    round_due: RawField,
}

impl From<Method> for MethodView {
    fn from(method: Method) -> Self {
        MethodView {
            id: method.id,
            name: method.name,
            kind: method.kind.as_str(),
            currencies: method.currencies.into_iter().map(CurrencyCode::as_str).collect(),
            reference_required: method.reference_required,
            account: method.account,
            enabled: method.enabled,
        }
    }
}

impl From<&Denomination> for DenominationView {
    fn from(denomination: &Denomination) -> Self {
        DenominationView {
            currency: denomination.currency.as_str(),
            // Both currencies have a hundred cents and are written alike.
            value: Lrd::minor(denomination.value).to_string(),
            kind: denomination.kind.as_str(),
            enabled: denomination.enabled,
        }
    }
}

impl From<CashSettings> for CashView {
    fn from(cash: CashSettings) -> Self {
        CashView {
            mode: cash.mode.as_str(),
            require_shift: cash.require_shift,
            blind_count: cash.blind_count,
            count_by: cash.count_by.as_str(),
            tolerance_usd: cash.tolerance_usd.to_string(),
            tolerance_lrd: cash.tolerance_lrd.to_string(),
            pay_out_limit_usd: cash.pay_out_limit_usd.to_string(),
            pay_out_limit_lrd: cash.pay_out_limit_lrd.to_string(),
            long_shift_hours: cash.long_shift_hours,
            exchange_tolerance: cash.exchange_tolerance,
            movement_max_usd: cash.movement_max_usd.to_string(),
            movement_max_lrd: cash.movement_max_lrd.to_string(),
            lrd_coins: cash.lrd_coins,
            round_due: cash.round_due,
        }
    }
}

/// Parses the payment methods; `None` when they are absent.
pub fn methods(form: &mut Form, field: &RawField) -> Option<Vec<MethodChange>> {
    let rows: Vec<MethodBody> = rows(form, METHODS, field, "Must be a list of payment methods")?;
    Some(rows.iter().map(|row| method(form, row)).collect())
}

fn method(form: &mut Form, row: &MethodBody) -> MethodChange {
    MethodChange {
        id: form.line(METHODS, &row.id),
        name: form.line(METHODS, &row.name),
        kind: form.word(METHODS, &row.kind, MethodKind::parse, "The kind is cash, card, mobile, bank, check or other"),
        currencies: row.currencies.value().and_then(|value| currency_list(form, value)),
        reference_required: form.flag(METHODS, &row.reference_required),
        account: form.line_change(METHODS, &row.account),
        enabled: form.flag(METHODS, &row.enabled),
    }
}

fn currency_list(form: &mut Form, value: &Value) -> Option<BTreeSet<CurrencyCode>> {
    let known = value.as_array().and_then(|codes| codes.iter().map(|code| code.as_str().and_then(CurrencyCode::parse)).collect());
    if known.is_none() {
        form.reject(METHODS, "Currencies are a list of USD and LRD");
    }
    known
}

/// Parses the notes and coins; `None` when they are absent.
pub fn denominations(form: &mut Form, field: &RawField) -> Option<Vec<Denomination>> {
    let rows: Vec<DenominationBody> = rows(form, DENOMINATIONS, field, "Must be a list of notes and coins")?;
    Some(rows.iter().filter_map(|row| denomination(form, row)).collect())
}

fn denomination(form: &mut Form, row: &DenominationBody) -> Option<Denomination> {
    let currency = form.word(DENOMINATIONS, &row.currency, CurrencyCode::parse, "Must be USD or LRD");
    let value = form.minor(DENOMINATIONS, &row.value);
    let kind = form.word(DENOMINATIONS, &row.kind, DenominationKind::parse, "Must be note or coin");
    let enabled = form.flag(DENOMINATIONS, &row.enabled).unwrap_or(true);
    let (Some(currency), Some(value), Some(kind)) = (currency, value, kind) else {
        form.reject(DENOMINATIONS, "Each needs a currency, a value, and whether it is a note or a coin");
        return None;
    };
    Some(Denomination { currency, value, kind, enabled })
}

/// Parses the cash settings; absent members are no change.
pub fn cash(form: &mut Form, field: &RawField) -> SetCash {
    let Some(value) = field.value() else { return SetCash::default() };
    let body = if value.is_object() { serde_json::from_value::<CashBody>(value.clone()).ok() } else { None };
    let Some(body) = body else {
        form.reject(CASH, "Must be an object with cash settings");
        return SetCash::default();
    };
    // A number out of range becomes one that the settings rules refuse.
    let mut small = |field| form.integer(CASH, field).map(|figure| u8::try_from(figure).unwrap_or(u8::MAX));
    let (hours, tolerance) = (small(&body.long_shift_hours), small(&body.exchange_tolerance));
    SetCash {
        mode: form.word(CASH, &body.mode, CashMode::parse, "The mode is off, drawer, drawers or purses"),
        require_shift: form.flag(CASH, &body.require_shift),
        blind_count: form.flag(CASH, &body.blind_count),
        count_by: form.word(CASH, &body.count_by, CountBy::parse, "Cash is counted by pieces or totals"),
        tolerance_usd: form.money(CASH, &body.tolerance_usd),
        tolerance_lrd: form.money(CASH, &body.tolerance_lrd),
        pay_out_limit_usd: form.money(CASH, &body.pay_out_limit_usd),
        pay_out_limit_lrd: form.money(CASH, &body.pay_out_limit_lrd),
        long_shift_hours: hours,
        exchange_tolerance: tolerance,
        movement_max_usd: form.money(CASH, &body.movement_max_usd),
        movement_max_lrd: form.money(CASH, &body.movement_max_lrd),
        round_due: form.flag(CASH, &body.round_due),
        lrd_coins: body.lrd_coins.is_present().then(|| form.flag(CASH, &body.lrd_coins)),
    }
}

/// Parses a list of objects; `None` when it is absent. Anything else is an error, and `None` too.
fn rows<T: DeserializeOwned>(form: &mut Form, name: &str, field: &RawField, wrong: &str) -> Option<Vec<T>> {
    if !field.is_present() {
        return None;
    }
    let rows = field.value().filter(|value| value.as_array().is_some_and(|rows| rows.iter().all(Value::is_object)));
    let parsed = rows.and_then(|rows| serde_json::from_value(rows.clone()).ok());
    if parsed.is_none() {
        form.reject(name, wrong);
    }
    parsed
}

fn words(words: impl IntoIterator<Item = &'static str>) -> Object {
    ObjectBuilder::new().schema_type(Type::String).enum_values(Some(words)).build()
}

fn method_kind() -> Object {
    words(MethodKind::ALL.map(MethodKind::as_str))
}

fn words_or_null(words: impl IntoIterator<Item = &'static str>) -> Object {
    let words = words.into_iter().map(Value::from).chain([Value::Null]);
    ObjectBuilder::new().schema_type(SchemaType::Array(vec![Type::String, Type::Null])).enum_values(Some(words)).build()
}

fn method_kind_or_null() -> Object {
    words_or_null(MethodKind::ALL.map(MethodKind::as_str))
}

fn cash_mode_or_null() -> Object {
    words_or_null(CashMode::ALL.map(CashMode::as_str))
}

fn count_by_or_null() -> Object {
    words_or_null(CountBy::ALL.map(CountBy::as_str))
}

fn currencies_or_null() -> Array {
    ArrayBuilder::new().schema_type(SchemaType::Array(vec![Type::Array, Type::Null])).items(currency()).build()
}

fn denomination_kind() -> Object {
    words(DenominationKind::ALL.map(DenominationKind::as_str))
}

fn cash_mode() -> Object {
    words(CashMode::ALL.map(CashMode::as_str))
}

fn count_by() -> Object {
    words(CountBy::ALL.map(CountBy::as_str))
}

fn currency() -> Object {
    words(CURRENCIES.map(CurrencyCode::as_str))
}

fn currencies() -> Array {
    Array::new(currency())
}
