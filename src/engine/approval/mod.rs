//! Approvals at the moment of a command: whether its person may give it, needs an approval for it, or has one that fits.

mod billed;
mod cash;
mod money;
mod pricing;
mod subject;
mod tax;

use self::subject::wanted;
use super::execute::frozen::sent_or_old;
use super::{Command, Event};
use crate::approvals::{self, Approval, ApprovalStatus, AskContext, Request, Shown};
use crate::base::{Approved, Decided, Envelope, Refusal, Role};
use crate::bills;
use crate::orders::pricing::PricingCommand;
use crate::orders::{self, OrderStatus};
use crate::printing::PrintCommand;
use crate::sales::{self, LineRequest};
use crate::settings::{ApprovalKind, ApprovalRule, Settings};
use crate::store::{Stored, View};
use crate::tills::TillsCommand;

/// What a command is submitted for.
#[derive(Debug, Clone)]
pub enum Purpose {
    /// To be executed, with the approval that its request shows.
    Execute(Option<Shown>),
    /// To ask for an approval of it. It is decided, so that nobody asks for what would be refused, and not executed.
    Ask {
        request: Request,
        /// The enrolled device of the person who asks.
        device_name: Option<String>,
    },
}

impl Default for Purpose {
    fn default() -> Self {
        Purpose::Execute(None)
    }
}

/// Refuses, before anything is looked up, what a rule denies to the person's role, and a request that shows an approval that it used
/// up: whatever became of the sale since, that grant is over.
pub(super) fn permitted(
    view: &dyn View,
    settings: &Settings,
    envelope: &Envelope,
    command: &Command,
    purpose: &Purpose,
) -> Stored<Decided<()>> {
    if envelope.actor.role >= Role::Manager {
        return Ok(Ok(()));
    }
    if let Err(refusal) = not_denied(view, settings, envelope, command)? {
        return Ok(Err(refusal));
    }
    let Purpose::Execute(Some(shown)) = purpose else { return Ok(Ok(())) };
    let used_up = |approval: &Approval| {
        approval.status == ApprovalStatus::Used
            && approval.requested_by_id == envelope.actor.id
            && approval.request == shown.request
            && settings.approvals.rule(approval.wanted.kind) == ApprovalRule::Approve
    };
    let approval = approvals::approval(view, shown.approval_id)?.filter(used_up);
    Ok(approval.map_or(Ok(()), |approval| Err(approval.wanted.required())))
}

fn not_denied(view: &dyn View, settings: &Settings, envelope: &Envelope, command: &Command) -> Stored<Decided<()>> {
    let denies = |kind| settings.approvals.forbids(kind, envelope.actor.role);
    let unless = |denied: bool| if denied { Err(Refusal::forbidden()) } else { Ok(()) };
    let discounts = |lines: &[LineRequest]| sales::may_discount(denies(ApprovalKind::Discount), lines);
    let exempts = |is_exempt: bool| unless(is_exempt && denies(ApprovalKind::TaxExemption));
    Ok(match command {
        Command::VoidSale(_) => unless(denies(ApprovalKind::VoidSale)),
        Command::VoidOrder(_) => unless(denies(ApprovalKind::VoidOrder)),
        Command::RefundPayment(_) => unless(denies(ApprovalKind::Refund)),
        Command::WalkOut(_) => unless(denies(ApprovalKind::WalkOut)),
        Command::RefundSale(_) => unless(denies(ApprovalKind::Refund)),
        Command::Print(PrintCommand::OpenDrawer { .. }) => unless(denies(ApprovalKind::NoSale)),
        Command::Tills(TillsCommand::Move(command)) => {
            let kind = cash::kind_of_move(view, settings, command)?;
            unless(kind.is_some_and(denies))
        }
        Command::Tills(TillsCommand::CloseUncounted(_)) => unless(denies(ApprovalKind::UncountedClose)),
        Command::Tills(TillsCommand::Correct(_)) => unless(denies(ApprovalKind::CashCorrection)),
        Command::Sell(command) => discounts(&command.lines)
            .and_then(|()| unless(command.discount.is_some() && denies(ApprovalKind::Discount)))
            .and_then(|()| exempts(command.exemption.is_some())),
        Command::Pricing(PricingCommand::Discount(command)) => {
            let is_billed = denies(ApprovalKind::AfterBill) && bills::is_billed(view, command.order_id)?;
            unless(is_billed || denies(ApprovalKind::Discount))
        }
        Command::Pricing(PricingCommand::Comp(command)) => {
            let is_billed = denies(ApprovalKind::AfterBill) && bills::is_billed(view, command.order_id)?;
            unless(is_billed || denies(ApprovalKind::Comp))
        }
        Command::Move(command) if denies(ApprovalKind::MoveAfterBill) => {
            let mut is_billed = false;
            for order_id in command.order_ids() {
                is_billed |= bills::is_billed(view, order_id)?;
            }
            unless(is_billed)
        }
        Command::PlaceOrder(command) => discounts(&command.items),
        Command::AddItem(command) => discounts(std::slice::from_ref(&command.item)),
        Command::GiveCredit(command) => discounts(&command.items).and_then(|()| exempts(command.exemption.is_some())),
        Command::ExemptOrder(_) => exempts(true),
        Command::SetServiceCharge(command) => unless(!command.apply && denies(ApprovalKind::ServiceCharge)),
        Command::RemoveItem(command) => {
            let is_billed = denies(ApprovalKind::AfterBill) && bills::is_billed(view, command.order_id)?;
            unless(is_billed || denies(ApprovalKind::RemoveSent) && may_be_sent(view, envelope, command.order_id, Some(command.item_id))?)
        }
        Command::ChangeItem(command) if command.quantity.is_some() => {
            let is_billed = denies(ApprovalKind::AfterBill) && lowers(view, command)? && bills::is_billed(view, command.order_id)?;
            unless(is_billed || denies(ApprovalKind::RemoveSent) && is_lowered_when_sent(view, envelope, command)?)
        }
        Command::SetOrderStatus(command) if command.status == OrderStatus::Cancelled => {
            let is_billed = denies(ApprovalKind::AfterBill) && bills::is_billed(view, command.order_id)?;
            unless(is_billed || denies(ApprovalKind::CancelOrder) && may_be_sent(view, envelope, command.order_id, None)?)
        }
        _ => Ok(()),
    })
}

/// Whether an item of an order (`None`: any item) was sent or is old. True for one that does not exist, which is no business of a
/// person who may not take it off.
fn may_be_sent(view: &dyn View, envelope: &Envelope, order_id: u64, item_id: Option<u64>) -> Stored<bool> {
    let Some(order) = orders::order(view, order_id)? else { return Ok(true) };
    if item_id.is_some_and(|id| order.items.iter().all(|item| item.id != id)) {
        return Ok(true);
    }
    let is_sent = sent_or_old(view, envelope, &order)?;
    Ok(order.items.iter().any(|item| item_id.is_none_or(|id| item.id == id) && is_sent(item)))
}

/// Whether a command takes pieces off an item; true for one that does not exist.
fn lowers(view: &dyn View, command: &orders::ChangeItem) -> Stored<bool> {
    let order = orders::order(view, command.order_id)?;
    let present = order.and_then(|order| order.items.into_iter().find(|item| item.id == command.item_id)).map(|item| item.line.quantity);
    Ok(present.is_none_or(|present| command.quantity.is_some_and(|quantity| quantity < present)))
}

fn is_lowered_when_sent(view: &dyn View, envelope: &Envelope, command: &orders::ChangeItem) -> Stored<bool> {
    Ok(lowers(view, command)? && may_be_sent(view, envelope, command.order_id, Some(command.item_id))?)
}

/// The events of a command that is not refused, as its purpose wants them: as they are, marked with the approval that they need and
/// beside the event that uses it up, or replaced by the question for one.
pub(super) fn approved(
    view: &dyn View,
    settings: &Settings,
    envelope: &Envelope,
    mut events: Vec<Event>,
    purpose: &Purpose,
) -> Stored<Decided<Vec<Event>>> {
    let wanted = wanted(view, settings, envelope, &events)?;
    match (purpose, wanted) {
        (Purpose::Ask { request, device_name }, wanted) => {
            let context = AskContext {
                next_id: approvals::next_approval_id(view)?,
                recent: approvals::recent_approvals(view, envelope.running)?,
                wait: settings.approvals.wait,
                device_name: device_name.clone(),
            };
            Ok(approvals::ask(wanted, request, context, envelope).map(|asked| vec![asked.into()]))
        }
        (Purpose::Execute(_), None) => Ok(Ok(events)),
        (Purpose::Execute(shown), Some(wanted)) => {
            let approval = shown.as_ref().map_or(Ok(None), |shown| approvals::approval(view, shown.approval_id))?;
            Ok(approvals::approve(&wanted, shown.as_ref(), approval.as_ref(), envelope).map(|(mark, used)| {
                events.iter_mut().for_each(|event| event.mark_approved(&mark));
                events.push(used.into());
                events
            }))
        }
    }
}

impl Event {
    /// Freezes the approval in the records that were made with it.
    fn mark_approved(&mut self, mark: &Approved) {
        let discounted = |line: &mut sales::SaleLine| {
            line.approval = line.discount_reason.is_some().then(|| mark.clone());
            line.discount.iter_mut().for_each(|discount| discount.approval = Some(mark.clone()));
        };
        match self {
            Event::SaleRecorded(event) => {
                event.lines.iter_mut().for_each(discounted);
                event.exemption.iter_mut().for_each(|exemption| exemption.approval = Some(mark.clone()));
            }
            Event::OrderPlaced(event) => event.items.iter_mut().for_each(|item| discounted(&mut item.line)),
            Event::ItemAdded(event) => discounted(&mut event.item.line),
            Event::CreditGiven(event) => {
                discounted(&mut event.credit.line);
                event.credit.exemption.iter_mut().for_each(|exemption| exemption.approval = Some(mark.clone()));
            }
            Event::ServiceChargeSet(event) => event.approval = Some(mark.clone()),
            Event::OrderRepriced(event) => event.mark_approved(mark),
            Event::OrderExempted(event) => event.approval = Some(mark.clone()),
            Event::SaleVoided(event) => event.approval = Some(mark.clone()),
            Event::SaleRefunded(event) => {
                event.sale.refund.iter_mut().for_each(|refund| refund.approval = Some(mark.clone()));
            }
            Event::ItemsMoved(event) => event.approval = Some(mark.clone()),
            Event::OrdersMerged(event) => event.approval = Some(mark.clone()),
            Event::OrderVoided(event) => event.approval = Some(mark.clone()),
            Event::PaymentRefunded(event) => event.approval = Some(mark.clone()),
            Event::OrderWalkedOut(event) => event.approval = Some(mark.clone()),
            Event::ItemRemoved(event) => event.approval = Some(mark.clone()),
            Event::ItemChanged(event) => event.approval = Some(mark.clone()),
            Event::OrderMoved(event) => event.approval = Some(mark.clone()),
            Event::PrintQueued(event) => event.approval = Some(mark.clone()),
            Event::CashMoved(event) => event.movements.iter_mut().for_each(|movement| movement.approval = Some(mark.clone())),
            Event::ShiftClosed(event) => event.approval = Some(mark.clone()),
            _ => {}
        }
    }

    /// The approval that its records were made with.
    pub(super) fn approval(&self) -> Option<&Approved> {
        match self {
            Event::SaleRecorded(event) => {
                let of_lines = event.lines.iter().find_map(sales::SaleLine::any_approval);
                of_lines.or_else(|| event.exemption.as_ref()?.approval.as_ref())
            }
            Event::OrderPlaced(event) => event.items.iter().find_map(|item| item.line.approval.as_ref()),
            Event::ItemAdded(event) => event.item.line.approval.as_ref(),
            Event::CreditGiven(event) => event.credit.line.approval.as_ref().or_else(|| event.credit.exemption.as_ref()?.approval.as_ref()),
            Event::ServiceChargeSet(event) => event.approval.as_ref(),
            Event::OrderRepriced(event) => event.approval.as_ref(),
            Event::OrderExempted(event) => event.approval.as_ref(),
            Event::SaleVoided(event) => event.approval.as_ref(),
            Event::SaleRefunded(event) => event.refund()?.approval.as_ref(),
            Event::ItemsMoved(event) => event.approval.as_ref(),
            Event::OrdersMerged(event) => event.approval.as_ref(),
            Event::OrderVoided(event) => event.approval.as_ref(),
            Event::PaymentRefunded(event) => event.approval.as_ref(),
            Event::OrderWalkedOut(event) => event.approval.as_ref(),
            Event::ItemRemoved(event) => event.approval.as_ref(),
            Event::ItemChanged(event) => event.approval.as_ref(),
            Event::OrderMoved(event) => event.approval.as_ref(),
            Event::PrintQueued(event) => event.approval.as_ref(),
            Event::CashMoved(event) => event.movements.iter().find_map(|movement| movement.approval.as_ref()),
            Event::ShiftClosed(event) => event.approval.as_ref(),
            _ => None,
        }
    }
}
