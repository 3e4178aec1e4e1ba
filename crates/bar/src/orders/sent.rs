//! Which goods that are taken off an order were sent to a station before, or are so old that they count as brought to the guest.

use std::collections::BTreeSet;

use super::{OrderItem, SentGoods};
use base::{BusinessDay, Usd};

/// An item that is older counts as brought to the guest, in milliseconds of the box's running time.
const ITEM_OLD_MILLIS: u64 = 2 * 60 * 1000;

/// What is known of the items of an order when goods are taken off it.
#[derive(Debug, Clone)]
pub struct SentItems {
    /// The items that were sent to a station.
    pub sent: BTreeSet<u64>,
    /// The box's running time, in milliseconds.
    pub running: u64,
    /// The present business day.
    pub today: BusinessDay,
}

impl SentItems {
    /// Whether an item was sent to a station, or is more than two minutes old.
    pub fn includes(&self, item: &OrderItem) -> bool {
        self.sent.contains(&item.id) || item.added.is_none_or(|added| self.running.saturating_sub(added) > ITEM_OLD_MILLIS)
    }

    /// What was sent or is old of the goods that are taken off: items, each with what its pieces cost. `None` if nothing.
    pub(super) fn goods<'a>(&self, taken_off: impl Iterator<Item = (&'a OrderItem, Usd)>) -> Option<SentGoods> {
        let sent: Vec<Usd> = taken_off.filter(|(item, _)| self.includes(item)).map(|(_, usd)| usd).collect();
        let items = i64::try_from(sent.len()).unwrap_or(i64::MAX);
        (items > 0).then(|| SentGoods { items, usd: sent.into_iter().sum(), day: self.today })
    }
}
