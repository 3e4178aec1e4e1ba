//! Everything that can be asked for.

use crate::{catalog, printing, rates, sales, settings, staff, stock};

/// A wish to change something. Refused or turned into events, never half of each.
#[derive(Debug, Clone)]
pub enum Command {
    /// Accounts and sessions.
    Staff(staff::StaffCommand),
    /// New values for all settings.
    Settings(settings::SetSettings),
    /// The printer of the command line.
    AttachPrinter(settings::AttachPrinter),
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
    /// The spool.
    Print(printing::PrintCommand),
}
