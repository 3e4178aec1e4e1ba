//! What a command needs an approval for, in words and figures, from the events that follow from it.

use super::billed::{after_bill, move_after_bill};
use super::cash::cash;
use super::money::money;
use super::pricing::repricing;
use super::tax::waiver;
use crate::approvals::{SummaryLine, Wanted};
use crate::base::{Cash, Envelope, Price, Role};
use crate::engine::Event;
use crate::engine::consequences::table_number;
use crate::orders::{self, Order};
use crate::payments::Payment;
use crate::printing::{JobKind, JobQueued};
use crate::reasons::{ListedReason, in_words};
use crate::receipts::document::{format_both, format_cash, format_in};
use crate::sales::{self, SaleLine, SaleRefunded, SaleVoided};
use crate::settings::{ApprovalKind, ApprovalRule, Settings};
use crate::store::{Stored, View};

/// Goods that a summary names; the rest is counted.
const GOODS_NAMED: usize = 5;

/// What needs an approval where the bar's rule for its kind says so.
pub(super) struct Subject {
    pub(super) kind: ApprovalKind,
    /// `Void`
    pub(super) verb: &'static str,
    /// `2 × Club Beer`
    pub(super) goods: Vec<String>,
    pub(super) place: Place,
    pub(super) reason: Option<String>,
    pub(super) amount: Option<Price>,
    pub(super) details: Vec<SummaryLine>,
}

/// Where the goods are.
#[derive(Default)]
pub(super) struct Place {
    table: Option<u32>,
    order_id: Option<u64>,
    guest: Option<String>,
}

/// What `events` need an approval for; `None` if nothing, or if their person's role decides for itself.
pub(super) fn wanted(view: &dyn View, settings: &Settings, envelope: &Envelope, events: &[Event]) -> Stored<Option<Wanted>> {
    if envelope.actor.role >= Role::Manager {
        return Ok(None);
    }
    let billed = [after_bill(view, events)?, move_after_bill(view, events)?];
    let others = [waiver(view, events)?, money(view, events)?, subject(view, settings, envelope, events)?];
    let mut subjects = billed.into_iter().chain(others).flatten();
    Ok(subjects.find(|subject| settings.approvals.rule(subject.kind) == ApprovalRule::Approve).map(Subject::into_wanted))
}

fn subject(view: &dyn View, settings: &Settings, envelope: &Envelope, events: &[Event]) -> Stored<Option<Subject>> {
    let voided: Vec<&SaleVoided> =
        events.iter().filter_map(|event| if let Event::SaleVoided(voided) = event { Some(voided) } else { None }).collect();
    if let Some(first) = voided.first() {
        return sale_void(view, first, &voided).map(Some);
    }
    let mut given: Vec<&SaleLine> = Vec::new();
    for event in events {
        match event {
            Event::OrderVoided(voided) => return order_void(view, voided),
            Event::SaleRefunded(refunded) => return sale_refund(view, refunded),
            Event::ItemRemoved(removed) if removed.sent.is_some() => {
                return item_removal(
                    view,
                    removed.order_id,
                    removed.item_id,
                    listed(removed.listed_reason.as_ref(), removed.reason.as_ref()),
                    None,
                );
            }
            Event::ItemChanged(changed) if changed.sent.is_some() => {
                let part = changed.removed.as_ref().map(|facts| (facts.quantity, facts.total));
                return item_removal(
                    view,
                    changed.order_id,
                    changed.item_id,
                    listed(changed.listed_reason.as_ref(), changed.reason.as_ref()),
                    part,
                );
            }
            Event::OrderRepriced(repriced) => return repricing(view, settings, envelope, repriced),
            Event::OrderMoved(moved) if moved.sent.is_some() => return cancellation(view, moved),
            Event::PrintQueued(job) if job.kind.is_drawer() && !job.by_policy => return Ok(Some(drawer(settings, job))),
            Event::SaleRecorded(sale) => return Ok(discount(settings, &sale.lines.iter().collect::<Vec<_>>(), Place::default())),
            Event::OrderPlaced(placed) => {
                let table = table_number(view, placed.table_id)?;
                let place = Place { table, order_id: None, guest: Some(placed.customer.name.clone()) };
                return Ok(discount(settings, &placed.items.iter().map(|item| &item.line).collect::<Vec<_>>(), place));
            }
            Event::ItemAdded(added) => {
                let place = Place::of_order(view, added.order_id)?;
                return Ok(discount(settings, &[&added.item.line], place));
            }
            Event::CreditGiven(credit) => given.push(&credit.credit.line),
            Event::CashMoved(_) | Event::ShiftClosed(_) => {
                if let Some(subject) = cash(view, settings, event)? {
                    return Ok(Some(subject));
                }
            }
            _ => {}
        }
    }
    let guest = events.iter().find_map(|event| if let Event::CreditGiven(given) = event { Some(given) } else { None });
    let place = Place { guest: guest.map(|given| given.credit.customer.name.clone()), ..Place::default() };
    Ok(discount(settings, &given, place))
}

fn sale_void(view: &dyn View, first: &SaleVoided, voided: &[&SaleVoided]) -> Stored<Subject> {
    let (mut goods, mut amount, mut order_id, mut guest) = (Vec::new(), Price::ZERO, None, None);
    for event in voided {
        let Some(recorded) = sales::recorded_line(view, event.sale_id)? else { continue };
        let part = event.part.clone().unwrap_or_else(|| recorded.rest());
        goods.push(named(part.quantity, &recorded.line.product_name));
        amount += part.total;
        order_id = order_id.or(recorded.line.order_id);
        guest = guest.or(recorded.customer.map(|customer| customer.name));
    }
    let place = match order_id {
        Some(id) => Place::of_order(view, id)?,
        None => Place { guest, ..Place::default() },
    };
    let refunds = voided.iter().flat_map(|event| event.refunds.iter().flatten());
    let details = vec![
        SummaryLine::new("Receipt", &*first.receipt_number),
        SummaryLine::new("Money back", money_back(refunds)),
        back_to_stock(first.returns_stock),
    ];
    let (kind, reason) = (ApprovalKind::VoidSale, Some(in_words(first.listed_reason.as_ref(), &first.reason)));
    Ok(Subject { kind, verb: "Void", goods, place, reason, amount: Some(amount), details })
}

fn sale_refund(view: &dyn View, refunded: &SaleRefunded) -> Stored<Option<Subject>> {
    let Some(refund) = refunded.refund() else { return Ok(None) };
    let mut order_id = None;
    for part in &refunded.parts {
        order_id = order_id.or(sales::recorded_line(view, part.sale_id)?.and_then(|sold| sold.line.order_id));
    }
    let goods = |line: &SaleLine| match -line.quantity {
        0 => format!("{} of {}", format_cash(-line.gross_charged()), line.product_name),
        pieces => named(pieces, &line.product_name),
    };
    let lines = &refunded.sale.lines;
    let guest = refunded.sale.customer.as_ref().map(|customer| customer.name.clone());
    let details = vec![
        SummaryLine::new("Receipt", &*refund.of),
        SummaryLine::new("Money back", money_back(refunded.payments.iter())),
        back_to_stock(refund.returns_stock),
    ];
    Ok(Some(Subject {
        kind: ApprovalKind::Refund,
        verb: "Refund",
        goods: lines.iter().map(goods).collect(),
        place: match order_id {
            Some(id) => Place::of_order(view, id)?,
            None => Place::of_guest(guest),
        },
        reason: Some(in_words(refund.reason.listed.as_ref(), &refund.reason.text)),
        amount: Some(-lines.iter().map(SaleLine::gross).sum::<Price>()),
        details,
    }))
}

fn order_void(view: &dyn View, voided: &orders::OrderVoided) -> Stored<Option<Subject>> {
    let Some(order) = orders::order(view, voided.order_id)? else { return Ok(None) };
    let details = vec![
        SummaryLine::new("Money back", money_back(voided.refunds.iter())),
        back_to_stock(order.items.is_empty() || !voided.return_item_ids.is_empty()),
    ];
    let reason = Some(in_words(voided.listed_reason.as_ref(), &voided.reason));
    whole_order(view, ApprovalKind::VoidOrder, "Void", &order, reason, details).map(Some)
}

pub(super) fn cancellation(view: &dyn View, moved: &orders::OrderMoved) -> Stored<Option<Subject>> {
    let Some(order) = orders::order(view, moved.order_id)? else { return Ok(None) };
    let details = vec![back_to_stock(moved.not_returned.len() < order.items.len())];
    whole_order(view, ApprovalKind::CancelOrder, "Cancel", &order, listed(moved.listed_reason.as_ref(), moved.reason.as_ref()), details)
        .map(Some)
}

fn whole_order(
    view: &dyn View,
    kind: ApprovalKind,
    verb: &'static str,
    order: &Order,
    reason: Option<String>,
    details: Vec<SummaryLine>,
) -> Stored<Subject> {
    let goods = order.items.iter().map(|item| named(item.line.quantity, &item.line.product_name)).collect();
    Ok(Subject { kind, verb, goods, place: Place::new(view, order)?, reason, amount: Some(order.total()), details })
}

/// `part`: the pieces that are taken off, and what they cost; `None` for all of the item.
pub(super) fn item_removal(
    view: &dyn View,
    order_id: u64,
    item_id: u64,
    reason: Option<String>,
    part: Option<(i64, Price)>,
) -> Stored<Option<Subject>> {
    let Some(order) = orders::order(view, order_id)? else { return Ok(None) };
    let Some(item) = order.items.iter().find(|item| item.id == item_id) else { return Ok(None) };
    let (quantity, amount) = part.unwrap_or((item.line.quantity, item.line.total));
    let total = order.total();
    let left = total + -amount;
    Ok(Some(Subject {
        kind: ApprovalKind::RemoveSent,
        verb: "Take off",
        goods: vec![named(quantity, &item.line.product_name)],
        place: Place::new(view, &order)?,
        reason,
        amount: Some(amount),
        details: vec![left_on_order(left)],
    }))
}

fn drawer(settings: &Settings, job: &JobQueued) -> Subject {
    let printer = settings.printer(job.printer_id).map(|printer| SummaryLine::new("Printer", &*printer.name));
    let reason = match &job.kind {
        JobKind::Drawer { reason, listed_reason, .. } => listed(listed_reason.as_ref(), reason.as_ref()),
        _ => None,
    };
    Subject {
        kind: ApprovalKind::NoSale,
        verb: "Open the drawer",
        goods: Vec::new(),
        place: Place::default(),
        reason,
        amount: None,
        details: printer.into_iter().collect(),
    }
}

/// The lines that are sold at another price than a bartender may give; `None` if there are none.
fn discount(settings: &Settings, lines: &[&SaleLine], place: Place) -> Option<Subject> {
    let free = i128::from(settings.approvals.discount_free);
    let is_asked = |line: &&SaleLine| (line.discount_reason.is_some() || line.discount.is_some()) && !is_free(line, free);
    let lines: Vec<&SaleLine> = lines.iter().copied().filter(is_asked).collect();
    let first = lines.first()?;
    let given = first.discount.as_ref().filter(|_| first.discount_reason.is_none());
    Some(Subject {
        kind: ApprovalKind::Discount,
        verb: "Sell",
        goods: lines.iter().map(|line| at_price(line)).collect(),
        place,
        reason: match given {
            Some(given) => listed(given.listed.as_ref(), Some(&given.reason)),
            None => listed(first.discount_listed.as_ref(), first.discount_reason.as_ref()),
        },
        amount: Some(lines.iter().map(|line| line.total).sum()),
        details: Vec::new(),
    })
}

/// `2 × Club Beer at $1.50 instead of $2.00`, `2 × Club Beer less 10 %`, `2 × Club Beer less $0.50`.
fn at_price(line: &SaleLine) -> String {
    let price = line.discount_reason.as_ref().map(|_| {
        let (unit, list) = (format_in(line.unit, line.currency), format_in(line.list, line.currency));
        format!(" at {unit} instead of {list}")
    });
    let less = line.discount.as_ref().map(|discount| match discount.percent {
        Some(percent) => format!(" less {}", percent.in_words()),
        None => format!(" less {}", format_in(discount.amount, line.currency)),
    });
    format!("{}{}{}", named(line.quantity, &line.product_name), price.unwrap_or_default(), less.unwrap_or_default())
}

/// Whether a line costs what the list says, or less by at most `free` percent of that. A percent counts as it was given, without the
/// rounding of its amount.
pub(super) fn is_free(line: &SaleLine, free: i128) -> bool {
    let minor = |price: Price| i128::from(price.minor_in(line.currency));
    let is_listed = line.unit == line.list || line.discount_reason.is_none();
    if let Some(percent) = line.discount.as_ref().filter(|_| is_listed).and_then(|discount| discount.percent) {
        return i128::from(percent.as_hundredths()) <= free * 100;
    }
    if line.discount.is_none() {
        let lowered = minor(line.list) - minor(line.unit);
        return lowered == 0 || (lowered > 0 && lowered * 100 <= free * minor(line.list));
    }
    let list = if is_listed { minor(line.unit) } else { minor(line.list) } * i128::from(line.quantity);
    let lowered = list - minor(line.priced());
    lowered >= 0 && lowered * 100 <= free * list
}

/// What an order comes to afterwards, for the person who decides.
pub(super) fn left_on_order(left: Price) -> SummaryLine {
    SummaryLine::new("Left on the order", format_both(left))
}

/// A reason that may be absent, in words.
pub(super) fn listed(listed: Option<&ListedReason>, text: Option<&String>) -> Option<String> {
    text.map(|text| in_words(listed, text))
}

/// `2 × Club Beer`
pub(super) fn named(quantity: i64, name: &str) -> String {
    format!("{quantity} × {name}")
}

fn money_back<'a>(refunds: impl Iterator<Item = &'a Payment>) -> String {
    let sum: Cash = refunds.map(Payment::tendered).sum();
    format_cash(-sum)
}

fn back_to_stock(returns: bool) -> SummaryLine {
    SummaryLine::new("Back to stock", if returns { "Yes" } else { "No" })
}

impl Place {
    pub(super) fn new(view: &dyn View, order: &Order) -> Stored<Self> {
        let table = table_number(view, order.table_id)?;
        Ok(Place { table, order_id: Some(order.id), guest: Some(order.customer.name.clone()) })
    }

    pub(super) fn of_order(view: &dyn View, order_id: u64) -> Stored<Self> {
        orders::order(view, order_id)?.map_or_else(|| Ok(Place::default()), |order| Place::new(view, &order))
    }

    /// The counter, where this person buys.
    pub(super) fn of_guest(guest: Option<String>) -> Self {
        Place { guest, ..Place::default() }
    }

    /// `table 4`, `order #12`; `None` at the counter.
    fn in_words(&self) -> Option<String> {
        self.table.map(|table| format!("table {table}")).or_else(|| self.order_id.map(|id| format!("order #{id}")))
    }
}

impl Subject {
    fn into_wanted(self) -> Wanted {
        let more = self.goods.len().saturating_sub(GOODS_NAMED);
        let more = (more > 0).then(|| format!("{more} more"));
        let goods: Vec<String> = self.goods.into_iter().take(GOODS_NAMED).chain(more).collect();
        let what = if goods.is_empty() { self.verb.to_owned() } else { format!("{} {}", self.verb, goods.join(", ")) };
        let quoted = self.reason.as_ref().map(|reason| format!("\"{reason}\""));
        let parts = [Some(what), self.place.in_words(), quoted, self.amount.map(format_exactly)];
        let line = |label: &str, value: Option<String>| value.map(|value| SummaryLine::new(label, value));
        let lines = [
            line("Table", self.place.table.map(|table| table.to_string())),
            line("Order", self.place.order_id.map(|id| format!("#{id}"))),
            line("Guest", self.place.guest),
            line("Reason", self.reason),
        ];
        let lines = lines.into_iter().flatten().chain(self.details).collect();
        Wanted { kind: self.kind, summary: parts.into_iter().flatten().collect::<Vec<_>>().join(", "), lines, amount: self.amount }
    }
}

/// The same value in both currencies, with cents: `$4.00 / L$1,760.00`.
fn format_exactly(amount: Price) -> String {
    let lrd = amount.lrd.display();
    let cents = if lrd.contains('.') { "" } else { ".00" };
    format!("{} / {lrd}{cents}", amount.usd.display())
}
