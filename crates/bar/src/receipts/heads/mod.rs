//! The heads of receipts: what the bar called itself when a receipt was issued, and its time zone then.

mod tables;

use serde::{Deserialize, Serialize};

pub use tables::{apply_head, as_issued};

use crate::settings::Settings;

/// The settings that a receipt shows as they were when it was issued.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Head {
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
    /// Of these settings.
    pub(super) fn of(settings: &Settings) -> Self {
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

    /// The settings with this head.
    pub(super) fn in_settings(self, settings: &Settings) -> Settings {
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
