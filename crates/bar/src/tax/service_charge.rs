//! The settings of the service charge.

use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};
use utoipa::ToSchema;

use super::wrong::{Wrong, wrong};
use super::{Percent, STANDARD};

/// Largest service charge: 30 %.
const PERCENT_MAX: Percent = Percent::hundredths(3_000);
/// Service charge of a new bar: 10 %.
const PERCENT_FIRST: Percent = Percent::hundredths(1_000);
/// Guests from which on a new bar takes it.
const FROM_GUESTS_FIRST: u32 = 6;
/// Most guests that can be set.
const FROM_GUESTS_MAX: u32 = 100;

/// Which orders have a service charge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[derive(EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum ServiceChargeMode {
    /// None.
    Off,
    /// Those that a person adds it to.
    Manual,
    /// Also those of large groups.
    Auto,
}

base::words!(ServiceChargeMode);

/// The settings of the service charge.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ServiceChargeSettings {
    pub mode: ServiceChargeMode,
    pub percent: Percent,
    /// Smallest number of guests with which an order gets it automatically.
    pub from_guests: u32,
    /// Id of its tax class.
    pub tax_class: String,
}

impl Default for ServiceChargeSettings {
    fn default() -> Self {
        ServiceChargeSettings {
            mode: ServiceChargeMode::Off,
            percent: PERCENT_FIRST,
            from_guests: FROM_GUESTS_FIRST,
            tax_class: STANDARD.to_owned(),
        }
    }
}

/// A change of these settings; `None` keeps.
#[derive(Debug, Clone, Default)]
pub struct SetServiceCharge {
    /// See [`ServiceChargeSettings::mode`].
    pub mode: Option<ServiceChargeMode>,
    /// See [`ServiceChargeSettings::percent`].
    pub percent: Option<Percent>,
    /// See [`ServiceChargeSettings::from_guests`].
    pub from_guests: Option<i64>,
    /// See [`ServiceChargeSettings::tax_class`].
    pub tax_class: Option<String>,
}

impl SetServiceCharge {
    /// `now` with these changes; a number out of range becomes one that [`ServiceChargeSettings::check`] refuses.
    #[must_use]
    pub fn applied_to(&self, now: &ServiceChargeSettings) -> ServiceChargeSettings {
        let from_guests = self.from_guests.map(|guests| u32::try_from(guests).unwrap_or(0));
        ServiceChargeSettings {
            mode: self.mode.unwrap_or(now.mode),
            percent: self.percent.unwrap_or(now.percent),
            from_guests: from_guests.unwrap_or(now.from_guests),
            tax_class: self.tax_class.as_ref().unwrap_or(&now.tax_class).clone(),
        }
    }
}

impl ServiceChargeSettings {
    /// What is wrong with the numbers, by field.
    pub fn check(&self) -> Vec<Wrong> {
        let mut found = Vec::new();
        if !(Percent::MIN..=PERCENT_MAX).contains(&self.percent) {
            found.push(wrong("serviceCharge.percent", "Must be between 0.01 and 30.00"));
        }
        if !(1..=FROM_GUESTS_MAX).contains(&self.from_guests) {
            found.push(wrong("serviceCharge.fromGuests", "Must be between 1 and 100"));
        }
        found
    }
}
