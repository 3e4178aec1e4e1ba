//! Audit log sentences: one for each kind of event.

mod cash;
mod customers;
mod jobs;
mod moves;
mod orders;
mod people;
mod pricing;
mod sales;
mod tax;

use self::jobs::job_name;
use self::orders::{item_changed, reason_with_stock, service_charge, walked_out};
use super::{Entry, Event};
use crate::box_events::ClockJumped;
use crate::catalog::{self, ProductSaved};
use crate::corrections::PaymentCorrected;
use crate::hours;
use crate::methods::PaymentMethod;
use crate::payments::{Payment, Tender};
use crate::printing::{self, JobKind, JobQueued};
use crate::reasons::{self, ListedReason, Reason, ReasonSaved};
use crate::receipts::document::{format_both, format_cash};
use crate::sales::SaleLine;
use crate::seating::{DiningTable, TableSaved};
use crate::settings;
use crate::staff::{self, UserSaved};
use crate::stock::StockMoved;
use base::{Actor, Cash, receipt_number};
use store::{Stored, View};

/// Lines of a sale or an order that are named; the rest is counted.
const LINES_NAMED: usize = 5;
const MINUTE_MILLIS: u64 = 60 * 1000;
const DAY_MINUTES: u64 = 24 * 60;

/// Describes the entry in one sentence, with who approved it. Names that the entry does not contain are the present ones.
pub fn summary(view: &dyn View, entry: &Entry) -> Stored<String> {
    let deed = deed(view, entry)?;
    Ok(match entry.event.approval() {
        Some(approval) => format!("{deed}; approved by {}", approval.approved_by),
        None => deed,
    })
}

fn deed(view: &dyn View, entry: &Entry) -> Stored<String> {
    Ok(match &entry.event {
        Event::UserSaved(event) => account(entry, event),
        Event::UserArchived(event) => format!("Account {} deleted", event.username),
        Event::PasswordChanged(event) => format!("{} changed their password", user_name(view, event.user_id)?),
        Event::SignedIn(event) => people::signed_in(event),
        Event::SignedOut(event) => people::signed_out(event, &user_name(view, event.user_id)?),
        Event::PinSet(event) if event.by_code => format!("{} chose a PIN with a code from a manager", event.username),
        Event::PinSet(event) => format!("{} chose a PIN", event.username),
        Event::PinRemoved(event) => format!("The PIN of {} ended", event.username),
        Event::PinResetMade(event) => format!("A code for a new PIN of {} was made", event.username),
        Event::InvitationMade(event) => format!("{} was invited with a code", event.username),
        Event::TourDone(event) => format!("{} finished the tour", user_name(view, event.user_id)?),
        Event::WrongPin(event) => people::wrong_pin(event),
        Event::PasswordConfirmed(event) => format!("{} entered the password", user_name(view, event.user_id)?),
        Event::DeviceEnrolled(event) => format!("Device {} enrolled", event.device.name),
        Event::DeviceChanged(event) if event.unlocked => format!("Device {} unlocked", event.device.name),
        Event::DeviceChanged(event) => format!("Device {} changed", event.device.name),
        Event::DeviceRevoked(event) => format!("Device {} revoked", event.name),
        Event::ApprovalAsked(event) => format!("Asked for approval: {}", event.question.summary),
        Event::ApprovalGranted(event) => people::approval_granted(event),
        Event::ApprovalRefused(event) => people::approval_refused(event),
        Event::ApprovalCancelled(event) => format!("Took a question back: {}", event.summary),
        Event::ApprovalUsed(event) => format!("Used an approval: {}", event.summary),
        Event::ApprovalsExpired(event) => format!("The restart ended {} open approvals", event.approval_ids.len()),
        Event::SettingsChanged(_) if entry.envelope.actor == Actor::the_box() => "Settings changed at the start".to_owned(),
        Event::SettingsChanged(_) => "Settings changed".to_owned(),
        Event::ClockJumped(event) => clock(event),
        Event::ClockConfirmed(_) => format!("The date of the box's clock was confirmed: {}", entry.envelope.at),
        Event::MachineChanged(event) => event.change.summary(),
        Event::BackupMade(event) => format!("Backup {} made ({} kB)", event.name, event.size_bytes.div_ceil(1000)),
        Event::BoxRestored(event) => format!(
            "Restored from a backup of {}; everybody signs in again, and receipts go on at {}",
            event.backup_started_at,
            receipt_number(event.day, event.receipts_skipped_to + 1)
        ),
        Event::StandbyPaired(_) => "A code was made for a second box".to_owned(),
        Event::StandbyParted(_) => "The second box was disconnected".to_owned(),
        Event::HeadConnected(event) => format!("Connected to {} at {}", event.name, event.url),
        Event::HeadDisconnected(event) => format!("Disconnected from {}", event.name),
        Event::HeadReceived(event) => people::head_received(event),
        Event::HeadApplied(event) => format!("Made change {} of head office ({})", event.number, event.kind),
        Event::HeadRefused(event) => format!("Refused change {} of head office ({}): {}", event.number, event.kind, event.reason),
        Event::BoxPromoted(event) => format!(
            "This box took over from {} after entry {}; everybody signs in again, and receipts go on at {}",
            event.first,
            event.journal,
            receipt_number(event.day, event.receipts_skipped_to + 1)
        ),
        Event::RateChanged(event) => format!("Exchange rate set to {} LRD per USD", event.rate),
        Event::ProductSaved(event) => product(entry, event),
        Event::ProductArchived(event) => format!("Product {} deleted", event.name),
        Event::ProductDetached(event) => format!("Product {} detached from head office", event.name),
        Event::PricesPlanned(event) => tax::prices_planned(view, event)?,
        Event::PlanWithdrawn(event) => format!("Price plan of {} withdrawn, {} products", event.from, event.products),
        Event::PricesUnplanned(event) => tax::prices_unplanned(view, event)?,
        Event::TaxDayBegan(event) => tax::day_began(event),
        Event::DocumentMade(event) if event.refund => format!("Fiscal document of a void on receipt {}", event.receipt_number),
        Event::DocumentMade(event) => format!("Fiscal document of receipt {}", event.receipt_number),
        Event::DocumentSigned(event) => {
            format!("Fiscal document {} signed by {}, No. {}", event.document_id, event.signature.device_id, event.signature.number)
        }
        Event::DocumentFailed(event) => format!("Fiscal document {} refused: {}", event.document_id, event.reason),
        Event::DocumentRetried(event) => format!("Fiscal document {} is sent again", event.document_id),
        Event::PaperReleased(event) => format!("Receipt {} printed without its fiscal signature", event.document_id),
        Event::ProductsImported(event) => {
            let skipped = if event.skipped > 0 { format!(", {} left out", event.skipped) } else { String::new() };
            format!("Products imported: {} new, {} changed, {} unchanged{skipped}", event.created, event.updated, event.unchanged)
        }
        Event::ScanRecorded(event) => match event.product_id {
            Some(product_id) => format!("Scanned {} ({})", event.barcode, product_name(view, product_id)?),
            None => format!("Scanned {} (unknown)", event.barcode),
        },
        Event::StockMoved(event) => stock(view, event)?,
        Event::SoldOutSet(event) if event.sold_out => format!("{} sold out tonight", event.product_name),
        Event::SoldOutSet(event) => format!("{} back on sale", event.product_name),
        Event::SaleRecorded(event) => sales::sale(view, event)?,
        Event::SaleVoided(event) => sales::voided(view, event)?,
        Event::SaleRefunded(event) => sales::refund(view, event)?,
        Event::BuyerSet(event) => {
            let was = event.replaced.as_ref().map(|buyer| format!(" (was {})", buyer.in_words())).unwrap_or_default();
            format!("Buyer of receipt {}: {}{was}", event.receipt_number, event.buyer.in_words())
        }
        Event::TableSaved(event) if event.table.archived => format!("{} taken away", event.table.label()),
        Event::TableSaved(TableSaved { table: DiningTable { number, name: Some(name), .. }, renamed: true }) => {
            format!("Table {number} is called {name}")
        }
        Event::TableSaved(event) => format!("{} is {}", event.table.label(), event.table.status.as_str()),
        Event::OrderPlaced(event) => {
            let (items, beyond) = (named_lines(event.items.iter().map(|item| &item.line)), sales::beyond_stock(event.oversold.as_deref()));
            format!("Order #{} of {}: {items}{beyond}", event.order_id, event.customer.name)
        }
        Event::ItemAdded(event) => {
            let beyond = sales::beyond_stock(event.oversold.as_deref());
            format!("Order #{}: {} added{beyond}", event.order_id, line_name(&event.item.line))
        }
        Event::ItemRemoved(event) => {
            let why = reason_with_stock(event.returns_stock, event.listed_reason.as_ref(), event.reason.as_deref());
            format!("Order #{}: {} removed{why}", event.order_id, event.name)
        }
        Event::ItemChanged(event) => item_changed(event),
        Event::OrderChanged(event) => format!("Order #{} changed ({})", event.order_id, event.customer.name),
        Event::ServiceChargeSet(event) => service_charge(event),
        Event::OrderExempted(event) => match &event.exemption {
            Some(exemption) => format!("Order #{}: {}", event.order_id, exemption.of.in_words()),
            None => format!("Order #{}: tax exemption removed", event.order_id),
        },
        Event::OrderRepriced(event) => pricing::repriced(event),
        Event::OrderClosed(event) => format!("Order #{} closed, nothing to pay, receipt {}", event.order_id, event.sale.receipt_number),
        Event::OrderMoved(event) => {
            let shelf = event.not_returned.is_empty();
            let why = reason_with_stock(shelf, event.listed_reason.as_ref(), event.reason.as_deref());
            format!("Order #{} {}{why}", event.order_id, event.status.as_str())
        }
        Event::ItemsMoved(event) => moves::items_moved(event),
        Event::OrdersMerged(event) => moves::merged(event),
        Event::ItemsLabelled(event) => moves::labelled(event),
        Event::TableMoved(event) => moves::table_moved(event),
        Event::OrdersHandedOver(event) => moves::handed_over(event),
        Event::OrderPaid(event) => {
            let end = event.sale.as_ref().map(|sale| format!(", paid in full, receipt {}", sale.receipt_number)).unwrap_or_default();
            let part = event.payment.share.map(|share| format!("part {} of {}, ", share.part, share.of)).unwrap_or_default();
            format!("Order #{}: {part}{}{end}", event.order_id, payment_summary(view, &event.payment)?)
        }
        Event::SharesEnded(event) => format!("Order #{}: equal shares ended, {} of {} paid", event.order_id, event.paid, event.of),
        Event::PaymentRefunded(event) => {
            let why = reasons::in_words(event.listed_reason.as_ref(), &event.reason);
            let id = event.payment.refunds.unwrap_or_default();
            format!("Order #{}: payment {id} taken back{}: {why}", event.order_id, refunded(view, std::slice::from_ref(&event.payment))?)
        }
        Event::PaymentCorrected(event) => corrected(view, event)?,
        Event::OrderWalkedOut(event) => walked_out(event),
        Event::WalkOutRecovered(event) => {
            format!("Order #{}: the guests came back, put on the tab of {}", event.order_id, event.customer.name)
        }
        Event::BillPrinted(event) if event.is_new => {
            format!("Order #{}: bill {}, {}", event.order_id, event.number, format_both(event.total))
        }
        Event::BillPrinted(event) => format!("Order #{}: bill {}, print {}", event.order_id, event.number, event.print),
        Event::OrderAttached(event) => {
            let beyond = customers::beyond(event.over_limit.as_ref());
            format!("Order #{} put on the tab of {}{beyond}", event.order_id, event.customer.name)
        }
        Event::OrderVoided(event) => {
            let why = reasons::in_words(event.listed_reason.as_ref(), &event.reason);
            format!("Order #{} voided{}: {why}", event.order_id, refunded(view, &event.refunds)?)
        }
        Event::CreditGiven(event) => customers::given(event),
        Event::OldDebtAdded(event) => customers::old_debt(event),
        Event::CustomerChanged(event) => customers::changed(event),
        Event::TabsJoined(event) => {
            format!("Tab of {} joined to that of {}", customers::named(&event.from), customers::named(&event.customer))
        }
        Event::CreditPaid(event) => {
            let who = event.payment.customer.as_ref().map_or("A customer", |customer| &customer.name);
            let end = event.sale.as_ref().map(|sale| format!(", receipt {}", sale.receipt_number)).unwrap_or_default();
            format!("{who} paid credit: {}{end}", payment_summary(view, &event.payment)?)
        }
        Event::PrintQueued(event) if event.kind.is_drawer() && event.by_policy => "Drawer opened for cash".to_owned(),
        Event::PrintQueued(JobQueued { kind: JobKind::Drawer { reason, listed_reason, .. }, .. }) => {
            format!("Drawer opened by hand{}", reason_suffix(listed_reason.as_ref(), reason.as_deref()))
        }
        Event::PrintQueued(event) => format!("{} queued for printing", job_name(&event.kind)),
        Event::PrintMoved(event) => {
            let name = printing::job(view, event.job_id)?.map_or_else(|| "Print job".to_owned(), |job| job_name(&job.kind));
            let why = event.error.as_ref().map(|error| format!(": {error}")).unwrap_or_default();
            let to = if event.printer_id.is_some() { ", to another printer" } else { "" };
            format!("{name} {}{to}{why}", event.status.as_str())
        }
        Event::CodesPrinted(event) => {
            let table = event.table.map(|number| format!(" of table {number}")).unwrap_or_default();
            format!("Menu code{table} printed, leading to {}", event.base)
        }
        Event::ReasonSaved(event) => reason(event),
        Event::ClockedIn(event) => format!("{} clocked in", event.user_name),
        Event::BreakBegan(event) => format!("{} took a break", event.user_name),
        Event::BreakEnded(event) => format!("{} is back from a break of {}", event.user_name, hours::in_words(event.minutes)),
        Event::ClockedOut(event) => {
            let [all, paid] = [event.figures.minutes, event.figures.paid_minutes].map(hours::in_words);
            format!("{} clocked out after {all}, {paid} of it paid", event.user_name)
        }
        Event::HoursCorrected(event) => {
            let paid = hours::in_words(event.figures.paid_minutes);
            format!("Hours of {} on {} corrected to {paid}: {}", event.user_name, event.day, event.reason)
        }
        Event::SheetIssued(event) if event.automatic => format!("Truth sheet {} issued at the end of the night", event.number()),
        Event::SheetIssued(event) => format!("Truth sheet {} issued", event.number()),
        Event::TillSaved(event) if event.is_new => format!("Till {} added", event.till.name),
        Event::TillSaved(event) => format!("Till {} changed", event.till.name),
        Event::TillArchived(event) => format!("Till {} removed", event.name),
        Event::ShiftOpened(event) => format!("{} opened with {}", event.shift.till_name, format_cash(event.shift.opening.amount)),
        Event::ShiftCounting(event) if event.began => format!("Began to count {}", event.till_name),
        Event::ShiftCounting(event) => format!("Stopped counting {}", event.till_name),
        Event::ShiftCounted(event) => format!("{} counted: {}; to be counted once more", event.till_name, format_cash(event.count.amount)),
        Event::ShiftConfirmed(event) => cash::confirmed(event),
        Event::ShiftClosed(event) => cash::closed(event),
        Event::CashMoved(event) => cash::moved(event),
        Event::TransferAccepted(event) => cash::accepted(event),
        Event::ZNoted(event) => format!("Note on {}: {}", crate::tills::z_name(event.number), event.text),
        Event::TenderTicked(event) => {
            let reference = event.reference.as_deref().map(|reference| format!(" {reference}")).unwrap_or_default();
            let seen = if event.ticked { "seen on the bar's phone" } else { "not seen any more" };
            format!("{}{reference} {seen}", event.method)
        }
        Event::TipsShared(event) => people::tips_shared(event),
        Event::TipsPaidOut(event) => {
            let confirmed = event.pin_on.as_ref().map(|device| format!(", confirmed with the PIN on {}", device.device_name));
            format!("Tips of {} paid out: {}{}", event.user_name, format_cash(event.amount), confirmed.unwrap_or_default())
        }
    })
}

/// How the wall clock jumped, and whether its date is in doubt.
fn clock(event: &ClockJumped) -> String {
    let direction = if event.by < 0 { "back" } else { "forward" };
    let minutes = event.by.unsigned_abs() / MINUTE_MILLIS;
    let jumped = match minutes {
        0 => "The clock of the box was compared with its running time".to_owned(),
        minutes if minutes < 2 * DAY_MINUTES => format!("The clock of the box jumped {minutes} minutes {direction}"),
        minutes => format!("The clock of the box jumped {} days {direction}", minutes / DAY_MINUTES),
    };
    if event.doubt.is_some() { format!("{jumped}; its date is in doubt until a manager confirms it") } else { jumped }
}

fn named_lines<'a>(lines: impl ExactSizeIterator<Item = &'a SaleLine>) -> String {
    let more = lines.len().saturating_sub(LINES_NAMED);
    let mut named: Vec<String> = lines.take(LINES_NAMED).map(line_name).collect();
    if more > 0 {
        named.push(format!("{more} more"));
    }
    named.join(", ")
}

fn reason_suffix(listed: Option<&ListedReason>, reason: Option<&str>) -> String {
    reason.map(|reason| format!(": {}", reasons::in_words(listed, reason))).unwrap_or_default()
}

/// `$20.00 taken (cash), $11.00 + L$50 change`, or tender by tender: `$4.00 (cash) + L$380 (MTN MoMo 884213A) taken`.
fn payment_summary(view: &dyn View, payment: &Payment) -> Stored<String> {
    let given = [(payment.change, "change"), (payment.tip_amount(), "tip")];
    let given = given.into_iter().filter(|(amount, _)| *amount != Cash::ZERO);
    let change: String = given.map(|(amount, what)| format!(", {} {what}", format_cash(amount))).collect();
    if payment.by_word && payment.tenders.iter().all(|tender| tender.reference.is_none()) {
        return Ok(format!("{} taken ({}){change}", format_cash(payment.tendered()), method_name(view, &payment.method)?));
    }
    Ok(format!("{} taken{change}", tenders(view, &payment.tenders)?))
}

/// The word for a method that every bar has, and the name of one that the bar has added.
fn method_name(view: &dyn View, method: &PaymentMethod) -> Stored<String> {
    if PaymentMethod::FIRST.contains(method) {
        return Ok(method.as_str().to_owned());
    }
    Ok(settings::settings(view)?.method_name(method))
}

fn tenders(view: &dyn View, tenders: &[Tender]) -> Stored<String> {
    let one = |tender: &Tender| {
        let reference = tender.reference.as_ref().map(|reference| format!(" {reference}")).unwrap_or_default();
        Ok(format!("{} ({}{reference})", format_cash(tender.cash()), method_name(view, &tender.method)?))
    };
    Ok(if tenders.is_empty() { "nothing".to_owned() } else { tenders.iter().map(one).collect::<Stored<Vec<_>>>()?.join(" + ") })
}

/// `, $20.00 given back`, or tender by tender if several methods were used.
fn refunded(view: &dyn View, refunds: &[Payment]) -> Stored<String> {
    let back: Vec<Tender> =
        refunds.iter().flat_map(|refund| &refund.tenders).map(|tender| Tender { amount: -tender.amount, ..tender.clone() }).collect();
    let Some(first) = back.first() else { return Ok(String::new()) };
    let by_one_method = back.iter().all(|tender| tender.method == first.method && tender.reference.is_none());
    let amount = if by_one_method { format_cash(back.iter().map(Tender::cash).sum()) } else { tenders(view, &back)? };
    Ok(format!(", {amount} given back"))
}

/// `Payment 12 of receipt R-20261121-0007 corrected: $2.00 (cash) to $2.00 (card): Wrong method`
fn corrected(view: &dyn View, event: &PaymentCorrected) -> Stored<String> {
    let (was, is) = (tenders(view, &event.before.tenders)?, tenders(view, &event.payment.tenders)?);
    let receipt = event.payment.receipt_number.as_ref().map(|number| format!(" of receipt {number}")).unwrap_or_default();
    let why = reasons::in_words(event.listed_reason.as_ref(), &event.reason);
    Ok(format!("Payment {}{receipt} corrected: {was} to {is}: {why}", event.payment.id))
}

fn account(entry: &Entry, event: &UserSaved) -> String {
    let user = &event.user;
    let done = if user.created_at == entry.envelope.at { "created" } else { "changed" };
    let off = if user.is_active { "" } else { ", inactive" };
    format!("Account {} {done} ({}{off})", user.username, user.role.as_str())
}

/// `Reason Wrong item (void) changed, hidden`
fn reason(event: &ReasonSaved) -> String {
    let Reason { kind, name, active, note_required, return_stock, .. } = &event.reason;
    let done = if event.is_new { "added" } else { "changed" };
    let mut parts = vec![format!("Reason {name} ({}) {done}", kind.as_str().replace('_', " "))];
    parts.extend(
        [(!*active, "hidden"), (*return_stock, "goods go back to stock"), (*note_required, "with a note")]
            .into_iter()
            .filter(|(is, _)| *is)
            .map(|(_, what)| what.to_owned()),
    );
    parts.join(", ")
}

fn product(entry: &Entry, event: &ProductSaved) -> String {
    let product = &event.product;
    let done = if product.created_at == entry.envelope.at { "created" } else { "changed" };
    let stock = match (product.is_counted(), product.floor) {
        (false, _) => ", not counted",
        (true, false) => ", may go below zero",
        (true, true) => "",
    };
    format!("Product {} {done}, {}{stock}", product.name, format_both(product.prices(product.exchange_rate)))
}

fn stock(view: &dyn View, event: &StockMoved) -> Stored<String> {
    let notes = event.notes.as_ref().map(|notes| format!(": {notes}")).unwrap_or_default();
    Ok(format!("Stock of {} {:+} ({}){notes}", product_name(view, event.product_id)?, event.delta, event.reason.as_str()))
}

/// `2 × Club Beer`, with the reason for a discount.
fn line_name(line: &SaleLine) -> String {
    format!("{} × {}{}", line.quantity, line.product_name, pricing::why_lowered(line))
}

fn product_name(view: &dyn View, id: u64) -> Stored<String> {
    Ok(catalog::any_product(view, id)?.map_or_else(|| format!("product {id}"), |product| product.name))
}

fn user_name(view: &dyn View, id: u64) -> Stored<String> {
    Ok(staff::any_user(view, id)?.map_or_else(|| format!("User {id}"), |user| user.username))
}
