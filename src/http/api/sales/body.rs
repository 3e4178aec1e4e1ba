//! Request bodies of counter sales and voids.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::catalog;
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::api::payments::tender::{MoneyBody, TenderBody, WithoutAmounts, payment_method_or, tenders};
use crate::http::api::reasons::required_choice;
use crate::http::api::sales::discount::{DiscountBody, sale_discount};
use crate::http::api::sales::may_discount;
use crate::http::api::tax::{TaxExemptionBody, exemption};
use crate::http::contract::session::Caller;
use crate::methods::PaymentMethod;
use crate::payments::{PaymentRequest, TenderRequest, Tendered, TillRequest};
use crate::reasons::ReasonChoice;
use crate::sales::{Claim, LINES_MAX, LineRequest, NO_PRODUCT, Sell};
use crate::settings;
use base::{CurrencyCode, Customer, Rate};
use web::form::{Form, RawField, objects};

/// A line to sell. Prices and totals are only checked against the current ones, and refused if they differ.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct SaleBody {
    #[schema(value_type = u64, example = 1)]
    product_id: RawField,
    /// Default with a `label`: 1.
    #[schema(value_type = i64, example = 2)]
    quantity: RawField,
    /// The label of a scale on the goods: the price inside is that of the line, whose quantity is 1. Without a product, it names it.
    #[schema(value_type = Option<String>, example = "2100001027506")]
    label: RawField,
    #[schema(value_type = Option<String>)]
    unit_price: RawField,
    #[schema(value_type = Option<String>)]
    total_amount: RawField,
    #[schema(value_type = Option<CurrencyCode>)]
    currency: RawField,
    #[serde(rename = "unitPriceUSD")]
    #[schema(value_type = Option<String>)]
    unit_price_usd: RawField,
    #[serde(rename = "unitPriceLRD")]
    #[schema(value_type = Option<String>)]
    unit_price_lrd: RawField,
    #[serde(rename = "totalAmountUSD")]
    #[schema(value_type = Option<String>)]
    total_amount_usd: RawField,
    #[serde(rename = "totalAmountLRD")]
    #[schema(value_type = Option<String>)]
    total_amount_lrd: RawField,
    #[schema(value_type = Option<f64>)]
    pub(super) exchange_rate: RawField,
    /// `cash`, `card`, `digital`, `check` or the id of a method that the bar added.
    #[schema(value_type = Option<String>, example = "cash")]
    pub(super) payment_method: RawField,
    #[schema(value_type = Option<String>)]
    pub notes: RawField,
    /// Ignored: derived from the name and the phone.
    #[schema(value_type = Option<String>)]
    customer_id: RawField,
    #[schema(value_type = Option<String>)]
    pub(in crate::http) customer_name: RawField,
    #[schema(value_type = Option<String>)]
    pub(in crate::http) customer_phone: RawField,
    /// A manager's reason for selling at `unitPrice` instead of the list price.
    #[schema(value_type = Option<String>)]
    discount_reason: RawField,
    /// The reason of the list, of kind `discount`.
    #[schema(value_type = Option<u64>)]
    discount_reason_id: RawField,
}

/// A sale of one line and its payment.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct CounterBody {
    #[serde(flatten)]
    pub(super) line: SaleBody,
    #[serde(flatten)]
    pub(super) money: MoneyBody,
    /// Makes all lines exempt from tax.
    #[schema(value_type = Option<TaxExemptionBody>)]
    pub(super) tax_exemption: RawField,
    /// A discount on the line. What `unitPrice` and the totals say is compared before it.
    #[schema(value_type = Option<DiscountBody>)]
    pub(super) discount: RawField,
    /// Sells what the box believes to be gone. Bartenders need an approval where it refuses otherwise.
    #[schema(value_type = Option<bool>)]
    pub(super) oversell: RawField,
}

/// A sale of several lines and its payment.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct BatchBody {
    #[serde(deserialize_with = "objects")]
    sales: Vec<SaleBody>,
    #[schema(value_type = Option<String>, example = "cash")]
    payment_method: RawField,
    #[schema(value_type = Option<String>)]
    pub(super) customer_name: RawField,
    #[schema(value_type = Option<String>)]
    pub(super) customer_phone: RawField,
    #[schema(value_type = Option<f64>)]
    pub(super) exchange_rate: RawField,
    #[serde(flatten)]
    pub(super) money: MoneyBody,
    /// Makes all lines exempt from tax.
    #[schema(value_type = Option<TaxExemptionBody>)]
    tax_exemption: RawField,
    /// A discount on all lines. What the phone says of prices and totals is compared before it.
    #[schema(value_type = Option<DiscountBody>)]
    discount: RawField,
    /// Sells what the box believes to be gone. Bartenders need an approval where it refuses otherwise.
    #[schema(value_type = Option<bool>)]
    oversell: RawField,
}

impl BatchBody {
    /// Parses the sale.
    pub(super) fn read(&self, app: &AppState, caller: &Caller) -> Result<Sell, ApiError> {
        let mut form = Form::default();
        if !(1..=LINES_MAX).contains(&self.sales.len()) {
            form.reject("sales", format!("A sale needs 1 to {LINES_MAX} lines"));
        }
        let has_tenders = self.money.has_tenders();
        let common = if has_tenders { None } else { method(&mut form, app, &self.payment_method) };
        let lines = self.sales.iter().take(LINES_MAX);
        let lines: Vec<LineRequest> = lines.map(|sale| sale.line(&mut form, app, common.clone(), has_tenders)).collect();
        let rate = form.rate("exchangeRate", &self.exchange_rate);
        let payment = payment(&mut form, app, &self.money, common.as_ref(), &lines, rate).at(|till| caller.at_till(till));
        let of_lines = || self.sales.iter().find(|sale| sale.customer_name.value().is_some());
        let customer = match (self.customer_name.value(), of_lines()) {
            (None, Some(sale)) => customer(&mut form, &sale.customer_name, &sale.customer_phone),
            _ => customer(&mut form, &self.customer_name, &self.customer_phone),
        };
        let exemption = exemption(&mut form, &self.tax_exemption);
        let discount = sale_discount(&mut form, app, &self.discount)?;
        let oversell = form.flag("oversell", &self.oversell).unwrap_or(false);
        form.finish()?;
        payment.check_amounts()?;
        may_discount(app, caller, &lines, discount.is_some())?;
        Ok(Sell { lines, customer, batch: true, payment, exemption, discount, oversell })
    }
}

/// Details of a void.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct VoidBody {
    /// Required without `reasonId`; with one, a note.
    #[schema(value_type = Option<String>, example = "Wrong drink")]
    reason: RawField,
    /// The reason of the list, of kind `void`.
    #[schema(value_type = Option<u64>)]
    reason_id: RawField,
    /// Default: as the reason of the list says, else true.
    #[schema(value_type = Option<bool>)]
    return_to_stock: RawField,
    /// Refund in 1 to 10 tenders. Default: the way it was paid.
    #[schema(value_type = Option<Vec<TenderBody>>)]
    refund: RawField,
    /// Whether the tip is given back too. Default: false.
    #[schema(value_type = Option<bool>)]
    return_tip: RawField,
    /// The till that gives the money back.
    #[schema(value_type = Option<u64>)]
    till_id: RawField,
}

/// A void of a sale line.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default)]
pub struct LineVoidBody {
    #[serde(flatten)]
    pub void: VoidBody,
    /// Pieces to void. Default: all that are left.
    #[schema(value_type = Option<i64>, example = 1)]
    pub quantity: RawField,
}

/// A parsed [`VoidBody`].
pub struct Void {
    pub reason: ReasonChoice,
    /// `None`: as the reason says.
    pub return_to_stock: Option<bool>,
    /// `None`: refunded the way it was paid.
    pub refund: Option<Vec<TenderRequest>>,
    pub return_tip: bool,
    pub till: TillRequest,
}

impl VoidBody {
    /// Parses the void; a missing reason is an error.
    pub fn read(&self, form: &mut Form, app: &AppState) -> Result<Void, ApiError> {
        Ok(Void {
            reason: required_choice(form, app, &self.reason_id, &self.reason)?,
            return_to_stock: form.flag("returnToStock", &self.return_to_stock),
            refund: self.refund.value().is_some().then(|| tenders(form, "refund", &self.refund)),
            return_tip: form.flag("returnTip", &self.return_tip).unwrap_or(false),
            till: TillRequest { till_id: form.id("tillId", &self.till_id), device_till_id: None },
        })
    }
}

const QUANTITY_ABOVE_ZERO: &str = "Quantity must be greater than 0";

pub(super) fn method(form: &mut Form, app: &AppState, field: &RawField) -> Option<PaymentMethod> {
    payment_method_or(form, app, field, PaymentMethod::FOR_SALES, "Must be cash, card, digital or check")
}

/// The payment of a counter sale. `common` is the payment method of all lines, if one was sent for the whole sale.
pub(super) fn payment(
    form: &mut Form,
    app: &AppState,
    money: &MoneyBody,
    common: Option<&PaymentMethod>,
    lines: &[LineRequest],
    rate: Option<Rate>,
) -> PaymentRequest {
    let tendered = match money.tendered(form, None, WithoutAmounts::Exact) {
        Tendered::Amounts { amount, reference, .. } => {
            let first = lines.first().map(|line| line.method.clone()).unwrap_or_default();
            let one = if lines.iter().all(|line| line.method == first) { first } else { PaymentMethod::MIXED };
            Tendered::Amounts { label: common.cloned().unwrap_or(one), amount, reference }
        }
        tendered => tendered,
    };
    money.request(form, app, tendered, None, rate)
}

/// Parses why a line is sold at another price.
pub fn discount_choice(form: &mut Form, reason_id: &RawField, reason: &RawField) -> ReasonChoice {
    ReasonChoice { id: form.id("discountReasonId", reason_id), text: form.line("discountReason", reason) }
}

pub(super) fn customer(form: &mut Form, name: &RawField, phone: &RawField) -> Option<Customer> {
    let (name, phone) = (form.line("customerName", name), form.line("customerPhone", phone));
    Customer::new(&name?, phone.as_deref())
}

/// The members of a line that say what is sold.
pub struct GoodsFields<'a> {
    pub product_id: &'a RawField,
    pub quantity: &'a RawField,
    pub label: &'a RawField,
}

/// What is sold in a line.
pub struct Goods {
    pub product_id: u64,
    /// Pieces.
    pub quantity: i64,
    /// The label of a scale.
    pub label: Option<String>,
}

impl GoodsFields<'_> {
    /// Parses them. A label alone names its product and is one piece.
    pub fn read(&self, form: &mut Form, app: &AppState, no_product: &str, no_quantity: &str) -> Goods {
        let label = form.line("label", self.label);
        let product_id = match label.as_deref().filter(|_| self.product_id.value().is_none()) {
            Some(code) => labelled_product(app, code).unwrap_or(NO_PRODUCT),
            None => form.required_id("productId", self.product_id, no_product).unwrap_or_default(),
        };
        let unsaid = i64::from(label.is_some() && self.quantity.value().is_none());
        let quantity = form.integer("quantity", self.quantity).unwrap_or(unsaid);
        if quantity < 1 {
            form.reject("quantity", no_quantity);
        }
        Goods { product_id, quantity, label }
    }
}

/// The product of a label. What cannot be read is refused as one that does not exist.
fn labelled_product(app: &AppState, code: &str) -> Option<u64> {
    let label = app.store.read(|view| catalog::product_label(view, code, &settings::settings(view)?.scale_labels));
    Some(label.ok()??.product_id)
}

impl SaleBody {
    pub(super) fn line(&self, form: &mut Form, app: &AppState, common: Option<PaymentMethod>, has_tenders: bool) -> LineRequest {
        let own = if has_tenders { None } else { method(form, app, &self.payment_method) };
        self.read(form, app, common.or(own), "Please select a product and quantity", QUANTITY_ABOVE_ZERO)
    }

    /// Whether it says which product it is about.
    pub fn names_product(&self) -> bool {
        self.product_id.value().is_some() || self.label.value().is_some()
    }

    /// The line of a credit item.
    pub fn credit_line(&self, form: &mut Form, app: &AppState) -> LineRequest {
        self.read(form, app, None, "Product is required", "Quantity must be at least 1")
    }

    fn read(&self, form: &mut Form, app: &AppState, method: Option<PaymentMethod>, no_product: &str, no_quantity: &str) -> LineRequest {
        let fields = GoodsFields { product_id: &self.product_id, quantity: &self.quantity, label: &self.label };
        let Goods { product_id, quantity, label } = fields.read(form, app, no_product, no_quantity);
        LineRequest {
            product_id,
            quantity,
            label,
            currency: form.currency("currency", &self.currency),
            claim: Claim {
                unit: form.minor("unitPrice", &self.unit_price),
                total: form.minor("totalAmount", &self.total_amount),
                unit_usd: form.money("unitPriceUSD", &self.unit_price_usd),
                unit_lrd: form.money("unitPriceLRD", &self.unit_price_lrd),
                total_usd: form.money("totalAmountUSD", &self.total_amount_usd),
                total_lrd: form.money("totalAmountLRD", &self.total_amount_lrd),
                rate: form.rate("exchangeRate", &self.exchange_rate),
            },
            discount_reason: discount_choice(form, &self.discount_reason_id, &self.discount_reason),
            notes: form.notes("notes", &self.notes),
            method: method.unwrap_or_default(),
        }
    }
}

/// The pieces of a void; `None` for all that are left.
pub fn quantity(form: &mut Form, field: &RawField) -> Option<i64> {
    field.value()?;
    let quantity = form.integer("quantity", field);
    if quantity.is_some_and(|quantity| quantity < 1) {
        form.reject("quantity", "Quantity must be at least 1");
    }
    quantity
}
