//! All events, and the journal entry that stores one: self-describing, versioned JSON that stays readable permanently.

mod changed_orders;
mod days;
mod entry;
mod entry_error;
pub(super) mod groups;
mod money;
mod origins;

use serde::{Deserialize, Serialize};

pub(super) use changed_orders::{ChangedOrder, MovedItems};
pub use entry::Entry;
pub use entry_error::EntryError;

use crate::{
    approvals, bills, box_events, catalog, corrections, credit, devices, directives, fiscal, head_office, hours, menu, orders, printing,
    rates, reasons, receipts, sales, seating, settings, sheets, staff, standby, stock, tills, tips,
};

/// Version of the event format. A change of meaning raises it; from then on [`Entry::from_bytes`] reads both.
pub const EVENT_VERSION: u16 = 2;

/// What happened. The names are part of the journal and never change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "data")]
pub enum Event {
    /// An account was created or changed.
    #[serde(rename = "staff.saved")]
    UserSaved(staff::UserSaved),
    /// An account was archived.
    #[serde(rename = "staff.archived")]
    UserArchived(staff::UserArchived),
    /// A password was changed.
    #[serde(rename = "staff.password")]
    PasswordChanged(staff::PasswordChanged),
    /// A code was made with which a person chooses a password.
    #[serde(rename = "people.invited")]
    InvitationMade(staff::InvitationMade),
    /// A person is through with the tour of the screens.
    #[serde(rename = "people.tour_done")]
    TourDone(staff::TourDone),
    /// A session began.
    #[serde(rename = "staff.signed_in")]
    SignedIn(staff::SignedIn),
    /// A session ended.
    #[serde(rename = "staff.signed_out")]
    SignedOut(staff::SignedOut),
    /// A person chose a PIN.
    #[serde(rename = "people.pin_set")]
    PinSet(staff::pins::PinSet),
    /// A PIN ended.
    #[serde(rename = "people.pin_removed")]
    PinRemoved(staff::pins::PinRemoved),
    /// A code for a new PIN was made.
    #[serde(rename = "people.pin_reset")]
    PinResetMade(staff::pins::PinResetMade),
    /// A wrong PIN was given.
    #[serde(rename = "people.wrong_pin")]
    WrongPin(staff::pins::WrongPin),
    /// The password was given during a session on a device.
    #[serde(rename = "people.confirmed")]
    PasswordConfirmed(staff::pins::PasswordConfirmed),
    /// A device was enrolled.
    #[serde(rename = "people.device_enrolled")]
    DeviceEnrolled(devices::DeviceEnrolled),
    /// A device was changed or unlocked.
    #[serde(rename = "people.device_changed")]
    DeviceChanged(devices::DeviceChanged),
    /// A device was revoked.
    #[serde(rename = "people.device_revoked")]
    DeviceRevoked(devices::DeviceRevoked),
    /// A bartender asked for an approval.
    #[serde(rename = "people.approval_asked")]
    ApprovalAsked(approvals::ApprovalAsked),
    /// A manager or an admin granted an approval.
    #[serde(rename = "people.approval_granted")]
    ApprovalGranted(approvals::ApprovalGranted),
    /// A manager or an admin refused an approval.
    #[serde(rename = "people.approval_refused")]
    ApprovalRefused(approvals::ApprovalRefused),
    /// The person who asked for an approval took that back.
    #[serde(rename = "people.approval_cancelled")]
    ApprovalCancelled(approvals::ApprovalCancelled),
    /// What an approval was for was done.
    #[serde(rename = "people.approval_used")]
    ApprovalUsed(approvals::ApprovalUsed),
    /// A restart ended the approvals that were open.
    #[serde(rename = "people.approvals_expired")]
    ApprovalsExpired(approvals::ApprovalsExpired),
    /// Settings were changed.
    #[serde(rename = "settings.changed")]
    SettingsChanged(settings::SettingsChanged),
    /// The wall clock jumped.
    #[serde(rename = "box.clock_jumped")]
    ClockJumped(box_events::ClockJumped),
    /// A manager or admin confirmed the date of the wall clock.
    #[serde(rename = "box.clock_confirmed")]
    ClockConfirmed(box_events::ClockConfirmed),
    /// A backup was made.
    #[serde(rename = "box.backed_up")]
    BackupMade(box_events::BackupMade),
    /// The bar was restored from a backup.
    #[serde(rename = "box.restored")]
    BoxRestored(box_events::BoxRestored),
    /// The machine below the box was changed or restarted.
    #[serde(rename = "box.machine_changed")]
    MachineChanged(box_events::MachineChanged),
    /// A pairing code for a second box was created.
    #[serde(rename = "standby.paired")]
    StandbyPaired(standby::StandbyPaired),
    /// The second box lost its access.
    #[serde(rename = "standby.parted")]
    StandbyParted(standby::StandbyParted),
    /// The second box took over.
    #[serde(rename = "box.promoted")]
    BoxPromoted(standby::BoxPromoted),
    /// The bar was connected to head office.
    #[serde(rename = "head.connected")]
    HeadConnected(head_office::HeadConnected),
    /// The bar was disconnected from head office.
    #[serde(rename = "head.disconnected")]
    HeadDisconnected(head_office::HeadDisconnected),
    /// A change arrived from head office.
    #[serde(rename = "head.received")]
    HeadReceived(Box<directives::HeadReceived>),
    /// A change of head office was made.
    #[serde(rename = "head.applied")]
    HeadApplied(Box<directives::HeadApplied>),
    /// A change of head office was not made.
    #[serde(rename = "head.refused")]
    HeadRefused(Box<directives::HeadRefused>),
    /// The exchange rate was set.
    #[serde(rename = "rates.changed")]
    RateChanged(rates::RateChanged),
    /// A product was created or changed.
    #[serde(rename = "catalog.saved")]
    ProductSaved(catalog::ProductSaved),
    /// A product was archived.
    #[serde(rename = "catalog.archived")]
    ProductArchived(catalog::ProductArchived),
    /// A product was detached from head office.
    #[serde(rename = "catalog.detached")]
    ProductDetached(catalog::ProductDetached),
    /// A list of products was imported.
    #[serde(rename = "catalog.imported")]
    ProductsImported(catalog::ProductsImported),
    /// Prices were planned for a day.
    #[serde(rename = "tax.prices_planned")]
    PricesPlanned(catalog::PricesPlanned),
    /// A price plan was withdrawn.
    #[serde(rename = "tax.plan_withdrawn")]
    PlanWithdrawn(catalog::PlanWithdrawn),
    /// Products left all price plans, because their prices were written by hand.
    #[serde(rename = "tax.prices_unplanned")]
    PricesUnplanned(catalog::PricesUnplanned),
    /// A day began with another tax or with planned prices.
    #[serde(rename = "tax.day_began")]
    TaxDayBegan(catalog::TaxDayBegan),
    /// A barcode was scanned.
    #[serde(rename = "catalog.scanned")]
    ScanRecorded(catalog::ScanRecorded),
    /// Stock was adjusted, by hand, by an import or by a count.
    #[serde(rename = "stock.moved")]
    StockMoved(stock::StockMoved),
    /// A product was sold out tonight, or put back on sale.
    #[serde(rename = "stock.sold_out")]
    SoldOutSet(stock::SoldOutSet),
    /// A sale over the counter.
    #[serde(rename = "sales.recorded")]
    SaleRecorded(sales::SaleRecorded),
    /// A sale line was voided.
    #[serde(rename = "sales.voided")]
    SaleVoided(sales::SaleVoided),
    /// Money was given back for a sale that stays.
    #[serde(rename = "sales.refunded")]
    SaleRefunded(Box<sales::SaleRefunded>),
    /// The buyer of a receipt was named or replaced.
    #[serde(rename = "sales.buyer")]
    BuyerSet(receipts::BuyerSet),
    /// A dining table was created or changed, or became free or occupied.
    #[serde(rename = "orders.table")]
    TableSaved(seating::TableSaved),
    /// An order was placed.
    #[serde(rename = "orders.placed")]
    OrderPlaced(orders::OrderPlaced),
    /// An item was added to an order.
    #[serde(rename = "orders.item_added")]
    ItemAdded(orders::ItemAdded),
    /// An item was removed from an order.
    #[serde(rename = "orders.item_removed")]
    ItemRemoved(orders::ItemRemoved),
    /// The quantity or the note of an item was changed.
    #[serde(rename = "orders.item_changed")]
    ItemChanged(orders::ItemChanged),
    /// An order's guest or table was changed.
    #[serde(rename = "orders.changed")]
    OrderChanged(orders::OrderChanged),
    /// The service charge of an order was added or waived.
    #[serde(rename = "orders.service_charge")]
    ServiceChargeSet(orders::ServiceChargeSet),
    /// An order became exempt from tax, or taxed again.
    #[serde(rename = "orders.exempted")]
    OrderExempted(orders::OrderExempted),
    /// Items went to another order, or an order was split.
    #[serde(rename = "orders.items_moved")]
    ItemsMoved(orders::ItemsMoved),
    /// Orders became one.
    #[serde(rename = "orders.merged")]
    OrdersMerged(orders::OrdersMerged),
    /// Items were given to guests of their order.
    #[serde(rename = "orders.items_labelled")]
    ItemsLabelled(orders::ItemsLabelled),
    /// Orders went to another table.
    #[serde(rename = "orders.table_moved")]
    TableMoved(orders::TableMoved),
    /// Orders are served by another person.
    #[serde(rename = "orders.handed_over")]
    OrdersHandedOver(orders::OrdersHandedOver),
    /// Items of an order got a discount or were given free, or no longer.
    #[serde(rename = "orders.repriced")]
    OrderRepriced(Box<orders::pricing::OrderRepriced>),
    /// An order that owed nothing was closed.
    #[serde(rename = "orders.closed")]
    OrderClosed(Box<orders::pricing::OrderClosed>),
    /// An order moved to its next status, or was cancelled.
    #[serde(rename = "orders.moved")]
    OrderMoved(orders::OrderMoved),
    /// An order was paid, in part or in full.
    #[serde(rename = "orders.paid")]
    OrderPaid(orders::OrderPaid),
    /// An order is no longer paid in equal shares.
    #[serde(rename = "orders.shares_ended")]
    SharesEnded(orders::SharesEnded),
    /// A payment on an open order was given back.
    #[serde(rename = "orders.payment_refunded")]
    PaymentRefunded(orders::PaymentRefunded),
    /// How a payment was made was corrected.
    #[serde(rename = "payments.corrected")]
    PaymentCorrected(Box<corrections::PaymentCorrected>),
    /// The guests of an order left without paying.
    #[serde(rename = "orders.walked_out")]
    OrderWalkedOut(orders::OrderWalkedOut),
    /// What was written off of an order became credit.
    #[serde(rename = "credit.walk_out_recovered")]
    WalkOutRecovered(credit::WalkOutRecovered),
    /// A bill was printed before payment.
    #[serde(rename = "bills.printed")]
    BillPrinted(Box<bills::BillPrinted>),
    /// An order was put on a tab.
    #[serde(rename = "credit.attached")]
    OrderAttached(credit::OrderAttached),
    /// An order was voided.
    #[serde(rename = "credit.order_voided")]
    OrderVoided(orders::OrderVoided),
    /// A product was given on credit.
    #[serde(rename = "credit.given")]
    CreditGiven(credit::CreditGiven),
    /// Credit was paid, in part or in full.
    #[serde(rename = "credit.paid")]
    CreditPaid(credit::CreditPaid),
    /// A debt from before the box was put on a tab.
    #[serde(rename = "credit.old_debt")]
    OldDebtAdded(Box<credit::OldDebtAdded>),
    /// A customer was renamed, or has another limit.
    #[serde(rename = "credit.customer_changed")]
    CustomerChanged(credit::CustomerChanged),
    /// Two tabs became one.
    #[serde(rename = "credit.tabs_joined")]
    TabsJoined(credit::TabsJoined),
    /// A print job was queued.
    #[serde(rename = "printing.queued")]
    PrintQueued(printing::JobQueued),
    /// A print job changed its status.
    #[serde(rename = "printing.moved")]
    PrintMoved(printing::JobMoved),
    /// A fiscal document was made.
    #[serde(rename = "fiscal.made")]
    DocumentMade(Box<fiscal::DocumentMade>),
    /// A fiscal document was signed.
    #[serde(rename = "fiscal.signed")]
    DocumentSigned(fiscal::DocumentSigned),
    /// The adapter refused a fiscal document.
    #[serde(rename = "fiscal.failed")]
    DocumentFailed(fiscal::DocumentFailed),
    /// A fiscal document is sent again.
    #[serde(rename = "fiscal.retried")]
    DocumentRetried(fiscal::DocumentRetried),
    /// A receipt no longer waits for its signature.
    #[serde(rename = "fiscal.paper")]
    PaperReleased(fiscal::PaperReleased),
    /// QR codes of the menu were printed.
    #[serde(rename = "menu.printed")]
    CodesPrinted(menu::CodesPrinted),
    /// A reason was added or changed.
    #[serde(rename = "people.reason")]
    ReasonSaved(reasons::ReasonSaved),
    /// A person clocked in.
    #[serde(rename = "people.clocked_in")]
    ClockedIn(hours::ClockedIn),
    /// A break began.
    #[serde(rename = "people.break_began")]
    BreakBegan(hours::BreakBegan),
    /// A break ended.
    #[serde(rename = "people.break_ended")]
    BreakEnded(hours::BreakEnded),
    /// A person clocked out.
    #[serde(rename = "people.clocked_out")]
    ClockedOut(hours::ClockedOut),
    /// Working hours were corrected.
    #[serde(rename = "people.hours_corrected")]
    HoursCorrected(hours::HoursCorrected),
    /// A truth sheet was issued.
    #[serde(rename = "people.sheet_issued")]
    SheetIssued(sheets::SheetIssued),
    /// The pool of tips of a business day was shared.
    #[serde(rename = "people.tips_shared")]
    TipsShared(tips::TipsShared),
    /// Tips were paid out.
    #[serde(rename = "people.tips_paid_out")]
    TipsPaidOut(tips::TipsPaidOut),
    /// A till was set up or changed.
    #[serde(rename = "cash.till")]
    TillSaved(tills::TillSaved),
    /// A till was taken away.
    #[serde(rename = "cash.till_removed")]
    TillArchived(tills::TillArchived),
    /// A shift was opened.
    #[serde(rename = "cash.shift_opened")]
    ShiftOpened(Box<tills::ShiftOpened>),
    /// Counting began or was stopped.
    #[serde(rename = "cash.counting")]
    ShiftCounting(tills::ShiftCounting),
    /// A count was stored that did not close the shift.
    #[serde(rename = "cash.counted")]
    ShiftCounted(tills::ShiftCounted),
    /// A shift was confirmed by who took it over.
    #[serde(rename = "cash.shift_confirmed")]
    ShiftConfirmed(tills::ShiftConfirmed),
    /// A shift was closed.
    #[serde(rename = "cash.shift_closed")]
    ShiftClosed(Box<tills::ShiftClosed>),
    /// Cash was moved.
    #[serde(rename = "cash.moved")]
    CashMoved(tills::CashMoved),
    /// A transfer was accepted.
    #[serde(rename = "cash.accepted")]
    TransferAccepted(Box<tills::TransferAccepted>),
    /// A remark was added to a Z.
    #[serde(rename = "cash.z_noted")]
    ZNoted(tills::ZNoted),
    /// A tender was seen on the bar's account, or not any more.
    #[serde(rename = "cash.ticked")]
    TenderTicked(tills::TenderTicked),
}

#[cfg(test)]
mod tests;
