//! What was sent to a station of an order. It is asked here and not in `orders`, because tickets are a later feature.

use std::collections::BTreeSet;

use crate::orders::{Order, SentItems};
use crate::printing;
use crate::settings::Settings;
use base::Envelope;
use store::{Stored, View};

/// What was sent of `order`; nothing of `None`.
pub(in crate::engine) fn sent_items(view: &dyn View, settings: &Settings, envelope: &Envelope, order: Option<&Order>) -> Stored<SentItems> {
    let sent = order.map_or_else(|| Ok(BTreeSet::new()), |order| printing::items_sent(view, order))?;
    Ok(SentItems { sent, running: envelope.running, today: settings.bar_time().business_day(envelope.at) })
}
