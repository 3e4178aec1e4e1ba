//! One kind of approval that a request needs, in words and figures.

use crate::approvals::{LEFT_ON_ORDER, QuestionPart, SummaryLine};
use crate::orders::{self, Order, OrderItem};
use crate::reasons::{ListedReason, in_words};
use crate::receipts::document::{format_both, format_in};
use crate::sales::SaleLine;
use crate::seating::{self, TableLabel};
use crate::settings::ApprovalKind;
use base::{Customer, Price};
use store::{Stored, View};

/// Goods that a summary names; the rest is counted. The lines name all.
const GOODS_NAMED: usize = 5;

/// What needs an approval where the bar's rule for its kind says so.
pub(super) struct Subject {
    pub(super) kind: ApprovalKind,
    /// `Void`
    pub(super) verb: &'static str,
    pub(super) goods: Vec<Goods>,
    pub(super) location: Location,
    pub(super) reason: Option<String>,
    pub(super) amount: Option<Price>,
    pub(super) details: Vec<SummaryLine>,
}

/// Goods that a question is about.
pub(super) struct Goods {
    /// In the summary: `2 × Club Beer`, `2 × Club Beer at $1.50 instead of $2.00`. Empty where the summary names all goods together.
    named: String,
    /// In the lines: `2 × Club Beer, $4.00`, `2 × Club Beer, $2.00 → $1.50`. `None` where the summary says it all.
    line: Option<String>,
}

/// Where the goods are: at a table, on an order, with a guest.
#[derive(Clone, Default)]
pub(super) struct Location {
    table: Option<TableLabel>,
    order_id: Option<u64>,
    guest: Option<String>,
}

impl Goods {
    /// What is no goods, such as an amount of cash.
    pub(super) fn words(named: String) -> Self {
        Goods { named, line: None }
    }

    /// Goods and what they cost, in the currency that they are priced in.
    pub(super) fn worth(quantity: i64, line: &SaleLine, total: Price) -> Self {
        let named = named(quantity, &line.product_name);
        let line = Some(format!("{named}, {}", format_in(total, line.currency)));
        Goods { named, line }
    }

    /// All pieces of a line, at what they cost.
    pub(super) fn of(line: &SaleLine) -> Self {
        Goods::worth(line.quantity, line, line.total)
    }

    /// Goods of which the summary says `said`, and what they cost before and after.
    pub(super) fn lowered(said: String, line: &SaleLine, changes: &[(Price, Price)]) -> Self {
        let change =
            |(before, after): &(Price, Price)| format!(", {} → {}", format_in(*before, line.currency), format_in(*after, line.currency));
        let changes: String = changes.iter().map(change).collect();
        Goods { line: Some(format!("{}{changes}", named(line.quantity, &line.product_name))), named: said }
    }
}

impl From<&OrderItem> for Goods {
    fn from(item: &OrderItem) -> Self {
        Goods::of(&item.line)
    }
}

impl Location {
    pub(super) fn new(table: Option<TableLabel>, order_id: Option<u64>, guest: Option<String>) -> Self {
        Location { table, order_id, guest }
    }

    pub(super) fn of(view: &dyn View, order: &Order) -> Stored<Self> {
        let table = seating::label_of(view, order.table_id)?;
        Ok(Location { table, order_id: Some(order.id), guest: Some(order.customer.name.clone()) })
    }

    pub(super) fn of_order(view: &dyn View, order_id: u64) -> Stored<Self> {
        orders::order(view, order_id)?.map_or_else(|| Ok(Location::default()), |order| Location::of(view, &order))
    }

    /// The counter, where this person buys.
    pub(super) fn of_guest(guest: Option<&Customer>) -> Self {
        Location { guest: guest.map(|guest| guest.name.clone()), ..Location::default() }
    }

    /// `table 4`, `VIP`, `order #12`; `None` at the counter.
    fn in_words(&self) -> Option<String> {
        self.table.as_ref().map(TableLabel::in_sentence).or_else(|| self.order_id.map(|id| format!("order #{id}")))
    }
}

impl Subject {
    /// Its part of a question, and the lines about it.
    pub(super) fn into_part(self) -> (QuestionPart, Vec<SummaryLine>) {
        let named = self.goods.iter().map(|goods| &goods.named).filter(|named| !named.is_empty());
        let more = named.clone().count().saturating_sub(GOODS_NAMED);
        let more = (more > 0).then(|| format!("{more} more"));
        let named: Vec<String> = named.take(GOODS_NAMED).cloned().chain(more).collect();
        let what = if named.is_empty() { self.verb.to_owned() } else { format!("{} {}", self.verb, named.join(", ")) };
        let quoted = self.reason.as_ref().map(|reason| format!("\"{reason}\""));
        let said = [Some(what), self.location.in_words(), quoted, self.amount.map(format_exactly)];
        let line = |label: &str, value: Option<String>| value.map(|value| SummaryLine::new(label, value));
        let location = [
            line("Table", self.location.table.map(|table| table.name.unwrap_or_else(|| table.number.to_string()))),
            line("Order", self.location.order_id.map(|id| format!("#{id}"))),
            line("Guest", self.location.guest),
        ];
        let goods = self.goods.into_iter().map(|goods| line("Goods", goods.line));
        let reason = [line("Reason", self.reason)];
        let lines = location.into_iter().chain(goods).chain(reason).flatten().chain(self.details).collect();
        let summary = said.into_iter().flatten().collect::<Vec<_>>().join(", ");
        (QuestionPart { kind: self.kind, summary, amount: self.amount }, lines)
    }
}

/// What an order comes to afterwards, for the person who decides.
pub(super) fn left_on_order(left: Price) -> SummaryLine {
    SummaryLine::new(LEFT_ON_ORDER, format_both(left))
}

/// A reason that may be absent, in words.
pub(super) fn listed(listed: Option<&ListedReason>, text: Option<&String>) -> Option<String> {
    text.map(|text| in_words(listed, text))
}

/// `2 × Club Beer`
pub(super) fn named(quantity: i64, name: &str) -> String {
    format!("{quantity} × {name}")
}

/// The same value in both currencies, with cents: `$4.00 / L$1,760.00`.
fn format_exactly(amount: Price) -> String {
    let lrd = amount.lrd.display();
    let cents = if lrd.contains('.') { "" } else { ".00" };
    format!("{} / {lrd}{cents}", amount.usd.display())
}
