//! The heads of receipts: what the bar called itself when a receipt was issued, and its time zone then.

use serde::{Deserialize, Serialize};

use crate::sales::{SALE_IDS, Sale};
use crate::settings::Settings;
use store::{Key, Stored, Table, Tables, View};

/// Id of the first sale line that has it → the head.
const HEADS: Table<u64, Head> = Table::new("receipt_heads");
/// Before the id of every sale line.
const FIRST: u64 = 0;

/// The settings that a receipt shows as they were when it was issued.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Head {
    business_name: String,
    address: String,
    phone: String,
    thank_you_message: String,
    website: String,
    social_media: String,
    time_zone: String,
    day_starts_at: String,
    tin: Option<String>,
}

impl Head {
    fn of(settings: &Settings) -> Self {
        Head {
            business_name: settings.business_name.clone(),
            address: settings.address.clone(),
            phone: settings.phone.clone(),
            thank_you_message: settings.thank_you_message.clone(),
            website: settings.website.clone(),
            social_media: settings.social_media.clone(),
            time_zone: settings.time_zone.clone(),
            day_starts_at: settings.day_starts_at.clone(),
            tin: settings.tax.tin.clone(),
        }
    }

    fn in_settings(self, settings: &Settings) -> Settings {
        let mut then = settings.clone();
        then.business_name = self.business_name;
        then.address = self.address;
        then.phone = self.phone;
        then.thank_you_message = self.thank_you_message;
        then.website = self.website;
        then.social_media = self.social_media;
        then.time_zone = self.time_zone;
        then.day_starts_at = self.day_starts_at;
        then.tax.tin = self.tin;
        then
    }
}

/// Keeps the head that receipts have from now on, where `now` changes that of `before`.
pub fn apply_head(tables: &mut dyn Tables, before: &Settings, now: &Settings) -> Stored<()> {
    let (before, now) = (Head::of(before), Head::of(now));
    if before == now {
        return Ok(());
    }
    if HEADS.get(tables.view(), &FIRST)?.is_none() {
        HEADS.put(tables, &FIRST, &before)?;
    }
    let next = SALE_IDS.next(tables.view())?;
    HEADS.put(tables, &next, &now)
}

/// The `settings` with the head and the time zone of the moment when the receipt of `sale` was issued.
pub(super) fn as_issued(view: &dyn View, sale: &Sale, settings: &Settings) -> Stored<Settings> {
    let first_line = sale.lines.first().map_or(FIRST, |line| line.line.id);
    let head = HEADS.last(view, &first_line.saturating_add(1).to_bytes())?;
    Ok(head.map_or_else(|| settings.clone(), |(_, head)| head.in_settings(settings)))
}
