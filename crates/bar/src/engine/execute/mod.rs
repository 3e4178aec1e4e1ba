//! Executes one command: its feature decides it from the tables, the events are appended to the journal and applied ([`apply`]).

mod directives;
mod largest_movement;
mod lookups;
mod prices;
mod set_by_head;
pub(super) mod till_facts;
mod till_movements;

use self::lookups::{known_receipt, known_sale, of_lines, of_order};
pub use self::prices::tax_day_began;
use super::apply::apply;
use super::approval::{self, Purpose};
use super::printing::load_print;
use super::sent_items::sent_items;
use super::{Command, Entry, Event, bar_secret, consequences, figure_notes, last_entry};
use crate::orders::{OrderLookup, OrderStatus};
use crate::payments::MoneyLookup;
use crate::settings::Settings;
use crate::{
    approvals, bills, box_events, catalog, corrections, credit, devices, fiscal, hours, orders, printing, rates, reasons, receipts, sales,
    seating, settings, sheets, staff, standby, stock, tips,
};
use base::{Decided, Envelope, Refusal};
use store::{StoreError, Stored, Tables, View};

/// Result of one command.
pub enum StepOutcome {
    /// It was executed, with these entries. No entries: it changed nothing.
    Done(Vec<Entry>),
    /// It was refused, and nothing was written.
    Refused(Refusal),
}

/// As [`step_for`], for a command that is executed without an approval, while the box runs.
pub fn step(tables: &mut dyn Tables, envelope: &Envelope, command: &Command) -> Stored<StepOutcome> {
    step_for(tables, envelope, command, &Purpose::default())
}

/// Decides `command`, appends its events to the journal and applies them. Where it only serves to ask for an approval, that question
/// is recorded instead. A refusal leaves the tables untouched.
pub fn step_for(tables: &mut dyn Tables, envelope: &Envelope, command: &Command, purpose: &Purpose) -> Stored<StepOutcome> {
    let settings = settings::settings(tables.view())?;
    let mut events = match decide_for(tables.view(), &settings, envelope, command, purpose)? {
        Ok(events) => events,
        Err(refusal) => return Ok(StepOutcome::Refused(refusal)),
    };
    events.extend(consequences::follow_up_events(tables.view(), &settings, envelope, &events)?);
    let day_began = events.iter().any(Event::may_begin_day);
    let entries = figure_notes::noting(tables, day_began, |tables| append(tables, envelope, events))?;
    Ok(StepOutcome::Done(entries))
}

/// Appends the events to the journal and applies them. The first one says when the box started since the last entry.
fn append(tables: &mut dyn Tables, envelope: &Envelope, events: Vec<Event>) -> Stored<Vec<Entry>> {
    let mut entries = Vec::with_capacity(events.len());
    let mut starts = if events.is_empty() { Vec::new() } else { box_events::take_starts(tables)? };
    let mut seq = store::head(tables.view())?;
    for event in events {
        seq += 1;
        let entry = Entry { seq, envelope: envelope.clone(), starts: std::mem::take(&mut starts), event };
        let bytes = entry.to_bytes().map_err(|error| StoreError::Unreadable { table: "journal", reason: error.to_string() })?;
        store::append(tables, seq, &bytes)?;
        apply(tables, &entry)?;
        entries.push(entry);
    }
    Ok(entries)
}

/// Decides a command. What is invalid or in conflict is refused for that; whether it needs an approval comes last.
fn decide_for(
    view: &dyn View,
    settings: &Settings,
    envelope: &Envelope,
    command: &Command,
    purpose: &Purpose,
) -> Stored<Decided<Vec<Event>>> {
    if let Err(refusal) = approval::permitted(view, settings, envelope, command, purpose)? {
        return Ok(Err(refusal));
    }
    if let Err(refusal) = till_movements::may_pay_out(view, envelope, command)? {
        return Ok(Err(refusal));
    }
    match decide(view, settings, envelope, command)? {
        Ok(events) => {
            if let Err(refusal) = set_by_head::check(view, settings, envelope, command, &events)? {
                return Ok(Err(refusal));
            }
            let events = match till_movements::with_tills(view, settings, envelope, command, events)? {
                Ok(events) => events,
                Err(refusal) => return Ok(Err(refusal)),
            };
            if let Err(refusal) = largest_movement::check(view, settings, &events)? {
                return Ok(Err(refusal));
            }
            approval::approved(view, settings, envelope, events, purpose)
        }
        Err(refusal) => Ok(Err(refusal)),
    }
}

fn decide(view: &dyn View, settings: &Settings, envelope: &Envelope, command: &Command) -> Stored<Decided<Vec<Event>>> {
    let order = |lookup| orders::load_order(view, settings, envelope, lookup);
    let today = settings.bar_time().business_day(envelope.at);
    Ok(match command {
        Command::Staff(command) => events(staff::decide(command, &staff::load(view, command, envelope)?, envelope)),
        Command::Pins(command) => {
            let device = match staff::pins::device_of(view, command)? {
                Some(id) => devices::device(view, id)?.map(|device| device.facts(today)),
                None => None,
            };
            let known = staff::pins::PinLoad { device, day: today };
            events(staff::pins::decide(command, &staff::pins::load(view, command, envelope, known)?, envelope))
        }
        Command::Devices(command) => events(devices::decide(command, &devices::load(view, command)?, envelope)),
        Command::Approval(command) => {
            let decided = approvals::decide(command, approvals::load(view, command, envelope)?, envelope, today);
            events(decided.map(|event| event.into_iter().collect()))
        }
        Command::Settings(command) => prices::change_settings(view, settings, envelope, command)?,
        Command::AttachPrinter(command) => events(Ok(settings::attach_printer(command, settings))),
        Command::NoteClock(jump) => events(Ok(vec![jump.clone()])),
        Command::ConfirmClock => {
            let last = last_entry(view)?.map(|entry| entry.envelope.at).filter(|last| *last > envelope.at);
            let confirmed = |doubt: box_events::ClockDoubt| box_events::ClockConfirmed { floor: doubt.floor, turned_from: last };
            events(Ok(box_events::clock_doubt(view)?.map(confirmed).into_iter().collect()))
        }
        Command::NoteBackup(made) => events(Ok(vec![made.clone()])),
        Command::NoteRestore(restored) => events(Ok(vec![restored.clone()])),
        Command::NoteMachine(change) => events(Ok(vec![box_events::MachineChanged { change: change.clone() }])),
        Command::HeadOffice(command) => directives::connection(view, command)?,
        Command::Directive(command) => directives::decide(view, settings, envelope, command)?,
        Command::Standby(command) => events(Ok(standby::decide(command, standby::pairing(view)?.is_some()))),
        Command::NotePromotion(promoted) => {
            let jobs = printing::all_open_jobs(view)?;
            let moved = printing::after_promotion(&jobs).into_iter().map(Event::PrintMoved);
            Ok(std::iter::once(Event::BoxPromoted(promoted.clone())).chain(moved).collect())
        }
        Command::NotePrinted(printed) => events(Ok(vec![printed.clone()])),
        Command::Reasons(command) => {
            let (all, next_id) = reasons::load_list(view)?;
            events(reasons::decide(command, &all, next_id))
        }
        Command::Clock(command) => events(hours::decide(command, &hours::load_clock(view, settings, command, envelope)?, envelope)),
        Command::CorrectHours(command) => events(hours::correct(command, &hours::load_correction(view, settings, command)?, envelope)),
        Command::ShareTips(command) => events(tips::share(command, &tips::load_share(view, settings, command, envelope)?)),
        Command::PayOutTips(command) => events(tips::pay_out(command, &tips::load_pay_out(view, settings, command, envelope)?)),
        Command::Tills(command) => {
            let later = till_facts::later_facts(view, settings, command)?;
            events(crate::tills::decide(command, &crate::tills::load(view, settings, command, later, envelope)?, envelope))
        }
        Command::Rate(command) => events(Ok(rates::set_rate(command))),
        Command::Catalog(command) => prices::change_product(view, settings, envelope, command)?,
        Command::Import(command) => prices::import(view, settings, envelope, command)?,
        Command::PriceList(command) => prices::set_list(view, settings, envelope, command)?,
        Command::PricePlan(command) => prices::plan(view, settings, envelope, command)?,
        Command::BeginTaxDay => Ok(tax_day_began(view, settings, envelope.at)?.into_iter().collect()),
        Command::Scan(command) => {
            events(Ok(catalog::record_scan(command, catalog::scanned(view, &command.barcode, &settings.scale_labels)?)))
        }
        Command::Stock(command) => {
            let (product, level) = (catalog::product(view, command.product_id)?, stock::level(view, command.product_id)?);
            events(stock::adjust(command, product.as_ref().map(|product| (product, level)), settings.bar_time().moment(envelope.at)))
        }
        Command::SoldOut(command) => {
            let (today, id) = (settings.bar_time().business_day(envelope.at), command.product_id);
            let (product, was) = (catalog::product(view, id)?, stock::is_sold_out(view, id, today)?);
            events(stock::set_sold_out(command, product.as_ref().map(|product| (product, was)), today))
        }
        Command::Sell(command) => events(sales::sell(command, &sales::load_sell(view, settings, command, envelope)?)),
        Command::VoidSale(command) => {
            let receipt_exists = match &command.receipt_number {
                Some(number) => receipts::receipt(view, number)?.is_some(),
                None => true,
            };
            events(sales::void_sale(command, &sales::load_void(view, settings, command, receipt_exists, envelope)?))
        }
        Command::RefundSale(command) => {
            let sale = known_sale(view, &command.receipt_number)?;
            events(sales::refund_sale(command, &sales::load_refund(view, settings, command, sale, envelope)?))
        }
        Command::Seating(command) => {
            let open = orders::open_orders(view)?;
            let busy = |table_id| open.iter().any(|order| order.table_id == Some(table_id));
            events(seating::decide(command, &seating::tables(view)?, seating::next_table_id(view)?, busy))
        }
        Command::PlaceOrder(command) => {
            let lookup = OrderLookup { table_id: command.table_id, ..of_lines(&command.items) };
            events(orders::place_order(command, &order(lookup)?))
        }
        Command::AddItem(command) => {
            let lookup = OrderLookup { order_id: Some(command.order_id), ..of_lines(std::slice::from_ref(&command.item)) };
            events(orders::add_item(command, &order(lookup)?))
        }
        Command::RemoveItem(command) => {
            let lookup = OrderLookup { reasons: vec![command.reason.clone()], ..of_order(command.order_id) };
            let context = order(lookup)?;
            events(orders::remove_item(command, &context, &sent_items(view, settings, envelope, context.order.as_ref())?))
        }
        Command::ChangeItem(command) => {
            let item =
                orders::order(view, command.order_id)?.and_then(|order| order.items.into_iter().find(|item| item.id == command.item_id));
            let products = item.iter().map(|item| item.line.product_id).collect();
            let goods = item.iter().flat_map(orders::OrderItem::goods).map(|take| take.product_id).collect();
            let lookup = OrderLookup { products, goods, reasons: vec![command.reason.clone()], ..of_order(command.order_id) };
            let context = order(lookup)?;
            events(orders::change_item(command, &context, &sent_items(view, settings, envelope, context.order.as_ref())?))
        }
        Command::ChangeOrder(command) => {
            let lookup = OrderLookup { table_id: command.table_id.flatten(), ..of_order(command.order_id) };
            events(orders::change_order(command, &order(lookup)?))
        }
        Command::SetServiceCharge(command) => {
            let lookup = OrderLookup { reasons: vec![command.reason.clone()], ..of_order(command.order_id) };
            events(orders::set_service_charge(command, &order(lookup)?))
        }
        Command::Pricing(command) => {
            events(orders::pricing::decide_pricing(command, &orders::pricing::load_pricing(view, settings, command, envelope)?))
        }
        Command::ExemptOrder(command) => events(orders::exempt_order(command, &order(of_order(command.order_id))?)),
        Command::Move(command) => events(orders::decide_move(command, &orders::load_move(view, settings, command, envelope)?)),
        Command::SetOrderStatus(command) => {
            let order = orders::order(view, command.order_id)?;
            let reasons = reasons::load_choices(view, settings, [&command.reason])?;
            let cancelled = order.as_ref().filter(|_| command.status == OrderStatus::Cancelled);
            let sent = sent_items(view, settings, envelope, cancelled)?;
            events(orders::set_order_status(command, order.as_ref(), settings.screens.order_steps, &reasons, &sent))
        }
        Command::PayOrder(command) => {
            let lookup = OrderLookup { money: command.payment.lookup(), ..of_order(command.order_id) };
            events(orders::pay_order(command, &order(lookup)?))
        }
        Command::EndShares(command) => events(orders::end_shares(command, &order(of_order(command.order_id))?)),
        Command::CorrectPayment(command) => {
            events(corrections::correct_payment(command, &corrections::load(view, settings, command, envelope)?))
        }
        Command::RefundPayment(command) => {
            events(orders::refund_payment(command, &orders::load_refund(view, settings, envelope, command)?))
        }
        Command::WalkOut(command) => {
            let lookup = OrderLookup { reasons: vec![command.reason.clone()], ..of_order(command.order_id) };
            events(orders::walk_out(command, &order(lookup)?))
        }
        Command::RecoverWalkOut(command) => {
            let tab = credit::load_tab(view, settings, &command.customer)?;
            events(credit::recover_walk_out(&order(of_order(command.order_id))?, &tab, credit::next_credit_id(view)?))
        }
        Command::PrintBill(command) => events(bills::print_bill(command, &bills::load_print_bill(view, settings, command, envelope)?)),
        Command::PutOrderOnTab(command) => {
            let tab = credit::load_tab(view, settings, &command.customer)?;
            events(credit::put_order_on_tab(command, &order(of_order(command.order_id))?, &tab, credit::next_credit_id(view)?))
        }
        Command::VoidOrder(command) => events(orders::void_order(command, &credit::load_void(view, settings, command, envelope)?)),
        Command::GiveCredit(command) => {
            let tab = credit::load_tab(view, settings, &command.customer)?;
            events(credit::give_credit(command, &order(of_lines(&command.items))?, &tab, credit::next_credit_id(view)?))
        }
        Command::PayCredit(command) => {
            let till = sales::load_till(view, settings, envelope, command.payment.lookup())?;
            events(credit::pay_credit(command, credit::credit(view, command.credit_id)?.as_ref(), &till))
        }
        Command::PayTab(command) => {
            let till = sales::load_till(view, settings, envelope, command.payment.lookup())?;
            events(credit::pay_tab(command, &credit::load_owed(view, settings, &command.payer)?, &till))
        }
        Command::AddOldDebt(command) => {
            let till = sales::load_till(view, settings, envelope, MoneyLookup::default())?;
            let tab = credit::load_tab(view, settings, &command.customer)?;
            events(credit::add_old_debt(command, &till, &tab, credit::next_credit_id(view)?))
        }
        Command::Customers(credit::CustomerCommand::Change(command)) => {
            events(credit::change_customer(command, credit::load_change(view, settings, command)?))
        }
        Command::Customers(credit::CustomerCommand::Join(command)) => {
            events(credit::join_tabs(command, credit::load_join(view, settings, command)?))
        }
        Command::SetBuyer(command) => events(receipts::set_buyer(command, known_receipt(view, command)?.as_ref(), envelope.actor.role)),
        Command::Sheet(command) => {
            let secret = bar_secret(view)?;
            events(sheets::decide(command, sheets::load(view, settings, command, envelope, secret.as_deref())?))
        }
        Command::Fiscal(command) => events(fiscal::decide(command, fiscal::document(view, command.document_id())?.as_ref())),
        Command::Print(command) => events(printing::decide(command, &load_print(view, settings, envelope, command)?, envelope)),
    })
}

/// Converts a feature's events into the engine's.
fn events<E: Into<Event>>(decided: Decided<Vec<E>>) -> Decided<Vec<Event>> {
    decided.map(|events| events.into_iter().map(Into::into).collect())
}
