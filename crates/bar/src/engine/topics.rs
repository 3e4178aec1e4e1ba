//! Live-update topics: which lists each event changes, and the newest entry of each topic.

use serde::Serialize;
use strum::{EnumString, IntoStaticStr, VariantArray};
use utoipa::ToSchema;

use super::{Entry, Event};
use crate::tills;
use store::{Stored, Table, Tables, View, head};

/// One row: number of the newest entry of each topic, in the order of [`Topic::ALL`]; shorter if topics were added since.
const TOPICS: Table<u8, Vec<u64>> = Table::new("topics");
const ONLY: u8 = 0;

/// A group of lists that phones can subscribe to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[repr(u8)]
#[derive(EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum Topic {
    /// Products and their stock.
    Products,
    /// Barcode scans.
    Scans,
    /// The public menu.
    Menu,
    /// The exchange rate.
    Rate,
    /// Sales.
    Sales,
    /// Credit items.
    Credit,
    /// Orders.
    Orders,
    /// Tables.
    Tables,
    /// Receipts.
    Receipts,
    /// Staff.
    Users,
    /// Settings.
    Settings,
    /// Printers and their jobs.
    Printers,
    /// Enrolled devices.
    Devices,
    /// Reasons.
    Reasons,
    /// Working hours.
    Clock,
    /// Approvals.
    Approvals,
    /// Truth sheets.
    Sheets,
    /// Tips.
    Tips,
    /// Tills and movements.
    Tills,
    /// Shifts of tills, and Zs.
    Shifts,
    /// Tax and service charge.
    Tax,
    /// Fiscal documents.
    Fiscal,
    /// Bills before payment.
    Bills,
    /// Head office.
    Head,
}

base::words!(Topic);

/// [`BILL_TOPICS`] where a tip was taken or given back.
const BILL_AND_TIP_TOPICS: &[Topic] = &[
    Topic::Orders,
    Topic::Credit,
    Topic::Sales,
    Topic::Receipts,
    Topic::Products,
    Topic::Menu,
    Topic::Tables,
    Topic::Printers,
    Topic::Tips,
];

/// Topics that change when a bill is paid or reduced.
const BILL_TOPICS: &[Topic] =
    &[Topic::Orders, Topic::Credit, Topic::Sales, Topic::Receipts, Topic::Products, Topic::Menu, Topic::Tables, Topic::Printers];

impl Event {
    /// The topics whose lists this event changes.
    pub fn topics(&self) -> &'static [Topic] {
        if self.moves_tips() {
            return BILL_AND_TIP_TOPICS;
        }
        match self {
            Event::SignedIn(event) if event.device.is_some() => &[Topic::Users, Topic::Devices],
            Event::PinSet(_) | Event::PinRemoved(_) => &[Topic::Users],
            Event::WrongPin(event) if event.turns_off => &[Topic::Users, Topic::Devices],
            Event::WrongPin(_) => &[Topic::Devices],
            // The password switches a PIN on.
            Event::PasswordConfirmed(_) => &[Topic::Users],
            Event::PinResetMade(_) | Event::InvitationMade(_) => &[],
            Event::TourDone(_) => &[Topic::Users],
            Event::DeviceEnrolled(_) | Event::DeviceChanged(_) | Event::DeviceRevoked(_) => &[Topic::Devices],
            // Every phone offers people to hand a till or an order over to; the list of accounts is for admins alone.
            Event::UserSaved(_) | Event::UserArchived(_) => &[Topic::Users, Topic::Tills],
            // A manager sees among the devices that the person joined whom they have invited.
            Event::PasswordChanged(_) => &[Topic::Users, Topic::Devices],
            Event::SignedIn(_) => &[Topic::Users],
            Event::ApprovalAsked(_)
            | Event::ApprovalGranted(_)
            | Event::ApprovalRefused(_)
            | Event::ApprovalCancelled(_)
            | Event::ApprovalUsed(_)
            | Event::ApprovalsExpired(_) => &[Topic::Approvals],
            Event::SignedOut(_) | Event::ProductsImported(_) => &[],
            Event::ClockJumped(_) | Event::ClockConfirmed(_) => &[Topic::Settings],
            Event::BackupMade(_) | Event::MachineChanged(_) | Event::StandbyPaired(_) | Event::StandbyParted(_) => &[Topic::Settings],
            Event::HeadConnected(_) => &[Topic::Head, Topic::Settings],
            // Products and accounts are the bar's again.
            Event::HeadDisconnected(_) => &[Topic::Head, Topic::Settings, Topic::Products, Topic::Users],
            Event::HeadReceived(_) | Event::HeadRefused(_) => &[Topic::Head],
            // A product or an account may belong to the chain since.
            Event::HeadApplied(_) => &[Topic::Head, Topic::Products, Topic::Users],
            Event::BoxRestored(_) | Event::BoxPromoted(_) => &Topic::ALL,
            // The menus and their codes show the name, the address and the Wi-Fi. Reasons may be only those of the list, which every
            // phone must know at once.
            Event::SettingsChanged(event) if event.tax => {
                &[Topic::Settings, Topic::Menu, Topic::Printers, Topic::Reasons, Topic::Tax, Topic::Products]
            }
            Event::SettingsChanged(_) => &[Topic::Settings, Topic::Menu, Topic::Printers, Topic::Reasons],
            Event::CodesPrinted(_) => &[Topic::Settings],
            Event::PricesPlanned(_) | Event::PlanWithdrawn(_) | Event::PricesUnplanned(_) => &[Topic::Tax],
            Event::TaxDayBegan(_) => &[Topic::Tax, Topic::Products, Topic::Menu],
            Event::RateChanged(_) => &[Topic::Rate, Topic::Products, Topic::Menu],
            Event::ProductDetached(_) => &[Topic::Products],
            Event::ProductSaved(_) | Event::ProductArchived(_) | Event::StockMoved(_) | Event::SoldOutSet(_) => {
                &[Topic::Products, Topic::Menu]
            }
            Event::ScanRecorded(_) => &[Topic::Scans],
            Event::SaleRecorded(_) | Event::SaleRefunded(_) => {
                &[Topic::Sales, Topic::Receipts, Topic::Products, Topic::Menu, Topic::Printers]
            }
            Event::SaleVoided(_) => &[Topic::Sales, Topic::Receipts, Topic::Products, Topic::Menu],
            Event::BuyerSet(_) => &[Topic::Receipts],
            Event::TableSaved(saved) if saved.renamed => &[Topic::Tables, Topic::Orders],
            Event::TableSaved(_) => &[Topic::Tables],
            Event::OrderPlaced(_) | Event::ItemAdded(_) => &[Topic::Orders, Topic::Tables, Topic::Products, Topic::Menu, Topic::Printers],
            Event::OrderChanged(event) if event.sale.is_none() => &[Topic::Orders, Topic::Tables],
            Event::OrderExempted(_) | Event::SharesEnded(_) | Event::ItemsLabelled(_) | Event::OrdersHandedOver(_) => &[Topic::Orders],
            Event::TableMoved(_) => &[Topic::Orders, Topic::Tables],
            Event::ItemsMoved(event) if event.sale.is_none() => &[Topic::Orders, Topic::Tables, Topic::Printers],
            Event::OrdersMerged(event) if event.sale.is_none() => &[Topic::Orders, Topic::Tables, Topic::Printers],
            Event::OrderMoved(_) => &[Topic::Orders, Topic::Products, Topic::Menu, Topic::Printers],
            Event::ItemRemoved(_)
            | Event::ItemChanged(_)
            | Event::OrderChanged(_)
            | Event::ServiceChargeSet(_)
            | Event::ItemsMoved(_)
            | Event::OrdersMerged(_)
            | Event::OrderRepriced(_)
            | Event::OrderClosed(_)
            | Event::OrderPaid(_)
            | Event::OrderAttached(_)
            | Event::PaymentRefunded(_)
            | Event::PaymentCorrected(_)
            | Event::OrderWalkedOut(_)
            | Event::WalkOutRecovered(_)
            | Event::OrderVoided(_)
            | Event::CreditPaid(_) => BILL_TOPICS,
            Event::OldDebtAdded(_) => &[Topic::Credit],
            // The card of an order on credit says whose tab it is.
            Event::CustomerChanged(_) | Event::TabsJoined(_) => &[Topic::Credit, Topic::Orders],
            Event::CreditGiven(_) => &[Topic::Credit, Topic::Products, Topic::Menu],
            Event::DocumentMade(_) | Event::DocumentSigned(_) | Event::DocumentFailed(_) | Event::DocumentRetried(_) => {
                &[Topic::Fiscal, Topic::Receipts]
            }
            Event::PaperReleased(_) => &[],
            Event::BillPrinted(_) => &[Topic::Bills, Topic::Orders],
            // A receipt names its copies.
            Event::PrintQueued(event) if event.kind.is_reprint() => &[Topic::Printers, Topic::Receipts],
            Event::PrintMoved(event) if event.copy.is_some() => &[Topic::Printers, Topic::Receipts],
            Event::PrintQueued(_) | Event::PrintMoved(_) => &[Topic::Printers],
            Event::ReasonSaved(_) => &[Topic::Reasons],
            Event::SheetIssued(_) => &[Topic::Sheets],
            Event::ClockedIn(_) | Event::BreakBegan(_) | Event::BreakEnded(_) | Event::ClockedOut(_) | Event::HoursCorrected(_) => {
                &[Topic::Clock]
            }
            Event::TipsShared(_) | Event::TipsPaidOut(_) => &[Topic::Tips],
            Event::TillSaved(_) | Event::TillArchived(_) | Event::CashMoved(_) | Event::TransferAccepted(_) => &[Topic::Tills],
            Event::ShiftOpened(_) | Event::ShiftConfirmed(_) | Event::ShiftClosed(_) => &[Topic::Shifts, Topic::Tills],
            Event::ShiftCounting(_) | Event::ShiftCounted(_) | Event::ZNoted(_) | Event::TenderTicked(_) => &[Topic::Shifts],
        }
    }
}

impl Event {
    /// The till whose shift it takes money into or out of.
    fn till_id(&self) -> Option<u64> {
        if let Event::CashMoved(event) = self {
            return event.movements.first().map(|movement| movement.till_id);
        }
        self.booking()?.till_id()
    }
}

/// Records the entry as the newest of its topics. Money touches shifts only while their till is counted; `changes_bills` says whether
/// a bill changed with its order.
pub(super) fn apply_topics(tables: &mut dyn Tables, entry: &Entry, changes_bills: bool) -> Stored<()> {
    let topics = entry.event.topics();
    if topics.is_empty() {
        return Ok(());
    }
    let is_counted = match entry.event.till_id() {
        Some(till_id) => tills::is_counting(tables.view(), till_id)?,
        None => false,
    };
    TOPICS.change(tables, &ONLY, |newest| {
        newest.resize(Topic::ALL.len(), 0);
        for topic in topics {
            newest[*topic as usize] = entry.seq;
        }
        if changes_bills {
            newest[Topic::Bills as usize] = entry.seq;
        }
        if is_counted {
            newest[Topic::Shifts as usize] = entry.seq;
        }
    })
}

/// Number of the newest entry of each of `topics`; 0 for none.
pub fn newest_of(view: &dyn View, topics: &[Topic]) -> Stored<Vec<u64>> {
    let newest = TOPICS.get(view, &ONLY)?.unwrap_or_default();
    Ok(topics.iter().map(|topic| newest.get(*topic as usize).copied().unwrap_or(0)).collect())
}

/// Number of the newest entry, and the topics that changed after entry `seq`. Reads one row, however many entries there are. Returns
/// all topics if `seq` is beyond the newest entry: the phone knows another journal, for example because a backup was restored.
pub fn changed_after(view: &dyn View, seq: u64) -> Stored<(u64, Vec<Topic>)> {
    let head = head(view)?;
    if seq > head {
        return Ok((head, Topic::ALL.to_vec()));
    }
    let newest = newest_of(view, &Topic::ALL)?;
    Ok((head, Topic::ALL.into_iter().zip(newest).filter(|(_, newest)| *newest > seq).map(|(topic, _)| topic).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Command, StepOutcome, step};
    use crate::seating::SeatingCommand;
    use base::{Actor, Envelope, Timestamp};
    use store::MemoryTables;

    #[test]
    fn only_topics_changed_after_the_number_are_returned() {
        let mut tables = MemoryTables::new();
        let envelope = Envelope { at: Timestamp::from_millis(1), running: 0, actor: Actor::the_box() };
        let done = step(&mut tables, &envelope, &Command::Seating(SeatingCommand::Seed)).expect("memory");
        let StepOutcome::Done(entries) = done else { panic!("tables to sit at") };
        let newest = entries.last().expect("a table").seq;
        assert_eq!(changed_after(&tables, 0).expect("memory"), (newest, vec![Topic::Tables]));
        assert_eq!(changed_after(&tables, newest - 1).expect("memory"), (newest, vec![Topic::Tables]));
        assert_eq!(changed_after(&tables, newest).expect("memory"), (newest, Vec::new()), "nothing is reported twice");
        assert_eq!(changed_after(&tables, newest + 1).expect("memory"), (newest, Topic::ALL.to_vec()), "that was another journal");
    }
}
