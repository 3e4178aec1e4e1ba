//! Request bodies of orders.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::base::{CurrencyCode, Customer};
use crate::http::contract::form::{Form, RawField, objects};
use crate::methods::PaymentMethod;
use crate::orders::{OrderStatus, OrderType, TotalClaim};
use crate::sales::{Claim, LineRequest};

/// An item to order. Prices are only checked against the current ones, and refused if they differ.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct OrderItemBody {
    #[schema(value_type = u64, example = 1)]
    pub(super) product_id: RawField,
    /// Ignored: the name in the catalog is used.
    #[schema(value_type = Option<String>, example = "Club Beer")]
    product_name: RawField,
    #[schema(value_type = i64, example = 2)]
    pub(super) quantity: RawField,
    /// In the product's currency.
    #[schema(value_type = Option<String>)]
    pub(super) unit_price: RawField,
    /// In the product's currency.
    #[schema(value_type = Option<String>)]
    pub(super) total_price: RawField,
    #[schema(value_type = Option<String>)]
    pub(super) discount_reason: RawField,
    #[schema(value_type = Option<String>)]
    pub(super) notes: RawField,
}

/// A new or changed order. Totals are only checked against the current ones, and refused if they differ.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct OrderBody {
    #[schema(value_type = Option<String>, example = "Musu Kpadeh")]
    pub(super) customer_name: RawField,
    #[schema(value_type = Option<String>)]
    pub(super) customer_phone: RawField,
    #[schema(value_type = Option<OrderType>)]
    pub(super) order_type: RawField,
    #[schema(value_type = Option<u64>)]
    pub(super) table_id: RawField,
    #[schema(value_type = Option<String>)]
    pub(super) notes: RawField,
    #[serde(deserialize_with = "objects")]
    pub(super) items: Vec<OrderItemBody>,
    #[schema(value_type = Option<String>)]
    pub(super) total_amount: RawField,
    #[schema(value_type = Option<CurrencyCode>)]
    pub(super) currency: RawField,
    #[serde(rename = "totalAmountUSD")]
    #[schema(value_type = Option<String>)]
    pub(super) total_amount_usd: RawField,
    #[serde(rename = "totalAmountLRD")]
    #[schema(value_type = Option<String>)]
    pub(super) total_amount_lrd: RawField,
    #[schema(value_type = Option<f64>)]
    pub(super) exchange_rate: RawField,
}

/// The next status of an order.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default)]
pub struct OrderStatusBody {
    #[schema(value_type = OrderStatus)]
    pub(super) status: RawField,
    /// Required for `cancelled`.
    #[schema(value_type = Option<String>)]
    pub(super) reason: RawField,
}

/// Why an item is removed.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default)]
pub struct ReasonBody {
    #[schema(value_type = Option<String>)]
    pub(super) reason: RawField,
}

/// The customer whose tab an order goes on.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct AttachBody {
    #[schema(value_type = String, example = "Musu Kpadeh")]
    pub(super) customer_name: RawField,
    #[schema(value_type = Option<String>)]
    pub(super) customer_phone: RawField,
}

pub(super) const NAME_REQUIRED: &str = "Customer name is required";

/// Parses the customer; a missing name is an error.
pub fn customer(form: &mut Form, name: &RawField, phone: &RawField) -> Customer {
    let name = form.required_line("customerName", name, NAME_REQUIRED).unwrap_or_default();
    let phone = form.line("customerPhone", phone);
    Customer::new(&name, phone.as_deref()).unwrap_or(Customer { name, phone: None })
}

impl OrderItemBody {
    pub(super) fn line(&self, form: &mut Form) -> LineRequest {
        let product_id = form.required_id("productId", &self.product_id, "Product is required").unwrap_or_default();
        let quantity = form.integer("quantity", &self.quantity).unwrap_or_default();
        if quantity < 1 {
            form.reject("quantity", "Quantity must be at least 1");
        }
        let claim = Claim {
            unit: form.minor("unitPrice", &self.unit_price),
            total: form.minor("totalPrice", &self.total_price),
            ..Claim::default()
        };
        LineRequest {
            product_id,
            quantity,
            currency: None,
            claim,
            discount_reason: form.line("discountReason", &self.discount_reason),
            notes: form.notes("notes", &self.notes),
            method: PaymentMethod::default(),
        }
    }
}

impl OrderBody {
    pub(super) fn claim(&self, form: &mut Form) -> TotalClaim {
        form.currency("currency", &self.currency);
        TotalClaim {
            total: form.minor("totalAmount", &self.total_amount),
            total_usd: form.money("totalAmountUSD", &self.total_amount_usd),
            total_lrd: form.money("totalAmountLRD", &self.total_amount_lrd),
            rate: form.rate("exchangeRate", &self.exchange_rate),
        }
    }
}
