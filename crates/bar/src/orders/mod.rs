//! Orders: goods for a table, takeout or delivery that are paid later, in one or several payments.
//!
//! `pending → preparing → ready → served`, one step at a time, or straight to `served` where the bar has no steps and for paid
//! orders; `cancelled` while nothing is paid. Goods leave the shelf when they are added to an order.

mod change;
mod decide;
mod event;
mod exempt;
mod item;
mod items;
mod load;
mod money;
mod moves;
mod order;
pub mod pay;
pub mod place;
pub mod pricing;
mod reallocate;
mod refund_payment;
mod room;
mod sent;
mod service;
mod shares;
mod tables;
mod void;
mod walk_out;

pub use change::{ChangeOrder, change_order};
pub use decide::*;
pub use event::*;
pub use exempt::{ExemptOrder, exempt_order};
pub use item::{AddedBy, OrderItem};
pub use items::{ChangeItem, RemoveItem, change_item, remove_item};
pub use load::{OrderLookup, load_order, load_refund};
pub use moves::*;
pub use order::*;
pub use pay::{PayOrder, pay_order};
pub use place::{AddItem, PlaceOrder, TotalClaim, add_item, place_order};
pub use refund_payment::{RefundPayment, RefundPaymentContext, refund_payment};
pub use room::{ENTRIES_MAX, ITEMS_MAX};
pub use sent::SentItems;
pub use service::set::{SetServiceCharge, set_service_charge};
pub use service::{GUESTS_MAX, ServiceAfter, ServiceBasis, ServiceCharge, ServiceState, renewed};
pub use shares::{EndShares, OwedInParts, PayIn, SHARES_MAX, SHARES_MIN, SharePlan, ShareRequest, end_shares};
pub use tables::*;
pub use void::{OrderCredit, VoidOrder, VoidOrderContext, void_order};
pub use walk_out::{PaymentParts, WalkOut, parts_by_payment, walk_out};

/// Most characters of the label of a guest.
pub const GUEST_LETTERS_MAX: usize = 20;
/// Most characters of the note of an item.
pub const ITEM_NOTES_MAX: usize = 200;
