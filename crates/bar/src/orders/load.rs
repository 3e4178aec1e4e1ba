//! Loads the data that decisions about orders need.

use super::{OrderContext, RefundPayment, RefundPaymentContext};
use crate::payments::MoneyLookup;
use crate::reasons::{ReasonChoice, load_choices};
use crate::settings::Settings;
use base::Envelope;
use store::{Stored, View};

/// The ids and references of a command about an order.
#[derive(Debug, Default)]
pub struct OrderLookup {
    pub order_id: Option<u64>,
    pub table_id: Option<u64>,
    /// The products of new items.
    pub products: Vec<u64>,
    /// Goods that items take which are there.
    pub goods: Vec<u64>,
    /// The labels of scales on them.
    pub labels: Vec<String>,
    /// What its payment needs.
    pub money: MoneyLookup,
    pub reasons: Vec<ReasonChoice>,
}

/// Loads the data that decisions about orders need.
pub fn load_order<'a>(view: &dyn View, settings: &'a Settings, envelope: &Envelope, lookup: OrderLookup) -> Stored<OrderContext<'a>> {
    let order = match lookup.order_id {
        Some(id) => super::order(view, id)?,
        None => None,
    };
    let mut products = crate::sales::load_products(view, settings, envelope, lookup.products.into_iter(), lookup.labels.iter())?;
    crate::sales::load_goods(view, settings.bar_time().business_day(envelope.at), &lookup.goods, &mut products)?;
    let present_table = crate::seating::label_of(view, order.as_ref().and_then(|order| order.table_id))?;
    Ok(OrderContext {
        order,
        present_table,
        table: match lookup.table_id {
            Some(id) => crate::seating::table(view, id)?,
            None => None,
        },
        products,
        payments: match lookup.order_id {
            Some(id) => crate::payments::payments_of_order(view, id)?,
            None => Vec::new(),
        },
        till: crate::sales::load_till(view, settings, envelope, lookup.money)?,
        next_order_id: super::ORDER_IDS.next(view)?,
        next_item_id: super::ITEM_IDS.next(view)?,
        reasons: load_choices(view, settings, &lookup.reasons)?,
        service: &settings.service_charge,
    })
}

/// Loads what the refund of a payment needs.
pub fn load_refund<'a>(
    view: &dyn View,
    settings: &'a Settings,
    envelope: &Envelope,
    command: &RefundPayment,
) -> Stored<RefundPaymentContext<'a>> {
    let payment = crate::sales::payment(view, command.payment_id)?.map(|row| row.payment);
    let money = MoneyLookup { till: command.till, ..MoneyLookup::default() };
    let order_id = payment.as_ref().and_then(|payment| payment.order_id);
    let lookup = OrderLookup { order_id, money, reasons: vec![command.reason.clone()], ..OrderLookup::default() };
    let order = load_order(view, settings, envelope, lookup)?;
    let mut paid_off = Vec::new();
    for row in &order.payments {
        paid_off.push((row.payment.id, super::paid_off(view, row.payment.id)?));
    }
    Ok(RefundPaymentContext { payment, order, paid_off })
}
