//! What phones say of orders, read field by field.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::base::{CurrencyCode, Customer};
use crate::http::contract::form::{Form, Given, objects};
use crate::methods::PaymentMethod;
use crate::orders::{OrderStatus, OrderType, TotalClaim};
use crate::sales::{Claim, LineRequest};

/// One thing to order. Prices are compared, never believed.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct OrderItemBody {
    #[schema(value_type = u64, example = 1)]
    pub(super) product_id: Given,
    /// What the phone calls it. The catalog's name counts.
    #[schema(value_type = Option<String>, example = "Club Beer")]
    product_name: Given,
    #[schema(value_type = i64, example = 2)]
    pub(super) quantity: Given,
    /// In the product's own currency.
    #[schema(value_type = Option<String>)]
    pub(super) unit_price: Given,
    /// In the product's own currency.
    #[schema(value_type = Option<String>)]
    pub(super) total_price: Given,
    #[schema(value_type = Option<String>)]
    pub(super) discount_reason: Given,
    #[schema(value_type = Option<String>)]
    pub(super) notes: Given,
}

/// An order, new or changed. Totals are compared, never believed.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct OrderBody {
    #[schema(value_type = Option<String>, example = "Musu Kpadeh")]
    pub(super) customer_name: Given,
    #[schema(value_type = Option<String>)]
    pub(super) customer_phone: Given,
    #[schema(value_type = Option<OrderType>)]
    pub(super) order_type: Given,
    #[schema(value_type = Option<u64>)]
    pub(super) table_id: Given,
    #[schema(value_type = Option<String>)]
    pub(super) notes: Given,
    #[serde(deserialize_with = "objects")]
    pub(super) items: Vec<OrderItemBody>,
    #[schema(value_type = Option<String>)]
    pub(super) total_amount: Given,
    #[schema(value_type = Option<CurrencyCode>)]
    pub(super) currency: Given,
    #[serde(rename = "totalAmountUSD")]
    #[schema(value_type = Option<String>)]
    pub(super) total_amount_usd: Given,
    #[serde(rename = "totalAmountLRD")]
    #[schema(value_type = Option<String>)]
    pub(super) total_amount_lrd: Given,
    #[schema(value_type = Option<f64>)]
    pub(super) exchange_rate: Given,
}

/// Where an order goes next.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default)]
pub struct OrderStatusBody {
    #[schema(value_type = OrderStatus)]
    pub(super) status: Given,
    /// Needed for cancelled.
    #[schema(value_type = Option<String>)]
    pub(super) reason: Given,
}

/// Why something is taken off an order.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default)]
pub struct ReasonBody {
    #[schema(value_type = Option<String>)]
    pub(super) reason: Given,
}

/// Who owes an order.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct AttachBody {
    #[schema(value_type = String, example = "Musu Kpadeh")]
    pub(super) customer_name: Given,
    #[schema(value_type = Option<String>)]
    pub(super) customer_phone: Given,
}

/// What an order without a name is refused with.
pub(super) const NAME_REQUIRED: &str = "Customer name is required";

/// Who it is; a missing name is noted as wrong.
pub fn customer(form: &mut Form, name: &Given, phone: &Given) -> Customer {
    let name = form.required_line("customerName", name, NAME_REQUIRED).unwrap_or_default();
    let phone = form.line("customerPhone", phone);
    Customer::new(&name, phone.as_deref()).unwrap_or(Customer { name, phone: None })
}

impl OrderItemBody {
    pub(super) fn line(&self, form: &mut Form) -> LineRequest {
        let product_id = form.required_id("productId", &self.product_id, "Product is required").unwrap_or_default();
        let quantity = form.integer("quantity", &self.quantity).unwrap_or_default();
        if quantity < 1 {
            form.wrong("quantity", "Quantity must be at least 1");
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
