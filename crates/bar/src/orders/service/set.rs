//! Adds the service charge to an order by a person's word, or waives it.

use super::{ServiceCharge, ServiceState};
use crate::orders::ServiceChargeSet;
use crate::orders::decide::OrderContext;
use crate::orders::money::{Freed, Reallocated, reallocate};
use crate::orders::pay::payable;
use crate::reasons::{ReasonChoice, ReasonKind};
use crate::tax::ServiceChargeMode;
use base::{Code, Decided, Refusal};

/// Adds the service charge to an order, or waives it.
#[derive(Debug, Clone)]
pub struct SetServiceCharge {
    pub order_id: u64,
    pub apply: bool,
    /// Why it is waived.
    pub reason: ReasonChoice,
}

/// Decides the change. An order that has the charge, or is without it by a person's word, stays as it is.
///
/// # Errors
/// 400 for a waiver without a reason, and those of [`crate::reasons::ReasonContext::require`]; 404 for an unknown order; 409 `conflict`
/// for one that is cancelled, where the charge is off, and where more was paid than the rest comes to; `already_paid`;
/// `already_on_credit`.
pub fn set_service_charge(command: &SetServiceCharge, context: &OrderContext) -> Decided<Vec<ServiceChargeSet>> {
    let why = if command.apply { None } else { Some(context.reasons.require(&command.reason, ReasonKind::Discount)?) };
    let order = context.order()?;
    payable(order)?;
    let before = order.service.as_ref();
    let is_due = before.is_some_and(ServiceCharge::is_due);
    if context.service.mode == ServiceChargeMode::Off && !is_due {
        return Err(Refusal::new(Code::Conflict, "Service charge is off"));
    }
    let is_waived = before.is_some_and(|charge| charge.state == ServiceState::Waived);
    if if command.apply { is_due } else { is_waived } {
        return Ok(Vec::new());
    }
    let charge = match why {
        None => ServiceCharge::new(ServiceState::Manual, context.service),
        Some((reason, text)) => ServiceCharge {
            state: ServiceState::Waived,
            percent: before.map_or(context.service.percent, |charge| charge.percent),
            reason: Some(text),
            listed: reason.listed,
        },
    };
    let Reallocated { service, shares, sale } = reallocate(order.clone(), Some(charge), Freed::None, context)?;
    let set = |service| ServiceChargeSet { order_id: order.id, service, shares, sale, approval: None };
    Ok(service.map(set).into_iter().collect())
}
