//! Patterns of events that most questions answer in the same way, so that a match without `_ =>` stays short. A match about goods or money
//! names sales, orders and credit one by one; `trade_events` is for the others.
//!
//! A new event goes into one of these only if what the group says is true of it. Otherwise every match asks for it.

/// Events that only their own feature's rows tell: they take no money and no cash, change no order, print nothing, need no approval, and
/// count for no person.
macro_rules! plain_events {
    () => {
        $crate::engine::Event::UserArchived(_)
            | $crate::engine::Event::PasswordChanged(_)
            | $crate::engine::Event::InvitationMade(_)
            | $crate::engine::Event::TourDone(_)
            | $crate::engine::Event::SignedIn(_)
            | $crate::engine::Event::SignedOut(_)
            | $crate::engine::Event::PinSet(_)
            | $crate::engine::Event::PinRemoved(_)
            | $crate::engine::Event::PasswordConfirmed(_)
            | $crate::engine::Event::DeviceEnrolled(_)
            | $crate::engine::Event::DeviceChanged(_)
            | $crate::engine::Event::DeviceRevoked(_)
            | $crate::engine::Event::ApprovalAsked(_)
            | $crate::engine::Event::ApprovalCancelled(_)
            | $crate::engine::Event::ApprovalUsed(_)
            | $crate::engine::Event::ApprovalsExpired(_)
            | $crate::engine::Event::SettingsChanged(_)
            | $crate::engine::Event::BackupMade(_)
            | $crate::engine::Event::BoxRestored(_)
            | $crate::engine::Event::MachineChanged(_)
            | $crate::engine::Event::StandbyPaired(_)
            | $crate::engine::Event::StandbyParted(_)
            | $crate::engine::Event::BoxPromoted(_)
            | $crate::engine::Event::HeadConnected(_)
            | $crate::engine::Event::HeadDisconnected(_)
            | $crate::engine::Event::HeadReceived(_)
            | $crate::engine::Event::HeadApplied(_)
            | $crate::engine::Event::HeadRefused(_)
            | $crate::engine::Event::RateChanged(_)
            | $crate::engine::Event::ProductArchived(_)
            | $crate::engine::Event::ProductDetached(_)
            | $crate::engine::Event::ProductsImported(_)
            | $crate::engine::Event::PlanWithdrawn(_)
            | $crate::engine::Event::PricesUnplanned(_)
            | $crate::engine::Event::ScanRecorded(_)
            | $crate::engine::Event::StockMoved(_)
            | $crate::engine::Event::SoldOutSet(_)
            | $crate::engine::Event::BuyerSet(_)
            | $crate::engine::Event::CustomerChanged(_)
            | $crate::engine::Event::TabsJoined(_)
            | $crate::engine::Event::OldDebtAdded(_)
            | $crate::engine::Event::TableSaved(_)
            | $crate::engine::Event::BillPrinted(_)
            | $crate::engine::Event::DocumentMade(_)
            | $crate::engine::Event::DocumentFailed(_)
            | $crate::engine::Event::DocumentRetried(_)
            | $crate::engine::Event::CodesPrinted(_)
            | $crate::engine::Event::ReasonSaved(_)
            | $crate::engine::Event::ClockedIn(_)
            | $crate::engine::Event::BreakBegan(_)
            | $crate::engine::Event::BreakEnded(_)
            | $crate::engine::Event::ClockedOut(_)
            | $crate::engine::Event::HoursCorrected(_)
            | $crate::engine::Event::SheetIssued(_)
            | $crate::engine::Event::TipsShared(_)
            | $crate::engine::Event::TipsPaidOut(_)
            | $crate::engine::Event::TillSaved(_)
            | $crate::engine::Event::TillArchived(_)
            | $crate::engine::Event::ShiftCounting(_)
            | $crate::engine::Event::ShiftCounted(_)
            | $crate::engine::Event::ShiftConfirmed(_)
            | $crate::engine::Event::ZNoted(_)
            | $crate::engine::Event::TenderTicked(_)
    };
}
pub(in crate::engine) use plain_events;

/// Events about people that are counted for them or compared with head office, without money, orders or paper.
macro_rules! people_events {
    () => {
        $crate::engine::Event::UserSaved(_)
            | $crate::engine::Event::PinResetMade(_)
            | $crate::engine::Event::WrongPin(_)
            | $crate::engine::Event::ApprovalGranted(_)
            | $crate::engine::Event::ApprovalRefused(_)
    };
}
pub(in crate::engine) use people_events;

/// Events about prices and days, without money, orders or paper.
macro_rules! price_and_day_events {
    () => {
        $crate::engine::Event::ProductSaved(_)
            | $crate::engine::Event::PricesPlanned(_)
            | $crate::engine::Event::TaxDayBegan(_)
            | $crate::engine::Event::ClockJumped(_)
            | $crate::engine::Event::ClockConfirmed(_)
    };
}
pub(in crate::engine) use price_and_day_events;

/// Events about print jobs, and about fiscal documents that let a receipt be printed.
macro_rules! paper_events {
    () => {
        $crate::engine::Event::PrintQueued(_)
            | $crate::engine::Event::PrintMoved(_)
            | $crate::engine::Event::DocumentSigned(_)
            | $crate::engine::Event::PaperReleased(_)
    };
}
pub(in crate::engine) use paper_events;

/// Events about cash in tills that is no payment.
macro_rules! cash_events {
    () => {
        $crate::engine::Event::ShiftOpened(_)
            | $crate::engine::Event::ShiftClosed(_)
            | $crate::engine::Event::CashMoved(_)
            | $crate::engine::Event::TransferAccepted(_)
    };
}
pub(in crate::engine) use cash_events;

/// Sales, orders and credit, for questions that are about neither goods nor payments.
macro_rules! trade_events {
    () => {
        $crate::engine::Event::SaleRecorded(_)
            | $crate::engine::Event::SaleVoided(_)
            | $crate::engine::Event::SaleRefunded(_)
            | $crate::engine::Event::OrderPlaced(_)
            | $crate::engine::Event::ItemAdded(_)
            | $crate::engine::Event::ItemRemoved(_)
            | $crate::engine::Event::ItemChanged(_)
            | $crate::engine::Event::OrderChanged(_)
            | $crate::engine::Event::ServiceChargeSet(_)
            | $crate::engine::Event::OrderExempted(_)
            | $crate::engine::Event::ItemsMoved(_)
            | $crate::engine::Event::OrdersMerged(_)
            | $crate::engine::Event::ItemsLabelled(_)
            | $crate::engine::Event::TableMoved(_)
            | $crate::engine::Event::OrdersHandedOver(_)
            | $crate::engine::Event::OrderRepriced(_)
            | $crate::engine::Event::OrderClosed(_)
            | $crate::engine::Event::OrderMoved(_)
            | $crate::engine::Event::OrderPaid(_)
            | $crate::engine::Event::SharesEnded(_)
            | $crate::engine::Event::PaymentRefunded(_)
            | $crate::engine::Event::PaymentCorrected(_)
            | $crate::engine::Event::OrderWalkedOut(_)
            | $crate::engine::Event::WalkOutRecovered(_)
            | $crate::engine::Event::OrderAttached(_)
            | $crate::engine::Event::OrderVoided(_)
            | $crate::engine::Event::CreditGiven(_)
            | $crate::engine::Event::CreditPaid(_)
    };
}
pub(in crate::engine) use trade_events;
