//! What decisions about sales look at.

use super::decide::{Sell, SellContext, StockedProduct, StockedProducts, VoidContext, VoidSale};
use super::query::{payment, used_references};
use crate::base::Envelope;
use crate::payments::TillContext;
use crate::settings::Settings;
use crate::store::{Stored, View};

/// Loads what taking money looks at. `references` are those that the request names, each with its method's id.
pub fn load_till<'a>(
    view: &dyn View,
    settings: &'a Settings,
    envelope: &Envelope,
    references: Vec<(String, String)>,
) -> Stored<TillContext<'a>> {
    let bar_time = settings.bar_time();
    let now = bar_time.moment(envelope.at);
    Ok(TillContext {
        rate: crate::rates::rate(view)?,
        cash_step: settings.lrd_cash_step,
        methods: &settings.methods,
        used: used_references(view, references)?,
        next_payment_id: crate::payments::PAYMENT_IDS.next(view)?,
        next_sale_id: super::SALE_IDS.next(view)?,
        receipts_today: super::receipts_of_day(view, now.day)?,
        bar_time,
        now,
    })
}

/// Loads what [`super::sell`] looks at.
pub fn load_sell<'a>(view: &dyn View, settings: &'a Settings, command: &Sell, envelope: &Envelope) -> Stored<SellContext<'a>> {
    Ok(SellContext {
        products: load_products(view, command.lines.iter().map(|line| line.product_id))?,
        till: load_till(view, settings, envelope, command.payment.references())?,
    })
}

/// The products of `ids` with their levels.
pub fn load_products(view: &dyn View, ids: impl Iterator<Item = u64>) -> Stored<StockedProducts> {
    let mut products = StockedProducts::new();
    for id in ids {
        if products.contains_key(&id) {
            continue;
        }
        if let Some(product) = crate::catalog::product(view, id)? {
            products.insert(id, StockedProduct { product, stock: crate::stock::level(view, id)? });
        }
    }
    Ok(products)
}

/// Loads what [`super::void_sale`] looks at.
pub fn load_void<'a>(view: &dyn View, settings: &'a Settings, command: &VoidSale, envelope: &Envelope) -> Stored<VoidContext<'a>> {
    let sale = super::recorded_line(view, command.sale_id)?;
    let mut payments = Vec::new();
    for allocation in sale.iter().flat_map(|sale| &sale.line.allocations) {
        if payments.iter().all(|row: &crate::payments::PaymentRow| row.payment.id != allocation.payment_id) {
            payments.extend(payment(view, allocation.payment_id)?);
        }
    }
    let references = crate::payments::references_of(command.refund.as_deref().unwrap_or_default());
    Ok(VoidContext { sale, payments, till: load_till(view, settings, envelope, references)? })
}
