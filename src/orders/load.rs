//! What decisions about orders look at.

use super::OrderContext;
use crate::base::Envelope;
use crate::settings::Settings;
use crate::store::{Stored, View};

/// What a command about an order names.
#[derive(Debug, Default)]
pub struct Named {
    /// The order.
    pub order_id: Option<u64>,
    /// The table to sit at.
    pub table_id: Option<u64>,
    /// The products that are put on it.
    pub products: Vec<u64>,
    /// The references of its payment, each with its method's id.
    pub references: Vec<(String, String)>,
}

/// Loads what orders look at.
pub fn load_order<'a>(view: &dyn View, settings: &'a Settings, envelope: &Envelope, named: Named) -> Stored<OrderContext<'a>> {
    Ok(OrderContext {
        order: match named.order_id {
            Some(id) => super::order(view, id)?,
            None => None,
        },
        table: match named.table_id {
            Some(id) => crate::seating::table(view, id)?,
            None => None,
        },
        shelf: crate::sales::load_shelf(view, named.products.into_iter())?,
        payments: match named.order_id {
            Some(id) => crate::payments::payments_of_order(view, id)?,
            None => Vec::new(),
        },
        till: crate::sales::load_till(view, settings, envelope, named.references)?,
        next_order_id: super::ORDER_IDS.next(view)?,
        next_item_id: super::ITEM_IDS.next(view)?,
    })
}
