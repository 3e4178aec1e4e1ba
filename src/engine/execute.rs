//! The heart: a command, decided by its feature on what the tables say, appended to the journal and applied.

use super::{Command, Entry, Event, feed};
use crate::base::{Decided, Envelope, Refusal};
use crate::store::{self, StoreError, Stored, Tables, View};
use crate::{catalog, printing, rates, receipts, reports, sales, settings, staff, stock};

/// What became of one command.
pub enum Step {
    /// It happened; these entries say what. None: it changed nothing.
    Done(Vec<Entry>),
    /// It did not happen, and nothing was written.
    Refused(Refusal),
}

/// Decides `command` and writes what follows from it. A refusal leaves the tables untouched.
pub fn step(tables: &mut dyn Tables, envelope: &Envelope, command: &Command) -> Stored<Step> {
    let events = match decide(tables.view(), envelope, command)? {
        Ok(events) => events,
        Err(refusal) => return Ok(Step::Refused(refusal)),
    };
    let mut entries = Vec::with_capacity(events.len());
    let mut seq = store::head(tables.view())?;
    for event in events {
        seq += 1;
        let entry = Entry { seq, envelope: envelope.clone(), event };
        let bytes = entry.to_bytes().map_err(|error| StoreError::Unreadable { table: "journal", reason: error.to_string() })?;
        store::append(tables, seq, &bytes)?;
        apply(tables, &entry)?;
        entries.push(entry);
    }
    Ok(Step::Done(entries))
}

fn decide(view: &dyn View, envelope: &Envelope, command: &Command) -> Stored<Decided<Vec<Event>>> {
    Ok(match command {
        Command::Staff(command) => events(staff::decide(command, &staff::load(view, command, envelope)?, envelope)),
        Command::Settings(command) => events(settings::set_settings(command, &settings::settings(view)?)),
        Command::AttachPrinter(command) => events(Ok(settings::attach_printer(command, &settings::settings(view)?))),
        Command::Rate(command) => events(Ok(rates::set_rate(command))),
        Command::Catalog(command) => {
            let context = catalog::load(view, command, rates::rate(view)?, |id| stock::level(view, id))?;
            events(catalog::decide(command, &context, envelope))
        }
        Command::Import(command) => {
            let context = catalog::load_import(view, rates::rate(view)?, |id| stock::level(view, id))?;
            events(catalog::import_products(command, &context, envelope))
        }
        Command::Scan(command) => events(Ok(catalog::record_scan(command, catalog::barcode_owner(view, &command.barcode)?))),
        Command::Stock(command) => {
            let exists = catalog::product(view, command.product_id)?.is_some();
            let level = if exists { Some(stock::level(view, command.product_id)?) } else { None };
            events(stock::adjust(command, level))
        }
        Command::Sell(command) => events(sales::sell(command, &sales::load_sell(view, command, envelope)?, envelope)),
        Command::VoidSale(command) => events(sales::void_sale(command, sales::sale(view, command.sale_id)?.as_ref())),
        Command::Print(command) => {
            let settings = settings::settings(view)?;
            events(printing::decide(command, &receipts::load_print(view, command, settings)?))
        }
    })
}

/// A feature's events as the engine's.
fn events<E: Into<Event>>(decided: Decided<Vec<E>>) -> Decided<Vec<Event>> {
    decided.map(|events| events.into_iter().map(Into::into).collect())
}

/// Makes the tables say what the entry says. Total: it refuses nothing, asks no clock, draws no lots; the same live,
/// at a rebuild and on a second box.
pub fn apply(tables: &mut dyn Tables, entry: &Entry) -> Stored<()> {
    let envelope = &entry.envelope;
    match &entry.event {
        Event::UserSaved(event) => staff::apply_saved(tables, event),
        Event::UserArchived(event) => staff::apply_archived(tables, event),
        Event::PasswordChanged(event) => staff::apply_password(tables, envelope, event),
        Event::SignedIn(event) => staff::apply_signed_in(tables, envelope, event),
        Event::SignedOut(event) => staff::apply_signed_out(tables, event),
        Event::SettingsChanged(event) => settings::apply_changed(tables, event),
        Event::RateChanged(event) => rates::apply_changed(tables, entry.seq, envelope, event),
        Event::ProductSaved(event) => catalog::apply_saved(tables, event),
        Event::ProductArchived(event) => catalog::apply_archived(tables, event),
        Event::ProductsImported(_) => Ok(()),
        Event::ScanRecorded(event) => catalog::apply_scan(tables, envelope, event),
        Event::StockMoved(event) => stock::apply_moved(tables, envelope, event),
        Event::SaleRecorded(event) => {
            sales::apply_recorded(tables, envelope, event)?;
            receipts::apply_recorded(tables, envelope, event)?;
            reports::apply_recorded(tables, event)?;
            printing::apply_recorded(tables, envelope, event)
        }
        Event::SaleVoided(event) => {
            // The totals first: they take out what the line is before it is voided.
            reports::apply_voided(tables, envelope, event)?;
            sales::apply_voided(tables, envelope, event)
        }
        Event::PrintQueued(event) => printing::apply_queued(tables, envelope, event),
        Event::PrintMoved(event) => printing::apply_moved(tables, event),
    }?;
    feed::apply_topics(tables, entry)
}
