//! One sentence for each kind of entry.

use super::{Entry, Event};
use crate::base::{Actor, Dual};
use crate::catalog::{self, ProductSaved};
use crate::orders::TableSaved;
use crate::payments::Payment;
use crate::printing::{self, JobKind};
use crate::receipts::document::{handed, in_both};
use crate::sales::{self, SaleLine, SaleRecorded};
use crate::staff::{self, UserSaved};
use crate::stock::StockMoved;
use crate::store::{Stored, View};

/// Lines that a sale names before it says how many more there are.
const LINES_NAMED: usize = 5;

/// What happened, in a sentence. Names that the entry does not carry are those of today.
pub fn summary(view: &dyn View, entry: &Entry) -> Stored<String> {
    Ok(match &entry.event {
        Event::UserSaved(event) => account(entry, event),
        Event::UserArchived(event) => format!("Account {} deleted", event.username),
        Event::PasswordChanged(event) => format!("{} changed their password", user_name(view, event.user_id)?),
        Event::SignedIn(event) => format!("{} signed in", event.username),
        Event::SignedOut(event) => format!("{} signed out", user_name(view, event.user_id)?),
        Event::SettingsChanged(_) if entry.envelope.actor == Actor::the_box() => "Settings changed at the start".to_owned(),
        Event::SettingsChanged(_) => "Settings changed".to_owned(),
        Event::RateChanged(event) => format!("Exchange rate set to {} LRD per USD", event.rate),
        Event::ProductSaved(event) => product(entry, event),
        Event::ProductArchived(event) => format!("Product {} deleted", event.name),
        Event::ProductsImported(event) => {
            format!("Products imported: {} new, {} changed, {} unchanged", event.created, event.updated, event.unchanged)
        }
        Event::ScanRecorded(event) => match event.product_id {
            Some(product_id) => format!("Scanned {} ({})", event.barcode, product_name(view, product_id)?),
            None => format!("Scanned {} (unknown)", event.barcode),
        },
        Event::StockMoved(event) => stock(view, event)?,
        Event::SaleRecorded(event) => sale(event),
        Event::SaleVoided(event) => {
            let what = sales::sale(view, event.sale_id)?.map_or_else(|| "a line".to_owned(), |sale| pieces(&sale.line));
            let shelf = if event.returns_stock { "" } else { ", not returned to stock" };
            format!("Voided {what} of receipt {}{shelf}: {}", event.receipt_number, event.reason)
        }
        Event::TableSaved(event) => seating(event),
        Event::OrderPlaced(event) => {
            format!("Order #{} for {}: {}", event.order_id, event.customer.name, named(event.items.iter().map(|item| &item.line)))
        }
        Event::ItemAdded(event) => format!("Order #{}: added {}", event.order_id, pieces(&event.item.line)),
        Event::ItemRemoved(event) => format!("Order #{}: removed {}{}", event.order_id, event.name, because(event.reason.as_ref())),
        Event::OrderChanged(event) => format!("Order #{} changed, for {}", event.order_id, event.customer.name),
        Event::OrderMoved(event) => {
            format!("Order #{} {}{}", event.order_id, event.status.as_str(), because(event.reason.as_ref()))
        }
        Event::OrderPaid(event) => format!("Order #{}: {}{}", event.order_id, money(&event.payment), settled(event.sale.as_ref())),
        Event::OrderAttached(event) => format!("Order #{} put on the tab of {}", event.order_id, event.customer.name),
        Event::OrderVoided(event) => {
            let back: Dual = event.refunds.iter().map(|refund| -refund.kept()).sum();
            let refunded = if back == Dual::ZERO { String::new() } else { format!(", {} given back", handed(back)) };
            format!("Order #{} voided{refunded}: {}", event.order_id, event.reason)
        }
        Event::CreditGiven(event) => format!("{} on credit to {}", pieces(&event.credit.line), event.credit.customer.name),
        Event::CreditPaid(event) => {
            let who = event.payment.customer.as_ref().map(|customer| format!("{}: ", customer.name)).unwrap_or_default();
            format!("Credit of {who}{}{}", money(&event.payment), settled(event.sale.as_ref()))
        }
        Event::PrintQueued(event) => format!("{} queued for printing", job_name(&event.kind)),
        Event::PrintMoved(event) => {
            let name = printing::job(view, event.job_id)?.map_or_else(|| "Print job".to_owned(), |job| job_name(&job.kind));
            format!("{name} {}{}", event.status.as_str(), because(event.error.as_ref()))
        }
    })
}

fn account(entry: &Entry, event: &UserSaved) -> String {
    let user = &event.user;
    let done = if user.created_at == entry.envelope.at { "created" } else { "changed" };
    let off = if user.is_active { "" } else { ", inactive" };
    format!("Account {} {done} ({}{off})", user.username, user.role.as_str())
}

fn product(entry: &Entry, event: &ProductSaved) -> String {
    let product = &event.product;
    let done = if product.created_at == entry.envelope.at { "created" } else { "changed" };
    format!("Product {} {done}, {}", product.name, in_both(product.prices(product.exchange_rate)))
}

fn stock(view: &dyn View, event: &StockMoved) -> Stored<String> {
    let name = product_name(view, event.product_id)?;
    Ok(format!("Stock of {name} {:+} ({}){}", event.delta, event.reason.as_str(), because(event.notes.as_ref())))
}

fn sale(event: &SaleRecorded) -> String {
    let customer = event.customer.as_ref().map(|customer| format!(" to {}", customer.name)).unwrap_or_default();
    let charged = handed(event.lines.iter().map(|line| line.total.only(line.currency)).sum());
    format!("Sold {}{customer} for {charged}, {}, receipt {}", named(event.lines.iter()), event.method.as_str(), event.receipt_number)
}

fn seating(event: &TableSaved) -> String {
    let table = &event.table;
    match table.archived {
        true => format!("Table {} deleted", table.number),
        false => format!("Table {}: seats {}, {}", table.number, table.capacity, table.status.as_str()),
    }
}

fn money(payment: &Payment) -> String {
    let change = if payment.change == Dual::ZERO { String::new() } else { format!(", {} change", handed(payment.change)) };
    format!("paid {}{change}, {}", handed(payment.tendered), payment.method.as_str())
}

fn settled(sale: Option<&SaleRecorded>) -> String {
    sale.map(|sale| format!(", receipt {}", sale.receipt_number)).unwrap_or_default()
}

/// The reason behind a colon, where there is one.
fn because(reason: Option<&String>) -> String {
    reason.map(|reason| format!(": {reason}")).unwrap_or_default()
}

/// The first lines, and how many more there are.
fn named<'a>(lines: impl ExactSizeIterator<Item = &'a SaleLine>) -> String {
    let more = lines.len().saturating_sub(LINES_NAMED);
    let mut named: Vec<String> = lines.take(LINES_NAMED).map(pieces).collect();
    if more > 0 {
        named.push(format!("{more} more"));
    }
    named.join(", ")
}

/// `2 × Club Beer`, and why when it was not sold at the list's price.
fn pieces(line: &SaleLine) -> String {
    let why = line.discount_reason.as_ref().map(|reason| format!(" (discount: {reason})")).unwrap_or_default();
    format!("{} × {}{why}", line.quantity, line.product_name)
}

fn job_name(kind: &JobKind) -> String {
    match kind {
        JobKind::Receipt { number, copy: 0 } => format!("Receipt {number}"),
        JobKind::Receipt { number, copy } => format!("Copy {copy} of receipt {number}"),
        JobKind::TestPage => "Test page".to_owned(),
    }
}

fn product_name(view: &dyn View, id: u64) -> Stored<String> {
    Ok(catalog::any_product(view, id)?.map_or_else(|| format!("product {id}"), |product| product.name))
}

fn user_name(view: &dyn View, id: u64) -> Stored<String> {
    Ok(staff::any_user(view, id)?.map_or_else(|| format!("User {id}"), |user| user.username))
}
