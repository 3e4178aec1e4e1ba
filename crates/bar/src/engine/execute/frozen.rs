//! What the engine freezes in the events of a command because their feature cannot know it: the business day, and whether goods that
//! are taken off an order were sent.

use super::prices;
use crate::engine::Event;
use crate::orders::{self, Order, OrderItem, OrderStatus, SentGoods};
use crate::printing;
use crate::sales::SaleLine;
use crate::settings::Settings;
use base::{Envelope, Usd};
use store::{Stored, View};

/// An item that is older counts as brought to the guest, in milliseconds.
const ITEM_OLD_MILLIS: u64 = 2 * 60 * 1000;

/// Completes the events that were decided, before anything is applied.
pub(super) fn freeze(view: &dyn View, settings: &Settings, envelope: &Envelope, events: &mut [Event]) -> Stored<()> {
    let now = settings.bar_time().moment(envelope.at);
    let of_discount = |line: &SaleLine| line.discount_reason.is_some().then_some(now.day);
    for event in events {
        match event {
            Event::SettingsChanged(event) if !event.tax => event.tax = prices::moves_day(view, settings, &event.settings, envelope.at)?,
            Event::StockMoved(event) => event.when = Some(now),
            Event::OrderPlaced(event) => event.day = event.items.iter().find_map(|item| of_discount(&item.line)),
            Event::ItemAdded(event) => event.day = of_discount(&event.item.line),
            Event::CreditGiven(event) => event.day = of_discount(&event.credit.line),
            Event::ApprovalGranted(event) => event.day = Some(now.day),
            Event::ApprovalRefused(event) => event.day = Some(now.day),
            Event::PrintQueued(event) => event.day = (!event.by_policy).then_some(now.day),
            Event::PrintMoved(event) => event.day = event.requested.then_some(now.day),
            _ => {}
        }
        if let Some(taken_off) = TakenOff::of(event) {
            let order = orders::order(view, taken_off.order_id)?;
            let sent = order.map_or(Ok(Vec::new()), |order| taken_off.sent_of(view, envelope, order))?;
            let goods = SentGoods { items: i64::try_from(sent.len()).unwrap_or(i64::MAX), usd: sent.into_iter().sum(), day: now.day };
            set_sent(event, (goods.items > 0).then_some(goods));
        }
    }
    Ok(())
}

/// Goods that an event takes off an order.
struct TakenOff {
    order_id: u64,
    /// `None` for all items.
    item_id: Option<u64>,
    /// What the pieces cost; `None` for those of the whole item.
    usd: Option<Usd>,
}

impl TakenOff {
    fn of(event: &Event) -> Option<Self> {
        match event {
            Event::ItemRemoved(event) => Some(TakenOff { order_id: event.order_id, item_id: Some(event.item_id), usd: None }),
            Event::ItemChanged(event) => {
                let facts = event.removed.as_ref()?;
                Some(TakenOff { order_id: event.order_id, item_id: Some(event.item_id), usd: Some(facts.total.usd) })
            }
            Event::OrderMoved(event) if event.status == OrderStatus::Cancelled => {
                Some(TakenOff { order_id: event.order_id, item_id: None, usd: None })
            }
            _ => None,
        }
    }

    /// What its goods cost that were sent or are old, item by item.
    fn sent_of(&self, view: &dyn View, envelope: &Envelope, order: Order) -> Stored<Vec<Usd>> {
        let is_sent = sent_or_old(view, envelope, &order)?;
        let items = order.items.iter().filter(|item| self.item_id.is_none_or(|id| item.id == id) && is_sent(item));
        Ok(items.map(|item| self.usd.unwrap_or(item.line.total.usd)).collect())
    }
}

fn set_sent(event: &mut Event, sent: Option<SentGoods>) {
    match event {
        Event::ItemRemoved(event) => event.sent = sent,
        Event::ItemChanged(event) => event.sent = sent,
        Event::OrderMoved(event) => event.sent = sent,
        _ => {}
    }
}

/// Whether an item of this order was sent to a station, or is more than two minutes old.
pub(in crate::engine) fn sent_or_old(view: &dyn View, envelope: &Envelope, order: &Order) -> Stored<impl Fn(&OrderItem) -> bool + use<>> {
    let (sent, running) = (printing::items_sent(view, order)?, envelope.running);
    let is_old = move |item: &OrderItem| item.added.is_none_or(|added| running.saturating_sub(added) > ITEM_OLD_MILLIS);
    Ok(move |item: &OrderItem| sent.contains(&item.id) || is_old(item))
}
