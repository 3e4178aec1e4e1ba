//! All commands: the requests to change data, each of which is refused or recorded as events.

use crate::{
    approvals, bills, box_events, catalog, corrections, credit, devices, directives, fiscal, head_office, hours, menu, orders, printing,
    rates, reasons, receipts, sales, seating, settings, sheets, staff, standby, stock, tills, tips,
};

/// A request to change data. It is either refused as a whole, or all of its events are recorded.
#[derive(Debug, Clone)]
pub enum Command {
    /// Accounts and sessions.
    Staff(staff::StaffCommand),
    /// PINs, and sessions on enrolled devices.
    Pins(staff::pins::PinCommand),
    /// Enrolled devices.
    Devices(devices::DeviceCommand),
    /// Decisions about approvals. Asking for one is [`super::Purpose::Ask`].
    Approval(approvals::ApprovalCommand),
    /// New values for all settings.
    Settings(Box<settings::SetSettings>),
    /// Adds the printer given on the command line.
    AttachPrinter(settings::AttachPrinter),
    /// Notes that the wall clock jumped; issued by `engine::stamps` and `engine::writer`.
    NoteClock(box_events::ClockJumped),
    /// Confirms that the date of the wall clock is right.
    ConfirmClock,
    /// Notes that a backup was made; issued by `backup::scheduler`.
    NoteBackup(box_events::BackupMade),
    /// Notes that the bar was restored from a backup; issued by `backup::restore`.
    NoteRestore(box_events::BoxRestored),
    /// Notes what was done to the machine below the box.
    NoteMachine(box_events::MachineChange),
    /// Pairing with a second box.
    Standby(standby::StandbyCommand),
    /// Connection with head office.
    HeadOffice(head_office::HeadOfficeCommand),
    /// Changes that head office asks for.
    Directive(directives::DirectiveCommand),
    /// Notes that the second box took over; issued by `backup::promotion`.
    NotePromotion(standby::BoxPromoted),
    /// The list of reasons.
    Reasons(reasons::ReasonsCommand),
    /// A step of a person's clock.
    Clock(hours::ClockStep),
    /// Corrects working hours.
    CorrectHours(hours::CorrectHours),
    /// Shares the pool of tips of a business day.
    ShareTips(tips::ShareTips),
    /// Pays tips out.
    PayOutTips(tips::PayOutTips),
    /// Sets up tills, opens, counts and closes their shifts, moves cash.
    Tills(tills::TillsCommand),
    /// Sets the exchange rate.
    Rate(rates::SetRate),
    /// Creates, changes or archives a product.
    Catalog(catalog::CatalogCommand),
    /// Imports a list of products.
    Import(catalog::ImportProducts),
    /// Sets the prices of several products.
    PriceList(catalog::SetPriceList),
    /// Plans prices for a day.
    PricePlan(catalog::PricePlanCommand),
    /// Notes what a day changed that began; issued by `app::day_watch`.
    BeginTaxDay,
    /// Records a barcode scan.
    Scan(catalog::RecordScan),
    /// Adjusts stock by hand.
    Stock(stock::AdjustStock),
    /// Says that a product is sold out tonight, or back on sale.
    SoldOut(stock::SetSoldOut),
    /// A sale over the counter.
    Sell(sales::Sell),
    /// Voids a sale line.
    VoidSale(sales::VoidSale),
    /// Gives money back for lines of a receipt.
    RefundSale(sales::RefundSale),
    /// Dining tables.
    Seating(seating::SeatingCommand),
    /// Places an order.
    PlaceOrder(orders::PlaceOrder),
    /// Adds an item to an order.
    AddItem(orders::AddItem),
    /// Removes an item from an order.
    RemoveItem(orders::RemoveItem),
    /// Changes the quantity or the note of an item of an order.
    ChangeItem(orders::ChangeItem),
    /// Changes an order's guest or table.
    ChangeOrder(orders::ChangeOrder),
    /// Adds the service charge to an order, or waives it.
    SetServiceCharge(orders::SetServiceCharge),
    /// Discounts and comps on an order, and closing one that owes nothing.
    Pricing(orders::pricing::PricingCommand),
    /// Makes an order exempt from tax, or taxed again.
    ExemptOrder(orders::ExemptOrder),
    /// Moves items, splits and merges orders, moves them to another table, hands them over.
    Move(orders::MoveCommand),
    /// Sets an order's next status, or cancels it.
    SetOrderStatus(orders::SetOrderStatus),
    /// Pays for an order, in part or in full.
    /// Prints the bill of an order.
    PrintBill(bills::PrintBill),
    PayOrder(orders::PayOrder),
    /// Ends the equal shares of an order.
    EndShares(orders::EndShares),
    /// Corrects how a payment was made.
    CorrectPayment(corrections::CorrectPayment),
    /// Gives a payment on an open order back.
    RefundPayment(orders::RefundPayment),
    /// Records that guests left without paying.
    WalkOut(orders::WalkOut),
    /// Puts what was written off of an order on a tab.
    RecoverWalkOut(credit::RecoverWalkOut),
    /// Puts an order on a tab.
    PutOrderOnTab(credit::PutOrderOnTab),
    /// Voids an order.
    VoidOrder(orders::VoidOrder),
    /// Gives products on credit.
    GiveCredit(credit::GiveCredit),
    /// Pays for one credit item.
    PayCredit(credit::PayCredit),
    /// Pays a tab.
    PayTab(credit::PayTab),
    /// Puts a debt from before the box on a tab.
    AddOldDebt(credit::AddOldDebt),
    /// Renames customers, sets their limits, joins their tabs.
    Customers(credit::CustomerCommand),
    /// Names the buyer of a receipt.
    SetBuyer(receipts::SetBuyer),
    /// Fiscal documents.
    Fiscal(fiscal::FiscalCommand),
    /// Print jobs.
    Print(printing::PrintCommand),
    /// Truth sheets.
    Sheet(sheets::SheetCommand),
    /// Notes that QR codes of the menu were printed.
    NotePrinted(menu::CodesPrinted),
}
