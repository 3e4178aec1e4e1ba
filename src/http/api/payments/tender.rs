//! Request bodies of payments: tenders, or amounts of one payment method.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::http::AppState;
use crate::http::contract::session::Caller;
use crate::methods::PaymentMethod;
use crate::payments::{
    ChangeIn, GrandTotalClaim, PaymentRequest, TENDERS_MAX, TIPS_ARE_OFF, TenderRequest, Tendered, TillRequest, TipRequest,
    normal_reference,
};
use crate::settings::{TipMode, settings};
use crate::tax::{BUYER_ADDRESS_MAX, BUYER_NAME_MAX, Buyer, TIN_MAX};
use base::{Cash, CurrencyCode, Rate};
use web::form::{Form, RawField, object};

/// A tender of a payment.
#[derive(Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TenderBody {
    /// Id of the payment method.
    #[schema(example = "cash")]
    method: String,
    currency: CurrencyCode,
    #[schema(example = "4.00")]
    amount: String,
    /// Reference of the transfer, if the method requires one.
    reference: Option<String>,
}

/// The money of a payment: tenders, or amounts of one payment method.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct MoneyBody {
    /// 1 to 10 tenders, instead of `paymentMethod` and the amounts.
    #[schema(value_type = Option<Vec<TenderBody>>)]
    tenders: RawField,
    #[serde(rename = "amountUSD")]
    #[schema(value_type = Option<String>, example = "20.00")]
    amount_usd: RawField,
    #[serde(rename = "amountLRD")]
    #[schema(value_type = Option<String>)]
    amount_lrd: RawField,
    /// Reference of the transfer, with amounts.
    #[schema(value_type = Option<String>)]
    reference: RawField,
    /// Whether the tenders are what the screen preselected, left unchanged. In cash they may be half of `lrdCashStep` off what
    /// is due.
    #[schema(value_type = Option<bool>)]
    assumed: RawField,
    #[schema(value_type = Option<ChangeIn>)]
    change_in: RawField,
    /// The part of the tenders that is for the staff.
    #[serde(rename = "tipUSD")]
    #[schema(value_type = Option<String>, example = "1.00")]
    tip_usd: RawField,
    #[serde(rename = "tipLRD")]
    #[schema(value_type = Option<String>)]
    tip_lrd: RawField,
    /// Whether what would be change is the tip.
    #[schema(value_type = Option<bool>)]
    keep_change: RawField,
    /// Whose the tip is. Default: who took the order, else who takes the money.
    #[schema(value_type = Option<u64>)]
    tip_user_id: RawField,
    /// The till that takes the money. Default: see the handbook's page on the drawer.
    #[schema(value_type = Option<u64>)]
    till_id: RawField,
    /// The total with all taxes that the phone showed; refused if it is another one by now.
    #[serde(rename = "grandTotalUSD")]
    #[schema(value_type = Option<String>)]
    grand_total_usd: RawField,
    #[serde(rename = "grandTotalLRD")]
    #[schema(value_type = Option<String>)]
    grand_total_lrd: RawField,
    /// Who the receipt is for.
    #[schema(value_type = Option<BuyerBody>)]
    buyer: RawField,
}

/// The buyer on a receipt.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default)]
pub struct BuyerBody {
    /// At most 200 characters.
    #[schema(value_type = String, example = "Acme Group")]
    name: RawField,
    /// Taxpayer number, at most 30 characters.
    #[schema(value_type = Option<String>, example = "500123456")]
    tin: RawField,
    /// At most 200 characters.
    #[schema(value_type = Option<String>)]
    address: RawField,
}

/// Parses the grand total that a phone showed.
pub fn grand_total(form: &mut Form, usd: &RawField, lrd: &RawField) -> GrandTotalClaim {
    GrandTotalClaim { usd: form.money("grandTotalUSD", usd), lrd: form.money("grandTotalLRD", lrd) }
}

impl BuyerBody {
    /// Parses the buyer; a missing name is an error. `prefix` stands before the names of the members.
    pub fn read(&self, form: &mut Form, prefix: &str) -> Buyer {
        let mut text = |name: &str, field: &RawField, max: usize| {
            let name = format!("{prefix}{name}");
            let text = form.line(&name, field)?;
            if text.chars().count() > max {
                form.reject(&name, format!("Must be at most {max} characters"));
            }
            Some(text)
        };
        let name = text("name", &self.name, BUYER_NAME_MAX);
        let (tin, address) = (text("tin", &self.tin, TIN_MAX), text("address", &self.address, BUYER_ADDRESS_MAX));
        if name.is_none() {
            form.reject(&format!("{prefix}name"), "Name is required");
        }
        Buyer { name: name.unwrap_or_default(), tin, address }
    }
}

/// A payment.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct PaymentBody {
    #[serde(flatten)]
    money: MoneyBody,
    #[schema(value_type = Option<f64>)]
    exchange_rate: RawField,
    /// Payment method of the amounts. Default: cash.
    #[schema(value_type = Option<String>, example = "cash")]
    payment_method: RawField,
    #[schema(value_type = Option<String>)]
    notes: RawField,
}

/// How a payment without tenders and amounts is read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum WithoutAmounts {
    /// Refused: an amount is required.
    Refused,
    /// As the exact amount due.
    Exact,
}

impl PaymentBody {
    /// Parses the payment. Its method is one of `allowed`, or one that the bar added.
    pub fn read(&self, form: &mut Form, app: &AppState, allowed: &[PaymentMethod], without: WithoutAmounts) -> PaymentRequest {
        let word = if self.money.tenders.value().is_some() { None } else { payment_method(form, app, &self.payment_method, allowed) };
        let tendered = self.money.tendered(form, Some(word.unwrap_or_default()), without);
        let (notes, rate) = (form.notes("notes", &self.notes), form.rate("exchangeRate", &self.exchange_rate));
        self.money.request(form, app, tendered, notes, rate)
    }
}

impl MoneyBody {
    /// Whether there are tenders, so that `paymentMethod` is ignored.
    pub fn has_tenders(&self) -> bool {
        self.tenders.value().is_some()
    }

    /// The payment of `tendered`.
    pub fn request(
        &self,
        form: &mut Form,
        app: &AppState,
        tendered: Tendered,
        notes: Option<String>,
        rate: Option<Rate>,
    ) -> PaymentRequest {
        let change_in = form.word("changeIn", &self.change_in, ChangeIn::parse, "Must be split, LRD or USD");
        let till = TillRequest { till_id: form.id("tillId", &self.till_id), device_till_id: None };
        let grand_total = grand_total(form, &self.grand_total_usd, &self.grand_total_lrd);
        let buyer = self.buyer.value().is_some().then(|| object::<BuyerBody>(form, "buyer", &self.buyer).read(form, "buyer."));
        let assumed = form.flag("assumed", &self.assumed).unwrap_or(false);
        PaymentRequest { tendered, assumed, change_in, notes, rate, tip: self.tip(form, app), till, grand_total, buyer }
    }

    /// Parses the tip. Where no tips are taken, any value is an error.
    fn tip(&self, form: &mut Form, app: &AppState) -> TipRequest {
        let members =
            [("tipUSD", &self.tip_usd), ("tipLRD", &self.tip_lrd), ("keepChange", &self.keep_change), ("tipUserId", &self.tip_user_id)];
        let given: Vec<&'static str> = members.iter().filter(|(_, field)| field.value().is_some()).map(|(name, _)| *name).collect();
        if given.is_empty() {
            return TipRequest::default();
        }
        if app.store.read(settings).is_ok_and(|settings| settings.people.tip_mode == TipMode::Off) {
            given.iter().for_each(|name| form.reject(name, TIPS_ARE_OFF));
            return TipRequest::default();
        }
        TipRequest {
            amount: Cash {
                usd: form.money("tipUSD", &self.tip_usd).unwrap_or_default(),
                lrd: form.money("tipLRD", &self.tip_lrd).unwrap_or_default(),
            },
            keep_change: form.flag("keepChange", &self.keep_change).unwrap_or(false),
            user_id: form.id("tipUserId", &self.tip_user_id),
            given,
        }
    }

    /// Parses the money. `word` is the payment method of the amounts; `None` if the lines of a sale name it.
    pub fn tendered(&self, form: &mut Form, word: Option<PaymentMethod>, without: WithoutAmounts) -> Tendered {
        let reference = reference(form, "reference", &self.reference);
        let named = self.amount_usd.value().is_some() || self.amount_lrd.value().is_some();
        if self.has_tenders() {
            if named {
                form.reject("tenders", "Give tenders or amounts, not both");
            }
            return Tendered::Tenders(tenders(form, "tenders", &self.tenders));
        }
        let amount = Cash {
            usd: form.money("amountUSD", &self.amount_usd).unwrap_or_default(),
            lrd: form.money("amountLRD", &self.amount_lrd).unwrap_or_default(),
        };
        if named || without == WithoutAmounts::Refused {
            Tendered::Amounts { label: word.unwrap_or_default(), amount, reference }
        } else {
            Tendered::Exact { label: word, reference }
        }
    }
}

/// Parses a payment method: one of `allowed`, or one that the bar added.
pub fn payment_method(form: &mut Form, app: &AppState, field: &RawField, allowed: &[PaymentMethod]) -> Option<PaymentMethod> {
    let names: Vec<&str> = allowed.iter().map(PaymentMethod::as_str).collect();
    payment_method_or(form, app, field, allowed, &format!("Must be one of {}", names.join(", ")))
}

/// Like [`payment_method`], with `message` for any other value.
pub fn payment_method_or(
    form: &mut Form,
    app: &AppState,
    field: &RawField,
    allowed: &[PaymentMethod],
    message: &str,
) -> Option<PaymentMethod> {
    let read = |text: &str| {
        let known = PaymentMethod::named(text);
        if PaymentMethod::FIRST.contains(&known) {
            return allowed.contains(&known).then_some(known);
        }
        let settings = app.store.read(settings).ok()?;
        settings.method(text).is_some().then_some(known)
    };
    form.word("paymentMethod", field, read, message)
}

/// Parses the tenders in the member `name`.
pub fn tenders(form: &mut Form, name: &str, field: &RawField) -> Vec<TenderRequest> {
    let rows = match field.value() {
        Some(Value::Array(rows)) if (1..=TENDERS_MAX).contains(&rows.len()) && rows.iter().all(Value::is_object) => rows.as_slice(),
        _ => {
            form.reject(name, format!("A payment needs 1 to {TENDERS_MAX} tenders"));
            &[]
        }
    };
    rows.iter().map(|row| tender(form, name, row)).collect()
}

fn tender(form: &mut Form, name: &str, row: &Value) -> TenderRequest {
    let member = |key: &str| RawField::of(row.get(key).cloned());
    let amount = form.minor(name, &member("amount"));
    if amount.is_none_or(|amount| amount == 0) {
        form.reject(name, "Please enter a payment amount");
    }
    let currency = match form.word(name, &member("currency"), CurrencyCode::parse, "Must be USD or LRD") {
        Some(currency) => currency,
        None => {
            form.reject(name, "Must be USD or LRD");
            CurrencyCode::Usd
        }
    };
    let method = member("method").text().map(|text| text.trim().to_owned()).unwrap_or_default();
    TenderRequest { method, currency, amount: amount.unwrap_or_default(), reference: reference(form, name, &member("reference")) }
}

fn reference(form: &mut Form, name: &str, field: &RawField) -> Option<String> {
    let text = match field.value()? {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        _ => {
            form.reject(name, "Must be a text");
            return None;
        }
    };
    normal_reference(&text).unwrap_or_else(|message| {
        form.reject(name, message);
        None
    })
}

impl Caller {
    /// The till of a request, with the one that was chosen on the phone, or that of the enrolled device.
    pub fn at_till(&self, till: TillRequest) -> TillRequest {
        let of_device = self.device.as_ref().and_then(|present| present.device.till_id);
        TillRequest { device_till_id: self.chosen_till.or(of_device), ..till }
    }
}
