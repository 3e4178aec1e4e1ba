//! Everything that can happen, as the journal keeps it: self-describing, versioned, for ever.

use serde::{Deserialize, Serialize};

use super::compact;
use crate::base::{Actor, Envelope, Role, Timestamp};
use crate::{box_events, catalog, credit, menu, orders, printing, rates, sales, seating, settings, staff, standby, stock};

/// Version of the events' shapes. A change of meaning raises it, and [`Entry::from_bytes`] lifts older ones.
pub const EVENT_VERSION: u16 = 2;
/// Room that an entry begins with: a sale of three lines fits.
const ENTRY_BYTES: usize = 2 * 1024;

/// What happened. The names are part of the journal and never change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "data")]
pub enum Event {
    /// An account is as it says.
    #[serde(rename = "staff.saved")]
    UserSaved(staff::UserSaved),
    /// An account is gone.
    #[serde(rename = "staff.archived")]
    UserArchived(staff::UserArchived),
    /// A password is new.
    #[serde(rename = "staff.password")]
    PasswordChanged(staff::PasswordChanged),
    /// A session began.
    #[serde(rename = "staff.signed_in")]
    SignedIn(staff::SignedIn),
    /// A session ended.
    #[serde(rename = "staff.signed_out")]
    SignedOut(staff::SignedOut),
    /// Settings are as they say.
    #[serde(rename = "settings.changed")]
    SettingsChanged(settings::SettingsChanged),
    /// The wall clock jumped.
    #[serde(rename = "box.clock_jumped")]
    ClockJumped(box_events::ClockJumped),
    /// A manager or admin confirmed the date of the wall clock.
    #[serde(rename = "box.clock_confirmed")]
    ClockConfirmed(box_events::ClockConfirmed),
    /// A copy of everything was made.
    #[serde(rename = "box.backed_up")]
    BackupMade(box_events::BackupMade),
    /// The bar was made anew from a copy.
    #[serde(rename = "box.restored")]
    BoxRestored(box_events::BoxRestored),
    /// A second box may follow.
    #[serde(rename = "standby.paired")]
    StandbyPaired(standby::StandbyPaired),
    /// No second box may follow any longer.
    #[serde(rename = "standby.parted")]
    StandbyParted(standby::StandbyParted),
    /// The second box became the first.
    #[serde(rename = "box.promoted")]
    BoxPromoted(standby::BoxPromoted),
    /// The rate is new.
    #[serde(rename = "rates.changed")]
    RateChanged(rates::RateChanged),
    /// A product is as it says.
    #[serde(rename = "catalog.saved")]
    ProductSaved(catalog::ProductSaved),
    /// A product is gone.
    #[serde(rename = "catalog.archived")]
    ProductArchived(catalog::ProductArchived),
    /// A list was imported.
    #[serde(rename = "catalog.imported")]
    ProductsImported(catalog::ProductsImported),
    /// Something was scanned.
    #[serde(rename = "catalog.scanned")]
    ScanRecorded(catalog::ScanRecorded),
    /// Goods moved by hand.
    #[serde(rename = "stock.moved")]
    StockMoved(stock::StockMoved),
    /// Goods were sold.
    #[serde(rename = "sales.recorded")]
    SaleRecorded(sales::SaleRecorded),
    /// A sale line was taken back.
    #[serde(rename = "sales.voided")]
    SaleVoided(sales::SaleVoided),
    /// A table is as it says.
    #[serde(rename = "orders.table")]
    TableSaved(seating::TableSaved),
    /// A new order.
    #[serde(rename = "orders.placed")]
    OrderPlaced(orders::OrderPlaced),
    /// One item more.
    #[serde(rename = "orders.item_added")]
    ItemAdded(orders::ItemAdded),
    /// One item less.
    #[serde(rename = "orders.item_removed")]
    ItemRemoved(orders::ItemRemoved),
    /// Another guest, another table.
    #[serde(rename = "orders.changed")]
    OrderChanged(orders::OrderChanged),
    /// A step on, or cancelled.
    #[serde(rename = "orders.moved")]
    OrderMoved(orders::OrderMoved),
    /// Money for an order.
    #[serde(rename = "orders.paid")]
    OrderPaid(orders::OrderPaid),
    /// An order went onto a tab.
    #[serde(rename = "credit.attached")]
    OrderAttached(credit::OrderAttached),
    /// An order was taken back.
    #[serde(rename = "credit.order_voided")]
    OrderVoided(orders::OrderVoided),
    /// Something was given on credit.
    #[serde(rename = "credit.given")]
    CreditGiven(credit::CreditGiven),
    /// Money for credit.
    #[serde(rename = "credit.paid")]
    CreditPaid(credit::CreditPaid),
    /// Something is to be printed.
    #[serde(rename = "printing.queued")]
    PrintQueued(printing::JobQueued),
    /// A print job got somewhere.
    #[serde(rename = "printing.moved")]
    PrintMoved(printing::JobMoved),
    /// Codes of the menu were printed.
    #[serde(rename = "menu.printed")]
    CodesPrinted(menu::CodesPrinted),
}

/// One line of the journal: the envelope and what it brought.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Place in the journal, from 1, without gaps.
    pub seq: u64,
    /// Who and when.
    pub envelope: Envelope,
    /// What.
    pub event: Event,
}

/// An entry as JSON. Short names: there are millions.
#[derive(Serialize, Deserialize)]
struct Stored<E> {
    v: u16,
    at: i64,
    run: u64,
    by: u64,
    who: String,
    role: Role,
    #[serde(flatten)]
    event: E,
}

/// The part of an entry that every version has.
#[derive(Deserialize)]
struct Version {
    v: u16,
}

/// Why an entry of the journal cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum EntryError {
    /// A newer Barback wrote it.
    #[error("entry {seq} has version {found}; this Barback knows version {EVENT_VERSION}. Install a newer Barback")]
    Newer {
        /// Its place in the journal.
        seq: u64,
        /// The version that it names.
        found: u16,
    },
    /// It is no entry.
    #[error(transparent)]
    NoEntry(serde_json::Error),
}

impl Entry {
    /// The entry as the journal keeps it.
    pub fn to_bytes(&self) -> Result<Vec<u8>, serde_json::Error> {
        let Envelope { at, running, actor } = &self.envelope;
        let stored = Stored {
            v: EVENT_VERSION,
            at: at.as_millis(),
            run: *running,
            by: actor.id,
            who: actor.name.clone(),
            role: actor.role,
            event: &self.event,
        };
        let mut json = Vec::with_capacity(ENTRY_BYTES);
        serde_json::to_writer(&mut json, &stored)?;
        Ok(compact::without_nulls(json))
    }

    /// Reads an entry back.
    ///
    /// # Errors
    /// [`EntryError::Newer`] for an entry that a newer Barback wrote, whatever is in it; else [`EntryError::NoEntry`].
    pub fn from_bytes(seq: u64, bytes: &[u8]) -> Result<Self, EntryError> {
        let read = serde_json::from_slice::<Stored<Event>>(bytes);
        let version = match &read {
            Ok(stored) => stored.v,
            // An event of another kind may say more of itself than this version can read.
            Err(_) => serde_json::from_slice::<Version>(bytes).map_or(0, |entry| entry.v),
        };
        if version > EVENT_VERSION {
            return Err(EntryError::Newer { seq, found: version });
        }
        let stored = read.map_err(EntryError::NoEntry)?;
        let actor = Actor { id: stored.by, name: stored.who, role: stored.role };
        let envelope = Envelope { at: Timestamp::from_millis(stored.at), running: stored.run, actor };
        Ok(Entry { seq, envelope, event: stored.event })
    }
}

/// Lets a feature's own event become one of the engine's.
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
    settings::SettingsChanged => SettingsChanged,
    box_events::ClockJumped => ClockJumped,
    box_events::ClockConfirmed => ClockConfirmed,
    box_events::BackupMade => BackupMade,
    box_events::BoxRestored => BoxRestored,
    standby::BoxPromoted => BoxPromoted,
    rates::RateChanged => RateChanged,
    catalog::ScanRecorded => ScanRecorded,
    stock::StockMoved => StockMoved,
    sales::SaleRecorded => SaleRecorded,
    sales::SaleVoided => SaleVoided,
    seating::TableSaved => TableSaved,
    orders::OrderPlaced => OrderPlaced,
    orders::ItemAdded => ItemAdded,
    orders::ItemRemoved => ItemRemoved,
    orders::OrderChanged => OrderChanged,
    orders::OrderMoved => OrderMoved,
    orders::OrderPaid => OrderPaid,
    credit::OrderAttached => OrderAttached,
    orders::OrderVoided => OrderVoided,
    credit::CreditGiven => CreditGiven,
    credit::CreditPaid => CreditPaid,
    menu::CodesPrinted => CodesPrinted,
}

impl From<staff::StaffEvent> for Event {
    fn from(event: staff::StaffEvent) -> Self {
        match event {
            staff::StaffEvent::Saved(event) => Event::UserSaved(event),
            staff::StaffEvent::Archived(event) => Event::UserArchived(event),
            staff::StaffEvent::Password(event) => Event::PasswordChanged(event),
            staff::StaffEvent::SignedIn(event) => Event::SignedIn(event),
            staff::StaffEvent::SignedOut(event) => Event::SignedOut(event),
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

impl From<catalog::CatalogEvent> for Event {
    fn from(event: catalog::CatalogEvent) -> Self {
        match event {
            catalog::CatalogEvent::Saved(event) => Event::ProductSaved(event),
            catalog::CatalogEvent::Archived(event) => Event::ProductArchived(event),
            catalog::CatalogEvent::Stock { product_id, delta, first } => {
                let reason = if first { stock::Reason::Count } else { stock::Reason::Correction };
                Event::StockMoved(stock::StockMoved { product_id, delta, reason, notes: None, when: None })
            }
        }
    }
}

impl From<catalog::ImportEvent> for Event {
    fn from(event: catalog::ImportEvent) -> Self {
        match event {
            catalog::ImportEvent::Imported(event) => Event::ProductsImported(event),
            catalog::ImportEvent::Saved(event) => Event::ProductSaved(event),
            catalog::ImportEvent::Stock { product_id, delta } => {
                Event::StockMoved(stock::StockMoved { product_id, delta, reason: stock::Reason::Import, notes: None, when: None })
            }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_of_a_newer_version_is_named_and_not_read() {
        let envelope = Envelope { at: Timestamp::from_millis(1), running: 2, actor: Actor::the_box() };
        let entry = Entry { seq: 7, envelope, event: Event::StandbyParted(standby::StandbyParted {}) };
        let text = String::from_utf8(entry.to_bytes().expect("JSON")).expect("text");
        assert_eq!(Entry::from_bytes(7, text.as_bytes()).expect("an entry"), entry);
        let newer = text.replacen(&format!("\"v\":{EVENT_VERSION}"), "\"v\":99", 1);
        let unknown = newer.replacen("standby.parted", "standby.married", 1);
        for newer in [newer, unknown] {
            let words = Entry::from_bytes(7, newer.as_bytes()).expect_err("newer").to_string();
            assert_eq!(words, format!("entry 7 has version 99; this Barback knows version {EVENT_VERSION}. Install a newer Barback"));
        }
        let unknown = text.replacen("standby.parted", "standby.married", 1);
        assert!(matches!(Entry::from_bytes(7, unknown.as_bytes()), Err(EntryError::NoEntry(_))));
        assert!(matches!(Entry::from_bytes(7, b"{}"), Err(EntryError::NoEntry(_))));
    }
}
