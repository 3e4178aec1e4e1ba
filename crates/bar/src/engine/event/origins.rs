//! Conversions of the features' events into [`Event`].

use super::Event;
use crate::{
    approvals, bills, box_events, catalog, corrections, credit, devices, directives, fiscal, head_office, hours, menu, orders, printing,
    rates, reasons, receipts, sales, seating, settings, sheets, staff, standby, stock, tills, tips,
};
use base::BarMoment;

/// Implements the conversion of a feature's event into [`Event`].
macro_rules! from_feature {
    ($($feature:ty => $variant:ident),+ $(,)?) => {$(
        impl From<$feature> for Event {
            fn from(event: $feature) -> Self {
                Event::$variant(event)
            }
        }
    )+};
}

from_feature! {
    approvals::ApprovalAsked => ApprovalAsked,
    approvals::ApprovalUsed => ApprovalUsed,
    settings::SettingsChanged => SettingsChanged,
    box_events::ClockJumped => ClockJumped,
    box_events::ClockConfirmed => ClockConfirmed,
    box_events::BackupMade => BackupMade,
    box_events::BoxRestored => BoxRestored,
    box_events::MachineChanged => MachineChanged,
    standby::BoxPromoted => BoxPromoted,
    rates::RateChanged => RateChanged,
    catalog::ScanRecorded => ScanRecorded,
    stock::StockMoved => StockMoved,
    stock::SoldOutSet => SoldOutSet,
    sales::SaleRecorded => SaleRecorded,
    sales::SaleVoided => SaleVoided,
    receipts::BuyerSet => BuyerSet,
    seating::TableSaved => TableSaved,
    orders::OrderPlaced => OrderPlaced,
    orders::ItemAdded => ItemAdded,
    orders::ItemRemoved => ItemRemoved,
    orders::ItemChanged => ItemChanged,
    orders::OrderChanged => OrderChanged,
    orders::ServiceChargeSet => ServiceChargeSet,
    orders::OrderExempted => OrderExempted,
    orders::OrderMoved => OrderMoved,
    orders::OrderPaid => OrderPaid,
    orders::SharesEnded => SharesEnded,
    orders::PaymentRefunded => PaymentRefunded,
    orders::OrderWalkedOut => OrderWalkedOut,
    credit::WalkOutRecovered => WalkOutRecovered,
    credit::OrderAttached => OrderAttached,
    orders::OrderVoided => OrderVoided,
    credit::CreditGiven => CreditGiven,
    credit::CreditPaid => CreditPaid,
    menu::CodesPrinted => CodesPrinted,
    reasons::ReasonSaved => ReasonSaved,
    sheets::SheetIssued => SheetIssued,
    tips::TipsShared => TipsShared,
    tips::TipsPaidOut => TipsPaidOut,
}

impl From<corrections::PaymentCorrected> for Event {
    fn from(event: corrections::PaymentCorrected) -> Self {
        Event::PaymentCorrected(Box::new(event))
    }
}

impl From<orders::MoveEvent> for Event {
    fn from(event: orders::MoveEvent) -> Self {
        match event {
            orders::MoveEvent::Items(event) => Event::ItemsMoved(event),
            orders::MoveEvent::Merged(event) => Event::OrdersMerged(event),
            orders::MoveEvent::Labelled(event) => Event::ItemsLabelled(event),
            orders::MoveEvent::Table(event) => Event::TableMoved(event),
            orders::MoveEvent::HandedOver(event) => Event::OrdersHandedOver(event),
        }
    }
}

impl From<bills::BillEvent> for Event {
    fn from(event: bills::BillEvent) -> Self {
        match event {
            bills::BillEvent::Printed(event) => Event::BillPrinted(event),
            bills::BillEvent::Queued(event) => Event::PrintQueued(event),
        }
    }
}

impl From<staff::StaffEvent> for Event {
    fn from(event: staff::StaffEvent) -> Self {
        match event {
            staff::StaffEvent::Saved(event) => Event::UserSaved(event),
            staff::StaffEvent::Archived(event) => Event::UserArchived(event),
            staff::StaffEvent::Password(event) => Event::PasswordChanged(event),
            staff::StaffEvent::SignedIn(event) => Event::SignedIn(event),
            staff::StaffEvent::SignedOut(event) => Event::SignedOut(event),
            staff::StaffEvent::PinSet(event) => Event::PinSet(event),
            staff::StaffEvent::PinRemoved(event) => Event::PinRemoved(event),
            staff::StaffEvent::PinResetMade(event) => Event::PinResetMade(event),
            staff::StaffEvent::WrongPin(event) => Event::WrongPin(event),
            staff::StaffEvent::Confirmed(event) => Event::PasswordConfirmed(event),
            staff::StaffEvent::Invited(event) => Event::InvitationMade(event),
            staff::StaffEvent::TourDone(event) => Event::TourDone(event),
        }
    }
}

impl From<orders::pricing::PricingEvent> for Event {
    fn from(event: orders::pricing::PricingEvent) -> Self {
        match event {
            orders::pricing::PricingEvent::Repriced(event) => Event::OrderRepriced(event),
            orders::pricing::PricingEvent::Closed(event) => Event::OrderClosed(event),
        }
    }
}

impl From<credit::OldDebtAdded> for Event {
    fn from(event: credit::OldDebtAdded) -> Self {
        Event::OldDebtAdded(Box::new(event))
    }
}

impl From<credit::CustomerEvent> for Event {
    fn from(event: credit::CustomerEvent) -> Self {
        match event {
            credit::CustomerEvent::Changed(event) => Event::CustomerChanged(event),
            credit::CustomerEvent::Joined(event) => Event::TabsJoined(event),
        }
    }
}

impl From<sales::SaleRefunded> for Event {
    fn from(event: sales::SaleRefunded) -> Self {
        Event::SaleRefunded(Box::new(event))
    }
}

impl From<devices::DeviceEvent> for Event {
    fn from(event: devices::DeviceEvent) -> Self {
        match event {
            devices::DeviceEvent::Enrolled(event) => Event::DeviceEnrolled(event),
            devices::DeviceEvent::Changed(event) => Event::DeviceChanged(event),
            devices::DeviceEvent::Revoked(event) => Event::DeviceRevoked(event),
        }
    }
}

impl From<approvals::ApprovalEvent> for Event {
    fn from(event: approvals::ApprovalEvent) -> Self {
        match event {
            approvals::ApprovalEvent::Granted(event) => Event::ApprovalGranted(event),
            approvals::ApprovalEvent::Refused(event) => Event::ApprovalRefused(event),
            approvals::ApprovalEvent::Cancelled(event) => Event::ApprovalCancelled(event),
            approvals::ApprovalEvent::Expired(event) => Event::ApprovalsExpired(event),
        }
    }
}

impl From<standby::StandbyEvent> for Event {
    fn from(event: standby::StandbyEvent) -> Self {
        match event {
            standby::StandbyEvent::Paired(event) => Event::StandbyPaired(event),
            standby::StandbyEvent::Parted(event) => Event::StandbyParted(event),
        }
    }
}

impl From<head_office::HeadOfficeEvent> for Event {
    fn from(event: head_office::HeadOfficeEvent) -> Self {
        match event {
            head_office::HeadOfficeEvent::Connected(event) => Event::HeadConnected(event),
            head_office::HeadOfficeEvent::Disconnected(event) => Event::HeadDisconnected(event),
        }
    }
}

impl From<directives::DirectiveEvent> for Event {
    fn from(event: directives::DirectiveEvent) -> Self {
        match event {
            directives::DirectiveEvent::Received(event) => Event::HeadReceived(Box::new(event)),
            directives::DirectiveEvent::Applied(event) => Event::HeadApplied(Box::new(event)),
            directives::DirectiveEvent::Refused(event) => Event::HeadRefused(Box::new(event)),
        }
    }
}

impl Event {
    /// An event of the catalog. A change of a stock level happens at the moment `now`.
    pub(in crate::engine) fn of_catalog(event: catalog::CatalogEvent, now: BarMoment) -> Self {
        match event {
            catalog::CatalogEvent::Saved(event) => Event::ProductSaved(event),
            catalog::CatalogEvent::Archived(event) => Event::ProductArchived(event),
            catalog::CatalogEvent::Detached(event) => Event::ProductDetached(event),
            catalog::CatalogEvent::Stock { product_id, delta, first } => {
                let reason = if first { stock::Reason::Count } else { stock::Reason::Correction };
                Event::StockMoved(stock::StockMoved::of_product(product_id, delta, reason, now))
            }
        }
    }

    /// An event of an import at the moment `now`.
    pub(in crate::engine) fn of_import(event: catalog::ImportEvent, now: BarMoment) -> Self {
        match event {
            catalog::ImportEvent::Imported(event) => Event::ProductsImported(event),
            catalog::ImportEvent::Saved(event) => Event::ProductSaved(event),
            catalog::ImportEvent::Stock { product_id, delta } => {
                let reason = stock::Reason::Import;
                Event::StockMoved(stock::StockMoved::of_product(product_id, delta, reason, now))
            }
        }
    }
}

impl From<catalog::PricePlanEvent> for Event {
    fn from(event: catalog::PricePlanEvent) -> Self {
        match event {
            catalog::PricePlanEvent::Planned(event) => Event::PricesPlanned(event),
            catalog::PricePlanEvent::Withdrawn(event) => Event::PlanWithdrawn(event),
        }
    }
}

impl From<hours::HoursEvent> for Event {
    fn from(event: hours::HoursEvent) -> Self {
        match event {
            hours::HoursEvent::ClockedIn(event) => Event::ClockedIn(event),
            hours::HoursEvent::BreakBegan(event) => Event::BreakBegan(event),
            hours::HoursEvent::BreakEnded(event) => Event::BreakEnded(event),
            hours::HoursEvent::ClockedOut(event) => Event::ClockedOut(event),
            hours::HoursEvent::Corrected(event) => Event::HoursCorrected(event),
        }
    }
}

impl From<tills::TillsEvent> for Event {
    fn from(event: tills::TillsEvent) -> Self {
        match event {
            tills::TillsEvent::Saved(event) => Event::TillSaved(event),
            tills::TillsEvent::Archived(event) => Event::TillArchived(event),
            tills::TillsEvent::Opened(event) => Event::ShiftOpened(event),
            tills::TillsEvent::Counting(event) => Event::ShiftCounting(event),
            tills::TillsEvent::Counted(event) => Event::ShiftCounted(event),
            tills::TillsEvent::Confirmed(event) => Event::ShiftConfirmed(event),
            tills::TillsEvent::Closed(event) => Event::ShiftClosed(event),
            tills::TillsEvent::Moved(event) => Event::CashMoved(event),
            tills::TillsEvent::Accepted(event) => Event::TransferAccepted(event),
            tills::TillsEvent::Noted(event) => Event::ZNoted(event),
            tills::TillsEvent::Ticked(event) => Event::TenderTicked(event),
        }
    }
}

impl From<fiscal::FiscalEvent> for Event {
    fn from(event: fiscal::FiscalEvent) -> Self {
        match event {
            fiscal::FiscalEvent::Signed(event) => Event::DocumentSigned(event),
            fiscal::FiscalEvent::Failed(event) => Event::DocumentFailed(event),
            fiscal::FiscalEvent::Retried(event) => Event::DocumentRetried(event),
            fiscal::FiscalEvent::PaperReleased(event) => Event::PaperReleased(event),
        }
    }
}

impl From<printing::PrintEvent> for Event {
    fn from(event: printing::PrintEvent) -> Self {
        match event {
            printing::PrintEvent::Queued(event) => Event::PrintQueued(event),
            printing::PrintEvent::Moved(event) => Event::PrintMoved(event),
        }
    }
}
