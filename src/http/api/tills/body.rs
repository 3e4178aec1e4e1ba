//! Bodies of requests about tills, and how they are read.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::http::ApiError;
use crate::reasons::{REASON_REQUIRED, ReasonChoice};
use crate::tills::{BadNotes, BadReason, Count, FloatFrom, NAME_MAX, PIECES_MAX, Piece, QUANTITY_MAX, TillChange, TillKind};
use base::{Cash, CurrencyCode, Lrd, Usd};
use web::form::{Form, RawField};

const COUNT_BOTH: &str = "Count both currencies";

/// Notes or coins of a count.
#[derive(Deserialize, Serialize, ToSchema)]
pub struct PieceBody {
    currency: CurrencyCode,
    #[schema(example = "20.00")]
    value: String,
    #[schema(example = 4)]
    quantity: u32,
}

/// Notes that do not count.
#[derive(Deserialize, Serialize, ToSchema)]
pub struct BadBody {
    currency: CurrencyCode,
    #[schema(example = "5.00")]
    amount: String,
    reason: BadReason,
}

/// A count of a till's cash.
#[derive(Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CountBody {
    #[serde(rename = "amountUSD")]
    #[schema(example = "84.00")]
    amount_usd: String,
    #[serde(rename = "amountLRD")]
    #[schema(example = "12350.00")]
    amount_lrd: String,
    /// Required where the bar counts notes and coins.
    pieces: Option<Vec<PieceBody>>,
    bad: Option<Vec<BadBody>>,
}

/// Reads a count from the member `name`. Errors are reported under that name.
pub fn count(form: &mut Form, name: &str, field: &RawField) -> Count {
    let Some(value) = field.value().filter(|value| value.is_object()) else {
        form.reject(name, COUNT_BOTH);
        return Count::default();
    };
    let member = |key: &str| RawField::of(value.get(key).cloned());
    let (usd, lrd) = (member("amountUSD"), member("amountLRD"));
    if !usd.is_present() || !lrd.is_present() {
        form.reject(name, COUNT_BOTH);
    }
    let amount = Cash { usd: form.money(name, &usd).unwrap_or_default(), lrd: form.money(name, &lrd).unwrap_or_default() };
    let pieces = rows(form, name, &member("pieces"), piece);
    let bad = rows(form, name, &member("bad"), bad_notes);
    Count { amount, pieces, bad }
}

fn rows<T>(form: &mut Form, name: &str, field: &RawField, row: impl Fn(&mut Form, &str, &Value) -> Option<T>) -> Vec<T> {
    match field.value() {
        None => Vec::new(),
        Some(Value::Array(rows)) if rows.len() <= PIECES_MAX => rows.iter().filter_map(|value| row(form, name, value)).collect(),
        Some(_) => {
            form.reject(name, format!("Must be a list of at most {PIECES_MAX} rows"));
            Vec::new()
        }
    }
}

fn currency(form: &mut Form, name: &str, row: &Value) -> Option<CurrencyCode> {
    let parsed = row.get("currency").and_then(Value::as_str).and_then(CurrencyCode::parse);
    if parsed.is_none() {
        form.reject(name, "Must be USD or LRD");
    }
    parsed
}

fn piece(form: &mut Form, name: &str, row: &Value) -> Option<Piece> {
    let currency = currency(form, name, row)?;
    let value = form.minor(name, &RawField::of(row.get("value").cloned()))?;
    let quantity = form.integer(name, &RawField::of(row.get("quantity").cloned()))?;
    match u32::try_from(quantity).ok().filter(|quantity| *quantity <= QUANTITY_MAX) {
        Some(quantity) => Some(Piece { currency, value, quantity }),
        None => {
            form.reject(name, format!("A number of pieces is 0 to {QUANTITY_MAX}"));
            None
        }
    }
}

fn bad_notes(form: &mut Form, name: &str, row: &Value) -> Option<BadNotes> {
    let currency = currency(form, name, row)?;
    let amount = form.minor(name, &RawField::of(row.get("amount").cloned()))?;
    let reason = row.get("reason").and_then(Value::as_str).and_then(BadReason::parse);
    if reason.is_none() {
        form.reject(name, "Bad notes are torn or false");
    }
    Some(BadNotes { currency, amount, reason: reason? })
}

/// Why a movement is reversed, or a shift closed without a count.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default)]
pub struct CashReasonBody {
    #[schema(value_type = String)]
    reason: RawField,
}

impl CashReasonBody {
    /// The reason.
    ///
    /// # Errors
    ///
    /// 400 without a reason.
    pub fn read(&self) -> Result<ReasonChoice, ApiError> {
        let mut form = Form::default();
        let reason = ReasonChoice { id: None, text: form.line("reason", &self.reason) };
        if reason.text.is_none() {
            form.reject("reason", REASON_REQUIRED);
        }
        form.finish()?;
        Ok(reason)
    }
}

/// Amounts in both currencies; an absent one is 0.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct AmountsBody {
    #[serde(rename = "amountUSD")]
    #[schema(value_type = Option<String>, example = "20.00")]
    amount_usd: RawField,
    #[serde(rename = "amountLRD")]
    #[schema(value_type = Option<String>)]
    amount_lrd: RawField,
}

impl AmountsBody {
    /// The amounts, not negative.
    pub fn read(&self, form: &mut Form) -> (Usd, Lrd) {
        let usd = form.money("amountUSD", &self.amount_usd).unwrap_or_default();
        (usd, form.money("amountLRD", &self.amount_lrd).unwrap_or_default())
    }
}

/// A till.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct TillBody {
    /// Required for a new till.
    #[schema(value_type = Option<String>, example = "Drawer")]
    name: RawField,
    /// Required for a new till.
    #[schema(value_type = Option<TillKind>)]
    kind: RawField,
    /// Whether all staff use it; only drawers. Default for a new till: false.
    #[schema(value_type = Option<bool>)]
    shared: RawField,
    #[schema(value_type = Option<u64>)]
    user_id: RawField,
    #[schema(value_type = Option<u64>)]
    printer_id: RawField,
    #[serde(rename = "usualFloatUSD")]
    #[schema(value_type = Option<String>)]
    usual_float_usd: RawField,
    #[serde(rename = "usualFloatLRD")]
    #[schema(value_type = Option<String>)]
    usual_float_lrd: RawField,
}

impl TillBody {
    /// Reads the till; of one that is changed, what is absent stays as it is.
    pub fn read(&self, form: &mut Form, is_new: bool) -> TillChange {
        let needs = format!("A till needs a name of 1 to {NAME_MAX} characters");
        let name = (is_new || self.name.is_present()).then(|| form.required_line("name", &self.name, &needs)).flatten();
        let kind = form.word("kind", &self.kind, TillKind::parse, "Must be drawer, purse or safe");
        if is_new && !self.kind.is_present() {
            form.reject("kind", "Must be drawer, purse or safe");
        }
        TillChange {
            name,
            kind,
            shared: form.flag("shared", &self.shared),
            user_id: self.user_id.is_present().then(|| form.id("userId", &self.user_id)),
            printer_id: self.printer_id.is_present().then(|| form.id("printerId", &self.printer_id)),
            usual_float_usd: form.money_change("usualFloatUSD", &self.usual_float_usd).map(Option::unwrap_or_default),
            usual_float_lrd: form.money_change("usualFloatLRD", &self.usual_float_lrd).map(Option::unwrap_or_default),
        }
    }
}

/// Change for a till that is opened.
#[derive(Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FloatBody {
    /// A safe, or an open drawer.
    from_till_id: u64,
    #[serde(rename = "amountUSD")]
    amount_usd: Option<String>,
    #[serde(rename = "amountLRD")]
    amount_lrd: Option<String>,
}

/// Reads the change from the member `float`.
pub fn float(form: &mut Form, field: &RawField) -> Option<FloatFrom> {
    let value = field.value()?;
    if !value.is_object() {
        form.reject("float", "Must be an object");
        return None;
    }
    let member = |key: &str| RawField::of(value.get(key).cloned());
    let till_id = form.required_id("float", &member("fromTillId"), "Please choose where it comes from")?;
    let amount = Cash {
        usd: form.money("float", &member("amountUSD")).unwrap_or_default(),
        lrd: form.money("float", &member("amountLRD")).unwrap_or_default(),
    };
    Some(FloatFrom { till_id, amount })
}
