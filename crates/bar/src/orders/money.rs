//! Money on an order whose lines change: what was paid for a line that is less or gone is allocated to the other ones. None of it is
//! given back.

use super::decide::OrderContext;
use super::pay::settlement;
use super::reallocate::{FreedLine, allocate_freed};
use super::service::renewed;
use super::{Order, OrderItem, ServiceAfter, ServiceCharge};
use crate::payments::Share;
use crate::sales::{SaleRecorded, SettlementPayment, debt};
use base::{Cash, Decided};

/// Money that is on no item of a changed order any more.
pub(super) enum Freed {
    /// The money on all items stays.
    None,
    /// What was on items that were removed or cost less, even if that is nothing. It goes to the items `first`, if they are left.
    OfItems { first: Vec<u64>, lines: Vec<FreedLine> },
}

/// What follows for an order from a change of its lines.
pub(super) struct Reallocated {
    pub service: Option<ServiceAfter>,
    pub shares: Vec<Share>,
    /// The sale, if nothing is owed any more.
    pub sale: Option<SaleRecorded>,
}

/// The service charge, the shares and the sale of an order after a change. `changed` has its items as they will be, and the lines of its
/// service charge as they were, with the money on them; it will have the service charge `charge`. Money is allocated to the service
/// charge last.
///
/// # Errors
/// 409 `conflict` if more was paid than the lines come to.
pub(super) fn reallocate(changed: Order, charge: Option<ServiceCharge>, freed: Freed, context: &OrderContext) -> Decided<Reallocated> {
    reallocate_from(context.next_item_id, changed, charge, freed, context)
}

/// As [`reallocate`], where the ids of new lines of the service charge count from `free_id`.
pub(super) fn reallocate_from(
    free_id: u64,
    changed: Order,
    charge: Option<ServiceCharge>,
    freed: Freed,
    context: &OrderContext,
) -> Decided<Reallocated> {
    let next_id = changed.items.iter().map(|item| item.id + 1).max().unwrap_or(0).max(free_id);
    let service = renewed(changed.service_basis(), charge, next_id, context.service, &context.till.tax)?;
    let (charge, lines) = service.clone().map_or((None, Vec::new()), |service| (service.charge, service.lines));
    let before = changed.service_lines.clone();
    let order = Order { service: charge, service_lines: lines, ..changed };
    if !order.has_money() {
        return Ok(Reallocated { service, shares: Vec::new(), sale: None });
    }
    let kept = if matches!(freed, Freed::None) { kept_in_place(&before, &order.service_lines)? } else { None };
    let shares = match kept {
        Some(shares) => shares,
        None => {
            let (first, mut freed) = match freed {
                Freed::None => (Vec::new(), Vec::new()),
                Freed::OfItems { first, lines } => (first, lines),
            };
            for line in &before {
                freed.push(FreedLine::of(line)?);
            }
            let mut lines: Vec<&OrderItem> = order.lines().collect();
            lines.sort_by_key(|line| !first.contains(&line.id));
            shares_of_freed(&lines, &freed, context)?
        }
    };
    let sale = settled_by_change(&order, &shares, context)?;
    Ok(Reallocated { service, shares, sale })
}

/// The shares of the lines of a service charge that became `after`, if the money on each of them still fits there.
fn kept_in_place(before: &[OrderItem], after: &[OrderItem]) -> Decided<Option<Vec<Share>>> {
    let mut shares = Vec::new();
    for old in before.iter().filter(|line| line.debt.paid != Cash::ZERO) {
        let Some(new) = after.iter().find(|line| line.id == old.id) else { return Ok(None) };
        let outstanding = new.debt.outstanding - debt(&old.line)?.outstanding + old.debt.outstanding;
        if outstanding < 0 {
            return Ok(None);
        }
        shares.push(Share { item_id: old.id, outstanding, allocations: old.line.allocations.clone() });
    }
    Ok(Some(shares))
}

/// The shares of these lines in money that is on no line. All of it is allocated, none is given back.
fn shares_of_freed(lines: &[&OrderItem], freed: &[FreedLine], context: &OrderContext) -> Decided<Vec<Share>> {
    let rate_of = |id: u64| context.payments.iter().find(|row| row.payment.id == id).map_or(context.till.rate, |row| row.payment.rate);
    let allocated = allocate_freed(lines.iter().map(|item| item.debt).collect(), freed, rate_of, context.till.rate)?;
    Ok(lines.iter().zip(allocated).filter_map(|(item, (after, new))| item.share(&after, new)).collect())
}

/// The sale of an order whose lines are all paid with `shares`.
fn settled_by_change(remaining: &Order, shares: &[Share], context: &OrderContext) -> Decided<Option<SaleRecorded>> {
    let after = remaining.clone().with_shares(shares);
    if !after.lines().all(|item| item.debt.is_settled()) {
        return Ok(None);
    }
    let paid = SettlementPayment {
        payment_id: None,
        method: context.last_method(),
        tendered: remaining.paid + remaining.change,
        change: remaining.change,
        open: None,
    };
    // The methods are those of the order as it was: an item that the change itself settled has that of the last payment.
    Ok(Some(settlement(context.order()?, &after, &context.last_method(), paid, context)))
}
