//! What a rule denies to a person's role, before anything is looked up.

use super::cash;
use crate::bills;
use crate::engine::Command;
use crate::engine::sent_items::sent_items;
use crate::orders::pricing::PricingCommand;
use crate::orders::{self, OrderStatus};
use crate::printing::PrintCommand;
use crate::sales::{self, LineRequest};
use crate::settings::{ApprovalKind, Settings};
use crate::tills::TillsCommand;
use base::{Decided, Envelope, Refusal};
use store::{Stored, View};

/// Refuses a command that a rule denies to the person's role, as far as the command alone tells. What only its events tell is refused
/// when they are known.
pub(super) fn not_denied(view: &dyn View, settings: &Settings, envelope: &Envelope, command: &Command) -> Stored<Decided<()>> {
    let denies = |kind| settings.approvals.forbids(kind, envelope.actor.role);
    let unless = |denied: bool| if denied { Err(Refusal::forbidden()) } else { Ok(()) };
    let discounts = |lines: &[LineRequest]| sales::may_discount(denies(ApprovalKind::Discount), lines);
    let exempts = |is_exempt: bool| unless(is_exempt && denies(ApprovalKind::TaxExemption));
    Ok(match command {
        Command::VoidSale(_) => unless(denies(ApprovalKind::VoidSale)),
        Command::VoidOrder(_) => unless(denies(ApprovalKind::VoidOrder)),
        Command::CorrectPayment(_) => unless(denies(ApprovalKind::CashCorrection)),
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
        Command::GiveCredit(command) => discounts(&command.items)
            .and_then(|()| exempts(command.exemption.is_some()))
            .and_then(|()| unless(command.over_limit && denies(ApprovalKind::OverLimit))),
        Command::PutOrderOnTab(command) => unless(command.over_limit && denies(ApprovalKind::OverLimit)),
        Command::ExemptOrder(_) => exempts(true),
        Command::SetServiceCharge(command) => unless(!command.apply && denies(ApprovalKind::ServiceCharge)),
        Command::RemoveItem(command) => {
            let is_billed = denies(ApprovalKind::AfterBill) && bills::is_billed(view, command.order_id)?;
            unless(
                is_billed
                    || denies(ApprovalKind::RemoveSent) && may_be_sent(view, settings, envelope, command.order_id, Some(command.item_id))?,
            )
        }
        Command::ChangeItem(command) if command.quantity.is_some() => {
            let is_billed = denies(ApprovalKind::AfterBill) && lowers(view, command)? && bills::is_billed(view, command.order_id)?;
            unless(is_billed || denies(ApprovalKind::RemoveSent) && is_lowered_when_sent(view, settings, envelope, command)?)
        }
        Command::SetOrderStatus(command) if command.status == OrderStatus::Cancelled => {
            let is_billed = denies(ApprovalKind::AfterBill) && bills::is_billed(view, command.order_id)?;
            unless(is_billed || denies(ApprovalKind::CancelOrder) && may_be_sent(view, settings, envelope, command.order_id, None)?)
        }
        Command::Tills(
            TillsCommand::Save(_)
            | TillsCommand::Remove(_)
            | TillsCommand::Open(_)
            | TillsCommand::Counting(_)
            | TillsCommand::Count(_)
            | TillsCommand::Confirm(_)
            | TillsCommand::Accept(_)
            | TillsCommand::CountSafe(_)
            | TillsCommand::Note(_)
            | TillsCommand::Tick(_),
        )
        | Command::Pricing(PricingCommand::RemoveDiscount(_) | PricingCommand::RemoveComp(_) | PricingCommand::Close(_))
        | Command::Print(_)
        | Command::Move(_)
        | Command::ChangeItem(_)
        | Command::SetOrderStatus(_)
        | Command::Staff(_)
        | Command::Pins(_)
        | Command::Devices(_)
        | Command::Approval(_)
        | Command::Settings(_)
        | Command::AttachPrinter(_)
        | Command::NoteClock(_)
        | Command::ConfirmClock
        | Command::NoteBackup(_)
        | Command::NoteRestore(_)
        | Command::NoteMachine(_)
        | Command::Standby(_)
        | Command::HeadOffice(_)
        | Command::Directive(_)
        | Command::NotePromotion(_)
        | Command::Reasons(_)
        | Command::Clock(_)
        | Command::CorrectHours(_)
        | Command::ShareTips(_)
        | Command::PayOutTips(_)
        | Command::Rate(_)
        | Command::Catalog(_)
        | Command::Import(_)
        | Command::PriceList(_)
        | Command::PricePlan(_)
        | Command::BeginTaxDay
        | Command::Scan(_)
        | Command::Stock(_)
        | Command::SoldOut(_)
        | Command::Seating(_)
        | Command::ChangeOrder(_)
        | Command::PrintBill(_)
        | Command::PayOrder(_)
        | Command::EndShares(_)
        | Command::RecoverWalkOut(_)
        | Command::PayCredit(_)
        | Command::PayTab(_)
        | Command::AddOldDebt(_)
        | Command::Customers(_)
        | Command::SetBuyer(_)
        | Command::Fiscal(_)
        | Command::Sheet(_)
        | Command::NotePrinted(_) => Ok(()),
    })
}

/// Whether an item of an order (`None`: any item) was sent or is old. True for one that does not exist, which is no business of a
/// person who may not take it off.
fn may_be_sent(view: &dyn View, settings: &Settings, envelope: &Envelope, order_id: u64, item_id: Option<u64>) -> Stored<bool> {
    let Some(order) = orders::order(view, order_id)? else { return Ok(true) };
    if item_id.is_some_and(|id| order.items.iter().all(|item| item.id != id)) {
        return Ok(true);
    }
    let sent = sent_items(view, settings, envelope, Some(&order))?;
    Ok(order.items.iter().any(|item| item_id.is_none_or(|id| item.id == id) && sent.includes(item)))
}

/// Whether a command takes pieces off an item; true for one that does not exist.
fn lowers(view: &dyn View, command: &orders::ChangeItem) -> Stored<bool> {
    let order = orders::order(view, command.order_id)?;
    let present = order.and_then(|order| order.items.into_iter().find(|item| item.id == command.item_id)).map(|item| item.line.quantity);
    Ok(present.is_none_or(|present| command.quantity.is_some_and(|quantity| quantity < present)))
}

fn is_lowered_when_sent(view: &dyn View, settings: &Settings, envelope: &Envelope, command: &orders::ChangeItem) -> Stored<bool> {
    Ok(lowers(view, command)? && may_be_sent(view, settings, envelope, command.order_id, Some(command.item_id))?)
}
