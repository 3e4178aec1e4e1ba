//! Request bodies of moves, splits, merges and labels of guests.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::body::guest_label;
use crate::http::contract::path::parse_id;
use crate::orders::{ITEMS_MAX, ItemLabel, MoveTarget, NewOrderRequest, OrderType, Pieces, SIBLINGS_MAX, SplitBill, SplitInto};
use web::form::{Form, RawField, object, objects};

/// Pieces of an item: to move, or to give free.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct PiecesBody {
    #[schema(value_type = u64, example = 31)]
    item_id: RawField,
    #[schema(value_type = i64, example = 2)]
    quantity: RawField,
    /// The quantity of the item that the phone shows; refused if there is another one by now.
    #[schema(value_type = i64, example = 5)]
    of: RawField,
}

/// A new order for items. What is absent is as on the order that they come from; its name is that with a number.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct NewOrderBody {
    /// Null: without a table.
    #[schema(value_type = Option<u64>)]
    table_id: RawField,
    #[schema(value_type = Option<String>)]
    customer_name: RawField,
    #[schema(value_type = Option<String>)]
    customer_phone: RawField,
    #[schema(value_type = Option<OrderType>)]
    order_type: RawField,
}

/// Where items go: to an order that is open, or to a new one.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct MoveTargetBody {
    #[schema(value_type = Option<u64>)]
    order_id: RawField,
    #[schema(value_type = Option<NewOrderBody>)]
    new: RawField,
}

/// A move of items.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default)]
pub struct MoveItemsBody {
    #[serde(deserialize_with = "objects")]
    items: Vec<PiecesBody>,
    #[schema(value_type = MoveTargetBody)]
    to: RawField,
}

/// One new bill.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct SplitBillBody {
    #[serde(deserialize_with = "objects")]
    items: Vec<PiecesBody>,
    #[schema(value_type = Option<String>)]
    customer_name: RawField,
}

/// What an order is split into: bills beside the one that stays, or one for each guest.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default)]
pub struct SplitBody {
    /// 1 to 19.
    #[schema(value_type = Option<Vec<SplitBillBody>>)]
    bills: RawField,
    #[schema(value_type = Option<SplitBy>)]
    by: RawField,
}

/// What an order is split by.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[allow(dead_code, reason = "it only describes the word")]
pub enum SplitBy {
    Guest,
}

/// The orders that are merged into another one.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default)]
pub struct MergeBody {
    /// 1 to 19.
    #[schema(value_type = Vec<u64>)]
    pub(super) from: RawField,
}

/// The guest of an item.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct ItemLabelBody {
    #[schema(value_type = u64)]
    item_id: RawField,
    /// 1 to 20 characters; null for no guest in particular.
    #[schema(value_type = Option<String>, example = "A")]
    guest: RawField,
}

/// The guests of items.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default)]
pub struct LabelsBody {
    #[serde(deserialize_with = "objects")]
    items: Vec<ItemLabelBody>,
}

const ITEM_REQUIRED: &str = "Item is required";

/// Parses pieces: at least one, each item once.
pub(super) fn pieces(form: &mut Form, bodies: &[PiecesBody]) -> Vec<Pieces> {
    some_items(form, bodies.len());
    let mut seen = BTreeSet::new();
    let mut parse = |body: &PiecesBody| {
        let item_id = form.required_id("itemId", &body.item_id, ITEM_REQUIRED).unwrap_or_default();
        let [quantity, of] =
            [("quantity", &body.quantity), ("of", &body.of)].map(|(name, field)| form.integer(name, field).unwrap_or_default());
        if of < 1 {
            form.reject("of", "Quantity must be at least 1");
        }
        if quantity < 1 {
            form.reject("quantity", "Quantity must be at least 1");
        } else if quantity > of {
            form.reject("quantity", "That is more than there are of the item");
        }
        once(form, &mut seen, item_id);
        Pieces { item_id, quantity, of }
    };
    bodies.iter().take(ITEMS_MAX).map(&mut parse).collect()
}

fn some_items(form: &mut Form, count: usize) {
    if !(1..=ITEMS_MAX).contains(&count) {
        form.reject("items", "Choose at least one item");
    }
}

fn once(form: &mut Form, seen: &mut BTreeSet<u64>, item_id: u64) {
    if !seen.insert(item_id) {
        form.reject("items", "An item is named twice");
    }
}

impl MoveItemsBody {
    /// The pieces, and where they go from this order.
    pub(super) fn read(&self, form: &mut Form, order_id: &str) -> (Vec<Pieces>, MoveTarget) {
        let pieces = pieces(form, &self.items);
        let to: MoveTargetBody = object(form, "to", &self.to);
        let target = match (to.order_id.value(), to.new.value()) {
            (Some(_), None) => MoveTarget::Order(form.id("orderId", &to.order_id).unwrap_or_default()),
            (None, Some(_)) => {
                let new: NewOrderBody = object(form, "new", &to.new);
                MoveTarget::New(new.read(form))
            }
            _ => {
                form.reject("to", "Choose an order, or a new one");
                MoveTarget::New(NewOrderRequest::default())
            }
        };
        if matches!(target, MoveTarget::Order(id) if parse_id(order_id, "order").ok() == Some(id)) {
            form.reject("to", "The items are on this order already");
        }
        (pieces, target)
    }
}

impl NewOrderBody {
    fn read(&self, form: &mut Form) -> NewOrderRequest {
        NewOrderRequest {
            table_id: self.table_id.is_present().then(|| form.id("tableId", &self.table_id)),
            customer_name: form.line("customerName", &self.customer_name),
            customer_phone: form.line_change("customerPhone", &self.customer_phone),
            order_type: form.word("orderType", &self.order_type, OrderType::parse, "Must be dine_in, takeout or delivery"),
        }
    }
}

impl SplitBody {
    pub(super) fn read(&self, form: &mut Form) -> SplitInto {
        match (self.bills.value(), self.by.value()) {
            (None, Some(by)) => {
                if by.as_str() != Some("guest") {
                    form.reject("by", "Must be guest");
                }
                SplitInto::Guests
            }
            (Some(bills), None) => SplitInto::Bills(self.read_bills(form, bills)),
            _ => {
                form.reject("bills", "Name the bills, or split by guest");
                SplitInto::Guests
            }
        }
    }

    fn read_bills(&self, form: &mut Form, bills: &serde_json::Value) -> Vec<SplitBill> {
        let bodies: Vec<SplitBillBody> = serde_json::from_value(bills.clone()).unwrap_or_default();
        if !(1..SIBLINGS_MAX).contains(&bodies.len()) {
            form.reject("bills", format!("Name 1 to {} bills", SIBLINGS_MAX - 1));
        }
        let bill = |body: &SplitBillBody| SplitBill {
            pieces: pieces(form, &body.items),
            customer_name: form.line("customerName", &body.customer_name),
        };
        bodies.iter().take(SIBLINGS_MAX).map(bill).collect()
    }
}

impl LabelsBody {
    pub(super) fn read(&self, form: &mut Form) -> Vec<ItemLabel> {
        some_items(form, self.items.len());
        let mut seen = BTreeSet::new();
        let label = |body: &ItemLabelBody| {
            let item_id = form.required_id("itemId", &body.item_id, ITEM_REQUIRED).unwrap_or_default();
            once(form, &mut seen, item_id);
            ItemLabel { item_id, guest: guest_label(form, "guest", &body.guest) }
        };
        self.items.iter().take(ITEMS_MAX).map(label).collect()
    }
}

/// Parses a list of orders: 1 to `max`, each once.
pub(super) fn order_ids(form: &mut Form, name: &str, field: &RawField, max: usize) -> Vec<u64> {
    let list = field.value().and_then(|value| value.as_array().cloned()).unwrap_or_default();
    let ids: Vec<u64> = list.into_iter().filter_map(|id| form.id(name, &RawField::of(Some(id)))).collect();
    if !(1..=max).contains(&ids.len()) {
        form.reject(name, format!("Name 1 to {max} orders"));
    }
    if ids.iter().collect::<BTreeSet<_>>().len() < ids.len() {
        form.reject(name, "An order is named twice");
    }
    ids
}
