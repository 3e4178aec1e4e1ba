//! Everything that can be asked for.

use crate::{box_events, catalog, credit, menu, orders, printing, rates, sales, seating, settings, staff, standby, stock};

/// A wish to change something. Refused or turned into events, never half of each.
#[derive(Debug, Clone)]
pub enum Command {
    /// Accounts and sessions.
    Staff(staff::StaffCommand),
    /// New values for all settings.
    Settings(settings::SetSettings),
    /// The printer of the command line.
    AttachPrinter(settings::AttachPrinter),
    /// The wall clock jumped; noted by the writer itself.
    NoteClock(box_events::ClockJumped),
    /// The date of the wall clock is right, as it stands now.
    ConfirmClock,
    /// A copy was made; noted by whoever made it.
    NoteBackup(box_events::BackupMade),
    /// The bar was made anew from a copy; noted by whoever did that.
    NoteRestore(box_events::BoxRestored),
    /// A second box, and its code.
    Standby(standby::StandbyCommand),
    /// The second box became the first; noted by whoever did that.
    NotePromotion(standby::BoxPromoted),
    /// The exchange rate.
    Rate(rates::SetRate),
    /// One product.
    Catalog(catalog::CatalogCommand),
    /// A list of products.
    Import(catalog::ImportProducts),
    /// A scan.
    Scan(catalog::RecordScan),
    /// Stock by hand.
    Stock(stock::AdjustStock),
    /// A sale over the counter.
    Sell(sales::Sell),
    /// A sale line taken back.
    VoidSale(sales::VoidSale),
    /// Tables to sit at.
    Seating(seating::SeatingCommand),
    /// A new order.
    PlaceOrder(orders::PlaceOrder),
    /// One item more.
    AddItem(orders::AddItem),
    /// One item less.
    RemoveItem(orders::RemoveItem),
    /// Another guest, another table.
    ChangeOrder(orders::ChangeOrder),
    /// A step on, or cancelled.
    MoveOrder(orders::MoveOrder),
    /// Money for an order.
    PayOrder(orders::PayOrder),
    /// An order onto a tab.
    AttachOrder(credit::AttachOrder),
    /// An order taken back.
    VoidOrder(orders::VoidOrder),
    /// Something on credit.
    GiveCredit(credit::GiveCredit),
    /// Money for one credit item.
    PayCredit(credit::PayCredit),
    /// Money for a tab.
    PayTab(credit::PayTab),
    /// The spool.
    Print(printing::PrintCommand),
    /// Codes of the menu were printed.
    NotePrinted(menu::CodesPrinted),
}
