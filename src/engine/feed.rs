//! What changed: topics for phones that listen, and the newest entry that touched each.

use tokio::sync::watch;

use super::{Entry, Event};
use crate::store::{Stored, Table, Tables, View};

const TOPICS: Table<u8, u64> = Table::new("topics");

/// What a phone may be interested in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
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
}

impl Topic {
    /// All of them.
    pub const ALL: [Topic; 12] = [
        Topic::Products,
        Topic::Scans,
        Topic::Menu,
        Topic::Rate,
        Topic::Sales,
        Topic::Credit,
        Topic::Orders,
        Topic::Tables,
        Topic::Receipts,
        Topic::Users,
        Topic::Settings,
        Topic::Printers,
    ];

    /// The word as it travels.
    pub fn as_str(self) -> &'static str {
        match self {
            Topic::Products => "products",
            Topic::Scans => "scans",
            Topic::Menu => "menu",
            Topic::Rate => "rate",
            Topic::Sales => "sales",
            Topic::Credit => "credit",
            Topic::Orders => "orders",
            Topic::Tables => "tables",
            Topic::Receipts => "receipts",
            Topic::Users => "users",
            Topic::Settings => "settings",
            Topic::Printers => "printers",
        }
    }
}

/// Everything that money moves.
const BILL: &[Topic] =
    &[Topic::Orders, Topic::Credit, Topic::Sales, Topic::Receipts, Topic::Products, Topic::Menu, Topic::Tables, Topic::Printers];

impl Event {
    /// The topics whose lists read differently after it.
    pub fn topics(&self) -> &'static [Topic] {
        match self {
            Event::UserSaved(_) | Event::UserArchived(_) | Event::PasswordChanged(_) | Event::SignedIn(_) => &[Topic::Users],
            Event::SignedOut(_) | Event::ProductsImported(_) | Event::ClockJumped(_) => &[],
            Event::BackupMade(_) | Event::StandbyPaired(_) | Event::StandbyParted(_) => &[Topic::Settings],
            Event::BoxRestored(_) | Event::BoxPromoted(_) => &Topic::ALL,
            Event::SettingsChanged(_) => &[Topic::Settings, Topic::Printers],
            Event::CodesPrinted(_) => &[Topic::Settings],
            Event::RateChanged(_) => &[Topic::Rate, Topic::Products, Topic::Menu],
            Event::ProductSaved(_) | Event::ProductArchived(_) | Event::StockMoved(_) => &[Topic::Products, Topic::Menu],
            Event::ScanRecorded(_) => &[Topic::Scans],
            Event::SaleRecorded(_) => &[Topic::Sales, Topic::Receipts, Topic::Products, Topic::Menu, Topic::Printers],
            Event::SaleVoided(_) => &[Topic::Sales, Topic::Receipts, Topic::Products, Topic::Menu],
            Event::TableSaved(_) => &[Topic::Tables],
            Event::OrderPlaced(_) | Event::ItemAdded(_) => &[Topic::Orders, Topic::Tables, Topic::Products, Topic::Menu, Topic::Printers],
            Event::OrderChanged(_) => &[Topic::Orders, Topic::Tables],
            Event::OrderMoved(_) => &[Topic::Orders, Topic::Products, Topic::Menu, Topic::Printers],
            Event::ItemRemoved(_) | Event::OrderPaid(_) | Event::OrderAttached(_) | Event::OrderVoided(_) | Event::CreditPaid(_) => BILL,
            Event::CreditGiven(_) => &[Topic::Credit, Topic::Products, Topic::Menu],
            Event::PrintQueued(_) | Event::PrintMoved(_) => &[Topic::Printers],
        }
    }
}

/// Notes the entry as the newest of its topics.
pub(super) fn apply_topics(tables: &mut dyn Tables, entry: &Entry) -> Stored<()> {
    entry.event.topics().iter().try_for_each(|topic| TOPICS.put(tables, &(*topic as u8), &entry.seq))
}

/// The newest entry that touched `topic`; 0 for none.
pub fn topic_seq(view: &dyn View, topic: Topic) -> Stored<u64> {
    Ok(TOPICS.get(view, &(topic as u8))?.unwrap_or(0))
}

/// The topics that changed after entry `seq`: a look at the newest entry of each, however many there were.
pub fn topics_after(view: &dyn View, seq: u64) -> Stored<Vec<Topic>> {
    let mut changed = Vec::new();
    for topic in Topic::ALL {
        if topic_seq(view, topic)? > seq {
            changed.push(topic);
        }
    }
    Ok(changed)
}

/// Tells everybody who waits that the journal has grown.
#[derive(Debug, Clone)]
pub struct Feed {
    head: watch::Receiver<u64>,
}

impl Feed {
    pub(super) fn new(head: watch::Receiver<u64>) -> Self {
        Feed { head }
    }

    /// Number of the newest entry that is safely on the disk.
    pub fn head(&self) -> u64 {
        *self.head.borrow()
    }

    /// Waits until the journal has entries after `seq`; the new head. `None` when the engine has stopped.
    pub async fn after(&mut self, seq: u64) -> Option<u64> {
        self.head.wait_for(|head| *head > seq).await.ok().map(|head| *head)
    }
}
