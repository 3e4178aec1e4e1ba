//! Applies one entry of the journal to the tables.

mod billed;
mod corrections;
mod exceptions;
pub(super) mod foresee;
mod lookups;
mod nights;
mod shared;
mod tills;

use self::lookups::{day_of_void, moment};
use self::shared::{apply_refund, apply_sale, forget_devices};
use crate::approvals::DecidedHow;
use crate::engine::{Entry, Event, clock_rollbacks, topics};
use crate::printing::JobKind;
use crate::{
    approvals, bills, box_events, catalog, credit, devices, directives, fiscal, head_office, hours, menu, orders, printing, rates, reasons,
    receipts, reports, sales, seating, settings, sheets, staff, standby, stock, tips,
};
use store::{Stored, Tables};

/// Applies an entry to the tables. Deterministic and infallible but for the store: it refuses nothing and uses no clock and no
/// randomness, so it does the same live, in a rebuild and on a second box.
pub fn apply(tables: &mut dyn Tables, entry: &Entry) -> Stored<()> {
    apply_rows(tables, entry)?;
    let changes_bills = billed::compare_orders(tables, entry)?;
    topics::apply_topics(tables, entry, changes_bills)
}

/// Applies all of an entry but what follows from it for bills and live updates.
pub(super) fn apply_rows(tables: &mut dyn Tables, entry: &Entry) -> Stored<()> {
    let envelope = &entry.envelope;
    // First: these read the rows as they were before.
    let day = moment(tables.view(), envelope)?.day;
    sheets::end_days_before(tables, day)?;
    exceptions::count(tables, entry)?;
    tills::apply(tables, entry)?;
    match &entry.event {
        Event::UserSaved(event) => staff::apply_saved(tables, event),
        Event::UserArchived(event) => staff::apply_archived(tables, event),
        Event::PasswordChanged(event) => {
            hours::apply_new_session(tables, event.user_id, &event.session_id)?;
            staff::apply_password(tables, envelope, event)
        }
        Event::SignedIn(event) => {
            let day = moment(tables.view(), envelope)?.day;
            hours::apply_sign_in(tables, event.user_id, &event.session_id, day)?;
            staff::apply_signed_in(tables, envelope, event)?;
            devices::apply_signed_in(tables, envelope, event)
        }
        Event::SignedOut(event) => staff::apply_signed_out(tables, event),
        Event::PinSet(event) => staff::pins::apply_pin_set(tables, event),
        Event::PinRemoved(event) => staff::pins::apply_pin_removed(tables, event),
        Event::PinResetMade(_) | Event::InvitationMade(_) => Ok(()),
        Event::TourDone(event) => staff::apply_tour_done(tables, event),
        Event::WrongPin(event) => {
            staff::pins::apply_wrong_pin(tables, envelope, event)?;
            devices::apply_wrong_pin(tables, event)
        }
        Event::PasswordConfirmed(event) => staff::apply_confirmed(tables, envelope, event),
        Event::DeviceEnrolled(event) => devices::apply_enrolled(tables, event),
        Event::DeviceChanged(event) => devices::apply_changed(tables, event),
        Event::DeviceRevoked(event) => devices::apply_revoked(tables, event),
        Event::ApprovalAsked(event) => approvals::apply_asked(tables, entry.seq, envelope, event),
        Event::ApprovalGranted(event) => {
            let (device_id, user_id) = (event.here.as_ref().map(|device| device.device_id), envelope.actor.id);
            match (event.how, device_id) {
                (DecidedHow::Pin, Some(device_id)) => staff::pins::apply_right_pin(tables, device_id, user_id)?,
                (DecidedHow::Password, _) => staff::pins::apply_right_password(tables, device_id, user_id)?,
                (DecidedHow::Pin, None) | (DecidedHow::OwnPhone, _) => {}
            }
            approvals::apply_granted(tables, entry.seq, envelope, event)
        }
        Event::ApprovalRefused(event) => approvals::apply_refused(tables, entry.seq, envelope, event),
        Event::ApprovalCancelled(event) => approvals::apply_cancelled(tables, entry.seq, event),
        Event::ApprovalUsed(event) => approvals::apply_used(tables, entry.seq, envelope, event),
        Event::ApprovalsExpired(event) => approvals::apply_expired(tables, entry.seq, event),
        Event::SettingsChanged(event) => {
            let before = settings::settings(tables.view())?;
            receipts::apply_head(tables, &before, &event.settings)?;
            settings::apply_changed(tables, event)
        }
        Event::ReasonSaved(event) => reasons::apply_saved(tables, event),
        Event::ClockedIn(event) => hours::apply_clocked_in(tables, entry.seq, envelope, event),
        Event::BreakBegan(event) => hours::apply_break_began(tables, entry.seq, envelope, event),
        Event::BreakEnded(event) => hours::apply_break_ended(tables, envelope, event),
        Event::ClockedOut(event) => hours::apply_clocked_out(tables, envelope, event),
        Event::HoursCorrected(event) => hours::apply_corrected(tables, envelope, event),
        Event::TipsShared(event) => tips::apply_shared(tables, event),
        Event::TipsPaidOut(event) => {
            if let Some(device) = &event.pin_on {
                staff::pins::apply_right_pin(tables, device.device_id, event.user_id)?;
            }
            tips::apply_paid_out(tables, event)
        }
        Event::TillSaved(event) => crate::tills::apply_saved(tables, event),
        Event::TillArchived(event) => crate::tills::apply_archived(tables, event),
        Event::ShiftOpened(event) => crate::tills::apply_opened(tables, event),
        Event::ShiftCounting(event) => crate::tills::apply_counting(tables, envelope, event),
        Event::ShiftCounted(event) => crate::tills::apply_counted(tables, envelope, event),
        Event::ShiftConfirmed(event) => crate::tills::apply_confirmed(tables, event),
        Event::ShiftClosed(event) => crate::tills::apply_closed(tables, envelope, event),
        Event::CashMoved(event) => crate::tills::apply_moved(tables, event),
        Event::TransferAccepted(event) => crate::tills::apply_accepted(tables, event),
        Event::ZNoted(event) => crate::tills::apply_noted(tables, envelope, event),
        Event::TenderTicked(event) => crate::tills::apply_tick(tables, envelope, event),
        Event::RateChanged(event) => rates::apply_changed(tables, entry.seq, envelope, event),
        Event::ProductSaved(event) => {
            catalog::apply_saved(tables, event)?;
            stock::apply_counting(tables, event)
        }
        Event::ProductArchived(event) => catalog::apply_archived(tables, event),
        Event::ProductDetached(event) => catalog::apply_detached(tables, event),
        Event::ProductsImported(event) => catalog::apply_imported(tables, event),
        Event::TaxDayBegan(_) | Event::MachineChanged(_) => Ok(()),
        Event::PricesPlanned(event) => catalog::apply_planned(tables, event),
        Event::PlanWithdrawn(event) => catalog::apply_withdrawn(tables, event),
        Event::PricesUnplanned(event) => catalog::apply_unplanned(tables, event),
        Event::BackupMade(event) => box_events::apply_backed_up(tables, envelope, event),
        Event::ClockJumped(event) => {
            clock_rollbacks::record(tables, entry.seq, event.turned_from)?;
            box_events::apply_clock(tables, entry.seq, event.doubt.as_ref())
        }
        Event::ClockConfirmed(event) => {
            clock_rollbacks::record(tables, entry.seq, event.turned_from)?;
            box_events::apply_clock(tables, entry.seq, None)
        }
        Event::BoxRestored(event) => {
            forget_devices(tables)?;
            crate::tills::begin_z_series(tables, event.replaced_z)?;
            sales::begin_series(tables, event.series)?;
            bills::begin_series(tables)?;
            head_office::apply_line_began(tables, entry.seq)
        }
        Event::HeadConnected(event) => head_office::apply_connected(tables, envelope, event),
        Event::HeadDisconnected(_) => {
            directives::apply_unlinked(tables)?;
            head_office::apply_disconnected(tables)
        }
        Event::HeadReceived(event) => directives::apply_received(tables, envelope, event),
        Event::HeadApplied(event) => directives::apply_applied(tables, envelope, event),
        Event::HeadRefused(event) => directives::apply_refused(tables, envelope, event),
        Event::StandbyPaired(event) => standby::apply_paired(tables, envelope, event),
        Event::StandbyParted(_) => standby::apply_parted(tables),
        Event::BoxPromoted(event) => {
            forget_devices(tables)?;
            crate::tills::begin_z_series(tables, 0)?;
            sales::begin_series(tables, event.series)?;
            bills::begin_series(tables)?;
            head_office::apply_line_began(tables, entry.seq)
        }
        Event::ScanRecorded(event) => catalog::apply_scan(tables, envelope, event),
        Event::StockMoved(event) => stock::apply_moved(tables, envelope, event),
        Event::SoldOutSet(event) => stock::apply_sold_out(tables, event),
        // Its sale is applied below.
        Event::SaleRecorded(_) => Ok(()),
        Event::SaleVoided(event) => {
            // The totals first: they subtract the line as it was before it is voided.
            reports::apply_voided(tables, envelope, event)?;
            sales::apply_voided(tables, envelope, event)
        }
        Event::SaleRefunded(event) => apply_refund(tables, envelope, event),
        Event::BuyerSet(event) => receipts::apply_buyer(tables, event),
        Event::TableSaved(event) => seating::apply_table(tables, envelope, event),
        Event::OrderPlaced(event) => orders::apply_placed(tables, envelope, event),
        Event::ItemAdded(event) => orders::apply_item_added(tables, envelope, event),
        Event::ItemRemoved(event) => orders::apply_item_removed(tables, envelope, event),
        Event::ItemChanged(event) => orders::apply_item_changed(tables, envelope, event),
        Event::OrderChanged(event) => orders::apply_changed(tables, envelope, event),
        Event::ServiceChargeSet(event) => orders::apply_service(tables, envelope, event),
        Event::SharesEnded(event) => orders::apply_shares_ended(tables, envelope, event),
        Event::OrderExempted(event) => orders::apply_exempted(tables, envelope, event),
        Event::ItemsMoved(event) => orders::apply_items_moved(tables, envelope, event),
        Event::OrdersMerged(event) => orders::apply_merged(tables, envelope, event),
        Event::ItemsLabelled(event) => orders::apply_labelled(tables, envelope, event),
        Event::TableMoved(event) => orders::apply_table_moved(tables, envelope, event),
        Event::OrdersHandedOver(event) => orders::apply_handed_over(tables, envelope, event),
        Event::OrderRepriced(event) => orders::pricing::apply_repriced(tables, envelope, event),
        Event::OrderClosed(event) => orders::pricing::apply_closed(tables, envelope, event),
        Event::OrderMoved(event) => orders::apply_moved(tables, envelope, event),
        Event::OrderPaid(event) => {
            orders::apply_paid(tables, envelope, event)?;
            reports::apply_payment(tables, &event.payment)
        }
        Event::PaymentRefunded(event) => {
            orders::apply_payment_refunded(tables, envelope, event)?;
            reports::apply_payment(tables, &event.payment)
        }
        Event::PaymentCorrected(event) => {
            crate::corrections::apply_corrected(tables, envelope, event)?;
            reports::apply_corrected(tables, &event.before, &event.payment)
        }
        Event::OrderWalkedOut(event) => orders::apply_walked_out(tables, envelope, event),
        Event::WalkOutRecovered(event) => credit::apply_recovered(tables, envelope, event),
        Event::BillPrinted(event) => bills::apply_printed(tables, envelope, event),
        Event::OrderAttached(event) => credit::apply_attached(tables, envelope, event),
        Event::OrderVoided(event) => {
            let day = day_of_void(tables.view(), envelope, event)?;
            credit::apply_voided(tables, envelope, event)?;
            reports::apply_order_voided(tables, envelope, event, day)
        }
        Event::CreditGiven(event) => credit::apply_given(tables, envelope, event),
        Event::OldDebtAdded(event) => credit::apply_old_debt(tables, envelope, event),
        Event::CustomerChanged(event) => credit::apply_customer_changed(tables, event),
        Event::TabsJoined(event) => credit::apply_joined(tables, event),
        Event::CreditPaid(event) => {
            credit::apply_paid(tables, envelope, event)?;
            reports::apply_payment(tables, &event.payment)
        }
        Event::PrintQueued(event) => {
            count_report(tables, &event.kind)?;
            printing::apply_queued(tables, envelope, event)
        }
        Event::PrintMoved(event) => {
            if let (Some(_), Some(job)) = (event.copy, printing::job(tables.view(), event.job_id)?) {
                count_report(tables, &job.kind)?;
            }
            printing::apply_moved(tables, envelope, event)
        }
        Event::DocumentMade(event) => fiscal::apply_made(tables, envelope, event),
        Event::DocumentSigned(event) => fiscal::apply_signed(tables, event),
        Event::DocumentFailed(event) => fiscal::apply_failed(tables, event),
        Event::DocumentRetried(event) => fiscal::apply_retried(tables, event),
        Event::PaperReleased(event) => fiscal::apply_paper(tables, event),
        Event::CodesPrinted(event) => menu::apply_printed(tables, envelope, event),
        Event::SheetIssued(event) => sheets::apply_issued(tables, envelope, event),
    }?;
    for payment in entry.event.payments() {
        tips::apply_payment(tables, payment)?;
    }
    if let Some(sale) = entry.event.sale() {
        apply_sale(tables, envelope, sale)?;
    }
    nights::apply(tables, entry)?;
    exceptions::count_falls(tables, entry)
}

/// Counts a print of a Z or of an X.
fn count_report(tables: &mut dyn Tables, kind: &JobKind) -> Stored<()> {
    match kind {
        JobKind::Z { number, .. } => crate::tills::apply_z_printed(tables, *number),
        JobKind::ShiftX { shift_id } => crate::tills::apply_x_printed(tables, *shift_id),
        JobKind::Receipt { .. }
        | JobKind::Drawer { .. }
        | JobKind::Bill { .. }
        | JobKind::Bills { .. }
        | JobKind::TestPage
        | JobKind::Ticket(_)
        | JobKind::Cancellation(_)
        | JobKind::Moved(_)
        | JobKind::Report { .. }
        | JobKind::Hours { .. }
        | JobKind::Exceptions { .. }
        | JobKind::Tips { .. }
        | JobKind::Tax { .. }
        | JobKind::Cash { .. }
        | JobKind::DropSlip { .. }
        | JobKind::PayOutSlip { .. }
        | JobKind::CountSlip { .. }
        | JobKind::PaymentSlip { .. }
        | JobKind::Slip { .. }
        | JobKind::Sheet { .. } => Ok(()),
    }
}
