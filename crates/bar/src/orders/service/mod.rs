//! The service charge of an order: a percentage of its items, on lines of its own, as revenue of the bar. They are recomputed at each
//! change of the order until it is paid or on credit.

mod charge;
pub(super) mod set;

pub use charge::{ServiceAfter, ServiceCharge, ServiceState};

use super::decide::OrderContext;
use super::{Order, OrderItem, OrderType};
use crate::catalog::Category;
use crate::methods::PaymentMethod;
use crate::sales::{NO_PRODUCT, SaleLine, StoredKind, debt};
use crate::tax::{LineTax, Percent, ServiceChargeMode, ServiceChargeSettings, TaxContext, TaxKind, TaxMode};
use base::{CurrencyCode, Decided, Lrd, Price, Usd};

/// Most guests of one order.
pub const GUESTS_MAX: u32 = 200;

/// The charge of an order of this type with so many guests. What a person decided stays.
pub(super) fn by_guests(
    order_type: OrderType,
    guests: Option<u32>,
    before: Option<&ServiceCharge>,
    settings: &ServiceChargeSettings,
) -> Option<ServiceCharge> {
    if let Some(decided) = before.filter(|charge| charge.state != ServiceState::Auto) {
        return Some(decided.clone());
    }
    let is_large = guests.is_some_and(|guests| guests >= settings.from_guests);
    let is_auto = settings.mode == ServiceChargeMode::Auto && order_type == OrderType::DineIn && is_large;
    is_auto.then(|| before.cloned().unwrap_or_else(|| ServiceCharge::new(ServiceState::Auto, settings)))
}

/// The tax that the charge would have if an item that is ordered now were the earliest one of its order.
pub(super) fn service_tax(context: &OrderContext) -> Option<LineTax> {
    let is_on = context.service.mode != ServiceChargeMode::Off;
    is_on.then(|| context.till.tax.line(&context.service.tax_class, Price::ZERO)).flatten()
}

/// What the service charge of an order depends on.
#[derive(Debug, Clone, Copy)]
pub struct ServiceBasis<'a> {
    pub order_id: u64,
    /// As they will be.
    pub items: &'a [OrderItem],
    /// Whether it has or had a service charge, or may not get one.
    pub is_known: bool,
    /// The lines of the charge as they were.
    pub lines: &'a [OrderItem],
    /// Whether the whole order is exempt from tax.
    pub is_exempt: bool,
}

impl Order {
    /// What its service charge depends on.
    pub fn service_basis(&self) -> ServiceBasis<'_> {
        ServiceBasis {
            order_id: self.id,
            items: &self.items,
            is_known: self.service.is_some(),
            lines: &self.service_lines,
            is_exempt: self.exemption.as_ref().is_some_and(|exemption| exemption.all),
        }
    }
}

/// What the service charge of an order comes to if it is `charge`. The ids of its lines stay; new ones count from `next_id`. `None` for
/// an order that has none and had none.
///
/// # Errors
/// 400 if it comes to too much.
pub fn renewed(
    order: ServiceBasis<'_>,
    charge: Option<ServiceCharge>,
    next_id: u64,
    settings: &ServiceChargeSettings,
    tax: &TaxContext,
) -> Decided<Option<ServiceAfter>> {
    if charge.is_none() && !order.is_known {
        return Ok(None);
    }
    let mut lines = Vec::new();
    // A part of an item was ordered with it.
    let earliest = order.items.iter().min_by_key(|item| (item.added.unwrap_or(u64::MAX), item.part_of.unwrap_or(item.id), item.id));
    if let (Some(due), Some(earliest)) = (charge.as_ref().filter(|charge| charge.is_due()), earliest) {
        let tax = tax_of(earliest, settings, tax);
        let mut free_ids = next_id..;
        for currency in [CurrencyCode::Usd, CurrencyCode::Lrd] {
            let unit = percent_of(due.percent, order.items, currency);
            if unit == Price::ZERO {
                continue;
            }
            let known = order.lines.iter().find(|line| line.line.currency == currency);
            let id = known.map(|line| line.id).or_else(|| free_ids.next()).unwrap_or(next_id);
            let line = SaleLine {
                id: 0,
                kind: Some(StoredKind::ServiceCharge),
                product_id: NO_PRODUCT,
                product_name: format!("Service charge {}", due.percent.in_words()),
                brand: None,
                category: Category::Uncategorized,
                quantity: 1,
                currency,
                unit,
                total: unit,
                discount: None,
                tax: tax.as_ref().map(|tax| Box::new(tax.on(unit))),
                list: unit,
                discount_reason: None,
                discount_listed: None,
                approval: None,
                rate: earliest.line.rate,
                method: PaymentMethod::default(),
                notes: None,
                order_id: Some(order.order_id),
                order_item_id: Some(id),
                credit_id: None,
                allocations: Vec::new(),
                takes: None,
                label: None,
            };
            let line = line.for_customer(order.is_exempt);
            let added = known.and_then(|line| line.added);
            lines.push(OrderItem { added, ..OrderItem::new(id, debt(&line)?, line) });
        }
    }
    Ok(Some(ServiceAfter { charge, lines }))
}

/// The charge on the items that are priced in `currency`. Bottle deposits and what else is outside tax carry none.
fn percent_of(percent: Percent, items: &[OrderItem], currency: CurrencyCode) -> Price {
    let carries = |line: &SaleLine| line.currency == currency && line.tax.as_ref().is_none_or(|tax| tax.kind != TaxKind::Outside);
    let sum: Price = items.iter().map(|item| &item.line).filter(|line| carries(line)).map(|line| line.total).sum();
    Price { usd: Usd::minor(percent.of(sum.usd.as_minor())), lrd: Lrd::minor(percent.of(sum.lrd.as_minor())) }
}

/// The tax of the charge: that which was in force when the earliest item was ordered.
fn tax_of(earliest: &OrderItem, settings: &ServiceChargeSettings, now: &TaxContext) -> Option<LineTax> {
    let frozen = earliest.service_tax.as_ref().filter(|tax| tax.class == settings.tax_class);
    // The charge was switched on, or has another class, since the item was ordered.
    let looked_up = || {
        let of_item = earliest.line.tax.as_ref()?;
        let then = TaxContext { settings: now.settings, mode: of_item.mode, day: of_item.day };
        then.line(&settings.tax_class, Price::ZERO).filter(|tax| tax.mode != TaxMode::Off)
    };
    frozen.cloned().or_else(looked_up)
}
