//! The money that an event carries. A new kind of event does not compile until both questions are answered here.

use super::Event;
use crate::payments::Payment;
use crate::sales::SaleRecorded;

impl Event {
    /// The sale with whose receipt the event ends.
    pub(in crate::engine) fn sale(&self) -> Option<&SaleRecorded> {
        match self {
            Event::SaleRecorded(event) => Some(event),
            Event::SaleRefunded(event) => Some(&event.sale),
            Event::ItemRemoved(event) => event.sale.as_ref(),
            Event::ItemChanged(event) => event.sale.as_ref(),
            Event::OrderChanged(event) => event.sale.as_ref(),
            Event::ServiceChargeSet(event) => event.sale.as_ref(),
            Event::ItemsMoved(event) => event.sale.as_ref(),
            Event::OrdersMerged(event) => event.sale.as_ref(),
            Event::OrderRepriced(event) => event.sale.as_ref(),
            Event::OrderClosed(event) => Some(&event.sale),
            Event::OrderPaid(event) => event.sale.as_ref(),
            Event::OrderWalkedOut(event) => event.sale.as_ref(),
            Event::OrderAttached(event) => event.sale.as_ref(),
            Event::CreditPaid(event) => event.sale.as_ref(),
            Event::UserSaved(_)
            | Event::UserArchived(_)
            | Event::PasswordChanged(_)
            | Event::SignedIn(_)
            | Event::SignedOut(_)
            | Event::PinSet(_)
            | Event::PinRemoved(_)
            | Event::PinResetMade(_)
            | Event::WrongPin(_)
            | Event::PasswordConfirmed(_)
            | Event::DeviceEnrolled(_)
            | Event::DeviceChanged(_)
            | Event::DeviceRevoked(_)
            | Event::ApprovalAsked(_)
            | Event::ApprovalGranted(_)
            | Event::ApprovalRefused(_)
            | Event::ApprovalCancelled(_)
            | Event::ApprovalUsed(_)
            | Event::ApprovalsExpired(_)
            | Event::SettingsChanged(_)
            | Event::ClockJumped(_)
            | Event::ClockConfirmed(_)
            | Event::BackupMade(_)
            | Event::BoxRestored(_)
            | Event::StandbyPaired(_)
            | Event::StandbyParted(_)
            | Event::BoxPromoted(_)
            | Event::HeadConnected(_)
            | Event::HeadDisconnected(_)
            | Event::HeadReceived(_)
            | Event::HeadApplied(_)
            | Event::HeadRefused(_)
            | Event::RateChanged(_)
            | Event::ProductSaved(_)
            | Event::ProductArchived(_)
            | Event::ProductDetached(_)
            | Event::ProductsImported(_)
            | Event::PricesPlanned(_)
            | Event::PlanWithdrawn(_)
            | Event::PricesUnplanned(_)
            | Event::TaxDayBegan(_)
            | Event::ScanRecorded(_)
            | Event::StockMoved(_)
            | Event::SaleVoided(_)
            | Event::BuyerSet(_)
            | Event::TableSaved(_)
            | Event::OrderPlaced(_)
            | Event::ItemAdded(_)
            | Event::OrderExempted(_)
            | Event::ItemsLabelled(_)
            | Event::TableMoved(_)
            | Event::OrdersHandedOver(_)
            | Event::OrderMoved(_)
            | Event::SharesEnded(_)
            | Event::PaymentRefunded(_)
            | Event::WalkOutRecovered(_)
            | Event::BillPrinted(_)
            | Event::OrderVoided(_)
            | Event::CreditGiven(_)
            | Event::PrintQueued(_)
            | Event::PrintMoved(_)
            | Event::DocumentMade(_)
            | Event::DocumentSigned(_)
            | Event::DocumentFailed(_)
            | Event::DocumentRetried(_)
            | Event::PaperReleased(_)
            | Event::CodesPrinted(_)
            | Event::ReasonSaved(_)
            | Event::ClockedIn(_)
            | Event::BreakBegan(_)
            | Event::BreakEnded(_)
            | Event::ClockedOut(_)
            | Event::HoursCorrected(_)
            | Event::SheetIssued(_)
            | Event::TipsShared(_)
            | Event::TipsPaidOut(_)
            | Event::TillSaved(_)
            | Event::TillArchived(_)
            | Event::ShiftOpened(_)
            | Event::ShiftCounting(_)
            | Event::ShiftCounted(_)
            | Event::ShiftConfirmed(_)
            | Event::ShiftClosed(_)
            | Event::CashMoved(_)
            | Event::TransferAccepted(_)
            | Event::ZNoted(_)
            | Event::TenderTicked(_) => None,
        }
    }

    /// Whether the event records a payment or a refund, that of a counter sale among them.
    pub(in crate::engine) fn takes_money(&self) -> bool {
        matches!(self, Event::SaleRecorded(_)) || !self.payments().is_empty()
    }

    /// The payments that the event records, refunds among them; not that of a counter sale, which its sale has.
    pub(in crate::engine) fn payments(&self) -> Vec<&Payment> {
        match self {
            Event::SaleVoided(event) => event.refunds.iter().flatten().collect(),
            Event::SaleRefunded(event) => event.payments.iter().collect(),
            Event::OrderPaid(event) => vec![&event.payment],
            Event::PaymentRefunded(event) => vec![&event.payment],
            Event::OrderVoided(event) => event.refunds.iter().collect(),
            Event::CreditPaid(event) => vec![&event.payment],
            Event::UserSaved(_)
            | Event::UserArchived(_)
            | Event::PasswordChanged(_)
            | Event::SignedIn(_)
            | Event::SignedOut(_)
            | Event::PinSet(_)
            | Event::PinRemoved(_)
            | Event::PinResetMade(_)
            | Event::WrongPin(_)
            | Event::PasswordConfirmed(_)
            | Event::DeviceEnrolled(_)
            | Event::DeviceChanged(_)
            | Event::DeviceRevoked(_)
            | Event::ApprovalAsked(_)
            | Event::ApprovalGranted(_)
            | Event::ApprovalRefused(_)
            | Event::ApprovalCancelled(_)
            | Event::ApprovalUsed(_)
            | Event::ApprovalsExpired(_)
            | Event::SettingsChanged(_)
            | Event::ClockJumped(_)
            | Event::ClockConfirmed(_)
            | Event::BackupMade(_)
            | Event::BoxRestored(_)
            | Event::StandbyPaired(_)
            | Event::StandbyParted(_)
            | Event::BoxPromoted(_)
            | Event::HeadConnected(_)
            | Event::HeadDisconnected(_)
            | Event::HeadReceived(_)
            | Event::HeadApplied(_)
            | Event::HeadRefused(_)
            | Event::RateChanged(_)
            | Event::ProductSaved(_)
            | Event::ProductArchived(_)
            | Event::ProductDetached(_)
            | Event::ProductsImported(_)
            | Event::PricesPlanned(_)
            | Event::PlanWithdrawn(_)
            | Event::PricesUnplanned(_)
            | Event::TaxDayBegan(_)
            | Event::ScanRecorded(_)
            | Event::StockMoved(_)
            | Event::SaleRecorded(_)
            | Event::BuyerSet(_)
            | Event::TableSaved(_)
            | Event::OrderPlaced(_)
            | Event::ItemAdded(_)
            | Event::ItemRemoved(_)
            | Event::ItemChanged(_)
            | Event::OrderChanged(_)
            | Event::ServiceChargeSet(_)
            | Event::OrderExempted(_)
            | Event::ItemsMoved(_)
            | Event::OrdersMerged(_)
            | Event::ItemsLabelled(_)
            | Event::TableMoved(_)
            | Event::OrdersHandedOver(_)
            | Event::OrderRepriced(_)
            | Event::OrderClosed(_)
            | Event::OrderMoved(_)
            | Event::SharesEnded(_)
            | Event::OrderWalkedOut(_)
            | Event::WalkOutRecovered(_)
            | Event::BillPrinted(_)
            | Event::OrderAttached(_)
            | Event::CreditGiven(_)
            | Event::PrintQueued(_)
            | Event::PrintMoved(_)
            | Event::DocumentMade(_)
            | Event::DocumentSigned(_)
            | Event::DocumentFailed(_)
            | Event::DocumentRetried(_)
            | Event::PaperReleased(_)
            | Event::CodesPrinted(_)
            | Event::ReasonSaved(_)
            | Event::ClockedIn(_)
            | Event::BreakBegan(_)
            | Event::BreakEnded(_)
            | Event::ClockedOut(_)
            | Event::HoursCorrected(_)
            | Event::SheetIssued(_)
            | Event::TipsShared(_)
            | Event::TipsPaidOut(_)
            | Event::TillSaved(_)
            | Event::TillArchived(_)
            | Event::ShiftOpened(_)
            | Event::ShiftCounting(_)
            | Event::ShiftCounted(_)
            | Event::ShiftConfirmed(_)
            | Event::ShiftClosed(_)
            | Event::CashMoved(_)
            | Event::TransferAccepted(_)
            | Event::ZNoted(_)
            | Event::TenderTicked(_) => Vec::new(),
        }
    }
}
