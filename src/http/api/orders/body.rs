//! Request bodies of orders.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::http::AppState;
use crate::http::api::payments::tender::grand_total;
use crate::http::api::sales::{Goods, GoodsFields, VoidBody, discount_choice};
use crate::methods::PaymentMethod;
use crate::orders::{GUEST_LETTERS_MAX, GUESTS_MAX, ITEM_NOTES_MAX, ITEMS_MAX, OrderStatus, OrderType, ReturnedGoods, TotalClaim};
use crate::sales::{Claim, LineRequest};
use base::{CurrencyCode, Customer};
use web::form::{Form, RawField, objects};

/// An item to order. Prices are only checked against the current ones, and refused if they differ.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct OrderItemBody {
    #[schema(value_type = u64, example = 1)]
    pub(super) product_id: RawField,
    /// Ignored: the name in the catalog is used.
    #[schema(value_type = Option<String>, example = "Club Beer")]
    product_name: RawField,
    /// Default with a `label`: 1.
    #[schema(value_type = i64, example = 2)]
    pub(super) quantity: RawField,
    /// The label of a scale on the goods: the price inside is that of the item, whose quantity is 1. Without a product, it names it.
    #[schema(value_type = Option<String>, example = "2100001027506")]
    pub(super) label: RawField,
    /// In the product's currency.
    #[schema(value_type = Option<String>)]
    pub(super) unit_price: RawField,
    /// In the product's currency.
    #[schema(value_type = Option<String>)]
    pub(super) total_price: RawField,
    #[schema(value_type = Option<String>)]
    pub(super) discount_reason: RawField,
    /// The reason of the list, of kind `discount`.
    #[schema(value_type = Option<u64>)]
    pub(super) discount_reason_id: RawField,
    #[schema(value_type = Option<String>)]
    pub(super) notes: RawField,
    /// The guest at the table that it is for: 1 to 20 characters.
    #[schema(value_type = Option<String>, example = "A")]
    pub(super) guest: RawField,
}

/// An item to add to an order.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default)]
pub struct AddedItemBody {
    #[serde(flatten)]
    pub(super) item: OrderItemBody,
    /// Orders what the box believes to be gone. Bartenders need an approval where it refuses otherwise.
    #[schema(value_type = Option<bool>)]
    pub(super) oversell: RawField,
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
    /// The total with service charge and all taxes that the phone showed; refused if it is another one by now.
    #[serde(rename = "grandTotalUSD")]
    #[schema(value_type = Option<String>)]
    grand_total_usd: RawField,
    #[serde(rename = "grandTotalLRD")]
    #[schema(value_type = Option<String>)]
    grand_total_lrd: RawField,
    /// People at the table, 1 to 200; null if unknown.
    #[schema(value_type = Option<u32>, example = 6)]
    pub(super) guests: RawField,
    /// Orders what the box believes to be gone. Bartenders need an approval where it refuses otherwise. Only for a new order.
    #[schema(value_type = Option<bool>)]
    pub(super) oversell: RawField,
}

/// The next status of an order.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct OrderStatusBody {
    #[schema(value_type = OrderStatus)]
    pub(super) status: RawField,
    /// Required for `cancelled` without `reasonId`; with one, a note.
    #[schema(value_type = Option<String>)]
    pub(super) reason: RawField,
    /// The reason of the list, of kind `void`.
    #[schema(value_type = Option<u64>)]
    pub(super) reason_id: RawField,
    /// For `cancelled`: whether the goods go back to stock. Default: as the reason of the list says, else yes.
    #[schema(value_type = Option<bool>)]
    pub(super) return_to_stock: RawField,
    /// For `cancelled`: only the goods of these items go back to stock.
    #[schema(value_type = Option<Vec<u64>>)]
    pub(super) return_item_ids: RawField,
}

/// A void of an order.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct OrderVoidBody {
    #[serde(flatten)]
    pub(super) void: VoidBody,
    /// Only the goods of these items go back to stock.
    #[schema(value_type = Option<Vec<u64>>)]
    pub(super) return_item_ids: RawField,
}

/// Why an item is removed.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct ReasonBody {
    #[schema(value_type = Option<String>)]
    pub(super) reason: RawField,
    /// The reason of the list, of kind `void`.
    #[schema(value_type = Option<u64>)]
    pub(super) reason_id: RawField,
    /// Whether its goods go back to stock. Default: as the reason of the list says, else yes.
    #[schema(value_type = Option<bool>)]
    pub(super) return_to_stock: RawField,
}

/// Another quantity or note of an item. What is absent stays.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct ItemChangeBody {
    /// At least 1, at most what was ordered.
    #[schema(value_type = Option<i64>, example = 3)]
    pub(super) quantity: RawField,
    /// The quantity that the phone shows; refused if there is another one by now.
    #[schema(value_type = Option<i64>, example = 4)]
    pub(super) of: RawField,
    /// Why pieces are taken off.
    #[schema(value_type = Option<String>)]
    pub(super) reason: RawField,
    /// The reason of the list, of kind `void`.
    #[schema(value_type = Option<u64>)]
    pub(super) reason_id: RawField,
    /// Whether pieces that are taken off go back to stock. Default: as the reason of the list says, else yes.
    #[schema(value_type = Option<bool>)]
    pub(super) return_to_stock: RawField,
    /// At most 200 characters; null removes the note.
    #[schema(value_type = Option<String>, example = "no pepper")]
    pub(super) notes: RawField,
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

/// Whose tab an order goes on, and whether beyond its limit.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct PutOnTabBody {
    #[serde(flatten)]
    pub(super) customer: AttachBody,
    /// Puts it on the tab although it is more than the customer's limit. Bartenders may need an approval.
    #[schema(value_type = Option<bool>)]
    pub(super) over_limit: RawField,
}

pub(super) const NAME_REQUIRED: &str = "Customer name is required";

/// Parses the customer; a missing name is an error.
pub fn customer(form: &mut Form, name: &RawField, phone: &RawField) -> Customer {
    let name = form.required_line("customerName", name, NAME_REQUIRED).unwrap_or_default();
    let phone = form.line("customerPhone", phone);
    Customer::new(&name, phone.as_deref()).unwrap_or(Customer { name, phone: None })
}

impl OrderItemBody {
    pub(super) fn line(&self, form: &mut Form, app: &AppState) -> LineRequest {
        let fields = GoodsFields { product_id: &self.product_id, quantity: &self.quantity, label: &self.label };
        let Goods { product_id, quantity, label } = fields.read(form, app, "Product is required", "Quantity must be at least 1");
        let claim = Claim {
            unit: form.minor("unitPrice", &self.unit_price),
            total: form.minor("totalPrice", &self.total_price),
            ..Claim::default()
        };
        LineRequest {
            product_id,
            quantity,
            label,
            currency: None,
            claim,
            discount_reason: discount_choice(form, &self.discount_reason_id, &self.discount_reason),
            notes: item_notes(form, &self.notes),
            method: PaymentMethod::default(),
        }
    }
}

/// The label of the guest that an item is for.
pub(super) fn guest_label(form: &mut Form, name: &str, field: &RawField) -> Option<String> {
    let label = form.line(name, field)?;
    if label.chars().count() > GUEST_LETTERS_MAX {
        form.reject(name, format!("Must be at most {GUEST_LETTERS_MAX} characters"));
    }
    Some(label)
}

/// The note of an item: short enough for a ticket.
pub(super) fn item_notes(form: &mut Form, field: &RawField) -> Option<String> {
    let notes = form.notes("notes", field)?;
    if notes.chars().count() > ITEM_NOTES_MAX {
        form.reject("notes", format!("Must be at most {ITEM_NOTES_MAX} characters"));
    }
    Some(notes)
}

impl OrderStatusBody {
    /// Which goods of a cancelled order go back to stock.
    pub(super) fn returns(&self, form: &mut Form) -> ReturnedGoods {
        let all = form.flag("returnToStock", &self.return_to_stock);
        returned_goods(form, all, &self.return_item_ids)
    }
}

/// The goods of these items; without them `all` of the order or none, or as the reason says.
pub(super) fn returned_goods(form: &mut Form, all: Option<bool>, return_item_ids: &RawField) -> ReturnedGoods {
    match return_item_ids.value() {
        None => all.map_or(ReturnedGoods::ByReason, |all| if all { ReturnedGoods::All } else { ReturnedGoods::None }),
        Some(value) => {
            let ids: Option<Vec<u64>> = value.as_array().and_then(|ids| ids.iter().map(|id| id.as_u64()).collect());
            if ids.as_ref().is_none_or(|ids| ids.len() > ITEMS_MAX) {
                form.reject("returnItemIds", "Must be a list of item numbers");
            }
            ReturnedGoods::Items(ids.unwrap_or_default())
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
            grand_total: grand_total(form, &self.grand_total_usd, &self.grand_total_lrd),
        }
    }

    pub(super) fn guests(&self, form: &mut Form) -> Option<u32> {
        let guests = form.integer("guests", &self.guests)?;
        let known = u32::try_from(guests).ok().filter(|guests| (1..=GUESTS_MAX).contains(guests));
        if known.is_none() {
            form.reject("guests", format!("Must be between 1 and {GUESTS_MAX}"));
        }
        known
    }
}
